"""A real PostgreSQL in a folder in memory: unix socket only, fsync on, killed and started again at will.

It ends with the process that started it, however that process ends.
"""

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

from memory import disk_in_memory

SETTINGS = {"listen_addresses": "''", "shared_buffers": "16MB", "max_connections": "60", "fsync": "on"}
USER = "postgres"  # as whom root starts it: PostgreSQL refuses to run as root
KEEPER = 'cat; "$0" -D "$1/data" -m immediate -w stop; rm -rf "$1"'
SMALL_DISK = 'mount -t tmpfs -o size="$1" tmpfs "$0" && chown --reference="$0/.." "$0" && shift && exec "$@"'
PATIENCE_SECONDS = 30


def binaries() -> Path:
    """Where initdb and pg_ctl are: Debian has a folder for each version, others have them on the path."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: float(path.parts[-3]))
    result = versions[-1] if versions else shutil.which("pg_ctl")
    if not result:
        raise RuntimeError("The tests of the store need PostgreSQL: install it (apt-get install postgresql).")
    return Path(result).resolve().parent


class Server:
    """One server and its folder; given a size, it also has a disk of that size in `disk`, until it is killed."""

    def __init__(self, disk_size: str = "") -> None:
        self._binaries = binaries()
        self.folder = Path(mkdtemp(prefix="gardien-pg-", dir=disk_in_memory() or "/tmp"))  # a socket's path is short
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        self._data = self.folder / "data"
        if os.getuid() == 0:
            shutil.chown(self.folder, USER, USER)
            shutil.chown(self.disk, USER, USER)
        self._keeper = subprocess.Popen(  # when we end, its input does; in a session of its own no Ctrl-C reaches it
            as_user("sh", "-c", KEEPER, self._binaries / "pg_ctl", self.folder),
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._disk_size = disk_size
        self._run("initdb", "-D", self._data, "-U", "gardien", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        with (self._data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in SETTINGS.items())
            file.write(f"unix_socket_directories = '{self.folder}'\n")
        self.start()

    def _run(self, program: str, *arguments: object, disk_size: str = "") -> None:
        command: tuple[object, ...] = (self._binaries / program, *arguments)
        words = with_small_disk(self.disk, disk_size, *command) if disk_size else as_user(*command)
        done = subprocess.run(words, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")

    def start(self) -> None:
        log = self.folder / "log"
        self._run("pg_ctl", "-D", self._data, "-l", log, "-w", "-t", "60", "start", disk_size=self._disk_size)

    def kill(self) -> None:
        """SIGKILL to the postmaster and all its children, nobody else."""
        postmaster = int((self._data / "postmaster.pid").read_text().splitlines()[0])
        os.kill(postmaster, signal.SIGSTOP)  # so that it starts nobody meanwhile
        family = [*children(postmaster), postmaster]
        for process in family:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while any(alive(process) for process in family):
            assert time.monotonic() < deadline, "the killed server still runs"
            time.sleep(0.01)
        for lock in (self._data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*.lock")):
            lock.unlink()  # a dead process that nobody fetched would pass for a living one

    def stop(self) -> None:
        """Stop and leave nothing behind."""
        assert self._keeper.stdin
        self._keeper.stdin.close()
        self._keeper.wait()

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
        try:
            yield self.url("another")
        finally:
            self.execute("DROP DATABASE another WITH (FORCE)")

    def execute(self, statement: str, url: str = "") -> list[tuple[object, ...]]:
        """One statement as the database's owner."""
        with psycopg.connect(url or self.url(), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []


def wait_until_alone(url: str) -> None:
    """Return once nobody else is connected: for a client that was killed, the server still finishes what it does."""
    others = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid != pg_backend_pid()"
    deadline = time.monotonic() + PATIENCE_SECONDS
    with psycopg.connect(url, autocommit=True) as connection:
        while connection.execute(others).fetchall():
            assert time.monotonic() < deadline, "somebody is still connected"
            time.sleep(0.01)


def as_user(*command: object) -> list[str]:
    """A command as somebody PostgreSQL works for."""
    return [*(("runuser", "-u", USER, "--") if os.getuid() == 0 else ()), *map(str, command)]


def with_small_disk(folder: Path, size: str, *command: object) -> list[str]:
    """The same with a small disk in a folder, seen by the command's processes only and gone with the last of them."""
    mounted = ["sh", "-c", SMALL_DISK, str(folder), size]
    if os.getuid() == 0:
        return ["unshare", "--mount", *mounted, *as_user(*command)]
    ourselves = ["unshare", f"--map-user={os.getuid()}", f"--map-group={os.getgid()}"]
    return ["unshare", "--map-root-user", "--mount", *mounted, *ourselves, *map(str, command)]


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
