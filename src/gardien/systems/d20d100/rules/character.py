"""What the rules speak of: codes, Jets, limits of numbers, bodies, fighters, and whoever stands in an area."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core import inputs
from gardien.core.dice import Dice
from gardien.core.inputs import BadField
from gardien.core.values import Value

Code: TypeAlias = Literal["FOR", "DEX", "CON", "PER", "INT", "POU", "EDU", "TAI", "APP"]
CODES: tuple[Code, ...] = ("FOR", "DEX", "CON", "PER", "INT", "POU", "EDU", "TAI", "APP")
Jet: TypeAlias = Literal["reflexes", "endurance", "idee", "chance", "culture"]
JETS: tuple[Jet, ...] = ("reflexes", "endurance", "idee", "chance", "culture")
JET_CODES: dict[Jet, Code] = {  # D100-CORE-03: where a Jet starts
    "reflexes": "DEX",
    "endurance": "CON",
    "idee": "INT",
    "chance": "POU",
    "culture": "EDU",
}
Condition: TypeAlias = Literal["ok", "staggered", "unconscious", "out_of_action", "dying", "stable", "dead"]
ProtectionKind: TypeAlias = Literal["none", "vest", "points", "minimal", "half", "one_point", "immune"]
VESTS = (4, 6, 8, 10, 12)  # D100-PROT-01
WoundPenalty: TypeAlias = Literal[-6, -3, 0]  # D100-HEALTH-04

Name: TypeAlias = Annotated[str, Meta(max_length=100)]
Text: TypeAlias = Annotated[str, Meta(max_length=10_000)]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=300)]
Modifier: TypeAlias = Annotated[int, Meta(ge=-40, le=60)]  # a finished skill total
OwnModifier: TypeAlias = Annotated[int, Meta(ge=-20, le=40)]  # a Jet, or the modifier of a characteristic
Wide: TypeAlias = Annotated[int, Meta(ge=-40, le=200)]  # what a Monster’s strength may come to
Difficulty: TypeAlias = Annotated[int, Meta(ge=-40, le=80)]
Mod: TypeAlias = Annotated[int, Meta(ge=-40, le=40)]
Mods: TypeAlias = Annotated[tuple[Mod, ...], Meta(max_length=100)]  # situational, summed
Life: TypeAlias = Annotated[int, Meta(ge=-10, le=400)]  # PV
LifeMax: TypeAlias = Annotated[int, Meta(ge=1, le=400)]
Blows: TypeAlias = Annotated[int, Meta(ge=0, le=400)]  # coups encaissés
Damage: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Protection: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
Penetration: TypeAlias = Annotated[int, Meta(ge=0, le=12)]
San: TypeAlias = Annotated[int, Meta(ge=-10, le=99)]
Percent: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
DiceText: TypeAlias = Annotated[str, Meta(max_length=40, examples=["1d6", "1d3", "2d6+1", "1d4-1", "5", ""])]

FACES = (3, 4, 6, 8, 10, 12, 20, 100)  # D100-CORE-01
NO_DICE = Dice(())


def within(low: int, number: int, high: int) -> int:
    """A number kept where an input can take it."""
    return max(low, min(high, number))


def check_dice(field: str, text: str, rule: str = "D100-CORE-01") -> Dice:
    """`NdS`, `NdS+K`, `NdS-K`, a whole number, or nothing at all; what cannot be read is refused with its field."""
    if not text.strip():
        return NO_DICE
    dice = inputs.check_dice(field, text)
    if len(dice.terms) > 1 or any(term.factor != 1 for term in dice.terms) or (not dice.terms and dice.constant < 0):
        raise BadField(field, "field/type", rule, came=text, allowed="1d6, 2d6+1, 1d4-1, 5")
    for term in dice.terms:
        if term.faces not in FACES:
            allowed = [f"d{faces}" for faces in FACES]
            raise BadField(field, "field/one_of", rule, came=f"d{term.faces}", allowed=allowed)
    return dice


def check_shot(field: str, text: str) -> tuple[Dice, Dice, Dice]:
    """The dice of a shotgun for each of its three range increments, with strokes between them (D100-FIRE-06)."""
    parts = text.split("/")
    if len(parts) != 3:
        raise BadField(field, "field/type", "D100-FIRE-06", came=text, allowed="4d6/2d6/1d6")
    first, second, third = (check_dice(field, part, "D100-FIRE-06") for part in parts)
    return first, second, third


def modifier_of(score: int) -> int:
    """The modifier of a score (D100-MISS-02)."""
    return (score - 10) // 2


USUAL_LIFE = 10


def check_life(pv: int | None, pv_max: int | UnsetType | None) -> None:
    """Nobody has more PV than the maximum that is named (D100-HEALTH-01)."""
    if pv is not None and isinstance(pv_max, int) and pv > pv_max:
        raise BadField("pv", "field/at_most", "D100-HEALTH-01", came=pv, high=pv_max)


class Body(Value, frozen=True, kw_only=True):
    """The bodily state of one being: PV, blows taken, and how much is counted of its dying (HEALTH, TEMP)."""

    name: Name = ""
    pv_max: LifeMax | UnsetType = UNSET
    pv: Life | None = None
    temp_damage: Annotated[int, Meta(ge=0, le=800)] = 0
    is_pc: bool = True
    uses_agony: bool = False
    stable: bool = False
    con_modifier: OwnModifier = 0
    major_monster: bool = False

    def __post_init__(self) -> None:
        check_life(self.pv, self.pv_max)

    @property
    def life(self) -> int:
        """The PV that are left: all of them, where none are named (D100-HEALTH-01)."""
        return self.most if self.pv is None else self.pv

    @property
    def most(self) -> int:
        """The PV of somebody unhurt: ten, where nobody says so."""
        return USUAL_LIFE if self.pv_max is UNSET else self.pv_max


class Combatant(Body, frozen=True, kw_only=True):
    """A fighter in a combat: a body, its place in the order, and what goes on hurting it."""

    name: Name
    initiative: OwnModifier = 0
    dex_score: Score = 10
    reflexes: OwnModifier = 0
    alert: bool = False
    on_fire: bool = False
    strangle_round: Annotated[int, Meta(ge=0, le=200)] = 0
    strangle_failed: bool = False
    strangle_bonus: Annotated[int, Meta(ge=0, le=10)] = 0
    regeneration: Annotated[int, Meta(ge=0, le=50)] = 0
    san: San = 50
    mind_stable: bool = False


class Watcher(Value, frozen=True, kw_only=True):
    """Somebody who may notice hidden fighters (D100-CBT-07)."""

    name: Name
    modifier: Modifier = 0
    mods: Mods = ()
    alert: bool = False


class Mind(Value, frozen=True, kw_only=True):
    """An investigator’s mind at the start of a combat (D100-CBT-06)."""

    name: Name
    san: Annotated[int, Meta(ge=-9, le=99)]
    san_bonus: Annotated[int, Meta(ge=-20, le=20)] = 0
    idee: OwnModifier = 0
    san_hour_start: Percent | None = None
    san_lost_this_hour: Percent = 0
    san_creation: Percent | None = None
    loss_cap: Annotated[int, Meta(ge=0, le=100)] | None = None

    @property
    def hour_start(self) -> int:
        """The SAN of this hour’s start: what is left and what was lost, where it is not named."""
        return self.san + self.san_lost_this_hour if self.san_hour_start is None else self.san_hour_start

    @property
    def creation(self) -> int:
        """The SAN of creation: that of the hour’s start, where it is not named."""
        return self.hour_start if self.san_creation is None else self.san_creation


class AreaTarget(Value, frozen=True, kw_only=True):
    """Somebody in the area of a burst or an explosion (D100-FIRE-07, D100-MISS-12)."""

    name: Name = ""
    reflexes: OwnModifier = 0
    reflex_mods: Mods = ()
    distance: Annotated[float, Meta(ge=0, le=100)] = 0
    protection_kind: ProtectionKind = "none"
    protection: Protection = 0
    body: Body | None = None

    def __post_init__(self) -> None:
        check_protection(self.protection_kind, self.protection)


class D100Attack(Value, frozen=True, kw_only=True):
    """An attack on a percentile creature sheet (D100-CONV-04)."""

    name: Name
    percent: Annotated[int, Meta(ge=0, le=300)]
    damage: Name = ""
    per_round: Annotated[int, Meta(ge=1, le=10)] = 1


def check_protection(kind: ProtectionKind, protection: int) -> None:
    """A vest is one of five dice: no other number can be thrown (D100-PROT-01)."""
    if kind == "vest" and protection not in VESTS:
        raise BadField("protection", "field/one_of", "D100-PROT-01", came=protection, allowed=[str(v) for v in VESTS])


def check_names(field: str, names: tuple[str, ...], rule: str) -> None:
    """Names that must differ, because the outcome speaks of each by name."""
    for index, name in enumerate(names):
        if name in names[:index]:
            raise BadField(field, "field/twice", rule, came=name)
