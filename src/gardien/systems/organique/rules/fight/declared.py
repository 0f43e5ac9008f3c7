"""An action and the reaction it meets: what is declared, how rules hand it on, what comes out (CBT-01, MOD-11)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.inputs import BadField
from gardien.core.values import Value, like
from gardien.systems.organique import vocabulary
from gardien.systems.organique.rules.character import CoverNamed, Damage, check_cover, freeze
from gardien.systems.organique.rules.fight.weapons import UNARMED, Weapon, WeaponNamed, check_weapon, weapon_of
from gardien.systems.organique.rules.manoeuvres import Evading
from gardien.systems.organique.rules.person import Layer, Person, cover_of, halves
from gardien.systems.organique.rules.tests.d20 import Parts, SaveResult
from gardien.systems.organique.rules.tests.modifiers import named_parts

Shots: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
Aimed: TypeAlias = Literal["arm", "leg"]


class ReactionGiven(Value, frozen=True, kw_only=True):
    """What the target does about it; `simultaneous` strikes back instead (ORG-REA, ORG-MOD-11)."""

    kind: vocabulary.ReactionKind = "none"
    steps: Annotated[int, Meta(ge=1, le=100)] = 1
    weapon: WeaponNamed = UNARMED
    away: bool = False
    bare_limb: bool = False
    limb_damage: vocabulary.Points = 0.5
    split: bool = False
    leaning: bool | None = None  # left out: if the attacker lies at one’s feet (ORG-MOD-07)
    mods: vocabulary.Mods = {}
    action: vocabulary.Action = "strike"
    extended: bool = False
    called: bool = False
    brain_damage: bool = False
    shots: Shots = 1
    holds_target: bool | None = None  # as in the action, for one in the same moment
    vehicle: Evading | None = None  # what answers, where a vehicle does

    def __post_init__(self) -> None:
        check_weapon("weapon", self.weapon)
        if self.kind == "manoeuvre" and self.vehicle is None:
            raise BadField("vehicle", "field/missing", "ORG-VEH-04", allowed="{manoeuvre, level, speed…}")
        vocabulary.check_halves(limb_damage=self.limb_damage)
        freeze(self, "mods")


NO_REACTION = ReactionGiven()


class Acting(Value, frozen=True, kw_only=True):
    """An action against somebody, as it is declared and as rules hand it on: with which weapons, whatever is around."""

    action: vocabulary.Action = "strike"
    weapon: Any
    second_weapon: Any = None
    kg: vocabulary.Kilograms | None = None
    range_step: vocabulary.Step | None = None
    distance_cm: vocabulary.Centimetres = 0
    aim: bool = False
    extended: bool = False
    called: bool = False
    split: bool = False
    shots: Shots = 1
    in_water: bool = False
    attacker_mounted: bool = False
    target_mounted: bool = False
    leaning: bool | None = None
    cover: Any = None
    bypass_armour: bool = False
    dirty: bool = False
    aimed_at: Aimed = "arm"
    brain_damage: bool = False
    target_holding: bool = False
    holds_target: bool | None = None  # before a throw; left out: as the fight knows, or whoever asks (ORG-CSK-07, M6)
    breaks: bool = True
    mods: Any


class ActionGiven(Acting, frozen=True, kw_only=True):
    """An action, whoever does it: what `combat_action` and a line of a script have in common."""

    weapon: WeaponNamed = UNARMED
    second_weapon: WeaponNamed | None = None
    cover: CoverNamed | None = None
    mods: vocabulary.Mods = {}
    reaction: ReactionGiven = NO_REACTION

    def __post_init__(self) -> None:
        check_weapon("weapon", self.weapon)
        check_weapon("second_weapon", self.second_weapon)
        check_cover("cover", self.cover)
        freeze(self, "mods")


# ---- as rules hand it on ----


class Reaction(Value, frozen=True, kw_only=True):
    """A reaction with its weapon in hand; `limb_damage` in halves."""

    kind: vocabulary.ReactionKind = "none"
    weapon: Weapon
    steps: int = 1
    away: bool = False
    bare_limb: bool = False
    limb_damage: int = 1
    split: bool = False
    leaning: bool | None = None
    vehicle: Evading | None = None
    mods: Parts = ()


class Attack(Acting, frozen=True, kw_only=True):
    """An action with its weapons in hand, and everything around it; hashable, so that its odds are kept."""

    weapon: Weapon
    second_weapon: Weapon | None = None
    cover: Layer | None = None
    mods: Parts = ()
    simultaneous: bool = False  # in place of a reaction (ORG-MOD-11)


def attack_of(given: ActionGiven, attacker: Person) -> Attack:
    """An action in this attacker’s hands."""
    return like(
        Attack,
        given,
        weapon=weapon_of(given.weapon, attacker),
        second_weapon=None if given.second_weapon is None else weapon_of(given.second_weapon, attacker),
        cover=None if given.cover is None else cover_of(given.cover),
        mods=named_parts(given.mods),
    )


def reaction_of(given: ReactionGiven, defender: Person) -> Reaction:
    """A reaction in this defender’s hands."""
    return like(
        Reaction,
        given,
        weapon=weapon_of(given.weapon, defender),
        limb_damage=halves(given.limb_damage),
        vehicle=given.vehicle if given.kind == "manoeuvre" else None,
        mods=named_parts(given.mods),
    )


def counter_of(given: ActionGiven, defender: Person) -> Attack:
    """The simultaneous action of a defender, at the same distance and in the same water (ORG-MOD-11).

    Mounts change places; cover, aim and the game master’s word about armour belong to the first attack alone.
    """
    answer = given.reaction
    return like(
        Attack,
        answer,
        weapon=weapon_of(answer.weapon, defender),
        range_step=given.range_step,
        distance_cm=given.distance_cm,
        in_water=given.in_water,
        attacker_mounted=given.target_mounted,
        target_mounted=given.attacker_mounted,
        dirty=given.dirty,
        breaks=given.breaks,
        mods=named_parts(answer.mods),
        simultaneous=True,
    )


# ---- what comes out ----


class BothThrows(Value, frozen=True, kw_only=True):
    """An attack and the reaction to it; only where somebody looks."""

    attack_base: int | UnsetType = UNSET
    attack_mod: int | UnsetType = UNSET
    attack_difficulty: int | UnsetType = UNSET
    attack_die: int | UnsetType = UNSET
    attack_total: int | UnsetType = UNSET
    attack_margin: int | UnsetType = UNSET
    attack_success: bool | UnsetType = UNSET
    attack_auto: vocabulary.Auto | UnsetType = UNSET
    defence_base: int | UnsetType = UNSET
    defence_mod: int | UnsetType = UNSET
    defence_difficulty: int | UnsetType = UNSET
    defence_die: int | UnsetType = UNSET
    defence_total: int | UnsetType = UNSET
    defence_margin: int | UnsetType = UNSET
    defence_success: bool | UnsetType = UNSET
    defence_auto: vocabulary.Auto | UnsetType = UNSET


class AttackBlock(BothThrows, frozen=True, kw_only=True):
    """What came of one action (attack_result); numbers of dice only where somebody looks."""

    hit: bool | UnsetType = UNSET
    effect: bool | UnsetType = UNSET
    layers_hit: tuple[str, ...] | UnsetType = UNSET
    damage: Damage | UnsetType = UNSET
    save: SaveResult | UnsetType = UNSET
    shortfall: int | UnsetType = UNSET
    loses_next_action: bool | UnsetType = UNSET
    loses_next_reaction: bool | UnsetType = UNSET
    unconscious_turns: int | UnsetType = UNSET
    sng_lost: float | UnsetType = UNSET
    weapon_dropped: bool | UnsetType = UNSET
    weapon_caught: bool | UnsetType = UNSET
    limb: Literal["none", "hand_or_foot", "arm_or_leg"] | UnsetType = UNSET
    steps_pushed: int | UnsetType = UNSET
    penalty: int | UnsetType = UNSET
    blinded: Literal["none", "partial", "total"] | UnsetType = UNSET
    blind_duration: int | UnsetType = UNSET
    burn_turns: int | UnsetType = UNSET
    held: Literal["none"] | vocabulary.Hold | UnsetType = UNSET
    dose_delivered: bool | UnsetType = UNSET
    limb_parry_damage: Damage | UnsetType = UNSET
    released: bool | UnsetType = UNSET
    weapon_broken: bool | UnsetType = UNSET
    jammed: bool | UnsetType = UNSET
    defender_moves: int | UnsetType = UNSET
    range_after: int | UnsetType = UNSET


DETAILS = (  # fields that odds leave out unless somebody asks; `seen = yield from wanted(*DETAILS)` once, at the top
    "attack_die", "attack_total", "attack_margin", "attack_auto", "defence_die", "defence_total", "defence_margin",
    "defence_auto", "layers_hit", "save", "shortfall", "attacker", "defender", "counter",
)  # fmt: skip


class ExchangeResult(Value, frozen=True, kw_only=True):
    """Both sides after an exchange, and the fields of what each did."""

    attacker: Person
    defender: Person
    result: AttackBlock
    counter: AttackBlock | None = None
