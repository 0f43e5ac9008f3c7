"""The public surface: listed in one place, told in the docs, and used by three programs that type checkers accept."""

import re
import subprocess
import sys

import pytest

import gardien
from gardien.core.system import keys
from house.places import BIN, ROOT

PAGES = [ROOT / "docs" / "library.md", ROOT / "docs" / "library.fr.md"]
PROGRAMS = sorted((ROOT / "examples" / "python").glob("*.py"))


def programs_of(text: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", text, re.S | re.M)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_page_lists_the_whole_surface_and_nothing_else(page):
    listed = re.findall(r"^\| `gardien\.(\w+)` \|", page.read_text("utf-8"), re.M)
    assert sorted(listed) == sorted(gardien.__all__)
    assert all(hasattr(gardien, name) for name in listed)


@pytest.mark.parametrize(
    "path", ["README.md", "docs/library.md", "docs/library.fr.md", *(str(one.relative_to(ROOT)) for one in PROGRAMS)]
)
def test_what_the_docs_use_is_public(path):
    text = (ROOT / path).read_text("utf-8")
    code = "\n".join(programs_of(text)) if path.endswith(".md") else text
    used = set(re.findall(r"(?<![\w./])gardien\.(\w+)", code))
    assert used
    assert used <= set(gardien.__all__)


def test_the_python_of_the_page_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    for program in (one for page in PAGES for one in programs_of(page.read_text("utf-8"))):
        exec(compile(program, "library.md", "exec"), {})


def run(name: str, stdin: str = "") -> str:
    line = [sys.executable, str(ROOT / "examples" / "python" / name)]
    return subprocess.run(line, input=stdin, capture_output=True, text=True, timeout=120, check=True).stdout


def test_the_bot_rolls_explains_and_refuses_in_french():
    told = run("bot.py", "yacdha gauge_check gauge=madness value=2\nyacdha gauge_check gauge=courage value=2\n")
    assert "Jet de folie" in told
    assert "[YAC-GAU-01]" in told
    assert "courage" in told.splitlines()[-1]


def test_the_plot_falls_as_armour_grows():
    heights = [float(one) for one in re.findall(r'height="([\d.]+)"/>', run("armour.py"))]
    assert len(heights) == 11
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > heights[-1]


def test_a_thousand_characters_are_studied():
    told = run("balance.py").splitlines()
    assert sum(int(line.rpartition(" ")[2]) for line in told[:-1]) == 1000
    assert 0 < float(told[-1].rpartition(" ")[2]) < 1


CHECKED = {  # a line, and what a type checker has against it
    'gardien.yacdha.gauge_check(gauge="madness", value=2).outcome["value"].bit_length()': "",
    'gardien.yacdha.gauge_check(gauge="courage", value=2)': "[arg-type]",
    'gardien.yacdha.gauge_check(gauge="madness")': "[call-arg]",
    'gardien.yacdha.gauge_check(gauge="madness", value=2).outcome["vlaue"]': "[typeddict-item]",
    "gardien.organique.nothing()": "[attr-defined]",
}


def test_a_type_checker_knows_what_a_procedure_takes_and_answers(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("\n".join(("import gardien", *CHECKED)))
    line = [BIN / "mypy", "--strict", "--follow-imports=silent", str(program)]
    told = subprocess.run(line, cwd=ROOT, capture_output=True, text=True).stdout
    found = dict(re.findall(r"program\.py:(\d+): error: .*(\[[a-z-]+\])$", told, re.M))
    assert [found.get(str(number), "") for number in range(2, 2 + len(CHECKED))] == list(CHECKED.values())


def test_every_game_of_the_house_is_typed():
    assert set(keys()) <= set(gardien.__all__)


def test_the_programs_are_short_and_typed():
    assert [one.name for one in PROGRAMS if len(one.read_text("utf-8").splitlines()) > 30] == []
    ran = subprocess.run(
        [BIN / "mypy", "--strict", "--follow-imports=silent", *map(str, PROGRAMS)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    assert "ignore" not in "".join(one.read_text("utf-8") for one in PROGRAMS)
