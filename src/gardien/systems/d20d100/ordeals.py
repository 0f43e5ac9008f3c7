"""What goes on hurting a body round after round: no air, a hand at the throat, burning clothes (ROLL, GRAP)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D6, D8
from gardien.core.values import Change, Value
from gardien.systems.d20d100.bodies import Blow, BodyGiven, WoundLabels, body_changes, penalty_of, wound
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.trials import Labels, attempt, wanted
from gardien.systems.d20d100.values import Body, Condition, Life, OwnModifier

FIRST = 10  # the Difficulty of the first round without air (D100-ROLL-09)
BURNING = 15  # D100-ROLL-03
LOSS = WoundLabels("pv", "condition", "", "", "")
TOTAL = Labels("total", "", "", "")
OUT = Labels("total", "success", "", "")


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


def choke(breath: Breath, body: Body, seen: frozenset[str], options: Options, who: str = "") -> Program[Choked]:
    """CON, harder every round; the first failure costs 1d8 PV, and so does every round after it (D100-GRAP-04)."""
    failed = breath.failed
    difficulty: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    if not failed:
        yield from step("difficulty", breath.difficulty, breath.rule, who=who)
        tried = yield from attempt(breath.con_modifier, breath.difficulty, seen, options, TOTAL, who, "constitution")
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
    seen = yield from wanted("total")
    choked = yield from choke(breath, given.body(), seen, options)
    return Breathless(
        difficulty=choked.difficulty,
        total=choked.total,
        failed=choked.failed,
        loss=choked.loss,
        pv=choked.body.life,
        condition=choked.condition,
        can_act=choked.can_act,
    )


class Burned(Value, frozen=True, kw_only=True):
    """A round in burning clothes."""

    success: bool
    total: int | UnsetType = UNSET
    damage: int
    body: Body
    condition: Condition


def burn(
    reflexes: int, mods: tuple[int, ...], body: Body, seen: frozenset[str], options: Options, who: str = ""
) -> Program[Burned]:
    """Réflexes at 15 put the fire out; a failure costs 1d6 and the fire goes on (D100-ROLL-03)."""
    modifier = reflexes + sum(mods) + penalty_of(body, options)
    yield from step("difficulty", BURNING, "D100-ROLL-03", who=who)
    tried = yield from attempt(modifier, BURNING, seen, options, OUT, who, "reflexes")
    damage = 0
    if not tried.success:
        damage = yield from roll(D6, "d6", who, "fire")
        yield from step("damage", damage, "D100-ROLL-03", who=who)
    yield from step("on_fire", not tried.success, "D100-ROLL-03", who=who)
    struck = yield from wound(body, Blow(damage=damage, over_time=True), options, LOSS, who)
    return Burned(success=tried.success, total=tried.total, damage=damage, body=struck.body, condition=struck.condition)
