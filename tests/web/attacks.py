"""Attacks on a server, as anybody with a laptop could run them, and players whose actions are timed meanwhile.

with attacked(port, [seat], ["streams"] * 4):      # four clients in a process of their own, until this ends
    seconds = awaited(time_actions(port, other, 3))
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from web.load import HOST, Line, request

TESTS = Path(__file__).parent.parent
LONGEST_SECONDS = 600

HEAVY = "/systems/yacdha/procedures/combat_round/odds"
ROLL = {"category": "physical", "opposition": {"value": 3}}
PAUSE_SECONDS = 0.02
STREAMS, HALF_OPEN, SLOW = 25, 25, 4  # connections of one client who keeps them
CLOSED = f"%b\r\nHost: {HOST}\r\nConnection: close\r\n".encode()  # a head that wants one answer
PACE_SECONDS = 1.5  # between two actions of somebody who plays

KINDS = (
    "resumes", "streams", "odds", "half_open", "page_resumes", "descriptions", "conversions", "papers", "slow_bodies",
    "heads", "searches", "forms", "pipelines", "pages",
)  # fmt: skip
DESCRIBED = (
    "/systems/yacdha/procedures",
    "/systems/cthulhud20/procedures",
    "/systems/organique/procedures",
    "/systems/cthulhud20/rules?search=a",
)


class Seat(NamedTuple):
    """A seat that somebody has the link of."""

    table: str
    link: str
    character: str = ""
    first: str = ""  # the oldest event it knows of

    def cookie(self) -> str:
        """As a browser shows it."""
        return f"Cookie: seat_{self.table}={self.link}\r\n"


def brawl(many: int) -> Any:
    """A round in which everybody strikes the next: what may become of all of them is a power of three."""
    declared = {"action": "attack", "weapon": "knife", "trauma": 2}
    fighters = [
        {"id": f"c{one}", "side": f"{one}", "target": f"c{(one + 1) % many}", **declared} for one in range(many)
    ]
    return {"given": {"combatants": fighters}}


async def time_actions(port: int, seat: Seat, seconds: float) -> list[float]:
    """How long each action of a player takes: words and rolls, one after another."""
    line, took, end = Line([port]), [], time.monotonic() + seconds
    while time.monotonic() < end:
        took.append(await time_action(line, seat, len(took)))
        await asyncio.sleep(PAUSE_SECONDS)
    line.close()
    return took


async def time_action(line: Line, seat: Seat, number: int) -> float:
    """How long one action takes: a roll, or a word."""
    roll = {"type": "do", "procedure": "action", "character": seat.character, "given": ROLL}
    envelope = {"action": f"t{random.random()}", "command": roll if number % 2 else {"type": "say", "text": "encore"}}
    began = time.monotonic()
    status, answer = await line.insist("POST", f"/tables/{seat.table}/actions", seat.link, envelope)
    assert status in (200, 201), answer
    return time.monotonic() - began


async def time_tables(port: int, seats: list[Seat], seconds: float) -> list[float]:
    """How long the actions of many take who play at once, each at a human pace with their page open."""

    async def play(seat: Seat) -> list[float]:
        line, took, end = Line([port]), [], time.monotonic() + seconds
        page = asyncio.ensure_future(look_on(port, seat))
        await asyncio.sleep(random.random() * PACE_SECONDS)
        while time.monotonic() < end:
            took.append(await time_action(line, seat, len(took)))
            await asyncio.sleep(PACE_SECONDS * (0.5 + random.random()))
        page.cancel()
        line.close()
        return took

    return [one for took in await asyncio.gather(*map(play, seats)) for one in took]


async def look_on(port: int, seat: Seat) -> None:
    """A page that listens, and listens again when it is let go."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(HOST, port)
            try:
                writer.write(live_page(seat))
                while await reader.read(1 << 16):
                    pass
            finally:
                writer.close()
        await asyncio.sleep(1)


