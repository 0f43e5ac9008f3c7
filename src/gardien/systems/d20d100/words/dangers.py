"""What hurts without an enemy: no air, fire, falls, explosions, poison."""

from typing import Any

from gardien.core.dice import Dice, Term
from gardien.core.telling import Report
from gardien.core.wording import arrow, count_of, join_list, join_sentences, present, start, who_text
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.body.damage import UNROLLED, AreaResult, protects
from gardien.systems.d20d100.rules.character import AreaTarget
from gardien.systems.d20d100.rules.dangers.hazards import FALLING, dice_at
from gardien.systems.d20d100.words.attack import con_test
from gardien.systems.d20d100.words.body import thrown_damage_clause, wound_text
from gardien.systems.d20d100.words.grammar import (
    VICTIM,
    bare_name,
    damage,
    dice_text,
    face_of,
    heading,
    jet_name,
    metres,
    row_name,
    trial,
    trial_at,
)

WITHOUT_POINTS = ("half", "one_point", "immune")  # protections that work without a number


def _victim(report: Report) -> str:
    return who_text(report, "", VICTIM, acts=True)


def _loss_text(report: Report, amount: str, **more: Any) -> str:
    """A damage and what it does: « 1d8 = 5 dégâts, PV 10 → 5. »"""
    given, outcome = report.given, report.outcome
    end = wound_text(report, _victim(report), given.pv, outcome.pv, outcome.condition, **more)
    return f"{start(amount)}{report.colon} {end}"


def suffocate_round(report: Report) -> list[str]:
    """« Sans air, round 3, test de CON, Difficulté 12 : 4 (d20) + 1 = 5, raté, marge −7. 1d8 = 5 dégâts… »"""
    given, outcome = report.given, report.outcome
    place = report.pick(f"sans air, round {report.number(given.round)}", f"no air, round {report.number(given.round)}")
    if present(outcome.difficulty):
        name = heading(report, place, bare_name(report, "CON"))
        test = trial_at(report, name, given.con_modifier, outcome.difficulty, outcome.total, not outcome.failed)
    else:
        goes_on = report.pick("l'étouffement continue", "the choking goes on")
        test = f"{start(heading(report, place))}{report.colon} {goes_on}."
    if not outcome.failed:
        return [
            join_sentences(
                test, start(report.pick(f"{_victim(report)} tient encore.", f"{_victim(report)} still holds on."))
            )
        ]
    return [test, _loss_text(report, thrown_damage_clause(report, "1d8", outcome.loss))]


def burn_round(report: Report) -> list[str]:
    """« En feu, jet de Réflexes, Difficulté 15 (difficile) : … 1d6 = 4 dégâts : PV 10 → 6. »"""
    outcome = report.outcome
    face = face_of(report, "reflexes")
    modifier = outcome.total - face if face is not None and present(outcome.total) else 0
    name = heading(report, report.pick("en feu", "on fire"), jet_name(report, "reflexes"))
    test = trial(report, name, modifier, outcome.difficulty, face, outcome.success)
    if outcome.success:
        return [join_sentences(test, report.pick("Le feu s'éteint.", "The fire is out."))]
    burns = report.pick("Le feu continue.", "The fire goes on.") if outcome.condition != "dead" else ""
    return [test, join_sentences(_loss_text(report, thrown_damage_clause(report, "1d6", outcome.damage)), burns)]


def fall(report: Report) -> list[str]:
    """« Chute de 9 m, réception, Difficulté 15 (difficile) : 12 (d20) + 4 = 16, réussi, marge +1. 2d6 = 7 dégâts… »"""
    given, outcome = report.given, report.outcome
    high, face = metres(report, given.height), face_of(report, "reflexes")
    landing = () if face is None else (report.pick("réception", "landing"),)
    head = heading(report, report.pick(f"chute de {high}", f"fall of {high}"), *landing)
    if face is None:
        return [f"{start(head)}{report.colon} {report.pick('trop peu pour blesser', 'too little to hurt')}."]
    test = trial(report, head, given.modifier + sum(given.mods), FALLING, face, outcome.success)
    one_less = report.pick("Un d6 de moins.", "One d6 less.") if outcome.success else ""
    if not outcome.dice_count:
        return [join_sentences(test, one_less, f"{start(damage(report, 0))}.")]
    amount = thrown_damage_clause(report, f"{outcome.dice_count}d6", outcome.damage)
    massive = con_test(report, given.con_modifier, outcome.condition)
    return [join_sentences(test, one_less), _loss_text(report, amount, shock=outcome.shock, massive=massive)]


