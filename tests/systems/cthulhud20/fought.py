"""Fights to be weighed in tests, and a duel worked out by hand: every face counted, no rule code asked."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from typing import Any

from gardien.core.inputs import parse
from gardien.sim.fights import FightOdds, fight_odds
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.sim.battle import Fight, State
from gardien.systems.cthulhud20.sim.fighters import FightGiven
from gardien.systems.cthulhud20.sim.tactics import Act, Field, Move, Turn, choose
from systems.cthulhud20.naive import attacked

BLADE = {"weapon": {"lethality": 2}}
A: dict[str, Any] = {"name": "A", "pv_max": 3, "pf_max": 3, "base_attack": [4], "dex": 14, "weapons": [BLADE]}
B: dict[str, Any] = {"name": "B", "pv_max": 4, "pf_max": 4, "base_attack": [2], "weapons": [BLADE], "npc": True}


def silent(done: int, of: int) -> None:
    """No progress bar."""


def content(ours: list[Any], theirs: list[Any], **more: Any) -> dict[str, Any]:
    sides = [{"name": "us", "fighter": ours}, {"name": "them", "fighter": theirs}]
    return {"system": "cthulhud20", "side": sides, **more}


def fight(ours: list[Any], theirs: list[Any], options: dict[str, Any] | None = None, **more: Any) -> Fight:
    file = content(ours, theirs, **more)
    del file["system"]
    return Fight(parse(FightGiven, file, "fight"), Options(**(options or {})))


def weighed(
    ours: list[Any], theirs: list[Any], runs: int | None = None, options: dict[str, Any] | None = None, **more: Any
) -> FightOdds:
    file = content(ours, theirs, options=options or {}, **more)
    result = fight_odds(file, runs, 7, silent)
    assert isinstance(result, FightOdds)
    return result


def won(one: dict[str, Any] = A, other: dict[str, Any] = B, **more: Any) -> float:
    """The chance of the first."""
    return weighed([one], [other], **more).sides["us"]


def of(result: FightOdds, name: str) -> dict[str, float]:
    return next(one.statuses for one in result.fighters if one.name == name)


def chosen(made: Fight, who: int, turn: Turn | None = None, surprise: bool = False, **changes: Any) -> Act | Move:
    """What somebody does as the fight begins; `changes` are of their own place in it."""
    from msgspec.structs import replace

    people = list(made.fighter_states(made.start))
    people[who] = replace(people[who], **changes)
    now = made.field(State("surprise" if surprise else "round", made.start.numbers))
    fit = tuple(one.body.state == "ok" for one in people)
    field = Field(
        **{name: getattr(now, name) for name in Field.__struct_fields__ if name not in ("people", "fit")},
        people=tuple(people),
        fit=fit,
    )
    return choose(field, who, turn)


# ---- a duel by hand ----

BONUS = {"A": 4 + 2, "B": 2 + 2}  # base attack and lethality
DEX = {"A": 2, "B": 0}
MOST = {"A": 3, "B": 4}
ZONES = ("head", "torso", "right_arm", "left_arm", "abdomen", "right_leg", "left_leg")
Body = tuple[int, int]  # PV, PF; nothing else can be true of those who still stand: four PF are gone with one limb


def malus(name: str, body: Body) -> int:
    return -((MOST[name] - body[1]) // 2)


@cache
def blows(attacker: str, tired: int, target: str, body: Body, flat: bool) -> dict[tuple[str, Body], Fraction]:
    """What one attack leaves: `stands` with PV and PF, `down`, `dead` (CD20-GB-04 to CD20-HP-05, CD20-FAT-02)."""
    ca = 10 + (0 if flat else DEX[target]) + malus(target, body)
    result: dict[tuple[str, Body], Fraction] = defaultdict(Fraction)
    odds = attacked(BONUS[attacker] + tired, dict.fromkeys(ZONES, ca), pv=body[0], pf=body[1])
    for (_, severity, pf, pv, state), chance in odds.items():
        if severity in ("miss", "stopped"):
            result["stands", body] += chance
        elif state == "ok":
            result["stands", (body[0] - pv, body[1] - pf)] += chance
        else:
            result["dead" if state == "dead" else "down", (0, 0)] += chance
    return dict(result)


def first_is_a() -> Fraction:
    """CD20-P-INIT-01: the higher total, then the higher Dexterity."""
    return Fraction(sum(one + 2 >= other for one in range(1, 21) for other in range(1, 21)), 400)


Duel = tuple[str, str, Body, Body]  # who acts first, how it ended, A, B


def duel_by_hand(rounds: int) -> dict[Duel, Fraction]:
    """After some rounds."""
    mass: dict[Any, Fraction] = {
        ("A", "", (3, 3), (4, 4), True): first_is_a(),
        ("B", "", (3, 3), (4, 4), True): 1 - first_is_a(),
    }
    for _ in range(rounds):
        for turn in (0, 1):
            after: dict[Any, Fraction] = defaultdict(Fraction)
            for (first, ended, a, b, fresh), chance in mass.items():
                if ended:
                    after[first, ended, a, b, fresh] += chance
                    continue
                who = first if turn == 0 else "AB".replace(first, "")
                other = "AB".replace(who, "")
                mine, theirs = (a, b) if who == "A" else (b, a)
                flat = fresh and turn == 0  # who acts second has not acted yet
                for (state, left), share in blows(who, malus(who, mine), other, theirs, flat).items():
                    end = "" if state == "stands" else f"{other} {state}"
                    pair = (mine, left) if who == "A" else (left, mine)
                    after[first, end, *pair, fresh and turn == 0] += chance * share
            mass = after
    result: dict[Duel, Fraction] = defaultdict(Fraction)
    for (first, ended, a, b, _), chance in mass.items():
        result[("", ended, (0, 0), (0, 0)) if ended else (first, "", a, b)] += chance
    return dict(result)
