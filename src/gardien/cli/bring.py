"""`gardien import`: what was exported, brought in; a character comes to a table."""

import sys
from typing import Any, BinaryIO

from gardien.cli.command_line import PLACE, Line
from gardien.cli.export import count_text, damaged_line
from gardien.cli.place import choose_table, keeper, store_of
from gardien.cli.shared import Progress, print_json, say
from gardien.core.errors import Refusal
from gardien.core.pack import MOST_BYTES, read_json
from gardien.core.sheet import current_version
from gardien.core.system import find


def run(line: Line) -> int:
    """Check the whole file, then write what it holds."""
    name, word = (*line.words, None)[:2]
    with _opened_file(str(name)) as file:
        from gardien.table.exchange import header_of

        if header_of(file, str(name)) is None:
            return _bring_character(line, file, str(name), word)
        if word is not None:
            raise Refusal("cli/too_many", where=line.command, came=word, usage=line.command)
        return _bring_tables(line, file, str(name))


def _opened_file(name: str) -> BinaryIO:
    """The file; what comes on the standard input is laid down first, for it is read twice."""
    if name == "-":
        from shutil import copyfileobj
        from tempfile import TemporaryFile

        kept = TemporaryFile()  # noqa: SIM115
        copyfileobj(sys.stdin.buffer, kept)
        return kept  # type: ignore[return-value]
    try:
        return open(name, "rb")
    except FileNotFoundError:
        raise Refusal("file/missing", where=name) from None
    except (OSError, ValueError) as fault:
        raise Refusal("file/unreadable", where=name[:200], fault=type(fault).__name__) from None


def _bring_tables(line: Line, file: BinaryIO, name: str) -> int:
    from gardien.table.exchange import bring, check

    progress = Progress(line.language)
    try:
        passages = check(file, name, progress)  # before a store is made for nothing
        with store_of(line, make=True) as store:
            tables = bring(store, file, name, passages, copy="copy" in line.options)
    finally:
        progress.close()
    if line.json:
        print_json({"tables": tables})
        return 0
    for one in tables:
        title = f"{one.title} ({one.campaign})" if one.title else one.campaign
        print(say("imported", line.language, title=title, events=count_text("events", one.events, line)))
        if one.damaged:
            print(damaged_line({"damaged": one.damaged}, line))
        print(_link_text(one.link, line) if one.link else say("no_link", line.language))
    return 0


def _link_text(link: str, line: Line) -> str:
    """The address to open, and the command that must be running for it."""
    from gardien.cli.description import quoted
    from gardien.cli.serve import PORT

    place = [f"--{name} {quoted(line.options[name])}" for name in PLACE if name in line.options]
    command = " ".join(["gardien serve", *place])
    return say("link", line.language, link=f"http://127.0.0.1:{PORT}/l/{link}", command=command)


def _bring_character(line: Line, file: BinaryIO, name: str, word: str | None) -> int:
    """Somebody new at a table, from a sheet."""
    sheet = _sheet(file, name)
    with store_of(line) as store:
        from gardien.table import commands as c
        from gardien.table.secrets import new_id
        from gardien.table.tables import Tables

        table = choose_table(Tables(store), word)
        viewer = keeper(table)
        if sheet["system"] != table.state.play["system"]:
            raise Refusal("cli/other_system", where=name, came=sheet["system"], system=table.state.play["system"])
        people = table.state.play.get("characters", {})
        if "copy" not in line.options and any(kept["sheet"] == sheet for kept in people.values()):
            raise Refusal("exchange/here", kind="refused", where=name, came=str(sheet.get("name", "")))
        envelope = c.Envelope(action=new_id("cli"), command=c.Add(sheet=sheet))
        acted = table.act(viewer.seat, envelope, line.language)
        id = (acted.card or {})["words"]["character"]
        who = table.state.play["characters"][id]["sheet"].get("name") or id
        title = table.state.play.get("title") or table.campaign
    if line.json:
        print_json({"table": table.campaign, "character": id, "name": who, "version": acted.version})
    else:
        print(say("imported_character", line.language, name=who, title=title))
    return 0


def _sheet(file: BinaryIO, name: str) -> dict[str, Any]:
    """A sheet of a version this program knows."""
    content = file.read(MOST_BYTES + 1)
    try:
        sheet = read_json(content.decode(), name)
    except (UnicodeDecodeError, Refusal):
        raise Refusal("exchange/not_ours", where=name) from None
    if not isinstance(sheet, dict) or not isinstance(sheet.get("system"), str):
        raise Refusal("exchange/not_ours", where=name)
    table_rules = find(sheet["system"]).table_rules
    kind = table_rules.sheet_type(str(sheet.get("kind", ""))) or table_rules.sheets[0]
    newest = current_version(kind)
    if isinstance(sheet.get("version"), int) and sheet["version"] > newest:
        raise Refusal("sheet/version", where=name, came=sheet["version"], high=newest)
    return sheet
