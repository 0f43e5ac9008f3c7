"""The application: who asks, may they, and the way they asked for."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, compile_path
from starlette.types import Receive, Scope, Send

from gardien.core.errors import Refusal
from gardien.core.in_force import put_in_force, using
from gardien.core.terms import Language
from gardien.surroundings import data_folder
from gardien.table.packs import rows_at
from gardien.table.store.base import Store
from gardien.table.tables import Table, Tables
from gardien.table.viewers import Viewer
from gardien.web.answers import Json, body_of, cookies_of, fault_response, header, language_of, refusal_response
from gardien.web.aside import DRAWING_THREADS, Aside
from gardien.web.doorbell import Doorbell
from gardien.web.files import MOST_BYTES
from gardien.web.hosts import check_host
from gardien.web.limits import FILE, SMALL, Body, Bounds, check_head
from gardien.web.live import PING, PING_SECONDS, Stream
from gardien.web.openapi import openapi
from gardien.web.pacing import ALL_PASTS, BUSY_SECONDS, PASTS, STREAMS, Pace, address_of
from gardien.web.pacing import STRANGERS as STRANGERS_PACE
from gardien.web.pages.entry import HOUSE_COOKIE, SEAT_COOKIE, cookie_name
from gardien.web.pages.site import lost_page, page_routes
from gardien.web.routes import ANYONE, HOUSE, Call, Way, Who
from gardien.web.system_routes import SYSTEM_WAYS
from gardien.web.table_routes import TABLE_WAYS
from gardien.web.worker import SEATED, STRANGERS, WORKSHOP, Worker, Workers

Answer = Awaitable[Response]
Answering = Callable[[Request], Answer]

BASE = "/api/v1"
COOKIE = "gardien"  # of a program that keeps one link as a browser would
WAYS: tuple[Way, ...] = (*TABLE_WAYS, *SYSTEM_WAYS)
MOST_LINKS = 20  # of one device that are looked up to see whether somebody is known
POLL_SECONDS = 1.0
BODIES = {
    **{path: Body(MOST_BYTES, 600) for path in ("/importer", f"{BASE}/import")},  # whole tables
    **dict.fromkeys(("/rejoindre", "/choix", f"{BASE}/join"), SMALL),
}
FILES = ("/packs", "/paquets", "/ajouter")  # at the end of an address of a table


def description(language: Language = "en") -> dict[str, Any]:
    """The OpenAPI description of everything that is answered."""
    return openapi(WAYS, BASE, language)


class House:
    """What a running server holds."""

    def __init__(
        self,
        store: Store,
        *,
        several: bool = False,
        phones: str = "",
        names: frozenset[str] = frozenset(),
        link_days: int | None = None,
        packs: str = "",
    ) -> None:
        self.tables = Tables(store, link_days=link_days)
        self.names = names  # what it answers to beside this machine's own name for itself
        self.doorbell = Doorbell()
        self.packs = packs or os.path.join(data_folder(), "packs")  # those that any table of the house may use
        self.phones = phones  # the address for other machines, where there is one
        self.seated = Workers(SEATED)
        self.workshop = Workers(WORKSHOP)
        self.strangers = Workers(STRANGERS)
        self.aside, self.drawing = Aside(), Aside(DRAWING_THREADS)
        self.pace = Pace(STRANGERS_PACE)  # by address
        self.stream_pace, self.past_pace = Pace(STREAMS), Pace(PASTS, ALL_PASTS)  # by seat
        self.streams: set[Stream] = set()
        self._several = several
        self._refreshing: dict[str, asyncio.Future[None]] = {}  # by campaign

    async def knows_whom(self, request: Request) -> bool:
        """Whether somebody comes with a link that works: whoever shows any word in its place is a stranger."""
        shown = links_shown(request)
        if any(map(self.tables.known_seat, shown)):
            return True

        def opens(token: str) -> bool:
            with suppress(Refusal):
                return bool(self.tables.enter(token).seat)
            return False

        return bool(shown) and await asyncio.to_thread(lambda: any(map(opens, shown[-MOST_LINKS:])))

    def worker_of(self, table: Table, viewer: Viewer, what: str) -> Worker:
        """Who computes for a seat; a newer question about the same takes the place of one that waits."""
        return Worker(self.seated, (table.campaign, viewer.seat, what))

    async def worker_for(self, request: Request) -> Worker:
        """Who computes for somebody who needs no link: whether or not they have one makes a difference."""
        token = token_of(request)
        entered = self.tables.known_seat(token)
        if entered is None:
            try:
                entered = await asyncio.to_thread(self.tables.enter, token)
            except Refusal:
                return Worker(self.strangers)
        return Worker(self.seated, (entered.campaign, entered.seat, "rules"))

    def workshop_of(self, table: Table, viewer: Viewer, what: str) -> Worker:
        """The same for whole fights."""
        return Worker(self.workshop, (table.campaign, viewer.seat, what))

    async def description(self, language: Language) -> dict[str, Any]:
        """All ways in, of all games: a second of work, and few ever ask for it."""
        return await self.aside.once(description, language)

    async def keep_awake(self) -> None:
        """Say something on every line now and then, so that a dead one is noticed."""
        while True:
            await asyncio.sleep(PING_SECONDS)
            for stream in list(self.streams):
                stream.push(PING)

    def stop(self) -> None:
        """End the live streams, which would never end by themselves."""
        for stream in list(self.streams):
            stream.end()

    async def follow(self) -> None:
        """Take in what other processes write: told by the store, or looked for every second."""
        loop = asyncio.get_running_loop()

        def hear(campaign: str, version: int) -> None:
            loop.call_soon_threadsafe(self._heard, campaign, version)

        leave: Callable[[], None] | None = None
        try:
            while True:
                with suppress(Refusal):  # the store is away for a moment
                    if self._several and leave is None:
                        leave = await asyncio.to_thread(self.tables.store.subscribe, hear)
                        for table in self.tables.in_use():  # loaded before anything could be heard
                            await table.look_for_news()
                    elif not self._several:
                        for table in self.tables.in_use():
                            if table.listeners:
                                await table.look_for_news()
                await asyncio.sleep(POLL_SECONDS)
        finally:
            if leave:
                leave()

    def _heard(self, campaign: str, version: int) -> None:
        self.tables.hear(campaign, version)
        table = self.tables.loaded_table(campaign)
        if table is not None and table.behind() and campaign not in self._refreshing:
            self._refreshing[campaign] = asyncio.ensure_future(self._take_in(table))

    async def _take_in(self, table: Table) -> None:
        """Until all that was heard of is known; what cannot be read now is tried again."""
        try:
            while table.behind():
                try:
                    await table.refresh_soon()
                except Refusal:
                    await asyncio.sleep(POLL_SECONDS)
        finally:
            del self._refreshing[table.campaign]


def links_shown(request: Request) -> list[str]:
    """Whatever may be a link of all that somebody comes with."""
    kind, _, token = (header(request, b"authorization") or "").partition(" ")
    said = [token.strip()] if kind.lower() == "bearer" else []
    kept = cookies_of(request).items() if header(request, b"cookie") else ()
    return said + [one for name, one in kept if name in (COOKIE, HOUSE_COOKIE) or name.startswith(SEAT_COOKIE)]


def token_of(request: Request, who: tuple[Who, ...] = ANYONE) -> str:
    """The link somebody comes with: a header, or what a browser of the house's own pages keeps of it."""
    kind, _, token = (header(request, b"authorization") or "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    table = request.path_params.get("table", "")
    kept = cookie_name(table) if table and who != HOUSE else HOUSE_COOKIE
    cookies = cookies_of(request)
    return cookies.get(COOKIE) or cookies.get(kept, "")


async def admit(house: House, way: Way, request: Request) -> Call:
    """Who asks; whatever is not allowed to them is refused."""
    if way.who == ANYONE:
        return Call(request, house)
    token = token_of(request, way.who)
    if not token:
        raise Refusal("table/no_link", kind="forbidden")
    entered = house.tables.known_seat(token)
    if entered is None:
        entered = await asyncio.to_thread(house.tables.enter, token)
    if entered.is_house:
        if way.who != HOUSE:
            raise Refusal("http/house_link", kind="forbidden")
        return Call(request, house)
    if way.who == HOUSE:
        raise Refusal("table/not_allowed", kind="forbidden", came=request.url.path[:100])
    if request.path_params.get("table", entered.campaign) != entered.campaign:
        raise Refusal("table/no_link", kind="forbidden")
    table = house.tables.loaded_table(entered.campaign)
    if table is None:
        table = await asyncio.to_thread(house.tables.table, entered.campaign)
    if table.behind():
        await table.refresh_soon()
    elif entered.seat not in table.state.house.get("seats", {}):
        await table.look_for_news()  # a seat that another process has just set
    viewer = table.viewer(entered.seat)
    if viewer.role not in way.who:
        raise Refusal("table/not_allowed", kind="forbidden", came=request.url.path[:100])
    put_in_force(rows_at(table.state))  # for the rest of this request
    return Call(request, house, table, viewer)


def from_elsewhere(request: Request) -> bool:
    """Another site's page may not act in a player's name."""
    site = header(request, b"sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = header(request, b"origin")
    return origin is not None and origin.partition("://")[2] != (header(request, b"host") or "")


def endpoint(house: House, way: Way) -> Answering:
    """A way as it is asked for."""

    async def answer(request: Request) -> Response:
        try:
            if way.method != "GET" and from_elsewhere(request):
                raise Refusal("http/elsewhere", kind="forbidden")
            call = await admit(house, way, request)
            body = None if way.body is None else await body_of(request, way.body, way.most)
            return await way.handler(call, body)
        except Refusal as refusal:
            await dwell_on(refusal)
            return refusal_response(refusal, language_of(request))
        except Exception as fault:
            return fault_response(fault, language_of(request))

    return answer


async def dwell_on(refusal: Refusal) -> None:
    """Whoever is turned away for asking too much hears so a little later."""
    if refusal.id == "http/busy":
        await asyncio.sleep(BUSY_SECONDS)


class Api:
    """The ways of the API: found by one look at the path, with nothing between the entrance and them."""

    def __init__(
        self, ways: Iterable[tuple[str, str, Answering]], lost: Callable[[Request, Exception], Answer]
    ) -> None:
        by_path: dict[str, dict[str, Answering]] = {}
        for method, path, answer in ways:
            by_path.setdefault(path, {})[method] = answer
        self.ways = frozenset(f"{method} {path}" for path, answers in by_path.items() for method in answers)
        self._by_depth: dict[int, list[tuple[re.Pattern[str], dict[str, Answering]]]] = {}
        for path, answers in by_path.items():
            self._by_depth.setdefault(path.count("/"), []).append((compile_path(BASE + path)[0], answers))
        self._lost = lost

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        answers = self._answers(scope)
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        if method in answers:
            response = await answers[method](request)
        else:
            allowed = {"Allow": ", ".join([*answers, *(["HEAD"] if "GET" in answers else [])])}
            fault = HTTPException(405, headers=allowed) if answers else HTTPException(404)
            response = await self._lost(request, fault)
        await response(scope, receive, send)

    def _answers(self, scope: Scope) -> Mapping[str, Answering]:
        path = scope["path"]
        for pattern, answers in self._by_depth.get(path.count("/") - BASE.count("/"), ()):
            if found := pattern.match(path):
                scope["path_params"] = found.groupdict()
                return answers
        return {}


def bounds_of(path: str) -> Body | None:
    """What a body sent there may be, where that is not the usual."""
    return BODIES.get(path) or (FILE if path.endswith(FILES) else None)


class Entrance:
    """What holds for all requests: names, pace, bounds; and printed rows, whatever the one before has put in force.

    Pages are compressed on their way; a live stream goes through as it is, at once, and so does the API.
    """

    def __init__(self, pages: Starlette, house: House, api: Api) -> None:
        self.pages, self.api = pages, api
        self.squeezed = GZipMiddleware(pages, compresslevel=5)
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.pages(scope, receive, send)
            return
        try:
            check_head(scope)
            check_host(scope, self.house.names)
            if not await self.house.knows_whom(Request(scope)):  # they come at the pace of their address
                await self.house.pace.turn(address_of(scope))
        except Refusal as refusal:
            await dwell_on(refusal)
            await refusal_response(refusal, language_of(Request(scope)))(scope, receive, send)
            return
        path = scope["path"]
        app = self.api if path.startswith(BASE) else self.pages if path.endswith("/live") else self.squeezed
        with using(None):
            await app(scope, Bounds(bounds_of(path), scope, receive).receive, send)


def create_app(house: House) -> Entrance:
    """Everything the server answers."""

    async def described(request: Request) -> Response:
        asked = request.query_params.get("lang")
        return Json(await house.description("fr" if asked == "fr" else "en"))  # programs are told in English

    async def lost(request: Request, fault: Exception) -> Response:
        status = fault.status_code if isinstance(fault, HTTPException) else 500
        id = "http/method" if status == 405 else "http/path"
        refusal = Refusal(id, came=request.url.path[:100])
        if not request.url.path.startswith(BASE) and "text/html" in (header(request, b"accept") or ""):
            return lost_page(request, refusal, status)
        answer = refusal_response(refusal, language_of(request))
        if isinstance(fault, HTTPException) and fault.headers:
            answer.headers.update(fault.headers)
        return answer

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.ensure_future(house.follow()), asyncio.ensure_future(house.keep_awake())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for workers in (house.seated, house.workshop, house.strangers):
                await workers.close()
            house.aside.close()
            house.drawing.close()

    async def healthy(request: Request) -> Response:
        try:
            await asyncio.to_thread(house.tables.store.find_link, b"")
        except Refusal as refusal:
            answer = refusal_response(refusal, language_of(request))
            answer.status_code = 503
            return answer
        return Json({"status": "ok"})

    ways = [(way.method, way.path, endpoint(house, way)) for way in WAYS]
    api = Api([*ways, ("GET", "/openapi.json", described)], lost)
    pages = Starlette(
        routes=[Route("/healthz", healthy, methods=["GET"]), *page_routes(house, from_elsewhere)],
        exception_handlers={404: lost, 405: lost},
        lifespan=lifespan,
    )
    return Entrance(pages, house, api)
