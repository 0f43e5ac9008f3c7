"""Turns: the order of a fight, what an act takes of a turn, what a turn and a round that are over leave behind."""

from collections.abc import Iterable, Mapping

from gardien.core.fighting import Fighting
from gardien.core.life import FIGHT
from gardien.core.scene import Being
from gardien.table.binding import content
from gardien.table.events import Rolled
from gardien.table.handlers.context import Context
from gardien.table.lives import Chronicle
from gardien.table.state import effects, with_effects
from gardien.table.tree import Effect, Tree
from gardien.table.viewers import STRANGER, last_seen_acting
from gardien.table.writing import sheet_effects

Marked = Mapping[str, Tree]  # what is about to be written on people, by id
NOBODY: Marked = {}


def acting(fight: Tree) -> str:
    """Whose turn it is; nobody's, where a word of the game master's has gone past the last."""
    return next(iter(fight["order"][fight["turn"] :]), "")


def seen_acting(context: Context, fight: Tree) -> str:
    """Whose turn it is for everybody, while somebody hidden acts; in a fight that nobody sees, whoever acts."""
    return last_seen_acting(context.state, STRANGER, fight) or acting(fight)


def has_turn(context: Context, fight: Tree, id: str) -> bool:
    """Whether somebody acts now, as the game master or as everybody sees it."""
    return id != "" and id in (acting(fight), seen_acting(context, fight))


def turn_marks(fighting: Fighting) -> tuple[str, ...]:
    """What counts a turn that is more than one act: what is left of it, what it owes, what was done with it."""
    budget = fighting.budget
    return tuple(mark for mark in (budget.mark, budget.owed, *budget.counts) if mark) if budget else ()


def kept_in_round(fighting: Fighting) -> tuple[str, ...]:
    """What somebody has again who leaves a fight and comes back before the round is over."""
    return (*turn_marks(fighting), *fighting.opening, *fighting.of_turn)


def left_before(fighting: Fighting, fight: Tree, id: str, round: int) -> int | None:
    """What somebody had of their turn when they left the fight in this very round; None where they did not."""
    gone = (fight.get("left") or {}).get(id)
    if fighting.budget is None or not gone or gone["round"] != round:
        return None
    left: int | None = gone["marks"].get(fighting.budget.mark)
    return left


def had_turn(fighting: Fighting, fight: Tree, id: str) -> bool:
    """Whether somebody has had their turn of this round: earlier in the order, or before they left and came back."""
    back = left_before(fighting, fight, id, fight["round"]) is not None
    return back or fight["order"].index(id) < fight["turn"]


def has_begun(context: Context, fighting: Fighting, fight: Tree, id: str) -> bool:
    """Whether somebody has done anything with their turn of this round; nothing is counted before the first."""
    if had_turn(fighting, fight, id) or id != acting(fight) or fighting.budget is None:
        return had_turn(fighting, fight, id)
    untouched = fighting.budget.mark not in content(context.state, id)
    return not (untouched or _has_done_nothing(context, fighting, fight, id))


def is_hidden(context: Context, id: str) -> bool:
    return bool(context.play["characters"].get(id, {}).get("hidden"))


def clear_marks(context: Context, ids: Iterable[str], marks: Iterable[str]) -> list[Effect]:
    """Marks that lie on people, taken away; a state that stands on the sheet itself is over there."""
    people, effects = context.play["characters"], list[Effect]()
    for id in ids:
        kept = people.get(id, {})
        over = {mark: False for mark in marks if kept.get("sheet", {}).get(mark) is True}
        effects += sheet_effects(context.state, id, over)
        effects += [
            Effect(("play", "characters", id, "marks", mark), None) for mark in marks if mark in kept.get("marks", {})
        ]
    return effects


def standing(context: Context, fighting: Fighting, fight: Tree, id: str, marked: Marked = NOBODY) -> Being:
    """Somebody in a fight: sheet, marks, side."""
    return content(context.state, id).having({fighting.sides: fight["sides"].get(id, ""), **marked.get(id, {})})


def _in_sight(context: Context, fight: Tree) -> list[str]:
    people = context.play["characters"]
    return [id for id in fight["order"] if id in people and not people[id].get("hidden")]


