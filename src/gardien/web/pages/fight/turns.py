"""A fight in turns on the page: what whoever acts can do, who stands how far away, how they move, what its end asks."""

from collections.abc import Iterator

from msgspec import Struct, json, structs

from gardien.core.fighting import Distance
from gardien.core.scene import Being
from gardien.core.telling import lower_first
from gardien.table.tree import Tree
from gardien.web.pages.fight.fights import FightBoard, Fighter, without_number
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.table.board import can_do
from gardien.web.pages.table.people import SIDES

LINE, LETTER, AROUND = 278, 7, 24  # of a line of acts, in pixels: how wide it is, and each letter and button on it
LOOKED_BACK = 300  # cards among which a fight that is over is looked for


class TurnAct(Struct, frozen=True):
    """Something to do with a turn: open, or struck for a reason."""

    key: str
    name: str
    why: str = ""
    rule: str = ""


class Move(Struct, frozen=True):
    """A step nearer or farther: who makes it, how long it takes, and the command that does it."""

    key: str
    who: str
    band: str
    to: int  # the same, counted from whoever acts
    turns: int
    do: dict[str, str]


class Token(Struct, frozen=True):
    """Somebody in a band."""

    fighter: Fighter
    moves: tuple[Move, ...] = ()


class Band(Struct, frozen=True):
    """Everybody who is equally far from whoever acts."""

    name: str
    note: str
    turns: int  # that it takes to get there
    tokens: tuple[Token, ...] = ()


class Pack(Struct, frozen=True):
    """A row of the order: somebody, or foes of one name who follow each other, each a line inside."""

    name: str
    fighters: tuple[Fighter, ...]
    alike: tuple[str, ...] = ()  # they and their like, where some of those stand elsewhere: named at the first of them
    together: bool = False  # they wait for each other

    @property
    def now(self) -> bool:
        return any(one.now for one in self.fighters)

    @property
    def done(self) -> int:
        """How many of them have acted."""
        return sum(one.done for one in self.fighters)

    def short(self, one: Fighter) -> str:
        """What tells one of them from the others."""
        return one.name.removeprefix(self.name).strip() or "1"


class Ready(Struct, frozen=True):
    """What somebody does when attacked, in words, and the command that changes it."""

    name: str
    label: str
    text: str
    holds: bool
    turn: dict[str, str]


class Aftermath(Struct, frozen=True):
    """What the end of a fight calls for: for whom, what it will do; once done, its card."""

    procedure: str
    people: str
    ids: tuple[str, ...]
    names: str
    name: str
    help: str
    card: CardShown | None = None


