"""What both stores share: what may be written, checksums, what an append comes to, and reading around damage."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Lock
from typing import NamedTuple
from zlib import crc32

from gardien.core.errors import Refusal
from gardien.table.store.base import (
    BODY_BYTES,
    HASH_BYTES,
    Appended,
    Callback,
    Damaged,
    Read,
    Record,
    Stale,
)

NAME_CHARACTERS = 200  # of a campaign, an action, a seat, a format
LARGEST = 2**63 - 1  # what both databases hold
SPOILT = -1  # the checksum of nothing: a gap that came with its campaign, and that play goes around
FOUND = -2  # the same for what was lost here: nobody has said yet that it may stay so

Row = tuple[int, int, int, str, int, bytes, int]  # version, part, parts, action, at, body, checksum
Written = tuple[str, int, int, int, str, int, bytes, int]  # the campaign, and the row


class Request(NamedTuple):
    """One append, checked."""

    campaign: str
    expected: int | None
    action: str
    bodies: tuple[bytes, ...]
    at: int

    def rows(self, head: int) -> list[Written]:
        """The rows to write behind the head, campaign first."""
        parts = len(self.bodies)
        rows = []
        for part, body in enumerate(self.bodies):
            row = (head + 1 + part, part, parts, self.action, self.at, body)
            rows.append((self.campaign, *row, checksum(self.campaign, *row)))
        return rows


def check_append(campaign: str, expected: int | None, action: str, bodies: Sequence[bytes], at: int) -> Request:
    """The values of an append, or the reason why they cannot be kept."""
    check_names(campaign, action)
    if not bodies or abs(at) > LARGEST:
        raise ValueError("an append has one body or more, and a time of 64 bits")
    for body in bodies:
        if len(body) >= BODY_BYTES:
            raise Refusal("store/large", kind="refused", came=len(body), most=BODY_BYTES - 1)
    return Request(campaign, expected, action, tuple(bytes(body) for body in bodies), at)


def check_names(*names: str) -> None:
    """Ids that every database, index and notification can carry."""
    for name in names:
        if not is_name(name):
            raise Refusal("store/name", kind="refused", came=ascii(name), most=NAME_CHARACTERS)


def is_name(word: str) -> bool:
    """Whether a word can be an id."""
    return 0 < len(word) <= NAME_CHARACTERS and word.isprintable()


def check_hash(hash: bytes) -> None:
    """Only hashes are ever kept: anything of another length might be the token itself."""
    if len(hash) != HASH_BYTES:
        raise ValueError(f"a hash has {HASH_BYTES} bytes")


def checksum(campaign: str, version: int, part: int, parts: int, action: str, at: int, body: bytes) -> int:
    """The CRC of a record; a long table is read with one for each of its events."""
    return crc32(body, crc32(f"{campaign}\0{version}\0{part}\0{parts}\0{action}\0{at}".encode()))


def snapshot_checksum(campaign: str, format: str, version: int, body: bytes) -> int:
    """The CRC of a snapshot."""
    return crc32(body, crc32(f"{campaign}\0{format}\0{version}".encode()))


def decide(request: Request, known: tuple[int, int] | None, head: int) -> Appended | None:
    """What an append comes to before it is written, None to write it; `known` is an old action's version and parts."""
    if known is not None:
        return earlier_answer(known)
    if request.expected is not None and request.expected != head:
        raise Stale(request.campaign, request.expected, head)
    return None


def rows_of(campaign: str, records: Iterable[Read]) -> Iterator[Written]:
    """The rows of a campaign that was read elsewhere: records that share an action are its parts again."""
    action: str | None = None
    waiting: list[Read] = []
    for read in records:
        if isinstance(read, Record) and read.action != action:
            yield from _action_rows(campaign, waiting)
            action, waiting = read.action, []
        waiting.append(read)
    yield from _action_rows(campaign, waiting)


def _action_rows(campaign: str, reads: Sequence[Read]) -> Iterator[Written]:
    """One action, with the damage in it and behind it, whose rows are there to be found damaged again."""
    versions = [read.version for read in reads if isinstance(read, Record)]
    for read in reads:
        if isinstance(read, Damaged):
            yield gap_row(campaign, read.version, SPOILT)
        else:
            part, parts = read.version - versions[0], versions[-1] - versions[0] + 1
            row = (read.version, part, parts, read.action, read.at, read.body)
            yield (campaign, *row, checksum(campaign, *row))


def gap_row(campaign: str, version: int, checksum: int) -> Written:
    """The row that stands where a record is lost."""
    return campaign, version, 1, 0, "", 0, b"", checksum


def is_gap(row: Row) -> bool:
    """Whether a row was written for a lost record."""
    _, _, parts, action, _, body, kept = row
    return parts == 0 and kept in (SPOILT, FOUND) and not action and not body


def earlier_answer(known: tuple[int, int] | None) -> Appended | None:
    """The answer an old action got, from its version and parts."""
    return Appended(known[0], known[0] + known[1] - 1, repeated=True) if known else None


def readable(
    campaign: str,
    after: int,
    last: int,
    fetch: Callable[[int, int], Iterable[Row]],
    damage: Callable[[Exception], bool],
) -> list[Read]:
    """The records in (after, last], every version of them; where fetching fails, both halves are tried alone."""
    after = max(after, 0)
    if after >= last:
        return []
    try:
        found = [_record(campaign, row) for row in fetch(after, last)]
    except Exception as error:
        if not damage(error):
            raise
        if last - after == 1:
            return [Damaged(last)]
        middle = (after + last) // 2
        return readable(campaign, after, middle, fetch, damage) + readable(campaign, middle, last, fetch, damage)
    wanted = list(range(after + 1, last + 1))
    if [one.version for one in found] == wanted:
        return found
    records = {one.version: one for one in found}
    return [records.get(version, Damaged(version)) for version in wanted]


def _record(campaign: str, row: Row) -> Read:
    version, part, parts, action, at, body, kept = row
    if isinstance(body, bytes) and checksum(campaign, version, part, parts, action, at, body) == kept:
        return Record(version, action, at, body)
    return Damaged(version, settled=kept == SPOILT and is_gap(row))


class Subscribers:
    """Who wants to be called back."""

    def __init__(self) -> None:
        self._callbacks: dict[object, Callback] = {}
        self._lock = Lock()

    def add(self, callback: Callback) -> Callable[[], None]:
        """Call back from now on, until the answer is called."""
        key = object()
        with self._lock:
            self._callbacks[key] = callback

        def unsubscribe() -> None:
            with self._lock:
                self._callbacks.pop(key, None)

        return unsubscribe

    def __bool__(self) -> bool:
        return bool(self._callbacks)

    def tell(self, campaign: str, version: int) -> None:
        """Call everybody back; one that fails does not keep the others waiting."""
        with self._lock:
            callbacks = list(self._callbacks.values())
        for callback in callbacks:
            try:
                callback(campaign, version)
            except Exception:
                logging.getLogger(__name__).exception("a subscriber failed")
