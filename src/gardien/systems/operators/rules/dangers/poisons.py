"""Poisons, drugs, gases, stunning devices: one resistance roll, and what follows from it (HAZ)."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, step, watched
from gardien.core.dice import Dice
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Base, Code, EffectKey
from gardien.systems.operators.rules.body.wounds import (
    NOWHERE,
    Wounded,
    fields_of,
    half,
    record,
    throw_sum,
    unhurt_fields,
    wound_changes,
)
from gardien.systems.operators.rules.character import NO_PLAN, Combatant, Difficulty, Level, LuckPlan, Result, left_of
from gardien.systems.operators.rules.dangers.hazards import refuse_dead
from gardien.systems.operators.rules.tests.characteristic import throw_fields
from gardien.systems.operators.rules.tests.d100 import attempt

SUBSTANCES: list[str] = pack.keys("substances", "substance")
SubstanceKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=SUBSTANCES)]
WOUNDS: dict[EffectKey, Level] = {
    "dead": "dead",
    "grave_wound": "grave",
    "light_wound": "light",
    "superficial_wound": "superficial",
}
LAID_OUT: tuple[EffectKey, ...] = ("out_for_scene", "out_for_minutes", "out_for_turns")


class PoisonGiven(Value, frozen=True, kw_only=True):
    """A substance of the list, or one of Contrôle's own: how hard it is to resist, and both effects."""

    substance: SubstanceKey = ""
    victim: Combatant = Combatant()
    difficulty: Base | None = None
    on_failure: EffectKey | None = None
    on_success: EffectKey | None = None
    luck_plan: LuckPlan = NO_PLAN

    def __post_init__(self) -> None:
        if self.substance:
            check_key("substance", self.substance, pack.substance)
        elif self.difficulty is None or self.on_failure is None or self.on_success is None:
            raise BadField("substance", "field/missing", "OPS-HAZ-05", allowed=" | ".join(SUBSTANCES))

    def resistance(self) -> tuple[Code, Base]:
        """What resists, and how hard it is; CON where nothing is said (OPS-HAZ-05)."""
        if not self.substance:
            return "CON", self.difficulty or "standard"
        row = pack.substance(self.substance)
        return row.characteristic, self.difficulty or row.difficulty

    def effect(self, resisted: bool) -> tuple[EffectKey, int | str | None]:
        """The effect and how much of it; an effect of one's own has the usual amount (M-09)."""
        own = self.on_success if resisted else self.on_failure
        if own is not None:
            return own, pack.effect(own).amount
        row = pack.substance(self.substance)
        return (row.on_success, row.success_amount) if resisted else (row.on_failure, row.failure_amount)


class Poisoned(Wounded, frozen=True, kw_only=True):
    """Whether it was resisted, and what it did."""

    final_difficulty: Difficulty | UnsetType = UNSET
    target: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Result | UnsetType = UNSET
    resisted: bool
    effect: EffectKey
    amount: int | UnsetType = UNSET
    luck: int

    def changes(self, given: PoisonGiven, options: Options) -> tuple[Change, ...]:
        return wound_changes(given.victim, self, self.luck)


def wound_of(level: Level, threshold: int) -> int:
    """What is written down for a wound that no damage made (M-09)."""
    return {"superficial": 1, "light": half(threshold), "grave": threshold, "dead": 2 * threshold}[level]


@procedure(
    "poison",
    rules="OPS-HAZ-05 OPS-HLTH-03 OPS-LUCK-05 OPS-LUCK-04",
    dice=("d100", "d6", "d3"),
    headline=("effect",),
)
def poison(given: PoisonGiven, options: Options) -> Program[Poisoned]:
    """One test against the substance, which no wound makes harder; then its effect."""
    who, plan = given.victim, given.luck_plan
    if who.wound_level == "dead":
        refused = yield from refuse_dead(who)
        return Poisoned(resisted=False, effect="none", **refused)  # type: ignore[arg-type]
    wanted = yield from watched("roll", "con_roll")
    code, difficulty = given.resistance()
    score, purse = who.current(code), who.purse(options)
    tried = yield from attempt(score, difficulty, plan, purse, "roll" in wanted, options, purpose="resist")
    purse -= tried.spent
    effect, dice = given.effect(tried.success)
    yield from step("resisted", tried.success, "OPS-HAZ-05")
    yield from step("effect", effect, "OPS-HAZ-05")
    fields = {**throw_fields(score, difficulty, tried), "resisted": tried.success, "effect": effect}
    if dice is not None:
        fields["amount"] = yield from throw_sum(Dice.parse(str(dice)), purpose="amount")
    if effect in WOUNDS:
        level = WOUNDS[effect]
        damage = wound_of(level, who.threshold(options))
        struck = yield from apply(record, damage, level, NOWHERE, who, plan, purse, "con_roll" in wanted, options, "")
        return Poisoned(**fields, **fields_of(struck.block), luck=left_of(who, struck.luck, options))
    state = unhurt_fields(who)
    if effect in LAID_OUT:
        state["out_of_fight"] = True
        yield from step("out_of_fight", True, "OPS-HAZ-05")
    return Poisoned(**fields, **state, luck=left_of(who, purse, options))
