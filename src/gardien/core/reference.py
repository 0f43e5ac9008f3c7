"""The rule reference: every rule in our own words, French and English, by id."""

import os

import msgspec
from msgspec import Struct

from gardien.core.pack import packaged


class RuleText(Struct, frozen=True):
    """One rule as the reference tells it."""

    id: str
    fr: str
    en: str
    text_fr: str
    text_en: str
    advice: bool = False
    option: tuple[str, ...] = ()
    see: tuple[str, ...] = ()

    @property
    def topic(self) -> str:
        return self.id.split("-")[1]


def read_reference(folder: str) -> dict[str, RuleText]:
    """All rules of a system's `reference` folder, one file a topic."""
    found: dict[str, RuleText] = {}
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".toml"):
            continue
        for row in packaged(os.path.join(folder, name))["rule"]:
            rule = msgspec.convert(row, RuleText)
            found[rule.id] = rule
    return found
