"""A pursuit behind a wheel, in the saddle, at a tiller."""

from gardien.core.telling import Report
from gardien.core.wording import Both, join_sentences, present, start
from gardien.systems.d20d100.rules.vehicles import CONTROL, EACH_KMH
from gardien.systems.d20d100.words.grammar import damage, face_of, jet_name, trial
from gardien.systems.d20d100.words.tests import contest_text

SIDES: dict[str, Both] = {"fleeing": ("le fuyard", "the fugitive"), "pursuing": ("le poursuivant", "the pursuer")}
AHEAD: dict[str, Both] = {
    "fleeing": ("Le fuyard l'emporte", "The fugitive prevails"),
    "pursuing": ("Le poursuivant l'emporte", "The pursuer prevails"),
    "none": ("Personne ne l'emporte", "Nobody prevails"),
}
BANDS: dict[str, Both] = {
    "contact": ("au contact", "in contact"),
    "near": ("tout proche", "near"),
    "far": ("loin", "far"),
    "lost": ("hors de vue", "out of sight"),
}


def vehicle_pursuit_round(report: Report) -> list[str]:
    """« Poursuite, fuyard contre poursuivant : 9 + 4 = 13 contre 14 − 3 = 11. … Distance : tout proche → loin. »"""
    given, outcome = report.given, report.outcome
    sides = (
        (face_of(report, "fleeing"), given.fleeing_modifier + sum(given.fleeing_mods)),
        (face_of(report, "pursuing"), given.pursuing_modifier + sum(given.pursuing_mods)),
    )
    head = report.pick("poursuite, fuyard contre poursuivant", "pursuit, fugitive against pursuer")
    line = contest_text(report, head, sides, report.pick(*AHEAD[outcome.winner]))
    before, after = report.pick(*BANDS[given.band]), report.pick(*BANDS[outcome.band])
    still = report.pick("sans changement", "unchanged")
    shown = f"{after}, {still}" if before == after else f"{before} → {after}"
    return [
        join_sentences(line, report.pick(f"Distance : {shown}.", f"Distance: {shown}.")),
        _control(report, "fleeing", given.fleeing_reflexes, outcome.fleeing_crash, outcome.fleeing_damage),
        _control(report, "pursuing", given.pursuing_reflexes, outcome.pursuing_crash, outcome.pursuing_damage),
    ]


def _control(report: Report, role: str, reflexes: int, crash: bool, harm: object) -> str:
    """Réflexes of whoever drove badly, and the crash (D100-MISS-19)."""
    face = face_of(report, f"{role}_reflexes")
    if face is None:
        return ""
    head = f"{start(report.pick(*SIDES[role]))}, {jet_name(report, 'reflexes')}"
    test = trial(report, head, reflexes, CONTROL, face, not crash)
    if not crash:
        return test
    dice = report.given.speed_kmh // EACH_KMH
    if not dice or not isinstance(harm, int) or not present(harm):
        return join_sentences(test, report.pick("Accident, trop lent pour blesser.", "A crash, too slow to hurt."))
    amount = f"{dice}d6 = {damage(report, harm)}"
    return join_sentences(
        test, report.pick(f"Accident : {amount} pour chaque passager.", f"A crash: {amount} to each passenger.")
    )
