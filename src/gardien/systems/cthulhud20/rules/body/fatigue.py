"""Fatigue and what costs it: the malus, efforts, a chase on foot (FAT, FEAT-02, FEAT-07, P-EFF, P-CHASE)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr, replace

from gardien.core.chance import Done, Program, apply, call, less, nonzero, repeat, roll, step, tail, watched
from gardien.core.dice import Pool, Pooled
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant
from gardien.systems.cthulhud20.rules.fight.weapons import exact
from gardien.systems.cthulhud20.rules.person import (
    Body,
    FaintBlock,
    body_of,
    explain_victim,
    faint_fields,
    fatigue_malus,
    lose,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.rules.tests.d20 import NOTHING
from gardien.systems.cthulhud20.rules.tests.modifiers import PHYSICAL, check_parts, total
from gardien.systems.cthulhud20.vocabulary import ABILITIES, SAVE_ABILITY, SAVES, Bonus, EffortKind, Points, PointsMax

EASED_BY: dict[EffortKind, str] = {"prolonged": "endurance", "violent": "run"}  # CD20-FEAT-02, CD20-FEAT-07
EASED_RULE: dict[EffortKind, str] = {"prolonged": "CD20-FEAT-02", "violent": "CD20-FEAT-07"}

# ---- the malus ----

ATTACKS = ("melee", "ranged", "touch", "grapple")
ROLLS: tuple[str, ...] = (*ATTACKS, "initiative", *SAVES, *ABILITIES)  # beside skills
RollKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=[*ROLLS, *pack.skill_keys()])]


class FatigueGiven(Value, frozen=True, kw_only=True):
    """PF, and bonuses that do not reckon with fatigue yet."""

    pf_max: PointsMax
    pf: Points
    bonuses: Annotated[dict[RollKey, Bonus], Meta(max_length=100)] = {}

    def __post_init__(self) -> None:
        if self.pf > self.pf_max:
            raise BadField("pf", "field/at_most", "CD20-HP-02", came=self.pf, high=self.pf_max)
        for key in self.bonuses:
            if key not in ROLLS:
                check_key("bonuses", key, pack.skill)
        force_setattr(self, "bonuses", frozen_map(self.bonuses))


class Tired(Value, frozen=True, kw_only=True):
    """The malus, and the bonuses that it has touched."""

    pf_lost: int
    fatigue_malus: int
    bonuses: dict[str, int]


def is_touched(key: str) -> bool:
    """Whether fatigue weighs on a roll: attacks, initiative, and all that is Strength or Dexterity (CD20-FAT-02)."""
    if key in ATTACKS or key == "initiative":
        return True
    if key in SAVE_ABILITY:
        return SAVE_ABILITY[key] in PHYSICAL
    return key in PHYSICAL if key in ABILITIES else pack.skill(key).ability in PHYSICAL


@procedure("fatigue_malus", rules="CD20-FAT-01 CD20-FAT-02 CD20-FAT-03", headline=("fatigue_malus",))
def fatigue_penalty(given: FatigueGiven, options: Options) -> Program[Tired]:
    """One less for every two PF lost, five at most, and five at once when none is left."""
    lost, malus = given.pf_max - given.pf, fatigue_malus(given.pf_max, given.pf)
    yield from step("pf_lost", lost, "CD20-FAT-01", (("pf_max", given.pf_max), less("pf", given.pf)))
    yield from step("fatigue_malus", malus, "CD20-FAT-03" if given.pf <= 0 else "CD20-FAT-01")
    bonuses = {key: bonus + (malus if is_touched(key) else 0) for key, bonus in given.bonuses.items()}
    return Tired(pf_lost=lost, fatigue_malus=malus, bonuses=frozen_map(bonuses))


# ---- an effort ----

EffortKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("fights", "effort"))]


def effort_loss(character: Combatant, cost: int, kind: EffortKind, options: Options) -> tuple[bool, int]:
    """Whether a feat halves an effort, and the PF it then costs (CD20-FEAT-02, CD20-FEAT-07, CD20-GEN-02)."""
    if not character.has(EASED_BY[kind]):
        return False, cost
    least = 1 if options.effort_min_one and cost else 0
    return True, max(least, cost // 2)


class EffortGiven(Value, frozen=True, kw_only=True):
    """Somebody who exerts themselves: a named effort, or a cost that the Keeper fixes."""

    character: Combatant = NOBODY
    effort: EffortKey | None = None
    cost: Annotated[int, Meta(ge=0, le=100)] | None = None
    kind: EffortKind | None = None

    def __post_init__(self) -> None:
        if self.effort is not None:
            check_key("effort", self.effort, pack.effort)
        elif self.cost is None:
            raise BadField("cost", "field/missing", "CD20-FAT-04", allowed="effort | cost")

    def cost_and_kind(self) -> tuple[int, EffortKind]:
        """Cost and kind: of the effort, unless the Keeper says otherwise (CD20-P-EFF-01)."""
        row = None if self.effort is None else pack.effort(self.effort)
        cost = self.cost if self.cost is not None else row.pf if row else 0
        return cost, self.kind or (row.kind if row else "prolonged")


class Exerted(FaintBlock, frozen=True, kw_only=True):
    """What it cost; the dead make no effort."""

    refused: Literal["dead"] | UnsetType = UNSET
    kind: EffortKind | UnsetType = UNSET
    cost: int | UnsetType = UNSET
    halved: bool | UnsetType = UNSET
    pf_loss: int | UnsetType = UNSET

    def changes(self, given: EffortGiven, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.character, options), self, given.character.name)


@procedure(
    "effort",
    rules="CD20-FAT-04 CD20-HP-03 CD20-HP-05 CD20-FEAT-02 CD20-FEAT-07 CD20-GEN-02 CD20-P-EFF-01",
    dice=("d20",),
    headline=("pf_loss", "state"),
)
def make_effort(given: EffortGiven, options: Options) -> Program[Exerted]:
    """An effort costs PF; Endurance halves a long one, Run a violent one."""
    wanted = yield from watched("faint_save_total")
    body = body_of(given.character, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Exerted(refused="dead")
    cost, kind = given.cost_and_kind()
    halved, loss = effort_loss(given.character, cost, kind, options)
    yield from step("cost", cost, "CD20-P-EFF-01" if given.cost is None else "CD20-FAT-04")
    yield from step("pf_loss", loss, EASED_RULE[kind] if halved else "CD20-FAT-04")
    swayed = yield from apply(lose, body, loss, 0, options, wanted, given.character.name, "")
    yield from explain_victim(body, swayed.body, "CD20-HP-03")
    return Exerted(
        kind=kind,
        cost=cost,
        halved=halved,
        pf_loss=loss,
        **faint_fields(swayed.tried),
        **victim_fields(swayed.body),
    )


# ---- a chase ----

LEAD = 2  # minutes won more than the other (CD20-P-CHASE-01)
STRIDE = exact(1.5)  # metres of speed for a point
SWIFT = 4  # Endurance or Run, once
COST, MINUTES = 2, 5  # PF for so many minutes begun

Chased: TypeAlias = Literal["escaped", "caught", "undecided"]


class ChaseGiven(Value, frozen=True, kw_only=True):
    """Somebody who runs away and somebody behind."""

    fugitive: Combatant = NOBODY
    pursuer: Combatant = NOBODY
    max_minutes: Annotated[int, Meta(ge=1, le=60)] = 10
    minutes_run: Annotated[int, Meta(ge=0, le=600)] = 0  # before, where it is played minute by minute
    lead: Annotated[int, Meta(ge=-1, le=1)] = 0  # of the fugitive, by then
    fugitive_modifier: Bonus = 0
    pursuer_modifier: Bonus = 0

    def __post_init__(self) -> None:
        for field, runner in (("fugitive", self.fugitive), ("pursuer", self.pursuer)):
            if runner.condition != "ok":
                raise BadField(field, "field/not_allowed", "CD20-HP-05", came=runner.condition, allowed="ok")


class Runner(FaintBlock, frozen=True, kw_only=True):
    """One of the two, out of breath."""

    pf_loss: int


class Chase(Value, frozen=True, kw_only=True):
    """How it ended and what it cost both."""

    result: Chased
    minutes: int
    fugitive_wins: int | UnsetType = UNSET
    pursuer_wins: int | UnsetType = UNSET
    cost: int
    fugitive: Runner
    pursuer: Runner

    def changes(self, given: ChaseGiven, options: Options) -> tuple[Change, ...]:
        sides = ((given.fugitive, self.fugitive), (given.pursuer, self.pursuer))
        changes = [victim_changes(body_of(who, options), after, who.name) for who, after in sides]
        return (*changes[0], *changes[1])


def pace(runner: Combatant, other: Combatant) -> tuple[tuple[str, int], ...]:
    """What somebody adds in a chase: Constitution, legs, training (CD20-P-CHASE-01)."""
    faster = max(0, (exact(runner.speed_m) - exact(other.speed_m)) // STRIDE)
    trained = runner.has("endurance") or runner.has("run")
    parts = (*check_parts(runner, ability="con"), ("speed_bonus", int(faster)), ("feat_bonus", SWIFT if trained else 0))
    return nonzero(*parts)


class Abreast(Value, frozen=True):
    """Reads the two dice of a minute: 1 for the fugitive, −1 for the pursuer, 0 for nobody (CD20-P-CHASE-01)."""

    fugitive: int
    pursuer: int

    def __call__(self, faces: Pooled) -> int:
        mine, other = faces.seen[0] + self.fugitive, faces.seen[1] + self.pursuer
        if mine == other:
            mine, other = self.fugitive, self.pursuer
        return (mine > other) - (mine < other)


class Race(Value, frozen=True):
    """A chase as far as it went; `wins` of the fugitive only where somebody looks."""

    abreast: Abreast
    left: int
    by: tuple[str, str]
    counted: bool
    minutes: int = 0
    lead: int = 0
    wins: int = 0
    lost: int = 0


def run_a_minute(race: Race) -> Program[Race | Done[Race]]:
    """One more minute; two ahead, and it is over (CD20-P-CHASE-01)."""
    question = Pool(2, 20, seen=(0, 1)).map(race.abreast)
    won = yield from roll(question, "d20", race.by, "chase")
    later = replace(
        race,
        left=race.left - 1,
        minutes=race.minutes + 1,
        lead=race.lead + won,
        wins=race.wins + (race.counted and won > 0),
        lost=race.lost + (race.counted and won < 0),
    )
    return Done(later) if abs(later.lead) >= LEAD or not later.left else later


class Running(Value, frozen=True, kw_only=True):
    """One of the two before the end: a body, what its feats do, whose dice."""

    body: Body
    character: Combatant
    wanted: frozenset[str]


def get_breath(runner: Running, cost: int, options: Options) -> Program[Runner]:
    """What the run costs one of the two: a prolonged effort (CD20-FAT-04)."""
    name = runner.character.name
    halved, loss = effort_loss(runner.character, cost, "prolonged", options)
    yield from step("pf_loss", loss, "CD20-FEAT-02" if halved else "CD20-FAT-04", who=name)
    swayed = yield from lose(runner.body, loss, 0, options, runner.wanted, name, name)
    yield from explain_victim(runner.body, swayed.body, "CD20-FAT-04", name)
    return Runner(pf_loss=loss, **faint_fields(swayed.tried), **victim_fields(swayed.body))


@procedure(
    "chase",
    rules="CD20-P-CHASE-01 CD20-P-EFF-01 CD20-FAT-04",
    dice=("d20",),
    headline=("result", "minutes"),
)
def chase(given: ChaseGiven, options: Options) -> Program[Chase]:
    """Minute by minute, legs and lungs against each other, until one is two ahead; both pay for the run."""
    wanted = yield from watched("fugitive_wins", "pursuer_wins", "fugitive", "pursuer")
    runners = (given.fugitive, given.pursuer)
    bonuses = []
    ruled = (given.fugitive_modifier, given.pursuer_modifier)
    for (who, other), modifier in zip((runners, runners[::-1]), ruled, strict=True):
        parts = (*pace(who, other), *((("modifier", modifier),) if modifier else ()))
        bonuses.append(total(parts))
        yield from step("bonus", bonuses[-1], "CD20-P-CHASE-01", parts, who=who.name)
    race = Race(
        abreast=Abreast(*bonuses),
        left=given.max_minutes,
        by=(given.fugitive.name, given.pursuer.name),
        counted=bool(wanted & {"fugitive_wins", "pursuer_wins"}),
        lead=given.lead,
    )
    sides = [
        Running(
            body=body_of(who, options),
            character=who,
            wanted=frozenset({"faint_save_total"}) if field in wanted else NOTHING,
        )
        for who, field in zip(runners, ("fugitive", "pursuer"), strict=True)
    ]
    return tail(call(run_it_out, race, sides[0], sides[1], given.minutes_run, wanted, options))


def run_it_out(
    start: Race, fugitive: Running, pursuer: Running, before: int, wanted: frozenset[str], options: Options
) -> Program[Chase]:
    """The chase from its first minute to the breath that it cost."""
    race = yield from repeat(run_a_minute, start)
    result: Chased = "escaped" if race.lead >= LEAD else "caught" if race.lead <= -LEAD else "undecided"
    begun = [-(-run // MINUTES) for run in (before, before + race.minutes)]
    cost = COST * (begun[1] - begun[0])
    yield from step("result", result, "CD20-P-CHASE-01")
    yield from step("minutes", race.minutes, "CD20-P-CHASE-01")
    yield from step("cost", cost, "CD20-P-CHASE-01")
    first = yield from apply(get_breath, fugitive, cost, options)
    second = yield from apply(get_breath, pursuer, cost, options)
    return Chase(
        result=result,
        minutes=race.minutes,
        fugitive_wins=race.wins if "fugitive_wins" in wanted else UNSET,
        pursuer_wins=race.lost if "pursuer_wins" in wanted else UNSET,
        cost=cost,
        fugitive=first,
        pursuer=second,
    )
