"""The home page: the games, one's tables, a table to try, a new table; and the choice of language and theme."""

import asyncio
import time
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.core.system import System, find, keys
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.secrets import new_id
from gardien.table.shapes import trouble_with
from gardien.table.state import State
from gardien.table.tables import KEEPER, Tables
from gardien.table.viewers import Viewer, keeper_seat
from gardien.web.answers import STATUS, STATUS_BY_ID, decode, log_fault, sentence
from gardien.web.pages.entry import YEAR_SECONDS, cookie_name, is_house, remember, seats_kept
from gardien.web.pages.frame import Frame, frame_of
from gardien.web.routes import Opening

GONE = ("table/no_link", "table/no_seat", "table/unknown")  # a seat that will not come back
DAY_SECONDS = 24 * 3600
CHOICES = {"lang": ("fr", "en"), "theme": ("light", "dark", "auto")}


class MyTable(Struct, frozen=True):
    """A table as the home page lists it."""

    id: str
    title: str
    system: System | None
    role: str  # of this device; none for the house itself
    line: str
    at: int = 0
    trouble: str = ""  # what is wrong with it


async def show(request: Request, house: Any) -> Response:
    """GET /"""
    return await page(request, house)


async def page(
    request: Request,
    house: Any,
    refusal: Refusal | None = None,
    *,
    title: str = "",
    of_file: bool = False,
    file_trouble: str = "",
    file_here: bool = False,
    status: int = 200,
) -> Response:
    """The home page, with what was wrong beside the form it came from: the new table's, or the file's."""
    frame = frame_of(request)
    owner = await is_house(request, house)
    tables, lost = await asyncio.to_thread(_my_tables, house.tables, frame, seats_kept(request), owner)
    systems = await house.drawing.run("home", _games)
    wanted = request.query_params.get("systeme", "")
    said = " ".join(sentence(one, frame.language) for one in (refusal, *refusal.also[:1])) if refusal else ""
    brought, damaged = (request.query_params.get(name, "") for name in ("venues", "abimees"))
    answer = frame.page(
        "home.html",
        STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind]) if refusal else status,
        owner=owner,
        tables=tables,
        systems=systems,
        wanted=wanted,
        trouble="" if of_file else said,
        title_typed=title,
        fresh=new_id,
        file_trouble=said if of_file else file_trouble,
        file_here=file_here,
        brought=_count(brought),
        damaged=_count(damaged),
    )
    for name in lost:
        answer.delete_cookie(name, path="/")
    return answer


def _games() -> list[System]:
    """All games, with what their names and signs take to be read: the first time that is a while."""
    games = [find(key) for key in keys()]
    for one in games:
        _ = one.presentation
    return games


