"""A game looked at from every side: dice, outcome, reasons, sentences and files agree with one another."""

from collections.abc import Callable
from functools import cache
from random import Random

import msgspec
import pytest

from conformance.games import Game
from conformance.schema import accepts
from conformance.strategies import NAMES
from core.typography import well_said
from gardien.cli.do import answer_lines
from gardien.core.calling import answer, prepare
from gardien.core.errors import Refusal
from gardien.core.interpreters.play import play
from gardien.core.interpreters.typed import typed
from gardien.core.telling import explain, tell
from gardien.core.terms import LANGUAGES


def the_dice_that_fell_give_the_same_outcome_when_they_are_typed(game):
    prepared, played = game.prepared, game.played
    assert typed(prepared.request(), [die.value for die in played.dice]) == played
    assert play(prepared.request(), Random(game.seed)) == played


def one_die_less_and_one_die_more_are_refused(game):
    faces = [die.value for die in game.played.dice]
    if faces:
        with pytest.raises(Refusal) as less:
            typed(game.prepared.request(), faces[:-1])
        assert less.value.id == "dice/wanted"
    with pytest.raises(Refusal) as more:
        typed(game.prepared.request(), [*faces, 1])
    assert (more.value.id, more.value.words["left"]) == ("dice/left_over", [1])


def only_the_dice_that_are_declared_fall_and_each_has_a_name(game):
    system, procedure = game.prepared.system, game.prepared.procedure
    for die in game.played.dice:
        assert die.label in procedure.dice
        assert 1 <= die.value <= int(die.die.removeprefix("d"))
        assert system.terms.entry("die", die.label)


def the_numbers_of_an_explanation_add_up(game):
    """A sum equals its parts, within its limits; the last word on a field of the outcome is that field."""
    outcome = msgspec.to_builtins(game.played.outcome)
    last = {}
    for reason in game.played.steps:
        if reason.parts:
            total = sum(part for _, part in reason.parts)
            low, high = reason.limits or (total, total)
            assert reason.value == max(low, min(high, total)), reason
        if not reason.who:
            last[reason.label] = reason.value
    for label, value in last.items():
        if label in outcome:
            assert value == outcome[label], (label, outcome)


def every_reason_has_a_rule_and_words_in_both_languages(game):
    system, procedure, steps = game.prepared.system, game.prepared.procedure, game.played.steps
    for reason in steps:
        assert reason.rule in system.reference, reason
        for label in (reason.label, *(label for label, _ in reason.parts)):
            # what whoever asks has named, a modifier of the moment, is told as it was written
            assert label in NAMES or system.terms.field(label, procedure.key), f"{label} has no term"
    for language in LANGUAGES:
        lines = explain(system, procedure.key, steps, language)
        assert len(lines) == len(steps)
        for line, reason in zip(lines, steps, strict=True):
            assert line.endswith(f"[{reason.rule}]")


def a_result_is_told_in_both_languages(game):
    for language in LANGUAGES:
        for who in ("", "Abby", "le médecin"):
            lines = tell(game.prepared, game.played, language, who)
            assert lines
            assert [line for line in lines if not well_said(line, language)] == []
        for line in answer_lines(
            game.prepared, game.played, language
        ):  # as a terminal shows it, with dice, reasons, changes
            assert not any(odd in line for odd in ("None", "UNSET", "True", "False", "{", "}")), line


def an_answer_goes_through_json_and_comes_back_the_same(game):
    """The outcome read back by its own type is the outcome, so nothing is lost between the table and a file."""
    prepared, outcome = game.prepared, game.played.outcome
    text = msgspec.json.encode(outcome)
    assert msgspec.json.decode(text, type=prepared.procedure.outcome) == outcome
    again = msgspec.json.decode(msgspec.json.encode(answer(prepared, game.played)))
    assert again["outcome"] == msgspec.json.decode(text)
    repeated = prepare(prepared.system.key, prepared.procedure.key, again["given"])
    assert (repeated.given, repeated.options) == (prepared.given, prepared.options), "it can be asked again as told"


def the_schema_accepts_what_the_system_accepts(game):
    """Through JSON and back, nothing is lost; and a client that checks inputs beforehand refuses none of them."""
    prepared, schema = game.prepared, schema_of(game.prepared.system, game.prepared.procedure.key)
    sent = msgspec.json.decode(msgspec.json.encode(prepared.given))
    assert prepare(prepared.system.key, prepared.procedure.key, sent).given == prepared.given
    assert accepts(schema, sent)
    assert accepts(schema, game.given)


@cache
def schema_of(system, procedure):
    return system.procedure(procedure).schema()


SIDES: tuple[Callable[[Game], None], ...] = (
    the_dice_that_fell_give_the_same_outcome_when_they_are_typed,
    one_die_less_and_one_die_more_are_refused,
    only_the_dice_that_are_declared_fall_and_each_has_a_name,
    the_numbers_of_an_explanation_add_up,
    every_reason_has_a_rule_and_words_in_both_languages,
    a_result_is_told_in_both_languages,
    an_answer_goes_through_json_and_comes_back_the_same,
    the_schema_accepts_what_the_system_accepts,
)
