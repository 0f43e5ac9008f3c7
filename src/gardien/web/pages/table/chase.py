"""A chase on the page: who runs before whom, the steps between them, whose throw it is, and by which rule."""

from typing import Any

from msgspec import Struct

from gardien.core.chases import SIDES
from gardien.core.telling import lower_first
from gardien.table.chases import pursuit_of
from gardien.table.fight_commands import MOST_STEPS
from gardien.table.tree import Tree
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.people import Person, is_foe


class ChaseShown(Struct, frozen=True):
    """A chase for one viewer."""

    title: str
    turn: str
    fleeing: str
    pursuing: str
    gap: int
    lost: int
    said: str  # all of it in one sentence
    obstacle: str
    ended: str  # how, in a word
    tone: str
    caught: bool
    mine: bool  # the next throw is the viewer's
    waits_for: str  # whose it is else
    ruling: str  # what the table has decided where the rules are silent
    rule: str


def chase_shown(board: Board) -> ChaseShown | None:
    """The chase as far as it is there for the viewer."""
    kept, t = board.view["chase"], board.frame.t
    if not kept:
        return None
    pursuit = pursuit_of(board.system.table_rules.chases, kept["kind"])
    names = {side: board.frame.together(board.names_of(kept[side])) for side in SIDES}
    obstacle, ended, now = kept["obstacle"], kept.get("ended", ""), kept["now"]
    mine = bool(now) and now in board.viewer.owns
    return ChaseShown(
        title=t("chase_title", kind=lower_first(kind_word(board, pursuit.key))),
        turn=t("chase_turn", turn=kept["turn"]),
        **names,
        gap=min(kept["gap"], MOST_STEPS),
        lost=min(kept["lost"], MOST_STEPS),
        said=t("chase_said", gap=kept["gap"], lost=kept["lost"], **names),
        obstacle=t("chase_obstacle_on", what=obstacle, side=t(f"chase_side_{kept['hampers']}")) if obstacle else "",
        ended=t(f"chase_{ended}") if ended else "",
        tone=_tone(board, kept),
        caught=ended == "caught",
        mine=mine,
        waits_for=board.name(now) if now and not mine else "",
        ruling=t("chase_ruling") if not pursuit.rule else t("chase_longer") if kept["lost"] != pursuit.lost else "",
        rule=pursuit.rule if pursuit.rule in board.system.reference else "",
    )


def _tone(board: Board, kept: Tree) -> str:
    """Good or bad for the characters: those who flee if they do, else those who pursue."""
    if not kept.get("ended"):
        return ""
    ours = any(not is_foe(board.view, id, board.system) for id in kept["fleeing"])
    return "good" if ours == (kept["ended"] == "escaped") else "bad"


def kind_word(board: Board, key: str) -> str:
    """What a way of chasing each other is called."""
    terms = board.system.terms
    return terms.say(terms.entry("chase", key), board.frame.language, default=key)


def kinds(board: Board) -> list[tuple[str, str, int, int]]:
    """The ways of this game: key, word, the gap at first and the gap at which they are away."""
    return [(one.key, kind_word(board, one.key), one.start, one.lost) for one in board.system.table_rules.chases]


def runners(board: Board) -> list[Person]:
    """Who could run, whoever is hidden too."""
    return [one for one in board.people.values() if not board.is_gone(one.id)]


def chase_part(board: Board) -> str:
    """The strip, or for the game master what begins one."""

    def make() -> dict[str, Any]:
        shown = chase_shown(board)
        more = {"kinds": kinds(board), "runners": runners(board)} if board.keeper and not shown else {}
        return {"kinds": (), "runners": (), **more, "chase": shown}

    return board.made("chase", make)
