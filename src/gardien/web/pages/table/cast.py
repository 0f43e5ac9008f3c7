"""The cast of the game master's desk: two lines a person, equal ones in one row, a field that takes « −7 »."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, inspect

from gardien.core.errors import Refusal
from gardien.core.inputs import type_of, words_of
from gardien.core.telling import lower_first
from gardien.core.terms import number
from gardien.sheets.gauges import GaugeShown
from gardien.sheets.states import Chip
from gardien.table import commands as c
from gardien.table.marks import is_own_word, sheet_type
from gardien.web.pages.table.people import Person

if TYPE_CHECKING:
    from gardien.web.pages.table.board import Board

CROWD = 7  # people from which on a row is two lines
SHOWN = 4  # gauges in such a row
KEYS = 9
TYPED = re.compile(r"([+\-−]?)\s*(\d{1,6}(?:[.,]\d)?)")
NUMBERED = re.compile(r"(.+) \d{1,5}")
WORST = {"bad": 0, "due": 1, "": 2}


class Stretch(Struct, frozen=True):
    """A gauge that is moved by typing: where it stands and how far it goes; of a ladder, the words of its steps."""

    field: str
    name: str
    value: float
    low: float
    high: float
    words: tuple[str, ...] = ()


class Row(Struct, frozen=True):
    """Somebody in the cast."""

    person: Person
    key: str  # that picks them, 1 to 9
    worst: Chip | None
    gauges: tuple[GaugeShown, ...]
    stretches: tuple[Stretch, ...]

    @property
    def typed(self) -> str:
        """The gauges that can be typed, the one that is harmed first, for the script that shows what typing does."""
        return msgspec.json.encode(self.stretches).decode()


class Heap(Struct, frozen=True):
    """One person, or several who are alike in all that is shown of them."""

    rows: tuple[Row, ...]

    @property
    def name(self) -> str:
        (first, *others) = self.rows
        called = NUMBERED.fullmatch(first.person.name)
        return f"{called[1]} × {len(self.rows)}" if others and called else first.person.name


class Cast(Struct, frozen=True):
    """Everybody, in the order of the column."""

    players: tuple[Row, ...]
    seen: tuple[Heap, ...]
    hidden: tuple[Heap, ...]
    out: tuple[Row, ...]  # dead or gone, folded
    crowd: bool
    count: int
    columns: int  # of gauges, as many as anybody has
    legend: tuple[str, ...]  # what the colours and signs of their gauges mean


def cast_of(board: "Board") -> Cast:
    """The people of a table for its game master: characters by seat, then those in sight, hidden, and out of it."""
    seats = [id for seat in board.view["seats"].values() for id in seat["characters"]]
    place = {id: at for at, id in enumerate(dict.fromkeys(seats))}
    players = sorted(board.players, key=lambda one: place.get(one.id, len(place)))
    out = [one for one in board.others if board.is_gone(one.id)]
    there = [one for one in board.others if one not in out]
    return Cast(
        players=tuple(_row(board, one, str(at) if at <= KEYS else "") for at, one in enumerate(players, 1)),
        seen=tuple(_heaps(board, (one for one in there if not one.hidden))),
        hidden=tuple(_heaps(board, (one for one in there if one.hidden))),
        out=tuple(_row(board, one) for one in out),
        crowd=len(board.people) >= CROWD,
        count=len(board.people),
        columns=max((len(_gauges(board, one)) for one in board.people.values()), default=0),
        legend=_legend(board),
    )


def _legend(board: "Board") -> tuple[str, ...]:
    """A line for each way in which a gauge of somebody here is drawn."""
    drawn = {gauge.kind for one in board.people.values() for gauge in _gauges(board, one)}
    return tuple(board.frame.t(f"gauge_legend_{kind}") for kind in ("boxes", "bar", "clock") if kind in drawn)


def _heaps(board: "Board", people: Iterable[Person]) -> Iterator[Heap]:
    """People in their order; those who are numbered and alike stand with the first of them."""
    heaps: dict[Any, list[Row]] = {}
    for one in people:
        row = _row(board, one)
        called = NUMBERED.fullmatch(one.name)
        alike = (called[1], one.gauges, one.chips, one.note, one.secret) if called else one.id
        heaps.setdefault(alike, []).append(row)
    yield from (Heap(tuple(rows)) for rows in heaps.values())


def _row(board: "Board", person: Person, key: str = "") -> Row:
    return Row(person, key, _worst(person), _gauges(board, person), tuple(stretches(board, person)))


def _gauges(board: "Board", person: Person) -> tuple[GaugeShown, ...]:
    """The first few, without those that count something which has not happened to them."""
    counts = {one.field for one in board.system.presentation.gauges if not one.vital}
    said = [one for one in person.gauges if one.field not in counts or one.value > one.low]
    return tuple([one for one in said if one.kind == "clock" or one.high > one.low][:SHOWN])


def _worst(person: Person) -> Chip | None:
    """What presses most of somebody; a clock that runs says so in its own word."""
    running = [one for one in person.gauges if one.dial and (one.dial.full or one.dial.hand_small)]
    chips = (*(Chip(one.word, "bad") for one in running), *person.chips)
    return min(chips, key=lambda one: WORST.get(one.tone, 2), default=None)


# ---- what is typed ----


def stretches(board: "Board", person: Person) -> list[Stretch]:
    """The gauges of somebody that can be moved by hand, the one that is harmed first."""
    face, sheet = board.system.presentation, board.content(person.id)
    kind = sheet_type(board.system.table_rules, sheet)
    fixed = face.computed.get(person.kind, ())
    found = [_stretch(board, one, kind, person) for one in person.gauges if one.field not in fixed]
    ranks = {field: at for at, field in enumerate(face.harm)}
    return sorted(filter(None, found), key=lambda one: ranks.get(one.field, len(ranks)))


def _stretch(board: "Board", gauge: GaugeShown, kind: type[Struct], person: Person) -> Stretch | None:
    name = gauge.code or gauge.name
    ladder = words_of(kind, gauge.field)
    if ladder:
        terms, sheet = board.system.terms, board.content(person.id)
        feminine = sheet.get("gender") == "f"
        words = [lower_first(terms.word(gauge.field, one, board.frame.language, feminine=feminine)) for one in ladder]
        at = ladder.index(sheet[gauge.field]) if sheet.get(gauge.field) in ladder else 0
        return Stretch(gauge.field, name, at, 0, len(ladder) - 1, tuple(words))
    if gauge.kind == "clock":
        return None
    low, high = _bounds(kind, gauge.field)
    least = gauge.low if low is None else low
    return Stretch(gauge.field, name, gauge.value, least, gauge.high if high is None else min(gauge.high, high))


def _bounds(kind: type[Struct], field: str) -> tuple[float | None, float | None]:
    """How low and how high a number of a sheet may be."""
    of: Any = next(one.type for one in type_of(kind).fields if one.encode_name == field)  # type: ignore[attr-defined]
    types = of.types if isinstance(of, inspect.UnionType) else (of,)
    numbers = [one for one in types if isinstance(one, inspect.IntType | inspect.FloatType)]
    return (numbers[0].ge, numbers[0].le) if numbers else (None, None)


def typed_command(board: "Board", character: str, field: str, text: str) -> c.AnyCommand:
    """What was typed beside somebody: « −7 » and « +2 » add, « 12 » is what it is from now on, a word is a state."""
    text = text.strip()
    if character not in board.people:
        raise Refusal("table/no_character", field="character", came=character[:40])
    amount = TYPED.fullmatch(text)
    if amount is None:
        return _state(board, character, text)
    known = stretches(board, board.people[character])
    stretch = next((one for one in known if one.field == field), known[0] if known else None)
    if stretch is None:
        raise Refusal("table/no_gauge", kind="refused", field="amount")
    value = _moved(stretch, amount[1], float(amount[2].replace(",", ".")))
    return c.Edit(character=character, fields={stretch.field: _written(board, character, stretch, value)})


def _moved(stretch: Stretch, sign: str, amount: float) -> float:
    """Where a gauge stands after what was typed; what is added goes no further than the gauge."""
    if not sign:
        return amount
    moved = stretch.value + (amount if sign == "+" else -amount)
    return max(min(moved, max(stretch.high, stretch.value)), min(stretch.low, stretch.value))


def _written(board: "Board", character: str, stretch: Stretch, value: float) -> Any:
    """A value as the sheet holds it: a word of a ladder, a whole number, a number."""
    if stretch.words:
        kind = sheet_type(board.system.table_rules, board.content(character))
        ladder = words_of(kind, stretch.field)
        if not 0 <= value < len(ladder) or value != int(value):
            last = len(ladder) - 1
            raise Refusal("field/range", field="amount", came=number(value, board.frame.language), low=0, high=last)
        return ladder[int(value)]
    return int(value) if value == int(value) else value


def _state(board: "Board", character: str, text: str) -> c.AnyCommand:
    """A state in the game master's own words; typed again, it is over."""
    name = text.replace("/", " ")[:40]
    if not name or not any(one.isalpha() for one in name):
        raise Refusal("table/amount", field="amount", came=text[:40])
    kept = board.view["characters"][character].get("marks", {})
    if not is_own_word(board.system.table_rules, name):
        raise Refusal("mark/field", kind="refused", field="amount", mark=name)
    return c.Remark(character=character, marks={name: None if kept.get(name) else True})
