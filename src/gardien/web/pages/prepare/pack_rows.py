"""A row of one's own, written in the page: begun from another (“like the ghoul, but…”), weighed while it is typed, kept
in a pack of the table and used at once. The form is made from the type of the rows, as that of a sheet is."""

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct, inspect
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal, nearest
from gardien.core.in_force import using
from gardien.core.player_packs import HEADER, KEY, Pack, check_content, rows_of
from gardien.core.ready import (
    CHARACTER,
    ENCOUNTER,
    RANDOM,
    READY,
    RandomTable,
    beings_of,
    in_language,
    ready_row,
)
from gardien.core.reference import search_text
from gardien.core.system import System
from gardien.core.terms import colon, percent
from gardien.sim.fights import FightOdds
from gardien.table import commands as c
from gardien.table.packs import packs_at
from gardien.table.secrets import new_id
from gardien.table.tree import Tree
from gardien.web.answers import STATUS, STATUS_BY_ID
from gardien.web.pages.forms.chances import Chances, OddsAsker
from gardien.web.pages.forms.form_values import keys_of
from gardien.web.pages.forms.targeting import odds_inputs
from gardien.web.pages.frame import parts
from gardien.web.pages.prepare import weighing, workshop
from gardien.web.pages.prepare.bestiary import keepers
from gardien.web.pages.prepare.row_forms import (
    ReadyWriter,
    RowWriter,
    begun_from,
    fault_told,
    table_title,
    writer_of,
)
from gardien.web.pages.sheet.sheet_forms import PREFIX, Written
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.facts import Facts, facts
from gardien.web.worker import Question

Items = list[tuple[str, str]]
SECOND = "_2"  # behind the key of a row that is begun from another
TYPING_SECONDS = 2  # whoever types waits no longer for a danger


class Draft(Struct, frozen=True):
    """A row that is being written: for which table, begun from which, kept in which pack."""

    table: str
    like: str
    source: Tree  # all of it, with what goes without saying
    shown: Tree  # what stands in the form
    row: Tree
    pack: str
    replaces: bool = False


class Effect(Struct, frozen=True):
    """What a row does, as far as it can be seen before it is used."""

    facts: Facts | None = None
    chances: Chances | None = None
    act: str = ""
    told: tuple[str, ...] = ()  # by the game's own odds
    danger: Tree | None = None
    faults: tuple[str, ...] = ()


async def show(request: Request, house: Any) -> Response:
    """GET /t/TABLE/paquets/ligne: which table, begun from which row, and the form."""
    board = await keepers(request, house)
    query = request.query_params
    table, like = query.get("table", ""), query.get("comme", "")
    if table not in _tables(board.system):
        return board.frame.page("pack_row.html", **board.context(tables=_named_tables(board), draft=None))
    return _page(board, _draft(board, table, like, []), {})


def _tables(system: System) -> list[str]:
    """The tables whose rows have a key and may be added to, and those of what lies ready."""
    shelf = system.shelf
    rows = shelf.contents().items()
    return [*(name for name, listed in rows if name not in shelf.fixed and listed and _has_key(listed[0])), *READY]


def _has_key(row: Any) -> bool:
    return isinstance(row, dict) and {"key", "fr"} <= row.keys()


def _named_tables(board: Board) -> list[tuple[str, str, int]]:
    system = board.system
    language = board.frame.language
    return [(name, table_title(system, name, language), len(begun_from(system, name))) for name in _tables(system)]


def _draft(board: Board, table: str, like: str, items: Items) -> Draft:
    """What a form holds, or what one begins with."""
    system, fields = board.system, dict(items)
    pack = fields.get("pack", "").strip()[:100] or _usual_pack(board)
    writer = writer_of(system, table, board.frame.language)
    like, source, begun = _begun(board, table, like, writer)
    if not items:
        return Draft(table, like, source, begun, writer.row(begun), pack, writer.is_counted)
    shown = writer.written(items, source)
    row = writer.row(shown)
    row["key"] = _key(row, source)
    return Draft(table, like, source, shown, row, pack, writer.is_counted or fields.get("replaces") == "true")


def _begun(board: Board, table: str, like: str, writer: RowWriter) -> tuple[str, Tree, Tree]:
    """What one begins with: another row, somebody of the table, or nothing; and how the form shows it."""
    rows = begun_from(board.system, table)
    if like in rows:
        source: Tree = msgspec.json.decode(msgspec.json.encode(rows[like]))
        source.pop("printed", None)
        begun = source if writer.is_counted else {**source, "key": f"{source['key'][:57]}{SECOND}"}
        return like, source, writer.shown(begun) if isinstance(writer, ReadyWriter) else begun
    if table == CHARACTER and like in board.people:
        name = board.name(like)
        somebody = {"key": "", "fr": name, "en": name, "sheet": board.view["characters"][like]["sheet"]}
        return like, somebody, somebody
    if isinstance(writer, ReadyWriter) and not like:
        return like, *writer.blank(board.view.get("options") or {})
    if like:
        hint = nearest(like[:60], list(rows))
        raise Refusal("field/one_of", field="comme", came=like[:60], allowed=list(rows), hint=hint)
    return _begun(board, table, next(iter(rows)), writer)


