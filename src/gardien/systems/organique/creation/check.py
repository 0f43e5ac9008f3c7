"""A new character checked: points among scores and reserves, traits, class, skills (M1 to M4)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.chance import Program, step
from gardien.core.in_force import kept_by_rows
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import freeze
from gardien.systems.organique.vocabulary import CODES, Category, ClassKey, Name, Signed

Fault: TypeAlias = Literal[
    "scores", "range", "reserves", "traits", "skill_points", "skill_level", "unknown_skill", "class",
]  # fmt: skip
Counts: TypeAlias = Annotated[dict[Name, Signed], Meta(max_length=100)]
SCORES, HEALTH = 80, 12  # points to share out (M1)
SCORE_RANGE, HEALTH_RANGE = (1, 20), (2, 6)  # each of them
ADVANTAGES = 4  # points of advantages, paid by drawbacks
SKILLS, PER_INT = 60, 2  # skill points
HIGHEST = 4  # level at creation
DEAREST = 3  # what a trait makes a category cost (M2)


# ---- what skills cost ----


@kept_by_rows(1024)
def category_of(skill: str) -> Category | None:
    """The category of a skill, of whichever list; nothing for a word that is in none.

    Of languages and games there is one skill for each: `languages_spanish` counts as `languages` (M4).
    """
    if skill in pack.keys("skills", "combat_skill"):
        return "CBT"
    if skill in pack.keys("skills", "power"):
        return "PSY"
    for row in pack.table("skills", "skill"):
        if skill == row.key or (row.many and skill.startswith(f"{row.key}_")):
            category: Category = row.category
            return category
    return None


def multiplier(character_class: ClassKey, category: Category, traits: frozenset[str] = frozenset()) -> int | None:
    """What a category costs a class, with what traits make of it; nothing where it is out of reach (M2, M3)."""
    if category == "INF" and "technophobe" in traits:
        return None
    if category == "INT" and "illiterate" in traits:
        return DEAREST
    usual = pack.player_class(character_class).costs.get(category)
    if usual is None and category == "PSY" and "sensitive" in traits:
        return DEAREST
    return usual


def skill_cost(times: int, level: int) -> int:
    """What it costs to reach a level: each step its own number, so many times (M1)."""
    return times * level * (level + 1) // 2 if level > 0 else 0


# ---- what traits bring ----


def trait_points(character_class: ClassKey, traits: "dict[str, int]") -> tuple[int, int] | None:
    """Points of advantages and of drawbacks; nothing where a trait is unknown or taken too often (M2).

    A medium is sensitive for nothing.
    """
    gained = lost = 0
    for key, times in traits.items():
        if key not in pack.keys("people", "trait") or not 0 <= times <= pack.trait(key).most:
            return None
        worth = 0 if key == "sensitive" and character_class == "medium" else pack.trait(key).points * times
        gained, lost = gained + max(0, worth), lost - min(0, worth)
    return gained, lost


def points_from_traits(traits: "dict[str, int]", field: Literal["scores", "reserves"]) -> int:
    """Points that traits add to what is shared out, or take from it (M2)."""
    known = pack.keys("people", "trait")
    return sum(getattr(pack.trait(key), field) * max(0, times) for key, times in traits.items() if key in known)


# ---- the check ----


class Scores(Value, frozen=True, kw_only=True):
    """The eight characteristics."""

    AGI: Signed
    PER: Signed
    CHA: Signed
    END: Signed
    INT: Signed
    VIT: Signed
    FOR: Signed
    VOL: Signed

    @property
    def each(self) -> tuple[int, ...]:
        return tuple(getattr(self, code) for code in CODES)


class CreateGiven(Value, frozen=True, kw_only=True):
    """Somebody as they were made."""

    scores: Scores
    SNG: Signed
    CPS: Signed
    INC: Signed
    character_class: ClassKey
    skills: Counts = {}
    traits: Counts = {}

    def __post_init__(self) -> None:
        freeze(self, "skills", "traits")

    @property
    def trait_keys(self) -> frozenset[str]:
        """The traits somebody has."""
        return frozenset(key for key, times in self.traits.items() if times > 0)

    def price(self, skill: str) -> int | None:
        """What the steps of a skill are multiplied with; nothing where it is unknown or out of reach."""
        category = category_of(skill)
        return None if category is None else multiplier(self.character_class, category, self.trait_keys)

    @property
    def reserves(self) -> tuple[int, ...]:
        return self.SNG, self.CPS, self.INC


class Created(Value, frozen=True, kw_only=True):
    """Whether somebody was made by the rules, what is wrong where not, and the points."""

    valid: bool
    errors: tuple[Fault, ...]
    score_sum: int
    score_limit: int
    health_sum: int
    health_limit: int
    skill_points: int
    skill_cost: int


@kept_by_rows(4096)
def judge(given: CreateGiven) -> Created:
    """Somebody under the rules: the points, and every fault (M1 to M4)."""
    created = Created(
        valid=True,
        errors=(),
        score_sum=sum(given.scores.each),
        score_limit=SCORES + points_from_traits(given.traits, "scores"),
        health_sum=sum(given.reserves),
        health_limit=HEALTH + points_from_traits(given.traits, "reserves"),
        skill_points=SKILLS + PER_INT * given.scores.INT,
        skill_cost=sum(skill_cost(given.price(key) or 0, level) for key, level in given.skills.items()),
    )
    errors = tuple(fault for fault, wrong in _fault_checks(given, created).items() if wrong)
    return replace(created, valid=not errors, errors=errors)


@procedure("create_character", rules="ORG-SKILL-02 ORG-FOR-03", headline=("valid", "errors"))
def create(given: CreateGiven, options: Options) -> Program[Created]:
    """Eighty points of scores, twelve of health, traits that pay for one another, skills by class."""
    created = judge(given)
    gifted, tough = created.score_limit - SCORES, created.health_limit - HEALTH
    wits = created.skill_points - SKILLS
    yield from step("score_limit", created.score_limit, "ORG-SKILL-02", (("points", SCORES), ("traits", gifted)))
    yield from step("health_limit", created.health_limit, "ORG-SKILL-02", (("points", HEALTH), ("traits", tough)))
    yield from step("skill_points", created.skill_points, "ORG-SKILL-02", (("points", SKILLS), ("INT", wits)))
    yield from step("skill_cost", created.skill_cost, "ORG-SKILL-02")
    yield from step("valid", created.valid, "ORG-SKILL-02")
    return created


def _fault_checks(given: CreateGiven, created: Created) -> dict[Fault, bool]:
    """Each fault in turn, and whether it is there."""
    low, high = SCORE_RANGE
    least, most = HEALTH_RANGE
    worth = trait_points(given.character_class, given.traits)
    known = [key for key in given.skills if category_of(key) is not None]
    return {
        "scores": created.score_sum > created.score_limit,
        "range": any(not low <= score <= high for score in given.scores.each),
        "reserves": created.health_sum > created.health_limit
        or any(not least <= reserve <= most for reserve in given.reserves),
        "traits": worth is None or worth[0] > ADVANTAGES or worth[0] > worth[1],
        "skill_points": created.skill_cost > created.skill_points,
        "skill_level": any(not 0 <= level <= HIGHEST for level in given.skills.values()),
        "unknown_skill": len(known) < len(given.skills),
        "class": any(given.price(key) is None for key in known if given.skills[key] > 0),
    }
