"""Records that were damaged, written by a newer version, or by an older one."""

import os
import sqlite3
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table import events, projection
from gardien.table.exchange import bring, check, export_table
from gardien.table.secrets import TABLE, new_id
from gardien.table.shapes import trouble_with
from gardien.table.store.base import Damaged, Store
from gardien.table.tables import Tables
from gardien.table.viewers import OWNER
from table.evening import Evening, again
from table.random_play import Player

THOROUGH = bool(os.environ.get("GARDIEN_THOROUGH"))


def corrupt(where: str, campaign: str, version: int, body: bytes = b"\xff nonsense") -> None:
    """Change a record behind the store's back."""
    if where.startswith("postgresql"):
        with psycopg.connect(where) as server:
            server.execute(
                "UPDATE record SET body = %s WHERE campaign = %s AND version = %s", (body, campaign, version)
            )
        return
    file = sqlite3.connect(where)
    with file:
        file.execute("UPDATE record SET body = ? WHERE campaign = ? AND version = ?", (body, campaign, version))
    file.close()


def test_a_damaged_record_hides_nothing_else(store: Store, where: str) -> None:
    evening = Evening(store)
    evening.keep(c.Say(text="avant"))
    evening.check(evening.leo, face=6)
    broken = evening.state.version
    evening.check(evening.mia, face=6)
    evening.keep(c.Say(text="après"))
    corrupt(where, evening.campaign, broken)
    table = again(evening)
    assert table.state.version == evening.state.version
    assert table.state.damaged == (broken,)
    assert table.state.play["characters"][evening.leo]["sheet"]["trauma"] == 3, "what it changed is lost"
    assert table.state.play["characters"][evening.mia]["sheet"]["trauma"] == 2, "and nothing else is"
    log = table.log(table.viewer(evening.keeper), "fr")
    assert [shown["command"] for shown in log[:4]] == ["say", "do", "damaged", "say"]
    assert table.look(table.viewer(evening.keeper))["damaged"] == [broken]
    for seat in evening.others:
        seen = [shown["command"] for shown in table.log(table.viewer(seat), "fr")]
        assert "damaged" not in seen
        assert seen[:3] == ["say", "do", "say"]
        assert "damaged" not in table.look(table.viewer(seat))
    assert table.news_since(table.viewer(evening.keeper), broken - 1, "fr")[0]["card"]["command"] == "damaged"


def test_a_table_that_lost_something_is_read_and_not_played_until_somebody_settles_it(
    store: Store, where: str, opened: Callable[[str], Store], tmp_path: Path
) -> None:
    evening, other = Evening(store), Evening(store)
    evening.check(evening.leo, face=6)
    broken = evening.state.version
    evening.check(evening.mia, face=6)
    corrupt(where, evening.campaign, broken)
    table = again(evening)
    for command in (c.Say(text="on continue"), c.Undo(), c.Advance(minutes=1)):
        with pytest.raises(Refusal) as refused:
            table.act(evening.keeper, c.Envelope(action="on", command=command))
        assert (refused.value.id, refused.value.words["came"]) == ("table/damaged", [broken])
    assert again(other).act(other.keeper, c.Envelope(action="on", command=c.Say(text="nous jouons"))).card
    # Carried elsewhere, the gap is settled: play goes on, and the past around it can still be gone back to.
    elsewhere = opened(str(tmp_path / "elsewhere.db"))
    file = BytesIO(b"".join(export_table(store, evening.campaign, OWNER)))
    bring(elsewhere, file, "file", check(file, "file"))
    table = again(evening, elsewhere)
    assert (table.state.damaged, table.state.read_only) == ((broken,), False)
    table.act(evening.keeper, c.Envelope(action="on", command=c.Say(text="on continue")))
    table.act(evening.keeper, c.Envelope(action="back", command=c.Undo(to=str(broken - 1))))
    assert table.state.play["characters"][evening.mia]["sheet"]["trauma"] == 1


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_lost_the_rest_keeps_its_shape(quick: Store, tmp_path: Path, seed: int) -> None:
    """Of an evening each event is lost in turn: what it would have brought is missing, and every view can be drawn."""
    evening = Evening(quick, seed)
    evening.fight(evening.leo, evening.thug)
    Player(evening, seed).steps(25)
    records = quick.read(evening.campaign)
    for lost in records[1 :: 1 if THOROUGH else 3]:
        campaign = new_id(TABLE)
        quick.adopt({campaign: [Damaged(one.version) if one is lost else one for one in records]})
        table = Tables(quick).table(campaign)
        assert trouble_with(table.state) is None, lost.version
        for seat in table.state.house["seats"]:
            assert table.look(table.viewer(seat))["characters"] is not None
            assert table.log(table.viewer(seat), "fr") is not None


