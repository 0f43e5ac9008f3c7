"""Who looks at a table, and what of it they may see. Views are built here and nowhere else."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from gardien.core.chases import SIDES
from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.core.table_rules import TableRules
from gardien.table.chases import whose_throw
from gardien.table.commands import SETTINGS, Role
from gardien.table.decisions.who import is_for, seats_asked
from gardien.table.events import EVERYBODY, Event
from gardien.table.packs import summaries
from gardien.table.secrets import unveil, veil
from gardien.table.state import State
from gardien.table.tree import Tree, kept_by_tree

SECTIONS = ("characters", "asks", "waits", "plans", "due", "notes")  # maps of play, by id


class Viewer(Struct, frozen=True):
    """Somebody at a table: the seat, its role, and the characters it owns."""

    seat: str
    role: Role
    owns: tuple[str, ...] = ()

    @property
    def keeper(self) -> bool:
        return self.role == "keeper"

    @property
    def log_of(self) -> str | None:
        """The seat whose log they read; the game master reads all of it."""
        return None if self.keeper else self.seat

    def knows(self, event: Event) -> bool:
        """Whether an event is for them to know."""
        return self.keeper or event.audience == EVERYBODY or self.seat in event.audience

    def notices(self, event: Event) -> bool:
        """Whether they learn that anything happened at all."""
        return event.announced or self.knows(event)


STRANGER = Viewer("", "spectator")  # whoever might come in tomorrow, and so whatever is done in the open
OWNER = Viewer("", "keeper")  # whoever holds the data reads everything, and so do the rules when they write


def viewer_of(state: State, seat: str) -> Viewer:
    """The person in a seat; one that was taken away is refused."""
    viewers = _viewers(state.house)
    if seat not in viewers:
        kept = state.house.get("seats", {}).get(seat)
        if kept is None:
            raise Refusal("table/no_seat", kind="forbidden")
        viewers[seat] = Viewer(seat, kept["role"], tuple(kept.get("characters", ())))
    return viewers[seat]


@kept_by_tree
def _viewers(house: Tree) -> dict[str, Viewer]:
    """Those who sit at a table, by their seats: filled in above."""
    return {}


def shared_eyes(state: State, audience: str | Sequence[str]) -> Viewer:
    """Somebody who knows what all know who are told of something: in the open, nobody who is hidden is there."""
    if audience == EVERYBODY:
        return STRANGER
    seats = state.house.get("seats", {})
    owned = [set(seats[id].get("characters", ())) for id in audience if id in seats]
    return Viewer("", "player", tuple(set.intersection(*owned))) if owned else OWNER


def keeper_seat(state: State) -> str:
    """The game master's seat, whatever it is called; nothing where the table has lost it."""
    seats = state.house.get("seats", {})
    return next((id for id, kept in seats.items() if kept["role"] == "keeper"), "")


def table_rules_of(state: State) -> TableRules:
    """What the table's system says of itself."""
    return find(state.play["system"]).table_rules


# ---- moments ----


def shown_version(state: State, viewer: Viewer, version: int) -> str:
    """A version as a viewer may know it: only the game master can count."""
    return str(version) if viewer.keeper else veil(state.house["key"], version)


def read_version(state: State, viewer: Viewer, word: str) -> int:
    """The version a viewer speaks of."""
    version = (
        (int(word) if word.isascii() and word.isdecimal() and len(word) < 19 else None)
        if viewer.keeper
        else unveil(state.house["key"], word)
    )
    if version is None or not 0 <= version <= state.version:
        raise Refusal("table/no_moment", field="at", came=word[:40])
    return version


def newest(state: State, viewer: Viewer) -> int:
    """The last version a viewer has noticed: what was kept from them moves nothing."""
    if viewer.keeper:
        return state.version
    return max(state.noticed.get(EVERYBODY, 0), state.noticed.get(viewer.seat, 0))


# ---- characters ----


def sees(viewer: Viewer, character: str, kept: Tree) -> bool:
    """Whether somebody is there at all for a viewer."""
    return viewer.keeper or character in viewer.owns or not kept.get("hidden", False) or is_shown_to(viewer, kept)


def is_shown_to(viewer: Viewer, kept: Tree) -> bool:
    """Whether somebody who is hidden was shown to a viewer all the same."""
    return bool(kept.get("hidden")) and viewer.seat in kept.get("seen_by", ())


