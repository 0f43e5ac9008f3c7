"""What a table's page shows, part by part: each part has an id, and the live stream sends the parts that changed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from msgspec import inspect

from gardien.core.errors import Refusal
from gardien.core.hosting import kind_of
from gardien.core.procedure import Procedure
from gardien.core.system import System, find
from gardien.table.binding import people_in
from gardien.table.tables import Table
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer, sees, sees_all
from gardien.web.pages.cards import CardShown, card_shown
from gardien.web.pages.forms import Asker
from gardien.web.pages.frame import Frame
from gardien.web.pages.people import Person, name_of, person, subtitle
from gardien.web.pages.persons import holds_person, is_person, item_of
from gardien.web.pages.rounds import round_shown

if TYPE_CHECKING:
    from gardien.web.pages.waiting import WaitShown

CARDS = 30
TABS = 12  # acts that lie side by side


class Board:
    """One table for one viewer, at this moment."""

    def __init__(self, table: Table, viewer: Viewer, frame: Frame, selected: str = "") -> None:
        self.table = table
        self.viewer = viewer
        self.frame = frame
        self.view = table.look(viewer)
        self.system: System = find(self.view["system"])
        self.people: dict[str, Person] = {
            id: person(self.view, id, self.system, frame.language) for id in self.view["characters"]
        }
        self.selected = self._selected(selected)
        self.chosen: dict[str, Any] = {}  # inputs that the page's address fills in

    def _selected(self, asked: str) -> str:
        """Whose hand is open: the one asked for, one's own, the first."""
        if asked in self.people:
            return asked
        players = [id for id, one in self.people.items() if not one.foe]
        return next(iter([*self.mine, *players, *self.people]), "")

    @property
    def keeper(self) -> bool:
        return self.viewer.keeper

    @property
    def players(self) -> list[Person]:
        return [one for one in self.people.values() if not one.foe]

    @property
    def others(self) -> list[Person]:
        return [one for one in self.people.values() if one.foe]

    @property
    def mine(self) -> list[str]:
        return [id for id in self.viewer.owns if id in self.people]

    def context(self, **more: Any) -> dict[str, Any]:
        return {"b": self, "view": self.view, "system": self.system, "table": self.table.campaign, **more}

    def part(self, template: str, **more: Any) -> Markup:
        return self.frame.render(f"parts/{template}.html", **self.context(**more))

    # ---- the log ----

    def cards(self, before: str | None = None) -> list[CardShown]:
        """Newest first, without those that wait, which lie above, and those whose end is a card of its own."""
        found: list[Tree] = []
        while len(found) < CARDS:
            cards = self.table.log(self.viewer, self.frame.language, before, CARDS)
            found += [one for one in cards if not is_halfway(one)]
            if len(cards) < CARDS:
                break
            before = cards[-1]["id"]
        return [self.card(one) for one in found[:CARDS]]

    def waits(self) -> "list[WaitShown]":
        """Decisions that are open, newest first."""
        from gardien.web.pages.waiting import shown

        found = (shown(self, id) for id in reversed(self.view["waits"]))
        return [one for one in found if one is not None]

    def group(self) -> list[tuple[str, str]]:
        """What all players share, in words."""
        terms, language = self.system.terms, self.frame.language
        return [(terms.label(name, language), str(value)) for name, value in self.view["group"].items()]

    def card(self, card: Tree) -> CardShown:
        shown = card_shown(card, self.view, self.system, self.frame.language)
        return round_shown(card, shown, self.view, self.system, self.frame.language)

    # ---- the hand ----

    def acts(self) -> list[tuple[str, str]]:
        """The procedures of the selected character, as tabs."""
        terms = self.system.terms
        sheet = self.view["characters"].get(self.selected, {}).get("sheet", {})
        names = [key for key in self.system.face.acts if can_do(self.system, key, sheet)] or [
            one.key for one in self.system.procedures() if one.dice or hasattr(one.outcome, "changes")
        ]
        shown = {key: terms.entry("act", key) or terms.entry("procedure", key) for key in names}
        return [(key, terms.say(entry, self.frame.language, default=key)) for key, entry in shown.items()]

    def tabs(self, act: str) -> list[tuple[str, str]]:
        """The acts that lie side by side: the first few, and the one that is open."""
        acts = self.acts()
        return [one for at, one in enumerate(acts) if at < TABS or one[0] == act]

    def more_acts(self, act: str) -> list[tuple[str, list[tuple[str, str]]]]:
        """All others, topic by topic."""
        left = dict(one for one in self.acts() if one not in self.tabs(act))
        found = []
        for topic, keys in self.system.face.act_topics:
            listed = [(key, left.pop(key)) for key in keys if key in left]
            entry = self.system.terms.entry("act_topic", topic)
            found.append((self.system.terms.say(entry, self.frame.language, default=topic), listed))
        return [one for one in (*found, ("", list(left.items()))) if one[1]]

    def asker(self, procedure: str, character: str, preset: Mapping[str, Any] | None = None) -> Asker:
        """The form of a procedure for a character."""
        kept = self.view["characters"].get(character, {})
        sheet = {**kept.get("sheet", {}), **kept.get("marks", {})}
        present = self._present()
        chosen: tuple[str, ...] = (character,) if character else ()
        face = self.system.face.forms.get(procedure)
        if face and face.everybody:
            chosen = tuple(one.id for one in self.players)
        company = [self.view["characters"][one.id].get("sheet", {}) for one in self.players]
        together = {name: of(company) for name, of in face.company.items()} if face and company else {}
        against = self.system.hosting.against.get(procedure)
        fits = against.fits if against else None
        return Asker(
            self.system,
            self.system.procedure(procedure),
            self.frame.language,
            sheet,
            present,
            {**together, **(preset or self.chosen)},
            chosen,
            {one.id for one in self.others},
            {id for id in present if fits and not fits(self.view["characters"][id]["sheet"])},
        )

    def _present(self) -> dict[str, str]:
        """Whom an act may concern: those in the fight first, without the dead and whoever is hidden."""
        order = [id for id in (self.view.get("fight") or {}).get("order", ()) if id in self.people]
        there = dict.fromkeys((*order, *self.people))
        return {id: self.people[id].name for id in there if not self.people[id].hidden and not self.is_gone(id)}

    def is_gone(self, id: str) -> bool:
        """Whether nobody can meet them any more."""
        fighting, kept = self.system.hosting.fighting, self.view["characters"][id]
        return bool(fighting and fighting.gone and fighting.gone({**kept["sheet"], **kept.get("marks", {})}))

    def alone(self, procedure: str) -> bool:
        return is_alone(self.system, self.system.procedure(procedure))

    def check_open(self, given: Any, character: str | None) -> None:
        """Odds and dry runs rest on what the viewer may know."""
        people = self.table.state.play.get("characters", {})
        for id in {*people_in(given), *([character] if character else [])}:
            if id not in people or not sees(self.viewer, id, people[id]):
                raise Refusal("table/no_character", field="character", came=id[:40])
            if not sees_all(self.viewer, id, people[id]):
                raise Refusal("table/odds_hidden", kind="forbidden", field="character")

    def subtitle(self, sheet: Tree) -> str:
        return subtitle(sheet, self.system, self.frame.language)

    def name(self, id: str) -> str:
        return name_of(self.view, id)

    def names_of(self, ids: Iterable[str]) -> list[str]:
        return [self.name(id) for id in ids]

    def sheet(self, id: str) -> Any:
        """One's own sheet in short."""
        from gardien.web.pages.sheet_view import SheetView

        return SheetView(self, id)

    def may_act_for(self, id: str) -> bool:
        return self.keeper or id in self.viewer.owns

    def asks(self) -> Iterator[tuple[str, Tree]]:
        """Requests that wait, newest first."""
        yield from reversed(self.view["asks"].items())

    def my_asks(self) -> list[tuple[str, Tree, str]]:
        """Requests that wait for one's own characters."""
        return [
            (id, ask, character)
            for id, ask in self.view["asks"].items()
            for character in ask["characters"]
            if character in self.viewer.owns and character not in ask["answered"]
        ]

    def procedure_name(self, key: str) -> str:
        return self.system.terms.say(self.system.terms.entry("procedure", key), self.frame.language, default=key)

    @property
    def group_title(self) -> str:
        """What the table of the group is called."""
        from gardien.sheets.printing import roster_title

        return roster_title(self.system, self.frame.language)

    def due_name(self, due: Tree) -> str:
        """What has fallen due, where the game has a word for it that is not the act’s own; and what it is about."""
        entry = self.system.terms.entry("due", due["procedure"])
        name = self.system.terms.say(entry, self.frame.language) if entry else self.procedure_name(due["procedure"])
        about = due.get("about", ("", ""))[self.frame.language == "en"]
        return f"{name} · {about}" if about else name

    def ahead_of_clock(self) -> list[Tree]:
        """Whose acts have taken time that the clock has not gone through yet, and what it would do by then."""
        from gardien.web.pages.ahead import foreseen

        taken = self.system.hosting.taken
        if taken is None or not self.keeper:
            return []
        known = {id: {**one.get("sheet", {}), **one.get("marks", {})} for id, one in self.view["characters"].items()}
        found = {id: minutes for id in self.people if (minutes := taken(known[id]))}
        return [{"who": id, "minutes": minutes, **foreseen(self, minutes)} for id, minutes in found.items()]

    @property
    def kinds(self) -> list[str]:
        return [kind_of(one) for one in self.system.hosting.sheets]


