"""Played examples: whatever a game shows on its rule pages is played by its rules, and every rule it rolls has one."""

from fractions import Fraction

import pytest
from msgspec import to_builtins

from conformance.faults import example_faults, none_of
from conformance.installed import SYSTEMS
from gardien.core.calling import Prepared, odds_of, play_or_read
from gardien.core.deciding import Deciding
from gardien.core.errors import Refusal
from gardien.core.examples import examples_of, played_examples
from gardien.core.system import System

MOST_DICE = 9


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


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.key)
def test_the_face_that_is_said_to_be_needed_succeeds_and_no_worse_one_does(system: System):
    """« 8 ou plus au d20 »: all faces of the die that is said to decide alone are tried, whatever the others show."""
    told = 0
    for shown in played_examples(system):
        form, one = system.presentation.forms.get(shown.example.procedure), shown.example
        if form is None or form.decided_by is None:
            continue
        odds = odds_of(system.key, one.procedure, one.given, by=(form.good,))
        chance = sum((each.chance for each in odds if each.outcome.get(form.good) is True), Fraction(0))
        need = form.decided_by.need(chance, to_builtins(shown.prepared.given))
        if need is not None:
            assert good_faces(shown.prepared, form.decided_by, form.good) == faces_from(form.decided_by, need), one
            told += 1
    assert told or not any(form.decided_by for form in system.presentation.forms.values())


def faces_from(die: Deciding, need: int) -> set[int]:
    return set(range(1, need + 1) if die.low else range(need, die.sides + 1))


def good_faces(prepared: Prepared, die: Deciding, good: str) -> set[int]:
    """The faces of the first die with which it goes well; those that follow show their lowest."""
    found = set()
    for face in range(1, die.sides + 1):
        for others in range(MOST_DICE):
            try:
                played = play_or_read(prepared, [face, *[1] * others], None)
            except Refusal:
                continue
            if getattr(played.outcome, good) is True:
                found.add(face)
            break
        else:
            raise AssertionError(f"{prepared}: too many dice")
    return found
