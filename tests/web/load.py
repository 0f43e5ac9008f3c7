"""People who play over HTTP and write down what they were told: every answer, every event of every live stream.

Whoever loses the connection comes back, sends the same action again until it is answered, and goes on listening from
the last event seen; so a server may be killed under them at any moment.
"""

import asyncio
import random
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

HOST = "127.0.0.1"
ANSWER_SECONDS = 20  # a server that is there answers sooner
PATIENCE_SECONDS = 300  # for an answer, however often the server dies meanwhile and however busy the machine is
PAUSE_SECONDS = 0.02  # before trying again
FIRST_WORDS = 10  # so many undos take nobody away who plays
Tree = dict[str, Any]


class Broken(Exception):
    """The connection ended before the answer did."""


class Line:
    """One connection, kept open; when it breaks, the next request opens another, to the next of the servers."""

    def __init__(self, ports: list[int], first: int = 0) -> None:
        self._ports = ports
        self._next = first
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str = "", body: object = None) -> tuple[int, Any]:
        """Status and answer of one request."""
        return (await self.ask_all([request(method, path, token, body)]))[0]

    async def ask_all(self, requests: list[bytes]) -> list[tuple[int, Any]]:
        """The same for many, sent without waiting in between."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                reader, writer = await self.opened()
                writer.write(b"".join(requests))
                return [await _answer(reader) for _ in requests]
        except TimeoutError:
            raise AssertionError(f"no answer within {ANSWER_SECONDS} s: {requests[0][:200]!r}") from None
        except (OSError, EOFError) as fault:  # an incomplete read is an EOFError
            self.close()
            raise Broken from fault

    async def insist(self, method: str, path: str, token: str = "", body: object = None) -> tuple[int, Any]:
        """Ask until there is an answer."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                with suppress(Broken):
                    status, answer = await self.ask(method, path, token, body)
                    if status != 503:
                        return status, answer
                await asyncio.sleep(PAUSE_SECONDS)

    async def opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            port = self._ports[self._next % len(self._ports)]
            self._next += 1
            self._streams = await asyncio.open_connection(HOST, port)
        return self._streams

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
        self._streams = None


def request(method: str, path: str, token: str = "", body: object = None, more: str = "") -> bytes:
    """A request as it is sent."""
    content = b"" if body is None else msgspec.json.encode(body)
    head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: {HOST}\r\n{more}"
    head += f"Authorization: Bearer {token}\r\n" if token else ""
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    return head.encode() + b"\r\n" + content


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
    fields = (line.partition(":") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value.strip() for name, _, value in fields}


async def _answer(reader: asyncio.StreamReader) -> tuple[int, Any]:
    status, head = await _head(reader)
    return status, msgspec.json.decode(await reader.readexactly(int(head["content-length"])))


# ---- people ----


class Person:
    """Somebody in a seat, at one device: what they asked for, and what they were answered."""

    def __init__(self, load: "Load", table: str, seat: str, role: str, token: str, character: str) -> None:
        self.load = load
        self.table = table
        self.seat = seat
        self.role = role
        self.token = token
        self.character = character
        self.device = f"{load.name}{load.count()}-"  # its action ids begin so
        self.path = f"/tables/{table}"
        self.asked: dict[str, Tree] = {}  # action -> envelope
        self.acted: dict[str, list[Tree]] = {}  # action -> each answer to it
        self.refused: dict[str, str] = {}  # action -> why
        self.lines = [load.line(), load.line()]

    async def act(self, command: Tree, **more: Any) -> Tree:
        """Do something under a new action id; now and then twice at once, as with a nervous finger."""
        action = f"{self.device}{len(self.asked)}"
        self.asked[action] = {"action": action, "command": command, **more}
        twice = self.load.luck.random() < 0.1
        answers = await asyncio.gather(*(self.send(action, line) for line in (self.lines if twice else self.lines[:1])))
        return next((answer for answer in answers if not answer.get("repeated")), answers[0])

    async def send(self, action: str, line: Line | None = None) -> Tree:
        """Send an action, for the first time or again, until it is answered."""
        line = line or self.lines[0]
        status, answer = await line.insist("POST", f"{self.path}/actions", self.token, self.asked[action])
        if status in (200, 201):
            self.acted.setdefault(action, []).append(answer)
        else:
            assert status in (409, 422), (status, answer, self.asked[action])
            self.refused[action] = answer["error"]["id"]
        return answer  # type: ignore[no-any-return]

    async def look(self, query: str = "") -> Tree:
        status, seen = await self.lines[0].insist("GET", self.path + query, self.token)
        assert status == 200, seen
        return seen  # type: ignore[no-any-return]

    async def play(self) -> None:
        """One action after another, until the load ends."""
        luck = self.load.luck
        while not self.load.over:
            command, more = self.load.idea(self)
            await self.act(command, **more)
            if luck.random() < 0.1 and self.acted:
                await self.send(luck.choice(list(self.acted)))
            if luck.random() < 0.02:
                await self.look()
            await asyncio.sleep(luck.random() * self.load.pause)


