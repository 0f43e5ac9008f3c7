"""The sum of an attack before its die, and the CA that it meets, zone by zone."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, owned, start
from gardien.systems.cthulhud20.bonuses import bonus_of, distance_of
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.sentences.grammar import adding, headed, signed, zone_name
from gardien.systems.cthulhud20.sentences.strikes_told import WHOLE, named_weapon, out_of_range, terms_of

FATIGUE: Both = ("malus de fatigue", "fatigue penalty")
ARMOUR: Both = ("malus d'armure", "armour check penalty")


def attack_bonus(told: Told) -> list[str]:
    """« Bonus d'attaque (fusil de précision) : 7 (base) + 5 (DEX) + 7 (arme) − 4 (distance) = +15. »"""
    given, outcome = told.given, told.outcome
    found = bonus_of(given, Options())
    weapon = named_weapon(told, given.weapon)
    if not outcome.in_range:
        return [out_of_range(told, found.weapon, distance_of(given.distance_m, found.weapon))]
    name = told.pick("bonus d'attaque", "attack bonus") + (f" ({weapon})" if weapon else "")
    head = start(headed(told, name))
    total = f"{signed(told, outcome.total_bonus)}"
    parts = terms_of(told, given, found, outcome)
    plain = ""
    if outcome.system == "traditional":
        plain = told.pick(
            "Le bonus de l'arme ne compte pas : la créature garde ses points de vie.",
            "Lethality does not count: the creature keeps its hit points.",
        )
    return [joined(f"{head}{told.colon} {_sum(told, parts, total)}.", plain)]


def _sum(told: Told, parts: Any, total: str) -> str:
    if len(parts) < 2:
        return f"{total} ({parts[0][0]})" if parts and parts[0][0] != told.pick(*WHOLE) else total
    (name, first), *rest = parts
    return f"{told.number(first)} ({name})" + "".join(f"{adding(told, v)} ({n})" for n, v in rest) + f" = {total}"


def zone_ca(told: Told) -> list[str]:
    """« CA de Paul : tête 12, torse 13, bras droit 13… CA de contact 12. »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.target, ("", ""), acts=True)
    head = headed_by(told, who)
    zones = ", ".join(f"{zone_name(told, zone)} {told.number(ca)}" for zone, ca in outcome.zone_ca.items())
    touch = f"{told.pick('CA de contact', 'Touch CA')} {told.number(outcome.touch_ca)}."
    weighs = []
    if outcome.fatigue_malus:
        weighs.append(f"{told.pick(*FATIGUE)} {signed(told, outcome.fatigue_malus)}")
    if outcome.armour_check_malus:
        weighs.append(f"{told.pick(*ARMOUR)} {signed(told, outcome.armour_check_malus)}")
    if outcome.helpless:
        weighs.append(told.pick("sans défense", "helpless"))
    tail = f"{start(', '.join(weighs))}." if weighs else ""
    return [f"{head}{told.colon} {zones}.", joined(touch, tail)]


def headed_by(told: Told, who: str) -> str:
    """« CA de Paul », « CA par zone »."""
    return start(owned(told, ("CA", "CA"), who)) if who else told.pick("CA par zone", "CA by zone")
