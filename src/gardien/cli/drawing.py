"""A sheet in a terminal: the same sections and blocks as on the page and on paper, drawn with letters."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, zip_longest

import msgspec

from gardien.cli.layout import columns, paint, width, wrap_text
from gardien.cli.streams import escaped
from gardien.core.sheet import Sheet
from gardien.core.system import System
from gardien.core.terms import Language, number
from gardien.sheets.blocks import Block, Entry, arrange
from gardien.sheets.columns import readable
from gardien.sheets.gauges import GaugeShown

MARGIN = 32  # the longest label that others line up with
CASES = 20  # of a bar
SHORT = ("gauge", "number", "word", "text", "list")


def laid_out(system: System, sheet: Sheet, language: Language) -> list[str]:
    """A sheet as lines: the name on top, then section by section."""
    arranged = arrange(system, msgspec.to_builtins(sheet), language)
    about = " · ".join(part for part in (arranged.kind, system.title) if part)
    lines = [f"{paint(escaped(arranged.name or system.title), 'bold')}  {paint(about, 'dim')}"]
    lines += [line for part in arranged.prose.split("\n") for line in wrap_text(escaped(part))]
    for section in arranged.sections:
        if blocks := readable(section, system):
            lines += ["", paint(section.title, "bold"), *_blocks(blocks, language, "  ", section.title)]
    return lines


def _blocks(blocks: Sequence[Block], language: Language, indent: str, under: str) -> Iterator[str]:
    """Blocks one below the other; labels of short ones line up, a title is not said twice."""
    for short, several in groupby(blocks, lambda one: one.kind in SHORT):
        if short:
            yield from _short(list(several), indent)
            continue
        for block in several:
            if block.label != under:
                yield f"{indent}{paint(block.label, 'dim')}"
            inner = indent if block.label == under else f"{indent}  "
            yield from (f"{inner}{line}" for line in _long(block, language, width() - len(inner)))


def _short(blocks: list[Block], indent: str) -> Iterator[str]:
    """A label and what there is to say, which goes on below itself."""
    margin = min(MARGIN, max(len(block.label) for block in blocks))
    for block in blocks:
        apart = "\n" if any(" · " in item for item in block.items) else " · "
        text = _gauge(block.gauge) if block.gauge else block.text or apart.join(block.items)
        room = width() - len(indent) - margin - 2
        label = paint(block.label.ljust(margin), "dim")
        parts = [line for part in text.split("\n") for line in wrap_text(escaped(part), most=room)] or [""]
        if len(block.label) > margin:
            yield f"{indent}{label}"
            yield from (f"{indent}{' ' * margin}  {part}" for part in parts)
        else:
            yield f"{indent}{label}  {parts[0]}"
            yield from (f"{indent}{' ' * margin}  {part}" for part in parts[1:])


def _gauge(gauge: GaugeShown) -> str:
    """Cases to fill, or a bar; the numbers, and what is said of them."""
    if gauge.kind == "clock":
        return " · ".join(part for part in (gauge.word, gauge.note) if part)
    high = max(1, round(gauge.high))
    cases = min(high, CASES)
    filled = min(cases, max(int(gauge.value > 0), round(gauge.value * cases / high)))
    said = (f"{gauge.now}/{gauge.most}", gauge.word, gauge.note, gauge.weighs if gauge.weighing else "")
    return f"{'■' * filled}{'□' * (cases - filled)} {' · '.join(part for part in said if part)}"


def _long(block: Block, language: Language, room: int) -> Iterator[str]:
    """What takes lines of its own."""
    match block.kind:
        case "table":
            yield from _table(block, room)
        case "levels":
            yield from _side_by_side([_entry(one, language) for one in block.entries], room)
        case "grid":
            drawn = _grid(block)
            if max(map(len, drawn), default=0) <= room:
                yield from drawn
                return
            yield from _grid(block, weighing=False)
            yield from (f"{row.code}  {', '.join(row.weighs)}" for row in block.grid if row.weighs)
        case "figure":
            spots = (block.figure.told or block.figure.drawn) if block.figure else []
            yield from _side_by_side([escaped(spot.said) for spot in spots], room)
        case "group":
            inside = [one for one in block.inside if not one.empty]
            yield from _blocks(inside, language, "", block.label)


def _grid(block: Block, *, weighing: bool = True) -> list[str]:
    """Scores and what follows from them, in columns; with what weighs on each beside it."""
    same = all(row.cells == (row.now,) for row in block.grid)
    titles = [["", "", *block.columns, ""]] if len(block.columns) > 1 else []
    rows = [
        [row.code, _score(row.base, row.now, row.weighs if weighing else ()), *(() if same else row.cells), row.word]
        for row in block.grid
    ]
    return columns([*titles, *rows])


def _score(base: str, now: str, weighs: Sequence[str]) -> str:
    why = f" ({', '.join(weighs)})" if weighs else ""
    return f"{base} → {now}{why}" if now != base else base


def _entry(entry: Entry, language: Language) -> str:
    """A name with its level, and what stands beside and under it."""
    level = "" if entry.number is None else number(entry.number, language)
    told = " ".join(part for part in (entry.name, level, entry.word and f"({entry.word})") if part)
    told = ", ".join(part for part in (told, entry.beside) if part)
    under = ", ".join(_entry(one, language) for one in entry.under)
    return escaped(f"{told} [{under}]" if under else told)


def _table(block: Block, room: int) -> Iterator[str]:
    """Columns where they fit; else a line each, with what is most worth knowing; short ones side by side."""
    if block.terse:
        heads = block.heads or ("",) * len(block.rows)
        starts = [at for at, head in enumerate(heads) if head] or [0]
        parts = [escaped(f"{name} {rest}".strip()) for name, rest in block.brief]
        for at, end in pairwise([*starts, len(parts)]):
            yield from [paint(heads[at], "dim")] if heads[at] else []
            yield from _side_by_side(parts[at:end], room, max(map(len, parts)))
        return
    rows = [[cell.replace("\n", ", ") for cell in row] for row in block.rows]
    numeric = [at for at, right in enumerate(block.numeric) if right]
    drawn = columns([list(block.columns), *rows], right=numeric)
    if max(map(len, drawn)) > room:
        drawn = ["", *("\n".join(_line(name, rest, room)) for name, rest in block.brief)]
    heads = block.heads or ("",) * len(rows)
    if drawn[0]:
        yield paint(drawn[0], "dim")
    for head, line in zip(heads, drawn[1:], strict=True):
        if head:
            yield paint(head, "dim")
        yield from line.split("\n")


def _line(name: str, rest: str, room: int) -> list[str]:
    first, *others = wrap_text(escaped(f"{name}  {rest}".rstrip()), most=room) or [""]
    return [first, *(line for other in others for line in wrap_text(other, "  ", room))]


def _side_by_side(parts: list[str], room: int, widest: int = 0) -> Iterator[str]:
    """Short entries in as many columns as there is room for, read downwards."""
    widest = widest or max(map(len, parts), default=0)
    count = max(1, (room + 2) // (widest + 2))
    if count == 1:
        for part in parts:
            yield from wrap_text(part, most=room)
        return
    height = -(-len(parts) // count)
    stacks = [parts[at : at + height] for at in range(0, len(parts), height)]
    yield from columns([[one.ljust(widest) for one in row] for row in zip_longest(*stacks, fillvalue="")])
