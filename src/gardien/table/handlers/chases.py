"""Chases: begun, changed, played turn by turn until somebody is caught or away."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from gardien.core import chases
from gardien.core.chases import SIDES, Pursuit
from gardien.core.errors import Refusal
from gardien.table.binding import content
from gardien.table.chases import is_unseen, pursuit_of, running, whose_throw
from gardien.table.decisions.open import nothing_open
from gardien.table.events import EVERYBODY, Rolled
from gardien.table.fight_commands import Chase, EndChase, Pursue
from gardien.table.handlers.ability import check_able
from gardien.table.handlers.context import Context, Decision
from gardien.table.handlers.rolls import Done, perform, roll_decision
from gardien.table.state import State, effects
from gardien.table.tree import Effect, Tree
from gardien.table.viewers import part, table_rules_of
from gardien.table.writing import sheet_effects

TURNS_SHOWN = 40  # of a chase that is drawn from its beginning


def begin(context: Context, command: Chase) -> Decision:
    """A chase begins, or something about it changes; another way of running is another chase."""
    before = context.play.get("chase")
    pursuits = context.table_rules.chases
    if before is None or before.get("ended") or (command.kind and command.kind != before["kind"]):
        pursuit = pursuit_of(pursuits, command.kind)
        before = {"kind": pursuit.key, "gap": pursuit.start, "lost": pursuit.lost, "turn": 1, "track": []}
        before |= {"fleeing": [], "pursuing": [], "obstacle": "", "hampers": "both"}
    said = {name: getattr(command, name) for name in ("gap", "lost", "obstacle", *SIDES)}
    chase: Tree = {**before, **{name: value for name, value in said.items() if value is not None}}
    chase |= {side: list(dict.fromkeys(chase[side])) for side in SIDES}
    if command.obstacle is not None:
        chase["hampers"] = command.hampers
    for side in SIDES:
        for id in getattr(command, side) or ():
            context.character(id, side)
        if not running(context.play, chase, side):
            raise Refusal("chase/nobody", kind="refused", field=side)
    if set(chase["fleeing"]) & set(chase["pursuing"]):
        raise Refusal("chase/both_sides", kind="refused", field="pursuing")
    if chase["gap"] >= chase["lost"]:
        raise Refusal("field/range", field="gap", came=chase["gap"], low=1, high=chase["lost"] - 1)
    chase["track"] = chase["track"] or [chase["gap"]]
    told = {"began": True} if before.get("track") == [] else {}
    return Decision(effects=effects("play", {"chase": chase}), asked={"kind": chase["kind"], **told})


def play_turn(context: Context, command: Pursue) -> Decision:
    """Those who run throw, by the game's own procedure; a chase that nobody sees is thrown for in secret."""
    chase = _chase(context)
    if command.given and not context.viewer.keeper:
        raise Refusal("table/keeper_only", kind="forbidden", field="given")
    if not context.viewer.keeper and whose_throw(context.state, chase) not in context.viewer.owns:
        raise Refusal("table/not_yours", kind="forbidden")
    if chase.get("ended"):
        raise Refusal("chase/over", kind="refused")
    for side in SIDES:
        if not running(context.play, chase, side):
            raise Refusal("chase/nobody", kind="refused", field=side)
    nothing_open(context)
    pursuit = pursuit_of(context.table_rules.chases, chase["kind"])
    asked: dict[str, Any] = {**pursuit.inputs(to_chase(context, chase)), **command.given}
    lead, hunter = (running(context.play, chase, side)[0] for side in SIDES)
    check_able(context, pursuit.procedure, lead, asked)
    check_able(context, pursuit.procedure, hunter, {}, answers=True)
    audience: str | tuple[str, ...] = () if is_unseen(context.play, chase) else EVERYBODY
    actor = lead if pursuit.acts else None
    done = perform(context, pursuit.procedure, asked, actor, command.dice, audience, in_turn=False)
    moved = () if done.roll.waits else after_turn(context.state, chase, done.roll)
    decision = roll_decision(context, Done(done.roll, (*done.effects, *moved)), audience)
    words = {"given": asked, "chase": chase["turn"], **({"character": actor} if actor else {})}
    return replace(decision, asked=words)


def to_chase(context: Context, chase: Tree) -> chases.Chase:
    """The chase as the rules of a turn read it."""
    sides = {side: [content(context.state, id) for id in running(context.play, chase, side)] for side in SIDES}
    hampered = tuple(side for side in SIDES if chase["hampers"] in (side, "both")) if chase["obstacle"] else ()
    return chases.Chase(**sides, gap=chase["gap"], lost=chase["lost"], turn=chase["turn"], hampered=hampered)


def after_turn(state: State, chase: Tree, roll: Rolled) -> tuple[Effect, ...]:
    """What a turn does to the gap, and to everybody of a side; one that was refused was none."""
    if roll.outcome.get("refused"):
        return ()
    pursuit = pursuit_of(table_rules_of(state).chases, chase["kind"])
    gap = max(0, min(chase["lost"], chase["gap"] + pursuit.moved(roll.given, roll.outcome)))
    ended = "caught" if gap == 0 else "escaped" if gap == chase["lost"] else ""
    after = {**chase, "gap": gap, "turn": chase["turn"] + 1, "track": [*chase["track"], gap][-TURNS_SHOWN:]}
    moved = effects("play", {"chase": {**after, "obstacle": "", **({"ended": ended} if ended else {})}})
    return (*moved, *_befallen(state, chase, roll, pursuit))


def _befallen(state: State, chase: Tree, roll: Rolled, pursuit: Pursuit) -> Iterator[Effect]:
    """What a turn does to everybody of a side, and not only to whoever threw for it."""
    for side in SIDES if pursuit.befalls else ():
        for id in chase[side]:
            if id in state.play["characters"]:
                assert pursuit.befalls is not None
                fields = pursuit.befalls(side, roll.given, roll.outcome, content(state, id))
                yield from sheet_effects(state, id, fields)


def end(context: Context, command: EndChase) -> Decision:
    _chase(context)
    return Decision(effects=effects("play", {"chase": None}))


def _chase(context: Context) -> Tree:
    """The one that is under way or just over, for whoever knows of it."""
    chase: Tree | None = context.play.get("chase")
    if not chase or part(context.state, context.viewer, "chase") is None:
        raise Refusal("table/no_chase", kind="refused")
    return chase
