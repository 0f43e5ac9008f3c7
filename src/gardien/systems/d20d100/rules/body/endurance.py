"""Running, swimming, pursuing on foot, sprinting: how long breath lasts (ROLL-05 to ROLL-07)."""

from fractions import Fraction
from math import floor
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Difficulty, Mods, OwnModifier, WoundPenalty
from gardien.systems.d20d100.rules.tests.checks import modifier_sum
from gardien.systems.d20d100.rules.tests.d20 import CHARACTERISTIC, JET, Labels, attempt
from gardien.systems.d20d100.rules.tests.opposed import SideLabels, Sides, Winner, meet

SPRINT = Fraction(4)  # times Vitesse (D100-ROLL-07)
RUN = Fraction(8, 3)  # a complex action (D100-CBT-13)


def metres_covered(speed: float, times: Fraction) -> float:
    """A distance rounded down to half a metre (D100-CBT-13)."""
    return floor(Fraction(speed) * times * 2) / 2


# ---- a long run or swim ----


class EffortGiven(Value, frozen=True, kw_only=True):
    """Somebody who has run or swum for some rounds."""

    activity: Literal["run", "swim"] = "run"
    con_score: Annotated[int, Meta(ge=1, le=100)]
    endurance: OwnModifier
    round: Annotated[int, Meta(ge=1, le=1000)]
    difficulty: Difficulty = JET
    mods: Mods = ()
    wound_penalty: WoundPenalty = 0


class Effort(Value, frozen=True, kw_only=True):
    """Whether breath lasts another round."""

    free_rounds: int
    first_roll_round: int
    rolled: bool
    fatigue: int | UnsetType = UNSET
    modifier_used: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    continues: bool
    drowning: bool


CONTINUES = Labels("total", "continues", "", "")


@procedure(
    "effort_round",
    rules="D100-ROLL-05 D100-TEST-03 D100-HEALTH-04 D100-SKILL-03",
    dice=("d20",),
    headline=("continues",),
)
def effort_round(given: EffortGiven, options: Options) -> Program[Effort]:
    """As many free rounds as the CON score; then Endurance every round, each a point harder than the last."""
    free = given.con_score
    yield from step("free_rounds", free, "D100-ROLL-05")
    fatigue = free + 1 - given.round
    if fatigue > 0:
        yield from step("continues", True, "D100-ROLL-05")
        return Effort(free_rounds=free, first_roll_round=free + 1, rolled=False, continues=True, drowning=False)
    yield from step("fatigue", fatigue, "D100-ROLL-05")
    used, parts = modifier_sum(given.endurance, given.mods, fatigue=fatigue, wound_penalty=given.wound_penalty)
    yield from step("modifier_used", used, "D100-ROLL-05", parts)
    wanted = yield from watched("total")
    tried = yield from attempt(used, given.difficulty, wanted, options, CONTINUES, purpose="endurance")
    drowning = given.activity == "swim" and not tried.success
    if drowning:
        yield from step("drowning", True, "D100-ROLL-05")
    return Effort(
        free_rounds=free,
        first_roll_round=free + 1,
        rolled=True,
        fatigue=fatigue,
        modifier_used=used,
        total=tried.total,
        continues=tried.success,
        drowning=drowning,
    )


# ---- a pursuit ----


class PursuitGiven(Value, frozen=True, kw_only=True):
    """Somebody who flees and somebody behind."""

    fleeing_endurance: OwnModifier
    pursuing_endurance: OwnModifier
    fleeing_mods: Mods = ()
    pursuing_mods: Mods = ()


class Pursued(Value, frozen=True, kw_only=True):
    """Who gives up first."""

    fleeing_total: int | UnsetType = UNSET
    pursuing_total: int | UnsetType = UNSET
    stops: Literal["fleeing", "pursuing", "nobody"]


LOSERS: dict[Winner, Literal["fleeing", "pursuing", "nobody"]] = {
    "active": "pursuing",
    "passive": "fleeing",
    "none": "nobody",
}
RUNNERS = SideLabels("fleeing_total", "pursuing_total", "", "", "")


@procedure("pursuit_round", rules="D100-ROLL-06 D100-TEST-07", dice=("d20",), headline=("stops",))
def pursuit_round(given: PursuitGiven, options: Options) -> Program[Pursued]:
    """Endurance against Endurance: the loser stops, and without a winner both run on."""
    sides = Sides(
        active=given.fleeing_endurance + sum(given.fleeing_mods),
        passive=given.pursuing_endurance + sum(given.pursuing_mods),
        kind="symmetric",
        purposes=("fleeing", "pursuing"),
    )
    wanted = yield from watched("fleeing_total", "pursuing_total")
    met = yield from apply(meet, sides, wanted, options, RUNNERS)
    stops = LOSERS[met.winner]
    yield from step("stops", stops, "D100-ROLL-06")
    return Pursued(fleeing_total=met.active_total, pursuing_total=met.passive_total, stops=stops)


# ---- a sprint ----


class SprintGiven(Value, frozen=True, kw_only=True):
    """Somebody who runs as fast as the body can."""

    round: Annotated[int, Meta(ge=1, le=200)] = 1
    for_modifier: OwnModifier
    endurance: OwnModifier
    speed: Annotated[float, Meta(ge=0, le=60)] = 9
    mods: Mods = ()
    wound_penalty: WoundPenalty = 0


class Sprinted(Value, frozen=True, kw_only=True):
    """How far, and whether it goes on."""

    force_total: int | UnsetType = UNSET
    force_success: bool | UnsetType = UNSET
    endurance_total: int | UnsetType = UNSET
    continues: bool
    metres: float


FORCE = Labels("force_total", "force_success", "", "")
BREATH = Labels("endurance_total", "continues", "", "")


@procedure(
    "sprint",
    rules="D100-ROLL-07 D100-TEST-14 D100-SKILL-03",
    dice=("d20",),
    headline=("continues", "metres"),
)
def sprint(given: SprintGiven, options: Options) -> Program[Sprinted]:
    """FOR to start, then Endurance at the end of every round; this round’s distance is covered in any case."""
    wanted = yield from watched("force_total", "endurance_total")
    force_total: int | UnsetType = UNSET
    started: bool | UnsetType = UNSET
    if given.round == 1:
        used, _ = modifier_sum(given.for_modifier, given.mods, wound_penalty=given.wound_penalty)
        force = yield from attempt(used, CHARACTERISTIC, wanted, options, FORCE, purpose="force")
        force_total, started = force.total, force.success
        if not started:
            metres = metres_covered(given.speed, RUN)
            yield from step("metres", metres, "D100-CBT-13")
            return Sprinted(force_total=force_total, force_success=False, continues=False, metres=metres)
    metres = metres_covered(given.speed, SPRINT)
    yield from step("metres", metres, "D100-ROLL-07")
    used, _ = modifier_sum(given.endurance, given.mods, wound_penalty=given.wound_penalty, fatigue=1 - given.round)
    breath = yield from attempt(used, JET, wanted, options, BREATH, purpose="endurance")
    return Sprinted(
        force_total=force_total,
        force_success=started,
        endurance_total=breath.total,
        continues=breath.success,
        metres=metres,
    )
