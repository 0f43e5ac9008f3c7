"""One round of combat: declarations, what each act meets, and what takes effect at the end (COM)."""

from typing import Any

import pytest

from systems.yacdha.brute import all_show, changes, outcome, picked, refused, steps, thrown, told


def one(id: str, action: str = "dodge", target: str | None = None, **given: Any) -> dict[str, Any]:
    return {"id": id, "action": action, **({"target": target} if target else {}), **given}


def fight(*combatants: dict[str, Any], **given: Any) -> dict[str, Any]:
    return {"combatants": list(combatants), "round": 2, **given}


def played(dice: list[int], *combatants: dict[str, Any], **given: Any) -> dict[str, Any]:
    return outcome("combat_round", fight(*combatants, **given), dice)


def record(dice: list[int], *combatants: dict[str, Any], **given: Any) -> dict[str, Any]:
    """The first act of the round."""
    result: dict[str, Any] = played(dice, *combatants, **given)["actions"][0]
    return result


def statuses(found: dict[str, Any]) -> dict[str, str]:
    return {id: after["status"] for id, after in found["after"].items()}


def traumas(found: dict[str, Any]) -> dict[str, int]:
    return {id: after["trauma"] for id, after in found["after"].items()}


def holds(found: dict[str, Any]) -> dict[str, tuple[list[str], str]]:
    """Who is held by whom, and holds whom; those who are free are left out."""
    pairs = {id: (after["held_by"], after["holding"]) for id, after in found["after"].items()}
    return {id: pair for id, pair in pairs.items() if pair != ([], "")}


# --- the whole of a round --------------------------------------------------------------------------------------------


def test_the_whole_outcome_of_a_round() -> None:
    """YAC-COM-01, YAC-COM-07, YAC-COM-08, YAC-COM-10: two attacks, two dO, both blows fall."""
    a = one("A", "attack", "B", weapon="knife", sequelae=1)
    b = one("B", "attack", "A", kind="npc", weapon="firearm", trauma=4)
    assert played([5, 1, 4, 2], a, b) == {
        "rolled": True,
        "actions": [
            {
                "actor": "A",
                "target": "B",
                "act": "attack",
                "automatic_failure": False,
                "success": True,
                "trauma": 2,
                "critical": False,
                "luck_refused": False,
                "opposition": 1,
                "action_dice_count": 1,
                "keep": "highest",
                "action_kept": 5,
                "raw": 5,
                "level": 0,
                "result": 5,
                "margin": 4,
                "degree": "major_success",
                "check_required": False,
                "check_raised": False,
            },
            {
                "actor": "B",
                "target": "A",
                "act": "attack",
                "automatic_failure": False,
                "success": True,
                "trauma": 2,
                "critical": False,
                "luck_refused": False,
                "opposition": 2,
                "action_dice_count": 1,
                "keep": "highest",
                "action_kept": 4,
                "raw": 4,
                "level": 0,
                "result": 4,
                "margin": 2,
                "degree": "success",
                "check_required": False,
                "check_raised": False,
            },
        ],
        "after": {
            "A": {
                "status": "active",
                "trauma": 3,
                "sequelae": 1,
                "trauma_min": 2,
                "luck": 1,
                "held_by": [],
                "holding": "",
            },
            "B": {
                "status": "dead",
                "trauma": 6,
                "sequelae": 0,
                "trauma_min": 1,
                "luck": 0,
                "held_by": [],
                "holding": "",
            },
        },
        "free": ["A"],
    }


def test_dice_fall_act_by_act_in_list_order() -> None:
    """YAC-COM-02, YAC-COM-23, YAC-GEN-01: dA, dT, dO, check for the first, then for the next."""
    given = fight(one("A", "attack", "B", forced=True, advantage=True), one("B", "attack", "A"))
    assert thrown("combat_round", given, [1, 2, 3, 4, 5, 1, 6]) == [
        ("dA", "A", ""),
        ("dA", "A", ""),
        ("dT", "A", ""),
        ("dO", "", ""),
        ("dT", "A", "check"),
        ("dA", "B", ""),
        ("dO", "", ""),
    ]


def test_nobody_repeats_or_cooperates_in_a_round() -> None:
    """YAC-COM-02: there is no attempt and no group in a declaration; each acts for himself."""
    for field in ("attempt", "members", "initiative"):
        assert refused("combat_round", fight(one("A", **{field: 2})))[:2] == ("field/unknown", f"combatants[0].{field}")


# --- the opposition matrix -------------------------------------------------------------------------------------------

HELD = {"held_by": ["C"]}
SITUATIONS: list[tuple[str, dict[str, Any], str, str]] = [
    ("attacks me", one("T", "attack", "A"), "dO", "dO"),
    ("attacks another", one("T", "attack", "C"), "0", "0"),
    ("immobilises me", one("T", "immobilise", "A"), "0", "0"),
    ("immobilises another", one("T", "immobilise", "C"), "0", "0"),
    ("dodges", one("T", "dodge"), "dO", "dO"),
    ("declares nothing", {"id": "T"}, "dO", "dO"),
    ("flees", one("T", "flee"), "fails", "dO lowest"),
    ("watches me", one("T", "other", "A"), "dO", "dO"),
    ("watches another", one("T", "other", "C"), "0", "0"),
    ("watches nobody", one("T", "other"), "0", "0"),
    ("surprised though dodging", one("T", "dodge", surprised=True), "0", "0"),
    ("surprised though attacking me", one("T", "attack", "A", surprised=True), "0", "0"),
    ("surprised though fleeing", one("T", "flee", surprised=True), "0", "0"),
    ("held though dodging", one("T", "dodge", held_by=["C"]), "0", "0"),
    ("held though fleeing", one("T", "flee", held_by=["C"]), "0", "0"),
    ("holding though dodging", one("T", "dodge", holding="C"), "0", "0"),
    ("unconscious though dodging", one("T", "dodge", status="unconscious"), "0", "0"),
    ("in coma though dodging", one("T", "dodge", status="coma", trauma=6), "0", "0"),
    ("unconscious though fleeing", one("T", "flee", status="unconscious"), "0", "0"),
]


@pytest.mark.parametrize(
    ("target", "met"), [(t, contact) for _, t, contact, _ in SITUATIONS], ids=[s[0] for s in SITUATIONS]
)
@pytest.mark.parametrize("act", ["attack", "immobilise"])
def test_what_a_contact_act_meets(act: str, target: dict[str, Any], met: str) -> None:
    """YAC-COM-04, YAC-COM-03, YAC-COM-06, YAC-COM-15, YAC-COM-17, YAC-COM-20."""
    assert meets(one("A", act, "T", weapon="knife"), target) == met


