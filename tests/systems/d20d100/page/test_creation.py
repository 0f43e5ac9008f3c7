"""The steps of creation as a page asks them (CREA)."""

from random import Random

import msgspec
import pytest
from msgspec import inspect

from gardien.core.chance import call
from gardien.core.creation import Purse
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.creation.choices import DrawGiven
from gardien.systems.d20d100.creation.draw import draw_investigator
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.page.creation import CREATION, STEPS
from gardien.systems.d20d100.page.sheet import skill_name
from gardien.systems.d20d100.rules.character import CODES
from gardien.systems.d20d100.rules.growth.traits import fits

FIELDS = [field for step in STEPS for field in step.fields]


def test_the_steps_cover_what_can_be_decided_each_once():
    """D100-CREA-01: in the order of the source; the rest is not asked of a player."""
    assert [step.key for step in STEPS] == [
        "identity", "characteristics", "derived", "base_skills", "traits", "description", "profession_skills",
        "secondary_skills", "equipment",
    ]  # fmt: skip
    assert len(FIELDS) == len(set(FIELDS))
    assert set(DrawGiven.__struct_fields__) - set(FIELDS) == {"name", "player", "period", "language"}
    assert set(FIELDS) <= set(DrawGiven.__struct_fields__)
    assert set(CREATION.needed) <= set(FIELDS)
    assert {field.partition(".")[0] for field in (*CREATION.known, *CREATION.among)} <= set(FIELDS)
    rules = {rule for step in STEPS for rule in step.rules}
    assert {f"D100-CREA-{number:02}" for number in range(1, 21)} <= rules


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_the_pack_offers_is_taken_by_the_draw(language):
    """D100-MISS-01, D100-MISS-03 to D100-MISS-06: every word in either language becomes a key."""
    for word in CREATION.known["profession"](language):
        assert parse(DrawGiven, {"profession": word}).profession != word or word.islower()
    for word in CREATION.known["profession_skills"](language):
        (key,) = parse(DrawGiven, {"profession_skills": [word]}).profession_skills
        assert parse(DrawGiven, {"profession_spending": {word: 1}}).profession_spending == {key: 1}
        assert skill_name(key, language) == word
    for row in pack.table("traits", "trait"):
        words = CREATION.suited["traits.target"](row.key, language)
        assert (words is None) is (row.target is None)  # only what must be named is asked for
        assert words is None or words
        for word in words or () if row.target != "fear" else ():
            taken = parse(DrawGiven, {"traits": [{"key": row.key, "target": word}]}).traits[0].target
            assert fits(row, taken)
    for field in ("first_name", "surname", "nationality", "profession", "equipment", "contacts"):
        words = CREATION.known[field](language)
        assert len(words) == len(set(words)) > 10
        assert all(isinstance(word, str) and word for word in words)
    assert CREATION.known["scores"](language) == list(CODES)


def test_a_form_asks_only_for_plain_values_lines_and_lists():
    """Every input of a step is a value, a map of numbers, a list of words or of flat rows."""
    kinds = {field.encode_name: field.type for field in inspect.type_info(DrawGiven).fields}

    def plain(kind):
        while isinstance(kind, inspect.Metadata):
            kind = kind.type
        if isinstance(kind, inspect.UnionType):
            return plain(next(one for one in kind.types if not isinstance(one, inspect.NoneType)))
        return kind

    for field in FIELDS:
        kind = plain(kinds[field])
        if isinstance(kind, inspect.VarTupleType) and isinstance(plain(kind.item_type), inspect.StructType):
            cells = [plain(cell.type) for cell in plain(kind.item_type).fields]
            assert not any(isinstance(one, inspect.StructType | inspect.VarTupleType) for one in cells), field
        assert not isinstance(kind, inspect.StructType), field


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, []),
        ({"rolls": [15, 9, 12, 10, 11, 14, 8]}, [("scores", 7, 7)]),
        ({"rolls": [15, 9, 12, 10, 11, 14, 8], "scores": {"FOR": 15, "EDU": 12, "DEX": 13}}, [("scores", 5, 7)]),
        ({"rolls": [15, "?", 12]}, []),
        ({"traits": []}, [("traits", 2, 2)]),
        ({"traits": [{"key": "Agile"}, {"key": "lent"}]}, [("traits", 2, 3)]),
        ({"traits": [{"key": "agile"}] * 3}, [("traits", -1, 2)]),
        ({"scores": {"INT": 14}}, [("secondary_spending", 28, 28)]),
        ({"profession": "policier", "scores": {"FOR": 16}}, [("profession_spending", 64, 64)]),
        ({"profession": "Policier", "scores": {"INT": 16}}, [("secondary_spending", 32, 32)]),
        (
            {
                "profession_key_characteristic": "DEX",
                "scores": {"DEX": 10},
                "profession_spending": {"toc": 50, "art": "?"},
            },
            [("profession_spending", -10, 40)],
        ),
        ({"profession": "knight", "scores": "?", "profession_spending": "?"}, []),
    ],
)
def test_purses_tell_what_is_left(given, expected):
    """D100-CREA-15, D100-CREA-16, D100-MISS-04: whatever was typed so far."""
    result = CREATION.purses(given, {})
    assert all(isinstance(one, Purse) for one in result)
    assert [(one.field, one.left, one.of) for one in result] == expected


