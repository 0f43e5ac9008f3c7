"""Printed and proposed tables: bodies, weapons, armours, feats, creatures… by file and by key (LETH, GB, P-…)."""

import os
from collections.abc import Mapping
from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import replace

from gardien.core.errors import Refusal, nearest
from gardien.core.in_force import kept_by_rows
from gardien.core.pack import Shelf
from gardien.core.rows import Named, PersonName, Row
from gardien.systems.cthulhud20.pack.arms import (
    ArmourRow,
    Concealment,
    CoverRow,
    Explosive,
    Firing,
    Loading,
    Position,
    WeaponRow,
)
from gardien.systems.cthulhud20.pack.minds import Creature, Madness, Sample, SanCause, Spell, Tome
from gardien.systems.cthulhud20.pack.rows import (
    ActionRow,
    Ageing,
    Aggravation,
    AimRow,
    BodyZone,
    Cause,
    ConditionRow,
    DestinyRow,
    DifficultyRow,
    Disease,
    Effort,
    Fatigue,
    Feat,
    Grade,
    Lethal,
    Poison,
    Price,
    Profession,
    Rank,
    RemovedRow,
    Shape,
    SituationRow,
    Skill,
)
from gardien.systems.cthulhud20.vocabulary import (
    Aim,
    Condition,
    FireMode,
    OwnTables,
    Severity,
    Situation,
    Tables,
    Zone,
)

FOLDER = os.path.dirname(__file__)

# Every table a pack file may hold, with the type of its rows.
TABLES: dict[str, Any] = {
    "action": ActionRow,
    "ageing": Ageing,
    "aggravation": Aggravation,
    "aim": AimRow,
    "armour": ArmourRow,
    "belonging": Row,
    "births": Named,
    "cause": Cause,
    "concealment": Concealment,
    "condition": ConditionRow,
    "cover": CoverRow,
    "creature": Creature,
    "destiny": DestinyRow,
    "difficulty": DifficultyRow,
    "disease": Disease,
    "effort": Effort,
    "explosive": Explosive,
    "family": PersonName,
    "fatigue": Fatigue,
    "feat": Feat,
    "feminine": PersonName,
    "field": Row,
    "fire_mode": Firing,
    "language": Row,
    "lethal": Lethal,
    "level": Rank,
    "loader": Loading,
    "long_madness": Madness,
    "masculine": PersonName,
    "motives": Named,
    "pasts": Named,
    "poison": Poison,
    "portraits": Named,
    "position": Position,
    "price": Price,
    "profession": Profession,
    "removed": RemovedRow,
    "sample": Sample,
    "san_cause": SanCause,
    "severity": Grade,
    "shape": Shape,
    "short_madness": Madness,
    "situation": SituationRow,
    "skill": Skill,
    "spell": Spell,
    "tome": Tome,
    "weapon": WeaponRow,
    "zone": BodyZone,
}

# Read by rank, by span or by the faces of a die: packs change words there, and add nothing.
FIXED = (
    "ageing",
    "aggravation",
    "difficulty",
    "fatigue",
    "lethal",
    "level",
    "long_madness",
    "price",
    "short_madness",
    "zone",
)
SHELF = Shelf(FOLDER, TABLES, FIXED)
table, keys, live = SHELF.table, SHELF.keys, SHELF.live

ABOUT: dict[str, tuple[str, ...]] = {  # what a feat may be about, where the words are counted
    "group": ("melee", "archery", "handgun", "rifle", "shotgun", "automatic", "heavy"),
    "armour": ("light", "medium", "heavy"),
}
KNOWLEDGE = "knowledge_"  # before the field of a Knowledge skill (CD20-P-SKILL-01)


# ---- scales ----


@kept_by_rows(1024)
def fatigue(lost: int) -> int:
    """The malus for PF lost (CD20-FAT-01)."""
    row: Fatigue = next(row for row in table("scales", "fatigue") if row.holds(max(0, lost)))
    return row.malus


@kept_by_rows(1024)
def lethal(damage: int) -> int:
    """The attack bonus of a highest damage (CD20-LETH-01)."""
    row: Lethal = next(row for row in table("scales", "lethal") if row.holds(max(1, damage)))
    return row.bonus


def level(number: int) -> Rank:
    """One level of the table (CD20-P-LEVEL-01)."""
    return table("scales", "level")[number - 1]  # type: ignore[no-any-return]


# ---- bodies ----


def tables_of(sheet: Mapping[str, Any]) -> Tables:
    """The body tables of a kept sheet: by their key, or as the Keeper has drawn them up (CD20-CREA-02)."""
    tables: Tables = convert(sheet.get("tables") or "human", Tables)  # type: ignore[arg-type]
    return tables


