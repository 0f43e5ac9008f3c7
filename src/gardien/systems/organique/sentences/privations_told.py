"""Hunger, thirst, lack of sleep, radiation (DMG-10, DMG-11, DMG-14, DMG-16)."""

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, counted, joined, present, start
from gardien.systems.organique.privations import AWAKE, SLEEPLESS, TIRED, VISIONARY
from gardien.systems.organique.sentences.checks_told import one_who
from gardien.systems.organique.sentences.conditions_told import after
from gardien.systems.organique.sentences.effort_told import less
from gardien.systems.organique.sentences.fires_told import saves, strength
from gardien.systems.organique.sentences.grammar import face_of, points, signed
from gardien.systems.organique.sentences.sites_told import lead
from gardien.systems.organique.sentences.symptoms_told import strikes

NO_EFFECT: Both = ("sans effet", "no effect")


def days(told: Told, count: int) -> str:
    return counted(told, count, ("jour", "jours"), ("day", "days"))


def _after(told: Told, *, apart: bool = False) -> str:
    return after(told, told.given.character, told.outcome.state, apart=apart)


def hunger(told: Told) -> list[str]:
    """« Tyra, 2 jours sans manger : 1 bs, −8 en END. »"""
    outcome, time = told.outcome, days(told, told.given.days)
    head = start(lead(told, told.given.character, told.pick(f"{time} sans manger", f"{time} without food")))
    if not outcome.bs:
        return [f"{head}{told.colon} {told.pick(*NO_EFFECT)}."]
    worse = signed(told, outcome.end_change)
    cost = told.pick(f"{worse} en END", f"{worse} END")
    return [joined(f"{head}{told.colon} {points(told, outcome.bs, 'bs')}, {cost}.", _after(told))]


def thirst(told: Told) -> list[str]:
    """« Tyra, 2 jours sans boire : 1 bs. »"""
    outcome, time = told.outcome, days(told, told.given.days)
    head = start(lead(told, told.given.character, told.pick(f"{time} sans boire", f"{time} without drink")))
    if not outcome.bs:
        return [f"{head}{told.colon} {told.pick(*NO_EFFECT)}."]
    return [joined(f"{head}{told.colon} {points(told, outcome.bs, 'bs')}.", _after(told))]


def sleeplessness(told: Told) -> list[str]:
    """« Tyra, 50 h sans sommeil : −6 en PER, INT, CHA et END. », the saves, what they let through."""
    given, outcome = told.given, told.outcome
    time = f"{told.number(given.hours)}{HARD}h"
    head = start(lead(told, given.character, told.pick(f"{time} sans sommeil", f"{time} without sleep")))
    if not outcome.n:
        none = told.pick(f"sans effet avant {AWAKE}{HARD}h", f"no effect before {AWAKE}{HARD}h")
        return [f"{head}{told.colon} {none if given.hours < AWAKE else told.pick(*NO_EFFECT)}."]
    worse = signed(told, TIRED * outcome.n)
    codes = ", ".join(SLEEPLESS[:-1])
    line = told.pick(f"{worse} en {codes} et {SLEEPLESS[-1]}", f"{worse} {codes} and {SLEEPLESS[-1]}")
    who = one_who(told, given.character)
    seen = [
        strikes(told, who, symptom)
        for name, symptom in VISIONARY.items()
        if present(getattr(outcome, name)) and not getattr(outcome, name).success
    ]
    return [
        f"{head}{told.colon} {line}.",
        saves(told, ("hallucinations", "illusions", "unconsciousness")),
        joined(_after(told, apart=True), *seen),
    ]


def radiation(told: Told) -> list[str]:
    """« Tyra, 2 points de radiation, 24 h plus tard : −2 SNG pour de bon. », the saves, the d100 of worse."""
    given, outcome = told.given, told.outcome
    later = f"{outcome.delay_hours}{HARD}h"
    head = start(
        lead(
            told,
            given.character,
            strength(told, given.points, ("de radiation", "of radiation")),
            told.pick(f"{later} plus tard", f"{later} later"),
        )
    )
    lost = outcome.sng_max_lost
    blood = told.pick(f"{less(told, lost, 'SNG')} pour de bon", f"{less(told, lost, 'SNG')} for good")
    return [
        f"{head}{told.colon} {blood if lost else told.pick(*NO_EFFECT)}.",
        saves(told, ("vomiting", "headache")),
        _after(told, apart=True),
        _cancer(told),
    ]


def _cancer(told: Told) -> str:
    """« Cancer, 50 % : 34 au d100. Il se déclarera dans l'année. »"""
    face, outcome = face_of(told, "cancer", "d100"), told.outcome
    if face is None:
        return ""
    chance = f"{told.number(outcome.cancer_percent)}{told.pick(' %', '%')}"
    thrown = told.pick(f"Cancer, {chance} : {face} au d100.", f"Cancer, {chance}: {face} on d100.")
    end = told.pick("Il se déclare dans l'année.", "It breaks out within the year.")
    return joined(thrown, end if outcome.cancer else told.pick("Pas de cancer.", "No cancer."))
