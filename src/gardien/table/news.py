"""News: what one event brings to each viewer. Those who may know the same share the same work."""

from typing import Any

from gardien.core.in_force import under
from gardien.core.terms import Language
from gardien.table.cards import Telling, card, unreadable
from gardien.table.events import EVERYBODY, Event
from gardien.table.handlers.dispatch import shown_at, visible_paths
from gardien.table.packs import rows_at
from gardien.table.state import State
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer, of_keeper, seats_of_hidden, shown_version, viewer_of

NOBODY: Tree = {}


class News:
    """One event between two states of a table."""

    def __init__(self, version: int, event: Event | None, before: State, after: State) -> None:
        self.version = version
        self.event = event
        self.before = before
        self.after = after
        self.paths = list(visible_paths(before, after))
        self._telling = Telling(after, event.roll if event else None)
        self.memo: dict[Any, Any] = {}  # what was made of this already, by whom it is for
        self._seats, self._same_house = before.house.get("seats", {}), before.house is after.house
        self._addressed = () if event is None or event.audience == EVERYBODY else event.audience
        self._hidden = [seats_of_hidden(state.play.get("characters", NOBODY)) for state in (before, after)]
        self._shown = [(at, id, seats) for at, one in enumerate(self._hidden) for id, seats in one.items() if seats]
        self._involved = self._everybody_involved()
        self._let_in = self._everybody_let_in()

    def _everybody_involved(self) -> frozenset[str]:
        """The characters on whom it depends what somebody sees of this: whose they are, to whom they are shown."""
        involved = {id for one in self._hidden for id in one}  # wherever they are named, a few read one name more
        if self.event is not None:
            involved |= {change.who for change in self.event.changes}
            involved |= set(self.event.roll.people.values()) if self.event.roll else set()
        for state in (self.before, self.after):
            for section, *id in self.paths:
                kept = state.play.get(section, {})
                if section == "fight":
                    involved |= set(kept["order"]) if kept else set()
                elif section == "characters":
                    involved |= set(id)
                elif section == "waits" and id[0] in kept:
                    involved |= set(kept[id[0]]["people"].values())
                elif section in ("asks", "due") and id[0] in kept:
                    involved |= {kept[id[0]].get("character", ""), *kept[id[0]].get("characters", ())}
        return frozenset(involved)

    def _shown_to(self, viewer: Viewer) -> frozenset[tuple[int, str]]:
        """Who is hidden and yet shown to a viewer, before and after."""
        return frozenset((at, id) for at, id, seats in self._shown if viewer.seat in seats)

    def _everybody_let_in(self) -> frozenset[str]:
        """The seats that a decision is for which is not for everybody."""
        ids = [path[1] for path in self.paths if path[0] == "waits"]
        if not ids:
            return frozenset()
        waits = [state.play.get("waits", {}).get(id, {}) for state in (self.before, self.after) for id in ids]
        apart = [one["audience"] for one in waits if one.get("audience", EVERYBODY) != EVERYBODY]
        return frozenset(seat for seats in apart for seat in seats)

    def shared_by(self, viewer: Viewer) -> Any:
        """Viewers with the same answer here are told the same."""
        same = viewer.seat in self._seats and (self._same_house or viewer_of(self.before, viewer.seat) == viewer)
        addressed, let_in = viewer.seat in self._addressed, viewer.seat in self._let_in
        mine = self._involved.intersection(viewer.owns)
        shown = self._shown_to(viewer) if self._shown else None
        return viewer.keeper, addressed, mine, shown, let_in, viewer.role == "player", same or viewer

    def message_for(self, viewer: Viewer, language: Language) -> Tree | None:
        """The card and the parts of the view that changed for a viewer; None when there is nothing for them."""
        key = (*self.shared_by(viewer), language)
        if key not in self.memo:
            self.memo[key] = self._tell(viewer, language)
        return self.memo[key]  # type: ignore[no-any-return]

    def _tell(self, viewer: Viewer, language: Language) -> Tree | None:
        if self.event is not None and not viewer.notices(self.event):
            return None
        return under(rows_at(self.after), self._told, viewer, language)

    def _told(self, viewer: Viewer, language: Language) -> Tree | None:
        was = viewer_of(self.before, viewer.seat) if viewer.seat in self._seats else None
        parts: Tree = {}
        for path in self.paths:
            now = shown_at(self.after, viewer, path)
            if was is None or shown_at(self.before, was, path) != now:
                parts["/".join(path)] = now
        if viewer.keeper:
            old = of_keeper(self.before)
            parts |= {name: value for name, value in of_keeper(self.after).items() if value != old[name]}
        if was != viewer:
            parts["you"] = {"seat": viewer.seat, "role": viewer.role, "characters": list(viewer.owns)}
        shown = self.card(viewer, language)
        if shown is None and not parts:
            return None
        message: Tree = {"version": shown_version(self.after, viewer, self.version), "set": parts}
        if shown is not None:
            message["card"] = shown
        if self.event is not None and (self.event.to is not None or self.event.command == "undo"):
            message["reload"] = True  # which cards are struck has changed
        return message

    def card(self, viewer: Viewer, language: Language) -> Tree | None:
        if self.event is None:
            return unreadable(self.version) if viewer.keeper else None
        return card(self.after, viewer, self.version, self.event, language, self._telling)
