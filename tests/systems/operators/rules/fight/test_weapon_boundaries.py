"""Corners of arms and rounds that no other file walks into (CBT, DMG, OPT, HAZ)."""

from fractions import Fraction
from typing import Any

import pytest

from gardien.core.errors import Refusal
from systems.operators.dicebox import answer, chance, changes, outcome, picked, reasons, refused
from systems.operators.every_face import fallen

REYES = {"name": "Reyes", "FOR": 13, "DEX": 13, "luck": 50}
GUARD = {"kind": "npc", "name": "garde", "FOR": 10, "CON": 10, "DEX": 10}


# ---- the silent kill ----


def approach(*dice: int, attacker: Any = REYES, defender: Any = GUARD, **more: Any) -> dict[str, Any]:
    return outcome("assassinate", dice, attacker=attacker, defender=defender, **more)


@pytest.mark.parametrize(
    ("state", "target"),
    [
        ({"wound_level": "grave"}, 13),
        ({"wound_level": "grave", "painkiller": True, "stabilised": True}, 65),
        ({"wound_level": "light"}, 65),
    ],
)
def test_a_grave_wound_makes_the_approach_extreme(state: dict[str, Any], target: int) -> None:
    """OPS-OPT-08, OPS-HLTH-04: an action like any other."""
    assert approach(98, attacker={**REYES, **state})["target"] == target


def test_a_silent_kill_hits_and_leaves_the_luck_of_both() -> None:
    """OPS-OPT-08, OPS-LUCK-01: the blade touches; a reserve that nothing was bought from stays."""
    result = approach(60, 50, defender={"luck": 20, "sb": 9})
    assert (result["hit"], result["attacker_luck"], result["defender_luck"]) == (True, 50, 20)
    mute = approach(60, 50, defender={"luck": 20, "sb": 9}, options={"luck_enabled": False})
    assert (mute["attacker_luck"], mute["defender_luck"]) == (50, 20)


def test_the_prey_pays_for_its_wound() -> None:
    """OPS-LUCK-04: what a grave wound costs leaves the reserve of the prey; the killer pays nothing."""
    prey = {"luck": 90, "sb": 10}
    result = approach(60, weapon="axe", defender=prey, defender_luck_plan={"cancel_grave": True})
    paid = 90 - outcome("luck_cancel_grave", luck=90)["luck"]
    assert paid > 0
    assert (result["attacker_luck"], result["defender_luck"]) == (50, 90 - paid)


def test_the_approach_says_who_throws_and_what_for() -> None:
    """OPS-OPT-08: a stealth test of the killer, then CON of the prey."""
    result = answer("assassinate", [60, 50], attacker=REYES, defender={**GUARD, "sb": 9})
    assert [(one.who, one.purpose) for one in result.dice] == [("Reyes", "stealth"), ("garde", "con")]


def test_the_approach_is_explained() -> None:
    """OPS-OPT-08."""
    assert ("alerted", True, "OPS-OPT-08") in reasons("assassinate", [98], attacker=REYES)
    assert reasons("assassinate", unaware=False) == [("reason", "aware", "OPS-OPT-08")]


def test_an_approach_that_cannot_be_made_has_no_target() -> None:
    """OPS-TEST-10: extreme at least for the wounded, and one step more; nothing is thrown."""
    easy = approach(advantage=True)
    assert (easy["final_difficulty"], "target" in easy) == ("automatic", False)


def test_a_blade_of_ones_own_replaces_the_catalogue() -> None:
    """OPS-OPT-08: 2D6 and 1D3 at their greatest, and it must be a weapon for melee."""
    assert approach(60, defender={**GUARD, "sb": 90}, custom_weapon={"damage": "2D6"})["damage_final"] == 15
    assert approach(60, defender={**GUARD, "sb": 90}, custom_weapon={"damage": "2D6"}, weapon="unarmed")["hit"]
    assert refused("assassinate", custom_weapon={"type": "firearm"}) == (
        "field/one_of",
        "custom_weapon",
        "OPS-CBT-06",
    )


