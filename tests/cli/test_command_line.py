"""The command line itself: commands, options, languages, help, exit statuses."""

import json

import pytest

from gardien.cli.command_line import COMMANDS
from gardien.cli.shared import WORDS
from gardien.core.pack import load_toml


def test_alone_it_says_what_it_can_do_and_gives_three_examples(run):
    ran = run()
    assert ran.status == 0
    assert ran.err == ""
    assert ran.out.startswith("Gardien, la main droite du MJ\u00a0: les règles, les dés, les chances exactes.\n")
    assert all(f"\n  {name} " in ran.out for name in COMMANDS)
    assert ran.out.count("\n  gardien ") == 4


def test_help_in_english_before_or_after_the_command(run):
    assert run("--help", "--lang", "en").out == run("--lang", "en").out == run("--lang=en", "-h").out
    assert "Examples" in run("--lang", "en", "do", "--help").out
    assert run("do", "--help", "--lang", "en").out == run("--lang", "en", "do", "-h").out


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_help(run, command, language):
    ran = run(command, "--help", "--lang", language)
    assert ran.status == 0
    assert ran.out.startswith(f"gardien {command}" if command != "help" else "Gardien, ")
    assert all(f"--{option}" in ran.out for option in COMMANDS[command].options)


def test_every_phrase_is_said_in_both_languages():
    for table, entries in load_toml(WORDS).items():
        for key, entry in entries.items():
            assert entry["fr"], (table, key)
            assert entry["en"], (table, key)


def test_the_examples_of_the_help_run(run):
    for command in ("do", "odds", "systems", "rules"):
        for example in load_toml(WORDS)["command"][command]["examples"]:
            words = [word.strip('"') for word in example.replace('"jet folie"', "jet").split()]
            assert run(*words).status == 0, example


def test_version(run):
    from gardien import __version__

    assert run("--version").out == run("-V").out == f"gardien {__version__}\n"
    assert json.loads(run("--version", "--json").out) == {"version": __version__}


@pytest.mark.parametrize(
    ("environment", "arguments", "first"),
    [
        ({}, [], "Gardien, la main droite"),
        ({"GARDIEN_LANG": "en"}, [], "Gardien, the game master"),
        ({"GARDIEN_LANG": "en"}, ["--lang", "fr"], "Gardien, la main droite"),
        ({"LANG": "en_GB.UTF-8"}, [], "Gardien, the game master"),
        ({"LANG": "fr_FR.UTF-8"}, [], "Gardien, la main droite"),
        ({"LANG": "C.UTF-8"}, [], "Gardien, la main droite"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_CA.UTF-8"}, [], "Gardien, la main droite"),
        ({"LANG": "en_GB.UTF-8", "GARDIEN_LANG": "fr"}, [], "Gardien, la main droite"),
        ({"LANG": "en_GB.UTF-8"}, ["--lang", "fr"], "Gardien, la main droite"),
        ({"LANG": "eno_XX"}, [], "Gardien, la main droite"),
    ],
)
def test_french_unless_english_is_asked_for(run, monkeypatch, environment, arguments, first):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run(*arguments).out.startswith(first)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["od"],
            "« od » n’est pas une commande ; possible : serve, play, do, odds, batch, fight, create, convert, show,"
            " sheet, systems, system, procedures, rules, pack, tables, log, undo, export, import, backup, rescue,"
            " completion, help."
            " Vouliez-vous dire « odds » ?",
        ),
        (
            ["systems", "--jsn"],
            "systems : « --jsn » n’est pas une option ; possible : --lang, --json, --help."
            " Vouliez-vous dire « --json » ?",
        ),
        (["do", "chips"], "do : Il manque des mots : gardien do SYSTÈME PROCÉDURE [nom=valeur …]"),
        (["tables", "x"], "tables : « x » est de trop : gardien tables"),
        (["do", "chips", "toss", "--with"], "do : Il manque une valeur après --with."),
        (["do", "chips", "toss", "--seed", "--json"], "do : Il manque une valeur après --seed."),
        (["systems", "--json=3"], "systems : --json ne prend pas de valeur ; « 3 » est de trop."),
        (["systems", "--lang", "de"], "--lang : « de » n’existe pas ; au choix : fr, en."),
        (["do", "chips", "toss", "--seed", "x"], None),
        (["show", "a\0b"], "« a?b » n’est pas du texte (UTF-8)."),
        (["show", "\udcff"], "« ? » n’est pas du texte (UTF-8)."),
    ],
)
def test_a_slip_is_refused_in_one_sentence(run, arguments, sentence):
    ran = run(*arguments)
    assert ran.status == 2
    assert "Traceback" not in ran.err
    if sentence:
        assert ran.err.replace("\u00a0", " ").replace("\u202f", " ") == sentence + "\n"


