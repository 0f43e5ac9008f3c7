"""What fighters do by themselves: whom they go for, how they fire, when they reload, come nearer or leave."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gardien.core.values import Value, like
from gardien.shared import battles
from gardien.shared.line import nearer
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.damage import Reach
from gardien.systems.d20d100.rules.body.endurance import RUN, metres_covered
from gardien.systems.d20d100.rules.body.wounds import condition_of, penalty_of, thresholds
from gardien.systems.d20d100.rules.character import AreaTarget
from gardien.systems.d20d100.rules.fight.ammunition import JamGiven, ReloadGiven
from gardien.systems.d20d100.rules.fight.attack_modifiers import Situation, situations_sum
from gardien.systems.d20d100.rules.fight.bursts import AREAS, LongGiven
from gardien.systems.d20d100.rules.fight.defence import COVER
from gardien.systems.d20d100.rules.fight.series import SeriesGiven
from gardien.systems.d20d100.rules.fight.special_attacks import TOO_WEAK, ChargeGiven
from gardien.systems.d20d100.rules.fight.standing import protection_of
from gardien.systems.d20d100.rules.fight.state import OVER, FighterState, Load, Turn
from gardien.systems.d20d100.rules.fight.turn_actions import CHARGE, CHARGE_MIN, WALK
from gardien.systems.d20d100.rules.fight.weapons import Reached, reach_of, repeat_shots
from gardien.systems.d20d100.sheet.parts import SheetWeapon
from gardien.systems.d20d100.sim.acts import Dodging, Given, Salvo, Shots, coarse_attacker
from gardien.systems.d20d100.sim.fighters import ARM, Arm, FighterProfile

Kind = Literal["shots", "burst", "charge", "reload", "clear"]
FACES = 20
reach_at = lru_cache(1000)(reach_of)
FAST, SLOW = 4, 2  # loose cartridges in one simple action (D100-FIRE-05)


class Batch(Value, frozen=True):
    """One attack with one weapon; rapid fire is one of many shots, and takes the whole turn."""

    arm: int
    scores: tuple[int, ...]
    burst: bool = False
    rapid: bool = False


# One in the first half of the round, all others in the second (D100-CBT-14).
Plan = tuple[Batch, ...]


class PlannedAct(Struct, frozen=True):
    """An act to be played: its inputs, on whom, with which weapon; how whoever acts stands, and what turn they have."""

    kind: Kind
    given: Given
    mine: FighterState
    turn: Turn
    targets: tuple[int, ...] = ()
    arm: int = -1
    most: int = 1  # attacks of the series that it is one of
    rapid: bool = False


class Move(Struct, frozen=True):
    """Something that needs no dice, or nothing at all."""

    mine: FighterState
    turn: Turn
    idle: bool = False
    toward: int = -1  # whom somebody walks or runs up to
    action: Literal["", "walk", "run", "flee"] = ""


class Field(battles.Field[FighterProfile, FighterState], frozen=True):
    """The fight as whoever acts sees it."""

    surprise: bool  # the round in which some are caught unawares (D100-CBT-08)
    options: Options

    def metres(self, one: int, other: int) -> float:
        """How far two are from each other now."""
        return abs(self.people[one].metres - self.people[other].metres)

    def strength(self, at: int) -> int:
        return self.people[at].body.life


def begin(field: Field, who: int) -> tuple[FighterState, Turn]:
    """Somebody at the beginning of a turn, and what it is worth."""
    mine = field.people[who]
    return mine.acting(condition_of(mine.body, field.options), field.surprise)


def choose(field: Field, who: int, turn: Turn | None) -> PlannedAct | Move:
    """The next thing somebody does with a turn; with nothing to do it is over."""
    mine, working = field.people[who], False
    if turn is None:
        working = bool(mine.simple_actions_owed)
        mine, turn = begin(field, who)
    actor = Actor(field, who, mine, turn, field.foes(who))
    deed = actor.goes_on() or actor.leaves() or actor.attacks() or actor.nears()
    return deed or Move(mine, OVER, idle=not working)


class Actor(Struct, frozen=True):
    """Somebody whose turn it is."""

    field: Field
    who: int
    mine: FighterState
    turn: Turn
    foes: Sequence[int]  # in the order of their liking

    @property
    def profile(self) -> FighterProfile:
        return self.field.profiles[self.who]

    @property
    def penalty(self) -> int:
        return penalty_of(self.mine.body, self.field.options)

    # ---- going, and work on a weapon ----

    def leaves(self) -> Move | None:
        """Whoever is hurt enough runs, and is gone a round later (D100-DEF-03)."""
        if self.mine.fleeing:
            return Move(FighterState(body=self.mine.body, fled=True), OVER, action="flee")
        at, body = self.profile.tactics.withdraw_at, self.mine.body
        if at == "never" or body.life > thresholds(body.most)[at == "quarter"]:
            return None
        return Move(replace(self.mine, fleeing=True), OVER, action="flee")

    def readies(self, at: int) -> PlannedAct | None:
        """A jam is cleared, an empty weapon loaded, as far as that is worth trying (D100-FIRE-05, D100-FIRE-11)."""
        load, arm = self.mine.loads[at], self.profile.arms[at]
        if load is None or load.state == "broken" or load.is_ready(1 if arm.selective else arm.burst):
            return None
        if load.state != "ok":
            if not self.profile.tactics.clear_jams:
                return None
            return PlannedAct("clear", JamGiven(modifier=self.profile.mecanique), self.mine, self.turn, arm=at)
        if not load.spare:
            return None
        return PlannedAct("reload", _reload(arm, load, self.profile.fast_reload), self.mine, self.turn, arm=at)

    # ---- attacks ----

    def goes_on(self) -> PlannedAct | None:
        """The rest of a series, at whoever is still there (D100-CBT-14)."""
        if self.turn.arm < 0 or not self.turn.left:
            return None
        plan = self.plan(self.turn.arm)
        return self.fires(plan) if len(plan) > self.turn.made else None

    def attacks(self) -> PlannedAct | None:
        """The first weapon that can do something; the rest of a turn may still see to it."""
        if not self.turn.left:
            return None
        if self.turn.arm >= 0:  # one series a round (D100-CBT-14)
            return self.readies(self.turn.arm)
        for at in self.profile.by_choice:
            if any(self.reaches(at, foe) for foe in self.foes):
                plan = self.plan(at)
                deed = self.fires(plan) if plan else self.readies(at)
                if deed:
                    return deed
        return None

    def plan(self, at: int) -> Plan:
        """A round with one weapon; nothing where it cannot be used (D100-WPN-12, D100-FIRE-07)."""
        arm, load, fire = self.profile.arms[at], self.mine.loads[at], self.profile.tactics.fire
        series = arm.line.base_series
        if arm.burst and (fire == "burst" or not arm.selective) and (load is None or load.is_ready(arm.burst)):
            return tuple(Batch(at, (score,), burst=True) for score in series)
        if not arm.selective or not (load is None or load.is_ready()):
            return ()
        if arm.natural and self.profile.every_attack:
            every = [(number, one) for number, one in enumerate(self.profile.arms) if one.natural]
            return tuple(Batch(number, (score,)) for number, one in every for score in one.line.base_series)
        times = self.recoils(arm)
        if not times:
            return tuple(Batch(at, (score,)) for score in series)
        scores = tuple(score - times * arm.line.recoil for score in series)
        return (Batch(at, repeat_shots(scores, times + 1), rapid=True),)

    def recoils(self, arm: Arm) -> int:
        """How often recoil counts: rapid fire takes a whole turn, and no weapon goes faster than it does (WPN-11)."""
        fire = self.profile.tactics.fire
        if self.turn.left < 2 or self.turn.made:
            return 0
        return arm.recoils.get(fire, 1 if fire == "triple" and "double" in arm.recoils else 0)

    def reaches(self, at: int, foe: int) -> bool:
        """Whether a weapon can hit somebody from here at all."""
        arm, options = self.profile.arms[at], self.field.options
        reached = self.reach(arm, foe)
        if not reached.in_range or arm.burst or options.nat20_auto_success:
            return reached.in_range
        normal, flat = self.defences(at, foe)
        changed = situations_sum(self.situations(arm, foe))
        best = arm.line.base_series[0] + reached.penalty + self.penalty + changed + FACES
        return best >= (flat if self.field.people[foe].guard == "caught" else normal)

    def reach(self, arm: Arm, foe: int) -> Reached:
        """How far somebody is for a weapon (D100-RNG-01)."""
        metres = self.field.metres(self.who, foe)
        if not arm.ranged or arm.natural:
            return Reached(1, metres <= arm.reach)
        return reach_at(metres, arm.line.increment, arm.line.weapon_class, self.field.options)

    def situations(self, arm: Arm, foe: int) -> tuple[Situation, ...]:
        """Where blows taken do nothing, only lethal ones tell (D100-TEMP-04)."""
        spared = arm.line.temporary and self.field.profiles[foe].no_temporary_damage
        return ("damage_type_changed",) if spared else ()

    def fires(self, plan: Plan) -> PlannedAct | None:
        """The next attack of a plan at the first foe it reaches; more of them where nobody else could be next."""
        batch, *rest = plan[self.turn.made :]
        foes = [foe for foe in self.foes if self.reaches(batch.arm, foe)]
        if not foes:
            return None
        same: dict[str, Any] = {"mine": self.mine, "turn": self.turn, "arm": batch.arm, "most": len(plan)}
        if batch.burst:
            near = AREAS[self.profile.arms[batch.arm].burst]
            crowd = [foe for foe in foes if self.field.metres(foes[0], foe) <= near]
            targets = tuple(crowd[: self.profile.tactics.crowd])
            return PlannedAct("burst", self.salvo(batch, targets[0]), targets=targets, **same)
        scores, load = [batch.scores], self.mine.loads[batch.arm]
        if len(self.foes) == 1 and self.turn.left + (self.turn.made > 0) > 1:
            following = takewhile(lambda one: one.arm == batch.arm, rest)
            more = [one.scores for one in following]
            if load is None or load.is_ready(1 + len(more)):
                scores += more
        given = self.series(batch.arm, foes[0], sum(map(len, scores)))
        shots = Shots(given=given, scores=tuple(scores))
        return PlannedAct("shots", shots, targets=(foes[0],), rapid=batch.rapid, **same)

    def defences(self, at: int, foe: int) -> tuple[int, int]:
        """The Defence that counts and the one off guard, with what somebody stands behind (D100-MISS-17)."""
        other, shown = self.field.profiles[foe], self.field.people[foe]
        normal, flat = (defence + COVER[shown.cover] for defence in other.defences)
        return (flat, flat) if shown.guard == "charging" else (normal, flat)

    def series(self, at: int, foe: int, shots: int = 1) -> SeriesGiven:
        """A weapon against somebody, with all that weighs on it."""
        arm, load = self.profile.arms[at], self.mine.loads[at]
        line, other, shown = arm.line, self.field.profiles[foe], self.field.people[foe]
        normal, flat = self.defences(at, foe)
        situations = self.situations(arm, foe)
        return like(
            SeriesGiven,
            line,
            **protection_fields(line, other),
            situations=situations,
            temporary=line.temporary and not situations,
            attacker=coarse_attacker(self.profile, self.mine.body, self.field.options),
            target=shown.body,
            distance=self.field.metres(self.who, foe) if arm.ranged and not arm.natural else 0,
            increment=line.increment if arm.ranged else 0,
            defence=normal,
            defence_flat=flat,
            target_flat_footed=shown.guard == "caught",
            loaded=None if load is None else min(load.loaded, shots),
        )

    def salvo(self, batch: Batch, foe: int) -> Salvo:
        line = self.profile.arms[batch.arm].line
        given = like(
            LongGiven,
            line,
            series=batch.scores,
            burst_size=self.profile.arms[batch.arm].burst,
            distance=self.field.metres(self.who, foe),
            attacker=coarse_attacker(self.profile, self.mine.body, self.field.options),
        )
        return like(Salvo, line, given=given)

    # ---- coming nearer ----

    def nears(self) -> PlannedAct | Move | None:
        """A walk where that is enough, a charge where it is not, else a run (D100-CBT-13, D100-SPEC-02)."""
        turn = self.turn
        if not turn.left or turn.arm >= 0 or not self.foes:
            return None
        foe = min(self.foes, key=lambda at: self.field.metres(self.who, at))
        metres, speed = self.field.metres(self.who, foe), self.profile.speed
        walk = metres_covered(speed, WALK)
        if metres <= ARM or not walk:
            return None
        whole = turn.left > 1 and self.penalty != TOO_WEAK
        if metres > walk and whole and self.profile.tactics.charge:
            deed = self.charges(foe, metres)
            if deed:
                return deed
        runs = metres > 2 * walk and whole
        place = nearer(self.mine.metres, self.field.people[foe].metres, metres_covered(speed, RUN if runs else WALK))
        left = Turn(turn.left - (2 if runs else 1))
        return Move(self.mine.moved(place), left, toward=foe, action="run" if runs else "walk")

    def charges(self, foe: int, metres: float) -> PlannedAct | None:
        """A run and one blow with the first weapon for the hand."""
        hand = next((at for at in self.profile.by_choice if not self.profile.arms[at].ranged), None)
        if hand is None or not CHARGE_MIN <= metres <= metres_covered(self.profile.speed, CHARGE):
            return None
        given = self.series(hand, foe)
        defence = given.off_guard if given.target_flat_footed else given.defence
        score, speed = self.profile.arms[hand].line.base_series[0], self.profile.speed
        charge = like(ChargeGiven, given, distance=metres, speed=speed, attack=score, defence=defence)
        mine = replace(self.mine.moved(self.field.people[foe].metres), charging=True)
        return PlannedAct("charge", charge, mine, self.turn, (foe,), hand)


def protection_fields(line: SheetWeapon, other: FighterProfile) -> dict[str, Any]:
    """What protects somebody from a weapon (D100-PROT-01, D100-PROT-03)."""
    worn = {"armour": other.armour, "protections": other.protections}
    return protection_of(msgspec.to_builtins(worn), {"weapon_class": line.weapon_class})


def dodging_of(field: Field, arm: Arm, foe: int, reach: Reach) -> Dodging:
    """Somebody in the way of a burst; wounds slow them down (D100-HEALTH-04)."""
    other, shown = field.profiles[foe], field.people[foe]
    met = protection_fields(arm.line, other)
    weighs = (penalty_of(shown.body, field.options), COVER[shown.cover])
    mods = tuple(one for one in weighs if one)
    target = AreaTarget(reflexes=other.who.reflexes, reflex_mods=mods, body=shown.body, **met)
    return Dodging(target=target, reach=reach)


def _reload(arm: Arm, load: Load, fast: bool) -> ReloadGiven:
    """As many cartridges as one simple action puts in, or a magazine; the next stone or bolt (D100-FIRE-05)."""
    line = arm.line
    if arm.rearming:  # each action one turn of the crank (D100-MISS-05)
        return ReloadGiven(method="single_loose", rounds=arm.rearming)
    row = pack.weapon(line.weapon) if line.weapon else None
    method = row.reload if row is not None and row.reload else "loose"
    rounds = 1 if method == "single_loose" else FAST if fast else SLOW
    capacity = line.capacity or 1
    return ReloadGiven(
        weapon=line.weapon if row is not None and row.capacity else "",
        method=method,
        rounds=max(1, min(rounds, capacity - load.loaded, load.spare)),
        capacity=capacity,
        magazine_size=min((row.magazine_size if row is not None else None) or capacity, load.spare, 250),
        loaded=load.loaded,
        fast_reload=fast,
    )
