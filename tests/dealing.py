"""Which worker of the suite begins with what, so that no core waits: each gets an equal slice of the whole, in order.

A test over the network waits half of its time, for a browser or a disk; one that only computes never does. So the last
worker computes while the others begin with tests that wait. What takes long comes first; of the small tests after it
workers take from each other, once theirs are done.
"""

from collections.abc import Sequence
from itertools import chain
from typing import TypeVar

Test = TypeVar("Test")


def dealt(
    waiting: Sequence[list[Test]], computing: Sequence[list[Test]], small: Sequence[Test], workers: int
) -> list[Test]:
    """All tests, slice by slice: whole files that wait, or that compute long, then small tests."""
    hands: list[list[Test]] = [[] for _ in range(workers)]
    others = hands[:-1] or hands
    for at, file in enumerate(waiting):
        others[at % len(others)] += file
    for at, file in enumerate(computing):  # half of it is for whoever does not wait
        (hands[-1] if at % 2 else others[at // 2 % len(others)]).extend(file)
    count, left = sum(map(len, hands)) + len(small), list(small)
    for at, hand in enumerate(hands):
        room = max(0, (count + at) // workers - len(hand))
        hand += left[:room]
        del left[:room]
    return [*chain.from_iterable(hands), *left]
