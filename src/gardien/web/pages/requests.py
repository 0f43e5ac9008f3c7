"""Requests and what has come of them: each answer by its word, and how many went well."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gardien.core.telling import lower_first
from gardien.table.tree import Tree
from gardien.web.pages.cards import CardShown, Fact

if TYPE_CHECKING:
    from gardien.web.pages.board import Board


class Answer(Struct, frozen=True):
    """What came of a request for one of those it was put to."""

    who: str
    word: str
    tone: str


def answers_to(board: "Board", ask: str, cards: Sequence[Tree]) -> dict[str, Answer]:
    """The answers among some cards, by character: as they stand once somebody has taken up an offer."""
    later = {one["follows"]: one for one in cards if "follows" in one and not one.get("struck")}
    answers: dict[str, Answer] = {}
    for card in reversed(cards):
        if card.get("words", {}).get("ask") != ask or "roll" not in card or card.get("struck"):
            continue
        answered = card["roll"]["people"].get("", "")
        while card["id"] in later:
            card = later[card["id"]]
        shown = board.card(card)
        answers[answered] = Answer(board.name(answered), lower_first(shown.word or shown.what), shown.tone)
    return answers


def summary(board: "Board", answers: Mapping[str, Answer]) -> str:
    """How many of those who answered made it; nothing where the rule knows no such thing."""
    judged = [one for one in answers.values() if one.tone in ("good", "bad")]
    good = sum(one.tone == "good" for one in judged)
    if not judged:
        return ""
    return board.frame.t("asks_good_one" if good == 1 else "asks_good", good=good, all=len(answers))


def request_shown(board: "Board", card: Tree, shown: CardShown, cards: Sequence[Tree]) -> CardShown:
    """The card of a request with its answers; any other stays as it is."""
    ask = card.get("words", {}).get("ask") if card["command"] == "ask" else None
    answers = answers_to(board, ask, cards) if ask else {}
    if not answers:
        return shown
    facts = tuple(Fact(one.who, (one.word,)) for one in answers.values())
    over = ask not in board.view["asks"]
    return structs.replace(shown, facts=facts, figure=summary(board, answers) if over else "", minor=False)
