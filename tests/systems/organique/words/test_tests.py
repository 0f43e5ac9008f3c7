"""Every word that a rule of tests, of the body or of substances may answer with has its phrase."""

from typing import get_args

import pytest

from gardien.systems.organique import pack, vocabulary
from gardien.systems.organique.rules.body import care, endurance
from gardien.systems.organique.rules.substances import drugs
from gardien.systems.organique.rules.substances.poisons import Tick
from gardien.systems.organique.rules.tests import social
from gardien.systems.organique.words.body import BLEEDING, CAUSES, INFECTION, WEIGHED
from gardien.systems.organique.words.social import NOT_IN_DOUBT
from gardien.systems.organique.words.substances import PHASES, TIERS
from gardien.systems.organique.words.tests import scale
from systems.organique.scenes import speaking


def test_every_word_of_a_rule_has_its_sentence():
    assert set(BLEEDING) == set(get_args(care.Bleeding))
    assert set(INFECTION) == set(get_args(care.Infection))
    assert set(PHASES) == {*get_args(vocabulary.Phase)} - {"dose"}
    assert set(TIERS) == set(get_args(vocabulary.Tier)) == {"normal", *(tier for _, tier in drugs.TIERS)}
    assert set(CAUSES) == {*get_args(endurance.Effort), *get_args(endurance.Lost)}
    assert set(NOT_IN_DOUBT) == set(social.SETTLED)
    assert set(WEIGHED) >= {"actions", "sight", "touch", "pain_saves"} & set(Tick.__struct_fields__)


@pytest.mark.parametrize("table", ["surface", "feat", "lie", "contagion"])
def test_every_row_of_a_scale_is_said_inside_a_sentence(table):
    for row in pack.table("scales", table):
        assert scale(speaking("fr"), table, row.key) == row.fr[:1].lower() + row.fr[1:]
