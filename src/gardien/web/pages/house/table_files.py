"""Tables carried as files: taken along by their game master, brought in by whoever runs the house."""

import asyncio
from typing import Any, BinaryIO

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from gardien.core.errors import Refusal
from gardien.table.exchange import export_table
from gardien.web.files import MOST_BYTES, bring_file, file_headers
from gardien.web.pages.entry import cookie_name, remember
from gardien.web.pages.frame import HEADERS, frame_of
from gardien.web.pages.house.home import only_house, page
from gardien.web.pages.house.invite import keeper_of

LARGEST_SHEET = 1024 * 1024  # bytes
LONGEST = 60  # letters of a file's name in a sentence


async def take(request: Request, house: Any) -> Response:
    """GET /t/TABLE/table.jsonl: the table as it stands, with every secret."""
    table, viewer = await keeper_of(request, house)
    lines = await asyncio.to_thread(export_table, house.tables.store, table.campaign, viewer)
    name = table.state.play.get("title") or table.campaign
    return StreamingResponse(lines, 200, {**HEADERS, **file_headers(name, "jsonl")}, "application/jsonl")


async def bring_in(request: Request, house: Any) -> Response:
    """POST /importer: every table of a file, or none and the reason why."""
    await only_house(request, house)
    frame = frame_of(request)
    if int(request.headers.get("content-length") or 0) > MOST_BYTES:
        return await page(request, house, file_trouble=frame.t("carry_large"), status=413)
    async with request.form() as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.filename:
            return await page(request, house, file_trouble=frame.t("carry_nothing"), status=422)
        name, copy = file.filename[:LONGEST], form.get("copy") == "true"
        try:
            tables = await house.aside.run("house", bring_file, house.tables.store, file.file, name, copy)
        except Refusal as refusal:
            if refusal.id == "exchange/here":
                said = frame.t("carry_here", file=name)
                return await page(request, house, file_trouble=said, file_here=True, status=409)
            if refusal.id == "exchange/not_ours" and _is_sheet(file.file):
                return await page(request, house, file_trouble=frame.t("carry_sheet", file=name), status=422)
            return await page(request, house, refusal, of_file=True)
    only = tables[0] if len(tables) == 1 and tables[0].link and not tables[0].damaged else None
    damaged = sum(one.damaged for one in tables)
    answer = RedirectResponse(f"/t/{only.campaign}" if only else f"/?venues={len(tables)}&abimees={damaged}", 303)
    for one in tables:
        if one.link:
            remember(answer, cookie_name(one.campaign), one.link)
    return answer


def _is_sheet(file: BinaryIO) -> bool:
    """Whether a file is somebody’s sheet, as the button of their page saves it."""
    file.seek(0)
    try:
        said = msgspec.json.decode(file.read(LARGEST_SHEET))
    except msgspec.DecodeError:
        return False
    return isinstance(said, dict) and isinstance(said.get("kind"), str)
