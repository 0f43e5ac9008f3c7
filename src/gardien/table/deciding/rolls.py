"""Rolls: done, asked for, made in secret, revealed."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from gardien.core.calling import Answer, do
from gardien.core.errors import Refusal
from gardien.table.binding import Bound, bind, consequences, people_in
from gardien.table.commands import Ask, CloseAsk, Do, Release, Reveal
from gardien.table.deciding.context import AUTO, Context, Decision
from gardien.table.events import EVERYBODY, Event, Rolled
from gardien.table.seals import new_nonce, seal
from gardien.table.state import State, effects
from gardien.table.tree import Effect, at
from gardien.table.viewers import STRANGER, hosting_of, read_version, sees_field, viewer_of


class Done(Struct, frozen=True):
    """A procedure that was done, and what it changes."""

    roll: Rolled
    effects: tuple[Effect, ...]


def perform(
    context: Context,
    procedure: str,
    asked: Mapping[str, Any],
    actor: str | None,
    dice: tuple[int, ...] | None,
) -> Done:
    """Fill in, throw or take the dice, and work out the consequences."""
    declared = context.system.procedure(procedure)
    if not (declared.dice or hasattr(declared.outcome, "changes") or procedure in context.hosting.settles):
        raise Refusal("table/no_act", kind="refused", field="procedure", came=procedure)
    bound = bind(context.state, procedure, asked, actor)
    answer = do(context.play["system"], procedure, bound.given, dice=dice, generator=context.moment.generator)
    return Done(rolled(answer, bound, dice is not None), consequences(context.state, answer, bound.people))


def rolled(answer: Answer, bound: Bound, typed: bool) -> Rolled:
    return Rolled(answer.procedure, answer.given, answer.outcome, answer.dice, answer.steps, bound.people, typed)


def act(context: Context, command: Do) -> Decision:
    """A procedure for a character, or for nobody in particular."""
    asked = command.given
    involved = [*people_in(asked), *([command.character] if command.character else [])]
    for id in involved:
        context.character(id)
    if not context.viewer.keeper:
        if command.character is None:
            raise Refusal("table/whose", kind="forbidden", field="character")
        context.own(command.character)
    audience = _audience(context, command.audience)
    found: tuple[Effect, ...] = ()
    if command.ask:
        asked, found = _answering(context, command)
    done = perform(context, command.procedure, asked, command.character, command.dice)
    return told(context, done, audience, found, involved)


def told(
    context: Context,
    done: Done,
    audience: str | tuple[str, ...],
    further: tuple[Effect, ...] = (),
    involved: list[str] | None = None,
) -> Decision:
    """An open roll as it is; a secret one sealed, and what others would see of it held back."""
    if audience == EVERYBODY:
        for id in involved or ():
            if context.character(id).get("hidden"):
                raise Refusal("table/hidden_acts", kind="refused", field="audience")
        return Decision(effects=(*done.effects, *further), roll=done.roll, audience=EVERYBODY)
    nonce = new_nonce()
    shown = [effect for effect in done.effects if _seen_by_others(context.state, effect, audience)]
    kept = tuple(effect for effect in done.effects if effect not in shown)
    return Decision(
        effects=(*kept, *further),
        held=tuple(shown),
        roll=done.roll,
        audience=audience,
        announced=bool(context.state.house.get("announce", False)),
        seal=seal(nonce, done.roll),
        nonce=nonce,
    )


def _audience(context: Context, asked: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Everybody, or some seats beside the game master; a player's secret is the player's and the game master's."""
    if asked == EVERYBODY:
        return EVERYBODY
    seats = () if asked == "keeper" else context.seats(asked)
    if context.viewer.keeper:
        return seats
    if any(seat != context.viewer.seat for seat in seats):
        raise Refusal("table/keeper_only", kind="forbidden", field="audience")
    return (context.viewer.seat,)


def _seen_by_others(state: State, effect: Effect, audience: str | tuple[str, ...]) -> bool:
    """Whether somebody who must not know of a roll would see what it changes."""
    if effect.path[:2] != ("play", "characters"):
        return True
    id, place, field = effect.path[2:5]
    kept = state.play["characters"][id]
    hosting = hosting_of(state)
    others = [viewer_of(state, seat) for seat in state.house.get("seats", {}) if seat not in audience]
    others.append(STRANGER)
    return any(
        sees_field(other, id, kept, field if place == "sheet" else "\0", hosting)
        for other in others
        if not other.keeper
    )


# ---- requests ----


def ask(context: Context, command: Ask) -> Decision:
    """A roll asked of several; what is preset is checked with the first of them."""
    for id in command.characters:
        if context.character(id, "characters").get("hidden"):
            raise Refusal("table/hidden_acts", kind="refused", field="characters")
    bind(context.state, command.procedure, command.given, command.characters[0])
    id = context.moment.new_id("a")
    kept = {
        "procedure": command.procedure,
        "characters": list(dict.fromkeys(command.characters)),
        "given": command.given,
        "text": command.text,
        "answered": [],
    }
    return Decision(effects=(Effect(("play", "asks", id), kept),), audience=EVERYBODY, asked={"ask": id})


def _answering(context: Context, command: Do) -> tuple[dict[str, Any], tuple[Effect, ...]]:
    """An answer keeps to what was asked; what was left open may be filled in."""
    id = command.ask or ""
    asked = context.entity("asks", id)
    if command.procedure != asked["procedure"] or command.character not in asked["characters"]:
        raise Refusal("table/other_request", kind="refused", field="ask")
    if command.character in asked["answered"]:
        raise Refusal("table/answered", kind="refused", field="ask")
    answered = [*asked["answered"], command.character]
    closed = None if len(answered) == len(asked["characters"]) else {**asked, "answered": answered}
    given = {**command.given, **asked["given"]} if not context.viewer.keeper else {**asked["given"], **command.given}
    return given, (Effect(("play", "asks", id), closed),)


def close_ask(context: Context, command: CloseAsk) -> Decision:
    context.entity("asks", command.ask)
    return Decision(effects=effects("play", {f"asks/{command.ask}": None}), audience=AUTO)


# ---- secrets ----


def _secret(context: Context, word: str) -> tuple[int, Event]:
    version = read_version(context.state, context.viewer, word)
    event = context.moment.event(version)
    if event is None or event.roll is None or event.audience == EVERYBODY:
        raise Refusal("table/no_secret", field="event", came=word)
    return version, event


def reveal(context: Context, command: Reveal) -> Decision:
    """The roll, the number that proves its seal, and its consequences where they did not take effect yet."""
    version, event = _secret(context, command.event)
    held = () if version in context.play.get("released", ()) else _let_go(context, version, event)
    return Decision(effects=held, roll=event.roll, audience=EVERYBODY, of=version, seal=event.seal, nonce=event.nonce)


def release(context: Context, command: Release) -> Decision:
    """Only the consequences."""
    version, event = _secret(context, command.event)
    if not event.held or version in context.play.get("released", ()):
        raise Refusal("table/no_secret", field="event", came=command.event)
    return Decision(effects=_let_go(context, version, event), of=version)


def _let_go(context: Context, version: int, event: Event) -> tuple[Effect, ...]:
    """What was held back, unless the values have moved on since; what nobody could see took effect at once."""
    if not event.held:
        return ()
    for change in event.changes:
        if at(context.play, ("characters", change.who, "sheet", change.field)) != change.before:
            raise Refusal("table/moved_on", kind="refused", field="event", came=change.field)
    return (*event.held, Effect(("play", "released"), [*context.play.get("released", ()), version]))
