"""`batch`: a line in, a line out, whatever the line."""

import json
import subprocess
import time

import pytest

from .conftest import GARDIEN
from .test_do import plain

ASKED = {
    "id": "a",
    "system": "yacdha",
    "procedure": "gauge_check",
    "given": {"gauge": "madness", "value": 2},
    "dice": [5],
}


def answers(ran):
    assert ran.status == 0
    assert ran.err == ""
    return [json.loads(line) for line in ran.out.splitlines()]


def test_the_answer_of_do_with_the_id(run):
    (answer,) = answers(run("batch", "-", stdin=json.dumps(ASKED) + "\n"))
    assert list(answer) == ["id", "system", "procedure", "given", "dice", "outcome", "steps", "changes", "rules"]
    done = json.loads(run("do", "yacdha", "gauge_check", "gauge=madness", "value=2", "--dice", "5", "--json").out)
    assert answer == {"id": "a", **done}


@pytest.mark.parametrize("dice", [{}, {"dice": None}])
def test_without_dice_they_are_rolled(run, dice):
    asked = {name: value for name, value in ASKED.items() if name != "dice"} | dice
    (answer,) = answers(run("batch", "-", stdin=json.dumps(asked)))
    assert 1 <= answer["dice"][0]["value"] <= 6


@pytest.mark.parametrize(
    ("line", "id", "sentence"),
    [
        ("x", None, "batch:1 : Ce n’est pas du JSON correct : il ne se lit plus à partir du signe 1."),
        ("[1]", None, 'batch:1 : Cette ligne n’est pas un objet JSON, comme {"system": …, "procedure": …}.'),
        ('{"id": 7, "system": "yacdha"}', 7, "batch:1 : Il manque procedure (“…”)."),
        ('{"id": 8, "system": "yacdha", "procedure": "gauge_check", "dice": "x"}', 8, None),
        (
            json.dumps(ASKED | {"dice": [9]}),
            "a",
            "yacdha/gauge_check : dF, dé de folie : 9 est impossible, de 1 à 6 seulement.",
        ),
        (json.dumps(ASKED | {"given": {"gauge": "madness"}}), "a", "yacdha/gauge_check : Il manque value (1–6)."),
        (json.dumps(ASKED | {"given": {"gauge": "madness", "value": "2"}}), "a", None),
        ("[" * 100_000, None, None),
        ('{"system": "yacdha", "procedure": "gauge_check", "dice": [' + "9" * 5000 + "]}", None, None),
        ('"' + "a" * 3_000_000 + '"', None, "batch:1 : C’est trop long : 2 000 Ko au plus."),
        ("\0\0", None, None),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_bad_line_gets_an_error_and_the_rest_goes_on(run, line, id, sentence):
    bad, good = answers(run("batch", "-", stdin=f"{line}\n\n{json.dumps(ASKED)}\n"))
    assert list(bad) == ["id", "error", "refusal"]
    assert bad["id"] == id
    assert bad["error"] == bad["refusal"]["message"]
    assert bad["refusal"]["kind"] == "unreadable"
    if sentence:
        assert plain(bad["error"]) == sentence
    assert good["outcome"]["value"] == 3


def test_strict_ends_with_a_status_once_everything_is_answered(run):
    good = json.dumps(ASKED)
    mixed = f"nothing\n{good}\n"
    assert run("batch", "-", "--strict", stdin=good).status == 0
    ran = run("batch", "-", "--strict", stdin=mixed)
    assert ran.status == 2
    assert ran.err == "Une ligne a été refusée.\n"
    assert len(ran.out.splitlines()) == 2
    assert run("batch", "-", stdin=mixed).status == 0


def test_a_fault_of_ours_stops_nothing(run, monkeypatch):
    def fail(*arguments):
        raise RuntimeError

    monkeypatch.setattr("gardien.cli.batch.run_prepared", fail)
    (answer,) = answers(run("batch", "-", stdin=json.dumps(ASKED)))
    assert answer["refusal"]["kind"] == "broken"


def test_a_file_in_english(run, tmp_path):
    file = tmp_path / "asked.jsonl"
    file.write_text(json.dumps(ASKED | {"dice": []}) + "\n")
    (answer,) = answers(run("batch", str(file), "--lang", "en"))
    assert answer["error"] == "yacdha/gauge_check: A die is still wanted: dF, madness die, 1 to 6."


def test_a_file_that_cannot_be_read(run, tmp_path):
    assert run("batch", str(tmp_path / "none")).status == 2
    assert run("batch", str(tmp_path)).status == 2


def test_each_line_is_answered_before_the_next_is_asked():
    with subprocess.Popen([GARDIEN, "batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(json.dumps(ASKED) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == "a"


def test_thousands_of_lines_a_second(run):
    text = (json.dumps(ASKED) + "\n") * 3000
    begun = time.process_time()
    assert len(answers(run("batch", "-", stdin=text))) == 3000
    assert time.process_time() - begun < 3
