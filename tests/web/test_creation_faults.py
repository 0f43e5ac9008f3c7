"""What the page of creation says is wrong: nothing of an untouched draft, and else what was typed, by its name."""

from random import Random
from typing import Any

import pytest

from gardien.core.chance import call
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.core.system import find
from gardien.web.pages.creation.creation_draft import Draft, Maker

GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")
TRIES = 200  # the fault that this was written for came once in seventy


def maker(game: str, raw: dict[str, Any] | None = None) -> Maker:
    return Maker(find(game), {}, "fr", Draft(action="m1", raw=raw or {}))


def messages(game: str, raw: dict[str, Any]) -> list[str]:
    found = (one.message for listed in maker(game, raw).checked().faults.values() for one in listed)
    return [one.replace("\u00a0", " ").replace("\u202f", " ") for one in found]


@pytest.mark.parametrize("game", GAMES)
def test_a_draft_that_nobody_has_touched_has_no_fault(game: str) -> None:
    """Whatever the dice decide in it (OPS-SPEC-02: a specialty that was drawn brought no discipline)."""
    page = maker(game)
    given = parse(page.given_type, page.choices)
    options = parse(page.system.options, {}, "options")
    for seed in range(TRIES):
        play(call(page.rule, given, options), Random(seed))  # a refusal would be the fault


@pytest.mark.parametrize(
    ("game", "raw", "said"),
    [
        (
            "cthulhud20",
            {"profession": "Ouvrier", "core_ranks": [["climb", "8", ""]]},
            "Escalade : 8 est trop grand, 4 au plus.",
        ),
        (
            "cthulhud20",
            {"profession": "Ouvrier", "other_ranks": [["hide", "5", ""]]},
            "Discrétion : 5 est trop grand, 2 au plus.",
        ),
        (
            "organique",
            {"player_class": "Zonard", "arms": ["Fusil d’assaut"] * 3},
            "5 000 $ de trop : 6 000 dépensés, 1 000 en poche",
        ),
        ("organique", {"arms": ["Fusil d’assaut"] * 30}, "en poche"),
        ("operators", {"languages": ["a"] * 9}, "langues de trop : l’EDU en donne"),
    ],
)
def test_what_is_too_much_says_of_what_and_how_much(game: str, raw: dict[str, Any], said: str) -> None:
    """CD20-P-SKILL-02, OPS-CREA-13: the same with and without what decides how much there is."""
    (message,) = messages(game, raw)
    assert said in message


def test_of_a_long_list_the_nearest_name_is_enough() -> None:
    """D100-CREA-02: « au choix : » and twelve names of fifty-five help nobody."""
    (message,) = messages("d20d100", {"profession": "journaliste", "profession_spending": [["Photo", "3", ""]]})
    assert message.endswith("« Photo » n’existe pas ; choisir dans la liste. Vouliez-vous dire « Photographie » ?")


@pytest.mark.parametrize("spent", [2000, 15000])
def test_what_dice_have_still_to_decide_is_no_fault_of_whoever_chose(spent: int) -> None:
    """Without a class what fits some purse is no fault, what fits none always is one, in the same words."""
    raw = {"arms": ["Fusil d’assaut"] * (spent // 2000)}
    said = {tuple(messages("organique", raw)) for _ in range(4)}
    assert len(said) == 1
    assert bool(said.pop()) == (spent > 4000)
