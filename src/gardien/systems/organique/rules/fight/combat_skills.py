"""What combat skills add: by action and weapon, the best only; initiative, called shots, kicks (CSK, M5)."""

from gardien.systems.organique import pack
from gardien.systems.organique.pack.rows import CombatSkill
from gardien.systems.organique.rules.tests.d20 import Parts
from gardien.systems.organique.vocabulary import Feat, Group, Improvised

Skills = tuple[tuple[str, int], ...]  # keys of M5 and their levels
ARMED_REACTIONS: frozenset[str] = frozenset(("parry", "entangle"))  # reactions made with a weapon (ORG-CSK-01)
BARE: frozenset[str] = frozenset(  # what no weapon is asked for: other reactions, holds to break, balance
    ("dodge", "leap", "drop", "flip", "resist_disarm", "shut_eyes", "mental_defence", "break_hold", "balance")
)
PER_LEVEL = 4  # ORG-CSK-01
AIM = 4  # ORG-MOD-01


def base_bonus(base: int, level: int) -> int:
    """A base and four for each level above the first; training to be made up is never a penalty (ORG-CSK-02)."""
    return max(0, base + PER_LEVEL * (level - 1))


def suits(row: CombatSkill, feat: Feat, group: Group | None, improvised: Improvised, rate: int) -> bool:
    """Whether a skill helps this with such a weapon; no group named: whatever the weapon (ORG-CSK-01)."""
    if feat not in row.bases:
        return False
    if feat in BARE or group is None:
        return True
    if row.improvised and feat != "throw_object" and improvised == "none":
        return False
    return (not row.groups or group in row.groups) and rate >= row.least_rate


def best_parts(
    skills: Skills, feat: Feat, group: Group | None = None, improvised: Improvised = "none", rate: int = 1
) -> Parts:
    """The highest bonus for this, by the skill that gives it; nothing where none does (ORG-CSK-03)."""
    bonuses = [(0, "")]
    for key, level in skills:
        row = pack.combat_skill(key)
        if suits(row, feat, group, improvised, rate):
            bonuses.append((base_bonus(row.bases[feat], level), key))
    bonus, key = max(bonuses)
    return ((key, bonus),) if bonus else ()


def initiative_parts(skills: Skills) -> Parts:
    """The best initiative of one’s skills (ORG-INIT-01)."""
    bonus, key = max(((pack.combat_skill(key).initiative * level, key) for key, level in skills), default=(0, ""))
    return ((key, bonus),) if bonus else ()


def _able(skills: Skills, group: Group) -> list[CombatSkill]:
    rows = [pack.combat_skill(key) for key, _ in skills]
    return [row for row in rows if not row.groups or group in row.groups]


def called_free(skills: Skills, group: Group) -> bool:
    """Whether a called shot costs nothing with this weapon (ORG-CSK-04)."""
    return any(row.called_free for row in _able(skills, group))


def aim_bonus(skills: Skills, group: Group) -> int:
    """What a turn of aiming gives: +4, or what a skill says (ORG-MOD-01, M5)."""
    return max([AIM, *(row.aim for row in _able(skills, group) if row.aim is not None)])


def kick_c(skills: Skills) -> float:
    """What training adds to a kick (ORG-CSK-05)."""
    return max((pack.combat_skill(key).kick_c for key, _ in skills), default=0)


def improvised_malus(skills: Skills) -> int:
    """What an improvised weapon costs: −8, less with training (ORG-MOD-06, M5)."""
    return min(0, -8 + max((pack.combat_skill(key).improvised * level for key, level in skills), default=0))


def is_trained(skills: Skills, training: "dict[str, int]") -> bool:
    """Whether an action that must be learned has been: one of its skills at its level (ORG-CSK-07, M6)."""
    return not training or any(key in training and level >= training[key] for key, level in skills)
