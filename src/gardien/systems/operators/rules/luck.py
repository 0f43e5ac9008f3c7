"""The reserve of luck: spent on a throw or a wound, tested, recovered (LUCK)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, less, roll, step, watched
from gardien.core.dice import D10, D100
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.body.wounds import CANCEL_GRAVE, ESCAPE_DEATH, keep_standing
from gardien.systems.operators.rules.character import NO_PLAN, Combatant, Level, Reason, Reserve, Result, worst
from gardien.systems.operators.rules.tests.characteristic import Outcome
from gardien.systems.operators.rules.tests.d100 import CANCEL_FUMBLE, Judge, face_value, is_double

Throw = Annotated[int, Meta(ge=1, le=100)]
Target = Annotated[int, Meta(ge=0, le=1000)]
LARGE_GAIN = 10  # on top of the die, when the throw exceeds the reserve (OPS-LUCK-07)


class LuckOutcome(Outcome, frozen=True, kw_only=True):
    """The reserve after something was done with it."""

    luck: int

    def changes(self, given: "LuckGiven", options: Options) -> tuple[Change, ...]:
        return (Change("luck", given.luck, self.luck),) if self.luck != given.luck else ()


class LuckGiven(Value, frozen=True, kw_only=True):
    """A reserve of luck."""

    luck: Reserve


class LuckTested(LuckOutcome, frozen=True, kw_only=True):
    """A test of pure chance."""

    target: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Result | UnsetType = UNSET
    success: bool | UnsetType = UNSET


@procedure("luck_test", rules="OPS-TEST-04 OPS-LUCK-01 OPS-LUCK-06", dice=("d100",), headline=("outcome",))
def try_luck(given: LuckGiven, options: Options) -> Program[LuckTested]:
    """Pure chance: throw at or under the reserve as it stands; nothing is spent."""
    if not options.luck_enabled:
        yield from step("reason", "option_off", "OPS-LUCK-01")
        return LuckTested(refused=True, reason="option_off", luck=given.luck)
    wanted = yield from watched("roll")
    tried = yield from face_value(given.luck, NO_PLAN, 0, bool(wanted), options)
    return LuckTested(
        target=given.luck, roll=tried.roll or UNSET, outcome=tried.outcome, success=tried.success, luck=given.luck
    )


class ShiftGiven(LuckGiven, frozen=True, kw_only=True):
    """A throw that lies there, and what one would pay."""

    roll: Throw
    target: Target
    spend: Annotated[int, Meta(ge=1, le=200)]
    roll_kind: Literal["test", "san", "luck_recovery", "reading"] = "test"


class Shifted(LuckOutcome, frozen=True, kw_only=True):
    """A throw after luck was paid."""

    outcome: Literal["critical", "success", "failure"] | UnsetType = UNSET
    luck_spent: int | UnsetType = UNSET


def _no_shift(given: ShiftGiven, options: Options) -> Reason | None:
    judge = Judge(target=given.target, fumble_needs_failure=options.fumble_needs_failure)
    outcome, _ = judge.result(given.roll)
    if not options.luck_enabled:
        return "option_off"
    if given.roll_kind != "test":
        return "not_allowed"
    if given.spend > given.luck:
        return "not_enough_luck"
    if outcome == "fumble":
        return "fumble"
    if outcome in ("success", "critical"):
        return "already_success"
    return "no_chance" if given.target == 0 else None


@procedure("luck_shift", rules="OPS-LUCK-01 OPS-LUCK-02 OPS-LUCK-06 OPS-TEST-05", headline=("outcome",))
def shift(given: ShiftGiven, options: Options) -> Program[Shifted]:
    """Pay points to move a throw just made; what falls short is paid all the same."""
    reason = _no_shift(given, options)
    if reason:
        yield from step("reason", reason, "OPS-LUCK-06" if reason == "not_allowed" else "OPS-LUCK-02")
        return Shifted(refused=True, reason=reason, luck=given.luck)
    outcome: Literal["critical", "success", "failure"] = "failure"
    if given.roll - given.spend <= given.target:
        critical = is_double(given.roll) and not options.luck_success_never_critical
        outcome = "critical" if critical else "success"
    left = given.luck - given.spend
    yield from step("luck", left, "OPS-LUCK-02", (("before", given.luck), less("luck_spent", given.spend)))
    yield from step("outcome", outcome, "OPS-LUCK-02")
    return Shifted(outcome=outcome, luck=left, luck_spent=given.spend)


class CancelFumbleGiven(LuckGiven, frozen=True, kw_only=True):
    """A fumble that lies there."""

    roll: Annotated[int, Meta(ge=99, le=100)]
    target: Target
    spend: Reserve = 0


class FumbleCancelled(LuckOutcome, frozen=True, kw_only=True):
    """A fumble that is one no more."""

    cost_cancel: int | UnsetType = UNSET
    cost_shift: int | UnsetType = UNSET
    total_cost: int | UnsetType = UNSET
    outcome: Literal["success", "failure"] | UnsetType = UNSET


@procedure("luck_cancel_fumble", rules="OPS-LUCK-03 OPS-LUCK-02", headline=("outcome",))
def cancel_fumble(given: CancelFumbleGiven, options: Options) -> Program[FumbleCancelled]:
    """Ten points make a fumble an ordinary failure; more may make it a success, never a critical one."""
    cost = CANCEL_FUMBLE + given.spend
    reason: Reason | None = None
    if not options.luck_enabled:
        reason = "option_off"
    elif cost > given.luck:
        reason = "not_enough_luck"
    elif options.fumble_needs_failure and given.roll <= given.target:
        reason = "not_a_fumble"
    if reason:
        yield from step("reason", reason, "OPS-LUCK-03")
        return FumbleCancelled(refused=True, reason=reason, luck=given.luck)
    bought = given.target > 0 and given.spend >= max(1, given.roll - given.target)
    outcome: Literal["success", "failure"] = "success" if bought else "failure"
    yield from step("total_cost", cost, "OPS-LUCK-03", (("cost_cancel", CANCEL_FUMBLE), ("cost_shift", given.spend)))
    yield from step("outcome", outcome, "OPS-LUCK-02" if bought else "OPS-LUCK-03")
    return FumbleCancelled(
        cost_cancel=CANCEL_FUMBLE, cost_shift=given.spend, total_cost=cost, outcome=outcome, luck=given.luck - cost
    )


class CancelGraveGiven(LuckGiven, frozen=True, kw_only=True):
    """A grave wound that has just fallen."""

    previous_level: Level = "none"


class GraveCancelled(LuckOutcome, frozen=True, kw_only=True):
    """A grave wound that did not happen."""

    wound_level: Level | UnsetType = UNSET


@procedure("luck_cancel_grave", rules="OPS-LUCK-04", headline=("wound_level",))
def cancel_grave(given: CancelGraveGiven, options: Options) -> Program[GraveCancelled]:
    """Twenty points, before the CON test: the grave wound does not happen."""
    reason: Reason | None = None
    if not options.luck_enabled:
        reason = "option_off"
    elif given.luck < CANCEL_GRAVE:
        reason = "not_enough_luck"
    if reason:
        yield from step("reason", reason, "OPS-LUCK-04")
        return GraveCancelled(refused=True, reason=reason, luck=given.luck)
    after = worst(given.previous_level, "light") if options.luck_grave_to_light else given.previous_level
    left = given.luck - CANCEL_GRAVE
    yield from step("luck", left, "OPS-LUCK-04", (("before", given.luck), less("luck_spent", CANCEL_GRAVE)))
    yield from step("wound_level", after, "OPS-LUCK-04")
    return GraveCancelled(wound_level=after, luck=left)


class EscapeGiven(Value, frozen=True, kw_only=True):
    """Somebody who has just died."""

    victim: Combatant = Combatant()
    cause: Literal["wound", "drowning", "poison", "other", "entity"] = "wound"


class Escaped(Outcome, frozen=True, kw_only=True):
    """Somebody who lives after all, or does not."""

    alive: bool
    wound_level: Level
    recorded_damage: int | UnsetType = UNSET
    luck: int
    con_target: int | UnsetType = UNSET
    con_roll: int | UnsetType = UNSET
    con_outcome: Result | UnsetType = UNSET
    out_of_fight: bool

    def changes(self, given: EscapeGiven, options: Options) -> tuple[Change, ...]:
        if self.refused:
            return ()
        who = given.victim
        names = ("luck", "wound_level", "out_of_fight")
        return changes_between(who, self, names, who.name)


def _no_escape(given: EscapeGiven, options: Options) -> Reason | None:
    if not options.luck_enabled:
        return "option_off"
    if given.victim.luck < ESCAPE_DEATH:
        return "not_enough_luck"
    if given.cause == "entity" and not options.luck_vs_entities:
        return "entity"
    return None if given.victim.kind == "operator" else "not_operator"


@procedure(
    "luck_escape_death",
    rules="OPS-LUCK-05 OPS-LUCK-01 OPS-HLTH-03 OPS-ENT-04",
    dice=("d100",),
    headline=("alive", "out_of_fight"),
)
def escape_death(given: EscapeGiven, options: Options) -> Program[Escaped]:
    """All the luck that is left, thirty points at least, turns death into a grave wound."""
    who = given.victim
    reason = _no_escape(given, options)
    if reason:
        yield from step("reason", reason, "OPS-ENT-04" if reason == "entity" else "OPS-LUCK-05")
        return Escaped(
            refused=True, reason=reason, alive=False, wound_level="dead", luck=who.luck, out_of_fight=who.out_of_fight
        )
    yield from step("wound_level", "grave", "OPS-LUCK-05")
    out = who.out_of_fight
    fields: dict[str, Any] = {}
    if not out and not who.no_pain:
        wanted = yield from watched("con_roll")
        stays, _, fields = yield from keep_standing(who.current("CON"), NO_PLAN, 0, bool(wanted), options, "")
        out = not stays
    return Escaped(
        alive=True,
        wound_level="grave",
        recorded_damage=2 * who.threshold(options) - 1,
        luck=0,
        out_of_fight=out,
        **fields,
    )


class RecoverLuckGiven(LuckGiven, frozen=True, kw_only=True):
    """A reserve at the start of a session or scenario."""

    luck_start: Reserve


class LuckRecovered(LuckOutcome, frozen=True, kw_only=True):
    """A reserve after a rest."""

    roll: int | UnsetType = UNSET
    test_above: bool | UnsetType = UNSET
    gain: int | UnsetType = UNSET


class Above(Value, frozen=True, kw_only=True):
    """Whether a throw exceeds the reserve: then more comes back."""

    bar: int
    wanted: bool

    def __call__(self, face: int) -> tuple[bool, int]:
        return face > self.bar, face if self.wanted else 0


def ceiling(luck: int, start: int, options: Options) -> int:
    """Points are recovered, not gained: at most the starting value, unless the table has it otherwise."""
    return max(luck, {"start": start, "cap_99": 99, "none": 200}[options.luck_cap])


@procedure(
    "luck_recover",
    rules="OPS-LUCK-07 OPS-LUCK-06 OPS-TIME-01",
    dice=("d100", "d10"),
    headline=("gain",),
)
def recover_luck(given: RecoverLuckGiven, options: Options) -> Program[LuckRecovered]:
    """Throw above the reserve and much comes back, otherwise little: who has little recovers well."""
    if not options.luck_enabled:
        yield from step("reason", "option_off", "OPS-LUCK-01")
        return LuckRecovered(refused=True, reason="option_off", luck=given.luck)
    wanted = yield from watched("roll")
    bar = given.luck_start if options.luck_test_vs_start else given.luck
    above, face = yield from roll(D100.map(Above(bar=bar, wanted=bool(wanted))), "d100", purpose="luck_recovery")
    yield from step("test_above", above, "OPS-LUCK-07")
    die = yield from roll(D10, "d10", purpose="gain")
    most = ceiling(given.luck, given.luck_start, options)
    more = LARGE_GAIN if above else 0
    parts = (
        (("before", given.luck), ("die", die), ("large_gain", more)) if more else (("before", given.luck), ("die", die))
    )
    after = min(most, given.luck + die + more)
    yield from step("luck", after, "OPS-LUCK-07", parts, (0, most))
    return LuckRecovered(roll=face or UNSET, test_above=above, gain=after - given.luck, luck=after)
