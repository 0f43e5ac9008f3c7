"""House rules at the table: each reaches sheets, dues and acts, from the beginning or changed later."""

from typing import Any

import pytest

from gardien.core.calling import do
from gardien.table import commands as c
from gardien.table.tree import plain
from systems.cthulhud20.evening import Evening
from systems.table import at

HOUR, DAY = 60, 24 * 60


@pytest.fixture(params=["early", "late"])
def under(request, tmp_path):
    """A table under house rules: open with them, or with them set once everybody is there."""
    opened: list[Evening] = []

    def sit(**options: Any) -> Evening:
        evening = Evening(tmp_path, **(options if request.param == "early" else {}))
        if request.param == "late":
            evening.keep(c.Settings(options=options))
        evening.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
        evening.write(evening.paul, destiny_spent=1)
        evening.write(evening.jack, destiny_spent=9)
        opened.append(evening)
        return evening

    yield sit
    for one in opened:
        one.store.close()


def test_the_level_counts_for_the_armour_class(under):
    """CD20-P-LEVEL-02: on the sheet as in the attack."""
    evening = under(level_ac_bonus=True)
    evening.write(evening.paul, combat_option="defence")
    roll = evening.do(evening.thug, "attack", (1, 60), target=at(evening.paul), weapon_name="Automatique .32")
    assert evening.sheet(evening.paul)["zone_ca"]["right_leg"] == roll.outcome["zone_ca"] == 14


def test_creatures_have_the_points_of_investigators(under):
    """CD20-CREA-04: and keep what they have lost; people have them anyway."""
    evening = under(creature_hp="investigator")
    ghoul = evening.add(being="creature/ghoul")
    assert [evening.sheet(ghoul)[name] for name in ("hp_mode", "pv_max", "pf")] == ["investigator", 10, 10]
    evening.write(ghoul, pv=8)
    evening.keep(c.Settings(options={"creature_hp": "half"}))
    assert [evening.sheet(ghoul)[name] for name in ("hp_mode", "pv_max", "pv")] == ["half", 9, 7]
    evening.write(ghoul, hp_mode="investigator", pv_max=10)
    evening.write(ghoul, pv=3)
    assert evening.sheet(ghoul)["pv_max"] == 10


def test_one_success_stops_every_wound(under):
    """CD20-BLEED-03: also where the roll stands by itself, and in what falls due."""
    evening = under(stabilise_all=True)
    for zone in ("left_arm", "right_arm"):
        evening.do(evening.paul, "apply_wound", (99,), zone=zone, gb=7)
    evening.do(evening.paul, "stabilise", (1,))
    assert [one["bleeding"] for one in evening.sheet(evening.paul)["wounds"]] == [False, False]
    evening.keep(c.Undo())
    evening.keep(c.Advance(minutes=1))
    evening.settle("advance_time", (1,))
    assert [one["bleeding"] for one in evening.sheet(evening.paul)["wounds"]] == [False, False]


def test_one_treated_wound_is_care_enough(under):
    """CD20-HP-06: a day gives a PV although another wound is not treated."""
    evening = under(heal_per_wound=True)
    for zone in ("left_arm", "right_arm"):
        evening.do(evening.paul, "apply_wound", (1,), zone=zone, gb=4)
    evening.do(evening.jack, "care", (20,), patient=at(evening.paul), modifier=10)
    evening.keep(c.Advance(minutes=DAY))
    assert evening.sheet(evening.paul)["pv"] == 9


def test_each_round_of_fire_is_a_wound(under):
    """CD20-ENV-02: with its own roll; nothing is left to be thrown when it is out."""
    evening = under(environment_wound_each_round=True)
    evening.do(evening.paul, "lasting_cause", (2, 99), max_damage=6, rounds=1, stops=False)
    assert len(evening.sheet(evening.paul)["wounds"]) == 1
    evening.do(evening.paul, "extinguish", (20,))
    assert (len(evening.sheet(evening.paul)["wounds"]), evening.due()) == (1, {})


def test_breath_stops_at_nothing(under):
    """CD20-HP-05."""
    evening = under(pf_floor_zero=True)
    evening.write(evening.paul, pf=1)
    evening.do(evening.paul, "effort", (1,), cost=5, kind="violent")
    assert evening.sheet(evening.paul)["pf"] == 0


def test_no_attack_in_somebody_elses_turn(under):
    """CD20-P-ACT-04."""
    evening = under(attacks_of_opportunity=False)
    roll = evening.do(evening.paul, "opportunity", mover=at(evening.thug), trigger="shoot")
    assert (roll.outcome["allowed"], roll.outcome["reason"]) == (False, "option_off")


@pytest.mark.parametrize(
    ("options", "procedure", "given"),
    [
        ({"no_auto_hit": True}, "attack", {"aim": "head", "modifier": -40}),
        ({"no_auto_miss": True}, "attack", {"aim": "right_leg", "modifier": 40}),
        ({"helpless_bonus": 8}, "attack", {"aim": "right_leg"}),
        ({"auto_shock": True}, "attack", {"aim": "right_leg", "modifier": 10}),
        ({"jams": True}, "attack", {}),
        ({"locate_falls": False}, "fall", {"height_m": 6}),
        ({"zombie_keep_extra_pf": True}, "apply_wound", {"zone": "torso", "gb": 4}),
        ({"effort_min_one": True}, "effort", {"cost": 1, "kind": "prolonged"}),
        ({"part_effects": False}, "apply_wound", {"zone": "left_leg", "gb": 12}),
        ({"long_term_care": True}, "long_term_care", {"patients": 2}),
        ({"repeat_faint_save": True}, "apply_wound", {"zone": "torso", "gb": 2}),
    ],
)
def test_the_table_plays_by_the_same_rules_as_the_procedure(under, options, procedure, given):
    """The outcome at the table is that of the rule with the same inputs and dice."""
    evening = under(**options)
    who = evening.zombie if "zombie_keep_extra_pf" in options else evening.paul
    evening.write(who, feats=["endurance"])
    evening.write(evening.thug, conditions=["helpless"] if "helpless_bonus" in options else [])
    aimed = {"target": at(evening.thug)} if procedure == "attack" else {}
    roll = evening.do(who, procedure, None, **given, **aimed)
    assert roll.given["options"].items() >= options.items()
    alone = do("cthulhud20", procedure, roll.given, dice=tuple(die.value for die in roll.dice))
    assert plain(alone.outcome) == roll.outcome
