"""The house: opening a table, seats, settings, what is said and noted; and taking things back."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from gardien.core.dice import Dice
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.player_packs import HEADER, check_content
from gardien.core.scene import TALLY
from gardien.core.system import find
from gardien.table.binding import content
from gardien.table.commands import (
    SETTINGS,
    Admit,
    Assign,
    Door,
    Knock,
    Note,
    Open,
    Redo,
    Say,
    Scene,
    Seat,
    Settings,
    Throw,
    Undo,
    Unlink,
    Unseat,
    UsePack,
)
from gardien.table.events import EVERYBODY
from gardien.table.handlers.context import AUTO, Context, Decision
from gardien.table.own_sheets import parts_of
from gardien.table.packs import MOST_PACKS, check_room, check_unused, digest_of, packs_at
from gardien.table.secrets import new_code, new_key
from gardien.table.state import effects, last_of
from gardien.table.taking_back import before_press, effects_without, own_last
from gardien.table.tree import Effect, Tree, plain
from gardien.table.viewers import read_version
from gardien.table.writing import sheet_effects

MOST_SEATS = 200
MOST_KNOCKS = 20  # who wait at the door at once


def open_table(context: Context, command: Open) -> Decision:
    """The first event of a campaign: its game and the game master's seat."""
    system = find(command.system)
    parse(system.options, command.options, "options")
    play = {
        "system": command.system,
        "title": command.title,
        "options": command.options,
        "clock": 0,
        "scene": {"title": "", "text": "", "marks": {}},
        "characters": {},
    }
    house = {
        "key": new_key(),
        **plain(SETTINGS),
        "seats": {context.viewer.seat: {"role": "keeper", "name": "", "characters": []}},
    }
    return Decision(effects=(*effects("play", play), *effects("house", house)), audience=EVERYBODY)


def settings(context: Context, command: Settings) -> Decision:
    """Change the title, the rules of the table, how it is run."""
    play: dict[str, Any] = {}
    if command.title is not None:
        play["title"] = command.title
    if command.options is not None:
        parse(context.system.options, command.options, "options")
        play["options"] = command.options
    _check_date(command.began)
    _check_parts(context, command.players_write or ())
    house = {name: getattr(command, name) for name in SETTINGS if getattr(command, name) is not None}
    return Decision(effects=(*effects("play", play), *effects("house", plain(house))))


def _check_parts(context: Context, left: Iterable[str]) -> None:
    known = parts_of(context.system, context.table_rules.sheets[0])
    for one in left:
        if one not in known:
            raise Refusal("field/one_of", field="players_write", came=one, allowed=list(known))


def _check_date(began: str | None) -> None:
    try:
        datetime.fromisoformat(began or "2000-01-01")
    except ValueError as wrong:
        raise Refusal("time/date", field="began", came=began) from wrong


def use_pack(context: Context, command: UsePack) -> Decision:
    """Use a pack, whose rows the table keeps from now on; or one no longer."""
    used = packs_at(context.state)
    if command.content is None:
        if command.off not in used:
            raise Refusal("pack/unknown", field="off", came=command.off)
        gone = used.pop(command.off)
        check_unused(context.state, gone, None)
        return Decision(effects=effects("play", {"packs": list(used)}), asked={"name": gone.header.name})
    name = str((command.content.get(HEADER) or {}).get("name", "")) if isinstance(command.content, dict) else ""
    before = next((one for one, pack in used.items() if pack.header.name == name), None)
    others = [pack for one, pack in used.items() if one != before]
    pack = check_content(command.content, name[:60] or HEADER, context.play["system"], others)
    if not pack.header.name:
        raise Refusal("field/missing", field=f"{HEADER}.name", allowed="“…”")
    digest = digest_of(pack.content)
    check_room(context.state, pack.content, digest)
    if len(others) >= MOST_PACKS:
        raise Refusal("pack/too_many", kind="refused", most=MOST_PACKS)
    if before is not None:
        check_unused(context.state, used[before], pack)
    digests = [digest if one == before else one for one in used] + ([] if before else [digest])
    rows = {table: len(rows) for table, rows in pack.tables.items()}
    told = {"name": pack.header.name, "rows": rows, "replaces": list(pack.header.replaces)}
    known = digest in context.state.house.get("rows", {})
    kept = () if known else effects("house", {f"rows/{digest}": pack.content})
    return Decision(effects=(*effects("play", {"packs": digests}), *kept), asked=told)


