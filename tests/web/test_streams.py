"""Many lines at one table: so many a seat, drawn once for those who know the same, and the past told off the loop."""

import socket
import threading
from collections import Counter
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from gardien.table import commands as c
from gardien.table import projection
from gardien.table.projection import Projection
from gardien.table.recent_events import RecentEvents
from gardien.web import live
from gardien.web.pages.table import tables
from web.browsing import Visitor
from web.client import Caller, Evening, Heard, refusal, wait_for


class Page:
    """A page's own line, read as far as a word that is waited for."""

    def __init__(self, caller: Caller, query: str = "", language: str = "fr") -> None:
        self.text = b""
        self._socket = socket.create_connection(caller.running.address, timeout=20)
        cookie = f"seat_{caller.table}={caller.link}; lang={language}"
        head = f"GET /t/{caller.table}/live{query} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
        self._socket.sendall(head.encode())
        self.until(b"event: ")

    def until(self, word: bytes) -> bytes:
        while word not in self.text:
            came = self._socket.recv(65536)
            assert came, self.text
            self.text += came
        return self.text

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


@pytest.fixture
def drawn(monkeypatch):
    """How often each viewer's page was drawn, by seat."""
    counted: Counter[str] = Counter()
    real = tables.page_message

    def counting(table, viewer, frame, update):
        counted[viewer.seat] += 1
        return real(table, viewer, frame, update)

    monkeypatch.setattr(tables, "page_message", counting)
    return counted


# ---- so many a seat ----


def test_a_seat_has_so_many_lines_and_the_oldest_makes_room(evening):
    house = evening.running.house
    with ExitStack() as open:
        lines = [open.enter_context(evening.ann.listen()) for _ in range(live.MOST_STREAMS)]
        bob = open.enter_context(evening.bob.listen())
        newest = open.enter_context(evening.ann.listen())
        lines[0].until(lambda one: one.ended)
        assert lines[0].heard[-1] == Heard("crowded", "", {"most": live.MOST_STREAMS})
        assert b"retry: 60000\n" in lines[0].raw
        wait_for(lambda: len(house.streams) == live.MOST_STREAMS + 1)
        version = evening.bob.done("say", text="tout le monde ?")["version"]
        for line in (*lines[1:], newest, bob):
            line.seen(version)
        assert b"tout le monde" not in lines[0].raw


def test_a_page_that_made_room_says_so_and_does_not_come_back_by_itself(evening: Evening, browser: Browser) -> None:
    house = evening.running.house
    with Visitor(browser, evening.running.url, evening.ann.link or "") as ann, ExitStack() as open:
        ann.arrive()
        wait_for(lambda: len(house.streams) == 1)
        for _ in range(live.MOST_STREAMS):
            open.enter_context(evening.ann.listen())
        expect(ann.page.locator("#crowded")).to_be_visible()
        ann.page.wait_for_timeout(2500)
        assert len(house.streams) == live.MOST_STREAMS
        ann.page.reload()
        expect(ann.page.locator("#crowded")).to_be_hidden()
        wait_for(lambda: len(house.streams) == live.MOST_STREAMS)
        ann.calm()


# ---- drawn once ----


def test_lines_of_one_seat_are_drawn_once(evening, drawn):
    with ExitStack() as open:
        pages = [open.enter_context(Page(evening.ann)) for _ in range(6)]
        evening.bob.done("say", text="une fois")
        texts = {page.until(b"une fois") for page in pages}
        assert len({text.partition(b"event: parts")[2] for text in texts}) == 1
    assert drawn == {evening.ann.seat: 1}


def test_those_who_only_watch_are_drawn_once_together(evening, drawn):
    others = [evening.watcher, *(evening.seated("spectator", f"W{one}") for one in range(3))]
    with ExitStack() as open:
        pages = [open.enter_context(Page(caller)) for caller in others]
        drawn.clear()
        evening.bob.done("say", text="pour tous")
        for page in pages:
            page.until(b"pour tous")
    assert sum(drawn.values()) == 1


def test_each_language_is_drawn_for_itself(evening, drawn):
    with Page(evening.ann) as french, Page(evening.ann, language="en") as english:
        evening.check(evening.ann, evening.leo, 6)
        assert b"trauma" in french.until(b"</article>")
        assert french.text.partition(b"event: parts")[2] != english.until(b"</article>").partition(b"event: parts")[2]
    assert drawn == {evening.ann.seat: 2}


def test_what_is_drawn_for_one_is_not_shown_to_another(evening):
    """Two players, a shared screen, somebody with a false name, and words for one watcher alone."""
    other = evening.seated("spectator", "Zoé")
    keeper, hood = evening.keeper, evening.thug
    keeper.done("show", character=hood, alias="Le voisin")
    keeper.done("assign", seat=evening.ann.seat, characters=[evening.leo, hood])
    callers = {"ann": evening.ann, "bob": evening.bob, "wim": evening.watcher, "zoe": other, "wall": evening.screen}
    with ExitStack() as open:
        pages = {name: open.enter_context(Page(caller)) for name, caller in callers.items()}
        keeper.done("note", title="Secret du MJ", text="personne ne lit ceci")
        keeper.done("say", text="pour Zoé seule", audience=[other.seat])
        keeper.done("override", path=f"characters/{hood}/sheet/trauma", value=2, reason="tombé")
        keeper.done("show", character=hood, alias="Le voisin du dessus")
        keeper.done("say", text="fin")
        got = {name: page.until(b"fin</") for name, page in pages.items()}
    name = b"Voyou"
    assert name in got["ann"]
    for who in ("bob", "wim", "zoe", "wall"):
        assert name not in got[who], who
        assert b"Le voisin du dessus" in got[who]
    assert [who for who, text in got.items() if "pour Zoé seule".encode() in text] == ["zoe"]
    assert all(b"personne ne lit" not in text for text in got.values())


