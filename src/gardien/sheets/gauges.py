"""Gauges as they are drawn: cases with what is out of reach, where it stands and where it ends; a bar; or a clock."""

from collections.abc import Iterable
from math import ceil, cos, pi, sin

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.presentation import Content, Dial, Gauge, Reading
from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language, number

Point = tuple[float, float]
NOTCHED = 24  # points above which notches would be a blur
MOST_BOXES = 60  # cases that are drawn one by one; a longer gauge is a bar with its numbers
RIM, ROUND = 40.0, 44.0  # radius of the dial, and of the small one
SHADES = ("q4", "q3", "q2")  # the sectors from the end backwards; what comes before is blank
NO_RULES: Content = {}


class Box(Struct, frozen=True):
    """One case of a gauge."""

    value: int
    state: str  # on, now, floor, end, ""


class Span(Struct, frozen=True):
    """A stretch of a dial in words: what it is called, its numbers, whether the hand is in it."""

    word: str
    numbers: str
    now: bool


class DialShown(Struct, frozen=True):
    """A clock on a square of 100: sectors, lines, marks; and a small one, with a slice up to the hand."""

    sectors: tuple[tuple[str, str], ...] = ()  # shade and outline
    cuts: tuple[Point, ...] = ()
    ticks: tuple[tuple[Point, Point], ...] = ()
    marks: tuple[tuple[Point, str, str], ...] = ()  # where, which end of it stands there, what
    hand: Point | None = None
    older: tuple[Point, ...] = ()
    slice: str = ""
    shade: str = ""  # of the slice
    hand_small: Point | None = None
    full: bool = False
    spans: tuple[Span, ...] = ()


class GaugeShown(Struct, frozen=True):
    """A gauge as it is drawn."""

    field: str
    name: str
    value: float
    high: float
    kind: str
    boxes: tuple[Box, ...] = ()
    share: float = 0.0  # of a bar, in percent
    now: str = ""  # value and height as the language writes them
    most: str = ""
    low: float = 0
    step: float = 1  # one more or one less of it
    notches: tuple[float, ...] = ()  # of a bar that is filled by parts of a point: where points end, in percent
    dial: DialShown | None = None
    word: str = ""  # of a clock: how bad it is
    mark: float | None = None  # of a bar: where its line stands, in percent
    note: str = ""  # and what it is
    code: str = ""  # its name in short
    paired: bool = False  # beside the one before it
    weighs: str = ""  # what it costs now
    weighing: bool = False  # whether that is anything
    weighed: str = ""  # the field that says so
    wanes: bool = False  # full at what the sheet says, and the worse the less is left


def in_rows(gauges: Iterable[GaugeShown]) -> list[list[GaugeShown]]:
    """Gauges as they stand: those that belong side by side share a row."""
    rows: list[list[GaugeShown]] = []
    for one in gauges:
        if one.paired and rows:
            rows[-1].append(one)
        else:
            rows.append([one])
    return rows


def gauge_shown(
    gauge: Gauge, sheet: Content, system: System, language: Language, options: Content | None = None
) -> GaugeShown | None:
    """One gauge, or nothing when its value is not to be seen."""
    value = sheet.get(gauge.field)
    name = system.terms.label(gauge.title or gauge.field, language)
    if gauge.kind == "clock":
        return _clock(gauge, sheet, system, language, name, options or {}) if value is not None and gauge.dial else None
    if not isinstance(value, int | float) or (gauge.fits and not gauge.fits(sheet)):
        return None
    notes = gauge.notes(sheet) if gauge.notes else ()
    note = " · ".join(f"{lower_first(system.terms.label(key, language))} {at}" for key, at in notes)
    shown = draw_gauge(gauge, sheet, name, value, notes[0][1] if notes else None, note, options or {})
    entry = system.terms.entry("gauge", gauge.field) or system.terms.field(gauge.field) or {}
    weight = sheet.get(gauge.weighs[0]) if gauge.weighs else None
    weighs, weighed = "", ""
    if gauge.weighs and isinstance(weight, int):
        weighed = gauge.weighs[0]
        weighs = f"{lower_first(system.terms.label(gauge.weighs[1], language))} {number(weight, language)}"
    return replace(
        shown,
        now=number(shown.value, language),
        most=number(shown.high, language),
        code=str(entry.get("code", "")),
        paired=gauge.paired,
        wanes=gauge.reserve and gauge.top is not None,
        weighs=weighs,
        weighing=bool(weight),
        weighed=weighed,
    )


def blank_gauge(gauge: Gauge, name: str, reading: Reading) -> GaugeShown:
    """A gauge to be filled in by hand."""
    if gauge.kind == "clock" and gauge.dial:
        shown = dial_shown(Dial(hand=0.0, marks=gauge.dial({}, {}).marks))
        return GaugeShown(gauge.field, name, 0, 0, "clock", dial=shown)
    weighs = lower_first(reading.label(gauge.weighs[1])) if gauge.weighs else ""
    return replace(draw_gauge(gauge, {}, name, None), paired=gauge.paired, weighs=weighs)


