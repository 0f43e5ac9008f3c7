"""The help: all commands at a glance, or one command in full."""

from typing import Any

from gardien.cli.command_line import COMMANDS, NO_COMMAND, Line
from gardien.cli.layout import columns, paint
from gardien.cli.shared import WORDS, print_json, say, usage
from gardien.core.pack import load_toml
from gardien.core.terms import Language

EXAMPLES = ("do", "odds", "play")  # the first example of each opens the manual


def run(line: Line) -> int:
    """Print the help, or the version."""
    if "version" in line.options:
        return _version(line)
    book = load_toml(WORDS)
    print("\n".join(_command(line.command, book, line.language) if line.command else _overview(book, line.language)))
    return 0


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
