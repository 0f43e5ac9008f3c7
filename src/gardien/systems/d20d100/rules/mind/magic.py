"""Forbidden books, magic points, psychic powers; spells are cast in `casting` (MAGIC, MISS-10, MISS-16)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import Dice
from gardien.core.errors import Refusal, nearest
from gardien.core.given import known
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.aids import PERCENTILE, table_modifier
from gardien.systems.d20d100.casting import Points, overcome
from gardien.systems.d20d100.casting import cast_spell as cast_spell
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack_rows import Power
from gardien.systems.d20d100.sanity import TOP, Horror, SanLabels, confront, floor_of
from gardien.systems.d20d100.trials import SKILL, Labels, attempt, wanted
from gardien.systems.d20d100.values import Mind, Modifier, Name, OwnModifier, Percent, check_dice

SKIMMING = 20  # the Difficulty of a book read in haste (D100-MISS-10)
DAY = 24  # hours in which all PM come back
TWO_DICE = Dice.parse("2d6")  # weeks to learn a spell
POWERS: list[str] = pack.keys("traits", "trait", "power")


# ---- books ----


class TomeGiven(Value, frozen=True, kw_only=True):
    """A reader and a forbidden book."""

    tome: Annotated[str, Meta(max_length=100, examples=pack.keys("magic", "tome"))]
    language_modifier: Modifier
    skim: bool = False
    san: Annotated[int, Meta(ge=1, le=99)]
    mythos: Percent = 0
    idee: OwnModifier = 0

    def __post_init__(self) -> None:
        known("tome", self.tome, pack.tome)


class Read(Value, frozen=True, kw_only=True):
    """What was understood, and what it cost."""

    success: bool
    weeks: float
    mythos: int
    san_loss: int
    san: int
    temp_mad: bool
    perm_mad: bool
    decompensating: bool
    spells_learnable: bool

    def changes(self, given: TomeGiven, options: Options) -> tuple[Change, ...]:
        found = (
            Change("mythos", given.mythos, self.mythos),
            Change("san", given.san, self.san),
            *(Change(name, False, getattr(self, name)) for name in MADDENS),
        )
        return tuple(one for one in found if one.after != one.before)


UNDERSTOOD = Labels("total", "success", "", "")
REVEALED = SanLabels("", "san_loss", "")
MADDENS = ("temp_mad", "perm_mad", "decompensating")  # weeks of reading are no hour (D100-SAN-04)


@procedure(
    "read_tome",
    rules="D100-MAGIC-01 D100-MAGIC-03 D100-MISS-10 D100-SAN-01 D100-SAN-05 D100-SAN-06",
    dice=("d20", "d100", "d3", "d4", "d6", "d8", "d10"),
    headline=("success", "mythos"),
)
def read_tome(given: TomeGiven, options: Options) -> Program[Read]:
    """Weeks in a foreign tongue; whoever understands learns of the Mythos, and SAN pays for it."""
    tome = pack.tome(given.tome)
    weeks = tome.weeks / 10 if given.skim else float(tome.weeks)
    yield from step("weeks", weeks, "D100-MISS-10")
    difficulty = SKIMMING if given.skim else SKILL
    yield from step("difficulty", difficulty, "D100-MISS-10")
    seen = yield from wanted("total")
    tried = yield from attempt(given.language_modifier, difficulty, seen, options, UNDERSTOOD, purpose="language")
    mythos, san, loss, mad = given.mythos, given.san, 0, dict.fromkeys(MADDENS, False)
    if tried.success:
        gain = tome.mythos // 2 if given.skim else tome.mythos
        mythos = min(TOP, given.mythos + gain)
        yield from step("mythos", mythos, "D100-MISS-10", (("mythos", given.mythos), ("gain", gain)), (0, TOP))
        horror = Horror(check_dice("san", tome.san.success), check_dice("san", tome.san.failure))
        mind = Mind(name="", san=given.san, idee=given.idee)
        shaken = yield from apply(confront, mind, horror, options, "", REVEALED)
        san, loss, mad = shaken.san, shaken.loss, {name: getattr(shaken, name) for name in MADDENS}
    if san > TOP - mythos:
        san = TOP - mythos
        yield from step("san", san, "D100-MAGIC-03", (("base", TOP), ("mythos", -mythos)))
        if san == floor_of(options):  # whoever knows everything has nothing left (D100-SAN-05)
            mad |= {"temp_mad": False, "perm_mad": True}
            yield from step("perm_mad", True, "D100-SAN-05")
    return Read(
        success=tried.success,
        weeks=weeks,
        mythos=mythos,
        san_loss=loss,
        san=san,
        **mad,
        spells_learnable=tried.success and not given.skim and tome.multiplier is not None,
    )


class LearnGiven(Value, frozen=True, kw_only=True):
    """A student and what the book makes of a quick mind."""

    int_score: Annotated[int, Meta(ge=1, le=40)]
    multiplier: Annotated[int, Meta(ge=1, le=10)] = 3
    spell: Annotated[str, Meta(max_length=100, examples=["", *pack.keys("magic", "spell")])] = ""

    def __post_init__(self) -> None:
        if self.spell:
            known("spell", self.spell, pack.spell)


class Learned(Value, frozen=True, kw_only=True):
    """How long it took, and whether the spell is known."""

    weeks: int
    modifier: int
    total: int | UnsetType = UNSET
    learned: bool


LEARNED = Labels("total", "learned", "", "")


@procedure(
    "learn_spell",
    rules="D100-MISS-10 D100-TEST-15",
    dice=("d6", "d20"),
    headline=("learned",),
)
def learn_spell(given: LearnGiven, options: Options) -> Program[Learned]:
    """Two to twelve weeks, then INT multiplied, read on the d20 table."""
    weeks = yield from roll(TWO_DICE, "d6", purpose="weeks")
    yield from step("weeks", weeks, "D100-MISS-10")
    modifier = table_modifier(given.int_score, given.multiplier)
    yield from step("modifier", modifier, "D100-TEST-15")
    seen = yield from wanted("total")
    tried = yield from attempt(modifier, PERCENTILE, seen, options, LEARNED, purpose="test")
    return Learned(weeks=weeks, modifier=modifier, total=tried.total, learned=tried.success)


# ---- magic points ----


class RecoverGiven(Value, frozen=True, kw_only=True):
    """Somebody who has spent PM, and the hours since."""

    pm: Points
    pou_score: Points
    hours: Annotated[int, Meta(ge=0, le=1000)]


class Recovered(Value, frozen=True, kw_only=True):
    """The PM that came back."""

    regained: int
    pm: int
    unconscious: bool

    def changes(self, given: RecoverGiven, options: Options) -> tuple[Change, ...]:
        return (Change("pm", given.pm, self.pm),) if self.regained else ()


@procedure("recover_pm", rules="D100-MISS-10 D100-CREAT-01", headline=("pm",))
def recover_pm(given: RecoverGiven, options: Options) -> Program[Recovered]:
    """All PM in a day, part of them in part of it; at 0 nobody is awake."""
    regained = max(0, min(given.pou_score - given.pm, given.pou_score * given.hours // DAY))
    yield from step("regained", regained, "D100-MISS-10")
    pm = given.pm + regained
    yield from step("pm", pm, "D100-MISS-10", (("pm", given.pm), ("regained", regained)))
    if not pm:
        yield from step("unconscious", True, "D100-MISS-10")
    return Recovered(regained=regained, pm=pm, unconscious=not pm)


# ---- psychic powers ----


def power_of(key: str) -> Power:
    """What a psychic trait can do; other traits can do nothing of the kind (D100-MISS-16)."""
    power = pack.trait(key).power if key in POWERS else None
    if power is None:
        raise Refusal("field/one_of", field="power", came=key, allowed=POWERS, hint=nearest(key, POWERS))
    return power


class PowerGiven(Value, frozen=True, kw_only=True):
    """A psychic trait put to use."""

    power: Annotated[str, Meta(max_length=100, examples=POWERS)]
    modifier: OwnModifier = 0
    target_modifier: OwnModifier = 0
    pm: Points = 0
    victim: Name = ""

    def __post_init__(self) -> None:
        known("power", self.power, power_of)


class PowerUsed(Value, frozen=True, kw_only=True):
    """Whether it came to anything."""

    accepted: bool
    pm: int
    success: bool | UnsetType = UNSET
    skill_bonus: int | UnsetType = UNSET

    def changes(self, given: PowerGiven, options: Options) -> tuple[Change, ...]:
        return (Change("pm", given.pm, self.pm),) if self.pm != given.pm else ()


SENSED = Labels("total", "success", "", "")


@procedure(
    "psychic_power",
    rules="D100-TRAIT-06 D100-MISS-16",
    dice=("d20",),
    headline=("accepted", "success"),
)
def psychic_power(given: PowerGiven, options: Options) -> Program[PowerUsed]:
    """Where the Keeper wants such gifts: PM are paid, then a test, an opposition, or nothing at all."""
    power = power_of(given.power)
    if not options.psychic_traits or power.pm > given.pm:
        yield from step("accepted", False, "D100-MISS-16" if options.psychic_traits else "D100-TRAIT-06")
        return PowerUsed(accepted=False, pm=given.pm)
    if power.pm:
        yield from step("pm", given.pm - power.pm, "D100-MISS-16", (("pm", given.pm), ("pm_spent", -power.pm)))
    success = True
    if power.opposed:
        success = yield from overcome(given.modifier, given.target_modifier, options)
        yield from step("success", success, "D100-MISS-16")
    elif power.difficulty is not None:
        yield from step("difficulty", power.difficulty, "D100-MISS-16")
        seen = yield from wanted("total")
        tried = yield from attempt(given.modifier, power.difficulty, seen, options, SENSED, purpose="test")
        success = tried.success
    bonus = sum(power.skills.values())
    if bonus:
        yield from step("skill_bonus", bonus, "D100-MISS-16")
    return PowerUsed(accepted=True, pm=given.pm - power.pm, success=success, skill_bonus=bonus)
