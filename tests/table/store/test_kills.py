"""Killed at any moment: what was acknowledged is there once, and nothing is half there.

GARDIEN_KILLS sets how many times; `make soak` asks for 2,000 on each store, and prints what was acknowledged.
"""

import os
import random
import threading
import time
from contextlib import suppress

from gardien.core.errors import Refusal
from table.store.children import write_until_killed
from table.store.server import wait_until_alone
from table.store.whole import whole_actions

KILLS = int(os.environ.get("GARDIEN_KILLS", "20"))
SERVER_KILLS = max(3, KILLS // 10)
CHECKED = 5 if KILLS < 500 else 50  # kills between two looks at all that is kept
A_STORE = 100  # kills upon one store, whose file is read as a whole whenever it is opened
LONGEST_SECONDS = 0.25


def test_a_killed_writer_loses_nothing_it_acknowledged(empty, opened, processes, progress):
    luck = random.Random(5)
    actions = kills = 0
    while kills < KILLS:
        where = empty()
        acknowledged: dict[tuple[str, str], int] = {}
        for round in range(min(A_STORE, KILLS - kills)):
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
            kills += 1
            if kills % CHECKED == 0 or kills == KILLS:
                if where.startswith("postgresql"):
                    wait_until_alone(where)
                store = opened(where)
                assert acknowledged.items() <= whole_actions(store).items()
                store.close()
            progress(f"{kills:,} of {KILLS:,} kills, none of {actions + len(acknowledged):,} acknowledged actions lost")
        actions += len(acknowledged)
    print(f"{kills:,} kills, {actions:,} actions acknowledged, none lost or doubled; {progress.seconds:.0f} s")
    assert actions > KILLS


def test_a_killed_server_loses_nothing_it_acknowledged_and_what_is_sent_again_counts_once(server, opened, progress):
    luck = random.Random(6)
    store = opened(server.database())
    asked: dict[tuple[str, str], int] = {}
    acknowledged: dict[tuple[str, str], int] = {}
    for round in range(SERVER_KILLS):
        faults: list[BaseException] = []

        def write(writer: int, round: int = round, faults=faults) -> None:
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
        if round % CHECKED == 0 or round == SERVER_KILLS - 1:
            assert acknowledged.items() <= whole_actions(store).items()
        progress(f"{round + 1:,} of {SERVER_KILLS:,} kills, {len(acknowledged):,} actions acknowledged, none lost")
    for (campaign, action), parts in asked.items():
        store.append(campaign, None, action, [f"{action} {part} {parts}".encode() for part in range(parts)], 0)
    assert whole_actions(store) == asked | {("ping", "ping"): 1}
    told = f"{len(acknowledged):,} actions acknowledged, all {len(asked):,} that were asked for there once"
    print(f"{SERVER_KILLS:,} kills of PostgreSQL itself, {told}")


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
