"""One blow on one body, in the order of CD20-GB-08: the worked examples and every corner of the order."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.interpreters.odds import odds_of
from gardien.core.interpreters.typed import typed
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant, ceiling
from gardien.systems.cthulhud20.rules.fight.attack_severity import gb_of
from gardien.systems.cthulhud20.rules.fight.attack_wound import (
    Blow,
    BlowResult,
    WoundBlock,
    suffer,
    suggested_shock,
    wound_fields,
)
from gardien.systems.cthulhud20.rules.person import body_of
from gardien.systems.cthulhud20.vocabulary import HUMAN
from systems.worked import assert_contains, by_id, examples

ALL = frozenset({"gb", "wounds", "care_dc", "faint_save_total"})
WOUNDS = [one for one in examples("cthulhud20") if one.procedure == "apply_wound"]


def somebody(**fields: Any) -> Combatant:
    return msgspec.convert(fields, Combatant)


def struck(dice: list[int], blow: Blow, options: Options | None = None, **fields: Any) -> BlowResult:
    """A blow with these dice."""
    house = options or Options()
    body = body_of(somebody(**fields), house)
    return typed(call(suffer, body, blow, house, ALL, "", ""), dice).outcome


def told(found: BlowResult) -> dict[str, Any]:
    return msgspec.to_builtins(WoundBlock(**wound_fields(found)))


@pytest.mark.parametrize("example", WOUNDS, ids=by_id)
def test_the_worked_wounds_come_out(example):
    """CD20-GB-08: what `apply_wound` will ask for comes out of one blow."""
    asked = dict(example.given)
    options = msgspec.convert(asked.pop("options", {}), Options)
    victim = somebody(**asked.pop("victim", {}))
    zone, margin = asked["zone"], asked.pop("margin", None)
    gb = asked.pop("gb", 0) if margin is None else gb_of(margin, zone, victim.tables)
    blow = Blow(zone=zone, gb=gb, severity=asked.get("severity"), shock=asked.get("shock", "none"))
    played = typed(call(suffer, body_of(victim, options), blow, options, ALL, "", ""), example.dice)
    assert_contains(told(played.outcome), example.expect)


def test_the_losses_of_a_shocked_victim_add_up():
    """CD20-SHOCK-04, CD20-DEST-06: light, torso and impact cost 3 PF in one go; the wound keeps 2 of them."""
    blow = Blow(zone="torso", severity="light", shock="violent")
    result = struck([], blow, con=14, pf=7)
    assert (result.pf_loss_wound, result.pf_loss_zone, result.pf_loss_shock, result.body.pf) == (1, 1, 1, 4)
    assert (result.grade.gb, result.body.wounds[0].pf_loss, result.body.prone, result.body.shock) == (
        1,
        2,
        True,
        "skip",
    )


def test_a_mortal_wound_takes_all_that_was_left():
    """CD20-GB-06, CD20-HP-04: no dice, no shock, the points that were left are its losses."""
    result = struck([], Blow(zone="head", gb=16, shock="violent"), con=14, pf=6)
    assert (result.body.pv, result.body.pf, result.body.state, result.pf_loss, result.pv_loss) == (0, 0, "dead", 6, 10)
    assert (result.shock, result.grade.part_lost, result.grade.effect, result.body.lost_parts) == (
        "none",
        True,
        "none",
        ("head",),
    )
    assert [wound.severity for wound in result.body.wounds] == ["mortal"]
    assert not result.bleeding


def test_whom_the_losses_kill_suffers_no_shock_and_throws_no_dice():
    """CD20-HP-04, CD20-GB-08: death by loss of PV leaves the PF as computed, and the shock does not come."""
    result = struck([], Blow(zone="right_arm", gb=12, shock="violent"), pv=2, pf=3)
    assert (result.body.pv, result.body.pf, result.body.state) == (-1, -1, "dead")
    assert (result.shock, result.pf_loss, result.grade.care_dc, result.aggravates) == ("none", 4, 17, False)


def test_a_severed_limb_is_critical_and_gone():
    """CD20-GB-07: losses and clock of a critical wound, its own GB for care; the part no longer counts as hampered."""
    result = struck([100], Blow(zone="left_leg", gb=18), con=14, hampered_parts=["left_leg"])
    assert (result.grade.severity, result.pf_loss, result.pv_loss, result.grade.care_dc, result.grade.interval) == (
        "critical",
        4,
        3,
        23,
        1,
    )
    assert (result.body.lost_parts, result.body.hampered_parts, result.body.prone) == (("left_leg",), (), True)
    assert result.grade.effect == "leg_unusable"


def test_blows_that_leave_no_trace():
    """CD20-GB-08: a superficial, a stopped and a PF-only blow are not on the list."""
    assert struck([], Blow(zone="right_arm", gb=0)).body.wounds == ()
    stopped = struck([], Blow(zone="torso", gb=9, stopped=True, shock="violent"))
    assert (stopped.grade.gb, stopped.grade.severity, stopped.pf_loss, stopped.body.wounds) == (0, "superficial", 1, ())
    punch = struck([], Blow(zone="torso", gb=40, pf_only=True))
    assert (punch.grade.severity, punch.pf_loss, punch.pv_loss, punch.body.wounds) == ("critical", 5, 0, ())
    assert (punch.grade.part_lost, punch.grade.part_hampered, punch.bleeding, punch.grade.care) == (
        False,
        False,
        False,
        "none",
    )


def test_two_shocks_before_one_turn_the_worse_one_counts():
    """CD20-SHOCK-02: a later, lighter shock does not lighten the turn that is lost."""
    assert struck([], Blow(zone="right_arm", gb=1, shock="shock"), shock_next_turn="skip").body.shock == "skip"
    assert struck([], Blow(zone="right_arm", gb=1, shock="shock")).body.shock == "partial"


def test_a_part_hampered_by_the_blow_does_not_weigh_on_its_own_faint_save():
    """CD20-P-WOUND-01: the malus of −4 holds from the next roll on; one of an older wound holds already."""
    result = struck([15, 100], Blow(zone="head", gb=12), pf=3, fort=0)
    assert (result.fainted.total, result.body.state) == (15, "stunned")
    again = struck([15, 100], Blow(zone="right_arm", gb=12), pf=3, fort=0, hampered_parts=["head"])
    assert (again.fainted.total, again.body.state) == (11, "unconscious")


def test_one_success_may_stop_them_all():
    """CD20-BLEED-03: by default the new wound only, by a house rule every wound that bleeds."""
    old = {"wounds": [{"zone": "right_leg", "gb": 7}]}
    plain = struck([1], Blow(zone="left_arm", gb=4), **old).body.wounds
    assert [wound.bleeding for wound in plain] == [True, False]
    every = struck([1], Blow(zone="left_arm", gb=4), Options(stabilise_all=True), **old).body.wounds
    assert [wound.stabilised for wound in every] == [True, True]


@pytest.mark.parametrize(
    ("severity", "stopped", "lethality", "sizes", "shock"),
    [
        ("moderate", False, 9, ("medium", "medium"), "none"),
        ("grave", False, 0, ("medium", "medium"), "shock"),
        ("critical", False, 0, ("medium", "medium"), "violent"),
        ("destructive", False, 0, ("medium", "medium"), "violent"),
        ("superficial", True, 2, ("medium", "medium"), "none"),
        ("superficial", True, 3, ("medium", "medium"), "shock"),
        ("superficial", True, 4, ("medium", "medium"), "shock"),
        ("superficial", True, 5, ("medium", "medium"), "violent"),
        ("light", False, 0, ("huge", "medium"), "violent"),
        ("light", False, 0, ("large", "medium"), "none"),
    ],
)
def test_the_shock_that_a_blow_calls_for(severity, stopped, lethality, sizes, shock):
    """CD20-P-SHOCK-01: thresholds of severity, of a stopped blow, of size."""
    assert suggested_shock(severity, stopped, lethality, *sizes) == shock


bodies = st.builds(
    lambda pv, lost, fort, legs: somebody(con=14, pv=pv, pf=min(10, ceiling(pv)) - lost, fort=fort, lost_parts=legs),
    st.integers(1, 10),
    st.integers(0, 6),
    st.integers(-4, 12),
    st.sampled_from([(), ("left_leg",)]),
)


@settings(max_examples=60, deadline=None)
@given(bodies, st.sampled_from(HUMAN), st.integers(0, 25), st.sampled_from(["none", "shock", "violent"]), st.booleans())
def test_odds_of_a_blow_sum_to_one_and_keep_every_law(victim, zone, gb, shock, pf_only):
    """CD20-HP-04, CD20-HP-05, CD20-HP-07, CD20-FAT-03: whatever the dice, the body obeys."""
    body = body_of(victim, Options())
    blow = Blow(zone=zone, gb=gb, shock=shock, pf_only=pf_only)
    odds = odds_of(call(suffer, body, blow, Options(), frozenset(), "", ""))
    assert sum(chance for _, chance in odds) == 1
    for one, _ in odds:
        after = one.body
        assert (after.pv <= 0) == after.dead
        assert after.pf <= body.pf
        if not after.dead:
            assert after.pf <= ceiling(after.pv)
            assert (after.pf <= 0) == (after.state in ("stunned", "unconscious"))
            assert after.pf > 0 or (after.malus == -5 and after.prone)
        assert after.pv == body.pv or not pf_only
