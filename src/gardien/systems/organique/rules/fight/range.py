"""How far a weapon reaches, and a zone under fire (RNG-01, RNG-02, ACT-01)."""

from fractions import Fraction
from math import ceil
from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, fold, nonzero, step, watch
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import (
    Character,
    CoverNamed,
    Damage,
    State,
    check_cover,
    check_names,
    freeze,
)
from gardien.systems.organique.rules.fight import attack_modifiers, declared, weapons
from gardien.systems.organique.rules.fight.combat_skills import best_parts
from gardien.systems.organique.rules.fight.exchange import TARGET, Bout, answer_throw
from gardien.systems.organique.rules.fight.holds import endure
from gardien.systems.organique.rules.person import Person, cover_of, person_of, state_changes, state_of
from gardien.systems.organique.rules.tests import d20
from gardien.systems.organique.rules.tests.modifiers import after_doing, combat_parts, named_parts
from gardien.systems.organique.vocabulary import RANGED, Centimetres, Mods, Step

NOBODY = person_of(Character())  # in whose hands a weapon is looked at
ZONE, PER_METRE = 25, 3  # ORG-ACT-01
SWEEPING = RANGED - attack_modifiers.THROWN  # weapons that can keep a zone under fire, if they fire fast enough
FAST = pack.live("weapons", "weapon", lambda row: row.group in SWEEPING and row.rate > 1)
FastKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(FAST))]


# ---- reach ----


class ReachGiven(Value, frozen=True, kw_only=True):
    """A weapon and a distance."""

    weapon: weapons.WeaponNamed
    range_step: Step | None = None
    distance_cm: Centimetres = 0

    def __post_init__(self) -> None:
        weapons.check_weapon("weapon", self.weapon)


class Reached(Value, frozen=True, kw_only=True):
    """Whether it can be used there, and what the distance costs."""

    usable: bool
    range_mod: int


@procedure("reach", rules="ORG-RNG-01 ORG-RNG-02", headline=("usable", "range_mod"))
def reach(given: ReachGiven, options: Options) -> Program[Reached]:
    """Range steps of the weapon, and one off for each full useful range."""
    weapon = weapons.weapon_of(given.weapon, NOBODY)
    usable, malus = (
        weapons.reaches(weapon, given.range_step, given.distance_cm),
        weapons.range_mod(weapon, given.distance_cm),
    )
    yield from step("usable", usable, "ORG-RNG-01")
    yield from step("range_mod", malus, "ORG-RNG-02")
    return Reached(usable=usable, range_mod=malus)


# ---- covering fire ----


class FireTarget(Character, frozen=True, kw_only=True):
    """Somebody exposed in the zone, what they do about it and what they hide behind."""

    reaction: declared.ReactionGiven = declared.NO_REACTION
    cover: CoverNamed | None = None
    target_in_water: bool = False
    reaction_locked: bool = False  # a joint is: pain before any reaction (ORG-ACT-06)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_cover("cover", self.cover)
        if self.reaction.kind == "none":
            return
        person = person_of(self)
        if self.reaction.kind == "simultaneous":
            raise BadField(
                "reaction.kind",
                "field/not_allowed",
                "ORG-ACT-01",
                came="simultaneous",
                allowed=list(attack_modifiers.EVADING),
            )
        fire = declared.Attack(action="shoot", weapon=weapons.Weapon(name="", group="automatic"))
        if fault := attack_modifiers.reaction_fault(declared.reaction_of(self.reaction, person), fire, person):
            raise fault


