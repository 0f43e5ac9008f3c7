"""What somebody is able to do: their state bars acts to everybody who plays them; a fight, and what they have reached
so far, bar more to players.

The game master may go on in spite of it (`in_spite`), and the log says so.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.core.fighting import Bar, Fighting
from gardien.core.system import System
from gardien.table.binding import content, people_in
from gardien.table.handlers.context import Context
from gardien.table.handlers.turns import acting, had_turn, standing, standing_others, worth
from gardien.table.tree import Effect, Tree
from gardien.table.viewers import public_name, sees


def check_able(
    context: Context,
    procedure: str,
    actor: str | None,
    asked: Mapping[str, Any],
    *,
    in_spite: bool = False,
    answers: bool = False,
) -> None:
    """Refuse what somebody who takes part is in no state to do; an answer to a request takes nothing of a turn."""
    if in_spite:
        if not context.viewer.keeper:
            raise Refusal("table/keeper_only", kind="forbidden", field="in_spite")
        return
    rules = context.table_rules
    taking_part = [id for name in rules.partakers.get(procedure, ()) for id in people_in(asked.get(name))]
    against = rules.targeting.get(procedure)
    for id in people_in(asked.get(against.target)) if against and against.cannot else ():
        assert against is not None
        assert against.cannot is not None
        if (bar := against.cannot(content(context.state, id))) is not None:
            raise _told(context, bar, id)
    for id in dict.fromkeys([*([actor] if actor else ()), *taking_part]):
        bar = rules.cannot(content(context.state, id), procedure) if rules.cannot else None
        if bar is None and id == actor and not context.viewer.keeper:
            bar = None if answers else _bar_in_fight(context, procedure, id)
            if rules.out_of_reach and (bar is None or not _acts_now(context, id)):  # a game's own reason says more
                bar = rules.out_of_reach(content(context.state, id), procedure, asked) or bar
        if bar is not None:
            raise _told(context, bar, id)


def _told(context: Context, bar: Bar, id: str) -> Refusal:
    """A refusal that names nobody whom the viewer does not see."""
    people = context.play["characters"]
    seen = tuple(one for one in bar.who if one in people and sees(context.viewer, one, people[one]))
    return refusal_of(replace(bar, who=seen), id, people, context.system)


def _bar_in_fight(context: Context, procedure: str, actor: str) -> Bar | None:
    """What one's own turn of the fight has no room for: barred by their state, or spent.

    Whose turn it is the game master sees to: people answer, help and interrupt, with what they have left.
    """
    fighting, fight = context.table_rules.fighting, context.play.get("fight")
    if fighting is None or not fight or actor not in fight["order"] or procedure not in fighting.turns:
        return None
    own = _acts_now(context, actor)
    if not own and (not had_turn(fighting, fight, actor) or procedure in _out_of_turn(context, fighting, fight, actor)):
        return None
    bars = bars_of(context, fighting, fight, actor)
    named = (bar for bar in bars if bar.field == fighting.act and bar.value == procedure)
    return next(named, None)


def _acts_now(context: Context, id: str) -> bool:
    fight = context.play.get("fight")
    return fight is not None and acting(fight) == id


def _out_of_turn(context: Context, fighting: Fighting, fight: Tree, id: str) -> list[str]:
    """What somebody may do in another's turn although their own is spent."""
    if fighting.kept and content(context.state, id).get(fighting.kept):
        return list(fighting.turns)
    options, others = context.play.get("options") or {}, standing_others(context, fighting, fight, id)
    fighter = standing(context, fighting, fight, id)
    now = fighting.reacts(fighter, others, fight["round"], options) if fighting.reacts else []
    return [*now, *fighting.everyone, *fighting.befalls]


def bars_of(context: Context, fighting: Fighting, fight: Tree, id: str) -> list[Bar]:
    """Everything that a fighter cannot do now, and why."""
    if fighting.bars is None:
        return []
    options, others = context.play.get("options") or {}, standing_others(context, fighting, fight, id)
    bars = fighting.bars(standing(context, fighting, fight, id), others, fight["round"], options)
    if fighting.budget is None or not is_spent(context, fighting, fight, id):
        return bars
    return [*bars, *(Bar(fighting.act, key, SPENT) for key in fighting.turns if key not in fighting.budget.free)]


SPENT = "spent"


def is_spent(context: Context, fighting: Fighting, fight: Tree, id: str) -> bool:
    """Whether nothing is left of somebody's turn."""
    budget = fighting.budget
    if budget is None:
        return False
    return not content(context.state, id).get(budget.mark, worth(context, fighting, fight, id, fight["round"]))


def goes_beyond_turn(context: Context, id: str, done: tuple[Effect, ...]) -> bool:
    """Whether an act has taken something of a turn of which nothing was left."""
    fighting, fight = context.table_rules.fighting, context.play.get("fight")
    if fighting is None or fighting.budget is None or not fight or not _acts_now(context, id):
        return False
    price = ("play", "characters", id, "marks", fighting.budget.mark)
    return is_spent(context, fighting, fight, id) and any(one.path == price for one in done)


def check_bars(context: Context, fighting: Fighting, fight: Tree, id: str, declared: Mapping[str, Any]) -> None:
    """Refuse a player what a fighter cannot declare; the rules of the round answer the game master."""
    if context.viewer.keeper:
        return
    said = {name: value for name, value in declared.items() if name not in fighting.marks}  # those lie on them, or not
    fighter = standing(context, fighting, fight, id, {id: said})
    if fighting.out and (out := fighting.out(content(context.state, id))):
        raise _told(context, Bar(fighting.act, why=out), id)
    others = standing_others(context, fighting, fight, id)
    bars = fighting.bars(fighter, others, fight["round"], context.play.get("options") or {}) if fighting.bars else ()
    for bar in bars:
        if bar.why and said.get(bar.field) and bar.value in ("", said[bar.field]):
            raise _told(context, bar, id)


def refusal_of(bar: Bar, actor: str, people: Tree, system: System) -> Refusal:
    """Why somebody cannot do something, as it is told to whoever asks."""
    who = [public_name(id, people[id]) for id in bar.who if id in people]
    refusal = Refusal(
        "act/cannot",
        kind="refused",
        field="character",
        rule=bar.rule,
        name=public_name(actor, people[actor]),
        why=bar.why,
        who=", ".join(who),
    )
    refusal.terms = system.terms
    return refusal
