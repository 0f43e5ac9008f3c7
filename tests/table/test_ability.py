"""Whoever is in no state to act does not, whoever asks; the game master may go on all the same, and the log says so."""

import pytest

from gardien.core.terms import sentence
from gardien.table import commands as c
from gardien.table.store.base import Store
from table.evening import Evening, card

CHECK = {"gauge": "madness"}


@pytest.fixture
def evening(quick: Store) -> Evening:
    evening = Evening(quick)
    evening.keep(c.Override(path=f"characters/{evening.leo}/sheet/status", value="dead", reason="chute"))
    return evening


def test_nobody_acts_for_the_dead(evening: Evening) -> None:
    command = c.Do(procedure="gauge_check", character=evening.leo, given=CHECK)
    for seat in (evening.ann, evening.keeper):
        refusal = evening.refused(seat, command)
        assert (refusal.id, refusal.field) == ("act/cannot", "character")
        assert sentence(refusal, "fr").startswith("Léo ne vit plus.")


def test_the_game_master_goes_on_in_spite_of_it_and_the_log_says_so(evening: Evening) -> None:
    command = c.Do(procedure="gauge_check", character=evening.leo, given=CHECK, dice=(1,), in_spite=True)
    assert evening.refused(evening.ann, command).id == "table/keeper_only"
    assert card(evening.keep(command))["words"]["in_spite"] is True
    assert evening.log(evening.bob)[-1]["words"]["in_spite"] is True


def test_what_goes_without_saying_is_not_said(evening: Evening) -> None:
    told = card(evening.keep(c.Do(procedure="gauge_check", character=evening.mia, given=CHECK, dice=(1,))))
    assert "in_spite" not in told["words"]
