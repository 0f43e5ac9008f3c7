"""PV and blows taken: the state of a body, one damage, the round of the dying, of the senseless (HEALTH, TEMP)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import (
    THROWN_BACK,
    Blow,
    BodyGiven,
    agonise,
    body_changes,
    bruise,
    come_round,
    condition_of,
    penalty_of,
    rule_of,
    simple_actions,
    thresholds,
    wound,
)
from gardien.systems.d20d100.rules.character import (
    Blows,
    Body,
    Condition,
    Damage,
    LifeMax,
    OwnModifier,
    WoundPenalty,
    check_life,
)

Waning: TypeAlias = Literal["dying", "stable", "dead"]


# ---- how somebody is ----


class StateGiven(Value, frozen=True, kw_only=True):
    """A body looked at."""

    pv: Annotated[int, Meta(ge=-200, le=400)]
    pv_max: LifeMax | None = None
    temp_damage: Blows = 0
    is_pc: bool = True
    uses_agony: bool = False
    stable: bool = False

    def __post_init__(self) -> None:
        check_life(self.pv, self.pv_max)

    def body(self) -> Body:
        return like(Body, self, pv_max=max(1, self.pv) if self.pv_max is None else self.pv_max)


class State(Value, frozen=True, kw_only=True):
    """Condition, thresholds and limits."""

    condition: Condition
    pv_half: int
    pv_quarter: int
    wound_penalty: WoundPenalty
    can_run: bool
    simple_actions: int


@procedure(
    "body_state",
    rules="D100-HEALTH-01 D100-HEALTH-02 D100-HEALTH-04 D100-HEALTH-06 D100-TEMP-02 D100-CREAT-01",
    headline=("condition",),
)
def body_state(given: StateGiven, options: Options) -> Program[State]:
    """What the PV and the blows taken make of somebody: the condition, the penalty, what is left to do in a round."""
    body = given.body()
    condition, penalty = condition_of(body, options), penalty_of(body, options)
    half, quarter = thresholds(body.most)
    yield from step("condition", condition, rule_of(condition, body, options))
    yield from step("pv_half", half, "D100-HEALTH-04")
    yield from step("pv_quarter", quarter, "D100-HEALTH-04")
    yield from step("wound_penalty", penalty, "D100-HEALTH-04" if body.is_pc else "D100-CREAT-01")
    return State(
        condition=condition,
        pv_half=half,
        pv_quarter=quarter,
        wound_penalty=penalty,
        can_run=condition == "ok" and penalty > -6,
        simple_actions=simple_actions(condition),
    )


# ---- one damage ----


class DamageGiven(BodyGiven, frozen=True, kw_only=True):
    """A damage that protection let through, and whoever takes it."""

    damage: Damage
    con_modifier: OwnModifier = 0
    major_monster: bool = False
    violent: bool = False
    keeper_shock: bool = False
    over_time: bool = False


class Damaged(Value, frozen=True, kw_only=True):
    """What a damage did."""

    pv: int
    temp_damage: int
    condition: Condition
    shock: bool
    thrown_back: float
    prone: bool
    simple_actions_next_turn: int
    pv_half: int
    pv_quarter: int
    wound_penalty: WoundPenalty
    massive_test: bool
    massive_success: bool | UnsetType = UNSET

    def changes(self, given: DamageGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(given.body(), pv=self.pv)


@procedure(
    "apply_damage",
    rules="""D100-HEALTH-01 D100-HEALTH-02 D100-HEALTH-03 D100-HEALTH-04 D100-HEALTH-05 D100-HEALTH-06 D100-CREAT-01
    D100-TEMP-02""",
    dice=("d20",),
    headline=("pv", "condition"),
)
def apply_damage(given: DamageGiven, options: Options) -> Program[Damaged]:
    """PV fall; half of them at one blow is a shock, and thresholds weigh on every act of the body."""
    body = given.body(given.con_modifier, given.major_monster)
    blow = Blow(damage=given.damage, violent=given.violent, keeper_shock=given.keeper_shock, over_time=given.over_time)
    struck = yield from wound(body, blow, options)
    half, quarter = thresholds(body.most)
    return like(
        Damaged,
        struck,
        temp_damage=given.temp_damage,
        thrown_back=THROWN_BACK if struck.violent else 0,
        prone=struck.violent,
        simple_actions_next_turn=struck.simple_actions,
        pv_half=half,
        pv_quarter=quarter,
        massive_test=struck.massive_success is not UNSET,
    )


class BlowGiven(BodyGiven, frozen=True, kw_only=True):
    """Blows that do not kill, and whoever takes them."""

    damage: Damage


class Bruised(Value, frozen=True, kw_only=True):
    """What they did."""

    temp_damage: int
    pv: int
    condition: Condition

    def changes(self, given: BlowGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(given.body(), temp_damage=self.temp_damage)


@procedure("apply_temp_damage", rules="D100-TEMP-01 D100-TEMP-02 D100-CREAT-01", headline=("condition",))
def apply_temp_damage(given: BlowGiven, options: Options) -> Program[Bruised]:
    """Blows are counted beside the PV: as many, and one staggers; more, and one falls senseless."""
    struck = yield from bruise(given.body(), given.damage, options)
    return Bruised(temp_damage=struck.body.temp_damage, pv=given.pv, condition=struck.condition)


# ---- the end of a round ----


class AgonyGiven(Value, frozen=True, kw_only=True):
    """Somebody below 0 PV."""

    pv: Annotated[int, Meta(ge=-9, le=-1)]
    stable: bool = False


class Agony(Value, frozen=True, kw_only=True):
    """The same one round later."""

    pv: int
    condition: Waning
    rolls_next_round: bool

    def changes(self, given: AgonyGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(Body(pv=given.pv), pv=self.pv)


@procedure("agony_round", rules="D100-HEALTH-06", dice=("d10",), headline=("condition",))
def agony_round(given: AgonyGiven, options: Options) -> Program[Agony]:
    """At the end of each round a d10: a 10 stabilises, anything else costs one PV, and −10 is death."""
    # Whoever rolls is counted below 0, whatever the table does with everybody else.
    body = Body(pv=given.pv, is_pc=False, uses_agony=True, stable=given.stable)
    if not given.stable:
        body = yield from agonise(body)
    condition = condition_of(body, options)
    yield from step("condition", condition, "D100-HEALTH-06")
    return Agony(pv=body.life, condition=condition, rolls_next_round=condition == "dying")  # type: ignore[arg-type]


class WakeGiven(Value, frozen=True, kw_only=True):
    """Somebody who took more blows than they have PV."""

    pv: LifeMax
    temp_damage: Annotated[int, Meta(ge=0, le=800)]


class Woken(Value, frozen=True, kw_only=True):
    """Whether they wake."""

    woke: bool
    temp_damage: int
    condition: Condition

    def changes(self, given: WakeGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(
            Body(pv_max=given.pv, pv=given.pv, temp_damage=given.temp_damage), temp_damage=self.temp_damage
        )


@procedure("wake_up", rules="D100-TEMP-02", dice=("d10",), headline=("woke",))
def wake_up(given: WakeGiven, options: Options) -> Program[Woken]:
    """A d10 each round: on a 10 one wakes, staggered."""
    body = Body(pv_max=given.pv, pv=given.pv, temp_damage=given.temp_damage)
    woke = False
    if given.temp_damage > given.pv:
        body = yield from come_round(body)
        woke = body.temp_damage == given.pv
    condition = condition_of(body, options)
    yield from step("condition", condition, "D100-TEMP-02")
    return Woken(woke=woke, temp_damage=body.temp_damage, condition=condition)
