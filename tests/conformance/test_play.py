"""Random play on random valid inputs: dice, outcome, reasons and sentences agree with one another."""

from random import Random

import msgspec
import pytest

from conformance.games import games
from conformance.installed import PROCEDURES, procedure_key
from conformance.strategies import NAMES
from core.typography import well_said
from gardien.cli.do import told
from gardien.core.calling import answer, prepare
from gardien.core.errors import Refusal
from gardien.core.readings.play import play
from gardien.core.readings.typed import typed
from gardien.core.telling import explain, tell
from gardien.core.terms import LANGUAGES

every_procedure = pytest.mark.parametrize(("system", "procedure"), PROCEDURES, ids=map(procedure_key, PROCEDURES))


@every_procedure
def test_the_dice_that_fell_give_the_same_outcome_when_they_are_typed(system, procedure):
    for prepared, _, seed, played in games(system, procedure):
        assert typed(prepared.request(), [die.value for die in played.dice]) == played
        assert play(prepared.request(), Random(seed)) == played


@every_procedure
def test_one_die_less_and_one_die_more_are_refused(system, procedure):
    for prepared, *_, played in games(system, procedure):
        faces = [die.value for die in played.dice]
        if faces:
            with pytest.raises(Refusal) as less:
                typed(prepared.request(), faces[:-1])
            assert less.value.id == "dice/wanted"
        with pytest.raises(Refusal) as more:
            typed(prepared.request(), [*faces, 1])
        assert (more.value.id, more.value.words["left"]) == ("dice/left_over", [1])


@every_procedure
def test_only_the_dice_that_are_declared_fall_and_each_has_a_name(system, procedure):
    for *_, played in games(system, procedure):
        assert {die.label for die in played.dice} <= set(procedure.dice)
        assert all(1 <= die.value <= int(die.die.removeprefix("d")) for die in played.dice)
        assert all(system.terms.entry("die", die.label) for die in played.dice)


@every_procedure
def test_the_numbers_of_an_explanation_add_up(system, procedure):
    """A sum equals its parts, within its limits; the last word on a field of the outcome is that field."""
    for *_, played in games(system, procedure):
        outcome = msgspec.to_builtins(played.outcome)
        last = {}
        for reason in played.steps:
            if reason.parts:
                total = sum(part for _, part in reason.parts)
                low, high = reason.limits or (total, total)
                assert reason.value == max(low, min(high, total)), reason
            if not reason.who:
                last[reason.label] = reason.value
        for label, value in last.items():
            if label in outcome:
                assert value == outcome[label], (label, outcome)


@every_procedure
def test_every_reason_has_a_rule_and_words_in_both_languages(system, procedure):
    for *_, played in games(system, procedure):
        for reason in played.steps:
            assert reason.rule in system.reference, reason
            for label in (reason.label, *(label for label, _ in reason.parts)):
                # what whoever asks has named, a modifier of the moment, is told as it was written
                assert label in NAMES or system.terms.field(label, procedure.key), f"{label} has no term"
        for language in LANGUAGES:
            lines = explain(system, procedure.key, played.steps, language)
            assert len(lines) == len(played.steps)
            for line, reason in zip(lines, played.steps, strict=True):
                assert line.endswith(f"[{reason.rule}]")


@every_procedure
def test_a_result_is_told_in_both_languages(system, procedure):
    for prepared, *_, played in games(system, procedure):
        for language in LANGUAGES:
            for who in ("", "Abby", "le médecin"):
                lines = tell(prepared, played, language, who)
                assert lines
                assert [line for line in lines if not well_said(line, language)] == []
            for line in told(prepared, played, language):  # as a terminal shows it, with dice, reasons and changes
                assert not any(odd in line for odd in ("None", "UNSET", "True", "False", "{", "}")), line


@every_procedure
def test_an_answer_goes_through_json_and_comes_back_the_same(system, procedure):
    """The outcome read back by its own type is the outcome, so nothing is lost between the table and a file."""
    for prepared, *_, played in games(system, procedure):
        assert msgspec.json.decode(msgspec.json.encode(played.outcome), type=procedure.outcome) == played.outcome
        shown = answer(prepared, played)
        again = msgspec.json.decode(msgspec.json.encode(shown))
        assert again["outcome"] == msgspec.json.decode(msgspec.json.encode(played.outcome))
        repeated = prepare(system.key, procedure.key, again["given"])
        assert (repeated.given, repeated.options) == (prepared.given, prepared.options), (
            "it can be asked for again as told"
        )
