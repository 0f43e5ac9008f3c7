"""`gardien backup`: everything copied into one new file, checked, while others go on playing."""

from pathlib import Path
from typing import Any

from gardien.cli.command_line import Line
from gardien.cli.export import check_target, contents, damaged_line
from gardien.cli.place import store_of
from gardien.cli.shared import Progress, print_json, say
from gardien.core.terms import Language

BATCH = 500  # records read at once


def run(line: Line) -> int:
    """Copy, read the copy from end to end, and say what is in it."""
    target = line.words[0]
    check_target(target)
    with store_of(line) as store:
        store.backup(Path(target))
    facts = {"file": target, **_read_through(Path(target), line.language)}
    if line.json:
        print_json(facts)
        return 0
    print(say("backed_up", line.language, file=target, what=contents(facts, line)))
    if facts["damaged"]:
        print(damaged_line(facts, line))
    return 0


def _read_through(path: Path, language: Language) -> dict[str, Any]:
    """What a copy holds, every record of it read."""
    from gardien.table.store.base import Damaged
    from gardien.table.store.sqlite import SqliteStore

    store = SqliteStore(path)
    progress = Progress(language)
    try:
        heads = store.campaigns()
        total, done, damaged = sum(heads.values()), 0, 0
        for campaign, head in heads.items():
            for after in range(0, head, BATCH):
                records = store.read(campaign, after, BATCH)
                damaged += sum(isinstance(read, Damaged) for read in records)
                done += len(records)
                progress(done, total)
    finally:
        progress.close()
        store.close()
    return {"tables": len(heads), "events": total, "damaged": damaged, "bytes": path.stat().st_size}
