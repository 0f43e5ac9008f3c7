"""The game master's desk: what the hand shows of an act, and what one press would take back or bring back."""

import re
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gardien.core.telling import lower_first
from gardien.core.wording import ARTICLES, VOWELS
from gardien.table.cards import can_be_taken_back
from gardien.table.events import Event
from gardien.table.state import Span, last_of
from gardien.table.taking_back import before_press, rests_on
from gardien.table.tree import Tree
from gardien.web.pages.forms.forms import Asker, Field
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.log.deeds import in_a_line, who_did
from gardien.web.pages.table.acts import acts_ready, split_fields
from gardien.web.pages.table.people import Person

if TYPE_CHECKING:
    from gardien.web.pages.table.board import Board

LOOKED_BACK = 60  # entries that can be taken back by themselves
KIND = re.compile(r"[ \d]+$")  # without the number of one among several
FEW = 6  # people who can be asked side by side


class Hand(Struct, frozen=True):
    """The form of an act: its fields in sight, and those behind the fold."""

    form: Asker
    shown: list[tuple[Field, bool]]  # with whether it takes the whole width
    folded: list[Field]

    @property
    def folded_count(self) -> int:
        """How many of those that are folded can be filled in as the form stands."""
        return sum(one.kind != "none" for one in self.folded)


def versions_of(chain: tuple[Span, ...]) -> set[int]:
    """The entries that hold."""
    return {version for first, last in chain for version in range(first, last + 1)}


def _given_name(name: str) -> str:
    """The first word that can be spoken: Lucien, of Dr Lucien Vasseur; whoever has an article keeps all of it."""
    if name.startswith(ARTICLES):
        return name
    words = name.split()
    spoken = (word for word in words if any(letter in (*VOWELS, "y") for letter in word.lower()))
    return next(spoken, words[0] if words else name)


class Desk:
    """What the desk of one game master says beside the parts that all share."""

    def __init__(self, board: "Board") -> None:
        self.board = board

    def hand(self, act: str, selected: str, *, listed: bool = False) -> Hand:
        """Somebody's act; in their turn of a fight, with whom it may be aimed at line by line."""
        form = self.board.asker(act, selected)
        return Hand(form, *split_fields(form.main(), form.more(), taken=0 if listed else 1, listed=listed))

    def ready(self, act: str) -> list[tuple[str, str]]:
        return acts_ready(self.board, act)

    def name(self, act: str) -> str:
        """What the act is called, where a button does it."""
        terms = self.board.system.terms
        entry = terms.entry("act", act) or terms.entry("procedure", act)
        return terms.say(entry, self.board.frame.language, default=act)

    def asked(self, act: str) -> list[Person]:
        """Whom the act can be asked of."""
        return self.board.players if self.board.alone(act) else []

    def can_hush(self, act: str) -> bool:
        """Whether a request for the act says how hard it is."""
        face = self.board.system.presentation.forms.get(act)
        return face is not None and self.board.system.presentation.difficulty in (*face.main, *face.more)

    def asked_for(self, ask: str) -> str:
        """What a request that is over was about, in the words of whoever asked; else the name of the act."""
        known = (one["words"] for one in self.board.recent() if one["command"] == "ask")
        found: Tree = next((one for one in known if one.get("ask") == ask), {})
        return str(found.get("text") or self.board.procedure_name(found.get("procedure", "")))

    def first_name(self, name: str) -> str:
        """A name as short as it can be told apart by."""
        short = _given_name(name)
        return short if [_given_name(one.name) for one in self.board.players].count(short) < 2 else name

    def sights(self) -> list[tuple[str, str]]:
        """What is seen asks something of all who see it: a word for each kind, and the command that throws for them."""
        board = self.board
        people = [id for id in board.people if not board.view["characters"][id].get("hidden") and not board.is_gone(id)]
        kinds = {KIND.sub("", board.name(id)): self._sight(id) for id in reversed(people)}  # one ghoul is like another
        return [one for one in kinds.values() if one][::-1]

    def _sight(self, id: str) -> tuple[str, str] | None:
        board, terms = self.board, self.board.system.terms
        rule = board.system.table_rules.faced
        asked = rule(board.content(id), {"character": id}) if rule and board.keeper else None
        if asked is None or not board.able_players(asked[0]):
            return None
        procedure, inputs = asked
        entry = terms.entry("sight", procedure) or terms.entry("everyone", procedure)
        word = terms.say(entry, board.frame.language, default=board.procedure_name(procedure))
        given = {f"json.{name}": msgspec.json.encode(value).decode() for name, value in inputs.items()}
        command = {"type": "each", "procedure": procedure, "out_of_turn": "true", **given}
        return board.frame.t("sight_of", what=word, name=board.name(id)), msgspec.json.encode(command).decode()

    @property
    def few(self) -> int:
        return FEW

    def with_undo(self, card: Tree, shown: CardShown) -> CardShown:
        """A card with whether it can be taken back by itself, or with how much it took back."""
        shown = replace(shown, alone=shown.id in self._free)
        to, command = card.get("to"), card["command"]
        if to is None or command not in ("undo", "redo"):
            return shown
        state_at = self.board.table.keeping.state_at
        chains = versions_of(state_at(int(card["id"]) - 1).chain), versions_of(state_at(int(to)).chain)
        count = len(chains[0] - chains[1] if command == "undo" else chains[1] - chains[0])
        key = f"did_{command}_one" if count == 1 else f"did_{command}_many"
        return replace(shown, what=self.board.frame.t(key, count=count)) if count else shown

    @cached_property
    def _newest(self) -> list[tuple[int, Event]]:
        state, keeping = self.board.table.state, self.board.table.keeping
        looked = islice(keeping.newest_first(state.version, self.board.viewer.log_of), LOOKED_BACK)
        return [(version, one) for version, one in looked if one and state.holds(version) and can_be_taken_back(one)]

    @cached_property
    def _free(self) -> frozenset[str]:
        """Entries on which nothing rests that came later."""
        free: set[str] = set()
        later: list[Event] = []
        for version, entry in self._newest:
            if version > 1 and not any(rests_on(one, version, entry) for one in later):
                free.add(str(version))
            later.append(entry)
        return frozenset(free)

    def goes(self) -> str:
        """What one press takes back, as the log tells it; nothing where nothing is left."""
        table = self.board.table
        chain = table.state.chain
        to = before_press(chain, table.keeping.event)
        if to < 1:
            return ""
        further = len([one for one in versions_of(chain) if one > to]) - 1
        named = self._named(last_of(chain))
        return self.board.frame.t("undo_together", what=named, count=further) if further and named else named

    def returns(self) -> str:
        """What one press brings back."""
        redo = self.board.table.state.redo
        return self._named(redo[-1]) if redo else ""

    def _named(self, version: int) -> str:
        board = self.board
        cards = board.table.cards_between(board.viewer, version - 1, version, board.frame.language)
        if not cards:
            return ""
        card, language = cards[0], board.frame.language
        line = in_a_line(card, board.view, board.system, language)
        return line if who_did(card, board.view, board.system, language) else lower_first(line)