def test_what_the_blade_is_made_of_matters() -> None:
    """OPS-CREAT-06: what shrugs blades off shrugs this one off, unless it is special."""
    ghoul = {"kind": "creature", "sb": 90, "invulnerable": True}
    assert approach(60, defender=ghoul)["damage_taken"] == 0
    assert approach(60, defender=ghoul, custom_weapon={"special": True})["damage_taken"] > 0
    tough = {"kind": "creature", "sb": 90}
    kinds = ({}, {"resists": ["blade"]}, {"weak_to": ["blade"]})
    assert [approach(60, defender={**tough, **one})["damage_taken"] for one in kinds] == [9, 5, 18]


def test_a_creature_without_low_bonus_adds_none() -> None:
    """OPS-CREAT-08: the bonus is the killer's own, whatever the table decides for creatures."""
    assert approach(60, defender={**GUARD, "sb": 90}, options={"creature_low_bonus_none": True})["damage_final"] == 9


def test_odds_tell_the_throw_for_con_of_the_prey() -> None:
    """OPS-HLTH-03: each face of it once in a hundred of the kills."""
    given = {"attacker": {**REYES, "DEX": 20}, "defender": {**GUARD, "sb": 9}, "advantage": True}
    assert chance("assassinate", "con_roll", 50, **given) == Fraction(1, 100)


# ---- weapons ----


def test_only_a_weapon_for_melee_can_be_swung_with_for() -> None:
    """OPS-CBT-06, OPS-CBT-08: one’s own gun is fired with DEX whatever is written on it."""
    strong = {**REYES, "FOR": 16}
    blow = {"attacker": strong, "defender": GUARD, "custom_weapon": {"attack_with": "FOR"}}
    assert picked("attack_melee", [20, 90, 4, 1], "characteristic", "target", **blow) == ("FOR", 48)
    gun = {"attack_with": "FOR", "type": "firearm", "damage_kind": "firearm"}
    shot = picked("attack_firearm", [20, 4], "target", attacker=strong, defender=GUARD, custom_weapon=gun)
    assert shot == (65,)
    thrown = {"attacker": strong, "defender": GUARD, "custom_weapon": {"attack_with": "FOR", "type": "thrown"}}
    assert picked("attack_thrown", [20, 90, 4], "characteristic", "target", **thrown) == ("DEX", 39)


def test_the_last_round_leaves_the_weapon_empty() -> None:
    """OPS-OPT-05: strict counting, shot by shot."""
    given = {"attacker": REYES, "defender": GUARD, "weapon": "pistol_small", "options": {"ammo_mode": "strict"}}
    for left, empty in ((1, True), (2, False), (3, False)):
        result = picked("attack_firearm", [30, 3], "rounds_left", "empty", rounds_left=left, **given)
        assert result == (left - 1, empty)


def test_a_weapon_of_ones_own_has_nothing_of_the_one_it_replaces() -> None:
    """M-06: the chainsaw gains nothing from an advantage, what replaces it does."""
    given = {"attacker": REYES, "advantage": True, "weapon": "chainsaw"}
    assert picked("attack_melee", [98], "final_difficulty", **given) == ("difficult",)
    assert picked("attack_melee", [98], "final_difficulty", **given, custom_weapon={}) == ("standard",)


@pytest.mark.parametrize("procedure", ["odds_wound", "roll_damage"])
def test_dice_that_nobody_owns_are_refused(procedure: str) -> None:
    """OPS-DICE-01."""
    more = {"sb": 10} if procedure == "odds_wound" else {}
    assert refused(procedure, custom_weapon={"damage": "1D7"}, **more)[:2] == ("field/one_of", "custom_weapon")


def test_only_what_strikes_parries() -> None:
    """OPS-CBT-12: the weapons for melee are offered, and a hold."""
    with pytest.raises(Refusal) as caught:
        outcome("technique_advantage", weapon="pistol_small", use="defence")
    allowed = caught.value.words["allowed"]
    assert {"knife", "axe", "hold"} <= set(allowed)
    assert not {"pistol_small", "bow"} & set(allowed)


