"""One act of a fight that is weighed to its end: the rules play it, and what it leaves behind is read here."""

from typing import Any, TypeAlias

from msgspec.structs import replace

from gardien.core.chance import Program, apply, fold
from gardien.core.values import Value, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.damage import Reach, engulf
from gardien.systems.d20d100.rules.body.wounds import NOTHING, Blow, condition_of, is_shock, penalty_of, thresholds
from gardien.systems.d20d100.rules.character import AreaTarget, Body, Combatant, Condition, Mind, check_dice
from gardien.systems.d20d100.rules.fight.ammunition import JamGiven, ReloadGiven, clear, reload_weapon
from gardien.systems.d20d100.rules.fight.bursts import LongGiven, difficulties_of, goes_off, reach_at
from gardien.systems.d20d100.rules.fight.end_of_round import Phase, brings_something, pass_through
from gardien.systems.d20d100.rules.fight.series import SeriesGiven, plan_of, volley
from gardien.systems.d20d100.rules.fight.special_attacks import ChargeGiven, charge
from gardien.systems.d20d100.rules.fight.state import FighterState
from gardien.systems.d20d100.rules.mind.sanity import Horror, confront, floor_of
from gardien.systems.d20d100.sheet.parts import SanLoss
from gardien.systems.d20d100.sim.fighters import FighterProfile

STANDING: tuple[Condition, ...] = ("ok", "staggered")


class Shots(Value, frozen=True, kw_only=True):
    """Shots or blows at one target, as many one after the other as nobody else could be aimed at in between."""

    given: SeriesGiven
    scores: tuple[tuple[int, ...], ...]  # of each attack; rapid fire is one of many shots (D100-FIRE-02)


class Salvo(Value, frozen=True, kw_only=True):
    """One burst: whether it goes off, and what everybody in its way must dodge (D100-FIRE-07)."""

    given: LongGiven
    damage: str
    penetration: int
    jams: bool


class Dodging(Value, frozen=True, kw_only=True):
    """One of those in the way of a burst."""

    target: AreaTarget
    reach: Reach


Given: TypeAlias = Shots | Salvo | Dodging | ChargeGiven | JamGiven | ReloadGiven


class ActResult(Value, frozen=True, kw_only=True):
    """What an act leaves behind: of the weapon, and of whoever it was aimed at."""

    fired: int = 0
    stuck: bool = False  # a dud or a jam (D100-FIRE-11)
    made: int = 1  # attacks of a series
    loaded: int | None = None  # by a reload; nothing where a stone or a bolt was laid on
    actions: int = 0
    cleared: bool = False
    reach: Reach | None = None  # of a burst that went off
    body: Body | None = None
    hit: bool = False
    shocked: bool = False


# ---- somebody in the fight ----


def entering_state(profile: FighterProfile, stands: float, options: Options) -> FighterState:
    """A fighter before the first round, caught off guard until it acts (D100-DEF-02)."""
    body = coarse_body(profile, body_of(profile.who), options)
    hidden: dict[str, Any] = {} if profile.cover == "none" else {f"cover_{profile.cover}": True}
    return FighterState(body=body, loads=profile.loads(), flat_footed=True, stands=stands, **hidden)


def body_of(who: Body) -> Body:
    """The body of somebody, without the rest."""
    return like(Body, who)


def returns(profile: FighterProfile, condition: Condition) -> bool:
    """Whether somebody who is down may get up again by themselves (D100-TEMP-02, D100-CREAT-01)."""
    return condition == "unconscious" or (profile.who.regeneration > 0 and condition != "dead")


def coarse_body(profile: FighterProfile, body: Body, options: Options) -> Body:
    """Those who have no part in the fight any more are told apart no further: that keeps the table small."""
    condition = condition_of(body, options)
    if condition in STANDING:
        return body
    if condition == "unconscious":
        return replace(body, temp_damage=body.life + 1)
    if condition == "stable" and not returns(profile, condition):
        return replace(body, pv=-1, temp_damage=0)
    return replace(body, temp_damage=0)


def coarse_attacker(profile: FighterProfile, body: Body, options: Options) -> Body | None:
    """Whoever attacks: only what wounds take away counts, so that those alike share their odds (D100-HEALTH-04)."""
    penalty = penalty_of(body, options)
    if not penalty:
        return None
    half, quarter = thresholds(body.most)
    return replace(body_of(profile.who), pv=half if penalty == -3 else quarter)


# ---- at the sight of it ----


def face(mind: Mind, losses: tuple[SanLoss, ...], options: Options) -> Program[bool]:
    """One test for each kind of Monster, before anything else; whether somebody loses their head (D100-CBT-06)."""
    lost = False
    for loss in losses:
        if mind.san <= floor_of(options):
            return True
        horror = Horror(check_dice("success", loss.success), check_dice("failure", loss.failure))
        after = yield from apply(confront, mind, horror, options)
        lost = lost or after.temp_mad or after.perm_mad or after.decompensating
        mind = replace(mind, san=after.san, san_hour_start=mind.hour_start, san_lost_this_hour=after.lost_this_hour)
    return lost


