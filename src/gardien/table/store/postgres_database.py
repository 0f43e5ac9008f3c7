"""The PostgreSQL database of the store: its schema made, migrated, exported; its trouble in words."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from gardien.core.errors import Refusal
from gardien.table.store.schema import APPLICATION, TABLES, Step
from gardien.table.store.sqlite_file import connect as connect_file
from gardien.table.store.sqlite_file import copy, create, make_folder

Connection = psycopg.Connection[tuple[Any, ...]]

CONNECT_SECONDS = 5
LOCK_SECONDS = 5  # how long others may hold a campaign
ALIVE: dict[str, Any] = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}  # a silent network is noticed
SETTINGS = """SET search_path = gardien; SET lock_timeout = '{lock}s';
    SET default_transaction_isolation = 'read committed';  -- what was waited for must be seen
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"""

BY_STATE = {  # SQLSTATE or its class
    "53100": "store/full",
    "25006": "store/read_only",
    "42501": "store/read_only",
    "XX001": "store/damaged",
    "XX002": "store/damaged",
    "55P03": "store/busy",
    "57014": "store/busy",
    "40": "store/busy",
    "53": "store/busy",
    "58": "store/disk",
    "08": "store/unreachable",
    "57": "store/unreachable",
    "": "store/unreachable",  # the connection itself
}


def place(url: str) -> str:
    """Where the database is, without its password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        raise Refusal("store/address") from None  # without the address: it may hold a password
    return f"postgresql://{parts.get('host', '')}/{parts.get('dbname', '')}"


@contextmanager
def trouble(where: str) -> Iterator[None]:
    """Errors of the database inside become refusals; faults of our own SQL stay what they are."""
    try:
        yield
    except psycopg.Error as error:
        state = error.sqlstate or ""
        id = BY_STATE.get(state) or BY_STATE.get(state[:2])
        if id is None:
            raise
        reason = type(error).__name__ if id == "store/unreachable" else str(error).strip()  # the address stays here
        raise Refusal(id, kind="broken", where=where, fault=reason) from error


def damage(error: Exception) -> bool:
    """Whether an error says that what is kept cannot be read."""
    return isinstance(error, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted)


def connect(url: str) -> Connection:
    """A connection with our tables, bounded waiting, and commits that reach the disk whatever the server's default."""
    connection = psycopg.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS, **ALIVE)
    connection.execute(SETTINGS.format(lock=LOCK_SECONDS).encode())
    return connection


def migrate(connection: Connection, where: str, steps: Sequence[Step]) -> None:
    """Make the schema, or take the steps an older one lacks after a checked copy of its tables: gardien_backup_vN."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [APPLICATION])
        version = _version(connection)
        if version > len(steps):
            raise Refusal("store/newer", where=where, came=version, high=len(steps))
        if version == len(steps):
            return
        if version:
            _keep(connection, f"gardien_backup_v{version}", where)
        else:
            connection.execute("CREATE SCHEMA IF NOT EXISTS gardien")
            connection.execute("CREATE TABLE gardien.schema (version bigint NOT NULL)")
            connection.execute("INSERT INTO gardien.schema VALUES (0)")
        for step in steps[version:]:
            for statement in step.postgres:
                connection.execute(statement.encode())
        connection.execute("UPDATE gardien.schema SET version = %s", [len(steps)])


def export(connection: Connection, target: Path, steps: Sequence[Step]) -> None:
    """Everything as of one moment into a new SQLite file, damaged records as they are."""
    make_folder(target.parent)
    with TemporaryDirectory(dir=target.parent) as folder, connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        draft = Path(folder) / "export.db"
        create(draft, steps)
        with closing(connect_file(draft)) as made:
            made.execute("BEGIN")
            for table in TABLES:
                _pour(connection, made, table)
            made.commit()
        copy(draft, target)


def _pour(connection: Connection, made: sqlite3.Connection, table: str) -> None:
    """One table, a few rows at a time."""
    with connection.cursor(name="export") as cursor:
        cursor.execute(f"SELECT * FROM {table}".encode())
        names = [column.name for column in cursor.description or ()]
        marks = ", ".join("?" * len(names))
        made.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", cursor)


def _keep(connection: Connection, copy: str, where: str) -> None:
    """Copy the tables inside the database and count."""
    connection.execute(f"CREATE SCHEMA {copy}".encode())
    for table in TABLES:
        connection.execute(f"LOCK TABLE gardien.{table} IN EXCLUSIVE MODE".encode())
        connection.execute(f"CREATE TABLE {copy}.{table} AS TABLE gardien.{table}".encode())
        if _count(connection, f"{copy}.{table}") != _count(connection, f"gardien.{table}"):
            raise Refusal("store/damaged", kind="broken", where=where)


def _count(connection: Connection, table: str) -> int:
    return _first(connection, f"SELECT count(*) FROM {table}")


def _version(connection: Connection) -> int:
    known = _first(connection, "SELECT (to_regclass('gardien.schema') IS NOT NULL)::int")
    return _first(connection, "SELECT version FROM gardien.schema") if known else 0


def _first(connection: Connection, query: str) -> int:
    row = connection.execute(query.encode()).fetchone()
    return int(row[0]) if row else 0
