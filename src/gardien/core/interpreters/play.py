"""Play: a random source answers. The caller hands in the source, so that this layer holds none."""

from typing import Any, Protocol

from gardien.core.chance import Request
from gardien.core.interpreters.run import DieAsked, Played, run


class Generator(Protocol):
    """The one thing needed of a random source (secrets.SystemRandom at the table, a seeded one for a repeat)."""

    def randrange(self, start: int, stop: int, /) -> int: ...


def play(asked: Request[Any], generator: Generator) -> Played:
    """Run a request with dice from `generator`."""

    def throw(die: DieAsked) -> int:
        return generator.randrange(1, die.sides + 1)

    return run(asked, throw)
