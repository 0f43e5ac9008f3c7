"""Getting better: first aid, weeks of rest, hours after a beating (HEALTH-07 to HEALTH-09, TEMP-03)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, less, roll, step, watched
from gardien.core.dice import D4, Dice, Term
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import BodyGiven, body_changes, condition_of, rule_of
from gardien.systems.d20d100.rules.character import (
    Body,
    Condition,
    Difficulty,
    LifeMax,
    Modifier,
    Mods,
    Name,
    OwnModifier,
    check_life,
)
from gardien.systems.d20d100.rules.tests.checks import modifier_sum
from gardien.systems.d20d100.rules.tests.d20 import SKILL, Labels, attempt

TWO_D4 = Dice((Term(2, 4),))


def pv_after_healing(pv: int, thrown: int, most: int) -> int:
    """PV with what comes back, never above the maximum, and never fewer than before (D100-HEALTH-01)."""
    return max(pv, min(most, pv + thrown))


class Restored(Value, frozen=True):
    """Reads what is thrown as what really comes back: everything beyond the maximum is one and the same."""

    pv: int
    most: int

    def __call__(self, thrown: int) -> int:
        return pv_after_healing(self.pv, thrown, self.most) - self.pv


def fading_per_hour(con_modifier: int) -> int:
    """Blows fade by the CON modifier every hour, by one at least (D100-TEMP-03)."""
    return max(1, con_modifier)


# ---- first aid ----


class AidGiven(BodyGiven, frozen=True, kw_only=True):
    """Somebody who helps, and whoever needs it."""

    patient: Name = ""
    modifier: Modifier
    skill: Literal["first_aid", "medicine"] = "first_aid"
    difficulty: Difficulty = SKILL
    mods: Mods = ()
    already_treated: bool = False
    stable: bool = False  # below 0 already without losing PV


class Aided(Value, frozen=True, kw_only=True):
    """What help could do."""

    refused: bool = False
    reason: Literal["ok", "dead", "already_treated", "not_wounded"] = "ok"
    total: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    restored: int
    pv: int
    stable: bool
    condition: Condition

    def changes(self, given: AidGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(given.body(), pv=self.pv, stable=self.stable)


def no_help(given: AidGiven, body: Body, options: Options) -> Literal["ok", "dead", "already_treated", "not_wounded"]:
    """Why first aid is not tried, the first reason that holds (D100-HEALTH-08)."""
    if condition_of(body, options) == "dead":
        return "dead"
    if given.already_treated:
        return "already_treated"
    return "not_wounded" if body.life >= body.most else "ok"


@procedure(
    "first_aid",
    rules="D100-HEALTH-06 D100-HEALTH-07 D100-HEALTH-08 D100-TEST-01",
    dice=("d20", "d4"),
    headline=("success", "condition"),
)
def first_aid(given: AidGiven, options: Options) -> Program[Aided]:
    """Premiers Soins gives back 1d4 PV and stabilises; Médecine only stabilises, and heals by the week."""
    body = replace(given.body(), stable=given.stable or given.already_treated)  # who was treated loses no more
    reason = no_help(given, body, options)
    if reason != "ok":
        yield from step("reason", reason, "D100-HEALTH-08")
        condition = condition_of(body, options)
        stable = condition == "stable"
        return Aided(refused=True, reason=reason, restored=0, pv=given.pv, stable=stable, condition=condition)
    used, _ = modifier_sum(given.modifier, given.mods)
    wanted = yield from watched("total", "natural_one")
    labels = Labels(margin="")
    tried = yield from attempt(used, given.difficulty, wanted, options, labels, purpose="test")
    restored, saved = 0, tried.success and condition_of(body, options) == "dying"
    if tried.success:
        if given.skill == "first_aid":
            restored = yield from roll(D4.map(Restored(body.life, body.most)), "d4", "", "recovery")
            yield from step("restored", restored, "D100-HEALTH-08")
            left = body.life + restored
            yield from step("pv", left, "D100-HEALTH-08", (("pv", body.life), ("restored", restored)))
            body = replace(body, pv=left)
        if saved:
            yield from step("stable", True, "D100-HEALTH-07")
            body = replace(body, stable=True)
    condition = condition_of(body, options)
    yield from step("condition", condition, rule_of(condition, body, options))
    return like(Aided, tried, restored=restored, pv=body.life, stable=saved, condition=condition)


# ---- rest ----


class WeekGiven(Value, frozen=True, kw_only=True):
    """A week in bed."""

    pv: Annotated[int, Meta(ge=-9, le=400)]
    pv_max: LifeMax
    under_care: bool = False

    def __post_init__(self) -> None:
        check_life(self.pv, self.pv_max)


class Rested(Value, frozen=True, kw_only=True):
    """What it gave back."""

    restored: int
    pv: int

    def changes(self, given: WeekGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(Body(pv=given.pv, pv_max=given.pv_max), pv=self.pv)


@procedure("rest_week", rules="D100-HEALTH-09", dice=("d4",), headline=("pv",))
def rest_week(given: WeekGiven, options: Options) -> Program[Rested]:
    """1d4 PV a week, 2d4 with a doctor or in hospital."""
    dice = TWO_D4 if given.under_care else D4
    restored = yield from roll(dice.map(Restored(given.pv, given.pv_max)), "d4", "", "recovery")
    yield from step("restored", restored, "D100-HEALTH-09")
    pv = given.pv + restored
    yield from step("pv", pv, "D100-HEALTH-09", (("pv", given.pv), ("restored", restored)))
    return Rested(restored=restored, pv=pv)


class HoursGiven(Value, frozen=True, kw_only=True):
    """Hours after a beating."""

    temp_damage: Annotated[int, Meta(ge=0, le=800)]
    con_modifier: OwnModifier
    hours: Annotated[int, Meta(ge=0, le=1000)] = 1


class Refreshed(Value, frozen=True, kw_only=True):
    """What is left of it."""

    per_hour: int
    temp_damage: int

    def changes(self, given: HoursGiven, options: Options) -> tuple[Change, ...]:
        return body_changes(Body(temp_damage=given.temp_damage), temp_damage=self.temp_damage)


@procedure("rest_hours", rules="D100-TEMP-03", headline=("temp_damage",))
def rest_hours(given: HoursGiven, options: Options) -> Program[Refreshed]:
    """Blows fade by the CON modifier every hour, by one at least."""
    per_hour = fading_per_hour(given.con_modifier)
    yield from step("per_hour", per_hour, "D100-TEMP-03")
    gone = per_hour * given.hours
    left = max(0, given.temp_damage - gone)
    parts = (("temp_damage", given.temp_damage), less("recovery", gone))
    yield from step("temp_damage", left, "D100-TEMP-03", parts, (0, given.temp_damage))
    return Refreshed(per_hour=per_hour, temp_damage=left)
