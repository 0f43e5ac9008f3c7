"""The rule reference and the house rules: every rule told, every switch spoken of, ids as the ledger counts them."""

import re

import pytest

from gardien.systems.cthulhud20 import SYSTEM
from gardien.systems.cthulhud20.options import Options
from systems.worked import book

RULES = SYSTEM.reference
SOURCE = {
    "GEN": 3, "DEST": 6, "HP": 7, "FAT": 4, "LETH": 4, "ATT": 9, "AC": 2, "AIM": 4, "LOC": 2, "GB": 8, "SHOCK": 4,
    "BLEED": 5, "COND": 3, "FEAT": 8, "ENV": 4, "CREA": 4, "SPELL": 3, "TRACK": 1, "ODDS": 1,
}  # fmt: skip
PROPOSED = {
    "ABIL": 2, "LEVEL": 2, "SAVE": 1, "CHECK": 2, "SKILL": 2, "PROF": 1, "FEAT": 1, "AC": 1, "ARM": 1, "COVER": 1,
    "INIT": 1, "SURP": 1, "ACT": 4, "MOD": 1, "RANGE": 1, "WEAP": 1, "EXPL": 1, "GUN": 6, "GRAP": 1, "MAN": 1,
    "COUP": 1, "WOUND": 2, "SHOCK": 1, "COND": 1, "HEAL": 2, "EFF": 1, "CHASE": 1, "DEST": 1, "ENV": 6, "POIS": 1,
    "DIS": 1, "SAN": 6, "MAG": 3, "CREA": 4, "XP": 1, "ODDS": 3, "SAMPLE": 1, "MISC": 1,
}  # fmt: skip


def test_every_rule_of_the_source_and_every_proposal_is_told():
    """Eighty-two rules and sixty-nine proposals, numbered without a gap."""
    expected = [f"CD20-{topic}-{n:02}" for topic, count in SOURCE.items() for n in range(1, count + 1)]
    expected += [f"CD20-P-{topic}-{n:02}" for topic, count in PROPOSED.items() for n in range(1, count + 1)]
    assert sorted(RULES) == sorted(expected)
    assert (sum(SOURCE.values()), sum(PROPOSED.values())) == (82, 69)


def test_every_house_rule_is_spoken_of_and_off_unless_the_text_wants_it():
    """CD20-GEN-03: twenty-seven switches with their defaults."""
    assert {option for rule in RULES.values() for option in rule.option} == set(Options.__struct_fields__)
    opened = {name for name in Options.__struct_fields__ if getattr(Options(), name) is True}
    assert opened == {"armour_stop_shock", "locate_falls", "attacks_of_opportunity", "part_effects"}
    assert (Options().helpless_bonus, Options().creature_hp, len(Options.__struct_fields__)) == (4, "half", 27)


def test_what_is_left_to_people():
    """CD20-GEN-03, CD20-ATT-09, CD20-P-MISC-01: advice, and what is left out on purpose."""
    assert {id for id, rule in RULES.items() if rule.advice} == {"CD20-GEN-03", "CD20-ATT-09", "CD20-P-MISC-01"}


def test_the_worked_examples_name_rules_that_exist():
    """Every id of an example or of a printed table is a rule of the reference."""
    named = {id for one in (*book("cthulhud20")["example"], *book("cthulhud20")["table"]) for id in one["rules"]}
    assert sorted(named - set(RULES)) == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_texts_say_what_is_on_the_page_and_never_a_key(language):
    """No word with an underscore, no code, no exclamation mark."""
    for rule in RULES.values():
        text = f"{rule.title(language)} {rule.text(language)}"
        assert not re.search(r"\w_\w|!|`|CD20", text), rule.id
