"""Fights: who is in, what each declares, the round that follows."""

from typing import Any

import msgspec

from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.core.fighting import Fighting
from gardien.core.system import find
from gardien.table.binding import Bound, bind, check_inputs, content
from gardien.table.commands import Declare, Delay, EndFight, Fight, Leave, Round, Turn
from gardien.table.decisions.open import nothing_open
from gardien.table.events import EVERYBODY
from gardien.table.handlers.ability import check_bars, is_spent
from gardien.table.handlers.context import AUTO, Context, Decision
from gardien.table.handlers.rights import check_declared
from gardien.table.handlers.rolls import perform
from gardien.table.handlers.turns import (
    acting,
    begin_turn,
    clear_marks,
    has_turn,
    is_hidden,
    kept_in_round,
    pass_turn,
    round_over,
    seen_acting,
    standing,
    standing_others,
    turn_order,
)
from gardien.table.holds import held_or_holding, release
from gardien.table.lives import Chronicle
from gardien.table.marks import marks_of
from gardien.table.state import State, effects, with_effects
from gardien.table.tree import Effect, Tree
from gardien.table.viewers import OWNER, sees
from gardien.table.writing import sheet_effects


def fighting_of(context: Context) -> Fighting:
    fighting = context.table_rules.fighting
    if fighting is None:
        raise Refusal("table/no_fights", kind="refused")
    return fighting


def _declaring(context: Context) -> Fighting:
    """Where everybody acts in turn, nothing is declared."""
    fighting = fighting_of(context)
    if not fighting.round:
        raise Refusal("table/in_turns", kind="refused")
    return fighting


def fight_of(context: Context) -> Tree:
    fight = context.play.get("fight")
    if not fight:
        raise Refusal("table/no_fight", kind="refused")
    return fight  # type: ignore[no-any-return]


def begin(context: Context, command: Fight) -> Decision:
    """Begin a fight, or widen it; one that nobody has seen yet begins for everybody with whoever comes into sight."""
    fighting = fighting_of(context)
    fight = context.play.get("fight") or {"round": 1, "order": [], "sides": {}, "declared": {}, "turn": 0}
    if not _present(context.play, fight, False):
        fight = {**fight, "round": 1, "turn": 0}
    for fighter in command.fighters:
        context.character(fighter.character, "fighters")
    ids = list(dict.fromkeys([*fight["order"], *(fighter.character for fighter in command.fighters)]))
    came = {id: _kept_on_entry(fighting, fight, id) for id in ids if id not in fight["order"]}
    order = turn_order(context, fighting, ids, fight["round"], came)
    sides = {**fight["sides"], **{fighter.character: fighter.side for fighter in command.fighters}}
    now = order.index(seen_acting(context, fight)) if _present(context.play, fight, False) else 0
    fresh = [effect for id, kept in came.items() for effect in sheet_effects(context.state, id, kept)]
    called = [one.character for one in command.fighters if one.side == fight["sides"].get(one.character, one.side)]
    fresh += clear_marks(context, called, fighting.on_return)  # whoever changes sides has not been away
    fresh += _placed(fighting, command)
    begun = effects("play", {"fight": {**fight, "order": order, "sides": sides, "turn": now}})
    return Decision(effects=(*begun, *fresh), asked=_joining(context, fight, command))


def _kept_on_entry(fighting: Fighting, fight: Tree, id: str) -> Tree:
    """Of whoever comes into a fight; whoever comes back has what they had thrown, and has acted if they had.

    In the round in which they left they have no more of their turn than they had then, nor seen more coming.
    """
    gone = (fight.get("left") or {}).get(id)
    had = gone["marks"] if gone else dict.fromkeys(fighting.on_entry, 1)
    kept = fighting.once if not gone or gone["round"] != fight["round"] else (*fighting.once, *kept_in_round(fighting))
    return {
        **{mark: True for mark in fighting.on_entry if mark in had},
        **{mark: had[mark] for mark in kept if mark in had},
    }


def _joining(context: Context, fight: Tree, command: Fight) -> Tree:
    """Who comes into a fight that goes on, or into it again, or changes sides; nothing where it begins.

    For whoever saw none of those who were in it, it begins.
    """
    if not fight["order"]:
        return {}
    ids = [fighter.character for fighter in command.fighters]
    if new := [id for id in ids if id not in fight["order"]]:
        how, ids = "join", new
    else:
        turned = [one.character for one in command.fighters if one.side != fight["sides"].get(one.character, "")]
        how, ids = ("turn", turned) if turned else ("return", ids)
    return {"joining": how, "joined": ids, "going_on": bool(_present(context.play, fight, False))}


