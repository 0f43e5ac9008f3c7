"""What falls on somebody, somebody who falls, and falls at speed (DMG-04, DMG-08, DMG-13, AGI-03)."""

from fractions import Fraction
from math import floor
from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, less, roll, step
from gardien.core.dice import D20
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.damage import Blow, pass_armour
from gardien.systems.organique.rules.body.losses import explain_losses, take_damage
from gardien.systems.organique.rules.character import Character, State, freeze
from gardien.systems.organique.rules.person import LeavesState, Person, person_of, points, state_of
from gardien.systems.organique.rules.tests.d20 import watched
from gardien.systems.organique.rules.tests.feats import speed_kmh
from gardien.systems.organique.rules.tests.modifiers import is_spent, luck_of, named_parts, total
from gardien.systems.organique.vocabulary import Kilograms, Mods

Storeys: TypeAlias = Annotated[int, Meta(ge=0, le=500)]

PER_STOREY = 2  # points of shock (ORG-DMG-08)
METRES = 3  # a storey (ORG-DMG-08)
SOFTENED = 10  # of a total, a point avoided (ORG-AGI-03)
WEIGHT = 5  # kg that are a point of shock, storey by storey (ORG-DMG-04)
SPEED = 20  # a point of each kind (ORG-DMG-13)
MOST = 2000  # halves: more than any reserve holds, and the most that is written down as one wound


def after_crush(person: Person, bs: int, c: int, options: Options) -> Person:
    """Somebody after a blow that has passed everything, in halves."""
    return take_damage(person, min(MOST, bs), min(MOST, c), options).person


# ---- things ----


class ObjectGiven(Value, frozen=True, kw_only=True):
    """Who stands below, how heavy it is, from how high it comes."""

    character: Character
    kg: Kilograms
    storeys: Storeys


class ObjectFallen(LeavesState, frozen=True, kw_only=True):
    """What something dropped did."""

    c: float
    c_through: float
    state: State | UnsetType = UNSET


