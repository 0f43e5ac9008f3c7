"""How long something takes, measured so that a busy machine does not matter."""

from collections.abc import Callable
from time import process_time
from typing import Any


def spent(work: Callable[[], Any], times: int = 3) -> float:
    """Seconds of this process's own work, at best."""
    result = []
    for _ in range(times):
        begun = process_time()
        work()
        result.append(process_time() - begun)
    return min(result)
