"""The parts of a sheet: weapons carried, skills line by line, what a drug has made of somebody (M4, M9, DRUG)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr, replace

from gardien.core.in_force import kept_by_rows
from gardien.core.inputs import BadField, check_key
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.rules.character import DrugKey, PoisonKey
from gardien.systems.organique.rules.fight.weapons import UNARMED, WeaponGiven, WeaponNamed
from gardien.systems.organique.rules.substances.timed_effects import Minute
from gardien.systems.organique.rules.tests.modifiers import skill_bonus
from gardien.systems.organique.vocabulary import Count, Level, Name

Language: TypeAlias = Literal["fr", "en"]
Text: TypeAlias = Annotated[str, Meta(max_length=10_000)]
Names: TypeAlias = Annotated[tuple[Name, ...], Meta(max_length=1000)]
WeaponOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("weapons", "weapon")])]
CoatingOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("poisons", "poison")])]
DiseaseOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("diseases", "disease")])]
Places: TypeAlias = Literal["carried", "dropped", "stuck"]


# ---- weapons ----


class SheetWeapon(Value, frozen=True, kw_only=True, cache_hash=True):
    """A line of the weapon table: one of the list by its key, or one described; how it is loaded, what is on it."""

    weapon: WeaponOrNone = ""
    name: Name = ""
    described: WeaponGiven | None = None  # its own numbers, where it is none of the list
    loaded: Count = 0  # cartridges in the magazine
    spare: Count = 0  # cartridges besides
    coating: CoatingOrNone = ""  # poison on the blade (ORG-POI-01)
    coats: Count = 0  # doses of it
    count: Annotated[int, Meta(ge=1, le=1000)] = 1  # alike: five daggers to throw
    jammed: bool = False
    spent: Annotated[int, Meta(ge=0, le=10)] = 0  # actions that it takes to load it again, without a magazine (M9)
    broken: bool = False
    place: Places = "carried"
    disease: DiseaseOrNone = ""  # that a bite brings, and how hard it is to escape (M16)
    disease_difficulty: Count = 0
    # What follows.
    magazine: Count = 0
    bs: float = 0
    c: float = 0

    def __post_init__(self) -> None:
        if self.weapon:
            check_key("weapon", self.weapon, pack.weapon)
        if self.disease:
            check_key("disease", self.disease, pack.disease)
        if self.coating:
            check_key("coating", self.coating, pack.poison)
        row = pack.weapon(self.weapon) if self.weapon else None
        if row and row.magazine and self.loaded > row.magazine:
            raise BadField("loaded", "field/at_most", "ORG-WPN-01", came=self.loaded, high=row.magazine)
        force_setattr(self, "magazine", row.magazine if row else max(self.magazine, self.loaded))
        own = self.described or row
        force_setattr(self, "bs", (own.bs or 0) if own else 0)
        force_setattr(self, "c", (own.c or 0) if own else 0)

    @property
    def ready(self) -> bool:
        """Whether it can be used as it is: in hand, whole, with something to shoot (M9)."""
        fit = self.place == "carried" and not (self.broken or self.jammed or self.spent)
        return fit and (not self.magazine or self.loaded > 0)

    @property
    def drawn(self) -> int:
        """Actions that it takes to draw it again after every shot: of a crossbow, whose bolts nobody counts (M9)."""
        row = pack.weapon(self.weapon) if self.weapon else None
        return row.reload if row and not row.magazine else 0

    @property
    def hands(self) -> int:
        """Hands that it takes (M9)."""
        return pack.weapon(self.weapon).hands if self.weapon else 1

    def own_input(self) -> WeaponNamed:
        """The weapon under its own name, to tell it from another that is just like it."""
        named = self.weapon_input()
        if not isinstance(named, str):
            return replace(named, name=self.name or named.name)
        return replace(coated_weapon(named, None), name=self.name or named)

    @kept_by_rows(4096)
    def weapon_input(self) -> WeaponNamed:
        """The weapon as attacks take it, with what is on the blade."""
        poison = (self.coats and self.coating) or None
        if self.described is not None:
            return replace(self.described, name=self.name or self.described.name, coating=poison)
        if not self.weapon:
            return UNARMED
        return coated_weapon(self.weapon, poison) if poison else self.weapon


def coated_weapon(key: str, poison: str | None) -> WeaponGiven:
    """A weapon of the list in its own numbers, with poison on it."""
    row = pack.weapon(key)
    names = [name for name in WeaponGiven.__struct_fields__ if hasattr(row, name)]
    return WeaponGiven(name=key, coating=poison, **{name: getattr(row, name) for name in names})


def weapon_lines(keys: tuple[str, ...], language: Language, coating: str | None = None) -> tuple[SheetWeapon, ...]:
    """Weapons of the list as lines, loaded, with one more load besides; poison on the first blade (ORG-POI-01)."""
    lines = []
    for key in keys:
        row = pack.weapon(key)
        poison = coating if row.bs and not row.magazine else None
        coating = None if poison else coating
        line = SheetWeapon(
            weapon=key,
            name=getattr(row, language),
            loaded=row.magazine,
            spare=row.magazine,
            coating=poison or "",
            coats=1 if poison else 0,
        )
        lines.append(line)
    return tuple(lines)


# ---- skills ----


class SkillLine(Value, frozen=True, kw_only=True):
    """A skill as it stands on paper: its level, and what the level adds (ORG-SKILL-02)."""

    level: Level
    bonus: int


def skill_lines(skills: dict[str, int]) -> dict[str, SkillLine]:
    """Skills, the highest level first."""
    ordered = sorted(skills.items(), key=lambda one: (-one[1], one[0]))
    return {key: SkillLine(level=level, bonus=skill_bonus(level)) for key, level in ordered}


# ---- drugs ----


class Habit(Value, frozen=True, kw_only=True):
    """A drug in somebody’s life: when it was taken in the last month, and what the body is used to (ORG-DRUG-01)."""

    drug: DrugKey
    taken: Annotated[tuple[Minute, ...], Meta(max_length=1000)] = ()  # dose by dose, minutes of the table’s clock
    unchecked: Count = 0  # doses of the last day that nobody has made a test for (ORG-DRUG-03)
    tolerance: Count = 0
    held: Count = 0  # doses in the pocket (ORG-DRUG-06)
    month: Minute = 0  # since when doses are counted for the tolerance

    def __post_init__(self) -> None:
        check_key("drug", self.drug, pack.drug)


class PoisonHeld(Value, frozen=True, kw_only=True):
    """Poison in somebody’s pocket, in doses."""

    poison: PoisonKey
    doses: Count = 1

    def __post_init__(self) -> None:
        check_key("poison", self.poison, pack.poison)
