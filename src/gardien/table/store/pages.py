"""The pages of a SQLite file, read without SQLite: every row that lies on them whole, whatever became of the rest.

The format is https://www.sqlite.org/fileformat2.html. Rows are told by their own checksums, so that nothing here has to
be believed: not the tree of pages, not the places of rows on a page, not even the kind of a page.
"""

from collections.abc import Iterator, Sequence
from mmap import mmap
from typing import Any

PAGE_BYTES = 4096  # unless the file says otherwise
HEADER_BYTES = 100  # of the file, at the head of its first page
TABLE_LEAF, INDEX_LEAF, TABLE_INTERIOR, INDEX_INTERIOR = 0x0D, 0x0A, 0x05, 0x02
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # kind of a value -> its bytes
MOST_COLUMNS = 12
WAL_HEADER, FRAME_HEADER = 32, 24

Values = tuple[Any, ...]
Content = bytes | mmap


class Pages:
    """The images of a file's pages, and the rows on them."""

    def __init__(self, content: Content, size: int, columns: Sequence[type]) -> None:
        self._content = content
        self._size = size
        self._columns = tuple(columns)  # the rows that are looked for
        self._overflowed: set[int] = set()  # pages that hold the rest of some row
        self.count = -(-len(content) // size)

    def rows(self) -> Iterator[Values]:
        """Rows of the wanted columns: those the pages lead to, then those that lie where nothing leads."""
        doubtful = []
        for number in range(1, self.count + 1):
            page = self._page(number)
            rows, sound = self._table_rows(number, page)
            yield from rows
            if not sound and any(page):
                doubtful.append(number)
        for number in doubtful:
            if number not in self._overflowed:
                yield from self._stray_rows(self._page(number))

    def keys(self, columns: Sequence[type]) -> Iterator[Values]:
        """The keys of these columns that indexes hold: what there should be."""
        for number in range(1, self.count + 1):
            page = self._page(number)
            start = HEADER_BYTES if number == 1 else 0
            kind = page[start] if len(page) > start else 0
            if kind not in (INDEX_LEAF, INDEX_INTERIOR):
                continue
            for place in self._places(page, start, 12 if kind == INDEX_INTERIOR else 8):
                values = self._cell(page, place + (4 if kind == INDEX_INTERIOR else 0), columns, in_table=False)
                if values:
                    yield values

    def _page(self, number: int) -> bytes:
        return self._content[(number - 1) * self._size : number * self._size]

    def _table_rows(self, number: int, page: bytes) -> tuple[list[Values], bool]:
        """The rows of a leaf, and whether the page is one as it should be."""
        start = HEADER_BYTES if number == 1 else 0
        kind = page[start] if len(page) > start else 0
        if kind != TABLE_LEAF:
            return [], kind in (INDEX_LEAF, INDEX_INTERIOR, TABLE_INTERIOR) and number != 1
        rows, sound = [], True
        for place in self._places(page, start, 8):
            values = self._cell(page, place, None, in_table=True)
            if values is None:
                sound = False
            elif self._fits(values, self._columns):
                rows.append(values)
        return rows, sound

    def _places(self, page: bytes, start: int, header: int) -> Iterator[int]:
        count = int.from_bytes(page[start + 3 : start + 5], "big")
        first = start + header
        for at in range(first, min(first + 2 * count, len(page) - 1), 2):
            yield int.from_bytes(page[at : at + 2], "big")

    def _stray_rows(self, page: bytes) -> Iterator[Values]:
        """Every place of a page that nothing says anything of, tried as the beginning of a row."""
        for place in range(len(page) - 8):
            values = self._cell(page, place, self._columns, in_table=True)
            if values:
                yield values

    def _cell(self, page: bytes, place: int, columns: Sequence[type] | None, *, in_table: bool) -> Values | None:
        """The values of a row or a key; None where none begins, or not one of the columns asked for."""
        try:
            length, at = _varint(page, place)
            if in_table:
                _, at = _varint(page, at)
            if not 0 < length < len(self._content):
                return None
            if columns is not None:  # cheaply: most places of a page are the beginning of nothing
                header, kinds_at = _varint(page, at)
                if not len(columns) < header < 10 * len(columns):
                    return None
                first, _ = _varint(page, kinds_at)
                if columns[0] is str and (first < 13 or first % 2 == 0):
                    return None
            payload, chain = self._payload(page, at, length, in_table)
            values = _values(payload)
        except (IndexError, ValueError):
            return None
        if columns is not None and not self._fits(values, columns):
            return None
        self._overflowed.update(chain)
        return values

    def _payload(self, page: bytes, at: int, length: int, in_table: bool) -> tuple[bytes, list[int]]:
        """All bytes of a row: those on its page, and those on the pages its end was moved to."""
        usable = self._size
        most = usable - 35 if in_table else (usable - 12) * 64 // 255 - 23
        if length <= most:
            payload = page[at : at + length]
            if len(payload) < length:
                raise ValueError("cut off")
            return payload, []
        least = (usable - 12) * 32 // 255 - 23
        local = least + (length - least) % (usable - 4)
        local = local if local <= most else least
        parts = [page[at : at + local]]
        after = int.from_bytes(page[at + local : at + local + 4], "big")
        left, chain = length - local, list[int]()
        while left > 0:
            if not 0 < after <= self.count or len(chain) > self.count:
                raise ValueError("leads nowhere")
            chain.append(after)
            further = self._page(after)
            parts.append(further[4 : 4 + left])
            left -= usable - 4
            after = int.from_bytes(further[:4], "big")
        return b"".join(parts), chain

    @staticmethod
    def _fits(values: Values, columns: Sequence[type]) -> bool:
        return len(values) == len(columns) and all(map(isinstance, values, columns))


def page_bytes(content: Content) -> int:
    """The size of a file's pages, as it says itself; the usual one where it says nonsense."""
    said = int.from_bytes(content[16:18], "big")
    said = 65536 if said == 1 else said
    return said if said >= 512 and said & (said - 1) == 0 else PAGE_BYTES


def after_log(content: bytes, log: bytes, size: int) -> bytes:
    """A file's pages with what its write-ahead log says of them, up to the last commit that is whole."""
    pages: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    for start in range(WAL_HEADER, len(log) - FRAME_HEADER - size + 1, FRAME_HEADER + size):
        head = log[start : start + FRAME_HEADER]
        if head[8:16] != log[16:24]:  # of an older log that lay here before
            break
        waiting[int.from_bytes(head[:4], "big")] = log[start + FRAME_HEADER : start + FRAME_HEADER + size]
        if any(head[4:8]):  # a commit
            pages |= waiting
            waiting = {}
    whole = bytearray(content)
    for number, page in pages.items():
        if 0 < number < len(whole) // size + 2 + len(pages):
            whole[len(whole) :] = bytes(max(0, number * size - len(whole)))
            whole[(number - 1) * size : number * size] = page
    return bytes(whole)


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next thing begins."""
    number = 0
    for count in range(8):
        byte = content[at + count]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + count + 1
    return number << 8 | content[at + 8], at + 9


def _values(payload: bytes) -> Values:
    """The values of a row; a ValueError where it is none."""
    header, at = _varint(payload, 0)
    if not at < header <= len(payload):
        raise ValueError("no header")
    kinds = []
    while at < header:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if at != header or len(kinds) > MOST_COLUMNS:
        raise ValueError("another header")
    return tuple(_read_all(payload, header, kinds))


def _read_all(payload: bytes, at: int, kinds: Sequence[int]) -> Iterator[Any]:
    for kind in kinds:
        if kind == 0:
            yield None
            continue
        if kind in (8, 9):
            yield kind - 8
            continue
        if kind in INTEGERS:
            size = INTEGERS[kind]
        elif kind >= 12:
            size = (kind - 12) // 2
        else:
            raise ValueError("no value of ours")
        content = payload[at : at + size]
        if len(content) < size:
            raise ValueError("cut off")
        at += size
        if kind in INTEGERS:
            yield int.from_bytes(content, "big", signed=True)
        else:
            yield content.decode() if kind % 2 else content
    if at != len(payload):
        raise ValueError("too long")
