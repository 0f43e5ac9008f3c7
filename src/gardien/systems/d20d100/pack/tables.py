"""The rows of scales and printed tables in the pack: their types (TEST, CONV, WPN, XP, MISS)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.rows import DiceText, Key, Keys, Number, Row, Words, check_span
from gardien.systems.d20d100.pack.rows import Code, JetKey, Modifier, Percent, Score


class Jet(Row, frozen=True, kw_only=True):
    """One of the five Jets and the characteristic it starts from (D100-CORE-03)."""

    key: JetKey
    code: Code


class Difficulty(Row, frozen=True, kw_only=True):
    """A step of the scale, what it means, and the chance of a professional at +8 (D100-TEST-05)."""

    difficulty: Annotated[int, Meta(ge=0, le=80)]
    professional: Percent
    meaning_fr: Words
    meaning_en: Words
    printed: Percent | None = None


class Band(Row, frozen=True, kw_only=True):
    """A span of scores or totals; without `last` it has no end."""

    first: Score
    last: Score | None = None

    def __post_init__(self) -> None:
        check_span(self.first, self.last, "last")


class ScoreModifier(Band, frozen=True, kw_only=True):
    """Table B: the modifier of a score (D100-MISS-02)."""

    modifier: Modifier


class DamageBonus(Band, frozen=True, kw_only=True):
    """The damage bonus of FOR + TAI, and the dice it stands for (D100-WPN-03, D100-MISS-02)."""

    bonus: Modifier
    d100: DiceText


class Studies(Band, frozen=True, kw_only=True):
    """Table C: the schooling that a roll stands for, before the +3 (D100-CREA-05, D100-MISS-02)."""


class Conversion(Band, frozen=True, kw_only=True):
    """The modifier of a d100 percentage (D100-CONV-01, D100-MISS-14)."""

    modifier: Modifier


class Size(Band, frozen=True, kw_only=True):
    """Scale and Mass of a TAI score (D100-CREAT-03, D100-CREAT-05, D100-MISS-07)."""

    scale: Modifier
    mass: Modifier
    example_fr: Words
    example_en: Words


class Multiplier(Row, frozen=True, kw_only=True):
    """The d20 modifiers of scores 1 to 22 for one d100 multiplier (D100-TEST-15)."""

    multiplier: Annotated[int, Meta(ge=1, le=10)]
    modifiers: Annotated[tuple[Modifier, ...], Meta(min_length=22, max_length=22)]


class Level(Row, frozen=True, kw_only=True):
    """A step from novice to expert: a total and its chance at Difficulty 15 (D100-CREA-19, D100-MISS-01)."""

    total: Modifier
    percent: Percent


class Series(Row, frozen=True, kw_only=True):
    """The attacks that a combat skill gives (D100-WPN-01, D100-WPN-02, D100-MISS-08)."""

    skill: Modifier
    scores: Annotated[tuple[Modifier, ...], Meta(min_length=1, max_length=3)]


class Gain(Row, frozen=True, kw_only=True):
    """What experience points buy (D100-XP-04)."""

    cost: Number
    purchase: Literal["skill", "jet", "new_skill", "destiny", "pv_max", "characteristic"]
    combat: bool = False
    ticked: bool = False


class BurstRange(Row, frozen=True, kw_only=True):
    """What a burst does at some distance, dodged or not (D100-FIRE-08); without `increments` it is farther still."""

    failed: Literal["double", "normal", "half", "none"]
    succeeded: Literal["double", "normal", "half", "none"]
    increments: Annotated[int, Meta(ge=1, le=10)] | None = None


class OlderName(Row, frozen=True, kw_only=True):
    """What the percentile game calls something, and what it is here (D100-CONV-03, D100-MISS-14)."""

    skill: Key = ""
    weapon: Key = ""
    loss: Key = ""
    names: Keys = ()
