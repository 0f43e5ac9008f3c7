"""Creation at a table: one step at a time, back and forth, checked as one writes, drawn on request, added once."""

from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.core.table_rules import kind_of
from gardien.core.telling import lower_first
from gardien.core.terms import in_number
from gardien.sheets.blocks import Block, arrange
from gardien.sheets.words import key_name
from gardien.table import commands as c
from gardien.table.secrets import new_id
from gardien.web.answers import STATUS, STATUS_BY_ID, sentence
from gardien.web.pages.creation.creation_dice import draw, drawn_before, fill, open_to_dice
from gardien.web.pages.creation.creation_draft import PLAYER, REVIEW, Checked, Draft, Maker, read_draft
from gardien.web.pages.creation.creation_form import fields_shown, take_in
from gardien.web.pages.frame import HEADERS, parts
from gardien.web.pages.table.board import Board, board_of
from gardien.web.pages.table.facts import facts

MOST_LETTERS = 200_000  # of a form


class Making:
    """One table, one draft, one step."""

    def __init__(self, board: Board, draft: Draft, step: str) -> None:
        self.board = board
        self.maker = Maker(board.system, board.view["options"], board.frame.language, draft)
        self.at = step if step in self.maker.keys else self.maker.keys[0]
        self.more = ""
        self.told = ""  # what became of the last request, if it needs a word

    # ---- what the templates ask ----

    @property
    def checked(self) -> Checked:
        return self._checked

    def context(self, **more: Any) -> dict[str, Any]:
        """Everything is worked out once, when the page is shown."""
        self._checked = self.maker.checked()
        return self.board.context(m=self, **more)

    @property
    def draft(self) -> str:
        return msgspec.json.encode(self.maker.draft).decode()

    @property
    def place(self) -> int:
        return self.maker.keys.index(self.at)

    def title(self, key: str) -> str:
        if key == REVIEW:
            return self.board.frame.t("make_review")
        terms = self.board.system.terms
        return terms.say(terms.entry("creation", key), self.board.frame.language) or self.board.frame.t("make_all")

    def help(self, key: str) -> str:
        entry = self.board.system.terms.entry("creation", key) or {}
        return str(entry.get(f"help_{self.board.frame.language}", ""))

    def rules(self) -> list[tuple[str, str]]:
        """The rules of this step, with their titles."""
        step = self.maker.step(self.at)
        known = self.board.system.reference
        language = self.board.frame.language
        return [(id, getattr(known[id], language)) for id in (step.rules if step else ()) if id in known]

    def steps(self) -> list[tuple[str, str, str, str]]:
        """Key, title, state and a line below, for each step."""
        steps = []
        for key in self.maker.keys:
            step = self.maker.step(key)
            fields = step.fields if step else ()
            bad = [fault.message for field in fields for fault in self.checked.faults.get(field, ())]
            filled = any(not self.maker.blank(field) for field in fields)
            state = "is-bad" if bad else "is-now" if key == self.at else "is-done" if filled else "is-todo"
            note = (
                bad[0].partition("\u00a0:")[0].partition(":")[0] if bad else self._left_words(fields) if filled else ""
            )
            steps.append((key, self.title(key), state, note))
        return steps

    def _left_words(self, fields: tuple[str, ...]) -> str:
        return ", ".join(
            f"{self.board.frame.n(one.left)} {self.left_unit(one)}"
            for one in self.checked.purses
            if one.field in fields and one.left > 0 and not one.kept
        )

    def left_unit(self, purse: Any) -> str:
        """What a purse counts, as words behind its number."""
        terms, of = self.board.system.terms, self.board.frame.n(purse.of)
        if purse.left < 0:
            return self.board.frame.t("make_too_many", of=of)
        entry = terms.entry("creation", f"left_{purse.field}") or terms.entry("creation", "points_left")
        if entry:
            return lower_first(in_number(entry, self.board.frame.language, purse.left).format(of=of))
        return self.board.frame.t("make_left", of=of)

    def purses(self) -> list[Any]:
        """What this step spends, what the game always keeps in sight, and what is overdrawn."""
        step, all_of_them = self.maker.step(self.at), self.checked.purses
        here = step.fields if step else ()
        return [one for one in all_of_them if one.field in here or one.left < 0 or one.always]

    def groups(self) -> list[tuple[str, list[Any]]]:
        """The fields of this step; those that not every choice calls for have a place of their own, by its name."""
        groups: dict[str, list[Any]] = {}
        for one in self.fields():
            group = one.name.partition(".")[0]
            groups.setdefault(group if group in self.maker.creation.only else one.name, []).append(one)
        out = [one for one in self.maker.creation.only if one not in groups and self.step_of(one) == self.at]
        return [*((name if name in self.maker.creation.only else "", listed) for name, listed in groups.items())] + [
            (one, []) for one in out
        ]

    def fields(self) -> list[Any]:
        step = self.maker.step(self.at)
        asked = tuple(one for one in (step.fields if step else ()) if self.maker.called_for(one))
        return fields_shown(self.maker, asked, self.checked.faults, self.more)

    def renamed(self, items: list[tuple[str, str]]) -> list[Any]:
        """The fields whose lines bear other names by now than the form has: what was chosen elsewhere decides them."""
        sent = dict(items)
        fixed = [one for one in self.fields() if self.maker.is_fixed(one.name)]
        return [one for one in fixed if [line.cells[0].value for line in one.lines] != _names_in(sent, one.name)]

    def folded(self) -> list[str]:
        """The inputs of this step that stand in a fold; one with a fault comes out of it."""
        step = self.maker.step(self.at)
        return [one for one in (step.folded if step else ()) if one not in self.checked.faults]

    def follows(self) -> bool:
        """Whether this step only shows what follows from the others."""
        step = self.maker.step(self.at)
        return bool(step and (step.shows or step.lists) and not step.fields)

    def listed_as(self) -> str:
        """What the keys that a step lists are, in a few words."""
        terms = self.board.system.terms
        return terms.say(terms.entry("creation", f"lists_{self.at}"), self.board.frame.language)

    def listed(self) -> list[tuple[str, str, str]]:
        """What keys of the pack come to by what was chosen so far: heading, name, number."""
        step, system, language = self.maker.step(self.at), self.board.system, self.board.frame.language
        if step is None or step.lists is None:
            return []
        field, told = step.lists
        groups = system.presentation.groups.get(field)
        return [
            (groups(key, language) if groups else "", key_name(system, field, key, language), number)
            for key, number in told(self.maker.choices, self.maker.options)
        ]

    def shown(self) -> list[Block]:
        """What follows from the choices so far, as on the sheet; nothing while dice have still to decide it."""
        step = self.maker.step(self.at)
        sheet = self.checked.sheet
        if step is None or not step.shows or sheet is None:
            return []
        tree = {name: value for name, value in sheet.items() if name not in self._undecided()}
        sections = arrange(self.board.system, tree, self.board.frame.language, options=self.maker.options).sections
        blocks = {one.field: one for section in sections for one in section.blocks}
        return [blocks[name] for name in step.shows if name in blocks and not blocks[name].empty]

    def thrown(self) -> list[tuple[Any, str]]:
        """The dice that people may throw themselves at this step, and the beginnings of the fields they fill."""
        step, dice = self.maker.step(self.at), self.maker.creation.thrown
        fields: dict[Any, list[str]] = {}
        for field in step.fields if step else ():
            if field in dice:
                fields.setdefault(dice[field], []).append(f"v.{field}")
        return [(throw, " ".join(names)) for throw, names in fields.items()]

    def placed(self) -> list[tuple[str, str, str]]:
        """Numbers thrown together, which may change places: field, label, value. None as long as there are not two."""
        named = [names.split() for _, names in self.thrown()]
        fields = [one.removeprefix("v.") for names in named if len(names) > 1 for one in names]
        filled = [(one, self.label(one), str(self.maker.raw(one))) for one in fields if not self.maker.blank(one)]
        return filled if len(filled) > 1 else []

    def can_draw(self) -> bool:
        """Whether dice would do something here."""
        step = self.maker.step(self.at)
        return bool(step and open_to_dice(self.maker, step.fields))

    def can_redraw(self) -> bool:
        """Whether something here was drawn, and may be drawn otherwise."""
        step = self.maker.step(self.at)
        return bool(step and drawn_before(self.maker, step.fields))

    def label(self, field: str) -> str:
        return self.maker.label(field)

    def step_of(self, field: str) -> str:
        """Where a field is asked, or its parts."""
        for step in self.maker.steps:
            if any(one == field or one.startswith(f"{field}.") for one in step.fields):
                return step.key
        return self.at

    def sheet(self) -> Any:
        if self.checked.sheet is None:
            return None
        return facts(self.board.system, self.checked.sheet, self.board.frame.language, self._undecided() | {PLAYER})

    def _undecided(self) -> frozenset[str]:
        """The fields of the sheet that dice have still to decide, and those that rest on them."""
        rests = self.maker.creation.rests
        return self.checked.open | {field for one in self.checked.open for field in rests.get(one, ())}

    def open(self) -> list[str]:
        """What dice will decide on arrival; as long as something is missing it cannot be told."""
        if self.checked.missing or self.checked.sheet is None:
            return []
        known = dict.fromkeys((*self.checked.sheet, *self.maker.fields))
        return [self.label(one) for one in known if one in self.checked.open]

    def seats(self) -> list[tuple[str, str]]:
        seats = self.board.view["seats"].items()
        return [(id, seat["name"] or id) for id, seat in seats if seat["role"] == "player"]

    def kinds(self) -> list[tuple[str, str]]:
        """What a game master may make of the draft: the kinds of sheet that keep more of it than the name."""
        language, kinds_shown = self.board.frame.language, []
        for one in self.board.system.table_rules.sheets:
            shared = set(self.maker.fields) & set(one.__struct_encode_fields__)
            if kind_of(one) and len(shared) > 1:
                kinds_shown.append((kind_of(one), self.board.system.terms.word("kind", kind_of(one), language)))
        return kinds_shown if len(kinds_shown) > 1 else []

    # ---- doing ----

    def go(self, wish: str, items: list[tuple[str, str]]) -> None:
        """Everything a button asks but adding."""
        maker, keys = self.maker, self.maker.keys
        word, _, rest = wish.partition(":")
        field = rest.partition(":")[0]
        step = maker.step(self.at)
        match word:
            case "next":
                self.at = keys[min(self.place + 1, len(keys) - 1)]
            case "back":
                self.at = keys[max(self.place - 1, 0)]
            case "step" if rest in keys:
                self.at = rest
            case "draw" if step and not draw(maker, step.fields):
                self.told = self.board.frame.t("make_nothing_to_draw")
            case "redraw" if step:
                fill(maker, drawn_before(maker, step.fields))
            case "all":
                draw(maker, maker.fields)
                self.at = REVIEW
            case "more":
                self.more = field
            case "pick":
                maker.pick(field, rest.partition(":")[2])
            case "take":
                maker.take(field, dict(items).get(f"pick.{field}", ""))
            case "swap":
                self._swap(*(dict(items).get(f"swap.{one}", "") for one in ("this", "that")))

    def _swap(self, this: str, that: str) -> None:
        """Two numbers that were thrown together change places; who threw them stays as it was."""
        if {this, that} <= {field for field, _, _ in self.placed()}:
            raw = self.maker.draft.raw
            raw[this], raw[that] = raw[that], raw[this]

    def command(self, fields: dict[str, str]) -> c.Add:
        """The character as a command; a player's is drawn from the choices, so that creation's rules hold."""
        checked, board = self.checked, self.board
        given = dict(checked.given)
        keeper = board.keeper
        seat = fields.get("seat", "") if keeper else board.viewer.seat
        if PLAYER in self.maker.kinds and seat in board.view["seats"]:
            given[PLAYER] = board.view["seats"][seat]["name"]
        hidden = keeper and fields.get("hidden") == "true"
        first = kind_of(board.system.table_rules.sheets[0])
        kind = fields.get("kind", first) if keeper else first
        wanted = board.system.table_rules.sheet_type(kind)
        if kind == first or wanted is None or checked.sheet is None:
            return c.Add(draw=given, language=board.frame.language, seat=seat, hidden=hidden)
        shared = {name: value for name, value in checked.sheet.items() if name in wanted.__struct_encode_fields__}
        return c.Add(sheet={**shared, "kind": kind}, seat=seat, hidden=hidden)


