"""Feats: whether one may be taken, what is missing, what it changes at once (P-FEAT-01, FEAT-08)."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changed
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, PAIR, TOUGHNESS, Combatant, FeatKey, check_feats
from gardien.systems.cthulhud20.rules.fight.weapons import WEAPONS
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks

TOUGH = "toughness"
LIGHTER: dict[str, str] = {  # the class of armours that comes before another (CD20-P-FEAT-01)
    "armour_proficiency:medium": "armour_proficiency:light",
    "armour_proficiency:heavy": "armour_proficiency:medium",
}

Missing: TypeAlias = Literal["taken_twice", "already_taken", "prerequisite"]


def check_feat(name: str, key: str) -> None:
    """A feat of the list, with what it is about (CD20-P-FEAT-01)."""
    check_feats(name, (key,))


def same_feat(one: str, other: str) -> bool:
    """Whether two feats are the same; the order of a pair does not matter."""
    kind, _, about = one.partition(":")
    same, _, also = other.partition(":")
    return kind == same and (set(about.split("+")) == set(also.split("+")) if kind == PAIR else about == also)


def is_proficient(combatant: Combatant, weapon: str) -> bool:
    """Whether somebody knows a weapon; one that no list holds counts as simple (CD20-P-FEAT-01)."""
    group = pack.weapon(weapon).proficiency if weapon in WEAPONS else "simple"
    return group == "simple" or combatant.has(f"weapon_proficiency:{group}")


def has_prerequisites(combatant: Combatant, feat: str) -> bool:
    """Whether nothing that a feat asks for is missing: other feats, an ability, base attack, proficiency."""
    row, about = pack.feat(feat), feat.partition(":")[2]
    return (
        all(combatant.has(one) for one in row.needs)
        and (feat not in LIGHTER or combatant.has(LIGHTER[feat]))
        and (row.ability is None or combatant.score(row.ability) >= row.least)
        and (not row.base_attack or base_attacks(combatant)[0] >= row.base_attack)
        and (not row.proficient or is_proficient(combatant, about))
    )


def missing(combatant: Combatant, feat: str) -> Missing | None:
    """Why somebody may not take a feat; nothing if they may (CD20-P-FEAT-01, CD20-FEAT-08)."""
    taken = sum(same_feat(one, feat) for one in combatant.feats)
    if feat == TOUGH:
        return "taken_twice" if taken >= pack.feat(feat).most else None
    if taken:
        return "already_taken"
    return None if has_prerequisites(combatant, feat) else "prerequisite"


class FeatGiven(Value, frozen=True, kw_only=True):
    """Somebody and the feat they would like to take."""

    character: Combatant = NOBODY
    feat: FeatKey

    def __post_init__(self) -> None:
        check_feat("feat", self.feat)


class FeatTaken(Value, frozen=True, kw_only=True):
    """Whether it may be taken, and what somebody has afterwards."""

    allowed: bool
    reason: Missing | UnsetType = UNSET
    feats: tuple[str, ...]
    pv_max: int
    pf_max: int
    pv: int
    pf: int

    def changes(self, given: FeatGiven, options: Options) -> tuple[Change, ...]:
        who = given.character
        before = {
            "feats": who.feats,
            "pv_max": who.life_max,
            "pf_max": who.breath_max,
            "pv": who.life,
            "pf": who.breath,
        }
        after = [(name, old, getattr(self, name)) for name, old in before.items()]
        return changed(*after, who=who.name)


@procedure("take_feat", rules="CD20-FEAT-08 CD20-P-FEAT-01", headline=("allowed", "reason"))
def take_feat(given: FeatGiven, options: Options) -> Program[FeatTaken]:
    """Whether nothing is missing for a feat; Toughness gives two PV and two PF, at most twice."""
    who, feat = given.character, given.feat
    reason = missing(who, feat)
    yield from step("allowed", reason is None, "CD20-FEAT-08" if feat == TOUGH else "CD20-P-FEAT-01")
    if reason is not None:
        yield from step("reason", reason, "CD20-FEAT-08" if feat == TOUGH else "CD20-P-FEAT-01")
    more = TOUGHNESS if reason is None and feat == TOUGH else 0
    now = 0 if who.condition == "dead" else more  # the dead recover nothing (CD20-HP-04)
    after = {
        "pv_max": who.life_max + more,
        "pf_max": who.breath_max + more,
        "pv": who.life + now,
        "pf": who.breath + now,
    }
    if more:
        for name, value in after.items():
            yield from step(name, value, "CD20-FEAT-08")
    return FeatTaken(
        allowed=reason is None,
        reason=UNSET if reason is None else reason,
        feats=(*who.feats, feat) if reason is None else who.feats,
        **after,
    )
