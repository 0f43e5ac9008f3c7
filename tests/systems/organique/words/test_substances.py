"""Phrases of substances: saves that are due, ailments of the mind, when the lack comes back."""

from typing import get_args

import pytest

from gardien.core.terms import LANGUAGES
from gardien.systems.organique import vocabulary
from gardien.systems.organique.rules.substances.shared import SymptomEntry
from gardien.systems.organique.words.body import save_mods
from gardien.systems.organique.words.person import BEGINS
from gardien.systems.organique.words.substances import STRIKES, ailment_text, delay_text, due_saves_text
from systems.organique.scenes import speaking

BODILY = {"shock": "medical_shock", "headache": "", "suffering": "", "paralysis": "", "unconsciousness": ""}


@pytest.mark.parametrize(
    ("hours", "fr", "en"),
    [(1, "dans 1~h", "in 1~h"), (24, "dans 1~jour", "in 1~day"), (192, "dans 8~jours", "in 8~days")],
)
def test_when_the_lack_comes_back(hours, fr, en):
    """ORG-DRUG-06, ORG-DRUG-07."""
    assert delay_text(speaking("fr"), hours) == fr.replace("~", "\u00a0")
    assert delay_text(speaking("en"), hours) == en.replace("~", "\u00a0")


def test_saves_that_are_due_and_what_helps_them():
    """ORG-SYM-01, ORG-TEST-10."""
    due = (SymptomEntry("coma", 20), SymptomEntry("vomiting", 10))
    assert due_saves_text(speaking("en"), due) == "Saves to make: coma (20) and vomiting (10)."
    assert due_saves_text(speaking("fr"), ()) == ""
    mods = {"cold": 4, "fear": -2, "heat": 0}
    assert save_mods(speaking("fr"), mods) == ["+4 contre le froid", "−2 contre la peur"]


@pytest.mark.parametrize("ailment", get_args(vocabulary.Ailment))
def test_every_ailment_is_said_of_the_mind_or_of_the_body(ailment):
    """ORG-SYM-02 to 21: what changes the body is told with the body, the rest here."""
    bodily = ailment in BEGINS or ailment in BODILY
    assert (ailment in STRIKES) != bodily
    for language in LANGUAGES:
        said = ailment_text(speaking(language), "Tyra", ailment, severe=True, duration=3)
        assert bodily == (said == "")
        assert bodily or said.startswith("Tyra ")
