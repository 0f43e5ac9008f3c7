"""States that a sheet holds: each in a word, with what is written where somebody is rid of it by hand."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.json import encode

from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import HARD, Language, number
from gardien.sheets.words import plain
from gardien.table.tree import Tree


class Held(Struct, frozen=True):
    """A state, the field of the sheet it stands in, and what that is once it is over."""

    text: str
    field: str
    after: str  # as a form sends it


def held_states(system: System, sheet: Tree, language: Language) -> Iterator[Held]:
    """What a game calls states, as far as they hold: switches, turns that are left, entries of lists."""
    feminine = sheet.get("gender") == "f"
    for field in system.presentation.states:
        value = sheet.get(field)
        label = system.terms.label(field, language)
        if isinstance(value, list | tuple):
            for at, one in enumerate(value):
                rest = encode([*value[:at], *value[at + 1 :]]).decode()
                yield Held(_entry(system, field, label, one, language, feminine), field, rest)
        elif value is True:
            yield Held(_in_a_word(system, field, language, feminine) or lower_first(label), field, "false")
        elif value:
            yield Held(f"{lower_first(label)}{HARD}{number(value, language)}", field, "0")


def _in_a_word(system: System, field: str, language: Language, feminine: bool) -> str:
    """How somebody is of whom it is so, where the game has a word for it."""
    entry = system.terms.entry("condition", field)
    return system.terms.say(entry, language, feminine=feminine) if entry else ""


def _entry(system: System, field: str, label: str, one: Any, language: Language, feminine: bool) -> str:
    if isinstance(one, Mapping):  # what it is an entry of: a poison, a disease
        name = next(iter(one))
        return lower_first(plain(system, name, one[name], language))
    if isinstance(one, int | float):
        return f"{lower_first(label)}{HARD}{number(one, language)}"
    return plain(system, field, one, language, feminine=feminine)