def test_two_devices_of_the_game_master_never_hold_the_same_action(evening):
    """The forms of the seats carry ids of actions: the same on two devices would be one action twice."""
    with Page(evening.keeper) as one, Page(evening.keeper) as other:
        evening.seated("player", "Cléo")
        assert b"Cl" in one.until(b'id=\\"seats\\"')
        other.until(b'id=\\"seats\\"')
        ids = [{word[:20] for word in page.text.split(b'name=\\"action\\" value=\\"')[1:]} for page in (one, other)]
    assert ids[0]
    assert not ids[0] & ids[1]


# ---- the past ----


def long_past(evening: Evening, times: int) -> str:
    """Much that nobody but the game master knows of, and a word to everybody at the end; where it began."""
    table = evening.running.house.tables.table(evening.table)
    seen = str(evening.ann.get().json()["version"])
    for number in range(times):
        command = c.Say(text=f"{number}", audience="keeper")
        if number % 7 == 6:
            command = c.Undo()
        table.act("keeper", c.Envelope(action=f"p{number}", command=command))
    evening.bob.done("say", text="bonjour")
    return seen


@pytest.fixture
def folded(monkeypatch):
    """How often each record was folded, and by what kind of thread."""
    counted: Counter[tuple[str, int]] = Counter()
    real = Projection._after

    def counting(self, state, read, *more):
        counted[threading.current_thread().name.partition("_")[0], read.version] += 1
        return real(self, state, read, *more)

    monkeypatch.setattr(Projection, "_after", counting)
    return counted


def test_the_past_is_folded_once_and_off_the_event_loop(evening, folded):
    """The game master comes back after a long time: every record is read once, in another thread."""
    seen = evening.keeper.get().json()["version"]
    long_past(evening, 400)
    with evening.keeper.listen(seen) as line:
        assert len(line.news) == 401
    assert {thread for thread, _ in folded} == {"aside"}
    assert sum(folded.values()) < 2 * 400  # and what lay before it, from the last snapshot on


def test_what_is_kept_from_somebody_costs_them_no_time(evening, folded, monkeypatch):
    """Whoever comes back, reads the log or sends from an old page: no record of it is read, let alone folded."""
    seen, read = long_past(evening, 700), []
    real = projection.decode
    monkeypatch.setattr(projection, "decode", lambda body: read.append(body) or real(body))
    with evening.ann.listen(seen) as line:
        assert [told["card"]["words"]["text"] for told in line.news] == ["bonjour"]
    assert len(evening.ann.get("/log", params={"limit": 8}).json()["cards"]) == 8
    evening.bob.done("do", procedure="gauge_check", character=evening.mia, given={"gauge": "trauma"}, dice=[6])
    stale = evening.bob.act("edit", character=evening.mia, fields={"trauma": 2}, seen=seen)
    assert len(refusal(stale, 409, "table/stale")["cards"]) == 2
    assert (read, folded) == ([], Counter())


def test_what_lies_before_the_snapshot_is_read_anew_after_a_restart(evening, folded):
    """However much of it there is, and whosever it is: nothing is folded for it, and nothing can be told from it."""
    seen = long_past(evening, 5)
    keeping = evening.running.house.tables.table(evening.table).keeping
    keeping.recent = RecentEvents(keeping.state.version)  # as when the table was loaded from a snapshot
    with evening.ann.listen(seen) as line:
        assert [heard.kind for heard in line.heard] == ["reload"]
    assert folded == Counter()


def test_what_happens_while_the_past_is_told_comes_after_it(evening, monkeypatch):
    """Nothing twice, nothing lost, whatever happens in between."""
    seen = long_past(evening, 60)
    waiting, go_on = threading.Event(), threading.Event()
    real = live.Stream.encode_missed

    def slowly(self, *given):
        waiting.set()
        assert go_on.wait(10)
        return real(self, *given)

    monkeypatch.setattr(live.Stream, "encode_missed", slowly)
    line = evening.ann.listen(seen)
    assert waiting.wait(10)
    for number in range(5):
        version = evening.bob.done("say", text=f"pendant {number}")["version"]
    go_on.set()
    line.seen(version)
    assert [told["card"]["words"]["text"] for told in line.news] == ["bonjour", *(f"pendant {one}" for one in range(5))]
    line.close()


def test_whoever_loses_the_seat_while_the_past_is_told_hears_none_of_it(evening, monkeypatch):
    seen = long_past(evening, 10)
    waiting, go_on = threading.Event(), threading.Event()
    real = live.Stream.encode_missed

    def slowly(self, *given):
        told = real(self, *given)
        waiting.set()
        assert go_on.wait(10)
        return told

    monkeypatch.setattr(live.Stream, "encode_missed", slowly)
    line = evening.ann.listen(seen)
    assert waiting.wait(10)
    evening.keeper.done("unseat", seat=evening.ann.seat)
    go_on.set()
    line.until(lambda one: one.ended)
    assert [heard.kind for heard in line.heard] == ["gone"]
    line.close()


def test_a_page_that_missed_much_is_read_anew_instead_of_being_drawn_again_and_again(evening, drawn):
    seen = evening.ann.get().json()["version"]
    for number in range(tables.MOST_DRAWN + 1):
        evening.bob.done("say", text=f"{number}")
    with Page(evening.ann, f"?after={seen}") as page:
        assert page.until(b"event: reload")
    assert drawn == {}
