"""A balance study: a thousand characters drawn, and how their chances of a madness check spread."""

from collections import Counter
from fractions import Fraction

import msgspec

import gardien


def study(count: int) -> tuple[Counter[int], Fraction]:
    """How often each number of occupations comes, and the mean chance that a first horror leaves a mark."""
    occupations: Counter[int] = Counter()
    marked = Fraction(0)
    for seed in range(count):
        sheet = msgspec.to_builtins(gardien.create("yacdha", seed=seed))
        occupations[len(sheet["occupations"])] += 1
        odds = gardien.odds("yacdha", "gauge_check", gauge="madness", value=sheet["madness"], by="raised")
        marked += odds.chance(raised=True)
    return occupations, marked / count


if __name__ == "__main__":
    spread, mean = study(1000)
    for number, times in sorted(spread.items()):
        print(f"{number} occupations: {times}")
    print(f"first horror leaves a mark: {float(mean):.3f}")
