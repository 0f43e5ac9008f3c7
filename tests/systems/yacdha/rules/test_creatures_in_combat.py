"""Creatures of the Mythos in a fight (CRT, M-01)."""

from typing import Any

import pytest

from systems.yacdha.brute import changes, outcome, picked, refused, steps


def man(id: str = "A", action: str = "attack", target: str | None = "M", **given: Any) -> dict[str, Any]:
    return {"id": id, "action": action, "target": target, **given}


def monster(**given: Any) -> dict[str, Any]:
    return {"id": "M", "kind": "creature", "action": "other", **given}


def played(dice: list[int], *combatants: dict[str, Any], **given: Any) -> dict[str, Any]:
    return outcome("combat_round", {"combatants": list(combatants), "round": 2, **given}, dice)


def struck(dice: list[int], attack: dict[str, Any], creature: dict[str, Any]) -> tuple[int, int, str]:
    """What one attack did: trauma told, damage after, status after."""
    result = played(dice, man(**attack), monster(**creature))
    after = result["after"]["M"]
    return result["actions"][0]["trauma"], after["damage"], after["status"]


GUN = {"weapon": "firearm"}


def test_a_creature_has_boxes_instead_of_trauma() -> None:
    """YAC-CRT-01, YAC-CRT-03: its state tells damage, and luck it has none."""
    result = played([4], man(**GUN), monster(damage=1, boxes=9, luck=3))
    assert result["after"]["M"] == {"status": "active", "luck": 0, "damage": 5, "held_by": [], "holding": ""}


@pytest.mark.parametrize(
    ("boxes", "damage", "status"), [(6, 1, "active"), (6, 2, "dead"), (5, 2, "dead"), (4, 0, "dead"), (0, 99, "active")]
)
def test_a_creature_is_destroyed_when_its_boxes_are_full(boxes: int, damage: int, status: str) -> None:
    """YAC-CRT-03: 0 boxes cannot be destroyed by force."""
    assert struck([4], GUN, {"boxes": boxes, "damage": damage}) == (4, damage + 4, status)


def test_six_boxes_unless_the_sheet_says_otherwise() -> None:
    """YAC-CRT-03."""
    assert struck([1], GUN, {"damage": 4})[2] == "active"
    assert struck([1], GUN, {"damage": 5})[2] == "dead"


@pytest.mark.parametrize(
    ("attack", "creature", "trauma"),
    [
        # soak comes off after the ceiling, not below 0
        ({"weapon": "knife"}, {"soak": 1}, 1),
        ({"weapon": "knife"}, {"soak": 3}, 0),
        (GUN, {"soak": 3}, 2),
        # an immune tag, or immunity to all
        ({**GUN, "tags": ["bullet"]}, {"immune": ["bullet"]}, 0),
        ({**GUN, "tags": ["bullet"]}, {"immune": ["blade"]}, 5),
        (GUN, {"immune": ["all"]}, 0),
        # a bane goes through ceiling, soak and immunity
        ({"weapon": "fist", "tags": ["fire"]}, {"bane": ["fire"], "soak": 3, "immune": ["all"]}, 6),
        ({"weapon": "fist", "tags": ["torch", "fire"]}, {"bane": ["fire"], "immune": ["fire"]}, 6),
        ({"weapon": "fist", "tags": ["fire"]}, {"bane": ["acid"], "soak": 1}, 0),
    ],
)
def test_what_gets_through_a_hide(attack: dict[str, Any], creature: dict[str, Any], trauma: int) -> None:
    """YAC-CRT-02, YAC-CRT-03: a six against somebody who does not watch."""
    assert struck([6], attack, {"boxes": 20, **creature})[:2] == (trauma, trauma)


def test_a_blow_that_does_nothing_is_still_a_success() -> None:
    """YAC-CRT-02."""
    result = played([4], man(**GUN), monster(immune=["all"]))
    assert (result["actions"][0]["success"], result["actions"][0]["trauma"]) == (True, 0)


def test_armour_is_for_humans_and_hides_for_creatures() -> None:
    """M-12, YAC-CRT-01: neither borrows the other's."""
    scaled = played([6], man(**GUN), monster(armour=2, boxes=20), options={"armour": True})
    assert scaled["actions"][0]["trauma"] == 5
    thick = {"id": "M", "action": "other", "soak": 2, "immune": ["all"], "bane": ["all"]}
    assert played([4], man(**GUN, tags=["all"]), thick)["actions"][0]["trauma"] == 4


def test_the_level_of_a_creature_counts_in_both_modes() -> None:
    """YAC-GEN-02, YAC-CRT-03: cut at 6."""
    for mode in (None, "advantage", "levels"):
        result = played(
            [3],
            monster(action="attack", target="A", level=2, trauma_max=6),
            man(action="other", target=None),
            options={"skill_mode": mode},
        )
        assert (result["actions"][0]["level"], result["actions"][0]["trauma"]) == (2, 5)


