"""Time: the campaign's clock, what is planned, and what falls due when it moves on."""

from typing import Any

from msgspec.structs import replace

from gardien.core.errors import Refusal, nearest
from gardien.core.life import Happening, Life
from gardien.core.table_rules import DueItem
from gardien.table.binding import by_id, content, sheet_effects
from gardien.table.commands import Advance, Dismiss, Plan, Settle
from gardien.table.decisions.open import nothing_open
from gardien.table.decisions.who import owners
from gardien.table.events import EVERYBODY
from gardien.table.handlers.context import AUTO, Context, Decision
from gardien.table.handlers.rights import check_answers
from gardien.table.handlers.rolls import perform
from gardien.table.lives import MINUTE, Chronicle, clock_effects
from gardien.table.marks import marks_of
from gardien.table.state import State, effects, with_effects
from gardien.table.tree import Effect, Tree, plain, put_at
from gardien.table.viewers import STRANGER, sees


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
    before = int(context.play.get("clock", 0))
    effects = clock_effects(context.state, command.minutes)
    spent = _activities(context, command)
    chronicle = Chronicle(context, effects)
    for id in context.play.get("characters", {}):
        if context.table_rules.life:
            chronicle.add_time(id, command.minutes * MINUTE, spent[id])
            chronicle.live(id)
        else:
            effects += _due_effects(context, context.state, id, before, before + command.minutes)
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


def _due_effects(
    context: Context, state: State, id: str, before: int, after: int, *, rows: bool = False
) -> list[Effect]:
    """What falls due for somebody from one minute to another; `rows`: only what of a row comes next."""
    falling, person, effects = context.table_rules.due, state.play["characters"][id], list[Effect]()
    options = state.play.get("options", {})
    marks = marks_of(context.table_rules, person)
    for one in falling(person["sheet"], marks, before, after, options) if falling else ():
        if rows and not one.queue:
            continue
        if one.fields:
            effects += sheet_effects(state, id, one.fields)
            continue
        given = by_id(one.given, {"": id})
        due = {"character": id, "procedure": one.procedure, "given": given, "since": after}
        due |= {"row": one.queue} if one.queue else {}
        due |= {"asks": plain(one.questions)} if one.questions else {}
        due |= {"about": list(one.about)} if any(one.about) else {}
        open = _counted_with(state, id, one)
        if open:
            due["since"] = open[1]["since"]
            if one.accumulates:
                due["given"] = {
                    **given,
                    one.accumulates: open[1]["given"].get(one.accumulates, 0) + given[one.accumulates],
                }
            if due == open[1]:
                continue
        effects.append(Effect(("play", "due", open[0] if open else context.moment.new_id("d")), due))
    return effects


def _next_in_row(context: Context, id: str, done: tuple[Effect, ...]) -> list[Effect]:
    """What comes next of a row, once something of it is done: the clock is there already.

    What simply happens by then happens as well: a dose that has worn off in the meantime.
    """
    state = replace(context.state, play=_with(context.state.play, done))
    if id not in state.play.get("characters", {}):
        return []
    clock = int(state.play.get("clock", 0))
    return _due_effects(context, state, id, clock, clock, rows=True)


def _with(play: Tree, done: tuple[Effect, ...]) -> Tree:
    for effect in done:
        root, *path = effect.path
        play = put_at(play, path, effect.value) if root == "play" else play
    return play


def _counted_with(state: State, id: str, falling: DueItem) -> tuple[str, Any] | None:
    """What of the same kind, or of the same row, still waits for somebody: it is only made longer, or said anew."""

    def same(due: Tree) -> bool:
        if due["character"] != id or due["procedure"] != falling.procedure or due.get("round"):
            return False
        return due.get("row", "") == falling.queue if falling.queue else bool(falling.accumulates)

    return next(((key, due) for key, due in state.play.get("due", {}).items() if same(due)), None)


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
    over = Effect(("play", "due", command.due), None)
    if "thread" in due:
        chronicle = Chronicle(context, (*done.effects, over))
        chronicle.live_through(due)
        if not done.roll.waits:
            chronicle.live(due["character"])
        after = (*done.effects, over, *chronicle.effects)
        return Decision(effects=after, roll=done.roll, audience=EVERYBODY if open else AUTO)
    after = (*done.effects, over)
    further = () if done.roll.waits else _next_in_row(context, due["character"], after)
    return Decision(effects=(*after, *further), roll=done.roll, audience=EVERYBODY if open else AUTO)


def _at(context: Context, due: Tree) -> Context:
    """The moment at which something fell due, for what counts from there."""
    if "thread" not in due:
        return context
    return replace(context, state=with_effects(context.state, [Effect(("play", "clock"), due["since"])]))


def dismiss(context: Context, command: Dismiss) -> Decision:
    """Let pass what has fallen due: it is over as if it had not been, and what comes next of its row waits."""
    due, passed = context.entity("due", command.due), context.table_rules.skipped
    over = Effect(("play", "due", command.due), None)
    if "thread" in due:
        return _let_pass(context, due, over)
    id, kept = due["character"], context.play["characters"].get(due["character"])
    if passed is None or kept is None or not due.get("row"):
        return Decision(effects=(over,))
    fields = passed(kept["sheet"], due["procedure"], due["given"])
    after = (*sheet_effects(context.state, id, fields), over)
    return Decision(effects=(*after, *_next_in_row(context, id, after)))


def _let_pass(context: Context, due: Tree, over: Effect) -> Decision:
    """Time goes on as if it had not been thrown for."""
    id, life = due["character"], context.table_rules.life
    if life is None or due["thread"] not in life.laws or id not in context.play["characters"]:
        return Decision(effects=(over,))
    chronicle, skipped = Chronicle(context, [over]), life.laws[due["thread"]].skipped
    if skipped is not None:
        fields = skipped(content(context.state, id), Happening(due["procedure"], due["given"]))
        chronicle.write(sheet_effects(chronicle.state, id, fields, clock=due["since"]))
    chronicle.live_through(due)
    chronicle.live(id)
    return Decision(effects=(over, *chronicle.effects))
