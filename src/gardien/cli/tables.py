"""`gardien tables`: the tables that are kept, the one played last first."""

from typing import Any

from gardien.cli.command_line import Line
from gardien.cli.place import Summary, store_of, summaries
from gardien.cli.shared import print_json, say
from gardien.core.terms import sentence


def run(line: Line) -> int:
    """List them."""
    from gardien.table.tables import Tables

    with store_of(line) as store:
        tables = summaries(Tables(store), whole=True)
    if line.json:
        print_json([_as_json(one, line) for one in tables])
        return 0
    if not tables:
        print(say("no_tables", line.language))
        return 0
    from gardien.cli.entries import moment
    from gardien.cli.layout import columns, paint
    from gardien.core.terms import number

    nothing = say("nothing", line.language)
    rows = [[say(name, line.language) for name in ("table", "title", "system", "events", "last")]]
    for one in tables:
        events = number(one.events, line.language)
        last = " ".join(moment(one.last or None, line.language)[: 2 if one.last else 1])
        rows.append([one.campaign, one.title or nothing, one.system or nothing, events, last])
    head, *lines = columns(rows, right=(3,))
    print("\n".join([paint(head, "dim"), *lines]))
    for one in tables:
        if one.trouble:
            why = sentence(one.trouble, line.language)
            print(say("table_trouble", line.language, id=one.campaign, why=why))
    return 0


def _as_json(table: Summary, line: Line) -> dict[str, Any]:
    """A table as it is documented; what is wrong with it stands there only where something is."""
    shown = dict(zip(("id", "title", "system", "events", "last"), table[:5], strict=True))
    if table.damaged:
        shown["damaged"] = table.damaged
    if table.trouble:
        shown["trouble"] = sentence(table.trouble, line.language)
    return shown
