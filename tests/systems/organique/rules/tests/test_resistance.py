"""Saves inside other rules: their values, the exhausted, luck, what pain and stuns cost (SAVE, VOL-03, ACT-12)."""

import pytest

from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.tests.resistance import (
    Resist,
    lost_actions,
    with_lost_actions,
    with_suffering,
    withstand,
)
from systems.organique.people import HOUSE, person, played


def saved(one, dice, options=HOUSE, **asked):
    return played(withstand, one, Resist(**asked), options, "all", dice=dice)


def test_values_of_saves():  # ORG-SAVE-01, ORG-EX-04-b, ORG-EX-10
    assert saved(person(END=3, VOL=12), (11,), kind="unconsciousness").result().base == 8
    tim = person(VOL=10, END=9, end_now=3)
    assert saved(tim, (7,), kind="knock_out").throw.base == 13
    assert saved(tim, (7,), Options(ko_save_average=True), kind="knock_out").throw.base == 7
    assert saved(person(INT=14), (7,), kind="drug_psychological", code="INT").throw.base == 14


def test_the_exhausted_and_their_saves():  # ORG-SAVE-03, ORG-END-06
    tired = person(end_now=0, VOL=12)
    assert saved(tired, (), kind="cold").result().auto == "exhausted"
    assert saved(tired, (), kind="balance").failed_by == 1
    assert saved(tired, (10,), kind="knock_out").throw.base == 12


def test_saves_are_luck_unless_the_table_says_no():  # ORG-TEST-05
    assert not saved(person(VOL=40), (1,), kind="fear").success
    assert saved(person(VOL=40), (1,), Options(saves_not_luck=True), kind="fear").success
    assert saved(person(VOL=40), (1,), kind="fear", luck=False).success


@pytest.mark.parametrize(
    ("by", "pain", "stun"),
    [(0, (False, False), (False, False)), (1, (True, False), (True, False)), (9, (True, False), (True, False)),
     (10, (True, True), (True, False)), (11, (True, True), (True, True))],
)  # fmt: skip
def test_what_pain_and_stuns_cost(by, pain, stun):  # ORG-VOL-03, ORG-ACT-12
    assert (lost_actions(by), lost_actions(by, stun=True)) == (pain, stun)


def test_bodies_after_a_jolt():
    assert with_lost_actions(person(), False, False) == person()
    assert with_lost_actions(person(), True, True).body.lose_reaction
    assert with_suffering(person(suffering=[2]), 3).body.suffering == (2, 3)
    assert with_suffering(person(), 0) == person()
