"""A game made up for the tests says itself how it ends, what is measured and what wears down: nothing else knows it."""

import ast
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import gardien
from gardien.core.errors import Refusal
from gardien.core.simulation import Choice, Some, Somebody
from gardien.core.system import find, keys
from gardien.core.terms import sentence
from gardien.sim import chains
from gardien.sim.fights import BudgetOdds, FightOdds, fight_odds
from gardien.sim.telling import tell
from tiny.beside import tiny_beside_installed

SOURCE = Path(gardien.__file__).parent


@pytest.fixture(autouse=True)
def beside() -> Iterator[None]:
    with tiny_beside_installed():
        yield


def silent(done: int, of: int) -> None:
    """No progress bar."""


def brawl(ours: int = 1, theirs: int = 1, runs: int | None = None) -> FightOdds:
    sides = [{"name": "us", "fighter": [{"id": "A", "purse": ours}]}]
    sides += [{"name": "them", "fighter": [{"id": "B", "purse": theirs}]}]
    result = fight_odds({"system": "pennies", "side": sides, "title": "Bar"}, runs, 3, silent)
    assert isinstance(result, FightOdds)
    return result


def road(**given: Any) -> BudgetOdds:
    result = fight_odds({"system": "pennies", **given}, None, None, silent)
    assert isinstance(result, BudgetOdds)
    return result


def test_a_chain_of_acts_counts_rounds_and_not_acts():
    """A tosses first: 1/2 now, else B 1/4 in the same round: 2/3 against 1/3, and a round ends it with 3/4."""
    result = brawl()
    assert result.method == "exact"
    assert result.sides == pytest.approx({"us": 2 / 3, "them": 1 / 3})
    assert result.mean_rounds == pytest.approx(4 / 3)
    assert result.rounds[:3] == pytest.approx([0, 3 / 4, 3 / 16])


def test_endings_measures_and_survivors_are_the_games_own():
    result = brawl(ours=2)
    ours, theirs = result.fighters
    assert list(ours.statuses) == ["rich", "broke"]
    assert ours.exact["rich"] == theirs.exact["broke"]
    assert ours.alive == pytest.approx(ours.statuses["rich"])
    assert set(ours.means) == {"purse"}
    assert 1 < ours.means["purse"] < 2
    assert result.survivors["us"][0] == pytest.approx(ours.statuses["broke"])


def test_every_way_of_weighing_agrees(monkeypatch):
    exact, drawn = brawl(3, 3), brawl(3, 3, runs=20_000)
    monkeypatch.setattr(chains, "FEW_POINTS", 0)
    solved = brawl(3, 3)
    assert (exact.method, solved.method, drawn.method) == ("exact", "solved", "simulated")
    assert solved.sides == pytest.approx(exact.sides, abs=1e-11)
    assert solved.rounds == pytest.approx(exact.rounds, abs=1e-11)
    assert solved.mean_rounds == pytest.approx(exact.mean_rounds, abs=1e-9)
    sigma = (exact.sides["us"] * exact.sides["them"] / 20_000) ** 0.5
    assert abs(drawn.sides["us"] - exact.sides["us"]) < 5 * sigma
    assert drawn.rounds[1:5] == pytest.approx(exact.rounds[1:5], abs=0.02)


def test_a_budget_has_events_bands_and_marks_of_its_own():
    result = road(tolls=3, character=[{"id": "A", "purse": 2}, {"id": "B", "purse": 9}])
    one, other = result.characters
    assert (result.checks, result.events) == (3, ["inn", "", "inn", "", "inn", ""])
    assert one.lost == ["0", "0", "0", "0", "1/4", "1/4", "1/2"]
    assert one.marks == {"last_penny": ["0", "0", "1/2", "1/2", "1/2", "1/2", "3/8"]}
    assert one.distribution == {"some": "1/2", "nothing": "1/2"}
    assert Fraction(other.mean) == Fraction(15, 2)
    assert (one.start, result.nobody_lost, result.mean_lost) == (2, "1/2", "1/2")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_both_are_told_in_the_games_own_words(language):
    fight = "\n".join(tell(brawl(), language))
    own = {"fr": ("donne 1", "sans un sou", "bourse moyenne"), "en": ("deal 1", "broke", "mean purse")}[language]
    assert all(word in fight for word in own)
    told = "\n".join(tell(road(tolls=2, character=[{"id": "A", "purse": 1}]), language))
    words = {"fr": ("2 péages", "Un seul sou", "à l’auberge"), "en": ("2 tolls", "A last penny", "at the inn")}[
        language
    ]
    assert all(word in told for word in words)


def test_a_file_says_its_game_where_several_can_be_meant():
    with pytest.raises(Refusal) as caught:
        fight_odds({"side": []}, None, None, silent)
    able = ", ".join(key for key in keys() if find(key).fights is not None)
    assert caught.value.words["allowed"] == able
    assert sentence(caught.value, "en").startswith(f"system is missing ({able[:40]}")


def test_a_choice_that_is_not_offered_is_not_taken():
    loud, purse = find("pennies").fights.choices
    assert [loud.read(text) for text in ("true", "", "yes")] == ["true", "", ""]
    assert [purse.read(text) for text in ("1", "", "7")] == ["1", "2", "2"]
    assert Choice("x", ("a",)).read("b") == ""


def test_the_workshop_gets_files_that_can_be_weighed():
    fights = find("pennies").fights
    somebody = Somebody("A", {"purse": 1})
    file = fights.encounter(("us", [somebody]), ("them", [Some("B", "npc", "b", 1)]), {"loud": "", "purse": "1"})
    assert fight_odds({"system": "pennies", **file}, None, None, silent) == fight_odds(
        {"system": "pennies", **file}, None, 1, silent
    )
    assert road(**fights.scenario([somebody], ["Bridge", ""])).checks == 1


@pytest.mark.parametrize("layer", ["sim", "cli", "web"])
def test_nobody_above_the_games_names_one(layer):
    """Whoever weighs, tells or draws knows no game: only strings count, and only those that are a game's key."""
    games = keys()
    named = [
        f"{path.relative_to(SOURCE)}: {node.value}"
        for path in sorted((SOURCE / layer).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in games
    ]
    assert named == []
