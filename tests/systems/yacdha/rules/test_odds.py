"""Exact odds beside a naive enumeration, beside icepool, and the laws they obey (ODD).

Odds take short cuts: pools in closed form, sub-rules weighed once, rounds cut into parts that do not touch. So every
procedure is also played with every face of every die, and both must agree, outcome by outcome.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given as sampled
from hypothesis import settings
from hypothesis import strategies as st
from icepool import Die, d6, lowest, map_function, tupleize
from icepool import highest as highest_of

from gardien.core.calling import do, odds_of
from gardien.core.errors import Refusal
from gardien.core.terms import exact
from systems.yacdha.brute import (
    UNDECIDED,
    assert_odds_agree,
    chance,
    every_outcome,
    of_one,
    outcome,
    projected,
    refused,
    steps,
    told,
    told_apart,
    weighed,
)

ACTIVE = {"kind": "active"}
PASSIVE_3 = {"kind": "passive", "value": 3}
HURTS = [{"amount": "margin"}, {"gauge": "madness", "amount": 2, "at_or_below": -1}]
few = settings(max_examples=20, derandomize=True, deadline=None)


def turn(value: int, die: int = 1, throw: int = 1) -> dict[str, int]:
    return {"die": die, "value": value, "throw": throw}


# --- every face of every die -----------------------------------------------------------------------------------------

EDGES: list[dict[str, Any]] = [
    {},
    {"advantage": True},
    {"disadvantage": True},
    {"advantage": True, "disadvantage": True},
]
OPPOSITIONS: list[dict[str, Any]] = [{"kind": "none"}, PASSIVE_3, ACTIVE]


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("opposition", OPPOSITIONS, ids=["none", "passive", "active"])
def test_an_act_with_every_face(edge: dict[str, Any], forced: bool, opposition: dict[str, Any]) -> None:
    """YAC-ODD-01, YAC-ACT-05, YAC-ADV-01, YAC-ADV-02, YAC-FOR-02: dice, margins, checks, gauges, all together."""
    given = {"category": "physical", "opposition": opposition, "forced": forced, "trauma": 4, "madness": 2, **edge}
    fates = ("success", "margin", "trauma", "madness", "status")
    assert_odds_agree("action", {**given, "stakes": HURTS}, fates, ("success",), all_fields=opposition is PASSIVE_3)


@pytest.mark.parametrize(
    "given",
    [
        {"level": 2, "forced": True, "opposition": PASSIVE_3},
        {"level": 2, "forced": True, "disadvantage": True, "options": {"bonus_before_forced": True}},
        {"level": 4, "forced": True, "opposition": ACTIVE, "options": {"bonus_before_forced": True}},
        {"level": 1, "opposition": {"kind": "active", "level": 3}, "options": {"npc_skill_on_opposition": True}},
        {"personal_advantage": True, "level": 3, "options": {"skill_mode": "advantage"}, "opposition": ACTIVE},
        {"category": "mental", "forced": True, "madness": 5, "opposition": PASSIVE_3, "stakes": HURTS, "trauma": 4},
        {"kind": "npc", "fights_for_survival": True, "forced": True, "madness": 6, "category": "mental"},
        {"forced": True, "trauma": 5, "use_luck_to_survive": True, "opposition": PASSIVE_3, "stakes": HURTS},
        {"luck_convert": turn(5), "opposition": PASSIVE_3, "stakes": HURTS, "trauma": 5},
        {"luck_convert": turn(5, die=2), "disadvantage": True, "forced": True, "opposition": PASSIVE_3},
        {
            "luck_convert": turn(2),
            "advantage": True,
            "forced": True,
            "trauma": 3,
            "stakes": HURTS,
            "opposition": PASSIVE_3,
        },
        {"luck_convert": turn(4), "forced": True, "level": 1, "options": {"bonus_before_forced": True}},
        {
            "luck_convert": turn(6),
            "luck": 2,
            "use_luck_to_survive": True,
            "opposition": ACTIVE,
            "stakes": [{"amount": 6}],
            "trauma": 3,
        },
        {"opposition": {"kind": "passive", "value": 6}},
        {"attempt": 2},
        {"roll_degree": False},
    ],
)
def test_an_act_with_levels_luck_and_options(given: dict[str, Any]) -> None:
    """YAC-FOR-05, YAC-LUC-03, YAC-LUC-04, YAC-LUC-07, YAC-LUC-12, YAC-ACT-08, YAC-NPC-03."""
    assert_odds_agree("action", {"category": "physical", **given}, ("success", "status"), ("margin", "trauma", "luck"))


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"best_previous": 3, "advantage": True, "forced": True},
        {"opposition": ACTIVE, "forced": True, "madness": 4, "level": 1},
        {"nothing_to_find": True, "disadvantage": True, "best_previous": 1},
    ],
)
def test_a_search_with_every_face(given: dict[str, Any]) -> None:
    """YAC-INV-02, YAC-INV-04, YAC-INV-07."""
    assert_odds_agree("investigate", given, ("tier", "new_information"), ("best", "madness"))


@pytest.mark.parametrize("gauge", ["madness", "trauma"])
@pytest.mark.parametrize("value", range(1, 6))
def test_a_gauge_check_with_every_face(gauge: str, value: int) -> None:
    """YAC-GAU-01, YAC-GAU-02."""
    assert_odds_agree("gauge_check", {"gauge": gauge, "value": value, "event": "x", "use_luck_to_survive": True})


@pytest.mark.parametrize(
    ("members", "given"),
    [
        ([{}, {}], {"opposition": ACTIVE, "stakes": HURTS}),
        ([{"forced": True}, {}], {"opposition": PASSIVE_3, "stakes": HURTS}),
        ([{"forced": True, "trauma": 4}, {"forced": True, "trauma": 2}], {"group_disadvantage": True}),
        (
            [{"forced": True, "madness": 5}, {}],
            {"category": "mental", "group_disadvantage": True, "opposition": ACTIVE},
        ),
        ([{"level": 2}, {"level": 4}, {}], {"level_share": "lowest", "opposition": PASSIVE_3}),
        (
            [{"level": 2, "forced": True}, {"level": 1, "forced": True}],
            {"group_disadvantage": True, "options": {"bonus_before_forced": True}, "opposition": PASSIVE_3},
        ),
        ([{"personal_disadvantage": True}] * 2, {"options": {"personal_disadvantage_cancels_die": True}}),
        ([{"luck_convert": turn(5)}, {"luck_convert": turn(6, die=2)}], {"opposition": PASSIVE_3, "stakes": HURTS}),
        ([{"luck_convert": turn(6), "forced": True}, {"forced": True}], {"group_disadvantage": True}),
        ([{"forced": True, "luck_convert": turn(4, die=2)}, {}], {"opposition": PASSIVE_3, "stakes": [{"amount": 5}]}),
        (
            [{"trauma": 5, "use_luck_to_survive": True}, {"kind": "npc"}],
            {"opposition": ACTIVE, "stakes": [{"amount": 2}]},
        ),
        ([{}, {}, {}], {"opposition": ACTIVE, "mass_action": True, "stakes": HURTS}),
        ([{}, {}], {"investigation": True, "best_previous": 2, "opposition": PASSIVE_3}),
        ([{}], {"group_disadvantage": True, "opposition": ACTIVE}),
    ],
)
def test_a_group_with_every_face(members: list[dict[str, Any]], given: dict[str, Any]) -> None:
    """YAC-COO-01 to YAC-COO-07: each member's fate alone, and all together."""
    named = [{"name": name, **one} for name, one in zip("ABC", members, strict=False)]
    views = (("success", "after.A"), ("after.A.trauma", "gauges.A"), ("raised", "degree"), ("forced.A", "checks.A"))
    assert_odds_agree("cooperate", {"category": "physical", "members": named, **given}, *views)


