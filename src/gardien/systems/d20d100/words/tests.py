"""Tests: one d20 against a Difficulty, one side against another, taking 10 or 20, helpers, memory, percentages."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import Both, join_sentences, of, refusal_line, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.tests.checks import weighs_on
from gardien.systems.d20d100.rules.tests.help import HELP, HELPING, MEMORISED
from gardien.systems.d20d100.rules.tests.opposed import FIXED
from gardien.systems.d20d100.words.grammar import (
    TOTAL_FAILURE,
    adding,
    bare_name,
    difficulty,
    face_of,
    heading,
    jet_name,
    modifier_text,
    percentile,
    side,
    signed_text,
    skill_name,
    sum_text,
    trial_at,
    verdict,
)

SITUATION: Both = ("situation", "situation")
ARMOUR: Both = ("armure", "armour")
WOUNDS: Both = ("blessure", "wounds")
ALERT: Both = ("sur ses gardes", "on the alert")


# ---- a skill, a Jet, a characteristic ----


def skill_test(report: Report) -> list[str]:
    """« Trouver Objet Caché, Difficulté 15 (difficile) : 10 (d20) + 5 = 15, réussi de justesse. »"""
    given, outcome = report.given, report.outcome
    name = skill_name(report, given.skill) if given.skill else report.pick("jet de compétence", "skill roll")
    if outcome.refused:
        why = (
            f"{name} demande un apprentissage, et rien n'est appris. Choisir une compétence de la fiche",
            f"{name} has to be learned first, and was not. Choose a skill of the sheet",
        )
        return [refusal_line(report, why, "D100-SKILL-01")]
    used, mods = outcome.modifier_used, sum(given.mods)
    # The rest of the modifier is what armour, wounds and alertness were found to weigh.
    rest = used - given.modifier - mods
    parts = [(SITUATION, mods)]
    for name_of_part, value in ((ARMOUR, given.armour_penalty), (WOUNDS, given.wound_penalty)):
        if value and _weighs(report, name_of_part):
            parts.append((name_of_part, value))
            rest -= value
    parts.append((ALERT, rest))
    return [
        trial_at(report, heading(report, name), used, given.difficulty, outcome.total, outcome.success),
        modifier_text(report, given.modifier, parts),
    ]


def _weighs(report: Report, what: Both) -> bool:
    """Whether armour or wounds count for the skill that is tested."""
    key = report.given.skill
    if not key:
        return False
    return pack.skill(key).starred if what is ARMOUR else weighs_on(key)


def jet_test(report: Report) -> list[str]:
    """« Jet d'Endurance, Difficulté 10 (normale) : 12 (d20) + 1 = 13, réussi, marge +3. »"""
    return _plain(report, jet_name(report, report.given.jet))


def characteristic_test(report: Report) -> list[str]:
    """« Test de FOR, Difficulté 10 (normale) : 4 (d20) + 2 = 6, raté, marge −4. »"""
    name = bare_name(report, report.given.characteristic)
    if report.given.sixth_sense:
        name += report.pick(" (sixième sens)", " (sixth sense)")
    return _plain(report, name)


def _plain(report: Report, name: str) -> list[str]:
    given, outcome = report.given, report.outcome
    mods = sum(given.mods)
    wounds = outcome.modifier_used - given.modifier - mods
    return [
        trial_at(
            report, heading(report, name), outcome.modifier_used, outcome.difficulty, outcome.total, outcome.success
        ),
        modifier_text(report, given.modifier, [(SITUATION, mods), (WOUNDS, wounds)]),
    ]


# ---- one throw against another ----

Side = tuple[int | None, int]  # the face, and what is added to it


def contest_text(report: Report, head: str, sides: tuple[Side, Side], end: str) -> str:
    """« Lutte contre Lutte : 9 + 4 = 13 contre 14 − 3 = 11. Harvey l'emporte. »; a 1 and a tie are named."""
    (first, more), (second, other) = sides
    against = report.pick("contre", "against")
    line = f"{start(head)}{report.colon} {side(report, first, more)} {against} {side(report, second, other)}."
    return join_sentences(line, _why(report, sides), f"{start(end)}.")


