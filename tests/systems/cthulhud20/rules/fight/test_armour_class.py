"""The CA of every zone, what a target gives to attackers, what somebody adds to a throw (AC, P-AC, P-MOD, P-COND)."""

from typing import Any

import msgspec
import pytest

from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.armour_class import exposure_of, guard_of, unused_armour
from gardien.systems.cthulhud20.rules.tests.modifiers import (
    attack_malus,
    base_attacks,
    check_parts,
    checks_malus,
    destiny_received,
    initiative_parts,
    is_helpless,
    is_untrained,
    loses_dex,
    parts_malus,
    save_bonus,
    total,
)
from gardien.systems.cthulhud20.vocabulary import HUMAN
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

GUARDS = [one for one in examples("cthulhud20") if one.procedure == "zone_ca"]
HOUSE = Options()


def somebody(**fields: Any) -> Combatant:
    return msgspec.convert(fields, Combatant)


@pytest.mark.parametrize("example", GUARDS, ids=by_id)
def test_the_worked_classes_come_out(example):
    """CD20-AC-01, CD20-P-AC-01: what `zone_ca` will tell comes out of one guard."""
    options = msgspec.convert(example.given.get("options", {}), Options)
    target = somebody(**example.given["target"])
    guard = guard_of(target, options)
    told = {"zone_ca": dict(guard.zone_ca), "touch_ca": guard.touch_ca, "dex_used": guard.dex_used}
    told |= {"armour_check_malus": guard.check_malus, "pf_lost": target.breath_max - target.breath}
    told["fatigue_malus"] = example.expect.get("fatigue_malus", 0)
    assert_contains(told, example.expect)


def head(**fields: Any) -> int:
    return guard_of(somebody(**fields), HOUSE).ca("head")


@pytest.mark.parametrize(
    ("fields", "ca"),
    [
        ({}, 10),
        ({"dex": 16}, 13),
        ({"dex": 6}, 8),
        ({"dex": 16, "conditions": ["surprised"]}, 10),
        ({"dex": 6, "conditions": ["surprised"]}, 8),
        ({"dex": 16, "conditions": ["entangled"]}, 11),
        ({"dex": 16, "pf": 0}, 5),
        ({"dex": 16, "shock_next_turn": "skip"}, 10),
        ({"size": "small"}, 11),
        ({"size": "gargantuan", "natural_armour": 16}, 22),
        ({"dodge_bonus": 1}, 11),
        ({"dodge_bonus": 1, "conditions": ["held"]}, 10),
        ({"dodge_bonus": -2, "conditions": ["held"]}, 8),
        ({"stance": "charged"}, 8),
        ({"stance": "defensive"}, 12),
        ({"stance": "defensive", "skill_ranks": {"tumble": 5}}, 13),
        ({"stance": "total_defence"}, 14),
        ({"stance": "total_defence", "conditions": ["blinded"]}, 10),
        ({"stance": "charged", "conditions": ["blinded"]}, 8),
        ({"pf": 2}, 7),
    ],
)
def test_what_makes_a_class(fields, ca):
    """CD20-P-AC-01, CD20-COND-02, CD20-COND-03, CD20-P-ACT-03: one term after the other; a malus is never lost."""
    assert head(**fields) == ca


def test_an_armour_that_one_is_not_used_to():
    """CD20-P-AC-01: at most 1, 2 or 3 by class, and its check malus weighs on attacks."""
    for key, most in (("bullet_vest", 1), ("tactical_vest", 2), ("forced_entry_unit", 3)):
        assert guard_of(somebody(armour_items=[key]), HOUSE).ca("torso") == 10 + most
    assert unused_armour(somebody(armour_items=["tactical_vest", "jacket"])) == -5
    assert unused_armour(somebody(armour_items=["tactical_vest"], feats=["armour_proficiency:medium"])) == 0


def test_layers_and_shields():
    """CD20-P-AC-01, CD20-P-ARM-01: the best layer counts, a shield lies on top, on its own arm."""
    worn = somebody(armour_items=["jacket", "plate_armour", "riot_shield"], feats=["armour_proficiency:heavy"])
    guard = guard_of(worn, HOUSE)
    assert [guard.ca(zone) for zone in HUMAN] == [20, 20, 18, 20, 20, 18, 18]
    assert guard.check_malus == -8
    layered = guard_of(worn, Options(stack_layered_armour=True))
    assert layered.ca("torso") == 21
    assert guard.armour("torso") == 10


