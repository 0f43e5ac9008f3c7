"""One throw against another where the outcome names the winner: Lutte, disarming, POU against POU, driving."""

from gardien.core.telling import Told
from gardien.core.wording import joined, start
from gardien.systems.d20d100.sentences.grammar import side

Side = tuple[int | None, int]  # the face, and what is added to it


def contest(told: Told, head: str, sides: tuple[Side, Side], end: str) -> str:
    """« Lutte contre Lutte : 9 + 4 = 13 contre 14 − 3 = 11. Harvey l'emporte. »; a 1 and a tie are named."""
    (first, more), (second, other) = sides
    against = told.pick("contre", "against")
    line = f"{start(head)}{told.colon} {side(told, first, more)} {against} {side(told, second, other)}."
    return joined(line, _why(told, sides), f"{start(end)}.")


def _why(told: Told, sides: tuple[Side, Side]) -> str:
    """What the totals alone do not say (D100-TEST-03, D100-TEST-07)."""
    (first, more), (second, other) = sides
    if first is None or second is None:
        return ""
    if first == second == 1:
        return told.pick("1 au dé des deux côtés.", "A natural 1 on both sides.")
    if 1 in (first, second):
        return told.pick("1 au dé, échec total.", "Natural 1, total failure.")
    return told.pick("Égalité.", "A tie.") if first + more == second + other else ""
