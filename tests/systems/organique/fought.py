"""Fights to be weighed in tests, and a duel worked out by hand: every face counted, no rule code asked."""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec.structs import replace

from gardien.core.inputs import parse
from gardien.sim.fights import FightOdds, fight_odds
from gardien.systems.organique.options import Options
from gardien.systems.organique.sim.battle import Fight
from gardien.systems.organique.sim.fighters import FightGiven
from gardien.systems.organique.sim.tactics import Act, Move, choose

KNIFE = {"weapon": {"name": "knife", "group": "knife", "bs": 2}}
CLUB = {"weapon": {"name": "club", "group": "club", "c": 2, "range_max": 2}}
A: dict[str, Any] = {
    "name": "A", "FOR": 12, "AGI": 12, "PER": 12, "INT": 10, "END": 3, "SNG": 2, "CPS": 1, "INC": 1,
    "armour": [{"ia": 5, "bs": 1, "c": 1}], "weapons": [KNIFE], "tactics": {"react": "dodge"},
}  # fmt: skip
B: dict[str, Any] = {
    "name": "B", "FOR": 11, "AGI": 10, "PER": 11, "INT": 10, "END": 4, "SNG": 3, "CPS": 2, "INC": 1.5,
    "weapons": [CLUB], "tactics": {"react": "dodge"},
}  # fmt: skip


def silent(done: int, of: int) -> None:
    """No progress bar."""


def content(ours: list[Any], theirs: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "system": "organique",
        "side": [{"name": "us", "fighter": ours}, {"name": "them", "fighter": theirs}],
        **more,
    }


def fight(ours: list[Any], theirs: list[Any], options: dict[str, Any] | None = None, **more: Any) -> Fight:
    file = content(ours, theirs, **more)
    del file["system"]
    return Fight(parse(FightGiven, file, "fight"), Options(**(options or {})))


def weighed(ours: list[Any], theirs: list[Any], runs: int | None = None, **more: Any) -> FightOdds:
    result = fight_odds(content(ours, theirs, **more), runs, 7, silent)
    assert isinstance(result, FightOdds)
    return result


def won(one: dict[str, Any] = A, other: dict[str, Any] = B, **more: Any) -> float:
    """The chance of the first."""
    return weighed([one], [other], **more).sides["us"]


def of(result: FightOdds, name: str) -> dict[str, float]:
    return next(one.statuses for one in result.fighters if one.name == name)


def chosen(made: Fight, who: int, **changes: Any) -> Act | Move:
    """What somebody does as the fight begins; `changes` are of their own place in it."""
    field = made._field(made.start)
    people = list(field.people)
    people[who] = replace(people[who], **changes)
    return choose(replace(field, people=tuple(people)), who)


# ---- a duel by hand: reserves in halves (blood, body, strength), END in points ----

Left = tuple[int, int, int, int]
SKILL = {"A": (24, 24, (4, 0), (2, 2, 5)), "B": (21, 21, (0, 4), (0, 0, -1))}  # attack, dodge, bs and c, layer
FULL: dict[str, Left] = {"A": (4, 2, 2, 3), "B": (6, 4, 3, 4)}
READY = {"A": 22, "B": 21}


def margin(face: int, bonus: int) -> int:
    """ORG-TEST-01, ORG-TEST-05."""
    result = face + bonus - 25
    return max(1, result) if face == 20 else min(-1, result) if face == 1 else result


def struck(left: Left, by: str, on: str, over: int) -> Left:
    """ORG-ARM-01, ORG-HP-02, ORG-HP-03."""
    (bs, c), (less_bs, less_c, most) = SKILL[by][2], SKILL[on][3]
    if over <= most:
        bs, c = max(0, bs - less_bs), max(0, c - less_c)
    blood, body, strength, end = left
    taken = min(body, c) if blood else 0
    lost = bs + 2 * (c - taken)
    return max(0, blood - lost), body - taken, strength - min(strength, max(0, lost - blood)), end


@cache
def blows(by: str, on: str, left: Left) -> dict[Left, Fraction]:
    """ORG-CBT-01: the larger margin decides, a tie is the defender’s."""
    ways: Counter[Left] = Counter()
    for one in range(1, 21):
        for other in range(1, 21):
            over, dodged = margin(one, SKILL[by][0]), margin(other, SKILL[on][1])
            ways[struck(left, by, on, over) if over >= 0 and over > dodged else left] += 1
    return {result: Fraction(count, 400) for result, count in ways.items()}


def down(left: Left) -> bool:
    return left[2] == 0 or left[3] <= 0


def status(name: str, left: Left) -> str:
    if left[2] == 0 or (left[0] == 0 and left[3] <= 0):
        return "dying"
    if left[3] <= 0:
        return "exhausted"
    if left[0] == 0:
        return "mortally_wounded"
    return "unhurt" if left[:3] == FULL[name][:3] else "hurt"


def first() -> Fraction:
    """How often A acts first (ORG-INIT-01): higher total, then higher PER + INT."""
    wins = sum(one + READY["A"] >= other + READY["B"] for one in range(1, 21) for other in range(1, 21))
    return Fraction(wins, 400)


def duel_by_hand() -> dict[tuple[str, str], Fraction]:
    """How both end, with its chance."""
    ends: dict[tuple[str, str], Fraction] = defaultdict(Fraction)

    def end(people: dict[str, Left], chance: Fraction) -> None:
        ends[status("A", people["A"]), status("B", people["B"])] += chance

    now = {("AB", FULL["A"], FULL["B"]): first(), ("BA", FULL["A"], FULL["B"]): 1 - first()}
    while now:
        later: dict[tuple[str, Left, Left], Fraction] = defaultdict(Fraction)
        for (order, a, b), chance in now.items():
            quick, slow = order
            start = {"A": a, "B": b}
            for hit, share in blows(quick, slow, start[slow]).items():
                people = {**start, slow: hit}
                if down(hit):
                    end(people, chance * share)
                    continue
                for back, part in blows(slow, quick, people[quick]).items():
                    both = {**people, quick: back}
                    if down(back):
                        end(both, chance * share * part)
                        continue
                    tired = {name: (*left[:3], left[3] - (2 if left[0] == 0 else 1)) for name, left in both.items()}
                    tired = {name: (*left[:3], max(0, left[3])) for name, left in tired.items()}
                    if any(map(down, tired.values())):
                        end(tired, chance * share * part)
                    else:
                        later[order, tired["A"], tired["B"]] += chance * share * part
        now = later
    return ends
