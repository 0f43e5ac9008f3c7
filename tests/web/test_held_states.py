"""States that a sheet holds: told in a word where one looks for them, and over by one press."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gardien.core.system import find, keys
from gardien.table import commands as c
from gardien.table.store import open_store
from gardien.table.tables import Tables
from gardien.web.pages.frame import Frame
from gardien.web.pages.sheet.sheet_view import SheetView
from gardien.web.pages.table.board import Board

HELD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "organique": (
        {
            "medical_shock": True,
            "shock_turns": 3,
            "doses": [{"poison": "rat_poison", "onset": 0, "ticks_left": 2}],
            "suffering": [4],
        },
        ["en état de choc", "tours en état de choc 3", "mort-aux-rats", "souffrance 4"],
    ),
    "d20d100": ({"states": ["shocked", "prone"]}, ["en état de choc", "à terre"]),
    "cthulhud20": ({"conditions": ["dazed"]}, ["hébétée"]),
}


@pytest.fixture
def tables(tmp_path) -> Iterator[Tables]:
    store = open_store(tmp_path / "store.db")
    yield Tables(store)
    store.close()


@pytest.mark.parametrize("key", HELD)
def test_a_state_is_told_and_over_by_one_press(tables: Tables, key: str) -> None:
    """ORG-VOL-04, ORG-POI-02: shock and poison stand where one looks for states, each with its end."""
    written, told = HELD[key]
    campaign, _ = tables.open(c.Open(system=key))
    table = tables.table(campaign)

    def act(command: c.Command) -> None:
        table.act("keeper", c.Envelope(action=f"a{table.state.version}", command=command))

    act(c.Add(draw={"gender": "f"}))
    (who,) = table.state.play["characters"]
    for field, value in written.items():
        act(c.Override(path=f"characters/{who}/sheet/{field}", value=value, reason="essai"))

    def states() -> list[Any]:
        view = SheetView(Board(table, table.viewer("keeper"), Frame("fr")), who)
        return [one for one in view.states() if one.field in written]

    assert [one.text.replace("\u00a0", " ") for one in states()] == told
    for left in range(len(told) - 1, -1, -1):
        one = states()[0]
        act(c.Edit(character=who, fields={one.field: json.loads(one.after)}))
        assert len(states()) == left


def test_states_are_fields_of_the_sheets() -> None:
    for system in map(find, keys()):
        known = {name for sheet in system.table_rules.sheets for name in sheet.__struct_encode_fields__}
        assert {*system.presentation.states} <= known