@kept_by_tree
def seats_of_hidden(people: Tree) -> dict[str, tuple[str, ...]]:
    """Whoever of these people is hidden, and to which seats they are shown all the same."""
    return {id: tuple(kept.get("seen_by", ())) for id, kept in people.items() if kept.get("hidden")}


def sees_all(viewer: Viewer, character: str, kept: Tree) -> bool:
    if viewer.keeper or character in viewer.owns:
        return True
    return kept.get("shown") == "all" and sees(viewer, character, kept)


def sees_field(viewer: Viewer, character: str, kept: Tree, field: str, table_rules: TableRules) -> bool:
    """Whether a viewer may know one value of a sheet."""
    if not sees(viewer, character, kept):
        return False
    if sees_all(viewer, character, kept):
        return True
    if field == "name":
        return not kept.get("alias")
    shown = kept.get("shown", ())
    if kept.get("fares") == "numbers" and field in table_rules.vital:
        return True
    return field in table_rules.visible or (not isinstance(shown, str) and field in shown)


def check_open(state: State, viewer: Viewer, ids: Iterable[str]) -> None:
    """Refuse what would rest on sheets that a viewer must not read; who is hidden from them does not exist."""
    people = state.play.get("characters", {})
    for id in ids:
        if id not in people or not sees(viewer, id, people[id]):
            raise Refusal("table/no_character", field="character", came=id[:40])
        if not sees_all(viewer, id, people[id]):
            raise Refusal("table/odds_hidden", kind="forbidden", field="character")


def as_read(viewer: Viewer, table_rules: TableRules, field: str, value: Any) -> Any:
    """A value of a sheet without the parts that are not for the viewer to read, whosever it is."""
    parts = () if viewer.keeper else table_rules.withheld.get(field, ())
    if parts and isinstance(value, list | tuple):
        return [as_read(viewer, table_rules, field, one) for one in value]
    if not parts or not isinstance(value, Mapping):
        return value
    return {name: one for name, one in value.items() if name not in parts}


def as_written(viewer: Viewer, table_rules: TableRules, field: str, before: Any, value: Any) -> Any:
    """What is kept when a viewer writes a value: the parts that they do not read stay as they are."""
    parts = () if viewer.keeper else table_rules.withheld.get(field, ())
    if parts and isinstance(value, list | tuple):
        kept = [*(before if isinstance(before, list | tuple) else ()), *({} for _ in value)]
        return [as_written(viewer, table_rules, field, old, new) for old, new in zip(kept, value, strict=False)]
    if not parts or not isinstance(value, Mapping):
        return value
    unread = before if isinstance(before, Mapping) else {}
    return {**as_read(viewer, table_rules, field, value), **{name: unread[name] for name in parts if name in unread}}


def sheet_read(viewer: Viewer, table_rules: TableRules, sheet: Tree) -> Tree:
    """A whole sheet as a viewer reads it."""
    if viewer.keeper or not table_rules.withheld:
        return sheet
    return {field: as_read(viewer, table_rules, field, value) for field, value in sheet.items()}


def public_name(character: str, kept: Tree) -> str:
    """What somebody is called in front of everybody."""
    return str(kept.get("alias") or kept["sheet"].get("name") or character)


def known_marks(state: State, viewer: Viewer, marks: Tree) -> Tree:
    """Marks without the ids of people who are hidden from the viewer: a hold by somebody unseen is no hold.

    What speaks of nobody is left out altogether, whether it always did or only does so for them; which lay there first
    tells nothing.
    """
    if viewer.keeper or not marks or not isinstance(marks, Mapping):
        return marks
    people, fighting = state.play.get("characters", {}), table_rules_of(state).fighting
    rests = fighting.rests_on if fighting else {}

    def unseen(value: Any) -> bool:
        if isinstance(value, list | tuple):  # somebody, and how
            return any(unseen(one) for one in value)
        return isinstance(value, str) and value in people and not sees(viewer, value, people[value])

    known = {
        name: [one for one in value if not unseen(one)] if isinstance(value, list) else value
        for name, value in marks.items()
        if isinstance(value, list) or not unseen(marks.get(rests.get(name, name), value))
    }
    holds = fighting.holds.fields if fighting and fighting.holds else ()
    if any(marks.get(name) and not known.get(name) for name in holds):  # how one is held tells that one is
        known = {name: value for name, value in known.items() if name not in holds or isinstance(value, list)}
    return {name: value for name, value in sorted(known.items()) if value not in ("", [])}


