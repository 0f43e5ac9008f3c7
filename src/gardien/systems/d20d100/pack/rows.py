"""The rows of skills, traits, weapons, dangers, books and tables in the pack: their types (SKILL, TRAIT, WPN, MISS)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.inputs import BadField, check_dice
from gardien.core.rows import Count, DiceText, Key, Keys, Noted, Number, Row, Words, check_span
from gardien.core.values import Value

Score: TypeAlias = Annotated[int, Meta(ge=0, le=400)]
Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Modifier: TypeAlias = Annotated[int, Meta(ge=-40, le=100)]
Metres: TypeAlias = Annotated[float, Meta(ge=0, le=1000)]
Bonuses: TypeAlias = Annotated[dict[Key, Modifier], Meta(max_length=40)]
Code: TypeAlias = Literal["FOR", "DEX", "CON", "PER", "INT", "POU", "EDU", "TAI", "APP"]
Codes: TypeAlias = Annotated[tuple[Code, ...], Meta(max_length=2)]
JetKey: TypeAlias = Literal["reflexes", "endurance", "idee", "chance", "culture"]
JetBonuses: TypeAlias = Annotated[dict[JetKey, Modifier], Meta(max_length=5)]
SkillGroup: TypeAlias = Literal[
    "physical", "social", "knowledge", "transport", "perception", "stealth", "other", "combat"
]  # fmt: skip
CombatSkill: TypeAlias = Literal["lutte", "boxe", "armes_contact", "armes_jet", "revolver", "fusil", "arme_auto"]
WeaponClass: TypeAlias = Literal["contact", "thrown", "firearm", "shotgun"]
RateKey: TypeAlias = Literal[
    "none", "reduced", "single", "double", "triple", "burst_3", "burst_5", "burst_10", "burst_50"
]  # fmt: skip
Reload: TypeAlias = Literal["loose", "single_loose", "magazine", "drum", "belt"]
MINUS = "−"
SHOTS: dict[str, tuple[str, ...]] = {
    "reduced": ("single",),
    "single": ("single",),
    "double": ("single", "double"),
    "triple": ("single", "double", "triple"),
}
MOST_INCREMENTS: dict[str, int] = {"contact": 5, "thrown": 5, "firearm": 10, "shotgun": 3}


def signed_text(number: int) -> str:
    """A modifier as sheets write it."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


class Group(Row, frozen=True, kw_only=True):
    """A group of skills; wounds weigh on some of them (D100-HEALTH-04)."""

    key: SkillGroup
    wounded: bool = False


class Skill(Row, frozen=True, kw_only=True):
    """A skill and its base: modifiers added, modifiers subtracted, a constant (D100-CREA-11, D100-MISS-01).

    `of_score`: the score counts instead of the modifier. `second`: the characteristic that a house rule adds to a
    combat skill (D100-SKILL-23). Without `sheet` it must be learned; `many`: one skill for each language, art or trade.
    """

    group: SkillGroup
    constant: Modifier
    plus: Codes = ()
    minus: Codes = ()
    second: Code | None = None
    percent: Percent | None = None
    of_score: bool = False
    starred: bool = False
    sheet: bool = True
    many: bool = False
    printed: bool = False

    @property
    def formula(self) -> str:
        """The base as the creation sheet writes it: INT+PER−3."""
        codes = "+".join(self.plus) + "".join(f"{MINUS}{code}" for code in self.minus)
        return f"{codes}{signed_text(self.constant)}"


class Pair(Row, frozen=True, kw_only=True):
    """Two skills in opposition: the passive one is rolled once and recorded (D100-TEST-08)."""

    active: Key
    passive: Key
    again_fr: Words
    again_en: Words


class Profession(Row, frozen=True, kw_only=True):
    """A profession: what its points come from, and its skills (D100-CREA-15, D100-MISS-03)."""

    characteristic: Code
    skills: Annotated[tuple[Key, ...], Meta(min_length=10, max_length=12)]
    fr_f: Words | None = None


class Loss(Value, frozen=True, kw_only=True):
    """What a SAN test costs: once when it succeeds, once when it fails (D100-SAN-01)."""

    success: DiceText
    failure: DiceText

    def __post_init__(self) -> None:
        check_dice("success", self.success)
        check_dice("failure", self.failure)

    @property
    def text(self) -> str:
        """0/1d6."""
        return f"{self.success}/{self.failure}"


class Power(Value, frozen=True, kw_only=True):
    """What a psychic trait can do when it is used (D100-MISS-16)."""

    pm: Annotated[int, Meta(ge=0, le=20)] = 0
    code: Code | None = None
    difficulty: Annotated[int, Meta(ge=0, le=40)] | None = None
    opposed: bool = False
    skills: Bonuses = {}
    within_m: Metres | None = None
    per_session: Annotated[int, Meta(ge=1, le=10)] | None = None
    san: Loss | None = None


