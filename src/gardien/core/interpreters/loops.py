"""Loops solved exactly: how often each state of an absorbing chain is visited before the chain is done.

States are taken group by group in the order in which mass flows through them; a group is a set of states that lead back
to one another (nearly always one state, perhaps leading to itself), and is solved as a small linear system.
"""

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any

from gardien.core.chance import Done
from gardien.core.dice import Weights
from gardien.core.errors import Refusal

MOST_STATES = 50_000
MOST_MUTUAL = 150  # states that lead back to one another: the work grows with the third power
MOST_WORK = 4_000_000  # third powers, all such groups together

Rows = dict[Any, Weights[Any]]


def solve(start: Any, weigh: Callable[[Any], Weights[Any]]) -> Weights[Any]:
    """The exact distribution of the value a loop ends with."""
    if isinstance(start, Done):
        return Weights(((start.value, 1),), 1)
    rows = reachable(start, weigh, lambda target: isinstance(target, Done))
    ends = {target.value: chance for target, chance in visits(start, rows).items() if isinstance(target, Done)}
    total = lcm(*(chance.denominator for chance in ends.values()))
    return Weights(tuple((value, int(chance * total)) for value, chance in ends.items()), total)


def reachable(
    start: Any, weigh: Callable[[Any], Weights[Any]], is_end: Callable[[Any], bool], most: int = MOST_STATES
) -> Rows:
    """The rows of every state that can be reached before an end."""
    rows: Rows = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in rows:
            continue
        if len(rows) >= most:
            raise Refusal("odds/too_many", kind="refused", most=most)
        rows[state] = weigh(state)
        waiting.extend(target for target, _ in rows[state].pairs if target not in rows and not is_end(target))
    return rows


def visits(start: Any, rows: Rows) -> dict[Any, Fraction]:
    """Expected number of visits to every state; for an end, the chance to end there."""
    mass: dict[Any, Fraction] = {start: Fraction(1)}
    ordered = groups(start, rows)
    if sum(len(group) ** 3 for group in ordered) > MOST_WORK:
        raise Refusal("odds/too_many", kind="refused", most=MOST_WORK)
    for group in ordered:
        settled = _alone(group[0], rows, mass) if len(group) == 1 else _mutual(group, rows, mass)
        for state, visited in settled.items():
            mass[state] = visited
            row = rows[state]
            share = visited / row.total
            for target, ways in row.pairs:
                if target not in settled:
                    mass[target] = mass.get(target, Fraction(0)) + share * ways
    return mass


def _alone(state: Any, rows: Rows, mass: dict[Any, Fraction]) -> dict[Any, Fraction]:
    row = rows[state]
    back = next((ways for target, ways in row.pairs if target == state), 0)
    if back == row.total:
        raise Refusal("odds/endless", kind="refused")
    return {state: mass[state] * Fraction(row.total, row.total - back)}


def _mutual(group: list[Any], rows: Rows, mass: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """Visits v with v = entering + v·P inside the group, by Gaussian elimination."""
    if len(group) > MOST_MUTUAL:
        raise Refusal("odds/too_many", kind="refused", most=MOST_MUTUAL)
    place = {state: index for index, state in enumerate(group)}
    size = len(group)
    matrix = [[Fraction(int(row == column)) for column in range(size)] for row in range(size)]
    entering = [mass.get(state, Fraction(0)) for state in group]
    for state, column in place.items():
        weights = rows[state]
        for target, ways in weights.pairs:
            if target in place:
                matrix[place[target]][column] -= Fraction(ways, weights.total)
    for pivot in range(size):
        best = next((row for row in range(pivot, size) if matrix[row][pivot]), None)
        if best is None:
            raise Refusal("odds/endless", kind="refused")
        matrix[pivot], matrix[best] = matrix[best], matrix[pivot]
        entering[pivot], entering[best] = entering[best], entering[pivot]
        for row in range(size):
            factor = matrix[row][pivot] / matrix[pivot][pivot] if row != pivot else Fraction(0)
            if factor:
                matrix[row] = [value - factor * other for value, other in zip(matrix[row], matrix[pivot], strict=True)]
                entering[row] -= factor * entering[pivot]
    return {state: entering[index] / matrix[index][index] for state, index in place.items()}


def groups(start: Any, rows: Rows) -> list[list[Any]]:
    """The strongly connected groups of states (Tarjan), in the order in which mass flows."""
    order: dict[Any, int] = {}
    low: dict[Any, int] = {}
    open_states: list[Any] = []
    is_open: set[Any] = set()
    components: list[list[Any]] = []
    work = [(start, iter(rows[start].pairs))]
    order[start] = low[start] = 0
    open_states.append(start)
    is_open.add(start)
    while work:
        state, targets = work[-1]
        for target, _ in targets:
            if target not in rows:
                continue
            if target not in order:
                order[target] = low[target] = len(order)
                open_states.append(target)
                is_open.add(target)
                work.append((target, iter(rows[target].pairs)))
                break
            if target in is_open:
                low[state] = min(low[state], order[target])
        else:
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[state])
            if low[state] == order[state]:
                group = [open_states.pop()]
                while group[-1] != state:
                    group.append(open_states.pop())
                is_open.difference_update(group)
                components.append(group)
    components.reverse()
    return components
