"""From the percentile game and from d20 into this one."""

from gardien.core.telling import Told
from gardien.core.terms import MINUS
from gardien.core.wording import Both, joined, per_cent, semicolon, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.conversion import converted
from gardien.systems.d20d100.sentences.creation_told import skill_list
from gardien.systems.d20d100.sentences.grammar import row_name, signed
from gardien.systems.d20d100.sentences.scores_told import jet_list, modifier_list, score_list

PER_FOUND: dict[str, Both] = {
    "roll": ("3d6", "3d6"),
    "ten": ("valeur moyenne", "average value"),
    "spot_hidden": ("d'après Trouver Objet Caché", "from Spot Hidden"),
}


def convert_percent(told: Told) -> list[str]:
    """« 45 % : modificateur +3. Formule : INT+PER−3. »"""
    given, outcome = told.given, told.outcome
    shown = signed(told, outcome.modifier)
    head = f"{per_cent(told, given.percent)}{told.colon} {told.pick('modificateur', 'modifier')} {shown}"
    if given.taken_off:
        alone = signed(told, converted(given.percent))
        head += f" ({alone} {MINUS} {given.taken_off})"
    formula = ""
    if given.characteristics:
        text = str(outcome.formula).replace("-", MINUS)
        formula = f"{told.pick('Formule', 'Formula')}{told.colon} {text}."
    return [joined(f"{head}.", formula)]


def _defences(told: Told) -> str:
    """« Défense 17, 15 au dépourvu »."""
    found = told.outcome
    whole, flat = told.number(found.defence), told.number(found.defence_flat)
    return told.pick(f"Défense {whole}, {flat} au dépourvu", f"Defence {whole}, {flat} flat-footed")


def convert_character(told: Told) -> list[str]:
    """PER, the nine scores, PV and the rest, the skills."""
    found, number = told.outcome, told.number
    how = told.pick(*PER_FOUND[told.given.per_method])
    bonus = signed(told, found.damage_bonus)
    gauges = f"PV {number(found.pv_max)}, PM {number(found.pm_max)}"
    return [
        f"PER {number(found.per)} ({how}).",
        score_list(told, found.scores, found.modifiers),
        jet_list(told, found.jets),
        told.pick(
            f"{gauges}, SAN {number(found.san_max)} au plus ; {_defences(told)} ; bonus aux dégâts {bonus}.",
            f"{gauges}, SAN {number(found.san_max)} at most; {_defences(told)}; damage bonus {bonus}.",
        ),
        f"{skill_list(told, found.skills)}." if found.skills else "",
    ]


def convert_creature(told: Told) -> list[str]:
    """A profile as the Keeper reads it in a fight."""
    found, number = told.outcome, told.number
    major = told.pick(" (Monstre majeur)", " (major Monster)") if found.major_monster else ""
    bonus, hold = signed(told, found.damage_bonus), signed(told, found.lutte)
    scale, mass = signed(told, found.scale), signed(told, found.mass)
    lines = [
        f"PV {number(found.pv_max)}{major}{semicolon(told)} {_defences(told)}{semicolon(told)} "
        f"Protection {number(found.protection)}.",
        told.pick(
            f"Échelle {scale}, Masse {mass}, Lutte {hold}, bonus aux dégâts {bonus}.",
            f"Scale {scale}, Mass {mass}, Wrestling {hold}, damage bonus {bonus}.",
        ),
        modifier_list(told, found.modifiers),
        told.pick(
            f"À défaut d'attaque listée : {signed(told, found.generic_melee)} au contact,"
            f" {signed(told, found.generic_ranged)} à distance.",
            f"Where no attack is listed: {signed(told, found.generic_melee)} in melee,"
            f" {signed(told, found.generic_ranged)} at range.",
        ),
    ]
    for one in found.attacks:
        often = told.pick(f", {one.per_round} par round", f", {one.per_round} a round") if one.per_round > 1 else ""
        harm = one.damage.strip().replace("-", MINUS)
        hurts = told.pick(f", dégâts {harm}", f", damage {harm}") if harm else ""
        name = one.name.strip() or told.pick("attaque", "attack")
        lines.append(f"{start(name)} {signed(told, one.attack)}{often}{hurts}.")
    return lines


def convert_creature_d20(told: Told) -> list[str]:
    """« Défense 17, 15 au dépourvu ; Protection 4. »"""
    return [f"{_defences(told)}{semicolon(told)} Protection {told.number(told.outcome.protection)}."]


def scale_mass(told: Told) -> list[str]:
    """« TAI 40, énorme : Échelle −2 à la Défense, Masse +8 à la Lutte. »"""
    found, row = told.outcome, pack.size(told.given.tai_score)
    scale, mass = signed(told, found.scale), signed(told, found.mass)
    head = f"TAI {told.number(told.given.tai_score)}, {row_name(told, row)}{told.colon}"
    return [
        told.pick(
            f"{head} Échelle {scale} à la Défense, Masse {mass} à la Lutte.",
            f"{head} Scale {scale} to Defence, Mass {mass} to Wrestling.",
        )
    ]
