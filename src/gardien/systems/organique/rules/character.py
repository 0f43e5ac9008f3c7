"""What procedures take and tell of somebody: armour, wounds, doses, states (ORG, Shared objects, Shared results)."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from gardien.core.inputs import BadField, check_key
from gardien.core.values import Value, frozen_map
from gardien.systems.organique import pack
from gardien.systems.organique.vocabulary import (
    HUMAN,
    Breath,
    Code,
    Count,
    Coverage,
    Fresh,
    Level,
    Limb,
    Mods,
    Name,
    Points,
    SaveName,
    Score,
    Signed,
    Trained,
    check_halves,
)


class Dose(Value, frozen=True, kw_only=True):
    """A dose of poison in the body; `onset` 0: it acts (ORG-POI-02)."""

    poison: str
    onset: int
    ticks_left: int


class Wound(Value, frozen=True, kw_only=True):
    """A wound of this fight: what passed the armour (ORG-AFT-03)."""

    bs: Points = 0
    c: Points = 0
    dirty: bool = False
    fire: bool = False
    closed: bool = False
    cleaned: bool = False

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, c=self.c)


class Damage(Value, frozen=True):
    """Points of wound and of shock."""

    bs: float = 0
    c: float = 0


class State(Value, frozen=True, kw_only=True, cache_hash=True):
    """Everything of somebody that is not a score, and what follows from it."""

    sng: float
    cps: float
    inc: float
    end_now: int
    structure: float | UnsetType = UNSET
    mortally_wounded: bool
    exhausted: bool
    out_of_action: bool
    dying: bool
    timer: float | UnsetType = UNSET
    turns_to_live: float | UnsetType = UNSET
    stabilised: bool
    dead: bool
    can_act: bool
    can_react: bool
    prone: bool
    blind: bool
    one_eyed: bool
    one_leg: bool
    vomiting: bool
    medical_shock: bool
    cardiac_arrest: bool
    respiratory_arrest: bool
    coma: bool
    no_air: bool
    halved: bool
    stupor: bool
    unconscious_turns: int
    paralysed_turns: int
    shock_turns: int
    lose_action: bool
    lose_reaction: bool
    extended_penalty: bool
    suffering: tuple[int, ...]
    limbs_disabled: tuple[Limb, ...]
    changes: dict[Code, int]
    effective: dict[Code, int]
    save_mods: dict[SaveName, int]
    doses: tuple[Dose, ...]
    wounds: tuple[Wound, ...]
    sng_lost_air: float
    end_lost_air: int
    fresh: tuple[Fresh, ...]


ArmourKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("armours", "armour"))]
COVERS = pack.live("armours", "cover")
CoverKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=[*COVERS, *pack.keys("armours", "armour")])]
PoisonKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("poisons", "poison"))]
DiseaseKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("diseases", "disease"))]
DrugKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("drugs", "drug"))]
SkillKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("skills", "skill"))]
PowerNamed: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("skills", "power"))]
SwarmNamed: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("creatures", "swarm"))]
NatureKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("scales", "nature"))]
CombatSkillKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("skills", "combat_skill"))]
Turns: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]


def freeze(value: Value, *names: str) -> None:
    """Maps of an input as parts of a value that can be a key."""
    for name in names:
        mapping = getattr(value, name)
        if mapping is not None:
            force_setattr(value, name, frozen_map(mapping))


class ArmourGiven(Value, frozen=True, kw_only=True):
    """A layer of armour, or cover: how much of somebody it covers, how much it stops (ORG-ARM-01, ORG-RNG-03)."""

    name: Name = "layer"
    ia: Coverage
    bs: Points = 0
    c: Points = 0
    agi_malus: Annotated[int, Meta(ge=0, le=60)] = 0

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, c=self.c)


ArmourNamed: TypeAlias = ArmourKey | ArmourGiven


def check_armour(field: str, armour: str | ArmourGiven | None) -> None:
    """An armour of the list where one is named by its key; called by inputs about themselves."""
    if isinstance(armour, str):
        check_key(field, armour, pack.armour)


CoverNamed: TypeAlias = CoverKey | ArmourGiven


def check_cover(field: str, cover: str | ArmourGiven | None) -> None:
    """Cover of the list where it is named by its key, or an armour held up before oneself (ORG-RNG-03)."""
    if isinstance(cover, str):
        check_key(field, cover, pack.cover if cover in COVERS else pack.armour)


class DoseGiven(Value, frozen=True, kw_only=True):
    """A dose of poison in somebody’s body (ORG-POI-02)."""

    poison: PoisonKey
    onset: Turns | None = None
    ticks_left: Turns | None = None

    def __post_init__(self) -> None:
        check_key("poison", self.poison, pack.poison)


class Character(Value, frozen=True, kw_only=True):
    """Any person, animal or robot that acts or suffers."""

    name: Name = ""
    kind: NatureKey = HUMAN
    size_mod: Annotated[int, Meta(ge=-100, le=20)] = 0
    AGI: Score = 10
    PER: Score = 10
    CHA: Score = 10
    END: Score = 10
    INT: Score = 10
    VIT: Score = 10
    FOR: Score = 10
    VOL: Score = 10
    changes: Annotated[dict[Code, Signed], Meta(max_length=8)] = {}
    halved: bool = False
    stupor: bool = False
    SNG: Points = 4
    CPS: Points = 4
    INC: Points = 4
    sng: Points | None = None
    cps: Points | None = None
    inc: Points | None = None
    end_now: Breath | None = None
    structure: Points = 10
    armour: Annotated[tuple[ArmourNamed, ...], Meta(max_length=10)] = ()
    skills: Annotated[dict[Name, Level], Meta(max_length=100)] = {}
    combat_skills: Annotated[dict[CombatSkillKey, Trained], Meta(max_length=40)] = {}
    specialities: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    prone: bool = False
    blind: bool = False
    one_eyed: bool = False
    one_leg: bool = False
    vomiting: bool = False
    medical_shock: bool = False
    cardiac_arrest: bool = False
    respiratory_arrest: bool = False
    coma: bool = False
    limbs_disabled: Annotated[tuple[Limb, ...], Meta(max_length=8)] = ()
    no_air: bool = False
    shock_turns: Turns = 0
    unconscious_turns: Turns = 0
    paralysed_turns: Turns = 0
    lose_action: bool = False
    lose_reaction: bool = False
    extended_penalty: bool = False
    suffering: Annotated[tuple[Count, ...], Meta(max_length=100)] = ()
    mods: Mods = {}
    save_mods: Annotated[dict[SaveName, Signed], Meta(max_length=40)] = {}
    doses: Annotated[tuple[DoseGiven, ...], Meta(max_length=20)] = ()
    wounds: Annotated[tuple[Wound, ...], Meta(max_length=100)] = ()
    sng_lost_air: Points = 0
    end_lost_air: Count = 0
    timer: Points | None = None
    fresh: Annotated[tuple[Fresh, ...], Meta(max_length=3)] = ()
    stabilised: bool = False
    dead: bool = False

    def __post_init__(self) -> None:
        if self.kind != HUMAN:
            check_key("kind", self.kind, pack.scale("nature"))
        check_halves(SNG=self.SNG, CPS=self.CPS, INC=self.INC, structure=self.structure, sng_lost_air=self.sng_lost_air)
        for name, most in (("sng", self.SNG), ("cps", self.CPS), ("inc", self.INC)):
            now = getattr(self, name)
            if now is None:
                continue
            check_halves(**{name: now})
            if now > most:
                raise BadField(name, "field/at_most", "ORG-HP-01", came=now, high=most)
        if self.timer is not None:
            check_halves(timer=self.timer)
        for worn in self.armour:
            check_armour("armour", worn)
        for key in self.combat_skills:
            check_key("combat_skills", key, pack.combat_skill)
        freeze(self, "changes", "skills", "combat_skills", "mods", "save_mods")

    def level(self, skill: str) -> int:
        """The level of an ordinary skill; 0 without it."""
        return self.skills.get(skill, 0)


def check_names(field: str, people: tuple[Character, ...]) -> None:
    """Names in a list are unique: outcomes are told by them."""
    names = [one.name for one in people]
    for name in names:
        if names.count(name) > 1:
            raise BadField(field, "field/twice", came=name)
