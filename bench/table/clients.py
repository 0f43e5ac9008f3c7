"""Clients as small as they can be: what is measured is the server, not them."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any


class Listener(asyncio.Protocol):
    """One live stream: counts messages and says when each came."""

    def __init__(self, request: bytes, heard: Callable[[], None]) -> None:
        self._request = request
        self._heard = heard
        self.messages = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._tail = b""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        data, self._tail = self._tail + data, b""
        if not self.ready.done():
            if b"event: hello" not in data:
                self._tail = data
                return
            self.ready.set_result(None)
            return
        cut = len(data) - 12  # a message may end in the middle of its name
        count = data.count(b"event: news\n")
        self._tail = data[cut:] if b"event: news\n".startswith(data[-1:]) and count == 0 else b""
        for _ in range(count):
            self.messages += 1
            self._heard()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True

    def close(self) -> None:
        self._transport.close()


class Caller(asyncio.Protocol):
    """One keep-alive connection that asks and waits."""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._buffer = b""
        self._waiting: asyncio.Future[tuple[int, bytes]] | None = None
        self.lost = False

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, body = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        if len(body) >= length and self._waiting:
            waiting, self._waiting, self._buffer = self._waiting, None, b""
            if not waiting.done():
                waiting.set_result((int(head[9:12]), body))

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if self._waiting and not self._waiting.done():
            self._waiting.set_exception(ConnectionError("the server hung up"))

    async def ask(self, method: str, path: str, token: str, body: Any = None) -> tuple[int, bytes]:
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(head.encode() + content)
        return await self._waiting

    def close(self) -> None:
        self._transport.close()


async def caller(port: int) -> Caller:
    _, protocol = await asyncio.get_running_loop().create_connection(Caller, "127.0.0.1", port)
    return protocol


class Seat:
    """Somebody at a table: a link, a character, a connection that asks and one that listens."""

    def __init__(self, table: str, token: str, character: str) -> None:
        self.table = table
        self.token = token
        self.character = character
        self.calls: Caller | None = None
        self.listens: Listener
        self.sent = 0

    async def connect(self, port: int, heard: Callable[[], None]) -> None:
        self.port = port
        request = (
            f"GET /api/v1/tables/{self.table}/live HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n"
        ).encode()
        loop = asyncio.get_running_loop()
        _, self.listens = await loop.create_connection(lambda: Listener(request, heard), "127.0.0.1", port)
        await self.listens.ready

    async def act(self) -> None:
        """A throw, and every fourth time a gauge that changes for all to see."""
        self.sent += 1
        command: dict[str, Any] = {
            "type": "do",
            "procedure": "action",
            "character": self.character,
            "given": {"category": "physical", "opposition": {"value": 3}},
        }
        if self.sent % 4 == 0:
            value = 1 + self.sent // 4 % 3
            command = {"type": "edit", "character": self.character, "fields": {"trauma": value}}
        envelope = {"action": f"{time.monotonic_ns()}", "command": command}
        if not self.calls or self.calls.lost:  # a server hangs up on whoever stays silent
            self.calls = await caller(self.port)
        status, body = await self.calls.ask("POST", f"/tables/{self.table}/actions", self.token, envelope)
        if status != 201:
            raise RuntimeError(f"{status}: {body[:300]!r}")

    def close(self) -> None:
        if self.calls:
            self.calls.close()
        self.listens.close()


class Party:
    """A table and its six seats."""

    def __init__(self, seats: list[Seat]) -> None:
        self.seats = seats
        self.began = 0.0
        self.arrived = 0
        self.delays: list[float] = []

    def heard(self) -> None:
        self.arrived += 1
        if self.arrived % len(self.seats) == 0 and self.began:
            self.delays.append(time.perf_counter() - self.began)


async def opened(port: int, house: str, count: int, seats: int = 6) -> list[Party]:
    """So many tables with a game master and players, everybody connected."""
    calls = await caller(port)
    parties = []
    for _ in range(count):
        _, body = await calls.ask("POST", "/tables", house, {"system": "yacdha", "title": "bench"})
        found = json.loads(body)
        table, keeper = found["table"], found["link"]
        path = f"/tables/{table}/actions"
        sitting = []
        for number in range(seats):
            add = {"action": f"add{number}", "command": {"type": "add", "sheet": {"name": f"Nom {number}"}}}
            _, body = await calls.ask("POST", path, keeper, add)
            character = json.loads(body)["card"]["words"]["character"]
            token = keeper
            if number:
                command = {"type": "seat", "name": f"Siège {number}", "characters": [character]}
                _, body = await calls.ask("POST", path, keeper, {"action": f"seat{number}", "command": command})
                token = json.loads(body)["link"]
            sitting.append(Seat(table, token, character))
        parties.append(Party(sitting))
    calls.close()
    for party in parties:
        await asyncio.gather(*(seat.connect(port, party.heard) for seat in party.seats))
    return parties
