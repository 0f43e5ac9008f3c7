"""An evening at the store, recorded to the last byte: several write, one reads, links come and go.

    python -m table.store.recording FOLDER EVENING ACTIONS

What was answered is written into FOLDER/told, line by line: so it stands in the record where it was known.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from threading import Thread
from typing import NamedTuple

from gardien.table.store import open_store
from gardien.table.store.base import Store
from table.store.disk_images import Entry
from table.store.whole import bodies_of

TESTS = Path(__file__).parents[2]
STORE = Path("new", "tables", "store.db")  # in folders that the store has to make
TOLD = "told"
WRITERS = 3
LARGEST_BODY = 12_000  # so that the log of the file is put into it now and then


def build(compiler: str, folder: Path) -> Path:
    """The recorder, which a process is started with."""
    made = folder / "recorder.so"
    source = Path(__file__).with_name("recorder.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl", "-lpthread"], check=True)
    return made


def record(recorder: Path, folder: Path, log: Path, evening: int, actions: int) -> None:
    """One evening in a process of its own; what stands in the folder is gone on with."""
    told = {"LD_PRELOAD": str(recorder), "RECORDED_FOLDER": str(folder), "RECORDED_TO": str(log)}
    line = ["-m", "table.store.recording", str(folder), str(evening), str(actions)]
    subprocess.run([sys.executable, *line], cwd=TESTS, env={**os.environ, **told}, check=True)


class Told(NamedTuple):
    """What had been answered by some moment."""

    acted: dict[tuple[str, str], int]  # campaign and action -> parts
    links: dict[bytes, bool | None]  # whether one opens; None: nobody was told yet

    def copy(self) -> "Told":
        return Told(dict(self.acted), dict(self.links))

    def hear(self, entry: Entry) -> None:
        """A line, written at once."""
        kind, *words = entry.data.decode().split()
        if kind == "acted":
            self.acted[words[0], words[1]] = int(words[2])
        else:
            self.links[bytes.fromhex(words[0])] = {"put": True, "revoking": None, "revoked": False}[kind]


# ---- in the process that is recorded ----


def play(folder: Path, evening: int, actions: int) -> None:
    """Twice an evening, the second time on the file that was closed in between."""
    told = os.open(folder / TOLD, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for half in range(2):
        store = open_store(folder / STORE)
        work = [Thread(target=write, args=(store, told, f"{evening}.{half}.{one}", actions)) for one in range(WRITERS)]
        work.append(Thread(target=invite, args=(store, told, f"{evening}.{half}", actions // 4)))
        for one in work:
            one.start()
        while any(one.is_alive() for one in work):
            store.read("c0", max(0, store.head("c0") - 5))
        if half:  # the machine goes on with the file open, and is not tidied up
            store.put_snapshot("c0", store.head("c0"), "some", b"x" * 9000)
            os._exit(0)
        store.close()


def write(store: Store, told: int, name: str, actions: int) -> None:
    luck = Random(name)
    for number in range(actions):
        action, parts, campaign = f"{name}.{number}", 1 + number % 3, f"c{number % 2}"
        room = luck.randrange(LARGEST_BODY) if luck.random() < 0.3 else 0
        store.append(campaign, None, action, bodies_of(action, parts, room), number)
        os.write(told, f"acted {campaign} {action} {parts}\n".encode())


def invite(store: Store, told: int, name: str, links: int) -> None:
    """Links, of which every other one is taken away again."""
    for number in range(links):
        hash = sha256(f"{name}.{number}".encode()).digest()
        store.put_link(hash, "c0", "keeper")
        os.write(told, f"put {hash.hex()}\n".encode())
        if number % 2:
            os.write(told, f"revoking {hash.hex()}\n".encode())
            store.revoke_link(hash)
            os.write(told, f"revoked {hash.hex()}\n".encode())


if __name__ == "__main__":
    play(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