def test_where_a_blow_may_be_stopped():
    """CD20-SHOCK-03, CD20-P-COVER-01: armour worn and cover, not what is part of the body."""
    guard = guard_of(somebody(armour={"torso": 2}, cover={"torso": 4, "left_leg": 15}, natural_armour=3), HOUSE)
    assert [guard.armour(zone) for zone in HUMAN] == [0, 6, 0, 0, 0, 0, 15]
    assert (guard.ca("torso"), guard.ca("torso", touch=True)) == (19, 10)


def test_an_unseen_attacker_meets_no_dexterity():
    """CD20-P-MOD-01."""
    quick = somebody(dex=18)
    assert (guard_of(quick, HOUSE).ca("head"), guard_of(quick, HOUSE, unseen=True).ca("head")) == (14, 10)


@pytest.mark.parametrize(
    ("fields", "melee", "near", "far"),
    [
        ({}, 0, 0, 0),
        ({"prone": True}, 4, -4, -4),
        ({"conditions": ["kneeling"]}, 2, -2, -2),
        ({"conditions": ["pinned"]}, 4, -4, -4),
        ({"conditions": ["pinned", "kneeling"], "prone": True}, 4, -4, -4),
        ({"conditions": ["cowering", "off_balance"]}, 2, 2, 2),
        ({"conditions": ["cowering", "blinded"]}, 4, 4, 4),
        ({"conditions": ["running"]}, 0, -2, -2),
        ({"conditions": ["surprised"]}, 0, 0, 0),
        ({"conditions": ["climbing", "kneeling"]}, 4, 0, 0),
        ({"conditions": ["bound"]}, 4, 4, 0),
        ({"conditions": ["bound", "blinded"]}, 4, 4, 0),
        ({"pf": 0}, 4, 4, -4),
        ({"shock_next_turn": "skip", "prone": True}, 4, 4, -4),
        ({"shock_next_turn": "skip"}, 4, 4, 0),
        ({"ability_damage": {"dex": 10}}, 4, 4, 0),
    ],
)
def test_what_a_target_gives(fields, melee, near, far):
    """CD20-P-MOD-01, CD20-ATT-08: rows add up, some count once, helplessness stands for all of them."""
    target = somebody(**fields)
    result = [
        exposure_of(target, ranged, metres, HOUSE).total for ranged, metres in ((False, 1.5), (True, 9), (True, 9.1))
    ]
    assert result == [melee, near, far]


def test_another_bonus_against_the_helpless():
    """CD20-ATT-08: the table may set it; what it gives is told apart."""
    result = exposure_of(somebody(pf=0), False, 1.5, Options(helpless_bonus=6))
    assert (result.total, result.helpless) == (6, 6)
    assert exposure_of(somebody(prone=True), False, 1.5, HOUSE).helpless == 0


@pytest.mark.parametrize(
    ("conditions", "attack", "checks"),
    [
        ([], 0, 0),
        (["shaken"], -2, -2),
        (["shaken", "frightened", "panicked"], -2, -2),
        (["shaken", "sickened"], -4, -4),
        (["shaken", "entangled", "held"], -2, -2),
        (["entangled", "held"], -2, 0),
        (["dazzled", "sickened"], -3, -2),
        (["blinded"], 0, 0),
    ],
)
def test_how_conditions_add_up(conditions, attack, checks):
    """CD20-P-COND-01: fear once, fear and bonds once on attacks, sickness besides."""
    result = somebody(conditions=conditions)
    assert (attack_malus(result), checks_malus(result)) == (attack, checks)


def test_what_parts_out_of_use_take():
    """CD20-P-WOUND-01: head from every throw, abdomen from those of the body, and they add up."""
    assert parts_malus(["head"], "human") == -4
    assert (parts_malus(["abdomen"], "human"), parts_malus(["abdomen"], "human", physical=True)) == (0, -2)
    assert parts_malus(["head", "abdomen", "whole_body", "left_leg"], "human", physical=True) == -8
    assert parts_malus(["head"], "quadruped", physical=True) == 0


def test_saves():
    """CD20-P-SAVE-01, CD20-FAT-02: level, ability, feat; fatigue weighs on Reflexes only; a written one is a start."""
    paul = somebody(con=14, dex=14, wis=12, combat_option="defence", good_saves=["fort", "ref"])
    assert [save_bonus(paul, one) for one in ("fort", "ref", "will")] == [4, 4, 1]
    tired = somebody(con=14, dex=14, good_saves=["fort"], pf=4, conditions=["shaken"], hampered_parts=["abdomen"])
    assert [save_bonus(tired, one) for one in ("fort", "ref")] == [2, -5]
    assert save_bonus(somebody(fort=7, feats=["great_fortitude"], con=18), "fort") == 7
    assert save_bonus(somebody(feats=["iron_will"]), "will") == 2


