"""“Draw for me”: dice fill in whatever a new Operator still lacks (CREA, SPEC)."""

from random import Random

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gardien.core.calling import do
from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.core.interpreters.typed import typed
from gardien.systems.operators.creation.choices import DrawGiven
from gardien.systems.operators.creation.draw import draw_operator
from gardien.systems.operators.creation.faults import CAPS, TRADED, languages_of
from gardien.systems.operators.creation.kits import DISCIPLINES, KITS, TONGUES, tongues_beside
from gardien.systems.operators.creation.placing import REST, Wish, place
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack import protection, specialty, table, weapon
from gardien.systems.operators.rules.character import CODES, Advantage, Specialty

KEYS = [row.key for row in table("specialties", "specialty")]
DRONES = {"specialty": "drones", "characteristic": "DEX", "domain": "drones"}
LEARNED = {"edu_min": 24, "bonus_among": ["EDU"]}
SCORES = {"FOR": 12, "CON": 13, "DEX": 14, "INT": 15, "EDU": 16, "POU": 11, "APP": 10}
DECIDED = {
    "codename": "Styx",
    "first_name": "Ana",
    "surname": "Costa",
    "gender": "f",
    "age": 33,
    "nationality": "portugaise",
    "specialty": "sniper",
    "discipline": "",
    **SCORES,
    "bonus": {"DEX": 3},
    "age_trade": {},
    "san": 65,
    "luck": 40,
    "hobbies": ["Chasse", "Échecs"],
    "trainings": [],
    "languages": ["anglais"],
    "weapons": [{"name": "Couteau"}],
    "worn": ["Gilet pare-balles léger"],
    "portrait": "Mince.",
    "psychology": "Patiente.",
    "possessions": "",
    "past": "",
    "contacts": [],
}


def drawn(dice, options=None, **choices):
    return typed(call(draw_operator, parse(DrawGiven, choices), parse(Options, options or {})), dice)


def played(seed, options=None, **choices):
    return play(call(draw_operator, parse(DrawGiven, choices), parse(Options, options or {})), Random(seed))


def checked(sheet, options=None):
    """The sheet under the rules of creation, from its audit trail."""
    traded = sheet.age_trade
    assigned = {
        code: getattr(sheet, code)
        - sheet.bonus.get(code, 0)
        + traded.get(code, 0)
        - (sum(traded.values()) if code == "EDU" else 0)
        for code in CODES
    }
    same = ("specialty", "custom_specialty", "discipline", "bonus", "age", "age_trade", "hobbies", "trainings")
    inputs = {name: msgspec.to_builtins(getattr(sheet, name)) for name in same}
    inputs = {name: value for name, value in inputs.items() if value is not None}
    return do(
        "operators", "validate_operator", {**inputs, "scores": assigned, "options": options or {}}, dice=[]
    ).outcome


def test_what_is_given_is_not_drawn():
    """OPS-CREA-01: not one die when everything is decided."""
    result = drawn([], **{**DECIDED, "worn": ["kevlar_light"]})
    sheet = result.outcome
    assert result.dice == ()
    assert (sheet.name, sheet.codename, sheet.age, sheet.nationality) == ("Styx", "Styx", 33, "portugaise")
    assert {code: getattr(sheet, code) for code in CODES} == SCORES
    assert (sheet.san, sheet.san_start, sheet.luck, sheet.luck_start, sheet.totals) == (65, 65, 40, 40, ())
    assert checked(sheet)["valid"] is True


def test_names_of_the_pack_are_read_in_either_language():
    """OPS-CREA-11, OPS-CREA-15: weapons, protections and courses as people call them."""
    vest = protection("kevlar_light")
    course = {"specialty": "Criminal investigation", "characteristic": "DEX", "domain": "firearms"}
    for said in (vest.fr, vest.en, "kevlar_light"):
        sheet = drawn([], **{**DECIDED, "worn": [said], "hobbies": ["Chasse"], "trainings": [course]}).outcome
        assert (sheet.worn, sheet.weapons[0].key) == (("kevlar_light",), "knife")
        assert sheet.trainings[0].specialty == "criminal_investigation"
    assert drawn([], **{**DECIDED, "worn": [], "weapons": [{"name": "Parapluie"}]}).outcome.weapons[0].key == ""


