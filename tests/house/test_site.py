"""The documentation as a site: its links lead somewhere, its commands run, its words are those of the screen."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from docs import site
from docs.site import Gathering, Page
from playwright.sync_api import expect

from gardien.cli.command_line import take_apart
from gardien.cli.main import main
from gardien.core.pack import load_toml
from gardien.core.terms import LANGUAGES, Language
from gardien.web.pages.frame import WORDS
from house.places import ROOT, throw_seldom

WRITTEN = sorted((ROOT / "docs" / "guides").glob("*.md")) + sorted((ROOT / "docs" / "games").glob("*.md"))
every_page = pytest.mark.parametrize("path", [*WRITTEN, ROOT / "README.fr.md"], ids=lambda path: path.name)
on_the_screen = pytest.mark.parametrize(
    "path", [path for path in WRITTEN if path.name.startswith(("evening", "players"))], ids=lambda path: path.name
)


def blocks(path: Path, *kinds: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text("utf-8"), re.S | re.M)
    return [block for kind, block in found if kind in kinds]


def commands(path: Path) -> list[list[str]]:
    lines = [line for block in blocks(path, "", "sh") for line in block.splitlines() if line.startswith("gardien ")]
    return [shlex.split(line, comments=True)[1:] for line in lines]


TRIED = {" ".join(words) for words in commands(ROOT / "README.md")}  # by test_docs


@pytest.fixture(scope="module")
def gathered(tmp_path_factory) -> dict[Language, Gathering]:
    site.BUILD = tmp_path_factory.mktemp("docs")
    found = {language: Gathering(language) for language in LANGUAGES}
    for one in found.values():
        one.gather()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_to_a_page_or_a_file(gathered, language):
    folder = gathered[language].folder
    for path in folder.rglob("*.md"):
        if "files" in path.relative_to(folder).parts:
            continue
        for found in site.LINK.finditer("".join(site.FENCE.split(path.read_text("utf-8"))[::2])):
            address = found[2].partition("#")[0]
            assert not address or "://" in address or (path.parent / address).exists(), f"{path.name}: {found[0]}"


@pytest.fixture(scope="module")
def built(gathered) -> Path:
    """The site in one language here, in both with `make docs`: strict, links and anchors included."""
    line = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(gathered["en"].settings())]
    ran = subprocess.run(line, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stdout + ran.stderr
    return site.BUILD / "site" / "en"


@pytest.mark.slow
def test_the_generator_takes_it_and_a_reader_fetches_nothing_from_elsewhere(built):
    page = (built / "games" / "yacdha.html").read_text("utf-8")
    assert 'id="everything-one-can-do"' in page
    elsewhere = re.findall(r'(?:src|href)="(https?://[^"]+)"[^>]*>', page)
    assert [one for one in elsewhere if "w3.org" not in one] == []  # no font and no script of anybody else's


@pytest.mark.slow
def test_a_site_that_was_opened_from_a_file_is_searched(built, browser):
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((built / "games" / "yacdha.html").as_uri())
    page.click("input.md-search__input")
    expect(page.locator(".md-search-result__meta")).not_to_contain_text("Initializing")
    page.keyboard.type("madness")
    found = page.locator(".md-search-result__item a").first
    expect(found).to_have_attribute("href", re.compile(r"^file:.*/\w+\.html"))
    page.close()
    assert [one for one in asked if not one.startswith("file:")] == []


def test_every_page_is_there_in_both_languages_and_what_is_written_is_a_page():
    listed = list(site.pages())
    sources = {path for page in listed for language in LANGUAGES if (path := page.path(language))}
    assert [path for path in sources if not path.exists()] == []
    assert [path for path in (*WRITTEN, *(ROOT / "docs" / "decisions").glob("*.md")) if path not in sources] == []
    assert [page.name for page in listed if isinstance(page, Page) and not (page.fr and page.en)] == []


@every_page
def test_the_commands_of_a_page_run(path, tmp_path, monkeypatch, capsys):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    throw_seldom(monkeypatch)
    for words in commands(path):
        plain = " ".join(word for word in words if word not in ("--lang", "en"))
        if plain not in TRIED or "-o" in words:
            assert main(words) == 0, words
            assert capsys.readouterr().out, words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_that_a_page_names_is_one(language):
    """Those that serve, keep or carry tables are run by the tests of the table; here words and options are read."""
    written = "".join(page.text(language) for page in site.pages())
    lines = re.findall(r"^gardien ([a-z].*)$", written, re.M)
    assert len(lines) > 60
    for line in lines:
        words = shlex.split(line, comments=True)
        assert take_apart(words).command == words[0], line


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_of_the_pages_are_taken(language, tmp_path, capsys):
    for page, command in (("packs", ["pack", "check"]), ("fights", ["fight"])):
        for number, text in enumerate(blocks(ROOT / "docs" / "guides" / f"{page}.{language}.md", "toml")):
            file = tmp_path / f"{page}-{number}.toml"
            file.write_text(text, "utf-8")
            assert main([*command, str(file)]) == 0, capsys.readouterr().err


@on_the_screen
def test_what_stands_in_bold_stands_on_the_screen(path):
    language = path.name.split(".")[1]
    said = {" ".join(one[language].split()) for one in load_toml(WORDS)["phrase"].values()}
    bold = [" ".join(one.split()) for one in re.findall(r"\*\*(.+?)\*\*", path.read_text("utf-8"), re.S)]
    assert bold
    assert [one for one in bold if one not in said] == []
