"""A result seen by half: what its viewer can tell of it, and what it has made of those whose sheets they see."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from gardien.core.presentation import CardSpec, Reading
from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language, number
from gardien.sheets.states import states_of
from gardien.sheets.words import plain
from gardien.table.marks import content_of, scene_of
from gardien.table.tree import Tree
from gardien.web.pages.frame import names_together, say
from gardien.web.pages.log.deeds import others_in
from gardien.web.pages.table.people import name_of

UNTOLD = (None, "none", "ok", False, "")  # of a result: that nothing came of it


class Fact(Struct, frozen=True):
    """One thing of a result in a word; of a person in a list, several."""

    name: str
    words: tuple[str, ...]


def facts(roll: Tree, face: CardSpec, system: System, language: Language) -> Iterator[Fact]:
    """What whoever only watched can tell: of the result, and of each of those it befell."""
    outcome, half = roll["outcome"], tuple(roll.get("half", ()))
    for name in dict.fromkeys((*face.facts, *half)):
        if "." not in name and name not in (*face.word, face.figure, *(face.under or ())):
            yield from _fact(roll, name, outcome.get(name), system, language)
    for listed, seen in face.rows.items():
        own = [name.removeprefix(f"{listed}.") for name in half if name.startswith(f"{listed}.")]
        names = tuple(dict.fromkeys((*seen, *own)))
        items, others = outcome.get(listed) or (), others_in(roll)
        called = others if len(others) == len(items) else range(1, len(items) + 1)
        for known, one in zip(called, items, strict=True):
            words = tuple(
                system.terms.label(name, language)
                if one[name] is True
                else f"{lower_first(system.terms.label(name, language))}\u00a0{number(one[name], language)}"
                if isinstance(one[name], int)
                else plain(system, name, one[name], language)
                for name in names
                if one.get(name) not in UNTOLD
            )
            yield Fact(str(one.get("name") or known), words or (plain(system, names[0], one.get(names[0]), language),))


def _fact(roll: Tree, name: str, value: Any, system: System, language: Language) -> Iterator[Fact]:
    """A field of the result; of one with parts, those that came to something."""
    label = system.terms.label(name, language, roll["procedure"])
    if isinstance(value, Mapping):
        for part, one in value.items():
            if one:
                yield from _fact(roll, part, one, system, language)
    elif value is True:
        yield Fact("", (label,))
    elif value not in UNTOLD:
        yield Fact(label, (plain(system, name, value, language),))


def became(card: Tree, view: Tree, system: System, language: Language) -> Iterator[str]:
    """What somebody now is, in a line: « Ramona Cruz : mortellement blessée »."""
    reading = Reading(system.terms, language, view.get("clock"), view.get("options") or {})
    changes = [one for one in card.get("changes", ()) if one["character"] in view["characters"]]
    for id in dict.fromkeys(one["character"] for one in changes):
        now = content_of(system.table_rules, view["characters"][id], scene_of(view), id)
        moved = [one for one in changes if one["character"] == id]
        was, is_so = (
            [one.text for one in states_of(system, {**now, **then}, reading) if one.tone == "bad"]
            for then in ({one["field"]: one[when] for one in moved} for when in ("before", "after"))
        )
        told = [plain(system, one["field"], one["after"], language) for one in moved]
        if new := [text for text in is_so if text not in was and not any(text in one for one in told)]:
            yield say("befell", language, who=names_together([name_of(view, id)], language), state=", ".join(new))