@pytest.mark.parametrize(
    ("target", "met"), [(t, ranged) for _, t, _, ranged in SITUATIONS], ids=[s[0] for s in SITUATIONS]
)
@pytest.mark.parametrize("weapon", [{"weapon": "bow"}, {"weapon": "firearm"}, {"weapon": "fist", "mode": "ranged"}])
def test_what_a_ranged_attack_meets(weapon: dict[str, str], target: dict[str, Any], met: str) -> None:
    """YAC-COM-04, YAC-COM-18, YAC-COM-20."""
    assert meets(one("A", "attack", "T", **weapon), target) == met


def meets(attacker: dict[str, Any], target: dict[str, Any]) -> str:
    """What an act of A met, when every die shows 4."""
    first = all_show(4, "combat_round", fight(attacker, target, one("C", "other"), round=1))["actions"][0]
    if first["automatic_failure"]:
        return "fails"
    return {0: "0", 4: "dO"}[first["opposition"]] + (" lowest" if first["keep"] == "lowest" else "")


def test_a_dead_or_fled_fighter_cannot_be_a_target() -> None:
    """YAC-COM-04, YAC-COM-03: bad input, like an unknown one or oneself."""
    dead, fled, other = one("T", status="dead", trauma=6), one("T", status="fled"), one("X")
    for bad, id in ((dead, "field/gone"), (fled, "field/gone"), (other, "field/nobody")):
        for act in ("attack", "immobilise", "other"):
            assert refused("combat_round", fight(one("A", act, "T"), bad)) == (id, "combatants[0].target", "YAC-COM-03")
    assert refused("combat_round", fight(one("B"), one("A", "attack", "A")))[:2] == (
        "field/oneself",
        "combatants[1].target",
    )


def test_attack_and_immobilise_need_a_target() -> None:
    """YAC-COM-03."""
    for act in ("attack", "immobilise"):
        given = fight(one("A", act), one("B"))
        assert refused("combat_round", given) == ("field/missing", "combatants[0].target", "YAC-COM-03")


def test_a_target_nobody_will_act_on_may_be_anything() -> None:
    """YAC-COM-03: declarations of those who cannot act, and targets of those who dodge or flee, are ignored."""
    idle = [
        one("A", "attack", "X", status="unconscious"),
        one("B", "attack", None, status="dead", trauma=6),
        one("C", "dodge", "X"),
        one("D", "flee", "X"),
        one("E", "attack", "X", held_by=["C"]),
    ]
    result = played([], *idle)
    assert (result["rolled"], result["actions"]) == (False, [])


def test_those_who_cannot_act_throw_nothing() -> None:
    """YAC-COM-03, YAC-COM-20: surprised in round 1, held, holding, unconscious, in coma, dead, fled."""
    states: list[dict[str, Any]] = [
        {"status": "unconscious"},
        {"status": "coma", "trauma": 6},
        {"status": "dead", "trauma": 6},
        {"status": "fled"},
        {"held_by": ["B"]},
        {"holding": "B"},
    ]
    for state in states:
        assert played([], one("A", "attack", "B", **state), one("B"))["actions"] == []
    surprised = (one("A", "attack", "B", surprised=True), one("B"))
    assert played([], *surprised, round=1)["actions"] == []
    assert len(played([3, 1], *surprised, round=2)["actions"]) == 1


def test_surprise_counts_in_the_first_round_only() -> None:
    """YAC-COM-20: aware companions act normally."""
    ambush = (one("A", "attack", "B"), one("B", "attack", "A", surprised=True), one("C", "attack", "A"))
    first = played([3, 4], *ambush, round=1)
    assert [(act["actor"], act["opposition"]) for act in first["actions"]] == [("A", 0), ("C", 0)]
    assert first["free"] == ["A", "B", "C"]
    second = played([3, 1, 4, 2, 5], *ambush, round=2)
    assert [(act["actor"], act["opposition"]) for act in second["actions"]] == [("A", 1), ("B", 2), ("C", 0)]


def test_the_first_round_is_round_one() -> None:
    """YAC-COM-20: unless said otherwise."""
    given = {"combatants": [one("A", "attack", "B"), one("B", surprised=True)]}
    assert picked("combat_round", given, [3], "actions.0.opposition") == (0,)


def test_hesitation_is_a_dodge() -> None:
    """YAC-COM-24: who can act and declares nothing."""
    assert record([3, 5], one("A", "attack", "B"), {"id": "B"})["opposition"] == 5


def test_each_act_against_one_target_has_its_own_dO() -> None:
    """YAC-COM-05, YAC-COM-15: a dodger meets everybody with a die, an attacker only his adversary."""
    attackers = (one("A", "attack", "T"), one("B", "attack", "T"))
    dodging = played([4, 1, 4, 2], *attackers, one("T", "dodge"))
    assert [act["opposition"] for act in dodging["actions"]] == [1, 2]
    attacking = played([4, 4, 2, 1, 3], *attackers, one("T", "attack", "B"))
    assert [act["opposition"] for act in attacking["actions"]] == [0, 2, 3]


def test_who_watches_one_adversary_is_open_to_the_others() -> None:
    """YAC-COM-03, YAC-COM-04."""
    result = played([4, 2, 4], one("A", "attack", "T"), one("B", "attack", "T"), one("T", "other", "A"))
    assert [act["opposition"] for act in result["actions"]] == [2, 0]


def test_opposition_0_is_thrown_all_the_same() -> None:
    """YAC-COM-06: for the trauma and the critical."""
    for face in range(1, 7):
        result = record([face], one("A", "attack", "B", weapon="firearm"), one("B", status="unconscious"))
        assert (result["success"], result["trauma"], result["critical"]) == (True, min(face, 5), face == 6)


# --- attacks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "opposition", "success", "trauma"),
    [(3, 3, False, 0), (2, 5, False, 0), (4, 3, True, 1), (6, 3, True, 3), (6, 1, True, 3)],
)
def test_an_attack_does_its_margin_up_to_the_ceiling(die: int, opposition: int, success: bool, trauma: int) -> None:
    """YAC-COM-08: success from margin 1 on."""
    result = played([die, opposition], one("A", "attack", "B", weapon="spear"), one("B"))
    assert (result["actions"][0]["success"], result["actions"][0]["trauma"]) == (success, trauma)
    assert result["after"]["B"]["trauma"] == 1 + trauma


@pytest.mark.parametrize(("ceiling", "trauma"), [(0, 0), (1, 1), (4, 4), (6, 6)])
def test_a_ceiling_of_its_own_goes_before_the_weapons(ceiling: int, trauma: int) -> None:
    """YAC-COM-09: 0 to 6."""
    attacker = one("A", "attack", "B", weapon="knife", trauma_max=ceiling)
    assert record([6], attacker, one("B", "other"))["trauma"] == trauma


