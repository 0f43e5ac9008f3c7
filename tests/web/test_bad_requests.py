"""Bad messages: a refusal with a stable id and a sentence, whatever the bytes; the table stays as it was."""

import json
import os
import socket

import httpx2
import pytest

from gardien.core.terms import LANGUAGES
from gardien.table.commands import MESSAGE_BYTES
from gardien.web.app import BASE, WAYS
from web.client import LEO, Evening, Running, envelope, refusal, wait_for

JSON = {"Content-Type": "application/json"}
POSTS = [way for way in WAYS if way.body is not None]


def raw(running: Running, head: str, *pieces: bytes) -> bytes:
    """Bytes over a bare connection; what comes back until it is closed or silent."""
    with socket.create_connection(running.address, timeout=3) as line:
        line.sendall(head.replace("\n", "\r\n").encode("latin-1"))
        try:
            for piece in pieces:
                line.sendall(piece)
        except OSError:
            pass  # it hung up, and rightly
        result = b""
        try:
            while chunk := line.recv(65536):
                result += chunk
                if b"\r\n\r\n" in result and result.endswith(b"}"):
                    break
        except (TimeoutError, ConnectionResetError):
            pass
        return result


@pytest.mark.parametrize("way", POSTS, ids=lambda way: f"{way.method} {way.path}")
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b'"\xc3\x28"',
        b'{"action": "\xff", "code": "\xff"}',
        b"\x00",
        b"[" * 50_000,
        b'{"given":' * 7_000,
        b'{"action": 1, "system": 1, "code": 1, "seat": 1, "given": 1, "command":' + b"[" * 50_000,
        b'{"action": 1, "system": 1, "code": 1, "seat": 1, "given": 1, "command": oops',
        b"null",
        b"[]",
        b"7",
        b'"word"',
        b"1e999",
        b"9" * 5000,
        b'{"given": {"x": 1e999}}',
        b'{"given": {"x": ' + b"9" * 5000 + b"}}",
        b'{"given": {"value": 123456789012345678901234567890}}',
        b'{"given": {"\\u0000": "\\u0000"}}',
        b'{"given": {"x": "\\ud800"}}',
        b'{"given": {"x": NaN}}',
        b'{"given": {"x": ' + b"[" * 500 + b"]" * 500 + b"}}",
        b'{"given": {"x": ' + b'{"character":' * 300 + b"1" + b"}" * 300 + b"}}",
    ],
    ids=lambda body: repr(body[:30]),
)
def test_no_bytes_break_a_way(shared, way, body):
    system = "d20d100" if "{source}" in way.path else "yacdha"
    path = way.path.format(system=system, source="d100", procedure="gauge_check", table=shared.table)
    caller = shared.running.owner if way.who == ("house",) else shared.running.caller(shared.keeper.link)
    answer = caller.send("POST", path, content=body, headers=JSON)
    if answer.status_code == 200:
        assert way.path.endswith(("/characters", "/{source}")), answer.text  # everything may be left out there
    else:
        refusal(answer, answer.status_code, answer.json()["error"]["id"])
        assert 400 <= answer.status_code < 500, answer.text


@pytest.mark.parametrize("size", [MESSAGE_BYTES, MESSAGE_BYTES + 1, 1_000_000])
def test_a_long_message_is_refused_and_a_shorter_one_is_read(shared, size):
    def padded(length: int) -> bytes:
        text = json.dumps(envelope("say", text="bonjour")).encode()
        return text + b" " * (length - len(text))

    answer = shared.ann.send("POST", "/actions", content=padded(size), headers=JSON)
    refusal(answer, 413, "http/large")
    assert shared.ann.send("POST", "/actions", content=padded(MESSAGE_BYTES - 1), headers=JSON).status_code == 201


def test_a_long_message_without_its_length_is_refused_as_well(shared):
    def pieces():
        for _ in range(65):
            yield b" " * 1024

    refusal(shared.ann.send("POST", "/actions", content=pieces(), headers=JSON), 413, "http/large")
    whole = json.dumps(envelope("say", text="en morceaux")).encode()
    sent = shared.ann.send("POST", "/actions", content=iter([whole[:20], whole[20:]]), headers=JSON)
    assert sent.status_code == 201


def test_a_message_that_never_ends_is_cut_off(shared):
    head = (
        f"POST {BASE}/tables/{shared.table}/actions HTTP/1.1\nHost: [::1]\nAuthorization: Bearer {shared.ann.link}\n"
        "Content-Type: application/json\nTransfer-Encoding: chunked\n\n"
    )
    result = raw(shared.running, head, *([b"1000\r\n" + b" " * 0x1000 + b"\r\n"] * 40))
    assert b" 413 " in result.split(b"\r\n")[0]


