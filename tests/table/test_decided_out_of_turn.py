"""What takes nothing of a turn takes nothing of it either where a rule waits for somebody first."""

import pytest

from gardien.table import commands as c
from systems.cthulhud20.evening import Evening
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


@pytest.mark.parametrize("out_of_turn", [False, True])
def test_an_attack_that_waits_takes_of_a_turn_what_it_was_meant_to(evening, out_of_turn):
    evening.fight((evening.paul,), (evening.thug,))
    evening.rank(evening.thug, evening.paul)
    assert evening.now == evening.thug
    shot = {"target": at(evening.paul), "weapon_name": "Automatique .32"}
    evening.keep(
        c.Do(procedure="attack", character=evening.thug, dice=(17, 60), out_of_turn=out_of_turn, given=shot),
    )
    assert evening.waiting
    evening.decide("", (90,))
    assert not evening.waiting
    assert (evening.left(evening.thug) is None) is out_of_turn
