"""Safety: who can reach the server and whom it reaches, what other sites can do, what a bad disk does."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

from gardien.core.terms import LANGUAGES
from gardien.table.store import FILE, open_store
from gardien.web.app import BASE, WAYS
from table.conftest import server  # noqa: F401
from table.store.conftest import mount, tiny_disk  # noqa: F401
from web.client import HERE, Evening, Running, envelope, refusal, wait_for

GARDIEN = [str(Path(sys.executable).parent / "gardien")]
LISTENING = "0A"
WATCH = """
import os, sys

def hook(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname"):
        with open(os.environ["WATCHED"], "a") as file:
            print(event, arguments[1:] if event != "socket.getaddrinfo" else arguments, file=file)

sys.addaudithook(hook)
"""


class Served:
    """`gardien serve` as a process of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [*GARDIEN, "serve", "--json", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
            start_new_session=True,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read() if self.process.stderr else ""
        self.said = json.loads(line)
        self.port = int(self.said["address"].rstrip("/").rpartition(":")[2])
        self.client = httpx2.Client(
            base_url=f"http://{HERE}:{self.port}{BASE}",
            headers={"Authorization": f"Bearer {self.said['token']}"},
            verify=False,
        )

    def stop(self, how: int = signal.SIGTERM) -> tuple[int, str]:
        os.killpg(self.process.pid, how)
        out, err = self.process.communicate(timeout=15)
        return self.process.returncode, out + err


@pytest.fixture
def serving() -> Iterator[Callable[..., Served]]:
    """Start servers that are stopped after the test."""
    started: list[Served] = []

    def start(*arguments: str, **environment: str) -> Served:
        started.append(Served(*arguments, **environment))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.stop(signal.SIGKILL)


def sockets(process: int) -> list[tuple[str, str, str]]:
    """The TCP sockets of a process: local and remote address and state, as the kernel lists them."""
    own = set()
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            own.add(os.readlink(file).removeprefix("socket:[").removesuffix("]"))
    result = []
    for kind in ("tcp", "tcp6"):
        for line in Path(f"/proc/{process}/net/{kind}").read_text().splitlines()[1:]:
            words = line.split()
            if words[9] in own:
                result.append((words[1], words[2], words[3]))
    return result


def listening(served: Served) -> list[str]:
    return [local for local, _, state in sockets(served.process.pid) if state == LISTENING]


def test_it_listens_on_this_machine_alone_unless_told_otherwise(serving, tmp_path):
    here = serving("--port", "0", "--data", str(tmp_path / "a"))
    assert here.said["address"] == f"http://127.0.0.1:{here.port}/"
    assert listening(here) == [f"0100007F:{here.port:04X}"]
    told = serving("--port", "0", "--host", "0.0.0.0", "--data", str(tmp_path / "b"))
    assert listening(told) == [f"00000000:{told.port:04X}"]


def evening_over(client: httpx2.Client) -> None:
    """A little of everything."""
    table = client.post("/tables", json={"system": "yacdha"}).json()
    keeper = {"Authorization": f"Bearer {table['link']}"}
    home = f"/tables/{table['table']}"
    for said in (
        envelope("add", being="npc/street_thug"),
        envelope("seat", role="player"),
        envelope("say", text="http://example.org/ <img src=//example.org/x>"),
        envelope("door"),
    ):
        assert client.post(f"{home}/actions", json=said, headers=keeper).status_code == 201
    for path in (home, f"{home}/log", "/openapi.json", "/systems/yacdha/rules"):
        assert client.get(path, headers=keeper).status_code == 200
    given = {"given": {"gauge": "trauma", "value": 3}}
    for way in ("do", "odds"):
        assert client.post(f"/systems/yacdha/procedures/gauge_check/{way}", json=given).status_code == 200
    with client.stream("GET", f"{home}/live", headers=keeper) as live:
        assert b"hello" in next(live.iter_bytes())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_it_asks_nobody_anything(serving, tmp_path, request, kind):
    """Nor does its process for computations; its own database is reached through a socket file."""
    (tmp_path / "watch").mkdir()
    (tmp_path / "watch" / "sitecustomize.py").write_text(WATCH)
    watched = tmp_path / "watched"
    watched.touch()
    path = os.pathsep.join([str(tmp_path / "watch"), *filter(None, [os.environ.get("PYTHONPATH")])])
    place = ("--data", str(tmp_path / "data"))
    if kind == "postgres":
        place = ("--database", request.getfixturevalue("server").database())
    served = serving("--port", "0", *place, PYTHONPATH=path, WATCHED=str(watched))
    evening_over(served.client)
    ours = f":{served.port:04X}"
    assert [one for one in sockets(served.process.pid) if not one[0].endswith(ours)] == []
    assert served.stop()[0] == 0
    called = [line for line in watched.read_text().splitlines() if "('/" not in line]
    assert called == []


def test_the_watch_would_see_a_call(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(WATCH)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "WATCHED": str(tmp_path / "watched")}
    code = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('192.0.2.1', 9))"
    subprocess.run([sys.executable, "-c", code], env=environment, check=False)
    assert "192.0.2.1" in (tmp_path / "watched").read_text()


# ---- starting and stopping ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_in_use_is_told_in_a_sentence(tmp_path, language):
    with socket.create_server((HERE, 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = subprocess.run(
            [*GARDIEN, "serve", "--port", port, "--data", str(tmp_path / "data")],
            capture_output=True,
            text=True,
            env={**os.environ, "GARDIEN_LANG": language},
            timeout=30,
        )
    assert ran.returncode == 2
    assert port in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "Traceback" not in ran.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_quietly_with_everybody_still_there(serving, tmp_path, how):
    """Ctrl-C reaches every process of the group, the one for computations as well."""
    served = serving("--port", "0", "--data", str(tmp_path))
    table = served.client.post("/tables", json={"system": "yacdha"}).json()
    given = {"given": {"gauge": "trauma", "value": 3}}
    assert served.client.post("/systems/yacdha/procedures/gauge_check/odds", json=given).status_code == 200
    live = socket.create_connection((HERE, served.port))
    head = [
        f"GET {BASE}/tables/{table['table']}/live HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {table['link']}",
    ]
    live.sendall("\r\n".join([*head, "", ""]).encode())
    live.settimeout(5)
    assert live.recv(4096).startswith(b"HTTP/1.1 200")
    began = time.monotonic()
    status, said = served.stop(how)
    assert time.monotonic() - began < 4
    assert (status, said) == (0, "")
    live.close()


def test_what_was_acknowledged_is_there_after_a_kill(serving, tmp_path):
    served = serving("--port", "0", "--data", str(tmp_path))
    table = served.client.post("/tables", json={"system": "yacdha"}).json()
    keeper = {"Authorization": f"Bearer {table['link']}"}
    for number in range(20):
        said = envelope("say", text=f"mot {number}")
        assert served.client.post(f"/tables/{table['table']}/actions", json=said, headers=keeper).status_code == 201
    served.stop(signal.SIGKILL)
    again = serving("--port", "0", "--data", str(tmp_path))
    cards = again.client.get(f"/tables/{table['table']}/log", headers=keeper).json()["cards"]
    assert [card["words"]["text"] for card in cards[:20]] == [f"mot {number}" for number in reversed(range(20))]
    repeated = again.client.post(f"/tables/{table['table']}/actions", json=said, headers=keeper)
    assert repeated.json()["repeated"] is True


def test_the_link_of_the_house_ends_with_the_next_start_unless_it_is_kept(serving, tmp_path):
    served = serving("--port", "0", "--data", str(tmp_path))
    old = served.said["token"]
    served.stop()
    kept = serving("--port", "0", "--keep-link", "--data", str(tmp_path))
    assert kept.client.get("/tables", headers={"Authorization": f"Bearer {old}"}).status_code == 200
    kept.stop()
    fresh = serving("--port", "0", "--data", str(tmp_path))
    assert fresh.client.get("/tables", headers={"Authorization": f"Bearer {old}"}).status_code == 401
    assert fresh.client.get("/tables").status_code == 200


def test_the_names_are_said_at_the_start(serving, tmp_path):
    served = serving("--port", "0", "--public", "table.example, jeu.example", "--data", str(tmp_path))
    for name, status in {"table.example": 200, "jeu.example:443": 200, "evil.example": 421}.items():
        assert served.client.get("/systems", headers={"Host": name}).status_code == status


# ---- other sites ----

WRITING = [way for way in WAYS if way.method != "GET"]


@pytest.mark.parametrize("way", WRITING, ids=lambda way: f"{way.method} {way.path}")
@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "nonsense"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
    ],
    ids=str,
)
def test_another_site_cannot_act_in_somebodys_name(shared, way, headers):
    names = {"system": "yacdha", "procedure": "gauge_check", "source": "d100"}
    path = way.path.format(**names, table=shared.table, seat=shared.bob.seat)
    cookie = {"Cookie": f"gardien={shared.keeper.link}"}
    answer = shared.running.caller().send(way.method, path, headers={**headers, **cookie}, json={})
    refusal(answer, 403, "http/elsewhere")


def test_ones_own_page_and_programs_may_act(shared):
    for headers in (
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": shared.running.url},
        {"Origin": shared.running.url, "Sec-Fetch-Site": "same-origin"},
        {},
    ):
        sent = shared.ann.send("POST", "/actions", json=envelope("say", text="moi"), headers=headers)
        assert sent.status_code == 201, headers


def test_no_answer_is_kept_or_guessed_at(shared):
    answers = [
        shared.ann.get(),
        shared.ann.get("/log"),
        shared.ann.get("//nothing"),
        shared.ann.send("PUT", "//systems"),
        shared.running.caller().get("/seat"),
        shared.running.caller().get("/openapi.json"),
        shared.running.caller().get("/systems"),
        shared.ann.act("say", text=""),
        shared.ann.act("say", text="x"),
        shared.ann.send("HEAD", "/live"),
        httpx2.get(shared.running.url + "/nothing"),
    ]
    for answer in answers:
        assert answer.headers["cache-control"] == "no-store", answer.url
        assert answer.headers["x-content-type-options"] == "nosniff", answer.url
        assert "server" not in answer.headers
        assert not [name for name in answer.headers if name.startswith("access-control")]


# ---- disks ----


def test_a_full_disk_refuses_and_the_table_stays_readable(tiny_disk):  # noqa: F811
    folder = tiny_disk("2m")
    store = open_store(folder)
    with Running(store) as running:
        evening = Evening(running)
        with evening.bob.listen() as heard:
            answers: list[Any] = []
            while len(answers) < 2000:
                answers.append(evening.keeper.act("say", text="é" * 5000))
                if answers[-1].status_code != 201:
                    break
            error = refusal(answers[-1], 507, "store/full")
            assert str(folder) not in answers[-1].text
            assert "Rien n’a été écrit" in error["message"]
            head = store.head(evening.table)
            for caller in (evening.keeper, *evening.others.values()):
                assert caller.get().status_code == 200
                assert caller.get("/log").status_code == 200
                with caller.listen() as line:
                    assert line.status == 200
            refusal(evening.keeper.post("/links", {"seat": evening.ann.seat}), 507, "store/full")
            heard.until(lambda one: len(one.news) == len(answers) - 1)
            mount("-o", "remount,size=8m", folder)
            version = evening.ann.done("say", text="de la place")["version"]
            heard.seen(version)
            assert store.head(evening.table) == head + 1
    store.close()


def test_a_database_for_reading_only_refuses_and_the_table_stays_readable(server):  # noqa: F811
    with server.another() as url:
        store = open_store(url)
        with Running(store, several=True) as running:
            evening = Evening(running)
            links = {one.seat: one.link for one in (evening.keeper, evening.ann)}
            house = running.link
        store.close()
        server.execute("ALTER DATABASE another SET default_transaction_read_only = on")
        store = open_store(url)
        with Running(store, several=True, link=house) as running:
            for link in links.values():
                caller = running.caller(link).at(evening.table)
                assert caller.get().status_code == 200
                assert caller.get("/log").status_code == 200
                refusal(caller.act("say", text="x"), 507, "store/read_only")
            refusal(running.owner.post("/tables", {"system": "yacdha"}), 507, "store/read_only")
            assert running.owner.get("/tables").status_code == 200
        store.close()


def test_a_folder_for_reading_only_is_told_in_a_sentence(tmp_path):
    folder = tmp_path / "data"
    open_store(folder).close()
    if os.getuid() == 0:  # root may write anywhere but on a disk mounted for reading
        mount("--bind", folder, folder)
        mount("-o", "remount,bind,ro", folder)
    else:
        folder.chmod(0o555)
    try:
        ran = subprocess.run(
            [*GARDIEN, "serve", "--port", "0", "--data", str(folder)], capture_output=True, text=True, timeout=30
        )
    finally:
        if os.getuid() == 0:
            subprocess.run(["umount", folder], check=True)
        else:
            folder.chmod(0o755)
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1


def test_one_bad_table_hides_no_other(tmp_path):
    """A record is spoilt behind the server's back: the table is read without it, the others play on."""
    store = open_store(tmp_path)
    with Running(store) as running:
        bad, good = Evening(running), Evening(running)
        for evening in (bad, good):
            evening.keeper.done("say", text="avant")
            evening.keeper.done("say", text="après")
        head = store.head(bad.table)
        link = running.link
    store.close()
    with sqlite3.connect(tmp_path / FILE) as file:
        spoilt = file.execute(
            "UPDATE record SET body = x'78' WHERE version = ? AND campaign = ?", (head - 1, bad.table)
        ).rowcount
    assert spoilt == 1
    store = open_store(tmp_path)
    with Running(store, link=link) as running:
        assert {one["id"] for one in running.owner.get("/tables").json()["tables"]} == {bad.table, good.table}
        keeper = running.caller(bad.keeper.link).at(bad.table)
        assert [card["command"] for card in keeper.log()[:2]] == ["say", "damaged"]
        assert keeper.get().json()["damaged"] == [head - 1]
        ann = running.caller(bad.ann.link).at(bad.table)
        assert [card["words"]["text"] for card in ann.log() if card["command"] == "say"] == ["après"]
        assert ann.act("say", text="encore").json()["error"]["id"] == "table/damaged"
        fine = running.caller(good.ann.link).at(good.table)
        assert fine.act("say", text="encore").status_code == 201
        assert [card["words"]["text"] for card in fine.log() if card["command"] == "say"] == [
            "encore",
            "après",
            "avant",
        ]
    store.close()


def test_a_database_that_goes_away_comes_back(server):  # noqa: F811
    """Reading waits for nothing but the table in memory; acting is refused until the database answers again."""
    store = open_store(server.database())
    with Running(store, several=True) as running:
        evening = Evening(running)
        evening.ann.get()
        server.kill()
        try:
            message = envelope("say", text="perdu ?")
            answer = evening.ann.post("/actions", message)
            assert answer.status_code == 503, answer.text
            assert answer.json()["error"]["id"] in ("store/unreachable", "store/busy")
            assert answer.headers["retry-after"] == "1"
            assert evening.ann.get().status_code == 200
        finally:
            server.start()
        again = wait_for(lambda: (one := evening.ann.post("/actions", message)).status_code < 300 and one, 20)
        assert again.json()["card"]["words"]["text"] == "perdu ?"
        said = [card for card in evening.bob.log() if card["command"] == "say"]
        assert len(said) == 1
    store.close()
