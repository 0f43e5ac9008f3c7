"""The course of one hit: protection, nature, the clock, luck, counted wounds, the CON test (DMG, ARM, OPT, HLTH)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from gardien.core.calling import do
from gardien.core.chance import call
from gardien.core.dice import Dice
from gardien.core.interpreters.typed import typed
from gardien.core.values import Value
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.body.wounds import (
    Blow,
    Located,
    grade,
    place_of,
    protection,
    suffer,
    swapped_digits,
    taken_of,
    throw_sum,
    trait,
    uses_of,
    wound_changes,
)
from gardien.systems.operators.rules.character import NO_PLAN, Combatant, LuckPlan, Tally, Wound
from systems.operators.dicebox import changes, outcome, picked, refused

ALL = {"hit_location": "all"}


def hit(blow, target, dice=(), plan=NO_PLAN, **options):
    """One blow on one target, with these dice."""
    table = Options(**options)
    luck = target.purse(table)
    return typed(call(suffer, blow, target, plan, luck, True, table, ""), list(dice)).outcome


def armour(worn, kind="other", location="none", options=ALL, **more):
    """Which piece meets a damage of 100, and with what."""
    defender = {"sb": 400, "worn": worn, **more}
    result = outcome(
        "apply_damage", defender=defender, damage=100, damage_kind=kind, location=location, options=options
    )
    return result["armour"], result["armour_key"]


# ---- what comes ----


@pytest.mark.parametrize(
    ("blow", "total"),
    [
        (Blow(first=15), 15),
        (Blow(first=15, critical=True), 30),
        (Blow(first=15, rounds=3, flat=12), 51),
        (Blow(first=15, rounds=3, flat=12, critical=True), 102),
        (Blow(first=0, rounds=2, flat=6), 12),
        (Blow(first=15, rounds=0, flat=12), 15),
    ],
)
def test_a_critical_doubles_dice_bonus_and_rounds(blow, total):
    """OPS-DMG-06, OPS-CBT-11, OPS-OPT-04: before protection."""
    assert blow.total == total
    assert hit(blow, Combatant(sb=400)).block.damage_final == total


def test_dice_of_several_kinds_fall_one_kind_after_the_other():
    """OPS-DMG-06: weapon dice and the fixed part in one sum."""
    played = typed(call(throw_sum, Dice.parse("1D6+2D3+4"), "Vega", "damage"), [5, 1, 3])
    assert played.outcome == 13
    assert [(one.label, one.who, one.purpose) for one in played.dice] == [
        ("d6", "Vega", "damage"),
        ("d3", "Vega", "damage"),
        ("d3", "Vega", "damage"),
    ]


# ---- protection ----


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("kevlar_light", 4),
        ("ballistic_vest", 10),
        ("military_vest", 10),
        ("ceramic_vest", 20),
        ("blast_suit", 40),
        ("kevlar_helmet", 0),
        ("sf_helmet", 0),
        ("leather", 2),
        ("soft_vest_iiia", 8),
        ("riot_gear", 6),
        ("plate_carrier", 15),
        ("full_tactical", 15),
        ("limb_guards", 0),
        ("visor_helmet", 0),
        ("ballistic_shield", 0),
        ("hazmat", 1),
    ],
)
def test_without_location_only_what_covers_the_torso_counts(key, value):
    """OPS-ARM-01, OPS-ARM-02, M-07: helmets and guards give nothing."""
    assert armour([key], options={}) == (value, key if value else "")


EVERYWHERE = ("vital", "head", "right_arm", "left_arm", "torso", "right_leg", "left_leg")
COVERS = {
    "kevlar_light": ("vital", "torso"),
    "ballistic_vest": ("vital", "torso"),
    "military_vest": ("vital", "torso"),
    "ceramic_vest": ("vital", "torso"),
    "blast_suit": EVERYWHERE,
    "kevlar_helmet": ("head",),
    "sf_helmet": ("head",),
    "limb_guards": ("right_arm", "left_arm", "right_leg", "left_leg"),
    "full_tactical": ("vital", "torso", "right_arm", "left_arm"),
    "leather": ("vital", "torso", "right_arm", "left_arm", "right_leg", "left_leg"),
    "riot_gear": EVERYWHERE,
}


@pytest.mark.parametrize("place", EVERYWHERE)
@pytest.mark.parametrize("key", COVERS)
def test_with_location_a_piece_counts_where_it_covers(key, place):
    """OPS-OPT-11, OPS-ARM-02."""
    assert armour([key], location=place)[1] == (key if place in COVERS[key] else "")


def test_layers_do_not_add_up_and_the_highest_applies():
    """OPS-ARM-01: one piece, the best; its order on the body is nothing to it."""
    assert armour(["kevlar_light", "ceramic_vest", "leather"], options={}) == (20, "ceramic_vest")
    assert armour(["leather", "kevlar_light"], options={}, armour=3) == (4, "kevlar_light")


def test_of_equal_pieces_the_one_that_lasts_takes_the_blow():
    """OPS-ARM-01: a vest with uses left stays whole behind one that never wears out."""
    for worn in (["ballistic_vest", "military_vest"], ["military_vest", "ballistic_vest"]):
        assert armour(worn, options={}) == (10, "military_vest")
    assert armour(["ballistic_vest"], options={}, armour=10) == (10, "natural")


def test_a_used_up_vest_is_worth_nothing():
    """OPS-ARM-03: the next best applies."""
    spent = {"uses_left": {"ballistic_vest": 0}}
    assert armour(["ballistic_vest"], options={}, **spent) == (0, "")
    assert armour(["ballistic_vest", "leather"], options={}, **spent) == (2, "leather")


def test_natural_armour_covers_everything_but_flames_and_falls():
    """OPS-CREAT-10, OPS-ARM-01."""
    for place in (*EVERYWHERE, "none"):
        assert armour([], location=place, armour=7) == (7, "natural")
    assert armour([], "fire", armour=7) == (0, "")
    assert armour([], "fall", armour=7) == (0, "")


def test_only_a_blast_suit_holds_flames_off_and_nothing_softens_a_fall():
    """OPS-ARM-01."""
    worn = ["ceramic_vest", "riot_gear", "hazmat", "blast_suit"]
    assert armour(worn, "fire", options={}) == (40, "blast_suit")
    assert armour(worn[:3], "fire", options={}) == (0, "")
    assert armour(worn, "fall", options={}) == (0, "")


def test_a_stab_vest_stops_blades_only():
    """M-07 with OPS-ARM-02."""
    assert armour(["stab_vest"], "blade", options={}) == (6, "stab_vest")
    for kind in ("blunt", "firearm", "explosion", "natural", "other"):
        assert armour(["stab_vest"], kind, options={}) == (0, "")


def test_protection_may_be_set_aside():
    """OPS-ARM-01: a damage that ignores it ignores all of it."""
    defender = {"sb": 50, "worn": ["blast_suit"], "armour": 9}
    assert picked("apply_damage", [], "armour", "damage_taken", defender=defender, damage=8, ignore_armour=True) == (
        0,
        8,
    )


def test_a_vest_wears_out_with_what_it_takes():
    """OPS-ARM-03: three attacks in whole or part; a blow of nothing, or elsewhere, costs no use."""
    vest = {"sb": 50, "worn": ["ballistic_vest"], "name": "Vega"}
    assert outcome("apply_damage", defender=vest, damage=3)["uses_left"] == {"ballistic_vest": 2}
    assert outcome("apply_damage", defender=vest, damage=30)["uses_left"] == {"ballistic_vest": 2}
    assert outcome("apply_damage", defender=vest, damage=0)["uses_left"] == {"ballistic_vest": 3}
    leg = outcome("apply_damage", defender=vest, damage=3, location="left_leg", options=ALL)
    assert leg["uses_left"] == {"ballistic_vest": 3}
    last = {**vest, "uses_left": {"ballistic_vest": 1}}
    assert changes("apply_damage", defender=last, damage=3) == [
        ("uses_left", {"ballistic_vest": 1}, {"ballistic_vest": 0}, "Vega")
    ]
    lasting = {"sb": 50, "worn": ["military_vest"]}
    assert outcome("apply_damage", defender=lasting, damage=3)["uses_left"] == {}


def test_a_vest_at_home_keeps_its_count():
    """OPS-ARM-03: what is not worn today is no newer tomorrow."""
    two = {"sb": 50, "worn": ["ballistic_vest"], "uses_left": {"kevlar_light": 1}}
    result = outcome("apply_damage", defender=two, damage=3)
    assert result["uses_left"] == {"kevlar_light": 1, "ballistic_vest": 2}
    assert uses_of(Combatant(worn=("ballistic_vest",))) == {"ballistic_vest": 3}


def test_uses_are_those_the_piece_has():
    """OPS-ARM-03: wrong keys and counts are refused."""
    assert refused("apply_damage", damage=1, defender={"uses_left": {"ceramic_vest": 1}}) == (
        "field/one_of",
        "defender.uses_left",
        "OPS-ARM-03",
    )
    assert refused("apply_damage", damage=1, defender={"uses_left": {"ballistic_vest": 4}})[0] == "field/range"


def test_cover_of_the_head_counts_for_a_vital_place_where_there_is_no_head():
    """OPS-OPT-10: 1 to 15 is vital then, and the better of helmet and vest counts."""
    both = {**ALL, "location_11_15": "vital"}
    assert armour(["visor_helmet", "kevlar_light"], location="vital", options=both) == (6, "visor_helmet")
    assert armour(["visor_helmet", "kevlar_light"], location="vital", options=ALL) == (4, "kevlar_light")


# ---- rounds of a burst ----


@pytest.mark.parametrize(
    ("blow", "once", "each"),
    [
        (Blow(first=15, rounds=3, flat=12, kind="firearm"), 41, 5 + 3 * 2),
        (Blow(first=15, rounds=3, flat=12, kind="firearm", critical=True), 92, 20 + 3 * 14),
        (Blow(first=8, rounds=4, flat=6, kind="firearm"), 22, 0),
        (Blow(first=0, rounds=2, flat=12, kind="firearm"), 14, 4),
        (Blow(first=15, kind="firearm"), 5, 5),
    ],
)
def test_protection_meets_a_burst_once_or_every_round(blow, once, each):
    """OPS-ARM-01: one attack, unless the table wants it round by round; doubled before protection."""
    target = Combatant(sb=400, worn=("ballistic_vest",))
    for per_bullet, taken in ((False, once), (True, each)):
        result = hit(blow, target, armour_per_bullet=per_bullet).block
        assert (result.damage_taken, result.uses_left) == (taken, {"ballistic_vest": 2})


def test_halving_first_meets_every_round():
    """OPS-DMG-06: 15 and 12 halved are 8 and 6, then protection of 5 from each."""
    blow = Blow(first=15, rounds=2, flat=12, kind="firearm")
    each = Options(armour_per_bullet=True, halve_before_armour=True)
    assert taken_of(blow, 5, "half", each) == 3 + 2
    assert taken_of(blow, 5, "half", Options(armour_per_bullet=True)) == (10 + 14) / 2
    assert taken_of(blow, 5, "half", Options(halve_before_armour=True)) == 20 - 5
    assert taken_of(blow, 5, "half", Options()) == 17


# ---- the nature of whoever is hit ----


@pytest.mark.parametrize(
    ("nature", "special", "expected"),
    [
        ({}, False, ""),
        ({"invulnerable": True}, False, "immune"),
        ({"invulnerable": True}, True, ""),
        ({"invulnerable": True, "pierced_by": ("fire",)}, False, ""),
        ({"invulnerable": True, "pierced_by": ("blade",)}, False, "immune"),
        ({"resists": ("fire", "blade")}, False, "half"),
        ({"resists": ("blade",)}, False, ""),
        ({"weak_to": ("fire",)}, False, "double"),
        ({"weak_to": ("blade",)}, False, ""),
        ({"resists": ("fire",), "weak_to": ("fire",)}, False, ""),
        ({"invulnerable": True, "pierced_by": ("fire",), "weak_to": ("fire",)}, False, "double"),
        ({"invulnerable": True, "resists": ("fire",)}, True, "half"),
        ({"invulnerable": True, "weak_to": ("fire",)}, False, "immune"),
    ],
)
def test_a_creatures_nature_answers_each_kind_of_damage(nature, special, expected):
    """OPS-CREAT-14, OPS-CREAT-16, OPS-CREAT-17, OPS-ARM-05: resistance and weakness to one kind cancel out."""
    assert trait(Combatant(kind="creature", **nature), "fire", special) == expected


@pytest.mark.parametrize(
    ("nature", "options", "taken"),
    [
        ({}, {}, 9),
        ({"resists": ["blade"]}, {}, 5),  # (13 − 4) / 2, rounded up
        ({"resists": ["blade"]}, {"halve_before_armour": True}, 3),  # 7 − 4
        ({"weak_to": ["blade"]}, {}, 18),
        ({"weak_to": ["blade"]}, {"halve_before_armour": True}, 18),  # only halving moves
        ({"invulnerable": True}, {}, 0),
        ({"invulnerable": True}, {"halve_before_armour": True}, 0),
        ({"resists": ["blade"], "weak_to": ["blade"]}, {"halve_before_armour": True}, 9),
    ],
)
def test_nature_comes_after_protection(nature, options, taken):
    """OPS-DMG-06: steps 5 to 7."""
    defender = {"kind": "creature", "sb": 50, "armour": 4, **nature}
    result = outcome("apply_damage", defender=defender, damage=13, damage_kind="blade", options=options)
    assert (result["armour"], result["damage_taken"]) == (4, taken)


def test_resistance_rounds_up():
    """OPS-EX-75, OPS-DICE-02: 13 bullets' worth becomes 7."""
    creature = {"kind": "creature", "resists": ["firearm"]}
    fields = ("damage_taken", "wound_level")
    assert picked("apply_damage", [], *fields, defender=creature, damage=13, damage_kind="firearm") == (7, "light")


