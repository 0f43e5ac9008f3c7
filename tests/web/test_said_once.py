"""What is certain is said once: as the verdict of the one outcome there can be, never beside it again."""

import re
from fractions import Fraction

import pytest

from aside import awaited
from gardien.core.errors import Refusal
from gardien.core.examples import played_examples
from gardien.core.fighting import Fate
from gardien.core.system import find
from gardien.core.telling import tell
from gardien.table import commands as c
from gardien.table.store.base import Store
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.fight.round_odds import Outlook
from gardien.web.pages.forms.chances import Chances, OddsAsker
from gardien.web.pages.forms.targeting import befalls_woman, odds_inputs
from gardien.web.pages.frame import Frame
from gardien.web.pages.log.cards import card_shown
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


def test_what_surely_becomes_of_somebody_in_a_round_is_no_adjective_beside_a_noun(quick: Store) -> None:
    """« morte certain » agreed with nothing (YAC-COM-03)."""
    evening = Evening(quick, "yacdha")
    evening.act(c.Fight(fighters=tuple(c.Fighter(character=evening.ids[one]) for one in (evening.hero, evening.foe))))
    board = FightBoard(evening.table, evening.table.viewer("keeper"), Frame("fr"))
    sure, likely = (
        Outlook(board).fate(Fate(evening.hero, {"status": [("dead", chance)]}), evening.ids)[0].text
        for chance in (Fraction(1), Fraction(1, 4))
    )
    assert (sure, likely.replace("\u202f", " ")) == ("morte, à coup sûr", "morte 25 %")


@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_does_not_say_again_what_stands_over_it(quick: Store, game: str) -> None:
    """Of every example of the rules: « Raté », then « 8 (d20) − 15 = −7, raté »; « Adèle apprend », then again."""
    evening = Evening(quick, game)
    board, who, again = evening.board(), evening.hero, []
    for one in played_examples(board.system):
        told, outcome = tell(one.prepared, one.played, "fr", who), one.answer.outcome
        roll = {
            "procedure": one.prepared.procedure.key,
            "people": {"": evening.ids[who]},
            "given": {},
            "outcome": outcome,
        }
        entry = {"id": "1", "command": "do", "seat": "keeper", "words": {}}
        entry["roll"] = {**roll, "outcome": outcome, "told": told, "dice": [], "typed": False}
        card = card_shown(entry, board.view, board.system, "fr")
        line = next(iter(card.told), "")
        if card.word and f", {card.word_inside}," in line.replace(".", ",").replace(";", ","):
            again.append((roll["procedure"], card.word, line))
        again += [(roll["procedure"], line) for line in card.told if line.startswith(f"{card.who} {card.what}\u00a0:")]
    assert again == []
