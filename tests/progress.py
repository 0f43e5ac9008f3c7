"""How far long work is, said now and then while it goes on; what is over sooner says nothing.

def test_much(progress):
    for done in range(MUCH):
        progress(f"{done} of {MUCH}")
"""

import sys
import time

import pytest

EVERY_SECONDS = 30


class Progress:
    """Says at most every half a minute how far a test is, whoever captures what it prints, in workers too."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self.name = request.node.name
        self._capture = request.config.pluginmanager.getplugin("capturemanager")
        self._began = self._said = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self._began

    def __call__(self, text: str) -> None:
        if time.monotonic() - self._said < EVERY_SECONDS:
            return
        self._said = time.monotonic()
        with self._capture.global_and_fixture_disabled():
            print(f"  {self.name}: {text} after {self.seconds:.0f} s", file=sys.stderr, flush=True)