def shape(tables: Tables) -> Shape:
    """A body as a whole; one that the Keeper has drawn up has no name (CD20-CREA-02)."""
    if isinstance(tables, OwnTables):
        own = {name: getattr(tables, name) for name in ("beyond", "whole", "care")}
        return Shape(key="human", fr="Corps particulier", en="Body of its own", aimed=bool(tables.aims), **own)
    return SHELF.row("bodies", "shape", tables)  # type: ignore[no-any-return]


@kept_by_rows(256)
def zones(tables: Tables) -> dict[Zone, tuple[BodyZone, ...]]:
    """The zones of a body in the order of its table; a zone may stand on several rows."""
    by_zone: dict[Zone, tuple[BodyZone, ...]] = {}
    if isinstance(tables, OwnTables):
        rows = [BodyZone(**to_builtins(one)) for one in sorted(tables.zones, key=lambda one: one.first)]
    else:
        rows = [row for row in table("bodies", "zone") if row.tables == tables]
    for row in rows:
        by_zone[row.zone] = (*by_zone.get(row.zone, ()), row)
    return by_zone


@kept_by_rows(256)
def severities(tables: Tables) -> dict[Severity, Grade]:
    """The rows of a severity table (CD20-GB-04); those of the Keeper’s own are called as all others are."""
    rows: dict[Severity, Grade] = {row.key: row for row in table("bodies", "severity")}
    if not isinstance(tables, OwnTables) or not tables.severities:
        return rows
    starts = sorted(one.first for one in tables.severities if one.severity != "destructive")
    own: dict[Severity, Grade] = {}
    for one in tables.severities:
        end = next((first - 1 for first in starts if first > one.first), None)
        losses = {"pf": one.pf, "pv": one.pv, "care": one.care}
        own[one.severity] = replace(rows[one.severity], first=one.first, last=end, **losses)
    return {**rows, **own}


def severity(key: Severity, tables: Tables = "human") -> Grade:
    """One row of the severity table; one that it does not have is that of humans."""
    return severities(tables)[key]


@kept_by_rows(1024)
def grade_at(gb: int, tables: Tables = "human") -> Grade:
    """The row of the severity table that a GB falls on (CD20-GB-04)."""
    own = tables.severities if isinstance(tables, OwnTables) else ()
    keys = {one.severity for one in own}
    rows = [row for key, row in severities(tables).items() if key != "destructive" and (not keys or key in keys)]
    return next(row for row in rows if row.holds(gb))


@kept_by_rows(1024)
def interval(tables: Tables, key: Severity) -> int:
    """Rounds between two losses of an untreated wound; 0 where it does not aggravate (CD20-BLEED-04)."""
    if isinstance(tables, OwnTables) and tables.severities:
        return next((one.rounds for one in tables.severities if one.severity == key), 0)
    name = "human" if isinstance(tables, OwnTables) else tables
    rows = table("bodies", "aggravation")
    return next((row.rounds for row in rows if row.tables == name and row.severity == key), 0)


@kept_by_rows(1024)
def aim(key: Aim, tables: Tables = "human") -> AimRow:
    """A zone or group that can be aimed at."""
    row: AimRow = SHELF.row("bodies", "aim", key)
    own = next((one for one in tables.aims if one.aim == key), None) if isinstance(tables, OwnTables) else None
    return row if own is None else replace(row, malus=own.malus, first=own.first, last=own.last)


def can_be_aimed_at(key: Aim, tables: Tables) -> bool:
    """Whether a body has such a zone or group to be named (CD20-AIM-02)."""
    own = tables.aims if isinstance(tables, OwnTables) else None
    return shape(tables).aimed if own is None else any(one.aim == key for one in own)


# ---- people ----


@kept_by_rows(1000)
def skill(key: str) -> Skill:
    """A skill; Knowledge is named with its field (`knowledge_medicine`)."""
    if key.startswith(KNOWLEDGE):
        field = key.removeprefix(KNOWLEDGE)
        if field in SHELF.rows_by_key("skills", "field"):
            return SHELF.row("skills", "skill", "knowledge")  # type: ignore[no-any-return]
    if key == "knowledge" or key not in SHELF.rows_by_key("skills", "skill"):
        allowed = skill_keys()
        raise Refusal("field/one_of", field="skill", came=key, allowed=allowed, hint=nearest(key, allowed))
    return SHELF.row("skills", "skill", key)  # type: ignore[no-any-return]


