"""The course of a fight: initiative, what a turn allows, movement, free attacks, taking aim (P-INIT, P-ACT, AIM-01)."""

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, call, nonzero, step, tail, watched
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changed
from gardien.shared.initiative import throw_for_order
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant, check_able, check_one_each
from gardien.systems.cthulhud20.rules.fight.attack_declare import TAKEN_AIM
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import ARM_LENGTH
from gardien.systems.cthulhud20.rules.fight.attack_severity import LEG, LIMB_EFFECTS, effect_of, is_lame
from gardien.systems.cthulhud20.rules.fight.weapons import exact
from gardien.systems.cthulhud20.rules.tests.d20 import Labels, Throw, attempt
from gardien.systems.cthulhud20.rules.tests.modifiers import (
    Parts,
    Quick,
    check_parts,
    initiative_parts,
    parts_to_show,
    quick_of,
    total,
)
from gardien.systems.cthulhud20.vocabulary import Hampering, Metres, Name, PartEffect

# ---- initiative ----


class StartGiven(Value, frozen=True, kw_only=True):
    """Everybody who fights, and who of them saw it coming."""

    combatants: Annotated[tuple[Combatant, ...], Meta(min_length=1, max_length=60)]
    aware: Annotated[tuple[bool, ...], Meta(max_length=60)] | None = None

    def __post_init__(self) -> None:
        names = [one.name for one in self.combatants]
        for at, name in enumerate(names):
            if not name:
                raise BadField(f"combatants[{at}].name", "field/missing", "CD20-P-INIT-01", allowed="…")
            if name in names[:at]:
                raise BadField("combatants", "field/twice", "CD20-P-INIT-01", came=name)
        if self.aware is not None:
            check_one_each("aware", self.aware, len(names), "CD20-P-SURP-01")


class Started(Value, frozen=True, kw_only=True):
    """Who acts when; odds tell the totals only when asked to."""

    bonuses: tuple[int, ...]
    totals: tuple[int, ...] | UnsetType = UNSET
    order: tuple[str, ...]
    surprise_round: bool
    surprise_order: tuple[str, ...]
    flat_footed: tuple[str, ...]


@procedure("start_fight", rules="CD20-P-INIT-01 CD20-P-SURP-01 CD20-FAT-02", dice=("d20",), headline=("order",))
def start_fight(given: StartGiven, options: Options) -> Program[Started]:
    """Everybody throws once for the whole fight; whoever saw it coming may act before the others know."""
    wanted = yield from watched("totals")
    names = tuple(one.name for one in given.combatants)
    parts = [initiative_parts(one) for one in given.combatants]
    fighters = tuple(quick_of(one) for one in given.combatants)
    aware = (True,) * len(names) if given.aware is None else given.aware
    warned = tuple(name for name, knows in zip(names, aware, strict=True) if knows)
    return tail(call(line_up, names, fighters, tuple(parts), warned, bool(wanted)))


def line_up(
    names: tuple[str, ...], fighters: tuple[Quick, ...], parts: tuple[Parts, ...], warned: tuple[str, ...], wanted: bool
) -> Program[Started]:
    """The dice of initiative, those of whoever is still tied, and the order they give (CD20-P-INIT-01)."""
    shown = [parts_to_show(own) for own in parts]
    totals, order = yield from throw_for_order(names, fighters, shown, wanted, "initiative", "CD20-P-INIT-01")
    surprise = 0 < len(warned) < len(names)
    yield from step("surprise_round", surprise, "CD20-P-SURP-01")
    return Started(
        bonuses=tuple(one.bonus for one in fighters),
        totals=totals,
        order=order,
        surprise_round=surprise,
        surprise_order=tuple(name for name in order if name in warned) if surprise else (),
        flat_footed=names,
    )


# ---- what a turn allows ----

