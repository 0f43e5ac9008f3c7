"""Time is one: a long stretch leaves what many short ones leave, with the same dice, in every game."""

import os
from random import Random

import pytest

from conformance.installed import SYSTEMS, system_key
from conformance.lives import Memory, lived_in
from gardien.table import commands as c

LIVES = int(os.environ.get("GARDIEN_LIVES", "300"))  # of each game; `make soak` lives 20,000
BATCH = 50
STEPS = (1, 2, 7, 10, 30, 60, 90, 240, 720, 1440, 4000, 10_080)  # minutes
MOST_PARTS = 6
living = [one for one in SYSTEMS if one.table_rules.life]


def passes(table: Memory, minutes: int, activity: str, *, settles: bool = True) -> bool:
    table.act(c.Advance(minutes=minutes, activity=activity))
    return table.settle_all() if settles else True


@pytest.mark.parametrize("first", range(0, LIVES, BATCH))
@pytest.mark.parametrize("system", living, ids=system_key)
def test_one_jump_is_as_good_as_many(system, first):
    for seed in range(first, min(LIVES, first + BATCH)):
        random = Random(seed)
        minutes, parts = random.choice(STEPS), random.randint(2, MOST_PARTS)
        activity = random.choice(("", "", *system.table_rules.life.activities))
        start = lived_in(system, seed)
        one, many, late = (start.copy(seed) for _ in range(3))
        ended = [passes(one, minutes * parts, activity)]
        for _ in range(parts):
            ended.append(passes(many, minutes, activity))
            passes(late, minutes, activity, settles=False)
        ended.append(late.settle_all())
        assert all(ended), f"{system.key}, life {seed}: what falls due never ends"
        told = f"{system.key}, life {seed}: {parts} times {minutes} minutes of {activity or 'the usual'}"
        assert one.rolled == many.rolled == late.rolled, told
        assert one.without_ids() == many.without_ids() == late.without_ids(), told


@pytest.mark.parametrize("system", living, ids=system_key)
def test_time_is_taken_back_whole(system):
    for seed in range(BATCH // 5):
        table = lived_in(system, seed)
        before, version = table.play, table.state.version
        passes(table, Random(seed).choice(STEPS), "")
        after, last = table.play, table.state.version
        if last == version:
            continue
        table.act(c.Undo(to=str(version)))
        assert table.play == before
        table.act(c.Redo(to=str(last)))
        assert table.play == after


@pytest.mark.parametrize("system", living, ids=system_key)
def test_whatever_is_due_can_be_let_pass(system):
    """And is not asked for again at the same moment."""
    for seed in range(BATCH):
        table = lived_in(system, seed)
        table.act(c.Advance(minutes=Random(seed).choice(STEPS)))
        for id, due in list(table.play.get("due", {}).items()):
            table.act(c.Dismiss(due=id))
            assert id not in table.play["due"], due
            again = [one for one in table.play["due"].values() if one == due]
            assert not again, due
