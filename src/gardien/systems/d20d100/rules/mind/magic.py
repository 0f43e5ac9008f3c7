"""Spells, forbidden books, psychic powers (MAGIC, MISS-10, MISS-16)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, less, roll, step, watched
from gardien.core.dice import D100, Dice, Term
from gardien.core.errors import Refusal, nearest
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import Power, Spell
from gardien.systems.d20d100.rules.body.wounds import NOTHING
from gardien.systems.d20d100.rules.character import NO_DICE, Mind, Modifier, Name, OwnModifier, Percent, check_dice
from gardien.systems.d20d100.rules.mind.sanity import (
    STATES,
    TOP,
    Horror,
    Lost,
    MindGiven,
    SanLabels,
    confront,
    floor_of,
    lose,
    mind_changes,
)
from gardien.systems.d20d100.rules.tests.d20 import SKILL, Labels, attempt
from gardien.systems.d20d100.rules.tests.help import PERCENTILE, Under, table_modifier
from gardien.systems.d20d100.rules.tests.opposed import SideLabels, Sides, meet

SKIMMING = 20  # the Difficulty of a book read in haste (D100-MISS-10)
TWO_DICE = Dice.parse("2d6")  # weeks to learn a spell
POWERS = pack.live("traits", "trait", "power")
CONCENTRATION = 15  # Idée of a caster who is wounded (D100-MISS-10)
SUMMONS = 10  # per cent for each PM of a summoning

Points: TypeAlias = Annotated[int, Meta(ge=0, le=100)]  # PM
TOLD = SideLabels("active_total", "passive_total", "", "", "")
UNTOLD = Labels("", "", "", "")
PRICE = SanLabels("", "san_loss")


# ---- spells that are cast ----


def oppose_pou(active: int, passive: int, options: Options) -> Program[bool]:
    """POU against POU: whoever acts must have the higher total, since a tie goes to the target (D100-MISS-10)."""
    wanted = yield from watched("active_total", "passive_total")
    sides = Sides(active=active, passive=passive, purposes=("caster", "target"))
    met = yield from apply(meet, sides, wanted, replace(options, opposed_tie="passive"), TOLD)
    return met.winner == "active"


Denial: TypeAlias = Literal["ok", "components_missing", "cost_out_of_range", "not_enough_pm", "not_enough_pou"]


class SpellGiven(MindGiven, frozen=True, kw_only=True):
    """A caster, a spell, and whoever resists it."""

    spell: Annotated[str, Meta(max_length=100, examples=pack.keys("magic", "spell"))]
    pm: Points
    pm_spent: Points | None = None
    pou_score: Annotated[int, Meta(ge=1, le=100)] = 10
    san: Annotated[int, Meta(ge=1, le=99)]
    caster_modifier: OwnModifier = 0
    target_modifier: OwnModifier = 0
    wounded: bool = False
    components_missing: bool = False
    victim: Name = ""

    def __post_init__(self) -> None:
        check_key("spell", self.spell, pack.spell)

    def row(self) -> Spell:
        return pack.spell(self.spell)

    def cost(self) -> int:
        """The PM to be paid: as few as the spell allows, where no number is named."""
        return self.row().pm_least if self.pm_spent is None else self.pm_spent


class Cast(Value, frozen=True, kw_only=True):
    """What was paid, and what came of it."""

    accepted: bool
    reason: Denial
    lost: bool | UnsetType = UNSET
    pm: int
    pou_score: int
    san_loss: int | UnsetType = UNSET
    san: int | UnsetType = UNSET
    lost_this_hour: int | UnsetType = UNSET
    temp_mad: bool | UnsetType = UNSET
    indef_mad: bool | UnsetType = UNSET
    perm_mad: bool | UnsetType = UNSET
    decompensating: bool | UnsetType = UNSET
    came: bool | UnsetType = UNSET
    resisted: bool | UnsetType = UNSET
    works: bool | UnsetType = UNSET
    effect: int | UnsetType = UNSET

    def changes(self, given: SpellGiven, options: Options) -> tuple[Change, ...]:
        changes = (
            Change("pm", given.pm, self.pm),
            Change("POU", given.pou_score, self.pou_score),
        )
        mad = mind_changes(given.mind(), self) if self.accepted else ()
        return (*(one for one in changes if one.after != one.before), *mad)


def denial(given: SpellGiven, options: Options) -> Denial:
    """Why a spell is not cast, the first reason that applies; POU must stay above 0."""
    spell, cost = given.row(), given.cost()
    if options.spell_components and given.components_missing:
        return "components_missing"
    if not spell.pm_least <= cost <= spell.pm_most:
        return "cost_out_of_range"
    if cost > given.pm:
        return "not_enough_pm"
    return "not_enough_pou" if spell.pou >= given.pou_score else "ok"


def effect_dice(spell: Spell, pm: int) -> Dice:
    """What a spell that works throws: dice, dice for each PM, a number, or the PM themselves (D100-MISS-10)."""
    if spell.effect is None:
        return NO_DICE
    if spell.effect == "pm":
        return Dice((), pm)
    dice = check_dice("effect", spell.effect)
    times = pm if spell.effect_per_pm else 1
    return Dice(tuple(Term(one.count * times, one.faces) for one in dice.terms), dice.constant * times)


def throw_effect(dice: Dice) -> Program[int]:
    """The effect as one sum."""
    effect = dice.constant
    if dice.terms:
        effect = yield from roll(dice, f"d{dice.terms[0].faces}", purpose="effect")
    yield from step("effect", effect, "D100-MISS-10")
    return effect


def pay(given: SpellGiven, options: Options) -> Program[Lost]:
    """PM or POU, then SAN: the price is due even where the spell is lost (D100-MISS-10)."""
    spell, cost = given.row(), given.cost()
    if cost:
        yield from step("pm", given.pm - cost, "D100-MISS-10", (("pm", given.pm), less("pm_spent", cost)))
    if spell.pou:
        parts = (("pou_score", given.pou_score), less("cost", spell.pou))
        yield from step("pou_score", given.pou_score - spell.pou, "D100-MISS-10", parts)
    return (yield from apply(lose, given.mind(), check_dice("san", spell.san), options, "", PRICE))


@procedure(
    "cast_spell",
    rules="""D100-MAGIC-01 D100-MAGIC-02 D100-MISS-10 D100-TEST-07 D100-SAN-03 D100-SAN-04 D100-SAN-05 D100-SAN-06""",
    dice=("d20", "d3", "d4", "d6", "d100"),
    headline=("accepted", "works"),
)
def cast_spell(given: SpellGiven, options: Options) -> Program[Cast]:
    """PM or POU and SAN are paid; then the spell works, unless somebody resists it or a wound breaks it off."""
    reason = denial(given, options)
    if reason != "ok":
        yield from step("reason", reason, "D100-MAGIC-02" if reason == "components_missing" else "D100-MISS-10")
        return Cast(accepted=False, reason=reason, pm=given.pm, pou_score=given.pou_score)
    spell, cost = given.row(), given.cost()
    lost = False
    if given.wounded:
        tried = yield from attempt(given.idee, CONCENTRATION, NOTHING, options, UNTOLD, "", "idee")
        lost = not tried.success
        yield from step("lost", lost, "D100-MISS-10")
    paid = yield from pay(given, options)
    came: bool | UnsetType = UNSET
    resisted: bool | UnsetType = UNSET
    if not lost and spell.opposed == "once_come":
        yield from step("target", SUMMONS * cost, "D100-MISS-10")
        came = yield from roll(D100.map(Under(SUMMONS * cost)), "d100", purpose="summons")
        yield from step("came", came, "D100-MISS-10")
    if not lost and (came is True or spell.opposed == "yes"):
        bonus = spell.bonus_per_pm * (cost - 1)
        won = yield from oppose_pou(given.caster_modifier + bonus, given.target_modifier, options)
        resisted = not won
        yield from step("resisted", resisted, "D100-MISS-10")
    works = not lost and came is not False and resisted is not True
    yield from step("works", works, "D100-MISS-10")
    effect: int | UnsetType = UNSET
    if works:
        effect = yield from throw_effect(effect_dice(spell, cost))
    return Cast(
        accepted=True,
        reason="ok",
        lost=lost,
        pm=given.pm - cost,
        pou_score=given.pou_score - spell.pou,
        san_loss=paid.loss,
        san=paid.san,
        lost_this_hour=paid.lost_this_hour,
        **{name: getattr(paid, name) for name in STATES},
        came=came,
        resisted=resisted,
        works=works,
        effect=effect,
    )


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
        check_key("tome", self.tome, pack.tome)


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
        changes = (
            Change("mythos", given.mythos, self.mythos),
            Change("san", given.san, self.san),
            *(Change(name, False, getattr(self, name)) for name in MADDENS),
        )
        return tuple(one for one in changes if one.after != one.before)


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
    wanted = yield from watched("total")
    tried = yield from attempt(given.language_modifier, difficulty, wanted, options, UNDERSTOOD, purpose="language")
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
        yield from step("san", san, "D100-MAGIC-03", (("base", TOP), less("mythos", mythos)))
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
            check_key("spell", self.spell, pack.spell)


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
    wanted = yield from watched("total")
    tried = yield from attempt(modifier, PERCENTILE, wanted, options, LEARNED, purpose="test")
    return Learned(weeks=weeks, modifier=modifier, total=tried.total, learned=tried.success)


# ---- psychic powers ----


def power_of(key: str) -> Power:
    """What a psychic trait can do; other traits can do nothing of the kind (D100-MISS-16)."""
    power = pack.trait(key).power if key in POWERS else None
    if power is None:
        raise Refusal("field/one_of", field="power", came=key, allowed=POWERS, hint=nearest(key, POWERS))
    return power


class PowerGiven(Value, frozen=True, kw_only=True):
    """A psychic trait put to use."""

    power: Annotated[str, Meta(max_length=100, examples=list(POWERS))]
    modifier: OwnModifier = 0
    target_modifier: OwnModifier = 0
    pm: Points = 0
    victim: Name = ""

    def __post_init__(self) -> None:
        check_key("power", self.power, power_of)


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
        yield from step("pm", given.pm - power.pm, "D100-MISS-16", (("pm", given.pm), less("pm_spent", power.pm)))
    success = True
    if power.opposed:
        success = yield from oppose_pou(given.modifier, given.target_modifier, options)
        yield from step("success", success, "D100-MISS-16")
    elif power.difficulty is not None:
        yield from step("difficulty", power.difficulty, "D100-MISS-16")
        wanted = yield from watched("total")
        tried = yield from attempt(given.modifier, power.difficulty, wanted, options, SENSED, purpose="test")
        success = tried.success
    bonus = sum(power.skills.values())
    if bonus:
        yield from step("skill_bonus", bonus, "D100-MISS-16")
    return PowerUsed(accepted=True, pm=given.pm - power.pm, success=success, skill_bonus=bonus)
