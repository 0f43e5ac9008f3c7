"""`make bench-table`: what the live table does on this machine, beside what was aimed at; `ROW=closed` for one row."""

import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from bench.table.clients import Party, caller, opened

SECONDS = int(os.environ.get("BENCH_SECONDS", "60"))
TABLES = int(os.environ.get("BENCH_TABLES", "200"))
LINES: list[str] = []


def say(text: str) -> None:
    print(text, flush=True)
    LINES.append(text)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


@contextmanager
def server(*arguments: str, core: int | None = 0) -> Iterator[tuple[int, str, int]]:
    """A server process, on one core when asked for: port, house link, process id."""
    pin = ["taskset", "-c", str(core)] if core is not None and shutil.which("taskset") else []
    command = [*pin, sys.executable, "-m", "gardien.cli.main", "serve", "--port", "0", "--json", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = json.loads(process.stdout.readline())
        port = int(found["address"].rstrip("/").rpartition(":")[2])
        yield port, found["token"], process.pid
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def folder(parent: str | None) -> Iterator[str]:
    found = tempfile.mkdtemp(dir=parent)
    try:
        yield found
    finally:
        shutil.rmtree(found, ignore_errors=True)


def memory(pid: int) -> float:
    """Resident memory of a process, in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def fsyncs(path: str) -> float:
    """How often a second a few bytes can be made durable here."""
    with tempfile.NamedTemporaryFile(dir=path) as file:
        began, count = time.perf_counter(), 0
        while time.perf_counter() - began < 1:
            os.write(file.fileno(), b"x" * 512)
            os.fsync(file.fileno())
            count += 1
    return count / (time.perf_counter() - began)


async def open_loop(parties: list[Party], seconds: float) -> tuple[list[float], int]:
    """One action a second at each table, spread over the second; how long until the last of six has it."""
    before = sum(party.arrived for party in parties)
    sent = 0

    async def play(party: Party, offset: float) -> None:
        nonlocal sent
        loop = asyncio.get_running_loop()
        start = loop.time() + 0.2 + offset
        for turn in range(int(seconds)):
            await asyncio.sleep(max(0.0, start + turn - loop.time()))
            party.began = time.perf_counter()
            sent += 1
            await party.seats[turn % len(party.seats)].act()

    for party in parties:
        party.delays.clear()
    await asyncio.gather(*(play(party, number / len(parties)) for number, party in enumerate(parties)))
    await asyncio.sleep(1)
    seats = len(parties[0].seats)
    missed = sent * seats - (sum(party.arrived for party in parties) - before)
    return [delay for party in parties for delay in party.delays], missed


async def closed_loop(parties: list[Party], seconds: float) -> tuple[float, int]:
    """Everybody acts again as soon as the last action is confirmed."""
    before = sum(party.arrived for party in parties)
    done = 0
    until = time.perf_counter() + seconds

    async def play(seat: Any) -> None:
        nonlocal done
        while time.perf_counter() < until:
            await seat.act()
            done += 1

    began = time.perf_counter()
    await asyncio.gather(*(play(seat) for party in parties for seat in party.seats))
    rate = done / (time.perf_counter() - began)
    await asyncio.sleep(1)
    missed = done * len(parties[0].seats) - (sum(party.arrived for party in parties) - before)
    return rate, missed


def close(parties: list[Party]) -> None:
    for party in parties:
        for seat in party.seats:
            seat.close()


async def bench_evening(data: str, place: str) -> None:
    """Many tables at the pace of real evenings."""
    with server("--data", data) as (port, house, pid):
        parties = await opened(port, house, TABLES)
        used, began = cpu(pid), time.perf_counter()
        delays, missed = await open_loop(parties, SECONDS)
        busy = (cpu(pid) - used) / (time.perf_counter() - began)
        p50, p95, p99 = (percentile(delays, share) for share in (0.5, 0.95, 0.99))
        say(
            f"{TABLES} tables of 6, one action a second each, {SECONDS} s, {place}: {len(delays)} actions, "
            f"{missed} missed; to the last client p50 {p50:.1f} ms (6), p95 {p95:.1f} (20), p99 {p99:.1f} (50); "
            f"server busy {busy:.0%}, {memory(pid):.0f} MB (300)"
        )
        close(parties)


async def bench_closed(data: str, place: str) -> None:
    """A few tables as fast as they can."""
    with server("--data", data) as (port, house, pid):
        parties = await opened(port, house, 10)
        await closed_loop(parties, 3)  # what is loaded when it is first needed is there
        used = cpu(pid)
        seconds = min(SECONDS, 15)
        rate, missed = await closed_loop(parties, seconds)
        each = 1000 * (cpu(pid) - used) / (rate * seconds)
        say(
            f"10 tables of 6 in a closed loop, {place}: {rate:.0f} durable actions/s (1,250), {missed} missed; "
            f"{each:.2f} ms of processor time an action"
        )
        close(parties)


async def bench_neighbours(data: str) -> None:
    """What a long computation of one table does to the others."""
    members = [{"name": f"M{number}", "forced": True} for number in range(100)]
    heavy: dict[str, Any] = {"given": {"category": "physical", "members": members, "opposition": {"value": 3}}}
    heavy["by"] = ["degree", "after.M1"]
    with server("--data", data) as (port, house, _):
        parties = await opened(port, house, min(TABLES, 50))
        calls = await caller(port)
        stop = asyncio.Event()
        asked = 0

        async def compute() -> None:
            nonlocal asked
            while not stop.is_set():
                for at, member in enumerate(members):
                    member["trauma"] = 1 + (asked + at * at) % 5  # another question each time: nothing is remembered
                    member["luck"] = asked % 900
                status, body = await calls.ask("POST", "/systems/yacdha/procedures/cooperate/odds", house, heavy)
                if status != 200:
                    raise RuntimeError(body[:300])
                asked += 1

        computing = asyncio.ensure_future(compute())
        delays, missed = await open_loop(parties, min(SECONDS, 20))
        stop.set()
        computing.cancel()
        say(
            f"{len(parties)} tables beside long exact computations without a pause ({asked} finished): "
            f"p50 {percentile(delays, 0.5):.1f} ms, p99 {percentile(delays, 0.99):.1f} (60), {missed} missed"
        )
        close(parties)


TAP = """() => new Promise((done) => {
  const log = document.getElementById('log'), began = performance.now();
  new MutationObserver((_, watch) => { watch.disconnect(); done(performance.now() - began); })
    .observe(log, { childList: true });
  document.querySelector('#form .btn--main').click();
})"""


async def bench_tap(data: str) -> None:
    """From the tap on a button to the result on the page, in a real browser, while other tables play."""
    from playwright.async_api import async_playwright

    with server("--data", data) as (port, house, _):
        parties = await opened(port, house, min(TABLES, 50))
        playing = asyncio.ensure_future(open_loop(parties, 20))
        seat = (await opened(port, house, 1))[0].seats[1]
        times = []
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
                args=["--no-sandbox", "--disable-gpu"],
            )
            page = await browser.new_page(viewport={"width": 390, "height": 844})
            await page.goto(f"http://127.0.0.1:{port}/l/{seat.token}")
            await page.goto(f"http://127.0.0.1:{port}/t/{seat.table}?a=action#lancer")
            await page.wait_for_selector("#odds .odds__big")
            for _ in range(60):
                times.append(await page.evaluate(TAP) / 1000)
                await asyncio.sleep(0.15)
            await browser.close()
        await playing
        say(
            f"tap to result in Chromium while {len(parties)} tables play: p50 {percentile(times, 0.5):.0f} ms, "
            f"p95 {percentile(times, 0.95):.0f} (150)"
        )
        close(parties)


def bench_long_table(data: str) -> None:
    """A table with a long past."""
    from gardien.table import commands as c
    from gardien.table.store import open_store
    from gardien.table.tables import Tables

    store = open_store(data)
    house = Tables(store)
    campaign, _ = house.open(c.Open(system="yacdha"))
    table = house.table(campaign)
    add = table.act("keeper", c.Envelope(action="add", command=c.Add(sheet={"name": "Nom"})))
    assert add.card
    character = add.card["words"]["character"]
    while table.state.version < 50_000:
        number = table.state.version
        command: c.AnyCommand = c.Edit(character=character, fields={"trauma": 1 + number % 3})
        if number % 2:
            command = c.Do(procedure="action", character=character, given={"category": "physical"})
        table.act("keeper", c.Envelope(action=str(number), command=command))
    store.close()
    times = []
    for _ in range(5):
        store = open_store(data)
        began = time.perf_counter()
        found = Tables(store).table(campaign)
        found.look(found.viewer("keeper"))
        found.log(found.viewer("keeper"), "fr")
        times.append(time.perf_counter() - began)
        store.close()
    store = open_store(data)
    store.drop_snapshots()
    began = time.perf_counter()
    Tables(store).table(campaign)
    cold = time.perf_counter() - began
    store.close()
    say(
        f"a table of 50,000 events opens, with its log, in {statistics.median(times) * 1000:.0f} ms (250); "
        f"folded from its first event {cold * 1000:.0f} ms"
    )


async def bench_processes() -> None:
    """One and two server processes on one PostgreSQL."""
    sys.path.append(str(Path(__file__).parents[2] / "tests"))
    from table.store.server import Server

    database = Server()
    try:
        rates = []
        for count in (1, 2):
            url = database.database()
            rates.append(await _processes(url, count))
        say(
            f"PostgreSQL, 10 tables of 6 in a closed loop: one process {rates[0]:.0f}/s, two {rates[1]:.0f}/s: "
            f"{rates[1] / rates[0]:.2f} times (1.5)"
        )
    finally:
        database.stop()


async def _processes(url: str, count: int) -> float:
    from contextlib import ExitStack

    with ExitStack() as stack:
        running = [stack.enter_context(server("--database", url, core=None)) for _ in range(count)]
        parties = [await opened(port, house, 10 // count) for port, house, _ in running]
        seconds = min(SECONDS, 10)
        found = await asyncio.gather(*(closed_loop(some, seconds) for some in parties))
        for some in parties:
            close(some)
        return sum(rate for rate, _ in found)


def run(task: Callable[[], Awaitable[None]]) -> None:
    import uvloop

    uvloop.run(task())  # type: ignore[arg-type]


def main() -> None:
    memory_disk = "/dev/shm" if os.path.isdir("/dev/shm") else None
    asked = sys.argv[1:] or ["evening", "closed", "neighbours", "tap", "long", "processes", "disk"]
    rates = f"memory disk {fsyncs(memory_disk or '/tmp'):.0f}/s, disk {fsyncs(os.getcwd()):.0f}/s"
    say(f"raw fsync rate: {rates}; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, set(range(1, os.cpu_count() or 1)))  # the server has core 0 to itself
    on_memory: dict[str, Callable[[str], Awaitable[None]]] = {
        "evening": lambda data: bench_evening(data, "memory disk"),
        "closed": lambda data: bench_closed(data, "memory disk"),
        "neighbours": bench_neighbours,
        "tap": bench_tap,
    }
    for row, bench in on_memory.items():
        if row in asked:
            with folder(memory_disk) as data:
                run(partial(bench, data))
    if "long" in asked:
        with folder(memory_disk) as data:
            bench_long_table(data)
    if "processes" in asked:
        run(bench_processes)
    if "disk" in asked:
        for on_disk in (bench_evening, bench_closed):
            with folder(os.getcwd()) as data:
                run(partial(on_disk, data, "real disk"))


if __name__ == "__main__":
    main()
