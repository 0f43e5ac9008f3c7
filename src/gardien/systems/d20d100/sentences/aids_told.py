"""Taking 10 or 20, synergy, helpers, memory, percentages and small dice."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, joined, start
from gardien.systems.d20d100.aids import HELP, HELPING, MEMORISED
from gardien.systems.d20d100.sentences.grammar import (
    adding,
    difficulty,
    face_of,
    headed,
    modified,
    percentile,
    signed,
    skill_name,
    trial_at,
    verdict,
)
from gardien.systems.d20d100.sentences.tests_told import SITUATION


def _taken(told: Told, face: int, name: Both) -> str:
    """A die that is not thrown: « Faire 10, Difficulté 15 (difficile) : 10 + 5 = 15, réussi de justesse. »"""
    given, outcome = told.given, told.outcome
    skill = skill_name(told, given.skill) if given.skill else ""
    head = headed(told, skill, told.pick(*name), difficulty(told, given.difficulty))
    modifier = given.modifier + sum(given.mods)
    total = f"{face}{adding(told, modifier)} = {told.number(outcome.total)}"
    return f"{start(head)}{told.colon} {total}, {verdict(told, outcome.margin, outcome.success)}."


def take_10(told: Told) -> list[str]:
    return [_taken(told, 10, ("faire 10", "taking 10"))]


def take_20(told: Told) -> list[str]:
    factor = told.number(told.outcome.duration_factor)
    time = told.pick(f"Durée ×{factor}.", f"Time ×{factor}.")
    return [joined(_taken(told, 20, ("faire 20", "taking 20")), time)]


# ---- one skill prepares another, somebody helps ----


def _main(told: Told, head: str, modifier: int, mods: int, against: int, bonus: Both) -> list[str]:
    outcome: Any = told.outcome
    return [
        trial_at(told, head, outcome.effective_modifier, against, outcome.total, outcome.success),
        modified(told, modifier, [(SITUATION, mods), (bonus, outcome.bonus)]),
    ]


def _called(told: Told, skill: str, otherwise: Both) -> str:
    return skill_name(told, skill) if skill else told.pick(*otherwise)


def synergy_test(told: Told) -> list[str]:
    """Both tests, and the bonus between them."""
    given, outcome = told.given, told.outcome
    first = trial_at(
        told,
        headed(told, _called(told, given.first_skill, ("première compétence", "first skill"))),
        given.first_modifier + sum(given.first_mods),
        given.first_difficulty,
        outcome.first_total,
        outcome.first_success,
    )
    shown = signed(told, outcome.bonus)
    end = told.pick("Pas de bonus.", "No bonus.")
    if outcome.bonus:
        end = told.pick(f"Synergie : {shown} pour la seconde.", f"Synergy: {shown} for the second.")
    head = _called(told, given.second_skill, ("seconde compétence", "second skill"))
    mods, bonus = sum(given.second_mods), ("synergie", "synergy")
    return [joined(first, end), *_main(told, head, given.second_modifier, mods, given.second_difficulty, bonus)]


def cooperate(told: Told) -> list[str]:
    """« Aides, Difficulté 10 (normale) : 12 + 3 = 15, réussi ; 4 + 2 = 6, raté. Bonus +2. »"""
    given, outcome = told.given, told.outcome
    faces = told.faces("d20", "helper")
    each = []
    for face, (name, modifier), success in zip(faces, given.modifiers, outcome.helper_successes, strict=True):
        end = told.pick("réussi", "passed") if success else told.pick("raté", "failed")
        each.append(
            f"{f'{name} ' if name else ''}{face}{adding(told, modifier)} = {told.number(face + modifier)}, {end}"
        )
    helpers = told.pick("aide", "helper") if len(each) == 1 else told.pick("aides", "helpers")
    line = f"{start(helpers)}, {difficulty(told, HELPING)}{told.colon} {told.pick(' ; ', '; ').join(each)}."
    shown = signed(told, outcome.bonus)
    end = told.pick(f"Bonus {shown}.", f"Bonus {shown}.") if outcome.bonus else told.pick("Aucun bonus.", "No bonus.")
    counting = outcome.bonus // HELP
    if sum(outcome.helper_successes) > counting:
        end += told.pick(f" Aides qui comptent : {counting} au plus.", f" Helpers that count: {counting} at most.")
    head = headed(told, _called(told, given.skill, ("jet principal", "main roll")))
    mods, helped = sum(given.mods), ("aide", "help")
    return [joined(line, end), *_main(told, head, given.main_modifier, mods, given.difficulty, helped)]


# ---- characteristic × n, percentages, small dice ----


def d100_multiplier_test(told: Told) -> list[str]:
    """« Score 12 ×5, Difficulté 10 (normale) : 8 (d20) + 1 = 9, raté, marge −1. »"""
    given, outcome = told.given, told.outcome
    head = headed(told, f"score {told.number(given.score)} ×{given.multiplier}")
    if given.method == "d100":
        return [percentile(told, head, outcome.target, face_of(told, "test", "d100"), outcome.success)]
    return [trial_at(told, head, outcome.modifier, outcome.difficulty, outcome.total, outcome.success)]


def mythos_test(told: Told) -> list[str]:
    """« Connaissance du Mythe : 34 au d100 contre 40, réussi. »"""
    head = told.pick("connaissance du Mythe", "knowledge of the Mythos")
    face = face_of(told, "test", "d100")
    return [percentile(told, headed(told, head), told.given.mythos, face, told.outcome.success)]


def roll_d3(told: Told) -> list[str]:
    """« 5 au d6 : d3 = 3. »"""
    face = face_of(told, "d3", "d6")
    return [f"{told.pick(f'{face} au d6', f'{face} on d6')}{told.colon} d3 = {told.outcome.d3}."]


# ---- memory ----


def memorise(told: Told) -> list[str]:
    """A roll, and what it will be worth."""
    given, outcome = told.given, told.outcome
    head = headed(told, skill_name(told, "memoire"))
    modifier = given.modifier + sum(given.mods)
    test = trial_at(told, head, modifier, given.difficulty, outcome.total, outcome.success)
    bonus = signed(told, outcome.recall_bonus)
    if outcome.success:
        return [joined(test, told.pick(f"C'est retenu : {bonus} pour s'en souvenir.", f"Kept: {bonus} to recall it."))]
    return [joined(test, told.pick("Rien n'est retenu.", "Nothing is kept."))]


def recall(told: Told) -> list[str]:
    """A roll, or when the next one may be made."""
    given, outcome = told.given, told.outcome
    mods = sum(given.mods)
    kept = MEMORISED if given.memorised else 0
    failed = outcome.effective_modifier - given.modifier - mods - kept
    head = headed(told, skill_name(told, "memoire"))
    test = trial_at(told, head, outcome.effective_modifier, given.difficulty, outcome.total, outcome.success)
    if outcome.success:
        end = told.pick("Le souvenir revient.", "It comes back.")
    else:
        hours = f"{told.number(outcome.next_try_in_hours)}{HARD}h"
        end = told.pick(
            f"Échecs : {outcome.failures}. Nouvel essai dans {hours}.",
            f"Failures: {outcome.failures}. Next try in {hours}.",
        )
    parts = [(SITUATION, mods), (("mémorisé", "memorised"), kept), (("échecs", "failures"), failed)]
    return [joined(test, end), modified(told, given.modifier, parts)]
