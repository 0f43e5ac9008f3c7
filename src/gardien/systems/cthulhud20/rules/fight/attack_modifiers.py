"""The sum of an attack before its die, term by term, and the CA that it meets (ATT, AIM, AC, P-MOD)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.chance import Program, less, step
from gardien.core.errors import Refusal
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map, like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant
from gardien.systems.cthulhud20.rules.fight import weapons
from gardien.systems.cthulhud20.rules.fight.armour_class import CLOSE, exposure_of, guard_of, unused_armour
from gardien.systems.cthulhud20.rules.fight.attack_declare import TAKEN_AIM, PowerMalus, aim_malus, can_aim
from gardien.systems.cthulhud20.rules.fight.attack_severity import is_lame
from gardien.systems.cthulhud20.rules.fight.location import check_aim
from gardien.systems.cthulhud20.rules.tests import modifiers
from gardien.systems.cthulhud20.vocabulary import SIZE_BONUS, Aim, Bonus, Metres, Situation, Zone

UNPROFICIENT = -4  # CD20-P-MOD-01
PRONE = -4  # on blows struck from the ground (CD20-P-MOD-01, CD20-P-COND-01)
TO_STUN = -4  # CD20-P-WOUND-02
FOCUS, POINT_BLANK = 1, 1  # CD20-ATT-07, CD20-FEAT-05
ARM_LENGTH, ACROSS = 1.5, 5.0  # metres, where no distance is said

Situations: TypeAlias = Annotated[tuple[Situation, ...], Meta(max_length=100)]
PLAIN = weapons.WeaponGiven()


# ---- what an attack is made of ----


class AssailingGiven(Value, frozen=True, kw_only=True):
    """Who attacks whom, with what, from how far, in which situation."""

    attacker: Combatant = NOBODY
    weapon: weapons.WeaponNamed = PLAIN
    target: Combatant = NOBODY
    distance_m: Metres | None = None
    thrown: bool = False
    aimed: bool = False
    power_attack: PowerMalus = 0
    situation: Situations = ()
    slug: bool = False
    modifier: Bonus = 0


class BonusGiven(AssailingGiven, frozen=True, kw_only=True):
    """One attack and all that is added to its d20."""

    attack_bonus: Bonus | None = None
    attack_number: Annotated[int, Meta(ge=1, le=10)] = 1
    aim: Aim = "none"
    to_stun: bool = False
    both_barrels: bool = False
    touch: bool = False

    def __post_init__(self) -> None:
        weapons.check_use(
            self.weapon, thrown=self.thrown, slug=self.slug, barrels=self.both_barrels, stuns=self.to_stun
        )
        check_charge(self.attacker, self.situation)
        numbers = modifiers.base_attacks(self.attacker)
        if self.attack_bonus is None and self.attack_number > len(numbers):
            high = len(numbers)
            raise BadField("attack_number", "field/at_most", "CD20-ATT-03", came=self.attack_number, high=high)
        check_power(self.attacker, self.power_attack)
        target = self.target
        if target.mode != "traditional" and not can_aim(self.aim, target.tables, target.lost_parts):
            check_aim("aim", self.aim, target.tables, target.lost_parts)


def check_charge(attacker: Combatant, situation: tuple[Situation, ...]) -> None:
    """A charge needs both legs (CD20-P-WOUND-01)."""
    if "charging" in situation and is_lame(attacker):
        raise BadField("attacker", "act/no_charge", "CD20-P-WOUND-01")


def check_power(attacker: Combatant, malus: int) -> None:
    """Power Attack is a feat, and no more than the first base number is given up (CD20-FEAT-06)."""
    if not malus:
        return
    if not attacker.has("power_attack"):
        raise BadField("power_attack", "field/not_allowed", "CD20-FEAT-06", came=malus, allowed="0")
    most = max(0, modifiers.base_attacks(attacker)[0])
    if malus > most:
        raise BadField("power_attack", "field/at_most", "CD20-FEAT-06", came=malus, high=most)


def power_in_melee(malus: int, weapon: weapons.Weapon, options: Options) -> None:
    """Power Attack is for melee, unless the table wants it otherwise (CD20-FEAT-06)."""
    if malus and weapon.is_ranged and not options.power_attack_ranged:
        raise Refusal("field/not_allowed", field="power_attack", rule="CD20-FEAT-06", came=malus, allowed="0")


class Sum(Value, frozen=True, kw_only=True):
    """An attack before its die: every term, what the target gives, what the zone takes."""

    weapon: weapons.Weapon
    traditional: bool
    distance: float
    in_range: bool
    terms: modifiers.Parts  # on the attacker’s side, in the order in which they are told
    lethality: int  # of the weapon on this target, also where it is hidden in a bonus given as a whole
    target_modifier: int
    helpless_bonus: int
    zone_malus: int

    @property
    def attack_bonus(self) -> int:
        return modifiers.total(self.terms)

    @property
    def total_bonus(self) -> int:
        """What is added to the d20 (CD20-ATT-01)."""
        return self.attack_bonus + self.target_modifier + self.zone_malus


def distance_of(distance: float | None, weapon: weapons.Weapon) -> float:
    """How far away the target is, where nobody says."""
    if distance is not None:
        return distance
    return ACROSS if weapon.is_ranged else ARM_LENGTH


def reach_for(attacker: Combatant, weapon: weapons.Weapon, distance: float, slug: bool) -> weapons.Reach:
    """What the distance takes from this attack; nothing in melee (CD20-ATT-05)."""
    increment = weapon.range_increment_m if weapon.is_ranged else 0
    spreads = weapon.damage_type == "shot" and not slug
    return weapons.reach_of(distance, increment, weapon.kind == "thrown", attacker.has("far_shot"), spreads)


def ability_mod(attacker: Combatant, weapon: weapons.Weapon) -> int:
    """Strength in melee, Dexterity with Weapon Finesse and from afar (CD20-ATT-01, CD20-P-FEAT-01)."""
    nimble = weapon.finesse and attacker.has(f"weapon_finesse:{weapon.key}")
    return attacker.modifier("dex" if weapon.is_ranged or nimble else "str")


def feats_for(attacker: Combatant, weapon: weapons.Weapon, distance: float) -> int:
    """Weapon Focus with this very model, Point Blank Shot near by (CD20-ATT-07, CD20-FEAT-05)."""
    focus = FOCUS if attacker.has(f"weapon_focus:{weapon.key}") else 0
    near = weapon.is_ranged and distance <= CLOSE
    return focus + (POINT_BLANK if near and attacker.has("point_blank_shot") else 0)


def weight_on(attacker: Combatant, weapon: weapons.Weapon) -> int:
    """What conditions, parts out of use, the ground and unfamiliar armour take (CD20-P-COND-01, CD20-P-WOUND-01)."""
    parts = modifiers.parts_malus(attacker.hampered_parts, attacker.tables, physical=True)
    ground = PRONE if attacker.lies and not weapon.is_ranged else 0
    return modifiers.attack_malus(attacker) + parts + ground + unused_armour(attacker)


def situation_sum(attacker: Combatant, situations: tuple[Situation, ...], ranged: bool) -> int:
    """Each situation once; some feats lift or ease one (CD20-AIM-03, CD20-ATT-06, CD20-P-MOD-01)."""
    bonus = 0
    for key in dict.fromkeys(situations):
        row = pack.situation(key)
        if row.lifted_by is None or not attacker.has(row.lifted_by):
            eased = sum(less for feat, less in row.eased_by.items() if attacker.has(feat))
            bonus += (row.ranged if ranged else row.melee) + eased
    return bonus


REPLACED = (  # what a bonus given as a whole stands for (CD20-ATT-01)
    *("base_attack", "ability_mod", "lethality", "feat_bonus", "range_malus", "aim_bonus", "fatigue_malus"),
    *("condition_malus", "proficiency_malus", "size_modifier", "situation_bonus", "volley_malus"),
)


def bonus_of(given: BonusGiven, options: Options, base: int | None = None, volley_malus: int = 0) -> Sum:
    """All that is added to the d20 (CD20-ATT-01); `base` and `volley_malus` are those of a full attack.

    A bonus given as a whole stands for everything from base attack to situation, lethality included.
    """
    attacker, target = given.attacker, given.target
    weapon = weapons.weapon_of(given.weapon, given.thrown)
    distance = distance_of(given.distance_m, weapon)
    traditional = target.mode == "traditional"
    reach = reach_for(attacker, weapon, distance, given.slug)
    deadly = weapons.deadliness(weapon, attacker.score("str"), distance, given.slug, given.both_barrels, options)
    lethality = 0 if traditional else weapons.felt_lethality(deadly.lethality, weapon, target.traits)
    if given.attack_bonus is not None:
        whole = (given.attack_bonus, *(0,) * (len(REPLACED) - 1))
    else:
        number = modifiers.base_attacks(attacker)[given.attack_number - 1] if base is None else base
        group = weapon.proficiency
        proficient = group == "simple" or attacker.has(f"weapon_proficiency:{group}")
        whole = (
            number,
            ability_mod(attacker, weapon),
            lethality,
            feats_for(attacker, weapon, distance),
            reach.malus,
            TAKEN_AIM if given.aimed and weapon.is_ranged and given.attack_number == 1 else 0,
            modifiers.fatigue_of(attacker),
            weight_on(attacker, weapon),
            0 if proficient else UNPROFICIENT,
            SIZE_BONUS[attacker.size],
            situation_sum(attacker, given.situation, weapon.is_ranged),
            volley_malus,
        )
    exposure = exposure_of(target, weapon.is_ranged, distance, options)
    return Sum(
        weapon=weapon,
        traditional=traditional,
        distance=distance,
        in_range=reach.in_range,
        terms=(
            *zip(REPLACED, whole, strict=True),
            less("power_attack_malus", given.power_attack),
            ("stun_malus", TO_STUN if given.to_stun and not weapon.unarmed else 0),
            ("modifier", given.modifier),
        ),
        lethality=lethality,
        target_modifier=exposure.total,
        helpless_bonus=exposure.helpless,
        zone_malus=0 if traditional else aim_malus(given.aim, given.target.tables),
    )


VARYING = ("range_malus", "aim_bonus", "fatigue_malus", "condition_malus", "situation_bonus", "volley_malus")


def profile_bonus(attack_sum: Sum, bonus: int, lethality: int, traits: tuple[str, ...]) -> int:
    """What a profile says of an attack, lethality included, with all that no profile holds (CD20-P-CREA-03)."""
    felt = weapons.felt_lethality(lethality, attack_sum.weapon, traits) - lethality
    return bonus + felt + sum(value for name, value in attack_sum.terms if name in VARYING)


def explain_sum(attack_sum: Sum) -> Program[None]:
    """The sum as reasons."""
    yield from step("attack_bonus", attack_sum.attack_bonus, "CD20-ATT-01", modifiers.parts_to_show(attack_sum.terms))
    if attack_sum.helpless_bonus:
        yield from step("helpless_bonus", attack_sum.helpless_bonus, "CD20-ATT-08")
    if attack_sum.target_modifier:
        yield from step("target_modifier", attack_sum.target_modifier, "CD20-P-MOD-01")
    parts = (
        ("attack_bonus", attack_sum.attack_bonus),
        ("target_modifier", attack_sum.target_modifier),
        ("zone_malus", attack_sum.zone_malus),
    )
    rule = "CD20-AIM-02" if attack_sum.zone_malus else "CD20-ATT-01"
    yield from step("total_bonus", attack_sum.total_bonus, rule, modifiers.parts_to_show(parts))


class Summed(Value, frozen=True, kw_only=True):
    """Every term of an attack and what they come to."""

    system: Literal["severity", "traditional"]
    base_attack: int
    ability_mod: int
    lethality: int
    feat_bonus: int
    range_malus: int
    in_range: bool
    aim_bonus: int
    fatigue_malus: int
    condition_malus: int
    proficiency_malus: int
    size_modifier: int
    situation_bonus: int
    power_attack_malus: int
    stun_malus: int
    modifier: int
    attack_bonus: int
    target_modifier: int
    helpless_bonus: int
    zone_malus: int
    total_bonus: int


@procedure(
    "attack_bonus",
    rules="""CD20-ATT-01 CD20-ATT-03 CD20-ATT-05 CD20-ATT-06 CD20-ATT-07 CD20-ATT-08 CD20-AIM-01 CD20-AIM-02
    CD20-AIM-03 CD20-FAT-02 CD20-FEAT-05 CD20-FEAT-06 CD20-CREA-01 CD20-CREA-02 CD20-P-MOD-01 CD20-P-FEAT-01
    CD20-P-AC-01 CD20-P-COND-01 CD20-P-WOUND-01""",
    headline=("total_bonus",),
)
def sum_bonus(given: BonusGiven, options: Options) -> Program[Summed]:
    """Base attack, ability, lethality, feats, distance, aim, fatigue and all the rest, then target and zone."""
    attack_sum = bonus_of(given, options)
    power_in_melee(given.power_attack, attack_sum.weapon, options)
    if not attack_sum.in_range:
        yield from step("in_range", False, "CD20-P-RANGE-01")
    yield from explain_sum(attack_sum)
    terms = {name: value for name, value in attack_sum.terms if name != "volley_malus"}
    return like(Summed, attack_sum, system="traditional" if attack_sum.traditional else "severity", **terms)


# ---- the CA of every zone ----


class GuardGiven(Value, frozen=True, kw_only=True):
    """Somebody who is attacked, perhaps without seeing it."""

    target: Combatant = NOBODY
    attacker_unseen: bool = False


class Guarded(Value, frozen=True, kw_only=True):
    """The CA of every zone and what it rests on."""

    zone_ca: dict[Zone, int]
    touch_ca: int
    dex_used: int
    pf_max: int
    pf_lost: int
    fatigue_malus: int
    armour_check_malus: int
    helpless: bool


@procedure(
    "zone_ca",
    rules="""CD20-AC-01 CD20-AC-02 CD20-FAT-02 CD20-FAT-03 CD20-COND-02 CD20-COND-03 CD20-P-AC-01 CD20-P-ARM-01
    CD20-P-COVER-01 CD20-P-LEVEL-02""",
    headline=("touch_ca",),
)
def guard_zones(given: GuardGiven, options: Options) -> Program[Guarded]:
    """Ten, the armour of the zone, cover, Dexterity and the rest; fatigue lowers them all."""
    target = given.target
    guard = guard_of(target, options, given.attacker_unseen)
    malus = modifiers.fatigue_of(target)
    yield from step("helpless", guard.helpless, "CD20-ATT-08")
    yield from step("dex_used", guard.dex_used, "CD20-P-AC-01")
    yield from step("fatigue_malus", malus, "CD20-FAT-03" if target.breath <= 0 else "CD20-FAT-02")
    yield from step("touch_ca", guard.touch_ca, "CD20-AC-01")
    return like(
        Guarded,
        guard,
        zone_ca=frozen_map(dict(guard.zone_ca)),
        pf_max=target.breath_max,
        pf_lost=target.breath_max - target.breath,
        fatigue_malus=malus,
        armour_check_malus=guard.check_malus,
    )
