"""Poison by dose and turn, and over hours (POI-01 to POI-04)."""

from fractions import Fraction

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.interpreters.odds import known_odds
from gardien.core.interpreters.typed import typed
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import DoseGiven
from gardien.systems.organique.rules.person import dose_of
from gardien.systems.organique.rules.substances.poisons import advance_doses, doses_later, tick, with_dose
from gardien.systems.organique.rules.tests.modifiers import (
    poison_mods,
)
from quick import spent
from systems.brute import Bench
from systems.organique.people import HOUSE, YING, person, played
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("poison_tick", "poison_schedule")
KEYS = pack.keys("poisons", "poison")
BLADE = {"poison": "blade_poison", "onset": 0, "ticks_left": 5}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def poisoned(*doses, **fields):
    return {**YING, **fields, "doses": [{"poison": "blade_poison", **one} for one in doses]}


# ---- the start of a turn ----


def test_a_dose_from_wound_to_end():  # ORG-POI-01, ORG-POI-02
    body, result = poisoned({}, SNG=20), []
    for _ in range(8):
        one = BENCH.outcome("poison_tick", [20, 20] if len(result) < 6 else [], character=body)
        result.append((one["due"], one["bs"], one["actions"]))
        body = {**body, "doses": one["state"]["doses"], "sng": one["state"]["sng"]}
    assert result == [(1, 1, -7)] * 6 + [(0, 0, 0)] * 2
    assert body["sng"] == 14


def test_what_is_not_asked():  # ORG-POI-03, ORG-SAVE-03
    active = {"onset": 0, "ticks_left": 3}
    assert BENCH.thrown("poison_tick", [20], character=poisoned(active, unconscious_turns=4)) == [("d20", "shock")]
    assert BENCH.thrown("poison_tick", [20], character=poisoned(active, medical_shock=True)) == [("d20", "vomiting")]
    spent = BENCH.outcome("poison_tick", [20], character=poisoned(active, end_now=0))
    assert (spent["saves"]["shock"]["auto"], spent["failed"]) == ("exhausted", ["shock"])
    down = BENCH.outcome("poison_tick", [], character=poisoned(active, sng=0, inc=1))
    assert (down["saves"], down["state"]["dying"]) == ({}, True)
    dead = BENCH.outcome("poison_tick", [], character=poisoned(active, dead=True))
    assert (dead["due"], dead["bs"]) == (0, 0)
    robot = BENCH.outcome("poison_tick", [], character=poisoned(active, kind="machine"))
    assert (robot["due"], robot["state"]["structure"]) == (0, 10)


def test_vomiting_is_settled_anew():  # ORG-POI-03, ORG-SYM-21
    sick = poisoned({"onset": 0, "ticks_left": 3}, vomiting=True)
    assert BENCH.outcome("poison_tick", [20, 20], character=sick)["state"]["vomiting"] is False
    assert BENCH.outcome("poison_tick", [1, 20], character=sick)["state"]["vomiting"] is True
    assert BENCH.outcome("poison_tick", [], character={**YING, "vomiting": True})["state"]["vomiting"] is False


def test_only_the_main_thing_where_the_table_plays_it():  # ORG-POI-04
    house = {"simplified_poison": True}
    result = BENCH.outcome("poison_tick", [], character=poisoned({}, {}), options=house)
    assert (result["bs"], result["actions"], result["sight"], result["pain_saves"]) == (2, -20, 0, 0)


