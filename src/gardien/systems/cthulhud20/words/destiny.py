"""Destiny in words: who asks, what it changes, why a point is not spent (CD20-DEST, CD20-P-DEST-01)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, called, of, present, ruled, start
from gardien.systems.cthulhud20.sentences.grammar import TARGET, at_zone, faces_of, severity_name, wound_name
from gardien.systems.cthulhud20.severity import IMPROVED_CRITICAL, power_bonus, severity_of

ASKER: Both = ("le personnage", "the character")
REASONS: dict[str, tuple[Both, str]] = {  # with {who} for whoever asks
    "dead": (
        ("après la mort, rien ne peut plus être changé", "after death nothing can be changed"),
        "CD20-HP-04",
    ),
    "npc": (
        ("les PNJ n'ont pas de point de destin à cette table", "NPCs have no points of destiny at this table"),
        "CD20-DEST-01",
    ),
    "no_point": (("il n'en reste plus", "none is left"), "CD20-DEST-02"),
    "consequence_known": (
        (
            "il se demande avant de connaître la conséquence ; seul le gardien peut revenir en arrière",
            "it is asked for before the consequence is known; only the Keeper can go back",
        ),
        "CD20-DEST-03",
    ),
    "refused_by_player": (
        (
            "toute la table doit être d'accord, et une voix est contre",
            "everybody must agree, and one vote is against it",
        ),
        "CD20-DEST-05",
    ),
    "vote_missing": (
        ("toute la table doit être d'accord, et il manque une voix", "everybody must agree, and a vote is missing"),
        "CD20-DEST-05",
    ),
    "not_own_roll": (
        ("+10 ne s'ajoute qu'à son propre jet", "+10 is for one's own roll only"),
        "CD20-P-DEST-01",
    ),
    "no_wound": (
        ("il n'y a là aucune blessure à changer", "there is no wound to change here"),
        "CD20-DEST-04",
    ),
}


def point(told: Told, who: str, group: bool, left: Any = None) -> str:
    """« Point de destin de Paul (il lui en reste 2) », « Point de destin du groupe »."""
    if group:
        return told.pick("Point de destin du groupe", "The group's point of destiny")
    text = told.pick(f"Point de destin {of(who)}", f"{start(who)}'s point of destiny")
    if not present(left):
        return text
    if not left:
        return text + told.pick(" (c'était le dernier)", " (the last one)")
    return text + told.pick(f" (il lui en reste {left})", f" ({left} left)")


def not_heard(told: Told, who: str, group: bool, reason: Any) -> str:
    """« Point de destin de Paul refusé : il n'en reste plus. »"""
    why, rule = REASONS[str(reason)]
    return ruled(f"{point(told, who, group)}{told.pick(' refusé', ' refused')}{told.colon} {told.pick(*why)}.", rule)


def becomes(told: Told, before: str, after: str, where: str = "") -> str:
    """« la blessure grave devient légère, au bras droit »."""
    old, new = wound_name(told, before), severity_name(told, after)
    end = f", {where}" if where else ""
    if before == after:
        return told.pick(f"la {old} reste ce qu'elle est{end}", f"the {old} stays as it is{end}")
    return told.pick(f"la {old} devient {new}{end}", f"the {old} becomes {new}{end}")


def asked(told: Told, given: Any, block: Any, zone: str) -> str:
    """The point that was asked for in an attack, heard or not; nothing where nobody asked."""
    if not present(block.destiny_accepted):
        return ""
    destiny = given.destiny
    person = given.attacker if destiny.by == "attacker" else given.target
    role: Both = ("l'attaquant", "the attacker") if destiny.by == "attacker" else TARGET
    who = called(told, person, role, acts=destiny.by == "attacker")
    group = destiny.source == "group"
    if not block.destiny_accepted:
        return not_heard(told, who, group, block.destiny_reason)
    return f"{point(told, who, group, block.destiny_left)}{told.colon} {_changed(told, given, block, zone)}."


def _changed(told: Told, given: Any, block: Any, zone: str) -> str:
    effect = given.destiny.effect
    if effect == "plus10":
        return told.pick("+10 à ce jet", "+10 to this roll")
    if effect == "reroll":
        first, second = faces_of(told, "attack", "d20")[:2]
        return told.pick(
            f"le d20 montrait {first}, le second {second}, on garde {block.die}",
            f"the d20 showed {first}, the second {second}, {block.die} is kept",
        )
    if not present(block.severity):
        return told.pick("aucune blessure, décision du gardien", "no wound, by the Keeper's ruling")
    where = at_zone(told, block.zone) if block.zone != zone else ""
    before = severity_of(announced_gb(given, block), zone, given.target.tables, block.pf_only)  # type: ignore[arg-type]
    ruling = told.pick(", décision du gardien", ", by the Keeper's ruling") if effect == "keeper" else ""
    return becomes(told, before, block.severity, where) + ruling


def announced_gb(given: Any, block: Any) -> int:
    """The GB that the dice alone would have made (CD20-GB-01)."""
    weapon = given.weapon if isinstance(given.weapon, str) else given.weapon.key
    sharp = IMPROVED_CRITICAL if given.attacker.has(f"improved_critical:{weapon}") else 0
    gains = sharp + power_bonus(given.power_attack) + given.gb_bonus
    return int(max(0, block.margin + block.zone_bonus + gains))
