"""Time that passes for one body: wounds that aggravate, stabilise or kill; hours and days of rest (BLEED, HP-06)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Done, Program, call, repeat, step, tail, watched
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.body.care import PV_A_DAY, PV_IN_BED, SLIGHT, needs_surgery, with_usable_parts
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant, Wound, ceiling
from gardien.systems.cthulhud20.rules.fight.attack_wound import after_stabilising
from gardien.systems.cthulhud20.rules.person import (
    Body,
    VictimBlock,
    after_faint_save,
    body_of,
    drain,
    explain_victim,
    faint,
    faint_fields,
    recover,
    stabilise,
    stabilise_chance,
    stabilise_total,
    victim_changes,
    victim_fields,
    worst,
)
from gardien.systems.cthulhud20.rules.tests.d20 import NOTHING
from gardien.systems.cthulhud20.vocabulary import Rounds, State

MINUTE, HOUR, DAY = 10, 600, 14_400  # rounds of six seconds (CD20-BLEED-04, CD20-HP-06)
LOSS = 1  # PF and PV, each time (CD20-BLEED-04)
OF_FAINT = frozenset({"faint_save_total"})

Minutes: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Hours: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Days: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]


class LapseGiven(Value, frozen=True, kw_only=True):
    """Somebody, and how long it lasts: the four amounts add up."""

    victim: Combatant = NOBODY
    rounds: Rounds = 0
    minutes: Minutes = 0
    hours: Hours = 0
    days: Days = 0
    resting: bool = False
    rested_rounds: Rounds = 0
    bed_care: bool = False

    def span(self) -> int:
        """All of it in rounds."""
        return self.rounds + MINUTE * self.minutes + HOUR * self.hours + DAY * self.days


class Tick(Value, frozen=True, kw_only=True):
    """One loss that an open wound costs."""

    wound: int
    at_round: int
    pv: int
    pf: int
    state: State
    faint_save_needed: bool
    faint_save_total: int | UnsetType = UNSET
    faint_save_success: bool | UnsetType = UNSET
    stabilise_total: int | UnsetType = UNSET
    stabilise_chance: str | UnsetType = UNSET
    stabilised: bool | UnsetType = UNSET


class Lapsed(VictimBlock, frozen=True, kw_only=True):
    """What the time did."""

    refused: Literal["dead"] | UnsetType = UNSET
    ticks: tuple[Tick, ...] | UnsetType = UNSET
    ticks_count: int | UnsetType = UNSET
    rounds_passed: int | UnsetType = UNSET
    pv_recovered: int | UnsetType = UNSET
    pf_recovered: int | UnsetType = UNSET
    rested_rounds: int | UnsetType = UNSET
    bleeding: bool | UnsetType = UNSET
    next_tick_in_rounds: int | UnsetType = UNSET

    def changes(self, given: LapseGiven, options: Options) -> tuple[Change, ...]:
        who = given.victim.name
        body = victim_changes(body_of(given.victim, options), self, who)
        if self.rested_rounds is UNSET or self.rested_rounds == given.rested_rounds:
            return body
        return (*body, Change("rested_rounds", given.rested_rounds, self.rested_rounds, who))


# ---- wounds that aggravate ----


class Lapse(Value, frozen=True, kw_only=True):
    """A body on its way through time; `ticks` only where somebody looks."""

    body: Body
    left: int  # rounds still to pass
    passed: int = 0
    count: int = 0
    ticks: tuple[Tick, ...] = ()


def interval(body: Body, at: int) -> int:
    """Rounds between two losses of a wound (CD20-BLEED-04)."""
    return pack.interval(body.tables, body.wounds[at].severity)


def without_false_bleeding(body: Body) -> Body:
    """The body with no wound said to bleed that cannot: superficial, light, or of a being that has no blood to lose."""
    kept = tuple(
        replace(wound, bleeding=False, next_tick_in_rounds=0)
        if wound.bleeding and not pack.interval(body.tables, wound.severity)
        else wound
        for wound in body.wounds
    )
    return replace(body, wounds=kept)


def ticking(body: Body, options: Options) -> tuple[int, ...]:
    """The wounds whose clocks run: all that bleed, oldest first, or the worst alone (CD20-BLEED-05)."""
    if options.worst_wound_only:
        at_worst = worst(body.wounds)
        return () if at_worst is None else (at_worst,)
    return tuple(at for at, wound in enumerate(body.wounds) if wound.bleeding)


def next_tick(body: Body, options: Options) -> int | None:
    """The wound that costs something next; of several at the same instant the oldest (CD20-BLEED-05)."""
    return min(ticking(body, options), key=lambda at: body.wounds[at].next_tick_in_rounds, default=None)


def after_rounds(body: Body, rounds: int, options: Options) -> Body:
    """The body some rounds later: clocks that run come nearer."""
    if not rounds:
        return body
    running = ticking(body, options)
    kept = tuple(
        replace(wound, next_tick_in_rounds=wound.next_tick_in_rounds - rounds) if at in running else wound
        for at, wound in enumerate(body.wounds)
    )
    return replace(body, wounds=kept)


def after_losses_let_pass(body: Body, rounds: int, options: Options) -> Body:
    """The body some rounds later, where their losses were let pass: the clocks kept their beat (CD20-BLEED-04)."""
    running = ticking(body, options)

    def left(at: int, wound: Wound) -> int:
        late = rounds - wound.next_tick_in_rounds
        return -late if late < 0 else interval(body, at) - late % interval(body, at)

    kept = tuple(
        replace(wound, next_tick_in_rounds=left(at, wound)) if at in running else wound
        for at, wound in enumerate(body.wounds)
    )
    return replace(body, wounds=kept)


def cost(body: Body, at: int) -> Body:
    """The wound with what it has just cost, and its clock set again (CD20-BLEED-04)."""
    wound = body.wounds[at]
    after = replace(
        wound,
        pf_loss=wound.pf_loss + LOSS,
        pv_loss=wound.pv_loss + LOSS,
        next_tick_in_rounds=interval(body, at),
    )
    return replace(body, wounds=(*body.wounds[:at], after, *body.wounds[at + 1 :]))


def lean(body: Body, wanted: frozenset[str]) -> Body:
    """The body without what nobody looks at: what its wounds have cost, and which of them stopped first."""
    if wanted:
        return body
    wounds = [replace(wound, pf_loss=0, pv_loss=0) for wound in body.wounds]
    stopped = sorted((wound for wound in wounds if not wound.bleeding), key=_by_look)
    return replace(body, wounds=(*(wound for wound in wounds if wound.bleeding), *stopped))


def _by_look(wound: Wound) -> tuple[str, int, bool, bool]:
    return wound.zone, wound.gb, wound.treated, wound.stabilised


class Course(Value, frozen=True):
    """What does not change on the way: house rules, whose dice, what somebody looks at."""

    options: Options
    by: str
    wanted: frozenset[str]


class Stretch(Value, frozen=True):
    """Where somebody is, and under which rules."""

    lapse: Lapse
    course: Course


def bleed(stretch: Stretch) -> Program[Stretch | Done[Lapse]]:
    """Until the next loss: one PF, one PV, perhaps senses or life, perhaps the end of it (CD20-BLEED-03, -04)."""
    lapse, course = stretch.lapse, stretch.course
    options = course.options
    at = next_tick(lapse.body, options)
    if at is None or (wait := lapse.body.wounds[at].next_tick_in_rounds) > lapse.left:
        return Done(lapse)
    passed = lapse.passed + wait
    before = cost(after_rounds(lapse.body, wait, options), at)
    drained = drain(before, LOSS, LOSS, options)
    after, tried = drained.body, None
    if drained.faints:
        tried = yield from faint(before, OF_FAINT if "ticks" in course.wanted else NOTHING, course.by)
        after = after_faint_save(after, tried.success)
    yield from explain_victim(before, after, "CD20-BLEED-04")
    rolled: dict[str, Any] = {}
    if not after.dead:
        total = stabilise_total(after)
        held = yield from stabilise(after, course.by)
        rolled = {"stabilise_total": total, "stabilise_chance": str(stabilise_chance(total)), "stabilised": held}
        if held:
            after = replace(after, wounds=after_stabilising(after.wounds, at, options))
    ticks = lapse.ticks
    if "ticks" in course.wanted:
        block = {**faint_fields(tried), **rolled}
        ticks = (*ticks, Tick(wound=at, at_round=passed, pv=after.pv, pf=after.pf, state=after.state, **block))
    later = Lapse(
        body=lean(after, course.wanted), left=lapse.left - wait, passed=passed, count=lapse.count + 1, ticks=ticks
    )
    return Done(later) if after.dead else Stretch(later, course)


# ---- rest ----


def is_cared_for(wounds: tuple[Wound, ...], options: Options) -> bool:
    """Whether PV come back: nothing worse than light is left untreated, or one is treated where that is enough."""
    if options.heal_per_wound and any(wound.treated for wound in wounds):
        return True
    return all(wound.treated or wound.severity in SLIGHT for wound in wounds)


def is_healed(wound: Wound, body: Body) -> bool:
    """Whether a wound is no longer worth a line once all PV are back (CD20-HP-06)."""
    return wound.severity in SLIGHT or (wound.treated and not needs_surgery(wound, body))


def after_healing(body: Body) -> Body:
    """At the end of a day with all PV: wounds are erased, parts serve again, what is lost stays lost (CD20-HP-06)."""
    if body.pv < body.pv_max:
        return body
    body = with_usable_parts(body)
    return replace(body, wounds=tuple(wound for wound in body.wounds if not is_healed(wound, body)))


def a_day_better(body: Body, gained: int, options: Options) -> Body:
    """One full day of rest: PV if somebody cared for the wounds, then what is healed is gone (CD20-HP-06)."""
    return after_healing(recover(body, pv=gained) if is_cared_for(body.wounds, options) else body)


def after_rest(body: Body, before: int, rounds: int, gained: int, options: Options) -> Body:
    """A body after so many rounds of rest, `before` of them earlier: each full hour a PF, each full day PV.

    When an hour and a day end together the PV come first, and lift the ceiling of the PF (CD20-HP-06, CD20-HP-07).
    """
    now, end = before, before + rounds
    while True:
        full = body.pf >= min(body.pf_max, ceiling(body.pv))
        now = (now // DAY + 1) * DAY if full else (now // HOUR + 1) * HOUR
        if now > end:
            return body
        if now % DAY == 0:
            better = a_day_better(body, gained, options)
            if better == body and full:  # nothing is left that rest could change
                return body
            body = better
        body = recover(body, pf=1)


# ---- the procedure ----


@procedure(
    "advance_time",
    rules="""CD20-BLEED-01 CD20-BLEED-03 CD20-BLEED-04 CD20-BLEED-05 CD20-HP-04 CD20-HP-05 CD20-HP-06 CD20-HP-07
    CD20-P-HEAL-02""",
    dice=("d20", "d100"),
    headline=("ticks_count", "state"),
)
def advance_time(given: LapseGiven, options: Options) -> Program[Lapsed]:
    """Open wounds cost a PF and a PV at each interval until they stop or kill; rest gives back what it can."""
    wanted = yield from watched("ticks", "wounds")
    victim = given.victim
    body = without_false_bleeding(body_of(victim, options))
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Lapsed(refused="dead")
    start = Stretch(Lapse(body=lean(body, wanted), left=given.span()), Course(options, victim.name, wanted))
    rest = Rest(
        resting=given.resting,
        before=given.rested_rounds if not body.bleeding else 0,
        gained=PV_IN_BED if given.bed_care and options.long_term_care else PV_A_DAY,
    )
    return tail(call(live_through, start, rest))


class Rest(Value, frozen=True, kw_only=True):
    """Whether the time is rest, how much came before it, and what a day gives."""

    resting: bool
    before: int
    gained: int


def live_through(start: Stretch, rest: Rest) -> Program[Lapsed]:
    """Losses first, then rest from the moment when nothing bleeds any more (CD20-HP-06)."""
    lapse = yield from repeat(bleed, start)
    options, wanted = start.course.options, start.course.wanted
    body, quiet = lapse.body, 0
    if not body.dead:
        body = after_rounds(body, lapse.left, options)
        if rest.resting and not body.bleeding:
            quiet = rest.before + lapse.left
            body = after_rest(body, rest.before, lapse.left, rest.gained, options)
    yield from explain_rest(lapse.body, body)
    yield from step("ticks_count", lapse.count, "CD20-BLEED-04")
    waiting = next_tick(body, options) if not body.dead else None
    upcoming: int | UnsetType = UNSET
    if waiting is not None:
        upcoming = body.wounds[waiting].next_tick_in_rounds
        yield from step("next_tick_in_rounds", upcoming, "CD20-BLEED-04")
    return Lapsed(
        ticks=lapse.ticks if "ticks" in wanted else UNSET,
        ticks_count=lapse.count,
        rounds_passed=lapse.passed if body.dead else lapse.passed + lapse.left,
        pv_recovered=body.pv - lapse.body.pv,
        pf_recovered=body.pf - lapse.body.pf,
        rested_rounds=quiet,
        bleeding=body.bleeding,
        next_tick_in_rounds=upcoming,
        **victim_fields(body, wanted),
    )


def explain_rest(before: Body, after: Body) -> Program[None]:
    """What came back, where something did (CD20-HP-06)."""
    if after.pv != before.pv:
        yield from step("pv_recovered", after.pv - before.pv, "CD20-HP-06")
    if after.pf != before.pf:
        yield from step("pf_recovered", after.pf - before.pf, "CD20-HP-06")
    yield from explain_victim(before, after, "CD20-HP-06")