class Listener:
    """A live stream over many connections: what came, in order."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.began = ""  # the version at which it began
        self.seen = ""  # the last one told
        self.heard: list[Tree] = []
        self.strange: list[str] = []  # anything but a greeting or news
        self.connections = 0
        self._line = person.load.line()

    async def listen(self) -> None:
        """Listen for ever."""
        while True:
            try:
                await self._hear_one_connection()
            except (OSError, EOFError):
                self._line.close()
                await asyncio.sleep(PAUSE_SECONDS)

    async def _hear_one_connection(self) -> None:
        reader, writer = await self._line.opened()
        more = f"Last-Event-ID: {self.seen}\r\n" if self.seen else ""
        writer.write(request("GET", f"{self.person.path}/live", self.person.token, more=more))
        status, _ = await _head(reader)
        if status == 503:
            raise EOFError
        assert status == 200, status
        self.connections += 1
        waiting = b""
        while size := int(await reader.readline() or b"-1", 16):
            if size < 0:
                raise EOFError
            waiting += (await reader.readexactly(size + 2))[:-2]
            *messages, waiting = waiting.split(b"\n\n")
            for message in messages:
                self._take(message.decode())
        raise EOFError

    def _take(self, message: str) -> None:
        fields = dict(line.split(": ", 1) for line in message.splitlines() if not line.startswith(":"))
        kind = fields.get("event")
        if kind is None:
            return  # a sign of life
        if kind == "news":
            self.heard.append(msgspec.json.decode(fields["data"]))
        elif kind != "hello":
            self.strange.append(f"{kind} at {fields['id']} after {self.seen}")
        self.seen = fields["id"]
        self.began = self.began or self.seen


class Porter:
    """The game master at the door: codes, strangers and links that must work, or no longer, once it is said."""

    def __init__(self, keeper: Person) -> None:
        self.keeper = keeper
        self.line = keeper.load.line()
        self.knocks = 0
        self.guests = 0
        self.faults: list[str] = []

    async def work(self) -> None:
        """Let one after another in and out again."""
        load, keeper, old = self.keeper.load, self.keeper, ""
        while not load.over:
            await keeper.act({"type": "door"})
            code = (await keeper.look())["door"]["code"]
            if old:
                await self._expect("a code of yesterday", 403, "POST", "/join", "", {"code": old, "name": "late"})
            old = code
            name, link = await self._knock(code)
            for knock in await self._waiting(name):
                await self._welcome(knock, link if knock.name == name else "")
            self.guests += 1
            await asyncio.sleep(0.3 + load.luck.random() * 0.4)  # as often as one address may knock

    async def _knock(self, code: str) -> tuple[str, str]:
        """Each try has a name of its own: a knock whose answer was lost is nobody's."""
        while True:
            self.knocks += 1
            name = f"guest {self.knocks}"
            with suppress(Broken):
                status, answer = await self.line.ask("POST", "/join", "", {"code": code, "name": name})
                if status == 202:
                    return name, answer["link"]
                if status != 503:
                    self.faults.append(f"a code just made: {status} {answer}")
                    return name, ""
            await asyncio.sleep(PAUSE_SECONDS)

    async def _waiting(self, name: str) -> "list[Knock]":
        """Who stands at the door, once the one who was answered does."""
        for _ in range(int(1 + self._patience() / PAUSE_SECONDS)):
            knocks = (await self.keeper.look())["door"]["knocks"]
            if name in knocks.values():
                return [Knock(id, who) for id, who in knocks.items()]
            await asyncio.sleep(PAUSE_SECONDS)
        self.faults.append(f"{name} is not at the door")
        return []

    async def _welcome(self, knock: "Knock", link: str) -> None:
        role = "spectator" if link else None
        admitted = await self.keeper.act({"type": "admit", "knock": knock.id, "role": role})
        if not link or "card" not in admitted:
            return
        seat = admitted["card"]["words"]["seat"]
        await self._expect("a link once the door was opened", 200, "GET", "/seat", link)
        await self.keeper.act({"type": "unlink", "seat": seat})
        await self._expect("a link once it was taken away", 401, "GET", "/seat", link)
        await self.keeper.act({"type": "unseat", "seat": seat})

    async def _expect(self, what: str, wanted: int, method: str, path: str, token: str, body: Any = None) -> None:
        for _ in range(int(1 + self._patience() / PAUSE_SECONDS)):
            status, answer = await self.line.insist(method, path, token, body)
            if status == wanted:
                return
            await asyncio.sleep(PAUSE_SECONDS)
        self.faults.append(f"{what}: {status} {answer}")

    def _patience(self) -> float:
        """Another server hears of it a moment later."""
        return 2.0 if len(self.keeper.load.ports) > 1 else 0.0


class Knock(NamedTuple):
    """Somebody at the door."""

    id: str
    name: str


# ---- the whole load ----


