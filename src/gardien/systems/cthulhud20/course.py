"""What so many levels have brought: when abilities rose, when feats came, the skill points of each (P-LEVEL-01)."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from msgspec.structs import replace

from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.feats import missing
from gardien.systems.cthulhud20.growth import gives_ability, raised
from gardien.systems.cthulhud20.kinds import Ability
from gardien.systems.cthulhud20.skills import all_points, points_a_level
from gardien.systems.cthulhud20.values import Combatant


def rises_by(level: int) -> tuple[int, ...]:
    """The levels at which an ability rose (CD20-P-ABIL-01)."""
    return tuple(one for one in range(2, level + 1) if gives_ability(one))


def feats_by(level: int) -> tuple[int, ...]:
    """The level at which each feat was taken (CD20-P-LEVEL-01)."""
    gained = [pack.level(one).feats - (pack.level(one - 1).feats if one > 1 else 0) for one in range(1, level + 1)]
    return tuple(at for at, count in enumerate(gained, start=1) for _ in range(count))


def at_level(first: Combatant, level: int, rises: Sequence[Ability]) -> Combatant:
    """Somebody of the first level as they were later, raised in this order."""
    who = replace(first, level=level)
    for ability, _ in zip(rises, rises_by(level), strict=False):
        who = raised(who, ability)
    return who


def points_by(first: Combatant, level: int, rises: Sequence[Ability]) -> int:
    """Skill points from the first level on, each level with the Intelligence of its time (CD20-P-SKILL-02)."""
    later = (at_level(first, one, rises).score("int") for one in range(2, level + 1))
    return all_points(first.score("int"), 1) + sum(map(points_a_level, later))


def taken_in_turn(
    first: Combatant, level: int, rises: Sequence[Ability], feats: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Feats in an order in which each could be taken when its turn came, and those that never could (CD20-P-FEAT-01).

    What may be taken once may be taken ever after, so that the first that fits is as good as any other.
    """
    taken: list[str] = []
    left = list(feats)
    for at in feats_by(level):
        who = replace(at_level(first, at, rises), feats=tuple(taken))
        found = next((feat for feat in left if missing(who, feat) is None), None)
        if found is not None:
            left.remove(found)
            taken.append(found)
    return taken, left


def in_order(first: Combatant, level: int, increases: Mapping[Ability, int], feats: Sequence[str]) -> list[Ability]:
    """The increases in the order that gives most skill points among those that let all feats be taken in time."""
    risen = [ability for ability, count in increases.items() for _ in range(count)]
    orders = sorted(set(permutations(risen)), key=lambda rises: -points_by(first, level, rises))
    fitting = (rises for rises in orders if not taken_in_turn(first, level, rises, feats)[1])
    return list(next(fitting, orders[0]))