def test_a_slip_in_english(run):
    ran = run("sytems", "--lang", "en")
    assert ran.err.startswith("“sytems” is not a command; possible: serve, play,")
    assert ran.err.endswith("Did you mean “systems”?\n")


def test_a_refusal_as_json_too(run):
    ran = run("do", "chips", "toss", "call=edge", "--json", "--lang", "en")
    assert ran.status == 2
    error = json.loads(ran.out)["error"]
    assert error["id"] == "field/one_of"
    assert error["kind"] == "unreadable"
    assert error["where"] == "chips/toss"
    assert error["field"] == "call"
    assert error["rule"] == ""
    assert error["message"] == "chips/toss: call “edge” is not one of heads, tails."
    assert [one["field"] for one in error["also"]] == ["throwers"]
    assert ran.err.splitlines() == [error["message"], error["also"][0]["message"]]


def test_words_after_two_dashes_are_no_options(run):
    ran = run("do", "chips", "count_up", "--lang", "en", "--", "--json")
    assert ran.err == "“--json” cannot be read; name=value is needed.\n"


def test_a_fault_of_ours_gets_a_reference_and_its_trace_a_file_that_is_named(run, monkeypatch, tmp_path):
    monkeypatch.setenv("GARDIEN_DATA", str(tmp_path / "parties"))

    def fail(line):
        raise RuntimeError("deep inside")

    monkeypatch.setattr("gardien.cli.systems.run", fail)
    ran = run("systems")
    assert ran.status == 70
    assert ran.err.startswith("Erreur interne, rien n’est perdu. Référence ")
    assert len(ran.err.splitlines()) == 1
    kept = tmp_path / "parties" / "faults.log"
    assert ran.err.endswith(f", détails dans {kept}\n")
    reference = ran.err.partition("Référence ")[2][:4]
    assert kept.read_text().startswith(f"[{reference}] ")
    assert "deep inside" in kept.read_text()
    assert oct(kept.stat().st_mode & 0o777) == "0o600"
    monkeypatch.setenv("GARDIEN_DEBUG", "1")
    debugged = run("systems", "--json")
    assert "deep inside" in debugged.err
    assert json.loads(debugged.out)["error"]["kind"] == "broken"


def test_a_fault_without_a_place_to_write_it_down_still_gets_its_reference(run, monkeypatch, tmp_path):
    def fail(line):
        raise RuntimeError("deep inside")

    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GARDIEN_DATA", str(tmp_path / "file" / "folder"))
    monkeypatch.setattr("gardien.cli.systems.run", fail)
    assert "Référence " in run("systems").err


def test_control_c_is_quiet(run, monkeypatch):
    def interrupted(line):
        raise KeyboardInterrupt

    monkeypatch.setattr("gardien.cli.systems.run", interrupted)
    assert run("systems") == (130, "", "")


def test_a_broken_pipe_is_quiet():
    import subprocess

    from .conftest import GARDIEN

    process = subprocess.Popen(
        [GARDIEN, "rules", "yacdha", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(20) == 0


def test_as_a_module_of_python():
    import subprocess
    import sys

    ran = subprocess.run([sys.executable, "-m", "gardien", "-V"], capture_output=True, text=True, timeout=60)
    assert ran.stdout.startswith("gardien ")


def test_as_a_process_of_its_own(spawn):
    """The installed command, a further folder of systems, statuses and languages through the environment."""
    done = spawn("do", "chips", "toss", "call=heads", "throwers.0.name=Ada", "--dice", "1", GARDIEN_LANG="en")
    assert done == (
        0,
        "Won.\n  Dice     d2 1 (Ada)\n  Why      Won: yes [CHI-TOS-01]\n  Changes  Ada: purse 10 → 11\n",
        "",
    )
    refused = spawn("do", "chips", "toss", "call=edge", "throwers.0.name=Ada", GARDIEN_LANG="en")
    assert refused == (2, "", "chips/toss: call “edge” is not one of heads, tails.\n")
    assert spawn("play", "chips", stdin="count_up\n1,2\n").status == 0


def test_a_terminal_without_accents_gets_question_marks(spawn):
    ran = spawn("od", PYTHONIOENCODING="ascii")
    assert ran.status == 2
    assert ran.err.startswith("?\u00a0od".replace("\u00a0", "?"))


def test_bytes_that_are_no_text_on_the_input(run, monkeypatch):
    import io

    from gardien.cli.main import main

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nq\n"), "utf-8"))
    assert main(["play", "chips"]) == 0


def test_without_any_input(run, monkeypatch):
    from gardien.cli.main import main

    monkeypatch.setattr("sys.stdin", None)
    assert main(["play", "chips"]) == 0
    assert main(["batch", "-"]) == 0
    assert main(["do", "chips", "toss", "--with", "@-"]) == 2
