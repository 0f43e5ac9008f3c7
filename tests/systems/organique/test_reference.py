"""The rule reference and the house rules: every rule told, every switch spoken of, ids as the ledger counts them."""

import os
import re
from pathlib import Path

import pytest

from core.typography import texts, typographic_faults
from gardien.core.pack import load_toml
from gardien.systems import organique
from gardien.systems.organique.options import Options
from systems.worked import book

FOLDER = os.path.join(os.path.dirname(organique.__file__), "reference")
FILES = sorted(Path(FOLDER).glob("*.toml"))
RULES = organique.SYSTEM.reference
COUNTS = {
    "TEST": 11, "SAVE": 3, "AGI": 4, "PER": 2, "CHA": 4, "INT": 2, "VIT": 2, "FOR": 3, "VOL": 5, "END": 11, "HP": 7,
    "ARM": 7, "DMG": 16, "SYM": 21, "DRUG": 9, "DIS": 6, "POI": 4, "SKILL": 7, "CSK": 7, "PSY": 7, "VEH": 4,
    "HACK": 33, "CRY": 6, "INIT": 2, "TURN": 5, "CBT": 2, "RNG": 3, "FREE": 5, "MOD": 15, "ACT": 21, "REA": 8,
    "MON": 5, "WPN": 7, "AFT": 4, "ADV": 9, "ODDS": 4,
}  # fmt: skip
ADVICE = {"ORG-TEST-07", "ORG-POI-04", *(f"ORG-ADV-{n:02}" for n in range(1, 10))}


def test_every_rule_of_the_ledger_is_told():
    """Two hundred and seventy-one rules, numbered without a gap, a file a topic."""
    expected = [f"ORG-{topic}-{n:02}" for topic, count in COUNTS.items() for n in range(1, count + 1)]
    assert sorted(RULES) == sorted(expected)
    assert sum(COUNTS.values()) == 271
    assert sorted(path.stem for path in FILES) == sorted(COUNTS)
    for path in FILES:
        assert {row["id"].split("-")[1] for row in load_toml(path)["rule"]} == {path.stem}


def test_every_house_rule_is_spoken_of_and_off_unless_asked_for():
    """ORG-TEST-05: thirty-two switches, all off; the way speed counts is left to each manoeuvre."""
    assert {option for rule in RULES.values() for option in rule.option} == set(Options.__struct_fields__)
    assert len(Options.__struct_fields__) == 32
    assert {getattr(Options(), name) for name in Options.__struct_fields__} == {False, None}


def test_what_is_left_to_people():
    """ORG-TEST-07, ORG-POI-04, ORG-ADV-01 to ORG-ADV-09: advice."""
    assert {id for id, rule in RULES.items() if rule.advice} == ADVICE


def test_rules_send_to_rules():
    """Nothing is sent nowhere, to itself, or twice."""
    for id, rule in RULES.items():
        assert set(rule.see) <= set(RULES), id
        assert id not in rule.see, id
        assert len(set(rule.see)) == len(rule.see) >= 1, id


def test_the_worked_examples_name_rules_that_exist():
    """Every id of an example or of a printed table is a rule of the reference."""
    named = {id for one in (*book("organique")["example"], *book("organique")["table"]) for id in one["rules"]}
    assert sorted(named - set(RULES)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_both_languages_are_printed_as_they_should_be(path):
    """Spaces, apostrophes and signs of each language."""
    told = [
        (at, fault) for at, language, text in texts(load_toml(path)) for fault in typographic_faults(text, language)
    ]
    assert told == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_texts_say_what_is_on_the_page_and_never_a_key(language):
    """No word with an underscore, no code, no exclamation mark; no two rules of one name within a topic."""
    for rule in RULES.values():
        text = f"{rule.title(language)} {rule.text(language)}"
        assert not re.search(r"\w_\w|!|`|ORG-|\bM\d", text), rule.id
    titles = [(rule.topic, rule.title(language)) for rule in RULES.values()]
    assert len(set(titles)) == len(titles)


def test_a_house_rule_is_called_by_its_name():
    """A text that speaks of switches quotes as many names, and says what they are."""
    for rule in RULES.values():
        if rule.option:
            assert re.search("[Rr]ègles? de la table", rule.text_fr), rule.id
            assert re.search("[Hh]ouse rules?", rule.text_en), rule.id
        assert len(rule.option) <= rule.text_fr.count("«") == rule.text_en.count("“"), rule.id
