"""Sheets of other games in the workshop: typed or pasted, converted while one writes, put on the table or saved."""

from functools import cached_property
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.conversion import (
    KIND,
    OPTIONS,
    Carried,
    Conversion,
    Converter,
    convert,
    converter,
    parse_text,
    sources,
    words,
)
from gardien.core.conversion_report import Group, Loss, ReportWriter
from gardien.core.creation import CreationStep
from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.secrets import new_id
from gardien.table.tree import Tree
from gardien.web.answers import sentence
from gardien.web.files import file_headers
from gardien.web.pages.creation.creation import MOST_LETTERS, brought_in, form_items, gone_to, without
from gardien.web.pages.creation.creation_draft import Checked, Draft, Fault, Maker, read_draft
from gardien.web.pages.creation.creation_form import FieldShown, fields_shown, take_in
from gardien.web.pages.frame import HEADERS, parts
from gardien.web.pages.prepare.bestiary import keepers
from gardien.web.pages.prepare.elsewhere import sheet_of
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.facts import Facts, facts

FOLDED = 4  # sections that lie open; the others are opened by whoever needs them


class Letter(Draft, kw_only=True):
    """A draft, and what could not be read of the text that filled it."""

    unread: list[str] = []


class Bridge(Maker):
    """A draft under a rule of conversion."""

    def __init__(self, board: Board, draft: Letter, converter: Converter, kind: Conversion) -> None:
        super().__init__(board.system, board.view["options"], board.frame.language, draft, kind.rule, kind.form)
        self.found = converter
        self.kind = kind
        self.carried: Carried | None = None

    def played(self, given: Tree, source: Random) -> tuple[Tree, frozenset[str]]:
        """The sheet brought over; one draft throws its dice once, however often it is looked at."""
        asked = {**given, KIND: self.kind.kind, OPTIONS: dict(self.options)}
        self.carried = convert(self.found.source, self.system.key, asked, generator=source, language=self.language)
        return msgspec.to_builtins(self.carried.sheet), frozenset()


SHEET = "sheet"  # of another game of the house: its file, as a text


class Crossing:
    """A whole sheet of another game of the house on its way: there is nothing to fill in."""

    steps: tuple[CreationStep, ...] = ()
    fields: tuple[str, ...] = ()

    def __init__(self, board: Board, draft: Letter, converter: Converter, kind: Conversion) -> None:
        self.board, self.draft, self.found, self.kind = board, draft, converter, kind
        self.carried: Carried | None = None

    def checked(self) -> Checked:
        """The sheet brought over, or what is wrong with it."""
        sheet, faults, language = None, {}, self.board.frame.language
        try:
            if self.draft.raw.get(SHEET):
                asked = {KIND: self.kind.kind, OPTIONS: dict(self.board.view["options"])}
                text = str(self.draft.raw[SHEET])
                dice = Random(self.draft.action)
                self.carried = convert(
                    self.found.source, self.board.system.key, asked, text=text, generator=dice, language=language
                )
                sheet = msgspec.to_builtins(self.carried.sheet)
        except Refusal as refusal:
            faults[SHEET] = [Fault(sentence(refusal, language), refusal.rule)]
        return Checked(given={}, faults=faults, missing=(), purses=(), sheet=sheet, open=frozenset())


