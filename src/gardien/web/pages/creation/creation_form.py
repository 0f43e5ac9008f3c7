"""The fields of a step of creation as they are shown, and what a form holds of them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import NODEFAULT, Struct, inspect

from gardien.core.creation import Meaning
from gardien.core.inputs import words_of
from gardien.core.telling import lower_first
from gardien.core.terms import number, percent
from gardien.sheets.words import key_name
from gardien.web.pages.creation.creation_draft import Fault, Maker
from gardien.web.pages.creation.creation_shapes import bare, shape_of
from gardien.web.pages.forms.form_values import offered_keys
from gardien.web.pages.forms.forms import Choice
from gardien.web.pages.table.facts import line_words

LONG = 300  # letters from which on a text gets room
MOST_OFFERED = 200
MANY = 12  # choices from which on they are a list to open
MOST_LINES = 100
EMPTY_LINES = {"named": 1, "words": 2, "table": 1, "numbers": 1}  # to begin with
TILES = (6, 12)  # so many numbers stand side by side


class Cell(Struct, frozen=True):
    """One cell of a line."""

    name: str
    label: str
    kind: str  # text, number, select, switch, fixed, checks
    value: str = ""
    low: int | None = None
    high: int | None = None
    longest: int | None = None
    choices: tuple[Choice, ...] = ()
    offered: tuple[str, ...] = ()  # names the pack knows, while one types
    parts: bool = False  # of a number: it need not be whole
    beside: bool = False  # asked for where what begins the line calls for it


class Line(Struct, frozen=True):
    """One line of a field that has several."""

    place: int
    cells: tuple[Cell, ...]
    note: str = ""
    titled: bool = False  # each cell has its name above


class Pick(Struct, frozen=True):
    """One thing of a list, with what it costs and brings, before it is chosen."""

    key: str
    label: str
    note: str = ""
    group: str = ""
    taken: bool = False


class FieldShown(Struct, frozen=True, kw_only=True):
    """One input of creation."""

    name: str
    label: str
    kind: str  # text, long, number, switch, choice, list, lines, tiles, checks
    cell: Cell | None = None
    lines: tuple[Line, ...] = ()
    note: str = ""
    offered: tuple[str, ...] = ()  # names the pack knows, while one types
    ready: tuple[str, ...] = ()  # whole lines the pack knows
    picks: tuple[Pick, ...] = ()  # of a long list
    faults: tuple[Fault, ...] = ()
    needed: bool = False
    drawn: bool = False
    waits: str = ""  # why there is no line yet

    @property
    def families(self) -> list[tuple[str, list[Pick]]]:
        """What can be picked, under its headings, in the order of the list."""
        found: dict[str, list[Pick]] = {}
        for one in self.picks:
            found.setdefault(one.group, []).append(one)
        return [*found.items()]


def fields_shown(
    maker: Maker, names: tuple[str, ...], faults: Mapping[str, list[Fault]], more: str = ""
) -> list[FieldShown]:
    """The fields of a step; `more` is the one that gets a further empty line."""
    return [_field(maker, name, tuple(faults.get(name, ())), more == name) for name in names]


def _field(maker: Maker, name: str, faults: tuple[Fault, ...], more: bool) -> FieldShown:
    kind, label, known = maker.type_of(name), maker.label(name), maker.known(name)
    about: dict[str, Any] = {
        "name": name,
        "label": label,
        "faults": faults,
        "needed": name in maker.creation.needed,
        "drawn": name in maker.draft.drawn and not maker.blank(name),
        "offered": tuple(str(one) for one in known if isinstance(one, str) and not maker.is_fixed(name))[:MOST_OFFERED],
        "ready": tuple(_ready(maker, one) for one in known if isinstance(one, dict))[:MOST_OFFERED],
    }
    if shape_of(kind) == "words" and (cell := _boxes(maker, name)):
        return FieldShown(kind="checks", cell=cell, **about)
    if shape_of(kind) != "plain":
        tiles = shape_of(kind) == "numbers" or (maker.is_fixed(name) and name not in maker.creation.among)
        shown = "tiles" if tiles and TILES[0] <= _count(maker, name) <= TILES[1] else "lines"
        lines = tuple(_lines(maker, name, more))
        waits = maker.system.terms.entry("creation", f"wait_{name}") if not lines else None
        about["picks"] = _picks(maker, name)
        return FieldShown(kind=shown, lines=lines, waits=waits[maker.language] if waits else "", **about)
    part = name.rpartition(".")[2]
    cell = _cell(maker, kind, f"v.{name}", part, str(maker.raw(name)), _default(maker, name))
    free = maker.kinds[name].default in (None, "")
    shown = {"select": "choice", "text": "long" if (cell.longest or 0) > LONG else "text"}.get(cell.kind, cell.kind)
    note = ""
    if shown == "number" and cell.value.isdecimal() and len(cell.value) < 4:
        note = meaning(maker, name, int(cell.value))
    elif shown == "text" and cell.value:
        note = meaning(maker, name, cell.value)
    if shown == "choice":
        few = [one for one in cell.choices if not known or one.value in known]
        choices = tuple(Choice(one.value, one.label, one.chosen, meaning(maker, name, one.value)) for one in few)
        shown = "list" if len(choices) > MANY else shown
        if free and name not in maker.creation.needed:
            unsaid = maker.system.terms.word(name, "unsaid", maker.language)
            choices = (Choice("", "—" if unsaid == "unsaid" else unsaid, not cell.value), *choices)
        elif shown == "list" and not any(one.chosen for one in choices):  # else its first would seem to be chosen
            choices = (Choice("", f"{maker.label(name)}…", True), *choices)
        cell = Cell(cell.name, cell.label, cell.kind, cell.value, choices=choices)
    if shown == "text":
        about["picks"] = _words_to_pick(maker, name, cell.value)
    return FieldShown(kind=shown, cell=cell, note=note, **about)


def _picks(maker: Maker, name: str) -> tuple[Pick, ...]:
    """What a list offers for one line more, each with what it would cost and bring."""
    first = _cells(maker, name, 0, None)[0]
    if first.kind != "select" or len(first.choices) <= MANY:
        return ()
    has = {_first(maker, name, row) for row in maker.raw(name) or maker.suggested(name)}
    value = "1" if shape_of(maker.type_of(name)) == "named" else ""
    return tuple(
        Pick(one.value, one.label, _about_line(maker, name, one.value, value), one.group, one.value in has)
        for one in first.choices
    )


def _words_to_pick(maker: Maker, name: str, value: str) -> tuple[Pick, ...]:
    """Words the pack knows for a text, where it can say what each brings."""
    known = [one for one in maker.known(name) if isinstance(one, str)]
    if not known or not meaning(maker, name, known[0]):
        return ()
    return tuple(Pick(one, one, meaning(maker, name, one), taken=one == value) for one in known)


def _boxes(maker: Maker, name: str) -> Cell | None:
    """A few words of which several may hold, each with a box."""
    listed = bare(maker.type_of(name))
    kind = bare(listed.item_type) if isinstance(listed, inspect.VarTupleType) else None
    if not isinstance(kind, inspect.LiteralType) or len(kind.values) > MANY:
        return None
    part, written = name.rpartition(".")[2], maker.raw(name)
    words = [str(one) for one in maker.known(name) or kind.values]
    choices = tuple(Choice(one, maker.system.terms.word(part, one, maker.language), one in written) for one in words)
    return Cell(f"v.{name}", maker.label(name), "checks", choices=choices)


def _ready(maker: Maker, row: Mapping[str, Any]) -> str:
    """A line that the pack offers, in words."""
    said = {name: key_name(maker.system, name, str(one), maker.language) for name, one in row.items()}
    return line_words(maker.system, said, maker.language)


def _default(maker: Maker, name: str) -> str:
    default = maker.kinds[name].default
    return "" if default in (None, NODEFAULT) else str(default)


def _count(maker: Maker, name: str) -> int:
    """How many numbers an input has: as many as its names, or as its list may hold."""
    kind = maker.type_of(name)
    if isinstance(bare(kind), inspect.DictType):
        return len(maker.names(name))
    listed = bare(kind)
    return (listed.max_length or 0) if isinstance(listed, inspect.VarTupleType) else 0


def _lines(maker: Maker, name: str, more: bool) -> list[Line]:
    rows = maker.raw(name) or maker.suggested(name)
    shape = shape_of(maker.type_of(name))
    if maker.is_fixed(name):
        kind = bare(maker.type_of(name))
        low = _lowest(bare(kind.value_type)) if isinstance(kind, inspect.DictType) else ""
        written = {row[0].strip(): row for row in rows}
        lines = [written.pop(one, [one, "0" if low == "0" else "", ""]) for one in maker.names(name)]
        return [
            Line(place, _cells(maker, name, place, row), _line_note(maker, name, row))
            for place, row in enumerate([*lines, *written.values()])
        ]
    if shape == "numbers":
        filled_rows = [*rows, *[""] * _count(maker, name)][: max(_count(maker, name), len(rows))]
        return [
            Line(place, _cells(maker, name, place, row), _line_note(maker, name, row))
            for place, row in enumerate(filled_rows)
        ]
    least = 3 if shape == "named" and any(one.field == name for one in maker.purses()) else EMPTY_LINES[shape]
    form_lines = []
    for place in range(min(MOST_LINES, max(least, len(rows) + 1) + (1 if more else 0))):
        row = rows[place] if place < len(rows) else None
        cells, note = _cells(maker, name, place, row), _line_note(maker, name, row)
        form_lines.append(Line(place, cells, note, shape == "table"))
    return form_lines


def _cells(maker: Maker, name: str, place: int, row: Any) -> tuple[Cell, ...]:
    kind, path = bare(maker.type_of(name)), f"v.{name}.{place}"
    label = maker.label(name)
    if isinstance(kind, inspect.DictType):
        written = row or ["", "", ""]
        low = "" if maker.is_fixed(name) else _lowest(bare(kind.value_type), least=1)
        cells = [
            _name_cell(maker, name, f"{path}.0", label, written[0]),
            _cell(maker, bare(kind.value_type), f"{path}.1", _count_label(maker, name), written[1], low),
        ]
        beside = maker.beside.get(name, "")
        if beside in maker.kinds:
            other = bare(maker.type_of(beside))
            assert isinstance(other, inspect.DictType)
            cells.append(_cell(maker, bare(other.value_type), f"{path}.2", beside, written[2], ""))
        return tuple(cells)
    assert isinstance(kind, inspect.VarTupleType)
    if isinstance(bare(kind.item_type), inspect.StructType):
        values = row or {}
        item = bare(kind.item_type)
        assert isinstance(item, inspect.StructType)
        return tuple(
            _cell(
                maker,
                column.type,
                f"{path}.{column.encode_name}",
                column.encode_name,
                values.get(column.encode_name, ""),
                str(column.default) if column.default not in (None, NODEFAULT) else _lowest(bare(column.type)),
                within=f"{name}.",
                owner=item.cls.__name__,
                first=str(values.get(maker.columns(name)[0].encode_name, "")),
            )
            for column in maker.columns(name)
        )
    return (_cell(maker, kind.item_type, path, name, row or "", ""),)


def _asks(maker: Maker, within: str, key: str) -> bool:
    """Whether a key that begins a row calls for what stands beside it."""
    suited = (words for part, words in maker.creation.suited.items() if within and part.startswith(within))
    return any(words(key, maker.language) is not None for words in suited)


def _name_cell(maker: Maker, name: str, path: str, label: str, value: str) -> Cell:
    """The name of a line: one that stands there, one of a list, or a word of one's own."""
    said = key_name(maker.system, name, value, maker.language) if value else ""
    if maker.is_fixed(name):
        return Cell(path, said, "fixed", value)
    if name in maker.creation.among:
        keys = maker.names(name)
        every = [(key, key_name(maker.system, name, key, maker.language)) for key in (*keys, *({value} - {*keys, ""}))]
        choices = tuple(Choice(key, word, key == value, group=_group(maker, name, key)) for key, word in every)
        return Cell(path, label, "select", value, choices=choices)
    return Cell(path, label, "text", value, longest=100)


