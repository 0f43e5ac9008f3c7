"""From a weapon to the reserves: layers, piercing, multipliers, overflow, air, toxins (ARM, HP, END, DMG-07)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.interpreters.typed import typed
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.damage import (
    Blow,
    PassedBlow,
    cap_in_water,
    join_blows,
    layers_met,
    margin_cuts,
    pass_armour,
)
from gardien.systems.organique.rules.body.losses import (
    SLOW,
    TICK,
    Kind,
    after_breath,
    explain_losses,
    go_without_air,
    spend_end,
    take_damage,
    take_toxin,
)
from gardien.systems.organique.rules.person import Layer
from systems.brute import Bench
from systems.organique.people import HOUSE, person
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("apply_damage", "drain_end")
JACKET, MESH, SUIT = Layer("jacket", 7, 4, 0), Layer("mesh", 10, 14, 4), Layer("suit", 20, 6, 6)
NUMBERS = st.integers(0, 20)


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def test_cover_comes_first_and_may_be_bypassed():  # ORG-RNG-03
    tree = {"name": "tree", "ia": 5, "bs": 15, "c": 15}
    worn = {"character": {"armour": ["leather_jacket"]}, "bs": 4, "cover": tree}
    assert BENCH.picked("apply_damage", [], "layers_hit", "bs_through", **worn) == (["tree", "leather_jacket"], 0)
    assert BENCH.picked("apply_damage", [], "layers_hit", "bs_through", **worn, margin=6) == (["leather_jacket"], 2)
    assert BENCH.picked("apply_damage", [], "layers_hit", "bs_through", **worn, bypass_armour=True) == ([], 4)


def test_multipliers():  # ORG-ACT-14, ORG-ACT-18, ORG-ACT-20
    one = {"character": {"SNG": 20, "CPS": 20}}
    assert BENCH.picked("apply_damage", [], "bs_through", **one, bs=2.5, multiply_bs=0.5) == (1,)
    assert BENCH.picked("apply_damage", [], "bs_through", **one, bs=2.5, multiply_bs=2) == (5,)
    assert BENCH.picked("apply_damage", [], "c_through", **one, c=1.5, multiply_before=2) == (3,)


def test_what_the_sheet_keeps():  # ORG-HP-01
    result = BENCH.changes("apply_damage", character={"sng": 1}, bs=2, dirty=True)
    assert [one[:3] for one in result] == [
        ("sng", 1.0, 0.0),
        ("inc", 4.0, 3.0),
        ("wounds", (), ({"bs": 2.0, "c": 0.0, "dirty": True, "fire": False, "closed": False, "cleaned": False},)),
    ]


def test_a_toxin():  # ORG-DMG-07
    result = BENCH.picked(
        "drain_end", [], "end_lost", "sng_lost", "inc_lost", character={"end_now": 1, "sng": 1}, points=4
    )
    assert result == (1, 1, 2)


@pytest.mark.parametrize(
    ("fields", "id", "field"),
    [
        ({"bs": 4, "pa": 3}, "field/at_least", "pa"),
        ({"bs": 0.3}, "field/type", "bs"),
        ({"cover": "air"}, "field/one_of", "cover"),
        ({"margin": -1}, "field/range", "margin"),
    ],
)
def test_refusals(fields, id, field):
    assert BENCH.refused("apply_damage", character={}, **fields) == (id, field)


def test_odds_are_told_by_what_is_inside_a_state():
    asked = {"character": {"inc": 1, "sng": 0}, "bs": 2}
    assert BENCH.weighed("apply_damage", asked, ["state.dying"]) == {(("state.dying", True),): 1}


def test_a_margin_above_the_coverage_avoids_a_layer():  # ORG-ARM-01, ORG-ARM-02, ORG-ARM-03
    layers = (JACKET, MESH, SUIT)
    assert [tuple(one.name for one in layers_met(layers, margin)) for margin in (7, 8, 11, 99)] == [
        ("jacket", "mesh", "suit"), ("mesh", "suit"), ("suit",), ("suit",),
    ]  # fmt: skip
    assert margin_cuts(layers) == (0, 8, 11)


def test_printed_passages():  # ORG-EX-21 to 24
    assert pass_armour(Blow(bs=8, c=4), (JACKET,), 7) == PassedBlow(4, 4, ("jacket",))
    assert pass_armour(Blow(bs=8, c=4), (JACKET,), 8) == PassedBlow(8, 4, ())
    assert pass_armour(Blow(bs=10, pa=20), (Layer("plate", 12, 6),), 5).bs == 10
    assert pass_armour(Blow(bs=10, pa=20), (Layer("plate", 12, 14),), 5).bs == 6
    assert pass_armour(Blow(bs=12, pa=16), (MESH, Layer("nano", 7, 6, 2)), 5).bs == 0  # erratum 29


def test_multipliers_come_after_armour_and_round_down_to_the_half():  # ORG-ACT-14, 18 to 20, ORG-TEST-09
    half = Fraction(1, 2)
    assert pass_armour(Blow(bs=5, times_bs=half, times_c=half), ()).bs == 2
    assert pass_armour(Blow(bs=3, times_bs=half), ()).bs == 1
    assert pass_armour(Blow(bs=1, times_bs=half), ()).bs == 0
    assert pass_armour(Blow(bs=12, times_bs=Fraction(2)), (JACKET,)).bs == 16
    assert pass_armour(Blow(c=4, times=Fraction(2)), (Layer("pad", 9, 0, 6),)) == PassedBlow(0, 2, ("pad",))
    assert pass_armour(Blow(bs=6, shots=3), (JACKET,)).bs == 6


def test_water_leaves_half_a_point():  # ORG-MOD-14
    assert cap_in_water(10, 2) == (1, 0)
    assert cap_in_water(2, 4) == (0, 1)
    assert cap_in_water(0, 0) == (0, 0)
    assert pass_armour(Blow(bs=6, in_water=True), ()).bs == 1
    assert join_blows(PassedBlow(2, 0, ("a",)), PassedBlow(0, 4, ("a", "b"))) == PassedBlow(2, 4, ("a", "b"))
    assert join_blows(PassedBlow(2, 0), PassedBlow(2, 0), in_water=True).bs == 1


def test_any_new_damage_ends_what_first_aid_had_stabilised():
    """ORG-HP-07: shock that CPS still takes, by a house rule, is damage too."""
    held = {"sng": 0, "stabilised": True}
    for options, stays in (({"cps_still_absorbs": True}, False), ({}, False)):
        hurt = BENCH.outcome("apply_damage", character=held, c=1, options=options)["state"]
        assert (hurt["stabilised"], hurt["cps"] < 4) == (stays, bool(options))
    assert BENCH.outcome("apply_damage", character=held)["state"]["stabilised"]


@given(NUMBERS, NUMBERS, st.integers(0, 25), st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=3))
def test_cuts_lose_nothing(bs, c, margin, layers):
    worn = tuple(Layer(str(at), *one) for at, one in enumerate(layers))
    coarse = max(one for one in margin_cuts(worn) if one <= margin)
    assert pass_armour(Blow(bs=bs, c=c), worn, margin) == pass_armour(Blow(bs=bs, c=c), worn, coarse)


# ---- reserves ----


def losses(found):
    return tuple(found.fields().values())


def test_shock_beyond_the_body_is_doubled():  # ORG-HP-02, ORG-EX-20
    one = person(SNG=8, CPS=4, sng=8, cps=2, inc=4)
    result = take_damage(one, 0, 10, HOUSE)
    assert losses(result) == (2, 6, 0, 0)
    assert (result.person.body.sng, result.person.body.cps, result.person.body.inc) == (4, 0, 8)


def test_wounds_overflow_into_the_last_reserve():  # ORG-HP-03: 1 SNG, 2.5 bs, INC 4 becomes 2.5
    result = take_damage(person(sng=1), 5, 0, HOUSE)
    assert losses(result) == (0, 1, 1.5, 0)
    assert result.person.mortally_wounded
    assert not result.person.out_of_action


def test_without_blood_everything_goes_to_inc():  # ORG-HP-02, ORG-HP-04
    one = person(sng=0, cps=4, inc=4)
    assert losses(take_damage(one, 1, 2, HOUSE)) == (0, 0, 2.5, 0)
    assert losses(take_damage(one, 1, 2, Options(cps_still_absorbs=True))) == (1, 0, 0.5, 0)
    assert losses(take_damage(person(sng=0.5), 0, 2, HOUSE)) == (1, 0, 0, 0)


def test_both_types_in_one_blow():  # ORG-HP-03
    assert losses(take_damage(person(sng=2, cps=1, inc=4), 2, 4, HOUSE)) == (1, 2, 1, 0)


def test_a_fallen_fighter_has_the_endurance_left():  # ORG-END-09, ORG-HP-07
    result = take_damage(person(sng=0, inc=2, end_now=3), 4, 0, HOUSE, TICK).person
    assert (result.body.end, result.timer, result.body.fresh) == (-1, 6, ())


def test_machines_lose_structure():  # ORG-MON-01
    result = take_damage(person(kind="machine", structure=3), 2, 2, HOUSE)
    assert losses(result) == (0, 0, 0, 2)
    assert take_damage(result.person, 10, 0, HOUSE).person.out_of_action


def test_wounds_are_kept_but_not_those_of_hunger():
    result = take_damage(person(), 3, 1, HOUSE, Kind(dirty=True)).person.body.wounds
    assert [(one.bs, one.c, one.dirty) for one in result] == [(1.5, 0.5, True)]
    assert take_damage(person(), 3, 0, HOUSE, SLOW).person.body.wounds == ()
    assert take_damage(person(), 0, 0, HOUSE).person.body.wounds == ()
    assert len(take_damage(person(), 1, 1, HOUSE).person.body.wounds) == 1


def test_the_dead_lose_nothing_more():  # ORG-HP-07
    one = person(dead=True)
    assert take_damage(one, 4, 4, HOUSE).person == one
    assert spend_end(one, 1, HOUSE).person == one


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_nothing_is_lost_on_the_way(sng, cps, inc, bs, c):
    one = person(SNG=10, CPS=10, INC=10, sng=sng / 2, cps=cps / 2, inc=inc / 2)
    result = take_damage(one, bs, c, HOUSE)
    doubled = 2 * (c - result.cps)
    assert result.sng + result.inc == min(bs + doubled, sng + inc)
    body = result.person.body
    assert (body.sng, body.cps, body.inc) == (sng - result.sng, cps - result.cps, inc - result.inc)


# ---- endurance and air ----


def test_end_stops_at_nothing():  # ORG-END-01
    result = spend_end(person(end_now=2), 3, HOUSE)
    assert (result.end, result.person.body.end, result.person.exhausted) == (2, 0, True)
    assert not result.person.out_of_action
    bled = spend_end(person(end_now=1, sng=0, inc=2), 1, HOUSE).person
    assert (bled.dying, bled.timer) == (True, 4)


def test_a_toxin_goes_on_into_the_blood():  # ORG-DMG-07
    result = take_toxin(person(end_now=1, sng=1), 3, HOUSE)
    assert (result.end, result.sng, result.inc) == (1, 2, 2)
    for one in (person(end_now=1, sng=0), person(end_now=0, sng=1, inc=0.5)):
        assert take_toxin(one, 2, HOUSE).person.body.fresh == ("timer",)
        assert take_toxin(one, 2, HOUSE, fresh=False).person.body.fresh == ()


def test_air_is_lost_and_comes_back():  # ORG-END-03
    one = go_without_air(go_without_air(person(end_now=1), HOUSE).person, HOUSE).person
    assert (one.body.end, one.body.sng, one.body.end_lost_air, one.body.sng_lost_air) == (0, 6, 1, 2)
    back = after_breath(one)
    assert (back.body.sng, back.body.sng_lost_air) == (8, 0)
    assert (after_breath(back).body.end, after_breath(back).body.end_lost_air) == (1, 0)
    assert after_breath(person()) == person()
    assert after_breath(person(sng_lost_air=1)).body.sng == 8
    assert go_without_air(person(end_now=1, sng=0), HOUSE).person.body.fresh == ()


def test_what_changes_is_told():
    before = person(sng=1, inc=1, end_now=2)
    after = take_damage(before, 4, 0, HOUSE).person
    steps = typed(call(explain_losses, before, after), ()).steps
    assert [(one.label, one.value) for one in steps] == [
        ("sng", 0.0), ("inc", 0.0), ("end_now", -1), ("mortally_wounded", True),
        ("out_of_action", True), ("timer", 2.0),
    ]  # fmt: skip
    last = person(sng=0.5)
    assert typed(call(explain_losses, last, take_damage(last, 1, 0, HOUSE).person), ()).steps[0].rule == "ORG-HP-03"


@pytest.mark.parametrize("name", ["cps", "sng", "inc"])
def test_a_light_blow_takes_only_what_it_must(name):
    assert getattr(take_damage(person(), 0, 1, HOUSE), name) == (1 if name == "cps" else 0)
