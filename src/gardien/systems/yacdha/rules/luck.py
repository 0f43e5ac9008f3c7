"""Luck against death, coma and lasting harm (LUC)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.vocabulary import TOP, GaugeValue, Minutes, Points, Sequelae, luck_of, trauma_floor

FATAL_SEQUELAE = 5  # no value of trauma up to 5 would be left (YAC-LUC-10)
CARE_WITHIN_MINUTES = 60  # exactly an hour is in time (YAC-LUC-09)


class SurviveGiven(Value, frozen=True, kw_only=True):
    """An increase of trauma about to fall."""

    trauma: GaugeValue
    increase: Annotated[int, Meta(ge=0, le=1000)]
    sequelae: Sequelae = 0
    luck: Points = 1
    kind: Literal["investigator", "npc"] = "investigator"
    use_luck_to_survive: bool = False
    status: Literal["active", "unconscious", "coma"] = "active"

    def __post_init__(self) -> None:
        if self.trauma == TOP and self.status != "coma":
            raise BadField("trauma", "field/range", "YAC-LUC-09", came=TOP, low=1, high=5)


class Survival(Value, frozen=True, kw_only=True):
    """Somebody after an increase of trauma."""

    x: int
    trauma: int
    status: Literal["active", "unconscious", "coma", "dead"]
    sequelae_gained: int
    sequelae: int
    trauma_min: int
    luck: int
    refused: Literal["coma", "no_luck", "sequelae_fatal"] | UnsetType = UNSET

    def changes(self, given: SurviveGiven, options: Options) -> tuple[Change, ...]:
        before = (given.trauma, given.status, given.sequelae, luck_of(given.kind, given.luck, options))
        after = (self.trauma, self.status, self.sequelae, self.luck)
        names = ("trauma", "status", "sequelae", "luck")
        return tuple(Change(name, b, a) for name, b, a in zip(names, before, after, strict=True) if b != a)


@procedure(
    "luck_survive",
    rules="""YAC-LUC-07 YAC-LUC-08 YAC-LUC-09 YAC-LUC-10 YAC-LUC-11 YAC-GAU-04 YAC-GAU-09 YAC-COM-22""",
    headline=("status",),
)
def survive(given: SurviveGiven, options: Options) -> Program[Survival]:
    """Trauma of 6 or more kills, unless a point of luck turns death into coma at the price of lasting harm.

    What lasting harm forbids in play beyond its floor is for the table to say (YAC-LUC-11): the sheet keeps the count.
    """
    luck = luck_of(given.kind, given.luck, options)
    x = given.trauma + given.increase
    if given.increase:
        yield from step("x", x, "YAC-GAU-09", (("trauma", given.trauma), ("increase", given.increase)))

    def ends(status: str, sequelae: int, spent: int = 0, refused: object = UNSET) -> Survival:
        return Survival(
            x=x,
            trauma=min(TOP, x),
            status=status,  # type: ignore[arg-type]
            sequelae_gained=sequelae - given.sequelae,
            sequelae=sequelae,
            trauma_min=trauma_floor(sequelae),
            luck=luck - spent,
            refused=refused,  # type: ignore[arg-type]
        )

    if given.status == "coma" and given.increase:
        yield from step("status", "dead", "YAC-LUC-09")
        return ends("dead", given.sequelae, refused="coma" if given.use_luck_to_survive else UNSET)
    if x < TOP or given.status == "coma":
        return ends(given.status, given.sequelae)
    if not given.use_luck_to_survive:
        yield from step("status", "dead", "YAC-GAU-04")
        return ends("dead", given.sequelae)
    if luck < 1:
        yield from step("refused", "no_luck", "YAC-LUC-07")
        return ends("dead", given.sequelae, refused="no_luck")
    after = given.sequelae + x - TOP
    if after >= FATAL_SEQUELAE:
        yield from step("refused", "sequelae_fatal", "YAC-LUC-10")
        return ends("dead", given.sequelae, refused="sequelae_fatal")
    yield from step("status", "coma", "YAC-LUC-07")
    yield from step("sequelae", after, "YAC-LUC-08", (("sequelae", given.sequelae), ("sequelae_gained", x - TOP)))
    return ends("coma", after, spent=1)


class CareGiven(Value, frozen=True, kw_only=True):
    """Somebody in coma, and what is done about it."""

    professional_care: bool = True
    delay_minutes: Minutes = 0
    continuous: bool = True
    days: Annotated[int, Meta(ge=0, le=100_000)] = 1
    sequelae: Sequelae = 0


class Care(Value, frozen=True, kw_only=True):
    """What became of somebody in coma."""

    status: Literal["active", "coma", "dead"]
    trauma: int
    trauma_min: int


@procedure("coma_care", rules="YAC-LUC-08 YAC-LUC-09", headline=("status",))
def care_for_coma(given: CareGiven, options: Options) -> Program[Care]:
    """An hour without professional care kills; a day of it, without a break, brings trauma back to 5."""
    floor = trauma_floor(given.sequelae)
    yield from step("trauma_min", floor, "YAC-LUC-08")
    if given.delay_minutes > CARE_WITHIN_MINUTES:
        yield from step("status", "dead", "YAC-LUC-09")
        return Care(status="dead", trauma=TOP, trauma_min=floor)
    if given.professional_care and given.continuous and given.days >= 1:
        yield from step("status", "active", "YAC-LUC-09")
        return Care(status="active", trauma=5, trauma_min=floor)
    yield from step("status", "coma", "YAC-LUC-09")
    return Care(status="coma", trauma=TOP, trauma_min=floor)
