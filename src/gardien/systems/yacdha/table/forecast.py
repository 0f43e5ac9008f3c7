"""The exact odds of a round before it is played: act by act, and what becomes of each fighter (ODD, COM)."""

from fractions import Fraction
from typing import Any

from msgspec import structs

from gardien.core.calling import prepare
from gardien.core.chance import Program, apply, call
from gardien.core.fighting import ActOdds, Fate, Forecast
from gardien.core.interpreters.odds import Odds, known_odds
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.combat import CRITICAL, Blow, play_out, resolve
from gardien.systems.yacdha.rules.combat_plan import Plan, PlannedAct, plan_round
from gardien.systems.yacdha.rules.combatants import Combatant, CombatantAfter, CombatGiven

NOTHING = Fraction(0)


def round_forecast(given: dict[str, Any]) -> Forecast:
    """What the declarations of a round may bring."""
    prepared = prepare("yacdha", "combat_round", given)
    round, options = prepared.given, prepared.options
    assert isinstance(round, CombatGiven)
    assert isinstance(options, Options)
    plan = plan_round(round, options)
    if isinstance(plan, str):
        return Forecast(refused=plan)
    return Forecast(
        tuple(_act_odds(act, plan) for act in plan.acts),
        tuple(_fate(one, plan) for one in plan.fighters if one.status not in ("dead", "fled")),
    )


# --- one act ---------------------------------------------------------------------------------------------------------


def _act_odds(act: PlannedAct, plan: Plan) -> ActOdds:
    """Whether an act succeeds, what it does then, what it costs its author."""
    strike = act.strike
    against = "die" if strike.facing.active else "nothing"
    if not strike.possible:
        return ActOdds(act.actor, act.target, strike.act, "out_of_reach", NOTHING)
    back = _answer_of(act, plan) if strike.mutual else None
    odds = known_odds(call(grip, act.strike, back.strike, plan.options)) if back else _blows(act, plan)
    success = odds.chance(lambda blow: blow.success)
    effects: list[tuple[str, str, Fraction]] = []
    if strike.act == "attack":
        hurts = odds.by(lambda blow: blow.trauma)
        effects += [("trauma", str(much), chance) for much, chance in sorted(hurts)]
    if strike.act == "immobilise":
        effects.append(("held", "", odds.chance(lambda blow: blow.success and not blow.critical)))
    effects.append(("unconscious", "", odds.chance(lambda blow: blow.success and blow.critical)))
    price = odds.chance(lambda blow: blow.raised)
    return ActOdds(act.actor, act.target, strike.act, "grip" if back else against, success, tuple(effects), price)


def _blows(act: PlannedAct, plan: Plan) -> Odds[Blow]:
    return known_odds(call(resolve, act.strike, "", plan.options, False))


def _answer_of(act: PlannedAct, plan: Plan) -> PlannedAct:
    """The other half of two grips at once."""
    return next(one for one in plan.acts if one.actor == act.target and one.target == act.actor and one.strike.mutual)


def grip(mine: Any, other: Any, options: Options) -> Program[Blow]:
    """One of two grips at once: the strictly higher result wins (YAC-COM-12)."""
    blow = yield from apply(resolve, mine, "", options, False)
    against = yield from apply(resolve, other, "", options, False)
    wins = blow.result > against.result
    return structs.replace(blow, success=wins, critical=wins and blow.result == CRITICAL, result=0)


# --- one fighter -----------------------------------------------------------------------------------------------------


def _fate(one: Combatant, plan: Plan) -> Fate:
    """The odds of somebody's state at the end of the round, whatever becomes of the others."""
    odds = known_odds(call(fate, one, plan))
    fields: dict[str, list[tuple[str, Fraction]]] = {}
    for name in ("status", "damage" if one.is_creature else "trauma"):
        chances = odds.by(lambda after, name=name: str(getattr(after, name)))  # type: ignore[misc]
        fields[name] = sorted(chances, key=lambda value: (len(value[0]), value[0]) if name != "status" else (0, ""))
    fields["status"].sort(key=lambda value: -value[1])
    return Fate(one.id, fields)


def fate(one: Combatant, plan: Plan) -> Program[CombatantAfter]:
    """What is done to one fighter, and what their own act costs them; acts do not touch one another before the end."""
    concerning = tuple(act for act in plan.acts if act.target == one.id or _costs(act, one))
    part = structs.replace(plan, fighters=(one,), acts=concerning, holds=())
    (after,), _ = yield from apply(play_out, part, False)
    return after


def _costs(act: PlannedAct, one: Combatant) -> bool:
    strain = act.strike.strain
    return act.actor == one.id and (act.strike.mutual or strain.forced or strain.luck_convert is not None)
