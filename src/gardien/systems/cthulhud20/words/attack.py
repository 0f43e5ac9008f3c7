"""Words that every attack on a body with zones shares: who strikes whom, the whole sum, the zone, what comes of it."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from gardien.core.readings.drive import Waiting
from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, listed, present, ruled, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.arms import MOST_INCREMENTS, MOST_THROWN, Weapon, weapon_of
from gardien.systems.cthulhud20.bonuses import Sum, ability_mod, bonus_of
from gardien.systems.cthulhud20.fates import CHANGES_WOUND
from gardien.systems.cthulhud20.kinds import Aim
from gardien.systems.cthulhud20.locating import is_single, target_of
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.sentences.blows_told import gravity, wounded
from gardien.systems.cthulhud20.sentences.fates_told import asked
from gardien.systems.cthulhud20.sentences.grammar import (
    TARGET,
    adding,
    at_zone,
    code,
    face_of,
    faces_of,
    hundred,
    metres,
    row_name,
    summed,
    the_zone,
    weapon_name,
    zone_name,
)
from gardien.systems.cthulhud20.striking import REFUSED_BY

PARTS: dict[str, Both] = {  # what stands in a sum, as short as it is said
    "base_attack": ("base", "base"),
    "lethality": ("arme", "weapon"),
    "feat_bonus": ("dons", "feats"),
    "range_malus": ("distance", "range"),
    "aim_bonus": ("visée", "aim"),
    "fatigue_malus": ("fatigue", "fatigue"),
    "condition_malus": ("état", "condition"),
    "proficiency_malus": ("arme mal connue", "unfamiliar weapon"),
    "size_modifier": ("taille", "size"),
    "situation_bonus": ("situation", "situation"),
    "volley_malus": ("cadence", "rate of fire"),
    "power_attack_malus": ("Power Attack", "Power Attack"),
    "stun_malus": ("pour assommer", "to stun"),
    "modifier": ("autres", "other"),
    "target_modifier": ("cible", "target"),
    "zone_malus": ("zone visée", "called zone"),
    "destiny": ("destin", "destiny"),
}
WHOLE: Both = ("bonus d'attaque", "attack bonus")
HELPLESS: Both = ("cible sans défense", "helpless target")
FEATS: Both = ("dons", "feats")
OTHER: Both = ("autres", "other")
REFUSALS: dict[str, Both] = {
    "attacker_cannot_act": (
        "{who} ne peut pas agir : aucune attaque",
        "{who} cannot act: no attack",
    ),
    "target_dead": ("la cible ne vit plus : en choisir une autre", "the target is dead: choose another"),
}
RESULTS: dict[str, Both] = {
    "hit": ("touché", "hit"),
    "miss": ("raté", "missed"),
    "stopped": ("arrêté par l'armure", "stopped by the armour"),
}


# ---- who, whom, with what ----


def strikes(
    told: Told, attacker: Any, target: Any, weapon: Weapon, aim: Aim = "none", named: str = "", role: Both = TARGET
) -> str:
    """« Jack tire sur la cible, à la tête (fusil de précision) », « Tir sur Paul », « Coup »."""
    who, whom = called(told, attacker, ("", ""), acts=True), called(told, target, ("", ""))
    if who:
        verb = {"melee": ("frappe", "strikes"), "ranged": ("tire sur", "shoots at")}.get(
            weapon.kind, ("lance son arme sur", "throws a weapon at")
        )
        text = f"{who} {told.pick(*verb)} {whom or told.pick(*role)}"
    else:
        noun = {"melee": ("coup", "blow"), "ranged": ("tir", "shot")}.get(weapon.kind, ("lancer", "throw"))
        on = told.pick(f" sur {whom}", f" at {whom}") if whom else ""
        text = f"{told.pick(*noun)}{on}"
    if aim != "none":
        text += f"{', ' if who or whom else ' '}{aimed_at(told, aim)}"
    return start(f"{text} ({named})" if named else text)


def aimed_at(told: Told, aim: Aim) -> str:
    """« à la tête », « en visant tête, torse et bras »."""
    if is_single(aim):
        return told.pick(at_zone(told, aim), f"aiming at {the_zone(told, aim)}")
    name = row_name(told, pack.aim(aim))
    return told.pick(f"en visant {name}", f"aiming at {name}")


def out_of_range(told: Told, weapon: Weapon, distance: float | None) -> str:
    """« 800 m : hors de portée, 750 m au plus. Se rapprocher ou changer d'arme. »"""
    most = weapon.range_increment_m * (MOST_THROWN if weapon.kind == "thrown" else MOST_INCREMENTS)
    far = metres(told, distance or 0)
    text = told.pick(
        f"{far} : hors de portée, moins de {metres(told, most)} avec cette arme. Se rapprocher ou en changer.",
        f"{far}: out of range, less than {metres(told, most)} with this weapon. Move nearer or change it.",
    )
    return ruled(text, REFUSED_BY["out_of_range"])


