"""One throw: which dice fall, which of them count, what they come to (ADV, FOR, COO, DEG, GEN)."""

from typing import Any

import pytest
from hypothesis import given as sampled
from hypothesis import settings
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.dice import Pooled
from gardien.core.interpreters.typed import typed
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.throws import (
    ENDLESS,
    Facing,
    Fallen,
    Judged,
    Throw,
    degree_of,
    facing,
    judge,
    level_of,
    levels_mode,
    pool_for,
    pool_for_one,
    shared_level,
    throw_dice,
)
from gardien.systems.yacdha.vocabulary import Actor, Member, Opposition

few = settings(max_examples=60, derandomize=True, deadline=None)
face = st.integers(1, 6)


def fallen(*action: int, forced: tuple[int, ...] = (), opposition: int = 0) -> Fallen:
    return Fallen(Pooled(action, 0), Pooled(forced, 0), opposition)


def members(*flags: str, **levels: int) -> tuple[Member, ...]:
    """A for a personal advantage, D for a handicap, - for neither; levels by position n0, n1…"""
    return tuple(
        Member(
            name=str(i),
            personal_advantage="A" in one,
            personal_disadvantage="D" in one,
            level=levels.get(f"n{i}", 0),
        )
        for i, one in enumerate(flags)
    )


# --- how many dice ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("advantage", "disadvantage", "pool"),
    [
        (False, False, (1, "highest")),
        (True, False, (2, "highest")),
        (False, True, (2, "lowest")),
        (True, True, (1, "highest")),
    ],
)
def test_one_character_throws_two_dice_at_most(advantage: bool, disadvantage: bool, pool: tuple[int, str]) -> None:
    """YAC-ADV-01, YAC-ADV-02, YAC-ADV-04, YAC-ADV-05."""
    assert pool_for_one(advantage, disadvantage) == pool


@pytest.mark.parametrize(
    ("flags", "helped", "hampered", "pool"),
    [
        # one alone: occupation and circumstance count once
        (["-"], False, False, (1, "highest")),
        (["A"], True, False, (2, "highest")),
        (["A"], False, False, (2, "highest")),
        (["-"], True, False, (2, "highest")),
        (["D"], False, False, (2, "lowest")),
        (["D"], False, True, (2, "lowest")),
        (["-"], False, True, (2, "lowest")),
        (["AD"], False, False, (1, "highest")),
        (["A"], False, True, (1, "highest")),
        (["D"], True, False, (1, "highest")),
        # groups: each expert counts, a circumstance once
        (["-", "-"], False, False, (2, "highest")),
        (["-", "-", "-"], False, False, (3, "highest")),
        (["A", "A", "-"], True, False, (6, "highest")),
        (["A", "-"], False, False, (3, "highest")),
        (["-", "-"], True, False, (3, "highest")),
        # a disadvantage takes one die away, never keeps the lowest
        (["-", "-"], False, True, (1, "highest")),
        (["-", "-", "-"], False, True, (2, "highest")),
        (["-", "-"], True, True, (2, "highest")),
        # a handicap counts when all share it, and not twice
        (["D", "-"], False, False, (2, "highest")),
        (["D", "D"], False, False, (1, "highest")),
        (["D", "D"], False, True, (1, "highest")),
        (["D", "D", "D"], False, False, (2, "highest")),
        (["D", "D", "-"], False, True, (2, "highest")),
    ],
)
def test_the_size_of_a_group_throw(flags: list[str], helped: bool, hampered: bool, pool: tuple[int, str]) -> None:
    """YAC-COO-02, YAC-COO-03, YAC-ADV-05."""
    assert pool_for(members(*flags), helped, hampered, False, Options()) == pool


@pytest.mark.parametrize(
    ("flags", "helped", "hampered", "pool"),
    [
        (["D"], False, False, (2, "lowest")),
        (["A", "D"], False, False, (2, "highest")),
        (["-", "D"], False, False, (1, "highest")),
        (["-", "D"], False, True, (1, "highest")),  # not below 0 while one is unhampered
        (["-", "-", "D"], False, False, (2, "highest")),
        (["-", "D", "D"], False, True, (1, "highest")),
        (["D", "D"], False, False, (2, "lowest")),  # not below −1 when all are
        (["D", "D"], False, True, (2, "lowest")),
        (["D", "D"], True, False, (1, "highest")),
        (["AD", "AD"], False, False, (2, "highest")),
        (["D", "D", "D"], False, False, (2, "lowest")),
        (["D", "D", "D"], True, False, (1, "highest")),
        (["-", "-"], False, True, (1, "highest")),
        (["-", "-"], True, False, (3, "highest")),
    ],
)
def test_each_handicap_may_take_a_die(flags: list[str], helped: bool, hampered: bool, pool: tuple[int, str]) -> None:
    """YAC-COO-02, option personal_disadvantage_cancels_die."""
    options = Options(personal_disadvantage_cancels_die=True)
    assert pool_for(members(*flags), helped, hampered, False, options) == pool


