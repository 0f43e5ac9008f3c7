"""What may be decided before a runner is drawn (M1 to M4, M9, M10, M14)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.inputs import check_key
from gardien.core.rows import key_of_name
from gardien.core.values import Value, frozen_map
from gardien.systems.organique import pack
from gardien.systems.organique.creation.check import HEALTH_RANGE, HIGHEST, SCORE_RANGE
from gardien.systems.organique.pack.rows import Skill
from gardien.systems.organique.rules.character import ArmourKey, DrugKey, SkillKey
from gardien.systems.organique.sheet.parts import Language, Names, Text
from gardien.systems.organique.sheet.sheet import ComputerKey
from gardien.systems.organique.vocabulary import Code, Name, Rating

YOUNGEST, OLDEST = 12, 120
ScoreChosen: TypeAlias = Annotated[int, Meta(ge=SCORE_RANGE[0], le=SCORE_RANGE[1])]
ReserveChosen: TypeAlias = Annotated[int, Meta(ge=HEALTH_RANGE[0], le=HEALTH_RANGE[1])]
LevelChosen: TypeAlias = Annotated[int, Meta(ge=0, le=HIGHEST)]
WeaponKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(pack.keys("weapons", "weapon")))]
CombatKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(pack.keys("skills", "combat_skill")))]
PowerKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(pack.keys("skills", "power")))]
TraitKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(pack.keys("people", "trait")))]
ProgramKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(pack.keys("computers", "program")))]
ClassNamed: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(pack.keys("people", "class")))]
Times: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
LEARNED = ("skills", "combat_skills", "powers")  # the three lists of skills, paid out of one purse
# Inputs of keys, and the table whose rows they name: by key, or as the pack calls them in either language.
TABLE_OF: dict[str, tuple[str, str]] = {
    "combat_skills": ("skills", "combat_skill"),
    "powers": ("skills", "power"),
    "traits": ("people", "trait"),
    "arms": ("weapons", "weapon"),
    "armour": ("armours", "armour"),
    "programs": ("computers", "program"),
    "drugs": ("drugs", "drug"),
    "specialities": ("networks", "os"),
    "player_class": ("people", "class"),
    "computer": ("computers", "computer"),
    "addiction": ("drugs", "drug"),
}


class DrawGiven(Value, frozen=True, kw_only=True):
    """What is already decided; the rest is drawn."""

    name: Name | None = None
    gender: Literal["f", "m"] | None = None
    player: Name = ""
    age: Annotated[int, Meta(ge=YOUNGEST, le=OLDEST)] | None = None
    player_class: ClassNamed | None = None
    scores: Annotated[dict[Code, ScoreChosen], Meta(max_length=8)] | None = None
    SNG: ReserveChosen | None = None
    CPS: ReserveChosen | None = None
    INC: ReserveChosen | None = None
    traits: Annotated[dict[TraitKey, Times], Meta(max_length=20)] | None = None
    addiction: DrugKey | None = None
    skills: Annotated[dict[SkillKey, LevelChosen], Meta(max_length=100)] | None = None
    combat_skills: Annotated[dict[CombatKey, LevelChosen], Meta(max_length=40)] | None = None
    powers: Annotated[dict[PowerKey, LevelChosen], Meta(max_length=20)] | None = None
    specialities: Annotated[tuple[Name, ...], Meta(max_length=10)] | None = None
    arms: Annotated[tuple[WeaponKey, ...], Meta(max_length=20)] | None = None
    armour: Annotated[tuple[ArmourKey, ...], Meta(max_length=10)] | None = None
    computer: ComputerKey | None = None
    programs: Annotated[dict[ProgramKey, Rating], Meta(max_length=20)] | None = None
    drugs: Annotated[dict[DrugKey, Annotated[int, Meta(ge=0, le=100)]], Meta(max_length=20)] | None = None
    gear: Names | None = None
    portrait: Text | None = None
    history: Text | None = None
    notes: Text = ""
    language: Annotated[Language, Meta(description="of what is drawn")] = "fr"

    def __post_init__(self) -> None:
        for field in (*TABLE_OF, "skills"):
            self._read_keys(field)
        for key in self.skills or {}:
            check_key("skills", key, skill_row)

    def _read_keys(self, field: str) -> None:
        """Rows may be named as the pack calls them in either language; what is none times is not there."""
        came = getattr(self, field)
        if came == "" and field != "computer":  # nobody has decided; of a computer: that there is none
            force_setattr(self, field, None)
        if not came:
            return
        force_setattr(self, field, to_keys(field, came))
        if field == "skills":
            return
        value = getattr(self, field)
        for key in (value,) if isinstance(value, str) else value:
            check_key(field, key, lambda one: pack.SHELF.row(*TABLE_OF[field], one))


def to_keys(field: str, came: Any) -> Any:
    """The rows that an input names, by their keys."""
    if isinstance(came, str):
        return key_of(field, came)
    if isinstance(came, Mapping):
        return frozen_map({key_of(field, name): value for name, value in came.items() if value})
    return tuple(key_of(field, one) for one in came)


def key_of(field: str, written: str) -> str:
    """A row by its key or its name; of a skill of which there are many, « Langues (espagnol) » too (M4)."""
    if field != "skills":
        return key_of_name(pack.table(*TABLE_OF[field]), written)
    rows = pack.table("skills", "skill")
    kind, bracket, one = written.strip().partition(" (")
    general = key_of_name(rows, kind)
    if bracket and any(row.key == general and row.many for row in rows):
        return f"{general}_{one.removesuffix(')').strip()}"
    return key_of_name(rows, written)


def skill_row(key: str) -> Skill:
    """An ordinary skill; of languages and games, one of them (M4)."""
    general = (row.key for row in pack.table("skills", "skill") if row.many and key.startswith(f"{row.key}_"))
    return pack.skill(next(general, key))
