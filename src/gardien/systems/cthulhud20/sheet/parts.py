"""The parts of a sheet: weapons carried, skills line by line, wounds’ notes, insanities, a creature’s attacks."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr, replace

from gardien.core.in_force import kept_by_rows
from gardien.core.inputs import BadField, check_dice, check_key
from gardien.core.values import FrozenMap, Value, frozen_map
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant, Ranks
from gardien.systems.cthulhud20.rules.derived_values import line_of
from gardien.systems.cthulhud20.rules.fight.state import Arm, arm_of
from gardien.systems.cthulhud20.rules.fight.weapons import WEAPONS, WeaponGiven, WeaponNamed, weapon_of
from gardien.systems.cthulhud20.rules.growth.skill_points import UNBOUGHT
from gardien.systems.cthulhud20.rules.tests.modifiers import feat_bonus
from gardien.systems.cthulhud20.vocabulary import (
    ABILITIES,
    Ability,
    Bonus,
    Count,
    Lethality,
    MaxDamage,
    Name,
    Rounds,
    Text,
    WeaponKind,
)

Language: TypeAlias = Literal["fr", "en"]
Names: TypeAlias = Annotated[tuple[Name, ...], Meta(max_length=1000)]
Moment: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]  # minutes on the table’s clock
WeaponOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *WEAPONS])]
SpellKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("minds", "spell"))]
TomeKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("minds", "tome"))]
InsanityKind: TypeAlias = Literal["temporary", "indefinite", "permanent"]


class HouseRules(Value, frozen=True, kw_only=True):
    """The switches that the numbers of a sheet rest on, so that it can be computed again by itself (CD20-GEN-03)."""

    npc_destiny: bool = False
    strength_in_lethality: bool = False
    stack_layered_armour: bool = False
    level_ac_bonus: bool = False
    creature_hp: Literal["half", "investigator"] = "half"
    pf_floor_zero: bool = False

    def options(self) -> Options:
        """The same as the rules read them."""
        return Options(**{name: getattr(self, name) for name in self.__struct_fields__})


def house_rules(options: Options) -> HouseRules:
    """What a sheet must remember of a table’s options."""
    return HouseRules(**{name: getattr(options, name) for name in HouseRules.__struct_fields__})


# ---- skills ----


class SkillLine(Value, frozen=True, kw_only=True):
    """A skill as it stands on paper: ranks, ability and feats; what weighs for the moment comes on top."""

    ability: Ability | None = None
    ranks: Ranks = 0
    ability_mod: Bonus = 0
    feat_bonus: Bonus = 0
    total: Bonus = 0
    core: bool = False
    usable: bool = True  # whether it may be tried as it is (CD20-P-CHECK-01)


def skill_lines(who: Combatant, core_skills: tuple[str, ...]) -> FrozenMap[str, SkillLine]:
    """Every skill, in the order of the list (CD20-P-SKILL-01)."""
    modifiers = tuple(who.modifier(ability) for ability in ABILITIES)
    return _lines(frozen_map(who.skill_ranks), who.mythos_ranks, modifiers, who.feats, core_skills)


@kept_by_rows(100)
def _lines(
    ranks: FrozenMap[str, float], mythos: int, modifiers: tuple[int, ...], feats: tuple[str, ...], core: tuple[str, ...]
) -> FrozenMap[str, SkillLine]:
    """The same from all that they rest on: a wound, or an hour, changes none of it."""
    lines, modifier_of = {}, dict(zip(ABILITIES, modifiers, strict=True))
    for key in pack.skill_keys():
        row = pack.skill(key)
        rank = mythos if key == UNBOUGHT else int(ranks.get(key, 0))
        modifier = modifier_of[row.ability] if row.ability else 0
        bonus = feat_bonus(feats, key)
        lines[key] = SkillLine(
            ability=row.ability,
            ranks=rank if key == UNBOUGHT else ranks.get(key, 0),
            ability_mod=modifier,
            feat_bonus=bonus,
            total=rank + modifier + bonus,
            core=key in core,
            usable=row.untrained or rank >= 1,
        )
    return frozen_map(lines)


# ---- weapons ----


class SheetWeapon(Value, frozen=True, kw_only=True):
    """A line of the weapon table: one of the list by its key, or one described; and how it is loaded."""

    weapon: WeaponOrNone = ""
    name: Name = ""
    described: WeaponGiven | None = None  # its own numbers, also where they change one of the list
    ammunition: Count = 0  # in the magazine
    spare_magazines: Count = 0
    loaded: bool = True
    jammed: bool = False
    magazine: Count = 0
    lethality: Lethality = 0
    bonuses: Annotated[tuple[Bonus, ...], Meta(max_length=10)] = ()

    def __post_init__(self) -> None:
        if self.weapon:
            check_key("weapon", self.weapon, pack.weapon)
        most = weapon_of(self.weapon_named()).magazine
        if most and self.ammunition > most:
            raise BadField("ammunition", "field/at_most", "CD20-P-GUN-05", came=self.ammunition, high=most)

    def weapon_named(self) -> WeaponNamed:
        """The weapon as attacks take it."""
        if self.described is None:
            return self.weapon or WeaponGiven()
        return replace(self.described, key=self.described.key or self.weapon)

    def arm(self, rapid: bool = False, at: int | None = None) -> Arm:
        """The same as a fight uses it."""
        loaded, called = (
            self.ammunition if self.loaded else 0,
            self.name or self.weapon or weapon_of(self.weapon_named()).key,
        )
        return arm_of(self.weapon_named(), rapid, loaded, self.spare_magazines, jammed=self.jammed, name=called, at=at)

    def on(self, who: Combatant, options: Options) -> "SheetWeapon":
        """The same line in these hands: lethality and bonuses computed again (CD20-ATT-01, CD20-LETH-01)."""
        line = line_of(who, self.weapon_named(), options)
        magazine = weapon_of(self.weapon_named()).magazine
        return replace(self, magazine=magazine, lethality=line.lethality, bonuses=line.bonuses)


def weapon_lines(keys: tuple[str, ...], language: Language, spare: int = 0) -> tuple[SheetWeapon, ...]:
    """Weapons of the list as lines, loaded, with so many magazines besides."""
    lines = []
    for key in keys:
        row = pack.weapon(key)
        lines.append(
            SheetWeapon(
                weapon=key,
                name=getattr(row, language),
                ammunition=row.magazine,
                spare_magazines=spare if row.magazine else 0,
            )
        )
    return tuple(lines)


# ---- wounds, minds ----


class WoundNote(Value, frozen=True, kw_only=True):
    """What is remembered of a wound besides itself; notes stand in the order of the wounds."""

    id: Count = 0
    inflicted_at: Rounds = 0  # on the table’s clock, in rounds
    source: Name = ""


class Lasting(Value, frozen=True, kw_only=True):
    """A cause under way: its highest damage, the die of its first round, the last round played (CD20-ENV-02).

    Whoever has only just caught fire has no round of it behind them, and no die yet.
    """

    max_damage: MaxDamage
    d10: Annotated[int, Meta(ge=1, le=10)] | None = None
    round: Annotated[int, Meta(ge=0, le=1000)] = 1
    source: Name = ""


class Insanity(Value, frozen=True, kw_only=True):
    """An insanity, how it shows, and when it ends (CD20-P-SAN-03, CD20-P-SAN-04)."""

    kind: InsanityKind = "temporary"
    effect: Name = ""
    lasts: Moment | None = None  # minutes
    ends_at: Moment | None = None  # on the table’s clock; none for what does not end by itself
    rounds: Rounds | None = None  # that are left of one that lasts so many
    mythos: bool = False


class Dose(Value, frozen=True, kw_only=True):
    """A poison whose second save is still to come (CD20-P-POIS-01)."""

    poison: Name
    rounds: Rounds = 10

    def __post_init__(self) -> None:
        check_key("poison", self.poison, pack.poison)


class Illness(Value, frozen=True, kw_only=True):
    """A disease that somebody has, or that is on its way, and good days running (CD20-P-DIS-01)."""

    disease: Name
    successes_running: Count = 0

    def __post_init__(self) -> None:
        check_key("disease", self.disease, pack.disease)


# ---- creatures ----


class SanLoss(Value, frozen=True, kw_only=True):
    """What the sight of somebody costs (CD20-P-SAN-02)."""

    success: Name = "0"
    failure: Name = "0"

    def __post_init__(self) -> None:
        check_dice("success", self.success)
        check_dice("failure", self.failure)


class BodyAttack(Value, frozen=True, kw_only=True):
    """One attack of a creature: against bodies with zones its bonus holds the lethality (CD20-P-CREA-03)."""

    name: Name
    count: Annotated[int, Meta(ge=1, le=10)] = 1
    attack_bonus: Bonus = 0
    lethality: Lethality = 0
    damage: Name = ""  # where damage is rolled, Strength included
    threat_from: Annotated[int, Meta(ge=2, le=20)] = 20
    critical_multiplier: Annotated[int, Meta(ge=2, le=10)] = 2
    ranged: bool = False
    secondary: bool = False
    pf_only: bool = False
    weapon: WeaponOrNone = ""
    poison: Name = ""
    special: Text = ""

    def arm(self, rapid: bool = False, spare: int = 0, attack: int | None = None) -> Arm:
        """The same as a fight uses it: with a weapon of the list, or by nature."""
        kind: WeaponKind | None = None if self.weapon else "ranged" if self.ranged else "melee"
        named = WeaponGiven(key=self.weapon, kind=kind, lethality=self.lethality, pf_only=self.pf_only)
        own = {"natural": True, "hands": 0} if kind else {}
        profile = {name: getattr(self, name) for name in ("name", "lethality", "count", "damage")}
        return arm_of(named, rapid, spare=spare, attack=attack, bonus=self.attack_bonus, **profile, **own)

    def __post_init__(self) -> None:
        if self.damage:
            check_dice("damage", self.damage)
        if self.weapon:
            check_key("weapon", self.weapon, pack.weapon)
        if self.poison:
            check_key("poison", self.poison, pack.poison)


# ---- how an investigator came about ----


class CreationLog(Value, frozen=True, kw_only=True):
    """Where abilities came from: scores of the first level before age told, and what rose later (CD20-P-ABIL-01)."""

    method: Literal["rolled", "array", "points"] = "array"
    scores: Annotated[tuple[int, ...], Meta(max_length=6)] = ()  # as the dice fell
    abilities: Annotated[dict[Ability, int], Meta(max_length=6)] = {}
    increases: Annotated[tuple[Ability, ...], Meta(max_length=5)] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "abilities", frozen_map(self.abilities))
