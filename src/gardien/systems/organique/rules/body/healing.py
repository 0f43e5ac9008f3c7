"""After a fight: pain, infection, bleeding; and days of rest (AFT-01 to AFT-04, HP-01, M17)."""

from fractions import Fraction
from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, step, watch
from gardien.core.inputs import BadField
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.care import after_recovery
from gardien.systems.organique.rules.body.losses import explain_losses, lose_blood
from gardien.systems.organique.rules.character import Character, State, check_names
from gardien.systems.organique.rules.person import (
    LeavesState,
    Person,
    acts,
    halves,
    person_of,
    points,
    state_changes,
    state_of,
)
from gardien.systems.organique.rules.substances.diseases import dirt
from gardien.systems.organique.rules.tests.d20 import Detail, Parts, SaveResult, watched
from gardien.systems.organique.rules.tests.resistance import Resist, Saved, with_suffering, withstand
from gardien.systems.organique.vocabulary import Name, SaveKind

Names: TypeAlias = Annotated[tuple[Name, ...], Meta(max_length=20)]
QUARTER = 15  # minutes (ORG-AFT-02)
PAIN, INFECTED, MOST_INFECTED = 5, 10, 30  # difficulties of a point of damage (ORG-AFT-03, ORG-AFT-04)
DRESSED = 10  # off the difficulty of infection, where improvised material was used (M17)
THINNERS = frozenset(("rat_poison",))  # wounds bleed twice as fast (M13)


# ---- days ----


class HealGiven(Value, frozen=True, kw_only=True):
    """Somebody and how they spend some days; `first_day` counts them, blood comes slowly to whoever is up."""

    character: Character
    days: Annotated[int, Meta(ge=1, le=3650)]
    in_bed: bool = False
    wounds_closed: bool = True
    infected: bool = False
    first_day: Annotated[int, Meta(ge=1, le=1_000_000)] = 1


class Healed(LeavesState, frozen=True, kw_only=True):
    """What came back."""

    sng_regained: float
    cps_regained: float
    inc_regained: float
    state: State | UnsetType = UNSET