def _key(row: Tree, source: Tree) -> str:
    """The key that was written; where nobody has touched it, one made of the new name."""
    written, name = str(row.get("key", "")).strip(), str(row.get("fr") or row.get("en") or "")
    if not written and not name:
        return ""
    if written and (written != f"{source['key'][:57]}{SECOND}" or name in (source.get("fr"), source.get("en"))):
        return written
    made = re.sub(r"[^a-z0-9]+", "_", search_text(name)).strip("_")[:60]
    return made if KEY.fullmatch(made) else written


def _usual_pack(board: Board) -> str:
    used = board.view["packs"]
    return str(used[-1]["name"]) if used else board.frame.t("row_pack_usual")


def _content(board: Board, draft: Draft) -> tuple[Tree, list[Pack]]:
    """The pack with the row in it, and the packs it stands beside."""
    used = list(packs_at(board.table.state).values())
    before = next((one for one in used if one.header.name == draft.pack), None)
    content: Tree = before.content if before else {HEADER: {"name": draft.pack, "system": board.system.key}}
    header, key = dict(content[HEADER]), draft.row["key"]
    listed = [row for row in content.get(draft.table, []) if row.get("key") != key]
    place = f"{draft.table}/{key}"
    if draft.replaces:
        header["replaces"] = [*(one for one in header.get("replaces", ()) if one != place), place]
    content = {**content, HEADER: header, draft.table: [*listed, draft.row]}
    return content, [one for one in used if one is not before]


def _page(
    board: Board, draft: Draft, refusals: Mapping[str, str], effect: Effect | None = None, status: int = 200
) -> Response:
    writer = writer_of(board.system, draft.table, board.frame.language)
    form: list[Written] = writer.form(writer.names(draft.source), draft.shown, refusals)
    rows = [(key, getattr(row, board.frame.language)) for key, row in begun_from(board.system, draft.table).items()]
    if draft.table == CHARACTER:
        rows = [*((one.id, one.name) for one in board.people.values()), *rows]
    if draft.table in READY:
        rows = [("", board.frame.t("row_nothing")), *rows]
    shown = {one.name.removeprefix(PREFIX) for one in form}
    return board.frame.page(
        "pack_row.html",
        status,
        **board.context(
            draft=draft,
            form=form,
            rows=rows,
            rest=[text for name, text in refusals.items() if name not in shown],
            title=table_title(board.system, draft.table, board.frame.language),
            packs=[one["name"] for one in board.view["packs"]],
            effect=effect,
            action=new_id("f"),
        ),
    )


async def _sent(request: Request, house: Any) -> tuple[Board, Draft, Items]:
    board = await keepers(request, house)
    form = await request.form(max_fields=2000)
    items = [(name, str(value)) for name, value in form.multi_items()]
    table = str(form.get("table", ""))
    if table not in _tables(board.system):
        allowed = _tables(board.system)
        raise Refusal(
            "field/one_of", field="table", came=table[:60], allowed=allowed, hint=nearest(table[:60], allowed)
        )
    return board, _draft(board, table, str(form.get("comme", "")), items), items


async def weigh(request: Request, house: Any) -> Response:
    """POST /t/TABLE/paquets/ligne/effet: what the row does, while it is being written."""
    board, draft, _ = await _sent(request, house)
    begun = draft.row.get("fr") or draft.row.get("en")  # who has written no name yet is not told off for it
    effect = await _effect(board, house, draft) if begun else None
    return parts(board.part("row_effect", effect=effect, draft=draft))


async def keep(request: Request, house: Any) -> Response:
    """POST /t/TABLE/paquets/ligne: the row comes into its pack, and the pack into use."""
    board, draft, items = await _sent(request, house)
    fields = dict(items)
    if fields.get("way") == "effect":
        return _page(board, draft, {}, await _effect(board, house, draft))
    try:
        content, _ = _content(board, draft)
        envelope = c.Envelope(action=fields.get("action") or new_id("f"), command=c.UsePack(content=content))
        await board.table.act_soon(board.viewer.seat, envelope, board.frame.language)
    except Refusal as refusal:
        status = STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
        return _page(board, draft, _by_field(board, draft, refusal), status=status)
    return RedirectResponse(f"/t/{board.table.campaign}/paquets?fait", 303)


def _by_field(board: Board, draft: Draft, refusal: Refusal) -> dict[str, str]:
    """Every fault beside its field."""
    place = f"{draft.table} “{str(draft.row.get('key', ''))[:60]}”"
    told: dict[str, str] = {}
    for one in (refusal, *refusal.also):
        own = one.field.startswith(place)
        inside = one.field.removeprefix(place).lstrip(".")
        name = re.split(r"[.\[]", inside)[0] if own else one.field
        one.where = ""
        told.setdefault(name or "key", fault_told(one, board.system, board.frame.language, alone=own))
    return told


