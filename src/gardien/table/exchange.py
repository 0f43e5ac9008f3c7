"""Exchange: characters, tables and whole houses as files, to be carried elsewhere and back without losing a byte.

A character is its sheet, as `gardien create -o` writes it. A table is lines of JSON:

    {"gardien":"table","format":1,"campaign":…,"title":…,"system":…,"version":N}
    {"version":1,"action":…,"at":…,"body":{…}}      one for each record; a body that is no JSON stands in "base64"
    {"version":2,"damaged":true}                    one that could not be read
    {"gardien":"end","records":N,"sha256":…}        of the records' lines, then the first line

A house is {"gardien":"house","format":1,"tables":N}, the tables one after another, and an end with the hash of the
first line and of every table's end. Links are never in a file. A file is read to the end before anything is written:
its seals, then every event and every state they come to (`vetting.py`).
"""

import hashlib
import os
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Raw, Struct

from gardien.core.errors import Refusal
from gardien.table.projection import Projection
from gardien.table.secrets import TABLE, is_id, link_hash, new_id, new_link
from gardien.table.state import State
from gardien.table.store.base import BODY_BYTES, Damaged, Read, Record, Store
from gardien.table.store.records import LARGEST, is_name
from gardien.table.store.sqlite_file import draft_of, publish, trouble
from gardien.table.tree import Tree
from gardien.table.vetting import Vetting, target_of
from gardien.table.viewers import Viewer, keeper_seat, sees, sheet_read, table_rules_of

FORMAT = 1
BATCH = 500  # records read at once
MOST_LINE = 4 * BODY_BYTES  # bytes: a body in base64, and a long name

Progress = Callable[[int, int], None]


class Header(Struct, frozen=True):
    """The first line of a file, or of a table in it."""

    gardien: str
    format: int
    campaign: str = ""
    title: str = ""
    system: str = ""
    version: int = 0
    tables: int = 0


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    action: str = ""
    at: int = 0
    body: Raw = Raw(b"")
    base64: bytes | None = None
    damaged: bool = False


class _End(Struct, frozen=True, forbid_unknown_fields=True):
    gardien: str
    sha256: str
    records: int = 0


class Passage(Struct, frozen=True):
    """A table in a file: where its records begin, what they come to, and the seat of its game master."""

    header: Header
    start: int  # the byte behind the header
    line: int  # the number of the header's
    digest: str  # of the records' lines
    damaged: int
    keeper: str


class Brought(Struct, frozen=True):
    """A table that was brought in; its link opens the game master's seat and is told only here."""

    campaign: str
    title: str
    system: str
    events: int
    damaged: int
    link: str


def _silent(done: int, total: int) -> None: ...


# ---- out ----


def export_character(state: State, viewer: Viewer, id: str) -> bytes:
    """The sheet of a character: a player's own, or anybody's for the game master."""
    kept = state.play.get("characters", {}).get(id)
    if kept is None or not sees(viewer, id, kept):
        raise Refusal("table/no_character", field="character", came=id[:40])
    if not (viewer.keeper or id in viewer.owns):
        raise Refusal("table/not_yours", kind="forbidden", field="character")
    sheet: Any = sheet_read(viewer, table_rules_of(state), kept["sheet"])
    kind = table_rules_of(state).sheet_type(str(sheet.get("kind", "")))
    if kind is not None:
        with suppress(msgspec.ValidationError):  # the game master's word may go beyond the sheet's rules
            sheet = msgspec.convert(sheet, kind)
    return msgspec.json.format(msgspec.json.encode(sheet), indent=2) + b"\n"


def export_table(store: Store, campaign: str, viewer: Viewer, progress: Progress = _silent) -> Iterator[bytes]:
    """A table as it stands now, some lines at a time. For the game master: it holds every secret."""
    if not viewer.keeper:
        raise Refusal("table/not_allowed", kind="forbidden", came="export")
    return _table_lines(store, Projection(store, campaign), 0, None, progress)


def export_house(store: Store, progress: Progress = _silent) -> Iterator[bytes]:
    """Every table, one after another. For whoever holds the data."""
    heads = store.campaigns()
    total = sum(heads.values())
    header = _header({"gardien": "house", "format": FORMAT, "tables": len(heads)})
    seal = hashlib.sha256(header)
    yield header
    done = 0
    for campaign in heads:
        yield from _table_lines(store, Projection(store, campaign), done, total, progress, seal)
        done += heads[campaign]
    yield _end(len(heads), seal.hexdigest())


def _table_lines(
    store: Store, keeping: Projection, before: int, total: int | None, progress: Progress, house: Any = None
) -> Iterator[bytes]:
    state, campaign = keeping.state, keeping.campaign
    facts = {"title": state.play.get("title", ""), "system": state.play.get("system", ""), "version": state.version}
    header = _header({"gardien": "table", "format": FORMAT, "campaign": campaign, **facts})
    yield header
    seal = hashlib.sha256()
    for batch in _batches(store, campaign, state.version):
        lines = b"".join(map(_line, batch))
        seal.update(lines)
        progress(before + batch[-1].version, total or state.version)
        yield lines
    seal.update(header)
    end = _end(state.version, seal.hexdigest())
    if house is not None:
        house.update(end)
    yield end


