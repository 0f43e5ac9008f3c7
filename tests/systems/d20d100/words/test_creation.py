"""How creation is told: every fault has its words (TRAIT)."""

from gardien.systems.d20d100.rules.growth.traits import BROKEN_RULES
from gardien.systems.d20d100.words.creation import TRAIT_FAULTS


def test_every_fault_of_traits_has_words():
    assert set(TRAIT_FAULTS) == set(BROKEN_RULES) - {"psychic_not_allowed"}
