"""The live stream: server-sent events made for each viewer, resumed from the last one seen."""

import asyncio
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from gardien.core.errors import Refusal
from gardien.core.terms import Language
from gardien.table.news import News
from gardien.table.state import State
from gardien.table.tables import Table
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer, newest, read_version, shown_version, viewer_of
from gardien.web.answers import log_fault
from gardien.web.aside import Aside
from gardien.web.begun import Begun
from gardien.web.pacing import BUSY_SECONDS, Pace

PING_SECONDS = 15  # between comments that keep a silent line open
MOST_WAITING = 1000  # messages for one connection; a slower one is let go, and resumes
MOST_MISSED = 500  # events sent one by one after a break; more than that is read anew
MOST_STREAMS = 8  # of one seat; the oldest makes room for the newest
CROWDED_SECONDS = 60  # until whoever made room may come back by itself
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

    _numbers = count()

    def __init__(self, table: Table, seat: str, language: Language) -> None:
        self.number = next(self._numbers)  # the newest has the highest
        self.table = table
        self.seat = seat
        self.language = language
        self._waiting: list[bytes] = []
        self._wake: asyncio.Future[None] | None = None
        self._send: Send
        self._sending: Begun[None] | None = None
        self._ended = False

    def push(self, message: bytes) -> None:
        """Send this as soon as the line is free; a line that is never free is let go, and resumes later."""
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.end()
        elif self._ended:
            return
        elif self._wake is not None and not self._wake.done():  # the line is free
            self._begin_to_send(message)
        else:
            self._waiting.append(message)
            self._awake()

    def _begin_to_send(self, message: bytes) -> None:
        """Send this at once, in no task of its own; where that takes longer, the one that sends goes on with it."""
        sending = Begun(self._send({"type": "http.response.body", "body": message, "more_body": True}))
        if not sending.done:
            self._sending = sending
            self._awake()

    def end(self) -> None:
        """Send what waits, then close."""
        self._ended = True
        self._awake()

    @property
    def whose(self) -> tuple[str, str]:
        """The seat, of all seats of the house."""
        return self.table.campaign, self.seat

    @property
    def ended(self) -> bool:
        """Whether nothing more is taken in."""
        return self._ended

    def make_room(self) -> None:
        """End for a newer one of the same seat; a page is told so, and does not come back by itself."""
        if not self._ended:
            self.push(b"retry: %d\n" % (CROWDED_SECONDS * 1000) + message("crowded", "", {"most": MOST_STREAMS}))
            self.end()

    def _awake(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def hear(self, news: News) -> None:
        """Take in one event of the table; runs in the event loop, right after the event is durable."""
        if self.seat not in news.after.house["seats"] or self._loses_links(news):
            self.push(message("gone", "", {}))
            self.end()
            return
        viewer = viewer_of(news.after, self.seat)
        try:
            sent = self.message_of(news, viewer)
        except Exception as fault:  # of this page alone: read anew, it draws what it can
            log_fault(fault)
            version = shown_version(news.after, viewer, newest(news.after, viewer))
            sent = message("reload", version, {"version": version})
        if sent is not None:
            self.push(sent)

    def _loses_links(self, news: News) -> bool:
        """Whether every link of the seat stops working now, the one that opened this line among them."""
        if news.before.house is news.after.house:
            return False
        was, now = (state.house.get("unlinked", {}).get(self.seat) for state in (news.before, news.after))
        return bool(was != now)

    def message_of(self, news: News, viewer: Viewer) -> bytes | None:
        """The message for a viewer, encoded once for all who are told the same."""
        key = ("sent", *news.shared_by(viewer), self.language)
        if key not in news.memo:
            update = news.message_for(viewer, self.language)
            news.memo[key] = None if update is None else self.encode(viewer, update)
        return news.memo[key]  # type: ignore[no-any-return]

    def encode(self, viewer: Viewer, update: Tree) -> bytes:
        """One event as it is sent."""
        return message("news", update["version"], update)

    async def missed_messages(self, state: State, seen: str | None, drawing: Aside, pace: Pace) -> list[bytes]:
        """What happened between the last event seen and a state; one that is too old, or unknown, says to read anew.

        What happens after that state is pushed, and comes after this, however long it takes to work out.
        """
        if self.seat not in state.house["seats"]:  # taken away just now
            self.push(message("gone", "", {}))
            self.end()
            return []
        viewer = viewer_of(state, self.seat)
        version = shown_version(state, viewer, newest(state, viewer))
        hello, anew = (message(kind, version, {"version": version}) for kind in ("hello", "reload"))
        if seen is None:
            return [hello]
        try:
            after = read_version(state, viewer, seen)
        except Refusal:
            return [anew]
        if after >= newest(state, viewer):
            return [hello]
        await pace.turn(self.whose)
        try:
            missed = await drawing.run(self.whose, self.encode_missed, viewer, after, state.version)
        except Refusal:  # too many ask for this just now: hang up, and be asked again
            self.end()
        if self._ended:
            return []  # or the seat, or its link, is gone by now
        if missed is None or self.table.viewer(self.seat) != viewer:  # what is theirs has changed since
            return [anew]
        return missed or [hello]

    def encode_missed(self, viewer: Viewer, after: int, last: int) -> list[bytes] | None:
        """A stretch of the past as it is sent; None when it is too long, cannot be drawn, or is for nobody any more."""
        if self._ended or not self.table.keeping.has_at_hand(viewer.log_of, after):
            return None
        most = self.most_missed()
        messages = self.table.news_since(viewer, after, self.language, most, last)
        if len(messages) > most:  # of what they were told: nothing else may be counted
            return None
        try:
            return [self.encode(viewer, one) for one in messages]
        except Exception as fault:  # of this page alone: read anew, it draws what it can
            log_fault(fault)
            return None

    def most_missed(self) -> int:
        """How many events are told one by one."""
        return MOST_MISSED

    async def send_all(self, send: Send) -> None:
        """Everything that is pushed, until the end."""
        loop, self._send = asyncio.get_running_loop(), send
        while self._sending or self._waiting or not self._ended:
            if self._sending:
                sending, self._sending = self._sending, None
                await sending
            elif self._waiting:
                body = b"".join(self._waiting)
                self._waiting.clear()
                await send({"type": "http.response.body", "body": body, "more_body": True})
            else:
                self._wake = loop.create_future()
                await self._wake


class Live:
    """The answer to GET …/live, as an ASGI application."""

    def __init__(self, stream: Stream, seen: str | None, house: Any) -> None:
        self.stream = stream
        self.seen = seen
        self.streams: set[Stream] = house.streams
        self.drawing: Aside = house.drawing
        self.pace: Pace = house.stream_pace
        self.past_pace: Pace = house.past_pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = self.stream
        if scope["method"] == "HEAD":  # which wants to know what would come, and nothing of it
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        leave, state = stream.table.listen(stream.hear), stream.table.state
        self.streams.add(stream)
        self._make_room()
        gone = asyncio.ensure_future(_wait_for_end(receive, stream))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await self.pace.turn(stream.whose)
            missed = await stream.missed_messages(state, self.seen, self.drawing, self.past_pace)
            first = b"".join([b"retry: 1000\n\n", *missed])
            await send({"type": "http.response.body", "body": first, "more_body": True})
            await stream.send_all(send)
            if not gone.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except Refusal:  # they come too often by far: hang up, and be asked again
            await asyncio.sleep(BUSY_SECONDS)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self.streams.discard(stream)
            leave()

    def _make_room(self) -> None:
        """So many lines for one seat: a device that forgot to hang up loses the oldest."""
        same = [one for one in self.streams if one.table is self.stream.table and one.seat == self.stream.seat]
        same = sorted((one for one in same if not one.ended), key=lambda one: one.number)
        for one in same[:-MOST_STREAMS]:
            one.make_room()


async def _wait_for_end(receive: Receive, stream: Stream) -> None:
    with suppress(Refusal):  # a body that never ends, where there should be none
        while (await receive())["type"] != "http.disconnect":
            pass
    stream.end()


def last_seen(request: Request) -> str | None:
    """Where to go on from: the browser's header, else the address."""
    return request.headers.get("last-event-id") or request.query_params.get("after") or None
