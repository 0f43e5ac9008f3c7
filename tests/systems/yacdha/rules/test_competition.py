"""Sides that vie for the same thing (CMP)."""

from typing import Any

import pytest

from systems.yacdha.brute import changes, outcome, picked, refused, steps, thrown, told


def side(name: str, *members: dict[str, Any], **given: Any) -> dict[str, Any]:
    named = [{"name": f"{name}{number}", **member} for number, member in enumerate(members or ({},), start=1)]
    return {"name": name, "members": named, **given}


def contest(*sides: dict[str, Any], category: str = "physical", **given: Any) -> dict[str, Any]:
    return {"category": category, "sides": list(sides), **given}


def rests(**changed: Any) -> dict[str, Any]:
    calm = {"madness": 1, "trauma": 1, "sequelae": 0, "trauma_min": 1, "luck": 1, "status": "active"}
    return {**calm, **changed}


LAST = ("throws", "winner", "margin")


def test_the_highest_result_wins() -> None:
    """YAC-CMP-01: no opposition die; the margin is the lead over the best other side."""
    assert outcome("compete", contest(side("x"), side("y"), side("z")), [2, 5, 3]) == {
        "rolled": True,
        "throws": [{"x": 2, "y": 5, "z": 3}],
        "winner": "y",
        "margin": 2,
        "checks": [{}],
        "gauges": {"x1": 1, "y1": 1, "z1": 1},
        "after": {"x1": rests(), "y1": rests(), "z1": rests()},
        "luck_refused": [],
    }


@pytest.mark.parametrize(
    ("dice", "winner", "margin"),
    [([5, 3, 2], "x", 2), ([2, 3, 5], "z", 2), ([5, 2, 3], "x", 2), ([3, 5, 2], "y", 2), ([1, 1, 6], "z", 5)],
)
def test_the_lead_is_over_the_second_best_whatever_the_order(dice: list[int], winner: str, margin: int) -> None:
    """YAC-CMP-01."""
    assert picked("compete", contest(side("x"), side("y"), side("z")), dice, "winner", "margin") == (winner, margin)


def test_only_those_tied_at_the_top_throw_again() -> None:
    """YAC-CMP-02."""
    given = contest(side("x"), side("y"), side("z"))
    assert picked("compete", given, [4, 2, 4, 1, 6], *LAST) == ([{"x": 4, "y": 2, "z": 4}, {"x": 1, "z": 6}], "z", 5)
    thrice = [3, 3, 3, 5, 5, 2, 1, 4]
    assert picked("compete", given, thrice, *LAST) == (
        [{"x": 3, "y": 3, "z": 3}, {"x": 5, "y": 5, "z": 2}, {"x": 1, "y": 4}],
        "y",
        3,
    )


def test_a_tie_below_the_top_decides_nothing() -> None:
    """YAC-CMP-02."""
    assert picked("compete", contest(side("x"), side("y"), side("z")), [2, 6, 2], *LAST)[1:] == ("y", 4)


def test_the_dice_of_a_competition_in_order() -> None:
    """YAC-CMP-01, YAC-CMP-03: per side dA then forced dice; then the checks of all sides in order."""
    given = contest(
        side("x", {"forced": True}, {}), side("y", {"forced": True, "personal_advantage": True}), category="mental"
    )
    assert thrown("compete", given, [1, 1, 2, 1, 1, 3, 1, 1]) == [
        ("dA", "x", ""),
        ("dA", "x", ""),
        ("dF", "x1", ""),
        ("dA", "y", ""),
        ("dA", "y", ""),
        ("dF", "y1", ""),
        ("dF", "x1", "check"),
        ("dF", "y1", "check"),
    ]


def test_members_of_a_side_cooperate() -> None:
    """YAC-CMP-03, YAC-COO-02, YAC-COO-04: highest die, circumstances per side, forced die of one counts for all."""
    given = contest(
        side("x", {}, {}, {}, group_disadvantage=True), side("y", {"forced": True}, {}, group_advantage=True)
    )
    # x: three less one = 2 dA; y: 3 dA and a dT of 6, whose check is thrown after all dice of all sides.
    assert picked("compete", given, [2, 5, 1, 3, 2, 6, 1], *LAST, "checks") == ([{"x": 5, "y": 6}], "y", 1, [{"y1": 1}])