FIGHTERS: list[list[dict[str, Any]]] = [
    [{"action": "attack", "target": "B", "weapon": "firearm"}, {"action": "attack", "target": "A", "weapon": "knife"}],
    [{"action": "attack", "target": "B", "weapon": "spear", "disadvantage": True, "forced": True, "trauma": 5}, {}],
    [{"action": "attack", "target": "B", "weapon": "firearm"}, {"action": "flee", "use_luck_to_survive": True}],
    [{"action": "attack", "target": "B"}, {"action": "other", "target": "A"}, {"action": "attack", "target": "B"}],
    [{"action": "immobilise", "target": "B"}, {"action": "immobilise", "target": "A"}],
    [{"action": "immobilise", "target": "B", "forced": True}, {"action": "immobilise", "target": "A", "level": 2}],
    [{"action": "immobilise", "target": "B"}, {"action": "immobilise", "target": "C"}, {"action": "other"}],
    [{"holding": "B"}, {}, {"action": "attack", "target": "A", "weapon": "firearm"}],
    [{"holding": "B", "trauma": 4}, {"action": "escape", "forced": True}],
    [
        {"action": "attack", "target": "B", "forced": True, "luck_convert": turn(4), "trauma": 3, "weapon": "bow"},
        {"level": 1},
    ],
    [
        {"action": "attack", "target": "B", "weapon": "firearm"},
        {"status": "coma", "trauma": 6, "use_luck_to_survive": True},
    ],
    [{"action": "attack", "target": "B", "weapon": "spear"}, {"action": "other", "armour": 2, "trauma": 4}],
    [
        {
            "kind": "creature",
            "action": "attack",
            "target": "B",
            "extra_targets": ["C"],
            "acts": 2,
            "trauma_max": 4,
            "level": 1,
        },
        {"action": "other", "trauma": 3},
        {"action": "dodge", "trauma": 2, "use_luck_to_survive": True},
    ],
    [
        {"action": "attack", "target": "B", "tags": ["fire"], "weapon": "firearm"},
        {
            "kind": "creature",
            "bane": ["fire"],
            "soak": 2,
            "boxes": 5,
            "opposition_bonus": 2,
            "action": "dodge",
            "holdable": True,
        },
    ],
    [{"action": "immobilise", "target": "B"}, {"kind": "creature", "holdable": True, "action": "other"}],
]


@pytest.mark.parametrize("fighters", FIGHTERS)
def test_a_round_with_every_face(fighters: list[dict[str, Any]]) -> None:
    """YAC-COM-04 to YAC-COM-23, YAC-CRT-03: every record, every fate alone, and all together."""
    named = [{"id": id, **one} for id, one in zip("ABC", fighters, strict=False)]
    given = {"combatants": named, "round": 2, "options": {"hold_escape": True, "armour": True}}
    views = (("after.A",), ("after.B.status", "after.A.held_by"), ("free", "after.B"), ("after", "free"))
    assert_odds_agree("combat_round", given, *views)


