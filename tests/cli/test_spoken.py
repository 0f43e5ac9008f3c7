"""Keys, labels and words: what people call things in either language is heard."""

import json

import pytest

from gardien.cli.spoken import given_in_keys, procedure_key
from gardien.core.system import find

from .test_do import plain


@pytest.mark.parametrize(
    "words",
    [
        ["yacdha", "gauge_check", "gauge=madness", "value=2"],
        ["yacdha", "gauge_check", "gauge=folie", "value=2"],
        ["YACDHA", "Jet de folie ou de trauma", "Jauge=Folie", "Valeur=2"],
        ["yacdha", "Madness or trauma check", "gauge=Madness", "value=2"],
    ],
)
def test_keys_labels_and_values_of_either_language(run, words):
    ran = run("do", *words, "--dice", "5", "--json")
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)["given"]["gauge"] == "madness"
    assert json.loads(ran.out)["procedure"] == "gauge_check"


def test_yes_no_weapons_and_names_of_procedures_in_french(run):
    typed = ("arme=fusil d'assaut", "rafale=oui", "zone=1", "couvert=à couvert", "cible.worn=gilet balistique")
    ran = run("do", "Dark Operators", "Tirer", *typed, "--seed", "1", "--json")
    assert ran.status == 0, ran.err
    given = json.loads(ran.out)["given"]
    assert (given["weapon"], given["burst"], given["cover"]) == ("assault_rifle", True, "in_cover")
    assert given["defender"]["worn"] == ["ballistic_vest"]


def test_house_rules_in_words(run):
    ran = run("do", "yacdha", "coma_care", "delay_minutes=30", "règles de la table.Chance maximale=2", "--json")
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)["given"]["options"] == {"luck_cap": 2}


def test_odds_told_apart_by_a_field_in_words(run):
    by_key = run("odds", "yacdha", "action", "category=physical", "--by", "success", "--json").out
    assert run("odds", "yacdha", "action", "catégorie=physique", "--by", "Réussi", "--json").out == by_key


def test_a_character_is_drawn_with_choices_in_words(run):
    ran = run("create", "yacdha", "nom=Zoé", "genre grammatical=féminin", "--seed", "1", "--json")
    assert ran.status == 0, ran.err
    sheet = json.loads(ran.out)
    assert (sheet["name"], sheet["gender"]) == ("Zoé", "f")


def test_what_nobody_calls_so_is_refused_as_it_was_typed(run):
    ran = run("do", "yacdha", "gauge_check", "gauge=courage", "value=2")
    assert ran.status == 2
    assert "« courage »" in plain(ran.err)
    ran = run("do", "yacdha", "Jet de courage")
    assert ran.status == 2
    assert "« Jet de courage »" in plain(ran.err)


@pytest.mark.parametrize("system", ["yacdha", "operators", "d20d100", "cthulhud20", "organique"])
def test_every_procedure_answers_to_its_own_names_alone(system):
    """Keys come first; a name that two procedures share is nobody's."""
    home = find(system)
    for key in home.modules:
        assert procedure_key(home, key) == key
        entry = home.terms.entry("procedure", key) or {}
        assert {procedure_key(home, entry["fr"]), procedure_key(home, entry["en"])} <= {key, entry["fr"], entry["en"]}


def test_keys_are_never_taken_for_words():
    """What is right already comes back unchanged, whatever it would mean as a label."""
    home = find("organique")
    given = {"action": "stun", "attacker": {"FOR": "12"}, "weapon": "police_baton", "reaction": {"kind": "dodge"}}
    assert given_in_keys(home, home.procedure("combat_action").given, given, "combat_action") == given
