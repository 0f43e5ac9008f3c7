"""Exact chances of what takes its time: staying clean, a disease, breaking a code (ODDS-04)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.systems.organique import pack
from systems.brute import Bench
from systems.worked import examples

BENCH = Bench("organique")
MINE = ("odds_withdrawal", "odds_disease", "odds_decrypt")


def test_the_source_prints_none():
    assert not [one for one in examples("organique") if one.procedure in MINE]


def asked(procedure, *names, **given):
    result = BENCH.outcome(procedure, [], **given)
    return tuple(Fraction(result[name]) for name in names)


# ---- staying clean ----


@pytest.mark.parametrize(
    ("fields", "tests"),
    [
        ({"tests": 1}, 2),
        ({"tests": 2}, 4),
        ({"tests": 4}, 8),
        ({"tests": 5}, 9),  # day 31: the body has ceased to ask on day 20
        ({"tests": 6, "physical": False}, 6),
        ({"tests": 6, "psychological": False}, 4),
        ({"tests": 3, "physical": False, "psychological": False}, 0),
    ],
)
def test_all_tests_of_those_days(fields, tests):  # ORG-DRUG-04, ORG-DRUG-05
    each, whole = asked("odds_withdrawal", "p_each", "p_all_passed", base=12, difficulty=20, **fields)
    assert (each, whole) == (Fraction(13, 20), Fraction(13, 20) ** tests)


@drawn(st.integers(0, 30), st.integers(0, 40), st.integers(1, 12), st.booleans(), st.booleans())
def test_as_many_as_the_schedule_lists(base, difficulty, tests, physical, psychological):
    same = {"difficulty": difficulty, "physical": physical, "psychological": psychological, "tests": tests}
    days = BENCH.outcome("withdrawal_schedule", [], **same)["dependencies"]
    each, whole = asked("odds_withdrawal", "p_each", "p_all_passed", base=base, **same)
    assert whole == each ** sum(len(one) for one in days)


def test_it_is_what_play_does():  # ORG-DRUG-06
    failed = BENCH.chance(
        "withdrawal_test", "failed", character={"VOL": 12}, difficulty=15, physical=True, psychological=True, day=1
    )
    assert asked("odds_withdrawal", "p_all_passed", base=12, difficulty=15, tests=1) == (1 - failed,)


def test_luck_of_saves():  # ORG-TEST-05
    strong = {"base": 40, "difficulty": 20, "tests": 1}
    assert asked("odds_withdrawal", "p_each", **strong) == (Fraction(19, 20),)
    assert asked("odds_withdrawal", "p_each", **strong, options={"saves_not_luck": True}) == (1,)
    assert asked("odds_withdrawal", "p_each", **strong, luck=False) == (1,)
    assert asked("odds_disease", "p_fail_each", base=40, tests=1) == (Fraction(1, 20),)
    assert asked("odds_disease", "p_fail_each", base=40, tests=1, options={"saves_not_luck": True}) == (0,)


# ---- a disease ----


def followed(results, watched, level=0):
    """A course by hand: the highest level it came to, and whether it was cured."""
    stopped, reached = False, level >= watched
    for good in results:
        if good and not stopped and level:
            stopped = True
        elif good:
            level -= 1
            if level <= 0:
                return reached, True
        elif not stopped:
            level += 1
        reached = reached or level >= watched
    return reached, False


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("tests", [1, 2, 5, 7])
@pytest.mark.parametrize("watched", [1, 2, 4])
def test_every_course(start, tests, watched):  # ORG-DIS-02, ORG-DIS-01
    fails = Fraction(7, 20)
    reached = cured = Fraction(0)
    for results in product((True, False), repeat=tests):
        chance = (1 - fails) ** sum(results) * fails ** (tests - sum(results))
        far, well = followed(results, watched, start)
        reached, cured = reached + far * chance, cured + well * chance
    house = {"disease_starts_level_1": bool(start)}
    result = asked(
        "odds_disease", "p_fail_each", "p_level_reached", "p_cured", base=12, tests=tests, level_at_least=watched,
        options=house,
    )  # fmt: skip
    assert result == (fails, reached, cured)


def test_a_disease_is_what_play_does():  # ORG-DIS-02
    cured = BENCH.chance("disease_course", "cured", character={"END": 12}, disease="wound_infection", tests=3)
    difficulty = pack.disease("wound_infection").progression
    assert asked("odds_disease", "p_cured", base=12, difficulty=difficulty, tests=3) == (cured,)


# ---- a code ----


def test_a_code():  # ORG-CRY-02, ORG-CRY-05
    result = BENCH.outcome("odds_decrypt", [], force=2, power=6, strength=30, mods={"known": 5, "old": -2})
    counted = {}
    for die in range(1, 21):
        time = pack.crack_time(2 * 6 + 3 + die - 30)
        counted[time] = counted.get(time, 0) + Fraction(1, 20)
    assert {key: Fraction(chance) for key, chance in result["distribution"].items()} == counted
    order = pack.keys("scales", "cracking")
    assert list(result["distribution"]) == [key for key in order if key in counted]


@drawn(st.integers(0, 12), st.integers(0, 12), st.integers(0, 150))
def test_codes_are_what_play_does(force, power, strength):  # ORG-CRY-05
    program = {"force": force, "power": power, "strength": strength}
    weighed = BENCH.weighed("decrypt", program, ["time"])
    result = BENCH.outcome("odds_decrypt", [], **program)["distribution"]
    assert {(("time", key),): Fraction(chance) for key, chance in result.items()} == weighed


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("odds_withdrawal", {"base": 1, "difficulty": -1, "tests": 1}, "field/range", "difficulty"),
        ("odds_withdrawal", {"base": 1, "difficulty": 1, "tests": 0}, "field/range", "tests"),
        ("odds_disease", {"base": 1, "tests": 0}, "field/range", "tests"),
        ("odds_disease", {"base": 1, "tests": 1, "level_at_least": 0}, "field/range", "level_at_least"),
        ("odds_decrypt", {"force": 1, "power": 1}, "field/missing", "strength"),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, **fields) == (id, field)