def _count(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else 0


def _my_tables(tables: Tables, frame: Frame, kept: dict[str, str], owner: bool) -> tuple[list[MyTable], list[str]]:
    """The tables of this device, and for whoever runs the house all the others; and the cookies that open nothing."""
    tables_shown, lost = [], []
    for id, token in kept.items():
        try:
            entered = tables.enter(token)
            if entered.is_house or entered.campaign != id:
                raise Refusal("table/no_link")
            tables_shown.append(_table_shown(tables, frame, id, entered.seat))
        except Refusal as refusal:
            if refusal.id in GONE:
                lost.append(cookie_name(id))
    known = {one.id for one in tables_shown}
    others = [id for id in tables.campaigns() if id not in known] if owner else []
    tables_shown += [_table_shown(tables, frame, id, "") for id in others]
    return sorted(tables_shown, key=lambda one: -one.at), lost


def _table_shown(tables: Tables, frame: Frame, id: str, seat: str) -> MyTable:
    """A table in the list; one that cannot be shown stands there with the reason, and hides no other."""
    state = State()
    try:
        state = tables.table(id).state
        return _my_table(tables, frame, id, seat)
    except Refusal as refusal:
        if seat and refusal.id in GONE and not state.damaged:
            raise
        trouble: Refusal = trouble_with(state) or refusal if state.version else refusal
    except Exception as fault:
        log_fault(fault)
        trouble = trouble_with(state) or Refusal("table/undrawn", kind="broken")
    return MyTable(id, str(state.play.get("title", "")), None, "", "", trouble=sentence(trouble, frame.language))


def _my_table(tables: Tables, frame: Frame, id: str, seat: str) -> MyTable:
    """A table in two lines, from what its seat may know; the house sees what the game master sees."""
    table = tables.table(id)
    viewer = table.viewer(seat or keeper_seat(table.state))
    view = table.look(viewer)
    cards = table.log(viewer, frame.language, limit=1)
    at = int(cards[0].get("at", 0)) if cards else 0
    system = find(view["system"])
    return MyTable(id, view["title"], system, viewer.role if seat else "", _line(view, viewer, frame, at), at)


def _line(view: Any, viewer: Viewer, frame: Frame, at: int) -> str:
    parts = [_ago(at, frame)] if at else []
    mine = [view["characters"][id]["sheet"].get("name", "") for id in viewer.owns if id in view["characters"]]
    if mine:
        parts.append(", ".join(mine[:3]))
    elif viewer.keeper and (players := sum(seat["role"] == "player" for seat in view["seats"].values())):
        parts.append(frame.t("home_players" if players > 1 else "home_player", count=players))
    if view["fight"]:
        parts.append(frame.t("home_fight"))
    if view.get("damaged"):
        parts.append(frame.t("home_damaged", count=len(view["damaged"])))
    return " · ".join(parts)


def _ago(at: int, frame: Frame) -> str:
    """How long ago something happened, in the largest unit that fits."""
    days = int((time.time() - at / 1000) // DAY_SECONDS)
    if days < 1:
        return frame.t("home_today")
    for unit, name in ((365, "year"), (30, "month"), (1, "day")):
        if days >= unit:
            count = days // unit
            return frame.t(f"home_{name}s" if count > 1 else f"home_{name}", count=count)
    return ""


# ---- opening tables ----


async def only_house(request: Request, house: Any) -> None:
    """Others are refused."""
    if not await is_house(request, house):
        raise Refusal("http/house_only", kind="forbidden")


async def open_table(request: Request, house: Any) -> Response:
    """POST /tables: a new table, and its game master's seat on this device."""
    await only_house(request, house)
    form = await request.form()
    asked = {name: str(form.get(name, "")).strip() for name in ("system", "title", "action")}
    try:
        opening = decode(msgspec.json.encode(asked), Opening)
        command = c.Open(system=opening.system, title=opening.title)
        made = await asyncio.to_thread(house.tables.open, command, opening.action)
    except Refusal as refusal:
        return await page(request, house, refusal, title=asked["title"])
    return _to_table(*made)


async def try_it(request: Request, house: Any) -> Response:
    """POST /essai/SYSTEM: a table that is ready to play."""
    await only_house(request, house)
    frame = frame_of(request)
    system = find(request.path_params["system"])
    action = str((await request.form()).get("action", ""))[:100]
    return _to_table(*await asyncio.to_thread(set_demo, house.tables, system, frame.language, action))


async def take_over(request: Request, house: Any) -> Response:
    """POST /tables/TABLE/mj: the game master's seat of any table, for whoever runs the house."""
    await only_house(request, house)
    id = request.path_params["table"]
    table = await asyncio.to_thread(house.tables.table, id)
    return _to_table(id, await asyncio.to_thread(house.tables.new_link, id, keeper_seat(table.state) or KEEPER))


async def come_in(request: Request, house: Any) -> Response | None:
    """GET a page of a table at which this device has no seat: whoever runs the house gets the game master's."""
    if not await is_house(request, house):
        return None
    id, here = request.path_params["table"], request.url.path
    table = await asyncio.to_thread(house.tables.table, id)
    link = await asyncio.to_thread(house.tables.new_link, id, keeper_seat(table.state) or KEEPER)
    return _to_table(id, link, here)


def _to_table(table: str, link: str, path: str = "") -> Response:
    answer = RedirectResponse(path or f"/t/{table}", 303)
    remember(answer, cookie_name(table), link)
    return answer


# ---- language and theme ----


async def choose(request: Request, house: Any) -> Response:
    """POST /choix: keep a language or a theme on this device, and go back."""
    form = await request.form()
    back = str(form.get("back", "/"))
    if not back.startswith("/") or back.startswith("//") or "\\" in back or not back.isprintable():
        back = "/"
    answer = RedirectResponse(back, 303)
    for name, allowed in CHOICES.items():
        value = str(form.get(name, ""))
        if value in allowed:
            answer.set_cookie(name, value, max_age=YEAR_SECONDS, samesite="lax", path="/")
    return answer
