"""Acting together for one goal (COO)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, structs

from gardien.core.chance import Program, apply, step, watch
from gardien.core.inputs import check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Change, FrozenMap, Value, frozen_map
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.actions import (
    BestMargin,
    Information,
    Number,
    Tier,
    best_so_far,
    clue_changes,
    elapsed_after,
    search_result,
    tier_of,
    with_clue,
)
from gardien.systems.yacdha.rules.attempts import (
    Party,
    Refused,
    attempt,
    check_conversions,
    refused_for,
    unchanged_member,
)
from gardien.systems.yacdha.rules.throws import (
    Degree,
    Facing,
    degree_of,
    facing,
    levels_mode,
    pool_for,
    shared_level,
    throw_for,
)
from gardien.systems.yacdha.vocabulary import (
    GAUGE_OF,
    NOTHING_OPPOSES,
    Attempt,
    Category,
    Member,
    MemberAfter,
    Minutes,
    Name,
    Opposition,
    Stakes,
    luck_counts,
)

MASS_ACTION = Facing(False, 1)  # many dice against a dO behave like one die against 1 (YAC-COO-07)


class CooperateGiven(Value, frozen=True, kw_only=True):
    """One act of a group for one goal; also a search by a group."""

    members: Annotated[tuple[Member, ...], Meta(min_length=1, max_length=1000)]
    category: Category
    opposition: Opposition = NOTHING_OPPOSES
    group_advantage: bool = False
    group_disadvantage: bool = False
    level_share: Literal["highest", "lowest"] = "highest"
    mass_action: bool = False
    attempt: Attempt = 1
    stressful: bool | None = None
    investigation: bool = False
    best_previous: BestMargin = 0
    nothing_to_find: bool = False
    clue: Name = ""
    information: Information = {}
    stakes: Stakes = ()
    duration: Minutes = 0

    def __post_init__(self) -> None:
        check_unique("members", [member.name for member in self.members])
        structs.force_setattr(self, "information", frozen_map(self.information))


class Cooperation(Value, frozen=True, kw_only=True):
    """What one act of a group came to."""

    rolled: bool
    possible: bool
    refused: Refused | UnsetType = UNSET
    success: bool
    elapsed: Number
    automatic: bool | UnsetType = UNSET
    action_dice: tuple[int, ...] | UnsetType = UNSET
    action_dice_count: int | UnsetType = UNSET
    keep: Literal["highest", "lowest"] | UnsetType = UNSET
    action_kept: int | UnsetType = UNSET
    forced: dict[str, int] | UnsetType = UNSET
    raw: int | UnsetType = UNSET
    level: int | UnsetType = UNSET
    result: int | UnsetType = UNSET
    opposition: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    degree: Degree | UnsetType = UNSET
    checks: dict[str, int] | UnsetType = UNSET
    raised: tuple[str, ...] | UnsetType = UNSET
    stake_increase: int | UnsetType = UNSET
    luck_refused: tuple[str, ...] | UnsetType = UNSET
    gauges: dict[str, int] | UnsetType = UNSET
    after: dict[str, MemberAfter] | UnsetType = UNSET
    tier: Tier | UnsetType = UNSET
    new_information: bool | UnsetType = UNSET
    best: int | UnsetType = UNSET
    best_tier: Tier | UnsetType = UNSET
    information: FrozenMap[str, int] | UnsetType = UNSET

    def changes(self, given: CooperateGiven, options: Options) -> tuple[Change, ...]:
        changes = member_changes(given.members, self.after, options)
        if not isinstance(self.information, UnsetType):
            changes += clue_changes(given.information, self.information)
        return changes


def member_changes(
    members: tuple[Member, ...], after: dict[str, MemberAfter] | UnsetType, options: Options
) -> tuple[Change, ...]:
    """What became of members, value by value."""
    if isinstance(after, UnsetType):
        return ()
    changes: list[Change] = []
    for member in members:
        now = after.get(member.name)
        if now is None:
            continue
        pairs = [
            (name, getattr(member, name), getattr(now, name)) for name in ("madness", "trauma", "sequelae", "luck")
        ]
        pairs.append(("status", "active", now.status))
        changes.extend(
            Change(name, before, later, member.name)
            for name, before, later in pairs
            if before != later and (name != "luck" or luck_counts(member.kind, options))
        )
    return tuple(changes)


@procedure(
    "cooperate",
    rules="""YAC-COO-01 YAC-COO-02 YAC-COO-03 YAC-COO-04 YAC-COO-05 YAC-COO-06 YAC-COO-07 YAC-COO-08 YAC-INV-06
    YAC-RER-06 YAC-OCC-10 YAC-LUC-04 YAC-GAU-08""",
    dice=("dA", "dF", "dT", "dO"),
    headline=("degree",),
)
def cooperate(given: CooperateGiven, options: Options) -> Program[Cooperation]:
    """All throw together, the highest die counts, one opposition stands against them, and all share the harm."""
    category: Category = "mental" if given.investigation else given.category
    names = tuple(member.name for member in given.members)
    wanted = yield from watch("after", names)
    for field in ("gauges", "forced", "checks", "raised"):
        wanted |= yield from watch(field, names)
    gauge = GAUGE_OF[category]

    def unrolled(possible: bool, refused: Refused | UnsetType = UNSET) -> Cooperation:
        resting = {m.name: unchanged_member(m, options) for m in given.members if m.name in wanted}
        return Cooperation(
            rolled=False,
            possible=possible,
            refused=refused,
            success=False,
            elapsed=elapsed_after(given.duration, given.attempt - 1),
            gauges=_gauges(resting, gauge),
            after=frozen_map(resting) if resting else UNSET,
            **_information(given, UNSET),  # type: ignore[arg-type]
        )

    if given.opposition.impossible:
        yield from step("possible", False, "YAC-ACT-09")
        return unrolled(possible=False)
    large = 0 < options.mass_action_from <= len(given.members)
    mass = given.opposition.active and (given.mass_action or large)
    refused = refused_for(
        given.members,
        given.opposition,
        given.attempt,
        given.stressful,
        options,
        investigation=given.investigation,
        mass=mass,
    )
    if refused:
        yield from step("refused", *refused)
        return unrolled(possible=True, refused=refused[0])

    by_levels = levels_mode(given.members, options)
    if mass:
        # The crowd is as good as a result of 6: advantages and levels have nothing left to add (YAC-COO-07).
        yield from step("mass_action", True, "YAC-COO-07")
        against, pool, keep, level = MASS_ACTION, 1, "highest", 0
    else:
        against = facing(given.opposition, options)
        pool, keep = pool_for(given.members, given.group_advantage, given.group_disadvantage, by_levels, options)
        level = shared_level(given.members, given.level_share, by_levels)
        yield from step("action_dice_count", pool, "YAC-COO-03" if given.group_disadvantage else "YAC-COO-02")
    check_conversions(tuple((f"members[{i}].", m) for i, m in enumerate(given.members)), pool)
    dice_seen = bool((yield from watch("action_dice")) | (yield from watch("checks", names)))
    party = Party(
        throw=throw_for(given.members, category, pool, keep, level, against, options),  # type: ignore[arg-type]
        members=given.members,
        category=category,
        options=options,
        stakes=given.stakes,
        watched=wanted,
        dice_seen=dice_seen,
    )
    tried = yield from apply(attempt, party)
    judged = tried.judged
    after = {fate.name: fate.after for fate in tried.fates}
    forced = {fate.name: fate.forced_die for fate in tried.fates if fate.forced_die}
    return Cooperation(
        rolled=True,
        possible=True,
        success=tried.success,
        elapsed=elapsed_after(given.duration, given.attempt),
        automatic=not mass and not against.active and level >= against.value,
        action_dice=tried.action_dice if dice_seen else UNSET,
        action_dice_count=pool,
        keep=keep,  # type: ignore[arg-type]
        action_kept=judged.kept,
        forced=frozen_map(forced) if wanted else UNSET,
        raw=judged.raw,
        level=level,
        result=judged.result,
        opposition=tried.opposition,
        margin=judged.margin,
        degree=degree_of(judged.margin),
        checks=frozen_map({f.name: f.check_die for f in tried.fates if f.checked}) if dice_seen else UNSET,
        raised=tuple(f.name for f in tried.fates if f.raised) if wanted else UNSET,
        stake_increase=tried.stake_increase,
        luck_refused=tried.luck_refused,
        gauges=_gauges(after, gauge),
        after=frozen_map(after) if wanted else UNSET,
        **_information(given, judged.margin),  # type: ignore[arg-type]
    )


def _gauges(after: dict[str, MemberAfter], gauge: str) -> FrozenMap[str, int] | UnsetType:
    return frozen_map({name: getattr(one, gauge) for name, one in after.items()}) if after else UNSET


def _information(given: CooperateGiven, margin: int | UnsetType) -> dict[str, object]:
    """What a search by a group brings (YAC-INV-06); nothing for other acts."""
    if not given.investigation:
        return {}
    before = best_so_far(given.clue, given.information, given.best_previous)
    tier, new, best = search_result(margin, before, given.nothing_to_find)
    information = with_clue(given.clue, given.information, best)
    return {
        "tier": tier,
        "new_information": new,
        "best": best,
        "best_tier": tier_of(best),
        "information": information,
    }