def draw_gauge(
    gauge: Gauge,
    sheet: Content,
    name: str,
    value: float | None,
    mark: int | None = None,
    note: str = "",
    options: Content = NO_RULES,
) -> GaugeShown:
    high = gauge.top(sheet) if gauge.top else gauge.ceiling(sheet, options) if gauge.ceiling else gauge.high
    now = gauge.low - 1 if value is None else value
    if gauge.kind == "bar" or high - gauge.low > MOST_BOXES:
        line = None if mark is None or mark >= high else _share(gauge, mark, high)
        share = min(100.0, _share(gauge, now, high))
        few = gauge.step < 1 and high - gauge.low <= NOTCHED
        notches = tuple(_share(gauge, point, high) for point in range(gauge.low + 1, ceil(high))) if few else ()
        return GaugeShown(
            gauge.field,
            name,
            now,
            high,
            "bar",
            share=share,
            low=gauge.low,
            step=gauge.step,
            notches=notches,
            mark=line,
            note=note,
        )
    floor = gauge.floor(sheet) if gauge.floor else gauge.low
    boxes = []
    for case in range(max(1, gauge.low), int(high) + 1):
        state = "floor" if case < floor else "now" if case == now else "on" if case < now else ""
        if gauge.ends and case == high and case != now:
            state = "end"
        boxes.append(Box(case, state))
    return GaugeShown(gauge.field, name, now, high, gauge.kind, tuple(boxes), low=gauge.low)


def _share(gauge: Gauge, value: float, high: float) -> float:
    return round(100 * max(0, value - gauge.low) / (high - gauge.low or 1), 2)


# ---- clocks ----


def _clock(gauge: Gauge, sheet: Content, system: System, language: Language, name: str, options: Content) -> GaugeShown:
    assert gauge.dial is not None
    dial = gauge.dial(sheet, options)
    field, value = dial.word

    def word(one: str) -> str:
        return lower_first(system.terms.word(field, one, language, feminine=sheet.get("gender") == "f"))

    spans = tuple(Span(word(one), numbers, one == value) for one, numbers in dial.spans)
    shown = dial_shown(dial, spans)
    return GaugeShown(gauge.field, name, 0, 0, "clock", dial=shown, word=word(value) if field else "")


def _at(hour: float, radius: float) -> Point:
    """A point of the dial: twelve is above, and it goes round as a clock does."""
    turn = hour * pi / 6
    return round(50 + radius * sin(turn), 2), round(50 - radius * cos(turn), 2)


def _sector(start: float, end: float, radius: float) -> str:
    (x1, y1), (x2, y2) = _at(start, radius), _at(end, radius)
    return f"M50 50L{x1} {y1}A{radius:g} {radius:g} 0 {int(end - start > 6)} 1 {x2} {y2}z"


def dial_shown(dial: Dial, spans: tuple[Span, ...] = ()) -> DialShown:
    """The lines of a clock."""
    hours = [hour for hour, _ in dial.marks]
    ends = [*hours[1:], 12.0] if hours else []
    stretches = list(zip(hours, ends, strict=True))
    shades = [""] * max(0, len(stretches) - len(SHADES)) + list(reversed(SHADES[: len(stretches)]))
    hand = min(dial.hand, 12.0)
    # What stands exactly on a line belongs to the stretch that begins there.
    within = [shade for (start, _), shade in zip(stretches, shades, strict=True) if start <= hand]
    full = hand >= 12.0
    return DialShown(
        sectors=tuple(
            (shade, _sector(start, end, RIM)) for (start, end), shade in zip(stretches, shades, strict=True) if shade
        ),
        cuts=tuple(_at(hour, RIM) for hour in hours),
        ticks=tuple((_at(hour, RIM), _at(hour, RIM - 3)) for hour in range(12)),
        marks=tuple((*_label(hour), text) for hour, text in dial.marks if text),
        hand=_at(hand, RIM - 8) if hand > 0 else None,
        older=tuple(_at(hour, RIM - 10) for hour in dial.older),
        slice=_sector(0, hand, ROUND) if 0 < hand < 12 else "",
        shade="q4" if full else (within[-1] if within else "") or "q1",
        hand_small=_at(hand, ROUND - 8) if 0 < hand < 12 else None,
        full=full,
        spans=spans,
    )


def _label(hour: float) -> tuple[Point, str]:
    """Where a mark is written: outside the rim, its foot on the line of the letters, growing away from the dial."""
    side = "middle" if hour % 6 == 0 else "start" if hour % 12 < 6 else "end"
    x, y = _at(hour, RIM + (7.5 if side == "middle" else 3.5))
    return (x, round(y + 3.2, 2)), side