def test_a_bow_holds_one_arrow() -> None:
    """OPS-OPT-05, M-06: what has no magazine is empty after a shot."""
    given = {"attacker": REYES, "defender": {**GUARD, "sb": 90}, "options": {"ammo_mode": "strict"}}
    assert picked("attack_firearm", [20, 4], "rounds_left", "empty", weapon="bow", **given) == (0, True)


def test_a_weapon_may_reach_one_zone_only() -> None:
    """OPS-CBT-08: the last zone may be the first, and no nearer."""
    gun = {"type": "firearm", "zone_min": 1, "zone_max": 1}
    given = {"attacker": REYES, "defender": {**GUARD, "sb": 90}}
    assert outcome("attack_firearm", [20, 4], **given, custom_weapon=gun, zone=1)["hit"]
    for zone in (0, 2):
        assert outcome("attack_firearm", **given, custom_weapon=gun, zone=zone)["reason"] == "out_of_range"
    wrong = refused("attack_firearm", **given, custom_weapon={**gun, "zone_max": 0})
    assert wrong[::2] == ("field/at_least", "OPS-CBT-08")


def test_a_fresh_magazine_is_one_spare_less() -> None:
    """OPS-OPT-05: the explanation counts as the rule does."""
    result = answer("reload", spare_magazines=3)
    step = next(one for one in result.steps if one.label == "spare_magazines")
    assert (step.value, step.parts) == (2, (("before", 3), ("magazine_used", -1)))


def test_the_throw_of_a_sure_hit_only_reads_digits() -> None:
    """OPS-TEST-09: it is no attack throw, and says so."""
    given = {"attacker": REYES, "defender": GUARD, "weapon": "pistol_small", "advantage": True}
    sure = fallen("attack_firearm", [30, 3], **given, options={"hit_location": "all"})
    assert sure[0] == ("d100", "reading")
    assert fallen("attack_firearm", [30, 3], **{**given, "advantage": False})[0] == ("d100", "attack")


def test_single_shots_never_change_magazines_by_parity() -> None:
    """OPS-OPT-06: only a burst reads the parity of its digits."""
    given = {"attacker": REYES, "defender": GUARD, "weapon": "assault_rifle", "spare_magazines": 2}
    for burst, spares in ((False, 2), (True, 1)):
        assert picked("attack_firearm", [44, 3], "spare_magazines", **given, burst=burst) == (spares,)


# ---- what a shot writes on the sheets, and what it says ----


def burst(*dice: int, **more: Any) -> list[tuple[Any, ...]]:
    """What a burst at Bob, two rounds of it at Carl, changes."""
    people = {"kind": "npc", "sb": 90}
    given = {
        "attacker": REYES,
        "defender": {"name": "Bob", **people},
        "others": [{"defender": {"name": "Carl", **people}, "rounds": 2}],
        "weapon": "assault_rifle",
        "burst": True,
    }
    return changes("attack_firearm", dice, **{**given, **more})


def test_a_burst_wounds_all_it_was_aimed_at() -> None:
    """OPS-OPT-02, OPS-OPT-03: 1D6+12 and three more rounds at the first, two at the other."""
    result = burst(45, 1)
    assert {(field, whose): after for field, _, after, whose in result if field == "wounds"} == {
        ("wounds", "Bob"): ({"damage": 49, "level": "light", "location": "none"},),
        ("wounds", "Carl"): ({"damage": 24, "level": "superficial", "location": "none"},),
    }
    assert burst(98) == []


@pytest.mark.parametrize(
    ("dice", "more", "written"),
    [
        ((44, 1), {"spare_magazines": 2}, [("spare_magazines", 2, 1, "")]),
        ((45, 1), {"spare_magazines": 2}, []),
        ((44, 1), {"spare_magazines": 0}, [("empty", False, True, "")]),
        ((45, 1), {"rounds_left": 12, "options": {"ammo_mode": "strict"}}, [("rounds_left", 12, 2, "")]),
        ((44, 1), {"options": {"ammo_mode": "none"}}, []),
    ],
)
def test_a_burst_takes_its_rounds(dice: tuple[int, ...], more: dict[str, Any], written: list[tuple[Any, ...]]) -> None:
    """OPS-OPT-05, OPS-OPT-06: a magazine, ten rounds, the last magazine, or nothing."""
    counted = ("spare_magazines", "rounds_left", "empty")
    assert [one for one in burst(*dice, **more) if one[0] in counted] == written


