"""Sheets of investigators, other people and Monsters: what must survive between two procedures (CREA, CREAT)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr, replace

from gardien.core.in_force import kept_by_rows
from gardien.core.inputs import check_key
from gardien.core.sheet import Sheet
from gardien.core.values import FrozenMap, frozen_map
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import condition_of, penalty_of, thresholds
from gardien.systems.d20d100.rules.character import (
    JET_CODES,
    Body,
    Code,
    Combatant,
    Condition,
    Jet,
    Life,
    LifeMax,
    Modifier,
    Name,
    OwnModifier,
    Percent,
    San,
    Score,
    Text,
    Wide,
    WoundPenalty,
    within,
)
from gardien.systems.d20d100.rules.growth.scores import DeriveGiven, ScoreMap, all_scores, derived_values, modifiers_of
from gardien.systems.d20d100.rules.growth.skill_points import SkillKey, bases_of, bonus_for, formula_of
from gardien.systems.d20d100.rules.growth.traits import Trait, effects_of
from gardien.systems.d20d100.sheet.parts import (
    Allowance,
    BodyAttack,
    CreationLog,
    HouseRules,
    JetParts,
    MadnessHeld,
    MemoryItem,
    Moment,
    Names,
    Protected,
    SanLoss,
    SheetWeapon,
    SkillParts,
    Training,
    WornArmour,
)

State: TypeAlias = Literal[
    "shocked",
    "violently_shocked",
    "prone",
    "grappling",
    "immobilised",
    "helpless",
    "strangled",
    "on_fire",
    "alert",
    "surprised",
    "flat_footed",
    "temp_mad",
    "indef_mad",
    "perm_mad",
    "decompensating",
]
SmallBonus: TypeAlias = Annotated[int, Meta(ge=-30, le=30)]
Defence: TypeAlias = Annotated[int, Meta(ge=-40, le=80)]
Weapons: TypeAlias = Annotated[tuple[SheetWeapon, ...], Meta(max_length=100)]
Madness: TypeAlias = Annotated[tuple[MadnessHeld, ...], Meta(max_length=100)]
Metres: TypeAlias = Annotated[float, Meta(ge=0, le=1000)]
ProfessionKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("professions", "profession"))]
Reserve: TypeAlias = Annotated[int, Meta(ge=0, le=300)]
MODIFIER_FIELDS: tuple[Code, ...] = ("FOR", "DEX", "CON")  # inputs that are asked for by themselves
SCORE_FIELDS: tuple[Code, ...] = ("DEX", "CON", "INT", "POU")


class Being(Sheet, frozen=True, kw_only=True):
    """What everybody has; shared names are those of a combatant, so that inputs bind by name."""

    system: Literal["d20d100"] = "d20d100"
    id: Name = ""
    name: Name = ""
    scores: ScoreMap = {}
    modifiers: dict[Code, int] = {}
    pv_max: LifeMax = 10
    pv: Life = 10
    temp_damage: Annotated[int, Meta(ge=0, le=800)] = 0
    uses_agony: bool = False
    stable: bool = False
    first_aid_used: bool = False
    condition: Condition = "ok"
    wound_penalty: WoundPenalty = 0
    states: Annotated[tuple[State, ...], Meta(max_length=15)] = ()
    alert: bool = False
    on_fire: bool = False
    strangle_round: Annotated[int, Meta(ge=0, le=200)] = 0
    strangle_failed: bool = False
    strangle_bonus: Annotated[int, Meta(ge=0, le=10)] = 0
    pm_max: Reserve = 10
    pm: Reserve = 10
    mind_stable: bool = False
    defence: Defence = 15
    defence_flat: Defence = 15
    initiative: OwnModifier = 0
    reflexes: OwnModifier = 0
    con_modifier: OwnModifier = 0
    dex_modifier: OwnModifier = 0
    for_modifier: OwnModifier = 0
    dex_score: Score = 10
    con_score: Score = 10
    pou_score: Score = 10
    int_score: Score = 10
    damage_bonus: Annotated[int, Meta(ge=-10, le=100)] = 0
    lutte: Wide = 0
    weapons: Weapons = ()
    house_rules: HouseRules = HouseRules()

    def __post_init__(self) -> None:
        modifiers = modifiers_of(self.scores)
        force_setattr(self, "modifiers", frozen_map(modifiers))
        for code, score in all_scores(self.scores).items():
            if code in MODIFIER_FIELDS:
                force_setattr(self, f"{code.lower()}_modifier", within(-20, modifiers[code], 40))
            if code in SCORE_FIELDS:
                force_setattr(self, f"{code.lower()}_score", score)
        options, body = self.house_rules.options(), self.body()
        force_setattr(self, "condition", condition_of(body, options))
        force_setattr(self, "wound_penalty", penalty_of(body, options))

    def body(self) -> Body:
        """The same being as a wound finds it."""
        return Body(**{name: getattr(self, name) for name in Body.__struct_fields__})

    def combatant(self) -> Combatant:
        """The same being as a fight reads it."""
        own = set(type(self).__struct_fields__)
        return Combatant(**{name: getattr(self, name) for name in Combatant.__struct_fields__ if name in own})


@kept_by_rows(100)
def _bases(
    scores: FrozenMap[Code, int], options: Options, learned: tuple[str, ...]
) -> tuple[tuple[str, str, int], ...]:
    """Every skill that anybody may try, and those learned, with formula and base (D100-SKILL-01)."""
    open_to_all = [row.key for row in pack.table("skills", "skill") if row.sheet]
    bases = bases_of(scores, options, dict.fromkeys((*open_to_all, *learned)))
    return tuple((key, formula_of(key, options), base) for key, base in bases.items())


class Investigator(Being, frozen=True, kw_only=True):
    """A player’s character (D100-CREA-01); skills and Jets are kept part by part (D100-CORE-06, D100-CREA-18)."""

    kind: Literal["investigator"] = "investigator"
    player: Name = ""
    first_name: Name = ""
    surname: Name = ""
    gender: Literal["f", "m"] | None = None
    profession: ProfessionKey = ""
    period: Name = "1920"
    age: Annotated[int, Meta(ge=1, le=120)] = 30
    nationality: Name = ""
    portrait: Text = ""
    history: Text = ""
    description: Text = ""
    education: Annotated[int, Meta(ge=1, le=8)] = 3
    creation_log: CreationLog = CreationLog()
    jets: dict[Jet, JetParts] = {}
    endurance: OwnModifier = 0
    idee: OwnModifier = 0
    chance: OwnModifier = 0
    culture: OwnModifier = 0
    skills: dict[SkillKey, SkillParts] = {}
    profession_key_characteristic: Code | None = None
    profession_points: Allowance = Allowance()
    secondary_points: Allowance = Allowance()
    traits: Annotated[tuple[Trait, ...], Meta(max_length=20)] = ()
    is_pc: bool = True
    major_monster: bool = False
    pv_half: int = 5
    pv_quarter: int = 2
    pv_bonus: SmallBonus = 0
    pv_bought: Annotated[int, Meta(ge=0, le=30)] = 0  # PV max paid with experience (D100-XP-04)
    san: San = 50
    san_max: Percent = 99
    san_bonus: Annotated[int, Meta(ge=-20, le=20)] = 0  # of traits, for SAN tests only
    san_hour_start: Percent = 50
    san_lost_this_hour: Percent = 0
    san_hour_clock: Moment = 0
    san_creation: Percent = 50
    san_losses_by_creature: Annotated[dict[Name, Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=1000)] = {}
    temp_mad: bool = False
    indef_mad: bool = False
    perm_mad: bool = False
    decompensating: bool = False
    madness: Madness = ()
    mythos: Percent = 0
    destiny: Annotated[int, Meta(ge=0, le=20)] = 1
    used_this_scene: bool = False
    xp: Annotated[int, Meta(ge=0, le=1000)] = 0
    ticks_this_session: Annotated[int, Meta(ge=0, le=10)] = 0
    speed: Metres = 9
    speed_bonus: Annotated[float, Meta(ge=-9, le=9)] = 0
    initiative_bonus: Annotated[int, Meta(ge=-10, le=10)] = 0
    defence_bonus: Annotated[int, Meta(ge=-10, le=10)] = 0
    dodge_bonus: Annotated[int, Meta(ge=0, le=5)] = 0
    armour: WornArmour | None = None
    armour_penalty: Annotated[int, Meta(ge=-5, le=0)] = 0
    combat_mobile: bool = False
    fast_reload: bool = False
    spells: Names = ()
    tomes: Names = ()
    equipment: Names = ()
    money: Annotated[float, Meta(ge=0, le=1_000_000_000)] = 0
    yearly_income: Annotated[float, Meta(ge=0, le=1_000_000_000)] = 0
    contacts: Annotated[tuple[Annotated[str, Meta(max_length=1000)], ...], Meta(max_length=1000)] = ()
    memory_items: Annotated[tuple[MemoryItem, ...], Meta(max_length=1000)] = ()
    alert_available_at: Moment = 0
    hours_since_temp_recovery: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    weeks_of_rest: Annotated[int, Meta(ge=0, le=10_000)] = 0
    under_care: bool = False

    def __post_init__(self) -> None:
        force_setattr(self, "scores", frozen_map(all_scores(self.scores)))
        super().__post_init__()
        for key in self.skills:
            check_key("skills", key, pack.skill)
        for trait in self.traits:
            check_key("traits", trait.key, pack.trait)
        jets = {jet: self.jets.get(jet, JetParts()).on(self.modifiers[code]) for jet, code in JET_CODES.items()}
        force_setattr(self, "jets", frozen_map(jets))
        for jet, parts in jets.items():
            force_setattr(self, jet, within(-20, parts.total, 40))
        force_setattr(self, "skills", frozen_map(self._skills()))
        force_setattr(self, "lutte", within(-40, self.skills["lutte"].total, 60))
        half, quarter = thresholds(self.pv_max)
        force_setattr(self, "pv_half", half)
        force_setattr(self, "pv_quarter", quarter)
        force_setattr(self, "san_losses_by_creature", frozen_map(self.san_losses_by_creature))
        if not self.name:
            force_setattr(self, "name", f"{self.first_name} {self.surname}".strip()[:100])

    def _skills(self) -> dict[str, SkillParts]:
        """Every skill that anybody may try, and those learned, each over its base (D100-SKILL-01)."""
        bases = _bases(frozen_map(self.scores), self.house_rules.options(), tuple(self.skills))
        return {key: self.skills.get(key, SkillParts()).on(formula, base) for key, formula, base in bases}

    def skill(self, key: str) -> int | None:
        """What a skill comes to; nothing for one that would have to be learned first (D100-SKILL-01)."""
        return self.skills[key].total if key in self.skills else None

    def recompute(self) -> "Investigator":
        """All that follows from scores, traits, armour and Mythos, computed again; what was gained stays (D100-XP-05).

        PV rise with PV max and never stand above it; SAN is cut to its new ceiling.
        """
        options = self.house_rules.options()
        effects = effects_of(self.traits, self.scores, options)
        rows = [pack.trait(one.key) for one in self.traits]
        jets = {jet: replace(parts, trait=effects.jet_bonuses.get(jet, 0)) for jet, parts in self.jets.items()}
        skills = {k: replace(parts, trait=bonus_for(effects.skill_bonuses, k)) for k, parts in self.skills.items()}
        penalty = self.armour.penalty if self.armour else 0
        pv_bonus = effects.pv_bonus + self.pv_bought
        derived = derived_values(
            DeriveGiven(
                scores=self.scores,
                reflexes=self.modifiers["DEX"] + effects.jet_bonuses.get("reflexes", 0) + self.jets["reflexes"].xp,
                initiative_bonus=effects.initiative_bonus,
                pv_bonus=pv_bonus,
                speed_bonus=effects.speed_bonus,
                defence_bonus=self.defence_bonus,
                dodge_bonus=effects.dodge_bonus,
                armour_penalty=penalty,
                mythos=self.mythos,
            ),
            options,
        )
        grown = replace(
            self,
            jets=jets,
            skills=skills,
            pv_bonus=within(-30, pv_bonus, 30),
            pv_max=within(1, derived.pv_max, 400),
            pv=min(derived.pv_max, self.pv + max(0, derived.pv_max - self.pv_max)),
            pm_max=derived.pm_max,
            pm=min(derived.pm_max, self.pm),
            san_max=derived.san_max,
            san=min(derived.san_max, self.san),
            san_bonus=effects.san_test_bonus,
            initiative=within(-20, derived.initiative, 40),
            initiative_bonus=effects.initiative_bonus,
            defence=within(-40, derived.defence, 80),
            defence_flat=within(-40, derived.defence_flat, 80),
            dodge_bonus=effects.dodge_bonus,
            damage_bonus=within(-10, derived.damage_bonus, 100),
            speed=max(0.0, derived.speed),
            speed_bonus=effects.speed_bonus,
            armour_penalty=penalty,
            combat_mobile=any(row.steady_in_vehicles for row in rows),
            fast_reload=any(row.fast_reload for row in rows),
        )
        training = Training(
            specialties=tuple(effects.weapon_bonuses),
            blows=next((row.boxing_damage for row in rows if row.boxing_damage), ""),
        )
        lines = tuple(grown.line(one, training, options) for one in grown.weapons)
        return replace(grown, weapons=lines)

    def line(self, weapon: SheetWeapon, training: Training, options: Options) -> SheetWeapon:
        """A line of the weapon table with the combat skill it uses."""
        return weapon.with_skill(self.skills[weapon.combat_skill].total, self.damage_bonus, training, options)


class Adversary(Being, frozen=True, kw_only=True):
    """What the Keeper’s characters share: a finished profile, dead at 0 PV unless told otherwise (D100-CREAT-01)."""

    is_pc: bool = False
    count: Annotated[int, Meta(ge=1, le=1000)] = 1
    species: Name = ""  # what kind of creature, whatever it is called (D100-MISS-09)
    major_monster: bool = False
    scale: Annotated[int, Meta(ge=-8, le=8)] = 0
    mass: Annotated[int, Meta(ge=-16, le=16)] = 0
    protections: Annotated[tuple[Protected, ...], Meta(max_length=10)] = ()
    generic_melee: Wide = 0
    generic_ranged: Wide = 0
    attacks: Annotated[tuple[BodyAttack, ...], Meta(max_length=20)] = ()
    every_attack: bool = False
    skills: Annotated[dict[SkillKey, Modifier], Meta(max_length=100)] = {}
    regeneration: Annotated[int, Meta(ge=0, le=50)] = 0
    speed: Metres = 9
    speeds: Annotated[dict[Literal["swim", "fly", "burrow"], Metres], Meta(max_length=3)] = {}
    notes: Text = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        for key in self.skills:
            check_key("skills", key, pack.skill)
        for field in ("scores", "skills", "speeds"):
            force_setattr(self, field, frozen_map(getattr(self, field)))


class Npc(Adversary, frozen=True, kw_only=True):
    """Another person or an ordinary animal: two generic scores serve for weapons picked up (D100-CREAT-02)."""

    kind: Literal["npc"] = "npc"
    gender: Literal["f", "m"] | None = None
    san: San = 50
    madness: Madness = ()
    armour: WornArmour | None = None
    equipment: Names = ()
    spells: Names = ()


class Monster(Adversary, frozen=True, kw_only=True):
    """A Monster and what the sight of it costs (D100-CREAT-01 to D100-CREAT-05)."""

    kind: Literal["monster"] = "monster"
    san_loss: SanLoss = SanLoss()
    no_shock: bool = False
    no_temporary_damage: bool = False
    spells: Names = ()