def test_a_creature_adds_its_bonus_to_every_dO_rolled_for_it() -> None:
    """M-01: attacking, watching, dodging, fleeing; cut at 6, none where it does not oppose."""

    def met(creature: dict[str, Any], dice: list[int], **attack: Any) -> int:
        result = played(dice, man(**attack), monster(**creature), man("B", "dodge", None))
        opposition: int = result["actions"][0]["opposition"]
        return opposition

    swift = {"opposition_bonus": 2}
    assert met({**swift, "action": "attack", "target": "A"}, [6, 3, 1, 1]) == 5
    assert met({**swift, "action": "attack", "target": "A"}, [6, 5, 1, 1]) == 6
    assert met({**swift, "action": "other", "target": "A"}, [6, 3]) == 5
    assert met({**swift, "action": "dodge"}, [6, 3]) == 5
    assert met({**swift, "action": "dodge", "level": 1}, [6, 2]) == 5
    assert met({**swift, "action": "flee"}, [6, 6, 3], weapon="bow") == 5
    assert met({**swift, "action": "other"}, [6]) == 0
    assert met({**swift, "action": "attack", "target": "B"}, [6, 1, 1]) == 0


def test_the_bonus_is_for_creatures_only() -> None:
    """M-01."""
    human = {"id": "M", "action": "dodge", "opposition_bonus": 3}
    assert played([6, 2], man(), human)["actions"][0]["opposition"] == 2


def test_a_creature_with_several_acts_opposes_each_of_its_targets() -> None:
    """M-01, YAC-COM-05: one throw for each, in turn."""
    beast = monster(action="attack", target="A", extra_targets=["B"], acts=2, trauma_max=3)
    result = played([5, 1, 4, 2, 3, 1, 3, 2], beast, man(), man("B"), man("C", "dodge", None))
    assert [(act["actor"], act["target"], act["opposition"]) for act in result["actions"]] == [
        ("M", "A", 1),
        ("M", "B", 2),
        ("A", "M", 1),
        ("B", "M", 2),
    ]
    assert [result["after"][id]["trauma"] for id in "ABC"] == [4, 3, 1]


def test_a_creature_strikes_no_more_often_than_its_sheet_says() -> None:
    """M-01: the extra targets are at most one fewer than its acts, and each must be there."""
    beast = {"action": "attack", "target": "A", "extra_targets": ["B", "C"]}
    people = [man(id, "dodge", None) for id in "ABC"]
    bad = {"combatants": [monster(**beast, acts=2), *people]}
    assert refused("combat_round", bad)[:2] == ("field/length_at_most", "combatants[0].extra_targets")
    none = {"combatants": [monster(**beast), *people]}
    assert refused("combat_round", none)[:2] == ("field/length_at_most", "combatants[0].extra_targets")
    ghost = {"combatants": [monster(**{**beast, "extra_targets": ["X"]}, acts=2), *people]}
    assert refused("combat_round", ghost) == ("field/nobody", "combatants[0].target", "YAC-COM-03")
    assert len(played([1] * 6, monster(**beast, acts=3), *people)["actions"]) == 3


def test_a_creature_that_cannot_be_held_is_gripped_in_vain() -> None:
    """M-01, YAC-CRT-01: the attempt fails without dice, and still exposes its author."""
    given = {"combatants": [man(action="immobilise"), monster()], "round": 2}
    result = outcome("combat_round", given)
    assert (result["rolled"], result["actions"][0]["automatic_failure"], result["actions"][0]["success"]) == (
        False,
        True,
        False,
    )
    assert steps("combat_round", given)[0] == ("automatic_failure", True, "YAC-CRT-01", "A")
    attacked = played([3], man(action="immobilise"), monster(action="attack", target="A"))
    assert attacked["actions"][1]["opposition"] == 0


def test_a_creature_that_can_be_held_is_held_like_anybody() -> None:
    """M-01."""
    result = played([4], man(action="immobilise"), monster(holdable=True))
    assert (result["after"]["M"]["held_by"], result["after"]["A"]["holding"], result["free"]) == (["A"], "M", [])


def test_a_grip_on_a_slippery_creature_is_never_mutual() -> None:
    """YAC-COM-12, M-01: the creature simply grips."""
    result = played([2], man(action="immobilise"), monster(action="immobilise", target="A"))
    assert (result["actions"][1]["success"], result["actions"][1]["degree"]) == (True, "success")
    assert result["after"]["A"]["held_by"] == ["M"]
    both = played([3, 2], man(action="immobilise"), monster(action="immobilise", target="A", holdable=True))
    assert (both["after"]["M"]["held_by"], both["actions"][1]["success"]) == (["A"], False)


