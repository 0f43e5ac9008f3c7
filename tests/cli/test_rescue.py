"""`gardien rescue`: a damaged file saved, in words."""

import json
import re
import sqlite3

import pytest

from gardien.table.store import open_store
from gardien.table.tables import Tables
from table.evening import Evening
from table.test_exchange import event, opening


@pytest.fixture
def damaged(tmp_path):
    """A file with two tables, of one of which event 3 is spoilt."""
    path = tmp_path / "gardien.db"
    store = open_store(path)
    hurt, _ = Evening(store), Evening(store)
    store.close()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE record SET body = x'78' WHERE campaign = ? AND version = 3", (hurt.campaign,))
    return path, hurt


def test_what_was_saved_and_what_was_lost_is_told(run, damaged, tmp_path):
    path, hurt = damaged
    before = path.read_bytes()
    target = tmp_path / "sain.db"
    ran = run("rescue", str(path), "-o", str(target))
    assert (ran.status, ran.err) == (0, "")
    first, second, third = ran.out.replace("\u00a0", " ").splitlines()
    assert re.fullmatch(r"Sauvé : .+sain\.db, 2 tables, 17 entrées, liens : 10\.", first)
    assert second == "Perdu à la table « Soirée » : 1 entrée (3)."
    assert third == f"Le fichier abîmé n’a pas été touché. Pour jouer : gardien serve --data {target}"
    assert path.read_bytes() == before
    store = open_store(target)
    table = Tables(store).table(hurt.campaign)
    assert (table.state.damaged, table.state.read_only) == ((3,), False)
    store.close()


def test_it_is_told_in_json_too(run, damaged, tmp_path):
    path, hurt = damaged
    target = str(tmp_path / "sain.db")
    told = json.loads(run("rescue", str(path.parent), "--output", target, "--json").out)
    assert (told["file"], told["links"], told["gone"]) == (target, 10, [])
    lost = {one["id"]: one["lost"] for one in told["tables"]}
    assert lost[hurt.campaign] == [3]
    assert sorted(len(one) for one in lost.values()) == [0, 1]


def test_of_a_sound_file_nothing_is_lost(run, tmp_path):
    store = open_store(tmp_path / "gardien.db")
    Evening(store)
    store.close()
    ran = run("rescue", str(tmp_path), "-o", str(tmp_path / "sain.db"), "--lang", "en")
    assert "No entry is lost." in ran.out


def test_trouble_is_a_sentence(run, damaged, tmp_path):
    path, _ = damaged
    (tmp_path / "text.db").write_bytes(b"text" * 3000)
    (tmp_path / "empty.db").write_bytes(b"")
    for arguments in (
        ("rescue", str(path)),
        ("rescue", str(path), "-o", str(path)),
        ("rescue", str(path), "-o", str(tmp_path / "no" / "folder.db")),
        ("rescue", str(tmp_path / "nothing.db"), "-o", str(tmp_path / "x.db")),
        ("rescue", str(tmp_path / "text.db"), "-o", str(tmp_path / "x.db")),
        ("rescue", str(tmp_path / "empty.db"), "-o", str(tmp_path / "x.db")),
        ("rescue", "x" * 5000, "-o", str(tmp_path / "x.db")),
    ):
        ran = run(*arguments)
        assert (ran.status, ran.out) in ((2, ""), (70, "")), arguments
        assert "Traceback" not in ran.err
        assert not (tmp_path / "x.db").exists()


def test_tables_are_listed_with_what_is_wrong_with_them(run, damaged, monkeypatch):
    path, hurt = damaged
    store = open_store(path)
    for place, body in enumerate([opening(), event("override", effects=[[["play", "characters"], [1]]])]):
        store.append("t0000000bad", place, f"a{place}", [json.dumps(body).encode()], 1)
    store.close()
    ran = run("tables", "--data", str(path))
    assert ran.status == 0
    assert f"{hurt.campaign} : Des entrées de cette table sont perdues (3)" in ran.out.replace("\u00a0", " ")
    assert "t0000000bad : Cette table contient ce qu’aucune table ne contient" in ran.out.replace("\u00a0", " ")
    shown = {one["id"]: one for one in json.loads(run("tables", "--data", str(path), "--json").out)}
    assert shown[hurt.campaign]["damaged"] == 1
    assert "trouble" in shown["t0000000bad"]
    assert sum("trouble" not in one for one in shown.values()) == 1
