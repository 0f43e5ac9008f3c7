"""The aftermath: what follows from anything that is done at a table, whoever does it and by whichever command.

House rules and packs that change reach every sheet and every life; a hold ends with whoever held or was held; a life
whose next moment has moved is lived on from where it stood, as is one whose counts have changed; what was due for
somebody who is gone is due no more, and nobody waits for a roll of theirs. Cover stays where it is.
"""

from collections.abc import Iterable
from typing import Any

from gardien.core.chases import SIDES
from gardien.core.scene import TALLY
from gardien.table.binding import content, people_in
from gardien.table.handlers.context import Context
from gardien.table.holds import let_go
from gardien.table.lives import Chronicle
from gardien.table.state import State
from gardien.table.tree import Effect, Tree, plain
from gardien.table.viewers import OWNER
from gardien.table.writing import recompute_effects, sheet_effects

CHARACTERS = ("play", "characters")
TIME = (("play", "clock"), ("play", "due"))  # what is written there happens at its own time


def aftermath(context: Context, done: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The effects that follow from others."""
    if not context.state.version or not any(effect.path[0] == "play" for effect in done):
        return ()
    chronicle = Chronicle(context, done)
    touched = _people_touched(done)
    new_rules = any(effect.path[:2] in (("play", "options"), ("play", "packs")) for effect in done)
    if new_rules:
        touched = set(chronicle.state.play.get("characters", {}))
        for id in touched:
            chronicle.write(recompute_effects(chronicle.state, id))
    else:
        for id in _newcomers(context.state, chronicle.state, touched):
            chronicle.write(recompute_effects(chronicle.state, id))
    if any(effect.path[:2] == ("play", "fight") for effect in done):  # what waits for whoever fights is a round's
        touched |= {*_fighters(context.state), *_fighters(chronicle.state)}
    _leave_behind(chronicle, context.state, done)
    _let_fall(chronicle, context.state, touched)
    if touched:
        let_go(chronicle, touched)
        touched |= _people_touched(chronicle.effects)
    touched |= _no_longer_meant(chronicle, context.state)  # after the holds, which are known by whom they name
    _asked_no_more(chronicle, context.state, touched)
    _runs_no_more(chronicle)
    touched |= _seen(chronicle, done)
    counted = {effect.path[2] for effect in done if effect.path[:2] == CHARACTERS and effect.path[3:4] == (TALLY,)}
    _echo(chronicle, done)
    told = len(chronicle.effects)
    happens_now = not any(effect.path[:2] in TIME for effect in done)
    for id in sorted(touched & set(context.play.get("characters", {}))) if happens_now else ():
        if chronicle.state.play["characters"].get(id, {}).get("lag"):
            chronicle.begin_later(id, context.state)
    for id in sorted(touched | counted):
        if new_rules or id in counted or _is_behind(chronicle.state, id):
            chronicle.live(id)
    if len(chronicle.effects) > told:
        _echo(chronicle, ())
    return tuple(chronicle.effects)


def _leave_behind(chronicle: Chronicle, before: State, done: tuple[Effect, ...]) -> None:
    """What belongs to the place that somebody leaves stays there, whoever moves them: a rule, or somebody’s hand."""
    fighting, written = chronicle.context.table_rules.fighting, {effect.path for effect in done}
    distance, people = fighting.distance if fighting else None, before.play.get("characters", {})
    if distance is None:
        return
    for effect in done:
        home, id = effect.path[:4], effect.path[2:3]
        if effect.path != (*CHARACTERS, *id, "marks", distance.mark) or id[0] not in people or effect.value is None:
            continue
        marks = people[id[0]].get("marks") or {}
        left = [name for name in distance.left_behind if name in marks and (*home, name) not in written]
        if effect.value != marks.get(distance.mark):
            chronicle.write(Effect((*home, name), None) for name in left)


def _let_fall(chronicle: Chronicle, before: State, touched: set[str]) -> None:
    """What those in a fight no longer hold, whatever has struck them."""
    fighting = chronicle.context.table_rules.fighting
    there = {*_fighters(before)} & {*_fighters(chronicle.state)} & touched & set(before.play.get("characters", {}))
    for id in sorted(there) if fighting and fighting.lets_go else ():
        if id in chronicle.state.play["characters"]:
            assert fighting is not None
            assert fighting.lets_go is not None
            fields = fighting.lets_go(content(before, id, OWNER), content(chronicle.state, id, OWNER))
            chronicle.write(sheet_effects(chronicle.state, id, fields))


def _no_longer_meant(chronicle: Chronicle, before: State) -> set[str]:
    """Nobody aims at, waits for or has felled whoever has left a fight that goes on, or the table: who is touched."""
    people, there = chronicle.state.play.get("characters", {}), {*_fighters(chronicle.state)}
    gone = {id for id in before.play.get("characters", {}) if id not in people}
    gone |= {id for id in _fighters(before) if there and id not in there}
    touched: set[str] = set()
    fighting = chronicle.context.table_rules.fighting
    for id, kept in people.items() if gone else ():
        meant = {name: _without(value, gone) for name, value in (kept.get("marks") or {}).items()}
        over = {name: value for name, value in meant.items() if value != kept["marks"][name]}
        over |= {name: None for name, about in (fighting.rests_on if fighting else {}).items() if about in over}
        chronicle.write(Effect((*CHARACTERS, id, "marks", name), value) for name, value in over.items())
        touched |= {id} if over else set()
    return touched


def _asked_no_more(chronicle: Chronicle, before: State, touched: set[str]) -> None:
    """Nobody waits for a roll of whoever has left the table or died; with the last of them the request is over."""
    people = chronicle.state.play.get("characters", {})
    for key, ask in list(chronicle.state.play.get("asks", {}).items()):
        meant = {*people_in(ask["given"])} <= people.keys()
        there = [one for one in ask["characters"] if meant and one in people]
        left = [one for one in there if one not in touched or not _is_past(chronicle, before, ask, one)]
        if left != list(ask["characters"]):
            answered = [one for one in ask["answered"] if one in left]
            asked = {**plain(ask), "characters": left, "answered": answered}
            chronicle.write([Effect(("play", "asks", key), asked if len(left) > len(answered) else None)])


def _runs_no_more(chronicle: Chronicle) -> None:
    """Nobody runs who has left the table; a chase with nobody on a side is over."""
    people, chase = chronicle.state.play.get("characters", {}), chronicle.state.play.get("chase")
    if not chase or people.keys() >= {one for side in SIDES for one in chase[side]}:
        return
    left = {side: [one for one in chase[side] if one in people] for side in SIDES}
    chronicle.write([Effect(("play", "chase"), {**plain(chase), **left} if all(left.values()) else None)])


def _is_past(chronicle: Chronicle, before: State, ask: Tree, id: str) -> bool:
    """Whether somebody who has still to answer has just died, and the dead do no such thing."""
    rules = chronicle.context.table_rules
    gone = rules.fighting.gone if rules.fighting else None
    if id in ask["answered"] or gone is None or rules.cannot is None or gone(content(before, id, OWNER)):
        return False
    being = content(chronicle.state, id, OWNER)
    return gone(being) and rules.cannot(being, ask["procedure"]) is not None


def _without(value: Any, gone: set[str]) -> Any:
    """A mark that names people, each alone or with a count, without some of them; nothing where nobody is left."""
    if not isinstance(value, list):
        return None if _names(value, gone) else value
    left = [one for one in value if not any(_names(part, gone) for part in (one if isinstance(one, list) else (one,)))]
    return (left or None) if len(left) < len(value) else value


def _names(value: Any, gone: set[str]) -> bool:
    return isinstance(value, str) and value in gone


def _echo(chronicle: Chronicle, done: tuple[Effect, ...]) -> None:
    """What is told in two places is told alike; whichever somebody has written goes before."""
    rules = chronicle.context.table_rules
    if rules.echo is None:
        return
    sheets = {id: kept["sheet"] for id, kept in chronicle.context.play.get("characters", {}).items()}
    by_hand = {
        one.path[2]
        for one in done
        if one.path[:2] == CHARACTERS
        and len(one.path) == 5
        and one.path[4] in rules.told_twice
        and one.path[2] in sheets
        and plain(one.value or ()) != plain(sheets[one.path[2]].get(one.path[4], ()))
    }
    for id in sorted(_people_touched((*done, *chronicle.effects))):
        if id in chronicle.state.play.get("characters", {}):
            being = content(chronicle.state, id, OWNER)
            fields = {
                name: value for name, value in rules.echo(being, id in by_hand).items() if being.get(name) != value
            }
            chronicle.write(sheet_effects(chronicle.state, id, fields))


def _seen(chronicle: Chronicle, done: Iterable[Effect]) -> set[str]:
    """Whoever comes into sight is seen by everybody else: who is touched by it."""
    on_shown, people = chronicle.context.table_rules.on_shown, chronicle.state.play.get("characters", {})
    shown = [one.path[2] for one in done if one.path[1:2] == ("characters",) and one.path[3:] == ("hidden",)]
    touched: set[str] = set()
    for seen in [id for id in shown if id in people and not people[id].get("hidden")] if on_shown else ():
        for id in people:
            assert on_shown is not None
            fields = {} if id == seen else on_shown(content(chronicle.state, id), content(chronicle.state, seen))
            chronicle.write(sheet_effects(chronicle.state, id, fields))
            touched |= {id} if fields else set()
    return touched


def _fighters(state: State) -> list[str]:
    return list((state.play.get("fight") or {}).get("order", ()))


def _people_touched(done: Iterable[Effect]) -> set[str]:
    """Whose sheet or marks are written, or who comes or goes."""
    return {
        effect.path[2]
        for effect in done
        if effect.path[:2] == CHARACTERS
        and (len(effect.path) == 3 or (len(effect.path) > 3 and effect.path[3] in ("sheet", "marks")))
    }


def _newcomers(before: State, after: State, touched: set[str]) -> set[str]:
    return {id for id in touched if id in after.play["characters"] and id not in before.play.get("characters", {})}


def _is_behind(state: State, id: str) -> bool:
    """Whether something of somebody's time waits, or is still before them."""
    kept = state.play["characters"].get(id)
    if kept is not None and kept.get("lag"):
        return True
    waiting = [one for one in state.play.get("due", {}).values() if one["character"] == id]
    return any(kept is None or "thread" in one for one in waiting)
