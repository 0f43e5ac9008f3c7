"""The entry point: find the command, load it alone, run it, and let nothing but sentences out."""

import sys

from gardien.cli.command_line import COMMANDS, PACKS, Line, language_of, take_apart
from gardien.cli.streams import guard_streams
from gardien.surroundings import data_folder

REFUSED = 2
BROKEN = 70
INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Run a command line; the answer is the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    _start()
    return guard_streams(lambda: _answer(arguments))


def _answer(arguments: list[str]) -> int:
    try:
        _check_text(arguments)
        status = _run(take_apart(arguments))
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _hang_up()
    except Exception as fault:
        from gardien.cli.shared import report

        return report(fault, language_of(arguments), "--json" in arguments)


def _run(line: Line) -> int:
    if line.command in ("", "help") or "help" in line.options:
        from gardien.cli.manual import run
    elif line.command in COMMANDS:
        from importlib import import_module

        module = "bring" if line.command == "import" else line.command  # Python keeps that word for itself
        run = import_module(f"gardien.cli.{module}").run
        if PACKS.keys() <= COMMANDS[line.command].options.keys() and _has_packs(line):
            with import_module("gardien.cli.with_packs").use(line):
                return int(run(line))
    return int(run(line))


def _has_packs(line: Line) -> bool:
    """Whether rows of the user's own are to be used: those named, or those that lie in the data folder."""
    import os

    if "pack" in line.options or "GARDIEN_PACKS" in os.environ:
        return True
    try:
        return not all(name.startswith(".") for name in os.listdir(os.path.join(data_folder(), "packs")))
    except OSError:
        return False


def _start() -> None:
    """A command lives for milliseconds: few garbage collections, and no module that nobody asks for.

    Letters that a terminal cannot show, or bytes that are no letters, become a question mark instead of a fault.
    """
    import gc
    from io import TextIOWrapper

    gc.set_threshold(50_000, 20, 20)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    if "msgspec" not in sys.modules and "typing_extensions" not in sys.modules:
        # Where it is installed, msgspec takes from typing_extensions (8 ms) what typing has had since Python 3.11.
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]
        import msgspec  # noqa: F401

        del sys.modules["typing_extensions"]


def _check_text(arguments: list[str]) -> None:
    """Refuse bytes that are no text, which could be neither read nor shown."""
    for word in arguments:
        if "\0" in word or word.encode(errors="ignore") != word.encode(errors="replace"):
            from gardien.core.errors import Refusal

            raise Refusal("cli/bytes", came=word.replace("\0", "?").encode(errors="replace").decode())


def _hang_up() -> int:
    """Whoever read has gone: say no more, not even when Python closes its streams."""
    import os
    from contextlib import suppress

    with suppress(OSError, ValueError):  # standard output may be no file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