def test_a_lone_side_under_a_disadvantage_keeps_the_lower() -> None:
    """YAC-CMP-01, YAC-ADV-02, YAC-ADV-04."""
    given = contest(side("x", group_disadvantage=True), side("y", {"personal_advantage": True}))
    assert picked("compete", given, [6, 2, 1, 3], *LAST) == ([{"x": 2, "y": 3}], "y", 1)


def test_each_side_adds_its_level_and_stops_at_six() -> None:
    """YAC-CMP-04, YAC-COO-06: one mode for all sides."""
    given = contest(side("x", {"level": 2}, {"level": 4}), side("y", {"level": 3}, {}, level_share="lowest"))
    assert picked("compete", given, [1, 2, 4, 5], *LAST) == ([{"x": 6, "y": 5}], "x", 1)
    mixed = contest(side("x", {"level": 1}), side("y", {"personal_advantage": True}))
    assert picked("compete", mixed, [3, 2], *LAST) == ([{"x": 4, "y": 2}], "x", 2)


def test_a_tie_of_capped_results_is_thrown_again() -> None:
    """YAC-CMP-04: with any other levels than 5 on all sides, however far above 6 one would be."""
    given = contest(side("x", {"level": 4}), side("y", {"level": 5}))
    assert picked("compete", given, [6, 2, 1, 4], *LAST) == ([{"x": 6, "y": 6}, {"x": 5, "y": 6}], "y", 1)


def test_masters_are_told_apart_beyond_six() -> None:
    """YAC-CMP-04: raw die plus level before the cap; still equal at the top, they throw again."""
    given = contest(side("x", {"level": 5}), side("y", {"level": 5}), side("z", {"level": 5}))
    assert picked("compete", given, [3, 5, 1], *LAST) == ([{"x": 6, "y": 6, "z": 6}], "y", 0)
    again = picked("compete", given, [4, 2, 4, 1, 2], *LAST)
    assert again == ([{"x": 6, "y": 6, "z": 6}, {"x": 6, "z": 6}], "z", 0)


def test_masters_at_the_top_with_others_below() -> None:
    """YAC-CMP-04: all sides *tied at the top* have level 5."""
    given = contest(side("x", {"level": 5}), side("y", {"level": 5}), side("z", {"level": 1}))
    assert picked("compete", given, [3, 5, 2], *LAST) == ([{"x": 6, "y": 6, "z": 3}], "y", 0)
    assert picked("compete", given, [3, 5, 5, 1, 2, 1], *LAST)[1:] == ("y", 0)


def test_a_tie_may_be_broken_by_the_uncapped_total() -> None:
    """YAC-CMP-04, option competition_uncapped_tiebreak."""
    given = contest(side("x", {"level": 4}), side("y", {"level": 2}), options={"competition_uncapped_tiebreak": True})
    assert picked("compete", given, [3, 6], *LAST) == ([{"x": 6, "y": 6}], "y", 0)
    assert picked("compete", given, [4, 6, 1, 6], *LAST) == ([{"x": 6, "y": 6}, {"x": 5, "y": 6}], "y", 1)
    assert picked("compete", given, [1, 3, 1, 1], *LAST) == ([{"x": 5, "y": 5}, {"x": 5, "y": 3}], "x", 2)


def test_the_uncapped_total_knows_the_forced_die() -> None:
    """YAC-CMP-04, YAC-FOR-05: raw plus level; with the level first, the higher of both."""
    sides = (side("x", {"level": 5, "forced": True}), side("y", {"level": 5}))
    assert picked("compete", contest(*sides), [2, 4, 3, 1], *LAST)[1:] == ("x", 0)
    early = contest(*sides, options={"bonus_before_forced": True})
    assert picked("compete", early, [2, 4, 3], *LAST)[1:] == ("y", 0)
    assert picked("compete", early, [3, 4, 2], *LAST)[1:] == ("x", 0)


