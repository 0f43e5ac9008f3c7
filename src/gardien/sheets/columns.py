"""Where the sections of a sheet stand: what is watched above, the rest in columns of about the same height."""

from collections.abc import Mapping, Sequence

from gardien.core.system import System
from gardien.sheets.blocks import Arranged, Block, Section

LONG_TABLE = 16  # rows


def gauge_sections(sheet: Arranged) -> list[Section]:
    """What is watched all the time: the sections with gauges."""
    return [one for one in sheet.sections if any(block.gauge for block in one.blocks)]


def long_tables(sheet: Arranged) -> list[Section]:
    """Sections with a table so long that it takes the whole width, in two halves."""
    return [one for one in sheet.sections if any(len(block.rows) > LONG_TABLE for block in one.blocks)]


def beside_grid(sheet: Arranged, system: System) -> tuple[list[Section], ...]:
    """The head of a sheet with a grid, in three columns: clocks, the grid, and what else is watched or fought with.

    Without a clock, what is watched comes first. Below the grid stands what is decided beforehand.
    """
    orders = system.table_rules.orders
    grids = [one for one in sheet.sections if any(block.kind == "grid" for block in one.blocks)]
    if not grids:
        return ()
    clocks = [
        one for one in gauge_sections(sheet) if any(block.gauge and block.gauge.kind == "clock" for block in one.blocks)
    ]
    apart = [one for one in gauge_sections(sheet) if one not in clocks]
    drawn = [one for one in apart if any(block.figure for block in one.blocks)]
    if drawn:  # a body takes its column alone
        grids, apart = [*grids, *(one for one in apart if one not in drawn)], drawn
    armed = [one for one in sheet.sections if any(block.kind == "table" for block in one.blocks)]
    decided = [one for one in sheet.sections if set(one.fields) <= set(orders)]
    armed = [one for one in armed if one not in (*apart, *clocks, *grids, *long_tables(sheet))]
    armed = [one for one in armed if one.key not in system.presentation.below]
    armed += [one for one in sheet.sections if one.key in system.presentation.beside and one not in armed]
    return (clocks, [*grids, *decided], [*apart, *armed]) if clocks else (apart, [*grids, *decided], armed)


def readable(section: Section, system: System) -> list[Block]:
    """The blocks with something to read; name and introduction stand at the head of the sheet."""
    above = ("name", system.presentation.prose)
    return [block for block in section.blocks if not block.empty and block.field not in above]


def in_columns(
    sheet: Arranged, system: System, lines: Mapping[str, int] | None = None, apart: Sequence[Section] = ()
) -> tuple[list[Section], list[Section]]:
    """The rest in two columns of about the same height: names with levels open the wide one.

    `lines` are those of a blank sheet, by the kind of block; `apart` are sections that stand above.
    """

    def height(section: Section) -> float:
        if lines is None:
            return _height(readable(section, system))
        return 2 + sum(0.9 + 1.5 * lines.get(block.kind, 0) for block in section.blocks)

    rest = [one for one in sheet.sections if one not in (*gauge_sections(sheet), *apart, *long_tables(sheet))]
    rest.sort(key=lambda one: height(one) == 0)  # what is empty comes last
    first = next((one for one in rest if any(block.kind == "levels" for block in one.blocks)), None)
    wide = [first or rest[0]] if rest else []
    narrow: list[Section] = []
    heights = [sum(height(one) for one in wide), 0.0]
    for one in rest:
        if one in wide:
            continue
        lower = heights[0] < heights[1]
        (wide if lower else narrow).append(one)
        heights[0 if lower else 1] += height(one)
    return wide, narrow


def _height(blocks: list[Block]) -> float:
    """About how many lines blocks take."""
    lines = 0.0
    for block in blocks:
        lines += 1.4 + len(block.items) + 2.6 * len(block.entries) + 1.6 * (len(block.rows) + len(block.inside))
        lines += 14 if block.kind == "figure" else 0
        lines += len(block.text) / 40 + (2 if block.rows else 0)
    return lines + 2 if lines else 0.0
