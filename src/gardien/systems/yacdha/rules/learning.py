"""Learning between scenarios: levels gained, levels given up, and the time it takes (LRN)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.occupations import (
    Levels,
    OccupationLevel,
    SheetAction,
    act_level,
    check_names,
    has_too_many,
    highest_level,
    points_rule,
)
from gardien.systems.yacdha.vocabulary import GAUGE_OF, AgeClass, Below6, Category, Level, Name

GAUGE_LIMIT = 6  # level before the step + gauge must stay below (YAC-LRN-05)


class LearntAct(Value, frozen=True, kw_only=True):
    """An act under an occupation, as `learn` takes it."""

    name: Name
    occupation: Name
    granted: Level | None = None


class LearnGiven(Value, frozen=True, kw_only=True):
    """What is to be raised, what is given up for it, and in which state."""

    occupations: Levels
    occupation: Name
    steps: OccupationLevel = 1
    nature: Category
    lower: Levels = {}
    madness: Below6 = 1
    trauma: Below6 = 1
    age_class: AgeClass = "adult"
    learnt_this_year: bool = False
    actions: Annotated[tuple[LearntAct, ...], Meta(max_length=1000)] = ()

    def __post_init__(self) -> None:
        check_names("occupations", self.occupations)
        check_names("lower", self.lower)

    @property
    def before(self) -> int:
        """The level learning starts from; a new occupation starts at 0 (YAC-LRN-01)."""
        return self.occupations.get(self.occupation, 0)


class ActAfter(Value, frozen=True, kw_only=True):
    """An act after learning."""

    name: str
    occupation: str
    granted: int | None
    level: int


Reason = Literal["module_off", "year", "lower", "max_level", "gauge", "total", "count"]


class Learning(Value, frozen=True, kw_only=True):
    """Whether the apprenticeship is possible, and the occupations after it."""

    allowed: bool
    reason: Reason | UnsetType = UNSET
    needs_gauge_at_most: int | UnsetType = UNSET
    occupations: dict[str, int]
    total: int
    months: int
    actions: tuple[ActAfter, ...]

    def changes(self, given: LearnGiven, options: Options) -> tuple[Change, ...]:
        """Acts of an occupation that is gone leave the sheet with it."""
        if not self.allowed:
            return ()
        before = tuple(
            SheetAction(name=act.name, occupation=act.occupation, granted=act.granted) for act in given.actions
        )
        after = tuple(
            SheetAction(name=act.name, occupation=act.occupation, granted=act.granted)
            for act in self.actions
            if act.occupation in self.occupations
        )
        changed = (Change("occupations", given.occupations, self.occupations),)
        return changed if before == after else (*changed, Change("actions", before, after))


def after_trade(given: LearnGiven) -> dict[str, int]:
    """The levels after the trade; an occupation at 0 leaves the sheet (YAC-LRN-01)."""
    after = {name: level - given.lower.get(name, 0) for name, level in given.occupations.items()}
    after[given.occupation] = given.before + given.steps
    return {name: level for name, level in after.items() if level > 0}


def blocked_at(given: LearnGiven, options: Options) -> int | None:
    """The first level from which the gauge of that nature lets nobody rise (YAC-LRN-05)."""
    if not options.plays("recovery"):
        return None
    gauge = getattr(given, GAUGE_OF[given.nature])
    climbed = range(given.before, given.before + given.steps)
    return next((level for level in climbed if level + gauge >= GAUGE_LIMIT), None)


def cannot_give(given: LearnGiven) -> bool:
    """Whether something to be lowered is what is raised, is unknown or is too low (YAC-LRN-01)."""
    return any(
        name == given.occupation or given.occupations.get(name, 0) < levels for name, levels in given.lower.items()
    )


def refusal_reason(given: LearnGiven, after: dict[str, int], options: Options) -> tuple[Reason, str] | None:
    """The first reason that forbids the apprenticeship, and its rule."""
    ceiling, ceiling_rule = highest_level(given.age_class, options)
    if not options.plays("learning"):
        return "module_off", "YAC-GEN-02"
    if given.learnt_this_year:  # occupations are counted, not levels
        return "year", "YAC-LRN-04"
    if cannot_give(given):
        return "lower", "YAC-LRN-01"
    if after[given.occupation] > ceiling:
        return "max_level", ceiling_rule
    if blocked_at(given, options) is not None:
        return "gauge", "YAC-LRN-05"
    if sum(after.values()) > pack.age(given.age_class).points:
        return "total", "YAC-LRN-01"
    return ("count", "YAC-CRE-06") if has_too_many(len(after), options) else None


def act_after(act: LearntAct, before: dict[str, int], after: dict[str, int]) -> ActAfter:
    """An act falls with its occupation: an inherited level follows, a written one loses as much (YAC-LRN-02)."""
    level = after.get(act.occupation, 0)
    lost = max(0, before.get(act.occupation, 0) - level)
    granted = None if act.granted is None else max(0, act.granted - lost)
    return ActAfter(name=act.name, occupation=act.occupation, granted=granted, level=act_level(level, granted))


@procedure(
    "learn",
    rules="YAC-LRN-01 YAC-LRN-02 YAC-LRN-03 YAC-LRN-04 YAC-LRN-05 YAC-OCC-08 YAC-CRE-06",
    headline=("allowed", "reason"),
)
def learn(given: LearnGiven, options: Options) -> Program[Learning]:
    """A level gained is a level given up elsewhere; the higher the level, the longer the way, all or nothing."""
    before = given.occupations
    after = after_trade(given)
    reason = refusal_reason(given, after, options)
    yield from step("allowed", reason is None, "YAC-LRN-01")
    if reason:
        yield from step("reason", *reason)
        blocked = blocked_at(given, options) if reason[0] == "gauge" else None
        if blocked is not None:
            yield from step("needs_gauge_at_most", GAUGE_LIMIT - 1 - blocked, "YAC-LRN-05")
        return Learning(
            allowed=False,
            reason=reason[0],
            needs_gauge_at_most=UNSET if blocked is None else GAUGE_LIMIT - 1 - blocked,
            occupations=frozen_map(before),
            total=sum(before.values()),
            months=0,
            actions=tuple(act_after(act, before, before) for act in given.actions),
        )
    months = sum(pack.learning_months()[given.before : after[given.occupation]])
    total = sum(after.values())
    yield from step("months", months, "YAC-LRN-03")
    yield from step("total", total, points_rule(given.age_class))
    return Learning(
        allowed=True,
        occupations=frozen_map(after),
        total=total,
        months=months,
        actions=tuple(act_after(act, before, after) for act in given.actions),
    )