def test_protection_of_the_invulnerable_is_used_up_all_the_same():
    """OPS-DMG-06: protection comes first."""
    result = outcome("apply_damage", defender={"invulnerable": True, "worn": ["kevlar_light"]}, damage=9)
    assert (result["damage_taken"], result["uses_left"], result["wound_level"]) == (0, {"kevlar_light": 2}, "none")


# ---- points instead of levels ----


def test_where_creatures_have_points_they_lose_them():
    """OPS-CREAT-07: from SB, or from what is left; at 0 they are dead, and there is no test."""
    pool = {"creature_hp_pool": True}
    beast = {"name": "Ghoul", "kind": "creature", "sb": 20}
    assert outcome("apply_damage", defender=beast, damage=15, options=pool) == {
        "refused": False,
        "sb": 20,
        "damage_final": 15,
        "armour": 0,
        "armour_key": "",
        "damage_taken": 15,
        "hit_level": "none",
        "wound_level": "none",
        "out_of_fight": False,
        "alive": True,
        "uses_left": {},
        "wound_counts": {"light": 0, "grave": 0},
        "hp_left": 5,
        "luck": 0,
    }
    assert changes("apply_damage", defender=beast, damage=15, options=pool) == [("hp", None, 5, "Ghoul")]
    hurt = {**beast, "hp": 5}
    fields = ("hit_level", "wound_level", "alive", "hp_left")
    assert picked("apply_damage", [], *fields, defender=hurt, damage=4, options=pool) == ("none", "none", True, 1)
    assert picked("apply_damage", [], *fields, defender=hurt, damage=5, options=pool) == ("dead", "dead", False, 0)
    assert picked("apply_damage", [], *fields, defender=hurt, damage=9, options=pool) == ("dead", "dead", False, 0)
    where = outcome("apply_damage", defender=beast, damage=3, location="head", options={**pool, **ALL})
    assert where["location"] == "head"


