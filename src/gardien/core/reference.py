"""The rule reference: every rule in our own words, French and English, by id."""

from pathlib import Path

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


def read_reference(folder: Path) -> dict[str, RuleText]:
    """All rules of a system's `reference` folder, one file a topic."""
    found: dict[str, RuleText] = {}
    for path in sorted(folder.glob("*.toml")):
        for row in packaged(path)["rule"]:
            rule = msgspec.convert(row, RuleText)
            found[rule.id] = rule
    return found
