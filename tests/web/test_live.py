"""The live stream: everything once and in order, whatever happens to the line."""

import json
import socket
import threading
import time
from random import Random

import pytest

from gardien.table.store import open_store
from gardien.web.app import BASE
from web.client import Caller, Evening, Heard, Running, wait_for

ROUNDS = 60


def play(evening: Evening, dice: Random, times: int) -> None:
    """Something happens, in the open or in secret, and is sometimes taken back."""
    keeper = evening.keeper
    for number in range(times):
        match dice.randrange(8):
            case 0:
                keeper.done("note", title="secret", text=f"{number}")
            case 1:
                evening.check(keeper, evening.leo, dice.randint(1, 6), audience="keeper")
            case 2:
                evening.check(evening.ann, evening.leo, dice.randint(1, 6))
            case 3:
                evening.ann.done("say", text=f"{number}", audience="keeper")
            case 4:
                keeper.done("override", path=f"characters/{evening.leo}/sheet/trauma", value=2, reason="soigné")
            case 5:
                keeper.act("undo")
            case 6:
                keeper.done("show", character=evening.ghoul, hidden=bool(dice.randrange(2)))
            case _:
                evening.bob.done("say", text=f"{number}")


def test_the_first_word_says_where_the_table_is(shared):
    with shared.ann.listen() as heard:
        assert heard.status == 200
        version = shared.ann.get().json()["version"]
        assert heard.heard == [Heard("hello", version, {"version": version})]
        assert heard.raw.startswith(b"retry: ")
    with shared.ann.listen(version) as heard:
        assert heard.heard == [Heard("hello", version, {"version": version})]


def test_everybody_is_told_everything_that_is_theirs_in_order(evening):
    callers = {"keeper": evening.keeper, **evening.others}
    before = {role: {card["id"] for card in caller.log()} for role, caller in callers.items()}
    lines = {role: caller.listen() for role, caller in callers.items()}
    try:
        for line in lines.values():
            line.until("hello")
        play(evening, Random(1), 40)
        evening.keeper.done("say", text="fin")
        for role, caller in callers.items():
            line, log = lines[role], caller.log()[::-1]
            line.seen(log[-1]["id"])
            cards = [told["card"]["id"] for told in line.news if "card" in told]
            assert cards == [card["id"] for card in log if card["id"] not in before[role]]
            assert [told["version"] for told in line.news] == [heard.id for heard in line.heard[1:]]
    finally:
        for line in lines.values():
            line.close()


def test_a_view_kept_up_with_the_news_is_the_view_that_is_asked_for(evening):
    """What a page holds, patched with every message, equals what a fresh look shows."""
    callers = {"keeper": evening.keeper, **evening.others}
    held = {role: caller.get().json() for role, caller in callers.items()}
    lines = {role: caller.listen(held[role]["version"]) for role, caller in callers.items()}
    try:
        play(evening, Random(2), 40)
        evening.keeper.done("say", text="fin")
        for role, caller in callers.items():
            now = caller.get().json()
            lines[role].seen(now["version"])
            for told in lines[role].news:
                held[role] = patched(held[role], told)
            assert held[role] == now, role
    finally:
        for line in lines.values():
            line.close()


def patched(view: dict, told: dict) -> dict:
    after = {**view, "version": told["version"]}
    for path, value in told["set"].items():
        name, _, id = path.partition("/")
        if not id:
            after[name] = value
        elif value is None:
            after[name] = {key: one for key, one in after[name].items() if key != id}
        else:
            after[name] = {**after[name], id: value}
    return after


@pytest.mark.parametrize("seed", range(4))
def test_a_line_that_breaks_at_random_misses_and_doubles_nothing(anywhere, seed):
    """Closed and opened again with the last id seen, while others play on."""
    evening = Evening(anywhere)
    dice = Random(seed)
    caller = [evening.ann, evening.keeper, evening.watcher, evening.bob][seed]
    got: list[Heard] = []
    with caller.listen() as steady:
        seen = steady.heard[0].id
        playing = threading.Thread(target=play, args=(evening, Random(seed), ROUNDS))
        playing.start()
        while playing.is_alive():
            line = caller.listen(seen)
            wanted = dice.randint(1, 5)
            deadline = time.monotonic() + dice.random() * 0.1
            while len(line.heard) < wanted and time.monotonic() < deadline:
                time.sleep(0.002)
            line.close()
            got += [heard for heard in line.heard if heard.kind != "hello"]
            seen = got[-1].id if got else seen
        playing.join()
        last = evening.keeper.done("say", text="fin")
        end = caller.log()[0]["id"]
        with caller.listen(seen) as line:
            line.seen(end)
            got += [heard for heard in line.heard if heard.kind != "hello"]
        steady.seen(end)
        assert last["card"]["words"]["text"] == "fin"
    assert [heard.id for heard in got] == [heard.id for heard in steady.heard[1:]]
    assert got == steady.heard[1:]


