"""The sheet of a character: shown, written on, exported, printed."""

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import msgspec
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.sheets.blocks import Section
from gardien.sheets.words import plain
from gardien.table import commands as c
from gardien.table.secrets import new_id
from gardien.table.stale import StaleCommand
from gardien.web.answers import STATUS, STATUS_BY_ID, decode, sentence
from gardien.web.files import blank_sheet, file_headers
from gardien.web.pages.entry import aside
from gardien.web.pages.forms.risks import PATIENCE, work_out_risks_soon
from gardien.web.pages.frame import HEADERS, HTML, frame_of, parts
from gardien.web.pages.refusals import refusal_response
from gardien.web.pages.sheet.row_chances import row_chances
from gardien.web.pages.sheet.sheet_forms import Writer, beside_fields, changed_fields
from gardien.web.pages.sheet.sheet_view import SheetView
from gardien.web.pages.sheet.thumb import gauges_to_move, moved
from gardien.web.pages.table.board import Board, board_of
from gardien.web.pages.table.flow import dock_parts, player_parts, state_part

LIVING = ("marks", "note", "history")  # parts beside the sections


class Marking(Struct, frozen=True):
    """A condition, and how long it lasts."""

    name: c.Named
    minutes: c.Minutes = 0


async def _view(request: Request, house: Any) -> SheetView:
    board = await board_of(request, house)
    return SheetView(board, request.path_params["character"], opened=request.query_params.get("open") == "1")


async def show(request: Request, house: Any) -> Response:
    """The whole sheet."""
    view = await _view(request, house)
    await work_out_risks_soon(house, view.board, view.id, PATIENCE)
    editing = request.query_params.get("edit", "")
    edits = editing and view.may_edit

    def draw() -> Response:
        return _page(view, {editing: section_form(view, editing, view.content, {})} if edits else {})

    return await aside(house, view.board.table, view.board.viewer, draw)


def _page(view: SheetView, forms: Mapping[str, Markup], status: int = 200) -> Response:
    board = view.board
    more: dict[str, Any] = {"version": board.view["version"], "forms": forms, "flow": ()}
    if board.viewer.role == "player":
        more |= {"flow": dock_parts(board, opened=False), "me": state_part(board)}
    return board.frame.page("sheet.html", status, **board.context(s=view, **more))


async def section(request: Request, house: Any) -> Response:
    """One section: to read, or with `edit=1` to write in."""
    view = await _view(request, house)
    key = request.path_params["section"]
    if key == "risks":
        await work_out_risks_soon(house, view.board, view.id, 30)
        return parts(*(_body(view, one) for one in view.top))
    if key == "chances":
        known = view.chances()
        chances = await row_chances(house, view) if known is None else known
        return parts(view.board.part("sheet_chances", s=view, chances=chances))
    if key == "history" and (before := request.query_params.get("before")):
        older, more = view.past(before)
        return parts(view.board.part("sheet_older", s=view, older=older, more=more, before=before))
    if key in LIVING:
        return parts(view.board.part(f"sheet_{key}", s=view))
    if request.query_params.get("edit") == "1" and view.may_edit:
        return parts(section_form(view, key, view.content, {}))
    return parts(section_part(view, view.section(key)))


def section_part(view: SheetView, section: Section) -> Markup:
    return view.board.part("sheet_section", s=view, section=section)


def _body(view: SheetView, section: Section) -> Markup:
    return view.board.part("sheet_body", s=view, section=section)


def section_form(
    view: SheetView,
    key: str,
    content: Mapping[str, Any],
    refusals: Mapping[str, str],
    reason: str = "",
    seen: str = "",
) -> Markup:
    """A section to write in, with what was refused beside its field; `seen` is the moment its values are of."""
    section = view.section(key)
    writer = Writer(view.system, view.type, view.language)
    form = writer.form(filter(view.may_write, section.fields), content, refusals)
    shown = {one.name for one in form}
    rest = [text for name, text in refusals.items() if f"sheet.{name}" not in shown]
    seen = seen or view.board.view["version"]
    return view.board.part("sheet_form", s=view, section=section, form=form, rest=rest, reason=reason, seen=seen)