def _placed(fighting: Fighting, command: Fight) -> list[Effect]:
    """Where people stand on the line, by the bands of the game."""
    distance, placed = fighting.distance, [one for one in command.fighters if one.place is not None]
    if placed and (distance is None or any(one.place >= len(distance.steps) for one in placed)):  # type: ignore[operator]
        most = len(distance.steps) - 1 if distance else 0
        raise Refusal("field/range", field="fighters", came=max(one.place or 0 for one in placed), low=0, high=most)
    return [
        Effect(("play", "characters", one.character, "marks", distance.mark), distance.steps[one.place or 0])
        for one in placed
        if distance
    ]


def declare(context: Context, command: Declare) -> Decision:
    """A declaration is checked at once and stays sealed; only that it was made is known."""
    context.own(command.character)
    fight = fight_of(context)
    if command.character not in fight["order"]:
        raise Refusal("table/not_in_fight", kind="refused", field="character")
    fighting, undeclared = _declaring(context), {**fight, "declared": {}}
    (fighter,) = _inputs(context.play, fighting, undeclared, [command.character])[fighting.fighters]
    check_declared(context, fighting.round, fighting.fighters, fighter, command.given)
    check_bars(context, fighting, fight, command.character, command.given)
    _check_round(context, {**fight, "declared": {command.character: command.given}}, command.character)
    return Decision(effects=effects("play", {f"fight/declared/{command.character}": dict(command.given)}))


def _present(play: Tree, fight: Tree, all: bool) -> list[str]:
    """Those in a round: whoever is hidden waits until they are shown."""
    people = play["characters"]
    return [id for id in fight["order"] if id in people and (all or not people[id].get("hidden"))]


def _inputs(play: Tree, fighting: Fighting, fight: Tree, ids: list[str]) -> dict[str, Any]:
    """The round as its procedure wants it."""
    fighters = [
        {
            "character": id,
            fighting.sides: fight["sides"].get(id, ""),
            **_bonds(play, fighting, id, ids),
            **fight["declared"].get(id, {}),
        }
        for id in ids
    ]
    return {fighting.fighters: fighters, fighting.counter: fight["round"]}


def _bonds(play: Tree, fighting: Fighting, id: str, ids: list[str]) -> dict[str, Any]:
    """What ties a fighter to others (a hold), without those who are no longer there."""
    people = play["characters"]
    bonds: dict[str, Any] = {}
    marks = marks_of(find(play["system"]).table_rules, people[id])
    for mark in fighting.marks:
        value = marks.get(mark)
        if isinstance(value, list):
            bonds[mark] = [one for one in value if one in ids or one not in people]
        elif value in people and value not in ids:
            bonds[mark] = ""
    return bonds


def _bind_round(context: Context, fight: Tree, ids: list[str]) -> Bound:
    fighting = _declaring(context)
    return bind(context.state, fighting.round, _inputs(context.play, fighting, fight, ids), None)


def round_of(state: State, declared: Tree | None = None) -> Bound:
    """The round as it would be played now, with further declarations: for the game master alone."""
    fighting, fight = find(state.play["system"]).table_rules.fighting, state.play.get("fight")
    if fighting is None or not fighting.round or not fight:
        raise Refusal("table/no_fight", kind="refused")
    fight = {**fight, "declared": {**fight["declared"], **(declared or {})}}
    inputs = _inputs(state.play, fighting, fight, _present(state.play, fight, False))
    return bind(state, fighting.round, inputs, None)


def _check_round(context: Context, fight: Tree, id: str) -> None:
    """Whether a round could be played so: it gets as far as its first die.

    What others have declared, and who is hidden, must not show in a refusal.
    """
    fighting = _declaring(context)
    check_inputs(context.state, _bind_round(context, fight, [id]), fighting.round)
    people = context.play["characters"]
    ids = [one for one in fight["order"] if one in people and sees(context.viewer, one, people[one])]
    try:
        with context.refusals_shielded(ids, (f"{fighting.fighters}[{ids.index(id)}].",)):
            do(context.play["system"], fighting.round, _bind_round(context, fight, ids).given, dice=())
    except Refusal as refusal:
        if not refusal.id.startswith("dice/"):
            raise


