"""Sides that vie for one thing: throw, compare, throw again on a tie (CMP), shared by competition and chase."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, structs

from gardien.core.chance import Done, Program, Request, apply, fold, repeat, step, tail, watch
from gardien.core.inputs import BadField, check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map, like
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.attempts import (
    Checks,
    DueCheck,
    Party,
    Refused,
    apply_luck,
    check_conversions,
    check_next,
    suffer,
    unchanged_member,
)
from gardien.systems.yacdha.rules.cooperation import member_changes
from gardien.systems.yacdha.rules.throws import Facing, Throw, levels_mode, pool_for, shared_level, throw_for
from gardien.systems.yacdha.vocabulary import GAUGE_OF, TOP, Category, Group, Member, MemberAfter

MASTER = 5  # sides of this level always show 6 (YAC-CMP-04)


class Standing(Value, frozen=True):
    """A member as the throws so far have left them."""

    member: Member
    after: MemberAfter

    @property
    def takes_part(self) -> bool:
        return self.after.status == "active"


class Side(Value, frozen=True):
    """A side of a contest."""

    group: Group
    standings: tuple[Standing, ...]

    def active(self) -> tuple[Member, ...]:
        """Members who still throw: a full gauge takes one out (YAC-CMP-02)."""
        return tuple(one.member for one in self.standings if one.takes_part)


class Contest(Value, frozen=True, kw_only=True):
    """A contest between two throws."""

    sides: tuple[Side, ...]
    contending: tuple[int, ...]
    throw: int
    category: Category
    by_levels: bool
    options: Options
    tie_wins: int  # the side that wins a tie of capped results, -1 = none (YAC-CHA-04)
    detailed: bool
    told: frozenset[str]
    luck_refused: tuple[str, ...] = ()
    throws: tuple[tuple[tuple[int, int], ...], ...] = ()
    checks: tuple[tuple[tuple[str, int], ...], ...] = ()


class Contested(Value, frozen=True, kw_only=True):
    """How a contest ended."""

    winner: int  # index of the side, -1 = nobody is left
    margin: int  # winner's result minus the best other one of the last throw
    luck_refused: tuple[str, ...]
    throws: tuple[tuple[tuple[int, int], ...], ...]
    checks: tuple[tuple[tuple[str, int], ...], ...]
    after: tuple[tuple[str, MemberAfter], ...]


class Shown(Value, frozen=True, kw_only=True):
    """What a side's throw showed."""

    result: int
    total: int  # before the cap of 6
    due: tuple[str, ...]  # who must check
    spent: tuple[str, ...]
    refused: tuple[str, ...]


class Board(Value, frozen=True, kw_only=True):
    """The sides compared so far within one throw: no more than what decides."""

    top: int = 0
    second: int = 0  # below a single one at the top
    tied: tuple[tuple[int, int, int], ...] = ()  # index, uncapped total and level of those at the top
    due: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    results: tuple[tuple[int, int], ...] = ()  # every side's result, where somebody looks


def contest(groups: tuple[Group, ...], category: Category, tie_wins: int, options: Options) -> Program[Contested]:
    """Everybody throws, the highest wins; those tied at the top throw again (YAC-CMP-01 to YAC-CMP-04)."""
    names = tuple(member.name for group in groups for member in group.members)
    wanted = (yield from watch("after", names)) | (yield from watch("gauges", names))
    detailed = bool((yield from watch("throws")))
    return tail(repeat(throw_once, start_of(groups, category, tie_wins, options, wanted, detailed)))


def start_of(
    groups: tuple[Group, ...],
    category: Category,
    tie_wins: int,
    options: Options,
    wanted: frozenset[str] = frozenset(),
    detailed: bool = False,
) -> Contest:
    """A contest before its first throw."""
    everybody = tuple(member for group in groups for member in group.members)
    return Contest(
        sides=tuple(
            Side(group, tuple(Standing(m, unchanged_member(m, options)) for m in group.members)) for group in groups
        ),
        contending=tuple(range(len(groups))),
        throw=1,
        category=category,
        by_levels=levels_mode(everybody, options),
        options=options,
        tie_wins=tie_wins,
        detailed=detailed,
        told=wanted,
    )


def throw_once(state: Contest) -> Program[Contest | Done[Contested]]:
    """One throw of all who contend, with its checks; then a winner, or another throw."""
    board = yield from apply(compare_all, state)
    none_checked: Checks = ()
    checks = yield from fold(check_next, none_checked, tuple(_due(state, name) for name in board.due))
    state = yield from apply(_settle_throw, state, board, checks)
    winner, margin = _winner(state, board)
    if winner is not None:
        name = state.sides[winner].group.name if winner >= 0 else ""
        if name:
            yield from step("winner", name, "YAC-CMP-01")
        return Done(
            like(
                Contested,
                state,
                winner=winner,
                margin=margin,
                after=tuple(
                    (one.member.name, one.after)
                    for side in state.sides
                    for one in side.standings
                    if one.member.name in state.told
                ),
            )
        )
    yield from step("tie", True, "YAC-CMP-02")
    still = _contending(state, board)
    last_wish = max((w.throw for s in state.sides for m in s.group.members if (w := m.luck_convert)), default=0)
    # Beyond the last throw for which luck was announced all throws are alike.
    return structs.replace(state, contending=still, throw=min(state.throw + 1, last_wish + 1))


