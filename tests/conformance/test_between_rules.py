"""Between one rule and the next: the dead take no part, house rules reach sheets late as early, and nothing that is due
outlives whom it is about."""

from contextlib import suppress
from random import Random
from typing import Any, get_args

import pytest
from msgspec import inspect

from conformance.games import examples_of
from conformance.house_rules import other_values
from conformance.installed import SYSTEMS, system_key
from conformance.lives import Memory, lived_in, somebody
from conformance.states import some_value
from gardien.core.errors import Refusal
from gardien.core.ready import keys_of_beings
from gardien.table import commands as c
from gardien.table.marks import field_types, sheet_type

LIVES = 20
every = pytest.mark.parametrize("system", [one for one in SYSTEMS if one.table_rules.life], ids=system_key)


def dead_value(system: Any, sheet: dict[str, Any]) -> tuple[str, Any] | None:
    """The field of a sheet that says somebody is dead, and what it says then."""
    for name, kind in field_types(sheet_type(system.table_rules, sheet)).items():
        if name == "dead" and kind is bool:
            return name, True
        if "dead" in get_args(kind):
            return name, "dead"
    return None


@every
def test_the_dead_take_no_part(system):
    """Whatever is asked of them, their sheet stays as it is."""
    for seed in range(LIVES):
        random = Random(seed)
        table = Memory(system, seed)
        who = table.act(somebody(system, random))["character"]
        dead = dead_value(system, table.play["characters"][who]["sheet"])
        if dead is None:
            continue
        table.act(c.Override(path=f"characters/{who}/sheet/{dead[0]}", value=dead[1], reason="essai"))
        before = table.play["characters"][who]["sheet"]
        for procedure in system.procedures():
            if procedure.key in system.table_rules.for_the_dead:
                continue
            given = dict(random.choice(examples_of(system, procedure) or [{}]))
            for asked in (given, {}):
                with suppress(Refusal):
                    table.act(c.Do(procedure=procedure.key, character=who, given=asked))
                assert table.play["characters"][who]["sheet"] == before, procedure.key
        table.act(c.Advance(minutes=100_000))
        assert table.play["characters"][who]["sheet"] == before
        assert not [one for one in table.play.get("due", {}).values() if one["character"] == who]


def some_sheets(system: Any, seed: int) -> list[dict[str, Any]]:
    """People as they are brought along: what is drawn with other dice under a house rule is not the same."""
    random, table = Random(seed), Memory(system, seed)
    people = [table.act(somebody(system, random))["character"] for _ in range(3)]
    return [dict(table.play["characters"][id]["sheet"]) for id in people]


