"""The tables of a house: seats and links, actions done once and durably, what each viewer is shown and sent."""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Lock
from typing import Any

import msgspec
from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.core.in_force import using
from gardien.core.terms import Language
from gardien.table import commands as c
from gardien.table.cards import card, unreadable
from gardien.table.events import Event, encode
from gardien.table.handlers.context import Moment
from gardien.table.handlers.dispatch import check_depth, decide, digest_of, rests_on, shown_at, visible_paths
from gardien.table.links import Links
from gardien.table.news import News
from gardien.table.order import Order, handed_on
from gardien.table.packs import rows_at
from gardien.table.precedence import ACTING
from gardien.table.projection import Projection
from gardien.table.secrets import TABLE, OsDice, link_hash, made_id, made_link, new_id, new_link
from gardien.table.shapes import fold_soundly
from gardien.table.stale import StaleCommand
from gardien.table.state import State
from gardien.table.store.base import Appended, Stale, Store
from gardien.table.tree import Tree
from gardien.table.viewers import (
    STRANGER,
    Viewer,
    newest,
    read_version,
    shown_version,
    view,
    viewer_of,
)

TRIES = 50  # to get in front of others who write to the same table
KEEPER = "keeper"  # the first seat of every table
MOST_CARDS = 200
LONG = (c.UsePack, c.Unpack)  # carry much, and are looked through at length: apart from those who wait


def log_untold() -> None:
    """What is durable stays done, and others are told of it, whatever goes wrong while one of them is."""
    logging.getLogger("gardien.table").exception("an event could not be told")


class Acted(Struct, frozen=True, omit_defaults=True):
    """What an action came to, for whoever asked for it."""

    version: str
    card: Tree | None
    repeated: bool = False
    preview: bool = False
    link: str = ""  # of a seat that was just made: told once, never kept