def test_an_event_too_long_to_be_kept_is_refused(shared):
    """The words fit into a message, what they come to does not fit into the store."""
    crowd = {**LEO, "description": "é" * 5000}
    refusal(shared.keeper.act("add", sheet=crowd, count=20), 413, "store/large")


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "\xe9"])
def test_anything_but_json_is_refused(shared, kind):
    headers = {} if kind is None else {"Content-Type": kind.encode("latin-1")}
    body = json.dumps(envelope("say", text="x")).encode()
    refusal(shared.ann.send("POST", "/actions", content=body, headers=headers), 415, "http/kind")
    good = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert shared.ann.send("POST", "/actions", content=body, headers=good).status_code in (200, 201)


@pytest.mark.parametrize(
    ("message", "id", "field"),
    [
        ({"command": {"type": "say", "text": "x"}}, "field/missing", "action"),
        ({"action": "a"}, "field/missing", "command"),
        ({"action": "", "command": {"type": "say", "text": "x"}}, None, "action"),
        ({"action": "a" * 101, "command": {"type": "say", "text": "x"}}, None, "action"),
        ({"action": "a", "command": {"type": "say", "text": ""}}, None, "command.text"),
        ({"action": "a", "command": {"type": "say", "text": "x" * 5001}}, None, "command.text"),
        ({"action": "a", "command": {"type": "say", "text": "x", "loud": True}}, "field/unknown", "command.loud"),
        ({"action": "a", "command": {"type": "sing"}}, None, "command.type"),
        ({"action": "a", "command": {}}, None, "command.type"),
        ({"action": "a", "command": []}, None, "command"),
        ({"action": "a", "command": {"type": "say", "text": "x"}, "more": 1}, "field/unknown", "more"),
        ({"action": "a", "command": {"type": "turn", "by": 2}}, None, "command.by"),
        ({"action": "a", "command": {"type": "advance", "minutes": -1}}, None, "command.minutes"),
        ({"action": "a", "command": {"type": "advance", "minutes": 10**18}}, None, "command.minutes"),
        ({"action": "a", "command": {"type": "do", "procedure": "x", "dice": [-1]}}, None, "command.dice[0]"),
        ({"action": "a", "command": {"type": "say", "text": "x"}, "preview": "yes"}, "field/type", "preview"),
    ],
    ids=lambda one: str(one)[:60],
)
def test_a_fault_names_its_field(shared, message, id, field):
    answer = shared.keeper.post("/actions", message)
    error = refusal(answer, 422, id or answer.json()["error"]["id"])
    assert error["field"] == field, error


def test_several_faults_are_named_at_once(shared):
    error = shared.keeper.post("/actions", {"command": {"type": "say"}, "more": 1}).json()["error"]
    named = {error["field"], *(one["field"] for one in error.get("also", ()))}
    assert {"action", "more"} <= named


def test_strange_action_ids_break_no_store(anywhere):
    """Also when the command itself is refused, and the store is asked whether it was done before."""
    evening = Evening.small(anywhere)
    for action in ("a\0b", "a\nb", "\x7f", " ", "\u202e", "é" * 100, "😀" * 100):
        for command in ({"type": "remove", "character": "c0"}, {"type": "say", "text": "x"}):
            answer = evening.keeper.post("/actions", {"action": action, "command": command})
            assert answer.status_code in (201, 404, 409, 422), answer.text


def test_strange_words_are_kept_and_given_back_as_they_are(anywhere):
    evening = Evening.small(anywhere)
    with evening.keeper.listen() as heard:
        for text in ("\0", "a\0b", "\x01\x1b[31m", "\u2028", "👩‍👩‍👧", "ﷺ" * 1000, '"\\</script>'):
            acted = evening.keeper.done("say", text=text)
            heard.seen(acted["version"])
            assert heard.news[-1]["card"]["words"]["text"] == text
            assert evening.keeper.log()[0]["words"]["text"] == text
            note = evening.keeper.made("note", "note", title=text[:100], text=text)
            assert evening.keeper.get().json()["notes"][note]["text"] == text


HUGE = [2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30, -(2**63), -(2**63) - 1, 1e308, 0.1]


@pytest.mark.parametrize("number", HUGE)
def test_huge_numbers_break_nothing(shared, number):
    given = {"gauge": "trauma", "value": number}
    for said in (
        {"type": "remark", "character": shared.leo, "marks": {"n": number}},
        {"type": "override", "path": f"characters/{shared.leo}/sheet/trauma", "value": number, "reason": "r"},
        {"type": "override", "path": "clock", "value": number, "reason": "r"},
        {"type": "do", "procedure": "gauge_check", "character": shared.leo, "given": given},
        {"type": "note", "title": "t", "text": "x", "id": "n0"},
    ):
        answer = shared.keeper.post("/actions", {"action": f"{said['type']}{number}{len(said)}", "command": said})
        assert answer.status_code < 500, answer.text
    assert shared.keeper.post("/odds", {"procedure": "gauge_check", "given": given}).status_code == 422
    for caller in (shared.keeper, *shared.others.values()):
        assert caller.get().status_code == 200
        assert caller.get("/log").status_code == 200


