"""`gardien create`: a character drawn, shown and written down."""

from os.path import exists
from typing import Any

import msgspec
from msgspec import inspect

import gardien
from gardien.cli.command_line import Line
from gardien.cli.shared import gather, print_json, say, whole_number
from gardien.core.creation import LANGUAGE
from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.core.typed_values import with_lists


def run(line: Line) -> int:
    """Draw a character; `-o` keeps the sheet in a new file."""
    key, *words = line.words
    system = find(key)
    given = gather(words, line.options.get("with"))
    target = line.options.get("output")
    if target is not None and exists(target):
        raise Refusal("file/exists", where=target)
    kind = system.creation.__annotations__["given"]
    spoken = {LANGUAGE: line.language} if LANGUAGE in kind.__struct_fields__ else {}
    inputs = with_lists(inspect.type_info(kind), {**spoken, **given})
    sheet = gardien.create(key, inputs, seed=whole_number(line, "seed"), lax=True)
    if target is not None:
        write(target, sheet)
    if line.json:
        print_json(sheet)
        return 0
    from gardien.cli.show import laid_out

    print("\n".join(laid_out(system, sheet, line.language)))
    if target is not None:
        print("\n" + say("written", line.language, file=target))
    return 0


def write(target: str, sheet: Any) -> None:
    """Write a sheet to a file that does not exist yet."""
    try:
        with open(target, "x", encoding="utf-8") as file:
            file.write(msgspec.json.format(msgspec.json.encode(sheet), indent=2).decode() + "\n")
    except FileExistsError:
        raise Refusal("file/exists", where=target) from None
    except (OSError, ValueError) as fault:
        raise Refusal("cli/write", where=target[:200], fault=type(fault).__name__) from None