@pytest.mark.parametrize(
    ("weapon", "mode"),
    [("fist", "contact"), ("knife", "contact"), ("spear", "contact"), ("bow", "ranged"), ("firearm", "ranged")],
)
def test_each_weapon_has_its_reach(weapon: str, mode: str) -> None:
    """YAC-COM-09, YAC-COM-17: a contact attack on somebody who flees fails."""
    runner = one("B", "flee")
    if mode == "contact":
        assert record([], one("A", "attack", "B", weapon=weapon), runner)["automatic_failure"]
        assert not record([4, 4, 1], one("A", "attack", "B", weapon=weapon, mode="ranged"), runner)["automatic_failure"]
    else:
        assert not record([4, 4, 1], one("A", "attack", "B", weapon=weapon), runner)["automatic_failure"]
        assert record([], one("A", "attack", "B", weapon=weapon, mode="contact"), runner)["automatic_failure"]


def test_advantage_and_disadvantage_apply_as_usual() -> None:
    """YAC-COM-02, YAC-ADV-04."""

    def thrown_by(**edges: bool) -> tuple[int, str]:
        result = all_show(3, "combat_round", fight(one("A", "attack", "B", **edges), one("B")))["actions"][0]
        return result["action_dice_count"], result["keep"]

    assert thrown_by() == (1, "highest")
    assert thrown_by(advantage=True) == thrown_by(personal_advantage=True) == (2, "highest")
    assert thrown_by(advantage=True, personal_advantage=True) == (2, "highest")
    assert thrown_by(disadvantage=True) == (2, "lowest")
    assert thrown_by(advantage=True, disadvantage=True) == (1, "highest")


def test_all_trauma_of_the_round_is_one_increase_at_its_end() -> None:
    """YAC-COM-07, YAC-COM-22, YAC-GAU-08: the dying complete their act."""
    result = played(
        [6, 6, 5],
        one("A", "attack", "T", weapon="spear"),
        one("B", "attack", "T", weapon="knife"),
        one("T", "attack", "C", weapon="firearm"),
        one("C", "other", trauma=2),
    )
    assert traumas(result) == {"A": 1, "B": 1, "T": 6, "C": 6}
    assert statuses(result) == {"A": "active", "B": "active", "T": "dead", "C": "dead"}


def test_the_order_of_the_list_does_not_matter() -> None:
    """YAC-COM-07."""
    a, b = one("A", "attack", "B", weapon="firearm"), one("B", "attack", "A", kind="npc", weapon="firearm")
    there, back = played([6, 1, 6, 1], a, b), played([6, 1, 6, 1], b, a)
    assert statuses(there) == statuses(back) == {"A": "dead", "B": "dead"}


def test_levels_count_in_combat() -> None:
    """YAC-COM-26, YAC-GEN-02: added to the throw, cut at 6; then no occupation gives a die."""
    levelled = one("A", "attack", "B", weapon="firearm", level=3, personal_advantage=True)
    result = record([2, 3], levelled, one("B"))
    assert (result["action_dice_count"], result["level"], result["result"], result["trauma"]) == (1, 3, 5, 2)
    assert record([5], levelled, one("B", "other"))["result"] == 6
    base = record([2, 1, 3], levelled, one("B"), options={"skill_mode": "advantage"})
    assert (base["action_dice_count"], base["level"], base["result"]) == (2, 0, 2)
    grip = record([2, 4], one("A", "immobilise", "B", level=3), one("B"))
    assert (grip["level"], grip["result"], grip["success"]) == (3, 5, True)


def test_anybodys_level_sets_the_mode_for_the_whole_round() -> None:
    """YAC-GEN-02: a creature's does not."""
    attacker = one("A", "attack", "B", personal_advantage=True)
    assert record([2, 3], attacker, one("B"), one("C", level=1))["action_dice_count"] == 1
    assert record([2, 1, 3], attacker, one("B"), one("C", kind="creature", level=4))["action_dice_count"] == 2
    levels = record([2, 3], attacker, one("B"), options={"skill_mode": "levels"})
    assert levels["action_dice_count"] == 1


def test_a_level_in_dodging_is_added_to_the_dO() -> None:
    """YAC-COM-16: cut at 6, so level 5 cannot be hit; only dodging counts."""
    assert record([6, 2], one("A", "attack", "B"), one("B", level=2))["opposition"] == 4
    assert record([6, 2], one("A", "attack", "B"), one("B", level=5))["opposition"] == 6
    assert record([6, 2], one("A", "attack", "B"), one("B", "other", "A", level=3))["opposition"] == 2
    both = played([6, 2, 1, 1], one("A", "attack", "B"), one("B", "attack", "A", level=3))
    assert both["actions"][0]["opposition"] == 2
    assert record([6, 6, 2], one("A", "attack", "B", weapon="bow"), one("B", "flee", level=3))["opposition"] == 2
    base = {"options": {"skill_mode": "advantage"}}
    assert record([6, 2], one("A", "attack", "B"), one("B", level=2), **base)["opposition"] == 2


def test_the_opponents_level_of_other_acts_does_not_reach_combat() -> None:
    """YAC-ACT-08: only the dodge level counts in a round."""
    options = {"npc_skill_on_opposition": True}
    assert (
        record([6, 2, 1, 1], one("A", "attack", "B"), one("B", "attack", "A", level=4), options=options)["opposition"]
        == 2
    )


def test_armour_counts_only_by_the_tables_choice() -> None:
    """YAC-COM-08, M-12: taken off each hit after the ceiling, not below 0."""
    attacker, mail = one("A", "attack", "B", weapon="spear"), one("B", "other", armour=2)
    assert record([6], attacker, mail)["trauma"] == 3
    assert record([6], attacker, mail, options={"armour": True})["trauma"] == 1
    assert record([1], attacker, mail, options={"armour": True})["trauma"] == 0
    twice = played([6, 6], attacker, one("C", "attack", "B", weapon="spear"), mail, options={"armour": True})
    assert twice["after"]["B"]["trauma"] == 3


# --- flight ----------------------------------------------------------------------------------------------------------


def test_who_flees_is_out_of_the_following_rounds() -> None:
    """YAC-COM-17: contact acts against him fail without dice."""
    result = played([], one("A", "attack", "B"), one("C", "immobilise", "B"), one("B", "flee"))
    assert statuses(result) == {"A": "active", "C": "active", "B": "fled"}
    assert (result["rolled"], result["free"]) == (False, ["A", "C"])
    assert result["actions"][0] == {
        "actor": "A",
        "target": "B",
        "act": "attack",
        "automatic_failure": True,
        "success": False,
        "trauma": 0,
        "critical": False,
        "luck_refused": False,
    }


def test_a_shot_at_a_fugitive_keeps_the_lower_of_two() -> None:
    """YAC-COM-18: against one dO; an advantage cancels it."""
    runner = one("B", "flee")
    shot = record([5, 3, 1], one("A", "attack", "B", weapon="firearm"), runner)
    assert (shot["action_kept"], shot["opposition"], shot["trauma"]) == (3, 1, 2)
    for edge in ({"advantage": True}, {"personal_advantage": True}):
        steady = record([5, 1], one("A", "attack", "B", weapon="firearm", **edge), runner)
        assert (steady["action_dice_count"], steady["trauma"]) == (1, 4)
    unsteady = record([5, 3, 1], one("A", "attack", "B", weapon="firearm", disadvantage=True), runner)
    assert (unsteady["action_dice_count"], unsteady["keep"]) == (2, "lowest")