def _names_in(sent: dict[str, str], field: str) -> list[str]:
    """The names of the lines of a field, as a form has them."""
    names: list[str] = []
    while (name := sent.get(f"v.{field}.{len(names)}.0")) is not None:
        names.append(name)
    return names


async def _board(request: Request, house: Any) -> Board:
    board = await board_of(request, house)
    if board.viewer.role not in ("keeper", "player"):
        raise Refusal("table/not_allowed", kind="forbidden", came="add")
    return board


async def show(request: Request, house: Any) -> Response:
    """An empty draft, or the one this device has kept."""
    board = await _board(request, house)
    making = Making(board, Draft(action=new_id("m")), request.query_params.get("e", ""))
    return board.frame.page("make.html", **making.context(fresh=True))


async def change(request: Request, house: Any) -> Response:
    """One step of the draft: written down, then whatever the button asks."""
    board = await _board(request, house)
    items = await form_items(request)
    fields = dict(items)
    making = Making(board, read_draft(fields.get("draft", ""), new_id("m")), fields.get("step", ""))
    step = making.maker.step(making.at)
    wish = fields.get("go", "check")
    if step and fields.get("wrote") == making.at:
        take_in(making.maker, without(items, wish), step.fields)
    from_script = request.headers.get("x-gardien") == "1"
    if wish == "add":
        return await _add(house, making, fields, from_script)
    whose = (board.table, board.viewer.seat)
    try:
        await house.aside.run(whose, making.go, wish, items)
    except Refusal as refusal:  # a rule that cannot draw what the choices leave
        making.told = making.maker.said(refusal)
    context = await house.aside.run(whose, making.context, fresh=False)
    if not from_script:
        return board.frame.page("make.html", **context)
    if wish == "check":
        shown = {name.split(".")[1] for name, _ in items if name.startswith("v.")}
        # What checking changes: refusals, points left, the steps, what the choices call for now; nothing that somebody
        # is writing in.
        moved = making.renamed(items)
        return parts(board.frame.render("parts/make_checks.html", **context, shown=shown, moved=moved))
    return parts(board.frame.render("parts/make.html", **context))


