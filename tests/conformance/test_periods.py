"""Whatever lasts rests on something: it is over with it, begins anew with it, and passes by rounds as by the clock."""

from random import Random

import pytest

from conformance.installed import SYSTEMS, system_key
from conformance.lives import Memory, act_at_random, somebody
from conformance.test_lives import later, passes
from conformance.test_state import company_at_work
from gardien.table import commands as c
from gardien.table.binding import group_values

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
        shared = {name: one for name, one in group_values(first.state).items() if isinstance(one, int)}
        passes(idle, YEAR, "")
        if idle.play["characters"] != before:
            continue  # something is always about with them
        act_at_random(second, [who], Random(seed))
        second.act(c.Advance(minutes=DAY))
        made_whole(second, before)
        for name, value in shared.items():
            second.act(c.Override(path=f"group/{name}", value=value, reason="essai"))
        second.act(c.Advance(minutes=YEAR - DAY))  # what can be tried once in a while has been long ago
        ahead = second.play["clock"] - first.play["clock"]  # more than a year where an act takes months itself
        for table in (first, second):
            table.rolled.clear()
            table.generator = Random(seed)
            act_at_random(table, [who], Random(seed))
            passes(table, Random(seed).choice((7, 90, 3000)), "")
        assert first.rolled == second.rolled, seed
        assert later(first.without_ids()["characters"], second.without_ids()["characters"], ahead), seed


def a_round(table: Memory) -> None:
    """A round in which nobody does anything to anybody, and whatever falls due in it."""
    if table.system.table_rules.fighting.simultaneous:
        table.act(c.Round())
    else:
        before = table.play["fight"]["round"]
        while table.play["fight"]["round"] == before:  # whoever is out of it has no turn
            table.settle_all()
            table.act(c.Turn())
    table.settle_all()


def changed_by(table: Memory, before: dict) -> dict[tuple[str, str], object]:
    """What is no longer on sheets as it was."""
    sheets = {id: kept["sheet"] for id, kept in table.play["characters"].items()}
    return {
        (id, name): value
        for id, sheet in sheets.items()
        for name, value in sheet.items()
        if value != before[id]["sheet"][name]
    }


@living
def test_a_round_is_as_long_as_on_the_clock(system):
    """What bleeds, burns or chokes does it in a fight as outside, to whoever it is, with the same dice and losses."""
    rounds, kinds, told = 60 // system.table_rules.life.round_seconds, set(), 0
    for seed in range(10 * LIVES):
        table = company_at_work(system, seed)
        table.settle_all()
        fight, clock, people = table.copy(seed), table.copy(seed), table.play["characters"]
        clock.act(c.Advance(minutes=1, activity="work"))
        clock.settle_all()
        passed, later = {id: dice for id, dice in clock.rolled.items() if dice}, changed_by(clock, people)
        if not (passed or later) and seed > LIVES // 4:
            continue
        kinds |= {one["sheet"]["kind"] for one in people.values()}
        fight.act(c.Fight(fighters=tuple(c.Fighter(character=id, side=id) for id in people)))
        for _ in range(rounds):
            a_round(fight)
        assert {id: dice for id, dice in fight.rolled.items() if dice} == passed, seed
        fight.act(c.EndFight())
        left = {one: value for one, value in changed_by(fight, people).items() if one in later}
        assert left == later, (seed, later)
        told += bool(passed or later)
        if told > LIVES // 2:
            break
    assert len(kinds) > 1, "adversaries live too"
    assert told or system.table_rules.fighting.simultaneous
