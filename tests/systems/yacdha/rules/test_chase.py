"""Chases: two groups, one decisive result (CHA)."""

from typing import Any

import pytest

from systems.yacdha.brute import changes, outcome, picked, refused, steps, thrown


def chase(pursuers: Any = None, pursued: Any = None, **given: Any) -> dict[str, Any]:
    """Hunters h1, h2… after fugitives f1, f2…; a list gives the members, a dict a whole group."""
    sides = {}
    for field, letter, result in (("pursuers", "h", pursuers), ("pursued", "f", pursued)):
        group = result if isinstance(result, dict) else {"members": result or [{}]}
        named = [{"name": f"{letter}{n}", **one} for n, one in enumerate(group["members"], start=1)]
        sides[field] = {**group, "members": named}
    return {**sides, **given}


CALM = {"madness": 1, "trauma": 1, "sequelae": 0, "trauma_min": 1, "luck": 1, "status": "active"}


@pytest.mark.parametrize(("dice", "escaped", "margin"), [([3, 5], True, -2), ([5, 3], False, 2), ([6, 1], False, 5)])
def test_the_higher_side_wins_and_one_result_ends_the_chase(dice: list[int], escaped: bool, margin: int) -> None:
    """YAC-CHA-01, YAC-CHA-03, YAC-CHA-05: the pursuers throw first; their margin colours the tale."""
    assert outcome("chase", chase(), dice) == {
        "rolled": True,
        "escaped": escaped,
        "pursuers_margin": margin,
        "throws": [{"pursuers": dice[0], "pursued": dice[1]}],
        "checks": [{}],
        "gauges": {"h1": 1, "f1": 1},
        "after": {"h1": CALM, "f1": CALM},
        "luck_refused": [],
    }


def test_a_tie_is_thrown_again() -> None:
    """YAC-CHA-04, YAC-CMP-02."""
    result = picked("chase", chase(), [4, 4, 2, 2, 6, 3], "escaped", "pursuers_margin", "throws")
    throws = [{"pursuers": p, "pursued": f} for p, f in ((4, 4), (2, 2), (6, 3))]
    assert result == (False, 3, throws)


def test_a_tie_lets_the_pursued_go_by_the_tables_choice() -> None:
    """YAC-CHA-04, option chase_tie_escapes: at once, also a tie of capped results between masters."""
    options = {"options": {"chase_tie_escapes": True}}
    assert picked("chase", chase(**options), [4, 4], "escaped", "pursuers_margin") == (True, 0)
    assert picked("chase", chase(**options), [5, 4], "escaped", "pursuers_margin") == (False, 1)
    masters = chase([{"level": 5}], [{"level": 5}], **options)
    assert picked("chase", masters, [6, 1], "escaped", "pursuers_margin") == (True, 0)


def test_masters_of_the_run_are_told_apart() -> None:
    """YAC-CMP-04, YAC-CHA-03."""
    masters = chase([{"level": 5}], [{"level": 5}])
    assert picked("chase", masters, [6, 1], "escaped", "pursuers_margin") == (False, 0)
    assert picked("chase", masters, [1, 6], "escaped", "pursuers_margin") == (True, 0)


@pytest.mark.parametrize(("pursued", "pursuers", "escaped"), [(3, 2, True), (2, 3, False), (5, 1, True), (1, 5, False)])
def test_the_faster_means_decide_without_dice(pursued: int, pursuers: int, escaped: bool) -> None:
    """YAC-CHA-02."""
    given = chase(speeds={"pursued": pursued, "pursuers": pursuers})
    assert outcome("chase", given) == {"rolled": False, "escaped": escaped}
    assert steps("chase", given) == [("escaped", escaped, "YAC-CHA-02")]
    assert changes("chase", given) == []


def test_on_a_terrain_that_matters_unequal_means_are_thrown_for() -> None:
    """YAC-CHA-02: the effect is the circumstance of the side concerned."""
    slow = {"members": [{}], "group_advantage": True}
    given = chase(None, slow, speeds={"pursued": 1, "pursuers": 4}, terrain=True)
    assert picked("chase", given, [4, 2, 5], "rolled", "escaped", "throws") == (
        True,
        True,
        [{"pursuers": 4, "pursued": 5}],
    )
    hampered = chase({"members": [{}], "group_disadvantage": True}, None, speeds={"pursuers": 4}, terrain=True)
    assert picked("chase", hampered, [6, 2, 3], "escaped", "pursuers_margin") == (True, -1)


def test_equal_means_are_thrown_for_with_or_without_terrain() -> None:
    """YAC-CHA-02, YAC-CHA-03: everybody is on foot unless said."""
    for given in (chase(terrain=True), chase(speeds={"pursued": 4, "pursuers": 4}), chase(speeds={"pursuers": 2})):
        assert picked("chase", given, [4, 2], "rolled", "escaped") == (True, False)


def test_groups_cooperate_and_may_force_the_body() -> None:
    """YAC-CHA-03, YAC-COO-04: physical, so a dT and trauma; pursuers first, checks at the end."""
    given = chase([{"forced": True}, {}], [{"forced": True, "trauma": 3}])
    dice = [1, 2, 4, 2, 5, 2, 4]
    assert thrown("chase", given, dice) == [
        ("dA", "", ""),
        ("dA", "", ""),
        ("dT", "h1", ""),
        ("dA", "", ""),
        ("dT", "f1", ""),
        ("dT", "h1", "check"),
        ("dT", "f1", "check"),
    ]
    result = picked("chase", given, dice, "escaped", "pursuers_margin", "checks", "gauges")
    assert result == (True, -1, [{"h1": 2, "f1": 4}], {"h1": 2, "h2": 1, "f1": 4})
    assert changes("chase", given, dice) == [("trauma", 1, 2, "h1"), ("trauma", 3, 4, "f1")]


