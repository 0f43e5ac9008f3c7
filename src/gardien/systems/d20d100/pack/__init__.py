"""Printed and proposed tables: skills, weapons, traits, creatures… by file and by key (SKILL, WPN, TRAIT, MISS)."""

import os
from typing import Any

from gardien.core.errors import Refusal, nearest
from gardien.core.pack import Shelf
from gardien.core.rows import Named, PersonName, Row
from gardien.systems.d20d100.pack.people import Adversary, Creature, Nationality
from gardien.systems.d20d100.pack.rows import (
    Armour,
    Explosive,
    Group,
    Hazard,
    Madness,
    Pair,
    Poison,
    Price,
    Profession,
    Rate,
    Skill,
    Spell,
    Tome,
    Trait,
    Vehicle,
    Weapon,
)
from gardien.systems.d20d100.pack.tables import (
    BurstRange,
    Conversion,
    DamageBonus,
    Difficulty,
    Gain,
    Jet,
    Level,
    Multiplier,
    OlderName,
    ScoreModifier,
    Series,
    Size,
    Studies,
)

FOLDER = os.path.dirname(__file__)


# Every table a pack file may hold, with the type of its rows.
TABLES: dict[str, Any] = {
    "adversary": Adversary,
    "armour": Armour,
    "art": Row,
    "births": Named,
    "burst_range": BurstRange,
    "conversion": Conversion,
    "craft": Row,
    "creature": Creature,
    "damage_bonus": DamageBonus,
    "difficulty": Difficulty,
    "explosive": Explosive,
    "family": PersonName,
    "fear": Row,
    "feminine": PersonName,
    "gain": Gain,
    "group": Group,
    "habits": Named,
    "hazard": Hazard,
    "jet": Jet,
    "language": Row,
    "level": Level,
    "long_madness": Madness,
    "masculine": PersonName,
    "modifier": ScoreModifier,
    "motives": Named,
    "multiplier": Multiplier,
    "nationality": Nationality,
    "older_name": OlderName,
    "pair": Pair,
    "pasts": Named,
    "poison": Poison,
    "portraits": Named,
    "possessions": Named,
    "price": Price,
    "profession": Profession,
    "rate": Rate,
    "series": Series,
    "short_madness": Madness,
    "size": Size,
    "skill": Skill,
    "spell": Spell,
    "studies": Studies,
    "ties": Named,
    "tome": Tome,
    "trait": Trait,
    "vehicle": Vehicle,
    "weapon": Weapon,
}


# Read by rank, by span or by the faces of a die: packs change words there, and add nothing.
FIXED = (
    "burst_range",
    "conversion",
    "damage_bonus",
    "difficulty",
    "gain",
    "level",
    "long_madness",
    "modifier",
    "multiplier",
    "older_name",
    "pair",
    "series",
    "short_madness",
    "size",
    "studies",
)
SHELF = Shelf(FOLDER, TABLES, FIXED)
table, keys, live = SHELF.table, SHELF.keys, SHELF.live
_row = SHELF.row


def skill(key: str) -> Skill:
    """A skill; one held several times may be named in full (`langue_etrangere:latin`)."""
    kind, mark, _ = key.partition(":")
    row: Skill = _row("skills", "skill", kind)
    if mark and not row.many:
        raise Refusal("field/one_of", field="skill", came=key, allowed=keys("skills", "skill", "many"), hint=kind)
    return row


def group(key: str) -> Group:
    """A group of skills."""
    return _row("skills", "group", key)  # type: ignore[no-any-return]


def profession(key: str) -> Profession:
    """A profession."""
    return _row("professions", "profession", key)  # type: ignore[no-any-return]


def trait_about(name: str, target: str) -> str:
    """A trait with what it is about: « Doué en Écouter », « Phobique (les rats) »."""
    return f"{name} {target}" if name.endswith((" en", " in")) else f"{name.partition(' (')[0]} ({target})"


def trait(key: str) -> Trait:
    """A trait, psychic ones included."""
    return _row("traits", "trait", key)  # type: ignore[no-any-return]


def weapon(key: str) -> Weapon:
    """A weapon of the list."""
    return _row("weapons", "weapon", key)  # type: ignore[no-any-return]


def rate(key: str) -> Rate:
    """A rate of fire."""
    return _row("weapons", "rate", key)  # type: ignore[no-any-return]


def armour(key: str) -> Armour:
    """A vest or cuirass."""
    return _row("armours", "armour", key)  # type: ignore[no-any-return]


def creature(key: str) -> Creature:
    """A Monster."""
    return _row("profiles", "creature", key)  # type: ignore[no-any-return]


def adversary(key: str) -> Adversary:
    """An ordinary adversary."""
    return _row("profiles", "adversary", key)  # type: ignore[no-any-return]


def profile(key: str) -> Creature | Adversary:
    """A Monster or an ordinary adversary by its key: the two lists share none."""
    monsters, people = SHELF.rows_by_key("profiles", "creature"), SHELF.rows_by_key("profiles", "adversary")
    row = monsters.get(key) or people.get(key)
    if row is None:
        both = [*monsters, *people]
        raise Refusal("field/one_of", field="profile", came=key, allowed=both, hint=nearest(key, both))
    return row  # type: ignore[no-any-return]


def explosive(key: str) -> Explosive:
    """An explosion."""
    return _row("dangers", "explosive", key)  # type: ignore[no-any-return]


def hazard(key: str) -> Hazard:
    """Fire, a fall, current, acid."""
    return _row("dangers", "hazard", key)  # type: ignore[no-any-return]


def poison(key: str) -> Poison:
    """A poison or venom."""
    return _row("dangers", "poison", key)  # type: ignore[no-any-return]


def madness(roll: int, long: bool = False) -> Madness:
    """A face of the d10 of madness, in the short or the long column (D100-MISS-09)."""
    return table("madness", "long_madness" if long else "short_madness")[roll - 1]  # type: ignore[no-any-return]


def tome(key: str) -> Tome:
    """A forbidden book."""
    return _row("magic", "tome", key)  # type: ignore[no-any-return]


def spell(key: str) -> Spell:
    """A spell."""
    return _row("magic", "spell", key)  # type: ignore[no-any-return]


def price(key: str) -> Price:
    """What a thing costs."""
    return _row("prices", "price", key)  # type: ignore[no-any-return]


def vehicle(key: str) -> Vehicle:
    """A vehicle or mount."""
    return _row("vehicles", "vehicle", key)  # type: ignore[no-any-return]


def language(key: str) -> Row:
    """A language."""
    return _row("names", "language", key)  # type: ignore[no-any-return]


def jet(key: str) -> Jet:
    """One of the five Jets."""
    return _row("scales", "jet", key)  # type: ignore[no-any-return]


def size(tai: int) -> Size:
    """The size of a TAI score (D100-MISS-07)."""
    return next(row for row in table("scales", "size") if row.last is None or tai <= row.last)  # type: ignore[no-any-return]
