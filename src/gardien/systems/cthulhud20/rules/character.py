"""What the rules speak of: wounds, combatants, destiny; with the keys of the pack that they may name."""

from collections.abc import Iterable, Sequence, Sized
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field
from msgspec.structs import force_setattr

from gardien.core.in_force import kept_by_rows
from gardien.core.inputs import BadField, check_key
from gardien.core.values import FrozenMap, Value, frozen_map
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.fight.attack_severity import check_row
from gardien.systems.cthulhud20.vocabulary import (
    MODES,
    WHOLE,
    Ability,
    Armour,
    BaseAttacks,
    Bonus,
    CombatOption,
    Condition,
    DamageMode,
    Gravity,
    Hampering,
    Level,
    Loss,
    Metres,
    Mythos,
    Name,
    OwnTables,
    Points,
    PointsMax,
    Rounds,
    San,
    Save,
    Score,
    Severity,
    Size,
    Stance,
    State,
    Tables,
    Trait,
    Vote,
    Zone,
    Zones,
    modifier_of,
)

# Keys of the pack: any other is refused with the nearest one.
SkillKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.skill_keys())]
ProfessionKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("professions", "profession"))]
FeatKey: TypeAlias = Annotated[
    str, Meta(max_length=100, examples=["toughness", "endurance", "weapon_focus:m21", "weapon_proficiency:rifle"])
]
ArmourKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("armours", "armour"))]
Ranks: TypeAlias = Annotated[float, Meta(ge=0, le=100)]

PAIR = "skill_pair"  # the feat that is about two skills (CD20-P-FEAT-01)
PV_BASE = 8  # CD20-HP-01
TOUGHNESS, TOUGHEST = 2, 2  # points each time, times at most (CD20-FEAT-08)
SAN_TIMES = 5  # CD20-P-SAN-01
SAN_MOST = 99  # CD20-P-SAN-01


def toughness_in(feats: Sequence[str]) -> int:
    """PV and PF that Toughness gives, however often it is written (CD20-FEAT-08)."""
    return TOUGHNESS * min(TOUGHEST, list(feats).count("toughness"))


def check_zones(name: str, zones: Iterable[str], tables: Tables, whole: bool = False) -> None:
    """Zones must be those of the body; a cause may strike the whole of it."""
    allowed: list[str] = [*pack.zones(tables), *([WHOLE] if whole else [])]
    for zone in zones:
        if zone not in allowed:
            raise BadField(name, "field/one_of", "CD20-P-CREA-04", came=zone, allowed=allowed)


@kept_by_rows(1000)
def check_feats(name: str, feats: tuple[str, ...]) -> None:
    """Feats of the list, each with what it is about; a pair of skills is two different ones (CD20-P-FEAT-01)."""
    for key in feats:
        check_key(name, key, pack.feat)
        kind, _, about = key.partition(":")
        if kind == PAIR and len(set(about.split("+"))) != 2:
            raise BadField(name, "field/type", "CD20-P-FEAT-01", came=key, allowed=f"{PAIR}:listen+spot")


@kept_by_rows(1000)
def check_ranks(name: str, ranks: FrozenMap[str, float]) -> None:
    """Ranks of skills that there are, in halves (CD20-P-SKILL-01, CD20-P-SKILL-02)."""
    for key, rank in ranks.items():
        check_key(name, key, pack.skill)
        if rank * 2 % 1:
            raise BadField(f"{name}.{key}", "field/type", "CD20-P-SKILL-02", came=rank, allowed="0, 0.5, 1, 1.5…")


class Wound(Value, frozen=True, kw_only=True):
    """One wound on the list, every field known."""

    zone: Zone
    gb: int
    severity: Severity
    pf_loss: int
    pv_loss: int
    bleeding: bool
    stabilised: bool
    treated: bool
    surgery_done: bool
    next_tick_in_rounds: int


class WoundGiven(Value, frozen=True, kw_only=True):
    """A wound as it is told: its GB or its severity, the rest follows where it is not said."""

    zone: Zone = "torso"
    gb: Gravity | None = None
    severity: Severity | None = None
    pf_loss: Loss | None = None
    pv_loss: Loss | None = None
    bleeding: bool | None = None
    stabilised: bool = False
    treated: bool = False
    surgery_done: bool = False
    next_tick_in_rounds: Rounds | None = None

    def __post_init__(self) -> None:
        if self.gb is None and self.severity is None:
            raise BadField("gb", "field/missing", "CD20-GB-04", allowed="gb | severity")