def seat(context: Context, command: Seat, id: str = "") -> Decision:
    """A new place; somebody's character belongs to one place at a time."""
    if len(context.state.house["seats"]) >= MOST_SEATS:
        raise Refusal("field/length_at_most", field="seats", high=MOST_SEATS, came=MOST_SEATS + 1)
    id = id or context.moment.new_id("s")
    kept = {"role": command.role, "name": command.name, "characters": []}
    effects = [Effect(("house", "seats", id), kept), *_give_characters(context, command.characters, id)]
    return Decision(effects=tuple(effects), asked={"seat": id})


def unseat(context: Context, command: Unseat) -> Decision:
    context.seats([command.seat])
    if command.seat == context.viewer.seat:
        raise Refusal("table/own_seat", kind="refused", field="seat")
    return Decision(effects=effects("house", {f"seats/{command.seat}": None}))


def unlink(context: Context, command: Unlink) -> Decision:
    """The moment is kept, so that every process forgets the links it has seen."""
    context.seats([command.seat])
    return Decision(effects=effects("house", {f"unlinked/{command.seat}": context.moment.now}), audience=())


def assign(context: Context, command: Assign) -> Decision:
    """Hand characters over."""
    if command.seat:
        context.seats([command.seat])
    return Decision(effects=tuple(_give_characters(context, command.characters, command.seat)))


def _give_characters(context: Context, characters: tuple[str, ...], seat: str) -> list[Effect]:
    for id in characters:
        context.character(id, "characters")
    effects = []
    for id, kept in context.state.house["seats"].items():
        owned = kept.get("characters", [])
        rest = [one for one in owned if one not in characters]
        if id == seat:
            rest += list(dict.fromkeys(characters))
        if rest != owned:
            effects.append(Effect(("house", "seats", id, "characters"), rest))
    if seat and seat not in context.state.house["seats"] and characters:
        effects.append(Effect(("house", "seats", seat, "characters"), list(dict.fromkeys(characters))))
    return effects


def door(context: Context, command: Door) -> Decision:
    """A code read aloud only asks for a seat; a new one makes the old one useless."""
    code = new_code() if command.open else None
    return Decision(effects=effects("house", {"code": code}), audience=())


def knock(context: Context, command: Knock) -> Decision:
    """Somebody stands at the door; only the game master hears it."""
    if not command.code or command.code.upper() != context.state.house.get("code"):
        raise Refusal("table/no_code", kind="forbidden", field="code")
    waiting = context.state.house.get("knocks", {})
    if len(waiting) >= MOST_KNOCKS:
        raise Refusal("table/crowd", kind="refused")
    id = context.moment.new_id("k")
    kept = {"name": command.name, "hash": command.hash}
    return Decision(effects=effects("house", {f"knocks/{id}": kept}), audience=(), asked={"knock": id})


def admit(context: Context, command: Admit) -> Decision:
    """A seat for who knocked: the link they wait with begins to work."""
    waiting = context.state.house.get("knocks", {}).get(command.knock)
    if waiting is None:
        raise Refusal("table/nothing", field="knock", came=command.knock)
    gone = Effect(("house", "knocks", command.knock), None)
    if command.role is None:
        return Decision(effects=(gone,), audience=())
    wanted = Seat(role=command.role, name=waiting["name"], characters=command.characters)
    made = seat(context, wanted, f"s{waiting['hash'][:10]}")  # the same however often it is tried: the link leads there
    return Decision(effects=(gone, *made.effects), asked={**(made.asked or {}), "hash": waiting["hash"]})


def say(context: Context, command: Say) -> Decision:
    """A word in the log: to everybody, or between the game master and some."""
    return Decision(audience=context.listeners(command.audience))


