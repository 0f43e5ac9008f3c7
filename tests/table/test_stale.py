"""Stale: what rests on something changed is refused, and told what changed; a change elsewhere is no obstacle."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.stale import StaleCommand
from gardien.table.store.base import Store
from table.evening import Evening


@pytest.fixture
def evening(quick: Store) -> Evening:
    return Evening(quick)


def stale(evening: Evening, seat: str, command: c.Command, seen: str) -> StaleCommand:
    refused = evening.refused(seat, command, seen=seen)
    assert isinstance(refused, StaleCommand)
    assert refused.kind == "stale"
    assert refused.version == evening.look(seat)["version"]
    return refused


def check(evening: Evening) -> c.Do:
    return c.Do(procedure="gauge_check", character=evening.leo, given={"gauge": "trauma"}, dice=(1,))


@pytest.mark.parametrize("by", ["keeper", "ann"])
def test_who_rests_on_a_changed_sheet_is_told_what_changed(evening: Evening, by: str) -> None:
    seat = getattr(evening, by)
    seen = evening.look(seat)["version"]
    evening.check(evening.leo, face=6)
    evening.keep(c.Say(text="entre-temps"))
    refused = stale(evening, seat, check(evening), seen)
    assert refused.moved == [f"characters/{evening.leo}"]
    assert [shown["command"] for shown in refused.cards] == ["do", "say"]
    assert refused.words["count"] == 2
    evening.act(seat, check(evening), seen=refused.version)


def test_a_change_elsewhere_is_no_obstacle(evening: Evening) -> None:
    seen = evening.look(evening.ann)["version"]
    evening.check(evening.mia, face=6)
    evening.keep(c.Advance(minutes=10))
    evening.keep(c.Scene(title="ailleurs"))
    evening.act(evening.ann, check(evening), seen=seen)
    evening.act(evening.ann, c.Say(text="hé"), seen=seen)
    evening.act(evening.ann, check(evening), seen=None)


def test_what_each_command_rests_on(evening: Evening) -> None:
    evening.fight(evening.leo, evening.thug)
    plan, note = evening.plan(time=900, text="train"), evening.note(text="note")
    evening.keep(c.Advance(minutes=60 * 24 * 7))
    (due,) = evening.due("recover")
    seen = evening.look(evening.keeper)["version"]
    evening.keep(c.Edit(character=evening.leo, fields={"description": "pâle"}))
    evening.keep(c.Remark(character=evening.leo, note="boite"))
    evening.keep(c.Turn())
    evening.keep(c.Plan(id=plan, time=901, text="train"))
    evening.keep(c.Note(id=note, text="autre"))
    evening.keep(c.Advance(minutes=1))
    leo = f"characters/{evening.leo}"
    for command, moved in (
        (c.Edit(character=evening.leo, fields={"description": "x", "luck": 0}), [f"{leo}/sheet/description"]),
        (c.Show(character=evening.leo, hidden=True), [leo]),
        (c.Remark(character=evening.leo, note="x"), [f"{leo}/note"]),
        (c.Override(path=f"{leo}/sheet/description", value="x", reason="x"), [f"{leo}/sheet/description"]),
        (c.Ask(procedure="gauge_check", characters=(evening.mia, evening.leo)), [leo]),
        (c.Fight(fighters=(c.Fighter(character=evening.leo),)), [leo]),
        (c.Round(), ["fight/turn"]),
        (c.Delay(character=evening.leo), ["fight/turn"]),
        (c.EndFight(), ["fight"]),
        (c.Leave(character=evening.thug), ["fight"]),
        (c.Plan(id=plan, text="x"), [f"plans/{plan}"]),
        (c.Note(id=note, text="x"), [f"notes/{note}"]),
        (c.Advance(minutes=1), ["clock"]),
        (c.Settle(due=due), ["clock"]),
        (c.Override(path="clock", value=1, reason="x"), ["clock"]),
    ):
        assert stale(evening, evening.keeper, command, seen).moved == moved, command
    for command in (
        c.Declare(character=evening.leo),
        c.Say(text="x"),
        c.Note(text="x"),
        c.Plan(text="x"),
        c.Seat(),
        c.Edit(character=evening.mia, fields={"luck": 0}),
        c.Edit(character=evening.leo, fields={"luck": 0}),
        c.Remark(character=evening.leo, secret="x", marks={"boiteux": True}),
    ):
        evening.keep(command, seen=seen)


def test_undo_rests_on_everything(evening: Evening) -> None:
    seen = evening.look(evening.keeper)["version"]
    evening.keep(c.Say(text="hé"))
    assert stale(evening, evening.keeper, c.Undo(), seen).cards[0]["words"]["text"] == "hé"
    assert stale(evening, evening.keeper, c.Redo(), seen).cards


def test_declarations_at_the_same_time_both_count_but_not_for_another_round(evening: Evening) -> None:
    evening.fight(evening.leo, evening.mia)
    seen = {seat: evening.look(seat)["version"] for seat in (evening.ann, evening.bob)}
    flee = {"action": "flee"}
    evening.act(evening.ann, c.Declare(character=evening.leo, given=flee), seen=seen[evening.ann])
    evening.act(evening.bob, c.Declare(character=evening.mia, given=flee), seen=seen[evening.bob])
    evening.keep(c.Round())
    late = stale(evening, evening.bob, c.Declare(character=evening.mia, given=flee), seen[evening.bob])
    assert late.moved == ["fight/round"]


def test_a_request_that_was_answered_meanwhile(evening: Evening) -> None:
    ask = evening.ask(evening.leo, evening.mia, given={"gauge": "trauma"})
    seen = evening.look(evening.bob)["version"]
    answer = c.Do(procedure="gauge_check", character=evening.mia, ask=ask, dice=(1,))
    evening.keep(answer)
    assert stale(evening, evening.bob, answer, seen).moved == [f"asks/{ask}"]


def test_a_secret_makes_nothing_stale(evening: Evening) -> None:
    seen = evening.look(evening.ann)["version"]
    evening.check(evening.leo, face=6, audience="keeper")
    evening.keep(c.Remark(character=evening.leo, secret="suivi"))
    evening.check(evening.thug, face=6, audience="keeper")
    evening.keep(c.Show(character=evening.ghoul, shown="all"))
    assert evening.look(evening.ann)["version"] == seen
    evening.act(evening.ann, check(evening), seen=seen)
    evening.act(
        evening.ann, c.Edit(character=evening.leo, fields={"luck": 0}), seen=evening.look(evening.ann)["version"]
    )


def test_cards_are_told_in_the_language_of_whoever_asks(evening: Evening) -> None:
    seen = evening.look(evening.ann)["version"]
    evening.check(evening.leo, face=6)
    told = {}
    for language in ("fr", "en"):
        with pytest.raises(StaleCommand) as refused:
            evening.table.act(evening.ann, evening.envelope(check(evening), seen=seen), language)
        told[language] = refused.value.cards[0]["roll"]["told"]
    assert told["fr"] != told["en"]


@pytest.mark.parametrize("word", ["", "x", "-1", "99999", "g" * 16, "ffffffffffffffff", "1" * 40, "१२"])
def test_moments_that_are_none(evening: Evening, word: str) -> None:
    for seat in evening.seats:
        with pytest.raises(Refusal) as refused:
            evening.act(seat, c.Say(text="x"), seen=word)
        assert refused.value.id in ("table/no_moment", "table/not_allowed")
        with pytest.raises(Refusal):
            evening.look(seat, at=word)
        with pytest.raises(Refusal):
            evening.table.log(evening.viewer(seat), "fr", word)