def is_halfway(card: Tree) -> bool:
    """Whether a card tells of a rule that has stopped for a decision."""
    return "wait" in card or "decided" in card


def can_do(system: System, procedure: str, sheet: Mapping[str, Any]) -> bool:
    """Whether somebody with such a sheet can do it: the game may say so, and what must be chosen is there."""
    face = system.face.forms.get(procedure)
    if face is None or not sheet:
        return True
    if face.fits:
        return face.fits(sheet)
    extra = system.hosting.extra.get(procedure, {})
    one_of = [offer for name, offer in face.choices.items() if extra.get(name, {}).get("type") == "string"]
    return all(offer(sheet) for offer in one_of)


def is_alone(system: System, procedure: Procedure) -> bool:
    """Whether a procedure is one person's, upon others or not; those of groups name everybody inside."""
    if procedure.key in system.hosting.against or procedure.key in system.hosting.actors:
        return True
    kind = inspect.type_info(procedure.given)
    assert isinstance(kind, inspect.StructType)
    face = system.face.forms.get(procedure.key)
    chosen = [one for one in kind.fields if face and one.encode_name in face.main and is_person(system, one.type)]
    listed = [one for one in kind.fields if _holds_people(one.type) or holds_person(system, item_of(one.type))]
    return not chosen and not listed


def _holds_people(kind: inspect.Type) -> bool:
    """A list of named people, or a group with members."""
    if isinstance(kind, inspect.VarTupleType) and isinstance(kind.item_type, inspect.StructType):
        return bool({"name", "id"} & {one.encode_name for one in kind.item_type.fields})
    return isinstance(kind, inspect.StructType) and any(one.encode_name == "members" for one in kind.fields)
