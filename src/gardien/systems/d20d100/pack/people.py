"""The rows of creatures, adversaries and nationalities in the pack: their types (CREAT, PROT, MISS)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.inputs import check_dice
from gardien.core.rows import Article, DiceText, Keys, Named, Noted, Row, Words
from gardien.core.values import Value
from gardien.systems.d20d100.pack.rows import Bonuses, Code, Loss, Metres, Modifier, Score, Weapon

Against: TypeAlias = Literal[
    "everything", "mundane", "firearms", "missiles", "bullets", "piercing", "fire", "electricity"
]  # fmt: skip
ProtectionKind: TypeAlias = Literal["none", "vest", "points", "minimal", "half", "one_point", "immune"]


class Protection(Value, frozen=True, kw_only=True):
    """What a body takes off some attacks; the first entry that fits an attack counts (D100-PROT-03)."""

    kind: ProtectionKind
    value: Annotated[int, Meta(ge=0, le=60)] = 0
    against: Annotated[tuple[Against, ...], Meta(min_length=1, max_length=7)] = ("everything",)


NO_PROTECTION = Protection(kind="none")


class Attack(Named, frozen=True, kw_only=True):
    """One entry of the attack column (D100-MISS-07): a critical ×2 on 20, Penetration 0, on PV.

    Without damage the special effect is all it does. `each_round` goes on once it has struck; `drain` takes points of a
    characteristic, every round with `drain_goes_on`; a blow that `grapples` is followed by a Lutte test,
    one that `engulfs` by FOR against FOR before each further round of it.
    """

    attack: Modifier
    per_round: Annotated[int, Meta(ge=1, le=10)] = 1
    damage: DiceText | None = None
    add_bonus: bool = False
    each_round: DiceText | None = None
    drain: DiceText | None = None
    drains: Code | None = None
    drain_goes_on: bool = False
    grapples: bool = False
    poison: Annotated[int, Meta(ge=1, le=100)] | None = None
    stun_rounds: DiceText | None = None
    kills: DiceText | None = None
    range_m: Metres | None = None
    fades_each_m: Metres | None = None
    everyone_within_m: Metres | None = None
    engulfs: bool = False
    special_fr: Words | None = None
    special_en: Words | None = None

    def __post_init__(self) -> None:
        for name in ("damage", "each_round", "drain", "stun_rounds", "kills"):
            if getattr(self, name) is not None:
                check_dice(name, getattr(self, name))


class Speed(Value, frozen=True, kw_only=True):
    """Metres by way of moving."""

    walk: Metres = 9
    swim: Metres | None = None
    fly: Metres | None = None
    burrow: Metres | None = None


class Being(Noted, frozen=True, kw_only=True):
    """What creatures and ordinary adversaries share: a finished profile, as the Keeper reads it (D100-CREAT-01)."""

    article: Article | None = None
    FOR: Score | None = None
    CON: Score | None = None
    TAI: Score | None = None
    INT: Score | None = None
    POU: Score | None = None
    DEX: Score | None = None
    pv: Annotated[int, Meta(ge=1, le=400)]
    defence: Modifier
    defence_flat: Modifier
    scale: Modifier = 0
    mass: Modifier = 0
    damage_bonus: Modifier = 0
    lutte: Modifier | None = None
    protection: Annotated[tuple[Protection, ...], Meta(max_length=6)] = ()
    attacks: Annotated[tuple[Attack, ...], Meta(max_length=6)] = ()
    skills: Bonuses = {}
    speed: Speed = Speed()

    @property
    def major(self) -> bool:
        """Whether massive damage begins at 50 (D100-HEALTH-05, D100-MISS-07)."""
        return self.pv >= 50

    def protection_against(self, *kinds: Against) -> Protection:
        """The Protection that an attack of these kinds meets (D100-PROT-03)."""
        met = {"everything", *kinds}
        return next((one for one in self.protection if met.intersection(one.against)), NO_PROTECTION)


class Creature(Being, frozen=True, kw_only=True):
    """A Monster (D100-MISS-07); with `every_attack` it uses all its entries in a round, otherwise it chooses one."""

    san: Loss
    every_attack: bool = False
    regeneration: Annotated[int, Meta(ge=0, le=50)] = 0
    no_shock: bool = False
    no_temporary_damage: bool = False


class Adversary(Being, frozen=True, kw_only=True):
    """An ordinary adversary (D100-MISS-07, D100-MISS-15): two generic scores serve for weapons picked up."""

    fr_f: Words | None = None
    generic_melee: Modifier | None = None
    generic_ranged: Modifier | None = None
    weapons: Keys = ()
    san: Annotated[int, Meta(ge=0, le=99)] | None = None


class Nationality(Row, frozen=True, kw_only=True):
    """A nationality as a sheet says it."""

    fr_f: Words


def kinds_of(weapon: Weapon) -> tuple[Against, ...]:
    """What the attack of a weapon is, for the special Protections of monsters (D100-PROT-03)."""
    kinds: list[Against] = ["mundane"]
    if weapon.weapon_class in ("firearm", "shotgun"):
        kinds += ["firearms", "bullets"]
    if weapon.weapon_class == "thrown":
        kinds.append("missiles")
    if weapon.piercing:
        kinds.append("piercing")
    if weapon.sets_fire:
        kinds.append("fire")
    return tuple(kinds)
