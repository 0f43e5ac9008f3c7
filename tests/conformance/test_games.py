"""Random games of every procedure, looked at from every side at once: to draw and to play them costs most."""

import pytest

from conformance import changing, playing
from conformance.games import games
from conformance.installed import PROCEDURES, examples, procedure_key
from conformance.weighing import odds_agree, odds_by_the_headline_agree

every_procedure = pytest.mark.parametrize(("system", "procedure"), PROCEDURES, ids=map(procedure_key, PROCEDURES))


@every_procedure
def test_a_game_is_the_same_from_every_side(system, procedure):
    drawn = games(system, procedure)
    assert drawn
    for game in drawn:
        for agrees in (*playing.SIDES, *changing.SIDES):
            agrees(game)
    weighed = [(odds_agree(game), odds_by_the_headline_agree(game)) for game in drawn[: examples(8)]]
    assert all(map(any, zip(*weighed, strict=True))), "no odds were told"
