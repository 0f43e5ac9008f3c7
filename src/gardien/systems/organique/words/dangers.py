"""Dangers in words: fire, currents, explosions, cold, heat, falls, hunger, thirst, sleep, radiation (DMG, AGI-03)."""

from collections.abc import Sequence

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import Both, count_of, join_sentences, of, present, start
from gardien.systems.organique.rules.dangers.falls import SOFTENED
from gardien.systems.organique.rules.dangers.privations import AWAKE, SLEEPLESS, TIRED, VISIONARY
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.words.body import after_text, less
from gardien.systems.organique.words.grammar import (
    days,
    face_of,
    harm,
    lead,
    points,
    save_text,
    signed_text,
    strength,
    sum_text,
)
from gardien.systems.organique.words.substances import ailment_text
from gardien.systems.organique.words.tests import amount, one_who

NO_EFFECT: Both = ("sans effet", "no effect")


def saves_text(report: Report, names: Sequence[str]) -> str:
    """The saves of an outcome in their order, on one line; the first says whose they are."""
    made = [getattr(report.outcome, name) for name in names if present(getattr(report.outcome, name))]
    who = report.given.character.name or report.who
    return join_sentences(*(save_text(report, one, "" if number else who) for number, one in enumerate(made)))


def through_text(report: Report, bs: float, c: float) -> str:
    """What armour let in: « 4 bs et 2 c passent », « rien ne passe »."""
    if not bs and not c:
        return report.pick("rien ne passe", "nothing gets through")
    several = (bs and c) or max(bs, c) >= 2
    return report.pick(f"{harm(report, bs, c)} {'passent' if several else 'passe'}", f"{harm(report, bs, c)} through")


def _burns(report: Report) -> str:
    """What burns do to later saves against infection (ORG-DMG-01)."""
    malus = report.outcome.infection_mod
    if not malus:
        return ""
    return report.pick(
        f"Brûlures : {signed_text(report, malus)} contre l'infection.",
        f"Burns: {signed_text(report, malus)} against infection.",
    )


def fire(report: Report) -> list[str]:
    """« Tyra, 2 points de feu : 2 bs. Brûlures : −10 contre l'infection. », the saves, what is left."""
    given, outcome = report.given, report.outcome
    head = start(lead(report, given.character, strength(report, given.points, ("de feu", "of fire"))))
    return [
        join_sentences(f"{head}{report.colon} {points(report, outcome.bs, 'bs')}.", _burns(report)),
        saves_text(report, ("suffering", "shock")),
        after_text(report, given.character, outcome.state, apart=True),
    ]


def electricity(report: Report) -> list[str]:
    """« Tyra, 4 points d'électricité et 1 point de feu : 1 bs. », the saves, what is left."""
    given, outcome = report.given, report.outcome
    head = start(lead(report, given.character, strength(report, given.points, ("d'électricité", "of electricity"))))
    thrown = saves_text(report, ("paralysis", "unconsciousness", "cardiac_arrest", "suffering", "shock"))
    if not outcome.fire_points:
        return [
            f"{head}." if thrown else f"{head}{report.colon} {report.pick(*NO_EFFECT)}.",
            thrown,
            after_text(report, given.character, outcome.state, apart=True),
        ]
    burns = strength(report, outcome.fire_points, ("de feu", "of fire"))
    both = report.pick(" et ", " and ")
    return [
        f"{head}{both}{burns}{report.colon} {points(report, outcome.fire_bs, 'bs')}.",
        thrown,
        after_text(report, given.character, outcome.state, apart=True),
    ]


def explosion(report: Report) -> list[str]:
    """« Tyra, explosion (6 bs et 4 c, 1 point de feu) : 4 bs et 2 c passent. »"""
    given, outcome = report.given, report.outcome
    parts = [harm(report, given.bs, given.c)] if given.bs or given.c else []
    parts += [strength(report, given.fire, ("de feu", "of fire"))] if given.fire else []
    inside = f" ({', '.join(parts)})" if parts else ""
    head = start(lead(report, given.character, report.pick("explosion", "explosion")))
    line = f"{head}{inside}{report.colon} {through_text(report, outcome.bs_through, outcome.c_through)}."
    return [
        join_sentences(line, _burns(report)),
        saves_text(report, ("suffering", "shock")),
        after_text(report, given.character, outcome.state, apart=True),
    ]


MOST_TOLD = 4  # more hours are summed up


def _failures_text(report: Report, failures: int, made: int) -> str:
    """« 2 sauvegardes ratées sur 3 »."""
    several = "s" if failures > 1 else ""
    count, among = report.number(failures), report.number(made)
    if not failures:
        return report.pick(f"aucune sauvegarde ratée sur {among}", f"none of {among} saves failed")
    return report.pick(f"{count} sauvegarde{several} ratée{several} sur {among}", f"{count} of {among} saves failed")