def told_unasked(procedure: str, given: dict[str, Any]) -> set[str]:
    """Which fields the odds tell apart when nobody says what matters."""
    return {field for one in odds_of("yacdha", procedure, given) for field in one.outcome}


def test_odds_tell_no_more_than_is_asked() -> None:
    """YAC-ODD-01: single dice and members' fates only where somebody looks, so that equal outcomes merge."""
    act = told_unasked("action", {"category": "physical", "forced": True})
    assert {"forced_die", "check_raised", "trauma"} <= act
    assert not {"action_dice", "check_die"} & act
    people = [{"name": "A", "forced": True}, {"name": "B"}]
    details = {"action_dice", "forced", "checks", "raised", "gauges", "after"}
    assert not details & told_unasked("cooperate", {"category": "physical", "members": people})
    assert not details & told_unasked("cooperate", {"category": "physical", "members": people, "attempt": 2})
    pair = {"category": "physical", "sides": sides(1, 1)}
    assert told_unasked("compete", pair) == {"rolled", "winner", "margin", "luck_refused"}
    hunters, hunted = sides(1, 1)
    hunt = told_unasked("chase", {"pursuers": hunters, "pursued": hunted})
    assert hunt == {"rolled", "escaped", "pursuers_margin", "luck_refused"}
    duel = {"combatants": [{"id": "A", "action": "attack", "target": "B"}, {"id": "B"}]}
    assert told_unasked("combat_round", duel) == {"rolled", "after", "free"}


# --- contests --------------------------------------------------------------------------------------------------------


def sides(*pools: int) -> list[dict[str, Any]]:
    return [{"name": f"s{i}", "members": [{"name": f"s{i}m{j}"} for j in range(n)]} for i, n in enumerate(pools)]


def first_throw(pools: Sequence[int]) -> dict[frozenset[int], Fraction]:
    """Who is at the top of one throw, by counting faces."""
    result: Counter[frozenset[int]] = Counter()
    for faces in product(range(1, 7), repeat=sum(pools)):
        rest = iter(faces)
        shown = [max(next(rest) for _ in range(pool)) for pool in pools]
        best = max(shown)
        result[frozenset(i for i, face in enumerate(shown) if face == best)] += 1
    return {top: Fraction(ways, 6 ** sum(pools)) for top, ways in result.items()}


def winning(pools: Sequence[int]) -> list[Fraction]:
    """Each side's chance when those tied throw again among themselves: the recursion, solved by hand."""
    whole = frozenset(range(len(pools)))
    first = first_throw(pools)
    wins = [Fraction(0)] * len(pools)
    for top, weight in first.items():
        if len(top) == 1:
            wins[min(top)] += weight
        elif top != whole:
            tied = sorted(top)
            for place, share in zip(tied, winning([pools[i] for i in tied]), strict=True):
                wins[place] += weight * share
    return [win / (1 - first.get(whole, Fraction(0))) for win in wins]


@pytest.mark.parametrize("pools", [(1, 1), (1, 2), (2, 3), (1, 1, 1), (1, 2, 1), (2, 1, 2), (1, 1, 1, 1), (1, 1, 1, 2)])
def test_a_competition_with_every_face(pools: tuple[int, ...]) -> None:
    """YAC-ODD-15, YAC-CMP-01, YAC-CMP-02: first throws counted, the rest solved."""
    first, wins = first_throw(pools), winning(pools)
    decided = sum((weight for top, weight in first.items() if len(top) == 1), Fraction(0))
    result = outcome("odds_compete", {"pools": list(pools)})
    assert result == {"unique_winner": exact(decided), "wins": [exact(win) for win in wins]}
    given = {"category": "mental", "sides": sides(*pools)}
    assert [chance("compete", given, "winner", f"s{i}") for i in range(len(pools))] == wins
    played = told_apart(every_outcome("compete", given, most=sum(pools)), ("winner",))
    assert played.pop(UNDECIDED) == 1 - decided
    assert played == {(("winner", f"s{min(top)}"),): weight for top, weight in first.items() if len(top) == 1}


@pytest.mark.parametrize(("pursued", "pursuers"), [(1, 1), (2, 1), (1, 3), (2, 2)])
@pytest.mark.parametrize("escapes", [False, True])
def test_a_chase_with_every_face(pursued: int, pursuers: int, escapes: bool) -> None:
    """YAC-ODD-13, YAC-CHA-03, YAC-CHA-04."""
    options = {"chase_tie_escapes": escapes}
    first = first_throw((pursuers, pursued))
    tie = first[frozenset((0, 1))]
    away = first[frozenset((1,))]
    escape = away + tie if escapes else away / (1 - tie)
    assert outcome("odds_chase", {"pursued": pursued, "pursuers": pursuers, "options": options}) == {
        "escape": exact(escape),
        "tie": exact(tie),
    }
    hunters, hunted = sides(pursuers, pursued)
    given = {"pursuers": hunters, "pursued": hunted, "options": options}
    assert chance("chase", given, "escaped") == escape
    if escapes:
        assert_odds_agree("chase", given, ("escaped", "pursuers_margin"), ("after",), all_fields=False)


