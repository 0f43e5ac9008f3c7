"""Chases: how a game plays one turn by turn, and what each turn does to the steps between the two sides."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct

from gardien.core.fighting import Content
from gardien.core.scene import Being

Side = Literal["fleeing", "pursuing"]
SIDES: tuple[Side, ...] = ("fleeing", "pursuing")


class Chase(Struct, frozen=True):
    """A chase as a turn of it is read: those who run, whoever runs for a side first, and how far apart they are."""

    fleeing: Sequence[Being]
    pursuing: Sequence[Being]
    gap: int
    lost: int
    turn: int = 1
    hampered: tuple[Side, ...] = ()  # by what lies in the way

    def of(self, side: Side) -> Sequence[Being]:
        return self.fleeing if side == "fleeing" else self.pursuing


class Pursuit(Struct, frozen=True):
    """One way in which people chase each other, in words [chase.…]: the procedure of a turn, and how long it lasts."""

    key: str
    procedure: str
    inputs: Callable[[Chase], dict[str, Any]]
    moved: Callable[[Content, Content], int]  # inputs, outcome -> steps that the gap widens, or closes below zero
    start: int = 2
    lost: int = 4
    rule: str = ""  # that says so; without one the contested throw is taken as the measure, and the page says that
    acts: bool = True  # whoever flees is the one who acts in that procedure
    # side, inputs, outcome, somebody of that side -> what a turn writes on them, whoever threw for the side
    befalls: Callable[[Side, Content, Content, Being], dict[str, Any]] | None = None


def person(being: Being) -> dict[str, str]:
    """Somebody as an input of a procedure."""
    return {"character": being.id}
