"""A sheet at a glance: what the card of a runner, another person or a creature tells, in order (M1, M16)."""

from collections.abc import Callable

from gardien.core.face import Content

FIGHT = ("weapons", "armour")
RUNNER = (
    *("portrait", "history", "player_class", "age", "characteristics", *FIGHT, "skill_lines", "traits", "gear"),
    *("computer", "programs", "habits", "money", "notes"),
)
NPC = ("notes", "player_class", "characteristics", *FIGHT, "skill_lines", "traits", "computer", "programs", "gear")
CREATURE = ("notes", "nature", "size_mod", "characteristics", *FIGHT, "skills", "combat_skills", "bonuses")
GLANCES: dict[str, Callable[[Content], tuple[str, ...]]] = {
    "runner": lambda sheet: RUNNER,
    "npc": lambda sheet: NPC,
    "creature": lambda sheet: CREATURE,
}
