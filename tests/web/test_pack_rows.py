"""A row of one's own made in the page: begun from another, weighed while it is written, used, undone, carried."""

import io
import re
from html.parser import HTMLParser

import msgspec
import pytest

from gardien.core.system import find
from gardien.table.exchange import bring, check, export_table
from gardien.table.store import open_store
from gardien.table.tables import Tables
from gardien.web.pages.pack_rows import RowWriter
from web.client import Running
from web.test_home import Device

# game -> what is begun from, what is changed: a creature, and a weapon
MADE = {
    "yacdha": (("creature", "reanimated_corpse", {"boxes": "9"}), ("weapon", "knife", {"trauma_max": "5"})),
    "operators": (("creature", "bear", {"FOR": "25"}), ("weapon", "club", {"damage": "1D8+1"})),
    "d20d100": (("creature", "shoggoth", {"pv": "70"}), ("weapon", "petit_couteau", {"damage": "1d4"})),
    "cthulhud20": (("creature", "thug", {"ca": "13"}), ("weapon", "brass_knuckles", {"lethality": "3"})),
    "organique": (("creature", "guard_dog", {"SNG": "4"}), ("weapon", "machete", {"bs": "4"})),
}


class Form(HTMLParser):
    """What the form of a row would send if nobody touched it."""

    def __init__(self, text):
        super().__init__()
        self.items, self._at, self._select, self._area = [], False, None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        got = dict(attributes)
        if tag == "form":
            self._at = got.get("id") == "row"
        if not self._at or ("name" not in got and tag not in ("option",)):
            return
        if tag == "input" and (got.get("type") not in ("checkbox", "radio") or "checked" in got):
            self.items.append((got["name"], got.get("value", "")))
        elif tag == "select":
            self._select = [got["name"], None]
        elif tag == "option" and self._select:
            if "selected" in got or self._select[1] is None:
                self._select[1] = got.get("value", "")
        elif tag == "textarea":
            self._area = [got["name"], ""]

    def handle_data(self, data):
        if self._area:
            self._area[1] += data

    def handle_endtag(self, tag):
        if tag == "select" and self._select:
            self.items.append((self._select[0], self._select[1] or ""))
            self._select = None
        elif tag == "textarea" and self._area:
            self.items.append(tuple(self._area))
            self._area = None


def changed(items, **fields):
    """The same form with some fields written anew."""
    left = [(name, value) for name, value in items if name not in fields]
    return [*left, *fields.items()]


def sent(device, path, items):
    data = {}
    for name, value in items:
        data.setdefault(name, []).append(value)
    return device.client.post(path, data=data)


@pytest.mark.parametrize("game", MADE)
def test_a_creature_and_a_weapon_are_made_used_undone_and_carried(game, running: Running, tmp_path):
    opened = running.owner.post("/tables", {"system": game, "title": "Nuit"}).json()
    device, caller = Device(running, opened["link"]), running.caller(opened["link"]).at(opened["table"])
    device.client.timeout = 30  # the first question of a process loads a whole game
    table = f"/t/{opened['table']}"
    hero = caller.made("character", "add", draw={})
    for kind, like, fields in MADE[game]:
        page = device.get(f"{table}/paquets/ligne", params={"table": kind, "comme": like})
        assert page.status_code == 200
        items = changed(Form(page.text).items, **{f"sheet.{name}": value for name, value in fields.items()})
        items = changed(items, **{"sheet.fr": f"Chose {kind}", "pack": "Nos choses"})
        effect = sent(device, f"{table}/paquets/ligne/effet", items)
        assert effect.status_code == 200, effect.text
        assert "refusal" not in effect.text, effect.text
        if kind == "creature":
            assert "Chose creature" in effect.text, "as a card"
            assert "Un seul, contre" in effect.text, "and weighed against those of the table"
        bad = sent(device, f"{table}/paquets/ligne", changed(items, **{"sheet.fr": "<b>"}, way="keep"))
        assert bad.status_code == 422
        kept = sent(device, f"{table}/paquets/ligne", changed(items, way="keep"))
        assert "Nos choses" in kept.text, kept.text[:2000]
    (pack,) = caller.get().json()["packs"]
    assert pack["rows"] == {"creature": 1, "weapon": 1}
    content = caller.get(f"/packs/{pack['id']}").json()
    for kind, like, fields in MADE[game]:
        (row,) = content[kind]
        assert row["key"] == f"chose_{kind}"
        assert {name: str(row[name]).removesuffix(".0") for name in fields} == fields, row
        printed = device.get(f"{table}/paquets/ligne", params={"table": kind, "comme": like})
        assert printed.status_code == 200
    beast = caller.made("character", "add", being="creature/chose_creature")
    assert "Chose creature" in device.get(f"{table}/atelier").text
    assert "Chose creature" in device.get(f"{table}/fiche/{beast}").text
    assert device.get(f"{table}/fiche/{beast}.pdf").content.startswith(b"%PDF")
    caller.done("fight", fighters=[{"character": hero}, {"character": beast}])
    caller.done("end_fight")
    store = running.house.tables.store
    viewer = running.house.tables.table(opened["table"]).viewer("keeper")
    lines = [one if isinstance(one, bytes) else one.encode() for one in export_table(store, opened["table"], viewer)]
    for _ in range(5):
        caller.done("undo")
    assert [one["rows"] for one in caller.get().json()["packs"]] in ([], [{"creature": 1}])
    elsewhere = open_store(str(tmp_path / "elsewhere"))
    file = io.BytesIO(b"".join(lines))
    (brought,) = bring(elsewhere, file, "nuit.jsonl", check(file, "nuit.jsonl"))
    there = Tables(elsewhere).table(brought.campaign)
    assert there.look(there.viewer("keeper"))["packs"] == [pack]
    elsewhere.close()


@pytest.mark.parametrize("game", MADE)
def test_every_kind_of_row_of_every_game_has_a_form_that_gives_the_row_back(game, running: Running):
    """Kept under another key, a row is the row it was begun from."""
    opened = running.owner.post("/tables", {"system": game, "title": "Nuit"}).json()
    device, system = Device(running, opened["link"]), find(game)
    address = f"/t/{opened['table']}/paquets/ligne"
    tables = re.findall(r'href="\?table=(\w+)"', device.get(address).text)
    assert len(tables) > 10
    for table in tables:
        key = system.shelf.keys(system.shelf.file_of[table], table)[-1]
        page = device.get(address, params={"table": table, "comme": key})
        assert page.status_code == 200, table
        source = msgspec.json.decode(msgspec.json.encode(system.shelf.row(system.shelf.file_of[table], table, key)))
        source.pop("printed", None)
        writer = RowWriter(system, system.packs[table], "fr")
        written = writer.row(writer.written(Form(page.text).items, source))
        begun = key if writer.is_counted else f"{key[:57]}_2"
        assert written == {**writer.row(source), "key": begun}, (table, key)
