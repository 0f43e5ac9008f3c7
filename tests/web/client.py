"""A server of the test's own and those who talk to it.

with Running(store) as running:
    evening = Evening(running)                        # a table with its seats and its people
    evening.ann.act("say", text="Bonjour")            # one command; the answer as it came
    evening.bob.get("/log").json()["cards"]
    with evening.ann.listen() as heard:               # the live stream
        heard.until("news")
"""

import asyncio
import contextlib
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

import httpx2
import uvloop

from gardien.table.store.base import Store
from gardien.web.app import BASE, House
from gardien.web.pacing import Pace, Steps
from gardien.web.pages.entry import cookie_name
from gardien.web.server import bind_socket, server_of

HERE = "127.0.0.1"
PATIENCE_SECONDS = 60  # a first question starts a process that gives way to all others
LEO = {
    "system": "yacdha",
    "kind": "investigator",
    "name": "Léo",
    "occupations": {"Médecin": 4, "Boxe": 2},
    "natures": {"Médecin": "mental", "Boxe": "physical"},
    "weapons": [{"name": "Canne", "trauma_max": 2, "mode": "contact"}],
    "trauma": 3,
    "madness": 3,
}
MIA = {"system": "yacdha", "kind": "investigator", "name": "Mia", "occupations": {"Journaliste": 3}}

_numbers = count(1)


class Running:
    """A server in a thread of this process, on a free port of this machine."""

    def __init__(self, store: Store, *, several: bool = False, port: int = 0, link: str = "") -> None:
        self.store = store
        self.house = House(store, several=several)
        self.house.stream_pace = self.house.past_pace = Pace(Steps(1, 0.0))  # tests look back faster than people do
        self.link = link or self.house.tables.house_link()
        self.listening = bind_socket(HERE, port)
        self.address: tuple[str, int] = self.listening.getsockname()
        self.url = f"http://{HERE}:{self.address[1]}"
        self._server = server_of(self.house)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        wait_for(lambda: self._server.started)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(self._server.serve([self.listening]))

    def caller(self, link: str | None = None, **headers: str) -> "Caller":
        return Caller(self, link, headers)

    @property
    def owner(self) -> "Caller":
        """Whoever started the server."""
        return self.caller(self.link)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE_SECONDS)
        assert not self._thread.is_alive(), "the server does not stop"

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Heard(NamedTuple):
    """One server-sent event."""

    kind: str
    id: str
    data: Any


class Caller:
    """Somebody with a link, or without."""

    def __init__(self, running: Running, link: str | None, headers: dict[str, str], table: str = "") -> None:
        self.running = running
        self.link = link
        self.table = table
        self.seat = ""
        self.headers = {**({"Authorization": f"Bearer {link}"} if link else {}), **headers}
        base = running.url + BASE
        self._client = httpx2.Client(base_url=base, headers=self.headers, timeout=PATIENCE_SECONDS, verify=False)

    def at(self, table: str) -> "Caller":
        """The same, whose addresses without a beginning are those of a table."""
        self.table = table
        return self

    def address(self, path: str) -> str:
        return f"/tables/{self.table}{path}" if self.table and not path.startswith("//") else path.replace("//", "/")

    def get(self, path: str = "", **how: Any) -> httpx2.Response:
        """Of the caller's table; //systems is an address of the house."""
        return self._client.get(self.address(path), **how)

    def post(self, path: str, content: Any = None, **how: Any) -> httpx2.Response:
        return self._client.post(self.address(path), json={} if content is None else content, **how)

    def patient(self, path: str, content: Any) -> httpx2.Response:
        """Post something that takes its time."""
        return self.post(path, content, timeout=60)

    def send(self, method: str, path: str, **how: Any) -> httpx2.Response:
        return self._client.request(method, self.address(path), **how)

    def act(self, type: str, **said: Any) -> httpx2.Response:
        return self.post("/actions", envelope(type, **said))

    def done(self, type: str, **said: Any) -> Any:
        """What an action came to; it must not be refused."""
        answer = self.act(type, **said)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def made(self, name: str, type: str, **said: Any) -> str:
        """The id of something an action made."""
        return str(self.done(type, **said)["card"]["words"][name])

    def log(self) -> list[Any]:
        """All cards, newest first, page by page."""
        result: list[Any] = []
        while True:
            before = {"before": result[-1]["id"]} if result else {}
            page = self.get("/log", params={"limit": 7, **before}).json()["cards"]
            if not page:
                return result
            result += page

    def listen(self, seen: str = "", **how: Any) -> "Listening":
        return Listening(self, seen, **how)


