"""A character's sheet as one viewer sees it: sections, where each number comes from, its history, what else holds."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Step
from gardien.core.errors import Refusal
from gardien.core.table_rules import kind_of
from gardien.core.telling import lower_first
from gardien.core.terms import MINUS, Language, colon, number
from gardien.sheets.blocks import Arranged, Block, Section, arrange, sheet_type
from gardien.sheets.columns import LONG_TABLE, beside_grid, gauge_sections, in_columns, long_tables, readable
from gardien.sheets.gauges import in_rows
from gardien.sheets.states import Chip
from gardien.sheets.words import plain
from gardien.table.history import history
from gardien.table.marks import can_be_mark
from gardien.table.own_sheets import players_fields
from gardien.table.tree import Tree
from gardien.table.viewers import sees_all
from gardien.web.pages.forms.risks import RiskShown, known_risk, missing_risks
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.sheet.held_states import Held, held_states
from gardien.web.pages.sheet.row_chances import known_chances
from gardien.web.pages.sheet.sheet_forms import Writer
from gardien.web.pages.sheet.sheet_links import address, roll_of_entry, roll_of_gauge
from gardien.web.pages.sheet.thumb import Thumb
from gardien.web.pages.table.board import Board
from gardien.web.pages.undrawn import in_spite

HISTORY = 40  # cards of a sheet's own log


class Line(Struct, frozen=True):
    """One line of a derivation."""

    label: str
    value: str
    rule: str = ""
    total: bool = False


class Why(Struct, frozen=True):
    """Where a number comes from: reasons with their rules, and what changed it last."""

    id: str
    lines: tuple[Line, ...]
    rules: tuple[tuple[str, str], ...]
    last: CardShown | None


class Condition(Struct, frozen=True):
    """A mark on somebody: its name, what it says, and how long it still holds."""

    name: str
    chip: Chip
    left: str = ""


class SheetView:
    """One sheet for one viewer, at this moment."""

    def __init__(self, board: Board, character: str, *, opened: bool = False) -> None:
        kept = board.view["characters"].get(character)
        if kept is None:
            raise Refusal("table/no_character", field="character", came=character[:40])
        self.board = board
        self.system = board.system
        self.language: Language = board.frame.language
        self.id = character
        self.kept: Tree = kept
        self.content: Tree = kept["sheet"]
        self.type = sheet_type(self.system, self.content)
        whole: Arranged = arrange(
            self.system,
            self.content,
            self.language,
            now=int(board.view["clock"] or 0),
            options=board.view["options"],
            unsaid=True,
            guard=self._guard,
        )
        self.person = board.people[character]
        self.name = self.person.name
        mine = character in board.viewer.owns
        self.mine = mine
        self._left = players_fields(self.system, self.type, board.view["settings"]) if mine else ()
        self.may_edit = board.keeper or any(one not in self.system.table_rules.orders for one in self._left)
        self.opened = opened and self.may_edit
        self.whole = sees_all(board.viewer, character, board.table.state.play["characters"][character])
        written = self.orders_in(whole) if not self.opened else tuple(one.key for one in whole.sections)
        sections = tuple(one for one in whole.sections if one.blocks or one.key in written)
        self.sheet = replace(whole, sections=sections)
        self._raw, self.more = self._past(None)
        self.history: list[CardShown] = [board.card(card) for card in self._raw]

    # ---- sections ----

    def _guard(self, name: str, make: Callable[[], Block | None]) -> Block | None:
        """A block of the sheet, or the sentence that stands in its place."""
        label = self.system.terms.label(name, self.language)
        return in_spite(self.board.frame, make, lambda said: Block(field=name, label=label, kind="text", text=said))

    @property
    def top(self) -> list[Section]:
        return gauge_sections(self.sheet)

    @property
    def columns(self) -> tuple[list[Section], list[Section]]:
        return in_columns(self.sheet, self.system, apart=[one for column in self.three for one in column])

    @property
    def three(self) -> tuple[list[Section], ...]:
        """The head of a sheet with a grid: what is read at a glance, the grid, and what one fights and suffers with."""
        return beside_grid(self.sheet, self.system)

    def view_of(self, section: Section) -> str:
        """Where a phone, which shows one view at a time, has a section: as things stand, to be rolled, or who it is."""
        if section in self.top or any(section in column for column in self.three):
            return "now"
        return "rolls" if any(one.kind in ("levels", "table", "grid") for one in section.blocks) else "person"

    @property
    def views(self) -> list[str]:
        found = {self.view_of(one) for one in self.sheet.sections}
        return [one for one in ("now", "rolls", "person", "after") if one in found or one == "after"]

    @property
    def clocked(self) -> bool:
        return any(gauge.kind == "clock" for gauge in self.person.gauges)

    @property
    def across(self) -> list[Section]:
        """What takes the whole width."""
        return long_tables(self.sheet)

    def halves(self, block: Block) -> list[range]:
        """The rows of a table; of a long one, those of each half."""
        rows = len(block.rows)
        middle = -(-rows // 2) if rows > LONG_TABLE else rows
        return [part for part in (range(middle), range(middle, rows)) if part]

    @property
    def orders(self) -> tuple[str, ...]:
        """Sections that are one small form: what is decided beforehand, by whoever plays."""
        return self.orders_in(self.sheet)

    def orders_in(self, sheet: Arranged) -> tuple[str, ...]:
        chosen = set(self.system.table_rules.orders)
        if not self.board.may_act_for(self.id) or not self.whole:
            return ()
        return tuple(one.key for one in sheet.sections if set(one.fields) <= chosen)

    def order(self, key: str) -> list[Any]:
        writer = Writer(self.system, self.type, self.language)
        fields = writer.form(self.section(key).fields, self.content, {})
        return [inside for one in fields for inside in (one.inside or (one,))]

    def shown(self, section: Section) -> list[Block]:
        """The blocks with something to read."""
        return readable(section, self.system)

    def small(self, label: str) -> str:
        """A label inside a line."""
        return lower_first(label)

    def section(self, key: str) -> Section:
        for one in self.sheet.sections:
            if one.key == key:
                return one
        raise Refusal("field/one_of", field="section", came=key[:40], allowed=[one.key for one in self.sheet.sections])

    @cached_property
    def thumb(self) -> Thumb:
        return Thumb(self)

    def chances(self) -> dict[str, str] | None:
        """The chance of each row, where it is known already."""
        return known_chances(self)

    def risk(self, field: str) -> RiskShown | None:
        """What the next roll on a gauge risks, when it is known already."""
        return known_risk(self.board, self.id, field)

    def asks_risks(self) -> bool:
        """Whether there are risks that nobody has worked out yet."""
        return missing_risks(self.board, self.id)

    # ---- where a number comes from ----

    def why(self, field: str, entry: str = "", parent: str = "") -> Why:
        """The derivation of a value, or of one entry of a list."""
        derive = self.system.presentation.derivations.get(field)
        steps = derive(self.content, self.board.view["options"] or {}, entry) if derive and self.whole else []
        lines = tuple(line for at, step in enumerate(steps) for line in self._lines(step, at == len(steps) - 1))
        texts = {step.rule: self.system.reference.get(step.rule) for step in steps}
        rules = tuple((id, rule.fr if self.language == "fr" else rule.en) for id, rule in texts.items() if rule)
        id = "-".join(part for part in ("why", parent, field, entry) if part)
        return Why(id, lines, rules, self._last(parent or field, entry))

    def _lines(self, step: Step, last: bool) -> list[Line]:
        terms = self.system.terms
        less = dict.fromkeys(step.less, MINUS)
        parts = [
            Line(terms.label(name, self.language), less.get(name, "") + number(part, self.language))
            for name, part in step.parts
        ]
        label = terms.label(step.label, self.language)
        if step.who:
            label = f"{step.who}, {lower_first(label)}"
        value = plain(self.system, step.label, step.value, self.language)
        return [*(parts if len(parts) > 1 else ()), Line(label, value, step.rule, last)]

    def _last(self, field: str, entry: str) -> CardShown | None:
        """The card that changed a value last; one taken back did not."""
        for card, raw in zip(self.history, self._raw, strict=True):
            for change in () if card.struck else raw.get("changes", ()):
                if change["field"] != field:
                    continue
                before, after = change["before"], change["after"]
                maps = isinstance(before, Mapping) and isinstance(after, Mapping)
                if not entry or not maps or before.get(entry) != after.get(entry):
                    return card
        return None

    # ---- history ----

    def past(self, before: str) -> tuple[list[CardShown], str]:
        """What happened before a card, and the card behind which there is more still."""
        raw, more = self._past(before)
        return [self.board.card(card) for card in raw], more

    def _past(self, before: str | None) -> tuple[list[Tree], str]:
        board = self.board
        cards = history(board.table, board.viewer, self.id, self.language, HISTORY, before)
        more = cards[-1]["id"] if len(cards) == HISTORY and cards[-1]["command"] != "add" else ""
        own = (
            {**card, "changes": [_differences(one) for one in card.get("changes", ()) if one["character"] == self.id]}
            for card in cards
        )
        return [card for card in own if card["changes"] or card["command"] == "add"], more

    # ---- rolling what stands on it ----

    def roll(self, field: str, entry: str = "") -> str:
        """Where to roll a name or a gauge of the sheet; nowhere for whoever may not act for it."""
        if not self.board.may_act_for(self.id):
            return ""
        system = self.system
        listing = system.presentation.listings.get(field)
        if entry and listing and listing.act:
            if listing.tried and not listing.tried(self.content, entry):
                return ""
            return self._to(*listing.act(entry))
        chosen = roll_of_entry(system, self.content, field, entry) if entry else roll_of_gauge(system, field)
        if not self.board.may_do(dict(chosen).get("a", "")):
            return ""
        return address(self.board.table.campaign, self.id, chosen)

    def _to(self, act: str, given: Mapping[str, Any]) -> str:
        """The hand with an act and some of its inputs chosen."""
        if act not in self.system.presentation.acts or not self.board.may_do(act):
            return ""
        said = [(f"given.{name}", str(value)) if value else (f"json.{name}", '""') for name, value in given.items()]
        chosen = [("a", act), *said]
        return address(self.board.table.campaign, self.id, chosen)

    def may_write(self, field: str) -> bool:
        """Whether the viewer writes here: not where it follows from the rest, nor what the game master keeps."""
        fixed = self.system.presentation.computed.get(kind_of(self.type), ())
        return field not in fixed and (self.board.keeper or field in self._left)

    def writes_in(self, section: Section) -> bool:
        """Whether the viewer has something to write in an open section."""
        return self.opened and any(map(self.may_write, section.fields))

    def touch(self, field: str) -> Callable[[str], str] | None:
        """Where a part of a drawn body leads when it is touched; nowhere for whoever may not act for it."""
        act = self.system.presentation.bodies[field].act
        if act is None or not self.board.may_act_for(self.id):
            return None
        return lambda part: self._to(*act(part))

    def rows(self, blocks: list[Block]) -> list[list[Block]]:
        """Gauges as they stand: those that belong side by side share a row."""
        shown = {id(block.gauge): block for block in blocks}
        return [[shown[id(one)] for one in row] for row in in_rows(one.gauge for one in blocks if one.gauge)]

    def roll_of_cell(self, section: str, row: str, column: str) -> str:
        """Where to roll a cell of a grid."""
        grid = self.system.presentation.grids[section]
        if grid.act is None or not self.board.may_act_for(self.id):
            return ""
        return self._to(*grid.act(row, column))

    def why_cell(self, section: str, row: str) -> tuple[str, str]:
        """The field and the entry that a row of a grid is."""
        of = self.system.presentation.grids[section].of
        return (of, row) if of else (row, "")

    # ---- conditions ----

    def states(self) -> list[Held]:
        """States that the sheet itself holds."""
        return list(held_states(self.system, self.content, self.language)) if self.whole else []

    def conditions(self) -> list[Condition]:
        """Marks: states that no field of the sheet holds, with the time they have left."""
        conditions = []
        clock = int(self.board.view["clock"] or 0)
        for name, value in self.kept.get("marks", {}).items():
            label = self.system.terms.label(name, self.language, self.system.table_rules.marks.__name__)
            if not can_be_mark(self.system.table_rules, self.content, name, value):
                conditions.append(Condition(name, Chip(label, "bad")))
                continue
            if name in self.system.table_rules.marks.unshown:
                continue
            until = value.get("until") if isinstance(value, Mapping) else None
            if isinstance(until, int):
                left = until - clock
                span = self.board.frame.span(max(0, left))
                words = self.board.frame.t("sheet_left", span=span) if left > 0 else self.board.frame.t("sheet_over")
                conditions.append(Condition(name, Chip(label, "due" if left > 0 else ""), words))
            elif value not in (None, False, "", [], {}):
                conditions.append(Condition(name, Chip(self._mark(label, name, value), "due")))
        return conditions

    def _mark(self, label: str, name: str, value: Any) -> str:
        if value is True:
            return label
        if isinstance(value, str) and value in self.board.view["characters"]:
            return f"{label}{colon(self.language)} {self.board.name(value)}"
        return f"{label}{colon(self.language)} {plain(self.system, name, value, self.language)}"


def _differences(change: Tree) -> Tree:
    """Of two maps, only the entries that differ."""
    before, after = change["before"], change["after"]
    if not isinstance(before, dict) or not isinstance(after, dict):
        return change
    keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    return {
        **change,
        "before": {key: before[key] for key in keys if key in before},
        "after": {key: after[key] for key in keys if key in after},
    }
