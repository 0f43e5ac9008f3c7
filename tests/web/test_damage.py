"""Damaged and bad tables over HTTP: what can be read is shown, what is missing is named, others play on."""

import json
import sqlite3
from html import unescape

import pytest

from gardien.table.store import open_store
from table.test_exchange import event, opening, record, sealed
from web.client import Evening, Running
from web.test_home import Device


@pytest.fixture
def broken(tmp_path):
    """A server with two tables, of one of which an event was spoilt while it was away: server, hurt, other, version."""
    path = tmp_path / "store.db"
    store = open_store(path)
    with Running(store) as running:
        hurt, other = Evening(running, "Abîmée"), Evening(running, "Entière")
        hurt.ann.done("do", procedure="gauge_check", character=hurt.leo, given={"gauge": "trauma"})
        link = running.link
    version = store.head(hurt.table)
    store.close()
    body = bytearray(path.read_bytes())
    at = bytes(body).rindex(b'"gauge":"trauma"')
    body[at + 3] ^= 4
    path.write_bytes(body)
    store = open_store(path)
    with Running(store, link=link) as running:
        for evening in (hurt, other):
            for caller in (evening.keeper, evening.ann):
                caller.running = running
        yield running, hurt, other, version
    store.close()


def test_one_flipped_bit_is_named_on_the_game_masters_page_and_stops_nobody_else(broken):
    running, hurt, other, version = broken
    page = Device(running, hurt.keeper.link).get(f"/t/{hurt.table}")
    assert page.status_code == 200
    assert f"Des entrées de cette table sont perdues ({version})" in unescape(page.text)
    assert "Entrée illisible" in page.text
    assert Device(running, hurt.ann.link).get(f"/t/{hurt.table}").status_code == 200
    assert "perdues" not in Device(running, hurt.ann.link).get(f"/t/{hurt.table}").text
    keeper = running.caller(hurt.keeper.link).at(hurt.table)
    assert keeper.get("").json()["damaged"] == [version]
    refused = keeper.act("say", text="on continue")
    assert (refused.status_code, refused.json()["error"]["id"]) == (409, "table/damaged")
    assert running.caller(other.keeper.link).at(other.table).act("say", text="on continue").status_code < 300
    home = unescape(Device(running, running.link).get("/").text).replace("\u00a0", " ")
    assert "Abîmée" in home
    assert "entrées perdues : 1" in home


def test_a_table_that_lost_its_opening_is_listed_with_the_reason(running):
    lost, other = Evening.small(running), Evening(running, "Entière")
    with sqlite3.connect(running.store._path) as file:
        file.execute("UPDATE record SET body = x'78' WHERE campaign = ? AND version = 1", (lost.table,))
    running.house.tables._tables.clear()
    home = Device(running, running.link).get("/")
    assert home.status_code == 200
    assert "La première entrée de cette table est perdue" in unescape(home.text)
    assert "Entière" in home.text
    for path in (f"/t/{lost.table}", f"/api/v1/tables/{lost.table}"):
        assert running.caller(lost.keeper.link).get("").status_code < 500
        assert Device(running, lost.keeper.link).get(path).status_code < 500
    assert other.keeper.get("").status_code == 200


MALFORMED = {
    "people that are a list": ["play/characters", [1]],
    "seats that are a list": ["house/seats", ["keeper"]],
    "a fight that is a word": ["play/fight", "x"],
    "another game": ["play/system", "nothing"],
    "no game": ["play/system", None],
    "a title that is a number": ["play/title", 7],
}


@pytest.mark.parametrize(("path", "value"), MALFORMED.values(), ids=MALFORMED)
def test_a_bad_table_that_came_in_long_ago_hides_no_other(running, path, value):
    Evening(running, "Entière")
    bodies = [opening(play_title="Mauvaise"), event("override", effects=[[path.split("/"), value]])]
    for place, body in enumerate(bodies):
        running.store.append("t0000000bad", place, f"a{place}", [json.dumps(body).encode()], 1)
    home = Device(running, running.link).get("/")
    assert home.status_code == 200
    assert "Entière" in home.text
    assert "t0000000bad" in home.text or "Mauvaise" in home.text or "7" in home.text


def test_a_file_called_house_gives_nobody_the_house(running):
    seats = {"keeper": {"role": "keeper", "name": ""}, "house": {"role": "player", "name": "Mallory"}}
    file = sealed({"campaign": "house"}, [record(1, opening(house_seats=seats))])
    owner = Device(running, running.link)
    owner.client.post("/importer", files={"file": ("table.jsonl", file)})
    (campaign,) = running.store.campaigns()
    assert campaign != "house"
    for seat in seats:
        guest = Device(running, running.house.tables.new_link(campaign, seat))
        assert "Nouvelle table" not in guest.get("/").text
        assert guest.send("/tables", system="yacdha", title="x", action="a").status_code == 403
    assert "Nouvelle table" in owner.get("/").text


def test_a_bad_file_is_refused_on_the_page_with_line_and_reason(running):
    bad = event("override", effects=[[["play", "clock"], "noon"]])
    file = sealed({}, [record(1, opening()), record(2, bad)])
    owner = Device(running, running.link)
    page = owner.client.post("/importer", files={"file": ("table.jsonl", file)})
    assert page.status_code == 422
    said = unescape(page.text).replace("\u00a0", " ")
    assert "La ligne 3 ne peut venir d’aucune table : play.clock." in said
    assert "noon" in said
    assert running.store.campaigns() == {}
