"""Servers for the tests: `running` on a SQLite file, `anywhere` once on each store; `evening` is a table at the first.

`shared` is one evening for a whole module, for tests that change nothing the others look at.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gardien.table.store import open_store
from table.conftest import empty, opened, server, where  # noqa: F401
from web.client import Evening, Running


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A server on a SQLite file of its own."""
    store = open_store(tmp_path / "store.db")
    with Running(store) as running:
        yield running
    store.close()


@pytest.fixture
def anywhere(where: str) -> Iterator[Running]:  # noqa: F811
    """A server on SQLite, then one on PostgreSQL."""
    store = open_store(where)
    with Running(store, several=where.startswith("postgresql")) as running:
        yield running
    store.close()


@pytest.fixture
def evening(running: Running) -> Evening:
    return Evening(running)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    store = open_store(tmp_path_factory.mktemp("shared") / "store.db")
    with Running(store) as running:
        yield Evening(running)
    store.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """An evening on several devices waits some hundred times for a browser; on a busy machine one wait may fail that
    says nothing of the program. So it is played twice before it fails, and the summary shows it."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))