def _exposure_lines(report: Report, what: Both) -> list[str]:
    """« Tyra, 3 h de grand froid : 2 sauvegardes ratées sur 3, 1 bs. »"""
    given, outcome = report.given, report.outcome
    time = f"{report.number(given.hours)}{HARD}h"
    head = start(lead(report, given.character, report.pick(f"{time} {what[0]}", f"{time} {what[1]}")))
    made = len(outcome.saves) if present(outcome.saves) else given.hours
    if not made:
        return [f"{head}{report.colon} {report.pick('sans effet', 'no effect')}."]
    parts = [_failures_text(report, outcome.failures, made)] if made > 1 else []
    parts += [points(report, outcome.bs, "bs")] if outcome.bs else []
    lines = []
    if present(outcome.saves) and made <= MOST_TOLD:
        who = given.character.name or report.who
        lines = [save_text(report, one, "" if number else who) for number, one in enumerate(outcome.saves)]
    return [
        f"{head}{report.colon} {', '.join(parts)}." if parts else f"{head}.",
        join_sentences(*lines),
        after_text(report, given.character, outcome.state, apart=True),
    ]


def cold(report: Report) -> list[str]:
    return _exposure_lines(report, ("de grand froid", "of great cold"))


def heat(report: Report) -> list[str]:
    return _exposure_lines(report, ("de grande chaleur", "of great heat"))


def storeys(report: Report, count: int) -> str:
    return count_of(report, count, ("étage", "étages"), ("storey", "storeys"))


def falling_object(report: Report) -> list[str]:
    """« Tyra reçoit 50 kg d'une hauteur de 3 étages : 30 c, 28 c passent. »"""
    given, outcome = report.given, report.outcome
    who, weight, height = (
        one_who(report, given.character),
        amount(report, given.kg, "kg"),
        storeys(report, given.storeys),
    )
    head = report.pick(f"{who} reçoit {weight} d'une hauteur de {height}", f"{weight} from {height} up on {who}")
    passes = f", {through_text(report, 0, outcome.c_through)}" if outcome.c != outcome.c_through else ""
    return [
        join_sentences(
            f"{start(head)}{report.colon} {harm(report, 0, outcome.c)}{passes}.",
            after_text(report, given.character, outcome.state),
        )
    ]


def fall(report: Report) -> list[str]:
    """« Tyra tombe de 4 étages : 8 c. AGI 12 + 14 (d20) = 26, 2 c évités : 6 c. »"""
    given, outcome = report.given, report.outcome
    who = one_who(report, given.character)
    height = (
        storeys(report, outcome.storeys) if outcome.storeys else report.pick("moins d'un étage", "less than a storey")
    )
    head = report.pick(f"{who} tombe {of(height)}", f"{who} falls {height}")
    line = f"{start(head)}{report.colon} {harm(report, 0, outcome.raw_c)}."
    return [join_sentences(line, _softening_text(report), after_text(report, given.character, outcome.state))]


