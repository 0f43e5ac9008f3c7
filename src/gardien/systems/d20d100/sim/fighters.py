"""Who enters a fight that is weighed to its end: by figures, by sheet or by a key of the pack, with stated tactics."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import force_setattr, replace

from gardien.core.dice import Dice
from gardien.core.inputs import check_key
from gardien.core.values import FrozenMap, Value, frozen_map, like
from gardien.shared.encounters import TwoSides, as_carried, check_keys, figures_of, with_figures
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import SHOTS
from gardien.systems.d20d100.rules.character import Combatant, Mind, Modifier, Name, OwnModifier, Percent
from gardien.systems.d20d100.rules.fight.ammunition import Loaded
from gardien.systems.d20d100.rules.fight.attack_modifiers import RECOILS, Defence
from gardien.systems.d20d100.rules.fight.state import Cover, Load
from gardien.systems.d20d100.rules.fight.turn_actions import Speed
from gardien.systems.d20d100.sheet import parts
from gardien.systems.d20d100.sheet.samples import MELEE, sample_creature, sample_npc
from gardien.systems.d20d100.sheet.worth import skill_of

Content: TypeAlias = Mapping[str, Any]
Fire: TypeAlias = Literal["careful", "double", "triple", "burst"]
Metres: TypeAlias = Annotated[float, Meta(ge=0, le=5000)]
Spare: TypeAlias = Annotated[int, Meta(ge=0, le=250)]
ArmKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("weapons", "weapon"))]
ARM = 1.5  # metres within which hands and blades reach
MOST = 1_000_000
NO_LOSS = parts.SanLoss()
BURSTS: dict[str, int] = {"burst_10": 10, "burst_50": 50}  # cartridges of one burst (D100-FIRE-04)


class Tactics(Value, frozen=True, kw_only=True):
    """What a fighter does by itself, round after round."""

    whom: Literal["first", "weakest", "strongest", "spread"] = "weakest"
    fire: Fire = "careful"  # what is faster than a weapon allows falls back to what it does (D100-WPN-11)
    crowd: Annotated[int, Meta(ge=1, le=9)] = 2  # how many enemies stand in the area of one burst (D100-MISS-12)
    charge: bool = True  # where a walk does not bring a blade near enough (D100-SPEC-02)
    clear_jams: bool = True  # otherwise one takes the next weapon (D100-FIRE-11)
    withdraw_at: Literal["never", "half", "quarter"] = "never"  # of the PV (D100-HEALTH-04)


class Carried(Value, frozen=True, kw_only=True):
    """A weapon of the list in somebody’s hands: how well it is used, what is in it, what is carried for it."""

    weapon: ArmKey
    skill: Modifier | None = None  # without it the generic score of the fighter (D100-CREAT-02)
    specialty: bool = False
    loaded: Loaded | None = None
    spare: Spare = parts.SPARE_ROUNDS

    def __post_init__(self) -> None:
        check_key("weapon", self.weapon, pack.weapon)


class Claw(parts.BodyAttack, frozen=True, kw_only=True):
    """A natural attack and how far it reaches."""

    reach: Metres = ARM

    @property
    def line(self) -> parts.SheetWeapon:
        """The same as a line of the weapon table."""
        return like(parts.SheetWeapon, self, base_series=(self.attack,) * self.per_round)


class Arm(Value, frozen=True, kw_only=True):
    """A line of the weapon table as a fight uses it."""

    line: parts.SheetWeapon
    reach: float = ARM
    natural: bool = False
    ranged: bool = False
    burst: int = 0  # cartridges of one burst; 0 where it fires none
    selective: bool = True  # single shots are possible (D100-FIRE-09)
    recoils: FrozenMap[str, int] = frozen_map()  # how it is fired shot by shot, and how often recoil counts (WPN-12)
    rearming: int | None = None  # simple actions between two shots of a bow, a sling, a crossbow

    @property
    def most(self) -> int:
        """What a natural attack can do at most in a round."""
        return len(self.line.base_series) * (Dice.parse(self.line.damage).highest() + self.line.damage_bonus)


def arm_of(line: parts.SheetWeapon, reach: float = ARM, natural: bool = False) -> Arm:
    """All that a fight asks about a line."""
    row = pack.weapon(line.weapon) if line.weapon else None
    modes = row.modes if row is not None else SHOTS.get(line.rate, (line.rate,))
    burst = next((BURSTS[mode] for mode in modes if mode in BURSTS), 0)
    return Arm(
        line=line,
        reach=reach,
        natural=natural,
        ranged=line.weapon_class != "contact" or reach > ARM,
        burst=burst,
        selective=not burst or "single" in modes,
        recoils=frozen_map({mode: times for mode, times in RECOILS.items() if mode == "single" or mode in modes}),
        rearming=row.reload_actions if row is not None else None,
    )


class Fighter(Combatant, frozen=True, kw_only=True):
    """One fighter of a side, or several alike. A key of the pack brings its figures; what is said beside it wins."""

    count: Annotated[int, Meta(ge=1, le=20)] = 1
    adversary: Name = ""
    creature: Name = ""
    defence: Defence = 15
    defence_flat: Defence | None = None
    damage_bonus: Annotated[int, Meta(ge=-10, le=100)] = 0
    generic_melee: Modifier = 0
    generic_ranged: Modifier = 0
    weapons: Annotated[tuple[ArmKey | Carried, ...], Meta(max_length=20)] = ()
    lines: Annotated[tuple[parts.SheetWeapon, ...], Meta(max_length=100)] = ()  # as a sheet has them
    attacks: Annotated[tuple[Claw, ...], Meta(max_length=20)] = ()
    every_attack: bool = False
    armour: parts.WornArmour | None = None
    protections: Annotated[tuple[parts.Protected, ...], Meta(max_length=10)] = ()
    speed: Speed = 9
    mecanique: Modifier = 0
    fast_reload: bool = False
    no_shock: bool = False
    no_temporary_damage: bool = False
    cover: Cover = "none"
    surprised: bool = False
    san_bonus: Annotated[int, Meta(ge=-20, le=20)] = 0
    idee: OwnModifier = 0
    san_hour_start: Percent | None = None
    san_lost_this_hour: Percent = 0
    san_creation: Percent | None = None
    san_loss: parts.SanLoss = NO_LOSS  # what the sight of them costs (D100-SAN-01)
    tactics: Tactics = Tactics()

    def __post_init__(self) -> None:
        check_keys(self, {"adversary": pack.adversary, "creature": pack.creature})
        force_setattr(self, "weapons", as_carried(self.weapons, Carried, pack.weapon))

    @property
    def whole(self) -> "Fighter":
        """With the figures of the pack."""
        if self.adversary:
            base = of_sheet(msgspec.to_builtins(sample_npc(self.adversary, "fr")))
        elif self.creature:
            base = of_sheet(msgspec.to_builtins(sample_creature(self.creature, "fr")))
            for claw, row in zip(base["attacks"], pack.creature(self.creature).attacks, strict=True):
                claw["reach"] = row.range_m or ARM
        else:
            return self
        return with_figures(self, base)

    def arms(self, options: Options) -> tuple[Arm, ...]:
        """Weapons first, then what the body has of its own; nobody is without hands (D100-WPN-04)."""
        own = tuple(self._line(one, options) for one in self.weapons if isinstance(one, Carried))
        arms = [arm_of(one) for one in (*own, *self.lines) if fights(one)]
        arms += [arm_of(one.line, one.reach, natural=True) for one in self.attacks if one.damage]
        if any(not one.ranged for one in arms):
            return tuple(arms)
        return (*arms, arm_of(self._line(Carried(weapon=parts.BARE), options)))

    def _line(self, one: Carried, options: Options) -> parts.SheetWeapon:
        line = parts.weapon_line(one.weapon, "fr", trained=True, spare=one.spare)
        skill = one.skill
        if skill is None:
            skill = self.generic_melee if line.combat_skill in MELEE else self.generic_ranged
        if one.loaded is not None and line.capacity:
            line = replace(line, loaded=min(one.loaded, line.capacity))
        return replace(line, specialty=one.specialty).with_skill(skill, self.damage_bonus, parts.NO_TRAINING, options)

    def profile(self, options: Options) -> "FighterProfile":
        """As the fight reads it."""
        who = like(Combatant, self)
        flat = self.defence if self.defence_flat is None else self.defence_flat
        arms = self.arms(options)
        return like(
            FighterProfile,
            self,
            who=replace(who, name="", pv=who.life),
            defences=(self.defence, flat),
            arms=arms,
            by_choice=tuple(sorted(range(len(arms)), key=lambda at: -arms[at].most if arms[at].natural else -MOST)),
            mind=like(Mind, self, name=""),
        )


BOUNDS = {  # of inputs, where a sheet may go farther
    "defence": (-20, 60),
    "defence_flat": (-20, 60),
    "generic_melee": (-40, 60),
    "generic_ranged": (-40, 60),
    "speed": (0, 60),
}


def fights(line: parts.SheetWeapon) -> bool:
    """Whether a line of the table can be fought with by itself: no hold, nothing that hurts nobody, no blade thrown."""
    return bool(line.base_series and line.damage) and line.combat_skill != "lutte" and not line.thrown


class FighterProfile(Value, frozen=True, kw_only=True):
    """A fighter without a name: those alike share their odds."""

    who: Combatant
    defences: tuple[int, int]  # normal, off guard
    arms: tuple[Arm, ...]
    by_choice: tuple[int, ...]  # weapons in their order, then natural attacks, the one that can do most first
    every_attack: bool
    armour: parts.WornArmour | None
    protections: tuple[parts.Protected, ...]
    speed: float
    mecanique: int
    fast_reload: bool
    no_shock: bool
    no_temporary_damage: bool
    cover: Cover
    surprised: bool
    mind: Mind
    san_loss: parts.SanLoss
    tactics: Tactics

    def loads(self) -> tuple[Load | None, ...]:
        """What is in each weapon at the start; whatever is thrown is gone afterwards."""
        return tuple(_load(arm) for arm in self.arms)


def _load(arm: Arm) -> Load | None:
    line = arm.line
    if line.capacity is not None:
        state = "jam" if line.weapon_state == "dud" else line.weapon_state  # either is cleared alike
        return Load(loaded=line.loaded, spare=line.spare, state=state)
    if line.weapon_class != "thrown" or arm.rearming == 0:
        return None
    return Load(loaded=1, spare=0 if arm.rearming is None else 1)


class FightGiven(TwoSides[Fighter], frozen=True, kw_only=True):
    """A fight to be weighed: two sides, and how far apart they are when it begins (D100-CBT-05)."""

    distance: Metres = 0
    sight: bool = False  # investigators who see Monsters face them before anything else (D100-CBT-06)
    alone: bool = False  # nobody helps the dying afterwards: each lives or dies unaided (D100-HEALTH-06)


def of_sheet(sheet: Content) -> dict[str, Any]:
    """A sheet as the fields of a fighter; cartridges and jams as they are."""
    fields = figures_of(Fighter, sheet)
    for name, (low, high) in BOUNDS.items():
        if name in fields:
            fields[name] = max(low, min(high, fields[name]))
    fields["mecanique"] = skill_of(sheet, "mecanique")[0]
    return fields
