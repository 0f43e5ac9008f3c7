"""The manual page `gardien(1)`, in both languages, from the words of the command line."""

from pathlib import Path

from gardien.cli.command_line import COMMANDS, NO_COMMAND
from gardien.cli.shared import WORDS, say, usage
from gardien.core.pack import load_toml
from gardien.core.terms import Language

HEADS: dict[Language, dict[str, str]] = {
    "fr": {
        "name": "NOM",
        "synopsis": "SYNOPSIS",
        "commands": "COMMANDES",
        "options": "OPTIONS",
        "inputs": "ENTRÉES",
        "environment": "ENVIRONNEMENT",
        "files": "FICHIERS",
        "status": "CODE DE RETOUR",
    },
    "en": {
        "name": "NAME",
        "synopsis": "SYNOPSIS",
        "commands": "COMMANDS",
        "options": "OPTIONS",
        "inputs": "INPUTS",
        "environment": "ENVIRONMENT",
        "files": "FILES",
        "status": "EXIT STATUS",
    },
}


def man_page(language: Language) -> str:
    """The page in the format of man."""
    book, more = load_toml(WORDS), load_toml(str(Path(__file__).parent / "man.toml"))
    heads = HEADS[language]
    lines = [
        f'.TH GARDIEN 1 "" "gardien" "Gardien"\n.SH {heads["name"]}',
        f"gardien \\- {_safe(say('title', language, 'help').removeprefix('Gardien, ').removesuffix('.'))}",
        f".SH {heads['synopsis']}",
        _safe(say("usage", language, "help").partition("  ")[0]),
        f".SH {heads['commands']}",
    ]
    for group in book["group"].values():
        lines.append(f'.SS "{_safe(group[language])}"')
        for name in group["commands"]:
            lines += [
                ".TP",
                rf"\fBgardien {_safe(usage(name, language))}\fR",
                _sentence(book["command"][name][language]),
            ]
            lines += [rf".br{chr(10)}\fIgardien {_safe(one)}\fR" for one in book["command"][name]["examples"]]
    lines.append(f".SH {heads['options']}")
    for option in dict.fromkeys(name for one in (NO_COMMAND, *COMMANDS.values()) for name in one.options):
        entry = book["option"][option]
        short = rf"\fB{_safe(entry['short'])}\fR, " if "short" in entry else ""
        lines += [".TP", rf"{short}\fB{_safe('--' + option)}\fR {_safe(entry.get('value', ''))}".rstrip()]
        lines.append(_sentence(entry[language]))
    for head in ("inputs", "environment", "files", "status"):
        lines.append(f".SH {heads[head]}")
        for entry in more.values():
            if entry["under"] == head:
                lines += [".TP", rf"\fB{_safe(entry['term'])}\fR"] if "term" in entry else [".PP"]
                lines.append(_safe(entry[language]))
    return "\n".join(lines) + "\n"


def _safe(text: str) -> str:
    """Text that the formatter takes for nothing else."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def _sentence(text: str) -> str:
    return _safe(f"{text[0].upper()}{text[1:]}.")
