"""“Draw for me”: what the drawn creations of all games do with their dice."""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from gardien.core.chance import Request, roll
from gardien.core.dice import Die

T = TypeVar("T")
Drawing: TypeAlias = Generator[Request[Any], Any, T]
Gender: TypeAlias = Literal["f", "m"]
GENDERS: tuple[Gender, ...] = ("f", "m")


def pick(choices: Sequence[T], purpose: str) -> Drawing[T]:
    """One of several by a die of as many faces; a single choice needs no die."""
    if len(choices) == 1:
        return choices[0]
    face = yield from roll(Die(len(choices)), f"d{len(choices)}", purpose=purpose)
    return choices[face - 1]


def picks(choices: Sequence[T], count: int, purpose: str) -> Drawing[tuple[T, ...]]:
    """Several different ones."""
    left, chosen = list(choices), []
    for _ in range(min(count, len(left))):
        one = yield from pick(left, purpose)
        left.remove(one)
        chosen.append(one)
    return tuple(chosen)


def draw_name(table: Callable[[str, str], Sequence[Any]], gender: Gender | None) -> Drawing[tuple[Gender, str]]:
    """A first name that agrees with the gender, and a family name, both of a pack’s lists."""
    gender = gender or (yield from pick(GENDERS, "gender"))
    first = yield from pick(table("names", "feminine" if gender == "f" else "masculine"), "name")
    family = yield from pick(table("names", "family"), "name")
    return gender, f"{first} {family}"