def compare_all(state: Contest) -> Program[Board]:
    """The dice of all who contend, side by side, before any check."""
    yield from step("throw", state.throw, "YAC-CMP-01")
    sides = tuple((party_of(state, index), index, state.detailed) for index in state.contending)
    return tail(fold(_compare, Board(), sides))


def party_of(state: Contest, index: int) -> Party:
    """A side as it throws now: who is left, how many dice, with which level."""
    side = state.sides[index]
    members = tuple(
        structs.replace(
            m, luck_convert=m.luck_convert if m.luck_convert and m.luck_convert.throw == state.throw else None
        )
        for m in side.active()
    )
    group = side.group
    pool, keep = pool_for(members, group.group_advantage, group.group_disadvantage, state.by_levels, state.options)
    level = shared_level(members, group.level_share, state.by_levels)
    return Party(
        throw=throw_for(members, state.category, pool, keep, level, Facing(), state.options, group.name),
        members=members,
        category=state.category,
        options=state.options,
        watched=frozenset(m.name for m in members if m.forced),
    )


def show(party: Party) -> Program[Shown]:
    """The dice of one side, luck included, and who must check."""
    judged, due, spent, refused = yield from apply(apply_luck, party)
    throw: Throw = party.throw
    total = max(judged.kept + throw.level, judged.raw) if throw.level_first else judged.raw + throw.level
    yield from step("result", judged.result, "YAC-CMP-04" if throw.level else "YAC-CMP-01", who=throw.who)
    return Shown(result=judged.result, total=total, due=due, spent=spent, refused=refused)


def _compare(board: Board, item: tuple[Party, int, bool]) -> Program[Board]:
    party, index, detailed = item
    shown = yield from apply(show, party)
    common = {
        "due": board.due + shown.due,
        "spent": board.spent + shown.spent,
        "refused": board.refused + shown.refused,
        "results": (*board.results, (index, shown.result)) if detailed else (),
    }
    entry = (index, shown.total, party.throw.level)
    if shown.result > board.top:
        return Board(top=shown.result, second=board.top, tied=(entry,), **common)  # type: ignore[arg-type]
    if shown.result == board.top:
        return Board(top=board.top, tied=(*board.tied, entry), **common)  # type: ignore[arg-type]
    return Board(top=board.top, second=max(board.second, shown.result), tied=board.tied, **common)  # type: ignore[arg-type]


def _due(state: Contest, name: str) -> DueCheck:
    gauge = GAUGE_OF[state.category]
    standing = next(one for side in state.sides for one in side.standings if one.member.name == name)
    return DueCheck(gauge, getattr(standing.member, gauge), name, state.detailed)


def _settle_throw(state: Contest, board: Board, checks: Checks) -> Program[Contest]:
    """Checks and luck of this throw take effect before the next (YAC-CMP-02, YAC-RER-02)."""
    raised = {name for name, _, up in checks if up}
    sides = []
    for side in state.sides:
        standings = []
        for one in side.standings:
            name = one.member.name
            if name in raised or name in board.spent:
                up = int(name in raised)
                physical = state.category == "physical"
                after = yield from apply(
                    suffer,
                    structs.replace(one.member, luck_convert=None),
                    up if physical else 0,
                    0 if physical else up,
                    int(name in board.spent),
                    state.options,
                )
                standings.append(Standing(_as_left(one.member, after), after))
            else:
                standings.append(one)
        sides.append(structs.replace(side, standings=tuple(standings)))
    return structs.replace(
        state,
        sides=tuple(sides),
        luck_refused=state.luck_refused + board.refused,
        throws=(*state.throws, board.results) if state.detailed else (),
        checks=(*state.checks, tuple((name, die) for name, die, _ in checks)) if state.detailed else (),
    )


def _as_left(member: Member, after: MemberAfter) -> Member:
    """The member for the next throw; whoever is at 6 throws no more, and a mind at 6 would not be let in."""
    return structs.replace(
        member,
        madness=after.madness if member.kind == "npc" else min(TOP - 1, after.madness),
        trauma=after.trauma,
        luck=after.luck,
    )