def strained_duel(a: int, b: int) -> dict[str, Fraction]:
    """Two who force in a contest, by hand: throw, check each dT above its dA, throw again on a tie while both stand."""
    first: dict[Any, Fraction] = {}
    for dice in product(range(1, 7), repeat=4):
        mine, strain, his, effort = dice
        one, other = max(mine, strain), max(his, effort)
        for up, down in product((False, True), repeat=2):
            rise = Fraction(6 - a, 6) if strain > mine else Fraction(0)
            fall = Fraction(6 - b, 6) if effort > his else Fraction(0)
            weight = Fraction(1, 6**4) * (rise if up else 1 - rise) * (fall if down else 1 - fall)
            key = (one > other) - (one < other), a + up, b + down
            first[key] = first.get(key, Fraction(0)) + weight
    wins = {"x": Fraction(0), "y": Fraction(0), "": Fraction(0)}
    stays = first.pop((0, a, b), Fraction(0))
    for (lead, one, other), weight in first.items():
        if lead or 6 in (one, other):
            winner = "x" if lead > 0 or (not lead and one < 6) else "y" if lead < 0 or other < 6 else ""
            wins[winner] += weight
        else:
            for name, share in strained_duel(one, other).items():
                wins[name] += weight * share
    return {name: win / (1 - stays) for name, win in wins.items()}


@pytest.mark.parametrize(("a", "b"), [(5, 5), (4, 5), (3, 4)])
def test_a_contest_of_two_who_force(a: int, b: int) -> None:
    """YAC-CMP-02, YAC-RER-02: gauges climb from throw to throw, and who is full throws no more."""
    pair = [
        {"name": "x", "members": [{"name": "x1", "forced": True, "trauma": a}]},
        {"name": "y", "members": [{"name": "y1", "forced": True, "trauma": b}]},
    ]
    given = {"category": "physical", "sides": pair}
    expected = strained_duel(a, b)
    assert {name: chance("compete", given, "winner", name) for name in expected} == expected


# --- beside icepool --------------------------------------------------------------------------------------------------


def pool(count: int, keep: str) -> Die[int]:
    """The kept one of several dice, as icepool says it."""
    return highest_of([d6] * count) if keep == "highest" else lowest([d6] * count)


def as_fractions(die: Die[Any]) -> dict[Any, Fraction]:
    return {value: Fraction(weight, die.denominator()) for value, weight in die.items()}


@pytest.mark.parametrize("count", [1, 2, 3, 6])
@pytest.mark.parametrize("keep", ["highest", "lowest"])
@pytest.mark.parametrize("forced", [0, 1, 2])
@pytest.mark.parametrize("level", [0, 3])
def test_kept_and_opposed_dice_as_icepool_has_them(count: int, keep: str, forced: int, level: int) -> None:
    """YAC-ODD-01, YAC-ODD-03, YAC-ODD-04, YAC-ODD-11."""
    raw = highest_of([pool(count, keep), *[d6] * forced])
    result = (raw + level).map(lambda total: min(6, total))
    answer = outcome(
        "odds_action", {"pool": count, "keep": keep, "forced": forced, "level": level, "opposition": ACTIVE}
    )
    margins = as_fractions(result - d6)
    assert {int(m): Fraction(c) for m, c in answer["margins"].items()} == {
        m: margins.get(m, Fraction(0)) for m in range(-5, 7)
    }
    assert Fraction(answer["success"]) == sum(c for m, c in margins.items() if m >= 1)


@pytest.mark.parametrize(("members", "dice"), [(2, 2), (4, 4), (9, 9)])
def test_a_group_pool_as_icepool_has_it(members: int, dice: int) -> None:
    """YAC-COO-01, YAC-COO-02."""
    given = {"category": "mental", "members": [{"name": str(n)} for n in range(members)], "opposition": ACTIVE}
    expected = as_fractions(pool(dice, "highest") - d6)
    assert {m: chance("cooperate", given, "margin", m) for m in expected} == expected


@pytest.mark.parametrize("ceiling", range(7))
@pytest.mark.parametrize("edge", [{}, {"advantage": True}, {"disadvantage": True}])
def test_attack_trauma_as_icepool_has_it(ceiling: int, edge: dict[str, bool]) -> None:
    """YAC-ODD-12, YAC-COM-08: hit, mean and critical of one attack, and the kill of three."""
    count, keep = (2, "lowest" if "disadvantage" in edge else "highest") if edge else (1, "highest")
    for opposition in (ACTIVE, {"kind": "none"}):
        margin = pool(count, keep) - d6 if opposition is ACTIVE else pool(count, keep)
        trauma = margin.map(lambda m: max(0, min(m, ceiling)))
        all_three = as_fractions(trauma + trauma + trauma)
        result = outcome(
            "odds_attack", {"trauma_max": ceiling, "opposition": opposition, "attackers": 3, "target_trauma": 2, **edge}
        )
        assert result == {
            "hit": exact(sum((c for m, c in as_fractions(margin).items() if m >= 1), Fraction(0))),
            "mean_trauma": exact(sum((c * t for t, c in as_fractions(trauma).items()), Fraction(0))),
            "critical": exact(as_fractions(margin).get(6, Fraction(0))),
            "kill": exact(sum((c for t, c in all_three.items() if t >= 4), Fraction(0))),
        }


