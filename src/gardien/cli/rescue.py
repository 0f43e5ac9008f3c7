"""`gardien rescue`: everything sound in a damaged file, saved in a new one; the damaged file stays as it is."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gardien.cli.command_line import Line
from gardien.cli.export import check_target, count_text
from gardien.cli.shared import print_json, say
from gardien.core.errors import Refusal
from gardien.core.terms import number

if TYPE_CHECKING:
    from gardien.table.store.salvage import Rescued

MOST_NAMED = 12  # lost entries that a line names one by one


def run(line: Line) -> int:
    """Save, then say in words what is there and what is lost."""
    name, target = line.words[0], line.options.get("output")
    if not target:
        raise Refusal("cli/output", where=line.command)
    path = _file(name)
    check_target(target)
    from gardien.table.store.salvage import rescue
    from gardien.table.store.sqlite_file import trouble

    with trouble(path):
        rescued = rescue(path, Path(target))
    facts = _facts(rescued, target)
    if line.json:
        print_json(facts)
        return 0
    print("\n".join(_lines(facts, line)))
    return 0


def _file(name: str) -> Path:
    """The file of a store: itself, or the one in a folder."""
    from gardien.table.store import FILE

    path = Path(name)
    try:
        path = path / FILE if path.is_dir() else path
        if not path.is_file():
            raise Refusal("file/missing", where=name)
    except (OSError, ValueError) as fault:  # a name that no file can have
        raise Refusal("file/unreadable", where=name[:200], fault=type(fault).__name__) from None
    return path


def _facts(rescued: "Rescued", target: str) -> dict[str, Any]:
    """What was saved, table by table, as the new file itself tells it."""
    from gardien.cli.place import summaries
    from gardien.table.store.sqlite import SqliteStore
    from gardien.table.tables import Tables

    store = SqliteStore(Path(target))
    try:
        titles = {one.campaign: one.title for one in summaries(Tables(store))}
    finally:
        store.close()
    tables = [
        {"id": one.campaign, "title": titles.get(one.campaign, ""), "saved": one.saved, "lost": list(one.lost)}
        for one in rescued.tables
    ]
    return {"file": target, "tables": tables, "links": rescued.links, "gone": list(rescued.gone)}


def _lines(facts: dict[str, Any], line: Line) -> list[str]:
    saved = sum(one["saved"] for one in facts["tables"])
    what = ", ".join([count_text("tables", len(facts["tables"]), line), count_text("events", saved, line)])
    lines = [say("rescued", line.language, file=facts["file"], what=what, links=number(facts["links"], line.language))]
    for one in facts["tables"]:
        if lost := one["lost"]:
            named = ", ".join(map(str, lost[:MOST_NAMED])) + ("…" if len(lost) > MOST_NAMED else "")
            words = {"title": one["title"] or one["id"], "entries": count_text("events", len(lost), line)}
            lines.append(say("rescue_lost", line.language, which=named, **words))
    lines += [say("rescue_gone", line.language, id=one) for one in facts["gone"]]
    if len(lines) == 1:
        lines.append(say("rescue_whole", line.language))
    return [*lines, say("rescue_next", line.language, file=facts["file"])]