def _group(maker: Maker, name: str, key: str) -> str:
    """The heading under which a list has a key."""
    group_of = maker.system.presentation.groups.get(name)
    return group_of(key, maker.language) if group_of else ""


def _count_label(maker: Maker, name: str) -> str:
    """What the numbers beside names are: levels, unless the form says something else."""
    return maker.creation.columns.get(name, ("level",))[0]


def _lowest(kind: inspect.Type, least: int = 0) -> str:
    return str(max(least, int(kind.ge or 0))) if isinstance(kind, inspect.IntType) else ""


def _cell(
    maker: Maker,
    kind: inspect.Type,
    path: str,
    key: str,
    value: str,
    default: str,
    within: str = "",
    owner: str = "",
    first: str = "",
) -> Cell:
    """One cell; `within`: the field it is a part of, `owner`: what such a line is called, `first`: what begins it."""
    terms, language = maker.system.terms, maker.language
    where, shown = f"{within}{key}", value or default
    label = terms.label(key, language, owner or "creation")
    suited = maker.creation.suited.get(where)
    offered = tuple(str(one) for one in maker.known(where)) if within else ()
    if suited:
        offered = tuple(suited(first, language) or ())
    keys = offered_keys(maker.system, where, kind)
    if where in maker.creation.known and not {*map(str, maker.known(where))} <= {*keys}:
        keys = ()  # words to begin from, not the only ones
    if where in maker.creation.among:
        keys = (*maker.names(where), *({shown} - {*maker.names(where), ""}))
    if keys:
        woman = _feminine(maker)
        names = [(one, key_name(maker.system, where, one, language, feminine=woman)) for one in keys if one]
        choices = tuple(
            Choice(one, name, shown in (one, name), group=_group(maker, where, one), asks=_asks(maker, within, one))
            for one, name in names
        )
        return Cell(path, label, "select", shown if any(one.chosen for one in choices) else "", choices=choices)
    kind = bare(kind)
    match kind:
        case inspect.LiteralType():
            order = words_of(maker.given_type, key) or tuple(str(one) for one in kind.values)
            words = [one for one in order if one in kind.values] or [str(one) for one in kind.values]
            choices = tuple(
                Choice(one, terms.word(key, one, language, feminine=_feminine(maker)), one == shown) for one in words
            )
            return Cell(path, label, "select", shown, choices=choices)
        case inspect.IntType() | inspect.FloatType():
            low = int(kind.ge) if kind.ge is not None else None
            high = int(kind.le) if kind.le is not None else None
            return Cell(path, label, "number", shown, low, high, parts=isinstance(kind, inspect.FloatType))
        case inspect.BoolType():
            return Cell(path, label, "switch", shown.lower())
        case inspect.StrType():
            said = key_name(maker.system, where, shown, language)
            return Cell(path, label, "text", said, longest=kind.max_length, offered=offered, beside=suited is not None)
    return Cell(path, label, "text", shown)


