"""Every fault of a new character has its sentence."""

from typing import get_args

import pytest

from gardien.core.calling import prepare
from gardien.systems.organique.creation import check
from gardien.systems.organique.words.creation import fault
from systems.organique.scenes import SCENES, speaking


@pytest.mark.parametrize("error", get_args(check.Fault))
def test_every_fault_of_a_new_character_has_its_sentence(error):
    """M1 to M4."""
    scene = SCENES["everything wrong"]
    outcome = check.Created(
        valid=False,
        errors=(),
        score_sum=0,
        score_limit=80,
        health_sum=0,
        health_limit=12,
        skill_points=80,
        skill_cost=0,
    )
    given = prepare("organique", "create_character", scene.given).given
    for language in ("fr", "en"):
        said = fault(speaking(language, given, outcome), error)
        assert len(said) > 10
        assert "_" not in said
