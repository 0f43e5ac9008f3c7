"""How Cthulhu d20 looks at the table: fatigue and life side by side, the body by zones, acts by topic."""

from gardien.core.face import Face, Gauge

FACE = Face(
    glyph="M20 4a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM12 16h16v10H12zM14 26l-2 10M26 26l2 10M12 17l-6 9M28 17l6 9",
    gauges=(
        Gauge("pf", 0, 8, "bar", top=lambda sheet: int(sheet.get("pf_max", 8)) or 1, reserve=True),
        Gauge("pv", 0, 8, "bar", top=lambda sheet: int(sheet.get("pv_max", 8)) or 1, reserve=True),
        Gauge("san", 0, 99, "bar", reserve=True),
        Gauge("destiny_left", 0, 3, "pips", top=lambda sheet: int(sheet.get("destiny_received", 1)), reserve=True),
    ),
    chips=("state", "fatigue_malus"),
    accent="#0b625c",
    prose="portrait",
)