# ---- what a value brings ----


def meaning(maker: Maker, field: str, value: Any) -> str:
    """What a choice brings, in a few words."""
    return _meaning_text(maker, maker.creation.means(field, value, maker.options) if maker.creation.means else None)


def _meaning_text(maker: Maker, means: Meaning | None) -> str:
    if means is None:
        return ""
    terms, language = maker.system.terms, maker.language
    said = [terms.word(*means.word, language, feminine=_feminine(maker))] if means.word else []
    entry = terms.entry("creation", means.key) if means.key else None
    if entry:
        words = {name: _in_words(maker, one) for name, one in means.words.items()}
        said.append(str(entry[language]).format(**words))
    told = [lower_first(one) for one in said]
    return " · ".join([*told, means.text[0 if language == "fr" else 1]] if means.text[0] else told)


def _feminine(maker: Maker) -> bool:
    return "gender" in maker.fields and maker.raw("gender") == "f"


def _in_words(maker: Maker, value: Any) -> Any:
    if isinstance(value, Fraction):
        return percent(value, maker.language)
    return number(value, maker.language) if isinstance(value, int | float) else value


def _first(maker: Maker, name: str, row: Any) -> str:
    """What a line is about: its name, its key, or the word that it is."""
    shape = shape_of(maker.type_of(name))
    return str(row[maker.columns(name)[0].encode_name] if shape == "table" else row[0] if shape == "named" else row)


