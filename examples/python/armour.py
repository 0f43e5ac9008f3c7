"""A burst against armour, plotted: the chance of death for each value of the armour, as an SVG."""

import sys
from fractions import Fraction

import gardien


def deadly(armour: int) -> Fraction:
    target = {"armour": armour, "CON": 14, "FOR": 12}
    shot = gardien.odds(
        "operators", "attack_firearm", weapon="smg", burst=True, zone=1, defender=target, by="hit_level"
    )
    return shot.chance(hit_level="dead")


def plot(chances: dict[int, Fraction]) -> str:
    bars = "".join(
        f'<rect x="{at * 24}" y="{100 - 100 * float(chance):.1f}" width="18" height="{100 * float(chance):.1f}"/>'
        f'<text x="{at * 24}" y="116" font-size="10">{armour}</text>'
        for at, (armour, chance) in enumerate(chances.items())
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {24 * len(chances)} 120">{bars}</svg>'


if __name__ == "__main__":
    sys.stdout.write(plot({armour: deadly(armour) for armour in range(0, 41, 4)}))