class FireGiven(Value, frozen=True, kw_only=True):
    """Who fires how much at which width, and who is in it."""

    attacker: Character
    weapon: FastKey | weapons.WeaponGiven
    bullets: Annotated[int, Meta(ge=2, le=100)]
    metres: Annotated[float, Meta(ge=0.01, le=1000)]
    distance_cm: Centimetres = 0
    targets: Annotated[tuple[FireTarget, ...], Meta(max_length=30)] = ()
    extended: bool = False
    split: bool = False
    in_water: bool = False
    attacker_mounted: bool = False
    locked: bool = False  # of whoever fires (ORG-ACT-06)
    mods: Mods = {}

    def __post_init__(self) -> None:
        weapons.check_weapon("weapon", self.weapon)
        check_names("targets", self.targets)
        freeze(self, "mods")
        attacker = person_of(self.attacker)
        if not attacker.can_act:
            raise BadField("attacker", "act/unable", "ORG-END-06" if attacker.exhausted else "ORG-HP-05")
        weapon = weapons.weapon_of(self.weapon, attacker)
        if weapon.group not in SWEEPING or weapon.rate < 2:
            raise BadField("weapon", "field/not_allowed", "ORG-ACT-01", came=weapon.name, allowed=FAST)
        if self.bullets > weapon.rate:
            raise BadField("bullets", "field/at_most", "ORG-ACT-01", came=self.bullets, high=weapon.rate)
        if not weapons.reaches(weapon, None, self.distance_cm):
            raise BadField("distance_cm", "field/at_most", "ORG-RNG-02", came=self.distance_cm, high=weapon.max_cm)


class FireResult(declared.BothThrows, frozen=True, kw_only=True):
    """What the fire did to one of them; only where somebody looks."""

    name: str
    lock_save: d20.SaveResult | UnsetType = UNSET  # pain of a locked joint, before a reaction
    hit: bool | UnsetType = UNSET
    layers_hit: tuple[str, ...] | UnsetType = UNSET
    damage: Damage | UnsetType = UNSET
    defender: State | UnsetType = UNSET


class Covered(d20.ThrowBlock, frozen=True, kw_only=True):
    """The throw for the zone, what it did to each, and how much was fired."""

    save: d20.SaveResult | UnsetType = UNSET  # pain of a locked joint, before anything else
    targets: tuple[FireResult, ...] | UnsetType = UNSET
    bullets_used: int
    jammed: bool | UnsetType = UNSET  # by the throw for the zone (M9)
    attacker: State | UnsetType = UNSET  # an extended action leaves its −10 (ORG-MOD-05)

    def changes(self, given: FireGiven, options: Options) -> tuple[Change, ...]:
        people = {one.name: one for one in given.targets}
        targets = () if self.targets is UNSET else self.targets
        others = [state_changes(people[one.name], one.defender, one.name or TARGET) for one in targets]
        return (*state_changes(given.attacker, self.attacker), *(change for some in others for change in some))


@procedure(
    "covering_fire",
    rules="ORG-ACT-01 ORG-MOD-02 ORG-RNG-02 ORG-CBT-01",
    dice=("d20",),
    headline=("success",),
)
def cover_zone(given: FireGiven, options: Options) -> Program[Covered]:
    """INT, bullets and a d20 against the width of the zone; then the same against everybody in it who reacts."""
    wanted = yield from d20.watched(*d20.WATCHABLE, "attacker")
    looked = yield from _wanted_by_name(tuple(one.name for one in given.targets))
    attacker = person_of(given.attacker)
    pain = yield from endure(attacker, given.locked, options)
    if pain is not None and not pain.success:
        lost = after_doing(attacker, False, options)
        after = state_of(lost) if "attacker" in wanted else UNSET
        return Covered(save=pain.result(), success=False, bullets_used=0, targets=(), attacker=after)
    weapon = weapons.weapon_of(given.weapon, attacker)
    throw = zone_throw(given, attacker, weapon, options)
    may_jam = weapon.jams or (options.gun_jam_on_1 and weapon.firearm)
    tried = yield from d20.attempt(throw, d20.detail_of(wanted), ones=may_jam)
    if tried.one is True:
        yield from step("jammed", True, "ORG-ACT-16")
    results: tuple[FireResult, ...] = ()
    if tried.success:
        projectile = weapon.at(given.distance_cm)
        items = [
            (attacker, _target(one, projectile, given), throw, options, looked[one.name]) for one in given.targets
        ]  # fmt: skip
        results = yield from fold(_resolve_fire, results, items)
    return Covered(
        **d20.throw_fields(throw, tried),
        save=UNSET if pain is None else pain.result(),
        targets=results if any(looked.values()) or not given.targets else UNSET,
        bullets_used=given.bullets,
        jammed=tried.one if may_jam else False if options.gun_jam_on_1 else UNSET,
        attacker=state_of(attacker.having(extended_penalty=given.extended)) if "attacker" in wanted else UNSET,
    )