def test_the_level_that_counts_is_the_one_thrown_with() -> None:
    """YAC-CMP-04, YAC-CMP-02: a master lost in this very throw has thrown as one, a weaker one lost has not."""
    fragile = {"forced": True, "trauma": 5}
    lost = contest(side("x", {"level": 5, **fragile}, {"level": 1}), side("y", {"level": 5}))
    assert picked("compete", lost, [1, 1, 4, 2, 6], *LAST, "after.x1.status") == ([{"x": 6, "y": 6}], "x", 0, "dead")
    weak = side("x", {"level": 5}, {"level": 4, **fragile}, level_share="lowest")
    kept = contest(weak, side("y", {"level": 5}))
    # x threw with level 4: the tie is thrown again, now with the master alone.
    assert picked("compete", kept, [1, 1, 2, 2, 6, 3, 2], *LAST) == ([{"x": 6, "y": 6}, {"x": 6, "y": 6}], "x", 0)


def test_a_forced_die_stays_engaged_and_each_throw_has_its_check() -> None:
    """YAC-CMP-02, YAC-RER-02: against the gauge as the earlier throws have left it."""
    given = contest(side("x", {"forced": True}), side("y"))
    # 3 and 3: a tie, the check of 2 raises 1 to 2; then 4 against 2, where a check of 2 is no longer enough.
    result = picked("compete", given, [2, 3, 3, 2, 3, 4, 2, 2], *LAST, "checks", "gauges")
    assert result == ([{"x": 3, "y": 3}, {"x": 4, "y": 2}], "x", 2, [{"x1": 2}, {"x1": 2}], {"x1": 2, "y1": 1})


def test_a_forced_die_in_a_mental_contest_wears_on_madness() -> None:
    """YAC-ACT-02, YAC-CMP-01."""
    given = contest(side("x", {"forced": True, "madness": 2}), side("y"), category="mental")
    result = picked("compete", given, [2, 6, 3, 3], "gauges", "after.x1.madness", "after.x1.trauma")
    assert result == ({"x1": 3, "y1": 1}, 3, 1)


def test_a_tie_throw_obliges_nobody_to_force() -> None:
    """YAC-CMP-02: it is no voluntary repeat."""
    assert picked("compete", contest(side("x"), side("y")), [3, 3, 2, 1], "rolled", "winner") == (True, "x")


def test_whoever_reaches_six_throws_no_more() -> None:
    """YAC-CMP-02: the side goes on with the others."""
    given = contest(side("x", {"forced": True, "trauma": 5}, {"level": 0}), side("y"))
    result = picked("compete", given, [1, 2, 3, 3, 6, 4, 2], *LAST, "after.x1.status", "gauges")
    assert result == ([{"x": 3, "y": 3}, {"x": 4, "y": 2}], "x", 2, "dead", {"x1": 6, "x2": 1, "y1": 1})


def test_a_side_with_nobody_left_is_out() -> None:
    """YAC-CMP-02: the last one standing wins, and with none left nobody does."""
    lone = {"forced": True, "trauma": 5}
    given = contest(side("x", lone), side("y"))
    assert picked("compete", given, [2, 3, 3, 6], *LAST) == ([{"x": 3, "y": 3}], "y", 0)
    both = contest(side("x", lone), side("y", lone))
    assert picked("compete", both, [2, 3, 2, 3, 6, 6], *LAST) == ([{"x": 3, "y": 3}], "", 0)
    mad = contest(side("x", {"forced": True, "madness": 5}), side("y"), category="mental")
    assert picked("compete", mad, [2, 3, 3, 6], "winner", "after.x1.status") == ("y", "mad")


def test_a_winner_may_pay_with_his_life() -> None:
    """YAC-CMP-01, YAC-GAU-04: the throw that decided stands."""
    given = contest(side("x", {"forced": True, "trauma": 5}), side("y"))
    assert picked("compete", given, [2, 6, 3, 6], "winner", "margin", "after.x1.status") == ("x", 3, "dead")


def test_luck_against_death_in_a_contest() -> None:
    """YAC-LUC-07, YAC-CMP-02: who is in coma takes no further part."""
    lone = {"forced": True, "trauma": 5, "use_luck_to_survive": True, "sequelae": 1}
    given = contest(side("x", lone), side("y"))
    assert picked("compete", given, [2, 3, 3, 6], "winner", "after.x1") == (
        "y",
        rests(trauma=6, sequelae=1, trauma_min=2, luck=0, status="coma"),
    )


