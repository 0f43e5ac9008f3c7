"""The parts of a sheet: what a skill is made of, a line of the weapon table, what is worn or remembered (CREA, WPN)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta
from msgspec.structs import force_setattr, replace

from gardien.core.inputs import BadField, check_key
from gardien.core.values import Value, like
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import CombatSkill, RateKey, WeaponClass
from gardien.systems.d20d100.rules.character import Code, Modifier, Name, check_dice, check_shot
from gardien.systems.d20d100.rules.fight.state import WeaponState
from gardien.systems.d20d100.rules.fight.weapons import Improvised, LineGiven, Shots, WeaponOrNone, line_of

BARE = "poing"  # nobody is without (D100-WPN-04)
SPARE_ROUNDS = 12  # cartridges carried beside those in the weapon; the source leaves it to the table
Language: TypeAlias = Literal["fr", "en"]
Names: TypeAlias = Annotated[tuple[Name, ...], Meta(max_length=1000)]
Moment: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]  # minutes on the table’s clock
Part: TypeAlias = Annotated[int, Meta(ge=-400, le=400)]
ArmourKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("armours", "armour"))]
MARTIAL = "poing"  # the weapon whose damage Arts martiaux changes (D100-MISS-04)
UNTRAINED: Improvised = -2  # with an exotic weapon (D100-WPN-07, D100-MISS-05)


class HouseRules(Value, frozen=True, kw_only=True):
    """The switches that the numbers of a sheet rest on, so that it can be computed again by itself (D100-CORE-05)."""

    combat_two_characteristics: bool = False
    attack_table: Literal["step5", "printed"] = "step5"
    unarmed_single_attack: bool = False
    precision_in_burst: bool = True
    defence_uses_dex: bool = False
    reflex_raises_initiative: bool = True
    rule_thresholds: bool = True
    rule_agony: bool = True

    def options(self) -> Options:
        """The same as the rules read them; a psychic trait that stands on a sheet was allowed."""
        return Options(psychic_traits=True, **{name: getattr(self, name) for name in self.__struct_fields__})


def house_rules(options: Options) -> HouseRules:
    """What a sheet must remember of a table’s options."""
    return HouseRules(**{name: getattr(options, name) for name in HouseRules.__struct_fields__})


class JetParts(Value, frozen=True, kw_only=True):
    """A Jet part by part (D100-CREA-08, D100-CREA-14)."""

    base: Part = 0
    trait: Part = 0
    xp: Part = 0
    total: Part = 0
    ticked: bool = False

    def on(self, base: int) -> "JetParts":
        """The same Jet over the modifier of its characteristic."""
        return replace(self, base=base, total=base + self.trait + self.xp)


class SkillParts(Value, frozen=True, kw_only=True):
    """A skill part by part: each column of the creation sheet, kept for good (D100-CORE-06, D100-CREA-18)."""

    formula: Name = ""
    base: Part = 0
    trait: Part = 0
    profession: Part = 0
    secondary: Part = 0
    imported: Part = 0  # what a sheet of another game had beyond the base (D100-CONV-03)
    xp: Part = 0
    total: Part = 0
    is_profession: bool = False
    learned: bool = False
    ticked: bool = False

    def on(self, formula: str, base: int) -> "SkillParts":
        """The same skill over its base (D100-CREA-17)."""
        total = base + self.trait + self.profession + self.secondary + self.imported + self.xp
        return replace(self, formula=formula, base=base, total=total)


class Allowance(Value, frozen=True, kw_only=True):
    """Creation points: how many there were, how many were spent (D100-CREA-15, D100-CREA-16)."""

    available: Annotated[int, Meta(ge=0, le=1200)] = 0
    spent: Annotated[int, Meta(ge=0, le=1200)] = 0


class LoggedSet(Value, frozen=True, kw_only=True):
    """Seven rolls, kept or thrown again (D100-CREA-02)."""

    rolls: Annotated[tuple[int, ...], Meta(max_length=7)]
    accepted: bool


class CreationLog(Value, frozen=True, kw_only=True):
    """What the dice brought at creation, and which roll became EDU (D100-CREA-02 to D100-CREA-06)."""

    sets: Annotated[tuple[LoggedSet, ...], Meta(max_length=10_000)] = ()
    tai: int | None = None
    app: int | None = None
    edu_roll: int | None = None


class WornArmour(Value, frozen=True, kw_only=True):
    """A vest: one of the list by its key, or its own numbers (D100-PROT-01, D100-PROT-02)."""

    key: ArmourKey = ""
    protection: Literal[4, 6, 8, 10, 12] = 4
    penalty: Annotated[int, Meta(ge=-5, le=0)] = 0

    def __post_init__(self) -> None:
        if self.key:
            row = check_key("key", self.key, pack.armour)
            force_setattr(self, "protection", row.protection)
            force_setattr(self, "penalty", row.penalty)


class MadnessHeld(Value, frozen=True, kw_only=True):
    """A madness, how it shows, how long it lasts (D100-SAN-03, D100-SAN-04, D100-MISS-09)."""

    kind: Literal["temporary", "indefinite", "permanent", "decompensation"] = "temporary"
    symptom: Name = ""
    duration: Name = ""
    remaining: Annotated[int, Meta(ge=0, le=1_000_000)] = 0  # minutes
    rounds: Annotated[int, Meta(ge=0, le=9)] = 0  # beyond them
    cause: Name = ""


class MemoryItem(Value, frozen=True, kw_only=True):
    """Something to be remembered (D100-SKILL-11)."""

    what: Name
    memorised: bool = False
    recall_failures: Annotated[int, Meta(ge=0, le=100)] = 0
    last_try: Moment | None = None


class SheetWeapon(Value, frozen=True, kw_only=True):
    """A line of the weapon table: one of the list by its key, or its own numbers (D100-WPN-01 to D100-WPN-12)."""

    weapon: WeaponOrNone = ""
    name: Name = ""
    combat_skill: CombatSkill = "armes_contact"
    thrown: bool = False  # a hand weapon thrown: the second entry of one weapon (D100-WPN-06)
    specialty: bool = False
    improvised: Improvised = 0
    rate: RateKey = "none"
    base_series: Shots = ()
    double_series: Shots = ()
    triple_series: Shots = ()
    burst_difficulties: Shots = ()
    notation: Name = ""
    damage: Name = ""
    damage_bonus: Annotated[int, Meta(ge=-10, le=100)] = 0
    uses_damage_bonus: bool = True
    damage_text: Name = ""
    temporary: bool = False
    threat_min: Annotated[int, Meta(ge=2, le=20)] = 20
    multiplier: Annotated[int, Meta(ge=1, le=5)] = 2
    increment: Annotated[float, Meta(ge=0, le=1000)] = 0
    weapon_class: WeaponClass = "contact"
    penetration: Annotated[int, Meta(ge=0, le=12)] = 0
    recoil: Annotated[int, Meta(ge=0, le=10)] = 0
    precision: Annotated[int, Meta(ge=-4, le=4)] = 0
    jams: bool = False
    capacity: Annotated[int, Meta(ge=1, le=250)] | None = None
    loaded: Annotated[int, Meta(ge=0, le=250)] = 0
    spare: Annotated[int, Meta(ge=0, le=10_000)] = 0
    weapon_state: WeaponState = "ok"

    def __post_init__(self) -> None:
        if self.weapon:
            check_key("weapon", self.weapon, pack.weapon)
        if self.damage:
            if "/" in self.damage:
                check_shot("damage", self.damage)
            else:
                check_dice("damage", self.damage)
        if self.capacity is not None and self.loaded > self.capacity:
            raise BadField("loaded", "field/at_most", "D100-FIRE-04", came=self.loaded, high=self.capacity)

    def with_skill(self, skill: int, bonus: int, training: "Training", options: Options) -> "SheetWeapon":
        """The same line for this skill: series, bursts and damage computed again (D100-ATK-02)."""
        row = pack.weapon(self.weapon) if self.weapon else None
        damage = row.damage or "" if row is not None else self.damage
        if training.blows and self.weapon == MARTIAL:
            damage = training.blows
        special = self.specialty or self.weapon in training.specialties
        strong = self.uses_damage_bonus
        if row is not None:
            strong = row.strength == "always" or (row.strength == "negative" and bonus < 0)
        line = line_of(
            LineGiven(
                skill=max(-40, min(40, skill)),
                combat_skill=self.combat_skill,
                specialty=special,
                precision=self.precision,
                recoil=self.recoil,
                rate=self.rate,
                improvised=self.improvised,
                damage=damage,
                damage_bonus=bonus,
                uses_damage_bonus=strong,
                temporary=self.temporary,
            ),
            options,
        )
        return replace(
            self,
            specialty=special,
            damage=damage,
            damage_bonus=bonus if strong else 0,
            uses_damage_bonus=strong,
            base_series=line.base_series,
            double_series=line.double_series,
            triple_series=line.triple_series,
            burst_difficulties=line.burst_difficulties,
            notation=line.notation,
            damage_text="" if line.damage_text is UNSET else line.damage_text,
        )


class Training(Value, frozen=True, kw_only=True):
    """What traits change in the weapon table (D100-TRAIT-04, D100-MISS-04)."""

    specialties: tuple[str, ...] = ()
    blows: str = ""  # the dice of a fist that was taught


NO_TRAINING = Training()


def weapon_line(
    key: str, language: Language, *, thrown: bool = False, trained: bool = False, reach: float = 1, spare: int = 0
) -> SheetWeapon:
    """A line with the numbers of the list, loaded; its series come with a skill."""
    row = pack.weapon(key)
    unused = row.exotic and not trained
    return like(
        SheetWeapon,
        row,
        weapon=key,
        name=getattr(row, language),
        combat_skill="armes_jet" if thrown else row.combat_skill,
        thrown=thrown,
        improvised=UNTRAINED if unused else row.improvised,
        damage=row.damage or "",
        increment=(row.increment or 0) * reach,
        weapon_class="thrown" if thrown else row.weapon_class,
        loaded=row.capacity or 0,
        spare=spare if row.capacity else 0,
    )


def weapon_lines(
    keys: tuple[str, ...], language: Language, *, trained: bool = False, reach: float = 1, spare: int = 0
) -> tuple[SheetWeapon, ...]:
    """Weapons as entries; a knife or a hatchet has two, one for the hand and one for the throw (D100-WPN-06)."""
    lines: list[SheetWeapon] = []
    for key in keys:
        row = pack.weapon(key)
        lines.append(weapon_line(key, language, trained=trained, reach=reach, spare=spare))
        if row.weapon_class == "contact" and row.increment:
            lines.append(weapon_line(key, language, thrown=True))
    return tuple(lines)


def grip(language: Language) -> SheetWeapon:
    """The line of Lutte, which everybody has (D100-WPN-04)."""
    return SheetWeapon(name=getattr(pack.skill("lutte"), language), combat_skill="lutte", damage="1d3", temporary=True)


class Protected(Value, frozen=True, kw_only=True):
    """What a body takes off some attacks; the first entry that fits an attack counts (D100-PROT-03)."""

    against: Annotated[tuple[Name, ...], Meta(max_length=8)] = ("everything",)
    protection_kind: Literal["none", "vest", "points", "minimal", "half", "one_point", "immune"] = "none"
    protection: Annotated[int, Meta(ge=0, le=60)] = 0


class SanLoss(Value, frozen=True, kw_only=True):
    """What the sight of somebody costs (D100-SAN-01)."""

    success: Name = "0"
    failure: Name = "0"

    def __post_init__(self) -> None:
        check_dice("success", self.success)
        check_dice("failure", self.failure)


class BodyAttack(Value, frozen=True, kw_only=True):
    """One entry of an adversary’s attack column (D100-CREAT-02, D100-MISS-07)."""

    name: Name
    attack: Modifier = 0
    damage: Name = ""
    damage_bonus: Annotated[int, Meta(ge=-10, le=100)] = 0
    per_round: Annotated[int, Meta(ge=1, le=10)] = 1
    temporary: bool = False
    threat_min: Annotated[int, Meta(ge=2, le=20)] = 20
    multiplier: Annotated[int, Meta(ge=1, le=5)] = 2
    special: Annotated[str, Meta(max_length=1000)] = ""
    each_round: Name = ""  # dice of PV, round after round once it has struck
    drain: Name = ""  # dice of points of a characteristic
    drains: Code | None = None
    drain_goes_on: bool = False
    poison: Annotated[int, Meta(ge=0, le=100)] = 0  # its potency
    grapples: bool = False  # followed by a Lutte test
    engulfs: bool = False  # each further round of it, only where FOR against FOR is lost
    everyone_within_m: Annotated[float, Meta(ge=0, le=100)] = 0  # one attack at each of them

    def __post_init__(self) -> None:
        for name in ("damage", "each_round", "drain"):
            check_dice(name, getattr(self, name))
