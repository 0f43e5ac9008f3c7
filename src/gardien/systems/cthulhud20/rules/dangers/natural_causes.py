"""Fire, currents, acid, steam: a natural cause for one round, or one wound that grows (ENV-01, ENV-02, P-ENV-03)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, fold, roll, step, tail
from gardien.core.dice import D10
from gardien.core.given import BadField, known
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.blows import Blow, noted, record, severity_rule, stilled, suffer
from gardien.systems.cthulhud20.bodies import (
    Body,
    StabiliseBlock,
    body_of,
    drain,
    faint,
    faint_fields,
    fallen,
    kill,
    stabilise,
    stabilise_fields,
    stabilise_total,
    tell_victim,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.gravity import NOBODY, check_struck
from gardien.systems.cthulhud20.impacts import DICE, OF_WOUND, SEEN, CauseBlock, bonus_of, impact_on, light, resolve
from gardien.systems.cthulhud20.kinds import WHOLE, Difficulty, MaxDamage, Save, Severity, Shock, Zone
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.scores import save_bonus
from gardien.systems.cthulhud20.severity import CARE_DC, Graded, grade
from gardien.systems.cthulhud20.trials import SAVE, Throw, Tried, attempt, wanted
from gardien.systems.cthulhud20.values import Combatant

CAUSES = pack.keys("dangers", "cause")
CauseKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=CAUSES)]
SAVE_DC = 15  # CD20-P-ENV-04
LONGEST = 100  # rounds of one cause


class HarmGiven(Value, frozen=True, kw_only=True):
    """Somebody, and what harms them: a cause of the list, or its highest damage, which goes before that of the list."""

    victim: Combatant = NOBODY
    cause: CauseKey | None = None
    max_damage: MaxDamage | None = None

    def __post_init__(self) -> None:
        if self.cause is not None:
            known("cause", self.cause, pack.cause)
        elif self.max_damage is None:
            raise BadField("cause", "field/missing", "CD20-ENV-01", allowed="cause | max_damage")

    def most(self) -> int:
        """The highest damage before any save (CD20-P-ENV-03, CD20-P-ENV-04)."""
        if self.max_damage is not None:
            return self.max_damage
        assert self.cause is not None  # one or the other
        return pack.cause(self.cause).most


# ---- one round ----


class CauseGiven(HarmGiven, frozen=True, kw_only=True):
    """A natural cause for one round."""

    save: Literal["none", "fort", "ref", "will"] | None = None
    save_dc: Difficulty = SAVE_DC
    located: bool = False
    zone: Zone = WHOLE
    shock: Shock = "none"

    def __post_init__(self) -> None:
        HarmGiven.__post_init__(self)
        check_struck("zone", self.zone, self.victim)
        if self.located and self.zone != WHOLE:
            raise BadField("zone", "field/not_allowed", "CD20-ENV-01", came=self.zone, allowed=WHOLE)

    def saved_by(self) -> Save | None:
        """The save that halves it: as it was said, or that of the list (CD20-P-ENV-04)."""
        if self.save is not None:
            return None if self.save == "none" else self.save
        return None if self.cause is None else pack.cause(self.cause).save


class Harmed(CauseBlock, frozen=True, kw_only=True):
    """What the cause did; nothing more happens to the dead."""

    refused: Literal["dead"] | UnsetType = UNSET
    save_total: int | UnsetType = UNSET
    save_success: bool | UnsetType = UNSET


@procedure(
    "natural_cause",
    rules="CD20-ENV-01 CD20-P-ENV-03 CD20-P-ENV-04 CD20-LETH-01",
    dice=DICE,
    headline=("severity", "state"),
)
def suffer_cause(given: CauseGiven, options: Options) -> Program[Harmed]:
    """No attack and no CA: the highest damage is a bonus as for a weapon, and a d10 makes it a GB."""
    seen = yield from wanted(*SEEN, "save_total")
    victim, most = given.victim, given.most()
    body = body_of(victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Harmed(refused="dead")
    fields: dict[str, Any] = {}
    save = given.saved_by()
    if save is not None:
        throw = Throw(
            bonus=save_bonus(victim, save),
            dc=given.save_dc,
            save=True,
            rule="CD20-ENV-01",
            labels=SAVE,
            by=victim.name,
            purpose="save",
        )
        tried = yield from attempt(throw, seen)
        fields = {"save_total": tried.total, "save_success": tried.success}
        most = most // 2 if tried.success else most
    yield from step("max_damage", most, "CD20-ENV-01" if save else "CD20-P-ENV-04")
    impact = impact_on(victim, most, given.located, given.zone)
    told = (("max_damage", most), *fields.items())
    return tail(call(resolve, impact, light(body, seen), given.shock, seen, options, Harmed, told))


# ---- several rounds ----

BY_ROUND = ("gb_by_round", "severity_by_round", "pf_loss_by_round", "pv_loss_by_round")


class LastingGiven(HarmGiven, frozen=True, kw_only=True):
    """A cause that lasts: the rounds of this call, and where they stand in the whole of it."""

    rounds: Annotated[int, Meta(ge=1, le=LONGEST)]
    first_round: Annotated[int, Meta(ge=1, le=LONGEST)] = 1
    d10: Annotated[int, Meta(ge=1, le=10)] | None = None
    stops: bool = True

    def __post_init__(self) -> None:
        HarmGiven.__post_init__(self)
        if self.first_round > 1 and self.d10 is None:
            raise BadField("d10", "field/missing", "CD20-ENV-02", allowed="1–10")
        if self.first_round == 1 and self.d10 is not None:
            raise BadField("d10", "field/not_allowed", "CD20-ENV-02", came=self.d10, allowed="—")
        high = LONGEST + 1 - self.first_round
        if self.rounds > high:
            raise BadField("rounds", "field/at_most", "CD20-ENV-02", came=self.rounds, high=high)


class Lasted(StabiliseBlock, frozen=True, kw_only=True):
    """One wound that grew, round by round; nothing more happens to the dead."""

    refused: Literal["dead"] | UnsetType = UNSET
    max_damage: int | UnsetType = UNSET
    bonus: int | UnsetType = UNSET
    step: int | UnsetType = UNSET
    d10: int | UnsetType = UNSET
    gb_by_round: tuple[int, ...] | UnsetType = UNSET
    severity_by_round: tuple[Severity, ...] | UnsetType = UNSET
    pf_loss_by_round: tuple[int, ...] | UnsetType = UNSET
    pv_loss_by_round: tuple[int, ...] | UnsetType = UNSET
    died_in_round: int | UnsetType = UNSET
    fainted_in_round: int | UnsetType = UNSET
    gb: int | UnsetType = UNSET
    severity: Severity | UnsetType = UNSET
    care_dc: int | UnsetType = UNSET

    def changes(self, given: LastingGiven, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.victim, options), self, given.victim.name)


class Cause(Value, frozen=True):
    """What goes on: its bonus, the die of its first round, what somebody looks at."""

    bonus: int
    face: int
    seen: frozenset[str]
    options: Options
    by: str

    def gb(self, number: int) -> int:
        """The GB in a round, counted from the first (CD20-ENV-02)."""
        return self.bonus + self.face + (number - 1) * (self.bonus + 1)

    def graded(self, number: int, body: Body) -> Graded:
        return grade(self.gb(number), WHOLE, body.tables, False, self.options)


class Course(Value, frozen=True, kw_only=True):
    """How it went so far; the rounds one by one only where somebody looks."""

    body: Body
    last: int = 0  # the round that was played last
    pf_taken: int = 0  # what this wound has cost so far
    pv_taken: int = 0
    died_in: int = 0
    fainted_in: int = 0
    tried: Tried | None = None
    rounds: tuple[tuple[int, Severity, int, int], ...] = ()


class Turn(Value, frozen=True):
    """One round of a cause."""

    number: int
    cause: Cause


def told(course: Course, turn: Turn, body: Body, found: Graded, pf: int, pv: int, tried: Tried | None) -> Course:
    """A course one round later."""
    row = (turn.cause.gb(turn.number), found.severity, pf, pv)
    return replace(
        course,
        body=light(body, turn.cause.seen),
        last=turn.number,
        pf_taken=course.pf_taken + pf,
        pv_taken=course.pv_taken + pv,
        died_in=turn.number if body.dead else 0,
        fainted_in=turn.number if tried is not None else course.fainted_in,
        tried=tried or course.tried,
        rounds=(*course.rounds, row) if turn.cause.seen & set(BY_ROUND) else (),
    )


def worsen(course: Course, turn: Turn) -> Program[Course]:
    """One round of the same wound: what the new severity costs beyond what it has cost already (CD20-ENV-02)."""
    cause, body = turn.cause, course.body
    if body.dead:
        return course
    found = cause.graded(turn.number, body)
    yield from step("gb", found.gb, "CD20-ENV-02")
    yield from step("severity", found.severity, severity_rule(found))
    if found.dead_at_once:
        yield from step("died_in_round", turn.number, "CD20-GB-06")
        return told(course, turn, noted(kill(body), WHOLE, found, cause.options), found, body.pf, body.pv, None)
    pf, pv = found.pf_loss - course.pf_taken, found.pv - course.pv_taken
    drained = drain(body, pf, pv, cause.options)
    after, tried = drained.body, None
    if drained.faints:
        tried = yield from faint(body, cause.seen & OF_WOUND, cause.by)
        after = fallen(after, tried.success)
    if after.dead:
        yield from step("died_in_round", turn.number, "CD20-HP-04")
    return told(course, turn, noted(after, WHOLE, found, cause.options), found, pf, pv, tried)


def wound_again(course: Course, turn: Turn) -> Program[Course]:
    """One round as a wound of its own, where the table wants it so (CD20-ENV-02)."""
    cause, body = turn.cause, course.body
    if body.dead:
        return course
    blow = Blow(zone=WHOLE, gb=cause.gb(turn.number))
    struck = yield from apply(suffer, body, blow, cause.options, cause.seen & OF_WOUND, cause.by, "")
    if struck.body.dead:
        yield from step("died_in_round", turn.number, "CD20-HP-04")
    found = cause.graded(turn.number, body)
    return told(course, turn, struck.body, found, struck.pf_loss, struck.pv_loss, struck.fainted)


def close(course: Course, cause: Cause, stops: bool) -> Program[tuple[Body, int | None, bool]]:
    """The wound is put on the list, its clock starts, and it may stabilise; a dead victim burns no longer (ENV-02)."""
    body, found = course.body, cause.graded(course.last, course.body)
    if not (stops or body.dead) or found.severity == "superficial":
        return body, None, False
    wound = record(WHOLE, found, course.pf_taken, course.pv_taken, not body.dead)
    body = replace(body, wounds=(*body.wounds, wound))
    if body.dead or not found.aggravates or not found.pv:
        return body, None, False
    held = yield from stabilise(body, cause.by)
    if held:
        body = replace(body, wounds=stilled(body.wounds, len(body.wounds) - 1, cause.options))
    return body, stabilise_total(body), held


@procedure(
    "lasting_cause",
    rules="CD20-ENV-02 CD20-ENV-01 CD20-HP-05 CD20-P-ENV-03 CD20-P-ENV-04",
    dice=DICE,
    headline=("severity", "state"),
)
def suffer_lasting(given: LastingGiven, options: Options) -> Program[Lasted]:
    """One wound that grows: the d10 of the first round, then the bonus and one more in each that follows."""
    seen = yield from wanted(*SEEN, *BY_ROUND)
    body = body_of(given.victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Lasted(refused="dead")
    most = given.most()
    bonus = bonus_of(most)
    yield from step("max_damage", most, "CD20-P-ENV-03")
    yield from step("bonus", bonus, "CD20-LETH-01")
    yield from step("step", bonus + 1, "CD20-ENV-02", (("bonus", bonus), ("base", 1)))
    face = given.d10
    if face is None:
        face = yield from roll(D10, "d10", given.victim.name, "cause")
    yield from step("d10", face, "CD20-ENV-02")
    cause = Cause(bonus, face, seen, options, given.victim.name)
    return tail(call(run_course, cause, light(body, seen), given.first_round, given.rounds, given.stops, most))


def run_course(cause: Cause, body: Body, first: int, rounds: int, stops: bool, most: int) -> Program[Lasted]:
    """All rounds of a call, and what is left of the victim."""
    seen, options = cause.seen, cause.options
    apart = options.environment_wound_each_round
    start = Course(body=body)
    if first > 1 and not apart:  # what it cost before this call
        before = cause.graded(first - 1, body)
        start = replace(start, pf_taken=before.pf_loss, pv_taken=before.pv)
    turns = [Turn(number, cause) for number in range(first, first + rounds)]
    course = yield from fold(wound_again if apart else worsen, start, turns)
    after, total, held = course.body, None, False
    if not apart:  # where each round is a wound, all this was told with it
        after, total, held = yield from close(course, cause, stops)
        yield from tell_victim(body, after, "CD20-ENV-02")
    found = cause.graded(course.last, body)
    open_wound = found.aggravates and not after.dead
    if open_wound:
        yield from step("care_dc", found.care_dc, "CD20-BLEED-02", (("base", CARE_DC), ("gb", found.gb)))
    columns: dict[str, Any] = dict(zip(BY_ROUND, zip(*course.rounds, strict=True), strict=False))
    return Lasted(
        max_damage=most,
        bonus=cause.bonus,
        step=cause.bonus + 1,
        d10=cause.face if "d10" in seen else UNSET,
        died_in_round=course.died_in or UNSET,
        fainted_in_round=course.fainted_in or UNSET,
        gb=found.gb if "gb" in seen else UNSET,
        severity=found.severity,
        care_dc=found.care_dc if open_wound and "care_dc" in seen else UNSET,
        **{name: column for name, column in columns.items() if name in seen},
        **faint_fields(course.tried),
        **stabilise_fields(total, held),
        **victim_fields(after, seen),
    )
