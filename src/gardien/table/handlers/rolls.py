"""Rolls: done, asked for, made in secret, revealed."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.calling import Answer, Prepared, answer, prepare, refusal_at
from gardien.core.errors import Refusal
from gardien.core.interpreters.run import DieShown, Played, Stops
from gardien.core.interpreters.typed import NOTHING_LAID, Laid, stopped_early, throw_again, typed, typed_so_far
from gardien.table import recent_rolls
from gardien.table.binding import Bound, bind, content, people_in, with_usual
from gardien.table.cards import sees_what_it_rests_on
from gardien.table.commands import Ask, CloseAsk, Do, Release, Reveal
from gardien.table.decisions.open import laid_by, nothing_open, stops, wait_effect
from gardien.table.events import EVERYBODY, Event, Rolled
from gardien.table.handlers.ability import check_able, goes_beyond_turn
from gardien.table.handlers.context import AUTO, Context, Decision
from gardien.table.handlers.rights import check_given, check_right
from gardien.table.handlers.turns import after_act, apart_from_turns
from gardien.table.lives import time_told
from gardien.table.secrets import new_nonce, seal
from gardien.table.state import State, effects
from gardien.table.tree import Effect, at, plain
from gardien.table.viewers import (
    STRANGER,
    entity,
    read_version,
    sees,
    sees_field,
    shared_eyes,
    table_rules_of,
    viewer_of,
)
from gardien.table.writing import consequences

PAUSES = ("play", "waits")  # where a rule stands that waits for somebody
ASIDE = (PAUSES, ("play", "chase"))  # what a secret roll moves at once: nobody else sees a chase that is run in secret


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
    audience: str | tuple[str, ...] = EVERYBODY,
    *,
    waits: bool = True,
    in_turn: bool = True,
    hidden: tuple[str, ...] = (),
) -> Done:
    """Fill in, throw or take the dice, and work out the consequences; none yet where the rule waits for somebody."""
    declared = context.system.procedure(procedure)
    an_act = procedure in context.table_rules.consequences or procedure in context.system.presentation.acts
    if not (declared.dice or hasattr(declared.outcome, "changes") or an_act):
        raise Refusal("table/no_act", kind="refused", field="procedure", came=procedure)
    if "options" in asked and not context.viewer.keeper:
        raise Refusal("table/keeper_only", kind="forbidden", field="given.options")
    eyes = shared_eyes(context.state, audience)
    asked = with_usual(context.system, procedure, asked, actor, partial(content, context.state, viewer=eyes))
    with context.refusals_shielded([*people_in(asked), *([actor] if actor else [])]):
        bound = bind(context.state, procedure, asked, actor, eyes)
    with context.refusals_shielded(bound.people.values(), hidden=hidden):
        nothing_open(context, bound.people.values())
        prepared = prepare(context.play["system"], procedure, bound.given)
        stop = stops(context.state, prepared, bound.people, audience == EVERYBODY) if waits else None
        played = throw(context, prepared, bound, dice, waits=stop, hidden=hidden)
    outcome = answer(prepared, played)
    roll = to_rolled(outcome, bound, dice is not None, hidden)
    if dice and len(dice) < len(roll.dice):
        roll = replace(roll, real=len(dice))
    recent_rolls.keep(roll, prepared, played)
    if roll.waits:
        lying = (dice or ()) if stopped_early(played) else ()
        return Done(
            roll, (wait_effect(context, roll, bound, asked, actor, audience, {}, laid_by(context, actor, lying)),)
        )
    with context.refusals_shielded(bound.people.values()):
        done = consequences(context.state, outcome, bound.people)
    return Done(roll, (*done, *after_act(context, roll, done)) if in_turn else apart_from_turns(context, done))


def throw(
    context: Context,
    prepared: Prepared,
    bound: Bound,
    dice: tuple[int, ...] | None,
    fallen: Sequence[DieShown] = (),
    laid: Laid = NOTHING_LAID,
    *,
    waits: Stops | None = None,
    settled: int = 0,
    hidden: tuple[str, ...] = (),
) -> Played:
    """Dice thrown or typed, behind those that have fallen and what people have put down for theirs.

    Whoever does not know all that the roll rests on types only their own, and the rest is thrown.
    """
    people, request, generator = context.play["characters"], prepared.request(), context.moment.generator
    try:
        if dice is None:
            return throw_again(request, fallen, generator, laid, waits=waits, settled=settled)
        if sees_what_it_rests_on(context.viewer, people, bound.people.values(), hidden):
            return typed(request, dice, fallen, laid, waits=waits, settled=settled)
        own = {"", *(name for name, id in bound.people.items() if id in context.viewer.owns)}
        return typed_so_far(request, dice, own, generator, fallen, laid, waits=waits, settled=settled)
    except Refusal as refusal:
        raise refusal_at(refusal, prepared) from None


def to_rolled(answer: Answer, bound: Bound, typed: bool, hidden: tuple[str, ...]) -> Rolled:
    given, outcome = plain(answer.given), plain(answer.outcome)
    dice, steps = answer.dice, answer.steps
    people, waits, place = bound.people, answer.waits, answer.place
    return Rolled(answer.procedure, given, outcome, dice, steps, people, typed, waits, place, hidden=hidden)


def act(context: Context, command: Do) -> Decision:
    """A procedure for a character, or for nobody in particular."""
    asked = command.given
    for id in (*people_in(asked), *([command.character] if command.character else [])):
        context.character(id)
    if command.character is not None:
        context.own(command.character)
    elif not context.viewer.keeper and context.system.right(command.procedure) != "anybody":
        raise Refusal("table/whose", kind="forbidden", field="character")
    audience = _audience(context, command.audience)
    answering: tuple[Effect, ...] = ()
    announced = False
    hidden: tuple[str, ...] = ()
    said = set(asked)
    if command.ask:
        asked, answering = _answering(context, command)
        hidden = tuple(context.entity("asks", command.ask).get("hidden", ()))
        audience, announced = _noticing(context, command.ask, audience)
        said -= set(context.entity("asks", command.ask)["given"])
    else:
        check_right(context, command.procedure)
    check_given(context, command.procedure, asked, command.character, said)
    answers = bool(command.ask)
    check_able(context, command.procedure, command.character, asked, in_spite=command.in_spite, answers=answers)
    if command.out_of_turn and not context.viewer.keeper:
        raise Refusal("table/keeper_only", kind="forbidden", field="out_of_turn")
    in_turn = not command.ask and not command.out_of_turn  # an answer is no act of one's own
    thrown = (command.procedure, asked, command.character, command.dice, audience)
    done = perform(context, *thrown, in_turn=in_turn, hidden=hidden)
    told = time_told(context, done.roll, done.effects)
    done = Done(done.roll, (*done.effects, *told)) if told else done
    decision = roll_decision(context, done, audience, answering, announced)
    asked_for = context.entity("asks", command.ask) if command.ask else {}
    why = "" if command.note or asked_for.get("by") else asked_for.get("text", "")
    words = {"given": asked} if asked_for else {}  # whoever tries again is asked the same
    beyond = in_turn and goes_beyond_turn(context, command.character or "", done.effects)
    return replace(decision, asked=words | ({"why": why} if why else {}) | ({"beyond": True} if beyond else {}))


def roll_decision(
    context: Context,
    done: Done,
    audience: str | tuple[str, ...],
    further: tuple[Effect, ...] = (),
    announced: bool = False,
    *,
    begun: bool = False,
) -> Decision:
    """An open roll as it is; a secret one sealed, and all of it held back where others would see something of it.

    What a rule changes belongs together: a sheet with half of it would be nobody's. What has `begun` in the open ends
    there, whoever has been hidden since.
    """
    if audience == EVERYBODY:
        if not begun:
            _in_the_open(context, done.roll.people.values(), "audience")
        return Decision(effects=(*done.effects, *further), roll=done.roll, audience=EVERYBODY)
    nonce = new_nonce()
    pauses = tuple(effect for effect in done.effects if effect.path[:2] in ASIDE)
    changes = tuple(effect for effect in done.effects if effect.path[:2] not in ASIDE)
    noticed = any(_seen_by_others(context.state, effect, audience) for effect in changes)
    return Decision(
        effects=(*pauses, *(() if noticed else changes), *further),
        held=changes if noticed else (),
        roll=done.roll,
        audience=audience,
        announced=announced or bool(context.state.house.get("announce", False)),
        seal=seal(nonce, done.roll),
        nonce=nonce,
    )


def _in_the_open(context: Context, ids: Iterable[str], field: str) -> None:
    people = context.play["characters"]
    if any(id not in people or people[id].get("hidden") for id in ids):
        raise Refusal("table/hidden_acts", kind="refused", field=field)


def _in_sight_of(context: Context, seats: Iterable[str], ids: Iterable[str]) -> None:
    """Refuse to tell some of people whom one of them does not see."""
    people, viewers = context.play["characters"], [viewer_of(context.state, seat) for seat in seats]
    if any(id not in people or not all(sees(one, id, people[id]) for one in viewers) for id in ids):
        raise Refusal("table/hidden_acts", kind="refused", field="seats")


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
    table_rules = table_rules_of(state)
    others = [viewer_of(state, seat) for seat in state.house.get("seats", {}) if seat not in audience]
    others.append(STRANGER)
    return any(
        sees_field(other, id, kept, field if place == "sheet" or field in table_rules.visible else "\0", table_rules)
        for other in others
        if not other.keeper
    )


# ---- requests ----


def ask(context: Context, command: Ask) -> Decision:
    """A roll asked of several; what is preset is checked with the first of them. A player's is a proposal."""
    keeper, seat = context.viewer.keeper, context.viewer.seat
    for id in command.characters:
        if context.own(id, "characters").get("hidden"):
            raise Refusal("table/hidden_acts", kind="refused", field="characters")
    for id in people_in(command.given):
        context.character(id, "given")
    if "options" in command.given and not keeper:
        raise Refusal("table/keeper_only", kind="forbidden", field="given.options")
    if command.hidden and not keeper:
        raise Refusal("table/keeper_only", kind="forbidden", field="hidden")
    if unknown := [name for name in command.hidden if name not in command.given]:
        raise Refusal("field/one_of", field="hidden", came=unknown[0], allowed=sorted(command.given))
    with context.refusals_shielded([*people_in(command.given), *command.characters]):
        bind(context.state, command.procedure, command.given, command.characters[0])
    id = context.moment.new_id("a")
    kept = {
        "procedure": command.procedure,
        "characters": list(dict.fromkeys(command.characters)),
        "given": command.given,
        "text": command.text,
        "answered": [],
        **({"hidden": list(dict.fromkeys(command.hidden))} if command.hidden else {}),
    }
    if keeper:
        return Decision(effects=(Effect(("play", "asks", id), kept),), audience=EVERYBODY, asked={"ask": id})
    older = [one for one, each in context.play.get("asks", {}).items() if each.get("by") == seat]
    replaced = (
        *(Effect(("play", "asks", one), None) for one in older),
        Effect(("play", "asks", id), kept | {"by": seat}),
    )
    return Decision(effects=replaced, audience=EVERYBODY, asked={"ask": id, "by": seat})


