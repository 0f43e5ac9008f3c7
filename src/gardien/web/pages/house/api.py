"""The API as a page to read, made from its OpenAPI description: what is asked, by whom, and what comes back."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from gardien.core.system import System, find, keys
from gardien.web.described import WayRead, ways_read
from gardien.web.openapi import TAGS
from gardien.web.pages.frame import Frame, frame_of


async def show(request: Request, house: Any) -> Response:
    """GET /api: every way in but the procedures, which each game has its own page for."""
    frame = frame_of(request)
    whole = await house.description(frame.language)
    chapters = [(tag["name"], tag["description"], ways_read(whole, tag["name"])) for tag in whole["tags"][: len(TAGS)]]
    return _page(frame, chapters=chapters, act=None, lede=whole["info"]["description"].split("\n\n"))


async def of_game(request: Request, house: Any) -> Response:
    """GET /api/SYSTEM: the procedures of a game; with `acte`, one of them with all that goes in and out."""
    frame = frame_of(request)
    system = find(request.path_params["system"])
    asked = request.query_params.get("acte", "")
    act = system.procedure(asked[:100]) if asked else None
    ways: list[WayRead] = []
    if act is not None:
        whole = await house.description(frame.language)
        paths = {
            path: whole["paths"][path] for path in whole["paths"] if f"/{system.key}/procedures/{act.key}/" in path
        }
        ways = ways_read({**whole, "paths": paths}, system.key)
    return _page(frame, system=system, acts=_acts(system, frame), act=act, chapters=[("", "", ways)])


def _acts(system: System, frame: Frame) -> list[tuple[str, str, str]]:
    """Every procedure: its key, its name, what it is for."""
    entries = ((one.key, system.terms.entry("procedure", one.key) or {}) for one in system.procedures())
    return [(key, entry.get(frame.language, key), entry.get(f"help_{frame.language}", "")) for key, entry in entries]


def _page(frame: Frame, **context: Any) -> Response:
    return frame.page("api.html", systems=[find(key) for key in keys()], **context)
