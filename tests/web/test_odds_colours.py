"""The colours of odds: green is good for whoever acts, red is bad, and what is neither has a colour of its own."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from aside import awaited
from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.core.verdicts import good_field
from gardien.web.pages.forms.chances import Chances, OddsAsker
from gardien.web.worker import Question, answer

GOOD, BAD, NEITHER = ("o1", "o2", "o3"), ("o4", "o5", "o6"), ("o7", "o8", "o9")


class Desk:
    """A worker without a process of its own."""

    async def ask(self, question: Question) -> tuple[int, bytes]:
        result = answer(question)
        return result["status"], msgspec.json.encode(result["body"])


def chances(procedure: str, system: str = "operators", **given: Any) -> Chances:
    return awaited(OddsAsker(Desk(), find(system), procedure, "fr").chances(given))  # type: ignore[arg-type]


def coloured(found: Chances) -> list[tuple[str, str]]:
    """Each outcome with its colour, in the order of the bar."""
    names = {**dict.fromkeys(GOOD, "good"), **dict.fromkeys(BAD, "bad"), **dict.fromkeys(NEITHER, "neither")}
    return [(one.word, names[one.shade]) for one in found.slices]


@pytest.mark.parametrize(
    ("procedure", "given", "expected"),
    [
        (
            "san_shock",
            {"san": 60, "shock": "severe", "source": "goule"},
            [("Garde son sang-froid", "good"), ("Folie temporaire", "bad")],
        ),
        (
            "entity_sight",
            {"san": 30},
            [("Garde son sang-froid", "good"), ("Folie temporaire", "bad"), ("Folie permanente", "bad")],
        ),
        (
            "fall",
            {"height_m": 9},
            [("Blessure légère", "bad"), ("Blessure grave", "bad"), ("Mort", "bad")],
        ),
        (
            "clock_expires",
            {"patient": {"wound_level": "superficial"}},
            [("Blessure superficielle", "bad"), ("Blessure légère", "bad")],
        ),
        (
            "opposed_test",
            {"active_score": 12, "passive_score": 12},
            [
                ("La partie active l’emporte", "good"),
                ("Statu quo", "bad"),
                ("La partie passive l’emporte", "bad"),
            ],
        ),
        (
            "luck_escape_death",
            {"victim": {"luck": 60}},
            [("Reste debout", "good"), ("Hors de combat", "bad")],
        ),
    ],
)
def test_what_hurts_is_red_and_what_does_not_is_green(
    procedure: str, given: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    """Best first, by the words the game calls good (OPS-SAN-03, OPS-HLTH-02, OPS-TEST-10)."""
    assert coloured(chances(procedure, **given)) == expected


def test_nobody_succeeds_at_being_hurt() -> None:
    """A fall and a shock have a bar and no chance of success above it."""
    assert chances("fall", height_m=9).good is None
    assert chances("san_shock", san=60, shock="severe", source="goule").good is None
    assert chances("test", score=12).good is not None


@pytest.mark.parametrize(
    ("procedure", "given"),
    [
        ("luck_recover", {"luck": 30, "luck_start": 60}),
        ("madness_effect", {}),
        ("recover", {"patient": {"wound_level": "light", "stabilised": True}}),
    ],
)
def test_what_is_neither_good_nor_bad_has_a_colour_of_its_own(procedure: str, given: dict[str, Any]) -> None:
    """Points, days and crises are no success; numbers rise from left to right."""
    result = chances(procedure, **given)
    assert {tone for _, tone in coloured(result)} == {"neither"}
    assert result.good is None
    firsts = [one.word.partition("–")[0].removesuffix("\u00a0:").replace(",", ".") for one in result.slices]
    numbers = [float(word) for word in firsts if word.replace(".", "").isdecimal()]
    assert numbers == sorted(numbers)


def test_many_numbers_are_told_in_a_few_bands() -> None:
    """Twenty-one sums of four dice: each band about as likely as the others, together everything."""
    result = chances("explosion", device="frag", victims=[{"defender": {"name": "Ann"}}])
    assert 4 <= len(result.slices) <= 6
    assert (result.slices[0].word[:2], result.slices[-1].word[-4:]) == ("4–", "24\u00a0:")
    assert result.spread.endswith("de 4 à 24, 14 en moyenne")
    assert sum(one.chance for one in result.slices) == 1
    assert all(one.chance < Fraction(1, 2) for one in result.slices)
    assert {tone for _, tone in coloured(result)} == {"neither"}
    ((_, fate),) = result.each
    assert {one.shade for one in fate} <= set(BAD)


def test_a_blow_that_was_dodged_says_so() -> None:
    """The same degree on both sides of the bar is told apart (OPS-CBT-12)."""
    result = coloured(chances("attack_melee", defends=True))
    assert {("Réussite", "good"), ("Réussite, évitée", "bad")} <= set(result)


def test_what_befalls_several_is_told_of_each() -> None:
    """OPS-HAZ-03, OPS-OPT-03: whoever is farther from a blast is hurt less, and each has a bar of their own."""
    victims = [{"defender": {"name": "Ann"}}, {"defender": {"name": "Bob"}, "distance_m": 8}]
    result = dict(chances("explosion", device="frag", victims=victims).each)
    assert list(result) == ["Ann", "Bob"]
    worst = {name: {one.word: one.chance for one in slices} for name, slices in result.items()}
    assert worst["Ann"]["Mort"] > 0
    assert "Mort" not in worst["Bob"]
    others = [{"defender": {"name": "Bob"}, "rounds": 3}]
    shot = chances("attack_firearm", weapon="assault_rifle", burst=True, others=others)
    assert [name for name, _ in shot.each] == ["Bob"]


def test_where_no_die_falls_there_is_no_bar() -> None:
    """Difficulty and magazines are certain; what the rules refuse is still told (OPS-OPT-05)."""
    assert chances("test_difficulty").slices == ()
    assert chances("reload", spare_magazines=0).refused


def test_what_always_works_is_not_told_as_a_success() -> None:
    """D100-CBT-13: whoever walks has no chance to be told; whoever cannot is told why (D100-CBT-12)."""
    assert chances("take_action", "d20d100", action="walk") == Chances(None, ())
    assert chances("take_action", "d20d100", action="run", can_run=False).refused


def test_whoever_has_just_risen_reads_what_the_next_level_lacks() -> None:
    """CD20-XP-01: a reason, calmly; no chance stands beside it."""
    found = chances("level_up", "cthulhud20", character={"level": 2}, xp=1000)
    assert (found.good, found.slices, found.refused) == (None, (), "Pas assez d’expérience")


def test_a_number_is_no_success() -> None:
    """Only yes or no says whether something went well, whatever the field is called."""
    odds = find("operators").procedure("odds_test")
    assert good_field(None, odds.outcome, odds.headline) == ""


def test_no_outcome_that_hurts_is_green_anywhere() -> None:
    """Every form of the game as it opens: no word of a wound or of madness stands on the green side."""
    system = find("operators")
    hurts = {system.terms.word("wound_level", level, "fr") for level in ("light", "grave", "dead")}
    hurts |= {system.terms.word("madness", one, "fr") for one in ("temporary", "permanent")}
    aimed = ("assassinate",)  # somebody else is hurt, as was meant
    for procedure in system.presentation.forms:
        if procedure in aimed:
            continue
        try:
            result = chances(procedure)
        except Refusal:  # something must be said first
            continue
        wrong = [word for word, tone in coloured(result) if tone == "good" and word in hurts]
        assert not wrong, (procedure, wrong)


def test_no_two_outcomes_are_called_the_same() -> None:
    """D100-HEALTH-04: whoever burns on and whoever does not may both be able to act."""
    found = chances("burn_round", "d20d100", pv=12, pv_max=12, reflexes=3)
    words = [one.word for one in found.slices]
    assert len(set(words)) == len(words) > 1
    assert "Toujours en feu" in words