class Tables(Links):
    """Every table of one store."""

    def __init__(
        self,
        store: Store,
        *,
        generator: Any = None,
        clock: Callable[[], int] | None = None,
        link_days: int | None = None,
    ) -> None:
        super().__init__(store, link_days)
        self._generator = generator or OsDice()
        self._clock = clock or (lambda: time.time_ns() // 1_000_000)
        self._tables: dict[str, Table] = {}
        self._lock = Lock()
        self._heard: dict[str, int] = {}  # the newest version of each campaign that anybody told of

    def table(self, campaign: str) -> "Table":
        """A table, loaded when first asked for."""
        table = self._tables.get(campaign)
        if table is None:
            loaded = Table(self, campaign)
            with self._lock:
                table = self._tables.setdefault(campaign, loaded)
        return table

    def in_use(self) -> "list[Table]":
        """The tables that somebody has asked for already."""
        return list(self._tables.values())

    def loaded_table(self, campaign: str) -> "Table | None":
        """One of them."""
        return self._tables.get(campaign)

    def hear(self, campaign: str, version: int) -> None:
        """Somebody says that a campaign has come to a version; kept for tables that are just being loaded, too."""
        self._heard[campaign] = max(version, self._heard.get(campaign, 0))

    def heard(self, campaign: str) -> int:
        return self._heard.get(campaign, 0)

    def open(self, command: c.Open, action: str = "") -> tuple[str, str]:
        """Begin a campaign; its id, and the link of the game master's seat."""
        campaign, _ = self.open_table(command, action)
        return campaign, self.new_link(campaign, KEEPER)

    def open_table(self, command: c.Open, action: str = "") -> tuple[str, bool]:
        """Begin a campaign, once for each action id; its id, and whether it is there only now."""
        campaign = made_id(TABLE, action) if action else new_id(TABLE)
        moment = self.moment()
        event = decide(State(), Viewer(KEEPER, "keeper"), command, moment)
        appended = self.store.append(campaign, 0, f"{KEEPER}:open", [encode(event)], event.at)
        first = self.table(campaign).keeping.event(1) if appended.repeated else event
        if first is None or first.digest != event.digest:
            raise Refusal("table/action_reused", kind="refused", field="action", came=action)
        return campaign, not appended.repeated

    def moment(self, past: Projection | None = None) -> Moment:
        """What a decision takes from the world, and from the past of its table."""
        world = self._clock(), self._generator, new_id
        return Moment(*world, past.event, past.state_at, past.events, past.newest_first) if past else Moment(*world)

    def campaigns(self) -> dict[str, int]:
        """Every campaign with the number of its events."""
        return self.store.campaigns()

    # ---- the door ----

    def knocking(self, code: str, name: str, action: str = "") -> "tuple[Table, c.Envelope, str]":
        """What a short code opens: the table, what a stranger says there, and the link to wait with.

        The same knock under the same action id is answered by the same link.
        """
        link = self.code_link(code)
        if link is None:
            raise Refusal("table/no_code", kind="forbidden", field="code")
        token = self.with_end(made_link(action, code.upper(), name) if action else new_link())
        command = c.Knock(name=name, code=code, hash=link_hash(token).hex())
        return self.table(link.campaign), c.Envelope(action=command.hash, command=command), token

    def knock(self, code: str, name: str, action: str = "") -> str:
        """Ask for a seat with a short code; the answer is the link that works once the game master opens."""
        table, envelope, token = self.knocking(code, name, action)
        table.act(STRANGER.seat, envelope)
        return token


class Table:
    """One campaign: its state, who listens, and one action after another."""

    def __init__(self, house: Tables, campaign: str) -> None:
        self.house = house
        self.campaign = campaign
        self.keeping = Projection(house.store, campaign)
        self.listeners: dict[object, Callable[[News], None]] = {}
        self._order = Order()

    @property
    def state(self) -> State:
        return self.keeping.state

    def viewer(self, seat: str) -> Viewer:
        return viewer_of(self.state, seat) if seat else STRANGER

    # ---- acting ----

    def act(self, seat: str, envelope: c.Envelope, language: Language = "fr") -> Acted:
        """Do a command, durably and once."""
        with self._order.turn():
            for _ in range(TRIES):
                ready = self._ready(seat, envelope, language)
                if not isinstance(ready, Event):
                    return self._answer_again(seat, envelope, ready, language)
                if envelope.preview:
                    return self._preview(seat, ready, language)
                after = self._fold(ready)
                try:
                    appended = self._submit(seat, envelope, ready).result()
                except Stale:
                    self.refresh()
                    continue
                return self._finish(seat, envelope, ready, after, appended, language)
        raise Refusal("store/busy", kind="refused")

    async def act_soon(self, seat: str, envelope: c.Envelope, language: Language = "fr") -> Acted:
        """The same without keeping the event loop waiting for the disk."""
        with ACTING.first():
            return await self._act_in_turn(seat, envelope, language)

    async def _act_in_turn(self, seat: str, envelope: c.Envelope, language: Language) -> Acted:
        async with self._order.turn_soon():
            for _ in range(TRIES):
                decide_now = partial(self._ready, seat, envelope, language)
                ready = await asyncio.to_thread(decide_now) if isinstance(envelope.command, LONG) else decide_now()
                if not isinstance(ready, Event):
                    return self._answer_again(seat, envelope, ready, language)
                if envelope.preview:
                    return self._preview(seat, ready, language)
                after = self._fold(ready)
                try:
                    appended = await handed_on(partial(self._submit, seat, envelope, ready))
                except Stale:
                    self.refresh()
                    continue
                acted = self._finish(seat, envelope, ready, after, appended, language)
                if self.keeping.snapshot_due():
                    await asyncio.to_thread(self.keeping.keep_snapshot)
                return acted
        raise Refusal("store/busy", kind="refused")

    def _ready(self, seat: str, envelope: c.Envelope, language: Language) -> Event | Appended:
        """The event to write, or where an earlier request has written it."""
        keeping = self.keeping
        check_depth(envelope.command)
        try:
            viewer = self.viewer(seat)
            self._check_seen(viewer, envelope, language)
            return decide(self.state, viewer, envelope.command, self.house.moment(keeping), envelope.together)
        except Refusal:
            known = self.house.store.find_action(self.campaign, _action(seat, envelope))
            if known is not None and not envelope.preview:
                return known
            if self.house.store.head(self.campaign) <= self.state.version:
                raise
        self.refresh()  # refused for what another process has changed meanwhile
        return self._ready(seat, envelope, language)

    def _fold(self, event: Event) -> State:
        """The state that an event will leave; what cannot be folded is never written."""
        return fold_soundly(self.state, self.state.version + 1, event, self.keeping.state_at)

    def _submit(self, seat: str, envelope: c.Envelope, event: Event) -> "Future[Appended]":
        bodies = [encode(event)]
        if len(bodies[0]) >= c.MESSAGE_BYTES and not isinstance(envelope.command, LONG):
            raise Refusal("store/large", kind="refused", came=len(bodies[0]), most=c.MESSAGE_BYTES - 1)
        self._make_ready(seat, envelope, event)
        return self.house.store.submit(self.campaign, self.state.version, _action(seat, envelope), bodies, event.at)

    def _make_ready(self, seat: str, envelope: c.Envelope, event: Event) -> None:
        """Links are kept beside the log, so that a crash may come between: those an event opens are there before it,
        and lead nowhere without it; those it closes are gone before it."""
        if event.command not in ("admit", "door", "unlink"):
            return
        store = self.house.store
        if store.find_action(self.campaign, _action(seat, envelope)) is not None:
            return  # done long ago
        if event.command == "admit" and "hash" in event.asked:
            store.put_link(bytes.fromhex(event.asked["hash"]), self.campaign, event.asked["seat"])
        elif event.command == "door":
            opened = {one.path: one.value for one in event.effects}  # no code: a door that was shut already
            self.house.new_code(self.campaign, None, opened.get(("house", "code")))
        elif event.command == "unlink":
            self.house.revoke(self.campaign, event.asked["seat"])

    def _finish(
        self, seat: str, envelope: c.Envelope, event: Event, after: State, appended: Appended, language: Language
    ) -> Acted:
        if appended.repeated:
            return self._answer_again(seat, envelope, appended, language)
        before = self.state
        self.keeping.take(after, event)
        news = News(appended.last, event, before, after)
        self._tell(news)
        link = self.house.new_link(self.campaign, event.asked["seat"]) if event.command == "seat" else ""
        if event.command == "door":
            self.house.new_code(self.campaign, before.house.get("code"), None)
        elif event.command == "unseat":
            self.house.revoke(self.campaign, event.asked["seat"])
        viewer = self.viewer(seat)
        try:
            message = news.message_for(viewer, language)
        except Exception:  # it is done, whether or not it can be shown
            log_untold()
            message = None
        return Acted(shown_version(self.state, viewer, appended.last), (message or {}).get("card"), link=link)

    def _answer_again(self, seat: str, envelope: c.Envelope, known: Appended, language: Language) -> Acted:
        """What a repeated request is answered: the same again."""
        if known.last > self.state.version:
            self.refresh()
        event = self.keeping.event(known.last)
        if event is not None and event.digest != digest_of(envelope.command):
            raise Refusal("table/action_reused", kind="refused", field="action", came=envelope.action)
        viewer = self.viewer(seat)
        shown = card(self.state, viewer, known.last, event, language) if event else None
        return Acted(shown_version(self.state, viewer, known.last), shown, repeated=True)

    def _preview(self, seat: str, event: Event, language: Language) -> Acted:
        """What it would do: dice are not thrown for a preview, so only what is certain is told."""
        if event.roll is not None and event.roll.dice and not event.roll.typed:
            raise Refusal("table/preview_dice", kind="refused", field="preview")
        viewer = self.viewer(seat)
        shown = card(self._fold(event), viewer, self.state.version + 1, event, language)
        if shown is not None and event.roll is not None and "given" not in shown["roll"]:
            # Trying all dice would tell what the sheets of others hide.
            raise Refusal("table/preview_dice", kind="refused", field="preview")
        version = shown_version(self.state, viewer, newest(self.state, viewer))
        return Acted(version, {**shown, "id": version} if shown else None, preview=True)

    def ahead(self, seat: str, time: c.Advance, language: Language) -> tuple[Tree, list[Tree]]:
        """What time that passes would do, before it does: its card, and what would wait to be done."""
        envelope = c.Envelope(action="ahead", command=time, preview=True)
        event = self._ready(seat, envelope, language)
        assert isinstance(event, Event)
        shown = card(self._fold(event), self.viewer(seat), self.state.version + 1, event, language)
        due = [effect.value for effect in event.effects if effect.path[:2] == ("play", "due") and effect.value]
        return shown or {}, due

    def _check_seen(self, viewer: Viewer, envelope: c.Envelope, language: Language) -> None:
        """A command that rests on what has changed since is stale, and is told what changed."""
        if envelope.seen is None:
            return
        seen = read_version(self.state, viewer, envelope.seen)
        if seen >= newest(self.state, viewer):
            return
        before = self.keeping.state_at(seen)
        rests = rests_on(envelope.command)
        paths = visible_paths(before, self.state) if rests is None else rests
        moved = [
            "/".join(path) for path in paths if shown_at(before, viewer, path) != shown_at(self.state, viewer, path)
        ]
        if rests is None or moved:
            cards = self.cards_between(viewer, seen, self.state.version, language)
            raise StaleCommand(viewer, self.state, moved, cards)

    # ---- looking ----

    def look(self, viewer: Viewer, at: str | None = None) -> Tree:
        """The table as a viewer may see it, now or at a moment of the past."""
        then = self.state if at is None else self.keeping.state_at(read_version(self.state, viewer, at))
        with using(rows_at(then)):
            shown = view(msgspec.structs.replace(then, house=self.state.house), viewer)
        shown["door"] = self.house.own_door(self.campaign, shown["door"])
        return shown if at is None else {**shown, "version": shown_version(self.state, viewer, then.version)}

    def log(self, viewer: Viewer, language: Language, before: str | None = None, limit: int = 50) -> list[Tree]:
        """Cards, newest first."""
        last = self.state.version if before is None else read_version(self.state, viewer, before) - 1
        cards: list[Tree] = []
        for version, event in self.keeping.newest_first(last, viewer.log_of):
            if len(cards) >= min(limit, MOST_CARDS):
                break
            shown = self._card(viewer, version, event, language)
            if shown is not None:
                cards.append(shown)
        return cards

    def cards_between(self, viewer: Viewer, after: int, last: int, language: Language = "fr") -> list[Tree]:
        """The cards of a stretch of the log, oldest first, the first of them only when there are many."""
        cards: list[Tree] = []
        for version, event in self.keeping.events(after, last, viewer.log_of):
            shown = self._card(viewer, version, event, language)
            if shown is not None:
                cards.append(shown)
            if len(cards) >= MOST_CARDS:
                break
        return cards

    def _card(self, viewer: Viewer, version: int, event: Event | None, language: Language) -> Tree | None:
        if event is None:
            return unreadable(version) if viewer.keeper else None
        return card(self.state, viewer, version, event, language)

    def news_since(
        self, viewer: Viewer, after: int, language: Language, most: int | None = None, last: int | None = None
    ) -> list[Tree]:
        """What a viewer has missed, event by event; with `most`, so many and one more when there are more."""
        messages = []
        last = self.state.version if last is None else last
        for version, event, before, state in self.keeping.stretch(after, last, viewer.log_of):
            ACTING.give_way()
            seated = viewer.seat in state.house.get("seats", {})
            then = viewer_of(state, viewer.seat) if seated else viewer  # what was theirs at the time
            if event is not None and not then.notices(event):
                continue
            message = News(version, event, before, state).message_for(then, language)
            if message is not None:
                messages.append(message)
                if most is not None and len(messages) > most:
                    break
        return messages

    def knows(self, viewer: Viewer, version: str) -> bool:
        """Whether this is a moment of the table, as far as is known here."""
        try:
            read_version(self.state, viewer, version)
        except Refusal:
            return False
        return True

    # ---- listening ----

    def listen(self, callback: Callable[[News], None]) -> Callable[[], None]:
        """Be told of every event from now on, until the answer is called."""
        key = object()
        self.listeners[key] = callback

        def leave() -> None:
            self.listeners.pop(key, None)

        return leave

    def refresh(self) -> None:
        """Take in what other processes have written."""
        before = self.state
        for version in self.keeping.catch_up():
            after = self.keeping.state_at(version)
            self._tell(News(version, self.keeping.event(version), before, after))
            before = after

    async def refresh_soon(self) -> None:
        """The same between two actions, if it is still needed then."""
        async with self._order.turn_soon():
            if self.behind():
                self.refresh()

    async def look_for_news(self) -> None:
        """Ask the store whether others have written, and take it in."""
        self.house.hear(self.campaign, await asyncio.to_thread(self.house.store.head, self.campaign))
        await self.refresh_soon()

    def behind(self) -> bool:
        """Whether there is more than is known here; what is being written here counts until it is known."""
        return self.house.heard(self.campaign) > self.state.version

    def _tell(self, news: News) -> None:
        if news.before.house is not news.after.house:
            self.house.forget_links(self.campaign)
        with using(rows_at(news.after)):
            for callback in list(self.listeners.values()):
                try:
                    callback(news)
                except Exception:
                    log_untold()


def _action(seat: str, envelope: c.Envelope) -> str:
    """Action ids are each seat's own: nobody can guess at another's."""
    return f"{seat}:{envelope.action}"
