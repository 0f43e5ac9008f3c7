"""`gardien undo`: take back what was done at a table, or bring it back; nothing is erased."""

from gardien.cli.command_line import Line
from gardien.cli.log import newest
from gardien.cli.place import choose_table, keeper, store_of
from gardien.cli.shared import print_json, say

MOST_SHOWN = 20  # entries


def run(line: Line) -> int:
    """One step, or to any moment of the log."""
    from gardien.table import commands as c
    from gardien.table.secrets import new_id
    from gardien.table.tables import Tables

    redo = "redo" in line.options
    with store_of(line) as store:
        table = choose_table(Tables(store), line.words[0] if line.words else None)
        viewer = keeper(table)
        before = table.state
        command = (c.Redo if redo else c.Undo)(to=line.options.get("to"))
        acted = table.act(viewer.seat, c.Envelope(action=new_id("cli"), command=command), line.language)
        moved = [
            version for version in range(1, before.version + 1) if before.holds(version) != table.state.holds(version)
        ]
        if line.json:
            print_json({"table": table.campaign, "version": acted.version, "card": acted.card, "moved": moved})
            return 0
        from gardien.cli.entries import Log

        shown = set(moved[-MOST_SHOWN:])
        cards = newest(table, line.language, moved[-1] - min(shown) + 1, moved[-1] + 1) if moved else []
        print(say("redone" if redo else "undone", line.language, to=(acted.card or {})["to"]))
        print("\n".join(Log(table, line.language).lines([card for card in cards if int(card["id"]) in shown])))
    return 0