# ---- languages ----


def test_refusals_speak_french_unless_asked_otherwise(shared):
    stranger = shared.running.caller()

    def said(**how) -> str:
        return refusal(stranger.get("/seat", **how), 401, "table/no_link")["message"]

    french, english = said(), said(params={"lang": "en"})
    assert french.startswith("Ce lien")
    assert english.startswith("This link")
    for header, expected in {
        "en-GB,en;q=0.9": english,
        "de,en;q=0.5": english,
        "fr-CA": french,
        "de": french,
        "*": french,
        "": french,
        ",;=" * 50: french,
    }.items():
        assert said(headers={"Accept-Language": header}) == expected, header
    assert said(params={"lang": "fr"}, headers={"Accept-Language": "en"}) == french
    assert said(params={"lang": "xx"}, headers={"Accept-Language": "en"}) == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_addresses_and_methods_that_are_not_there(shared, language):
    how = {"params": {"lang": language}}
    for path in ("/nothing", "/tables/x/y/z", "/systems/", "/seat/", "/"):
        refusal(shared.running.caller().send("GET", path, **how), 404, "http/path")
    answer = shared.running.caller().send("PUT", "/systems", **how)
    refusal(answer, 405, "http/method")
    assert "GET" in answer.headers["allow"]
    refusal(shared.running.caller().send("OPTIONS", "/tables", **how), 405, "http/method")
    refusal(httpx2.get(shared.running.url + "/elsewhere", **how), 404, "http/path")


@pytest.mark.parametrize("way", [way for way in WAYS if way.method == "GET"], ids=lambda way: way.path)
def test_head_asks_as_get_does_and_ends(shared, way):
    seat = shared.ann if "player" in way.who else shared.keeper
    caller = shared.running.owner if way.who == ("house",) else shared.running.caller(seat.link)
    path = way.path.format(system="yacdha", table=shared.table, event="x", pack="x", character="x")
    answer = caller.send("HEAD", path)
    assert answer.content == b""
    refused = {"seals": 404, "packs": 422, "characters": 404, "proposals": 409}  # nothing of that name, nobody fights
    assert answer.status_code == next((status for part, status in refused.items() if f"/{part}" in path), 200)
    wait_for(lambda: not shared.running.house.streams, 2)


def test_somebody_who_hangs_up_in_the_middle_disturbs_nobody(shared, caplog):
    head = (
        f"POST {BASE}/tables/{shared.table}/actions HTTP/1.1\nHost: [::1]\nAuthorization: Bearer {shared.ann.link}\n"
        "Content-Type: application/json\nContent-Length: 1000\n\n"
    )
    for _ in range(5):
        with socket.create_connection(shared.running.address) as line:
            line.sendall(head.replace("\n", "\r\n").encode() + b'{"action":')
    assert shared.ann.act("say", text="encore là").status_code == 201
    assert [record for record in caplog.records if record.name == "gardien.web"] == []


@pytest.mark.parametrize(
    "head",
    [
        "GET /api/v1/systems HTTP/9.9\n\n",
        "nonsense\n\n",
        "GET /api/v1/log\x00 HTTP/1.1\nHost: [::1]\n\n",
        "POST /api/v1/join HTTP/1.1\nHost: [::1]\nContent-Length: x\n\n",
        "POST /api/v1/join HTTP/1.1\nHost: [::1]\nContent-Length: -1\n\n",
        "POST /api/v1/join HTTP/1.1\nHost: [::1]\nContent-Type: application/json\nContent-Length: 9999999999999999\n\n",
        "GET /api/v1/systems?lang=%ff%00 HTTP/1.1\nHost: [::1]\n\n",
        "GET /api/v1/seat HTTP/1.1\nHost: [::1]\nCookie: gardien=\xff; ;;=;\n\n",
        "GET /api/v1/seat HTTP/1.1\nHost: [::1]\nAuthorization: Bearer \xe9\xff\n\n",
        "GET /api/v1/tables/%2e%2e/%00/log HTTP/1.1\nHost: [::1]\n\n",
    ],
    ids=lambda head: head[:40].split("\n")[0],
)
def test_broken_requests_are_answered_or_hung_up_on(shared, head):
    result = raw(shared.running, head)
    assert b" 500 " not in result.split(b"\r\n")[0], result
    assert shared.ann.get().status_code == 200


def test_random_bytes_break_nothing(shared):
    for _ in range(50):
        raw_bytes = os.urandom(200)
        with socket.create_connection(shared.running.address, timeout=3) as line:
            line.sendall(raw_bytes + b"\r\n\r\n")
    assert shared.ann.get().status_code == 200
