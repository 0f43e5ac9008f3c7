"""The live stream: server-sent events made for each viewer, resumed from the last one seen."""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from gardien.core.errors import Refusal
from gardien.core.terms import Language
from gardien.table.news import News
from gardien.table.tables import Table
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer, newest, read_version, shown_version, viewer_of

PING_SECONDS = 15  # between comments that keep a silent line open
MOST_WAITING = 1000  # messages for one connection; a slower one is let go, and resumes
MOST_MISSED = 500  # events sent one by one after a break; more than that is read anew
PING = b": \n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-accel-buffering", b"no"),
]


def message(kind: str, id: str, content: object) -> bytes:
    """One server-sent event; JSON has no line breaks of its own."""
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (id.encode(), kind.encode(), msgspec.json.encode(content))


class Stream:
    """One connection: what waits to be sent, and whether it goes on."""

    def __init__(self, table: Table, seat: str, language: Language) -> None:
        self.table = table
        self.seat = seat
        self.language = language
        self._waiting: list[bytes] = []
        self._wake: asyncio.Future[None] | None = None
        self._ended = False

    def push(self, message: bytes) -> None:
        """Send this as soon as the line is free; a line that is never free is let go, and resumes later."""
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.end()
        elif not self._ended:
            self._waiting.append(message)
            self._awake()

    def end(self) -> None:
        """Send what waits, then close."""
        self._ended = True
        self._awake()

    def _awake(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def hear(self, news: News) -> None:
        """Take in one event of the table; runs in the event loop, right after the event is durable."""
        if self.seat not in news.after.house["seats"] or self._unlinked(news):
            self.push(message("gone", "", {}))
            self.end()
            return
        sent = self.made(news, viewer_of(news.after, self.seat))
        if sent is not None:
            self.push(sent)

    def _unlinked(self, news: News) -> bool:
        """Whether every link of the seat stops working now, the one that opened this line among them."""
        was, now = (state.house.get("unlinked", {}).get(self.seat) for state in (news.before, news.after))
        return bool(was != now)

    def made(self, news: News, viewer: Viewer) -> bytes | None:
        """The message for a viewer, encoded once for all who are told the same."""
        key = ("sent", *news.shared_by(viewer), self.language)
        if key not in news.memo:
            told = news.told_to(viewer, self.language)
            news.memo[key] = None if told is None else self.retold(viewer, told)
        return news.memo[key]  # type: ignore[no-any-return]

    def retold(self, viewer: Viewer, told: Tree) -> bytes:
        """One event as it is sent."""
        return message("news", told["version"], told)

    def missed(self, viewer: Viewer, seen: str | None) -> list[bytes]:
        """What happened since the last event seen; one that is too old, or unknown, says to read anew."""
        state = self.table.state
        version = shown_version(state, viewer, newest(state, viewer))
        if seen is None:
            return [message("hello", version, {"version": version})]
        try:
            after = read_version(state, viewer, seen)
        except Refusal:
            return [message("reload", version, {"version": version})]
        if newest(state, viewer) - after > MOST_MISSED:
            return [message("reload", version, {"version": version})]
        told = self.table.news_since(viewer, after, self.language)
        return [self.retold(viewer, one) for one in told] or [message("hello", version, {"version": version})]

    async def send_all(self, send: Send) -> None:
        """Everything that is pushed, until the end."""
        loop = asyncio.get_running_loop()
        while self._waiting or not self._ended:
            if self._waiting:
                body = b"".join(self._waiting)
                self._waiting.clear()
                await send({"type": "http.response.body", "body": body, "more_body": True})
            else:
                self._wake = loop.create_future()
                await self._wake


class Live:
    """The answer to GET …/live, as an ASGI application."""

    def __init__(self, stream: Stream, seen: str | None, streams: set[Stream]) -> None:
        self.stream = stream
        self.seen = seen
        self.streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = self.stream
        if scope["method"] == "HEAD":  # which wants to know what would come, and nothing of it
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        leave = stream.table.listen(stream.hear)
        self.streams.add(stream)
        gone = asyncio.ensure_future(_disconnected(receive, stream))
        try:
            first = b"".join([b"retry: 1000\n\n", *stream.missed(stream.table.viewer(stream.seat), self.seen)])
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send({"type": "http.response.body", "body": first, "more_body": True})
            await stream.send_all(send)
            if not gone.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self.streams.discard(stream)
            leave()


async def _disconnected(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


def last_seen(request: Request) -> str | None:
    """Where to go on from: the browser's header, else the address."""
    return request.headers.get("last-event-id") or request.query_params.get("after") or None
