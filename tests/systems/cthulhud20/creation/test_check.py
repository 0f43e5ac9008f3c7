"""New investigators: dice, array, points, ageing, and every choice held to its rule (P-ABIL, P-PROF, P-SKILL)."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation.check import core_fits
from gardien.systems.cthulhud20.rules.growth.score_rolls import EVERY, SixSets, reading
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
ARRAY = {"str": 8, "dex": 12, "con": 13, "int": 15, "wis": 14, "cha": 10}
CORE = [
    *("concentration", "diplomacy", "first_aid", "knowledge_biology", "knowledge_medicine", "psychoanalysis"),
    *("research", "sense_motive", "spot", "drive", "listen", "search"),
]
DOCTOR: dict[str, Any] = {
    "good_saves": ["ref"],
    "profession": "doctor",
    "core_skills": CORE,
    "feats": ["alertness", "run"],
}
GOOD = [6, 5, 4, 1, 3, 3, 3, 3, 6, 6, 6, 2, 5, 4, 4, 4, 2, 2, 3, 1, 4, 4, 4, 1]  # 15 9 18 13 7 12


@pytest.mark.parametrize(
    "example", [one for one in examples("cthulhud20") if one.procedure == "create_character"], ids=by_id
)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def errors(**changed: Any) -> list[str]:
    result = outcome("create_character", **{"abilities": ARRAY, **DOCTOR, **changed})
    assert result["valid"] == (not result["errors"])
    return result["errors"]


# ---- abilities ----


def modifier(score: int) -> int:
    return (score - 10) // 2


def naive_weights() -> Counter[int]:
    """Best three of four dice, in nested loops."""
    return Counter(sum(sorted(faces)[1:]) for faces in product(range(1, 7), repeat=4))


@pytest.mark.parametrize(
    ("dice", "again"),
    [
        (GOOD, False),
        ([3, 3, 3, 3] * 5 + [6, 6, 6, 6], True),  # modifiers −1 × 5 + 4: not above 0
        ([4, 4, 5, 1] * 6, True),  # six times 13: nothing above it
        ([4, 4, 4, 2] * 5 + [5, 5, 4, 1], False),  # one 14 is enough
        ([3, 3, 3, 1] * 2 + [3, 3, 4, 1] * 3 + [5, 5, 4, 1], True),  # −1 − 1 + 2: 0 is too little
    ],
)
def test_weak_sets_are_thrown_again_all_together(dice, again):
    """CD20-P-ABIL-01."""
    result = bench.answer("create_character", [*dice, *(GOOD if again else [])], method="rolled", **DOCTOR)
    assert len(result.dice) == (48 if again else 24)
    assert {(die.label, die.purpose) for die in result.dice} == {("d6", "scores")}


def test_sets_go_where_they_are_sent():
    """CD20-P-ABIL-01: scores stand in the order in which they fell."""
    order = ["cha", "wis", "int", "con", "dex", "str"]
    result = outcome("create_character", GOOD, method="rolled", order=order, **DOCTOR)
    assert result["scores"] == [15, 9, 18, 13, 7, 12]
    assert result["abilities"] == dict(zip(order, [15, 9, 18, 13, 7, 12], strict=True))
    assert refused("create_character", method="rolled", order=["str"] * 6, **DOCTOR) == ("field/twice", "order")
    assert refused("create_character", method="rolled", order=["str"], **DOCTOR)[1] == "order"


PRICES = {8: 0, 9: 1, 10: 2, 11: 3, 12: 4, 13: 5, 14: 6, 15: 8, 16: 10, 17: 13, 18: 16}


@pytest.mark.parametrize(("score", "points"), PRICES.items())
def test_prices_cell_by_cell(score, points):
    """CD20-P-ABIL-01."""
    scores = {**dict.fromkeys(ABILITIES, 8), "wis": score}
    result = outcome("create_character", method="points", abilities=scores, **DOCTOR)
    assert (result["points_spent"], result["valid"]) == (points, True)


def test_twenty_five_points_and_no_more():
    """CD20-P-ABIL-01: scores from 8 to 18."""
    bought = {"str": 14, "dex": 14, "con": 13, "int": 12, "wis": 12, "cha": 8}  # 6 + 6 + 5 + 4 + 4
    assert picked("create_character", [], "points_spent", "errors", method="points", abilities=bought, **DOCTOR) == (
        25,
        [],
    )
    assert errors(method="points", abilities={**bought, "cha": 9}) == ["abilities"]
    assert errors(method="points", abilities={**dict.fromkeys(ABILITIES, 8), "dex": 7}) == ["abilities"]
    assert errors(method="points", abilities={**dict.fromkeys(ABILITIES, 8), "dex": 19}) == ["abilities"]


def test_the_array_in_any_order():
    """CD20-P-ABIL-01."""
    for turn in range(6):
        values = [15, 14, 13, 12, 10, 8]
        turned = dict(zip(ABILITIES, values[turn:] + values[:turn], strict=True))
        assert errors(abilities=turned) == []
    assert errors(abilities={**ARRAY, "str": 9}) == ["abilities"]
    assert errors(abilities={**ARRAY, "str": 12, "dex": 12}) == ["abilities"]


@pytest.mark.parametrize(
    ("age", "body", "mind"),
    [(15, 0, 0), (49, 0, 0), (50, -1, 1), (64, -1, 1), (65, -3, 2), (79, -3, 2), (80, -6, 3), (100, -6, 3)],
)
def test_age_takes_from_the_body_and_gives_to_the_mind(age, body, mind):
    """CD20-P-ABIL-01: what follows rests on the scores as they are now; those chosen stay chosen."""
    result = outcome("create_character", abilities=ARRAY, age=age, **DOCTOR)
    now = {key: score + (body if key in ("str", "dex", "con") else mind) for key, score in ARRAY.items()}
    assert result["abilities"] == now
    assert result["pv_max"] == 8 + modifier(now["con"])
    assert result["skill_points"] == 4 * (8 + modifier(now["int"]))
    assert result["san"] == 5 * now["wis"]
    assert result["valid"] is True


def test_no_score_falls_below_one():
    """CD20-P-ABIL-01: three and eighty years."""
    old = [1, 1, 1, 1] * 2 + [6, 6, 6, 6] * 4
    result = outcome("create_character", old, method="rolled", age=80, **DOCTOR)
    assert result["abilities"] == {"str": 1, "dex": 1, "con": 12, "int": 21, "wis": 21, "cha": 21}
    assert (result["scores"], result["pv_max"], result["san"]) == ([3, 3, 18, 18, 18, 18], 9, 99)


# ---- choices ----


@pytest.mark.parametrize(
    ("option", "saves", "fits"),
    [
        ("offence", ["fort"], True),
        ("offence", [], False),
        ("offence", ["fort", "ref"], False),
        ("defence", ["fort", "ref"], True),
        ("defence", ["will"], False),
        ("defence", ["will", "will"], False),
        ("defence", ["fort", "ref", "will"], False),
    ],
)
def test_one_good_save_or_two(option, saves, fits):
    """CD20-P-LEVEL-01."""
    assert errors(combat_option=option, good_saves=saves) == ([] if fits else ["good_saves"])


def test_two_feats_that_may_be_taken():
    """CD20-P-FEAT-01: beside each other, in whatever order; Toughness twice is two."""
    assert errors(feats=["far_shot", "point_blank_shot"]) == []
    assert errors(feats=["toughness", "toughness"]) == []
    assert errors(feats=["run"]) == ["feats"]
    assert errors(feats=["run", "run"]) == ["feat:run"]
    assert errors(feats=["run", "track", "alertness"]) == ["feats"]
    assert errors(feats=["toughness"] * 3) == ["feats", "feat:toughness"]
    assert errors(feats=["dodge", "cleave"]) == ["feat:dodge", "feat:cleave"]
    assert errors(feats=["martial_artist", "run"]) == []
    assert errors(feats=["martial_artist", "run"], combat_option="defence", good_saves=["ref", "will"]) == [
        "feat:martial_artist"
    ]


def test_age_may_cost_a_feat():
    """CD20-P-ABIL-01: Dexterity 13 at fifty is 12."""
    nimble = {**ARRAY, "dex": 13, "con": 12}
    assert errors(abilities=nimble, feats=["dodge", "run"], age=49) == []
    assert errors(abilities=nimble, feats=["dodge", "run"], age=50) == ["feat:dodge"]


@pytest.mark.parametrize("profession", pack.keys("professions", "profession"))
def test_nine_skills_of_each_profession_and_three_more(profession):
    """CD20-P-PROF-01: either of two, any field of Knowledge, none of them twice."""
    slots = pack.profession(profession).skills
    for side in (0, -1):
        fields = iter(("knowledge_physics", "knowledge_geography", "knowledge_chemistry"))
        nine = [next(fields) if slot == "knowledge_*" else slot.split("/")[side] for slot in slots]
        free = [key for key in pack.skill_keys() if key not in nine and key not in "/".join(slots).split("/")]
        free = [key for key in free if not key.startswith("knowledge_")][:4]
        assert core_fits(profession, [*nine, *free[:3]])
        assert not core_fits(profession, [*nine, *free[:2]])
        assert not core_fits(profession, [*nine, *free[:2], free[0]])
        assert not core_fits(profession, [*nine, *free])
        for at in range(9):
            assert not core_fits(profession, [*nine[:at], *nine[at + 1 :], *free])


def test_core_skills_are_those_of_the_profession():
    """CD20-P-SKILL-02."""
    assert errors(core_skills=CORE[:11]) == ["core_skills"]
    assert errors(core_skills=[*CORE[:11], "spot"]) == ["core_skills"]
    assert errors(core_skills=["hide", *CORE[1:]]) == ["core_skills"]
    assert errors(profession="soldier") == ["core_skills"]


def test_ranks_are_held_to_their_limits_and_points():
    """CD20-P-SKILL-02: with the Intelligence of the new investigator."""
    assert errors(skill_ranks={"spot": 4, "hide": 2}) == []
    assert errors(skill_ranks={"spot": 5, "hide": 2.5}) == ["max:spot", "max:hide"]
    assert errors(skill_ranks={"spot": 3.5}) == ["half:spot"]
    assert errors(skill_ranks={"cthulhu_mythos": 1}) == ["cthulhu_mythos"]
    assert errors(skill_ranks=dict.fromkeys(CORE[:10], 4)) == []
    assert errors(skill_ranks=dict.fromkeys(CORE[:11], 4)) == ["points"]
    slow = {**ARRAY, "int": 8, "str": 15}
    assert errors(abilities=slow, skill_ranks=dict.fromkeys(CORE[:7], 4)) == []
    assert errors(abilities=slow, skill_ranks=dict.fromkeys(CORE[:8], 4)) == ["points"]


def test_every_fault_is_named_in_one_order():
    result = errors(
        abilities={**ARRAY, "str": 18},
        good_saves=[],
        feats=["dodge"],
        core_skills=CORE[:11],
        skill_ranks={**dict.fromkeys(CORE, 4), "hide": 9, "drive": 0.5, "cthulhu_mythos": 2},
    )
    assert result == [
        *("abilities", "good_saves", "feats", "feat:dodge", "core_skills"),
        *("max:search", "max:hide", "half:drive", "cthulhu_mythos", "points"),
    ]


def test_what_a_new_investigator_has():
    """CD20-HP-01, CD20-HP-02, CD20-P-SAVE-01, CD20-P-SAN-01, CD20-DEST-01: also told where a choice is wrong."""
    result = outcome("create_character", abilities=ARRAY, **{**DOCTOR, "feats": ["toughness", "dodge"]})
    assert result == {
        "valid": False,
        "errors": ["feat:dodge"],
        "abilities": ARRAY,
        "level": 1,
        "pv_max": 11,
        "pf_max": 11,
        "base_attack": [1],
        "fort": 1,
        "ref": 3,
        "will": 2,
        "san": 70,
        "destiny_received": 1,
        "skill_points": 40,
        "skill_points_left": 40,
    }


def test_bad_inputs_name_their_field():
    assert refused("create_character", **DOCTOR) == ("field/missing", "abilities")
    half = {"str": 8}
    assert refused("create_character", abilities=half, **DOCTOR) == ("field/missing", "abilities")
    assert refused("create_character", method="points", **DOCTOR) == ("field/missing", "abilities")
    assert refused("create_character", method="rolled", abilities=ARRAY, **DOCTOR) == (
        "field/not_allowed",
        "abilities",
    )
    given = {"abilities": ARRAY, **DOCTOR}
    assert refused("create_character", **{**given, "age": 14})[1] == "age"
    assert refused("create_character", **{**given, "profession": "clown"})[1] == "profession"
    assert refused("create_character", **{**given, "core_skills": ["luck"]})[1] == "core_skills"
    assert refused("create_character", **{**given, "skill_ranks": {"luck": 1}})[1] == "skill_ranks"
    assert refused("create_character", **{**given, "feats": ["luck"]})[1] == "feats"
    assert refused("create_character", **{**given, "feats": ["skill_pair:hide"]})[1] == "feats"
    for field in ("good_saves", "profession", "core_skills", "feats"):
        left = {name: value for name, value in given.items() if name != field}
        assert refused("create_character", **left) == ("field/missing", field)


# ---- odds ----


def accepted() -> dict[int, Fraction]:
    """One of six scores in a throw that is kept, counted without the rules."""
    one = naive_weights()
    ways: Counter[tuple[int, bool]] = Counter({(0, False): 1})
    for _ in range(5):
        more: Counter[tuple[int, bool]] = Counter()
        for (total, high), count in ways.items():
            for score, share in one.items():
                more[total + modifier(score), high or score > 13] += count * share
        ways = more
    result: Counter[int] = Counter()
    for (total, high), count in ways.items():
        for score, share in one.items():
            if total + modifier(score) > 0 and (high or score > 13):
                result[score] += count * share
    whole = sum(result.values())
    return {score: Fraction(count, whole) for score, count in result.items()}


def test_odds_of_one_score_among_six():
    """CD20-P-ABIL-01: each score of an accepted throw, in closed form, against nested loops."""
    chances = accepted()
    scene = {"method": "rolled", **DOCTOR}
    for score, chance in chances.items():
        assert bench.chance("create_character", "san", 5 * score, **scene) == chance
    for mod in range(-4, 5):
        same = sum(chance for score, chance in chances.items() if modifier(score) == mod)
        assert bench.chance("create_character", "pv_max", 8 + mod, **scene) == same
        assert bench.chance("create_character", "ref", 2 + mod, **scene) == same
        assert bench.chance("create_character", "skill_points", 4 * (8 + mod), **scene) == same


def test_odds_of_a_feat_that_needs_a_score():
    """CD20-P-FEAT-01: Dexterity 13 or more; at fifty 14 or more."""
    chances = accepted()
    scene = {"method": "rolled", **DOCTOR, "feats": ["dodge", "run"]}
    for age, least in ((25, 13), (50, 14)):
        wins = sum(chance for score, chance in chances.items() if score >= least)
        assert bench.chance("create_character", "valid", True, age=age, **scene) == wins


def test_odds_of_all_scores_are_too_many():
    with pytest.raises(Refusal) as told:
        bench.weighed("create_character", {"method": "rolled", **DOCTOR}, ["scores"])
    assert told.value.id == "odds/too_many"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=24, max_size=24), st.sampled_from(["exact", "modifier", "nothing"]))
def test_a_coarse_reading_says_the_same_as_the_dice(faces, how):
    """CD20-P-ABIL-01: whatever is kept of a score, it is kept of the score that fell."""
    facts = {"exact": lambda score: score, "modifier": modifier, "nothing": lambda score: 0}[how]
    told = SixSets((reading(facts),) * 6).read(faces)
    scores = [sum(sorted(faces[at : at + 4])[1:]) for at in range(0, 24, 4)]
    mods = [modifier(score) for score in scores]
    if sum(mods) <= 0 or max(scores) <= 13:
        assert told is None
    else:
        assert told is not None
        assert [facts(one) for one in told] == [facts(score) for score in scores]


def test_the_weights_of_six_sets():
    """CD20-P-ABIL-01: all ways together, and those of a set one by one."""
    keep, drop = EVERY, reading(lambda score: 0)
    result = SixSets((keep, *(drop,) * 5)).weights()
    assert result.total == 6**24 == sum(weight for _, weight in result.pairs)
    kept = sum(weight for told, weight in result.pairs if told is not None)
    chances = {told[0]: Fraction(weight, kept) for told, weight in result.pairs if told is not None}
    assert chances == accepted()
    last = SixSets((*(drop,) * 5, keep)).weights()
    assert {told[5]: weight for told, weight in last.pairs if told} == {
        told[0]: weight for told, weight in result.pairs if told
    }
