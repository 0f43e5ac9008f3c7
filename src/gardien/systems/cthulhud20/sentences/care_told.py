"""Care of one wound, surgery, days at a sickbed (BLEED-02, P-HEAL)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, called, counted, joined, of, off_at_this_table, present, refused, start, to
from gardien.systems.cthulhud20.care import BED_DC, BED_PATIENTS, CARE_RULES, SURGERY_DC
from gardien.systems.cthulhud20.kinds import WHOLE
from gardien.systems.cthulhud20.sentences.bodies_told import closes
from gardien.systems.cthulhud20.sentences.grammar import (
    at_zone,
    dc,
    face_of,
    points,
    skill_name,
    summed,
    the_zone,
    trial,
    verdict,
    zone_name,
)
from gardien.systems.cthulhud20.sentences.wounds_told import BANDAGE, STILL_BLEEDS
from gardien.systems.cthulhud20.severity import CARE_DC

PATIENT: Both = ("la personne blessée", "the patient")
HEALER: Both = ("la personne qui soigne", "the healer")
NO_CARE: dict[str, Both] = {
    "patient_dead": ("{patient} ne vit plus : aucun soin n'y change rien", "{patient} is dead: no care can help"),
    "healer_cannot_act": ("{who} n'est pas en état de donner des soins", "{who} is in no state to give care"),
    "no_wound": ("{patient} n'a aucune blessure à soigner", "{patient} has no wound to treat"),
    "already_treated": ("Cette blessure est déjà soignée", "This wound has been treated already"),
    "untrained": ("{who} n'a aucun degré en {skill}", "{who} has no rank in {skill}"),
    "no_surgery_needed": ("Cette blessure n'a pas besoin d'opération", "This wound needs no surgery"),
    "not_treated": ("Soigner d'abord cette blessure, puis opérer", "Treat this wound first, then operate"),
}


def _refused(told: Told, why: str, rule: str, skill: str) -> list[str]:
    fr, en = NO_CARE[why]
    patient, name = called(told, told.given.patient, PATIENT), skill_name(told, skill)
    words = tuple(one.replace("{patient}", patient).replace("{skill}", name) for one in (fr, en))
    return [refused(told, (words[0], words[1]), rule, called(told, told.given.healer, HEALER, acts=True))]


def _on(told: Told, what: Both, zone: str) -> str:
    """« soins d'Anna sur la jambe gauche de Paul », « soins de Paul sur sa blessure à la jambe gauche »."""
    healer, patient = told.given.healer.name or told.who, told.given.patient.name
    own = bool(healer) and healer == patient and zone != WHOLE
    if told.language == "en":
        owner = f"{healer}'s {what[1]}" if healer else what[1]
        if own:
            return f"{owner} their own {zone_name(told, zone)}"
        if zone == WHOLE:
            return f"{owner} {patient or told.pick(*PATIENT)}"
        return f"{owner} {patient}'s {zone_name(told, zone)}" if patient else f"{owner} {the_zone(told, zone)}"
    text = f"{what[0]} {of(healer)}" if healer else what[0]
    if own:
        return f"{text} sur sa blessure {at_zone(told, zone)}"
    if zone == WHOLE:
        return f"{text} {to(patient or told.pick(*PATIENT))}"
    return f"{text} sur {the_zone(told, zone)}" + (f" {of(patient)}" if patient else "")


def _thrown(told: Told, head: str, difficulty: str, outcome: Any, purpose: str) -> str:
    """« Soins d'Anna sur le torse, DD 15 (5 + GB 10) : 12 (d20) + 4 = 16, réussi. »"""
    face = face_of(told, purpose)
    end = verdict(told, outcome.success)
    if face is None or not present(outcome.total):
        return f"{start(head)}, {difficulty}{told.colon} {end}."
    return f"{start(head)}, {difficulty}{told.colon} {summed(told, face, outcome.total - face)}, {end}."