def test_flight_is_decided_at_the_end_of_the_round() -> None:
    """YAC-COM-17: the killed have not fled, the wounded have; nor has who was held or surprised."""
    gun = one("A", "attack", "B", weapon="firearm")
    assert statuses(played([6, 6, 1], gun, one("B", "flee")))["B"] == "dead"
    assert statuses(played([3, 3, 1], gun, one("B", "flee")))["B"] == "fled"
    assert statuses(played([], one("A"), one("B", "flee", held_by=["A"])))["B"] == "active"
    assert statuses(played([], one("B", "flee", surprised=True), round=1))["B"] == "active"
    luck = one("B", "flee", use_luck_to_survive=True)
    assert statuses(played([6, 6, 1], gun, luck))["B"] == "coma"


def test_flight_may_be_barred() -> None:
    """YAC-COM-19: then another act must be chosen; it bars nobody who cannot act or does something else."""
    barred = one("B", "flee", can_flee=False)
    assert outcome("combat_round", fight(one("A", "attack", "B"), barred)) == {
        "rolled": False,
        "refused": "flight_barred",
    }
    assert steps("combat_round", fight(barred)) == [("refused", "flight_barred", "YAC-COM-19")]
    assert changes("combat_round", fight(barred)) == []
    assert played([], one("B", "dodge", can_flee=False))["rolled"] is False
    assert "refused" not in played([], one("A"), {**barred, "held_by": ["A"]})


def test_refusals_in_their_order() -> None:
    """YAC-COM-19, YAC-NPC-02: bad input first, then the barred flight, then the forced die."""
    barred, forcing = one("B", "flee", can_flee=False), one("A", "attack", "B", kind="npc", forced=True)
    assert picked("combat_round", fight(forcing, barred), [], "refused") == ("flight_barred",)
    assert refused("combat_round", fight(forcing, barred, one("C", "attack", "X")))[1] == "combatants[2].target"


# --- forced dice and luck --------------------------------------------------------------------------------------------


def test_a_forced_die_in_combat_is_a_dT_and_its_check_counts_at_the_end() -> None:
    """YAC-COM-23, YAC-GAU-08: against trauma at the start of the round, added to the other harm."""
    a = one("A", "attack", "B", forced=True, trauma=3, weapon="firearm")
    result = played([2, 4, 1, 4, 5, 3], a, one("B", "attack", "A", kind="npc", weapon="knife"))
    first = result["actions"][0]
    assert [first[field] for field in ("action_kept", "forced_die", "raw", "result", "trauma")] == [2, 4, 4, 4, 3]
    assert [first[field] for field in ("check_required", "check_die", "check_raised")] == [True, 4, True]
    assert result["after"]["A"]["trauma"] == 6  # 3 + 1 of the check + 2 of the knife
    assert result["after"]["A"]["status"] == "dead"


def test_a_forced_die_that_is_not_above_costs_nothing() -> None:
    """YAC-COM-23, YAC-FOR-02."""
    result = played([4, 4, 1], one("A", "attack", "B", forced=True), one("B"))
    first = result["actions"][0]
    assert (first["forced_die"], first["check_required"], first["check_raised"]) == (4, False, False)
    assert "check_die" not in first
    assert result["after"]["A"]["trauma"] == 1
    missed = played([2, 3, 6, 1], one("A", "attack", "B", forced=True, trauma=2), one("B"))
    assert (missed["actions"][0]["check_raised"], missed["after"]["A"]["trauma"]) == (False, 2)


def test_the_level_before_the_forced_die_reaches_combat() -> None:
    """YAC-FOR-05."""
    a = one("A", "attack", "B", forced=True, level=2)
    assert record([2, 4, 1], a, one("B"), options={"bonus_before_forced": True})["result"] == 4
    assert record([2, 4, 1, 1], a, one("B"))["result"] == 6


@pytest.mark.parametrize("kind", ["npc", "creature"])
@pytest.mark.parametrize("act", ["attack", "immobilise"])
def test_an_npc_forces_only_to_survive(kind: str, act: str) -> None:
    """YAC-NPC-02: those who throw nothing force nothing."""
    given = fight(one("A", act, "B", kind=kind, forced=True), one("B"))
    assert outcome("combat_round", given) == {"rolled": False, "refused": "npc_forced"}
    assert steps("combat_round", given) == [("refused", "npc_forced", "YAC-NPC-02")]
    assert "refused" not in played([], one("A", "dodge", kind=kind, forced=True))
    assert "refused" not in played([], one("A", act, "B", kind=kind, forced=True, status="unconscious"), one("B"))


def test_an_npc_fighting_for_survival_may_force() -> None:
    """YAC-NPC-02."""
    a = one("A", "attack", "B", kind="npc", forced=True, fights_for_survival=True, trauma=5)
    result = played([1, 2, 1, 6], a, one("B"))
    assert result["after"]["A"]["status"] == "dead"
    creature = one("A", "attack", "B", kind="creature", forced=True, fights_for_survival=True)
    assert picked("combat_round", fight(creature, one("B")), [], "refused") == ("npc_forced",)


def test_luck_turns_ones_own_die_only_against_ones_own_dT() -> None:
    """YAC-LUC-04, YAC-LUC-05: a missed attack is not enough."""
    wish = {"luck_convert": {"die": 1, "value": 6}}
    saved = played([2, 5, 1], one("A", "attack", "B", forced=True, weapon="knife", **wish), one("B"))
    first = saved["actions"][0]
    assert (first["action_kept"], first["check_required"], first["luck_refused"], first["trauma"]) == (
        6,
        False,
        False,
        2,
    )
    assert saved["after"]["A"]["luck"] == 0
    missed = played([2, 5], one("A", "attack", "B", **wish), one("B"))
    assert (missed["actions"][0]["luck_refused"], missed["after"]["A"]["luck"]) == (True, 1)
    level = played([5, 5, 1], one("A", "attack", "B", forced=True, **wish), one("B"))
    assert (level["actions"][0]["luck_refused"], level["after"]["A"]["luck"]) == (True, 1)


def test_luck_that_is_not_there_turns_nothing() -> None:
    """YAC-LUC-04, YAC-NPC-05, YAC-GEN-02."""
    wish = {"luck_convert": {"die": 1, "value": 6}, "forced": True}
    npc = {"kind": "npc", "fights_for_survival": True, "luck": 3}
    for more, options in (({"luck": 0}, {}), (npc, {}), ({}, {"modules": []})):
        result = played([2, 5, 1, 1], one("A", "attack", "B", **wish, **more), one("B"), options=options)
        assert (result["actions"][0]["luck_refused"], result["actions"][0]["action_kept"]) == (True, 2)
        assert result["after"]["A"]["luck"] == 0


