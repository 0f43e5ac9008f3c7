"""`gardien show`: a sheet read from its file and laid out."""

from pathlib import Path
from typing import Any

import msgspec

from gardien.cli.command_line import Line
from gardien.cli.shared import print_json
from gardien.core.errors import Refusal
from gardien.core.pack import read_json, read_text
from gardien.core.sheet import Sheet, read_sheet
from gardien.core.system import System, find


def run(line: Line) -> int:
    """Print a sheet."""
    path = Path(line.words[0])
    content = read_json(read_text(path), path.name)
    if not isinstance(content, dict) or not isinstance(content.get("system"), str):
        raise Refusal("cli/no_system", where=path.name)
    system = find(content["system"])
    kind = _kind(system, content.get("kind"))
    sheet = read_sheet(content, kind, path.name, current_version(kind))
    if line.json:
        print_json(sheet)
    else:
        from gardien.cli.drawing import laid_out

        print("\n".join(laid_out(system, sheet, line.language)))
    return 0


def _kind(system: System, kind: Any) -> type[Sheet]:
    """The kind of sheet a file holds: a player's character, or one of the game master's."""
    return (system.table_rules.sheet_type(kind) if isinstance(kind, str) and kind else None) or system.sheet


def current_version(kind: type[Sheet]) -> int:
    """The version in which this program writes a sheet."""
    return next(int(field.default) for field in msgspec.structs.fields(kind) if field.name == "version")
