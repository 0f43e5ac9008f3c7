"""What is said of one call of Dark Operators, as a keyboard would write it."""

from typing import Any

from gardien.core.calling import prepare
from gardien.core.interpreters.typed import typed
from gardien.core.telling import tell
from gardien.core.terms import HARD, THIN


def plain(line: str) -> str:
    """A line with the spaces and apostrophes of a keyboard, as the stories are written."""
    return line.replace(HARD, " ").replace(THIN, " ").replace("’", "'")


def say(procedure: str, given: dict[str, Any], dice: list[int], language: str = "fr", who: str = "") -> str:
    """All that is said of one call, on one line."""
    prepared = prepare("operators", procedure, given)
    return plain(" ".join(tell(prepared, typed(prepared.request(), dice), language, who)))  # type: ignore[arg-type]
