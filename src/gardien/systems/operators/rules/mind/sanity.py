"""What lore and missions do to a mind, and what heals it: books, recognition, coming home, victories, care (SAN)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, less, roll, step, watched
from gardien.core.dice import D3, D6, D20, D100, Dice
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Percent
from gardien.systems.operators.rules.body.wounds import throw_sum
from gardien.systems.operators.rules.character import NO_PLAN, LuckPlan, Madness, Reason, Reserve, Result
from gardien.systems.operators.rules.mind.shocks import (
    Mind,
    SanBlock,
    fields_of,
    loss_of,
    mind_in,
    refuse_mind,
    resolve_shock,
    second_test,
)
from gardien.systems.operators.rules.tests.characteristic import Outcome
from gardien.systems.operators.rules.tests.d100 import Judge, face_value

TOP_SI = 100  # OPS-SAN-09
TOMES: list[str] = pack.keys("tomes", "tome")
TomeKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=TOMES)]


# --- forbidden books -------------------------------------------------------------------------------------------------


class TomeGiven(Mind, frozen=True, kw_only=True):
    """A mind and a forbidden book; without a loss of its own the book fixes it."""

    tome: Annotated[str, Meta(max_length=100, examples=["", *TOMES])] = ""
    loss: Literal["1D3", "1D6", "1D10", "2D10"] | None = None
    si_gain: Percent = 0
    already_read: bool = False

    def __post_init__(self) -> None:
        if self.tome:
            check_key("tome", self.tome, pack.tome)

    def dice(self) -> Dice:
        """What reading costs (OPS-SAN-08)."""
        return Dice.parse(self.loss or (pack.tome(self.tome).loss if self.tome else "1D3"))


class TomeRead(Outcome, frozen=True, kw_only=True):
    """A mind that has read."""

    loss: int | UnsetType = UNSET
    si_gain: int | UnsetType = UNSET
    san: int
    si: int
    san_max: int
    san_test: bool | UnsetType = UNSET
    madness: Madness
    teaches: tuple[str, ...] | UnsetType = UNSET

    def changes(self, given: TomeGiven, options: Options) -> tuple[Change, ...]:
        return changes_between(given, self, ("san", "si", "madness"))


@procedure(
    "read_tome",
    rules="OPS-SAN-08 OPS-SAN-09 OPS-SAN-01 OPS-MAG-01",
    dice=("d3", "d6", "d10"),
    headline=("san", "si", "madness"),
)
def read_tome(given: TomeGiven, options: Options) -> Program[TomeRead]:
    """Read a forbidden book: SAN sinks without a test, forbidden lore rises, rituals may be learned."""
    reason: Reason | None = "already_read" if given.already_read else None
    if not reason and given.madness == "permanent":
        reason = "permanently_mad"
    if reason:
        yield from step("reason", reason, "OPS-SAN-08" if given.already_read else "OPS-SAN-05")
        return TomeRead(
            refused=True, reason=reason, san=given.san, si=given.si, san_max=given.most, madness=given.madness
        )
    loss = yield from throw_sum(given.dice(), purpose="san_loss")
    gain = loss
    if options.lore_gain == "separate_roll":
        gain = yield from throw_sum(given.dice(), purpose="si_gain")
    elif options.lore_gain == "manual":
        gain = given.si_gain
    lore = min(TOP_SI, given.si + gain)
    most = TOP_SI - lore
    left = min(most, max(0, given.now - loss))
    yield from step("si", lore, "OPS-SAN-08", (("before", given.si), ("si_gain", gain)), (0, TOP_SI))
    yield from step("san_max", most, "OPS-SAN-01")
    yield from step("san", left, "OPS-SAN-08", (("before", given.now), less("loss", loss)), (0, most))
    madness: Madness = given.madness if left else "permanent"
    if not left:
        yield from step("madness", madness, "OPS-SAN-05")
    return TomeRead(
        loss=loss,
        si_gain=lore - given.si,
        san=left,
        si=lore,
        san_max=most,
        san_test=False,
        madness=madness,
        teaches=pack.tome(given.tome).teaches if given.tome else (),
    )


class RecogniseGiven(Value, frozen=True, kw_only=True):
    """What somebody knows of the Mythos."""

    si: Percent
    luck: Reserve = 0
    luck_plan: LuckPlan = NO_PLAN


class Recognised(Outcome, frozen=True, kw_only=True):
    """A test of forbidden lore."""

    target: int
    roll: int | UnsetType = UNSET
    outcome: Result
    success: bool
    luck: int

    def changes(self, given: RecogniseGiven, options: Options) -> tuple[Change, ...]:
        return (Change("luck", given.luck, self.luck),) if self.luck != given.luck else ()


@procedure("recognise", rules="OPS-SAN-09", dice=("d100",), headline=("outcome",))
def recognise(given: RecogniseGiven, options: Options) -> Program[Recognised]:
    """Put a name to a creature, a sign or a rite: throw at or under forbidden lore."""
    wanted = yield from watched("roll")
    tried = yield from apply(face_value, given.si, given.luck_plan, given.luck, bool(wanted), options)
    return Recognised(
        target=given.si,
        roll=tried.roll or UNSET,
        outcome=tried.outcome,
        success=tried.success,
        luck=given.luck - tried.spent,
    )


# --- what heals a mind -----------------------------------------------------------------------------------------------

Victory: TypeAlias = Literal["minor", "significant", "major", "crucial"]
AS_SHOCK: dict[Victory, str] = {  # victories are measured on the scale of shocks (OPS-SAN-10)
    "minor": "minor",
    "significant": "severe",
    "major": "grave",
    "crucial": "critical",
}


class GainGiven(Value, frozen=True, kw_only=True):
    """A mind at the end of a scenario, and what was achieved."""

    san: Percent
    si: Percent = 0
    victory: Victory
    madness: Madness = "none"


class Gained(Outcome, frozen=True, kw_only=True):
    """A mind that took heart."""

    gain: int | UnsetType = UNSET
    san: int
    san_max: int
    madness: Madness

    def changes(self, given: GainGiven, options: Options) -> tuple[Change, ...]:
        return (Change("san", given.san, self.san),) if self.san != given.san else ()


@procedure("san_gain", rules="OPS-SAN-10 OPS-SAN-01", dice=("d3", "d6", "d10"), headline=("gain",))
def gain_san(given: GainGiven, options: Options) -> Program[Gained]:
    """A threat beaten or thwarted gives SAN back, never above its maximum."""
    mind = Mind(san=given.san, si=given.si)
    if given.madness == "permanent":
        yield from step("reason", "permanently_mad", "OPS-SAN-05")
        return Gained(refused=True, reason="permanently_mad", san=given.san, san_max=mind.most, madness=given.madness)
    gain = yield from throw_sum(loss_of(AS_SHOCK[given.victory]), purpose="san_gain")
    after = min(mind.most, mind.now + gain)
    yield from step("san", after, "OPS-SAN-10", (("before", mind.now), ("die", gain)), (0, mind.most))
    return Gained(gain=after - mind.now, san=after, san_max=mind.most, madness=given.madness)


class TreatGiven(Value, frozen=True, kw_only=True):
    """A patient and where they are treated."""

    san: Percent
    si: Percent = 0
    madness: Madness = "indefinite"
    setting: Literal["institution", "therapist"] = "institution"


class Treated(Outcome, frozen=True, kw_only=True):
    """A patient after one period of treatment."""

    months: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Literal["success", "failure", "fumble"] | UnsetType = UNSET
    cured: bool
    san: int
    madness: Madness

    def changes(self, given: TreatGiven, options: Options) -> tuple[Change, ...]:
        return changes_between(given, self, ("san", "madness"))


MONTHS = {"institution": 1, "therapist": 3}  # M-15


class Remedy(Value, frozen=True, kw_only=True):
    """How a throw for a treatment reads: a test of SAN, so doubles mean nothing and 99 and 00 always fail."""

    san: int
    wanted: bool

    def __call__(self, face: int) -> tuple[Literal["success", "failure", "fumble"], int]:
        outcome, _ = Judge(target=self.san).result(face)
        shown = face if self.wanted else 0
        if outcome == "fumble":
            return "fumble", shown
        return ("failure" if outcome == "failure" else "success"), shown


@procedure(
    "treat_madness",
    rules="OPS-SAN-11 OPS-SAN-05",
    dice=("d100", "d6", "d3"),
    headline=("outcome", "cured"),
)
def treat(given: TreatGiven, options: Options) -> Program[Treated]:
    """One period of treatment: a test of SAN cures, and gives a little of it back (M-15)."""
    mind = Mind(san=given.san, si=given.si)
    reason: Reason | None = None
    if given.madness == "permanent":
        reason = "permanently_mad"
    elif given.madness != "indefinite":
        reason = "not_needed"
    if reason:
        yield from step("reason", reason, "OPS-SAN-05" if reason == "permanently_mad" else "OPS-SAN-11")
        return Treated(refused=True, reason=reason, cured=False, san=given.san, madness=given.madness)
    yield from step("months", MONTHS[given.setting], "OPS-SAN-11")
    yield from step("target", mind.now, "OPS-SAN-11")
    wanted = yield from watched("roll")
    outcome, face = yield from roll(D100.map(Remedy(san=mind.now, wanted=bool(wanted))), "d100", purpose="san")
    yield from step("outcome", outcome, "OPS-SAN-11")
    after, madness = mind.now, given.madness
    if outcome == "success":
        die = yield from roll(D6, "d6", purpose="san_gain")
        after, madness = min(mind.most, mind.now + die), "none"
        yield from step("san", after, "OPS-SAN-11", (("before", mind.now), ("die", die)), (0, mind.most))
    elif outcome == "fumble":
        loss = yield from roll(D3, "d3", purpose="san_loss")
        after = max(0, mind.now - loss)
        yield from step("san", after, "OPS-SAN-11", (("before", mind.now), less("loss", loss)), (0, mind.most))
        madness = madness if after else "permanent"
    if madness != given.madness:
        yield from step("madness", madness, "OPS-SAN-11" if madness == "none" else "OPS-SAN-05")
    return Treated(
        months=MONTHS[given.setting],
        roll=face or UNSET,
        outcome=outcome,
        cured=outcome == "success",
        san=after,
        madness=madness,
    )


# --- the form of a madness -------------------------------------------------------------------------------------------


class MadnessGiven(Value, frozen=True, kw_only=True):
    """How long a madness lasts."""

    duration: Literal["temporary", "indefinite"] = "temporary"


class MadnessForm(Outcome, frozen=True, kw_only=True):
    """The form of a madness."""

    roll: int
    effect: str


@procedure("madness_effect", rules="OPS-SAN-06", dice=("d20",), headline=("effect",))
def draw_madness(given: MadnessGiven, options: Options) -> Program[MadnessForm]:
    """Draw the form of a madness; whoever leads the game may choose instead (M-14)."""
    face = yield from roll(D20, "d20", purpose="madness")
    row = pack.madness(face)
    effect = row.temporary if given.duration == "temporary" else row.indefinite
    yield from step("effect", effect, "OPS-SAN-06")
    return MadnessForm(roll=face, effect=effect)


class PtsdGiven(Mind, frozen=True, kw_only=True):
    """A mind back from a mission."""

    madness: Literal["none", "indefinite", "permanent"] = "none"  # every scene of the mission is over
    shock: Literal["minor", "severe", "grave"] = "minor"


class Haunted(SanBlock, frozen=True, kw_only=True):
    """A mind after the mission, both tests made."""

    second_roll: int | UnsetType = UNSET
    second: Literal["recovered", "indefinite"] | UnsetType = UNSET


@procedure(
    "ptsd_roll",
    rules="OPS-SAN-12 OPS-SAN-02 OPS-SAN-03 OPS-SAN-04 OPS-SAN-05",
    dice=("d3", "d6", "d10", "d100"),
    headline=("madness",),
)
def come_home(given: PtsdGiven, options: Options) -> Program[Haunted]:
    """The shock of a whole mission, settled back home: the loss, the test, and the test that closes the crisis."""
    mind = mind_in(given)
    if not options.ptsd_enabled:
        fields = yield from refuse_mind(mind, "option_off", "OPS-SAN-12")
        return Haunted(**fields)  # type: ignore[arg-type]
    if mind.madness == "permanent":
        fields = yield from refuse_mind(mind, "permanently_mad", "OPS-SAN-05")
        return Haunted(**fields)  # type: ignore[arg-type]
    faces = yield from watched("san_roll", "second_roll")
    block = yield from apply(resolve_shock, mind, loss_of(given.shock), True, "san_roll" in faces, True, "")
    fields = fields_of(block)
    if block.outcome == "temporary":
        ended = yield from apply(second_test, block.san, block.lasting_madness, "second_roll" in faces, "")
        fields |= {"second": ended.second, "madness": ended.madness, "lasting_madness": False}
        if ended.roll:
            fields["second_roll"] = ended.roll
    return Haunted(**fields)  # type: ignore[arg-type]
