"""Sheets of other games as somebody copies them: investigators, other people, Monsters (CONV, MISS)."""

import re
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.inputs import BadField
from gardien.core.values import Value
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.character import CODES, Code, D100Attack, Modifier, Name, Percent, Text, check_dice
from gardien.systems.d20d100.rules.conversion import ArmourClassGiven, Chance
from gardien.systems.d20d100.sheet.parts import Language, Names

# What a sheet of ours can still hold: Defence, initiative and the damage bonus have their own limits.
Strength: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
Agility: TypeAlias = Annotated[int, Meta(ge=0, le=90)]
MOST_BULK = 250
Bulk: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_BULK)]
Mind: TypeAlias = Annotated[int, Meta(ge=0, le=300)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]

AGAINST = re.compile(r"\s*(?P<success>[^/\s]+)\s*/\s*(?P<failure>[^/\s]+)\s*")


class Scored(Value, frozen=True, kw_only=True):
    """Scores as they were written; one that is left out is average."""

    FOR: Strength | None = None
    CON: Mind | None = None
    TAI: Bulk | None = None
    DEX: Agility | None = None
    APP: Mind | None = None
    INT: Mind | None = None
    POU: Mind | None = None
    EDU: Mind | None = None

    @property
    def scores(self) -> dict[Code, int]:
        """The scores that were written."""
        written = {code: getattr(self, code, None) for code in CODES}
        return {code: score for code, score in written.items() if score is not None}


class Copied(Scored, frozen=True, kw_only=True):
    """What every sheet of the percentile game may hold."""

    name: Name = ""
    skills: Annotated[dict[Name, Chance], Meta(max_length=100)] = {}
    attacks: Annotated[tuple[D100Attack, ...], Meta(max_length=6)] = ()
    weapons: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    pv: Points | None = None
    pm: Points | None = None
    damage_bonus: Name = ""
    spells: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()
    equipment: Names = ()
    notes: Text = ""
    language: Annotated[Language, Meta(description="of what is written on the sheet")] = "fr"


class OlderInvestigator(Copied, frozen=True, kw_only=True):
    """A finished investigator of the percentile game (D100-CONV-03)."""

    player: Name = ""
    gender: Literal["f", "m"] | None = None
    age: Annotated[int, Meta(ge=1, le=120)] | None = None
    nationality: Name = ""
    profession: Name = ""
    san: Percent | None = None
    mythos: Percent = 0
    per_method: Literal["roll", "ten", "spot_hidden"] = "ten"
    vest: Name = ""


Size: TypeAlias = Annotated[int, Meta(ge=-8, le=8)]
Natural: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
Quickness: TypeAlias = Annotated[int, Meta(ge=-10, le=20)]
Dodging: TypeAlias = Annotated[int, Meta(ge=0, le=20)]


def class_of(given: "OlderAdversary | D20Person") -> ArmourClassGiven | None:
    """An armour class of d20 from its parts, where any was written (D100-CONV-04)."""
    parts = {name: getattr(given, name) for name in ArmourClassGiven.__struct_fields__}
    written = {name: part for name, part in parts.items() if part is not None}
    return ArmourClassGiven(**written) if written else None


class OlderAdversary(Copied, frozen=True, kw_only=True):
    """What the Keeper’s characters share; Defence may come from an armour class of d20 (D100-CONV-04, D100-CONV-05)."""

    size: Size | None = None
    natural: Natural | None = None
    dex: Quickness | None = None
    dodge: Dodging | None = None
    armour: Annotated[int, Meta(ge=0, le=60)] | None = None
    grapple_percent: Annotated[int, Meta(ge=0, le=300)] | None = None
    speed: Annotated[float, Meta(ge=0, le=1000)] | None = None


class OlderPerson(OlderAdversary, frozen=True, kw_only=True):
    """Another person of the percentile game."""

    gender: Literal["f", "m"] | None = None
    san: Percent | None = None
    vest: Name = ""


def split_loss(text: str) -> tuple[str, str]:
    """What a success costs and what a failure costs: « 0/1d6 »; nothing costs nothing (D100-SAN-01)."""
    if not text.strip():
        return "0", "0"
    parts = AGAINST.fullmatch(text)
    if parts is None:
        raise BadField("san_loss", "field/type", "D100-SAN-01", came=text, allowed="0/1d6")
    check_dice("san_loss", parts["success"], "D100-SAN-01")
    check_dice("san_loss", parts["failure"], "D100-SAN-01")
    return parts["success"].lower(), parts["failure"].lower()


class OlderMonster(OlderAdversary, frozen=True, kw_only=True):
    """A Monster of the percentile game, and what the sight of it costs."""

    san_loss: Name = ""

    def __post_init__(self) -> None:
        split_loss(self.san_loss)


class D20Attack(Value, frozen=True, kw_only=True):
    """An attack of d20: its bonus is kept (D100-MISS-14)."""

    name: Name
    attack: Modifier
    damage: Name = ""
    per_round: Annotated[int, Meta(ge=1, le=10)] = 1


class D20Person(Value, frozen=True, kw_only=True):
    """A person of d20; there is no TAI there, and PV rest on it (D100-CONV-04, D100-MISS-14)."""

    name: Name = ""
    FOR: Strength | None = None
    CON: Mind | None = None
    TAI: Bulk | None = None
    DEX: Agility | None = None
    INT: Mind | None = None
    SAG: Mind | None = None
    CHA: Mind | None = None
    size: Size | None = None
    natural: Natural | None = None
    dex: Quickness | None = None
    dodge: Dodging | None = None
    pv: Points | None = None
    skills: Annotated[dict[Name, Modifier], Meta(max_length=100)] = {}
    attacks: Annotated[tuple[D20Attack, ...], Meta(max_length=6)] = ()
    speed: Annotated[float, Meta(ge=0, le=1000)] | None = None
    notes: Text = ""
    language: Annotated[Language, Meta(description="of what is written on the sheet")] = "fr"

    def __post_init__(self) -> None:
        if self.TAI is None:
            rows = [row for row in pack.table("scales", "size") if row.scale == self.size]
            first, last = (rows[0].first, rows[0].last) if rows else (0, None)
            fitting = f"{first}–{MOST_BULK if last is None else last}"
            raise BadField("TAI", "field/missing", "D100-MISS-14", allowed=fitting)

    @property
    def scores(self) -> dict[Code, int]:
        """The scores that this game has too (D100-MISS-14)."""
        written = {code: getattr(self, code, None) for code in CODES}
        return {code: score for code, score in written.items() if score is not None}


class D20Monster(D20Person, frozen=True, kw_only=True):
    """A creature of d20."""

    san_loss: Name = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        split_loss(self.san_loss)