@pytest.mark.parametrize(
    ("trauma", "ceilings", "levels"), [((1, 1), (5, 5), (0, 0)), ((4, 2), (2, 5), (0, 3)), ((5, 5), (1, 6), (2, 5))]
)
def test_a_duel_as_icepool_has_it(trauma: tuple[int, int], ceilings: tuple[int, int], levels: tuple[int, int]) -> None:
    """YAC-ODD-12, YAC-COM-10, YAC-COM-07: two throws, two dO, both may fall."""

    def blow(level: int, ceiling: int) -> Die[int]:
        @map_function
        def harm(die: int, opposing: int) -> int:
            return max(0, min(ceiling, min(6, die + level) - opposing))

        return harm(d6, d6)

    a_hurts, b_hurts = (blow(level, ceiling) for level, ceiling in zip(levels, ceilings, strict=True))
    fates = as_fractions(tupleize(b_hurts.map(lambda t: trauma[0] + t >= 6), a_hurts.map(lambda t: trauma[1] + t >= 6)))

    def total(holds: Any) -> str:
        return exact(sum((c for fate, c in fates.items() if holds(*fate)), Fraction(0)))

    given = dict(
        zip(
            ("trauma_a", "trauma_b", "trauma_max_a", "trauma_max_b", "level_a", "level_b"),
            (*trauma, *ceilings, *levels),
            strict=True,
        )
    )
    assert outcome("odds_duel", given) == {
        "a_dies": total(lambda a, b: a),
        "b_dies": total(lambda a, b: b),
        "both_die": total(lambda a, b: a and b),
        "exactly_one_dies": total(lambda a, b: a != b),
        "none_dies": total(lambda a, b: not a and not b),
    }


# --- the odds procedures ---------------------------------------------------------------------------------------------


def test_the_odds_of_the_impossible_are_nought() -> None:
    """YAC-ACT-09, YAC-ODD-08: nothing is thrown, so no margin has a chance."""
    result = outcome("odds_action", {"pool": 3, "level": 5, "opposition": {"kind": "passive", "value": 6}})
    assert result == {"success": "0", "margins": {str(m): "0" for m in range(-5, 7)}}
    assert refused("odds_risk", {"opposition": {"kind": "passive", "value": 6}}) == (
        "field/at_most",
        "opposition",
        "YAC-ACT-09",
    )


def test_the_defaults_of_the_odds() -> None:
    """YAC-ODD-01, YAC-ODD-09, YAC-ODD-12, YAC-ODD-14: one die, nothing opposes, gauges at 1, a firearm."""
    assert outcome("odds_action", {})["margins"]["6"] == "1/6"
    assert outcome("odds_forced", {}) == {"check": "5/12", "rise": "25/72"}
    assert outcome("odds_attack", {}) == {"hit": "1", "mean_trauma": "10/3", "critical": "1/6", "kill": "1/3"}
    assert outcome("odds_duel", {}) == {
        "a_dies": "1/36",
        "b_dies": "1/36",
        "both_die": "1/1296",
        "exactly_one_dies": "35/648",
        "none_dies": "1225/1296",
    }
    assert outcome("odds_risk", {}) == {
        "success": "1",
        "check": "0",
        "rise": "0",
        "reach_six": "0",
        "mean_increase": "0",
    }
    assert outcome("odds_gauge", {"start": 2}) == {
        "reach_six": "0",
        "distribution": {"1": "0", "2": "1/3", "3": "2/3", "4": "0", "5": "0", "6": "0"},
        "mean_checks": "25/2",
        "first_n_at_half": 11,
    }


def test_no_check_at_all_leaves_the_gauge_alone() -> None:
    """YAC-ODD-07."""
    result = outcome("odds_gauge", {"start": 5, "checks": 0})
    assert (result["reach_six"], result["distribution"]["5"]) == ("0", "1")


def test_options_reach_the_odds() -> None:
    """YAC-FOR-05, YAC-ACT-08: a level of 2 against 5, added last or before the forced die."""
    early = {"options": {"bonus_before_forced": True}}
    hard = {"level": 2, "opposition": {"kind": "passive", "value": 5}}
    assert outcome("odds_action", {**hard, "forced": 1})["success"] == "3/4"
    assert outcome("odds_action", {**hard, "forced": 1, **early})["success"] == "7/12"
    assert outcome("odds_attack", {**hard, "forced": True})["hit"] == "3/4"
    assert outcome("odds_attack", {**hard, "forced": True, **early})["hit"] == "7/12"
    assert outcome("odds_risk", {**hard, "forced": True})["check"] == "5/12"
    assert outcome("odds_risk", {**hard, "forced": True, **early})["check"] == "1/6"
    assert outcome("odds_forced", {"level": 2})["check"] == "5/12"
    assert outcome("odds_forced", {"level": 2, **early})["check"] == "1/6"
    strong = {"opposition": {"kind": "active", "level": 5}}
    skilled = {**strong, "options": {"npc_skill_on_opposition": True}}
    for procedure in ("odds_action", "odds_risk"):
        assert (outcome(procedure, strong)["success"], outcome(procedure, skilled)["success"]) == ("5/12", "0")
    # In a round only a dodge has a level (YAC-NPC-04, YAC-COM-16).
    assert outcome("odds_attack", strong)["hit"] == outcome("odds_attack", skilled)["hit"] == "5/12"


