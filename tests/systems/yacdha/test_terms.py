"""Every key a reader can meet has its word in French and in English, and French is set as French is."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect

from gardien.core import terms as core_terms
from gardien.systems.yacdha import SYSTEM
from gardien.systems.yacdha.sheet import Creature, Npc

TERMS = SYSTEM.terms
SHEETS = (SYSTEM.sheet, Npc, Creature, SYSTEM.creation.__annotations__["given"])
UNSAID = {("system", "yacdha")}  # the name of the game is not a word of it


def walk(kind: Any, where: str) -> Iterator[tuple[str, str, str | None]]:
    """All fields and words of a type: (object or procedure, field, word or nothing)."""
    yield from _walk(inspect.type_info(kind), where, "")


def _walk(kind: inspect.Type, where: str, field: str) -> Iterator[tuple[str, str, str | None]]:
    match kind:
        case inspect.StructType():
            place = kind.cls.__name__ if field else where
            for one in kind.fields:
                yield place, one.encode_name, None
                yield from _walk(one.type, place, one.encode_name)
        case inspect.UnionType():
            for part in kind.types:
                yield from _walk(part, where, field)
        case inspect.VarTupleType() | inspect.ListType():
            yield from _walk(kind.item_type, where, field)
        case inspect.Metadata():
            yield from _walk(kind.type, where, field)
        case inspect.DictType():
            yield from _walk(kind.value_type, where, field)
        case inspect.LiteralType():
            yield from ((where, field, str(value)) for value in kind.values)


def everything() -> list[tuple[str, str, str | None]]:
    """Every field and every word of every procedure and sheet."""
    found: dict[tuple[str, str, str | None], None] = {}
    for procedure in SYSTEM.procedures():
        for kind in (procedure.given, procedure.outcome):
            found.update(dict.fromkeys(walk(kind, procedure.key)))
    for kind in SHEETS:
        found.update(dict.fromkeys(walk(kind, kind.__name__)))
    return list(found)


FIELDS = [(where, field) for where, field, word in everything() if word is None]
WORDS = sorted({(field, word) for _, field, word in everything() if word is not None} - UNSAID)
OPTIONS = sorted({field for _, field, word in walk(SYSTEM.options, "Options") if word is None})
OPTION_WORDS = sorted({(field, word) for _, field, word in walk(SYSTEM.options, "Options") if word is not None})


def labels() -> list[str]:
    """The labels of all steps and of the parts of their sums, as the sources name them."""
    found = set()
    for path in Path(SYSTEM.folder).glob("*.py"):
        source = path.read_text("utf-8")
        found |= set(re.findall(r'\bstep\(\s*"(\w+)"', source))
        for sums in re.findall(r"\(\(\"\w+\", [^\n]+", source):
            found |= set(re.findall(r'\("(\w+)", (?!")', sums))
    return sorted(found)


def said(entry: dict[str, Any] | None) -> bool:
    """Whether an entry speaks both languages."""
    return entry is not None and bool(entry.get("fr")) and bool(entry.get("en"))


@pytest.mark.parametrize(("where", "field"), FIELDS, ids=lambda one: one)
def test_every_field_has_its_word(where: str, field: str) -> None:
    assert said(TERMS.field(field, where))


@pytest.mark.parametrize(("field", "word"), WORDS + OPTION_WORDS, ids=lambda one: one)
def test_every_word_a_field_can_hold_is_said(field: str, word: str) -> None:
    assert said(TERMS.value(field, word))


@pytest.mark.parametrize("label", labels())
def test_every_step_has_its_label(label: str) -> None:
    assert said(TERMS.field(label))


def test_the_scan_of_the_sources_finds_steps_and_sums() -> None:
    """The labels that only explanations use are among those found."""
    assert {"margin", "refused", "before", "rise", "inflicted", "throw", "modifier", "gain", "increase"} <= set(
        labels()
    )


@pytest.mark.parametrize("option", OPTIONS)
def test_every_house_rule_has_name_and_help(option: str) -> None:
    entry = TERMS.entry("option", option)
    assert said(entry)
    assert entry is not None
    assert entry["help_fr"].endswith(".")
    assert entry["help_en"].endswith(".")


@pytest.mark.parametrize("procedure", SYSTEM.modules)
def test_every_procedure_has_name_and_help(procedure: str) -> None:
    entry = TERMS.entry("procedure", procedure)
    assert said(entry)
    assert entry is not None
    assert entry["help_fr"].endswith(".")
    assert entry["help_en"].endswith(".")


@pytest.mark.parametrize("die", SYSTEM.dice)
def test_every_die_has_its_name(die: str) -> None:
    assert said(TERMS.entry("die", die))


def test_a_key_with_two_meanings_is_told_apart() -> None:
    """The chance of a rise is not the rise itself; months of study are not months of learning."""
    assert TERMS.label("rise", "fr") == "Hausse"
    assert TERMS.label("rise", "fr", "odds_risk") == "Chances que la jauge monte"
    assert TERMS.label("months", "fr", "study_mythos") == "Mois d’étude"
    assert TERMS.label("months", "fr", "learn") == "Mois d’apprentissage"


def test_too_many_occupations_are_called_so() -> None:
    """YAC-CRE-06."""
    assert TERMS.word("errors", "count", "fr") == "Trop d’occupations"
    assert TERMS.word("reason", "count", "en") == "Too many occupations"


def texts(book: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Every text of a dictionary: its place, its kind, itself."""
    for key, value in book.items():
        if isinstance(value, dict):
            yield from texts(value, f"{path}.{key}".removeprefix("."))
        elif isinstance(value, str):
            yield path, key, value


FILES = (Path(SYSTEM.folder) / "terms.toml", Path(core_terms.__file__).parent / "terms.toml")


@pytest.mark.parametrize("path", FILES, ids=["yacdha", "core"])
def test_texts_are_set_as_their_language_wants(path: Any) -> None:
    """voice.md, 5: spaces before double signs, real apostrophes, no stray blanks."""
    wrong = []
    for place, kind, text in texts(tomllib.loads(path.read_text("utf-8"))):
        if "'" in text or text != text.strip() or "  " in text:
            wrong.append((place, kind, text))
        if kind in ("fr", "fr_f", "fr_plural", "help_fr"):
            double = re.search(r"[^\u202f][;!?%]|[^\u00a0]:|«[^\u00a0]|[^\u00a0]»", text)
            if double:
                wrong.append((place, kind, text))
        if kind in ("en", "help_en") and re.search(r"[\s\u00a0\u202f][;:!?%]", text):
            wrong.append((place, kind, text))
    assert wrong == []


LABELS = (
    "field",
    "context",
    "enum",
    "procedure",
    "act",
    "option",
    "step",
    "topic",
    "odds",
    "offer",
    "gauge",
    "section",
)


def test_labels_are_in_sentence_case() -> None:
    """A label begins with a capital, except codes such as dA; what stands inside a sentence does not."""
    book = tomllib.loads(FILES[0].read_text("utf-8"))
    small = [
        (place, text)
        for place, kind, text in texts(book)
        if kind in ("fr", "en") and place.split(".")[0] in LABELS and not re.match(r"[A-ZÀ-Ý\d]|d[AOFT]\b", text)
    ]
    assert small == []