class Trait(Row, frozen=True, kw_only=True):
    """A trait, what it needs and what it changes (D100-TRAIT-01 to D100-TRAIT-06, D100-MISS-04, D100-MISS-16).

    `target` says what must be named with it, `bonus` what that target receives, `targets` which ones are allowed when
    only some are. The rest are the numbers that rules read one by one; what no rule reads is told by the effect alone.
    """

    kind: Literal["positive", "negative", "combat", "psychic"]
    effect_fr: Words
    effect_en: Words
    fr_f: Words | None = None
    skills: Bonuses = {}
    jets: JetBonuses = {}
    target: Literal["skill", "combat_skill", "weapon", "fear"] | None = None
    targets: Keys = ()
    bonus: Modifier = 0
    dex_above: Score | None = None
    pv: Modifier = 0
    san: Modifier = 0
    san_test: Modifier = 0
    speed: Annotated[float, Meta(ge=-9, le=9)] = 0
    initiative: Modifier = 0
    dodge: Modifier = 0
    disarm: Modifier = 0
    premonition: Modifier = 0
    ranged: Modifier = 0
    first_increment: Modifier = 0
    beyond_first: Modifier = 0
    increment_times: Annotated[float, Meta(ge=0, le=10)] = 1
    income_times: Annotated[float, Meta(ge=0, le=10)] = 1
    lethal_blows: Literal[-4, -2] = -4
    boxing_damage: DiceText | None = None
    steady_in_vehicles: bool = False
    both_hands: bool = False
    fast_reload: bool = False
    free_draw: bool = False
    never_alert: bool = False
    facing: Modifier = 0
    facing_san: Loss | None = None
    power: Power | None = None
    printed: bool = False

    def __post_init__(self) -> None:
        if self.boxing_damage is not None:
            check_dice("boxing_damage", self.boxing_damage)


class Rate(Row, frozen=True, kw_only=True):
    """A rate of fire: what it allows, its most shots (or bursts) in a round, the rounds of one burst (D100-WPN-11)."""

    key: RateKey
    multiple: Literal["none", "double", "double_or_triple", "burst"]
    most: Annotated[int, Meta(ge=0, le=9)]
    weapons_fr: Words
    weapons_en: Words
    rounds: Annotated[int, Meta(ge=1, le=50)] = 1
    difficulty: Annotated[int, Meta(ge=0, le=40)] | None = None
    square_m: Metres | None = None
    more_dice: Annotated[int, Meta(ge=0, le=5)] = 0
    recoils: Annotated[int, Meta(ge=0, le=2)] = 0


class Weapon(Noted, frozen=True, kw_only=True):
    """A weapon of the list (D100-WPN-05 to D100-WPN-13, D100-MISS-05).

    Metres are one range increment; a hand weapon that may be thrown has one too, and is then thrown with Armes de Jet.
    `strength` says whether the damage bonus counts: always, never, or only when it is negative. Without damage it only
    strangles. `printed` names what the text itself prints.
    """

    weapon_class: WeaponClass
    combat_skill: CombatSkill
    hands: Literal[1, 2]
    damage: DiceText | None = None
    temporary: bool = False
    threat_min: Annotated[int, Meta(ge=2, le=20)] = 20
    multiplier: Annotated[int, Meta(ge=1, le=5)] = 2
    strength: Literal["always", "never", "negative"] = "never"
    increment: Metres | None = None
    exotic: bool = False
    improvised: Literal[0, -2, -4] = 0
    piercing: bool = False
    blade: bool = False
    sets_fire: bool = False
    poisoned: bool = False
    strangle_bonus: Annotated[int, Meta(ge=0, le=10)] = 0
    reload_actions: Annotated[int, Meta(ge=0, le=4)] | None = None
    type: Key | None = None
    penetration: Literal[0, 2, 4, 6, 8, 10, 12] = 0
    recoil: Annotated[int, Meta(ge=0, le=10)] = 0
    precision: Annotated[int, Meta(ge=-4, le=4)] = 0
    rates: Annotated[tuple[RateKey, ...], Meta(min_length=1, max_length=2)] = ("none",)
    capacity: Annotated[int, Meta(ge=1, le=250)] | None = None
    reload: Reload | None = None
    magazine_size: Annotated[int, Meta(ge=1, le=250)] | None = None
    other_capacity: Annotated[int, Meta(ge=1, le=250)] | None = None
    other_reload: Reload | None = None
    jams: bool = False
    printed: Annotated[tuple[Literal["damage", "critical", "recoil", "penetration", "rate", "name"], ...], Meta(
        max_length=6
    )] = ()  # fmt: skip

    def __post_init__(self) -> None:
        if self.damage is None:
            return
        parts = self.damage.split("/")
        ranges = 3 if self.weapon_class == "shotgun" else 1
        if len(parts) != ranges:
            allowed = "/".join(["1d6"] * ranges)
            raise BadField("damage", "field/type", "D100-FIRE-06", came=self.damage, allowed=allowed)
        for part in parts:
            check_dice("damage", part)

    @property
    def damages(self) -> tuple[str, ...]:
        """The damage of each increment for shot (D100-FIRE-06), or the only one there is."""
        return tuple(self.damage.split("/")) if self.damage else ()

    @property
    def critical(self) -> str:
        """×3, 19–20/×2."""
        return f"×{self.multiplier}" if self.threat_min == 20 else f"{self.threat_min}–20/×{self.multiplier}"

    @property
    def type_line(self) -> str:
        """Rev/D (4, 3, +1): type, Penetration, Recoil, Precision (D100-WPN-09)."""
        return f"{self.type} ({self.penetration}, {self.recoil}, {signed_text(self.precision)})" if self.type else ""

    @property
    def rate(self) -> RateKey:
        """The rate when nobody chooses: the first."""
        return self.rates[0]

    @property
    def modes(self) -> tuple[str, ...]:
        """Single, double or triple fire, and the bursts it can fire (D100-WPN-11, D100-FIRE-09)."""
        return tuple(mode for rate in self.rates for mode in SHOTS.get(rate, () if rate == "none" else (rate,)))

    @property
    def most_increments(self) -> int:
        """How many increments it reaches (D100-RNG-01)."""
        return MOST_INCREMENTS[self.weapon_class]