def test_an_operator_is_drawn_die_by_die():
    """OPS-CREA-01, OPS-CREA-02, OPS-CREA-07, OPS-CREA-12: totals, a specialty they reach, the rest."""
    result = played(1, language="en")
    purposes = list(dict.fromkeys(die.purpose for die in result.dice))
    who = ["gender", "first_name", "surname", "codename", "nationality", "age"]
    assert purposes[:13] == [*who, *CODES]
    assert purposes[13:17] == ["specialty", "san", "luck", "trainings"]
    assert purposes[-5:] == ["portrait", "psychology", "possessions", "past", "contacts"]
    assert [die.label for die in result.dice if die.purpose in CODES] == ["d6"] * 14
    totals = [die.value for die in result.dice if die.purpose in CODES]
    assert result.outcome.totals == tuple(6 + sum(totals[at : at + 2]) for at in range(0, 14, 2))
    assert drawn([die.value for die in result.dice], language="en").outcome == result.outcome


@settings(max_examples=150)
@given(
    seed=st.integers(0, 10**6),
    language=st.sampled_from(["fr", "en"]),
    key=st.sampled_from([None, *(key for key in KEYS if key != "sympathiser")]),
    age=st.sampled_from([None, 22, 39, 40, 67]),
    house=st.fixed_dictionaries(
        {"luck_enabled": st.booleans(), "bonus_points": st.sampled_from([3, 4]), "training_ignores_edu": st.booleans()}
    ),
)
def test_whoever_is_drawn_passes_the_check(seed, language, key, age, house):
    """OPS-CREA-02 to OPS-CREA-13, OPS-SPEC-03: sound under every set of house rules."""
    choices = {"language": language, **({"specialty": key} if key else {}), **({"age": age} if age else {})}
    sheet = played(seed, house, **choices).outcome
    result = checked(sheet, house)
    assert result["errors"] == ()
    assert result["scores"] == {code: getattr(sheet, code) for code in CODES}
    assert len(sheet.languages) == len(set(sheet.languages)) == result["extra_languages"]
    assert (sheet.luck > 0) == house["luck_enabled"]
    assert sheet.luck_start == sheet.luck
    assert 40 <= sheet.san <= 90
    assert (sheet.san, sheet.name) == (sheet.san_start, sheet.codename)
    assert len(sheet.totals) == 7
    assert not sheet.age_trade or sheet.age >= 40
    assert bool(sheet.discipline) == specialty(sheet.specialty).discipline
    texts = (sheet.portrait, sheet.psychology, sheet.possessions, sheet.past, sheet.nationality, sheet.surname)
    assert all(texts)
    assert sheet.weapons[-1].key == "unarmed"


def test_a_specialty_is_drawn_among_those_the_totals_reach():
    """OPS-SPEC-03: low totals leave no scientist; only specialties of the source are drawn."""
    low = [1, 1] * 7
    identity = {name: DECIDED[name] for name in ("codename", "first_name", "surname", "age", "nationality")}
    rest = {
        name: DECIDED[name] for name in DECIDED if name not in (*identity, *CODES, "specialty", "bonus", "languages")
    }
    reached = set()
    for face in range(1, 11):
        reached.add(drawn([*low, face], **identity, **{**rest, "worn": []}).outcome.specialty)
    assert reached == {row.key for row in table("specialties", "specialty")
                       if row.printed and not row.edu_min and row.key != "sympathiser"}  # fmt: skip
    with pytest.raises(Refusal):
        drawn([*low, 11], **identity, **{**rest, "worn": []})


def test_totals_are_thrown_again_while_they_cannot_reach_the_specialty():
    """OPS-SPEC-03: a scientist under forty needs 15 and three points."""
    given = {**DECIDED, "worn": [], "specialty": "scientist", "discipline": "Chimie", "bonus": None, "languages": []}
    open_to = {name: value for name, value in given.items() if name not in CODES}
    sheet = drawn([1, 1] * 7 + [5, 4] + [1, 1] * 6, **open_to).outcome
    assert (sheet.EDU, sheet.bonus, sheet.totals) == (18, {"EDU": 3}, (15, 8, 8, 8, 8, 8, 8))
    sole = drawn([2, 2, 6, 6], **{**given, "EDU": None}).outcome
    assert (sole.EDU, sole.totals) == (18, (18,))


def test_age_makes_up_for_the_education_that_is_missing():
    """OPS-CREA-05: from forty on, out of what the work needs least."""
    given = {**DECIDED, "worn": [], "specialty": "case_officer", "bonus": None, "age_trade": None, "languages": []}
    open_to = {name: value for name, value in given.items() if name not in CODES}
    sheet = drawn([4, 4] * 7, **{**open_to, "age": 44}).outcome
    assert (sheet.EDU, sheet.age_trade) == (16, {"FOR": 2})
    assert sheet.FOR == 12
    assert checked(sheet)["valid"] is True


