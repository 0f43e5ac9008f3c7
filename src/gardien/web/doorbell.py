"""Who tries the door how often: so many codes and knocks of one address in a while; nobody else is held up by it."""

import time
from collections import deque
from collections.abc import Callable

from gardien.core.errors import Refusal
from gardien.web.pacing import household

LIMITS = {  # how many of one address, within how many seconds
    "try": (30, 60),  # codes, right or wrong
    "knock": (12, 600),  # fewer than may wait at a door, and enough for a whole table behind one address
}
MOST_KNOWN = 10_000  # addresses remembered


class Doorbell:
    """Sliding windows, kept in memory."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rung: dict[tuple[str, str], deque[float]] = {}

    def ring(self, address: str) -> None:
        """Count somebody who comes with a code, or say when to come again."""
        now, caller = self._clock(), household(address)
        for kind, (most, seconds) in LIMITS.items():
            rung = self._rung.get((caller, kind), deque())
            while rung and rung[0] <= now - seconds:
                rung.popleft()
            if len(rung) >= most:
                raise Refusal("http/slow_down", kind="refused", seconds=max(1, round(rung[0] + seconds - now)))
        if len(self._rung) >= MOST_KNOWN:
            self._forget(now)
        for kind in LIMITS:
            self._rung.setdefault((caller, kind), deque()).append(now)

    def turn_away(self, address: str) -> None:
        """The code was wrong: it was a try, and no knock."""
        rung = self._rung.get((household(address), "knock"))
        if rung:
            rung.pop()

    def _forget(self, now: float) -> None:
        """Whoever has not come for long; of more than can be remembered, those who came first."""
        lately = {key: rung for key, rung in self._rung.items() if rung and rung[-1] > now - LIMITS[key[1]][1]}
        self._rung = dict(list(lately.items())[-MOST_KNOWN // 2 :])