def _winner(state: Contest, board: Board) -> tuple[int | None, int]:
    """The side that wins this throw, and by how much; None when it must be thrown again."""
    if len(board.tied) == 1:
        return board.tied[0][0], board.top - board.second
    if state.tie_wins >= 0:
        return state.tie_wins, 0
    leading = _leading(state, board)
    if len(leading) == 1:
        return leading[0], 0
    still = _contending(state, board)
    if not still:
        return -1, 0
    return (still[0], 0) if len(still) == 1 else (None, 0)


def _leading(state: Contest, board: Board) -> tuple[int, ...]:
    """Those at the top once masters, or all by the table's choice, are told apart beyond 6 (YAC-CMP-04)."""
    masters = all(level == MASTER for _, _, level in board.tied)
    if not masters and not state.options.competition_uncapped_tiebreak:
        return tuple(index for index, _, _ in board.tied)
    best = max(total for _, total, _ in board.tied)
    return tuple(index for index, total, _ in board.tied if total == best)


def _contending(state: Contest, board: Board) -> tuple[int, ...]:
    """Who throws again: those still tied who have somebody left."""
    return tuple(index for index in _leading(state, board) if state.sides[index].active())


# --- competition -----------------------------------------------------------------------------------------------------


class CompeteGiven(Value, frozen=True, kw_only=True):
    """Sides that vie for the same thing."""

    sides: Annotated[tuple[Group, ...], Meta(min_length=2, max_length=100)]
    category: Category

    def __post_init__(self) -> None:
        for index, side in enumerate(self.sides):
            if not side.name:
                raise BadField(f"sides[{index}].name", "field/missing", "YAC-CMP-03", allowed="“…”")
        check_unique("sides", [side.name for side in self.sides])
        check_unique("members", [member.name for side in self.sides for member in side.members])


class Competition(Value, frozen=True, kw_only=True):
    """Who won, and what it cost."""

    rolled: bool
    refused: Refused | UnsetType = UNSET
    throws: tuple[dict[str, int], ...] | UnsetType = UNSET
    winner: str | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    checks: tuple[dict[str, int], ...] | UnsetType = UNSET
    gauges: dict[str, int] | UnsetType = UNSET
    after: dict[str, MemberAfter] | UnsetType = UNSET
    luck_refused: tuple[str, ...] | UnsetType = UNSET

    def changes(self, given: CompeteGiven, options: Options) -> tuple[Change, ...]:
        return member_changes(tuple(m for side in given.sides for m in side.members), self.after, options)


@procedure(
    "compete",
    rules="YAC-CMP-01 YAC-CMP-02 YAC-CMP-03 YAC-CMP-04 YAC-COO-02 YAC-COO-04 YAC-COO-06",
    dice=("dA", "dF", "dT"),
    headline=("winner",),
    endless=("throws", "checks"),
)
def compete(given: CompeteGiven, options: Options) -> Program[Competition]:
    """Every side throws its dice; the single highest result wins, a tie is thrown again."""
    if may_not_force(given.sides):
        yield from step("refused", "npc_forced", "YAC-NPC-02")
        return Competition(rolled=False, refused="npc_forced")
    places = tuple(f"sides[{index}]" for index in range(len(given.sides)))
    ended = yield from apply(checked_contest, given.sides, places, given.category, -1, options)
    names = [side.name for side in given.sides]
    detailed = bool(ended.throws)
    gauge = GAUGE_OF[given.category]
    return Competition(
        rolled=True,
        throws=tuple(frozen_map({names[i]: result for i, result in one}) for one in ended.throws)
        if detailed
        else UNSET,
        winner=names[ended.winner] if ended.winner >= 0 else "",
        margin=ended.margin,
        checks=tuple(frozen_map(dict(one)) for one in ended.checks) if detailed else UNSET,
        gauges=frozen_map({name: getattr(after, gauge) for name, after in ended.after}) if ended.after else UNSET,
        after=frozen_map(dict(ended.after)) if ended.after else UNSET,
        luck_refused=ended.luck_refused,
    )


def may_not_force(groups: tuple[Group, ...]) -> bool:
    """Whether somebody forces who may not (YAC-NPC-02)."""
    return any(member.forced and not member.may_force for group in groups for member in group.members)


def checked_contest(
    groups: tuple[Group, ...], places: tuple[str, ...], category: Category, tie_wins: int, options: Options
) -> Request[Contested]:
    """The contest as a sub-rule, with the number of a converted die checked first; `places` name the sides' fields."""
    everybody = tuple(member for group in groups for member in group.members)
    by_levels = levels_mode(everybody, options)
    for place, group in zip(places, groups, strict=True):
        pool, _ = pool_for(group.members, group.group_advantage, group.group_disadvantage, by_levels, options)
        check_conversions(tuple((f"{place}.members[{i}].", m) for i, m in enumerate(group.members)), pool)
    return apply(contest, groups, category, tie_wins, options)
