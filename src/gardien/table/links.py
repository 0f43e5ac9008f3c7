"""Links: ways into a seat, kept as hashes, forgotten by every process as soon as one is revoked."""

import time
from threading import Lock

from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.table.seals import code_hash, link_hash, new_link
from gardien.table.store.base import Store

HOUSE_ITSELF = "house"  # what the link opens that the server prints: no table, all of them
DOOR = "door"  # what a short code opens: no seat, only the right to ask for one
MOST_KNOWN = 20_000  # links remembered
KNOWN_SECONDS = 10


class Entered(Struct, frozen=True):
    """A seat opened by a link."""

    campaign: str
    seat: str


class Links:
    """The links of a house."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._link_lock = Lock()
        self._known: dict[str, tuple[Entered, float]] = {}
        self._forgotten = 0  # times that links were forgotten, so that a slow look-up does not bring one back

    def house_link(self, *, fresh: bool = False) -> str:
        """A link for whoever runs the house; with `fresh`, those made before stop working."""
        if fresh:
            self.revoke(HOUSE_ITSELF, HOUSE_ITSELF)
        return self.new_link(HOUSE_ITSELF, HOUSE_ITSELF)

    def new_link(self, campaign: str, seat: str) -> str:
        """Another way into a seat; only its hash is kept."""
        token = new_link()
        self.store.put_link(link_hash(token), campaign, seat)
        return token

    def entered(self, token: str) -> Entered | None:
        """The seat of a link that was looked up a moment ago, and not revoked since."""
        found = self._known.get(token)
        return found[0] if found and found[1] > time.monotonic() else None

    def forget_links(self, campaign: str) -> None:
        """Look links up anew: a seat or its links may be gone."""
        with self._link_lock:
            self._forgotten += 1
            self._known = {token: kept for token, kept in self._known.items() if kept[0].campaign != campaign}

    def enter(self, token: str) -> Entered:
        """The seat a link opens."""
        forgotten = self._forgotten
        found = self.store.find_link(link_hash(token)) if 0 < len(token) <= 200 and "/" not in token else None
        if found is None:
            raise Refusal("table/no_link", kind="forbidden")
        entered = Entered(found.campaign, found.seat)
        with self._link_lock:
            if len(self._known) >= MOST_KNOWN:
                self._known = {}
            if self._forgotten == forgotten:
                self._known[token] = entered, time.monotonic() + KNOWN_SECONDS
        return entered

    def new_code(self, campaign: str, old: str | None, new: str | None) -> None:
        """The short code of a table's door."""
        if old:
            self.store.revoke_link(code_hash(old))
        if new:
            self.store.put_link(code_hash(new), campaign, DOOR)

    def revoke(self, campaign: str, seat: str) -> int:
        """Make every link of a seat stop working; how many there were."""
        links = [link for link in self.store.links(campaign) if link.seat == seat]
        count = sum(self.store.revoke_link(link.hash) for link in links)
        self.forget_links(campaign)
        return count
