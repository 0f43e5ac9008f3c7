"""Two against each other: by their numbers, by one characteristic, and a day of brainwashing (TEST-04, VOL-01)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, less, step
from gardien.core.procedure import procedure
from gardien.core.values import Value, like
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.characteristic import plain
from gardien.systems.organique.rules.tests.d20 import Clash, Clashed, Detail, Throw, Winner, clash, watched
from gardien.systems.organique.rules.tests.modifiers import check_able, check_speaking, named_parts, open_skill, total
from gardien.systems.organique.rules.tests.resistance import Resist, save_throw
from gardien.systems.organique.rules.tests.saves import check_alive
from gardien.systems.organique.vocabulary import Code, Difficulty, Mods, Signed

PAIR = ("a_total", "a_margin", "b_total", "b_margin")
DAY = ("torturer_total", "torturer_margin", "victim_total", "victim_margin")
ORDEAL = 20  # for both (ORG-VOL-01)
BREAKING = 3  # days lost in a row (M20)


def numbers(clashed: Clashed, first: str, second: str) -> dict[str, Any]:
    """Totals and margins of both, where somebody looks; the exhausted have no total, and a margin of −1."""
    assert clashed.b is not None
    return {
        f"{first}_total": clashed.a.total,
        f"{first}_margin": clashed.a.margin,
        f"{second}_total": clashed.b.total,
        f"{second}_margin": clashed.b.margin,
    }


# ---- by their numbers ----


class SideGiven(Value, frozen=True, kw_only=True):
    """One side: what it starts from, what is added, what it must reach."""

    base: Signed
    mods: Mods = {}
    difficulty: Difficulty = 20
    luck: bool = False

    def __post_init__(self) -> None:
        freeze(self, "mods")

    def throw(self, name: str) -> Throw:
        parts = named_parts(self.mods)
        return like(Throw, self, mod=total(parts), mods=parts, prefix=f"{name}_", by=name, purpose="opposed")


class OpposedGiven(Value, frozen=True, kw_only=True):
    """Two sides, and who wins a tie."""

    a: SideGiven
    b: SideGiven
    resister: Literal["none", "a", "b"] = "none"


class Opposed(Value, frozen=True, kw_only=True):
    """Both throws, and whose margin was the larger."""

    a_total: int | UnsetType = UNSET
    a_margin: int | UnsetType = UNSET
    a_success: bool
    b_total: int | UnsetType = UNSET
    b_margin: int | UnsetType = UNSET
    b_success: bool
    winner: Winner


def resolve_opposed(asked: Clash) -> Program[Opposed]:
    """Both throw, margins are compared (ORG-TEST-04)."""
    clashed = yield from clash(asked)
    assert clashed.b is not None
    yield from step("winner", clashed.winner, "ORG-TEST-04")
    fields = numbers(clashed, "a", "b")
    return Opposed(a_success=clashed.a.success, b_success=clashed.b.success, winner=clashed.winner, **fields)


@procedure("opposed", rules="ORG-TEST-04 ORG-TEST-05 ORG-TEST-08", dice=("d20",), headline=("winner",))
def oppose(given: OpposedGiven, options: Options) -> Program[Opposed]:
    """Two tests, margin against margin."""
    wanted = yield from watched(*PAIR)
    asked = Clash(
        a=given.a.throw("a"),
        b=given.b.throw("b"),
        resister=given.resister,
        best_of_failures=options.contest_best_of_failures and given.resister == "none",
        detail="all" if wanted else "success",
    )
    return (yield from resolve_opposed(asked))


# ---- by one characteristic ----


class ContestGiven(Value, frozen=True, kw_only=True):
    """Two people who pull at the same thing, or measure their wits."""

    a: Character
    b: Character
    characteristic: Code = "FOR"
    difficulty: Difficulty = 20
    a_mods: Mods = {}
    b_mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("a", self.a)
        check_able("b", self.b)
        freeze(self, "a_mods", "b_mods")


@procedure("contest", rules="ORG-FOR-01 ORG-INT-01 ORG-TEST-04", dice=("d20",), headline=("winner",))
def contend(given: ContestGiven, options: Options) -> Program[Opposed]:
    """The same test for both; a tie leaves everything as it was."""
    wanted = yield from watched(*PAIR)
    code, goal = given.characteristic, given.difficulty
    rule = "ORG-INT-01" if code == "INT" else "ORG-FOR-01"
    one = plain(
        person_of(given.a), code, options, goal, named_parts(given.a_mods), rule=rule, prefix="a_", purpose="contest"
    )
    other = plain(
        person_of(given.b), code, options, goal, named_parts(given.b_mods), rule=rule, prefix="b_", purpose="contest"
    )
    asked = Clash(
        a=one,
        b=other,
        # whoever is too exhausted to try at all has not failed by little
        best_of_failures=options.contest_best_of_failures and not (one.spent or other.spent),
        detail="all" if wanted else "success",
    )
    return (yield from resolve_opposed(asked))


# ---- a day of brainwashing ----


class BrainwashGiven(Value, frozen=True, kw_only=True):
    """Who breaks a will, whose, and how many days in a row that one has lost."""

    torturer: Character
    victim: Character
    days_lost: Annotated[int, Meta(ge=0, le=1000)] = 0

    def __post_init__(self) -> None:
        check_speaking("torturer", self.torturer)
        check_alive("victim", self.victim)


class Brainwashed(Value, frozen=True, kw_only=True):
    """Whether a will has held one day more."""

    torturer_total: int | UnsetType = UNSET
    torturer_margin: int | UnsetType = UNSET
    victim_total: int | UnsetType = UNSET
    victim_margin: int | UnsetType = UNSET
    resisted: bool
    days_lost: int
    broken: bool


@procedure("brainwash", rules="ORG-VOL-01", dice=("d20",), headline=("resisted", "broken"))
def brainwash(given: BrainwashGiven, options: Options) -> Program[Brainwashed]:
    """Interrogation against a will that wears away; three days lost in a row break it (M20)."""
    wanted = yield from watched(*DAY)
    torturer, victim = person_of(given.torturer), person_of(given.victim)
    worn = (less("days_lost", given.days_lost),) if given.days_lost else ()
    one = plain(
        torturer,
        "VOL",
        options,
        ORDEAL,
        open_skill(torturer, "interrogation"),
        rule="ORG-VOL-01",
        prefix="torturer_",
        purpose="brainwash",
    )
    # what resists a hold on the mind is a save (ORG-TEST-05)
    other = save_throw(victim, Resist(kind="mind_control", difficulty=ORDEAL, mods=worn), options, "victim_")
    detail: Detail = "all" if wanted else "success"
    clashed = yield from clash(Clash(a=one, b=other, resister="b", detail=detail))
    resisted = clashed.winner != "a"
    days = 0 if resisted else given.days_lost + 1
    yield from step("resisted", resisted, "ORG-VOL-01")
    yield from step("days_lost", days, "ORG-VOL-01")
    fields = numbers(clashed, "torturer", "victim")
    return Brainwashed(resisted=resisted, days_lost=days, broken=days >= BREAKING, **fields)
