"""What weighs on an attack before its die falls: situations, range, wounds; and the inputs all attacks share (ATK)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, less, nonzero, step
from gardien.core.dice import Dice
from gardien.core.errors import Refusal
from gardien.core.values import Change, Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import WeaponClass
from gardien.systems.d20d100.rules import character
from gardien.systems.d20d100.rules.body.wounds import (
    BlowResult,
    body_changes,
    condition_of,
    penalty_of,
    rule_of,
    simple_actions,
)
from gardien.systems.d20d100.rules.fight.weapons import DamageText, Reached, reach_of

Situation: TypeAlias = Literal[
    "moving_vehicle", "unfamiliar_weapon", "improvised_weapon", "damage_type_changed", "damage_type_changed_easy",
    "shot_in_grapple", "immobilised_target", "helpless_target", "off_hand", "target_in_melee", "charge", "defensive",
    "darkness", "invisible_target", "attacker_prone", "target_prone_at_range", "target_prone_in_contact",
    "higher_ground", "aimed",
]  # fmt: skip
SITUATIONS: dict[Situation, int] = {
    "moving_vehicle": -2,  # D100-FIRE-12
    "unfamiliar_weapon": -2,  # D100-WPN-07
    "improvised_weapon": -4,  # D100-WPN-07
    "damage_type_changed": -4,  # D100-TEMP-04
    "damage_type_changed_easy": -2,  # D100-TEMP-04
    "shot_in_grapple": -4,  # D100-GRAP-03
    "immobilised_target": 4,  # D100-GRAP-03
    "helpless_target": 4,  # D100-SPEC-05
    "charge": 2,  # D100-SPEC-02
    "defensive": -4,  # D100-MODE-02
    "off_hand": -4,  # D100-MISS-17, as all that follow
    "target_in_melee": -4,
    "darkness": -4,
    "invisible_target": -4,
    "attacker_prone": -4,
    "target_prone_at_range": -4,
    "target_prone_in_contact": 4,
    "higher_ground": 1,
    "aimed": 2,
}
RECOILS: dict[str, int] = {"single": 0, "double": 1, "triple": 2}  # D100-WPN-12
TARGET_WHO = "target"  # whoever is struck, where the inputs give no name

Attack: TypeAlias = Annotated[int, Meta(ge=-40, le=60)]
Defence: TypeAlias = Annotated[int, Meta(ge=-20, le=60)]
Situations: TypeAlias = Annotated[tuple[Situation, ...], Meta(max_length=100)]
Scores: TypeAlias = Annotated[tuple[Attack, ...], Meta(min_length=1, max_length=3)]
Cartridges: TypeAlias = Annotated[int, Meta(ge=0, le=250)]
Parts: TypeAlias = tuple[tuple[str, int], ...]


# ---- the inputs of an attack, from the weapon alone to the whole scene ----


class WeaponGiven(Value, frozen=True, kw_only=True):
    """What a weapon does, and the protection that it meets; at a table, which of somebody's weapons it is."""

    weapon_name: character.Name = ""
    damage: DamageText = ""
    damage_bonus: Annotated[int, Meta(ge=-10, le=100)] = 0
    penetration: character.Penetration = 0
    protection_kind: character.ProtectionKind = "none"
    protection: character.Protection = 0

    def __post_init__(self) -> None:
        character.check_protection(self.protection_kind, self.protection)
        if self.scatters and self.damage.strip():
            character.check_shot("damage", self.damage)
        else:
            character.check_dice("damage", self.damage)

    @property
    def scatters(self) -> bool:
        """Whether the damage is written three times, once for each range increment (D100-FIRE-06)."""
        return False

    def dice(self, increments: int = 1) -> Dice | None:
        """The weapon dice at so many increments; nothing where no damage was named."""
        if not self.damage.strip():
            return None
        return (
            character.check_shot("damage", self.damage)[increments - 1]
            if self.scatters
            else character.check_dice("damage", self.damage)
        )


class HitGiven(WeaponGiven, frozen=True, kw_only=True):
    """The same with its critical hits."""

    threat_min: Annotated[int, Meta(ge=2, le=20)] = 20
    multiplier: Annotated[int, Meta(ge=1, le=5)] = 2


class BlowGiven(HitGiven, frozen=True, kw_only=True):
    """An attack within reach of the arm: what weighs on it, and whoever it may hurt."""

    mods: character.Mods = ()
    situations: Situations = ()
    attacker: character.Body | None = None
    temporary: bool = False
    target: character.Body | None = None


