"""Whole evenings of any game, at random: whatever is asked is done or refused, and what is left hangs together."""

from contextlib import suppress

import msgspec
import pytest

from conformance.evenings import Night
from conformance.installed import SYSTEMS, system_key
from conformance.lives import KEEPER
from conformance.test_between_rules import dead_value
from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.marks import field_types, sheet_type
from gardien.table.viewers import view, viewer_of

NIGHTS, STEPS = 2, 30
every = pytest.mark.parametrize("system", [one for one in SYSTEMS if one.table_rules.sheets], ids=system_key)


def assert_sound(night):
    """Sheets are sheets; nothing is due for the dead and the departed; holds are between people who can hold."""
    play, rules, people = night.table.play, night.system.table_rules, night.people()
    for kept in play["characters"].values():
        kind = sheet_type(rules, kept["sheet"])
        msgspec.convert(kept["sheet"], kind)
        assert set(field_types(kind)) <= set(kept["sheet"]), "a field that is empty is there all the same"
    for due in play.get("due", {}).values():
        sheet = play["characters"][due["character"]]["sheet"]
        dead = dead_value(night.system, sheet)
        assert dead is None or sheet[dead[0]] != dead[1], due
    fighting, fight = rules.fighting, night.fight
    if fight:
        assert fight["order"]
        assert len(set(fight["order"])) == len(fight["order"])
        assert fighting.simultaneous or 0 <= fight["turn"] < len(fight["order"])
    for hold in fighting.holds.among(people) if fighting and fighting.holds else ():
        both = {hold.holder, hold.victim}
        assert both <= set(people), hold
        assert fighting.holds.lasts is None or fighting.holds.lasts(hold, people), hold
        assert not fight or len(both & set(fight["order"])) != 1, hold


@every
def test_nothing_comes_apart_in_a_night_of_whatever_comes_to_mind(system):
    for seed in range(NIGHTS):
        night = Night(system, seed)
        for _ in range(STEPS):
            night.step()
            assert_sound(night)


@every
def test_a_turn_passed_back_and_on_again_is_the_same_turn(system):
    fighting = system.table_rules.fighting
    for seed in range(NIGHTS):
        night = Night(system, seed)
        for _ in range(STEPS // 2):
            night.step()
            if not fighting or fighting.simultaneous or not night.fight:
                continue
            table = night.table.copy(seed)
            try:
                table.act(c.Turn())
            except Refusal:
                continue
            if table.play.get("fight"):
                passed = table.without_ids()
                table.act(c.Turn(by=-1))
                table.act(c.Turn())
                assert {**table.without_ids(), "fight": 0} == {**passed, "fight": 0}, seed


SINCE = ("version", "redo")  # of what somebody sees: how often something has been done or undone


def seen(table, seats):
    """What each sees of a table, and what may follow its last result."""
    views = [view(table.state, viewer_of(table.state, one)) for one in seats]
    return [{name: one for name, one in shown.items() if name not in SINCE} for shown in views]


@every
def test_whatever_is_done_in_a_night_can_be_taken_back_and_done_again(system):
    """Step by step: all see what they saw, are offered what they were offered, and the night goes on as it did."""
    for seed in range(NIGHTS):
        night = Night(system, seed)
        player = night.table.act(c.Seat(characters=tuple(night.ids[:2])))["seat"]
        seats, began = (KEEPER, player), night.table.state.version
        for _ in range(STEPS):
            before, table = night.table.state.version, night.table.copy(seed)
            was, offered = seen(table, seats), table.offers()
            night.step()
            if night.table.state.version == before:
                continue
            after, version = night.table.copy(seed), night.table.state.version
            now = seen(after, seats)
            after.act(c.Undo(to=str(before)))
            assert seen(after, seats) == was, (seed, version)
            assert after.play == table.play
            assert after.offers(before) == offered, (seed, version)
            after.act(c.Redo(to=str(version)))
            assert seen(after, seats) == now, (seed, version)
            after.act(c.Undo(to=str(before)))
            for one in (table, after):
                with suppress(Refusal):  # somebody must still decide
                    one.act(c.Advance(minutes=60))
            assert table.without_ids() == after.without_ids(), (seed, version)
        if night.table.state.version > began:
            night.table.act(c.Undo(to=str(began)))
            assert night.table.play == night.table.states[began].play