def test_in_levels_mode_an_occupation_gives_no_die() -> None:
    """YAC-GEN-02, YAC-COO-02: handicaps and circumstances still count."""
    assert pool_for(members("A"), False, False, True, Options()) == (1, "highest")
    assert pool_for(members("A", "A", "A"), True, False, True, Options()) == (4, "highest")
    assert pool_for(members("AD"), False, False, True, Options()) == (2, "lowest")


# --- levels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actors", "mode", "levels"),
    [
        ([("investigator", 0)], None, False),
        ([("investigator", 0), ("npc", 1)], None, True),
        ([("investigator", 1)], None, True),
        ([("creature", 5)], None, False),
        ([("creature", 5), ("investigator", 0)], None, False),
        ([("investigator", 5)], "advantage", False),
        ([("investigator", 0)], "levels", True),
    ],
)
def test_one_mode_for_all_actors_of_a_call(actors: list[tuple[Any, int]], mode: Any, levels: bool) -> None:
    """YAC-GEN-02: unset, the first level of somebody other than a creature decides."""
    everybody = tuple(Actor(kind=kind, level=level) for kind, level in actors)
    assert levels_mode(everybody, Options(skill_mode=mode)) is levels


def test_the_level_of_a_creature_is_part_of_its_nature() -> None:
    """YAC-GEN-02, YAC-NPC-03."""
    assert [level_of(Actor(kind=kind, level=3), True) for kind in ("investigator", "npc", "creature")] == [3, 3, 3]  # type: ignore[arg-type]
    assert [level_of(Actor(kind=kind, level=3), False) for kind in ("investigator", "npc", "creature")] == [0, 0, 3]  # type: ignore[arg-type]


def test_a_group_has_one_level() -> None:
    """YAC-COO-06: the highest or the lowest, never a sum; none in advantage mode."""
    group = members("-", "-", "-", n0=1, n1=4, n2=2)
    assert shared_level(group, "highest", True) == 4
    assert shared_level(group, "lowest", True) == 1
    assert shared_level(group, "highest", False) == 0


# --- what the dice come to -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("throw", "dice", "judged"),
    [
        (Throw(pool=1), fallen(4), Judged(4, 4, 4, 4, 4)),
        (Throw(pool=2), fallen(2, 5, opposition=3), Judged(5, 5, 5, 5, 2)),
        (Throw(pool=2, keep="lowest"), fallen(2, 5, opposition=3), Judged(2, 2, 2, 2, -1)),
        (Throw(pool=1, level=3), fallen(2, opposition=5), Judged(2, 2, 2, 5, 0)),
        (Throw(pool=1, level=5), fallen(4, opposition=1), Judged(4, 4, 4, 6, 5)),
        (Throw(pool=1, forced=("",)), fallen(3, forced=(5,)), Judged(3, 5, 3, 5, 5)),
        (Throw(pool=1, forced=("",)), fallen(5, forced=(3,)), Judged(5, 5, 5, 5, 5)),
        (Throw(pool=1, forced=("", "")), fallen(3, forced=(2, 6), opposition=6), Judged(3, 6, 3, 6, 0)),
        (Throw(pool=2, keep="lowest", forced=("",), level=2), fallen(5, 2, forced=(3,)), Judged(2, 3, 2, 5, 5)),
        (Throw(pool=1, forced=("",), level=2, level_first=True), fallen(2, forced=(5,)), Judged(2, 5, 4, 5, 5)),
        (Throw(pool=1, forced=("",), level=2, level_first=True), fallen(2, forced=(3,)), Judged(2, 3, 4, 4, 4)),
        (Throw(pool=1, forced=("",), level=5, level_first=True), fallen(4, forced=(6,)), Judged(4, 6, 6, 6, 6)),
        (Throw(pool=1, level=2, level_first=True), fallen(6), Judged(6, 6, 6, 6, 6)),
    ],
)
def test_dice_are_judged_bare_then_the_level_then_the_opposition(throw: Throw, dice: Fallen, judged: Judged) -> None:
    """YAC-ACT-05, YAC-ADV-01, YAC-ADV-02, YAC-FOR-01, YAC-FOR-05, YAC-GEN-04: kept, raw, bar, result, margin."""
    assert judge(throw, dice) == judged


def test_the_order_of_the_dice() -> None:
    """YAC-GEN-01, YAC-ACT-08: action dice, forced dice by name, then one dO; a bonus stops at 6."""
    throw = Throw(
        pool=2, die="dF", forced=("Ann", "Bob"), facing=Facing(True, bonus=3), seen=-1, seen_forced=-1, who="G"
    )
    played = typed(call(throw_dice, throw), [1, 2, 3, 4, 5])
    assert played.outcome == Fallen(Pooled((1, 2), 0), Pooled((3, 4), 0), 6)
    assert [(one.die, one.label, one.who, one.value) for one in played.dice] == [
        ("d6", "dA", "G", 1),
        ("d6", "dA", "G", 2),
        ("d6", "dF", "Ann", 3),
        ("d6", "dF", "Bob", 4),
        ("d6", "dO", "", 5),
    ]