@pytest.mark.parametrize(
    ("traits", "taken"),
    [({}, 24), ({"resists": ["firearm"]}, 12), ({"weak_to": ["firearm"]}, 48), ({"invulnerable": True}, 0)],
)
def test_further_targets_of_a_burst_are_hit_by_the_same_rounds(traits: dict[str, Any], taken: int) -> None:
    """OPS-OPT-03, OPS-CREAT-06: two rounds of twelve points, as hard on them as on the first."""
    carl = {"name": "Carl", "kind": "npc", "sb": 90, "luck": 7, **traits}
    given = {"attacker": REYES, "defender": {**GUARD, "sb": 90}, "others": [{"defender": carl, "rounds": 2}]}
    (hit,) = outcome("attack_firearm", [45, 1], **given, weapon="assault_rifle", burst=True)["others"]
    assert (hit["name"], hit["rounds"], hit["damage_taken"], hit["luck"]) == ("Carl", 2, taken, 7)
    (missed,) = outcome("attack_firearm", [98], **given, weapon="assault_rifle", burst=True)["others"]
    assert (missed["name"], missed["rounds"], missed["damage_taken"], missed["luck"]) == ("Carl", 0, 0, 7)


def test_special_rounds_are_special_for_all() -> None:
    """OPS-CREAT-06, OPS-OPT-03."""
    gun = {"type": "firearm", "damage": "1D6+12", "damage_kind": "firearm", "burst": True, "special": True}
    ghost = {"name": "Carl", "kind": "creature", "sb": 90, "invulnerable": True}
    given = {"attacker": REYES, "defender": {**GUARD, "sb": 90}, "others": [{"defender": ghost, "rounds": 2}]}
    for special, taken in ((True, 24), (False, 0)):
        shot = outcome("attack_firearm", [45, 1], **given, custom_weapon={**gun, "special": special}, burst=True)
        assert shot["others"][0]["damage_taken"] == taken


@pytest.mark.parametrize(
    ("mode", "zone", "told"),
    [("parity", 0, [("reload", True, "OPS-OPT-06")]), ("strict", 0, []), ("none", 0, []), ("parity", 2, [])],
)
def test_a_change_of_magazine_is_spoken_of_only_where_parity_decides(
    mode: str, zone: int, told: list[tuple[Any, ...]]
) -> None:
    """OPS-OPT-06: and only when the shot was fired."""
    given = {"attacker": REYES, "defender": {**GUARD, "sb": 400}, "weapon": "assault_rifle", "burst": True}
    cover = {"zone": zone, "cover": "in_cover" if zone else "normal", "options": {"ammo_mode": mode}}
    result = reasons("attack_firearm", [] if zone else [44, 1], **given, **cover)
    assert [one for one in result if one[0] == "reload"] == told


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ({"weapon": "sniper_rifle"}, ("reason", "out_of_range", "OPS-CBT-08")),
        ({"weapon": "pistol_small", "attacker": {"held": True}}, ("reason", "held", "OPS-CBT-05")),
    ],
)
def test_why_nobody_shoots(state: dict[str, Any], told: tuple[str, str, str]) -> None:
    """OPS-CBT-05, OPS-CBT-08."""
    assert reasons("attack_firearm", **state) == [told]


def test_doubled_damage_names_the_critical_hit() -> None:
    """OPS-CBT-11, OPS-DMG-06."""
    assert ("damage_final", 8, "OPS-CBT-11") in reasons("roll_damage", [4], weapon="knife", critical=True)
    assert ("damage_final", 4, "OPS-DMG-06") in reasons("roll_damage", [4], weapon="knife")
