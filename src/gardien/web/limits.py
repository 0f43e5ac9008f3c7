"""Bounds of every request and connection: how long a body is and takes, how long a head takes, how many say nothing."""

import asyncio
from collections.abc import Sized
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from starlette.types import Message, Receive, Scope
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from gardien.core.errors import Refusal
from gardien.web.answers import refusal_response
from gardien.web.begun import Begun

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

HEAD_SECONDS = 10  # from the first moment of a connection, or the first byte of a request, to the end of its head
HEAD_BYTES = 32 * 1024  # of a head: an address and the links of some hundred tables
PIECE_BYTES = 4096  # that are parsed at once
MOST_AHEAD = 16  # requests of one connection that wait for the answer to an earlier one
MOST_TRAILERS = 50
UNREAD_SECONDS = 60  # that an answer may wait to be taken
MOST_SILENT = 4000  # connections on which nobody asks for anything; the one that was silent longest is let go
RESERVED = 200  # descriptors for all but connections: the store, processes, files


class Body(NamedTuple):
    """What the body of a request may be."""

    most: int  # bytes
    seconds: int


USUAL = Body(512 * 1024, 30)
SMALL = Body(4 * 1024, 10)  # of whoever needs no link
FILE = Body(4 * 1024 * 1024, 60)


def check_head(scope: Scope) -> None:
    """Refuse an address and a head that are longer than any of ours: whatever reads them takes its time."""
    length = len(scope["raw_path"]) + len(scope["query_string"])
    for name, value in scope["headers"]:
        length += len(name) + len(value)
    if length > HEAD_BYTES:
        raise Refusal("http/large_head", most=HEAD_BYTES)


class Bounds:
    """The body of one request as it comes in: what is longer or slower is refused, and never read to its end."""

    def __init__(self, larger: Body | None, scope: Scope, receive: Receive) -> None:
        self._body = body = larger or USUAL
        self._receive = receive
        self._deadline = asyncio.get_running_loop().time() + body.seconds
        self._whole = False
        self._length = 0
        declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
        self._too_long = declared.isdigit() and int(declared[:20]) > body.most

    async def receive(self) -> Message:
        if self._whole:  # what comes now is that nobody listens any more, and that may take its time
            return await self._receive()
        if not self._too_long:
            coming = Begun(self._receive())
            try:
                message = coming.value if coming.done else await self._wait(coming)
            except TimeoutError:
                raise Refusal("http/slow", kind="refused", most=self._body.seconds) from None
            self._length += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
        if self._too_long or self._length > self._body.most:
            raise Refusal("http/large", most=self._body.most)
        return message

    async def _wait(self, coming: Begun[Message]) -> Message:
        async with asyncio.timeout_at(self._deadline):
            return await coming


