"""The pages of a fight: who is there, what each declares, what it may bring, the dice of the round."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.core.table_rules import REFERENCE
from gardien.table import commands as c
from gardien.table.handlers.fights import round_of
from gardien.table.secrets import new_id
from gardien.table.tables import Table
from gardien.web.pages.entry import aside, seat_of
from gardien.web.pages.fight import proposals
from gardien.web.pages.fight.declaration import DeclarationAsker, ask_forecast, declared_of, own_odds
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.fight.proposals import Proposed
from gardien.web.pages.fight.round_odds import Outlook
from gardien.web.pages.forms.dice import faces_in, pad_part
from gardien.web.pages.forms.targeting import OddsInputs
from gardien.web.pages.frame import HEADERS, frame_of, parts
from gardien.web.pages.refusals import refusal_response, refusal_text
from gardien.web.pages.table.board import Board, is_halfway
from gardien.web.pages.table.flow import dock_parts, player_parts, state_part, waits_part
from gardien.web.pages.table.habits import last_act, last_declared
from gardien.web.pages.table.people import SIDES
from gardien.web.pages.table.tables import just_done
from gardien.web.pages.undrawn import in_spite, part_instead


async def board_of(request: Request, house: Any) -> FightBoard:
    table, viewer = await seat_of(request, house, request.path_params["table"])
    return FightBoard(table, viewer, frame_of(request), request.query_params.get("c", ""))


async def show(request: Request, house: Any) -> Response:
    """The fight, or what begins one."""
    board = await board_of(request, house)
    board.begins_anew = "neuf" in request.query_params
    act, who = request.query_params.get("a", ""), request.query_params.get("c", "")
    act = board.system.spoken(act) if " " in act else act

    def draw() -> Response:
        more: dict[str, Any] = {"version": board.view["version"], "whole": whole(board, act, who), "flow": ()}
        if board.viewer.role == "player":
            more |= {"flow": dock_parts(board, at_fight=True, opened=False), "me": state_part(board)}
        return board.frame.page("fight.html", **board.context(**more))

    return await aside(house, board.table, board.viewer, draw)


def draft_of(board: FightBoard, id: str) -> dict[str, Any]:
    """What was declared for somebody, for those who may know it."""
    if not board.fight or not board.may_act_for(id):
        return {}
    return dict(board.fight["declared"].get(id) or last_declared(board, id))


def asker(board: FightBoard, draft: dict[str, Any] | None = None) -> DeclarationAsker | None:
    """The form of whoever declares next."""
    if not board.asked or board.fighting is None or not board.fighting.round:
        return None
    return DeclarationAsker(board, board.asked, draft_of(board, board.asked) if draft is None else draft)


def form_part(
    board: FightBoard, *, open: bool = False, act: str = "", who: str = "", proposed: Proposed | None = None
) -> Markup:
    """The form, closed where the declaration is already in; in turns, the hand of whoever acts, or reacts.

    Where something is proposed the form is filled in with it.
    """
    draw = partial(_form, board, open, act, who, proposed)
    return in_spite(board.frame, draw, partial(part_instead, "fight_form"))


def _form(board: FightBoard, open: bool, act: str, who: str, proposed: Proposed | None) -> Markup:
    best = proposed.best if proposed else None
    if proposed and board.fighting and not board.fighting.simultaneous:
        board.chosen = dict(best.given) if best else {}
        act = act_of(board, "") if best is None else best.procedure
        return board.part("fight_form", act=act, who=board.now, proposed=proposed)
    if board.fighting and not board.fighting.simultaneous:
        if who and act in [one.key for one in board.turns.reactions(who)]:
            against = board.system.table_rules.targeting.get(act)
            board.chosen = {against.target: {REFERENCE: board.now}} if against else {}
            return board.part("fight_form", act=act, who=who, proposed=None)
        return board.part("fight_form", act=act_of(board, act), who=board.now, proposed=None)
    fighter = next((one for one in board.fighters if one.id == board.asked), None)
    alike = next((one.ids for one in board.shown() if board.asked in one.ids), ())
    form = asker(board, dict(best.given) if best else None)
    return board.part("fight_form", form=form, fighter=fighter, alike=alike, open=open, proposed=proposed)


def act_of(board: FightBoard, asked: str) -> str:
    """The act whose form is open: the one asked for where it is possible now, else the first that is."""
    if not board.now or not board.may_act_for(board.now):
        return ""
    open_acts = [one.key for one in board.turns.acts(board.now) if not one.why]
    wished = (asked, last_act(board, board.now), *open_acts)
    return next((one for one in wished if one in open_acts), "")


async def turn_form(request: Request, house: Any) -> Response:
    """What whoever acts does with the turn; the address names whom it was meant for."""
    board = await board_of(request, house)
    if board.fighting is None or not board.fight:
        raise Refusal("table/no_fight", kind="refused")
    act, whom = request.query_params.get("a", ""), request.query_params.get("t", "")
    against = board.system.table_rules.targeting.get(act)
    if against and board.can_meet(whom):  # aimed at already, with another act
        board.chosen = {against.target: {REFERENCE: whom}}
    return parts(form_part(board, act=act, who=request.query_params.get("c", "")))


async def propose(request: Request, house: Any) -> Response:
    """What Gardien would have a foe do, after so many other acts were refused, in the form that would do it."""
    board = await board_of(request, house)
    id, at = request.query_params.get("c", ""), request.query_params.get("n", "")
    in_turns = board.fighting and not board.fighting.simultaneous
    if not board.fight:  # it has ended while they were being thought for
        return parts(board.part("fight_whole", **whole(board)))
    if id not in board.order or (in_turns and id != board.now):  # they left, or their turn passed
        return parts(form_part(board))
    proposed = await proposals.propose(board, house, id, int(at) if at.isdecimal() and len(at) < 3 else 0)
    return parts(form_part(board, open=True, proposed=proposed))


async def accept(request: Request, house: Any) -> Response:
    """What was proposed is done."""
    table, viewer = await seat_of(request, house, request.path_params["table"])
    frame, fields = frame_of(request), dict(await _items(request))
    try:
        await proposals.accept(FightBoard(table, viewer, frame), fields)
    except Refusal as refusal:
        return refusal_response(refusal, Board(table, viewer, frame), _from_script(request))
    return _redirect(request, table)


async def outside(request: Request, house: Any) -> Response:
    """What somebody throws though it is not their turn, or all of them at once: it takes nothing of a turn."""
    board = await board_of(request, house)
    if not board.keeper or not board.fight:
        raise Refusal("table/keeper_only", kind="forbidden", field="out_of_turn")
    everyone = board.fighting.everyone if board.fighting else ()
    who, act = request.query_params.get("c", ""), request.query_params.get("a", "")
    asked = next((one for one in board.order if board.people[one].played_by), board.order[0])
    board.selected = who if who in board.people else asked
    if not act:
        act = next((one for one in (*everyone[1:], *everyone) if board.can_do(one)), board.acts()[0][0])
    board.system.procedure(act)
    return parts(board.part("fight_outside", act=act, who=board.selected, all=act in everyone and not who))


async def form(request: Request, house: Any) -> Response:
    """The declaration of one fighter."""
    board = await board_of(request, house)
    return parts(form_part(board, open=True))


async def choices(request: Request, house: Any) -> Response:
    """What is still possible with what stands in the form, and its odds."""
    table, viewer = await seat_of(request, house, request.path_params["table"])
    items = await _items(request)
    board = FightBoard(table, viewer, frame_of(request), dict(items).get("character", ""))
    if not board.asked or board.fighting is None or not board.fighting.round:
        return parts()  # a question on its way while the round began: its form is gone
    draft = declared_of(items, board.system)
    trouble, odds = "", []
    try:
        if draft.get(board.fighting.act) and _aimed_well(board, draft):
            worker = house.worker_of(table, viewer, "declaration")
            odds = await own_odds(board, worker, board.asked, draft)
    except Refusal as refusal:
        trouble = refusal_text(refusal, board)
    return parts(
        board.part("fight_acts", form=asker(board, draft)),
        board.part("fight_odds", odds=odds, trouble=trouble, outlook=Outlook(board)),
    )


def _aimed_well(board: FightBoard, draft: dict[str, Any]) -> bool:
    """Whether an act that has an aim names one: before that there is nothing to weigh."""
    assert board.fighting is not None
    needs = board.fighting.aimed and draft[board.fighting.act] in board.fighting.aimed and board.fighting.aims
    return not needs or bool(draft.get(board.fighting.aims[0]))


async def declare(request: Request, house: Any) -> Response:
    """A declaration for one fighter or for several alike; or what whoever hesitates does."""
    table, viewer = await seat_of(request, house, request.path_params["table"])
    frame, items = frame_of(request), await _items(request)
    board = FightBoard(table, viewer, frame)
    fields = dict(items)
    whom = [text for name, text in items if name == "character"] + fields.get("all", "").split()
    try:
        if board.fighting is None or not board.fighting.round:
            raise Refusal("table/in_turns", kind="refused")
        if fields.get("idle"):
            whom = whom or [one.id for one in board.awaited]
            given = dict(board.fighting.idle)
        else:
            given = {} if fields.get("same") else declared_of(items, board.system)
        action = fields.get("action") or new_id("f")
        for place, id in enumerate(dict.fromkeys(whom)):
            said = last_declared(board, id) if fields.get("same") and board.may_act_for(id) else given
            command = c.Declare(character=id, given=said)
            envelope = c.Envelope(action=f"{action}-{place}", command=command, together=action)
            await table.act_soon(viewer.seat, envelope, frame.language)
    except Refusal as refusal:
        return refusal_response(refusal, Board(table, viewer, frame), _from_script(request))
    return _redirect(request, table)


async def begin(request: Request, house: Any) -> Response:
    """A fight begins, or more people join it."""
    table, viewer = await seat_of(request, house, request.path_params["table"])
    frame, items = frame_of(request), await _items(request)
    fields = dict(items)
    sides = {name.partition(".")[2]: text for name, text in items if name.startswith("side.")}
    places = {name.partition(".")[2]: int(text) for name, text in items if name.startswith("place.") and text.isdigit()}
    chosen = [text for name, text in items if name == "fighter"]
    try:
        if not chosen:
            raise Refusal("fight/nobody", field="fighter")
        fighters = tuple(
            c.Fighter(character=id[:40], side=sides.get(id, next(iter(SIDES)))[:100], place=places.get(id))
            for id in chosen
        )
        envelope = c.Envelope(action=fields.get("action") or new_id("f"), command=c.Fight(fighters=fighters))
        await table.act_soon(viewer.seat, envelope, frame.language)
    except Refusal as refusal:
        return refusal_response(refusal, Board(table, viewer, frame), _from_script(request))
    return _redirect(request, table)


def _from_script(request: Request) -> bool:
    return request.headers.get("x-gardien") == "1"


def _redirect(request: Request, table: Table) -> Response:
    if _from_script(request):
        return Response(msgspec.json.encode({}), 200, HEADERS, "application/json")
    return RedirectResponse(f"/t/{table.campaign}/combat", 303)


async def _items(request: Request) -> list[tuple[str, str]]:
    form = await request.form(max_fields=2000)
    return [(name, str(value)) for name, value in form.multi_items()]


# ---- what the round may bring, and its dice: for the game master ----


async def chances(request: Request, house: Any) -> Response:
    """The exact odds of the round as it stands."""
    board = await board_of(request, house)
    if not board.keeper:
        raise Refusal("table/keeper_only", kind="forbidden")
    forecast, people, trouble = None, {}, ""
    try:
        bound = round_of(board.table.state)
        people = bound.people
        worker = house.worker_of(board.table, board.viewer, "round")
        forecast = await ask_forecast(worker, board.system, bound.given, board.frame.language)
        if forecast.refused:
            trouble = board.system.terms.word("refused", forecast.refused, board.frame.language)
    except Refusal as refusal:
        trouble = refusal_text(refusal, board)
    return parts(board.part("fight_chances", forecast=forecast, people=people, trouble=trouble, outlook=Outlook(board)))


async def dice(request: Request, house: Any) -> Response:
    """The dice of the round, typed one by one."""
    board = await board_of(request, house)
    if not board.keeper or board.fighting is None:
        raise Refusal("table/keeper_only", kind="forbidden")
    faces = faces_in(dict(await _items(request)).get("dice", ""))
    return parts(pad_part(board, board.fighting.round, lambda: OddsInputs(round_of(board.table.state).given), faces))


# ---- live ----

WHOLE = ("fight", "end_fight", "undo", "redo", "leave")  # after which the page is another

RAISING = ("follow", "decide", "edit", "override", "settle")  # by which somebody who was down may be up again


def changed_parts(plain_board: Board, news: dict[str, Any], page: Mapping[str, str]) -> list[str]:
    """The parts of the page of a fight that an event changes; a form under somebody's hands stays."""
    viewer = plain_board.viewer
    board = FightBoard(plain_board.table, viewer, plain_board.frame)
    card = news.get("card") or {}
    command = card.get("command", "")
    flow: list[str] = player_parts(board, news, at_fight=True) if viewer.role == "player" else []
    if board.keeper and not board.fight and command not in (*WHOLE, "add", "remove", "show", "scene"):
        end = board.end()  # who is being chosen for another fight stays chosen
        return [board.part("fight_head"), *([board.part("fight_end", end=end)] if end else [])]
    if command in WHOLE or not board.fight:
        head = [board.part("fight_head")] if board.keeper else []
        return [*flow, *head, board.part("fight_whole", **whole(board))]
    assert board.fighting is not None
    changed: list[str] = [*flow, board.part("fight_head"), board.part("fight_decl")]
    own = card.get("seat") == viewer.seat
    if not board.fighting.simultaneous:
        turned = "fight" in news["set"] and command != "show"  # who is in sight changes no turn
        touched = [path.split("/")[1] for path in news["set"] if path.startswith("characters/")]
        people = command == "show" or any(id in board.people and board.is_gone(id) for id in touched)
        mine = [id for id in touched if viewer.role == "player" and id in viewer.owns]
        fate = any(board.why_out(id) for id in mine) or (bool(mine) and command in RAISING)
        changed += _changed_turn(board, command, turned or fate, people)
    elif board.keeper:
        changed.append(board.part("fight_go" if command == "round" else "fight_reveal"))
    if board.fighting.simultaneous and _new_form(board, command, own, news["set"]):
        changed.append(form_part(board))
    if board.keeper and ("roll" in card or any(path.partition("/")[0] == "asks" for path in news["set"])):
        changed.append(board.part("asks", done=just_done(board, news)))
    if viewer.role != "player" and any(path.startswith("waits/") for path in news["set"]):
        changed.append(waits_part(board, news))
    if card and board.tells_of_fight(card):
        said = {} if is_halfway(card) else {"said": board.card(card)}
        changed.append(board.part("fight_log", **said))
    return changed


