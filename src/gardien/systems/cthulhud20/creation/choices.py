"""What may be decided before an investigator of any level is drawn (P-ABIL, P-LEVEL, P-PROF, P-SKILL, P-FEAT)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.inputs import BadField, check_key
from gardien.core.rows import key_of_name
from gardien.core.values import Value, frozen_map
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation.check import AbilityMap, Method
from gardien.systems.cthulhud20.rules.character import ArmourKey, FeatKey, ProfessionKey, SkillKey
from gardien.systems.cthulhud20.rules.fight.weapons import WEAPONS
from gardien.systems.cthulhud20.rules.growth.feat_prerequisites import check_feat
from gardien.systems.cthulhud20.rules.growth.score_rolls import HIGHEST, LOWEST, SETS
from gardien.systems.cthulhud20.rules.growth.skill_points import CORE_SKILLS, UNBOUGHT, check_skills
from gardien.systems.cthulhud20.sheet.parts import Language, Names
from gardien.systems.cthulhud20.vocabulary import Ability, CombatOption, Level, Mythos, Name, San, Save, Text

YOUNGEST = 15  # CD20-P-ABIL-01
Era: TypeAlias = Literal["1920s", "modern"]
WeaponKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(WEAPONS))]
Rolled: TypeAlias = Annotated[int, Meta(ge=LOWEST, le=HIGHEST)]
Rises: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
WholeRanks: TypeAlias = Annotated[int, Meta(ge=0, le=23)]
HalfRanks: TypeAlias = Annotated[float, Meta(ge=0, le=11.5)]


class DrawGiven(Value, frozen=True, kw_only=True):
    """What is already decided; the rest is drawn. Abilities are those of the first level, before age tells."""

    name: Name | None = None
    gender: Literal["f", "m"] | None = None
    player: Name = ""
    age: Annotated[int, Meta(ge=YOUNGEST, le=120)] | None = None
    era: Era = "1920s"
    level: Level = 1
    profession: ProfessionKey | None = None
    method: Method = "rolled"
    rolls: Annotated[tuple[Rolled, ...], Meta(max_length=SETS)] | None = None
    abilities: AbilityMap | None = None
    increases: Annotated[dict[Ability, Rises], Meta(max_length=6)] | None = None
    combat_option: CombatOption | None = None
    good_saves: Annotated[tuple[Save, ...], Meta(max_length=3)] | None = None
    core_skills: Annotated[tuple[SkillKey, ...], Meta(max_length=CORE_SKILLS)] | None = None
    core_ranks: Annotated[dict[SkillKey, WholeRanks], Meta(max_length=100)] | None = None
    other_ranks: Annotated[dict[SkillKey, HalfRanks], Meta(max_length=100)] | None = None
    feats: Annotated[tuple[FeatKey, ...], Meta(max_length=20)] | None = None
    arms: Annotated[tuple[WeaponKey, ...], Meta(max_length=20)] | None = None
    armour_items: Annotated[tuple[ArmourKey, ...], Meta(max_length=20)] | None = None
    gear: Names | None = None
    money: Annotated[float, Meta(ge=0, le=1_000_000_000)] = 0
    languages: Names | None = None
    san: San | None = None
    mythos_ranks: Mythos = 0
    destiny_spent: Annotated[int, Meta(ge=0, le=20)] = 0
    portrait: Text | None = None
    history: Text | None = None
    notes: Text = ""
    language: Annotated[Language, Meta(description="of what is drawn")] = "fr"

    def __post_init__(self) -> None:
        self._read_names()
        if self.profession:
            check_key("profession", self.profession, pack.profession)
        check_skills("core_skills", self.core_skills or ())
        for field in ("core_ranks", "other_ranks"):
            check_skills(field, getattr(self, field) or {})
        if UNBOUGHT in (self.core_skills or ()):
            raise BadField("core_skills", "field/not_allowed", "CD20-P-SKILL-02", came=UNBOUGHT, allowed="mythos_ranks")
        for feat in self.feats or ():
            check_feat("feats", feat)
        for key in self.arms or ():
            check_key("arms", key, pack.weapon)
        for key in self.armour_items or ():
            check_key("armour_items", key, pack.armour)
        for field in ("abilities", "increases", "core_ranks", "other_ranks"):
            if getattr(self, field) is not None:
                force_setattr(self, field, frozen_map(getattr(self, field)))

    def _read_names(self) -> None:
        """Professions, skills, weapons and armours may be named as the pack calls them in either language."""
        if self.profession:
            force_setattr(self, "profession", key_of_name(pack.table("professions", "profession"), self.profession))
        if self.core_skills is not None:
            force_setattr(self, "core_skills", tuple(skill_key(one) for one in self.core_skills))
        for field in ("core_ranks", "other_ranks"):
            ranks = getattr(self, field)
            if ranks is not None:
                force_setattr(self, field, {skill_key(key): rank for key, rank in ranks.items() if rank})
        if self.arms is not None:
            force_setattr(self, "arms", tuple(key_of_name(pack.table("weapons", "weapon"), one) for one in self.arms))
        if self.armour_items is not None:
            rows = pack.table("armours", "armour")
            force_setattr(self, "armour_items", tuple(key_of_name(rows, one) for one in self.armour_items))


def skill_key(written: str) -> str:
    """A skill by its key or its name; a field of Knowledge as « Connaissances (médecine) » (CD20-P-SKILL-01)."""
    said = written.strip()
    kind, bracket, field = said.partition(" (")
    rows = pack.table("skills", "skill")
    if bracket and key_of_name(rows, kind) == "knowledge":
        return pack.KNOWLEDGE + key_of_name(pack.table("skills", "field"), field.removesuffix(")"))
    return key_of_name(rows, said)