def skill_keys() -> list[str]:
    """Every skill that can be named, each field of Knowledge by itself."""
    fields = [f"{KNOWLEDGE}{key}" for key in keys("skills", "field")]
    return [one for key in keys("skills", "skill") for one in (fields if key == "knowledge" else [key])]


def tried_skills() -> list[str]:
    """Those that are thrown for: a language is spoken or it is not (CD20-P-SKILL-01)."""
    return [key for key in skill_keys() if skill(key).rolled]


@kept_by_rows(1000)
def feat(key: str) -> Feat:
    """A feat; what it is about stands after a colon (`weapon_focus:m21`)."""
    kind, mark, about = key.partition(":")
    row: Feat = SHELF.row("feats", "feat", kind)
    if (row.parameter is None) == bool(mark) or (mark and not about):
        allowed = keys("feats", "feat")
        raise Refusal("field/one_of", field="feat", came=key, allowed=allowed, hint=kind + (":" if not mark else ""))
    if row.parameter in ("skill", "skills"):
        for one in about.split("+") if row.parameter == "skills" else (about,):
            skill(one)
    listed = ABOUT.get(row.parameter or "", ())
    if listed and about not in listed:
        raise Refusal("field/one_of", field="feat", came=about, allowed=list(listed), hint=nearest(about, listed))
    return row


def feat_title(row: Feat, details: str, language: str) -> str:
    """A feat’s own name with what it is about; in French the name that the source gives it follows.

    « Arme de prédilection : M21 (Weapon Focus) », “Weapon Focus (M21)”.
    """
    if language == "en":
        return f"{row.en} ({details})" if details else row.en
    name = f"{row.fr}\u00a0: {details}" if details else row.fr
    return name if row.fr == row.en else f"{name} ({row.en})"


def profession(key: str) -> Profession:
    """A profession."""
    return SHELF.row("professions", "profession", key)  # type: ignore[no-any-return]


def sample(key: str) -> Sample:
    """A ready sheet."""
    return SHELF.row("samples", "sample", key)  # type: ignore[no-any-return]


# ---- arms ----


def weapon(key: str) -> WeaponRow:
    """A weapon of the list."""
    return SHELF.row("weapons", "weapon", key)  # type: ignore[no-any-return]


def armour(key: str) -> ArmourRow:
    """An armour of the list."""
    return SHELF.row("armours", "armour", key)  # type: ignore[no-any-return]


def explosive(key: str) -> Explosive:
    """An explosive."""
    return SHELF.row("weapons", "explosive", key)  # type: ignore[no-any-return]


def fire_mode(key: FireMode) -> Firing:
    """A mode of fire."""
    return SHELF.row("weapons", "fire_mode", key)  # type: ignore[no-any-return]


def loader(key: str) -> Loading:
    """A way to load."""
    return SHELF.row("weapons", "loader", key)  # type: ignore[no-any-return]


# ---- the fight ----


def situation(key: Situation) -> SituationRow:
    """Something that weighs on an attacker."""
    return SHELF.row("fights", "situation", key)  # type: ignore[no-any-return]


def condition(key: Condition) -> ConditionRow:
    """A condition."""
    return SHELF.row("fights", "condition", key)  # type: ignore[no-any-return]


def effort(key: str) -> Effort:
    """An effort."""
    return SHELF.row("fights", "effort", key)  # type: ignore[no-any-return]


# ---- dangers, minds, creatures ----


def cause(key: str) -> Cause:
    """A natural cause."""
    return SHELF.row("dangers", "cause", key)  # type: ignore[no-any-return]


def poison(key: str) -> Poison:
    """A poison."""
    return SHELF.row("dangers", "poison", key)  # type: ignore[no-any-return]


def disease(key: str) -> Disease:
    """A disease."""
    return SHELF.row("dangers", "disease", key)  # type: ignore[no-any-return]


def san_cause(key: str) -> SanCause:
    """Something seen and its price."""
    return SHELF.row("minds", "san_cause", key)  # type: ignore[no-any-return]


def madness(face: int, long: bool = False) -> Madness | None:
    """The effect of a d100 of temporary insanity; nothing on 100 of the short table (CD20-P-SAN-03)."""
    rows = table("minds", "long_madness" if long else "short_madness")
    return next((row for row in rows if row.first <= face <= row.last), None)


def spell(key: str) -> Spell:
    """A spell."""
    return SHELF.row("minds", "spell", key)  # type: ignore[no-any-return]


def tome(key: str) -> Tome:
    """A book of the Mythos."""
    return SHELF.row("minds", "tome", key)  # type: ignore[no-any-return]


def creature(key: str) -> Creature:
    """A being of the bestiary."""
    return SHELF.row("creatures", "creature", key)  # type: ignore[no-any-return]
