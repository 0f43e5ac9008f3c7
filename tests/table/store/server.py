"""A real PostgreSQL in a temporary folder: unix socket only, fsync on, killed and started again at will."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

import psycopg

SETTINGS = {"listen_addresses": "''", "shared_buffers": "16MB", "max_connections": "60", "fsync": "on"}
USER = "postgres"


def binaries() -> Path:
    """Where Debian keeps initdb and pg_ctl; installed first when we may."""
    if not (found := sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))):
        if os.getuid() != 0:
            raise RuntimeError("The tests of the store need PostgreSQL: apt-get install postgresql")
        print("PostgreSQL is missing: apt-get install postgresql")
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "postgresql"], check=True)
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    return found[-1].parent


class Server:
    """One server and its folder."""

    def __init__(self) -> None:
        self._binaries = binaries()
        self.folder = Path(mkdtemp(prefix="gardien-pg-", dir="/tmp"))  # a socket's path is short
        self._data = self.folder / "data"
        if os.getuid() == 0:
            shutil.chown(self.folder, USER, USER)
        self._run("initdb", "-D", self._data, "-U", "gardien", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        with (self._data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in SETTINGS.items())
            file.write(f"unix_socket_directories = '{self.folder}'\n")
        self.start()

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._binaries / program), *map(str, arguments)]
        if os.getuid() == 0:
            command = ["runuser", "-u", USER, "--", *command]
        done = subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")

    def start(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-l", self.folder / "log", "-w", "-t", "60", "start")

    def kill(self) -> None:
        """SIGKILL to the postmaster and all its children, nobody else."""
        postmaster = int((self._data / "postmaster.pid").read_text().splitlines()[0])
        os.kill(postmaster, signal.SIGSTOP)  # so that it starts nobody meanwhile
        family = [*children(postmaster), postmaster]
        for process in family:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        deadline = time.monotonic() + 10
        while any(alive(process) for process in family) and time.monotonic() < deadline:
            time.sleep(0.01)
        for lock in (self._data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*.lock")):
            lock.unlink()  # a dead process that nobody fetched would pass for a living one

    def stop(self) -> None:
        """Stop and leave nothing behind."""
        try:
            self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")
        finally:
            shutil.rmtree(self.folder)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://gardien@/{database}?host={self.folder}"

    def database(self) -> str:
        """The URL of the database, emptied: making a new one for every test costs hundreds of files."""
        url = self.url()
        for (schema,) in self.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'gardien%'", url):
            self.execute(f"DROP SCHEMA {schema} CASCADE", url)
        return url

    @contextmanager
    def another(self, extra: str = "") -> Iterator[str]:
        """The URL of a database of its own, for a while."""
        self.execute(f"CREATE DATABASE another {extra}")
        yield self.url("another")
        self.execute("DROP DATABASE another WITH (FORCE)")

    def execute(self, statement: str, url: str = "") -> list[tuple[object, ...]]:
        """One statement as the database's owner."""
        with psycopg.connect(url or self.url(), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []


def children(parent: int) -> list[int]:
    """The processes a process started."""
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(one) for one in listed]


def alive(process: int) -> bool:
    """Whether a process still runs; one that only waits to be fetched does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
