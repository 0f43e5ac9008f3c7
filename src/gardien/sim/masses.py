"""Masses over pairs, no larger than the pairs that are met, and the matrices that move them."""

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Any

from msgspec import Struct

from gardien.core.simulation import Duel

Matrix = Any  # of numpy: masses
Places = Any  # of numpy: numbers of halves, in their order, none twice
Ways = tuple[Places, Places, Matrix]  # from the which of some halves, to which half, with what chance


MOST_HALVES = 1_500  # of a side: the matrices of more take too much memory


class Late(Exception):
    """Somebody has waited long enough, or will have."""


class Clock:
    """How long somebody waits."""

    def __init__(self, until: float) -> None:
        self.until = until

    def hurry(self) -> None:
        if monotonic() > self.until:
            raise Late


class Block(Struct, frozen=True):
    """Masses of some halves of one side by some of the other."""

    rows: Places
    columns: Places
    mass: Matrix

    def transpose(self) -> "Block":
        """Seen from the other side."""
        return Block(self.columns, self.rows, self.mass.T)

    def trim(self) -> "Block":
        """Without rows and columns in which nothing is left."""
        rows, columns = self.mass.any(axis=1), self.mass.any(axis=0)
        if rows.all() and columns.all():
            return self
        return Block(self.rows[rows], self.columns[columns], self.mass[rows][:, columns])


def single(row: int, column: int, chance: float) -> Block:
    """One pair."""
    import numpy as np

    return Block(np.array([row]), np.array([column]), np.array([[chance]]))


def union(places: Sequence[Places]) -> Places:
    """All that are among some."""
    import numpy as np

    met = np.zeros(max(int(some.max(initial=0)) for some in places) + 1, dtype=bool)
    for some in places:
        met[some] = True
    return np.flatnonzero(met)


def sum_blocks(blocks: Sequence[Block]) -> Block:
    """Masses of several together."""
    import numpy as np

    if len(blocks) == 1:
        return blocks[0]
    rows, columns = union([one.rows for one in blocks]), union([one.columns for one in blocks])
    mass = np.zeros((len(rows), len(columns)))
    for one in blocks:
        at = np.searchsorted(rows, one.rows)
        if len(one.columns) == len(columns):
            mass[at] += one.mass
        else:
            mass[np.ix_(at, np.searchsorted(columns, one.columns))] += one.mass
    return Block(rows, columns, mass)


def merge_rows(rows: Places, mass: Matrix) -> tuple[Places, Matrix]:
    """Rows in their order, those of the same half added up."""
    import numpy as np

    order = np.argsort(rows, kind="stable")
    places, starts = np.unique(rows[order], return_index=True)
    if len(places) == len(rows):
        return places, mass[order]
    return places, np.add.reduceat(mass[order], starts, axis=0)


def stack(blocks: Sequence[Block]) -> tuple[Places, Matrix]:
    """Rows of several, one under the other, on common columns."""
    import numpy as np

    columns = union([one.columns for one in blocks])
    mass = np.zeros((sum(len(one.rows) for one in blocks), len(columns)))
    at = 0
    for one in blocks:
        if len(one.columns) == len(columns):
            mass[at : at + len(one.rows)] = one.mass
        else:
            mass[at : at + len(one.rows), np.searchsorted(columns, one.columns)] = one.mass
        at += len(one.rows)
    return columns, mass


def widen(columns: Places, mass: Matrix, count: int) -> Matrix:
    """Masses on the first so many columns."""
    import numpy as np

    if len(columns) == count:
        return mass
    wide = np.zeros((len(mass), count))
    wide[:, columns] = mass
    return wide


def longer(array: Matrix, count: int) -> Matrix:
    """Room for so many in every direction, and for some more."""
    import numpy as np

    if array.shape[0] >= count:
        return array
    room = np.zeros((max(count, 2 * array.shape[0]),) * array.ndim, dtype=array.dtype)
    room[tuple(slice(0, size) for size in array.shape)] = array
    return room


