"""Exact chances of attacks in words: « Touché : 65 % (13/20) · mort : 5 % (1/20). »"""

from collections.abc import Mapping
from fractions import Fraction

from gardien.core.telling import Told
from gardien.core.terms import percent
from gardien.core.wording import Both, listed, present, said, start
from gardien.systems.cthulhud20.sentences.grammar import wound_name, zone_name
from gardien.systems.cthulhud20.sentences.strikes_told import refusal

ENDS: dict[str, Both] = {
    "hit": ("touché", "hit"),
    "miss": ("raté", "missed"),
    "stopped": ("arrêté par l'armure", "stopped by the armour"),
    "severed": ("membre perdu", "limb lost"),
    "critical_or_worse": ("critique ou pire", "critical or worse"),
    "dead": ("mort", "dead"),
    "out_of_action": ("hors de combat", "out of action"),
    "untouched": ("aucune atteinte", "untouched"),
    "dead_or_critical": ("mort ou blessure critique", "dead or critically wounded"),
    "dead_or_grave": ("mort, blessure critique ou grave", "dead, critically or seriously wounded"),
}
SAFE: Both = ("Mort, blessure critique ou grave : impossible.", "Dead, critically or seriously wounded: impossible.")
WOUNDS = ("superficial", "light", "moderate", "grave", "critical", "destructive", "mortal")


def named(told: Told, key: str) -> str:
    """An ending by its name: « blessure grave », « membre perdu »."""
    return wound_name(told, key) if key in WOUNDS else told.pick(*ENDS[key])


def chances(told: Told, found: Mapping[str, str]) -> str:
    """Several chances on one line; what cannot happen is left out."""
    parts = [f"{named(told, key)}{told.colon} {said(told, text)}" for key, text in found.items() if Fraction(text)]
    return f"{start(' · '.join(parts))}." if parts else ""


def _of(told: Told, *keys: str) -> dict[str, str]:
    return {key: getattr(told.outcome, key) for key in keys}


def odds_attack(told: Told) -> list[str]:
    """How an attack may end: the hit, the wounds, death, and where it strikes."""
    outcome = told.outcome
    if present(outcome.refused):
        return [refusal(told, outcome.refused, told.given)]
    places = [
        f"{zone_name(told, zone)} {percent(Fraction(text), told.language)}"
        for zone, text in outcome.hit_by_zone.items()
        if Fraction(text)
    ]
    where = told.pick("Touché, par zone", "Hit, by zone")
    return [
        chances(told, _of(told, "hit", "miss", "stopped")),
        chances(told, _of(told, *WOUNDS[:5], "severed", *WOUNDS[5:])),
        chances(told, _of(told, "critical_or_worse", "dead", "out_of_action")),
        f"{where}{told.colon} {listed(told, places)}." if len(places) > 1 else "",
    ]


def odds_attacks(told: Told) -> list[str]:
    """« Mort : 44 % (1409/3200) · mort ou blessure critique : 77 % (77/100) … », attack by attack."""
    outcome = told.outcome
    if present(outcome.refused):
        return [refusal(told, outcome.refused, told.given)]
    each = listed(told, [said(told, text) for text in outcome.dead_after])
    after = told.pick("Mort, attaque après attaque", "Dead, attack after attack")
    alive = [
        f"{named(told, key)} {said(told, text)}"
        for key, text in outcome.worst.items()
        if key != "dead" and Fraction(text)
    ]
    worst = told.pick("En vie, au pire", "Alive, at worst")
    return [
        chances(told, _of(told, "dead", "dead_or_critical", "dead_or_grave")) or told.pick(*SAFE),
        f"{after}{told.colon} {each}." if len(outcome.dead_after) > 1 else "",
        f"{worst}{told.colon} {', '.join(alive)}." if alive else "",
    ]
