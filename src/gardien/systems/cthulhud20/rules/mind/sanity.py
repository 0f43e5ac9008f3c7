"""SAN: the check and the madness that may follow, the slide below 0, and how a mind recovers (P-SAN)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, call, fold, less, roll, step, tail, watched
from gardien.core.dice import D3, D6, D20, D100, Dice
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import SAN_MOST
from gardien.systems.cthulhud20.rules.mind.madness import Holds, Mind, ShownFace, Term, go_mad, lose_san
from gardien.systems.cthulhud20.rules.tests.d20 import Labels, Throw, attempt
from gardien.systems.cthulhud20.rules.tests.dice_text import LABELS, check_plain, throw
from gardien.systems.cthulhud20.vocabulary import Bonus, DiceText, Mythos, Name, San, Score

FIRST_MADNESS, LATER_MADNESS = 2, 1  # ranks of the Mythos (CD20-P-SAN-05)
BOTTOM, COLLAPSE_DC = -10, 15  # CD20-P-SAN-04
THERAPY_DC, HARM_TO = 20, 15  # CD20-P-SAN-06
CAUSES = pack.keys("minds", "san_cause")
SanCauseKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=CAUSES)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


def highest_san(ranks: int) -> int:
    """The most SAN that knowledge of the Mythos leaves (CD20-P-SAN-01, CD20-P-SAN-05)."""
    return SAN_MOST - ranks


# ---- the check ----


class SanityGiven(Value, frozen=True, kw_only=True):
    """A mind before something that it must not see, and what this hour has cost it."""

    san: San
    wis: Score = 10
    cause: SanCauseKey | None = None
    success_loss: DiceText | None = None
    failure_loss: DiceText | None = None
    san_at_hour_start: San | None = None
    san_lost_this_hour: Count = 0
    already_indefinite: bool = False
    mythos: bool = False
    mythos_insanity_before: bool = False
    mythos_ranks: Mythos = 0

    def __post_init__(self) -> None:
        if self.cause is not None:
            check_key("cause", self.cause, pack.san_cause)
        for name in ("success_loss", "failure_loss"):
            text = getattr(self, name)
            if text is not None:
                check_plain(name, text, "CD20-P-SAN-02")
            elif self.cause is None:
                raise BadField(name, "field/missing", "CD20-P-SAN-02", allowed="0, 1, 1d6, 1d10+1")

    def loss(self, held: bool) -> Dice:
        """What it costs: as it was said, or as the list says (CD20-P-SAN-02)."""
        said = self.success_loss if held else self.failure_loss
        if said is None:
            assert self.cause is not None  # one or the other
            row = pack.san_cause(self.cause).loss
            said = row.success if held else row.failure
        return Dice.parse(said)


class Checked(Value, frozen=True, kw_only=True):
    """Whether the mind held, what that cost, and what it did to it."""

    success: bool
    loss: int | UnsetType = UNSET
    san: int | UnsetType = UNSET
    zero: bool
    second_check_needed: bool
    temporary: bool
    term: Term | UnsetType = UNSET
    duration: int | UnsetType = UNSET
    duration_unit: Literal["rounds", "hours"] | UnsetType = UNSET
    effect: str | UnsetType = UNSET
    san_lost_this_hour: int | UnsetType = UNSET
    indefinite: bool
    indefinite_months: int | UnsetType = UNSET
    mythos_gain: int
    mythos_ranks: int
    san_max: int

    def changes(self, given: SanityGiven, options: Options) -> tuple[Change, ...]:
        return changes_between(given, self, ("san", "san_lost_this_hour", "mythos_ranks"))


DETAILS = ("loss", "san", "san_lost_this_hour", "duration", "effect", "indefinite_months")


@procedure(
    "sanity_check",
    rules="CD20-P-SAN-01 CD20-P-SAN-02 CD20-P-SAN-03 CD20-P-SAN-04 CD20-P-SAN-05",
    dice=LABELS,
    headline=("success", "temporary", "indefinite", "zero"),
)
def check_sanity(given: SanityGiven, options: Options) -> Program[Checked]:
    """A d100 at or under SAN; a great loss asks for a second, and madness follows where that fails."""
    wanted = yield from watched(*DETAILS)
    held = yield from roll(D100.map(Holds(given.san)), "d100", purpose="san")
    yield from step("success", held, "CD20-P-SAN-02")
    return tail(call(confront, given, held, wanted))


def confront(given: SanityGiven, held: bool, wanted: frozenset[str]) -> Program[Checked]:
    """The price of a check, and all that comes of it."""
    start = given.san if given.san_at_hour_start is None else given.san_at_hour_start
    mind = Mind(
        san=given.san,
        wis=given.wis,
        hour_start=start,
        lost=given.san_lost_this_hour,
        spared=given.already_indefinite,
    )
    shown = bool(wanted & {"loss", "san", "san_lost_this_hour"})
    lost = yield from apply(lose_san, mind, given.loss(held), shown)
    fields: dict[str, Any] = {}
    if lost.temporary:
        fields = yield from go_mad(wanted)
    if lost.indefinite:
        yield from step("indefinite", True, "CD20-P-SAN-04")
        months = yield from roll(D6.map(ShownFace("indefinite_months" in wanted)), "d6", purpose="indefinite_months")
        if months:
            yield from step("indefinite_months", months, "CD20-P-SAN-04")
            fields["indefinite_months"] = months
    gain = 0
    if given.mythos and (lost.temporary or lost.indefinite):
        gain = LATER_MADNESS if given.mythos_insanity_before else FIRST_MADNESS
        yield from step("mythos_gain", gain, "CD20-P-SAN-05")
    ranks = min(SAN_MOST, given.mythos_ranks + gain)
    most = highest_san(ranks)
    if shown:
        parts = (("san", given.san), less("loss", lost.loss))
        low = min(most, given.san - lost.loss)
        yield from step("san", low, "CD20-P-SAN-01", parts, (low, most))
        fields |= {
            "loss": lost.loss,
            "san": low,
            "san_lost_this_hour": given.san_lost_this_hour + lost.loss,
        }
    return Checked(
        success=held,
        zero=lost.zero or most <= 0,
        second_check_needed=lost.second,
        temporary=lost.temporary,
        indefinite=lost.indefinite,
        mythos_gain=gain,
        mythos_ranks=ranks,
        san_max=most,
        **fields,
    )


# ---- below 0 ----


class CollapseGiven(Value, frozen=True, kw_only=True):
    """A mind at 0 or below, and perhaps somebody who talks to it."""

    san: San
    rounds: Annotated[int, Meta(ge=1, le=1000)] = 1
    helper_bonus: Bonus | None = None


class Collapsed(Value, frozen=True, kw_only=True):
    """How far it fell."""

    refused: Literal["not_at_zero"] | UnsetType = UNSET
    total: int | UnsetType = UNSET
    stopped: bool | UnsetType = UNSET
    rounds_passed: int | UnsetType = UNSET
    san: int | UnsetType = UNSET
    permanent: bool | UnsetType = UNSET

    def changes(self, given: CollapseGiven, options: Options) -> tuple[Change, ...]:
        if self.san is UNSET or self.san == given.san:
            return ()
        return (Change("san", given.san, self.san),)


CALMING = Labels("total", "stopped", "")


@procedure("sanity_collapse", rules="CD20-P-SAN-04", dice=("d20",), headline=("stopped", "permanent"))
def collapse(given: CollapseGiven, options: Options) -> Program[Collapsed]:
    """A SAN each round down to −10, unless Psychanalyse stops it: then that round costs nothing."""
    wanted = yield from watched("total")
    if given.san > 0:
        yield from step("refused", "not_at_zero", "CD20-P-SAN-04")
        return Collapsed(refused="not_at_zero")
    rounds = max(0, min(given.rounds, given.san - BOTTOM))
    fell = yield from fold(sink, Sinking(given.san), (Calming(given.helper_bonus, wanted),) * rounds)
    yield from step("rounds_passed", fell.passed, "CD20-P-SAN-04")
    yield from step("permanent", fell.san <= BOTTOM, "CD20-P-SAN-04")
    return Collapsed(
        total=fell.total, stopped=fell.stopped, rounds_passed=fell.passed, san=fell.san, permanent=fell.san <= BOTTOM
    )


class Sinking(Value, frozen=True):
    """A mind as far as it has fallen."""

    san: int
    passed: int = 0
    total: int | UnsetType = UNSET
    stopped: bool = False


class Calming(Value, frozen=True):
    """Whoever talks to it in a round, if anybody does."""

    bonus: int | None
    wanted: frozenset[str]


def sink(mind: Sinking, calming: Calming) -> Program[Sinking]:
    """One round: a SAN, unless somebody’s words reach it (CD20-P-SAN-04)."""
    if mind.stopped:
        return mind
    total: int | UnsetType = UNSET
    if calming.bonus is not None:
        due = Throw(bonus=calming.bonus, dc=COLLAPSE_DC, rule="CD20-P-SAN-04", labels=CALMING, purpose="psychoanalysis")
        tried = yield from attempt(due, calming.wanted)
        total = tried.total
        if tried.success:
            return Sinking(mind.san, mind.passed + 1, total, stopped=True)
    yield from step("san", mind.san - 1, "CD20-P-SAN-04")
    return Sinking(mind.san - 1, mind.passed + 1, total)


# ---- the way back ----


class RegainGiven(Value, frozen=True, kw_only=True):
    """A mind that has grown, or has seen a horror fall."""

    san: San
    reason: Literal["level", "defeat"]
    failure_loss: DiceText | None = None
    already_this_scenario: bool = False
    creature_kind: Name = ""  # what was overcome: nothing to the rule
    mythos_ranks: Mythos = 0

    def __post_init__(self) -> None:
        if self.failure_loss is not None:
            check_plain("failure_loss", self.failure_loss, "CD20-P-SAN-06")
        elif self.reason == "defeat":
            raise BadField("failure_loss", "field/missing", "CD20-P-SAN-06", allowed="1, 1d6, 1d10+1")


class Regained(Value, frozen=True, kw_only=True):
    """What came back; nothing twice for one kind of creature."""

    refused: Literal["already_this_scenario"] | UnsetType = UNSET
    gain: int | UnsetType = UNSET
    san: int | UnsetType = UNSET
    san_max: int | UnsetType = UNSET

    def changes(self, given: RegainGiven, options: Options) -> tuple[Change, ...]:
        if self.san is UNSET or self.san == given.san:
            return ()
        return (Change("san", given.san, self.san),)


@procedure("regain_sanity", rules="CD20-P-SAN-06 CD20-P-SAN-01", dice=LABELS, headline=("san",))
def regain(given: RegainGiven, options: Options) -> Program[Regained]:
    """A d6 with each new level; after a victory what the sight of the creature would have cost, once a scenario."""
    wanted = yield from watched("gain")
    if given.reason == "defeat" and given.already_this_scenario:
        yield from step("refused", "already_this_scenario", "CD20-P-SAN-06")
        return Regained(refused="already_this_scenario")
    dice = Dice.parse(given.failure_loss or "0") if given.reason == "defeat" else Dice.parse("1d6")
    gain = yield from throw(dice, purpose="san_gain")
    yield from step("gain", gain, "CD20-P-SAN-06")
    most = highest_san(given.mythos_ranks)
    san = min(most, given.san + gain)
    yield from step("san_max", most, "CD20-P-SAN-01")
    yield from step("san", san, "CD20-P-SAN-06", (("san", given.san), ("gain", gain)), (san, most))
    return Regained(gain=gain if "gain" in wanted else UNSET, san=san, san_max=most)


class TherapyGiven(Value, frozen=True, kw_only=True):
    """A patient, the SAN they began with, and the doctor’s skill."""

    san: San
    san_start: San
    bonus: Bonus


class Therapy(Value, frozen=True, kw_only=True):
    """What the month did."""

    total: int | UnsetType = UNSET
    dc: int
    success: bool
    change: int
    san: int

    def changes(self, given: TherapyGiven, options: Options) -> tuple[Change, ...]:
        return () if self.san == given.san else (Change("san", given.san, self.san),)


class Month(Value, frozen=True):
    """Reads the doctor’s d20: a good month, an empty one, a bad one; the face where somebody looks."""

    bonus: int
    shown: bool

    def __call__(self, face: int) -> tuple[int, int]:
        total = face + self.bonus
        how = 1 if total >= THERAPY_DC else -1 if total <= HARM_TO else 0
        return how, face if self.shown else 0


@procedure("psychoanalysis", rules="CD20-P-SAN-06", dice=("d20", "d3", "d6"), headline=("success", "change"))
def psychoanalyse(given: TherapyGiven, options: Options) -> Program[Therapy]:
    """Once a month: 20 gives a d3 back, up to what somebody began with; 15 or less costs a d6."""
    wanted = yield from watched("total")
    yield from step("dc", THERAPY_DC, "CD20-P-SAN-06")
    how, face = yield from roll(D20.map(Month(given.bonus, "total" in wanted)), "d20", purpose="psychoanalysis")
    if face:
        parts = (("die", face), ("bonus", given.bonus))
        yield from step("total", face + given.bonus, "CD20-P-SAN-06", parts)
    yield from step("success", how > 0, "CD20-P-SAN-06")
    change = 0
    if how > 0:
        gain = yield from roll(D3, "d3", purpose="san_gain")
        change = max(0, min(gain, given.san_start - given.san))
    elif how < 0:
        change = -(yield from roll(D6, "d6", purpose="san_loss"))
    yield from step("change", change, "CD20-P-SAN-06")
    yield from step("san", given.san + change, "CD20-P-SAN-06", (("san", given.san), ("change", change)))
    return Therapy(
        total=face + given.bonus if face else UNSET,
        dc=THERAPY_DC,
        success=how > 0,
        change=change,
        san=given.san + change,
    )
