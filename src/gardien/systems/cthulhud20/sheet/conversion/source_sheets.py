"""Sheets of the base d20 game as somebody copies them: creatures, investigators, other people (CREA, GEN-01)."""

import re
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from gardien.core.inputs import BadField, check_dice
from gardien.core.values import Value
from gardien.systems.cthulhud20.rules.creatures import HpMode
from gardien.systems.cthulhud20.rules.tests.dice_text import check_plain
from gardien.systems.cthulhud20.sheet.parts import Language, Names
from gardien.systems.cthulhud20.vocabulary import (
    Ability,
    Armour,
    BaseAttacks,
    Bonus,
    CombatOption,
    DamageMode,
    DiceText,
    Level,
    Metres,
    Name,
    San,
    Score,
    Size,
    Tables,
    Text,
)

AGAINST = re.compile(r"\s*(?P<success>[^/\s]+)\s*/\s*(?P<failure>[^/\s]+)\s*")
HitPoints: TypeAlias = Annotated[int, Meta(ge=1, le=2000)]
Feats: TypeAlias = Annotated[tuple[Name, ...], Meta(max_length=60)]


class D20Spell(Value, frozen=True, kw_only=True):
    """A spell that wounds or heals; what grows with the level of its caster is written with it (CD20-SPELL-01)."""

    name: Name
    damage: DiceText = ""
    heals: DiceText = ""
    attack: bool = False  # it needs an attack roll

    def __post_init__(self) -> None:
        for name in ("damage", "heals"):
            if getattr(self, name):
                check_plain(name, getattr(self, name), "CD20-SPELL-01")


class D20Attack(Value, frozen=True, kw_only=True):
    """One attack of a stat block; its damage as it is printed there."""

    name: Name = ""
    bonus: Annotated[int, Meta(ge=-50, le=100)] | None = None
    damage: DiceText = "1d3"
    count: Annotated[int, Meta(ge=1, le=10)] = 1
    ranged: bool = False
    secondary: bool = False
    threat_from: Annotated[int, Meta(ge=2, le=20)] = 20
    critical_multiplier: Annotated[int, Meta(ge=2, le=10)] = 2

    def __post_init__(self) -> None:
        check_dice("damage", self.damage)


class D20Being(Value, frozen=True, kw_only=True):
    """What every sheet of the base game may hold; an ability that is left out is average."""

    name: Name = ""
    strength: Score | None = field(default=None, name="str")
    dex: Score | None = None
    con: Score | None = None
    intellect: Score | None = field(default=None, name="int")
    wis: Score | None = None
    cha: Score | None = None
    hp: HitPoints | None = None
    fort: Bonus | None = None
    ref: Bonus | None = None
    will: Bonus | None = None
    feats: Feats = ()
    spells: Annotated[tuple[Name | D20Spell, ...], Meta(max_length=60)] = ()
    speed_m: Metres = 9
    notes: Text = ""
    language: Annotated[Language, Meta(description="of what is written on the sheet")] = "fr"

    def score(self, ability: Ability) -> int | None:
        score: int | None = getattr(self, {"str": "strength", "int": "intellect"}.get(ability, ability))
        return score


class D20Creature(D20Being, frozen=True, kw_only=True):
    """A stat block (CD20-P-CREA-01)."""

    size: Size = "medium"
    hit_dice: Name = ""
    hp_mode: HpMode | None = None
    ca: Annotated[int, Meta(ge=0, le=100)] | None = None
    natural_armour: Armour | None = None
    base_attack: Bonus = 0
    attacks: Annotated[tuple[D20Attack, ...], Meta(max_length=20)] = ()
    damage_mode: DamageMode = "traditional"
    tables: Tables | None = None
    damage_reduction: Armour = 0
    san_loss: Name = ""

    def __post_init__(self) -> None:
        if self.hp is None and (self.damage_mode == "traditional" or self.hp_mode == "half"):
            raise BadField("hp", "field/missing", "CD20-CREA-04", allowed="1–2000")
        if self.damage_mode == "own_tables" and self.tables is None:
            raise BadField("tables", "field/missing", "CD20-CREA-02", allowed="quadruped | mi_go | radial | cone")
        for one in self.losses:
            check_plain("san_loss", one, "CD20-P-SAN-02")

    @property
    def losses(self) -> tuple[str, str]:
        """What the sight of it costs whoever holds, and everybody else: « 0/1d6 » (CD20-P-SAN-02)."""
        if not self.san_loss.strip():
            return "0", "0"
        parts = AGAINST.fullmatch(self.san_loss)
        if parts is None:
            raise BadField("san_loss", "field/type", "CD20-P-SAN-02", came=self.san_loss, allowed="0/1d6")
        return parts["success"].lower(), parts["failure"].lower()

    @property
    def body(self) -> Tables:
        """Its tables: as they are named, or as the way of conversion wants them (CD20-CREA-02)."""
        usual: Tables = "zombie" if self.damage_mode == "adapted_tables" else "human"
        return usual if self.tables is None else self.tables


class D20Person(D20Being, frozen=True, kw_only=True):
    """Another person (CD20-GEN-01)."""

    gender: Literal["f", "m"] | None = None
    level: Level = 1
    combat_option: CombatOption | None = None
    base_attack: BaseAttacks | None = None
    skills: Annotated[dict[Name, Bonus], Meta(max_length=100)] = {}
    weapons: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    armour: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    san: San | None = None
    gear: Names = ()


class D20Investigator(D20Person, frozen=True, kw_only=True):
    """A player’s character of the base game (CD20-GEN-01, CD20-HP-01)."""

    player: Name = ""
    profession: Name = ""
    age: Annotated[int, Meta(ge=1, le=120)] | None = None
