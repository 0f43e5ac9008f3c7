"""Explosives on their way: thrown or launched, on target or adrift (HAZ)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D6
from gardien.core.given import known
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.operators import pack
from gardien.systems.operators.arms import cannot_attack
from gardien.systems.operators.checks import Outcome
from gardien.systems.operators.options import Options
from gardien.systems.operators.shooting import FORBIDDEN, RANGES
from gardien.systems.operators.trials import DIFFICULT, Case, advantages, attempt, base_of, compose, target_of, wanted
from gardien.systems.operators.values import (
    NO_PLAN,
    Combatant,
    Difficulty,
    LuckPlan,
    Reached,
    Result,
    Sources,
    Steps,
    Zone,
)

DRIFT = 2  # metres a point of the die (M-08)
DeviceKey = Annotated[str, Meta(max_length=100, examples=pack.keys("devices", "device"))]


class LobGiven(Value, frozen=True, kw_only=True):
    """An explosive thrown or launched."""

    attacker: Combatant = Combatant()
    device: DeviceKey = "frag"
    zone: Zone = 0
    advantage: bool = False
    advantage_count: Sources = 1
    waive: bool = False
    steps: Steps = 0
    luck_plan: LuckPlan = NO_PLAN

    def __post_init__(self) -> None:
        known("device", self.device, pack.device)


class Lobbed(Outcome, frozen=True, kw_only=True):
    """Where an explosive comes down."""

    final_difficulty: Reached | UnsetType = UNSET
    target: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Result | UnsetType = UNSET
    on_target: bool | UnsetType = UNSET
    drift_m: int | UnsetType = UNSET
    luck: int

    def changes(self, given: LobGiven, options: Options) -> tuple[Change, ...]:
        who = given.attacker
        return (Change("luck", who.luck, self.luck, who.name),) if self.luck != who.luck else ()


def device_base(row: pack.Device, zone: int) -> int:
    """Thrown: difficult in Zone 0; launched: by zone like an ordinary firearm, unless the device says (M-08)."""
    if row.zone_min is None or row.zone_max is None or not row.zone_min <= zone <= row.zone_max:
        return FORBIDDEN
    if row.delivery == "thrown":
        return DIFFICULT
    return base_of(row.difficulty) if row.difficulty else RANGES["ordinary"][zone]


@procedure(
    "throw_explosive",
    rules="OPS-HAZ-03 OPS-CBT-07 OPS-CBT-08 OPS-TEST-10",
    dice=("d100", "d6"),
    headline=("on_target", "drift_m"),
)
def lob(given: LobGiven, options: Options) -> Program[Lobbed]:
    """A DEX test puts an explosive where it should go; otherwise it drifts."""
    who, row = given.attacker, pack.device(given.device)
    base = device_base(row, given.zone)
    reason = cannot_attack(who)
    if reason is None and row.delivery == "placed":
        reason = "placed"
    if reason is None and base == FORBIDDEN:
        reason = "out_of_range"
    if reason is None and given.waive and not options.may_waive_advantage:
        reason = "waiver_off"
    if reason:
        yield from step("reason", reason, "OPS-HAZ-03")
        forbidden: Reached | UnsetType = "forbidden" if reason == "out_of_range" else UNSET
        return Lobbed(refused=True, reason=reason, final_difficulty=forbidden, luck=who.luck)
    case = Case(
        base=base,
        harder=given.steps,
        wounded=who.unrelieved,
        advantages=advantages(given.advantage, given.advantage_count, given.waive),
    )
    difficulty: Difficulty = compose(case, options)
    seen = yield from wanted("roll")
    tried = yield from attempt(
        who.current("DEX"), difficulty, given.luck_plan, who.purse(options), bool(seen), options, purpose="attack"
    )
    drift = 0
    thrown = difficulty not in ("automatic", "impossible")
    if thrown and not tried.success:
        face = yield from roll(D6, "d6", purpose="drift")
        drift = DRIFT * face
    yield from step("drift_m", drift, "OPS-HAZ-03")
    return Lobbed(
        final_difficulty=difficulty,
        target=target_of(who.current("DEX"), difficulty) if thrown else UNSET,
        roll=tried.roll or UNSET,
        outcome=tried.outcome,
        on_target=tried.success,
        drift_m=drift,
        luck=who.luck - tried.spent,
    )
