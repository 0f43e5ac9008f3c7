"""What a disk may hold after a power cut: rebuilt from a record of all that was written, named and flushed.

    disk = Disk.of(folder)                 # all of it is on the disk
    for entry in entries(log): disk.do(entry)
    disk.image(Random(1)).write(elsewhere)

What was flushed is there. Of what came later, a disk keeps anything: some of the writes, in any order, sectors of one,
noise where it was writing; a name only once its folder was flushed. recorder.c writes the record.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

HEAD = struct.Struct("<ciqII")
SECTOR = 512
SHARED = "-shm"  # an index in memory, written past the record; whoever opens the file first makes it anew
WAYS = ("nothing", "everything", "first", "some", "torn", "noise")


class Entry(NamedTuple):
    """One thing that was done."""

    kind: bytes  # New, Open, Close, Write, Truncate, Sync, Unlink, Rename, Link, Directory
    number: int  # of the open file
    at: int
    data: bytes  # what was written, or a name
    to: str  # the other name

    @property
    def name(self) -> str:
        return self.data.decode()


def entries(log: Path) -> Iterator[Entry]:
    """All that was recorded, in order."""
    content, at = log.read_bytes(), 0
    while at < len(content):
        kind, number, offset, first, second = HEAD.unpack_from(content, at)
        at += HEAD.size
        yield Entry(kind, number, offset, content[at : at + first], content[at + first : at + first + second].decode())
        at += first + second


class File:
    """One file, whatever its names: as it was flushed, and what was done to it since."""

    def __init__(self, content: bytes = b"") -> None:
        self.flushed = bytearray(content)
        self.since: list[tuple[int, bytes | None]] = []  # where, what; no bytes: cut there

    def flush(self) -> None:
        for at, data in self.since:
            put(self.flushed, at, data)
        self.since.clear()

    def left(self, way: str, luck: Random) -> bytes:
        """What a power cut may leave of it."""
        content = bytearray(self.flushed)
        kept = luck.randint(0, len(self.since)) if way == "first" else len(self.since)
        for at, data in self.since[:kept] if way != "nothing" else ():
            if way in ("torn", "noise") and data is not None:
                for start in range(0, len(data), SECTOR):
                    piece = data[start : start + SECTOR]
                    if luck.random() < 0.5:
                        put(content, at + start, piece)
                    elif way == "noise" and luck.random() < 0.2:
                        put(content, at + start, luck.randbytes(len(piece)))
            elif way in ("everything", "first") or luck.random() < 0.5:
                put(content, at, data)
        if way == "first" and kept < len(self.since):
            at, data = self.since[kept]
            put(content, at, data and data[: luck.randint(0, len(data))])
        return bytes(content)


def put(content: bytearray, at: int, data: bytes | None) -> None:
    """Write there, or cut there; what lies between is empty."""
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    if data is None:
        del content[at:]
    else:
        content[at : at + len(data)] = data


class Naming(NamedTuple):
    """What was done to the names of a folder: some lead to a file now, or to a folder (None), some nowhere."""

    folder: str
    leads: dict[str, File | None]
    gone: tuple[str, ...] = ()


class Disk:
    """Files and names of one folder, as they were flushed and as they are."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.names: dict[str, File | None] = {}  # as they are
        self._flushed: dict[str, File | None] = {}
        self._since: list[Naming] = []
        self._open: dict[int, str | File] = {}  # a name is that of a folder

    @classmethod
    def of(cls, folder: Path) -> "Disk":
        """A folder as it is, all of it on the disk."""
        disk = cls(folder)
        for path in sorted(folder.rglob("*")):
            disk.names[str(path)] = None if path.is_dir() else File(path.read_bytes())
        disk._flushed = dict(disk.names)
        return disk

    def do(self, entry: Entry) -> None:
        """The next thing that was done."""
        match entry.kind:
            case b"N":
                self._open[entry.number] = made = File()
                self._name({entry.name: made})
            case b"O":
                self._open[entry.number] = self.names.get(entry.name) or entry.name
            case b"C":
                del self._open[entry.number]
            case b"W" | b"T":
                self._file(entry.number).since.append((entry.at, entry.data if entry.kind == b"W" else None))
            case b"S":
                self._flush(self._open[entry.number])
            case b"U":
                self._name({}, entry.name)
            case b"R":
                self._name({entry.to: self.names[entry.name]}, entry.name)
            case b"L":
                self._name({entry.to: self.names[entry.name]})
            case b"D":
                self._name({entry.name: None})

    def _file(self, number: int) -> File:
        file = self._open[number]
        assert isinstance(file, File)
        return file

    def writes(self, entry: Entry, name: str) -> bool:
        """Whether something is written to the file of that name."""
        return entry.kind == b"W" and self._open[entry.number] is self.names[name]

    def _name(self, leads: dict[str, File | None], *gone: str) -> None:
        step = Naming(str(Path([*leads, *gone][0]).parent), leads, gone)
        self._since.append(step)
        take(self.names, step)

    def _flush(self, what: str | File) -> None:
        if isinstance(what, File):
            what.flush()
            return
        for step in [one for one in self._since if one.folder == what]:
            take(self._flushed, step)
            self._since.remove(step)

    def image(self, luck: Random, way: str) -> "Image":
        """What a power cut may leave now."""
        names, since = dict(self._flushed), self._since
        if way == "first":
            since = since[: luck.randint(0, len(since))]
        for step in since if way != "nothing" else ():
            if way in ("everything", "first") or luck.random() < 0.5:
                take(names, step)
        left: dict[str, bytes | None] = {}
        for name, file in sorted(names.items()):  # a folder stands before what is in it
            if str(Path(name).parent) in (*left, self.folder):
                left[name] = file and file.left(way, luck)
            if name.endswith(SHARED) and left.get(name) and luck.random() < 0.5:
                left[name] = luck.randbytes(len(left[name] or b""))
        return Image(self.folder, left)


def take(names: dict[str, File | None], step: Naming) -> None:
    for name in step.gone:
        names.pop(name, None)
    names.update(step.leads)


class Image(NamedTuple):
    """Names with what they hold; a folder holds nothing."""

    folder: str
    names: dict[str, bytes | None]

    def write(self, folder: Path) -> None:
        """Make all of it in another folder."""
        for name, content in self.names.items():
            path = folder / Path(name).relative_to(self.folder)
            if content is None:
                path.mkdir()
            else:
                path.write_bytes(content)