def test_a_choice_says_what_it_brings():
    """D100-MISS-02, D100-MISS-03."""
    trade = CREATION.means("profession", "Médecin", {})
    assert (trade.key, trade.words) == ("profession_gives", {"characteristic": "EDU", "count": 12})
    assert CREATION.means("scores", 7, {}).text == ("−2", "−2")
    assert CREATION.means("profession", "Knight", {}).key == "profession_own"  # taken, and said to be off the list
    assert CREATION.means("scores", "13", {}) is None
    assert CREATION.means("portrait", "Tall.", {}) is None


SCORES = {"FOR": 12, "DEX": 14, "CON": 13, "PER": 11, "INT": 15, "POU": 12, "EDU": 16, "TAI": 14, "APP": 9}


def test_the_skills_of_a_profession_are_its_lines_until_somebody_writes_others():
    """D100-CREA-15: ten to twelve of them; the rest is for secondary points (D100-CREA-16)."""
    trade = CREATION.among["profession_spending"]({"profession": "Policier"}, {})
    assert (
        trade
        == list(pack.profession("policier").skills)
        == CREATION.suggests["profession_skills"]({"profession": "policier"}, {})
    )
    others = CREATION.among["secondary_spending"]({"profession": "policier"}, {})
    assert not set(others) & set(trade)
    assert set(others) | set(trade) == set(pack.keys("skills", "skill"))
    own = {"profession": "policier", "profession_skills": ["Nager", "Langue étrangère (latin)"]}
    assert CREATION.among["profession_spending"](own, {}) == ["nager", "langue_etrangere:latin"]
    assert "langue_etrangere" in CREATION.among["secondary_spending"](own, {})
    assert CREATION.among["profession_spending"]({"profession": "knight"}, {}) == []


def test_psychic_traits_are_offered_where_they_are_played():
    """D100-TRAIT-06."""
    assert "telepathie" in CREATION.among["traits.key"]({}, {"psychic_traits": True})
    assert "telepathie" not in CREATION.among["traits.key"]({}, {})


@pytest.mark.parametrize(
    ("field", "name", "value", "given", "expected"),
    [
        ("scores", "EDU", "16", {}, (("education", "6"), "", {}, ("+3", "+3"))),  # a roll of 13: a first degree
        ("scores", "EDU", "3", {}, None),
        ("scores", "FOR", "16", {}, None),
        ("profession_spending", "nager", "4", {}, None),  # nobody knows FOR yet
        (
            "profession_spending", "nager", "4", {"scores": SCORES},
            (None, "skill_comes_to", {"base": "0", "total": "0"}, ("", "")),
        ),
        (
            "profession_spending", "Nager", "4",
            {"scores": SCORES, "profession_spending": {"Nager": 4}, "traits": [{"key": "Athlétique"}, {"key": "?"}]},
            (None, "skill_comes_to", {"base": "+2", "total": "+6"}, ("", "")),
        ),
        ("secondary_spending", "?", "4", {"scores": SCORES}, None),
        ("traits", "agile", "", {}, (None, "", {}, ("Réflexes +2.", "Reflexes +2."))),
        ("arms", "colt_38", "", {}, (None, "gun_does", {"damage": "1d10", "capacity": 6, "reach": 6}, ("", ""))),
        ("arms", "matraque", "", {}, (None, "arm_does", {"damage": "1d4", "capacity": 0, "reach": 0}, ("", ""))),
        ("equipment", "lampe", "", {}, None),
    ],
)  # fmt: skip
def test_a_line_says_what_it_comes_to(field, name, value, given, expected):
    """D100-CREA-05, D100-CREA-14, D100-CREA-17, D100-MISS-05."""
    result = CREATION.about(field, name, value, given, {})
    assert (result and (result.word, result.key, dict(result.words), result.text)) == expected


def test_every_skill_starts_at_its_base_once_the_scores_are_known():
    """D100-CREA-11, D100-CREA-12."""
    (_, lists) = next(step.lists for step in STEPS if step.lists)
    assert lists({}, {}) == [("occultisme", "−5")]
    bases = dict(lists({"scores": SCORES}, {}))
    assert (bases["nager"], bases["grimper"], bases["langue_natale"], bases["ecole_rue"]) == ("0", "+3", "+10", "−5")


@pytest.mark.parametrize("seed", range(6))
def test_a_drawn_sheet_tells_its_choices_again(seed):
    """D100-CREA-18: what was drawn stands in the form, and drawn from there it is the same sheet."""
    sheet = msgspec.to_builtins(play(call(draw_investigator, DrawGiven(), Options()), Random(seed)).outcome)
    taken = {field: take(sheet) for field, take in CREATION.taken.items()}
    kept = {name: sheet[name] for name in FIELDS if name in sheet and name not in ("contacts",)}
    again = parse(DrawGiven, msgspec.to_builtins({**kept, **taken, "gender": sheet["gender"], "name": sheet["name"]}))
    fresh = msgspec.to_builtins(play(call(draw_investigator, again, Options()), Random(0)).outcome)
    for field in ("scores", "jets", "skills", "traits", "profession", "profession_points", "secondary_points", "pv"):
        assert fresh[field] == sheet[field], field
    assert [one["weapon"] for one in fresh["weapons"]] == [one["weapon"] for one in sheet["weapons"]]