USUAL_FARES = "words"  # how much of somebody's state shows unless the game master says otherwise
FARES = ((0.0, "unhurt"), (1 / 3, "scratched"), (2 / 3, "hurt"), (1.0, "spent"))  # up to this much is gone


def fares_word(table_rules: TableRules, kept: Tree) -> str:
    """How somebody fares, as anybody in sight can tell; whoever has nothing left is told by their state."""
    if table_rules.harm is None or kept.get("fares", USUAL_FARES) != "words":
        return ""
    gone = table_rules.harm(kept["sheet"])
    return next((word for most, word in FARES if gone <= most and gone < 1), "")


UNSEEN = ("lag", "later", "tally")  # of somebody's time: nobody's to look at, what has come of it shows by itself


def _character(state: State, viewer: Viewer, id: str, kept: Tree) -> Tree | None:
    if viewer.keeper:
        return {name: value for name, value in kept.items() if name not in UNSEEN}
    if not sees(viewer, id, kept):
        return None
    table_rules = table_rules_of(state)
    mine = id in viewer.owns
    if sees_all(viewer, id, kept):
        sheet = sheet_read(viewer, table_rules, kept["sheet"])
        shown: Tree = {"sheet": sheet, "marks": known_marks(state, viewer, kept.get("marks", {}))}
        if kept.get("alias"):  # whoever knows them knows under which name others speak of them
            shown["alias"] = kept["alias"]
    else:
        alias = {"name": kept["alias"]} if kept.get("alias") else {}  # that it is one is a secret too
        values = {
            field: value
            for field, value in {**kept["sheet"], **alias}.items()
            if field in alias or sees_field(viewer, id, kept, field, table_rules)
        }
        sheet = sheet_read(viewer, table_rules, values)
        marks = {name: value for name, value in kept.get("marks", {}).items() if name in table_rules.visible}
        shown = {"sheet": sheet, "marks": known_marks(state, viewer, marks)}
        if (word := fares_word(table_rules, kept)) and not mine:
            shown["fares"] = word
    if mine:
        shown |= {name: kept[name] for name in ("note", "proposed") if kept.get(name)}
    elif kept.get("hidden"):  # from the others: whoever sees them must know
        shown["hidden"] = True
    return {**shown, "foe": True} if kept.get("foe") else shown


# ---- the rest ----


def _visible_people(state: State, viewer: Viewer, ids: Any) -> list[str]:
    people = state.play.get("characters", {})
    return [id for id in ids if id in people and sees(viewer, id, people[id])]


def last_seen_acting(state: State, viewer: Viewer, fight: Tree) -> str:
    """Whose turn it is for a viewer: while somebody hidden acts, it stays that of whoever was seen to act before."""
    order = _visible_people(state, viewer, fight["order"])
    before = reversed(fight["order"][: fight["turn"] + 1])
    now = next(iter(fight["order"][fight["turn"] :]), "")
    return next((id for id in (now, fight.get("seen"), *before, *order) if id in order), "")


def _fight(state: State, viewer: Viewer, fight: Tree) -> Tree | None:
    """Declarations of others stay sealed until the round is played; a fight of hidden people is not there."""
    if viewer.keeper:
        return fight
    order = _visible_people(state, viewer, fight["order"])
    if not order:
        return None
    declared = {
        id: (given if id in viewer.owns else {}) for id, given in fight.get("declared", {}).items() if id in order
    }
    now = last_seen_acting(state, viewer, fight)
    return {
        "round": fight["round"],
        "order": order,
        "sides": {id: side for id, side in fight["sides"].items() if id in order},
        "declared": declared,
        "now": now,
    }


def _chase(state: State, viewer: Viewer, chase: Tree) -> Tree | None:
    """Those of both sides whom a viewer sees; whoever does not see one of the sides knows of no chase."""
    seen: Tree = {side: _visible_people(state, viewer, chase[side]) for side in SIDES}
    if not viewer.keeper and not all(seen.values()):
        return None
    return {**chase, **seen, "now": whose_throw(state, chase)}


