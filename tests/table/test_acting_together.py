"""Equals who act together wherever they stand, in every game of turns: the first ones wait for the last."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from table.seated_demo import GAMES, House

TURNS = tuple(game for game in GAMES if game != "yacdha")


class Fight(House):
    """Three foes of one kind in a fight, a character before each of the last two."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        sheet = self.table.state.play["characters"][self.foe]["sheet"]
        known = set(self.table.state.play["characters"])
        for _ in range(2):
            self.act(c.Add(sheet={**sheet, "name": sheet["name"]}))
        self.foes = [self.foe, *(id for id in self.table.state.play["characters"] if id not in known)]
        one, two, three = self.foes
        self.placed = [one, self.mine, two, self.hers, three]
        for id in self.foes:
            self.act(c.Show(character=id))
        if game == "operators":
            self.act(c.Settings(options={"initiative_mode": "dex"}))
        for id, rank in zip(self.placed, (18, 16, 14, 12, 10), strict=True):
            if game == "operators":
                self.act(c.Edit(character=id, fields={"DEX": rank}))
            else:
                self.act(c.Remark(character=id, marks={"initiative_total": rank}))
        self.act(c.Fight(fighters=tuple(c.Fighter(character=id) for id in self.placed)))
        assert self.order == self.placed

    @property
    def order(self) -> list[str]:
        return list(self.table.state.play["fight"]["order"])

    @property
    def now(self) -> str:
        return self.order[self.table.state.play["fight"]["turn"]]

    @property
    def round(self) -> int:
        return int(self.table.state.play["fight"]["round"])

    def until_round(self, round: int) -> None:
        while self.round < round:
            self.act(c.Turn())


@pytest.fixture(params=TURNS)
def fight(request: pytest.FixtureRequest) -> Fight:
    return Fight(request.param)


def test_the_first_ones_wait_for_the_last_and_one_undo_takes_it_back(fight):
    """OPS-CBT-02, D100-MODE-05, CD20-P-ACT-03; organique by the table’s agreement."""
    before, together = fight.table.state.play, c.Gather(characters=tuple(fight.foes))
    assert fight.now == fight.foe
    fight.act(together)
    fight.act(c.Undo())
    assert fight.table.state.play == before
    fight.act(together)
    assert fight.order == [fight.mine, fight.hers, *fight.foes]
    assert fight.now == fight.mine
    taken = [fight.now]
    for _ in range(4):
        fight.act(c.Turn())
        taken.append(fight.now)
    assert taken == fight.order  # each of them has one turn, one after the other
    fight.until_round(2)
    places = [fight.order.index(id) for id in fight.foes]
    assert places == list(range(places[0], places[0] + 3))


def test_whoever_has_acted_already_waits_from_the_next_round_on(fight):
    """Nobody acts twice in a round for having waited."""
    fight.act(c.Turn())
    card = fight.act(c.Gather(characters=tuple(fight.foes)))
    assert card is not None
    assert card["words"]["how"] == "later"
    assert (fight.order, fight.now) == (fight.placed, fight.mine)
    fight.until_round(2)
    places = sorted(fight.order.index(id) for id in fight.foes)
    assert places == list(range(places[0], places[0] + 3))
    fight.act(c.Gather(characters=tuple(fight.foes), apart=True))
    assert fight.table.state.play["fight"]["gathered"] == []


def test_somebody_who_comes_in_later_takes_nobodys_turn_away(fight):
    """The group stays where it is in the round, though the last of them falls out of it."""
    fight.act(c.Gather(characters=tuple(fight.foes)))
    fight.act(c.Turn())
    fight.act(c.Leave(character=fight.foes[2]))
    fight.act(c.Fight(fighters=(c.Fighter(character=fight.foes[2]),)))
    later = fight.order[fight.order.index(fight.now) + 1 :]
    assert set(fight.foes) <= set(later)


def test_the_log_says_who_acts_together_and_players_hear_of_nobody_hidden(fight):
    fight.act(c.Show(character=fight.foes[1], hidden=True))
    card = fight.act(c.Gather(characters=tuple(fight.foes)))
    assert card is not None
    assert card["words"]["all"] == [fight.foes[0], fight.foes[2]]
    assert fight.order.index(fight.foes[0]) + 1 == fight.order.index(fight.foes[2])


def test_where_all_declare_nobody_waits():
    """YAC-COM-01: what everybody does happens at once."""
    home = House("yacdha")
    home.act(c.Fight(fighters=(c.Fighter(character=home.mine), c.Fighter(character=home.foe))))
    with pytest.raises(Refusal) as refusal:
        home.act(c.Gather(characters=(home.mine, home.foe)))
    assert refusal.value.id == "table/no_delay"
