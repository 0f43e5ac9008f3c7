"""Two who act at once: exactly one wins, the other is told."""

import threading

from gardien.table.store.base import Stale

ROUNDS = 60
GOAL = 150


def test_of_two_threads_exactly_one_wins_each_version(store):
    barrier = threading.Barrier(2)
    won: dict[str, list[int]] = {"left": [], "right": []}
    lost: list[tuple[int, str]] = []

    def play(name: str) -> None:
        for head in range(ROUNDS):
            barrier.wait()
            try:
                won[name].append(store.append("c", head, f"{name} {head}", [name.encode()], 0).first)
            except Stale as stale:
                lost.append((stale.after, stale.records[0].body.decode()))
            barrier.wait()

    threads = [threading.Thread(target=play, args=(name,)) for name in won]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won["left"] + won["right"]) == list(range(1, ROUNDS + 1))
    assert sorted(lost) == sorted((version - 1, name) for name, versions in won.items() for version in versions)


def test_of_two_processes_exactly_one_wins_each_version(where, opened, processes):
    from table.store.children import race

    runners = {}
    for name in ("left", "right"):
        ours, theirs = processes.Pipe()
        runner = processes.Process(target=race, args=(where, name, GOAL, theirs))
        runner.start()
        theirs.close()
        runners[name] = (runner, ours)
    for _, told in runners.values():
        assert told.recv() == "ready"
    for _, told in runners.values():
        told.send("go")
    won = {name: told.recv() for name, (_, told) in runners.items()}
    for runner, _ in runners.values():
        runner.join()
    records = opened(where).read("race")
    assert sorted(won["left"] + won["right"]) == [record.version for record in records] == list(range(1, GOAL + 1))
    for name, versions in won.items():
        assert all(records[version - 1].body == name.encode() for version in versions)
