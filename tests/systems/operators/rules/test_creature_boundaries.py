"""Corners of creatures and of holds that no other file walks into (CREAT, CBT)."""

from typing import Any

import pytest

from systems.operators.dicebox import changes, outcome, picked, reasons, refused

GHOUL = {"name": "goule", "kind": "creature", "FOR": 13, "DEX": 13}
ANA = {"name": "Ana", "DEX": 13, "FOR": 13, "sb": 12, "luck": 40}
NO_LUCK = {"luck_enabled": False}


def mauled(*dice: int, options: Any = None, attack: Any = None, plan: Any = None, **state: Any) -> dict[str, Any]:
    """What an attack of the ghoul did to Ana."""
    victim = {"defender": {**ANA, **state}, "luck_plan": plan or {}}
    given = {"creature": GHOUL, "attack": attack or {}, "victims": [victim], "options": options or {}}
    (hit,) = outcome("creature_attack", dice, **given)["hits"]
    return dict(hit)


@pytest.mark.parametrize("dice", [(20, 30), (20, 90, 3, 1)])
def test_luck_that_is_not_played_stays_with_the_victim(dice: tuple[int, ...]) -> None:
    """OPS-LUCK-01: whether the attack is avoided or not."""
    assert mauled(*dice, options=NO_LUCK)["luck"] == 40


@pytest.mark.parametrize("dice", [(20, 30), (20, 90, 90), (20, 90, 20)])
def test_luck_that_is_not_played_stays_with_whoever_is_held(dice: tuple[int, ...]) -> None:
    """OPS-LUCK-01, OPS-CBT-15: avoided, held or broken free of."""
    given = {"attacker": {**ANA, "name": "Bob"}, "defender": ANA, "options": NO_LUCK}
    assert picked("hold", dice, "attacker_luck", "defender_luck", **given) == (40, 40)


def test_a_bought_defence_is_paid_for() -> None:
    """OPS-LUCK-02, OPS-CREAT-08: 45 against 39 costs six points."""
    hit = mauled(20, 45, plan={"max_shift": 10})
    assert (hit["avoided"], hit["luck"], hit["defence_roll"]) == (True, 34, 45)
    victim = {"defender": ANA, "luck_plan": {"max_shift": 10}}
    assert changes("creature_attack", [20, 45], creature=GHOUL, victims=[victim]) == [("luck", 40, 34, "Ana")]


def test_points_for_a_defence_are_gone_when_the_wound_comes() -> None:
    """OPS-LUCK-03, OPS-LUCK-04: ten for the fumble of the defence leave too few for the wound."""
    plan = {"cancel_fumble": True, "cancel_grave": True}
    hit = mauled(20, 99, 6, 3, 50, plan=plan, sb=8, luck=29)
    assert (hit["defence_outcome"], hit["luck"], hit["wound_level"]) == ("failure", 19, "grave")
    hit = mauled(20, 99, 6, 3, plan=plan, sb=8, luck=30)
    assert (hit["luck"], hit["wound_level"]) == (0, "none")


def test_damage_that_is_no_dice_is_refused_by_its_field() -> None:
    """OPS-CREAT-08."""
    assert refused("creature_attack", attack={"damage": "x"}, victims=[{}])[1] == "attack.damage"


def test_a_missed_victim_keeps_its_luck() -> None:
    """OPS-LUCK-01: nothing was spent, with luck played or not."""
    assert [mauled(98, options=options)["luck"] for options in ({}, NO_LUCK)] == [40, 40]


@pytest.mark.parametrize(("traits", "taken"), [({}, 8), ({"resists": ["natural"]}, 4), ({"weak_to": ["natural"]}, 16)])
def test_claws_are_damage_of_their_own_kind(traits: dict[str, Any], taken: int) -> None:
    """OPS-CREAT-06, OPS-CREAT-08."""
    hit = mauled(20, 90, 5, 3, sb=90, **traits)
    assert hit["damage_taken"] == taken
    assert mauled(20, 90, 5, 3, sb=90, attack={"damage_kind": "fire"}, **traits)["damage_taken"] == 8


def test_the_dead_are_not_gripped() -> None:
    """OPS-CREAT-13."""
    assert mauled(20, 90, 5, 3, attack={"grip": True}, sb=2)["gripped"] is False
    assert mauled(20, 90, 5, 3, attack={"grip": True})["gripped"] is True


def test_an_attack_without_damage_hurts_nobody() -> None:
    """OPS-CREAT-08: no dice, no wound; the grip holds all the same."""
    hit = mauled(20, 90, attack={"damage": "0", "grip": True})
    assert (hit["damage_taken"], hit["wound_level"], hit["gripped"]) == (0, "none", True)


@pytest.mark.parametrize(("attack", "held", "written"), [({"grip": True}, False, 1), ({}, False, 0)])
def test_only_a_new_grip_is_written_on_the_sheet(attack: dict[str, Any], held: bool, written: int) -> None:
    """OPS-CREAT-13."""
    given = {"creature": GHOUL, "attack": attack, "victims": [{"defender": {**ANA, "held": held}}]}
    result = changes("creature_attack", [20, 90, 5, 3], **given)
    assert [one for one in result if one[0] == "held"] == [("held", False, True, "Ana")] * written


