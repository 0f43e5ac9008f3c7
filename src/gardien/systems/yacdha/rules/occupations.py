"""Occupations: their levels, the acts under them, and how many and how high the keeper allows (OCC, CRE)."""

from typing import Annotated

from msgspec import Meta

from gardien.core.inputs import BadField
from gardien.core.values import Value
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.vocabulary import AgeClass, Level, Name

PROFESSIONAL_FROM = 3  # levels 1 and 2 are amateur, 3 to 5 a profession (YAC-OCC-01)

OccupationLevel = Annotated[int, Meta(ge=1, le=5)]
Levels = Annotated[dict[str, OccupationLevel], Meta(max_length=1000)]


class SheetAction(Value, frozen=True, kw_only=True):
    """An act written under an occupation, with a number only when it is lower (YAC-OCC-08)."""

    name: Name
    occupation: Name | None = None
    granted: Level | None = None


def act_level(occupation: int, granted: int | None) -> int:
    """An act has the level agreed for it, else its occupation's, and never more than that (YAC-OCC-05, YAC-OCC-08)."""
    return occupation if granted is None else min(granted, occupation)


def check_names(field: str, names: dict[str, int] | dict[str, str]) -> None:
    """Names that are keys keep to the length of names."""
    for name in names:
        if len(name) > 100:
            raise BadField(field, "field/length_at_most", high=100, came=len(name))


def highest_level(age_class: AgeClass, options: Options) -> tuple[int, str]:
    """The lower of the age's ceiling and the keeper's, and the rule behind it (YAC-CRE-05, YAC-CRE-06)."""
    ceiling = pack.age(age_class).max_level
    if options.max_level < ceiling:
        return options.max_level, "YAC-CRE-06"
    return ceiling, points_rule(age_class)


def points_rule(age_class: AgeClass) -> str:
    """Where the points of an age class stand (YAC-CRE-04, YAC-CRE-05)."""
    return "YAC-CRE-04" if age_class == "adult" else "YAC-CRE-05"


def has_too_many(count: int, options: Options) -> bool:
    """Whether the keeper's limit on the number of occupations is passed; 0 is no limit (YAC-CRE-06)."""
    return 0 < options.max_occupations < count
