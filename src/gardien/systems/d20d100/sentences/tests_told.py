"""Tests of a skill, a Jet, a characteristic: one d20 against a Difficulty."""

from gardien.core.telling import Told
from gardien.core.wording import Both, refused
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.checks import weighs_on
from gardien.systems.d20d100.sentences.grammar import bare_name, headed, jet_name, modified, skill_name, trial_at

SITUATION: Both = ("situation", "situation")
ARMOUR: Both = ("armure", "armour")
WOUNDS: Both = ("blessure", "wounds")
ALERT: Both = ("sur ses gardes", "on the alert")


def skill_test(told: Told) -> list[str]:
    """« Trouver Objet Caché, Difficulté 15 (difficile) : 10 (d20) + 5 = 15, réussi de justesse. »"""
    given, outcome = told.given, told.outcome
    name = skill_name(told, given.skill) if given.skill else told.pick("jet de compétence", "skill roll")
    if outcome.refused:
        why = (
            f"{name} demande un apprentissage, et rien n'est appris. Choisir une compétence de la fiche",
            f"{name} has to be learned first, and was not. Choose a skill of the sheet",
        )
        return [refused(told, why, "D100-SKILL-01")]
    used, mods = outcome.modifier_used, sum(given.mods)
    # The rest of the modifier is what armour, wounds and alertness were found to weigh.
    rest = used - given.modifier - mods
    parts = [(SITUATION, mods)]
    for name_of_part, value in ((ARMOUR, given.armour_penalty), (WOUNDS, given.wound_penalty)):
        if value and _weighs(told, name_of_part):
            parts.append((name_of_part, value))
            rest -= value
    parts.append((ALERT, rest))
    return [
        trial_at(told, headed(told, name), used, given.difficulty, outcome.total, outcome.success),
        modified(told, given.modifier, parts),
    ]


def _weighs(told: Told, what: Both) -> bool:
    """Whether armour or wounds count for the skill that is tested."""
    key = told.given.skill
    if not key:
        return False
    return pack.skill(key).starred if what is ARMOUR else weighs_on(key)


def jet_test(told: Told) -> list[str]:
    """« Jet d'Endurance, Difficulté 10 (normale) : 12 (d20) + 1 = 13, réussi, marge +3. »"""
    return _plain(told, jet_name(told, told.given.jet))


def characteristic_test(told: Told) -> list[str]:
    """« Test de FOR, Difficulté 10 (normale) : 4 (d20) + 2 = 6, raté, marge −4. »"""
    name = bare_name(told, told.given.characteristic)
    if told.given.sixth_sense:
        name += told.pick(" (sixième sens)", " (sixth sense)")
    return _plain(told, name)


def _plain(told: Told, name: str) -> list[str]:
    given, outcome = told.given, told.outcome
    mods = sum(given.mods)
    wounds = outcome.modifier_used - given.modifier - mods
    return [
        trial_at(told, headed(told, name), outcome.modifier_used, outcome.difficulty, outcome.total, outcome.success),
        modified(told, given.modifier, [(SITUATION, mods), (WOUNDS, wounds)]),
    ]
