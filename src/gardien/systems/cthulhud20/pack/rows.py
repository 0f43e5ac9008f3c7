"""The rows of tables in the pack: scales, bodies, skills, feats, states, dangers: their types (FAT, GB, P-…)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.inputs import check_dice
from gardien.core.rows import DiceText, Key, Keys, Noted, Row, Words, check_span
from gardien.core.values import Value
from gardien.systems.cthulhud20.vocabulary import (
    Ability,
    Aim,
    Care,
    Condition,
    DestinyEffect,
    EffortKind,
    PartEffect,
    Save,
    Severity,
    Situation,
    TableKey,
    Zone,
)

Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Signed: TypeAlias = Annotated[int, Meta(ge=-100, le=100)]
Metres: TypeAlias = Annotated[float, Meta(ge=0, le=1000)]
Percent: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
Chance: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class Span(Value, frozen=True, kw_only=True):
    """What holds from one number to another; without a last one it has no end."""

    first: Number
    last: Number | None = None

    def __post_init__(self) -> None:
        check_span(self.first, self.last, "last")

    def holds(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


# ---- scales ----


class Fatigue(Span, frozen=True, kw_only=True):
    """The malus for PF lost (CD20-FAT-01)."""

    malus: Annotated[int, Meta(ge=-20, le=0)]


class Lethal(Span, frozen=True, kw_only=True):
    """The attack bonus of a highest damage (CD20-LETH-01)."""

    bonus: Annotated[int, Meta(ge=0, le=20)]


class Rank(Value, frozen=True, kw_only=True):
    """One level: base attacks of both options, saves, feats, skills, destiny (CD20-P-LEVEL-01, CD20-DEST-01)."""

    level: Annotated[int, Meta(ge=1, le=20)]
    xp: Number
    offence: Annotated[tuple[Signed, ...], Meta(min_length=1, max_length=5)]
    defence: Annotated[tuple[Signed, ...], Meta(min_length=1, max_length=5)]
    good_save: Signed
    poor_save: Signed
    feats: Number
    increases: Number
    core_rank: Number
    other_rank: Annotated[float, Meta(ge=0, le=100)]
    destiny: Number


class Price(Value, frozen=True, kw_only=True):
    """What a score costs when abilities are bought (CD20-P-ABIL-01)."""

    score: Annotated[int, Meta(ge=1, le=30)]
    points: Number


class Ageing(Value, frozen=True, kw_only=True):
    """What an age takes from the body and gives to the mind, on top of the earlier ones (CD20-P-ABIL-01)."""

    age: Number
    body: Signed
    mind: Signed


class DifficultyRow(Row, frozen=True, kw_only=True):
    """A difficulty of habit (CD20-P-CHECK-01)."""

    dc: Number


# ---- bodies ----


class BodyZone(Span, frozen=True, kw_only=True):
    """A zone of a body: where the d100 finds it, what a wound there gains and costs (CD20-LOC-01, CD20-GB-02)."""

    tables: TableKey = "human"
    zone: Zone
    bonus: Signed = 0
    extra_pf: Annotated[int, Meta(ge=0, le=10)] = 0
    mortal: bool = False
    effect: PartEffect = "none"  # once it is out of use (CD20-P-WOUND-01)


class Grade(Span, frozen=True, kw_only=True):
    """One severity: from which GB, what it costs, what care it needs (CD20-GB-04, CD20-CREA-03)."""

    key: Severity
    fr: Words
    en: Words
    pf: Annotated[int, Meta(ge=0, le=20)]
    pv: Annotated[int, Meta(ge=0, le=20)]
    care: Care = "none"


class Shape(Row, frozen=True, kw_only=True):
    """A body as a whole: what 16 and more does off its mortal zones, and on all of it at once (CD20-P-CREA-04)."""

    key: TableKey
    beyond: Literal["critical", "destructive"] = "critical"
    whole: Literal["mortal", "destructive"] = "mortal"
    care: bool = True  # False: nothing can be cared for (CD20-CREA-03)
    aimed: bool = False  # whether zones can be named (CD20-AIM-02)


class Aggravation(Value, frozen=True, kw_only=True):
    """How often an untreated wound costs points, in rounds (CD20-BLEED-04, CD20-P-CREA-04)."""

    tables: TableKey
    severity: Severity
    rounds: Annotated[int, Meta(ge=1, le=100_000)]


class AimRow(Row, frozen=True, kw_only=True):
    """A zone or group that can be aimed at, its malus, its part of the location table (CD20-AIM-02, CD20-AIM-04)."""

    key: Aim
    malus: Annotated[int, Meta(ge=-20, le=0)]
    first: Percent
    last: Percent
    single: bool = False

    def __post_init__(self) -> None:
        check_span(self.first, self.last, "last")


# ---- skills, feats, professions ----


class Skill(Row, frozen=True, kw_only=True):
    """A skill: its ability, whether it can be tried untrained, whether armour weighs on it (CD20-P-SKILL-01)."""

    ability: Ability | None = None
    untrained: bool = True
    armour: bool = False
    modern: bool = False
    rolled: bool = True  # a language needs no roll


class Feat(Row, frozen=True, kw_only=True):
    """A feat: what it needs and what must be named with it (CD20-P-FEAT-01).

    `needs` are other feats, `parameter` says what stands after the colon; `converted` by the source itself.
    """

    effect_fr: Words
    effect_en: Words
    needs: Keys = ()
    ability: Ability | None = None
    least: Annotated[int, Meta(ge=0, le=60)] = 0
    base_attack: Annotated[int, Meta(ge=0, le=20)] = 0
    proficient: bool = False
    parameter: Literal["weapon", "group", "armour", "skill", "skills"] | None = None
    most: Annotated[int, Meta(ge=1, le=20)] = 1
    save: Save | None = None
    skills: Keys = ()
    bonus: Signed = 0
    converted: bool = False


class Profession(Row, frozen=True, kw_only=True):
    """A profession and its nine core skills; `a/b` is either of two, `knowledge_*` any field (CD20-P-PROF-01)."""

    skills: Annotated[tuple[Key, ...], Meta(min_length=9, max_length=9)]
    fr_f: Words | None = None


# ---- the fight ----


class SituationRow(Row, frozen=True, kw_only=True):
    """What weighs on an attacker (CD20-P-MOD-01); nothing where a side has no number."""

    key: Situation
    melee: Signed = 0
    ranged: Signed = 0
    lifted_by: Key | None = None  # the feat that takes it away
    eased_by: Annotated[dict[Key, Signed], Meta(max_length=5)] = {}  # feats that make it smaller


class ConditionRow(Row, frozen=True, kw_only=True):
    """A condition that stays: what it does to whoever has it and gives to attackers (CD20-P-COND-01, CD20-P-MOD-01)."""

    key: Condition
    effect_fr: Words
    effect_en: Words
    melee: Signed = 0  # attackers in melee
    ranged: Signed = 0  # attackers from afar
    row: Key | None = None  # conditions of one row of CD20-P-MOD-01 give their bonus once
    no_dex: bool = False
    helpless: bool = False
    own_attack: Signed = 0
    own_checks: Signed = 0  # on checks and saves
    fear: bool = False  # several of them are one malus
    bound_up: bool = False  # with fear and the like one malus on own attacks
    dex: Signed = 0
    initiative: Signed = 0
    half_speed: bool = False
    action: Literal["normal", "move", "none"] = "normal"


class RemovedRow(Row, frozen=True, kw_only=True):
    """A condition that is no longer used, and what stands in its place (CD20-COND-01)."""

    pf: Annotated[int, Meta(ge=0, le=100)] = 0  # what it costs, as an effort
    last_spared: bool = False  # never takes the last PF
    shakes: bool = False  # is a shock instead


class ActionRow(Row, frozen=True, kw_only=True):
    """Something done in a turn and how long it takes (CD20-P-ACT-03)."""

    kind: Literal["free", "move_equivalent", "partial", "standard", "full_round", "standard_or_full", "by_spell"]
    effect_fr: Words
    effect_en: Words


class Effort(Row, frozen=True, kw_only=True):
    """An effort and its cost (CD20-P-EFF-01)."""

    kind: EffortKind
    pf: Annotated[int, Meta(ge=0, le=20)]


class DestinyRow(Row, frozen=True, kw_only=True):
    """A ready effect for a point of destiny (CD20-P-DEST-01)."""

    key: DestinyEffect
    effect_fr: Words
    effect_en: Words


# ---- dangers ----


class Cause(Noted, frozen=True, kw_only=True):
    """A natural cause by its dice, or its highest damage where it has none (CD20-P-ENV-03, CD20-P-ENV-04)."""

    most: Number
    damage: DiceText | None = None
    save: Save | None = None
    dc: Number = 15
    lasting: bool = False
    contact: bool = False  # the zone is where it was touched


class Toxin(Value, frozen=True, kw_only=True):
    """One stage of a poison (CD20-P-POIS-01)."""

    dice: DiceText
    effect: Literal["str", "dex", "con", "int", "wis", "cha", "unconscious_hours", "partial_actions_rounds"]

    def __post_init__(self) -> None:
        check_dice("dice", self.dice)


class Poison(Row, frozen=True, kw_only=True):
    """A poison, how it is taken, its two stages (CD20-P-POIS-01)."""

    ways: Annotated[tuple[Literal["swallowed", "injury", "inhaled"], ...], Meta(min_length=1, max_length=3)]
    dc: Number
    initial: Toxin | None = None
    secondary: Toxin | None = None


class Disease(Row, frozen=True, kw_only=True):
    """A disease (CD20-P-DIS-01); without dice a failed day costs `pv`."""

    dc: Number
    incubation: DiceText
    unit: Literal["days", "weeks"]
    ability: Ability | None = None
    damage: DiceText | None = None
    pv: Annotated[int, Meta(ge=0, le=10)] = 0

    def __post_init__(self) -> None:
        check_dice("incubation", self.incubation)
