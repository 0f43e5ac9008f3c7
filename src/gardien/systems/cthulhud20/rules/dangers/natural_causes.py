"""Fire, currents, acid, steam: a natural cause for one round, or one wound that grows (ENV-01, ENV-02, P-ENV-03)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, fold, roll, step, tail, watched
from gardien.core.dice import D10
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant
from gardien.systems.cthulhud20.rules.dangers.impact import (
    DICE,
    OF_WOUND,
    WATCHABLE,
    CauseBlock,
    bonus_of,
    impact_on,
    light,
    resolve,
)
from gardien.systems.cthulhud20.rules.fight.attack_roll import check_struck
from gardien.systems.cthulhud20.rules.fight.attack_severity import CARE_DC, WoundGrade, grade_of
from gardien.systems.cthulhud20.rules.fight.attack_wound import (
    Blow,
    after_stabilising,
    record,
    severity_rule,
    suffer,
    with_part_effects,
)
from gardien.systems.cthulhud20.rules.person import (
    Body,
    StabiliseBlock,
    after_faint_save,
    body_of,
    drain,
    explain_victim,
    faint,
    faint_fields,
    kill,
    stabilise,
    stabilise_fields,
    stabilise_total,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.rules.tests.d20 import SAVE, Throw, ThrowResult, attempt
from gardien.systems.cthulhud20.rules.tests.modifiers import save_bonus
from gardien.systems.cthulhud20.vocabulary import WHOLE, Difficulty, MaxDamage, Save, Severity, Shock, Zone

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
            check_key("cause", self.cause, pack.cause)
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
    wanted = yield from watched(*WATCHABLE, "save_total")
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
        tried = yield from attempt(throw, wanted)
        fields = {"save_total": tried.total, "save_success": tried.success}
        most = most // 2 if tried.success else most
    yield from step("max_damage", most, "CD20-ENV-01" if save else "CD20-P-ENV-04")
    impact = impact_on(victim, most, given.located, given.zone)
    more = (("max_damage", most), *fields.items())
    return tail(call(resolve, impact, light(body, wanted), given.shock, wanted, options, Harmed, more))


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
            raise BadField("d10", "field/not_allowed", "CD20-ENV-02", came=self.d10, allowed="")
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
    wanted: frozenset[str]
    options: Options
    by: str

    def gb(self, number: int) -> int:
        """The GB in a round, counted from the first (CD20-ENV-02)."""
        return self.bonus + self.face + (number - 1) * (self.bonus + 1)

    def grade_in_round(self, number: int, body: Body) -> WoundGrade:
        return grade_of(self.gb(number), WHOLE, body.tables, False, self.options)


class Course(Value, frozen=True, kw_only=True):
    """How it went so far; the rounds one by one only where somebody looks."""

    body: Body
    last: int = 0  # the round that was played last
    pf_taken: int = 0  # what this wound has cost so far
    pv_taken: int = 0
    died_in: int = 0
    fainted_in: int = 0
    tried: ThrowResult | None = None
    rounds: tuple[tuple[int, Severity, int, int], ...] = ()


class Turn(Value, frozen=True):
    """One round of a cause."""

    number: int
    cause: Cause


def after_round(
    course: Course, turn: Turn, body: Body, grade: WoundGrade, pf: int, pv: int, tried: ThrowResult | None
) -> Course:
    """A course one round later."""
    row = (turn.cause.gb(turn.number), grade.severity, pf, pv)
    return replace(
        course,
        body=light(body, turn.cause.wanted),
        last=turn.number,
        pf_taken=course.pf_taken + pf,
        pv_taken=course.pv_taken + pv,
        died_in=turn.number if body.dead else 0,
        fainted_in=turn.number if tried is not None else course.fainted_in,
        tried=tried or course.tried,
        rounds=(*course.rounds, row) if turn.cause.wanted & set(BY_ROUND) else (),
    )


def worsen(course: Course, turn: Turn) -> Program[Course]:
    """One round of the same wound: what the new severity costs beyond what it has cost already (CD20-ENV-02)."""
    cause, body = turn.cause, course.body
    if body.dead:
        return course
    grade = cause.grade_in_round(turn.number, body)
    yield from step("gb", grade.gb, "CD20-ENV-02")
    yield from step("severity", grade.severity, severity_rule(grade))
    if grade.dead_at_once:
        yield from step("died_in_round", turn.number, "CD20-GB-06")
        killed = with_part_effects(kill(body), WHOLE, grade, cause.options)
        return after_round(course, turn, killed, grade, max(0, body.pf), body.pv, None)
    pf, pv = grade.pf_loss - course.pf_taken, grade.pv - course.pv_taken
    drained = drain(body, pf, pv, cause.options)
    after, tried = drained.body, None
    if drained.faints:
        tried = yield from faint(body, cause.wanted & OF_WOUND, cause.by)
        after = after_faint_save(after, tried.success)
    if after.dead:
        yield from step("died_in_round", turn.number, "CD20-HP-04")
    return after_round(course, turn, with_part_effects(after, WHOLE, grade, cause.options), grade, pf, pv, tried)


def wound_again(course: Course, turn: Turn) -> Program[Course]:
    """One round as a wound of its own, where the table wants it so (CD20-ENV-02)."""
    cause, body = turn.cause, course.body
    if body.dead:
        return course
    blow = Blow(zone=WHOLE, gb=cause.gb(turn.number))
    struck = yield from apply(suffer, body, blow, cause.options, cause.wanted & OF_WOUND, cause.by, "")
    if struck.body.dead:
        yield from step("died_in_round", turn.number, "CD20-HP-04")
    grade = cause.grade_in_round(turn.number, body)
    return after_round(course, turn, struck.body, grade, struck.pf_loss, struck.pv_loss, struck.fainted)


def close(course: Course, cause: Cause, stops: bool) -> Program[tuple[Body, int | None, bool]]:
    """The wound is put on the list, its clock starts, and it may stabilise; a dead victim burns no longer (ENV-02)."""
    body, grade = course.body, cause.grade_in_round(course.last, course.body)
    if not (stops or body.dead) or grade.severity == "superficial":
        return body, None, False
    wound = record(WHOLE, grade, course.pf_taken, course.pv_taken, not body.dead)
    body = replace(body, wounds=(*body.wounds, wound))
    if body.dead or not grade.aggravates or not grade.pv:
        return body, None, False
    held = yield from stabilise(body, cause.by)
    if held:
        body = replace(body, wounds=after_stabilising(body.wounds, len(body.wounds) - 1, cause.options))
    return body, stabilise_total(body), held


@procedure(
    "lasting_cause",
    rules="CD20-ENV-02 CD20-ENV-01 CD20-HP-05 CD20-P-ENV-03 CD20-P-ENV-04",
    dice=DICE,
    headline=("severity", "state"),
)
def suffer_lasting(given: LastingGiven, options: Options) -> Program[Lasted]:
    """One wound that grows: the d10 of the first round, then the bonus and one more in each that follows."""
    wanted = yield from watched(*WATCHABLE, *BY_ROUND)
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
    cause = Cause(bonus, face, wanted, options, given.victim.name)
    return tail(call(run_course, cause, light(body, wanted), given.first_round, given.rounds, given.stops, most))


def run_course(cause: Cause, body: Body, first: int, rounds: int, stops: bool, most: int) -> Program[Lasted]:
    """All rounds of a call, and what is left of the victim."""
    wanted, options = cause.wanted, cause.options
    apart = options.environment_wound_each_round
    start = Course(body=body)
    if first > 1 and not apart:  # what it cost before this call
        before = cause.grade_in_round(first - 1, body)
        start = replace(start, pf_taken=before.pf_loss, pv_taken=before.pv)
    turns = [Turn(number, cause) for number in range(first, first + rounds)]
    course = yield from fold(wound_again if apart else worsen, start, turns)
    after, total, held = course.body, None, False
    if not apart:  # where each round is a wound, all this was told with it
        after, total, held = yield from close(course, cause, stops)
        yield from explain_victim(body, after, "CD20-ENV-02")
    grade = cause.grade_in_round(course.last, body)
    open_wound = grade.aggravates and not after.dead
    if open_wound:
        yield from step("care_dc", grade.care_dc, "CD20-BLEED-02", (("base", CARE_DC), ("gb", grade.gb)))
    columns: dict[str, Any] = dict(zip(BY_ROUND, zip(*course.rounds, strict=True), strict=False))
    return Lasted(
        max_damage=most,
        bonus=cause.bonus,
        step=cause.bonus + 1,
        d10=cause.face if "d10" in wanted else UNSET,
        died_in_round=course.died_in or UNSET,
        fainted_in_round=course.fainted_in or UNSET,
        gb=grade.gb if "gb" in wanted else UNSET,
        severity=grade.severity,
        care_dc=grade.care_dc if open_wound and "care_dc" in wanted else UNSET,
        **{name: column for name, column in columns.items() if name in wanted},
        **faint_fields(course.tried),
        **stabilise_fields(total, held),
        **victim_fields(after, wanted),
    )
