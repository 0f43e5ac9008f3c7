"""Doors for newcomers: the steps of CONTRIBUTING lead to a game, and whatever one forgets is named with its place."""

import os
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from conformance import faults
from gardien.cli.main import main
from gardien.cli.system import write_game
from gardien.core.errors import Refusal
from gardien.core.system import System, find
from gardien.core.terms import sentence
from house.places import BIN, ROOT
from tiny.beside import beside_installed, forget

KEY = "groat"  # the game of the steps

# ---- the steps ----

MORE = {  # a further rule as step 3 has it: the rule, the card, its words, its teller, an example
    "rules/pots.py": '''"""Several coins at once (POT)."""

from typing import Annotated

from gardien.systems.groat.options import Options
from gardien.systems.groat.rules.tosses import flip
from msgspec import Meta

from gardien.core.chance import Program, apply, step
from gardien.core.procedure import procedure
from gardien.core.values import Value


class PotGiven(Value, frozen=True, kw_only=True):
    """How many coins fall."""

    coins: Annotated[int, Meta(ge=1, le=4)] = 2


class Pot(Value, frozen=True, kw_only=True):
    """How many of them show heads."""

    heads: int


@procedure("pot", rules="GRO-POT-01", dice=("d2",), headline=("heads",))
def throw_pot(given: PotGiven, options: Options) -> Program[Pot]:
    """All coins fall; heads are counted."""
    heads = 0
    for _ in range(given.coins):
        heads += (yield from apply(flip)) == "heads"
    yield from step("heads", heads, "GRO-POT-01")
    return Pot(heads=heads)
''',
    "reference/POT.toml": """[[rule]]
id = "GRO-POT-01"
fr = "Le pot"
en = "The pot"
text_fr = "Toutes les pièces tombent, et l’on compte les faces."
text_en = "All coins fall, and heads are counted."
""",
}
EDITED = {
    "__init__.py": ('("toss", "duel")', '("toss", "duel"), "rules.pots": ("pot",)'),
    "words.py": ("TELLERS = {", 'TELLERS = {\n    "pot": lambda report: [report.number(report.outcome.heads) + "."],'),
    "examples.toml": (
        "[[example]]",
        '[[example]]\nprocedure = "pot"\ngiven = { coins = 2 }\ndice = [1, 2]\n\n[[example]]',
    ),
    "terms.toml": (
        "[field]",
        """[topic.POT]
fr = "Le pot"
en = "The pot"

[procedure.pot]
fr = "Jeter plusieurs pièces"
en = "Throw several coins"
help_fr = "On compte les faces."
help_en = "Heads are counted."

[did.pot]
fr = "jette plusieurs pièces"
en = "throws several coins"

[field]
heads = { fr = "Faces", en = "Heads" }
coins = { fr = "Pièces", en = "Coins" }""",
    ),
}


def blocks() -> list[str]:
    """The commands that “Add a system” has one type, block by block."""
    section = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Add a system\n")[2].partition("\n## ")[0]
    return re.findall(r"```sh\n(.*?) *```", section, re.S)


