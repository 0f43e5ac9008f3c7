"""A bot's seat at a real table: it looks, acts, hears, and takes up a line that broke."""

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from aside import awaited
from gardien.client import News, Refused, Seat
from gardien.table.store import open_store
from web.client import Evening, Running, wait_for


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    store = open_store(tmp_path_factory.mktemp("client") / "store.db")
    with Running(store) as running:
        yield Evening(running)
    store.close()


def link(evening: Evening) -> str:
    return f"{evening.running.url}/l/{evening.ann.link}"


def test_a_seat_looks_acts_and_reads_the_log(evening):
    async def play() -> None:
        async with Seat(link(evening)) as seat:
            assert (seat.table, seat.role, seat.characters) == (evening.table, "player", (evening.leo,))
            assert (await seat.look())["system"] == "yacdha"
            acted = await seat.act("do", procedure="gauge_check", character=evening.leo, given={"gauge": "madness"})
            assert acted.card is not None
            assert acted.card.told[0].startswith("Jet de folie")
            assert (await seat.log(1))[0] == acted.card

    awaited(play())


def test_the_same_action_is_done_once(evening):
    async def play() -> None:
        async with Seat(link(evening)) as seat:
            first = await seat.act("say", action="once", text="Bonjour")
            again = await seat.act("say", action="once", text="Bonjour")
            assert again.repeated
            assert (first.card and first.card.id) == (again.card and again.card.id)

    awaited(play())


def test_a_refusal_is_a_sentence_with_its_reason(evening):
    async def play() -> None:
        async with Seat(link(evening), language="en") as seat:
            with pytest.raises(Refused, match="courage") as refused:
                await seat.act("do", procedure="gauge_check", character=evening.leo, given={"gauge": "courage"})
            assert (refused.value.status, refused.value.field) == (422, "gauge")
        with pytest.raises(Refused):
            async with Seat(f"{evening.running.url}/l/nobody"):
                pass

    awaited(play())


def test_what_is_no_link_is_said():
    with pytest.raises(ValueError, match="http://house/l/TOKEN"):
        Seat("La table du vendredi")


def test_news_come_as_they_happen_and_after_a_line_that_broke(tmp_path):
    """The server goes and comes back on its port: what was said meanwhile is not lost."""
    heard: list[str] = []

    async def hear(seat: Seat, until: str) -> None:
        async for news in seat.news():
            heard.append(text_of(news))
            if heard[-1] == until:
                return

    async def play() -> None:
        store = open_store(tmp_path / "store.db")
        running = Running(store)
        evening = Evening(running)
        async with Seat(link(evening)) as seat:
            hearing = asyncio.create_task(hear(seat, "trois"))
            await asyncio.sleep(0.3)
            await asyncio.to_thread(evening.bob.done, "say", text="un")
            await asyncio.to_thread(wait_for, lambda: "un" in heard)
            await asyncio.to_thread(running.stop)
            again = await asyncio.to_thread(lambda: Running(store, port=running.address[1], link=running.link))
            bob = again.caller(evening.bob.link).at(evening.table)
            await asyncio.to_thread(bob.done, "say", text="deux")
            await asyncio.to_thread(bob.done, "say", text="trois")
            await asyncio.wait_for(hearing, 20)
            await asyncio.to_thread(again.stop)
        store.close()

    awaited(play())
    assert [one for one in heard if one in ("un", "deux", "trois")] == ["un", "deux", "trois"]


def text_of(news: News) -> str:
    return str(news.card.words.get("text", "")) if news.card else ""


def bot(name: str, *words: str, stdin: str = "") -> subprocess.Popen[str]:
    line = [sys.executable, "-m", f"gardien.client.{name}", *words]
    pipe: Any = subprocess.PIPE
    process = subprocess.Popen(
        line, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env={**os.environ, "COLUMNS": "100"}
    )
    if stdin:
        assert process.stdin
        process.stdin.write(stdin)
        process.stdin.flush()
    return process


def test_the_console_plays_says_and_is_refused_in_words(evening):
    process = bot("console", link(evening), stdin="gauge_check gauge=madness\ngauge_check gauge=courage\n> Me voilà\n")
    told, refused = process.communicate(timeout=30)
    assert "Jet de folie de Léo" in told
    assert "Me voilà" in told
    assert "courage" in refused
    assert process.returncode == 0


def test_the_relay_sends_what_is_told_to_the_one_address_it_was_given(evening):
    got: list[str] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["text"])
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    hook = HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    process = bot("relay", link(evening), "--to", f"http://127.0.0.1:{hook.server_port}/cards")

    def arrives() -> bool:
        evening.ann.done("do", procedure="gauge_check", character=evening.leo, given={"gauge": "madness"})
        return bool(got)

    try:
        wait_for(arrives)
        assert got[0].startswith("Jet de folie")
    finally:
        process.kill()
        process.wait()
        hook.shutdown()


def test_without_an_address_nothing_is_relayed(evening):
    process = bot("relay", link(evening))
    _, refused = process.communicate(timeout=30)
    assert process.returncode != 0
    assert "--to" in refused


def test_the_program_of_the_page_plays(evening, capsys):
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M)
    names: dict[str, Any] = {"__name__": "page"}
    exec(compile(program, "bots.md", "exec"), names)

    async def play() -> None:
        await asyncio.wait_for(names["play"](link(evening)), 1)

    with pytest.raises(TimeoutError):  # it goes on listening
        awaited(play())
    assert capsys.readouterr().out.startswith("Jet de folie de Léo")
