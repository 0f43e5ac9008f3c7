"""What README and docs say is what the program does."""

import re
import shlex

import pytest
from docs.__main__ import pages

from gardien.cli.command_line import COMMANDS
from gardien.cli.main import main
from house.places import throw_seldom


@pytest.fixture
def readme(pytestconfig):
    return (pytestconfig.rootpath / "README.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M)
    return [block for kind, block in found if kind == language]


def test_generated_pages_are_fresh():
    """`make reference` writes them; whoever changes a rule's text runs it."""
    stale = [path.name for path, text in pages().items() if not path.exists() or path.read_text("utf-8") != text]
    assert stale == []


def test_the_python_of_the_readme_runs(readme):
    (sample,) = blocks(readme, "python")
    exec(compile(sample, "README.md", "exec"), {})


def test_the_commands_of_the_readme_run(readme, pytestconfig, tmp_path, monkeypatch, capsys):
    lines = [line for block in blocks(readme, "") for line in block.splitlines() if line.startswith("gardien ")]
    assert len(lines) >= 8
    (tmp_path / "examples").symlink_to(pytestconfig.rootpath / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", open("/dev/null", encoding="utf-8"))  # noqa: SIM115
    throw_seldom(monkeypatch)
    for line in lines:
        assert main(shlex.split(line, comments=True)[1:]) == 0, line
        assert capsys.readouterr().out, line


def test_the_two_commands_of_the_readme_are_targets_with_help(readme, pytestconfig):
    makefile = (pytestconfig.rootpath / "Makefile").read_text("utf-8")
    targets = dict(re.findall(r"^([a-z]+):.*?## (.+)$", makefile, re.M))
    for target in ("run", "test", "lint", "bench", "lock"):
        assert targets[target]
    for target in re.findall(r"make ([a-z]+)", readme):
        assert target in targets


def test_ci_runs_the_readmes_test_command_and_nothing_cleverer(pytestconfig):
    script = (pytestconfig.rootpath / ".ci" / "run").read_text("utf-8").splitlines()
    assert script[-1] == "exec make test"


def test_every_command_is_in_the_help(capsys):
    main([])
    shown = capsys.readouterr().out
    for command in COMMANDS:
        assert re.search(rf"^  {command}\b", shown, re.M), command


def test_the_pages_name_files_that_exist(pytestconfig):
    """ARCHITECTURE and CONTRIBUTING point into the tree; a renamed file breaks this test."""
    root = pytestconfig.rootpath
    places = [root, root / "src" / "gardien", root / "src" / "gardien" / "systems" / "yacdha"]
    for page in ("ARCHITECTURE.md", "CONTRIBUTING.md"):
        named = re.findall(
            r"`((?:core|systems|sim|cli|tests|docs|bench)/[\w./-]+\.(?:py|toml|md))", (root / page).read_text("utf-8")
        )
        assert named
        for name in named:
            assert any((place / name).exists() for place in places), f"{page}: {name}"


def test_what_the_architecture_finds_in_a_file_is_there(pytestconfig):
    """`table/binding.py: bind`: a journey through the house names the function as well as the file."""
    root = pytestconfig.rootpath
    named = re.findall(r"`([\w/.…<>-]+\.py): (\w+)`", (root / "ARCHITECTURE.md").read_text("utf-8"))
    assert len(named) >= 20
    files = [*(root / "src").rglob("*.py"), *(root / "tests").rglob("*.py")]
    for place, name in named:
        texts = [path.read_text("utf-8") for path in files if path.as_posix().endswith(f"/{place}")]
        assert any(re.search(rf"^\s*(?:async )?(?:def|class) {name}\b|^{name}\b.*=", text, re.M) for text in texts), (
            f"{place}: {name}"
        )
