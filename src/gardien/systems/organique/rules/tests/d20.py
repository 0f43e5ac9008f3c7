"""One d20 against a difficulty, an opposed save, two against each other: every throw of the game (TEST, SAVE-02)."""

from typing import Any, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from gardien.core import chance
from gardien.core.chance import Program, less, roll, step
from gardien.core.dice import D20, Pool, Pooled
from gardien.core.values import Value
from gardien.systems.organique.rules.character import State
from gardien.systems.organique.vocabulary import Auto

NOTHING: frozenset[str] = frozenset()
FAR = 100_000  # no limit, where a limit must be named
AUTOMATIC = 0  # the difficulty of what cannot fail: a die tells only how well (ORG-TEST-02)
Parts: TypeAlias = tuple[tuple[str, int], ...]
Detail: TypeAlias = Literal["success", "failure", "margin", "all"]
Cuts: TypeAlias = tuple[int, ...]
INSIDE: tuple[str, ...] = (  # what may be asked for inside a state, a save, an attack, damage
    "", *State.__struct_fields__, "kind", "failed_by", "base", "mod", "difficulty", "die", "total", "margin", "success",
    "auto", "hit", "effect", "damage", "bs", "c",
)  # fmt: skip


def watched(*fields: str) -> Program[frozenset[str]]:
    """Which details somebody looks at, or at something inside them (`state.dead`): play all, odds what is asked.

    What is not looked at stays UNSET.
    """
    return (yield from chance.watched(*fields, keys=INSIDE))


def coarsen(number: int, cuts: Cuts | None) -> int:
    """A number as coarse as it matters: the largest cut not above it, itself where all of it matters."""
    if cuts is None:
        return number
    return max((one for one in cuts if one <= number), default=number if cuts else 0)


class Tried(Value, frozen=True, kw_only=True):
    """A throw as it came out; what nobody looks at is not told apart."""

    success: bool
    margin: int | UnsetType = UNSET
    failed_by: int | UnsetType = UNSET  # the margin of failure, or the shortfall of an opposed save; 0 on success
    total: int | UnsetType = UNSET
    die: int | UnsetType = UNSET
    auto: Auto | UnsetType = UNSET
    one: bool | UnsetType = UNSET  # a natural 1, where something hangs on it

    @property
    def missed_by(self) -> int:
        """By how much it failed; 0 on success."""
        return 0 if self.success or self.failed_by is UNSET else self.failed_by

    @property
    def over(self) -> int:
        """By how much it succeeded, as far as it was asked for."""
        return self.margin if self.margin is not UNSET else 0


class Judge(Value, frozen=True, kw_only=True):
    """Reads a natural d20; in a luck test 1 fails and 20 succeeds, by at least 1; nothing fails against difficulty 0
    (ORG-TEST-01, ORG-TEST-02, ORG-TEST-05)."""

    bonus: int
    difficulty: int
    luck: bool = False
    against: int = 0  # the margin that an opposed save must equal (ORG-SAVE-02)
    detail: Detail = "success"
    cuts: Cuts | None = None  # how coarse a margin of success, or a failure, is told
    ones: bool = False

    def margin(self, face: int) -> int:
        margin = face + self.bonus - self.difficulty
        if self.luck and face == 20:
            return max(1, margin)
        if self.difficulty <= AUTOMATIC:
            return max(0, margin)
        return min(-1, margin) if self.luck and face == 1 else margin

    def __call__(self, face: int) -> Tried:
        margin = self.margin(face)
        failed_by = max(0, self.against - margin)
        success = failed_by == 0
        one = face == 1 if self.ones else UNSET
        if self.detail == "success":
            return Tried(success=success, one=one)
        if self.detail == "failure":
            return Tried(success=success, failed_by=coarsen(failed_by, self.cuts), one=one)
        if self.detail == "margin":
            coarse = coarsen(margin, self.cuts) if success else margin if self.cuts is None else UNSET
            return Tried(success=success, margin=coarse, one=one)
        auto: Auto = "none"
        if self.luck and face == 20:
            auto = "natural_20"
        elif self.luck and face == 1 and self.difficulty > AUTOMATIC:
            auto = "natural_1"
        total = face + self.bonus
        return Tried(
            success=success, margin=margin, failed_by=failed_by, total=total, die=face, auto=auto, one=one
        )  # fmt: skip