class Side:
    """What is known of the halves of one side, as arrays; learned as they are met."""

    def __init__(self, duel: Duel, side: int, clock: Clock) -> None:
        import numpy as np

        self.duel, self.side, self.clock = duel, side, clock
        self.count = 0
        self.fit = np.zeros(64, dtype=bool)
        self.manner = np.zeros(64, dtype=np.int64)
        self.look = np.zeros(64, dtype=np.int64)
        self.blows = 0  # seen so far
        self._told = np.zeros(64, dtype=np.int64)  # how many of them are worked out, of each half
        self._ends: list[list[Ways]] = []  # of each half: blows, halves, chances
        self._changes: dict[int, Matrix] = {}

    def learn(self, count: int) -> None:
        """All that is asked of halves up to a number."""
        if count <= self.count:
            return
        if count > MOST_HALVES:
            raise Late
        for name in ("fit", "manner", "look", "_told"):
            setattr(self, name, longer(getattr(self, name), count))
        duel, side = self.duel, self.side
        for half in range(self.count, count):
            self.fit[half] = duel.fights(side, half)
            self.manner[half] = duel.manner(side, half)
            self.look[half] = duel.look(side, half)
            self._ends.append([])
        self.count = count

    def after_change(self, change: int, rows: Places) -> Places:
        """Halves as their owners leave them before the dice."""
        import numpy as np

        known = self._changes.get(change)
        known = np.zeros(0, dtype=np.int64) if known is None else known
        size = int(rows[-1]) + 1
        if len(known) < size:
            known = longer(known, size)
        for half in rows[known[rows] == 0].tolist():
            known[half] = self.duel.after_change(self.side, change, half) + 1
        self._changes[change] = known
        places = known[rows] - 1
        self.learn(int(places.max()) + 1)
        return places

    def attack_ways(self, stage: "Stage", halves: Places) -> Iterator[tuple[str, Ways]]:
        """Where an attack leads some halves, by its words."""
        import numpy as np

        tables = stage.tables(self, self.look[halves])
        parts = [self._blow_ways(half) for half in halves.tolist()]
        at = np.repeat(np.arange(len(halves)), [len(blows) for blows, _, _ in parts])
        blows, after, shares = (np.concatenate(some) for some in zip(*parts, strict=True))
        looks = self.look[halves][at]
        self.learn(int(after.max()) + 1)
        for tag, table in tables.items():
            chances = table[looks, blows] * shares
            met = chances > 0
            yield tag, (at[met], after[met], chances[met])

    def _blow_ways(self, half: int) -> Ways:
        """What every blow seen so far leaves of a half."""
        import numpy as np

        ends = self._ends[half]
        if self._told[half] < self.blows:
            self.clock.hurry()
            ways = [
                (blow, after, chance)
                for blow in range(int(self._told[half]), self.blows)
                for after, chance in self.duel.blow_odds(self.side, half, blow)
            ]
            blows, after, chances = zip(*ways, strict=True)
            ends.append((np.array(blows), np.array(after), np.array(chances)))
            self._told[half] = self.blows
        if len(ends) > 1:
            ends[:] = [tuple(np.concatenate(some) for some in zip(*ends, strict=True))]  # type: ignore[list-item]
        return ends[0]

    def round_end_ways(self, halves: Places) -> Iterator[tuple[str, Ways]]:
        """Where the end of a round leads them."""
        import numpy as np

        ways = []
        for at, half in enumerate(halves.tolist()):
            self.clock.hurry()
            ways += [(at, after, chance) for after, chance in self.duel.round_end_odds(self.side, half)]
        sources, after, chances = (np.array(part) for part in zip(*ways, strict=True))
        self.learn(int(after.max()) + 1)
        yield "", (sources, after, chances)


