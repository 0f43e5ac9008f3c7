"""The store: where campaigns are kept; `open_store` picks SQLite for a path and PostgreSQL for a URL."""

from pathlib import Path

from gardien.table.store.base import Store

FILE = "gardien.db"


def open_store(where: str | Path) -> Store:
    """The store at a postgresql:// URL, in a file, or in a folder (one that exists, or a name without a suffix)."""
    if str(where).startswith(("postgresql://", "postgres://")):
        from gardien.table.store.postgres import PostgresStore  # psycopg is an extra

        return PostgresStore(str(where))
    from gardien.table.store.sqlite import SqliteStore

    path = Path(where)
    return SqliteStore(path / FILE if path.is_dir() or not path.suffix else path)
