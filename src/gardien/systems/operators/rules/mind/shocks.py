"""Shocks: the loss first, then the test, and what the end of the scene leaves of a crisis (SAN)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr, replace

from gardien.core.chance import Program, apply, fold, less, roll, step, watched
from gardien.core.dice import D100, Dice
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between, frozen_map
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Percent, Score
from gardien.systems.operators.rules.body.wounds import throw_sum
from gardien.systems.operators.rules.character import (
    NO_PLAN,
    Combatant,
    Difficulty,
    LuckPlan,
    Madness,
    Name,
    Reason,
    Reserve,
    Result,
    ShockKey,
)
from gardien.systems.operators.rules.tests.characteristic import Outcome
from gardien.systems.operators.rules.tests.d100 import (
    COLD_BLOOD,
    FUMBLES_FROM,
    Attempt,
    Case,
    attempt,
    compose,
    target_of,
)

TOP_SAN = 100  # less forbidden lore (OPS-SAN-01)
MOST_SHOCKS = 1000  # sources a sheet keeps
Sources = Annotated[tuple[Name, ...], Meta(max_length=MOST_SHOCKS)]
MindResult = Literal["unaffected", "control", "still_mad", "temporary", "permanent"]  # best first


def loss_of(shock: str) -> Dice:
    """The dice a shock costs (OPS-SAN-02)."""
    return Dice.parse(pack.shock(shock).dice)


class Mind(Value, frozen=True, kw_only=True):
    """A mind as a shock finds it."""

    san: Percent
    si: Percent = 0
    madness: Madness = "none"
    lasting_madness: bool = False

    @property
    def most(self) -> int:
        """What forbidden lore leaves to SAN (OPS-SAN-01)."""
        return TOP_SAN - self.si

    @property
    def now(self) -> int:
        """SAN within its maximum."""
        return min(self.san, self.most)


def mind_of(who: Combatant) -> Mind:
    """The mind of somebody on the scene."""
    return Mind(san=who.san, si=who.si, madness=who.madness, lasting_madness=who.lasting_madness)


class SanBlock(Outcome, frozen=True, kw_only=True):
    """What a shock did to a mind."""

    loss: int | UnsetType = UNSET
    san: int
    san_max: int
    san_test: bool | UnsetType = UNSET
    san_target: int | UnsetType = UNSET
    san_roll: int | UnsetType = UNSET
    outcome: MindResult | UnsetType = UNSET
    madness: Madness
    lasting_madness: bool

    def changes(self, given: Mind, options: Options) -> tuple[Change, ...]:
        return mind_changes(given, self)


def mind_changes(before: Mind, after: object, who: str = "") -> tuple[Change, ...]:
    """What became of SAN and madness."""
    names = ("san", "madness", "lasting_madness")
    return changes_between(before, after, names, who)


def fields_of(block: SanBlock) -> dict[str, object]:
    """A SAN block as the fields of a larger outcome."""
    return {name: getattr(block, name) for name in SanBlock.__struct_fields__}


def refuse_mind(mind: Mind, reason: Reason, rule: str) -> Program[dict[str, object]]:
    """The parts of a SAN block that are always told, where a rule forbids the act."""
    yield from step("reason", reason, rule)
    return {
        "refused": True,
        "reason": reason,
        "san": mind.san,
        "san_max": mind.most,
        "madness": mind.madness,
        "lasting_madness": mind.lasting_madness,
    }


def within(mind: Mind, who: str = "") -> Program[None]:
    """SAN above its maximum is first lowered to it (OPS-SAN-01)."""
    if mind.now < mind.san:
        yield from step("san", mind.now, "OPS-SAN-01", (("before", mind.san),), (0, mind.most), who)


def spare_mind(mind: Mind, rule: str) -> Program[SanBlock]:
    """A sight that leaves a mind cold."""
    yield from within(mind)
    yield from step("outcome", "unaffected", rule)
    return SanBlock(
        loss=0,
        san=mind.now,
        san_max=mind.most,
        san_test=False,
        outcome="unaffected",
        madness=mind.madness,
        lasting_madness=mind.lasting_madness,
    )


class Holds(Value, frozen=True, kw_only=True):
    """Whether a throw passes a test of SAN: 99 and 00 never do, doubles mean nothing (OPS-SAN-03)."""

    san: int
    wanted: bool

    def __call__(self, face: int) -> tuple[bool, int]:
        return face <= self.san and face < FUMBLES_FROM, face if self.wanted else 0


def resolve_shock(mind: Mind, dice: Dice, tests: bool, wanted: bool, explained: bool, who: str) -> Program[SanBlock]:
    """One shock: the loss, then a test of what is left (OPS-SAN-02, OPS-SAN-03, OPS-SAN-07).

    Without `tests` there is only the loss (OPS-MAG-03). `explained`: the result of the shock is the result of the act.
    """
    yield from within(mind, who)
    loss = yield from throw_sum(dice, who, "san_loss")
    left = max(0, mind.now - loss)
    yield from step("san", left, "OPS-SAN-02", (("before", mind.now), less("loss", loss)), (0, mind.most), who)
    block = SanBlock(
        loss=loss,
        san=left,
        san_max=mind.most,
        san_test=False,
        madness=mind.madness,
        lasting_madness=mind.lasting_madness,
    )
    rule = "OPS-SAN-03"
    if left == 0:
        block, rule = replace(block, outcome="permanent", madness="permanent"), "OPS-SAN-05"
    elif mind.madness == "temporary":  # one crisis at a time
        block, rule = replace(block, outcome="still_mad"), "OPS-SAN-07"
    elif not tests:
        return block
    else:
        yield from step("san_target", left, rule, who=who)
        kept, face = yield from roll(D100.map(Holds(san=left, wanted=wanted)), "d100", who, "san")
        block = replace(block, san_test=True, san_target=left, san_roll=face or UNSET, outcome="control")
        if not kept:
            lasting = mind.lasting_madness or mind.madness == "indefinite"  # OPS-SAN-07
            block = replace(block, outcome="temporary", madness="temporary", lasting_madness=lasting)
    if explained:
        yield from step("outcome", str(block.outcome), rule, who=who)
    if block.madness != mind.madness:
        yield from step("madness", block.madness, rule, who=who)
    return block


# --- facing the unnatural --------------------------------------------------------------------------------------------


class ShockGiven(Mind, frozen=True, kw_only=True):
    """A mind and what it faces."""

    shock: ShockKey
    source: Name = ""
    shocks_this_scene: Sources = ()

    def __post_init__(self) -> None:
        check_key("shock", self.shock, pack.shock)


class Shocked(SanBlock, frozen=True, kw_only=True):
    """A mind after it faced the unnatural."""

    shocks_this_scene: tuple[str, ...]

    def changes(self, given: ShockGiven, options: Options) -> tuple[Change, ...]:  # type: ignore[override]
        before, after = given.shocks_this_scene, self.shocks_this_scene
        more = (Change("shocks_this_scene", before, after),) if before != after else ()
        return (*mind_changes(given, self), *more)


def mind_in(given: Mind) -> Mind:
    """Only the mind, so that equal minds share their odds."""
    return Mind(san=given.san, si=given.si, madness=given.madness, lasting_madness=given.lasting_madness)


@procedure(
    "san_shock",
    rules="OPS-SAN-01 OPS-SAN-02 OPS-SAN-03 OPS-SAN-05 OPS-SAN-07 OPS-CREAT-06 OPS-LUCK-06",
    dice=("d3", "d6", "d10", "d100"),
    headline=("outcome",),
)
def face_shock(given: ShockGiven, options: Options) -> Program[Shocked]:
    """Face the unnatural: SAN is lost at once, then a test of what is left keeps control."""
    suffered, mind = given.shocks_this_scene, mind_in(given)
    if mind.madness == "permanent":
        fields = yield from refuse_mind(mind, "permanently_mad", "OPS-SAN-05")
        return Shocked(**fields, shocks_this_scene=suffered)  # type: ignore[arg-type]
    if given.source and given.source in suffered:
        block = yield from spare_mind(mind, "OPS-SAN-07")
        return Shocked(**fields_of(block), shocks_this_scene=suffered)  # type: ignore[arg-type]
    faces = yield from watched("san_roll")
    block = yield from apply(resolve_shock, mind, loss_of(given.shock), True, bool(faces), True, "")
    if given.source:
        suffered = (*suffered, given.source)[-MOST_SHOCKS:]
    return Shocked(**fields_of(block), shocks_this_scene=suffered)  # type: ignore[arg-type]


# --- the end of a scene ----------------------------------------------------------------------------------------------


class Second(Value, frozen=True):
    """How a crisis ends."""

    second: Literal["recovered", "indefinite"]
    madness: Madness
    roll: int = 0


def second_test(san: int, lasting: bool, wanted: bool, who: str) -> Program[Second]:
    """SAN once more, without a new loss: the crisis passes, or the madness stays (OPS-SAN-04, OPS-SAN-07)."""
    kept, face = yield from roll(D100.map(Holds(san=san, wanted=wanted)), "d100", who, "second_san")
    yield from step("second", "recovered" if kept else "indefinite", "OPS-SAN-04", who=who)
    madness: Madness = "none" if kept and not lasting else "indefinite"
    yield from step("madness", madness, "OPS-SAN-07" if kept and lasting else "OPS-SAN-04", who=who)
    return Second("recovered" if kept else "indefinite", madness, face)


class EndSceneGiven(Value, frozen=True, kw_only=True):
    """Everybody who was there."""

    characters: Annotated[tuple[Combatant, ...], Meta(min_length=1, max_length=100)]


class SceneResult(Value, frozen=True, kw_only=True):
    """What the end of a scene leaves of one character."""

    name: str
    second_roll: int | UnsetType = UNSET
    second: Literal["recovered", "indefinite"] | UnsetType = UNSET
    san: int
    madness: Madness
    lasting_madness: bool
    out_of_fight: bool = False
    cast_this_scene: bool = False
    shocks_this_scene: tuple[str, ...] = ()


class SceneEnded(Outcome, frozen=True, kw_only=True):
    """A scene that is over."""

    results: tuple[SceneResult, ...]
    minds: dict[str, Madness]  # everybody's madness by name: what odds tell in a few lines

    def __post_init__(self) -> None:
        force_setattr(self, "minds", frozen_map(self.minds))

    def changes(self, given: EndSceneGiven, options: Options) -> tuple[Change, ...]:
        names = ("madness", "lasting_madness", "out_of_fight", "cast_this_scene", "shocks_this_scene")
        return tuple(
            Change(name, getattr(before, name), getattr(after, name), before.name)
            for before, after in zip(given.characters, self.results, strict=True)
            for name in names
            if getattr(before, name) != getattr(after, name)
        )


class Leaving(Value, frozen=True):
    """What the end of a scene reads of one character."""

    name: str
    san: int
    madness: Madness
    lasting: bool
    wanted: bool


def leave(results: tuple[SceneResult, ...], who: Leaving) -> Program[tuple[SceneResult, ...]]:
    """One character after another: the test first, then what lasts a scene is cleared (OPS-TIME-01)."""
    result = SceneResult(name=who.name, san=who.san, madness=who.madness, lasting_madness=who.lasting)
    if who.madness == "temporary":
        ended = yield from second_test(who.san, who.lasting, who.wanted, who.name)
        result = replace(
            result,
            second=ended.second,
            second_roll=ended.roll or UNSET,
            madness=ended.madness,
            lasting_madness=False,
        )
    return (*results, result)


@procedure(
    "end_scene",
    rules="OPS-SAN-04 OPS-SAN-05 OPS-SAN-07 OPS-TIME-01 OPS-HLTH-03 OPS-MAG-04",
    dice=("d100",),
    headline=("minds",),
)
def end_scene(given: EndSceneGiven, options: Options) -> Program[SceneEnded]:
    """Close a scene: who is in a crisis tests SAN again, and what lasts a scene is cleared."""
    wanted = yield from watched("results")
    leaving = [Leaving(one.name, one.san, one.madness, one.lasting_madness, bool(wanted)) for one in given.characters]
    start: tuple[SceneResult, ...] = ()
    results = yield from fold(leave, start, leaving)
    return SceneEnded(results=results, minds={one.name: one.madness for one in results})


# --- mundane horrors -------------------------------------------------------------------------------------------------


class MacabreGiven(Mind, frozen=True, kw_only=True):
    """A mind and a gruesome sight."""

    POU: Score = 10
    hardened: bool = False
    unnatural: bool = False
    shock: ShockKey = "minor"
    advantage: bool = False
    luck: Reserve = 0
    luck_plan: LuckPlan = NO_PLAN

    def __post_init__(self) -> None:
        check_key("shock", self.shock, pack.shock)


class Sickened(SanBlock, frozen=True, kw_only=True):
    """A mind after a gruesome sight."""

    cold_blood_target: int | UnsetType = UNSET
    cold_blood_roll: int | UnsetType = UNSET
    cold_blood_outcome: Result | UnsetType = UNSET
    luck: int

    def changes(self, given: MacabreGiven, options: Options) -> tuple[Change, ...]:  # type: ignore[override]
        more = (Change("luck", given.luck, self.luck),) if self.luck != given.luck else ()
        return (*mind_changes(given, self), *more)


def cold_blood_fields(given: MacabreGiven, difficulty: Difficulty, tried: Attempt) -> dict[str, object]:
    """A test of cold blood as the fields of an outcome."""
    fields: dict[str, object] = {"cold_blood_outcome": tried.outcome, "luck": given.luck - tried.spent}
    if difficulty != "automatic":
        fields["cold_blood_target"] = target_of(given.POU, difficulty)
    if tried.roll:
        fields["cold_blood_roll"] = tried.roll
    return fields


@procedure(
    "macabre",
    rules="OPS-SAN-13 OPS-SAN-14 OPS-SAN-15 OPS-SAN-02 OPS-SAN-03",
    dice=("d100", "d3", "d6", "d10"),
    headline=("outcome",),
)
def face_macabre(given: MacabreGiven, options: Options) -> Program[Sickened]:
    """A gruesome sight: the hardened do not mind, cold blood may spare, otherwise a minor shock."""
    mind = mind_in(given)
    if not options.macabre_shock and not given.unnatural:
        fields = yield from refuse_mind(mind, "option_off", "OPS-SAN-13")
        return Sickened(**fields, luck=given.luck)  # type: ignore[arg-type]
    if mind.madness == "permanent":
        fields = yield from refuse_mind(mind, "permanently_mad", "OPS-SAN-05")
        return Sickened(**fields, luck=given.luck)  # type: ignore[arg-type]
    cold: dict[str, object] = {"luck": given.luck}
    if not given.unnatural:  # neither helps against the unnatural
        if given.hardened:
            block = yield from spare_mind(mind, "OPS-SAN-14")
            return Sickened(**fields_of(block), **cold)  # type: ignore[arg-type]
        if options.cold_blood_test:
            difficulty = compose(Case(advantages=int(given.advantage)), options)
            faces = yield from watched("cold_blood_roll")
            score, plan, luck = given.POU, given.luck_plan, given.luck
            tried = yield from apply(
                attempt, score, difficulty, plan, luck, bool(faces), options, COLD_BLOOD, "", "cold_blood"
            )
            cold = cold_blood_fields(given, difficulty, tried)
            if tried.success:
                block = yield from spare_mind(mind, "OPS-SAN-15")
                return Sickened(**fields_of(block), **cold)  # type: ignore[arg-type]
    faces = yield from watched("san_roll")
    block = yield from apply(resolve_shock, mind, loss_of(given.shock), True, bool(faces), True, "")
    return Sickened(**fields_of(block), **cold)  # type: ignore[arg-type]
