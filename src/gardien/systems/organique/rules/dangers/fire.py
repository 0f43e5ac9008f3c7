"""Fire, currents and explosions: damage, and the saves it asks for (DMG-01, DMG-05, DMG-06, VOL-03, VOL-04)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, call, step, tail, together, watch
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.damage import Blow, pass_armour
from gardien.systems.organique.rules.body.losses import Kind, explain_losses, take_damage
from gardien.systems.organique.rules.character import Character, CoverNamed, State, check_cover, freeze
from gardien.systems.organique.rules.person import (
    LeavesState,
    Person,
    cover_of,
    halves,
    person_of,
    points,
    state_of,
)
from gardien.systems.organique.rules.substances.symptoms import SEVERE, with_paralysis, with_shock, with_unconsciousness
from gardien.systems.organique.rules.tests.d20 import INSIDE, Cuts, Detail, Parts, SaveResult, watched
from gardien.systems.organique.rules.tests.modifiers import named_parts
from gardien.systems.organique.rules.tests.resistance import (
    PAIN_CUTS,
    Resist,
    Saved,
    lost_actions,
    with_lost_actions,
    with_suffering,
    withstand,
)
from gardien.systems.organique.vocabulary import Heat, Mods, Points, check_halves

SUFFERING, SHOCK, INFECTION = 10, 5, -5  # of a point of fire (ORG-DMG-01)
PARALYSIS, UNCONSCIOUSNESS, CARDIAC_ARREST = 20, 10, 5  # of a point of electricity (ORG-DMG-05)
PER_BURN = 4  # points of electricity that burn like one of fire (ORG-DMG-05)
BURN = Kind(fire=True)
BREATH_CUTS: Cuts = (1, SEVERE)
ONCE: Cuts = (1,)
MOST_TOLD = 3  # throws that odds tell face by face


# ---- burns ----


class Look(Value, frozen=True):
    """How much of the saves of burns is told; none: odds leave the die where it lies."""

    suffering: Detail | None = "failure"
    shock: Detail | None = "failure"

    def throws(self) -> int:
        """How many of them are told face by face, or nearly so."""
        return bool(self.suffering) + (self.shock == "all")


class BurnResult(Value, frozen=True, kw_only=True):
    """Somebody after a turn of fire, and the saves that were made."""

    person: Person
    suffering: Saved | None = None
    shock: Saved | None = None
    action: bool = False
    reaction: bool = False
    medical: bool = False  # a medical shock (option fire_shock_medical)

    @property
    def penalty(self) -> int:
        return self.suffering.failed_by if self.suffering else 0

    def result(self, name: str, wanted: frozenset[str]) -> SaveResult | UnsetType:
        """One of the saves, where it was made and somebody looks."""
        saved: Saved | None = getattr(self, name)
        return saved.result() if saved and name in wanted else UNSET


def look_of(wanted: frozenset[str]) -> Look:
    """Both saves in numbers where somebody looks at them, else as graded as the rule needs them."""
    return Look("all" if "suffering" in wanted else "failure", "all" if "shock" in wanted else "failure")


def with_burns(person: Person, strength: int, options: Options) -> Person:
    """Somebody with the wounds of so many points of fire (ORG-DMG-01)."""
    return take_damage(person, 2 * strength, 0, options, BURN).person


def burn_for_turn(
    person: Person, strength: int, mods: Parts, options: Options, look: Look, who: str = ""
) -> Program[BurnResult]:  # fmt: skip
    """A turn of fire: wounds that no armour stops, then pain, then shock (ORG-DMG-01); no save of the fallen.

    `who`: whose reasons they are, where the outcome is of something more; what is left of them is then told with it.
    """
    after = with_burns(person, strength, options)
    if not who:
        yield from explain_losses(person, after)
    if after.out_of_action or after.machine:
        return BurnResult(person=after)
    pain = shock = None
    action = reaction = medical = False
    whose = who or after.name
    if look.suffering:
        asked = Resist(kind="suffering", difficulty=SUFFERING * strength, mods=mods)
        pain = yield from withstand(after, asked, options, look.suffering, who=whose)
        yield from step("penalty", pain.failed_by, "ORG-VOL-04", who=who)
        after = with_suffering(after, pain.failed_by)
    if look.shock:
        asked = Resist(kind="shock", difficulty=SHOCK * strength, mods=mods)
        shock = yield from withstand(after, asked, options, look.shock, PAIN_CUTS, who=whose)
        if not options.fire_shock_medical:
            action, reaction = lost_actions(shock.failed_by)
            after = with_lost_actions(after, action, reaction)
        elif not shock.success:
            before, after, medical = after, with_shock(after, options), True
            yield from step("medical_shock", True, "ORG-SYM-17", who=who)
            if not who:
                yield from explain_losses(before, after)
        yield from step("loses_next_action", action, "ORG-VOL-03", who=who)
        yield from step("loses_next_reaction", reaction, "ORG-VOL-03", who=who)
    return BurnResult(person=after, suffering=pain, shock=shock, action=action, reaction=reaction, medical=medical)


class FireGiven(Value, frozen=True, kw_only=True):
    """Who burns, and how fiercely, for one turn."""

    character: Character
    points: Heat
    mods: Mods = {}

    def __post_init__(self) -> None:
        freeze(self, "mods")


class FireTaken(LeavesState, frozen=True, kw_only=True):
    """What a turn of fire did."""

    bs: float
    suffering: SaveResult | UnsetType = UNSET
    shock: SaveResult | UnsetType = UNSET
    penalty: int
    loses_next_action: bool
    loses_next_reaction: bool
    infection_mod: int
    state: State | UnsetType = UNSET


@procedure(
    "fire",
    rules="ORG-DMG-01 ORG-VOL-03 ORG-VOL-04",
    dice=("d20",),
    headline=("bs", "penalty", "loses_next_action", "loses_next_reaction"),
)
def burn(given: FireGiven, options: Options) -> Program[FireTaken]:
    """Wounds, suffering, shock and burns that catch infections."""
    wanted = yield from watched("suffering", "shock", "state")
    person = person_of(given.character)
    yield from step("infection_mod", INFECTION * given.points, "ORG-DMG-01")
    burned = yield from apply(burn_for_turn, person, given.points, named_parts(given.mods), options, look_of(wanted))
    return FireTaken(
        bs=given.points,
        suffering=burned.result("suffering", wanted),
        shock=burned.result("shock", wanted),
        penalty=burned.penalty,
        loses_next_action=burned.action,
        loses_next_reaction=burned.reaction,
        infection_mod=INFECTION * given.points,
        state=state_of(burned.person) if "state" in wanted else UNSET,
    )


# ---- currents ----


class ElectricityGiven(Value, frozen=True, kw_only=True):
    """Who is struck, and by how strong a current."""

    character: Character
    points: Heat
    mods: Mods = {}

    def __post_init__(self) -> None:
        freeze(self, "mods")


class Electrified(LeavesState, frozen=True, kw_only=True):
    """What a discharge did; turns only where somebody looks at them."""

    paralysis: SaveResult | UnsetType = UNSET
    unconsciousness: SaveResult | UnsetType = UNSET
    cardiac_arrest: SaveResult | UnsetType = UNSET
    paralysed_turns: int | UnsetType = UNSET
    unconscious_turns: int | UnsetType = UNSET
    breathing_stopped: bool
    fire_points: int
    fire_bs: float
    suffering: SaveResult | UnsetType = UNSET
    shock: SaveResult | UnsetType = UNSET
    state: State | UnsetType = UNSET


class DischargeResult(Value, frozen=True, kw_only=True):
    """Somebody after the three saves of a discharge."""

    person: Person
    paralysis: Saved
    unconsciousness: Saved
    cardiac_arrest: Saved


class Grain(Value, frozen=True):
    """How much of each save of a discharge is told."""

    paralysis: Detail
    paralysis_cuts: Cuts | None
    unconsciousness: Detail
    unconsciousness_cuts: Cuts | None
    cardiac_arrest: Detail

    def throws(self) -> int:
        """How many of them are told face by face, or nearly so."""
        faces = (
            self.paralysis == "all" or self.paralysis_cuts is None,
            self.unconsciousness == "all" or self.unconsciousness_cuts is None,
            self.cardiac_arrest == "all",
        )
        return sum(faces)


def grain_of(wanted: frozenset[str], inside: frozenset[str]) -> Grain:
    """Turns are counted only where somebody looks: at them, or at them in the state (`inside`)."""
    still = wanted & {"paralysed_turns"} or inside & {"paralysed_turns", "fresh"}
    faint = wanted & {"unconscious_turns"} or inside & {"unconscious_turns", "fresh"}
    return Grain(
        "all" if "paralysis" in wanted else "failure",
        None if still else BREATH_CUTS,
        "all" if "unconsciousness" in wanted else "failure",
        None if faint else ONCE,
        "all" if "cardiac_arrest" in wanted else "success",
    )


def roll_current_saves(
    person: Person, strength: int, mods: Parts, options: Options, grain: Grain
) -> Program[DischargeResult]:
    """Paralysis, unconsciousness, cardiac arrest, each by its own save (ORG-DMG-05)."""
    name = person.name
    asked = Resist(kind="electric_paralysis", difficulty=PARALYSIS * strength, mods=mods)
    limbs = yield from withstand(person, asked, options, grain.paralysis, grain.paralysis_cuts, name)
    asked = Resist(kind="electric_unconsciousness", difficulty=UNCONSCIOUSNESS * strength, mods=mods)
    mind = yield from withstand(person, asked, options, grain.unconsciousness, grain.unconsciousness_cuts, name)
    asked = Resist(kind="cardiac_arrest", difficulty=CARDIAC_ARREST * strength, mods=mods)
    heart = yield from withstand(person, asked, options, grain.cardiac_arrest, who=name)
    if not limbs.success:
        person = with_paralysis(person, limbs.failed_by, breathless=limbs.failed_by >= SEVERE)
    if not mind.success:
        person = with_unconsciousness(person, mind.failed_by)
    if not heart.success:  # ORG-SYM-03
        person = person.having(cardiac_arrest=True)
    return DischargeResult(person=person, paralysis=limbs, unconsciousness=mind, cardiac_arrest=heart)


@procedure(
    "electricity",
    rules="ORG-DMG-05 ORG-DMG-01 ORG-TEST-03 ORG-SYM-03 ORG-SYM-12 ORG-SYM-20",
    dice=("d20",),
    watched=("unconscious_turns",),
    headline=("unconscious_turns", "breathing_stopped"),
)
def electrify(given: ElectricityGiven, options: Options) -> Program[Electrified]:
    """Paralysis, unconsciousness, cardiac arrest, and burns where the current is strong."""
    wanted = yield from watched(*Electrified.__struct_fields__[:5], "suffering", "shock")
    inside = yield from watch("state", INSIDE)
    person, mods = person_of(given.character), named_parts(given.mods)
    fire, grain = given.points // PER_BURN, grain_of(wanted, inside)
    look = Look(
        "all" if "suffering" in wanted else "failure" if "suffering" in inside else None,
        "all" if "shock" in wanted else "failure" if inside else None,
    )
    struck, after, still, faint = None, person, 0, 0
    if not (person.out_of_action or person.machine):  # ORG-SAVE-01, ORG-MON-01
        yield from refuse_details_beyond(grain.throws() + (look.throws() if fire else 0), MOST_TOLD)
        struck = yield from apply(roll_current_saves, person, given.points, mods, options, grain)
        after, still, faint = struck.person, struck.paralysis.failed_by, struck.unconsciousness.failed_by
    if "paralysed_turns" in wanted:
        yield from step("paralysed_turns", still, "ORG-DMG-05")
    if "unconscious_turns" in wanted:
        yield from step("unconscious_turns", faint, "ORG-SYM-20")
    yield from step("breathing_stopped", still >= SEVERE, "ORG-SYM-12")
    yield from step("fire_points", fire, "ORG-DMG-05")
    frame = (struck, fire, wanted | {"state"} if inside else wanted)
    if not fire:
        return _electricity_outcome(frame, (BurnResult(person=after),))
    return tail(together(call(burn_for_turn, after, fire, mods, options, look), join=_electricity_outcome, frame=frame))


def _electricity_outcome(
    frame: tuple[DischargeResult | None, int, frozenset[str]], answers: tuple[BurnResult]
) -> Electrified:
    """A discharge and its burns, as far as somebody looks."""
    (struck, fire, wanted), (burned,) = frame, answers
    still = struck.paralysis.failed_by if struck else 0
    faint = struck.unconsciousness.failed_by if struck else 0
    return Electrified(
        paralysis=struck.paralysis.result() if struck and "paralysis" in wanted else UNSET,
        unconsciousness=struck.unconsciousness.result() if struck and "unconsciousness" in wanted else UNSET,
        cardiac_arrest=struck.cardiac_arrest.result() if struck and "cardiac_arrest" in wanted else UNSET,
        paralysed_turns=still if "paralysed_turns" in wanted else UNSET,
        unconscious_turns=faint if "unconscious_turns" in wanted else UNSET,
        breathing_stopped=still >= SEVERE,
        fire_points=fire,
        fire_bs=fire,
        suffering=burned.result("suffering", wanted),
        shock=burned.result("shock", wanted),
        state=state_of(burned.person) if "state" in wanted else UNSET,
    )


# ---- explosions ----


class ExplosionGiven(Value, frozen=True, kw_only=True):
    """Who is near, and what the device does: shrapnel, blast, burns."""

    character: Character
    bs: Points = 0
    c: Points = 0
    fire: Annotated[int, Meta(ge=0, le=1000)] = 0
    cover: CoverNamed | None = None

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, c=self.c)
        check_cover("cover", self.cover)


class Blasted(LeavesState, frozen=True, kw_only=True):
    """What an explosion did."""

    bs_through: float
    c_through: float
    suffering: SaveResult | UnsetType = UNSET
    shock: SaveResult | UnsetType = UNSET
    penalty: int
    infection_mod: int
    loses_next_action: bool
    loses_next_reaction: bool
    state: State | UnsetType = UNSET


@procedure(
    "explosion",
    rules="ORG-DMG-06 ORG-DMG-01 ORG-ARM-03",
    dice=("d20",),
    headline=("bs_through", "c_through", "penalty", "loses_next_action", "loses_next_reaction"),
)
def explode(given: ExplosionGiven, options: Options) -> Program[Blasted]:
    """Shrapnel and blast as one blow through everything worn, then burns that nothing stops."""
    wanted = yield from watched("suffering", "shock", "state")
    person = person_of(given.character)
    cover = () if given.cover is None else (cover_of(given.cover),)
    inside = pass_armour(Blow(bs=halves(given.bs), c=halves(given.c)), (*cover, *person.frame.layers))
    yield from step("bs_through", points(inside.bs), "ORG-ARM-03")
    yield from step("c_through", points(inside.c), "ORG-ARM-03")
    after = take_damage(person, inside.bs, inside.c, options).person
    yield from explain_losses(person, after)
    yield from step("infection_mod", INFECTION * given.fire, "ORG-DMG-01")
    burned = BurnResult(person=after)
    if given.fire:
        burned = yield from apply(burn_for_turn, after, given.fire, (), options, look_of(wanted))
    return Blasted(
        bs_through=points(inside.bs),
        c_through=points(inside.c),
        suffering=burned.result("suffering", wanted),
        shock=burned.result("shock", wanted),
        penalty=burned.penalty,
        infection_mod=INFECTION * given.fire,
        loses_next_action=burned.action,
        loses_next_reaction=burned.reaction,
        state=state_of(burned.person) if "state" in wanted else UNSET,
    )
