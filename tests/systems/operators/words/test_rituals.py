"""How rituals are told: what each of them does, and what it costs."""

import pytest

from gardien.systems.operators import pack
from systems.operators.spoken import plain, say


@pytest.mark.parametrize("row", pack.table("rituals", "ritual"), ids=lambda row: row.key)
def test_a_ritual_that_works_says_what_it_does(row):
    """OPS-MAG-05."""
    given = {"caster": {"name": "Reyes", "san": 90, "POU": 18}, "ritual": row.key, "effect_test": "none"}
    dice = {"1D3": [1], "1D6": [1], "1D10": [1], "2D10": [1, 1]}[row.cost]
    assert plain(row.effect_fr) in say("cast_ritual", given, dice)
    assert plain(row.effect_en) in say("cast_ritual", given, dice, "en")


def test_a_ritual_paid_with_the_last_of_reason_still_works():
    """OPS-MAG-03, OPS-SAN-05."""
    given = {"caster": {"name": "Reyes", "san": 2}, "ritual": "sign_of_warding"}
    said = say("cast_ritual", given, [3])
    assert "SAN 2 → 0. Reyes perd la raison pour toujours. Le rituel opère." in said
