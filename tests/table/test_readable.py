"""What is written on a sheet can be read again: by fights, and by every page that shows them."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.store import open_store
from gardien.table.tables import Tables

UNREADABLE = [
    ("cthulhud20", "creature/thug", "san", -10_000),
    ("cthulhud20", "creature/thug", "lost_parts", ["xyzzy"]),
    ("cthulhud20", "creature/thug", "weapons", [{"weapon": "derringer", "ammunition": 6}]),
    ("d20d100", "adversary/gangster", "temp_damage", 100_000),
    ("organique", "sample/rusty", "lasting", [{"kind": "dependency", "key": "Canne", "next": 60}]),
    ("organique", "sample/rusty", "lasting", [{"kind": "power", "key": "Canne"}]),
    ("organique", "sample/rusty", "lasting", [{"kind": "disease", "key": "xyzzy", "next": 60}]),
]


@pytest.mark.parametrize(("system", "being", "field", "value"), UNREADABLE)
def test_what_a_fight_could_not_read_is_never_written(system, being, field, value, tmp_path):
    """Not by an edit, and not by the game master's word either: nobody could open the page of the fight again."""
    store = open_store(tmp_path / "store.db")
    tables = Tables(store)
    table = tables.table(tables.open(c.Open(system=system))[0])
    added = table.act("keeper", c.Envelope(action="a", command=c.Add(being=being)))
    id = (added.card or {})["words"]["character"]
    path = f"characters/{id}/sheet/{field}"
    for number, command in enumerate(
        (
            c.Edit(character=id, fields={field: value}),
            c.Override(path=path, value=value, reason="parce que"),
            c.Add(sheet={**table.state.play["characters"][id]["sheet"], field: value}),
        )
    ):
        with pytest.raises(Refusal):
            table.act("keeper", c.Envelope(action=f"b{number}", command=command))  # type: ignore[arg-type]
    table.act("keeper", c.Envelope(action="c", command=c.Fight(fighters=(c.Fighter(character=id),))))
    store.close()
