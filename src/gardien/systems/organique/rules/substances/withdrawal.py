"""Doing without: the tests of somebody who has stopped, and their days (DRUG-04 to DRUG-09)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.substances.shared import check_living
from gardien.systems.organique.rules.tests.d20 import SaveResult, watched
from gardien.systems.organique.rules.tests.modifiers import named_parts
from gardien.systems.organique.rules.tests.resistance import Resist, Saved, withstand
from gardien.systems.organique.vocabulary import Dependency, Mods, Rating

Trigger: TypeAlias = Literal["scheduled", "hourly", "provoked"]
Days: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]
DAY = 24  # hours
AFTER_DOSE, AFTER_FAILURE = 24, 1  # hours to the next test (ORG-DRUG-06, ORG-DRUG-07)


def asked_on(difficulty: int, day: int, physical: bool, psychological: bool) -> tuple[Dependency, ...]:
    """Which dependencies still ask for a test on a day: that of the body ends by itself (ORG-DRUG-05)."""
    kinds: list[Dependency] = ["physical"] if physical and day < difficulty else []
    return (*kinds, "psychological") if psychological else tuple(kinds)


class WithdrawalGiven(Value, frozen=True, kw_only=True):
    """Somebody who has stopped, what they depend on, and why they are tested now."""

    character: Character
    difficulty: Rating
    physical: bool = False
    psychological: bool = False
    day: Days = 1
    interval_days: Days = 1
    trigger: Trigger = "scheduled"
    holds_drug: bool = False
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_living("character", self.character)
        freeze(self, "mods")


class Withdrawn(Value, frozen=True, kw_only=True):
    """Whether somebody held out, and when it comes back."""

    physical_over: bool
    physical: SaveResult | UnsetType = UNSET
    psychological: SaveResult | UnsetType = UNSET
    failed: bool
    must_seek: bool
    takes_dose: bool
    next_hours: dict[Dependency, int]
    next_interval_days: dict[Dependency, int]


@procedure(
    "withdrawal_test",
    rules="ORG-DRUG-04 ORG-DRUG-05 ORG-DRUG-06 ORG-DRUG-07 ORG-DRUG-08 ORG-DRUG-09 ORG-VOL-05",
    dice=("d20",),
    headline=("failed",),
)
def hold_out(given: WithdrawalGiven, options: Options) -> Program[Withdrawn]:
    """VOL against the lack, once for the body and once for the mind."""
    wanted = yield from watched("physical", "psychological")
    person, mods = person_of(given.character), named_parts(given.mods)
    asked = Resist(kind="withdrawal", difficulty=given.difficulty, mods=mods)
    saves: dict[Dependency, Saved] = {}
    for one in asked_on(given.difficulty, given.day, given.physical, given.psychological):
        detail: Literal["all", "success"] = "all" if one in wanted else "success"
        saves[one] = yield from withstand(person, asked, options, detail, who=person.name)
    failed = any(not one.success for one in saves.values())
    relapsed = failed and given.holds_drug
    yield from step("failed", failed, "ORG-DRUG-06")
    hours: dict[Dependency, int] = {}
    days: dict[Dependency, int] = {}
    for one, saved in saves.items():
        if relapsed:
            hours[one], days[one] = AFTER_DOSE, 1
        elif not saved.success:
            hours[one] = AFTER_FAILURE
        elif given.trigger != "provoked":  # ORG-DRUG-08
            hours[one], days[one] = 2 * DAY * given.interval_days, 2 * given.interval_days
    return Withdrawn(
        physical_over=given.day >= given.difficulty,
        physical=saves["physical"].result() if "physical" in saves and "physical" in wanted else UNSET,
        psychological=saves["psychological"].result()
        if "psychological" in saves and "psychological" in wanted
        else UNSET,
        failed=failed,
        must_seek=failed and not given.holds_drug,
        takes_dose=relapsed,
        next_hours=frozen_map(hours),
        next_interval_days=frozen_map(days),
    )


# ---- the days ahead ----


class ScheduleGiven(Value, frozen=True, kw_only=True):
    """What somebody depends on, and how many tests to list."""

    difficulty: Rating
    physical: bool = True
    psychological: bool = True
    tests: Annotated[int, Meta(ge=1, le=50)] = 6


class Scheduled(Value, frozen=True, kw_only=True):
    """The days of the tests if every one is passed."""

    days: tuple[int, ...]
    dependencies: tuple[tuple[Dependency, ...], ...]
    physical_ends_on_day: int | UnsetType = UNSET


@procedure("withdrawal_schedule", rules="ORG-DRUG-04 ORG-DRUG-05", headline=("days",))
def schedule(given: ScheduleGiven, options: Options) -> Program[Scheduled]:
    """One day, then two, four, eight…; no more of them once nothing asks for any."""
    listed = []
    for number in range(1, given.tests + 1):
        day = 2**number - 1
        if kinds := asked_on(given.difficulty, day, given.physical, given.psychological):
            listed.append((day, kinds))
    if given.physical:
        yield from step("physical_ends_on_day", given.difficulty, "ORG-DRUG-05")
    return Scheduled(
        days=tuple(day for day, _ in listed),
        dependencies=tuple(kinds for _, kinds in listed),
        physical_ends_on_day=given.difficulty if given.physical else UNSET,
    )
