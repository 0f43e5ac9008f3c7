"""Taking back one entry alone: only where nothing that came later has written in the same places, or speaks of it."""

from collections.abc import Callable, Iterator

from gardien.core.errors import Refusal
from gardien.table.cards import can_be_taken_back
from gardien.table.events import Event
from gardien.table.state import Span, State, before, last_of
from gardien.table.tree import Effect, Path, at

LOOKED_BACK = 20  # entries, among which somebody’s own last one is looked for
Known = Callable[[int], Event | None]


def effects_without(state: State, version: int, event: Known, past: Callable[[int], State]) -> tuple[Effect, ...]:
    """What puts everything back that one entry has written; refused where something rests on it."""
    entry = event(version)
    if entry is None or not can_be_taken_back(entry) or not state.holds(version) or version < 2:
        raise Refusal("table/nothing_to_undo", kind="refused")
    later = [one for one in _later(state, version, event) if rests_on(one, version, entry)]
    if later:
        raise Refusal("table/rests_on_it", kind="refused", count=len(later))
    before = past(version - 1)
    return tuple(Effect(one.path, at(before.play, one.path[1:])) for one in entry.effects if one.path[0] == "play")


def own_last(state: State, seat: str, event: Known) -> int:
    """The last entry of a seat that still holds, if it is not long ago; 0 where there is none."""
    for version in range(last_of(state.chain), max(1, last_of(state.chain) - LOOKED_BACK), -1):
        entry = event(version) if state.holds(version) else None
        if entry is not None and entry.seat == seat and can_be_taken_back(entry) and entry.command != "undo":
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


def _later(state: State, version: int, event: Known) -> Iterator[Event]:
    for number in range(version + 1, last_of(state.chain) + 1):
        if state.holds(number) and (one := event(number)) is not None:
            yield one


def _meet(one: Path, two: Path) -> bool:
    """Whether one of two places lies in the other."""
    shorter = min(len(one), len(two))
    return one[:shorter] == two[:shorter]
