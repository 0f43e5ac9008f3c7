"""SAN: tests, losses, the slide below 0; what madness looks like, how long it lasts, what heals it."""

from typing import Any

from gardien.core.dice import Dice
from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, called, counted, joined, present, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.madness import RELEASE, RELEASED_MORE, SHORT_MORE
from gardien.systems.d20d100.sentences.grammar import (
    VICTIM,
    dice_text,
    face_of,
    gauge,
    headed,
    jet_name,
    percentile,
    rounds,
    skill_name,
    trial,
    trial_at,
)
from gardien.systems.d20d100.trials import JET, SKILL
from gardien.systems.d20d100.values import Mind, check_dice

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


def _months(told: Told, count: int) -> str:
    return counted(told, count, ("mois", "mois"), ("month", "months"))


def _who(told: Told) -> str:
    return called(told, "", VICTIM, acts=True)


# ---- a test and its loss ----


def lost_for_ever(told: Told, who: str) -> str:
    return start(told.pick(f"{who} perd la raison pour toujours.", f"{who} loses all reason for ever."))


def san_lost(told: Told, dice: Dice, before: int, after: int, loss: int) -> str:
    """« 1d6 = 5, SAN 55 → 50. »; a loss that has a ceiling names it."""
    moved = f"{gauge(told, 'SAN', before, after)}."
    if not dice.terms:
        return moved
    faces = [die.value for die in told.dice if die.purpose == "san_loss"]
    thrown = sum(faces) + dice.constant
    most = "" if loss >= thrown else told.pick(f", {told.number(loss)} au plus", f", {told.number(loss)} at most")
    return f"{dice_text(dice)} = {told.number(thrown)}{most}, {moved}"


def endures(told: Told, who: str, found: Any) -> str:
    """A madness for months or for ever, or the slide towards it (D100-SAN-04 to D100-SAN-06)."""
    if found.perm_mad:
        return lost_for_ever(told, who)
    indefinite = told.pick(*INDEFINITE) if getattr(found, "indef_mad", False) else ""
    return joined(indefinite, told.pick(*SLIDES) if found.decompensating else "")


def unhinged(told: Told, who: str, idee: int, found: Any) -> str:
    """What a loss starts: Idée, a madness for a while, for months or for ever (D100-SAN-03 to D100-SAN-06)."""
    tried = ""
    if found.idea_rolled:
        test = trial(told, jet_name(told, "idee"), idee, JET, face_of(told, "idee"), found.idea_success is True)
        tried = joined(test, told.pick(*(TEMPORARY if found.temp_mad else SANE)))
    return joined(tried, endures(told, who, found))


def faced(told: Told, head: str, who: str, mind: Mind, losses: tuple[str, str], found: Any) -> list[str]:
    """A SAN test with all that follows it; the losses of success and of failure."""
    test = percentile(told, head, mind.san + mind.san_bonus, face_of(told, "san", "d100"), found.success)
    dice = check_dice("loss", losses[0] if found.success else losses[1])
    return [
        joined(test, san_lost(told, dice, mind.san, found.san, found.loss)),
        unhinged(told, who, mind.idee, found),
    ]


def san_check(told: Told) -> list[str]:
    """« Jet de SAN : 72 au d100 contre 55, raté. 1d6 = 5, SAN 55 → 50. »"""
    given = told.given
    head = headed(told, told.pick(*SAN_ROLL))
    losses = (given.loss_success, given.loss_failure)
    return faced(told, head, _who(told), given.mind(given.san_bonus), losses, told.outcome)


def lose_san(told: Told) -> list[str]:
    """« Perte de SAN : 1d6 = 5, SAN 55 → 50. »"""
    given, outcome = told.given, told.outcome
    head = start(headed(told, told.pick("perte de SAN", "loss of SAN")))
    lost = san_lost(told, check_dice("loss", given.loss), given.san, outcome.san, outcome.loss)
    return [f"{head}{told.colon} {lost}", unhinged(told, _who(told), given.idee, outcome)]


# ---- below 0 ----


def slid(told: Told, face: int, before: int, after: int) -> str:
    """« 4 au d10, SAN −3 → −4. »"""
    thrown = told.pick(f"{face} au d10", f"{face} on d10")
    return f"{thrown}, {gauge(told, 'SAN', before, after)}."


def decompensation_round(told: Told) -> list[str]:
    """« Décompensation : 4 au d10, SAN −3 → −4. »"""
    given, outcome = told.given, told.outcome
    head = start(headed(told, told.pick("décompensation", "decompensation")))
    face = face_of(told, "decompensation", "d10")
    if face is None:
        return [f"{head}{told.colon} {told.pick(*ALREADY)}. {gauge(told, 'SAN', given.san, outcome.san)}."]
    line = f"{head}{told.colon} {slid(told, face, given.san, outcome.san)}"
    if outcome.perm_mad:
        return [joined(line, lost_for_ever(told, _who(told)))]
    if outcome.stable:
        return [joined(line, told.pick(*STOPPED))]
    again = told.pick("Nouveau jet à la fin du prochain round.", "Another roll at the end of the next round.")
    return [joined(line, again)]


