"""Dictionaries stay readable: one entry a line in both languages, and nothing is said twice."""

import re
import tomllib
from pathlib import Path

import pytest

from core.typography import entries
from gardien.core.pack import load_toml
from gardien.core.terms import OF_A_ROW, Terms
from house.places import ROOT, SOURCE

BOOKS = sorted(path for folder in (SOURCE, ROOT / "tests") for path in folder.rglob("terms.toml"))
GAMES = [path for path in BOOKS if path.parent != SOURCE / "core"]
HEAD = re.compile(r"^(?:rows = \[\n(?:    \{.*\},\n)+\]|values = \[.*\])$", re.M)


def named(path: Path) -> str:
    return path.parent.name


def test_every_game_has_its_dictionary():
    assert len(GAMES) >= len(list((SOURCE / "systems").glob("*/__init__.py"))) > 0


@pytest.mark.parametrize("path", BOOKS, ids=named)
def test_an_entry_stands_on_one_line_with_both_languages(path):
    lines = HEAD.sub("", path.read_text("utf-8")).splitlines()
    wrong = []
    for line in lines:
        if line and not re.match(r"#|\[[\w.]+\]$", line):
            entry = tomllib.loads(line).popitem()[1]
            if not isinstance(entry, dict) or not entry.get("fr") or not entry.get("en"):
                wrong.append(line)
    assert wrong == []


@pytest.mark.parametrize("path", GAMES, ids=named)
def test_no_entry_repeats_what_a_row_of_the_pack_or_the_core_says(path):
    book = tomllib.loads(path.read_text("utf-8"))
    rows = {
        (table, row["key"]): row
        for listed in book.get("rows", ())
        for source in reversed(listed["pack"])
        for row in load_toml(path.parent / "pack" / f"{source.split('.')[0]}.toml")[source.split(".")[1]]
        for table in [listed["table"]]
    }
    repeated = []
    for place, entry in entries(book):
        table, _, key = place.rpartition(".")
        row = rows.get((table, key))
        without = {part: row[part] for part in OF_A_ROW if part in row} if row else Terms().entry(*place.split("."))
        if entry == without:
            repeated.append(place)
    assert repeated == []
