"""The tasks as rules on gardien.core, and what Gardien is asked about them.

a1      d20+8 against 15, in degrees
a2      the margin of two opposed d20
bN      the best of N d6, minus a d6
c       d100: doubles are critical, the digits reversed give the location, the units die the bullets that hit
burst   as c, and every bullet throws its damage
d       d20 to hit, 2d8, three times on a 20, armour, wound level
e       ten rounds of a duel, both strike at once, each strike as in d but counting hit points
"""

import random
from collections.abc import Callable
from typing import Any

from gardien.core.chance import Done, Program, Request, apply, call, fold, repeat, roll, together
from gardien.core.dice import D6, D20, D100, Best, Dice
from gardien.core.interpreters.odds import Odds, odds_of
from gardien.core.interpreters.play import play
from gardien.core.interpreters.table import Table

ROUNDS = 10
HIT_POINTS = 12
ARMOUR = 3
PLAYED = 200  # duels played one after the other
SEED = 1
AREAS = ("leg", "leg", "leg", "arm", "arm", "arm", "body", "body", "body", "head")  # by the units die
MOST_BULLETS = 4

Duel = tuple[int, int]  # the hit points of both
Shot = tuple[bool, bool, int, int]  # success, critical, location, bullets
BurstRead = tuple[str, int, bool]  # area, bullets, critical
Burst = tuple[str, int]  # area, damage


# What faces mean: the same plain functions for every contender.


def degree(face: int) -> int:
    """A d20 with +8 against 15: fumble, failure, success, triumph."""
    total = face + 8
    return 0 if total < 10 else 1 if total < 15 else 2 if total < 25 else 3


def read_shot(face: int) -> Shot:
    """A d100 against 60."""
    tens, units = divmod(face % 100, 10)
    if face > 60:
        return False, tens == units, 0, 0
    return True, tens == units, 10 * units + tens, units // 2