def test_a_conversion_names_a_die_that_is_thrown() -> None:
    """YAC-LUC-03: also against a fugitive, where a second die falls."""
    a = one("A", "attack", "B", luck_convert={"die": 2, "value": 6}, weapon="bow", forced=True)
    assert refused("combat_round", fight(one("B"), a)) == (
        "field/range",
        "combatants[1].luck_convert.die",
        "YAC-LUC-03",
    )
    result = record([2, 1, 5, 1, 1], a, one("B", "flee"))
    assert (result["action_kept"], result["luck_refused"]) == (2, False)
    assert played([], {**a, "action": "dodge"}, one("B"))["after"]["A"]["luck"] == 1


def test_luck_against_death_in_combat() -> None:
    """YAC-LUC-07, YAC-COM-22, YAC-LUC-08, YAC-LUC-10: x is trauma plus all harm of the round."""
    gun = one("G", "attack", "A", weapon="firearm", kind="npc")

    def after(**given: Any) -> tuple[Any, ...]:
        result = played([5], gun, one("A", "other", use_luck_to_survive=True, **given))["after"]["A"]
        return tuple(
            result.get(name) for name in ("status", "trauma", "sequelae", "trauma_min", "luck", "survival_refused")
        )

    assert after(trauma=2) == ("coma", 6, 1, 2, 0, None)
    assert after(trauma=5, sequelae=0, luck=2) == ("coma", 6, 4, 5, 1, None)
    assert after(trauma=5, sequelae=1) == ("dead", 6, 1, 2, 1, "sequelae_fatal")
    assert after(trauma=2, luck=0) == ("dead", 6, 0, 1, 0, "no_luck")
    assert after(trauma=2, kind="npc") == ("dead", 6, 0, 1, 0, "no_luck")
    assert played([5], gun, one("A", "other", trauma=2))["after"]["A"]["status"] == "dead"


def test_two_uses_of_luck_in_one_round() -> None:
    """YAC-LUC-12: a die turned costs the point that would have met death."""
    wish = {"luck_convert": {"die": 1, "value": 4}, "forced": True, "use_luck_to_survive": True, "trauma": 4}
    foe = one("B", "attack", "A", kind="npc", weapon="knife")
    one_point = played([2, 5, 1, 1, 6, 1], one("A", "attack", "B", **wish), foe)["after"]["A"]
    assert (one_point["status"], one_point["luck"], one_point["survival_refused"]) == ("dead", 0, "no_luck")
    two_points = played([2, 5, 1, 1, 6, 1], one("A", "attack", "B", luck=2, **wish), foe)["after"]["A"]
    assert (two_points["status"], two_points["luck"]) == ("coma", 0)


def test_in_coma_any_further_trauma_kills() -> None:
    """YAC-LUC-09: without appeal; untouched, the coma goes on."""
    lying = one("A", status="coma", trauma=6, use_luck_to_survive=True)
    struck = played([1], one("B", "attack", "A"), lying)["after"]["A"]
    assert (struck["status"], struck["luck"], struck["survival_refused"]) == ("dead", 1, "coma")
    assert statuses(played([], one("B"), lying))["A"] == "coma"
    held = played([3], one("B", "immobilise", "A"), lying)
    assert (statuses(held)["A"], holds(held)) == ("coma", {})


# --- holds -----------------------------------------------------------------------------------------------------------


def test_to_immobilise_is_to_hold_without_harm() -> None:
    """YAC-COM-11: from the end of the round; and it exposes the character."""
    result = played([4, 3, 5], one("A", "immobilise", "B"), one("B"), one("C", "attack", "A", weapon="knife"), one("D"))
    grip, stab = result["actions"]
    assert (grip["success"], grip["trauma"], stab["opposition"], stab["trauma"]) == (True, 0, 0, 2)
    assert holds(result) == {"A": ([], "B"), "B": (["A"], "")}
    assert result["free"] == ["C", "D"]


def test_an_equal_or_lower_throw_holds_nobody() -> None:
    """YAC-COM-11."""
    result = played([3, 3], one("A", "immobilise", "B"), one("B"))
    assert (result["actions"][0]["act"], result["actions"][0]["success"]) == ("immobilise", False)
    assert (holds(result), result["free"]) == ({}, ["A", "B"])


@pytest.mark.parametrize(
    ("dice", "held", "successes", "degrees"),
    [
        ([5, 3], {"A": ([], "B"), "B": (["A"], "")}, [True, False], ["major_success", None]),
        ([2, 3], {"B": ([], "A"), "A": (["B"], "")}, [False, True], [None, "success"]),
        ([4, 4], {}, [False, False], [None, None]),
        ([6, 6], {}, [False, False], [None, None]),
    ],
)
def test_two_who_grip_each_other_compare_results(
    dice: list[int], held: dict[str, Any], successes: list[bool], degrees: list[str | None]
) -> None:
    """YAC-COM-12: both roll against 0, strictly higher wins; the loser's act has no degree, a tied 6 is no critical."""
    result = played(dice, one("A", "immobilise", "B"), one("B", "immobilise", "A"))
    assert holds(result) == held
    assert [act["success"] for act in result["actions"]] == successes
    assert [act.get("degree") for act in result["actions"]] == degrees
    assert [(act["margin"], act["opposition"], act["critical"]) for act in result["actions"]] == [
        (d, 0, False) for d in dice
    ]


@pytest.mark.parametrize(("dice", "loser"), [([6, 5], "B"), ([5, 6], "A")])
def test_a_winning_six_of_two_grips_knocks_out(dice: list[int], loser: str) -> None:
    """YAC-COM-12, YAC-COM-21: and needs no hold."""
    result = played(dice, one("A", "immobilise", "B"), one("B", "immobilise", "A"))
    winner = "A" if loser == "B" else "B"
    assert (statuses(result)[loser], holds(result), result["free"]) == ("unconscious", {}, [winner])
    by_actor = {act["actor"]: (act["success"], act["critical"], act.get("degree")) for act in result["actions"]}
    assert by_actor == {winner: (True, True, "critical_success"), loser: (False, False, None)}


def test_the_strain_of_two_grips_is_paid_by_whoever_forced() -> None:
    """YAC-COM-12, YAC-COM-23: win or lose."""
    a = one("A", "immobilise", "B", forced=True, trauma=2)
    for dice, held in (([1, 3, 6, 2], "B"), ([1, 3, 6, 5], "A")):
        result = played(dice, a, one("B", "immobilise", "A"))
        assert traumas(result) == {"A": 3, "B": 1}
        assert list(holds(result)) == ["A", "B"]
        assert result["after"][held]["held_by"] == ["B" if held == "A" else "A"]
    second = played([4, 1, 5, 6], one("B", "immobilise", "A"), a)
    assert (traumas(second), second["after"]["B"]["held_by"]) == ({"B": 1, "A": 3}, ["A"])