def test_points_that_are_decided_are_kept():
    """OPS-CREA-03, OPS-CREA-05: the dice go where they fit."""
    sheet = played(3, bonus={"DEX": 3}, age_trade={"APP": 4}, specialty="sniper").outcome
    assert (sheet.bonus, sheet.age_trade) == ({"DEX": 3}, {"APP": 4})
    assert sheet.age >= 40
    assert checked(sheet)["valid"] is True
    assert "DEX" in specialty(played(4, bonus={"dex": 2}).outcome.specialty).bonus_among


def test_a_high_education_is_explained_by_points_and_age():
    """OPS-CREA-04, OPS-CREA-05: dice bring 18 at most."""
    sheet = played(5, specialty="scientist", EDU=22, age=50).outcome
    assert (sheet.bonus["EDU"], sum(sheet.age_trade.values())) == (3, 1)
    assert checked(sheet)["valid"] is True
    with pytest.raises(Refusal) as caught:
        played(5, specialty="scientist", EDU=22, age=30)
    assert (caught.value.field, caught.value.kind) == ("EDU", "refused")


def test_hobbies_and_courses_make_two():
    """OPS-CREA-10, OPS-CREA-11: what is missing of two is drawn; none is drawn where the player said none yet."""
    assert len(played(1, trainings=[DRONES]).outcome.hobbies) == 1
    assert len(played(1, hobbies=["Chess"]).outcome.trainings) == 1
    two = played(1, hobbies=[]).outcome.trainings
    assert len({one.specialty for one in two}) == 2
    waiting = played(1, hobbies=[], trainings=[]).outcome
    assert (waiting.hobbies, waiting.trainings) == ((), ())


def test_languages_raise_the_education_that_must_come_out():
    """OPS-CREA-13: who speaks four more has EDU 19 at least."""
    sheet = played(2, languages=["a", "b", "c", "d"], specialty="scientist").outcome
    assert sheet.EDU >= 19
    assert languages_of(sheet.EDU, "scientist", None) >= 4


def test_a_specialty_of_contrôle_is_drawn_for_too():
    """OPS-SPEC-04."""
    own = {"edu_min": 14, "bonus_among": ["APP", "POU"], "advantages": [{"characteristic": "APP", "domain": "mime"}]}
    sheet = played(6, custom_specialty=own).outcome
    assert sheet.specialty == "sympathiser"
    assert sheet.EDU >= 14
    assert checked(sheet)["valid"] is True


@pytest.mark.parametrize(
    ("choices", "id", "field", "rule"),
    [
        ({"specialty": "sympathiser"}, "field/missing", "custom_specialty", "OPS-SPEC-04"),
        ({"specialty": "knight"}, "field/one_of", "specialty", ""),
        ({"hobbies": ["a", "b", "c"]}, "field/length_at_most", "hobbies", "OPS-CREA-10"),
        ({"age": 39, "age_trade": {"FOR": 1}}, "field/at_least", "age", "OPS-CREA-05"),
        ({"bonus": {"LUCK": 1}}, "field/one_of", "bonus", "OPS-CREA-03"),
        ({"worn": ["tutu"]}, "field/one_of", "worn", ""),
        ({"specialty": "sniper", "bonus": {"DEX": 4}}, "field/at_most", "bonus", "OPS-CREA-03"),
        ({"specialty": "sniper", "bonus": {"APP": 1}}, "field/one_of", "bonus", "OPS-SPEC-02"),
        ({"bonus": {"FOR": 1, "APP": 1, "EDU": 1}}, "field/one_of", "bonus", "OPS-SPEC-02"),
        ({"specialty": "sniper", "age_trade": {"POU": 1}}, "field/one_of", "age_trade", "OPS-CREA-05"),
        ({"specialty": "cyber", "EDU": 15}, "field/at_least", "EDU", "OPS-SPEC-03"),
        ({"specialty": "sniper", "DEX": 9, "bonus": {"DEX": 3}}, "field/range", "DEX", "OPS-CREA-02"),
        ({"specialty": "scientist", "discipline": ""}, "field/missing", "discipline", "OPS-SPEC-02"),
        ({"EDU": 12, "languages": ["a"]}, "field/length_at_most", "languages", "OPS-CREA-13"),
        ({"languages": list("abcdefg")}, "field/length_at_most", "languages", "OPS-CREA-13"),
        ({"custom_specialty": LEARNED, "age": 30}, "field/at_most", "EDU", "OPS-SPEC-03"),
        (
            {"specialty": "drones", "trainings": [DRONES]},
            "field/twice",
            "trainings",
            "OPS-CREA-11",
        ),
        (
            {"specialty": "sniper", "trainings": [{**DRONES, "characteristic": "APP"}]},
            "field/one_of",
            "trainings",
            "OPS-CREA-11",
        ),
        (
            {"EDU": 12, "specialty": "sniper",
             "trainings": [{"specialty": "cyber", "characteristic": "INT", "domain": "computing"}]},
            "field/at_least",
            "EDU",
            "OPS-CREA-11",
        ),
        ({"bonus": dict.fromkeys(CODES, 10)}, "field/at_most", "bonus", "OPS-CREA-03"),
        ({"age_trade": {"FOR": 11}}, "field/at_most", "age_trade", "OPS-CREA-04"),
        ({"age_trade": {"FOR": 9, "CON": 8}}, "field/at_most", "age_trade", "OPS-CREA-04"),
        ({"age_trade": {"FOR": 16}, "specialty": "media", "bonus": {"EDU": 1}}, "field/at_most", "age_trade",
         "OPS-CREA-04"),
    ],
)  # fmt: skip
def test_choices_that_break_a_rule_are_refused_by_their_field(choices, id, field, rule):
    """OPS-CREA-02 to OPS-CREA-13, OPS-SPEC-02 to OPS-SPEC-04: each with the rule that says so."""
    with pytest.raises(Refusal) as caught:
        played(0, **choices)
    assert (caught.value.id, caught.value.field, caught.value.rule) == (id, field, rule)


