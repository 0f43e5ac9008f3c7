"""What whoever runs the game is called: « le MJ » to everybody, « le gardien », « Contrôle » at the table of a game.

Texts that all games share are written with the neutral word. Whoever speaks at a table says once which game it is, and
the word of that game takes its place, with its article: « au MJ » is « au gardien », « à Contrôle ».
"""

import re
from collections.abc import Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gardien.core.terms import Language, Terms

NEUTRAL = {
    "fr": re.compile(r"\b(?:(le|du|au) )?MJ\b", re.IGNORECASE),
    "en": re.compile(r"\b(?:(the) )?GM\b", re.IGNORECASE),
}
_GAME: ContextVar["Terms | None"] = ContextVar("keeper", default=None)


def speak_for(terms: "Terms") -> None:
    """From now on, for the rest of this task: the words of one game."""
    _GAME.set(terms)


def common_names() -> Mapping[str, str]:
    """How those of the game’s bestiary are spoken of in French, by their names."""
    terms = _GAME.get()
    return terms.spoken_of if terms else {}


def keeper_named(text: str, language: "Language") -> str:
    """A text that all games share, in which whoever runs the game is called as this game does."""
    terms = _GAME.get()
    entry = terms.own_entry("role", "keeper_asks") if terms else None
    if entry is None:
        return text
    whole: str = entry[language]  # as a subject, at the head of a sentence
    article, _, noun = whole.rpartition(" ")

    def called(found: re.Match[str]) -> str:
        before = (found[1] or "").lower()
        bare = {"du": "de ", "au": "à "}.get(before, "") + noun
        said = f"{before} {noun}".strip() if article else bare
        heads = found[0][0].isupper() and (bool(before) or not found.start())
        return said[:1].upper() + said[1:] if heads else said

    return NEUTRAL[language].sub(called, text)
