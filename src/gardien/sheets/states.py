"""What must be known of somebody at a glance: states and small numbers in a word each, and how much they press."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from gardien.core.presentation import Content, Reading
from gardien.core.system import System
from gardien.core.telling import lower_first

QUIET = ("active", "none", "ok")  # states that need no word
PRESSING = ("status", "condition")  # whose words say how badly somebody fares


class Chip(Struct, frozen=True):
    """A state or a small number."""

    text: str
    tone: str = ""  # "", due, bad
    passing: bool = False  # over as soon as they act
    lasting: bool = False  # a value of the sheet, there whatever happens


def states_of(system: System, sheet: Content, reading: Reading) -> list[Chip]:
    """The fields that a game tells in a word, then what else it says of somebody."""
    signs = system.presentation.signs
    told = signs(sheet, reading) if signs else ()
    return [*_fields(system, sheet, reading), *(Chip(text, tone) for text, tone in told)]


def _fields(system: System, sheet: Mapping[str, Any], reading: Reading) -> list[Chip]:
    chips = []
    for field in system.presentation.chips:
        value = sheet.get(field)
        if value in (None, "", 0, False, *QUIET) and field != "luck":
            continue
        if value is None:
            continue
        label = lower_first(system.terms.label(field, reading.language))
        if value is True:
            chips.append(Chip(label))
        elif isinstance(value, int):
            chips.append(Chip(f"{label} {value}", lasting=True))
        else:
            feminine = sheet.get("gender") == "f"
            word = system.terms.word(field, str(value), reading.language, feminine=feminine)
            chips.append(Chip(lower_first(word), "bad" if field in PRESSING else "", lasting=True))
    return chips
