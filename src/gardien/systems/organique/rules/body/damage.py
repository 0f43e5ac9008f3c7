"""One blow from weapon to reserves, and a toxin that takes endurance (ARM, HP, DMG-07)."""

from fractions import Fraction
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.given import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique.armour import Blow, passed
from gardien.systems.organique.bodies import cover_of, halves, person_of, points, state_changes, state_of
from gardien.systems.organique.harm import Kind, drained, hurt, tell_hurt
from gardien.systems.organique.kinds import Margin, Points, check_halves
from gardien.systems.organique.options import Options
from gardien.systems.organique.states import State
from gardien.systems.organique.trials import wanted
from gardien.systems.organique.values import Character, CoverNamed, check_cover

Times = Annotated[float, Meta(ge=0, le=20)]


class BlowGiven(Value, frozen=True, kw_only=True):
    """A victim and what strikes, with the margin that may avoid armour."""

    character: Character
    bs: Points = 0
    c: Points = 0
    pa: Points | None = None
    margin: Margin = 0
    cover: CoverNamed | None = None
    bypass_armour: bool = False
    multiply_before: Times = 1
    multiply_bs: Times = 1
    multiply_c: Times = 1
    shots: Annotated[int, Meta(ge=1, le=100)] = 1
    in_water: bool = False
    dirty: bool = False
    fire: bool = False

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, c=self.c, pa=self.pa or 0)
        check_cover("cover", self.cover)
        if self.pa is not None and self.pa < self.bs:
            raise BadField("pa", "field/at_least", "ORG-ARM-04", came=self.pa, low=self.bs)


class Struck(Value, frozen=True, kw_only=True):
    """What a blow did on its way in, and what is left of whom it met."""

    layers_hit: tuple[str, ...]
    bs_through: float
    c_through: float
    cps_lost: float
    sng_lost: float
    inc_lost: float
    structure_lost: float
    state: State | UnsetType = UNSET

    def changes(self, given: BlowGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.character, self.state)


@procedure(
    "apply_damage",
    rules="""ORG-ARM-01 ORG-ARM-02 ORG-ARM-03 ORG-ARM-04 ORG-ARM-06 ORG-HP-01 ORG-HP-02 ORG-HP-03 ORG-HP-04
    ORG-HP-05 ORG-HP-06 ORG-HP-07 ORG-END-06 ORG-END-09 ORG-DMG-03 ORG-MON-01 ORG-TEST-09 ORG-RNG-03 ORG-MOD-04
    ORG-MOD-14""",
    headline=("bs_through", "c_through", "sng_lost", "inc_lost"),
)
def apply_damage(given: BlowGiven, options: Options) -> Program[Struck]:
    """Layers, multipliers and caps, then CPS, SNG and INC in their order."""
    seen = yield from wanted("state")
    person = person_of(given.character)
    cover = () if given.cover is None else (cover_of(given.cover),)
    blow = Blow(
        bs=halves(given.bs),
        c=halves(given.c),
        pa=None if given.pa is None else halves(given.pa),
        times=Fraction(str(given.multiply_before)),
        times_bs=Fraction(str(given.multiply_bs)),
        times_c=Fraction(str(given.multiply_c)),
        shots=given.shots,
        in_water=given.in_water,
    )
    inside = passed(blow, () if given.bypass_armour else (*cover, *person.frame.layers), given.margin)
    yield from step("bs_through", points(inside.bs), "ORG-ARM-03")
    yield from step("c_through", points(inside.c), "ORG-ARM-03")
    found = hurt(person, inside.bs, inside.c, options, Kind(dirty=given.dirty, fire=given.fire))
    yield from tell_hurt(person, found.person)
    return Struck(
        layers_hit=inside.layers,
        bs_through=points(inside.bs),
        c_through=points(inside.c),
        state=state_of(found.person) if "state" in seen else UNSET,
        **found.fields(),
    )


class DrainGiven(Value, frozen=True, kw_only=True):
    """A victim and how much END a toxin takes."""

    character: Character
    points: Annotated[int, Meta(ge=1, le=1000)]


class Drained(Value, frozen=True, kw_only=True):
    """What a toxin took from each reserve."""

    end_lost: int
    sng_lost: float
    inc_lost: float
    state: State | UnsetType = UNSET

    def changes(self, given: DrainGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.character, self.state)


@procedure("drain_end", rules="ORG-DMG-07", headline=("end_lost", "sng_lost", "inc_lost"))
def drain_end(given: DrainGiven, options: Options) -> Program[Drained]:
    """END first, then SNG, then INC."""
    seen = yield from wanted("state")
    person = person_of(given.character)
    found = drained(person, given.points, options)
    yield from step("end_lost", found.end, "ORG-DMG-07")
    yield from tell_hurt(person, found.person)
    return Drained(
        end_lost=found.end,
        sng_lost=points(found.sng),
        inc_lost=points(found.inc),
        state=state_of(found.person) if "state" in seen else UNSET,
    )
