"""What the page of a fight offers: acts that are open, acts that are struck and why, time, states, places on a line."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.system import find
from gardien.shared.line import STANDS, metres, nearer, place_of
from gardien.systems.d20d100.rules.fight.standing import STEPS, band, defences, is_off_guard, situations
from gardien.systems.d20d100.table.fight import (
    COSTS,
    FIGHTING,
    PLACE,
    RANK,
    TOTAL,
    TURNS,
    bars,
    conditions,
    cost,
    order,
    reacts,
    turn_budget,
)
from gardien.systems.d20d100.table.fighter import LEFT
from systems.d20d100.evening import investigator

SYSTEM = find("d20d100")
BERTHE: dict[str, Any] = investigator("Berthe") | {"side": "allies"}
FOE: dict[str, Any] = {"kind": "npc", "side": "foes", "condition": "ok", STANDS: 0}


def struck(fighter: dict[str, Any], *others: dict[str, Any], round: int = 2) -> dict[str, str]:
    """Acts that are struck, with their reasons; the senseless ones have none."""
    return {bar.value: bar.why for bar in bars(fighter, dict(enumerate(others)), round, {})}  # type: ignore[arg-type]


# ---- time ----


@pytest.mark.parametrize(
    ("state", "round", "others", "left"),
    [
        ({}, 1, (), 2),
        ({"surprised": True}, 1, (), 0),
        ({}, 1, ({"surprised": True},), 1),
        ({}, 2, ({"surprised": True},), 2),
        ({"shocked": True}, 2, (), 1),
        ({"violently_shocked": True}, 2, (), 0),
        ({"helpless": True}, 2, (), 0),
        ({"triggered": True}, 2, (), 1),
        ({"condition": "staggered"}, 2, (), 1),
        ({"condition": "out_of_action"}, 2, (), 1),
        ({"condition": "unconscious"}, 2, (), 0),
        ({"perm_mad": True}, 2, (), 0),
    ],
)
def test_how_many_half_rounds_a_turn_is_worth(state, round, others, left):
    """D100-CBT-08, D100-CBT-09, D100-HEALTH-03, D100-HEALTH-06, D100-TEMP-02, D100-MODE-06."""
    assert turn_budget({**BERTHE, **state}, dict(enumerate(others)), round, {}) == left


@pytest.mark.parametrize(
    ("act", "inputs", "outcome", "left", "price"),
    [
        ("attack", {}, {"in_range": True}, 2, 1),
        ("attack", {}, {"in_range": False}, 2, 0),
        ("attack", {}, {"in_range": True}, 0, 0),
        ("attack_sequence", {"series": [6, 1]}, {"in_range": True}, 2, 2),
        ("attack_sequence", {"series": [6]}, {"in_range": True}, 2, 1),
        ("charge", {}, {"accepted": False}, 2, 0),
        ("take_action", {}, {"accepted": True, "kind": "complex"}, 2, 2),
        ("take_action", {}, {"accepted": True, "kind": "free"}, 2, 0),
        ("reload", {}, {"simple_actions": 4}, 2, 4),
        ("clear_jam", {}, {"simple_actions": 2}, 1, 2),
        ("prepare", {}, {}, 2, 2),
        ("opportunity_attack", {}, {"in_range": True}, 2, 0),
        ("first_aid", {}, {"refused": True}, 2, 0),
    ],
)
def test_what_an_act_takes_of_the_round(act, inputs, outcome, left, price):
    """D100-CBT-11, D100-CBT-12, D100-FIRE-05, D100-FIRE-11."""
    assert cost(act, inputs, outcome, {LEFT: left}) == price


def test_every_act_of_a_turn_has_its_price_and_its_word():
    assert set(COSTS) >= set(TURNS)
    for act in (*TURNS, *FIGHTING.reactions):
        assert SYSTEM.terms.entry("act", act) or SYSTEM.terms.entry("procedure", act), act
    for left in range(3):
        assert SYSTEM.terms.entry("budget", str(left))


# ---- what is struck ----


def test_half_a_round_is_too_short_for_a_complex_action():
    """D100-CBT-12."""
    result = struck({**BERTHE, LEFT: 1, "pv": 3}, FOE)
    assert {act for act, why in result.items() if why == "no_time"} == {
        act for act in TURNS if COSTS[act] == 2 and result.get(act)
    }
    assert (result["delay"], "attack" in result, "take_action" in result) == ("begun", False, False)
    assert all(struck({**BERTHE, LEFT: 0}, FOE).get(act, "") != "" for act in ("attack", "take_action", "prepare"))


def test_the_surprised_and_the_helpless_do_nothing():
    """D100-CBT-08, D100-SPEC-05."""
    assert set(struck({**BERTHE, "surprised": True}, FOE)) >= set(TURNS) - {"grapple_manoeuvre"}
    assert struck({**BERTHE, "helpless": True}, FOE)["take_action"] == "helpless"


def test_in_each_others_arms_one_only_wrestles():
    """D100-GRAP-03."""
    result = struck({**BERTHE, "grappling": ["x"]}, FOE)
    assert (result["attack"], result["start_grapple"], "grapple_manoeuvre" in result) == ("grappling", "", False)
    assert struck(BERTHE, FOE)["grapple_manoeuvre"] == ""


def test_hand_to_hand_needs_somebody_at_arms_length():
    """D100-CBT-13: a revolver does not; a friend is not enough, nor the dead."""
    far = {**FOE, STANDS: 10}
    assert struck(BERTHE, far)["start_grapple"] == "nobody_near"
    assert "attack" not in struck(BERTHE, far)
    assert struck({**BERTHE, "weapons": [BERTHE["weapons"][-1]]}, far)["attack"] == "nobody_near"
    assert struck(BERTHE, far, {**FOE, "side": "allies"}, {**FOE, "condition": "dead"})["disarm"] == "nobody_near"
    assert "disarm" not in struck(BERTHE, FOE)


def test_loading_needs_room_and_cartridges():
    """D100-FIRE-05."""
    gun, *rest = BERTHE["weapons"]
    assert struck(BERTHE, FOE)["reload"] == "full"
    assert "reload" not in struck({**BERTHE, "weapons": [{**gun, "loaded": 1}, *rest]}, FOE)
    assert struck({**BERTHE, "weapons": [{**gun, "loaded": 1, "spare": 0}, *rest]}, FOE)["reload"] == "no_spare"
    assert "clear_jam" not in struck({**BERTHE, "weapons": [{**gun, "weapon_state": "jam"}, *rest]}, FOE)


def test_first_aid_needs_a_wound_and_a_coup_de_grace_a_helpless_victim():
    """D100-HEALTH-08, D100-SPEC-06."""
    assert struck(BERTHE, FOE)["first_aid"] == "nobody_hurt"
    assert "first_aid" not in struck({**BERTHE, "pv": 1}, FOE)
    assert struck(BERTHE, FOE)["coup_de_grace"] == ""
    assert "coup_de_grace" not in struck(BERTHE, {**FOE, "condition": "unconscious"})


def test_who_may_act_in_anothers_turn():
    """D100-MODE-06, D100-SPEC-01."""
    others = {"x": FOE}
    assert reacts({**BERTHE, "prepared": ["x"]}, others, 2, {}) == ["prepare", "opportunity_attack"]
    assert reacts(BERTHE, {"x": {**FOE, STANDS: 9}}, 2, {}) == []
    assert reacts({**BERTHE, "surprised": True}, others, 1, {}) == []
    for stance in ("full_defence", "assessing"):  # D100-MODE-01, D100-MODE-04
        assert reacts({**BERTHE, stance: True}, others, 2, {}) == []


def test_every_reason_and_state_has_words():
    gun, *rest = BERTHE["weapons"]
    worn = {**BERTHE, "weapons": [{**gun, "loaded": 0, "spare": 0}, *rest]}
    stood = [
        (BERTHE, ()),
        (worn, ({**FOE, STANDS: 40},)),
        ({**BERTHE, "surprised": True}, (FOE,)),
        ({**BERTHE, "helpless": True}, (FOE,)),
        ({**BERTHE, "full_defence": True, "grappling": True, LEFT: 1}, (FOE,)),
    ]
    for fighter, others in stood:
        for bar in bars(fighter, dict(enumerate(others)), 1, {}):  # type: ignore[arg-type]
            assert not bar.why or SYSTEM.terms.entry("bar", bar.why), bar
            assert not bar.rule or bar.rule in SYSTEM.reference, bar
    states = (*FIGHTING.circumstances, "ambushed", "charging", "on_fire", "alert", "temp_mad", "indef_mad", "perm_mad")
    for state in (*({one: True} for one in (*states, "decompensating")), {"grappling": ["x"]}, {"prepared": ["x"]}):
        for condition in conditions({**BERTHE, **state}, 1):
            assert SYSTEM.terms.entry("condition", condition.key), condition
    for state in ("staggered", "unconscious", "out_of_action", "dying", "stable", "dead"):
        assert SYSTEM.terms.entry("condition", conditions({**BERTHE, "condition": state}, 1)[0].key)
    assert {one.key for one in conditions({**BERTHE, "wound_penalty": -6, "strangle_round": 1}, 1)} == {
        "quarter",
        "strangled",
    }
    for name in FIGHTING.circumstances:
        assert SYSTEM.terms.field(name), name
    for key in FIGHTING.distance.bands:  # type: ignore[union-attr]
        assert SYSTEM.terms.entry("band", key), key


# ---- where people stand ----


@given(here=st.integers(-500, 500), way=st.sampled_from((-1, 1)))
def test_a_step_puts_somebody_into_the_band_it_says(here, way):
    """D100-CBT-13: the same from either end."""
    for at, step in enumerate(STEPS):
        one, other = {STANDS: here}, {STANDS: here + way * step}
        assert band(one, other) == band(other, one) == at


@given(here=st.integers(-100, 100), there=st.integers(-100, 100), far=st.floats(0, 60))
def test_nobody_walks_past_whom_they_walk_to(here, there, far):
    one, other = {STANDS: here}, {STANDS: there}
    after = {STANDS: nearer(place_of(one), place_of(other), far)}
    assert metres(after, other) == pytest.approx(max(0, abs(here - there) - far))


def test_cover_caution_and_being_caught_make_the_defence():
    """D100-DEF-02, D100-DEF-03, D100-MODE-01, D100-MODE-02, D100-MISS-17."""
    sheet = {"defence": 17, "defence_flat": 15}
    assert defences(sheet) == (17, 15)
    assert defences({**sheet, "cover_nearly_total": True, "full_defence": True}) == (29, 27)
    assert defences({**sheet, "cover_half": True, "defensive": True}) == (21, 19)
    for state in ("flat_footed", "surprised", "immobilised", "charging"):
        assert is_off_guard({**sheet, state: True})
        assert not is_off_guard({**sheet, state: True, "fleeing": True})
    assert is_off_guard({**sheet, "helpless": True, "fleeing": True})
    assert not is_off_guard({**sheet, "surprised": True, "flat_footed": False})  # hit already
    assert situations({"defensive": True, "prone": True}, {"prone": True, "ambushed": True, STANDS: 9}) == [
        "helpless_target",
        "defensive",
        "attacker_prone",
        "target_prone_at_range",
    ]


# ---- the order ----

fighters = st.dictionaries(
    st.sampled_from("abcdefgh"),
    st.fixed_dictionaries(
        {},
        optional={
            TOTAL: st.integers(-5, 30),
            RANK: st.integers(1, 8),
            PLACE: st.integers(1, 8),
            "initiative": st.integers(-3, 6),
            "condition": st.sampled_from(("ok", "dead", "dying", "staggered")),
        },
    ),
    max_size=8,
)


@given(people=fighters)
def test_everybody_able_has_one_place_and_those_who_took_one_keep_it(people):
    """D100-CBT-02, D100-MODE-05."""
    result = order(people, 2, {})
    able = [id for id, one in people.items() if one.get("condition", "ok") in ("ok", "staggered")]
    assert sorted(result) == sorted(able)
    placed = [people[id][PLACE] for id in result if PLACE in people[id]]
    assert placed == sorted(placed)
    thrown = [people[id][TOTAL] for id in result if TOTAL in people[id]]
    if not placed and len(thrown) == len(result):
        assert thrown == sorted(thrown, reverse=True)
