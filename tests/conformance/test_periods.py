"""Whatever lasts rests on something: it is over with it, begins anew with it, and passes by rounds as by the clock."""

from random import Random

import pytest

from conformance.installed import SYSTEMS, system_key
from conformance.lives import Memory, act_at_random, lived_in, somebody
from conformance.test_lives import later, passes
from gardien.table import commands as c

LIVES = 12
DAY, YEAR = 1440, 400 * 1440
LIVING = [one for one in SYSTEMS if one.table_rules.life and one.table_rules.fighting]
living = pytest.mark.parametrize("system", LIVING, ids=system_key)


def made_whole(table: Memory, before: dict) -> None:
    """Everybody again as they came to the table, by hand: whatever was due for what they had is over with it."""
    for id, kept in [*before.items()] * 2:  # a field that follows from others may come back with them
        now = table.play["characters"][id]
        for name in [one for one in now.get("marks", {}) if one not in kept.get("marks", {})]:
            table.act(c.Remark(character=id, marks={name: None}))
        for name, value in kept["sheet"].items():
            if table.play["characters"][id]["sheet"].get(name) != value:
                table.act(c.Override(path=f"characters/{id}/sheet/{name}", value=value, reason="essai"))


@living
def test_nothing_is_due_for_what_is_over(system):
    """Whoever is whole again by the game master's word has nothing due, and the life of whoever always was."""
    for seed in range(LIVES):
        table = Memory(system, seed)
        who = table.act(somebody(system, Random(seed)))["character"]
        before, fresh = dict(table.play["characters"]), table.copy(seed)
        act_at_random(table, [who], Random(seed))
        table.act(c.Advance(minutes=Random(seed).choice((7, 90, 3000))))
        made_whole(table, before)
        assert not table.play.get("due"), (seed, table.play["due"])
        for one in (table, fresh):
            one.rolled.clear()
            passes(one, 10_080, "")
        assert table.rolled == fresh.rolled, seed


@living
def test_what_begins_again_begins_anew(system):
    """The second time takes as long as the first, whatever was left of that one when it was over."""
    for seed in range(LIVES):
        first = Memory(system, seed)
        who = first.act(somebody(system, Random(seed)))["character"]
        before, second, idle = dict(first.play["characters"]), first.copy(seed), first.copy(seed)
        passes(idle, YEAR, "")
        if idle.play["characters"] != before:
            continue  # something is always about with them
        act_at_random(second, [who], Random(seed))
        second.act(c.Advance(minutes=DAY))
        made_whole(second, before)
        second.act(c.Advance(minutes=YEAR - DAY))  # what can be tried once in a while has been long ago
        for table in (first, second):
            table.rolled.clear()
            table.generator = Random(seed)
            act_at_random(table, [who], Random(seed))
            passes(table, Random(seed).choice((7, 90, 3000)), "")
        assert first.rolled == second.rolled, seed
        assert later(first.without_ids()["characters"], second.without_ids()["characters"], YEAR), seed


def a_round(table: Memory, fighters: int) -> None:
    """A round in which nobody does anything to anybody, and whatever falls due in it."""
    if table.system.table_rules.fighting.simultaneous:
        table.act(c.Round())
    for _ in range(0 if table.system.table_rules.fighting.simultaneous else fighters):
        table.settle_all()
        table.act(c.Turn())
    table.settle_all()


@living
def test_a_round_is_as_long_as_on_the_clock(system):
    """What bleeds, burns or chokes does it in a fight as outside, to whoever it is, and with the same dice."""
    rounds, kinds = 60 // system.table_rules.life.round_seconds, set()
    for seed in range(LIVES):
        table = lived_in(system, seed)
        table.settle_all()
        fight, clock = table.copy(seed), table.copy(seed)
        people = table.play["characters"]
        kinds |= {one["sheet"]["kind"] for one in people.values()}
        fight.act(c.Fight(fighters=tuple(c.Fighter(character=id, side=id) for id in people)))
        for _ in range(rounds):
            a_round(fight, len(people))
        clock.act(c.Advance(minutes=1, activity="work"))
        clock.settle_all()
        fell, passed = ({id: dice for id, dice in one.rolled.items() if dice} for one in (fight, clock))
        assert fell == passed, seed
    assert len(kinds) > 1, "adversaries live too"
