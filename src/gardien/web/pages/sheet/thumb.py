"""The sheet for a thumb: what can be rolled stands in families, each roll a row to touch; a gauge takes « −7 »."""

import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.sheets.blocks import Block, Section
from gardien.sheets.gauges import GaugeShown

if TYPE_CHECKING:
    from gardien.web.pages.sheet.sheet_view import SheetView

SIGNED = re.compile(r"[+\-\u2212]?\d+")
AMOUNT = re.compile(r"(=?)\s*([+-]?)\s*(\d{1,9}(?:\.\d{1,3})?)")
SHORT = 6  # letters of a family's name where there is little room
LISTED = ("levels", "table")


class Row(Struct, frozen=True):
    """One name of the sheet with its number: where its form is, or nothing where it cannot be rolled."""

    key: str
    name: str
    number: str
    note: str = ""
    order: int = 0  # higher is better
    to: str = ""
    aimed: bool = False  # at somebody, who must be chosen first


class Family(Struct, frozen=True):
    """Rows that belong together."""

    key: str
    title: str
    rows: tuple[Row, ...]

    @property
    def short(self) -> str:
        first = self.title.split()[0]
        return first if len(first) <= SHORT else f"{first[: SHORT - 1]}."


class Thumb:
    """One sheet for a thumb, as one viewer sees it."""

    def __init__(self, view: "SheetView") -> None:
        self._view = view
        self._listed: dict[str, list[Row]] = {}  # by block, where some name can be rolled
        self.families: list[Family] = []
        for section in view.sheet.sections:
            blocks = [one for one in view.shown(section) if one.kind in LISTED] if section not in view.top else []
            for block in blocks:
                rows = _rows(view, block)
                if any(row.to for row in rows):
                    self._listed[block.field] = rows
                    self.families += _families(block, rows, section.title if len(blocks) == 1 else block.label)

    @property
    def rows(self) -> int:
        return sum(map(len, self._listed.values()))

    @property
    def gauges(self) -> list[GaugeShown]:
        """The gauges that whoever holds the sheet may move by hand."""
        return gauges_to_move(self._view)

    def left(self, section: Section) -> list[Block]:
        """What of a section is read and not rolled."""
        return [one for one in self._view.shown(section) if one.kind != "grid" and one.field not in self._listed]


def _families(block: Block, rows: list[Row], title: str) -> list[Family]:
    heads = block.heads or ("",) * len(rows)
    cut: list[tuple[str, list[Row]]] = []
    for head, row in zip(heads, rows, strict=True):
        if head or not cut:
            cut.append((head or title, []))
        cut[-1][1].append(row)
    return [Family(f"{block.field}-{at}", named, tuple(listed)) for at, (named, listed) in enumerate(cut)]


def _rows(view: "SheetView", block: Block) -> list[Row]:
    if block.kind == "levels":
        return [
            Row(
                key=f"{block.field}:{one.key}",
                name=one.name,
                number="" if one.number is None else str(one.number),
                note=" · ".join(
                    [one.word, one.beside, *(f"{act.name} {act.number or ''}".strip() for act in one.under)]
                ).strip(" ·"),
                order=one.number or 0,
                **_roll(view, block.field, one.key),
            )
            for one in block.entries
        ]
    return [
        Row(
            key=f"{block.field}:{known}",
            name=name,
            number=rest if SIGNED.fullmatch(rest) else "",
            note="" if SIGNED.fullmatch(rest) else rest,
            order=_first_number(rest),
            **_roll(view, block.field, known),
        )
        for (name, rest), known in zip(block.brief, block.known, strict=True)
    ]


def _roll(view: "SheetView", field: str, entry: str) -> dict[str, Any]:
    to = view.roll(field, entry)
    act = re.search(r"[?&]a=([^&#]+)", to)
    return {"to": to, "aimed": bool(act and act[1] in view.system.table_rules.targeting)}


def _first_number(text: str) -> int:
    found = SIGNED.search(text)
    return int(found[0].replace("\u2212", "-")) if found else 0


def gauges_to_move(view: "SheetView") -> list[GaugeShown]:
    """The gauges that whoever holds the sheet may move by hand."""
    return [one for one in view.person.gauges if one.kind != "clock" and view.may_write(one.field)]


def moved(gauge: GaugeShown, text: str) -> tuple[float, bool]:
    """Where a gauge stands after what was written, and whether that rests on what the page showed.

    « −7 » takes seven away from whatever it is by now; « 12 » sets it to twelve, « =−2 » below nothing.
    """
    written = AMOUNT.fullmatch(text.strip().replace("\u2212", "-").replace(",", "."))
    if written is None:
        raise Refusal("sheet/amount", field="amount", came=text[:20])
    number = float(f"{written[2]}{written[3]}")
    sets = bool(written[1]) or not written[2]
    after = number if sets else gauge.value + number
    return (int(after) if after == int(after) else after), sets
