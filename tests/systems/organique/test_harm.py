"""From a weapon to the reserves: layers, piercing, multipliers, overflow, air, toxins (ARM, HP, END, MOD-14)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.readings.typed import typed
from gardien.systems.organique.armour import Blow, Passed, capped, joined, margin_cuts, met, passed
from gardien.systems.organique.bodies import Layer
from gardien.systems.organique.harm import SLOW, TICK, Kind, breathed, choked, drained, hurt, tell_hurt, tired
from gardien.systems.organique.options import Options
from systems.organique.people import HOUSE, person

JACKET, MESH, SUIT = Layer("jacket", 7, 4, 0), Layer("mesh", 10, 14, 4), Layer("suit", 20, 6, 6)
NUMBERS = st.integers(0, 20)


def test_a_margin_above_the_coverage_avoids_a_layer():  # ORG-ARM-01, ORG-ARM-02, ORG-ARM-03
    layers = (JACKET, MESH, SUIT)
    assert [tuple(one.name for one in met(layers, margin)) for margin in (7, 8, 11, 99)] == [
        ("jacket", "mesh", "suit"), ("mesh", "suit"), ("suit",), ("suit",),
    ]  # fmt: skip
    assert margin_cuts(layers) == (0, 8, 11)


def test_printed_passages():  # ORG-EX-21 to 24
    assert passed(Blow(bs=8, c=4), (JACKET,), 7) == Passed(4, 4, ("jacket",))
    assert passed(Blow(bs=8, c=4), (JACKET,), 8) == Passed(8, 4, ())
    assert passed(Blow(bs=10, pa=20), (Layer("plate", 12, 6),), 5).bs == 10
    assert passed(Blow(bs=10, pa=20), (Layer("plate", 12, 14),), 5).bs == 6
    assert passed(Blow(bs=12, pa=16), (MESH, Layer("nano", 7, 6, 2)), 5).bs == 0  # erratum 29


def test_multipliers_come_after_armour_and_round_down_to_the_half():  # ORG-ACT-14, 18 to 20, ORG-TEST-09
    half = Fraction(1, 2)
    assert passed(Blow(bs=5, times_bs=half, times_c=half), ()).bs == 2
    assert passed(Blow(bs=3, times_bs=half), ()).bs == 1
    assert passed(Blow(bs=1, times_bs=half), ()).bs == 0
    assert passed(Blow(bs=12, times_bs=Fraction(2)), (JACKET,)).bs == 16
    assert passed(Blow(c=4, times=Fraction(2)), (Layer("pad", 9, 0, 6),)) == Passed(0, 2, ("pad",))
    assert passed(Blow(bs=6, shots=3), (JACKET,)).bs == 6


def test_water_leaves_half_a_point():  # ORG-MOD-14
    assert capped(10, 2) == (1, 0)
    assert capped(2, 4) == (0, 1)
    assert capped(0, 0) == (0, 0)
    assert passed(Blow(bs=6, in_water=True), ()).bs == 1
    assert joined(Passed(2, 0, ("a",)), Passed(0, 4, ("a", "b"))) == Passed(2, 4, ("a", "b"))
    assert joined(Passed(2, 0), Passed(2, 0), in_water=True).bs == 1


@given(NUMBERS, NUMBERS, st.integers(0, 25), st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=3))
def test_cuts_lose_nothing(bs, c, margin, layers):
    worn = tuple(Layer(str(at), *one) for at, one in enumerate(layers))
    coarse = max(one for one in margin_cuts(worn) if one <= margin)
    assert passed(Blow(bs=bs, c=c), worn, margin) == passed(Blow(bs=bs, c=c), worn, coarse)


# ---- reserves ----


def losses(found):
    return tuple(found.fields().values())


def test_shock_beyond_the_body_is_doubled():  # ORG-HP-02, ORG-EX-20
    one = person(SNG=8, CPS=4, sng=8, cps=2, inc=4)
    found = hurt(one, 0, 10, HOUSE)
    assert losses(found) == (2, 6, 0, 0)
    assert (found.person.body.sng, found.person.body.cps, found.person.body.inc) == (4, 0, 8)


def test_wounds_overflow_into_the_last_reserve():  # ORG-HP-03: 1 SNG, 2.5 bs, INC 4 becomes 2.5
    found = hurt(person(sng=1), 5, 0, HOUSE)
    assert losses(found) == (0, 1, 1.5, 0)
    assert found.person.mortally_wounded
    assert not found.person.out_of_action


def test_without_blood_everything_goes_to_inc():  # ORG-HP-02, ORG-HP-04
    one = person(sng=0, cps=4, inc=4)
    assert losses(hurt(one, 1, 2, HOUSE)) == (0, 0, 2.5, 0)
    assert losses(hurt(one, 1, 2, Options(cps_still_absorbs=True))) == (1, 0, 0.5, 0)
    assert losses(hurt(person(sng=0.5), 0, 2, HOUSE)) == (1, 0, 0, 0)


def test_both_types_in_one_blow():  # ORG-HP-03
    assert losses(hurt(person(sng=2, cps=1, inc=4), 2, 4, HOUSE)) == (1, 2, 1, 0)


def test_a_fallen_fighter_has_the_endurance_left():  # ORG-END-09, ORG-HP-07
    found = hurt(person(sng=0, inc=2, end_now=3), 4, 0, HOUSE, TICK).person
    assert (found.body.end, found.timer, found.body.fresh) == (-1, 6, ())


def test_machines_lose_structure():  # ORG-MON-01
    found = hurt(person(kind="machine", structure=3), 2, 2, HOUSE)
    assert losses(found) == (0, 0, 0, 2)
    assert hurt(found.person, 10, 0, HOUSE).person.out_of_action


def test_wounds_are_kept_but_not_those_of_hunger():
    found = hurt(person(), 3, 1, HOUSE, Kind(dirty=True)).person.body.wounds
    assert [(one.bs, one.c, one.dirty) for one in found] == [(1.5, 0.5, True)]
    assert hurt(person(), 3, 0, HOUSE, SLOW).person.body.wounds == ()
    assert hurt(person(), 0, 0, HOUSE).person.body.wounds == ()
    assert len(hurt(person(), 1, 1, HOUSE).person.body.wounds) == 1


def test_the_dead_lose_nothing_more():  # ORG-HP-07
    one = person(dead=True)
    assert hurt(one, 4, 4, HOUSE).person == one
    assert tired(one, 1, HOUSE).person == one


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_nothing_is_lost_on_the_way(sng, cps, inc, bs, c):
    one = person(SNG=10, CPS=10, INC=10, sng=sng / 2, cps=cps / 2, inc=inc / 2)
    found = hurt(one, bs, c, HOUSE)
    doubled = 2 * (c - found.cps)
    assert found.sng + found.inc == min(bs + doubled, sng + inc)
    body = found.person.body
    assert (body.sng, body.cps, body.inc) == (sng - found.sng, cps - found.cps, inc - found.inc)


# ---- endurance and air ----


def test_end_stops_at_nothing():  # ORG-END-01
    found = tired(person(end_now=2), 3, HOUSE)
    assert (found.end, found.person.body.end, found.person.exhausted) == (2, 0, True)
    assert not found.person.out_of_action
    bled = tired(person(end_now=1, sng=0, inc=2), 1, HOUSE).person
    assert (bled.dying, bled.timer) == (True, 4)


def test_a_toxin_goes_on_into_the_blood():  # ORG-DMG-07
    found = drained(person(end_now=1, sng=1), 3, HOUSE)
    assert (found.end, found.sng, found.inc) == (1, 2, 2)
    for one in (person(end_now=1, sng=0), person(end_now=0, sng=1, inc=0.5)):
        assert drained(one, 2, HOUSE).person.body.fresh == ("timer",)
        assert drained(one, 2, HOUSE, fresh=False).person.body.fresh == ()


def test_air_is_lost_and_comes_back():  # ORG-END-03
    one = choked(choked(person(end_now=1), HOUSE).person, HOUSE).person
    assert (one.body.end, one.body.sng, one.body.end_lost_air, one.body.sng_lost_air) == (0, 6, 1, 2)
    back = breathed(one)
    assert (back.body.sng, back.body.sng_lost_air) == (8, 0)
    assert (breathed(back).body.end, breathed(back).body.end_lost_air) == (1, 0)
    assert breathed(person()) == person()
    assert breathed(person(sng_lost_air=1)).body.sng == 8
    assert choked(person(end_now=1, sng=0), HOUSE).person.body.fresh == ()


def test_what_changes_is_told():
    before = person(sng=1, inc=1, end_now=2)
    after = hurt(before, 4, 0, HOUSE).person
    steps = typed(call(tell_hurt, before, after), ()).steps
    assert [(one.label, one.value) for one in steps] == [
        ("sng", 0.0), ("inc", 0.0), ("end_now", -1), ("mortally_wounded", True),
        ("out_of_action", True), ("timer", 2.0),
    ]  # fmt: skip
    last = person(sng=0.5)
    assert typed(call(tell_hurt, last, hurt(last, 1, 0, HOUSE).person), ()).steps[0].rule == "ORG-HP-03"


@pytest.mark.parametrize("name", ["cps", "sng", "inc"])
def test_a_light_blow_takes_only_what_it_must(name):
    assert getattr(hurt(person(), 0, 1, HOUSE), name) == (1 if name == "cps" else 0)