def test_a_side_that_drops_out_loses() -> None:
    """YAC-CMP-02: the last fugitive dies on a tie, the hunters win; and the reverse."""
    lone = {"forced": True, "trauma": 5}
    assert picked("chase", chase(None, [lone]), [4, 1, 4, 6], "escaped", "pursuers_margin") == (False, 0)
    assert picked("chase", chase([lone], None), [1, 4, 4, 6], "escaped", "pursuers_margin") == (True, 0)


def test_levels_in_a_chase() -> None:
    """YAC-CMP-04, YAC-COO-06: one level for each side."""
    pursuers = {"members": [{"level": 2}, {}], "level_share": "lowest"}
    given = chase(pursuers, [{"level": 1}, {}])
    assert picked("chase", given, [3, 3, 3, 3], "throws") == ([{"pursuers": 3, "pursued": 4}],)


def test_luck_in_a_chase() -> None:
    """YAC-LUC-03, YAC-LUC-04."""
    wish = {"forced": True, "luck_convert": {"die": 1, "value": 6}}
    result = picked("chase", chase(None, [wish]), [5, 1, 4], "escaped", "after.f1.luck", "luck_refused")
    assert result == (True, 0, [])
    assert picked("chase", chase(None, [wish]), [5, 4, 4], "escaped", "after.f1.luck", "luck_refused") == (
        False,
        1,
        ["f1"],
    )


def test_a_conversion_names_a_die_of_its_group() -> None:
    """YAC-LUC-03: the fault is told where it was given."""
    wish = {"luck_convert": {"die": 2, "value": 6}}
    assert refused("chase", chase(None, [wish])) == ("field/range", "pursued.members[0].luck_convert.die", "YAC-LUC-03")
    assert refused("chase", chase([wish], None)) == (
        "field/range",
        "pursuers.members[0].luck_convert.die",
        "YAC-LUC-03",
    )


def test_an_npc_forces_only_to_survive() -> None:
    """YAC-NPC-02: before the means of transport are compared."""
    forced = {"kind": "npc", "forced": True}
    for given in (chase([forced], None), chase(None, [forced], speeds={"pursued": 3})):
        assert outcome("chase", given) == {"rolled": False, "refused": "npc_forced"}
        assert steps("chase", given) == [("refused", "npc_forced", "YAC-NPC-02")]
    desperate = chase(None, [{**forced, "fights_for_survival": True}])
    assert picked("chase", desperate, [1, 3, 2], "escaped") == (True,)


def test_groups_that_split_are_chased_one_by_one() -> None:
    """YAC-CHA-06: each pair of groups has its own result; nobody is on both sides."""
    swift = chase([{}, {}], [{"personal_advantage": True}])
    slow = chase([{}, {}], [{}])
    assert picked("chase", swift, [3, 2, 1, 4], "escaped") == (True,)
    assert picked("chase", slow, [3, 2, 1], "escaped") == (False,)
    both = {"pursuers": {"members": [{"name": "A"}]}, "pursued": {"members": [{"name": "A"}]}}
    assert refused("chase", both)[:2] == ("field/twice", "members")


@pytest.mark.parametrize("speed", [0, 6])
def test_there_are_five_classes_of_speed(speed: int) -> None:
    """YAC-CHA-02."""
    assert refused("chase", chase(speeds={"pursued": speed}))[:2] == ("field/range", "speeds.pursued")


def test_after_a_fight_fugitives_may_be_chased() -> None:
    """YAC-COM-25, YAC-CHA-05: they are active again, and if caught the next round of combat follows."""
    after = outcome("end_combat", {"combatants": [{"id": "f1", "status": "fled"}]})["after"]
    assert after["f1"]["status"] == "active"


def test_why_a_chase_ended_as_it_did() -> None:
    """YAC-CHA-03, YAC-CHA-04, YAC-CHA-05."""
    assert steps("chase", chase(), [3, 5]) == [
        ("throw", 1, "YAC-CMP-01"),
        ("result", 3, "YAC-CMP-01"),
        ("result", 5, "YAC-CMP-01"),
        ("escaped", True, "YAC-CHA-03"),
        ("pursuers_margin", -2, "YAC-CHA-05"),
    ]
    tie = chase(options={"chase_tie_escapes": True})
    assert steps("chase", tie, [3, 3])[-2:] == [("escaped", True, "YAC-CHA-04"), ("pursuers_margin", 0, "YAC-CHA-05")]
    named = chase({"members": [{}], "name": "cult"}, {"members": [{}], "name": "team"})
    assert ("winner", "cult", "YAC-CMP-01") in steps("chase", named, [6, 1])


def test_the_margin_of_a_catch_is_told() -> None:
    """YAC-CHA-05."""
    caught = [("escaped", False, "YAC-CHA-03"), ("pursuers_margin", 2, "YAC-CHA-05")]
    assert steps("chase", chase(), [5, 3])[-2:] == caught
