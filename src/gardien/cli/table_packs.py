"""Packs at a table, from the command line: those in use, one more, one less."""

from pathlib import Path
from typing import TYPE_CHECKING

from gardien.cli.command_line import Line
from gardien.cli.layout import columns, paint
from gardien.cli.place import choose_table, keeper, store_of
from gardien.cli.shared import print_json, say
from gardien.core.errors import Refusal, nearest
from gardien.core.pack import read_toml
from gardien.core.player_packs import HEADER

if TYPE_CHECKING:
    from gardien.table.commands import UsePack
    from gardien.table.tree import Tree


def at_table(line: Line, verb: str, words: list[str]) -> int:
    """Change the packs of a table, if that is what is asked, and list them."""
    from gardien.table import commands as c
    from gardien.table.secrets import new_id
    from gardien.table.tables import Tables

    what, word = (words[0], words[1:]) if verb != "list" else ("", words)
    with store_of(line) as store:
        table = choose_table(Tables(store), word[0] if word else None)
        viewer = keeper(table)
        if verb != "list":
            packs: list[Tree] = table.look(viewer)["packs"]
            command = _brought(what) if verb == "use" else _dropped(what, packs)
            table.act(viewer.seat, c.Envelope(action=new_id("cli"), command=command), line.language)
        used: list[Tree] = table.look(viewer)["packs"]
    if line.json:
        print_json({"table": table.campaign, "packs": used})
        return 0
    rows = []
    for one in used:
        counted = ", ".join(f"{table} {count}" for table, count in one["rows"].items())
        rows.append((paint(one["name"], "bold"), one["version"], counted))
    print("\n".join(columns(rows)) if rows else say("no_packs", line.language))
    return 0


def _brought(file: str) -> "UsePack":
    """A pack from its file, which lends it its name where it has none."""
    from gardien.table.commands import UsePack

    path = Path(file)
    content = read_toml(path)
    header = content.get(HEADER, {})
    if isinstance(header, dict) and not header.get("name"):
        content = {**content, HEADER: {**header, "name": path.stem}}
    return UsePack(content=content)


def _dropped(name: str, packs: "list[Tree]") -> "UsePack":
    from gardien.table.commands import UsePack

    for one in packs:
        if name in (one["id"], one["name"]):
            return UsePack(off=one["id"])
    raise Refusal("pack/unknown", came=name[:60], hint=nearest(name[:60], [one["name"] for one in packs]))
