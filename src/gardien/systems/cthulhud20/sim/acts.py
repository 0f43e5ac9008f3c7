"""One act of a fight that is weighed to its end: the rules play it, and what it leaves behind is read here."""

from functools import cache, lru_cache
from typing import TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, fold, repeat, roll, tail
from gardien.core.dice import D100, Dice
from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.aiming import can_aim
from gardien.systems.cthulhud20.arms import WeaponGiven, WeaponNamed
from gardien.systems.cthulhud20.blows import Blow, Struck, suffer
from gardien.systems.cthulhud20.bodies import Body, body_of
from gardien.systems.cthulhud20.bonuses import Sum, bonus_of
from gardien.systems.cthulhud20.chances import plan_for
from gardien.systems.cthulhud20.guards import guard_of
from gardien.systems.cthulhud20.guns import JamGiven, clear_jam
from gardien.systems.cthulhud20.kinds import Aim, Severity, Situation, Tables, Zone
from gardien.systems.cthulhud20.lapse import Course, Lapse, Stretch, bleed, opened
from gardien.systems.cthulhud20.locating import target_of
from gardien.systems.cthulhud20.madness import Holds, Mind, lose_san
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.severity import effect_of
from gardien.systems.cthulhud20.sheet_parts import SanLoss
from gardien.systems.cthulhud20.squads import Figure
from gardien.systems.cthulhud20.striking import AttackGiven, Plan, blow_of, jam, levelled, settle
from gardien.systems.cthulhud20.traditional import Swing, TraditionalGiven, swing, swing_of
from gardien.systems.cthulhud20.trials import NOTHING
from gardien.systems.cthulhud20.turns import LEG
from gardien.systems.cthulhud20.values import Combatant, Wound, ceiling

FAST: Severity = "critical"  # of open wounds the only one that costs something every round (CD20-BLEED-04)
SLOW: Severity = "grave"  # and stands for all others that are open
A_LIFE = 10_000_000  # rounds, for whoever is left alone
VARYING = ("range_malus", "aim_bonus", "fatigue_malus", "condition_malus", "situation_bonus", "volley_malus")


# ---- somebody in the fight ----


class Load(Value, frozen=True):
    """What is in a weapon, how many magazines lie beside it, whether it is stuck."""

    loaded: int
    spare: int = 0
    jammed: bool = False


class Local(Value, frozen=True, kw_only=True):
    """What a round can change about one fighter."""

    body: Body
    hp: int | None = None  # of those who keep them
    loads: tuple[Load | None, ...] = ()
    flat: bool = True  # until the first turn (CD20-P-INIT-01)
    charged: bool = False  # until the next one (CD20-P-ACT-03)
    aimed: bool = False
    moved: float = 0  # metres towards the others
    busy: int = 0  # rounds still to be spent on a belt (CD20-P-GUN-05)
    leaving: bool = False
    away: bool = False
    mad: bool = False

    @property
    def down(self) -> bool:
        return self.body.state != "ok"


class Left(Value, frozen=True, kw_only=True):
    """What an act leaves behind: attacks made, a weapon that stuck or was mended, whoever it was aimed at."""

    made: int = 0
    jammed: bool = False
    cleared: bool = False
    body: Body | None = None
    hp: int | None = None
    hurt: bool = False


class Keeping(Value, frozen=True):
    """What a fight must remember of a body: legs where somebody walks, every open wound where nobody comes after.

    Of two limbs alike in everything the first stands for both. Where somebody’s fall is the end of the fight, nothing
    is kept of whoever lies but what is said of them then.
    """

    legs: bool = True
    wounds: bool = False
    mirrors: tuple[tuple[Zone, Zone], ...] = ()
    last: bool = False


def keeping_of(figure: Figure, legs: bool, wounds: bool, last: bool, options: Options) -> Keeping:
    """What must be remembered of somebody: limbs are alike where CA, armour and the d100 treat them alike."""
    who, pairs = figure.who, []
    guard, place = guard_of(who, options), target_of("none", who.tables)
    cells = place.cells()
    for zone in cells:
        other: Zone = zone.replace("right_", "left_")  # type: ignore[assignment]
        if other == zone or cells[zone] != cells.get(other):
            continue
        if (guard.ca(zone), guard.armour(zone)) == (guard.ca(other), guard.armour(other)):
            pairs.append((zone, other))
    return Keeping(legs, wounds, tuple(pairs), last and not wounds)


