"""A blow in secret: all of what it does to somebody comes at once, or not yet."""

import pytest

from gardien.table import commands as c
from systems.cthulhud20.evening import Evening

BLOW = {"severity": "mortal", "zone": "torso", "gb": 10}


@pytest.fixture
def struck(tmp_path) -> Evening:
    evening = Evening(tmp_path / "evening.db")
    before = evening.sheet(evening.thug)
    evening.act("keeper", c.Do(procedure="apply_wound", character=evening.thug, given=BLOW, audience="keeper"))
    assert evening.sheet(evening.thug) == before, "others would see some of it, so none of it is done yet"
    return evening


def test_the_table_goes_on_after_a_secret_blow(struck):
    struck.act("keeper", c.Advance(minutes=60))
    struck.act("keeper", c.Fight(fighters=(c.Fighter(character=struck.thug), c.Fighter(character=struck.paul))))
    struck.act("keeper", c.Turn())


def test_what_a_secret_blow_does_is_let_go_as_a_whole(struck, tmp_path):
    struck.act("keeper", c.Release(event=str(struck.table.state.version)))
    (tmp_path / "open").mkdir()
    openly = Evening(tmp_path / "open" / "evening.db")
    openly.act("keeper", c.Do(procedure="apply_wound", character=openly.thug, given=BLOW))
    assert struck.sheet(struck.thug) == openly.sheet(openly.thug)
    assert struck.marks(struck.thug) == openly.marks(openly.thug)
