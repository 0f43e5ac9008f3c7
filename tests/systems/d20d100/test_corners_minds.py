"""Corners of SAN: by which rule a mind is lost for ever, and what those without decompensation are told (SAN)."""

import pytest

from gardien.core.errors import Refusal
from systems.brute import Bench

bench = Bench("d20d100")
SLIDING = {"rule_decompensation": True}
PLAIN = {"rule_decompensation": False}


@pytest.mark.parametrize(
    ("options", "san", "loss", "rule"), [(PLAIN, 3, "3", "D100-SAN-05"), (SLIDING, -8, "2", "D100-SAN-06")]
)
def test_a_mind_is_lost_for_ever_by_the_rule_of_its_table(options, san, loss, rule):
    """D100-SAN-05, D100-SAN-06."""
    assert bench.reasons("lose_san", san=san, loss=loss, options=options)[-1] == ("perm_mad", True, rule)


def test_without_decompensation_one_san_is_the_least():
    """D100-SAN-05: what is refused says what would do."""
    with pytest.raises(Refusal) as caught:
        bench.answer("lose_san", san=0, loss="1", options=PLAIN)
    assert (caught.value.id, caught.value.rule, caught.value.words["low"]) == ("field/at_least", "D100-SAN-05", 1)
    assert bench.outcome("lose_san", san=1, loss="0", options=PLAIN)["san"] == 1
