"""An attack on a creature that keeps hit points: one CA, rolled damage (CD20-CREA-02, CD20-P-CREA-02)."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import MINUS
from gardien.core.wording import Both, arrow, join_sentences, present, start, who_text
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import bonus_of
from gardien.systems.cthulhud20.rules.fight.attack_traditional import damage_bonus
from gardien.systems.cthulhud20.rules.fight.weapons import weapon_of
from gardien.systems.cthulhud20.words.attack import refuse_attack, strike_text, weapon_text
from gardien.systems.cthulhud20.words.grammar import adding, face_of, sum_text

CREATURE: Both = ("la créature", "the creature")
POINTS: Both = ("points de vie", "hit points")


def attack_traditional(report: Report) -> list[str]:
    """« Paul tire : 14 (d20) + 6 = 20 contre CA 17, touché. 1d10 = 8 dégâts. La créature : points de vie 30 → 22. »"""
    given, outcome = report.given, report.outcome
    if present(outcome.refused):
        return [refuse_attack(report, outcome.refused, given)]
    weapon = weapon_of(given.weapon, given.thrown)
    head = strike_text(
        report, given.attacker, given.target, weapon, named=weapon_text(report, given.weapon), role=CREATURE
    )
    swing = f"{head}{report.colon} {_swing(report, outcome.die, outcome.hit)}."
    if not outcome.hit:
        return [swing]
    return [join_sentences(swing, _second(report)), join_sentences(_damage(report), _hit_points_text(report))]


def _swing(report: Report, face: int, hit: bool) -> str:
    """« 14 (d20) + 6 = 20 contre CA 17, touché »; 1 and 20 say so where they decide."""
    given, bonus = report.given, report.outcome.attack_bonus
    end = report.pick("touché", "hit") if hit else report.pick("raté", "missed")
    if face in (1, 20) and (face + bonus >= given.ca) != hit:
        end = report.pick(f"{face} au dé : {end}", f"natural {face}: {end}")
    ca = report.number(given.ca)
    against = report.pick(f"contre CA {ca}", f"against CA {ca}")
    return f"{sum_text(report, face, bonus)} {against}, {end}"


def _second(report: Report) -> str:
    """The roll that confirms a critical, where the first one threatened."""
    face = face_of(report, "confirmation")
    if face is None:
        return ""
    total = sum_text(report, face, report.outcome.attack_bonus)
    end = (
        report.pick("coup critique", "critical hit")
        if report.outcome.critical
        else report.pick("pas de critique", "no critical")
    )
    return report.pick(f"Confirmation : {total}, {end}.", f"Confirmation: {total}, {end}.")


def _damage(report: Report) -> str:
    """« 1d10 + 2 = 8, ×3 = 24 de dégâts, la moitié passe, − 5 (réduction) : 7. »"""
    given, outcome = report.given, report.outcome
    attack_sum = bonus_of(given.attack(), Options())
    added = sum(value for _, value in damage_bonus(attack_sum, given.attacker, given.power_attack))
    times = attack_sum.weapon.critical_multiplier if outcome.critical else 1
    text = (
        f"{attack_sum.weapon.damage}{adding(report, added) if added else ''} = {report.number(outcome.damage // times)}"
    )
    if times > 1:
        text += f", ×{times} = {report.number(outcome.damage)}"
    text += report.pick(" de dégâts", " damage")
    more: list[str] = []
    if given.half_damage:
        more.append(report.pick("la moitié passe", "half gets through"))
    if given.damage_reduction:
        more.append(f"{MINUS} {given.damage_reduction} ({report.pick('réduction', 'reduction')})")
    if more:
        text += f", {', '.join(more)}{report.colon} {report.number(outcome.damage_taken)}"
    return f"{text}."


def _hit_points_text(report: Report) -> str:
    """« La créature : points de vie 30 → 22. », and its end."""
    given, outcome = report.given, report.outcome
    who: Any = who_text(report, given.target, CREATURE)
    if given.hp == outcome.hp:
        return f"{start(who)}{report.colon} {report.pick(*POINTS)} {report.number(outcome.hp)}."
    gone = report.pick(", hors de combat", ", out of action") if outcome.destroyed else ""
    return f"{start(who)}{report.colon} {report.pick(*POINTS)} {arrow(report, given.hp, outcome.hp)}{gone}."
