"""The rows of actions, weapons, armours, vehicles, creatures: their types (ACT, REA, M6, M8, M9, M10, M16)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.inputs import BadField
from gardien.core.rows import Article, Key, Keys, Noted, Words
from gardien.core.values import Value
from gardien.systems.organique.pack.rows import EffectRow, Half, Kilos, Number, Price, Signed
from gardien.systems.organique.vocabulary import (
    Action,
    Code,
    Feat,
    FreeAction,
    Group,
    Improvised,
    ReactionKind,
    SaveKind,
    Sight,
    SightDie,
    SpeedMode,
    Tag,
    check_halves,
)

Scores: TypeAlias = Annotated[dict[Code, Annotated[int, Meta(ge=0, le=60)]], Meta(min_length=1, max_length=8)]
Levels: TypeAlias = Annotated[dict[Key, Annotated[int, Meta(ge=1, le=6)]], Meta(max_length=40)]
Hundredths: TypeAlias = Annotated[float, Meta(ge=0, le=10)]  # points each creature of a swarm does


# ---- what can be done ----


class ActionRow(EffectRow, frozen=True, kw_only=True):
    """A combat action: test, what it takes, what must pass the armour, the victim’s save (ORG-ACT, M6).

    `taken`: what goes through the armour to the reserves: the weapon’s damage, `bs` and `c` of the row, or nothing.
    `needs`: what must pass for the effect: anything, half a point of either, one c; `none`: it always takes place.
    """

    key: Action
    first: Code
    second: Code
    difficulty: Annotated[int, Meta(ge=0, le=100)]
    weapon_fr: Words | None = None  # what it is done with
    weapon_en: Words | None = None
    groups: tuple[Group, ...] = ()  # what does it without a tag or a skill for it; none: anything
    taken: Literal["weapon", "own", "none"] = "none"
    bs: Half = 0
    c: Half = 0
    before: Annotated[int, Meta(ge=1, le=10)] = 1  # times, before armour
    times_bs: Half = 1  # times, after armour
    times_c: Half = 1
    needs: Literal["none", "any", "half", "shock"] = "none"
    save: SaveKind | None = None
    save_difficulty: Annotated[int, Meta(ge=0, le=100)] = 20
    opposed: bool = False
    step: Annotated[int, Meta(ge=0, le=4)] | None = None  # the only range step it works at
    machines: bool = True  # False: does nothing to a machine (ORG-MON-01)
    training: Levels = {}  # combat skills it is learned with, from which level (M6)
    ranged: bool = False  # done with a ranged weapon

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, c=self.c, times_bs=self.times_bs, times_c=self.times_c)


class ReactionRow(EffectRow, frozen=True, kw_only=True):
    """A reaction and its test (ORG-REA); without a characteristic nothing is thrown."""

    key: ReactionKind
    first: Code | None = None
    second: Code | None = None
    difficulty: Annotated[int, Meta(ge=0, le=100)] = 25


class FreeRow(EffectRow, frozen=True, kw_only=True):
    """A free action (ORG-FREE)."""

    key: FreeAction


# ---- weapons, armours ----


class WeaponRow(Noted, frozen=True, kw_only=True):
    """A weapon of the list (M9); what the input object `weapon` has, and what it weighs and costs."""

    group: Group
    bs: Half = 0
    c: Half = 0
    punch_c: Half | None = None  # c beyond that of the wielder’s punch (brass knuckles)
    pa: Half | None = None
    range_min: Annotated[int, Meta(ge=0, le=4)] = 0
    range_max: Annotated[int, Meta(ge=0, le=4)] = 1
    useful_cm: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    max_cm: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    rate: Annotated[int, Meta(ge=1, le=100)] = 1
    tags: Annotated[dict[Feat, Tag], Meta(max_length=10)] = {}
    improvised: Improvised = "none"
    parry_bonus: Annotated[int, Meta(ge=0, le=40)] = 0
    harmless: bool = False
    sight: Sight = "partial"
    sight_die: SightDie = "none"
    also_stuns: bool = False
    sight_times: Annotated[int, Meta(ge=1, le=100)] = 1  # so many times the die of a blindness (M9)
    magazine: Number = 0
    reload: Annotated[int, Meta(ge=0, le=10)] = 0  # actions; a magazine takes one
    hands: Annotated[int, Meta(ge=1, le=2)] = 1
    electricity: Number = 0  # points of a discharge (ORG-DMG-05)
    fire: Number = 0  # points of fire a turn (ORG-DMG-01)
    radius_cm: Number = 0
    bs_lost_every_cm: Number = 0  # one bs less for so much distance (shot)
    lost_per_metre: Annotated[int, Meta(ge=0, le=10)] = 0  # one of each less for a metre from a blast
    save: SaveKind | None = None  # asked of whoever is in it
    save_difficulty: Annotated[int, Meta(ge=0, le=100)] = 0
    jams: bool = False
    made: bool = True  # False: picked up on the spot, nobody sells it
    kg: Kilos = 0
    price: Price = 0

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, c=self.c, pa=self.pa or 0, punch_c=self.punch_c or 0)
        if self.pa is not None and self.pa < self.bs:
            raise BadField("pa", "field/at_least", "ORG-ARM-04", came=self.pa, low=self.bs)


class Ammunition(EffectRow, frozen=True, kw_only=True):
    """Special ammunition and what it costs beside the ordinary one (M9)."""

    times: Annotated[float, Meta(ge=0, le=100)]


class ArmourRow(Noted, frozen=True, kw_only=True):
    """An armour (M10); `layer`: one under, one over, one on the head."""

    ia: Annotated[int, Meta(ge=0, le=20)]
    bs: Half = 0
    c: Half = 0
    agi_malus: Annotated[int, Meta(ge=0, le=20)] = 0
    layer: Literal["under", "over", "head"]
    changes: Annotated[dict[Code, Signed], Meta(max_length=8)] = {}  # other characteristics while worn
    kg: Kilos = 0
    price: Price = 0

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, c=self.c)


class CoverRow(Noted, frozen=True, kw_only=True):
    """Cover as an outer layer (ORG-RNG-03, M10); `ia_most` where more or less of somebody may be hidden."""

    ia: Annotated[int, Meta(ge=0, le=20)]
    ia_most: Annotated[int, Meta(ge=0, le=20)] | None = None
    bs: Half = 0
    c: Half = 0


# ---- vehicles ----


class ManoeuvreRow(EffectRow, frozen=True, kw_only=True):
    """A manoeuvre (M8); `damage_c` and `per_speed`: c done, and one more for so much speed."""

    difficulty: Annotated[int, Meta(ge=0, le=100)]
    difficulty_car: Annotated[int, Meta(ge=0, le=100)] | None = None
    speed_mode: SpeedMode
    use: Literal["none", "action", "reaction"] = "none"
    damage_c: Half = 0
    per_speed: Number = 0
    own_share: Half = 0  # of what it does, to the vehicle itself
    prone: bool = False


class Vehicle(Noted, frozen=True, kw_only=True):
    """A vehicle (M8)."""

    skill: Key
    speed: Number
    acceleration: Number
    manoeuvrability: Signed
    structure: Number = 0
    ia: Annotated[int, Meta(ge=0, le=20)] = 0  # cover for those inside
    bs: Half = 0
    c: Half = 0
    seats: Annotated[int, Meta(ge=0, le=100)]
    price: Price = 0


# ---- creatures ----


class Natural(Value, frozen=True, kw_only=True):
    """A natural attack: a weapon in few words; or `weapon`, one of the list."""

    fr: Words
    en: Words
    action: Action = "strike"
    weapon: Key | None = None
    group: Group = "body"
    bs: Half = 0
    c: Half = 0
    range_max: Annotated[int, Meta(ge=0, le=4)] = 1
    electricity: Number = 0
    fire: Number = 0
    disease: Key | None = None  # caught by it
    disease_difficulty: Annotated[int, Meta(ge=0, le=100)] = 0

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, c=self.c)


class Creature(Noted, frozen=True, kw_only=True):
    """An animal, a person, a robot (M16); a robot has structure in place of reserves, scores it lacks are left out."""

    article: Article | None = None
    kind: Key  # a nature (ORG-PSY-04)
    scores: Scores
    SNG: Half = 0
    CPS: Half = 0
    INC: Half = 0
    structure: Number = 0
    size_mod: Signed = 0
    attacks: Annotated[tuple[Natural, ...], Meta(min_length=1, max_length=6)]
    bonuses: Annotated[dict[Feat, Signed], Meta(max_length=10)] = {}  # “tackle +4”
    ia: Annotated[int, Meta(ge=0, le=20)] = 0
    bs: Half = 0
    c: Half = 0
    armours: Keys = ()
    skills: Levels = {}
    combat_skills: Levels = {}

    def __post_init__(self) -> None:
        check_halves(SNG=self.SNG, CPS=self.CPS, INC=self.INC, bs=self.bs, c=self.c)


class Swarm(Noted, frozen=True, kw_only=True):
    """A swarm (M16)."""

    article: Article | None = None
    count: Number
    bs_each: Hundredths = 0
    VIT: Number
    size_mod: Signed | None  # none: nothing strikes one of them
    save: SaveKind | None = None
    save_difficulty: Annotated[int, Meta(ge=0, le=100)] = 0
    disease: Key | None = None
    disease_difficulty: Annotated[int, Meta(ge=0, le=100)] = 0


class Sample(Noted, frozen=True, kw_only=True):
    """A ready sheet of the source’s two fights or of the house (M1)."""

    scores: Scores
    SNG: Half
    CPS: Half
    INC: Half
    player_class: Key | None = None
    skills: Levels = {}
    combat_skills: Levels = {}
    powers: Levels = {}
    traits: Annotated[dict[Key, Annotated[int, Meta(ge=1, le=10)]], Meta(max_length=20)] = {}
    weapons: Keys = ()
    armours: Keys = ()
    coating: Key | None = None
    npc: bool = False
    gender: Literal["f", "m"] = "m"


class Gear(Noted, frozen=True, kw_only=True):
    """A piece of equipment."""

    kg: Kilos = 0
    price: Price = 0