def test_a_forced_die_in_an_attack_helps_to_hit() -> None:
    """YAC-ODD-12, YAC-COM-23."""
    assert outcome("odds_attack", {"forced": True, "opposition": ACTIVE})["hit"] == "125/216"
    assert outcome("odds_attack", {"level": 1, "opposition": ACTIVE})["hit"] == "5/9"


@pytest.mark.parametrize(("attackers", "target", "kill"), [(1, 1, "1/3"), (1, 2, "1/2"), (2, 1, "13/18"), (1, 5, "1")])
def test_attacks_together_kill(attackers: int, target: int, kill: str) -> None:
    """YAC-ODD-12, YAC-COM-22: with firearms against nothing; two need five points together."""
    result = outcome("odds_attack", {"attackers": attackers, "target_trauma": target})
    expected = Fraction(
        sum(min(5, a) + (min(5, b) if attackers == 2 else 0) >= 6 - target for a in range(1, 7) for b in range(1, 7)),
        36,
    )
    assert result["kill"] == exact(expected)
    assert attackers == 2 or result["kill"] == kill


def test_the_risk_counts_only_the_gauge_of_the_category() -> None:
    """YAC-ODD-14, YAC-ACT-02."""
    stakes = [{"gauge": "madness", "amount": 3}]
    asked = {"opposition": PASSIVE_3, "stakes": stakes, "value": 3}
    assert outcome("odds_risk", asked)["rise"] == "0"
    mental = outcome("odds_risk", {**asked, "category": "mental"})
    assert mental == {"success": "1/2", "check": "0", "rise": "1/2", "reach_six": "1/2", "mean_increase": "3/2"}


def test_the_risk_in_the_table_is_the_risk_in_play() -> None:
    """YAC-ODD-14."""
    stakes = [{"amount": "margin"}]
    for value, pool_size in ((2, 1), (4, 2)):
        asked = {
            "pool": pool_size,
            "keep": "lowest",
            "forced": True,
            "opposition": ACTIVE,
            "stakes": stakes,
            "value": value,
        }
        played = {"category": "physical", "forced": True, "opposition": ACTIVE, "stakes": stakes, "trauma": value}
        if pool_size == 2:
            played["disadvantage"] = True
        result = outcome("odds_risk", asked)
        assert Fraction(result["success"]) == chance("action", played, "success")
        assert Fraction(result["check"]) == chance("action", played, "check_required")
        assert Fraction(result["rise"]) == 1 - chance("action", played, "trauma", value)
        assert Fraction(result["reach_six"]) == chance("action", played, "trauma", 6)


@pytest.mark.parametrize(
    ("procedure", "given", "field"),
    [
        ("odds_action", {"pool": 21}, "pool"),
        ("odds_action", {"pool": 0}, "pool"),
        ("odds_action", {"forced": 11}, "forced"),
        ("odds_action", {"level": 6}, "level"),
        ("odds_forced", {"value": 6}, "value"),
        ("odds_gauge", {"start": 6}, "start"),
        ("odds_gauge", {"start": 1, "checks": 101}, "checks"),
        ("odds_attack", {"attackers": 21}, "attackers"),
        ("odds_attack", {"trauma_max": 7}, "trauma_max"),
        ("odds_duel", {"trauma_a": 6}, "trauma_a"),
        ("odds_duel", {"trauma_max_b": 7}, "trauma_max_b"),
        ("odds_chase", {"pursued": 0, "pursuers": 1}, "pursued"),
        ("odds_chase", {"pursued": 1, "pursuers": 21}, "pursuers"),
        ("odds_compete", {"pools": [1, 21]}, "pools[1]"),
    ],
)
def test_odds_have_their_limits(procedure: str, given: dict[str, Any], field: str) -> None:
    """YAC-GEN-04: the contract's ranges."""
    assert refused(procedure, given)[:2] == ("field/range", field)


def test_a_competition_has_two_to_six_sides() -> None:
    """YAC-ODD-15."""
    assert refused("odds_compete", {"pools": [1]})[:2] == ("field/length_at_least", "pools")
    assert refused("odds_compete", {"pools": [1] * 7})[:2] == ("field/length_at_most", "pools")
    assert outcome("odds_compete", {"pools": [1] * 6})["wins"] == ["1/6"] * 6


def test_every_chance_is_told_with_its_rule() -> None:
    """YAC-ODD-01, YAC-ODD-06, YAC-ODD-07, YAC-ODD-09, YAC-ODD-12 to YAC-ODD-15."""
    assert steps("odds_action", {"opposition": ACTIVE}) == [("success", "5/12", "YAC-ODD-01")]
    assert steps("odds_forced", {"value": 3}) == [("check", "5/12", "YAC-ODD-09"), ("rise", "5/24", "YAC-ODD-09")]
    assert steps("odds_gauge", {"start": 3, "checks": 3}) == [
        ("reach_six", "1/36", "YAC-ODD-07"),
        ("mean_checks", "11", "YAC-ODD-06"),
    ]
    assert steps("odds_risk", {"forced": True, "value": 2}) == [("rise", "5/18", "YAC-ODD-14")]
    assert steps("odds_attack", {"opposition": ACTIVE}) == [
        ("hit", "5/12", "YAC-ODD-12"),
        ("kill", "1/36", "YAC-ODD-12"),
    ]
    assert steps("odds_duel", {"trauma_a": 5}) == [("a_dies", "5/12", "YAC-ODD-12"), ("b_dies", "1/36", "YAC-ODD-12")]
    assert steps("odds_chase", {"pursued": 1, "pursuers": 1}) == [("escape", "1/2", "YAC-ODD-13")]
    assert steps("odds_compete", {"pools": [1, 1]}) == [("unique_winner", "5/6", "YAC-ODD-15")]