def _ask(state: State, viewer: Viewer, ask: Tree) -> Tree | None:
    if viewer.keeper:
        return ask
    people = _visible_people(state, viewer, ask["characters"])
    if any(id in viewer.owns for id in people):
        given = {name: value for name, value in ask["given"].items() if name not in ask.get("hidden", ())}
        return {**ask, "characters": people, "given": given}
    return {key: value for key, value in ask.items() if key != "given"} | {"characters": people} if people else None


def _wait(state: State, viewer: Viewer, wait: Tree) -> Tree | None:
    """A decision for whoever may know of the roll: what is theirs to choose, and whose answer is missing."""
    if not (viewer.keeper or is_for(wait, viewer.seat)):
        return None
    visible = set(_visible_people(state, viewer, wait["people"].values()))
    mine = [
        one
        for one in wait["offers"]
        if viewer.keeper
        or (one.get("unanimous") and viewer.role == "player")
        or (one["character"] in viewer.owns and not one.get("granted"))
    ]
    return {
        "event": shown_version(state, viewer, wait["event"]),
        "procedure": wait["procedure"],
        "field": wait["field"],
        "people": {name: id for name, id in wait["people"].items() if id in visible},
        "offers": mine,
        "asked": seats_asked(state, wait),
        "passed": wait["passed"],
        "vote": wait.get("vote"),
    }


def entity(state: State, viewer: Viewer, section: str, id: str) -> Any:
    """One thing of the table as a viewer may see it; None when it is not there for them."""
    kept = state.play.get(section, {}).get(id)
    if kept is None:
        return None
    match section:
        case "characters":
            return _character(state, viewer, id, kept)
        case "asks":
            return _ask(state, viewer, kept)
        case "waits":
            return _wait(state, viewer, kept)
        case "plans" | "notes":
            if not (viewer.keeper or kept.get("shown")):
                return None
            return kept if "shown" in kept else {**kept, "shown": False}  # a file from elsewhere may leave it out
        case "due":
            return kept if viewer.keeper or kept["character"] in viewer.owns else None
    return None


def part(state: State, viewer: Viewer, name: str) -> Any:
    """One of the single things: title, clock, scene, fight, seats…"""
    match name:
        case "fight":
            fight = state.play.get("fight")
            return _fight(state, viewer, fight) if fight else None
        case "chase":
            chase = state.play.get("chase")
            return _chase(state, viewer, chase) if chase else None
        case "scene":
            scene = state.play.get("scene", {})
            return scene if viewer.keeper else {key: scene[key] for key in ("title", "text") if key in scene}
        case "seats":
            return _seats(state, viewer)
        case "door":
            return _door(state) if viewer.keeper else None
        case "settings":
            return {key: state.house.get(key, usual) for key, usual in SETTINGS.items()}
        case "group":
            return {**table_rules_of(state).group, **state.play.get("group", {})}
        case "packs":
            return summaries(state)
        case "title" | "system" | "options" | "clock":
            return state.play.get(name)
    return None


PARTS = (
    "title",
    "system",
    "options",
    "packs",
    "clock",
    "scene",
    "group",
    "fight",
    "chase",
    "seats",
    "door",
    "settings",
)


def of_keeper(state: State) -> Tree:
    """What only the game master sees: whether there is anything to redo, and what could not be read."""
    return {"damaged": list(state.damaged), "redo": bool(state.redo)}


def _seats(state: State, viewer: Viewer) -> Tree:
    """Who sits where. Only the game master and the owner see that a hidden character belongs to somebody."""
    return {
        id: {
            "role": seat["role"],
            "name": seat["name"],
            "characters": _visible_people(state, viewer, seat.get("characters", ())),
        }
        for id, seat in state.house.get("seats", {}).items()
    }


def _door(state: State) -> Tree:
    waiting = state.house.get("knocks", {})
    return {"code": state.house.get("code"), "knocks": {id: kept["name"] for id, kept in waiting.items()}}


def view(state: State, viewer: Viewer) -> Tree:
    """The whole table as a viewer may see it."""
    shown: Tree = {name: part(state, viewer, name) for name in PARTS}
    for section in SECTIONS:
        shown[section] = {
            id: entity_shown
            for id in state.play.get(section, {})
            if (entity_shown := entity(state, viewer, section, id)) is not None
        }
    shown["you"] = {"seat": viewer.seat, "role": viewer.role, "characters": list(viewer.owns)}
    shown["version"] = shown_version(state, viewer, newest(state, viewer))
    if viewer.keeper:
        shown |= of_keeper(state)
    return shown