class Stage:
    """One attack: what it brings, by how the other looks."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._thrown: dict[int, Sequence[tuple[str, int, float]]] = {}

    def tables(self, side: Side, looks: Places) -> dict[str, Matrix]:
        """Chances of all blows by look, one table for each word."""
        import numpy as np

        for look in np.unique(looks).tolist():
            if look not in self._thrown:
                attack = self._thrown[look] = side.duel.attack_odds(self.number, side.side, look)
                side.blows = max(side.blows, 1 + max(blow for _, blow, _ in attack))
        size = (max(self._thrown) + 1, side.blows)
        tables: dict[str, Matrix] = {}
        for look, attack in self._thrown.items():
            for tag, blow, chance in attack:
                tables.setdefault(tag, np.zeros(size))[look, blow] = chance
        return tables


class Kernel:
    """Where the halves of one side lead, by the word of what moves them: rows of a matrix, filled in as they are met.

    What leaves everybody as they are, such as a weapon that sticks, is only a row of chances.
    """

    may_stay = True

    def __init__(self, side: Side, ways: Callable[[Places], Iterator[tuple[str, Ways]]]) -> None:
        import numpy as np

        self.side, self.ways = side, ways
        self.built = np.zeros(64, dtype=bool)
        self.dense: dict[str, Matrix] = {}
        self.staying: dict[str, Matrix] = {}

    def apply(self, columns: Places, mass: Matrix) -> Iterator[tuple[str, Matrix]]:
        """Masses after it, by its words, on all columns there are."""
        self._meet(columns)
        count = self.side.count
        for tag, chances in self.staying.items():
            yield tag, widen(columns, mass * chances[columns], count)
        if len(columns) * 2 > count:  # cheaper than a copy of most of the matrix
            every = widen(columns, mass, count)
            for tag, dense in self.dense.items():
                yield tag, every @ dense[:count, :count]
        else:
            for tag, dense in self.dense.items():
                yield tag, mass @ dense[columns, :count]

    def _meet(self, columns: Places) -> None:
        """Their rows of the matrix."""
        import numpy as np

        self.built = longer(self.built, int(columns[-1]) + 1)
        new = columns[~self.built[columns]]
        self.built[new] = True
        for tag, ways in self.ways(new) if len(new) else ():
            if tag not in self.dense and self.may_stay and np.array_equal(new[ways[0]], ways[1]):
                self._add_staying(tag, ways)
            else:
                self._add_dense(tag, new, ways)
        for tag, known in (*self.dense.items(), *self.staying.items()):
            (self.dense if tag in self.dense else self.staying)[tag] = longer(known, self.side.count)

    def _add_staying(self, tag: str, ways: Ways) -> None:
        import numpy as np

        known = self.staying.get(tag)
        chances = longer(np.zeros(64) if known is None else known, self.side.count)
        np.add.at(chances, ways[1], ways[2])
        self.staying[tag] = chances

    def _add_dense(self, tag: str, new: Places, ways: Ways) -> None:
        import numpy as np

        at, after, chances = ways
        size = self.side.count
        rows = np.bincount(at * size + after, weights=chances, minlength=len(new) * size)
        known = self.dense.get(tag)
        if known is None:
            stayed = self.staying.pop(tag, None)
            known = np.zeros((size, size)) if stayed is None else np.diag(stayed)
        self.dense[tag] = longer(known, size)
        self.dense[tag][new, :size] = rows.reshape(len(new), size)


class Ending(Kernel):
    """The end of a round, which changes few."""

    may_stay = False

    def __init__(self, side: Side) -> None:
        super().__init__(side, side.round_end_ways)

    def end_round(self, block: Block) -> Block:
        """Masses after it."""
        import numpy as np

        self._meet(block.columns)
        dense = self.dense[""]
        risky = dense[block.columns, block.columns] < 1.0
        if not risky.any():
            return block
        chances = dense[block.columns[risky], : self.side.count]
        reached = np.flatnonzero(chances.any(axis=0))
        columns = union([reached, block.columns[~risky]])
        mass = np.zeros((len(block.rows), len(columns)))
        mass[:, np.searchsorted(columns, block.columns[~risky])] = block.mass[:, ~risky]
        mass += block.mass[:, risky] @ chances[:, columns]
        return Block(block.rows, columns, mass)
