"""Coroutines that mostly need not wait: begun where they are made, they cost neither a task nor a timer."""

from collections.abc import Awaitable, Generator
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class Begun(Generic[T]):
    """Something awaitable, done as far as it goes without waiting; awaiting it does the rest."""

    __slots__ = ("_steps", "_waits_for", "done", "value")

    value: T  # once it is done

    def __init__(self, work: Awaitable[T]) -> None:
        self._steps = work.__await__()
        self.done = False
        self._go_on(None)

    def _go_on(self, fault: BaseException | None) -> None:
        try:
            if fault is None:
                self._waits_for = next(self._steps)
            else:
                self._waits_for = cast(Generator[Any, None, T], self._steps).throw(fault)
        except StopIteration as end:
            self.done, self.value = True, end.value

    def __await__(self) -> Generator[Any, None, T]:
        while not self.done:
            try:
                yield self._waits_for
            except BaseException as fault:  # somebody cancels it
                self._go_on(fault)
            else:
                self._go_on(None)
        return self.value
