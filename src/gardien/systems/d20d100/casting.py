"""Casting a spell: its price, whoever resists it, what it does (MAGIC-01, MAGIC-02, MISS-10)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import D100, Dice, Term
from gardien.core.given import known
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.aids import Under
from gardien.systems.d20d100.bodies import NOTHING
from gardien.systems.d20d100.opposed import SideLabels, Sides, meet
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack_rows import Spell
from gardien.systems.d20d100.sanity import STATES, Lost, MindGiven, SanLabels, lose, mind_changes
from gardien.systems.d20d100.trials import Labels, attempt, wanted
from gardien.systems.d20d100.values import NO_DICE, Name, OwnModifier, check_dice

CONCENTRATION = 15  # Idée of a caster who is wounded (D100-MISS-10)
SUMMONS = 10  # per cent for each PM of a summoning

Points: TypeAlias = Annotated[int, Meta(ge=0, le=100)]  # PM
TOLD = SideLabels("active_total", "passive_total", "", "", "")
UNTOLD = Labels("", "", "", "")
PRICE = SanLabels("", "san_loss")


def overcome(active: int, passive: int, options: Options) -> Program[bool]:
    """POU against POU: whoever acts must have the higher total, since a tie goes to the target (D100-MISS-10)."""
    seen = yield from wanted("active_total", "passive_total")
    sides = Sides(active=active, passive=passive, purposes=("caster", "target"))
    met = yield from apply(meet, sides, seen, replace(options, opposed_tie="passive"), TOLD)
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
        known("spell", self.spell, pack.spell)

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
        found = (
            Change("pm", given.pm, self.pm),
            Change("POU", given.pou_score, self.pou_score),
        )
        mad = mind_changes(given.mind(), self) if self.accepted else ()
        return (*(one for one in found if one.after != one.before), *mad)


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
        yield from step("pm", given.pm - cost, "D100-MISS-10", (("pm", given.pm), ("pm_spent", -cost)))
    if spell.pou:
        parts = (("pou_score", given.pou_score), ("cost", -spell.pou))
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
        won = yield from overcome(given.caster_modifier + bonus, given.target_modifier, options)
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
