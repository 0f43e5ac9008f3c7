"""The log on a page: what has no card there is passed over, so far and no further."""

from gardien.table import commands as c
from gardien.table.viewers import viewer_of
from gardien.web.pages.frame import Frame
from gardien.web.pages.log.reading import MOST_LOOKED_AT
from gardien.web.pages.table.board import Board
from table.seated_demo import House


def test_a_player_who_writes_without_end_slows_no_page(monkeypatch):
    """Notes have no card in a player’s log: only so many are looked at, and reading on comes to the rest."""
    house = House("yacdha")
    table = house.table
    table.act(house.ann, c.Envelope(action="said", command=c.Say(text="avant tout cela")))
    for number in range(MOST_LOOKED_AT + 100):
        note = c.Remark(character=house.mine, note=f"{number}")
        table.act(house.ann, c.Envelope(action=f"note {number}", command=note))
    looked: list[int] = []
    real = table.log
    monkeypatch.setattr(table, "log", lambda *asked: looked.append(1) or real(*asked))
    board = Board(table, viewer_of(table.state, house.ann), Frame("fr"))
    first = board.log()
    assert first["cards"] == []
    assert len(looked) == MOST_LOOKED_AT // 30
    assert f"before={first['more']}" in board.made("log", lambda: first)
    second = board.log(first["more"])
    assert "avant tout cela" in second["cards"][0].told[0]
    assert second["more"] == ""
