"""`gardien convert`: a sheet of another game, brought over, explained and written down."""

import sys
from os.path import exists
from pathlib import Path
from typing import Any

from gardien.cli.command_line import Line
from gardien.cli.create import write
from gardien.cli.layout import columns, dice_line, paint, with_margin, wrap_text
from gardien.cli.shared import faces_of, gather, print_json, say, whole_number
from gardien.core.conversion import KIND, MOST_OF_A_SHEET, Carried, convert, converter
from gardien.core.conversion_report import ReportWriter
from gardien.core.errors import Refusal
from gardien.core.pack import read_json, read_text, read_toml
from gardien.core.system import find

DATA = (".json", ".toml")  # files of values; any other is a text as people write it


def run(line: Line) -> int:
    """Convert what a file holds, what is given by name, or both; `-o` keeps the new sheet in a new file."""
    source, system, *words = line.words
    way = converter(source, system)  # an unknown game is told before a missing file
    target = line.options.get("output")
    if target is not None and exists(target):
        raise Refusal("file/exists", where=target)
    files = [word for word in words if "=" not in word]
    if len(files) > 1:
        raise Refusal("cli/too_many", where=line.command, came=files[1], usage=line.command)
    content, text = _read_file(files[0]) if files else ({}, "")
    given = gather([word for word in words if "=" in word], line.options.get("with"), content)
    if not (given or text.strip()):
        takes = [f"{KIND}={one.kind} ({', '.join(one.takes())})" for one in way.kinds]
        raise Refusal("convert/nothing", where=f"{source} → {system}", allowed=takes)
    carried = convert(
        source,
        system,
        given,
        text=text,
        dice=faces_of(line.options["dice"]) if "dice" in line.options else None,
        generator=_generator(line),
        language=line.language,
        lax=True,
    )
    if target is not None:
        write(target, carried.sheet)
    if line.json:
        print_json(carried)
        return 0
    print("\n".join(_report_lines(carried, line)))
    print("\n" + (say("written", line.language, file=target) if target else say("keep_sheet", line.language)))
    return 0


def _generator(line: Line) -> Any:
    from gardien import generator

    return generator(whole_number(line, "seed"))


def _read_file(name: str) -> tuple[dict[str, Any], str]:
    """The values of a file, or its text."""
    if name == "-":
        return {}, sys.stdin.read(MOST_OF_A_SHEET + 1) if sys.stdin else ""
    path = Path(name)
    if path.suffix not in DATA:
        return {}, read_text(path)
    content = read_json(read_text(path), path.name) if path.suffix == ".json" else read_toml(path)
    if not isinstance(content, dict):
        raise Refusal("field/type", where=path.name, field="", came="…", allowed="{…}")
    return content, ""


def _report_lines(carried: Carried, line: Line) -> list[str]:
    """The new sheet value by value, then what has no place, then what could not be read."""
    system, language = find(carried.system), line.language
    teller = ReportWriter(system, converter(carried.source, carried.system), language)
    kind = system.terms.word("kind", carried.kind, language)
    about = say("converted", language, source=teller.source_name(), system=system.title)
    name = str(getattr(carried.sheet, "name", "")) or kind
    lines = [f"{paint(name, 'bold')}  {paint(f'{kind} · {about}', 'dim')}"]
    lines += [paint(row, "dim") for row in wrap_text(teller.about(), "")] if teller.found.home else []
    for group in teller.groups(carried):
        rows = [(one.label, one.value, one.source, f"[{one.rule}]") for one in group.lines]
        lines += ["", paint(group.title or say("values", language), "bold")]
        lines += [f"  {row}" for row in columns(rows)]
    dice = [dice_line(carried.dice, system.terms, language)] if carried.dice else []
    lines += ["", *with_margin([(say("dice", language), dice)])] if dice else []
    losses = [f"{one.text} [{one.rule}]" if one.rule else one.text for one in teller.losses(carried)]
    for title, notes in (("lost", losses), ("unread", carried.unread)):
        if notes:
            lines += ["", paint(say(title, language), "bold")]
            lines += [row for one in notes for row in wrap_text(one, "  ")]
    return lines
