"""Deciding: what a command comes to, as one event. Nothing is written here."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.in_force import under, using
from gardien.core.inputs import values_suit
from gardien.core.values import Change
from gardien.table import commands as c
from gardien.table.aftermath import aftermath
from gardien.table.binding import people_in
from gardien.table.decisions import answer
from gardien.table.events import EVERYBODY, Event
from gardien.table.handlers import cast, chases, fights, groups, house, offers, ready, rolls, time
from gardien.table.handlers.context import AUTO, Context, Decision, Moment
from gardien.table.packs import rows_at
from gardien.table.readable import check_readable
from gardien.table.secrets import canonical
from gardien.table.state import State, fold_event, with_effects
from gardien.table.tree import Effect, at, differing, merged
from gardien.table.unseen_signs import as_seen
from gardien.table.viewers import PARTS, SECTIONS, STRANGER, Viewer, entity, part, viewer_of

DEEPEST = 20  # levels of what a command carries
NESTED = (dict, list, tuple)

HANDLERS: dict[type[c.Command], Callable[[Context, Any], Decision]] = {
    c.Open: house.open_table,
    c.Settings: house.settings,
    c.UsePack: house.use_pack,
    c.Unpack: ready.unpack,
    c.Seat: house.seat,
    c.Unseat: house.unseat,
    c.Unlink: house.unlink,
    c.Assign: house.assign,
    c.Door: house.door,
    c.Knock: house.knock,
    c.Admit: house.admit,
    c.Say: house.say,
    c.Throw: house.throw,
    c.Note: house.note,
    c.Scene: house.scene,
    c.Add: cast.add,
    c.Remove: cast.remove,
    c.Edit: cast.edit,
    c.Override: cast.override,
    c.Show: cast.show,
    c.Remark: cast.remark,
    c.Do: rolls.act,
    c.Follow: offers.follow,
    c.Decide: answer.answer,
    c.Vote: answer.vote,
    c.Ask: rolls.ask,
    c.CloseAsk: rolls.close_ask,
    c.Reveal: rolls.reveal,
    c.Release: rolls.release,
    c.Fight: fights.begin,
    c.Declare: fights.declare,
    c.Leave: fights.leave,
    c.Turn: fights.turn,
    c.Delay: fights.delay,
    c.Gather: groups.gather,
    c.Round: fights.play_round,
    c.EndFight: fights.end,
    c.Chase: chases.begin,
    c.Pursue: chases.play_turn,
    c.EndChase: chases.end,
    c.Plan: time.plan,
    c.Advance: time.advance,
    c.Settle: time.settle,
    c.Dismiss: time.dismiss,
    c.Undo: house.undo,
    c.Redo: house.redo,
}


def check_depth(command: c.Command) -> None:
    """What is nested too deeply could be written and never read again."""
    held = (getattr(command, name) for name in command.__struct_fields__)
    level: list[Any] = [one for one in held if isinstance(one, NESTED)]
    for _ in range(DEEPEST):
        if not level:
            return
        level = [
            below
            for one in level
            for below in (one.values() if isinstance(one, dict) else one)
            if isinstance(below, NESTED)
        ]
    raise Refusal("file/deep", where=c.name_of(command), most=DEEPEST)


def digest_of(command: c.Command) -> str:
    """What tells one request from another that uses the same action id."""
    return hashlib.sha256(canonical(command)).hexdigest()[:32]


def decide(state: State, viewer: Viewer, command: c.Command, moment: Moment, together: str = "") -> Event:
    """The event a command comes to, or a refusal."""
    if not _may(state, viewer, type(command)):
        raise Refusal("table/not_allowed", kind="forbidden", came=c.name_of(command))
    if state.newer:
        raise Refusal("table/newer", kind="refused", came=state.newer, high=1)
    if state.read_only:
        raise Refusal("table/damaged", kind="refused", came=list(state.damaged))
    rows, said = rows_at(state), as_seen(command)
    with values_suit(), using(rows):
        context = Context(state, viewer, moment)
        decision = HANDLERS[type(said)](context, said)
        if any(one.path[1] in ("packs", "rows") for one in decision.effects):
            rows = rows_at(with_effects(state, decision.effects))
        done = under(rows, _with_aftermath, context, decision)
    effects, held = _plain(done), _plain(decision.held)
    event = Event(
        command=c.name_of(command),
        seat=viewer.seat,
        at=moment.now,
        digest=digest_of(command),
        effects=effects,
        held=held,
        changes=tuple(_changes(state, held or effects)),
        asked={**_words(said), **(decision.asked or {})},
        roll=decision.roll,
        audience=EVERYBODY if decision.audience == AUTO else decision.audience,
        to=decision.to,
        of=decision.of,
        announced=decision.announced,
        seal=decision.seal,
        nonce=decision.nonce,
        together=together,
        packs=tuple(state.play.get("packs", ())),
    )
    if decision.audience != AUTO:
        return event
    return msgspec.structs.replace(event, audience=_witnesses(state, event, moment))


def _with_aftermath(context: Context, decision: Decision) -> tuple[Effect, ...]:
    """What a decision does and what follows from it, if the sheets can be read then."""
    first = _without_nothing(context.state, decision.effects)
    done = merged((*first, *aftermath(context, first)))
    check_readable(context.state, (*done, *decision.held))
    return done


def _without_nothing(state: State, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Effects without those that take away what is not there."""
    if all(one.value is not None for one in effects):
        return effects
    put = {one.path for one in effects if one.value is not None}
    there = {"play": state.play, "house": state.house}
    return tuple(
        one
        for one in effects
        if one.value is not None
        or at(there, one.path) is not None
        or any(one.path[:length] in put for length in range(1, len(one.path) + 1))
    )