def standing_others(
    context: Context, fighting: Fighting, fight: Tree, id: str, marked: Marked = NOBODY
) -> dict[str, Being]:
    """The others in a fight; only those in sight count."""
    return {one: standing(context, fighting, fight, one, marked) for one in _in_sight(context, fight) if one != id}


def worth(context: Context, fighting: Fighting, fight: Tree, id: str, round: int, marked: Marked = NOBODY) -> int:
    """What a turn of somebody is worth now; of others only those in sight count."""
    assert fighting.budget is not None
    others = standing_others(context, fighting, fight, id, marked)
    fighter = standing(context, fighting, fight, id, marked)
    return fighting.budget.whole(fighter, others, round, context.play.get("options") or {})


# ---- the order ----


def turn_order(context: Context, fighting: Fighting, ids: list[str], round: int, marked: Marked = NOBODY) -> list[str]:
    """By the game's own rule; else highest first where it ranks its fighters; equals, and all others, as they came.

    Whoever the rule leaves out takes no part any more and stands last. So does whoever is hidden: an order that they
    change tells that they are there.
    """
    people = context.play["characters"]
    seen = [id for id in ids if id in people and not people[id].get("hidden")]
    there = {id: content(context.state, id).having(marked.get(id, {})) for id in seen}

    def rank(id: str) -> float:
        value = there[id].get(fighting.rank)
        return -value if isinstance(value, int | float) else 0

    able = sorted(seen, key=rank) if fighting.rank else seen
    if fighting.order:
        able = fighting.order(there, round, context.play.get("options") or {})
    able = in_groups(able, context.play.get("fight") or {}, round)
    return list(dict.fromkeys((*able, *seen, *ids)))


def in_groups(order: list[str], fight: Tree, round: int) -> list[str]:
    """The same with equals who act together where the last of them would; in a round that goes on, where they are."""
    for group in fight.get("gathered", ()):
        ids = group["ids"]
        among = [id for id in order if id in ids]
        if not among or round < group["since"]:
            continue
        rest = [id for id in order if id not in among]
        before = order[: order.index(among[-1])]
        if fight["turn"] and round == fight["round"]:
            first = next(id for id in (*fight["order"], among[0]) if id in ids)
            before = fight["order"][: fight["order"].index(first)] if first in fight["order"] else before
        at = max((rest.index(id) + 1 for id in before if id in rest), default=0)
        order = [*rest[:at], *among, *rest[at:]]
    return order


def reorder(context: Context, id: str, marks: Tree) -> tuple[Effect, ...]:
    """The order of the first round again where a mark of its opening changes it; whoever acts goes on acting.

    Before anybody has acted it is the turn of whoever is first then; whoever is set back gives the turn to the next.
    """
    fight, fighting = context.play.get("fight"), context.table_rules.fighting
    if not fight or fighting is None or fight["round"] > 1 or id not in fight["order"]:
        return ()
    if not context.viewer.keeper or not set(marks) & set(fighting.opening):
        return ()
    order = turn_order(context, fighting, fight["order"], 1, {id: marks})
    now = seen_acting(context, fight)
    at = order.index(now) if fight["turn"] and now and now != id else fight["turn"]
    return effects("play", {"fight/order": order, "fight/turn": at}) if order != fight["order"] else ()


def _ranked_anew(context: Context, fighting: Fighting, fight: Tree, roll: Rolled, marked: Marked) -> list[Effect]:
    """The order after an act that ranks people: whoever acts goes on acting.

    Before anybody has acted in a round, it is the turn of whoever is first then.
    """
    order = turn_order(context, fighting, fight["order"], fight["round"], marked)
    if order == fight["order"]:
        return []
    now, turn, round = seen_acting(context, fight), fight["turn"], fight["round"]
    opens = round == 1 and fighting.start is not None and roll.procedure == fighting.start.procedure
    first = not turn and (opens or (now != roll.people.get("") and _has_done_nothing(context, fighting, fight, now)))
    at = turn if not now or first else order.index(now)
    begun = begin_turn(context, fighting, fight, order[at], round, marked) if round > 1 and order[at] != now else []
    return [*effects("play", {"fight/order": order, "fight/turn": at}), *begun]


