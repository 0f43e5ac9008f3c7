"""Bursts: three or five bullets as one attack, ten or fifty as an area that is dodged (FIRE, MISS-12)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, fold, less, nonzero, roll, step, tail, watch
from gardien.core.dice import D20, Dice
from gardien.core.inputs import BadField
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.damage import AREA_WATCHABLE, AreaResult, Due, Reach, engulf
from gardien.systems.d20d100.rules.body.wounds import body_changes
from gardien.systems.d20d100.rules.character import AreaTarget, Body, Mods, Name, Penetration, check_dice
from gardien.systems.d20d100.rules.fight import attack_modifiers
from gardien.systems.d20d100.rules.fight.attack import DICE, FAULTS, Attacked, Malfunction, attempt_at
from gardien.systems.d20d100.rules.fight.series import spent_changes
from gardien.systems.d20d100.rules.fight.weapons import DamageText, reach_of

Recoil: TypeAlias = Annotated[int, Meta(ge=0, le=10)]
BASES: dict[int, int] = {10: 10, 50: 15}  # Difficulty of a burst before recoil and attack (D100-FIRE-07)
AREAS: dict[int, float] = {10: 3, 50: 6}  # metres that a burst covers (D100-MISS-12)
EXTRA: dict[int, int] = {3: 1, 5: 2}  # further weapon dice, and times the recoil (D100-MISS-12)
MOST_SPELLED = 2  # people hit by a burst whom odds can tell die by die


# ---- three or five bullets ----


class ShortGiven(attack_modifiers.RangedGiven, frozen=True, kw_only=True):
    """A short burst at one target."""

    attack: attack_modifiers.Attack
    burst_size: Literal[3, 5]
    recoil: Recoil
    defence: attack_modifiers.Defence = 15
    loaded: attack_modifiers.Cartridges | None = None

    def __post_init__(self) -> None:
        attack_modifiers.RangedGiven.__post_init__(self)
        if self.loaded is not None and self.loaded < self.burst_size:
            raise BadField("loaded", "field/at_least", "D100-FIRE-04", came=self.loaded, low=self.burst_size)


class ShortBurst(Attacked, frozen=True, kw_only=True):
    """A short burst and what it did."""

    ammo_left: int | UnsetType = UNSET

    def changes(self, given: ShortGiven, options: Options) -> tuple[Change, ...]:
        return (*Attacked.changes(self, given, options), *spent_changes(given.loaded, self.ammo_left))


@procedure(
    "short_burst",
    rules="D100-FIRE-10 D100-MISS-12 D100-ATK-01 D100-ATK-06",
    dice=DICE,
    headline=("hit", "damage_final"),
)
def fire_short_burst(given: ShortGiven, options: Options) -> Program[ShortBurst]:
    """One attack, recoil taken off once or twice, with one or two weapon dice more."""
    extra = EXTRA[given.burst_size]
    fields = yield from attempt_at(given, given.attack, given.defence, options, extra * given.recoil, extra)
    if given.loaded is None:
        return ShortBurst(**fields)
    if not fields["in_range"]:
        return ShortBurst(**fields, ammo_left=given.loaded)
    spent = given.burst_size if fields["malfunction"] == "none" else 1  # as for long bursts (D100-FIRE-11)
    left = given.loaded - spent
    yield from step("ammo_left", left, "D100-FIRE-04", (("loaded", given.loaded), less("ammo_spent", spent)))
    return ShortBurst(**fields, ammo_left=left)


# ---- the Difficulty of a burst ----


class LongGiven(Value, frozen=True, kw_only=True):
    """The bursts of a round: one for each score."""

    series: attack_modifiers.Scores
    burst_size: Literal[10, 50] = 10
    recoil: Recoil
    precision: Annotated[int, Meta(ge=-4, le=4)] = 0
    mods: Mods = ()
    distance: Annotated[float, Meta(ge=0, le=5000)] = 0
    increment: Annotated[float, Meta(ge=0.5, le=200)] = 9
    attacker: Body | None = None


class Dodged(Value, frozen=True, kw_only=True):
    """What must be reached to get out of the way."""

    increments: int
    in_range: bool
    difficulties: tuple[int, ...] | UnsetType = UNSET


def difficulties_of(given: LongGiven, options: Options) -> Program[Dodged]:
    """Ten or fifteen, recoil, attack and range: the farther away, the easier it is to escape (D100-FIRE-07)."""
    reached = reach_of(given.distance, given.increment, "firearm", options)
    increments = reached.increments
    yield from step("increments", increments, "D100-RNG-01")
    if not reached.in_range:
        yield from attack_modifiers.explain_out_of_reach("firearm")
        return Dodged(increments=increments, in_range=False)
    unsteady = 0 if options.precision_in_burst else -given.precision
    parts = (
        ("base", BASES[given.burst_size]),
        less("recoil", given.recoil),
        ("precision", unsteady),
        ("wound_penalty", attack_modifiers.wounds_of(given.attacker, options)),
        ("range_penalty", reached.penalty),
        ("mods", sum(given.mods)),
    )
    kept = nonzero(*parts)
    difficulties = []
    for score in given.series:
        difficulty = score + sum(value for _, value in kept)
        yield from step("difficulty", difficulty, "D100-FIRE-07", (("attack", score), *kept))
        difficulties.append(difficulty)
    return Dodged(increments=increments, in_range=True, difficulties=tuple(difficulties))


@procedure("burst_difficulty", rules="D100-FIRE-07 D100-RNG-01", headline=("difficulties",))
def find_difficulties(given: LongGiven, options: Options) -> Program[Dodged]:
    """The Difficulty of the Réflexes roll against each burst of the round."""
    return (yield from difficulties_of(given, options))


# ---- ten or fifty bullets ----


class BurstGiven(LongGiven, frozen=True, kw_only=True):
    """Bursts at everybody in an area."""

    weapon_name: Name = ""
    damage: DamageText
    penetration: Penetration = 0
    targets: Annotated[tuple[AreaTarget, ...], Meta(min_length=1, max_length=20)]
    jams: bool = True
    loaded: attack_modifiers.Cartridges | None = None

    def __post_init__(self) -> None:
        check_dice("damage", self.damage)


class BurstResult(Value, frozen=True, kw_only=True):
    """One burst really fired."""

    difficulty: int
    targets: tuple[AreaResult, ...]


class Burst(Value, frozen=True, kw_only=True):
    """The bursts of a round; odds tell who was hurt only when asked to."""

    in_range: bool
    difficulties: tuple[int, ...] | UnsetType = UNSET
    bursts: tuple[BurstResult, ...] | UnsetType = UNSET
    malfunction: Malfunction
    fired: int
    bursts_lost: int
    ammo_spent: int
    ammo_left: int | UnsetType = UNSET

    def changes(self, given: BurstGiven, options: Options) -> tuple[Change, ...]:
        spent = spent_changes(given.loaded, self.ammo_left)
        if not isinstance(self.bursts, tuple) or not self.bursts:
            return spent
        pairs = zip(given.targets, self.bursts[-1].targets, strict=True)
        bodies = [(target.body, result) for target, result in pairs if target.body is not None]
        hurt = (body_changes(body, result.name or attack_modifiers.TARGET_WHO, pv=result.pv) for body, result in bodies)
        return (*spent, *(one for changed in hurt for one in changed))


def reach_at(difficulty: int, band: int, dice: Dice, penetration: int) -> Reach:
    """What a burst does by distance: nobody avoids it at point-blank range (D100-FIRE-08)."""
    plain = Due(dice=dice)
    failed, saved = (
        (Due(dice=dice, times=2), plain) if band == 1 else (plain, Due(dice=dice, halved=True) if band == 2 else None)
    )
    return Reach(difficulty=difficulty, failed=failed, saved=saved, penetration=penetration)


def fault_of(face: int) -> Malfunction:
    """A 1 is a dud, a 2 a jam (D100-FIRE-11)."""
    return FAULTS.get(face, "none")


def goes_off(jams: bool, options: Options) -> Program[Malfunction]:
    """The die that a burst throws for its malfunctions alone (D100-FIRE-11)."""
    if not (jams and options.burst_jam_die):
        return "none"
    fault = yield from roll(D20.map(fault_of), "d20", "", "malfunction")
    if fault != "none":
        yield from step("malfunction", fault, "D100-FIRE-11")
    return fault


class Spray(Value, frozen=True):
    """One burst before its dice."""

    reach: Reach
    jams: bool
    wanted: bool
    options: Options


class Sprayed(Value, frozen=True, kw_only=True):
    """The bursts so far; whoever was hit carries the wound into the next one, where somebody looks."""

    targets: tuple[AreaTarget, ...]
    malfunction: Malfunction = "none"
    fired: int = 0
    bursts: tuple[BurstResult, ...] = ()


def catch(so_far: tuple[AreaResult, ...], caught: tuple[AreaTarget, Spray]) -> Program[tuple[AreaResult, ...]]:
    """Whoever comes next in the order given."""
    target, one = caught
    looked = frozenset(AREA_WATCHABLE) if one.wanted else frozenset[str]()
    result = yield from apply(engulf, target, one.reach, looked, one.options, target.name)
    return (*so_far, result) if one.wanted else ()


def after(target: AreaTarget, result: AreaResult) -> AreaTarget:
    """The same person once a burst is over."""
    body = target.body
    if body is None or not result.damage_final:
        return target
    return replace(target, body=replace(body, pv=result.pv, stable=False))


def spray(so_far: Sprayed, one: Spray) -> Program[Sprayed]:
    """The next burst, unless the weapon has failed (D100-FIRE-07, D100-FIRE-11)."""
    if so_far.malfunction != "none":
        return so_far
    fault = yield from goes_off(one.jams, one.options)
    if fault != "none":
        return replace(so_far, malfunction=fault)
    nobody: tuple[AreaResult, ...] = ()
    results = yield from fold(catch, nobody, [(target, one) for target in so_far.targets])
    if not one.wanted:
        return replace(so_far, fired=so_far.fired + 1)
    return Sprayed(
        targets=tuple(after(*pair) for pair in zip(so_far.targets, results, strict=True)),
        fired=so_far.fired + 1,
        bursts=(*so_far.bursts, BurstResult(difficulty=one.reach.difficulty, targets=results)),
    )


def sprays_of(given: BurstGiven, dodged: Dodged, wanted: bool, options: Options) -> tuple[Spray, ...]:
    """The bursts that the cartridges allow: each needs all of its own (D100-FIRE-04)."""
    difficulties = dodged.difficulties or ()
    most = len(difficulties) if given.loaded is None else min(len(difficulties), given.loaded // given.burst_size)
    dice = check_dice("damage", given.damage)
    reaches = (reach_at(one, dodged.increments, dice, given.penetration) for one in difficulties[:most])
    return tuple(Spray(reach, given.jams, wanted, options) for reach in reaches)


@procedure(
    "burst",
    rules="""D100-FIRE-04 D100-FIRE-07 D100-FIRE-08 D100-FIRE-09 D100-FIRE-11 D100-ROLL-04 D100-PROT-01
    D100-MISS-12""",
    dice=DICE,
    headline=("fired", "malfunction"),
)
def fire_bursts(given: BurstGiven, options: Options) -> Program[Burst]:
    """No attack roll: everybody in the area throws Réflexes, and distance decides what that is worth."""
    attack_modifiers.check_able(given.attacker, options, min(2, len(given.series)))
    dodged = yield from difficulties_of(given, options)
    wanted = bool((yield from watch("bursts")))
    sprays = sprays_of(given, dodged, wanted, options)
    if wanted:
        yield from refuse_details_beyond(len(sprays) * len(given.targets), MOST_SPELLED)
    return tail(call(empty, given, dodged, sprays, wanted))


def empty(given: BurstGiven, dodged: Dodged, sprays: tuple[Spray, ...], wanted: bool) -> Program[Burst]:
    """A planned round of bursts, fired."""
    sprayed = yield from fold(spray, Sprayed(targets=given.targets), sprays)
    planned = len(given.series)
    spent = given.burst_size * sprayed.fired + (sprayed.malfunction != "none")
    lost = planned - sprayed.fired
    yield from step("fired", sprayed.fired, "D100-FIRE-07")
    yield from step("bursts_lost", lost, "D100-FIRE-04", (("bursts", planned), less("fired", sprayed.fired)))
    yield from step("ammo_spent", spent, "D100-FIRE-04")
    return like(
        Burst,
        sprayed,
        in_range=dodged.in_range,
        difficulties=dodged.difficulties,
        bursts=sprayed.bursts if wanted else UNSET,
        bursts_lost=lost,
        ammo_spent=spent,
        ammo_left=UNSET if given.loaded is None else given.loaded - spent,
    )
