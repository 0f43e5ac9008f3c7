"""Two against each other: by their numbers, by one characteristic, and a day of brainwashing (TEST-04, VOL-01)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.checks import plain
from gardien.systems.organique.kinds import Code, Difficulty, Mods, Signed
from gardien.systems.organique.options import Options
from gardien.systems.organique.resist import Resist, save_throw
from gardien.systems.organique.saves import check_alive
from gardien.systems.organique.scores import check_able, named, open_skill, total
from gardien.systems.organique.trials import Clash, Clashed, Detail, Throw, Winner, clash, wanted
from gardien.systems.organique.values import Character, freeze

PAIR = ("a_total", "a_margin", "b_total", "b_margin")
DAY = ("torturer_total", "torturer_margin", "victim_total", "victim_margin")
ORDEAL = 20  # for both (ORG-VOL-01)
BREAKING = 3  # days lost in a row (M20)


def numbers(found: Clashed, first: str, second: str) -> dict[str, Any]:
    """Totals and margins of both, where somebody looks; the exhausted have no total, and a margin of −1."""
    assert found.b is not None
    return {
        f"{first}_total": found.a.total,
        f"{first}_margin": found.a.margin,
        f"{second}_total": found.b.total,
        f"{second}_margin": found.b.margin,
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
        parts = named(self.mods)
        return Throw(
            base=self.base,
            mod=total(parts),
            mods=parts,
            difficulty=self.difficulty,
            luck=self.luck,
            prefix=f"{name}_",
            by=name.upper(),
            purpose="opposed",
        )


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


def met(asked: Clash) -> Program[Opposed]:
    """Both throw, margins are compared (ORG-TEST-04)."""
    found = yield from clash(asked)
    assert found.b is not None
    yield from step("winner", found.winner, "ORG-TEST-04")
    told = numbers(found, "a", "b")
    return Opposed(a_success=found.a.success, b_success=found.b.success, winner=found.winner, **told)


@procedure("opposed", rules="ORG-TEST-04 ORG-TEST-05 ORG-TEST-08", dice=("d20",), headline=("winner",))
def oppose(given: OpposedGiven, options: Options) -> Program[Opposed]:
    """Two tests, margin against margin."""
    seen = yield from wanted(*PAIR)
    asked = Clash(
        a=given.a.throw("a"),
        b=given.b.throw("b"),
        resister=given.resister,
        best_of_failures=options.contest_best_of_failures and given.resister == "none",
        detail="all" if seen else "success",
    )
    return (yield from met(asked))


# ---- by one characteristic ----


class ContestGiven(Value, frozen=True, kw_only=True):
    """Two people who pull at the same thing, or measure their wits."""

    a: Character
    b: Character
    characteristic: Code = "FOR"
    difficulty: Difficulty = 20

    def __post_init__(self) -> None:
        check_able("a", self.a)
        check_able("b", self.b)


@procedure("contest", rules="ORG-FOR-01 ORG-INT-01 ORG-TEST-04", dice=("d20",), headline=("winner",))
def contend(given: ContestGiven, options: Options) -> Program[Opposed]:
    """The same test for both; a tie leaves everything as it was."""
    seen = yield from wanted(*PAIR)
    code, goal = given.characteristic, given.difficulty
    rule = "ORG-INT-01" if code == "INT" else "ORG-FOR-01"
    one = plain(person_of(given.a), code, options, goal, rule=rule, prefix="a_", purpose="contest")
    other = plain(person_of(given.b), code, options, goal, rule=rule, prefix="b_", purpose="contest")
    asked = Clash(
        a=one,
        b=other,
        # whoever is too exhausted to try at all has not failed by little
        best_of_failures=options.contest_best_of_failures and not (one.spent or other.spent),
        detail="all" if seen else "success",
    )
    return (yield from met(asked))


# ---- a day of brainwashing ----


class BrainwashGiven(Value, frozen=True, kw_only=True):
    """Who breaks a will, whose, and how many days in a row that one has lost."""

    torturer: Character
    victim: Character
    days_lost: Annotated[int, Meta(ge=0, le=1000)] = 0

    def __post_init__(self) -> None:
        check_able("torturer", self.torturer)
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
    seen = yield from wanted(*DAY)
    torturer, victim = person_of(given.torturer), person_of(given.victim)
    worn = (("days_lost", -given.days_lost),) if given.days_lost else ()
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
    detail: Detail = "all" if seen else "success"
    found = yield from clash(Clash(a=one, b=other, resister="b", detail=detail))
    resisted = found.winner != "a"
    days = 0 if resisted else given.days_lost + 1
    yield from step("resisted", resisted, "ORG-VOL-01")
    yield from step("days_lost", days, "ORG-VOL-01")
    told = numbers(found, "torturer", "victim")
    return Brainwashed(resisted=resisted, days_lost=days, broken=days >= BREAKING, **told)
