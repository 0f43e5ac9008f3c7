"""Fights from a script, for tests: three people, a knife, and what comes of some lines."""

from systems.brute import Bench

BENCH = Bench("organique")
KNIFE = {"name": "knife", "group": "knife", "bs": 2.5}
A, B, C = ({"name": name} for name in "ABC")
END = {"do": "end_turn"}
STRIKE = {"actor": "A", "target": "B", "weapon": KNIFE}
STUN = {"actor": "A", "target": "B", "action": "stun", "weapon": KNIFE}


def fought(dice, *script, people=(A, B), **given):
    """The outcome of a script whose order is that of the list."""
    order = [one["name"] for one in people]
    return BENCH.outcome("play_fight", dice, combatants=list(people), order=order, script=list(script), **given)


def events(dice, *script, fields=("skipped", "reason"), people=(A, B), **given):
    result = fought(dice, *script, people=people, **given)["events"]
    return [tuple(one.get(field) for field in fields) for one in result]


def free(actor, kind="move", **fields):
    return {"do": "free", "actor": actor, "kind": kind, **fields}
