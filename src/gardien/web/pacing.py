"""Whoever asks again and again is answered at a walking pace, so that those who play come first."""

import asyncio
import time
from collections.abc import Hashable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from starlette.types import Scope

from gardien.core.errors import Refusal

MOST_KNOWN = 10_000  # askers remembered; those who have been quiet are forgotten first
MOST_SECONDS = 20  # that anybody waits for their turn


class Steps(NamedTuple):
    """How many may come at once, and how long each of the later ones takes."""

    at_once: int
    seconds: float


STRANGERS = Steps(100, 1 / 50)  # of one address, without a link: the first pages of a whole group come at once
STREAMS = Steps(6, 0.5)  # of one seat: a page comes back after a second by itself
PASTS = Steps(2, 1.0)  # of one seat: what it missed since a moment long ago, which takes a while to work out
ALL_PASTS = Steps(4, 1 / 50)  # of all seats together: they come one by one, not all in the same moment
BUSY_SECONDS = 0.5  # until somebody is told that too much waits already: who asks at once again gains nothing


class Pace:
    """Turns for those who ask, each counted for themselves, and all of them `together`."""

    def __init__(self, steps: Steps, together: Steps | None = None) -> None:
        self.steps = steps
        self.together = None if together is None else Pace(together)
        self._next: dict[Hashable, float] = {}  # when each would be through with all they asked for

    def delay(self, who: Hashable, now: float) -> float:
        """Seconds until it is their turn, which is theirs from now on."""
        then = max(self._next.pop(who, now), now) + self.steps.seconds
        wait = then - now - self.steps.at_once * self.steps.seconds
        if wait > MOST_SECONDS:
            self._next[who] = then - self.steps.seconds
            raise Refusal("http/busy", kind="refused")
        self._next[who] = then
        if len(self._next) > MOST_KNOWN:
            del self._next[next(iter(self._next))]
        return max(0.0, wait)

    async def turn(self, who: Hashable) -> None:
        """Wait until it is their turn."""
        if wait := self.delay(who, time.monotonic()):
            await asyncio.sleep(wait)
        if self.together:
            await self.together.turn(None)


def address_of(scope: Scope) -> str:
    """Where somebody asks from."""
    return household((scope.get("client") or ("",))[0])


@lru_cache(MOST_KNOWN)
def household(address: str) -> str:
    """Who counts as one: an address, or in the longer kind the network that one line is given; one of the shorter
    kind that is written as a longer one is that one.
    """
    try:
        whole = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(whole, IPv6Address) and whole.ipv4_mapped is None:
        return str(int(whole) >> 64)
    return str(getattr(whole, "ipv4_mapped", None) or whole)
