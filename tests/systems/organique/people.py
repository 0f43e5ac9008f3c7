"""Somebody for the tests of this game, in one line."""

from typing import Any

from gardien.core.chance import Call, call
from gardien.core.inputs import parse
from gardien.core.interpreters.typed import typed
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.person import Person, person_of

HOUSE = Options()

YING = {
    "name": "Ying", "PER": 6, "AGI": 14, "END": 8, "INT": 12, "VIT": 5, "FOR": 7, "VOL": 18,
    "SNG": 4, "CPS": 4, "INC": 4, "combat_skills": {"knife_throwing": 3},
}  # fmt: skip


def character(**fields: Any) -> Character:
    return parse(Character, fields)


def person(**fields: Any) -> Person:
    return person_of(character(**fields))


def played(rule: Any, *args: Any, dice: tuple[int, ...] = ()) -> Any:
    """What a rule comes to with these dice."""
    asked: Call[Any] = call(rule, *args)
    return typed(asked, dice).outcome
