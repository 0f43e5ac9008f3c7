"""Sheets of investigators, other people and creatures: what must survive between two procedures (HP, P-SAN, CREA)."""

from functools import cache
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, field
from msgspec.structs import force_setattr

from gardien.core.inputs import check_key
from gardien.core.sheet import Sheet
from gardien.core.values import frozen_map
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import (
    SAN_MOST,
    ArmourKey,
    Combatant,
    FeatKey,
    ProfessionKey,
    SkillKey,
    Wound,
    ceiling,
)
from gardien.systems.cthulhud20.rules.derived_values import highest_breath, sanity_most, sanity_start
from gardien.systems.cthulhud20.rules.fight.armour_class import guard_of
from gardien.systems.cthulhud20.rules.growth.skill_points import CORE_SKILLS, RankMap, budget
from gardien.systems.cthulhud20.rules.person import as_given
from gardien.systems.cthulhud20.rules.tests.modifiers import (
    base_attacks,
    destiny_received,
    fatigue_of,
    initiative_parts,
    save_alone,
    total,
)
from gardien.systems.cthulhud20.sheet.parts import (
    BodyAttack,
    CreationLog,
    Dose,
    HouseRules,
    Illness,
    Insanity,
    Lasting,
    Moment,
    Names,
    SanLoss,
    SheetWeapon,
    SkillLine,
    SpellKey,
    TomeKey,
    WoundNote,
    skill_lines,
)
from gardien.systems.cthulhud20.vocabulary import (
    ABILITIES,
    SAVES,
    Ability,
    Armour,
    BaseAttacks,
    Bonus,
    CombatOption,
    Condition,
    Count,
    DamageMode,
    Hampering,
    Level,
    Metres,
    Mythos,
    Name,
    Points,
    PointsMax,
    Rounds,
    San,
    Save,
    Score,
    Size,
    Stance,
    State,
    Tables,
    Text,
    Trait,
    Zone,
    Zones,
)

HpMode: TypeAlias = Literal["half", "investigator"]
HitPoints: TypeAlias = Annotated[int, Meta(ge=-1000, le=2000)]
Weapons: TypeAlias = Annotated[tuple[SheetWeapon, ...], Meta(max_length=100)]
Wide: TypeAlias = Annotated[int, Meta(ge=-1000, le=1000)]
BY_HAND = ("base_attack", "fort", "ref", "will")  # what a creature’s profile says and an investigator’s level does


