"""The refusal of a command that rests on what somebody faster has changed."""

from collections.abc import Sequence

from gardien.core.errors import Refusal
from gardien.table.state import State
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer, newest, shown_version


class StaleCommand(Refusal):
    """Somebody was faster: what changed in between, as the asker may see it."""

    def __init__(self, viewer: Viewer, state: State, moved: Sequence[str], cards: Sequence[Tree]) -> None:
        version = shown_version(state, viewer, newest(state, viewer))
        super().__init__("table/stale", kind="stale", head=version, count=len(cards))
        self.version = version
        self.moved = list(moved)
        self.cards = list(cards)
