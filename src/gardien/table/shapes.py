"""The shape of a table's state: what each part must be so that everybody can look at it and play on.

What our own commands write has it. Events from elsewhere are held against it before they are believed, and what is left
of a damaged table is cut back to it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.core.in_force import using
from gardien.core.inputs import parse
from gardien.core.system import find
from gardien.table.chases import pursuit_of
from gardien.table.commands import COMMANDS, Clock, Ids, Role, name_of
from gardien.table.events import EVERYBODY, Event
from gardien.table.fight_commands import MOST_STEPS, Hampers
from gardien.table.packs import MOST_PACKS, rows_at
from gardien.table.state import State, fold_event
from gardien.table.store.records import LARGEST
from gardien.table.tree import Effect, Path, Tree, at, put_at
from gardien.table.writing import check_sheet

MOST_ENTRIES = 5000  # people, notes, plans… of one table
DEEPEST = 60  # levels of an event
LATEST_AT = 253_402_300_799_999  # milliseconds: the end of the year 9999
ID = re.compile(r"[A-Za-z0-9_.:-]{1,40}")

Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Fields = dict[str, Any]


class Character(Struct, frozen=True):
    """Somebody of the campaign."""

    sheet: Fields
    marks: Fields = {}
    hidden: bool = False
    seen_by: list[str] = []
    proposed: bool = False
    foe: bool = False
    shown: Literal["all"] | list[str] = []
    alias: str = ""
    fares: str = ""
    note: str = ""
    secret: str = ""
    lag: dict[str, list[tuple[Count, str]]] = {}
    later: dict[str, dict[str, Count]] = {}
    tally: dict[str, int] = {}


class Scene(Struct, frozen=True):
    """Where the story is."""

    title: str = ""
    text: str = ""
    marks: Fields = {}


class Gone(Struct, frozen=True):
    """What whoever has left a fight has again when they come back."""

    round: Count
    marks: Fields


class Gathered(Struct, frozen=True):
    """Equals who act one after the other, from a round on."""

    ids: Ids
    since: Count


class Fight(Struct, frozen=True):
    """A fight under way."""

    round: Count
    order: Annotated[list[str], Meta(min_length=1, max_length=MOST_ENTRIES)]  # nobody twice
    sides: dict[str, str]
    turn: Count
    declared: dict[str, Fields] = {}
    turned: Count = 0
    seen: str = ""  # whose turn it is for everybody while somebody hidden acts
    left: dict[str, Gone] = {}
    gathered: Annotated[list[Gathered], Meta(max_length=MOST_ENTRIES)] = []


class Chase(Struct, frozen=True):
    """A chase, under way or just over."""

    kind: str
    fleeing: Ids
    pursuing: Ids
    gap: Annotated[int, Meta(ge=0, le=MOST_STEPS)]
    lost: Annotated[int, Meta(ge=1, le=MOST_STEPS)]
    turn: Count
    track: Annotated[list[Count], Meta(max_length=MOST_ENTRIES)]  # the gap after each turn
    obstacle: str
    hampers: Hampers
    ended: Literal["", "caught", "escaped"] = ""


class Ask(Struct, frozen=True):
    """A roll that was asked for."""

    procedure: str
    characters: Ids
    given: Fields
    answered: Ids
    text: str
    by: str = ""  # the seat that proposes it
    hidden: Annotated[list[str], Meta(max_length=20)] = []  # of what is given, the game master's alone


class Plan(Struct, frozen=True):
    """Something that happens at its hour."""

    time: Clock
    text: str
    place: str = ""
    shown: bool = False
    done: bool = False


class Due(Struct, frozen=True):
    """Something that has fallen due."""

    character: str
    procedure: str
    given: Fields
    since: int
    row: str = ""
    thread: str = ""
    second: Count = 0  # of that minute
    lasts: Count = 0
    asks: dict[str, list[Fields]] = {}
    about: tuple[str, str] = ("", "")


class Note(Struct, frozen=True):
    """A paper of the game master's."""

    text: str = ""
    title: str = ""
    shown: bool = False


class Offer(Struct, frozen=True):
    """One of the choices of a decision."""

    key: str
    character: str
    who: str


class Vote(Struct, frozen=True):
    """Who agrees to what."""

    offer: str
    yes: list[str]


class Laid(Struct, frozen=True):
    """Faces that were typed too early, and whose."""

    faces: list[int]
    who: list[str]


class Wait(Struct, frozen=True):
    """A roll that somebody must decide about first."""

    event: Count
    procedure: str
    field: str
    people: dict[str, str]
    audience: str | list[str]
    inputs: Fields
    actor: str
    more: Fields
    offers: list[Offer]
    passed: list[str]
    vote: Vote | None = None
    laid: Laid | None = None


class Seat(Struct, frozen=True):
    """A place at the table."""

    role: Role
    name: str
    characters: list[str] = []


