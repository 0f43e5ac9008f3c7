"""How time is taken: CPU time, caches emptied before every call, first call apart, contenders in turn, best of several.

Each call is timed alone and the cost of reading the clock is taken off, so that emptying caches costs nobody anything.
Garbage collection stays on, and a batch is averaged, so that everybody pays for the rubbish they make.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time
from typing import Any, NamedTuple

BATCH_SECONDS = 0.05
ROUNDS = 7
QUICK_ROUNDS = 2
SLOW_SECONDS = 0.5  # calls slower than this are repeated twice only


class Measured(NamedTuple):
    """Seconds: of the first call in the process, and of the best batch afterwards."""

    first: float
    best: float


class Timed(NamedTuple):
    """Something to be timed."""

    call: Callable[[], Any]
    forget: Callable[[], None]
    first: float


@cache
def clock_cost() -> float:
    """What two readings of the clock cost."""
    readings = []
    for _ in range(20_000):
        start = process_time()
        readings.append(process_time() - start)
    return median(readings)


def once(call: Callable[[], Any], forget: Callable[[], None]) -> tuple[Any, float]:
    """The answer of one call with empty caches, and its time."""
    forget()
    start = process_time()
    answer = call()
    return answer, max(0.0, process_time() - start - clock_cost())


def batch(timed: Timed, calls: int) -> float:
    """The mean time of some calls, each with empty caches."""
    return sum(once(timed.call, timed.forget)[1] for _ in range(calls)) / calls


def best_of(contenders: dict[str, Timed], quick: bool = False) -> dict[str, Measured]:
    """The best mean of each contender, batches taken in turn."""
    best: dict[str, float] = {}
    for turn in range(QUICK_ROUNDS if quick else ROUNDS):
        for name, timed in contenders.items():
            if turn >= 2 and best[name] > SLOW_SECONDS:
                continue
            expected = best.get(name, timed.first)
            calls = max(1, min(2_000, int(BATCH_SECONDS / max(expected, 1e-6))))
            best[name] = min(batch(timed, calls), best.get(name, float("inf")))
    return {name: Measured(timed.first, best[name]) for name, timed in contenders.items()}


def process_seconds(command: Sequence[str]) -> float:
    """The CPU time of a whole process."""
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = getrusage(RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[1:])} failed: {done.stderr.strip()[-200:]}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def processes_in_turn(commands: dict[str, Sequence[str]], times: int) -> dict[str, float]:
    """The median CPU time of processes started in turn; the first of each, which may write bytecode, is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(times + 1):
        for name, command in commands.items():
            seconds = process_seconds(command)
            if turn:
                taken[name].append(seconds)
    return {name: median(seconds) for name, seconds in taken.items()}


def import_seconds(modules: dict[str, str], times: int) -> dict[str, float]:
    """The median CPU time of importing modules, in processes of their own, less that of an empty process."""
    commands = {name: (sys.executable, "-c", f"import {module}") for name, module in modules.items()}
    taken = processes_in_turn({"": (sys.executable, "-c", "pass"), **commands}, times)
    return {name: taken[name] - taken[""] for name in modules}


def shown(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 1e-3:
        return f"{seconds * 1e3:.3g} ms"
    return f"{seconds * 1e6:.3g} µs"
