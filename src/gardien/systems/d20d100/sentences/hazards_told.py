"""What hurts without an enemy: no air, fire, falls, explosions, poison."""

from typing import Any

from gardien.core.dice import Dice, Term
from gardien.core.telling import Told
from gardien.core.wording import called, counted, joined, listed, present, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.harm import UNROLLED, AreaResult, protects
from gardien.systems.d20d100.hazards import FALLING, dice_at
from gardien.systems.d20d100.sentences.blows_told import con_test
from gardien.systems.d20d100.sentences.bodies_told import hurt, thrown_damage
from gardien.systems.d20d100.sentences.grammar import (
    VICTIM,
    bare_name,
    damage,
    dice_text,
    face_of,
    headed,
    jet_name,
    metres,
    row_name,
    trial,
    trial_at,
)
from gardien.systems.d20d100.values import AreaTarget

WITHOUT_POINTS = ("half", "one_point", "immune")  # protections that work without a number


def _victim(told: Told) -> str:
    return called(told, "", VICTIM, acts=True)


def _loses(told: Told, amount: str, **more: Any) -> str:
    """A damage and what it does: « 1d8 = 5 dégâts, PV 10 → 5. »"""
    given, outcome = told.given, told.outcome
    end = hurt(told, _victim(told), given.pv, outcome.pv, outcome.condition, **more)
    return f"{start(amount)}{told.colon} {end}"


def suffocate_round(told: Told) -> list[str]:
    """« Sans air, round 3, test de CON, Difficulté 12 : 4 (d20) + 1 = 5, raté, marge −7. 1d8 = 5 dégâts… »"""
    given, outcome = told.given, told.outcome
    place = told.pick(f"sans air, round {told.number(given.round)}", f"no air, round {told.number(given.round)}")
    if present(outcome.difficulty):
        name = headed(told, place, bare_name(told, "CON"))
        test = trial_at(told, name, given.con_modifier, outcome.difficulty, outcome.total, not outcome.failed)
    else:
        goes_on = told.pick("l'étouffement continue", "the choking goes on")
        test = f"{start(headed(told, place))}{told.colon} {goes_on}."
    if not outcome.failed:
        return [joined(test, start(told.pick(f"{_victim(told)} tient encore.", f"{_victim(told)} still holds on.")))]
    return [test, _loses(told, thrown_damage(told, "1d8", outcome.loss))]


def burn_round(told: Told) -> list[str]:
    """« En feu, jet de Réflexes, Difficulté 15 (difficile) : … 1d6 = 4 dégâts : PV 10 → 6. »"""
    outcome = told.outcome
    face = face_of(told, "reflexes")
    modifier = outcome.total - face if face is not None and present(outcome.total) else 0
    name = headed(told, told.pick("en feu", "on fire"), jet_name(told, "reflexes"))
    test = trial(told, name, modifier, outcome.difficulty, face, outcome.success)
    if outcome.success:
        return [joined(test, told.pick("Le feu s'éteint.", "The fire is out."))]
    burns = told.pick("Le feu continue.", "The fire goes on.") if outcome.condition != "dead" else ""
    return [test, joined(_loses(told, thrown_damage(told, "1d6", outcome.damage)), burns)]


def fall(told: Told) -> list[str]:
    """« Chute de 9 m, réception, Difficulté 15 (difficile) : 12 (d20) + 4 = 16, réussi, marge +1. 2d6 = 7 dégâts… »"""
    given, outcome = told.given, told.outcome
    high, face = metres(told, given.height), face_of(told, "reflexes")
    landing = () if face is None else (told.pick("réception", "landing"),)
    head = headed(told, told.pick(f"chute de {high}", f"fall of {high}"), *landing)
    if face is None:
        return [f"{start(head)}{told.colon} {told.pick('trop peu pour blesser', 'too little to hurt')}."]
    test = trial(told, head, given.modifier + sum(given.mods), FALLING, face, outcome.success)
    one_less = told.pick("Un d6 de moins.", "One d6 less.") if outcome.success else ""
    if not outcome.dice_count:
        return [joined(test, one_less, f"{start(damage(told, 0))}.")]
    amount = thrown_damage(told, f"{outcome.dice_count}d6", outcome.damage)
    massive = con_test(told, given.con_modifier, outcome.condition)
    return [joined(test, one_less), _loses(told, amount, shock=outcome.shock, massive=massive)]


