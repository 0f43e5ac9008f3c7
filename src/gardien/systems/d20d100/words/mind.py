"""SAN: tests, losses, the slide below 0; what madness looks like, how long it lasts, what heals it."""

from typing import Any

from gardien.core.dice import Dice
from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import Both, count_of, join_sentences, present, start, who_text
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.character import Mind, check_dice
from gardien.systems.d20d100.rules.mind.madness import RELEASE, RELEASED_MORE, SHORT_MORE
from gardien.systems.d20d100.rules.tests.d20 import JET, SKILL
from gardien.systems.d20d100.words.grammar import (
    VICTIM,
    dice_text,
    face_of,
    gauge,
    heading,
    jet_name,
    percentile,
    rounds,
    skill_name,
    trial,
    trial_at,
)

SAN_ROLL: Both = ("jet de SAN", "SAN roll")
TEMPORARY: Both = ("Folie temporaire.", "Temporary madness.")
SANE: Both = ("Pas de folie temporaire.", "No temporary madness.")
INDEFINITE: Both = (
    "Trop de SAN perdue en une heure : folie indéfinie.",
    "Too much SAN lost within an hour: indefinite madness.",
)
SLIDES: Both = (
    "Décompensation : un d10 à la fin de chaque round.",
    "Decompensation: a d10 at the end of each round.",
)
STOPPED: Both = ("La chute s'arrête : folie indéfinie.", "The slide stops: indefinite madness.")
ALREADY: Both = ("l'état est déjà stable, aucun dé n'est lancé", "already stable, no die is thrown")


def _months(report: Report, count: int) -> str:
    return count_of(report, count, ("mois", "mois"), ("month", "months"))


def _who(report: Report) -> str:
    return who_text(report, "", VICTIM, acts=True)


# ---- a test and its loss ----


def lost_for_ever_text(report: Report, who: str) -> str:
    return start(report.pick(f"{who} perd la raison pour toujours.", f"{who} loses all reason for ever."))


def san_loss_text(report: Report, dice: Dice, before: int, after: int, loss: int) -> str:
    """« 1d6 = 5, SAN 55 → 50. »; a loss that has a ceiling names it."""
    moved = f"{gauge(report, 'SAN', before, after)}."
    if not dice.terms:
        return moved
    faces = [die.value for die in report.dice if die.purpose == "san_loss"]
    thrown = sum(faces) + dice.constant
    most = "" if loss >= thrown else report.pick(f", {report.number(loss)} au plus", f", {report.number(loss)} at most")
    return f"{dice_text(dice)} = {report.number(thrown)}{most}, {moved}"


def lasting_madness_text(report: Report, who: str, loss: Any) -> str:
    """A madness for months or for ever, or the slide towards it (D100-SAN-04 to D100-SAN-06)."""
    if loss.perm_mad:
        return lost_for_ever_text(report, who)
    indefinite = report.pick(*INDEFINITE) if getattr(loss, "indef_mad", False) else ""
    return join_sentences(indefinite, report.pick(*SLIDES) if loss.decompensating else "")


def madness_text(report: Report, who: str, idee: int, loss: Any) -> str:
    """What a loss starts: Idée, a madness for a while, for months or for ever (D100-SAN-03 to D100-SAN-06)."""
    tried = ""
    if loss.idea_rolled:
        test = trial(report, jet_name(report, "idee"), idee, JET, face_of(report, "idee"), loss.idea_success is True)
        tried = join_sentences(test, report.pick(*(TEMPORARY if loss.temp_mad else SANE)))
    return join_sentences(tried, lasting_madness_text(report, who, loss))


def san_roll_lines(report: Report, head: str, who: str, mind: Mind, losses: tuple[str, str], result: Any) -> list[str]:
    """A SAN test with all that follows it; the losses of success and of failure."""
    test = percentile(report, head, mind.san + mind.san_bonus, face_of(report, "san", "d100"), result.success)
    dice = check_dice("loss", losses[0] if result.success else losses[1])
    return [
        join_sentences(test, san_loss_text(report, dice, mind.san, result.san, result.loss)),
        madness_text(report, who, mind.idee, result),
    ]


