"""Fire, currents, explosions (DMG-01, DMG-05, DMG-06)."""

from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from quick import spent
from systems.brute import Bench

BENCH = Bench("organique")
ANN = {"name": "Ann", "SNG": 9, "VOL": 12, "END": 8}


# ---- fire ----


def test_four_effects_at_once():  # ORG-DMG-01
    result = BENCH.outcome("fire", [3, 2], character=ANN, points=3)
    assert (result["bs"], result["infection_mod"]) == (3, -15)
    pain, shock = result["suffering"], result["shock"]
    assert (pain["kind"], pain["base"], pain["difficulty"], pain["failed_by"]) == ("suffering", 12, 30, 15)
    assert (shock["kind"], shock["base"], shock["difficulty"], shock["failed_by"]) == ("shock", 8, 15, 5)
    assert (result["penalty"], result["loses_next_action"], result["loses_next_reaction"]) == (15, True, False)
    state = result["state"]
    assert (state["sng"], state["suffering"], state["lose_action"], state["lose_reaction"]) == (6, [15], True, False)
    assert state["wounds"][0] == {"bs": 3, "c": 0, "dirty": False, "fire": True, "closed": False, "cleaned": False}


def test_whose_reasons_they_are():
    steps = BENCH.answer("fire", [3, 2], character=ANN, points=3).steps
    saves = [(one.label, one.who) for one in steps if one.label.endswith("_total")]
    assert saves == [("save_total", ANN["name"])] * 2


@pytest.mark.parametrize(
    ("die", "action", "reaction"), [(12, False, False), (11, True, False), (3, True, False), (2, True, True)]
)
def test_how_bad_the_shock_is(die, action, reaction):  # ORG-VOL-03
    result = BENCH.outcome("fire", [20, die], character={**ANN, "SNG": 20}, points=4)
    assert (result["loses_next_action"], result["loses_next_reaction"]) == (action, reaction)


def test_armour_is_no_help():  # ORG-DMG-01
    worn = {**ANN, "armour": [{"ia": 20, "bs": 9, "c": 9}]}
    assert BENCH.outcome("fire", [20, 20], character=worn, points=2)["state"]["sng"] == 7


def test_no_save_of_the_fallen_nor_of_machines():  # ORG-SAVE-01, ORG-MON-01
    for fields in ({"SNG": 1, "INC": 1}, {"dead": True}, {"inc": 0}):
        result = BENCH.outcome("fire", character={**ANN, **fields}, points=2)
        assert not {"suffering", "shock"} & set(result)
        assert (result["penalty"], result["loses_next_action"]) == (0, False)
    robot = BENCH.outcome("fire", character={"kind": "machine", "structure": 8}, points=2)
    assert (robot["state"]["structure"], "suffering" in robot) == (6, False)


def test_the_exhausted_are_shocked_without_a_die():  # ORG-END-06
    result = BENCH.outcome("fire", [20], character={**ANN, "end_now": 0}, points=1)
    assert (result["shock"]["auto"], result["shock"]["failed_by"], result["loses_next_action"]) == (
        "exhausted",
        1,
        True,
    )


def test_what_helps_helps_twice():
    result = BENCH.outcome("fire", [5, 5], character=ANN, points=1, mods={"wet": 3})
    assert (result["suffering"]["mod"], result["shock"]["mod"]) == (3, 3)


def test_the_shock_may_be_medical():  # ORG-VOL-03, ORG-SYM-17
    house = {"fire_shock_medical": True}
    result = BENCH.outcome("fire", [20, 2], character=ANN, points=3, options=house)
    state = result["state"]
    assert (result["loses_next_action"], state["lose_action"]) == (False, False)
    assert (state["medical_shock"], state["halved"], state["end_now"]) == (True, True, 0)
    kept = BENCH.outcome("fire", [20, 2], character=ANN, points=3, options={**house, "shock_keeps_end": True})
    assert kept["state"]["end_now"] == 8
    assert not BENCH.outcome("fire", [20, 20], character=ANN, points=3, options=house)["state"]["medical_shock"]


def test_natural_ones_and_twenties():  # ORG-TEST-05
    assert BENCH.picked("fire", [20, 20], "penalty", character=ANN, points=5) == (0,)
    assert BENCH.picked("fire", [20, 20], "penalty", character=ANN, points=5, options={"saves_not_luck": True}) == (18,)


@pytest.mark.parametrize("options", [{}, {"fire_shock_medical": True}])
def test_fire_is_weighed(options):
    BENCH.assert_odds_agree("fire", character=ANN, points=2, options=options)


