"""What a dose, too many of them, the come-down and years of it bring; who cannot do without (DRUG-01 to DRUG-03)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, counted, joined, listed, present, start
from gardien.systems.organique import pack
from gardien.systems.organique.sentences.conditions_told import save_mods
from gardien.systems.organique.sentences.grammar import SAVES, row_name, saved, signed
from gardien.systems.organique.sentences.sites_told import minutes

PHASES: dict[str, Both] = {
    "come_down": ("descente", "come-down"),
    "withdrawal": ("manque", "withdrawal"),
    "long_term": ("à long terme", "long term"),
}
TIERS: dict[str, Both] = {
    "normal": ("effet ordinaire", "usual effect"),
    "x2": ("surdose ×2", "overdose ×2"),
    "x4": ("surdose ×4", "overdose ×4"),
    "x8": ("surdose ×8", "overdose ×8"),
}
NOTHING: Both = ("sans effet", "no effect")
ESTABLISHED: dict[str, Both] = {
    "physical": ("La dépendance physique s'installe.", "Physical dependency sets in."),
    "psychological": ("La dépendance psychologique s'installe.", "Psychological dependency sets in."),
}
ALREADY: dict[str, Both] = {
    "physical": ("La dépendance physique est déjà là.", "Physical dependency is there already."),
    "psychological": ("La dépendance psychologique est déjà là.", "Psychological dependency is there already."),
}
FREE: Both = ("Aucune dépendance.", "No dependency.")


def to_save(told: Told, symptoms: Any) -> str:
    """Saves still to be made: « Sauvegardes à faire : contre le coma (20) et contre les vomissements (10). »"""
    found = [
        told.pick(f"contre {SAVES[one.symptom][0]}", SAVES[one.symptom][1]) + f" ({told.number(one.difficulty)})"
        for one in symptoms
    ]
    if not found:
        return ""
    head = told.pick(
        "Sauvegardes à faire" if len(found) > 1 else "Sauvegarde à faire",
        "Saves to make" if len(found) > 1 else "Save to make",
    )
    return f"{head}{told.colon} {listed(told, found)}."


def moved(told: Told, changes: Any) -> list[str]:
    """« +4 en FOR », “+4 FOR”, for each score that a substance changes."""
    return [
        told.pick(f"{signed(told, value)} en {code}", f"{signed(told, value)} {code}")
        for code, value in changes.items()
    ]


def take_drug(told: Told) -> list[str]:
    """« Blanche (opiacé), 2 doses, surdose ×2, 6 h : −15 à la douleur. Sauvegarde à faire : contre le coma (15). »"""
    given, outcome = told.given, told.outcome
    row = pack.drug(given.drug)
    if given.phase == "dose":
        doses = counted(told, given.doses, ("dose", "doses"), ("dose", "doses"))
        used = told.pick(f"tolérance {given.tolerance}", f"tolerance {given.tolerance}") if given.tolerance else ""
        about = [doses, used, told.pick(*TIERS[outcome.tier])]
        about += [minutes(told, outcome.duration_minutes)] if outcome.duration_minutes else []
    else:
        about = [told.pick(*PHASES[given.phase])]
    effects = moved(told, outcome.scores)
    effects += [save_mods(told, outcome.save_mods)] if outcome.save_mods else []
    if outcome.relief:
        less = signed(told, -outcome.relief)
        effects.append(told.pick(f"{less} à la douleur", f"{less} to pain"))
    effects += [row_name(told, pack.SHELF.row("drugs", "note", one)) for one in outcome.notes]
    head = ", ".join(part for part in (told.who, row_name(told, row), *about) if part)
    found = listed(told, effects) or ("" if outcome.symptoms else told.pick(*NOTHING))
    line = f"{start(head)}{told.colon} {found}." if found else f"{start(head)}."
    return [joined(line, to_save(told, outcome.symptoms))]


def dependency_check(told: Told) -> list[str]:
    """« Sauvegarde de Tyra contre la dépendance physique : … raté. La dépendance physique s'installe. »"""
    given, outcome = told.given, told.outcome
    who, said = given.character.name or told.who, []
    for name in ("physical", "psychological"):
        save = getattr(outcome, name)
        if getattr(given, f"already_{name}"):
            said.append(told.pick(*ALREADY[name]))
        elif present(save):
            said.append(joined(saved(told, save, who), told.pick(*ESTABLISHED[name]) if not save.success else ""))
    if not (outcome.physical_dependent or outcome.psychological_dependent):
        said.append(told.pick(*FREE))
    return said
