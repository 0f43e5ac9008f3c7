"""The door: by which names one comes, how often one may knock, how long a link lasts."""

import time

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.links import DAY_SECONDS
from gardien.table.store import open_store
from gardien.table.tables import Tables
from gardien.web.doorbell import LIMITS, MOST_KNOWN, Doorbell
from gardien.web.hosts import answers_to, host_of
from web.client import refusal

OURS = frozenset({"gardien.example", "192.0.2.7"})


@pytest.mark.parametrize(
    ("header", "ours"),
    [
        ("localhost:8017", True),
        ("127.0.0.1", True),
        ("127.8.9.1:80", True),
        ("[::1]:8017", True),
        ("LOCALHOST.", True),
        ("gardien.example", True),
        ("Gardien.Example:443", True),
        ("192.0.2.7:8017", True),
        ("10.1.2.3:8017", True),  # the address that was called
        ("10.1.2.4:8017", False),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("gardien.example.evil.example", False),
        ("", False),
        ("[", False),
        ("x:y:z", False),
    ],
)
def test_only_its_own_names_are_answered(header, ours):
    assert answers_to(host_of(header), "10.1.2.3", OURS) is ours
    assert answers_to(host_of(header), "::ffff:10.1.2.3", OURS) is ours


def test_another_name_is_refused_with_a_sentence_wherever_it_leads(shared):
    """A site that lets its own name lead here gets nothing, not even a page."""
    for path in ("/api/v1/systems", "/", "/rejoindre", "/static/gardien.js", "/nowhere"):
        answer = shared.running.caller()._client.get(shared.running.url + path, headers={"Host": "evil.example"})
        refusal(answer, 421, "http/host")


def test_a_door_that_was_never_open_can_be_shut(evening):
    evening.keeper.done("door", open=False)
    assert evening.keeper.get("").json()["door"]["code"] is None


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def rings(doorbell, address, *, wrong):
    """How often one can ring before one is told to wait, and for how long."""
    for count in range(1000):
        try:
            doorbell.ring(address)
        except Refusal as refusal:
            return count, refusal.words["seconds"]
        if wrong:
            doorbell.turn_away(address)
    raise AssertionError


def test_so_many_tries_and_so_many_knocks():
    clock = Clock()
    doorbell = Doorbell(clock)
    assert rings(doorbell, "192.0.2.1", wrong=True) == LIMITS["try"]
    assert rings(doorbell, "192.0.2.2", wrong=False) == LIMITS["knock"], "others are not held up"
    clock.now += LIMITS["try"][1]
    doorbell.ring("192.0.2.1")
    with pytest.raises(Refusal):
        doorbell.ring("192.0.2.2")


def test_one_line_of_the_longer_kind_is_one_caller():
    doorbell = Doorbell(Clock())
    tries = [rings(doorbell, f"2001:db8::{number}", wrong=True)[0] for number in range(3)]
    assert tries == [LIMITS["try"][0], 0, 0]
    doorbell.ring("2001:db8:0:1::1")


def test_more_callers_than_can_be_remembered_cost_no_more():
    doorbell = Doorbell(Clock())
    for number in range(MOST_KNOWN):
        doorbell.ring(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(doorbell._rung) <= MOST_KNOWN + len(LIMITS)


def test_guessing_codes_is_slowed_down_on_both_ways_in(running):
    stranger = running.caller()
    answers = [stranger.post("//join", {"code": f"AAAA{n:02}", "name": "x"}) for n in range(LIMITS["try"][0] + 1)]
    assert [one.status_code for one in answers] == [403] * LIMITS["try"][0] + [429]
    error = refusal(answers[-1], 429, "http/slow_down")
    assert answers[-1].headers["retry-after"] in error["message"]
    page = stranger._client.post(running.url + "/rejoindre", data={"code": "AAAAAA", "name": "x"})
    assert page.status_code == 429
    assert stranger.post("//join", {"code": "AAAAAA", "name": "x"}).status_code == 429


def test_a_link_ends_where_the_settings_say_so(tmp_path, monkeypatch):
    store = open_store(tmp_path / "store.db")
    tables = Tables(store, link_days=2)
    campaign, link = tables.open(c.Open(system="yacdha"))
    house = tables.house_link()
    now = time.time()
    for days, open_still in ((0, True), (2, True), (3, False)):
        monkeypatch.setattr(time, "time", lambda days=days: now + days * DAY_SECONDS)
        for entering in (tables, Tables(store)):
            entering.forget_links(campaign)
            if open_still:
                assert entering.enter(link).campaign == campaign
            else:
                with pytest.raises(Refusal) as result:
                    entering.enter(link)
                assert result.value.id == "table/link_over"
    tables.enter(house)  # it ends with the next start, not before
    with pytest.raises(Refusal) as result:
        tables.enter(link.rpartition(".")[0] + ".99999")  # another day is another link
    assert result.value.id == "table/no_link"
    Tables(store).enter(Tables(store).new_link(campaign, "keeper"))  # nothing said: for ever
    store.close()


def test_no_error_says_where_the_tables_are_kept(shared, monkeypatch):
    """Neither on a page nor in an answer: the address of a database is the house's own business."""

    def away(*_: object) -> None:
        raise Refusal("store/unreachable", kind="broken", where="postgresql://secret.example/gardien", fault="away")

    tables = shared.running.house.tables
    tables.forget_links(shared.table)
    monkeypatch.setattr(tables, "enter", away)
    monkeypatch.setattr(tables, "knocking", away)
    caller = shared.running.caller(shared.ann.link)
    caller._client.cookies.set(f"seat_{shared.table}", shared.ann.link)
    code = {"code": "AAAAAA", "name": "x"}
    answers = [caller.get("//seat"), caller.post("//join", code)]
    answers += [caller._client.get(f"{shared.running.url}/t/{shared.table}{path}") for path in ("", "/combat", "/live")]
    answers.append(caller._client.post(f"{shared.running.url}/rejoindre", data=code))
    for answer in answers:
        assert answer.status_code == 503
        assert "secret.example" not in answer.text
