"""Links: ways into a seat, kept as hashes, forgotten by every process as soon as one is revoked."""

import time
from threading import Lock

from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.table.secrets import code_hash, link_hash, new_link
from gardien.table.store.base import Link, LinkKind, Store
from gardien.table.tree import Tree

HOUSE_ITSELF = "house"  # what stands for campaign and seat in the link that the server prints; its kind says what it is
DOOR = "door"  # what a short code opens: no seat, only the right to ask for one
MOST_KNOWN = 20_000  # links remembered
KNOWN_SECONDS = 60  # longer than people take between two acts; whoever revokes a link is heard at once

END = "."  # before the day on which a link ends, counted from 1970: no other link has one
DAY_SECONDS = 24 * 3600


def _today() -> int:
    return int(time.time() // DAY_SECONDS)


def is_over(token: str) -> bool:
    """Whether a link was made for a time that has passed."""
    _, end, day = token.rpartition(END)
    return bool(end) and day.isdecimal() and int(day) < _today()


class Entered(Struct, frozen=True):
    """A seat opened by a link, or the house itself: no table, all of them."""

    campaign: str
    seat: str
    is_house: bool = False


class Links:
    """The links of a house."""

    def __init__(self, store: Store, link_days: int | None = None) -> None:
        self.store = store
        self.link_days = link_days  # how long a link to a seat works that is made from now on; for ever where None
        self._link_lock = Lock()
        self._known: dict[str, tuple[Entered, float]] = {}
        self._forgotten = 0  # times that links were forgotten, so that a slow look-up does not bring one back

    def house_link(self, *, fresh: bool = False) -> str:
        """A link for whoever runs the house; with `fresh`, those made before stop working."""
        if fresh:
            self.revoke(HOUSE_ITSELF, HOUSE_ITSELF, "house")
        return self.new_link(HOUSE_ITSELF, HOUSE_ITSELF, "house")

    def new_link(self, campaign: str, seat: str, kind: LinkKind = "seat") -> str:
        """Another way into a seat; only its hash is kept. That of the house ends with the next start."""
        token = new_link() if kind == "house" else self.with_end(new_link())
        self.store.put_link(link_hash(token), campaign, seat, kind)
        return token

    def with_end(self, token: str) -> str:
        """A token that bears the day after which it opens nothing: nobody can change it, for only all of it opens."""
        return f"{token}{END}{_today() + self.link_days}" if self.link_days is not None else token

    def known_seat(self, token: str) -> Entered | None:
        """The seat of a link that was looked up a moment ago, and not revoked since."""
        entered = self._known.get(token)
        return entered[0] if entered and entered[1] > time.monotonic() else None

    def forget_links(self, campaign: str) -> None:
        """Look links up anew: a seat or its links may be gone."""
        with self._link_lock:
            self._forgotten += 1
            self._known = {token: kept for token, kept in self._known.items() if kept[0].campaign != campaign}

    def enter(self, token: str) -> Entered:
        """The seat a link opens."""
        forgotten = self._forgotten
        link = self.store.find_link(link_hash(token)) if 0 < len(token) <= 200 and "/" not in token else None
        if link is None or link.kind == "code":
            raise Refusal("table/no_link", kind="forbidden")
        if is_over(token):
            raise Refusal("table/link_over", kind="forbidden")
        entered = Entered(link.campaign, link.seat, link.kind == "house")
        with self._link_lock:
            if len(self._known) >= MOST_KNOWN:
                self._known = {}
            if self._forgotten == forgotten:
                self._known[token] = entered, time.monotonic() + KNOWN_SECONDS
        return entered

    def new_code(self, campaign: str, old: str | None, new: str | None) -> None:
        """The short code of a table's door; one that is another table's by now stays."""
        if old and (link := self.code_link(old)) and link.campaign == campaign:
            self.store.revoke_link(link.hash)
        if new:
            self.store.put_link(code_hash(new), campaign, DOOR, "code")

    def code_link(self, code: str) -> Link | None:
        """The door a short code opens."""
        link = self.store.find_link(code_hash(code)) if 0 < len(code) <= 20 else None
        return link if link and link.kind == "code" else None

    def own_door(self, campaign: str, door: Tree | None) -> Tree | None:
        """A table’s door as it stands: the code that a copy has from its log is the original’s, not its own."""
        if not door or not door["code"]:
            return door
        link = self.code_link(door["code"])
        return door if link and link.campaign == campaign else {**door, "code": None}

    def revoke(self, campaign: str, seat: str, kind: LinkKind = "seat") -> int:
        """Make every link of a seat stop working; how many there were."""
        links = [link for link in self.store.links(campaign) if (link.seat, link.kind) == (seat, kind)]
        count = sum(self.store.revoke_link(link.hash) for link in links)
        self.forget_links(campaign)
        return count
