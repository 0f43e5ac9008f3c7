"""The rows of people, creatures and entities in the pack: their types (CREAT, ENT, CREA, M-13, M-22)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.inputs import check_dice
from gardien.core.rows import Article, Count, DiceText, Key, Keys, Named, Noted, Number, Row, Words
from gardien.core.values import Value
from gardien.systems.operators.pack.rows import (
    Advantage,
    Base,
    DamageKind,
    Field,
    Grip,
    Kinds,
    Percent,
    Place,
    Score,
    ZoneNumber,
)


class Attack(Named, frozen=True, kw_only=True):
    """One attack form of a being (OPS-CREAT-08 to OPS-CREAT-13); with `zone_max` it reaches that far."""

    characteristic: Literal["FOR", "DEX", "POU"]
    damage: DiceText
    multiplier: Literal[3, 5] = 3
    add_bonus: bool = True
    damage_kind: DamageKind = "natural"
    area: bool = False
    most_victims: Number | None = None
    advantage: bool = False
    drain: Literal["none", "FOR", "POU"] = "none"
    irreversible: bool = False
    grip: bool = False
    grip_damage: bool = False
    zone_max: ZoneNumber | None = None
    burst: bool = False
    destroys_itself: bool = False
    substance: Key | None = None

    def __post_init__(self) -> None:
        check_dice("damage", self.damage)


class Being(Noted, frozen=True, kw_only=True):
    """What people and creatures share (M-13)."""

    article: Article | None = None
    category: Literal["ordinary", "peer", "unnatural", "artificial"]
    FOR: Score
    CON: Score
    DEX: Score
    INT: Score
    POU: Score
    size: Literal["small", "human", "large", "huge"] = "human"
    attacks: Annotated[tuple[Attack, ...], Meta(max_length=10)] = ()
    shock: Key = "none"
    conditional_shock: Key = "none"
    no_pain: bool = False
    rituals: Keys = ()


class Npc(Being, frozen=True, kw_only=True):
    """A sample person."""

    EDU: Score
    APP: Score
    fr_f: Words | None = None
    weapons: Keys = ()
    devices: Keys = ()
    worn: Keys = ()
    advantages: Annotated[tuple[Field, ...], Meta(max_length=7)] = ()
    techniques: Keys = ()
    spare_magazines: Count = 0
    san: Percent | None = None
    si: Percent = 0


class Creature(Being, frozen=True, kw_only=True):
    """A sample creature (OPS-CREAT-01 to OPS-CREAT-17)."""

    highest: dict[Literal["FOR", "CON", "DEX", "INT", "POU"], Score] = {}  # where individuals differ (OPS-CREAT-03)
    armour: Percent = 0
    multiple_attacks: bool = False
    grip_difficulty: Grip | None = None
    privileged: Annotated[tuple[Field, ...], Meta(max_length=7)] = ()
    resists: Kinds = ()
    resists_except: Annotated[tuple[Place, ...], Meta(max_length=7)] = ()
    weak_to: Kinds = ()
    invulnerable: bool = False
    pierced_by: Kinds = ()
    firearms_at_most: Number | None = None
    immune: Annotated[tuple[Literal["poison", "drowning"], ...], Meta(max_length=2)] = ()
    regeneration: Annotated[int, Meta(ge=0, le=20)] = 0
    acts_last: bool = False
    small_target: bool = False


class Avatar(Value, frozen=True, kw_only=True):
    """A shape with scores that an entity may take (OPS-ENT-01)."""

    FOR: Score
    CON: Score
    DEX: Score
    INT: Score
    POU: Score
    shock: Key
    spells_per_turn: Number


class Entity(Noted, frozen=True, kw_only=True):
    """A being without scores (OPS-ENT-01, M-13)."""

    avatar: Avatar | None = None


class Easing(Row, frozen=True, kw_only=True):
    """A protection against an entity and the test it leaves (OPS-ENT-04, M-13)."""

    difficulty: Base


class Pastime(Named, frozen=True, kw_only=True):
    """A hobby of a ready Operator; with a key it is one of M-11."""

    key: Key | None = None


class Training(Advantage, frozen=True, kw_only=True):
    """A course already followed (OPS-CREA-11)."""

    specialty: Key


class Ready(Row, frozen=True, kw_only=True):
    """An Operator ready for play (M-22); `fr` and `en` say in a few words who it is."""

    codename: Key
    first_name: Key
    surname: Key
    gender: Literal["f", "m"]
    nationality: Key
    age: Annotated[int, Meta(ge=18, le=120)]
    specialty: Key
    FOR: Score
    CON: Score
    DEX: Score
    INT: Score
    EDU: Score
    POU: Score
    APP: Score
    san: Percent
    luck: Annotated[int, Meta(ge=0, le=90)]
    hobbies: Annotated[tuple[Pastime, ...], Meta(max_length=2)]
    trainings: Annotated[tuple[Training, ...], Meta(max_length=2)]
    languages: Annotated[tuple[Named, ...], Meta(max_length=10)]
    weapons: Keys
    worn: Keys
    gear: Keys
    portrait_fr: Words
    portrait_en: Words
    psychology_fr: Words
    psychology_en: Words
    past_fr: Words
    past_en: Words
    possessions_fr: Words
    possessions_en: Words
    contact_fr: Words
    contact_en: Words
    discipline_fr: Words | None = None
    discipline_en: Words | None = None


class Nationality(Row, frozen=True, kw_only=True):
    """A nationality as a sheet says it."""

    fr_f: Words
