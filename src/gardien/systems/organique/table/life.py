"""What time does to people: what lasts, mornings, days without; bodies by the turn (M19, AFT, DRUG, DIS, POI, END).

What asks for no die simply happens; what does waits until somebody throws, and life waits with it. What the game master
lets pass is over as if it had not been, and goes on by its own clock (SYM-01).
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from gardien.core.fighting import Content
from gardien.core.life import FIGHT, Answer, Happening, Law, Life, Minutes, Moment, Stretch, woven
from gardien.core.scene import TALLY, Being, over
from gardien.systems.organique import pack
from gardien.systems.organique.rules.body.endurance import weariness
from gardien.systems.organique.rules.body.healing import after_morning
from gardien.systems.organique.rules.person import with_changes
from gardien.systems.organique.rules.substances.courses import is_dependent, later
from gardien.systems.organique.rules.substances.drugs import KINDS
from gardien.systems.organique.rules.substances.poisons import advance_doses
from gardien.systems.organique.rules.substances.timed_effects import (
    DAY,
    HOUR,
    MORNING,
    Due,
    Lasting,
    falling,
    habit,
    immunity,
)
from gardien.systems.organique.sheet.parts import Habit
from gardien.systems.organique.sheet.recompute import BLOOD_DAYS, MONTH, NIGHT, TIRED
from gardien.systems.organique.table import ailments, consequences, time_passing
from gardien.systems.organique.table.drug_use import drug_in, habits
from gardien.systems.organique.table.fighter import IN_PACK, body_fields, lasting_of, lists, person
from gardien.systems.organique.table.intrusions import AHEAD
from gardien.systems.organique.vocabulary import CODES, TURNS_PER_MINUTE

UNTREATED = Answer(0, "sans traitement", "untreated")
UP, IN_BED = 1, 2  # a morning that has come, and how it was waited for
MORNINGS = "morning"  # a count
ROUND_SECONDS = 5  # ORG-TURN-01


# ---- what lasts ----


def _next_lasting(stretch: Stretch) -> Moment | None:
    """A test whose hour has come, or what is over, by the minute or by the turn (ORG-DRUG, ORG-DIS, ORG-SYM-01)."""
    being, now = stretch.being, stretch.now
    kept = lasting_of(being) if time_passing.lives(being) else ()
    turns = min((one.turns_left for one in kept if one.turns_left), default=None)
    by_turns = None if turns is None else Moment(turns * time_passing.TURN, Happening())
    # a fight does not move the clock
    until = int(now if being.scene.activity == FIGHT else now + stretch.minutes)
    events = falling(kept, int(now), until)
    event = min(events, key=lambda one: (one.minute, bool(one.procedure)), default=None)  # what ends, ends first
    if event is None or (by_turns and by_turns.after < event.minute - now):
        return by_turns
    wait = max(0, event.minute - now)
    if not event.procedure:
        return time_passing.at_once(wait, lambda: ailments.ended(being, event.held))
    return Moment(wait, Happening(event.procedure, _inputs(being, event), questions=_asks(event), about=_about(event)))


def _lasting_passes(stretch: Stretch) -> dict[str, Any]:
    """What is counted in turns, some turns later."""
    being, turns = stretch.being, time_passing.turns_in(stretch.minutes)
    kept = lasting_of(being)
    over = [one for one in kept if one.turns_left and one.turns_left <= turns]
    later = [one.after_turns(turns) for one in kept if one not in over]
    if not time_passing.lives(being) or (not over and later == list(kept)):
        return {}
    return {**ailments.ended(being, tuple(over)), "lasting": lists(later)}


def _inputs(being: Being, one: Due) -> dict[str, Any]:
    """A test with what the sheet knows of it: which drug, whether it is at hand, what was overcome before."""
    lasting, asked = one.held[0], dict(one.inputs)
    if one.procedure == "withdrawal_test":
        at_hand = any(use.drug == lasting.key and use.held for use in habits(being))
        return {**asked, "mods": {lasting.key: 0}, **({"holds_drug": True} if at_hand else {})}
    if one.procedure == "disease_progress":
        del asked["treatment"]  # the sheet has it, and it may still be begun or given up
        immune = immunity(being.get("overcome") or (), lasting.key)
        return {**asked, **({"immunity": immune} if immune else {})}
    return asked


def _about(event: Due) -> tuple[str, str]:
    """What a test is about, where a table of the pack has it (M11)."""
    one = event.held[0]
    row: Any = IN_PACK[one.kind](one.key) if one.kind in IN_PACK else None
    return (row.fr, row.en) if row else ("", "")


def _asks(one: Due) -> dict[str, tuple[Answer, ...]]:
    """A disease may be treated as long as it lasts, by what stands in its table (ORG-DIS-03, M12)."""
    if one.procedure != "disease_progress":
        return {}
    remedies = pack.disease(one.held[0].key).remedies
    ways = (UNTREATED, *(Answer(row.bonus, f"{row.fr} +{row.bonus}", f"{row.en} +{row.bonus}") for row in remedies))
    return {"treatment": tuple(sorted(ways, key=lambda way: way.value != one.held[0].count))} if remedies else {}


def arrives(sheet: Content, clock: int) -> dict[str, Any]:
    """What somebody brings along counts from when they come, unless its hour is still to come (ORG-DRUG-04)."""
    kept = lasting_of(sheet)
    return {"lasting": lists([_from_now(one, clock) for one in kept])} if kept else {}


def _from_now(one: Lasting, clock: int) -> Lasting:
    hours = [hour for hour in (one.next, one.until) if hour is not None]
    if not hours or min(hours) > clock:
        return one
    later = {name: hour + clock - one.since for name in ("next", "until") if (hour := getattr(one, name)) is not None}
    return replace(one, since=clock, **later)


# ---- mornings at six ----


def _next_morning(stretch: Stretch) -> Moment | None:
    """Six o’clock: healing, the day after a collapse (M17, M19, ORG-END-10)."""
    being = stretch.being
    if not time_passing.lives(being):
        return None
    if came := being.tally.get(MORNINGS):
        # if the game master said no other
        change = weariness(person(being), int(being.get("collapses") or 0))
        fields = {**consequences.weary_fields(being, change), TALLY: {MORNINGS: None}}
        return Moment(0, Happening(fields=over(_healed(being, came == IN_BED), fields)))
    if being.scene.activity == FIGHT or not _awaits_morning(being):
        return None
    return Moment(_first_morning(stretch.now) - stretch.now, Happening())


def _first_morning(after: Minutes) -> Minutes:
    return ((after - MORNING) // DAY + 1) * DAY + MORNING


def _morning_comes(stretch: Stretch) -> dict[str, Any]:
    being, then = stretch.being, stretch.now + stretch.minutes
    if (
        being.scene.activity == FIGHT
        or then % DAY != MORNING
        or not time_passing.lives(being)
        or not _awaits_morning(being)
    ):
        return {}
    resting = being.scene.activity == "care" or (being.get("in_bed") and being.scene.activity not in time_passing.BUSY)
    return {TALLY: {MORNINGS: IN_BED if resting else UP}}


def _awaits_morning(being: Being) -> bool:
    hurt = any((being.get(name) or 0) < being[name.upper()] for name in ("sng", "cps", "inc"))
    return bool(hurt or being.get("wounds") or being.get("collapses"))


def _healed(being: Being, in_bed: bool) -> dict[str, Any]:
    """What a morning gives back (M17)."""
    days = being.tally.get(BLOOD_DAYS, 0)
    healed, left = after_morning(person(being), in_bed, ailments.is_infected(being), days)
    return {**body_fields(being, healed), TALLY: {BLOOD_DAYS: left}}


# ---- the doses of a day ----


def _next_check(stretch: Stretch) -> Moment | None:
    """The morning after a dose asks whether somebody depends on it (ORG-DRUG-03)."""
    being, now = stretch.being, stretch.now
    checks = [(_check_hour(use, now), use) for use in habits(being) if use.unchecked and time_passing.lives(being)]
    hour, use = min(checks, key=lambda one: one[0], default=(0, None))
    if use is None or (being.scene.activity == FIGHT and hour > now):
        return None
    given, row = dependency_inputs(being, use), pack.drug(use.drug)
    if not any(way in given and f"already_{way}" not in given for way in KINDS):  # nothing to throw for
        return time_passing.at_once(max(0, hour - now), lambda: _checked(being, use.drug))
    return Moment(max(0, hour - now), Happening("dependency_check", given, about=(row.fr, row.en)))


def _check_hour(use: Habit, now: Minutes) -> Minutes:
    """The first morning after the first dose that is still to be answered for; the next one where it has no hour."""
    return _first_morning(use.taken[-use.unchecked :][0]) if use.taken else now + (MORNING - now) % DAY


def _checked(being: Being, drug: str) -> dict[str, Any]:
    return {"habits": lists(replace(one, unchecked=0) if one.drug == drug else one for one in habits(being))}


def dependency_inputs(sheet: Content, use: Habit) -> dict[str, Any]:
    """The saves of a day of use, with what the drug and the sheet say (ORG-DRUG-03)."""
    row = pack.drug(use.drug)
    ways: dict[str, Any] = {name: getattr(row, name) for name in KINDS if getattr(row, name) is not None}
    already = {f"already_{name}": True for name in ways if is_dependent(lasting_of(sheet), use.drug, name)}
    return {**ways, **already, "doses_24h": max(1, use.unchecked), "mods": {use.drug: 0}}


# ---- days without, days with again ----


def _without(field: str, procedure: str) -> Law:
    """Full days since somebody goes without (ORG-DMG-10, ORG-DMG-16)."""

    def next_day(stretch: Stretch) -> Moment | None:
        being = stretch.being
        since = being.get(field)
        if since is None or not time_passing.lives(being):
            return None
        then = since + DAY * (being.tally.get(procedure, 0) + 1)
        return Moment(max(0, then - stretch.now), Happening(procedure, {"days": 1}))

    return Law(next_day)


def _weathered(field: str, procedure: str) -> Law:
    """Every hour in great cold or heat, since it began (ORG-DMG-02, ORG-DMG-09)."""
    hour = HOUR * TURNS_PER_MINUTE
    return time_passing.counted(
        procedure,
        lambda being: hour if being.get(field) else 0,
        lambda being: Happening(procedure, {"difficulty": being[field], "hours": 1}),
    )


def _eats(being: Being) -> int:
    fed = being.get("days_hungry") and being.get("no_food_since") is None
    return DAY * TURNS_PER_MINUTE if fed else 0


def _next_night(stretch: Stretch) -> Moment | None:
    """A night without sleep more: read from how somebody was before the first of them (ORG-DMG-14)."""
    being = stretch.being
    since, nights = being.get("awake_since"), int(being.get("nights_awake") or 0)
    if since is None or not time_passing.lives(being):
        return None
    rested = with_changes(person(being), dict.fromkeys(TIRED, NIGHT * nights))
    back = {"changes": {code: one for code, one in zip(CODES, rested.body.changes, strict=True) if one}}
    reserve = {"end_now": rested.body.end} if (being.get("end_now") or 0) > 0 else {}
    given = {"hours": 24 * (nights + 1), "character": {**time_passing.SELF, **back, **reserve}}
    return Moment(max(0, since + DAY * (nights + 1) - stretch.now), Happening("sleeplessness", given))


def _next_month(stretch: Stretch) -> Moment | None:
    """What a month of doses, or without any, makes of the tolerance (ORG-DRUG-01)."""
    being = stretch.being
    months = (
        [use.month + MONTH for use in habits(being) if use.taken or use.tolerance] if time_passing.lives(being) else []
    )
    if not months:
        return None
    wait = max(0, min(months) - stretch.now)
    return time_passing.at_once(
        wait, lambda: {"habits": lists(_used_to(use, int(stretch.now)) for use in habits(being))}
    )


def _used_to(use: Habit, now: int) -> Habit:
    if not (use.taken or use.tolerance) or now < use.month + MONTH:
        return use
    end = use.month + MONTH
    doses = sum(use.month <= one < end for one in use.taken)
    later_ones = tuple(one for one in use.taken if one >= end)
    return replace(use, tolerance=habit(use.tolerance, doses), taken=later_ones, month=end)


# ---- what is let pass ----


def _let_pass(being: Being, what: Happening) -> dict[str, Any]:
    """What is written where a test is not made."""
    given = what.given
    match what.procedure:
        case "disease_progress":
            return _lasting_with(being, "disease", given["disease"], later)
        case "withdrawal_test":
            return _lasting_with(being, "dependency", drug_in(given), later)
        case "take_drug":
            return _lasting_with(being, "drug", given["drug"], lambda one: None)
        case "dependency_check":
            return _checked(being, drug_in(given))
        case "fire":
            return consequences.after_fire(being, given, {}, "")
        case "radiation":
            return ailments.after_radiation(being, given, {}, "")
        case "poison_tick" | "end_turn":
            over = consequences.OVER if what.procedure == "end_turn" else consequences.TICKS
            return {"doses": lists(advance_doses(time_passing.doses_of(being))[0]), TALLY: {over: None}}
        case "sleeplessness":
            return {"awake_since": being["awake_since"] + DAY}  # one night fewer to tell (ORG-DMG-14)
        case "cold" | "heat":
            return consequences.hour_told(being, what.procedure)
        case "hunger" | "thirst":
            return consequences.days_told(being, what.procedure, 1)
    return {}


def _lasting_with(
    being: Being, kind: str, key: str, then: Callable[[Lasting], Lasting | None]
) -> dict[str, Any]:  # fmt: skip
    """What lasts, with the first of this kind gone on; both dependencies of a drug are let go together."""
    kept = lasting_of(being)
    first = min((one.next or 0 for one in kept if (one.kind, one.key) == (kind, key)), default=0)
    rows = (then(one) if (one.kind, one.key, one.next or 0) == (kind, key, first) else one for one in kept)
    return {"lasting": lists(one for one in rows if one is not None)}


def ahead(known: Content) -> int:
    """Minutes of an intrusion that the clock has not gone through yet (ORG-HACK-28)."""
    return int(known.get(AHEAD) or 0)


LIFE = Life(
    laws={
        "turns": time_passing.TURNS,
        "life": woven(
            *time_passing.BODY,
            Law(_next_lasting, _lasting_passes, _let_pass),
            Law(_next_morning, _morning_comes),
            _weathered("cold_here", "cold"),
            _weathered("heat_here", "heat"),
            _without("no_food_since", "hunger"),
            _without("no_water_since", "thirst"),
            time_passing.counted("meals", _eats, lambda being: {"days_hungry": being["days_hungry"] - 1}),
            Law(_next_night),
            Law(_next_month),
            Law(_next_check),
        ),
    },
    round_seconds=ROUND_SECONDS,
)
