"""The packs of all games: tables in one place, both languages in every row, printed as they should be."""

import re
from pathlib import Path

import pytest

from core.typography import texts, typographic_faults
from gardien.core.pack import load_toml
from gardien.core.system import find

FILES = {
    key: sorted((Path(find(key).folder) / "pack").glob("*.toml"))
    for key in ("yacdha", "operators", "d20d100", "cthulhud20", "organique")
}
EVERY = [pytest.param(path, id=f"{key}-{path.stem}") for key, paths in FILES.items() for path in paths]


@pytest.mark.parametrize("key", FILES)
def test_every_table_is_shipped_once(key):
    """Each table lives in one file, and each type serves one."""
    assert sorted(name for path in FILES[key] for name in load_toml(path)) == sorted(find(key).packs)


@pytest.mark.parametrize("path", EVERY)
def test_both_languages_are_printed_as_they_should_be(path):
    """Spaces, apostrophes and signs of each language; no row speaks only one."""
    book = load_toml(path)
    told = [(place, fault) for place, language, text in texts(book) for fault in typographic_faults(text, language)]
    assert told == []
    places = {place for place, _, _ in texts(book)}
    french = {place for place in places if re.search(r"(^|[._])fr$", place)}
    assert {re.sub(r"fr$", "en", place) for place in french} == {p for p in places if re.search(r"(^|[._])en$", p)}


@pytest.mark.parametrize("path", EVERY)
def test_no_raw_key_is_left_in_a_text(path):
    """Texts speak of what the table sees."""
    assert [text for _, _, text in texts(load_toml(path)) if re.search("[_`!]", text)] == []
