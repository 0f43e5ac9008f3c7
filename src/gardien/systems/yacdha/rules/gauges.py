"""Madness and trauma: the check that lets a gauge climb (GAU)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import D6
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.luck import SurviveGiven, survive
from gardien.systems.yacdha.vocabulary import (
    DIE_OF,
    TOP,
    Gauge,
    GaugeValue,
    Name,
    Points,
    Sequelae,
    Stake,
    Status,
    SurvivalRefused,
    luck_counts,
)

CHECK_RULE: dict[Gauge, str] = {"madness": "YAC-GAU-01", "trauma": "YAC-GAU-02"}


def stakes_due(stakes: tuple[Stake, ...], gauge: str, margin: int) -> int:
    """What the agreed stakes add to a gauge at this margin; nothing on a success (YAC-GAU-09, YAC-ACT-11)."""
    return sum(
        abs(margin) if stake.amount == "margin" else stake.amount
        for stake in stakes
        if stake.gauge == gauge and margin <= stake.at_or_below
    )


class Check(Value, frozen=True):
    """One die against a gauge; the die itself only where somebody looks at it."""

    raised: bool
    die: int = 0


def check(gauge: Gauge, value: int, who: str, die_seen: bool) -> Program[Check]:
    """Strictly above the gauge raises it by one; never more (YAC-GAU-01, YAC-GAU-02)."""
    face = yield from roll(D6, DIE_OF[gauge], who, "check")
    raised = face > value
    yield from step("check_raised", raised, CHECK_RULE[gauge], who=who)
    return Check(raised, face if die_seen else 0)


class GaugeGiven(Value, frozen=True, kw_only=True):
    """A moment of intense stress."""

    gauge: Gauge
    value: GaugeValue
    kind: Literal["investigator", "npc"] = "investigator"
    exposed: bool = True
    event: Name = ""
    stress_faced: Annotated[tuple[Name, ...], Meta(max_length=1000)] = ()
    already_faced: bool = False
    sequelae: Sequelae = 0
    luck: Points = 1
    use_luck_to_survive: bool = False

    def __post_init__(self) -> None:
        if self.value == TOP and not (self.kind == "npc" and self.gauge == "madness"):
            raise BadField("value", "field/range", "YAC-GEN-04", came=TOP, low=1, high=5)


class GaugeCheck(Value, frozen=True, kw_only=True):
    """A gauge after one moment of stress."""

    rolled: bool
    die: int | UnsetType = UNSET
    raised: bool
    value: int
    status: Status
    stress_faced: tuple[str, ...]
    luck: int | UnsetType = UNSET
    survival_refused: SurvivalRefused | UnsetType = UNSET

    def changes(self, given: GaugeGiven, options: Options) -> tuple[Change, ...]:
        changes = []
        if self.value != given.value:
            changes.append(Change(given.gauge, given.value, self.value))
        if self.stress_faced != given.stress_faced:
            changes.append(Change("stress_faced", given.stress_faced, self.stress_faced))
        if self.status != "active":
            changes.append(Change("status", "active", self.status))
        if self.luck not in (UNSET, given.luck) and luck_counts(given.kind, options):
            changes.append(Change("luck", given.luck, self.luck))
        return tuple(changes)


@procedure(
    "gauge_check",
    rules="""YAC-GAU-01 YAC-GAU-02 YAC-GAU-03 YAC-GAU-04 YAC-GAU-05 YAC-GAU-06 YAC-LUC-07 YAC-NPC-03""",
    dice=("dF", "dT"),
    headline=("raised", "status"),
)
def check_gauge(given: GaugeGiven, options: Options) -> Program[GaugeCheck]:
    """Roll the gauge's die: strictly above the gauge, it climbs by one, never more."""
    faced = given.stress_faced
    remembers = given.gauge == "madness" and options.stress_memory != "off"
    known = remembers and (given.already_faced or (given.event != "" and given.event in faced))
    if not given.exposed or known:
        # Who saw nothing does not roll (YAC-GAU-06), nor who has faced this kind of event before (YAC-GAU-05).
        yield from step("value", given.value, "YAC-GAU-05" if given.exposed else "YAC-GAU-06")
        return GaugeCheck(rolled=False, raised=False, value=given.value, status="active", stress_faced=faced)

    rolled = yield from apply(check, given.gauge, given.value, "", True)
    if remembers and given.event:
        faced = (*faced, given.event)
    value = min(TOP, given.value + rolled.raised)
    yield from step(
        "value", value, CHECK_RULE[given.gauge], (("before", given.value), ("rise", int(rolled.raised))), (1, TOP)
    )
    after = GaugeCheck(
        rolled=True, die=rolled.die, raised=rolled.raised, value=value, status="active", stress_faced=faced
    )
    if given.gauge == "madness":
        if value == TOP and given.kind == "investigator":  # an NPC plays on (YAC-NPC-03)
            yield from step("status", "mad", "YAC-GAU-03")
            return _with(after, status="mad")
        return after
    suffered = yield from apply(
        survive,
        like(SurviveGiven, given, trauma=given.value, increase=int(rolled.raised)),
        options,
    )
    return _with(after, status=suffered.status, luck=suffered.luck, survival_refused=suffered.refused)


def _with(outcome: GaugeCheck, **fields: object) -> GaugeCheck:
    from msgspec.structs import replace

    return replace(outcome, **fields)
