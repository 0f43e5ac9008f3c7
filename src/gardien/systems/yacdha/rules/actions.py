"""One act of one character, and the search for information (ACT, OPP, ADV, FOR, RER, OCC, INV)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, structs

from gardien.core.chance import Program, apply, step, watch
from gardien.core.procedure import procedure
from gardien.core.values import Change, FrozenMap, Value, frozen_map, like
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.attempts import (
    AttemptResult,
    Party,
    Refused,
    attempt,
    check_conversions,
    refused_for,
    unchanged_member,
)
from gardien.systems.yacdha.rules.throws import (
    Degree,
    degree_of,
    facing,
    level_of,
    levels_mode,
    pool_for_one,
    throw_for,
)
from gardien.systems.yacdha.vocabulary import (
    NOTHING_OPPOSES,
    Actor,
    Attempt,
    Category,
    Member,
    MemberAfter,
    Minutes,
    Name,
    Opposition,
    Stakes,
    Status,
    SurvivalRefused,
    luck_counts,
)

Number = int | float

Tier = Literal["none", "shortest", "most", "all", "all_bonus"]
TIERS: tuple[tuple[int, Tier], ...] = (
    (6, "all_bonus"),
    (4, "all"),
    (2, "most"),
    (1, "shortest"),
)  # Table 1, YAC-INV-02: from this margin on


def tier_of(margin: int) -> Tier:
    """How much of the planned information a margin buys (YAC-INV-02)."""
    return next((name for least, name in TIERS if margin >= least), "none")


class LoneGiven(Actor, frozen=True, kw_only=True):
    """What an act and a search have in common."""

    opposition: Opposition = NOTHING_OPPOSES
    advantage: bool = False
    disadvantage: bool = False
    attempt: Attempt = 1
    stressful: bool | None = None
    stakes: Stakes = ()
    duration: Minutes = 0


class ActionGiven(LoneGiven, frozen=True, kw_only=True):
    """One act of one character."""

    category: Category
    roll_degree: bool = True


BestMargin = Annotated[int, Meta(ge=0, le=6)]
Information = Annotated[dict[Name, BestMargin], Meta(max_length=1000)]  # what each clue has brought so far


class InvestigateGiven(LoneGiven, frozen=True, kw_only=True):
    """A search for information by one character, against nothing unless somebody withholds it (YAC-INV-01).

    Where helpers bring nothing, one character searches alone (YAC-COO-08).
    """

    best_previous: BestMargin = 0
    nothing_to_find: bool = False
    clue: Name = ""
    information: Information = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        structs.force_setattr(self, "information", frozen_map(self.information))


class Act(Value, frozen=True, kw_only=True):
    """What one act came to."""

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
    forced_die: int | UnsetType = UNSET
    raw: int | UnsetType = UNSET
    level: int | UnsetType = UNSET
    result: int | UnsetType = UNSET
    opposition: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    degree: Degree | UnsetType = UNSET
    check_required: bool | UnsetType = UNSET
    check_die: int | UnsetType = UNSET
    check_raised: bool | UnsetType = UNSET
    stake_increase: int | UnsetType = UNSET
    madness: int
    trauma: int
    sequelae: int
    trauma_min: int
    luck: int
    luck_refused: bool = False
    survival_refused: SurvivalRefused | UnsetType = UNSET
    status: Status

    def changes(self, given: LoneGiven, options: Options) -> tuple[Change, ...]:
        return _actor_changes(given, self, options)


class Search(Act, frozen=True, kw_only=True):
    """What one search came to."""

    tier: Tier
    new_information: bool
    best: int
    best_tier: Tier
    information: dict[str, int] | UnsetType = UNSET  # of each clue, where one is named

    def changes(self, given: LoneGiven, options: Options) -> tuple[Change, ...]:
        changes = _actor_changes(given, self, options)
        if not isinstance(given, InvestigateGiven):
            return changes
        if not isinstance(self.information, UnsetType):
            return changes + clue_changes(given.information, self.information)
        if self.best != given.best_previous:
            changes += (Change("best_previous", given.best_previous, self.best),)
        return changes


def _actor_changes(given: LoneGiven, after: Act, options: Options) -> tuple[Change, ...]:
    changes = tuple(
        Change(name, getattr(given, name), getattr(after, name))
        for name in ("madness", "trauma", "sequelae", "luck")
        if getattr(given, name) != getattr(after, name) and (name != "luck" or luck_counts(given.kind, options))
    )
    return changes if after.status == "active" else (*changes, Change("status", "active", after.status))


@procedure(
    "action",
    rules="""YAC-GEN-01 YAC-GEN-02 YAC-GEN-04 YAC-GAU-03 YAC-GAU-04 YAC-GAU-07 YAC-GAU-08 YAC-GAU-09 YAC-ACT-01
    YAC-ACT-02 YAC-ACT-03 YAC-ACT-04 YAC-ACT-05 YAC-ACT-06 YAC-ACT-07 YAC-ACT-08 YAC-ACT-09 YAC-ACT-10 YAC-ACT-11
    YAC-DEG-01 YAC-DEG-02 YAC-OPP-01 YAC-ADV-01 YAC-ADV-02 YAC-ADV-03 YAC-ADV-04 YAC-ADV-05 YAC-FOR-01 YAC-FOR-02
    YAC-FOR-03 YAC-FOR-04 YAC-FOR-05 YAC-RER-01 YAC-RER-02 YAC-RER-03 YAC-RER-04 YAC-RER-05 YAC-COO-08 YAC-CRE-03
    YAC-OCC-02 YAC-OCC-03 YAC-OCC-04 YAC-OCC-05 YAC-OCC-06 YAC-OCC-07 YAC-OCC-09 YAC-OCC-10 YAC-LUC-03 YAC-LUC-04
    YAC-LUC-05 YAC-LUC-06 YAC-LUC-07 YAC-LUC-11 YAC-LUC-12 YAC-NPC-01 YAC-NPC-02 YAC-NPC-03 YAC-NPC-04 YAC-NPC-05
    YAC-TIM-02""",
    dice=("dA", "dF", "dT", "dO"),
    headline=("degree", "status"),
)
def act(given: ActionGiven, options: Options) -> Program[Act]:
    """Beat the opposition strictly with one die; advantage, a forced die, a level and luck change what counts."""
    outcome = yield from apply(attempt_alone, given, given.category, False, given.roll_degree, options)
    return outcome


@procedure(
    "investigate",
    rules="""YAC-INV-01 YAC-INV-02 YAC-INV-03 YAC-INV-04 YAC-INV-05 YAC-INV-07 YAC-COO-08 YAC-ACT-02 YAC-RER-03
    YAC-RER-04 YAC-RER-05 YAC-OCC-02 YAC-TIM-02""",
    dice=("dA", "dF", "dO"),
    headline=("tier", "status"),
)
def investigate(given: InvestigateGiven, options: Options) -> Program[Search]:
    """Search with a mental act; the margin says how much is learnt, and only a better one brings more."""
    tried = yield from apply(attempt_alone, given, "mental", True, True, options)
    before = best_so_far(given.clue, given.information, given.best_previous)
    tier, new, best = search_result(tried.margin, before, given.nothing_to_find)
    yield from step("tier", tier, "YAC-INV-07" if given.nothing_to_find else "YAC-INV-02")
    yield from step("new_information", new, "YAC-INV-04")
    return Search(
        **structs.asdict(tried),
        tier=tier,
        new_information=new,
        best=best,
        best_tier=tier_of(best),
        information=with_clue(given.clue, given.information, best),
    )


def best_so_far(clue: str, information: Mapping[str, int], best_previous: int) -> int:
    """The best margin for the same piece of information, whoever of the team reached it (YAC-INV-04)."""
    return max(best_previous, information.get(clue, 0)) if clue else best_previous


def with_clue(clue: str, information: Mapping[str, int], best: int) -> FrozenMap[str, int] | UnsetType:
    """What all clues have brought after a search for one of them."""
    return frozen_map({**information, clue: best}) if clue else UNSET


def clue_changes(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[Change, ...]:
    """What a search has brought is known to the whole team (YAC-INV-04)."""
    return (Change("information", dict(before), dict(after), "group"),) if after != before else ()


def search_result(margin: int | UnsetType, best_previous: int, nothing_to_find: bool) -> tuple[Tier, bool, int]:
    """What a search brings: its tier, whether that is new, and the best margin so far.

    More comes only from a strictly better margin, whoever reached the last one (YAC-INV-04); the extra of a margin of 6
    never skips steps of the scenario (YAC-INV-03), and where nothing is hidden a high margin only says so (YAC-INV-07).
    """
    if isinstance(margin, UnsetType):
        return "none", False, best_previous
    return tier_of(margin), margin > best_previous and not nothing_to_find, max(margin, best_previous)


def elapsed_after(duration: Number, attempts: int) -> Number:
    """Every repeat takes as long as the first try (YAC-ACT-01, YAC-RER-03, YAC-TIM-02)."""
    return duration * attempts


def attempt_alone(
    given: LoneGiven, category: Category, investigation: bool, roll_degree: bool, options: Options
) -> Program[Act]:
    """A lone act of either kind, from the keeper's word to its consequences."""
    member = _as_member(given)
    facing_now = facing(given.opposition, options)
    if given.opposition.impossible:
        # Nothing was tried: no dice, no stakes, no time (YAC-ACT-03, YAC-ACT-09).
        yield from step("possible", False, "YAC-ACT-09")
        return _act_without_roll(given, unchanged_member(member, options), possible=False)
    refused = refused_for(
        (given,), given.opposition, given.attempt, given.stressful, options, investigation=investigation
    )
    if refused:
        yield from step("refused", *refused)
        return _act_without_roll(given, unchanged_member(member, options), refused=refused[0])

    by_levels = levels_mode((given,), options)
    level = level_of(given, by_levels)
    automatic = not facing_now.active and level >= facing_now.value
    if automatic:
        yield from step("automatic", True, "YAC-OCC-03" if level else "YAC-ACT-06")
    if automatic and not roll_degree and not given.forced:
        known = _act_without_roll(
            given, unchanged_member(member, options), automatic=True, level=level, opposition=facing_now.value
        )
        return structs.replace(known, success=True, elapsed=elapsed_after(given.duration, given.attempt))

    advantage = given.advantage or (given.personal_advantage and not by_levels)
    pool, keep = pool_for_one(advantage, given.disadvantage)
    check_conversions((("", given),), pool)
    dice_seen = bool((yield from watch("action_dice")) | (yield from watch("check_die")))
    party = Party(
        throw=throw_for((member,), category, pool, keep, level, facing_now, options),
        members=(member,),
        category=category,
        options=options,
        stakes=given.stakes,
        watched=frozenset((member.name,)),
        dice_seen=dice_seen,
    )
    tried = yield from apply(attempt, party)
    return _act_with_roll(given, party, tried, automatic)


