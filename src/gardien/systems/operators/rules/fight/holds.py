"""Without striking: reaching cover, holding somebody, breaking free (CBT, CREAT)."""

from typing import Literal

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, apply, decide, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changed
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import (
    NO_PLAN,
    Combatant,
    Difficulty,
    LuckPlan,
    Reason,
    Result,
    Steps,
    left_of,
)
from gardien.systems.operators.rules.fight.melee import Defence, defend, try_on_somebody
from gardien.systems.operators.rules.fight.weapons import cannot_attack
from gardien.systems.operators.rules.tests import d100
from gardien.systems.operators.rules.tests.characteristic import OwnTestGiven, Thrown, throw_fields, try_oneself

UNBREAKABLE_FROM = 40  # FOR of a creature whose grip nobody breaks alone (OPS-CREAT-13)
GRIPS = {"small": d100.STANDARD, "human": d100.DIFFICULT, "large": d100.EXTREME, "huge": d100.EXTREME}


class CoverGiven(OwnTestGiven, frozen=True, kw_only=True):
    """Somebody who dives for cover."""

    character: Combatant = Combatant()
    acts_before_shooter: bool = True


class CoverTaken(Thrown, frozen=True, kw_only=True):
    """Whether cover was reached in time."""

    in_cover: bool
    action_used: bool | UnsetType = UNSET
    luck: int

    def changes(self, given: CoverGiven, options: Options) -> tuple[Change, ...]:
        who = given.character
        return changed(("luck", who.luck, self.luck), ("in_cover", False, self.in_cover), who=who.name)


@procedure("take_cover", rules="OPS-CBT-13 OPS-CBT-10 OPS-TEST-10", dice=("d100",), headline=("in_cover",))
def take_cover(given: CoverGiven, options: Options) -> Program[CoverTaken]:
    """Bullets cannot be dodged: whoever acts before the shooter may reach cover by a difficult DEX test."""
    who = given.character
    reason: Reason | None = "too_late" if not given.acts_before_shooter else d100.state_reason(who)
    if reason:
        yield from step("reason", reason, "OPS-CBT-13")
        return CoverTaken(refused=True, reason=reason, in_cover=False, luck=who.luck)
    tried, fields = yield from try_oneself(who, "DEX", d100.DIFFICULT, given, options)
    yield from step("in_cover", tried.success, "OPS-CBT-13")
    return CoverTaken(**fields, in_cover=tried.success, action_used=not options.cover_free_action)


# ---- holds ----


class HoldGiven(Value, frozen=True, kw_only=True):
    """Bare hands that seize instead of striking."""

    attacker: Combatant = Combatant()
    defender: Combatant = Combatant()
    attacker_wrestler: bool = False
    defender_wrestler: bool = False
    steps: Steps = 0
    defends: bool = True
    defence_advantage: bool = False
    attacker_luck_plan: LuckPlan = NO_PLAN
    defender_luck_plan: LuckPlan = NO_PLAN


class Held(Thrown, frozen=True, kw_only=True):
    """Whether somebody is held now."""

    held: bool
    defence_difficulty: Difficulty | UnsetType = UNSET
    defence_target: int | UnsetType = UNSET
    defence_roll: int | UnsetType = UNSET
    defence_outcome: Result | UnsetType = UNSET
    avoided: bool | UnsetType = UNSET
    resist_difficulty: Difficulty | UnsetType = UNSET
    resist_target: int | UnsetType = UNSET
    resist_roll: int | UnsetType = UNSET
    resist_outcome: Result | UnsetType = UNSET
    attacker_luck: int
    defender_luck: int

    def changes(self, given: HoldGiven, options: Options) -> tuple[Change, ...]:
        attacker, defender = given.attacker, given.defender
        seized = ("held", defender.held, self.held or defender.held)
        return (
            *changed(("luck", attacker.luck, self.attacker_luck), who=attacker.name),
            *changed(("luck", defender.luck, self.defender_luck), seized, who=defender.name),
        )


def _no_hold(given: HoldGiven) -> Reason | None:
    reason = cannot_attack(given.attacker)
    if reason:
        return reason
    if given.defender.wound_level == "dead":
        return "defender_dead"
    return "too_large" if given.defender.size in ("large", "huge") else None


def struggle(
    who: Combatant, harder: bool, wrestler: bool, plan: LuckPlan, luck: int, wanted: bool, options: Options
) -> Program[tuple[Difficulty, d100.Attempt]]:
    """The last chance not to be held: a difficult FOR test (OPS-CBT-15)."""
    case = d100.Case(base=d100.DIFFICULT, harder=int(harder), wounded=who.unrelieved, advantages=int(wrestler))
    difficulty = d100.compose(case, options)
    tried = yield from d100.attempt(
        who.current("FOR"), difficulty, plan, luck, wanted, options, d100.RESIST, who.name, "resist"
    )
    return difficulty, tried


