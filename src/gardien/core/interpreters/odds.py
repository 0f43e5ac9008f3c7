"""Odds: every answer is taken, weighted and merged. The exact distribution of a rule, as integers over integers.

A generator cannot be copied, so a program is replayed from its start for every leaf: the answers given so far are sent
again, then the next question branches. That is simple and exact, and it stays small because a rule asks coarsely: sums
and pools are one question, sub-rules are weighed once for each set of arguments, folds merge equal states.
"""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, TypeVar

from gardien.core.chance import Call, Decide, ExactOdds, Fold, Repeat, Request, Roll, Step, Together, Watch, is_program
from gardien.core.dice import Weights, weights_of
from gardien.core.errors import Refusal
from gardien.core.in_force import in_force

T = TypeVar("T")
S = TypeVar("S", bound=Hashable)

MOST_LEAVES = 400_000  # about the most that can be replayed in a few seconds
MOST_KEPT = 100_000  # sub-rules remembered by one weigher

NOTHING: frozenset[str] = frozenset()


class Odds(Generic[T]):
    """An exact distribution: outcomes with whole-number weights out of a total."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: dict[T, int], total: int) -> None:
        shared = gcd(total, *weights.values())
        self.weights = {outcome: weight // shared for outcome, weight in weights.items()} if shared > 1 else weights
        self.total = total // shared

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        for outcome, weight in self.weights.items():
            yield outcome, Fraction(weight, self.total)

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self.weights == other.weights and self.total == other.total

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Odds({dict(self)!r})"

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that something holds."""
        return Fraction(sum(weight for outcome, weight in self.weights.items() if holds(outcome)), self.total)

    def by(self, key: Callable[[T], S]) -> "Odds[S]":
        """The same odds, told apart by `key` only."""
        merged: dict[S, int] = {}
        for outcome, weight in self.weights.items():
            name = key(outcome)
            merged[name] = merged.get(name, 0) + weight
        return Odds(merged, self.total)

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """The mean of a number of the outcome."""
        return Fraction(sum(value(outcome) * weight for outcome, weight in self.weights.items())) / self.total


def odds_of(asked: Request[T], watched: frozenset[str] = NOTHING) -> Odds[T]:
    """The exact odds of a request. `watched` names the detailed outcome fields (`after`, `after.Liam`) wanted."""
    weights = replay_for(watched).answer_request(asked)
    return Odds(dict(weights.pairs), weights.total)


def known_odds(asked: Call[T]) -> Odds[T]:
    """The odds of a sub-rule, worked out once and with nothing watched."""
    weights = replay_for().answers(asked)
    return Odds(dict(weights.pairs), weights.total)


_replays: dict[tuple[frozenset[str], Any], "Replay"] = {}  # what is watched, and the rows in force


def replay_for(watched: frozenset[str] = NOTHING) -> "Replay":
    """The weigher that remembers the sub-rules seen with this watch and these rows."""
    key = watched, in_force()
    replay = _replays.get(key)
    if replay is None:
        if len(_replays) > 32:
            _replays.clear()
        replay = _replays[key] = Replay(watched)
    return replay


def forget() -> None:
    """Empty every cache of odds (benchmarks measure first answers)."""
    _replays.clear()
    weights_of.cache_clear()


