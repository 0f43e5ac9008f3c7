"""Without numpy: small fights are weighed all the same; of others, what to install is said, in the workshop too."""

import sys
from pathlib import Path

import pytest

from gardien.core.errors import Refusal
from gardien.core.pack import read_toml
from gardien.sim.fights import fight_odds
from gardien.web import worker

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def _no_numpy(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)


def test_a_fight_that_needs_it_says_what_to_install():
    with pytest.raises(Refusal) as refused:
        fight_odds(read_toml(EXAMPLES / "operators-firefight.toml"), 100, 1, lambda done, of: None)
    assert refused.value.id == "sim/missing"
    assert "gardien[sim]" in str(refused.value)


def test_the_workshop_is_told_the_same():
    given = read_toml(EXAMPLES / "operators-firefight.toml")
    answered = worker.answer(worker.Question("fight", "operators", "", given, runs=100, language="fr"))
    assert answered["status"] == 409
    assert answered["body"]["error"]["id"] == "sim/missing"
    assert "installer gardien[sim]" in answered["body"]["error"]["message"]
