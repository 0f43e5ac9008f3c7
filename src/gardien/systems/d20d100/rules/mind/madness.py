"""What madness looks like, how long it lasts, who is healed and who is not (SAN, MISS-09)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, roll, step, watched
from gardien.core.dice import D3, D4, D6, D10, D100
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import NOTHING
from gardien.systems.d20d100.rules.character import Modifier, Mods, Name, OwnModifier, Percent
from gardien.systems.d20d100.rules.mind.sanity import floor_of
from gardien.systems.d20d100.rules.tests.checks import modifier_sum
from gardien.systems.d20d100.rules.tests.d20 import SKILL, Labels, attempt
from gardien.systems.d20d100.rules.tests.help import Under

SHORT_MORE = 4  # rounds on top of the d10 (D100-MISS-09)
LONG_TIMES = 10  # hours for each point of the d10
RELEASE = 15  # the Difficulty of Chance at the gate of the asylum
RELEASED_MORE = 10  # SAN on top of the d10, for those who are let out
ROUNDS_A_MINUTE = 10  # D100-CBT-09
Held: TypeAlias = Mapping[str, Any]  # a madness as a sheet keeps it


# ---- its term ----


def rounds_left(held: Held) -> int:
    """How long a madness still lasts; nothing where it has no term."""
    return int(held.get("remaining", 0) * ROUNDS_A_MINUTE + held.get("rounds", 0))


def with_rounds(held: Held, rounds: int) -> dict[str, Any]:
    """A madness with another term: minutes, and rounds beyond them."""
    return {**held, "remaining": rounds // ROUNDS_A_MINUTE, "rounds": rounds % ROUNDS_A_MINUTE}


def after_rounds(held: Sequence[Held], rounds: int) -> tuple[list[dict[str, Any]], set[str]]:
    """Madness some rounds later, and of which kinds one has come to its end: a temporary one is gone (D100-SAN-03)."""
    over = [bool(left := rounds_left(one)) and left <= rounds for one in held]
    kept = [
        with_rounds(one, max(0, rounds_left(one) - rounds))
        for one, ends in zip(held, over, strict=True)
        if not ends or one["kind"] != "temporary"
    ]
    return kept, {one["kind"] for one, ends in zip(held, over, strict=True) if ends}


# ---- how it shows ----


def drawn_symptom(held: Held) -> Any:
    """The row of a symptom that was thrown, of the table it was thrown on; nothing for one in somebody’s own words."""
    text = str(held.get("symptom") or "")
    short = str(held.get("duration", "")).endswith("rounds")
    rows = pack.table("madness", "short_madness" if short else "long_madness")
    return next((row for row in rows if text == str(row.roll)), None)


class TemporaryGiven(Value, frozen=True, kw_only=True):
    """A mind that has just given way."""

    length: Literal["short", "long"] = "short"


class Temporary(Value, frozen=True, kw_only=True):
    """What it does, and for how long."""

    symptom: Annotated[int, Meta(ge=1, le=10)]
    rounds: int | UnsetType = UNSET
    hours: int | UnsetType = UNSET


@procedure(
    "temporary_madness",
    rules="D100-SAN-02 D100-SAN-03 D100-MISS-09",
    dice=("d10",),
    headline=("symptom",),
)
def temporary_madness(given: TemporaryGiven, options: Options) -> Program[Temporary]:
    """A d10 for the symptom, a d10 for its length: rounds in a fight, days otherwise."""
    symptom = yield from roll(D10, "d10", purpose="symptom")
    yield from step("symptom", symptom, "D100-MISS-09")
    face = yield from roll(D10, "d10", purpose="length")
    if given.length == "short":
        rounds = face + SHORT_MORE
        yield from step("rounds", rounds, "D100-MISS-09", (("die", face), ("base", SHORT_MORE)))
        return Temporary(symptom=symptom, rounds=rounds)
    yield from step("hours", face * LONG_TIMES, "D100-MISS-09")
    return Temporary(symptom=symptom, hours=face * LONG_TIMES)


class IndefiniteGiven(Value, frozen=True, kw_only=True):
    """Nothing but dice."""


class Indefinite(Value, frozen=True, kw_only=True):
    """The symptom that stays, and for how many months."""

    symptom: Annotated[int, Meta(ge=1, le=10)]
    months: int


@procedure(
    "indefinite_madness",
    rules="D100-SAN-02 D100-SAN-04 D100-MISS-09",
    dice=("d10", "d6"),
    headline=("symptom", "months"),
)
def indefinite_madness(given: IndefiniteGiven, options: Options) -> Program[Indefinite]:
    """One symptom of the long column stays for 1d6 months."""
    symptom = yield from roll(D10, "d10", purpose="symptom")
    yield from step("symptom", symptom, "D100-MISS-09")
    months = yield from roll(D6, "d6", purpose="months")
    yield from step("months", months, "D100-MISS-09")
    return Indefinite(symptom=symptom, months=months)


# ---- the asylum ----


class AsylumGiven(Value, frozen=True, kw_only=True):
    """Somebody who has no SAN left."""

    chance: OwnModifier


class Asylum(Value, frozen=True, kw_only=True):
    """How many years, and whether a door opens after them."""

    years: int
    released: bool
    san: int | UnsetType = UNSET

    def changes(self, given: AsylumGiven, options: Options) -> tuple[Change, ...]:
        return () if self.san is UNSET else (Change("san", floor_of(options), self.san),)


RELEASED = Labels("", "released", "", "")


@procedure(
    "asylum",
    rules="D100-SAN-05 D100-MISS-09",
    dice=("d4", "d20", "d10"),
    headline=("released",),
)
def asylum(given: AsylumGiven, options: Options) -> Program[Asylum]:
    """One to four years, then Chance: some come back with a little SAN, the others never."""
    years = yield from roll(D4, "d4", purpose="years")
    yield from step("years", years, "D100-SAN-05")
    tried = yield from attempt(given.chance, RELEASE, NOTHING, options, RELEASED, purpose="chance")
    if not tried.success:
        return Asylum(years=years, released=False)
    face = yield from roll(D10, "d10", purpose="san")
    san = face + RELEASED_MORE
    yield from step("san", san, "D100-MISS-09", (("die", face), ("base", RELEASED_MORE)))
    return Asylum(years=years, released=True, san=san)


# ---- what heals ----


class Patient(Value, frozen=True, kw_only=True):
    """The SAN of somebody who may mend, and its ceiling."""

    san: Percent
    san_max: Percent = 99

    @property
    def now(self) -> int:
        """SAN above its ceiling counts as the ceiling (D100-SAN-01)."""
        return min(self.san, self.san_max)

    def shift_san(self, label: str, points: int) -> Program[int]:
        """SAN after a gain or a loss, told as a reason."""
        after = max(0, min(self.san_max, self.now + points))
        yield from step("san", after, "D100-MISS-09", (("san", self.now), (label, points)), (0, self.san_max))
        return after


def san_change(before: int, after: int) -> tuple[Change, ...]:
    """SAN as a sheet keeps it, where it changed."""
    return (Change("san", before, after),) if before != after else ()


class TreatGiven(Patient, frozen=True, kw_only=True):
    """A patient and whoever listens to them."""

    modifier: Modifier
    mods: Mods = ()
    patient: Name = ""


class Treated(Value, frozen=True, kw_only=True):
    """The same one month later."""

    total: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool
    san: int

    def changes(self, given: TreatGiven, options: Options) -> tuple[Change, ...]:
        return san_change(given.san, self.san)


@procedure(
    "treat_madness",
    rules="D100-SKILL-09 D100-MISS-09",
    dice=("d20", "d3"),
    headline=("success", "san"),
)
def treat_madness(given: TreatGiven, options: Options) -> Program[Treated]:
    """A month of care: Psychanalyse gives 1d3 SAN back, and a 1 costs as much."""
    used, _ = modifier_sum(given.modifier, given.mods)
    wanted = yield from watched("total")
    tried = yield from attempt(used, SKILL, wanted | {"natural_one"}, options, purpose="test")
    points = 0
    if tried.success or tried.natural_one:
        face = yield from roll(D3, "d3", purpose="san")
        points = face if tried.success else -face
    after = yield from given.shift_san("die", points)
    return Treated(total=tried.total, natural_one=tried.natural_one, success=tried.success, san=after)


class EndGiven(Value, frozen=True, kw_only=True):
    """A mind at the end of its months."""

    san: Percent


class Ended(Value, frozen=True, kw_only=True):
    """Whether it is cured, or how much longer it takes."""

    cured: bool
    more_months: int


@procedure("end_of_madness", rules="D100-MISS-09", dice=("d100", "d3"), headline=("cured", "more_months"))
def end_of_madness(given: EndGiven, options: Options) -> Program[Ended]:
    """A SAN test at the end of the term; a failure adds 1d3 months."""
    yield from step("target", given.san, "D100-SAN-01")
    cured = yield from roll(D100.map(Under(given.san)), "d100", purpose="san")
    yield from step("cured", cured, "D100-MISS-09")
    months = 0
    if not cured:
        months = yield from roll(D3, "d3", purpose="months")
        yield from step("more_months", months, "D100-MISS-09")
    return Ended(cured=cured, more_months=months)


class RegainGiven(Patient, frozen=True, kw_only=True):
    """A mind at the end of a scenario that was won."""


class Regained(Value, frozen=True, kw_only=True):
    """What victory gave back."""

    regained: int
    san: int

    def changes(self, given: RegainGiven, options: Options) -> tuple[Change, ...]:
        return san_change(given.san, self.san)


@procedure("regain_san", rules="D100-MISS-09", dice=("d6",), headline=("regained",))
def regain_san(given: RegainGiven, options: Options) -> Program[Regained]:
    """1d6 SAN, never above the ceiling; what is told is what was really regained."""
    face = yield from roll(D6, "d6", purpose="san")
    after = yield from given.shift_san("die", face)
    yield from step("regained", after - given.now, "D100-MISS-09")
    return Regained(regained=after - given.now, san=after)
