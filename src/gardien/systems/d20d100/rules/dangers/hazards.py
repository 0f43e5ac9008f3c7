"""Dangers: no air, a hand at the throat, fire, falls, explosions, poison (ROLL, GRAP-04, MISS-12)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, fold, roll, step, watch, watched
from gardien.core.dice import D6, D8, Dice, Term
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import Explosive
from gardien.systems.d20d100.rules.body.damage import AREA_WATCHABLE, AreaResult, Due, Reach, engulf, unharmed_result
from gardien.systems.d20d100.rules.body.wounds import (
    Blow,
    BodyGiven,
    WoundLabels,
    body_changes,
    condition_of,
    penalty_of,
    wound,
)
from gardien.systems.d20d100.rules.character import (
    AreaTarget,
    Body,
    Condition,
    Life,
    Modifier,
    Mods,
    OwnModifier,
    modifier_of,
)
from gardien.systems.d20d100.rules.tests.d20 import Labels, attempt

FIRST = 10  # the Difficulty of the first round without air (D100-ROLL-09)
CLUMSY = -20  # Réflexes of whoever lies senseless: nobody puts out a fire so, or dodges (D100-ROLL-03, D100-ROLL-04)
BURNING = 15  # D100-ROLL-03
FALLING = 15  # the Difficulty of a fall (D100-MISS-12)
EACH_METRES = 3  # one die for so much of a fall
MOST_SPELLED = 1  # people whom odds tell in full: thousands of ways for each
POISON = 11  # the Difficulty of a poison, before its potency (D100-MISS-12)
LOSS = WoundLabels("pv", "condition", "", "", "")
TOTAL = Labels("total", "", "", "")
OUT = Labels("total", "success", "", "")


# ---- no air ----


class Breath(Value, frozen=True, kw_only=True):
    """One round without air, before its dice."""

    difficulty: int
    con_modifier: int
    failed: bool = False
    rule: str = "D100-ROLL-09"


class Choked(Value, frozen=True, kw_only=True):
    """The same round once it is over; the Difficulty only where a test was made."""

    difficulty: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    failed: bool
    loss: int
    body: Body
    condition: Condition

    @property
    def can_act(self) -> bool:
        """As long as PV are above 0 (D100-GRAP-04)."""
        return self.body.life > 0


def choke(breath: Breath, body: Body, wanted: frozenset[str], options: Options, who: str = "") -> Program[Choked]:
    """CON, harder every round; the first failure costs 1d8 PV, and so does every round after it (D100-GRAP-04)."""
    failed = breath.failed
    difficulty: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    if not failed:
        yield from step("difficulty", breath.difficulty, breath.rule, who=who)
        tried = yield from attempt(breath.con_modifier, breath.difficulty, wanted, options, TOTAL, who, "constitution")
        difficulty, total, failed = breath.difficulty, tried.total, not tried.success
    yield from step("failed", failed, breath.rule, who=who)
    loss = 0
    if failed:
        loss = yield from roll(D8, "d8", who, "loss")
        yield from step("loss", loss, breath.rule, who=who)
    struck = yield from wound(body, Blow(damage=loss, over_time=True), options, LOSS, who)
    return Choked(
        difficulty=difficulty, total=total, failed=failed, loss=loss, body=struck.body, condition=struck.condition
    )


class AirGiven(BodyGiven, frozen=True, kw_only=True):
    """Somebody without air."""

    pv: Life = 10
    con_modifier: OwnModifier
    round: Annotated[int, Meta(ge=1, le=200)] = 1
    failed: bool = False


class Breathless(Value, frozen=True, kw_only=True):
    """One round later."""

    difficulty: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    failed: bool
    loss: int
    pv: int
    condition: Condition
    can_act: bool

    def changes(self, given: AirGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(given.body(), pv=self.pv)


def breathless(breath: Breath, given: AirGiven, options: Options) -> Program[Breathless]:
    """One round without air, told as an outcome."""
    wanted = yield from watched("total")
    choked = yield from choke(breath, given.body(), wanted, options)
    return like(Breathless, choked, pv=choked.body.life)


@procedure(
    "suffocate_round",
    rules="D100-ROLL-09 D100-TEST-14",
    dice=("d20", "d8"),
    headline=("failed", "condition"),
)
def suffocate_round(given: AirGiven, options: Options) -> Program[Breathless]:
    """CON at 10, a point harder every round; the first failure and every round after it cost 1d8 PV."""
    breath = Breath(difficulty=FIRST + given.round - 1, con_modifier=given.con_modifier, failed=given.failed)
    return (yield from breathless(breath, given, options))


# ---- fire ----


class Burned(Value, frozen=True, kw_only=True):
    """A round in burning clothes."""

    success: bool
    total: int | UnsetType = UNSET
    damage: int
    body: Body
    condition: Condition


def burn(
    reflexes: int, mods: tuple[int, ...], body: Body, wanted: frozenset[str], options: Options, who: str = ""
) -> Program[Burned]:
    """Réflexes at 15 put the fire out; a failure costs 1d6 and the fire goes on (D100-ROLL-03)."""
    modifier = reflexes + sum(mods) + penalty_of(body, options)
    yield from step("difficulty", BURNING, "D100-ROLL-03", who=who)
    tried = yield from attempt(modifier, BURNING, wanted, options, OUT, who, "reflexes")
    damage = 0
    if not tried.success:
        damage = yield from roll(D6, "d6", who, "fire")
        yield from step("damage", damage, "D100-ROLL-03", who=who)
    yield from step("on_fire", not tried.success, "D100-ROLL-03", who=who)
    struck = yield from wound(body, Blow(damage=damage, over_time=True), options, LOSS, who)
    return Burned(success=tried.success, total=tried.total, damage=damage, body=struck.body, condition=struck.condition)


class FireGiven(BodyGiven, frozen=True, kw_only=True):
    """Somebody whose clothes burn."""

    reflexes: OwnModifier
    mods: Mods = ()


class Fire(Value, frozen=True, kw_only=True):
    """One round later."""

    difficulty: int
    total: int | UnsetType = UNSET
    success: bool
    on_fire: bool
    damage: int
    pv: int
    condition: Condition

    def changes(self, given: FireGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(given.body(), pv=self.pv)


@procedure(
    "burn_round",
    rules="D100-ROLL-03 D100-TEST-03 D100-HEALTH-04",
    dice=("d20", "d6"),
    headline=("on_fire", "condition"),
)
def burn_round(given: FireGiven, options: Options) -> Program[Fire]:
    """Réflexes at 15 put the fire out; otherwise 1d6, and it goes on."""
    wanted = yield from watched("total")
    burned = yield from burn(given.reflexes, given.mods, given.body(), wanted, options)
    return like(Fire, burned, difficulty=BURNING, on_fire=not burned.success, pv=burned.body.life)


# ---- falls ----


class FallGiven(BodyGiven, frozen=True, kw_only=True):
    """Somebody who falls."""

    height: Annotated[float, Meta(ge=0, le=500)]
    modifier: Modifier
    mods: Mods = ()
    con_modifier: OwnModifier = 0
    major_monster: bool = False


class Fallen(Value, frozen=True, kw_only=True):
    """At the bottom."""

    success: bool
    dice_count: int
    damage: int
    pv: int
    condition: Condition
    shock: bool

    def changes(self, given: FallGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(given.body(), pv=self.pv)


LANDED = Labels("", "success", "", "")
IMPACT = WoundLabels("pv", "condition", "shock", "", "massive_success")


@procedure(
    "fall",
    rules="D100-ROLL-02 D100-MISS-12 D100-HEALTH-01 D100-HEALTH-03 D100-HEALTH-05",
    dice=("d20", "d6"),
    headline=("pv", "condition"),
)
def fall(given: FallGiven, options: Options) -> Program[Fallen]:
    """1d6 for each full 3 m; Réflexes or Sauter at 15 takes one die away, and no protection helps."""
    count = int(given.height // EACH_METRES)
    success = False
    if count:
        modifier = given.modifier + sum(given.mods)
        tried = yield from attempt(modifier, FALLING, frozenset(), options, LANDED, purpose="reflexes")
        success = tried.success
        count -= success
    yield from step("dice_count", count, "D100-MISS-12")
    damage = 0
    if count:
        damage = yield from roll(Dice((Term(count, 6),)), "d6", "", "damage")
    yield from step("damage", damage, "D100-MISS-12")
    body = given.body(given.con_modifier, given.major_monster)
    struck = yield from wound(body, Blow(damage=damage), options, IMPACT)
    return like(Fallen, struck, success=success, dice_count=count, damage=damage)


# ---- explosions ----


class ExplosionGiven(Value, frozen=True, kw_only=True):
    """What blows up, and who stands how near."""

    kind: Literal["grenade", "dynamite", "vehicle"] = "grenade"
    sticks: Annotated[int, Meta(ge=1, le=20)] = 1
    targets: Annotated[tuple[AreaTarget, ...], Meta(min_length=1, max_length=20)]


class Explosion(Value, frozen=True, kw_only=True):
    """Whom it hurt, and how each of them came out of it."""

    hurt: int
    killed: int
    results: tuple[AreaResult, ...] | UnsetType = UNSET

    def changes(self, given: ExplosionGiven, options: Options) -> tuple[Change, ...]:
        pairs = zip(given.targets, self.results or (), strict=False)  # odds may not tell them
        bodies = [(target.body, result) for target, result in pairs if target.body is not None]
        return tuple(one for body, result in bodies for one in body_changes(body, result.name, pv=result.pv))


class Near(Value, frozen=True):
    """One of those around, and how many d6 reach that far."""

    target: AreaTarget
    dice: int
    difficulty: int
    penetration: int
    wanted: frozenset[str]
    options: Options


def dice_at(row: Explosive, sticks: int, distance: float) -> int:
    """The d6 of the ring somebody stands in; each further stick adds dice and widens every ring (D100-MISS-12)."""
    for ring in row.rings:
        if distance <= ring.most_m + (sticks - 1) * row.more_m:
            return ring.dice + (sticks - 1) * ring.more_dice
    return 0


def resolve_blast(near: Near) -> Program[AreaResult]:
    """One of those around: Réflexes halve what reaches them (D100-ROLL-04, D100-MISS-12)."""
    if not near.dice:
        return unharmed_result(near.target, near.options)
    dice = Dice((Term(near.dice, 6),))
    reach = Reach(
        difficulty=near.difficulty,
        failed=Due(dice=dice),
        saved=Due(dice=dice, halved=True),
        penetration=near.penetration,
    )
    return (yield from engulf(near.target, reach, near.wanted, near.options, near.target.name))


class Toll(Value, frozen=True):
    """Those around so far; one by one only where somebody looks."""

    hurt: int = 0
    killed: int = 0
    results: tuple[AreaResult, ...] = ()


def count(toll: Toll, near: Near) -> Program[Toll]:
    """Whoever comes next in the order given."""
    result = yield from apply(resolve_blast, near)
    body = near.target.body
    alive = body is not None and condition_of(body, near.options) != "dead"
    return Toll(
        toll.hurt + (result.damage_final > 0),
        toll.killed + (alive and result.condition == "dead"),
        (*toll.results, result) if near.wanted else (),
    )


@procedure(
    "explosion",
    rules="D100-ROLL-04 D100-MISS-12 D100-PROT-01 D100-HEALTH-05",
    dice=("d20", "d6", "d4", "d8", "d10", "d12"),
    headline=("hurt", "killed"),
)
def explode(given: ExplosionGiven, options: Options) -> Program[Explosion]:
    """Everybody within reach throws Réflexes at 15 for half; damage falls off from ring to ring."""
    row = pack.explosive(given.kind)
    wanted = frozenset(AREA_WATCHABLE) if (yield from watch("results")) else frozenset[str]()
    around = [
        Near(one, dice_at(row, given.sticks, one.distance), row.difficulty, row.penetration, wanted, options)
        for one in given.targets
    ]
    if wanted:
        yield from refuse_details_beyond(sum(one.dice > 0 for one in around), MOST_SPELLED)
    toll = yield from fold(count, Toll(), around)
    yield from step("hurt", toll.hurt, "D100-MISS-12")
    yield from step("killed", toll.killed, "D100-HEALTH-02")
    return Explosion(hurt=toll.hurt, killed=toll.killed, results=toll.results if wanted else UNSET)


# ---- poison ----


class PoisonGiven(BodyGiven, frozen=True, kw_only=True):
    """A poison and whoever swallowed it."""

    potency: Annotated[int, Meta(ge=1, le=100)]
    endurance: OwnModifier
    mods: Mods = ()


class Poisoned(Value, frozen=True, kw_only=True):
    """What it did."""

    difficulty: int
    total: int | UnsetType = UNSET
    success: bool
    damage: int
    pv: int
    condition: Condition

    def changes(self, given: PoisonGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(given.body(), pv=self.pv)


RESISTED = Labels("total", "success", "", "")


@procedure(
    "poison",
    rules="D100-MISS-12 D100-HEALTH-01",
    dice=("d20",),
    headline=("success", "condition"),
)
def poison(given: PoisonGiven, options: Options) -> Program[Poisoned]:
    """Endurance against the potency: all of it in PV, or half when it is resisted."""
    strength = modifier_of(given.potency)
    difficulty = POISON + strength
    yield from step("difficulty", difficulty, "D100-MISS-12", (("base", POISON), ("potency", strength)))
    wanted = yield from watched("total")
    modifier = given.endurance + sum(given.mods)
    tried = yield from attempt(modifier, difficulty, wanted, options, RESISTED, purpose="endurance")
    damage = given.potency // 2 if tried.success else given.potency
    yield from step("damage", damage, "D100-MISS-12")
    struck = yield from wound(given.body(), Blow(damage=damage, over_time=True), options, LOSS)
    return Poisoned(
        difficulty=difficulty,
        total=tried.total,
        success=tried.success,
        damage=damage,
        pv=struck.pv,
        condition=struck.condition,
    )
