"""Shared objects of YACDHA: who acts, against what, with which stakes. Ranges as in YAC-GEN-04."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.inputs import BadField
from gardien.core.values import Value
from gardien.systems.yacdha.options import Options

Gauge = Literal["madness", "trauma"]
Category = Literal["physical", "mental"]
Kind = Literal["investigator", "npc", "creature"]
Status = Literal["active", "coma", "dead", "mad"]
SurvivalRefused = Literal["no_luck", "sequelae_fatal"]
Difficulty = Literal["trivial", "very_easy", "easy", "average", "hard", "very_hard", "impossible"]
AgeClass = Literal["adult", "teen", "child"]

Name = Annotated[str, Meta(max_length=100)]
Text = Annotated[str, Meta(max_length=5000)]
Level = Annotated[int, Meta(ge=0, le=5)]
GaugeValue = Annotated[int, Meta(ge=1, le=6)]
Below6 = Annotated[int, Meta(ge=1, le=5)]
Sequelae = Annotated[int, Meta(ge=0, le=4)]
Points = Annotated[int, Meta(ge=0, le=1000)]
Attempt = Annotated[int, Meta(ge=1, le=1000)]
Minutes = (
    Annotated[int, Meta(ge=0, le=10_000_000, extra_json_schema={"x-unit": "min"})]
    | Annotated[float, Meta(ge=0, le=10_000_000, extra_json_schema={"x-unit": "min"})]
)

TOP = 6  # a gauge is full, a die shows no more, a result counts no more (YAC-GEN-04)

# The die strained by each category, and the gauge it threatens (YAC-ACT-02).
FORCED_DIE: dict[Category, str] = {"physical": "dT", "mental": "dF"}
GAUGE_OF: dict[Category, Gauge] = {"physical": "trauma", "mental": "madness"}
DIE_OF: dict[Gauge, str] = {"trauma": "dT", "madness": "dF"}

DIFFICULTIES: dict[Difficulty, int] = {  # Table 4, YAC-OPP-01
    "trivial": 0,
    "very_easy": 1,
    "easy": 2,
    "average": 3,
    "hard": 4,
    "very_hard": 5,
    "impossible": 6,
}


class Opposition(Value, frozen=True, kw_only=True):
    """What the throw must beat: nothing (YAC-ACT-06), a fixed value (YAC-ACT-07) or one die (YAC-ACT-08)."""

    kind: Literal["none", "passive", "active"] = "passive"
    value: Annotated[int, Meta(ge=0, le=9)] = 0
    difficulty: Difficulty | None = None
    level: Level = 0

    @property
    def active(self) -> bool:
        return self.kind == "active"

    def fixed_value(self) -> int:
        """The value of an opposition that does not roll: a difficulty stands for its number (YAC-OPP-01)."""
        if self.kind != "passive":
            return 0
        return self.value if self.difficulty is None else DIFFICULTIES[self.difficulty]

    @property
    def impossible(self) -> bool:
        """Results stop at 6, so a passive 6 cannot be beaten (YAC-ACT-09)."""
        return self.fixed_value() >= TOP


NOTHING_OPPOSES = Opposition(kind="none")


class Stake(Value, frozen=True, kw_only=True):
    """A consequence of failure agreed beforehand (YAC-ACT-04, YAC-ACT-11)."""

    gauge: Gauge = "trauma"
    amount: Annotated[int, Meta(ge=1, le=6)] | Literal["margin"] = 1
    at_or_below: Annotated[int, Meta(ge=-5, le=0)] = 0


Stakes = Annotated[tuple[Stake, ...], Meta(max_length=20)]


class LuckConversion(Value, frozen=True, kw_only=True):
    """One point of luck turned on one action die (YAC-LUC-03)."""

    die: Annotated[int, Meta(ge=1, le=2000)]
    value: Annotated[int, Meta(ge=1, le=6)]
    throw: Annotated[int, Meta(ge=1, le=1000)] = 1


class Actor(Value, frozen=True, kw_only=True):
    """Somebody about to act, as the sheet has them."""

    kind: Kind = "investigator"
    fights_for_survival: bool = False
    personal_advantage: bool = False
    forced: bool = False
    level: Level = 0
    madness: GaugeValue = 1
    trauma: Below6 = 1
    sequelae: Sequelae = 0
    luck: Points = 1
    luck_convert: LuckConversion | None = None
    use_luck_to_survive: bool = False

    def __post_init__(self) -> None:
        check_madness(self.kind, self.madness)

    @property
    def may_force(self) -> bool:
        """An NPC forces only when fighting for survival, a creature never (YAC-NPC-02)."""
        return self.kind == "investigator" or (self.kind == "npc" and self.fights_for_survival)


class Member(Actor, frozen=True, kw_only=True):
    """Somebody who throws within a group."""

    name: Name
    personal_disadvantage: bool = False


class Group(Value, frozen=True, kw_only=True):
    """One side of a competition or chase."""

    members: Annotated[tuple[Member, ...], Meta(min_length=1, max_length=1000)]
    name: Name = ""
    group_advantage: bool = False
    group_disadvantage: bool = False
    level_share: Literal["highest", "lowest"] = "highest"


class MemberAfter(Value, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody after everything that one act brought."""

    madness: GaugeValue
    trauma: GaugeValue
    sequelae: int
    trauma_min: int
    luck: int
    status: Status
    survival_refused: SurvivalRefused | None = None


def check_madness(kind: str, madness: int) -> None:
    """Only an NPC acts at madness 6 (YAC-GEN-04, YAC-NPC-03)."""
    if madness >= TOP and kind != "npc":
        raise BadField("madness", "field/range", "YAC-GEN-04", came=madness, low=1, high=5)


def luck_counts(kind: Kind, options: Options) -> bool:
    """Luck belongs to investigators, and only where the module is played; else it stays on the sheet (YAC-NPC-05,
    YAC-GEN-02)."""
    return kind == "investigator" and options.plays("luck")


def luck_of(kind: Kind, luck: int, options: Options) -> int:
    """The luck that somebody can use."""
    return luck if luck_counts(kind, options) else 0


def trauma_floor(sequelae: int) -> int:
    """The lowest trauma that lasting harm leaves (YAC-GAU-07, YAC-LUC-08)."""
    return 1 + sequelae


def madness_floor(mythos: int) -> int:
    """The lowest madness that knowledge of the Mythos leaves (YAC-GAU-07, YAC-MYT-03)."""
    return 1 + mythos