@procedure("falling_object", rules="ORG-DMG-04 ORG-TEST-09", headline=("c", "c_through"))
def drop(given: ObjectGiven, options: Options) -> Program[ObjectFallen]:
    """A fifth of its weight for each storey, in shock; armour takes its share."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    shock = floor(Fraction(str(given.kg)) * 2 * given.storeys / WEIGHT)
    inside = pass_armour(Blow(c=shock), person.frame.layers)
    yield from step("c", points(shock), "ORG-DMG-04")
    yield from step("c_through", points(inside.c), "ORG-ARM-03")
    after = after_crush(person, 0, inside.c, options)
    yield from explain_losses(person, after)
    return ObjectFallen(
        c=points(shock),
        c_through=points(inside.c),
        state=state_of(after) if "state" in wanted else UNSET,
    )


# ---- heights ----


class FallGiven(Value, frozen=True, kw_only=True):
    """Who falls, and how far: in storeys, or else in metres."""

    character: Character
    storeys: Storeys | None = None
    height_m: Annotated[float, Meta(ge=0, le=1500)] | None = None
    mods: Mods = {}
    luck: bool | None = None

    def __post_init__(self) -> None:
        if self.storeys is None and self.height_m is None:
            raise BadField("storeys", "field/missing", "ORG-DMG-08")
        freeze(self, "mods")

    @property
    def floors(self) -> int:
        """Storeys as they are given, or the nearest number of them (ORG-DMG-08)."""
        if self.storeys is not None:
            return self.storeys
        return floor(Fraction(str(self.height_m)) / METRES + Fraction(1, 2))


class Fallen(LeavesState, frozen=True, kw_only=True):
    """What a fall did; `total` only where a die was thrown and somebody looks."""

    storeys: int
    raw_c: float
    total: int | UnsetType = UNSET
    avoided: int
    c: float
    state: State | UnsetType = UNSET


class FallSave(Value, frozen=True):
    """What a save took off a fall; the natural face only where somebody looks."""

    avoided: int
    die: int | None = None


class Soften(Value, frozen=True, kw_only=True):
    """Reads a natural d20 as points of a fall that are avoided (ORG-AGI-03, ORG-TEST-05)."""

    bonus: int
    most: int
    luck: bool
    whole: bool

    def __call__(self, face: int) -> FallSave:
        avoided = max(0, (face + self.bonus) // SOFTENED)
        if self.luck and face == 1:
            avoided = 0
        elif self.luck and face == 20:
            avoided = max(1, avoided)
        return FallSave(min(self.most, avoided), face if self.whole else None)


@procedure("fall", rules="ORG-DMG-08 ORG-AGI-03", dice=("d20",), headline=("avoided", "c"))
def fall(given: FallGiven, options: Options) -> Program[Fallen]:
    """Two points of shock a storey, less what AGI avoids; armour is no help."""
    wanted = yield from watched("total", "state")
    person, raw, avoided = person_of(given.character), PER_STOREY * given.floors, 0
    score: int | UnsetType = UNSET
    yield from step("raw_c", raw, "ORG-DMG-08")
    if raw and not (person.out_of_action or is_spent(person, "AGI")):  # ORG-SAVE-01, ORG-END-06
        base, mods = person.value("AGI"), named_parts(given.mods)
        luck = luck_of(given.luck, not options.saves_not_luck)
        question = Soften(bonus=base + total(mods), most=raw, luck=luck, whole="total" in wanted)
        softened = yield from roll(D20.map(question), "d20", person.name, "fall")
        avoided = softened.avoided
        if softened.die is not None:
            score = base + total(mods) + softened.die
            yield from step("total", score, "ORG-AGI-03", (("AGI", base), *mods, ("die", softened.die)))
    yield from step("avoided", avoided, "ORG-AGI-03")
    yield from step("c", raw - avoided, "ORG-DMG-08", (("raw_c", raw), less("avoided", avoided)))
    after = after_crush(person, 0, 2 * (raw - avoided), options)
    yield from explain_losses(person, after)
    return Fallen(
        storeys=given.floors,
        raw_c=raw,
        total=score,
        avoided=avoided,
        c=raw - avoided,
        state=state_of(after) if "state" in wanted else UNSET,
    )


# ---- speed ----


class TumbleGiven(Value, frozen=True, kw_only=True):
    """Who is thrown off, and how fast they were, in metres a turn."""

    character: Character
    speed: Annotated[float, Meta(ge=0, le=20_000)]


class Tumbled(LeavesState, frozen=True, kw_only=True):
    """What a fall at speed did."""

    kmh: float
    bs: float
    c: float
    bs_through: float
    c_through: float
    state: State | UnsetType = UNSET


@procedure("tumble", rules="ORG-DMG-13 ORG-VIT-02", headline=("bs_through", "c_through"))
def tumble(given: TumbleGiven, options: Options) -> Program[Tumbled]:
    """A point of wound and one of shock for each twenty of speed, through everything worn."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    each = floor(given.speed / SPEED)
    inside = pass_armour(Blow(bs=2 * each, c=2 * each), person.frame.layers)
    yield from step("kmh", speed_kmh(given.speed), "ORG-VIT-02")
    yield from step("bs", each, "ORG-DMG-13")
    yield from step("c", each, "ORG-DMG-13")
    yield from step("bs_through", points(inside.bs), "ORG-ARM-03")
    yield from step("c_through", points(inside.c), "ORG-ARM-03")
    after = after_crush(person, inside.bs, inside.c, options)
    yield from explain_losses(person, after)
    return Tumbled(
        kmh=speed_kmh(given.speed),
        bs=each,
        c=each,
        bs_through=points(inside.bs),
        c_through=points(inside.c),
        state=state_of(after) if "state" in wanted else UNSET,
    )