def test_the_order_of_dice():
    assert BENCH.thrown("fire", [9, 9], character=ANN, points=1) == [("d20", "suffering"), ("d20", "shock")]
    assert BENCH.thrown("electricity", [9] * 5, character={**ANN, "SNG": 20}, points=4) == [
        ("d20", "electric_paralysis"),
        ("d20", "electric_unconsciousness"),
        ("d20", "cardiac_arrest"),
        ("d20", "suffering"),
        ("d20", "shock"),
    ]


# ---- currents ----


def test_a_discharge():  # ORG-DMG-05, ORG-TEST-03
    result = BENCH.outcome("electricity", [8, 5, 2], character=ANN, points=3)
    assert [result[name]["base"] for name in ("paralysis", "unconsciousness", "cardiac_arrest")] == [20, 20, 8]
    assert [result[name]["difficulty"] for name in ("paralysis", "unconsciousness", "cardiac_arrest")] == [60, 30, 15]
    assert (result["paralysed_turns"], result["unconscious_turns"], result["breathing_stopped"]) == (32, 5, True)
    assert (result["fire_points"], result["fire_bs"], "suffering" in result) == (0, 0, False)
    state = result["state"]
    assert (state["paralysed_turns"], state["unconscious_turns"], state["no_air"]) == (32, 5, True)
    assert (state["cardiac_arrest"], state["fresh"]) == (True, ["paralysed", "unconscious"])


def test_breath_stops_when_it_fails_by_more_than_ten():  # ORG-SYM-12
    for die, stopped in ((10, False), (9, True)):
        result = BENCH.outcome("electricity", [die, 20, 20], character=ANN, points=2)
        assert (result["paralysed_turns"], result["breathing_stopped"]) == (20 - die, stopped)
        assert result["state"]["no_air"] == stopped
    saved = BENCH.outcome("electricity", [20, 20, 20], character=ANN, points=2)
    assert (saved["paralysed_turns"], saved["unconscious_turns"], saved["state"]["can_act"]) == (0, 0, True)


@pytest.mark.parametrize(("points", "fire"), [(3, 0), (4, 1), (7, 1), (8, 2)])
def test_strong_currents_burn(points, fire):  # ORG-DMG-05, ORG-DMG-01
    dice = [20, 20, 20, *([1, 1] if fire else [])]
    result = BENCH.outcome("electricity", dice, character={**ANN, "SNG": 20}, points=points)
    assert (result["fire_points"], result["fire_bs"], result["state"]["sng"]) == (fire, fire, 20 - fire)
    if fire:
        assert (result["suffering"]["difficulty"], result["shock"]["difficulty"]) == (10 * fire, 5 * fire)
        assert result["state"]["suffering"]


def test_the_exhausted_count_for_their_will_alone():  # ORG-SAVE-03
    result = BENCH.outcome("electricity", [10, 10], character={**ANN, "end_now": 0}, points=1)
    assert (result["paralysis"]["base"], result["cardiac_arrest"]["auto"]) == (12, "exhausted")
    assert result["state"]["cardiac_arrest"]


def test_the_average_of_a_house():  # ORG-TEST-03
    result = BENCH.outcome("electricity", [9, 9, 9], character=ANN, points=1, options={"ko_save_average": True})
    assert (result["paralysis"]["base"], result["unconsciousness"]["base"]) == (10, 10)


def test_a_current_through_machines_and_the_fallen():  # ORG-MON-01, ORG-SAVE-01
    robot = BENCH.outcome("electricity", character={"kind": "machine"}, points=9)
    assert (robot["state"]["structure"], robot["paralysed_turns"]) == (8, 0)
    fallen = BENCH.outcome("electricity", character={"inc": 0, "sng": 1, "INC": 1, "end_now": -1}, points=4)
    assert ("paralysis" in fallen, fallen["state"]["sng"]) == (False, 0)


def test_a_current_is_weighed():
    tired = {**ANN, "end_now": 0}
    BENCH.assert_odds_agree("electricity", character=tired, points=1)
    asked = {"character": tired, "points": 1}
    shown = [(one["state"]["can_act"], chance) for one, chance in BENCH.every_outcome("electricity", asked)]
    free = sum(chance for able, chance in shown if able)
    assert BENCH.weighed("electricity", asked, ["state.can_act"]).get((("state.can_act", True),), 0) == free


@pytest.mark.parametrize(("field", "difficulty"), [("paralysed_turns", 40), ("unconscious_turns", 20)])
@pytest.mark.parametrize("place", ["", "state."])
def test_turns_are_told_where_somebody_looks_at_them(field, difficulty, place):  # ORG-DMG-05
    asked = {"character": {"VOL": 4, "END": 5}, "points": 2}
    naive: dict[int, Fraction] = {}
    for face in range(1, 21):
        margin = 9 + face - difficulty
        turns = 0 if face == 20 else max(0, 1 if face == 1 else 0, -margin)
        naive[turns] = naive.get(turns, Fraction(0)) + Fraction(1, 20)
    result = BENCH.weighed("electricity", asked, [place + field])
    assert {key[0][1]: chance for key, chance in result.items()} == naive


