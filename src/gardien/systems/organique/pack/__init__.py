"""Printed and proposed tables: scales, substances, skills, weapons, networks, creatures… by file and key (M1…M21)."""

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from gardien.core.in_force import kept_by_rows
from gardien.core.pack import Shelf
from gardien.systems.organique.vocabulary import (
    Action,
    ClassKey,
    CrackTime,
    EntrySkill,
    Finding,
    Frequency,
    Privilege,
    ReactionKind,
    SaveKind,
    Symptom,
)

if TYPE_CHECKING:
    from gardien.systems.organique.pack.arms import (
        ActionRow,
        ArmourRow,
        CoverRow,
        Creature,
        ManoeuvreRow,
        ReactionRow,
        Sample,
        Swarm,
        Vehicle,
        WeaponRow,
    )
    from gardien.systems.organique.pack.nets import (
        Computer,
        EntryRow,
        FindingRow,
        Machine,
        Network,
        PrivilegeRow,
        Program,
    )
    from gardien.systems.organique.pack.rows import (
        ClassRow,
        CombatSkill,
        Cracking,
        Disease,
        Drug,
        Fist,
        Login,
        Note,
        Poison,
        Power,
        SaveRow,
        Skill,
        SymptomRow,
        ThrownRow,
        Trait,
    )

FOLDER = os.path.dirname(__file__)

# Read by rank, by span or by the faces of a die: packs change words there, and add nothing.
FIXED = ("difficulty", "punch", "range_step", "rank", "thrown")
SHELF = Shelf(FOLDER, "gardien.systems.organique.pack.tables:TABLES", FIXED)  # most questions need no row
table, keys, live = SHELF.table, SHELF.keys, SHELF.live


# ---- scales ----


def scale(name: str) -> Callable[[str], Any]:
    """How a row of a scale is found by its key: of surfaces, lies, natures… (file `scales`)."""
    return partial(SHELF.row, "scales", name)


def mark(name: str, key: str) -> int:
    """A difficulty of habit: of a surface, a lie, a feat, an argument (file `scales`)."""
    return SHELF.row("scales", name, key).difficulty  # type: ignore[no-any-return]


def modifier(name: str, key: str) -> int:
    """A number that is added: of a size, a nature, a haste, a place (file `scales`)."""
    return SHELF.row("scales", name, key).modifier  # type: ignore[no-any-return]


def time_factor(support: str) -> int:
    """How many times longer it takes with a book on such a support (ORG-SKILL-05)."""
    return SHELF.row("scales", "support", support).time_factor  # type: ignore[no-any-return]


def save(key: SaveKind) -> "SaveRow":
    """What a save is made with (ORG-SAVE-01)."""
    return SHELF.row("scales", "save", key)  # type: ignore[no-any-return]


@kept_by_rows(128)
def punch(strength: int) -> float:
    """What a punch does at this FOR (M9): the first band below it, the last above it."""
    rows: tuple[Fist, ...] = table("scales", "punch")
    return next((row.c for row in rows if strength <= row.last), rows[-1].c)


def thrown_band(kg: float) -> "ThrownRow":
    """The band of a thrown weight (ORG-WPN-06)."""
    rows: tuple[ThrownRow, ...] = table("scales", "thrown")
    return [row for row in rows if row.kg <= kg][-1]


def crack_time(result: int) -> CrackTime:
    """The time that a result of decryption takes (ORG-CRY-05): the largest threshold not above it."""
    rows: tuple[Cracking, ...] = table("scales", "cracking")
    return max((row for row in rows if row.result <= result), key=lambda row: row.result, default=rows[0]).key


def login(key: Frequency) -> "Login":
    """How often somebody logs in."""
    return SHELF.row("scales", "login", key)  # type: ignore[no-any-return]


# ---- substances ----


def symptom(key: Symptom) -> "SymptomRow":
    """A symptom."""
    return SHELF.row("symptoms", "symptom", key)  # type: ignore[no-any-return]


def drug(key: str) -> "Drug":
    """A drug."""
    return SHELF.row("drugs", "drug", key)  # type: ignore[no-any-return]


def note(key: str) -> "Note":
    """What a drug does beside numbers."""
    return SHELF.row("drugs", "note", key)  # type: ignore[no-any-return]


