"""A sheet at a glance: gauges, levels, figures, lists and texts, told by what they are."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language
from gardien.sheets.blocks import Block, arrange
from gardien.sheets.gauges import GaugeShown, gauge_shown
from gardien.sheets.words import key_name, plain

LONG = 60  # letters from which on a text is a paragraph
OF_THE_FILE = ("system", "version", "kind", "id", "name", "status")


class Level(Struct, frozen=True):
    """A name with its level."""

    name: str
    level: int
    beside: str = ""


class Part(Struct, frozen=True, kw_only=True):
    """What stands under one title."""

    title: str
    levels: tuple[Level, ...] = ()
    entries: tuple[str, ...] = ()
    text: str = ""
    table: Block | None = None  # rows and columns, or a grid


class Facts(Struct, frozen=True, kw_only=True):
    """Somebody on a card."""

    name: str
    kind: str
    gauges: tuple[GaugeShown, ...]
    figures: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]

    @property
    def words(self) -> str:
        """Everything one might search for."""
        return " ".join(
            [self.name, *(f"{label} {value}" for label, value in self.figures)]
            + [
                f"{one.text} {' '.join(one.entries)} {' '.join(level.name for level in one.levels)} {_in_table(one)}"
                for one in self.parts
            ]
        ).lower()


def facts(system: System, sheet: Mapping[str, Any], language: Language, unknown: frozenset[str] = frozenset()) -> Facts:
    """A sheet as a card shows it; `unknown` are fields that are not decided yet."""
    kind = str(sheet.get("kind", ""))
    terms, feminine = system.terms, sheet.get("gender") == "f"
    tree = {name: value for name, value in sheet.items() if name not in unknown}
    shown = [gauge_shown(one, tree, system, language) for one in system.presentation.gauges]
    gauges = tuple(one for one in shown if one and one.high > one.low)
    chosen = system.presentation.figures.get(kind)
    drawn = {one.field for one in system.presentation.gauges}
    figures: list[tuple[str, str]] = []
    parts: list[Part] = []
    blocks = {one.field: one for section in arrange(system, tree, language).sections for one in section.blocks}
    for field in chosen(tree) if chosen else tuple(tree):
        value = tree.get(field)
        block = blocks.get(field)
        if block is not None and block.figure:
            known = [one for one in block.figure.spots if one.number]
            if len({one.number for one in known}) == 1:  # the same everywhere
                figures.append((block.figure.caption or block.label, known[0].number))
            else:
                text = " · ".join(f"{one.name} {one.number}" for one in known)
                parts.append(Part(title=block.figure.caption or block.label, entries=(text,) if text else ()))
            continue
        if block is not None and (block.kind == "grid" or field in system.presentation.listings):
            if block.kind == "number" and not block.empty:
                figures.append((block.label, block.text))
            elif not block.empty:
                table = _at_a_glance(block) if block.kind in ("grid", "table") else None
                if block.items or (table and (table.rows or table.grid)):
                    parts.append(Part(title=block.label, entries=block.items, table=table))
            continue
        if field in system.presentation.quiet and field not in blocks:
            continue
        if field in drawn or field in OF_THE_FILE or (not value and _own_word(system, field, value) is None):
            continue
        title = terms.label(field, language, "creation")
        part = _part(system, tree, field, value, title, language)
        if part is not None:
            parts.append(part)
        elif not isinstance(value, dict):
            figures.append((title, _figure(system, field, value, language, feminine)))
    return Facts(
        name=str(tree.get("name", "")),
        kind=terms.word("kind", kind, language, feminine=feminine) if kind else "",
        gauges=gauges,
        figures=tuple(figures),
        parts=tuple(parts),
    )


def _at_a_glance(block: Block) -> Block:
    """A table without the rows that are worth no line."""
    kept = tuple(row for row, notable in zip(block.rows, block.notable, strict=False) if notable)
    return replace(block, rows=kept, known=(), heads=()) if block.notable else block


def _part(
    system: System, sheet: Mapping[str, Any], field: str, value: Any, title: str, language: Language
) -> Part | None:
    match value:
        case dict() if value and all(type(one) is int for one in value.values()):
            beside = sheet.get(_beside_field(system, field), {})
            lines = [
                Level(
                    key_name(system, field, name, language),
                    level,
                    _beside(system, field, beside.get(name, ""), language),
                )
                for name, level in sorted(value.items(), key=lambda one: -one[1])
            ]
            return Part(title=title, levels=tuple(lines))
        case list() | tuple() if all(isinstance(one, dict) for one in value):
            return Part(title=title, entries=tuple(line_words(system, one, language) for one in value))
        case list() | tuple():
            return Part(title=title, entries=tuple(_figure(system, field, one, language) for one in value))
        case str() if len(value) > LONG or field in system.presentation.told:
            return Part(title=title, text=value)
    return None


def _beside(system: System, field: str, value: str, language: Language) -> str:
    return lower_first(system.terms.word(_beside_field(system, field), value, language)) if value else ""


def _beside_field(system: System, field: str) -> str:
    levels = system.presentation.levels.get(field)
    return levels.beside if levels else ""


def _in_table(part: Part) -> str:
    rows = part.table.rows if part.table else ()
    return " ".join(cell for row in rows for cell in row)


def _figure(system: System, field: str, value: Any, language: Language, feminine: bool = False) -> str:
    if field in system.presentation.named and isinstance(value, str):
        return key_name(system, field, value, language, feminine=feminine)
    entry = _own_word(system, field, value)
    if entry:
        return str(entry[language])
    known = isinstance(value, str) and system.terms.value(field, value) is None
    return value if known else plain(system, field, value, language)


def _own_word(system: System, field: str, value: Any) -> Any:
    """What the game calls one value of this very field."""
    return system.terms.own_entry("enum", field, str(value))


def line_words(system: System, row: Mapping[str, Any], language: Language) -> str:
    """An entry with several parts: its name, then the rest."""
    terms = system.terms
    rest = [
        f"{lower_first(terms.label(name, language, 'creation'))} {one}"
        if isinstance(one, int)
        else lower_first(terms.word(name, str(one), language))
        for name, one in row.items()
        if name != "name" and one not in (None, "")
    ]
    named = [str(row["name"])] if row.get("name") else []
    return " · ".join([*named, *rest])
