"""What the program says of itself in the documentation: commands, house rules, acts, fight files, Python, HTTP."""

import contextlib
import inspect
import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import gardien
from gardien.cli.command_line import COMMANDS, NO_COMMAND
from gardien.cli.main import main
from gardien.cli.procedures import by_topic, help_of, title
from gardien.cli.shared import WORDS, say, usage
from gardien.core.pack import load_toml
from gardien.core.system import find, keys
from gardien.core.terms import Language, colon
from gardien.web.app import BASE, description
from gardien.web.described import Field, WayRead, ways_read
from gardien.web.openapi import TAGS
from gardien.web.pages.frame import WORDS as SHOWN

SAID: dict[str, dict[Language, str]] = {
    "commands": {"fr": "Ligne de commande", "en": "Command line"},
    "options": {"fr": "Options", "en": "Options"},
    "key": {"fr": "Clé", "en": "Key"},
    "name": {"fr": "Nom", "en": "Name"},
    "default": {"fr": "Sans rien dire", "en": "By default"},
    "means": {"fr": "Ce qu’elle fait", "en": "What it does"},
    "act": {"fr": "Acte", "en": "Act"},
    "http": {
        "fr": "La description complète, pour les machines, est à `/api/v1/openapi.json` de toute maison qui tourne ;"
        " avec `?lang=fr` elle parle français. À `/api`, la même pour les gens.",
        "en": "The whole description, for machines, is at `/api/v1/openapi.json` of every house that runs (with"
        " `?lang=fr`, in French); for people it is at `/api`.",
    },
    "field": {"fr": "Champ", "en": "Field"},
    "kind": {"fr": "Valeur", "en": "Value"},
    "asked": {"fr": "Dans l’adresse", "en": "In the address"},
    "sent": {"fr": "Envoyé", "en": "Sent"},
    "told": {"fr": "Répondu", "en": "Answered"},
    "needed": {"fr": "obligatoire", "en": "required"},
    "for": {"fr": "Pour", "en": "For"},
    "acts_http": {
        "fr": "Chaque acte de chaque jeu se fait à `{path}/do` et se pèse à `{path}/odds` ; la description type ce qui"
        " entre et ce qui sort de chacun.",
        "en": "Every act of every game is done at `{path}/do` and weighed at `{path}/odds`; the description types what"
        " goes in and out of each.",
    },
}


def about(language: Language) -> str:
    """Gardien in a line."""
    return say("title", language, "help")


def door() -> str:
    """The page above both languages."""
    links = "".join(
        f'<p lang="{code}"><a href="{code}/index.html">{name}</a></p>'
        for code, name in (("fr", "Français"), ("en", "English"))
    )
    return (
        '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Gardien</title>'
        f'<meta http-equiv="refresh" content="0; url=fr/index.html">{links}</html>\n'
    )


