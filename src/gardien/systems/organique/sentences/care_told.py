"""Care: first aid, restarting a heart, easing pain, surgery (AFT-01, HP-07)."""

from collections.abc import Sequence

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, of, owned, present, refused, start, to
from gardien.systems.organique.care import MEDICINE
from gardien.systems.organique.sentences.bodies_told import LIMBS, aftermath
from gardien.systems.organique.sentences.grammar import trial

PATIENT: Both = ("la personne blessée", "the patient")
DEAD: Both = ("{who} ne vit plus : aucun soin n'y change rien", "{who} is dead: no care can help")
BLEEDING: dict[str, Both] = {
    "unchanged": ("Le sang coule toujours.", "The bleeding goes on."),
    "halved": ("Le sang coule deux fois moins.", "The bleeding is halved."),
    "stopped": ("Le sang ne coule plus.", "The bleeding stops."),
}
INFECTION: dict[str, Both] = {
    "normal": ("", ""),
    "easier": ("L'infection sera plus facile à éviter.", "Infection will be easier to avoid."),
    "none": ("Aucune infection à craindre.", "No infection to fear."),
}


def patient_of(told: Told) -> str:
    return called(told, told.given.patient, PATIENT)


def _head(told: Told, what: Both) -> str:
    """« soins d'Anna à Tyra », “Anna’s care of Tyra”; « à soi-même » for oneself."""
    medic, patient = told.given.medic.name or told.who, told.given.patient.name
    if medic and medic == patient:
        return told.pick(f"{what[0]} {of(medic)} à soi-même", f"{medic}'s own {what[1]}")
    whom = patient_of(told)
    return told.pick(f"{owned(told, what, medic)} {to(whom)}", f"{owned(told, what, medic)} for {whom}")


def _cared(told: Told, besides: Sequence[str] = ()) -> str:
    return aftermath(told, patient_of(told), told.given.patient, told.outcome.patient, besides)


def first_aid(told: Told) -> list[str]:
    """« Premiers soins d'Anna à Tyra : INT 12 + 4 + 9 (d20) = 25 contre 20, marge 5. Le sang ne coule plus. »"""
    given, outcome = told.given, told.outcome
    if not outcome.possible:
        return [refused(told, DEAD, "ORG-HP-07", patient_of(told))]
    skilled = given.medic.level(MEDICINE) > 0
    what = ("premiers soins", "first aid") if skilled else ("bandage", "bandage")
    line = trial(told, _head(told, what), outcome, "INT" if skilled else "AGI")
    bled = any(one.bs and not one.closed for one in given.patient.wounds)
    blood = told.pick(*BLEEDING[outcome.bleeding]) if bled else ""
    held = present(outcome.patient) and outcome.patient.stabilised and not given.patient.stabilised
    stable = told.pick(f"L'état {of(patient_of(told))} est stable.", f"{patient_of(told)} is stable.") if held else ""
    infection = told.pick(*INFECTION[outcome.infection]) if bled else ""
    return [joined(line, blood, infection, start(stable), _cared(told, ("stabilised",)))]


def revive(told: Told) -> list[str]:
    """« Réanimation d'Anna à Tyra : INT 12 + 9 (d20) = 21 contre 25, marge d'échec 4. Le cœur ne repart pas. »"""
    outcome, whom = told.outcome, patient_of(told)
    if told.given.patient.dead:
        return [refused(told, DEAD, "ORG-HP-07", whom)]
    medic = told.given.medic.name or told.who
    head = told.pick(
        f"réanimation {of(whom)}" + (f" par {medic}" if medic else ""),
        f"reviving {whom}" if not medic else f"{medic} reviving {whom}",
    )
    failed = told.pick("Toujours aucun signe de vie.", "Still no sign of life.")
    return [joined(trial(told, head, outcome, "INT"), _cared(told) if outcome.revived else failed)]


def treat_pain(told: Told) -> list[str]:
    """« Soins contre la douleur d'Anna à Tyra : … marge 3. La pire douleur passe de −7 à −2. »"""
    outcome, given = told.outcome, told.given
    line = trial(told, _head(told, ("calmants", "pain relief")), outcome, "INT")
    if not outcome.success:
        return [line]
    if not given.patient.suffering:
        return [joined(line, told.pick("Aucune douleur à calmer.", "There is no pain to ease."))]
    worst = max(given.patient.suffering)
    left = worst - (sum(given.patient.suffering) - sum(outcome.patient.suffering))
    shown = f"{told.number(-worst)} → {told.number(-left)}"
    return [joined(line, told.pick(f"La pire douleur : {shown}.", f"The worst pain: {shown}."))]


def surgery(told: Told) -> list[str]:
    """« Opération d'Anna à Tyra : INT 12 + 8 + 9 (d20) = 29 contre 24, marge 5. Tyra : INC 1 → 3. »"""
    outcome, given = told.outcome, told.given
    medic, whom = given.medic.name or told.who, patient_of(told)
    head = told.pick(
        f"opération {of(whom)}" + (f" par {medic}" if medic else ""),
        f"operation on {whom}" + (f" by {medic}" if medic else ""),
    )
    line = trial(told, head, outcome, "INT")
    if outcome.limb_repaired:
        limb = told.pick(*LIMBS[given.patient.limbs_disabled[0]])
        return [joined(line, start(told.pick(f"{whom} retrouve l'usage d'{limb}.", f"{whom} can use {limb} again.")))]
    if outcome.inc_regained:
        return [joined(line, _cared(told))]
    end = told.pick("Rien n'est réparé.", "Nothing is repaired.")
    if outcome.success:
        end = told.pick("INC était déjà entière.", "INC was whole already.")
    return [joined(line, end)]