class Turns:
    """The part of a fight's page that only games of turns have."""

    def __init__(self, board: FightBoard) -> None:
        self.board = board

    def packs(self) -> list[Pack]:
        """Everybody still in the fight, as they follow each other."""
        rows: list[Pack] = []
        for one in self.board.fighters:
            if one.state == "left":
                continue
            name, alike = without_number(one.name), rows[-1] if rows else None
            first = alike.fighters[0] if alike and one.person.foe else None
            if first and first.person.foe and (without_number(first.name), first.side) == (name, one.side):
                rows[-1] = Pack(name, (*rows[-1].fighters, one))
            else:
                rows.append(Pack(one.name, (one,)))
        return list(self._with_their_like(rows)) if self.board.keeper else rows

    def _with_their_like(self, rows: list[Pack]) -> Iterator[Pack]:
        """The same, with what lets equals act together wherever they stand, or each for themselves again."""
        assert self.board.fight is not None
        kinds: dict[tuple[str, str], list[str]] = {}
        grouped = [set(one["ids"]) for one in self.board.fight.get("gathered", ())]
        for row in rows:
            if row.fighters[0].person.foe:
                seen = [one.id for one in row.fighters if one.state != "hidden"]
                kinds.setdefault((without_number(row.name), row.fighters[0].side), []).extend(seen)
        for row in rows:
            ids = {one.id for one in row.fighters}
            together = len(ids) > 1 and any(ids <= group for group in grouped)
            alike = kinds.pop((without_number(row.name), row.fighters[0].side), [])
            waits = any(group.issuperset(alike) for group in grouped)
            yield structs.replace(row, alike=() if waits or ids.issuperset(alike) else tuple(alike), together=together)

    def gathering(self, row: Pack) -> dict[str, str]:
        """The command that lets them act together, or apart again."""
        ids = [one.id for one in row.fighters] if row.together else list(row.alike)
        return {"type": "gather", "json.characters": json.encode(ids).decode(), "flag.apart": str(row.together).lower()}

    def acts(self, id: str) -> list[TurnAct]:
        """What somebody can do with a turn; what makes no sense for them is not named at all."""
        assert self.board.fighting is not None
        acts = []
        bars = {bar.value: bar for bar in self.board.bars(id) if bar.field == self.board.fighting.act}
        for key in self.board.fighting.turns:
            bar = bars.get(key)
            able = self.board.may_do(key) and can_do(self.board.system, key, self.board.content(id))
            if not able or (bar and not bar.why):
                continue
            name = self.act_word(key)
            acts.append(TurnAct(key, name, self.board.reason(bar, id), bar.rule) if bar else TurnAct(key, name))
        return acts

    def at_hand(self, acts: list[TurnAct], chosen: str) -> tuple[list[TurnAct], list[TurnAct]]:
        """Acts that lie side by side on one line, the chosen one and those named first; and all others."""
        open_acts = sorted((one for one in acts if not one.why), key=lambda one: one.key != chosen)
        if not self.board.keeper:
            return [one for one in acts if not one.why], []
        shown, left = [], LINE
        for one in open_acts:
            left -= LETTER * len(one.name) + AROUND
            if left < 0:
                break
            shown.append(one)
        return shown, [one for one in open_acts if one not in shown]

    def barred(self, acts: list[TurnAct]) -> list[list[TurnAct]]:
        """What cannot be done, by the reason that all of it shares."""
        by_reason: dict[str, list[TurnAct]] = {}
        for act in acts:
            if act.why:
                by_reason.setdefault(act.why, []).append(act)
        return sorted(by_reason.values(), key=len)

    def budget(self, id: str) -> str:
        """What is left of somebody's turn, in words."""
        budget, view = self.board.fighting.budget if self.board.fighting else None, self.board.view
        if budget is None:
            return ""
        fighter = self.board.in_fight(id)
        whole = budget.whole(fighter, self._in_sight(id), self.board.round, view["options"] or {})
        left = str(fighter.get(budget.mark, whole))
        return self.board.system.terms.say(
            self.board.system.terms.entry("budget", left), self.board.frame.language, default=left
        )

    def _in_sight(self, id: str) -> dict[str, Being]:
        """Everybody else in the fight who is in sight."""
        return {other: one for other, one in self.board.rest(id).items() if not self.board.people[other].hidden}

    def reactions(self, id: str) -> list[TurnAct]:
        """What somebody can do in the turn of another."""
        fighting = self.board.fighting
        if fighting is None or fighting.reacts is None or id not in self.board.order:
            return []
        if id == self.board.now or not self.board.may_act_for(id):
            return []
        options = self.board.view["options"] or {}
        reactions = fighting.reacts(self.board.in_fight(id), self._in_sight(id), self.board.round, options)
        return [
            TurnAct(key, self.act_word(key, "react"))
            for key in reactions
            if self.board.keeper or (key not in fighting.granted and self.board.may_do(key))
        ]

    def is_spent(self, id: str) -> bool:
        """Whether nothing is left of a turn: then the next one is what there is to do."""
        budget = self.board.fighting.budget if self.board.fighting else None
        return budget is not None and self.board.in_fight(id).get(budget.mark) == 0

    def has_acted(self, id: str) -> bool:
        """Whether something of a turn is gone already."""
        budget = self.board.fighting.budget if self.board.fighting else None
        if budget is None or self.board.fighting is None:
            return False
        fighter = self.board.in_fight(id)
        whole = budget.whole(fighter, self._in_sight(id), self.board.round, self.board.view["options"] or {})
        return bool(fighter.get(budget.mark, whole) < whole)

    def may_keep(self, id: str) -> bool:
        """Whether there is something of a turn to put off, in a game that leaves it to the table."""
        fighting = self.board.fighting
        if fighting is None or fighting.agreed is None or id not in self.board.order:
            return False
        return not self.is_spent(id)

    def later(self, id: str) -> list[tuple[str, str]]:
        """Those whom somebody may let act first: all who come later, or as far as it is theirs to agree on."""
        fighting, options = self.board.fighting, self.board.view["options"] or {}
        if fighting is None or fighting.agreed is None or not self.may_keep(id):
            return []
        everybody = {one: self.board.in_fight(one) for one in self.board.order}
        after = [one for one in self.board.order[self.board.order.index(id) + 1 :] if not self.board.why_out(one)]
        return [
            (one, self.board.name(one))
            for one in after
            if self.board.keeper or fighting.agreed(everybody[id], everybody[one], everybody, options)
        ]

    def act_word(self, key: str, sort: str = "act") -> str:
        """What an act is called, in one's own turn or in somebody else's."""
        terms = self.board.system.terms
        entry = terms.entry(sort, key) or terms.entry("act", key) or terms.entry("procedure", key)
        return terms.say(entry, self.board.frame.language, default=key)

    def unranked(self) -> tuple[str, ...]:
        """Those in sight for whom the beginning of the fight still asks for a throw."""
        start = self.board.fighting.start if self.board.fighting else None
        if start is None or not self.board.keeper:
            return ()
        there = (id for id in self.board.order if not self.board.people[id].hidden and not self.board.why_out(id))
        return tuple(id for id in there if start.mark not in self.board.content(id))

    def due(self) -> list[tuple[str, Tree]]:
        """What a round has left to be done for those whom the viewer acts for, and still can be."""
        system, view = self.board.system, self.board.view
        return [
            (id, one)
            for id, one in view["due"].items()
            if one.get("round") and can_do(system, one["procedure"], self.board.content(one["character"]))
        ]

    # ---- where people are ----

    def band_words(self, at: int) -> tuple[str, str]:
        """The name of a band, and what is said of it."""
        assert self.board.fighting is not None
        assert self.board.fighting.distance is not None
        key = self.board.fighting.distance.bands[at]
        name, _, note = self.board.system.terms.say(
            self.board.system.terms.entry("band", key), self.board.frame.language, default=key
        ).partition(", ")
        return name, note

    def band_names(self) -> list[str]:
        """The bands one may stand in, as they are called; none where it does not matter where people stand."""
        distance = self.board.fighting.distance if self.board.fighting else None
        return [self.band_words(at)[0] for at in range(len(distance.bands))] if distance else []

    def place_of(self, id: str) -> int:
        """The band that somebody stands in, counted from where the line begins."""
        distance = self.board.fighting.distance if self.board.fighting else None
        return distance.band(Being({}, {}), self.board.content(id)) if distance else 0

    def side_turned(self, one: Fighter) -> dict[str, str]:
        """The command that puts somebody on the other side."""
        side = next(name for name, foe in SIDES.items() if foe is not one.foe)
        fighters = json.encode([{"character": one.id, "side": side}]).decode()
        return {"type": "fight", "json.fighters": fighters}

    def bands(self) -> list[Band]:
        """Everybody in sight, by how far they are from whoever acts; nothing where that does not matter."""
        distance = self.board.fighting.distance if self.board.fighting else None
        if distance is None or self.board.now not in self.board.people:
            return []
        there = sorted((one for one in self.board.shown() if one.band is not None), key=lambda one: not one.now)
        return [
            Band(
                *self.band_words(at),
                distance.turns(0, at) if distance.turns else 0,
                tuple(Token(one, tuple(self._moves(distance, one))) for one in there if one.band == at),
            )
            for at in range(len(distance.bands))
        ]

    def _moves(self, distance: Distance, one: Fighter) -> Iterator[Move]:
        """To and from whoever acts, either of whom may walk; on one line, so that all others stay where they are.

        Whoever acts goes by one band, others are put anywhere.
        """
        at = one.band
        if not self.board.keeper or one.now or at is None:
            return
        here, there = (int(self.board.content(id).get(distance.mark, 0)) for id in (self.board.now, one.id))
        apart = next(other.side for other in self.board.fighters if other.now) != one.side
        beyond = 1 if there > here or (there == here and apart) else -1
        for id, key, home, way in ((self.board.now, "now", there, -beyond), (one.id, "they", here, beyond)):
            reach = 1 if key == "now" else len(distance.bands)
            for to in range(len(distance.bands)):
                if 0 < abs(to - at) <= reach:
                    marks = json.encode({distance.mark: home + way * distance.steps[to]}).decode()
                    do = {"type": "remark", "text.character": id, "json.marks": marks}
                    turns = distance.turns(at, to) if distance.turns else 0
                    word, band = "near" if to < at else "far", lower_first(self.band_words(to)[0])
                    yield Move(f"{key}_{word}", self.board.name(id), band, to, turns, do)

    # ---- what somebody does about attacks ----

    def ready(self, id: str) -> Ready | None:
        """The choice that is made before anybody attacks; nothing for those whose choice the viewer does not make."""
        stance = self.board.fighting.stance if self.board.fighting else None
        if stance is None or not self.board.may_act_for(id) or stance.field not in self.board.content(id):
            return None
        kept = self.board.content(id)[stance.field] or {}
        holds, asked = bool(kept.get(stance.switch, stance.usual)), bool(stance.asks and kept.get(stance.asks))
        then = {stance.switch: asked or not holds}  # yes, no, each time, and yes again
        if stance.asks:
            then[stance.asks] = not (asked or holds)
        key = stance.asks if asked else stance.switch if holds else f"not_{stance.switch}"
        terms, language = self.board.system.terms, self.board.frame.language
        said = terms.say(terms.entry("stance", key), language, default=key)
        label = terms.say(terms.entry("stance", f"{key}_short"), language) or terms.label(stance.switch, language)
        changed = json.encode({**kept, **then}).decode()
        turn = {"type": "edit", "text.character": id, f"fields.{stance.field}": changed}
        return Ready(self.board.name(id), label, said, holds or asked, turn)

    # ---- when it is over ----

    def aftermath(self) -> Aftermath | None:
        """What the game has for the end of the last fight, until the scene changes."""
        after = self.board.fighting.after if self.board.fighting else None
        if after is None or self.board.fight or not self.board.keeper:
            return None
        over, done = False, None
        ids: list[str] = []
        for card in self.board.table.log(self.board.viewer, self.board.frame.language, None, LOOKED_BACK):
            command = card["command"]
            if card.get("struck"):
                continue
            if over and command == "end_fight":
                break
            if over and command == "fight":
                ids += [one["character"] for one in card["words"].get("fighters", ())]
            elif command == "end_fight":
                over = True
            elif not over and command == "scene":
                return None
            elif not over and card.get("roll", {}).get("procedure") == after.procedure:
                done = self.board.card(card)
        people = self.board.people  # without whoever is hidden: the result is told to everybody
        there = tuple(id for id in people if id in ids and not people[id].hidden and not self.board.is_gone(id))
        if not over or not there:
            return None
        entry = self.board.system.terms.entry("procedure", after.procedure) or {}
        language = self.board.frame.language
        button = self.board.system.terms.entry("fight", "after") or entry or None
        name = self.board.system.terms.say(button, language, default=after.procedure)
        names = self.board.frame.together([self.board.name(id) for id in there])
        help = str(entry.get(f"help_{language}", ""))
        return Aftermath(after.procedure, after.people, there, names, name, help, done)