# ---- acts ----


def act(given: Given, profile: FighterProfile | None, options: Options) -> Program[ActResult]:
    """One act, played by its own rule; `profile` is that of whoever it is aimed at."""
    match given:
        case Shots():
            assert profile is not None
            return (yield from shoot(given, profile, options))
        case ChargeGiven():
            charged = yield from apply(charge, given, options)
            assert profile is not None
            assert given.target is not None
            body = replace(given.target, pv=charged.target_pv, temp_damage=charged.target_temp_damage)
            if charged.target_pv != given.target.pv:
                body = replace(body, stable=False)
            shock = charged.target_shock is True
            return ActResult(
                hit=charged.hit is True,
                body=coarse_body(profile, body, options),
                shocked=loses_actions(profile, body, shock, options),
            )
        case Salvo():
            dodged = yield from difficulties_of(given.given, options)
            fault = yield from goes_off(given.jams, options)
            if fault != "none":
                return ActResult(fired=1, stuck=True)
            (difficulty,) = dodged.difficulties or (0,)
            dice = check_dice("damage", given.damage)
            reach = reach_at(difficulty, dodged.increments, dice, given.penetration)
            return ActResult(fired=given.given.burst_size, reach=reach)
        case Dodging():
            return (yield from dodge(given, profile, options))
        case JamGiven():
            cleared = yield from apply(clear, given, options)
            return ActResult(cleared=cleared.success)
        case ReloadGiven():
            loaded = yield from apply(reload_weapon, given, options)
            return ActResult(loaded=loaded.loaded or None, actions=loaded.simple_actions)


def shoot(given: Shots, profile: FighterProfile, options: Options) -> Program[ActResult]:
    """One attack after the other, unless the weapon fails or the target falls (D100-CBT-14, D100-FIRE-11)."""
    now, fired, shock, made = given.given, 0, False, 0
    for scores in given.scores:
        made += 1
        plan = yield from plan_of(now, scores, options)
        done = yield from apply(volley, plan.shots, plan.target, plan.flat)
        assert done.body is not None
        fired, shock = fired + done.fired, shock or done.shock
        loaded = None if now.loaded is None else now.loaded - done.fired
        now = replace(now, target=done.body, target_flat_footed=done.flat, loaded=loaded)
        if done.malfunction != "none" or condition_of(done.body, options) not in STANDING:
            break
    assert now.target is not None
    return ActResult(
        fired=0 if now.loaded is None else fired,
        stuck=done.malfunction != "none",
        made=made,
        hit=given.given.target_flat_footed and not done.flat,
        body=coarse_body(profile, now.target, options),
        shocked=loses_actions(profile, now.target, shock, options),
    )


def dodge(given: Dodging, profile: FighterProfile | None, options: Options) -> Program[ActResult]:
    """One of those in the way of a burst; what hits is a blow like any other (D100-FIRE-08, D100-HEALTH-03)."""
    body = given.target.body
    assert profile is not None
    assert body is not None
    result = yield from apply(engulf, given.target, given.reach, NOTHING, options, "")
    hit = result.damage_final > 0
    after = replace(body, pv=result.pv, stable=False) if hit else body
    shock = is_shock(body, Blow(damage=result.damage_final), options)
    return ActResult(
        hit=hit, body=coarse_body(profile, after, options), shocked=loses_actions(profile, after, shock, options)
    )


def loses_actions(profile: FighterProfile, body: Body, shock: bool, options: Options) -> bool:
    """Whether a shock costs somebody part of their next turn: only whoever has one (D100-HEALTH-03)."""
    return shock and not profile.no_shock and condition_of(body, options) in STANDING


# ---- the end of a round ----

GOING_ON: tuple[Phase, ...] = ("regeneration", "agony", "waking")  # of what a round brings by itself


def at_risk(profile: FighterProfile, body: Body, options: Options) -> bool:
    """Whether the end of a round changes anything about somebody."""
    return any(brings_something(_bearing(profile, body), phase, options) for phase in GOING_ON)


def _bearing(profile: FighterProfile, body: Body) -> Combatant:
    return replace(profile.who, pv=body.life, temp_damage=body.temp_damage, stable=body.stable)


def endure(profile: FighterProfile, body: Body, options: Options) -> Program[Body]:
    """The end of a round for one fighter (D100-HEALTH-06, D100-TEMP-02, D100-CREAT-01)."""
    start: tuple[Combatant, ...] = (_bearing(profile, body),)
    after = yield from fold(pass_through, start, [(0, phase, options) for phase in GOING_ON])
    return coarse_body(profile, body_of(after[0]), options)
