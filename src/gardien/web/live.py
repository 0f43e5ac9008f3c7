"""The live stream: server-sent events made for each viewer, resumed from the last one seen."""

import asyncio
from collections.abc import AsyncIterator, Callable

import msgspec
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from gardien.core.errors import Refusal
from gardien.core.terms import Language
from gardien.table.news import News
from gardien.table.tables import Table
from gardien.table.viewers import Viewer, newest, read_version, shown_version, viewer_of

PING_SECONDS = 15
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
    """One connection: what waits to be sent."""

    def __init__(self, table: Table, seat: str, language: Language) -> None:
        self.table = table
        self.seat = seat
        self.language = language
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

    def hear(self, news: News) -> None:
        """Take in one event of the table; runs in the event loop, right after the event is durable."""
        try:
            if self.seat not in news.after.house["seats"]:
                self.queue.put_nowait(message("gone", "", {}))
                self.queue.put_nowait(None)
                return
            sent = sent_to(news, viewer_of(news.after, self.seat), self.language)
            if sent is not None:
                self.queue.put_nowait(sent)
        except asyncio.QueueFull:
            self._let_go()

    def _let_go(self) -> None:
        """Too slow: end the connection; the browser comes back and says what it saw last."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

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
        return [message("news", one["version"], one) for one in told] or [
            message("hello", version, {"version": version})
        ]

    async def messages(self) -> AsyncIterator[bytes]:
        """What is to be sent, for ever; a comment when nothing happens, so that a dead line is noticed."""
        while True:
            try:
                found = await asyncio.wait_for(self.queue.get(), PING_SECONDS)
            except TimeoutError:
                yield PING
                continue
            if found is None:
                return
            while not self.queue.empty():
                another = self.queue.get_nowait()
                if another is None:
                    yield found
                    return
                found += another
            yield found


def sent_to(news: News, viewer: Viewer, language: Language) -> bytes | None:
    """The message for a viewer, encoded once for all who are told the same."""
    key = ("sent", *news.shared_by(viewer), language)
    if key not in news.memo:
        told = news.told_to(viewer, language)
        news.memo[key] = None if told is None else message("news", told["version"], told)
    return news.memo[key]  # type: ignore[no-any-return]


class Live:
    """The answer to GET …/live, as an ASGI application."""

    def __init__(self, stream: Stream, seen: str | None, stopping: asyncio.Event) -> None:
        self.stream = stream
        self.seen = seen
        self.stopping = stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = self.stream
        leave: Callable[[], None] = stream.table.listen(stream.hear)
        try:
            first = b"".join([b"retry: 1000\n\n", *stream.missed(stream.table.viewer(stream.seat), self.seen)])
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send({"type": "http.response.body", "body": first, "more_body": True})
            sending = asyncio.ensure_future(self._send_all(send))
            gone = asyncio.ensure_future(_disconnected(receive))
            stop = asyncio.ensure_future(self.stopping.wait())
            _, pending = await asyncio.wait((sending, gone, stop), return_when=asyncio.FIRST_COMPLETED)
            for task in pending:
                task.cancel()
            if not gone.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            leave()

    async def _send_all(self, send: Send) -> None:
        async for body in self.stream.messages():
            await send({"type": "http.response.body", "body": body, "more_body": True})


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def last_seen(request: Request) -> str | None:
    """Where to go on from: the browser's header, else the address."""
    return request.headers.get("last-event-id") or request.query_params.get("after") or None