def san_check(report: Report) -> list[str]:
    """« Jet de SAN : 72 au d100 contre 55, raté. 1d6 = 5, SAN 55 → 50. »"""
    given = report.given
    head = heading(report, report.pick(*SAN_ROLL))
    losses = (given.loss_success, given.loss_failure)
    return san_roll_lines(report, head, _who(report), given.mind(given.san_bonus), losses, report.outcome)


def lose_san(report: Report) -> list[str]:
    """« Perte de SAN : 1d6 = 5, SAN 55 → 50. »"""
    given, outcome = report.given, report.outcome
    head = start(heading(report, report.pick("perte de SAN", "loss of SAN")))
    lost = san_loss_text(report, check_dice("loss", given.loss), given.san, outcome.san, outcome.loss)
    return [f"{head}{report.colon} {lost}", madness_text(report, _who(report), given.idee, outcome)]


# ---- below 0 ----


def slide_text(report: Report, face: int, before: int, after: int) -> str:
    """« 4 au d10, SAN −3 → −4. »"""
    thrown = report.pick(f"{face} au d10", f"{face} on d10")
    return f"{thrown}, {gauge(report, 'SAN', before, after)}."


def decompensation_round(report: Report) -> list[str]:
    """« Décompensation : 4 au d10, SAN −3 → −4. »"""
    given, outcome = report.given, report.outcome
    head = start(heading(report, report.pick("décompensation", "decompensation")))
    face = face_of(report, "decompensation", "d10")
    if face is None:
        return [f"{head}{report.colon} {report.pick(*ALREADY)}. {gauge(report, 'SAN', given.san, outcome.san)}."]
    line = f"{head}{report.colon} {slide_text(report, face, given.san, outcome.san)}"
    if outcome.perm_mad:
        return [join_sentences(line, lost_for_ever_text(report, _who(report)))]
    if outcome.stable:
        return [join_sentences(line, report.pick(*STOPPED))]
    again = report.pick("Nouveau jet à la fin du prochain round.", "Another roll at the end of the next round.")
    return [join_sentences(line, again)]


def calm_decompensation(report: Report) -> list[str]:
    """Psychanalyse, and whether it is listened to."""
    given, outcome = report.given, report.outcome
    head = heading(report, skill_name(report, "psychanalyse"))
    modifier = given.modifier + sum(given.mods)
    test = trial_at(report, head, modifier, given.difficulty, outcome.total, outcome.success)
    if outcome.stable:
        end = report.pick(*STOPPED)
    else:
        end = report.pick("La décompensation continue.", "The decompensation goes on.")
    return [join_sentences(test, end)]


# ---- how it shows ----


def _symptom(report: Report, roll: int, *, long: bool) -> str:
    """What the d10 says, as a sentence of its own."""
    row = pack.madness(roll, long)
    return f"{start(report.pick(row.fr, row.en))}."


def temporary_madness(report: Report) -> list[str]:
    """« Folie temporaire, 3 au d10. Rit ou pleure sans pouvoir s'arrêter. 1d10+4 = 9 rounds. »"""
    outcome = report.outcome
    head = start(heading(report, report.pick("folie temporaire", "temporary madness")))
    thrown = report.pick(f"{outcome.symptom} au d10", f"{outcome.symptom} on d10")
    if present(outcome.rounds):
        length = f"1d10+{SHORT_MORE} = {rounds(report, outcome.rounds)}"
    else:
        length = f"1d10×10 = {count_of(report, outcome.hours, ('heure', 'heures'), ('hour', 'hours'))}"
    symptom = _symptom(report, outcome.symptom, long=not present(outcome.rounds))
    return [join_sentences(f"{head}, {thrown}.", symptom), report.pick(f"Durée : {length}.", f"For {length}.")]


