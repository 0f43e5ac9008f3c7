"""A fight or a scenario from a file: who survives, in which state, after how many rounds; what horrors do to minds."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Any

from msgspec import Struct, to_builtins

import gardien
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.odds import odds_of
from gardien.core.pack import read_json, read_text
from gardien.core.simulation import Chain, Fights, Somebody
from gardien.core.system import System, find, keys
from gardien.core.terms import Language
from gardien.sim.chains import DEFAULT_RUNS, SHOWN_ROUNDS, Ended, Method, Progress, chain_odds
from gardien.sim.duels import duel_odds

SHEET = "sheet"  # of a fighter or a character: what its file holds
MOST_BITS = 14_000  # of a denominator; longer fractions are not written down
DUEL_SECONDS = 60  # for a fight of two too large to be weighed exactly, where nobody waits; then it is simulated
DUEL_PART = 0.7  # and so much of the time of whoever waits
QUICK_RUNS = 10_000  # of a fight too large to be weighed exactly while somebody waits


class _Told(Struct, frozen=True):
    """A result that can be said."""

    def told(self, language: Language = "fr") -> list[str]:
        """What came out, in lines to read."""
        from gardien.sim.telling import tell

        return tell(self, language)  # type: ignore[arg-type]


class FighterOdds(Struct, frozen=True):
    """What the end holds for one fighter: the chance of every state."""

    name: str
    side: str
    alive: float
    statuses: dict[str, float]
    exact: dict[str, str]
    means: dict[str, float]  # of what the game measures


class FightOdds(_Told, frozen=True):
    """A fight weighed to its end."""

    system: str
    title: str
    method: Method
    runs: int
    states: int
    sides: dict[str, float]  # the chance that only this side still stands
    nobody: float  # nobody stands on either side
    undecided: float  # both sides stand, and nothing more happens
    fighters: list[FighterOdds]
    survivors: dict[str, dict[int, float]]  # side -> how many are alive -> chance
    rounds: list[float]
    mean_rounds: float
    unfinished: float  # still going on after `limit` rounds
    limit: int
    error: float = 0.0  # of what is solved: no chance is wrong by more


class MindOdds(Struct, frozen=True):
    """One character's course through a scenario; lists begin before the first event."""

    name: str
    start: int
    lost: list[str]  # chance that nothing is left, after 0, 1, 2 … events
    distribution: dict[str, str]  # the gauge's bands after all events
    course: list[dict[str, str]]  # the same after 0, 1, 2 … events
    mean: str  # of the gauge, after all events
    marks: dict[str, list[str]]  # what else may hold, after 0, 1, 2 … events


class BudgetOdds(_Told, frozen=True):
    """What the planned horrors of a scenario do to each mind, exactly."""

    system: str
    title: str
    checks: int
    events: list[str]  # "" for a check, else the game's word for what happens between checks
    characters: list[MindOdds]
    nobody_lost: str
    mean_lost: str


def fight_odds(
    content: dict[str, Any], runs: int | None, seed: int | None, progress: Progress, seconds: float | None = None
) -> FightOdds | BudgetOdds:
    """Weigh what a file holds: a fight of two sides, or a scenario's budget, by the fields it has.

    `seconds` say how long somebody is ready to wait for a fight. Without numpy only small fights can be weighed.
    """
    try:
        return _odds_of(content, runs, seed, progress, seconds)
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
        raise Refusal("sim/missing", kind="refused") from None


def _odds_of(
    content: dict[str, Any], runs: int | None, seed: int | None, progress: Progress, seconds: float | None
) -> FightOdds | BudgetOdds:
    system = _system(content)
    fights: Fights = system.fights
    options = parse(system.options, content.get("options", {}), "options")
    rest = {name: value for name, value in content.items() if name not in ("system", "options")}
    rest = _of_sheets(system, rest)
    planned = fights.budget_given
    if planned and rest.keys() & (set(planned.__struct_fields__) - set(fights.fight_given.__struct_fields__)):
        return _budget(system, parse(planned, rest, "budget"), options)
    given = parse(fights.fight_given, rest, "fight")
    fight = fights.fight(given, options)
    ended, began = None, monotonic()
    if runs is None and not fights.explorable(fight, seconds is None):
        duel = fights.duel(fight)
        if duel is not None:
            until = began + (DUEL_SECONDS if seconds is None else seconds * DUEL_PART)
            ended = duel_odds(duel, fight.step, fight.start, progress, fights.most_rounds, until)
        runs = DEFAULT_RUNS if seconds is None else QUICK_RUNS
        seconds = None if seconds is None else began + seconds - monotonic()
    if ended is None:
        points = fights.most_points
        ended = chain_odds(fight.step, fight.start, runs, seed, progress, fights.most_rounds, seconds, points)
    return _result_of(system, given.title, fight, ended)