def table(heads: list[str], rows: Iterator[list[str]] | list[list[str]]) -> str:
    """A table; what stands in a cell cannot end it."""
    lines = [heads, ["---"] * len(heads), *rows]
    safe = [[cell if cell.startswith("`") else cell.replace("|", "\\|") for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in safe) + "\n"


def code(value: object) -> str:
    return f"`{value}`" if value not in ("", None) else ""


# ---- games ----


def house_rules(language: Language) -> str:
    """Every house rule of every game."""
    heads = [SAID[one][language] for one in ("key", "name", "default", "means")]
    text = ""
    for key in keys():
        rows = [
            [f"`options.{one['key']}`", one["title"], _default(one["schema"].get("default")), one["help"]]
            for one in find(key).house_rules(language)
        ]
        text += f"## {find(key).title}\n\n{table(heads, rows)}\n"
    return text


def _default(value: object) -> str:
    return code(
        ",".join(map(str, value)) if isinstance(value, list) else str(value).lower() if value is not None else ""
    )


def acts(language: Language, key: str) -> str:
    """What can be done in a game, by topic."""
    system = find(key)
    heads = [SAID[one][language] for one in ("act", "key", "means")]
    return "\n".join(
        f"### {topic}\n\n"
        + table(heads, [[title(system, one, language), code(one), help_of(system, one, language)] for one in some])
        for topic, some in by_topic(system, language)
    )


def fight_fields(language: Language) -> str:
    """Every field of a fight's file, as `gardien help fight` says it."""
    text = ""
    for key in keys():
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            main(["help", "fight", key, "--lang", language])
        fields = printed.getvalue().split("\n\n", 4)[-1]
        text += f"### {find(key).title}\n\n```text\n{fields.strip()}\n```\n\n"
    return text


# ---- the command line ----


def commands(language: Language) -> str:
    """Every command with its use, its options and its examples, from the words of the command line."""
    book = load_toml(WORDS)
    lines = [f"# {SAID['commands'][language]}", "", about(language)]
    for group in book["group"].values():
        lines += ["", f"## {group[language]}"]
        for name in group["commands"]:
            entry = book["command"][name]
            lines += ["", f"### {name}", "", f"`gardien {usage(name, language)}`", "", _sentence(entry[language])]
            if f"more_{language}" in entry:
                lines += ["", entry[f"more_{language}"]]
            own = [one for one in COMMANDS[name].options if one not in NO_COMMAND.options]
            if own:
                lines += ["", *(f"- {_option(book['option'][one], one, language)}" for one in own)]
            if entry["examples"]:
                lines += ["", "```text", *(f"gardien {one}" for one in entry["examples"]), "```"]
    lines += ["", f"## {SAID['options'][language]}", ""]
    lines += [f"- {_option(book['option'][one], one, language)}" for one in NO_COMMAND.options]
    return "\n".join(lines) + "\n"


def _option(entry: dict[str, str], name: str, language: Language) -> str:
    short = f"`{entry['short']}`, " if "short" in entry else ""
    spelt = f"--{name} {entry.get('value', '')}".strip()
    return f"{short}`{spelt}`: {entry[language]}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# ---- Python ----


def surface(language: Language) -> str:
    """Every public function as its source declares it."""
    text = ""
    for name in gardien.__all__:
        found = getattr(gardien, name)
        if inspect.isfunction(found):
            signature = str(inspect.signature(found)).replace("'", "")
            text += f"### gardien.{name}\n\n```text\n{name}{signature}\n```\n\n{inspect.getdoc(found)}\n\n"
    return text


# ---- HTTP ----


def program(language: Language, path: str) -> str:
    """A program that lies in the project, as it is."""
    file = Path(__file__).parent.parent / path
    return f"```{file.suffix[1:]}\n{file.read_text('utf-8')}```\n"


described = cache(description)


def http(language: Language) -> str:
    """Every way in, made from the OpenAPI description."""
    whole = described(language)
    lines = ["# HTTP", "", SAID["http"][language], "", whole["info"]["description"]]
    for tag in whole["tags"][: len(TAGS)]:
        lines += ["", f"## {tag['description']}"]
        for way in ways_read(whole, tag["name"]):
            lines += ["", *_way(way, language)]
    path = f"{BASE}/systems/SYSTEM/procedures/PROCEDURE"
    return "\n".join([*lines, "", SAID["acts_http"][language].format(path=path)]) + "\n"


def _way(way: WayRead, language: Language) -> Iterator[str]:
    yield f"### {way.title} {{ #{way.id} }}"
    yield f"\n`{way.method} {way.path}`\n"
    callers = ", ".join(load_toml(SHOWN)["phrase"][f"api_who_{who}"][language] for who in way.who)
    yield f"{way.about}\n\n{SAID['for'][language]}{colon(language)} {callers}\n"
    for part, fields in (("asked", way.asked), ("sent", way.sent), ("told", way.told)):
        if fields:
            heads = [SAID[part][language], SAID["kind"][language], ""]
            yield table(heads, [_field(one, language) for one in fields])
    if way.example:
        yield f"```http\n{way.example}\n```\n"
    if way.answered:
        yield f"```json\n{way.answered}\n```"


def _field(field: Field, language: Language) -> list[str]:
    needed = f"*{SAID['needed'][language]}* " if field.required else ""
    kind = field.kind if len(field.kind) < 90 else f"{field.kind[:88]}…"
    unless = code(f"= {field.default}") if field.default else ""
    return [code(field.name), code(kind), f"{needed}{field.about} {unless}".strip()]
