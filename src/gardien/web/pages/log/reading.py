"""The log as a page reads it: so many cards, newest first, and the entry behind which there are more."""

from typing import TYPE_CHECKING, Any

from gardien.table.tree import Tree

if TYPE_CHECKING:
    from gardien.web.pages.table.board import Board

CARDS = 30
MOST_LOOKED_AT = 600  # entries, however few of them have a card: whoever has written more than that reads on


def log_read(board: "Board", before: str | None = None) -> dict[str, Any]:
    """The cards, without those that wait, which lie above, and those whose end is a card of its own."""
    shown_cards: list[Tree] = []
    logged: list[Tree] = []
    over: set[str] = set()  # those that an offer has changed: what came of it stands in their place
    while len(shown_cards) < CARDS and len(logged) < MOST_LOOKED_AT:
        cards = board.table.log(board.viewer, board.frame.language, before, CARDS)
        over |= {one["follows"] for one in cards if "follows" in one and not one.get("struck")}
        logged += cards
        shown_cards += [one for one in cards if board.logs(one) and one["id"] not in over]
        before = cards[-1]["id"] if len(cards) == CARDS else None
        if before is None:
            break
    more = shown_cards[CARDS - 1]["id"] if len(shown_cards) >= CARDS else before
    return {"cards": [board.card(one, logged) for one in shown_cards[:CARDS]], "more": more or ""}