def test_an_npc_at_madness_6_stays_in_the_contest() -> None:
    """YAC-NPC-03, YAC-NPC-05."""
    npc = {"kind": "npc", "fights_for_survival": True, "forced": True, "madness": 5}
    given = contest(side("x", npc), side("y"), category="mental")
    result = picked("compete", given, [2, 3, 3, 6, 1, 2, 1, 6], *LAST, "checks", "after.x1")
    assert result == (
        [{"x": 3, "y": 3}, {"x": 2, "y": 1}],
        "x",
        1,
        [{"x1": 6}, {"x1": 6}],
        rests(madness=6, luck=0),
    )


def test_luck_turns_a_die_in_one_throw_only() -> None:
    """YAC-LUC-03: `throw` says in which; YAC-LUC-04: only one's own dT opens the door."""
    wish = {"forced": True, "luck_convert": {"die": 1, "value": 6, "throw": 2}}
    given = contest(side("x", wish), side("y"))
    # throw 1: a tie of 3, the check raises nothing new; throw 2: dA 1 becomes 6, no check.
    result = picked("compete", given, [2, 3, 3, 1, 1, 4, 5], *LAST, "checks", "after.x1.luck", "luck_refused")
    assert result == ([{"x": 3, "y": 3}, {"x": 6, "y": 5}], "x", 1, [{"x1": 1}, {}], 0, [])
    first = contest(side("x", {**wish, "luck_convert": {"die": 1, "value": 6}}), side("y"))
    assert picked("compete", first, [2, 3, 3], *LAST, "after.x1.luck") == ([{"x": 6, "y": 3}], "x", 3, 0)


def test_luck_without_a_threat_is_refused_and_kept() -> None:
    """YAC-LUC-04."""
    wish = {"luck_convert": {"die": 1, "value": 6}}
    given = contest(side("x", {**wish, "forced": True}), side("y", wish))
    result = picked("compete", given, [4, 4, 3], "winner", "luck_refused", "after.x1.luck", "after.y1.luck")
    assert result == ("x", ["x1", "y1"], 1, 1)


def test_a_refusal_of_an_earlier_throw_is_remembered() -> None:
    """YAC-LUC-04, YAC-CMP-02."""
    given = contest(side("x", {"luck_convert": {"die": 1, "value": 6}}), side("y"))
    assert picked("compete", given, [4, 4, 3, 2], "winner", "luck_refused") == ("x", ["x1"])


def test_luck_of_a_throw_that_never_comes_is_neither_spent_nor_refused() -> None:
    """YAC-LUC-03."""
    given = contest(side("x", {"forced": True, "luck_convert": {"die": 1, "value": 6, "throw": 3}}), side("y"))
    assert picked("compete", given, [1, 5, 3, 1], "winner", "luck_refused", "after.x1.luck") == ("x", [], 1)


def test_a_point_spent_early_is_gone_later() -> None:
    """YAC-LUC-03, YAC-LUC-12: luck, gauge and sequelae are as the earlier throws have left them."""
    wish = {"forced": True, "trauma": 5, "luck_convert": {"die": 1, "value": 2}, "use_luck_to_survive": True}
    given = contest(side("x", wish), side("y"))
    result = picked("compete", given, [1, 4, 4, 1, 1, 5, 3, 6], "winner", "after.x1")
    assert result == ("x", rests(trauma=6, luck=0, status="dead", survival_refused="no_luck"))


def test_a_die_that_is_gone_with_its_member_cannot_be_turned() -> None:
    """YAC-LUC-04, YAC-CMP-02: a side that has lost a member throws fewer dice; the wish is refused, not an error."""
    lost = {"forced": True, "trauma": 5}
    wish = {"forced": True, "luck_convert": {"die": 2, "value": 6, "throw": 2}}
    given = contest(side("x", lost, wish), side("y"))
    # throw 1: 1 1, dT 3 and 1, y 3: a tie; x1 dies. throw 2: one dA 1 and dT 5, check 1; y 2.
    result = picked("compete", given, [1, 1, 3, 1, 3, 6, 1, 5, 2, 1], "winner", "luck_refused", "after.x2.luck")
    assert result == ("x", ["x2"], 1)


