"""The silent kill: a stealth test, and all that the blade can do (OPT)."""

from gardien.core.chance import Program, apply, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Base
from gardien.systems.operators.rules.body.wounds import Blow, fields_of, missed_fields, suffer
from gardien.systems.operators.rules.character import NO_PLAN, Combatant, LuckPlan, Reason, Steps, Weapon, left_of
from gardien.systems.operators.rules.fight.melee import Attacked, refused_attack, try_on_somebody
from gardien.systems.operators.rules.fight.weapons import MELEE, MeleeKey, arm_of, bonus_dice, check_weapon
from gardien.systems.operators.rules.tests.d100 import Case, base_of, state_reason


class AssassinateGiven(Value, frozen=True, kw_only=True):
    """Somebody who has noticed nothing, and a blade."""

    attacker: Combatant = Combatant()
    defender: Combatant = Combatant()
    weapon: MeleeKey = "knife"
    custom_weapon: Weapon | None = None
    unaware: bool = True
    stealth_difficulty: Base = "standard"
    advantage: bool = False
    steps: Steps = 0
    attacker_luck_plan: LuckPlan = NO_PLAN
    defender_luck_plan: LuckPlan = NO_PLAN

    def __post_init__(self) -> None:
        check_weapon(self.weapon, self.custom_weapon, MELEE, "melee")


class Assassinated(Attacked, frozen=True, kw_only=True):
    """A silent kill, or an alarm."""

    alerted: bool


def _no_assassination(given: AssassinateGiven, options: Options) -> Reason | None:
    if not options.assassination_enabled:
        return "option_off"
    if given.attacker.kind != "operator":
        return "not_operator"
    if not given.unaware:
        return "aware"
    if given.custom_weapon is None and given.weapon == "unarmed":
        return "wrong_weapon"
    if given.defender.wound_level == "dead":
        return "defender_dead"
    return state_reason(given.attacker)


@procedure(
    "assassinate",
    rules="OPS-OPT-08 OPS-OPT-01 OPS-DMG-06 OPS-HLTH-02 OPS-HLTH-03 OPS-TEST-10",
    dice=("d100",),
    headline=("alerted", "wound_level"),
)
def assassinate(given: AssassinateGiven, options: Options) -> Program[Assassinated]:
    """A stealth test of DEX; unheard, the blade does all it can do, without an attack and without a defence."""
    reason = _no_assassination(given, options)
    if reason:
        yield from step("reason", reason, "OPS-OPT-08")
        return Assassinated(alerted=False, **refused_attack(given, reason))
    wanted = yield from watched("roll", "con_roll")
    killer, prey = given.attacker, given.defender
    case = Case(
        base=base_of(given.stealth_difficulty),
        harder=given.steps,
        wounded=killer.unrelieved,
        advantages=int(given.advantage),
    )
    tried, fields = yield from try_on_somebody(
        killer, "DEX", case, given.attacker_luck_plan, "roll" in wanted, options, purpose="stealth"
    )
    yield from step("alerted", not tried.success, "OPS-OPT-08")
    if not tried.success:
        return Assassinated(alerted=True, hit=False, **missed_fields(prey), **fields, defender_luck=prey.luck)
    arm = arm_of(given.weapon, given.custom_weapon)
    blow = Blow(
        first=arm.dice.highest() + bonus_dice(killer.bonus(options)).highest(),
        critical=options.assassination_critical,
        kind=arm.kind,
        special=arm.special,
    )
    purse = prey.purse(options)
    struck = yield from apply(
        suffer, blow, prey, given.defender_luck_plan, purse, "con_roll" in wanted, options, prey.name
    )
    return Assassinated(
        alerted=False,
        hit=True,
        **fields_of(struck.block),
        **fields,
        defender_luck=left_of(prey, struck.luck, options),
    )
