"""Skill points: how many there are, what ranks cost, and what is wrong with a choice of ranks (P-SKILL)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, field
from msgspec.structs import force_setattr

from gardien.core.chance import Program, step
from gardien.core.errors import Refusal
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import SkillKey
from gardien.systems.cthulhud20.vocabulary import Level, modifier_of

POINTS, LEAST = 8, 1  # a level, with the modifier of Intelligence (CD20-P-SKILL-02)
FIRST = 4  # the first level counts four times: three more than the others
CORE_SKILLS = 12  # nine of the profession, three free (CD20-P-SKILL-02)
CORE, OTHER = 1, 2  # points for a rank
UNBOUGHT = "cthulhu_mythos"  # ranks of it are never bought (CD20-P-SAN-05)

RankNumber: TypeAlias = Annotated[float, Meta(ge=0, le=100)]
RankMap: TypeAlias = Annotated[dict[SkillKey, RankNumber], Meta(max_length=100)]


def number(points: float) -> float:
    """A number of points: whole where it can be."""
    return round(points, 6) if points % 1 else int(points)


def check_skills(name: str, keys: Sequence[str] | Mapping[str, float]) -> None:
    """Skills that there are, each field of Knowledge by itself (CD20-P-SKILL-01)."""
    for key in keys:
        check_key(name, key, pack.skill)


def points_a_level(intellect: int) -> int:
    """Skill points of one level (CD20-P-SKILL-02)."""
    return max(LEAST, POINTS + modifier_of(intellect))


def all_points(intellect: int, level: int) -> int:
    """Skill points from the first level on (CD20-P-SKILL-02)."""
    return points_a_level(intellect) * (level + FIRST - 1)


def most_ranks(level: int, core: bool) -> float:
    """The most ranks at a level: half as many in what is no core skill (CD20-P-LEVEL-01)."""
    row = pack.level(level)
    return row.core_rank if core else row.other_rank


class Budget(Value, frozen=True, kw_only=True):
    """Points, what was spent of them, and every fault by its word."""

    total: int
    spent: float
    left: float
    errors: tuple[str, ...]


def budget(intellect: int, level: int, core_skills: Sequence[str], ranks: Mapping[str, float]) -> Budget:
    """What a choice of ranks costs and what is wrong with it: limits, halves, Mythos, points, core skills."""
    core = set(core_skills)
    points = all_points(intellect, level)
    bought = {key: rank for key, rank in ranks.items() if key != UNBOUGHT}
    spent = sum(rank * (CORE if key in core else OTHER) for key, rank in bought.items())
    errors = [f"max:{key}" for key, rank in bought.items() if rank > most_ranks(level, key in core)]
    errors += [f"half:{key}" for key, rank in bought.items() if rank % (1 if key in core else 0.5)]
    if ranks.get(UNBOUGHT):
        errors.append(UNBOUGHT)
    if spent > points:
        errors.append("points")
    if len(core) < len(core_skills):
        errors.append("core")
    return Budget(total=points, spent=number(spent), left=number(points - spent), errors=tuple(errors))


def refuse_more_ranks(before: Mapping[str, Any], after: Mapping[str, Any]) -> Refusal | None:
    """Ranks that are new on a sheet, beyond what its level and its points allow (CD20-P-SKILL-02)."""
    core, level, ranks = after.get("core_skills") or (), int(after["level"]), after.get("skill_ranks") or {}
    known = before.get("skill_ranks") or {}
    raised = {key: rank for key, rank in ranks.items() if rank > known.get(key, 0)}
    if UNBOUGHT in raised:
        return Refusal("field/not_allowed", field="skill_ranks", rule="CD20-P-SAN-05", came=UNBOUGHT, allowed="…")
    for key, rank in raised.items():
        most = most_ranks(level, key in core)
        if rank > most:
            return Refusal(
                "field/at_most", field=f"skill_ranks.{key}", rule="CD20-P-SKILL-02", came=rank, high=number(most)
            )
    spending = budget(int(after["int"]), level, core, ranks)
    if raised and spending.left < 0:
        came, high = spending.spent, spending.total
        return Refusal("field/at_most", field="skill_ranks", rule="CD20-P-SKILL-02", came=came, high=high)
    return None


class BudgetGiven(Value, frozen=True, kw_only=True):
    """Intelligence, a level, the core skills and the ranks that were bought."""

    intellect: Annotated[int, Meta(ge=1, le=60)] = field(default=10, name="int")
    level: Level = 1
    core_skills: Annotated[tuple[SkillKey, ...], Meta(max_length=CORE_SKILLS)] = ()
    skill_ranks: RankMap = {}

    def __post_init__(self) -> None:
        check_skills("core_skills", self.core_skills)
        check_skills("skill_ranks", self.skill_ranks)
        force_setattr(self, "skill_ranks", frozen_map(self.skill_ranks))


class Budgeted(Value, frozen=True, kw_only=True):
    """The points and the faults of a choice of ranks."""

    points_total: int
    points_spent: float
    points_left: float
    valid: bool
    errors: tuple[str, ...]


@procedure("skill_budget", rules="CD20-P-SKILL-01 CD20-P-SKILL-02", headline=("valid", "points_left"))
def check_budget(given: BudgetGiven, options: Options) -> Program[Budgeted]:
    """Whether ranks keep to their limits and to the points of so many levels."""
    spending = budget(given.intellect, given.level, given.core_skills, given.skill_ranks)
    yield from step("points_total", spending.total, "CD20-P-SKILL-02")
    yield from step("points_spent", spending.spent, "CD20-P-SKILL-02")
    yield from step("points_left", spending.left, "CD20-P-SKILL-02")
    yield from step("valid", not spending.errors, "CD20-P-SKILL-02")
    return Budgeted(
        points_total=spending.total,
        points_spent=spending.spent,
        points_left=spending.left,
        valid=not spending.errors,
        errors=spending.errors,
    )