@given(
    totals=st.lists(st.integers(8, 18), min_size=7, max_size=7),
    among=st.lists(st.sampled_from(CODES), min_size=1, max_size=4, unique=True),
    least=st.integers(0, 24),
    age=st.sampled_from([30, 50]),
)
def test_placing_uses_every_total_once_and_keeps_the_bounds(totals, among, least, age):
    """OPS-CREA-02, OPS-CREA-04, OPS-CREA-05: or says that these totals cannot do it."""
    wish = Wish(
        specialty=Specialty(bonus_among=tuple(among), advantages=(Advantage(characteristic="APP", domain="x"),)),
        age=age,
        education=least,
        points=3,
        decided={},
        bonus=None,
        age_trade=None,
    )
    placed = place(tuple(totals), wish)
    assume(placed is not None)
    assert sorted(placed.total_behind(code) for code in CODES) == sorted(totals)
    assert all(8 <= placed.scores[code] <= CAPS[code] for code in CODES)
    assert placed.scores["EDU"] >= least
    assert sum(placed.bonus.values()) <= 3
    assert set(placed.bonus) <= set(among)
    assert set(placed.age_trade) <= set(TRADED)
    assert age >= 40 or not placed.age_trade
    assert wish.possible


def test_even_the_rarest_totals_are_found_in_the_end():
    """OPS-CREA-05: eighteen for FOR, eight for EDU, and nothing else to throw for."""
    given = {name: value for name, value in {**DECIDED, **SCORES}.items() if name not in ("FOR", "CON", "EDU")}
    choices = {**given, "worn": [], "age": 50, "age_trade": {"FOR": 10, "CON": 6}, "bonus": {}, "languages": []}
    sheet = played(7, **choices).outcome
    assert (sheet.FOR, sheet.EDU, sheet.CON >= 8) == (8, 24, True)


def test_the_best_totals_go_where_the_work_is_done():
    """OPS-SPEC-02: a sniper lives on DEX, INT and POU."""
    sheet = drawn(
        [6, 6, 5, 6, 5, 5, 4, 5, 4, 4, 3, 4, 1, 1],
        **{name: value for name, value in {**DECIDED, "worn": [], "bonus": None, "languages": []}.items()
           if name not in CODES},
    ).outcome  # fmt: skip
    assert (sheet.DEX, sheet.INT, sheet.POU) == (18, 18, 18)
    assert sheet.APP == 8


def test_lists_of_the_drawing_fit_the_pack():
    """OPS-CREA-15: every key exists, every specialty of the source has a kit, languages are not one’s own."""
    assert set(REST) == set(CODES)
    printed = {row.key for row in table("specialties", "specialty") if row.printed} - {"sympathiser"}
    assert printed <= set(KITS) <= set(KEYS)
    for weapons, worn in KITS.values():
        assert [weapon(key).key for key in weapons] == list(weapons)
        assert [protection(key).key for key in worn] == list(worn)
    homes = {row.key for row in table("names", "nationality")}
    assert {home for one in TONGUES for home in one.homes} <= homes
    for words in (TONGUES, DISCIPLINES):
        assert len({one.fr for one in words}) == len({one.en for one in words}) == len(words)
    assert "français" not in [one.fr for one in tongues_beside("française")]
    assert len(tongues_beside("Martian")) == len(TONGUES) >= 8
