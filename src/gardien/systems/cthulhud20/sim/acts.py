"""One act of a fight that is weighed to its end: the rules play it, and what it leaves behind is read here."""

from typing import TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, fold, repeat, roll, tail
from gardien.core.dice import D100, Dice
from gardien.core.in_force import kept_by_rows
from gardien.core.values import Value, like
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import Course, Lapse, Stretch, bleed
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.ammunition import JamGiven, clear_jam
from gardien.systems.cthulhud20.rules.fight.armour_class import guard_of
from gardien.systems.cthulhud20.rules.fight.attack_declare import can_aim
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import Sum, bonus_of, profile_bonus
from gardien.systems.cthulhud20.rules.fight.attack_resolve import (
    AttackGiven,
    Plan,
    blow_of,
    coarse_plan,
    roll_jam,
    settle_shot,
)
from gardien.systems.cthulhud20.rules.fight.attack_traditional import Swing, TraditionalGiven, swing, swing_of
from gardien.systems.cthulhud20.rules.fight.attack_wound import Blow, BlowResult, suffer
from gardien.systems.cthulhud20.rules.fight.weapons import WeaponGiven, WeaponNamed
from gardien.systems.cthulhud20.rules.mind.madness import Holds, Mind, lose_san
from gardien.systems.cthulhud20.rules.odds import plan_for
from gardien.systems.cthulhud20.rules.person import Body
from gardien.systems.cthulhud20.rules.tests.d20 import NOTHING
from gardien.systems.cthulhud20.sheet.parts import SanLoss
from gardien.systems.cthulhud20.sim.fighter_state import FAST, FighterState, Keeping, coarse_body, tired_pf
from gardien.systems.cthulhud20.sim.fighters import FighterProfile
from gardien.systems.cthulhud20.vocabulary import Aim, Situation, Tables, Zone

A_LIFE = 10_000_000  # rounds, for whoever is left alone


# ---- at the sight of it ----


def face(profile: FighterProfile, losses: tuple[SanLoss, ...]) -> Program[bool]:
    """One check for each kind of creature, before anything else; whether somebody loses their head.

    A temporary madness is enough, and so is a mind without any SAN left (CD20-P-SAN-03, CD20-P-SAN-04).
    """
    start = profile.wounded.sanity
    san, lost = start, profile.lost_this_hour
    for loss in losses:
        held = yield from roll(D100.map(Holds(san)), "d100", "", "san")
        mind = Mind(san=san, wis=profile.wounded.wis, hour_start=start, lost=lost, spared=True)
        price = yield from apply(lose_san, mind, Dice.parse(loss.success if held else loss.failure), True)
        if price.temporary or price.zero:
            return True
        san, lost = san - price.loss, lost + price.loss
    return False


# ---- attacks ----


class Shot(Value, frozen=True, kw_only=True):
    """One attack of a turn, from the attacker’s side."""

    attacker: Combatant
    weapon: WeaponNamed
    bonus: int | None  # of a profile
    base: int
    malus: int
    distance: float
    aim: Aim = "none"
    aimed: bool = False
    power: int = 0
    situation: tuple[Situation, ...] = ()
    concealment: int = 0
    lethality: int = 0  # within the bonus of a profile
    damage: str = ""  # of a profile


class Volley(Value, frozen=True, kw_only=True):
    """Attacks on one target, until it is down or the weapon sticks."""

    shots: tuple[Shot, ...]
    target: Combatant  # as it looks before the first
    body: Body
    hp: int | None
    reduction: int = 0
    half: bool = False
    keeping: Keeping


Given: TypeAlias = Volley | JamGiven  # attacks, or a jam that somebody sees to


@kept_by_rows(20_000)
def plan_at(shot: Shot, target: Combatant, options: Options) -> Plan:
    """An attack with everything known before its dice; a part that is gone is no longer aimed at (CD20-AIM-02)."""
    aim: Aim = shot.aim if can_aim(shot.aim, target.tables, target.lost_parts) else "none"
    given = like(AttackGiven, shot, target=target, distance_m=shot.distance, aim=aim, power_attack=shot.power)
    return coarse_plan(plan_for(*with_profile_bonus(given, shot, options), options))


def with_profile_bonus(given: AttackGiven, shot: Shot, options: Options) -> tuple[AttackGiven, Sum]:
    """An attack and its sum: the bonus of a profile takes the place of what a level would give (CD20-P-CREA-03)."""
    attack_sum = bonus_of(given, options, shot.base, shot.malus)
    if shot.bonus is None:
        return given, attack_sum
    whole = profile_bonus(attack_sum, shot.bonus, shot.lethality, given.target.traits)
    given = replace(given, attack_bonus=whole)
    return given, bonus_of(given, options)


@kept_by_rows(20_000)
def swing_at(shot: Shot, volley: Volley, options: Options) -> Swing:
    """The same against a creature that keeps hit points: one CA, no lethality (CD20-P-CREA-02)."""
    given = like(
        TraditionalGiven,
        shot,
        weapon=WeaponGiven(damage=shot.damage) if shot.damage else shot.weapon,
        ca=guard_of(volley.target, options).ca("torso"),
        hp=0,
        target=volley.target,
        distance_m=shot.distance,
        power_attack=shot.power,
        half_damage=volley.half,
        damage_reduction=volley.reduction,
    )
    attack_sum = bonus_of(given.attack(), options, shot.base, shot.malus)
    swung = swing_of(given, attack_sum, options)
    if shot.bonus is None:
        return swung
    whole = profile_bonus(attack_sum, shot.bonus - shot.lethality, 0, ())
    return replace(swung, bonus=whole + attack_sum.target_modifier, added=())