class Listening:
    """A live stream read by a thread, of values or of a page's parts; `raw` is every byte that came."""

    def __init__(self, caller: Caller, seen: str = "", language: str = "", page: str = "") -> None:
        headers = {**caller.headers, "Host": "localhost", "Cookie": f"{cookie_name(caller.table)}={caller.link}"}
        headers |= {"Last-Event-ID": seen} if seen else {}
        headers |= {"Accept-Language": language} if language else {}
        self.raw = b""
        self.status = 0
        self.ended = False
        self.heard: list[Heard] = []
        self._changed = threading.Condition()
        self._socket = socket.create_connection(caller.running.address, timeout=PATIENCE_SECONDS)
        address = page or f"{BASE}{caller.address('/live')}"
        lines = [f"GET {address} HTTP/1.1", *(f"{name}: {one}" for name, one in headers.items())]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        self._socket.settimeout(None)
        body = b""
        with self._socket.makefile("rb") as file:
            try:
                self.status = int(file.readline().split()[1])
                while file.readline().strip():
                    pass
                while self.status == 200 and (size := int(file.readline() or b"0", 16)):
                    body += file.read(size)
                    file.readline()
                    *whole, body = body.split(b"\n\n")
                    with self._changed:
                        self.raw += b"\n\n".join([*whole, b""])
                        self.heard += [one for text in whole if (one := parsed(text)) is not None]
                        self._changed.notify_all()
            except (OSError, ValueError, IndexError):  # hung up, perhaps before it answered
                pass
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    def until(self, enough: Callable[["Listening"], Any] | str, seconds: float = PATIENCE_SECONDS) -> "Listening":
        """Wait for an event of a kind, or for anything."""
        wanted = (lambda one: any(heard.kind == enough for heard in one.heard)) if isinstance(enough, str) else enough
        with self._changed:
            assert self._changed.wait_for(lambda: wanted(self), seconds), (self.heard, self.raw[-500:])
        return self

    def seen(self, id: str) -> "Listening":
        """Wait for the event with an id."""
        return self.until(lambda one: any(heard.id == id for heard in one.heard))

    @property
    def news(self) -> list[Any]:
        return [heard.data for heard in self.heard if heard.kind == "news"]

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE_SECONDS)
        self._socket.close()

    def __enter__(self) -> "Listening":
        return self.until(lambda one: one.heard or one.ended)

    def __exit__(self, *_: object) -> None:
        self.close()


def parsed(text: bytes) -> Heard | None:
    """One event of a stream; None for what only keeps the line alive."""
    fields = dict(line.split(": ", 1) for line in text.decode().split("\n") if ": " in line)
    if "event" not in fields:
        return None
    return Heard(fields["event"], fields.get("id", ""), json.loads(fields["data"]))


class Evening:
    """A table with a game master, two players, a spectator, a shared screen, their people and somebody hidden."""

    def __init__(self, running: Running, title: str = "Soirée", *, small: bool = False) -> None:
        self.running = running
        opened = running.owner.post("/tables", {"system": "yacdha", "title": title})
        assert opened.status_code == 201, opened.text
        self.table = opened.json()["table"]
        self.keeper = running.caller(opened.json()["link"]).at(self.table)
        self.keeper.seat = "keeper"
        if small:
            return
        self.ann = self.seated("player", "Ann")
        self.bob = self.seated("player", "Bob")
        self.watcher = self.seated("spectator", "Wim")
        self.screen = self.seated("screen", "Mur")
        self.leo = self.keeper.made("character", "add", sheet=LEO, seat=self.ann.seat)
        self.mia = self.keeper.made("character", "add", sheet=MIA, seat=self.bob.seat)
        self.thug = self.keeper.made("character", "add", being="npc/street_thug")
        self.ghoul = self.keeper.made("character", "add", being="creature/ghoul", hidden=True)

    @classmethod
    def small(cls, running: Running) -> "Evening":
        """The game master alone, at an empty table."""
        return cls(running, small=True)

    def seated(self, role: str, name: str) -> Caller:
        """A new seat, and who sits there."""
        acted = self.keeper.done("seat", role=role, name=name)
        caller = self.running.caller(acted["link"]).at(self.table)
        caller.seat = acted["card"]["words"]["seat"]
        return caller

    @property
    def others(self) -> dict[str, Caller]:
        """Everybody but the game master."""
        return {"player": self.ann, "other player": self.bob, "spectator": self.watcher, "screen": self.screen}

    def check(self, caller: Caller, character: str, face: int = 6, **said: Any) -> Any:
        """A throw against trauma, which goes up when the face is higher."""
        given = {"gauge": "trauma"}
        return caller.done("do", procedure="gauge_check", character=character, given=given, dice=[face], **said)


def envelope(type: str, **said: Any) -> dict[str, Any]:
    """A command as it is sent; `action`, `seen` and `preview` go outside of it."""
    outside = {name: said.pop(name) for name in ("action", "seen", "preview") if name in said}
    return {"action": f"a{next(_numbers)}", "command": {"type": type, **said}, **outside}


def refusal(answer: httpx2.Response, status: int, id: str, field: str | None = None) -> Any:
    """What a refusal says, which has the form of every refusal."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["id"] == id, error
    assert {"id", "kind", "where", "field", "message", "rule"} <= set(error)
    assert error["message"]
    assert not re.search(r"{\w+}", error["message"]), error
    assert answer.headers["content-type"] == "application/json"
    assert field is None or error["field"] == field, error
    return error


def wait_for(ready: Callable[[], Any], seconds: float = PATIENCE_SECONDS) -> Any:
    """Ask again and again until the answer is yes."""
    deadline = time.monotonic() + seconds
    while not (result := ready()):
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.01)
    return result


def pairs(content: Any) -> Iterator[tuple[str, Any]]:
    """Every name with its value in a tree of plain values."""
    if isinstance(content, dict):
        for name, value in content.items():
            yield name, value
            yield from pairs(value)
    elif isinstance(content, list):
        for one in content:
            yield from pairs(one)