def _as_meant(context: Context, fight: Tree, ids: list[str]) -> Tree:
    """The fight without what can be meant no more: an act against somebody who has gone since it was declared."""

    def can_be_meant(one: Tree) -> bool:
        try:
            do(context.play["system"], _declaring(context).round, _bind_round(context, one, ids).given, dice=())
        except Refusal as refusal:
            return refusal.id.startswith("dice/")
        return True

    if can_be_meant(fight):
        return fight
    declared = fight["declared"]
    meant = {id: declared[id] for id in declared if can_be_meant({**fight, "declared": {id: declared[id]}})}
    return {**fight, "declared": meant}


def play_round(context: Context, command: Round) -> Decision:
    """Everything declared happens; the next round begins with nothing declared."""
    fight = fight_of(context)
    fighting = _declaring(context)
    nothing_open(context)
    ids = _present(context.play, fight, False)
    inputs = _inputs(context.play, fighting, _as_meant(context, fight, ids), ids)
    done = perform(context, fighting.round, inputs, None, command.dice, waits=False)
    after: list[Effect] = []
    if not done.roll.outcome.get("refused"):
        after += effects("play", {"fight/round": fight["round"] + 1, "fight/declared": {}, "fight/turn": 0})
        after += round_over(context, fight, done.effects)
    asked = {"round": fight["round"]}
    return Decision(effects=(*done.effects, *after), roll=done.roll, audience=EVERYBODY, asked=asked)


def turn(context: Context, command: Turn) -> Decision:
    """On to the next fighter who can act, and round to the first, in the order of the new round.

    Back, the turn before this one begins again: all that was done since is taken back with it.
    """
    fight, fighting = fight_of(context), fighting_of(context)
    if command.by < 0:
        if "turned" not in fight:
            raise Refusal("table/first_turn", kind="refused")
        return Decision(to=fight["turned"])
    nothing_open(context)
    return Decision(effects=_next_turn(context, fighting, fight, fight["order"], fight["turn"] + 1))


def _next_turn(context: Context, fighting: Fighting, fight: Tree, order: list[str], at: int) -> tuple[Effect, ...]:
    """The turn of the first who can act from a place of the order on; past the last, of the next round's order.

    Who can act in a new round is known once the old one has told on everybody: some wake with it, some fall.
    """
    round, over, now = fight["round"], list[Effect](), context.state
    for _ in order:
        if at >= len(order):
            round, at = round + 1, 0
            order = turn_order(context, fighting, order, round)
            over = clear_marks(context, order, fighting.opening)
            over += round_over(context, fight, over)
            now = with_effects(now, over)
        if not is_out(now, fighting, order[at]):
            break
        at += 1
    else:
        at %= len(order)
    seen = seen_acting(context, fight) if is_hidden(context, order[at]) else None
    values: dict[str, Any] = {"fight/turn": at, "fight/turned": context.state.version, "fight/seen": seen}
    if round != fight["round"]:
        values |= {"fight/round": round, "fight/order": order}
    passed = pass_turn(context, fighting, fight, order[at], round, over)
    return (*effects("play", values), *over, *passed)


def delay(context: Context, command: Delay) -> Decision:
    """Somebody lets others act first, in this round; or keeps the act for an occasion, and the turn goes on."""
    context.own(command.character)
    fight, fighting, id = fight_of(context), fighting_of(context), command.character
    if fighting.agreed is None:
        raise Refusal("table/no_delay", kind="refused")
    if not has_turn(context, fight, id):
        raise Refusal("table/not_your_turn", kind="refused", field="character")
    nothing_open(context)
    if is_spent(context, fighting, fight, id):
        raise Refusal("table/turn_spent", kind="refused", field="character")
    if not command.after:
        if not context.viewer.keeper:
            raise Refusal("table/keeper_only", kind="forbidden", field="occasion")
        kept = Effect(("play", "characters", id, "marks", fighting.kept), command.occasion or fighting.kept)
        return Decision(effects=(kept, *_next_turn(context, fighting, fight, fight["order"], fight["turn"] + 1)))
    context.character(command.after, "after")
    if command.after not in fight["order"][fight["order"].index(id) + 1 :]:
        raise Refusal("table/not_later", kind="refused", field="after")
    others = standing_others(context, fighting, fight, id)
    me, them = (standing(context, fighting, fight, one) for one in (id, command.after))
    agree = fighting.agreed(me, them, {**others, id: me}, context.play.get("options") or {})
    if not (agree or context.viewer.keeper):
        raise Refusal("table/keeper_only", kind="forbidden", field="after")
    order = [one for one in fight["order"] if one != id]
    order.insert(order.index(command.after) + 1, id)
    now, at = acting(fight), fight["turn"]
    if now != id:  # somebody hidden acts meanwhile, and goes on
        return Decision(effects=effects("play", {"fight/order": order, "fight/turn": order.index(now)}))
    while order[at] != id and is_out(context.state, fighting, order[at]):
        at += 1
    seen = id if is_hidden(context, order[at]) else None
    values = {"fight/order": order, "fight/turn": at, "fight/turned": context.state.version, "fight/seen": seen}
    return Decision(
        effects=(*effects("play", values), *begin_turn(context, fighting, fight, order[at], fight["round"]))
    )