def _batches(store: Store, campaign: str, last: int) -> Iterator[list[Read]]:
    for after in range(0, last, BATCH):
        yield store.read(campaign, after, min(BATCH, last - after))


def _header(content: Tree) -> bytes:
    return msgspec.json.encode(content) + b"\n"


def _end(records: int, sha256: str) -> bytes:
    return msgspec.json.encode({"gardien": "end", "records": records, "sha256": sha256}) + b"\n"


def _line(read: Read) -> bytes:
    """A record as its line; from the same record always the same."""
    if isinstance(read, Damaged):
        return b'{"version":%d,"damaged":true}\n' % read.version
    name, body = ("body", read.body) if _is_line(read.body) else ("base64", b'"%b"' % b64encode(read.body))
    action = msgspec.json.encode(read.action)
    return b'{"version":%d,"action":%b,"at":%d,"%b":%b}\n' % (read.version, action, read.at, name.encode(), body)


def _is_line(body: bytes) -> bool:
    """Whether a body can stand in a line of JSON as it is."""
    try:
        body.decode()
        return b"\n" not in body and bytes(msgspec.json.decode(body, type=Raw)) == body
    except (ValueError, RecursionError):
        return False


def write_new(target: Path, chunks: Iterable[bytes]) -> int:
    """Write a file under a name that is still free, whole or not at all, readable by its owner alone; its bytes."""
    with trouble(target):
        if target.exists():
            raise Refusal("file/exists", kind="refused", where=str(target))
        with draft_of(target) as draft:
            with draft.open("wb") as file:
                file.writelines(chunks)
                file.flush()
                os.fsync(file.fileno())
            try:
                publish(draft, target)
            except FileExistsError:
                raise Refusal("file/exists", kind="refused", where=str(target)) from None
            return target.stat().st_size


# ---- in ----