def _why(report: Report, sides: tuple[Side, Side]) -> str:
    """What the totals alone do not say (D100-TEST-03, D100-TEST-07)."""
    (first, more), (second, other) = sides
    if first is None or second is None:
        return ""
    if first == second == 1:
        return report.pick("1 au dé des deux côtés.", "A natural 1 on both sides.")
    if 1 in (first, second):
        return report.pick("1 au dé, échec total.", "Natural 1, total failure.")
    return report.pick("Égalité.", "A tie.") if first + more == second + other else ""


ACTIVE: Both = ("le côté actif", "the active side")
PASSIVE: Both = ("le côté passif", "the passive side")


def _side_name(report: Report, skill: str, role: Both) -> str:
    return skill_name(report, skill) if skill.strip() else report.pick(*role)


def opposed_test(report: Report) -> list[str]:
    """« Écouter contre Déplacement silencieux : 9 + 4 = 13 contre 14 − 3 = 11. Écouter l'emporte. »"""
    given = report.given
    first = _side_name(report, given.active_skill, ACTIVE)
    second = _side_name(report, given.passive_skill, PASSIVE)
    rival = given.opponent.strip()
    against = report.pick("contre", "against")
    head = f"{first} {against} {second}"
    if first == second:  # the same skill on both sides names nobody
        first, second = report.pick(*ACTIVE), report.pick(*PASSIVE)
    active = side(report, face_of(report, "active"), given.active_modifier + sum(given.active_mods))
    passive = side(report, face_of(report, "passive"), given.passive_modifier + sum(given.passive_mods))
    if report.who:
        head = heading(report, head) if given.active_skill.strip() else f"{report.who} {against} {second}"
        first = report.who
    if rival and not given.passive_skill.strip():
        head = head.replace(report.pick(*PASSIVE), rival)
    elif rival:
        head = f"{head} ({rival})"
    second = rival or second
    return [f"{start(head)}{report.colon} {active} {against} {passive}. {_winner_text(report, first, second)}"]


def _winner_text(report: Report, first: str, second: str) -> str:
    """Who prevails, and why where the totals alone do not say it."""
    outcome = report.outcome
    won = {
        "active": (f"{first} l'emporte.", f"{first} prevails."),
        "passive": (f"{second} l'emporte.", f"{second} prevails."),
        "none": ("Personne ne l'emporte, rien ne change.", "Nobody prevails, nothing changes."),
    }
    end = start(report.pick(*won[outcome.winner]))
    if outcome.active_natural_one is True and outcome.passive_natural_one is True:
        return join_sentences(report.pick("1 au dé des deux côtés.", "A natural 1 on both sides."), end)
    if outcome.active_natural_one is True or outcome.passive_natural_one is True:
        loser = first if outcome.active_natural_one is True else second
        return join_sentences(
            report.pick(f"1 au dé, échec total : {loser}.", f"Natural 1, total failure: {loser}."), end
        )
    if outcome.active_total == outcome.passive_total:
        return join_sentences(report.pick("Égalité.", "A tie."), end)
    return end


def record_passive(report: Report) -> list[str]:
    """The total that stands for every later active roll."""
    given, outcome = report.given, report.outcome
    modifier = given.modifier + sum(given.mods)
    skill = skill_name(report, given.skill) if given.skill else ""
    head = heading(report, skill, report.pick("jet passif noté", "passive roll recorded"))
    if given.context.strip():
        head += f" ({given.context.strip()})"
    thrown = sum_text(report, outcome.passive_total - modifier, modifier)
    if outcome.passive_natural_one:
        end = report.pick(
            "1 au dé : tout jet actif l'emporte, sauf sur un 1.",
            "Natural 1: every active roll prevails, unless it is a 1.",
        )
    else:
        total = difficulty(report, outcome.passive_total)
        end = report.pick(f"Il vaut {total} pour les jets actifs.", f"It stands as {total} for active rolls.")
    return [f"{start(head)}{report.colon} {thrown}. {end}"]


