"""A sheet in sections and blocks, from what its game declares: drawn by the page and by the printer alike."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Literal

from msgspec import NODEFAULT, Struct, inspect, to_builtins

from gardien.core.inputs import type_of
from gardien.core.presentation import Content, Grid, Levels, Listing, Reading
from gardien.core.sheet import Sheet
from gardien.core.system import System
from gardien.core.table_rules import kind_of
from gardien.core.telling import lower_first
from gardien.core.terms import Language, colon, number
from gardien.sheets.figures import FigureShown, figure_shown
from gardien.sheets.gauges import GaugeShown, blank_gauge, gauge_shown
from gardien.sheets.words import NOTHING, key_name, plain

Kind = Literal["gauge", "number", "word", "text", "list", "levels", "table", "group", "grid", "figure"]
UNSEEN = ("system", "version", "kind", "id")  # of the file, not of the person
BOXES = ("☐", "☑")  # to be ticked on paper
HEADED = 12  # rows from which on a table has headings
TERSE = 12  # letters beside a name
LONG = 200  # a text that may be longer is written in lines


class Entry(Struct, frozen=True):
    """A name with its level, what is written beside it, and what stands under it."""

    name: str
    number: int | None
    word: str = ""
    beside: str = ""
    under: "tuple[Entry, ...]" = ()
    key: str = ""  # on the sheet


class GridRow(Struct, frozen=True):
    """A row of a grid: its code and name, its number as it was and as it is, what weighs on it, the cells."""

    field: str
    code: str
    label: str
    base: str
    now: str
    weighs: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    word: str = ""


class Block(Struct, frozen=True, kw_only=True):
    """One field of a sheet as it is drawn."""

    field: str
    label: str
    kind: Kind
    text: str = ""
    number: int | float | None = None
    gauge: GaugeShown | None = None
    items: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    numeric: tuple[bool, ...] = ()  # of the columns
    minor: tuple[bool, ...] = ()  # of the columns: those that a narrow screen does without
    opens: int = -1  # the column whose cells open where they come from
    known: tuple[str, ...] = ()  # what the rows are known by
    heads: tuple[str, ...] = ()  # of the rows: the heading above, where one begins there
    notable: tuple[bool, ...] = ()  # of the rows: those worth a line at a glance
    inside: "tuple[Block, ...]" = ()
    grid: tuple[GridRow, ...] = ()
    keys: tuple[str, ...] = ()  # of the columns of a grid
    figure: FigureShown | None = None
    empty: bool = False

    @property
    def brief(self) -> list[tuple[str, str]]:
        """The rows of a table as lines: the name, and the rest with a title wherever several are bare numbers."""
        rows = []
        for row in self.rows:
            name, _, note = row[0].partition("\n")
            kept = [at for at in range(1, len(row)) if not self.minor[at] and row[at] not in BOXES]
            rest: list[str] = []
            for title, cell in ((self.columns[at], row[at]) for at in kept):
                signs = "0123456789–/+−" if rest else "0123456789–/"  # a sum that comes first needs no title
                bare_number = len(kept) > 1 and set(cell.partition("\n")[0]) <= set(signs)
                said = cell.replace("\n", ", ")
                if said not in ("", NOTHING):
                    rest.append(f"{lower_first(title)} {said}" if bare_number else said)
            rows.append((name, " · ".join([*rest, note] if note else rest)))
        return rows

    @property
    def terse(self) -> bool:
        """Whether its lines are many and short enough to stand side by side."""
        return len(self.rows) > HEADED and all(len(rest) <= TERSE for _, rest in self.brief)


class Section(Struct, frozen=True):
    """A part of a sheet under its title."""

    key: str
    title: str
    fields: tuple[str, ...]
    blocks: tuple[Block, ...]


class Arranged(Struct, frozen=True):
    """A whole sheet."""

    name: str
    kind: str
    prose: str
    sections: tuple[Section, ...]


def bare(kind: inspect.Type) -> inspect.Type:
    """A type without the notes beside it, and without `None` where that leaves one."""
    if isinstance(kind, inspect.Metadata):
        return bare(kind.type)
    if isinstance(kind, inspect.UnionType):
        kinds = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return bare(kinds[0]) if len(kinds) == 1 else kind
    return kind


Guard = Callable[[str, Callable[[], Block | None]], Block | None]  # the field, what makes its block


@cache
def fields_of(sheet: type[Sheet]) -> dict[str, inspect.Field]:
    """What can stand on a sheet, in order."""
    kind = type_of(sheet)
    assert isinstance(kind, inspect.StructType)
    return {field.encode_name: field for field in kind.fields if field.encode_name not in UNSEEN}


def sheet_type(system: System, content: Content) -> type[Sheet]:
    """The type a sheet is written in."""
    return system.table_rules.sheet_type(str(content.get("kind", ""))) or system.table_rules.sheets[0]


def sections_of(system: System, sheet: type[Sheet]) -> list[tuple[str, tuple[str, ...]]]:
    """The sections of a sheet with their fields; what no section names comes last."""
    known = fields_of(sheet)
    declared = system.presentation.sheet or _default_sections(system, sheet)
    sections = [(key, tuple(name for name in names if name in known)) for key, names in declared]
    named = {name for _, names in sections for name in names}
    rest = tuple(name for name in known if name not in named)
    return [(key, names) for key, names in (*sections, ("rest", rest)) if names]


def _default_sections(system: System, sheet: type[Sheet]) -> list[tuple[str, tuple[str, ...]]]:
    """A game that names no sections: gauges, then single values, lists, long texts."""
    watched = {gauge.field for gauge in system.presentation.gauges}
    groups: dict[str, list[str]] = {"gauges": [], "values": [], "lists": [], "texts": []}
    for name, field in fields_of(sheet).items():
        kind = bare(field.type)
        if name in watched:
            groups["gauges"].append(name)
        elif isinstance(kind, inspect.VarTupleType | inspect.ListType | inspect.DictType | inspect.StructType):
            groups["lists"].append(name)
        elif isinstance(kind, inspect.StrType) and (kind.max_length or 0) > LONG:
            groups["texts"].append(name)
        else:
            groups["values"].append(name)
    return [(key, tuple(names)) for key, names in groups.items()]


def section_title(system: System, key: str, language: Language) -> str:
    entry = system.terms.entry("section", key) or system.terms.field(key)
    return system.terms.say(entry, language, default=key)


def arrange(
    system: System,
    content: Content,
    language: Language,
    kind: type[Sheet] | None = None,
    now: int | None = None,
    options: Content | None = None,
    *,
    unsaid: bool = False,
    guard: Guard = lambda name, make: make(),
) -> Arranged:
    """A sheet with what is known of it, at a moment of the table's clock; with `kind`, a blank one.

    `unsaid`: sections of which nothing is told too, for whoever writes. `guard` draws each block, or
    says what stands in its place.
    """
    blank = kind is not None
    sheet = kind or sheet_type(system, content)
    maker = _Maker(system, sheet, content, language, blank, Reading(system.terms, language, now, options or {}), guard)
    sections = [maker.section(key, names) for key, names in sections_of(system, sheet)]
    role = system.terms.entry("role", kind_of(sheet)) or system.terms.value("kind", kind_of(sheet))
    prose = content.get(system.presentation.prose) if system.presentation.prose else ""
    return Arranged(
        name=str(content.get("name") or ""),
        kind=system.terms.say(role, language, feminine=maker.feminine),
        prose=str(prose or ""),
        sections=tuple(one for one in sections if one.blocks or unsaid),
    )


class _Maker:
    """Makes the blocks of one sheet."""

    def __init__(
        self,
        system: System,
        sheet: type[Sheet],
        content: Content,
        language: Language,
        blank: bool,
        reading: Reading,
        guard: Guard,
    ) -> None:
        self.reading = reading
        self.guard = guard
        self.system = system
        self.fields = fields_of(sheet)
        self.content = content
        self.language: Language = language
        self.blank = blank
        self.feminine = content.get("gender") == "f"
        self.gauges = {gauge.field: gauge for gauge in system.presentation.gauges}
        self.levels = system.presentation.levels
        # What stands beside or under names has no block of its own.
        self.inside = {name for one in self.levels.values() for name in (one.beside, one.under) if name}

    def section(self, key: str, names: tuple[str, ...]) -> Section:
        known = self._by_hand if self.blank else self.content.__contains__
        grid = self.system.presentation.grids.get(key)
        scored = grid.rows if grid and self.blank else ()
        own = [name for name in names if name not in self.inside and (known(name) or name in scored)]
        blocks: list[Block | None] = []
        if grid and (rows := self._rows(grid, own)):
            blocks.append(self.guard(key, partial(self._grid, key, grid, rows)))
            own = [name for name in own if name not in rows and name != grid.of]
        blocks += [self.guard(name, partial(self.block, name)) for name in own]
        title = section_title(self.system, key, self.language)
        return Section(key, title, names, tuple(one for one in blocks if one is not None))

    def _by_hand(self, name: str) -> bool:
        """Whether a field is filled in by hand on a blank sheet: counters that the table keeps are not."""
        field = self.fields[name]
        face = self.system.presentation
        if name in (*face.quiet, *face.off_paper):
            return False
        if name in self.gauges or (name in face.listings and face.listings[name].worked_out):
            return True
        return not (field.default is None or isinstance(bare(field.type), inspect.BoolType | inspect.StructType))

    def label(self, name: str) -> str:
        return self.system.terms.label(name, self.language)

    def words(self, name: str, value: Any, kind: inspect.Type | None = None) -> str:
        """A value in words; what people wrote themselves is left as it is."""
        if isinstance(kind, inspect.StrType) and value:
            return key_name(self.system, name, str(value), self.language, feminine=self.feminine)
        return plain(self.system, name, value, self.language, feminine=self.feminine)

    def block(self, name: str) -> Block | None:
        value = self.content.get(name)
        label = self.label(name)
        if name in self.gauges:
            gauge = self.gauges[name]
            shown = (
                blank_gauge(gauge, label, self.reading)
                if self.blank
                else gauge_shown(gauge, self.content, self.system, self.language, self.reading.options)
            )
            return Block(field=name, label=label, kind="gauge", gauge=shown, number=value) if shown else None
        if name in self.system.presentation.bodies:
            figure = figure_shown(self.system.presentation.bodies[name], self.content, self.reading, self.blank)
            return Block(field=name, label=label, kind="figure", figure=figure, empty=not figure.spots)
        if name in self.levels:
            return self._levels(name, label, self.levels[name], value)
        if name in self.system.presentation.listings:
            return self._listing(name, label, self.system.presentation.listings[name], value)
        if not self.blank and self._unsaid(name, value):
            return None
        return self._of(name, label, bare(self.fields[name].type), value, _is_untouched(self.fields[name], value))

    def _unsaid(self, name: str, value: Any) -> bool:
        face = self.system.presentation
        if name not in face.quiet:
            return name in face.unread
        default = self.fields[name].default
        return _is_untouched(self.fields[name], value) or (default is not NODEFAULT and to_builtins(default) == value)

    def _rows(self, grid: Grid, own: list[str]) -> list[str]:
        """The rows of a grid of which something is known."""
        if not grid.of:
            return [name for name in grid.rows if name in own and (self.blank or self.content[name] is not None)]
        known = grid.rows if self.blank else self.content.get(grid.of) or {}
        return [name for name in grid.rows if name in known] if grid.of in own else []

    def _grid(self, key: str, grid: Grid, rows: list[str]) -> Block:
        made = [self._grid_row(grid, name) for name in rows]
        titles = tuple(self.label(column) for column in grid.columns)
        title = section_title(self.system, key, self.language)
        return Block(field=key, label=title, kind="grid", grid=tuple(made), columns=titles, keys=grid.columns)

    def _grid_row(self, grid: Grid, name: str) -> GridRow:
        entry = self.system.terms.field(name) or {}
        code = str(entry.get("code", name if name.isupper() else self.label(name)))
        if self.blank:
            return GridRow(name, code, self.label(name), "", "", (), tuple("" for _ in grid.columns))
        base = (self.content[grid.of] if grid.of else self.content)[name]
        weighs = grid.weighs(self.content, name) if grid.weighs else ()
        parts = tuple(f"{lower_first(self.label(key))} {number(amount, self.language)}" for key, amount in weighs)
        now = number(max(min(0, base), base + sum(amount for _, amount in weighs)), self.language)
        cells = tuple(str(grid.cell(self.content, name, column)) for column in grid.columns)
        called = grid.word(self.content, name) if grid.word else None
        word = lower_first(self.system.terms.word(*called, self.language)) if called else ""
        return GridRow(name, code, self.label(name), number(base, self.language), now, parts, cells, word)

    def _listing(self, name: str, label: str, listing: Listing, value: Any) -> Block:
        """A field in the game's own words."""
        if listing.worked_out:
            text = "" if self.blank else "".join(listing.row(self.content, value, self.reading))
            return Block(field=name, label=label, kind="number", text=text, empty=not text)
        label = self.label(listing.title) if listing.title else label
        if listing.gathers:
            value = () if self.blank else listing.gathers(self.content, self.reading)
        entries = list((value or {}).items()) if listing.by_entry else value
        entries = ([] if not value else [value]) if not isinstance(entries, list | tuple) else entries
        if listing.columns:
            return self._listed_table(name, label, listing, entries)
        rows = [listing.row(self.content, one, self.reading) for one in entries]
        items = tuple(" · ".join(cell for cell in row if cell) for row in rows if any(row))
        return Block(field=name, label=label, kind="list", items=items, empty=not items)

    def _listed_table(self, name: str, label: str, listing: Listing, entries: list[Any] | tuple[Any, ...]) -> Block:
        """Entries as rows; a column in which nobody has anything is left out."""
        sort = listing.sort
        entries = sorted(entries, key=lambda one: sort(one, self.reading)) if sort else entries
        cells = [(one, listing.row(self.content, one, self.reading)) for one in entries]
        cells = [(one, row) for one, row in cells if any(row)]
        rows = [(_known_by(listing, one, row), row) for one, row in cells]
        if self.blank and listing.blank:
            rows = listing.blank(self.reading)
        columns = listing.columns
        kept = [at for at in range(len(columns)) if self.blank or not rows or any(row[at] for _, row in rows)]
        opens = columns.index(listing.opens) if listing.opens else -1
        headed = listing.group if len(rows) > HEADED else None
        heads = [headed(key, self.reading) if headed else "" for key, _ in rows]
        return Block(
            field=name,
            label=label,
            kind="table",
            columns=tuple(self.label(columns[at]) for at in kept),
            rows=tuple(tuple(row[at] for at in kept) for _, row in rows),
            numeric=tuple(columns[at] in listing.numbers for at in kept),
            minor=tuple(columns[at] in listing.minor for at in kept),
            opens=kept.index(opens) if opens in kept else -1,
            known=tuple(key for key, _ in rows),
            heads=tuple("" if at and head == heads[at - 1] else head for at, head in enumerate(heads)),
            notable=tuple(listing.notable is None or listing.notable(one) for one, _ in cells),
            empty=not rows,
        )

    def _of(self, name: str, label: str, kind: inspect.Type, value: Any, empty: bool) -> Block:
        match kind:
            case inspect.StructType():
                inside = [
                    self._of(one.encode_name, self.label(one.encode_name), bare(one.type), at, _is_untouched(one, at))
                    for one in kind.fields
                    for at in [(value or {}).get(one.encode_name)]
                ]
                return Block(field=name, label=label, kind="group", inside=tuple(inside), empty=empty)
            case inspect.VarTupleType() | inspect.ListType() if isinstance(bare(kind.item_type), inspect.StructType):
                return self._table(name, label, bare(kind.item_type), value, empty)
            case inspect.VarTupleType() | inspect.ListType():
                items = tuple(self.words(name, one, bare(kind.item_type)) for one in value or ())
                return Block(field=name, label=label, kind="list", items=items, empty=not items)
            case inspect.DictType() if isinstance(bare(kind.value_type), inspect.IntType):
                return self._levels(name, label, Levels(), value)
            case inspect.DictType():
                pairs = [(self.words(name, key, inspect.StrType()), one) for key, one in (value or {}).items()]
                items = tuple(
                    f"{key}{colon(self.language)} {self.words(name, one, bare(kind.value_type))}" for key, one in pairs
                )
                return Block(field=name, label=label, kind="list", items=items, empty=not items)
            case inspect.StrType() if (kind.max_length or 0) > LONG:
                return Block(field=name, label=label, kind="text", text=str(value or ""), empty=not value)
            case inspect.IntType() | inspect.FloatType() if self.blank or isinstance(value, int | float):
                shown = "" if self.blank else number(value, self.language)
                return Block(field=name, label=label, kind="number", text=shown, number=value)
        text = "" if self.blank else self.words(name, value, kind)
        return Block(field=name, label=label, kind="word", text=text, empty=text in ("", NOTHING) or value is False)

    def _table(self, name: str, label: str, kind: inspect.Type, value: Any, empty: bool) -> Block:
        assert isinstance(kind, inspect.StructType)
        columns = {field.encode_name: bare(field.type) for field in kind.fields}
        rows = tuple(
            tuple(self.words(column, one.get(column), of) for column, of in columns.items())
            for one in value or ()
            if isinstance(one, Mapping)
        )
        return Block(
            field=name,
            label=label,
            kind="table",
            columns=tuple(self.label(column) for column in columns),
            rows=rows,
            numeric=tuple(isinstance(of, inspect.IntType | inspect.FloatType) for of in columns.values()),
            minor=tuple(False for _ in columns),
            known=tuple(row[0] for row in rows),
            empty=not rows,
        )

    def _levels(self, name: str, label: str, face: Levels, value: Any) -> Block:
        beside, under = self.content.get(face.beside, {}), self.content.get(face.under, ())
        entries, levels = [], value or {}
        for key, level in levels.items():
            own = tuple(self._under(one, face, level) for one in under if one.get(face.of) == key)
            note = self.words(face.beside, beside[key], self._beside_kind(face)) if beside.get(key) else ""
            called = key_name(self.system, name, key, self.language)
            entries.append(Entry(called, level, self._level_word(face, level), note, own, key))
        entries += [self._under(one, face, None) for one in under if one.get(face.of) not in levels]
        return Block(field=name, label=label, kind="levels", entries=tuple(entries), empty=not entries)

    def _under(self, one: Mapping[str, Any], face: Levels, level: int | None) -> Entry:
        own = one.get(face.number) if face.number or level is None else None  # alone, it has a number in any case
        return Entry(str(one.get("name", "")), own if own is not None and (level is None or own < level) else None)

    def _beside_kind(self, face: Levels) -> inspect.Type | None:
        kind = bare(self.fields[face.beside].type) if face.beside in self.fields else None
        return bare(kind.value_type) if isinstance(kind, inspect.DictType) else None

    def _level_word(self, face: Levels, level: int) -> str:
        entry = self.system.terms.entry("enum", face.words, str(level)) if face.words else None
        return lower_first(self.system.terms.say(entry, self.language, feminine=self.feminine)) if entry else ""


def _known_by(listing: Listing, entry: Any, row: tuple[str, ...]) -> str:
    """What an entry is known by to derivations and rolls: its key, or its name."""
    if listing.by_entry:
        return str(entry[0])
    return listing.key(entry) if listing.key else row[0].partition("\n")[0]


def _is_untouched(field: inspect.Field, value: Any) -> bool:
    """Whether nobody has written here yet."""
    if value in (None, "", [], {}, (), False):
        return True
    return field.default is not NODEFAULT and to_builtins(field.default) == value and isinstance(value, dict | list)
