"""Time is one: a long stretch leaves what many short ones leave, with the same dice, in every game."""

import os
from random import Random

import pytest

from conformance.installed import SYSTEMS, system_key
from conformance.lives import Memory, lived_in
from conformance.pasts import with_a_past
from conformance.test_state import company_at_work
from gardien.core.errors import Refusal
from gardien.table import commands as c

LIVES = int(os.environ.get("GARDIEN_LIVES", "300"))  # of each game; `make soak` lives 20,000
BATCH = 50
STEPS = (1, 2, 7, 10, 30, 60, 90, 240, 720, 1440, 4000, 10_080)  # minutes
MOST_PARTS = 6
WAYS = ((), ("care",))  # how somebody comes to a week of rest, or of work
living = [one for one in SYSTEMS if one.table_rules.life]


def passes(table: Memory, minutes: int, activity: str) -> None:
    table.act(c.Advance(minutes=minutes, activity=activity))
    table.settle_all()


def lived_in_three_ways(start: Memory, seed: int, minutes: int, parts: int, activity: str) -> list[Memory]:
    """In one jump, in parts, and in parts where nobody throws until the last is over."""
    one, many, late = ways = [start.copy(seed) for _ in range(3)]
    passes(one, minutes * parts, activity)
    for _ in range(parts):
        passes(many, minutes, activity)
        late.act(c.Advance(minutes=minutes, activity=activity))
    late.settle_all()
    return ways


@pytest.mark.parametrize("first", range(0, LIVES, BATCH))
@pytest.mark.parametrize("system", living, ids=system_key)
def test_one_jump_is_as_good_as_many(system, first):
    for seed in range(first, min(LIVES, first + BATCH)):
        random = Random(seed)
        minutes, parts = random.choice(STEPS), random.randint(2, MOST_PARTS)
        activity = random.choice(("", "", *system.table_rules.life.activities))
        start = with_a_past(system, seed)
        ways = lived_in_three_ways(start, seed, minutes, parts, activity)
        while (endless := next((way.endless for way in ways if way.endless), "")) and endless not in start.turned:
            start.turn(endless)
            ways = lived_in_three_ways(start, seed, minutes, parts, activity)
        assert not any(way.play.get("due") for way in ways), f"{system.key}, life {seed}: what falls due never ends"
        one, many, late = ways
        told = f"{system.key}, life {seed}: {parts} times {minutes} minutes of {activity or 'the usual'}"
        assert one.rolled == many.rolled == late.rolled, told
        assert one.without_ids() == many.without_ids() == late.without_ids(), told


def later(one, other, minutes):
    """Whether two trees are the same, but for moments of a clock that is ahead by so many minutes, in any unit."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(later(one.get(name), other.get(name), minutes) for name in {*one, *other} if name != "started")
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(later(*pair, minutes) for pair in zip(one, other, strict=True))
    return one == other or (isinstance(one, int) and isinstance(other, int) and (other - one) % minutes == 0)


@pytest.mark.parametrize("system", living, ids=system_key)
@pytest.mark.parametrize(("begins", "most"), [(5 * 1440 + 433, 240), (5 * 1440, 20_000)], ids=["odd", "days"])
def test_a_life_counts_from_its_own_beginning(system, begins, most):
    """Not from the stroke of an hour: what begins on another day goes as it would have gone on the first.

    By whole days where it takes long, since a game may have hours of the day of its own.
    """
    for seed in range(BATCH // 12):
        first, other = lived_in(system, seed), lived_in(system, seed, begins)
        minutes = Random(seed).choice([one for one in (1, 7, 59, 60, 240, 1440, 20_000) if one <= most])
        for table in (first, other):
            passes(table, minutes, "")
        assert first.rolled == other.rolled, seed
        assert later(first.without_ids()["characters"], other.without_ids()["characters"], begins), seed


@pytest.mark.parametrize("system", living, ids=system_key)
def test_each_may_spend_the_time_in_their_own_way(system):
    """The same for everybody is the same as for each of them, and another way is another life."""
    for seed in range(2):
        start = lived_in(system, seed)
        for activity in system.table_rules.life.activities:
            everybody, each = start.copy(seed), start.copy(seed)
            everybody.act(c.Advance(minutes=1440, activity=activity))
            each.act(c.Advance(minutes=1440, activities=dict.fromkeys(start.play["characters"], activity)))
            assert everybody.without_ids() == each.without_ids(), (seed, activity)
        with pytest.raises(Refusal):
            start.act(c.Advance(minutes=1, activity="hovering"))


@pytest.mark.parametrize("system", living, ids=system_key)
def test_not_all_time_is_rest(system):
    """For somebody a week at rest is another week than one at work."""

    def after(seed, *activities):
        table = company_at_work(system, seed)
        for activity in activities:
            passes(table, 10_080, activity)
        return table.without_ids()["characters"]

    assert any(after(seed, *before, "rest") != after(seed, *before, "work") for seed in range(BATCH) for before in WAYS)


@pytest.mark.parametrize("system", living, ids=system_key)
def test_time_is_taken_back_whole(system):
    """With whatever was thrown for in it, or let pass; and so is all that came before."""
    for seed in range(LIVES // 10):
        table = with_a_past(system, seed)
        before, version = table.play, table.state.version
        passes(table, Random(seed).choice(STEPS), Random(seed).choice(system.table_rules.life.activities))
        after, last = table.play, table.state.version
        if last == version:
            continue
        table.act(c.Undo(to=str(version)))
        assert table.play == before
        table.act(c.Redo(to=str(last)))
        assert table.play == after
        table.act(c.Undo(to="1"))
        assert table.play == table.states[1].play


@pytest.mark.parametrize("system", living, ids=system_key)
def test_whatever_is_due_can_be_let_pass(system):
    """And is not asked for again at the same moment; rounds of a fight share theirs."""
    for seed in range(BATCH):
        table = with_a_past(system, seed)
        table.act(c.Advance(minutes=Random(seed).choice(STEPS)))
        for id, due in list(table.play.get("due", {}).items()):
            table.act(c.Dismiss(due=id))
            assert id not in table.play["due"], due
            again = [one for one in table.play["due"].values() if one == due]
            assert not again or "round" in due, due
