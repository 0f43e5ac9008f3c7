"""Back in a fight of any game: the turn before holds again with everything it did, and nothing of the turn after."""

from itertools import count

import pytest

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from gardien.table.tables import Tables

ASKED = {
    "operators": ("test", {"characteristic": "DEX"}),
    "d20d100": ("san_check", {}),
    "cthulhud20": ("save", {"save": "ref", "dc": 15}),
    "organique": ("test", {"characteristic": "AGI"}),
}


@pytest.fixture(params=ASKED)
def table(request, tmp_path):
    store = open_store(tmp_path)
    tables = Tables(store)
    campaign, _ = set_demo(tables, find(request.param), "fr")
    yield tables.table(campaign)
    store.close()


def act(table, command):
    act.count = getattr(act, "count", count())
    return table.act("keeper", c.Envelope(action=f"b{next(act.count)}", command=command))


def test_back_takes_all_of_a_turn_and_leaves_all_of_the_one_before(table):
    act(table, c.Turn())
    someone = table.state.play["fight"]["order"][0]
    act(table, c.Remark(character=someone, note="touché"))
    before = table.state.play
    act(table, c.Turn())
    after = table.state.play
    act(table, c.Remark(character=someone, secret="tombé"))
    act(table, c.Remark(character=someone, note="à terre"))
    act(table, c.Turn(by=-1))
    assert table.state.play == before
    act(table, c.Turn())
    assert {**table.state.play["fight"], "turned": 0} == {**after["fight"], "turned": 0}
    assert table.state.play["characters"] == after["characters"]


def test_a_throw_out_of_turn_takes_nothing_of_a_turn_and_is_the_game_masters(table):
    fighting = find(table.state.play["system"]).table_rules.fighting
    act(table, c.Turn())
    fight = table.state.play["fight"]
    now = fight["order"][fight["turn"]]
    seated = act(table, c.Seat(name="Ann", role="player", characters=(now,)))
    marks = table.state.play["characters"][now].get("marks")
    procedure, given = ASKED[table.state.play["system"]]
    assert procedure in fighting.everyone
    command = c.Do(procedure=procedure, character=now, given=given, out_of_turn=True)
    act(table, command)
    assert table.state.play["characters"][now].get("marks") == marks
    with pytest.raises(Refusal) as caught:
        table.act(seated.card["words"]["seat"], c.Envelope(action="mine", command=command))
    assert (caught.value.id, caught.value.field) == ("table/keeper_only", "out_of_turn")