class Being(Sheet, frozen=True, kw_only=True):
    """What everybody has, under the names that a combatant has them; the last few follow from the others."""

    system: Literal["cthulhud20"] = "cthulhud20"
    id: Name = ""
    name: Name = ""
    gender: Literal["f", "m"] | None = None
    strength: Score = field(default=10, name="str")
    dex: Score = 10
    con: Score = 10
    intellect: Score = field(default=10, name="int")
    wis: Score = 10
    cha: Score = 10
    ability_damage: Annotated[dict[Ability, Annotated[int, Meta(ge=0, le=100)]], Meta(max_length=6)] = {}
    level: Level = 1
    combat_option: CombatOption = "offence"
    good_saves: Annotated[tuple[Save, ...], Meta(max_length=3)] = ()
    base_attack: BaseAttacks | None = None
    fort: Bonus | None = None
    ref: Bonus | None = None
    will: Bonus | None = None
    feats: Annotated[tuple[FeatKey, ...], Meta(max_length=60)] = ()
    skill_ranks: RankMap = {}
    pv_max: PointsMax = 8
    pf_max: PointsMax = 8
    pv: Points = 8
    pf: Points = 8
    armour: Annotated[dict[Zone, Armour], Meta(max_length=28)] = {}
    armour_items: Annotated[tuple[ArmourKey, ...], Meta(max_length=20)] = ()
    cover: Annotated[dict[Zone, Armour], Meta(max_length=28)] = {}
    natural_armour: Armour = 0
    size: Size = "medium"
    dodge_bonus: Annotated[int, Meta(ge=-50, le=50)] = 0
    stance: Stance = "none"
    conditions: Annotated[tuple[Condition, ...], Meta(max_length=26)] = ()
    prone: bool = False
    shock_next_turn: Hampering = "none"
    state: State = "ok"
    wounds: Annotated[tuple[Wound, ...], Meta(max_length=200)] = ()
    wound_notes: Annotated[tuple[WoundNote, ...], Meta(max_length=200)] = ()
    lost_parts: Zones = ()
    hampered_parts: Zones = ()
    rested_rounds: Rounds = 0
    tables: Tables = "human"
    damage_mode: DamageMode | None = None  # where none is written, the one that goes with the body
    traits: Annotated[tuple[Trait, ...], Meta(max_length=3)] = ()
    destiny_spent: Annotated[int, Meta(ge=0, le=20)] = 0
    npc: bool = True
    drowning_checks: Count = 0
    drowning_failed: bool = False
    burning: Lasting | None = None
    poisons: Annotated[tuple[Dose, ...], Meta(max_length=100)] = ()
    diseases: Annotated[tuple[Illness, ...], Meta(max_length=20)] = ()
    speed_m: Metres = 9
    weapons: Weapons = ()
    notes: Text = ""
    house_rules: HouseRules = HouseRules()
    # What follows.
    modifiers: dict[Ability, int] = {}
    fatigue_malus: Annotated[int, Meta(ge=-5, le=0)] = 0
    pf_ceiling: Points = 8
    zone_ca: dict[Zone, int] = {}
    touch_ca: Wide = 10
    initiative: Wide = 0

    def __post_init__(self) -> None:
        for name in ("ability_damage", "skill_ranks", "armour", "cover"):
            force_setattr(self, name, frozen_map(getattr(self, name)))
        self.work_out(self.combatant(), self.house_rules.options())

    def work_out(self, who: Combatant, options: Options) -> None:
        """Write what follows from the rest."""
        guard = guard_of(who, options)
        force_setattr(self, "modifiers", frozen_map({ability: who.modifier(ability) for ability in ABILITIES}))
        force_setattr(self, "fatigue_malus", fatigue_of(who))
        force_setattr(self, "pf_ceiling", highest_breath(who))
        force_setattr(self, "zone_ca", frozen_map(dict(guard.zone_ca)))
        force_setattr(self, "touch_ca", guard.touch_ca)
        force_setattr(self, "initiative", total(initiative_parts(who)))
        force_setattr(self, "weapons", tuple(one.on(who, options) for one in self.weapons))

    def by_hand(self) -> dict[str, Any]:
        """Base attacks and saves where they are written, not reckoned."""
        return {name: getattr(self, name) for name in BY_HAND}

    def fitting_points(self) -> dict[str, Any]:
        """PV, PF, state and SAN as they fit together, whatever somebody wrote (CD20-HP-04, CD20-HP-07, CD20-COND-02).

        PF drop to their ceiling, and never below 0 where the table says so (CD20-HP-05); whoever has no PV is dead,
        whoever has no PF lies unconscious if not stunned.
        """
        pv = min(self.pv, self.pv_max)
        pf = min(self.pf, self.pf_max, ceiling(pv)) if pv >= 1 else min(self.pf, self.pf_max)
        pf = max(0, pf) if self.house_rules.pf_floor_zero else pf
        score = max(0, self.con - self.ability_damage.get("con", 0))
        fitting: tuple[State, ...] = ("unconscious", "stunned") if pf <= 0 else ("ok",)
        if score == 0:
            fitting = (*fitting, "dead")
        state: State = "dead" if pv <= 0 else self.state if self.state in fitting else fitting[0]
        return {"pv": pv, "pf": pf, "state": state}

    def combatant(self) -> Combatant:
        """The same being as the rules read it."""
        own = {name: getattr(self, name) for name in _rule_fields(type(self))}
        wounds = tuple(as_given(wound) for wound in self.wounds)
        return Combatant(**{**own, **self.by_hand(), **self.fitting_points(), "wounds": wounds})


@cache
def _rule_fields(kind: type[Being]) -> tuple[str, ...]:
    """The fields of a sheet that the rules know too."""
    return tuple(name for name in Combatant.__struct_fields__ if name in kind.__struct_fields__)


class Minded(Being, frozen=True, kw_only=True):
    """Whoever can lose their mind (CD20-P-SAN-01)."""

    san: San = 50
    mythos_ranks: Mythos = 0
    insanity: Annotated[tuple[Insanity, ...], Meta(max_length=100)] = ()
    spells_known: Annotated[tuple[SpellKey, ...], Meta(max_length=100)] = ()
    gear: Names = ()
    san_max: Annotated[int, Meta(ge=0, le=99)] = SAN_MOST

    def work_out(self, who: Combatant, options: Options) -> None:
        super().work_out(who, options)
        for spell in self.spells_known:
            check_key("spells_known", spell, pack.spell)
        force_setattr(self, "san_max", sanity_most(who))

    def fitting_points(self) -> dict[str, Any]:
        return {**super().fitting_points(), "san": min(self.san, SAN_MOST - self.mythos_ranks)}


