"""The promise of the store: one stream of records for each campaign, durable before it is acknowledged."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

from gardien.core.errors import Refusal

BODY_BYTES = 2112 * 1024  # a body is shorter than this: a whole pack, and what stands around it
MOST_BETWEEN = 100  # records a stale refusal carries
HASH_BYTES = 32  # of a link's token


class Record(Struct, frozen=True, gc=False):
    """One event as it is kept: its version in the campaign, the action it belongs to, milliseconds, opaque bytes."""

    version: int
    action: str
    at: int
    body: bytes


class Damaged(Struct, frozen=True):
    """A record that is no longer what was written, or cannot be read at all.

    One that was missing already when its campaign was brought here, or rescued, is `settled`: play goes around it.
    """

    version: int
    settled: bool = False


class Appended(Struct, frozen=True):
    """The versions an action was given; `repeated` when an earlier call had already written it."""

    first: int
    last: int
    repeated: bool = False


LinkKind = Literal["seat", "code", "house"]  # a seat of a table, a table's door, the house itself


class Link(Struct, frozen=True):
    """A way in: the hash of a token, and what it opens. Only the kind says that it is the house."""

    hash: bytes
    campaign: str
    seat: str
    kind: LinkKind = "seat"


class Snapshot(Struct, frozen=True):
    """A state folded up to a version, in a format that only its writer knows."""

    version: int
    format: str
    body: bytes


Read = Record | Damaged
Callback = Callable[[str, int], None]


class Stale(Refusal):
    """Someone was faster: the first `MOST_BETWEEN` records in between, and how many there are."""

    def __init__(self, campaign: str, expected: int, head: int) -> None:
        super().__init__("store/stale", kind="stale", campaign=campaign, expected=expected, head=head)
        self.after = expected
        self.last = min(head, expected + MOST_BETWEEN)
        self.missed = max(0, head - expected)
        self.records: tuple[Read, ...] = ()  # versions after + 1 to last, filled in by the store


class Store(Protocol):
    """What every store promises; all of it may be called from any thread.

    Trouble is a Refusal: store/full, store/read_only, store/damaged, store/newer, store/unreachable, store/busy,
    store/disk. Except after store/unreachable, nothing was changed; an action may always be sent again.
    """

    def append(self, campaign: str, expected: int | None, action: str, bodies: Sequence[bytes], at: int) -> Appended:
        """Write all bodies behind the head, or none, durably before returning.

        A known action changes nothing and answers as it did the first time, whatever is expected. Otherwise an expected
        version that is not the head is refused (`Stale`); None expects nothing. A body of `BODY_BYTES` or more is
        store/large; a campaign or action that is not 1 to 200 printable characters is store/name.
        """
        ...

    def submit(
        self, campaign: str, expected: int | None, action: str, bodies: Sequence[bytes], at: int
    ) -> Future[Appended]:
        """The same as `append`, answered later; what is wrong with the values themselves is refused at once."""
        ...

    def adopt(self, campaigns: Mapping[str, Iterable[Read]]) -> None:
        """Write whole campaigns that come from elsewhere, with their actions and times; what was damaged stays so.

        All of them or, if that fails or reading their records does, nothing. One that is here is refused (`Stale`).
        """
        ...

    def find_action(self, campaign: str, action: str) -> Appended | None:
        """The versions an action was given, if it was ever written."""
        ...

    def read(self, campaign: str, after: int = 0, limit: int | None = None) -> list[Read]:
        """The records behind a version, in order and without gaps; `Damaged` stands where one cannot be read."""
        ...

    def head(self, campaign: str) -> int:
        """The newest version, 0 for a campaign nobody wrote to."""
        ...

    def campaigns(self) -> dict[str, int]:
        """Every campaign with its head, by id."""
        ...

    def put_link(self, hash: bytes, campaign: str, seat: str, kind: LinkKind = "seat") -> None:
        """Keep a link; the same hash again takes the new seat."""
        ...

    def find_link(self, hash: bytes) -> Link | None:
        """The link with this hash, unless it was revoked."""
        ...

    def revoke_link(self, hash: bytes) -> bool:
        """Forget a link; whether there was one."""
        ...

    def links(self, campaign: str) -> list[Link]:
        """The links into a campaign, by hash."""
        ...

    def put_snapshot(self, campaign: str, version: int, format: str, body: bytes) -> None:
        """Keep a folded state; the same version and format again replaces it."""
        ...

    def latest_snapshot(self, campaign: str, at_most: int, format: str) -> Snapshot | None:
        """The newest sound snapshot up to a version."""
        ...

    def drop_snapshots(self) -> None:
        """Forget every snapshot; they can all be made again."""
        ...

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Call back with campaign and head after each durable append until the answer is called.

        Versions rise but may skip: read from where you were. SQLite tells of this process, PostgreSQL of all; what a
        lost connection missed is told when it is back. The callback runs in the store's thread and must not wait.
        """
        ...

    def backup(self, path: Path) -> None:
        """Write a checked, consistent copy as a new SQLite file, while others go on writing."""
        ...

    def close(self) -> None:
        """Finish what was submitted and let go of everything."""
        ...