def test_whoever_was_away_for_long_is_told_to_read_anew(evening, monkeypatch):
    monkeypatch.setattr("gardien.web.live.MOST_MISSED", 5)
    seen = evening.ann.get().json()["version"]
    for number in range(5):
        evening.bob.done("say", text=f"{number}")
    with evening.ann.listen(seen) as line:
        line.until(lambda one: len(one.heard) == 5)
        assert {heard.kind for heard in line.heard} == {"news"}
    evening.bob.done("say", text="une de trop")
    version = evening.ann.get().json()["version"]
    with evening.ann.listen(seen) as line:
        assert line.heard == [Heard("reload", version, {"version": version})]
        evening.bob.done("say", text="et encore")
        line.until("news")


def test_what_happened_in_secret_does_not_count_as_long(evening, monkeypatch):
    monkeypatch.setattr("gardien.web.live.MOST_MISSED", 5)
    seen = evening.ann.get().json()["version"]
    for number in range(20):
        evening.keeper.done("note", title="n", text=f"{number}")
    evening.bob.done("say", text="bonjour")
    with evening.ann.listen(seen) as line:
        assert [heard.kind for heard in line.heard] == ["news"]
    with evening.keeper.listen("1") as line:
        assert [heard.kind for heard in line.heard] == ["reload"]


@pytest.mark.parametrize("seen", ["nonsense", "0" * 16, "7", "x" * 500])
def test_an_unknown_last_event_is_answered_with_the_present(shared, seen):
    version = shared.ann.get().json()["version"]
    with shared.ann.listen(seen) as line:
        assert line.heard == [Heard("reload", version, {"version": version})]


def test_a_silent_line_is_kept_awake(tmp_path, monkeypatch):
    monkeypatch.setattr("gardien.web.app.PING_SECONDS", 0.05)
    store = open_store(tmp_path / "store.db")
    with Running(store) as running, Evening.small(running).keeper.listen() as line:
        line.until(lambda one: one.raw.count(b": \n\n") >= 3)
        assert len(line.heard) == 1
    store.close()


def test_an_unseated_person_is_told_and_the_line_ends(anywhere):
    evening = Evening(anywhere)
    with evening.ann.listen() as ann, evening.bob.listen() as bob:
        evening.keeper.done("unseat", seat=evening.ann.seat)
        ann.until(lambda one: one.ended)
        assert ann.heard[-1] == Heard("gone", "", {})
        evening.keeper.done("say", text="sans elle")
        bob.until(lambda one: any("text" in told["card"]["words"] for told in one.news if "card" in told))
        assert not bob.ended
        assert b"sans elle" not in ann.raw
    with evening.ann.listen() as ann:
        assert ann.status == 401


def test_revoked_links_hear_nothing_more(anywhere):
    """The person may come back by another link; the device that was lost may not listen on."""
    evening = Evening(anywhere)
    with evening.ann.listen() as ann, evening.bob.listen() as bob:
        evening.keeper.send("DELETE", f"/seats/{evening.ann.seat}/links")
        ann.until(lambda one: one.ended)
        assert ann.heard[-1].kind == "gone"
        evening.keeper.done("say", text="entre nous")
        bob.until("news")
        assert b"entre nous" not in ann.raw


def test_two_devices_share_a_seat(evening):
    link = evening.ann.post("/links", {"seat": evening.ann.seat}).json()["link"]
    phone = evening.running.caller(link).at(evening.table)
    with evening.ann.listen() as one:
        with phone.listen() as other:
            for caller in (evening.ann, phone):
                version = caller.done("say", text="c’est moi", audience="keeper")["version"]
                one.seen(version)
                other.seen(version)
            assert one.news == other.news
        version = phone.done("say", text="encore moi")["version"]
        one.seen(version)


