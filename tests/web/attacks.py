"""Attacks on a server, as anybody with a laptop could run them, and a player whose actions are timed meanwhile.

with attacked(port, seat, "streams"):              # by a process of its own, until this ends
    seconds = awaited(time_actions(port, other, 3))
"""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
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
        roll = {"type": "do", "procedure": "action", "character": seat.character, "given": ROLL}
        command = roll if len(took) % 2 else {"type": "say", "text": "encore"}
        envelope = {"action": f"t{random.random()}", "command": command}
        began = time.monotonic()
        status, answer = await line.insist("POST", f"/tables/{seat.table}/actions", seat.link, envelope)
        took.append(time.monotonic() - began)
        assert status in (200, 201), answer
        await asyncio.sleep(PAUSE_SECONDS)
    line.close()
    return took


def percentile(took: list[float], share: float) -> float:
    return sorted(took)[min(len(took) - 1, int(len(took) * share))]


class Attack:
    """Many connections at once, as long as the process lives."""

    def __init__(self, port: int, seat: Seat, scale: int = 1) -> None:
        self.port = port
        self.seat = seat
        self.scale = scale
        self._tasks: list[asyncio.Task[None]] = []
        self._open: list[asyncio.StreamWriter] = []

    async def begin(self, kind: str) -> None:
        """One of the attacks below, by name."""
        ways: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
            "resumes": self._resumes,
            "streams": self._streams,
            "page_resumes": self._page_resumes,
            "odds": self._odds,
            "descriptions": self._descriptions,
            "conversions": self._conversions,
            "papers": self._papers,
            "half_open": self._half_open,
            "slow_bodies": self._slow_bodies,
        }
        await ways[kind]()

    def _again_and_again(self, times: int, what: Callable[[], Awaitable[None]]) -> None:
        async def repeat() -> None:
            while True:
                with suppress(OSError, EOFError):
                    await what()
                await asyncio.sleep(0.001)

        self._tasks += [asyncio.ensure_future(repeat()) for _ in range(times)]

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

    async def _resumes(self) -> None:
        """One seat comes back again and again, and wants all of the past."""
        path = f"/tables/{self.seat.table}/live?after={self.seat.first}"
        self._again_and_again(4, lambda: self._first_of(request("GET", path, self.seat.link)))

    async def _page_resumes(self) -> None:
        """The same from a page, for which everything is drawn."""
        head = f"GET /t/{self.seat.table}/live?after={self.seat.first} HTTP/1.1\r\nHost: {HOST}\r\n{self.seat.cookie()}"
        self._again_and_again(4, lambda: self._first_of(head.encode() + b"\r\n"))

    async def _streams(self) -> None:
        """One seat listens on very many pages."""
        head = f"GET /t/{self.seat.table}/live HTTP/1.1\r\nHost: {HOST}\r\n{self.seat.cookie()}\r\n"

        async def listen() -> None:
            reader, _ = await self._opened(head.encode())
            while await reader.read(65536):
                pass

        for _ in range(100 * self.scale):
            self._tasks.append(asyncio.ensure_future(listen()))
            await asyncio.sleep(0.002)

    def _ask(self, method: str, path: str, body: Any = None) -> Callable[[], Awaitable[None]]:
        text = request(method, path, "", body, "Connection: close\r\n")

        async def ask() -> None:
            reader, writer = await self._opened(text)
            try:
                while await reader.read(1 << 20):
                    pass
            finally:
                self._open.remove(writer)
                writer.close()

        return ask

    async def _odds(self) -> None:
        """Strangers want to know what no machine can tell in time."""
        self._again_and_again(4, self._ask("POST", HEAVY, brawl(16)))

    async def _descriptions(self) -> None:
        """Strangers want everything to be described."""
        for game in ("yacdha", "cthulhud20", "organique"):
            self._again_and_again(2, self._ask("GET", f"/systems/{game}/procedures"))
        self._again_and_again(2, self._ask("GET", "/systems/cthulhud20/rules?search=a"))

    async def _conversions(self) -> None:
        """Strangers bring sheets over, and draw new ones."""
        text = "Investigateur " + "FOR 12 CON 11 DEX 10 " * 400
        self._again_and_again(4, self._ask("POST", "/systems/d20d100/conversions/d100", {"text": text}))
        self._again_and_again(2, self._ask("POST", "/systems/cthulhud20/characters", {}))

    async def _papers(self) -> None:
        """Strangers print blank sheets."""
        for game in ("yacdha", "cthulhud20"):
            head = f"GET /fiches/{game}.pdf HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()

            async def draw(head: bytes = head) -> None:
                await self._first_of(head)

            self._again_and_again(4, draw)

    async def _half_open(self) -> None:
        """Somebody begins to speak and never ends."""
        for _ in range(1200):
            with suppress(OSError):
                await self._opened(b"GET / HTTP/1.1\r\nHost: x\r\n")

    async def _slow_bodies(self) -> None:
        """Somebody sends a message letter by letter."""
        head = request("POST", HEAVY, "", {"given": {}, "by": ["x" * 9000]})[:-9000]

        async def trickle() -> None:
            _, writer = await self._opened(head)
            while True:
                writer.write(b" ")
                await asyncio.sleep(0.5)

        self._tasks += [asyncio.ensure_future(trickle()) for _ in range(200)]


@contextmanager
def attacked(port: int, seat: Seat, kind: str, scale: int = 1) -> Iterator[None]:
    """While one of the attacks goes on; it has begun when this does."""
    given = msgspec.json.encode([port, seat, kind, scale]).decode()
    process = subprocess.Popen([sys.executable, "-m", "web.attacks", given], stdout=subprocess.PIPE, cwd=TESTS)
    assert process.stdout
    try:
        assert process.stdout.readline() == b"begun\n", kind
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def main(port: int, seat: Seat, kind: str, scale: int) -> None:
    attack = Attack(port, seat, scale)
    await attack.begin(kind)
    await asyncio.sleep(0.3)
    print("begun", flush=True)
    await asyncio.sleep(LONGEST_SECONDS)


if __name__ == "__main__":
    asyncio.run(main(*msgspec.json.decode(sys.argv[1], type=tuple[int, Seat, str, int])))
