"""Sheets that can be read again: what a game could not read in a fight is never written, by whomever or whichever rule.

A sheet may hold by its type what the rules refuse; one that was written so makes every page of its table a fault.
"""

from contextlib import suppress
from typing import Any

from msgspec import ValidationError

from gardien.core.errors import Refusal
from gardien.core.inputs import BadField
from gardien.core.system import find
from gardien.core.table_rules import TableRules
from gardien.table.state import State
from gardien.table.tree import Effect, Tree, put_at


def check_readable(state: State, effects: tuple[Effect, ...]) -> None:
    """Read every sheet as it will be; one that could not be read before may be mended bit by bit."""
    if not state.version:
        return
    table_rules = find(state.play["system"]).table_rules
    if table_rules.reads is None:
        return
    people = state.play.get("characters", {})
    written: dict[str, Tree] = {}
    for effect in effects:
        if effect.path[:2] != ("play", "characters") or len(effect.path) < 3:
            continue
        id = effect.path[2]
        if len(effect.path) == 3:
            written[id] = effect.value["sheet"] if effect.value else {}
        elif effect.path[3] == "sheet" and len(effect.path) > 4 and id in people:
            written[id] = put_at(written.get(id, people[id]["sheet"]), list(effect.path[4:]), effect.value)
    for id, sheet in written.items():
        if sheet and (id not in people or _is_readable(table_rules, people[id]["sheet"])):
            table_rules.reads(sheet)


def _is_readable(table_rules: TableRules, sheet: dict[str, Any]) -> bool:
    assert table_rules.reads is not None
    with suppress(ValidationError, BadField, Refusal):
        table_rules.reads(sheet)
        return True
    return False
