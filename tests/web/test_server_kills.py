"""The server killed at any moment under load: what was answered or shown is there once, and nothing is half there.

GARDIEN_KILLS sets how many times, beside those killed while they start; `make soak` asks for 500 on each store, and for
100,000 repeated requests.
"""

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import astuple

from aside import awaited
from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.cards import card
from gardien.table.events import Event, decode
from gardien.table.news import News
from gardien.table.projection import Projection
from gardien.table.state import State, fold_event
from gardien.table.store.base import Record, Store
from gardien.table.tables import Tables
from gardien.table.viewers import Viewer, read_version, shown_version, view, viewer_of
from progress import Progress
from table.store.conftest import tmp_path  # noqa: F401  # a real disk
from table.store.server import wait_until_alone
from web.load import HOST, Line, Listener, Load, Person, request

KILLS = int(os.environ.get("GARDIEN_KILLS", "4"))
LONG = KILLS >= 200
REPEATS = 100_000 if LONG else 1_000
AN_EVENING = 100  # kills of one house; then everything is compared, and a new one begins
LONGEST_SECONDS = 0.8  # a server's life once it is ready
START_SECONDS = 30


class House:
    """A server as it is started by hand, killed and started again at the same port."""

    def __init__(self, where: str, log: Path) -> None:
        self.where = where
        self.port = free_port()
        self.log = log
        self.token = ""
        self.kills = 0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        place = "--database" if self.where.startswith("postgresql") else "--data"
        words = ["serve", "--port", str(self.port), place, self.where, "--json"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "gardien.cli.main", *words], stdout=subprocess.PIPE, stderr=log
            )

    async def ready(self) -> None:
        """Return when it says so."""
        assert self._process
        assert self._process.stdout
        line = await asyncio.wait_for(asyncio.to_thread(self._process.stdout.readline), START_SECONDS)
        assert line, self.log.read_text()
        self.token = json.loads(line)["token"]

    def kill(self) -> None:
        """SIGKILL, and it must have been alive until then."""
        assert self._process
        assert self._process.poll() is None, f"it had ended by itself: {self.log.read_text()}"
        self._process.send_signal(signal.SIGKILL)
        self.kills += 1
        self._process.wait()
        assert self._process.stdout
        self._process.stdout.close()

    def close(self) -> None:
        if self._process and self._process.poll() is None:
            self.kill()


def free_port() -> int:
    """A port that nobody is given by chance while its server is dead."""
    luck = random.Random()
    while True:
        port = luck.randint(20_000, 32_000)
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)):
                return port


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[Callable[[str], House]]:  # noqa: F811
    """Servers that end with the test; none of them may have had a fault of its own."""
    made: list[House] = []

    def make(where: str) -> House:
        made.append(House(where, tmp_path / f"server{len(made)}.log"))
        return made[-1]

    yield make
    for house in made:
        house.close()
    assert "".join(house.log.read_text() for house in made if house.log.exists()) == ""


# ---- what the store says afterwards ----


class Kept(msgspec.Struct):
    """A campaign as the store has it, folded from its first event."""

    records: list[Record]
    events: list[Event]
    states: list[State]  # after 0, 1, 2… events

    @property
    def state(self) -> State:
        return self.states[-1]


def kept_in(store: Store, campaign: str) -> Kept:
    """Every record read and folded: none is missing or damaged, every one is a whole event."""
    records = store.read(campaign)
    assert [record.version for record in records] == list(range(1, store.head(campaign) + 1))
    assert all(isinstance(record, Record) for record in records)
    kept = Kept(records, [decode(record.body) for record in records], [State()])  # type: ignore[arg-type, union-attr]
    for version, event in enumerate(kept.events, 1):
        kept.states.append(fold_event(kept.state, version, event, lambda earlier: kept.states[earlier]))
    return kept


def sent(value: Any) -> Any:
    """A value as it arrives."""
    return msgspec.json.decode(msgspec.json.encode(value))


def plain(card: Any) -> Any:
    """A card without what later events change of it: whether it was taken back, whether it is still held."""
    return {name: value for name, value in card.items() if name not in ("struck", "held")} if card else card


def check_answers(person: Person, kept: Kept) -> None:
    """Each action that was answered is there once and as it was answered; each that was refused is not there."""
    viewer = viewer_of(kept.state, person.seat)
    where = {record.action: record.version for record in kept.records}
    for action, answers in person.acted.items():
        version = where.get(f"{person.seat}:{action}")
        assert version, f"lost: {person.asked[action]} was answered {answers}"
        event = kept.events[version - 1]
        shown = card(kept.states[version], viewer, version, event, "fr")
        for answer in answers:
            assert answer["version"] == shown_version(kept.state, viewer, version)
            assert plain(answer["card"]) == plain(sent(shown))
        assert [answer.get("repeated", False) for answer in answers].count(False) <= 1, "done twice"
    written = where.keys() & {f"{person.seat}:{action}" for action in person.refused}
    assert not written, f"refused and yet written: {written}"
    unasked = {action for action in where if action.startswith(f"{person.seat}:{person.device}")}
    assert unasked <= {f"{person.seat}:{action}" for action in person.asked}


