"""The words of the pages: both languages for every phrase, none missing, none idle, each as it is printed.

And of the pages themselves: nothing that is said in one language is left standing in the other.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from jinja2 import Environment, nodes

from core.typography import typographic_faults
from gardien.core.pack import load_toml
from gardien.core.system import find, keys
from gardien.core.terms import Terms
from gardien.table.commands import COMMANDS, name_of
from gardien.table.store import open_store
from gardien.web.pages import frame
from web.client import Running
from web.furnished import AT_A_TABLE, GETS, NAMES, WORDS, Furnished, kind

PHRASES: dict[str, dict[str, str]] = load_toml(frame.WORDS)["phrase"]
TEMPLATES = sorted(Path(frame.HERE, "templates").rglob("*.html"))
MODULES = sorted(Path(frame.HERE).rglob("*.py"))
SPEAKERS = ("t", "say")
# Written alike in French and in English.
ALIKE = {
    "certain",
    "Actions", "Pages", "Secret", "Table", "Tables", "exact", "secret", "note", "Note", "Notes", "Round {round}",
    "{points} points", "{name} · {what}", "visible", "Action", "Points", "Total", "Mi-Go", "Shoggoth",
    "API", "Archives", "Opposition", "+10\u00a0min", "+1\u00a0h",
}  # fmt: skip
BY_HAND = ("Gardien", "Français", "English", "KER412", "PDF")  # in templates: names and a code
KEY = re.compile(r"^⇧?[A-Z]$")  # of the keyboard
SIGNS = re.compile(r"^[\W\d_]*$")


def keys_of(value: ast.expr | nodes.Node | None) -> Iterator[str]:
    """The keys that an argument may be; one that is put together ends in *."""
    match value:
        case ast.Constant(value=str(key)) | nodes.Const(value=str(key)):
            yield key
        case ast.IfExp(body=one, orelse=other) | nodes.CondExpr(expr1=one, expr2=other):
            yield from keys_of(one)
            yield from keys_of(other)
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]):
            yield f"{start}*"
        case nodes.Concat(nodes=[nodes.Const(value=str(start)), *_]):
            yield f"{start}*"


def asked_in_code(path: Path) -> Iterator[str]:
    """Every phrase a module asks for."""
    for one in ast.walk(ast.parse(path.read_text())):
        if isinstance(one, ast.Call) and one.args:
            name = one.func.attr if isinstance(one.func, ast.Attribute) else getattr(one.func, "id", "")
            if name in SPEAKERS:
                yield from keys_of(one.args[0])


def asked_in_template(path: Path) -> Iterator[str]:
    """Every phrase a template asks for."""
    for call in Environment().parse(path.read_text()).find_all(nodes.Call):
        name = call.node.attr if isinstance(call.node, nodes.Getattr) else getattr(call.node, "name", "")
        if name == "t" and call.args:
            yield from keys_of(call.args[0])


def literals(path: Path) -> Iterator[str]:
    """Every short text of a module: a key may be handed on before it is asked for."""
    for one in ast.walk(ast.parse(path.read_text())):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value in PHRASES:
            yield one.value
        elif isinstance(one, ast.JoinedStr):
            yield from keys_of(one)


@cache
def asked_in_templates() -> set[tuple[str, str]]:
    return {(path.name, key) for path in TEMPLATES for key in asked_in_template(path)}


def test_every_phrase_has_both_languages_and_says_the_same_things() -> None:
    for key, phrase in PHRASES.items():
        assert set(phrase) == {"fr", "en"}, key
        assert all(text.strip() for text in phrase.values()), key
        named = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in phrase.values()]
        assert named[0] == named[1], key
        assert phrase["fr"] != phrase["en"] or phrase["fr"] in ALIKE or SIGNS.match(phrase["fr"]), (key, phrase["fr"])


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_phrase_is_printed_as_it_should(language: str) -> None:
    result = {key: typographic_faults(phrase[language], language) for key, phrase in PHRASES.items()}
    assert {key: faults for key, faults in result.items() if faults} == {}


def test_every_phrase_that_is_asked_for_exists() -> None:
    in_code = {
        (path.name, key)
        for path in MODULES
        for key in asked_in_code(path)
        if key.endswith("*") or re.fullmatch(r"[a-z0-9_]+", key)
    }
    missing = set()
    for place, key in asked_in_templates() | in_code:
        if key.endswith("*"):
            if not any(one.startswith(key[:-1]) for one in PHRASES):
                missing.add((place, key))
        elif key not in PHRASES:
            missing.add((place, key))
    assert missing == set()


def test_every_command_can_be_told() -> None:
    assert {f"did_{name_of(one)}" for one in COMMANDS} <= set(PHRASES)
    assert {"did_sealed", "did_damaged"} <= set(PHRASES)


def test_no_phrase_is_idle() -> None:
    asked = {key for _, key in asked_in_templates()} | {key for path in MODULES for key in literals(path)}
    starts = tuple(key[:-1] for key in asked if key.endswith("*") and len(key) > 2)
    assert [key for key in PHRASES if key not in asked and not key.startswith(starts)] == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_word_is_written_into_a_template(template: Path) -> None:
    """What people read comes from the phrases or from the game's terms."""
    bare = re.sub(r"{% block body %}.*?{% endblock %}", "", template.read_text())  # attributes
    bare = re.sub(r"{% macro [^%]*%} href=.*?{% endmacro %}", "", bare)
    bare = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", bare, flags=re.S)
    reader = Reader()
    reader.feed(bare)
    result = [text for text in reader.texts if not SIGNS.match(text) and not KEY.match(text)]
    result = [text for text in result if text.strip(" ·") not in BY_HAND]
    assert result == []


