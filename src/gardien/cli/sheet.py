"""`gardien sheet`: a sheet on paper, filled in from its file or blank."""

from os.path import exists
from pathlib import Path

import gardien
from gardien.cli.command_line import Line
from gardien.cli.shared import print_json, say
from gardien.core.errors import Refusal
from gardien.core.pack import read_json, read_text
from gardien.core.system import find


def run(line: Line) -> int:
    """Write the PDF to a new file."""
    blank, target = line.options.get("blank"), line.options.get("output")
    if blank is not None and line.words:
        raise Refusal("cli/too_many", where=line.command, came=line.words[0], usage=line.command)
    if blank is None and not line.words:
        raise Refusal("cli/too_few", where=line.command, usage=line.command)
    if not target:
        raise Refusal("cli/output", where=line.command)
    if exists(target):
        raise Refusal("file/exists", where=target)
    _write(target, _pdf_of(line) if blank is None else _blank(blank, line))
    if line.json:
        print_json({"file": target})
    else:
        print(say("written", line.language, file=target))
    return 0


def _blank(key: str, line: Line) -> bytes:
    from gardien.sheets.printing import blank_pdf

    return blank_pdf(find(key), line.language)


def _pdf_of(line: Line) -> bytes:
    """Any kind of sheet the game has: a player's character, or one of the game master's."""
    from msgspec import to_builtins

    from gardien.sheets.printing import filled_pdf

    path = Path(line.words[0])
    content = read_json(read_text(path), path.name)
    if not isinstance(content, dict) or not isinstance(content.get("system"), str):
        raise Refusal("cli/no_system", where=path.name)
    sheet = gardien.sheet(content, where=path.name)
    return filled_pdf(find(content["system"]), to_builtins(sheet), line.language)


def _write(target: str, body: bytes) -> None:
    try:
        with open(target, "xb") as file:
            file.write(body)
    except FileExistsError:
        raise Refusal("file/exists", where=target) from None
    except (OSError, ValueError) as fault:
        raise Refusal("cli/write", where=target[:200], fault=type(fault).__name__) from None
