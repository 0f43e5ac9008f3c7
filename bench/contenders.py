"""Who is measured, and what their answers have in common."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from bench import by_hand, documented, peers, tasks
from bench.measure import once
from gardien.core.interpreters.odds import forget

TOLERANCE = 1e-12  # for float64
SIGMAS = 6.0  # how far a sample may lie from the exact chance


class Contender(NamedTuple):
    """Somebody who answers tasks."""

    tasks: Mapping[str, Callable[[], Any]]
    forget: Callable[[], None]
    chances: Callable[[str, Any], dict[Any, Any]]  # an answer as outcome -> chance
    exact: bool = True


def _odds(_: str, answer: Any) -> dict[Any, Fraction]:
    return {tasks.unwrapped(outcome): chance for outcome, chance in answer}


def _weights(_: str, answer: Mapping[Any, int]) -> dict[Any, Fraction]:
    total = sum(answer.values())
    return {outcome: Fraction(weight, total) for outcome, weight in answer.items() if weight}


def _array(task: str, answer: Any) -> dict[Any, float]:
    key = by_hand.NUMPY_KEYS.get(task, lambda at: at)
    return {key(at): float(chance) for at, chance in np.ndenumerate(answer) if chance}


def _nothing() -> None:
    """Nothing is remembered."""


CONTENDERS = {
    "Gardien": Contender(tasks.GARDIEN, forget, _odds),
    "icepool": Contender({**peers.ICEPOOL, **documented.ICEPOOL}, peers.forget_icepool, _weights),
    "dyce": Contender({**peers.DYCE, **documented.DYCE}, peers.forget_dyce, _weights),
    "icepool tuned": Contender(
        {task: peers.ICEPOOL[task] for task in documented.ICEPOOL}, peers.forget_icepool, _weights
    ),
    "dyce tuned": Contender({task: peers.DYCE[task] for task in documented.DYCE}, peers.forget_dyce, _weights),
    "Python": Contender(by_hand.PYTHON, _nothing, _weights),
    "numpy": Contender(by_hand.NUMPY, _nothing, _array, exact=False),
}
LIBRARIES = ("icepool", "dyce")  # as their documentation shows; tuned: by somebody who has read their sources
SAMPLED = {"10^6": 10**6, "10^9": 10**9}


class Disagreement(Exception):
    """Two contenders gave different answers to the same task."""


def first_answers(task: str) -> dict[str, float]:
    """Everybody's first call on a task with its time; refuses to go on when the answers are not equal."""
    answers, seconds = {}, {}
    for name, contender in CONTENDERS.items():
        if task in contender.tasks:
            answers[name], seconds[name] = once(contender.tasks[task], contender.forget)
    for name, answer in answers.items():
        if task in SAMPLED:
            _check_sample(f"{task}, {name}", answer, SAMPLED[task])
        elif task == "play":
            _equal(f"{task}, {name}", answer == answers["Gardien"])
        elif CONTENDERS[name].exact:
            expected = _odds(task, answers["Gardien"])
            _equal(f"{task}, {name}", CONTENDERS[name].chances(task, answer) == expected)
        else:
            expected, found = _odds(task, answers["Gardien"]), CONTENDERS[name].chances(task, answer)
            apart = max(
                abs(found.get(one, 0.0) - float(expected.get(one, 0))) for one in found.keys() | expected.keys()
            )
            _equal(f"{task}, {name}", apart <= TOLERANCE)
    return seconds


def _check_sample(what: str, answer: Any, duels: int) -> None:
    """A sample agrees with the exact odds as far as chance allows."""
    expected = _odds("e", tasks.GARDIEN["e"]())
    counts = answer if isinstance(answer, dict) else dict(np.ndenumerate(answer))
    _equal(what, sum(counts.values()) == duels)
    for outcome in counts.keys() | expected.keys():
        mean = float(duels * expected.get(outcome, Fraction(0)))
        _equal(what, abs(counts.get(outcome, 0) - mean) <= SIGMAS * (mean + 1) ** 0.5)


def _equal(what: str, holds: bool) -> None:
    if not holds:
        raise Disagreement(what)
