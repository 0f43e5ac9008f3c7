"""`gardien tables`: the tables that are kept, the one played last first."""

from gardien.cli.line import Line
from gardien.cli.place import opened, summaries
from gardien.cli.shared import print_json, say


def run(line: Line) -> int:
    """List them."""
    from gardien.table.tables import Tables

    with opened(line) as store:
        found = summaries(Tables(store))
    if line.json:
        names = ("id", "title", "system", "events", "last")
        print_json([dict(zip(names, one, strict=True)) for one in found])
        return 0
    if not found:
        print(say("no_tables", line.language))
        return 0
    from gardien.cli.entries import moment
    from gardien.cli.layout import columns, paint
    from gardien.core.terms import number

    nothing = say("nothing", line.language)
    rows = [[say(name, line.language) for name in ("table", "title", "system", "events", "last")]]
    for one in found:
        events = number(one.events, line.language)
        last = " ".join(moment(one.last or None, line.language)[: 2 if one.last else 1])
        rows.append([one.campaign, one.title or nothing, one.system or nothing, events, last])
    head, *lines = columns(rows, right=(3,))
    print("\n".join([paint(head, "dim"), *lines]))
    return 0
