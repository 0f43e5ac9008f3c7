"""Messages at random, in this process: whoever sends whatever to every way in, and every answer is looked at.

    house = Fuzzed("operators", seed=7, folder=tmp_path)
    house.send(2_000)
    assert not house.faults

One seed sends the same messages again, as far as ids allow. What is typed is drawn from the types of the inputs, so
that much of it is done; then it is broken: other kinds of values, people who are not there, deep nests, half a form.
"""

import asyncio
import json
import logging
import re
import signal
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlencode

import msgspec
from msgspec import inspect

from aside import awaited_here
from gardien.core.errors import Refusal
from gardien.core.inputs import type_of
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from gardien.web import worker
from gardien.web.app import BASE, WAYS, House, create_app
from gardien.web.pages.prepare.bestiary import beings
from gardien.web.pages.site import PAGES
from web.drawing import NOBODY, Drawn, broken

SECONDS = 0.25  # of processor time for one computation
STUCK_SECONDS = 10  # of processor time for one message: who needs more holds everybody up
ENDLESS = re.compile(r"/live$|\.pdf$")
LEFT_OVER = re.compile(r"(?<!faut )(?<!faut \[)\{\w+\}")  # put in by nobody; {name} may be what is wanted
FIELD = re.compile(r"<(?:input|select|textarea|button|option)\b[^>]*>")
NAMED = re.compile(r'\bname="([^"]*)"')
VALUED = re.compile(r'\bvalue="([^"]*)"')
FORM_NAMES = (
    "type", "procedure", "character", "action", "seen", "back", "dice", "real", "secret", "ask", "note", "useful",
    "given.", "json.", "list.", "person.", "people.", "of.", "each.", "text.", "number.", "flag.", "many.", "fields.",
    "people.sides.0.members", "people.sides.99.members", "people.a.b", "people..", "given.a.0.b", "given.a", "of.a.b.c",
    "each.a.b", "of.sides.0.members.c.side", "list.a.b", "json.given", "json.a.0", "people.given", "given.name.x",
)  # fmt: skip


class Sent(NamedTuple):
    """One message."""

    method: str
    path: str
    query: str
    body: bytes
    kind: str  # what it is, or in which media it is said to be
    who: str

    @classmethod
    def json(cls, method: str, path: str, content: Any, who: str = "keeper") -> "Sent":
        return cls(method, path, "", json.dumps(content).encode(), "json", who)


class Fault(NamedTuple):
    """An answer that must not be."""

    cause: str
    status: int
    sent: Sent
    trace: str


class HereWorker:
    """Computes in this process, and gives up soon."""

    async def ask(self, question: worker.Question, *_whose: object) -> tuple[int, bytes]:
        def enough(*_: object) -> None:
            raise Refusal("http/too_long", kind="refused", most=SECONDS)

        before = signal.signal(signal.SIGVTALRM, enough)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            answered = worker.answer(msgspec.json.decode(msgspec.json.encode(question), type=worker.Question))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
        return answered["status"], msgspec.json.encode(answered["body"])

    async def close(self) -> None:
        pass


