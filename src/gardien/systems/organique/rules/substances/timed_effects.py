"""What lasts, on the clock of the campaign: drugs, dependencies, diseases, radiation, symptoms (SYM-01, DRUG, DIS).

Nothing here throws a die. A sheet keeps a list of `Lasting`; `falling` says what falls due between two minutes, a
procedure answers it, `after_outcome` says how it goes on.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr, replace

from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.pack.rows import Effect
from gardien.systems.organique.rules.character import freeze
from gardien.systems.organique.rules.substances.drugs import effect_of, tier_of
from gardien.systems.organique.vocabulary import MOST_RADIATION, TURNS_PER_MINUTE, Code, Count, Name, SaveName, Signed

LastingKind: TypeAlias = Literal[
    "drug", "come_down", "dependency", "disease", "poison", "symptom", "radiation", "suffering", "collapse", "power",
]  # fmt: skip
Way: TypeAlias = Literal["", "progressing", "stopped", "physical", "psychological"]
Minute: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000_000)]
HOUR, DAY = 60, 24 * 60
WEEK = 7 * DAY
QUARTER = 15  # between two losses of blood (ORG-AFT-02)
MORNING = 6 * HOUR  # daily upkeep (M19)
HABIT = 10  # doses in a month that make the body ask for one more (ORG-DRUG-01)
COURSES: Mapping[str, tuple[Way, ...]] = {  # that there are; the first where none of them is written
    "disease": ("progressing", "stopped"),
    "dependency": ("psychological", "physical"),
}
TESTED = (*COURSES, "radiation")  # what asks for something at its hour
READ: Mapping[str, Mapping[str, tuple[int, int]]] = {  # as much of it as its procedure reads
    "drug": {"level": (1, 1000)},
    "disease": {"level": (0, 1000), "count": (0, 1000)},
    "dependency": {"count": (1, 100_000)},
}


class Lasting(Value, frozen=True, kw_only=True):
    """Something that lasts: since when, when it asks for something next, when it ends by itself (campaign minutes).

    `level`: of a disease; doses of a drug; points of radiation or suffering; turns of a power. `course`: of a disease;
    which dependency. `count`: the treatment of a disease, the days between two tests of a dependency, what a drug finds
    tolerated. `turns`: that are left of what is counted in them. Whatever is written by hand is read as something that
    can fall due.
    """

    kind: LastingKind
    key: Name = ""
    since: Minute = 0
    next: Minute | None = None
    until: Minute | None = None
    level: Count = 0
    course: Way = ""
    count: Count = 0
    seeking: bool = False  # a dependency that has won and finds nothing (ORG-DRUG-07)
    changes: Annotated[dict[Code, Signed], Meta(max_length=8)] = {}
    save_mods: Annotated[dict[SaveName, Signed], Meta(max_length=40)] = {}
    relief: Count = 0
    turns: Count = 0
    source: Name = ""  # what brought it, and takes it away: a disease, a power

    def __post_init__(self) -> None:
        freeze(self, "changes", "save_mods")
        if self.kind in COURSES and self.course not in COURSES[self.kind]:
            force_setattr(self, "course", COURSES[self.kind][0])
        if self.kind not in TESTED:
            force_setattr(self, "next", None)
        for name, (low, high) in READ.get(self.kind, {}).items():
            force_setattr(self, name, max(low, min(high, getattr(self, name))))

    @property
    def turns_left(self) -> int:
        """Turns until it is over by itself; none where minutes, or nothing, say so (M7)."""
        return self.level if self.kind == "power" else self.turns

    def after_turns(self, turns: int) -> "Lasting":
        """The same some turns later, where it is counted in them."""
        if not self.turns_left:
            return self
        left = max(0, self.turns_left - turns)
        return replace(self, level=left) if self.kind == "power" else replace(self, turns=left)


class Due(NamedTuple):
    """Something that falls due: when, by which procedure with which inputs (none: it is over), and of what."""

    minute: int
    procedure: str
    inputs: dict[str, Any]
    held: tuple[Lasting, ...]


# ---- it begins ----


def begin_lasting(
    kind: LastingKind, key: str, now: int, level: int = 0, course: Way = "", count: int = 0, minutes: int | None = None
) -> Lasting:
    """What begins now, with the times its table says; `minutes` where only the game master knows how long."""
    start = Lasting(kind=kind, key=key, since=now, level=level, course=course, count=count)
    match kind:
        case "drug":
            row = pack.drug(key)
            effect = effect_of(row, "dose", tier_of(start.level, count))
            return _with(replace(start, until=now + row.minutes), effect)
        case "come_down":  # as long as the dose itself: nothing else is said (M11)
            row = pack.drug(key)
            return _with(replace(start, until=now + row.minutes), row.come_down)
        case "dependency":
            return _clean(start, now)
        case "disease":
            hours = pack.disease(key).interval_hours
            return replace(start, next=now + HOUR * hours)
        case "poison":
            poison = pack.poison(key)
            turns = poison.onset + poison.every * (poison.ticks - 1)
            return replace(start, until=now - (-turns // TURNS_PER_MINUTE))
        case "radiation":
            return replace(start, next=now + DAY)  # ORG-DMG-11
        case "collapse":
            return replace(start, until=now + DAY)  # ORG-END-09
    return start if minutes is None else replace(start, until=now + minutes)


def _with(lasting: Lasting, effect: Effect) -> Lasting:
    return replace(lasting, changes=effect.changes, save_mods=effect.save_mods, relief=effect.relief)


def _clean(lasting: Lasting, now: int) -> Lasting:
    """A dependency from the last dose on: tested a day later; that of the body ends by itself (ORG-DRUG-04, 05)."""
    days = pack.drug(lasting.key).withdrawal_difficulty if lasting.course == "physical" else None
    until = None if days is None else now + days * DAY
    return replace(lasting, since=now, next=now + DAY, until=until, count=1, seeking=False)


# ---- it goes on ----


def after_outcome(lasting: Lasting, outcome: Mapping[str, Any], now: int) -> Lasting | None:
    """How it goes on once its procedure has come to something at this minute; None: it is over."""
    match lasting.kind:
        case "disease":
            if outcome["cured"]:
                return None
            hours = pack.disease(lasting.key).interval_hours
            return replace(lasting, level=outcome["level"], course=outcome["disease_state"], next=now + HOUR * hours)
        case "dependency":
            return _after_withdrawal_test(lasting, outcome, now)
    return None


def _after_withdrawal_test(lasting: Lasting, outcome: Mapping[str, Any], now: int) -> Lasting | None:
    """A dependency after a test: doubled, hourly, begun anew, or as it was (ORG-DRUG-04 to 08)."""
    if lasting.course == "physical" and outcome["physical_over"]:
        return None
    if outcome["takes_dose"]:
        return _clean(lasting, now)
    hours = outcome["next_hours"].get(lasting.course)
    if hours is None:
        return lasting
    days = outcome["next_interval_days"].get(lasting.course)
    count = lasting.count if days is None else days
    return replace(lasting, next=now + HOUR * hours, count=count, seeking=days is None)


def dosed_again(lasting: Lasting, drug: str, now: int) -> Lasting:
    """A dependency when a dose of its drug is taken: its days begin again (ORG-DRUG-06)."""
    return _clean(lasting, now) if lasting.kind == "dependency" and lasting.key == drug else lasting


# ---- it falls due ----


def falling(held: Iterable[Lasting], before: int, after: int) -> tuple[Due, ...]:
    """The first thing of each that falls due after one minute and until another, in the order of time.

    Only the first: what follows hangs on how it comes out. Ask again from there.
    """
    first: dict[Any, Due] = {}
    held = tuple(held)
    for number, one in enumerate(held):
        due = _first(one)
        if due and one.kind == "drug" and one is not newest_dose(held, one.key):
            due = due._replace(procedure="", inputs={})  # nobody comes down while another dose acts (ORG-DRUG-01)
        if due is None or due.minute > after:
            continue
        due = due._replace(minute=max(due.minute, before))  # what waited is due at once
        twin = (due.minute, one.key, one.since, one.count, one.seeking)
        name: Any = twin if due.procedure == "withdrawal_test" else number
        other = first.get(name)
        if other is not None:
            due = other._replace(inputs={**other.inputs, **due.inputs}, held=(*other.held, one))
        first[name] = due
    return tuple(sorted(first.values(), key=lambda due: due.minute))


def newest_dose(held: Iterable[Lasting], drug: str) -> Lasting | None:
    """Of the doses of a drug that act, the one that acts longest: it bears what all of them do together."""
    doses = [one for one in held if (one.kind, one.key) == ("drug", drug)]
    return max(reversed(doses), key=lambda one: one.until or 0, default=None)


def doses_together(held: tuple[Lasting, ...], drug: str) -> tuple[Lasting, ...]:
    """Doses that act at the same time as what they are together: twice the normal one, four times… (ORG-DRUG-01)."""
    newest = newest_dose(held, drug)
    total = sum(one.level for one in held if (one.kind, one.key) == ("drug", drug))
    if newest is None:
        return held
    row = pack.drug(drug)
    effect = effect_of(row, "dose", tier_of(total, newest.count))
    if not (effect.changes or effect.save_mods or effect.relief):
        effect = row.normal  # an overdose that only asks for saves comes on top of what a dose does

    def borne(one: Lasting) -> Lasting:
        return one if (one.kind, one.key) != ("drug", drug) else _with(one, effect if one is newest else Effect())

    return tuple(borne(one) for one in held)


def _first(one: Lasting) -> Due | None:
    """What comes first: its next test, or its end."""
    if one.next is not None and (one.until is None or one.next < one.until):
        if one.kind == "radiation" and not one.level:  # it comes to nothing (ORG-DMG-11)
            return Due(one.next, "", {}, (one,))
        procedure, inputs = _test_inputs(one, one.next)
        return Due(one.next, procedure, inputs, (one,))
    if one.until is None:
        return None
    if one.kind == "drug" and pack.drug(one.key).come_down != Effect():
        return Due(one.until, "take_drug", {"drug": one.key, "doses": one.level, "phase": "come_down"}, (one,))
    return Due(one.until, "", {}, (one,))


def _test_inputs(one: Lasting, minute: int) -> tuple[str, dict[str, Any]]:
    """The procedure that a test is made by, with what is known of it."""
    if one.kind == "disease":
        return "disease_progress", {
            "disease": one.key,
            "level": one.level,
            "disease_state": one.course,
            "treatment": one.count,
        }
    if one.kind == "radiation":
        return "radiation", {"points": min(one.level, MOST_RADIATION)}
    return "withdrawal_test", {
        "difficulty": pack.drug(one.key).withdrawal_difficulty,
        one.course: True,
        "day": max(1, (minute - one.since) // DAY),
        "interval_days": one.count,
        "trigger": "hourly" if one.seeking else "scheduled",
    }


def ailments_of(one: Lasting) -> tuple[str, ...]:
    """The symptoms that what lasts may bring as it is now (ORG-SYM-01)."""
    match one.kind:
        case "drug":
            rows = effect_of(pack.drug(one.key), "dose", tier_of(one.level, one.count)).ailments
        case "come_down":
            rows = pack.drug(one.key).come_down.ailments
        case "disease":
            rows = pack.disease(one.key).ailments if one.level else ()
        case _:
            rows = ()
    return tuple(row.ailment for row in rows)


def minutes_left(one: Lasting, now: int) -> int | None:
    """Minutes until its next test or its end; None: nobody knows."""
    due = _first(one)
    return None if due is None else max(0, due.minute - now)


def day_of(minute: int) -> int:
    """The day that a minute belongs to, from one morning to the next (M19)."""
    return (minute + DAY - MORNING) // DAY


def passes(before: int, after: int, every: int, at: int = 0) -> int:
    """How many full periods end after one minute and until another: quarters of an hour, mornings at six (M19)."""
    return max(0, (after - at) // every - (before - at) // every)


# ---- what it does meanwhile ----


class Force(NamedTuple):
    """What all that lasts does to somebody together; relief comes off suffering."""

    changes: dict[Code, int]
    save_mods: dict[SaveName, int]
    relief: int


def in_force(held: Iterable[Lasting]) -> Force:
    """The sum of what drugs and what follows them change; diseases write theirs on the sheet themselves (DIS-05)."""
    changes: dict[Code, int] = {}
    saves: dict[SaveName, int] = {}
    relief = 0
    for one in held:
        for code, number in one.changes.items():
            changes[code] = changes.get(code, 0) + number
        for name, number in one.save_mods.items():
            saves[name] = saves.get(name, 0) + number
        relief += one.relief
    return Force(changes, saves, relief)


def habit(tolerance: int, month_doses: int) -> int:
    """What a month does to tolerance: one more for every ten doses, one less without any (ORG-DRUG-01)."""
    return max(0, tolerance - 1) if month_doses == 0 else tolerance + month_doses // HABIT


def alike(disease: str) -> tuple[str, ...]:
    """The other diseases against which having had this one helps a little (ORG-DIS-04, M12)."""
    family = pack.disease(disease).family
    rows = pack.table("diseases", "disease")
    return tuple(row.key for row in rows if family and row.family == family and row.key != disease)


def immunity(had: Iterable[str], disease: str) -> Literal[0, 6, 10]:
    """What diseases overcome add to saves against this one; not added together (ORG-DIS-04)."""
    known = set(had)
    if disease in known:
        return 10
    return 6 if known & set(alike(disease)) else 0
