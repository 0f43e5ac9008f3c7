"""Tables for the tests of this room."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from systems.yacdha.evening import Evening


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """A table with the house rules that a test wants."""
    opened: list[Evening] = []

    def open_one(**options: Any) -> Evening:
        path = tmp_path / str(len(opened))
        path.mkdir()
        opened.append(Evening(path, **options))
        return opened[-1]

    yield open_one
    for one in opened:
        one.store.close()