def oppose_recorded(report: Report) -> list[str]:
    """An active roll against what was written down."""
    given, outcome = report.given, report.outcome
    modifier = given.active_modifier + sum(given.active_mods)
    name = skill_name(report, given.skill) if given.skill else report.pick("jet actif", "active roll")
    whose = given.opponent.strip()
    against = report.pick("contre un jet noté", "against a recorded one")
    if whose:
        against = report.pick(f"contre le jet noté {of(whose)}", f"against the roll recorded for {whose}")
    head = heading(report, f"{name} {against}")
    if given.passive_natural_one:
        shown = report.pick("1 au dé noté", "a recorded natural 1")
        if not outcome.success:
            return [f"{start(head)} ({shown}). {start(report.pick(*TOTAL_FAILURE))}."]
        thrown = sum_text(report, outcome.active_total - modifier, modifier)
        return [f"{start(head)} ({shown}){report.colon} {thrown}, {report.pick('réussi', 'passed')}."]
    return [
        trial_at(report, head, modifier, given.passive_total, outcome.active_total, outcome.success, named=False),
    ]


def fixed_score(report: Report) -> list[str]:
    """« Score fixe : 10 + 4 = 14, à prendre comme Difficulté. »"""
    total = f"{FIXED}{adding(report, report.given.modifier)} = {report.number(report.outcome.score)}"
    return [
        report.pick(f"Score fixe : {total}, à prendre comme Difficulté.", f"Fixed score: {total}, as a Difficulty.")
    ]


# ---- taking 10 or 20 ----


def _taken_die_text(report: Report, face: int, name: Both) -> str:
    """A die that is not thrown: « Faire 10, Difficulté 15 (difficile) : 10 + 5 = 15, réussi de justesse. »"""
    given, outcome = report.given, report.outcome
    skill = skill_name(report, given.skill) if given.skill else ""
    head = heading(report, skill, report.pick(*name), difficulty(report, given.difficulty))
    modifier = given.modifier + sum(given.mods)
    total = f"{face}{adding(report, modifier)} = {report.number(outcome.total)}"
    return f"{start(head)}{report.colon} {total}, {verdict(report, outcome.margin, outcome.success)}."


def take_10(report: Report) -> list[str]:
    return [_taken_die_text(report, 10, ("faire 10", "taking 10"))]


def take_20(report: Report) -> list[str]:
    factor = report.number(report.outcome.duration_factor)
    time = report.pick(f"Durée ×{factor}.", f"Time ×{factor}.")
    return [join_sentences(_taken_die_text(report, 20, ("faire 20", "taking 20")), time)]


# ---- one skill prepares another, somebody helps ----


def _main_lines(report: Report, head: str, modifier: int, mods: int, against: int, bonus: Both) -> list[str]:
    outcome: Any = report.outcome
    return [
        trial_at(report, head, outcome.effective_modifier, against, outcome.total, outcome.success),
        modifier_text(report, modifier, [(SITUATION, mods), (bonus, outcome.bonus)]),
    ]


def _skill_or_else(report: Report, skill: str, otherwise: Both) -> str:
    return skill_name(report, skill) if skill else report.pick(*otherwise)


def synergy_test(report: Report) -> list[str]:
    """Both tests, and the bonus between them."""
    given, outcome = report.given, report.outcome
    first = trial_at(
        report,
        heading(report, _skill_or_else(report, given.first_skill, ("première compétence", "first skill"))),
        given.first_modifier + sum(given.first_mods),
        given.first_difficulty,
        outcome.first_total,
        outcome.first_success,
    )
    shown = signed_text(report, outcome.bonus)
    end = report.pick("Pas de bonus.", "No bonus.")
    if outcome.bonus:
        end = report.pick(f"Synergie : {shown} pour la seconde.", f"Synergy: {shown} for the second.")
    head = _skill_or_else(report, given.second_skill, ("seconde compétence", "second skill"))
    mods, bonus = sum(given.second_mods), ("synergie", "synergy")
    return [
        join_sentences(first, end),
        *_main_lines(report, head, given.second_modifier, mods, given.second_difficulty, bonus),
    ]


