"""The end of a turn for everybody: hold, heart, effort, timers; poison at the start of the next; breath."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import called, joined, listed, of, present
from gardien.systems.organique.sentences.bodies_told import aftermath
from gardien.systems.organique.sentences.grammar import points, saved, signed


def end_turn(told: Told) -> list[str]:
    """« Fin du tour. », then whoever is no longer as before: « Tyra : END 12 → 11. »"""
    given, outcome = told.given, told.outcome
    lines = []
    for one in given.combatants:
        who = called(told, one)
        ticks = outcome.ticks if present(outcome.ticks) else {}
        states = outcome.states if present(outcome.states) else {}
        poison = ticked(told, ticks[one.name], who) if one.name in ticks else ""
        lines += [poison, aftermath(told, who, one, states.get(one.name))]
    found = [line for line in lines if line]
    if not found:
        return [told.pick("Fin du tour : rien ne change.", "End of the turn: nothing changes.")]
    return [told.pick("Fin du tour.", "End of the turn."), *found]


def ticked(told: Told, tick: Any, who: str) -> str:
    """« Poison de Tyra : 1 bs. Sauvegarde de Tyra contre les vomissements : … Malus −4 aux actions. » (ORG-POI-03)."""
    text = points(told, tick.bs, "bs") if tick.bs else told.pick("aucun dommage", "no damage")
    first = told.pick(f"Poison dans le sang {of(who)} : {text}.", f"Poison in {who}'s blood: {text}.")
    weighs = [
        told.pick(f"{signed(told, value)} {fr}", f"{signed(told, value)} {en}")
        for value, fr, en in (
            (tick.actions, "aux actions", "to actions"),
            (tick.sight, "à la vue", "to sight"),
            (tick.touch, "au toucher", "to touch"),
            (tick.pain_saves, "aux sauvegardes contre la douleur", "to pain saves"),
        )
        if value
    ]
    saves = [saved(told, one, who) for one in tick.saves.values()]
    last = told.pick(f"Tant qu'il agit : {listed(told, weighs)}.", f"While it acts: {listed(told, weighs)}.")
    return joined(first, *saves, last if weighs else "")
