"""A chase as the table keeps it: who runs for each side, whose throw the next turn is, who sees it at all."""

from collections.abc import Sequence

from gardien.core.chases import SIDES, Pursuit, Side
from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.table.decisions.who import owners
from gardien.table.marks import content_of, scene_of
from gardien.table.state import State
from gardien.table.tree import Tree


def pursuit_of(pursuits: Sequence[Pursuit], kind: str) -> Pursuit:
    """One way of the game by its key, the first one where none is named."""
    if not pursuits:
        raise Refusal("table/no_chases", kind="refused")
    named = [one for one in pursuits if one.key == kind] if kind else list(pursuits)
    if not named:
        raise Refusal("field/one_of", field="kind", came=kind[:40], allowed=[one.key for one in pursuits])
    return named[0]


def running(play: Tree, chase: Tree, side: Side) -> list[str]:
    """Who is seen to run on a side, else who does so unseen; of those whoever still can, else whoever lies there."""
    people = play.get("characters", {})
    there = [id for id in chase[side] if id in people]
    known = [id for id in there if not people[id].get("hidden")] or there
    return [id for id in known if _can_run(play, chase, id)] or known


def _can_run(play: Tree, chase: Tree, id: str) -> bool:
    """Whether somebody's state leaves them what a turn of the chase takes."""
    rules = find(play["system"]).table_rules
    turn = pursuit_of(rules.chases, chase["kind"]).procedure
    return not (rules.cannot and rules.cannot(content_of(rules, play["characters"][id], scene_of(play), id), turn))


def is_unseen(play: Tree, chase: Tree) -> bool:
    """Whether nobody but the game master knows of it: one of its sides is hidden altogether."""
    people = play.get("characters", {})
    return any(all(people[id].get("hidden") for id in running(play, chase, side)) for side in SIDES)


def whose_throw(state: State, chase: Tree) -> str:
    """Whose throw the next turn is: of those who run for a side, the first one whom somebody plays."""
    if chase.get("ended") or is_unseen(state.play, chase):
        return ""
    leads = [running(state.play, chase, side)[0] for side in SIDES]
    return next((id for id in leads if owners(state, id)), "")