class Destiny(Value, frozen=True, kw_only=True):
    """A point of destiny asked for between hit or miss and what comes of it (CD20-DEST-03)."""

    effect: Literal["reroll", "plus10", "soften", "worsen", "keeper"]
    by: Literal["attacker", "target"] = "target"
    source: Literal["individual", "group"] = "individual"
    votes: Annotated[tuple[Vote, ...], Meta(max_length=20)] = ()
    group_destiny: Annotated[int, Meta(ge=0, le=1)] = 1
    severity: Severity | Literal["none"] | None = None
    zone: Zone | None = None

    def __post_init__(self) -> None:
        if self.effect == "keeper" and self.severity is None:
            raise BadField("severity", "field/missing", "CD20-DEST-06", allowed="none | light | moderate | …")


class Combatant(Value, frozen=True, kw_only=True):
    """Anyone who acts, fights or suffers; what is not said follows from the rest.

    The two abilities whose codes are also words of the language are `strength` and `intellect` here, `str` and `int`
    wherever they are written.
    """

    name: Name = ""
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
    skill_ranks: Annotated[dict[SkillKey, Ranks], Meta(max_length=100)] = {}
    pv_max: PointsMax | None = None
    pf_max: PointsMax | None = None
    pv: Points | None = None
    pf: Points | None = None
    armour: Annotated[dict[Zone, Armour], Meta(max_length=28)] = {}
    armour_items: Annotated[tuple[ArmourKey, ...], Meta(max_length=20)] = ()
    cover: Annotated[dict[Zone, Armour], Meta(max_length=28)] = {}
    natural_armour: Armour = 0
    size: Size = "medium"
    dodge_bonus: Annotated[int, Meta(ge=-50, le=50)] = 0
    stance: Stance = "none"
    conditions: Annotated[tuple[Condition, ...], Meta(max_length=26)] = ()
    prone: bool | None = None
    shock_next_turn: Hampering = "none"
    state: State | None = None
    wounds: Annotated[tuple[WoundGiven, ...], Meta(max_length=200)] = ()
    lost_parts: Zones = ()
    hampered_parts: Zones = ()
    tables: Tables = "human"
    damage_mode: DamageMode | None = None
    traits: Annotated[tuple[Trait, ...], Meta(max_length=3)] = ()
    destiny_spent: Annotated[int, Meta(ge=0, le=20)] = 0
    npc: bool = False
    san: San | None = None
    mythos_ranks: Mythos = 0
    speed_m: Metres = 9

    def __post_init__(self) -> None:
        for name in ("ability_damage", "armour", "cover"):
            force_setattr(self, name, frozen_map(getattr(self, name)))
        ranks: FrozenMap[str, float] = frozen_map(self.skill_ranks)
        force_setattr(self, "skill_ranks", ranks)
        check_feats("feats", self.feats)
        check_ranks("skill_ranks", ranks)
        for key in self.armour_items:
            check_key("armour_items", key, pack.armour)
        check_zones("armour", self.armour, self.tables)
        check_zones("cover", self.cover, self.tables)
        check_zones("lost_parts", self.lost_parts, self.tables)
        check_zones("hampered_parts", self.hampered_parts, self.tables, whole=True)
        check_zones("wounds", (wound.zone for wound in self.wounds), self.tables, whole=True)
        for wound in self.wounds:
            check_row("wounds", wound.severity, self.tables)
        self._check_points()

    def _check_points(self) -> None:
        """PV, PF and state must fit together (CD20-HP-04, CD20-HP-05, CD20-HP-07)."""
        if self.life > self.life_max:
            raise BadField("pv", "field/at_most", "CD20-HP-01", came=self.life, high=self.life_max)
        most = min(self.breath_max, ceiling(self.life)) if self.life >= 1 else self.breath_max
        if self.breath > most:
            raise BadField("pf", "field/at_most", "CD20-HP-07", came=self.breath, high=most)
        if self.state is not None and self.state not in (allowed := self.fitting_states()):
            raise BadField("state", "field/not_allowed", "CD20-COND-02", came=self.state, allowed=", ".join(allowed))
        if self.san is not None and self.san > SAN_MOST - self.mythos_ranks:
            high = SAN_MOST - self.mythos_ranks
            raise BadField("san", "field/at_most", "CD20-P-SAN-01", came=self.san, high=high)

    def fitting_states(self) -> tuple[State, ...]:
        """The states that PV and PF allow, the first one where none is named."""
        if self.life <= 0:
            return ("dead",)
        fit: tuple[State, ...] = ("unconscious", "stunned") if self.breath <= 0 else ("ok",)
        return (*fit, "dead") if self.score("con") == 0 else fit

    # ---- abilities ----

    def score(self, ability: Ability) -> int:
        """An ability with what damage took from it (CD20-P-ABIL-02)."""
        whole = {"str": self.strength, "int": self.intellect}.get(ability)
        score: int = getattr(self, ability) if whole is None else whole
        return max(0, score - self.ability_damage.get(ability, 0))

    def modifier(self, ability: Ability) -> int:
        """The modifier of an ability as it is now; whoever is entangled has a Dexterity four lower (CD20-P-COND-01)."""
        lowered = sum(pack.condition(one).dex for one in self.conditions) if ability == "dex" else 0
        return modifier_of(max(0, self.score(ability) + lowered))

    @property
    def limp(self) -> bool:
        """Whoever has no Strength or no Dexterity left cannot move (CD20-P-ABIL-02)."""
        return self.score("str") == 0 or self.score("dex") == 0

    def has(self, feat: str) -> bool:
        """Whether somebody has a feat, with what it is about where it is about something."""
        return feat in self.feats

    def rank(self, skill: str) -> int:
        """Whole ranks of a skill: half ones do not count yet (CD20-P-SKILL-02)."""
        return self.mythos_ranks if skill == "cthulhu_mythos" else int(self.skill_ranks.get(skill, 0))

    # ---- life and fatigue ----

    @property
    def life_max(self) -> int:
        """PV: 8 and the Constitution modifier, two for each Toughness (CD20-HP-01, CD20-FEAT-08)."""
        if self.pv_max is not None:
            return self.pv_max
        return max(1, PV_BASE + modifier_of(self.score("con")) + toughness_in(self.feats))

    @property
    def breath_max(self) -> int:
        """PF: as many as PV to begin with (CD20-HP-02)."""
        return self.life_max if self.pf_max is None else self.pf_max

    @property
    def life(self) -> int:
        """PV as they are now."""
        return self.life_max if self.pv is None else self.pv

    @property
    def breath(self) -> int:
        """PF as they are now, under the ceiling (CD20-HP-07)."""
        if self.pf is not None:
            return self.pf
        return min(self.breath_max, ceiling(self.life)) if self.life > 0 else 0

    @property
    def condition(self) -> State:
        """How somebody is (CD20-COND-02)."""
        return self.fitting_states()[0] if self.state is None else self.state

    @property
    def lies(self) -> bool:
        """Whether somebody is on the ground."""
        return self.condition != "ok" if self.prone is None else self.prone

    @property
    def mode(self) -> DamageMode:
        """By which rules a blow is read on this body (CD20-CREA-02)."""
        if self.damage_mode is not None:
            return self.damage_mode
        return "own_tables" if isinstance(self.tables, OwnTables) else MODES[self.tables]

    # ---- mind ----

    @property
    def sanity(self) -> int:
        """SAN as it is now: five times Wisdom at first (CD20-P-SAN-01)."""
        return min(SAN_TIMES * self.wis, SAN_MOST - self.mythos_ranks) if self.san is None else self.san


