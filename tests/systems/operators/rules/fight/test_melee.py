"""At arm's length: blows, thrown weapons, the silent kill; damage and location on their own (CBT, DMG, OPT)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from quick import spent
from systems.operators.dicebox import (
    assert_odds_agree,
    chance,
    changes,
    every_outcome,
    outcome,
    picked,
    reasons,
    refused,
    thrown,
    told_apart,
    weighed,
)
from systems.operators.ledger import printed

FRAIL = {"kind": "npc", "name": "garde", "FOR": 10, "CON": 10, "DEX": 10}
REYES = {"name": "Reyes", "FOR": 13, "DEX": 13, "luck": 50}
LOCATIONS = [(10, "vital"), (15, "head"), (25, "right_arm"), (35, "left_arm"), (70, "torso"), (85, "right_leg")]


def strike(dice, defender=FRAIL, attacker=REYES, **more):
    return outcome("attack_melee", dice, attacker=attacker, defender=defender, **more)


# ---- a blow ----


def test_a_blow_from_its_throw_to_its_wound():
    """OPS-CBT-06, OPS-CBT-12, OPS-DMG-02, OPS-HLTH-02: attack, defence, weapon dice, bonus dice."""
    result = strike([27, 80, 4, 2], weapon="knife")
    assert result == {
        "refused": False,
        "characteristic": "DEX",
        "final_difficulty": "difficult",
        "target": 39,
        "roll": 27,
        "outcome": "success",
        "defence_difficulty": "difficult",
        "defence_target": 30,
        "defence_roll": 80,
        "defence_outcome": "failure",
        "avoided": False,
        "hit": True,
        "damage_final": 6,
        "armour": 0,
        "armour_key": "",
        "damage_taken": 6,
        "hit_level": "light",
        "wound_level": "light",
        "recorded_damage": 6,
        "wounds": [{"damage": 6, "level": "light", "location": "none"}],
        "out_of_fight": False,
        "alive": True,
        "uses_left": {},
        "wound_counts": {"light": 1, "grave": 0},
        "attacker_luck": 50,
        "defender_luck": 0,
    }
    assert thrown("attack_melee", [27, 80, 4, 2], attacker=REYES, defender=FRAIL, weapon="knife") == [
        "d100",
        "d100",
        "d6",
        "d3",
    ]


def test_what_a_blow_changes_on_the_sheets():
    result = changes("attack_melee", [27, 80, 4, 2], attacker=REYES, defender=FRAIL, weapon="knife")
    assert result == [
        ("wound_level", "none", "light", "garde"),
        ("wounds", (), ({"damage": 6, "level": "light", "location": "none"},), "garde"),
        ("wound_counts", {"light": 0, "grave": 0}, {"light": 1, "grave": 0}, "garde"),
    ]


@pytest.mark.parametrize(
    ("weapon", "code", "target"),
    [
        ("unarmed", "FOR", 27),
        ("club", "FOR", 27),
        ("knife", "DEX", 45),
        ("combat_knife", "DEX", 45),
        ("sword", "DEX", 45),
        ("axe", "FOR", 27),
    ],
)
def test_the_weapon_says_what_is_tested(weapon, code, target):
    """OPS-CBT-06, OPS-DMG-01: hit hard or be precise."""
    who = {"FOR": 9, "DEX": 15}
    result = picked("attack_melee", [98], "characteristic", "target", attacker=who, weapon=weapon)
    assert result == (code, target)


@pytest.mark.parametrize(
    ("dice", "hit", "avoided"),
    [([40], False, False), ([39, 30], False, True), ([99], False, False), ([33, 22], False, True)],
)
def test_a_blow_that_does_not_land_does_nothing(dice, hit, avoided):
    """OPS-CBT-12: a defence avoids it entirely, a critical one too; OPS-CBT-19: a fumble never hits."""
    result = strike(dice, weapon="knife")
    assert (result["hit"], result["avoided"], result["damage_taken"], result["hit_level"]) == (hit, avoided, 0, "none")
    assert "damage_final" not in result
    assert changes("attack_melee", dice, attacker=REYES, defender=FRAIL, weapon="knife") == []


def test_a_critical_blow_doubles_dice_and_bonus():
    """OPS-CBT-11, OPS-DMG-02: a knife with a bonus of 1D3 does 2 to 9, up to 18 on a critical."""
    for dice, taken in (([33, 80, 6, 3, 90], 18), ([33, 80, 1, 1], 4)):
        assert strike(dice, weapon="knife")["damage_taken"] == taken


@pytest.mark.parametrize("state", [{"held": True}, {"helpless": True}, {"out_of_fight": True}])
def test_who_cannot_defend_is_not_asked(state):
    """OPS-CBT-12."""
    result = strike([27, 1, 1], defender={**FRAIL, **state}, weapon="knife")
    assert result["hit"] is True
    assert "defence_roll" not in result


@pytest.mark.parametrize(
    ("state", "more", "difficulty", "target"),
    [
        ({}, {}, "difficult", 30),
        ({"surprised": True}, {}, "difficult", 30),
        ({"wound_level": "grave"}, {}, "extreme", 10),
        ({"wound_level": "grave"}, {"defence_advantage": True}, "difficult", 30),
        ({}, {"defence_advantage": True}, "standard", 50),
        ({"wound_level": "grave", "stabilised": True, "painkiller": True}, {}, "difficult", 30),
        ({"wound_level": "grave", "no_pain": True}, {}, "difficult", 30),
        ({"worn": ["ceramic_vest"]}, {}, "difficult", 24),
    ],
)
def test_how_hard_a_defence_is(state, more, difficulty, target):
    """OPS-CBT-12, OPS-HLTH-04, OPS-ARM-04."""
    result = strike([27, 1], defender={**FRAIL, **state}, weapon="knife", **more)
    assert (result["defence_difficulty"], result["defence_target"], result["avoided"]) == (difficulty, target, True)


def test_a_blow_that_nobody_parries_needs_one_throw_less():
    assert thrown("attack_melee", [27, 4, 2], attacker=REYES, defender=FRAIL, weapon="knife", defends=False) == [
        "d100",
        "d6",
        "d3",
    ]


@pytest.mark.parametrize(
    ("given", "final"),
    [
        ({}, "difficult"),
        ({"advantage": True}, "standard"),
        ({"advantage": True, "advantage_count": 2, "options": {"stack_advantages": True}}, "automatic"),
        ({"advantage": True, "waive": True}, "difficult"),
        ({"weapon": "chainsaw", "advantage": True}, "difficult"),
    ],
)
def test_how_hard_a_blow_is(given, final):
    """OPS-CBT-09, OPS-TEST-08, M-06: a chainsaw never gains from an advantage."""
    assert strike([98, 1] if final == "automatic" else [98], **given)["final_difficulty"] == final


def test_a_gravely_wounded_attacker_strikes_at_extreme():
    """OPS-HLTH-04."""
    assert strike([14], attacker={**REYES, "wound_level": "grave"}, weapon="knife")["target"] == 13


# ---- the reading throw ----

SURE = {"advantage": True, "advantage_count": 2}


@pytest.mark.parametrize(
    ("options", "dice", "read"),
    [
        ({}, [100, 95, 1, 1], 100),
        ({"hit_location": "off"}, [95, 1, 1], None),
        ({"hit_location": "off", "auto_success_can_crit": True}, [45, 95, 1, 1], 45),
        ({"hit_location": "all"}, [99, 95, 1, 1], 99),
    ],
)
def test_an_automatic_blow_is_thrown_for_only_where_digits_are_read(options, dice, read):
    """OPS-TEST-09: 99 and 00 mean nothing on it."""
    result = strike(dice, weapon="knife", **SURE, options={"stack_advantages": True, **options})
    assert (result["outcome"], result["hit"], result.get("roll")) == ("automatic", True, read)
    assert "target" not in result


@pytest.mark.parametrize(("roll", "result"), [(44, "critical"), (88, "critical"), (99, "automatic"), (43, "automatic")])
def test_an_automatic_success_may_be_critical_where_the_table_likes(roll, result):
    """OPS-TEST-09 with auto_success_can_crit: 8 doubles in 100."""
    table = {"stack_advantages": True, "auto_success_can_crit": True}
    assert strike([roll, 95, 1, 1], weapon="knife", **SURE, options=table)["outcome"] == result
    assert (
        strike([roll, 95, 1, 1], weapon="knife", **SURE, options={"stack_advantages": True})["outcome"] == "automatic"
    )
    odds = chance(
        "attack_melee",
        "outcome",
        "critical",
        attacker=REYES,
        defender=FRAIL,
        weapon="knife",
        **SURE,
        options=table,
    )
    assert odds == Fraction(8, 100)


# ---- refusals ----

STATES = [
    ("dead", {"wound_level": "dead"}),
    ("out_of_fight", {"out_of_fight": True}),
    ("held", {"held": True}),
    ("helpless", {"helpless": True}),
    ("surprised", {"surprised": True}),
]


@pytest.mark.parametrize("procedure", ["attack_melee", "attack_thrown"])
def test_why_an_attack_cannot_be_made_in_the_order_of_the_ledger(procedure):
    """OPS-CBT-04, OPS-CBT-05, OPS-HLTH-05, OPS-TEST-08: each reason hides those after it."""
    attacker, defender = dict(REYES), {**FRAIL, "wound_level": "dead"}
    for _, state in STATES:
        attacker |= state
    more = {"waive": True, "options": {"may_waive_advantage": False}}
    more |= {"zone": 1} if procedure == "attack_thrown" else {}
    for reason, state in STATES:
        result = outcome(procedure, attacker=attacker, defender=defender, **more)
        assert result == {
            "refused": True,
            "reason": reason,
            "attacker_luck": 50,
            "defender_luck": 0,
            "wound_level": "dead",
            "out_of_fight": False,
            "alive": False,
        }
        attacker = {name: value for name, value in attacker.items() if name not in state}
    assert outcome(procedure, attacker=attacker, defender=defender, **more)["reason"] == "defender_dead"
    assert outcome(procedure, attacker=attacker, defender=FRAIL, **more)["reason"] == "waiver_off"
    if procedure == "attack_thrown":
        result = outcome(procedure, attacker=attacker, defender=FRAIL, zone=1)
        assert (result["reason"], result["final_difficulty"]) == ("out_of_range", "forbidden")
        assert reasons(procedure, attacker=attacker, defender=FRAIL, zone=3) == [
            ("reason", "out_of_range", "OPS-CBT-07")
        ]


# ---- luck ----


@pytest.mark.parametrize(
    ("dice", "plans", "attacker", "defender", "hit"),
    [
        ([45, 80, 1, 1], {"attacker_luck_plan": {"max_shift": 6}}, 44, 50, True),
        ([27, 40], {"defender_luck_plan": {"max_shift": 10}}, 50, 40, False),
        ([27, 99, 1, 1], {"defender_luck_plan": {"cancel_fumble": True}}, 50, 40, True),
    ],
)
def test_both_sides_pay_their_own_luck(dice, plans, attacker, defender, hit):
    """OPS-LUCK-02, OPS-LUCK-03: never on the throws of others."""
    prey = {**FRAIL, "kind": "operator", "luck": 50}
    result = strike(dice, defender=prey, weapon="knife", **plans)
    assert (result["attacker_luck"], result["defender_luck"], result["hit"]) == (attacker, defender, hit)
    without = strike(
        [dice[0]] if dice[0] == 45 else [27, dice[1], 1, 1],
        defender=prey,
        weapon="knife",
        **plans,
        options={"luck_enabled": False},
    )
    assert (without["attacker_luck"], without["defender_luck"]) == (50, 50)


def test_only_operators_have_luck():
    """OPS-LUCK-01."""
    prey = {**FRAIL, "luck": 50}
    result = strike([27, 40, 1, 1], defender=prey, weapon="knife", defender_luck_plan={"max_shift": 10})
    assert (result["hit"], result["defender_luck"]) == (True, 50)


@pytest.mark.parametrize(
    ("plan", "dice", "level", "luck", "taken"),
    [
        ({"cancel_grave": True}, [27, 80, 6, 6], "none", 30, 12),
        ({"cancel_grave": True}, [33, 80, 6, 6, 50], "grave", 0, 24),
        ({"escape_death": True}, [33, 80, 6, 6, 50], "grave", 0, 24),
    ],
)
def test_luck_against_a_wound(plan, dice, level, luck, taken):
    """OPS-LUCK-04, OPS-LUCK-05: an axe in strong hands against SB 10."""
    prey = {**FRAIL, "kind": "operator", "luck": 50}
    killer = {**REYES, "damage_bonus": "none"}
    plan = {**plan, "escape_death": taken >= 20}
    result = strike(dice, attacker=killer, defender=prey, weapon="axe", defender_luck_plan=plan)
    assert (result["wound_level"], result["defender_luck"], result["damage_taken"]) == (level, luck, taken)


# ---- thrown weapons ----


def hurl(dice, **more):
    return outcome("attack_thrown", dice, attacker=REYES, defender=FRAIL, **more)


@pytest.mark.parametrize("weapon", ["throwing_knife", "knife", "combat_knife", "axe", "spear"])
def test_these_weapons_leave_the_hand(weapon):
    """OPS-CBT-07: always DEX, always difficult."""
    result = hurl([98], weapon=weapon)
    assert (result["characteristic"], result["target"]) == ("DEX", 39)


@pytest.mark.parametrize("weapon", ["sword", "pistol_small", "unarmed", "fork"])
def test_others_do_not(weapon):
    assert refused("attack_thrown", weapon=weapon)[1] == "weapon"


@pytest.mark.parametrize(
    ("given", "final"),
    [
        ({}, "difficult"),
        ({"cover": "in_cover"}, "extreme"),
        ({"cover": "in_cover", "steps": 1}, "impossible"),
        ({"cover": "in_cover", "steps": 1, "advantage": True}, "extreme"),
        ({"cover": "exposed"}, "standard"),
        ({"cover": "exposed", "advantage": True}, "standard"),
        ({"cover": "exposed", "advantage": True, "options": {"stack_advantages": True}}, "automatic"),
        ({"cover": "exposed", "waive": True}, "difficult"),
    ],
)
def test_cover_makes_a_throw_harder_and_exposure_easier(given, final):
    """OPS-CBT-10, OPS-TEST-10."""
    dice = {"impossible": [], "automatic": [98, 95, 1]}.get(final, [98])
    assert hurl(dice, **given)["final_difficulty"] == final


@pytest.mark.parametrize(
    ("strength", "bonus"), [(12, None), (13, None), (16, None), (17, "d3"), (24, "d3"), (25, "d6"), (30, "d6")]
)
def test_a_thrown_weapon_has_a_bonus_one_step_lower(strength, bonus):
    """OPS-DMG-03."""
    who = {**REYES, "FOR": strength}
    dice = [27, 95, 1, *([1] if bonus else []), *([1] if strength >= 30 else [])]
    result = thrown("attack_thrown", dice, attacker=who, defender={**FRAIL, "sb": 400})
    assert result == ["d100", "d100", "d6", *([bonus] * (2 if strength >= 30 else 1) if bonus else [])]


def test_a_thrown_weapon_is_dodged_without_technique():
    """OPS-CBT-07, OPS-CBT-12."""
    assert refused("attack_thrown", defence_advantage=True)[1] == "defence_advantage"
    assert hurl([27, 30])["avoided"] is True


# ---- the silent kill ----


def approach(dice, defender=FRAIL, **more):
    return outcome("assassinate", dice, attacker=REYES, defender=defender, **more)


@pytest.mark.parametrize(
    ("weapon", "options", "final"),
    [
        ("knife", {}, 9),
        ("sword", {}, 13),
        ("axe", {}, 15),
        ("garrotte", {}, 15),
        ("knife", {"assassination_critical": True}, 18),
    ],
)
def test_a_silent_blade_does_all_it_can(weapon, options, final):
    """OPS-OPT-08: greatest weapon dice and greatest bonus (FOR 13: 1D3), no attack, no defence, no place."""
    result = approach([50], defender={**FRAIL, "sb": 400}, weapon=weapon, options=options)
    assert (result["alerted"], result["damage_final"], result["hit_level"]) == (False, final, "superficial")
    assert "location" not in result
    assert "defence_roll" not in result


def test_an_approach_that_is_heard():
    """OPS-OPT-08: the target is alerted and nothing else happens."""
    for roll in (66, 99):
        result = approach([roll])
        assert (result["alerted"], result["hit"], result["damage_taken"], result["target"]) == (True, False, 0, 65)


@pytest.mark.parametrize(
    ("given", "target"),
    [
        ({}, 65),
        ({"stealth_difficulty": "difficult"}, 39),
        ({"stealth_difficulty": "extreme"}, 13),
        ({"stealth_difficulty": "extreme", "advantage": True}, 39),
    ],
)
def test_contrôle_says_how_hard_the_approach_is(given, target):
    assert approach([98], **given)["target"] == target


def test_an_easy_approach_needs_no_throw():
    result = approach([], advantage=True, defender={**FRAIL, "sb": 400})
    assert (result["outcome"], result["alerted"]) == ("automatic", False)


def test_protection_is_as_without_location():
    """OPS-ARM-01, OPS-OPT-08: a helmet gives nothing, a vest does and wears out."""
    prey = {**FRAIL, "worn": ["kevlar_helmet", "kevlar_light"]}
    result = approach([50], defender=prey, options={"hit_location": "all"})
    assert (result["armour"], result["armour_key"], result["damage_taken"]) == (4, "kevlar_light", 5)
    assert result["uses_left"] == {"kevlar_light": 2}


def test_why_there_is_no_silent_kill_in_the_order_of_the_ledger():
    """OPS-OPT-08."""
    worst = {"kind": "npc", "wound_level": "dead", "out_of_fight": True, "held": True, "helpless": True}
    given = {
        "attacker": {**REYES, **worst},
        "defender": {**FRAIL, "wound_level": "dead"},
        "unaware": False,
        "weapon": "unarmed",
        "options": {"assassination_enabled": False},
    }
    mended = [
        ("option_off", {"options": {}}),
        ("not_operator", {"attacker": {**REYES, **worst, "kind": "operator"}}),
        ("aware", {"unaware": True}),
        ("wrong_weapon", {"weapon": "knife"}),
        ("defender_dead", {"defender": FRAIL}),
    ]
    for reason, change in mended:
        result = outcome("assassinate", **given)
        assert (result["refused"], result["reason"], result["alerted"]) == (True, reason, False)
        given |= change
    states = {**worst, "kind": "operator"}
    for reason, field in (("dead", "wound_level"), ("out_of_fight",) * 2, ("held",) * 2, ("helpless",) * 2):
        assert outcome("assassinate", **given)["reason"] == reason
        states.pop(field)
        given |= {"attacker": {**REYES, **states}}
    assert outcome("assassinate", [98], **given)["refused"] is False


def test_surprise_is_no_reason_against_a_silent_kill():
    """The ledger names none of it there."""
    assert outcome("assassinate", [98], attacker={**REYES, "surprised": True})["refused"] is False


# ---- damage and place on their own ----


@pytest.mark.parametrize("row", printed("OPS-TAB-05"), ids=lambda row: row[0])
def test_melee_weapons_as_printed(row):
    """OPS-TAB-05, OPS-DMG-01."""
    key, damage, low, high = row
    dice = [1] * (2 if damage.startswith("2D") else 1)
    assert picked("roll_damage", dice, "minimum", "maximum", "damage_final", weapon=key) == (low, high, low)


@pytest.mark.parametrize("row", printed("OPS-TAB-06"), ids=lambda row: row[0])
def test_firearms_as_printed(row):
    """OPS-TAB-06, OPS-DMG-04: no bonus, and each round of a burst brings the fixed part."""
    key, damage, flat, *_ = row
    count = 2 if damage.startswith("2D") else 1
    given = {"weapon": key, "damage_bonus": "5D6", "extra_rounds": 4}
    result = outcome("roll_damage", [3] * count, **given)
    assert result == {
        "refused": False,
        "weapon_roll": 3 * count + flat,
        "bonus_roll": 0,
        "burst_damage": 4 * flat,
        "damage_final": 3 * count + 5 * flat,
        "minimum": count + 5 * flat,
        "maximum": 6 * count + 5 * flat,
    }


@pytest.mark.parametrize(
    ("given", "dice", "final", "spread"),
    [
        ({"weapon": "knife", "damage_bonus": "1D3"}, [6, 3], 9, (2, 9)),
        ({"weapon": "knife", "damage_bonus": "1D3", "critical": True}, [6, 3], 18, (4, 18)),
        ({"weapon": "knife", "damage_bonus": "1D3", "thrown": True}, [6], 6, (1, 6)),
        ({"weapon": "throwing_knife", "damage_bonus": "1D6"}, [6, 3], 9, (2, 9)),
        ({"weapon": "throwing_knife", "damage_bonus": "5D6"}, [1, 1, 1, 1, 1], 5, (5, 30)),
        ({"custom_weapon": {"damage": "1D10+2", "type": "firearm"}, "damage_bonus": "1D6"}, [10], 12, (3, 12)),
        ({"custom_weapon": {"damage": "7"}}, [], 7, (7, 7)),
    ],
)
def test_bonus_and_doubling(given, dice, final, spread):
    """OPS-DMG-02, OPS-DMG-03, OPS-DMG-06, OPS-CBT-11."""
    result = outcome("roll_damage", dice, **given)
    assert (result["damage_final"], result["minimum"], result["maximum"]) == (final, *spread)


@pytest.mark.parametrize(
    ("given", "id", "field"),
    [
        ({}, "field/missing", "weapon"),
        ({"weapon": "fork"}, "field/one_of", "weapon"),
        ({"custom_weapon": {"damage": "1D7"}}, "field/one_of", "custom_weapon"),
        ({"custom_weapon": {"damage": "1D6+"}}, "dice/ends_after", "custom_weapon.damage"),
        ({"weapon": "knife", "extra_rounds": 10}, "field/range", "extra_rounds"),
    ],
)
def test_damage_without_a_weapon_that_can_be_thrown_for(given, id, field):
    assert refused("roll_damage", **given)[:2] == (id, field)


def test_every_throw_has_its_place():
    """OPS-OPT-09, OPS-OPT-10: all hundred throws, digits the other way round; 00 is 100."""
    for roll in range(1, 101):
        number = 100 if roll == 100 else int(f"{roll:02}"[::-1])
        place = next((name for until, name in LOCATIONS if number <= until), "left_leg")
        assert outcome("locate_hit", roll=roll) == {"refused": False, "location_number": number, "location": place}
        if place == "head":
            place = "vital"
        assert picked("locate_hit", [], "location", roll=roll, options={"location_11_15": "vital"}) == (place,)


def test_the_throw_of_the_source():
    """OPS-OPT-09: 27 is read 72."""
    assert picked("locate_hit", [], "location_number", "location", roll=27) == (72, "right_leg")


@pytest.mark.parametrize(
    ("mode", "dice", "place"),
    [
        ("off", [27, 80, 6, 6, 50], None),
        ("grave_only", [27, 80, 1, 1], None),
        ("grave_only", [27, 80, 6, 6, 50], "right_leg"),
        ("all", [27, 80, 1, 1], "right_leg"),
    ],
)
def test_which_hits_are_located(mode, dice, place):
    """OPS-OPT-09."""
    killer = {**REYES, "damage_bonus": "none"}
    result = strike(dice, attacker=killer, weapon="axe", options={"hit_location": mode})
    assert result.get("location") == place
    assert ("location_number" in result) == (place is not None)


# ---- odds ----


def test_odds_of_a_blow_with_a_defence_are_those_of_every_face():
    """OPS-ODDS-02: by attack, defence, level, and who is left standing; every die face typed."""
    given = {
        "attacker": {"FOR": 4, "damage_bonus": "none"},
        "defender": {"FOR": 3, "CON": 3, "DEX": 32},
        "weapon": "unarmed",
    }
    shown = every_outcome("attack_melee", given)
    assert sum(chance for _, chance in shown) == 1
    for by in (
        ("hit",),
        ("outcome", "avoided"),
        ("hit_level",),
        ("hit_level", "wound_level", "out_of_fight", "alive"),
        ("location",),
        ("defence_outcome",),
        ("damage_taken", "con_outcome"),
        ("roll", "defence_roll", "con_roll", "location_number", "damage_final"),
    ):
        assert weighed("attack_melee", given, by) == told_apart(shown, by), by
    through = told_apart(shown, ("hit",))[(("hit", True),)]
    assert through == Fraction(12, 100) * Fraction(4, 100)


def test_odds_with_luck_on_both_sides_are_those_of_every_face():
    """OPS-LUCK-02 to OPS-LUCK-05 inside an attack."""
    given = {
        "attacker": {"FOR": 1, "luck": 12, "damage_bonus": "none"},
        "defender": {"FOR": 2, "CON": 1, "DEX": 30, "luck": 33},
        "weapon": "unarmed",
        "attacker_luck_plan": {"max_shift": 3, "cancel_fumble": True},
        "defender_luck_plan": {"max_shift": 2, "cancel_grave": True, "escape_death": True},
    }
    shown = every_outcome("attack_melee", given)
    for by in (("hit",), ("wound_level", "attacker_luck", "defender_luck"), ("hit_level", "recorded_damage")):
        assert weighed("attack_melee", given, by) == told_apart(shown, by), by


@pytest.mark.parametrize("given", [{}, {"stealth_difficulty": "difficult", "weapon": "axe"}])
def test_odds_of_a_silent_kill_are_those_of_every_face(given):
    assert_odds_agree("assassinate", attacker=REYES, defender=FRAIL, **given)


def test_odds_of_damage_are_those_of_every_face():
    assert_odds_agree("roll_damage", weapon="axe", damage_bonus="1D3", critical=True)


def test_odds_of_a_blow_are_quick():
    """Warm within 50 ms; the limit is generous."""
    given = {"attacker": REYES, "defender": {**FRAIL, "worn": ["kevlar_light"]}, "weapon": "sword"}
    by = ("hit", "hit_level", "out_of_fight")
    assert sum(one.chance for one in odds_of("operators", "attack_melee", given, by=by)) == 1
    assert spent(lambda: odds_of("operators", "attack_melee", given, by=by)) < 0.5


@given(
    attack=st.integers(1, 100),
    guard=st.integers(1, 100),
    first=st.integers(1, 6),
    second=st.integers(1, 6),
    con=st.integers(1, 100),
    threshold=st.integers(1, 30),
    armour=st.integers(0, 10),
)
def test_a_hit_is_never_worse_than_its_damage(attack, guard, first, second, con, threshold, armour):
    """OPS-DMG-06, OPS-HLTH-02: protection once, bounds to the worse level."""
    prey = {**FRAIL, "sb": threshold, "armour": armour, "DEX": 10}
    killer = {"FOR": 13, "damage_bonus": "none"}
    dice = [attack]
    if attack <= 39:
        dice += [guard] if guard <= 30 else [guard, first, second]
    taken = max(0, (first + second) * (2 if attack in (11, 22, 33) else 1) - armour) if len(dice) == 4 else 0
    if threshold <= taken < 2 * threshold:
        dice.append(con)
    result = strike(dice, attacker=killer, defender=prey, weapon="axe")
    assert result["damage_taken"] == taken
    levels = ("none", "superficial", "light", "grave", "dead")
    at = 0 if not taken else 1 + (2 * taken >= threshold) + (taken >= threshold) + (taken >= 2 * threshold)
    assert result["hit_level"] == levels[at]
    assert result["out_of_fight"] == (result["hit_level"] == "grave" and con > 50)
