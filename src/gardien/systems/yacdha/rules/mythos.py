"""Study of the Mythos and the dreams it opens (MYT, DRM)."""

from itertools import pairwise
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, less, roll, step
from gardien.core.dice import D6
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.vocabulary import TOP, Below6, madness_floor

CEILING = 4  # the highest level of an investigator; one more costs the mind (YAC-MYT-04)
SLEEP_HOURS = 8  # exactly eight is enough (YAC-DRM-01)

Mythos = Annotated[int, Meta(ge=0, le=4)]
HOURS = {"x-unit": "h"}
Hours = (
    Annotated[int, Meta(ge=0, le=1000, extra_json_schema=HOURS)]
    | Annotated[float, Meta(ge=0, le=1000, extra_json_schema=HOURS)]
)


class StudyGiven(Value, frozen=True, kw_only=True):
    """Full, unbroken months given to study, with the sources and means it needs (YAC-MYT-02)."""

    mythos: Mythos
    madness: Below6
    months: Annotated[int, Meta(ge=1, le=1000)] = 1
    take_relief: bool = True
    accept_madness: bool = False

    def __post_init__(self) -> None:
        low = madness_floor(self.mythos)
        if self.madness < low:
            raise BadField("madness", "field/range", "YAC-GAU-07", came=self.madness, low=low, high=5)


class StudyMonth(Value, frozen=True, kw_only=True):
    """Where one month of study left somebody."""

    mythos: int
    madness: int


class Study(Value, frozen=True, kw_only=True):
    """What the months of study did."""

    refused: Literal["module_off", "mythos_ceiling"] | UnsetType = UNSET
    mythos: int
    madness: int
    madness_min: int
    status: Literal["active", "mad"]
    log: tuple[StudyMonth, ...]

    def changes(self, given: StudyGiven, options: Options) -> tuple[Change, ...]:
        changes = [
            Change(name, getattr(given, name), getattr(self, name))
            for name in ("mythos", "madness")
            if getattr(given, name) != getattr(self, name)
        ]
        if self.status == "mad":
            changes.append(Change("status", "active", "mad"))
        return tuple(changes)


def study_month(before: StudyMonth, take_relief: bool) -> StudyMonth:
    """The level gains one and never falls again; madness stays strictly above it, or eases by one where it can.

    A madness that the level reaches rises just above it, so each level masks one more value for ever (YAC-MYT-03,
    YAC-MYT-05). From level 0 (YAC-MYT-01): madness 1 becomes 2, 2 stays, 3 may ease to 2.
    """
    mythos = before.mythos + 1
    madness = before.madness
    if madness - 1 > mythos:
        madness -= take_relief
    elif madness <= mythos:
        madness = mythos + 1
    return StudyMonth(mythos=mythos, madness=madness)


@procedure(
    "study_mythos",
    rules="YAC-MYT-01 YAC-MYT-02 YAC-MYT-03 YAC-MYT-04 YAC-MYT-05 YAC-GAU-03 YAC-GAU-07",
    headline=("mythos", "madness", "status"),
)
def study_mythos(given: StudyGiven, options: Options) -> Program[Study]:
    """Each full month raises the level by one, up to 4; a fifth level is the end of the investigator."""
    refused: Literal["module_off", "mythos_ceiling"] | UnsetType = UNSET
    now = StudyMonth(mythos=given.mythos, madness=given.madness)
    log: list[StudyMonth] = []
    if not options.plays("mythos"):
        refused = "module_off"
        yield from step("refused", refused, "YAC-GEN-02")
    else:
        for _ in range(given.months):
            if now.mythos > CEILING:
                break
            if now.mythos == CEILING and not given.accept_madness:
                refused = "mythos_ceiling"
                yield from step("refused", refused, "YAC-MYT-04")
                break
            now = study_month(now, given.take_relief)
            log.append(now)
    gained = len(log)
    if gained:
        madness = (given.madness, *(month.madness for month in log))
        moves = [after - before for before, after in pairwise(madness)]
        eased, rise = sum(move for move in moves if move < 0), sum(move for move in moves if move > 0)
        yield from step("mythos", now.mythos, "YAC-MYT-02", (("mythos", given.mythos), ("gain", gained)))
        parts = (("madness", given.madness), less("reduction", -eased), ("rise", rise))
        yield from step("madness", now.madness, "YAC-MYT-03", parts)
    floor = madness_floor(now.mythos)
    yield from step("madness_min", floor, "YAC-MYT-05")
    status: Literal["active", "mad"] = "active"
    if now.madness == TOP:
        status = "mad"
        yield from step("status", status, "YAC-GAU-03")
    return Study(
        refused=refused,
        mythos=now.mythos,
        madness=now.madness,
        madness_min=floor,
        status=status,
        log=tuple(log),
    )


class DreamGiven(Value, frozen=True, kw_only=True):
    """A night of somebody who knows the Mythos."""

    mythos: Mythos
    hours: Hours = SLEEP_HOURS
    good_conditions: bool = True
    keeper_allows: bool = True
    gate: Literal["dream", "dreamlands"] = "dream"


class Dream(Value, frozen=True, kw_only=True):
    """What the night brought."""

    refused: Literal["module_off"] | UnsetType = UNSET
    rolled: bool
    die: int | UnsetType = UNSET
    dream: bool = False
    dreamlands: bool = False


@procedure("dream", rules="YAC-DRM-01 YAC-DRM-02", dice=("d6",), headline=("dream", "dreamlands"))
def sleep(given: DreamGiven, options: Options) -> Program[Dream]:
    """After a good night's sleep, a die no higher than the level opens the gate asked for."""
    if not options.plays("mythos"):
        yield from step("refused", "module_off", "YAC-GEN-02")
        return Dream(refused="module_off", rolled=False)
    if given.hours < SLEEP_HOURS or not given.good_conditions or not given.keeper_allows:
        yield from step("rolled", False, "YAC-DRM-01")
        return Dream(rolled=False)
    die = yield from roll(D6, "d6", purpose=given.gate)
    opened = die <= given.mythos
    if given.gate == "dream":
        yield from step("dream", opened, "YAC-DRM-01")
        return Dream(rolled=True, die=die, dream=opened)
    yield from step("dreamlands", opened, "YAC-DRM-02")
    return Dream(rolled=True, die=die, dreamlands=opened)
