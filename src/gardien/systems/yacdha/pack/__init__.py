"""Printed and proposed tables as typed rows: weapons, creatures, spells, ages… (COM, CRE, LRN, MAG, CRT, TIM)."""

import os
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from gardien.core.inputs import BadField
from gardien.core.pack import Shelf
from gardien.core.rows import Article, Count, Key, Named, PersonName, Row, Words
from gardien.systems.yacdha.vocabulary import AgeClass, Category, Difficulty, Gauge, GaugeValue, Level, Stakes

FOLDER = os.path.dirname(__file__)

Tags = Annotated[tuple[Key, ...], Meta(max_length=20)]
Months = Annotated[int, Meta(ge=1, le=1000)]
TraumaMax = Annotated[int, Meta(ge=0, le=6)]
Margin = Annotated[int, Meta(ge=-5, le=6)]
SpeedClass = Annotated[int, Meta(ge=1, le=5)]
SpellTrauma = Annotated[int, Meta(ge=-6, le=6)]
Mode = Literal["contact", "ranged"]


class Margins(Named, frozen=True, kw_only=True):
    """Something that holds from one margin to another, both included."""

    at_least: Margin
    at_most: Margin

    def __post_init__(self) -> None:
        if self.at_most < self.at_least:
            raise BadField("at_most", "field/at_least", came=self.at_most, low=self.at_least)


class Age(Row, frozen=True, kw_only=True):
    """Points and ceiling of an age class (YAC-CRE-04, YAC-CRE-05); the years are proposed (M-09)."""

    from_years: Count
    to_years: Count | None = None
    points: Annotated[int, Meta(ge=1, le=6)]
    max_level: Annotated[int, Meta(ge=1, le=5)]
    months_per_point: Months | None = None


class Profile(Row, frozen=True, kw_only=True):
    """A way to spread an adult's points (YAC-CRE-04)."""

    split: Annotated[tuple[Annotated[int, Meta(ge=1, le=5)], ...], Meta(min_length=1, max_length=6)]
    weight: Annotated[int, Meta(ge=1, le=100)] = 1  # how often it is drawn, beside the others


class OccupationRow(Row, frozen=True, kw_only=True):
    """A narrow occupation to draw from (YAC-CRE-08)."""

    nature: Category
    minor: bool = False


class Drawn(Named, frozen=True, kw_only=True):
    """A bond, place, fault or trait to draw from (YAC-CRE-01, YAC-CRE-09)."""

    adult: bool = False


class Weapon(Row, frozen=True, kw_only=True):
    """A weapon and the most trauma one hit can do (YAC-COM-09)."""

    trauma_max: TraumaMax
    mode: Mode
    tags: Tags
    printed: bool = False
    area_m: Annotated[int, Meta(ge=1, le=1000)] | None = None


class Armour(Row, frozen=True, kw_only=True):
    """Armour taken off each hit (M-12)."""

    armour: Annotated[int, Meta(ge=1, le=2)]


class CreatureRow(Row, frozen=True, kw_only=True):
    """A creature as it is before play (YAC-CRT-03, M-01)."""

    article: Article | None = None
    boxes: Count
    soak: Count
    level: Level
    acts: Annotated[int, Meta(ge=0, le=20)]
    trauma_max: TraumaMax
    opposition_bonus: Level
    holdable: bool
    speed: SpeedClass
    sight_checks: Annotated[int, Meta(ge=0, le=20)]
    immune: Tags
    bane: Tags
    special_fr: Words
    special_en: Words
    no_unconscious: bool = False
    speed_water: SpeedClass | None = None
    on_death: Key | None = None
    only_act: Literal["attack", "immobilise"] | None = None
    device_trauma_max: TraumaMax | None = None
    fights: bool = True
    withdraws_at: Annotated[int, Meta(ge=1, le=1000)] | None = None


class NpcOccupation(Named, frozen=True, kw_only=True):
    """What an NPC does, and how well (YAC-NPC-03)."""

    level: Annotated[int, Meta(ge=1, le=5)]
    nature: Category


class NpcRow(Row, frozen=True, kw_only=True):
    """A sample NPC (YAC-NPC-01, M-13)."""

    article: Article | None = None
    madness: GaugeValue
    trauma: GaugeValue
    mythos: Level
    weapon: Key
    occupations: Annotated[tuple[NpcOccupation, ...], Meta(max_length=20)]


class Effect(Margins, frozen=True, kw_only=True):
    """What a spell does between two margins."""

    extra_madness_checks: Annotated[int, Meta(ge=1, le=6)] | None = None
    patient_trauma: SpellTrauma | None = None
    caster_trauma: SpellTrauma | None = None
    target_trauma: SpellTrauma | Literal["margin"] | None = None


