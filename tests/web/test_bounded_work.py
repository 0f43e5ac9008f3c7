"""One request holds the event loop for a moment at most, whatever it says: processor time, so that a busy machine may
run this too. What takes longer is refused, or done aside."""

import asyncio
import gc
import time
from collections.abc import Iterator
from typing import Any

import pytest

from aside import awaited
from gardien.core.errors import Refusal
from gardien.core.inputs import MOST_FAULTS, parse
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from gardien.web.app import BASE, House, create_app
from gardien.web.routes import Joining
from gardien.web.server import COLLECTED_AFTER

MOST_SECONDS = 0.08  # of the loop's own processor time; 0.3 to 4 before
FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"
QUERY = "q=" + "e+%C3%A9+" * 15  # what stands in every rule
STRANGERS = {
    "a cookie that is quoted again and again": ("GET", "/", "", b"", 'a="' + "\\\\" * 15_000 + '"'),
    "very many cookies": ("GET", "/", "", b"", "a=b;" * 7_500),
    "a search that finds everything": ("GET", "/regles/organique", QUERY, b"", ""),
    "a search that finds nothing": ("GET", "/regles/d20d100", "q=" + "xyzzy+" * 16, b"", ""),
    "words of a query without an end": ("GET", "/", "&".join(f"a{n}=%41" for n in range(3_000)), b"", ""),
    "nothing between signs": ("POST", "/rejoindre", FORM, b"&" * 500_000, ""),
    "every letter as a number": ("POST", "/rejoindre", FORM, b"code=" + b"%41" * 160_000, ""),
    "a thousand long fields": ("POST", "/choix", FORM, b"&".join([b"a=" + b"%41" * 160] * 990), ""),
    "lines without an end in a part": ("POST", "/rejoindre", PARTS, b"--x\r\n" + b"a: b\r\n" * 80_000, ""),
    "unknown words": ("POST", f"{BASE}/join", "", b"{" + b",".join(b'"k%d":1' % n for n in range(5_000)) + b"}", ""),
}


class Asked:
    """A house in this process, its games read."""

    def __init__(self, folder: Any) -> None:
        self.store = open_store(folder / "gardien.db")
        self.house = House(self.store)
        self.app = create_app(self.house)

    async def takes(self, method: str, path: str, query: str, body: bytes, cookie: str) -> float:
        """Processor time of the loop's thread for one request."""
        kind = query if method == "POST" and query else "application/json"
        scope = {
            "type": "http",
            "method": method,
            "scheme": "http",
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode() if method == "GET" else b"",
            "headers": [
                (b"host", b"localhost"),
                (b"accept", b"text/html"),
                (b"content-type", kind.encode()),
                *([(b"cookie", cookie.encode())] if cookie else []),
            ],
            "server": ("localhost", 80),
            "client": ("127.0.0.1", 1),
        }
        pieces = [{"type": "http.request", "body": body, "more_body": False}]
        answers: list[Any] = []

        async def receive() -> Any:
            return pieces.pop() if pieces else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            answers.append(message)

        began = time.thread_time()
        await self.app(scope, receive, send)
        took = time.thread_time() - began
        assert answers[0]["status"] < 500, answers
        return took

    def least(self, *asked: Any) -> float:
        """Of some tries, so that what is read for the first time does not count."""

        async def tries() -> float:
            return min([await self.takes(*asked) for _ in range(4)])

        return awaited(tries())


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    made = Asked(tmp_path_factory.mktemp("bounded"))
    yield made
    made.house.aside.close()
    made.house.drawing.close()
    made.store.close()


@pytest.mark.parametrize("what", STRANGERS)
def test_no_request_of_a_stranger_holds_the_loop(asked: Asked, what: str) -> None:
    assert asked.least(*STRANGERS[what]) < MOST_SECONDS


@pytest.mark.parametrize("page", ["", "journal?q=zzz", "journal?kind=recap", "main", "combat", "groupe", "fiche/{id}"])
def test_no_page_of_a_seat_holds_the_loop(asked: Asked, page: str) -> None:
    """A player rolls a thousand times, and asks for all of it again as fast as they can."""
    table, link, mine = evening_of(asked)
    path, _, query = page.format(id=mine).partition("?")
    least = asked.least("GET", f"/t/{table}/{path}".rstrip("/"), query, b"", f"seat_{table}={link}")
    assert least < MOST_SECONDS


_evenings: dict[int, tuple[str, str, str]] = {}


def evening_of(asked: Asked) -> tuple[str, str, str]:
    """A table, the link of somebody who has rolled a thousand times there, and whom they play."""
    if id(asked) in _evenings:
        return _evenings[id(asked)]
    campaign, _ = set_demo(asked.house.tables, find("yacdha"), "fr")
    table = asked.house.tables.table(campaign)
    mine = next(iter(table.state.play["characters"]))

    def act(seat: str, command: Any) -> Any:
        return table.act(seat, c.Envelope(action=f"e{table.state.version}", command=command))

    acted = act("keeper", c.Seat(role="player", name="Ann"))
    seat = acted.card["words"]["seat"]
    act("keeper", c.Assign(characters=(mine,), seat=seat))
    roll = {"category": "physical", "opposition": {"value": 3}}
    for _ in range(1000):
        act(seat, c.Do(procedure="action", character=mine, given=roll))
    _evenings[id(asked)] = campaign, acted.link, mine
    return _evenings[id(asked)]


def test_no_collection_looks_at_very_much_at_once() -> None:
    """Fifty thousand objects took 17 to 72 ms of the loop, now and then: the slowest hundredth of all actions."""
    looked: list[int] = []

    def look(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            looked.append(sum(len(gc.get_objects(generation)) for generation in range(info["generation"] + 1)))

    before = gc.get_threshold()
    gc.collect()
    gc.callbacks.append(look)
    gc.set_threshold(*COLLECTED_AFTER)
    try:
        kept = [{"a": [number]} for number in range(200_000)]
    finally:
        gc.callbacks.remove(look)
        gc.set_threshold(*before)
    assert len(kept) == 200_000
    assert len(looked) > 20
    assert max(looked) < 20_000


def test_of_very_many_faults_the_first_are_named() -> None:
    """Each was told with all that would have been right, and what was probably meant."""
    with pytest.raises(Refusal) as told:
        parse(Joining, {f"cod{number}": 1 for number in range(5_000)})
    assert len((told.value, *told.value.also)) == MOST_FAULTS
    assert told.value.id == "field/unknown"
