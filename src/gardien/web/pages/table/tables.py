"""The pages of a table: the board, its parts, and everything that is sent from it."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.calling import StepShown, prepare
from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.news import News
from gardien.table.secrets import new_id
from gardien.table.tables import Acted, Table
from gardien.table.viewers import Viewer, read_version, shown_version
from gardien.web.answers import decode
from gardien.web.live import Live, Stream, last_seen, message
from gardien.web.pages.entry import address, aside, qr, seat_of
from gardien.web.pages.forms.chances import OddsAsker
from gardien.web.pages.forms.dice import faces_in
from gardien.web.pages.forms.form_values import add_to, answers_hushed, asked_given, given_of, left_open, place_in
from gardien.web.pages.forms.person_inputs import is_alone
from gardien.web.pages.forms.risks import PATIENCE, work_out_risks_soon
from gardien.web.pages.forms.targeting import (
    aim_hint,
    befalls_woman,
    changed_fields,
    check_aimed,
    odds_inputs,
    placed_parts,
    visible_inputs,
)
from gardien.web.pages.frame import HEADERS, Frame, frame_of, parts
from gardien.web.pages.log.cards import reasons
from gardien.web.pages.refusals import refusal_response, refusal_text
from gardien.web.pages.sheet.sheet_links import chosen_before
from gardien.web.pages.table import wall
from gardien.web.pages.table.board import Board, board_of
from gardien.web.pages.table.cast import typed_command
from gardien.web.pages.table.chase import chase_part
from gardien.web.pages.table.decisions import seat_name
from gardien.web.pages.table.flow import WAITS, dock_parts, player_parts, said_in_words, state_part, waits_part

LONGEST = 100  # letters of what is told with a request
RESTS: tuple[type[c.Command], ...] = (  # what means something else once the table has moved on from what a page shows
    c.Undo,
    c.Redo,
    c.Edit,
    c.Override,
    c.Remark,
    c.Turn,
    c.Round,
    c.Pursue,
    c.Advance,
    c.Settle,
    c.Dismiss,
)


async def show(request: Request, house: Any) -> Response:
    """The table itself: a board for the game master, one view at a time for players, a wall for the shared screen."""
    board = await board_of(request, house)
    if board.viewer.role == "screen":
        return await aside(house, board.table, board.viewer, lambda: wall.page(board))
    template = "play.html" if board.viewer.role == "player" else "table.html"
    act = _act(request, board)
    if board.viewer.role == "player":
        await asyncio.gather(*(work_out_risks_soon(house, board, id, PATIENCE) for id in board.mine))
    sitting = _here(board, house)

    def draw() -> Response:
        more: dict[str, Any] = {"act": act, "selected": board.selected, "here": sitting, "chase": chase_part(board)}
        more["version"] = board.view["version"]
        if board.viewer.role == "player":
            more |= {"flow": dock_parts(board), "me": state_part(board)}
        return board.frame.page(template, **board.context(**more))

    return await aside(house, board.table, board.viewer, draw)


def _act(request: Request, board: Board) -> str:
    """The act whose form is open; what else the address says is filled in there."""
    said = request.query_params.get("a") or ""
    act = board.system.spoken(said) if " " in said else said
    if not act or not board.can_do(act):
        act = board.acts()[0][0]
    board.system.procedure(act)
    board.chosen = chosen_before(board.system, act, request.query_params.multi_items())
    return act


async def hand(request: Request, house: Any) -> Response:
    """The form of one action for one character."""
    board = await board_of(request, house)
    act = _act(request, board)
    return await aside(
        house, board.table, board.viewer, lambda: parts(board.part("hand", act=act, selected=board.selected))
    )


async def here(request: Request, house: Any) -> Response:
    """Who is at the table just now."""
    return parts(_here(await board_of(request, house), house))


def _here(board: Board, house: Any) -> str:
    """Those in a seat whose page is open somewhere."""
    there = {one.seat for one in house.streams if one.table is board.table and not one.ended}
    sitting = [id for id, one in board.view["seats"].items() if id in there and one["role"] in ("keeper", "player")]
    return board.part("here", names=[seat_name(board, id) for id in sitting])


async def whom(request: Request, house: Any) -> Response:
    """To whom somebody, or a secret card, is shown: nobody, all, or those chosen."""
    board = await board_of(request, house)
    if not board.keeper:
        raise Refusal("table/keeper_only", kind="forbidden")
    card, character = (request.query_params.get(name, "") for name in ("carte", "c"))
    kept = board.view["characters"].get(character)
    if kept is None and not card:
        raise Refusal("table/no_character", field="c", came=character[:40])
    others = (id for id, one in board.view["seats"].items() if one["role"] != "keeper")
    seated = {id: name for id in others if (name := seat_name(board, id))}
    shown = {"card_id": card, "character": character, "kept": kept or {}, "seated": seated}
    return parts(board.part("whom", **shown))


async def older(request: Request, house: Any) -> Response:
    """More of the log."""
    board = await board_of(request, house)
    before = request.query_params.get("before")
    return await aside(
        house, board.table, board.viewer, lambda: parts(board.part("older", **board.log(before), before=before or ""))
    )


async def why(request: Request, house: Any) -> Response:
    """The reasons of one card, with the sentences of the rules."""
    board = await board_of(request, house)
    cards = board.table.log(board.viewer, board.frame.language, behind(board, request.path_params["card"]), 1)
    roll = cards[0].get("roll", {}) if cards else {}
    steps = [msgspec.convert(step, StepShown) for step in roll.get("steps", ())]
    groups = reasons(board.system, roll.get("procedure", ""), steps, board.frame.language)
    rules = {step.rule: board.system.reference.get(step.rule) for step in steps}
    return parts(board.part("why", card_id=request.path_params["card"], groups=groups, rules=rules))


def behind(board: Board, card: str) -> str | None:
    """The moment just behind a card, so that the log begins with it; none behind the newest."""
    state = board.table.state
    version = read_version(state, board.viewer, card)
    return shown_version(state, board.viewer, version + 1) if version < state.version else None


async def odds(request: Request, house: Any) -> Response:
    """The chances of what stands in the form."""
    board = await board_of(request, house)
    form = await request.form()
    items = [(name, str(value)) for name, value in form.multi_items()]
    procedure = str(form.get("procedure", ""))
    character = str(form.get("character", "")) or None
    place = place_in(items)
    stand: list[Markup] = []
    try:
        given = asked_given(board, items, given_of(items, board.system.procedure(procedure), board.system))
        if answers_hushed(board, items):
            return parts(board.part("odds", place=place, chances=None, trouble="", hint=""))
        if not place:
            stand = placed_parts(board, procedure, given, character)
            stand += changed_fields(board, procedure, given, character, form.getlist("useful"))  # type: ignore[arg-type]
        asked = odds_inputs(board, procedure, given, character)
        if asked.missing:
            hint = board.frame.t(aim_hint(asked.missing)) if board.system.procedure(procedure).dice else ""
            return parts(board.part("odds", place=place, chances=None, trouble="", hint=hint), *stand)
        prepare(board.system.key, procedure, asked.given)  # what is refused here is told in the page's words
        form_spec = board.system.presentation.forms.get(procedure)
        if not board.system.procedure(procedure).dice and not (form_spec and form_spec.foretold):
            return parts(board.part("odds", place=place, chances=None, trouble="", hint=""), *stand)
        worker = house.worker_of(board.table, board.viewer, f"odds{place}")
        people = {name: board.name(id) for name, id in (asked.people or {}).items()}
        language = board.frame.language
        feminine = befalls_woman(board, procedure, asked, character)
        weigher = OddsAsker(
            worker, board.system, procedure, language, veiled=asked.veiled, people=people, feminine=feminine
        )
        chances = await weigher.chances(asked.given)
    except Refusal as refusal:
        told = "" if character and board.why_not(procedure, character) else refusal_text(refusal, board)  # said above
        trouble, hint = ("", told) if refusal.id == "field/missing" else (told, "")  # not chosen yet is no fault
        return parts(board.part("odds", place=place, chances=None, trouble=trouble, hint=hint), *stand)
    hint = board.frame.t("odds_unknown") if chances.veiled and not (chances.slices or chances.spread) else ""
    return parts(board.part("odds", place=place, chances=chances, trouble="", hint=hint), *stand)


# ---- acting ----


async def act(request: Request, house: Any) -> Response:
    """A command from a form: done once, and answered by what happened or by why not."""
    table, viewer = await seat_of(request, house, request.path_params["table"])
    frame = frame_of(request)
    form = await request.form(max_fields=2000)
    items = [(name, str(value)) for name, value in form.multi_items()]
    fields = dict(items)
    from_script = request.headers.get("x-gardien") == "1"
    try:
        if fields.get("type") == "each":
            acted = await _for_each(Board(table, viewer, frame), items, fields)
            return answered(acted, fields, table, from_script)
        command = command_of(items, fields, Board(table, viewer, frame))
        seen = fields.get("seen") if isinstance(command, RESTS) else None
        if seen and not table.knows(viewer, seen):
            await table.look_for_news()  # seen on a line to another process
        envelope = c.Envelope(action=fields.get("action") or new_id("f"), command=command, seen=seen or None)
        acted = await table.act_soon(viewer.seat, envelope, frame.language)
    except Refusal as refusal:
        refusal.where = refusal.where or fields.get("procedure", "")  # by whose words its field is called
        return refusal_response(refusal, Board(table, viewer, frame), from_script)
    if acted.link:
        return _show_link(request, frame, table, viewer, acted, address(request, house))
    return answered(acted, fields, table, from_script)


async def _for_each(board: Board, items: list[tuple[str, str]], fields: dict[str, str]) -> Acted:
    """The same act for several, thrown with one press and taken back with one: those chosen, or all who can."""
    key = fields.get("procedure", "")
    if not board.keeper:
        raise Refusal("table/keeper_procedure", kind="forbidden", came=board.procedure_name(key))
    chosen = [text for name, text in items if name == "many.characters" and text in board.people]
    people = chosen if len(chosen) > 1 else board.able_players(key)
    if not people:
        raise Refusal("table/nobody_able", kind="refused")
    together, acted = fields.get("action") or new_id("f"), None
    for id in people:
        own = [*((name, text) for name, text in items if name != "character"), ("character", id)]
        command = _procedure_command("do", own, dict(own), board)
        envelope = c.Envelope(action=f"{together}.{id}"[:100], command=command, together=together)
        acted = await board.table.act_soon(board.viewer.seat, envelope, board.frame.language)
    assert acted is not None
    return acted


def answered(acted: Acted, fields: dict[str, str], table: Table, from_script: bool) -> Response:
    """What was done, to a script; else the page again."""
    if from_script:
        done = {"card": (acted.card or {}).get("id"), "version": acted.version}
        return Response(msgspec.json.encode(done), 200, HEADERS, "application/json")
    back = fields.get("back", "")
    if not back.startswith(f"/t/{table.campaign}/"):
        back = f"/t/{table.campaign}?c={quote(fields.get('character', ''))}"
    return RedirectResponse(back, 303)


def _show_link(request: Request, frame: Frame, table: Table, viewer: Viewer, acted: Any, phones: str) -> Response:
    """The link of a new seat, shown once, as text and as a code for a phone."""
    board = Board(table, viewer, frame)
    link = f"{phones or request.base_url}l/{acted.link}"
    name = (acted.card or {}).get("words", {}).get("name", "")
    return parts(board.part("invited", address=link, code=qr(link), name=name))


def command_of(items: list[tuple[str, str]], fields: dict[str, str], board: Board) -> c.AnyCommand:
    """The command a form speaks of: rolls are read by their procedure, other commands field by field."""
    kind = fields.get("type", "")
    if kind in ("do", "ask"):
        return _procedure_command(kind, items, fields, board)
    if kind == "edit" and "amount" in fields:
        return typed_command(board, fields.get("character", ""), fields.get("gauge", ""), fields["amount"])
    if kind == "advance" and fields.get("when"):
        items = [*items, ("number.minutes", str(board.time.minutes_said(fields["when"])))]
    content: dict[str, Any] = {"type": kind}
    written: dict[str, Any] = {}  # on a sheet
    for name, text in items:
        head, _, path = name.partition(".")
        if head == "text":
            content[path] = text
        elif head == "by" and text:  # one of several, each by a name of its own
            listed, _, key = path.partition(".")
            content.setdefault(listed, {})[key] = text
        elif head == "number" and text:
            content[path] = int(text) if text.removeprefix("-").isdecimal() and len(text) < 12 else text
        elif head == "flag":
            content[path] = text == "true"
        elif head == "json" and text:
            content[path] = decode(text.encode(), Any)  # type: ignore[type-var]
        elif head == "many":
            add_to(content, path, text, name)
        elif head == "fields" and kind == "edit":
            written[path] = decode(text.encode(), Any)  # type: ignore[type-var]
    if written:
        content["fields"] = written
    if kind == "settle" and (due := board.view["due"].get(str(content.get("due")))):
        content["given"] = given_of(items, board.system.procedure(due["procedure"]), board.system)
    if kind in ("round", "pursue", "settle", "decide", "follow") and (
        fields.get("real") == "true" or fields.get("dice")
    ):
        content["dice"] = faces_in(fields.get("dice", ""))
    return decode(msgspec.json.encode(content), c.AnyCommand)  # type: ignore[arg-type]


def _procedure_command(kind: str, items: list[tuple[str, str]], fields: dict[str, str], board: Board) -> c.AnyCommand:
    system = board.system
    key = fields.get("procedure", "")
    procedure = system.procedure(key)
    character = fields.get("character") or None
    given = given_of(items, procedure, system)
    if kind != "do":
        asked = tuple(text for name, text in items if name == "many.characters") or ((character,) if character else ())
        if fields.get("everybody") == "true":
            asked = board.able_players(key)
        given, text = left_open(given, procedure), fields.get("note", "")
        if not board.keeper and character:  # what is proposed is told with its note
            text = " · ".join(filter(None, (said_in_words(board, key, character, given), text)))[:LONGEST]
        request = {"type": "ask", "procedure": key, "characters": asked, "given": given, "text": text}
        if fields.get("hushed") == "true":
            request["hidden"] = [name for name in (system.presentation.difficulty,) if name in given]
        return decode(msgspec.json.encode(request), c.AnyCommand)  # type: ignore[arg-type]
    dice = faces_in(fields.get("dice", ""))
    given = visible_inputs(board, key, given, character)  # the page may be older than the sheets
    check_aimed(board, key, given, character)
    content: dict[str, Any] = {"type": "do", "procedure": key, "given": given}
    if character and is_alone(system, procedure):
        content["character"] = character
    if fields.get("real") == "true" or dice:
        content["dice"] = dice
    if fields.get("secret") == "true":
        content["audience"] = "keeper"
    if fields.get("ask"):
        content["ask"] = fields["ask"]
    if fields.get("note"):
        content["note"] = fields["note"]
    content |= {word: True for word in ("in_spite", "out_of_turn") if fields.get(word) == "true"}
    return decode(msgspec.json.encode(content), c.AnyCommand)  # type: ignore[arg-type]


# ---- live ----


Parts = Callable[[Board, dict[str, Any], Mapping[str, str]], list[str]]  # board, what is told, the page's own words
LIVE: dict[str, Parts] = {}  # pages beside the board that have parts of their own: name -> what changes on it


MOST_DRAWN = 20  # events drawn one by one after a break; a page that missed more is read anew
OWN = ("after", "lang")  # words of a live address that say nothing of what is drawn


class PageStream(Stream):
    """A live stream of parts of a page instead of values; the address says which page: `?page=sheet&c=…`."""

    def __init__(self, table: Table, seat: str, frame: Frame, page: Mapping[str, str]) -> None:
        super().__init__(table, seat, frame.language)
        self.frame = frame
        self.page = {name: word for name, word in page.items() if name not in OWN}

    def most_missed(self) -> int:
        return MOST_DRAWN

    def message_of(self, news: News, viewer: Viewer) -> bytes | None:
        """The parts for a viewer, drawn once for all who look at the same page and know the same."""
        update = news.message_for(viewer, self.language)
        if update is None:
            return None
        if viewer.keeper and "seats" in update["set"]:
            return self.encode(viewer, update)  # its forms carry ids of actions, which no two pages share
        known = known_by(self.table, viewer, update)
        key = ("drawn", *news.shared_by(viewer), known, self.language, *sorted(self.page.items()))
        if key not in news.memo:
            news.memo[key] = self.encode(viewer, update)
        return news.memo[key]  # type: ignore[no-any-return]

    def encode(self, viewer: Viewer, update: dict[str, Any]) -> bytes:
        parts = LIVE.get(self.page.get("page", ""))
        if parts is None:
            return page_message(self.table, viewer, self.frame, update)
        changed = parts(Board(self.table, viewer, self.frame), update, self.page)
        return message("parts", update["version"], {"html": "".join(changed)})


def known_by(table: Table, viewer: Viewer, update: dict[str, Any]) -> Any:
    """Viewers with the same answer are shown the same page: each player their own, those who only watch a common one.

    Of whoever only watches, all that they see of the table is compared, since a part shows more than what has changed;
    the log, which holds what was once said to them alone, is nobody else's.
    """
    spoke = update.get("card", {}).get("seat") == viewer.seat
    if viewer.keeper or viewer.role == "player" or viewer.owns or spoke or update.get("reload"):
        return viewer
    seen = {name: part for name, part in table.look(viewer).items() if name not in ("you", "version")}
    return viewer.role, msgspec.json.encode(seen, order="deterministic")


def page_message(table: Table, viewer: Viewer, frame: Frame, update: dict[str, Any]) -> bytes:
    """The parts of the page that an event changes."""
    board = Board(table, viewer, frame)
    changed = set(update["set"])
    sections = {path.partition("/")[0] for path in changed}
    parts_changed: list[str] = []
    if update.get("reload"):
        parts_changed.append(board.made("log", board.log))
    elif "card" in update and board.logs(update["card"]):
        parts_changed += [board.part("newcard", card=one) for one in board.new_cards(update["card"])]
    if viewer.role == "player":
        parts_changed += player_parts(board, update)
    elif sections & WAITS:
        parts_changed.append(waits_part(board, update))
    if sections & {"characters", "seats", "you", "group"}:
        parts_changed.append(board.part("cast", selected=""))
    if viewer.role != "player" and (sections & {"asks", "characters", "you"} or "roll" in update.get("card", {})):
        parts_changed.append(board.part("asks", done=just_done(board, update)))
    if sections & {"due", "plans", "clock", "characters"}:
        parts_changed.append(board.part("time"))
    if "clock" in sections:
        parts_changed.append(board.part("clock"))
    if viewer.keeper:
        parts_changed.append(board.part("undoing"))
    if "notes" in sections and viewer.keeper:
        parts_changed.append(board.part("papers"))
    if sections & {"scene", "title"}:
        parts_changed += [board.part("scene"), *([board.part("where")] if viewer.role != "player" else [])]
    if sections & {"fight", "characters"}:
        parts_changed.append(board.part("fight"))
    if "chase" in sections or (viewer.keeper and sections & {"characters", "fight"} and not board.view["chase"]):
        parts_changed.append(chase_part(board))
    if "door" in sections or (viewer.keeper and "characters" in sections):
        parts_changed.append(board.part("door"))
    if viewer.keeper and "seats" in sections:
        parts_changed.append(board.part("seats", fresh=new_id))
    if viewer.role == "player" and sections & {"characters", "you"}:
        parts_changed.append(board.part("mine"))
    return message("parts", update["version"], {"html": "".join(parts_changed)})


def just_done(board: Board, update: dict[str, Any]) -> str:
    """The request whose last answer has just come."""
    ask = str(update.get("card", {}).get("words", {}).get("ask", ""))
    return ask if ask not in board.view["asks"] else ""


async def live(request: Request, house: Any) -> Response:
    """What happens from now on, as parts of the page."""
    table, viewer = await seat_of(request, house, request.path_params["table"])
    stream = PageStream(table, viewer.seat, frame_of(request), dict(request.query_params))
    return Live(stream, last_seen(request), house)  # type: ignore[return-value]
