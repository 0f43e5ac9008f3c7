"""Somebody in a fight as it is weighed: what a round can change, told apart no further than the fight needs."""

from msgspec.structs import replace

from gardien.core.in_force import kept_by_rows
from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import without_false_bleeding
from gardien.systems.cthulhud20.rules.character import Combatant, Wound, ceiling
from gardien.systems.cthulhud20.rules.fight.armour_class import guard_of
from gardien.systems.cthulhud20.rules.fight.attack_severity import LEG, effect_of
from gardien.systems.cthulhud20.rules.fight.location import target_of
from gardien.systems.cthulhud20.rules.fight.state import NOT_ACTED, FightState
from gardien.systems.cthulhud20.rules.person import Body, body_of
from gardien.systems.cthulhud20.sim.fighters import FighterProfile
from gardien.systems.cthulhud20.vocabulary import Severity, Tables, Zone

FAST: Severity = "critical"  # of open wounds the only one that costs something every round (CD20-BLEED-04)
SLOW: Severity = "grave"  # and stands for all others that are open


class Load(Value, frozen=True):
    """What is in a weapon, how many magazines lie beside it, whether it is stuck."""

    loaded: int
    spare: int = 0
    jammed: bool = False


class FighterState(Value, frozen=True, kw_only=True):
    """What a round can change about one fighter."""

    body: Body
    hp: int | None = None  # of those who keep them
    loads: tuple[Load | None, ...] = ()
    fight: FightState = NOT_ACTED
    leaving: bool = False
    away: bool = False
    mad: bool = False

    @property
    def down(self) -> bool:
        return self.body.state != "ok"


WEIGHED = ("stands", "actions_owed", "flat_footed", "charged")
AT_ANYBODY = ""  # whom an aim is at, where a fight is weighed: whoever is shot at next


def weighed_part(fight: FightState) -> FightState:
    """What fights that are weighed keep of the value; what they leave out is said in words: `shop.left_out`."""
    return FightState(
        **{name: getattr(fight, name) for name in WEIGHED}, taking_aim=(AT_ANYBODY,) if fight.taking_aim else ()
    )


class Keeping(Value, frozen=True):
    """What a fight must remember of a body: legs where somebody walks, every open wound where nobody comes after.

    Of two limbs alike in everything the first stands for both. Where somebody’s fall is the end of the fight, nothing
    is kept of whoever lies but what is said of them then.
    """

    legs: bool = True
    wounds: bool = False
    mirrors: tuple[tuple[Zone, Zone], ...] = ()
    last: bool = False


def keeping_of(profile: FighterProfile, legs: bool, wounds: bool, last: bool, options: Options) -> Keeping:
    """What must be remembered of somebody: limbs are alike where CA, armour and the d100 treat them alike."""
    who, pairs = profile.who, []
    guard, place = guard_of(who, options), target_of("none", who.tables)
    cells = place.cells()
    for zone in cells:
        other: Zone = zone.replace("right_", "left_")  # type: ignore[assignment]
        if other == zone or cells[zone] != cells.get(other):
            continue
        if (guard.ca(zone), guard.armour(zone)) == (guard.ca(other), guard.armour(other)):
            pairs.append((zone, other))
    return Keeping(legs, wounds, tuple(pairs), last and not wounds)


def entering(profile: FighterProfile, keeping: Keeping, options: Options, stands: float = 0) -> FighterState:
    """A fighter before the first round, flat-footed until it acts (CD20-P-INIT-01)."""
    loads = tuple(Load(arm.loaded, arm.spare, arm.jammed) if arm.magazine else None for arm in profile.arms)
    body = without_false_bleeding(body_of(profile.wounded, options))
    fight = FightState(flat_footed=True, stands=float(stands))
    return FighterState(body=coarse_body(body, keeping), hp=profile.hp, loads=loads, fight=fight)


def coarse_body(body: Body, keeping: Keeping) -> Body:
    """A body told apart no further than the fight needs: that keeps the table small.

    Grave and moderate wounds cost nothing before a minute is over: that there is one is all that is kept.
    """
    if body.dead:
        return replace(
            body, pv=0, pf=0, prone=True, shock="none", wounds=(), lost_parts=(), hampered_parts=(), pv_max=1, pf_max=1
        )
    wounds = sorted(
        (coarse_wound(one.severity, body.tables) for one in body.wounds if one.bleeding),
        key=lambda one: one.next_tick_in_rounds,
    )
    if not keeping.wounds:
        fast = [one for one in wounds if one.severity == FAST]
        slow = len(wounds) > len(fast)
        if keeping.last and body.state != "ok":
            return coarse_fallen(body, bool(wounds))
        wounds = [*fast, coarse_wound(SLOW, body.tables)] if slow else fast
    if body.state == "ok":
        lost, out = coarse_parts(body, keeping) if body.lost_parts or body.hampered_parts else ((), ())
        return replace(body, wounds=tuple(wounds), lost_parts=lost, hampered_parts=out)
    still = not wounds or (not keeping.wounds and wounds[0].severity != FAST)
    points = {"pv": 1, "pf": 0} if still else {}
    return replace(body, wounds=tuple(wounds), lost_parts=(), hampered_parts=(), shock="none", prone=True, **points)


def coarse_fallen(body: Body, bleeding: bool) -> Body:
    """Whoever’s fall has ended the fight: with an open wound it does not matter how they lie there."""
    return replace(
        body,
        pv=1,
        pf=0,
        state="unconscious" if bleeding else body.state,
        prone=True,
        shock="none",
        wounds=(coarse_wound(SLOW, body.tables),) if bleeding else (),
        lost_parts=(),
        hampered_parts=(),
    )


def coarse_parts(body: Body, keeping: Keeping) -> tuple[tuple[Zone, ...], tuple[Zone, ...]]:
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


@kept_by_rows(None)
def coarse_wound(severity: Severity, tables: Tables) -> Wound:
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


def combatant_of(profile: FighterProfile, fighter: FighterState, attacking: bool) -> Combatant:
    """A fighter as an attack reads it, and no more, so that those alike share their odds.

    PF stand for the malus of fatigue; of whoever is attacked parts out of use say nothing.
    """
    body, who = fighter.body, profile.who
    conditions = (*who.conditions, "flat_footed") if fighter.fight.flat_footed and not attacking else who.conditions
    return replace(
        who,
        pv_max=body.pv_max,
        pf_max=body.pf_max,
        pv=body.pv_max,
        pf=tired_pf(body),
        state="ok",
        prone=body.prone,
        shock_next_turn="skip" if body.shock == "skip" else "none",
        lost_parts=() if attacking else body.lost_parts,
        hampered_parts=body.hampered_parts if attacking else (),
        conditions=conditions,
        stance="charged" if fighter.fight.charged else who.stance,
    )


def tired_pf(body: Body) -> int:
    """The most PF with which somebody is as tired (CD20-FAT-01, CD20-HP-07)."""
    return min(body.pf_max + 2 * body.malus, ceiling(body.pv_max))