def ceiling(pv: int) -> int:
    """The most PF that go with so many PV: half as many again, rounded down (CD20-HP-07)."""
    return 3 * pv // 2


NOBODY = Combatant()


def idle_by(somebody: Combatant) -> str:
    """The state or condition that leaves somebody no act at all (CD20-HP-05, CD20-P-COND-01, CD20-P-ABIL-02)."""
    if somebody.condition != "ok":
        return somebody.condition
    if somebody.limp:
        return "helpless"
    held = (one for one in somebody.conditions if one != "surprised" and pack.condition(one).action == "none")
    return next(held, "")


def check_able(field: str, somebody: Combatant) -> None:
    """Whoever can do nothing does nothing."""
    check_alive(field, somebody)
    if why := idle_by(somebody):
        rule = "CD20-HP-05" if somebody.condition != "ok" else "CD20-P-ABIL-02" if somebody.limp else "CD20-P-COND-01"
        raise BadField(field, "field/not_allowed", rule, came=why, allowed="ok")


def check_one_each(field: str, values: Sized, count: int, rule: str) -> None:
    """As many values as there are people; called by inputs about themselves."""
    if len(values) < count:
        raise BadField(field, "field/length_at_least", rule, low=count)
    if len(values) > count:
        raise BadField(field, "field/length_at_most", rule, came=len(values), high=count)


def check_alive(field: str, somebody: Combatant) -> None:
    """For the dead nothing is thrown any more (CD20-HP-04)."""
    if somebody.condition == "dead":
        raise BadField(field, "field/not_allowed", "CD20-HP-04", came="dead", allowed="ok, stunned, unconscious")
