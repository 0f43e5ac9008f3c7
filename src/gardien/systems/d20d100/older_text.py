"""Profiles of the percentile game and of d20 as people write them: their headings, codes and other names (CONV)."""

from typing import Any

from gardien.core import profiles

ABROAD = {"STR": "FOR", "SIZ": "TAI", "POW": "POU", "WIS": "SAG"}
OTHER_NAMES = {"hp": "pv", "hit_points": "pv", "mp": "pm", "magic_points": "pm", "armor": "armour"}
SECTIONS = {
    "skills": r"comp[ée]tences|skills",
    "attacks": r"armes|attaques?|weapons?|attacks?",
    "spells": r"sorts|sortil[èe]ges|spells",
    "armour": r"armure|armou?r",
    "equipment": r"[ée]quipement|possessions|equipment",
}
LISTS = ("spells", "equipment")


class Text(profiles.Text):
    """A text of either game."""

    def __init__(self, text: str) -> None:
        super().__init__(text, SECTIONS, LISTS, ABROAD)


def tidied(given: dict[str, Any]) -> dict[str, Any]:
    """Inputs by their keys here: scores one by one, codes and names as they are written elsewhere."""
    scores = given.get("scores")
    listed = {**given, **scores} if isinstance(scores, dict) else given
    found: dict[str, Any] = {}
    for name, value in listed.items():
        if name != "scores" or not isinstance(scores, dict):
            found[ABROAD.get(name) or OTHER_NAMES.get(name, name)] = value
    return found
