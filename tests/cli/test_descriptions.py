"""What a procedure takes, said before anything is typed."""

import json
import shlex

import pytest

from gardien.cli.description import example_words
from gardien.cli.layout import columns, wrap_text
from gardien.core.system import find

from .test_do import plain


def test_a_procedure_says_each_input_with_label_range_default_and_an_example(run):
    told = plain(run("procedures", "yacdha", "action").out)
    assert told.startswith("Tenter une action  YACDHA, action\n")
    assert "category             Catégorie de l’action" in told
    assert "physical (physique), mental (mentale) (obligatoire)." in told
    assert "de 1 à 6 [1]." in told
    assert "opposition.…\n  .kind        Nature" in told
    assert "options.luck_cap" in told
    assert "success (réussi)" in told
    example = told.rpartition("Exemple\n  gardien ")[2].replace("\\\n", "").strip()
    assert run(*shlex.split(example)).status == 0


@pytest.mark.parametrize("words", [("do", "yacdha", "action", "--help"), ("help", "odds", "yacdha", "action")])
def test_the_help_of_a_procedure_says_the_same(run, words):
    told = run(*words).out
    assert told.startswith(f"gardien {'do' if words[0] == 'do' else 'odds'} ")
    assert run("procedures", "yacdha", "action").out.strip() in told


def test_the_help_of_creation_and_of_a_game_with_its_house_rules(run):
    assert "occupations" in run("create", "yacdha", "--help").out
    told = plain(run("systems", "yacdha").out)
    assert "options.luck_cap" in told
    assert "Chance maximale" in told
    assert "de 1 à 6 [1]." in told
    (card,) = json.loads(run("systems", "yacdha", "--json").out)
    options = {one["key"]: one for one in card["options"]}
    assert options["luck_cap"]["schema"]["maximum"] == 6
    assert set(options) == set(find("yacdha").options.__struct_encode_fields__)


def test_one_procedure_as_json(run):
    (told,) = json.loads(run("procedures", "operators", "Tirer", "--json").out)
    assert told["name"] == "attack_firearm"


def test_help_is_a_command_too(run):
    assert run("help").out == run("--help").out == run().out
    assert run("help", "odds").out == run("odds", "--help").out
    ran = run("help", "od")
    assert ran.status == 2
    assert "Vouliez-vous dire « odds » ?" in plain(ran.err)


@pytest.mark.parametrize("system", ["yacdha", "operators", "d20d100", "cthulhud20", "organique"])
def test_the_files_of_fights_and_the_lines_of_batch_are_told_too(run, system):
    told = run("help", "fight", system)
    assert told.status == 0, told.err
    assert "\nside.0.…\n" in told.out
    assert all(f"  {name}  " in told.out for name in find(system).fights.fight_given.__struct_encode_fields__)
    line = plain(run("help", "batch").out).partition("Une ligne : ")[2].partition("}. ")[0] + "}"
    assert run("batch", "-", "--strict", stdin=" ".join(line.split())).status == 0


@pytest.mark.parametrize("system", ["yacdha", "operators", "d20d100", "cthulhud20", "organique"])
def test_every_example_can_be_typed_as_it_stands(run, system):
    """Where a rule wants more than must be given, it says so in a sentence of its own; nothing is unreadable."""
    home = find(system)
    for procedure in home.procedures():
        ran = run(*shlex.split(" ".join(example_words(home, procedure)))[1:], "--json")
        assert ran.status in (0, 2), (procedure.key, ran.err)
        if ran.status == 2:
            assert json.loads(ran.out)["error"]["id"] not in ("field/syntax", "field/unknown", "field/type"), ran.err


def test_every_input_of_every_procedure_is_told_in_both_languages(run):
    for system in ("yacdha", "organique"):
        for key in find(system).modules:
            for language in ("fr", "en"):
                told = run("procedures", system, key, "--lang", language).out
                missing = [name for name in find(system).procedure(key).given_fields() if f"  {name}  " not in told]
                assert missing == [], (system, key)


def test_lines_end_where_the_terminal_does(monkeypatch):
    monkeypatch.setattr("gardien.cli.layout.screen", lambda: 40)
    lines = "\n".join(columns([["name", "one two three four five six seven eight"]])).split("\n")
    assert lines == ["name  one two three four five six seven", "      eight"]
    assert all(len(line) <= 40 for line in wrap_text("word " * 30))
    monkeypatch.setattr("gardien.cli.layout.screen", lambda: None)
    (line,) = columns([["name", "word " * 30]])
    assert len(line) > 100


def test_an_answer_and_an_inventory_fit_a_narrow_terminal(run, monkeypatch):
    monkeypatch.setattr("gardien.cli.layout.screen", lambda: 60)
    monkeypatch.setattr("gardien.cli.description.screen", lambda: 60)
    words = ["operators", "attack_firearm", "weapon=assault_rifle", "burst=true", "zone=1"]
    for line in (
        ["do", *words, "--seed", "2"],
        ["procedures", *words[:2]],
        *(["create", "operators", "--seed", seed] for seed in ("3", "13")),
    ):
        out = run(*line).out
        assert max(map(len, out.splitlines())) <= 60, max(out.splitlines(), key=len)