def with_sheet_files(content: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What a file of a fight holds, with the sheets that it names by their place beside it."""

    def read(entry: Any) -> Any:
        named = entry.get(SHEET) if isinstance(entry, dict) else None
        if not isinstance(named, str):
            return entry
        path = folder / named
        return {**entry, SHEET: read_json(read_text(path), path.name)}

    return _each(content, lambda entry, place: read(entry))


def _of_sheets(system: System, content: dict[str, Any]) -> dict[str, Any]:
    """Whoever is given by a sheet, with its values; what is written beside it goes before them."""

    def filled(entry: Any, place: str) -> Any:
        if not isinstance(entry, dict) or SHEET not in entry:
            return entry
        where, sheet = f"{place}.{SHEET}", entry[SHEET]
        if not isinstance(sheet, dict):
            raise Refusal("field/type", field=where, came=str(sheet)[:60], allowed="{…}")
        if sheet.get("system", system.key) != system.key:
            raise Refusal("field/not_allowed", field=where, came=str(sheet["system"])[:60], allowed=system.key)
        typed = to_builtins(gardien.sheet({**sheet, "system": system.key}, where=where))
        somebody = Somebody(str(entry.get("name") or typed.get("name") or "?"), typed)
        own = {name: value for name, value in entry.items() if name != SHEET}
        if place.startswith("character"):
            made = system.fights.scenario([somebody], ())["character"][0]
        else:
            chosen = {one.key: one.read("") for one in system.fights.choices}
            made = system.fights.encounter(("", [somebody]), ("", []), chosen)["side"][0]["fighter"][0]
        merged = {name: {**made[name], **own[name]} for name in own if isinstance(made.get(name), dict)}
        return {**made, **own, **merged}

    return _each(content, filled)


def _each(content: dict[str, Any], change: Callable[[Any, str], Any]) -> dict[str, Any]:
    """A file with every fighter and every character changed; what has another shape is left for the reader to name."""
    changed = dict(content)
    if isinstance(content.get("character"), list):
        changed["character"] = [change(one, f"character[{at}]") for at, one in enumerate(content["character"])]
    if isinstance(content.get("side"), list):
        changed["side"] = [
            {**side, "fighter": [change(one, f"side[{at}].fighter[{n}]") for n, one in enumerate(side["fighter"])]}
            if isinstance(side, dict) and isinstance(side.get("fighter"), list)
            else side
            for at, side in enumerate(content["side"])
        ]
    return changed


def _system(content: dict[str, Any]) -> System:
    """The game a file is of; it may be silent where only one can be meant."""
    named = content.get("system")
    if named is not None:
        system = find(str(named))
        if system.fights is not None:
            return system
    able = [key for key in keys() if find(key).fights is not None]
    if named is not None:
        raise Refusal("fight/none", came=system.key, allowed=able)
    if len(able) != 1:
        raise Refusal("field/missing", field="system", allowed=", ".join(able))
    return find(able[0])


class _Count:
    """Chances gathered for one fighter, in floating point and, where there are any, in fractions."""

    def __init__(self, measures: int) -> None:
        self.statuses: dict[str, float] = {}
        self.exact: dict[str, Fraction] = {}
        self.means = [0.0] * measures


def _result_of(system: System, title: str, fight: Chain, ended: Ended) -> FightOdds:
    fights: Fights = system.fights
    dead = {one.key for one in fights.endings if one.fate == "dead"}
    counts = [_Count(len(fights.measures)) for _ in fight.fighters]
    survivors: dict[str, dict[int, float]] = {name: {} for name in fight.sides}
    sides = dict.fromkeys(fight.sides, 0.0)
    nobody = undecided = 0.0
    for state, chance in ended.ends.items():
        alive, standing = [0, 0], [0, 0]
        for index, one in enumerate(fight.stands(state)):
            count = counts[index]
            count.statuses[one.status] = count.statuses.get(one.status, 0.0) + chance
            if ended.exact:
                count.exact[one.status] = count.exact.get(one.status, Fraction(0)) + ended.exact[state]
            for place, measure in enumerate(one.measures):
                count.means[place] += chance * measure
            alive[fight.side_of[index]] += one.status not in dead
            standing[fight.side_of[index]] += one.free
        for side, name in enumerate(fight.sides):
            survivors[name][alive[side]] = survivors[name].get(alive[side], 0.0) + chance
        if all(standing):
            undecided += chance
        elif not any(standing):
            nobody += chance
        else:
            sides[fight.sides[0 if standing[0] else 1]] += chance
    if fight.symmetric:
        _share(fight, counts)
    order = [one.key for one in fights.endings]
    fates = [
        FighterOdds(
            name=one.id,
            side=one.side,
            alive=1 - sum(count.statuses.get(name, 0.0) for name in dead) - ended.unfinished,
            statuses={name: count.statuses[name] for name in order if name in count.statuses},
            exact={name: str(count.exact[name]) for name in order if name in count.exact}
            if all(one.denominator.bit_length() <= MOST_BITS for one in count.exact.values())
            else {},
            means=dict(zip(fights.measures, count.means, strict=True)),
        )
        for one, count in zip(fight.fighters, counts, strict=True)
    ]
    return FightOdds(
        system=system.key,
        title=title,
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
        limit=ended.most,
        error=ended.error if ended.method == "solved" else 0.0,
    )


def _share(fight: Chain, counts: list[_Count]) -> None:
    """Fighters alike changed places while the fight was weighed: each has the mean of their fates."""
    for group in set(fight.alike):
        same = [counts[place] for place, other in enumerate(fight.alike) if other == group]
        size = len(same)
        names = {name for one in same for name in one.statuses}
        statuses = {name: sum(one.statuses.get(name, 0.0) for one in same) / size for name in names}
        exact = {name: sum((one.exact.get(name, Fraction(0)) for one in same), Fraction(0)) / size for name in names}
        means = [sum(values) / size for values in zip(*(one.means for one in same), strict=True)]
        for one in same:
            one.statuses, one.means = statuses, means
            one.exact = exact if one.exact else {}


def _budget(system: System, given: Any, options: Any) -> BudgetOdds:
    fights: Fights = system.fights
    events = list(given.events())
    gone = {one.key for one in fights.bands if one.lost}
    minds: dict[str, MindOdds] = {}
    for number in range(len(events) + 1):
        for name, asked in fights.budget(given, options, number):
            odds = odds_of(asked)
            after = {key: Fraction(0) for key in (one.key for one in fights.bands)}
            for mind, chance in odds:
                after[fights.band(mind)] += chance
            known = minds.get(name)
            if known is None:
                start = fights.gauge(next(iter(odds))[0])  # before the first event there is but one mind
                known = MindOdds(name, start, [], {}, [], "", {mark: [] for mark in fights.marks})
            known.lost.append(str(sum((after[key] for key in gone), Fraction(0))))
            known.course.append({key: str(chance) for key, chance in after.items()})
            for mark, chances in known.marks.items():
                chances.append(str(odds.chance(lambda mind, mark=mark: mark in fights.marks_of(mind))))  # type: ignore[misc]
            mean = str(odds.mean(fights.gauge))
            minds[name] = MindOdds(name, known.start, known.lost, known.course[-1], known.course, mean, known.marks)
    ends = [Fraction(one.lost[-1]) for one in minds.values()]
    nobody = Fraction(1)
    for lost in ends:
        nobody *= 1 - lost
    return BudgetOdds(
        system=system.key,
        title=given.title,
        checks=sum(not event for event in events),
        events=events,
        characters=list(minds.values()),
        nobody_lost=str(nobody),
        mean_lost=str(sum(ends, Fraction(0))),
    )
