"""The settings of a table: its title, how it is run, and the house rules of its game as a form."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from msgspec import Struct, inspect
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.core.inputs import type_of, words_of
from gardien.core.presentation import FormSpec
from gardien.core.ready import PRESET, ready_rows
from gardien.core.reference import RuleText
from gardien.core.system import System
from gardien.core.terms import Language
from gardien.sheets.blocks import section_title
from gardien.table import commands as c
from gardien.table.own_sheets import GAUGES, parts_of
from gardien.table.secrets import new_id
from gardien.table.tables import Table
from gardien.table.viewers import Viewer
from gardien.web.answers import STATUS, STATUS_BY_ID, decode, sentence
from gardien.web.pages.forms.form_values import add_to, read_texts
from gardien.web.pages.forms.forms import Asker, Choice, Field
from gardien.web.pages.frame import Frame, frame_of, say
from gardien.web.pages.house.invite import keeper_of
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.calendar import date_at

Items = list[tuple[str, str]]


class Setting(Struct, frozen=True):
    """One house rule: its field, what it means, the rules that speak of it, and what is wrong with what was typed."""

    field: Field
    help: str
    rules: tuple[RuleText, ...] = ()
    wrong: str = ""


class RuleAsker(Asker):
    """Makes the fields of a game's house rules, from their type alone."""

    def __init__(self, system: System, language: Language, values: Mapping[str, Any]) -> None:
        self.system = system
        self.given = system.options
        self.language = language
        self.sheet = values
        self.people, self.preset, self.chosen = {}, {}, ()
        self.spec = FormSpec(())

    def settings(self, wrong: Mapping[str, str]) -> list[Setting]:
        kind = type_of(self.system.options)
        assert isinstance(kind, inspect.StructType)
        settings = []
        for one in kind.fields:
            name = one.encode_name
            field = self._field(one, name)
            if field is None:
                continue
            entry = self.system.terms.entry("option", name) or {}
            rules = tuple(rule for rule in self.system.reference.values() if name in rule.option)
            settings.append(Setting(field, str(entry.get(f"help_{self.language}", "")), rules, wrong.get(name, "")))
        return settings

    def _label(self, name: str) -> str:
        return self.system.terms.say(self.system.terms.entry("option", name), self.language, default=name)

    def _of(self, kind: inspect.Type, name: str, key: str, value: Any, needed: bool) -> Field | None:
        """Several words of a few are ticked; what may be left open has a choice that says so."""
        if isinstance(kind, inspect.VarTupleType) and isinstance(kind.item_type, inspect.LiteralType):
            words = words_of(self.given, key) or [str(one) for one in kind.item_type.values]
            ticks = tuple(Choice(one, self._word(key, one), one in (value or ())) for one in words)
            return Field(f"list.{key}", self._label(key), "checks", choices=ticks)
        field = super()._of(kind, name, key, value, needed)
        if isinstance(kind, inspect.UnionType) and kind.includes_none and field is not None and field.choices:
            blank = Choice("", say("set_open", self.language), value is None)
            return msgspec.structs.replace(field, choices=(blank, *(one for one in field.choices if one.value)))
        return field


def options_of(system: System, items: Items) -> dict[str, Any]:
    """The house rules a form holds: only those that differ from the game's own."""
    kind = type_of(system.options)
    assert isinstance(kind, inspect.StructType)
    usual = msgspec.to_builtins(system.options())
    ticked = {field.encode_name for field in kind.fields if isinstance(field.type, inspect.VarTupleType)}
    given: dict[str, Any] = {name: [] for name in ticked}
    for name, text in items:
        head, _, path = name.partition(".")
        if head == "given":
            given[path] = text or None
        elif head == "list" and path in ticked:
            add_to(given, path, text, name)
    read: dict[str, Any] = read_texts(kind, given)
    return {name: value for name, value in read.items() if name not in usual or value != usual[name]}


async def show(request: Request, house: Any) -> Response:
    """GET /t/TABLE/reglages"""
    table, viewer = await keeper_of(request, house)
    return _page(frame_of(request), table, viewer, saved="fait" in request.query_params)


def _page(
    frame: Frame,
    table: Table,
    viewer: Viewer,
    *,
    saved: bool = False,
    trouble: Refusal | None = None,
    typed: Mapping[str, Any] | None = None,
) -> Response:
    board = Board(table, viewer, frame)
    system = board.system
    kept = {"title": board.view["title"], **board.view["settings"], "options": board.view["options"], **(typed or {})}
    wrong: dict[str, str] = {}
    asker = RuleAsker(system, frame.language, kept["options"])
    for one in (trouble, *trouble.also) if trouble else ():
        name = (one.field or "").removeprefix("options.").partition("[")[0]
        one.where, one.terms = "", system.terms
        one.field = frame.t("home_title") if name == "title" else asker._label(name)
        wrong[name] = sentence(one, frame.language)
    rules = asker.settings(wrong)
    known = {setting.field.name.partition(".")[2] for setting in rules}
    status = STATUS_BY_ID.get(trouble.id, STATUS[trouble.kind]) if trouble else 200
    elsewhere = [text for name, text in wrong.items() if name not in known and name != "title"]
    return frame.page(
        "settings.html",
        status,
        **board.context(
            kept=kept,
            today=board.time.today,
            rules=rules,
            parts=_parts(system, frame, kept["players_write"]),
            presets=list(ready_rows(system.key, PRESET).values()),
            wrong=wrong,
            elsewhere=elsewhere,
            saved=saved,
            action=new_id("f"),
        ),
    )


def _parts(system: System, frame: Frame, left: Collection[str]) -> tuple[Choice, ...]:
    """What of their sheets may be left to players, where not all of it is."""
    keys = parts_of(system, system.table_rules.sheets[0])
    own = {key: section_title(system, key, frame.language) for key in keys}
    own[GAUGES] = frame.t("set_gauges")
    return tuple(Choice(key, own[key], key in left) for key in keys)


def _began(board: Board, today: str) -> str:
    """The date of the clock's first minute, from the one it is now."""
    if today == board.time.today or not today:
        return board.time.began if today else ""
    date = date_at(today, -int(board.view["clock"] or 0))
    return date.isoformat(timespec="minutes") if date else today


async def save(request: Request, house: Any) -> Response:
    """POST /t/TABLE/reglages: everything at once; what is refused stays in the form."""
    table, viewer = await keeper_of(request, house)
    frame = frame_of(request)
    form = await request.form(max_fields=2000)
    items = [(name, str(value)) for name, value in form.multi_items()]
    fields = dict(items)
    board = Board(table, viewer, frame)
    asked = {
        "type": "settings",
        "title": fields.get("title", "").strip(),
        "announce": fields.get("announce") == "true",
        "players_edit": fields.get("players_edit") == "true",
        "players_write": [value for name, value in items if name == "players_write"],
        "approve": fields.get("approve") == "true",
        "began": _began(board, fields.get("today", "")),
        "options": options_of(board.system, items),
    }
    try:
        if not asked["title"]:
            raise Refusal("field/missing", field="title")
        command: c.AnyCommand = decode(msgspec.json.encode(asked), c.AnyCommand)  # type: ignore[arg-type]
        envelope = c.Envelope(action=fields.get("action") or new_id("f"), command=command)
        await table.act_soon(viewer.seat, envelope, frame.language)
    except Refusal as refusal:
        return _page(frame, table, viewer, trouble=refusal, typed=asked)
    return RedirectResponse(f"/t/{table.campaign}/reglages?fait", 303)
