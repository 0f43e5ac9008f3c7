"""Bare strength in words: the touch that seizes somebody, and two who measure themselves (CD20-P-GRAP-01)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, called, present
from gardien.systems.cthulhud20.sentences.grammar import TARGET, adding, face_of, summed

ATTACKER: Both = ("l'attaquant", "the attacker")


def pair(told: Told) -> tuple[str, str]:
    """Whoever reaches out, and the other."""
    return called(told, told.given.attacker, ATTACKER, acts=True), called(told, told.given.target, TARGET)


def touching(told: Told, head: str) -> str:
    """« Paul saisit le voyou : 12 (d20) + 3 = 15 contre CA de contact 11, touché. »"""
    outcome = told.outcome
    ca = told.number(outcome.touch_ca)
    against = told.pick(f"contre CA de contact {ca}", f"against touch CA {ca}")
    end = told.pick("touché", "touched") if outcome.touched else told.pick("raté", "missed")
    face = face_of(told, "touch")
    if face is None or not present(outcome.touch_total):
        return f"{head}{told.colon} {against}, {end}."
    if face in (1, 20) and (outcome.touch_total >= outcome.touch_ca) != outcome.touched:
        end = told.pick(f"{face} au dé : {end}", f"natural {face}: {end}")
    return f"{head}{told.colon} {summed(told, face, outcome.touch_total - face)} {against}, {end}."


def measured(told: Told, head: str, purpose: str) -> str:
    """« Épreuve de force : 14 + 3 = 17 contre 9 + 1 = 10 », the last throw where ties were thrown again."""
    outcome = told.outcome
    thrown = [die.value for die in told.dice if die.purpose == purpose]
    mine, other = outcome.attacker_total, outcome.target_total
    again = len(thrown) // 2 - 1
    ties = ""
    if again > 0:
        ties = told.pick("après égalité, ", "after a tie, ")
    first, second = _side(told, thrown[-2], mine), _side(told, thrown[-1], other)
    level = ""
    if present(mine) and mine == other:
        level = told.pick(", égalité, le plus haut bonus l'emporte", ", a tie, the higher bonus wins")
    return f"{head}{told.colon} {ties}{first} {told.pick('contre', 'against')} {second}{level}"


def _side(told: Told, face: int, total: Any) -> str:
    if not present(total):
        return told.number(face)
    return f"{told.number(face)} (d20){adding(told, total - face)} = {told.number(total)}"
