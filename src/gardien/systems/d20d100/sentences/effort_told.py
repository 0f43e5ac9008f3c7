"""Running, swimming, pursuing on foot, sprinting."""

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, present, start
from gardien.systems.d20d100.sentences.grammar import (
    bare_name,
    face_of,
    headed,
    jet_name,
    metres,
    modified,
    side,
    trial_at,
)
from gardien.systems.d20d100.sentences.tests_told import SITUATION, WOUNDS
from gardien.systems.d20d100.trials import CHARACTERISTIC, JET

FATIGUE: Both = ("fatigue", "fatigue")
STOPS: dict[str, Both] = {
    "fleeing": ("Le fuyard s'arrête le premier.", "The fugitive gives up first."),
    "pursuing": ("Le poursuivant s'arrête le premier.", "The pursuer gives up first."),
    "nobody": ("Personne ne s'arrête, la poursuite continue.", "Nobody stops, the pursuit goes on."),
}


def _one(told: Told, does: Both, nameless: Both) -> str:
    """What somebody does, by name, or without anybody being named."""
    return f"{told.who} {told.pick(*does)}." if told.who else told.pick(*nameless)


def effort_round(told: Told) -> list[str]:
    """« Course, round 14, jet d'Endurance, Difficulté 10 (normale) : 9 (d20) + 0 = 9, raté, marge −1. »"""
    given, outcome = told.given, told.outcome
    swims = given.activity == "swim"
    name = told.pick("nage" if swims else "course", "swim" if swims else "run")
    place = told.pick(f"{name}, round {told.number(given.round)}", f"{name}, round {told.number(given.round)}")
    if not outcome.rolled:
        first = told.number(outcome.first_roll_round)
        free = told.pick(f"pas de jet avant le round {first}", f"no roll before round {first}")
        return [f"{start(headed(told, place))}{told.colon} {free}."]
    test = trial_at(
        told,
        headed(told, place, jet_name(told, "endurance")),
        outcome.modifier_used,
        given.difficulty,
        outcome.total,
        outcome.continues,
    )
    if outcome.continues:
        end = _one(told, ("continue", "goes on"), ("L'effort continue.", "The effort goes on."))
    elif outcome.drowning:
        end = _one(told, ("commence à se noyer", "starts drowning"), ("La noyade commence.", "Drowning begins."))
    else:
        words = ("s'arrête, à bout de souffle", "stops, out of breath")
        end = _one(told, words, ("Le souffle manque : l'effort s'arrête.", "Breath fails: the effort ends."))
    parts = [(SITUATION, sum(given.mods)), (FATIGUE, outcome.fatigue), (WOUNDS, given.wound_penalty)]
    return [joined(test, end), modified(told, given.endurance, parts)]


def pursuit_round(told: Told) -> list[str]:
    """« Poursuite, Endurance : 9 + 4 = 13 pour le fuyard, 14 − 3 = 11 pour le poursuivant. »"""
    given, outcome = told.given, told.outcome
    fleeing = side(told, face_of(told, "fleeing"), given.fleeing_endurance + sum(given.fleeing_mods))
    pursuing = side(told, face_of(told, "pursuing"), given.pursuing_endurance + sum(given.pursuing_mods))
    line = told.pick(
        f"Poursuite, Endurance : {fleeing} pour le fuyard, {pursuing} pour le poursuivant.",
        f"Pursuit, Endurance: {fleeing} for the fugitive, {pursuing} for the pursuer.",
    )
    ones = [role for role in ("fleeing", "pursuing") if face_of(told, role) == 1]
    one = told.pick("1 au dé, échec total.", "Natural 1, total failure.") if ones else ""
    return [joined(line, one, told.pick(*STOPS[outcome.stops]))]


def sprint(told: Told) -> list[str]:
    """FOR to start, Endurance to go on, and the metres covered."""
    given, outcome = told.given, told.outcome
    mods = sum(given.mods) + given.wound_penalty
    far = metres(told, outcome.metres)
    head = headed(
        told, told.pick(f"sprint, round {told.number(given.round)}", f"sprint, round {told.number(given.round)}")
    )
    lines = []
    if present(outcome.force_success):
        name = f"{head}, {bare_name(told, 'FOR')}"
        lines.append(
            trial_at(told, name, given.for_modifier + mods, CHARACTERISTIC, outcome.force_total, outcome.force_success)
        )
        if not outcome.force_success:
            plain = told.pick(f"Course ordinaire, sans sprint : {far}.", f"An ordinary run, no sprint: {far}.")
            return [joined(*lines, plain)]
        head = ""
    breath = given.endurance + mods + 1 - given.round
    name = ", ".join(part for part in (head, jet_name(told, "endurance")) if part)
    test = trial_at(told, name, breath, JET, outcome.endurance_total, outcome.continues)
    end = (
        told.pick(f"{far} parcourus, le sprint continue.", f"{far} covered, the sprint goes on.")
        if outcome.continues
        else told.pick(f"{far} parcourus, le sprint s'arrête là.", f"{far} covered, the sprint ends here.")
    )
    return [*lines, joined(test, end)]
