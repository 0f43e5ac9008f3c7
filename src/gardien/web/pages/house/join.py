"""Joining with the short code: knock, wait at the door, come in by itself once the game master has opened."""

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.table.secrets import link_hash, new_link
from gardien.table.tables import Tables
from gardien.web.answers import STATUS, STATUS_BY_ID, cookies_of, decode, sentence
from gardien.web.knocking import knock as stand_at_door
from gardien.web.pages.entry import cookie_name, remember
from gardien.web.pages.frame import HEADERS, frame_of
from gardien.web.routes import Joining

ACTION_LENGTH = 20  # of an id that nobody can guess
COOKIE = "knock"  # table.link, of whoever waits at a door


async def ask(request: Request, house: Any) -> Response:
    """GET /rejoindre: the code and a name; a photographed code is filled in already."""
    code = request.query_params.get("code", "")[:20]
    return frame_of(request).page("join.html", code=code, name="", wrong={}, action=new_link())


async def knock(request: Request, house: Any) -> Response:
    """POST /rejoindre: stand at the door."""
    frame = frame_of(request)
    form = await request.form()
    code, name = (" ".join(str(form.get(field, "")).split()) for field in ("code", "name"))
    plain = code.replace(" ", "").replace("-", "")
    try:
        action = str(form.get("action", ""))[:100]
        known = {"action": action} if len(action) >= ACTION_LENGTH else {}
        asked = decode(msgspec.json.encode({"code": plain, "name": name, **known}), Joining)
        address = request.client.host if request.client else ""
        table, token = await stand_at_door(house, address, asked, frame.language)
    except Refusal as refusal:
        status = STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
        empty = "join_no_name" if refusal.field == "name" and not name else ""
        empty = "join_no_code" if refusal.field == "code" and not plain else empty
        trouble = frame.t(empty) if empty else sentence(refusal, frame.language)
        wrong = {refusal.field or "code": trouble}
        return frame.page("join.html", status, code=code, name=name, wrong=wrong, action=new_link())
    answer = RedirectResponse("/rejoindre/attente", 303)
    remember(answer, COOKIE, f"{table.campaign}.{token}")
    return answer


async def wait(request: Request, house: Any) -> Response:
    """GET /rejoindre/attente: in, or still waiting, or turned away; `?encore` is the page asking again by itself."""
    frame = frame_of(request)
    id, _, token = cookies_of(request).get(COOKIE, "").partition(".")
    again = "encore" in request.query_params
    if not token:
        return Response(status_code=200, headers=HEADERS) if again else RedirectResponse("/rejoindre", 303)
    state = await asyncio.to_thread(_state, house.tables, id, token)
    if again:
        return Response(status_code=204 if state == "waiting" else 200, headers=HEADERS)
    if state == "in":
        answer: Response = RedirectResponse(f"/t/{id}", 303)
        remember(answer, cookie_name(id), token)
    else:
        answer = frame.page("wait.html", waiting=state == "waiting")
    if state != "waiting":
        answer.delete_cookie(COOKIE, path="/")
    return answer


def _state(tables: Tables, id: str, token: str) -> str:
    """Whether a link works, still waits at its table's door, or will never work."""
    try:
        return "in" if tables.enter(token).campaign == id else "away"
    except Refusal:
        pass
    try:
        knocks = tables.table(id).state.house.get("knocks", {})
    except Refusal:
        return "away"
    hashed = link_hash(token).hex()
    return "waiting" if any(one["hash"] == hashed for one in knocks.values()) else "away"