def _as_member(given: LoneGiven) -> Member:
    """A lone actor is a group of one."""
    return Member(name="", **{field: getattr(given, field) for field in Actor.__struct_fields__})


def _act_without_roll(given: LoneGiven, after: MemberAfter, possible: bool = True, **fields: object) -> Act:
    return Act(
        rolled=False,
        possible=possible,
        success=False,
        elapsed=elapsed_after(given.duration, given.attempt - 1),
        madness=after.madness,
        trauma=after.trauma,
        sequelae=after.sequelae,
        trauma_min=after.trauma_min,
        luck=after.luck,
        status=after.status,
        **fields,  # type: ignore[arg-type]
    )


def _act_with_roll(given: LoneGiven, party: Party, tried: AttemptResult, automatic: bool) -> Act:
    (fate,) = tried.fates
    after, judged = fate.after, tried.judged
    return like(
        Act,
        tried,
        rolled=True,
        possible=True,
        elapsed=elapsed_after(given.duration, given.attempt),
        automatic=automatic,
        action_dice=tried.action_dice if party.dice_seen else UNSET,
        action_dice_count=party.throw.pool,
        keep=party.throw.keep,
        action_kept=judged.kept,
        forced_die=fate.forced_die if given.forced else UNSET,
        raw=judged.raw,
        level=party.throw.level,
        result=judged.result,
        margin=judged.margin,
        degree=degree_of(judged.margin),
        check_required=fate.checked,
        check_die=fate.check_die if fate.checked and party.dice_seen else UNSET,
        check_raised=fate.raised,
        madness=after.madness,
        trauma=after.trauma,
        sequelae=after.sequelae,
        trauma_min=after.trauma_min,
        luck=after.luck,
        luck_refused=bool(tried.luck_refused),
        survival_refused=after.survival_refused or UNSET,
        status=after.status,
    )
