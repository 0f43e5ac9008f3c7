"""Creatures in the new system: life, fatigue, CA and attacks, of the bestiary or of a stat block (CREA, P-CREA)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType, field

from gardien.core.chance import Program, nonzero, step
from gardien.core.errors import Refusal
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack.minds import Creature
from gardien.systems.cthulhud20.rules.character import PV_BASE
from gardien.systems.cthulhud20.rules.fight.armour_class import BASE
from gardien.systems.cthulhud20.rules.fight.weapons import Weapon, deadliness
from gardien.systems.cthulhud20.rules.tests.dice_text import check_plain
from gardien.systems.cthulhud20.vocabulary import (
    SIZE_BONUS,
    Armour,
    Bonus,
    DamageMode,
    DiceText,
    Name,
    Score,
    Size,
    Tables,
    modifier_of,
)

SECONDARY = -5  # CD20-P-CREA-01
CREATURES = pack.keys("creatures", "creature")
CreatureKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=CREATURES)]
HpMode: TypeAlias = Literal["half", "investigator"]
BodyTables: TypeAlias = Tables | Literal["none"]
USUAL: dict[DamageMode, BodyTables] = {"human": "human", "adapted_tables": "zombie"}  # CD20-CREA-02, CD20-CREA-03
BY_STRENGTH = Options()  # a creature’s own dice count, never its Strength (CD20-P-CREA-01)


class NaturalAttack(Value, frozen=True, kw_only=True):
    """One attack of a stat block, by its own dice."""

    name: Name = ""
    damage: DiceText
    threat_from: Annotated[int, Meta(ge=2, le=20)] = 20
    critical_multiplier: Annotated[int, Meta(ge=2, le=10)] = 2
    ranged: bool = False
    secondary: bool = False

    def __post_init__(self) -> None:
        check_plain("damage", self.damage, "CD20-LETH-04")


class CreatureGiven(Value, frozen=True, kw_only=True):
    """A creature of the bestiary, or a stat block."""

    key: CreatureKey | None = None
    hp: Annotated[int, Meta(ge=1, le=2000)] | None = None
    hp_mode: HpMode | None = None
    strength: Score = field(default=10, name="str")
    dex: Score = 10
    con: Score = 10
    size: Size = "medium"
    natural_armour: Armour = 0
    base_attack: Bonus = 0
    attacks: Annotated[tuple[NaturalAttack, ...], Meta(max_length=20)] = ()
    damage_mode: DamageMode = "traditional"
    tables: Tables | None = None

    def __post_init__(self) -> None:
        if self.key is not None:
            check_key("key", self.key, pack.creature)
        elif self.hp is None and self.hp_mode == "half":
            raise BadField("hp", "field/missing", "CD20-CREA-04", allowed="1–2000")


class Attack(Value, frozen=True, kw_only=True):
    """One attack of a creature: against bodies with zones, and where damage is rolled."""

    name: str
    count: int | UnsetType = UNSET
    lethality: int
    attack_bonus: int
    attack_bonus_traditional: int
    damage: str | UnsetType = UNSET


class Converted(Value, frozen=True, kw_only=True):
    """What the creature is in the new system."""

    hp: int | UnsetType = UNSET
    pv_max: int
    pf_max: int
    ca: int
    touch_ca: int
    ca_without_dex: int
    attacks: tuple[Attack, ...]
    damage_mode: DamageMode
    tables: BodyTables


def life_of(hp: int | None, con: int, mode: HpMode) -> int:
    """PV, and as many PF: half the hit points, or as for an investigator (CD20-CREA-04)."""
    if mode == "investigator":
        return max(1, PV_BASE + modifier_of(con))
    if hp is None:
        raise Refusal("field/missing", field="hp", rule="CD20-CREA-04", allowed="1–2000")
    return max(1, hp // 2)


def attack_of(given: CreatureGiven, attack: NaturalAttack) -> Program[Attack]:
    """Base, ability, size, lethality of its own dice; a secondary one five less (CD20-P-CREA-01)."""
    most = max(1, check_plain("damage", attack.damage, "CD20-LETH-04").highest())
    weapon = Weapon(max_damage=most, critical_multiplier=attack.critical_multiplier, threat_from=attack.threat_from)
    lethality = deadliness(weapon, given.strength, 0, False, False, BY_STRENGTH).lethality
    parts = (
        ("base_attack", given.base_attack),
        ("ability_mod", modifier_of(given.dex if attack.ranged else given.strength)),
        ("size_modifier", SIZE_BONUS[given.size]),
        ("secondary", SECONDARY if attack.secondary else 0),
        ("lethality", lethality),
    )
    bonus = sum(value for _, value in parts)
    shown = nonzero(*parts)
    yield from step("attack_bonus", bonus, "CD20-P-CREA-01", shown, who=attack.name)
    return Attack(
        name=attack.name,
        lethality=lethality,
        attack_bonus=bonus,
        attack_bonus_traditional=bonus - lethality,
    )


def convert_block(given: CreatureGiven, options: Options) -> Program[Converted]:
    """A stat block, step by step (CD20-P-CREA-01)."""
    life = life_of(given.hp, given.con, given.hp_mode or options.creature_hp)
    size, dex = SIZE_BONUS[given.size], modifier_of(given.dex)
    parts = (("base", BASE), ("size_modifier", size), ("dex", dex), ("natural_armour", given.natural_armour))
    ca = sum(value for _, value in parts)
    yield from step("pv_max", life, "CD20-CREA-04")
    yield from step("pf_max", life, "CD20-CREA-04")
    yield from step("ca", ca, "CD20-P-CREA-01", nonzero(*parts))
    attacks: tuple[Attack, ...] = ()
    for attack in given.attacks:
        attacks = (*attacks, (yield from attack_of(given, attack)))
    tables: BodyTables = USUAL.get(given.damage_mode, "none") if given.tables is None else given.tables
    return Converted(
        pv_max=life,
        pf_max=life,
        ca=ca,
        touch_ca=ca - given.natural_armour,
        ca_without_dex=ca - max(0, dex),
        attacks=attacks,
        damage_mode=given.damage_mode,
        tables="none" if given.damage_mode == "traditional" else tables,
    )


def from_bestiary(row: Creature, mode: HpMode | None, options: Options) -> Program[Converted]:
    """A creature of the list; a human one has no hit dice, and is always an investigator’s equal (CD20-P-CREA-03)."""
    chosen = mode or options.creature_hp
    life = row.half if row.hit_dice is not None and chosen == "half" else row.investigator
    yield from step("pv_max", life, "CD20-CREA-04")
    yield from step("pf_max", life, "CD20-CREA-04")
    yield from step("ca", row.ca, "CD20-P-CREA-03")
    return like(
        Converted,
        row,
        hp=row.hp if row.hit_dice is not None else UNSET,
        pv_max=life,
        pf_max=life,
        attacks=tuple(
            Attack(
                name=strike.name,
                count=strike.count,
                lethality=strike.lethality,
                attack_bonus=strike.bonus,
                attack_bonus_traditional=strike.bonus - strike.lethality,
                damage=strike.damage,
            )
            for strike in row.strikes
        ),
        damage_mode=row.mode,
        tables=row.tables or "none",
    )


@procedure(
    "convert_creature",
    rules="CD20-CREA-01 CD20-CREA-02 CD20-CREA-03 CD20-CREA-04 CD20-P-CREA-01 CD20-P-CREA-03 CD20-P-CREA-04",
    headline=("pv_max", "pf_max", "ca"),
)
def convert(given: CreatureGiven, options: Options) -> Program[Converted]:
    """A creature of the bestiary as it stands there, or a stat block: life and fatigue, CA, attacks, tables."""
    if given.key is not None:
        return (yield from from_bestiary(pack.creature(given.key), given.hp_mode, options))
    return (yield from convert_block(given, options))