def test_people_keep_the_clock_where_creatures_have_points():
    """OPS-CREAT-07."""
    result = outcome("apply_damage", defender={"kind": "npc", "sb": 20}, damage=15, options={"creature_hp_pool": True})
    assert (result["hit_level"], "hp_left" in result) == ("light", False)


# ---- where a hit lands ----


def test_the_digits_of_the_throw_change_places():
    """OPS-OPT-09: 27 lands at 72; 7 is 07 and lands at 70; 00 stays 100."""
    assert [swapped_digits(face) for face in (27, 7, 70, 11, 50, 5, 100, 98, 1, 10)] == [
        72,
        70,
        7,
        11,
        5,
        50,
        100,
        89,
        10,
        1,
    ]
    assert sorted(map(swapped_digits, range(1, 101))) == list(range(1, 101))


SPANS = [
    ("vital", 1, 10),
    ("head", 11, 15),
    ("right_arm", 16, 25),
    ("left_arm", 26, 35),
    ("torso", 36, 70),
    ("right_leg", 71, 85),
    ("left_leg", 86, 100),
]


@pytest.mark.parametrize(("place", "first", "last"), SPANS)
def test_each_number_is_a_place(place, first, last):
    """OPS-OPT-10: and without a head 11 to 15 is vital too."""
    for number in range(first, last + 1):
        assert place_of(number, Options()) == place
        there = "vital" if place == "head" else place
        assert place_of(number, Options(location_11_15="vital")) == there


