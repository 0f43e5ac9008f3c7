"""Creatures in the new system: life, fatigue, CA, attacks, how blows are read on them (CREA, P-CREA)."""

from typing import Any

from gardien.core.errors import Refusal
from gardien.core.telling import Told
from gardien.core.terms import MINUS
from gardien.core.wording import Both, present, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.sentences.grammar import row_name, signed, weapon_name

MODES: dict[str, Both] = {
    "human": ("Blessures localisées comme pour un humain.", "Wounds located as on a human."),
    "adapted_tables": (
        "Blessures localisées, tables adaptées : {tables}.",
        "Located wounds, adapted tables: {tables}.",
    ),
    "own_tables": ("Blessures localisées, tables propres : {tables}.", "Located wounds, own tables: {tables}."),
    "traditional": ("Points de vie à l'ancienne, sans zones.", "Hit points the old way, without zones."),
}


def convert_creature(told: Told) -> list[str]:
    """« Goule : PV 9, PF 9, CA 14, contact 11, sans DEX 13. », one line for each attack, how blows are read."""
    given, outcome = told.given, told.outcome
    name = told.pick("créature", "creature") if given.key is None else row_name(told, pack.creature(given.key))
    hits = (
        told.pick(f" ({outcome.hp} points de vie à l'ancienne)", f" ({outcome.hp} hit points)")
        if present(outcome.hp)
        else ""
    )
    touch, without = told.number(outcome.touch_ca), told.number(outcome.ca_without_dex)
    guard = told.pick(f"contact {touch}, sans la DEX {without}", f"touch {touch}, without DEX {without}")
    pools = f"PV {told.number(outcome.pv_max)}, PF {told.number(outcome.pf_max)}{hits}"
    line = f"{pools}, CA {told.number(outcome.ca)}, {guard}"
    mode = told.pick(*MODES[outcome.damage_mode])
    if outcome.tables == "none" and outcome.damage_mode != "traditional":
        mode = told.pick("Blessures localisées, tables à choisir.", "Located wounds, tables to be chosen.")
    elif outcome.tables != "none":
        mode = mode.replace("{tables}", row_name(told, pack.shape(outcome.tables)))
    return [f"{start(name)}{told.colon} {line}.", *(_attack(told, one) for one in outcome.attacks), mode]


def _attack(told: Told, attack: Any) -> str:
    """« 2 × griffe : +7, dont létalité +1 ; à l'ancienne +6, 1d6+3. »"""
    name = strike_name(told, attack.name) or told.pick("attaque", "attack")
    count = f"{told.number(attack.count)} × " if present(attack.count) and attack.count > 1 else ""
    text = told.pick(
        f"{signed(told, attack.attack_bonus)}, dont létalité {signed(told, attack.lethality)}",
        f"{signed(told, attack.attack_bonus)}, lethality {signed(told, attack.lethality)} included",
    )
    dice = f", {attack.damage.replace('-', MINUS)}" if present(attack.damage) else ""
    old = signed(told, attack.attack_bonus_traditional)
    return start(
        f"{count}{name}{told.colon} {text}" + told.pick(f" ; à l'ancienne {old}{dice}.", f"; the old way {old}{dice}.")
    )


def strike_name(told: Told, key: str) -> str:
    """An attack of the bestiary or of a stat block by its name."""
    given = told.given
    if given.key is not None:
        for strike in pack.creature(given.key).strikes:
            if strike.name == key:
                return row_name(told, strike)
    try:
        pack.weapon(key)
    except Refusal:
        return key.strip().replace("_", " ")
    return weapon_name(told, key)