def test_a_grip_on_somebody_who_grips_another_is_not_mutual() -> None:
    """YAC-COM-12, YAC-COM-11: it simply meets 0."""
    result = played([1, 4, 2], one("A", "immobilise", "B"), one("B", "immobilise", "C"), one("C"))
    assert [(act["success"], act["opposition"], act["degree"]) for act in result["actions"]] == [
        (True, 0, "minor_success"),
        (True, 2, "success"),
    ]
    # B was gripped himself: his own new hold on C does not stand.
    assert holds(result) == {"A": ([], "B"), "B": (["A"], "")}
    assert result["free"] == ["C"]


def test_while_a_hold_lasts_neither_acts_and_both_are_open() -> None:
    """YAC-COM-13: it is enough to give the hold on one of the two."""
    for holder, held in (({"holding": "B"}, {}), ({}, {"held_by": ["A"]}), ({"holding": "B"}, {"held_by": ["A"]})):
        a, b = one("A", "attack", "B", **holder), one("B", "attack", "A", **held)
        result = played([4, 3], a, b, one("C", "attack", "A"), one("D", "attack", "B"))
        assert [(act["actor"], act["opposition"]) for act in result["actions"]] == [("C", 0), ("D", 0)]
        assert holds(result) == {"A": ([], "B"), "B": (["A"], "")}
        assert result["free"] == ["C", "D"]


def test_a_holder_may_let_go_and_both_declare() -> None:
    """YAC-COM-13."""
    result = played(
        [4, 2, 3, 1], one("A", "attack", "B", holding="B", release=True), one("B", "attack", "A", held_by=["A"])
    )
    assert [(act["actor"], act["opposition"]) for act in result["actions"]] == [("A", 2), ("B", 1)]
    assert (holds(result), result["free"]) == ({}, ["A", "B"])


def test_who_is_held_by_two_is_free_when_the_last_lets_go() -> None:
    """YAC-COM-13, YAC-COM-14."""
    b = one("B", "attack", "A", held_by=["A", "C"])
    result = played([], one("A", release=True), b, one("C"))
    assert result["actions"] == []
    assert holds(result) == {"B": (["C"], ""), "C": ([], "B")}
    freed = played([3, 1], one("A", release=True), b, one("C", release=True))
    assert (len(freed["actions"]), holds(freed)) == (1, {})


def test_several_may_hold_the_same_one() -> None:
    """YAC-COM-14: told in the order of the list."""
    result = played([4, 2, 5, 1], one("C", "immobilise", "B"), one("A", "immobilise", "B"), one("B"))
    assert holds(result) == {"C": ([], "B"), "A": ([], "B"), "B": (["C", "A"], "")}
    joined = played([4], one("A", "immobilise", "B"), one("C", holding="B"), one("B", held_by=["C"]))
    assert joined["after"]["B"]["held_by"] == ["A", "C"]


def test_holding_again_whom_one_holds_is_one_hold() -> None:
    """YAC-COM-14: given on both sides, named twice, it is told once."""
    result = played([], one("A", holding="B"), one("B", held_by=["A", "A"]))
    assert result["after"]["B"]["held_by"] == ["A"]


def test_pulling_the_holder_away_frees_his_victim() -> None:
    """YAC-COM-14: an old hold, or one made in this very round."""
    old = played([3], one("C", "immobilise", "A"), one("A", holding="B"), one("B"))
    new = played([3, 2], one("C", "immobilise", "A"), one("A", "immobilise", "B"), one("B", "other"))
    for result in (old, new):
        assert holds(result) == {"C": ([], "A"), "A": (["C"], "")}
        assert result["free"] == ["B"]


@pytest.mark.parametrize(
    ("holder", "status"), [({"trauma": 5}, "dead"), ({"trauma": 5, "use_luck_to_survive": True}, "coma")]
)
def test_a_hold_ends_with_its_holder(holder: dict[str, Any], status: str) -> None:
    """YAC-COM-14."""
    result = played([1], one("C", "attack", "A"), one("A", holding="B", **holder), one("B"))
    assert (statuses(result)["A"], holds(result), result["free"]) == (status, {}, ["C", "B"])


@pytest.mark.parametrize(
    ("held", "status"), [({"trauma": 5}, "dead"), ({"trauma": 5, "use_luck_to_survive": True}, "coma")]
)
def test_nobody_need_hold_the_dead_or_the_comatose(held: dict[str, Any], status: str) -> None:
    """YAC-COM-14: new holds and old ones."""
    old = played([1], one("C", "attack", "B"), one("A", holding="B"), one("B", **held))
    assert (statuses(old)["B"], holds(old), old["free"]) == (status, {}, ["C", "A"])
    new = played([1, 4], one("C", "attack", "B"), one("A", "immobilise", "B"), one("B", "other", **held))
    assert (new["actions"][1]["success"], holds(new), new["free"]) == (True, {}, ["C", "A"])


def test_a_hold_on_somebody_already_down_does_not_stand() -> None:
    """YAC-COM-14."""
    result = played([], one("A", holding="B"), one("B", status="unconscious"))
    assert (holds(result), result["free"]) == ({}, ["A"])


def test_who_flees_cannot_be_gripped_but_a_fugitives_grip_is_none() -> None:
    """YAC-COM-17, YAC-COM-14."""
    result = played([], one("A", "immobilise", "B"), one("B", "flee"))
    assert (result["actions"][0]["automatic_failure"], holds(result), statuses(result)["B"]) == (True, {}, "fled")


def test_immobilise_is_a_contact_act_whatever_the_weapon() -> None:
    """YAC-COM-04."""
    assert record([], one("A", "immobilise", "B", weapon="firearm"), one("B", "flee"))["automatic_failure"]


@pytest.mark.parametrize("field", ["held_by", "holding"])
def test_a_hold_names_somebody_else_who_is_here(field: str) -> None:
    """YAC-COM-13."""
    for name in ("X", "A"):
        value = [name] if field == "held_by" else name
        given = fight(one("B"), one("A", **{field: value}))
        assert refused("combat_round", given) == ("field/nobody", f"combatants[1].{field}", "YAC-COM-13")


# --- breaking free ---------------------------------------------------------------------------------------------------

ESCAPE = {"options": {"hold_escape": True}}


def test_by_default_there_is_no_way_out_of_a_hold() -> None:
    """YAC-COM-13: who declares an escape does nothing."""
    result = played([], one("A", holding="B"), one("B", "escape"))
    assert (result["actions"], holds(result)) == ([], {"A": ([], "B"), "B": (["A"], "")})