def test_only_grave_hits_are_located_unless_the_table_wants_all_or_none():
    """OPS-OPT-09: a location is described for grave hits; protection stays that of the torso."""
    target = Combatant(sb=12, worn=("kevlar_light",), out_of_fight=True)
    arm = Located("right_arm", 20)
    for damage, level in ((9, "superficial"), (14, "light"), (16, "grave"), (40, "dead")):
        for mode in ("off", "grave_only", "all"):
            block = hit(Blow(first=damage, located=arm), target, hit_location=mode).block
            seen = mode == "all" or (mode == "grave_only" and level == "grave")
            assert block.armour == (0 if mode == "all" else 4)
            if mode != "all":
                assert block.hit_level == level
            told = (block.location, block.location_number)
            assert told == (("right_arm", 20) if seen else (UNSET, UNSET))
            assert block.wounds[-1].location == ("right_arm" if seen else "none")


@pytest.mark.parametrize(
    ("damage", "level", "worse"),
    [
        (0, "none", "none"),
        (5, "superficial", "light"),
        (8, "light", "grave"),
        (15, "grave", "dead"),
        (30, "dead", "dead"),
    ],
)
def test_a_hit_in_the_vital_zone_or_head_may_count_one_level_worse(damage, level, worse):
    """OPS-OPT-10: with every hit located and the option on; no wound stays no wound."""
    on = {**ALL, "vital_zone_worsens": True}
    target = {"sb": 12, "out_of_fight": True}
    for place in ("vital", "head"):
        assert picked("apply_damage", [], "hit_level", defender=target, damage=damage, location=place, options=on) == (
            worse,
        )
    for place, options in (("torso", on), ("none", on), ("vital", ALL), ("vital", {"vital_zone_worsens": True})):
        result = picked(
            "apply_damage", [], "hit_level", defender=target, damage=damage, location=place, options=options
        )
        assert result == (level,)


