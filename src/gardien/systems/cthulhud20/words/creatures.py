"""Creatures in the new system: life, fatigue, CA, attacks, how blows are read on them (CREA, P-CREA)."""

from typing import Any

from gardien.core.errors import Refusal
from gardien.core.telling import Report
from gardien.core.terms import MINUS
from gardien.core.wording import Both, present, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.words.grammar import row_name, signed, weapon_name

MODES: dict[str, Both] = {
    "human": ("Blessures localisées comme pour un humain.", "Wounds located as on a human."),
    "adapted_tables": (
        "Blessures localisées, tables adaptées : {tables}.",
        "Located wounds, adapted tables: {tables}.",
    ),
    "own_tables": ("Blessures localisées, tables propres : {tables}.", "Located wounds, own tables: {tables}."),
    "traditional": ("Points de vie à l'ancienne, sans zones.", "Hit points the old way, without zones."),
}


def convert_creature(report: Report) -> list[str]:
    """« Goule : PV 9, PF 9, CA 14, contact 11, sans DEX 13. », one line for each attack, how blows are read."""
    given, outcome = report.given, report.outcome
    name = report.pick("créature", "creature") if given.key is None else row_name(report, pack.creature(given.key))
    hits = (
        report.pick(f" ({outcome.hp} points de vie à l'ancienne)", f" ({outcome.hp} hit points)")
        if present(outcome.hp)
        else ""
    )
    touch, without = report.number(outcome.touch_ca), report.number(outcome.ca_without_dex)
    guard = report.pick(f"contact {touch}, sans la DEX {without}", f"touch {touch}, without DEX {without}")
    pools = f"PV {report.number(outcome.pv_max)}, PF {report.number(outcome.pf_max)}{hits}"
    line = f"{pools}, CA {report.number(outcome.ca)}, {guard}"
    mode = report.pick(*MODES[outcome.damage_mode])
    if outcome.tables == "none" and outcome.damage_mode != "traditional":
        mode = report.pick("Blessures localisées, tables à choisir.", "Located wounds, tables to be chosen.")
    elif outcome.tables != "none":
        mode = mode.replace("{tables}", row_name(report, pack.shape(outcome.tables)))
    return [f"{start(name)}{report.colon} {line}.", *(_attack(report, one) for one in outcome.attacks), mode]


def _attack(report: Report, attack: Any) -> str:
    """« 2 × griffe : +7, dont létalité +1 ; à l'ancienne +6, 1d6+3. »"""
    name = strike_name(report, attack.name) or report.pick("attaque", "attack")
    count = f"{report.number(attack.count)} × " if present(attack.count) and attack.count > 1 else ""
    text = report.pick(
        f"{signed(report, attack.attack_bonus)}, dont létalité {signed(report, attack.lethality)}",
        f"{signed(report, attack.attack_bonus)}, lethality {signed(report, attack.lethality)} included",
    )
    dice = f", {attack.damage.replace('-', MINUS)}" if present(attack.damage) else ""
    old = signed(report, attack.attack_bonus_traditional)
    return start(
        f"{count}{name}{report.colon} {text}"
        + report.pick(f" ; à l'ancienne {old}{dice}.", f"; the old way {old}{dice}.")
    )


def strike_name(report: Report, key: str) -> str:
    """An attack of the bestiary or of a stat block by its name."""
    given = report.given
    if given.key is not None:
        for strike in pack.creature(given.key).strikes:
            if strike.name == key:
                return row_name(report, strike)
    try:
        pack.weapon(key)
    except Refusal:
        return key.strip().replace("_", " ")
    return weapon_name(report, key)