class Fuzzed:
    """A house with one table of a game, where everybody sends nonsense."""

    def __init__(self, system: str, seed: int, folder: Path) -> None:
        self.system = find(system)
        self.random = Random(seed)
        self.drawn = Drawn(self.random)
        self.store = open_store(folder / f"{system}{seed}.db")
        self.house = House(self.store)
        self.house.tables._generator = Random(seed)
        self.house.seated = self.house.workshop = self.house.strangers = HereWorker()  # type: ignore[assignment]
        self.app = create_app(self.house)
        self.faults: list[Fault] = []
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.logged: list[logging.LogRecord] = []
        self._forms: dict[str, list[tuple[str, str]]] = {}
        self._actions = 0
        self._set_table()

    # ---- who is there ----

    def _set_table(self) -> None:
        tables = self.house.tables
        self.table, keeper = set_demo(tables, self.system, "fr")
        self.links = {"keeper": keeper, "stranger": "", "house": tables.house_link()}
        for role, name in (("player", "Ann"), ("player", "Bob"), ("spectator", "Wim"), ("screen", "Mur")):
            acted = self.act(c.Seat(role=role, name=name))  # type: ignore[arg-type]
            self.links[name] = acted.link
            if role == "player":
                mine = [*self.people][: 2 if name == "Ann" else 3][-2:]
                self.act(c.Assign(characters=tuple(mine), seat=acted.card["words"]["seat"]))
        listed = [one.id for _, group in beings(self.system, "fr") for one in group]
        for being in self.random.sample(listed, min(4, len(listed))):
            self.act(c.Add(being=being, hidden=self.random.random() < 0.2))
        self.act(c.Add(draw={}))

    def act(self, command: c.Command) -> Any:
        self._actions += 1
        envelope = c.Envelope(action=f"set{self._actions}", command=command)  # type: ignore[arg-type]
        return self.house.tables.table(self.table).act("keeper", envelope)

    @property
    def play(self) -> Any:
        return self.house.tables.table(self.table).state.play

    @property
    def people(self) -> Any:
        return self.play["characters"]

    def pick(self, choices: Any) -> Any:
        result = tuple(choices)
        return self.random.choice(result) if result else NOBODY

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def somebody(self) -> str:
        return str(self.pick(self.people)) if self.chance(0.97) else str(self.pick((NOBODY, "Léo", "", "x" * 41)))

    def id_of(self, name: str) -> Any:
        """Something that there is, by the name of the input that holds it."""
        play = self.play
        sections = {"character": "characters", "characters": "characters", "due": "due", "ask": "asks", "wait": "waits"}
        state = self.house.tables.table(self.table).state
        if name in ("event", "to"):
            return str(self.random.randint(max(0, state.version - 20), state.version + 1))
        if name in ("seat", "seats"):
            return self.pick(state.house["seats"])
        if name == "knock":
            return self.pick(state.house.get("knocks", {}))
        if name == "id":
            return self.pick({**play.get("notes", {}), **play.get("plans", {})})
        return self.pick(play.get(sections.get(name, name), {}))

    # ---- what is said ----

    def given(self, procedure: Any) -> dict[str, Any]:
        """Inputs of a procedure: what the sheets know is mostly left to them."""
        example = self.pick(self._examples(procedure.key)) if self.chance(0.3) else {}
        kind = type_of(procedure.given)
        drawn = self.drawn.value(kind, silent=0.85, person=self._person)
        rules = self.system.table_rules
        against = rules.targeting.get(procedure.key)
        if against and against.target not in drawn and self.chance(0.8):
            one = {"character": self.somebody()}
            listed = next((f.type for f in kind.fields if f.encode_name == against.target), None)
            drawn[against.target] = [one] if isinstance(plain(listed), inspect.VarTupleType) else one
        if (actor := rules.actors.get(procedure.key)) and self.chance(0.6):
            drawn.pop(actor, None)
        return {**(example if isinstance(example, dict) else {}), **drawn}

    def _examples(self, key: str) -> list[dict[str, Any]]:
        from conformance.games import examples_of

        return examples_of(self.system, self.system.procedure(key)) or [{}]

    def _person(self, kind: inspect.StructType) -> dict[str, Any] | None:
        """Somebody of the table where inputs hold a person."""
        names = {field.encode_name for field in kind.fields}
        if names & {"name", "id"} or len(names) > 4:
            return {"character": self.somebody()} if self.chance(0.7) else None
        return None

    def procedure(self) -> Any:
        return self.pick(self.system.procedures())

    def deed(self) -> Any:
        """A procedure that does something at a table, mostly."""
        one = self.procedure()
        while self.chance(0.9) and not (one.dice or hasattr(one.outcome, "changes")):
            one = self.procedure()
        return one

    def command(self) -> dict[str, Any]:
        kind = self.random.random()
        if kind < 0.55:
            one = self.deed()
            said: dict[str, Any] = {"type": "do", "procedure": one.key, "given": self.given(one)}
            if self.chance(0.85):
                said["character"] = self.somebody()
            if self.chance(0.15):
                said["audience"] = "keeper"
            if self.chance(0.1):
                said["dice"] = [self.random.randint(0, 12) for _ in range(self.random.randint(0, 6))]
            return said
        if kind < 0.62:
            return {"type": "edit", "character": self.somebody(), "fields": self._sheet_fields()}
        if kind < 0.68:
            return self._override()
        if kind < 0.74:
            fighters = [
                {"character": self.somebody(), "side": self.pick("AB")} for _ in range(self.random.randint(1, 5))
            ]
            return {"type": "fight", "fighters": fighters}
        if kind < 0.78:
            return {"type": "turn", "by": self.pick((1, 1, 1, -1))}
        if kind < 0.82:
            return self._declaration()
        one = self.pick(c.COMMANDS)
        if one in (c.Unseat, c.Unlink, c.Undo, c.Redo, c.Remove) and self.chance(0.7):
            one = self.pick((c.Advance, c.Settle, c.Round, c.Decide))
        said = {"type": c.name_of(one), **self.drawn.value(type_of(one), silent=0.5, ids=self.id_of)}
        if one is c.Advance and self.chance(0.8):
            said["minutes"] = self.pick((1, 5, 60, 600, 1440, 10080))
        if one is c.Add and self.chance(0.8):
            listed = [one.id for _, group in beings(self.system, "fr") for one in group]
            said = {"type": "add", "being": self.pick(listed)}
        if one is c.Settle and self.chance(0.6):
            said["given"] = {}
        return said

    def _declaration(self) -> dict[str, Any]:
        fighting = self.system.table_rules.fighting
        order = (self.play.get("fight") or {"order": [*self.people]})["order"]
        given: dict[str, Any] = {}
        if fighting and fighting.round:
            kind = type_of(self.system.procedure(fighting.round).given)
            listed = next(f.type for f in kind.fields if f.encode_name == fighting.fighters)  # type: ignore[union-attr]
            given = self.drawn.value(plain(listed).item_type, silent=0.85, person=self._person)
            given["target"] = self.pick(order)
        return {"type": "declare", "character": self.pick(order), "given": given}

    def _sheet_fields(self) -> dict[str, Any]:
        """A field or two of somebody's sheet."""
        fields = type_of(self.pick(self.system.table_rules.sheets)).fields
        chosen = self.random.sample(fields, min(len(fields), self.random.randint(1, 2)))
        return {one.encode_name: self.drawn.value(one.type, silent=0.5) for one in chosen}

    def _override(self) -> dict[str, Any]:
        """Any value of the table's state, or of a sheet."""
        id = self.somebody()
        path = f"characters/{id}/sheet/" + self.pick(self._sheet_fields())
        if self.chance(0.3):
            path = self.pick(list(_paths(self.play, ())))
            path = self.pick((path, path.rpartition("/")[0] or path, path + "/x"))
        if "/marks" in path:
            path = "clock"
        value = self.drawn.odd() if self.chance(0.5) else self.pick((0, 1, 3, True, "x", None, [], {}))
        fields = self._sheet_fields()
        if self.chance(0.4):
            name = self.pick(fields)
            path, value = f"characters/{id}/sheet/{name}", fields[name]
        return {"type": "override", "path": path, "value": value, "reason": "parce que"}

    # ---- messages ----

    def message(self) -> Sent:
        kind = self.random.random()
        who = self.pick(("keeper",) * 6 + ("Ann",) * 3 + ("Bob", "Bob", "Wim", "Mur", "stranger", "house"))
        if kind < 0.62:
            return self._acting(who)
        if kind < 0.70:
            return self._weighing(who)
        if kind < 0.82:
            return self._looking(who)
        if kind < 0.96:
            return self._form(who)
        return self._way(who)

    def _json(self, content: Any) -> bytes:
        """Mostly as it is, else broken: at some place, or in its bytes."""
        kind = self.random.random()
        if kind < 0.45:
            content = broken(content, self.drawn)
        body = json.dumps(content).encode()
        if kind > 0.98:
            at = self.random.randrange(len(body))
            return body[:at] + bytes([self.random.randrange(256)]) + body[at + self.random.randint(0, 2) :]
        return body

    def _acting(self, who: str) -> Sent:
        self._actions += 1
        envelope: dict[str, Any] = {"action": f"a{self._actions}", "command": self.command()}
        if self.chance(0.1):
            envelope["preview"] = True
        if self.chance(0.05):
            envelope["seen"] = self.id_of("event")
        kind = str(envelope["command"]["type"])
        return Sent("POST", f"{BASE}/tables/{self.table}/actions", "", self._json(envelope), kind, who)

    def _weighing(self, who: str) -> Sent:
        one = self.procedure()
        body = {"procedure": one.key, "character": self.somebody(), "given": self.given(one)}
        body["by"] = [self.pick(one.outcome_fields())] if self.chance(0.5) else []
        return Sent("POST", f"{BASE}/tables/{self.table}/odds", "", self._json(body), "odds", who)

    def _way(self, who: str) -> Sent:
        """A way of the API that needs no table, or another of the table's."""
        way = self.pick(WAYS)
        one = self.procedure()
        known = {"system": self.system.key, "procedure": one.key, "table": self.table, "source": "d100"}
        known |= {"event": self.id_of("event"), "seat": "x", "pack": "x", "character": self.somebody() or "x"}
        if ENDLESS.search(way.path):
            way = WAYS[0]
        drawn = {} if way.body is None else self.drawn.value(type_of(way.body), silent=0.5)
        if "given" in drawn:
            drawn["given"] = self.given(one)
        query = urlencode({name: self.pick(("1", "x", "-1", "\0", "9" * 30)) for name in way.query if self.chance(0.5)})
        return Sent(way.method, BASE + way.path.format(**known), query, self._json(drawn), "way", who)

    def _address(self, path: str) -> str:
        section = self.pick(self.system.presentation.sheet)[0] if self.system.presentation.sheet else "x"
        known = {
            "table": self.table if self.chance(0.97) else "t0",
            "system": self.system.key if self.chance(0.95) else "x",
            "rule": self.pick(self.system.reference),
            "character": self.somebody() or "x",
            "card": self.id_of("event"),
            "section": section,
            "wait": self.id_of("wait"),
            "ask": self.id_of("ask"),
            "pack": "x",
            "token": "x",
        }
        return path.format_map({name: quote(str(one), safe="") for name, one in known.items()})

    def _query(self) -> str:
        asked = {"c": self.somebody(), "a": self.procedure().key}
        for name in (
            "ask",
            "before",
            "q",
            "page",
            "lang",
            "systeme",
            "code",
            "venues",
            "target",
            "given.target",
            "kind",
        ):
            if self.chance(0.1):
                asked[name] = self.pick(("x", "1", "\0", "é" * 50, "²", self.id_of("event")))
        return urlencode({name: one for name, one in asked.items() if self.chance(0.7)})

    def _looking(self, who: str) -> Sent:
        path = self.pick([path for method, path, _ in PAGES if method == "GET" and not ENDLESS.search(path)])
        if self.chance(0.4):
            path = self.pick(("/t/{table}", "/t/{table}/main", "/t/{table}/combat", "/t/{table}/fiche/{character}"))
        return Sent("GET", self._address(path), self._query(), b"", "page", who)

    def _form(self, who: str) -> Sent:
        """A form of a page that was looked at, as it stood there or with other things in it."""
        path = self.pick([path for method, path, _ in PAGES if method == "POST" and path != "/importer"])
        if self.chance(0.5):
            path = self.pick(("/t/{table}/act", "/t/{table}/odds", "/t/{table}/des"))
        known = self._forms.get(who) or [("type", "do")]
        items = self.random.sample(known, min(len(known), self.random.randint(0, 12)))
        items += [("type", self.pick(("do", "ask", "edit", "settle", "round", "x", "say", "remark", "advance")))]
        items += [("procedure", self.procedure().key), ("character", self.somebody())]
        for name, one in self.given(self.procedure()).items():
            items.append((f"given.{name}", str(one)) if self.chance(0.5) else (f"json.{name}", json.dumps(one)))
        for _ in range(self.random.randint(0, 4)):
            name = self.pick(FORM_NAMES) if self.chance(0.7) else self.pick(known)[0]
            name += self.pick(("", "", "x", "target", ".0", "a.b.c"))
            items.append((name, str(self.drawn.odd())[:3000] if self.chance(0.6) else self.somebody()))
        body = urlencode([(name, text.encode("utf-8", "replace").decode()) for name, text in items]).encode()
        if self.chance(0.1):
            body = self.pick(
                (b"%", b"%ff=%fe", b"a=%u1234", b"=", b"&&&", body[: len(body) // 2], b"\xff\x00", body + b"%")
            )
        return Sent("POST", self._address(path), "", body, "form", who)

    # ---- answers ----

    def send(self, count: int) -> None:
        awaited_here(self._send_all(count))
        self.store.close()

    def answers(self, messages: list[Sent]) -> list[int]:
        """The statuses of some messages, each looked at."""

        async def ask_all() -> list[int]:
            result = []
            with heard(self.logged):
                for sent in messages:
                    status, body, kind = await self.ask(sent)
                    self._look_at(sent, status, body, kind)
                    result.append(status)
            return result

        return awaited_here(ask_all())

    async def _send_all(self, count: int) -> None:
        with heard(self.logged):
            for _ in range(count):
                sent = self.message()
                status, body, kind = await self.ask(sent)
                self.statuses[sent.kind, status] += 1
                self._look_at(sent, status, body, kind)
                if sent.method == "GET" and status == 200 and len(body) < 400_000:
                    self._keep_form(sent.who, body.decode("utf-8", "replace"))

    def _keep_form(self, who: str, page: str) -> None:
        result = []
        for tag in FIELD.findall(page):
            name, value = NAMED.search(tag), VALUED.search(tag)
            if name:
                result.append((name[1], value[1] if value else "1"))
        if result:
            self._forms[who] = result[:400]

    def _look_at(self, sent: Sent, status: int, body: bytes, kind: str) -> None:
        records, self.logged[:] = list(self.logged), []
        cause = ""
        if status >= 500 or records:
            cause = " ".join(_cause(one) for one in records) or f"{sent.path} {status}"
        elif status >= 400 and kind == "application/json":
            content = json.loads(body)
            message = str(content.get("error", content).get("message", ""))
            if not message or LEFT_OVER.search(message):
                cause = f"no sentence: {message}"
        elif status >= 400 and not body.strip():
            cause = f"no sentence: {sent.path}"
        if cause:
            trace = "".join("".join(traceback.format_exception(one.exc_info[1])) for one in records if one.exc_info)
            self.faults.append(Fault(cause, status, sent, trace))

    async def ask(self, sent: Sent) -> tuple[int, bytes, str]:
        """One message through the application, without a network."""
        link = self.links[sent.who]
        form = sent.kind == "form" or "/" in sent.kind
        headers = [(b"host", b"localhost"), (b"accept", b"text/html")]
        media = "application/x-www-form-urlencoded" if form else "application/json"
        if "/" in sent.kind:
            media = sent.kind
        elif form and self.chance(0.02):
            media = str(self.pick(("multipart/form-data", "multipart/form-data; boundary=x", "text/plain", "\xff")))
        headers.append((b"content-type", media.encode("latin-1")))
        if link:
            name = "house" if sent.who == "house" else f"seat_{self.table}"
            headers += [(b"authorization", f"Bearer {link}".encode()), (b"cookie", f"{name}={link}".encode())]
        if form and self.chance(0.5):
            headers.append((b"x-gardien", b"1"))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": sent.method,
            "scheme": "http",
            "path": unquote(sent.path),
            "raw_path": sent.path.encode(),
            "query_string": sent.query.encode(),
            "headers": headers,
            "server": ("localhost", 80),
            "client": ("127.0.0.1", 1),
        }
        pieces = [{"type": "http.request", "body": sent.body, "more_body": False}]
        answers: list[Any] = []

        async def receive() -> Any:
            return pieces.pop() if pieces else await asyncio.Event().wait()  # nobody hangs up

        async def send(message: Any) -> None:
            answers.append(message)

        signal.setitimer(signal.ITIMER_PROF, STUCK_SECONDS)
        try:
            await self.app(scope, receive, send)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        body = b"".join(one.get("body", b"") for one in answers[1:])
        kinds = dict(answers[0]["headers"])
        return answers[0]["status"], body, kinds.get(b"content-type", b"").decode().partition(";")[0]


def plain(kind: Any) -> Any:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _paths(value: Any, path: tuple[str, ...]) -> Iterator[str]:
    if path:
        yield "/".join(path)
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _paths(one, (*path, str(name)))


def _cause(record: logging.LogRecord) -> str:
    """An exception and the last line of ours that it came through."""
    if not record.exc_info or record.exc_info[1] is None:
        return record.getMessage()
    fault = record.exc_info[1]
    ours = [one for one in traceback.extract_tb(fault.__traceback__) if "/gardien/" in one.filename]
    place = f"{ours[-1].filename.partition('/gardien/')[2]}:{ours[-1].lineno}" if ours else "?"
    return f"{type(fault).__name__} {place} {str(fault)[:80]}"


def _stuck(*_: object) -> None:
    raise TimeoutError(f"no end after {STUCK_SECONDS} s")


class heard:
    """What the house writes into its own log meanwhile; a message without an end is written there too."""

    def __init__(self, records: list[logging.LogRecord]) -> None:
        self._handler = logging.Handler(logging.ERROR)
        self._handler.emit = records.append  # type: ignore[method-assign]

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGPROF, _stuck)
        logging.getLogger("gardien").addHandler(self._handler)
        logging.getLogger("gardien").propagate = False

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGPROF, self._before)
        logging.getLogger("gardien").removeHandler(self._handler)
        logging.getLogger("gardien").propagate = True
