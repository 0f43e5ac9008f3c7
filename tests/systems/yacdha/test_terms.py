"""Every key a reader can meet has its word in French and in English, and French is set as French is."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gardien.systems.yacdha import SYSTEM
from gardien.systems.yacdha.sheet.sheet import Creature, Npc
from systems.named import said, silent

TERMS = SYSTEM.terms
SHEETS = (SYSTEM.sheet, Npc, Creature, SYSTEM.creation.__annotations__["given"])


def labels() -> list[str]:
    """The labels of all steps and of the parts of their sums, as the sources name them."""
    result = set()
    for path in Path(SYSTEM.folder).rglob("*.py"):
        source = path.read_text("utf-8")
        result |= set(re.findall(r'\bstep\(\s*"(\w+)"', source))
        for sums in re.findall(r"\(\(\"\w+\", [^\n]+", source):
            result |= set(re.findall(r'\("(\w+)", (?!")', sums))
    return sorted(result)


@pytest.mark.parametrize("kind", SHEETS, ids=lambda kind: kind.__name__)
def test_the_sheets_and_their_making_are_named(kind: type) -> None:
    assert silent(SYSTEM, kind, kind.__name__) == []


def test_every_step_has_its_label() -> None:
    assert [label for label in labels() if not said(TERMS.field(label))] == []


def test_the_scan_of_the_sources_finds_steps_and_sums() -> None:
    """The labels that only explanations use are among those found."""
    assert {"margin", "refused", "before", "rise", "inflicted", "throw", "modifier", "gain", "increase"} <= set(
        labels()
    )


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
    book = tomllib.loads((Path(SYSTEM.folder) / "terms.toml").read_text("utf-8"))
    small = [
        (place, text)
        for place, kind, text in texts(book)
        if kind in ("fr", "en") and place.split(".")[0] in LABELS and not re.match(r"[A-ZÀ-Ý\d]|d[AOFT]\b", text)
    ]
    assert small == []