async def form_items(request: Request) -> list[tuple[str, str]]:
    """What a form holds, within bounds."""
    form = await request.form(max_fields=2000)
    items = [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
    if sum(len(value) for _, value in items) > MOST_LETTERS:
        raise Refusal("http/large", most=MOST_LETTERS // 1000)
    return items


def without(items: list[tuple[str, str]], wish: str) -> list[tuple[str, str]]:
    """What a form holds, less a line that is to go."""
    word, _, line = wish.partition(":")
    gone = f"v.{line.replace(':', '.')}."
    return [one for one in items if not f"{one[0]}.".startswith(gone)] if word == "less" else items


async def _add(house: Any, making: Making, fields: dict[str, str], from_script: bool) -> Response:
    """The character at the table, or the page again, with what is to be settled."""
    board, making.at = making.board, REVIEW
    context = await house.aside.run((board.table, board.viewer.seat), making.context, fresh=False)
    status = 422
    if making.checked.ready:
        id, making.told, status = await brought_in(board, making.maker.draft, making.command(fields))
        if id:
            return gone_to(f"/t/{board.table.campaign}?c={quote(id)}" + ("" if board.keeper else "#fiche"), from_script)
    if from_script:
        return parts(board.frame.render("parts/make.html", **context))
    return board.frame.page("make.html", status, **context)


async def brought_in(board: Board, draft: Draft, command: c.Add) -> tuple[str, str, int]:
    """Who is new at the table, or why not, and the status; under the draft's own id, sent twice it comes once."""
    try:
        envelope = c.Envelope(action=draft.action[:100] or new_id("m"), command=command)
        acted = await board.table.act_soon(board.viewer.seat, envelope, board.frame.language)
    except Refusal as refusal:
        if refusal.id == "table/action_reused":  # a draft taken up again after it was added
            draft.action = new_id("m")
        return "", sentence(refusal, board.frame.language), STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
    return str((acted.card or {}).get("words", {}).get("character", "")), "", 200


def gone_to(address: str, from_script: bool) -> Response:
    """On to another page; a script goes there by itself, once it has forgotten the draft."""
    if from_script:
        return Response(msgspec.json.encode({"to": address}), 200, HEADERS, "application/json")
    return RedirectResponse(address, 303)
