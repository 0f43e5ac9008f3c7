"""Following a result: what the game offers once the dice lie there, each legal only while it can still matter."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from gardien.core.calling import answer, prepare, refusal_at
from gardien.core.errors import Refusal
from gardien.core.in_force import in_force
from gardien.core.interpreters.run import DieAsked
from gardien.core.interpreters.typed import check_face, next_die, throw_again
from gardien.core.presentation import Offer
from gardien.core.scene import TALLY
from gardien.core.system import find
from gardien.table.binding import Bound, bind, by_id, content
from gardien.table.commands import Follow
from gardien.table.decisions.open import offers_after
from gardien.table.events import Event, Logged, Rolled
from gardien.table.handlers.chases import after_turn
from gardien.table.handlers.context import Context, Decision
from gardien.table.handlers.rolls import Done, perform, roll_decision, to_rolled
from gardien.table.state import State
from gardien.table.tree import Effect, Tree, at, kept_by_tree
from gardien.table.viewers import Viewer, newest, read_version, shared_eyes
from gardien.table.writing import consequences, sheet_effects

PASSES = ("fight", "turn", "delay", "round", "end_fight", "scene", "advance")  # the table goes on from what lies there
LONG = 100  # noticed events after which a moment is over in any case


def offers(
    state: State, version: int, event: Event, viewer: Viewer, events: Callable[..., Iterable[Logged]]
) -> list[Offer]:
    """What may follow an event now; dice that lie can be changed only until their own moment is over.

    What is kept from a viewer must not show in what they are offered, nor in how long that takes: `events` tells of
    those after a version until another that a seat was told of.
    """
    roll = event.roll
    if roll is None or roll.waits or not state.holds(version):
        return []
    open_offers = offers_after(state, roll.procedure, roll.given, roll.outcome, roll.people)
    still = bool(open_offers) and not _over(state, version, event, viewer, events)
    return [
        offer
        for offer in open_offers
        if offer.who in roll.people  # somebody without a sheet is offered nothing
        and not (offer.measured and roll.hidden and not viewer.keeper)
        and (still or (not (offer.same_dice or offer.now) and _as_it_was(state, event, offer)))
        and (viewer.keeper or (not offer.granted and roll.people.get(offer.who) in viewer.owns))
        and _can_be_done(state, version, event, offer)
    ]


def _can_be_done(state: State, version: int, event: Event, offer: Offer) -> bool:
    """Whether an act that is offered, or the same once more, would be refused before its first die: by the state of
    somebody, by its rule."""
    if offer.same_dice:
        return True
    known, asked = _acts_offered(state.play), (version, offer.key, in_force())
    if asked not in known:
        procedure, given, actor = inputs_of(event, offer)
        system, eyes = find(state.play["system"]), shared_eyes(state, event.audience)
        cannot = system.table_rules.cannot
        try:
            bound = bind(state, procedure, given, actor or None, eyes)
            next_die(prepare(system.key, procedure, bound.given).request(), ())
            known[asked] = not (actor and cannot and cannot(content(state, actor), procedure))
        except Refusal:
            known[asked] = False
    return known[asked]


@kept_by_tree
def _acts_offered(play: Tree) -> dict[Any, bool]:
    """What has been found out at one moment of a table, by event and offer: filled in above."""
    return {}


def _over(state: State, version: int, event: Event, viewer: Viewer, events: Callable[..., Iterable[Logged]]) -> bool:
    """Whether the table went on, or something befell those in a roll, as far as the viewer has noticed; what others
    do meanwhile ends nothing."""
    people = set(event.roll.people.values()) if event.roll else set()
    noticed = 0
    for number, later in events(version, newest(state, viewer), viewer.log_of):
        if later is None or not viewer.notices(later) or not state.holds(number):
            continue
        noticed += 1
        if noticed > LONG or _ends(later, people):
            return True
    return False


def _ends(later: Event, people: set[str]) -> bool:
    """Whether an event is the end of the moment of those people."""
    touched = {one.who for one in later.changes} | (set(later.roll.people.values()) if later.roll else set())
    shared = any(effect.path[:2] == ("play", "group") for effect in later.effects)
    return later.command in PASSES or shared or bool(touched & people)


def _as_it_was(state: State, event: Event, offer: Offer) -> bool:
    """Whether what an offer rests on is still as the event has left it."""
    who = event.roll.people.get(offer.who, "") if event.roll else ""
    left = next((one.after for one in event.changes if (one.who, one.field) == (who, offer.rests_on)), None)
    return not offer.rests_on or (left is not None and left == state.play["characters"][who]["sheet"][offer.rests_on])


def inputs_of(event: Event, offer: Offer) -> tuple[str, dict[str, Any], str]:
    """What an offer comes to: the procedure, its inputs, and who does it."""
    assert event.roll is not None
    if not offer.procedure:
        return event.roll.procedure, {**event.asked.get("given", {}), **offer.given}, event.roll.people.get("", "")
    return offer.procedure, by_id(offer.given, event.roll.people), event.roll.people[offer.who]


def follow(context: Context, command: Follow) -> Decision:
    """Take up an offer: the dice as they lie are judged anew, or thrown again."""
    version = read_version(context.state, context.viewer, command.event)
    event = context.moment.event(version)
    if event is None or not context.viewer.knows(event):
        raise Refusal("table/no_moment", field="event", came=command.event)
    people = set(event.roll.people.values()) if event.roll else set()
    if people and not any(context.viewer.keeper or one in context.viewer.owns for one in people):
        raise Refusal("table/not_yours", kind="forbidden", field="event")  # what may follow tells something of sheets
    offered = {
        offer.key: offer for offer in offers(context.state, version, event, context.viewer, context.moment.events)
    }
    if command.offer not in offered or event.roll is None:
        raise Refusal("table/no_offer", kind="refused", field="offer", came=command.offer)
    offer = offered[command.offer]
    procedure, asked, actor = inputs_of(event, offer)
    note = "" if offer.procedure else event.asked.get("note", "")
    words = {**({"character": actor} if actor else {}), "note": note, "given": asked}
    words |= {"why": event.asked["why"]} if "why" in event.asked and not offer.procedure else {}
    price = sheet_effects(context.state, event.roll.people[offer.who], offer.pays) if offer.pays else []
    if not offer.same_dice:
        done = perform(context, procedure, asked, actor or None, command.dice, event.audience, hidden=event.roll.hidden)
        paid = Done(done.roll, (*done.effects, *price))
        return replace(roll_decision(context, paid, event.audience), asked=words)
    # Not by going back: what others must not know of may have happened meanwhile, and stays.
    past = context.moment.known_until(version - 1)
    done = _judged_anew(context, past, event, offer, command.dice)
    undone = (
        *(Effect(("play", "characters", one.who, "sheet", one.field), one.before) for one in event.changes),
        *_marks_undone(context, past, event),
    )
    after = Done(done.roll, (*undone, *done.effects, *price, *_run_anew(context, past, version, event, done.roll)))
    return replace(roll_decision(context, after, event.audience), asked=words, of=version)


def _run_anew(context: Context, past: State, version: int, event: Event, roll: Rolled) -> tuple[Effect, ...]:
    """The turn of a chase as it comes out now, unless the chase has gone on since."""
    chase = past.play.get("chase") if "chase" in event.asked else None
    if chase is None or context.play.get("chase") != context.moment.known_until(version).play.get("chase"):
        return ()
    return after_turn(past, chase, roll)


def _marks_undone(context: Context, past: State, event: Event) -> list[Effect]:
    """Marks and counts that the first outcome laid on people, as they were before it; not what the act itself took."""
    assert event.roll is not None
    first = _judged_anew(context, past, event, Offer("", {}), None)
    return [
        Effect(one.path, at(past.play, one.path[1:]))
        for one in first.effects
        if one.path[3:4] in (("marks",), (TALLY,)) and at(context.play, one.path[1:]) == one.value
    ]


def _judged_anew(context: Context, past: State, event: Event, offer: Offer, typed: tuple[int, ...] | None) -> Done:
    """The dice as they lie, all of them or all but one."""
    assert event.roll is not None
    given = changed_inputs(event.roll.given, offer.given)
    prepared = prepare(past.play["system"], event.roll.procedure, given)
    dice = list(event.roll.dice)
    again = next((at for at, die in enumerate(dice) if offer.rethrow and die.who == offer.who), None)
    if again is not None:
        die = dice.pop(again)
        if typed:
            asked = DieAsked(int(die.die.lstrip("d")), die.label, die.who, die.purpose)
            dice.insert(again, replace(die, value=check_face(asked, typed[0])))
    try:
        played = throw_again(prepared.request(), dice, context.moment.generator)
    except Refusal as refusal:
        raise refusal_at(refusal, prepared) from None
    outcome = answer(prepared, played)
    roll = to_rolled(outcome, Bound(given, event.roll.people), event.roll.typed, event.roll.hidden)
    return Done(roll, consequences(past, outcome, event.roll.people))


def changed_inputs(given: Any, more: Any) -> Any:
    """Inputs with others in their place, however deep; a list is met item by item."""
    if isinstance(given, dict) and isinstance(more, dict):
        return {**given, **{name: changed_inputs(given.get(name), one) for name, one in more.items()}}
    if isinstance(given, list | tuple) and isinstance(more, list | tuple) and len(given) == len(more):
        return [changed_inputs(one, other) for one, other in zip(given, more, strict=True)]
    return more