def indefinite_madness(report: Report) -> list[str]:
    """« Folie indéfinie, 8 au d10. Paranoïa. Durée : 1d6 = 4 mois. »"""
    outcome = report.outcome
    head = start(heading(report, report.pick("folie indéfinie", "indefinite madness")))
    thrown = report.pick(f"{outcome.symptom} au d10", f"{outcome.symptom} on d10")
    length = f"1d6 = {_months(report, outcome.months)}"
    return [
        join_sentences(f"{head}, {thrown}.", _symptom(report, outcome.symptom, long=True)),
        report.pick(f"Durée : {length}.", f"For {length}."),
    ]


def asylum(report: Report) -> list[str]:
    """« Asile : 1d4 = 3 ans. Jet de Chance, Difficulté 15 (difficile) : … »"""
    given, outcome = report.given, report.outcome
    years = count_of(report, outcome.years, ("an", "ans"), ("year", "years"))
    head = start(heading(report, report.pick("asile", "asylum")))
    test = trial(report, jet_name(report, "chance"), given.chance, RELEASE, face_of(report, "chance"), outcome.released)
    who = _who(report)
    if outcome.released:
        end = report.pick(
            f"{who} sort de l'asile : 1d10+{RELEASED_MORE} = {report.number(outcome.san)}{HARD}SAN.",
            f"{who} leaves the asylum: 1d10+{RELEASED_MORE} = {report.number(outcome.san)}{HARD}SAN.",
        )
    else:
        end = report.pick(f"{who} n'en sortira pas.", f"{who} will not leave.")
    return [f"{head}{report.colon} 1d4 = {years}.", join_sentences(test, start(end))]


# ---- what heals ----


def treat_madness(report: Report) -> list[str]:
    """« Un mois de soins, Psychanalyse, Difficulté 15 (difficile) : … 1d3 = 2, SAN 40 → 42. »"""
    given, outcome = report.given, report.outcome
    head = heading(report, report.pick("un mois de soins", "a month of care"), skill_name(report, "psychanalyse"))
    test = trial_at(report, head, given.modifier + sum(given.mods), SKILL, outcome.total, outcome.success)
    moved = f"{gauge(report, 'SAN', given.san, outcome.san)}."
    face = face_of(report, "san", "d3")
    if face is None:
        return [join_sentences(test, moved)]
    lost = "" if outcome.success else report.pick("perdus", "lost")
    thrown = join_sentences(f"1d3 = {face}", lost)
    return [join_sentences(test, f"{thrown}, {moved}")]


def end_of_madness(report: Report) -> list[str]:
    """« Fin de la folie, jet de SAN : 72 au d100 contre 55, raté. 1d3 = 2, 2 mois de plus. »"""
    outcome = report.outcome
    head = heading(report, report.pick("fin de la folie, jet de SAN", "end of the madness, SAN roll"))
    test = percentile(report, head, report.given.san, face_of(report, "san", "d100"), outcome.cured)
    if outcome.cured:
        return [
            join_sentences(test, start(report.pick(f"{_who(report)} retrouve la raison.", f"{_who(report)} is cured.")))
        ]
    more = _months(report, outcome.more_months)
    return [join_sentences(test, report.pick(f"1d3 = {more} de plus.", f"1d3 = {more} more."))]


def regain_san(report: Report) -> list[str]:
    """« Scénario gagné : 1d6 = 4, SAN 40 → 44. »"""
    given, outcome = report.given, report.outcome
    face = face_of(report, "san", "d6") or 0
    most = ""
    if outcome.regained < face:
        most = report.pick(f", {report.number(given.san_max)} au plus", f", {report.number(given.san_max)} at most")
    head = start(heading(report, report.pick("scénario gagné", "scenario won")))
    return [f"{head}{report.colon} 1d6 = {face}{most}. {gauge(report, 'SAN', given.san, outcome.san)}."]
