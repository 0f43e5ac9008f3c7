"""One act of a fight that is weighed to its end: the procedure plays it, and what it leaves behind is read here."""

from typing import Any, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from gardien.core.chance import Program, apply
from gardien.core.dice import Dice, Term
from gardien.core.readings.odds import NOTHING
from gardien.core.values import FrozenMap, Value, frozen_map
from gardien.systems.operators.ammunition import Load, ReloadGiven, reload_weapon
from gardien.systems.operators.arms import Swing, armed, swing
from gardien.systems.operators.blasts import Near, caught, felt
from gardien.systems.operators.creatures import (
    CreatureAttackGiven,
    CreatureTurnGiven,
    GripGiven,
    Mauling,
    attack_of_creature,
    begin_turn,
    maul,
    suffer_grip,
)
from gardien.systems.operators.hits import NO_HITS, Hit
from gardien.systems.operators.holds import CoverGiven, FreeGiven, break_free, take_cover
from gardien.systems.operators.lobbing import LobGiven, lob
from gardien.systems.operators.melee import MeleeGiven, ThrownGiven, attack_in_melee, throw_weapon
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack_rows import Code
from gardien.systems.operators.shocks import ShockGiven, face_shock
from gardien.systems.operators.shooting import (
    ShotGiven,
    Stray,
    Volley,
    attack_with_firearm,
    hit_next,
    range_base,
    resolve_shot,
    shot_case,
)
from gardien.systems.operators.squads import Figure
from gardien.systems.operators.trials import GOOD, compose
from gardien.systems.operators.values import Combatant, Cover, Drain, Level, Tally, Victim, Wound
from gardien.systems.operators.wounds import WoundBlock, throw_sum, uses_of

RULES: dict[type[Any], Any] = {
    ShotGiven: attack_with_firearm,
    MeleeGiven: attack_in_melee,
    ThrownGiven: throw_weapon,
    CreatureAttackGiven: attack_of_creature,
    GripGiven: suffer_grip,
    CreatureTurnGiven: begin_turn,
    CoverGiven: take_cover,
    FreeGiven: break_free,
    ReloadGiven: reload_weapon,
    ShockGiven: face_shock,
}


class Spread(Value, frozen=True):
    """A burst over several: its throw first, then one target after the other (OPS-OPT-03)."""

    shot: ShotGiven


class Volleyed(Value, frozen=True):
    """The first target of a burst over several, once the throw has fallen."""

    volley: Volley
    swung: Swing


class Lob(Value, frozen=True):
    """An explosive among several: where it comes down and how hard it bursts, then one after the other (OPS-HAZ-03)."""

    lob: LobGiven
    dice: int
    radius: float
    distances: tuple[int, ...]  # of each from where it was to come down
    covers: tuple[bool, ...]


Whole: TypeAlias = (
    ShotGiven
    | MeleeGiven
    | ThrownGiven
    | GripGiven
    | CreatureTurnGiven
    | CoverGiven
    | FreeGiven
    | ReloadGiven
    | ShockGiven
)
Given: TypeAlias = Whole | CreatureAttackGiven | Spread | Volleyed | Stray | Mauling | Lob | Near


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


class Local(Value, frozen=True, kw_only=True):
    """What a turn can change about one fighter."""

    body: Body = Body()
    held_by: int = -1  # the number of whoever holds this fighter
    cover: Cover = "normal"
    dived: bool = False  # has tried to reach cover
    moved: int = 0  # turns spent coming nearer
    loads: tuple[Load | None, ...] = ()
    busy: bool = False  # changes a magazine instead of the next act (OPS-OPT-06)
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
        if self.held_by >= 0:
            return "held"
        return {"none": "unhurt", "grave": "grave"}.get(body.level, "hurt")


class Left(Value, frozen=True, kw_only=True):
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