class RangedGiven(BlowGiven, frozen=True, kw_only=True):
    """An attack at any distance, with any weapon."""

    combat_mobile: bool = False
    distance: Annotated[float, Meta(ge=0, le=5000)] = 0
    increment: Annotated[float, Meta(ge=0, le=200)] = 0
    weapon_class: WeaponClass = "contact"
    jams: bool = False

    @property
    def scatters(self) -> bool:
        return self.weapon_class == "shotgun"


# ---- range and situations ----


def situations_sum(situations: tuple[Situation, ...], combat_mobile: bool = False) -> int:
    """Each situation counts once; Combat mobile steadies whoever shoots from a vehicle (D100-ATK-03, D100-TRAIT-03)."""
    spared = {"moving_vehicle"} if combat_mobile else set()
    return sum(SITUATIONS[one] for one in set(situations) - spared)


def wounds_of(attacker: character.Body | None, options: Options) -> character.WoundPenalty:
    """What wounds take from whoever attacks (D100-HEALTH-04)."""
    return 0 if attacker is None else penalty_of(attacker, options)


def check_able(attacker: character.Body | None, options: Options, actions: int) -> None:
    """The senseless and the dead attack nobody; one simple action is one attack (D100-ATK-07, D100-TEMP-02)."""
    if attacker is None:
        return
    condition = condition_of(attacker, options)
    most = simple_actions(condition)
    if not most:
        raise Refusal("act/unable", kind="refused", field="attacker", rule=rule_of(condition, attacker, options))
    if most < actions:
        raise Refusal("act/one_action", kind="refused", field="attacker", rule="D100-ATK-07")


class Weight(Value, frozen=True):
    """Everything that weighs on an attack."""

    reached: Reached
    wounds: character.WoundPenalty
    parts: Parts

    @property
    def modifier(self) -> int:
        return sum(value for _, value in self.parts)

    def upon(self, attack: int) -> tuple[int, Parts]:
        """An attack score with all of it, and what it is made of."""
        return attack + self.modifier, (("attack", attack), *self.parts)


def weight_of(given: RangedGiven, options: Options, recoil: int = 0, actions: int = 1) -> Weight:
    """The sum of D100-ATK-03, for whoever is able to attack at all."""
    check_able(given.attacker, options, actions)
    reached = reach_of(given.distance, given.increment, given.weapon_class, options)
    wounds = wounds_of(given.attacker, options)
    situations = situations_sum(given.situations, given.combat_mobile)
    return Weight(reached, wounds, parts_of(given.mods, situations, reached.penalty, wounds, recoil))


def parts_of(mods: tuple[int, ...], situations: int, range_penalty: int, wounds: int, recoil: int = 0) -> Parts:
    """What an attack is made of beside its score; what counts nothing is not told."""
    parts = (
        ("situations", situations),
        ("range_penalty", range_penalty),
        ("wound_penalty", wounds),
        less("recoil", recoil),
        ("mods", sum(mods)),
    )
    return nonzero(*parts)


def explain_out_of_reach(weapon_class: WeaponClass) -> Program[None]:
    """The reason why an attack fails by itself."""
    yield from step("in_range", False, "D100-FIRE-06" if weapon_class == "shotgun" else "D100-RNG-01")


# ---- whoever is struck ----


class Aftermath(Value, frozen=True, kw_only=True):
    """The target of an attack afterwards, where one was named."""

    target_pv: int | UnsetType = UNSET
    target_temp_damage: int | UnsetType = UNSET
    target_condition: character.Condition | UnsetType = UNSET
    target_shock: bool | UnsetType = UNSET
    target_wound_penalty: character.WoundPenalty | UnsetType = UNSET

    def changes(self, given: Any, options: Options) -> tuple[Change, ...]:
        return struck_changes(given.target, self.target_pv, self.target_temp_damage)


def struck_changes(
    target: character.Body | None, pv: int | UnsetType, temp_damage: int | UnsetType
) -> tuple[Change, ...]:
    """What the sheet of a target keeps of an attack."""
    return () if target is None else body_changes(target, target.name or TARGET_WHO, pv=pv, temp_damage=temp_damage)


def target_name(target: character.Body | None) -> str:
    """What whoever is struck is called, so that their own dice are theirs."""
    return "" if target is None else target.name


def aftermath(struck: BlowResult | None, shock: bool | None = None) -> dict[str, Any]:
    """A struck body as the fields of an `Aftermath`."""
    if struck is None:
        return {}
    return {
        "target_pv": struck.pv,
        "target_temp_damage": struck.body.temp_damage,
        "target_condition": struck.condition,
        "target_shock": struck.shock if shock is None else shock,
        "target_wound_penalty": struck.wound_penalty,
    }
