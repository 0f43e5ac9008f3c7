"""What the tactics of a game would have somebody do now, as acts that the table takes: for the game master to judge."""

from collections.abc import Sequence

from gardien.core.errors import Refusal
from gardien.core.fighting import Fighting
from gardien.core.scene import Being
from gardien.core.simulation import Proposal
from gardien.core.system import System, find
from gardien.core.table_rules import kind_of
from gardien.table.binding import bind, content
from gardien.table.state import State
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer


def is_nobodys(characters: Tree, seats: Tree, id: str, system: System) -> bool:
    """Whether somebody is neither a player's character nor anybody's."""
    kept = characters.get(id, {})
    kind = kept.get("sheet", {}).get("kind", "")
    played = any(id in seat["characters"] for seat in seats.values())
    return bool((kept.get("foe") or kind != kind_of(system.table_rules.sheets[0])) and not played)


def proposals_for(state: State, viewer: Viewer, id: str) -> list[Proposal]:
    """What somebody whom nobody plays would do, the best first; without what the table would not take."""
    system, fight, people = find(state.play["system"]), state.play.get("fight"), state.play["characters"]
    fighting = system.table_rules.fighting
    if not fight or fighting is None:
        raise Refusal("table/no_fight", kind="refused")
    if id not in fight["order"] or id not in people:
        raise Refusal("table/not_in_fight", kind="refused", field="character")
    if not viewer.keeper or not is_nobodys(people, state.house["seats"], id, system):
        raise Refusal("fight/played", kind="forbidden", field="character")
    if system.fights is None or _is_out(state, viewer, fighting, id):
        return []
    there = (one for one in fight["order"] if one != id and one in people and not people[one].get("hidden"))
    others = {one: _standing(state, viewer, fighting, one) for one in there}
    proposed: Sequence[Proposal] = system.fights.propose(_standing(state, viewer, fighting, id), others)
    return [one for one in proposed if _can_be_asked(state, viewer, fighting, id, one)]


def _standing(state: State, viewer: Viewer, fighting: Fighting, id: str) -> Being:
    """Somebody with the side they are on."""
    return content(state, id, viewer).having({fighting.sides: state.play["fight"]["sides"].get(id, "")})


def _is_out(state: State, viewer: Viewer, fighting: Fighting, id: str) -> bool:
    return bool(fighting.out and fighting.out(content(state, id, viewer)))


def _can_be_asked(state: State, viewer: Viewer, fighting: Fighting, id: str, one: Proposal) -> bool:
    """Whether the table could take it; a declaration is looked at when it is made."""
    if one.procedure == fighting.round:
        return True
    try:
        bind(state, one.procedure, one.given, id, viewer)
    except Refusal:
        return False
    return True