# --- laws ------------------------------------------------------------------------------------------------------------

oppositions = st.one_of(
    st.just({"kind": "none"}),
    st.just(ACTIVE),
    st.builds(lambda value: {"kind": "passive", "value": value}, st.integers(1, 5)),
)
stakes = st.lists(
    st.fixed_dictionaries(
        {
            "gauge": st.sampled_from(["trauma", "madness"]),
            "amount": st.sampled_from([1, 2, 6, "margin"]),
            "at_or_below": st.integers(-3, 0),
        }
    ),
    max_size=2,
)
acts = st.fixed_dictionaries(
    {
        "category": st.sampled_from(["physical", "mental"]),
        "opposition": oppositions,
        "forced": st.booleans(),
        "level": st.sampled_from([0, 0, 1, 3]),
        "madness": st.integers(1, 5),
        "trauma": st.integers(1, 5),
        "sequelae": st.integers(0, 2),
        "luck": st.integers(0, 2),
        "use_luck_to_survive": st.booleans(),
        "stakes": stakes,
        "options": st.fixed_dictionaries({"bonus_before_forced": st.booleans()}),
    }
)


@few
@sampled(acts, st.booleans())
def test_odds_sum_to_one_and_gauges_never_fall_in_play(given: dict[str, Any], disadvantage: bool) -> None:
    """YAC-GEN-04, YAC-ACT-10, YAC-GAU-08."""
    odds = odds_of("yacdha", "action", {**given, "disadvantage": disadvantage})
    assert sum(one.chance for one in odds) == 1
    for one in odds:
        result = one.outcome
        assert one.chance > 0
        assert 1 <= result["result"] <= 6
        assert -5 <= result["margin"] <= 6
        assert given["madness"] <= result["madness"] <= 6
        assert given["trauma"] <= result["trauma"] <= 6
        assert given["sequelae"] <= result["sequelae"] <= 4
        assert 0 <= result["luck"] <= given["luck"]
        assert (result["status"] in ("dead", "coma")) <= (result["trauma"] == 6)


@few
@sampled(acts)
def test_an_advantage_never_lowers_the_chance(given: dict[str, Any]) -> None:
    """YAC-ADV-01, YAC-ADV-02, YAC-FOR-01: hampered, alone, helped; and a forced die on top of each."""
    plain = {**given, "forced": False}
    ladder = [
        chance("action", {**plain, **edge}, "success") for edge in ({"disadvantage": True}, {}, {"advantage": True})
    ]
    assert ladder == sorted(ladder)
    for edge, before in zip(({"disadvantage": True}, {}, {"advantage": True}), ladder, strict=True):
        assert chance("action", {**plain, "forced": True, **edge}, "success") >= before


members = st.lists(
    st.fixed_dictionaries(
        {
            "forced": st.booleans(),
            "personal_advantage": st.booleans(),
            "personal_disadvantage": st.booleans(),
            "trauma": st.integers(1, 5),
            "luck_convert": st.sampled_from([None, None, turn(5), turn(2)]),
            "use_luck_to_survive": st.booleans(),
        }
    ),
    min_size=1,
    max_size=3,
)


@settings(few, max_examples=8)
@sampled(members, oppositions, stakes)
def test_what_is_watched_does_not_change_the_odds(
    people: list[dict[str, Any]], opposition: dict[str, Any], agreed: list[Any]
) -> None:
    """YAC-COO-04: success alone, and success beside everybody's fate, are the same success."""
    named = [{"name": name, **one} for name, one in zip("ABC", people, strict=False)]
    given = {"category": "physical", "members": named, "opposition": opposition, "stakes": agreed}
    alone = weighed("cooperate", given, ("success",))
    beside: dict[Any, Fraction] = {}
    for (success, _), weight in weighed("cooperate", given, ("success", "after")).items():
        beside[(success,)] = beside.get((success,), Fraction(0)) + weight
    assert beside == alone
    for name in "ABC"[: len(people)]:
        part = weighed("cooperate", given, (f"after.{name}",))
        assert of_one("cooperate", given, "after", name) == {fate: weight for ((_, fate),), weight in part.items()}


def fighter(id: str) -> st.SearchStrategy[dict[str, Any]]:
    others = [name for name in "ABC" if name != id]
    return st.fixed_dictionaries(
        {
            "id": st.just(id),
            "action": st.sampled_from(["attack", "attack", "immobilise", "dodge", "flee", "other"]),
            "target": st.sampled_from(others),
            "weapon": st.sampled_from(["fist", "spear", "firearm"]),
            "trauma": st.integers(1, 5),
            "forced": st.sampled_from([False, False, True]),
            "disadvantage": st.booleans(),
            "level": st.sampled_from([0, 0, 2]),
            "use_luck_to_survive": st.booleans(),
            "holding": st.sampled_from(["", "", "", others[0]]),
        }
    )