class ActResult(Value, frozen=True, kw_only=True):
    """What an act leaves behind: attacks made, a weapon that stuck or was mended, whoever it was aimed at."""

    made: int = 0
    jammed: bool = False
    cleared: bool = False
    body: Body | None = None
    hp: int | None = None
    hurt: bool = False


class Salvo(Value, frozen=True, kw_only=True):
    """A volley as far as it went."""

    body: Body
    hp: int | None
    made: int = 0
    over: bool = False
    jammed: bool = False
    hurt: bool = False


class Next(Value, frozen=True):
    """One attack that is due."""

    shot: Shot
    volley: Volley
    options: Options


def act(given: Given, options: Options) -> Program[ActResult]:
    """One act, played by its own rule."""
    if isinstance(given, JamGiven):
        cleared = yield from apply(clear_jam, given, options)
        return ActResult(cleared=cleared.cleared)
    start = Salvo(body=given.body, hp=given.hp)
    bare = replace(given, shots=(), body=NO_BODY, hp=None)
    done = yield from fold(fire, start, [Next(shot, bare, options) for shot in given.shots])
    return ActResult(made=done.made, jammed=done.jammed, body=done.body, hp=done.hp, hurt=done.hurt)


NO_BODY = Body(pv=1, pf=1, pv_max=1, pf_max=1)


def fire(salvo: Salvo, due: Next) -> Program[Salvo]:
    """The next attack, unless the target is down or the weapon stuck (CD20-ATT-03, CD20-P-GUN-06)."""
    if salvo.over:
        return salvo
    yield from ()  # nothing is thrown here
    volley, options = due.volley, due.options
    if salvo.hp is not None:
        return tail(call(hack, salvo, swing_at(due.shot, volley, options)))
    body = salvo.body
    target = after_attacks(volley.target, tired_pf(body), body.prone, body.shock == "skip", body.lost_parts)
    return tail(call(land, salvo, plan_at(due.shot, target, options), volley.keeping, options))


def hack(salvo: Salvo, swung: Swing) -> Program[Salvo]:
    """One attack on a creature that keeps hit points (CD20-P-CREA-02)."""
    rolled = yield from apply(swing, swung, NOTHING)
    assert rolled.damage_taken is not UNSET
    assert salvo.hp is not None
    hp = max(0, salvo.hp - rolled.damage_taken)
    return replace(salvo, hp=hp, made=salvo.made + 1, over=hp == 0)


def reach(plan: Plan, tables: Tables, options: Options) -> Program[tuple[Blow | None, bool]]:
    """The dice of one attack on a body with zones, with nobody to ask destiny: its blow, whether the weapon stuck."""
    final = yield from apply(settle_shot, plan.stroke, None, False, "", NOTHING)
    jammed = final.shot.one and (yield from roll_jam(plan.stroke))
    return blow_of(plan, replace(NO_BODY, tables=tables), final.shot, None, options), jammed


def land(salvo: Salvo, plan: Plan, keeping: Keeping, options: Options) -> Program[Salvo]:
    """One attack: its dice, then the blow (CD20-GB-08)."""
    blow, jammed = yield from apply(reach, plan, salvo.body.tables, options)
    now = replace(salvo, made=salvo.made + 1, over=jammed, jammed=jammed)
    return now if blow is None else tail(call(bear, now, blow, keeping, options))


def bear(salvo: Salvo, blow: Blow, keeping: Keeping, options: Options) -> Program[Salvo]:
    """What a blow leaves of a body, as far as the fight needs it; the same blow is weighed once for all attackers."""
    struck = yield from apply(suffer, salvo.body, blow, options)
    body = coarse_body(replace(struck.body, wounds=()) if stills(struck, options) else struck.body, keeping)
    return replace(salvo, body=body, over=salvo.over or body.state != "ok", hurt=salvo.hurt or struck.hurts)


def stills(struck: BlowResult, options: Options) -> bool:
    """Whether no wound is open any more (CD20-BLEED-03)."""
    return struck.stilled and options.stabilise_all


@kept_by_rows(20_000)
def after_attacks(target: Combatant, pf: int, prone: bool, shaken: bool, lost: tuple[Zone, ...]) -> Combatant:
    """The target as the attacks before have left it."""
    return replace(target, pf=pf, prone=prone, shock_next_turn="skip" if shaken else "none", lost_parts=lost)


# ---- the end of a round, and after the fight ----


def at_risk(fighter: FighterState) -> bool:
    """Whether the end of a round may change somebody."""
    return not fighter.body.dead and bool(fighter.body.wounds) and fighter.body.wounds[0].severity == FAST


def endure(body: Body, keeping: Keeping, options: Options) -> Program[Body]:
    """A round of open wounds: critical ones cost what they cost, slower ones wait (CD20-BLEED-03, CD20-BLEED-04)."""
    fast = tuple(one for one in body.wounds if one.severity == FAST)
    slow = tuple(one for one in body.wounds if one.severity != FAST)
    course = Course(options, "", NOTHING)
    lapse = yield from repeat(bleed, Stretch(Lapse(body=replace(body, wounds=fast), left=1), course))
    after = lapse.body
    open_still = tuple(one for one in after.wounds if one.bleeding)
    stopped = options.stabilise_all and len(open_still) < len(fast)
    return coarse_body(replace(after, wounds=(*open_still, *(() if stopped else slow))), keeping)


def live_on(body: Body, options: Options) -> Program[Body]:
    """Everything that open wounds will do to somebody for whom nobody cares (CD20-BLEED-03, CD20-P-ODDS-02)."""
    start = Stretch(Lapse(body=body, left=A_LIFE), Course(options, "", NOTHING))
    lapse = yield from repeat(bleed, start)
    return coarse_body(lapse.body, Keeping())