# ---- luck against a wound ----

GRAVE = {"sb": 12, "luck": 45, "CON": 10}


def test_twenty_points_and_the_grave_wound_does_not_happen():
    """OPS-LUCK-04: no CON test, the old level, nothing written down; the hit is told as it was."""
    fields = ("hit_level", "wound_level", "recorded_damage", "wounds", "wound_counts", "luck", "con_target")
    plan = {"cancel_grave": True}
    result = picked("apply_damage", [], *fields, defender={**GRAVE, "wound_level": "light"}, damage=15, luck_plan=plan)
    assert result == ("grave", "light", None, None, {"light": 0, "grave": 0}, 25, None)


def test_spent_uses_stay_spent():
    """OPS-LUCK-04."""
    defender = {**GRAVE, "worn": ["kevlar_light"]}
    result = outcome("apply_damage", defender=defender, damage=19, luck_plan={"cancel_grave": True})
    assert (result["wound_level"], result["uses_left"]) == ("none", {"kevlar_light": 2})


def test_the_grave_wound_may_become_a_light_one_instead():
    """OPS-LUCK-04 with luck_grave_to_light: SB − 1 is written down."""
    fields = ("hit_level", "wound_level", "recorded_damage", "luck", "con_target")
    options = {"luck_grave_to_light": True}
    plan = {"cancel_grave": True}
    result = picked("apply_damage", [], *fields, defender=GRAVE, damage=15, luck_plan=plan, options=options)
    assert result == ("light", "light", 11, 25, None)
    older = {**GRAVE, "wound_level": "grave"}
    result = picked("apply_damage", [], *fields, defender=older, damage=15, luck_plan=plan, options=options)
    assert result == ("light", "grave", 11, 25, None)


@pytest.mark.parametrize("luck", [20, 19])
def test_a_use_that_cannot_be_paid_is_not_there(luck):
    """OPS-LUCK-01, OPS-LUCK-04: nineteen points are not enough."""
    dice = [] if luck == 20 else [50]
    result = picked(
        "apply_damage",
        dice,
        "wound_level",
        "luck",
        defender={**GRAVE, "luck": luck},
        damage=15,
        luck_plan={"cancel_grave": True},
    )
    assert result == (("none", 0) if luck == 20 else ("grave", 19))


@pytest.mark.parametrize("damage", [24, 90])
def test_all_that_is_left_turns_death_into_a_grave_wound(damage):
    """OPS-LUCK-05: thirty at least; 2 × SB − 1 is written down, and the CON test comes as ever."""
    fields = ("hit_level", "wound_level", "recorded_damage", "luck", "con_roll", "out_of_fight", "alive")
    plan = {"escape_death": True, "cancel_grave": True, "max_shift": 50}
    result = picked("apply_damage", [51], *fields, defender=GRAVE, damage=damage, luck_plan=plan)
    assert result == ("grave", "grave", 23, 0, 51, True, True)
    poor = {**GRAVE, "luck": 29}
    result = picked("apply_damage", [], *fields, defender=poor, damage=damage, luck_plan=plan)
    assert result == ("dead", "dead", damage, 29, None, False, False)


def test_luck_moves_the_con_test_after_what_the_wound_cost():
    """OPS-HLTH-03, OPS-LUCK-02: 58 against 50 costs eight of what is left."""
    fields = ("con_outcome", "out_of_fight", "luck")
    result = picked(
        "apply_damage", [58], *fields, defender={**GRAVE, "luck": 19}, damage=15, luck_plan={"max_shift": 8}
    )
    assert result == ("success", False, 11)
    fumble = {"max_shift": 60, "cancel_fumble": True}
    result = picked("apply_damage", [99], *fields, defender={**GRAVE, "luck": 60}, damage=15, luck_plan=fumble)
    assert result == ("success", False, 1)