class Spell(Row, frozen=True, kw_only=True):
    """A magic: opposition, conditions, effects by degree (YAC-MAG-09)."""

    opposition: Annotated[int, Meta(ge=0, le=5)]
    prepared: bool
    condition_fr: Words
    condition_en: Words
    time_fr: Words
    time_en: Words
    effects: Annotated[tuple[Effect, ...], Meta(min_length=1, max_length=12)]

    def effect(self, margin: int) -> Effect | None:
        """What a margin brings, or nothing where the spell does not say."""
        return next((one for one in self.effects if one.at_least <= margin <= one.at_most), None)


class Hazard(Row, frozen=True, kw_only=True):
    """A danger and the procedure that resolves it (M-04)."""

    resolution_fr: Words
    resolution_en: Words
    procedure: Literal["action", "gauge_check", "combat_round"]
    category: Category | None = None
    opposition: Annotated[int, Meta(ge=0, le=6)] | None = None
    stakes: Stakes = ()
    gauge: Gauge | None = None
    every_fr: Words | None = None
    every_en: Words | None = None
    checks_min: Annotated[int, Meta(ge=1, le=100)] | None = None
    checks_max: Annotated[int, Meta(ge=1, le=100)] | None = None
    trauma_max: TraumaMax | None = None


class Duration(Row, frozen=True, kw_only=True):
    """How long an act takes unless somebody says otherwise (YAC-TIM-01, M-14)."""

    minutes: Annotated[float, Meta(ge=0, le=100_000)]


class Speed(Row, frozen=True, kw_only=True):
    """A speed class for chases (M-05)."""

    speed_class: SpeedClass = field(name="class")


class Sign(Row, frozen=True, kw_only=True):
    """What a value of madness shows (M-08)."""

    madness: GaugeValue


class Band(Margins, frozen=True, kw_only=True):
    """A name for some margins (YAC-DEG-01, YAC-INV-02)."""

    key: Key


class OppositionRow(Named, frozen=True, kw_only=True):
    """A word for a passive opposition (YAC-OPP-01)."""

    key: Difficulty
    value: Annotated[int, Meta(ge=0, le=6)]


# Every table a pack file may hold, with the type of its rows.
TABLES: dict[str, Any] = {
    "age": Age,
    "armour": Armour,
    "bonds": Drawn,
    "creature": CreatureRow,
    "degree": Band,
    "duration": Duration,
    "family": PersonName,
    "faults": Drawn,
    "feminine": PersonName,
    "hazard": Hazard,
    "masculine": PersonName,
    "months": Months,
    "npc": NpcRow,
    "occupation": OccupationRow,
    "opposition": OppositionRow,
    "places": Drawn,
    "profile": Profile,
    "sign": Sign,
    "speed": Speed,
    "spell": Spell,
    "tier": Band,
    "traits": Drawn,
    "weapon": Weapon,
}


# Read by rank, by span or by the faces of a die: packs change words there, and add nothing.
FIXED = ("age", "degree", "months", "sign", "tier")
SHELF = Shelf(FOLDER, TABLES, FIXED)
table, keys = SHELF.table, SHELF.keys
_row = SHELF.row


def age(key: AgeClass) -> Age:
    """An age class."""
    return _row("ages", "age", key)  # type: ignore[no-any-return]


def weapon(key: str) -> Weapon:
    """A weapon of the tables."""
    return _row("weapons", "weapon", key)  # type: ignore[no-any-return]


def weapon_called(name: str) -> Weapon | None:
    """A weapon of the tables by what people call it, in either language."""
    said = name.casefold()
    return next((row for row in table("weapons", "weapon") if said in (row.fr.casefold(), row.en.casefold())), None)


def armour(key: str) -> Armour:
    """An armour."""
    return _row("armours", "armour", key)  # type: ignore[no-any-return]


def creature(key: str) -> CreatureRow:
    """A creature."""
    return _row("creatures", "creature", key)  # type: ignore[no-any-return]


def npc(key: str) -> NpcRow:
    """A sample NPC."""
    return _row("npcs", "npc", key)  # type: ignore[no-any-return]


def spell(key: str) -> Spell:
    """A spell."""
    return _row("spells", "spell", key)  # type: ignore[no-any-return]


def hazard(key: str) -> Hazard:
    """A hazard."""
    return _row("hazards", "hazard", key)  # type: ignore[no-any-return]


def duration(key: str) -> Duration:
    """A usual duration."""
    return _row("durations", "duration", key)  # type: ignore[no-any-return]


def learning_months() -> tuple[int, ...]:
    """Months of each step of learning, from level 0 on (M-07)."""
    return table("learning", "months")