async def save(request: Request, house: Any) -> Response:
    """What was written in a section: kept by the rules of the sheet, or by the game master's word with its reason."""
    view = await _view(request, house)
    form = await request.form(max_fields=5000)
    items = [(name, str(value)) for name, value in form.multi_items()]
    fields = dict(items)
    key, reason = fields.get("section", ""), fields.get("reason", "").strip()
    section = view.section(key)
    from_script = request.headers.get("x-gardien") == "1"
    seen = fields.get("seen", "")
    before = await _at(view, seen)
    written: dict[str, Any] = {}
    changed: dict[str, Any] = {}
    try:
        written = Writer(view.system, view.type, view.language).read(items, section.fields, before)
        changed = changed_fields(view.content, changed_fields(before, written))
        for name, command in _commands(view, changed, reason):
            action = f"{fields.get('action') or new_id('f')}{name}"
            envelope = c.Envelope(action=action, command=command, seen=seen or None)
            await view.board.table.act_soon(view.board.viewer.seat, envelope)
    except StaleCommand as stale:  # the form as things stand now, with what was written; sent again, that holds
        content = {**view.content, **changed}
        shown = section_form(view, key, content, _changed_meanwhile(view, stale), reason)
        return Response(shown, 409, HEADERS, HTML) if from_script else _page(view, {key: shown}, 409)
    except Refusal as refusal:
        if from_script and not written:  # it could not even be read: the form stays as it is
            return refusal_response(refusal, view.board, from_script)
        refusals = _faults_by_field(view, refusal)
        shown = section_form(view, key, {**before, **written}, refusals, reason, seen)
        status = STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
        return Response(shown, status, HEADERS, HTML) if from_script else _page(view, {key: shown}, status)
    if not from_script:
        return RedirectResponse(f"/t/{view.board.table.campaign}/fiche/{quote(view.id)}?open=1#sec-{quote(key)}", 303)
    board = Board(view.board.table, view.board.table.viewer(view.board.viewer.seat), view.board.frame)
    after = SheetView(board, view.id, opened=view.opened)
    return parts(section_part(after, after.section(key)))


async def _at(view: SheetView, seen: str) -> Mapping[str, Any]:
    """The sheet as the form showed it."""
    board = view.board
    if not seen or not board.table.knows(board.viewer, seen):
        return view.content
    then = await asyncio.to_thread(board.table.look, board.viewer, seen)
    sheet: Mapping[str, Any] = then["characters"].get(view.id, {}).get("sheet", view.content)
    return sheet


def _changed_meanwhile(view: SheetView, stale: StaleCommand) -> dict[str, str]:
    """What somebody else has written meanwhile, by its field."""
    home = f"characters/{view.id}/sheet/"
    names = [path.removeprefix(home) for path in stale.moved]
    now = {name: plain(view.system, name, view.content.get(name), view.language) for name in names}
    return {name: view.board.frame.t("stale_field", now=text) for name, text in now.items()}


def _commands(view: SheetView, changed: dict[str, Any], reason: str) -> list[tuple[str, c.AnyCommand]]:
    """One edit; or, with a reason, an override of each value. The name keeps the ids of several apart."""
    if not changed:
        return []
    if reason and view.board.keeper:
        home = f"characters/{view.id}/sheet"
        return [
            (f":{name}", _to_command({"type": "override", "path": f"{home}/{name}", "value": value, "reason": reason}))
            for name, value in changed.items()
        ]
    return [("", _to_command({"type": "edit", "character": view.id, "fields": changed}))]


def _to_command(content: dict[str, Any]) -> c.AnyCommand:
    return decode(msgspec.json.encode(content), c.AnyCommand)  # type: ignore[arg-type]


def _faults_by_field(view: SheetView, refusal: Refusal) -> dict[str, str]:
    """Every fault as a sentence, by its field."""
    faults = {}
    for name, one in beside_fields(refusal).items():
        one.where, one.terms = "", view.system.terms
        one.field = view.system.terms.label(name, view.language) if name else ""
        faults[name] = sentence(one, view.language)
    return faults


