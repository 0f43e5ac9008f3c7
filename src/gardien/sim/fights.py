"""A fight or a scenario from a file: who survives, in which state, after how many rounds; what horrors do to minds."""

from fractions import Fraction
from typing import Any

from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.core.given import read
from gardien.core.readings.odds import odds_of
from gardien.core.system import System, find, keys
from gardien.sim.chains import SHOWN_ROUNDS, Ended, Method, Progress, weigh_chain

STATUSES = ("active", "unconscious", "fled", "coma", "dead")


class Fate(Struct, frozen=True):
    """What the end holds for one fighter: the chance of every state."""

    name: str
    side: str
    alive: float
    statuses: dict[str, float]
    exact: dict[str, str]
    mean_trauma: float


class FightWeighed(Struct, frozen=True):
    """A fight weighed to its end."""

    system: str
    title: str
    method: Method
    runs: int
    states: int
    sides: dict[str, float]  # the chance that only this side still stands
    nobody: float  # nobody stands on either side
    undecided: float  # both sides stand, and nothing more happens
    fighters: list[Fate]
    survivors: dict[str, dict[int, float]]  # side -> how many are alive -> chance
    rounds: list[float]
    mean_rounds: float
    unfinished: float


class MindWeighed(Struct, frozen=True):
    """One character's course through a scenario."""

    name: str
    start: int
    lost: list[str]  # chance of madness 6 after 0, 1, 2 … checks
    distribution: dict[str, str]  # madness after all checks
    course: list[dict[str, str]]  # the same after 0, 1, 2 … checks


class BudgetWeighed(Struct, frozen=True):
    """What the planned horrors of a scenario do to each mind, exactly."""

    system: str
    title: str
    checks: int
    characters: list[MindWeighed]
    nobody_lost: str
    mean_lost: str


def weigh_fight(
    content: dict[str, Any], runs: int | None, seed: int | None, progress: Progress
) -> FightWeighed | BudgetWeighed:
    """Weigh what a file holds: a fight ([[side]] twice) or a scenario's budget (checks and [[character]])."""
    system = find(str(content.get("system", "yacdha")))
    if system.fights is None:
        able = [key for key in keys() if find(key).fights is not None]
        raise Refusal("fight/none", came=system.key, allowed=able)
    options = read(system.options, content.get("options", {}), "options")
    rest = {name: value for name, value in content.items() if name not in ("system", "options")}
    if "checks" in rest or "character" in rest:
        return _budget(system, read(system.fights.budget_given, rest, "budget"), options)
    given = read(system.fights.fight_given, rest, "fight")
    fight = system.fights.fight(given, options)
    return _told(system, given, fight, weigh_chain(fight.step, fight.start, runs, seed, progress))


def _told(system: System, given: Any, fight: Any, ended: Ended) -> FightWeighed:
    count = len(fight.fighters)
    statuses: list[dict[str, float]] = [{} for _ in range(count)]
    exact: list[dict[str, Fraction]] = [{} for _ in range(count)]
    trauma = [0.0] * count
    survivors: dict[str, dict[int, float]] = {name: {} for name in fight.sides}
    sides = dict.fromkeys(fight.sides, 0.0)
    nobody = undecided = 0.0
    for state, chance in ended.ends.items():
        people = fight.local(state)
        alive = [0, 0]
        standing = [0, 0]
        for index, one in enumerate(people):
            statuses[index][one.status] = statuses[index].get(one.status, 0.0) + chance
            if ended.exact:
                exact[index][one.status] = exact[index].get(one.status, Fraction(0)) + ended.exact[state]
            trauma[index] += chance * one.trauma
            alive[fight.side_of[index]] += one.status != "dead"
            standing[fight.side_of[index]] += one.status == "active" and not one.held_by
        for side, name in enumerate(fight.sides):
            survivors[name][alive[side]] = survivors[name].get(alive[side], 0.0) + chance
        if all(standing):
            undecided += chance
        elif not any(standing):
            nobody += chance
        else:
            sides[fight.sides[0 if standing[0] else 1]] += chance
    _share(fight, statuses, exact, trauma)
    fates = [
        Fate(
            name=one.id,
            side=one.side,
            alive=1 - statuses[index].get("dead", 0.0) - ended.unfinished,
            statuses={name: statuses[index][name] for name in STATUSES if name in statuses[index]},
            exact={name: str(exact[index][name]) for name in STATUSES if name in exact[index]},
            mean_trauma=trauma[index],
        )
        for index, one in enumerate(fight.fighters)
    ]
    return FightWeighed(
        system=system.key,
        title=given.title,
        method=ended.method,
        runs=ended.runs,
        states=ended.points,
        sides=sides,
        nobody=nobody,
        undecided=undecided,
        fighters=fates,
        survivors={name: dict(sorted(counts.items())) for name, counts in survivors.items()},
        rounds=ended.rounds[:SHOWN_ROUNDS],
        mean_rounds=ended.mean_rounds,
        unfinished=ended.unfinished,
    )


def _share(fight: Any, statuses: list[dict[str, float]], exact: list[dict[str, Fraction]], trauma: list[float]) -> None:
    """Fighters alike changed places while the fight was weighed: each has the mean of their fates."""
    if not fight.symmetric:
        return
    for group in set(fight.alike):
        places = [place for place, other in enumerate(fight.alike) if other == group]
        size = len(places)
        names = {name for place in places for name in statuses[place]}
        mean = {name: sum(statuses[place].get(name, 0.0) for place in places) / size for name in names}
        whole = {name: sum((exact[p].get(name, Fraction(0)) for p in places), Fraction(0)) / size for name in names}
        hurt = sum(trauma[place] for place in places) / size
        for place in places:
            statuses[place], trauma[place] = mean, hurt
            exact[place] = whole if exact[place] else {}


def _budget(system: System, given: Any, options: Any) -> BudgetWeighed:
    checks = len(given.events())
    lost: dict[str, list[Fraction]] = {}
    course: dict[str, list[dict[str, str]]] = {}
    for number in range(checks + 1):
        for name, asked in system.fights.budget(given, options, number):
            odds = odds_of(asked)
            lost.setdefault(name, []).append(odds.chance(lambda value: value == 6))
            after = {str(value): str(odds.chance(lambda one, v=value: one == v)) for value in range(1, 7)}  # type: ignore[misc]
            course.setdefault(name, []).append(after)
    nobody = Fraction(1)
    for chances in lost.values():
        nobody *= 1 - chances[-1]
    return BudgetWeighed(
        system=system.key,
        title=given.title,
        checks=checks,
        characters=[
            MindWeighed(
                one.name,
                one.madness,
                [str(chance) for chance in lost[one.name]],
                course[one.name][-1],
                course[one.name],
            )
            for one in given.character
        ],
        nobody_lost=str(nobody),
        mean_lost=str(sum((chances[-1] for chances in lost.values()), Fraction(0))),
    )
