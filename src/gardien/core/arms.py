"""Weapons between games: the nearest of the other game's list, by its name or by the kind that games share.

The kinds and their names stand in `notions.toml` as [arm.…], each with those that come near it; which weapons of a list
are of which kind in the game's `converters.toml`, as [arms], the plainest first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from gardien.core.conversion import Lost, Measured, Valued, words
from gardien.core.reference import search_text
from gardien.core.system import System
from gardien.core.terms import LANGUAGES, Language
from gardien.core.yardstick import Arms, Plain, notions

WORDS = re.compile(r"[a-z0-9]+")
APART = re.compile(r"[,(]")  # « Matraque, gourdin », « Automatique 9 mm (Luger P08) »
LEAST = 3  # letters of a word that says something by itself; numbers always do


class Match(Struct, frozen=True):
    """A weapon of a sheet, and the nearest one of the other game: by which way, and of which kind the old one is."""

    name: str
    key: str = ""
    way: str = ""
    kind: str = ""


class Armed(Struct, frozen=True):
    """A sheet with the weapons of another: each of them explained, and those that have no counterpart."""

    plain: Plain
    values: tuple[Valued, ...] = ()
    lost: tuple[Lost, ...] = ()


def are_carried(source: System, target: System, kind: type[Any]) -> bool:
    """Whether weapons go from one game to such a sheet of another."""
    here, there = arms_of(target), arms_of(source)
    return there is not None and here is not None and here.field in kind.__struct_encode_fields__


def arms_of(system: System) -> Arms | None:
    return system.yardstick.arms if system.yardstick else None


def armed(source: System, target: System, old: Plain, new: Plain, language: Language) -> Armed:
    """The new sheet with the nearest weapons to those of the old one, each of them once."""
    there, here = arms_of(source), arms_of(target)
    assert there is not None
    assert here is not None
    found = list(dict.fromkeys(matches(source, target, old, language)))
    chosen = {one.key: one for one in reversed(found) if one.key}  # of several that come to the same, the first
    keys = tuple(dict.fromkeys(one.key for one in found if one.key))
    values = []
    for key in keys:
        row, one = rows(target)[key], chosen[key]
        told = Measured(way=one.way, notion=one.kind, field=f"{there.field}.{one.name}", came=one.name)
        label = f"{here.field}.{getattr(row, language)}"
        values.append(Valued(field=label, value=here.worth(row), rule=here.rule, measured=told))
    lost = tuple(Lost(one.name, "no_arm") for one in found if not one.key)
    return Armed(here.write(new, keys, language) if keys else new, tuple(values), lost)


def matches(source: System, target: System, plain: Plain, language: Language) -> Iterator[Match]:
    """The weapons of a sheet in their order; those without a counterpart have no key."""
    there = arms_of(source)
    assert there is not None
    for line in plain.get(there.field) or ():
        row = _row_of(source, there, line)
        name = str(line.get("name") or (getattr(row, language) if row else ""))
        if name and name not in there.nothing:
            yield _nearest(target, name, row, _kind(source, name, row))


def rows(system: System) -> Mapping[str, Any]:
    arms = arms_of(system)
    return system.shelf.rows_by_key(*arms.listed) if arms else {}


def kinds(system: System) -> dict[str, list[str]]:
    """Weapons of a game's list by their kind; those that packs have taken away are not there."""
    known = rows(system)
    return {kind: [key for key in keys if key in known] for kind, keys in words(system).get("arms", {}).items()}


def _row_of(system: System, arms: Arms, line: Plain) -> Any:
    """The row of a line: the one it says, or the one that is called as it is."""
    listed = rows(system)
    key = str(line.get(arms.key) or "") if arms.key else ""
    return listed.get(key) or _called(listed.values(), _names(str(line.get("name") or "")))


def _kind(system: System, name: str, row: Any) -> str:
    """The kind of a weapon: of its row, else of the one that shares most words with its name."""
    listed = kinds(system)
    if row is None:
        near = [one for keys in listed.values() for key in keys if _shared(one := rows(system)[key], name)]
        row = max(near, key=lambda one: _shared(one, name), default=None)
    return next((kind for kind, keys in listed.items() if row is not None and row.key in keys), "")


def _nearest(target: System, name: str, row: Any, kind: str) -> Match:
    listed, of_kind = rows(target), kinds(target)
    own = [name, *_both(row)]
    same = _called(listed.values(), {one for each in own for one in _names(each)})
    if same is not None and not kind:
        return Match(name, same.key, "arm_same", kind)
    for one in (kind, *notions()["arm"].get(kind, {}).get("near", ())):
        if keys := of_kind.get(one):
            if same is not None and same.key in keys:
                return Match(name, same.key, "arm_same", kind)
            said = " ".join(own)
            key = max(keys, key=lambda each: _shared(listed[each], said))  # of several alike the first
            return Match(name, key, "arm_kind" if one == kind else "arm_near", kind)
    return Match(name, kind=kind)


def _both(row: Any) -> Iterator[str]:
    if row is not None:
        yield from (getattr(row, language) for language in LANGUAGES)


def _names(text: str) -> set[str]:
    """Whatever something is called, each name by its words."""
    return {" ".join(WORDS.findall(search_text(one))) for one in (text, *APART.split(text))} - {""}


def _called(listed: Iterable[Any], names: set[str]) -> Any:
    return next((row for row in listed if names & {one for text in _both(row) for one in _names(text)}), None)


def _shared(row: Any, name: str) -> int:
    """How many words two weapons share: a calibre, a make, what they are."""
    mine, theirs = ({*WORDS.findall(search_text(text))} for text in (" ".join(_both(row)), name))
    return sum(len(one) >= LEAST or one.isdecimal() for one in mine & theirs)
