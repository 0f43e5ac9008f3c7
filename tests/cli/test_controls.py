"""Control characters that people wrote do nothing to a terminal: not in a title, a name, a word, a refusal."""

import re

import pytest

from gardien.cli.streams import CONTROLS, Guarded, escaped, style_code
from gardien.table import commands as c
from gardien.table.store import open_store
from gardien.table.tables import Tables
from gardien.table.unseen_signs import UNSEEN

EVIL = "Léo\x1b[2J\x1b]0;x\x07\x9b31m\u202eoéL\u2066\r\x7f\nfin"
LEFT = re.compile(f"[{''.join(re.escape(chr(code)) for code in CONTROLS)}]")


@pytest.fixture
def data(tmp_path):
    """A table where everything that has a name bears a bad one."""
    store = open_store(tmp_path / "tables")
    tables = Tables(store)
    campaign, _ = tables.open(c.Open(system="yacdha", title=EVIL))
    for number, command in enumerate(
        (
            c.Seat(role="player", name=EVIL),
            c.Add(sheet={"system": "yacdha", "kind": "investigator", "name": EVIL, "occupations": {EVIL: 2}}),
            c.Say(text=EVIL),
            c.Note(title=EVIL, text=EVIL),
            c.Scene(title=EVIL),
        )
    ):
        tables.table(campaign).act("keeper", c.Envelope(action=f"a{number}", command=command))
    store.close()
    return str(tmp_path / "tables")


@pytest.mark.parametrize(
    "words", [("tables",), ("log",), ("undo",), ("export",), ("log", "nobody"), ("log", EVIL + "x")]
)
def test_nothing_that_people_wrote_controls_the_terminal(run, data, words):
    for more in ((), ("--json",)):
        ran = run(*words, "--data", data, *more)
        assert not LEFT.search(ran.out + ran.err), ran


def test_a_title_stays_on_its_line(run, data):
    assert "\\u001b[2J" in run("tables", "--data", data).out
    assert not any(line.startswith("fin") for line in run("tables", "--data", data).out.split("\n"))
    assert not any(line.startswith("fin") for line in run("log", "--data", data).out.split("\n"))


def test_json_says_what_was_written(run, data):
    import json

    assert json.loads(run("tables", "--json", "--data", data).out)[0]["title"] == UNSEEN.sub("", EVIL)


def test_our_own_styles_are_let_through(capsys):
    import sys

    Guarded(sys.stdout).write(style_code("31") + escaped("a\x1b[31m\n") + style_code("0"))
    assert capsys.readouterr().out == "\033[31ma\\u001b[31m\\n\033[0m"
