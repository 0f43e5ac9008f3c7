"""Decisions on the page: what a rule that waits has thrown, what each may choose, whose answer is missing."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.calling import Prepared
from gardien.core.errors import Refusal
from gardien.core.interpreters.remaining_odds import remaining_odds
from gardien.core.interpreters.run import Waiting
from gardien.core.presentation import Offer
from gardien.core.procedure import Procedure
from gardien.core.telling import lower_first
from gardien.core.terms import number
from gardien.core.verdicts import good_words
from gardien.table.cards import card, sees_roll
from gardien.table.decisions.answer import Ready, decided_inputs
from gardien.table.decisions.open import ways
from gardien.table.decisions.who import voters
from gardien.table.events import EVERYBODY, Rolled
from gardien.table.tree import Tree
from gardien.web.pages.forms.chances import OddsAsker
from gardien.web.pages.frame import names_inside, parts
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.log.deeds import offer_word
from gardien.web.pages.log.headlines import value_word
from gardien.web.pages.table.board import Board, board_of
from gardien.web.worker import Worker

MOST_WORDS = 3  # of what may follow, the likeliest


class Choice(Struct, frozen=True):
    """A button: what is chosen, what it costs or takes, what follows from it; without a key, nothing is."""

    key: str
    verb: str = ""
    cost: str = ""
    whose: str = ""  # whose choice it is, where the viewer plays several or none of them
    unanimous: bool = False
    follows: tuple[tuple[str, Fraction], ...] = ()
    chance: Fraction | None = None  # of the throw of one's own that it asks for


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
    open: bool  # the viewer sees all that the odds rest on
    weighs: bool  # there is something to weigh for them: all of it, or a throw of their own
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
    open = sees_roll(state, viewer, event.roll)
    mine, plays = viewer.seat in known["asked"], viewer.role in ("keeper", "player")
    return WaitShown(
        id=id,
        card=board.card(drawn),
        choices=() if vote else tuple(_choice(board, one) for one in known["offers"]),
        asked=names_inside([seat_name(board, seat) for seat in known["asked"]], board.frame.language),
        mine=mine,
        may_pass=viewer.keeper or (mine and not vote),
        passing=_passing(board, event.roll.waits),
        open=open,
        weighs=plays and (open or bool(_own_throws(board, id))),
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
    if not wait.open:
        own = await _own_chances(board, house.worker_of(board.table, board.viewer, f"decision {id}"), id)
        choices = tuple(replace(one, chance=own.get(one.key)) for one in wait.choices)
        return parts(board.part("wait_choices", wait=replace(wait, choices=choices), without=()))
    whose = (board.table, board.viewer.seat)
    with_odds = await house.aside.run(whose, _with_odds, board, wait)
    without = await house.aside.run(whose, _without, board, wait)
    return parts(board.part("wait_choices", wait=with_odds, without=without))


def _with_odds(board: Board, wait: WaitShown) -> WaitShown:
    return replace(wait, choices=tuple(replace(one, follows=_follows(board, wait.id, one.key)) for one in wait.choices))


def _without(board: Board, wait: WaitShown) -> tuple[tuple[str, Fraction], ...]:
    return _follows(board, wait.id, "") if wait.may_pass else ()


class Pause(Struct, frozen=True):
    """A rule that waits, as the table keeps it, and what can be decided."""

    kept: Tree
    roll: Rolled
    waiting: Waiting
    offers: Mapping[str, Offer]


def _pause(board: Board, id: str) -> Pause | None:
    """One that is still open."""
    state = board.table.state
    kept = state.play.get("waits", {}).get(id)
    event = board.table.keeping.event(kept["event"]) if kept else None
    if kept is None or event is None or event.roll is None:
        return None
    roll = event.roll
    waiting = Waiting(roll.waits, roll.outcome, roll.place)
    offers = ways(state, roll.procedure, roll.given, waiting, kept["people"], kept["audience"] == EVERYBODY)
    return Pause(kept, roll, waiting, {one.key: one for one in offers})


Follows = tuple[tuple[str, Fraction], ...]


def _follows(board: Board, id: str, key: str) -> Follows:
    """The likeliest of what may still come, and what it costs; nothing where that takes too long or cannot be done."""
    pause = _pause(board, id)
    if pause is None or (key and key not in pause.offers):
        return ()
    try:
        decided = decided_inputs(pause.kept, pause.offers.get(key), ["yes"])
        ready = Ready(board.table.state, pause.kept, pause.roll, decided)
        rest = remaining_odds(ready.prepared.request(), ready.dice)
    except Refusal:
        return ()
    field = _first_unknown(ready.prepared.procedure, pause.waiting)
    results = _shares((_result(board, field, outcome), chance) for outcome, chance in rest)
    if len(results) != 1:
        return results[:MOST_WORDS]
    moves = _shares(
        (_moved(board, ready.prepared, outcome), chance) for outcome, chance in rest
    )  # what is sure may cost
    return (*results, *[one for one in moves if one[0]][:MOST_WORDS])


def _shares(weighed: Iterable[tuple[str, Fraction]]) -> Follows:
    """The same added up, the likeliest first."""
    chances: dict[str, Fraction] = {}
    for word, chance in weighed:
        chances[word] = chances.get(word, Fraction(0)) + chance
    return tuple(sorted(chances.items(), key=lambda one: -one[1]))


def _first_unknown(procedure: Procedure, waiting: Waiting) -> tuple[str, str]:
    """The first result that is not known yet: as it is sent, and as it is called in the outcome."""
    field = next((name for name in procedure.headline if name not in waiting.told), "") or procedure.headline[-1]
    named = zip(procedure.outcome.__struct_encode_fields__, procedure.outcome.__struct_fields__, strict=True)
    return field, dict(named)[field]


def _result(board: Board, field: tuple[str, str], outcome: Any) -> str:
    return lower_first(value_word(board.system, field[0], getattr(outcome, field[1], None), board.frame.language))


def _moved(board: Board, prepared: Prepared, outcome: Any) -> str:
    """Which gauges of whoever acts it moves for the worse: « Trauma 1 → 2 »."""
    falls = {one.field: one.reserve for one in board.system.presentation.gauges if one.vital}
    moves = []
    for one in outcome.changes(prepared.given, prepared.options) if hasattr(outcome, "changes") else ():
        if not one.who and one.field in falls and (one.after > one.before) != falls[one.field]:
            before, after = (number(value, board.frame.language) for value in (one.before, one.after))
            moves.append(f"{board.system.terms.label(one.field, board.frame.language)} {before} → {after}")
    return ", ".join(moves)


# ---- a throw of one's own, where what it answers is hidden ----


def _own_throws(board: Board, id: str) -> list[Offer]:
    """Choices of the viewer's own people that ask for a throw which nobody else's sheet has a say in."""
    pause = _pause(board, id)
    owns = board.viewer.owns
    return [one for one in pause.offers.values() if one.own and pause.kept["people"][one.who] in owns] if pause else []


async def _own_chances(board: Board, worker: Worker, id: str) -> dict[str, Fraction]:
    """How likely each of them is to go well, by its key; whether it comes to it at all is not told."""
    chances: dict[str, Fraction] = {}
    for offer in _own_throws(board, id):
        pause = _pause(board, id)
        if pause is None:
            return {}
        try:
            ready = Ready(board.table.state, pause.kept, pause.roll, decided_inputs(pause.kept, offer, ["yes"]))
            weigher = OddsAsker(worker, board.system, pause.roll.procedure, board.frame.language)
            odds = await weigher.odds_by(ready.bound.given, (offer.own,))
        except Refusal:
            continue
        ladder = good_words(board.system.presentation, ready.prepared.procedure.outcome, offer.own)
        thrown = [(one[offer.own], chance) for one, chance in odds if one.get(offer.own) is not None]
        if total := sum(chance for _, chance in thrown):
            good = sum(chance for value, chance in thrown if value is True or value in ladder)
            chances[offer.key] = Fraction(good) / total
    return chances
