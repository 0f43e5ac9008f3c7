"""Chases: two groups, one decisive result (CHA)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, step
from gardien.core.inputs import check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.attempts import Refused
from gardien.systems.yacdha.rules.competition import checked_contest, may_not_force
from gardien.systems.yacdha.rules.cooperation import member_changes
from gardien.systems.yacdha.vocabulary import Group, MemberAfter

Speed = Annotated[int, Meta(ge=1, le=5)]
PURSUERS, PURSUED = 0, 1  # the pursuers throw first


class Speeds(Value, frozen=True, kw_only=True):
    """Speed classes: 1 shambling, 2 on foot, 3 horse or bicycle, 4 car, 5 aircraft."""

    pursued: Speed = 2
    pursuers: Speed = 2


class ChaseGiven(Value, frozen=True, kw_only=True):
    """Some flee, others try to catch them (YAC-CHA-01); groups that split are chased one by one (YAC-CHA-06)."""

    pursued: Group
    pursuers: Group
    speeds: Speeds = Speeds()
    terrain: bool = False

    def __post_init__(self) -> None:
        check_unique("members", [member.name for side in (self.pursuers, self.pursued) for member in side.members])


class Throw(Value, frozen=True, kw_only=True):
    """One throw of both sides."""

    pursuers: int
    pursued: int


class Chase(Value, frozen=True, kw_only=True):
    """Whether the pursued got away, and what it cost."""

    rolled: bool
    refused: Refused | UnsetType = UNSET
    escaped: bool | UnsetType = UNSET
    pursuers_margin: int | UnsetType = UNSET
    throws: tuple[Throw, ...] | UnsetType = UNSET
    checks: tuple[dict[str, int], ...] | UnsetType = UNSET
    gauges: dict[str, int] | UnsetType = UNSET
    after: dict[str, MemberAfter] | UnsetType = UNSET
    luck_refused: tuple[str, ...] | UnsetType = UNSET

    def changes(self, given: ChaseGiven, options: Options) -> tuple[Change, ...]:
        return member_changes(given.pursuers.members + given.pursued.members, self.after, options)


@procedure(
    "chase",
    rules="""YAC-CHA-01 YAC-CHA-02 YAC-CHA-03 YAC-CHA-04 YAC-CHA-05 YAC-CHA-06 YAC-CMP-02 YAC-COM-25""",
    dice=("dA", "dT"),
    headline=("escaped",),
    endless=("throws", "checks"),
)
def chase(given: ChaseGiven, options: Options) -> Program[Chase]:
    """The faster means decide; with equal means, or where terrain matters, both groups throw and the higher wins."""
    speeds = given.speeds
    if may_not_force((given.pursuers, given.pursued)):
        yield from step("refused", "npc_forced", "YAC-NPC-02")
        return Chase(rolled=False, refused="npc_forced")
    if speeds.pursued != speeds.pursuers and not given.terrain:
        escaped = speeds.pursued > speeds.pursuers
        yield from step("escaped", escaped, "YAC-CHA-02")
        return Chase(rolled=False, escaped=escaped)

    tie_wins = PURSUED if options.chase_tie_escapes else -1
    sides = (given.pursuers, given.pursued)
    ended = yield from apply(checked_contest, sides, ("pursuers", "pursued"), "physical", tie_wins, options)
    escaped = ended.winner == PURSUED
    yield from step("escaped", escaped, "YAC-CHA-04" if ended.margin == 0 else "YAC-CHA-03")
    yield from step("pursuers_margin", -ended.margin if escaped else ended.margin, "YAC-CHA-05")
    detailed = bool(ended.throws)
    return Chase(
        rolled=True,
        escaped=escaped,
        pursuers_margin=-ended.margin if escaped else ended.margin,
        throws=tuple(Throw(pursuers=dict(one)[PURSUERS], pursued=dict(one)[PURSUED]) for one in ended.throws)
        if detailed
        else UNSET,
        checks=tuple(frozen_map(dict(one)) for one in ended.checks) if detailed else UNSET,
        gauges=frozen_map({name: after.trauma for name, after in ended.after}) if ended.after else UNSET,
        after=frozen_map(dict(ended.after)) if ended.after else UNSET,
        luck_refused=ended.luck_refused,
    )
