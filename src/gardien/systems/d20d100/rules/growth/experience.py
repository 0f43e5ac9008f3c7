"""Experience: boxes ticked, points earned and spent, scores that change and all that rests on them (XP, CORE)."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, less, step
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import CODES, JET_CODES, JETS, Code, Life, Name, modifier_of
from gardien.systems.d20d100.rules.growth.scores import ScoresGiven, all_scores, damage_bonus_of, life_of
from gardien.systems.d20d100.rules.growth.skill_points import SkillKey, base_of, bases_of, is_combat

TICKS = 2  # boxes that are usual in one session (D100-XP-02)
NEW_SKILL = -5  # D100-XP-04
COSTS: dict[str, int] = {"new_skill": 3, "destiny": 8, "pv_max": 10, "characteristic": 15}  # D100-XP-04

Purchase: TypeAlias = Literal["skill", "jet", "new_skill", "destiny", "pv_max", "characteristic"]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
LifeBonus: TypeAlias = Annotated[int, Meta(ge=-10, le=30)]
Target: TypeAlias = Annotated[Name, Meta(examples=["observer", "boxe", "chance", "FOR", ""])]


def check_target(kind: str, target: str) -> None:
    """A skill, a Jet or a characteristic by its key."""
    if kind in ("skill", "new_skill"):
        check_key("target", target, pack.skill)
    elif kind == "jet" and target not in JETS:
        raise BadField("target", "field/one_of", "D100-XP-02", came=target, allowed=list(JETS))
    elif kind == "characteristic" and target not in CODES:
        raise BadField("target", "field/one_of", "D100-XP-05", came=target, allowed=list(CODES))


class TickGiven(Value, frozen=True, kw_only=True):
    """A skill or a Jet that was used remarkably."""

    kind: Literal["skill", "jet"] = "skill"
    target: Target
    ticked: bool = False
    ticks_this_session: Annotated[int, Meta(ge=0, le=10)] = 0

    def __post_init__(self) -> None:
        check_target(self.kind, self.target)


class Ticked(Value, frozen=True, kw_only=True):
    """The box after the tick."""

    ticked: bool = True
    new_tick: bool
    over_limit: bool


@procedure("tick_box", rules="D100-XP-02", headline=("new_tick", "over_limit"))
def tick(given: TickGiven, options: Options) -> Program[Ticked]:
    """A box holds one tick; a third one in a session is unusual, and allowed."""
    over = given.ticks_this_session >= TICKS
    yield from step("ticked", True, "D100-XP-02")
    yield from step("new_tick", not given.ticked, "D100-XP-02")
    if over:
        yield from step("over_limit", True, "D100-XP-02")
    return Ticked(new_tick=not given.ticked, over_limit=over)


class AwardGiven(Value, frozen=True, kw_only=True):
    """Points for each objective; 0 where it was missed."""

    objectives: Annotated[tuple[Annotated[int, Meta(ge=0, le=3)], ...], Meta(min_length=1, max_length=10)]
    xp: Points = 0


class Awarded(Value, frozen=True, kw_only=True):
    """What a session or scenario brought."""

    points: int
    xp: int
    usual_count: bool
    usual_total: bool

    def changes(self, given: AwardGiven, options: Options) -> tuple[Change, ...]:
        return (Change("xp", given.xp, self.xp),) if self.points else ()


@procedure("award_xp", rules="D100-XP-01 D100-XP-03 D100-XP-06", headline=("points", "xp"))
def award(given: AwardGiven, options: Options) -> Program[Awarded]:
    """The points of the objectives that were reached are added to what was saved."""
    points = sum(given.objectives)
    yield from step("points", points, "D100-XP-03")
    yield from step("xp", given.xp + points, "D100-XP-01", (("before", given.xp), ("points", points)))
    return Awarded(
        points=points,
        xp=given.xp + points,
        usual_count=3 <= len(given.objectives) <= 5,
        usual_total=1 <= points <= 4,
    )


# --- a score that changes --------------------------------------------------------------------------------------------


class ScoreShift(Value, frozen=True, kw_only=True):
    """Everything that changes with one score (D100-CORE-06, D100-XP-05)."""

    score_before: int
    score: int
    modifier_before: int
    modifier: int
    jet: str
    jet_change: int
    skill_changes: dict[SkillKey, int]
    pv_max_before: int
    pv_max: int
    pv: int
    pm_max: int
    damage_bonus_before: int
    damage_bonus: int
    defence_change: int


def shift_score(
    given: Mapping[Code, int], code: Code, score: int, pv: int | None, pv_bonus: int, options: Options
) -> ScoreShift:
    """The same person with one other score; what was gained by traits, points and experience stays."""
    before = all_scores(given)
    after: dict[Code, int] = {**before, code: score}
    modifier, was = modifier_of(score), modifier_of(before[code])
    old, new = bases_of(before, options), bases_of(after, options)
    life, was_life = life_of(after, pv_bonus), life_of(before, pv_bonus)
    jet = next((jet for jet, linked in JET_CODES.items() if linked == code), "")
    current = was_life if pv is None else pv
    return ScoreShift(
        score_before=before[code],
        score=score,
        modifier_before=was,
        modifier=modifier,
        jet=jet,
        jet_change=modifier - was if jet else 0,
        skill_changes=frozen_map({key: new[key] - old[key] for key in new if new[key] != old[key]}),
        pv_max_before=was_life,
        pv_max=life,
        pv=min(life, current + max(0, life - was_life)),
        pm_max=after["POU"],
        damage_bonus_before=damage_bonus_of(before["FOR"] + before["TAI"]),
        damage_bonus=damage_bonus_of(after["FOR"] + after["TAI"]),
        defence_change=modifier - was if code == "DEX" else 0,
    )


def explain_shift(shift: ScoreShift, rule: str) -> Program[None]:
    """What moved, as reasons."""
    yield from step(
        "score", shift.score, rule, (("before", shift.score_before), ("delta", shift.score - shift.score_before))
    )
    yield from step("modifier", shift.modifier, "D100-MISS-02")
    if shift.jet_change:
        yield from step("jet_change", shift.jet_change, "D100-CREA-08")
    if shift.pv_max != shift.pv_max_before:
        yield from step("pv_max", shift.pv_max, "D100-XP-05")
        yield from step("pv", shift.pv, "D100-XP-05")
    if shift.damage_bonus != shift.damage_bonus_before:
        yield from step("damage_bonus", shift.damage_bonus, "D100-MISS-02")
    if shift.defence_change:
        yield from step("defence_change", shift.defence_change, "D100-DEF-01")


def shift_changes(shift: ScoreShift, code: str, pv: int | None, pm_max: int) -> tuple[Change, ...]:
    """What a sheet must change; its skills and Jets follow from the score."""
    moved = (
        Change(code, shift.score_before, shift.score),
        Change("pv_max", shift.pv_max_before, shift.pv_max),
        Change("pv", shift.pv_max_before if pv is None else pv, shift.pv),
        Change("pm_max", pm_max, shift.pm_max),
        Change("damage_bonus", shift.damage_bonus_before, shift.damage_bonus),
    )
    return tuple(change for change in moved if change.before != change.after)


class ChangeGiven(ScoresGiven, frozen=True, kw_only=True):
    """A score that mutilation, a drain or age changes."""

    characteristic: Code
    delta: Annotated[int, Meta(ge=-100, le=100)]
    pv: Life | None = None
    pv_bonus: LifeBonus = 0


class CharacteristicChanged(ScoreShift, frozen=True, kw_only=True):
    """Everything that changed with the score."""

    def changes(self, given: ChangeGiven, options: Options) -> tuple[Change, ...]:
        return shift_changes(self, given.characteristic, given.pv, given.score("POU"))


@procedure(
    "change_characteristic",
    rules="D100-CORE-06 D100-CREA-18 D100-XP-05 D100-MISS-02",
    headline=("score", "modifier", "skill_changes"),
)
def change_score(given: ChangeGiven, options: Options) -> Program[CharacteristicChanged]:
    """One score moves, and with it its modifier, Jet, skills, PV, PM and damage bonus."""
    score = max(0, given.score(given.characteristic) + given.delta)
    shift = shift_score(given.scores, given.characteristic, score, given.pv, given.pv_bonus, options)
    yield from explain_shift(shift, "D100-CORE-06")
    return CharacteristicChanged(**{name: getattr(shift, name) for name in ScoreShift.__struct_fields__})


# --- points spent ----------------------------------------------------------------------------------------------------


class SpendGiven(ScoresGiven, frozen=True, kw_only=True):
    """Points, and what is wanted for them."""

    xp: Points
    purchase: Purchase
    target: Target = ""
    ticked: bool = False
    value: Annotated[int, Meta(ge=-40, le=400)] = 0
    in_play: bool = False
    pv: Life | None = None
    pv_bonus: LifeBonus = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.purchase not in ("destiny", "pv_max"):
            if not self.target:
                raise BadField("target", "field/missing", "D100-XP-04", allowed="observer | chance | FOR …")
            check_target(self.purchase, self.target)

    @property
    def cost(self) -> int:
        """A box that is ticked makes it cheaper, combat and Jets cost twice (D100-XP-04)."""
        if self.purchase in COSTS:
            return COSTS[self.purchase]
        dear = 2 if self.purchase == "jet" or is_combat(self.target) else 1
        return dear * (1 if self.ticked else 3)


Refused: TypeAlias = Literal["ok", "in_play", "forbidden", "not_enough_xp"]
WHY: dict[Refused, str] = {
    "ok": "D100-XP-04",
    "in_play": "D100-XP-06",
    "forbidden": "D100-XP-04",
    "not_enough_xp": "D100-XP-01",
}


class XpSpent(Value, frozen=True, kw_only=True):
    """Whether it was bought, and what it changes."""

    accepted: bool
    reason: Refused
    cost: int
    xp: int
    tick_cleared: bool
    value: int | UnsetType = UNSET
    score_before: int | UnsetType = UNSET
    score: int | UnsetType = UNSET
    modifier_before: int | UnsetType = UNSET
    modifier: int | UnsetType = UNSET
    jet: str | UnsetType = UNSET
    jet_change: int | UnsetType = UNSET
    skill_changes: dict[SkillKey, int] | UnsetType = UNSET
    pv_max_before: int | UnsetType = UNSET
    pv_max: int | UnsetType = UNSET
    pv: int | UnsetType = UNSET
    pm_max: int | UnsetType = UNSET
    damage_bonus_before: int | UnsetType = UNSET
    damage_bonus: int | UnsetType = UNSET
    defence_change: int | UnsetType = UNSET

    def changes(self, given: SpendGiven, options: Options) -> tuple[Change, ...]:
        if not self.accepted:
            return ()
        paid = Change("xp", given.xp, self.xp)
        if given.purchase in ("destiny", "pv_max"):
            return (paid, Change(given.purchase, given.value, self.value))
        if given.purchase != "characteristic":
            return (paid,)
        shift = ScoreShift(**{name: getattr(self, name) for name in ScoreShift.__struct_fields__})
        return (paid, *shift_changes(shift, given.target, given.pv, given.score("POU")))


def refusal(given: SpendGiven, options: Options) -> Refused:
    """Why nothing is bought, the first reason that applies (D100-XP-04, D100-XP-06)."""
    if given.in_play:
        return "in_play"
    if given.purchase == "pv_max" and not options.xp_pv_max:
        return "forbidden"
    return "not_enough_xp" if given.xp < given.cost else "ok"


@procedure(
    "spend_xp",
    rules="D100-XP-01 D100-XP-02 D100-XP-04 D100-XP-05 D100-XP-06 D100-CORE-06",
    headline=("accepted", "reason", "cost", "xp"),
)
def spend(given: SpendGiven, options: Options) -> Program[XpSpent]:
    """One improvement, never while a game is going on; a ticked box is used up by what it makes cheaper."""
    reason, cost = refusal(given, options), given.cost
    yield from step("cost", cost, "D100-XP-04")
    yield from step("reason", reason, WHY[reason])
    if reason != "ok":
        yield from step("accepted", False, WHY[reason])
        return XpSpent(accepted=False, reason=reason, cost=cost, xp=given.xp, tick_cleared=False)
    left = given.xp - cost
    yield from step("accepted", True, "D100-XP-04")
    yield from step("xp", left, "D100-XP-01", (("before", given.xp), less("cost", cost)))
    cleared = given.ticked and given.purchase in ("skill", "jet")
    if cleared:
        yield from step("tick_cleared", True, "D100-XP-02")
    code = next((code for code in CODES if code == given.target), None)
    if given.purchase == "characteristic" and code is not None:
        more = 2 if options.xp_characteristic == "modifier" else 1
        shift = shift_score(given.scores, code, given.score(code) + more, given.pv, given.pv_bonus, options)
        yield from explain_shift(shift, "D100-XP-05")
        fields = {name: getattr(shift, name) for name in ScoreShift.__struct_fields__}
        return XpSpent(accepted=True, reason="ok", cost=cost, xp=left, tick_cleared=cleared, **fields)
    value = given.value + 1
    if given.purchase == "new_skill":
        by_formula = options.new_skill_base == "formula"
        value = base_of(given.target, given.scores, options) + 1 if by_formula else NEW_SKILL
    yield from step("value", value, "D100-XP-04")
    return XpSpent(accepted=True, reason="ok", cost=cost, xp=left, tick_cleared=cleared, value=value)


class ForecastGiven(Value, frozen=True, kw_only=True):
    """A price, and what a session usually brings."""

    cost: Annotated[int, Meta(ge=1, le=1000)]
    points_per_session: Annotated[int, Meta(ge=1, le=20)]


class Forecast(Value, frozen=True, kw_only=True):
    """How long one saves."""

    sessions: int


@procedure("xp_forecast", rules="D100-XP-03 D100-XP-04", headline=("sessions",))
def forecast(given: ForecastGiven, options: Options) -> Program[Forecast]:
    """Sessions until the points are there."""
    sessions = -(-given.cost // given.points_per_session)
    yield from step("sessions", sessions, "D100-XP-03")
    return Forecast(sessions=sessions)