rounds = st.tuples(fighter("A"), fighter("B"), fighter("C"))


@few
@sampled(rounds)
def test_the_parts_of_a_round_agree_with_the_whole(people: tuple[dict[str, Any], ...]) -> None:
    """YAC-COM-07: a fighter's fate is the same asked for alone or beside all others."""
    given = {"combatants": list(people), "round": 2}
    assert sum(weighed("combat_round", given, ("after",)).values()) == 1
    for id in "ABC":
        part = weighed("combat_round", given, (f"after.{id}",))
        assert of_one("combat_round", given, "after", id) == {fate: weight for ((_, fate),), weight in part.items()}


@few
@sampled(rounds, st.integers(0, 10**6))
def test_whatever_is_played_is_among_the_odds(people: tuple[dict[str, Any], ...], seed: int) -> None:
    """YAC-COM-07: and no trauma ever falls."""
    given = {"combatants": list(people), "round": 2}
    odds = weighed("combat_round", given, ("after", "free"))
    for _ in range(3):
        result = do("yacdha", "combat_round", given, generator=Random(seed)).outcome
        assert projected(result, ("after", "free")) in odds
        assert all(result["after"][one["id"]]["trauma"] >= one["trauma"] for one in people)
        seed += 1


def test_the_risk_of_the_impossible_is_not_asked_for() -> None:
    """YAC-ACT-09."""
    assert told("odds_risk", {"opposition": {"kind": "passive", "value": 7}}) == {"came": 7, "high": 5}


@pytest.mark.parametrize("procedure", ["compete", "chase"])
def test_the_fate_of_one_contestant_agrees_with_that_of_all(procedure: str) -> None:
    """YAC-CMP-02, YAC-CHA-03: asked for alone, beside the others, or by gauge."""
    hunter = {"name": "x", "members": [{"name": "x1", "forced": True, "trauma": 4, "use_luck_to_survive": True}]}
    hunted = {"name": "y", "members": [{"name": "y1", "forced": True, "trauma": 5}, {"name": "y2"}]}
    given: dict[str, Any] = {"pursuers": hunter, "pursued": hunted}
    if procedure == "compete":
        given = {"category": "physical", "sides": [hunter, hunted]}
    winner = "winner" if procedure == "compete" else "escaped"
    beside: dict[Any, Fraction] = {}
    for (won, _), weight in weighed(procedure, given, (winner, "after")).items():
        beside[(won,)] = beside.get((won,), Fraction(0)) + weight
    assert beside == weighed(procedure, given, (winner,))
    for name in ("x1", "y1", "y2"):
        part = weighed(procedure, given, (f"after.{name}",))
        assert of_one(procedure, given, "after", name) == {fate: weight for ((_, fate),), weight in part.items()}
        gauge = weighed(procedure, given, (f"gauges.{name}",))
        by_trauma: dict[Any, Fraction] = {}
        for ((_, fate),), weight in part.items():
            trauma = dict(fate)["trauma"]
            by_trauma[trauma] = by_trauma.get(trauma, Fraction(0)) + weight
        assert by_trauma == {value: weight for ((_, value),), weight in gauge.items()}


# --- what odds are told apart by ---

DUEL = {"combatants": [{"id": "A", "action": "attack", "target": "B"}, {"id": "B", "kind": "npc", "action": "other"}]}
TEAM = {"category": "physical", "members": [{"name": "Ann", "forced": True}, {"name": "Bob"}]}


@pytest.mark.parametrize(
    ("procedure", "given", "path", "allowed"),
    [
        ("combat_round", DUEL, "after.Z.trauma", ["after.A", "after.B"]),
        ("combat_round", DUEL, "after.Z", ["after.A", "after.B"]),
        ("combat_round", DUEL, "actions.Z", ["actions.A", "actions.B"]),
        ("combat_round", DUEL, "after.B.trauma.more", ["after.B.trauma"]),
        ("cooperate", TEAM, "checks.Zoe", ["checks.Ann", "checks.Bob"]),
    ],
)
def test_odds_by_what_no_outcome_has_are_refused(procedure, given, path, allowed):
    with pytest.raises(Refusal) as refusal:
        odds_of("yacdha", procedure, given, by=[path])
    assert (refusal.value.id, refusal.value.words["allowed"]) == ("odds/by", allowed)


def test_a_misspelt_part_of_an_outcome_is_refused_with_the_nearest():
    with pytest.raises(Refusal) as refusal:
        odds_of("yacdha", "combat_round", DUEL, by=["after.B.traum"])
    assert refusal.value.words["hint"] == "after.B.trauma"


def test_odds_by_what_might_be_there_and_is_not_are_no_fault():
    """A field that only some outcomes have, and none here; something of somebody who is there."""
    (only,) = odds_of("yacdha", "combat_round", DUEL, by=["after.B.survival_refused"])
    assert (only.outcome, only.chance) == ({}, 1)
    (only,) = odds_of("yacdha", "cooperate", TEAM, by=["checks.Bob"])
    assert (only.outcome, only.chance) == ({}, 1)
    seen = odds_of("yacdha", "cooperate", TEAM, by=["checks.Ann"])
    assert {one.outcome.get("checks.Ann") for one in seen} == {None, 1, 2, 3, 4, 5, 6}