class Knock(Struct, frozen=True):
    """Somebody at the door."""

    name: str
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


SINGLE: dict[str, Any] = {  # parts that are one thing
    "play/system": str,
    "play/title": str,
    "play/options": Fields,
    "play/clock": Clock,
    "play/scene": Scene,
    "play/fight": Fight,
    "play/chase": Chase,
    "play/group": Fields,
    "play/released": list[Count],
    "play/packs": Annotated[list[str], Meta(max_length=MOST_PACKS)],
    "house/key": Annotated[str, Meta(pattern="^[!-~]{1,32}$")],
    "house/announce": bool,
    "house/players_edit": bool,
    "house/players_write": Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)],
    "house/approve": bool,
    "house/began": Annotated[str, Meta(max_length=16)],
    "house/code": Annotated[str, Meta(max_length=20)],
}
MANY: dict[str, Any] = {  # parts that are things by id
    "play/characters": Character,
    "play/asks": Ask,
    "play/plans": Plan,
    "play/due": Due,
    "play/notes": Note,
    "play/waits": Wait,
    "house/seats": Seat,
    "house/knocks": Knock,
    "house/unlinked": Count,
    "house/rows": Fields,
}
ALWAYS = ("play/system", "house/key", "house/seats")  # what no table can do without
NAMES = frozenset(name_of(one) for one in COMMANDS)


# ---- events ----


def check_event(event: Event, version: int) -> None:
    """Refuse an event that no table could have written: by itself, whatever it meets."""
    if event.command not in NAMES:
        raise Refusal("field/one_of", field="command", came=event.command[:40], allowed=sorted(NAMES))
    check_time(event.at)
    if isinstance(event.audience, str) and event.audience != EVERYBODY:
        raise Refusal("field/one_of", field="audience", came=event.audience[:40], allowed=[EVERYBODY])
    for field, lowest in (("to", 1), ("of", 1)):
        named = getattr(event, field)
        if named is not None and not lowest <= named < version:
            raise Refusal("field/range", field=field, came=str(named)[:40], low=lowest, high=version - 1)
    for effect in (*event.effects, *event.held):
        _check_path(effect.path)
    asked = [event.asked, *(effect.value for effect in (*event.effects, *event.held))]
    rolled = [event.roll.given, event.roll.outcome] if event.roll else []
    _check_values([asked, rolled])


def check_time(at: int) -> None:
    """A moment that every calendar has."""
    if not 0 <= at <= LATEST_AT:
        raise Refusal("field/range", field="at", came=str(at)[:40], low=0, high=LATEST_AT)


def _check_path(path: Path) -> None:
    part = "/".join(path[:2])
    if part not in SINGLE and part not in MANY:
        raise Refusal("table/shape", field="/".join(path)[:80])
    if part in MANY and len(path) > 2 and not ID.fullmatch(path[2]):
        raise Refusal("table/shape", field="/".join(path)[:80])


def _check_values(level: list[Any]) -> None:
    """Numbers that every store and every page can hold, nested no deeper than anybody would."""
    for _ in range(DEEPEST):
        if not level:
            return
        for one in level:
            if isinstance(one, int) and abs(one) > LARGEST:
                raise Refusal("field/range", field="value", came="…", low=-LARGEST, high=LARGEST)
        level = [
            below
            for one in level
            if isinstance(one, dict | list | tuple)
            for below in (one.values() if isinstance(one, dict) else one)
        ]
    raise Refusal("file/deep", most=DEEPEST)


# ---- states ----


def check_state(before: State, after: State, effects: tuple[Effect, ...]) -> None:
    """Refuse what effects leave, where it has no shape; the state before them had one."""
    for path in _paths_of(effects):
        _check_part(after, path)
    for path in _out_of_nothing(before, effects):
        raise Refusal("table/shape", field="/".join(path))
    _check_people(after)
    for part in ALWAYS:
        if not _tree(after, part).get(part.partition("/")[2]):
            raise Refusal("table/shape", field=part)


def fold_soundly(state: State, version: int, event: Event, past: Callable[[int], State]) -> State:
    """The state after one more event; at a table with gaps, without what would have no shape."""
    after = fold_event(state, version, event, past)
    return cut_back(state, after, event) if state.damaged else after


def cut_back(before: State, after: State, event: Event) -> State:
    """What an event leaves at a damaged table: what it makes shapeless stays as it was, or away."""
    lost = set(_out_of_nothing(before, event.effects)) if event.to is None else set()
    for path in _paths_of(event.effects):
        try:
            _check_part(after, path)
        except Refusal:
            lost.add(path)
    lost |= {path for part in ALWAYS if not at(_tree(after, part), (path := tuple(part.split("/")))[1:])}
    for path in lost:
        after = _with(after, path, at(_tree(before, path[0]), path[1:]))
    try:
        _check_people(after)
    except Refusal:  # somebody in a fight or a decision is lost
        people = set(after.play.get("characters", {}))
        waits = {id: one for id, one in after.play.get("waits", {}).items() if _people_of(one) <= people}
        fight = after.play.get("fight")
        after = _with(after, ("play", "waits"), waits)
        after = _with(after, ("play", "fight"), fight if fight and set(fight["order"]) <= people else None)
    return after


