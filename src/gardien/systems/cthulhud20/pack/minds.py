"""The rows of minds, magic, creatures and ready people in the pack: their types (P-SAN, P-MAG, P-CREA, P-SAMPLE)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.inputs import check_dice
from gardien.core.rows import Article, DiceText, Key, Keys, Noted, Row, Words
from gardien.core.values import Value
from gardien.systems.cthulhud20.pack.rows import Metres, Number, Percent, Signed
from gardien.systems.cthulhud20.vocabulary import Ability, CombatOption, DamageMode, Save, Size, Tables, Trait

Gender: TypeAlias = Literal["f", "m"]


class SanLoss(Value, frozen=True, kw_only=True):
    """What a sanity check costs: once when it succeeds, once when it fails (CD20-P-SAN-02)."""

    success: DiceText
    failure: DiceText

    def __post_init__(self) -> None:
        check_dice("success", self.success)
        check_dice("failure", self.failure)

    @property
    def text(self) -> str:
        """0/1d6."""
        return f"{self.success}/{self.failure}"


class SanCause(Row, frozen=True, kw_only=True):
    """Something seen and its price (CD20-P-SAN-02)."""

    loss: SanLoss


class Madness(Row, frozen=True, kw_only=True):
    """A part of the d100 of temporary insanity (CD20-P-SAN-03)."""

    first: Percent
    last: Percent


class Cost(Value, frozen=True, kw_only=True):
    """What a spell takes from its caster (CD20-P-MAG-01)."""

    san: DiceText = "0"
    pf: Annotated[int, Meta(ge=0, le=20)] = 0
    per_amount: bool = False  # PF for each point of armour, or each hit die
    san_per_amount: bool = False

    def __post_init__(self) -> None:
        check_dice("san", self.san)


class Spell(Row, frozen=True, kw_only=True):
    """A converted spell (CD20-P-MAG-02)."""

    time: Number
    unit: Literal["partial", "full_round", "round", "minute", "hour"]
    cost: Cost
    effect_fr: Words
    effect_en: Words
    time_per_amount: bool = False
    save: Save | None = None
    target: bool = False
    metres: Metres = 0
    dice: DiceText | None = None
    most: Number = 0

    def __post_init__(self) -> None:
        if self.dice is not None:
            check_dice("dice", self.dice)


class Tome(Row, frozen=True, kw_only=True):
    """A book of the Mythos (CD20-P-MAG-03)."""

    time: Number
    unit: Literal["weeks", "months"]
    dc: Number
    san: DiceText
    mythos: Annotated[int, Meta(ge=0, le=20)]
    spells: tuple[Number, Number]

    def __post_init__(self) -> None:
        check_dice("san", self.san)


class Strike(Value, frozen=True, kw_only=True):
    """One attack of a creature: its own dice make its lethality, `damage` is what traditional fights roll."""

    name: Key
    fr: Words
    en: Words
    damage: DiceText  # in traditional mode, Strength included
    bonus: Signed  # against human bodies, lethality included
    lethality: Annotated[int, Meta(ge=0, le=20)]
    count: Annotated[int, Meta(ge=1, le=10)] = 1
    ranged: bool = False
    secondary: bool = False
    nimble: bool = False  # by Dexterity, as something small bites
    pf_only: bool = False
    weapon: Key | None = None  # the row of the list it is, where it is one
    poison: Key | None = None


class Ways(Value, frozen=True, kw_only=True):
    """How fast something moves, in metres a move."""

    walk: Metres
    fly: Metres = 0
    swim: Metres = 0
    runs: bool = True


class Creature(Noted, frozen=True, kw_only=True):
    """A being of the bestiary (CD20-P-CREA-03); a human one has a level instead of hit dice.

    `half` and `investigator` are its PV and PF by the two ways of CD20-CREA-04; abilities it lacks are left out.
    """

    article: Article | None = None
    size: Size
    abilities: Annotated[dict[Ability, Annotated[int, Meta(ge=0, le=60)]], Meta(min_length=1, max_length=6)]
    ca: Number
    touch_ca: Number
    ca_without_dex: Number
    investigator: Number
    strikes: Annotated[tuple[Strike, ...], Meta(min_length=1, max_length=6)]
    fort: Signed
    ref: Signed
    will: Signed
    initiative: Signed
    ways: Ways
    san: SanLoss
    mode: DamageMode
    tables: Tables | None = None
    hit_dice: DiceText | None = None
    hp: Number = 0
    half: Number = 0
    level: Annotated[int, Meta(ge=0, le=20)] = 0
    base_attack: Signed = 0
    natural_armour: Annotated[int, Meta(ge=0, le=50)] = 0
    challenge: Number = 0
    traits: Annotated[tuple[Trait, ...], Meta(max_length=2)] = ()
    heals: Annotated[int, Meta(ge=0, le=20)] = 0
    immunities: Annotated[tuple[Literal["cold", "drowning"], ...], Meta(max_length=2)] = ()
    half_damage: bool = False
    reduction: Annotated[int, Meta(ge=0, le=50)] = 0


class Sample(Noted, frozen=True, kw_only=True):
    """A ready sheet of the examples (CD20-P-SAMPLE-01)."""

    level: Annotated[int, Meta(ge=1, le=20)]
    option: CombatOption
    good_saves: Annotated[tuple[Save, ...], Meta(min_length=1, max_length=2)]
    abilities: dict[Ability, Annotated[int, Meta(ge=1, le=30)]]
    feats: Keys
    weapon: Key
    armour: Keys = ()
    npc: bool = False
    gender: Gender = "m"
