"""What may be decided before an investigator is drawn (CREA)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.inputs import BadField, check_key
from gardien.core.rows import key_of_name
from gardien.core.values import Value, frozen_map
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.character import CODES, Code, Name, Percent, Text
from gardien.systems.d20d100.rules.growth.score_rolls import ROLLS
from gardien.systems.d20d100.rules.growth.skill_points import MANY, Points, SkillKey
from gardien.systems.d20d100.rules.growth.traits import Trait, WeaponKey
from gardien.systems.d20d100.sheet.parts import ArmourKey, Language, Names
from gardien.systems.d20d100.sheet.sheet import ProfessionKey

Chosen: TypeAlias = Annotated[int, Meta(ge=1, le=30)]
Rolled: TypeAlias = Annotated[int, Meta(ge=3, le=18)]
CodeName: TypeAlias = Annotated[str, Meta(max_length=10, examples=list(CODES))]
Contacts: TypeAlias = Annotated[tuple[Annotated[str, Meta(max_length=1000)], ...], Meta(max_length=1000)]


class DrawGiven(Value, frozen=True, kw_only=True):
    """What is already decided; the rest is drawn. Scores are those of the sheet, EDU after its three points."""

    name: Name | None = None
    first_name: Name | None = None
    surname: Name | None = None
    gender: Literal["f", "m"] | None = None
    player: Name = ""
    age: Annotated[int, Meta(ge=15, le=90)] | None = None
    nationality: Name | None = None
    period: Name = "1920"
    campaign: bool = True
    profession: ProfessionKey | None = None
    rolls: Annotated[tuple[Rolled, ...], Meta(max_length=ROLLS)] | None = None
    scores: dict[CodeName, Chosen] | None = None
    profession_key_characteristic: Code | None = None
    profession_skills: Annotated[tuple[SkillKey, ...], Meta(max_length=61)] | None = None
    profession_spending: dict[SkillKey, Points] | None = None
    secondary_spending: dict[SkillKey, Points] | None = None
    traits: Annotated[tuple[Trait, ...], Meta(max_length=6)] | None = None
    arms: Annotated[tuple[WeaponKey, ...], Meta(max_length=20)] | None = None
    vest: ArmourKey = ""
    equipment: Names | None = None
    money: Annotated[float, Meta(ge=0, le=1_000_000_000)] | None = None
    mythos: Percent = 0
    portrait: Text | None = None
    description: Text | None = None
    history: Text | None = None
    contacts: Contacts | None = None
    language: Annotated[Language, Meta(description="of what is drawn")] = "fr"

    def __post_init__(self) -> None:
        self._read_names()
        for field in ("profession_spending", "secondary_spending"):
            for key in getattr(self, field) or ():
                check_key(field, key, pack.skill)
        for key in self.profession_skills or ():
            check_key("profession_skills", key, pack.skill)
        for key in self.arms or ():
            check_key("arms", key, pack.weapon)
        for trait in self.traits or ():
            check_key("traits", trait.key, pack.trait)
        if self.vest:
            check_key("vest", self.vest, pack.armour)

    @property
    def decided_scores(self) -> dict[Code, int]:
        """The scores that are no longer thrown for."""
        written = self.scores or {}
        return {code: written[code] for code in CODES if code in written}

    def _read_names(self) -> None:
        """Professions, skills, traits and weapons may be named as the pack calls them in either language."""
        if self.scores is not None:
            scores = {code.upper(): score for code, score in self.scores.items()}
            for code in scores:
                if code not in CODES:
                    raise BadField("scores", "field/one_of", "D100-CORE-03", came=code, allowed=list(CODES))
            force_setattr(self, "scores", frozen_map(scores))
        if self.profession:
            force_setattr(self, "profession", key_of_name(pack.table("professions", "profession"), self.profession))
        for field in ("profession_spending", "secondary_spending"):
            spent = getattr(self, field)
            if spent is not None:
                force_setattr(self, field, frozen_map({skill_key(key): points for key, points in spent.items()}))
        if self.profession_skills:
            force_setattr(self, "profession_skills", tuple(skill_key(key) for key in self.profession_skills))
        if self.arms:
            weapons = pack.table("weapons", "weapon")
            force_setattr(self, "arms", tuple(key_of_name(weapons, one) for one in self.arms))
        if self.vest:
            force_setattr(self, "vest", key_of_name(pack.table("armours", "armour"), self.vest))


def skill_key(written: str) -> str:
    """A skill by its key or its name; one of several as `Langue étrangère:latin` or with brackets (D100-SKILL-14)."""
    said = written.strip()
    inner = said[:-1].partition(" (")[0::2] if said.endswith(")") else said.partition(":")[0::2]
    kind, which = key_of_name(pack.table("skills", "skill"), inner[0]), inner[1].strip()
    if not which:
        return kind
    return f"{kind}:{key_of_name(pack.table(*MANY[kind]), which) if kind in MANY else which}"
