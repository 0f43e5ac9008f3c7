"""What a page offers to do is what may be done: the same rights as the table's own, for players and the game master."""

import pytest

from gardien.table.tables import KEEPER
from gardien.web.openapi import procedure_schemas
from gardien.web.openapi_words import Words
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.frame import Frame
from gardien.web.pages.table.board import Board
from table.seated_demo import GAMES, House, house


def board(home: House, seat: str, kind: type[Board] = Board) -> Board:
    return kind(home.table, home.table.viewer(seat), Frame("fr"), home.mine)


@pytest.mark.parametrize("kind", [Board, FightBoard])
@pytest.mark.parametrize("game", GAMES)
def test_a_player_is_offered_no_act_of_the_game_masters(game: str, kind: type[Board]) -> None:
    home = house(game)
    offered, all_of_them = ([key for key, _ in board(home, seat, kind).acts()] for seat in (home.ann, KEEPER))
    keepers = [key for key in all_of_them if home.system.right(key) == "keeper"]
    assert keepers
    assert offered == [key for key in all_of_them if key not in keepers]
    shown = board(home, home.ann, kind)
    listed = [key for _, acts in shown.more_acts(offered[0]) for key, _ in acts]
    assert not {*listed, *(key for key, _ in shown.tabs(offered[0]))} & set(keepers)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_form_asks_a_player_for_nothing_that_would_be_refused(game: str, closed: bool) -> None:
    home = house(game)
    home.close_sheets(closed)
    for key, form in home.system.presentation.forms.items():
        if key not in home.system.presentation.acts:
            continue
        asker = board(home, home.ann).asker(key, home.mine)
        names = {field.name.partition(".")[2] for field in (*asker.main(), *asker.more())}
        kept = {*form.ruled, *(form.filled if closed else ())}
        assert not names & kept, key


@pytest.mark.parametrize("game", GAMES)
def test_the_description_says_whose_each_procedure_is(game: str) -> None:
    schemas, system = procedure_schemas(Words("en")), house(game).system
    for procedure in system.procedures():
        result = schemas[f"{game}.{procedure.key}"]
        assert result["x-right"] == system.right(procedure.key)
        assert "At a table" in result["description"]