@procedure("heal", rules="ORG-AFT-01 ORG-HP-01", headline=("sng_regained", "cps_regained", "inc_regained"))
def heal(given: HealGiven, options: Options) -> Program[Healed]:
    """Days in bed or up and about; an open or infected wound does not heal."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    after = person
    if given.wounds_closed and not given.infected and not (person.machine or person.body.dead):
        for day in range(given.first_day, given.first_day + given.days):
            after = after_day(after, given.in_bed, given.in_bed or day % 2 == 0)
    back = {name: points(getattr(after.body, name) - getattr(person.body, name)) for name in ("sng", "cps", "inc")}
    for name, one in back.items():
        yield from step(f"{name}_regained", one, "ORG-AFT-01")
    return Healed(
        state=state_of(after) if "state" in wanted else UNSET,
        **{f"{name}_regained": one for name, one in back.items()},
    )


def after_day(person: Person, in_bed: bool, blood: bool) -> Person:
    """One day later: body, then blood where its day has come, then the last strength once there is blood (M17)."""
    body, frame = person.body, person.frame
    cps = min(frame.CPS, body.cps + (2 if in_bed else 1))
    sng = min(frame.SNG, body.sng + 1) if blood else body.sng
    inc = min(frame.INC, body.inc + 1) if sng >= 2 else body.inc
    return after_recovery(person.having(cps=cps, sng=sng, inc=inc))


def after_morning(person: Person, in_bed: bool, infected: bool, days: int) -> tuple[Person, int | None]:
    """A morning gives something back where nothing is open or infected, blood the second day; whole again, wounds are
    forgotten. `days`: without blood so far; none any more, where nothing heals (M17, ORG-VOL-04)."""
    if infected or person.dying or any(one.bs and not one.closed for one in person.body.wounds):
        return person, None
    blood = in_bed or days > 0
    person = after_day(person, in_bed, blood)
    body, frame = person.body, person.frame
    if body.wounds and (body.sng, body.cps, body.inc) == (frame.SNG, frame.CPS, frame.INC):
        person = person.having(wounds=(), suffering=())
    return person, 0 if blood else days + 1


# ---- open wounds ----


class BleedGiven(Value, frozen=True, kw_only=True):
    """Somebody with open wounds, and how long; a bandage halves what is lost."""

    character: Character
    minutes: Annotated[int, Meta(ge=0, le=1_000_000)]
    bandaged: bool = False


class Bled(LeavesState, frozen=True, kw_only=True):
    """Blood lost."""

    per_15_min: float
    lost: float
    state: State | UnsetType = UNSET


def bleeding_points(person: Person, options: Options) -> int:
    """Points that bleed: those of all open wounds together; wound by wound by a house rule (ORG-AFT-02)."""
    if person.machine or person.body.dead:
        return 0
    wounds = [one.bs for one in person.body.wounds if not one.closed]
    return sum(map(int, wounds)) if options.bleeding_by_wound else int(sum(wounds))


def bleeding_share(person: Person, bandaged: bool = False, slowed: bool = False) -> Fraction:
    """Half points of blood that a point costs in a quarter of an hour; `slowed`: by a power over one’s body (M7)."""
    thin = any(dose.poison in THINNERS and acts(dose) for dose in person.body.doses)
    return Fraction(2 if thin else 1, (2 if bandaged else 1) * (2 if slowed else 1))


def bleeding(person: Person, options: Options, bandaged: bool = False) -> Fraction:
    """Half points of blood that open wounds cost in a quarter of an hour; half points do not bleed (ORG-AFT-02)."""
    return bleeding_points(person, options) * bleeding_share(person, bandaged)


@procedure("bleed", rules="ORG-AFT-02", headline=("lost",))
def bleed(given: BleedGiven, options: Options) -> Program[Bled]:
    """Every full quarter of an hour costs blood, until the wounds are closed."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    rate = bleeding(person, options, given.bandaged)
    lost = int(rate * (given.minutes // QUARTER))
    after = lose_blood(person, lost, options).person
    yield from step("lost", points(lost), "ORG-AFT-02")
    yield from explain_losses(person, after)
    return Bled(per_15_min=float(rate / 2), lost=points(lost), state=state_of(after) if "state" in wanted else UNSET)


# ---- when it is over ----


class EndGiven(Value, frozen=True, kw_only=True):
    """Who is left, who has been cared for, whose wounds are clean, or were dressed with what there was."""

    survivors: Annotated[tuple[Character, ...], Meta(max_length=20)]
    treated: Names = ()
    cleaned: Names = ()
    dressed: Names = ()

    def __post_init__(self) -> None:
        check_names("survivors", self.survivors)
        names = [one.name for one in self.survivors]
        for field in ("treated", "cleaned", "dressed"):
            for name in getattr(self, field):
                if name not in names:
                    raise BadField(field, "field/nobody", "ORG-AFT-01", came=name, allowed=names)


class Aftermath(Value, frozen=True, kw_only=True):
    """What a fight leaves to one survivor."""

    pain: SaveResult | UnsetType = UNSET
    infection: SaveResult | UnsetType = UNSET
    penalty: int | UnsetType = UNSET
    infection_mod: int
    infected: bool | UnsetType = UNSET
    bleeding_per_15_min: float
    state: State | UnsetType = UNSET


class FightEnded(Value, frozen=True, kw_only=True):
    """What a fight leaves to each survivor."""

    infections: tuple[str, ...] | UnsetType = UNSET
    results: dict[str, Aftermath] | UnsetType = UNSET

    def changes(self, given: EndGiven, options: Options) -> tuple[Change, ...]:
        if isinstance(self.results, UnsetType):
            return ()
        after = {name: one.state for name, one in self.results.items()}
        return tuple(change for one in given.survivors for change in state_changes(one, after[one.name], one.name))


DETAILS = Aftermath.__struct_fields__
EVERYTHING = frozenset(DETAILS)
BARELY = frozenset(("infected",))
BITS, MOST_TOLD = 9, 13  # whoever is looked at comes out in so many ways, as powers of two; odds tell so many apart


@procedure(
    "end_fight",
    rules="ORG-AFT-01 ORG-AFT-02 ORG-AFT-03 ORG-AFT-04 ORG-DMG-01 ORG-DMG-12 ORG-DIS-06 ORG-VOL-04",
    dice=("d20",),
    watched=("infections",),
    headline=("infections",),
)
def end_fight(given: EndGiven, options: Options) -> Program[FightEnded]:
    """Once the adrenaline is gone: pain, then infection, survivor by survivor."""
    names = tuple(one.name for one in given.survivors)
    shown, looked = (yield from watch("infections")), (yield from watch("results", names))
    looks: dict[str, frozenset[str]] = {}
    for name in names:  # odds tell of whom somebody looks at, or of everybody the one thing that matters
        looks[name] = BARELY if shown else frozenset()
        if name in looked:
            looks[name] |= (yield from watch(f"results.{name}", DETAILS)) or EVERYTHING
    wounded = [looks[one.name] for one in given.survivors if one.wounds]
    yield from refuse_details_beyond(sum(BITS if look - BARELY else 1 for look in wounded if look), MOST_TOLD)
    aftermaths: dict[str, Aftermath] = {}
    for one in given.survivors:
        care = Care(*(one.name in names for names in (given.treated, given.cleaned, given.dressed)))
        aftermaths[one.name] = yield from apply(ache, person_of(one), care, options, looks[one.name])
    return FightEnded(
        infections=tuple(name for name in names if aftermaths[name].infected is True) if shown else UNSET,
        results=frozen_map(aftermaths) if looked or not names else UNSET,
    )


class Care(Value, frozen=True):
    """What was done for a survivor: with skill and clean material, with clean water, with what there was (M17)."""

    treated: bool = False
    cleaned: bool = False
    dressed: bool = False


def ache(person: Person, care: Care, options: Options, look: frozenset[str]) -> Program[Aftermath]:
    """Pain and infection of one survivor, as far as somebody looks; none of the dead, of machines, of the treated."""
    spared = care.treated or person.body.dead or person.machine
    raw = tuple(one for one in person.body.wounds if not (one.cleaned or care.cleaned))
    hurting = sum(halves(one.bs) + halves(one.c) for one in person.body.wounds)
    filthy = dirt(sum(one.bs + one.c for one in raw if one.dirty or one.fire))
    after, pain, caught = after_care(person, care), None, None
    if look and not spared and hurting:
        difficulty = -(-PAIN * hurting // 2)
        pain = yield from _roll_save(person, "suffering", difficulty, (), options, look, ("pain", "penalty", "state"))
        after = with_suffering(after, pain.failed_by)
        yield from step("penalty", pain.failed_by, "ORG-AFT-03", who=person.name)
    if look and not spared and any(one.bs for one in raw):
        difficulty = min(MOST_INFECTED, -(-INFECTED * sum(halves(one.bs) for one in raw) // 2))
        difficulty = max(0, difficulty - DRESSED) if care.dressed else difficulty
        mods: Parts = (("dirt", filthy),) if filthy else ()
        caught = yield from _roll_save(person, "disease_contraction", difficulty, mods, options, look, ("infection",))
        yield from step("infected", not caught.success, "ORG-AFT-04", who=person.name)
    rate = bleeding(after, options)
    return Aftermath(
        pain=pain.result() if pain and "pain" in look else UNSET,
        infection=caught.result() if caught and "infection" in look else UNSET,
        penalty=(pain.failed_by if pain else 0) if "penalty" in look else UNSET,
        infection_mod=0 if spared else filthy,
        infected=(caught is not None and not caught.success) if "infected" in look else UNSET,
        bleeding_per_15_min=float(rate / 2),
        state=state_of(after) if "state" in look else UNSET,
    )


def _roll_save(
    person: Person,
    kind: SaveKind,
    difficulty: int,
    mods: Parts,
    options: Options,
    look: frozenset[str],
    tells: tuple[str, ...],
) -> Program[Saved]:
    """A save told whole where somebody looks at it, by how much it failed where something hangs on it."""
    detail: Detail = "all" if tells[0] in look else "failure" if look & set(tells[1:]) else "success"
    asked = Resist(kind=kind, difficulty=difficulty, mods=mods)
    return (yield from withstand(person, asked, options, detail, who=person.name))


def after_care(person: Person, care: Care) -> Person:
    """Wounds closed where somebody was cared for, clean where they were washed (ORG-AFT-01)."""
    if not (care.treated or care.cleaned) or not person.body.wounds or person.body.dead:
        return person
    wounds = tuple(replace(one, closed=one.closed or care.treated, cleaned=True) for one in person.body.wounds)
    return person.having(wounds=wounds)