def check_heard(listener: Listener, kept: Kept) -> None:
    """Each event that concerned the viewer came once, in order, with the content it has now."""
    assert listener.strange == []
    viewer = viewer_of(kept.state, listener.person.seat)
    began = read_version(kept.state, viewer, listener.began)
    expected = []
    for version in range(began + 1, len(kept.records) + 1):
        news = News(version, kept.events[version - 1], kept.states[version - 1], kept.states[version])
        told = news.message_for(viewer_of(kept.states[version], viewer.seat), "fr")
        if told is not None:
            expected.append(sent(told))
    heard = [one["version"] for one in listener.heard]
    doubled = [version for version, times in Counter(heard).items() if times > 1]
    missed = [one["version"] for one in expected if one["version"] not in set(heard)]
    assert (doubled, missed) == ([], []), f"{viewer.seat}: heard twice {doubled}, never {missed}"
    for one, other in zip(listener.heard, expected, strict=True):
        assert one == other


def check_served(seen: dict[str, Any], viewer: Viewer, kept: Kept) -> None:
    """What the server showed is what its log comes to."""
    assert seen == sent(view(kept.state, viewer))


class Tally(msgspec.Struct):
    """The figures of one run."""

    kills: int = 0
    events: int = 0
    answered: int = 0
    delivered: int = 0
    refused: int = 0
    guests: int = 0
    connections: int = 0
    seconds: float = 0


def check(load: Load, looks: dict[Person, dict[str, Any]], store: Store) -> Tally:
    """Everything everybody was told against what is kept."""
    tally = Tally()
    campaigns = {person.table for person in load.people}
    assert set(store.campaigns()) == campaigns
    for campaign in sorted(campaigns):
        kept = kept_in(store, campaign)
        repeated = [action for action, times in Counter(one.action for one in kept.records).items() if times > 1]
        assert repeated == []
        assert not kept.state.damaged
        assert Projection(store, campaign).state.hash() == kept.state.hash()  # by way of the snapshots
        tally.events += len(kept.records)
        for person in load.people:
            if person.table == campaign:
                check_answers(person, kept)
                check_served(looks[person], viewer_of(kept.state, person.seat), kept)
                tally.answered += len(person.acted)
                tally.refused += len(person.refused)
        for listener in load.listeners:
            if listener.person.table == campaign:
                check_heard(listener, kept)
                tally.delivered += len(listener.heard)
                tally.connections += listener.connections
    for porter in load.porters:
        assert porter.faults == []
        tally.guests += porter.guests
    return tally


async def settled(load: Load) -> dict[Person, dict[str, Any]]:
    """End the acting, wait until everybody who listens knows the last of it; what each sees then."""
    await load.finish()
    await everybody_knows(load)
    for porter in load.porters:  # whatever is told twice is told before one more word
        await porter.keeper.act({"type": "say", "text": "la fin"})
    looks = await everybody_knows(load)
    await load.stop()
    return looks


async def everybody_knows(load: Load) -> dict[Person, dict[str, Any]]:
    """What each sees, once those who listen have heard of it all."""
    looks = {person: await person.look() for person in load.people}
    deadline = time.monotonic() + START_SECONDS
    while behind := [one for one in load.listeners if one.seen != looks[one.person]["version"]]:
        assert time.monotonic() < deadline, [(one.person.seat, one.seen) for one in behind]
        await asyncio.sleep(0.01)
    return looks


# ---- the tests ----


def test_a_server_killed_under_load_loses_and_doubles_nothing(empty, houses, opened, progress):
    luck, tally = random.Random(7), Tally()
    for evening, before in enumerate(range(0, KILLS, AN_EVENING)):
        one = kill_for_an_evening(empty(), min(AN_EVENING, KILLS - before), evening, luck, houses, opened, progress)
        tally = Tally(*(mine + more for mine, more in zip(astuple(tally), astuple(one), strict=True)))
    tally.seconds = progress.seconds
    print(tally)
    assert tally.answered > 2 * KILLS


