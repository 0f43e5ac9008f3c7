"""Fights to be weighed in tests, and a duel of d20d100 worked out by hand: every face counted, no rule code asked."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from gardien.core.inputs import parse
from gardien.sim.fights import FightOdds, fight_odds
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import condition_of
from gardien.systems.d20d100.rules.fight.state import FighterState, Turn
from gardien.systems.d20d100.sim.acts import STANDING
from gardien.systems.d20d100.sim.battle import Fight
from gardien.systems.d20d100.sim.fighters import FightGiven
from gardien.systems.d20d100.sim.tactics import Field, Move, PlannedAct, choose

KNIFE = {"name": "knife", "base_series": [3], "damage": "1d6", "damage_bonus": 1, "threat_min": 19}
GUN = {
    "name": "gun",
    "combat_skill": "revolver",
    "weapon_class": "firearm",
    "rate": "triple",
    "recoil": 2,
    "base_series": [6, 1],
    "damage": "1d4",
    "penetration": 4,
    "capacity": 6,
    "loaded": 4,
    "jams": True,
}
ADA: dict[str, Any] = {"name": "Ada", "pv_max": 8, "defence": 16, "defence_flat": 14, "initiative": 1, "lines": [GUN]}
BO: dict[str, Any] = {"name": "Bo", "pv_max": 7, "is_pc": False, "lines": [KNIFE], "armour": {"protection": 4}}


A: dict[str, Any] = {"name": "A", "pv_max": 6, "lines": [KNIFE]}
B: dict[str, Any] = {"name": "B", "pv_max": 6, "is_pc": False, "lines": [KNIFE]}


def silent(done: int, of: int) -> None:
    """No progress bar."""


def content(ours: list[Any], theirs: list[Any], distance: float = 0, **more: Any) -> dict[str, Any]:
    sides = [{"name": "us", "fighter": ours}, {"name": "them", "fighter": theirs}]
    return {"system": "d20d100", "side": sides, "distance": distance, **more}


def fight(ours: list[Any], theirs: list[Any], distance: float = 0, sight: bool = False, **options: Any) -> Fight:
    file = content(ours, theirs, distance, sight=sight)
    del file["system"]
    return Fight(parse(FightGiven, file, "fight"), Options(**options))


def weighed(
    ours: list[Any],
    theirs: list[Any],
    distance: float = 0,
    runs: int | None = None,
    alone: bool = False,
    sight: bool = False,
    **options: Any,
) -> FightOdds:
    result = fight_odds(content(ours, theirs, distance, alone=alone, sight=sight, options=options), runs, 7, silent)
    assert isinstance(result, FightOdds)
    return result


def of(result: FightOdds, name: str) -> dict[str, float]:
    return next(one.statuses for one in result.fighters if one.name == name)


def won(ours: dict[str, Any], theirs: dict[str, Any] = B, distance: float = 0, **options: Any) -> float:
    return weighed([ours], [theirs], distance, **options).sides["us"]


def chosen(
    made: Fight, who: int, *people: FighterState, turn: Turn | None = None, surprise: bool = False
) -> PlannedAct | Move:
    """What somebody does when everybody stands like this."""
    now = people or made.fighter_states(made.start)
    fit = tuple(not one.fled and condition_of(one.body, made.options) in STANDING for one in now)
    return choose(Field(made.profiles, made.side_of, tuple(now), fit, surprise, made.options), who, turn)


# ---- the same duel by hand ----

Odds = dict[Any, Fraction]
MEND = 1  # Mécanique of whoever holds the gun


def spread(odds: Odds, key: Any, chance: Fraction) -> None:
    odds[key] = odds.get(key, Fraction(0)) + chance


def harm(faces: int, bonus: int, vest: int) -> Iterator[tuple[int, int, Fraction]]:
    """Plain and doubled damage for each face of the weapon, and of the vest."""
    for face in range(1, faces + 1):
        for stopped in range(1, vest + 1) if vest else (0,):
            chance = Fraction(1, faces * max(1, vest))
            yield max(0, face + bonus - stopped), max(0, 2 * (face + bonus) - stopped), chance


class Shooter:
    """Ada on the way: PV, caught off guard, shocked, cartridges, what is wrong with the gun, work still to be done."""

    def __init__(self, house: dict[str, bool]) -> None:
        self.house = house
        self.floor = -10 if house.get("rule_agony", True) else 0

    def penalty(self, pv: int) -> int:
        if not self.house.get("rule_thresholds", True):
            return 0
        return -6 if pv <= 2 else -3 if pv <= 4 else 0

    def shots(self, scores: list[int], ada: Any, bo: Any) -> Odds:
        """Shots at Bo one after the other; a jam ends them. -> (cartridges left, jammed, Bo)"""
        odds: Odds = {(ada[3], False, bo): Fraction(1)}
        for score in scores:
            after: Odds = {}
            for (loaded, stuck, (pv, temp, caught)), chance in odds.items():
                if stuck or not loaded:
                    spread(after, (loaded, stuck, (pv, temp, caught)), chance)
                    continue
                for face in range(1, 21):
                    one = chance / 20
                    if face <= 2:
                        spread(after, (loaded - 1, True, (pv, temp, caught)), one)
                    elif face + score + self.penalty(ada[0]) < 15:
                        spread(after, (loaded - 1, False, (pv, temp, caught)), one)
                    else:
                        for plain, doubled, share in harm(4, 0, 4):
                            hurt = max(0, pv - (doubled if face == 20 else plain))
                            spread(after, (loaded - 1, False, (hurt, temp, False)), one * share)
            odds = after
        return odds

    def punches(self, ada: Any, bo: Any) -> Odds:
        """One blow with the fist: 1d3, counted beside the PV, and the vest helps."""
        odds: Odds = {}
        pv, temp, _ = bo
        for face in range(1, 21):
            if face == 1 or face + self.penalty(ada[0]) < 15:
                spread(odds, bo, Fraction(1, 20))
                continue
            for plain, doubled, share in harm(3, 0, 4):
                more = doubled if face == 20 else plain
                spread(odds, (pv, temp + more, False), Fraction(1, 20) * share)
        return odds

    def turn(self, ada: Any, bo: Any) -> Odds:
        """Her turn -> (Ada, Bo)."""
        pv, _, shocked, loaded, gun, owed = ada
        whole = 1 if shocked else 2
        left = max(0, whole - owed)
        calm = (pv, False, False, loaded, gun, max(0, owed - whole))
        odds: Odds = {}
        if not left:
            return {(calm, bo): Fraction(1)}
        if gun == "jam":
            return self.mends(calm, bo, left)
        if gun == "broken":
            for after, chance in self.punches(calm, bo).items():
                spread(odds, (calm, after), chance)
            return odds
        for (rest, stuck, after), chance in self.shots([6], calm, bo).items():
            now = (pv, False, False, rest, state(rest, stuck), 0)
            if left == 1 or not stands(after):
                spread(odds, (now, after), chance)
            elif now[4] == "jam":
                for ends, share in self.mends(now, after, 1).items():
                    spread(odds, ends, chance * share)
            elif stuck:
                spread(odds, (now, after), chance)
            else:
                for (last, again, end), share in self.shots([1], now, after).items():
                    spread(odds, ((pv, False, False, last, state(last, again), 0), end), chance * share)
        return odds

    def mends(self, ada: Any, bo: Any, left: int) -> Odds:
        """Mécanique at 10; what the two simple actions take beyond this turn is owed by the next."""
        pv, _, _, loaded, *_ = ada
        odds: Odds = {}
        faces = sum(face > 1 and face + MEND >= 10 for face in range(1, 21))
        for gun, chance in (("ok", Fraction(faces, 20)), ("broken", 1 - Fraction(faces, 20))):
            now = (pv, False, False, loaded if gun == "ok" else 0, gun, 2 - left)
            spread(odds, (now, bo), chance)
        return odds

    def struck(self, ada: Any, bo: Any) -> Odds:
        """Bo’s turn: one stab -> (Ada, Bo)."""
        pv, caught, shocked, *rest = ada
        calm = (bo[0], bo[1], False)
        odds: Odds = {}
        for face in range(1, 21):
            if face == 1 or face + 3 < (14 if caught else 16):
                spread(odds, (ada, calm), Fraction(1, 20))
                continue
            for plain, doubled, share in harm(6, 1, 0):
                damage = doubled if face >= 19 else plain
                shock = self.house.get("rule_shock", True) and 2 * damage >= pv
                left = max(self.floor, pv - damage)
                now = (left, False, (shocked or shock) and left > 0, *rest)
                spread(odds, (now, calm), Fraction(1, 20) * share)
        return odds


def state(loaded: int, stuck: bool) -> str:
    """A gun without a cartridge, and none to follow, is as good as broken."""
    return "broken" if not loaded else "jam" if stuck else "ok"


def stands(bo: Any) -> bool:
    return bo[0] > 0 and bo[1] <= bo[0]


def duel_by_hand(rounds: int, house: dict[str, bool]) -> Odds:
    """Both after some rounds: initiative, then each in turn as long as both stand."""
    shooter = Shooter(house)
    start = ((8, True, False, 4, "ok", 0), (7, 0, True))
    first = Fraction(sum(ada + 1 >= bo for ada in range(1, 21) for bo in range(1, 21)), 400)
    odds: Odds = {("Ada", *start): first, ("Bo", *start): 1 - first}
    for _ in range(rounds):
        for half in (0, 1):
            after: Odds = {}
            for (begins, ada, bo), chance in odds.items():
                hers = (begins == "Ada") == (half == 0)
                if ada[0] <= 0 or not stands(bo):
                    spread(after, (begins, ada, bo), chance)
                    continue
                for (one, other), share in (shooter.turn if hers else shooter.struck)(ada, bo).items():
                    spread(after, (begins, one, other), chance * share)
            odds = after
    return odds


def told(ada: Any, bo: Any, house: dict[str, bool]) -> tuple[str, str]:
    """How both came out of it, in a word."""
    pv = ada[0]
    if pv > 0:
        hers = "unhurt" if pv == 8 else "weakened" if Shooter(house).penalty(pv) else "hurt"
    else:
        hers = "dead" if pv <= Shooter(house).floor else "out_of_action" if pv == 0 else "dying"
    if bo[0] <= 0:
        return hers, "dead"
    if bo[1] >= bo[0]:
        return hers, "unconscious" if bo[1] > bo[0] else "staggered"
    return hers, "unhurt" if bo[0] == 7 else "hurt"