async def mark(request: Request, house: Any) -> Response:
    """A condition that no rule sets, with the time it lasts; or the end of one."""
    view = await _view(request, house)
    form = await request.form()
    name, minutes = (str(form.get(field, "")).strip() for field in ("name", "minutes"))
    from_script = request.headers.get("x-gardien") == "1"
    try:
        asked = {"name": name, "minutes": int(minutes) if minutes.isdecimal() and len(minutes) < 12 else minutes}
        marking = decode(msgspec.json.encode(asked if minutes else {"name": name}), Marking)
        value: Any = None if form.get("end") == "1" else True
        if value and marking.minutes:
            value = {"until": int(view.board.view["clock"] or 0) + marking.minutes}
        command = _to_command({"type": "remark", "character": view.id, "marks": {marking.name: value}})
        action = str(form.get("action", "")) or new_id("f")
        await view.board.table.act_soon(view.board.viewer.seat, c.Envelope(action=action, command=command))
    except Refusal as refusal:
        return refusal_response(refusal, view.board, from_script)
    if from_script:
        board = Board(view.board.table, view.board.viewer, view.board.frame)
        return parts(board.part("sheet_marks", s=SheetView(board, view.id, opened=view.opened)))
    return RedirectResponse(f"/t/{view.board.table.campaign}/fiche/{quote(view.id)}", 303)


async def adjust(request: Request, house: Any) -> Response:
    """A gauge moved by hand, by any number: one entry of the log."""
    view = await _view(request, house)
    form = await request.form()
    from_script = request.headers.get("x-gardien") == "1"
    try:
        wanted = str(form.get("gauge", ""))
        gauge = next((one for one in gauges_to_move(view) if one.field == wanted), None)
        if gauge is None:
            raise Refusal("table/not_allowed", kind="forbidden", came=wanted[:40])
        after, rests = moved(gauge, str(form.get("amount", "")))
        command = _to_command({"type": "edit", "character": view.id, "fields": {gauge.field: after}})
        seen = str(form.get("seen", "")) if rests else ""
        envelope = c.Envelope(action=str(form.get("action", "")) or new_id("f"), command=command, seen=seen or None)
        acted = await view.board.table.act_soon(view.board.viewer.seat, envelope, view.language)
    except Refusal as refusal:
        return refusal_response(refusal, view.board, from_script)
    if from_script:
        done = {"card": (acted.card or {}).get("id"), "version": acted.version}
        return Response(msgspec.json.encode(done), 200, HEADERS, "application/json")
    return RedirectResponse(f"/t/{view.board.table.campaign}/fiche/{quote(view.id)}?open=1", 303)


# ---- live ----


def changed_parts(board: Board, update: dict[str, Any], page: Mapping[str, str]) -> list[str]:
    """The parts of a sheet that an event changes."""
    character = page.get("c", "")
    flow: list[str] = player_parts(board, update) if board.viewer.role == "player" else []
    touched = {"/".join(path.split("/")[:2]) for path in update["set"]}
    if not update.get("reload") and not touched & {f"characters/{character}", "seats", "settings", "clock", "you"}:
        return flow
    if character not in board.people:
        return [*flow, board.part("sheet_gone")]
    view = SheetView(board, character, opened=page.get("open") == "1")
    sections = [_body(view, one) for one in view.sheet.sections]
    living = (board.part(f"sheet_{name}", s=view) for name in LIVING)
    return [*flow, board.part("sheet_head", s=view), *sections, *living]


# ---- taking it along ----


async def export(request: Request, house: Any) -> Response:
    """The sheet as a file, as `gardien create -o` writes one."""
    view = await _view(request, house)
    _check_whole(view)
    body = msgspec.json.format(msgspec.json.encode(view.content), indent=2) + b"\n"
    return Response(body, 200, {**HEADERS, **file_headers(view.name, "json")}, "application/json")


async def print_sheet(request: Request, house: Any) -> Response:
    """The sheet as a PDF."""
    from gardien.sheets.printing import filled_pdf

    view = await _view(request, house)
    _check_whole(view)
    at = view.board.view
    drawn = (view.system, view.content, view.language, at["options"], int(at["clock"] or 0))
    body = await house.aside.run((view.board.table, view.board.viewer.seat), filled_pdf, *drawn)
    return Response(body, 200, {**HEADERS, **file_headers(view.name, "pdf", "inline")}, "application/pdf")


async def blank(request: Request, house: Any) -> Response:
    """The blank sheet of a game."""
    system = find(request.path_params["system"])
    body = await house.aside.once(blank_sheet, system.key, frame_of(request).language)
    return Response(body, 200, {**HEADERS, **file_headers(system.key, "pdf", "inline")}, "application/pdf")


def _check_whole(view: SheetView) -> None:
    if not view.whole:
        raise Refusal("table/not_allowed", kind="forbidden", came="sheet")
