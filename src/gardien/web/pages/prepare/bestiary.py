"""The bestiary and the people of the pack, to be read or brought to a table; the other ways to bring somebody in."""

import re
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.conversion import sources
from gardien.core.conversion_report import source_names
from gardien.core.errors import Refusal
from gardien.core.in_force import kept_by_rows
from gardien.core.pack import MOST_BYTES, read_json
from gardien.core.ready import ENCOUNTER, beings_of, keys_of_beings
from gardien.core.system import System, find
from gardien.core.table_rules import kind_of
from gardien.core.terms import Language
from gardien.table import commands as c
from gardien.table.secrets import new_id
from gardien.web.answers import STATUS, STATUS_BY_ID, decode
from gardien.web.encounters import encounters_of
from gardien.web.pages.frame import Frame, frame_of
from gardien.web.pages.prepare.elsewhere import sheet_of
from gardien.web.pages.refusals import refusal_text
from gardien.web.pages.table.board import Board, board_of
from gardien.web.pages.table.facts import Facts, facts
from gardien.web.pasted import read_block

KEPT = (("q", "q"), ("u", "left"))  # of the address after somebody has come: what was searched, and what was not read
WAYS = ("being", ENCOUNTER, "draw", "file", "blank", "table")


class Being(Struct, frozen=True):
    """One entry of the bestiary."""

    id: str  # table/key, as the table's command takes it
    facts: Facts
    players: bool = False  # of the kind that players play: may be brought in as theirs or as somebody else


@kept_by_rows(64)
def beings(system: System, language: Language) -> tuple[tuple[str, tuple[Being, ...]], ...]:
    """Every being of the pack by its table, in the pack's order."""
    tables = []
    for table, make in beings_of(system).items():
        sheets = {key: msgspec.to_builtins(make(key, language)) for key in keys_of_beings(system, table)}
        own = kind_of(system.table_rules.sheets[0])
        made = [
            Being(f"{table}/{key}", facts(system, sheet, language), sheet.get("kind") == own)
            for key, sheet in sheets.items()
        ]
        entry = system.terms.value("kind", table)
        plural = (entry or {}).get(f"{language}_plural")
        named = system.terms.say(system.terms.entry("table", table), language, default=table)
        tables.append((plural or system.terms.say(entry, language, default=named), tuple(made)))
    return tuple(tables)


def search_beings(system: System, language: Language, search: str) -> list[tuple[str, list[Being]]]:
    """The beings that have every word somewhere on their card."""
    words = search.lower().split()[:10]
    return [
        (title, kept)
        for title, listed in beings(system, language)
        if (kept := [one for one in listed if all(word in one.facts.words for word in words)])
    ]


def _listing(system: System, frame: Frame, search: str) -> dict[str, Any]:
    return {
        "system": system,
        "groups": search_beings(system, frame.language, search),
        "search": search,
        "any": any(listed for _, listed in beings(system, frame.language)),
    }


async def read_only(request: Request, house: Any) -> Response:
    """The bestiary of a game, without a table."""
    frame = frame_of(request)
    system = find(request.path_params["system"])
    return frame.page("bestiary.html", **_listing(system, frame, request.query_params.get("q", "")[:100]))


# ---- at a table ----


class OtherGame(Exception):
    """A sheet of another game of the house: it is converted first."""

    def __init__(self, sheet: dict[str, Any]) -> None:
        super().__init__()
        self.sheet = sheet


class Asked(Struct, frozen=True, kw_only=True):
    """What stood in the form that was refused: where, why, and what was written."""

    way: str = ""
    message: str = ""
    rule: str = ""
    fields: dict[str, str] = {}

    def beside(self, listed: set[str]) -> bool:
        """Whether the form that was refused stands on the page, and says so itself."""
        return self.way in ("draw", "file", "blank") or (self.way == "being" and self.fields.get("being") in listed)


async def keepers(request: Request, house: Any) -> Board:
    """The table of somebody who may bring anybody in."""
    board = await board_of(request, house)
    if not board.keeper:
        raise Refusal("table/not_allowed", kind="forbidden", came="add")
    return board


def _page(
    board: Board, search: str, added: str = "", asked: Asked | None = None, status: int = 200, left: str = ""
) -> Response:
    names = [board.name(id) for id in added.split(",") if id in board.people]
    hidden = any(board.people[id].hidden for id in added.split(",") if id in board.people)
    system, language = board.system, board.frame.language
    kinds = [(kind_of(one), system.terms.word("kind", kind_of(one), language)) for one in system.table_rules.sheets]
    listing, asked = _listing(system, board.frame, search), asked or Asked()
    context = board.context(
        **{**listing, "asked": asked},
        told=bool(asked.message) and not asked.beside({one.id for _, group in listing["groups"] for one in group}),
        names=names,
        were_hidden=hidden,
        left=left,
        encounters=[one for one in encounters_of(system, language) if search.lower() in one.words],
        sources=source_names(system, language),
        all_kinds=[(kind, word) for kind, word in kinds if kind],
        new_id=lambda: new_id("b"),
    )
    return board.frame.page("add.html", status, **context)