def test_a_fixed_opposition_needs_no_die() -> None:
    """YAC-ACT-06, YAC-ACT-07."""
    assert typed(call(throw_dice, Throw(pool=1, facing=Facing(False, 4))), [5]).outcome == Fallen(
        Pooled((), 5), Pooled((), 0), 4
    )


def test_an_endless_pool_is_certain() -> None:
    """YAC-ODD-10: 6, or 1 when the lowest is kept."""
    assert typed(call(throw_dice, Throw(pool=ENDLESS)), []).outcome.action == Pooled((), 6)
    assert typed(call(throw_dice, Throw(pool=ENDLESS, keep="lowest")), []).outcome.action == Pooled((), 1)


def test_what_the_throw_meets() -> None:
    """YAC-ACT-06 to YAC-ACT-08, YAC-OPP-01: none is 0, passive its value or its word, active one bare die."""
    off, on = Options(), Options(npc_skill_on_opposition=True)
    assert facing(Opposition(kind="none", value=3), off) == Facing(False, 0, 0)
    assert facing(Opposition(value=3), off) == Facing(False, 3, 0)
    assert facing(Opposition(value=3, difficulty="hard"), off) == Facing(False, 4, 0)
    assert facing(Opposition(value=3, level=2), on) == Facing(False, 3, 0)
    assert facing(Opposition(kind="active", value=3, level=2), off) == Facing(True, 0, 0)
    assert facing(Opposition(kind="active", level=2), on) == Facing(True, 0, 2)


def test_only_a_passive_six_is_impossible() -> None:
    """YAC-ACT-09."""
    assert [Opposition(value=value).impossible for value in (5, 6, 9)] == [False, True, True]
    assert Opposition(difficulty="impossible").impossible
    assert not Opposition(difficulty="very_hard", value=9).impossible
    assert not Opposition(kind="active", value=9).impossible
    assert not Opposition(kind="none", difficulty="impossible").impossible


def test_the_degree_of_every_margin() -> None:
    """YAC-DEG-01, YAC-DEG-02."""
    assert [degree_of(margin) for margin in range(-5, 7)] == [
        *("critical_failure", "major_failure", "major_failure", "failure", "failure", "minor_failure"),
        *("minor_success", "success", "success", "major_success", "major_success", "critical_success"),
    ]


# --- laws ------------------------------------------------------------------------------------------------------------

levels = st.integers(0, 5)


@few
@sampled(
    st.lists(face, min_size=1, max_size=5),
    st.lists(face, max_size=3),
    levels,
    st.integers(0, 6),
    st.booleans(),
    st.booleans(),
)
def test_results_and_margins_stay_within_their_scale(
    action: list[int], forced: list[int], level: int, opposition: int, lowest: bool, first: bool
) -> None:
    """YAC-GEN-04, YAC-ACT-10: results 1 to 6, margins −5 to 6; −5 and 6 only from the extremes."""
    throw = Throw(
        pool=len(action),
        keep="lowest" if lowest else "highest",
        forced=("",) * len(forced),
        level=level,
        level_first=first,
    )
    result = judge(throw, fallen(*action, forced=tuple(forced), opposition=opposition))
    assert 1 <= result.result <= 6
    assert -5 <= result.margin <= 6
    assert result.margin != -5 or (result.result, opposition) == (1, 6)
    assert result.margin != 6 or (result.result, opposition) == (6, 0)


@few
@sampled(st.lists(face, min_size=1, max_size=4), face, levels, st.booleans(), st.booleans())
def test_a_forced_die_never_lowers_the_result(
    action: list[int], forced: int, level: int, lowest: bool, first: bool
) -> None:
    """YAC-FOR-01, YAC-FOR-03: with or without a disadvantage, whatever the level."""
    plain = Throw(pool=len(action), keep="lowest" if lowest else "highest", level=level, level_first=first)
    strained = Throw(pool=plain.pool, keep=plain.keep, forced=("",), level=level, level_first=first)
    assert judge(strained, fallen(*action, forced=(forced,))).result >= judge(plain, fallen(*action)).result


@few
@sampled(face, levels, face)
def test_the_level_first_never_gives_more(action: int, level: int, forced: int) -> None:
    """YAC-FOR-05: adding the level before the forced die can only lower the result, and spare checks."""
    dice = fallen(action, forced=(forced,))
    last = judge(Throw(pool=1, forced=("",), level=level), dice)
    first = judge(Throw(pool=1, forced=("",), level=level, level_first=True), dice)
    assert first.result <= last.result
    assert first.bar >= last.bar
