"""Holds: relations between two people, which end when either of them is out of it, and with the fight."""

from collections.abc import Iterable, Mapping

from gardien.core.fighting import Fighting, Hold
from gardien.core.scene import Being
from gardien.table.binding import content
from gardien.table.lives import Chronicle
from gardien.table.state import State
from gardien.table.tree import Tree
from gardien.table.viewers import OWNER
from gardien.table.writing import sheet_effects


def let_go(chronicle: Chronicle, touched: set[str]) -> None:
    """Holds that are over because either of the two is out."""
    fighting = chronicle.context.table_rules.fighting
    if fighting is None or fighting.holds is None:
        return
    people = held_or_holding(chronicle.state, fighting, touched)
    for hold in [one for one in fighting.holds.among(people) if not _goes_on(chronicle.state, fighting, one, people)]:
        release(chronicle, fighting, hold, people)


def held_or_holding(state: State, fighting: Fighting, besides: Iterable[str] = ()) -> dict[str, Being]:
    """Whoever may be in a hold, and some others; nobody where nobody is."""
    assert fighting.holds is not None
    people, fields = state.play.get("characters", {}), fighting.holds.fields
    held = {id for id, kept in people.items() if _has_any(kept, fields)}
    wanted = held.union(besides) if held else held
    return {id: content(state, id, OWNER) for id in people if id in wanted}


def _has_any(kept: Tree, fields: Iterable[str]) -> bool:
    marks, sheet = kept.get("marks") or {}, kept["sheet"]
    return any(marks.get(field) or sheet.get(field) for field in fields)


def _goes_on(state: State, fighting: Fighting, hold: Hold, people: Mapping[str, Being]) -> bool:
    assert fighting.holds is not None
    both, fight = (hold.holder, hold.victim), state.play.get("fight")
    if any(id not in state.play.get("characters", {}) for id in both):
        return False
    people = {
        **people,
        **{id: content(state, id, OWNER) for id in both if id not in people},
    }  # told on one of the two alone
    if fight and any(id in fight["order"] for id in both) and not all(id in fight["order"] for id in both):
        return False
    if fighting.holds.lasts:
        return fighting.holds.lasts(hold, people)
    return not (fighting.out and any(fighting.out(people[id]) for id in both))


def release(chronicle: Chronicle, fighting: Fighting, hold: Hold, people: Mapping[str, Being]) -> None:
    """What a hold that is over leaves, beside others that are over too: whoever is gone is written on no more."""
    assert fighting.holds is not None
    there = chronicle.state.play.get("characters", {})
    now = {id: content(chronicle.state, id, OWNER) for id in {*people, hold.holder, hold.victim} if id in there}
    for id, fields in fighting.holds.release(hold, now).items():
        if id in there:
            chronicle.write(sheet_effects(chronicle.state, id, fields))
