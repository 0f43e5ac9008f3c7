"""A fight of one against one as masses over pairs: rows are halves of one side, columns of the other.

A turn takes the rows that do the same and moves their columns, attack by attack, by the chances that the game gives for
one half alone; so does the end of a round on each side. They are asked for when first met. Nothing is sampled: what is
left after the last round, and what was let go on the way, bounds the error.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec import Struct

from gardien.core.chance import Done, Midway
from gardien.core.interpreters.table import Table
from gardien.core.simulation import Deed, Duel, FighterEnd
from gardien.sim.chains import NEGLIGIBLE, Ended, Progress
from gardien.sim.masses import (
    Block,
    Clock,
    Ending,
    Kernel,
    Late,
    Matrix,
    Places,
    Side,
    Stage,
    longer,
    merge_rows,
    single,
    stack,
    sum_blocks,
)

Pairs = dict[tuple[bool, int, int], Block]  # has anybody done anything this round?, both rests -> masses
SPARE = 1e-10  # so much of all may be let go
ROUGHLY = 9e-4  # and so much where there are too many pairs
A_ROUND = 0.1  # each round so much of what may still be
ROOM = 4_000_000  # pairs that are not too many
A_MATRIX = 20_000  # pairs that are as much work as one matrix more
LEAST, FINER = 1e-26, 3.0  # masses of a pair from which on, and steps in which, the rarest are looked for


class Act(Struct, frozen=True):
    """Those of one matrix who do the same."""

    acted: bool
    deed: Deed
    other: int  # the rest of the other side
    block: Block


def duel_odds(
    duel: Duel, step: Callable[[Any], Any], start: Any, progress: Progress, most: int, until: float
) -> Ended | None:
    """A fight of two to its end; None when it takes too long."""
    try:
        return Product(duel, until).solve(step, start, progress, most)
    except Late:
        return None


class Product:
    """The masses of a fight of two, round after round."""

    def __init__(self, duel: Duel, until: float) -> None:
        import numpy as np

        self.duel = duel
        self.clock = Clock(until)
        self.sides = tuple(Side(duel, side, self.clock) for side in (0, 1))
        self.ends = tuple(Ending(side) for side in self.sides)
        self.attacks: dict[tuple[int, int], Kernel] = {}
        self.over = np.zeros((64, 64))
        self.at_once: dict[tuple[FighterEnd, ...], float] = {}  # before the first turn

    # ---- from the first turn to the end ----

    def solve(self, step: Callable[[Any], Any], start: Any, progress: Progress, most: int) -> Ended:
        frames = self._opening(step, start)
        rounds, over, lost, left, points = [0.0], 0.0, 0.0, 0.0, 0
        for done in range(most):
            before, frames = frames, self._round(frames)
            now = float(self.over.sum()) + sum(self.at_once.values())
            rounds.append(now - over)
            over = now
            lost += let_go(frames, max(0.0, SPARE - lost) * A_ROUND, (ROUGHLY - lost) * A_ROUND)
            masses = [block.mass for pairs in frames.values() for block in pairs.values()]
            points = max(points, sum(int((mass > 0).sum()) for mass in masses))
            left = sum(float(mass.sum()) for mass in masses)
            progress(done, most)
            if left < max(SPARE - lost, lost * A_ROUND):
                lost, left = lost + left, 0.0
                break
            if is_unchanged(before, frames):
                break
        mean = sum(number * chance for number, chance in enumerate(rounds)) / max(over, NEGLIGIBLE)
        return Ended("solved", self._outcomes(), {}, rounds, mean, left, points, most=most, error=max(lost, SPARE))

    def _opening(self, step: Callable[[Any], Any], start: Any) -> dict[Any, Pairs]:
        """The chain itself, up to the first turn."""
        table = Table(step)
        gathered: dict[Any, dict[tuple[bool, int, int], list[Block]]] = {}
        waiting = [(table.number(start), 1.0)]
        while waiting:
            number, chance = waiting.pop()
            point = table.points[number]
            if isinstance(point, Done):
                self.at_once[point.value] = self.at_once.get(point.value, 0.0) + chance
                continue
            state = point.value if isinstance(point, Midway) else point
            between = number in table.half_ways and not isinstance(point, Midway)
            opened = None if between else self.duel.split(state)
            if opened is None:
                row = table.row(number)
                waiting += [(target, chance * ways / row.total) for target, ways in row.pairs]
                continue
            for side, half in zip(self.sides, opened.halves, strict=True):
                side.learn(half + 1)
            pieces = gathered.setdefault(opened.frame, {}).setdefault((False, *opened.rests), [])
            pieces.append(single(*opened.halves, chance))
        return {frame: {key: sum_blocks(pieces) for key, pieces in pairs.items()} for frame, pairs in gathered.items()}

    def _round(self, frames: dict[Any, Pairs]) -> dict[Any, Pairs]:
        gathered: dict[Any, dict[tuple[bool, int, int], list[Block]]] = {}
        for frame, pairs in frames.items():
            for side in self.duel.turns(frame):
                pairs = self._turn(frame, side, pairs)
            for (acted, *rests), block in pairs.items():
                self.clock.hurry()
                left = self._end_round(block)
                following = self.duel.following(frame, acted)
                if following is None:
                    self._add_over(0, left.rows, left.columns, left.mass)
                elif left.mass.size:
                    gathered.setdefault(following, {}).setdefault((False, rests[0], rests[1]), []).append(left)
        return {frame: {key: sum_blocks(pieces) for key, pieces in pairs.items()} for frame, pairs in gathered.items()}

    # ---- a turn ----

    def _turn(self, frame: Any, side: int, pairs: Pairs) -> Pairs:
        """One side acts."""
        gathered: dict[tuple[bool, int, int], list[Block]] = {}
        for (stages, _), acts in self._acts(frame, side, pairs).items():
            self.clock.hurry()
            for act, rest, left in self._act(side, stages, acts):
                rests = (rest, act.other) if side == 0 else (act.other, rest)
                gathered.setdefault((act.acted, *rests), []).append(left)
        after = {}
        for key, pieces in gathered.items():
            left = sum_blocks(pieces).trim()
            if left.mass.size:
                after[key] = left if side == 0 else left.transpose()
        return after

    def _acts(self, frame: Any, side: int, pairs: Pairs) -> dict[tuple[tuple[int, ...], int], list[Act]]:
        """What everybody does, by their attacks and by how many the other may be: those can be moved together."""
        import numpy as np

        acts: dict[tuple[tuple[int, ...], int], list[Act]] = {}
        mine = self.sides[side]
        for (acted, *rests), given in pairs.items():
            block = given if side == 0 else given.transpose()
            manners = mine.manner[block.rows]
            same: dict[Deed, list[tuple[Places, Matrix]]] = {}
            for manner in np.unique(manners).tolist():
                change, deed = self.duel.choose(frame, side, rests[side], manner, rests[1 - side])
                rows = np.flatnonzero(manners == manner)
                same.setdefault(deed, []).append((mine.after_change(change, block.rows[rows]), block.mass[rows]))
            width = len(block.columns).bit_length()
            for deed, moves in same.items():
                rows, mass = merge_rows(
                    np.concatenate([one for one, _ in moves]), np.concatenate([one for _, one in moves])
                )
                act = Act(acted or not deed.idle, deed, rests[1 - side], Block(rows, block.columns, mass))
                acts.setdefault((deed.stages, width), []).append(act)
        return acts

    def _act(self, side: int, stages: tuple[int, ...], acts: list[Act]) -> Iterator[tuple[Act, int, Block]]:
        """The same attacks of many against all of the other: with what rest each is left, while it goes on."""
        import numpy as np

        if not stages:
            for act in acts:
                yield act, act.deed.rest, self._standing(side, act.block)
            return
        columns, mass = stack([act.block for act in acts])
        rows = np.concatenate([act.block.rows for act in acts])
        cuts = np.cumsum([len(act.block.rows) for act in acts])[:-1]
        fit = self.sides[1 - side]
        for made, stage in enumerate(stages, 1):
            going = None
            for tag, moved in self._kernel(stage, 1 - side).apply(columns, mass):
                every = np.arange(moved.shape[1])
                down = every[~fit.fit[: len(every)]]
                self._add_over(side, rows, down, moved[:, down])
                moved[:, down] = 0.0
                if not tag and made < len(stages):
                    going = moved
                    continue
                for act, part in zip(acts, np.split(moved, cuts), strict=True):
                    yield act, self.duel.after_act(side, act.deed, made, tag), Block(act.block.rows, every, part)
            if going is None:
                break
            columns = np.flatnonzero(going.any(axis=0))
            mass = going[:, columns]
            if not len(columns):
                break

    def _kernel(self, stage: int, side: int) -> Kernel:
        known = self.attacks.get((stage, side))
        if known is None:
            struck = partial(self.sides[side].attack_ways, Stage(stage))
            known = self.attacks[stage, side] = Kernel(self.sides[side], struck)
        return known

    def _standing(self, side: int, block: Block) -> Block:
        """Those for whom it goes on; the others are put where it is over."""
        up, others = self.sides[side].fit[block.rows], self.sides[1 - side].fit[block.columns]
        if up.all() and others.all():
            return block
        self._add_over(side, block.rows[~up], block.columns, block.mass[~up])
        self._add_over(side, block.rows[up], block.columns[~others], block.mass[up][:, ~others])
        return Block(block.rows[up], block.columns[others], block.mass[up][:, others])

    def _add_over(self, side: int, rows: Places, columns: Places, mass: Matrix) -> None:
        import numpy as np

        if not mass.size:
            return
        self.over = longer(self.over, max(one.count for one in self.sides))
        np.add.at(self.over if side == 0 else self.over.T, (rows[:, None], columns), mass)

    # ---- the end of a round, and of it all ----

    def _end_round(self, block: Block) -> Block:
        """The end of a round, for both sides, while it goes on."""
        for side in (1, 0):
            block = self.ends[side].end_round(block).transpose()
        return self._standing(0, block).trim()

    def _outcomes(self) -> dict[Any, float]:
        """Everybody at the end."""
        import numpy as np

        ends = dict(self.at_once)
        masses: list[tuple[list[FighterEnd], Matrix]] = []
        for side in (0, 1):
            numbers: dict[FighterEnd, int] = {}
            halves = np.flatnonzero(self.over.any(axis=1 - side)).tolist()
            ways = [
                (numbers.setdefault(stand, len(numbers)), half, share)
                for half in halves
                for stand, share in self.duel.stands(side, half)
            ]
            shares = np.zeros((len(numbers), len(self.over)))
            for stand, half, share in ways:
                shares[stand, half] += share
            masses.append((list(numbers), shares))
        (ours, mine), (theirs, others) = masses
        for (one, other), chance in np.ndenumerate(mine @ self.over @ others.T):
            if chance > 0:
                pair = (ours[one], theirs[other])
                ends[pair] = ends.get(pair, 0.0) + float(chance)
        return ends


# ---- masses ----


class Sums:
    """A matrix by its rows and columns."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.rows, self.columns = block.mass.sum(axis=1), block.mass.sum(axis=0)
        self.whole = float(self.rows.sum())

    def enough(self, least: float) -> tuple[Matrix, Matrix]:
        """Rows and columns that hold enough for their pairs."""
        height, width = self.block.mass.shape
        return self.rows >= least * width, self.columns >= least * height

    def without(self, least: float) -> tuple[float, int]:
        """What goes, at most, and how much work stays."""
        if self.whole < least * (self.block.mass.size + A_MATRIX):
            return self.whole, 0
        rows, columns = self.enough(least)
        gone = float(self.rows[~rows].sum() + self.columns[~columns].sum())
        return min(self.whole, gone), int(rows.sum() * columns.sum()) + A_MATRIX

    def without_least(self, least: float) -> Block | None:
        """What stays."""
        if self.without(least)[1] <= A_MATRIX:
            return None
        block, (rows, columns) = self.block, self.enough(least)
        if rows.all() and columns.all():
            return block
        return Block(block.rows[rows], block.columns[columns], block.mass[rows][:, columns])