def kill_for_an_evening(
    where: str,
    kills: int,
    evening: int,
    luck: random.Random,
    houses: Callable[[str], House],
    opened: Callable[[str], Store],
    progress: Progress,
) -> Tally:
    """One house, killed so many times while people play in it; what they were told against what is kept."""
    house = houses(where)
    load = Load([house.port], seed=8 + evening)

    async def kill_and_start_again() -> None:
        for number in range(kills):
            progress(f"{number:,} of {kills:,} kills of evening {evening + 1}")
            await asyncio.sleep(luck.random() * LONGEST_SECONDS)
            house.kill()
            house.start()
            if luck.random() < 0.1:  # while it starts, too
                await asyncio.sleep(luck.random())
                house.kill()
                house.start()
            await house.ready()

    async def played() -> dict[Person, dict[str, Any]]:
        house.start()
        await house.ready()
        await load.open(house.token, tables=3, players=3)
        load.start()
        await load.during(kill_and_start_again())
        return await settled(load)

    looks = awaited(played())
    house.close()
    if where.startswith("postgresql"):
        wait_until_alone(where)
    store = opened(where)
    tally = check(load, looks, store)
    store.close()
    tally.kills = house.kills - 1  # the last of them came when all was quiet
    assert tally.connections > len(load.listeners)  # people came back
    return tally


def test_a_request_repeated_changes_nothing(where, houses, opened):
    """The same few actions again and again, many at once on one line: always the first answer, never an event."""
    house = houses(where)
    load = Load([house.port], seed=9)

    async def evening() -> None:
        house.start()
        await house.ready()
        await load.open(house.token, tables=1, players=1)
        player = next(person for person in load.people if person.character)
        keeper = load.people[0]
        for _ in range(10):
            await player.act(load.idea(player)[0])
            await keeper.act(load.idea(keeper)[0])
        first = {(person, action): person.acted[action][0] for person in (player, keeper) for action in person.acted}
        before = await keeper.look()
        line = load.line()
        again = [(one, request("POST", f"{one[0].path}/actions", one[0].token, one[0].asked[one[1]])) for one in first]
        sent = 0
        while sent < REPEATS:
            handful = [load.luck.choice(again) for _ in range(50)]
            answers = await line.ask_all([words for _, words in handful])
            for (one, _), (status, answer) in zip(handful, answers, strict=True):
                assert (status, answer.get("repeated")) == (200, True)
                assert answer["version"] == first[one]["version"]
                assert plain(answer["card"]) == plain(first[one]["card"])
            sent += len(handful)
        assert await keeper.look() == before

    awaited(evening())
    house.close()
    store = opened(where)
    (campaign,) = store.campaigns()
    kept = kept_in(store, campaign)
    asked = sum(len(person.acted) for person in load.people)
    assert len(kept.records) == 1 + asked  # the first opened the table


def test_two_servers_on_one_database_tell_the_same_and_one_goes_on_alone(server, houses, opened):
    where = server.database()
    one, other = houses(where), houses(where)
    load = Load([one.port, other.port], seed=10)

    async def evening() -> dict[Person, dict[str, Any]]:
        for house in (one, other):
            house.start()
        for house in (one, other):
            await house.ready()
        await load.open(one.token, tables=2, players=3)
        load.start()
        await load.during(asyncio.sleep(1))
        for house in (one, other):
            house.kill()
            await load.during(asyncio.sleep(0.5))
            house.start()
            await load.during(house.ready())
            await load.during(asyncio.sleep(0.5))
        return await settled(load)

    looks = awaited(evening())
    one.close()
    other.close()
    wait_until_alone(where)
    print(check(load, looks, opened(where)))


def test_a_server_knows_what_another_has_just_answered(server, houses):
    """Seats, moments and single words made at one server, used and heard at the other without waiting."""
    where = server.database()
    one, other = houses(where), houses(where)
    load = Load([one.port], seed=11)

    async def repeat(person: Person) -> None:
        line = Line([other.port])
        words = request("POST", f"{person.path}/actions", person.token, person.asked[next(iter(person.acted))])
        while not load.over:
            await line.ask_all([words] * 5)

    async def heard(listener: Listener, version: str) -> None:
        async with asyncio.timeout(5):
            while listener.seen != version:
                await asyncio.sleep(0.001)

    async def evening() -> None:
        for house in (one, other):
            house.start()
        for house in (one, other):
            await house.ready()
        await load.open(one.token, tables=1, players=1)
        keeper = load.people[0]
        load.ports[:] = [other.port]
        listener = Listener(keeper)  # its line goes to the other server
        busy = [asyncio.ensure_future(listener.listen()), asyncio.ensure_future(repeat(keeper))]
        await heard(listener, (await keeper.look())["version"])
        for number in range(30):
            said = await keeper.act({"type": "say", "text": f"alone {number}"})
            await heard(listener, said["version"])
            seated = await keeper.act({"type": "seat", "role": "spectator", "name": "guest"})
            status, answer = await Line([other.port]).ask("GET", "/seat", seated["link"])
            assert status == 200, answer
            said = await keeper.act({"type": "say", "text": "and now"})
            late = Listener(keeper)
            late.seen = said["version"]
            joined = asyncio.ensure_future(late.listen())
            async with asyncio.timeout(5):
                while not late.began:
                    await asyncio.sleep(0.001)
            joined.cancel()
            assert (late.strange, late.heard) == ([], [])
        assert not any(task.done() for task in busy), busy
        load.over = True
        await busy[1]  # with all its answers: a server complains of those that nobody fetches
        busy[0].cancel()

    awaited(evening())