def _has_done_nothing(context: Context, fighting: Fighting, fight: Tree, id: str) -> bool:
    """Whether all of somebody's turn is still before them, as far as the game counts what a turn is worth."""
    if fighting.budget is None or not id:
        return False
    left = content(context.state, id).get(fighting.budget.mark)
    return left == worth(context, fighting, fight, id, fight["round"])


def _order_after(context: Context, fighting: Fighting, fight: Tree, roll: Rolled) -> list[Effect]:
    """The order that an act has changed by itself, kept for good; whoever puts off their turn gives it to the next."""
    named, _ = fighting.reorders[roll.procedure]
    moved = [roll.people[name] for name in roll.outcome.get(named, ()) if name in roll.people]
    order = [*moved, *(id for id in fight["order"] if id not in moved)]
    now, begun = seen_acting(context, fight), list[Effect]()
    if now and now == roll.people.get(""):
        later = fight["order"][fight["order"].index(now) + 1 :]
        now = next((id for id in later if not is_hidden(context, id)), now)
        begun = begin_turn(context, fighting, fight, now, fight["round"])
    at = order.index(now) if now else fight["turn"]
    places = [
        Effect(("play", "characters", id, "marks", fighting.place), place)
        for place, id in enumerate(moved, start=1)
        if fighting.place
    ]
    return [*effects("play", {"fight/order": order, "fight/turn": at}), *places, *begun]


# ---- what is done with a turn ----


