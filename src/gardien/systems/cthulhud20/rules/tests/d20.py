"""One d20 against a difficulty, and two against each other (P-CHECK, P-SAVE): every throw but an attack comes here."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Done, Program, repeat, roll, step
from gardien.core.dice import D20, Pool, Pooled
from gardien.core.values import Value

NOTHING: frozenset[str] = frozenset()


class ThrowResult(Value, frozen=True):
    """A throw as it came out; what nobody looks at is not told apart."""

    success: bool
    total: int | UnsetType = UNSET
    die: int | UnsetType = UNSET


class Judge(Value, frozen=True):
    """Reads a natural d20; of a save 1 always fails and 20 always succeeds (CD20-P-CHECK-01, CD20-P-SAVE-01)."""

    bonus: int
    dc: int
    save: bool = False
    total: bool = False
    die: bool = False

    def passes(self, face: int) -> bool:
        if self.save and face in (1, 20):
            return face == 20
        return face + self.bonus >= self.dc

    def __call__(self, face: int) -> ThrowResult:
        total = face + self.bonus if self.total else UNSET
        return ThrowResult(self.passes(face), total, face if self.die else UNSET)


class Labels(Value, frozen=True):
    """The names under which a throw is told and looked at; an empty one is not told."""

    total: str = "total"
    success: str = "success"
    die: str = "die"


CHECK = Labels()
SAVE = Labels("save_total", "save_success", "")
FAINT = Labels("faint_save_total", "faint_save_success", "")
REFLEX = Labels("reflex_total", "reflex_success", "")


class Throw(Value, frozen=True, kw_only=True):
    """A throw that is due: what is added, what must be reached, by which rule; whose dice, whose reasons."""

    bonus: int
    dc: int
    save: bool = False
    rule: str = "CD20-P-CHECK-01"
    labels: Labels = CHECK
    by: str = ""  # who throws
    who: str = ""  # whose part of the explanation it is; "" is that of the outcome itself
    purpose: str = "check"


def attempt(throw: Throw, wanted: frozenset[str] = NOTHING) -> Program[ThrowResult]:
    """Throw a d20, add, compare; equality succeeds (CD20-P-CHECK-01)."""
    labels = throw.labels
    judge = Judge(throw.bonus, throw.dc, throw.save, labels.total in wanted, labels.die in wanted)
    tried = yield from roll(D20.map(judge), "d20", throw.by, throw.purpose)
    if tried.total is not UNSET:
        parts = (("die", tried.total - throw.bonus), ("bonus", throw.bonus))
        yield from step(labels.total, tried.total, throw.rule, parts, who=throw.who)
    if labels.success:
        yield from step(labels.success, tried.success, throw.rule, who=throw.who)
    return tried


# ---- two against each other ----


class Contest(Value, frozen=True):
    """Two throws against each other; what nobody looks at is not told apart."""

    active: bool  # the active side has won
    active_total: int | UnsetType = UNSET
    passive_total: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET  # how far apart the totals are, never below 0
    rolls: int | UnsetType = UNSET


class Match(Value, frozen=True, kw_only=True):
    """Two who measure themselves, and what is looked at: `totals`, `margin`, `rolls`."""

    active: int
    passive: int
    by: tuple[str, str] = ("", "")  # who throws
    purpose: str = "opposed"
    totals: bool = False
    margin: bool = False
    rolls: bool = False
    thrown: int = 0

    def __call__(self, faces: Pooled) -> "Contest | None":
        """What the two dice say; nothing where both must throw again (CD20-P-CHECK-02)."""
        mine, other = faces.seen[0] + self.active, faces.seen[1] + self.passive
        if mine == other and self.active == self.passive:
            return None
        wins = self.active > self.passive if mine == other else mine > other
        return Contest(
            wins,
            mine if self.totals else UNSET,
            other if self.totals else UNSET,
            abs(mine - other) if self.margin else UNSET,
        )


def contest(match: Match) -> Program[Contest]:
    """Both throw, the active side first; the higher total wins, then the higher bonus, else again (CD20-P-CHECK-02)."""
    return (yield from repeat(_once, match))


def _once(match: Match) -> Program[Match | Done[Contest]]:
    met = yield from roll(Pool(2, 20, seen=(0, 1)).map(replace(match, thrown=0)), "d20", match.by, match.purpose)
    thrown = match.thrown + match.rolls  # counted only where somebody looks
    if met is None:
        return replace(match, thrown=thrown)
    return Done(replace(met, rolls=thrown) if match.rolls else met)