def refusal(told: Told, refused: Any, given: Any) -> str:
    """Why there is no attack at all."""
    if refused == "out_of_range":
        weapon = weapon_of(given.weapon, getattr(given, "thrown", False))
        return out_of_range(told, weapon, given.distance_m)
    who = called(told, given.attacker, ("l'attaquant", "the attacker"), acts=True)
    text = told.pick(*REFUSALS[str(refused)]).replace("{who}", who)
    return ruled(f"{start(text)}.", REFUSED_BY[refused])


# ---- the sum ----


def terms_of(told: Told, given: Any, found: Sum, block: Any) -> list[tuple[str, int]]:
    """Every part of an attack by its short name; nothing where the house rules made another sum of it."""
    parts = [(name, block.lethality if name == "lethality" else value) for name, value in found.terms]
    whole = given.attack_bonus is not None
    if whole:
        parts = [(name, 0 if name == "lethality" else value) for name, value in parts]
    if sum(value for _, value in parts) != block.attack_bonus:
        return []
    shown = []
    for name, value in parts:
        if name == "base_attack" and whole:
            shown.append((told.pick(*WHOLE), value))
        elif name == "ability_mod":
            dex = found.weapon.ranged or ability_mod(given.attacker, found.weapon) != given.attacker.modifier("str")
            shown.append((code(told, "dex" if dex else "str"), value))
        else:
            shown.append((told.pick(*PARTS[name]), value))
    helps = HELPLESS if block.helpless_bonus else PARTS["target_modifier"]
    shown.append((told.pick(*helps), block.target_modifier))
    shown.append((told.pick(*PARTS["zone_malus"]), block.zone_malus))
    return [(name, value) for name, value in shown if value]


def thrown_sum(told: Told, given: Any, found: Sum, block: Any) -> str:
    """« 10 (d20) + 3 (arme) + 2 (base) − 1 (fatigue) = 14 »."""
    parts = terms_of(told, given, found, block)
    lucky = block.attack_total - block.die - block.total_bonus
    if not parts:
        return summed(told, block.die, block.total_bonus + lucky)
    if lucky:
        parts.append((told.pick(*PARTS["destiny"]), lucky))
    more = "".join(f"{adding(told, value)} ({name})" for name, value in parts)
    return f"{told.number(block.die)} (d20){more} = {told.number(block.attack_total)}"


def place(told: Told, zone: str) -> str:
    """The zone and the d100 that found it: « bras droit, 44 au d100 »."""
    faces = faces_of(told, "location", "d100")
    if not faces:
        return zone_name(told, zone)
    return told.pick(
        f"{zone_name(told, zone)}, {hundred(faces[-1])} au d100",
        f"{zone_name(told, zone)}, {hundred(faces[-1])} on d100",
    )


