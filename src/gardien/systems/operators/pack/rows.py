"""The rows of things, trades and rites in the pack: their types (DMG, ARM, SPEC, SAN, MAG, M)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from gardien.core.dice import Dice
from gardien.core.inputs import BadField, check_dice
from gardien.core.rows import Count, DiceText, Key, Keys, Named, Noted, Number, Row, Words, check_span
from gardien.core.values import Value

Score: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Penalty: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
ZoneNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Code: TypeAlias = Literal["FOR", "CON", "DEX", "INT", "EDU", "POU", "APP"]
CodeOrAny: TypeAlias = Literal["FOR", "CON", "DEX", "INT", "EDU", "POU", "APP", "any"]
Base: TypeAlias = Literal["standard", "difficult", "extreme"]
Grip: TypeAlias = Literal["standard", "difficult", "extreme", "impossible"]
Reach: TypeAlias = Literal["standard", "difficult", "extreme", "forbidden"]
Scale: TypeAlias = Literal["ordinary", "long_range", "heavy"]
Place: TypeAlias = Literal["vital", "head", "right_arm", "left_arm", "torso", "right_leg", "left_leg"]
DamageKind: TypeAlias = Literal[
    "blade", "blunt", "firearm", "explosion", "fire", "fall", "electricity", "water", "natural", "magic", "other"
]
Kinds: TypeAlias = Annotated[tuple[DamageKind, ...], Meta(max_length=11)]
WeaponClass: TypeAlias = Literal[
    "unarmed", "club", "blade", "melee", "thrown", "pistol", "smg", "assault_rifle", "hunting_gun", "pump",
    "machine_gun", "sniper", "bow", "special",
]  # fmt: skip
EffectKey: TypeAlias = Literal[
    "dead", "dead_in_days", "grave_wound", "light_wound", "superficial_wound", "out_for_scene", "out_for_minutes",
    "out_for_turns", "loses_actions", "dex_harder", "tests_harder", "answers_truthfully", "none",
]  # fmt: skip


class Weapon(Row, frozen=True, kw_only=True):
    """A weapon of the catalogue (OPS-DMG-01, OPS-DMG-04, M-06)."""

    damage: DiceText
    type: Literal["melee", "thrown", "firearm"]
    attack_with: Literal["FOR", "DEX"]
    damage_kind: DamageKind
    weapon_class: WeaponClass
    calibre: Literal["small", "medium", "large"] | None = None
    burst: bool = False
    zone_min: ZoneNumber = 0
    zone_max: ZoneNumber = 0
    scale: Scale = "ordinary"
    magazine: Annotated[int, Meta(ge=1, le=500)] | None = None
    throwable: bool = False
    assassination_only: bool = False
    never_advantaged: bool = False
    substance: Key | None = None
    printed: bool = False

    def __post_init__(self) -> None:
        check_dice("damage", self.damage)
        check_span(self.zone_min, self.zone_max, "zone_max")

    @property
    def flat(self) -> int:
        """The fixed part of the damage, which each round of a burst brings (OPS-OPT-02)."""
        return Dice.parse(self.damage).constant


class Protection(Noted, frozen=True, kw_only=True):
    """Something worn: what it takes off each attack, where, and what it costs (OPS-ARM-02, M-07)."""

    value: Percent
    covers: Annotated[tuple[Place, ...], Meta(max_length=7)]
    uses: Annotated[int, Meta(ge=1, le=3)] | None = None
    concealed: bool = False
    penalty_DEX: Penalty = 0
    penalty_CON: Penalty = 0
    perception_penalty: Penalty = 0
    only_kinds: Kinds = ()
    stops_fire: bool = False
    stops_contact_poison: bool = False
    gives_cover: bool = False
    printed: bool = False


class Device(Noted, frozen=True, kw_only=True):
    """An explosive or incendiary device (M-08); without `difficulty` it is launched like an ordinary firearm."""

    radius_m: Count
    delivery: Literal["thrown", "launched", "placed"]
    dice: Annotated[int, Meta(ge=0, le=40)] = 0
    further_dice: Annotated[int, Meta(ge=0, le=40)] = 0
    zone_min: ZoneNumber | None = None
    zone_max: ZoneNumber | None = None
    difficulty: Base | None = None
    safe_from_zone: ZoneNumber | None = None
    flames: Literal["none", "fierce"] = "none"
    water_puts_out: bool = True
    front_only: bool = False
    substance: Key | None = None

    def __post_init__(self) -> None:
        check_span(self.zone_min, self.zone_max, "zone_max")


class Substance(Row, frozen=True, kw_only=True):
    """A poison, drug, gas or stunning device (M-09)."""

    onset_fr: Words
    onset_en: Words
    onset_turns: Annotated[int, Meta(ge=0, le=100_000)] = 0  # a turn is six seconds
    characteristic: Code
    difficulty: Base
    on_failure: EffectKey
    on_success: EffectKey
    failure_amount: Number | DiceText | None = None
    success_amount: Number | DiceText | None = None

    def __post_init__(self) -> None:
        for name in ("failure_amount", "success_amount"):
            if isinstance(amount := getattr(self, name), str):
                check_dice(name, amount)


class Effect(Row, frozen=True, kw_only=True):
    """What a substance does, and how much of it when nobody says (M-09)."""

    key: EffectKey
    meaning_fr: Words
    meaning_en: Words
    amount: Number | DiceText | None = None
    unit: Literal["days", "minutes", "turns", "actions"] | None = None

    def __post_init__(self) -> None:
        if isinstance(self.amount, str):
            check_dice("amount", self.amount)


class Advantage(Value, frozen=True, kw_only=True):
    """A characteristic in a domain: one advantage (OPS-CREA-11)."""

    characteristic: CodeOrAny
    domain: Key


class Specialty(Row, frozen=True, kw_only=True):
    """A specialty or civilian trade (OPS-SPEC-02, M-10)."""

    bonus_among: Annotated[tuple[Code, ...], Meta(max_length=7)]
    advantages: Annotated[tuple[Advantage, ...], Meta(max_length=20)]
    fr_f: Words | None = None
    edu_min: Annotated[int, Meta(ge=0, le=24)] = 0
    civilian: bool = False
    discipline: bool = False
    extra_languages: Annotated[int, Meta(ge=0, le=5)] = 0
    printed: bool = False


class Field(Named, frozen=True, kw_only=True):
    """What a characteristic is good for: a field of a hobby, a privileged action, an advantage of somebody."""

    characteristic: Code


class Hobby(Row, frozen=True, kw_only=True):
    """A pastime and the tests it helps with (M-11)."""

    fields: Annotated[tuple[Field, ...], Meta(min_length=1, max_length=7)]


class Technique(Row, frozen=True, kw_only=True):
    """Where training helps in a fight (OPS-CBT-09, M-11); `hold` stands beside the weapon keys.

    Every way of naming weapons that is set adds to the others; the flags narrow all of them.
    """

    comes_from: Literal["hobby", "specialty"]
    sources: Annotated[tuple[Key, ...], Meta(min_length=1, max_length=20)]
    characteristic: Code | None = None
    domain: Key | None = None
    attack_weapons: Keys = ()
    attack_classes: Annotated[tuple[WeaponClass, ...], Meta(max_length=14)] = ()
    attack_scale: Scale | None = None
    attack_with: Literal["FOR", "DEX"] | None = None
    every_firearm: bool = False
    defence_weapons: Keys = ()
    every_melee_defence: bool = False
    single_shots_only: bool = False
    in_assault: bool = False
    protecting: bool = False


class Course(Row, frozen=True, kw_only=True):
    """A ready-made training course: one advantage of a specialty (M-12), or a hobby taught as one."""

    characteristic: CodeOrAny
    specialty: Key | None = None
    domain: Key | None = None
    hobby: Key | None = None

    def __post_init__(self) -> None:
        if self.hobby is None and (self.specialty is None or self.domain is None):
            raise BadField("domain" if self.specialty else "specialty", "field/missing", "OPS-CREA-11", allowed="“…”")


class Madness(Value, frozen=True, kw_only=True):
    """One face of the madness table: the crisis and the lasting disorder (M-14)."""

    roll: Annotated[int, Meta(ge=1, le=20)]
    temporary: Key
    temporary_fr: Words
    temporary_en: Words
    indefinite: Key
    indefinite_fr: Words
    indefinite_en: Words


DAYS = {"hour": 1 / 24, "day": 1, "week": 7, "month": 30}


class Tome(Row, frozen=True, kw_only=True):
    """A forbidden book (OPS-SAN-08, M-16)."""

    language_fr: Words | None = None
    language_en: Words | None = None
    reading: Number
    reading_unit: Literal["hour", "day", "week", "month"]
    loss: Literal["1D3", "1D6", "1D10", "2D10"]
    teaches: Keys = ()

    @property
    def reading_days(self) -> float:
        """How long it takes to read, in days."""
        return self.reading * DAYS[self.reading_unit]


class Ritual(Row, frozen=True, kw_only=True):
    """A ritual (OPS-MAG-03 to OPS-MAG-06, M-17)."""

    cost: Literal["1D3", "1D6", "1D10", "2D10", "1D100"]
    effect_test: Literal["none", "standard", "difficult"]
    frequency: Literal["scene", "day", "new_moon"]
    time_fr: Words
    time_en: Words
    effect_fr: Words
    effect_en: Words
    condition_fr: Words | None = None
    condition_en: Words | None = None


class Vehicle(Row, frozen=True, kw_only=True):
    """A vehicle for chases and crashes (M-18); SV stands for SB on its clock."""

    speed: Annotated[int, Meta(ge=0, le=10)]
    handling: Literal["good", "normal", "poor"]
    sv: Number
    armour: Percent
    seats: Count
    crash_dice: DiceText | None = None

    def __post_init__(self) -> None:
        if self.crash_dice is not None:
            check_dice("crash_dice", self.crash_dice)


class Fumble(Row, frozen=True, kw_only=True):
    """The consequence of a fumble in a fight, from one face of the D10 to another (M-02); its key is the effect."""

    situation: Literal["firearm", "melee", "defence"]
    first: Annotated[int, Meta(ge=1, le=10)] = field(name="from")
    last: Annotated[int, Meta(ge=1, le=10)] = field(name="to")
    effect_fr: Words
    effect_en: Words

    def __post_init__(self) -> None:
        check_span(self.first, self.last, "to")


class Label(Row, frozen=True, kw_only=True):
    """A word for a score and the mean it stands for (OPS-CREAT-02)."""

    mean: Score


class Shock(Row, frozen=True, kw_only=True):
    """What a shock costs (OPS-SAN-02)."""

    dice: DiceText

    def __post_init__(self) -> None:
        check_dice("dice", self.dice)


class Zone(Row, frozen=True, kw_only=True):
    """A zone, the name of its range, how far it reaches and how hard a shot into it is (OPS-CBT-08, OPS-CBT-16)."""

    zone: ZoneNumber
    band: Literal["short", "medium", "long", "very_long"]
    most_m: Annotated[int, Meta(ge=1, le=10_000)]
    ordinary: Reach
    long_range: Reach
    heavy: Reach


class Gear(Noted, frozen=True, kw_only=True):
    """Equipment (M-23)."""

    uses: Number | None = None
    advantage: bool = False
    hours: Number | None = None
    immune: Keys = ()
