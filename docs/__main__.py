"""Write docs/rules, docs/man, docs/pictures and the games' types again from what the program says: `make reference`."""

import contextlib
import io
import re
from html import escape
from pathlib import Path

from docs.house import house
from docs.man import man_page
from docs.stubs import stubs
from gardien.cli.main import main
from gardien.core.system import System, find, keys
from gardien.core.terms import LANGUAGES, Language
from gardien.web.pages.house.rules import topics

HERE = Path(__file__).parent
TYPES = HERE.parent / "src" / "gardien" / "games"
INTRODUCTION = {
    "fr": "Toutes les règles, dans nos mots. Page écrite par `make reference`.",
    "en": "Every rule, in our own words. Page written by `make reference`.",
}
ADVICE = {"fr": "conseil", "en": "advice"}
PROCEDURES = {"fr": "Procédures", "en": "Procedures"}

PICTURE = "first-throw.svg"
SHOWN = (
    "do yacdha action category=physical opposition.value=3 forced=true --dice 2,5,4",
    "odds yacdha action category=physical opposition.value=3 forced=true --by degree,trauma",
)


def reference(system: System, language: Language) -> str:
    """The reference of one system as a page: its chapters in reading order, after a list of them."""
    chapters = topics(system, language)
    heads = [PROCEDURES[language], *(chapter.title for chapter in chapters)]
    lines = [f"# {system.title}", "", INTRODUCTION[language], "", *(f"- [{one}](#{anchor(one)})" for one in heads)]
    lines += ["", f"## {PROCEDURES[language]}", ""]
    for procedure in system.procedures():
        entry = system.terms.entry("procedure", procedure.key) or {}
        lines.append(f"- `{procedure.key}` — {entry[language]}. {entry[f'help_{language}']}")
    for chapter in chapters:
        lines += ["", f"## {chapter.title}"]
        for rule in chapter.rules:
            note = f" ({ADVICE[language]})" if rule.advice else ""
            lines += ["", f"### {rule.id} — {rule.title(language)}{note}", "", rule.text(language)]
    return "\n".join(lines) + "\n"


def anchor(head: str) -> str:
    """Where a heading is on its page, as forges and the site call it."""
    return re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-")


def picture() -> str:
    """A terminal with the first commands, drawn as SVG from what they really print."""
    lines: list[tuple[str, bool]] = []
    for command in SHOWN:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            main(command.split())
        lines += [
            (f"$ gardien {command}", True),
            *((line, False) for line in printed.getvalue().splitlines()),
            ("", False),
        ]
    lines.pop()
    width, height = 28 + max(len(line) for line, _ in lines) * 8, 56 + len(lines) * 20
    texts = "\n".join(
        f'<text x="18" y="{48 + 20 * row}" class="{"asked" if asked else "told"}">{escape(line)}</text>'
        for row, (line, asked) in enumerate(lines)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" xml:space="preserve">
<title>gardien do, gardien odds</title>
<style>
text {{ font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; fill: #d8d4c8 }}
.asked {{ fill: #e2b36b }}
</style>
<rect width="{width}" height="{height}" rx="10" fill="#1d1b18"/>
<g fill="#5a5449"><circle cx="22" cy="18" r="5"/><circle cx="40" cy="18" r="5"/><circle cx="58" cy="18" r="5"/></g>
{texts}
</svg>
"""


def pages() -> dict[Path, str]:
    """Every generated page with its text."""
    found = {HERE / "pictures" / PICTURE: picture(), HERE / "pictures" / "house.svg": house()}
    found |= {HERE / "man" / f"gardien.{language}.1": man_page(language) for language in LANGUAGES}
    for key in keys():
        system = find(key)
        found[TYPES / f"{key}.pyi"] = stubs(system)
        for language in LANGUAGES:
            found[HERE / "rules" / f"{key}.{language}.md"] = reference(system, language)
    return found


def write() -> None:
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
