"""A command line taken apart: the command, its words, its options.

Written by hand rather than with argparse: words and options mix freely (`do yacdha action --json forced=true`), every
fault is a refusal in the language asked for, and nothing has to be imported.
"""

import os

from gardien.surroundings import spoken_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from gardien.core.errors import Refusal
    from gardien.core.terms import Language


class Command:
    """What a command takes: how many words, and which options (True: with a value)."""

    def __init__(self, least: int, most: int | None, options: dict[str, bool] | None = None) -> None:
        self.least = least
        self.most = most
        self.options = {**(options or {}), "lang": True, "json": False, "help": False}


PLACE = {"data": True, "database": True}  # where the tables are kept
PACKS = {"pack": True}  # whose rows are used beside the printed ones
SERVING = {
    "lan": False,
    "host": True,
    "port": True,
    "public": True,
    "keep-link": False,
    "fresh": False,
    "link-days": True,
}

COMMANDS: dict[str, Command] = {
    "serve": Command(0, 0, {**PLACE, **SERVING}),
    "play": Command(0, 1, PACKS),
    "do": Command(2, None, {"with": True, "dice": True, "seed": True, **PACKS}),
    "odds": Command(2, None, {"with": True, "by": True, **PACKS}),
    "batch": Command(1, 1, {"strict": False, **PACKS}),
    "fight": Command(1, 1, {"runs": True, "seed": True, **PACKS}),
    "create": Command(1, None, {"with": True, "seed": True, "output": True, **PACKS}),
    "convert": Command(2, None, {"with": True, "dice": True, "seed": True, "output": True, **PACKS}),
    "show": Command(1, 1, {**PACKS}),
    "sheet": Command(0, 1, {"output": True, "blank": True, **PACKS}),
    "systems": Command(0, 1),
    "system": Command(2, 3),
    "procedures": Command(0, 2, {**PACKS}),
    "rules": Command(0, 2, {"search": True}),
    "pack": Command(1, None, {"system": True, **PACKS, **PLACE}),
    "tables": Command(0, 0, PLACE),
    "log": Command(0, 1, {**PLACE, "limit": True}),
    "undo": Command(0, 1, {**PLACE, "to": True, "redo": False}),
    "export": Command(0, 2, {**PLACE, "output": True}),
    "import": Command(1, 2, {**PLACE, "copy": False}),
    "backup": Command(1, 1, PLACE),
    "rescue": Command(1, 1, {"output": True}),
    "completion": Command(1, None),
    "help": Command(0, None),
}
NO_COMMAND = Command(0, None, {"version": False})
SHORT = {"-o": "--output", "-h": "--help", "-V": "--version"}


class Line:
    """What was typed: the command, its words in order, its options (a bare one holds an empty text)."""

    def __init__(self, command: str, words: list[str], options: dict[str, str], language: "Language") -> None:
        self.command = command
        self.words = words
        self.options = options
        self.language: Language = language
        self.json = "json" in options


def language_of(arguments: list[str]) -> "Language":
    """The language of `--lang`, wherever it stands, else that of GARDIEN_LANG or of the surroundings, else French."""
    asked = ""
    for position, word in enumerate(arguments):
        if word == "--":
            break
        if word == "--lang":
            asked = "".join(arguments[position + 1 : position + 2])
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    return spoken_language(asked)


def take_apart(arguments: list[str]) -> Line:
    """Read a command line: the first word that is no option is the command."""
    words: list[str] = []
    options: dict[str, str] = {}
    name = ""
    waiting = list(reversed(arguments))
    only_words = False
    while waiting:
        word = waiting.pop()
        if word == "--" and not only_words:
            only_words = True
        elif not only_words and word.startswith("-") and len(word) > 1:
            _take_option(word, name, waiting, options)
        elif name:
            words.append(word)
        elif word in COMMANDS:
            name = word
        else:
            raise _refusal("cli/command", came=word, known=list(COMMANDS))
    if options.get("lang", "fr").lower() not in ("fr", "en"):
        raise _refusal("field/one_of", field="--lang", came=options["lang"], allowed=["fr", "en"])
    line = Line(name, words, options, language_of(arguments))
    command = COMMANDS.get(name, NO_COMMAND)
    if "help" not in options and len(words) < command.least:
        raise _refusal("cli/too_few", where=name, usage=name)
    if command.most is not None and len(words) > command.most:
        raise _refusal("cli/too_many", where=name, came=words[command.most], usage=name)
    return line


def _take_option(word: str, name: str, waiting: list[str], options: dict[str, str]) -> None:
    """Read one option and, where it wants one, its value."""
    key, equals, value = SHORT.get(word, word).removeprefix("--").partition("=")
    known = COMMANDS.get(name, NO_COMMAND).options
    if key not in known or not SHORT.get(word, word).startswith("--"):
        raise _refusal("cli/option", where=name, came=word.partition("=")[0], known=[f"--{one}" for one in known])
    if not known[key]:
        if equals:
            raise _refusal("cli/no_value", where=name, came=f"--{key}", value=value)
    elif not equals:
        if not waiting or waiting[-1].startswith("--"):
            raise _refusal("cli/value", where=name, came=f"--{key}")
        value = waiting.pop()
    options[key] = f"{options[key]}{os.pathsep}{value}" if key in PACKS and key in options else value


def _refusal(id: str, where: str = "", field: str = "", known: list[str] | None = None, **words: "Any") -> "Refusal":
    from gardien.core.errors import Refusal, nearest

    if known:
        words.update(allowed=known, hint=nearest(str(words["came"])[:40], known))
    return Refusal(id, where=where, field=field, **words)