def _changed_turn(board: FightBoard, command: str, turned: bool, people: bool) -> list[str]:
    """Where people are, and what whoever acts can do now; a new form only for a new turn."""
    assert board.fighting is not None
    changed: list[str] = []
    if board.fighting.distance:
        changed.append(board.part("fight_zones"))
    if board.fighting.stance and board.viewer.role == "player":
        changed.append(board.part("fight_ready"))
    if board.viewer.role not in ("keeper", "player"):
        return changed
    if board.system.table_rules.life:
        changed.append(board.part("fight_due"))
    own = board.may_act_for(board.now)
    if turned or (command == "show" and not own):
        return [*changed, form_part(board)]
    if own and board.fighting.turns:
        changed.append(board.part("fight_turn", act="", anew="people" if people else "odds"))
    elif board.fighting.reacts and not board.keeper:
        changed.append(board.part("fight_react"))
    return changed


def _new_form(board: FightBoard, command: str, own: bool, changed: dict[str, Any]) -> bool:
    """Whether the form is drawn anew: what somebody else does must not wipe what is being filled in."""
    if command == "declare":
        return own
    asked = f"characters/{board.asked}" in changed
    return command in ("round", "show") or (asked and (own or not board.keeper))


def whole(board: FightBoard, act: str = "", who: str = "") -> dict[str, Any]:
    """What the whole page needs beyond the board."""
    return {"form_part": form_part(board, act=act, who=who) if board.fight else ""}