@pytest.mark.parametrize(
    ("key", "dice", "kept"),
    [
        ("curare_paste", [9], {"paralysed_turns": 120}),
        ("curare_paste", [1], {"paralysed_turns": 120, "no_air": True}),
        ("rat_poison", [2], {"sng": 3.5, "vomiting": True}),
        ("nerve_gas", [2, 2], {"end_now": 9, "respiratory_arrest": True}),
        ("sleep_gas", [5], {"unconscious_turns": 60, "prone": True}),
        ("cyanide", [2, 2], {"sng": 2.0, "cardiac_arrest": True, "respiratory_arrest": True}),
        ("snake_venom", [3], {"sng": 3.5, "suffering": (2,)}),
        ("truth_serum", [3, 3], {}),
        ("drake_fungus", [], {"sng": 3.0}),
    ],
)
def test_each_poison_of_the_list(key, dice, kept):  # M13
    body = {"VOL": 10, "INT": 10, "doses": [{"poison": key, "onset": 1}]}
    if key == "curare_paste" and dice == [1]:
        body["VOL"] = 8
    result = {one[0]: one[2] for one in BENCH.changes("poison_tick", dice, character=body)}
    assert result.pop("doses")[0]["ticks_left"] == pack.poison(key).ticks - 1
    assert result == kept


# ---- the turns that hurt ----


def test_two_wounds_of_the_second_fight():  # 4018-4026
    result = BENCH.outcome("poison_schedule", turns=[1, 2])
    assert result == {
        "turns": [2, 3, 4, 5, 6, 7, 8],
        "doses": [1, 2, 2, 2, 2, 2, 1],
        "bs": [1, 2, 2, 2, 2, 2, 1],
        "difficulty_factor": [1, 2, 2, 2, 2, 2, 1],
        "bs_total": 12,
    }


def test_hours_of_rat_poison_and_nothing_at_all():  # M13
    result = BENCH.outcome("poison_schedule", poison="rat_poison", turns=[0])
    assert (result["turns"], result["bs_total"]) == ([720 * hour for hour in range(1, 7)], 3)
    assert BENCH.outcome("poison_schedule", turns=[])["turns"] == []


@pytest.mark.parametrize("key", KEYS)
def test_the_list_is_what_turns_bring(key):  # ORG-POI-02
    result = BENCH.outcome("poison_schedule", poison=key, turns=[0, 3])
    doses, struck = (), {}
    for turn in range(result["turns"][-1] + 2):
        doses, due = advance_doses(doses)
        if due:
            struck[turn] = len(due)
        if turn in (0, 3):
            doses = (*doses, dose_of(DoseGiven(poison=key)))
    assert struck == dict(zip(result["turns"], result["doses"], strict=True))


# ---- outside a fight ----

DOSES = st.builds(
    lambda key, onset, ticks: dose_of(DoseGiven(poison=key, onset=onset, ticks_left=ticks)),
    st.sampled_from(KEYS),
    st.integers(0, 30),
    st.integers(0, 3),
)


@drawn(st.lists(DOSES, max_size=4), st.integers(0, 1500))
def test_leaps_end_where_turns_do(doses, turns):  # ORG-POI-02, M13
    strikes, left = doses_later(tuple(doses), turns)
    now, result = tuple(doses), []
    for turn in range(1, turns + 1):
        before = now
        now, due = advance_doses(now)
        if due:
            result.append((turn, before))
    assert [(one.turns, one.doses) for one in strikes] == result
    assert left == now


def test_a_day_of_rat_poison_is_a_few_leaps():
    strikes, left = doses_later((dose_of(DoseGiven(poison="rat_poison")),), 24 * 720)
    assert [one.turns for one in strikes] == [720 * hour for hour in range(1, 7)]
    assert left == ()
    _, soon = doses_later(
        (dose_of(DoseGiven(poison="rat_poison")), dose_of(DoseGiven(poison="rat_poison", onset=0))), 750
    )
    assert [(one.onset, one.ticks_left) for one in soon] == [(690, 5), (691, 4)]


def test_refusals():
    assert BENCH.refused("poison_schedule", poison="milk", turns=[1]) == ("field/one_of", "poison")
    assert BENCH.refused("poison_schedule", turns=[-1]) == ("field/range", "turns[0]")
    assert BENCH.refused("poison_tick", character={"doses": [{"poison": "milk"}]}) == (
        "field/one_of",
        "character.doses[0].poison",
    )


