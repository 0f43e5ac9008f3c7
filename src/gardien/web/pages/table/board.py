"""What a table's page shows, part by part: each part has an id, and the live stream sends the parts that changed."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.requests import Request

from gardien.core.keeper import speak_for
from gardien.core.presentation import FormSpec
from gardien.core.scene import Being
from gardien.core.system import System, find
from gardien.core.table_rules import kind_of
from gardien.core.terms import sentence
from gardien.table.handlers.ability import refusal_of
from gardien.table.handlers.rights import kept_from_players
from gardien.table.marks import content_of, scene_of
from gardien.table.shapes import trouble_with
from gardien.table.tables import Table
from gardien.table.taking_back import own_last, rests_on
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer, shown_version
from gardien.web.pages.entry import seat_of
from gardien.web.pages.fight.rounds import round_shown
from gardien.web.pages.forms.forms import Asker
from gardien.web.pages.forms.person_inputs import is_alone
from gardien.web.pages.frame import Frame, frame_of
from gardien.web.pages.log.cards import CardShown, card_instead, card_shown
from gardien.web.pages.log.deeds import due_word, is_for_players, is_house_business
from gardien.web.pages.table.calendar import clock_words
from gardien.web.pages.table.cast import cast_of
from gardien.web.pages.table.habits import last_aim, last_blow
from gardien.web.pages.table.people import Person, against_characters, name_of, person, person_instead, subtitle
from gardien.web.pages.table.time_ahead import TimeShown
from gardien.web.pages.undrawn import in_spite, part_instead

if TYPE_CHECKING:
    from gardien.web.pages.table.cast import Cast
    from gardien.web.pages.table.decisions import WaitShown
    from gardien.web.pages.table.desk import Desk
    from gardien.web.pages.table.requests import Answer

CARDS = 30  # looked at for what has just happened
TABS = 12  # acts that lie side by side


class Board:
    """One table for one viewer, at this moment."""

    place = ""  # the page under the table's own address

    def __init__(self, table: Table, viewer: Viewer, frame: Frame, selected: str = "", at: str | None = None) -> None:
        self.table = table
        self.viewer = viewer
        self.frame = frame
        self.view = table.look(viewer, at)
        self.system: System = find(self.view["system"])
        speak_for(self.system.terms)
        self._contents: dict[str, Being] = {}
        self.people: dict[str, Person] = {id: self._person(id) for id in self.view["characters"]}
        self.selected = self._select(selected)
        self.chosen: dict[str, Any] = {}  # inputs that the page's address fills in

    def _select(self, asked: str) -> str:
        """Whose hand is open: the one asked for, one's own, the first."""
        if asked in self.people:
            return asked
        players = [id for id, one in self.people.items() if not one.foe]
        return next(iter([*self.mine, *players, *self.people]), "")

    @property
    def damage(self) -> str:
        """What is missing of the table, and whether it can be played all the same."""
        trouble = trouble_with(self.table.state, whole=False)
        if trouble is not None and trouble.id == "table/damaged":
            return sentence(trouble, self.frame.language)
        return self.frame.t("gaps", came=", ".join(map(str, self.view["damaged"])))

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

    def content(self, id: str) -> Being:
        """Somebody's sheet and marks as far as the viewer knows them; nothing of whoever is not there."""
        if id not in self._contents:
            self._contents[id] = content_of(
                self.system.table_rules, self.view["characters"].get(id, {}), scene_of(self.view), id
            )
        return self._contents[id]

    def _person(self, id: str) -> Person:
        def draw() -> Person:
            return person(self.view, id, self.content(id), self.system, self.frame.language)

        return in_spite(self.frame, draw, lambda said: person_instead(self.view, id, said))

    def context(self, **more: Any) -> dict[str, Any]:
        return {"b": self, "view": self.view, "system": self.system, "table": self.table.campaign, **more}

    def part(self, template: str, **more: Any) -> Markup:
        return self.made(template, lambda: more)

    def made(self, template: str, make: Callable[[], Mapping[str, Any]]) -> Markup:
        def draw() -> Markup:  # what is worked out for a part may fail as its drawing may
            return self.frame.render(f"parts/{template}.html", **self.context(**make()))

        return in_spite(self.frame, draw, partial(part_instead, template))

    # ---- the log ----

    def log(self, before: str | None = None) -> dict[str, Any]:
        """Cards, newest first, and the entry behind which there are more."""
        from gardien.web.pages.log.reading import log_read

        return log_read(self, before)

    def logs(self, card: Tree) -> bool:
        """Whether an entry has a card in the viewer's log; how the table is run is looked up apart from it."""
        return not is_halfway(card) and (not is_house_business(card) if self.keeper else is_for_players(card))

    def new_cards(self, card: Tree) -> list[CardShown]:
        """A card that has come, and before it that of the request it answers, which tells of it."""
        ask = card.get("words", {}).get("ask") if "roll" in card else ""
        if not ask:
            return [self.card(card)]
        recent = self.recent()
        asked = [one for one in recent if one["command"] == "ask" and one["words"].get("ask") == ask]
        return [*(self.card(one, recent) for one in asked), self.card(card)]

    def recent(self) -> list[Tree]:
        """The newest cards as the log keeps them."""
        return self.table.log(self.viewer, self.frame.language, None, CARDS)

    def answers(self, ask: str) -> "dict[str, Answer]":
        """What has come of a request so far."""
        from gardien.web.pages.table.requests import answers_to

        return answers_to(self, ask, self.recent())

    def summary(self, answers: "dict[str, Answer]") -> str:
        from gardien.web.pages.table.requests import summary

        return summary(self, answers)

    def waits(self) -> "list[WaitShown]":
        """Decisions that are open, newest first."""
        from gardien.web.pages.table.decisions import wait_shown

        waits = (in_spite(self.frame, partial(wait_shown, self, id), lambda said: None) for id in self.view["waits"])
        return [one for one in waits if one is not None][::-1]

    def group(self) -> list[tuple[str, str]]:
        """What all players share, in words."""
        terms, language = self.system.terms, self.frame.language
        shared = {name: value for name, value in self.view["group"].items() if value != {}}
        return [(terms.label(name, language), in_a_line(value)) for name, value in shared.items()]

    def card(self, card: Tree, among: Sequence[Tree] = ()) -> CardShown:
        """A card as it is drawn; that of a request tells of its answers among others."""
        from gardien.web.pages.log.offers import with_room
        from gardien.web.pages.table.requests import request_shown

        def draw() -> CardShown:
            shown = card_shown(card, self.view, self.system, self.frame.language)
            shown = request_shown(self, card, shown, among) if among else shown
            shown = with_room(self, shown) if shown.rolled else shown
            shown = self.desk.with_undo(card, shown) if self.keeper else shown
            return round_shown(card, shown, self.view, self.system, self.frame.language)

        return in_spite(self.frame, draw, lambda said: card_instead(card, said))

    def takes_back(self, card: str) -> bool:
        """Whether the viewer may take back this entry of their own: the last one, on which nothing rests."""
        state, keeping, seat = self.table.state, self.table.keeping, self.viewer.log_of
        version = own_last(state, self.viewer.seat, keeping.newest_first(state.version, seat))
        if not version or shown_version(state, self.viewer, version) != card:
            return False
        entry, later = keeping.event(version), keeping.events(version, state.version, seat)
        known = [one for at, one in later if one is not None and state.holds(at) and self.viewer.knows(one)]
        return entry is not None and not any(rests_on(one, version, entry) for one in known)

    @cached_property
    def desk(self) -> "Desk":
        from gardien.web.pages.table.desk import Desk

        return Desk(self)

    # ---- the hand ----

    def selected_sheet(self) -> dict[str, Any]:
        """What the viewer sees of the sheet that is open."""
        return self.view["characters"].get(self.selected, {}).get("sheet", {})  # type: ignore[no-any-return]

    def acts(self) -> list[tuple[str, str]]:
        """The procedures of the selected character that are the viewer's to do, as tabs."""
        terms = self.system.terms
        names = [key for key in self.system.presentation.acts if self.can_do(key)] or [
            one.key for one in self.system.procedures() if one.dice or hasattr(one.outcome, "changes")
        ]
        names = [key for key in names if self.may_do(key)] or names
        shown = {key: terms.entry("act", key) or terms.entry("procedure", key) for key in names}
        return [(key, terms.say(entry, self.frame.language, default=key)) for key, entry in shown.items()]

    def can_do(self, procedure: str) -> bool:
        """Whether it is something for the selected character, under the house rules."""
        sheet = self.content(self.selected)
        return in_spite(self.frame, lambda: can_do(self.system, procedure, sheet), lambda said: False)

    def why_not(self, procedure: str, id: str) -> str:
        """Why somebody is in no state to do something, in words; nothing where they are."""
        cannot = self.system.table_rules.cannot
        if cannot is None or id not in self.view["characters"] or not self.may_act_for(id):
            return ""
        bar = in_spite(self.frame, lambda: cannot(self.content(id), procedure), lambda said: None)
        return sentence(refusal_of(bar, id, self.view["characters"], self.system), self.frame.language) if bar else ""

    def tabs(self, act: str) -> list[tuple[str, str]]:
        """The acts that lie side by side: the first few, and the one that is open."""
        acts = self.acts()
        return [one for at, one in enumerate(acts) if at < TABS or one[0] == act]

    def more_acts(self, act: str) -> list[tuple[str, list[tuple[str, str]]]]:
        """All others, topic by topic."""
        left = dict(one for one in self.acts() if one not in self.tabs(act))
        topics = []
        for topic, keys in self.system.presentation.act_topics:
            listed = [(key, left.pop(key)) for key in keys if key in left]
            entry = self.system.terms.entry("act_topic", topic)
            topics.append((self.system.terms.say(entry, self.frame.language, default=topic), listed))
        return [one for one in (*topics, ("", list(left.items()))) if one[1]]

    def proposable(self) -> list[tuple[str, str]]:
        """What only the game master does to the selected character, and a player may propose."""
        keys = [key for key in self.system.presentation.acts if self.can_do(key) and not self.may_do(key)]
        return [(key, self.procedure_name(key)) for key in keys if self.alone(key)]

    def phrases(self) -> list[str]:
        """What a player may say to mean an act, where the game has such words."""
        return [said for rule in self.system.reference.values() for said in rule.said(self.frame.language)]

    def asker(self, procedure: str, character: str, preset: Mapping[str, Any] | None = None) -> Asker:
        """The form of a procedure for a character."""
        present = self._present()
        chosen: tuple[str, ...] = (character,) if character else ()
        face = self.system.presentation.forms.get(procedure)
        if face and face.everybody:
            chosen = tuple(one.id for one in self.players if not self._is_barred(procedure, one.id))
        company = [self.view["characters"][one.id].get("sheet", {}) for one in self.players]
        together = {name: of(company) for name, of in face.company.items()} if face and company else {}
        against = self.system.table_rules.targeting.get(procedure)
        fits = against.fits if against else None
        if against and against.helps and (harm := self.system.table_rules.harm):  # the worst off first
            sheets = self.view["characters"]
            present = dict(sorted(present.items(), key=lambda one: -harm(sheets[one[0]].get("sheet", {}))))
        return Asker(
            self.system,
            self.system.procedure(procedure),
            self.frame.language,
            self.content(character),
            present,
            {**together, **last_aim(self, procedure, character), **(preset or self.chosen)},
            chosen,
            against_characters(self.view, self.people),
            {id for id in present if fits and not fits(self.view["characters"][id]["sheet"])},
            self._kept_from_players(face),
            self._apart(character, present),
        )

    def _apart(self, character: str, present: Collection[str]) -> dict[str, str]:
        """Those who are not in the fight that somebody is in, with the heading they stand under."""
        order = (self.view.get("fight") or {}).get("order", ())
        return {id: self.frame.t("fight_apart") for id in present if id not in order} if character in order else {}

    def _is_barred(self, procedure: str, id: str) -> bool:
        """Whether somebody's state bars them from taking part."""
        cannot = self.system.table_rules.cannot
        return cannot is not None and cannot(self.content(id), procedure) is not None

    def _kept_from_players(self, form: FormSpec | None) -> tuple[str, ...]:
        """The inputs of a form that the viewer does not fill in."""
        if self.keeper or form is None:
            return ()
        return kept_from_players(form, self.view["settings"]["players_edit"])

    def _present(self) -> dict[str, str]:
        """Whom an act may concern: those in the fight first, without the dead; the hidden last, for secret throws."""
        order = [id for id in (self.view.get("fight") or {}).get("order", ()) if id in self.people]
        there = sorted(dict.fromkeys((*order, *self.people)), key=lambda id: self.people[id].hidden)
        met = [id for id in there if not self.is_gone(id) and (self.keeper or not self.people[id].hidden)]
        return {id: self._named(id) for id in met}

    def _named(self, id: str) -> str:
        """A name to be chosen by; whoever is hidden is called so."""
        name = self.people[id].name
        return f"{name} ({self.frame.t('hidden')})" if self.people[id].hidden else name

    def is_gone(self, id: str) -> bool:
        """Whether nobody can meet them any more."""
        fighting = self.system.table_rules.fighting
        gone = fighting.gone if fighting else None
        return gone is not None and in_spite(self.frame, lambda: gone(self.content(id)), lambda said: False)

    def can_meet(self, id: str) -> bool:
        """Whether somebody can be aimed at: in sight, and not gone."""
        return id in self.people and not self.is_gone(id) and not self.people[id].hidden

    def fallen(self) -> "list[tuple[str, str, CardShown | None]]":
        """One's own who are out of the fight: who, their state, and what befell them."""
        fight = self.view["fight"]
        down = [id for id in (fight["order"] if fight else ()) if id in self.viewer.owns and self.why_out(id)]
        blows = {id: last_blow(self, id) for id in down}
        return [(self.name(id), self.state_word(id), self.card(blow) if blow else None) for id, blow in blows.items()]

    def state_word(self, id: str) -> str:
        """Somebody's state in words."""
        chips = self.people[id].chips
        return ", ".join(one.text for one in chips if one.tone == "bad") or ", ".join(one.text for one in chips[:1])

    def why_out(self, id: str) -> str:
        """Why somebody is in no state to fight; nothing where they are."""
        fighting = self.system.table_rules.fighting
        out = fighting.out if fighting else None
        return in_spite(self.frame, lambda: out(self.content(id)), lambda said: "") if out else ""

    def able_players(self, procedure: str) -> tuple[str, ...]:
        """Whom players play, without those who are in no state for something, or hidden."""
        return tuple(one.id for one in self.players if not one.hidden and not self._is_barred(procedure, one.id))

    @property
    def round_word(self) -> str:
        """What this game calls a round, with the number of the one under way."""
        text = self.system.terms.say(self.system.terms.entry("fight", "round"), self.frame.language)
        round = self.view["fight"]["round"]
        return text.format(round=round) if text else self.frame.t("fight_round", round=round)

    def alone(self, procedure: str) -> bool:
        return is_alone(self.system, self.system.procedure(procedure))

    def subtitle(self, sheet: Tree) -> str:
        return subtitle(sheet, self.system, self.frame.language)

    def name(self, id: str) -> str:
        return name_of(self.view, id)

    def names_of(self, ids: Iterable[str]) -> list[str]:
        return [self.name(id) for id in ids]

    def cast(self) -> "Cast":
        """Everybody, for the game master's column."""
        return cast_of(self)

    def sheet(self, id: str) -> Any:
        """One's own sheet in short."""
        from gardien.web.pages.sheet.sheet_view import SheetView

        return SheetView(self, id)

    def may_do(self, procedure: str) -> bool:
        """Whether a procedure is the viewer's to do, unasked."""
        return self.keeper or self.system.right(procedure) != "keeper"

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
            if not ask.get("by") and character in self.viewer.owns and character not in ask["answered"]
        ]

    def procedure_name(self, key: str) -> str:
        return self.system.terms.say(self.system.terms.entry("procedure", key), self.frame.language, default=key)

    @property
    def group_title(self) -> str:
        """What the table of the group is called."""
        from gardien.sheets.printing import roster_title

        return roster_title(self.system, self.frame.language)

    def clock(self, minutes: int) -> str:
        """A moment of the campaign in words."""
        return clock_words(minutes, self.frame.language, self.view["settings"]["began"])

    def due_name(self, due: Tree) -> str:
        return due_word(self.system, due, self.frame.language)

    @property
    def time(self) -> "TimeShown":
        """The clock, and what falls due."""
        return TimeShown(self)

    @property
    def kinds(self) -> list[str]:
        return [kind_of(one) for one in self.system.table_rules.sheets]


def in_a_line(value: Any) -> str:
    """A value in a few words: entries of a map beside each other."""
    return " · ".join(f"{name} {one}" for name, one in value.items()) if isinstance(value, Mapping) else str(value)


def is_halfway(card: Tree) -> bool:
    """Whether a card tells of a rule that has stopped for a decision."""
    return "wait" in card or "decided" in card


def can_do(system: System, procedure: str, sheet: Mapping[str, Any]) -> bool:
    """Whether somebody with such a sheet can do it: the game may say so, and what must be chosen is there."""
    face = system.presentation.forms.get(procedure)
    if face is None or not sheet:
        return True
    if face.fits:
        return face.fits(sheet)
    extra = system.table_rules.ui_inputs.get(procedure, {})
    one_of = [offer for name, offer in face.choices.items() if extra.get(name, {}).get("type") == "string"]
    return all(offer(sheet) for offer in one_of)


async def board_of(request: Request, house: Any) -> Board:
    """The table of the address as this device sees it."""
    table, viewer = await seat_of(request, house, request.path_params["table"])
    return Board(table, viewer, frame_of(request), request.query_params.get("c", ""))
