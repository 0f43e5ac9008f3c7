"""The rows of tables in the pack: scales, symptoms, drugs, diseases, poisons, skills, people: their types (SYM, M…)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.rows import Key, Keys, Noted, Row, Words
from gardien.core.values import Value
from gardien.systems.organique.vocabulary import (
    Ailment,
    Category,
    ClassKey,
    Code,
    CrackTime,
    Feat,
    Frequency,
    Group,
    SaveKind,
    SaveName,
    Symptom,
    check_halves,
)

Number: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]
Signed: TypeAlias = Annotated[int, Meta(ge=-100, le=100)]
Half: TypeAlias = Annotated[float, Meta(ge=0, le=1000)]  # a multiple of 0.5, checked
Price: TypeAlias = Annotated[float, Meta(ge=0, le=10_000_000)]
Kilos: TypeAlias = Annotated[float, Meta(ge=0, le=100_000)]
Changes: TypeAlias = Annotated[dict[Code, Signed], Meta(max_length=8)]
SaveMods: TypeAlias = Annotated[dict[SaveName, Signed], Meta(max_length=40)]


class EffectRow(Row, frozen=True, kw_only=True):
    """A row that says what it does."""

    effect_fr: Words
    effect_en: Words


# ---- scales ----


class Mark(Row, frozen=True, kw_only=True):
    """A difficulty of habit: of a surface, a lie, a feat, a hiding place, a weather (ORG-TEST-02, AGI-02, M21 …)."""

    difficulty: Annotated[int, Meta(ge=0, le=100)]


class Modifier(Row, frozen=True, kw_only=True):
    """A number that is added to a roll: size, nature, light, haste (ORG-MON-02, ORG-PSY-07, M21 …)."""

    modifier: Signed
    reaction: Signed = 0  # on reactions, where it weighs on them too (ORG-MOD)


class Support(Row, frozen=True, kw_only=True):
    """What a book is read on, and how many times longer its help takes (ORG-SKILL-05)."""

    time_factor: Annotated[int, Meta(ge=1, le=10)]


class Rank(Row, frozen=True, kw_only=True):
    """A level of skill (ORG-SKILL-02)."""

    level: Annotated[int, Meta(ge=1, le=6)]
    bonus: Annotated[int, Meta(ge=0, le=20)]


class SaveRow(Row, frozen=True, kw_only=True):
    """What a save is made with: one value, or two averaged or added (ORG-SAVE-01, ORG-TEST-03)."""

    key: SaveKind
    first: Code
    second: Code | None = None
    mode: Literal["average", "sum"] = "average"


class Fist(Value, frozen=True, kw_only=True):
    """What a punch does by strength (M9)."""

    first: Number
    last: Number
    c: Half

    def __post_init__(self) -> None:
        check_halves(c=self.c)


class ThrownRow(Value, frozen=True, kw_only=True):
    """What a thrown weight does, from so many kilograms on (ORG-WPN-06); `per_kg`: one more c for each."""

    kg: Kilos
    useful_cm: Annotated[int, Meta(ge=1, le=10_000)]
    c: Half
    per_kg: Number = 0

    def __post_init__(self) -> None:
        check_halves(c=self.c)


class Cracking(Row, frozen=True, kw_only=True):
    """A time of decryption and the least result that gives it (ORG-CRY-05)."""

    key: CrackTime
    result: Annotated[int, Meta(ge=-1000, le=1000)]


class Login(Row, frozen=True, kw_only=True):
    """How often somebody logs in (ORG-HACK-09)."""

    key: Frequency
    dice: Annotated[int, Meta(ge=1, le=10)]
    sides: Annotated[int, Meta(ge=2, le=100)]
    unit: Literal["minutes", "hours"]


class RangeStep(Row, frozen=True, kw_only=True):
    """A step of range and what reaches there (ORG-RNG-01)."""

    step: Annotated[int, Meta(ge=0, le=4)]


# ---- symptoms and substances ----


class SymptomRow(EffectRow, frozen=True, kw_only=True):
    """A symptom and the value that avoids it (ORG-SYM-02 to 21)."""

    key: Symptom
    first: Code
    second: Code | None = None  # averaged with the first (ORG-SYM-20)
    die: Literal["turns", "minutes"] | None = None  # a d6 says how long


class Ailing(Value, frozen=True, kw_only=True):
    """A save that a substance asks for (ORG-SYM-01); `turns`: how long a paralysis holds, or turns per point failed."""

    ailment: Ailment
    difficulty: Annotated[int, Meta(ge=0, le=100)]
    turns: Annotated[int, Meta(ge=1, le=100_000)] = 1


Ailings: TypeAlias = Annotated[tuple[Ailing, ...], Meta(max_length=10)]


class Note(Row, frozen=True, kw_only=True):
    """What a substance does beside numbers; some of it stays for life with whoever stops (ORG-DRUG-09)."""

    for_life: bool = False


class Effect(Value, frozen=True, kw_only=True):
    """What a substance does in one phase; `notes` are keys of the table `note` (ORG-DRUG-01, M11)."""

    ailments: Ailings = ()
    changes: Changes = {}
    save_mods: SaveMods = {}
    relief: Annotated[int, Meta(ge=0, le=100)] = 0  # points off suffering
    notes: Keys = ()


class Drug(Noted, frozen=True, kw_only=True):
    """A drug: its effects by dose and phase, its dependencies (ORG-DRUG-01, M11); no difficulty, no dependency."""

    minutes: Number
    normal: Effect
    x2: Effect = Effect()
    x4: Effect = Effect()
    x8: Effect = Effect()
    come_down: Effect = Effect()
    withdrawal: Effect = Effect()
    long_term: Effect = Effect()
    physical: Annotated[int, Meta(ge=1, le=100)] | None = None
    psychological: Annotated[int, Meta(ge=1, le=100)] | None = None
    withdrawal_difficulty: Annotated[int, Meta(ge=0, le=100)]
    price: Price = 0


class Contagion(Value, frozen=True, kw_only=True):
    """One way to catch a disease (M12)."""

    fr: Words
    en: Words
    difficulty: Annotated[int, Meta(ge=0, le=100)]


class Remedy(Value, frozen=True, kw_only=True):
    """A treatment and what it adds to progression saves (ORG-DIS-03, M12)."""

    fr: Words
    en: Words
    bonus: Annotated[int, Meta(ge=0, le=40)]


class Disease(Noted, frozen=True, kw_only=True):
    """A disease (ORG-DIS-01 to 06, M12); symptoms, changes, `save_mods`, `bs` and `sng_max` are per level.

    `bs` is taken once, when a level is gained; `family` names those that are alike (ORG-DIS-04).
    """

    contagions: Annotated[tuple[Contagion, ...], Meta(max_length=4)] = ()
    progression: Annotated[int, Meta(ge=0, le=100)]
    interval_hours: Annotated[int, Meta(ge=1, le=100_000)]
    remedies: Annotated[tuple[Remedy, ...], Meta(max_length=4)] = ()
    ailments: Ailings = ()
    changes: Changes = {}
    save_mods: SaveMods = {}
    bs: Half = 0
    sng_max: Half = 0
    family: Key | None = None

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, sng_max=self.sng_max)


class Poison(Noted, frozen=True, kw_only=True):
    """A poison (ORG-POI-01, M13); everything is per dose. `onset` and `every` are turns: 12 a minute, 720 an hour."""

    ways: Annotated[tuple[Literal["blade", "food", "air", "bite", "injection"], ...], Meta(min_length=1, max_length=4)]
    onset: Annotated[int, Meta(ge=0, le=100_000)]
    ticks: Annotated[int, Meta(ge=1, le=100)]
    every: Annotated[int, Meta(ge=1, le=100_000)] = 1
    bs: Half = 0
    end: Annotated[int, Meta(ge=0, le=20)] = 0  # END taken at a tick (ORG-DMG-07)
    ailments: Ailings = ()
    actions: Signed = 0
    sight: Signed = 0
    touch: Signed = 0
    pain_saves: Signed = 0
    changes: Changes = {}  # as long as it acts
    price: Price = 0

    def __post_init__(self) -> None:
        check_halves(bs=self.bs)


# ---- skills, classes, traits ----


class Skill(Row, frozen=True, kw_only=True):
    """A skill, its category and its characteristic (M4; the sixteen of ORG-HACK-06; vehicles)."""

    category: Category
    characteristic: Code = "INT"
    open: bool = False  # the test stays open to everybody; the skill only adds to it (M4, last line)
    many: bool = False  # one for each language, each game
    use_fr: Words | None = None
    use_en: Words | None = None


class CombatSkill(Noted, frozen=True, kw_only=True):
    """A combat skill: bases at level 1, the weapons it is for, initiative a level (ORG-CSK, M5)."""

    bases: Annotated[dict[Feat, Signed], Meta(max_length=20)]
    groups: Annotated[tuple[Group, ...], Meta(max_length=16)] = ()  # none: any weapon
    initiative: Annotated[int, Meta(ge=0, le=10)] = 0
    called_free: bool = False  # no malus for a called shot (ORG-CSK-04)
    kick_c: Half = 0  # more for a kick (ORG-CSK-05)
    aim: Annotated[int, Meta(ge=0, le=20)] | None = None  # what aiming gives instead of +4
    improvised: Annotated[int, Meta(ge=0, le=10)] = 0  # off the −8 of improvised weapons, a level
    least_rate: Annotated[int, Meta(ge=0, le=100)] = 0  # the rate of fire it asks for

    def __post_init__(self) -> None:
        check_halves(kick_c=self.kick_c)


class Power(EffectRow, frozen=True, kw_only=True):
    """A psychic skill (M7); `severe`: the margin from which it does more."""

    kind: Literal["manipulation", "self", "reaction", "perception"]
    characteristic: Code
    difficulty: Annotated[int, Meta(ge=0, le=100)]
    ailment: Ailment | None = None
    severe: Annotated[int, Meta(ge=0, le=100)] | None = None
    obvious: bool = False
    lasting: Literal["margin", "one_turn", "for_good", "instant"] = "margin"  # turns: one a point of margin


class ClassRow(Noted, frozen=True, kw_only=True):
    """A class: what skills cost by category (none: out of reach), money to begin with (M3)."""

    key: ClassKey
    costs: Annotated[dict[Category, Annotated[int, Meta(ge=1, le=3)]], Meta(min_length=1, max_length=8)]
    money: Number
    fr_f: Words | None = None


class Trait(EffectRow, frozen=True, kw_only=True):
    """An advantage (points above 0) or a drawback (M2)."""

    points: Annotated[int, Meta(ge=-10, le=10)]
    most: Annotated[int, Meta(ge=1, le=10)] = 1
    scores: Signed = 0  # more characteristic points
    reserves: Signed = 0  # more points for SNG, CPS, INC
    initiative: Signed = 0
    save_mods: SaveMods = {}
    fr_f: Words | None = None