@procedure(
    "hold",
    rules="OPS-CBT-15 OPS-CBT-12 OPS-TEST-10 OPS-HLTH-04",
    dice=("d100",),
    headline=("held",),
)
def hold(given: HoldGiven, options: Options) -> Program[Held]:
    """A difficult FOR attack, a defence, a difficult FOR test: failing both, somebody is held, unhurt."""
    attacker, prey = given.attacker, given.defender
    reason = _no_hold(given)
    if reason:
        yield from step("reason", reason, "OPS-CBT-15")
        return Held(refused=True, reason=reason, held=prey.held, attacker_luck=attacker.luck, defender_luck=prey.luck)
    wanted = yield from watched("roll", "defence_roll", "resist_roll")
    case = d100.Case(
        base=d100.DIFFICULT,
        harder=given.steps,
        wounded=attacker.unrelieved,
        advantages=int(given.attacker_wrestler),
    )
    tried, fields = yield from try_on_somebody(
        attacker, "FOR", case, given.attacker_luck_plan, "roll" in wanted, options, purpose="attack"
    )
    purse = prey.purse(options)
    if not tried.success:
        yield from step("held", False, "OPS-CBT-15")
        return Held(**fields, held=False, avoided=False, defender_luck=prey.luck)
    plan, defends = given.defender_luck_plan, given.defends and prey.can_defend
    if prey.can_defend and not defends:  # whoever is asked each time answers now (OPS-CBT-12)
        known = (("outcome", tried.outcome), ("roll", tried.roll or UNSET))
        defends = yield from decide("defends", False, True, known)
    if defends:
        defence: Defence = yield from apply(
            defend, prey, given.defence_advantage, plan, purse, "defence_roll" in wanted, options
        )
        fields |= dict(defence.fields)
        purse -= defence.spent
        if defence.avoided:
            yield from step("held", False, "OPS-CBT-15")
            return Held(**fields, held=False, avoided=True, defender_luck=left_of(prey, purse, options))
    held = True
    if not prey.out_of_fight and not prey.helpless:
        harder = options.critical_hold_extreme and tried.outcome == "critical"
        level, resisted = yield from apply(
            struggle, prey, harder, given.defender_wrestler, plan, purse, "resist_roll" in wanted, options
        )
        fields |= throw_fields(prey.current("FOR"), level, resisted, "resist_")
        purse -= resisted.spent
        held = not resisted.success
    yield from step("held", held, "OPS-CBT-15")
    return Held(**fields, held=held, avoided=False, defender_luck=left_of(prey, purse, options))


# ---- breaking free ----


class FreeGiven(OwnTestGiven, frozen=True, kw_only=True):
    """Somebody who is held, and by what."""

    character: Combatant = Combatant()
    held_by: Literal["person", "creature"] = "person"
    holder: Combatant = Combatant()
    difficulty: Literal["standard", "difficult", "extreme", "impossible"] | None = None


class Freed(Thrown, frozen=True, kw_only=True):
    """Whether somebody got away."""

    free: bool
    luck: int

    def changes(self, given: FreeGiven, options: Options) -> tuple[Change, ...]:
        who = given.character
        return changed(("luck", who.luck, self.luck), ("held", who.held, who.held and not self.free), who=who.name)


def grip_base(given: FreeGiven) -> int:
    """How hard a hold or grip is to break: difficult from people, by size and FOR from creatures (OPS-CREAT-13)."""
    if given.difficulty is not None:
        return d100.base_of(given.difficulty)
    if given.held_by == "person":
        return d100.DIFFICULT
    if given.holder.current("FOR") >= UNBREAKABLE_FROM:
        return d100.IMPOSSIBLE
    return GRIPS[given.holder.size]


@procedure(
    "break_free",
    rules="OPS-CREAT-13 OPS-CBT-15 OPS-TEST-10 OPS-HLTH-04",
    dice=("d100",),
    headline=("free",),
)
def break_free(given: FreeGiven, options: Options) -> Program[Freed]:
    """One try a turn: a FOR test, difficult against people, by size against creatures."""
    who = given.character
    reason: Reason | None = "dead" if who.wound_level == "dead" else "out_of_fight" if who.out_of_fight else None
    if reason:
        yield from step("reason", reason, "OPS-CREAT-13")
        return Freed(refused=True, reason=reason, free=False, luck=who.luck)
    tried, fields = yield from try_oneself(who, "FOR", grip_base(given), given, options)
    yield from step("free", tried.success, "OPS-CREAT-13")
    return Freed(**fields, free=tried.success)