@pytest.mark.parametrize(
    ("skill", "fields", "more", "bonus"),
    [
        ("jump", {"str": 14, "skill_ranks": {"jump": 3}}, {}, 5),
        ("jump", {"feats": ["run"]}, {"run_up": True}, 2),
        ("jump", {"feats": ["run"]}, {}, 0),
        ("spot", {"feats": ["alertness"]}, {}, 2),
        ("hide", {"feats": ["skill_emphasis:hide", "skill_pair:hide+listen"]}, {}, 5),
        ("hide", {"skill_ranks": {"hide": 2.5}}, {}, 2),
        ("hide", {"armour_items": ["breastplate"]}, {}, -4),
        ("drive", {"armour_items": ["breastplate"]}, {}, 0),
        ("search", {"conditions": ["blinded"]}, {}, -4),
        ("spot", {"conditions": ["blinded"]}, {}, 0),
        ("climb", {"conditions": ["blinded"], "pf": 4}, {}, -6),
        ("first_aid", {"pf": 1, "pv": 1}, {}, 0),
        ("swim", {"feats": ["endurance"]}, {"long_effort": True}, 4),
        ("climb", {"str": 18, "skill_ranks": {"climb": 4}, "pf": 4}, {"bonus": 1}, -1),
        ("cthulhu_mythos", {"mythos_ranks": 7}, {}, 7),
    ],
)
def test_what_is_added_to_a_check(skill, fields, more, bonus):
    """CD20-P-CHECK-01, CD20-FAT-02, CD20-P-FEAT-01: ranks, ability, feats; fatigue, armour and states besides."""
    assert total(check_parts(somebody(**fields), skill, **more)) == bonus


def test_checks_of_abilities_and_untrained_ones():
    """CD20-P-CHECK-01: Strength and Dexterity tire; some skills need a rank."""
    tired = somebody(str=14, con=14, pf=4)
    assert (total(check_parts(tired, ability="str")), total(check_parts(tired, ability="con"))) == (-1, 2)
    assert is_untrained(somebody(), "open_lock")
    assert is_untrained(somebody(skill_ranks={"open_lock": 0.5}), "open_lock")
    assert not is_untrained(somebody(skill_ranks={"open_lock": 1}), "open_lock")
    assert not is_untrained(somebody(), "first_aid")
    assert is_untrained(somebody(), "knowledge_medicine")


def test_initiative():
    """CD20-P-INIT-01: a throw of Dexterity, with everything that weighs on one."""
    assert total(initiative_parts(somebody(dex=14, feats=["improved_initiative"]))) == 6
    assert total(initiative_parts(somebody(dex=14, pf=4, conditions=["deafened"], hampered_parts=["abdomen"]))) == -6


def test_base_attacks_and_destiny():
    """CD20-P-LEVEL-01, CD20-DEST-01: by level and option, or by hand; adversaries only by a house rule."""
    assert base_attacks(somebody(level=9)) == (7, 2)
    assert base_attacks(somebody(level=9, combat_option="defence")) == (4,)
    assert base_attacks(somebody(base_attack=[2])) == (2,)
    assert [destiny_received(somebody(level=3, npc=True), Options(npc_destiny=one)) for one in (False, True)] == [0, 3]


def test_who_is_helpless_and_who_loses_dexterity():
    """CD20-ATT-08, CD20-P-AC-01, CD20-P-ABIL-02."""
    helpless = ("helpless", "bound", "asleep", "paralysed", "unconscious_other")
    for one in helpless:
        assert is_helpless(somebody(conditions=[one]))
    assert is_helpless(somebody(ability_damage={"str": 10}))
    assert not is_helpless(somebody(conditions=["dazed", "pinned"]))
    for one in (
        "flat_footed",
        "climbing",
        "running",
        "grappling",
        "pinned",
        "off_balance",
        "stunned_other",
        "cowering",
    ):
        assert loses_dex(somebody(conditions=[one])), one
    assert not loses_dex(somebody(conditions=["shaken", "kneeling", "dazed"]))


@pytest.mark.parametrize("option", ["offence", "defence"])
def test_what_a_level_adds_is_lost_with_the_dexterity(option):
    """CD20-P-LEVEL-02: a fifth of the level, two more in defence, off by default."""
    who = {"level": 10, "combat_option": option}
    more = 2 if option == "offence" else 4

    def head(**scene):
        return Bench("cthulhud20").outcome("zone_ca", **scene)["zone_ca"]["head"]

    house = {"options": {"level_ac_bonus": True}}
    assert (head(target=who), head(target=who, **house)) == (10, 10 + more)
    for caught in ({"conditions": ["flat_footed"]}, {"conditions": ["helpless"]}):
        assert head(target={**who, **caught}, **house) == 10
    assert head(target=who, attacker_unseen=True, **house) == 10
