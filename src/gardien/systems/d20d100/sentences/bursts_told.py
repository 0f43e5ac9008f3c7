"""Bursts of ten or fifty: the Difficulty to get out of the way, then everybody in the area."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import called, counted, joined, listed, present, start
from gardien.systems.d20d100.harm import UNROLLED, AreaResult, protects
from gardien.systems.d20d100.sentences.blows_told import fault, magazine, out_of_range
from gardien.systems.d20d100.sentences.bodies_told import hurt
from gardien.systems.d20d100.sentences.grammar import VICTIM, damage, dice_text, headed, jet_name, trial_at
from gardien.systems.d20d100.sentences.hazards_told import WITHOUT_POINTS
from gardien.systems.d20d100.sentences.weapons_told import bullets
from gardien.systems.d20d100.values import AreaTarget
from gardien.systems.d20d100.weapons import increments_of


def _head(told: Told) -> str:
    """« Rafales de 10 balles », in the singular where there is one."""
    size = bullets(told, told.given.burst_size)
    if len(told.given.series) == 1:
        return headed(told, told.pick(f"rafale de {size}", f"burst of {size}"))
    return headed(told, told.pick(f"rafales de {size}", f"bursts of {size}"))


def burst_difficulty(told: Told) -> list[str]:
    """« Rafales de 10 balles, 2 paliers : Réflexes contre Difficulté 16 et 11. »"""
    given, outcome = told.given, told.outcome
    if not outcome.in_range:
        return [out_of_range(told, given)]
    shown = listed(told, [told.number(one) for one in outcome.difficulties])
    steps = counted(told, outcome.increments, ("palier", "paliers"), ("increment", "increments"))
    against = told.pick(f"Réflexes contre Difficulté {shown}", f"Reflexes against Difficulty {shown}")
    return [f"{start(_head(told))}, {steps}{told.colon} {against}."]


def burst(told: Told) -> list[str]:
    """Each burst, everybody in it, then what is left to fire."""
    given, outcome = told.given, told.outcome
    if not outcome.in_range:
        return [out_of_range(told, given)]
    planned = len(given.series)
    fired = told.pick(f"{outcome.fired} sur {planned}", f"{outcome.fired} of {planned}")
    shown = f" {told.pick('tirées', 'fired')}{told.colon} {fired}" if planned > 1 else ""
    lines = [f"{start(_head(told))}{shown}."]
    lives = [None if one.body is None else one.body.life for one in given.targets]
    for number, one in enumerate(outcome.bursts, start=1):
        if len(outcome.bursts) > 1:
            lines.append(told.pick(f"Rafale {number}.", f"Burst {number}."))
        for place, (target, result) in enumerate(zip(given.targets, one.targets, strict=True)):
            lines.append(_caught(told, one.difficulty, target, result, lives[place]))
            lives[place] = result.pv if present(result.pv) else None
    if outcome.malfunction != "none":
        lines.append(f"{start(fault(told, outcome.malfunction))}.")
    elif outcome.bursts_lost:
        lines.append(told.pick("Pas assez de balles pour la suite.", "Not enough bullets for the rest."))
    spent = start(bullets(told, outcome.ammo_spent))
    gone = told.pick(f"{spent} en moins.", f"{spent} gone.")
    return [*lines, magazine(told, given.loaded, outcome.ammo_left) or gone]


def _caught(told: Told, against: int, target: AreaTarget, result: AreaResult, life: Any) -> str:
    """One of those in the area: « Ada, jet de Réflexes, Difficulté 16 : … »"""
    who = called(told, target, VICTIM)
    saved = result.reflex_success is True
    modifier = target.reflexes + sum(target.reflex_mods)
    test = trial_at(told, f"{start(who)}, {jet_name(told, 'reflexes')}", modifier, against, result.reflex_total, saved)
    amount = _amount(told, target, result, saved)
    if life is None:
        return joined(test, f"{start(amount)}.")
    return joined(test, f"{start(amount)}{told.colon} {hurt(told, who, life, result.pv, result.condition)}")


def _amount(told: Told, target: AreaTarget, result: AreaResult, saved: bool) -> str:
    """« 2d6 = 7, doublé, moins la protection, 11 dégâts » (D100-FIRE-08)."""
    given = told.given
    band = increments_of(given.distance, given.increment)
    final = damage(told, result.damage_final)
    if saved and band > 2:
        return final
    shielded = protects(target.protection_kind, target.protection, given.penetration)
    if not shielded and saved is (band == 1):  # neither doubled nor halved
        return f"{dice_text(given.damage)} = {final}"
    text = dice_text(given.damage)
    if target.protection_kind in UNROLLED:
        text += told.pick(", chaque dé compte 1", ", each die counts 1")
    else:
        text += f" = {told.number(result.damage_rolled or 0)}"
    if band == 1 and not saved:
        text += told.pick(", doublé", ", doubled")
    if band == 2 and saved:
        text += told.pick(", la moitié", ", halved")
    if shielded and (target.protection or target.protection_kind in WITHOUT_POINTS):
        text += told.pick(", moins la protection", ", less protection")
    return f"{text}, {final}"
