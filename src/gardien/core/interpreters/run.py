"""Running a program once: every die is asked for, one by one, in order. Play and typed dice differ in who answers."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct

from gardien.core.chance import (
    Call,
    Decide,
    Done,
    ExactOdds,
    Fold,
    Repeat,
    Request,
    Roll,
    Step,
    Together,
    Watch,
    is_program,
)


class DieAsked(Struct, frozen=True):
    """One physical die that is wanted now."""

    sides: int
    label: str
    who: str = ""
    purpose: str = ""


class DieShown(Struct, frozen=True):
    """One physical die as it fell."""

    die: str
    value: int
    label: str
    who: str = ""
    purpose: str = ""


class Played(Struct, frozen=True):
    """A program that ran to its end: its outcome, its dice, its reasons."""

    outcome: Any
    dice: tuple[DieShown, ...]
    steps: tuple[Step, ...]


class Waiting(Struct, frozen=True):
    """The outcome of a program that stopped for a decision: the input that holds it, outcome fields known so far.

    `place` counts the decisions that the program has come to, this one included: with so many `settled` it goes on.
    """

    field: str
    told: dict[str, Any]
    place: int = 1
    lapses: bool = False  # with the next die that falls


Source = Callable[[DieAsked], int]
Stops = Callable[[Waiting], bool]  # whether there is anybody to wait for


def always(waiting: Waiting) -> bool:
    """Whoever stops at every decision."""
    return True


def run(asked: Request[Any], source: Source, *, waits: Stops | None = None, settled: int = 0) -> Played:
    """Run a request to its end; `source` answers each die.

    One that `waits` stops where people may still decide, behind the first few decisions that are settled already.
    """
    driver = _Run(source, waits, settled)
    try:
        outcome = driver.answer(asked)
    except _Stopped as stopped:
        outcome = stopped.waiting
    return Played(outcome, tuple(driver.dice), tuple(driver.steps))


class _Stopped(Exception):
    """Somebody must decide first."""

    def __init__(self, waiting: Waiting) -> None:
        super().__init__(waiting.field)
        self.waiting = waiting


class _Run:
    def __init__(self, source: Source, waits: Stops | None, settled: int) -> None:
        self.source = source
        self.waits = waits
        self.settled = settled
        self.decisions = 0
        self.dice: list[DieShown] = []
        self.steps: list[Step] = []

    def answer(self, request: Request[Any]) -> Any:
        match request:
            case Step():
                self.steps.append(request)
                return None
            case Roll():
                return self._throw(request)
            case Call():
                return self._finish(request.start())
            case Fold():
                state = request.state
                for item in request.items:
                    state = self._finish(request.step(state, item))
                return state
            case Repeat():
                state = request.state
                while not isinstance(state, Done):
                    state = self._finish(request.step(state))
                return state.value
            case Together():
                return request.combine(tuple(self.answer(one) for one in request.calls))
            case Watch():
                return frozenset(request.keys)
            case Decide():
                self.decisions += 1
                if self.waits and request.open and self.decisions > self.settled:
                    known = {name: value for name, value in request.told if value is not UNSET}
                    waiting = Waiting(request.field, known, self.decisions, request.lapses)
                    if self.waits(waiting):
                        raise _Stopped(waiting)
                return request.decided
            case ExactOdds():
                from gardien.core.interpreters.odds import known_odds

                return known_odds(request.call)
        raise TypeError(f"a rule asked for {request!r}, which is no request")

    def _finish(self, started: Any) -> Any:
        if not is_program(started):
            return self.answer(started) if isinstance(started, Request) else started
        answer = None
        while True:
            try:
                request = started.send(answer)
            except StopIteration as end:
                return self.answer(end.value) if isinstance(end.value, Request) else end.value
            answer = self.answer(request)

    def _throw(self, asked: Roll[Any]) -> Any:
        faces: list[int] = []
        for sides in asked.question.sides():
            who = asked.who if isinstance(asked.who, str) else asked.who[len(faces)]
            purpose = asked.purpose if isinstance(asked.purpose, str) else asked.purpose[len(faces)]
            face = self.source(DieAsked(sides, asked.label, who, purpose))
            faces.append(face)
            self.dice.append(DieShown(f"d{sides}", face, asked.label, who, purpose))
        return asked.question.read(faces)
