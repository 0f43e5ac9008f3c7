"""A fight as each viewer sees it: who is in, in which state, who has declared what, what still waits."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct, structs

from gardien.core.fighting import Bar, Content, Fighting, conditions_of
from gardien.core.scene import Being
from gardien.core.telling import lower_first
from gardien.core.terms import bar_text
from gardien.core.wording import put_in
from gardien.sheets.states import Chip
from gardien.table.tables import Table
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer
from gardien.web.pages.frame import Frame
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.table.board import Board, is_halfway
from gardien.web.pages.table.people import SIDES, Person, name_of
from gardien.web.pages.undrawn import in_spite

ROUNDS = 12  # cards of a fight that are shown
LOOKED_BACK = 300  # cards among which its story is looked for


def without_number(name: str) -> str:
    """The name that several share: « Sectateur 3 » is a Sectateur."""
    return re.sub(r" \d+$", "", name)


class Fighter(Struct, frozen=True):
    """Somebody in a fight; several who are alike in all that is shown are one."""

    ids: tuple[str, ...]
    name: str
    person: Person
    side: str
    state: str  # in, out (still to declare), bound (cannot act), left (out of the fight), hidden
    act: str = ""
    aims: str = ""
    detail: str = ""
    why: str = ""
    conditions: tuple[Chip, ...] = ()
    rank: str = ""
    band: int | None = None  # how far from whoever acts, where that matters
    cover: bool = False
    now: bool = False
    done: bool = False
    mine: bool = False

    @property
    def id(self) -> str:
        return self.ids[0]

    @property
    def count(self) -> int:
        return len(self.ids)

    @property
    def foe(self) -> bool:
        """Whether they fight against the characters, by their side where one is named."""
        return SIDES.get(self.side, self.person.foe)


class FightBoard(Board):
    """One table's fight for one viewer, at this moment."""

    place = "/combat"

    def __init__(self, table: Table, viewer: Viewer, frame: Frame, selected: str = "") -> None:
        super().__init__(table, viewer, frame)
        self.fighting: Fighting | None = self.system.table_rules.fighting
        self.fight: Tree | None = self.view["fight"]
        self.round: int = self.fight["round"] if self.fight else 1
        self.begins_anew = False  # another fight is wanted, whatever the last one has come to
        self.names = self._names()
        self.fighters = [in_spite(frame, partial(self._fighter, id), partial(self._instead, id)) for id in self.order]
        if self.now and not (self.fighting and self.fighting.simultaneous):
            self.selected = self.now
        self.asked = selected if selected in self.order and self.may_act_for(selected) else self._next()

    # ---- who ----

    @property
    def order(self) -> list[str]:
        return [id for id in (self.fight["order"] if self.fight else ()) if id in self.people]

    def _names(self) -> dict[str, str]:
        """A name for each fighter that no other has, as the rolls number them."""
        shown = sorted(self.order, key=lambda id: self.people[id].hidden)
        names: dict[str, str] = {}
        for id in shown:
            base, number = name_of(self.view, id), 2
            name = base
            while name in names.values():
                name, number = f"{base} {number}", number + 1
            names[id] = name
        return names

    def name(self, id: str) -> str:
        return self.names.get(id) or super().name(id)

    def rest(self, id: str) -> Mapping[str, Being]:
        """Everybody else in the fight."""
        return {other: self.in_fight(other) for other in self.order if other != id}

    def in_fight(self, id: str) -> Being:
        """Somebody with the side they are on."""
        assert self.fight is not None
        assert self.fighting is not None
        return self.content(id).having({self.fighting.sides: self.fight["sides"].get(id, "")})

    def bars(self, id: str, draft: Content | None = None) -> list[Bar]:
        """What somebody cannot declare now."""
        if self.fighting is None or self.fighting.bars is None:
            return []
        fighter = self.in_fight(id).having(draft or {})
        return self.fighting.bars(fighter, self.rest(id), self.round, self.view["options"] or {})

    def acts_known(self) -> list[str]:
        """Every act of the game, in its own order."""
        from gardien.web.pages.fight.declaration import act_words

        return act_words(self.system) if self.fighting and self.fighting.round else []

    def free(self, id: str) -> bool:
        """Whether there is anything to declare for somebody."""
        assert self.fighting is not None
        acts = self.acts_known()
        barred = {bar.value for bar in self.bars(id) if bar.field == self.fighting.act} if acts else set()
        return not acts or any(act not in barred for act in acts)

    def _next(self) -> str:
        """For whom the viewer declares next: one's own who still waits, else one's own."""
        own = [one for one in self.fighters if self.may_act_for(one.id) and one.state != "left"]
        if self.keeper:
            own.sort(key=lambda one: bool(one.person.played_by))
        waiting = [one.id for one in own if one.state == "out"]
        return next(iter([*waiting, *(one.id for one in own if one.state != "hidden")]), "")

    # ---- the hand of whoever acts: the page lists the acts of a turn itself ----

    def tabs(self, act: str) -> list[tuple[str, str]]:
        return []

    def more_acts(self, act: str) -> list[tuple[str, list[tuple[str, str]]]]:
        turns = self.fighting.turns if self.fighting else ()
        left = [(topic, [one for one in listed if one[0] not in turns]) for topic, listed in super().more_acts(act)]
        return [one for one in left if one[1]]

    def _present(self) -> dict[str, str]:
        return {id: self.name(id) for id in super()._present()}

    # ---- in which state ----

    def _fighter(self, id: str) -> Fighter:
        assert self.fight is not None
        assert self.fighting is not None
        person, declared = self.people[id], self.fight["declared"]
        out = self.why_out(id)
        state = "left" if out else "hidden" if person.hidden else "in" if id in declared else "out"
        why = ""
        if state == "out" and self.fighting.round and self.may_act_for(id) and not self.free(id):
            state, why = "bound", self.why_bound(id)
        elif state == "out" and not self.may_act_for(id) and not self.free(id):
            state = "bound"
        act, aims, detail = self.said(id, declared[id]) if declared.get(id) else ("", "", "")
        if act and self.fighting.act not in declared[id] and not self.free(id):
            act = self.frame.t("fight_bound")
        at = self.order.index(id)
        place = 1 + sum(not self.why_out(one) for one in self.order[:at])
        now = self.order.index(self.now) if self.now else 0
        return Fighter(
            ids=(id,),
            name=self.name(id),
            person=person,
            side=self.fight["sides"].get(id, ""),
            state=state,
            act=act,
            aims=aims,
            detail=detail,
            why=why,
            conditions=tuple(self.states(id)),
            rank=str(self.content(id).get(self.fighting.rank, "")) if self.fighting.rank else str(place),
            band=self.band(id),
            cover=bool(self.fighting.distance and self.content(id).get(self.fighting.distance.cover)),
            now=id == self.now and not self.fighting.simultaneous,
            done=at < now,
            mine=id in self.viewer.owns,
        )

    def _instead(self, id: str, said: str) -> Fighter:
        """Somebody in the fight who cannot be drawn."""
        assert self.fight is not None
        return Fighter(
            ids=(id,),
            name=self.name(id),
            person=self.people[id],
            side=self.fight["sides"].get(id, ""),
            state="hidden" if self.people[id].hidden else "bound",
            why=said,
            conditions=(Chip(said, "bad"),),
            now=id == self.now,
            mine=id in self.viewer.owns,
        )

    @property
    def now(self) -> str:
        """Whose turn it is."""
        if not self.fight or not self.order:
            return ""
        if "now" in self.fight:
            return str(self.fight["now"])
        order = self.fight["order"]
        return str(order[min(self.fight["turn"], len(order) - 1)])

    def band(self, id: str) -> int | None:
        """How far somebody is from whoever acts."""
        distance = self.fighting.distance if self.fighting else None
        return distance.band(self.content(self.now), self.content(id)) if distance and self.now in self.people else None

    def why_bound(self, id: str) -> str:
        """The reason that closes every act."""
        assert self.fighting is not None
        idle = self.fighting.idle.get(self.fighting.act)
        bars = [bar for bar in self.bars(id) if bar.field == self.fighting.act and bar.why]
        first = next((bar for bar in bars if bar.value == idle), bars[0] if bars else None)
        return self.reason(first, id) if first else ""

    def reason(self, bar: Bar, id: str) -> str:
        """Why something is barred, in words."""
        entry = self.system.terms.entry("bar", bar.why) or {self.frame.language: bar.why}
        who = self.frame.together([self.name(one) for one in bar.who])
        return bar_text(entry, self.frame.language, self.name(id), who)

    def state_word(self, id: str) -> str:
        return ", ".join(one.text for one in self.conditions(id)) or super().state_word(id)

    def conditions(self, id: str) -> list[Chip]:
        """States with their causes and their time."""
        assert self.fighting is not None
        content, chips = self.content(id), []
        feminine, terms, language = content.get("gender") == "f", self.system.terms, self.frame.language
        for one in conditions_of(self.fighting, content, self.round):
            entry = terms.entry("condition", one.key) or terms.value("status", one.key) or terms.field(one.key)
            text = lower_first(terms.say(entry, language, feminine=feminine, default=one.key))
            people = self.frame.together([self.name(who) for who in one.who])
            text = put_in(text, self.frame.language, {"who": people})
            if one.rounds:
                text += " · " + self.frame.t("fight_rounds_left", rounds=self._counted(one.rounds))
            elif one.until == "acts":
                if id == self.now:  # is about to
                    continue
            elif one.until:
                turn = one.until == "round" and not self.fighting.simultaneous
                text += " · " + self.frame.t("turns_until_round" if turn else f"fight_until_{one.until}")
            text += f" · {self.frame.t('quoted', text=one.about)}" if one.about else ""
            chips.append(Chip(text, one.tone, one.until == "acts"))
        return chips

    def _counted(self, rounds: int) -> str:
        """So many of them, as the game calls them: « 2 tours »."""
        text = self.system.terms.say(self.system.terms.entry("fight", "round"), self.frame.language, default="Round")
        return f"{rounds} {lower_first(text.partition(' ')[0])}{'s' if rounds > 1 else ''}"

    def states(self, id: str) -> list[Chip]:
        """The states of a fight, and those that somebody is in anyway, as far as they say something else."""
        states = self.conditions(id)
        said = {_head(one.text) for one in states}
        return [*states, *(one for one in self.people[id].chips if not one.lasting and _head(one.text) not in said)]

    def said(self, id: str, given: Content) -> tuple[str, str, str]:
        """A declaration in words: the act, at whom, and how."""
        assert self.fighting is not None
        terms, language = self.system.terms, self.frame.language
        act = given.get(self.fighting.act, self.fighting.idle.get(self.fighting.act, ""))
        aims: list[str] = []
        if not self.fighting.aimed or act in self.fighting.aimed:
            for name in self.fighting.aims:
                value = given.get(name)
                aims += [self.name(one) for one in ([value] if isinstance(value, str) else value or ()) if one]
        details = []
        for name, value in given.items():
            if name in (self.fighting.act, *self.fighting.aims) or value in (None, "", False, [], ()):
                continue
            if value is True or isinstance(value, dict):
                details.append(lower_first(terms.label(name, language, self.fighting.round)))
            else:
                details.append(", ".join(value) if isinstance(value, list) else str(value))
        return terms.word(self.fighting.act, act, language) if act else "", ", ".join(aims), " · ".join(details)

    # ---- as it is shown ----

    @property
    def declaring(self) -> Any:
        """What only games have in which everybody declares."""
        from gardien.web.pages.fight import declaration

        return declaration

    @property
    def turns(self) -> Any:
        """What only games of turns have."""
        from gardien.web.pages.fight.turns import Turns

        return Turns(self)

    def end(self) -> Any:
        """The last fight, where it is over and the scene is still the same."""
        from gardien.web.pages.fight.fight_end import fight_end

        return None if self.begins_anew else in_spite(self.frame, partial(fight_end, self), lambda said: None)

    def may_propose(self, id: str) -> bool:
        """Whether Gardien may play somebody: for the game master, whom nobody plays."""
        return self.keeper and self.system.fights is not None and id in self.people and self.people[id].foe

    def listed(self, fighters: list[Fighter]) -> str:
        return self.frame.together([one.name for one in fighters])

    def shown(self) -> list[Fighter]:
        """Everybody still in the fight; foes alike in everything are one row."""
        groups: dict[Any, Fighter] = {}
        simultaneous, run, before = self.fighting is None or self.fighting.simultaneous, 0, None
        for one in self.fighters:
            if one.state == "left":
                continue
            plain = structs.replace(
                one,
                ids=(),
                name=without_number(one.name),
                rank="" if simultaneous or not (self.fighting and self.fighting.rank) else one.rank,
                done=False,
                person=structs.replace(one.person, id="", name="", note="", secret=""),
            )
            if not simultaneous and plain != before:  # in turns only those who follow each other are one row
                run, before = run + 1, plain
            key = (run, plain) if one.person.foe and not one.now else one.id
            first = groups.get(key)
            if first is None:
                groups[key] = one
            else:
                groups[key] = structs.replace(first, ids=(*first.ids, *one.ids), name=plain.name)
        return list(groups.values())

    @property
    def idle_yet(self) -> str:
        """Who has not acted yet in this round, or not declared."""
        waiting = (
            self.awaited
            if self.fighting is None or self.fighting.simultaneous
            else [one for one in self.fighters if not self._has_acted(one) and one.state not in ("left", "hidden")]
        )
        return self.listed(waiting)

    def _has_acted(self, one: Fighter) -> bool:
        """Whether their turn is over, or nothing is left of it."""
        return one.done or (one.now and self.turns.is_spent(one.ids[0]))

    @property
    def left(self) -> list[Fighter]:
        """Those who are out of it."""
        return [one for one in self.fighters if one.state == "left"]

    @property
    def awaited(self) -> list[Fighter]:
        return [one for one in self.fighters if one.state == "out"]

    @property
    def declared(self) -> tuple[int, int]:
        """How many have declared, of how many who can."""
        able = [one for one in self.fighters if one.state in ("in", "out")]
        return sum(one.state == "in" for one in able), len(able)

    @property
    def keeper_word(self) -> str:
        """What this game calls whoever plays everybody else."""
        return self.system.terms.say(self.system.terms.entry("role", "keeper"), self.frame.language)

    @property
    def idle_word(self) -> str:
        assert self.fighting is not None
        act = self.fighting.idle.get(self.fighting.act, "")
        return lower_first(self.system.terms.word(self.fighting.act, act, self.frame.language)) if act else ""

    def side_word(self, side: str) -> str:
        return self.frame.t(f"fight_side_{side}") if side in SIDES else side

    def candidates(self) -> list[tuple[Person, bool, str]]:
        """Who could join, without the dead: with whether they are ticked, and the side proposed."""
        joined = set(self.order)
        return [
            (one, not one.hidden and not self.why_out(id), "foes" if one.foe else "allies")
            for id, one in self.people.items()
            if id not in joined and not self.is_gone(id)
        ]

    def rounds(self) -> list[CardShown]:
        """The cards of this fight, newest first: back to where it began."""
        return [self.card(one) for one in self.story()[:ROUNDS]]

    def story(self) -> list[Tree]:
        """What this fight, or the last one there was, is told by, newest first."""
        cards: list[Tree] = []
        began = 0
        over: set[str] = set()  # those that an offer has changed: the card of what came of it stands in their place
        for card in self.table.log(self.viewer, self.frame.language, None, LOOKED_BACK):
            if card.get("struck"):
                cards += [card] if self.tells_of_fight(card) else []
                continue
            if card["command"] == "end_fight" and (self.fight or began):
                break
            if "follows" in card:
                over.add(card["follows"])
            if card["command"] == "fight":  # or somebody has come into it
                began = len(cards)
            if self.tells_of_fight(card) and card["id"] not in over:
                cards.append(card)
        return cards[:began]

    def tells_of_fight(self, card: Tree) -> bool:
        """Whether a card belongs to the story of the fight."""
        simultaneous = self.fighting is None or self.fighting.simultaneous
        commands = ("round", "end_fight") if simultaneous else ("do", "settle", "follow", "end_fight", "gather")
        decided = not simultaneous and card["command"] in ("decide", "vote") and "roll" in card
        return (card["command"] in commands or decided) and not is_halfway(card)

    def before(self, card: CardShown) -> str:
        """The moment just before a card, for the game master, who counts versions."""
        return str(int(card.id) - 1) if self.keeper and card.id.isdecimal() else ""


def _head(text: str) -> str:
    """A state without its time."""
    return re.split(r"[ ,]*[·,(]", text, maxsplit=1)[0].strip().lower()