def plain(text: str) -> str:
    """Line breaks as a browser shows them; the other spaces are part of the text."""
    return re.sub(r"[ \t\r\n]+", " ", text).strip(" ")


class Reader(HTMLParser):
    """The texts of a page: those one sees and those a screen reader says; not what says its own language."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent = 0
        self._foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style", "code")
        if tag != "html" and "lang" in dict(attrs):
            self._foreign.append(tag)
            self._silent += 1
        self.texts += [
            plain(value)
            for name, value in attrs
            if name in ("aria-label", "placeholder", "title", "alt", "data-say", "data-sure") and value
        ]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style", "code")
        if self._foreign and self._foreign[-1] == tag:
            self._foreign.pop()
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.texts.append(plain(data))


# ---- the pages themselves ----


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Furnished]:
    store = open_store(tmp_path_factory.mktemp("house") / "store.db")
    with Running(store) as running:
        yield Furnished(running)
    store.close()


def alike(book: Any) -> Iterator[str]:
    """Every entry of a dictionary, or row of a pack, that is the same word in both languages."""
    if isinstance(book, dict):
        if isinstance(book.get("fr"), str) and book["fr"] == book.get("en"):
            yield book["fr"]
        if isinstance(book.get("code"), str):
            yield book["code"]
    for value in book.values() if isinstance(book, dict) else book if isinstance(book, list) else ():
        yield from alike(value)


def known_words() -> re.Pattern[str]:
    """Names that people gave, codes, and words that French and English share."""
    words = {*NAMES, *WORDS, *ALIKE, *BY_HAND, *alike(Terms().own), "gardien"}
    systems = [find(key) for key in keys()]
    for system in systems:
        titles = [rule.fr for rule in system.reference.values() if rule.fr == rule.en]
        packs = [load_toml(path) for path in Path(system.folder).glob("pack/*.toml")]
        words |= {system.title, *alike(system.terms.own), *alike(packs), *titles}
    ids = "|".join(system.prefix for system in systems)
    words |= {text for phrase in PHRASES.values() for text in [phrase["fr"]] if phrase["fr"] == phrase["en"]}
    longest_first = sorted((re.escape(word) for word in words), key=len, reverse=True)
    return re.compile(
        rf"(?<!\w)(?:(?:{ids})(?:-P)?-[A-Z]+-\d+|{'|'.join(longest_first)}|https?://\S+|(?-i:[A-Z0-9]{{6}}))(?!\w)",
        re.I,
    )


KNOWN = known_words()


def texts_of(house: Furnished, role: str, language: str, path: str) -> set[str]:
    answer = house.asker(role, language).get(house.address(path))
    if kind(answer) == "file":
        return set()
    reader = Reader()
    reader.feed(answer.text)
    return set(reader.texts)


@pytest.mark.parametrize("path", GETS)
def test_no_word_of_one_language_stands_on_the_page_of_the_other(house: Furnished, path: str) -> None:
    for role in ("keeper", "player") if path.startswith(AT_A_TABLE) else ("owner", "visitor"):
        both = texts_of(house, role, "fr", path) & texts_of(house, role, "en", path)
        left = {text for text in both if re.search(r"[^\W\d_]{2,}", KNOWN.sub("", text))}
        assert left == set(), role


@pytest.mark.parametrize("path", GETS)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_page_is_printed_as_it_should(house: Furnished, path: str, language: str) -> None:
    """Spaces and signs of the language, also where sentences are put together."""
    for role in ("keeper", "player") if path.startswith(AT_A_TABLE) else ("owner", "visitor"):
        texts = texts_of(house, role, language, path)
        told = {text: typographic_faults(text, language) for text in texts}
        assert {text: faults for text, faults in told.items() if faults} == {}, role
        if path.startswith(AT_A_TABLE):
            assert [text for text in texts if re.search(r"\b(?:MJ|GM)\b", text)] == [], "one name for who runs the game"