def is_unchanged(before: dict[Any, Pairs], after: dict[Any, Pairs]) -> bool:
    """Whether a round moved nothing: then none will."""
    import numpy as np

    same = before.keys() == after.keys() and all(before[one].keys() == after[one].keys() for one in after)
    return same and all(
        np.array_equal(block.rows, before[one][key].rows)
        and np.array_equal(block.columns, before[one][key].columns)
        and np.array_equal(block.mass, before[one][key].mass)
        for one in after
        for key, block in after[one].items()
    )


def let_go(frames: dict[Any, Pairs], fine: float, rough: float) -> float:
    """Forget what is rarest for the work it makes: together no more than `fine`, or `rough` where there is too much.

    How much that is. Whole matrices, rows and columns go whose masses are small for their cells.
    """
    sums = [Sums(block) for pairs in frames.values() for block in pairs.values()]
    least, lost, tried, before = 0.0, 0.0, LEAST, ROOM
    while sums and tried < 1:
        gone, work = (sum(parts) for parts in zip(*(one.without(tried) for one in sums), strict=True))
        if gone > fine and (gone > rough or before <= ROOM):
            break
        least, lost, before = tried, gone, work
        tried *= FINER
    if not least:
        return 0.0
    for pairs in frames.values():
        for key, block in list(pairs.items()):
            left = Sums(block).without_least(least)
            if left is None:
                del pairs[key]
            else:
                pairs[key] = left
    return lost
