"""What dangers still do later: doses, festering wounds, abilities, fires that are out (P-POIS-01, P-DIS-01, ENV-02)."""

from typing import Any

import pytest

from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.dangers.over_time import (
    abilities_a_day_better,
    doses_later,
    doses_without,
    festering,
    has_senses,
    is_infected,
    next_dose,
    wound_of_fire,
)

DOSES = [{"poison": "arsenic", "rounds": 7}, {"poison": "curare", "rounds": 3}, {"poison": "arsenic", "rounds": 5}]


def test_of_several_doses_the_first_due_is_told_of_and_spent():
    """CD20-P-POIS-01."""
    assert next_dose(DOSES) == DOSES[1]
    assert next_dose([]) is None
    assert [one["rounds"] for one in doses_later(DOSES, 4)] == [3, 0, 1]
    assert doses_without(DOSES, "arsenic") == DOSES[:2]
    assert doses_without(DOSES, "cyanide") == DOSES


def test_wounds_fester_that_nobody_has_treated():
    """CD20-P-DIS-01: light ones do not, nor those that were thrown for, nor on bodies that do not bleed."""
    kinds = [("grave", False), ("light", False), ("moderate", True), ("critical", False)]
    wounds: list[dict[str, Any]] = [{"severity": severity, "treated": treated} for severity, treated in kinds]
    notes = [{"id": at, "inflicted_at": 100 - at} for at in range(4)]
    assert festering(wounds, notes, (), "human") == [(97, 3), (100, 0)]
    assert festering(wounds, notes, (3,), "human") == [(100, 0)]
    assert festering(wounds, notes, (), "zombie") == []
    assert is_infected([{"disease": "infected_wound"}])
    assert not is_infected([{"disease": "plague"}])


def test_abilities_come_back_a_point_a_day():
    """CD20-P-ABIL-02: and a mind at nothing does not wake."""
    assert abilities_a_day_better({"str": 3, "dex": 1}) == {"str": 2}
    assert has_senses({"int": 10, "wis": 10, "cha": 10}, {"int": 9})
    assert not has_senses({"int": 10, "wis": 10, "cha": 10}, {"wis": 10})


@pytest.mark.parametrize(
    ("rounds", "d10", "options", "severity"),
    [
        (0, 5, {}, None),
        (1, 1, {}, "light"),
        (3, 5, {}, "grave"),
        (3, 5, {"environment_wound_each_round": True}, None),
    ],
)
def test_a_fire_that_is_out_leaves_one_wound(rounds, d10, options, severity):
    """CD20-ENV-02: of the last GB, one more each round."""
    left = wound_of_fire(6, d10, rounds, "human", Options(**options))
    assert (left[0].severity if left else None) == severity
    if left and severity == "grave":
        assert left[1]
        assert left[0].bleeding
