"""People on a page: their name, their gauges, what is to be known of them in a word."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from gardien.core.presentation import Reading
from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language
from gardien.sheets.gauges import GaugeShown, gauge_shown
from gardien.sheets.states import Chip, states_of
from gardien.sheets.words import key_name
from gardien.table.marks import ends_at, is_own_word
from gardien.table.proposals import is_nobodys
from gardien.table.tree import Tree
from gardien.table.viewers import FARES
from gardien.web.pages.frame import say
from gardien.web.pages.table.calendar import span_words

SIDES = {"allies": False, "foes": True}  # of a fight, and whether whoever is on it is against the characters
FARES_WORDS = tuple(word for _, word in FARES)


class Person(Struct, frozen=True):
    """Somebody at the table as a viewer sees them."""

    id: str
    name: str
    kind: str
    played_by: str
    mine: bool
    foe: bool
    hidden: bool
    seen_by: tuple[str, ...]  # of those who are hidden: who sees them all the same
    gauges: tuple[GaugeShown, ...]
    chips: tuple[Chip, ...]
    subtitle: str
    note: str = ""
    secret: str = ""


def person(view: Tree, id: str, sheet: Tree, system: System, language: Language) -> Person:
    """A character of a view, with sheet and marks."""
    kept = view["characters"][id]
    face = system.presentation
    owners = [seat for seat in view["seats"].values() if id in seat["characters"]]
    gauges = tuple(
        gauge for one in face.gauges if (gauge := gauge_shown(one, sheet, system, language, view.get("options")))
    )
    reading = Reading(system.terms, language, view.get("clock"), view.get("options") or {})
    return Person(
        id=id,
        name=name_of(view, id),
        kind=str(sheet.get("kind", "")),
        played_by=", ".join(seat["name"] for seat in owners if seat["name"]),
        mine=id in view["you"]["characters"],
        foe=is_foe(view, id, system),
        hidden=bool(kept.get("hidden")),
        seen_by=_seen_by(view, id),
        gauges=gauges,
        chips=(*_fares(kept, language), *states_of(system, sheet, reading), *_own_marks(view, kept, system, language)),
        subtitle=subtitle(sheet, system, language),
        note=str(kept.get("note", "")),
        secret=str(kept.get("secret", "")),
    )


def person_instead(view: Tree, id: str, said: str) -> Person:
    """Somebody who cannot be drawn, with what is said of it."""
    kept = view["characters"][id]
    return Person(
        id=id,
        name=name_of(view, id),
        kind="",
        played_by="",
        mine=id in view["you"]["characters"],
        foe=not any(id in seat["characters"] for seat in view["seats"].values()),
        hidden=bool(kept.get("hidden")),
        seen_by=_seen_by(view, id),
        gauges=(),
        chips=(Chip(said, "bad"),),
        subtitle="",
    )


def _seen_by(view: Tree, id: str) -> tuple[str, ...]:
    """The names of those to whom somebody hidden is shown, for whoever may know."""
    kept = view["characters"][id]
    seats = [view["seats"].get(one, {}) for one in kept.get("seen_by", ()) if kept.get("hidden")]
    return tuple(one["name"] for one in seats if one.get("name"))


def is_foe(view: Tree, id: str, system: System) -> bool:
    """Whether somebody is neither a player's character nor anybody's."""
    return is_nobodys(view["characters"], view["seats"], id, system)


def against_characters(view: Tree, people: Mapping[str, Person]) -> set[str]:
    """Those who fight the characters: by their side in a fight that names one, else whom nobody plays."""
    sides = (view["fight"] or {}).get("sides", {})
    return {id for id, one in people.items() if SIDES.get(sides.get(id, ""), one.foe)}


def name_of(view: Tree, id: str, rolled: Mapping[str, str] = {}) -> str:
    """What somebody is called in front of this viewer; whoever has left, as in what they were `rolled` in."""
    kept = view["characters"].get(id)
    if kept is None:
        return next((name for name, one in rolled.items() if one == id and name), "…")
    return str(kept.get("sheet", {}).get("name") or kept.get("alias") or "…")


def _fares(kept: Tree, language: Language) -> list[Chip]:
    """How somebody whose sheet is not open fares, in a word."""
    word = kept.get("fares", "")
    return [Chip(say(f"fares_{word}", language), "bad" if word == "spent" else "")] if word in FARES_WORDS else []


def _own_marks(view: Tree, kept: Tree, system: System, language: Language) -> list[Chip]:
    """States in words of the table’s own, with the time that is left of them."""
    chips, rules, clock = [], system.table_rules, int(view.get("clock") or 0)
    for name, value in kept.get("marks", {}).items():
        end = ends_at(rules, name, value)
        if end is not None and end > clock:
            chips.append(Chip(f"{name} · {span_words(end - clock, language)}", "due"))
        elif value is True and is_own_word(rules, name):
            chips.append(Chip(name, "due"))
    return chips


def subtitle(sheet: Tree, system: System, language: Language) -> str:
    """Somebody in a line."""
    if system.presentation.subtitle is None:
        return ""
    parts: list[str] = []
    feminine = sheet.get("gender") == "f"
    for name, value in system.presentation.subtitle(sheet):
        if value in (None, "", 0):
            continue
        if name in system.presentation.named:
            parts.append(lower_first(key_name(system, name, str(value), language, feminine=feminine)))
            continue
        if isinstance(value, str) and system.terms.value(name, value):
            parts.append(lower_first(system.terms.word(name, value, language, feminine=feminine)))
            continue
        known: Any = system.terms.field(name)
        parts.append(f"{lower_first(system.terms.label(name, language)) if known else name} {value}")
    return " · ".join(parts)
