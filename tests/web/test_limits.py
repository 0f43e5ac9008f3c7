"""Bounds of connections and bodies: whoever says nothing, never ends or never reads keeps nobody else out."""

import asyncio
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
import uvicorn
from uvicorn.server import ServerState

from aside import awaited
from gardien.table.store import open_store
from gardien.web import limits
from gardien.web.limits import Body
from web.client import Evening, Running, refusal, wait_for
from web.load import request


@contextmanager
def connected(running: Running, text: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(running.address, timeout=10) as line:
        line.sendall(text)
        yield line


def is_closed(line: socket.socket) -> bool:
    """Whether the other side has hung up; what it said before is read away."""
    line.setblocking(False)
    try:
        while line.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@pytest.fixture
def served(tmp_path: Path, monkeypatch) -> Iterator[Callable[..., Running]]:
    """A server with limits of its own."""
    with ExitStack() as open:

        def serve(**bounds: object) -> Running:
            for name, bound in bounds.items():
                monkeypatch.setattr(limits, name, bound)
            store = open_store(tmp_path / "store.db")
            open.callback(store.close)
            return open.enter_context(Running(store))

        yield serve


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"], ids=["nothing", "half"])
def test_a_connection_on_which_no_request_comes_is_closed(served, said):
    running = served(HEAD_SECONDS=0.3)
    with connected(running, said) as line:
        wait_for(lambda: is_closed(line), 5)


def test_a_head_that_comes_letter_by_letter_is_not_waited_for(served):
    running = served(HEAD_SECONDS=0.4)
    with connected(running) as line:
        began = time.monotonic()
        for letter in b"GET / HTTP/1.1\r\nX-Long: " + b"a" * 1000:
            if is_closed(line):
                break
            try:
                line.send(bytes([letter]))
            except OSError:
                break
            time.sleep(0.05)
        assert time.monotonic() - began < 5


def test_the_second_request_of_a_connection_is_not_waited_for_either(served):
    running = served(HEAD_SECONDS=0.4)
    with connected(running, request("GET", "/systems")) as line:
        assert line.recv(15) == b"HTTP/1.1 200 OK"
        time.sleep(0.8)
        assert not is_closed(line)  # which may be silent between requests
        line.setblocking(True)
        line.sendall(b"GET /api")
        wait_for(lambda: is_closed(line), 5)


def test_a_line_that_listens_stays(served):
    running = served(HEAD_SECONDS=0.2, USUAL=Body(1000, 0.2))
    evening = Evening.small(running)
    with evening.keeper.listen() as heard:
        time.sleep(0.6)
        version = evening.keeper.done("say", text="encore là")["version"]
        heard.seen(version)


def test_a_body_that_does_not_come_is_refused_in_words(served):
    running = served(USUAL=Body(100_000, 0.4), HEAD_SECONDS=0.4)
    text = request("POST", "/systems/yacdha/characters", "", {"given": {}})
    with connected(running, text[:-5]) as line:
        answer = line.recv(65536)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"http/slow" in answer
        line.sendall(b"    ")  # and goes on for ever
        wait_for(lambda: is_closed(line), 5)


@pytest.mark.parametrize("chunked", [False, True], ids=["told", "untold"])
def test_a_form_that_is_too_long_is_refused_and_not_read(served, chunked):
    running = served(USUAL=Body(100_000, 30))
    evening = Evening.small(running)
    content = b"type=say&text.text=" + b"a" * 300_000
    cookies = {"Cookie": f"seat_{evening.table}={evening.keeper.link}", "Sec-Fetch-Site": "same-origin"}
    headers = {**cookies, "Content-Type": "application/x-www-form-urlencoded"}
    sent = (content[at : at + 50_000] for at in range(0, len(content), 50_000)) if chunked else content
    url = f"{running.url}/t/{evening.table}/act"
    answer = evening.keeper._client.post(url, content=sent, headers=headers)
    assert answer.status_code == 413
    assert "trop long" in answer.text


def test_many_who_say_nothing_keep_nobody_out(served):
    """The one that was silent longest is let go; whoever has something to say says it at once."""
    running = served(MOST_SILENT=50)
    evening = Evening.small(running)
    unfinished = request("POST", "/systems/yacdha/characters", "", {"given": {}})[:-5]
    with ExitStack() as open, evening.keeper.listen() as heard:
        for number in range(150):
            open.enter_context(connected(running, [b"", b"GET / HT", unfinished][number % 3]))
            if number % 30 == 0:
                heard.seen(evening.keeper.done("say", text=f"{number}")["version"])
        wait_for(lambda: len(running._server.server_state.connections) <= 53)
        assert not heard.ended
    assert running.caller().get("/systems").status_code == 200


def test_an_answer_that_nobody_takes_is_given_up(monkeypatch):
    """Once the system takes no more of it; whoever reads on, however slowly, is waited for."""

    async def scene() -> None:
        config = uvicorn.Config(lambda *_: None, lifespan="off")
        line: Any = limits.guarded_protocol()(config=config, server_state=ServerState(), app_state={})  # type: ignore[call-arg]
        transport = MagicMock()
        line.connection_made(transport)
        line.pause_writing()
        timer = line._unread
        line.resume_writing()
        assert timer.cancelled()
        monkeypatch.setattr(limits, "UNREAD_SECONDS", 0.01)
        line.pause_writing()
        async with asyncio.timeout(10):
            while not transport.abort.called:
                await asyncio.sleep(0.01)

    awaited(scene())


def test_the_head_of_an_answer_goes_with_its_body_and_never_waits_for_one():
    async def scene() -> list[tuple[str, Any]]:
        config = uvicorn.Config(lambda *_: None, lifespan="off")
        protocol: Any = limits.guarded_protocol()(config=config, server_state=ServerState(), app_state={})  # type: ignore[call-arg]
        transport = MagicMock()
        transport.is_closing.return_value = False
        protocol.connection_made(transport)
        line = protocol.transport
        line.write(b"head")
        line.write(b"body")
        line.write(b"more")
        line.answers = True
        line.write(b"a head alone")
        await asyncio.sleep(0)
        line.answers = True
        line.write(b"the last")
        line.close()
        written = ("write", "writelines", "close")
        return [(name, args[0] if args else None) for name, args, _ in transport.method_calls if name in written]

    assert awaited(scene()) == [
        ("writelines", (b"head", b"body")),
        ("write", b"more"),
        ("write", b"a head alone"),
        ("write", b"the last"),
        ("close", None),
    ]


def test_a_head_without_an_end_is_not_kept(served):
    """An address or a line of 64 MB was taken in whole, and looked at again with every packet."""
    running = served()
    for said in (b"GET /", b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"GET / HTTP/1.1\r\n"):
        endless = (b"a: b\r\n" if said.endswith(b"\n") else b"aaaaaa") * 20_000
        with connected(running, said) as line, suppress(OSError):
            for _ in range(600):
                line.sendall(endless)
            raise AssertionError("still listening after 64 MB")


def test_a_head_that_is_too_long_is_refused_in_words(served):
    running = served()
    for said in (f"GET /?{'a' * 40_000} HTTP/1.1\r\n", f"GET / HTTP/1.1\r\nX: {'a' * 40_000}\r\n"):
        with connected(running, f"{said}Host: localhost\r\n\r\n".encode()) as line:
            answer = line.recv(65536)
            assert answer.startswith(b"HTTP/1.1 431 ")
            assert b"http/large_head" in answer


def test_lines_behind_a_body_belong_to_no_head(served):
    """They were added to the head of the request that was just being answered, without an end."""
    running = served()
    head = "POST /api/v1/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    said = f"{head}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n"
    with connected(running, f"{said}X-Few: a\r\n\r\n".encode()) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 422 ")
    with connected(running, said.encode()) as line, suppress(OSError):
        for _ in range(600):
            line.sendall(b"a: b\r\n" * 20_000)
        raise AssertionError("still listening after 64 MB")


def test_what_is_asked_for_in_one_breath_is_answered_in_order_and_read_bit_by_bit(served, monkeypatch):
    """Thousands of requests were parsed, and kept, before the first of them was answered."""
    running = served()
    lengths: list[int] = []
    begun = limits.Bounds.__init__

    def counted(self: Any, *given: Any) -> None:
        lengths.append(max(len(one._ahead) for one in running._server.server_state.connections))
        begun(self, *given)

    monkeypatch.setattr(limits.Bounds, "__init__", counted)
    link = f"Authorization: Bearer {Evening.small(running).keeper.link}\r\n"
    heads = (f"GET /api/v1/nothing{number} HTTP/1.1\r\nHost: localhost\r\n{link}\r\n" for number in range(400))
    answers = b""
    with connected(running, "".join(heads).encode()) as line:
        while len(told := re.findall(rb"/nothing(\d+)\b", answers)) < 400:
            more = line.recv(65536)
            assert more, told
            answers += more
    assert [int(one) for one in told] == list(range(400))
    assert max(lengths) < 100


def test_nobody_hears_what_is_written_behind_a_broken_request(served, caplog):
    """Each such line left a trace of forty lines in the server's own log."""
    running = served()
    for _ in range(5):
        with connected(running, b"GET /api/v1/systems HTTP/1.1\r\nHost: localhost\r\n\r\nnonsense\r\n\r\n") as line:
            line.recv(65536)
    assert running.caller().get("/systems").status_code == 200
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_message_that_is_too_long_is_refused(shared):
    refusal(shared.ann.post("/actions", {"action": "x" * 70_000}), 413, "http/large")


def test_the_server_takes_as_many_descriptors_as_it_may():
    program = (
        "import resource; most = resource.getrlimit(resource.RLIMIT_NOFILE)[1];"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, most));"
        "from gardien.web.limits import most_silent, raise_descriptor_limit;"
        "assert most_silent() == 50; raise_descriptor_limit();"
        "assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 0
