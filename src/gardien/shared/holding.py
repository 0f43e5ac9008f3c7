"""Relations between people in a fight, as marks keep them: those whom somebody has in their arms, by id."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gardien.core.fighting import Content, Hold

Fields = dict[str, Any]  # what is written on somebody


def people_in(sheet: Content, mark: str) -> list[str]:
    """Those whom a mark names; nobody where it was only ruled."""
    marked = sheet.get(mark)
    return list(marked) if isinstance(marked, list | tuple) else []


def without(ids: Iterable[str], other: str) -> list[str]:
    """The same people without one."""
    return [id for id in ids if id != other]


def joined(ids: Iterable[str], other: str) -> list[str]:
    """The same people, and one who comes last."""
    return [*without(ids, other), other]


def let_go(
    free: Callable[[Content, str], Fields],
) -> Callable[[Hold, Mapping[str, Content]], dict[str, Fields]]:
    """How a hold ends where both bear it: each of the two is free of the other."""

    def release(hold: Hold, people: Mapping[str, Content]) -> dict[str, Fields]:
        both = {hold.holder: hold.victim, hold.victim: hold.holder}
        return {id: free(people[id], other) for id, other in both.items() if id in people}

    return release
