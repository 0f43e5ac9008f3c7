"""Games as objects with a method for each procedure: `gardien.yacdha.gauge_check(gauge="madness", value=2)`.

What goes in and what comes out is typed in the stubs beside this module, which `make reference` writes.
"""

from collections.abc import Sequence
from typing import Any

import gardien
from gardien.core.calling import Answer
from gardien.core.system import System, find


class Act:
    """One procedure of a game, to be done."""

    def __init__(self, system: System, key: str) -> None:
        procedure = system.procedure(key)
        self.system, self.procedure = system.key, key
        self.__name__ = key
        self.__doc__ = system.terms.say(system.terms.entry("procedure", key), "en") or procedure.function.__doc__

    def __call__(self, *, dice: Sequence[int] | None = None, seed: int | None = None, **inputs: Any) -> Answer:
        return gardien.do(self.system, self.procedure, inputs, dice=dice, seed=seed)

    def __repr__(self) -> str:
        return f"<gardien.{self.system}.{self.procedure}>"


class Game:
    """A game by its procedures."""

    def __init__(self, key: str) -> None:
        self._system = find(key)

    def __getattr__(self, name: str) -> Act:
        if name not in self._system.modules:
            raise AttributeError(f"{self._system.key} has no procedure {name!r}")
        return Act(self._system, name)

    def __dir__(self) -> list[str]:
        return list(self._system.modules)

    def __repr__(self) -> str:
        return f"<gardien.{self._system.key}>"
