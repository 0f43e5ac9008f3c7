"""Entities: a sight that breaks reason, an attack that only a miracle survives (ENT)."""

from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Base
from gardien.systems.operators.rules.body.death_clock import Fallen, State, sink, state_changes
from gardien.systems.operators.rules.character import NO_PLAN, Combatant, Difficulty, LuckPlan, Result
from gardien.systems.operators.rules.mind.shocks import (
    Mind,
    SanBlock,
    fields_of,
    loss_of,
    mind_in,
    refuse_mind,
    resolve_shock,
)
from gardien.systems.operators.rules.tests.characteristic import throw_fields
from gardien.systems.operators.rules.tests.d100 import attempt


class SightGiven(Mind, frozen=True, kw_only=True):
    """A mind before an entity."""


class Seen(SanBlock, frozen=True, kw_only=True):
    """A mind that has seen an entity."""


@procedure(
    "entity_sight",
    rules="OPS-ENT-01 OPS-ENT-02 OPS-SAN-02 OPS-SAN-03 OPS-SAN-05",
    dice=("d100",),
    headline=("outcome",),
)
def see_entity(given: SightGiven, options: Options) -> Program[Seen]:
    """See an entity: an existential shock, then the test of what is left."""
    mind = mind_in(given)
    if mind.madness == "permanent":
        fields = yield from refuse_mind(mind, "permanently_mad", "OPS-SAN-05")
        return Seen(**fields)  # type: ignore[arg-type]
    wanted = yield from watched("san_roll")
    block = yield from apply(resolve_shock, mind, loss_of("existential"), True, bool(wanted), True, "")
    return Seen(**fields_of(block))  # type: ignore[arg-type]


class EntityAttackGiven(Value, frozen=True, kw_only=True):
    """Whom an entity attacks, and what shields them."""

    victim: Combatant = Combatant()
    protection: Literal["none", "ward", "sign"] = "none"
    luck_plan: LuckPlan = NO_PLAN


class EntityAttacked(State, frozen=True, kw_only=True):
    """Whoever an entity attacked: dead, or saved by a miracle."""

    final_difficulty: Difficulty | UnsetType = UNSET
    target: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Result | UnsetType = UNSET

    def changes(self, given: EntityAttackGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.victim, self)


def ward_of(protection: str) -> Base:
    """Extreme, unless something special shields the victim; never easier than standard (OPS-ENT-04, M-13)."""
    rows: tuple[pack.Easing, ...] = pack.table("profiles", "easing")
    return next((row.difficulty for row in rows if row.key == protection), "extreme")


@procedure(
    "entity_attack",
    rules="OPS-ENT-01 OPS-ENT-03 OPS-ENT-04 OPS-LUCK-02 OPS-LUCK-06",
    dice=("d100",),
    headline=("alive",),
)
def meet_entity(given: EntityAttackGiven, options: Options) -> Program[EntityAttacked]:
    """Be attacked by an entity: death, unless a test of POU succeeds; no advantage counts."""
    who = given.victim
    if who.wound_level == "dead":
        yield from step("reason", "defender_dead", "OPS-HLTH-05")
        return EntityAttacked(
            refused=True,
            reason="defender_dead",
            alive=False,
            wound_level="dead",
            out_of_fight=who.out_of_fight,
            luck=who.luck,
        )
    wanted = yield from watched("roll", "con_roll")
    difficulty, plan, purse = ward_of(given.protection), given.luck_plan, who.purse(options)
    tried = yield from apply(attempt, who.current("POU"), difficulty, plan, purse, "roll" in wanted, options)
    fields = throw_fields(who.current("POU"), difficulty, tried)
    yield from step("alive", tried.success, "OPS-ENT-04")
    left = purse - tried.spent
    if tried.success:
        fate = Fallen(level=who.wound_level, out_of_fight=who.out_of_fight, luck=left)
    else:
        final = plan if options.luck_vs_entities else replace(plan, escape_death=False)  # OPS-LUCK-06
        fate = yield from apply(sink, "dead", who, final, left, "con_roll" in wanted, "OPS-ENT-04", options)
        if fate.level != "dead":
            yield from step("alive", True, "OPS-LUCK-05")
    return EntityAttacked(**fate.fields(who, options), **fields)  # type: ignore[arg-type]