Allowance: TypeAlias = Literal["none", "move", "partial", "normal"]
TurnReason: TypeAlias = Literal[
    "dead", "stunned", "unconscious", "violent_shock", "condition", "surprised", "shock", "wound", "slow",
    "surprise_round", "none",
]  # fmt: skip
TURN_RULES: dict[TurnReason, str] = {
    "dead": "CD20-HP-04",
    "stunned": "CD20-COND-02",
    "unconscious": "CD20-COND-02",
    "violent_shock": "CD20-SHOCK-02",
    "condition": "CD20-P-COND-01",
    "surprised": "CD20-P-SURP-01",
    "shock": "CD20-SHOCK-01",
    "wound": "CD20-P-WOUND-01",
    "slow": "CD20-P-ACT-01",
    "surprise_round": "CD20-P-SURP-01",
    "none": "CD20-P-ACT-01",
}


def turn_for(somebody: Combatant, surprise_round: bool = False) -> tuple[Allowance, TurnReason]:
    """What somebody may do in their turn, and the first reason for it (CD20-P-ACT-01)."""
    if somebody.condition != "ok":
        return "none", somebody.condition
    if somebody.shock_next_turn == "skip":
        return "none", "violent_shock"
    actions = {pack.condition(one).action for one in somebody.conditions}
    if "none" in actions or somebody.limp:
        return "none", "condition"
    if "surprised" in somebody.conditions:
        return "none", "surprised"
    if "move" in actions:
        return "move", "condition"
    if somebody.shock_next_turn == "partial":
        return "partial", "shock"
    if "torso_partial_actions" in effects(somebody):
        return "partial", "wound"
    if "slow" in somebody.traits:
        return "partial", "slow"
    return ("partial", "surprise_round") if surprise_round else ("normal", "none")


def effects(somebody: Combatant) -> set[PartEffect]:
    """What parts out of use do to their owner; of those lost only limbs are missed (CD20-P-WOUND-01)."""
    part_effects = {effect_of(zone, somebody.tables) for zone in somebody.hampered_parts}
    gone = {effect_of(zone, somebody.tables) for zone in somebody.lost_parts}
    return part_effects | (gone & set(LIMB_EFFECTS))


class TurnGiven(Value, frozen=True, kw_only=True):
    """Somebody whose turn begins."""

    combatant: Combatant = NOBODY
    surprise_round: bool = False


class TurnBegun(Value, frozen=True, kw_only=True):
    """What may be done in it; a shock that was pending is used up."""

    allowed: Allowance
    reason: TurnReason
    shock_next_turn: Hampering
    prone: bool

    def changes(self, given: TurnGiven, options: Options) -> tuple[Change, ...]:
        return changed(("shock_next_turn", given.combatant.shock_next_turn, "none"), who=given.combatant.name)


@procedure(
    "begin_turn",
    rules="""CD20-SHOCK-01 CD20-SHOCK-02 CD20-COND-02 CD20-P-ACT-01 CD20-P-ACT-03 CD20-P-SURP-01 CD20-P-COND-01
    CD20-P-WOUND-01""",
    headline=("allowed", "reason"),
)
def begin_turn(given: TurnGiven, options: Options) -> Program[TurnBegun]:
    """A whole turn, a partial action, a move, or nothing."""
    allowed, reason = turn_for(given.combatant, given.surprise_round)
    yield from step("allowed", allowed, TURN_RULES[reason])
    return TurnBegun(allowed=allowed, reason=reason, shock_next_turn="none", prone=given.combatant.lies)


# ---- movement ----

STEP = exact(1.5)  # metres of a step, and of crawling (CD20-P-ACT-02)
RUN, RUNNER, HEAVY = 4, 1, -1  # times the speed; Run gives one more, heavy armour takes one
BREATH_DC = 10
MoveMode: TypeAlias = Literal["step", "crawl", "move", "double", "run", "stand_up", "pick_up", "draw"]
ON_THE_SPOT: tuple[MoveMode, ...] = ("stand_up", "pick_up", "draw")  # as long as a move, and no way (CD20-P-ACT-03)
ON_THE_GROUND: tuple[MoveMode, ...] = ("crawl", *ON_THE_SPOT)