def entering(figure: Figure, keeping: Keeping, options: Options) -> Local:
    """A fighter before the first round, flat-footed until it acts (CD20-P-INIT-01)."""
    loads = tuple(Load(arm.loaded, arm.spare, arm.jammed) if arm.magazine else None for arm in figure.arms)
    body = opened(body_of(figure.wounded, options))
    return Local(body=settled(body, keeping), hp=figure.hp, loads=loads)


def settled(body: Body, keeping: Keeping) -> Body:
    """A body told apart no further than the fight needs: that keeps the table small.

    Grave and moderate wounds cost nothing before a minute is over: that there is one is all that is kept.
    """
    if body.dead:
        return replace(
            body, pv=0, pf=0, prone=True, shock="none", wounds=(), lost_parts=(), hampered_parts=(), pv_max=1, pf_max=1
        )
    wounds = sorted((plain(one.severity, body.tables) for one in body.wounds if one.bleeding), key=_pace)
    if not keeping.wounds:
        fast = [one for one in wounds if one.severity == FAST]
        slow = len(wounds) > len(fast)
        if keeping.last and body.state != "ok":
            return lying(body, bool(wounds))
        wounds = [*fast, plain(SLOW, body.tables)] if slow else fast
    if body.state == "ok":
        lost, out = mirrored(body, keeping) if body.lost_parts or body.hampered_parts else ((), ())
        return replace(body, wounds=tuple(wounds), lost_parts=lost, hampered_parts=out)
    still = not wounds or (not keeping.wounds and wounds[0].severity != FAST)
    points = {"pv": 1, "pf": 0} if still else {}
    return replace(body, wounds=tuple(wounds), lost_parts=(), hampered_parts=(), shock="none", prone=True, **points)


def lying(body: Body, bleeding: bool) -> Body:
    """Whoever’s fall has ended the fight: with an open wound it does not matter how they lie there."""
    return replace(
        body,
        pv=1,
        pf=0,
        state="unconscious" if bleeding else body.state,
        prone=True,
        shock="none",
        wounds=(plain(SLOW, body.tables),) if bleeding else (),
        lost_parts=(),
        hampered_parts=(),
    )


def mirrored(body: Body, keeping: Keeping) -> tuple[tuple[Zone, ...], tuple[Zone, ...]]:
    """Parts lost and parts out of use: of limbs alike the first, legs once, if at all."""
    lost, out = set(body.lost_parts), set(body.hampered_parts)
    for first, second in keeping.mirrors:
        if (second in lost and first not in lost) or (second in out and not {first} & (lost | out)):
            turned = {first: second, second: first}
            lost, out = ({turned.get(zone, zone) for zone in group} for group in (lost, out))
    kept, leg = [], not keeping.legs or any(effect_of(zone, body.tables) == LEG for zone in lost)
    for zone in sorted(out):
        effect = effect_of(zone, body.tables)
        if effect != "none" and not (effect == LEG and leg):
            kept.append(zone)
            leg = leg or effect == LEG
    return tuple(sorted(lost)), tuple(kept)


@cache
def plain(severity: Severity, tables: Tables) -> Wound:
    """An open wound of which only its pace matters."""
    return Wound(
        zone=next(iter(pack.zones(tables))),
        gb=pack.severity(severity).first,
        severity=severity,
        pf_loss=0,
        pv_loss=0,
        bleeding=True,
        stabilised=False,
        treated=False,
        surgery_done=False,
        next_tick_in_rounds=pack.interval(tables, severity),
    )


def _pace(wound: Wound) -> int:
    return wound.next_tick_in_rounds


