"""Rolls put where a profession needs them, and points where its skills do (CREA)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Code, modifier_of
from gardien.systems.d20d100.rules.growth.score_rolls import verdict, ways_of_sets
from gardien.systems.d20d100.rules.growth.scores import ROLLED, SCHOOLING

ASSIGNED: tuple[Code, ...] = (*ROLLED, "EDU")  # the seven (D100-CREA-05, D100-CREA-06)
REST: tuple[Code, ...] = ("POU", "CON", "INT", "DEX", "PER", "EDU", "FOR")  # when a profession says nothing more
EXPERT, ADEPT, NOVICE = 8, 4, 1  # totals aimed at (D100-CREA-19)
EXPERTS, ADEPTS = 3, 4  # so many skills of each


def order_of(key: Code, skills: Sequence[str], first: Sequence[Code] = ()) -> list[Code]:
    """The characteristics a profession lives on, the most important first: its key, then what its skills rest on."""
    counts = dict.fromkeys(ASSIGNED, 0)
    for row in map(pack.skill, skills):
        for code in row.plus:
            if code in counts:
                counts[code] += 1
        for code in row.minus:
            if code in counts:
                counts[code] -= 1
    ranked = sorted(REST, key=lambda code: -counts[code])
    return [code for code in dict.fromkeys((*first, key, *ranked)) if code in ASSIGNED]


def place_rolls(rolls: Sequence[int], order: Sequence[Code]) -> dict[Code, int]:
    """The best roll to the most important characteristic, and so on; EDU receives its three points."""
    best = sorted(rolls, reverse=True)
    scores = dict(zip(order, best, strict=True))
    return {code: roll + SCHOOLING if code == "EDU" else roll for code, roll in scores.items()}


def reachable(decided: Sequence[int], options: Options) -> Fraction:
    """How often the open rolls make an acceptable set with those decided (D100-CREA-02, D100-CREA-03)."""
    ways, total = ways_of_sets(tuple(modifier_of(one) for one in decided))
    good = sum(way for state, way in ways.items() if verdict(*state, options) is None)
    return Fraction(good, total)


def spread_points(points: int, starts: Mapping[str, int], cap: int) -> dict[str, int]:
    """Points over skills in their order: a few to a professional level, some to a good one, the rest on the way."""
    spending = dict.fromkeys(starts, 0)
    names = list(starts)
    aims = [EXPERT] * EXPERTS + [ADEPT] * ADEPTS + [NOVICE] * len(names)
    for name, aim in zip(names, aims, strict=False):
        more = max(0, min(points, cap, aim - starts[name]))
        spending[name], points = more, points - more
    for aim in (EXPERT, EXPERT + cap, 100):  # what is left goes to the same skills, in the same order
        for name in names:
            more = max(0, min(points, cap - spending[name], aim - starts[name] - spending[name]))
            spending[name], points = spending[name] + more, points - more
    return {name: spent for name, spent in spending.items() if spent}
