"""The packs of a table: rows of its own beside the game's, brought as a file, taken from the house, taken along."""

import asyncio
import os
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.core.pack import MOST_BYTES, parse_toml, read_text
from gardien.core.player_packs import HEADER, pack_files, to_toml
from gardien.core.ready import CHARACTER, READY, in_language, ready_rows
from gardien.core.system import System
from gardien.core.terms import Language, colon
from gardien.table import commands as c
from gardien.table.packs import pack_at
from gardien.table.secrets import new_id
from gardien.table.tables import Table
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer
from gardien.web.answers import STATUS, STATUS_BY_ID
from gardien.web.files import file_headers
from gardien.web.pages.frame import HEADERS, frame_of
from gardien.web.pages.house.invite import keeper_of
from gardien.web.pages.prepare.row_forms import fault_told, table_title
from gardien.web.pages.table.board import Board

MOST_FAULTS = 50  # told at once


class Lying(Struct, frozen=True):
    """A pack that lies in the folder of the house."""

    file: str
    name: str


async def show(request: Request, house: Any) -> Response:
    """GET /t/TABLE/paquets"""
    table, viewer = await keeper_of(request, house)
    return await _page(request, house, table, viewer)


async def _page(request: Request, house: Any, table: Table, viewer: Viewer, trouble: Refusal | None = None) -> Response:
    frame = frame_of(request)
    board = Board(table, viewer, frame)
    language = frame.language
    used = [{**one, "told": _rows_told(one["rows"], board.system, language)} for one in board.view["packs"]]
    lying = await asyncio.to_thread(_lying, house.packs, board.system.key)
    found = (trouble, *trouble.also)[:MOST_FAULTS] if trouble else ()
    faults = [fault_told(one, board.system, language) for one in found]
    status = STATUS_BY_ID.get(trouble.id, STATUS[trouble.kind]) if trouble else 200
    return frame.page(
        "packs.html",
        status,
        **board.context(
            used=used,
            lying=[one for one in lying if one.name not in {pack["name"] for pack in used}],
            ready=_ready(board),
            faults=faults,
            done="fait" in request.query_params,
            fresh=new_id,
        ),
    )


class Ready(Struct, frozen=True):
    """Something that a pack brings ready."""

    what: str  # table/key, as the commands take it
    name: str
    note: str


def _ready(board: Board) -> list[tuple[str, str, list[Ready]]]:
    """All that packs of the table bring ready, kind by kind."""
    language = board.frame.language
    kinds = []
    for table in READY:
        rows = ready_rows(board.system.key, table)
        made = [
            Ready(f"{table}/{key}", in_language(one, "", language), in_language(one, "note", language))
            for key, one in rows.items()
        ]
        kinds += [(table, table_title(board.system, table, language), made)] if made else []
    return kinds


def _rows_told(rows: dict[str, int], system: System, language: Language) -> str:
    """How many rows of which tables, in words where the game has them."""
    named = {table_title(system, table, language): count for table, count in rows.items()}
    return ", ".join(f"{name}{colon(language)} {count}" for name, count in named.items())


def _lying(folder: str, system: str) -> list[Lying]:
    """The packs of a game that lie in the house, whether or not they are sound."""
    place = os.path.join(folder, system)
    if not os.path.isdir(place):
        return []
    packs = []
    for file in pack_files(place):
        name = os.path.basename(file)
        try:
            header = _content_of(file).get(HEADER, {})
        except Refusal:
            header = {}
        packs.append(Lying(name, str(header.get("name") or name.removesuffix(".toml"))[:100]))
    return packs


def _content_of(file: str) -> Tree:
    from pathlib import Path

    return _named(parse_toml(read_text(Path(file)), os.path.basename(file)), os.path.basename(file))


def _named(content: Tree, file: str) -> Tree:
    """What a file holds, under its own name where it says none."""
    header = content.get(HEADER, {})
    if not isinstance(header, dict) or header.get("name"):
        return content
    return {**content, HEADER: {**header, "name": file.removesuffix(".toml")[:100]}}


async def change(request: Request, house: Any) -> Response:
    """POST /t/TABLE/paquets: one more, whole and sound, or one less."""
    table, viewer = await keeper_of(request, house)
    try:
        async with request.form(max_fields=20, max_part_size=MOST_BYTES) as form:
            action = str(form.get("action") or new_id("f"))[:100]
            opened = _opening(form, frame_of(request).language)
            command = opened or await _command(form, house, table)
        envelope = c.Envelope(action=action, command=command)
        await table.act_soon(viewer.seat, envelope, frame_of(request).language)
    except Refusal as refusal:
        return await _page(request, house, table, viewer, refusal)
    return RedirectResponse(f"/t/{table.campaign}" + ("" if opened else "/paquets?fait"), 303)


def _opening(form: Any, language: Language) -> c.Unpack | c.Add | None:
    """What a pack brings ready, opened."""
    what = str(form.get("open") or "")[:100]
    if not what:
        return None
    if what.startswith(f"{CHARACTER}/"):
        return c.Add(being=what, language=language)
    return c.Unpack(what=what, language=language, audience="keeper" if form.get("secret") else "all")


async def _command(form: Any, house: Any, table: Table) -> c.UsePack:
    if off := str(form.get("off") or ""):
        return c.UsePack(off=off[:40])
    if lying := str(form.get("lying") or ""):
        system = table.state.play["system"]
        if lying not in [one.file for one in await asyncio.to_thread(_lying, house.packs, system)]:
            raise Refusal("pack/unknown", came=lying[:60])
        return c.UsePack(content=await asyncio.to_thread(_content_of, os.path.join(house.packs, system, lying)))
    upload = form.get("file")
    if upload is None or isinstance(upload, str) or not upload.filename:
        raise Refusal("pack/no_file")
    name = os.path.basename(upload.filename)[:60]
    content = await upload.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Refusal("file/large", where=name, most=MOST_BYTES // 1000)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Refusal("file/unreadable", where=name, fault=type(fault).__name__) from None
    return c.UsePack(content=_named(await asyncio.to_thread(parse_toml, text, name), name))


async def take(request: Request, house: Any) -> Response:
    """GET /t/TABLE/paquets/ID.toml: a pack as a file to share."""
    table, _ = await keeper_of(request, house)
    pack = pack_at(table.state, request.path_params["pack"])
    if pack is None:
        raise Refusal("pack/unknown", came=request.path_params["pack"][:40])
    headers = {**HEADERS, **file_headers(pack.header.name or "paquet", "toml")}
    return Response(to_toml(pack), 200, headers, "application/toml")