def test_whoever_is_held_already_is_not_held_anew() -> None:
    """OPS-CREAT-13."""
    given = {"creature": GHOUL, "attack": {"grip": True}, "victims": [{"defender": {**ANA, "held": True}}]}
    assert "held" not in [one[0] for one in changes("creature_attack", [20, 5, 3], **given)]


def test_a_grip_that_crushes_is_written_on_the_sheet() -> None:
    """OPS-CREAT-13: damage each turn, without a defence."""
    prey = {"defender": {**ANA, "held": True}}
    given = {"creature": GHOUL, "attack": {"grip": True, "grip_damage": True}, "victim": prey}
    result = {one[0]: one[2] for one in changes("grip_turn", [5, 3], **given)}
    assert result["wound_level"] == "light"
    assert result["wounds"] == ({"damage": 8, "level": "light", "location": "none"},)


@pytest.mark.parametrize("thresholds", [(2, 90, 90), (90, 2, 90), (90, 90, 2), (2, 2, 90), (90, 90, 90)])
def test_the_dead_are_counted(thresholds: tuple[int, ...]) -> None:
    """OPS-CREAT-11: the worst wound of all, and how many died, whoever comes first."""
    victims = [{"defender": {**ANA, "name": f"{at}", "sb": sb}, "defends": False} for at, sb in enumerate(thresholds)]
    given = {"creature": GHOUL, "attack": {"area": True}, "victims": victims}
    worst = "dead" if 2 in thresholds else "superficial"
    result = picked("creature_attack", [20, 5, 3, 5, 3, 5, 3], "worst_level", "killed", **given)
    assert result == (worst, thresholds.count(2))


@pytest.mark.parametrize(("damage", "left"), [(2, []), (3, []), (4, [1]), (5, [2])])
def test_a_wound_closes_when_nothing_is_left_of_it(damage: int, left: list[int]) -> None:
    """OPS-CREAT-12: three points each turn."""
    wounds = [{"damage": damage, "level": "superficial"}]
    troll = {**GHOUL, "regeneration": 3, "wounds": wounds, "wound_level": "superficial"}
    assert [one["damage"] for one in outcome("creature_turn", creature=troll)["wounds"]] == left


def test_points_that_return_leave_the_wound_level_alone() -> None:
    """OPS-CREAT-07, OPS-CREAT-15: where creatures count points, those come back and nothing else."""
    wounds = [{"damage": 4, "level": "light", "location": "none"}]
    troll = {**GHOUL, "hp": 5, "regeneration": 2, "wound_level": "light", "wounds": wounds}
    result = outcome("creature_turn", creature=troll, options={"creature_hp_pool": True})
    assert (result["hp_left"], result["wound_level"], result["regenerated"]) == (7, "light", True)
    assert result["wounds"] == wounds


@pytest.mark.parametrize(("strength", "bonus"), [(19, "none"), (20, "1D6"), (21, "1D6")])
def test_small_creatures_may_do_without_their_bonus(strength: int, bonus: str) -> None:
    """OPS-CREAT-08: with the house rule, below FOR 20."""
    given = {"profile": "deep_one", "scores": {"FOR": strength}, "options": {"creature_low_bonus_none": True}}
    assert picked("creature_profile", [], "damage_bonus", **given) == (bonus,)


def test_people_keep_their_bonus_under_the_house_rule_for_creatures() -> None:
    """OPS-CREAT-08, OPS-CREA-09."""
    given = {"profile": "thug", "options": {"creature_low_bonus_none": True}}
    assert picked("creature_profile", [], "damage_bonus", **given) == ("1D3",)


def test_getting_free_is_paid_for() -> None:
    """OPS-LUCK-02, OPS-CBT-15: what was spent and the freedom stand on the sheet."""
    held = {**ANA, "held": True}
    result = changes("break_free", [45], character=held, luck_plan={"max_shift": 10})
    assert result == [("luck", 40, 34, "Ana"), ("held", True, False, "Ana")]
    assert changes("break_free", [90], character=held) == []


def test_a_failed_hold_holds_nobody() -> None:
    """OPS-CBT-15: nothing is written on the sheet."""
    assert changes("hold", [90], attacker=GHOUL, defender=ANA) == []
    assert changes("hold", [20, 30], attacker=GHOUL, defender=ANA) == []
    assert changes("hold", [20, 90], attacker=GHOUL, defender={**ANA, "held": True}) == []


# ---- what breaks the mind is told where it is the result ----


@pytest.mark.parametrize(
    ("procedure", "dice", "given", "told"),
    [
        ("entity_sight", [30, 90], {"san": 50}, True),
        ("macabre", [2, 90], {"san": 50, "shock": "minor"}, True),
        ("cast_ritual", [3, 90], {"caster": {"san": 50}, "options": {"ritual_san_test": True}}, False),
    ],
)
def test_a_lost_test_of_sanity_is_told_as_the_result_where_it_is_one(
    procedure: str, dice: list[int], given: dict[str, Any], told: bool
) -> None:
    """OPS-SAN-03, OPS-MAG-03: the result of a ritual is its effect."""
    result = reasons(procedure, dice, **given)
    assert (("outcome", "temporary", "OPS-SAN-03") in result) is told
    assert ("madness", "temporary", "OPS-SAN-03") in result
