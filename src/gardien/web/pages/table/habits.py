"""What somebody did last, so that doing it again takes one press; and what befell them last."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from gardien.core.table_rules import REFERENCE
from gardien.table.events import Event
from gardien.table.tree import Tree

if TYPE_CHECKING:
    from gardien.web.pages.table.board import Board

LOOKED_BACK = 60  # events


def _lately(board: "Board") -> Iterator[Event]:
    """What happened of late and still holds, newest first, as far as the viewer may know."""
    state, viewer = board.table.state, board.viewer
    for version, event in islice(board.table.keeping.newest_first(state.version, viewer.log_of), LOOKED_BACK):
        if event is not None and viewer.knows(event) and state.holds(version):
            yield event


def _in_this_fight(board: "Board") -> list[Event]:
    """What happened in the fight under way, newest first; whoever comes into it later does not begin another."""
    events: list[Event] = []
    began: int | None = None
    for event in _lately(board):
        if event.command == "end_fight":
            break
        if event.command == "fight":
            began = len(events)
        events.append(event)
    return events[:began]


def acts_of(board: "Board", character: str) -> list[str]:
    """What somebody did of late, newest first."""
    return [one.roll.procedure for one in _lately(board) if one.roll and one.roll.people.get("") == character]


def last_act(board: "Board", character: str) -> str:
    """What somebody did with their last turn of this fight."""
    turns = board.system.table_rules.fighting.turns if board.system.table_rules.fighting else ()
    for event in _in_this_fight(board):
        if event.roll and event.roll.people.get("") == character and event.roll.procedure in turns:
            return event.roll.procedure
    return ""


def last_aim(board: "Board", procedure: str, character: str) -> dict[str, Any]:
    """The one somebody aimed at last, else the only one there is to aim at, as the input that says whom."""
    targeting = board.system.table_rules.targeting
    against, fight = targeting.get(procedure), board.view["fight"]
    if against is None or not fight or character not in fight["order"]:
        return {}
    sides = fight["sides"]
    foes = [id for id in fight["order"] if sides.get(id) != sides.get(character) and board.can_meet(id)]
    for event in _in_this_fight(board):
        roll = event.roll
        if roll and roll.people.get("") == character and roll.procedure in targeting:
            whom = next((id for name, id in roll.people.items() if name and id != character), "")
            if whom in foes:
                return {against.target: {REFERENCE: whom}}
    return {against.target: {REFERENCE: foes[0]}} if len(foes) == 1 else {}


def last_declared(board: "Board", character: str) -> dict[str, Any]:
    """What was declared for somebody in the round before."""
    for event in _in_this_fight(board):
        if event.command == "declare" and event.asked.get("character") == character:
            return dict(event.asked.get("given", {}))
    return {}


def last_blow(board: "Board", character: str) -> Tree | None:
    """The card of what befell somebody last."""
    cards = board.recent()
    return next((one for one in cards if _touched(one, character) and not one.get("struck")), None)


def _touched(card: Tree, character: str) -> bool:
    return "roll" in card and any(one["character"] == character for one in card.get("changes", ()))
