"""Typed: the players answer with the dice they rolled, in order; tests answer with a script."""

from collections.abc import Collection, Container, Sequence
from typing import Any

from msgspec import Struct

from gardien.core.chance import Request
from gardien.core.errors import Refusal
from gardien.core.interpreters.play import Generator
from gardien.core.interpreters.run import DieAsked, DieShown, Played, Source, Stops, Waiting, run


class Laid(Struct, frozen=True):
    """Faces that somebody has put down before the rule came to their dice."""

    faces: tuple[int, ...] = ()
    owners: frozenset[str] = frozenset()


NOTHING_LAID = Laid()


def typed(
    asked: Request[Any],
    faces: Sequence[int],
    fallen: Sequence[DieShown] = (),
    laid: Laid = NOTHING_LAID,
    *,
    waits: Stops | None = None,
    settled: int = 0,
) -> Played:
    """Run a request with these faces: too few, too many or an impossible one is refused, and says which die.

    Dice that have already `fallen` serve first. Where the rule stops before any die, faces stay lying for later.
    """
    at = 0

    def next_face(die: DieAsked) -> int:
        nonlocal at
        if at >= len(faces):
            raise Refusal("dice/wanted", field="dice", **describe(die), after=at)
        face = check_face(die, faces[at])
        at += 1
        return face

    played = run(asked, after_fallen(fallen, _put_down(laid, next_face)), waits=waits, settled=settled)
    if at < len(faces) and not stopped_early(played):
        raise Refusal("dice/left_over", field="dice", used=at, left=list(faces[at:]), count=len(faces) - at)
    return played


def typed_so_far(
    asked: Request[Any],
    faces: Sequence[int],
    owners: Collection[str],
    generator: Generator,
    fallen: Sequence[DieShown] = (),
    laid: Laid = NOTHING_LAID,
    *,
    waits: Stops | None = None,
    settled: int = 0,
) -> Played:
    """Run a request with faces for the dice of some people only; all others roll, and so does what is not answered.

    Nothing is refused: whoever does not see all the sheets would learn from it which dice they bring about.
    """

    def thrown(die: DieAsked) -> int:
        return generator.randrange(1, die.sides + 1)

    own = _put_down(Laid(tuple(faces), frozenset(owners)), thrown)
    return run(asked, after_fallen(fallen, _put_down(laid, own)), waits=waits, settled=settled)


def next_die(
    asked: Request[Any], faces: Sequence[int], owners: Container[str] | None = None, *, waits: Stops | None = None
) -> tuple[list[DieAsked], DieAsked | None]:
    """The dice that these faces answer, and the one that is asked for next, if any: what a pad of keys shows.

    Where only some people's dice are asked for, those of others are taken to fall high.
    """
    answered: list[DieAsked] = []

    def face(die: DieAsked) -> int:
        if owners is not None and die.who not in owners:
            return die.sides
        if len(answered) == len(faces):
            raise _Next(die)
        answered.append(die)
        return check_face(die, faces[len(answered) - 1])

    try:
        run(asked, face, waits=waits)
    except _Next as following:
        return answered, following.die
    return answered, None


class _Next(Exception):
    """A die is wanted and no face is left."""

    def __init__(self, die: DieAsked) -> None:
        super().__init__(die.label)
        self.die = die


def throw_again(
    asked: Request[Any],
    fallen: Sequence[DieShown],
    generator: Generator,
    laid: Laid = NOTHING_LAID,
    *,
    waits: Stops | None = None,
    settled: int = 0,
) -> Played:
    """Run a request with dice that have already fallen: each serves where one like it is asked for; others roll."""
    source = after_fallen(fallen, _put_down(laid, lambda die: generator.randrange(1, die.sides + 1)))
    return run(asked, source, waits=waits, settled=settled)


def stopped_early(played: Played) -> bool:
    """Whether a rule waits for somebody before any die has fallen."""
    return isinstance(played.outcome, Waiting) and not played.dice


def after_fallen(fallen: Sequence[DieShown], source: Source) -> Source:
    """Dice that have already fallen, then those of a source."""
    left = list(fallen)

    def face(die: DieAsked) -> int:
        like = (f"d{die.sides}", die.label, die.who, die.purpose)
        for one in left:
            if (one.die, one.label, one.who, one.purpose) == like:
                left.remove(one)
                return one.value
        return source(die)

    return face


def _put_down(laid: Laid, source: Source) -> Source:
    """Faces that lie there for their owners’ dice, then those of a source."""
    left = list(laid.faces)

    def face(die: DieAsked) -> int:
        if die.who in laid.owners and left and 1 <= left[0] <= die.sides:
            return left.pop(0)
        return source(die)

    return face


HUNDRED = "00"  # what a pair of ten-sided dice shows for 100


def face_read(text: str) -> int:
    """A face as it is typed: the two noughts that are printed for a hundred are read as one."""
    return 100 if text == HUNDRED else int(text)


def check_face(die: DieAsked, face: int) -> int:
    """The face, if that die can show it."""
    if not 1 <= face <= die.sides:
        raise Refusal("dice/face", field="dice", came=face, **describe(die))
    return face


def describe(die: DieAsked) -> dict[str, Any]:
    """What a sentence needs to name a die."""
    return {"die": die.label, "sides": die.sides, "who": die.who, "purpose": die.purpose}