def zone_throw(given: FireGiven, attacker: Person, weapon: weapons.Weapon, options: Options) -> d20.Throw:
    """The throw for a zone, and for each in it; blindness does not count (ORG-ACT-01, ORG-MOD-02)."""
    bases = (("INT", attacker.value("INT")), ("bullets", given.bullets))
    parts = (
        *best_parts(attacker.frame.combat_skills, "barrage", weapon.group, weapon.improvised, weapon.rate),
        *named_parts(given.mods),
        *combat_parts(attacker, options, blindly=True),
        ("range", weapons.range_mod(weapon, given.distance_cm)),
        ("extended", attack_modifiers.EXTENDED if given.extended else 0),
        ("split", attack_modifiers.SPLIT if given.split else 0),
        ("in_water", attack_modifiers.WATER if given.in_water else 0),
        ("mounted", attack_modifiers.MOUNTED if given.attacker_mounted else 0),
    )
    width = ceil(PER_METRE * Fraction(str(given.metres)))
    raised = nonzero(("barrage", ZONE), ("metres", width), ("weapon", weapon.tag("barrage")))
    return attack_modifiers.fighting_throw(attacker, bases, nonzero(*parts), raised, options, "barrage", "ORG-ACT-01")


def _wanted_by_name(names: tuple[str, ...]) -> Program[dict[str, frozenset[str]]]:
    """Which details of whom somebody looks at: `targets`, `targets.Ann`, `targets.Ann.hit`."""
    fields = tuple(FireResult.__struct_fields__)
    if (yield from watch("targets")):
        return dict.fromkeys(names, frozenset(fields))
    wanted: dict[str, frozenset[str]] = {}
    for name in names:
        wanted[name] = yield from watch(f"targets.{name}", fields)
    return wanted


Target = tuple[Person, declared.Attack, declared.Reaction, bool]  # whose joint is locked


def _target(one: FireTarget, weapon: weapons.Weapon, given: FireGiven) -> Target:
    """Somebody in the zone; water on either side of it slows and blunts (ORG-MOD-14)."""
    person, wet = person_of(one), given.in_water or one.target_in_water
    cover = None if one.cover is None else cover_of(one.cover)
    attack = declared.Attack(action="shoot", weapon=weapon, cover=cover, in_water=wet)
    return (
        person,
        attack,
        declared.reaction_of(one.reaction, person),
        one.reaction_locked and one.reaction.kind != "none",
    )


Fired = tuple[Person, Target, d20.Throw, Options, frozenset[str]]


def _resolve_fire(state: tuple[FireResult, ...], item: Fired) -> Program[tuple[FireResult, ...]]:
    """One of those in the zone: the same throw anew against their reaction, one projectile where it hits."""
    attacker, (person, attack, reaction, locked), zone, options, wanted = item
    pain = yield from endure(person, locked, options)
    if pain is not None and not pain.success:
        reaction = replace(reaction, kind="none")
    one = replace(zone, prefix="attack_", who=person.name or TARGET)
    bout = Bout(attacker, person, attack, reaction, options, wanted & frozenset(declared.DETAILS))
    exchanged = yield from apply(answer_throw, bout, one)
    if not wanted:
        return state
    defender = state_of(exchanged.defender) if "defender" in wanted else UNSET
    felt = pain.result() if pain is not None and "lock_save" in wanted else UNSET
    return (*state, like(FireResult, exchanged.result, name=person.name, lock_save=felt, defender=defender))
