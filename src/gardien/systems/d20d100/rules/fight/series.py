"""Several attacks of one round: the base series, double and triple fire (CBT-14, FIRE)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, fold, less, step, tail, watched
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Body
from gardien.systems.d20d100.rules.fight import attack, attack_modifiers
from gardien.systems.d20d100.rules.fight.attack import Malfunction
from gardien.systems.d20d100.rules.fight.weapons import repeat_shots

SHOT_WATCHABLE = frozenset(("total", "critical"))
MOST_SPELLED = 1  # shots that odds can tell die by die


class Shot(Value, frozen=True, kw_only=True):
    """One shot of a series."""

    attack: int
    defence_used: int
    total: int
    hit: bool
    critical: bool
    malfunction: Malfunction
    damage_final: int


class PlannedShot(Value, frozen=True):
    """One shot before its dice: against the normal Defence, and against somebody caught off guard."""

    normal: attack.Stroke
    flat: attack.Stroke
    parts: attack_modifiers.Parts
    temporary: bool
    wanted: frozenset[str]
    options: Options


class Volley(Value, frozen=True, kw_only=True):
    """A series as far as it went; counts only where somebody looks at them."""

    flat: bool
    fired: int = 0
    malfunction: Malfunction = "none"
    hits: int = 0
    damage: int = 0
    body: Body | None = None
    shock: bool = False
    shots: tuple[Shot, ...] = ()


def shoot(so_far: Volley, shot: PlannedShot) -> Program[Volley]:
    """The next shot, unless the weapon failed; the first hit ends surprise (D100-FIRE-11, D100-DEF-02)."""
    if so_far.malfunction != "none":
        return so_far
    stroke, wanted = shot.flat if so_far.flat else shot.normal, shot.wanted
    yield from attack.explain_score(stroke.modifier, shot.parts)
    looked = SHOT_WATCHABLE if "shots" in wanted else frozenset[str]()
    landed = yield from apply(attack.strike, stroke, looked, shot.options)
    body, shock = so_far.body, so_far.shock
    if body is not None:
        struck = yield from attack.suffer(body, attack.damage_dealt(stroke, landed), shot.temporary, shot.options)
        body, shock = struck.body, shock or struck.shock
    shots: tuple[Shot, ...] = ()
    if "shots" in wanted:
        shots = (like(Shot, landed, attack=stroke.modifier, defence_used=stroke.defence),)
    return Volley(
        flat=so_far.flat and not landed.hit,
        fired=so_far.fired + 1,
        malfunction=landed.malfunction,
        hits=so_far.hits + (landed.hit and "hits" in wanted),
        damage=so_far.damage + (landed.damage_final if "damage_total" in wanted else 0),
        body=body,
        shock=shock,
        shots=(*so_far.shots, *shots),
    )


def volley(shots: tuple[PlannedShot, ...], target: Body | None, flat: bool) -> Program[Volley]:
    """Shot after shot until the weapon fails (D100-FIRE-11)."""
    return (yield from fold(shoot, Volley(flat=flat, body=target), shots))


# ---- the inputs and the outcome of a series ----


class SeriesGiven(attack_modifiers.RangedGiven, frozen=True, kw_only=True):
    """Several attacks on one target, who may be caught off guard at first."""

    defence: attack_modifiers.Defence = 15
    defence_flat: attack_modifiers.Defence | None = None
    target_flat_footed: bool = False
    loaded: attack_modifiers.Cartridges | None = None

    @property
    def off_guard(self) -> int:
        """The flat-footed Defence: the normal one, where none is named."""
        return self.defence if self.defence_flat is None else self.defence_flat


class Sequence(attack_modifiers.Aftermath, frozen=True, kw_only=True):
    """A series and what it did; odds tell shots, hits and damage only when asked to."""

    in_range: bool
    shots: tuple[Shot, ...] | UnsetType = UNSET
    hits: int | UnsetType = UNSET
    damage_total: int | UnsetType = UNSET
    malfunction: Malfunction
    ammo_left: int | UnsetType = UNSET

    def changes(self, given: Any, options: Options) -> tuple[Change, ...]:
        return (*attack_modifiers.Aftermath.changes(self, given, options), *spent_changes(given.loaded, self.ammo_left))


def spent_changes(loaded: int | None, left: int | UnsetType) -> tuple[Change, ...]:
    """What the sheet of whoever shoots keeps of the cartridges."""
    return () if loaded is None or left is UNSET or left == loaded else (Change("loaded", loaded, left),)


def fired_of(
    given: SeriesGiven,
    scores: tuple[int, ...],
    weight: attack_modifiers.Weight,
    wanted: frozenset[str],
    options: Options,
) -> tuple[PlannedShot, ...]:
    """The shots that there are cartridges for (D100-FIRE-04); none out of reach."""
    most = len(scores) if given.loaded is None else min(given.loaded, len(scores))
    if not weight.reached.in_range or not most:
        return ()
    stroke = attack.stroke_of(given, 0, given.defence, given.jams, weight.reached.increments, given.target)
    shots = []
    for score in scores[:most]:
        modifier, parts = weight.upon(score)
        normal = replace(stroke, modifier=modifier)
        flat = replace(normal, defence=given.off_guard)
        shots.append(PlannedShot(normal, flat, parts, given.temporary, wanted, options))
    return tuple(shots)


class Plan(Value, frozen=True):
    """A series before its first shot."""

    shots: tuple[PlannedShot, ...]
    target: Body | None
    flat: bool
    loaded: int | None
    in_range: bool
    wanted: frozenset[str]


def plan_of(given: SeriesGiven, scores: tuple[int, ...], options: Options) -> Program[Plan]:
    """The shots of a series with everything that weighs on them."""
    wanted = yield from watched("shots", "hits", "damage_total")
    weight = attack_modifiers.weight_of(given, options, actions=min(2, len(scores)))
    if not weight.reached.in_range:
        yield from attack_modifiers.explain_out_of_reach(given.weapon_class)
    shots = fired_of(given, scores, weight, wanted, options)
    if "shots" in wanted:
        yield from refuse_details_beyond(len(shots), MOST_SPELLED)
    return Plan(shots, given.target, given.target_flat_footed, given.loaded, weight.reached.in_range, wanted)


def carry_out(plan: Plan, options: Options) -> Program[tuple[int, dict[str, Any]]]:
    """A whole series: how many shots were made, and the fields of a `Sequence`."""
    fired = yield from apply(volley, plan.shots, plan.target, plan.flat)
    wanted = plan.wanted
    if "hits" in wanted:
        yield from step("hits", fired.hits, "D100-CBT-14")
    if "damage_total" in wanted:
        yield from step("damage_total", fired.damage, "D100-ATK-06")
    left: int | UnsetType = UNSET
    if plan.loaded is not None:
        left = plan.loaded - fired.fired
        yield from step("ammo_left", left, "D100-FIRE-04", (("loaded", plan.loaded), less("shots", fired.fired)))
    told: dict[str, Any] = {"shots": fired.shots, "hits": fired.hits, "damage_total": fired.damage}
    fields = {
        **attack_modifiers.aftermath(
            None if fired.body is None else attack.as_it_stands(fired.body, options), fired.shock
        ),
        **{name: value for name, value in told.items() if name in wanted},
        "in_range": plan.in_range,
        "malfunction": fired.malfunction,
        "ammo_left": left,
    }
    return fired.fired, fields


# ---- the base series ----


class SequenceGiven(SeriesGiven, frozen=True, kw_only=True):
    """The scores of a weapon, one attack each."""

    series: attack_modifiers.Scores


@procedure(
    "attack_sequence",
    rules="""D100-CBT-14 D100-DEF-02 D100-FIRE-01 D100-FIRE-03 D100-FIRE-04 D100-FIRE-11 D100-ATK-01 D100-ATK-06
    D100-ATK-08""",
    dice=attack.DICE,
    watched=("hits",),
    headline=("hits", "target_condition"),
)
def attack_in_sequence(given: SequenceGiven, options: Options) -> Program[Sequence]:
    """The attacks of a round one after the other on one target; a weapon that fails ends them."""
    plan = yield from plan_of(given, given.series, options)
    return tail(call(make_sequence, plan, options))


def make_sequence(plan: Plan, options: Options) -> Program[Sequence]:
    """A planned series, carried out."""
    _, fields = yield from carry_out(plan, options)
    return Sequence(**fields)


# ---- double and triple fire ----


class MultipleGiven(SeriesGiven, frozen=True, kw_only=True):
    """A weapon emptied as fast as it goes."""

    base_series: attack_modifiers.Scores
    mode: Literal["double", "triple"]
    recoil: Annotated[int, Meta(ge=0, le=10)]


class Multiple(Sequence, frozen=True, kw_only=True):
    """A round of rapid fire."""

    scores: tuple[int, ...]
    first_half_shots: int
    second_half_shots: int


@procedure(
    "multiple_fire",
    rules="""D100-FIRE-02 D100-FIRE-04 D100-FIRE-11 D100-WPN-11 D100-WPN-12 D100-MODE-03 D100-DEF-02 D100-CBT-12""",
    dice=attack.DICE,
    watched=("hits",),
    headline=("hits", "target_condition"),
)
def fire_rapidly(given: MultipleGiven, options: Options) -> Program[Multiple]:
    """Two or three shots at each score over a whole round, recoil taken off once or twice."""
    times = attack_modifiers.RECOILS[given.mode]
    scores = tuple(score - times * given.recoil for score in given.base_series)
    parts = (("attack", given.base_series[0]), less("recoil", times * given.recoil))
    yield from step("first_attack", scores[0], "D100-WPN-12", parts)
    plan = yield from plan_of(given, repeat_shots(scores, times + 1), options)
    return tail(call(make_multiple, plan, scores, times + 1, options))


def make_multiple(plan: Plan, scores: tuple[int, ...], each: int, options: Options) -> Program[Multiple]:
    """A planned round of rapid fire, carried out: the first score in the first half-round (D100-FIRE-02)."""
    fired, fields = yield from carry_out(plan, options)
    return Multiple(**fields, scores=scores, first_half_shots=min(fired, each), second_half_shots=max(0, fired - each))
