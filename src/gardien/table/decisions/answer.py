"""Decisions: a rule that waits goes on with the dice as they lie, once somebody has answered or nobody wants to."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from msgspec.structs import replace

from gardien.core.calling import Prepared, prepare
from gardien.core.calling import answer as answered
from gardien.core.errors import Refusal
from gardien.core.interpreters.run import DieShown, Waiting
from gardien.core.presentation import Offer
from gardien.core.typed_values import put_at
from gardien.table import recent_rolls
from gardien.table.binding import Bound, bind
from gardien.table.commands import Decide, Vote
from gardien.table.decisions.open import left_lying, lying, stops, wait_effect, ways
from gardien.table.decisions.who import is_for, seats_asked, voters
from gardien.table.events import EVERYBODY, Event, Rolled
from gardien.table.handlers.chases import after_turn
from gardien.table.handlers.context import Context, Decision
from gardien.table.handlers.offers import changed_inputs
from gardien.table.handlers.rolls import Done, roll_decision, throw, to_rolled
from gardien.table.handlers.turns import after_act, apart_from_turns
from gardien.table.state import State
from gardien.table.tree import Effect, Tree
from gardien.table.viewers import shared_eyes
from gardien.table.writing import consequences, sheet_effects

APART = "apart"  # of a decision, as the log keeps it: what it goes on with takes nothing of a turn


def answer(context: Context, command: Decide) -> Decision:
    """An offer is taken up, put to the vote, or nothing is wanted."""
    wait = _open(context, command.wait)
    if not command.offer:
        return _nothing(context, command, wait)
    offer = _open_offer(context, wait, command.offer)
    own = wait["people"][offer.who] in context.viewer.owns and not offer.granted
    may_propose = offer.unanimous and context.viewer.seat in voters(context.state)
    if not (context.viewer.keeper or own or may_propose):
        raise Refusal("table/not_yours", kind="forbidden", field="offer")
    if not offer.unanimous:
        return _go_on(context, command.wait, wait, offer, command.dice)
    vote = wait.get("vote")
    if vote and vote["offer"] != offer.key:
        raise Refusal("table/vote_open", kind="refused", field="offer")
    proposed = {"offer": offer.key, "yes": vote["yes"] if vote else []}
    return _count_votes(context, command.wait, {**wait, "vote": proposed}, [context.viewer.seat], command.dice)


def _nothing(context: Context, command: Decide, wait: Tree) -> Decision:
    """The game master goes on without; others want nothing for themselves, and refuse what all must agree to."""
    viewer = context.viewer
    if viewer.keeper:
        return _go_on(context, command.wait, wait, None, command.dice)
    if viewer.seat not in seats_asked(context.state, wait):
        raise Refusal("table/not_yours", kind="forbidden", field="wait")
    if wait.get("vote"):
        return _turn_down(context, command.wait, wait, command.dice)
    after = {**wait, "passed": [*wait["passed"], viewer.seat]}
    return _still_open(context, command.wait, after, {"stage": "passed"}, command.dice)


def vote(context: Context, command: Vote) -> Decision:
    """A yes is counted; the last one lets the rule go on. One no ends it."""
    wait = _open(context, command.wait)
    if not wait.get("vote"):
        raise Refusal("table/no_vote", kind="refused", field="wait")
    able = voters(context.state)
    seats = list(command.seats) or (
        [context.viewer.seat] if not context.viewer.keeper else seats_asked(context.state, wait)
    )
    if not context.viewer.keeper and (command.seats or context.viewer.seat not in able):
        raise Refusal("table/not_yours", kind="forbidden", field="seats" if command.seats else "wait")
    if any(seat not in able for seat in seats):
        raise Refusal("table/nothing", field="seats", came=seats[0])
    if not command.agrees:
        return _turn_down(context, command.wait, wait, None)
    return _count_votes(context, command.wait, wait, seats, None)


def _count_votes(context: Context, id: str, wait: Tree, seats: list[str], dice: tuple[int, ...] | None) -> Decision:
    """So many more who agree; the game master proposes, and has no vote."""
    able, vote = voters(context.state), wait["vote"]
    yes = [seat for seat in able if seat in (*vote["yes"], *seats)]
    if len(yes) == len(able):
        offer = _open_offer(context, wait, vote["offer"])
        return _go_on(context, id, wait, offer, dice, ["yes"] * max(1, len(yes)))
    after = {**wait, "vote": {**vote, "yes": yes}}
    words = {"offer": vote["offer"], "stage": "agreed" if vote["yes"] else "proposed", "seats": seats}
    return _kept_open(id, after, words)


def _turn_down(context: Context, id: str, wait: Tree, dice: tuple[int, ...] | None) -> Decision:
    """What somebody does not want is off the table; where nothing else is left, the rule goes on."""
    key = wait["vote"]["offer"]
    left = [one for one in wait["offers"] if one["key"] != key]
    after = {name: value for name, value in wait.items() if name != "vote"} | {"offers": left}
    return _still_open(context, id, after, {"offer": key, "stage": "refused"}, dice)


def _still_open(context: Context, id: str, wait: Tree, words: Tree, dice: tuple[int, ...] | None) -> Decision:
    if not seats_asked(context.state, wait):
        decision = _go_on(context, id, wait, None, dice)
        return replace(decision, asked={**(decision.asked or {}), **words})
    return _kept_open(id, wait, words)


def _kept_open(id: str, wait: Tree, words: Tree) -> Decision:
    audience = wait["audience"] if isinstance(wait["audience"], str) else tuple(wait["audience"])
    return Decision(effects=(Effect(("play", "waits", id), wait),), audience=audience, asked=words)


# ---- what there is to decide ----


def _open(context: Context, id: str) -> Tree:
    wait: Tree | None = context.play.get("waits", {}).get(id)
    if wait is None or not (context.viewer.keeper or is_for(wait, context.viewer.seat)):
        raise Refusal("table/no_decision", kind="refused", field="wait", came=id[:40])
    return wait


def _open_offer(context: Context, wait: Tree, key: str) -> Offer:
    """An offer that still holds: points may have gone since."""
    roll = _roll(context, wait)
    if roll is not None and any(one["key"] == key for one in wait["offers"]):
        waiting = Waiting(roll.waits, roll.outcome, roll.place)
        open = wait["audience"] == EVERYBODY
        for one in ways(context.state, roll.procedure, roll.given, waiting, wait["people"], open):
            if one.key == key:
                return one
    raise Refusal("table/no_offer", kind="refused", field="offer", came=key)


def _roll(context: Context, wait: Tree) -> Rolled | None:
    event = context.moment.event(wait["event"])
    return event.roll if event else None


# ---- going on ----


class Ready:
    """A rule that waited, with the sheets as they are now and what has been decided."""

    def __init__(self, state: State, wait: Tree, roll: Rolled, more: Mapping[str, Any]) -> None:
        self.bound, self.prepared = _read_anew(state, wait, roll, more)
        people = self.bound.people
        names = {id: name for name, id in people.items()}  # whoever acts may have two
        called = {name: name if people.get(name) == id else names[id] for name, id in roll.people.items()}
        self.dice: list[DieShown] = [replace(die, who=called.get(die.who, die.who)) for die in roll.dice]


def _read_anew(state: State, wait: Tree, roll: Rolled, more: Mapping[str, Any]) -> tuple[Bound, Prepared]:
    """What was asked with the sheets as they are now; where that can no longer be done, with what was read then."""
    system = state.play["system"]
    try:
        eyes = shared_eyes(state, wait["audience"])
        bound = bind(state, wait["procedure"], wait["inputs"], wait["actor"] or None, eyes)
        bound = Bound(changed_inputs(bound.given, more), bound.people)
        if set(bound.people.values()) == set(roll.people.values()):
            return bound, prepare(system, wait["procedure"], bound.given)
    except Refusal:
        pass
    bound = Bound(changed_inputs(roll.given, more), roll.people)
    return bound, prepare(system, wait["procedure"], bound.given)


def decided_inputs(wait: Tree, offer: Offer | None, votes: Sequence[str]) -> dict[str, Any]:
    """The inputs that have been decided on so far."""
    more: dict[str, Any] = deepcopy(changed_inputs(wait["more"], offer.given) if offer else wait["more"])
    if offer and offer.votes:
        put_at(more, offer.votes, list(votes))
    return more


def _go_on(
    context: Context, id: str, wait: Tree, offer: Offer | None, dice: tuple[int, ...] | None, votes: Sequence[str] = ()
) -> Decision:
    """The dice as they lie, and those that still fall; the rule may come to the next decision."""
    over = Effect(("play", "waits", id), None)
    event: Event | None = context.moment.event(wait["event"])
    audience = wait["audience"] if isinstance(wait["audience"], str) else tuple(wait["audience"])
    if event is None or event.roll is None:  # it could not be read again: nothing of it holds
        return Decision(effects=(over,), audience=audience)
    more = decided_inputs(wait, offer, votes)
    apart = any(event.asked.get(name) for name in ("out_of_turn", "ask", APART))
    roll = event.roll
    with context.refusals_shielded(roll.people.values(), hidden=roll.hidden):
        ready = Ready(context.state, wait, roll, more)
        bound, prepared = ready.bound, ready.prepared
        stop = stops(context.state, prepared, bound.people, audience == EVERYBODY)
        laid = lying(wait, bound.people)
        played = throw(
            context, prepared, bound, dice, ready.dice, laid, waits=stop, settled=roll.place, hidden=roll.hidden
        )
    outcome = answered(prepared, played)
    after = to_rolled(outcome, bound, roll.typed or dice is not None, roll.hidden)
    recent_rolls.keep(after, prepared, played)
    price = sheet_effects(context.state, wait["people"][offer.who], offer.pays) if offer else []
    if after.waits:
        left = left_lying(wait, laid, played, len(ready.dice))
        again = wait_effect(context, after, bound, wait["inputs"], wait["actor"] or None, audience, more, left)
        done = Done(after, (again, *price))
    else:
        with context.refusals_shielded(bound.people.values()):
            effects = consequences(context.state, outcome, bound.people)
        chase = context.play.get("chase") if "chase" in event.asked else None
        if chase:
            effects += tuple(after_turn(context.state, chase, after))
        else:
            effects = apart_from_turns(context, effects) if apart else (*effects, *after_act(context, after, effects))
        done = Done(after, (*effects, *price))
    words: Tree = {"note": event.asked.get("note", ""), "given": wait["inputs"], **({APART: True} if apart else {})}
    words |= {"chase": event.asked["chase"]} if "chase" in event.asked else {}
    words |= {"offer": offer.key} if offer else {}
    words |= {"character": wait["actor"]} if wait["actor"] else {}
    return replace(roll_decision(context, done, audience, (over,), begun=True), asked=words, of=wait["event"])
