"""A new investigator checked, and the levels of the acts under an occupation (CRE, OCC)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.chance import Program, less, step
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.occupations import (
    OccupationLevel,
    SheetAction,
    act_level,
    check_names,
    has_too_many,
    highest_level,
    points_rule,
)
from gardien.systems.yacdha.sheet.sheet import Actions, Gifts, Names, unique_acts
from gardien.systems.yacdha.vocabulary import AgeClass, Name, Text, madness_floor, trauma_floor

LOWEST_LEVEL = 1  # an occupation at 0 is not written down (YAC-CRE-04)
STARTING_GAUGE = 1  # madness and trauma alike (YAC-CRE-02)
STARTING_LUCK = 1  # with the luck module (YAC-LUC-01)


class CreateGiven(Value, frozen=True, kw_only=True):
    """A concept in words, and in levels mode the points behind it (YAC-CRE-01, YAC-CRE-03).

    Whether an occupation is narrow enough is the keeper's to say (YAC-CRE-08). Faults, bonds and places are written
    down so that they can be called on later (YAC-CRE-03, YAC-CRE-09).
    """

    name: Name = ""
    principal_occupation: Name = ""
    description: Text = ""
    age_class: AgeClass = "adult"
    occupations: Annotated[dict[str, Annotated[int, Meta(ge=-100, le=100)]], Meta(max_length=1000)] = {}
    gifts: Gifts = {}
    faults: Names = ()
    bonds: Names = ()
    places: Names = ()

    def __post_init__(self) -> None:
        check_names("occupations", self.occupations)
        check_names("gifts", self.gifts)


CreationError = Literal["total", "level", "zero", "count"]


class Created(Value, frozen=True, kw_only=True):
    """Whether the points are rightly spent, and the values a new investigator starts with."""

    valid: bool
    errors: tuple[CreationError, ...]
    total: int
    remaining: int
    madness: int
    trauma: int
    mythos: int
    sequelae: int
    luck: int
    madness_min: int
    trauma_min: int
    status: Literal["active"] = "active"


@procedure(
    "create_character",
    rules="""YAC-GEN-02 YAC-CRE-01 YAC-CRE-02 YAC-CRE-03 YAC-CRE-04 YAC-CRE-05 YAC-CRE-06 YAC-CRE-07 YAC-CRE-08
    YAC-CRE-09 YAC-LUC-01 YAC-LUC-02 YAC-MYT-01 YAC-NPC-01 YAC-NPC-03 YAC-CRT-01 YAC-CRT-03""",
    headline=("valid",),
)
def create_character(given: CreateGiven, options: Options) -> Program[Created]:
    """Levels add up to no more than the age allows, each within its ceiling; gifts come on top; gauges start at 1."""
    levels = given.occupations.values()  # gifts are outside the points (YAC-CRE-07)
    points = pack.age(given.age_class).points
    total = sum(levels)
    rule = points_rule(given.age_class)
    yield from step("total", total, rule)
    yield from step("remaining", points - total, rule, (("points", points), less("total", total)))
    errors: list[CreationError] = []
    if total > points:
        errors.append("total")
    ceiling, ceiling_rule = highest_level(given.age_class, options)
    if max(levels, default=LOWEST_LEVEL) > ceiling:
        errors.append("level")
        yield from step("level", max(levels), ceiling_rule)
    if min(levels, default=LOWEST_LEVEL) < LOWEST_LEVEL:
        errors.append("zero")
        yield from step("level", min(levels), "YAC-CRE-04")
    if has_too_many(len(levels), options):
        errors.append("count")
        yield from step("count", len(levels), "YAC-CRE-06")
    luck = STARTING_LUCK if options.plays("luck") else 0
    created = Created(
        valid=not errors,
        errors=tuple(errors),
        total=total,
        remaining=points - total,
        madness=STARTING_GAUGE,
        trauma=STARTING_GAUGE,
        mythos=0,
        sequelae=0,
        luck=luck,
        madness_min=madness_floor(0),
        trauma_min=trauma_floor(0),
    )
    yield from step("valid", created.valid, "YAC-CRE-01")
    yield from step("madness", STARTING_GAUGE, "YAC-CRE-02")
    yield from step("trauma", STARTING_GAUGE, "YAC-CRE-02")
    yield from step("luck", luck, "YAC-LUC-01" if luck else "YAC-GEN-02")
    yield from step("mythos", 0, "YAC-MYT-01")
    return created


class Occupation(Value, frozen=True, kw_only=True):
    """An occupation and its level (YAC-OCC-01)."""

    name: Name
    level: OccupationLevel


class SheetGiven(Value, frozen=True, kw_only=True):
    """An occupation and the acts claimed under it; acts of another occupation are not looked at."""

    occupation: Occupation
    actions: Actions = ()

    def __post_init__(self) -> None:
        unique_acts("actions", self.own())

    def own(self) -> tuple[SheetAction, ...]:
        """The acts under this occupation."""
        return tuple(action for action in self.actions if action.occupation in (None, self.occupation.name))


class ActLevels(Value, frozen=True, kw_only=True):
    """The level of each act, and those written with a number."""

    levels: dict[str, int]
    written: dict[str, int]


def act_rule(occupation: int, granted: int | None) -> str:
    """Why an act has its level: inherited, kept below its occupation, common to all, or agreed lower."""
    if granted is None or granted == occupation:
        return "YAC-OCC-08"
    if granted > occupation:
        return "YAC-OCC-05"
    return "YAC-OCC-07" if granted else "YAC-OCC-09"


@procedure(
    "sheet",
    rules="""YAC-OCC-01 YAC-OCC-04 YAC-OCC-05 YAC-OCC-06 YAC-OCC-07 YAC-OCC-08 YAC-OCC-09 YAC-CRE-07 YAC-COM-16""",
)
def list_acts(given: SheetGiven, options: Options) -> Program[ActLevels]:
    """An act has the level agreed for it, else the occupation's; a number is written only where it is lower.

    Each act stands by itself: what nobody claimed is not on the list (YAC-OCC-04), levels never add up (YAC-OCC-06).
    """
    top = given.occupation.level
    yield from step("occupation", given.occupation.name, "YAC-OCC-01")
    levels = {}
    for action in given.own():
        levels[action.name] = act_level(top, action.granted)
        yield from step("level", levels[action.name], act_rule(top, action.granted), who=action.name)
    written = {name: level for name, level in levels.items() if level < top}  # YAC-OCC-08
    return ActLevels(levels=frozen_map(levels), written=frozen_map(written))
