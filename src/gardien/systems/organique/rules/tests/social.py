"""Among people: unseen, believed, liked, convincing, desired (AGI-04, CHA-01 to CHA-04)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, call, fold, step, tail
from gardien.core.inputs import check_among, check_key
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, check_names, freeze
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.characteristic import Checked, plain, roll_fields
from gardien.systems.organique.rules.tests.d20 import (
    WATCHABLE,
    Clash,
    Detail,
    Throw,
    ThrowBlock,
    Tried,
    attempt,
    clash,
    detail_of,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import check_able, check_speaking, named_parts, open_skill
from gardien.systems.organique.vocabulary import Difficulty, Mods

LieKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("scales", "lie"))]
SETTLED = ("convincing", "absurd")  # arguments that need no die (ORG-TEST-07)
WATCHFUL = 20  # what somebody who watches an actor must reach (ORG-CHA-01)
SPELLED = {"seen_by": 8, "observer_margins": 2}  # so many observers one by one can be weighed in time


# ---- unseen ----


class SneakGiven(Value, frozen=True, kw_only=True):
    """Who moves unseen, and who might notice."""

    sneaker: Character
    difficulty: Difficulty = 20
    observers: Annotated[tuple[Character, ...], Meta(min_length=1, max_length=100)]
    observer_difficulty: Difficulty = 20
    mods: Mods = {}
    observer_mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("sneaker", self.sneaker)
        check_names("observers", self.observers)
        for one in self.observers:
            check_able("observers", one)
        freeze(self, "mods", "observer_mods")


class Sneaked(ThrowBlock, frozen=True, kw_only=True):
    """Whether somebody passed unseen, and who saw."""

    observer_margins: tuple[int, ...] | UnsetType = UNSET
    seen_by: tuple[str, ...] | UnsetType = UNSET
    unseen: bool


class Watching(Value, frozen=True):
    """What the observers so far have noticed; names and margins only where somebody looks."""

    spotted: bool = False
    names: tuple[str, ...] = ()
    margins: tuple[int, ...] = ()


class Glance(Value, frozen=True):
    """One observer: the throw, the margin from which the sneaker is seen, and what is kept of it."""

    throw: Throw
    bar: int
    name: bool
    margin: bool


def glance(watching: Watching, one: Glance) -> Program[Watching]:
    """An observer must succeed, and do better than a sneaker who has succeeded (ORG-AGI-04)."""
    detail: Detail = "all" if one.margin else "margin"
    tried = yield from attempt(one.throw, detail, None if one.margin else (0, one.bar))
    spots = tried.success and tried.over >= one.bar
    return Watching(
        watching.spotted or spots,
        (*watching.names, one.throw.by) if spots and one.name else watching.names,
        (*watching.margins, tried.over) if one.margin else (),
    )


def observe(bar: int, observers: tuple[Throw, ...], name: bool, margin: bool) -> Program[Watching]:
    """Every observer in turn, whatever the others have seen."""
    return (yield from fold(glance, Watching(), [Glance(one, bar, name, margin) for one in observers]))


@procedure("sneak", rules="ORG-AGI-04 ORG-PER-01 ORG-TEST-04", dice=("d20",), headline=("unseen", "seen_by"))
def sneak(given: SneakGiven, options: Options) -> Program[Sneaked]:
    """AGI against the place, then the eyes of each observer against that margin; a tie stays unseen."""
    wanted = yield from watched(*WATCHABLE, "observer_margins", "seen_by")
    sneaker = person_of(given.sneaker)
    mods = (*open_skill(sneaker, "stealth"), *named_parts(given.mods))
    throw = plain(sneaker, "AGI", options, given.difficulty, mods, rule="ORG-AGI-04", purpose="sneak")
    observers = tuple(observing(one, given, options) for one in given.observers)
    for field, most in SPELLED.items():
        if field in wanted:
            yield from refuse_details_beyond(len(observers), most)
    tried = yield from attempt(throw, detail_of(wanted, least="margin"))
    return tail(call(resolve_sneak, throw, tried, observers, "seen_by" in wanted, "observer_margins" in wanted))


def resolve_sneak(
    throw: Throw, tried: Tried, observers: tuple[Throw, ...], names: bool, margins: bool
) -> Program[Sneaked]:
    """Who has seen a sneaker whose throw is known; names and margins only where somebody looks."""
    bar = max(0, tried.over + 1)
    watching = yield from apply(observe, bar, observers, names, margins)
    yield from step("unseen", not watching.spotted, "ORG-AGI-04")
    return Sneaked(
        observer_margins=watching.margins if margins else UNSET,
        seen_by=watching.names if names else UNSET,
        unseen=not watching.spotted,
        **throw_fields(throw, tried),
    )


def observing(one: Character, given: SneakGiven, options: Options) -> Throw:
    """PER of somebody who might see, by sight (ORG-AGI-04, ORG-TEST-10)."""
    person = person_of(one)
    return plain(
        person,
        "PER",
        options,
        given.observer_difficulty,
        (*open_skill(person, "observation"), *named_parts(given.observer_mods)),
        sense="sight",
        rule="ORG-PER-01",
        prefix="observer_",
        who=person.name,
        purpose="observe",
    )


# ---- believed ----


class PartGiven(Value, frozen=True, kw_only=True):
    """Who plays a part, which, and perhaps who looks closely."""

    character: Character = Character()
    lie: LieKey = "in_pain"
    difficulty: Difficulty | None = None
    mods: Mods = {}
    observer: Character | None = None

    def __post_init__(self) -> None:
        check_key("lie", self.lie, pack.scale("lie"))
        check_speaking("character", self.character)
        if self.observer is not None:
            check_able("observer", self.observer)
        freeze(self, "mods")


class Acted(ThrowBlock, frozen=True, kw_only=True):
    """Whether a part was believed."""

    observer_total: int | UnsetType = UNSET
    observer_margin: int | UnsetType = UNSET
    believed: bool


@procedure("act_a_part", rules="ORG-CHA-01 ORG-TEST-04", dice=("d20",), headline=("believed",))
def act_a_part(given: PartGiven, options: Options) -> Program[Acted]:
    """CHA and a d20 against the lie; somebody who watches resists with PER."""
    wanted = yield from watched(*WATCHABLE, "observer_total", "observer_margin")
    actor = person_of(given.character)
    goal = pack.mark("lie", given.lie) if given.difficulty is None else given.difficulty
    mods = (*open_skill(actor, "acting"), *named_parts(given.mods))
    throw = plain(actor, "CHA", options, goal, mods, rule="ORG-CHA-01", purpose="act_a_part")
    other = None
    if given.observer is not None:
        eyes = person_of(given.observer)
        other = plain(
            eyes, "PER", options, WATCHFUL, rule="ORG-CHA-01", prefix="observer_", who=eyes.name, purpose="observe"
        )
    detail: Detail = "all" if wanted else "success"
    clashed = yield from clash(Clash(a=throw, b=other, resister="b", detail=detail))
    believed = clashed.winner == "a"
    yield from step("believed", believed, "ORG-CHA-01")
    return Acted(
        observer_total=UNSET if clashed.b is None else clashed.b.total,
        observer_margin=UNSET if clashed.b is None else clashed.b.margin,
        believed=believed,
        **throw_fields(throw, clashed.a),
    )


# ---- liked ----


class ImpressionGiven(Value, frozen=True, kw_only=True):
    """Who meets a stranger."""

    character: Character = Character()
    difficulty: Difficulty = 20
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_speaking("character", self.character)
        freeze(self, "mods")


class Impressed(ThrowBlock, frozen=True, kw_only=True):
    """How somebody is seen at first; it fades once people know each other."""

    impression: Literal["good", "none_or_dull"]


@procedure("first_impression", rules="ORG-CHA-02", dice=("d20",), headline=("impression",))
def impress(given: ImpressionGiven, options: Options) -> Program[Impressed]:
    """CHA and a d20: trusted and liked, or at best not noticed."""
    person, mods = person_of(given.character), named_parts(given.mods)
    throw = plain(
        person, "CHA", options, given.difficulty, mods, rule="ORG-CHA-02", purpose="first_impression"
    )  # fmt: skip
    fields = yield from roll_fields(throw)
    impression: Literal["good", "none_or_dull"] = "good" if fields["success"] else "none_or_dull"
    yield from step("impression", impression, "ORG-CHA-02")
    return Impressed(impression=impression, **fields)


# ---- convincing ----


def arguments() -> list[str]:
    """How well an argument may stand, the best first."""
    best, worst = SETTLED
    return [best, *pack.keys("scales", "argument"), worst]


ArgumentKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=arguments())]


class PersuadeGiven(Value, frozen=True, kw_only=True):
    """Who has argued, and how well the argument stands."""

    character: Character = Character()
    argument: ArgumentKey = "average"
    difficulty: Difficulty | None = None
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_among("argument", self.argument, arguments())
        check_speaking("character", self.character)
        freeze(self, "mods")


class Persuaded(ThrowBlock, frozen=True, kw_only=True):
    """Whether an argument was accepted, and whether that was ever in doubt."""

    rolled: bool


@procedure("persuade", rules="ORG-CHA-03 ORG-TEST-07 ORG-ADV-08", dice=("d20",), headline=("success",))
def persuade(given: PersuadeGiven, options: Options) -> Program[Persuaded]:
    """CHA and a d20 against the argument; what convinces or is absurd needs no die."""
    if given.argument in SETTLED:
        yield from step("success", given.argument == "convincing", "ORG-TEST-07")
        return Persuaded(rolled=False, success=given.argument == "convincing")
    person, mods = person_of(given.character), named_parts(given.mods)
    goal = pack.mark("argument", given.argument) if given.difficulty is None else given.difficulty
    throw = plain(person, "CHA", options, goal, mods, rule="ORG-CHA-03", purpose="persuade")
    return Persuaded(rolled=True, **(yield from roll_fields(throw)))


# ---- desired ----


class SeduceGiven(Value, frozen=True, kw_only=True):
    """Who wants to be desired."""

    character: Character = Character()
    difficulty: Difficulty = 20
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_speaking("character", self.character)
        freeze(self, "mods")


@procedure("seduce", rules="ORG-CHA-04", dice=("d20",), headline=("success",))
def seduce(given: SeduceGiven, options: Options) -> Program[Checked]:
    """CHA and a d20; success is desire, not consent."""
    person = person_of(given.character)
    mods = (*open_skill(person, "seduction"), *named_parts(given.mods))
    throw = plain(person, "CHA", options, given.difficulty, mods, rule="ORG-CHA-04", purpose="seduce")
    return Checked(**(yield from roll_fields(throw)))