def calm_decompensation(told: Told) -> list[str]:
    """Psychanalyse, and whether it is listened to."""
    given, outcome = told.given, told.outcome
    head = headed(told, skill_name(told, "psychanalyse"))
    modifier = given.modifier + sum(given.mods)
    test = trial_at(told, head, modifier, given.difficulty, outcome.total, outcome.success)
    if outcome.stable:
        end = told.pick(*STOPPED)
    else:
        end = told.pick("La décompensation continue.", "The decompensation goes on.")
    return [joined(test, end)]


# ---- how it shows ----


def _symptom(told: Told, roll: int, *, long: bool) -> str:
    """What the d10 says, as a sentence of its own."""
    row = pack.madness(roll, long)
    return f"{start(told.pick(row.fr, row.en))}."


def temporary_madness(told: Told) -> list[str]:
    """« Folie temporaire, 3 au d10. Rit ou pleure sans pouvoir s'arrêter. 1d10+4 = 9 rounds. »"""
    outcome = told.outcome
    head = start(headed(told, told.pick("folie temporaire", "temporary madness")))
    thrown = told.pick(f"{outcome.symptom} au d10", f"{outcome.symptom} on d10")
    if present(outcome.rounds):
        length = f"1d10+{SHORT_MORE} = {rounds(told, outcome.rounds)}"
    else:
        length = f"1d10×10 = {counted(told, outcome.hours, ('heure', 'heures'), ('hour', 'hours'))}"
    symptom = _symptom(told, outcome.symptom, long=not present(outcome.rounds))
    return [joined(f"{head}, {thrown}.", symptom), told.pick(f"Durée : {length}.", f"For {length}.")]


def indefinite_madness(told: Told) -> list[str]:
    """« Folie indéfinie, 8 au d10. Paranoïa. Durée : 1d6 = 4 mois. »"""
    outcome = told.outcome
    head = start(headed(told, told.pick("folie indéfinie", "indefinite madness")))
    thrown = told.pick(f"{outcome.symptom} au d10", f"{outcome.symptom} on d10")
    length = f"1d6 = {_months(told, outcome.months)}"
    return [
        joined(f"{head}, {thrown}.", _symptom(told, outcome.symptom, long=True)),
        told.pick(f"Durée : {length}.", f"For {length}."),
    ]


def asylum(told: Told) -> list[str]:
    """« Asile : 1d4 = 3 ans. Jet de Chance, Difficulté 15 (difficile) : … »"""
    given, outcome = told.given, told.outcome
    years = counted(told, outcome.years, ("an", "ans"), ("year", "years"))
    head = start(headed(told, told.pick("asile", "asylum")))
    test = trial(told, jet_name(told, "chance"), given.chance, RELEASE, face_of(told, "chance"), outcome.released)
    who = _who(told)
    if outcome.released:
        end = told.pick(
            f"{who} sort de l'asile : 1d10+{RELEASED_MORE} = {told.number(outcome.san)}{HARD}SAN.",
            f"{who} leaves the asylum: 1d10+{RELEASED_MORE} = {told.number(outcome.san)}{HARD}SAN.",
        )
    else:
        end = told.pick(f"{who} n'en sortira pas.", f"{who} will not leave.")
    return [f"{head}{told.colon} 1d4 = {years}.", joined(test, start(end))]


# ---- what heals ----


def treat_madness(told: Told) -> list[str]:
    """« Un mois de soins, Psychanalyse, Difficulté 15 (difficile) : … 1d3 = 2, SAN 40 → 42. »"""
    given, outcome = told.given, told.outcome
    head = headed(told, told.pick("un mois de soins", "a month of care"), skill_name(told, "psychanalyse"))
    test = trial_at(told, head, given.modifier + sum(given.mods), SKILL, outcome.total, outcome.success)
    moved = f"{gauge(told, 'SAN', given.san, outcome.san)}."
    face = face_of(told, "san", "d3")
    if face is None:
        return [joined(test, moved)]
    lost = "" if outcome.success else told.pick("perdus", "lost")
    thrown = joined(f"1d3 = {face}", lost)
    return [joined(test, f"{thrown}, {moved}")]


def end_of_madness(told: Told) -> list[str]:
    """« Fin de la folie, jet de SAN : 72 au d100 contre 55, raté. 1d3 = 2, 2 mois de plus. »"""
    outcome = told.outcome
    head = headed(told, told.pick("fin de la folie, jet de SAN", "end of the madness, SAN roll"))
    test = percentile(told, head, told.given.san, face_of(told, "san", "d100"), outcome.cured)
    if outcome.cured:
        return [joined(test, start(told.pick(f"{_who(told)} retrouve la raison.", f"{_who(told)} is cured.")))]
    more = _months(told, outcome.more_months)
    return [joined(test, told.pick(f"1d3 = {more} de plus.", f"1d3 = {more} more."))]


def regain_san(told: Told) -> list[str]:
    """« Scénario gagné : 1d6 = 4, SAN 40 → 44. »"""
    given, outcome = told.given, told.outcome
    face = face_of(told, "san", "d6") or 0
    most = ""
    if outcome.regained < face:
        most = told.pick(f", {told.number(given.san_max)} au plus", f", {told.number(given.san_max)} at most")
    head = start(headed(told, told.pick("scénario gagné", "scenario won")))
    return [f"{head}{told.colon} 1d6 = {face}{most}. {gauge(told, 'SAN', given.san, outcome.san)}."]
