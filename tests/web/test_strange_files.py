"""Files as no table wrote them, under a sound checksum: refused in words, or every page of what they bring is drawn,
without what cannot be."""

import hashlib
import io
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.core.system import keys
from gardien.table import commands as c
from gardien.table.exchange import bring, check, export_table
from gardien.table.viewers import OWNER
from gardien.web.app import BASE
from web.fuzzing import Fuzzed, Sent

FILES = 10  # for each game
MOST_SEATS = 3
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**9, 2**53, 1.5, "", "x", "é" * 50, "../..", "<b>", [], {}, [1], ["x"], {"x": 1}, [[]],
    {"character": "x"}, "c0", "all", [None], {"a": {"b": {}}}, "house",
)  # fmt: skip
PAGES = ("", "/journal?kind=recap", "/combat", "/groupe", "/main", "/inviter", "/reglages", "/fiche/{somebody}")
Place = tuple[str | int, ...]


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    if place:
        yield place
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in pairs:
        yield from places(one, (*place, key))


def bent(body: Any, random: Random) -> Any:
    """An event with one value for another, or one less."""
    body = json.loads(json.dumps(body))
    *way, last = random.choice(list(places(body)))
    inner = body
    for key in way:
        inner = inner[key]
    if random.random() < 0.8:
        inner[last] = random.choice(ODD)
    else:
        del inner[last]
    return body


def bent_file(whole: bytes, random: Random) -> bytes:
    """The same table with an event that is bent, and a checksum that fits."""
    head, *records, _ = whole.splitlines(keepends=True)
    at = random.randrange(len(records))
    record = json.loads(records[at])
    line = {**record, "body": bent(record["body"], random)}
    records[at] = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    seal = hashlib.sha256(b"".join(records) + head).hexdigest()
    end = {"gardien": "end", "records": len(records), "sha256": seal}
    return head + b"".join(records) + json.dumps(end, separators=(",", ":")).encode() + b"\n"


@pytest.mark.parametrize("system", keys())
def test_a_file_that_is_bent_is_refused_or_drawn(system: str, tmp_path: Any) -> None:
    house, random = Fuzzed(system, 1, tmp_path), Random(system)
    somebody = next(iter(house.people))
    for procedure in [one.key for one in house.system.procedures() if one.dice][:8]:
        try:
            house.act(c.Do(procedure=procedure, character=somebody))
        except Refusal:
            continue
    tables = house.house.tables
    whole = b"".join(export_table(tables.store, house.table, OWNER))
    refused = taken = 0
    for _ in range(FILES):
        file = io.BytesIO(bent_file(whole, random))
        try:
            (brought,) = bring(tables.store, file, "bent", check(file, "bent"), copy=True)
        except Refusal as refusal:
            refused += bool(refusal.said())
            continue
        taken += 1
        look_at_all_of(house, brought.campaign, somebody)
    assert refused + taken == FILES
    assert refused


def look_at_all_of(house: Fuzzed, table: str, somebody: str) -> None:
    """Every page of a table that came from elsewhere, with the eyes of some of its seats."""
    house.table = table
    tables = house.house.tables
    for seat in list(tables.table(table).state.house["seats"])[:MOST_SEATS]:
        house.links["file"] = tables.new_link(table, seat)
        asked = [f"/t/{table}{page.format(somebody=somebody)}".partition("?") for page in PAGES]
        asked += [(f"{BASE}/tables/{table}{way}", "", "") for way in ("", "/log")]
        answers = house.answers([Sent("GET", path, query, b"", "page", "file") for path, _, query in asked])
        assert max(answers) < 500
    house.answers([Sent("GET", "/", "", b"", "page", "house")])