async def bring(request: Request, house: Any) -> Response:
    """Everybody the game master can bring in."""
    board = await keepers(request, house)
    query = request.query_params
    return _page(board, query.get("q", "")[:100], query.get("n", "")[:2000], left=query.get("u", "")[:1000])


async def add(request: Request, house: Any) -> Response:
    """Somebody comes to the table; the page stays, for whoever comes next."""
    board = await keepers(request, house)
    form = await request.form(max_fields=100, max_part_size=MOST_BYTES)
    fields = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    way = fields.get("way", "")
    try:
        if way == "table":
            fields["sheet"] = msgspec.json.encode(await sheet_of(request, house, fields.get("from", ""))).decode()
        command = await _command(board, way, fields, form.get("file"))
        envelope = c.Envelope(action=fields.get("action", "")[:100] or new_id("b"), command=command)
        acted = await board.table.act_soon(board.viewer.seat, envelope, board.frame.language)
    except OtherGame as other:
        from gardien.web.pages.prepare.convert import opened

        return await opened(house, board, other.sheet)
    except Refusal as refusal:
        refusal.where = ""
        status = STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
        rule, refusal.rule = refusal.rule, ""
        asked = Asked(way=way, message=refusal_text(refusal, board), rule=rule, fields=fields)
        return _page(board, fields.get("q", ""), asked=asked, status=status)
    words = (acted.card or {}).get("words", {})
    ids = words.get("all") or words.get("brought") or [words.get("character", "")]
    if way == "table":
        return RedirectResponse(f"/t/{board.table.campaign}/ajouter/tables?n={quote(','.join(ids))}", 303)
    if way == "blank":
        return RedirectResponse(f"/t/{board.table.campaign}/fiche/{quote(ids[0])}", 303)
    query = f"n={quote(','.join(ids))}" + "".join(f"&{name}={quote(fields[at])}" for name, at in KEPT if fields.get(at))
    return RedirectResponse(f"/t/{board.table.campaign}/ajouter?{query}", 303)


async def _command(board: Board, way: str, fields: dict[str, str], upload: Any) -> c.Add | c.Unpack:
    """The command behind one of the ways to bring somebody in."""
    language = board.frame.language
    if way == ENCOUNTER:
        return c.Unpack(what=fields.get("what", "")[:100], language=language)
    content: dict[str, Any] = {"type": "add", "language": language, "name": fields.get("name", "").strip()}
    content |= {"alias": fields.get("alias", "").strip(), "hidden": fields.get("hidden") == "true"}
    match way:
        case "being":
            count = fields.get("count", "1").strip() or "1"
            content |= {"being": fields.get("being", ""), "count": int(count) if _small(count) else count}
            content["foe"] = fields.get("foe") == "true"
        case "draw":
            content["draw"] = {"language": language} if "language" in _draw_fields(board.system) else {}
        case "file" | "table":
            content["sheet"] = await _sheet(board, fields, upload)
        case "blank":
            content["sheet"] = {"kind": fields["kind"]} if fields.get("kind") else {}
        case _:
            raise Refusal("field/one_of", field="way", came=way[:40], allowed=list(WAYS))
    return decode(msgspec.json.encode(content), c.AnyCommand)  # type: ignore[arg-type,return-value]


def _small(text: str) -> bool:
    return text.isdecimal() and len(text) < 4


def _draw_fields(system: System) -> tuple[str, ...]:
    return tuple(system.creation.__annotations__["given"].__struct_encode_fields__)


async def _sheet(board: Board, fields: dict[str, str], upload: Any) -> dict[str, Any]:
    """A sheet from a file as `gardien create` writes it, chosen or pasted; a chosen file is kept as if pasted."""
    text = fields.get("sheet", "")
    if upload is not None and not isinstance(upload, str) and upload.filename:
        try:
            text = (await upload.read(MOST_BYTES + 1)).decode()
        except UnicodeDecodeError:
            raise Refusal("exchange/not_ours", where=upload.filename[:60]) from None
        fields["sheet"] = text[:MOST_BYTES]
    if not text.strip():
        raise Refusal("sheet/none")
    if not text.lstrip().startswith(("{", "[")):
        pasted = read_block(board.system, text)
        if not pasted.read:
            raise Refusal("sheet/no_block", came=" ".join(text.split())[:40])
        fields["left"] = " · ".join(pasted.left)[:1000]
        return pasted.sheet
    try:
        sheet = read_json(text, "")
    except Refusal as refusal:
        at = re.search(r"byte (\d+)", str(refusal.words.get("fault", "")))
        raise Refusal("sheet/unreadable", at=int(at[1]) + 1 if at else len(text)) from None
    if not isinstance(sheet, dict) or not isinstance(sheet.get("system"), str):
        raise Refusal("exchange/not_ours", where=board.frame.t("bring_sheet"))
    if sheet["system"] in sources(board.system):
        raise OtherGame(sheet)
    if sheet["system"] != board.system.key:
        raise Refusal("table/other_game", field="sheet", came=sheet["system"], system=board.system.title)
    return sheet
