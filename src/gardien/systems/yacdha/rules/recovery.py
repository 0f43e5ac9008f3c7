"""Recovery: first aid, weeks and months of care, the end of a scenario (REC)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Call, Program, call, fold, less, roll, step, watch
from gardien.core.dice import D6, Best
from gardien.core.inputs import BadField, check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.throws import Degree, degree_of, levels_mode, pool_for_one
from gardien.systems.yacdha.vocabulary import (
    DIE_OF,
    TOP,
    Actor,
    Below6,
    Gauge,
    Level,
    Minutes,
    Name,
    Points,
    madness_floor,
)

FIRST_AID_MINUTES = 60  # exactly an hour is in time (M-11)
DAYS_PER_UNIT: dict[Gauge, int] = {"trauma": 7, "madness": 30}  # a week, a month (YAC-REC-11)
CARE_RULE: dict[Gauge, str] = {"trauma": "YAC-REC-05", "madness": "YAC-REC-06"}


class FirstAidGiven(Value, frozen=True, kw_only=True):
    """A fresh wound and somebody to treat it."""

    patient: Name = ""  # at a table: whose wound it is, where somebody else acts
    trauma: Below6
    trauma_before: Below6
    minutes: Minutes = 0
    already_treated: bool = False
    advantage: bool = False
    personal_advantage: bool = False
    disadvantage: bool = False
    level: Level = 0


FirstAidRefused = Literal["option_off", "too_late", "already_treated", "nothing_to_heal"]


class FirstAid(Value, frozen=True, kw_only=True):
    """What first aid did."""

    rolled: bool
    refused: FirstAidRefused | UnsetType = UNSET
    opposition: int | UnsetType = UNSET
    result: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    degree: Degree | UnsetType = UNSET
    success: bool
    trauma: int

    def changes(self, given: FirstAidGiven, options: Options) -> tuple[Change, ...]:
        return (Change("trauma", given.trauma, self.trauma),) if self.success else ()


def _aid_refusal(given: FirstAidGiven, options: Options) -> FirstAidRefused | None:
    if not options.first_aid:  # nothing heals within a few days of play (YAC-REC-01)
        return "option_off"
    if given.minutes > FIRST_AID_MINUTES:
        return "too_late"
    if given.already_treated:
        return "already_treated"
    return "nothing_to_heal" if given.trauma <= given.trauma_before else None


@procedure("first_aid", rules="YAC-ACT-05 YAC-REC-01", dice=("dA",), headline=("success",))
def give_first_aid(given: FirstAidGiven, options: Options) -> Program[FirstAid]:
    """Where the table allows it, one try within the hour takes one point off a fresh wound."""
    refused = _aid_refusal(given, options)
    if refused:
        yield from step("refused", refused, "YAC-REC-01")
        return FirstAid(rolled=False, refused=refused, success=False, trauma=given.trauma)
    by_levels = levels_mode((Actor(level=given.level),), options)
    # The level replaces the die of the occupation (YAC-OCC-10) and never lifts the throw above 6 (YAC-OCC-02).
    level = given.level if by_levels else 0
    pool, keep = pool_for_one(given.advantage or (given.personal_advantage and not by_levels), given.disadvantage)
    kept = yield from roll(Best(pool, 6, keep), "dA")
    opposition = given.trauma - 1  # no higher than the level, it is beaten in any case (YAC-OCC-03)
    result = min(TOP, kept + level)
    margin = result - opposition
    success = margin >= 1
    yield from step("opposition", opposition, "YAC-REC-01", (("trauma", given.trauma), ("modifier", -1)))
    yield from step("result", result, "YAC-OCC-02", (("action_kept", kept), ("level", level)), (1, TOP))
    yield from step("margin", margin, "YAC-ACT-05", (("result", result), less("opposition", opposition)))
    yield from step("success", success, "YAC-ACT-05")
    return FirstAid(
        rolled=True,
        opposition=opposition,
        result=result,
        margin=margin,
        degree=degree_of(margin),
        success=success,
        trauma=given.trauma - success,
    )


class RecoverGiven(Value, frozen=True, kw_only=True):
    """One gauge, the care it gets, and how long. The keeper weighs the care against the value (YAC-REC-10)."""

    gauge: Gauge
    value: Below6
    floor: Below6 = 1
    care: Literal["full", "partial", "none"] = "full"
    rest: bool = True
    favourable: bool = False
    elapsed: Annotated[int, Meta(ge=0, le=1000)]
    progress: Annotated[int, Meta(ge=0, le=1000)] = 0

    def __post_init__(self) -> None:
        if self.value < self.floor:
            raise BadField("value", "field/range", "YAC-GAU-07", came=self.value, low=self.floor, high=5)


class Recovery(Value, frozen=True, kw_only=True):
    """A gauge after time has passed; odds count the dice only when asked to."""

    refused: Literal["module_off"] | UnsetType = UNSET
    value: int
    progress: int
    rolls: int | UnsetType = UNSET

    def changes(self, given: RecoverGiven, options: Options) -> tuple[Change, ...]:
        changes = [Change(given.gauge, given.value, self.value)] if self.value != given.value else []
        if self.progress != given.progress:
            changes.append(Change("progress", given.progress, self.progress))
        return tuple(changes)


class Course(Value, frozen=True):
    """How one gauge recovers, unit after unit."""

    gauge: Gauge
    floor: int
    rule: str
    thrown: bool  # each period ends with a die
    counted: bool  # somebody wants to know how many


Served = tuple[int, int, int]  # value, units served in the running period, dice thrown


def serve_unit(served: Served, course: Course) -> Served | Call[Served]:
    """One week or month more; a period is as long as the value is high (YAC-REC-05, YAC-REC-06)."""
    value, progress, rolls = served
    if value == course.floor:
        return served
    if progress + 1 < value:
        return value, progress + 1, rolls
    return call(end_period, value, rolls, course)


def end_period(value: int, rolls: int, course: Course) -> Program[Served]:
    """A completed period takes one point off; a die asked for must be strictly above the value, or it starts again.

    Here a high die is good, the reverse of a check (YAC-REC-07).
    """
    healed = True
    if course.thrown:
        face = yield from roll(D6, DIE_OF[course.gauge], purpose="recover")
        healed = face > value
    after = value - healed
    yield from step(course.gauge, after, course.rule, ((course.gauge, value), less("reduction", int(healed))))
    return after, 0, rolls + (course.thrown and course.counted)


@procedure(
    "recover",
    rules="""YAC-REC-01 YAC-REC-02 YAC-REC-05 YAC-REC-06 YAC-REC-07 YAC-REC-08 YAC-REC-09 YAC-REC-10 YAC-REC-11
    YAC-GAU-07 YAC-CRE-09""",
    dice=("dF", "dT"),
    headline=("value",),
)
def recover(given: RecoverGiven, options: Options) -> Program[Recovery]:
    """With care and rest a gauge falls by one in as many weeks or months as its value, never below its floor."""
    if not options.plays("recovery"):
        yield from step("refused", "module_off", "YAC-GEN-02")
        return Recovery(refused="module_off", value=given.value, progress=given.progress, rolls=0)
    if options.between_scenarios == "reset":
        yield from step("value", given.floor, "YAC-REC-02")
        return Recovery(value=given.floor, progress=0, rolls=0)
    if given.care == "none" or not given.rest:
        # Without rest nothing heals, nor without any care; the period starts again (YAC-REC-08, YAC-REC-11).
        yield from step("value", given.value, "YAC-REC-08")
        return Recovery(value=given.value, progress=0, rolls=0)
    thrown = given.care == "partial" and not given.favourable
    counted = thrown and bool((yield from watch("rolls")))
    # Loved ones and a loved place, both on the sheet, stand in for the rest of the care (YAC-CRE-09).
    rule = CARE_RULE[given.gauge] if given.care == "full" else "YAC-REC-07" if thrown else "YAC-REC-09"
    course = Course(given.gauge, given.floor, rule, thrown, counted)
    units = given.progress + given.elapsed
    start: Served = (given.value, 0, 0)
    value, progress, rolls = yield from fold(serve_unit, start, (course,) * units)  # type: ignore[arg-type]
    yield from step("value", value, "YAC-GAU-07" if value == given.floor else rule)
    yield from step("progress", progress, "YAC-REC-11")
    return Recovery(value=value, progress=progress, rolls=rolls if counted or not thrown else UNSET)


class Survivor(Value, frozen=True, kw_only=True):
    """An investigator alive and sane at the end."""

    name: Name
    madness: Below6 = 1
    mythos: Annotated[int, Meta(ge=0, le=4)] = 0
    luck: Points = 1
    stress_faced: Annotated[tuple[Name, ...], Meta(max_length=1000)] = ()


class EndGiven(Value, frozen=True, kw_only=True):
    """How a scenario or a chapter ended (YAC-REC-04)."""

    clear_success: bool = True
    all_alive_and_sane: bool = True
    remarkable: bool = False
    milestone: bool = False
    survivors: Annotated[tuple[Survivor, ...], Meta(max_length=1000)]
    scenario: Annotated[int, Meta(ge=1, le=10_000)] = 1
    milestones: Annotated[int, Meta(ge=0, le=10_000)] = 0

    def __post_init__(self) -> None:
        check_unique("survivors", [survivor.name for survivor in self.survivors])


class Rewarded(Value, frozen=True, kw_only=True):
    """A survivor after the reward."""

    name: str
    madness: int
    luck: int
    stress_faced: tuple[str, ...]


class Ending(Value, frozen=True, kw_only=True):
    """What the end brought to each survivor."""

    reduction: int
    survivors: tuple[Rewarded, ...]
    scenario: int
    milestones: int  # of the scenario that goes on, or of the next one

    def changes(self, given: EndGiven, options: Options) -> tuple[Change, ...]:
        rewards = tuple(
            Change(name, getattr(before, name), getattr(after, name), before.name)
            for before, after in zip(given.survivors, self.survivors, strict=True)
            for name in ("madness", "luck", "stress_faced")
            if getattr(before, name) != getattr(after, name) and (name != "luck" or options.plays("luck"))
        )
        counts = ("scenario", "milestones")
        return rewards + changes_between(given, self, counts, "group")


def relief(given: EndGiven) -> tuple[tuple[str, int], ...]:
    """A clear success eases by 2, by 1 if anybody died or went mad; remarkable acts by 1 more (YAC-REC-03)."""
    success = (2 if given.all_alive_and_sane else 1) if given.clear_success else 0
    return ("clear_success", success), ("remarkable", int(given.remarkable))


@procedure(
    "end_scenario",
    rules="YAC-REC-03 YAC-REC-04 YAC-LUC-01 YAC-LUC-02 YAC-GAU-05 YAC-GAU-07",
    headline=("reduction",),
)
def end_scenario(given: EndGiven, options: Options) -> Program[Ending]:
    """Survivors lose some madness and regain a point of luck; the memory of stress fades with the scenario."""
    reduction = 0
    if options.plays("recovery"):
        parts = relief(given)
        reduction = sum(points for _, points in parts)
        yield from step("reduction", reduction, "YAC-REC-04" if given.milestone else "YAC-REC-03", parts)
    else:
        yield from step("reduction", reduction, "YAC-GEN-02")
    remembered = given.milestone or options.stress_memory == "campaign"  # YAC-GAU-05
    rewarded = []
    for survivor in given.survivors:
        name = survivor.name
        floor = madness_floor(survivor.mythos if options.plays("mythos") else 0)
        madness = max(floor, survivor.madness - reduction)
        parts = (("madness", survivor.madness), less("reduction", reduction))
        yield from step("madness", madness, "YAC-GAU-07", parts, (floor, TOP), name)
        luck = 0
        if options.plays("luck"):  # at most the agreed number (YAC-LUC-02)
            luck = min(options.luck_cap, survivor.luck + 1)
            parts = (("luck", survivor.luck), ("gain", 1))
            yield from step("luck", luck, "YAC-LUC-01", parts, (0, options.luck_cap), name)
        stress_faced = survivor.stress_faced if remembered else ()
        rewarded.append(Rewarded(name=name, madness=madness, luck=luck, stress_faced=stress_faced))
    return Ending(
        reduction=reduction,
        survivors=tuple(rewarded),
        scenario=given.scenario + (not given.milestone),
        milestones=given.milestones + 1 if given.milestone else 0,  # YAC-REC-04
    )
