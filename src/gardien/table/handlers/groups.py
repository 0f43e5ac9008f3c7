"""Equals who act together: the first ones put off their turn until the last one's, as a rule or the table lets them."""

from gardien.core.errors import Refusal
from gardien.table.decisions.open import nothing_open
from gardien.table.fight_commands import Gather
from gardien.table.handlers.context import Context, Decision
from gardien.table.handlers.fights import fight_of, fighting_of, is_out
from gardien.table.handlers.turns import acting, begin_turn, has_begun, in_groups, is_hidden
from gardien.table.state import effects
from gardien.table.tree import Effect, Tree


def gather(context: Context, command: Gather) -> Decision:
    """They act one after the other from now on: in this round where all their turns are still before them."""
    fight, fighting = fight_of(context), fighting_of(context)
    if fighting.simultaneous:
        raise Refusal("table/no_delay", kind="refused")
    nothing_open(context)
    if any(id not in fight["order"] for id in command.characters):
        raise Refusal("table/not_in_fight", kind="refused", field="characters")
    ids = [id for id in dict.fromkeys(command.characters) if not is_hidden(context, id)]  # the others wait to be seen
    kept = [one for one in fight.get("gathered", ()) if not set(one["ids"]) & set(ids)]
    if command.apart:
        return Decision(effects=effects("play", {"fight/gathered": kept}), asked={"all": ids, "how": "apart"})
    there = [id for id in ids if not is_out(context.state, fighting, id)]
    begun = any(has_begun(context, fighting, fight, id) for id in there)
    group = {"ids": ids, "since": fight["round"] + begun}
    after = effects("play", {"fight/gathered": [*kept, group]})
    moved = () if begun else _in_this_round(context, fight, [{"ids": there, "since": 0}])
    return Decision(effects=(*after, *moved), asked={"all": ids, **({"how": "later"} if begun else {})})


def _in_this_round(context: Context, fight: Tree, groups: list[Tree]) -> tuple[Effect, ...]:
    """The order of the round with them together; whoever had the turn among the first gives it to the next."""
    fighting, now, at = fighting_of(context), acting(fight), fight["turn"]
    order = in_groups(fight["order"], {"gathered": groups, "turn": 0}, 0)
    if order[at] == now:
        return effects("play", {"fight/order": order})
    while is_out(context.state, fighting, order[at]):
        at += 1
    seen = now if is_hidden(context, order[at]) else None
    values = {"fight/order": order, "fight/turn": at, "fight/turned": context.state.version, "fight/seen": seen}
    return (*effects("play", values), *begin_turn(context, fighting, fight, order[at], fight["round"]))