def entering(figure: Figure, options: Options) -> Local:
    """A fighter before the first turn."""
    who = figure.who
    body = Body(
        level=who.wound_level,
        out=who.out_of_fight,
        luck=who.luck,
        uses=uses_of(who),
        counts=who.wound_counts if options.wound_accumulation else Tally(),
        wounds=_kept(who, who.wounds),
        hp=who.hp,
        stabilised=who.stabilised,
        drain=who.drain,  # type: ignore[arg-type]
        helpless=who.helpless,
    )
    loads = tuple(one.load(options) for one in figure.arms)
    return Local(body=settled(body), cover=figure.cover, loads=loads, lobs=len(figure.devices))


def settled(body: Body) -> Body:
    """The dead are all alike, and so is whoever has no part in the fight any more: that keeps the table small."""
    if body.level == "dead":
        return DEAD
    if body.out:
        return OUT
    if body.mad:
        return MAD
    return HELPLESS if body.helpless else body


def _kept(who: Combatant, wounds: tuple[Wound, ...]) -> tuple[Wound, ...]:
    """Of wounds that close again the deepest: all lose the same each turn, so it stays the worst (OPS-CREAT-15)."""
    if not who.regeneration or not wounds:
        return ()
    return (replace(max(wounds, key=lambda one: one.damage), location="none"),)


# ---- on the way in ----


def target(figure: Figure, local: Local, name: str) -> Combatant:
    """Somebody at whom an attack is aimed."""
    body = local.body
    return replace(
        figure.who,
        name=name,
        wound_level=body.level,
        out_of_fight=body.out,
        luck=body.luck,
        uses_left=body.uses,
        wound_counts=body.counts,
        wounds=body.wounds,
        hp=body.hp,
        stabilised=body.stabilised,
        drain=body.drain,
        helpless=body.helpless,
        held=local.held_by >= 0,
        surprised=False,
    )


def actor(figure: Figure, local: Local, held: bool = False) -> Combatant:
    """Somebody who acts: of wounds only what hinders is kept, so that those alike share their odds."""
    who = replace(figure.who, wound_level=local.body.level, stabilised=local.body.stabilised)
    return replace(
        who,
        wound_level="grave" if who.unrelieved else "none",
        stabilised=False,
        luck=local.body.luck,
        drain=local.body.drain,
        wounds=(),
        wound_counts=Tally(),
        uses_left={},
        hp=None,
        held=held,
        surprised=False,
    )


def victim(figure: Figure, local: Local, name: str, rounds: int = 0) -> Victim:
    """One of several at whom an attack is aimed."""
    return Victim(
        defender=target(figure, local, name),
        defends=figure.defends,
        defence_advantage=figure.defence_advantage,
        rounds=rounds,
        luck_plan=figure.plan,
    )


# ---- on the way out ----


def act(given: Given, options: Options) -> Program[Left]:
    """One act, or one target of an act that has several, played by its own rule."""
    match given:
        case Spread(shot):
            swung = yield from apply(throw, shot, options)
            return Left(
                luck=shot.attacker.luck - swung.spent,
                fired=swung.outcome != "impossible",
                parity=swung.parity,
                swung=replace(swung, spent=0, parity=False) if swung.success else None,
            )
        case Volleyed(volley, swung):
            outcome: Any = yield from apply(resolve_shot, volley, swung, NOTHING, options)
            return Left(bodies=(wounded(volley.defender, outcome, outcome.defender_luck, options),))
        case Stray(victim=struck):
            (hit,) = yield from apply(hit_next, NO_HITS, given)
            return Left(bodies=(wounded(struck.defender, hit, hit.luck, options),))
        case Mauling(victim=struck):
            hit = yield from apply(maul, given)
            return mauled(struck.defender, hit, options)
        case Lob():
            return (yield from burst(given, options))
        case Near(victim=struck):
            hit = yield from apply(caught, given)
            return Left(bodies=(wounded(struck.defender, hit, hit.luck, options),))
        case CreatureAttackGiven():
            tried = yield from apply(attack_of_creature, given, options)
            return Left(swung=Swing(tried.outcome) if tried.outcome in GOOD else None)
    outcome = yield from apply(RULES[type(given)], given, options)
    return left(given, outcome, options)


