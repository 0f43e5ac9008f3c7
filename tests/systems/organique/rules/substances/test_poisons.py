"""Poison by dose and turn, and over hours (POI-01 to POI-04)."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.systems.organique import pack
from gardien.systems.organique.bodies import dose_of
from gardien.systems.organique.poisons import later
from gardien.systems.organique.values import DoseGiven
from gardien.systems.organique.venom import advanced
from quick import spent
from systems.brute import Bench
from systems.organique.people import YING
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("poison_tick", "poison_schedule")
KEYS = pack.keys("poisons", "poison")


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def poisoned(*doses, **fields):
    return {**YING, **fields, "doses": [{"poison": "blade_poison", **one} for one in doses]}


# ---- the start of a turn ----


def test_a_dose_from_wound_to_end():  # ORG-POI-01, ORG-POI-02
    body, found = poisoned({}, SNG=20), []
    for _ in range(8):
        one = BENCH.outcome("poison_tick", [20, 20] if len(found) < 6 else [], character=body)
        found.append((one["due"], one["bs"], one["actions"]))
        body = {**body, "doses": one["state"]["doses"], "sng": one["state"]["sng"]}
    assert found == [(1, 1, -7)] * 6 + [(0, 0, 0)] * 2
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
    found = BENCH.outcome("poison_tick", [], character=poisoned({}, {}), options=house)
    assert (found["bs"], found["actions"], found["sight"], found["pain_saves"]) == (2, -20, 0, 0)


@pytest.mark.parametrize(
    ("key", "dice", "kept"),
    [
        ("curare_paste", [9], {"paralysed_turns": 120}),
        ("curare_paste", [1], {"paralysed_turns": 120, "no_air": True}),
        ("rat_poison", [2], {"sng": 3.5, "vomiting": True}),
        ("nerve_gas", [2, 2], {"end_now": 9, "respiratory_arrest": True}),
        ("sleep_gas", [5], {"unconscious_turns": 60}),
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
    found = {one[0]: one[2] for one in BENCH.changes("poison_tick", dice, character=body)}
    assert found.pop("doses")[0]["ticks_left"] == pack.poison(key).ticks - 1
    assert found == kept


# ---- the turns that hurt ----


def test_two_wounds_of_the_second_fight():  # 4018-4026
    found = BENCH.outcome("poison_schedule", turns=[1, 2])
    assert found == {
        "turns": [2, 3, 4, 5, 6, 7, 8],
        "doses": [1, 2, 2, 2, 2, 2, 1],
        "bs": [1, 2, 2, 2, 2, 2, 1],
        "difficulty_factor": [1, 2, 2, 2, 2, 2, 1],
        "bs_total": 12,
    }


def test_hours_of_rat_poison_and_nothing_at_all():  # M13
    found = BENCH.outcome("poison_schedule", poison="rat_poison", turns=[0])
    assert (found["turns"], found["bs_total"]) == ([720 * hour for hour in range(1, 7)], 3)
    assert BENCH.outcome("poison_schedule", turns=[])["turns"] == []


@pytest.mark.parametrize("key", KEYS)
def test_the_list_is_what_turns_bring(key):  # ORG-POI-02
    found = BENCH.outcome("poison_schedule", poison=key, turns=[0, 3])
    doses, struck = (), {}
    for turn in range(found["turns"][-1] + 2):
        doses, due = advanced(doses)
        if due:
            struck[turn] = len(due)
        if turn in (0, 3):
            doses = (*doses, dose_of(DoseGiven(poison=key)))
    assert struck == dict(zip(found["turns"], found["doses"], strict=True))


# ---- outside a fight ----

DOSES = st.builds(
    lambda key, onset, ticks: dose_of(DoseGiven(poison=key, onset=onset, ticks_left=ticks)),
    st.sampled_from(KEYS),
    st.integers(0, 30),
    st.integers(0, 3),
)


@drawn(st.lists(DOSES, max_size=4), st.integers(0, 1500))
def test_leaps_end_where_turns_do(doses, turns):  # ORG-POI-02, M13
    strikes, left = later(tuple(doses), turns)
    now, found = tuple(doses), []
    for turn in range(1, turns + 1):
        before = now
        now, due = advanced(now)
        if due:
            found.append((turn, before))
    assert [(one.turns, one.doses) for one in strikes] == found
    assert left == now


def test_a_day_of_rat_poison_is_a_few_leaps():
    strikes, left = later((dose_of(DoseGiven(poison="rat_poison")),), 24 * 720)
    assert [one.turns for one in strikes] == [720 * hour for hour in range(1, 7)]
    assert left == ()
    _, soon = later((dose_of(DoseGiven(poison="rat_poison")), dose_of(DoseGiven(poison="rat_poison", onset=0))), 750)
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
