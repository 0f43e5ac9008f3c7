"""Bursts: short ones as an attack; of ten or fifty, the Difficulty to get out of the way and everybody in the area."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import count_of, join_list, join_sentences, present, start, who_text
from gardien.systems.d20d100.rules.body.damage import UNROLLED, AreaResult, protects
from gardien.systems.d20d100.rules.character import AreaTarget
from gardien.systems.d20d100.rules.fight.attack import with_more
from gardien.systems.d20d100.rules.fight.bursts import EXTRA
from gardien.systems.d20d100.rules.fight.weapons import increments_of
from gardien.systems.d20d100.words.attack import attack_lines, fault_clause, magazine, out_of_range, weapon_dice
from gardien.systems.d20d100.words.body import wound_text
from gardien.systems.d20d100.words.dangers import WITHOUT_POINTS
from gardien.systems.d20d100.words.grammar import VICTIM, damage, dice_text, heading, jet_name, trial_at
from gardien.systems.d20d100.words.weapons import bullets


def short_burst(report: Report) -> list[str]:
    """« Rafale de 3 balles : … »"""
    given = report.given
    size, extra = bullets(report, given.burst_size), EXTRA[given.burst_size]
    head = heading(report, report.pick(f"rafale de {size}", f"burst of {size}"))
    lines = attack_lines(report, head, given.defence, with_more(weapon_dice(report), extra), extra * given.recoil)
    return [*lines, magazine(report, given.loaded, report.outcome.ammo_left)]


def _head(report: Report) -> str:
    """« Rafales de 10 balles », in the singular where there is one."""
    size = bullets(report, report.given.burst_size)
    if len(report.given.series) == 1:
        return heading(report, report.pick(f"rafale de {size}", f"burst of {size}"))
    return heading(report, report.pick(f"rafales de {size}", f"bursts of {size}"))


def burst_difficulty(report: Report) -> list[str]:
    """« Rafales de 10 balles, 2 paliers : Réflexes contre Difficulté 16 et 11. »"""
    given, outcome = report.given, report.outcome
    if not outcome.in_range:
        return [out_of_range(report, given)]
    shown = join_list(report, [report.number(one) for one in outcome.difficulties])
    steps = count_of(report, outcome.increments, ("palier", "paliers"), ("increment", "increments"))
    against = report.pick(f"Réflexes contre Difficulté {shown}", f"Reflexes against Difficulty {shown}")
    return [f"{start(_head(report))}, {steps}{report.colon} {against}."]


def burst(report: Report) -> list[str]:
    """Each burst, everybody in it, then what is left to fire."""
    given, outcome = report.given, report.outcome
    if not outcome.in_range:
        return [out_of_range(report, given)]
    planned = len(given.series)
    fired = report.pick(f"{outcome.fired} sur {planned}", f"{outcome.fired} of {planned}")
    shown = f" {report.pick('tirées', 'fired')}{report.colon} {fired}" if planned > 1 else ""
    lines = [f"{start(_head(report))}{shown}."]
    lives = [None if one.body is None else one.body.life for one in given.targets]
    for number, one in enumerate(outcome.bursts, start=1):
        if len(outcome.bursts) > 1:
            lines.append(report.pick(f"Rafale {number}.", f"Burst {number}."))
        for place, (target, result) in enumerate(zip(given.targets, one.targets, strict=True)):
            lines.append(_target_text(report, one.difficulty, target, result, lives[place]))
            lives[place] = result.pv if present(result.pv) else None
    if outcome.malfunction != "none":
        lines.append(f"{start(fault_clause(report, outcome.malfunction))}.")
    elif outcome.bursts_lost:
        lines.append(report.pick("Pas assez de balles pour la suite.", "Not enough bullets for the rest."))
    spent = start(bullets(report, outcome.ammo_spent))
    gone = report.pick(f"{spent} en moins.", f"{spent} gone.")
    return [*lines, magazine(report, given.loaded, outcome.ammo_left) or gone]


def _target_text(report: Report, against: int, target: AreaTarget, result: AreaResult, life: Any) -> str:
    """One of those in the area: « Ada, jet de Réflexes, Difficulté 16 : … »"""
    who = who_text(report, target, VICTIM)
    saved = result.reflex_success is True
    modifier = target.reflexes + sum(target.reflex_mods)
    test = trial_at(
        report, f"{start(who)}, {jet_name(report, 'reflexes')}", modifier, against, result.reflex_total, saved
    )
    amount = _damage_clause(report, target, result, saved)
    if life is None:
        return join_sentences(test, f"{start(amount)}.")
    return join_sentences(
        test, f"{start(amount)}{report.colon} {wound_text(report, who, life, result.pv, result.condition)}"
    )


def _damage_clause(report: Report, target: AreaTarget, result: AreaResult, saved: bool) -> str:
    """« 2d6 = 7, doublé, moins la protection, 11 dégâts » (D100-FIRE-08)."""
    given = report.given
    band = increments_of(given.distance, given.increment)
    final = damage(report, result.damage_final)
    if saved and band > 2:
        return final
    shielded = protects(target.protection_kind, target.protection, given.penetration)
    if not shielded and saved is (band == 1):  # neither doubled nor halved
        return f"{dice_text(given.damage)} = {final}"
    text = dice_text(given.damage)
    if target.protection_kind in UNROLLED:
        text += report.pick(", chaque dé compte 1", ", each die counts 1")
    else:
        text += f" = {report.number(result.damage_rolled or 0)}"
    if band == 1 and not saved:
        text += report.pick(", doublé", ", doubled")
    if band == 2 and saved:
        text += report.pick(", la moitié", ", halved")
    if shielded and (target.protection or target.protection_kind in WITHOUT_POINTS):
        text += report.pick(", moins la protection", ", less protection")
    return f"{text}, {final}"
