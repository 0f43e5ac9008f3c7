"""Points put where a class needs them: scores, reserves, skills, money (M1, M3)."""

from collections.abc import Mapping, Sequence
from itertools import product

from gardien.systems.organique import pack
from gardien.systems.organique.creation.check import (
    HEALTH_RANGE,
    HIGHEST,
    SCORE_RANGE,
    category_of,
    multiplier,
    skill_cost,
)
from gardien.systems.organique.creation.choices import LEARNED, TABLE_OF
from gardien.systems.organique.vocabulary import ClassKey, Code

MODEST = 2  # how far apart reserves are, of those that are drawn


# ---- scores, reserves ----


def level_scores(wished: Mapping[Code, int], least: Mapping[Code, int], total: int) -> dict[Code, int]:
    """Scores as wished for, moved until they come to a total: the best give first, the worst receive first."""
    lowest, highest = SCORE_RANGE
    scores = {code: max(score, least.get(code, lowest)) for code, score in wished.items()}
    while sum(scores.values()) > total:
        above = [code for code in scores if scores[code] > least.get(code, lowest)]
        scores[max(above, key=lambda code: scores[code])] -= 1
    while sum(scores.values()) < total and min(scores.values(), default=highest) < highest:
        scores[min(scores, key=lambda code: scores[code])] += 1
    return scores


def triples(decided: Sequence[int | None], total: int) -> list[tuple[int, ...]]:
    """The reserves that keep what is decided and come to a total, or as near to it as they can."""
    span = range(HEALTH_RANGE[0], HEALTH_RANGE[1] + 1)
    open_to = [span if one is None else (one,) for one in decided]
    fitting = [one for one in product(*open_to) if sum(one) <= total]
    most = max(map(sum, fitting))
    full = [one for one in fitting if sum(one) == most]
    return [one for one in full if max(one) - min(one) <= MODEST] or full


# ---- skills ----


def list_of(skill: str) -> str:
    """The list that a skill stands in on a sheet."""
    return next((name for name in LEARNED[1:] if skill in pack.keys(*TABLE_OF[name])), "skills")


def price_of(skill: str, character_class: ClassKey, traits: frozenset[str]) -> int | None:
    """What the steps of a skill are multiplied with; nothing where it is out of reach."""
    category = category_of(skill)
    return None if category is None else multiplier(character_class, category, traits)


def spread_levels(
    points: int, order: Sequence[str], prices: Mapping[str, int], levels: Sequence[int]
) -> dict[str, int]:
    """Levels bought in order, each as near to its wish as points allow; what is left raises the first again."""
    bought: dict[str, int] = {}
    for at, skill in enumerate(order):
        wish = levels[at] if at < len(levels) else 1
        level = max(level for level in range(wish + 1) if skill_cost(prices[skill], level) <= points)
        points -= skill_cost(prices[skill], level)
        bought[skill] = level
    for skill in order:
        while bought[skill] < HIGHEST and prices[skill] * (bought[skill] + 1) <= points:
            bought[skill] += 1
            points -= prices[skill] * bought[skill]
    return {skill: level for skill, level in bought.items() if level}


# ---- money ----


def program_price(key: str, rating: int) -> float:
    """What a program costs at its rating (M14)."""
    row = pack.program(key)
    if row.prices:
        return row.prices[row.ratings.index(rating) if rating in row.ratings else 0]
    return row.per_rating * rating + row.per_square * rating * rating


def goods_price(
    arms: Sequence[str], armour: Sequence[str], computer: str, programs: Mapping[str, int], drugs: Mapping[str, int]
) -> float:
    """What somebody has bought, by the price lists (M9, M10, M11, M14)."""
    return (
        sum(pack.weapon(key).price for key in arms)
        + sum(pack.armour(key).price for key in armour)
        + (pack.computer(computer).price if computer else 0)
        + sum(program_price(key, rating) for key, rating in programs.items())
        + sum(pack.drug(key).price * doses for key, doses in drugs.items())
    )


def specialities_most(level: int) -> int:
    """Families of operating systems somebody is at home in: one at level 1, one more at 3 and 5 (M14)."""
    return 0 if level < 1 else 1 + (level >= 3) + (level >= 5)