def _softening_text(report: Report) -> str:
    """What AGI took off, where a die was thrown (ORG-AGI-03)."""
    given, outcome = report.given, report.outcome
    face = face_of(report, "fall")
    if face is None or not present(outcome.total):
        return ""
    base = person_of(given.character).value("AGI")
    sum_ = sum_text(report, base, outcome.total - base - face, face, "AGI")
    left = harm(report, 0, outcome.c)
    # where the die decided, not the sum (ORG-TEST-05)
    if face in (1, 20) and min(outcome.raw_c, max(0, outcome.total // SOFTENED)) != outcome.avoided:
        sum_ = report.pick(f"{sum_}, {face} au d20", f"{sum_}, natural {face}")
    if not outcome.avoided:
        return report.pick(f"{sum_} : rien n'est évité.", f"{sum_}: nothing is avoided.")
    less = points(report, outcome.avoided, "c")
    return report.pick(
        f"{sum_} : {less} {'évités' if outcome.avoided > 1 else 'évité'}, reste {left}.",
        f"{sum_}: {less} avoided, {left} left.",
    )


def tumble(report: Report) -> list[str]:
    """« Tyra, chute à 40 m par tour (30 km/h) : 2 bs et 2 c, 1 bs passe. »"""
    given, outcome = report.given, report.outcome
    speed, kmh = amount(report, given.speed, "m"), amount(report, outcome.kmh, "km/h")
    head = lead(
        report, given.character, report.pick(f"chute à {speed} par tour ({kmh})", f"fall at {speed} a turn ({kmh})")
    )
    same = (outcome.bs, outcome.c) == (outcome.bs_through, outcome.c_through)
    passes = "" if same else f", {through_text(report, outcome.bs_through, outcome.c_through)}"
    return [
        join_sentences(
            f"{start(head)}{report.colon} {harm(report, outcome.bs, outcome.c)}{passes}.",
            after_text(report, given.character, outcome.state),
        )
    ]


def _after_text(report: Report, *, apart: bool = False) -> str:
    return after_text(report, report.given.character, report.outcome.state, apart=apart)


def hunger(report: Report) -> list[str]:
    """« Tyra, 2 jours sans manger : 1 bs, −8 en END. »"""
    outcome, time = report.outcome, days(report, report.given.days)
    head = start(lead(report, report.given.character, report.pick(f"{time} sans manger", f"{time} without food")))
    if not outcome.bs:
        return [f"{head}{report.colon} {report.pick(*NO_EFFECT)}."]
    worse = signed_text(report, outcome.end_change)
    cost = report.pick(f"{worse} en END", f"{worse} END")
    return [join_sentences(f"{head}{report.colon} {points(report, outcome.bs, 'bs')}, {cost}.", _after_text(report))]


def thirst(report: Report) -> list[str]:
    """« Tyra, 2 jours sans boire : 1 bs. »"""
    outcome, time = report.outcome, days(report, report.given.days)
    head = start(lead(report, report.given.character, report.pick(f"{time} sans boire", f"{time} without drink")))
    if not outcome.bs:
        return [f"{head}{report.colon} {report.pick(*NO_EFFECT)}."]
    return [join_sentences(f"{head}{report.colon} {points(report, outcome.bs, 'bs')}.", _after_text(report))]


def sleeplessness(report: Report) -> list[str]:
    """« Tyra, 50 h sans sommeil : −6 en PER, INT, CHA et END. », the saves, what they let through."""
    given, outcome = report.given, report.outcome
    time = f"{report.number(given.hours)}{HARD}h"
    head = start(lead(report, given.character, report.pick(f"{time} sans sommeil", f"{time} without sleep")))
    if not outcome.n:
        none = report.pick(f"sans effet avant {AWAKE}{HARD}h", f"no effect before {AWAKE}{HARD}h")
        return [f"{head}{report.colon} {none if given.hours < AWAKE else report.pick(*NO_EFFECT)}."]
    worse = signed_text(report, TIRED * outcome.n)
    codes = ", ".join(SLEEPLESS[:-1])
    line = report.pick(f"{worse} en {codes} et {SLEEPLESS[-1]}", f"{worse} {codes} and {SLEEPLESS[-1]}")
    who = one_who(report, given.character)
    visions = [
        ailment_text(report, who, symptom)
        for name, symptom in VISIONARY.items()
        if present(getattr(outcome, name)) and not getattr(outcome, name).success
    ]
    return [
        f"{head}{report.colon} {line}.",
        saves_text(report, ("hallucinations", "illusions", "unconsciousness")),
        join_sentences(_after_text(report, apart=True), *visions),
    ]


def radiation(report: Report) -> list[str]:
    """« Tyra, 2 points de radiation, 24 h plus tard : −2 SNG pour de bon. », the saves, the d100 of worse."""
    given, outcome = report.given, report.outcome
    later = f"{outcome.delay_hours}{HARD}h"
    head = start(
        lead(
            report,
            given.character,
            strength(report, given.points, ("de radiation", "of radiation")),
            report.pick(f"{later} plus tard", f"{later} later"),
        )
    )
    lost = outcome.sng_max_lost
    blood = report.pick(f"{less(report, lost, 'SNG')} pour de bon", f"{less(report, lost, 'SNG')} for good")
    return [
        f"{head}{report.colon} {blood if lost else report.pick(*NO_EFFECT)}.",
        saves_text(report, ("vomiting", "headache")),
        _after_text(report, apart=True),
        _cancer(report),
    ]


def _cancer(report: Report) -> str:
    """« Cancer, 50 % : 34 au d100. Il se déclarera dans l'année. »"""
    face, outcome = face_of(report, "cancer", "d100"), report.outcome
    if face is None:
        return ""
    chance = f"{report.number(outcome.cancer_percent)}{report.pick(' %', '%')}"
    thrown = report.pick(f"Cancer, {chance} : {face} au d100.", f"Cancer, {chance}: {face} on d100.")
    end = report.pick("Il se déclare dans l'année.", "It breaks out within the year.")
    return join_sentences(thrown, end if outcome.cancer else report.pick("Pas de cancer.", "No cancer."))
