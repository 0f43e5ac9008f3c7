"""The help: all commands at a glance, or one command in full."""

from typing import Any

from gardien.cli.command_line import COMMANDS, NO_COMMAND, Line
from gardien.cli.layout import columns, paint, wrap_text
from gardien.cli.shared import WORDS, print_json, say, usage
from gardien.core.errors import Refusal, nearest
from gardien.core.pack import load_toml
from gardien.core.terms import Language

EXAMPLES = ("do", "odds", "play")  # the first example of each opens the manual


def run(line: Line) -> int:
    """Print the help, or the version; with a game or a procedure, what that takes."""
    if "version" in line.options:
        return _version(line)
    book = load_toml(WORDS)
    name, *words = line.words if line.command == "help" and line.words else [line.command, *line.words]
    if name in ("", "help"):
        lines = _overview(book, line.language)
    elif name in COMMANDS:
        lines = [*_command(name, book, line.language), *_taken(name, words, line.language)]
    else:
        raise Refusal("cli/command", came=name, allowed=list(COMMANDS), hint=nearest(name[:40], list(COMMANDS)))
    print("\n".join(lines))
    return 0


def _taken(command: str, words: list[str], language: Language) -> list[str]:
    """Of a procedure, or of creation in a game: every input."""
    if not words or command not in ("do", "odds", "create", "fight"):
        return []
    from gardien.cli.description import inputs_lines, procedure_lines
    from gardien.cli.spoken import procedure_key, system_key
    from gardien.core.system import find

    system = find(system_key(words[0]))
    if command == "fight":
        planned = (system.fights.fight_given, system.fights.budget_given) if system.fights else ()
        return [line for kind in planned if kind for line in inputs_lines(system, kind, language, command, "file")]
    if command == "create":
        return inputs_lines(system, system.creation.__annotations__["given"], language, "creation")
    named = [word for word in words[1:2] if "=" not in word]
    return [
        line
        for word in named
        for line in ("", *procedure_lines(system, system.procedure(procedure_key(system, word)), language))
    ]


def _version(line: Line) -> int:
    from gardien import __version__

    if line.json:
        print_json({"version": __version__})
    else:
        print(f"gardien {__version__}")
    return 0


def _overview(book: dict[str, Any], language: Language) -> list[str]:
    names = max(len(name) for name in COMMANDS)
    lines = [say("title", language, "help"), "", f"  {say('usage', language, 'help')}"]
    for group in book["group"].values():
        lines += ["", paint(group[language], "bold")]
        lines += [f"  {name.ljust(names)}  {book['command'][name][language]}" for name in group["commands"]]
    lines += [
        "",
        paint(say("everywhere", language, "help"), "bold"),
        *_options(list(NO_COMMAND.options), book, language),
    ]
    lines += ["", paint(say("examples", language, "help"), "bold")]
    lines += [f"  gardien {book['command'][name]['examples'][0]}" for name in EXAMPLES]
    return lines


def _command(name: str, book: dict[str, Any], language: Language) -> list[str]:
    entry = book["command"][name]
    summary = entry[language]
    return [
        f"gardien {usage(name, language)}",
        "",
        f"  {summary[0].upper()}{summary[1:]}.",
        *(line for line in wrap_text(entry.get(f"more_{language}", ""), "  ")),
        "",
        paint(say("options", language, "help"), "bold"),
        *_options(list(COMMANDS[name].options), book, language),
        "",
        paint(say("examples", language, "help"), "bold"),
        *(f"  gardien {example}" for example in entry["examples"]),
    ]


def _options(names: list[str], book: dict[str, Any], language: Language) -> list[str]:
    rows = []
    for name in names:
        entry = book["option"][name]
        short = f"{entry['short']}, " if "short" in entry else ""
        rows.append([f"  {short}--{name} {entry.get('value', '')}".rstrip(), entry[language]])
    return columns(rows)