@pytest.mark.parametrize(
    ("who", "options"), [({"kind": "npc"}, {}), ({"kind": "creature"}, {}), ({}, {"luck_enabled": False})]
)
def test_without_luck_in_play_no_plan_counts(who, options):
    """OPS-LUCK-01: only Operators have luck, where the table has it; a reserve on paper stays as it is."""
    plan = {"cancel_grave": True, "escape_death": True, "max_shift": 50, "cancel_fumble": True}
    result = picked(
        "apply_damage",
        [60],
        "wound_level",
        "out_of_fight",
        "luck",
        defender={**GRAVE, **who},
        damage=15,
        luck_plan=plan,
        options=options,
    )
    assert result == ("grave", True, 45)
    result = picked(
        "apply_damage", [], "alive", "luck", defender={**GRAVE, **who}, damage=24, luck_plan=plan, options=options
    )
    assert result == (False, 45)


# ---- the CON test ----


@pytest.mark.parametrize(("roll", "result"), [(50, "success"), (44, "critical"), (51, "failure"), (99, "fumble")])
def test_failure_and_fumble_put_out_of_the_fight(roll, result):
    """OPS-HLTH-03."""
    answer = picked("apply_damage", [roll], "con_target", "con_outcome", "out_of_fight", defender={"sb": 12}, damage=12)
    assert answer == (50, result, result in ("failure", "fumble"))


@pytest.mark.parametrize(
    ("who", "target"),
    [
        ({"wound_level": "grave"}, 50),
        ({"worn": ["blast_suit"], "CON": 10}, 40),
        ({"drain": {"CON": {"temporary": 3}}}, 35),
        ({"CON": 30}, 150),
        ({"CON": 0}, 0),
    ],
)
def test_the_test_is_always_the_current_con_times_five(who, target):
    """OPS-HLTH-03, OPS-ARM-04, OPS-CREAT-09: never raised by a wound."""
    result = outcome("apply_damage", [98], defender={"sb": 12, **who}, damage=12, ignore_armour=True)
    assert result["con_target"] == target


@pytest.mark.parametrize("state", [{"out_of_fight": True}, {"no_pain": True}])
def test_who_is_already_out_or_feels_no_pain_is_not_asked(state):
    """OPS-HLTH-03."""
    result = outcome("apply_damage", defender={"sb": 12, **state}, damage=15)
    assert (result["wound_level"], "con_target" in result) == ("grave", False)


def test_each_new_grave_wound_asks_again_and_a_lesser_one_never():
    """OPS-EX-61, OPS-HLTH-03, OPS-HLTH-06."""
    hurt = {"sb": 12, "wound_level": "grave"}
    assert outcome("apply_damage", [20], defender=hurt, damage=12)["con_roll"] == 20
    result = outcome("apply_damage", defender=hurt, damage=7)
    assert (result["hit_level"], result["wound_level"], result["recorded_damage"]) == ("light", "grave", 7)


# ---- wounds that add up ----


@pytest.mark.parametrize("most", [2, 3, 4])
def test_the_nth_light_wound_is_written_down_as_grave(most):
    """OPS-HLTH-07: the count starts again, and the grave one is not counted."""
    options = {"wound_accumulation": most}
    counts = {"light": 0, "grave": 0}
    for nth in range(1, most + 1):
        defender = {"sb": 12, "wound_counts": counts}
        result = outcome("apply_damage", [50] if nth == most else [], defender=defender, damage=7, options=options)
        counts = result["wound_counts"]
        assert (result["hit_level"], result["recorded_damage"]) == ("light", 7)
        assert result["wound_level"] == ("grave" if nth == most else "light")
        assert counts == {"light": 0 if nth == most else nth, "grave": 0}


def test_the_nth_grave_wound_is_death():
    """OPS-HLTH-07: and death asks for no CON test."""
    defender = {"sb": 12, "wound_level": "grave", "wound_counts": {"grave": 2, "light": 1}}
    result = outcome("apply_damage", defender=defender, damage=12, options={"wound_accumulation": 3})
    assert (result["hit_level"], result["wound_level"], result["wound_counts"]) == (
        "grave",
        "dead",
        {"light": 1, "grave": 0},
    )


def test_superficial_wounds_never_add_up():
    """OPS-HLTH-07."""
    result = outcome("apply_damage", defender={"sb": 12}, damage=1, options={"wound_accumulation": 2})
    assert (result["wound_level"], result["wound_counts"]) == ("superficial", {"light": 0, "grave": 0})


def test_by_hand_wounds_are_only_counted():
    """OPS-HLTH-07: nine light wounds are light."""
    result = outcome("apply_damage", defender={"sb": 12, "wound_counts": {"light": 8}}, damage=7)
    assert (result["wound_level"], result["wound_counts"]) == ("light", {"light": 9, "grave": 0})


