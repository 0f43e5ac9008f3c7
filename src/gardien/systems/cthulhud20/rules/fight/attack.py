"""Single attacks: the ordinary one, Cleave, the finishing blow (ATT, GB-08, FEAT-01, P-COUP)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import ARM_LENGTH, PLAIN, Sum, bonus_of, explain_sum
from gardien.systems.cthulhud20.rules.fight.attack_resolve import (
    DICE,
    WATCHABLE,
    AttackBlock,
    AttackGiven,
    Plan,
    attack_on,
    plan_of,
    resolve_last,
)
from gardien.systems.cthulhud20.rules.fight.attack_roll import check_body, check_chosen
from gardien.systems.cthulhud20.rules.fight.weapons import WeaponNamed, check_weapon, exact, weapon_of
from gardien.systems.cthulhud20.rules.person import body_of, victim_changes
from gardien.systems.cthulhud20.rules.tests.modifiers import cannot_act, is_helpless
from gardien.systems.cthulhud20.vocabulary import Bonus, Metres, Name, Shock, Zone

MERCILESS = 4  # on the GB of a finishing blow (CD20-P-COUP-01)


# ---- one attack ----


@procedure(
    "attack",
    rules="""CD20-ATT-01 CD20-ATT-02 CD20-ATT-04 CD20-ATT-06 CD20-ATT-07 CD20-ATT-08 CD20-AIM-02 CD20-AIM-04
    CD20-LOC-01 CD20-LOC-02 CD20-AC-01 CD20-LETH-03 CD20-GB-01 CD20-GB-02 CD20-GB-08 CD20-SHOCK-01 CD20-SHOCK-02
    CD20-SHOCK-03 CD20-DEST-03 CD20-DEST-06 CD20-FEAT-03 CD20-FEAT-04 CD20-FEAT-06 CD20-CREA-01 CD20-P-MOD-01
    CD20-P-COVER-01 CD20-P-DEST-01 CD20-P-GUN-06 CD20-P-SHOCK-01 CD20-P-WOUND-02""",
    dice=DICE,
    headline=("result", "severity"),
)
def make_attack(given: AttackGiven, options: Options) -> Program[AttackBlock]:
    """A d20 against the CA of the zone that a d100 finds; the margin over it is the wound."""
    wanted = yield from watched(*WATCHABLE)
    return (yield from attack_on(given, wanted, options, AttackBlock))


# ---- Cleave ----

CleaveReason: TypeAlias = Literal[
    "no_feat", "melee_only", "not_down", "already_used", "attacker_cannot_act", "target_dead"
]  # fmt: skip


class CleaveGiven(AttackGiven, frozen=True, kw_only=True):
    """The attack on the next one, and whoever has just been brought down."""

    fallen: Combatant
    used_this_round: Annotated[int, Meta(ge=0, le=1000)] = 0


class Cleaved(AttackBlock, frozen=True, kw_only=True):
    """The extra attack, if it is allowed."""

    allowed: bool
    reason: CleaveReason | UnsetType = UNSET


def is_down(fallen: Combatant, options: Options) -> bool:
    """Out of the fight and on the ground, for whatever reason; a violent shock alone is not enough (CD20-FEAT-01)."""
    if fallen.condition != "ok":
        return True
    shaken = fallen.shock_next_turn == "skip" and options.cleave_on_violent_shock
    return fallen.lies and (shaken or is_helpless(replace(fallen, shock_next_turn="none")))


def cleave_refused(given: CleaveGiven, options: Options) -> CleaveReason | None:
    """Why there is no extra attack, the first that applies (CD20-FEAT-01, CD20-P-FEAT-01)."""
    attacker = given.attacker
    again = attacker.has("great_cleave")
    if not attacker.has("cleave") and not again:
        return "no_feat"
    if weapon_of(given.weapon, given.thrown).is_ranged:
        return "melee_only"
    if not is_down(given.fallen, options):
        return "not_down"
    if given.used_this_round and not again:
        return "already_used"
    if cannot_act(attacker):
        return "attacker_cannot_act"
    return "target_dead" if given.target.condition == "dead" else None


@procedure("cleave", rules="CD20-FEAT-01 CD20-P-FEAT-01", dice=DICE, headline=("allowed", "result", "severity"))
def cleave(given: CleaveGiven, options: Options) -> Program[Cleaved]:
    """Whoever brings one down strikes the next at once."""
    wanted = yield from watched(*WATCHABLE)
    reason = cleave_refused(given, options)
    yield from step("allowed", reason is None, "CD20-FEAT-01")
    if reason is not None:
        return Cleaved(allowed=False, reason=reason)
    return (yield from attack_on(given, wanted, options, Cleaved, (("allowed", True),)))


# ---- the finishing blow ----

FinishReason: TypeAlias = Literal["target_dead", "not_helpless", "too_far", "attacker_cannot_act"]


class FinishGiven(Value, frozen=True, kw_only=True):
    """A blow at somebody who cannot defend themselves, at a zone of one’s choice."""

    attacker: Combatant = NOBODY
    weapon: WeaponNamed = PLAIN
    target: Combatant = NOBODY
    zone: Zone
    attack_bonus: Bonus | None = None
    distance_m: Metres = ARM_LENGTH
    modifier: Bonus = 0
    shock: Shock = "none"
    weapon_name: Name = ""  # which of somebody’s own it is: nothing to the rule

    def __post_init__(self) -> None:
        check_weapon("weapon", self.weapon)
        check_body(self.target)
        check_chosen("zone", self.zone, self.target)


class Finished(AttackBlock, frozen=True, kw_only=True):
    """A finishing blow, if it is allowed."""

    allowed: bool
    reason: FinishReason | UnsetType = UNSET

    def changes(self, given: Any, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.target, options), self, given.target.name)


def finish_refused(given: FinishGiven) -> FinishReason | None:
    """Why there is no finishing blow, the first that applies (CD20-P-COUP-01)."""
    if given.target.condition == "dead":
        return "target_dead"
    if not is_helpless(given.target):
        return "not_helpless"
    if exact(given.distance_m) > exact(ARM_LENGTH):
        return "too_far"
    return "attacker_cannot_act" if cannot_act(given.attacker) else None


def mercy_plan(given: FinishGiven, options: Options) -> tuple[Plan, Sum]:
    """The zone is named without malus, and the blow cannot miss (CD20-P-COUP-01)."""
    attack = like(AttackGiven, given, gb_bonus=MERCILESS)
    attack_sum = bonus_of(attack, options)
    plan = plan_of(attack, attack_sum, options)
    stroke = replace(plan.stroke, zone=given.zone, place=None, sure=True, jams=False)
    return replace(plan, stroke=stroke, open=False), attack_sum


@procedure("finishing_blow", rules="CD20-P-COUP-01 CD20-ATT-08", dice=DICE, headline=("allowed", "severity", "state"))
def finish(given: FinishGiven, options: Options) -> Program[Finished]:
    """A full round against the helpless, within reach of the arm: it cannot miss, and its GB gains four."""
    wanted = yield from watched(*WATCHABLE)
    reason = finish_refused(given)
    yield from step("allowed", reason is None, "CD20-P-COUP-01")
    if reason is not None:
        return Finished(allowed=False, reason=reason)
    plan, attack_sum = mercy_plan(given, options)
    yield from explain_sum(attack_sum)
    return resolve_last(plan, given.target, wanted, options, Finished, (("allowed", True),))
