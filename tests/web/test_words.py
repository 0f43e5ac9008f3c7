"""Every phrase of the pages is there in both languages, spelt as each language is, and every one asked for exists."""

import re

from core.typography import entries, texts, typographic_faults
from gardien.core.pack import packaged
from gardien.web.pages.frame import HERE, WORDS

ASKED = re.compile(r"""\bt\(\s*['\"](\w+)['\"]\s*[,)]""")  # a name put together is no name yet
PLACES = re.compile(r"{(\w+)}")


def test_every_phrase_speaks_both_languages_with_the_same_blanks():
    for place, entry in entries(packaged(WORDS)):
        assert set(entry) == {"fr", "en"}, place
        assert all(text.strip() for text in entry.values()), place
        assert set(PLACES.findall(entry["fr"])) == set(PLACES.findall(entry["en"])), place


def test_every_phrase_has_the_spaces_and_apostrophes_of_its_language():
    book = texts(packaged(WORDS))
    assert [
        f"{place}: {fault}: {text}" for place, language, text in book for fault in typographic_faults(text, language)
    ] == []


def test_every_phrase_a_page_asks_for_is_there():
    files = [*(HERE / "templates").rglob("*.html"), *(HERE / "pages").glob("*.py")]
    asked = {(path.name, key) for path in files for key in ASKED.findall(path.read_text("utf-8"))}
    assert len(asked) > 100
    assert sorted(one for one in asked if one[1] not in packaged(WORDS)["phrase"]) == []
