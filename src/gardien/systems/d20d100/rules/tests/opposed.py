"""One side against another: both roll, or one of them was rolled once and written down (TEST-07 to TEST-09)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, roll, step, watched
from gardien.core.dice import D20
from gardien.core.procedure import procedure
from gardien.core.values import Value, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Modifier, Mods, Name
from gardien.systems.d20d100.rules.tests.checks import Skilled, modifier_sum

Kind: TypeAlias = Literal["active_passive", "symmetric"]
Winner: TypeAlias = Literal["active", "passive", "none"]
FIXED = 10  # the die of an adversary who does not roll (D100-TEST-09)


def tie(active: int, passive: int, kind: Kind, options: Options) -> Winner:
    """Equal totals: a recorded roll is a Difficulty and is met by equality; equals look at their modifiers (TEST-07).

    The two numbers are the modifiers, situations included.
    """
    if kind == "active_passive" and options.opposed_tie != "higher_modifier":
        return options.opposed_tie
    if active == passive:
        return "none"
    return "active" if active > passive else "passive"


def decide(first: int, second: int, active: int, passive: int, kind: Kind, options: Options) -> Winner:
    """Two natural dice and two modifiers: a 1 fails whatever the totals (D100-TEST-03, D100-TEST-07)."""
    if first == 1 or second == 1:
        return "none" if first == second else "passive" if first == 1 else "active"
    margin = first + active - second - passive
    if margin:
        return "active" if margin > 0 else "passive"
    return tie(active, passive, kind, options)


class Sides(Value, frozen=True, kw_only=True):
    """Who rolls what in an opposition, the initiator first."""

    active: int
    passive: int
    kind: Kind = "active_passive"
    names: tuple[str, str] = ("", "")
    purposes: tuple[str, str] = ("active", "passive")


class SideLabels(Value, frozen=True):
    """The names under which both sides are told and looked at; an empty one is not told."""

    active_total: str = "active_total"
    passive_total: str = "passive_total"
    active_one: str = "active_natural_one"
    passive_one: str = "passive_natural_one"
    winner: str = "winner"


SIDES = SideLabels()


class ContestResult(Value, frozen=True, kw_only=True):
    """An opposition as it came out; totals only where somebody looks at them."""

    winner: Winner
    active_total: int | UnsetType = UNSET
    passive_total: int | UnsetType = UNSET
    active_one: bool | UnsetType = UNSET
    passive_one: bool | UnsetType = UNSET


class Read(Value, frozen=True):
    """Reads the second die beside the first."""

    first: int
    sides: Sides
    options: Options
    wanted: frozenset[str]
    labels: SideLabels

    def __call__(self, second: int) -> ContestResult:
        sides, wanted, labels = self.sides, self.wanted, self.labels
        return ContestResult(
            winner=decide(self.first, second, sides.active, sides.passive, sides.kind, self.options),
            active_total=self.first + sides.active if labels.active_total in wanted else UNSET,
            passive_total=second + sides.passive if labels.passive_total in wanted else UNSET,
            active_one=self.first == 1 if labels.active_one in wanted else UNSET,
            passive_one=second == 1 if labels.passive_one in wanted else UNSET,
        )


def meet(
    sides: Sides, wanted: frozenset[str], options: Options, labels: SideLabels = SIDES, rule: str = "D100-TEST-07"
) -> Program[ContestResult]:
    """Both sides roll, the initiator first; the higher total wins (D100-TEST-07). For any opposition of the game."""
    first = yield from roll(D20, "d20", sides.names[0], sides.purposes[0])
    met = yield from roll(
        D20.map(Read(first, sides, options, wanted, labels)), "d20", sides.names[1], sides.purposes[1]
    )
    yield from explain_side(labels.active_total, met.active_total, sides.active)
    yield from explain_side(labels.passive_total, met.passive_total, sides.passive)
    if labels.winner:
        ones = met.active_one is True or met.passive_one is True
        yield from step(labels.winner, met.winner, "D100-TEST-03" if ones else rule)
    return met


def contend(
    active: int, passive: int, purpose: str, opponent: str, labels: SideLabels, options: Options
) -> Program[ContestResult]:
    """Two who do the same against each other, the initiator first; what is told is left to `labels`."""
    wanted = yield from watched(labels.active_total, labels.passive_total)
    names, purposes = ("", opponent), (purpose, purpose)
    sides = Sides(active=active, passive=passive, kind="symmetric", names=names, purposes=purposes)
    return (yield from apply(meet, sides, wanted, options, labels))


def explain_side(label: str, total: int | UnsetType, modifier: int, who: str = "") -> Program[None]:
    """The total of one side as a reason."""
    if label and total is not UNSET:
        yield from step(label, total, "D100-TEST-01", (("die", total - modifier), ("modifier", modifier)), who=who)


# ---- both roll ----


class OpposedGiven(Value, frozen=True, kw_only=True):
    """Two modifiers; the skills and whoever is opposed are only named."""

    active_modifier: Modifier
    passive_modifier: Modifier
    active_mods: Mods = ()
    passive_mods: Mods = ()
    kind: Kind = "active_passive"
    active_skill: Name = ""
    passive_skill: Name = ""
    opponent: Name = ""


class Opposed(Value, frozen=True, kw_only=True):
    """Who wins, or that nothing changes."""

    active_total: int | UnsetType = UNSET
    passive_total: int | UnsetType = UNSET
    active_natural_one: bool | UnsetType = UNSET
    passive_natural_one: bool | UnsetType = UNSET
    winner: Winner


@procedure(
    "opposed_test",
    rules="D100-TEST-03 D100-TEST-07 D100-TEST-08 D100-CBT-07 D100-SKILL-19",
    dice=("d20",),
    headline=("winner",),
)
def oppose(given: OpposedGiven, options: Options) -> Program[Opposed]:
    """Each side throws a d20 and adds its own modifier; the strictly higher total wins, and a 1 never does."""
    active = given.active_modifier + sum(given.active_mods)
    passive = given.passive_modifier + sum(given.passive_mods)
    wanted = yield from watched("active_total", "passive_total", "active_natural_one", "passive_natural_one")
    met = yield from apply(meet, Sides(active=active, passive=passive, kind=given.kind), wanted, options)
    return like(Opposed, met, active_natural_one=met.active_one, passive_natural_one=met.passive_one)


# ---- one was rolled before ----


class RecordGiven(Skilled, frozen=True, kw_only=True):
    """The passive side of a document or a situation."""

    modifier: Modifier
    mods: Mods = ()
    context: Name = ""


class Recorded(Value, frozen=True, kw_only=True):
    """What is written down for every later active roll."""

    passive_total: int
    passive_natural_one: bool


@procedure("record_passive", rules="D100-TEST-08", dice=("d20",), headline=("passive_total",))
def record(given: RecordGiven, options: Options) -> Program[Recorded]:
    """The passive side throws once; its total stands until the situation changes."""
    modifier, _ = modifier_sum(given.modifier, given.mods)
    face = yield from roll(D20, "d20", "", "passive")
    yield from explain_side("passive_total", face + modifier, modifier)
    if face == 1:
        yield from step("passive_natural_one", True, "D100-TEST-08")
    return Recorded(passive_total=face + modifier, passive_natural_one=face == 1)


class RecordedGiven(Skilled, frozen=True, kw_only=True):
    """An active roll against what was written down, or against a fixed score."""

    active_modifier: Modifier
    active_mods: Mods = ()
    passive_total: Annotated[int, Meta(ge=-60, le=120)]
    passive_natural_one: bool = False
    passive_modifier: Modifier = 0
    opponent: Name = ""


class MetRecorded(Value, frozen=True, kw_only=True):
    """Whether the active side wins."""

    active_total: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool


class StandingRoll(Value, frozen=True):
    """What was rolled once, for all who try."""

    total: int
    natural_one: bool = False
    modifier: int = 0


class Against(Value, frozen=True):
    """Reads an active die beside a roll that stands."""

    modifier: int
    stands: StandingRoll
    wanted: frozenset[str]
    options: Options

    def wins(self, face: int) -> bool:
        if face == 1:
            return False
        if self.stands.natural_one:
            return True  # a stored 1 stays a failure (D100-TEST-08)
        margin = face + self.modifier - self.stands.total
        if margin:
            return margin > 0
        return tie(self.modifier, self.stands.modifier, "active_passive", self.options) == "active"

    def __call__(self, face: int) -> MetRecorded:
        return MetRecorded(
            active_total=face + self.modifier if "active_total" in self.wanted else UNSET,
            natural_one=face == 1 if "natural_one" in self.wanted else UNSET,
            success=self.wins(face),
        )


@procedure(
    "oppose_recorded",
    rules="D100-TEST-03 D100-TEST-07 D100-TEST-08 D100-TEST-09",
    dice=("d20",),
    headline=("success",),
)
def oppose_recorded(given: RecordedGiven, options: Options) -> Program[MetRecorded]:
    """A recorded total or a fixed score is a Difficulty: equality meets it."""
    wanted = yield from watched("active_total", "natural_one")
    modifier, _ = modifier_sum(given.active_modifier, given.active_mods)
    stands = StandingRoll(given.passive_total, given.passive_natural_one, given.passive_modifier)
    met = yield from roll(D20.map(Against(modifier, stands, wanted, options)), "d20", "", "active")
    yield from explain_side("active_total", met.active_total, modifier)
    yield from step("success", met.success, "D100-TEST-03" if met.natural_one is True else "D100-TEST-08")
    return met


class FixedGiven(Value, frozen=True, kw_only=True):
    """The skill of an adversary who does not roll."""

    modifier: Modifier


class Fixed(Value, frozen=True, kw_only=True):
    """A total to be used as a Difficulty."""

    score: int


@procedure("fixed_score", rules="D100-TEST-09", headline=("score",))
def fix(given: FixedGiven, options: Options) -> Program[Fixed]:
    """Ten and the modifier stand for the roll of an adversary."""
    score = FIXED + given.modifier
    yield from step("score", score, "D100-TEST-09", (("die", FIXED), ("modifier", given.modifier)))
    return Fixed(score=score)