def test_breaking_free_throws_against_a_dO() -> None:
    """YAC-COM-13, option hold_escape (M-06): level, advantage and dT as usual; the target told is the first holder."""
    escape = one("B", "escape", held_by=["C", "A"], level=1, advantage=True, forced=True)
    result = played([2, 1, 3, 3, 2], one("A"), escape, one("C"), **ESCAPE)
    assert result["actions"] == [
        {
            "actor": "B",
            "target": "A",
            "act": "escape",
            "automatic_failure": False,
            "success": True,
            "trauma": 0,
            "critical": False,
            "luck_refused": False,
            "opposition": 3,
            "action_dice_count": 2,
            "keep": "highest",
            "action_kept": 2,
            "forced_die": 3,
            "raw": 3,
            "level": 1,
            "result": 4,
            "margin": 1,
            "degree": "minor_success",
            "check_required": True,
            "check_raised": True,
            "check_die": 2,
        }
    ]
    assert (holds(result), result["free"], traumas(result)["B"]) == ({}, ["A", "B", "C"], 2)


def test_a_failed_escape_changes_nothing() -> None:
    """M-06, YAC-COM-13: a tie is a failure."""
    result = played([3, 3], one("A", holding="B"), one("B", "escape"), **ESCAPE)
    assert (result["actions"][0]["success"], holds(result)) == (False, {"A": ([], "B"), "B": (["A"], "")})
    hampered = played([5, 1, 2], one("A", holding="B"), one("B", "escape", disadvantage=True), **ESCAPE)
    assert (hampered["actions"][0]["keep"], hampered["actions"][0]["success"]) == ("lowest", False)


def test_who_breaks_free_is_still_held_during_the_round() -> None:
    """M-06: acts against him meet 0, and a new grip holds him."""
    result = played([5, 1, 2], one("B", "escape", held_by=["A"]), one("A"), one("C", "immobilise", "B"), **ESCAPE)
    assert [act["opposition"] for act in result["actions"]] == [1, 0]
    assert holds(result) == {"B": (["C"], ""), "C": ([], "B")}


def test_a_holder_who_is_held_may_escape_and_keeps_his_own_hold() -> None:
    """M-06: the hold *on him* ends."""
    result = played([5, 1], one("A", holding="B"), one("B", "escape", holding="C"), one("C"), **ESCAPE)
    assert holds(result) == {"B": ([], "C"), "C": (["B"], "")}


def test_escape_is_for_the_held() -> None:
    """YAC-COM-13: anybody else who declares it is bad input; those who are down are ignored."""
    for options in ({}, ESCAPE):
        given = fight(one("A"), one("B", "escape"), **options)
        assert refused("combat_round", given) == ("field/not_allowed", "combatants[1].action", "YAC-COM-13")
    holder = fight(one("A", "escape", holding="B"), one("B"), **ESCAPE)
    assert refused("combat_round", holder)[1] == "combatants[0].action"
    assert played([], one("B", "escape", status="unconscious"))["actions"] == []
    assert played([], one("B", "escape", status="unconscious", held_by=["A"]), one("A"), **ESCAPE)["actions"] == []
    dazed = (one("B", "escape", surprised=True, held_by=["A"]), one("A"))
    assert played([], *dazed, round=1, **ESCAPE)["actions"] == []
    assert len(played([5, 1], *dazed, **ESCAPE)["actions"]) == 1


def test_an_escaping_npc_forces_only_to_survive() -> None:
    """YAC-NPC-02."""
    npc = one("B", "escape", kind="npc", forced=True, held_by=["A"])
    assert picked("combat_round", fight(one("A"), npc, **ESCAPE), [], "refused") == ("npc_forced",)


def test_a_conversion_in_an_escape_names_a_die_that_is_thrown() -> None:
    """YAC-LUC-03."""
    b = one("B", "escape", held_by=["A"], luck_convert={"die": 2, "value": 6})
    assert refused("combat_round", fight(b, one("A"), **ESCAPE))[:2] == (
        "field/range",
        "combatants[0].luck_convert.die",
    )


def test_escapes_and_attacks_fall_in_list_order() -> None:
    """YAC-COM-02."""
    result = played(
        [4, 1, 5, 2, 3, 1],
        one("A", "attack", "D"),
        one("B", "escape", held_by=["C"]),
        one("C"),
        one("D", "attack", "A"),
        **ESCAPE,
    )
    assert [act["actor"] for act in result["actions"]] == ["A", "B", "D"]


# --- criticals -------------------------------------------------------------------------------------------------------


def test_a_margin_of_six_knocks_out() -> None:
    """YAC-COM-21, YAC-DEG-02: only against opposition 0; the trauma still applies, capped."""
    result = played([6], one("A", "attack", "B", weapon="fist"), one("B", "other"))
    assert (result["actions"][0]["critical"], result["actions"][0]["degree"]) == (True, "critical_success")
    assert (statuses(result)["B"], traumas(result)["B"], result["free"]) == ("unconscious", 2, ["A"])
    five = played([6, 1], one("A", "attack", "B"), one("B"))
    assert (five["actions"][0]["critical"], statuses(five)["B"]) == (False, "active")
    bonus = played([2], one("A", "attack", "B", level=4), one("B", "other"))
    assert statuses(bonus)["B"] == "unconscious"


def test_a_critical_grip_needs_no_hold() -> None:
    """YAC-COM-21: its author is free next round."""
    result = played([6], one("A", "immobilise", "B"), one("B", "other"))
    assert (statuses(result)["B"], holds(result), result["free"]) == ("unconscious", {}, ["A"])


def test_death_and_coma_go_before_unconsciousness() -> None:
    """YAC-COM-21."""
    gun = one("A", "attack", "B", weapon="firearm")
    assert statuses(played([6], gun, one("B", "other")))["B"] == "dead"
    assert statuses(played([6], gun, one("B", "other", use_luck_to_survive=True)))["B"] == "coma"
    spear = one("A", "attack", "B", weapon="spear")
    assert statuses(played([6], spear, one("B", "other", trauma=2)))["B"] == "unconscious"
    assert statuses(played([6], spear, one("B", "other", trauma=3)))["B"] == "dead"


def test_the_unconscious_stay_so_until_the_fight_ends() -> None:
    """YAC-COM-21: hurt they may die; nothing wakes them in a round."""
    down = one("B", status="unconscious", trauma=4)
    assert statuses(played([1], one("A", "attack", "B"), down))["B"] == "unconscious"
    assert statuses(played([2], one("A", "attack", "B", weapon="knife"), down))["B"] == "dead"
    assert statuses(played([], one("A"), down))["B"] == "unconscious"


def test_who_is_knocked_out_has_not_fled() -> None:
    """YAC-COM-17, YAC-COM-21: a blow from the front, a grip from behind; and a hold of his ends."""
    result = played([6], one("C", "attack", "A"), one("A", holding="B"), one("B"))
    assert (statuses(result)["A"], holds(result)) == ("unconscious", {})


