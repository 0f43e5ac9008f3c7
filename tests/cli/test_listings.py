"""`systems`, `procedures`, `rules`, `pack check`."""

import json
from pathlib import Path

import pytest

from gardien.cli.procedures import by_topic
from gardien.cli.shelf import HIDDEN, card_lines, tables_of
from gardien.core.system import find, keys
from gardien.web.pages.prepare.row_forms import writer_of

from .test_do import plain


def test_systems(run):
    lines = run("systems").out.splitlines()
    assert lines[0].split() == ["Clé", "Système", "Dés", "Procédures", "Règles"]
    assert lines[1].split() == ["chips", "Chips", "d2", "2", "2"]
    result = json.loads(run("systems", "--json").out)
    assert [one["key"] for one in result] == ["chips", "cthulhud20", "d20d100", "operators", "organique", "yacdha"]
    assert result[0] == {
        "key": "chips",
        "title": "Chips",
        "dice": ["d2"],
        "procedures": ["toss", "count_up"],
        "rules": 2,
    }


def test_no_system_at_all_says_what_to_do(run, monkeypatch):
    for command in ("systems", "procedures", "rules"):
        monkeypatch.setattr(f"gardien.cli.{command}.keys", list)
        assert run(command).out.startswith("Aucun système n’est installé.")


def test_procedures_in_words(run):
    assert plain(run("procedures", "chips").out) == (
        "Chips\n\nPile ou face\n"
        "  toss      Tirer à pile ou face  La dernière pièce décide.\n"
        "  count_up  Additionner\n\n"
        "Essayer : gardien do chips toss …    ou : gardien play chips\n"
    )


def test_procedures_as_json_describe_everything(run):
    result = json.loads(run("procedures", "--json", "--lang", "en").out)
    assert [one["name"] for one in result if one["system"] == "yacdha"] == list(find("yacdha").modules)
    assert all(one["title"] and one["rules"] and one["parameters"]["type"] == "object" for one in result)
    check = next(one for one in result if one["name"] == "gauge_check")
    assert check["title"] == "Madness or trauma check"
    assert check["dice"] == ["dF", "dT"]
    assert check["parameters"]["required"] == ["gauge", "value"]
    assert check["parameters"]["properties"]["value"] == {"type": "integer", "minimum": 1, "maximum": 6}
    assert check["parameters"]["properties"]["luck"]["default"] == 1
    assert "raised" in check["outcome"]["properties"]
    assert "YAC-GAU-01" in check["rules"]
    assert {one["right"] for one in result} == {"anybody", "player", "keeper"}
    assert check["right"] == "player"


def test_procedures_stand_under_topics_that_have_a_name():
    """Those of rules that are proposed, CD20-P-ATT-01, too."""
    for key in keys():
        system = find(key)
        titles = {system.terms.say(entry, "fr") for entry in system.terms.own["topic"].values()}
        assert {title for title, _ in by_topic(system, "fr")} <= titles, key


def test_the_rules_of_a_system_by_topic(run):
    out = run("rules", "chips").out
    assert out.startswith("Chips · Pile ou face\n  CHI-TOS-01  La pièce décide\n")
    assert out.endswith("\n2 règles\n")


def test_one_rule_with_what_belongs_to_it(run):
    assert plain(run("rules", "chi-tos-01").out) == (
        "La pièce décide  CHI-TOS-01 · Pile ou face\n"
        "  La dernière pièce jetée décide de tout, et l’épreuve s’arrête là.\n"
        "  Voir aussi : Pas d’enjeu au-delà des bourses (CHI-TOS-02)\n"
    )
    english = run("rules", "chips", "CHI-TOS-02", "--lang", "en").out
    assert english.startswith("No stake beyond the purses (advice)  CHI-TOS-02 · Heads or tails\n")
    assert "House rules: edge (edge)" in english


