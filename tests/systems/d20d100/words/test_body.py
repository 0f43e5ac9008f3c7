"""How bodies are told: every condition, shocks, the dying and the dead (HEALTH)."""

import pytest

from core.typography import typographic_faults
from gardien.core.system import find
from gardien.core.telling import Report
from gardien.core.terms import LANGUAGES
from gardien.core.wording import typeset
from gardien.systems.d20d100.rules.character import Condition
from gardien.systems.d20d100.words.body import BECOMES, STANDS, condition_name, condition_text, wound_text


def speaking(language):
    return Report(None, None, (), language, find("d20d100").terms)


@pytest.mark.parametrize("condition", Condition.__args__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_condition_has_words(condition, language):
    """Whatever the name, it is put in as it is."""
    report = speaking(language)
    assert set(BECOMES) == set(STANDS) == set(Condition.__args__)
    said = typeset(condition_text(report, "{Ada}", condition), language)
    assert (said == "") == (condition == "ok")
    assert typographic_faults(said, language) == []
    assert typographic_faults(typeset(condition_name(report, condition), language), language) == []


def test_whoever_lies_down_has_no_action_to_lose():
    """D100-HEALTH-03, D100-HEALTH-06: the condition says what is left to do, not the shock."""
    report = speaking("en")
    assert "Shock: one simple action" in wound_text(report, "Ada", 10, 4, "ok", shock=True)
    assert "Shock. Ada is dying" in wound_text(report, "Ada", 10, -4, "dying", shock=True, penalty=-6)
    assert "penalty" not in wound_text(report, "Ada", 10, -4, "dying", shock=True, penalty=-6)
    assert wound_text(report, "Ada", 10, -10, "dead", shock=True) == "PV 10 → −10. Ada dies."
