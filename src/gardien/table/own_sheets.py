"""Their own sheets: what of them players write on, where the game master keeps the rest."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from gardien.core.sheet import Sheet
from gardien.core.system import System
from gardien.core.table_rules import kind_of
from gardien.sheets.blocks import fields_of, sections_of

GAUGES = "gauges"  # a part of every sheet, whatever section its gauges stand in


@cache
def parts_of(system: System, sheet: type[Sheet]) -> Mapping[str, tuple[str, ...]]:
    """The parts of a sheet that a table may leave to players, with their fields: its gauges, then its sections."""
    worked_out = system.presentation.computed.get(kind_of(sheet), ())
    known = [name for name in fields_of(sheet) if name not in worked_out]
    gauges = [one.field for one in system.presentation.gauges]
    parts = {GAUGES: gauges, **dict(sections_of(system, sheet))}
    written = {key: tuple(name for name in names if name in known) for key, names in parts.items()}
    return {key: names for key, names in written.items() if names}


def players_fields(system: System, sheet: type[Sheet], settings: Mapping[str, Any]) -> Collection[str]:
    """The fields of their own sheet that players write on at a table."""
    if settings.get("players_edit", True):
        return fields_of(sheet)
    parts = parts_of(system, sheet)
    left = {name for key in settings.get("players_write", ()) for name in parts.get(key, ())}
    return left | {*system.table_rules.orders}