def is_out(state: State, fighting: Fighting, id: str) -> bool:
    there = id in state.play["characters"]
    return not there or bool(fighting.out and fighting.out(content(state, id)))


def leave(context: Context, command: Leave) -> Decision:
    """Somebody goes; whoever acts goes on, the next one begins where it was their turn, the last ends the fight."""
    fight, fighting = fight_of(context), fighting_of(context)
    if command.character not in fight["order"]:
        raise Refusal("table/not_in_fight", kind="refused", field="character")
    place = fight["order"].index(command.character)
    order = [id for id in fight["order"] if id != command.character]
    if not order:
        return msgspec.structs.replace(end(context, EndFight()), audience=AUTO)
    declared = {id: given for id, given in fight["declared"].items() if id != command.character}
    now = acting(fight)
    if now == command.character and is_hidden(context, now):
        now = seen_acting(context, fight)  # nobody saw the turn pass
    turn = order.index(now) if now in order else min(place, len(order) - 1)
    kept = context.play["characters"].get(command.character, {})
    had = {
        name: one for name, one in kept.get("sheet", {}).items() if one != fighting.reset_after_fight.get(name, False)
    }
    had |= kept.get("marks", {})
    lasting = (*fighting.once, *fighting.on_entry, *kept_in_round(fighting))
    gone = {"round": fight["round"], "marks": {name: had[name] for name in lasting if name in had}}
    rest = {
        "order": order,
        "declared": declared,
        "turn": turn,
        "left": {**(fight.get("left") or {}), command.character: gone},
    }
    left = [
        *effects("play", {"fight": {**fight, **rest}}),
        *_release(context, fighting, command.character),
        *clear_marks(context, [command.character], fighting.marks),
        *_reset(context, fighting, command.character),
    ]
    if now not in order and not fighting.round:
        left += _next_turn(context, fighting, fight, order, place)
    return Decision(effects=tuple(left), audience=AUTO)


def end(context: Context, command: EndFight) -> Decision:
    """The fight is over; what its end brings is a procedure of the game's own."""
    fight = fight_of(context)
    fighting = fighting_of(context)
    nothing_open(context)
    over = effects("play", {"fight": None})
    ids = _present(context.play, fight, True)
    marks = [*_release(context, fighting), *clear_marks(context, ids, fighting.marks)]
    for id in ids:
        marks += _reset(context, fighting, id)
        if fighting.gathers:
            marks += sheet_effects(context.state, id, fighting.gathers(content(context.state, id, OWNER)))
    if not fighting.end:
        return Decision(effects=(*marks, *over))
    inputs = _inputs(context.play, fighting, {**fight, "declared": {}}, ids)
    done = perform(context, fighting.end, inputs, None, None, waits=False)
    return Decision(effects=(*done.effects, *marks, *over), asked={"rounds": fight["round"] - 1})


def _reset(context: Context, fighting: Fighting, id: str) -> list[Effect]:
    """What a fight leaves on the sheet of whoever was in it is over with it, and with leaving it."""
    sheet = context.play["characters"].get(id, {}).get("sheet", {})
    anew = {name: value for name, value in fighting.reset_after_fight.items() if sheet.get(name, value) != value}
    return sheet_effects(context.state, id, anew) if anew else []


def _release(context: Context, fighting: Fighting, leaving: str = "") -> list[Effect]:
    """Nobody holds anybody once the fight is over, nor whoever leaves it, nor do they."""
    if fighting.holds is None:
        return []
    chronicle, people = Chronicle(context), held_or_holding(context.state, fighting)
    for hold in list(fighting.holds.among(people)):
        if leaving in ("", hold.holder, hold.victim):
            release(chronicle, fighting, hold, people)
    return chronicle.effects
