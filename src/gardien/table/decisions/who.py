"""Who is asked where a rule waits: those whose choice an offer is; everybody where all must agree."""

from typing import Any

from gardien.table.events import EVERYBODY
from gardien.table.state import State
from gardien.table.tree import Tree


def is_for(wait: Tree, seat: str) -> bool:
    """Whether a decision is for somebody beside the game master to know of."""
    return wait["audience"] == EVERYBODY or seat in wait["audience"]


def seats_asked(state: State, wait: Tree) -> list[str]:
    """The seats whose answer is still missing; nobody waits for what the game master may grant besides."""
    if wait.get("vote"):
        return [seat for seat in voters(state) if seat not in wait["vote"]["yes"]]
    offers = [one for one in wait["offers"] if not one.get("granted")] or wait["offers"]
    seats = [seat for offer in offers for seat in choosers(state, wait, offer)]
    return [seat for seat in dict.fromkeys(seats) if seat not in wait["passed"]]


def choosers(state: State, wait: Tree, offer: Tree) -> list[str]:
    """Whoever plays the one whose choice it is; the game master where nobody else does, or must not know."""
    seats: dict[str, Any] = state.house.get("seats", {})
    players = [id for id in owners(state, offer["character"]) if is_for(wait, id)]
    keepers = [id for id, seat in seats.items() if seat["role"] == "keeper"]
    return keepers if offer.get("granted") else players or keepers


def owners(state: State, character: str) -> tuple[str, ...]:
    """The players whose character somebody is."""
    seats = state.house.get("seats", {})
    return tuple(id for id, one in seats.items() if one["role"] == "player" and character in one.get("characters", ()))


def voters(state: State) -> list[str]:
    """Every player who plays somebody."""
    people = state.play.get("characters", {})
    return [
        id
        for id, seat in state.house.get("seats", {}).items()
        if seat["role"] == "player" and any(one in people for one in seat.get("characters", ()))
    ]