class Armour(Row, frozen=True, kw_only=True):
    """A vest: its Protection is the number of sides of its die (D100-PROT-01, D100-MISS-06)."""

    protection: Literal[4, 6, 8, 10, 12]
    penalty: Annotated[int, Meta(ge=-5, le=0)]


class Ring(Value, frozen=True, kw_only=True):
    """What an explosion does up to some distance."""

    most_m: Metres
    dice: Annotated[int, Meta(ge=1, le=20)]
    more_dice: Annotated[int, Meta(ge=0, le=10)] = 0


class Explosive(Noted, frozen=True, kw_only=True):
    """An explosion: d6 in rings from the middle outwards, halved by Réflexes (D100-MISS-12)."""

    key: Literal["grenade", "dynamite", "vehicle"]
    rings: Annotated[tuple[Ring, ...], Meta(min_length=1, max_length=3)]
    difficulty: Annotated[int, Meta(ge=0, le=40)] = 15
    penetration: Literal[0, 2, 4, 6, 8, 10, 12] = 4
    increment: Metres | None = None
    more_m: Metres = 0


class Hazard(Noted, frozen=True, kw_only=True):
    """Fire, falls, current, acid (D100-ROLL-03, D100-MISS-12): dice from the least to the most."""

    damage: DiceText
    most: DiceText | None = None
    each_round: bool = False
    each_m: Metres | None = None
    jet: JetKey | None = None
    difficulty: Annotated[int, Meta(ge=0, le=40)] | None = None

    def __post_init__(self) -> None:
        check_dice("damage", self.damage)
        if self.most is not None:
            check_dice("most", self.most)


class Poison(Row, frozen=True, kw_only=True):
    """A poison or venom by its potency (D100-MISS-12); `sleep`: it takes consciousness, not PV."""

    potency: Annotated[int, Meta(ge=1, le=100)]
    onset_fr: Words
    onset_en: Words
    sleep: bool = False


class Madness(Row, frozen=True, kw_only=True):
    """One face of the d10 of madness, short or long column (D100-MISS-09)."""

    roll: Annotated[int, Meta(ge=1, le=10)]


class Tome(Row, frozen=True, kw_only=True):
    """A forbidden book (D100-MISS-10); without `multiplier` no spell can be learned from it."""

    languages: Annotated[tuple[Key, ...], Meta(min_length=1, max_length=5)]
    weeks: Number
    san: Loss
    mythos: Percent
    multiplier: Annotated[int, Meta(ge=1, le=10)] | None = None


class Spell(Row, frozen=True, kw_only=True):
    """A spell (D100-MISS-10): its cost in PM (least to most) or in POU once, in SAN, in time; what its effect is.

    `effect`: dice, `pm` when it is worth the PM spent, or nothing; `effect_per_pm`: the dice are thrown once per PM.
    """

    san: DiceText
    time: Number
    unit: Literal["round", "minute", "hour", "day"]
    effect_fr: Words
    effect_en: Words
    pm_least: Count = 0
    pm_most: Count = 0
    pou: Count = 0
    time_per_pm: bool = False
    opposed: Literal["no", "yes", "once_come"] = "no"
    bonus_per_pm: Modifier = 0
    effect: DiceText | None = None
    effect_per_pm: bool = False

    def __post_init__(self) -> None:
        check_dice("san", self.san)
        check_span(self.pm_least, self.pm_most, "pm_most")
        if self.effect not in (None, "pm"):
            check_dice("effect", self.effect)


class Price(Row, frozen=True, kw_only=True):
    """What a thing costs in dollars of the 1920s (D100-MISS-18); its weapon or armour if it is one."""

    dollars: Annotated[float, Meta(ge=0, le=100_000)]
    weapon: Key | None = None
    armour: Key | None = None


class Vehicle(Row, frozen=True, kw_only=True):
    """A vehicle or mount of the 1920s for pursuits (D100-MISS-19)."""

    skill: Key
    kmh: Number
    seats: Number