@pytest.mark.parametrize("words", ["EPREUVE", "l'épreuve piece", "coin matter"])
def test_search_minds_neither_accents_nor_capitals(run, words):
    (result,) = json.loads(run("rules", "chips", "--search", words, "--json").out)
    assert result == {
        "id": "CHI-TOS-01",
        "system": "chips",
        "title": "La pièce décide",
        "text": "La dernière pièce jetée décide de tout, et l’épreuve s’arrête là.",
        "topic": "Pile ou face",
        "advice": False,
        "options": [],
        "see": ["CHI-TOS-02"],
    }


def test_nothing_found_says_what_to_try(run):
    assert plain(run("rules", "--search", "pièce girafe").out) == (
        "Aucune règle ne contient « pièce girafe ». Essayer un seul mot, ou le début d’un mot.\n"
    )
    assert json.loads(run("rules", "--search", "girafe", "--json").out) == []


def test_a_topic_and_an_unknown_rule(run):
    assert "YAC-GAU-01" in run("rules", "yacdha", "gau").out
    ran = run("rules", "YAC-GAU-99", "--lang", "en")
    assert ran.status == 2
    assert ran.err.startswith("“YAC-GAU-99” is not a rule of yacdha. Did you mean “YAC-GAU-")
    assert run("rules", "nope").status == 2


def test_sound_packs(run, tmp_path):
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text('[[coin]]\nkey = "penny"\nworth = 1\n')
    assert run("pack", "check", str(tmp_path / "a.toml")).out == "1 fichier correct\n"
    assert run("pack", "check", *map(str, tmp_path.iterdir()), "--lang", "en").out == "2 sound files\n"
    result = json.loads(run("pack", "check", str(tmp_path / "a.toml"), "--json").out)
    assert result == {"files": [{"file": str(tmp_path / "a.toml"), "system": "chips", "faults": []}]}


@pytest.mark.parametrize("system", ["cthulhud20", "d20d100", "operators", "organique", "yacdha"])
def test_our_own_packs_are_sound(run, system):
    files = sorted(map(str, (Path(find(system).folder) / "pack").glob("*.toml")))
    assert run("pack", "check", *files) == (0, f"{len(files)} fichiers corrects\n", "")


def test_every_fault_of_a_pack_on_a_line(run, tmp_path):
    (tmp_path / "bad.toml").write_text('[[coin]]\nkey = "penny"\nworth = 0\n[[coin]]\nkey = "penny"\nworth = 1\n')
    (tmp_path / "broken.toml").write_text("[[")
    ran = run("pack", "check", str(tmp_path / "bad.toml"), str(tmp_path / "broken.toml"), str(tmp_path / "none.toml"))
    assert ran.status == 2
    assert ran.out == ""
    first, second, third, fourth = plain(ran.err).splitlines()
    assert first == "bad.toml : coin “penny”.worth : 0 sort des limites, 1 à 100."
    assert second == "bad.toml : coin “penny” : la clé « penny » est donnée deux fois."
    assert third.startswith("broken.toml : Ce n’est pas du TOML correct")
    assert fourth.endswith("none.toml : Ce fichier n’existe pas.")


def test_a_pack_of_a_named_system(run, tmp_path):
    (tmp_path / "a.toml").write_text('[[coin]]\nkey = "penny"\nworth = 1\n')
    ran = run("pack", "check", str(tmp_path / "a.toml"), "--system", "yacdha")
    assert ran.status == 2
    assert plain(ran.err).startswith("a.toml : La table « coin » est inconnue ; possible : ")
    assert run("pack", "chek", "x").err.endswith("Vouliez-vous dire «\u00a0check\u00a0»\u202f?\n")


