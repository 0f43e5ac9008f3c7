"""Phrases of dangers: what armour lets in."""

import pytest

from gardien.systems.organique.words.dangers import through_text
from systems.organique.scenes import speaking


@pytest.mark.parametrize(
    ("bs", "c", "fr", "en"),
    [
        (0, 0, "rien ne passe", "nothing gets through"),
        (0.5, 0, "0,5~bs passe", "0.5~bs through"),
        (1, 1, "1~bs et 1~c passent", "1~bs and 1~c through"),
        (0, 2, "2~c passent", "2~c through"),
    ],
)
def test_what_armour_lets_in(bs, c, fr, en):
    """ORG-ARM-03."""
    assert through_text(speaking("fr"), bs, c) == fr.replace("~", "\u00a0")
    assert through_text(speaking("en"), bs, c) == en.replace("~", "\u00a0")