# ---- links, which are kept beside the log ----


class Died(BaseException):
    """The server is gone."""


class Dying:
    """A store whose server dies at one of its writes, right before it or right after."""

    def __init__(self, store: Store, write: int, after: bool) -> None:
        self._store = store
        self._left = write
        self._after = after

    def __getattr__(self, name: str) -> Any:
        result = getattr(self._store, name)
        return partial(self._write, result) if name in ("submit", "put_link", "revoke_link") else result

    def _write(self, write: Callable[..., Any], *words: Any) -> Any:
        self._left -= 1
        if self._left == 0 and not self._after:
            raise Died
        result = write(*words)
        if isinstance(result, Future):
            result.result()
        if self._left == 0:
            raise Died
        return result


def ways_to_die(store: Store, campaign: str, command: c.Command) -> Iterator[Tables]:
    """Die at each write of a command, and send it again to a server that was started anew."""
    for write in range(1, 10):
        for after in (False, True):
            envelope = c.Envelope(action=f"{write} {after}", command=command)
            try:
                Tables(Dying(store, write, after)).table(campaign).act("keeper", envelope)  # type: ignore[arg-type]
                return
            except Died:
                tables = Tables(store)
                tables.table(campaign).act("keeper", envelope)
                yield tables
    raise AssertionError("so many writes?")


def opens(tables: Tables, token: str) -> bool:
    """Whether a link leads to a seat."""
    try:
        entered = tables.enter(token)
        tables.table(entered.campaign).viewer(entered.seat)
    except Refusal as refusal:
        if refusal.id not in ("table/no_link", "table/no_seat"):
            raise
        return False
    return True


def test_a_code_works_however_the_server_died(where, opened):
    store = opened(where)
    campaign, _ = Tables(store).open(c.Open(system="yacdha"))
    codes: list[str] = []
    for tables in ways_to_die(store, campaign, c.Door()):
        for old in codes:
            with pytest.raises(Refusal) as refused:
                tables.knock(old, "late")
            assert refused.value.id == "table/no_code"
        codes.append(tables.table(campaign).state.house["code"])
        assert tables.knock(codes[-1].lower(), "welcome")
    assert len(set(codes)) >= 4


@pytest.mark.parametrize("role", ["player", None])
def test_who_is_let_in_can_come_in_however_the_server_died(where, opened, role):
    store = opened(where)
    campaign, _ = Tables(store).open(c.Open(system="yacdha"))
    Tables(store).table(campaign).act("keeper", c.Envelope(action="open the door", command=c.Door()))
    count = 0
    for write in range(1, 3):
        for after in (False, True):
            tables = Tables(store)
            table = tables.table(campaign)
            token = tables.knock(table.state.house["code"], "guest")
            assert not opens(tables, token)
            (knock,) = table.state.house["knocks"]
            envelope = c.Envelope(action=f"{write} {after}", command=c.Admit(knock=knock, role=role))
            with suppress(Died):
                Tables(Dying(store, write, after)).table(campaign).act("keeper", envelope)  # type: ignore[arg-type]
            tables = Tables(store)
            tables.table(campaign).act("keeper", envelope)
            assert opens(tables, token) == (role is not None)
            count += role is not None
            assert len(tables.table(campaign).state.house["seats"]) == 1 + count


@pytest.mark.parametrize("kind", [c.Unlink, c.Unseat])
def test_a_link_taken_away_stays_away_however_the_server_died(where, opened, kind):
    store = opened(where)
    campaign, _ = Tables(store).open(c.Open(system="yacdha"))
    for write in range(1, 3):
        for after in (False, True):
            tables = Tables(store)
            made = tables.table(campaign).act("keeper", c.Envelope(action=f"seat {write} {after}", command=c.Seat()))
            assert made.card
            assert opens(tables, made.link)
            envelope = c.Envelope(action=f"{write} {after}", command=kind(seat=made.card["words"]["seat"]))
            with suppress(Died):
                Tables(Dying(store, write, after)).table(campaign).act("keeper", envelope)  # type: ignore[arg-type]
            tables = Tables(store)
            tables.table(campaign).act("keeper", envelope)
            assert not opens(tables, made.link)
            if kind is c.Unlink:  # one made since is not taken away when the request comes once more
                another = tables.new_link(campaign, made.card["words"]["seat"])
                tables.table(campaign).act("keeper", envelope)
                assert opens(tables, another)