def throw(context: Context, command: Throw) -> Decision:
    """Dice for whatever somebody wants to know: the log has what fell and what it comes to."""
    dice, generator = Dice.parse(command.notation), context.moment.generator
    if not dice.terms:
        raise Refusal("dice/empty", field="notation", came=command.notation)
    faces = [generator.randrange(1, sides + 1) for sides in dice.sides()]
    fell = {"faces": faces, "sides": list(dice.sides()), "total": dice.read(faces)}
    return Decision(audience=context.listeners(command.audience), asked={"notation": str(dice), **fell})


def note(context: Context, command: Note) -> Decision:
    """The game master's own papers; whoever was shown one sees that it is taken away."""
    id = command.id or context.moment.new_id("n")
    was = context.entity("notes", command.id) if command.id else {}
    empty = not command.text and not command.title
    kept = None if empty else {"title": command.title, "text": command.text, "shown": command.shown}
    audience = EVERYBODY if was.get("shown") or (kept and command.shown) else AUTO
    return Decision(effects=effects("play", {f"notes/{id}": kept}), audience=audience, asked={"note": id})


def _written_anew(context: Context, id: str, person: Tree) -> dict[str, Any]:
    """What a new scene changes of somebody: whatever follows from it follows."""
    rules = context.table_rules
    stays = frozenset(rules.outlasts(content(context.state, id)) if rules.outlasts else ())

    def anew(known: Tree, values: Mapping[str, Any]) -> dict[str, Any]:
        return {name: now for name, now in values.items() if name not in stays and known.get(name, now) != now}

    fields = anew({**person.get("sheet", {}), **person.get("marks", {})}, rules.each_scene)
    counted = rules.each_scene.get(TALLY, {})
    counts = anew({**dict.fromkeys(counted), **person.get(TALLY, {})}, counted)
    return {**fields, **({TALLY: counts} if counts else {})}


def scene(context: Context, command: Scene) -> Decision:
    """Another scene begins: what was counted in the last one is counted anew, what its end calls for falls due."""
    kept = {"title": command.title, "text": command.text, "marks": {}}
    anew = [
        effect
        for id, person in context.play.get("characters", {}).items()
        for effect in sheet_effects(context.state, id, _written_anew(context, id, person))
    ]
    return Decision(effects=(*effects("play", {"scene": kept}), *anew), audience=EVERYBODY)


# ---- taking back ----


def undo(context: Context, command: Undo) -> Decision:
    """Back to any earlier moment; nothing is erased."""
    if command.alone is None and not context.viewer.keeper:
        raise Refusal("table/not_allowed", kind="forbidden", came="undo")
    if command.alone is not None:
        return _undo_alone(context, read_version(context.state, context.viewer, command.alone))
    chain = context.state.chain
    to = _one_step(context) if command.to is None else read_version(context.state, context.viewer, command.to)
    if to < 1 or (command.to is None and to == last_of(chain)):
        raise Refusal("table/nothing_to_undo", kind="refused")
    return Decision(to=to)


def _one_step(context: Context) -> int:
    """Before the last entry; before one that took another back alone, that other one is there again."""
    last = last_of(context.state.chain)
    newest = context.moment.event(last) if last else None
    alone = newest is not None and newest.command == "undo"
    return last - 1 if alone else before_press(context.state.chain, context.moment.event)


def _undo_alone(context: Context, version: int) -> Decision:
    """One entry goes, what came after it stays; whoever knows of it knows that."""
    moment, viewer = context.moment, context.viewer
    state, entry = context.state, moment.event(version)
    told = moment.newest_first(state.version, viewer.log_of)
    if not viewer.keeper and version != own_last(state, viewer.seat, told):
        raise Refusal("table/not_last", kind="forbidden")
    try:
        later = moment.events(version, state.version)
        back = effects_without(state, version, entry, later, moment.known_until)
    except Refusal:
        if viewer.keeper:
            raise
        raise Refusal("table/not_last", kind="forbidden") from None  # what rests on it may be a secret
    return Decision(effects=back, of=version, audience=entry.audience if entry else AUTO)


def redo(context: Context, command: Redo) -> Decision:
    """Forward again, or to any moment that was left."""
    if command.to is not None:
        return Decision(to=max(1, read_version(context.state, context.viewer, command.to)))
    if not context.state.redo:
        raise Refusal("table/nothing_to_redo", kind="refused")
    return Decision(to=context.state.redo[-1])
