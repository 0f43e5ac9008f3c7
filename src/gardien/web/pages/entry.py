"""Coming in: a link opens a seat, a cookie remembers it on this device; the house's own link opens the home page."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.core.in_force import put_in_force
from gardien.core.keeper import speak_for
from gardien.core.system import find
from gardien.table.packs import rows_at
from gardien.table.tables import Table
from gardien.table.viewers import Viewer
from gardien.web.answers import cookies_of

T = TypeVar("T")

YEAR_SECONDS = 365 * 24 * 3600
HOUSE_COOKIE = "house"
SEAT_COOKIE = "seat_"  # what the names of all others begin with, before the table


def cookie_name(table: str) -> str:
    return f"{SEAT_COOKIE}{table}"


def remember(answer: Response, name: str, token: str) -> None:
    """Kept for a year on this device, out of reach of scripts."""
    answer.set_cookie(name, token, max_age=YEAR_SECONDS, httponly=True, samesite="lax", path="/")


async def enter(request: Request, house: Any) -> Response:
    """GET /l/TOKEN: take the seat, forget the address."""
    token = request.path_params["token"]
    entered = await asyncio.to_thread(house.tables.enter, token)
    to_house = entered.is_house
    answer = RedirectResponse("/" if to_house else f"/t/{entered.campaign}", 303)
    remember(answer, HOUSE_COOKIE if to_house else cookie_name(entered.campaign), token)
    return answer


async def seat_of(request: Request, house: Any, id: str) -> tuple[Table, Viewer]:
    """The table and the seat of this device."""
    token = cookies_of(request).get(cookie_name(id), "")
    if not token:
        raise Refusal("table/no_link", kind="forbidden")
    entered = house.tables.known_seat(token) or await asyncio.to_thread(house.tables.enter, token)
    if entered.is_house or entered.campaign != id:
        raise Refusal("table/no_link", kind="forbidden")
    table = house.tables.loaded_table(id) or await asyncio.to_thread(house.tables.table, id)
    put_in_force(rows_at(table.state))  # for the rest of this request
    with suppress(Refusal):  # a game that is not installed here any more
        speak_for(find(table.state.play.get("system", "")).terms)
    return table, table.viewer(entered.seat)


async def aside(house: Any, table: Table, viewer: Viewer, draw: Callable[[], T]) -> T:
    """What takes a while, drawn beside the event loop: one page of a seat after another, and whoever plays first."""
    return await house.drawing.run((table, viewer.seat), draw)  # type: ignore[no-any-return]


async def is_house(request: Request, house: Any) -> bool:
    """Whether whoever runs the house looks."""
    token = cookies_of(request).get(HOUSE_COOKIE, "")
    if not token:
        return False
    try:
        entered = house.tables.known_seat(token) or await asyncio.to_thread(house.tables.enter, token)
    except Refusal:
        return False
    return bool(entered.is_house)


def seats_kept(request: Request) -> dict[str, str]:
    """The tables this device has a seat at: table -> link."""
    kept = cookies_of(request).items()
    return {name.removeprefix(SEAT_COOKIE): token for name, token in kept if name.startswith(SEAT_COOKIE)}


ALONE = ("127.0.0.1", "localhost", "::1")


def address(request: Request, house: Any) -> str:
    """Where a phone finds this server; nothing when it listens to this machine alone."""
    if request.url.hostname not in ALONE:
        return str(request.base_url)
    return str(house.phones)


def qr(address: str) -> str:
    """A QR code as an SVG path, drawn in the page's own colours."""
    import io

    import segno

    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, border=2, svgclass="qr", lineclass="qr__dark", omitsize=True
    )
    return out.getvalue().decode()
