"""Entities: a sight that breaks reason, an attack that only a miracle survives (ENT)."""

from typing import Literal

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, apply, step
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.operators import pack
from gardien.systems.operators.checks import Thrown, throw_fields
from gardien.systems.operators.options import Options
from gardien.systems.operators.shocks import Mind, SanBlock, denied, fields_of, loss_of, mind_in, shaken
from gardien.systems.operators.trials import attempt, wanted
from gardien.systems.operators.values import NO_PLAN, Base, Combatant, Level, LuckPlan, Result
from gardien.systems.operators.wounds import ESCAPE_DEATH, keep_standing


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
        fields = yield from denied(mind, "permanently_mad", "OPS-SAN-05")
        return Seen(**fields)  # type: ignore[arg-type]
    seen = yield from wanted("san_roll")
    block = yield from apply(shaken, mind, loss_of("existential"), True, bool(seen), True, "")
    return Seen(**fields_of(block))  # type: ignore[arg-type]


class EntityAttackGiven(Value, frozen=True, kw_only=True):
    """Whom an entity attacks, and what shields them."""

    victim: Combatant = Combatant()
    protection: Literal["none", "ward", "sign"] = "none"
    luck_plan: LuckPlan = NO_PLAN


class EntityAttacked(Thrown, frozen=True, kw_only=True):
    """Whoever an entity attacked: dead, or saved by a miracle."""

    alive: bool
    wound_level: Level
    con_target: int | UnsetType = UNSET
    con_roll: int | UnsetType = UNSET
    con_outcome: Result | UnsetType = UNSET
    out_of_fight: bool
    luck: int

    def changes(self, given: EntityAttackGiven, options: Options) -> tuple[Change, ...]:
        who = given.victim
        return tuple(
            Change(name, getattr(who, name), getattr(self, name), who.name)
            for name in ("wound_level", "out_of_fight", "luck")
            if getattr(who, name) != getattr(self, name)
        )


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
    seen = yield from wanted("roll", "con_roll")
    difficulty, plan, purse = ward_of(given.protection), given.luck_plan, who.purse(options)
    tried = yield from apply(attempt, who.current("POU"), difficulty, plan, purse, "roll" in seen, options)
    level: Level = who.wound_level
    luck, out = who.luck - tried.spent, who.out_of_fight
    fields = throw_fields(who.current("POU"), difficulty, tried)
    if not tried.success:
        level = "dead"
        if options.luck_vs_entities and plan.escape_death and purse - tried.spent >= ESCAPE_DEATH:
            yield from step("luck_spent", luck, "OPS-LUCK-05")
            luck, level = 0, "grave"
            if not out and not who.no_pain:
                stays, _, more = yield from keep_standing(
                    who.current("CON"), NO_PLAN, 0, "con_roll" in seen, options, ""
                )
                fields, out = {**fields, **more}, not stays
        yield from step("wound_level", level, "OPS-ENT-04" if level == "dead" else "OPS-LUCK-05")
    yield from step("alive", level != "dead", "OPS-ENT-04")
    return EntityAttacked(alive=level != "dead", wound_level=level, out_of_fight=out, luck=luck, **fields)
