"""Values of a sheet in words."""

from typing import Any

from gardien.core.errors import Refusal
from gardien.core.presentation import Named, Reading
from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language, colon, number

NOTHING = "–"
YES_NO: dict[Language, tuple[str, str]] = {"fr": ("non", "oui"), "en": ("no", "yes")}


def plain(system: System, field: str, value: Any, language: Language, *, feminine: bool = False) -> str:
    """Any value of a sheet in words."""
    if value is None or value == "" or value == [] or value == {}:
        return NOTHING
    if isinstance(value, bool):
        return YES_NO[language][value]
    if isinstance(value, int | float):
        return number(value, language)
    if isinstance(value, dict | list | tuple) and field in system.presentation.listings:
        text = _list_text(system, field, value, language)
        if text:
            return text
    if isinstance(value, dict):
        parts, record = [], any(isinstance(one, str) for one in value.values())
        for name, one in value.items():
            if record and (one is False or one == 0 or plain(system, name, one, language) == NOTHING):
                continue  # of somebody or something, what is not so goes without saying
            label = system.terms.label(name, language) if system.terms.field(name) else name
            parts.append(label if record and one is True else f"{label}\u00a0{plain(system, name, one, language)}")
        return ", ".join(parts) or NOTHING
    if isinstance(value, list | tuple):
        return ", ".join(plain(system, field, one, language) for one in value)
    if field in system.presentation.named:
        return key_name(system, field, str(value), language, feminine=feminine)
    known = system.terms.value(field, str(value))
    return lower_first(system.terms.say(known, language, feminine=feminine)) if known else str(value)


def turned(system: System, field: str, value: bool, language: Language, *, feminine: bool = False) -> str:
    """What somebody has become whose sheet now says yes or no: « ne saigne plus », never « non »."""
    if entry := system.terms.entry("turned", field, str(value).lower()):
        return system.terms.say(entry, language, feminine=feminine)
    label = lower_first(system.terms.label(field, language))
    return label if value else f"{label}{colon(language)} {YES_NO[language][False]}"


def _list_text(system: System, field: str, value: Any, language: Language) -> str:
    """A field in the game's own words, short: of a table, the names and what they come to."""
    listing = system.presentation.listings[field]
    if listing.by_entry or listing.worked_out or listing.gathers:
        return ""
    reading = Reading(system.terms, language)
    rows = [listing.row({}, one, reading) for one in ([value] if isinstance(value, dict) else value)]
    if listing.columns:
        at = listing.columns.index(listing.opens) if listing.opens else -1
        rows = [(row[0].partition("\n")[0], row[at].partition("\n")[0]) for row in rows if row]
    between = f"{colon(language)} " if listing.columns else " "
    said = (between.join(cell for cell in row if cell not in ("", NOTHING)) for row in rows if row)
    return ", ".join(one.removesuffix(".") for one in said)


def naming(system: System, field: str) -> str:
    """Under which name the words for keys of the pack are declared: “field.part”, or the part alone; else nothing."""
    part = field.rpartition(".")[2]
    return next((one for one in (field, part) if one in system.presentation.named), "")


def key_name(system: System, field: str, key: str, language: Language, *, feminine: bool = False) -> str:
    """What a key of the pack is called; a word of somebody's own stays as it is."""
    find = system.presentation.named.get(naming(system, field))
    try:
        if isinstance(find, Named):
            return find(key, language, feminine=feminine) or key
        if find is None:
            return system.terms.word(field.rpartition(".")[2], key, language, feminine=feminine)
        return (find(key, language) if key else "") or key
    except Refusal:
        return key