def cooperate(report: Report) -> list[str]:
    """« Aides, Difficulté 10 (normale) : 12 + 3 = 15, réussi ; 4 + 2 = 6, raté. Bonus +2. »"""
    given, outcome = report.given, report.outcome
    faces = report.faces("d20", "helper")
    each = []
    for face, (name, modifier), success in zip(faces, given.modifiers, outcome.helper_successes, strict=True):
        end = report.pick("réussi", "passed") if success else report.pick("raté", "failed")
        each.append(
            f"{f'{name} ' if name else ''}{face}{adding(report, modifier)} = {report.number(face + modifier)}, {end}"
        )
    helpers = report.pick("aide", "helper") if len(each) == 1 else report.pick("aides", "helpers")
    line = f"{start(helpers)}, {difficulty(report, HELPING)}{report.colon} {report.pick(' ; ', '; ').join(each)}."
    shown = signed_text(report, outcome.bonus)
    end = (
        report.pick(f"Bonus {shown}.", f"Bonus {shown}.") if outcome.bonus else report.pick("Aucun bonus.", "No bonus.")
    )
    counting = outcome.bonus // HELP
    if sum(outcome.helper_successes) > counting:
        end += report.pick(f" Aides qui comptent : {counting} au plus.", f" Helpers that count: {counting} at most.")
    head = heading(report, _skill_or_else(report, given.skill, ("jet principal", "main roll")))
    mods, helped = sum(given.mods), ("aide", "help")
    return [join_sentences(line, end), *_main_lines(report, head, given.main_modifier, mods, given.difficulty, helped)]


# ---- characteristic × n, percentages, small dice ----


def d100_multiplier_test(report: Report) -> list[str]:
    """« Score 12 ×5, Difficulté 10 (normale) : 8 (d20) + 1 = 9, raté, marge −1. »"""
    given, outcome = report.given, report.outcome
    head = heading(report, f"score {report.number(given.score)} ×{given.multiplier}")
    if given.method == "d100":
        return [percentile(report, head, outcome.target, face_of(report, "test", "d100"), outcome.success)]
    return [trial_at(report, head, outcome.modifier, outcome.difficulty, outcome.total, outcome.success)]


def mythos_test(report: Report) -> list[str]:
    """« Connaissance du Mythe : 34 au d100 contre 40, réussi. »"""
    head = report.pick("connaissance du Mythe", "knowledge of the Mythos")
    face = face_of(report, "test", "d100")
    return [percentile(report, heading(report, head), report.given.mythos, face, report.outcome.success)]


def roll_d3(report: Report) -> list[str]:
    """« 5 au d6 : d3 = 3. »"""
    face = face_of(report, "d3", "d6")
    return [f"{report.pick(f'{face} au d6', f'{face} on d6')}{report.colon} d3 = {report.outcome.d3}."]


# ---- memory ----


def memorise(report: Report) -> list[str]:
    """A roll, and what it will be worth."""
    given, outcome = report.given, report.outcome
    head = heading(report, skill_name(report, "memoire"))
    modifier = given.modifier + sum(given.mods)
    test = trial_at(report, head, modifier, given.difficulty, outcome.total, outcome.success)
    bonus = signed_text(report, outcome.recall_bonus)
    if outcome.success:
        return [
            join_sentences(
                test, report.pick(f"C'est retenu : {bonus} pour s'en souvenir.", f"Kept: {bonus} to recall it.")
            )
        ]
    return [join_sentences(test, report.pick("Rien n'est retenu.", "Nothing is kept."))]


def recall(report: Report) -> list[str]:
    """A roll, or when the next one may be made."""
    given, outcome = report.given, report.outcome
    mods = sum(given.mods)
    kept = MEMORISED if given.memorised else 0
    failed = outcome.effective_modifier - given.modifier - mods - kept
    head = heading(report, skill_name(report, "memoire"))
    test = trial_at(report, head, outcome.effective_modifier, given.difficulty, outcome.total, outcome.success)
    if outcome.success:
        end = report.pick("Le souvenir revient.", "It comes back.")
    else:
        hours = f"{report.number(outcome.next_try_in_hours)}{HARD}h"
        end = report.pick(
            f"Échecs : {outcome.failures}. Nouvel essai dans {hours}.",
            f"Failures: {outcome.failures}. Next try in {hours}.",
        )
    parts = [(SITUATION, mods), (("mémorisé", "memorised"), kept), (("échecs", "failures"), failed)]
    return [join_sentences(test, end), modifier_text(report, given.modifier, parts)]