def test_only_a_creature_that_can_be_held_is_knocked_out() -> None:
    """M-01, YAC-COM-21."""
    assert struck([6], {}, {"boxes": 9}) == (1, 1, "active")
    assert struck([6], {}, {"boxes": 9, "holdable": True}) == (1, 1, "unconscious")
    assert struck([6], {}, {"boxes": 1, "holdable": True}) == (1, 1, "dead")


def test_a_creature_may_flee() -> None:
    """YAC-COM-17, YAC-CRT-02: unless it is destroyed first."""
    assert played([], monster(action="flee"))["after"]["M"]["status"] == "fled"
    assert struck([6, 6, 1], {"weapon": "bow"}, {"action": "flee", "boxes": 3}) == (3, 3, "dead")
    assert struck([6, 6, 1], {"weapon": "bow"}, {"action": "flee", "boxes": 4}) == (3, 3, "fled")


def test_a_creature_that_grips_several_holds_them_all() -> None:
    """M-01, YAC-COM-14: each is held, the first is told as the one it holds."""
    beast = monster(action="immobilise", target="A", extra_targets=["B"], acts=2)
    result = played([3, 2, 4, 1], beast, man("A", "dodge", None), man("B", "dodge", None))
    assert (result["after"]["A"]["held_by"], result["after"]["B"]["held_by"]) == (["M"], ["M"])
    assert (result["after"]["M"]["holding"], result["free"]) == ("A", [])


def test_breaking_free_of_a_creature_meets_its_bonus() -> None:
    """M-06, M-01."""
    held = man(action="escape", target=None, held_by=["M"])
    result = played([5, 3], held, monster(opposition_bonus=2), options={"hold_escape": True})
    assert (result["actions"][0]["opposition"], result["actions"][0]["success"]) == (5, False)


def test_a_creature_at_trauma_6_is_no_bad_input() -> None:
    """YAC-CRT-01: trauma does not apply to it."""
    assert played([], monster(trauma=6))["after"]["M"]["status"] == "active"


def test_a_creature_already_destroyed_stays_so() -> None:
    """YAC-CRT-03."""
    assert played([], monster(status="dead", damage=7))["after"]["M"] == {
        "status": "dead",
        "luck": 0,
        "damage": 7,
        "held_by": [],
        "holding": "",
    }


def test_why_a_creature_fell_and_what_changes_on_its_sheet() -> None:
    """YAC-CRT-03."""
    given = {"combatants": [man(**GUN), monster(boxes=3)], "round": 2}
    assert ("status", "dead", "YAC-CRT-03", "M") in steps("combat_round", given, [3])
    assert ("status", "dead", "YAC-CRT-03", "M") not in steps("combat_round", given, [2])
    assert changes("combat_round", given, [3]) == [("status", "active", "dead", "M"), ("damage", 0, 3, "M")]


def test_a_creature_never_forces_in_any_procedure() -> None:
    """YAC-NPC-02: it has no gauges to strain."""
    forced = {"kind": "creature", "forced": True, "fights_for_survival": True}
    assert picked("action", {"category": "physical", **forced}, [], "refused") == ("npc_forced",)
    assert picked("investigate", forced, [], "refused") == ("npc_forced",)
    members = [{"name": "M", **forced}, {"name": "A"}]
    assert picked("cooperate", {"category": "physical", "members": members}, [], "refused") == ("npc_forced",)


def test_a_bane_that_misses_heals_nobody() -> None:
    """YAC-COM-08, M-01: no trauma without success, and a grip does none."""
    dodger = {"action": "dodge", "bane": ["fire"], "damage": 3, "boxes": 9, "holdable": True}
    assert struck([2, 5], {"tags": ["fire"]}, dodger) == (0, 3, "active")
    assert struck([5, 2], {"tags": ["fire"], "action": "immobilise"}, dodger) == (0, 3, "active")


def test_a_creature_and_two_who_grip_it_compare_two_by_two() -> None:
    """YAC-COM-12: each pair by its own results."""
    beast = monster(action="immobilise", target="A", extra_targets=["B"], acts=2, holdable=True)
    result = played([2, 5, 3, 4], beast, man("A", "immobilise"), man("B", "immobilise"))
    acts = [(act["actor"], act["target"], act["success"]) for act in result["actions"]]
    assert acts == [("M", "A", False), ("M", "B", True), ("A", "M", True), ("B", "M", False)]
    # Gripped itself, the creature cannot keep its own new hold.
    assert (result["after"]["M"]["held_by"], result["after"]["B"]["held_by"]) == (["A"], [])