class Throw(Value, frozen=True, kw_only=True):
    """A throw that is due: what it starts from, what is added, what must be reached; whose dice, whose reasons.

    `prefix` stands before the names under which it is told: total, margin, mod… (`attack_`, `defence_`, `save_`).
    """

    base: int
    mod: int = 0
    difficulty: int = 20
    luck: bool = False
    against: int = 0  # ORG-SAVE-02
    spent: bool = False  # exhausted: fails without a die, as if by 1 (ORG-END-06)
    bases: Parts = ()  # what the base is the sum of
    mods: Parts = ()  # what the modifier is the sum of
    raised: Parts = ()  # what the difficulty is the sum of
    rule: str = "ORG-TEST-01"
    prefix: str = ""
    by: str = ""  # who throws
    who: str = ""  # whose part of the explanation it is; "" is that of the outcome itself
    purpose: str = "test"

    def judge(self, detail: Detail, cuts: Cuts | None = None, ones: bool = False) -> Judge:
        return Judge(
            bonus=self.base + self.mod,
            difficulty=self.difficulty,
            luck=self.luck,
            against=self.against,
            detail=detail,
            cuts=cuts,
            ones=ones,
        )

    def failure(self) -> Tried:
        """The failure of somebody exhausted (ORG-SAVE-03)."""
        return Tried(success=False, margin=-1, failed_by=1 + self.against, auto="exhausted")


def detail_of(wanted: frozenset[str], prefix: str = "", least: Detail = "success") -> Detail:
    """How much of a throw must be told: all of it where somebody looks at its numbers, else what the rule needs."""
    numbers = {f"{prefix}{name}" for name in ("die", "total", "margin", "auto", "failed_by")}
    return "all" if numbers & wanted else least


def attempt(throw: Throw, detail: Detail = "success", cuts: Cuts | None = None, ones: bool = False) -> Program[Tried]:
    """Throw a d20, add, compare; equality succeeds (ORG-TEST-01). The exhausted fail without a die (ORG-END-06)."""
    if throw.spent:
        tried = throw.failure()
    else:
        judge = throw.judge(detail, cuts, ones)
        tried = yield from roll(D20.map(judge), "d20", throw.by, throw.purpose)
    yield from explain_throw(throw, tried)
    return tried


def explain_throw(throw: Throw, tried: Tried) -> Program[None]:
    """Base, modifiers, total, margin and result as reasons."""
    prefix, who = throw.prefix, throw.who
    if len(throw.bases) > 1 and sum(part for _, part in throw.bases) == throw.base:
        yield from step(f"{prefix}base", throw.base, "ORG-TEST-03", throw.bases, who=who)
    if throw.mods:
        yield from step(f"{prefix}mod", throw.mod, "ORG-TEST-10", throw.mods, who=who)
    if throw.raised:
        yield from step(f"{prefix}difficulty", throw.difficulty, "ORG-WPN-01", throw.raised, who=who)
    if tried.total is not UNSET:
        assert tried.margin is not UNSET
        assert tried.die is not UNSET
        parts = (("base", throw.base), *((("mod", throw.mod),) if throw.mod else ()), ("die", tried.die))
        yield from step(f"{prefix}total", tried.total, throw.rule, parts, who=who)
        limits = {"natural_20": (1, FAR), "natural_1": (-FAR, -1)}.get(str(tried.auto))
        rule = "ORG-TEST-05" if limits else "ORG-TEST-01"
        if limits is None and throw.difficulty <= AUTOMATIC:
            limits, rule = (0, FAR), "ORG-TEST-02"
        sums = (("total", tried.total), less("difficulty", throw.difficulty))
        yield from step(f"{prefix}margin", tried.margin, rule, sums, limits, who=who)
    rule = "ORG-END-06" if throw.spent else "ORG-SAVE-02" if throw.against else throw.rule
    yield from step(f"{prefix}success", tried.success, rule, who=who)


# ---- a chance in a hundred ----


class AtMost(Value, frozen=True):
    """Whether a d100 shows no more than a percentage."""

    percent: int

    def __call__(self, face: int) -> bool:
        return face <= self.percent


# ---- fields of outcomes ----


class ThrowBlock(Value, frozen=True, kw_only=True):
    """What every test tells; only where somebody looks, numbers of the die."""

    base: int | UnsetType = UNSET
    mod: int | UnsetType = UNSET
    difficulty: int | UnsetType = UNSET
    die: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    auto: Auto | UnsetType = UNSET