def shown(figure: Figure, local: Local, attacking: bool) -> Combatant:
    """A fighter as an attack reads it, and no more, so that those alike share their odds.

    PF stand for the malus of fatigue; of whoever is attacked parts out of use say nothing.
    """
    body, who = local.body, figure.who
    conditions = (*who.conditions, "flat_footed") if local.flat and not attacking else who.conditions
    return replace(
        who,
        pv_max=body.pv_max,
        pf_max=body.pf_max,
        pv=body.pv_max,
        pf=tired(body),
        state="ok",
        prone=body.prone,
        shock_next_turn="skip" if body.shock == "skip" else "none",
        lost_parts=() if attacking else body.lost_parts,
        hampered_parts=body.hampered_parts if attacking else (),
        conditions=conditions,
        stance="charged" if local.charged else who.stance,
    )


def tired(body: Body) -> int:
    """The most PF with which somebody is as tired (CD20-FAT-01, CD20-HP-07)."""
    return min(body.pf_max + 2 * body.malus, ceiling(body.pv_max))


# ---- at the sight of it ----


def face(figure: Figure, losses: tuple[SanLoss, ...]) -> Program[bool]:
    """One check for each kind of creature, before anything else; whether somebody loses their head.

    A temporary madness is enough, and so is a mind without any SAN left (CD20-P-SAN-03, CD20-P-SAN-04).
    """
    start = figure.wounded.sanity
    san, lost = start, figure.lost_this_hour
    for loss in losses:
        held = yield from roll(D100.map(Holds(san)), "d100", "", "san")
        mind = Mind(san=san, wis=figure.wounded.wis, hour_start=start, lost=lost, spared=True)
        found = yield from apply(lose_san, mind, Dice.parse(loss.success if held else loss.failure), True)
        if found.temporary or found.zero:
            return True
        san, lost = san - found.loss, lost + found.loss
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


class Clearing(Value, frozen=True):
    """A jam that somebody sees to."""

    bonus: int


Given: TypeAlias = Volley | Clearing


@lru_cache(20_000)
def plan_at(shot: Shot, target: Combatant, options: Options) -> Plan:
    """An attack with everything known before its dice; a part that is gone is no longer aimed at (CD20-AIM-02)."""
    aim: Aim = shot.aim if can_aim(shot.aim, target.tables, target.lost_parts) else "none"
    given = AttackGiven(
        attacker=shot.attacker,
        weapon=shot.weapon,
        target=target,
        distance_m=shot.distance,
        aim=aim,
        aimed=shot.aimed,
        power_attack=shot.power,
        situation=shot.situation,
        concealment=shot.concealment,
    )
    return levelled(plan_for(*profiled(given, shot, options), options))


def profiled(given: AttackGiven, shot: Shot, options: Options) -> tuple[AttackGiven, Sum]:
    """An attack and its sum: the bonus of a profile takes the place of what a level would give (CD20-P-CREA-03)."""
    found = bonus_of(given, options, shot.base, shot.malus)
    if shot.bonus is None:
        return given, found
    given = replace(given, attack_bonus=shot.bonus, modifier=varying(found))
    return given, bonus_of(given, options)


def varying(found: Sum) -> int:
    """What no profile holds: distance, fatigue, wounds, the way somebody fires."""
    return sum(value for name, value in found.terms if name in VARYING)


@lru_cache(20_000)
def swing_at(shot: Shot, volley: Volley, options: Options) -> Swing:
    """The same against a creature that keeps hit points: one CA, no lethality (CD20-P-CREA-02)."""
    given = TraditionalGiven(
        attacker=shot.attacker,
        weapon=WeaponGiven(damage=shot.damage) if shot.damage else shot.weapon,
        ca=guard_of(volley.target, options).ca("torso"),
        hp=0,
        target=volley.target,
        distance_m=shot.distance,
        aimed=shot.aimed,
        power_attack=shot.power,
        situation=shot.situation,
        half_damage=volley.half,
        damage_reduction=volley.reduction,
    )
    found = bonus_of(given.attack(), options, shot.base, shot.malus)
    swung = swing_of(given, found, options)
    if shot.bonus is None:
        return swung
    whole = shot.bonus - shot.lethality + varying(found) + found.target_modifier
    return replace(swung, bonus=whole, added=())


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