class Load:
    """Several tables of several seats against one server or several on one store."""

    def __init__(self, ports: list[int], *, name: str = "a", seed: int = 1, pause: float = 0.02) -> None:
        self.ports = ports
        self.name = name
        self.luck = random.Random(seed)
        self.pause = pause
        self.over = False
        self.people: list[Person] = []
        self.listeners: list[Listener] = []
        self.porters: list[Porter] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._counted = 0

    def count(self) -> int:
        """A number nobody else has."""
        self._counted += 1
        return self._counted

    def line(self) -> Line:
        """A line to one server after another, so that all of them are busy."""
        return Line(self.ports, self.count())

    async def open(self, house: str, tables: int, players: int) -> None:
        """Tables with a game master, players with a character each, and a shared screen."""
        for number in range(tables):
            _, made = await self.line().ask("POST", "/tables", house, {"system": "yacdha", "title": f"table {number}"})
            keeper = Person(self, made["table"], "keeper", "keeper", made["link"], "")
            seated = [keeper]
            for role in ["player"] * players + ["screen"]:
                seat = await keeper.act({"type": "seat", "role": role, "name": role})
                id = seat["card"]["words"]["seat"]
                character = ""
                if role == "player":
                    added = await keeper.act({"type": "add", "draw": {}, "seat": id})
                    character = added["card"]["words"]["character"]
                seated.append(Person(self, made["table"], id, role, seat["link"], character))
            for number in range(FIRST_WORDS):
                await keeper.act({"type": "say", "text": f"first {number}"})
            porter = Porter(Person(self, made["table"], "keeper", "keeper", made["link"], ""))
            self.people += [*seated, porter.keeper]
            self.porters.append(porter)
            # Two devices share the first player's seat.
            self.listeners += [Listener(person) for person in [*seated, seated[1]]]

    def start(self) -> None:
        """Everybody listens, and all but the screens act."""
        work: list[Coroutine[Any, Any, None]] = [one.listen() for one in self.listeners]
        busy = [porter.keeper for porter in self.porters]
        work += [one.play() for one in self.people if one.role != "screen" and one not in busy]
        work += [porter.work() for porter in self.porters]
        self._tasks = [asyncio.ensure_future(one) for one in work]

    async def during(self, happening: Awaitable[Any]) -> None:
        """Let something happen; trouble of anybody who plays is raised at once."""
        task = asyncio.ensure_future(happening)
        done, _ = await asyncio.wait([task, *self._tasks], return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            one.result()
        assert task in done, "somebody stopped playing"

    async def finish(self) -> None:
        """Everybody gets the answer they wait for; those who listen go on."""
        self.over = True
        count = len(self.listeners)
        await asyncio.gather(*self._tasks[count:])
        self._tasks = self._tasks[:count]

    async def stop(self) -> None:
        """Nobody listens any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def idea(self, person: Person) -> tuple[Tree, Tree]:
        """What somebody does next, and what they had seen of the table when they did."""
        luck, number = self.luck, self.count()
        if person.role == "keeper":
            others = [one for one in self.people if one.table == person.table and one.character]
            return _keepers_idea(luck, number, luck.choice(others)), {}
        command = _players_idea(luck, number, person.character)
        own = [one for one in self.listeners if one.person is person and one.seen]
        return command, {"seen": own[0].seen} if own and luck.random() < 0.3 else {}


def _players_idea(luck: random.Random, number: int, character: str) -> Tree:
    given = {"gauge": luck.choice(["madness", "trauma"]), "value": luck.randint(1, 3)}
    acting = {"category": luck.choice(["physical", "mental"]), "opposition": {"value": luck.randint(1, 5)}}
    ideas: list[Tree] = [
        {"type": "say", "text": f"word {number}"},
        {"type": "say", "text": f"whisper {number}", "audience": "keeper"},
        {"type": "do", "procedure": "gauge_check", "character": character, "given": given},
        {"type": "do", "procedure": "action", "character": character, "given": acting},
        {"type": "do", "procedure": "action", "character": character, "given": acting, "audience": "keeper"},
        {"type": "edit", "character": character, "fields": {"description": f"line {number}"}},
        {"type": "remark", "character": character, "note": f"note {number}"},
    ]
    return luck.choice(ideas)


def _keepers_idea(luck: random.Random, number: int, other: Person) -> Tree:
    home = f"characters/{other.character}/sheet"
    ideas: list[Tree] = [
        {"type": "override", "path": f"{home}/trauma", "value": 1, "reason": f"reason {number}"},
        {"type": "override", "path": f"{home}/madness", "value": 1, "reason": f"reason {number}"},
        {"type": "override", "path": f"{home}/status", "value": "active", "reason": f"reason {number}"},
        {"type": "advance", "minutes": luck.randint(0, 300)},
        {"type": "scene", "title": f"scene {number}"},
        {"type": "note", "title": f"note {number}", "text": "kept", "shown": luck.random() < 0.5},
        {"type": "settings", "announce": luck.random() < 0.5},
        {"type": "say", "text": f"aside {number}", "audience": [other.seat]},
        {"type": "do", "procedure": "gauge_check", "given": {"gauge": "trauma", "value": 2}, "audience": "keeper"},
        {"type": "undo"},
        {"type": "redo"},
    ]
    return luck.choice(ideas)
