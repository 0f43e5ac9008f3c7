"""Skills at creation: bases, points of profession and of INT, money (CREA, SKILL, MISS)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.chance import Program, less, step
from gardien.core.errors import Refusal
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import Skill, signed_text
from gardien.systems.d20d100.rules.character import CODES, Code, modifier_of
from gardien.systems.d20d100.rules.growth.scores import ScoresGiven, all_scores, modifiers_of

MANY: dict[str, tuple[str, str]] = {  # which art, trade or language is meant (D100-SKILL-14)
    "art": ("backgrounds", "art"),
    "artisanat": ("backgrounds", "craft"),
    "langue_etrangere": ("names", "language"),
}
PROFESSION_CAP = 10  # points in one skill (D100-CREA-15)
FEWEST_SKILLS, MOST_SKILLS = 10, 12  # of a profession (D100-CREA-15)
LIVELIHOOD, LEISURE = 8, 4  # times 5 + modifier (D100-CREA-15, D100-CREA-16)
DOLLARS, LEAST_CREDIT, YEAR = 100, 10, 20  # D100-MISS-18

SkillKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("skills", "skill"))]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
Bonus: TypeAlias = Annotated[int, Meta(ge=-40, le=40)]
SkillPoints: TypeAlias = dict[SkillKey, Points]


def kind_of(key: str) -> str:
    """The skill of the list behind one of several: `langue_etrangere` of `langue_etrangere:latin` (D100-SKILL-14)."""
    return key.partition(":")[0]


def is_skill(key: str) -> bool:
    """Whether the list has it."""
    try:
        pack.skill(key)
    except Refusal:
        return False
    return True


def is_combat(key: str) -> bool:
    """One of the seven combat skills, told by its key (D100-SKILL-23)."""
    return is_skill(key) and pack.skill(key).group == "combat"


def codes_of(row: Skill, options: Options) -> tuple[Code, ...]:
    """The characteristics that are added; a house rule gives combat skills a second one (D100-SKILL-23)."""
    return (*row.plus, row.second) if row.second and options.combat_two_characteristics else row.plus


def formula_of(key: str, options: Options) -> str:
    """The base of a skill as the creation sheet writes it: INT+PER−3 (D100-CREA-11)."""
    row = pack.skill(key)
    if codes_of(row, options) == row.plus:
        return row.formula
    return "+".join(codes_of(row, options)) + signed_text(row.constant)


def base_of(key: str, scores: Mapping[Code, int], options: Options) -> int:
    """Modifiers added and subtracted, and a constant; of the mother tongue the score itself (D100-CREA-12)."""
    return bases_of(scores, options, (key,))[key]


def bases_of(scores: Mapping[Code, int], options: Options, keys: Iterable[str] | None = None) -> dict[str, int]:
    """The base of every skill of the list, or of some (D100-CREA-11, D100-MISS-01)."""
    whole, modifiers = all_scores(scores), modifiers_of(scores)
    bases = {}
    every_key = (row.key for row in pack.table("skills", "skill"))
    for key in every_key if keys is None else keys:
        row = pack.skill(key)
        worth = whole if row.of_score else modifiers
        added = sum(worth[code] for code in codes_of(row, options))
        bases[key] = added - sum(worth[code] for code in row.minus) + row.constant
    return bases


def uses(key: str, code: Code, options: Options) -> bool:
    """Whether a base rests on a characteristic (D100-CORE-06)."""
    row = pack.skill(key)
    return code in (*codes_of(row, options), *row.minus)


def bonus_for(bonuses: Mapping[str, int], key: str) -> int:
    """A trait that helps every language helps each of them (D100-MISS-04)."""
    return bonuses.get(key, 0) + (bonuses.get(kind_of(key), 0) if ":" in key else 0)


class Bases(Value, frozen=True, kw_only=True):
    """Where every skill starts."""

    skills: dict[SkillKey, int]


@procedure(
    "base_skills",
    rules="D100-CREA-11 D100-CREA-12 D100-CREA-13 D100-CORE-06 D100-SKILL-23 D100-CONV-02 D100-MISS-01",
    headline=("skills",),
)
def find_bases(given: ScoresGiven, options: Options) -> Program[Bases]:
    """A formula of characteristic modifiers for each skill of the list."""
    modifiers = modifiers_of(given.scores)
    for code in CODES:
        yield from step(code, modifiers[code], "D100-MISS-02")
    return Bases(skills=frozen_map(bases_of(given.scores, options)))


# --- points ----------------------------------------------------------------------------------------------------------


def profession_points(score: int) -> int:
    """Eight times five and the modifier of the key characteristic (D100-CREA-15)."""
    return max(0, LIVELIHOOD * (5 + modifier_of(score)))


def secondary_points(score: int) -> int:
    """Four times five and the modifier of INT (D100-CREA-16)."""
    return max(0, LEISURE * (5 + modifier_of(score)))


class PointsGiven(Value, frozen=True, kw_only=True):
    """The two scores that points come from."""

    key_score: Annotated[int, Meta(ge=0, le=60)]
    int_score: Annotated[int, Meta(ge=0, le=60)]


class PointsFound(Value, frozen=True, kw_only=True):
    """Points to spend, and what the percentile game would give."""

    profession_points: int
    secondary_points: int
    d100_profession: int
    d100_secondary: int


@procedure(
    "creation_points",
    rules="D100-CREA-15 D100-CREA-16 D100-CONV-06",
    headline=("profession_points", "secondary_points"),
)
def find_points(given: PointsGiven, options: Options) -> Program[PointsFound]:
    """Points for the skills of a profession by its characteristic, for all others by INT."""
    trade, leisure = profession_points(given.key_score), secondary_points(given.int_score)
    yield from step("profession_points", trade, "D100-CREA-15")
    yield from step("secondary_points", leisure, "D100-CREA-16")
    return PointsFound(
        profession_points=trade, secondary_points=leisure, d100_profession=5 * trade, d100_secondary=5 * leisure
    )


Fault: TypeAlias = Literal[
    "unknown_skill",
    "duplicate_profession_skill",
    "too_few_profession_skills",
    "too_many_profession_skills",
    "not_a_profession_skill",
    "profession_over_cap",
    "profession_overspent",
    "profession_skill_in_secondary",
    "secondary_over_cap",
    "secondary_overspent",
]
BROKEN_RULES: dict[Fault, str] = {  # where each fault is forbidden, in the order in which they are told
    "unknown_skill": "D100-MISS-01",
    "duplicate_profession_skill": "D100-CREA-15",
    "too_few_profession_skills": "D100-CREA-15",
    "too_many_profession_skills": "D100-CREA-15",
    "not_a_profession_skill": "D100-CREA-15",
    "profession_over_cap": "D100-CREA-15",
    "profession_overspent": "D100-CREA-15",
    "profession_skill_in_secondary": "D100-CREA-16",
    "secondary_over_cap": "D100-CREA-16",
    "secondary_overspent": "D100-CREA-16",
}


class SpendGiven(ScoresGiven, frozen=True, kw_only=True):
    """A profession, its skills, and where the points go."""

    key_characteristic: Code
    profession_skills: Annotated[tuple[SkillKey, ...], Meta(max_length=61)]
    profession_spending: SkillPoints = {}
    secondary_spending: SkillPoints = {}
    trait_bonuses: dict[SkillKey, Bonus] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        for key in self.trait_bonuses:
            check_key("trait_bonuses", key, pack.skill)
        for field in ("profession_spending", "secondary_spending", "trait_bonuses"):
            force_setattr(self, field, frozen_map(getattr(self, field)))

    @property
    def points_by_skill(self) -> dict[str, int]:
        """All points by skill, wherever they come from."""
        totals: dict[str, int] = {}
        for points in (self.profession_spending, self.secondary_spending):
            for key, more in points.items():
                totals[key] = totals.get(key, 0) + more
        return totals


class Spent(Value, frozen=True, kw_only=True):
    """Whether the points are spent as the rules allow, what is left, what the skills come to."""

    accepted: bool
    errors: tuple[Fault, ...]
    profession_available: int
    profession_left: int
    secondary_available: int
    secondary_left: int
    totals: dict[SkillKey, int]


def faults_of(given: SpendGiven, options: Options) -> tuple[Fault, ...]:
    """Every rule of spending that is broken, each once, in the order of the list."""
    trade = given.profession_skills
    mine, others = given.profession_spending, given.secondary_spending
    cap = options.secondary_cap or None
    broken: dict[Fault, bool] = {
        "unknown_skill": not all(is_skill(key) for key in (*trade, *mine, *others)),
        "duplicate_profession_skill": len(set(trade)) < len(trade),
        "too_few_profession_skills": len(trade) < FEWEST_SKILLS,
        "too_many_profession_skills": len(trade) > MOST_SKILLS,
        "not_a_profession_skill": any(points and key not in trade for key, points in mine.items()),
        "profession_over_cap": any(points > PROFESSION_CAP for points in mine.values()),
        "profession_overspent": sum(mine.values()) > profession_points(given.score(given.key_characteristic)),
        "profession_skill_in_secondary": any(points and key in trade for key, points in others.items()),
        "secondary_over_cap": cap is not None and any(points > cap for points in others.values()),
        "secondary_overspent": sum(others.values()) > secondary_points(given.score("INT")),
    }
    return tuple(fault for fault in BROKEN_RULES if broken[fault])


def totals_of(given: SpendGiven, keys: Iterable[str], options: Options) -> dict[str, int]:
    """Base, traits and points together (D100-CREA-17)."""
    spent = given.points_by_skill
    return {
        key: base_of(key, given.scores, options) + bonus_for(given.trait_bonuses, key) + spent.get(key, 0)
        for key in dict.fromkeys(keys)
        if is_skill(key)
    }


@procedure(
    "spend_creation_points",
    rules="D100-CREA-15 D100-CREA-16 D100-CREA-17 D100-CREA-18 D100-CORE-06 D100-MISS-01 D100-MISS-03",
    headline=("accepted", "errors", "profession_left", "secondary_left"),
)
def spend_points(given: SpendGiven, options: Options) -> Program[Spent]:
    """Ten to twelve skills of the trade, ten points at most in each; what INT brings goes to all the others."""
    trade = profession_points(given.score(given.key_characteristic))
    leisure = secondary_points(given.score("INT"))
    used, free = sum(given.profession_spending.values()), sum(given.secondary_spending.values())
    faults = faults_of(given, options)
    parts = (("profession_available", trade), less("profession_spending", used))
    yield from step("profession_left", trade - used, "D100-CREA-15", parts)
    parts = (("secondary_available", leisure), less("secondary_spending", free))
    yield from step("secondary_left", leisure - free, "D100-CREA-16", parts)
    for fault in faults:
        yield from step("error", fault, BROKEN_RULES[fault])
    yield from step("accepted", not faults, "D100-CREA-17")
    keys = (*given.profession_skills, *(key for key, points in given.points_by_skill.items() if points))
    return Spent(
        accepted=not faults,
        errors=faults,
        profession_available=trade,
        profession_left=trade - used,
        secondary_available=leisure,
        secondary_left=leisure - free,
        totals=frozen_map(totals_of(given, keys, options)),
    )


class MoneyGiven(Value, frozen=True, kw_only=True):
    """Standing in the world."""

    credit: Annotated[int, Meta(ge=-20, le=40)]
    rich: bool = False
    poor: bool = False


class Money(Value, frozen=True, kw_only=True):
    """Dollars in hand and dollars a year."""

    cash: int
    yearly_income: int


def money_of(credit: int, rich: bool, poor: bool) -> Money:
    """A hundred dollars for each point of ten and Crédit, twenty times that a year (D100-MISS-18)."""
    cash = DOLLARS * max(1, LEAST_CREDIT + credit)
    income = YEAR * cash * (5 if rich else 1)
    return Money(cash=cash, yearly_income=income // 2 if poor else income)


@procedure("starting_money", rules="D100-MISS-18", headline=("cash", "yearly_income"))
def start_money(given: MoneyGiven, options: Options) -> Program[Money]:
    """Cash by Crédit; the rich have five times the income, the poor half of it."""
    money = money_of(given.credit, given.rich, given.poor)
    yield from step("cash", money.cash, "D100-MISS-18")
    yield from step("yearly_income", money.yearly_income, "D100-MISS-18")
    return money
