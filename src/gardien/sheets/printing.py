"""Sheets on paper: A4, tagged, drawn by Typst. Everything people wrote goes in as data, never as source."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.inputs import values_suit
from gardien.core.presentation import Cell, Content, Gauge, Reading, Roster
from gardien.core.sheet import Sheet
from gardien.core.system import System
from gardien.core.terms import Language
from gardien.sheets import figures
from gardien.sheets.blocks import Arranged, Block, Section, arrange, section_title
from gardien.sheets.clocks import picture
from gardien.sheets.columns import LONG_TABLE, beside_grid, gauge_sections, in_columns, long_tables, readable
from gardien.sheets.gauges import GaugeShown, gauge_shown
from gardien.sheets.states import states_of

HERE = Path(__file__).parent
_one_at_a_time = Lock()  # the compiler belongs to one thread at a time
PICTOGRAPHS = re.compile("[\U0001f000-\U0001faff\ufe0f\u200d]+ ?")  # no letters on paper: they would be empty boxes
LINES = {"levels": 6, "list": 3, "text": 4, "table": 4, "figure": 4}  # to write on, on a blank sheet


@values_suit()
def filled_pdf(
    system: System, content: Content, language: Language, options: Content | None = None, now: int | None = None
) -> bytes:
    """Somebody's sheet as a PDF; the same sheet at the same table gives the same bytes."""
    sheet = arrange(system, content, language, now=now, options=options)
    return _compile(_data(system, sheet, language, blank=False))


def blank_pdf(system: System, language: Language, kind: type[Sheet] | None = None) -> bytes:
    """A sheet to be filled in by hand."""
    sheet = arrange(system, {}, language, kind or system.sheet)
    return _compile(_data(system, sheet, language, blank=True))


def _data(system: System, sheet: Arranged, language: Language, *, blank: bool) -> dict[str, Any]:
    """What the template draws."""
    three = beside_grid(sheet, system)
    apart = [one for column in three for one in column]
    wide, narrow = in_columns(sheet, system, LINES if blank else None, apart)
    return {
        "lang": language,
        "system": system.title,
        "accent": system.presentation.accent,
        "blank": blank,
        "name": sheet.name,
        "name_label": system.terms.label("name", language, "creation"),
        "kind": sheet.kind,
        "prose": sheet.prose,
        "notes": section_title(system, "notes", language),
        "three": [[_section(system, one, blank) for one in column] for column in three],
        "across": [_section(system, one, blank) for one in long_tables(sheet)],
        "long": LONG_TABLE,
        "top": [] if three else [_section(system, one, blank) for one in gauge_sections(sheet)],
        "wide": [_section(system, one, blank) for one in wide],
        "narrow": [_section(system, one, blank) for one in narrow],
    }


def _section(system: System, section: Section, blank: bool) -> dict[str, Any]:
    blocks = section.blocks if blank else readable(section, system)
    shown = [_block(one, blank) for one in blocks if one.field != "name"]
    for one in [one for one in shown if one["kind"] == "levels"][1:]:
        one["lines"] = min(one["lines"], LINES["list"])  # the first list of a section is the long one
    return {"title": section.title, "blocks": shown}


def _block(block: Block, blank: bool) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(block)
    made["inside"] = [_block(one, blank) for one in block.inside if blank or not one.empty]
    made["lines"] = LINES.get(block.kind, 1) if blank and not block.rows else 0
    if block.gauge and block.gauge.dial:
        gauge = block.gauge
        made["picture"] = picture(block.gauge.dial)
        made["alt"] = f"{gauge.name}, {gauge.word}" if gauge.word else gauge.name
    if block.figure and block.figure.width:
        made["picture"] = figures.picture(block.figure)
        made["alt"] = "\n".join(one.said for one in block.figure.spots)
    return made


class Tracked(msgspec.Struct, frozen=True):
    """Somebody on the table of a group: a name, whether the game master plays them, and the cells."""

    name: str
    foe: bool
    cells: tuple[Cell, ...]
    gauges: tuple[GaugeShown | None, ...]  # of the cells


@cache
def roster_of(system: System) -> Roster:
    """The table of a group: the game’s own, or one of its gauges, and what else must be known of everybody."""
    gauges = system.presentation.gauges

    def cell(gauge: Gauge, sheet: Content, reading: Reading) -> Cell:
        shown = gauge_shown(gauge, sheet, system, reading.language, reading.options)
        if shown is None or shown.kind == "bar":
            return Cell(gauge=gauge.field if shown else "")
        return Cell(text=shown.word or f"{shown.now} / {shown.most}")

    def cells(sheet: Content, reading: Reading) -> tuple[Cell, ...]:
        states = tuple((one.text, "", one.tone == "bad") for one in states_of(system, sheet, reading))
        return (*(cell(one, sheet, reading) for one in gauges), Cell(entries=states))

    columns = tuple(one.title or one.field for one in gauges)
    return system.presentation.roster or Roster("group", (*columns, "condition"), cells)


def tracking_row(system: System, sheet: Content, name: str, foe: bool, reading: Reading) -> Tracked:
    """A row of the table of a group."""
    cells = roster_of(system).cells(sheet, reading)
    known = {one.field: one for one in system.presentation.gauges}
    gauges = [
        gauge_shown(known[cell.gauge], sheet, system, reading.language, reading.options) if cell.gauge else None
        for cell in cells
    ]
    return Tracked(name, foe, cells, tuple(gauges))


def roster_title(system: System, language: Language) -> str:
    """What the table of a group is called."""
    key, terms = roster_of(system).title, system.terms
    return terms.say(terms.entry("procedure", key) or terms.entry("section", key), language, default=key)


def roster_pdf(system: System, rows: Sequence[Tracked], language: Language, title: str = "") -> bytes:
    """The table of a group on paper, with room for more; without anybody it is a blank one."""
    roster = roster_of(system)
    label = system.terms.label
    data = {
        "lang": language,
        "system": system.title,
        "accent": system.presentation.accent,
        "title": title,
        "heading": roster_title(system, language),
        "columns": [label(name, language) for name in ("character", *roster.columns)],
        "notes": [label(name, language) if name else "" for name in roster.notes],
        "rows": msgspec.to_builtins(rows),
        "least": roster.rows,
    }
    return _compile(data, "roster.typ")


@cache
def _compiler() -> Any:
    """Typst with fonts of its own: what is installed on a machine changes nothing."""
    if find_spec("typst") is None:
        raise Refusal("print/missing", kind="refused")
    import typst

    return typst.Compiler(root=str(HERE), font_paths=[str(HERE / "fonts")], ignore_system_fonts=True)


def _compile(data: dict[str, Any], template: str = "sheet.typ") -> bytes:
    text = PICTOGRAPHS.sub("", msgspec.json.encode(data).decode())
    with _one_at_a_time:
        pdf: bytes = _compiler().compile(input=str(HERE / template), format="pdf", sys_inputs={"sheet": text})
    return pdf
