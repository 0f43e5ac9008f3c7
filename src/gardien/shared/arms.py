"""Weapons at hand: the one that is named, else the first that will do; what is written of it, what lies on the ground.

A game says what its lines are, what each is called, and why one cannot be used now.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from gardien.core.errors import Refusal
from gardien.core.fighting import Content

Line = TypeVar("Line")
Called = Callable[[Line], str]
NAMED = "weapon_name"  # the input that says which of somebody’s own it is


def meant(lines: Sequence[Line], asked: Content, called: Called[Line], fits: Callable[[Line], Any]) -> list[Line]:
    """The weapon that is named, which must be there; else all that an act can be done with."""
    if not (named := asked.get(NAMED)):
        return [one for one in lines if fits(one)]
    found = [one for one in lines if called(one) == named]
    if not found:
        raise Refusal("field/one_of", field=NAMED, came=named, allowed=[called(one) for one in lines])
    return found


def first_ready(lines: Sequence[Line], called: Called[Line], why_not: Callable[[Line], str]) -> Line | None:
    """The first of some that can be used now; where there are some and none can, why."""
    ready = next((one for one in lines if not why_not(one)), None)
    if lines and ready is None:
        raise Refusal(why_not(lines[0]), kind="refused", field=NAMED, came=called(lines[0]))
    return ready


def with_line(sheet: Content, at: int, **changed: Any) -> dict[str, Any]:
    """The weapons of a sheet with one of them changed; nothing where it is the same."""
    before = sheet["weapons"][at]
    line = {**before, **changed}
    return {} if line == before else {"weapons": [*sheet["weapons"][:at], line, *sheet["weapons"][at + 1 :]]}
