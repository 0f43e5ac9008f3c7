"""One act of a fight that is weighed to its end: the procedure plays it, and what it leaves behind is read here."""

from typing import Any, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from gardien.core.chance import Program, apply
from gardien.core.dice import Dice, Term
from gardien.core.interpreters.odds import NOTHING
from gardien.core.values import FrozenMap, Value, fields_like, frozen_map, like
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Code
from gardien.systems.operators.rules import creatures
from gardien.systems.operators.rules.body.wounds import WoundBlock, throw_sum, uses_of
from gardien.systems.operators.rules.character import (
    Combatant,
    Cover,
    Drain,
    Level,
    NaturalAttack,
    Tally,
    Victim,
    Wound,
)
from gardien.systems.operators.rules.dangers.explosions import LobGiven, Near, damage_at, lob, resolve_victim
from gardien.systems.operators.rules.fight import firearms
from gardien.systems.operators.rules.fight.ammunition import Load, ReloadGiven, reload_weapon
from gardien.systems.operators.rules.fight.holds import CoverGiven, FreeGiven, break_free, take_cover
from gardien.systems.operators.rules.fight.melee import MeleeGiven, ThrownGiven, attack_in_melee, throw_weapon
from gardien.systems.operators.rules.fight.victims import NO_HITS, Hit
from gardien.systems.operators.rules.fight.weapons import Swing, arm_of, swing
from gardien.systems.operators.rules.mind.shocks import ShockGiven, face_shock
from gardien.systems.operators.rules.tests.d100 import GOOD, compose
from gardien.systems.operators.sim.fighters import FighterProfile

RULES: dict[type[Any], Any] = {
    firearms.ShotGiven: firearms.attack_with_firearm,
    MeleeGiven: attack_in_melee,
    ThrownGiven: throw_weapon,
    creatures.GripGiven: creatures.suffer_grip,
    creatures.CreatureTurnGiven: creatures.begin_turn,
    CoverGiven: take_cover,
    FreeGiven: break_free,
    ReloadGiven: reload_weapon,
    ShockGiven: face_shock,
}


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


Whole: TypeAlias = (
    firearms.ShotGiven
    | MeleeGiven
    | ThrownGiven
    | creatures.GripGiven
    | creatures.CreatureTurnGiven
    | CoverGiven
    | FreeGiven
    | ReloadGiven
    | ShockGiven
)
Given: TypeAlias = Whole | Lunge | Spread | Volleyed | firearms.Stray | creatures.Mauling | Lob | Near


class Body(Value, frozen=True, kw_only=True):
    """What an attack can change about somebody."""

    level: Level = "none"
    out: bool = False
    luck: int = 0
    uses: FrozenMap[str, int] = frozen_map()  # of protection that wears out (OPS-ARM-03)
    counts: Tally = Tally()
    wounds: tuple[Wound, ...] = ()  # the deepest, and only where it closes again (OPS-CREAT-15)
    hp: int | None = None
    stabilised: bool = False
    drain: FrozenMap[Code, Drain] = frozen_map()
    helpless: bool = False  # a drained score is at 0 (OPS-CREAT-09)
    mad: bool = False  # lost control at the sight of something (OPS-SAN-03)


DEAD = Body(level="dead")
OUT = Body(level="grave", out=True)
HELPLESS = Body(helpless=True)
MAD = Body(mad=True)


