"""One side against another, both thrown or one written down before."""

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, start
from gardien.systems.d20d100.opposed import FIXED
from gardien.systems.d20d100.sentences.grammar import (
    TOTAL_FAILURE,
    adding,
    difficulty,
    face_of,
    headed,
    side,
    skill_name,
    summed,
    trial_at,
)

ACTIVE: Both = ("le côté actif", "the active side")
PASSIVE: Both = ("le côté passif", "the passive side")


def _side_name(told: Told, skill: str, role: Both) -> str:
    return skill_name(told, skill) if skill.strip() else told.pick(*role)


def opposed_test(told: Told) -> list[str]:
    """« Écouter contre Déplacement silencieux : 9 + 4 = 13 contre 14 − 3 = 11. Écouter l'emporte. »"""
    given = told.given
    first = _side_name(told, given.active_skill, ACTIVE)
    second = _side_name(told, given.passive_skill, PASSIVE)
    rival = given.opponent.strip()
    against = told.pick("contre", "against")
    head = f"{first} {against} {second}"
    if first == second:  # the same skill on both sides names nobody
        first, second = told.pick(*ACTIVE), told.pick(*PASSIVE)
    active = side(told, face_of(told, "active"), given.active_modifier + sum(given.active_mods))
    passive = side(told, face_of(told, "passive"), given.passive_modifier + sum(given.passive_mods))
    if told.who:
        head = headed(told, head) if given.active_skill.strip() else f"{told.who} {against} {second}"
        first = told.who
    if rival and not given.passive_skill.strip():
        head = head.replace(told.pick(*PASSIVE), rival)
    elif rival:
        head = f"{head} ({rival})"
    second = rival or second
    return [f"{start(head)}{told.colon} {active} {against} {passive}. {_end(told, first, second)}"]


def _end(told: Told, first: str, second: str) -> str:
    """Who prevails, and why where the totals alone do not say it."""
    outcome = told.outcome
    won = {
        "active": (f"{first} l'emporte.", f"{first} prevails."),
        "passive": (f"{second} l'emporte.", f"{second} prevails."),
        "none": ("Personne ne l'emporte, rien ne change.", "Nobody prevails, nothing changes."),
    }
    end = start(told.pick(*won[outcome.winner]))
    if outcome.active_natural_one is True and outcome.passive_natural_one is True:
        return joined(told.pick("1 au dé des deux côtés.", "A natural 1 on both sides."), end)
    if outcome.active_natural_one is True or outcome.passive_natural_one is True:
        loser = first if outcome.active_natural_one is True else second
        return joined(told.pick(f"1 au dé, échec total : {loser}.", f"Natural 1, total failure: {loser}."), end)
    if outcome.active_total == outcome.passive_total:
        return joined(told.pick("Égalité.", "A tie."), end)
    return end


def record_passive(told: Told) -> list[str]:
    """The total that stands for every later active roll."""
    given, outcome = told.given, told.outcome
    modifier = given.modifier + sum(given.mods)
    skill = skill_name(told, given.skill) if given.skill else ""
    head = headed(told, skill, told.pick("jet passif noté", "passive roll recorded"))
    if given.context.strip():
        head += f" ({given.context.strip()})"
    thrown = summed(told, outcome.passive_total - modifier, modifier)
    if outcome.passive_natural_one:
        end = told.pick(
            "1 au dé : tout jet actif l'emporte, sauf sur un 1.",
            "Natural 1: every active roll prevails, unless it is a 1.",
        )
    else:
        total = difficulty(told, outcome.passive_total)
        end = told.pick(f"Il vaut {total} pour les jets actifs.", f"It stands as {total} for active rolls.")
    return [f"{start(head)}{told.colon} {thrown}. {end}"]


def oppose_recorded(told: Told) -> list[str]:
    """An active roll against what was written down."""
    given, outcome = told.given, told.outcome
    modifier = given.active_modifier + sum(given.active_mods)
    name = skill_name(told, given.skill) if given.skill else told.pick("jet actif", "active roll")
    head = headed(told, f"{name} {told.pick('contre un jet noté', 'against a recorded one')}")
    if given.opponent.strip():
        head += f" ({given.opponent.strip()})"
    if given.passive_natural_one:
        shown = told.pick("1 au dé noté", "a recorded natural 1")
        if not outcome.success:
            return [f"{start(head)} ({shown}). {start(told.pick(*TOTAL_FAILURE))}."]
        thrown = summed(told, outcome.active_total - modifier, modifier)
        return [f"{start(head)} ({shown}){told.colon} {thrown}, {told.pick('réussi', 'passed')}."]
    return [
        trial_at(told, head, modifier, given.passive_total, outcome.active_total, outcome.success, named=False),
    ]


def fixed_score(told: Told) -> list[str]:
    """« Score fixe : 10 + 4 = 14, à prendre comme Difficulté. »"""
    total = f"{FIXED}{adding(told, told.given.modifier)} = {told.number(told.outcome.score)}"
    return [told.pick(f"Score fixe : {total}, à prendre comme Difficulté.", f"Fixed score: {total}, as a Difficulty.")]