def test_odds_of_a_strong_current_come_quickly():
    asked = {"character": {**ANN, "SNG": 20}, "points": 9}
    for by in ((), ("state.can_act",), ("state.suffering",), ("unconscious_turns", "breathing_stopped"), ("shock",)):
        assert sum(one.chance for one in odds_of("organique", "electricity", asked, by=by)) == 1
        assert spent(partial(odds_of, "organique", "electricity", asked, by=by), times=1) < 0.1, by


def test_odds_tell_as_much_as_is_thrown():
    """A current too weak to burn leaves room for its own saves; a strong one does not."""
    by = ("paralysis", "unconsciousness", "suffering", "shock")
    asked = {"character": {**ANN, "SNG": 20}, "points": 3}
    assert sum(one.chance for one in odds_of("organique", "electricity", asked, by=by)) == 1
    with pytest.raises(Refusal) as caught:
        odds_of("organique", "electricity", {**asked, "points": 4}, by=by)
    assert caught.value.id == "odds/too_many"


def test_what_nobody_looks_at_changes_nothing():
    asked = {"character": {**ANN, "SNG": 20}, "points": 5}
    whole = BENCH.weighed("electricity", asked, ["state.cardiac_arrest", "paralysed_turns"])
    part = BENCH.weighed("electricity", asked, ["state.cardiac_arrest"])
    for key, chance in part.items():
        assert sum(one for name, one in whole.items() if key[0] in name) == chance


# ---- explosions ----


def test_shrapnel_and_blast_meet_every_layer():  # ORG-DMG-06, ORG-ARM-03
    worn = {**ANN, "armour": [{"ia": 0, "bs": 1, "c": 1}]}
    wall = {"name": "wall", "ia": 3, "bs": 1, "c": 0.5}
    result = BENCH.outcome("explosion", character=worn, bs=4, c=3, cover=wall)
    assert (result["bs_through"], result["c_through"]) == (2, 1.5)
    assert (result["infection_mod"], result["penalty"], "shock" in result) == (0, 0, False)
    state = result["state"]
    assert (state["sng"], state["cps"]) == (7, 2.5)


def test_burns_come_after_the_blow():  # ORG-DMG-06, ORG-DMG-01
    result = BENCH.outcome("explosion", [1, 1], character={**ANN, "VOL": 5, "END": 3}, bs=2, fire=2)
    assert (result["penalty"], result["infection_mod"]) == (14, -10)
    assert (result["loses_next_action"], result["loses_next_reaction"]) == (True, False)
    assert [one["fire"] for one in result["state"]["wounds"]] == [False, True]
    fallen = BENCH.outcome("explosion", character=ANN, bs=30, fire=2)
    assert ("shock" in fallen, fallen["state"]["out_of_action"]) == (False, True)


def test_an_explosion_is_weighed():
    BENCH.assert_odds_agree("explosion", character=ANN, bs=2, c=1, fire=1)


@drawn(st.integers(0, 12), st.integers(0, 12))
def test_without_fire_it_is_a_blow(bs, c):
    worn = {**ANN, "armour": ["leather_jacket"]}
    blow = BENCH.outcome("apply_damage", character=worn, bs=bs / 2, c=c / 2)
    result = BENCH.outcome("explosion", character=worn, bs=bs / 2, c=c / 2)
    assert result["state"] == blow["state"]
    assert (result["bs_through"], result["c_through"]) == (blow["bs_through"], blow["c_through"])


# ---- refusals ----


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("fire", {"points": 0}, "field/range", "points"),
        ("fire", {}, "field/missing", "points"),
        ("electricity", {"points": 0}, "field/range", "points"),
        ("explosion", {"bs": 0.3}, "field/type", "bs"),
        ("explosion", {"fire": -1}, "field/range", "fire"),
        ("explosion", {"cover": "air"}, "field/one_of", "cover"),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, character={}, **fields) == (id, field)


def test_what_the_sheet_keeps():
    result = BENCH.changes("electricity", [20, 9, 20], character=ANN, points=2)
    assert result == []
    result = BENCH.changes("electricity", [15, 20, 20], character=ANN, points=2)
    assert result == [("paralysed_turns", 0, 5, ""), ("fresh", (), ("paralysed",), "")]
    assert ("suffering", (), (4,), "") in BENCH.changes("fire", [4, 20], character=ANN, points=2)
    assert ("lose_action", False, True, "") in BENCH.changes("explosion", [20, 1], character=ANN, fire=2)
