"""What a condition costs (TEST-10, TEST-11, MOD-15)."""

import pytest

from systems.brute import Bench

BENCH = Bench("organique")


def costs(*fields, options=None, **character):
    more = {"options": options} if options else {}
    return BENCH.picked("penalties", [], *fields, character=character, **more)


SUMS = ("tests", "actions", "reactions")


@pytest.mark.parametrize(
    ("condition", "test", "fight"),
    [
        ({}, 0, 0),
        ({"suffering": [3, 4]}, -7, -7),
        ({"vomiting": True}, -20, -20),
        ({"one_leg": True}, -7, -7),
        ({"limbs_disabled": ["leg"]}, -7, -7),
        ({"mods": {"fear": -4, "drug": 2}}, -2, -2),
        ({"blind": True}, 0, -15),
        ({"one_eyed": True}, 0, -7),
        ({"blind": True, "one_eyed": True}, 0, -15),
        ({"prone": True}, 0, -8),
        ({"extended_penalty": True}, 0, -10),
        ({"suffering": [3], "prone": True, "blind": True, "extended_penalty": True}, -3, -36),
    ],
)
def test_sums(condition, test, fight):  # ORG-TEST-10, ORG-MOD-02, ORG-MOD-03, ORG-MOD-05, ORG-MOD-10, ORG-MOD-15
    assert costs(*SUMS, **condition) == (test, fight, fight)


def test_poison():  # ORG-POI-01, ORG-POI-02, simplified_poison
    dose = {"poison": "blade_poison", "onset": 0}
    fields = ("tests", "actions", "sight", "touch", "pain_saves")
    one = costs(*fields, doses=[dose])
    assert one == (-7, -7, -7, -7, 7)
    assert costs(*fields, doses=[dose, dose]) == tuple(2 * part for part in one)
    assert costs(*fields, doses=[{"poison": "blade_poison", "onset": 2}]) == (0, 0, 0, 0, 0)
    assert costs(*fields, doses=[dose], options={"simplified_poison": True}) == (-10, -10, 0, 0, 0)


def test_the_worst_pain_only():  # ORG-VOL-04, pain_worst_only
    assert costs(*SUMS, suffering=[3, 4], options={"pain_worst_only": True}) == (-4, -4, -4)


def test_saves():
    assert costs("saves") == ({},)
    assert costs("saves", save_mods={"heat": -10}, one_leg=True) == ({"heat": -10, "balance": -20},)
    assert costs("saves", save_mods={"balance": 4}, one_leg=True) == ({"balance": -16},)


def test_characteristics_as_they_count():  # ORG-TEST-11, ORG-ARM-07, ORG-SYM-18
    worn = {"AGI": 12, "armour": [{"ia": 8, "agi_malus": 3}]}
    assert costs("effective", **worn)[0]["AGI"] == 9
    assert costs("effective", **worn, halved=True)[0]["AGI"] == 5
    dull = costs("effective", stupor=True)[0]
    assert (dull["INT"], dull["VOL"], dull["CHA"]) == (0, 0, 10)
    assert costs("effective", one_leg=True)[0]["VIT"] == 1


@pytest.mark.parametrize(
    ("condition", "able"),
    [
        ({}, True),
        ({"lose_action": True}, True),
        ({"end_now": 0}, False),
        ({"unconscious_turns": 1}, False),
        ({"paralysed_turns": 1}, False),
        ({"coma": True}, False),
        ({"inc": 0}, False),
        ({"dead": True}, False),
    ],
)
def test_who_can_act(condition, able):
    assert costs("can_act", "can_react", **condition) == (able, able)


def test_refusals_and_reasons():
    assert BENCH.refused("penalties") == ("field/missing", "character")
    assert ("actions", -8, "ORG-TEST-10") in BENCH.reasons("penalties", character={"prone": True})
    assert BENCH.changes("penalties", character={"prone": True}) == []
    BENCH.assert_odds_agree("penalties", character={"prone": True, "suffering": [2]})
