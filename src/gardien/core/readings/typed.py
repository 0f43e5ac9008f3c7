"""Typed: the players answer with the dice they rolled, in order; tests answer with a script."""

from collections.abc import Sequence
from typing import Any

from gardien.core.chance import Request
from gardien.core.errors import Refusal
from gardien.core.readings.drive import DieAsked, Played, run


def typed(asked: Request[Any], faces: Sequence[int]) -> Played:
    """Run a request with these faces: too few, too many or an impossible one is refused, and says which die."""
    at = 0

    def next_face(die: DieAsked) -> int:
        nonlocal at
        if at >= len(faces):
            raise Refusal("dice/wanted", field="dice", **describe(die), after=at)
        face = checked(die, faces[at])
        at += 1
        return face

    played = run(asked, next_face)
    if at < len(faces):
        raise Refusal("dice/left_over", field="dice", used=at, left=list(faces[at:]), count=len(faces) - at)
    return played


def checked(die: DieAsked, face: int) -> int:
    """The face, if that die can show it."""
    if not 1 <= face <= die.sides:
        raise Refusal("dice/face", field="dice", came=face, **describe(die))
    return face


def describe(die: DieAsked) -> dict[str, Any]:
    """What a sentence needs to name a die."""
    return {"die": die.label, "sides": die.sides, "who": die.who, "purpose": die.purpose}