def _answering(context: Context, command: Do) -> tuple[dict[str, Any], tuple[Effect, ...]]:
    """An answer keeps to what was asked; what was left open may be filled in."""
    id = command.ask or ""
    asked = context.entity("asks", id)
    if asked.get("by") and not context.viewer.keeper:
        raise Refusal("table/keeper_only", kind="forbidden", field="ask")
    if command.procedure != asked["procedure"] or command.character not in asked["characters"]:
        raise Refusal("table/other_request", kind="refused", field="ask")
    if command.character in asked["answered"]:
        raise Refusal("table/answered", kind="refused", field="ask")
    answered = [*asked["answered"], command.character]
    closed = None if len(answered) == len(asked["characters"]) else {**asked, "answered": answered}
    given = {**command.given, **asked["given"]} if not context.viewer.keeper else {**asked["given"], **command.given}
    return given, (Effect(("play", "asks", id), closed),)


def _noticing(context: Context, id: str, audience: str | tuple[str, ...]) -> tuple[str | tuple[str, ...], bool]:
    """Whoever sees a request also sees that it was answered, so a secret answer does not go unnoticed."""
    if audience == EVERYBODY or entity(context.state, STRANGER, "asks", id) is not None:
        return audience, audience != EVERYBODY
    viewers = [viewer_of(context.state, seat) for seat in context.state.house["seats"]]
    seeing = [one.seat for one in viewers if not one.keeper and entity(context.state, one, "asks", id) is not None]
    return tuple(dict.fromkeys([*audience, *seeing])), False


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
    if any(wait["event"] == version for wait in context.play.get("waits", {}).values()):
        nothing_open(context)
    people = tuple(event.roll.people.values()) if event.roll else ()
    if command.seats:
        _in_sight_of(context, context.seats(command.seats), people)
        return Decision(roll=event.roll, audience=command.seats, of=version, seal=event.seal, nonce=event.nonce)
    _in_the_open(context, people, "event")
    over = version in context.play.get("released", ()) or not context.state.holds(version)
    held = () if over else _let_go(context, version, event)
    return Decision(effects=held, roll=event.roll, audience=EVERYBODY, of=version, seal=event.seal, nonce=event.nonce)