class SaveResult(ThrowBlock, frozen=True, kw_only=True):
    """A save inside an outcome."""

    kind: str
    failed_by: int | UnsetType = UNSET


WATCHABLE = ("die", "total", "margin", "auto")


def throw_fields(throw: Throw, tried: Tried, prefix: str = "") -> dict[str, Any]:
    """A throw as fields of an outcome: base, mod, difficulty, die, total, margin, success, auto."""
    fields = {
        "base": throw.base,
        "mod": throw.mod,
        "difficulty": throw.difficulty,
        "die": tried.die,
        "total": tried.total,
        "margin": tried.margin if tried.total is not UNSET or throw.spent else UNSET,
        "success": tried.success,
        "auto": tried.auto,
    }
    return {f"{prefix}{name}": value for name, value in fields.items()} if prefix else fields


def save_result(kind: str, throw: Throw, tried: Tried) -> SaveResult:
    """A save as part of an outcome; its failure is told in numbers only where the whole throw is."""
    whole = tried.total is not UNSET or throw.spent
    return SaveResult(kind=kind, failed_by=tried.failed_by if whole else UNSET, **throw_fields(throw, tried))


# ---- two against each other ----

Winner: TypeAlias = Literal["a", "b", "none"]


class Clash(Value, frozen=True, kw_only=True):
    """Two throws against each other, and how much of them is told.

    The larger margin wins among those who succeed; a tie goes to `resister`, else to nobody (ORG-TEST-04). `cuts` says
    how coarse the margin of a winning `a` is told, `net` that b’s margin is taken off it (ORG-TEST-08).
    """

    a: Throw
    b: Throw | None = None
    resister: Winner = "none"
    best_of_failures: bool = False
    detail: Detail = "success"
    cuts: Cuts | None = None
    net: bool = False
    ones: bool = False

    def __call__(self, faces: Pooled) -> "Clashed":
        shown = iter(faces.seen)
        first = self._judge_face(self.a, next(shown) if not self.a.spent else 0)
        second = None
        if self.b is not None:
            second = self._judge_face(self.b, next(shown) if not self.b.spent else 0)
        return self.compare(first, second)

    def _judge_face(self, throw: Throw, face: int) -> Tried:
        return throw.judge("all", ones=self.ones)(face) if face else throw.failure()

    def compare(self, first: Tried, second: Tried | None) -> "Clashed":
        assert first.margin is not UNSET
        winner: Winner = "a" if first.success else "none"
        effect = first.margin
        if second is not None:
            assert second.margin is not UNSET
            winner = self._winner(first.success, first.margin, second.success, second.margin)
            if self.net and second.success:
                effect = first.margin - second.margin
        if self.detail == "all":
            return Clashed(winner=winner, a=first, b=second, effect=effect)
        coarse = coarsen(effect, self.cuts) if winner == "a" and self.detail == "margin" else UNSET
        a = Tried(success=first.success, one=first.one)
        return Clashed(winner=winner, a=a, b=second and Tried(success=second.success), effect=coarse)

    def _winner(self, won: bool, margin: int, other_won: bool, other: int) -> Winner:
        if won != other_won:
            return "a" if won else "b"
        if not won and not self.best_of_failures:
            return "none"
        if margin == other:
            return self.resister if won else "none"
        return "a" if margin > other else "b"


class Clashed(Value, frozen=True, kw_only=True):
    """How two throws came out; `effect` is the margin that drives what follows, as coarse as was asked."""

    winner: Winner
    a: Tried
    b: Tried | None = None
    effect: int | UnsetType = UNSET


def clash(asked: Clash) -> Program[Clashed]:
    """Both throw, `a` first, whatever the other’s result; without `b` it is a plain test (ORG-TEST-04)."""
    sides = [one for one in (asked.a, asked.b) if one is not None]
    thrown = [one for one in sides if not one.spent]
    if thrown:
        names = tuple(one.by for one in thrown)
        pool = Pool(len(thrown), 20, seen=tuple(range(len(thrown))))
        clashed = yield from roll(pool.map(asked), "d20", names, tuple(one.purpose for one in thrown))
    else:
        clashed = asked(Pooled((), 0))
    yield from explain_throw(asked.a, clashed.a)
    if asked.b is not None and clashed.b is not None:
        yield from explain_throw(asked.b, clashed.b)
    return clashed
