"""An attack on a creature that keeps hit points: one CA, rolled damage (CD20-CREA-02, CD20-P-CREA-02)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import MINUS
from gardien.core.wording import Both, arrow, called, joined, present, start
from gardien.systems.cthulhud20.arms import weapon_of
from gardien.systems.cthulhud20.bonuses import bonus_of
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.sentences.grammar import adding, face_of, summed
from gardien.systems.cthulhud20.sentences.strikes_told import named_weapon, refusal, strikes
from gardien.systems.cthulhud20.traditional import damage_bonus

CREATURE: Both = ("la créature", "the creature")
POINTS: Both = ("points de vie", "hit points")


def attack_traditional(told: Told) -> list[str]:
    """« Paul tire : 14 (d20) + 6 = 20 contre CA 17, touché. 1d10 = 8 dégâts. La créature : points de vie 30 → 22. »"""
    given, outcome = told.given, told.outcome
    if present(outcome.refused):
        return [refusal(told, outcome.refused, given)]
    weapon = weapon_of(given.weapon, given.thrown)
    head = strikes(told, given.attacker, given.target, weapon, named=named_weapon(told, given.weapon), role=CREATURE)
    swing = f"{head}{told.colon} {_swing(told, outcome.die, outcome.hit)}."
    if not outcome.hit:
        return [swing]
    return [joined(swing, _second(told)), joined(_damage(told), _left(told))]


def _swing(told: Told, face: int, hit: bool) -> str:
    """« 14 (d20) + 6 = 20 contre CA 17, touché »; 1 and 20 say so where they decide."""
    given, bonus = told.given, told.outcome.attack_bonus
    end = told.pick("touché", "hit") if hit else told.pick("raté", "missed")
    if face in (1, 20) and (face + bonus >= given.ca) != hit:
        end = told.pick(f"{face} au dé : {end}", f"natural {face}: {end}")
    ca = told.number(given.ca)
    against = told.pick(f"contre CA {ca}", f"against CA {ca}")
    return f"{summed(told, face, bonus)} {against}, {end}"


def _second(told: Told) -> str:
    """The roll that confirms a critical, where the first one threatened."""
    face = face_of(told, "confirmation")
    if face is None:
        return ""
    total = summed(told, face, told.outcome.attack_bonus)
    end = (
        told.pick("coup critique", "critical hit")
        if told.outcome.critical
        else told.pick("pas de critique", "no critical")
    )
    return told.pick(f"Confirmation : {total}, {end}.", f"Confirmation: {total}, {end}.")


def _damage(told: Told) -> str:
    """« 1d10 + 2 = 8, ×3 = 24 de dégâts, la moitié passe, − 5 (réduction) : 7. »"""
    given, outcome = told.given, told.outcome
    found = bonus_of(given.attack(), Options())
    added = sum(value for _, value in damage_bonus(found, given.attacker, given.power_attack))
    times = found.weapon.critical_multiplier if outcome.critical else 1
    text = f"{found.weapon.damage}{adding(told, added) if added else ''} = {told.number(outcome.damage // times)}"
    if times > 1:
        text += f", ×{times} = {told.number(outcome.damage)}"
    text += told.pick(" de dégâts", " damage")
    more: list[str] = []
    if given.half_damage:
        more.append(told.pick("la moitié passe", "half gets through"))
    if given.damage_reduction:
        more.append(f"{MINUS} {given.damage_reduction} ({told.pick('réduction', 'reduction')})")
    if more:
        text += f", {', '.join(more)}{told.colon} {told.number(outcome.damage_taken)}"
    return f"{text}."


def _left(told: Told) -> str:
    """« La créature : points de vie 30 → 22. », and its end."""
    given, outcome = told.given, told.outcome
    who: Any = called(told, given.target, CREATURE)
    if given.hp == outcome.hp:
        return f"{start(who)}{told.colon} {told.pick(*POINTS)} {told.number(outcome.hp)}."
    gone = told.pick(", hors de combat", ", out of action") if outcome.destroyed else ""
    return f"{start(who)}{told.colon} {told.pick(*POINTS)} {arrow(told, given.hp, outcome.hp)}{gone}."
