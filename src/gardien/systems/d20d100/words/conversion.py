"""From the percentile game and from d20 into this one."""

from gardien.core.telling import Report
from gardien.core.terms import MINUS
from gardien.core.wording import Both, join_sentences, per_cent, semicolon, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.conversion import modifier_of_percent
from gardien.systems.d20d100.words.creation import skill_list
from gardien.systems.d20d100.words.grammar import row_name, signed_text
from gardien.systems.d20d100.words.growth import jet_list, modifier_list, score_list

PER_FOUND: dict[str, Both] = {
    "roll": ("3d6", "3d6"),
    "ten": ("valeur moyenne", "average value"),
    "spot_hidden": ("d'après Trouver Objet Caché", "from Spot Hidden"),
}


def convert_percent(report: Report) -> list[str]:
    """« 45 % : modificateur +3. Formule : INT+PER−3. »"""
    given, outcome = report.given, report.outcome
    shown = signed_text(report, outcome.modifier)
    head = f"{per_cent(report, given.percent)}{report.colon} {report.pick('modificateur', 'modifier')} {shown}"
    if given.taken_off:
        alone = signed_text(report, modifier_of_percent(given.percent))
        head += f" ({alone} {MINUS} {given.taken_off})"
    formula = ""
    if given.characteristics:
        text = str(outcome.formula).replace("-", MINUS)
        formula = f"{report.pick('Formule', 'Formula')}{report.colon} {text}."
    return [join_sentences(f"{head}.", formula)]


def _defences(report: Report) -> str:
    """« Défense 17, 15 au dépourvu »."""
    outcome = report.outcome
    whole, flat = report.number(outcome.defence), report.number(outcome.defence_flat)
    return report.pick(f"Défense {whole}, {flat} au dépourvu", f"Defence {whole}, {flat} flat-footed")


def convert_character(report: Report) -> list[str]:
    """PER, the nine scores, PV and the rest, the skills."""
    outcome, number = report.outcome, report.number
    how = report.pick(*PER_FOUND[report.given.per_method])
    bonus = signed_text(report, outcome.damage_bonus)
    gauges = f"PV {number(outcome.pv_max)}, PM {number(outcome.pm_max)}"
    return [
        f"PER {number(outcome.per)} ({how}).",
        score_list(report, outcome.scores, outcome.modifiers),
        jet_list(report, outcome.jets),
        report.pick(
            f"{gauges}, SAN {number(outcome.san_max)} au plus ; {_defences(report)} ; bonus aux dégâts {bonus}.",
            f"{gauges}, SAN {number(outcome.san_max)} at most; {_defences(report)}; damage bonus {bonus}.",
        ),
        f"{skill_list(report, outcome.skills)}." if outcome.skills else "",
    ]


def convert_creature(report: Report) -> list[str]:
    """A profile as the Keeper reads it in a fight."""
    outcome, number = report.outcome, report.number
    major = report.pick(" (Monstre majeur)", " (major Monster)") if outcome.major_monster else ""
    bonus, hold = signed_text(report, outcome.damage_bonus), signed_text(report, outcome.lutte)
    scale, mass = signed_text(report, outcome.scale), signed_text(report, outcome.mass)
    lines = [
        f"PV {number(outcome.pv_max)}{major}{semicolon(report)} {_defences(report)}{semicolon(report)} "
        f"Protection {number(outcome.protection)}.",
        report.pick(
            f"Échelle {scale}, Masse {mass}, Lutte {hold}, bonus aux dégâts {bonus}.",
            f"Scale {scale}, Mass {mass}, Wrestling {hold}, damage bonus {bonus}.",
        ),
        modifier_list(report, outcome.modifiers),
        report.pick(
            f"À défaut d'attaque listée : {signed_text(report, outcome.generic_melee)} au contact,"
            f" {signed_text(report, outcome.generic_ranged)} à distance.",
            f"Where no attack is listed: {signed_text(report, outcome.generic_melee)} in melee,"
            f" {signed_text(report, outcome.generic_ranged)} at range.",
        ),
    ]
    for one in outcome.attacks:
        often = report.pick(f", {one.per_round} par round", f", {one.per_round} a round") if one.per_round > 1 else ""
        harm = one.damage.strip().replace("-", MINUS)
        hurts = report.pick(f", dégâts {harm}", f", damage {harm}") if harm else ""
        name = one.name.strip() or report.pick("attaque", "attack")
        lines.append(f"{start(name)} {signed_text(report, one.attack)}{often}{hurts}.")
    return lines


def convert_creature_d20(report: Report) -> list[str]:
    """« Défense 17, 15 au dépourvu ; Protection 4. »"""
    return [f"{_defences(report)}{semicolon(report)} Protection {report.number(report.outcome.protection)}."]


def scale_mass(report: Report) -> list[str]:
    """« TAI 40, énorme : Échelle −2 à la Défense, Masse +8 à la Lutte. »"""
    outcome, row = report.outcome, pack.size(report.given.tai_score)
    scale, mass = signed_text(report, outcome.scale), signed_text(report, outcome.mass)
    head = f"TAI {report.number(report.given.tai_score)}, {row_name(report, row)}{report.colon}"
    return [
        report.pick(
            f"{head} Échelle {scale} à la Défense, Masse {mass} à la Lutte.",
            f"{head} Scale {scale} to Defence, Mass {mass} to Wrestling.",
        )
    ]