def test_a_table_that_starts_to_count_late_takes_the_next_wound():
    """OPS-HLTH-07: more had been counted than the option now allows."""
    defender = {"sb": 12, "wound_counts": {"light": 8}}
    result = outcome("apply_damage", [1], defender=defender, damage=7, options={"wound_accumulation": 3})
    assert (result["wound_level"], result["wound_counts"]["light"]) == ("grave", 0)


def test_one_wound_alone_cannot_be_too_many():
    """OPS-HLTH-07: the option is off, or two and more."""
    assert refused("apply_damage", damage=1, options={"wound_accumulation": 1})[::2] == (
        "field/at_least",
        "OPS-HLTH-07",
    )


def test_luck_answers_a_level_that_came_by_counting():
    """OPS-LUCK-04: cancelled, the count is what it was before the hit."""
    options = {"wound_accumulation": 3}
    defender = {**GRAVE, "wound_counts": {"light": 2}, "wound_level": "light"}
    fields = ("hit_level", "wound_level", "recorded_damage", "wound_counts", "luck")
    plan = {"cancel_grave": True}
    result = picked("apply_damage", [], *fields, defender=defender, damage=7, luck_plan=plan, options=options)
    assert result == ("light", "light", None, {"light": 2, "grave": 0}, 25)
    softer = {**options, "luck_grave_to_light": True}
    result = picked("apply_damage", [], *fields, defender=defender, damage=7, luck_plan=plan, options=softer)
    assert result == ("light", "light", 11, {"light": 2, "grave": 0}, 25)


def test_death_by_counting_may_be_escaped():
    """OPS-LUCK-05, OPS-HLTH-07: what replaces a death cannot be cancelled, for nothing is left."""
    defender = {**GRAVE, "wound_counts": {"grave": 1}, "wound_level": "grave"}
    fields = ("hit_level", "wound_level", "recorded_damage", "wound_counts", "luck", "con_roll")
    plan = {"escape_death": True}
    result = picked(
        "apply_damage", [9], *fields, defender=defender, damage=13, luck_plan=plan, options={"wound_accumulation": 2}
    )
    assert result == ("grave", "grave", 23, {"light": 0, "grave": 0}, 0, 9)


# ---- what the sheet keeps ----


def test_every_wound_is_noted_and_the_last_two_hundred_are_kept():
    """OPS-HLTH-06: lesser hits are noted, though they change nothing."""
    many = Combatant(sb=12, wounds=tuple(Wound(damage=n) for n in range(1, 201)), wound_level="light")
    block = hit(Blow(first=3), many).block
    assert len(block.wounds) == 200
    assert block.wounds[0].damage == 2
    assert block.wounds[-1] == Wound(damage=3, level="superficial")


def test_a_worse_wound_is_not_stabilised_and_a_lesser_one_leaves_it_so():
    """OPS-HLTH-09, OPS-HLTH-08: first aid was given to another wound; a second grave one asks for it again."""
    patient = {"name": "Koch", "sb": 12, "wound_level": "light", "stabilised": True, "out_of_fight": True}
    again = {**patient, "wound_level": "grave"}
    assert ("stabilised", True, False, "Koch") in changes("apply_damage", defender=again, damage=13)
    assert "stabilised" not in outcome("apply_damage", defender=again, damage=8)
    assert ("stabilised", True, False, "Koch") in changes("apply_damage", defender=patient, damage=13)
    assert "stabilised" not in outcome("apply_damage", defender=patient, damage=8)


def test_one_exposure_may_be_one_growing_wound():
    """OPS-HLTH-06: what came before counts as long as something comes."""
    target = Combatant(sb=12, out_of_fight=True)
    block = hit(Blow(first=5, so_far=9), target).block
    assert (block.damage_final, block.damage_taken, block.hit_level, block.recorded_damage) == (5, 5, "grave", 14)
    assert hit(Blow(first=0, so_far=9), target).block.hit_level == "none"


def test_what_did_not_change_is_no_change():
    """A hit that protection swallows leaves the sheet alone."""
    target = Combatant(name="Vega", worn=("military_vest",))
    struck = hit(Blow(first=4), target)
    assert wound_changes(target, struck.block, struck.luck) == ()


# ---- the whole course, beside a plain reading of the rule ----


class Course(Value, frozen=True):
    hit: str
    level: str
    recorded: int | None
    counts: tuple[int, int]
    luck: int
    con: bool


ORDER = ["none", "superficial", "light", "grave", "dead"]