def live_page(seat: Seat, query: str = "") -> bytes:
    """What a page asks for, so that it is told what happens."""
    return f"GET /t/{seat.table}/live{query} HTTP/1.1\r\nHost: {HOST}\r\n{seat.cookie()}\r\n".encode()


def percentile(took: list[float], share: float) -> float:
    return sorted(took)[min(len(took) - 1, int(len(took) * share))]


class Attack:
    """Clients that attack at once, as long as the process lives; each may open many connections."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._tasks: list[asyncio.Task[None]] = []
        self._open: list[asyncio.StreamWriter] = []

    async def begin(self, kind: str, number: int, seat: Seat) -> None:
        """One more client, who attacks in one of the ways below; strangers need no seat."""
        match kind:
            case "resumes":
                self._resumes(seat)
            case "page_resumes":
                self._page_resumes(seat)
            case "streams":
                await self._streams(seat)
            case "odds":
                self._odds()
            case "descriptions":
                self._again_and_again(self._ask("GET", DESCRIBED[number % len(DESCRIBED)]))
            case "conversions":
                self._conversions(number)
            case "papers":
                self._papers("yacdha" if number % 2 else "cthulhud20")
            case "half_open":
                await self._half_open()
            case "slow_bodies":
                self._slow_bodies()
            case "heads":
                self._heads(number)
            case "searches":
                self._searches(number)
            case "forms":
                self._forms(number)
            case "pipelines":
                self._pipelines()
            case "pages":
                self._pages(seat)
            case _:
                raise ValueError(kind)

    def _again_and_again(self, what: Callable[[], Awaitable[None]]) -> None:
        async def repeat() -> None:
            while True:
                with suppress(OSError, EOFError):
                    await what()
                await asyncio.sleep(0.001)

        self._tasks.append(asyncio.ensure_future(repeat()))

    async def _opened(self, text: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(HOST, self.port)
        self._open.append(writer)
        writer.write(text)
        return reader, writer

    async def _first_of(self, head: bytes) -> None:
        """Open a line, hear the first of it, and go."""
        reader, writer = await self._opened(head)
        try:
            async with asyncio.timeout(20):
                await reader.readuntil(b"\n\n")
        except TimeoutError:
            pass
        finally:
            self._open.remove(writer)
            writer.close()

    def _resumes(self, seat: Seat) -> None:
        """A seat comes back again and again, and wants all of the past."""
        path = f"/tables/{seat.table}/live?after={seat.first}"
        self._again_and_again(lambda: self._first_of(request("GET", path, seat.link)))

    def _page_resumes(self, seat: Seat) -> None:
        """The same from a page, for which everything is drawn."""
        self._again_and_again(lambda: self._first_of(live_page(seat, f"?after={seat.first}")))

    async def _streams(self, seat: Seat) -> None:
        """A seat listens on very many pages."""

        async def listen() -> None:
            with suppress(OSError):
                reader, _ = await self._opened(live_page(seat))
                while await reader.read(65536):
                    pass

        for _ in range(STREAMS):
            self._tasks.append(asyncio.ensure_future(listen()))
            await asyncio.sleep(0.002)

    def _ask(self, method: str, path: str, body: Any = None) -> Callable[[], Awaitable[None]]:
        text = request(method, path, "", body, "Connection: close\r\n")

        return lambda: self._all_of(text)

    def _odds(self) -> None:
        """A stranger wants to know what no machine can tell in time."""
        self._again_and_again(self._ask("POST", HEAVY, brawl(16)))

    def _conversions(self, number: int) -> None:
        """Strangers bring sheets over, and draw new ones."""
        text = "Investigateur " + "FOR 12 CON 11 DEX 10 " * 400
        bring = self._ask("POST", "/systems/d20d100/conversions/d100", {"text": text})
        draw = self._ask("POST", "/systems/cthulhud20/characters", {})
        self._again_and_again(draw if number % 3 == 0 else bring)

    def _papers(self, game: str) -> None:
        """A stranger prints blank sheets."""
        self._again_and_again(lambda: self._all_of(CLOSED % f"GET /fiches/{game}.pdf HTTP/1.1".encode() + b"\r\n"))

    def _heads(self, number: int) -> None:
        """A stranger's head has no end, or what it says of cookies is quoted again and again."""
        endless = b"GET /" + b"a" * (1 << 20)
        quoted = CLOSED % b"GET / HTTP/1.1" + b'Cookie: a="' + b"\\\\" * 15_000 + b'"\r\n\r\n'
        self._again_and_again(lambda: self._all_of(endless if number % 2 else quoted))

    def _searches(self, number: int) -> None:
        """Somebody looks for what stands in every rule, and shows a link that is none."""
        game = ("organique", "d20d100", "operators")[number % 3]
        head = CLOSED % f"GET /regles/{game}?q={'e+%C3%A9+' * 15} HTTP/1.1".encode()
        self._again_and_again(lambda: self._all_of(head + b"Cookie: house=no-such-link\r\n\r\n"))

    def _forms(self, number: int) -> None:
        """A stranger at the door fills in what is longest to read."""
        words = (b"&" * 15_000, b"code=" + b"%41" * 5_000, b"&".join([b"a=%41"] * 990))[number % 3]
        kind = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n" % len(words)
        self._again_and_again(lambda: self._all_of(CLOSED % b"POST /rejoindre HTTP/1.1" + kind + b"\r\n" + words))

    def _pipelines(self) -> None:
        """A stranger asks for very much in one breath."""
        asked = f"GET /api/v1/systems HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode() * 4_000
        self._again_and_again(lambda: self._all_of(asked))

    def _pages(self, seat: Seat) -> None:
        """A seat reads its page anew, again and again."""
        head = CLOSED % f"GET /t/{seat.table} HTTP/1.1".encode() + f"{seat.cookie()}\r\n".encode()
        self._again_and_again(lambda: self._all_of(head))

    async def _all_of(self, text: bytes) -> None:
        """Say something, hear all of the answer, and go."""
        reader, writer = await self._opened(text)
        try:
            while await reader.read(1 << 20):
                pass
        finally:
            self._open.remove(writer)
            writer.close()

    async def _half_open(self) -> None:
        """Somebody begins to speak and never ends."""
        for _ in range(HALF_OPEN):
            with suppress(OSError):
                await self._opened(b"GET / HTTP/1.1\r\nHost: x\r\n")

    def _slow_bodies(self) -> None:
        """Somebody sends messages letter by letter."""
        head = request("POST", HEAVY, "", {"given": {}, "by": ["x" * 9000]})[:-9000]

        async def trickle() -> None:
            with suppress(OSError):
                _, writer = await self._opened(head)
                while True:
                    writer.write(b" ")
                    await asyncio.sleep(0.5)

        self._tasks += [asyncio.ensure_future(trickle()) for _ in range(SLOW)]


@contextmanager
def attacked(port: int, seats: list[Seat], kinds: list[str]) -> Iterator[None]:
    """While so many clients attack, each in its way and from one of the seats; they have begun when this does."""
    given = msgspec.json.encode([port, seats, kinds]).decode()
    process = subprocess.Popen([sys.executable, "-m", "web.attacks", given], stdout=subprocess.PIPE, cwd=TESTS)
    assert process.stdout
    try:
        assert process.stdout.readline() == b"begun\n", kinds
        yield
        assert process.poll() is None, "nobody attacks any more"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def main(port: int, seats: list[Seat], kinds: list[str]) -> None:
    os.nice(5)  # attackers have machines of their own, and take nothing of the server's
    attack = Attack(port)
    for number, kind in enumerate(kinds):
        await attack.begin(kind, number, seats[number % len(seats)])
    await asyncio.sleep(0.3)
    print("begun", flush=True)
    await asyncio.sleep(LONGEST_SECONDS)


if __name__ == "__main__":
    asyncio.run(main(*msgspec.json.decode(sys.argv[1], type=tuple[int, list[Seat], list[str]])))