def release(context: Context, command: Release) -> Decision:
    """Only the consequences."""
    version, event = _secret(context, command.event)
    if not event.held or version in context.play.get("released", ()) or not context.state.holds(version):
        raise Refusal("table/no_secret", field="event", came=command.event)
    return Decision(effects=_let_go(context, version, event), of=version)


def _let_go(context: Context, version: int, event: Event) -> tuple[Effect, ...]:
    """What was held back of all who are still there, unless the values have moved on since.

    Where another secret that was let go has moved them, it comes of the same dice on the sheets as they are now.
    """
    if not event.held:
        return ()
    there, released = context.play.get("characters", {}), context.play.get("released", ())
    others = [one for one in map(context.moment.event, released) if one is not None]
    theirs, held = {(change.who, change.field) for one in others for change in one.changes}, event.held
    for change in event.changes:
        moved = at(context.play, ("characters", change.who, "sheet", change.field)) != change.before
        if moved and change.who in there:
            if (change.who, change.field) not in theirs:
                raise Refusal("table/moved_on", kind="refused", field="event", came=change.field)
            held = _come_of(context, event, change.field)
            break
    held = tuple(one for one in held if one.path[:2] != ("play", "characters") or one.path[2] in there)
    return (*held, Effect(("play", "released"), [*context.play.get("released", ()), version]))


def _come_of(context: Context, event: Event, field: str) -> tuple[Effect, ...]:
    """What a secret changes now: the same was asked, and the dice lie as they fell."""
    roll = event.roll
    assert roll is not None
    try:
        if event.command != "do":
            raise Refusal("table/moved_on")
        bound = bind(context.state, roll.procedure, event.asked["given"], event.asked.get("character"))
        prepared = prepare(context.play["system"], roll.procedure, bound.given)
        played = throw(context, prepared, bound, (), roll.dice)
    except Refusal:
        raise Refusal("table/moved_on", kind="refused", field="event", came=field) from None
    outcome = answer(prepared, played)
    done = consequences(context.state, outcome, bound.people)
    if event.asked.get("out_of_turn") or event.asked.get("ask"):
        return apart_from_turns(context, done)
    return (*done, *after_act(context, to_rolled(outcome, bound, roll.typed, roll.hidden), done))
