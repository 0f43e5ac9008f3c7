"""Decisions on the page: what a rule that waits has thrown, what each may choose, whose answer is missing."""

from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.calling import Prepared
from gardien.core.errors import Refusal
from gardien.core.interpreters.remaining_odds import remaining_odds
from gardien.core.interpreters.run import DieShown, Waiting
from gardien.core.presentation import Offer
from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language, number
from gardien.table.cards import card
from gardien.table.decisions.answer import Ready, decided_inputs
from gardien.table.decisions.open import ways
from gardien.table.decisions.who import voters
from gardien.table.events import EVERYBODY
from gardien.table.tree import Tree
from gardien.table.viewers import sees_all
from gardien.web.pages.frame import parts
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.log.deeds import offer_word
from gardien.web.pages.log.headlines import value_word
from gardien.web.pages.table.board import Board, board_of

MOST_WORDS = 3  # of what may follow, the likeliest


class Choice(Struct, frozen=True):
    """A button: what is chosen, what it costs or takes, what follows from it; without a key, nothing is."""

    key: str
    verb: str = ""
    cost: str = ""
    whose: str = ""  # whose choice it is, where the viewer plays several or none of them
    unanimous: bool = False
    follows: tuple[tuple[str, Fraction], ...] = ()


class Voter(Struct, frozen=True):
    """Somebody whose word counts where all must agree."""

    seat: str
    name: str
    agrees: bool


class WaitShown(Struct, frozen=True):
    """A rule that waits, for one viewer."""

    id: str
    card: CardShown
    choices: tuple[Choice, ...]
    asked: str  # the names of those whose answer is missing
    mine: bool  # the viewer's is
    may_pass: bool
    passing: str  # what it is called to want nothing
    weighs: bool  # the viewer sees all that the odds rest on
    vote: str = ""  # what all must agree to
    voters: tuple[Voter, ...] = ()
    may_vote: bool = False


def _passing(board: Board, field: str) -> str:
    """What it is called to go on without, where the game has a word for what is decided."""
    entry = board.system.terms.entry("go_on", field)
    return board.system.terms.say(entry, board.frame.language) if entry else board.frame.t("wait_go_on")


def wait_shown(board: Board, id: str) -> WaitShown | None:
    """One decision, from nothing but what the viewer knows of it."""
    state, viewer = board.table.state, board.viewer
    known, kept = board.view["waits"].get(id), state.play.get("waits", {}).get(id)
    event = board.table.keeping.event(kept["event"]) if kept else None
    drawn = card(state, viewer, kept["event"], event, board.frame.language) if kept and event else None
    if known is None or drawn is None or event is None or event.roll is None:
        return None
    vote = known["vote"]
    able = voters(state)
    people = state.play.get("characters", {})
    open = all(one in people and sees_all(viewer, one, people[one]) for one in event.roll.people.values())
    mine = viewer.seat in known["asked"]
    return WaitShown(
        id=id,
        card=board.card(drawn),
        choices=() if vote else tuple(_choice(board, one) for one in known["offers"]),
        asked=board.frame.together([seat_name(board, seat) for seat in known["asked"]]),
        mine=mine,
        may_pass=viewer.keeper or (mine and not vote),
        passing=_passing(board, event.roll.waits),
        weighs=open and viewer.role in ("keeper", "player"),
        vote=offer_word(board.system, vote["offer"], board.frame.language) if vote else "",
        voters=tuple(Voter(seat, seat_name(board, seat), seat in vote["yes"]) for seat in able) if vote else (),
        may_vote=bool(vote) and viewer.seat in able and viewer.seat not in vote["yes"],
    )


def seat_name(board: Board, seat: str) -> str:
    """Whoever sits there: by name, else by whom they play."""
    kept = board.view["seats"].get(seat, {})
    if kept.get("role") == "keeper" and not kept.get("name"):
        return board.frame.t("wait_keeper")
    return str(kept.get("name") or board.frame.together([board.name(id) for id in kept.get("characters", ())]))


def _choice(board: Board, offer: Tree) -> Choice:
    terms, language = board.system.terms, board.frame.language
    cost = terms.say(terms.entry("offer_cost", offer.get("cost", "")), language, default=offer.get("cost", ""))
    note = terms.say(terms.entry("offer_note", offer["key"]), language, default="")
    own = offer["character"] in board.viewer.owns
    return Choice(
        key=offer["key"],
        verb=offer_word(board.system, offer["key"], language),
        cost=cost.replace("{price}", number(offer.get("price", 0), language)) or note,
        whose="" if own and len(board.mine) == 1 else board.name(offer["character"]),
        unanimous=bool(offer.get("unanimous")),
    )


# ---- what follows ----


async def show_odds(request: Request, house: Any) -> Response:
    """The same choices, each with the exact chances of what follows, where they are known quickly."""
    board = await board_of(request, house)
    id = request.path_params["wait"]
    wait = wait_shown(board, id)
    if wait is None or not wait.weighs:
        return parts()  # somebody has just answered
    whose = (board.table, board.viewer.seat)
    with_odds = await house.aside.run(whose, _with_odds, board, wait)
    without = await house.aside.run(whose, _without, board, wait)
    return parts(board.part("wait_choices", wait=with_odds, without=without))


def _with_odds(board: Board, wait: WaitShown) -> WaitShown:
    return replace(wait, choices=tuple(replace(one, follows=_follows(board, wait.id, one.key)) for one in wait.choices))


def _without(board: Board, wait: WaitShown) -> tuple[tuple[str, Fraction], ...]:
    return _follows(board, wait.id, "") if wait.may_pass else ()


def _follows(board: Board, id: str, key: str) -> tuple[tuple[str, Fraction], ...]:
    """The likeliest of what may still come, in words; nothing where that takes too long or cannot be done any more."""
    state = board.table.state
    wait = state.play.get("waits", {}).get(id)
    event = board.table.keeping.event(wait["event"]) if wait else None
    if wait is None or event is None or event.roll is None:
        return ()
    roll = event.roll
    waiting = Waiting(roll.waits, roll.outcome, roll.place)
    open = wait["audience"] == EVERYBODY
    offers = {one.key: one for one in ways(state, roll.procedure, roll.given, waiting, wait["people"], open)}
    if key and key not in offers:
        return ()
    offer: Offer | None = offers.get(key)
    try:
        ready = Ready(state, wait, roll, decided_inputs(wait, offer, ["yes"]))
        odds = _words(ready.prepared, ready.dice, waiting, board.system, board.frame.language)
    except Refusal:
        return ()
    return tuple(sorted(odds.items(), key=lambda one: -one[1])[:MOST_WORDS])


def _words(
    prepared: Prepared, dice: list[DieShown], waiting: Waiting, system: System, language: Language
) -> dict[str, Fraction]:
    """The first result that is not known yet, word by word."""
    procedure = prepared.procedure
    field = next((name for name in procedure.headline if name not in waiting.told), "") or procedure.headline[-1]
    own = dict(zip(procedure.outcome.__struct_encode_fields__, procedure.outcome.__struct_fields__, strict=True))[field]
    chances: dict[str, Fraction] = {}
    for outcome, chance in remaining_odds(prepared.request(), dice):
        word = lower_first(value_word(system, field, getattr(outcome, own, None), language))
        chances[word] = chances.get(word, Fraction(0)) + chance
    return chances