def disease(key: str) -> "Disease":
    """A disease."""
    return SHELF.row("diseases", "disease", key)  # type: ignore[no-any-return]


def poison(key: str) -> "Poison":
    """A poison."""
    return SHELF.row("poisons", "poison", key)  # type: ignore[no-any-return]


# ---- people ----


def skill(key: str) -> "Skill":
    """An ordinary skill: intellectual, social, physical, technical, computing, vehicle."""
    return SHELF.row("skills", "skill", key)  # type: ignore[no-any-return]


def combat_skill(key: str) -> "CombatSkill":
    """A combat skill."""
    return SHELF.row("skills", "combat_skill", key)  # type: ignore[no-any-return]


def power(key: str) -> "Power":
    """A psychic skill."""
    return SHELF.row("skills", "power", key)  # type: ignore[no-any-return]


def player_class(key: ClassKey) -> "ClassRow":
    """A class."""
    return SHELF.row("people", "class", key)  # type: ignore[no-any-return]


def trait(key: str) -> "Trait":
    """An advantage or drawback."""
    return SHELF.row("people", "trait", key)  # type: ignore[no-any-return]


def sample(key: str) -> "Sample":
    """A ready sheet."""
    return SHELF.row("samples", "sample", key)  # type: ignore[no-any-return]


# ---- the fight ----


def action(key: Action) -> "ActionRow":
    """A combat action."""
    return SHELF.row("combat", "action", key)  # type: ignore[no-any-return]


def reaction(key: ReactionKind) -> "ReactionRow":
    """A reaction."""
    return SHELF.row("combat", "reaction", key)  # type: ignore[no-any-return]


def weapon(key: str) -> "WeaponRow":
    """A weapon of the list."""
    return SHELF.row("weapons", "weapon", key)  # type: ignore[no-any-return]


def armour(key: str) -> "ArmourRow":
    """An armour of the list."""
    return SHELF.row("armours", "armour", key)  # type: ignore[no-any-return]


def cover(key: str) -> "CoverRow":
    """A cover of the list."""
    return SHELF.row("armours", "cover", key)  # type: ignore[no-any-return]


def manoeuvre(key: str) -> "ManoeuvreRow":
    """A manoeuvre."""
    return SHELF.row("vehicles", "manoeuvre", key)  # type: ignore[no-any-return]


def vehicle(key: str) -> "Vehicle":
    """A vehicle."""
    return SHELF.row("vehicles", "vehicle", key)  # type: ignore[no-any-return]


def creature(key: str) -> "Creature":
    """An animal, a person of the street, or a robot."""
    table = "creature" if key in SHELF.rows_by_key("creatures", "creature") else "robot"
    return SHELF.row("creatures", table, key)  # type: ignore[no-any-return]


def swarm(key: str) -> "Swarm":
    """A swarm."""
    return SHELF.row("creatures", "swarm", key)  # type: ignore[no-any-return]


# ---- networks ----


def finding(key: Finding) -> "FindingRow":
    """What a preliminary may find."""
    return SHELF.row("networks", "finding", key)  # type: ignore[no-any-return]


def finding_on(face: int) -> "FindingRow":
    """What a d100 finds (ORG-HACK-05)."""
    return next(row for row in table("networks", "finding") if row.first <= face <= row.last)  # type: ignore[no-any-return]


def entry(key: EntrySkill) -> "EntryRow":
    """A skill that finds flaws."""
    return SHELF.row("networks", "entry", key)  # type: ignore[no-any-return]


def privilege(key: Privilege) -> "PrivilegeRow":
    """A privilege."""
    return SHELF.row("networks", "privilege", key)  # type: ignore[no-any-return]


def network(key: str) -> "Network":
    """A network."""
    return SHELF.row("networks", "network", key)  # type: ignore[no-any-return]


def system(key: str) -> "Machine":
    """A system of a network."""
    return SHELF.row("networks", "system", key)  # type: ignore[no-any-return]


def systems(network: str) -> "tuple[Machine, ...]":
    """The systems of a network, in the order of its table."""
    return tuple(row for row in table("networks", "system") if row.network == network)


def computer(key: str) -> "Computer":
    """A computer."""
    return SHELF.row("computers", "computer", key)  # type: ignore[no-any-return]


def program(key: str) -> "Program":
    """A program."""
    return SHELF.row("computers", "program", key)  # type: ignore[no-any-return]
