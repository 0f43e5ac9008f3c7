"""A server under attack: whoever plays goes on playing. `make soak` attacks fifty tables, and expects more.

GARDIEN_ATTACK_SECONDS is how long each attack goes on; the figures are printed (`-rP`).
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from aside import awaited
from gardien.table import commands as c
from gardien.table.store import open_store
from gardien.table.tables import Table, Tables
from gardien.table.viewers import shown_version
from memory import folder_in_memory
from web.attacks import KINDS, ROLL, Seat, attacked, percentile, time_actions, time_tables
from web.load import Line

THOROUGH = float(os.environ.get("GARDIEN_ATTACK_SECONDS", "0"))
SECONDS = THOROUGH or 1.0
EVENTS = 400  # of the past
WORST = {"resumes": 4, "streams": 4, "odds": 4, "half_open": 48}  # what once kept everybody out, and how many clients
CLIENTS = TABLES = 50 if THOROUGH else 9
P99_SECONDS = 0.06  # on a machine that has nothing else to do
P50_SECONDS = 0.4  # on one that has


class Played(NamedTuple):
    """A server with some tables: somebody who plays at each, and somebody who may be up to something."""

    port: int
    players: list[Seat]
    others: list[Seat]


def furnished(data: Path, tables: int) -> tuple[list[Seat], list[Seat]]:
    """Tables of two players, and a long evening of which they know little."""
    players, others = [], []
    with folder_in_memory() as folder:
        store = open_store(folder / "gardien.db")
        house = Tables(store)
        for _ in range(tables):
            id, _ = house.open(c.Open(system="yacdha", title="Soirée"))
            table = house.table(id)
            ann, bob = (seated(table, name) for name in ("Ann", "Bob"))
            first = shown_version(table.state, table.viewer(bob[0]), table.state.version)
            for number in range(EVENTS):
                if number % 10 == 0:
                    act(table, ann[0], c.Say(text=f"{number}"))
                else:
                    act(table, "keeper", c.Say(text=f"{number}", audience="keeper"))
            players.append(Seat(id, ann[1], ann[2], first))
            others.append(Seat(id, bob[1], bob[2], first))
        store.close()
        shutil.copy(folder / "gardien.db", data)
    return players, others


def act(table: Table, seat: str, command: c.AnyCommand) -> tuple[dict, str]:
    done = table.act(seat, c.Envelope(action=f"f{table.state.version}", command=command))
    assert done.card
    return done.card["words"], done.link


def seated(table: Table, name: str) -> tuple[str, str, str]:
    words, link = act(table, "keeper", c.Seat(role="player", name=name))
    added, _ = act(table, "keeper", c.Add(draw={}, seat=words["seat"]))
    return words["seat"], link, added["character"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    data = tmp_path_factory.mktemp("attacked")
    players, others = furnished(data, TABLES)
    line = ["-m", "gardien.cli.main", "serve", "--port", "0", "--json", "--data", str(data)]
    process = subprocess.Popen([sys.executable, *line], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    port = int(json.loads(process.stdout.readline())["address"].strip("/").rpartition(":")[2])
    awaited(time_tables(port, players, 0.3))  # so that everything is loaded
    yield Played(port, players, others)
    process.kill()
    process.wait()


@pytest.mark.flaky(reruns=0 if THOROUGH else 1)  # a second of a busy machine says nothing of the program
@pytest.mark.parametrize("kind", WORST)
def test_whoever_plays_goes_on_playing(served: Played, kind: str) -> None:
    player = served.players[0]
    calm = awaited(time_actions(served.port, player, SECONDS / 2))
    with attacked(served.port, served.others[:1], [kind] * WORST[kind]):
        took = awaited(time_actions(served.port, player, SECONDS))
        answered = awaited(odds_asked(served))
    print(f"{kind}, one table acting without a pause: {figures(calm, took)}")
    assert answered == 200
    assert percentile(took, 0.5) < P50_SECONDS


@pytest.mark.parametrize("kind", ["everything", *(KINDS if THOROUGH else ())])
def test_many_tables_go_on_playing_while_as_many_attack(served: Played, kind: str) -> None:
    """Each at a human pace; each of the attackers in one way, or all in the same."""
    calm = awaited(time_tables(served.port, served.players, SECONDS))
    kinds = [KINDS[number % len(KINDS)] if kind == "everything" else kind for number in range(CLIENTS)]
    with attacked(served.port, served.others, kinds):
        took = awaited(time_tables(served.port, served.players, SECONDS * 2))
        answered = awaited(odds_asked(served))
    print(f"{kind}, {TABLES} tables, {CLIENTS} attackers: {figures(calm, took)}")
    assert answered == 200
    assert percentile(took, 0.5) < P50_SECONDS
    assert not THOROUGH or percentile(took, 0.99) < P99_SECONDS


def figures(calm: list[float], took: list[float]) -> str:
    """Both, side by side, and how much the machine had to do besides."""
    shown = [
        f"{many:,} actions, p50 {1000 * percentile(times, 0.5):.1f}, p99 {1000 * percentile(times, 0.99):.1f}, "
        f"max {1000 * max(times):.1f} ms"
        for times in (calm, took)
        if (many := len(times))
    ]
    ratio = percentile(took, 0.99) / percentile(calm, 0.99)
    return f"calm {shown[0]}; attacked {shown[1]}; p99 {ratio:.1f} times; load {os.getloadavg()[0]:.1f}"


async def odds_asked(served: Played) -> int:
    """The odds that a player asks for; the first time, a process is started for it."""
    line, seat = Line([served.port]), served.players[0]
    asked = {"procedure": "action", "character": seat.character, "given": ROLL}
    status, _ = await line.ask("POST", f"/tables/{seat.table}/odds", seat.link, asked)
    line.close()
    return status
