"""The steps of creation as a page asks them (CREA)."""

import pytest
from msgspec import inspect

from gardien.core.creation import Purse
from gardien.core.given import read
from gardien.systems.d20d100.choices import DrawGiven
from gardien.systems.d20d100.making import CREATION, STEPS
from gardien.systems.d20d100.values import CODES

FIELDS = [field for step in STEPS for field in step.fields]


def test_the_steps_cover_what_can_be_decided_each_once():
    """D100-CREA-01: in the order of the source; the rest is not asked of a player."""
    assert [step.key for step in STEPS] == [
        "identity", "characteristics", "derived", "base_skills", "traits", "description", "profession_skills",
        "secondary_skills", "equipment",
    ]  # fmt: skip
    assert len(FIELDS) == len(set(FIELDS))
    assert set(DrawGiven.__struct_fields__) - set(FIELDS) == {"player", "period", "language"}
    assert set(FIELDS) <= set(DrawGiven.__struct_fields__)
    assert set(CREATION.needed) <= set(FIELDS)
    assert set(CREATION.known) <= set(FIELDS)
    rules = {rule for step in STEPS for rule in step.rules}
    assert {f"D100-CREA-{number:02}" for number in range(1, 21)} <= rules


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_the_pack_offers_is_taken_by_the_draw(language):
    """D100-MISS-01, D100-MISS-03 to D100-MISS-06: every word in either language becomes a key."""
    for word in CREATION.known["profession"](language):
        assert read(DrawGiven, {"profession": word}).profession != word or word.islower()
    for field in ("profession_spending", "secondary_spending"):
        for word in CREATION.known[field](language):
            assert read(DrawGiven, {field: {word: 1}})
    for word in CREATION.known["profession_skills"](language):
        assert read(DrawGiven, {"profession_skills": [word]})
    for word in CREATION.known["arms"](language):
        assert read(DrawGiven, {"arms": [word]})
    for word in CREATION.known["vest"](language):
        assert read(DrawGiven, {"vest": word})
    for row in CREATION.known["traits"](language):
        assert read(DrawGiven, {"traits": [row]})
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
    found = CREATION.purses(given, {})
    assert all(isinstance(one, Purse) for one in found)
    assert [(one.field, one.left, one.of) for one in found] == expected


def test_a_choice_says_what_it_brings():
    """D100-MISS-02, D100-MISS-03."""
    trade = CREATION.means("profession", "Médecin", {})
    assert (trade.key, trade.words) == ("profession_gives", {"characteristic": "EDU", "count": 12})
    score = CREATION.means("scores", 7, {})
    assert (score.key, score.words) == ("score_gives", {"modifier": "−2"})
    assert CREATION.means("profession", "Knight", {}) is None
    assert CREATION.means("scores", "13", {}) is None
    assert CREATION.means("portrait", "Tall.", {}) is None
