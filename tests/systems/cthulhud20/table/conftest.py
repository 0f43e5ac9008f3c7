"""Tables of Cthulhu d20 for stories: under any house rules, with or without destiny."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gardien.table import commands as c
from systems.cthulhud20.evening import Evening


@pytest.fixture
def opened(tmp_path) -> Iterator[Callable[..., Evening]]:
    """Opens a table; unless fate is wanted nobody has destiny left, so that no attack waits."""
    tables: list[Evening] = []

    def open_one(fate: bool = False, **options: Any) -> Evening:
        folder = tmp_path / str(len(tables))
        folder.mkdir()
        table = Evening(folder, **options)
        tables.append(table)
        if not fate:
            table.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
            table.write(table.paul, destiny_spent=1)
            table.write(table.jack, destiny_spent=9)
        return table

    yield open_one
    for table in tables:
        table.store.close()