def test_each_line_speaks_its_own_language(evening):
    french, english = evening.ann.listen(language="fr"), evening.ann.listen(language="en")
    version = evening.check(evening.ann, evening.leo)["version"]
    told = [line.seen(version).news[-1]["card"]["roll"]["told"] for line in (french, english)]
    assert told[0] != told[1]
    for line in (french, english):
        line.close()


# ---- trouble ----


def stalled(caller: Caller, seen: str) -> socket.socket:
    """A line whose reader does not read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(caller.running.address)
    head = [f"GET {BASE}{caller.address('/live')} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {caller.link}"]
    line.sendall("\r\n".join([*head, f"Last-Event-ID: {seen}", "", ""]).encode())
    return line


def test_a_reader_who_does_not_read_is_let_go_and_harms_nobody(evening, monkeypatch):
    monkeypatch.setattr("gardien.web.live.MOST_WAITING", 20)
    seen = evening.bob.get().json()["version"]
    slow = stalled(evening.bob, seen)
    house = evening.running.house
    with evening.ann.listen() as quick:
        wait_for(lambda: len(house.streams) == 2)
        (stream,) = [one for one in house.streams if one.seat == evening.bob.seat]
        texts = [f"{number:04}" + "é" * 4000 for number in range(700)]
        slowest = 0.0
        for text in texts:
            began = time.monotonic()
            evening.keeper.done("say", text=text)
            slowest = max(slowest, time.monotonic() - began)
            if stream._ended:
                texts = texts[: texts.index(text) + 1]
                break
        assert stream._ended
        assert slowest < 5
        sent = [evening.keeper.done("say", text=f"suite {one}")["version"] for one in range(30)]
        quick.until(lambda one: len(one.news) == len(texts) + len(sent), 20)
        assert [told["card"]["words"]["text"] for told in quick.news][: len(texts)] == texts
        assert len(stream._waiting) == 0
    slow.settimeout(5)
    got = b""
    while not got.endswith(b"0\r\n\r\n"):
        chunk = slow.recv(1 << 20)
        assert chunk, "closed without an end"
        got += chunk
    slow.close()
    came = [json.loads(line[6:]) for line in got.split(b"\n") if line.startswith(b"data: ") and b'"card"' in line]
    assert came
    with evening.bob.listen(came[-1]["version"]) as again:
        again.until(lambda one: one.news and one.news[-1]["card"]["words"]["text"] == "suite 29", 20)
        texts_seen = [told["card"]["words"]["text"] for told in [*came, *again.news]]
        assert texts_seen == [*texts, *(f"suite {one}" for one in range(30))]


def test_lines_that_break_leave_nothing_behind(evening):
    house = evening.running.house
    lines = [caller.listen() for caller in (evening.keeper, *evening.others.values()) for _ in range(6)]
    wait_for(lambda: len(house.streams) == 30)
    for line in lines:
        line.close()
    wait_for(lambda: not house.streams)
    assert house.tables.table(evening.table).listeners == {}


def test_lines_end_when_the_server_stops(tmp_path):
    store = open_store(tmp_path / "store.db")
    running = Running(store)
    evening = Evening(running)
    lines = [caller.listen() for caller in (evening.keeper, evening.ann, evening.bob)]
    for line in lines:
        line.until("hello")
    began = time.monotonic()
    running.stop()
    assert time.monotonic() - began < 2.5
    for line in lines:
        line.until(lambda one: one.ended)
        line.close()
    store.close()


def test_two_servers_on_one_store_tell_each_other(where, opened):
    """What is written through one is heard through the other, once and in order."""
    several = where.startswith("postgresql")
    with Running(opened(where), several=several) as one, Running(opened(where), several=several) as other:
        evening = Evening(one)
        ann = other.caller(evening.ann.link).at(evening.table)
        with ann.listen() as far, evening.ann.listen() as near:
            for number in range(12):
                (evening.bob if number % 2 else ann).done("say", text=f"{number}")
            for line in (far, near):
                line.until(lambda one: len(one.news) == 12)
                assert [told["card"]["words"]["text"] for told in line.news] == [f"{one}" for one in range(12)]
            assert far.news == near.news
            evening.keeper.send("DELETE", f"/seats/{evening.ann.seat}/links")
            far.until(lambda one: one.ended)
            assert far.heard[-1].kind == "gone"
        wait_for(lambda: ann.get().status_code == 401, 12)
