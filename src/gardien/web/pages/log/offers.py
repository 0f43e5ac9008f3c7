"""What may follow a card: its legal offers, each with its cost and what it brings; and the odds it had."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.calling import Answer, answer, prepare
from gardien.core.errors import Refusal
from gardien.core.interpreters.typed import throw_again
from gardien.core.presentation import Offer
from gardien.core.terms import number
from gardien.core.values import Change
from gardien.core.verdicts import good_field
from gardien.sheets.words import plain
from gardien.table.binding import bind_open
from gardien.table.cards import sees_roll
from gardien.table.events import Event
from gardien.table.handlers.offers import changed_inputs, inputs_of, offers
from gardien.table.state import with_effects
from gardien.table.tree import Effect, Tree
from gardien.table.viewers import read_version
from gardien.table.writing import consequences
from gardien.web.pages.forms.chances import OddsAsker
from gardien.web.pages.frame import parts
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.log.headlines import result_word, value_word
from gardien.web.pages.table.board import Board, board_of
from gardien.web.worker import Worker

FEW = 6  # offers that a card bears; the others are folded away


class Legal(Struct, frozen=True):
    """An offer as its button shows it."""

    key: str
    verb: str
    cost: str
    word: str = ""  # what it certainly comes to
    vain: bool = False  # and that it does not help
    chance: Fraction | None = None
    throws: bool = False
    whose: str = ""  # whose choice it is, where that is not whoever acted


async def show(request: Request, house: Any) -> Response:
    """The buttons of one card, for whoever may press them, and the chance it had before the throw."""
    board = await board_of(request, house)
    state = board.table.state
    id = request.path_params["card"]
    where = "r" if request.query_params.get("in") == "r" else ""  # one's own result, beside the log
    version = read_version(state, board.viewer, id)
    event = board.table.keeping.event(version)
    if event is None or event.roll is None or not board.viewer.knows(event):
        return parts(board.part("follow", where=where, card_id=id, legal=[], few=FEW, before=None))
    worker = house.worker_of(board.table, board.viewer, f"card {id}")
    weigher = OddsAsker(worker, board.system, event.roll.procedure, board.frame.language)
    before = await _before(weigher, _first(board, event)) if _open(board, event) else None
    open_offers = offers(state, version, event, board.viewer, board.table.keeping.events)
    legal = [await _legal(board, worker, event, offer) for offer in open_offers]
    legal.sort(key=lambda one: one.chance == 0 or one.vain)  # what cannot succeed comes last
    few = FEW if len(legal) > FEW + 1 else len(legal)
    return parts(board.part("follow", where=where, card_id=id, legal=legal, few=few, before=before))


def with_room(board: Board, shown: CardShown) -> CardShown:
    """A card with how many buttons it will have, once what they bring has been worked out."""
    version = read_version(board.table.state, board.viewer, shown.id)
    event = board.table.keeping.event(version)
    if event is None or event.roll is None:
        return shown
    legal = offers(board.table.state, version, event, board.viewer, board.table.keeping.events)
    return replace(shown, room=min(len(legal), FEW + 1))


def _open(board: Board, event: Event) -> bool:
    """Odds rest on values: only whoever sees them all is told."""
    assert event.roll is not None
    return sees_roll(board.table.state, board.viewer, event.roll)


def _first(board: Board, event: Event) -> Event:
    """The throw itself: what was decided or paid once dice lay is no part of the odds it had."""
    earlier = board.table.keeping.event(event.of) if event.of is not None else None
    lay = earlier and earlier.roll and (earlier.roll.waits or event.command == "follow")
    return _first(board, earlier) if earlier and lay else event


async def _before(weigher: OddsAsker, event: Event) -> Fraction | None:
    assert event.roll is not None
    if not event.roll.dice:
        return None
    try:
        return await weigher.good_chance(event.roll.given)
    except Refusal:
        return None


async def _legal(board: Board, worker: Worker, event: Event, offer: Offer) -> Legal:
    """A button: what it costs, and what it comes to or how likely it is to help."""
    terms, language = board.system.terms, board.frame.language
    verb = terms.say(terms.entry("offer", offer.key.partition(".")[0]), language, default=offer.key)
    if about := offer.about[language == "en"]:
        verb = f"{verb} · {about}"
    cost = terms.say(terms.entry("offer_cost", offer.cost), language, default=offer.cost)
    cost = cost.replace("{price}", number(offer.price, language))
    assert event.roll is not None
    chooses = event.roll.people.get(offer.who, "")
    other = offer.who if chooses != event.roll.people.get("") else ""
    whose = "" if board.mine == [chooses] else other  # whoever plays one alone knows whose it is
    throws = bool(board.system.procedure(offer.procedure or event.roll.procedure).dice) and not offer.same_dice
    if event.roll.hidden and not board.keeper:  # whatever it comes to rests on what was kept back
        return Legal(offer.key, verb, cost, throws=throws or offer.rethrow, whose=whose)
    try:
        if offer.rethrow:
            chance = _chance_again(board, event, offer) if _open(board, event) else None
            return Legal(offer.key, verb, cost, chance=chance, throws=True, whose=whose)
        if offer.same_dice:
            gain = _gain(board, event, offer, _judged(board, event, offer), event.changes)
            word = gain or _certainly(board, event, offer, other)
            return Legal(offer.key, verb, cost, word=word, whose=whose)
        procedure, asked, actor = inputs_of(event, offer)
        bound = bind_open(board.table.state, board.viewer, procedure, asked, actor)
        prepared = prepare(board.system.key, procedure, bound.given)
        ends = [answer(prepared, throw_again(prepared.request(), (), one)) for one in (_Low(), _High())]
        if not any(one.dice for one in ends):
            word = _gain(board, event, offer, [(one, bound.people) for one in ends])
            word = word or _comes_to(board, ends[0].outcome) or board.frame.t("for_sure")
            success = ends[0].outcome.get("success")
            if success and not offer.cost:  # no die can fail it
                return Legal(offer.key, verb, cost, chance=Fraction(1), whose=whose)
            return Legal(offer.key, verb, cost, word=word if offer.cost else "", vain=success is False, whose=whose)
        form = board.system.presentation.forms.get(procedure)
        weigher = OddsAsker(worker, board.system, procedure, board.frame.language)
        if again := "success" in board.system.procedure(procedure).outcome_fields():
            weigher.good = "success"  # whether the throw goes well, not whether it is allowed
        chance = await weigher.good_chance(bound.given) if again or form is None or form.has_odds else None
        return Legal(offer.key, verb, cost, chance=chance, throws=True, whose=whose)
    except Refusal:
        return Legal(offer.key, verb, cost, throws=throws, whose=whose)


Ends = list[tuple[Answer, dict[str, str]]]  # with the lowest and with the highest dice, and who is who in it


def _judged(board: Board, event: Event, offer: Offer) -> Ends:
    """The dice as they lie, with what an offer changes; those that would still have to fall lowest, then highest."""
    assert event.roll is not None
    prepared = prepare(board.system.key, event.roll.procedure, changed_inputs(event.roll.given, offer.given))
    return [
        (answer(prepared, throw_again(prepared.request(), event.roll.dice, one)), event.roll.people)
        for one in (_Low(), _High())
    ]


def _gain(board: Board, event: Event, offer: Offer, ends: Ends, undone: Sequence[Change] = ()) -> str:
    """What an offer certainly makes of the body and mind of whoever takes it up: “PV 4 → 11”, “→ indemne”."""
    assert event.roll is not None
    who, state = event.roll.people.get(offer.who, ""), board.table.state
    if not board.may_act_for(who) or who not in state.play.get("characters", {}):
        return ""
    sheet = state.play["characters"][who]["sheet"]
    before = {one.field: one.before for one in undone if one.who == who}
    after = []
    for one, people in ends:
        done = consequences(with_effects(state, _restored(undone)), one, people)
        own = {
            effect.path[4]: effect.value for effect in done if effect.path[:4] == ("play", "characters", who, "sheet")
        }
        after.append({**sheet, **before, **own})
    low, high = after
    gains = []
    for gauge in board.system.presentation.gauges:
        field, value = gauge.field, low.get(gauge.field)
        if field == offer.cost or value == sheet.get(field) or value != high.get(field):
            continue
        if isinstance(value, int | float) and (value < sheet.get(field, 0)) is gauge.reserve:
            continue  # that is its price
        words = [plain(board.system, field, each, board.frame.language) for each in (sheet.get(field), value)]
        named = board.system.terms.field(field) or {}
        label = named.get("code") or board.system.terms.label(field, board.frame.language)
        gains.append(f"{label} {words[0]} → {words[1]}" if isinstance(value, int | float) else f"→ {words[1]}")
    return ", ".join(gains)


def _comes_to(board: Board, outcome: Tree) -> str:
    """What a throw comes to that another point decides anew, in a word; nothing where it is not about one."""
    won = outcome.get("success")
    return value_word(board.system, "success", won, board.frame.language) if isinstance(won, bool) else ""


def _restored(undone: Sequence[Change]) -> tuple[Effect, ...]:
    """What a first judgement has changed, taken back."""
    return tuple(Effect(("play", "characters", one.who, "sheet", one.field), one.before) for one in undone)


def _chance_again(board: Board, event: Event, offer: Offer) -> Fraction | None:
    """How likely one die that falls again is to turn it, while all others lie."""
    assert event.roll is not None
    prepared = prepare(board.system.key, event.roll.procedure, changed_inputs(event.roll.given, offer.given))
    declared = prepared.procedure
    good = good_field(board.system.presentation.forms.get(declared.key), declared.outcome, declared.headline)
    at = next((at for at, die in enumerate(event.roll.dice) if die.who == offer.who), None)
    if at is None or not good:
        return None
    die, faces = event.roll.dice[at], range(1, int(event.roll.dice[at].die.lstrip("d")) + 1)
    others = [*event.roll.dice[:at], *event.roll.dice[at + 1 :]]
    won = [
        answer(prepared, throw_again(prepared.request(), [replace(die, value=face), *others], _Low())).outcome.get(
            good.removeprefix("!")
        )
        is not good.startswith("!")
        for face in faces
    ]
    return Fraction(sum(won), len(won))


def _certainly(board: Board, event: Event, offer: Offer, other: str) -> str:
    """What the dice as they lie would come to, as far as it does not hang on a die that would have to be thrown.

    Whoever does not see all the sheets learns only what does not depend on them.
    """
    assert event.roll is not None
    procedure = event.roll.procedure
    outcomes = [one.outcome for one, _ in _judged(board, event, offer)]
    face = board.system.presentation.forms.get(procedure)
    own_fields = board.system.table_rules.witnessed.get(procedure, ())  # of oneself
    known = own_fields if other else face.known if face else ()
    for fields in (None, known) if _open(board, event) else (known,):
        words = {
            result_word(
                procedure,
                {name: value for name, value in one.items() if fields is None or name in fields},
                board.system,
                board.frame.language,
            )
            for one in outcomes
        }
        if len(words) == 1:
            return words.pop()
    return ""


class _Low:
    """Dice that would still have to fall, at their lowest."""

    def randrange(self, start: int, stop: int, /) -> int:
        return start


class _High:
    """And at their highest."""

    def randrange(self, start: int, stop: int, /) -> int:
        return stop - 1


LOWEST = _Low()