# ---- what it does ----


async def _effect(board: Board, house: Any, draft: Draft) -> Effect:
    """As a card, as a danger, or as the chances of an act with it; or every fault it has."""
    content, others = _content(board, draft)
    try:
        pack = await asyncio.to_thread(check_content, content, "", board.system.key, others)
    except Refusal as refusal:
        return Effect(faults=tuple(_by_field(board, draft, refusal).values()))
    with using(rows_of([*others, pack])):
        beings = beings_of(board.system)
        if draft.table in beings:
            made = beings[draft.table](draft.row["key"], board.frame.language)
            card = facts(board.system, msgspec.to_builtins(made), board.frame.language)
            return Effect(facts=card, danger=await _danger(board, house, draft))
        if draft.table == ENCOUNTER:
            return Effect(danger=await _danger(board, house, draft))
        if draft.table == RANDOM:
            return Effect(act=board.frame.t("row_chances"), told=_spread(board, draft.row["key"]))
        if draft.table in READY:
            return Effect()
        return await _tried(board, house, draft) or await _act_with(board, house, draft)


def _spread(board: Board, key: str) -> tuple[str, ...]:
    """How likely each row of a random table is."""
    table: RandomTable = ready_row(board.system.key, RANDOM, key)
    weights, language = table.notation().weights(), board.frame.language
    likely: dict[Any, int] = {}
    for total, ways in weights.pairs:
        likely[table.row(total)] = likely.get(table.row(total), 0) + ways
    return tuple(
        f"{in_language(one, '', language)}{colon(language)} {percent(Fraction(ways, weights.total), language)}"
        for one, ways in likely.items()
    )


async def _danger(board: Board, house: Any, draft: Draft) -> Tree | None:
    """One of them against those of the table who can fight."""
    able = [one.id for one in board.players if not board.is_gone(one.id) and not board.why_out(one.id)]
    if board.system.fights is None or not able:
        return None
    form = FormData([*(("us", id) for id in able), (f"count.{draft.table}/{draft.row['key']}", "1")])
    typing: dict[str, Any] = {"language": board.frame.language, "seconds": TYPING_SECONDS}
    worker = house.workshop_of(board.table, board.viewer, "row")
    with suppress(Refusal):  # whoever does not fight is no danger
        fight = weighing.encounter(board, form)
        question = Question("fight", board.system.key, "", fight, **typing)
        return workshop.danger(board, await workshop.asked(worker, question, FightOdds))
    return None


async def _tried(board: Board, house: Any, draft: Draft) -> Effect | None:
    """What the game itself has to show such a row at work."""
    system, language = board.system, board.frame.language
    trial = system.presentation.trials.get(draft.table)
    if trial is None:
        return None
    row = system.shelf.row(system.shelf.file_of[draft.table], draft.table, draft.row["key"])
    procedure, given = trial(msgspec.to_builtins(row))
    worker = house.worker_of(board.table, board.viewer, "row")
    status, body = await worker.ask(Question("do", system.key, procedure, given, language=language, dice=()))
    if status != 200:
        return None
    return Effect(act=_act_name(board, procedure), told=tuple(msgspec.json.decode(body)["told"]))


def _act_name(board: Board, procedure: str) -> str:
    terms = board.system.terms
    return terms.say(terms.entry("procedure", procedure), board.frame.language, default=procedure)


async def _act_with(board: Board, house: Any, draft: Draft) -> Effect:
    """The chances of the first act that takes such a row, for somebody of the table, else for anybody."""
    system, key = board.system, draft.row["key"]
    people: list[str | None] = [*(one.id for one in board.players), None]
    for procedure, field in _acts(system, draft.table, draft.like):
        for who in people:
            with suppress(Refusal):
                asked = odds_inputs(board, procedure, {field: key}, who)
                given = asked.given if not asked.missing else {field: key}
                worker = house.worker_of(board.table, board.viewer, "row")
                chances = await OddsAsker(worker, system, procedure, board.frame.language).chances(given)
                if chances.slices:
                    return Effect(chances=chances, act=_act_name(board, procedure))
    return Effect()


def _acts(system: System, table: str, like: str) -> list[tuple[str, str]]:
    """Procedures with dice, and the input of each that takes a key of a table."""
    found: list[tuple[str, str]] = []
    for key in dict.fromkeys([*system.presentation.acts, *system.modules]):
        procedure = system.procedure(key)
        kind = inspect.type_info(procedure.given)
        assert isinstance(kind, inspect.StructType)
        fields = [one for one in kind.fields if one.encode_name.startswith(table) and like in keys_of(one.type)]
        found += [(key, one.encode_name) for one in fields if procedure.dice]
    return found
