"""Killed at any moment: what was acknowledged is there once, and nothing is half there.

GARDIEN_KILLS sets how many times; `make soak` asks for 200.
"""

import os
import random
import threading
import time
from contextlib import suppress

from gardien.core.errors import Refusal
from gardien.table.store.base import Record
from table.store.children import write_until_killed
from table.store.server import wait_until_alone

KILLS = int(os.environ.get("GARDIEN_KILLS", "20"))
SERVER_KILLS = max(3, KILLS // 10)
LONGEST_SECONDS = 0.25


def whole_actions(store) -> dict[tuple[str, str], int]:
    """Every action with its number of parts, after checking order and wholeness of all that is kept."""
    result: dict[tuple[str, str], int] = {}
    for campaign, head in store.campaigns().items():
        records = store.read(campaign)
        assert [record.version for record in records] == list(range(1, head + 1))
        assert all(isinstance(record, Record) for record in records)
        rest = iter(records)
        for first in rest:
            action, _, parts = first.body.decode().split()
            bodies = [first.body, *(next(rest).body for _ in range(int(parts) - 1))]
            assert bodies == [f"{action} {part} {parts}".encode() for part in range(int(parts))]
            assert (campaign, action) not in result
            result[campaign, action] = int(parts)
    return result


def test_a_killed_writer_loses_nothing_it_acknowledged(where, opened, processes):
    luck = random.Random(5)
    acknowledged: dict[tuple[str, str], int] = {}
    for round in range(KILLS):
        ours, theirs = processes.Pipe(duplex=False)
        writer = processes.Process(target=write_until_killed, args=(where, round, theirs))
        writer.start()
        theirs.close()
        assert ours.recv() == "ready"
        deadline = time.monotonic() + luck.random() * LONGEST_SECONDS
        while (left := deadline - time.monotonic()) > 0:
            if ours.poll(left):
                campaign, action, parts = ours.recv()
                acknowledged[campaign, action] = parts
        writer.kill()
        writer.join()
        with suppress(EOFError):
            while True:
                campaign, action, parts = ours.recv()
                acknowledged[campaign, action] = parts
        if round % 5 == 4 or round == KILLS - 1:
            if where.startswith("postgresql"):
                wait_until_alone(where)
            store = opened(where)
            assert acknowledged.items() <= whole_actions(store).items()
            store.close()
    assert len(acknowledged) > KILLS


def test_a_killed_server_loses_nothing_it_acknowledged_and_what_is_sent_again_counts_once(server, opened):
    luck = random.Random(6)
    store = opened(server.database())
    asked: dict[tuple[str, str], int] = {}
    for round in range(SERVER_KILLS):
        acknowledged: dict[tuple[str, str], int] = {}
        faults: list[BaseException] = []

        def write(writer: int, round: int = round, acknowledged=acknowledged, faults=faults) -> None:
            for number in range(10_000):
                action, parts, campaign = f"{round}.{writer}.{number}", 1 + number % 3, f"c{number % 2}"
                bodies = [f"{action} {part} {parts}".encode() for part in range(parts)]
                asked[campaign, action] = parts
                fault = store.submit(campaign, None, action, bodies, 0).exception()
                if fault:
                    faults.append(fault)
                    return
                acknowledged[campaign, action] = parts

        writers = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
        for writer in writers:
            writer.start()
        time.sleep(0.1 + luck.random() * LONGEST_SECONDS)
        server.kill()
        for writer in writers:
            writer.join()
        assert {fault.id for fault in faults} == {"store/unreachable"}
        server.start()
        send_again(store)
        assert acknowledged.items() <= whole_actions(store).items()
    for (campaign, action), parts in asked.items():
        store.append(campaign, None, action, [f"{action} {part} {parts}".encode() for part in range(parts)], 0)
    assert whole_actions(store) == asked | {("ping", "ping"): 1}


def send_again(store) -> None:
    """The store finds the server again by itself, within seconds."""
    deadline = time.monotonic() + 10
    while True:
        try:
            store.append("ping", None, "ping", [b"ping 0 1"], 0)
            return
        except Refusal as refusal:
            if time.monotonic() > deadline:
                raise AssertionError("the store does not come back") from refusal
