"""Manoeuvres: tripping somebody, disarming them, pushing them back."""

from gardien.core.telling import Told
from gardien.core.wording import start
from gardien.systems.cthulhud20.sentences.grammar import metres
from gardien.systems.cthulhud20.sentences.grips_told import measured, pair, touching


def trip(told: Told) -> list[str]:
    """« Paul cherche à faire tomber le voyou : …, touché. Épreuve de force : 14 … Le voyou tombe. »"""
    who, other = pair(told)
    tries = told.pick(f"{who} cherche à faire tomber {other}", f"{who} tries to trip {other}")
    line = touching(told, start(tries))
    if not told.outcome.touched:
        return [line]
    met = measured(told, told.pick("Épreuve de force", "Test of strength"), "manoeuvre")
    end = told.pick(f"{other} tombe", f"{other} falls")
    if told.given.target.lies:
        end = told.pick(f"{other} reste à terre", f"{other} stays on the ground")
    if not told.outcome.tripped:
        end = told.pick(f"{other} reste debout", f"{other} stays up")
    return [line, f"{met}. {start(end)}{_answer(told, ('faire tomber', 'trip'))}."]


def _answer(told: Told, act: tuple[str, str]) -> str:
    """Whether the other may try the same in return (CD20-P-MAN-01)."""
    if not told.outcome.counter_allowed:
        return ""
    who, _ = pair(told)
    return told.pick(f" et peut à son tour {act[0]} {who}", f" and may {act[1]} {who} in return")


def disarm(told: Told) -> list[str]:
    """« Paul cherche à désarmer le voyou : 14 … contre 9 … L'arme tombe. »"""
    who, other = pair(told)
    tries = told.pick(f"{who} cherche à désarmer {other}", f"{who} tries to disarm {other}")
    met = measured(told, start(tries), "manoeuvre")
    if told.outcome.disarmed:
        return [f"{met}. {start(told.pick(f'{other} lâche son arme', f'{other} drops the weapon'))}."]
    end = told.pick(f"{other} garde son arme", f"{other} keeps the weapon")
    return [f"{met}. {start(end)}{_answer(told, ('désarmer', 'disarm'))}."]


def push(told: Told) -> list[str]:
    """« Paul repousse le voyou : 14 … contre 9 … Le voyou recule de 3 m. »"""
    who, other = pair(told)
    tries = told.pick(f"{who} cherche à repousser {other}", f"{who} tries to push {other} back")
    met = measured(told, start(tries), "manoeuvre")
    if told.outcome.pushed:
        back = metres(told, told.outcome.distance_m)
        end = told.pick(f"{other} recule de {back}", f"{other} is driven back {back}")
    else:
        end = told.pick(f"{other} tient bon", f"{other} holds firm")
    return [f"{met}. {start(end)}."]