@every
def test_a_house_rule_set_late_reaches_every_sheet(system):
    """As if it had held from the beginning, and back again."""
    rules = [(name, value) for name in system.options.__struct_fields__ for value in other_values(system, name)]
    for seed in range(LIVES // 10):
        adds, late = [c.Add(sheet=sheet) for sheet in some_sheets(system, seed)], Memory(system, seed)
        for add in adds:
            late.act(add)
        for name, value in rules:
            early, set_late = Memory(system, seed, {name: value}), late.copy(seed)
            try:
                for add in adds:
                    early.act(add)
            except Refusal:
                continue  # it lets nobody in who is as they are
            set_late.act(c.Settings(options={name: value}))
            assert early.play["characters"] == set_late.play["characters"], name
            set_late.act(c.Settings(options={name: getattr(system.options(), name)}))
            assert set_late.play["characters"] == late.play["characters"], name


@every
def test_nothing_is_due_for_whoever_is_gone(system):
    for seed in range(LIVES):
        table = lived_in(system, seed)
        table.act(c.Advance(minutes=20_000))
        for id in list(table.play["characters"]):
            table.act(c.Remove(character=id))
        assert not table.play.get("due"), seed


@every
def test_death_takes_with_it_what_is_due(system):
    """Whoever dies while something waits for its dice, however they die, is asked for nothing more."""
    waited = 0
    for seed in range(5 * LIVES):
        if waited > LIVES // 4:
            break
        table = lived_in(system, seed)
        table.act(c.Advance(minutes=Random(seed).choice((1, 90, 1500, 20_000))))
        keys = {(one["character"], one.get("thread")) for one in table.play.get("due", {}).values()}
        assert len(keys) == len(table.play.get("due", {})), "one thing at a time is asked of each"
        for who in {one for one, _ in keys}:
            dead = dead_value(system, table.play["characters"][who]["sheet"])
            if dead is None:
                continue
            waited += 1
            table.act(c.Override(path=f"characters/{who}/sheet/{dead[0]}", value=dead[1], reason="essai"))
            assert not [one for one in table.play["due"].values() if one["character"] == who], seed
    assert waited, "nothing was due for anybody"


@every
def test_every_act_can_be_done_at_the_table(system):
    """By somebody, in some way: where something is missing whoever asks, and whatever they say, is a dead end."""
    barred, table = [], Memory(system, 1)
    people = [table.act(c.Add(draw={}))["character"] for _ in range(2)]
    beings = [f"{name}/{keys_of_beings(system, name)[0]}" for name in system.table_rules.beings]
    people += [table.act(c.Add(being=one))["character"] for one in beings[:2]]
    fight = table.copy(1)
    if system.table_rules.fighting:
        fight.act(c.Fight(fighters=tuple(c.Fighter(character=id, side=id) for id in people)))
    for procedure in system.procedures():
        least = some_value(inspect.type_info(procedure.given), people[1])
        asked = [*examples_of(system, procedure), {}, least]
        if aimed := system.table_rules.targeting.get(procedure.key):
            whom = {"character": people[1]}
            asked += [{**given, aimed.target: one} for given in ({}, least) for one in (whom, [whom])]
        ways = ((at, who, given) for at in (table, fight) for given in asked for who in (*people, None))
        if not any(_is_done(at.copy(1), procedure.key, who, given) for at, who, given in ways):
            barred.append(procedure.key)
    assert not barred


def _is_done(table: Memory, procedure: str, who: str | None, given: dict[str, Any]) -> bool:
    said = {name: value for name, value in given.items() if name != "options"}
    try:
        table.act(c.Do(procedure=procedure, character=who, given=said))
    except Refusal as refusal:
        # what a state or a rule bars can be had by another; a key of the game is for whoever knows it
        return refusal.kind != "unreadable" or refusal.id in ("table/no_act", "field/one_of")
    return True


@every
def test_of_two_things_alike_the_named_one_is_used(system):
    """Whatever an act does to a weapon that is named, it does to that one alone."""
    named = [
        one.key
        for one in system.procedures()
        if "weapon_name" in {*one.given.__struct_fields__, *system.table_rules.ui_inputs.get(one.key, ())}
    ]
    beings = [f"{name}/{key}" for name in system.table_rules.beings for key in keys_of_beings(system, name)]
    random = Random(3)
    for being in random.sample(beings, min(6, len(beings))) if named else ():
        table = Memory(system, 1)
        who, other = (table.act(c.Add(being=one))["character"] for one in (being, beings[0]))
        weapons = table.play["characters"][who]["sheet"].get("weapons")
        if not weapons or "name" not in weapons[0]:
            continue
        pair = [{**weapons[0], "name": name} for name in ("Gauche", "Droite")]
        table.act(c.Override(path=f"characters/{who}/sheet/weapons", value=pair, reason="essai"))
        kept = table.play["characters"][who]["sheet"]["weapons"][0]
        for key in named:
            aimed = system.table_rules.targeting.get(key)
            whom = {aimed.target: {"character": other}} if aimed else {}
            with suppress(Refusal):
                table.act(c.Do(procedure=key, character=who, given={"weapon_name": "Droite", **whom}))
            assert table.play["characters"][who]["sheet"]["weapons"][0] == kept, (being, key)


in_turns = [one for one in SYSTEMS if (fighting := one.table_rules.fighting) and not fighting.round]


@pytest.mark.parametrize("system", in_turns, ids=system_key)
def test_whoever_leaves_a_fight_and_comes_back_has_one_turn_a_round(system):
    """They have thrown what is thrown once for the whole of it, and stand where they stood."""
    table, random = Memory(system, 1), Random(1)
    people = [table.act(somebody(system, random))["character"] for _ in range(4)]
    table.act(c.Fight(fighters=tuple(c.Fighter(character=id, side="ab"[at % 2]) for at, id in enumerate(people))))
    if start := system.table_rules.fighting.start:
        table.act(c.Do(procedure=start.procedure, given={start.people: [{"character": id} for id in people]}))
    first, order = table.play["fight"]["order"][0], table.play["fight"]["order"]
    table.act(c.Turn())
    table.act(c.Leave(character=first))
    table.act(c.Fight(fighters=(c.Fighter(character=first, side="a"),)))
    assert table.play["fight"]["order"] == order
    while table.play["fight"]["round"] == 1:
        assert order[table.play["fight"]["turn"]] != first
        table.act(c.Turn())


@pytest.mark.parametrize("system", in_turns, ids=system_key)
def test_what_the_first_round_lays_on_somebody_is_there_when_they_come_back_in_it(system):
    """Nobody is less surprised for having left the fight for a moment; a round later it is over."""
    table, random = Memory(system, 1), Random(1)
    people = [table.act(somebody(system, random))["character"] for _ in range(3)]
    table.act(c.Fight(fighters=tuple(c.Fighter(character=id, side="ab"[at % 2]) for at, id in enumerate(people))))
    opening = dict.fromkeys(system.table_rules.fighting.opening, True)
    for away in (0, 1):
        table.act(c.Remark(character=people[0], marks=opening))
        table.act(c.Leave(character=people[0]))
        while table.play["fight"]["round"] == 1 and away:
            table.act(c.Turn())
        table.act(c.Fight(fighters=(c.Fighter(character=people[0], side="a"),)))
        kept = table.play["characters"][people[0]]
        known = {**kept["sheet"], **kept.get("marks", {})}
        assert [mark for mark in opening if known.get(mark)] == ([] if away else list(opening))
