"""Who can do what: what bars an act to somebody bars it at the table, in a fight, in company and to tactics alike."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, get_args, get_origin

import pytest

from conformance.games import examples_of
from conformance.installed import SYSTEMS, system_key
from conformance.lives import KEEPER, Memory
from conformance.states import put
from conformance.test_state import company
from gardien.core.errors import Refusal
from gardien.core.system import System
from gardien.table import commands as c
from gardien.table.binding import bind, content
from gardien.table.marks import field_types, sheet_type
from gardien.table.proposals import proposals_for
from gardien.table.viewers import OWNER, viewer_of

able = pytest.mark.parametrize(
    "system", [one for one in SYSTEMS if one.table_rules.sheets and one.table_rules.cannot], ids=system_key
)


def words_of(kind: Any) -> tuple[Any, ...]:
    """What a field can say of somebody: that something holds, or one of some words."""
    if kind is bool:
        return (True,)
    if str(get_origin(kind)).endswith("Literal"):
        return get_args(kind)
    return tuple(word for one in get_args(kind) for word in words_of(one))


@cache
def states(system: System) -> tuple[tuple[str, str, Any, Memory], ...]:
    """Everybody of each sort in every state that bars something to them which they could do before."""
    start, people = company(system)
    rules, found, seen = system.table_rules, [], set()
    procedures = [one.key for one in system.procedures()]
    for id in (people[0], *people[2:]):
        sheet = start.play["characters"][id]["sheet"]
        types = field_types(sheet_type(rules, sheet)) | field_types(rules.marks)
        for name, value in ((name, word) for name, kind in types.items() for word in words_of(kind)):
            table = start.copy(1)
            try:
                put(table, id, name, value)
            except Refusal:
                continue
            before, being = content(start.state, id, OWNER), content(table.state, id, OWNER)
            barred = tuple(one for one in procedures if rules.cannot(being, one) and not rules.cannot(before, one))
            if barred and (sheet["kind"], name, barred) not in seen:
                seen.add((sheet["kind"], name, barred))
                found.append((id, name, value, table))
    return tuple(found)


def ways(system: System, procedure: str, other: str, most: int = 1) -> Iterator[dict[str, Any]]:
    """How an act may be asked for: as its examples have it, or simply; aimed at somebody."""
    aimed = system.table_rules.targeting.get(procedure)
    for given in [*examples_of(system, system.procedure(procedure))[:most], {}]:
        yield given
        if aimed:
            yield {**given, aimed.target: {"character": other}}
            yield {**given, aimed.target: [{"character": other}]}


def is_done(table: Memory, command: c.Command, seat: str = KEEPER) -> bool:
    """Whether something comes of it: dice that fall, or somebody who is not as they were."""
    before, rolls = table.play["characters"], len(table.rolls)
    try:
        table.act(command, seat)
    except Refusal:
        return False
    for wait in list(table.play.get("waits", {})):
        table.act(c.Decide(wait=wait, offer=""))
    thrown = len(table.rolls) > rolls and bool(table.rolls[-1].dice)
    return thrown or table.play["characters"] != before


@able
def test_a_game_says_what_states_bar(system):
    """And each reason has words and a rule."""
    assert states(system)
    for id, name, value, table in states(system):
        being = content(table.state, id, OWNER)
        for procedure in system.procedures():
            bar = system.table_rules.cannot(being, procedure.key)
            if bar is not None:
                assert system.terms.entry("bar", bar.why), (name, value, bar)
                assert bar.rule in system.reference, (name, value, bar)


@able
def test_what_a_state_bars_is_not_done_by_anybody_in_it(system):
    """However it is asked for, whoever asks; and in the company of others no more than alone."""
    rules, done = system.table_rules, []
    for id, name, value, start in states(system):
        being = content(start.state, id, OWNER)
        other = next(one for one in company(system)[1] if one != id)
        for procedure in (one.key for one in system.procedures() if rules.cannot(being, one.key)):
            asked = [c.Do(procedure, id, given) for given in ways(system, procedure, other)]
            asked += [
                c.Do(procedure, who, {seat: people})
                for seat in rules.partakers.get(procedure, ())
                for who in (other, None)
                for people in ([{"character": id}], [{"character": other}, {"character": id}])
            ]
            done += [(name, value, one) for one in asked if is_done(start.copy(1), one)]
    assert not done, done


@able
def test_whoever_is_out_of_a_fight_does_nothing_with_a_turn(system):
    """The dead, the senseless, the mad: the table refuses, or the rule itself does."""
    fighting, done = system.table_rules.fighting, []
    if fighting is None or fighting.out is None:
        return
    for id, name, value, start in states(system):
        if not fighting.out(content(start.state, id, OWNER)):
            continue
        other = next(one for one in company(system)[1] if one != id)
        table = start.copy(1)
        sides = (c.Fighter(character=id, side="a"), c.Fighter(character=other, side="b"))
        table.act(c.Fight(fighters=sides))
        if fighting.simultaneous:
            done += [(name, value)] if acts_in_round(table, fighting, id, other) else []
            continue
        for procedure in (one for one in fighting.turns if one not in fighting.befalls):
            asked = (c.Do(procedure, id, given) for given in ways(system, procedure, other))
            done += [(name, value, one) for one in asked if is_done(table.copy(1), one)]
    assert not done, done


@able
def test_nobody_whose_turn_is_spent_acts_in_that_of_another(system):
    """A player, for whom the table speaks: not even by leaving the fight and coming back in the same round."""
    fighting = system.table_rules.fighting
    if fighting is None or fighting.budget is None:
        return
    start, (one, two, *_) = company(system)
    table, spent = start.copy(1), fighting.budget.mark
    seat = table.act(c.Seat(role="player", name="Anne", characters=(one, two)))["seat"]
    table.act(c.Fight(fighters=tuple(c.Fighter(character=who, side=who) for who in (one, two))))
    id, other = table.play["fight"]["order"]
    table.act(c.Turn())
    allowed = (*fighting.everyone, *fighting.befalls, *fighting.budget.free)
    acts = [c.Do(key, id, one) for key in fighting.turns if key not in allowed for one in ways(system, key, other)]
    fresh = table.copy(1)
    fresh.act(c.Remark(character=id, marks={spent: None}))
    assert any(is_done(fresh.copy(1), one, seat) for one in acts)
    table.act(c.Remark(character=id, marks={spent: 0}))
    back = table.copy(1)
    back.act(c.Leave(character=id))
    back.act(c.Fight(fighters=(c.Fighter(character=id, side=id),)))
    done = [one for one in acts for now in (table, back) if is_done(now.copy(1), one, seat)]
    assert not done, done
    assert any(is_answered(table.copy(1), one, seat) for one in acts)  # an answer is no act of one's own


def is_answered(table: Memory, act: c.Do, seat: str) -> bool:
    """Whether somebody does what the game master asks of them."""
    try:
        ask = table.act(c.Ask(procedure=act.procedure, characters=(act.character,), given=act.given))["ask"]
    except Refusal:
        return False
    return is_done(table, c.Do(act.procedure, act.character, ask=ask), seat)


def acts_in_round(table: Memory, fighting: Any, id: str, other: str) -> bool:
    """Whether a round tells of an act of somebody who is out of it."""
    for word in (*(one for one in fighting.aimed if one != fighting.idle[fighting.act]), fighting.idle[fighting.act]):
        trial = table.copy(1)
        for who, said in ((id, {fighting.act: word, fighting.aims[0]: other}), (other, dict(fighting.idle))):
            try:
                trial.act(c.Declare(character=who, given=said))
            except Refusal:
                continue
        before = trial.play["characters"][other]
        trial.act(c.Round())
        if trial.rolls[-1].dice or trial.play["characters"][other] != before:
            return True
    return False


@able
def test_tactics_propose_nothing_that_a_state_bars(system):
    """What is weighed and what is played ask the same place what somebody can do."""
    rules, barred = system.table_rules, []
    if rules.fighting is None or system.fights is None:
        return
    for id, name, value, start in states(system):
        other = next(one for one in company(system)[1] if one != id)
        table = start.copy(1)
        sides = (c.Fighter(character=id, side="a"), c.Fighter(character=other, side="b"))
        table.act(c.Fight(fighters=sides))
        table.state.play["characters"][id]["foe"] = True
        being = content(table.state, id, OWNER)
        try:
            proposed = proposals_for(table.state, viewer_of(table.state, "keeper"), id)
        except Refusal:
            continue  # there are beings that no tactics know
        barred += [(name, value, one) for one in proposed if rules.cannot(being, one.procedure)]
    assert not barred, barred


@able
def test_whatever_stands_in_an_input_is_filled_in_or_refused(system):
    """Somebody where a key is wanted, nobody where somebody is: what a game reads of sheets by it never fails."""
    start, (who, other, *_) = company(system)
    somebody = {"character": other}
    for procedure in system.procedures():
        names = (*procedure.given_fields(), *system.table_rules.ui_inputs.get(procedure.key, ()))
        for given in [{}, *examples_of(system, procedure)[:1]]:
            for asked in ({**given, name: value} for name in names for value in (somebody, [somebody], [], {}, "x")):
                with suppress(Refusal):
                    bind(start.state, procedure.key, asked, who, OWNER)
