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
from gardien.core.sheet import Sheet
from gardien.core.system import System, find
from gardien.core.typed_values import with_lists


def run(line: Line) -> int:
    """Draw a character; `-o` keeps the sheet in a new file."""
    word, *words = line.words
    try:
        system = find(word)
    except Refusal:
        from gardien.cli.spoken import system_key

        system = find(system_key(word))
    given = gather(words, line.options.get("with"))
    target = line.options.get("output")
    if target is not None and exists(target):
        raise Refusal("file/exists", where=target)
    sheet = _drawn(system, given, line)
    if target is not None:
        write(target, sheet)
    if line.json:
        print_json(sheet)
        return 0
    from gardien.cli.drawing import laid_out

    print("\n".join(laid_out(system, sheet, line.language)))
    if target is not None:
        print("\n" + say("written", line.language, file=target))
    return 0


def _drawn(system: System, given: dict[str, Any], line: Line) -> Sheet:
    """A character with these choices, in keys or in words."""
    kind = system.creation.__annotations__["given"]
    spoken = {LANGUAGE: line.language} if LANGUAGE in kind.__struct_fields__ else {}

    def draw(choices: dict[str, Any]) -> Sheet:
        inputs = with_lists(inspect.type_info(kind), {**spoken, **choices})
        return gardien.create(system.key, inputs, seed=whole_number(line, "seed"), lax=True)

    try:
        return draw(given)
    except Refusal:
        from gardien.cli.spoken import given_in_keys

        said = given_in_keys(system, kind, given, "creation")
        if said == given:
            raise
        return draw(said)


def write(target: str, sheet: Any) -> None:
    """Write a sheet to a file that does not exist yet."""
    try:
        with open(target, "x", encoding="utf-8") as file:
            file.write(msgspec.json.format(msgspec.json.encode(sheet), indent=2).decode() + "\n")
    except FileExistsError:
        raise Refusal("file/exists", where=target) from None
    except (OSError, ValueError) as fault:
        raise Refusal("cli/write", where=target[:200], fault=type(fault).__name__) from None