def test_the_shelf_shows_its_tables_their_rows_and_one_card(run):
    tables = run("pack", "show", "yacdha")
    assert "creature    12" in tables.out
    rows = run("pack", "show", "yacdha", "spell", "--lang", "en")
    assert "Bind a lesser thing  bind_a_lesser_thing" in rows.out
    card = run("pack", "show", "yacdha", "shoggoth")
    assert card.out.splitlines()[:3] == ["Shoggoth", "  Cases de trauma\u00a0: 18", "  Absorption\u00a0: 3"]
    spell = run("pack", "show", "yacdha", "bind_a_lesser_thing", "--lang", "en")
    assert "    +1 · It obeys one order.\n    +2…+3 · It obeys for 1 hour.\n    0 · It pays no heed.\n" in spell.out
    assert json.loads(run("pack", "show", "yacdha", "shoggoth", "--json").out)["boxes"] == 18


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("entraver", "ORG-REA-02"),
        ("flip !", "ORG-REA-03"),
        ("handicaper", "ORG-ACT-03"),
        ("attaque vitale", "ORG-ACT-18"),
        ("mouliner", "ORG-ACT-20"),
        ("« clef »", "ORG-ACT-06"),
        ("sniffing", "ORG-HACK-09"),
    ],
)
def test_a_name_of_the_book_leads_to_its_rule_first(run, words, rule):
    """The rule that bears the name comes before those that speak of it, whatever marks stand around the words."""
    found = json.loads(run("rules", "organique", "--search", words, "--json").out)
    assert found[0]["id"] == rule


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ("organique escorts_router", "  Droits d’utilisateur\u00a0: voir la configuration du pare-feu"),
        ("organique escorts_36f", "  INT de l’administrateur\u00a0: 14"),
        ("organique stomp", "  Dommages multipliés avant l’armure par\u00a0: 2"),
        ("d20d100 group/physical", "  Gênée par les blessures\u00a0: oui"),
        ("yacdha warding_sign", "  Condition\u00a0: Une marque tracée"),
        ("operators call_deep_one", "  Condition\u00a0: Au bord de la mer"),
    ],
)
def test_a_column_is_called_by_what_it_means_in_its_table(run, row, line):
    """One key may mean two things: whoever uses a machine is not whoever helps, and a need is not a state."""
    assert [one for one in run("pack", "show", *row.split()).out.splitlines() if one.startswith(line)]


@pytest.mark.parametrize("key", keys())
def test_the_shelf_calls_a_column_as_the_form_of_such_a_row_does(key):
    system = find(key)
    for table, rows in tables_of(system).items():
        writer = writer_of(system, table, "en")
        full = max(rows, key=len)
        shown = {line.strip().split(":")[0] for line in card_lines(table, full, system, "en")[1:]}
        plain = [
            name for name, value in full.items() if value not in ("", [], None) and not isinstance(value, list | dict)
        ]
        wanted = {writer.label_of(name) for name in plain if name not in HIDDEN and not name.endswith("_fr")}
        assert wanted <= shown, (table, wanted - shown)


def test_the_shelf_shows_every_row_of_a_key(run):
    """A word may stand in two tables: both are read, and each by its table."""
    both = run("pack", "show", "organique", "mental_program", "--lang", "en").out.splitlines()
    assert [line for line in both if "/" in line] == ["trait/mental_program", "support/mental_program"]
    assert "  Time factor: 2" in both
    own = run("pack", "show", "organique", "support/computer", "--lang", "en").out.splitlines()
    assert own == ["Computer", "  Time factor: 3"]
    told = json.loads(run("pack", "show", "organique", "mental_program", "--json").out)
    assert told["support"]["time_factor"] == 2
    assert run("pack", "show", "organique", "support/shoggoth").status == 2


def test_the_shelf_knows_what_was_meant(run):
    missing = run("pack", "show", "yacdha", "shogoth", "--lang", "en")
    assert (missing.status, missing.out) == (2, "")
    assert missing.err.startswith("pack show “shogoth” is not one of age, armour, creature")
    assert missing.err.rstrip().endswith("Did you mean “shoggoth”?")


def test_every_field_of_the_shelf_has_its_word():
    """A card never shows a bare key."""
    from gardien.cli.shelf import HIDDEN, tables_of

    system = find("yacdha")
    names = {
        name.removesuffix("_fr").removesuffix("_en")
        for rows in tables_of(system).values()
        for row in rows
        for name in (
            *row,
            *(
                key
                for part in row.values()
                if isinstance(part, list)
                for one in part
                if isinstance(one, dict)
                for key in one
            ),
        )
        if name not in HIDDEN
    }
    assert [name for name in sorted(names) if system.terms.field(name) is None] == []
