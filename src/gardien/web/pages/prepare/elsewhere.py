"""People of other tables of the house, for whoever is the game master of several: brought from one to another."""

import asyncio
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.conversion import sources
from gardien.core.errors import Refusal
from gardien.core.system import System, find
from gardien.core.terms import Language
from gardien.table.secrets import new_id
from gardien.table.tables import Tables
from gardien.table.tree import Tree
from gardien.web.pages.entry import seat_of, seats_kept
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.people import subtitle

MOST_TABLES = 40  # that are looked into; those of this device are rarely ten


class Other(Struct, frozen=True):
    """Somebody of another table, in a line."""

    id: str  # table/character
    name: str
    about: str
    words: str  # what a search finds them by


class OtherTable(Struct, frozen=True):
    """A table of this device’s game master, and everybody who is there."""

    title: str
    system: System
    people: tuple[Other, ...]


def tables_beside(tables: Tables, kept: dict[str, str], here: str, language: Language) -> list[OtherTable]:
    """The other tables that this device is the game master of; those that cannot be read are left out."""
    beside = []
    for id, token in list(kept.items())[:MOST_TABLES]:
        if id == here:
            continue
        try:
            entered = tables.enter(token)
            table = tables.table(id)
            viewer = table.viewer(entered.seat)
            if entered.campaign != id or not viewer.keeper:
                continue
            view = table.look(viewer)
        except Refusal:
            continue
        system = find(view["system"])
        people = tuple(_line(id, who, one, system, language) for who, one in view["characters"].items())
        if people:
            beside.append(OtherTable(view["title"] or system.title, system, people))
    return beside


def _line(table: str, who: str, one: Tree, system: System, language: Language) -> Other:
    name, about = str(one["sheet"].get("name") or who), subtitle(one["sheet"], system, language)
    return Other(f"{table}/{who}", name, about, f"{name} {about} {system.title}".lower())


async def sheet_of(request: Request, house: Any, place: str) -> Tree | None:
    """The sheet of somebody at another table, for its game master alone; None where no place is named."""
    if not place:
        return None
    table, _, who = place.partition("/")
    other, viewer = await seat_of(request, house, table)
    character = other.look(viewer)["characters"].get(who) if viewer.keeper else None
    if character is None:
        raise Refusal("table/no_character", kind="refused", came=who[:60])
    kind = find(other.state.play["system"]).table_rules.sheet_type(str(character["sheet"].get("kind", "")))
    known = kind.__struct_encode_fields__ if kind else tuple(character["sheet"])
    return {name: value for name, value in character["sheet"].items() if name in known}


async def show(request: Request, house: Any) -> Response:
    """Everybody of the other tables, one line each, with a search."""
    from gardien.web.pages.prepare.bestiary import keepers

    board: Board = await keepers(request, house)
    language = board.frame.language
    listed = await asyncio.to_thread(tables_beside, house.tables, seats_kept(request), board.table.campaign, language)
    search = request.query_params.get("q", "")[:100]
    words = search.lower().split()[:10]
    found = [
        msgspec.structs.replace(one, people=kept)
        for one in listed
        if (kept := tuple(who for who in one.people if all(word in who.words for word in words)))
    ]
    names = [board.name(id) for id in request.query_params.get("n", "")[:2000].split(",") if id in board.people]
    shown = {"beside": found, "any": bool(listed), "search": search, "names": names, "sources": sources(board.system)}
    return board.frame.page("elsewhere.html", **board.context(**shown, new_id=lambda: new_id("b")))