def test_odds():
    BENCH.assert_odds_agree("poison_tick", character=poisoned({}, {}))
    body = {"doses": [{"poison": "snake_venom", "onset": 1}]}
    BENCH.assert_odds_agree("poison_tick", character=body)
    asked = {"character": poisoned({})}
    assert BENCH.weighed("poison_tick", asked, ["saves.shock.success"]).keys() == {
        (("saves.shock.success", True),),
        (("saves.shock.success", False),),
    }
    assert spent(lambda: BENCH.weighed("poison_tick", asked, ["failed"])) < 0.05


# ---- inside a turn ----


def ticked(dice, options=HOUSE, **fields):
    return played(tick, person(**fields), options, True, dice=dice)


def test_two_doses_in_ying():  # ORG-EX-F4-14, ORG-EX-F4-14-b
    fields = {**YING, "sng": 2, "end_now": 6, "doses": [BLADE, {"poison": "blade_poison"}]}
    result = ticked((10, 10), **fields)
    assert (result.due, result.bs, result.failed) == (2, 4, ("vomiting", "shock"))
    assert [(name, one.difficulty, one.total) for name, one in result.saves] == [
        ("vomiting", 40, 28),
        ("shock", 40, 16),
    ]
    assert (result.person.dying, result.person.timer, result.person.body.end) == (True, 8, 0)
    assert result.fields(HOUSE)["actions"] == -14
    assert ticked((10, 10), Options(shock_keeps_end=True), **fields).person.can_act


def test_the_fallen_are_asked_nothing():  # ORG-EX-F4-24
    doses = [
        {"poison": "blade_poison", "onset": 0, "ticks_left": 3},
        {"poison": "blade_poison", "onset": 0, "ticks_left": 4},
    ]
    one = {
        **YING,
        "sng": 0,
        "inc": 2,
        "end_now": 3,
        "medical_shock": True,
        "halved": True,
        "vomiting": True,
        "doses": doses,
    }
    result = ticked((), Options(shock_keeps_end=True), **one).person
    assert (result.body.inc, result.body.end, result.timer, result.dying) == (0, -1, 6, True)


def test_a_dose_from_first_to_last():  # ORG-POI-01, ORG-POI-02
    one = with_dose(person(SNG=20, sng=20), "drake_fungus")
    blood, weighs = [], []
    for _ in range(8):
        one = typed(call(tick, one, HOUSE, False, ""), ()).outcome.person
        blood.append(one.body.sng // 2)
        weighs.append(poison_mods(one, HOUSE)["actions"])
    assert blood == [19, 18, 17, 16, 15, 14, 14, 14]
    assert weighs == [-10] * 6 + [0, 0]


def test_simplified_poison_and_who_is_not_poisoned():  # ORG-POI-04, ORG-EX-74, ORG-MON-01
    result = ticked((), Options(simplified_poison=True), doses=[{"poison": "blade_poison"}] * 2)
    assert (result.due, result.bs, result.person.body.sng) == (2, 4, 4)
    assert with_dose(person(kind="machine"), "blade_poison").body.doses == ()
    assert ticked((), vomiting=True).person.body.vomiting is False
    dead = person(dead=True, doses=[BLADE])
    assert played(tick, dead, HOUSE).person == dead


def test_odds_of_a_tick_beside_the_enumeration():
    one = person(**YING, doses=[BLADE])
    result = known_odds(call(tick, one, HOUSE, False, ""))
    naive: dict[tuple[str, ...], Fraction] = {}
    for first in range(1, 21):
        for second in range(1, 21):
            failed = typed(call(tick, one, HOUSE, False, ""), (first, second)).outcome.failed
            naive[failed] = naive.get(failed, Fraction(0)) + Fraction(1, 400)
    told: dict[tuple[str, ...], Fraction] = {}
    for outcome, chance in result:
        told[outcome.failed] = told.get(outcome.failed, Fraction(0)) + chance
    assert told == naive


def test_odds_of_a_tick_are_quick():
    one = person(**YING, doses=[BLADE, BLADE])
    assert spent(lambda: known_odds(call(tick, one, Options(pain_worst_only=True), False, "")), times=1) < 0.2