class MoveGiven(Value, frozen=True, kw_only=True):
    """Somebody who moves, and for how long they have been running."""

    combatant: Combatant = NOBODY
    mode: MoveMode
    run_round: Annotated[int, Meta(ge=1, le=10_000)] = 1
    toward: Name = ""
    weapon_name: Name = ""  # which of somebody’s own is drawn: nothing to the rule

    def __post_init__(self) -> None:
        check_able("combatant", self.combatant)
        if "slow" in self.combatant.traits and self.mode in ("double", "run"):
            raise BadField("mode", "field/not_allowed", "CD20-P-CREA-03", came=self.mode, allowed="step, crawl, move")


class Moved(Value, frozen=True, kw_only=True):
    """How far it goes, or why not."""

    allowed: bool
    reason: Literal["leg", "prone", "out_of_breath"] | UnsetType = UNSET
    distance_m: float
    multiplier: int | UnsetType = UNSET
    check_needed: bool | UnsetType = UNSET
    dc: int | UnsetType = UNSET
    total: int | UnsetType = UNSET


def run_times(runner: Combatant) -> int:
    """How many times the speed a run is (CD20-P-ACT-02, CD20-FEAT-07)."""
    heavy = any(pack.armour(key).kind == "heavy" for key in runner.armour_items)
    return RUN + (RUNNER if runner.has("run") else 0) + (HEAVY if heavy else 0)


def speed_of(mover: Combatant) -> Fraction:
    """Metres in one move: a leg, the abdomen and each hindering condition halve them once (CD20-P-ACT-02)."""
    hurt = effects(mover)
    halves = (LEG in hurt) + ("abdomen_minus_2" in hurt)
    halves += sum(pack.condition(one).half_speed for one in set(mover.conditions))
    return exact(mover.speed_m) / (1 << halves)


@procedure(
    "movement",
    rules="CD20-P-ACT-02 CD20-P-ACT-03 CD20-P-WOUND-01 CD20-FEAT-07",
    dice=("d20",),
    headline=("allowed", "distance_m"),
)
def move(given: MoveGiven, options: Options) -> Program[Moved]:
    """A step, a move, two of them, a run as long as the breath lasts; from the ground only crawling."""
    mover, runs = given.combatant, given.mode == "run"
    times = run_times(mover) if runs else UNSET
    stopped: Literal["leg", "prone"] | None = None
    if runs and is_lame(mover):
        stopped = "leg"
    elif mover.lies and given.mode not in ON_THE_GROUND:
        stopped = "prone"
    if stopped is not None:
        yield from step("reason", stopped, "CD20-P-WOUND-01" if stopped == "leg" else "CD20-P-ACT-02")
        return Moved(allowed=False, reason=stopped, distance_m=0, multiplier=times)
    metres = float(reach(mover, given.mode))
    late = given.run_round - mover.score("con") if runs else 0
    if late <= 0:  # CD20-P-ACT-02: as many rounds as Constitution without a check
        yield from step("distance_m", metres, "CD20-P-ACT-03" if given.mode in ON_THE_SPOT else "CD20-P-ACT-02")
        return Moved(allowed=True, distance_m=metres, multiplier=times, check_needed=False)
    dc = BREATH_DC + late - 1
    parts = nonzero(*check_parts(mover, ability="con", long_effort=True))
    yield from step("bonus", total(parts), "CD20-P-ACT-02", parts)
    yield from step("dc", dc, "CD20-P-ACT-02")
    wanted = yield from watched("total")
    throw = Throw(
        bonus=total(parts),
        dc=dc,
        rule="CD20-P-ACT-02",
        labels=Labels("total", "allowed", ""),
        by=mover.name,
        purpose="breath",
    )
    tried = yield from attempt(throw, wanted)
    if not tried.success:
        yield from step("reason", "out_of_breath", "CD20-P-ACT-02")
    metres = metres if tried.success else 0.0
    yield from step("distance_m", metres, "CD20-P-ACT-02")
    return Moved(
        allowed=tried.success,
        reason=UNSET if tried.success else "out_of_breath",
        distance_m=metres,
        multiplier=times,
        check_needed=True,
        dc=dc,
        total=tried.total,
    )


def reach(mover: Combatant, mode: MoveMode) -> Fraction:
    """How far a way of moving goes; getting or picking up takes as long as a move (CD20-P-ACT-02, CD20-P-ACT-03)."""
    if mode in ON_THE_SPOT:
        return Fraction(0)
    if mode in ("step", "crawl"):
        return STEP
    times = {"move": 1, "double": 2}.get(mode) or run_times(mover)
    return times * speed_of(mover)