class Replay:
    """Answers requests with all their answers at once."""

    def __init__(self, watched: frozenset[str] = NOTHING) -> None:
        self.watched = watched
        self._holds = {path[:at] for path in watched for at, letter in enumerate(path) if letter == "."}
        self.known: dict[Any, Weights[Any]] = {}

    def answer_request(self, request: Request[Any]) -> Weights[Any]:
        """A whole question from outside: not remembered itself, so its arguments need not be hashable."""
        return self._replay(request.rule, request.args) if isinstance(request, Call) else self.answers(request)

    def answers(self, request: Request[Any]) -> Weights[Any]:
        """Every answer to a request, weighted."""
        kind = type(request)
        if kind is Roll:
            return weights_of(request.question)  # type: ignore[attr-defined]
        if kind is Call:
            return self.odds_of_rule(request.rule, request.args)  # type: ignore[attr-defined]
        match request:
            case Fold():
                return self._fold(request)
            case Repeat():
                return self._repeat(request)
            case Together():
                return self._together(request)
            case Watch():
                return Weights(((self._wanted_keys(request), 1),), 1)
            case Decide():
                return Weights(((request.decided, 1),), 1)
            case ExactOdds():
                return Weights(((known_odds(request.call), 1),), 1)
        raise TypeError(f"a rule asked for {request!r}, which is no request")

    def odds_of_rule(self, rule: Any, args: tuple[Any, ...]) -> Weights[Any]:
        """A sub-rule, weighed once for each set of arguments."""
        key = (rule, args)
        weights = self.known.get(key)
        if weights is None:
            if len(self.known) >= MOST_KEPT:
                self.known.clear()
            weights = self.known[key] = self._replay(rule, args)
        return weights

    def _replay(self, rule: Any, args: tuple[Any, ...]) -> Weights[Any]:
        started = rule(*args)
        if not is_program(started):
            return self.answers(started) if isinstance(started, Request) else Weights(((started, 1),), 1)
        # Leaves are gathered by denominator: paths that throw more dice have larger ones.
        gathered: dict[int, dict[Any, int]] = {}
        leaves = 0
        waiting: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
        while waiting:
            given, weight, total = waiting.pop()
            program = started or rule(*args)
            started = None
            send = program.send
            try:
                request = send(None)
                for answer in given:
                    request = send(answer)
                path = list(given)
                while True:
                    if type(request) is Step:
                        path.append(None)
                        request = send(None)
                        continue
                    answers = self.answers(request)
                    pairs = answers.pairs
                    if len(pairs) > 1:
                        before = tuple(path)
                        total *= answers.total
                        for answer, ways in pairs[:0:-1]:
                            waiting.append(((*before, answer), weight * ways, total))
                        weight *= pairs[0][1]
                    answer = pairs[0][0]
                    path.append(answer)
                    request = send(answer)
            except StopIteration as end:
                outcome = end.value
            leaves += 1
            if leaves > MOST_LEAVES:
                raise Refusal("odds/too_many", kind="refused", most=MOST_LEAVES)
            bucket = gathered.get(total)
            if bucket is None:
                bucket = gathered[total] = {}
            if isinstance(outcome, Request):
                tail = self.answers(outcome)
                if leaves == 1 and not waiting:  # nothing was thrown before it
                    return tail
                bucket = gathered.setdefault(total * tail.total, {})
                for answer, ways in tail.pairs:
                    bucket[answer] = bucket.get(answer, 0) + weight * ways
            else:
                bucket[outcome] = bucket.get(outcome, 0) + weight
        return _to_weights(gathered)

    def _fold(self, asked: Fold[Any]) -> Weights[Any]:
        mass: dict[Any, int] = {asked.state: 1}
        total = 1
        for item in asked.items:
            rows = [(weight, self.odds_of_rule(asked.step, (state, item))) for state, weight in mass.items()]
            mass, grown = _mixture(rows)
            total *= grown
        return _weights(mass, total)

    def _together(self, asked: Together[Any]) -> Weights[Any]:
        mass: dict[tuple[Any, ...], int] = {(): 1}
        total = 1
        for one in asked.calls:
            row = self.answers(one)
            mass = {(*answers, answer): weight * ways for answers, weight in mass.items() for answer, ways in row.pairs}
            total *= row.total
            if len(mass) > MOST_LEAVES:
                raise Refusal("odds/too_many", kind="refused", most=MOST_LEAVES)
        joined: dict[Any, int] = {}
        for answers, weight in mass.items():
            outcome = asked.combine(answers)
            joined[outcome] = joined.get(outcome, 0) + weight
        return _weights(joined, total)

    def _repeat(self, asked: Repeat[Any]) -> Weights[Any]:
        from gardien.core.interpreters.loops import solve

        return solve(asked.state, lambda state: self.odds_of_rule(asked.step, (state,)))

    def _wanted_keys(self, asked: Watch) -> frozenset[str]:
        if asked.field in self.watched:
            return frozenset(asked.keys)
        paths = {key: f"{asked.field}.{key}" for key in asked.keys}
        return frozenset(key for key, path in paths.items() if path in self.watched or path in self._holds)


def _mixture(rows: list[tuple[int, Weights[Any]]]) -> tuple[dict[Any, int], int]:
    """A weighted mixture of distributions over one common denominator; also says what that denominator is."""
    common = lcm(*(row.total for _, row in rows))
    mass: dict[Any, int] = {}
    for weight, row in rows:
        scale = weight * (common // row.total)
        for outcome, ways in row.pairs:
            mass[outcome] = mass.get(outcome, 0) + scale * ways
    if len(mass) > MOST_LEAVES:
        raise Refusal("odds/too_many", kind="refused", most=MOST_LEAVES)
    return mass, common


def _to_weights(gathered: dict[int, dict[Any, int]]) -> Weights[Any]:
    if len(gathered) == 1:
        ((total, weights),) = gathered.items()
        return Weights(tuple(weights.items()), total)
    rows = [(1, Weights(tuple(weights.items()), total)) for total, weights in gathered.items()]
    mass, total = _mixture(rows)
    return _weights(mass, total)


def _weights(mass: dict[Any, int], total: int) -> Weights[Any]:
    shared = gcd(total, *mass.values())
    if shared == 1:
        return Weights(tuple(mass.items()), total)
    return Weights(tuple((outcome, weight // shared) for outcome, weight in mass.items()), total // shared)
