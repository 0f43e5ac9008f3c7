"""Printed and proposed tables: weapons, specialties, creatures, rituals… by file and by key (DMG, ARM, CREAT, M)."""

import os
from typing import Any

from gardien.core.errors import Refusal, nearest
from gardien.core.pack import Shelf
from gardien.core.rows import Named, PersonName, Row
from gardien.systems.operators.pack.people import Creature, Easing, Entity, Nationality, Npc, Ready
from gardien.systems.operators.pack.rows import (
    Course,
    Device,
    Effect,
    Fumble,
    Gear,
    Hobby,
    Label,
    Madness,
    Protection,
    Ritual,
    Shock,
    Specialty,
    Substance,
    Technique,
    Tome,
    Vehicle,
    Weapon,
    Zone,
)

# The types of rows are found here too.
__all__ = [
    "Course",
    "Creature",
    "Device",
    "Easing",
    "Effect",
    "Entity",
    "Fumble",
    "Gear",
    "Hobby",
    "Label",
    "Madness",
    "Nationality",
    "Npc",
    "Protection",
    "Ready",
    "Ritual",
    "Shock",
    "Specialty",
    "Substance",
    "Technique",
    "Tome",
    "Vehicle",
    "Weapon",
    "Zone",
]

FOLDER = os.path.dirname(__file__)


# Every table a pack file may hold, with the type of its rows.
TABLES: dict[str, Any] = {
    "codenames": PersonName,
    "contacts": Named,
    "course": Course,
    "creature": Creature,
    "device": Device,
    "domain": Row,
    "easing": Easing,
    "effect": Effect,
    "entity": Entity,
    "family": PersonName,
    "feminine": PersonName,
    "fumble": Fumble,
    "gear": Gear,
    "hobby": Hobby,
    "label": Label,
    "madness": Madness,
    "masculine": PersonName,
    "motives": Named,
    "nationality": Nationality,
    "npc": Npc,
    "pasts": Named,
    "portraits": Named,
    "possessions": Named,
    "protection": Protection,
    "ready": Ready,
    "ritual": Ritual,
    "shock": Shock,
    "specialty": Specialty,
    "substance": Substance,
    "technique": Technique,
    "tome": Tome,
    "traits": Named,
    "vehicle": Vehicle,
    "weapon": Weapon,
    "zone": Zone,
}


# Read by rank, by span or by the faces of a die: packs change words there, and add nothing.
FIXED = ("easing", "fumble", "label", "madness", "zone")
SHELF = Shelf(FOLDER, TABLES, FIXED)
table, keys, live = SHELF.table, SHELF.keys, SHELF.live
_row = SHELF.row


def weapon(key: str) -> Weapon:
    """A weapon of the catalogue."""
    return _row("weapons", "weapon", key)  # type: ignore[no-any-return]


def protection(key: str) -> Protection:
    """A protection."""
    return _row("protections", "protection", key)  # type: ignore[no-any-return]


def device(key: str) -> Device:
    """An explosive or incendiary device."""
    return _row("devices", "device", key)  # type: ignore[no-any-return]


def substance(key: str) -> Substance:
    """A poison, drug or stunning device."""
    return _row("substances", "substance", key)  # type: ignore[no-any-return]


def effect(key: str) -> Effect:
    """An effect of a substance."""
    return _row("substances", "effect", key)  # type: ignore[no-any-return]


def specialty(key: str) -> Specialty:
    """A specialty or civilian trade."""
    return _row("specialties", "specialty", key)  # type: ignore[no-any-return]


def domain(key: str) -> Row:
    """A domain in which an advantage holds."""
    return _row("specialties", "domain", key)  # type: ignore[no-any-return]


def hobby(key: str) -> Hobby:
    """A hobby."""
    return _row("hobbies", "hobby", key)  # type: ignore[no-any-return]


def technique(key: str) -> Technique:
    """A combat technique."""
    return _row("hobbies", "technique", key)  # type: ignore[no-any-return]


def course(key: str) -> Course:
    """A ready-made training course."""
    return _row("courses", "course", key)  # type: ignore[no-any-return]


def npc(key: str) -> Npc:
    """A sample person."""
    return _row("profiles", "npc", key)  # type: ignore[no-any-return]


def creature(key: str) -> Creature:
    """A sample creature."""
    return _row("profiles", "creature", key)  # type: ignore[no-any-return]


def entity(key: str) -> Entity:
    """An entity."""
    return _row("profiles", "entity", key)  # type: ignore[no-any-return]


def profile(key: str) -> Npc | Creature:
    """A person or a creature by its key: the two lists share none."""
    people, creatures = SHELF.rows_by_key("profiles", "npc"), SHELF.rows_by_key("profiles", "creature")
    row = people.get(key) or creatures.get(key)
    if row is None:
        keys = [*people, *creatures]
        raise Refusal("field/one_of", field="profile", came=key, allowed=keys, hint=nearest(key, keys))
    return row  # type: ignore[no-any-return]


def tome(key: str) -> Tome:
    """A forbidden book."""
    return _row("tomes", "tome", key)  # type: ignore[no-any-return]


def ritual(key: str) -> Ritual:
    """A ritual."""
    return _row("rituals", "ritual", key)  # type: ignore[no-any-return]


def vehicle(key: str) -> Vehicle:
    """A vehicle."""
    return _row("vehicles", "vehicle", key)  # type: ignore[no-any-return]


def gear(key: str) -> Gear:
    """A piece of equipment."""
    return _row("gear", "gear", key)  # type: ignore[no-any-return]


def ready(key: str) -> Ready:
    """An Operator ready for play."""
    return _row("operators", "ready", key)  # type: ignore[no-any-return]


def shock(key: str) -> Shock:
    """A shock of the scale."""
    return _row("scales", "shock", key)  # type: ignore[no-any-return]


def label(key: str) -> Label:
    """A word of the scale of scores."""
    return _row("scales", "label", key)  # type: ignore[no-any-return]


def zone(number: int) -> Zone:
    """A zone by its number."""
    return table("scales", "zone")[number]  # type: ignore[no-any-return]


def madness(roll: int) -> Madness:
    """A face of the D20 of madness (M-14)."""
    return table("madness", "madness")[roll - 1]  # type: ignore[no-any-return]


def fumble(situation: str, roll: int) -> Fumble:
    """What a D10 brings after a fumble (M-02)."""
    rows = table("fumbles", "fumble")
    return next(row for row in rows if row.situation == situation and row.first <= roll <= row.last)  # type: ignore[no-any-return]
