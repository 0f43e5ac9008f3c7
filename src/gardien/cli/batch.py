"""`gardien batch`: many procedures, a line of JSON each, answered line by line."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

from gardien.cli.command_line import Line
from gardien.cli.shared import refusal_json, run_prepared, say, to_refusal
from gardien.core.calling import answer, prepare
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.pack import MOST_BYTES, MOST_DEPTH, unreadable_json
from gardien.core.terms import Language
from gardien.core.values import Value


class Asked(Value, frozen=True, kw_only=True):
    """One line: what is to be done, with which dice (none given: they are rolled)."""

    system: str
    procedure: str
    id: Any = None
    given: dict[str, Any] = {}
    dice: tuple[int, ...] | None = None


DECODER = msgspec.json.Decoder(Asked)
ENCODER = msgspec.json.Encoder()


def run(line: Line) -> int:
    """Answer every line as it comes; a bad one gets an error and the rest goes on. `--strict` counts them."""
    refused = _refused(line)
    if not refused or "strict" not in line.options:
        return 0
    print(say("refused_lines" if refused > 1 else "refused_line", line.language, count=refused), file=sys.stderr)
    return 2


def _refused(line: Line) -> int:
    """Answer everything; how many lines were refused."""
    if line.words[0] == "-":
        return _answer_all(sys.stdin.buffer, line.language) if sys.stdin else 0
    try:
        file = open(line.words[0], "rb")  # noqa: SIM115
    except FileNotFoundError:
        raise Refusal("file/missing", where=line.words[0]) from None
    except (OSError, ValueError) as fault:
        raise Refusal("file/unreadable", where=line.words[0][:200], fault=type(fault).__name__) from None
    with file:
        return _answer_all(file, line.language)


def _answer_all(file: BinaryIO, language: Language) -> int:
    refused = 0
    for number, text in enumerate(_lines(file), start=1):
        if text.strip():
            done, told = _answer(text, f"batch:{number}", language)
            refused += not done
            sys.stdout.write(told.decode() + "\n")
            sys.stdout.flush()
    return refused


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long no more is kept than shows that it is."""
    while text := file.readline(MOST_BYTES + 2):
        yield text
        while not text.endswith(b"\n") and len(text) > MOST_BYTES:
            text = file.readline(MOST_BYTES + 2)


def _answer(text: bytes, where: str, language: Language) -> tuple[bool, bytes]:
    """Whether a line was done, and what is answered to it."""
    id: Any = None
    try:
        asked = _parse(text, where)
        id = asked.id
        prepared = prepare(asked.system, asked.procedure, asked.given)
        done = run_prepared(prepared, None if asked.dice is None else list(asked.dice))
        return True, b'{"id":' + ENCODER.encode(id) + b"," + ENCODER.encode(answer(prepared, done))[1:]
    except Refusal as fault:
        refusal = fault
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as fault:
        refusal = to_refusal(fault)
    shown = refusal_json(refusal, language)
    return False, ENCODER.encode({"id": refusal.words.get("id", id), "error": shown["message"], "refusal": shown})


def _parse(text: bytes, where: str) -> Asked:
    """What a line asks for. A line that cannot be read is read again slowly, to say what is wrong with it."""
    if len(text) > MOST_BYTES:
        raise Refusal("file/large", where=where, most=MOST_BYTES // 1000)
    with suppress(ValueError, RecursionError):
        return DECODER.decode(text)
    try:
        content = msgspec.json.decode(text)
    except ValueError as fault:
        raise unreadable_json(fault, where) from None
    except RecursionError:
        raise Refusal("file/deep", where=where, most=MOST_DEPTH) from None
    if not isinstance(content, dict):
        raise Refusal("cli/line", where=where)
    try:
        return parse(Asked, content, where)
    except Refusal as refusal:
        refusal.words["id"] = content.get("id")
        raise