def guarded_protocol() -> type[asyncio.Protocol]:
    """The protocol of a server whose connections do not wait for ever, and of which not too many say nothing."""
    silent: dict[asyncio.Protocol, None] = {}  # the one that was silent longest comes first
    most = most_silent()

    class Guarded(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        """Until a whole request is there, a connection is silent: it may be let go at any time."""

        _due: float | None = None  # when the head of a request must be there, while one is awaited
        _room = HEAD_BYTES  # bytes that are left to the head under way
        _speaks = False  # whether one is under way
        _unread_yet = b""
        _watch: asyncio.TimerHandle | None = None  # looks whether it is: a timer for each head would cost each request
        _unread: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            self._line = _Line(transport, self.loop)
            super().connection_made(self._line)
            self._fall_silent()
            self._await_head()

        def on_message_begin(self) -> None:
            self._speaks, self._room = True, HEAD_BYTES
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._speaks = False
            super().on_headers_complete()
            self.headers = _Trailers()  # what comes behind a body is none of the head that the request was taken for

        def data_received(self, data: bytes) -> None:
            """The parser is given a little at a time, while not too much waits for answers to what came before."""
            data, self._unread_yet = self._unread_yet + data, b""
            at = 0
            while at < len(data) and len(self._ahead) < MOST_AHEAD and not self.transport.is_closing():
                spoke, piece = self._speaks, data[at : at + PIECE_BYTES]
                at += PIECE_BYTES
                super().data_received(piece)
                if spoke and self._speaks:
                    self._room -= len(piece)
                    if self._room <= 0:  # the parser would keep all of it, and look at all of it again and again
                        self.transport.write(_too_long())
                        self.transport.close()
                        return
            if at < len(data):
                self._unread_yet = data[at:]
                self.flow.pause_reading()
            self._look_who_speaks()

        @property
        def _ahead(self) -> Sized:
            """The requests that wait for the answer to an earlier one."""
            return getattr(self, "pipeline", ())

        def _look_who_speaks(self) -> None:
            if self.cycle is None or self.cycle.response_complete:
                self._await_head()
            else:
                self._due = None
                if not self.cycle.more_body:
                    silent.pop(self, None)

        def on_response_complete(self) -> None:
            self._line.answers = True
            super().on_response_complete()
            if self._unread_yet:
                self.data_received(b"")
            if self.cycle is None or self.cycle.response_complete:
                self._fall_silent()

        def connection_lost(self, fault: Exception | None) -> None:
            silent.pop(self, None)
            self._watch, self._unread = _off(self._watch), _off(self._unread)
            super().connection_lost(fault)
            self._unread_yet = b""
            getattr(self, "pipeline", []).clear()  # nobody waits for these answers any more

        def pause_writing(self) -> None:
            super().pause_writing()
            self._unread = self._unread or self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._unread = _off(self._unread)

        def _await_head(self) -> None:
            """The time runs from the first byte on: whoever sends letter by letter gains nothing."""
            if self._due is None:
                self._due = self.loop.time() + HEAD_SECONDS
            if self._watch is None:
                self._watch = self.loop.call_at(self._due, self._look_for_head)

        def _look_for_head(self) -> None:
            self._watch = None
            if self._due is None:
                return
            if self.loop.time() >= self._due:
                self.transport.abort()
            else:  # of a later request
                self._watch = self.loop.call_at(self._due, self._look_for_head)

        def _fall_silent(self) -> None:
            silent.pop(self, None)
            silent[self] = None
            if len(silent) > most:
                oldest = next(iter(silent))
                del silent[oldest]
                oldest.transport.abort()  # type: ignore[attr-defined]

    return Guarded


@cache
def _too_long() -> bytes:
    """What whoever began a head without an end is told."""
    answer = refusal_response(Refusal("http/large_head", most=HEAD_BYTES), "fr")
    lines = [b"HTTP/1.1 431 Request Header Fields Too Large", b"connection: close"]
    lines += [name + b": " + value for name, value in answer.raw_headers]
    return b"\r\n".join((*lines, b"", bytes(answer.body)))


class _Trailers(list[Any]):
    """The lines behind a body, which nobody reads."""

    def append(self, _: Any) -> None:
        if len(self) >= MOST_TRAILERS:
            raise ValueError("too many trailers")
        super().append(None)


class _Line:
    """A connection on which the head of an answer waits for its body: both are one call of the system, one packet."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""
        self.answers = True  # whether the next that is written begins an answer

    def write(self, data: bytes) -> None:
        if self._transport.is_closing():  # nobody hears the rest
            return
        if self.answers:
            self._send_head()  # of an answer that has no body
            self.answers, self._head = False, data
            self._loop.call_soon(self._send_head)  # where no body comes at once
        elif self._head:
            head, self._head = self._head, b""
            self._transport.writelines((head, data))
        else:
            self._transport.write(data)

    def close(self) -> None:
        self._send_head()
        self._transport.close()

    def _send_head(self) -> None:
        if self._head and not self._transport.is_closing():
            head, self._head = self._head, b""
            self._transport.write(head)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def _off(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    if timer is not None:
        timer.cancel()
    return None


def raise_descriptor_limit() -> None:
    """As many files and connections as the system lets this process have."""
    if resource is None:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # what some systems promise and do not give
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def most_silent() -> int:
    """How many connections may say nothing: at most half of those that there can be."""
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if resource else -1
    return MOST_SILENT if now < 0 else min(MOST_SILENT, max(50, (now - RESERVED) // 2))
