"""At arm's length: blows, defences, thrown weapons (CBT, DMG)."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, apply, call, decide, step, tail, watched
from gardien.core.dice import Dice
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Code
from gardien.systems.operators.rules.body import wounds
from gardien.systems.operators.rules.character import (
    NO_PLAN,
    BonusDice,
    Combatant,
    Cover,
    Difficulty,
    LuckPlan,
    Name,
    Reached,
    Reason,
    Result,
    Sources,
    Steps,
    Weapon,
    Zone,
    left_of,
    lower_bonus,
)
from gardien.systems.operators.rules.fight import weapons
from gardien.systems.operators.rules.tests.characteristic import aim_fields, throw_fields
from gardien.systems.operators.rules.tests.d100 import DEFENCE, DIFFICULT, Attempt, Case, advantages, attempt, compose


class AttackGiven(Value, frozen=True, kw_only=True):
    """Who attacks whom, with what help and what plans to spend luck."""

    attacker: Combatant = Combatant()
    defender: Combatant = Combatant()
    custom_weapon: Weapon | None = None
    advantage: bool = False
    advantage_count: Sources = 1
    waive: bool = False
    steps: Steps = 0
    attacker_luck_plan: LuckPlan = NO_PLAN
    defender_luck_plan: LuckPlan = NO_PLAN


class Attacked(wounds.Wounded, frozen=True, kw_only=True):
    """An attack and what it did."""

    final_difficulty: Reached | UnsetType = UNSET
    target: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Result | UnsetType = UNSET
    hit: bool | UnsetType = UNSET
    attacker_luck: int
    defender_luck: int

    def changes(self, given: AttackGiven, options: Options) -> tuple[Change, ...]:
        who = given.attacker
        spent = (Change("luck", who.luck, self.attacker_luck, who.name),) if self.attacker_luck != who.luck else ()
        return (*spent, *wounds.wound_changes(given.defender, self, self.defender_luck))


class Fought(Attacked, frozen=True, kw_only=True):
    """An attack that could be avoided."""

    characteristic: Literal["FOR", "DEX"] | UnsetType = UNSET
    defence_difficulty: Difficulty | UnsetType = UNSET
    defence_target: int | UnsetType = UNSET
    defence_roll: int | UnsetType = UNSET
    defence_outcome: Result | UnsetType = UNSET
    avoided: bool | UnsetType = UNSET


class MeleeGiven(AttackGiven, frozen=True, kw_only=True):
    """A blow with bare hands or a melee weapon."""

    weapon: weapons.StrikingKey = "unarmed"
    defends: bool = True
    defence_advantage: bool = False

    def __post_init__(self) -> None:
        weapons.check_weapon(self.weapon, self.custom_weapon, weapons.STRIKING, "melee")


class ThrownGiven(AttackGiven, frozen=True, kw_only=True):
    """A weapon that leaves the hand."""

    weapon: weapons.ThrownKey = "throwing_knife"
    weapon_name: Name = ""  # as the sheet has it
    zone: Zone = 0
    cover: Cover = "normal"
    defends: bool = True

    def __post_init__(self) -> None:
        weapons.check_weapon(self.weapon, self.custom_weapon, weapons.THROWN, "thrown")


def refused_attack(given: Any, reason: Reason, **fields: Any) -> dict[str, Any]:
    """An attack that a rule forbids: nothing has changed."""
    forbidden = {"final_difficulty": "forbidden"} if reason == "out_of_range" else {}
    return forbidden | {
        "refused": True,
        "reason": reason,
        "attacker_luck": given.attacker.luck,
        "defender_luck": given.defender.luck,
        **wounds.unhurt_fields(given.defender),
        **fields,
    }


def refusal_reason(given: AttackGiven, options: Options) -> Reason | None:
    """Why an attack cannot be made, in the order in which one asks (OPS-CBT-04, OPS-CBT-05, OPS-HLTH-05)."""
    reason = weapons.cannot_attack(given.attacker)
    if reason:
        return reason
    if given.defender.wound_level == "dead":
        return "defender_dead"
    return "waiver_off" if given.waive and not options.may_waive_advantage else None


def case_from_afar(given: Any, base: int) -> Case:
    """What moves the difficulty of a shot or a throw (OPS-CBT-10, OPS-CBT-18, OPS-TEST-10)."""
    return Case(
        base=base,
        harder=given.steps + (given.cover == "in_cover"),
        wounded=given.attacker.unrelieved,
        advantages=advantages(given.advantage, given.advantage_count, given.waive, given.cover == "exposed"),
    )


class Landing(Value, frozen=True, kw_only=True):
    """An attack that has been thrown for, up to its end."""

    attacker: str
    luck: int  # of the attacker, before
    arm: weapons.Arm
    defender: Combatant
    plan: LuckPlan
    fields: tuple[tuple[str, Any], ...] = ()


class Bout(Landing, frozen=True, kw_only=True):
    """A blow or a thrown weapon."""

    bonus: Dice
    defends: bool
    defence_advantage: bool


def resolve(bout: Bout, swung: weapons.Swing, wanted: frozenset[str], options: Options) -> Program[Fought]:
    """Defence, damage, wound: what follows an attack throw (OPS-CBT-11, OPS-CBT-12, OPS-CBT-14)."""
    fields = dict(bout.fields) | swung.fields(bout.luck)
    who, purse = bout.defender, bout.defender.purse(options)
    avoided, defends = False, bout.defends and who.can_defend
    if swung.success and who.can_defend and not defends:  # whoever is asked each time answers now (OPS-CBT-12)
        known = (("outcome", swung.outcome), ("roll", swung.roll or UNSET))
        defends = yield from decide("defends", False, True, known)
    if swung.success and defends:
        defence = yield from defend(who, bout.defence_advantage, bout.plan, purse, "defence_roll" in wanted, options)
        fields |= dict(defence.fields)
        purse -= defence.spent
        avoided = defence.avoided
    if not swung.success or avoided:
        luck = left_of(who, purse, options)
        return Fought(**wounds.missed_fields(who), **fields, hit=False, avoided=avoided, defender_luck=luck)
    critical = swung.outcome == "critical"
    stroke = like(weapons.Stroke, bout.arm, bonus=bout.bonus, critical=critical, located=swung.located)
    struck = yield from apply(
        weapons.strike, stroke, who, bout.plan, purse, "con_roll" in wanted, options, bout.attacker
    )
    luck = left_of(who, struck.luck, options)
    return Fought(**wounds.fields_of(struck.block), **fields, hit=True, avoided=False, defender_luck=luck)


def try_on_somebody(
    who: Combatant,
    code: Code,
    case: Case,
    plan: LuckPlan,
    wanted: bool,
    options: Options,
    purpose: str,
) -> Program[tuple[Attempt, dict[str, Any]]]:
    """A test by which somebody means to do something to somebody, and its fields, luck among them."""
    difficulty, score = compose(case, options), who.current(code)
    tried = yield from attempt(
        score, difficulty, plan, who.purse(options), wanted, options, who=who.name, purpose=purpose
    )
    return tried, throw_fields(score, difficulty, tried) | {"attacker_luck": who.luck - tried.spent}


class Defence(Value, frozen=True):
    """Whether a blow was avoided, and at what price."""

    avoided: bool
    spent: int
    fields: tuple[tuple[str, Any], ...]


def defend(
    who: Combatant, advantage: bool, plan: LuckPlan, luck: int, wanted: bool, options: Options
) -> Program[Defence]:
    """A difficult DEX test avoids a blow entirely, a critical one too; it costs no action (OPS-CBT-12)."""
    difficulty = compose(Case(base=DIFFICULT, wounded=who.unrelieved, advantages=int(advantage)), options)
    score = who.current("DEX")
    tried = yield from attempt(score, difficulty, plan, luck, wanted, options, DEFENCE, who.name, "defence")
    yield from step("avoided", tried.success, "OPS-CBT-12", who=who.name)
    return Defence(tried.success, tried.spent, tuple(throw_fields(score, difficulty, tried, "defence_").items()))


def _attack(
    given: MeleeGiven | ThrownGiven, case: Case, code: Literal["FOR", "DEX"], bonus: BonusDice, options: Options
) -> Program[Fought]:
    arm = weapons.arm_of(given.weapon, given.custom_weapon)
    who = given.attacker
    difficulty = compose(case, options)
    wanted = yield from watched(*weapons.DETAILS)
    score = who.current(code)
    swung = yield from weapons.swing(
        score, difficulty, given.attacker_luck_plan, who.purse(options), wanted, options, who.name
    )
    bout = Bout(
        attacker=who.name,
        luck=who.luck,
        arm=arm,
        bonus=weapons.bonus_dice(bonus),
        defender=given.defender,
        defends=given.defends,
        defence_advantage=given.defence_advantage if isinstance(given, MeleeGiven) else False,
        plan=given.defender_luck_plan,
        fields=(("characteristic", code), *aim_fields(score, difficulty).items()),
    )
    return tail(call(resolve, bout, swung, wanted, options))


@procedure(
    "attack_melee",
    rules="""OPS-CBT-05 OPS-CBT-06 OPS-CBT-09 OPS-CBT-11 OPS-CBT-12 OPS-CBT-14 OPS-CBT-04 OPS-TEST-09 OPS-DMG-01
    OPS-DMG-02 OPS-DMG-06 OPS-ARM-01 OPS-OPT-09 OPS-OPT-11 OPS-HLTH-02 OPS-HLTH-03 OPS-HLTH-04 OPS-HLTH-05
    OPS-HLTH-06""",
    dice=weapons.DICE,
    watched=("location",),
    headline=("hit", "hit_level"),
)
def attack_in_melee(given: MeleeGiven, options: Options) -> Program[Fought]:
    """A difficult test of FOR or DEX, by the weapon; whoever is attacked may avoid it; then dice and the clock."""
    reason = refusal_reason(given, options)
    if reason:
        yield from step("reason", reason, "OPS-CBT-05")
        return Fought(**refused_attack(given, reason))
    arm = weapons.arm_of(given.weapon, given.custom_weapon)
    helped = advantages(given.advantage and not arm.never_advantaged, given.advantage_count, given.waive)
    case = Case(base=DIFFICULT, harder=given.steps, wounded=given.attacker.unrelieved, advantages=helped)
    return (yield from _attack(given, case, arm.attack_with, given.attacker.bonus(options), options))


@procedure(
    "attack_thrown",
    rules="""OPS-CBT-07 OPS-CBT-10 OPS-CBT-11 OPS-CBT-12 OPS-CBT-14 OPS-DMG-03 OPS-DMG-06 OPS-TEST-09 OPS-TEST-10
    OPS-HLTH-02 OPS-HLTH-03""",
    dice=weapons.DICE,
    watched=("location",),
    headline=("hit", "hit_level"),
)
def throw_weapon(given: ThrownGiven, options: Options) -> Program[Fought]:
    """A difficult DEX test within Zone 0; cover makes it harder, and it can be dodged like a blow."""
    reason = refusal_reason(given, options) or ("out_of_range" if given.zone else None)
    if reason:
        yield from step("reason", reason, "OPS-CBT-07" if reason == "out_of_range" else "OPS-CBT-05")
        return Fought(**refused_attack(given, reason))
    case = case_from_afar(given, DIFFICULT)
    return (yield from _attack(given, case, "DEX", lower_bonus(given.attacker.bonus(options)), options))
