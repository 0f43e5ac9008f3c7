"""`gardien show`: a sheet read from its file and laid out."""

from pathlib import Path

import gardien
from gardien.cli.command_line import Line
from gardien.cli.shared import print_json
from gardien.core.errors import Refusal
from gardien.core.pack import read_json, read_text
from gardien.core.system import find


def run(line: Line) -> int:
    """Print a sheet."""
    path = Path(line.words[0])
    content = read_json(read_text(path), path.name)
    if not isinstance(content, dict) or not isinstance(content.get("system"), str):
        raise Refusal("cli/no_system", where=path.name)
    sheet = gardien.sheet(content, where=path.name)
    if line.json:
        print_json(sheet)
    else:
        from gardien.cli.drawing import laid_out

        print("\n".join(laid_out(find(content["system"]), sheet, line.language)))
    return 0
