"""Requests and what has come of them: each answer by its word, and how many went well."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.errors import Refusal
from gardien.core.telling import lower_first
from gardien.table.tree import Tree
from gardien.web.pages.forms.chances import OddsAsker, to_what
from gardien.web.pages.forms.form_values import given_of
from gardien.web.pages.forms.targeting import odds_inputs
from gardien.web.pages.frame import parts
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.log.halves import Fact
from gardien.web.pages.sheet.row_chances import known_odds, untouched
from gardien.web.pages.table.board import board_of

if TYPE_CHECKING:
    from gardien.web.pages.table.board import Board


class Answer(Struct, frozen=True):
    """What came of a request for one of those it was put to."""

    who: str
    word: str
    tone: str
    mark: str = ""
    figure: str = ""


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
        answers[answered] = Answer(board.name(answered), shown.word or shown.what, shown.tone, shown.mark, shown.figure)
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
    facts = tuple(Fact(one.who, (lower_first(one.word),)) for one in answers.values())
    over = ask not in board.view["asks"]
    return structs.replace(shown, facts=facts, figure=summary(board, answers) if over else "", minor=False)


async def show_odds(request: Request, house: Any) -> Response:
    """The exact chance of each who has not answered yet, as the request stands."""
    board = await board_of(request, house)
    ask = board.view["asks"].get(request.path_params["ask"], {})
    missing = [who for who in ask.get("characters", ()) if who not in ask["answered"] and board.may_act_for(who)]
    shown = []
    for who in missing:
        with suppress(Refusal):
            shown.append((who, await _chance(board, house, ask, who)))
    aim = to_what(board.system, ask["procedure"], board.frame.language) if ask else ""
    known = {"ask": request.path_params["ask"], "to_what": aim}
    return parts(*(board.part("askodds", who=who, chance=one, **known) for who, one in shown))


async def _chance(board: "Board", house: Any, ask: Tree, who: str) -> Fraction | None:
    if ask.get("hidden") and not board.keeper:
        return None
    procedure = board.system.procedure(ask["procedure"])
    asker = board.asker(procedure.key, who)
    form = given_of([*untouched([*asker.main(), *asker.more()])], procedure, board.system)
    asked = odds_inputs(board, procedure.key, {**form, **ask["given"]}, who)
    if asked.missing or asked.veiled:
        return None
    worker = house.worker_of(board.table, board.viewer, "asked")
    return await known_odds(
        OddsAsker(worker, board.system, procedure.key, board.frame.language), procedure.key, asked.given
    )