def verdict(told: Told, block: Any, given: Any) -> str:
    """« touché », « 1 au dé : raté », « 20 au dé : touché », « le camouflage fait rater »."""
    text = told.pick(*RESULTS[block.result])
    total, ca, face = block.attack_total, block.zone_ca, block.die
    if block.result == "miss" and total >= ca:
        if face == 1 and not faces_of(told, "concealment", "d100"):
            return told.pick(f"1 au dé : {text}", f"natural 1: {text}")
        shown = listed(told, [hundred(one) for one in faces_of(told, "concealment", "d100")])
        return told.pick(
            f"{text} : camouflage de {given.concealment} %, {shown} au d100",
            f"{text}: concealment {given.concealment}%, {shown} on d100",
        )
    if block.result == "hit" and total < ca and face == 20:
        return told.pick(f"20 au dé : {text}", f"natural 20: {text}")
    return text


def jam(told: Told, block: Any) -> str:
    """What a natural 1 did to the weapon (CD20-P-GUN-06)."""
    face = face_of(told, "jam")
    if face is None:
        return ""
    if block.jammed:
        return told.pick(f"{face} au second d20 : l'arme s'enraye.", f"{face} on a second d20: the weapon jams.")
    return told.pick(
        f"{face} au second d20 : l'arme ne s'enraye pas.", f"{face} on a second d20: the weapon does not jam."
    )


# ---- the whole attack ----


def found_zone(told: Told, given: Any, block: Any) -> str:
    """The zone that the attack itself found, before destiny chose another."""
    faces = faces_of(told, "location", "d100")
    if faces:
        return target_of("none", given.target.tables).zone_at(faces[-1])
    chosen = getattr(given, "zone_choice", None)
    if chosen is not None:
        return str(chosen)
    return str(given.aim) if getattr(given, "aim", "none") != "none" else str(block.zone)


def one_attack(
    told: Told, given: Any, block: Any, head: str, found: Sum | None = None, more: Both | None = None
) -> list[str]:
    """An attack from its sum to what is left of the target; `given` is an `AttackGiven`."""
    if found is None:
        found = bonus_of(given, Options())
    zone = found_zone(told, given, block)
    against = told.pick(f"contre CA {told.number(block.zone_ca)}", f"against CA {told.number(block.zone_ca)}")
    line = f"{head}{told.colon} {thrown_sum(told, given, found, block)} {against} ({place(told, zone)}), "
    first = joined(f"{line}{verdict(told, block, given)}.", jam(told, block))
    heard = present(block.destiny_accepted) and block.destiny_accepted
    wished = heard and given.destiny.effect in CHANGES_WOUND
    fate = asked(told, given, block, zone)
    announced = [fate, first] if heard and not wished else [first, fate]  # a die that destiny turned comes first
    if not present(block.severity):
        return announced
    if more is None:
        more = FEATS if given.gb_bonus == 0 else OTHER
    who = called(told, given.target, TARGET)
    gb = gravity(told, block.gb, UNSET if wished else block.margin, zone, block.zone_bonus, more)
    stopped = block.result == "stopped"
    flags = {"pf_only": block.pf_only, "stopped": stopped, "named": not wished}
    return [*announced, *wounded(told, who, given.target, block, gb, **flags)]


def waiting(told: Told, head: str) -> list[str]:
    """What is announced while somebody may still ask destiny: hit or miss and where, no number (CD20-DEST-03)."""
    known: Waiting = told.outcome
    result, zone = known.told["result"], known.told["zone"]
    text = told.pick(*RESULTS[result])
    if result == "hit":
        text += f" {at_zone(told, zone)}"
    elif result == "stopped":
        text += f", {zone_name(told, zone)}"
    ask = told.pick(
        "La suite attend : un point de destin peut encore être demandé.",
        "What follows waits: a point of destiny may still be asked for.",
    )
    return [f"{head}{told.colon} {text}.", ruled(ask, "CD20-DEST-03")]


def with_dice(told: Told, first: int, last: int) -> Told:
    """The same with some of its dice only."""
    return replace(told, dice=told.dice[first:last])


def named_weapon(told: Told, weapon: Any) -> str:
    """The weapon's name as it stands in brackets, where it has one."""
    key = weapon if isinstance(weapon, str) else weapon.key
    return weapon_name(told, key).replace(" (", ", ").replace(")", "") if key else ""
