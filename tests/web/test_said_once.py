"""What is certain is said once: as the verdict of the one outcome there can be, never beside it again."""

import re

import pytest

from aside import awaited
from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.store.base import Store
from gardien.web.pages.forms.chances import Chances, OddsAsker
from gardien.web.pages.forms.targeting import befalls_woman, odds_inputs
from table.conftest import quick as quick  # a fixture
from web.test_headlines import Evening
from web.test_odds_colours import Desk, chances
from web.test_sheet import words

GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")
CERTAIN = re.compile(r"\bcertain\b|\bimpossible\b|à coup sûr")


def shown(evening: Evening, found: Chances) -> str:
    """The chances as the page says them; what they do to somebody else is another matter."""
    told = evening.board().part("odds", place="", chances=found, trouble="", hint="")
    return words(str(told).partition("odds__then")[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_certainty_is_told_once(quick: Store, game: str) -> None:
    """D100-CBT-13, CD20-P-MOVE: « certain de réussir · permis à coup sûr » said it twice; every act as it opens."""
    evening = Evening(quick, game)
    board, system = evening.board(), find(game)
    for procedure in system.presentation.acts:
        aimed = system.table_rules.targeting.get(procedure)
        given = {aimed.target: evening.person(evening.foe)} if aimed else {}
        try:
            asked = odds_inputs(board, procedure, given, evening.ids[evening.hero])
            found = awaited(OddsAsker(Desk(), system, procedure, "fr").chances(asked.given))  # type: ignore[arg-type]
        except Refusal:  # something must be chosen first
            continue
        said = shown(evening, found)
        assert len(CERTAIN.findall(said)) <= 1, (procedure, said)


def test_the_one_outcome_there_can_be_is_the_verdict(quick: Store) -> None:
    """D100-TEST-02."""
    found = chances("skill_test", "d20d100", skill="toc", difficulty=60, modifier=-9)
    assert (found.good, len(found.slices)) == (0, 1)
    said = shown(Evening(quick, "d20d100"), found)
    assert re.sub(r"\s+", " ", said).strip().startswith("Raté, à coup sûr")
    assert "impossible" not in said


def test_to_be_allowed_is_no_success() -> None:
    """CD20-P-ACT-02: who moves has no chance to be told; who runs out of breath has, and who cannot is told why."""
    found = chances("movement", "cthulhud20", mode="move")
    assert (found.good, found.slices, found.refused) == (None, (), "")
    breath = chances("movement", "cthulhud20", mode="run", run_round=12)
    assert breath.good not in (None, 0, 1)
    fallen = chances("movement", "cthulhud20", mode="run", combatant={"prone": True})
    assert (fallen.good, fallen.refused) == (None, "À terre")


def test_two_numbers_stand_before_their_chances() -> None:
    """« échecs : 0 55 % » can be read in two ways."""
    found = chances("roll_d3", "d20d100")
    assert all(one.word.endswith("\u00a0:") for one in found.slices)


@pytest.mark.parametrize(("who", "word"), [("Édith Vernet", "inconsciente"), ("Yves Kerjean", "inconscient")])
def test_what_befalls_somebody_agrees_with_them(quick: Store, who: str, word: str) -> None:
    """CD20-HP-03: on the page « inconscient » stood over what time would do to a woman."""
    evening = Evening(quick, "cthulhud20")
    evening.act(c.Edit(character=evening.ids[who], fields={"pf": 0}))
    board, character = evening.board(), evening.ids[who]
    asked = odds_inputs(board, "advance_time", {"minutes": 0, "rounds": 1}, character)
    feminine = befalls_woman(board, "advance_time", asked, character)
    asker = OddsAsker(Desk(), find("cthulhud20"), "advance_time", "fr", feminine=feminine)  # type: ignore[arg-type]
    assert awaited(asker.chances(asked.given)).slices[0].word.lower() == word
