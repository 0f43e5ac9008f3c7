"""A fight of one against one as masses over pairs: rows are halves of one side, columns of the other.

A turn takes the rows that do the same and moves their columns, attack by attack, by the chances that the game gives for
one half alone; so does the end of a round on each side. They are asked for row by row, when first met. Nothing is
sampled: what is left after the last round, and what was let go on the way, bounds the error.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from time import monotonic
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from gardien.core.chance import Done, Midway
from gardien.core.readings.table import Table
from gardien.core.weighing import Deed, Duel, Stand
from gardien.sim.chains import NEGLIGIBLE, Ended, Progress

if TYPE_CHECKING:
    import numpy as np

Matrix = Any  # of numpy: masses
Pairs = dict[tuple[bool, int, int], Matrix]  # has anybody done anything this round?, both rests -> masses
LEAST = 1e-20  # a pair with less is let go
SPARED = 0.05  # so are, each round, the rarest rests, together up to this part of what may still be
AT_ONCE = 256  # rows moved together: more need much memory


class Late(Exception):
    """Somebody has waited long enough."""


class Block(Struct):
    """Rows of one matrix that do the same."""

    acted: bool
    deed: Deed
    other: int  # the rest of the other side
    rows: list[int]
    mass: Matrix


class Ways(Struct):
    """All ways out of some halves, sorted by where they lead."""

    sources: "np.ndarray[Any, Any]"
    chances: "np.ndarray[Any, Any]"
    targets: "np.ndarray[Any, Any]"
    starts: "np.ndarray[Any, Any]"  # where those of a target begin


def weigh_duel(
    duel: Duel, step: Callable[[Any], Any], start: Any, progress: Progress, most: int, until: float
) -> Ended | None:
    """A fight of two to its end; None when it takes too long."""
    try:
        return Product(duel, until).weighed(step, start, progress, most)
    except Late:
        return None


class Kernel:
    """Where the halves of one side lead, by the word of what moves them; filled in as they are met."""

    def __init__(self, row: Callable[[int], Sequence[tuple[str, int, float]]]) -> None:
        self.row = row
        self.known: set[int] = set()
        self.found: dict[str, list[tuple[int, int, float]]] = {}
        self.ways: dict[str, Ways] = {}

    def add(self, half: int) -> None:
        """Where one half leads."""
        self.known.add(half)
        self.ways.clear()
        for tag, after, chance in self.row(half):
            self.found.setdefault(tag, []).append((after, half, chance))

    def moved(self, now: Matrix) -> dict[str, Matrix]:
        """Masses after it, on their columns."""
        import numpy as np

        if not self.ways:
            self.ways = {tag: sorted_ways(found) for tag, found in self.found.items()}
        high = max(self.known) + 1
        columns = min(high, now.shape[1])
        before = np.zeros((high, len(now)))
        before[:columns] = now.T[:columns]
        after = {}
        for tag, ways in self.ways.items():
            found = np.zeros((ways.targets[-1] + 1, len(now)))
            for at in range(0, len(now), AT_ONCE):
                part = slice(at, at + AT_ONCE)
                flows = before[ways.sources, part] * ways.chances
                found[ways.targets, part] = np.add.reduceat(flows, ways.starts, axis=0)
            after[tag] = found.T
        return after


def sorted_ways(found: list[tuple[int, int, float]]) -> Ways:
    import numpy as np

    found.sort()
    targets, sources, chances = (np.array(part) for part in zip(*found, strict=True))
    distinct, starts = np.unique(targets, return_index=True)
    return Ways(sources, chances[:, None], distinct, starts)


class Product:
    """The masses of a fight of two, round after round."""

    def __init__(self, duel: Duel, until: float) -> None:
        self.duel = duel
        self.until = until
        self.fit: tuple[list[bool], list[bool]] = ([], [])
        self.attacks: dict[tuple[int, int], Kernel] = {}
        self.ends = tuple(Kernel(partial(self._end, side)) for side in (0, 1))
        self.over = single(0, 0, 0.0)
        self.at_once: dict[tuple[Stand, ...], float] = {}  # before the first turn

    # ---- from the first turn to the end ----

    def weighed(self, step: Callable[[Any], Any], start: Any, progress: Progress, most: int) -> Ended:
        frames = self._opening(step, start)
        rounds, over, lost, points = [0.0], 0.0, 0.0, 0
        for done in range(most):
            before, frames = frames, self._round(frames)
            now = float(self.over.sum()) + sum(self.at_once.values())
            rounds.append(now - over)
            over = now
            lost += let_go(frames, max(0.0, NEGLIGIBLE - lost) * SPARED)
            masses = [mass for pairs in frames.values() for mass in pairs.values()]
            points = max(points, sum(int((mass > 0).sum()) for mass in masses))
            left = sum(float(mass.sum()) for mass in masses) + lost
            progress(done, most)
            if left - lost < NEGLIGIBLE or unchanged(before, frames):
                break
        mean = sum(number * chance for number, chance in enumerate(rounds)) / max(over, NEGLIGIBLE)
        unfinished = left if left >= 2 * NEGLIGIBLE else 0.0
        return Ended("solved", self._told(), {}, rounds, mean, unfinished, points, most=most)

    def _opening(self, step: Callable[[Any], Any], start: Any) -> dict[Any, Pairs]:
        """The chain itself, up to the first turn."""
        table = Table(step)
        frames: dict[Any, Pairs] = {}
        waiting = [(table.number(start), 1.0)]
        while waiting:
            number, chance = waiting.pop()
            point = table.points[number]
            if isinstance(point, Done):
                self.at_once[point.value] = self.at_once.get(point.value, 0.0) + chance
                continue
            state = point.value if isinstance(point, Midway) else point
            between = number in table.half_ways and not isinstance(point, Midway)
            opened = None if between else self.duel.opened(state)
            if opened is None:
                row = table.row(number)
                waiting += [(target, chance * ways / row.total) for target, ways in row.pairs]
                continue
            one, other = opened.halves
            pairs, key = frames.setdefault(opened.frame, {}), (False, *opened.rests)
            pairs[key] = added(pairs.get(key), 0, [one], single(0, other, chance))
        return frames

    def _round(self, frames: dict[Any, Pairs]) -> dict[Any, Pairs]:
        after: dict[Any, Pairs] = {}
        for frame, pairs in frames.items():
            for side in self.duel.turns(frame):
                pairs = self._turn(frame, side, pairs)
            for (acted, one, other), mass in pairs.items():
                rows, left = self._ended(mass)
                following = self.duel.following(frame, acted)
                if following is None:
                    self.over = added(self.over, 0, rows, left)
                else:
                    into, key = after.setdefault(following, {}), (False, one, other)
                    into[key] = added(into.get(key), 0, rows, left)
        return after

    # ---- a turn ----

    def _turn(self, frame: Any, side: int, pairs: Pairs) -> Pairs:
        """One side acts."""
        after: Pairs = {}
        for stages, blocks in self._blocks(frame, side, pairs).items():
            for block, rest, left in self._acted(side, stages, blocks):
                if left.any():
                    rests = (rest, block.other) if side == 0 else (block.other, rest)
                    key = (block.acted, *rests)
                    after[key] = added(after.get(key), side, block.rows, left)
        return after

    def _blocks(self, frame: Any, side: int, pairs: Pairs) -> dict[tuple[int, ...], list[Block]]:
        """What everybody does, by their attacks."""
        import numpy as np

        found: dict[tuple[int, ...], list[Block]] = {}
        for (acted, *rests), given in pairs.items():
            mass = given if side == 0 else given.T
            same: dict[Deed, list[tuple[int, int]]] = {}
            for half in np.flatnonzero(mass.any(axis=1)).tolist():
                self._hurry()
                changed, deed = self.duel.chosen(frame, side, rests[side], half, rests[1 - side])
                same.setdefault(deed, []).append((changed, half))
            for deed, moves in same.items():
                rows = sorted({changed for changed, _ in moves})
                place = {row: at for at, row in enumerate(rows)}
                now = np.zeros((len(rows), mass.shape[1]))
                np.add.at(now, [place[changed] for changed, _ in moves], mass[[half for _, half in moves]])
                block = Block(acted or not deed.idle, deed, rests[1 - side], rows, now)
                found.setdefault(deed.stages, []).append(block)
        return found

    def _acted(self, side: int, stages: tuple[int, ...], blocks: list[Block]) -> Iterator[tuple[Block, int, Matrix]]:
        """The same attacks of many against all of the other: with what rest each is left, while it goes on."""
        import numpy as np

        parts = [block.mass for block in blocks]
        if not stages:
            for block in blocks:
                yield block, block.deed.rest, self._standing(side, block.rows, block.mass)
        cuts = np.cumsum([len(block.rows) for block in blocks])[:-1]
        for made, stage in enumerate(stages, 1):
            kernel = self.attacks.setdefault((stage, side), Kernel(partial(self.duel.struck, stage, 1 - side)))
            moved = self._moved(kernel, stacked(parts))
            parts = []
            for tag, masses in moved.items():
                split = np.split(masses, cuts)
                left = [self._standing(side, block.rows, mass) for block, mass in zip(blocks, split, strict=True)]
                if tag or made == len(stages):
                    for block, mass in zip(blocks, left, strict=True):
                        yield block, self.duel.spent(side, block.deed, made, tag), mass
                else:
                    parts = left
            if not any(part.any() for part in parts):
                break

    def _moved(self, kernel: Kernel, now: Matrix) -> dict[str, Matrix]:
        import numpy as np

        for half in np.flatnonzero(now.any(axis=0)).tolist():
            if half not in kernel.known:
                self._hurry()
                kernel.add(half)
        return kernel.moved(now)

    def _standing(self, side: int, rows: list[int], now: Matrix) -> Matrix:
        """Those for whom it goes on; the others are put where it is over."""
        import numpy as np

        met = np.flatnonzero(now.any(axis=0))
        now = now[:, : met[-1] + 1 if len(met) else 1]
        left = now.copy()
        left[:, ~self._fit(1 - side, now.shape[1])] = 0
        left[~self._fit(side, max(rows) + 1)[rows]] = 0
        self.over = added(self.over, side, rows, now - left)
        return left

    def _fit(self, side: int, count: int) -> "np.ndarray[Any, Any]":
        """Who of the first halves of a side still fights."""
        import numpy as np

        known = self.fit[side]
        known += [self.duel.fights(side, half) for half in range(len(known), count)]
        return np.array(known[:count])

    # ---- the end of a round, and of it all ----

    def _ended(self, mass: Matrix) -> tuple[list[int], Matrix]:
        """The end of a round, for both sides; rows and masses for which it goes on."""
        import numpy as np

        for side in (1, 0):
            rows = np.flatnonzero(mass.any(axis=1)).tolist()
            mass = added(None, 0, rows, self._moved(self.ends[side], mass[rows])[""]).T
        rows = np.flatnonzero(mass.any(axis=1)).tolist()
        return rows, self._standing(0, rows, mass[rows])

    def _end(self, side: int, half: int) -> list[tuple[str, int, float]]:
        found = self.duel.endured(side, half)
        return [("", half, 1.0)] if found is None else [("", after, chance) for after, chance in found]

    def _told(self) -> dict[Any, float]:
        """Everybody at the end."""
        import numpy as np

        ends = dict(self.at_once)
        fates: tuple[dict[int, Sequence[tuple[Stand, float]]], ...] = ({}, {})
        for side in (0, 1):
            for half in np.flatnonzero(self.over.any(axis=1 - side)).tolist():
                fates[side][half] = self.duel.stands(side, half)
        for one, other in np.argwhere(self.over).tolist():
            chance = float(self.over[one, other])
            for stand, share in fates[0][one]:
                for against, part in fates[1][other]:
                    ends[stand, against] = ends.get((stand, against), 0.0) + chance * share * part
        return ends

    def _hurry(self) -> None:
        if monotonic() > self.until:
            raise Late


# ---- masses ----


def single(row: int, column: int, chance: float) -> Matrix:
    """One pair."""
    import numpy as np

    found = np.zeros((row + 1, column + 1))
    found[row, column] = chance
    return found


def added(before: Matrix | None, side: int, rows: list[int], part: Matrix) -> Matrix:
    """Masses with some rows of one side more; they grow where they must."""
    import numpy as np

    high, broad = max(rows) + 1, part.shape[1]
    size = (high, broad) if side == 0 else (broad, high)
    if before is None:
        before = np.zeros(size)
    elif before.shape[0] < size[0] or before.shape[1] < size[1]:
        larger = np.zeros(tuple(max(pair) for pair in zip(before.shape, size, strict=True)))
        larger[: before.shape[0], : before.shape[1]] = before
        before = larger
    view = before if side == 0 else before.T
    view[rows, : part.shape[1]] += part
    return before


def stacked(parts: list[Matrix]) -> Matrix:
    """Rows of several, one under the other."""
    import numpy as np

    found = np.zeros((sum(len(part) for part in parts), max(part.shape[1] for part in parts)))
    at = 0
    for part in parts:
        found[at : at + len(part), : part.shape[1]] = part
        at += len(part)
    return found


def unchanged(before: dict[Any, Pairs], after: dict[Any, Pairs]) -> bool:
    """Whether a round moved nothing: then none will."""
    import numpy as np

    same = before.keys() == after.keys() and all(before[one].keys() == after[one].keys() for one in after)
    return same and all(np.array_equal(mass, before[one][key]) for one in after for key, mass in after[one].items())


def let_go(frames: dict[Any, Pairs], spare: float) -> float:
    """Forget pairs too rare to matter, and the rarest rests, together up to `spare`; how much that is."""
    lost = 0.0
    for pairs in frames.values():
        for mass in pairs.values():
            rare = mass < LEAST
            lost += float(mass[rare].sum())
            mass[rare] = 0.0
    sums = [(float(mass.sum()), frame, key) for frame, pairs in frames.items() for key, mass in pairs.items()]
    dropped = 0.0
    for mass, frame, key in sorted(sums, key=itemgetter(0)):
        dropped += mass
        if dropped > spare:
            break
        lost += mass
        del frames[frame][key]
    return lost