def trouble_with(state: State, *, whole: bool = True) -> Refusal | None:
    """Why a table that is kept cannot be played, if it cannot; with `whole`, every part of it is looked at."""
    missing = [part for part in ALWAYS if not _tree(state, part).get(part.partition("/")[2])]
    if missing and state.damaged:
        return Refusal("table/no_opening", kind="refused")
    if state.read_only:
        return Refusal("table/damaged", kind="refused", came=list(state.damaged))
    shapeless = [*missing, *(_faults(state) if whole else ())]
    return Refusal("table/shapeless", kind="refused", came=shapeless) if shapeless else None


def _faults(state: State) -> Iterator[str]:
    """The parts of a state that have no shape."""
    for root in ("play", "house"):
        for name in _tree(state, root):
            for path in _paths(state, (root, name)):
                try:
                    _check_path(path)
                    _check_part(state, path)
                except (Refusal, KeyError, TypeError):
                    yield "/".join(path)


def _paths_of(effects: tuple[Effect, ...]) -> list[Path]:
    """The parts that are written; packs before the sheets that are read by them."""
    paths = {effect.path[:3] if "/".join(effect.path[:2]) in MANY else effect.path[:2] for effect in effects}
    return sorted(paths, key=lambda path: (path[0], path[:2] != ("play", "packs"), path))


def _out_of_nothing(before: State, effects: tuple[Effect, ...]) -> Iterator[Path]:
    """Things of which a value is written although nobody brought them in."""
    made: set[Path] = set()
    for effect in effects:
        path = effect.path[:3]
        if "/".join(path[:2]) not in MANY:
            continue
        if len(effect.path) <= 3:
            made.add(path)
        elif path not in made and at(_tree(before, path[0]), path[1:]) is None:
            yield path


def _paths(state: State, path: Path) -> list[Path]:
    kept = at(_tree(state, path[0]), path[1:])
    return [(*path, str(id)) for id in kept] if "/".join(path) in MANY and isinstance(kept, dict) else [path]


def _check_part(state: State, path: Path) -> None:
    """One part, or one thing of a part."""
    part, kept = "/".join(path[:2]), at(_tree(state, path[0]), path[1:])
    if part in MANY:
        entries = at(_tree(state, path[0]), path[1:2])
        if entries is not None and (not isinstance(entries, dict) or len(entries) > MOST_ENTRIES):
            raise Refusal("table/shape", field=part)
    if kept is None:
        return
    if part in MANY and len(path) == 2:
        for one in _paths(state, path):
            _check_path(one)
            _check_part(state, one)
        return
    try:
        parse(MANY.get(part) or SINGLE[part], kept)
        _check_by_game(state, part, kept)
    except Refusal as refusal:
        raise refusal.within(field=".".join(path)) from None


def _check_by_game(state: State, part: str, kept: Any) -> None:
    """What only the game of the table can tell."""
    named = str(state.play.get("system"))
    match part:
        case "play/system":
            find(kept)
        case "play/options":
            parse(find(named).options, kept)
        case "play/chase":
            pursuit_of(find(named).table_rules.chases, kept["kind"])
        case "play/asks" | "play/due":
            find(named).procedure(kept["procedure"])
        case "play/characters":
            with using(rows_at(state)):  # a sheet may name what only a pack of its table has
                check_sheet(find(named).table_rules, kept["sheet"], rules=False)


def _check_people(state: State) -> None:
    """Whoever fights or is in the middle of a decision is there."""
    people = set(state.play.get("characters", {}))
    fight = state.play.get("fight") or {"order": ()}
    if not people.issuperset(fight["order"]) or len(set(fight["order"])) < len(fight["order"]):
        raise Refusal("table/shape", field="play/fight/order")
    for id, wait in state.play.get("waits", {}).items():
        if not _people_of(wait) <= people:
            raise Refusal("table/shape", field=f"play/waits/{id}")


def _people_of(wait: Mapping[str, Any]) -> set[str]:
    return {offer["character"] for offer in wait["offers"]}


def _tree(state: State, path: str) -> Tree:
    return state.house if path.startswith("house") else state.play


def _with(state: State, path: Path, value: Any) -> State:
    root, *rest = path
    if root == "house":
        return replace(state, house=put_at(state.house, rest, value))
    return replace(state, play=put_at(state.play, rest, value))