def _about_line(maker: Maker, name: str, first: str, value: str) -> str:
    told = maker.creation.about
    return _meaning_text(maker, told(name, first, value, maker.choices, maker.options)) if told else ""


def _line_note(maker: Maker, name: str, row: Any) -> str:
    """What a line comes to, or what its number brings."""
    shape = shape_of(maker.type_of(name))
    if not row:
        return ""
    if note := _about_line(maker, name, _first(maker, name, row), row[1] if shape == "named" else ""):
        return note
    number = row[1] if shape == "named" else row if shape == "numbers" else ""
    return meaning(maker, name, int(number)) if number.isdecimal() and len(number) < 4 else ""


# ---- and back ----


def take_in(maker: Maker, items: list[tuple[str, str]], names: tuple[str, ...]) -> None:
    """Write into the draft what a form holds of some fields."""
    texts_by_field: dict[str, dict[str, str]] = {name: {} for name in names}
    for path, text in items:
        head, _, rest = path.partition(".")
        name = next((one for one in names if rest == one or rest.startswith(f"{one}.")), "")
        if head == "v" and name:
            texts_by_field[name][rest[len(name) + 1 :]] = text.replace("\r\n", "\n")
    for name, cells in texts_by_field.items():
        maker.write(name, _raw(maker, name, cells))


def _raw(maker: Maker, name: str, cells: Mapping[str, str]) -> Any:
    shape = shape_of(maker.type_of(name))
    if shape == "plain":
        return cells.get("", "")
    if shape in ("words", "numbers"):
        return [text for _, text in sorted(_by_number(cells).items())]
    rows: dict[int, dict[str, str]] = {}
    for place, text in cells.items():
        at, _, column = place.partition(".")
        if at.isdecimal() and len(at) < 4:
            rows.setdefault(int(at), {})[column] = text
    lines = [row for _, row in sorted(rows.items())]
    return lines if shape == "table" else [[row.get(column, "") for column in "012"] for row in lines]


def _by_number(cells: Mapping[str, str]) -> dict[int, str]:
    return {int(place): text for place, text in cells.items() if place.isdecimal() and len(place) < 4}