def header_of(file: BinaryIO, where: str) -> Header | None:
    """The first line of a file of ours; None if it is something else, a sheet perhaps. The file is rewound."""
    file.seek(0)
    line = file.readline(MOST_LINE)
    file.seek(0)
    try:
        content = msgspec.json.decode(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or content.get("gardien") not in ("table", "house"):
        return None
    format = content.get("format")
    if isinstance(format, int) and format > FORMAT:
        raise Refusal("exchange/newer", where=where, came=format, high=FORMAT)
    return _read_header(line, where, 1)


def check(file: BinaryIO, where: str, progress: Progress = _silent) -> list[Passage]:
    """Everything in a file, read from end to end; what is not as it was written is refused."""
    header = header_of(file, where)
    if header is None:
        raise Refusal("exchange/not_ours", where=where)
    lines = _Lines(file, where, progress)
    if header.gardien == "table":
        passages = [_check_table(lines)]
    else:
        first = lines.next()
        seal = hashlib.sha256(first)
        passages = [_check_table(lines, seal) for _ in range(header.tables)]
        lines.end(lines.next(), header.tables, seal.hexdigest())
    if file.read(1):
        raise lines.bad(lines.number + 1)
    campaigns = [one.header.campaign for one in passages]
    if len(set(campaigns)) < len(campaigns):
        raise lines.bad(1)
    return passages


def bring(
    store: Store, file: BinaryIO, where: str, passages: Sequence[Passage], *, copy: bool = False
) -> list[Brought]:
    """Write the tables of a file that was checked, all or none, under the ids they had unless others have them.

    A table that is here already is left as it is; if none is left to write, that is refused. `copy` writes all of them
    under new ids.
    """
    wanted = [(one, new_id(TABLE) if copy else _place(store, one)) for one in passages]
    if not any(campaign for _, campaign in wanted):
        raise Refusal("exchange/here", kind="refused", where=where, came=[one.header.campaign for one in passages])
    new = {campaign: one for one, campaign in wanted if campaign}
    store.adopt({campaign: _again(file, where, one) for campaign, one in new.items()})
    return [_admit(store, campaign, one) for campaign, one in new.items()]


def _place(store: Store, passage: Passage) -> str:
    """The id for a table: its own, else one made from its records, so that the same file finds it again; "" if here.

    An id that no Gardien would have given is never taken over.
    """
    own = passage.header.campaign
    for campaign in (*([own] if is_id(TABLE, own) else []), f"{TABLE}{passage.digest[:10]}"):
        head = store.head(campaign)
        if not head:
            return campaign
        if head == passage.header.version and _digest(store, campaign, head) == passage.digest:
            return ""
    return new_id(TABLE)


def _digest(store: Store, campaign: str, head: int) -> str:
    seal = hashlib.sha256()
    for batch in _batches(store, campaign, head):
        seal.update(b"".join(map(_line, batch)))
    return seal.hexdigest()


def _again(file: BinaryIO, where: str, passage: Passage) -> Iterator[Read]:
    """The records of a table once more; a file that has changed since it was checked is refused."""
    file.seek(passage.start)
    lines = _Lines(file, where, _silent, passage.line)
    seal = hashlib.sha256()
    for version in range(1, passage.header.version + 1):
        line = lines.next()
        seal.update(line)
        yield lines.parse(line, version)
    if seal.hexdigest() != passage.digest:
        raise Refusal("exchange/checksum", where=where)


def _admit(store: Store, campaign: str, passage: Passage) -> Brought:
    """A table that was written, with a new link for its game master."""
    header, link = passage.header, ""
    if passage.keeper:
        link = new_link()
        store.put_link(link_hash(link), campaign, passage.keeper)
    return Brought(campaign, header.title, header.system, header.version, passage.damaged, link)


def _check_table(lines: "_Lines", house: Any = None) -> Passage:
    """One table: its records are all there, in order, and will fold."""
    first = lines.next()
    header = _read_header(first, lines.where, lines.number)
    if header.gardien != "table" or header.version < 1 or not is_name(header.campaign):
        raise lines.bad(lines.number)
    start, number = lines.file.tell(), lines.number
    seal = hashlib.sha256()
    damaged = 0
    actions: set[str] = set()
    targets: set[int] = set()
    last = ""
    for version in range(1, header.version + 1):
        line = lines.next()
        seal.update(line)
        read = lines.parse(line, version)
        if isinstance(read, Damaged):
            damaged += 1
            continue
        if read.action != last:
            if read.action in actions:  # an action is written once
                raise lines.bad(lines.number)
            actions.add(last := read.action)
        targets |= {to} if (to := target_of(read.body)) is not None else set()
    digest = seal.hexdigest()
    seal.update(first)
    end = lines.next()
    lines.end(end, header.version, seal.hexdigest())
    if house is not None:
        house.update(end)
    passage = Passage(header, start, number, digest, damaged, "")
    after = lines.file.tell()
    vetted = _vet(lines, passage, targets)
    lines.file.seek(after)
    return msgspec.structs.replace(passage, keeper=keeper_seat(vetted.state))


def _vet(lines: "_Lines", passage: Passage, targets: set[int]) -> Vetting:
    """Every event and every state of a table held against its shape; the first that has none is named by its line."""
    vetting = Vetting(targets)
    for number, read in enumerate(_again(lines.file, lines.where, passage), passage.line + 1):
        try:
            vetting.take(read)
        except Refusal as fault:
            also = (fault,)
            raise Refusal("exchange/shape", where=lines.where, field=fault.field, also=also, number=number) from None
    play, header = vetting.state.play, passage.header
    if not passage.damaged and (header.title, header.system) != (play.get("title", ""), play["system"]):
        raise lines.bad(passage.line)
    return vetting


def _read_header(line: bytes, where: str, number: int) -> Header:
    try:
        header = _HEADERS.decode(line)
    except (ValueError, RecursionError):
        raise Refusal("exchange/line", where=where, number=number) from None
    if header.format != FORMAT:
        raise Refusal("exchange/line", where=where, number=number)
    return header


class _Lines:
    """The lines of a file, one after another; each is checked to be just as it would be written."""

    def __init__(self, file: BinaryIO, where: str, progress: Progress, number: int = 0) -> None:
        self.file = file
        self.where = where
        self.number = number
        self._progress = progress
        self._done = file.tell()
        self._size = file.seek(0, os.SEEK_END)
        file.seek(self._done)

    def next(self) -> bytes:
        line = self.file.readline(MOST_LINE)
        self.number += 1
        if not line.endswith(b"\n"):
            id = "exchange/line" if len(line) == MOST_LINE else "exchange/truncated"
            raise Refusal(id, where=self.where, number=self.number)
        self._done += len(line)
        if self.number % BATCH == 0:
            self._progress(self._done, self._size)
        return line

    def parse(self, line: bytes, version: int) -> Read:
        """The record of a line."""
        try:
            record = _LINES.decode(line)
        except (ValueError, RecursionError):
            raise self.bad(self.number) from None
        body = bytes(record.body) if record.base64 is None else record.base64
        read = Damaged(version) if record.damaged else Record(version, record.action, record.at, body)
        if _line(read) != line or not _can_keep(read):
            raise self.bad(self.number)
        return read

    def end(self, line: bytes, records: int, sha256: str) -> None:
        """The last line of a table or a house says that everything before is as it was written."""
        try:
            end = _ENDS.decode(line)
        except (ValueError, RecursionError):
            raise self.bad(self.number) from None
        if end.gardien != "end":
            raise self.bad(self.number)
        if (end.records, end.sha256) != (records, sha256):
            raise Refusal("exchange/checksum", where=self.where)

    def bad(self, number: int) -> Refusal:
        return Refusal("exchange/line", where=self.where, number=number)


def _can_keep(read: Read) -> bool:
    """Whether a store can keep it."""
    if isinstance(read, Damaged):
        return True
    return is_name(read.action) and len(read.body) < BODY_BYTES and abs(read.at) <= LARGEST


_HEADERS = msgspec.json.Decoder(Header)
_LINES = msgspec.json.Decoder(_Line)
_ENDS = msgspec.json.Decoder(_End)
