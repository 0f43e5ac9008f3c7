"""Foes made stronger or weaker: each value that changes on their sheets, and why."""

from collections.abc import Sequence

from msgspec import Struct

from gardien.core.scaling import ScaledValue
from gardien.core.terms import number
from gardien.web.encounters import Against, blocks_of, one_by_one, scaled_being, strong, whole_sheet
from gardien.web.pages.table.board import Board


class ScaledShown(Struct, frozen=True):
    """One foe, and each value that is another: its name, before, after, and why."""

    name: str
    rows: tuple[tuple[str, str, str, str], ...]


def scaled_shown(board: Board, foes: Sequence[Against]) -> list[ScaledShown]:
    """What the chosen strength changes on each sheet."""
    system, language = board.system, board.frame.language
    shown: list[ScaledShown] = []
    for one in one_by_one(system, [foe for foe in foes if foe.strength != 100]):
        sheets = [whole_sheet(system, block.sheet) for block in blocks_of(system, one.text)] if one.text else []
        changed = [scaled_being(system, one, language)] if one.being else []
        changed += [strong(system, sheet, one.strength) for sheet in sheets]
        for sheet, values in changed:
            rows = tuple(_row(board, value, one.strength) for value in values)
            shown.append(ScaledShown(str(sheet.get("name", "")), rows))
    return shown


def _row(board: Board, value: ScaledValue, strength: int) -> tuple[str, str, str, str]:
    language = board.frame.language
    label = board.system.terms.label(value.field, language)
    named = f"{value.of} · {label}" if value.of else label
    times = f"×{number(strength / 100, language)}"
    how = number(int(value.after - value.before), language, signed=True) if value.plus else times
    return named, number(value.before, language), number(value.after, language), how