def poison(told: Told) -> list[str]:
    """« Poison de puissance 14, jet d'Endurance, Difficulté 13 : … 7 dégâts : PV 10 → 3. »"""
    given, outcome = told.given, told.outcome
    strength = told.number(given.potency)
    what = told.pick(f"poison de puissance {strength}", f"poison of potency {strength}")
    name = headed(told, what, jet_name(told, "endurance"))
    modifier = given.endurance + sum(given.mods)
    test = trial_at(told, name, modifier, outcome.difficulty, outcome.total, outcome.success)
    amount = damage(told, outcome.damage)
    if outcome.success:
        amount = told.pick(f"moitié de la puissance, {amount}", f"half the potency, {amount}")
    return [test, _loses(told, amount)]


# ---- explosions ----


def explosion(told: Told) -> list[str]:
    """What blows up, then everybody around, one by one."""
    given = told.given
    row = pack.explosive(given.kind)
    name = start(row_name(told, row))
    if given.kind == "dynamite":
        name += f", {counted(told, given.sticks, ('bâton', 'bâtons'), ('stick', 'sticks'))}"
    rings = []
    for ring in row.rings:
        count = ring.dice + (given.sticks - 1) * ring.more_dice
        reach = metres(told, ring.most_m + (given.sticks - 1) * row.more_m)
        rings.append(told.pick(f"{count}d6 jusqu'à {reach}", f"{count}d6 as far as {reach}"))
    lines = [f"{name}{told.colon} {listed(told, rings)}."]
    for target, result in zip(given.targets, told.outcome.results, strict=True):
        lines.append(_caught(told, target, result))
    return lines


def _caught(told: Told, target: AreaTarget, result: AreaResult) -> str:
    """One of those around: « Ada, à 2 m, jet de Réflexes, Difficulté 15 (difficile) : … »"""
    row = pack.explosive(told.given.kind)
    who = called(told, target, VICTIM)
    place = metres(told, target.distance)
    head = f"{start(who)}, {told.pick(f'à {place}', f'at {place}')}"
    count = dice_at(row, told.given.sticks, target.distance)
    if not count:
        return f"{head}{told.colon} {told.pick('hors d’atteinte', 'out of reach')}."
    saved = result.reflex_success is True
    name = f"{head}, {jet_name(told, 'reflexes')}"
    modifier = target.reflexes + sum(target.reflex_mods)
    test = trial_at(told, name, modifier, row.difficulty, result.reflex_total, saved)
    amount = _amount(told, target, result, count, saved, row.penetration)
    if target.body is None:
        return joined(test, f"{start(amount)}.")
    end = hurt(told, who, target.body.life, result.pv, result.condition)
    return joined(test, f"{start(amount)}{told.colon} {end}")


def _amount(told: Told, target: AreaTarget, result: AreaResult, count: int, saved: bool, penetration: int) -> str:
    """The dice of a blast, halved, met by protection: « 4d6 = 14, moitié 7, protection : 3 dégâts »."""
    dice = Dice((Term(count, 6),))
    final = damage(told, result.damage_final)
    shielded = protects(target.protection_kind, target.protection, penetration)
    if not saved and not shielded:
        return thrown_damage(told, dice, result.damage_final)
    if target.protection_kind in UNROLLED:
        shown = told.pick(f"{dice_text(dice)}, chaque dé compte 1", f"{dice_text(dice)}, each die counts 1")
    else:
        shown = f"{dice_text(dice)} = {told.number(result.damage_rolled or 0)}"
    if saved:
        shown += told.pick(", la moitié", ", halved")
    if shielded and (target.protection or target.protection_kind in WITHOUT_POINTS):
        shown += told.pick(", moins la protection", ", less protection")
    return f"{shown}, {final}"
