"""Time: the campaign's clock, what is planned, and what falls due when it moves on."""

from typing import Any

from msgspec.structs import replace

from gardien.core.errors import Refusal, nearest
from gardien.core.life import Happening, Life
from gardien.table.binding import content
from gardien.table.commands import Advance, Dismiss, Plan, Settle
from gardien.table.decisions.open import nothing_open
from gardien.table.decisions.who import owners
from gardien.table.events import EVERYBODY
from gardien.table.handlers.context import AUTO, Context, Decision
from gardien.table.handlers.rights import check_answers
from gardien.table.handlers.rolls import perform
from gardien.table.lives import MINUTE, Chronicle, clock_effects
from gardien.table.state import effects, with_effects
from gardien.table.tree import Effect, Tree
from gardien.table.viewers import OWNER, STRANGER, sees
from gardien.table.writing import sheet_effects


def plan(context: Context, command: Plan) -> Decision:
    """Something that will happen at its hour, known to the game master unless it is shown."""
    id = command.id or context.moment.new_id("p")
    if command.id:
        context.entity("plans", command.id)
    kept: dict[str, Any] | None = None
    if command.text:
        kept = {"time": command.time, "text": command.text, "place": command.place, "shown": command.shown}
    return Decision(effects=effects("play", {f"plans/{id}": kept}), asked={"plan": id})


def advance(context: Context, command: Advance) -> Decision:
    """Move the clock: plans whose hour has come are marked, and whatever falls due for a character is listed."""
    nothing_open(context)
    effects = clock_effects(context.state, command.minutes)
    chronicle = Chronicle(context, effects)
    for id, activity in _activities(context, command).items():
        chronicle.add_time(id, command.minutes * MINUTE, activity)
        chronicle.live(id)
    return Decision(effects=(*effects, *chronicle.effects))


def _activities(context: Context, command: Advance) -> dict[str, str]:
    """How everybody spends the time: as was said of them, of all, or as is usual."""
    life = context.table_rules.life or Life({})
    for id in command.activities:
        context.character(id, "activities")
    said = {"activity": command.activity or life.usual}
    said |= {f"activities.{id}": activity for id, activity in command.activities.items()}
    for field, activity in said.items():
        if activity not in life.activities:
            hint = nearest(activity, life.activities)
            raise Refusal("field/one_of", field=field, came=activity, allowed=list(life.activities), hint=hint)
    return {id: command.activities.get(id) or said["activity"] for id in context.play.get("characters", {})}


def settle(context: Context, command: Settle) -> Decision:
    """Do what has fallen due; further inputs may be added, what the clock says stays."""
    due = context.play.get("due", {}).get(command.due)
    if due is None or not (context.viewer.keeper or due["character"] in context.viewer.owns):
        raise Refusal("table/nothing", field="due", came=command.due)
    person = context.own(due["character"])
    open = sees(STRANGER, due["character"], person)
    given, seats = {**command.given, **due["given"]}, EVERYBODY if open else owners(context.state, due["character"])
    check_answers(context, due, command.given)
    done = perform(_at(context, due), due["procedure"], given, due["character"], command.dice, seats)
    chronicle = Chronicle(context, done.effects)
    chronicle.write([Effect(("play", "due", command.due), None)])
    chronicle.live_through(due)
    if not done.roll.waits:
        chronicle.live(due["character"])
        chronicle.live_on(due)
    after = (*done.effects, *chronicle.effects)
    return Decision(effects=after, roll=done.roll, audience=EVERYBODY if open else AUTO)


def _at(context: Context, due: Tree) -> Context:
    """The moment at which something fell due, for what counts from there."""
    return replace(context, state=with_effects(context.state, [Effect(("play", "clock"), due["since"])]))


def dismiss(context: Context, command: Dismiss) -> Decision:
    """Let pass what has fallen due: time goes on as if it had not been thrown for."""
    due, life = context.entity("due", command.due), context.table_rules.life
    id, chronicle = due["character"], Chronicle(context)
    chronicle.write([Effect(("play", "due", command.due), None)])
    law = life.law_of(due["thread"]) if life and "thread" in due and id in context.play["characters"] else None
    if law is not None:
        what = Happening(due["procedure"], due["given"])
        fields = law.skipped(content(_at(context, due).state, id, OWNER), what) if law.skipped else {}
        chronicle.write(sheet_effects(chronicle.state, id, fields, clock=due["since"]))
        chronicle.live_through(due)
        chronicle.live(id)
        chronicle.live_on(due)
    named: dict[str, Any] = {name: due[name] for name in ("character", "procedure", "about") if name in due}
    return Decision(effects=tuple(chronicle.effects), asked=named)
