"""What every decision starts from, and what it comes to."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.core.system import System, find
from gardien.core.table_rules import TableRules
from gardien.table.cards import sees_what_it_rests_on
from gardien.table.events import EVERYBODY, Event, Logged, Rolled
from gardien.table.state import State
from gardien.table.tree import Effect, Tree
from gardien.table.viewers import Viewer, sees

PLAIN = ("dice/", "act/")  # refusals that tell nothing but what whoever acts knows, and what anybody sees
AUTO = "auto"  # whoever sees something change


def _nothing(*_: Any) -> Any:
    return ()


class Moment(Struct, frozen=True):
    """What a decision may take from the world: the time, dice, new ids, and what happened earlier, if anything did."""

    now: int
    generator: Any
    new_id: Callable[[str], str]
    event: Callable[[int], Event | None] = lambda version: None  # one of the past
    known_until: Callable[[int], State] = lambda version: State()  # the state after a version
    events: Callable[..., Iterable[Logged]] = _nothing  # after a version until another; of a seat, those it was told of
    newest_first: Callable[..., Iterable[Logged]] = _nothing  # the same, backwards from a version


class Decision(Struct, frozen=True, kw_only=True):
    """What a command comes to."""

    effects: tuple[Effect, ...] = ()
    held: tuple[Effect, ...] = ()
    roll: Rolled | None = None
    audience: str | tuple[str, ...] = AUTO
    announced: bool = False
    seal: str = ""
    nonce: str = ""
    to: int | None = None
    of: int | None = None
    asked: dict[str, Any] | None = None


class Context(Struct, frozen=True, dict=True):
    """A table, somebody who asks, and the moment."""

    state: State
    viewer: Viewer
    moment: Moment

    @property
    def play(self) -> Tree:
        return self.state.play

    @cached_property
    def system(self) -> System:
        return find(self.state.play["system"])

    @property
    def table_rules(self) -> TableRules:
        return self.system.table_rules

    def character(self, id: str, field: str = "character") -> Tree:
        """Somebody the asker can see; who is hidden from them does not exist."""
        kept = self.play.get("characters", {}).get(id)
        if kept is None or not sees(self.viewer, id, kept):
            raise Refusal("table/no_character", field=field, came=id[:40])
        return kept  # type: ignore[no-any-return]

    def own(self, id: str, field: str = "character") -> Tree:
        """Somebody the asker may act for."""
        kept = self.character(id, field)
        if not (self.viewer.keeper or id in self.viewer.owns):
            raise Refusal("table/not_yours", kind="forbidden", field=field)
        return kept

    def refusals_shielded(
        self, ids: Iterable[str], about: tuple[str, ...] = (), hidden: tuple[str, ...] = ()
    ) -> "Shield":
        """A refusal that may speak of values the asker must not know says only where the trouble is.

        `about` are the fields of which all may be told, `hidden` the inputs that only the game master knows.
        """
        return Shield(self, ids, about, hidden)

    def entity(self, section: str, id: str) -> Tree:
        """A request, a plan, a note… of the table."""
        kept = self.play.get(section, {}).get(id)
        if kept is None:
            raise Refusal("table/nothing", field=section, came=id[:40])
        return kept  # type: ignore[no-any-return]

    def seats(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Seats that there are."""
        known = self.state.house.get("seats", {})
        for id in ids:
            if id not in known:
                raise Refusal("table/nothing", field="seat", came=id[:40])
        return tuple(dict.fromkeys(ids))

    def listeners(self, wanted: str | tuple[str, ...]) -> str | tuple[str, ...]:
        """Everybody, or the seats that hear it beside the game master; whoever else speaks hears themselves."""
        if wanted == EVERYBODY:
            return EVERYBODY
        seats = () if wanted == "keeper" else self.seats(wanted)
        return seats if self.viewer.keeper else (self.viewer.seat,)


class Shield:
    """Around what is worked out from sheets of several people."""

    def __init__(self, context: Context, ids: Iterable[str], about: tuple[str, ...], hidden: tuple[str, ...]) -> None:
        self._context, self._ids, self._about, self._hidden = context, ids, about, hidden

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, refusal: BaseException | None, _: object) -> None:
        if not isinstance(refusal, Refusal):
            return
        people, viewer = self._context.play["characters"], self._context.viewer
        there = [id for id in self._ids if id in people]
        open_to = sees_what_it_rests_on(viewer, people, there, self._hidden)
        if not (open_to or refusal.id.startswith(PLAIN) or refusal.field.startswith(self._about)):
            raise Refusal("table/unseen", kind="refused", field=refusal.field) from None