class FighterState(Value, frozen=True, kw_only=True):
    """What a turn can change about one fighter."""

    body: Body = Body()
    held_by: tuple[int, ...] = ()  # the numbers of those who hold this fighter, the first of them first
    cover: Cover = "normal"
    dived: bool = False  # has tried to reach cover
    moved: int = 0  # turns spent coming nearer
    loads: tuple[Load | None, ...] = ()
    busy: bool = False  # changes a magazine instead of the next act (OPS-OPT-06)
    thrown: tuple[int, ...] = ()  # weapons that have left the hand (OPS-CBT-07)
    lobs: int = 0  # explosives left
    san: int = 0  # before the first turn, as long as there is something to see (OPS-CREAT-06)
    leaving: bool = False
    away: bool = False

    @property
    def stands(self) -> bool:
        """Still in the fight, even in a grip."""
        body = self.body
        return not (self.away or body.out or body.helpless or body.mad or body.level == "dead")

    @property
    def status(self) -> str:
        """In a word, as the end is told."""
        body = self.body
        if body.level == "dead":
            return "dead"
        if body.out:
            return "out_of_fight"
        if body.helpless:
            return "helpless"
        if body.mad:
            return "mad"
        if self.away:
            return "away"
        if self.held_by:
            return "held"
        return {"none": "unhurt", "grave": "grave"}.get(body.level, "hurt")


class ActResult(Value, frozen=True, kw_only=True):
    """What an act leaves behind: of whoever acted, and of those it was aimed at."""

    luck: int = 0
    fired: bool = False
    parity: bool = False  # of the throw, where a burst may cost a magazine (OPS-OPT-06)
    load: Load | None = None  # after a change of magazine
    succeeded: bool = False  # reached cover, broke free
    swung: Swing | None = None  # a throw whose targets are still to come
    felt: tuple[int, ...] = ()  # what a blast does to each of them, in order
    san: int = 0  # what a sight leaves of it
    bodies: tuple[Body, ...] = ()
    gripped: bool = False


def state_at_start(profile: FighterProfile, options: Options) -> FighterState:
    """A fighter before the first turn."""
    who = profile.who
    body = like(
        Body,
        who,
        level=who.wound_level,
        out=who.out_of_fight,
        uses=uses_of(who),
        counts=who.wound_counts if options.wound_accumulation else Tally(),
        wounds=_deepest_wounds(who, who.wounds),
    )
    loads = tuple(one.load(options) for one in profile.arms)
    cover = profile.carried_cover if profile.cover == "normal" else profile.cover
    return FighterState(body=coarse_body(body), cover=cover, loads=loads, lobs=len(profile.devices))


def coarse_body(body: Body) -> Body:
    """The dead are all alike, and so is whoever has no part in the fight any more: that keeps the table small."""
    if body.level == "dead":
        return DEAD
    if body.out:
        return OUT
    if body.mad:
        return MAD
    return HELPLESS if body.helpless else body


def _deepest_wounds(who: Combatant, wounds: tuple[Wound, ...]) -> tuple[Wound, ...]:
    """Of wounds that close again the deepest: all lose the same each turn, so it stays the worst (OPS-CREAT-15)."""
    if not who.regeneration or not wounds:
        return ()
    return (replace(max(wounds, key=lambda one: one.damage), location="none"),)


# ---- on the way in ----


def target(profile: FighterProfile, state: FighterState, name: str) -> Combatant:
    """Somebody at whom an attack is aimed."""
    body = state.body
    return replace(
        profile.who,
        name=name,
        wound_level=body.level,
        out_of_fight=body.out,
        uses_left=body.uses,
        wound_counts=body.counts,
        held=bool(state.held_by),
        surprised=False,
        **fields_like(Combatant, body),
    )


def actor(profile: FighterProfile, state: FighterState, held: bool = False) -> Combatant:
    """Somebody who acts: of wounds only what hinders is kept, so that those alike share their odds."""
    who = replace(profile.who, wound_level=state.body.level, stabilised=state.body.stabilised)
    return replace(
        who,
        wound_level="grave" if who.unrelieved else "none",
        stabilised=False,
        luck=state.body.luck,
        drain=state.body.drain,
        wounds=(),
        wound_counts=Tally(),
        uses_left={},
        hp=None,
        held=held,
        surprised=False,
    )


def victim(profile: FighterProfile, state: FighterState, name: str, rounds: int = 0) -> Victim:
    """One of several at whom an attack is aimed."""
    return Victim(
        defender=target(profile, state, name),
        defends=profile.defends,
        defence_advantage=profile.defence_advantage,
        rounds=rounds,
        luck_plan=profile.plan,
    )


# ---- on the way out ----


