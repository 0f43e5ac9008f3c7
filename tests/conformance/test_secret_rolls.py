"""A roll in secret does all that it does at once, or nothing yet: nobody stands half struck."""

import pytest
from msgspec.structs import replace

from conformance.installed import SYSTEMS, system_key
from conformance.test_state import acts, company
from gardien.core.errors import Refusal
from gardien.table import commands as c

every = pytest.mark.parametrize("system", [one for one in SYSTEMS if one.table_rules.sheets], ids=system_key)


@every
def test_what_a_secret_roll_does_is_done_whole_or_not_yet(system):
    """And the table goes on meanwhile; let go, it is what it would have been openly."""
    start, people = company(system)
    before, done = start.play["characters"], set()
    for command in acts(system):
        openly = start.copy(1)
        if command.procedure in done:
            continue
        try:
            openly.act(command)
        except Refusal:
            continue
        if openly.play.get("waits") or not openly.rolls or openly.play["characters"] == before:
            continue
        done.add(command.procedure)
        after, dice = openly.play["characters"], tuple(die.value for die in openly.rolls[-1].dice)
        secretly = start.copy(1)
        secretly.act(replace(command, audience="keeper", dice=dice))
        version = secretly.state.version
        for id, kept in secretly.play["characters"].items():
            assert kept in (before[id], after[id]), (command, id)
        goes_on = secretly.copy(1)
        goes_on.act(c.Advance(minutes=60))
        if system.table_rules.fighting:
            goes_on.act(c.Fight(fighters=tuple(c.Fighter(character=id, side=id) for id in people)))
        if secretly.events[version].held:
            secretly.act(c.Release(event=str(version)))
        assert secretly.play["characters"] == after, command
    assert done
