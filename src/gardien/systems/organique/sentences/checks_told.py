"""Tests of one characteristic or two, and the last effort of the fallen (TEST-01 to TEST-06, HP-05)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, of, word
from gardien.systems.organique.sentences.grammar import check_name, trial
from gardien.systems.organique.sentences.sites_told import lead

SOMEBODY: Both = ("le personnage", "the character")
LUCK: Both = ("test de chance", "luck test")


def one_who(told: Told, character: Any) -> str:
    """Whoever a sentence is about, always with a name or a word for it."""
    return called(told, character, SOMEBODY, acts=True)


def chance(told: Told, luck: bool | None) -> str:
    """« test de chance » where 1 and 20 count in a test (ORG-TEST-05)."""
    return told.pick(*LUCK) if luck else ""


def simple(told: Told, what: str, code: str, character: Any = None, luck: bool | None = False) -> str:
    """Most tests: « Tyra, escalade : AGI 12 + 14 (d20) = 26 contre 20, marge 6. »"""
    given = told.given.character if character is None else character
    return trial(told, lead(told, given, what, chance(told, luck)), told.outcome, code)


def tell_test(told: Told) -> list[str]:
    """« Tyra, test d'AGI : 12 + 14 (d20) = 26 contre 20, marge 6. »"""
    given, code = told.given, told.given.characteristic
    name = check_name(told, code) if code else told.pick("test", "test")
    if given.luck:
        name = f"{told.pick(*LUCK)} ({code})" if code else told.pick(*LUCK)
    if given.sense != "none":
        name = f"{name}, {word(told, 'sense', given.sense)}"
    return [simple(told, name, "")]


def tell_test_two(told: Told) -> list[str]:
    """« Tyra, test, moyenne de FOR et AGI : 12 + 14 (d20) = 26 contre 20, marge 6. »"""
    given = told.given
    pair = f"{given.first} + {given.second}"
    name = told.pick(f"test {of(pair)}", f"{pair} test")
    if given.mode == "average":
        pair = told.pick(f"moyenne {of(given.first)} et {given.second}", f"average of {given.first} and {given.second}")
        name = told.pick(f"test, {pair}", f"test, {pair}")
    return [simple(told, f"{told.pick(*LUCK)} ({pair})" if given.luck else name, "")]


def desperate_act(told: Told) -> list[str]:
    """« Tyra, dernier effort : VOL 12 + 9 (d20) = 21 contre 20, marge 1. Une action très simple est possible. »"""
    end = (
        told.pick("Une action très simple est possible.", "One very simple action is possible.")
        if told.outcome.success
        else told.pick("Aucune action n'est possible.", "No action is possible.")
    )
    return [joined(simple(told, told.pick("dernier effort", "last effort"), "VOL"), end)]