def after_act(context: Context, roll: Rolled, done: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """What an act means for the fight it happens in: its price in time, that somebody has acted, a new order."""
    fight, fighting = context.play.get("fight"), context.table_rules.fighting
    if not fight or fighting is None:
        return ()
    effects: list[Effect] = []
    actor = roll.people.get("", "")
    mine = has_turn(context, fight, actor)
    if roll.procedure in fighting.turns and (mine or _is_late(context, fighting, fight, roll.procedure, actor)):
        price = _price(context, fighting, fight, roll, actor)
        effects += price
        if price or fighting.budget is None:
            effects += clear_marks(context, [actor], fighting.on_entry)
    if not mine and roll.procedure in fighting.turns and fighting.kept and not roll.outcome.get("refused"):
        effects += clear_marks(context, [actor], (fighting.kept,))  # what was kept for an occasion is done
    announced = mine and roll.procedure in fighting.reactions
    if roll.procedure in fighting.reorders and not announced:
        effects += _order_after(context, fighting, fight, roll)
    elif roll.procedure in fighting.reorder_now:
        effects += _ranked_anew(context, fighting, fight, roll, _marks_in(done))
    return tuple(effects)


def _is_late(context: Context, fighting: Fighting, fight: Tree, procedure: str, actor: str) -> bool:
    """Whether somebody does now, in another's turn, what they had left of their own: no reaction, no throw for all."""
    if fighting.budget is None or actor not in fight["order"] or not had_turn(fighting, fight, actor):
        return False
    if fighting.kept and content(context.state, actor).get(fighting.kept):
        return True
    fighter, others = standing(context, fighting, fight, actor), standing_others(context, fighting, fight, actor)
    options = context.play.get("options") or {}
    now = fighting.reacts(fighter, others, fight["round"], options) if fighting.reacts else []
    return procedure not in (*now, *fighting.reactions, *fighting.everyone, *fighting.befalls)


def apart_from_turns(context: Context, done: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """What an act leaves that takes nothing of anybody's turn: nothing of it is counted there."""
    fighting = context.table_rules.fighting
    counts = fighting.budget.counts if fighting and fighting.budget else ()
    return tuple(one for one in done if one.path[3:4] != ("marks",) or one.path[4] not in counts)


def _price(context: Context, fighting: Fighting, fight: Tree, roll: Rolled, actor: str) -> list[Effect]:
    """What is left of the turn; nothing where the act took nothing."""
    budget = fighting.budget
    if budget is None:
        return []
    fighter = standing(context, fighting, fight, actor)
    left = fighter.get(budget.mark, worth(context, fighting, fight, actor, fight["round"]))
    cost = budget.cost(roll.procedure, roll.given, roll.outcome, {**fighter, budget.mark: left})
    if not cost:
        return []
    home = ("play", "characters", actor, "marks")
    owed = [Effect((*home, budget.owed), cost - left)] if budget.owed and cost > left else []
    return [Effect((*home, budget.mark), max(0, left - cost)), *owed]


def after_move(context: Context, id: str, moved: Iterable[Effect]) -> list[Effect]:
    """Whoever has the turn and goes so far that it takes one does nothing else with it."""
    fight, fighting = context.play.get("fight"), context.table_rules.fighting
    distance = fighting.distance if fighting else None
    if not fight or fighting is None or distance is None or distance.turns is None or fighting.budget is None:
        return []
    if not has_turn(context, fight, id):
        return []
    far = distance.band(content(context.state, id), content(with_effects(context.state, moved), id))
    if not distance.turns(0, far):
        return []
    return [Effect(("play", "characters", id, "marks", fighting.budget.mark), 0)]


def _marks_in(done: tuple[Effect, ...]) -> dict[str, Tree]:
    """What effects write on people, by id."""
    marks: dict[str, Tree] = {}
    for effect in done:
        if effect.path[:2] == ("play", "characters") and len(effect.path) == 5:
            marks.setdefault(effect.path[2], {})[effect.path[4]] = effect.value
    return marks


# ---- a turn is over, another begins ----


def pass_turn(
    context: Context, fighting: Fighting, fight: Tree, to: str, round: int, over: list[Effect]
) -> list[Effect]:
    """Whoever had the turn has acted, if they could; whoever gets it begins, without what a new round takes away.

    Where it goes to somebody hidden, everybody still sees the turn of whoever had it: theirs is over with the next one.
    """
    effects, unseen = list[Effect](), is_hidden(context, to) and round == fight["round"]
    for before in dict.fromkeys((acting(fight), seen_acting(context, fight))):
        if unseen and not is_hidden(context, before):
            continue
        able = fighting.budget is None or (
            before in context.play["characters"] and worth(context, fighting, fight, before, fight["round"])
        )
        effects += clear_marks(context, [before], (*(fighting.on_entry if able else ()), *fighting.ending))
        if fighting.ends and before in context.play["characters"]:
            effects += sheet_effects(context.state, before, fighting.ends(content(context.state, before)))
    return [*effects, *begin_turn(context, fighting, fight, to, round, _marks_in(tuple(over)))]


def begin_turn(
    context: Context, fighting: Fighting, fight: Tree, to: str, round: int, marked: Marked = NOBODY
) -> list[Effect]:
    """A whole turn, as far as somebody's state leaves one, without what lasted until then."""
    effects: list[Effect] = []
    budget = fighting.budget
    if budget is not None and to in context.play["characters"]:
        home = ("play", "characters", to, "marks")
        whole = worth(context, fighting, fight, to, round, marked)
        if (left := left_before(fighting, fight, to, round)) is not None:
            whole = min(whole, left)
        owed = content(context.state, to).get(budget.owed, 0) if budget.owed else 0
        effects.append(Effect((*home, budget.mark), max(0, whole - owed)))
        if owed:
            effects.append(Effect((*home, budget.owed), owed - whole if owed > whole else None))
    effects += clear_marks(context, [to], fighting.cleared_at_turn_start)
    if fighting.begins and to in context.play["characters"]:
        begun = fighting.begins(content(context.state, to).having(marked.get(to, {})))
        effects += sheet_effects(context.state, to, begun)
    return effects


def round_over(context: Context, fight: Tree, done: Iterable[Effect] = ()) -> list[Effect]:
    """A round has passed for those in a fight; what is due at its end waits for its dice, however many more pass.

    It passes for whoever has left it as well: they bleed on beside it.
    """
    life, chronicle = context.table_rules.life, Chronicle(context, done)
    for id in dict.fromkeys((*fight["order"], *(fight.get("left") or ()))) if life else ():
        if id in context.play["characters"]:
            assert life is not None
            chronicle.add_time(id, life.round_seconds, FIGHT)
            chronicle.live(id)
    return chronicle.effects