def act(given: Given, options: Options) -> Program[Left]:
    """One act, played by its own rule."""
    if isinstance(given, Clearing):
        cleared = yield from apply(clear_jam, JamGiven(bonus=given.bonus), options)
        return Left(cleared=cleared.cleared)
    start = Salvo(body=given.body, hp=given.hp)
    bare = replace(given, shots=(), body=NO_BODY, hp=None)
    done = yield from fold(fire, start, [Next(shot, bare, options) for shot in given.shots])
    return Left(made=done.made, jammed=done.jammed, body=done.body, hp=done.hp, hurt=done.hurt)


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
    target = now(volley.target, tired(body), body.prone, body.shock == "skip", body.lost_parts)
    return tail(call(land, salvo, plan_at(due.shot, target, options), volley.keeping, options))


def hack(salvo: Salvo, swung: Swing) -> Program[Salvo]:
    """One attack on a creature that keeps hit points (CD20-P-CREA-02)."""
    found = yield from apply(swing, swung, NOTHING)
    assert found.damage_taken is not UNSET
    assert salvo.hp is not None
    hp = max(0, salvo.hp - found.damage_taken)
    return replace(salvo, hp=hp, made=salvo.made + 1, over=hp == 0)


def reach(plan: Plan, tables: Tables, options: Options) -> Program[tuple[Blow | None, bool]]:
    """The dice of one attack on a body with zones, with nobody to ask destiny: its blow, whether the weapon stuck."""
    found = yield from apply(settle, plan.stroke, None, False, "", NOTHING)
    jammed = found.shot.one and (yield from jam(plan.stroke))
    return blow_of(plan, replace(NO_BODY, tables=tables), found.shot, None, options), jammed


def land(salvo: Salvo, plan: Plan, keeping: Keeping, options: Options) -> Program[Salvo]:
    """One attack: its dice, then the blow (CD20-GB-08)."""
    blow, jammed = yield from apply(reach, plan, salvo.body.tables, options)
    now = replace(salvo, made=salvo.made + 1, over=jammed, jammed=jammed)
    return now if blow is None else tail(call(bear, now, blow, keeping, options))


def bear(salvo: Salvo, blow: Blow, keeping: Keeping, options: Options) -> Program[Salvo]:
    """What a blow leaves of a body, as far as the fight needs it; the same blow is weighed once for all attackers."""
    struck = yield from apply(suffer, salvo.body, blow, options)
    body = settled(replace(struck.body, wounds=()) if stills(struck, options) else struck.body, keeping)
    return replace(salvo, body=body, over=salvo.over or body.state != "ok", hurt=salvo.hurt or struck.hurts)


def stills(struck: Struck, options: Options) -> bool:
    """Whether no wound is open any more (CD20-BLEED-03)."""
    return struck.stabilised and options.stabilise_all


@lru_cache(20_000)
def now(target: Combatant, pf: int, prone: bool, shaken: bool, lost: tuple[Zone, ...]) -> Combatant:
    """The target as the attacks before have left it."""
    return replace(target, pf=pf, prone=prone, shock_next_turn="skip" if shaken else "none", lost_parts=lost)


# ---- the end of a round, and after the fight ----


def at_risk(local: Local) -> bool:
    """Whether the end of a round may change somebody."""
    return not local.body.dead and bool(local.body.wounds) and local.body.wounds[0].severity == FAST


def endure(body: Body, keeping: Keeping, options: Options) -> Program[Body]:
    """A round of open wounds: critical ones cost what they cost, slower ones wait (CD20-BLEED-03, CD20-BLEED-04)."""
    fast = tuple(one for one in body.wounds if one.severity == FAST)
    slow = tuple(one for one in body.wounds if one.severity != FAST)
    course = Course(options, "", NOTHING)
    lapse = yield from repeat(bleed, Stretch(Lapse(body=replace(body, wounds=fast), left=1), course))
    after = lapse.body
    open_still = tuple(one for one in after.wounds if one.bleeding)
    stopped = options.stabilise_all and len(open_still) < len(fast)
    return settled(replace(after, wounds=(*open_still, *(() if stopped else slow))), keeping)


def live_on(body: Body, options: Options) -> Program[Body]:
    """Everything that open wounds will do to somebody for whom nobody cares (CD20-BLEED-03, CD20-P-ODDS-02)."""
    start = Stretch(Lapse(body=body, left=A_LIFE), Course(options, "", NOTHING))
    lapse = yield from repeat(bleed, start)
    return settled(lapse.body, Keeping())