def _may(state: State, viewer: Viewer, command: type[c.Command]) -> bool:
    """A stranger may knock, the first command opens the table, the rest is a matter of roles."""
    if viewer == STRANGER:
        return command is c.Knock
    return command is c.Open if state.version == 0 else c.may(viewer.role, command)


def _plain(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Effects as they will be read again, so that the state here is the state everywhere."""
    return _EFFECTS.decode(msgspec.json.encode(effects)) if effects else ()


_EFFECTS = msgspec.json.Decoder(tuple[Effect, ...])


def _words(command: c.Command) -> dict[str, Any]:
    """The command as the log keeps it; a sheet is in the effects already."""
    kept: dict[str, Any] = msgspec.to_builtins(command)
    return {name: value for name, value in kept.items() if name not in ("type", "sheet", "dice", "content")}


def _changes(state: State, effects: tuple[Effect, ...]) -> Iterator[Change]:
    """What changes on sheets, with what stood there before."""
    for effect in effects:
        if effect.path[:2] == ("play", "characters") and len(effect.path) == 5 and effect.path[3] == "sheet":
            before = at(state.play, effect.path[1:])
            if before != effect.value:
                yield Change(effect.path[4], before, effect.value, effect.path[2])


# ---- who notices ----


def _witnesses(state: State, event: Event, moment: Moment) -> str | tuple[str, ...]:
    """Whoever sees something change: everybody if a stranger would, else the seats that do."""
    after = fold_event(state, state.version + 1, event, moment.known_until)
    struck = list(_events_undone(state, after, moment)) if event.to is not None else []
    paths = list(visible_paths(state, after))

    def notices(viewer: Viewer, then: Viewer) -> bool:
        return any(viewer.notices(one) for one in struck) or any(
            shown_at(state, viewer, path) != shown_at(after, then, path) for path in paths
        )

    if notices(STRANGER, STRANGER):
        return EVERYBODY
    kept = {**state.house.get("seats", {}), **after.house.get("seats", {})}
    seats = []
    for id, seat in kept.items():
        if seat["role"] == "keeper":
            continue
        before = viewer_of(state, id) if id in state.house.get("seats", {}) else Viewer(id, "spectator")
        then = viewer_of(after, id) if id in after.house.get("seats", {}) else Viewer(id, "spectator")
        if id == event.seat or before != then or notices(before, then):
            seats.append(id)
    return tuple(seats)


def _events_undone(before: State, after: State, moment: Moment) -> Iterator[Event]:
    """Events that an undo takes back, or a redo brings back."""
    spans = set(before.chain) ^ set(after.chain)
    versions = {version for first, last in spans for version in range(first, last + 1)}
    for version, event in moment.events(min(versions, default=1) - 1, max(versions, default=0)):
        if event is not None and before.holds(version) != after.holds(version):
            yield event


def visible_paths(before: State, after: State) -> Iterator[tuple[str, ...]]:
    """The parts of a table's view that may differ between two states."""
    touched: set[tuple[str, ...]] = set()
    for path in differing(before.play, after.play, 2):
        if path[0] in SECTIONS:
            if len(path) == 2:
                touched.add(path)
            else:
                ids = {**before.play.get(path[0], {}), **after.play.get(path[0], {})}
                touched |= {(path[0], id) for id in ids}
        elif path[0] in PARTS:
            touched.add((path[0],))
    if any(path[0] == "characters" and _in_sight(before, path[1]) != _in_sight(after, path[1]) for path in touched):
        touched |= {
            ("fight",),
            ("chase",),
            ("seats",),
            *((one, id) for one in ("asks", "waits") for id in after.play.get(one, {})),
        }
    for name, *_ in differing(before.house, after.house, 1):
        if name == "seats":
            touched |= {("seats",), ("fight",), ("chase",)}  # of one's own people one sees more
            touched |= {(section, id) for section in SECTIONS for id in after.play.get(section, {})}
        elif name in ("code", "knocks"):
            touched.add(("door",))
        elif name in c.SETTINGS:
            touched.add(("settings",))
    yield from sorted(touched)


def _in_sight(state: State, id: str) -> tuple[bool, tuple[str, ...]] | None:
    """Whether somebody is in sight, and whose, if they are there at all: all that lists of people depend on."""
    kept = state.play.get("characters", {}).get(id)
    return None if kept is None else (not kept.get("hidden", False), tuple(kept.get("seen_by", ())))


def shown_at(state: State, viewer: Viewer, path: tuple[str, ...]) -> Any:
    """One part of the view, or something inside one."""
    if path[0] in SECTIONS:
        return at(entity(state, viewer, path[0], path[1]), path[2:]) if len(path) > 1 else None
    return at(part(state, viewer, path[0]), path[1:])


# ---- what a command rests on ----


def rests_on(command: c.Command) -> tuple[tuple[str, ...], ...] | None:
    """The parts of the table whose change makes a command stale; None for all of it."""
    match command:
        case c.Undo() | c.Redo() | c.Follow():
            return None
        case c.Do() | c.Ask() | c.Fight():
            ids = {*people_in(msgspec.to_builtins(command))}
            ids |= set(command.characters) if isinstance(command, c.Ask) else set()
            asks = {("asks", command.ask)} if isinstance(command, c.Do) and command.ask else set()
            return (*(("characters", id) for id in sorted(ids)), *sorted(asks))
        case c.Decide() | c.Vote():  # others answer at the same time
            return (("waits", command.wait, "event"),)
        case c.Edit():  # two people may write in two fields of a sheet
            return tuple(("characters", command.character, "sheet", field) for field in sorted(command.fields))
        case c.Remark():
            marks = [("marks", name) for name in sorted(command.marks or ())]
            texts = [(name,) for name in ("note", "secret") if getattr(command, name) is not None]
            return tuple(("characters", command.character, *path) for path in (*texts, *marks))
        case c.Show() | c.Remove():
            return (("characters", command.character),)
        case c.Override():
            return (tuple(command.path.split("/")),)
        case c.Declare():  # others declare at the same time
            return ("fight", "round"), ("fight", "order")
        case c.Round() | c.Turn() | c.Delay() | c.Gather():  # whoever declares meanwhile does not make it another round
            return ("fight", "round"), ("fight", "turn")
        case c.Leave() | c.EndFight():
            return (("fight",),)
        case c.Chase() | c.Pursue() | c.EndChase():
            return (("chase",),)
        case c.Advance() | c.Settle() | c.Dismiss():
            return (("clock",), *((("due", command.due),) if not isinstance(command, c.Advance) else ()))
        case c.Plan() | c.Note() if command.id:
            return (("plans" if isinstance(command, c.Plan) else "notes", command.id),)
    return ()
