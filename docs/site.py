"""The documentation as a site, French and English: `make docs` gathers what is written and what the program says.

Every page has one source: a file of the project, or a function of `docs/references.py`. Links between files of the
project become links between pages; what is linked and no page travels along. The generator refuses a link that leads
nowhere.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from docs import references
from gardien.core.system import find, keys
from gardien.core.terms import LANGUAGES, Language

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "docs"
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()([^)\s]+)(\))")
MADE = re.compile(r"^<!-- made: (\w+)((?: [\w./]+)*) -->$", re.M)
BESIDE = ("iframe-worker.js", "site.css")
FENCE = re.compile(r"^( *```.*?^ *```)$", re.S | re.M)
Made = Callable[..., str]


class Page(Struct, frozen=True):
    """A page: its address, its titles, and its text: a file, or who makes it.

    In a path `{language}` is the page's own; `{fr}` is `.fr` of the French file and nothing of the English one.
    """

    name: str
    fr: str
    en: str
    source: str | Made

    def title(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def path(self, language: Language) -> Path | None:
        """Its file."""
        if not isinstance(self.source, str):
            return None
        return ROOT / self.source.format(language=language, fr=".fr" if language == "fr" else "")

    def text(self, language: Language) -> str:
        path = self.path(language)
        if path is None:
            assert not isinstance(self.source, str)
            return self.source(language)
        return MADE.sub(lambda one: MAKERS[one[1]](language, *one[2].split()), path.read_text("utf-8"))


MAKERS: dict[str, Made] = {
    "house_rules": references.house_rules,
    "acts": references.acts,
    "fight_fields": references.fight_fields,
    "surface": references.surface,
    "program": references.program,
}


def sections() -> list[tuple[str, str, list[Page]]]:
    """What the site holds, in reading order."""
    games = [(key, find(key).title) for key in keys()]
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    return [
        (
            "À la table",
            "At the table",
            [
                Page("evening", "La première soirée", "The first evening", "docs/guides/evening.{language}.md"),
                Page("players", "Pour qui joue", "For players", "docs/guides/players.{language}.md"),
                Page("house-rules", "Règles maison", "House rules", "docs/guides/house-rules.{language}.md"),
            ],
        ),
        ("Les jeux", "The games", [_same(f"games/{key}", title, "docs/games/") for key, title in games]),
        ("Les règles", "The rules", [_same(f"rules/{key}", title, "docs/rules/") for key, title in games]),
        (
            "Préparer",
            "Preparing",
            [
                Page("packs", "Ses propres paquets", "Packs of your own", "docs/guides/packs.{language}.md"),
                Page("pack-files", "Ce que tient un paquet (en anglais)", "What a pack may hold", "docs/packs.md"),
                Page("fights", "Fichiers de combat", "Fight files", "docs/guides/fights.{language}.md"),
                Page("hosting", "Héberger et sauvegarder", "Hosting and backup", "docs/hosting{fr}.md"),
                Page("security", "Ce qui est promis (en anglais)", "What is promised", "SECURITY.md"),
            ],
        ),
        (
            "Programmer",
            "Building upon it",
            [
                Page("commands", "Ligne de commande", "Command line", references.commands),
                Page("library", "Python", "Python", "docs/library{fr}.md"),
                Page("http", "HTTP", "HTTP", references.http),
                Page("bots", "Robots", "Bots", "docs/bots{fr}.md"),
                Page("add-a-game", "Ajouter un jeu", "Add a game", "docs/guides/add-a-game.{language}.md"),
            ],
        ),
        (
            "La maison (en anglais)",
            "The house",
            [
                Page("architecture", "Architecture", "Architecture", "ARCHITECTURE.md"),
                Page("contributing", "Contribuer", "Contributing", "CONTRIBUTING.md"),
                Page("changelog", "Versions", "Changes", "CHANGELOG.md"),
                Page("speed", "Vitesse", "Speed", "bench/results.md"),
                *(
                    Page(f"decisions/{one.stem}", _head(one), _head(one), str(one.relative_to(ROOT)))
                    for one in decisions
                ),
            ],
        ),
    ]


def _same(name: str, title: str, folder: str) -> Page:
    """A page of a game, whose name is the same in every language."""
    return Page(name, title, title, f"{folder}{name.rpartition('/')[2]}.{{language}}.md")


def _head(path: Path) -> str:
    return path.read_text("utf-8").partition("\n")[0].removeprefix("# ")


HOME = Page("index", "Accueil", "Home", "README{fr}.md")
FOLDERS = {
    "docs/rules": "rules/yacdha",
    "docs/decisions": "decisions/0001-rules-are-generators",
    "docs/man": "commands",
}


def pages() -> Iterator[Page]:
    yield HOME
    for _, _, some in sections():
        yield from some


class Gathering:
    """The pages of one language as the generator wants them."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.folder = BUILD / language
        self.names = {ROOT / folder: name for folder, name in FOLDERS.items()}
        for page in pages():
            self.names |= {path: page.name for one in LANGUAGES if (path := page.path(one))}

    def gather(self) -> None:
        """Write every page, and what they link to."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for page in pages():
            target = self.folder / f"{page.name}.md"
            target.parent.mkdir(parents=True, exist_ok=True)
            base = (page.path(self.language) or ROOT / "README.md").parent
            target.write_text(self.linked(page.text(self.language), base, target.parent), "utf-8")
        for name in BESIDE:
            shutil.copy(ROOT / "docs" / name, self.folder)

    def linked(self, text: str, base: Path, home: Path) -> str:
        """A text whose links lead to pages, or to files that travel along; what stands in a block is left alone."""

        def lead(found: re.Match[str]) -> str:
            address, _, place = found[2].partition("#")
            if not address or "://" in address or address.startswith("mailto:"):
                return found[0]
            path = Path(os.path.normpath(base / address))
            name = self.names.get(path)
            if name is None and path.is_file():
                target = self.folder / "files" / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target)
            else:
                target = (
                    self.folder / f"{name}.md" if name else path
                )  # one that is nowhere is for the generator to refuse
            return f"{found[1]}{os.path.relpath(target, home)}{'#' + place if place else ''}{found[3]}"

        parts = FENCE.split(text)
        return "".join(part if at % 2 else LINK.sub(lead, part) for at, part in enumerate(parts))

    def settings(self) -> Path:
        """What the generator is told: the common settings, and what this language adds."""
        french = self.language == "fr"
        nav: list[dict[str, object]] = [{HOME.title(self.language): "index.md"}]
        for fr, en, some in sections():
            nav.append({fr if french else en: [{one.title(self.language): f"{one.name}.md"} for one in some]})
        told = {
            "INHERIT": str(ROOT / "docs" / "mkdocs.yml"),
            "docs_dir": str(self.folder),
            "site_dir": str(BUILD / "site" / self.language),
            "site_description": references.about(self.language),
            "theme": {"language": self.language},
            "nav": nav,
        }
        path = BUILD / f"mkdocs.{self.language}.yml"
        path.write_text(json.dumps(told, ensure_ascii=False, indent=1), "utf-8")
        return path


def build(languages: tuple[Language, ...] = LANGUAGES) -> None:
    """The site, in build/docs/site; the generator ends with what it found wrong."""
    for language in languages:
        gathering = Gathering(language)
        gathering.gather()
        line = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(gathering.settings())]
        subprocess.run(line, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "true"})
    (BUILD / "site" / "index.html").write_text(references.door(), "utf-8")


if __name__ == "__main__":
    build()
    print(BUILD / "site" / "index.html")