# --- bookkeeping -----------------------------------------------------------------------------------------------------


def test_the_dead_and_the_fled_stay_as_they_are() -> None:
    """YAC-COM-25, YAC-GAU-04."""
    result = played([], one("A", status="fled", trauma=3, sequelae=2), one("B", status="dead", trauma=6, luck=2))
    assert result["after"]["A"] == {
        "status": "fled",
        "trauma": 3,
        "sequelae": 2,
        "trauma_min": 3,
        "luck": 1,
        "held_by": [],
        "holding": "",
    }
    assert (result["after"]["B"]["status"], result["after"]["B"]["luck"], result["free"]) == ("dead", 2, [])


@pytest.mark.parametrize("status", ["active", "unconscious", "fled"])
def test_trauma_6_is_for_the_dead_and_the_comatose(status: str) -> None:
    """YAC-GEN-04."""
    given = fight(one("A", status=status, trauma=6))
    assert refused("combat_round", given) == ("field/range", "combatants[0].trauma", "YAC-GEN-04")
    for allowed in ("coma", "dead"):
        assert played([], one("A", status=allowed, trauma=6))["after"]["A"]["trauma"] == 6


def test_fighters_have_names_of_their_own_and_there_is_at_least_one() -> None:
    """YAC-COM-01."""
    assert refused("combat_round", fight(one("A"), one("A")))[:2] == ("field/twice", "combatants")
    assert refused("combat_round", fight())[:2] == ("field/length_at_least", "combatants")
    assert refused("combat_round", fight(one("A"), round=0))[:2] == ("field/range", "round")


def test_extra_targets_are_for_creatures() -> None:
    """YAC-COM-03: attack and immobilise need exactly one adversary."""
    given = fight(one("A", "attack", "B", extra_targets=["C"], acts=2), one("B"), one("C"))
    assert refused("combat_round", given) == ("field/not_allowed", "combatants[0].extra_targets", "YAC-COM-03")


def test_the_end_of_a_fight_wakes_the_unconscious_and_frees_the_held() -> None:
    """YAC-COM-21, YAC-COM-25: the dead and the comatose stay; only the state is told."""
    given = fight(
        one("A", status="unconscious"),
        one("B", status="fled"),
        one("C", status="coma", trauma=6),
        one("D", status="dead", trauma=6),
        one("E", held_by=["F"]),
        one("F", holding="E"),
    )
    states = {"A": "active", "B": "active", "C": "coma", "D": "dead", "E": "active", "F": "active"}
    expected = {id: {"status": status, "held_by": [], "holding": ""} for id, status in states.items()}
    assert outcome("end_combat", given) == {"after": expected}
    assert steps("end_combat", given) == [
        ("status", "active", "YAC-COM-21", "A"),
        ("status", "active", "YAC-COM-25", "B"),
    ]


def test_a_fugitive_may_be_engaged_again() -> None:
    """YAC-COM-25: the keeper gives him as active, and he acts."""
    assert len(played([3, 2], one("A", "attack", "B"), one("B"))["actions"]) == 1


def test_why_a_round_came_out_as_it_did() -> None:
    """YAC-COM-08, YAC-COM-11, YAC-COM-17: every reason with its rule and its author."""
    given = fight(
        one("A", "attack", "B", weapon="knife", forced=True), one("B"), one("C", "attack", "D"), one("D", "flee")
    )
    assert steps("combat_round", given, [2, 5, 1, 4]) == [
        ("margin", 4, "YAC-COM-08", (("result", 5), ("opposition", -1)), "A"),
        ("check_raised", True, "YAC-GAU-02", "A"),
        ("inflicted", 2, "YAC-COM-08", "A"),
        ("automatic_failure", True, "YAC-COM-17", "C"),
        ("x", 2, "YAC-GAU-09", (("trauma", 1), ("increase", 1))),
        ("x", 3, "YAC-GAU-09", (("trauma", 1), ("increase", 2))),
    ]
    grip = fight(one("A", "immobilise", "B"), one("B", status="coma", trauma=6))
    assert steps("combat_round", grip, [4])[0] == ("margin", 4, "YAC-COM-11", (("result", 4), ("opposition", 0)), "A")
    miss = fight(one("A", "attack", "B"), one("B"))
    assert [label for label, *_ in steps("combat_round", miss, [3, 3])] == ["margin"]


def test_what_a_round_changes_on_each_sheet() -> None:
    """YAC-COM-07: value by value; an NPC has no luck to change."""
    given = fight(
        one("A", "immobilise", "B"),
        one("B", "other", kind="npc"),
        one("C", "attack", "D", weapon="firearm"),
        one("D", "other", trauma=4, use_luck_to_survive=True),
    )
    assert changes("combat_round", given, [2, 3]) == [
        ("holding", "", "B", "A"),
        ("held_by", (), ("A",), "B"),
        ("status", "active", "coma", "D"),
        ("trauma", 4, 6, "D"),
        ("sequelae", 0, 1, "D"),
        ("luck", 1, 0, "D"),
    ]


def test_a_refused_declaration_is_told_with_what_is_allowed() -> None:
    """YAC-COM-03, YAC-COM-13, YAC-GEN-04."""
    others = [one("B"), one("C", status="dead", trauma=6), one("D", status="fled"), one("E")]
    assert told("combat_round", fight(one("A", "attack", "X"), *others)) == {"came": "X", "allowed": ["B", "E"]}
    assert told("combat_round", fight(one("A", "attack"), *others)) == {"allowed": ["B", "E"]}
    assert told("combat_round", fight(one("A", "escape"), *others)) == {
        "came": "escape",
        "allowed": "attack, immobilise, dodge, flee, other",
    }
    assert told("combat_round", fight(one("A", holding="X"), one("B"))) == {"came": "X", "allowed": ["A", "B"]}
    assert told("combat_round", fight(one("A", trauma=6))) == {"came": 6, "low": 1, "high": 5}
    assert told("combat_round", fight(one("A", extra_targets=["B"], acts=2), one("B"))) == {"came": "B"}
    greedy = one("A", "attack", "B", kind="creature", extra_targets=["C", "D"], acts=2)
    assert told("combat_round", fight(greedy)) == {"came": 2, "high": 1}


def test_two_grips_among_other_acts_are_told_in_their_places() -> None:
    """YAC-COM-12: whoever threw first and wins is told where he threw."""
    result = played(
        [4, 2, 5, 3, 6, 1],
        one("C", "attack", "D"),
        one("A", "immobilise", "B"),
        one("B", "immobilise", "A"),
        one("D", "attack", "C"),
    )
    acts = [(act["actor"], act["success"], act.get("degree")) for act in result["actions"]]
    assert acts == [
        ("C", True, "success"),
        ("A", True, "major_success"),
        ("B", False, None),
        ("D", True, "major_success"),
    ]
