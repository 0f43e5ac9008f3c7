"""A pursuit behind a wheel, in the saddle, at a tiller."""

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, present, start
from gardien.systems.d20d100.sentences.contests_told import contest
from gardien.systems.d20d100.sentences.grammar import damage, face_of, jet_name, trial
from gardien.systems.d20d100.vehicles import CONTROL, EACH_KMH

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


def vehicle_pursuit_round(told: Told) -> list[str]:
    """« Poursuite, fuyard contre poursuivant : 9 + 4 = 13 contre 14 − 3 = 11. … Distance : tout proche → loin. »"""
    given, outcome = told.given, told.outcome
    sides = (
        (face_of(told, "fleeing"), given.fleeing_modifier + sum(given.fleeing_mods)),
        (face_of(told, "pursuing"), given.pursuing_modifier + sum(given.pursuing_mods)),
    )
    head = told.pick("poursuite, fuyard contre poursuivant", "pursuit, fugitive against pursuer")
    line = contest(told, head, sides, told.pick(*AHEAD[outcome.winner]))
    before, after = told.pick(*BANDS[given.band]), told.pick(*BANDS[outcome.band])
    still = told.pick("sans changement", "unchanged")
    shown = f"{after}, {still}" if before == after else f"{before} → {after}"
    return [
        joined(line, told.pick(f"Distance : {shown}.", f"Distance: {shown}.")),
        _control(told, "fleeing", given.fleeing_reflexes, outcome.fleeing_crash, outcome.fleeing_damage),
        _control(told, "pursuing", given.pursuing_reflexes, outcome.pursuing_crash, outcome.pursuing_damage),
    ]


def _control(told: Told, role: str, reflexes: int, crash: bool, harm: object) -> str:
    """Réflexes of whoever drove badly, and the crash (D100-MISS-19)."""
    face = face_of(told, f"{role}_reflexes")
    if face is None:
        return ""
    head = f"{start(told.pick(*SIDES[role]))}, {jet_name(told, 'reflexes')}"
    test = trial(told, head, reflexes, CONTROL, face, not crash)
    if not crash:
        return test
    dice = told.given.speed_kmh // EACH_KMH
    if not dice or not isinstance(harm, int) or not present(harm):
        return joined(test, told.pick("Accident, trop lent pour blesser.", "A crash, too slow to hurt."))
    amount = f"{dice}d6 = {damage(told, harm)}"
    return joined(
        test, told.pick(f"Accident : {amount} pour chaque passager.", f"A crash: {amount} to each passenger.")
    )
