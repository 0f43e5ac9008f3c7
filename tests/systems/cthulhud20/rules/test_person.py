"""Life, fatigue, fainting and stabilising of one body; what a combatant may be (HP, FAT, BLEED-03, COND-02)."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.odds import odds_of
from gardien.core.interpreters.typed import typed
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant, ceiling
from gardien.systems.cthulhud20.rules.person import (
    KEPT,
    VictimBlock,
    body_of,
    drain,
    faint,
    fatigue_malus,
    lose,
    recover,
    stabilise,
    stabilise_chance,
    victim_changes,
    victim_fields,
    with_body,
    worst,
)

HOUSE = Options()
TOTAL = frozenset({"faint_save_total"})


def somebody(**fields: Any) -> Combatant:
    return msgspec.convert(fields, Combatant)


def body(**fields: Any):
    return body_of(somebody(**fields), HOUSE)


# ---- who somebody is ----


@pytest.mark.parametrize(
    ("fields", "pv_max", "pv", "pf"),
    [
        ({}, 8, 8, 8),
        ({"con": 14}, 10, 10, 10),
        ({"con": 14, "feats": ["toughness", "toughness"]}, 14, 14, 14),
        ({"con": 1}, 3, 3, 3),
        ({"con": 14, "ability_damage": {"con": 8}}, 6, 6, 6),
        ({"con": 14, "pv": 4}, 10, 4, 6),
        ({"con": 14, "pv": 0}, 10, 0, 0),
        ({"pv_max": 124, "pf_max": 20}, 124, 124, 20),
        ({"con": 0}, 3, 3, 3),
    ],
)
def test_life_and_fatigue(fields, pv_max, pv, pf):
    """CD20-HP-01, CD20-HP-02, CD20-HP-07, CD20-FEAT-08."""
    result = somebody(**fields)
    assert (result.life_max, result.life, result.breath) == (pv_max, pv, pf)


@pytest.mark.parametrize(
    ("fields", "state", "lies"),
    [
        ({}, "ok", False),
        ({"pf": 0}, "unconscious", True),
        ({"pf": -2, "state": "stunned"}, "stunned", True),
        ({"pv": -1}, "dead", True),
        ({"prone": True}, "ok", True),
        ({"pf": 0, "prone": False}, "unconscious", False),
    ],
)
def test_states(fields, state, lies):
    """CD20-COND-02, CD20-HP-04, CD20-HP-05: what PV and PF make of somebody who is not described."""
    assert (somebody(**fields).condition, somebody(**fields).lies) == (state, lies)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"pv": 9}, "pv"),
        ({"pf": 9}, "pf"),
        ({"pv": 2, "pf": 4}, "pf"),
        ({"state": "stunned"}, "state"),
        ({"pf": 0, "state": "ok"}, "state"),
        ({"pv": 0, "state": "ok"}, "state"),
        ({"state": "dead"}, "state"),
        ({"san": 95, "mythos_ranks": 9}, "san"),
        ({"feats": ["flying"]}, "feats"),
        ({"skill_ranks": {"cooking": 1}}, "skill_ranks"),
        ({"skill_ranks": {"hide": 0.3}}, "skill_ranks.hide"),
        ({"armour_items": ["bikini"]}, "armour_items"),
        ({"armour": {"chest": 1}}, "armour"),
        ({"lost_parts": ["whole_body"]}, "lost_parts"),
        ({"tables": "mi_go", "wounds": [{"zone": "torso", "gb": 1}]}, "wounds"),
        ({"wounds": [{"zone": "torso"}]}, "wounds[0].gb"),
    ],
)
def test_what_nobody_can_be(fields, field):
    """CD20-HP-07, CD20-COND-02, CD20-P-CREA-04: bad input names its field."""
    with pytest.raises(Refusal) as caught:
        parse(Combatant, fields)
    assert caught.value.field == field


def test_whoever_has_no_constitution_left_may_be_dead():
    """CD20-P-ABIL-02: PV or not."""
    assert somebody(con=4, ability_damage={"con": 4}, state="dead").condition == "dead"


def test_strength_and_intelligence_are_written_by_their_codes():
    """The codes of abilities stand in every input and outcome."""
    result = somebody(str=14, int=16, ability_damage={"str": 3})
    assert (result.score("str"), result.modifier("str"), result.modifier("int")) == (11, 0, 3)
    assert msgspec.to_builtins(result)["str"] == 14


def test_a_wound_as_it_is_told_and_as_it_is():
    """CD20-GB-04, CD20-BLEED-04: everything follows from GB or severity; what is said stands."""
    told = [{"zone": "left_leg", "gb": 10}, {"severity": "light", "pf_loss": 2}, {"gb": 12, "treated": True}]
    leg, chest, other = body(con=14, wounds=told).wounds
    assert (leg.severity, leg.pf_loss, leg.pv_loss, leg.bleeding, leg.next_tick_in_rounds) == ("grave", 3, 2, True, 10)
    assert (chest.zone, chest.gb, chest.pf_loss, chest.bleeding) == ("torso", 1, 2, False)
    assert (other.bleeding, other.next_tick_in_rounds) == (False, 0)
    assert body(tables="zombie", wounds=[{"zone": "torso", "gb": 12}]).wounds[0].bleeding is False
    assert body(wounds=[{"gb": 7, "bleeding": True, "stabilised": True, "next_tick_in_rounds": 4}]).wounds[0].bleeding


def test_a_body_goes_back_to_its_owner():
    """Between two blows of one turn nothing is forgotten."""
    somebody_hurt = somebody(con=14, pf=4, wounds=[{"zone": "left_leg", "gb": 10}], lost_parts=["left_arm"], fort=3)
    result = body_of(somebody_hurt, HOUSE)
    assert body_of(with_body(somebody_hurt, result), HOUSE) == result


# ---- losing ----


@pytest.mark.parametrize(("pv", "most"), [(10, 15), (6, 9), (5, 7), (4, 6), (3, 4), (2, 3), (1, 1)])
def test_the_ceiling(pv, most):
    """CD20-HP-07, CD20-GEN-02: half as many again, rounded down; a clip asks for no save."""
    assert ceiling(pv) == most
    result = drain(body(con=14, pv=pv), 0, 0, HOUSE)
    assert (result.body.pf, result.faints) == (min(10, most), False)


@pytest.mark.parametrize(
    ("fields", "loss", "options", "pf", "faints"),
    [
        ({"pf": 3}, 2, {}, 1, False),
        ({"pf": 3}, 3, {}, 0, True),
        ({"pf": 3}, 5, {}, -2, True),
        ({"pf": 0}, 2, {}, -2, False),
        ({"pf": 3}, 5, {"pf_floor_zero": True}, 0, True),
        ({"pf": -3}, 1, {"pf_floor_zero": True}, -3, False),
        ({"pf": 0, "state": "stunned"}, 1, {"repeat_faint_save": True}, -1, True),
        ({"pf": 0, "state": "stunned"}, 0, {"repeat_faint_save": True}, 0, False),
        ({"pf": 0, "state": "unconscious"}, 1, {"repeat_faint_save": True}, -1, False),
    ],
)
def test_when_a_faint_save_is_due(fields, loss, options, pf, faints):
    """CD20-HP-05: once, when PF cross from 1 to 0; negative PF are kept; both house rules."""
    result = drain(body(**fields), loss, 0, Options(**options))
    assert (result.body.pf, result.faints) == (pf, faints)


def test_death_by_loss():
    """CD20-HP-04: PV as computed, PF too, no save, wounds cost nothing any more."""
    result = drain(body(pv=1, pf=1, wounds=[{"gb": 7}]), 3, 2, HOUSE)
    assert (result.body.pv, result.body.pf, result.body.state, result.faints) == (-1, -2, "dead", False)
    assert not result.body.bleeding
    assert result.body.wounds[0].next_tick_in_rounds == 0


@pytest.mark.parametrize(("face", "state"), [(14, "unconscious"), (15, "stunned"), (1, "unconscious"), (20, "stunned")])
def test_losing_ones_senses(face, state):
    """CD20-HP-05, CD20-COND-02: Fortitude against 15; on the ground either way; fatigue does not weigh."""
    result = typed(call(lose, body(pf=1, fort=0), 1, 0, HOUSE, TOTAL, "Paul", ""), [face])
    assert (result.outcome.body.state, result.outcome.body.prone) == (state, True)
    assert (result.outcome.tried.total, result.outcome.body.malus) == (face, -5)
    assert [(one.who, one.purpose) for one in result.dice] == [("Paul", "faint_save")]
    assert {one.rule for one in result.steps if one.label.startswith("faint_save")} == {"CD20-HP-05"}


def test_odds_of_the_faint_save():
    """CD20-P-ODDS-03: 6 in 20 with a Fortitude of +0; a head out of use costs four."""
    assert odds_of(call(faint, body(fort=0))).chance(lambda tried: tried.success) == Fraction(6, 20)
    hampered = body(fort=0, hampered_parts=["head"])
    assert odds_of(call(faint, hampered)).chance(lambda tried: tried.success) == Fraction(2, 20)


@given(st.integers(1, 30), st.integers(-30, 30))
def test_fatigue_is_never_beyond_its_limits(pf_max, pf):
    """CD20-FAT-01, CD20-FAT-03."""
    malus = fatigue_malus(pf_max, min(pf, pf_max))
    assert -5 <= malus <= 0
    assert pf > 0 or malus == -5


# ---- coming back ----


@pytest.mark.parametrize(
    ("fields", "pf", "pv", "after"),
    [
        ({"con": 14, "pv": 4, "pf": 2}, 5, 0, (4, 6, "ok")),
        ({"con": 14, "pv": 2, "pf": -4}, 12, 5, (7, 8, "ok")),
        ({"con": 14, "pv": 9, "pf": 10}, 0, 3, (10, 10, "ok")),
        ({"con": 14, "pf": -2}, 2, 0, (10, 0, "unconscious")),
        ({"con": 14, "pf": -2}, 3, 0, (10, 1, "ok")),
    ],
)
def test_what_comes_back(fields, pf, pv, after):
    """CD20-HP-06, CD20-HP-07: PV first, PF under the new ceiling; awake again at 1 PF, still on the ground."""
    before = body(**fields)
    result = recover(before, pf, pv)
    assert (result.pv, result.pf, result.state) == after
    assert result.prone == before.prone


# ---- stabilising ----


@pytest.mark.parametrize(("total", "chance"), [(9, "2/25"), (1, "0"), (0, "0"), (-5, "0"), (2, "1/100"), (150, "1")])
def test_the_chance_to_stabilise(total, chance):
    """CD20-BLEED-03: strictly below the total."""
    assert str(stabilise_chance(total)) == chance


def test_stabilising():
    """CD20-BLEED-03: 8 holds and 9 does not at a total of 9; odds say the same."""
    hurt = body(con=14, pv=8, pf=1)
    assert [typed(call(stabilise, hurt, "", ""), [face]).outcome for face in (8, 9)] == [True, False]
    assert odds_of(call(stabilise, hurt, "", "")).chance(bool) == Fraction(8, 100)


def test_the_worst_wound():
    """CD20-BLEED-05: severity, then GB, then the oldest; only wounds that bleed."""
    result = body(wounds=[{"gb": 4}, {"gb": 7}, {"gb": 9}, {"gb": 9}, {"gb": 12, "treated": True}]).wounds
    assert worst(result) == 2
    assert worst(()) is None


# ---- blocks ----


def test_what_a_sheet_keeps():
    """A victim block tells every field, its changes only what moved."""
    before = body(con=14, pf=4)
    after = drain(before, 1, 1, HOUSE).body
    block = VictimBlock(**victim_fields(after))
    assert [(one.field, one.before, one.after) for one in victim_changes(before, block)] == [
        ("pv", 10, 9),
        ("pf", 4, 3),
    ]
    assert (block.pf_lost, block.fatigue_malus) == (7, -3)
    assert set(KEPT) <= set(VictimBlock.__struct_fields__)
    assert victim_fields(after, frozenset())["wounds"] is msgspec.UNSET
