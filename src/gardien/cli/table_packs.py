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
    from gardien.core.terms import Language
    from gardien.table.commands import Add, Unpack, UsePack
    from gardien.table.tables import Table
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
            command = _opened(what, line.language) if verb == "open" else _changed(verb, what, packs)
            acted = table.act(viewer.seat, c.Envelope(action=new_id("cli"), command=command), line.language)
            if verb == "open":
                return _told(line, table, acted.card or {})
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


def _told(line: Line, table: "Table", card: "Tree") -> int:
    """What came of opening something, as the log says it."""
    if line.json:
        print_json({"table": table.campaign, "card": card})
    else:
        from gardien.cli.entries import Log

        print(Log(table, line.language).sentence(card))
    return 0


def _opened(what: str, language: "Language") -> "Unpack | Add":
    """Something that a pack brings ready; a character comes in as any being does."""
    from gardien.core.ready import CHARACTER
    from gardien.table.commands import Add, Unpack

    if what.startswith(f"{CHARACTER}/"):
        return Add(being=what[:100], language=language)
    return Unpack(what=what[:100], language=language)


def _changed(verb: str, what: str, packs: "list[Tree]") -> "UsePack":
    return _brought(what) if verb == "use" else _dropped(what, packs)


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