def test_a_conversion_names_a_die_of_its_side() -> None:
    """YAC-LUC-03."""
    wish = {"luck_convert": {"die": 3, "value": 6}}
    given = contest(side("x"), side("y", {}, wish))
    assert refused("compete", given) == ("field/range", "sides[1].members[1].luck_convert.die", "YAC-LUC-03")
    helped = contest(side("x"), side("y", {}, wish, group_advantage=True))
    assert picked("compete", helped, [1, 2, 2, 2], "winner", "luck_refused") == ("y", ["y2"])
    levelled = contest(side("x", {"level": 1}), side("y", {"personal_advantage": True}, wish))
    assert refused("compete", levelled)[1] == "sides[1].members[1].luck_convert.die"


@pytest.mark.parametrize("kind", ["npc", "creature"])
def test_an_npc_forces_only_to_survive(kind: str) -> None:
    """YAC-NPC-02."""
    given = contest(side("x"), side("y", {}, {"kind": kind, "forced": True}))
    assert outcome("compete", given) == {"rolled": False, "refused": "npc_forced"}
    assert steps("compete", given) == [("refused", "npc_forced", "YAC-NPC-02")]
    assert changes("compete", given) == []


def test_sides_and_members_have_names_of_their_own() -> None:
    """YAC-CMP-03."""
    nameless = {"members": [{"name": "a"}]}
    assert refused("compete", contest(side("x"), nameless)) == ("field/missing", "sides[1].name", "YAC-CMP-03")
    assert refused("compete", contest(side("x"), side("x")))[:2] == ("field/twice", "sides")
    twin = {"name": "y", "members": [{"name": "x1"}]}
    assert refused("compete", contest(side("x"), twin))[:2] == ("field/twice", "members")
    assert refused("compete", contest(side("x")))[:2] == ("field/length_at_least", "sides")


def test_why_a_contest_was_won() -> None:
    """YAC-CMP-01, YAC-CMP-02, YAC-CMP-04."""
    given = contest(side("x", {"level": 1}), side("y"))
    assert steps("compete", given, [2, 3, 3, 2]) == [
        ("throw", 1, "YAC-CMP-01"),
        ("result", 3, "YAC-CMP-04", "x"),
        ("result", 3, "YAC-CMP-01", "y"),
        ("tie", True, "YAC-CMP-02"),
        ("throw", 1, "YAC-CMP-01"),
        ("result", 4, "YAC-CMP-04", "x"),
        ("result", 2, "YAC-CMP-01", "y"),
        ("winner", "x", "YAC-CMP-01"),
    ]


def test_what_a_contest_changes_on_each_sheet() -> None:
    """YAC-CMP-02."""
    given = contest(side("x", {"forced": True}), side("y"))
    assert changes("compete", given, [2, 5, 3, 4]) == [("trauma", 1, 2, "x1")]


def test_a_nameless_side_is_told_what_is_missing() -> None:
    """YAC-CMP-03."""
    assert told("compete", contest(side("x"), {"members": [{"name": "a"}]})) == {"allowed": "“…”"}


def test_each_check_compares_with_the_gauge_as_it_now_stands() -> None:
    """YAC-CMP-02: a 3 raises what an earlier throw has brought to 2; a 6 what it has brought to 5."""
    trauma = contest(side("x", {"forced": True}), side("y"))
    assert picked("compete", trauma, [2, 3, 3, 2, 3, 4, 2, 3], "gauges.x1") == (3,)
    madness = contest(side("x", {"forced": True, "madness": 4}), side("y"), category="mental")
    result = picked("compete", madness, [2, 3, 3, 5, 3, 4, 2, 6], "gauges.x1", "after.x1.status")
    assert result == (6, "mad")


def test_when_nobody_is_left_nobody_wins() -> None:
    """YAC-CMP-02: no winner is told."""
    lone = {"forced": True, "trauma": 5}
    given = contest(side("x", lone), side("y", lone))
    labels = [label for label, *_ in steps("compete", given, [2, 3, 2, 3, 6, 6])]
    assert labels[-4:] == ["x", "status", "x", "status"]
    assert "winner" not in labels


def test_both_dice_of_a_hampered_side_may_be_turned() -> None:
    """YAC-LUC-03, YAC-ADV-02."""
    wish = {"forced": True, "luck_convert": {"die": 2, "value": 5}}
    given = contest(side("x", wish, group_disadvantage=True), side("y"))
    assert picked("compete", given, [5, 1, 4, 2], "throws", "after.x1.luck") == ([{"x": 5, "y": 2}], 0)
