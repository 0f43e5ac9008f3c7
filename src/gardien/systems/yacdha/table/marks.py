"""What the rules of YACDHA lay on people beside their sheets: holds, surprise, flight, study (COM, INV, MYT)."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from gardien.core.marks import People, Person, TableMarks, Word


class Marks(TableMarks, frozen=True):
    """The marks of this game."""

    decided: ClassVar = ("studying",)
    beyond: ClassVar = ("status",)

    status: Literal["fled"] = "fled"  # for the rest of the fight (YAC-COM-25)
    held_by: People = ()
    holding: Person = ""
    surprised: bool = False
    can_flee: bool = True
    armour: Annotated[int, Meta(ge=0, le=2)] = 0  # worn, where the table plays it (M-12)
    studying: bool = False  # as months pass (YAC-MYT-02)
    stress_faced: Annotated[tuple[Word, ...], Meta(max_length=200)] = ()  # by those whose sheet does not keep it
    best_previous: Annotated[int, Meta(ge=0, le=6)] = 0  # what a search has brought so far
