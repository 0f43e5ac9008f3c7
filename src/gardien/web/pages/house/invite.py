"""Inviting: who sits where, links shown once, the door and its code, the address for phones."""

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.secrets import new_id
from gardien.table.tables import Table
from gardien.table.viewers import Viewer
from gardien.web.answers import STATUS, STATUS_BY_ID, decode, sentence
from gardien.web.pages.entry import address, cookie_name, qr, remember, seat_of
from gardien.web.pages.frame import frame_of
from gardien.web.pages.table.board import Board

LINK = "link"  # no command of the table: another link for a seat, which nothing but its hash remembers
COMMANDS = ("seat", "unseat", "unlink", "assign", "door", "admit")
ROLES = ("player", "spectator", "screen", "keeper")


async def keeper_of(request: Request, house: Any) -> tuple[Table, Viewer]:
    """The table and its game master; others are refused."""
    table, viewer = await seat_of(request, house, request.path_params["table"])
    if not viewer.keeper:
        raise Refusal("http/keeper_page", kind="forbidden")
    return table, viewer


async def show(request: Request, house: Any) -> Response:
    """GET /t/TABLE/inviter"""
    table, viewer = await keeper_of(request, house)
    return _page(request, house, table, viewer)


def _page(
    request: Request,
    house: Any,
    table: Table,
    viewer: Viewer,
    *,
    link: str = "",
    seat: str = "",
    trouble: Refusal | None = None,
    typed: dict[str, str] | None = None,
) -> Response:
    frame = frame_of(request)
    board = Board(table, viewer, frame)
    phones = address(request, house)
    shown = f"{phones or request.base_url}l/{link}" if link else ""
    code = (board.view["door"] or {}).get("code") or ""
    door = f"{phones or request.base_url}rejoindre?code={code}" if code else ""
    status = STATUS_BY_ID.get(trouble.id, STATUS[trouble.kind]) if trouble else 200
    name = board.view["seats"].get(seat, {}).get("name", "")
    return frame.page(
        "invite.html",
        status,
        **board.context(
            version=board.view["version"],
            roles=ROLES,
            phones=phones,
            code=code,
            door_address=door,
            door_qr=qr(door) if door else "",
            link=shown,
            link_qr=qr(shown) if shown else "",
            link_name=name,
            trouble=sentence(trouble, frame.language) if trouble else "",
            typed=typed or {},
            fresh=new_id,
        ),
    )


async def act(request: Request, house: Any) -> Response:
    """POST /t/TABLE/inviter: one command; a new link is shown at once and never again."""
    table, viewer = await keeper_of(request, house)
    form = await request.form()
    fields = {name: str(value) for name, value in form.items()}
    characters = [str(one) for one in form.getlist("characters")]
    try:
        if fields.get("type") == LINK:
            seat = fields.get("seat", "")
            if seat not in table.state.house["seats"]:
                raise Refusal("table/nothing", field="seat", came=seat[:40])
            link = await asyncio.to_thread(house.tables.new_link, table.campaign, seat)
            return _page(request, house, table, viewer, link=link, seat=seat)
        command = _command(fields, characters)
        envelope = c.Envelope(action=fields.get("action") or new_id("f"), command=command)
        acted = await table.act_soon(viewer.seat, envelope, frame_of(request).language)
    except Refusal as refusal:
        return _page(request, house, table, viewer, trouble=refusal, typed=fields)
    if acted.link:
        seat = (acted.card or {}).get("words", {}).get("seat", "")
        return _page(request, house, table, viewer, link=acted.link, seat=seat)
    answer = RedirectResponse(f"/t/{table.campaign}/inviter", 303)
    if isinstance(command, c.Unlink) and command.seat == viewer.seat:  # this device stays in
        link = await asyncio.to_thread(house.tables.new_link, table.campaign, viewer.seat)
        remember(answer, cookie_name(table.campaign), link)
    return answer


def _command(fields: dict[str, str], characters: list[str]) -> c.AnyCommand:
    """The command of one of the page's forms."""
    kind = fields.get("type", "")
    if kind not in COMMANDS:
        raise Refusal("field/one_of", field="type", came=kind[:40], allowed=list(COMMANDS))
    content: dict[str, Any] = {"type": kind}
    for name in ("seat", "knock", "role", "name"):
        if name in fields:
            content[name] = fields[name].strip()
    if kind == "admit" and fields.get("role") == "":
        content["role"] = None
    if kind in ("seat", "assign"):
        content["characters"] = [one for one in characters if one]
    if kind == "door":
        content["open"] = fields.get("open") == "true"
    return decode(msgspec.json.encode(content), c.AnyCommand)  # type: ignore[arg-type]
