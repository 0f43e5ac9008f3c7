"""A sheet at a glance: what the card of an investigator, another person or a creature tells, in order (HP, P-CREA)."""

from collections.abc import Callable

from gardien.core.face import Content

PERSON = ("profession", "level", "combat_option", "age", "characteristics", "saves")
FIGHT = ("initiative", "base_attack", "zone_ca", "weapons", "armour_items")
INVESTIGATOR = (
    *("portrait", "history", *PERSON, *FIGHT, "feats", "skills", "gear", "languages", "spells_known", "money", "notes"),
)
NPC = (
    *("notes", "level", "combat_option", "challenge", "characteristics", "saves", *FIGHT, "feats", "skill_ranks"),
    *("gear", "spells_known", "conditions"),
)
CREATURE = (
    *("special", "san_loss", "challenge", "hit_dice", "size", "tables", "traits", "characteristics", "saves"),
    *("initiative", "zone_ca", "touch_ca", "natural_armour", "attacks", "damage_reduction", "half_damage", "heals"),
    *("immunities", "speed_m", "notes"),
)
GLANCES: dict[str, Callable[[Content], tuple[str, ...]]] = {
    "investigator": lambda sheet: INVESTIGATOR,
    "npc": lambda sheet: NPC,
    "creature": lambda sheet: CREATURE,
}
