"""One body: its condition, thresholds, one wound with shock and massive damage, and what goes on without a blow."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, less, roll, step
from gardien.core.dice import D10
from gardien.core.values import Change, Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Blows, Body, Condition, Life, LifeMax, WoundPenalty, check_life
from gardien.systems.d20d100.rules.tests.d20 import CHARACTERISTIC, Labels, attempt

DEEPEST = -10  # PV are not counted below (D100-HEALTH-06)
MASSIVE, MASSIVE_MAJOR = 10, 50  # D100-HEALTH-05
THROWN_BACK = 1.5  # metres (D100-HEALTH-03)
STABILISES = 10  # the face of a d10 that stops a loss, or wakes somebody (D100-HEALTH-06, D100-TEMP-02)
SIMPLE_ACTIONS: dict[Condition, int] = {"ok": 2, "staggered": 1, "out_of_action": 1}  # a round; all others none
NOTHING: frozenset[str] = frozenset()


class BodyGiven(Value, frozen=True, kw_only=True):
    """A body written out among the inputs of a procedure."""

    pv: Life
    pv_max: LifeMax | None = None
    temp_damage: Blows = 0
    is_pc: bool = True
    uses_agony: bool = False

    def __post_init__(self) -> None:
        check_life(self.pv, self.pv_max)

    def body(self, con_modifier: int = 0, major_monster: bool = False) -> Body:
        """The same as one value; whoever has no maximum named was unhurt before."""
        return Body(
            pv_max=max(1, self.pv) if self.pv_max is None else self.pv_max,
            pv=self.pv,
            temp_damage=self.temp_damage,
            is_pc=self.is_pc,
            uses_agony=self.uses_agony,
            con_modifier=con_modifier,
            major_monster=major_monster,
        )


# ---- what a body is worth ----


def agonises(body: Body, options: Options) -> bool:
    """Whether PV are counted below 0: a PJ’s by the house rule, an adversary’s by itself (D100-HEALTH-02)."""
    return options.rule_agony if body.is_pc else body.uses_agony


def floor_of(body: Body, options: Options) -> int:
    """The PV of the dead (D100-HEALTH-02, D100-HEALTH-06)."""
    return DEEPEST if agonises(body, options) else 0


def condition_of(body: Body, options: Options) -> Condition:
    """How somebody is: PV first, and above 0 the blows taken beside them (D100-HEALTH-06, D100-TEMP-02)."""
    pv = body.life
    if pv <= floor_of(body, options):
        return "dead"
    if pv < 0:
        return "stable" if body.stable else "dying"
    if pv == 0:
        return "out_of_action"
    if body.temp_damage == pv:
        return "staggered"
    return "unconscious" if body.temp_damage > pv else "ok"


def thresholds(pv_max: int) -> tuple[int, int]:
    """Half and quarter of the PV, rounded down (D100-HEALTH-04)."""
    return pv_max // 2, pv_max // 4


def penalty_of(body: Body, options: Options) -> WoundPenalty:
    """What wounds take from every act of the body; adversaries have no thresholds (D100-HEALTH-04)."""
    if not body.is_pc or not options.rule_thresholds:
        return 0
    half, quarter = thresholds(body.most)
    return -6 if body.life <= quarter else -3 if body.life <= half else 0


def simple_actions(condition: Condition) -> int:
    """Simple actions in a round (D100-CBT-09, D100-HEALTH-06, D100-TEMP-02)."""
    return SIMPLE_ACTIONS.get(condition, 0)


# ---- one wound ----


class Blow(Value, frozen=True, kw_only=True):
    """What reaches a body once protection has had its say."""

    damage: int
    violent: bool = False
    keeper_shock: bool = False
    over_time: bool = False  # fire, strangling, poison, bleeding: no shock, and not at once (D100-HEALTH-03)
    massive: bool = True  # False where another CON test stands for it


class BlowResult(Value, frozen=True, kw_only=True):
    """A body after a wound."""

    body: Body
    condition: Condition
    wound_penalty: WoundPenalty
    shock: bool = False
    violent: bool = False  # a violent shock
    massive_success: bool | UnsetType = UNSET  # not there: no test was due

    @property
    def pv(self) -> int:
        return self.body.life

    @property
    def simple_actions(self) -> int:
        """On the next turn: one at most after a shock, none after a violent one (D100-HEALTH-03)."""
        most = simple_actions(self.condition)
        return 0 if self.violent else min(1, most) if self.shock else most


class WoundLabels(Value, frozen=True):
    """The names under which a wound is told; an empty one is not told."""

    pv: str = "pv"
    condition: str = "condition"
    shock: str = "shock"
    penalty: str = "wound_penalty"
    massive: str = "massive_success"


WOUND = WoundLabels()
TARGET = WoundLabels("target_pv", "target_condition", "target_shock", "target_wound_penalty", "massive_success")


def is_shock(body: Body, blow: Blow, options: Options) -> bool:
    """Half of the PV that were left, at one blow; nobody at 0 or below is shocked again (D100-HEALTH-03)."""
    if not options.rule_shock or not (body.is_pc or options.npc_shock) or body.life <= 0:
        return False
    return blow.keeper_shock or (not blow.over_time and 2 * blow.damage >= body.life)


def is_massive(body: Body, blow: Blow, left: int, options: Options) -> bool:
    """Ten PV at once, fifty of a major monster, unless the PV alone kill (D100-HEALTH-05)."""
    at_once = blow.massive and not blow.over_time
    if not options.rule_massive_damage or not at_once or left <= floor_of(body, options):
        return False
    return blow.damage >= (MASSIVE_MAJOR if body.major_monster else MASSIVE)


def after_loss(body: Body, damage: int, options: Options) -> Body:
    """A body with so many PV less, down to the floor; a new wound undoes what stopped the last (D100-HEALTH-06)."""
    if not damage:
        return body
    left = max(floor_of(body, options), body.life - damage)
    return replace(body, pv=min(body.life, left), stable=False)


def wound(body: Body, blow: Blow, options: Options, labels: WoundLabels = WOUND, who: str = "") -> Program[BlowResult]:
    """PV lost at once: massive damage first, then condition, shock and thresholds (D100-ATK-06)."""
    hurt = after_loss(body, blow.damage, options)
    if labels.pv:
        floor = min(body.life, floor_of(body, options))
        parts = (("pv", body.life), less("damage", blow.damage))
        yield from step(labels.pv, hurt.life, "D100-HEALTH-01", parts, (floor, max(floor, body.life)), who)
    survived: bool | UnsetType = UNSET
    if is_massive(body, blow, hurt.life, options):
        survived = yield from withstand(body.con_modifier, options, labels.massive, who or body.name)
        if not survived:
            hurt = replace(hurt, pv=floor_of(body, options))
            if labels.pv:
                yield from step(labels.pv, hurt.life, "D100-HEALTH-05", who=who)
    struck = BlowResult(
        body=hurt,
        condition=condition_of(hurt, options),
        wound_penalty=penalty_of(hurt, options),
        shock=is_shock(body, blow, options),
        violent=blow.violent and is_shock(body, blow, options),
        massive_success=survived,
    )
    yield from explain_blow(struck, labels, options, who)
    return struck


def withstand(con_modifier: int, options: Options, label: str, who: str = "") -> Program[bool]:
    """The CON test at Difficulty 10 between a blow and death on the spot (D100-HEALTH-05, D100-SPEC-06)."""
    labels = Labels("", label, "", "")
    tried = yield from attempt(con_modifier, CHARACTERISTIC, NOTHING, options, labels, who, "constitution")
    return tried.success


def explain_blow(struck: BlowResult, labels: WoundLabels, options: Options, who: str = "") -> Program[None]:
    """Condition, shock and threshold as reasons."""
    if labels.condition:
        yield from step(labels.condition, struck.condition, rule_of(struck.condition, struck.body, options), who=who)
    if labels.shock and struck.shock:
        yield from step(labels.shock, True, "D100-HEALTH-03", who=who)
    if labels.penalty and struck.wound_penalty:
        yield from step(labels.penalty, struck.wound_penalty, "D100-HEALTH-04", who=who)


def rule_of(condition: Condition, body: Body, options: Options) -> str:
    """The rule behind a condition."""
    if condition == "dead":
        return "D100-HEALTH-06" if agonises(body, options) else "D100-HEALTH-02"
    if condition in ("out_of_action", "dying", "stable"):
        return "D100-HEALTH-06"
    return "D100-TEMP-02" if condition in ("staggered", "unconscious") else "D100-HEALTH-01"


def bruise(
    body: Body, damage: int, options: Options, labels: WoundLabels = WOUND, blows: str = "temp_damage", who: str = ""
) -> Program[BlowResult]:
    """Blows taken beside the PV: no shock, no threshold, but somebody may fall senseless (D100-TEMP-01)."""
    hurt = replace(body, temp_damage=body.temp_damage + damage)
    if blows:
        parts = (("temp_damage", body.temp_damage), ("damage", damage))
        yield from step(blows, hurt.temp_damage, "D100-TEMP-01", parts, who=who)
    struck = BlowResult(body=hurt, condition=condition_of(hurt, options), wound_penalty=penalty_of(hurt, options))
    yield from explain_blow(struck, labels, options, who)
    return struck


# ---- the end of a round ----


def stops(face: int) -> bool:
    """A 10 on the d10."""
    return face == STABILISES


def agonise(body: Body, who: str = "") -> Program[Body]:
    """One round of a dying body: a 10 stabilises, anything else costs a point (D100-HEALTH-06)."""
    saved = yield from roll(D10.map(stops), "d10", who, "agony")
    if saved:
        yield from step("stable", True, "D100-HEALTH-06", who=who)
        return replace(body, stable=True)
    left = replace(body, pv=max(DEEPEST, body.life - 1))
    yield from step("pv", left.life, "D100-HEALTH-06", (("pv", body.life), ("loss", -1)), who=who)
    return left


def come_round(body: Body, who: str = "") -> Program[Body]:
    """One round of a senseless body: on a 10 it wakes, and the blows count as many as its PV (D100-TEMP-02)."""
    woke = yield from roll(D10.map(stops), "d10", who, "wake")
    yield from step("woke", woke, "D100-TEMP-02", who=who)
    return replace(body, temp_damage=body.life) if woke else body


def body_changes(before: Body, who: str = "", **after: int | bool | UnsetType) -> tuple[Change, ...]:
    """What a sheet keeps of a body, where it changed: `pv`, `temp_damage`, `stable`."""
    changes = []
    for name, value in after.items():
        old = before.life if name == "pv" else getattr(before, name)
        if value is not UNSET and value != old:
            changes.append(Change(name, old, value, who))
    return tuple(changes)
