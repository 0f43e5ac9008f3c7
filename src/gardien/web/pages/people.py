"""People on a page: their name, their gauges, what is to be known of them in a word."""

from typing import Any

from msgspec import Struct

from gardien.core.face import Reading
from gardien.core.hosting import kind_of
from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language
from gardien.sheets.gauges import GaugeShown, gauge_shown
from gardien.sheets.words import named
from gardien.table.tree import Tree

QUIET = ("active", "none")  # states that need no word


class Chip(Struct, frozen=True):
    """A state or a small number."""

    text: str
    tone: str = ""
    passing: bool = False  # over as soon as they act


class Person(Struct, frozen=True):
    """Somebody at the table as a viewer sees them."""

    id: str
    name: str
    kind: str
    played_by: str
    mine: bool
    foe: bool
    hidden: bool
    gauges: tuple[GaugeShown, ...]
    chips: tuple[Chip, ...]
    subtitle: str
    note: str = ""
    secret: str = ""


def person(view: Tree, id: str, system: System, language: Language) -> Person:
    """A character of a view."""
    kept = view["characters"][id]
    sheet: Tree = {**kept.get("sheet", {}), **kept.get("marks", {})}
    face = system.face
    owners = [seat for seat in view["seats"].values() if id in seat["characters"]]
    gauges = tuple(
        found for one in face.gauges if (found := gauge_shown(one, sheet, system, language, view.get("options")))
    )
    return Person(
        id=id,
        name=name_of(view, id),
        kind=str(sheet.get("kind", "")),
        played_by=", ".join(seat["name"] for seat in owners if seat["name"]),
        mine=id in view["you"]["characters"],
        foe=is_foe(view, id, system),
        hidden=bool(kept.get("hidden")),
        gauges=gauges,
        chips=(*_chips(sheet, system, language), *_signs(view, sheet, system, language)),
        subtitle=subtitle(sheet, system, language),
        note=str(kept.get("note", "")),
        secret=str(kept.get("secret", "")),
    )


def is_foe(view: Tree, id: str, system: System) -> bool:
    """Whether somebody is neither a player's character nor anybody's."""
    kind = view["characters"].get(id, {}).get("sheet", {}).get("kind", "")
    played = any(id in seat["characters"] for seat in view["seats"].values())
    return bool(kind != kind_of(system.hosting.sheets[0]) and not played)


def name_of(view: Tree, id: str) -> str:
    """What somebody is called in front of this viewer."""
    kept = view["characters"].get(id)
    if kept is None:
        return "…"
    return str(kept.get("sheet", {}).get("name") or kept.get("alias") or "…")


def _chips(sheet: Tree, system: System, language: Language) -> list[Chip]:
    found = []
    for field in system.face.chips:
        value = sheet.get(field)
        if value in (None, "", 0, False, *QUIET) and field != "luck":
            continue
        if value is None:
            continue
        label = lower_first(system.terms.label(field, language))
        if value is True:
            found.append(Chip(label))
        elif isinstance(value, int):
            found.append(Chip(f"{label} {value}"))
        else:
            feminine = sheet.get("gender") == "f"
            word = system.terms.word(field, str(value), language, feminine=feminine)
            found.append(Chip(lower_first(word), "bad" if field == "status" else ""))
    return found


def _signs(view: Tree, sheet: Tree, system: System, language: Language) -> list[Chip]:
    if system.face.signs is None:
        return []
    reading = Reading(system.terms, language, view.get("clock"), view.get("options") or {})
    return [Chip(text, tone) for text, tone in system.face.signs(sheet, reading)]


def subtitle(sheet: Tree, system: System, language: Language) -> str:
    """Somebody in a line."""
    if system.face.subtitle is None:
        return ""
    parts: list[str] = []
    feminine = sheet.get("gender") == "f"
    for name, value in system.face.subtitle(sheet):
        if value in (None, "", 0):
            continue
        if name in system.face.named:
            parts.append(lower_first(named(system, name, str(value), language, feminine=feminine)))
            continue
        if isinstance(value, str) and system.terms.value(name, value):
            parts.append(lower_first(system.terms.word(name, value, language, feminine=feminine)))
            continue
        known: Any = system.terms.field(name)
        parts.append(f"{lower_first(system.terms.label(name, language)) if known else name} {value}")
    return " · ".join(parts)
