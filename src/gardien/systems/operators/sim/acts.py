"""One act of a fight that is weighed to its end: the procedure plays it, and what it leaves behind is read here."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from gardien.core.chance import Program, apply
from gardien.core.dice import Dice, Term
from gardien.core.interpreters.odds import NOTHING
from gardien.core.table_rules import own_changes
from gardien.core.values import Change, FrozenMap, Value, fields_like, frozen_map, like
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Code
from gardien.systems.operators.rules import creatures
from gardien.systems.operators.rules.body.wounds import throw_sum, uses_of, wound_changes
from gardien.systems.operators.rules.character import (
    Combatant,
    Drain,
    Level,
    NaturalAttack,
    ShockKey,
    Tally,
    Victim,
    Wound,
)
from gardien.systems.operators.rules.dangers.explosions import LobGiven, Near, damage_at, lob, resolve_victim
from gardien.systems.operators.rules.fight import firearms, melee, state
from gardien.systems.operators.rules.fight.ammunition import Load, ReloadGiven, reload_weapon
from gardien.systems.operators.rules.fight.holds import CoverGiven, FreeGiven, break_free, take_cover
from gardien.systems.operators.rules.fight.victims import NO_HITS, Hit
from gardien.systems.operators.rules.fight.weapons import Swing, arm_of, swing
from gardien.systems.operators.rules.mind.shocks import ShockGiven, face_shock
from gardien.systems.operators.rules.tests.d100 import GOOD, compose
from gardien.systems.operators.sim.fighters import FighterProfile

PLAYED: tuple[Any, ...] = (
    *(firearms.attack_with_firearm, melee.attack_in_melee, melee.throw_weapon, take_cover, break_free, reload_weapon),
    *(creatures.suffer_grip, creatures.begin_turn),
)
RULES: dict[type[Any], Any] = {rule.__annotations__["given"]: rule for rule in PLAYED}


class Spread(Value, frozen=True):
    """A burst over several: its throw first, then one target after the other (OPS-OPT-03)."""

    shot: firearms.ShotGiven


class Lunge(Value, frozen=True):
    """The throw of a natural attack; each victim is settled apart, as the rule has it (OPS-CREAT-11)."""

    creature: Combatant
    attack: NaturalAttack


class Volleyed(Value, frozen=True):
    """The first target of a burst over several, once the throw has fallen."""

    volley: firearms.Volley
    swung: Swing


class Lob(Value, frozen=True):
    """An explosive among several: where it comes down and how hard it bursts, then one after the other (OPS-HAZ-03)."""

    lob: LobGiven
    dice: int
    radius: float
    distances: tuple[int, ...]  # of each from where it was to come down
    covers: tuple[bool, ...]


class Body(Value, frozen=True, kw_only=True):
    """What an attack can change about a combatant, by the same names."""

    wound_level: Level = "none"
    out_of_fight: bool = False
    luck: int = 0
    uses_left: FrozenMap[str, int] = frozen_map()  # of protection that wears out (OPS-ARM-03)
    wound_counts: Tally = Tally()
    wounds: tuple[Wound, ...] = ()  # the deepest, and only where it closes again (OPS-CREAT-15)
    hp: int | None = None
    stabilised: bool = False
    drain: FrozenMap[Code, Drain] = frozen_map()
    helpless: bool = False  # a drained score is at 0 (OPS-CREAT-09)

    @property
    def status(self) -> str:
        """What keeps them out of the fight, in a word; nothing of whoever is in it."""
        named = (
            ("dead", self.wound_level == "dead"),
            ("out_of_fight", self.out_of_fight),
            ("helpless", self.helpless),
        )
        return next((word for word, holds in named if holds), "")


# The dead are all alike, and so is whoever has no part in the fight any more: that keeps the table small.
FALLEN = {
    "dead": Body(wound_level="dead"),
    "out_of_fight": Body(wound_level="grave", out_of_fight=True),
    "helpless": Body(helpless=True),
}


class FighterState(state.FighterState[int], frozen=True, kw_only=True):
    """What a fight that is weighed can change about one fighter, beside what it leaves on anybody in a fight."""

    body: Body = Body()
    moved: int = 0  # turns spent coming nearer
    loads: tuple[Load | None, ...] = ()
    thrown: tuple[int, ...] = ()  # weapons that have left the hand (OPS-CBT-07)
    lobs: int = 0  # explosives left
    mad: bool = False  # lost control at the sight of something (OPS-SAN-03)
    leaving: bool = False
    away: bool = False

    @property
    def stands(self) -> bool:
        """Still in the fight, even in a grip."""
        return not (self.away or self.mad or self.body.status)

    @property
    def status(self) -> str:
        """In a word, as the end is told."""
        named = (("mad", self.mad), ("away", self.away), ("held", self.held))
        state = self.body.status or next((word for word, holds in named if holds), "")
        return state or {"none": "unhurt", "grave": "grave"}.get(self.body.wound_level, "hurt")


class ActResult(Value, frozen=True, kw_only=True):
    """What an act leaves behind: of whoever acted, and of whom it was aimed at."""

    luck: int = 0
    fired: bool = False
    parity: bool = False  # of the throw, where a burst may cost a magazine (OPS-OPT-06)
    load: Load | None = None  # after a change of magazine
    succeeded: bool = False  # reached cover, broke free
    swung: Swing | None = None  # a throw whose targets are still to come
    felt: tuple[int, ...] = ()  # what a blast does to each of them, in order
    body: Body | None = None
    gripped: bool = False
    crushed: int = 0  # in this grip so far, where the table counts it (OPS-HLTH-06)


def state_at_start(profile: FighterProfile, options: Options) -> FighterState:
    """A fighter before the first turn."""
    loads = tuple(one.load(options) for one in profile.weapons)
    return FighterState(
        body=body_after(profile.who, options, uses_left=uses_of(profile.who)),
        in_cover=profile.cover == "in_cover",
        exposed=profile.cover == "exposed",
        loads=loads,
        lobs=len(profile.devices),
    )


def body_after(who: Combatant, options: Options, changes: Iterable[Change] = (), **more: Any) -> Body:
    """Somebody with what has changed about them, as far as the fight goes on to know it.

    Of wounds that close again the deepest: all lose the same each turn, so it stays the worst (OPS-CREAT-15).
    """
    changed = {name: value for name, value in own_changes(changes, who.name).items() if name in BODY}
    body = like(Body, who, **changed, **more)
    if body.status:
        return FALLEN[body.status]
    deepest = max(body.wounds, key=lambda one: one.damage, default=None) if who.regeneration else None
    wounds = (replace(deepest, location="none"),) if deepest else ()
    return replace(body, wounds=wounds, wound_counts=body.wound_counts if options.wound_accumulation else Tally())


BODY = Body.__struct_fields__


# ---- on the way in ----


def target(profile: FighterProfile, now: FighterState, name: str = "0") -> Combatant:
    """Somebody at whom an attack is aimed."""
    return replace(profile.who, name=name, held=now.held, surprised=False, **fields_like(Combatant, now.body))


def actor(profile: FighterProfile, now: FighterState, held: bool = False) -> Combatant:
    """Somebody who acts: of wounds only what hinders is kept, so that those alike share their odds."""
    who = replace(profile.who, wound_level=now.body.wound_level, stabilised=now.body.stabilised)
    return replace(
        who,
        wound_level="grave" if who.unrelieved else "none",
        stabilised=False,
        luck=now.body.luck,
        drain=now.body.drain,
        wounds=(),
        wound_counts=Tally(),
        uses_left={},
        hp=None,
        held=held,
        surprised=False,
    )


def victim(profile: FighterProfile, now: FighterState, name: str = "0", rounds: int = 0) -> Victim:
    """One of several at whom an attack is aimed."""
    return Victim(
        defender=target(profile, now, name),
        defends=profile.defends,
        defence_advantage=profile.defence_advantage,
        rounds=rounds,
        luck_plan=profile.plan,
    )


# ---- on the way out ----


def act(given: Value, options: Options) -> Program[ActResult]:
    """One act, or one target of an act that has several, played by its own rule."""
    outcome: Any
    match given:
        case Spread(shot):
            swung = yield from apply(throw, shot, options)
            return ActResult(
                luck=shot.attacker.luck - swung.spent,
                fired=swung.outcome != "impossible",
                parity=swung.parity,
                swung=replace(swung, spent=0, parity=False) if swung.success else None,
            )
        case Volleyed(volley, swung):
            outcome = yield from apply(firearms.resolve_shot, volley, swung, NOTHING, options)
            return _struck(volley.defender, wound_changes(volley.defender, outcome, outcome.defender_luck), options)
        case firearms.Stray(victim=struck):
            (hit,) = yield from apply(firearms.hit_next, NO_HITS, given)
            return _struck(struck.defender, wound_changes(struck.defender, hit, hit.luck), options)
        case Near(victim=struck):
            hit = yield from apply(resolve_victim, given)
            return _struck(struck.defender, wound_changes(struck.defender, hit, hit.luck), options)
        case creatures.Mauling(victim=struck):
            hit = yield from apply(creatures.maul, given)
            return _mauled(struck.defender, hit, options)
        case Lob():
            return (yield from burst(given, options))
        case Lunge(who, attack):
            tried = yield from apply(creatures.throw_of_creature, who, attack, False, options)
            return ActResult(swung=Swing(tried.outcome) if tried.outcome in GOOD else None)
    outcome = yield from apply(RULES[type(given)], given, options)
    return act_result(given, outcome, options)


def burst(given: Lob, options: Options) -> Program[ActResult]:
    """A device comes down and bursts: one blast, felt by each as far as they are from it; a miss drifts away."""
    came = yield from apply(lob, given.lob, options)
    blast = yield from throw_sum(Dice((Term(given.dice, 6),)), purpose="blast")
    drift = came.drift_m or 0
    places = zip(given.distances, given.covers, strict=True)
    return ActResult(
        luck=came.luck,
        felt=tuple(damage_at(blast, distance + drift, given.radius, cover) for distance, cover in places),
    )


def throw(shot: firearms.ShotGiven, options: Options) -> Program[Swing]:
    """The throw of a burst, apart from its targets."""
    arm, who = arm_of(shot.weapon or "", shot.custom_weapon), shot.attacker
    difficulty = compose(melee.case_from_afar(shot, firearms.range_base(arm, shot.zone, options)), options)
    purse, plan = who.purse(options), shot.attacker_luck_plan
    return (yield from swing(who.current("DEX"), difficulty, plan, purse, NOTHING, options, who.name, shot.burst))


def loses_control(san: int, si: int, shocks: tuple[ShockKey, ...], options: Options) -> Program[bool]:
    """One sight after the other, with what those before have left of SAN (OPS-CREAT-06, OPS-SAN-03)."""
    for shock in shocks:
        outcome = yield from apply(face_shock, ShockGiven(san=san, si=si, shock=shock), options)
        if outcome.outcome not in ("control", "unaffected"):
            return True
        san = outcome.san
    return False


def act_result(given: Value, outcome: Any, options: Options) -> ActResult:
    """What is kept of an outcome."""
    match given:
        case firearms.ShotGiven():
            struck = _struck(given.defender, outcome.changes(given, options), options, luck=outcome.attacker_luck)
            return replace(struck, fired=outcome.outcome != "impossible", parity=outcome.reload is True)
        case melee.MeleeGiven() | melee.ThrownGiven():
            return _struck(given.defender, outcome.changes(given, options), options, luck=outcome.attacker_luck)
        case creatures.GripGiven():
            crushed = outcome.sum if options.continuous_damage_sums else 0
            return replace(_mauled(given.victim.defender, outcome.hit, options), crushed=crushed)
        case creatures.CreatureTurnGiven(creature=who):
            return _struck(who, outcome.changes(given, options), options)
        case CoverGiven():
            return ActResult(luck=outcome.luck, succeeded=outcome.in_cover)
        case FreeGiven():
            return ActResult(luck=outcome.luck, succeeded=outcome.free)
        case ReloadGiven():
            rounds = outcome.rounds_left if options.ammo_mode == "strict" else None
            return ActResult(load=Load(spare_magazines=outcome.spare_magazines, rounds_left=rounds))
    raise TypeError(f"no act of a fight: {given!r}")


def _struck(who: Combatant, changes: Iterable[Change], options: Options, luck: int = 0) -> ActResult:
    return ActResult(luck=luck, body=body_after(who, options, changes))


def _mauled(who: Combatant, hit: Hit, options: Options) -> ActResult:
    """One victim of a creature, drained and seized as well as wounded."""
    helpless = who.helpless or hit.collapse in ("cannot_act", "catatonic")
    body = body_after(who, options, creatures.hit_changes(who, hit), helpless=helpless)
    return ActResult(body=body, gripped=hit.gripped is True)
