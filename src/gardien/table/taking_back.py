"""Taking back one entry alone: only where nothing that came later has written in the same places, or speaks of it."""

from collections.abc import Callable, Iterable
from itertools import islice

from gardien.core.errors import Refusal
from gardien.table.cards import can_be_taken_back
from gardien.table.events import Event, Logged
from gardien.table.state import Span, State, before, last_of
from gardien.table.tree import Effect, Path, at

LOOKED_BACK = 20  # entries, among which somebody’s own last one is looked for
Known = Callable[[int], Event | None]


def effects_without(
    state: State, version: int, entry: Event | None, later: Iterable[Logged], past: Callable[[int], State]
) -> tuple[Effect, ...]:
    """What puts everything back that one entry has written; refused where something `later` rests on it."""
    if entry is None or not can_be_taken_back(entry) or not state.holds(version) or version < 2:
        raise Refusal("table/nothing_to_undo", kind="refused")
    resting = [one for at, one in later if one is not None and state.holds(at) and rests_on(one, version, entry)]
    if resting:
        raise Refusal("table/rests_on_it", kind="refused", count=len(resting))
    before = past(version - 1)
    return tuple(Effect(one.path, at(before.play, one.path[1:])) for one in entry.effects if one.path[0] == "play")


def own_last(state: State, seat: str, told: Iterable[Logged]) -> int:
    """The last entry of a seat that still holds, among the newest that it was told of; 0 where there is none."""
    holding = ((version, entry) for version, entry in told if entry is not None and state.holds(version))
    for version, entry in islice(holding, LOOKED_BACK):
        if entry.seat == seat and can_be_taken_back(entry) and entry.command != "undo" and version > 1:
            return version
    return 0


def before_press(chain: tuple[Span, ...], event: Known) -> int:
    """The moment before the last entry, and before all that the same press has done."""
    last = last_of(chain)
    newest, to = event(last) if last else None, before(chain, last)
    while to and newest and newest.together and (one := event(to)) and one.together == newest.together:
        to = before(chain, to)
    return to


def rests_on(later: Event, version: int, entry: Event) -> bool:
    """Whether a later entry speaks of an earlier one, or has written where it has."""
    return later.of == version or any(_meet(one.path, two.path) for one in later.effects for two in entry.effects)


def _meet(one: Path, two: Path) -> bool:
    """Whether one of two places lies in the other."""
    shorter = min(len(one), len(two))
    return one[:shorter] == two[:shorter]