class Investigator(Minded, frozen=True, kw_only=True):
    """A player’s character (CD20-P-ABIL-01 to CD20-P-PROF-01); base attacks and saves follow from its level."""

    kind: Literal["investigator"] = "investigator"
    npc: bool = False
    player: Name = ""
    profession: ProfessionKey = ""
    age: Annotated[int, Meta(ge=1, le=120)] = 25
    era: Literal["1920s", "modern"] = "1920s"
    xp: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    core_skills: Annotated[tuple[SkillKey, ...], Meta(max_length=CORE_SKILLS)] = ()
    san_lost_this_hour: Annotated[int, Meta(ge=0, le=1000)] = 0
    san_at_hour_start: San = 50
    san_hour_clock: Moment = 0
    mythos_insanity_before: bool = False
    tomes_read: Annotated[tuple[TomeKey, ...], Meta(max_length=100)] = ()
    languages: Names = ()
    money: Annotated[float, Meta(ge=0, le=1_000_000_000)] = 0
    portrait: Text = ""
    history: Text = ""
    creation_log: CreationLog | None = None
    # What follows.
    skills: dict[SkillKey, SkillLine] = {}
    destiny_received: Annotated[int, Meta(ge=0, le=20)] = 1
    destiny_left: Annotated[int, Meta(ge=0, le=20)] = 1
    san_start: Annotated[int, Meta(ge=0, le=300)] = 50
    skill_points_left: Annotated[float, Meta(ge=0, le=1000)] = 0

    def work_out(self, who: Combatant, options: Options) -> None:
        super().work_out(who, options)
        if self.profession:
            check_key("profession", self.profession, pack.profession)
        for skill in self.core_skills:
            check_key("core_skills", skill, pack.skill)
        for tome in self.tomes_read:
            check_key("tomes_read", tome, pack.tome)
        received = destiny_received(who, options)
        force_setattr(self, "base_attack", base_attacks(who))
        for save in SAVES:
            force_setattr(self, save, save_alone(who, save))
        force_setattr(self, "skills", skill_lines(who, self.core_skills))
        force_setattr(self, "destiny_received", received)
        force_setattr(self, "destiny_left", max(0, received - self.destiny_spent))
        force_setattr(self, "san_start", sanity_start(who))
        left = budget(self.intellect, self.level, self.core_skills, self.skill_ranks).left
        force_setattr(self, "skill_points_left", max(0, left))

    def by_hand(self) -> dict[str, Any]:
        return dict.fromkeys(BY_HAND)


class Npc(Minded, frozen=True, kw_only=True):
    """Another person: what is not written of base attacks and saves follows from the level (CD20-P-LEVEL-01)."""

    kind: Literal["npc"] = "npc"
    count: Annotated[int, Meta(ge=1, le=1000)] = 1
    challenge: Annotated[int, Meta(ge=0, le=100)] = 0


class Creature(Being, frozen=True, kw_only=True):
    """A being of the Mythos or an animal: its body, its attacks, what the sight of it costs (CD20-CREA-01 to 04)."""

    kind: Literal["creature"] = "creature"
    count: Annotated[int, Meta(ge=1, le=1000)] = 1
    challenge: Annotated[int, Meta(ge=0, le=100)] = 0
    hit_dice: Name = ""
    hp: HitPoints = 0
    hp_current: HitPoints = 0  # where damage is rolled (CD20-P-CREA-02)
    hp_mode: HpMode = "half"
    attacks: Annotated[tuple[BodyAttack, ...], Meta(max_length=20)] = ()
    damage_reduction: Annotated[int, Meta(ge=0, le=100)] = 0
    half_damage: bool = False
    heals: Annotated[int, Meta(ge=0, le=100)] = 0  # hit points a round
    immunities: Names = ()
    san_loss: SanLoss = SanLoss()
    special: Text = ""


SHEETS: dict[str, type[Being]] = {"investigator": Investigator, "npc": Npc, "creature": Creature}
