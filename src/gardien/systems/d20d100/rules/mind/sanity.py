"""SAN: one test with its losses and its hour, a loss without a test, and the slide below 0 (SAN).

Every loss of SAN in the game comes through `lose`, every test through `confront`.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, less, roll, step, watched
from gardien.core.dice import D10, D100, Dice
from gardien.core.errors import Refusal
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import NOTHING, stops
from gardien.systems.d20d100.rules.character import (
    NO_DICE,
    DiceText,
    Difficulty,
    Mind,
    Modifier,
    Mods,
    Name,
    OwnModifier,
    Percent,
    check_dice,
)
from gardien.systems.d20d100.rules.tests.checks import modifier_sum
from gardien.systems.d20d100.rules.tests.d20 import EVERY, JET, SKILL, Labels, attempt
from gardien.systems.d20d100.rules.tests.help import Under

BOTTOM = -10  # SAN of the permanently mad while decompensation is played (D100-SAN-06)
AT_ONCE = 5  # a single loss that asks for Idée (D100-SAN-03)
SHARE = 5  # one fifth is twenty per cent (D100-SAN-04)
MOST = 1_000_000  # where a loss has no upper limit
TOP = 99  # the SAN of the sanest, and the most that an hour can cost
IDEA = Labels("", "idea_success", "", "")


# ---- what a mind can bear ----


class Horror(Value, frozen=True):
    """The two losses of a sight: what it costs the steadfast, and what it costs the others (D100-SAN-01)."""

    success: Dice = NO_DICE
    failure: Dice = NO_DICE


class SanLabels(Value, frozen=True):
    """The names under which a test and its loss are told; an empty one is not told."""

    success: str = "success"
    loss: str = "loss"
    hour: str = "lost_this_hour"


TEST = SanLabels()


STATES = ("temp_mad", "indef_mad", "perm_mad", "decompensating")


class Lost(Value, frozen=True, kw_only=True):
    """What a loss of SAN did to a mind."""

    loss: int
    san: int
    lost_this_hour: int
    idea_rolled: bool = False
    idea_success: bool | UnsetType = UNSET
    temp_mad: bool = False
    indef_mad: bool = False
    perm_mad: bool = False
    decompensating: bool = False

    def fields(self) -> dict[str, Any]:
        """The same as fields of an outcome of the same names."""
        return {name: getattr(self, name) for name in Lost.__struct_fields__}


class Confronted(Value, frozen=True, kw_only=True):
    """A SAN test and what it cost."""

    success: bool
    loss: int
    san: int
    lost_this_hour: int
    idea_rolled: bool
    idea_success: bool | UnsetType = UNSET
    temp_mad: bool
    indef_mad: bool
    perm_mad: bool
    decompensating: bool

    def fields(self) -> dict[str, Any]:
        """The same as fields of an outcome of the same names."""
        return {name: getattr(self, name) for name in Confronted.__struct_fields__}


def floor_of(options: Options) -> int:
    """The SAN of the permanently mad (D100-SAN-05, D100-SAN-06)."""
    return BOTTOM if options.rule_decompensation else 0


def check_san(san: int, options: Options, field: str = "san") -> None:
    """Without decompensation nobody has less than 1 SAN and plays on (D100-SAN-05, D100-SAN-06)."""
    if san < 1 and not options.rule_decompensation:
        raise Refusal("field/at_least", kind="refused", field=field, rule="D100-SAN-05", came=san, low=1)


def is_indefinite(mind: Mind, lost: int, options: Options) -> bool:
    """A fifth of the SAN of this hour’s start, or of creation where the table keeps that box fixed (D100-SAN-04)."""
    base = mind.creation if options.san_20pct_base == "creation" else mind.hour_start
    return SHARE * lost >= base


def throw_loss(dice: Dice, cap: int | None, label: str, who: str = "") -> Program[int]:
    """The points of a loss: never a gain, and no more than a creature may still take (D100-MISS-09)."""
    thrown = dice.constant
    if dice.terms:
        thrown = yield from roll(dice, f"d{dice.terms[0].faces}", who, "san_loss")
    most = MOST if cap is None else cap
    loss = min(max(0, thrown), most)
    rule = "D100-SAN-01" if loss == thrown else "D100-MISS-09"
    yield from step(label, loss, rule, (("dice", thrown),), (0, most), who)
    return loss


def lose(mind: Mind, dice: Dice, options: Options, who: str = "", labels: SanLabels = TEST) -> Program[Lost]:
    """SAN falls: five points at once ask for Idée, a fifth in an hour maddens for long, all of it for ever (SAN)."""
    loss = yield from throw_loss(dice, mind.loss_cap, labels.loss, who)
    floor = floor_of(options)
    san = max(floor, mind.san - loss)
    yield from step(
        "san", san, "D100-SAN-01", (("san", mind.san), less("loss", loss)), (floor, max(floor, mind.san)), who
    )
    lost = min(TOP, mind.san_lost_this_hour + loss)
    if labels.hour:
        parts = (("san_lost_this_hour", mind.san_lost_this_hour), ("loss", loss))
        yield from step(labels.hour, lost, "D100-SAN-04", parts, (0, TOP), who)
    loss_result = Lost(
        loss=loss,
        san=san,
        lost_this_hour=lost,
        perm_mad=loss > 0 and san == floor,
        decompensating=options.rule_decompensation and floor < san < 0,
    )
    if loss_result.perm_mad:  # worse than any other madness, and nothing is left to be understood
        yield from step("perm_mad", True, "D100-SAN-06" if options.rule_decompensation else "D100-SAN-05", who=who)
        return loss_result
    if loss_result.decompensating:
        yield from step("decompensating", True, "D100-SAN-06", who=who)
    if loss >= AT_ONCE:
        tried = yield from attempt(mind.idee, JET, NOTHING, options, IDEA, who, "idee")
        mad = tried.success is options.idea_success_maddens
        yield from step("temp_mad", mad, "D100-SAN-03", who=who)
        loss_result = replace(loss_result, idea_rolled=True, idea_success=tried.success, temp_mad=mad)
    if loss and is_indefinite(mind, lost, options):
        yield from step("indef_mad", True, "D100-SAN-04", who=who)
        loss_result = replace(loss_result, indef_mad=True)
    return loss_result


def confront(
    mind: Mind, horror: Horror, options: Options, who: str = "", labels: SanLabels = TEST
) -> Program[Confronted]:
    """A d100 at or under SAN; then the loss of the side on which it fell (D100-SAN-01)."""
    target = mind.san + mind.san_bonus
    yield from step("target", target, "D100-SAN-01", (("san", mind.san), ("san_bonus", mind.san_bonus)), who=who)
    held = yield from roll(D100.map(Under(target)), "d100", who, "san")
    if labels.success:
        yield from step(labels.success, held, "D100-SAN-01", who=who)
    lost = yield from lose(mind, horror.success if held else horror.failure, options, who, labels)
    return Confronted(success=held, **lost.fields())


def mind_changes(mind: Mind, lost: Any, who: str = "") -> tuple[Change, ...]:
    """What a sheet keeps of a loss: SAN, the count of the hour, a madness that begins."""
    changes = [
        Change("san", mind.san, lost.san, who),
        Change("san_lost_this_hour", mind.san_lost_this_hour, lost.lost_this_hour, who),
        *(Change(name, False, getattr(lost, name), who) for name in STATES),
    ]
    return tuple(one for one in changes if one.before != one.after)


# ---- the procedures ----


class MindGiven(Value, frozen=True, kw_only=True):
    """A mind, and what this hour has cost it so far."""

    san: Annotated[int, Meta(ge=-9, le=99)]
    idee: OwnModifier = 0
    san_hour_start: Percent | None = None
    san_lost_this_hour: Percent = 0
    san_creation: Percent | None = None

    def mind(self, san_bonus: int = 0) -> Mind:
        """The same as one value."""
        return Mind(
            name="",
            san=self.san,
            san_bonus=san_bonus,
            idee=self.idee,
            san_hour_start=self.san_hour_start,
            san_lost_this_hour=self.san_lost_this_hour,
            san_creation=self.san_creation,
        )


class LossGiven(MindGiven, frozen=True, kw_only=True):
    """A mind that something may cost SAN; one kind of creature costs only so much."""

    loss_cap: Annotated[int, Meta(ge=0, le=100)] | None = None
    creature: Name = ""

    def mind(self, san_bonus: int = 0) -> Mind:
        """The same as one value."""
        return replace(MindGiven.mind(self, san_bonus), loss_cap=self.loss_cap)


class SanGiven(LossGiven, frozen=True, kw_only=True):
    """A mind before something that it must not see."""

    san_bonus: Annotated[int, Meta(ge=-20, le=20)] = 0
    loss_success: DiceText = "0"
    loss_failure: DiceText = "0"

    def __post_init__(self) -> None:
        self.horror()

    def horror(self) -> Horror:
        """Both losses."""
        success = check_dice("loss_success", self.loss_success)
        return Horror(success, check_dice("loss_failure", self.loss_failure))


class SanChecked(Confronted, frozen=True, kw_only=True):
    """Whether the mind held, and what that cost."""

    def changes(self, given: SanGiven, options: Options) -> tuple[Change, ...]:
        return mind_changes(given.mind(), self)


LOSS_DICE = ("d3", "d4", "d6", "d8", "d10", "d12", "d20", "d100")


@procedure(
    "san_check",
    rules="D100-SAN-01 D100-SAN-02 D100-SAN-03 D100-SAN-04 D100-SAN-05 D100-SAN-06 D100-CORE-01 D100-MISS-09",
    dice=LOSS_DICE,
    headline=("success", "temp_mad", "indef_mad", "perm_mad"),
)
def san_check(given: SanGiven, options: Options) -> Program[SanChecked]:
    """Throw a d100 at or under SAN: the first loss when it succeeds, the second when it fails."""
    check_san(given.san, options)
    confronted = yield from confront(given.mind(given.san_bonus), given.horror(), options)
    return SanChecked(**confronted.fields())


class LoseGiven(LossGiven, frozen=True, kw_only=True):
    """A mind that loses SAN without a test."""

    loss: DiceText

    def __post_init__(self) -> None:
        check_dice("loss", self.loss)


class SanLost(Lost, frozen=True, kw_only=True):
    """What the loss did."""

    def changes(self, given: LoseGiven, options: Options) -> tuple[Change, ...]:
        return mind_changes(given.mind(), self)


@procedure(
    "lose_san",
    rules="D100-SAN-03 D100-SAN-04 D100-SAN-05 D100-SAN-06",
    dice=LOSS_DICE,
    headline=("temp_mad", "indef_mad", "perm_mad"),
)
def lose_san(given: LoseGiven, options: Options) -> Program[SanLost]:
    """A loss that nothing averts: a spell, a secret, something done."""
    check_san(given.san, options)
    lost = yield from lose(given.mind(), check_dice("loss", given.loss), options)
    return SanLost(**lost.fields())


# ---- decompensation ----


class SlideGiven(Value, frozen=True, kw_only=True):
    """A mind below 0."""

    san: Annotated[int, Meta(ge=-9, le=-1)]
    stable: bool = False


class Slid(Value, frozen=True, kw_only=True):
    """The same one round later."""

    san: int
    stable: bool
    perm_mad: bool

    def changes(self, given: SlideGiven, options: Options) -> tuple[Change, ...]:
        changes = (
            Change("san", given.san, self.san),
            Change("mind_stable", given.stable, self.stable),
            Change("perm_mad", False, self.perm_mad),
        )
        return tuple(one for one in changes if one.before != one.after)


def slide(san: int, who: str = "") -> Program[tuple[int, bool]]:
    """One round of a mind that gives way: SAN, and whether a 10 stopped it; anything else costs a point (SAN-06)."""
    if (yield from roll(D10.map(stops), "d10", who, "decompensation")):
        return san, True
    left = max(BOTTOM, san - 1)
    yield from step("san", left, "D100-SAN-06", (("san", san), ("loss", -1)), who=who)
    return left, False


@procedure("decompensation_round", rules="D100-SAN-06", dice=("d10",), headline=("stable", "perm_mad"))
def decompensation_round(given: SlideGiven, options: Options) -> Program[Slid]:
    """At the end of each round a d10: a 10 stabilises, anything else costs one SAN, and −10 is for ever."""
    if not options.rule_decompensation:
        raise Refusal("act/rule_off", kind="refused", field="options.rule_decompensation", rule="D100-SAN-06")
    san, stable = given.san, given.stable
    if not stable:
        san, stable = yield from slide(san)
    yield from step("stable", stable, "D100-SAN-06")
    if san == BOTTOM:
        yield from step("perm_mad", True, "D100-SAN-06")
    return Slid(san=san, stable=stable, perm_mad=san == BOTTOM)


class CalmGiven(Value, frozen=True, kw_only=True):
    """Somebody who talks a mind back from the edge."""

    modifier: Modifier
    difficulty: Difficulty = SKILL
    mods: Mods = ()
    patient: Name = ""


class Calmed(Value, frozen=True, kw_only=True):
    """Whether they were listened to."""

    total: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool
    stable: bool


@procedure("calm_decompensation", rules="D100-SAN-06 D100-SKILL-09", dice=("d20",), headline=("stable",))
def calm_decompensation(given: CalmGiven, options: Options) -> Program[Calmed]:
    """Psychanalyse stops the slide, and what is left becomes an indefinite madness."""
    used, _ = modifier_sum(given.modifier, given.mods)
    wanted = yield from watched(*EVERY)
    tried = yield from attempt(used, given.difficulty, wanted, options, purpose="test")
    yield from step("stable", tried.success, "D100-SAN-06")
    return Calmed(stable=tried.success, **tried.fields())