class Bridging:
    """One table, one draft, one kind of sheet of one game."""

    def __init__(self, board: Board, draft: Letter, at: str, text: str = "") -> None:
        self.board = board
        self.draft_held = draft
        self.text = text
        self.more = ""
        self.told = ""
        self.turn_to(at)

    def turn_to(self, at: str) -> None:
        """Another kind of sheet, or another game; what was written stays."""
        source, _, kind = at.partition("/")
        self.found = next((one for one in self.ways if one.source == source), self.ways[0])
        self.kind = next((one for one in self.found.kinds if one.kind == kind), self.found.kinds[0])
        made = Crossing if self.found.home else Bridge
        self.maker: Crossing | Bridge = made(self.board, self.draft_held, self.found, self.kind)

    @cached_property
    def ways(self) -> list[Converter]:
        key = self.board.system.key
        return [converter(one, key) for one in sources(self.board.system)]

    @property
    def at(self) -> str:
        return f"{self.found.source}/{self.kind.kind}"

    # ---- what the templates ask ----

    def context(self, **more: Any) -> dict[str, Any]:
        """Everything is worked out once, when the page is shown."""
        self.checked: Checked = self.maker.checked()
        return self.board.context(m=self, **more)

    @property
    def draft(self) -> str:
        return msgspec.json.encode(self.draft_held).decode()

    def sources(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Every game by its name, with the kinds of sheet that can be made of its own."""
        language, terms = self.board.frame.language, self.board.system.terms
        return [
            (
                ReportWriter(self.board.system, one, language).source_name(),
                [(f"{one.source}/{kind.kind}", terms.word("kind", kind.kind, language)) for kind in one.kinds],
            )
            for one in self.ways
        ]

    def about(self) -> str:
        return self._teller.about()

    def wrong(self) -> list[str]:
        """What is wrong with a whole sheet."""
        return [one.message for one in self.checked.faults.get(SHEET, ())] if self.found.home else []

    def example(self) -> str:
        entry = words(self.board.system).get("example", {}).get(self.found.source, {})
        return str(entry.get(self.board.frame.language, "")).strip()

    def sections(self) -> list[tuple[str, str, list[FieldShown], bool]]:
        """Title, help, fields, and whether it lies open: the first ones do, and those that hold something."""
        if isinstance(self.maker, Crossing):
            return []
        terms, language = self.board.system.terms, self.board.frame.language
        sections = []
        for place, step in enumerate(self.maker.steps):
            entry = terms.entry("creation", step.key)
            title = terms.say(entry, language) or self.board.frame.t("make_all")
            shown = fields_shown(self.maker, step.fields, self.checked.faults, self.more)
            filled = any(not self.maker.blank(name) or name in self.checked.faults for name in step.fields)
            sections.append((title, str((entry or {}).get(f"help_{language}", "")), shown, place < FOLDED or filled))
        return sections

    def fields(self) -> list[FieldShown]:
        if isinstance(self.maker, Crossing):
            return []
        return fields_shown(self.maker, self.maker.fields, self.checked.faults, self.more)

    @property
    def empty(self) -> bool:
        """Whether nothing was written yet."""
        if isinstance(self.maker, Crossing):
            return not self.draft_held.raw.get(SHEET)
        return all(self.maker.blank(name) for name in self.maker.fields)

    @property
    def carried(self) -> Carried | None:
        return None if self.empty or self.checked.faults else self.maker.carried

    def card(self) -> Facts | None:
        sheet = self.checked.sheet
        return facts(self.board.system, sheet, self.board.frame.language) if sheet and self.carried else None

    def groups(self) -> list[Group]:
        return self._teller.groups(self.carried) if self.carried else []

    def losses(self) -> list[Loss]:
        return self._teller.losses(self.carried) if self.carried else []

    @property
    def _teller(self) -> ReportWriter:
        return ReportWriter(self.board.system, self.found, self.board.frame.language)

    @property
    def unread(self) -> list[str]:
        return self.draft_held.unread

    # ---- doing ----

    def go(self, wish: str) -> None:
        """Everything a button asks but adding."""
        word, _, rest = wish.partition(":")
        match word:
            case "step":
                self.turn_to(rest)
            case "more":
                self.more = rest.partition(":")[0]
            case "read":
                self._read_text()
            case "example":
                self.text = self.example()
                self._read_text()
            case "anew":
                self.text, self.draft_held = "", Letter(action=new_id("m"))
                self.turn_to(self.at)

    def _read_text(self) -> None:
        """The text takes the place of whatever stood in the form."""
        if not self.text.strip():
            raise Refusal("convert/empty", kind="refused")
        parsed = parse_text(self.found, self.text)
        if self.found.home:
            self.take(parsed.given[SHEET])
            return
        self.draft_held = Letter(action=self.draft_held.action, unread=list(parsed.unread))
        self.turn_to(f"{self.found.source}/{parsed.given.get(KIND, self.kind.kind)}")
        maker = self.maker
        for name in maker.fields:
            if name in parsed.given and isinstance(maker, Bridge):
                maker.write(name, maker.written(name, parsed.given))

    def take(self, sheet: Tree) -> None:
        """A sheet of another game of the house; it becomes what it was there, until another kind is chosen."""
        found = next((one for one in self.ways if one.home == sheet.get("system")), self.found)
        self.draft_held = Letter(action=self.draft_held.action, raw={SHEET: msgspec.json.encode(sheet).decode()})
        kind = found.tidy({SHEET: sheet}).get(KIND, "") if found.tidy else ""
        self.turn_to(f"{found.source}/{kind}")


async def _board(request: Request, house: Any) -> Board:
    board = await keepers(request, house)
    if not sources(board.system):
        raise Refusal("convert/none", came=board.system.title, allowed=[])
    return board


async def show(request: Request, house: Any) -> Response:
    """An empty form, or the draft this device has kept."""
    board = await _board(request, house)
    bridging = Bridging(board, Letter(action=new_id("m")), request.query_params.get("e", ""))
    sheet = await sheet_of(request, house, request.query_params.get("de", ""))
    return (
        await opened(house, board, sheet) if sheet else board.frame.page("convert.html", **bridging.context(fresh=True))
    )


async def opened(house: Any, board: Board, sheet: Tree) -> Response:
    """The page with a whole sheet on it."""
    bridging = Bridging(board, Letter(action=new_id("m")), "")
    try:
        bridging.take(sheet)
    except Refusal as refusal:
        bridging.told = sentence(refusal, board.frame.language)
    return board.frame.page("convert.html", **await _worked_out(house, bridging))


async def change(request: Request, house: Any) -> Response:
    """The form as it stands: written down, then whatever the button asks."""
    board = await _board(request, house)
    items = await form_items(request)
    fields = dict(items)
    draft = read_draft(fields.get("draft", ""), new_id("m"), Letter)
    bridging = Bridging(board, draft, fields.get("step", ""), fields.get("text", "").replace("\r\n", "\n"))
    wish = fields.get("go", "check")
    if fields.get("wrote") == bridging.at and isinstance(bridging.maker, Bridge):
        take_in(bridging.maker, without(items, wish), bridging.maker.fields)
    from_script = request.headers.get("x-gardien") == "1"
    if wish == "add":
        return await _add(house, bridging, fields, from_script)
    try:
        bridging.go(wish)
    except Refusal as refusal:
        bridging.told = sentence(refusal, board.frame.language)
    context = await _worked_out(house, bridging)
    if not from_script:
        return board.frame.page("convert.html", **context)
    return parts(board.frame.render(f"parts/{'convert_checks' if wish == 'check' else 'convert'}.html", **context))


async def _worked_out(house: Any, bridging: Bridging) -> dict[str, Any]:
    """What the page shows; nobody waits while it is worked out."""
    board = bridging.board
    context: dict[str, Any] = await house.aside.run((board.table, board.viewer.seat), bridging.context, fresh=False)
    return context


async def _add(house: Any, bridging: Bridging, fields: dict[str, str], from_script: bool) -> Response:
    """Somebody new at the table, or the page again, with what is to be mended."""
    board, status = bridging.board, 422
    context = await _worked_out(house, bridging)
    bridging.told = board.frame.t("conv_not_ready")
    if bridging.carried is not None and bridging.checked.ready:
        command = c.Add(sheet=bridging.checked.sheet, hidden=fields.get("hidden") == "true")
        id, bridging.told, status = await brought_in(board, bridging.draft_held, command)
        if id:
            return gone_to(f"/t/{board.table.campaign}?c={quote(id)}", from_script)
    if from_script:
        return parts(board.frame.render("parts/convert.html", **context))
    return board.frame.page("convert.html", status, **context)


async def save(request: Request, house: Any) -> Response:
    """The new sheet as a file that a table or the command line takes in."""
    board = await _board(request, house)
    form = await request.form(max_fields=10)
    draft = read_draft(str(form.get("draft", ""))[:MOST_LETTERS], new_id("m"), Letter)
    bridging = Bridging(board, draft, str(form.get("step", "")))
    context = await _worked_out(house, bridging)
    if bridging.carried is None:
        return board.frame.page("convert.html", 422, **context)
    name = str((bridging.checked.sheet or {}).get("name") or bridging.kind.kind)
    body = msgspec.json.format(msgspec.json.encode(bridging.carried.sheet), indent=2)
    return Response(body, 200, {**HEADERS, **file_headers(name, "json")}, "application/json")
