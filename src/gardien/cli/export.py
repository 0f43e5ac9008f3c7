"""`gardien export`: a character, a table or everything, written to a file that can be carried elsewhere."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gardien.cli.command_line import Line
from gardien.cli.place import choose_table, store_of
from gardien.cli.shared import Progress, print_json, say
from gardien.core.errors import Refusal, nearest
from gardien.core.terms import number

if TYPE_CHECKING:
    from gardien.table.tables import Table, Tables

KINDS = ["character", "table", "all"]


def run(line: Line) -> int:
    """Write the file; `-o -` writes to the standard output."""
    kind, word = (*line.words, None, None)[:2]
    kind = kind or "all"
    if kind not in KINDS:
        raise Refusal("field/one_of", field=line.command, came=kind, allowed=KINDS, hint=nearest(kind, KINDS))
    if kind == "all" and word:
        raise Refusal("cli/too_many", where=line.command, came=word, usage=line.command)
    if kind == "character" and not word:
        raise Refusal("cli/too_few", where=line.command, usage=line.command)
    target = line.options.get("output")
    if not target:
        raise Refusal("cli/output", where=line.command)
    if target != "-":
        check_target(target)
    progress = Progress(line.language)
    try:
        with store_of(line) as store:
            from gardien.table.tables import Tables

            facts, chunks = _chunks(Tables(store), kind, word, progress)
            _write(target, chunks, facts)
    finally:
        progress.close()
    if target == "-":
        return 0
    if line.json:
        print_json({"file": target, **facts})
    else:
        print(_summary(facts, target, line))
    return 0


def check_target(target: str) -> None:
    """Refuse at once a name that cannot be written to."""
    path = Path(target)
    try:
        if path.exists():
            raise Refusal("file/exists", kind="refused", where=target)
        if not path.parent.is_dir():
            raise Refusal("cli/no_folder", where=str(path.parent))
    except (OSError, ValueError) as fault:  # a name that no file can have
        raise Refusal("cli/write", where=target[:200], fault=type(fault).__name__) from None


def _chunks(house: "Tables", kind: str, word: str | None, progress: Progress) -> tuple[dict[str, Any], Iterable[bytes]]:
    """What the file holds, in a few words and in bytes."""
    from gardien.table import exchange
    from gardien.table.viewers import OWNER

    if kind == "character":
        table, id = _character(house, str(word))
        sheet = exchange.export_character(table.state, OWNER, id)
        name = table.state.play["characters"][id]["sheet"].get("name") or id
        return {"kind": kind, "character": id, "name": name}, [sheet]
    if kind == "table":
        table = choose_table(house, word)
        facts = {"kind": kind, "table": table.campaign, "tables": 1, "events": table.state.version}
        return facts, exchange.export_table(house.store, table.campaign, OWNER, progress)
    heads = house.campaigns()
    facts = {"kind": kind, "tables": len(heads), "events": sum(heads.values())}
    return facts, exchange.export_house(house.store, progress)


def _character(house: "Tables", word: str) -> "tuple[Table, str]":
    """Somebody at any table, by id or by name."""
    from gardien.table.shapes import trouble_with

    states = {campaign: house.table(campaign).state for campaign in house.campaigns()}
    people = {
        (campaign, id): str(kept["sheet"].get("name") or id)
        for campaign, state in states.items()
        if (trouble := trouble_with(state)) is None or trouble.id == "table/damaged"
        for id, kept in state.play.get("characters", {}).items()
    }
    people_called = [key for key, name in people.items() if key[1] == word or name.casefold() == word.casefold()]
    if len(people_called) == 1:
        return house.table(people_called[0][0]), people_called[0][1]
    named = [f"{id} ({people[campaign, id]})" for campaign, id in (people_called or people)]
    if people_called:
        raise Refusal("cli/which_character", allowed=named)
    names = [*people.values(), *(id for _, id in people)]
    raise Refusal("cli/character", came=word, allowed=named or ["—"], hint=nearest(word[:100], names))


def _write(target: str, chunks: Iterable[bytes], facts: dict[str, Any]) -> None:
    if target != "-":
        from gardien.table.exchange import write_new

        facts["bytes"] = write_new(Path(target), _count_damaged(chunks, facts))
        return
    for chunk in chunks:
        sys.stdout.buffer.write(chunk)
    sys.stdout.buffer.flush()


def _count_damaged(chunks: Iterable[bytes], facts: dict[str, Any]) -> Iterator[bytes]:
    """The same, counting the records that are marked as damaged."""
    for chunk in chunks:
        if facts["kind"] != "character":
            facts["damaged"] = facts.get("damaged", 0) + chunk.count(b',"damaged":true}\n')
        yield chunk


def _summary(facts: dict[str, Any], target: str, line: Line) -> str:
    if facts["kind"] == "character":
        return say("exported_character", line.language, name=facts["name"], file=target)
    text = say("exported", line.language, file=target, what=contents(facts, line))
    return f"{text}\n{damaged_line(facts, line)}" if facts.get("damaged") else text


def contents(facts: dict[str, Any], line: Line) -> str:
    """How much there is: « 2 tables, 1 250 événements, 640 Ko »."""
    parts = [count_text(name, facts[name], line) for name in ("tables", "events")]
    return ", ".join([*parts, size(facts["bytes"], line)])


def count_text(name: str, count: int, line: Line) -> str:
    """A number of things: « 1 table », « 1 250 événements »."""
    return say(f"{name}_one" if count == 1 else f"{name}_count", line.language, count=number(count, line.language))


def damaged_line(facts: dict[str, Any], line: Line) -> str:
    return say("damaged", line.language, count=number(facts["damaged"], line.language))


def size(bytes: int, line: Line) -> str:
    """How big a file is."""
    kilobytes = -(-bytes // 1000)
    if kilobytes < 1000:
        return say("kilobytes", line.language, count=number(kilobytes, line.language))
    return say("megabytes", line.language, count=number(round(kilobytes / 1000, 1), line.language))