def burst(given: Lob, options: Options) -> Program[Left]:
    """A device comes down and bursts: one blast, felt by each as far as they are from it; a miss drifts away."""
    came = yield from apply(lob, given.lob, options)
    blast = yield from throw_sum(Dice((Term(given.dice, 6),)), purpose="blast")
    drift = came.drift_m or 0
    places = zip(given.distances, given.covers, strict=True)
    return Left(
        luck=came.luck, felt=tuple(felt(blast, distance + drift, given.radius, cover) for distance, cover in places)
    )


def throw(shot: ShotGiven, options: Options) -> Program[Swing]:
    """The throw of a burst, apart from its targets."""
    arm, who = armed(shot.weapon or "", shot.custom_weapon), shot.attacker
    difficulty = compose(shot_case(shot, range_base(arm, shot.zone, options)), options)
    purse, plan = who.purse(options), shot.attacker_luck_plan
    return (yield from swing(who.current("DEX"), difficulty, plan, purse, NOTHING, options, who.name, shot.burst))


def left(given: Whole, outcome: Any, options: Options) -> Left:
    """What is kept of an outcome."""
    match given:
        case ShotGiven():
            return Left(
                luck=outcome.attacker_luck,
                fired=outcome.outcome != "impossible",
                parity=outcome.reload is True,
                bodies=(wounded(given.defender, outcome, outcome.defender_luck, options),),
            )
        case MeleeGiven() | ThrownGiven():
            body = wounded(given.defender, outcome, outcome.defender_luck, options)
            return Left(luck=outcome.attacker_luck, bodies=(body,))
        case GripGiven():
            return mauled(given.victim.defender, outcome.hit, options)
        case CreatureTurnGiven(creature=who):
            hp = who.hp if outcome.hp_left is UNSET else outcome.hp_left
            return Left(bodies=(Body(level=outcome.wound_level, wounds=_kept(who, outcome.wounds), hp=hp),))
        case CoverGiven():
            return Left(luck=outcome.luck, succeeded=outcome.in_cover)
        case FreeGiven():
            return Left(luck=outcome.luck, succeeded=outcome.free)
        case ShockGiven():
            return Left(succeeded=outcome.outcome in ("control", "unaffected"), san=outcome.san)
        case ReloadGiven():
            rounds = outcome.rounds_left if options.ammo_mode == "strict" else None
            return Left(load=Load(spare_magazines=outcome.spare_magazines, rounds_left=rounds))


def mauled(before: Combatant, hit: Hit, options: Options) -> Left:
    """One victim of a creature, drained and seized as well as wounded."""
    body = wounded(before, hit, hit.luck, options)
    if hit.collapse in ("cannot_act", "catatonic") and body is not DEAD:
        body = HELPLESS
    elif body not in (DEAD, OUT) and hit.drain is not UNSET:
        body = replace(body, drain=hit.drain)
    return Left(bodies=(body,), gripped=hit.gripped is True)


def wounded(before: Combatant, block: WoundBlock, luck: int, options: Options) -> Body:
    """Somebody after a hit, or a miss."""

    def now(value: Any, known: Any) -> Any:
        return known if value is UNSET else value

    return settled(
        Body(
            level=block.wound_level,
            out=block.out_of_fight,
            luck=luck,
            uses=now(block.uses_left, uses_of(before)),
            counts=now(block.wound_counts, before.wound_counts) if options.wound_accumulation else Tally(),
            wounds=_kept(before, now(block.wounds, before.wounds)),
            hp=now(block.hp_left, before.hp),
            stabilised=now(block.stabilised, before.stabilised),
            drain=before.drain,  # type: ignore[arg-type]
            helpless=before.helpless,
        )
    )