def test_a_snapshot_outlives_the_records_it_was_made_of(
    store: Store, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projection, "SNAPSHOT_EVERY", 3)
    evening = Evening(store)
    assert again(evening).state == evening.state  # and now there is one
    for version in range(1, evening.state.version):
        corrupt(where, evening.campaign, version)
    assert again(evening).state == evening.state


def test_a_damaged_snapshot_is_made_again(quick: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "SNAPSHOT_EVERY", 3)
    evening = Evening(quick)
    quick.put_snapshot(evening.campaign, evening.state.version, projection.SNAPSHOT, b"\xc1 nonsense")
    assert again(evening).state == evening.state


def append(evening: Evening, **changed: Any) -> None:
    """An event written by somebody else."""
    body = {"command": "say", "seat": "keeper", "at": 1, "digest": "", "asked": {"text": "demain"}, **changed}
    evening.store.append(evening.campaign, None, f"other:{changed}", [msgspec.json.encode(body)], 1)


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"command": 7}', b"null", b'{"format": "new"}', b"\xff"])
def test_a_record_that_is_no_event(quick: Store, body: bytes) -> None:
    evening = Evening(quick)
    quick.append(evening.campaign, None, "other", [body], 1)
    table = again(evening)
    assert table.state.damaged == (table.state.version,)
    assert table.look(table.viewer(evening.ann))["characters"]
    assert table.log(table.viewer(evening.keeper), "fr")[0]["command"] == "damaged"


def test_a_newer_event_is_kept_and_the_table_can_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "SNAPSHOT_EVERY", 1)
    evening = Evening(store)
    append(evening, format=events.FORMAT + 1, wonder={"not": "known"})
    append(evening, asked={"text": "après-demain"})
    for table in (again(evening), again(evening)):
        assert table.state.newer == events.FORMAT + 1
        assert table.look(table.viewer(evening.ann))["characters"]
        assert table.log(table.viewer(evening.ann), "fr")[0]["words"]["text"] == "après-demain"
        with pytest.raises(Refusal) as refused:
            table.act(evening.keeper, c.Envelope(action="x", command=c.Say(text="hé")))
        assert (refused.value.id, refused.value.kind) == ("table/newer", "refused")
    # Once this is the newer version itself, nothing stands in its way: no snapshot remembers the gap.
    with monkeypatch.context() as newer:
        newer.setattr(events, "FORMAT", events.FORMAT + 1)
        newer.setitem(events.LIFTS, 1, lambda body: body)
        table = again(evening)
        assert table.state.newer == 0
        assert not table.state.damaged
        assert table.state.holds(table.state.version - 1)
        table.act(evening.keeper, c.Envelope(action="x", command=c.Say(text="hé")))


def test_events_of_older_formats_are_lifted_step_by_step(quick: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(quick)
    evening.keep(c.Say(text="ancien"))
    before = evening.state

    def first(body: events.Body) -> events.Body:
        return {**body, "asked": {**body.get("asked", {}), "steps": [1]}}

    def second(body: events.Body) -> events.Body:
        return {**body, "asked": {**body["asked"], "steps": [*body["asked"]["steps"], 2]}}

    monkeypatch.setattr(events, "FORMAT", 3)
    monkeypatch.setitem(events.LIFTS, 1, first)
    monkeypatch.setitem(events.LIFTS, 2, second)
    table = again(evening)
    assert (table.state.damaged, table.state.newer) == ((), 0)
    assert table.state.hash() == before.hash()
    event = table.keeping.event(before.version)
    assert event is not None
    assert (event.asked["steps"], event.format) == ([1, 2], 3)


def test_other_campaigns_of_the_house_are_untouched(store: Store, where: str) -> None:
    one, other = Evening(store), Evening(store)
    for version in range(1, one.state.version + 1):
        corrupt(where, one.campaign, version)
    tables = Tables(store)
    assert tables.table(other.campaign).state == other.state
    assert set(tables.campaigns()) == {one.campaign, other.campaign}


def test_what_a_later_version_writes_says_so(quick: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(quick)
    with monkeypatch.context() as newer:
        newer.setattr(events, "FORMAT", 2)
        evening.keep(c.Say(text="demain"))
    assert again(evening).state.newer == 2
