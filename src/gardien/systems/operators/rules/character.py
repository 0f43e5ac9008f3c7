"""What the rules speak of: scores, combatants, wounds, weapons, plans to spend luck."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from gardien.core.inputs import BadField, check_dice, check_key
from gardien.core.values import Value, frozen_map
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Code, DamageKind, Kinds, Percent, Place, Score

CODES: tuple[Code, ...] = ("FOR", "CON", "DEX", "INT", "EDU", "POU", "APP")
Kind: TypeAlias = Literal["operator", "npc", "creature"]
Category: TypeAlias = Literal["ordinary", "peer", "unnatural", "artificial"]
Size: TypeAlias = Literal["small", "human", "large", "huge"]
Difficulty: TypeAlias = Literal["automatic", "standard", "difficult", "extreme", "impossible"]
Reached: TypeAlias = Literal["automatic", "standard", "difficult", "extreme", "impossible", "forbidden"]
Result: TypeAlias = Literal["automatic", "critical", "success", "failure", "fumble", "impossible"]
Level: TypeAlias = Literal["none", "superficial", "light", "grave", "dead"]
LEVELS: tuple[Level, ...] = ("none", "superficial", "light", "grave", "dead")
PLACES: tuple[Place, ...] = ("vital", "head", "right_arm", "left_arm", "torso", "right_leg", "left_leg")
Madness: TypeAlias = Literal["none", "temporary", "indefinite", "permanent"]
Unit: TypeAlias = Literal["days", "hours", "minutes"]
Cover: TypeAlias = Literal["normal", "in_cover", "exposed"]
BonusDice: TypeAlias = Literal["none", "1D3", "1D6", "2D6", "3D6", "4D6", "5D6"]
BONUS_SCALE: tuple[BonusDice, ...] = ("none", "1D3", "1D6", "2D6", "3D6", "4D6", "5D6")
BONUS_FROM: tuple[tuple[int, BonusDice], ...] = (  # OPS-CREA-09, OPS-CREAT-08: from this FOR on
    (60, "5D6"),
    (40, "4D6"),
    (30, "3D6"),
    (25, "2D6"),
    (17, "1D6"),
    (13, "1D3"),
)
Reason: TypeAlias = Literal[
    "option_off",
    "waiver_off",
    "not_allowed",
    "not_enough_luck",
    "fumble",
    "already_success",
    "no_chance",
    "not_a_fumble",
    "entity",
    "not_operator",
    "dead",
    "out_of_fight",
    "held",
    "helpless",
    "surprised",
    "defender_dead",
    "out_of_range",
    "empty",
    "no_burst",
    "spread_needs_burst",
    "spread_too_far",
    "too_late",
    "too_large",
    "no_spare",
    "not_counted",
    "aware",
    "wrong_weapon",
    "placed",
    "not_worse",
    "no_equipment",
    "patient_dead",
    "not_wounded",
    "already_stabilised",
    "stabilised",
    "not_stabilised",
    "no_crash",
    "permanently_mad",
    "already_read",
    "not_needed",
    "one_victim",
    "no_grip",
    "not_taught",
    "already_cast",
    "not_available",
]

Name: TypeAlias = Annotated[str, Meta(max_length=100)]
Text: TypeAlias = Annotated[str, Meta(max_length=10_000)]
Threshold: TypeAlias = Annotated[int, Meta(ge=1, le=400)]
Reserve: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
Zone: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Steps: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Sources: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
Damage: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Metres: TypeAlias = Annotated[float, Meta(ge=0, le=1_000_000)]
DiceText: TypeAlias = Annotated[str, Meta(max_length=40, examples=["1D6", "1D3", "2D6+6", "1D10+2", "0"])]


# Keys of the pack: any other is refused with the nearest one.
PROTECTIONS = pack.live("protections", "protection")
LIMITED: list[str] = pack.keys("protections", "protection", "uses")
WEAPONS = pack.live("weapons", "weapon")
ProtectionKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(PROTECTIONS))]
LimitedKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=LIMITED)]
ShockKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("scales", "shock"))]
ShockOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["none", *pack.keys("scales", "shock")])]
SpecialtyKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("specialties", "specialty"))]
VehicleKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("vehicles", "vehicle"))]


def worse(level: Level) -> Level:
    """The next level on the clock; nothing is worse than death."""
    return LEVELS[min(LEVELS.index(level) + 1, len(LEVELS) - 1)]


def worst(*levels: Level) -> Level:
    """Only the worst wound matters (OPS-HLTH-06)."""
    return max(levels, key=LEVELS.index)


def check_worn(worn: tuple[str, ...], uses_left: Mapping[str, int]) -> None:
    """Protections that there are, and no more uses than they have (OPS-ARM-03)."""
    for key in worn:
        check_key("worn", key, pack.protection)
    for key, left in uses_left.items():
        uses = check_key("uses_left", key, pack.protection).uses
        if uses is None:
            raise BadField("uses_left", "field/one_of", "OPS-ARM-03", came=key, allowed=LIMITED)
        if left > uses:
            raise BadField("uses_left", "field/at_most", "OPS-ARM-03", came=left, high=uses)


def is_shielded(worn: Iterable[str]) -> bool:
    """Whether somebody carries cover with them: a shield (OPS-CBT-10, M-07)."""
    return any(pack.protection(key).gives_cover for key in worn)


class Drain(Value, frozen=True, kw_only=True):
    """Losses on one score (OPS-CREAT-09)."""

    temporary: Annotated[int, Meta(ge=0, le=1000)] = 0
    permanent: Annotated[int, Meta(ge=0, le=1000)] = 0


class Wound(Value, frozen=True, kw_only=True):
    """One recorded wound; its level is graded from the damage where it is not said."""

    damage: Annotated[int, Meta(ge=1, le=10_000_000)]
    level: Literal["superficial", "light", "grave", "dead"] | None = None
    location: Literal["vital", "head", "right_arm", "left_arm", "torso", "right_leg", "left_leg", "none"] = "none"
    source: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET  # whoever or whatever struck it
    date: Annotated[int, Meta(ge=0, le=1_000_000_000)] | UnsetType = UNSET  # a minute of the table's clock


class Tally(Value, frozen=True, kw_only=True):
    """Wounds counted towards the next level (OPS-HLTH-07)."""

    light: Annotated[int, Meta(ge=0, le=1000)] = 0
    grave: Annotated[int, Meta(ge=0, le=1000)] = 0


class LuckPlan(Value, frozen=True, kw_only=True):
    """What a player is ready to pay inside one procedure (OPS-LUCK-02 to OPS-LUCK-05)."""

    max_shift: Reserve = 0
    cancel_fumble: bool = False
    cancel_grave: bool = False
    escape_death: bool = False


NO_PLAN = LuckPlan()


class Combatant(Value, frozen=True, kw_only=True):
    """An Operator, another person or a creature, as a fight reads them."""

    name: Name = ""
    kind: Kind = "operator"
    category: Category = "ordinary"
    size: Size = "human"
    FOR: Score = 10
    CON: Score = 10
    DEX: Score = 10
    INT: Score = 10
    EDU: Score = 10
    POU: Score = 10
    APP: Score = 10
    drain: dict[Code, Drain] = {}
    sb: Threshold | None = None
    damage_bonus: BonusDice | None = None
    worn: Annotated[tuple[ProtectionKey, ...], Meta(max_length=20)] = ()
    uses_left: dict[LimitedKey, Annotated[int, Meta(ge=0, le=3)]] = {}
    armour: Percent = 0
    wound_level: Level = "none"
    wounds: Annotated[tuple[Wound, ...], Meta(max_length=200)] = ()
    wound_counts: Tally = Tally()
    stabilised: bool = False
    painkiller: bool = False
    out_of_fight: bool = False
    held: bool = False
    helpless: bool = False
    surprised: bool = False
    acts_last: bool = False
    luck: Reserve = 0
    luck_start: Reserve = 90
    san: Percent = 50
    si: Percent = 0
    madness: Madness = "none"
    lasting_madness: bool = False
    cast_this_scene: bool = False
    shocks_this_scene: Annotated[tuple[Name, ...], Meta(max_length=1000)] = ()
    invulnerable: bool = False
    pierced_by: Kinds = ()
    resists: Kinds = ()
    weak_to: Kinds = ()
    no_pain: bool = False
    regeneration: Annotated[int, Meta(ge=0, le=20)] = 0
    hp: Annotated[int, Meta(ge=0, le=400)] | None = None

    def __post_init__(self) -> None:
        check_worn(self.worn, self.uses_left)
        force_setattr(self, "drain", frozen_map(self.drain))
        force_setattr(self, "uses_left", frozen_map(self.uses_left))

    def lasting(self, code: Code) -> int:
        """A score without what returns by itself: what a threshold is computed from (OPS-CREAT-09)."""
        return int(max(0, getattr(self, code) - self.drain.get(code, NO_DRAIN).permanent))

    def encumbrance(self, code: Code) -> int:
        """What worn protection takes from a score; several pieces add up (OPS-ARM-04)."""
        if code not in ("DEX", "CON"):
            return 0
        return sum(getattr(pack.protection(key), f"penalty_{code}") for key in self.worn)

    def current(self, code: Code) -> int:
        """The score a test uses: base, less drain and encumbrance, at least 0."""
        drained = self.drain.get(code, NO_DRAIN)
        return int(max(0, getattr(self, code) - drained.permanent - drained.temporary - self.encumbrance(code)))

    def threshold(self, options: Options) -> int:
        """SB, by hand or derived: half of FOR and CON, a half rounds up (OPS-CREA-08, OPS-CREAT-07, OPS-ARM-04)."""
        if self.sb is not None:
            return self.sb
        worn = self.encumbrance("CON") if options.encumbrance_affects_sb else 0
        return wound_threshold(self.lasting("FOR"), max(0, self.lasting("CON") - worn))

    def bonus(self, options: Options) -> BonusDice:
        """The damage bonus, by hand or of the current FOR (OPS-CREA-09, OPS-CREAT-08)."""
        if self.damage_bonus is not None:
            return self.damage_bonus
        strength = self.current("FOR")
        if self.kind == "creature" and strength < 20 and options.creature_low_bonus_none:
            return "none"
        return damage_bonus(strength)

    @property
    def unrelieved(self) -> bool:
        """A grave wound that makes every action extreme (OPS-HLTH-04, OPS-HLTH-10)."""
        relieved = self.stabilised and self.painkiller
        return self.wound_level == "grave" and not relieved and not self.no_pain

    @property
    def can_defend(self) -> bool:
        """Who is dead, out of the fight, held or helpless cannot (OPS-CBT-12)."""
        return not (self.wound_level == "dead" or self.out_of_fight or self.held or self.helpless)

    def purse(self, options: Options) -> int:
        """The luck that can be spent: only Operators have any (OPS-LUCK-01)."""
        return self.luck if self.kind == "operator" and options.luck_enabled else 0


def left_of(who: Combatant, purse: int, options: Options) -> int:
    """The reserve once a purse has been drawn on; a reserve that is not in play stays as it is (OPS-LUCK-01)."""
    return who.luck - who.purse(options) + purse


NO_DRAIN = Drain()


def wound_threshold(strength: int, constitution: int) -> int:
    """SB: the mean of FOR and CON in the character's favour, at least 1 (OPS-CREA-08, OPS-DICE-02)."""
    return max(1, (strength + constitution + 1) // 2)


def damage_bonus(strength: int) -> BonusDice:
    """One continuous scale of FOR, never negative (OPS-CREA-09)."""
    return next((dice for least, dice in BONUS_FROM if strength >= least), "none")


def lower_bonus(bonus: BonusDice) -> BonusDice:
    """One step down, as thrown weapons have it (OPS-DMG-03)."""
    return BONUS_SCALE[max(0, BONUS_SCALE.index(bonus) - 1)]


def extra_languages(education: int) -> int:
    """Languages beside the mother tongue (OPS-CREA-13)."""
    return max(0, education - 11) // 2


LITERATE_FROM = 8  # EDU that reads and writes the mother tongue (OPS-CREA-13)


class Weapon(Value, frozen=True, kw_only=True):
    """A weapon outside the catalogue."""

    name: Name = ""
    damage: DiceText = "1D6"
    type: Literal["melee", "thrown", "firearm"] = "melee"
    attack_with: Literal["FOR", "DEX"] = "DEX"
    damage_kind: DamageKind = "blade"
    burst: bool = False
    zone_min: Zone = 0
    zone_max: Zone = 1
    scale: Literal["ordinary", "long_range", "heavy"] = "ordinary"
    magazine: Annotated[int, Meta(ge=1, le=500)] = 10
    special: bool = False

    def __post_init__(self) -> None:
        check_dice("damage", self.damage)
        if self.zone_max < self.zone_min:
            raise BadField("zone_max", "field/at_least", "OPS-CBT-08", came=self.zone_max, low=self.zone_min)


class NaturalAttack(Value, frozen=True, kw_only=True):
    """One attack form of a creature (OPS-CREAT-08 to OPS-CREAT-13)."""

    name: Name = "attack"
    characteristic: Literal["FOR", "DEX", "POU"] = "FOR"
    multiplier: Literal[3, 5] = 3
    damage: DiceText = "1D6"
    add_bonus: bool = True
    damage_kind: DamageKind = "natural"
    area: bool = False
    advantage: bool = False
    drain: Literal["none", "FOR", "POU"] = "none"
    irreversible: bool = False
    grip: bool = False
    grip_damage: bool = False
    substance: Annotated[str, Meta(max_length=100, examples=pack.keys("substances", "substance"))] = ""
    zone_max: Zone = 0  # how far it reaches (M-13)
    destroys_itself: bool = False

    def __post_init__(self) -> None:
        check_dice("damage", self.damage)
        if self.substance:
            check_key("substance", self.substance, pack.substance)


AnyAttack = TypeVar("AnyAttack", bound=NaturalAttack)


def crush_of(attacks: Iterable[AnyAttack]) -> AnyAttack | None:
    """The attack that hurts or drains whatever a creature holds, turn after turn (OPS-CREAT-09, OPS-CREAT-13)."""
    return next((one for one in attacks if (one.grip and one.grip_damage) or one.drain != "none"), None)


class Victim(Value, frozen=True, kw_only=True):
    """One target of an attack or blast that may have several."""

    defender: Combatant = Combatant()
    defends: bool = True
    defence_advantage: bool = False
    distance_m: Metres = 0
    rounds: Annotated[int, Meta(ge=0, le=9)] = 0
    cover: bool = False
    luck_plan: LuckPlan = NO_PLAN


class Training(Value, frozen=True, kw_only=True):
    """One course: another specialty, of which one advantage is kept (OPS-CREA-11)."""

    specialty: SpecialtyKey
    characteristic: Literal["FOR", "CON", "DEX", "INT", "EDU", "POU", "APP", "any"]
    domain: Name


class Driver(Value, frozen=True, kw_only=True):
    """One side of a chase."""

    name: Name = ""
    DEX: Score = 10
    vehicle: VehicleKey = "sedan"
    advantage: bool = False
    grave: bool = False

    def __post_init__(self) -> None:
        check_key("vehicle", self.vehicle, pack.vehicle)


class Advantage(Value, frozen=True, kw_only=True):
    """A characteristic in a domain: tests of both are advantaged (OPS-SPEC-02)."""

    characteristic: Literal["FOR", "CON", "DEX", "INT", "EDU", "POU", "APP", "any"]
    domain: Name


class Specialty(Value, frozen=True, kw_only=True):
    """A specialty written by Contrôle (OPS-SPEC-04)."""

    edu_min: Annotated[int, Meta(ge=0, le=24)] = 0
    bonus_among: Annotated[tuple[Code, ...], Meta(max_length=7)]
    advantages: Annotated[tuple[Advantage, ...], Meta(max_length=20)] = ()
