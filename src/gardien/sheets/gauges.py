"""Gauges as they are drawn: cases with what is out of reach, where it stands and where it ends; or a bar."""

from msgspec import Struct

from gardien.core.face import Content, Gauge
from gardien.core.system import System
from gardien.core.terms import Language


class Box(Struct, frozen=True):
    """One case of a gauge."""

    value: int
    state: str  # on, now, floor, end, ""


class GaugeShown(Struct, frozen=True):
    """A gauge as it is drawn."""

    field: str
    name: str
    value: int
    high: int
    kind: str
    boxes: tuple[Box, ...] = ()
    share: float = 0.0  # of a bar, in percent
    low: int = 0


def gauge_shown(gauge: Gauge, sheet: Content, system: System, language: Language) -> GaugeShown | None:
    """One gauge, or nothing when its value is not to be seen."""
    value = sheet.get(gauge.field)
    if not isinstance(value, int):
        return None
    return drawn(gauge, sheet, system.terms.label(gauge.field, language), value)


def blank_gauge(gauge: Gauge, name: str) -> GaugeShown:
    """A gauge to be filled in by hand."""
    return drawn(gauge, {}, name, None)


def drawn(gauge: Gauge, sheet: Content, name: str, value: int | None) -> GaugeShown:
    high = gauge.top(sheet) if gauge.top else gauge.high
    now = gauge.low - 1 if value is None else value
    if gauge.kind == "bar":
        share = 100 * max(0, now - gauge.low) / max(1, high - gauge.low)
        return GaugeShown(gauge.field, name, now, high, "bar", share=round(share, 2), low=gauge.low)
    floor = gauge.floor(sheet) if gauge.floor else gauge.low
    boxes = []
    for number in range(max(1, gauge.low), high + 1):
        state = "floor" if number < floor else "now" if number == now else "on" if number < now else ""
        if gauge.ends and number == high and number != now:
            state = "end"
        boxes.append(Box(number, state))
    return GaugeShown(gauge.field, name, now, high, gauge.kind, tuple(boxes), low=gauge.low)