def read_burst(face: int) -> BurstRead:
    """A d100 against 60, with the area instead of the location."""
    tens, units = divmod(face % 100, 10)
    return (AREAS[units], 1 + units // 3, tens == units) if face <= 60 else ("", 0, False)


def strikes(face: int) -> int:
    """How often the damage counts: a d20 with +5 against 15, where 1 misses and 20 triples."""
    return 3 if face == 20 else 1 if face >= 10 else 0


def damage(times: int, dice: int) -> int:
    """What goes through the armour."""
    return max(0, times * dice - ARMOUR)


def wound(points: int) -> int:
    """The level of a wound."""
    return min(4, points // 4)


# The rules.

OPPOSED = Dice.parse("d20-d20")
TWO_D8 = Dice.parse("2d8")
BULLETS = tuple(Dice.parse(f"{count}d6") for count in range(MOST_BULLETS + 1))


def degree_of_success() -> Request[int]:
    """a1."""
    return roll(D20.map(degree), "d20")


def margin() -> Request[int]:
    """a2."""
    return roll(OPPOSED, "d20")


def best_against_one(count: int) -> Request[int]:
    """bN, the best of N as one question."""
    return roll(Best(count, 6) - D6, "d6")


def keep_higher(best: int, _: int) -> Request[int]:
    """One more die of a pool."""
    return roll(D6.map(lambda face: max(best, face)), "d6")


def best_by_hand(count: int) -> Program[int]:
    """bN, as somebody would write it who knows no closed form: die after die."""
    best = yield from fold(keep_higher, 0, range(count))
    return roll(D6.map(lambda face: best - face), "d6")


def shot() -> Request[Shot]:
    """c."""
    return roll(D100.map(read_shot), "d100")


def burst() -> Program[Burst]:
    """c, and the bullets' damage."""
    area, bullets, critical = yield from roll(D100.map(read_burst), "d100")
    if not bullets:
        return area, 0
    return roll(BULLETS[bullets].map(lambda points: (area, 2 * points if critical else points)), "d6")


def attack() -> Program[int]:
    """d."""
    times = yield from roll(D20.map(strikes), "d20")
    if not times:
        return 0
    return roll(TWO_D8.map(lambda dice: wound(damage(times, dice))), "2d8")


def hurt(hit_points: int) -> Program[int]:
    """The hit points that one strike leaves."""
    times = yield from roll(D20.map(strikes), "d20")
    if not times:
        return hit_points
    return roll(TWO_D8.map(lambda dice: max(0, hit_points - damage(times, dice))), "2d8")


def exchange(duel: Duel) -> Request[Duel | Done[Duel]]:
    """One round of e: two independent strikes."""
    return together(call(hurt, duel[0]), call(hurt, duel[1]), join=settled)


def exchange_in_turn(duel: Duel) -> Program[Duel | Done[Duel]]:
    """The same round as one program, which the table cannot take apart."""
    first = yield from apply(hurt, duel[0])
    second = yield from apply(hurt, duel[1])
    return settled(None, (first, second))


def settled(_: None, duel: Duel) -> Duel | Done[Duel]:
    """The duel is over when somebody is down."""
    return duel if all(duel) else Done(duel)


# The questions.


def after_rounds(hit_points: int, rounds: int, step: Any = exchange) -> Odds[Any]:
    """e: the exact odds of both fighters' hit points."""
    return Table(step).after((hit_points, hit_points), rounds)


def to_the_end() -> Odds[Duel]:
    """e, until somebody is down."""
    return Table(exchange).to_the_end((HIT_POINTS, HIT_POINTS))[0]


def sample(duels: int) -> dict[Duel, int]:
    """Many duels of e at once: how many of them are where after the last round."""
    import numpy

    table, source = Table(exchange), numpy.random.default_rng(SEED)
    counts = {table.number((HIT_POINTS, HIT_POINTS)): duels}
    for _ in range(ROUNDS):
        counts = table.sample(counts, source)
    return {unwrapped(table.points[number]): count for number, count in counts.items()}


def play_duels() -> list[Duel]:
    """Single duels to the end, die by die."""
    source = random.Random(SEED)
    asked = repeat(exchange, (HIT_POINTS, HIT_POINTS))  # type: ignore[arg-type]
    return [play(asked, source).outcome for _ in range(PLAYED)]


def unwrapped(state: Any) -> Any:
    """A state of a table, over or not."""
    return state.value if isinstance(state, Done) else state


GARDIEN: dict[str, Callable[[], Any]] = {
    "a1": lambda: odds_of(call(degree_of_success)),
    "a2": lambda: odds_of(call(margin)),
    "b1": lambda: odds_of(call(best_against_one, 1)),
    "b10": lambda: odds_of(call(best_against_one, 10)),
    "b100": lambda: odds_of(call(best_against_one, 100)),
    "b100 loop": lambda: odds_of(call(best_by_hand, 100)),
    "c": lambda: odds_of(call(shot)),
    "burst": lambda: odds_of(call(burst)),
    "d": lambda: odds_of(call(attack)),
    "e": lambda: after_rounds(HIT_POINTS, ROUNDS),
    "e whole": lambda: after_rounds(HIT_POINTS, ROUNDS, exchange_in_turn),
    "e end": to_the_end,
    "e 24": lambda: after_rounds(24, 24),
    "e 48": lambda: after_rounds(48, 48),
    "play": play_duels,
    "10^6": lambda: sample(10**6),
    "10^9": lambda: sample(10**9),
}

TITLES = {
    "a1": "d20+8 against 15, degrees",
    "a2": "margin of d20 against d20",
    "b1": "best of 1 d6 − d6",
    "b10": "best of 10 d6 − d6",
    "b100": "best of 100 d6 − d6",
    "b100 loop": "best of 100 d6 − d6, die by die",
    "c": "d100 read three ways",
    "burst": "c, bullets thrown",
    "d": "attack, damage, wound",
    "e": "duel, 12 hp, 10 rounds, exact",
    "e whole": "duel, a round as one map",
    "e end": "duel to the end, exact",
    "e 24": "duel, 24 hp, 24 rounds, exact",
    "e 48": "duel, 48 hp, 48 rounds, exact",
    "play": "200 duels played one by one",
    "10^6": "10⁶ duels",
    "10^9": "10⁹ duels",
}
