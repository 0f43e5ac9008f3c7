"""The rows of weapons, armours, cover and explosives in the pack: their types (LETH, P-WEAP, P-ARM, P-COVER, P-GUN)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.dice import Dice
from gardien.core.inputs import check_dice
from gardien.core.rows import DiceText, Noted, Row
from gardien.systems.cthulhud20.pack.rows import Metres, Number, Percent
from gardien.systems.cthulhud20.vocabulary import DamageType, Era, FireMode, HumanZone, Proficiency, Zone

Class: TypeAlias = Literal["none", "light", "medium", "heavy", "shield"]
Action: TypeAlias = Literal["free", "move_equivalent", "full_round", "two_full_rounds"]
Loader: TypeAlias = Literal[
    "box_magazine", "speed_loader", "revolver", "tube", "internal_magazine", "stripper_clip", "belt"
]  # fmt: skip


class WeaponRow(Noted, frozen=True, kw_only=True):
    """A weapon of the list (CD20-P-WEAP-01); `metres` is one range increment, `thrown` that of a hand weapon."""

    era: Era
    proficiency: Proficiency
    damage: DiceText
    lethality: Annotated[int, Meta(ge=0, le=20)]
    damage_type: DamageType
    multiplier: Annotated[int, Meta(ge=2, le=5)] = 2
    threat_from: Annotated[int, Meta(ge=2, le=20)] = 20
    metres: Metres = 0
    thrown: Metres = 0
    hurled: bool = False  # made to be thrown
    rate: Annotated[str, Meta(max_length=10)] = ""
    magazine: Annotated[int, Meta(ge=0, le=1000)] = 0
    loader: Loader | None = None
    pf_only: bool = False
    unarmed: bool = False
    two_handed: bool = False
    finesse: bool = False
    bipod: bool = False
    barrels: bool = False  # both may be fired at once (CD20-P-GUN-04)
    stuns_dc: Number | None = None  # of the Fortitude save of whoever is hit
    stuns_rounds: DiceText = "1"  # for which it stuns them

    def __post_init__(self) -> None:
        check_dice("damage", self.damage)
        check_dice("stuns_rounds", self.stuns_rounds)

    @property
    def most(self) -> int:
        """The highest damage (CD20-LETH-04)."""
        return Dice.parse(self.damage).highest()


class ArmourRow(Row, frozen=True, kw_only=True):
    """An armour by zones (CD20-P-ARM-01); a shield lies on top of the rest."""

    era: Era
    kind: Class
    zones: Annotated[dict[Zone, Annotated[int, Meta(ge=1, le=20)]], Meta(min_length=1, max_length=7)]
    max_dex: Annotated[int, Meta(ge=0, le=20)] | None = None
    check: Annotated[int, Meta(ge=-20, le=0)] = 0


class CoverRow(Row, frozen=True, kw_only=True):
    """What a hidden zone counts as armour (CD20-P-COVER-01)."""

    rating: Annotated[int, Meta(ge=1, le=50)]


class Position(Row, frozen=True, kw_only=True):
    """A usual position behind cover and the zones it hides (CD20-P-COVER-01)."""

    hidden: Annotated[tuple[HumanZone, ...], Meta(min_length=1, max_length=7)]


class Concealment(Row, frozen=True, kw_only=True):
    """Darkness, smoke, foliage: how many hits in a hundred are lost (CD20-P-COVER-01)."""

    percent: Percent


class Explosive(Noted, frozen=True, kw_only=True):
    """An explosive (CD20-P-EXPL-01); `more_…`: what each further stick adds."""

    damage: DiceText
    lethality: Annotated[int, Meta(ge=0, le=20)]
    radius: Metres
    dc: Number
    more_dice: Annotated[int, Meta(ge=0, le=5)] = 0
    more_m: Metres = 0
    most_m: Metres = 0
    sticks: Annotated[int, Meta(ge=1, le=100)] = 1
    burns: bool = False

    def __post_init__(self) -> None:
        check_dice("damage", self.damage)


class Firing(Row, frozen=True, kw_only=True):
    """A mode of fire: more attacks, their malus, rounds for each (CD20-P-GUN-01, CD20-P-GUN-02)."""

    key: FireMode
    letter: Literal["S", "M", "A"]
    more: Annotated[int, Meta(ge=0, le=5)]
    malus: Annotated[int, Meta(ge=-20, le=0)]
    rounds: Annotated[int, Meta(ge=1, le=20)]


class Loading(Row, frozen=True, kw_only=True):
    """How a weapon is loaded and what that takes (CD20-P-GUN-05)."""

    key: Loader
    action: Action
