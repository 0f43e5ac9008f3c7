"""Played examples: whatever a game shows on its rule pages is played by its rules, and every rule it rolls has one."""

import pytest

from conformance.faults import example_faults, none_of
from conformance.installed import SYSTEMS
from gardien.core.examples import examples_of, played_examples
from gardien.core.system import System


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.key)
def test_examples_use_all_their_dice_and_say_which_rules_had_a_say(system: System):
    shown = played_examples(system)
    for one in shown:
        assert [die.value for die in one.played.dice] == list(one.example.dice)
        assert set(one.answer.rules) <= set(system.reference)
    none_of(example_faults(system))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.key)
def test_a_rule_shows_examples_in_which_it_had_its_say_first(system: System):
    touched = {rule for one in played_examples(system) for rule in one.answer.rules}
    for rule in system.reference:
        result = examples_of(system, rule)
        assert len(result) <= 2
        assert all(rule in one.answer.rules for one in result) or rule not in touched