def care(told: Told) -> list[str]:
    """« Soins d'Anna sur la jambe gauche de Paul, DD 15 (5 + GB 10) : 12 (d20) + 4 = 16, réussi. »"""
    given, outcome = told.given, told.outcome
    if present(outcome.refused):
        return _refused(told, outcome.refused, CARE_RULES[outcome.refused], given.skill)
    wound = given.patient.wounds[given.wound]
    head = _on(told, ("soins", "care of"), wound.zone)
    if not outcome.roll_needed:
        return [joined(f"{start(head)}.", told.pick(*BANDAGE))]
    sum_of = f"{dc(told, outcome.care_dc)} ({CARE_DC} + GB {told.number(outcome.care_dc - CARE_DC)})"
    thrown = _thrown(told, head, sum_of, outcome, "care")
    if outcome.success:
        return [joined(thrown, closes(told))]
    left = told.pick("La blessure reste à soigner.", "The wound is still to be treated.")
    return [joined(thrown, told.pick(*STILL_BLEEDS) if outcome.bleeding else left)]


def surgery(told: Told) -> list[str]:
    """« Opération d'Anna sur le bras droit de Paul, DD 18 (15 + 3 PV perdus) : 12 (d20) + 8 = 20, réussi. »"""
    given, outcome = told.given, told.outcome
    if present(outcome.refused):
        rule = "CD20-HP-04" if outcome.refused == "patient_dead" else "CD20-P-HEAL-01"
        return _refused(told, outcome.refused, rule, "knowledge_medicine")
    zone = given.patient.wounds[given.wound].zone
    lost = outcome.dc - SURGERY_DC
    counts = points(told, lost, "PV")
    why = told.pick(f"{counts} {'perdus' if lost > 1 else 'perdu'}", f"{counts} lost")
    thrown = _thrown(
        told,
        _on(told, ("opération", "operation on"), zone),
        f"{dc(told, outcome.dc)} ({SURGERY_DC} + {why})",
        outcome,
        "surgery",
    )
    hour = counted(told, outcome.hours, ("h", "h"), ("h", "h"))
    spent = told.pick(f"Durée : {hour}.", f"Time: {hour}.")
    name = start(the_zone(told, zone))
    if not outcome.success:
        end = told.pick("La blessure reste à opérer.", "The wound still needs surgery.")
    elif zone not in given.patient.hampered_parts:
        end = told.pick("La blessure est opérée.", "The wound has been operated on.")
    elif zone in outcome.hampered_parts:
        end = told.pick(
            f"{name} servira de nouveau quand tous les PV seront revenus.",
            f"{name} will serve again once all PV are back.",
        )
    else:
        end = told.pick(f"{name} sert de nouveau.", f"{name} serves again.")
    return [thrown, joined(spent, end)]


def long_term_care(told: Told) -> list[str]:
    """« Une journée auprès de 3 malades : 12 (d20) + 4 = 16 contre DD 15, réussi. 2 PV par jour de lit. »"""
    given, outcome = told.given, told.outcome
    if present(outcome.refused):
        if outcome.refused == "option_off":
            what = ("Les soins au long cours ne sont pas permis", "Long-term care is not allowed")
            return [off_at_this_table(told, what, "long_term_care", "CD20-P-HEAL-02")]
        asked = told.number(given.patients)
        return [
            refused(
                told,
                (
                    f"Une seule personne veille sur {BED_PATIENTS} malades au plus : {asked} sont demandés",
                    f"One healer watches over {BED_PATIENTS} patients at most: {asked} were asked for",
                ),
                "CD20-P-HEAL-02",
            )
        ]
    patients = counted(told, given.patients, ("malade", "malades"), ("patient", "patients"))
    whose = told.pick(f"une journée auprès de {patients}", f"a day with {patients}")
    if given.patients == 1:
        whose = told.pick("une journée de soins", "a day of care")
    head = ", ".join(part for part in (told.who, whose) if part)
    thrown = trial(told, head, given.bonus, BED_DC, outcome.total, outcome.success)
    gain = f"{told.number(outcome.pv_per_day)}{HARD}PV"
    return [joined(thrown, told.pick(f"Au lit : {gain} par jour.", f"In bed: {gain} a day."))]