def typed(commands: str, home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Type commands in the folder of the project, in the house of somebody new."""
    commands = commands.replace(".venv/bin/", f"{BIN}/")
    return subprocess.run(
        ["bash", "-euc", commands],
        cwd=ROOT,
        env={**os.environ, "HOME": str(home), "GARDIEN_LANG": "en", **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
def test_the_steps_of_the_page_lead_to_a_game_that_passes_the_kit(tmp_path: Path) -> None:
    copied, looked_at, tried = map(dedent, blocks())
    assert typed(copied, tmp_path).stderr == ""
    home = tmp_path / "games" / KEY
    for name, text in MORE.items():
        (home / name).write_text(text, "utf-8")
    for name, (before, after) in EDITED.items():
        text = (home / name).read_text("utf-8")
        assert before in text, name
        (home / name).write_text(text.replace(before, after, 1), "utf-8")
    games = {"GARDIEN_SYSTEMS": str(tmp_path / "games")}

    seen = typed(looked_at, tmp_path, **games)
    assert (seen.returncode, seen.stderr) == (0, "")
    assert re.search(r"^groat +Groat +d2 +3 +3$", seen.stdout, re.M), seen.stdout
    assert re.search(r"^(Won|Lost), it is (heads|tails)\. Purse (9|11)\.$", seen.stdout, re.M), seen.stdout

    assert tried == f"make kit SYSTEM={KEY}\n"
    recipe = re.search(r"^kit:.*\n\t@(.*)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert recipe, "the kit has a command"
    command = recipe[1].replace("$(BIN)", ".venv/bin").replace("$(SYSTEM)", KEY)
    kit = typed(command, tmp_path, **games, PYTHONDONTWRITEBYTECODE="1")
    assert kit.returncode == 0, kit.stdout[-3000:]
    assert int(re.search(r"(\d+) passed", kit.stdout)[1]) > 35, kit.stdout[-300:]  # type: ignore[index]


def test_a_game_of_ones_own_is_a_package_with_the_pack_rules_of_any_other(tmp_path: Path) -> None:
    """As pip lays it down: found by its entry point alone, from wherever it lies."""
    write_game(tmp_path, KEY)
    facts = tmp_path / "gardien_groat-0.1.0.dist-info"
    facts.mkdir()
    points = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    lines = [f"[{group}]\n" + "\n".join(f"{k} = {v}" for k, v in named.items()) for group, named in points.items()]
    (facts / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: gardien-groat\nVersion: 0.1.0\n", "utf-8")
    row = '[pack]\nsystem = "groat"\n[[rival]]\nkey = "banker"\nfr = "La banquière"\npurse = 19\n'
    row += '[[encounter]]\nkey = "desk"\nfr = "Au guichet"\n'
    (tmp_path / "own.toml").write_text(row + 'foes = [{ being = "rival/banker", count = 2 }]\n', "utf-8")
    (tmp_path / "bad.toml").write_text(row + 'foes = [{ being = "rival/bankr" }]\n', "utf-8")
    own = f"{tmp_path}/own.toml"
    says = f"""cd {tmp_path}; .venv/bin/gardien do groat toss call=heads --dice 1
    .venv/bin/gardien pack show groat rival --pack {own}
    .venv/bin/gardien pack check {own}
    .venv/bin/gardien pack check {tmp_path}/bad.toml || true
    .venv/bin/gardien system new groat || true
    .venv/bin/gardien system new Groat || true
    """
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH", ""))))
    seen = typed(says, tmp_path, PYTHONPATH=path)
    assert "Won, it is heads. Purse 11." in seen.stdout
    assert "banker" in seen.stdout
    assert "1 sound file" in seen.stdout
    assert "foes[0].being" in seen.stderr
    assert "“banker”" in seen.stderr
    assert "“groat” is the name of a game" in seen.stderr
    assert "“Groat” cannot be the key" in seen.stderr


# ---- what one forgets ----

Break = Callable[[Path], None]


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Path]:
    """A folder of systems beside the installed ones, with a copy of coin in it that one may break."""
    write_game(tmp_path, KEY)
    with beside_installed(tmp_path):
        yield tmp_path
    forget(tmp_path)


def without(name: str, pattern: str) -> Break:
    """A file without whatever matches."""

    def broken(home: Path) -> None:
        text = (home / name).read_text("utf-8")
        left = re.sub(pattern, "", text, flags=re.M | re.S)
        assert left != text, pattern
        (home / name).write_text(left, "utf-8")

    return broken


def gone(name: str) -> Break:
    """A file that was never written."""
    return lambda home: (home / name).unlink()


def edited(name: str, before: str, after: str) -> Break:
    """A file with one word for another."""

    def broken(home: Path) -> None:
        text = (home / name).read_text("utf-8")
        assert before in text, before
        (home / name).write_text(text.replace(before, after), "utf-8")

    return broken


FORGOTTEN: dict[str, tuple[Break, Callable[[System], Iterator[str]], list[str]]] = {
    "whoever acts": (
        without("table.py", r"^    actors=.*?\n"),
        faults.person_faults,
        [
            "duel: challenger is somebody, and no sheet fills it in. Whoever acts: add "
            'actors={"duel": "challenger"} to '
            "TABLE_RULES in table; whom it is aimed at: targeting; somebody to choose: name it in the form of duel "
            "(Presentation.forms)"
        ],
    ),
    "the right name of whoever acts": (
        edited("table.py", '{"duel": "challenger"}', '{"duel": "chalenger"}'),
        faults.person_faults,
        ['TABLE_RULES in table: actors names "chalenger", which is no input of duel'],
    ),
    "all of the table": (
        without("__init__.py", r"^    table_rules=.*?\n"),
        faults.person_faults,
        [f"duel: {name} is somebody, and no sheet fills it in." for name in ("challenger", "rival")],
    ),
    "the words of the workshop": (
        without("fights.toml", r"^\[shop\].*"),
        faults.fight_word_faults,
        ["fights.toml: [shop.rounds] wants en", "fights.toml: [shop.rounds] wants fr"],
    ),
    "all words of fights": (
        gone("fights.toml"),
        faults.fight_word_faults,
        [
            f"fights.toml: [{path}] wants {language}"
            for path in ("shop.rounds", "status.broke", "status.rich")
            for language in ("en", "fr")
        ],
    ),
    "the pack": (
        gone("pack/people.toml"),
        faults.pack_faults,
        ["pack/: add a file of tables, such as pack/people.toml with a [[name]] in it"],
    ),
    "the examples": (
        gone("examples.toml"),
        faults.example_faults,
        [f'examples.toml: add an [[example]] with procedure = "{key}", given and dice' for key in ("duel", "toss")],
    ),
    "a help": (
        without("terms.toml", r", help_en = \"A call[^\"]*\""),
        faults.title_faults,
        ["terms.toml: [procedure.toss] wants help_en"],
    ),
    "what the game is": (
        without("terms.toml", r"^about = [^\n]*\n"),
        faults.title_faults,
        ["terms.toml: [system.about] wants en", "terms.toml: [system.about] wants fr"],
    ),
    "the help of a house rule": (
        without("terms.toml", r" help_fr = \"Combien[^\"]*\","),
        faults.title_faults,
        ["terms.toml: [option.stake] wants help_fr"],
    ),
    "a teller": (
        without("words.py", r', "duel": tell_duel'),
        faults.teller_faults,
        ['TELLERS in words: add a teller for "duel", a function from Report to lines'],
    ),
    "a procedure on the card": (
        without("__init__.py", r' "duel"'),
        faults.card_faults,
        ['__init__.py: list "duel" on the card under procedures["rules.tosses"], where it is declared'],
    ),
}


def test_a_copy_of_the_smallest_game_lacks_nothing(games: Path) -> None:
    for result in {result for _, result, _ in FORGOTTEN.values()}:
        assert list(result(find(KEY))) == []


@pytest.mark.parametrize("forgotten", FORGOTTEN)
def test_the_kit_names_what_is_forgotten_and_where_it_belongs(games: Path, forgotten: str) -> None:
    broken, result, sentences = FORGOTTEN[forgotten]
    broken(games / KEY)
    said = sorted(result(find(KEY)))
    assert len(said) == len(sentences)
    assert all(one.startswith(wanted) for one, wanted in zip(said, sentences, strict=True)), said
    with pytest.raises(AssertionError, match=re.escape(said[0])):
        faults.none_of(said)


def test_a_key_that_is_not_its_folders_is_refused_with_both_names(
    games: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (games / KEY).rename(games / "farthing")
    with pytest.raises(Refusal) as caught:
        find("farthing")
    said = sentence(caught.value, "en")
    assert said == (
        f"The folder “{games.name}/farthing” holds the system “groat”: folder and key bear the same name. Rename the "
        "folder, or write “farthing” for key on its card (__init__.py) and for system on its sheet."
    )
    monkeypatch.setenv("GARDIEN_LANG", "en")
    assert main(["systems"]) == 2
    assert capsys.readouterr().err == f"{said}\n"


def test_a_folder_that_is_no_system_says_what_the_variable_names(games: Path) -> None:
    """GARDIEN_SYSTEMS that names the game itself finds its rooms."""
    with beside_installed(games / KEY), pytest.raises(Refusal) as caught:
        find("rules")
    assert sentence(caught.value, "en") == (
        "The folder “groat/rules” is no system: its __init__.py has no card (SYSTEM). GARDIEN_SYSTEMS names the folder "
        "that holds the systems."
    )