def act(given: Given, options: Options) -> Program[ActResult]:
    """One act, or one target of an act that has several, played by its own rule."""
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
            outcome: Any = yield from apply(firearms.resolve_shot, volley, swung, NOTHING, options)
            return ActResult(bodies=(body_after(volley.defender, outcome, outcome.defender_luck, options),))
        case firearms.Stray(victim=struck):
            (hit,) = yield from apply(firearms.hit_next, NO_HITS, given)
            return ActResult(bodies=(body_after(struck.defender, hit, hit.luck, options),))
        case creatures.Mauling(victim=struck):
            hit = yield from apply(creatures.maul, given)
            return mauling_result(struck.defender, hit, options)
        case Lob():
            return (yield from burst(given, options))
        case Near(victim=struck):
            hit = yield from apply(resolve_victim, given)
            return ActResult(bodies=(body_after(struck.defender, hit, hit.luck, options),))
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
    difficulty = compose(firearms.shot_case(shot, firearms.range_base(arm, shot.zone, options)), options)
    purse, plan = who.purse(options), shot.attacker_luck_plan
    return (yield from swing(who.current("DEX"), difficulty, plan, purse, NOTHING, options, who.name, shot.burst))


def act_result(given: Whole, outcome: Any, options: Options) -> ActResult:
    """What is kept of an outcome."""
    match given:
        case firearms.ShotGiven():
            return ActResult(
                luck=outcome.attacker_luck,
                fired=outcome.outcome != "impossible",
                parity=outcome.reload is True,
                bodies=(body_after(given.defender, outcome, outcome.defender_luck, options),),
            )
        case MeleeGiven() | ThrownGiven():
            body = body_after(given.defender, outcome, outcome.defender_luck, options)
            return ActResult(luck=outcome.attacker_luck, bodies=(body,))
        case creatures.GripGiven():
            return mauling_result(given.victim.defender, outcome.hit, options)
        case creatures.CreatureTurnGiven(creature=who):
            hp = who.hp if outcome.hp_left is UNSET else outcome.hp_left
            return ActResult(
                bodies=(Body(level=outcome.wound_level, wounds=_deepest_wounds(who, outcome.wounds), hp=hp),)
            )
        case CoverGiven():
            return ActResult(luck=outcome.luck, succeeded=outcome.in_cover)
        case FreeGiven():
            return ActResult(luck=outcome.luck, succeeded=outcome.free)
        case ShockGiven():
            return ActResult(succeeded=outcome.outcome in ("control", "unaffected"), san=outcome.san)
        case ReloadGiven():
            rounds = outcome.rounds_left if options.ammo_mode == "strict" else None
            return ActResult(load=Load(spare_magazines=outcome.spare_magazines, rounds_left=rounds))


def mauling_result(before: Combatant, hit: Hit, options: Options) -> ActResult:
    """One victim of a creature, drained and seized as well as wounded."""
    body = body_after(before, hit, hit.luck, options)
    if hit.collapse in ("cannot_act", "catatonic") and body is not DEAD:
        body = HELPLESS
    elif body not in (DEAD, OUT) and hit.drain is not UNSET:
        body = replace(body, drain=hit.drain)
    return ActResult(bodies=(body,), gripped=hit.gripped is True)


def body_after(before: Combatant, block: WoundBlock, luck: int, options: Options) -> Body:
    """Somebody after a hit, or a miss."""

    def now(value: Any, known: Any) -> Any:
        return known if value is UNSET else value

    return coarse_body(
        Body(
            level=block.wound_level,
            out=block.out_of_fight,
            luck=luck,
            uses=now(block.uses_left, uses_of(before)),
            counts=now(block.wound_counts, before.wound_counts) if options.wound_accumulation else Tally(),
            wounds=_deepest_wounds(before, now(block.wounds, before.wounds)),
            hp=now(block.hp_left, before.hp),
            stabilised=now(block.stabilised, before.stabilised),
            drain=before.drain,  # type: ignore[arg-type]
            helpless=before.helpless,
        )
    )
