"""A seat at a table over HTTP, for bots: look, act, hear what happens. Needs the extra `client` (`httpx2`).

    async with Seat("http://127.0.0.1:8765/l/TOKEN") as seat:
        acted = await seat.act("do", procedure="gauge_check", character=seat.characters[0], given={"gauge": "madness"})
        print(acted.card.told)
        async for news in seat.news():
            print(news.card.told)

Nothing is called but the house of the link.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import httpx2
import msgspec
from msgspec import Struct

from gardien.core.terms import Language
from gardien.table.messages import Acted, Card, Log, News

__all__ = ["Acted", "Card", "News", "Refused", "Seat"]

BASE = "/api/v1"
PATIENCE_SECONDS = 30
AGAIN_SECONDS = (0.5, 1.0, 2.0, 5.0)  # between tries to hear again; the last one from then on


class Refused(Exception):
    """What the house does not do, with its reason in a sentence."""

    def __init__(self, status: int, id: str, message: str, field: str = "", rule: str = "") -> None:
        super().__init__(message)
        self.status, self.id, self.field, self.rule = status, id, field, rule


class _Seated(Struct, frozen=True):
    table: str
    seat: str
    role: str
    characters: tuple[str, ...]


class Seat:
    """Whoever a link lets in: `table`, `id`, `role` and `characters` are known once it is entered."""

    def __init__(self, link: str, *, language: Language = "fr") -> None:
        address = urlsplit(link)
        token = address.path.rpartition("/l/")[2]
        if not address.scheme or not token or "/" in token:
            raise ValueError("a link reads http://house/l/TOKEN")
        self._client = httpx2.AsyncClient(
            base_url=f"{address.scheme}://{address.netloc}{BASE}",
            headers={"Authorization": f"Bearer {token}", "Accept-Language": language},
            timeout=PATIENCE_SECONDS,
        )
        self.table = self.id = self.role = ""
        self.characters: tuple[str, ...] = ()

    async def __aenter__(self) -> "Seat":
        try:
            seated = msgspec.convert(await self._ask("GET", "/seat"), _Seated)
        except BaseException:
            await self._client.aclose()
            raise
        self.table, self.id, self.role, self.characters = seated.table, seated.seat, seated.role, seated.characters
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.aclose()

    async def look(self) -> dict[str, Any]:
        """The table as this seat sees it."""
        found: dict[str, Any] = await self._ask("GET", f"/tables/{self.table}")
        return found

    async def log(self, limit: int = 50) -> tuple[Card, ...]:
        """The last entries, the newest first."""
        found = await self._ask("GET", f"/tables/{self.table}/log?limit={limit}")
        return msgspec.convert(found, Log).cards

    async def act(self, type: str, *, action: str = "", **said: Any) -> Acted:
        """A command of the table; sent again with the same `action`, it is done once."""
        envelope = {"action": action or secrets.token_hex(8), "command": {"type": type, **said}}
        return msgspec.convert(await self._ask("POST", f"/tables/{self.table}/actions", envelope), Acted)

    async def news(self) -> AsyncIterator[News]:
        """What happens from now on, as it happens; a line that breaks is taken up where it broke."""
        last, tries = "", 0
        while True:
            try:
                async for kind, id, data in self._stream(last):
                    last, tries = id or last, 0
                    if kind == "news":
                        yield msgspec.json.decode(data, type=News)
                    elif kind == "gone":
                        return
            except httpx2.TransportError:
                pass
            await asyncio.sleep(AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)])
            tries += 1

    async def _stream(self, last: str) -> AsyncIterator[tuple[str, str, bytes]]:
        headers = {"Last-Event-ID": last} if last else {}
        async with self._client.stream("GET", f"/tables/{self.table}/live", headers=headers, timeout=None) as answer:
            if answer.status_code != 200:
                _refuse(answer.status_code, await answer.aread())
            kind = id = ""
            data: list[str] = []
            async for line in answer.aiter_lines():
                name, _, value = line.partition(": ")
                if name == "event":
                    kind = value
                elif name == "id":
                    id = value
                elif name == "data":
                    data.append(value)
                elif not line and data:
                    yield kind, id, "\n".join(data).encode()
                    kind, data = "", []

    async def _ask(self, method: str, path: str, content: Any = None) -> Any:
        answer = await self._client.request(method, path, json=content)
        if answer.status_code >= 400:
            _refuse(answer.status_code, answer.content)
        return msgspec.json.decode(answer.content)


def _refuse(status: int, content: bytes) -> None:
    """The refusal that an answer holds, raised."""
    try:
        error = msgspec.json.decode(content)["error"]
    except (msgspec.DecodeError, KeyError, TypeError):
        error = {"id": "http", "message": f"HTTP {status}"}
    raise Refused(status, error["id"], error["message"], error.get("field", ""), error.get("rule", ""))