# ---- free attacks ----

NIMBLE = 4  # Mobility (CD20-P-FEAT-01)
Trigger: TypeAlias = Literal["move_out", "step", "shoot", "reload", "cast", "treat_wound", "unarmed_attack"]
NoOpening: TypeAlias = Literal["option_off", "cannot_act", "out_of_reach", "not_provoking", "none_left"]


class OpportunityGiven(Value, frozen=True, kw_only=True):
    """Somebody who drops their guard, and an enemy beside them."""

    attacker: Combatant = NOBODY
    mover: Combatant = NOBODY
    trigger: Trigger
    distance_m: Metres = 1.5
    used_this_round: Annotated[int, Meta(ge=0, le=1000)] = 0


class Opening(Value, frozen=True, kw_only=True):
    """Whether the enemy may strike."""

    allowed: bool
    reason: NoOpening | UnsetType = UNSET
    per_round: int
    ca_bonus: int


def openings(attacker: Combatant) -> int:
    """Free attacks in a round: one, more with Combat Reflexes, never fewer (CD20-P-ACT-04, CD20-P-FEAT-01)."""
    return 1 + (max(0, attacker.modifier("dex")) if attacker.has("combat_reflexes") else 0)


def no_opening(given: OpportunityGiven, options: Options) -> NoOpening | None:
    """Why there is no free attack, the first that applies (CD20-P-ACT-04)."""
    if not options.attacks_of_opportunity:
        return "option_off"
    if turn_for(given.attacker)[0] in ("none", "move"):  # whoever could not attack in a turn of their own
        return "cannot_act"
    if exact(given.distance_m) > exact(ARM_LENGTH):
        return "out_of_reach"
    armed = given.trigger == "unarmed_attack" and given.mover.has("martial_artist")
    if given.trigger == "step" or armed:
        return "not_provoking"
    return "none_left" if given.used_this_round >= openings(given.attacker) else None


@procedure("opportunity", rules="CD20-P-ACT-04", headline=("allowed", "reason"))
def strike_in_passing(given: OpportunityGiven, options: Options) -> Program[Opening]:
    """Whoever runs past an enemy, shoots, reloads, casts or treats a wound beside one may be struck for it."""
    reason = no_opening(given, options)
    yield from step("allowed", reason is None, "CD20-P-ACT-04")
    nimble = given.trigger == "move_out" and given.mover.has("mobility")
    if nimble:
        yield from step("ca_bonus", NIMBLE, "CD20-P-FEAT-01")
    return Opening(
        allowed=reason is None,
        reason=UNSET if reason is None else reason,
        per_round=openings(given.attacker),
        ca_bonus=NIMBLE if nimble else 0,
    )


# ---- taking aim ----

AimEvent: TypeAlias = Literal[
    "aim", "shoot", "melee_attack", "move", "other_action", "wounded", "shocked", "lost_sight", "pass_turn"
]  # fmt: skip


class AimGiven(Value, frozen=True, kw_only=True):
    """What somebody with a weapon did and suffered, in order."""

    events: Annotated[tuple[AimEvent, ...], Meta(max_length=1000)]
    target: Name = ""
    weapon_name: Name = ""  # which of somebody’s own it is: nothing to the rule


class Aimed(Value, frozen=True, kw_only=True):
    """What each attack gained, and what the next shot would."""

    bonuses: tuple[int, ...]
    aim_bonus: int


@procedure("take_aim", rules="CD20-AIM-01", headline=("aim_bonus",))
def take_aim(given: AimGiven, options: Options) -> Program[Aimed]:
    """A round of aiming serves the next shot, and is lost with anything else."""
    ready, bonuses = 0, []
    for event in given.events:
        if event in ("shoot", "melee_attack"):
            bonuses.append(ready if event == "shoot" else 0)
        ready = TAKEN_AIM if event == "aim" else 0
    yield from step("aim_bonus", ready, "CD20-AIM-01")
    return Aimed(bonuses=tuple(bonuses), aim_bonus=ready)