def plainly(sb, taken, before, counts, luck, plan, options, out):
    """Step W from point 5 on, line by line."""
    light, grave = counts
    level = grade(sb, taken)
    if level == "none":
        return Course("none", before, None, counts, luck, False)
    recorded, shown = taken, level
    if level == "dead" and plan.escape_death and luck >= 30:
        luck, level, shown, recorded = 0, "grave", "grave", 2 * sb - 1
    elif level == "grave" and plan.cancel_grave and luck >= 20:
        luck -= 20
        if not options.luck_grave_to_light:
            return Course("grave", before, None, counts, luck, False)
        level, shown, recorded = "light", "light", max(1, sb - 1)
    else:
        most = options.wound_accumulation
        old = counts
        if level == "light":
            light += 1
            if most and light >= most:
                light, level = 0, "grave"
                if plan.cancel_grave and luck >= 20:
                    luck -= 20
                    if not options.luck_grave_to_light:
                        return Course("light", before, None, old, luck, False)
                    level, recorded, (light, grave) = "light", max(1, sb - 1), old
        elif level == "grave":
            grave += 1
            if most and grave >= most:
                grave, level = 0, "dead"
                if plan.escape_death and luck >= 30:
                    luck, level, recorded = 0, "grave", 2 * sb - 1
    after = max(before, level, key=ORDER.index)
    return Course(shown, after, recorded, (light, grave), luck, level == "grave" and not out)


@given(
    sb=st.integers(1, 20),
    damage=st.integers(0, 45),
    before=st.sampled_from(ORDER[:4]),
    counts=st.tuples(st.integers(0, 4), st.integers(0, 4)),
    luck=st.sampled_from([0, 19, 20, 29, 30, 49, 60]),
    cancel=st.booleans(),
    escape=st.booleans(),
    most=st.sampled_from([0, 2, 3, 4]),
    softer=st.booleans(),
    out=st.booleans(),
)
def test_a_hit_runs_its_course_as_the_rule_is_read(sb, damage, before, counts, luck, cancel, escape, most, softer, out):
    """OPS-HLTH-02 to OPS-HLTH-07, OPS-LUCK-04, OPS-LUCK-05."""
    plan = LuckPlan(cancel_grave=cancel, escape_death=escape)
    options = Options(wound_accumulation=most, luck_grave_to_light=softer)
    expected = plainly(sb, damage, before, counts, luck, plan, options, out)
    target = Combatant(
        sb=sb, wound_level=before, wound_counts=Tally(light=counts[0], grave=counts[1]), luck=luck, out_of_fight=out
    )
    asked = call(suffer, Blow(first=damage), target, plan, luck, True, options, "")
    struck = typed(asked, [50] if expected.con else []).outcome
    block = struck.block
    recorded = block.recorded_damage if isinstance(block.recorded_damage, int) else None
    tally = (block.wound_counts.light, block.wound_counts.grave)
    result = Course(block.hit_level, block.wound_level, recorded, tally, struck.luck, isinstance(block.con_roll, int))
    assert result == expected


@given(
    damage=st.integers(0, 200), value=st.integers(0, 60), options=st.builds(Options, halve_before_armour=st.booleans())
)
def test_what_is_taken_is_never_negative_and_never_more_than_twice_what_came(damage, value, options):
    """OPS-DMG-06."""
    blow = Blow(first=damage)
    plain = taken_of(blow, value, "", options)
    assert plain == max(0, damage - value)
    assert 0 <= taken_of(blow, value, "half", options) <= plain
    assert taken_of(blow, value, "double", options) == 2 * plain
    assert taken_of(blow, value, "immune", options) == 0
    assert taken_of(blow, 0, "half", options) == -(-Fraction(damage, 2) // 1)


def test_protection_and_key_go_together():
    """OPS-ARM-01: no piece, no key."""
    bare = protection(Combatant(worn=("ballistic_shield",)), Blow(first=5), Options())
    assert bare == (0, "")


@pytest.mark.parametrize(
    ("worn", "location", "option", "armour", "key"),
    [
        (["kevlar_helmet"], "grave_only", False, 0, ""),
        (["kevlar_helmet"], "grave_only", True, 4, "kevlar_helmet"),
        (["kevlar_helmet"], "off", True, 4, "kevlar_helmet"),
        (["kevlar_helmet", "kevlar_light"], "off", True, 4, "kevlar_helmet"),
        (["kevlar_helmet", "ballistic_vest"], "off", True, 10, "ballistic_vest"),
        (["limb_guards"], "off", True, 0, ""),
        (["kevlar_helmet"], "all", True, 0, ""),
    ],
)
def test_helmets_count_without_location_where_the_table_wants_it(worn, location, option, armour, key):
    """OPS-ARM-01: the highest piece alone; of equals the one that does not wear out; located hits as before."""
    given = {"damage": 3, "defender": {"worn": worn}, "options": {"hit_location": location}}
    given["options"]["helmet_without_location"] = option
    if location == "all":
        given["location"] = "torso"
    outcome = do("operators", "apply_damage", given, dice=[]).outcome
    assert (outcome["armour"], outcome["armour_key"]) == (armour, key)