def lasting_harm(report: Report) -> list[str]:
    """« Encore un round. 1d4 = 3 dégâts : PV 10 → 7. FOR : 1d6 = 2 points de moins, 14 → 12. »"""
    given, outcome = report.given, report.outcome
    head = f"{start(heading(report, report.pick('encore un round', 'another round')))}."
    told = [head]
    if outcome.resisted is True:
        french, english = "FOR contre FOR : l’étreinte ne se referme pas.", "FOR against FOR: the grip does not close."
        told.append(report.pick(french, english))
    elif given.damage.strip():
        told.append(_loss_text(report, thrown_damage_clause(report, given.damage, outcome.damage)))
    if present(outcome.drained):
        points = count_of(report, outcome.drained, ("point", "points"), ("point", "points"))
        less = report.pick(f"{points} de moins", f"{points} less")
        score = arrow(report, given.score, outcome.score)
        told.append(f"{given.characteristic}{report.colon} {dice_text(given.drain)} = {less}, {score}.")
    return [join_sentences(*told)]


def poison(report: Report) -> list[str]:
    """« Poison de puissance 14, jet d'Endurance, Difficulté 13 : … 7 dégâts : PV 10 → 3. »"""
    given, outcome = report.given, report.outcome
    strength = report.number(given.potency)
    what = report.pick(f"poison de puissance {strength}", f"poison of potency {strength}")
    name = heading(report, what, jet_name(report, "endurance"))
    modifier = given.endurance + sum(given.mods)
    test = trial_at(report, name, modifier, outcome.difficulty, outcome.total, outcome.success)
    amount = damage(report, outcome.damage)
    if outcome.success:
        amount = report.pick(f"moitié de la puissance, {amount}", f"half the potency, {amount}")
    return [test, _loss_text(report, amount)]


# ---- explosions ----


def explosion(report: Report) -> list[str]:
    """What blows up, then everybody around, one by one."""
    given = report.given
    row = pack.explosive(given.kind)
    name = start(row_name(report, row))
    if given.kind == "dynamite":
        name += f", {count_of(report, given.sticks, ('bâton', 'bâtons'), ('stick', 'sticks'))}"
    rings = []
    for ring in row.rings:
        count = ring.dice + (given.sticks - 1) * ring.more_dice
        reach = metres(report, ring.most_m + (given.sticks - 1) * row.more_m)
        rings.append(report.pick(f"{count}d6 jusqu'à {reach}", f"{count}d6 as far as {reach}"))
    lines = [f"{name}{report.colon} {join_list(report, rings)}."]
    for target, result in zip(given.targets, report.outcome.results, strict=True):
        lines.append(_target_text(report, target, result))
    return lines


def _target_text(report: Report, target: AreaTarget, result: AreaResult) -> str:
    """One of those around: « Ada, à 2 m, jet de Réflexes, Difficulté 15 (difficile) : … »"""
    row = pack.explosive(report.given.kind)
    who = who_text(report, target, VICTIM)
    place = metres(report, target.distance)
    head = f"{start(who)}, {report.pick(f'à {place}', f'at {place}')}"
    count = dice_at(row, report.given.sticks, target.distance)
    if not count:
        return f"{head}{report.colon} {report.pick('hors d’atteinte', 'out of reach')}."
    saved = result.reflex_success is True
    name = f"{head}, {jet_name(report, 'reflexes')}"
    modifier = target.reflexes + sum(target.reflex_mods)
    test = trial_at(report, name, modifier, row.difficulty, result.reflex_total, saved)
    amount = _damage_clause(report, target, result, count, saved, row.penetration)
    if target.body is None:
        return join_sentences(test, f"{start(amount)}.")
    end = wound_text(report, who, target.body.life, result.pv, result.condition)
    return join_sentences(test, f"{start(amount)}{report.colon} {end}")


def _damage_clause(
    report: Report, target: AreaTarget, result: AreaResult, count: int, saved: bool, penetration: int
) -> str:
    """The dice of a blast, halved, met by protection: « 4d6 = 14, moitié 7, protection : 3 dégâts »."""
    dice = Dice((Term(count, 6),))
    final = damage(report, result.damage_final)
    shielded = protects(target.protection_kind, target.protection, penetration)
    if not saved and not shielded:
        return thrown_damage_clause(report, dice, result.damage_final)
    if target.protection_kind in UNROLLED:
        shown = report.pick(f"{dice_text(dice)}, chaque dé compte 1", f"{dice_text(dice)}, each die counts 1")
    else:
        shown = f"{dice_text(dice)} = {report.number(result.damage_rolled or 0)}"
    if saved:
        shown += report.pick(", la moitié", ", halved")
    if shielded and (target.protection or target.protection_kind in WITHOUT_POINTS):
        shown += report.pick(", moins la protection", ", less protection")
    return f"{shown}, {final}"
