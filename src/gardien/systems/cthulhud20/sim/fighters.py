"""Who enters a fight that is weighed to its end: by figures, by sheet or by a key of the pack, with stated tactics."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import force_setattr, replace

from gardien.core.inputs import BadField, check_key
from gardien.core.values import Value, like
from gardien.shared.encounters import TwoSides, as_carried, check_keys, figures_of, with_figures
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.attack_declare import PowerMalus
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import ARM_LENGTH
from gardien.systems.cthulhud20.rules.fight.state import Arm, arm_of, with_fists
from gardien.systems.cthulhud20.rules.fight.weapons import WeaponKey, WeaponNamed
from gardien.systems.cthulhud20.rules.tests.modifiers import Quick, base_attacks, quick_of
from gardien.systems.cthulhud20.sheet.parts import BodyAttack, SanLoss, SheetWeapon
from gardien.systems.cthulhud20.sheet.samples import SPARE, sample_creature, sample_person
from gardien.systems.cthulhud20.sheet.sheet import HitPoints
from gardien.systems.cthulhud20.vocabulary import Aim, Armour, Count, FireMode, Name

Content: TypeAlias = Mapping[str, Any]
Far: TypeAlias = Annotated[float, Meta(ge=0, le=5000)]
NO_LOSS = SanLoss()


class Tactics(Value, frozen=True, kw_only=True):
    """What a fighter does by itself, round after round."""

    whom: Literal["first", "weakest", "strongest", "spread"] = "weakest"
    fire: FireMode = "semi"  # what a weapon cannot do falls back to single shots (CD20-P-GUN-02)
    rapid_shot: bool = False  # whoever has the feat, with a weapon that shoots
    aim: Aim = "none"  # where a body can be aimed at (CD20-AIM-02)
    take_aim: bool = False  # a round of aiming before every round of fire (CD20-AIM-01)
    power_attack: PowerMalus = 0  # as far as the base number goes, hand to hand (CD20-FEAT-06)
    charge: bool = True  # where a move does not bring a blade near enough (CD20-P-ACT-03)
    withdraw_at: Literal["never", "half", "quarter"] = "never"  # of PV or PF, whichever is lower


class Carried(Value, frozen=True, kw_only=True):
    """A weapon in somebody’s hands: one of the list or one described, what is in it, what is carried for it."""

    weapon: WeaponNamed
    loaded: Count | None = None  # a full magazine, where nobody says
    spare: Count = SPARE

    def __post_init__(self) -> None:
        if isinstance(self.weapon, str):
            check_key("weapon", self.weapon, pack.weapon)


class Fighter(Combatant, frozen=True, kw_only=True):
    """One fighter of a side, or several alike. A key of the pack brings its figures; what is said beside it wins."""

    count: Annotated[int, Meta(ge=1, le=20)] = 1
    creature: Name = ""
    sample: Name = ""
    weapons: Annotated[tuple[WeaponKey | Carried, ...], Meta(max_length=20)] = ()
    lines: Annotated[tuple[SheetWeapon, ...], Meta(max_length=100)] = ()  # as a sheet has them
    attacks: Annotated[tuple[BodyAttack, ...], Meta(max_length=20)] = ()
    hp: HitPoints = 0  # of those who keep them (CD20-P-CREA-02)
    damage_reduction: Armour = 0
    half_damage: bool = False
    heals: Armour = 0
    surprised: bool = False
    san_lost_this_hour: Annotated[int, Meta(ge=0, le=1000)] = 0
    san_loss: SanLoss = NO_LOSS  # what the sight of them costs (CD20-P-SAN-02)
    tactics: Tactics = Tactics()

    def __post_init__(self) -> None:
        Combatant.__post_init__(self)
        check_keys(self, {"creature": pack.creature, "sample": pack.sample})
        force_setattr(self, "weapons", as_carried(self.weapons, Carried, pack.weapon))
        if self.mode == "traditional" and not (self.creature or self.sample) and self.hp < 1:
            raise BadField("hp", "field/at_least", "CD20-P-CREA-02", came=self.hp, low=1)

    def whole(self, options: Options) -> "Fighter":
        """With the figures of the pack."""
        if self.creature:
            sheet: Any = sample_creature(self.creature, "fr", options.creature_hp)
        elif self.sample:
            sheet = sample_person(self.sample, "fr")
        else:
            return self
        return with_figures(self, of_sheet(msgspec.to_builtins(sheet)))

    def arms(self) -> tuple[Arm, ...]:
        """Weapons first, then what the body has of its own; nobody is without fists (CD20-P-WEAP-01)."""
        rapid = self.has("rapid_reload")
        carried = [one for one in self.weapons if isinstance(one, Carried)]
        arms = [arm_of(one.weapon, rapid, one.loaded, one.spare) for one in carried]
        return with_fists(
            [*arms, *(one.arm(rapid) for one in self.lines), *(one.arm(rapid, SPARE) for one in self.attacks)]
        )

    def profile(self) -> "FighterProfile":
        """As the fight reads it."""
        own = {name: getattr(self, name) for name in Combatant.__struct_fields__}
        who = replace(Combatant(**own), name="", wounds=(), skill_ranks={}, destiny_spent=0)
        marks = {"tumble": rank} if (rank := self.rank("tumble")) else {}
        return like(
            FighterProfile,
            self,
            who=replace(who, skill_ranks=marks),
            wounded=Combatant(**own),
            arms=self.arms(),
            bases=base_attacks(who),
            quick=quick_of(self),
            hp=self.hp if who.mode == "traditional" else None,
            reduction=self.damage_reduction,
            heals=self.heals if who.mode == "traditional" else 0,
            lost_this_hour=self.san_lost_this_hour,
        )


class FighterProfile(Value, frozen=True, kw_only=True):
    """A fighter without a name: those alike share their odds."""

    who: Combatant  # without wounds
    wounded: Combatant  # as it enters the fight
    arms: tuple[Arm, ...]
    bases: tuple[int, ...]
    quick: Quick
    hp: int | None
    reduction: int
    half_damage: bool
    heals: int
    surprised: bool
    lost_this_hour: int
    san_loss: SanLoss
    tactics: Tactics

    @property
    def walks(self) -> bool:
        """Whoever has nothing that shoots comes nearer; all others hold their ground."""
        return not any(arm.ranged for arm in self.arms)


class FightGiven(TwoSides[Fighter], frozen=True, kw_only=True):
    """A fight to be weighed: two sides, and how far apart they are when it begins."""

    distance: Far = ARM_LENGTH
    concealment: Annotated[int, Meta(ge=0, le=100)] = 0  # darkness or smoke, for everybody (CD20-P-COVER-01)
    sight: bool = False  # investigators who see creatures face them before anything else (CD20-P-SAN-02)
    alone: bool = False  # nobody cares for anybody afterwards: wounds stop or kill by themselves (CD20-BLEED-03)


def of_sheet(sheet: Content) -> dict[str, Any]:
    """A sheet as the fields of a fighter; cartridges, jams and wounds as they are."""
    return {**figures_of(Fighter, sheet, "hp"), "hp": sheet.get("hp_current", 0)}
