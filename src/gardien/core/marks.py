"""Marks: states that lie on somebody and that no field of their sheet holds; those of a game have their types."""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

FARTHEST = 100_000  # numbers of a mark lie within this, on both sides of nothing
Number = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
Count = Annotated[int, Meta(ge=0, le=FARTHEST)]
Metres = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST, extra_json_schema={"x-unit": "m"})]
Word = Annotated[str, Meta(max_length=200)]
Person = Annotated[str, Meta(max_length=100)]  # by id
People = Annotated[tuple[Person, ...], Meta(max_length=200)]


class Until(Struct, frozen=True, forbid_unknown_fields=True):
    """A state that lasts until a minute of the table's clock."""

    until: Annotated[int, Meta(ge=0, le=1_000_000_000, extra_json_schema={"x-unit": "min"})]


Single = bool | Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)] | Word
Plain = Single | Annotated[list[Single], Meta(max_length=50)] | Until  # in words of people's own, which no rule reads


class TableMarks(Struct, frozen=True):
    """What a game's rules lay on people, each with its type: a game declares its own in `table/marks.py`.

    A value is read by the type of its field; what is not there lies on nobody. Where a game declares none, its rules
    read any plain mark.
    """

    decided: ClassVar[tuple[str, ...]] = ()  # those that are decisions: whoever plays may set them
    unshown: ClassVar[tuple[str, ...]] = ()  # those that only rules keep count by: no sheet names them among states
    beyond: ClassVar[tuple[str, ...]] = ()  # those that say for a while what a field of the same name has no word for
