"""One public story at two tables, one of them full of secrets, and everything that others get of either.

plain, secretive = World(running, fate, system), World(running, fate, system, secretive=True)
for label, _ in zip(plain.story(), secretive.story()):
    plain.taken() == secretive.taken()                 # what came to those who must not know, since the last look

Nothing is left to chance that can be told beforehand: dice, ids and the hour of a step are the same at both tables,
however much happens in between (`Fate`). What remains is normalised, and each has its reason (`Sameness`).
"""

import hashlib
import re
import time
from collections.abc import Iterator
from itertools import count, product
from random import Random
from typing import Any, NamedTuple, get_args

import httpx2
import msgspec
from msgspec import inspect

from gardien.core.chance import call
from gardien.core.interpreters.play import play
from gardien.core.marks import People, Person
from gardien.core.system import System
from gardien.table.marks import field_types
from gardien.table.tables import Tables
from gardien.web.app import WAYS
from gardien.web.pages.entry import cookie_name
from gardien.web.pages.prepare.bestiary import beings
from gardien.web.pages.site import PAGES
from table.usual_tests import TESTS
from web.client import Caller, Running

FORM = "La forme dans la brume"  # what everybody calls the one whose true name is a secret at one of the tables
TRUE_NAME = "Celui qui dort"
NOBODY = "c0000000000"
MINUTE = 60_000
PAGE, TABLE = "/t/{table}", "/tables/{table}"  # what addresses of pages and of the API begin with
ALONE = ("/live", "/act", "/creer")  # a line is heard, an act is taken, and who is being made is of chance and nobody’s
LINES = (("player", ""), ("player", "table"), ("spectator", ""), ("screen", "fight"))  # whose, and of which page
FOES, THUGS = ("creature", "npc"), ("npc", "adversary", "creature")  # tables of beings, wherever a game has them


class Fate(Random):
    """What a table takes from the world: the same from the beginning of a step on, whatever came before it."""

    def begin(self, step: str, at: int) -> None:
        self.seed(step)
        self.step, self.now, self._ids = step, at * MINUTE, count()

    def new_id(self, kind: str) -> str:
        return kind + hashlib.sha256(f"{self.step} {kind} {next(self._ids)}".encode()).hexdigest()[:10]

    def rules(self, tables: Tables, patch: Any) -> None:
        """Take the place of chance at the tables of a house."""
        patch.setattr(tables, "_generator", self)
        patch.setattr(tables, "_clock", lambda: self.now)
        patch.setattr("gardien.table.tables.new_id", self.new_id)


class Sameness:
    """What somebody got, without what is random for good reason; the same word stays the same word."""

    VERSION = re.compile(
        r"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])"
    )  # veiled by a key of the table, so that nobody can count
    ACTION = re.compile(r"\b[bfm][0-9a-f]{10}\b")  # of a form, so that what is sent twice is done once

    def __init__(self, table: str) -> None:
        self._table = table  # two tables have two ids
        self._versions: dict[str, str] = {}

    def __call__(self, sent: bytes) -> str:
        text = self.ACTION.sub("ACTION", sent.decode("latin-1").replace(self._table, "TABLE"))
        return self.VERSION.sub(lambda word: self._versions.setdefault(word[0], f"v{len(self._versions)}"), text)


class Got(NamedTuple):
    """Some bytes that somebody got, and how."""

    whose: str
    what: str
    text: str


class World:
    """A table with two players, a spectator and a shared screen, and what the first and those who watch get of it."""

    def __init__(self, running: Running, fate: Fate, system: System, *, secretive: bool = False) -> None:
        self.running, self.fate, self.system, self.secretive = running, fate, system, secretive
        self._steps = count(1)
        self._secrets = self._all_secrets() if secretive else iter(())
        self.hidden: list[str] = []
        self._taken: list[Got] = []
        self.browser = httpx2.Client(base_url=running.url, timeout=20, verify=False)
        self._begin()
        opening = {"system": system.key, "title": "Soirée", "action": f"{system.key} {secretive}"}
        opened = running.owner.post("/tables", opening).json()
        self.table = opened["table"]
        self.keeper = running.caller(opened["link"]).at(self.table)
        self.ann, self.bob = self._seated("player", "Ann"), self._seated("player", "Bob")
        watching = {"spectator": self._seated("spectator", "Wim"), "screen": self._seated("screen", "Mur")}
        self.others: dict[str, Caller] = {"player": self.ann, **watching}
        self.same = {whose: Sameness(self.table) for whose in self.others}
        self.lines = {
            (whose, page): self.others[whose].listen(page=f"/t/{self.table}/live?page={page}" if page else "")
            for whose, page in LINES
        }

    def _seated(self, role: str, name: str) -> Caller:
        self._begin()
        acted = self.keeper.done("seat", role=role, name=name)
        caller = self.running.caller(acted["link"]).at(self.table)
        caller.seat = acted["card"]["words"]["seat"]
        return caller

    def close(self) -> None:
        for line in self.lines.values():
            line.close()

    # ---- what happens ----

    def _begin(self) -> None:
        step = next(self._steps)
        self.fate.begin(f"{self.system.key} {step}", step)

    def public(self, who: Caller, type: str, **said: Any) -> Any:
        """A step of the story, after one that nobody else may notice; the answer, done or refused."""
        next(self._secrets, None)
        self._begin()
        answer = who.act(type, **{"action": f"{self.fate.step}", **said})
        assert answer.status_code < 500, answer.text
        if who is self.ann:
            self._take("player", f"answer to {type} {said}", answer.content)
        return answer.json()

    def secretly(self, type: str, who: Caller | None = None, **said: Any) -> Any:
        """What only the game master and perhaps Bob know of; it takes no step of the story."""
        kept = self.fate.step, self.fate.now
        self.fate.begin(f"{self.table} {next(_secret_steps)}", 0)
        answer = (who or self.keeper).act(type, **said).json()
        assert type in ("do", "pursue") or "error" not in answer, (
            type,
            said,
            answer,
        )  # of all the acts there are, some cannot be done
        self.fate.begin(kept[0], kept[1] // MINUTE)
        return answer

    def story(self) -> Iterator[str]:
        """Each part by its name, once it is over."""
        self.mine, self.hers = self._came(seat=self.ann.seat, draw={}), self._came(seat=self.bob.seat, draw={})
        sheet = {**self._sheet(FOES), "name": TRUE_NAME if self.secretive else FORM}
        self.foe = self._came(sheet=sheet, **({"alias": FORM} if self.secretive else {}))
        self.public(self.keeper, "scene", title="Le quai", text="La brume se lève.")
        self.public(self.ann, "say", text="Qui va là ?")
        yield "people come"
        for procedure in self._acts():
            self.public(self.ann, "do", procedure=procedure, character=self.mine, given=self._needed(procedure))
        yield "acts at nobody"
        self.public(self.keeper, "advance", minutes=90)
        for _ in range(2):
            self.public(self.keeper, "add", sheet=self._sheet(THUGS), count=2)
        yield "more of them come"
        if self.system.table_rules.fighting:
            yield from self._fight()
        for at, procedure in enumerate(self._acts()):
            for actor, target in ((self.mine, self.foe), (self.foe, self.mine))[: 1 + at % 2]:
                given = {**self._needed(procedure), **self._aimed(procedure, target)}
                self.public(self.keeper, "do", procedure=procedure, character=actor, given=given)
                self._go_on()
        yield "acts at each other"
        self._asked_and_answered()
        yield "asked for a roll"
        if self.system.table_rules.chases:
            self._chase()
            yield "a chase"
        self.public(self.ann, "ask", procedure=self._acts()[0], characters=[self.mine], text="je propose")
        self.public(self.keeper, "note", title="Une lettre", text="Venez seul.", shown=True)
        self.public(self.keeper, "settings", players_edit=False, players_write=["gauges"])
        yield "proposed, shown and settled"
        before = self.keeper.get().json()["version"]
        self.public(self.ann, "say", text="Rien du tout.")
        self.public(self.keeper, "undo", to=before)
        yield "taken back"
        yield from self._asked_unsaid()

    def _came(self, **said: Any) -> str:
        answer = self.public(self.keeper, "add", **said)
        assert "card" in answer, answer
        return str(answer["card"]["words"]["character"])

    def _sheet(self, kinds: tuple[str, ...]) -> Any:
        """Somebody of the pack, of the first of these kinds that the game has; else somebody drawn."""
        listed = {one.id.partition("/")[0]: one.id for _, group in beings(self.system, "fr") for one in reversed(group)}
        being = next((listed[kind] for kind in (*kinds, *listed) if kind in listed), None)
        if being is None:
            return msgspec.to_builtins(
                play(call(self.system.creation, self._choices, self.system.options()), Random(1)).outcome
            )
        table, _, key = being.partition("/")
        return msgspec.to_builtins(self.system.table_rules.beings[table](key, "fr"))

    def _needed(self, procedure: str) -> dict[str, Any]:
        """The first word for everything that a procedure must be told, but for people."""
        kind = inspect.type_info(self.system.procedure(procedure).given)
        assert isinstance(kind, inspect.StructType)
        people = (self.system.table_rules.actors.get(procedure), *self._aimed(procedure, NOBODY))
        needed = {one.encode_name: first_word(one.type) for one in kind.fields if one.required}
        return {name: word for name, word in needed.items() if word is not None and name not in people}

    def _acts(self) -> tuple[str, ...]:
        """What is aimed at somebody, or else whatever the game has."""
        return tuple(self.system.table_rules.targeting) or self.system.presentation.acts

    def _aimed(self, procedure: str, target: str) -> dict[str, Any]:
        """Somebody where an act wants them: alone, or in a list; nobody where it is aimed at none."""
        against = self.system.table_rules.targeting.get(procedure)
        if against is None:
            return {}
        kind = inspect.type_info(self.system.procedure(procedure).given)
        assert isinstance(kind, inspect.StructType)
        wanted = [plain(one.type) for one in kind.fields if one.encode_name == against.target]
        several = any(isinstance(one, inspect.VarTupleType) for one in wanted)
        return {against.target: [{"character": target}] if several else {"character": target}}

    def _go_on(self) -> None:
        """Whatever waits for a decision goes on without."""
        for wait in self.ann.get().json()["waits"]:
            self.public(self.keeper, "decide", wait=wait)

    def _fight(self) -> Iterator[str]:
        fighters = [
            {"character": id, "side": side} for id, side in ((self.mine, "a"), (self.hers, "a"), (self.foe, "b"))
        ]
        self.public(self.keeper, "fight", fighters=fighters)
        if self.secretive:
            self.secretly("fight", fighters=[{"character": id, "side": "b"} for id in self.hidden])
        yield "a fight begins"
        fighting = self.system.table_rules.fighting
        assert fighting is not None
        if fighting.start:
            people = [{"character": id} for id in (self.mine, self.hers, self.foe)]
            self.public(self.keeper, "do", procedure=fighting.start.procedure, given={fighting.start.people: people})
        for turn in range(7):
            if turn == 5 or not fighting.round:
                self._let_the_hidden_act()
                yield f"turn {turn}"
                for procedure in fighting.turns[:2]:
                    self.public(self.ann, "do", procedure=procedure, character=self.mine, given=self._needed(procedure))
                self._turn()
            else:
                self.public(self.ann, "declare", character=self.mine, given={})
                self.public(self.keeper, "declare", character=self.foe, given={})
                self.public(self.keeper, "round")
        if self.secretive:
            self.secretly("leave", character=self.hidden[0])
        yield "turns"
        self.public(self.keeper, "end_fight")
        yield "the fight ends"

    def _turn(self) -> None:
        """On to the next whom everybody sees; whoever only lies there is passed over, perhaps to somebody hidden."""
        self.public(self.keeper, "turn")
        while self.secretive and self._acting() in self.hidden:
            self.fate.begin(self.fate.step, self.fate.now // MINUTE)
            self.keeper.done("turn")

    def _acting(self) -> str:
        fight = self.keeper.get().json()["fight"]
        return str(fight["order"][fight["turn"]])

    def _let_the_hidden_act(self) -> None:
        """Where somebody hidden is next the turn is passed to them, and nobody is to notice."""
        while self.secretive:
            fight = self.keeper.get().json()["fight"]
            after = fight["order"][fight["turn"] + 1 : fight["turn"] + 2]
            if not (set(after) & set(self.hidden)):
                return
            self.secretly("turn")

    def _chase(self) -> None:
        """One in which somebody hidden runs along, after one that nobody saw."""
        if self.secretive:
            self.secretly("chase", fleeing=[self.hidden[1]], pursuing=[self.hidden[0]])
            self.secretly("pursue")
            self.secretly("end_chase")
        unseen = [self.hidden[0]] if self.secretive else []
        self.public(self.keeper, "chase", fleeing=[self.mine], pursuing=[*unseen, self.foe])
        self.public(self.ann, "pursue")
        self._go_on()
        self.public(self.keeper, "chase", obstacle="une grille")
        self.public(self.keeper, "pursue")
        self._go_on()

    def _asked_and_answered(self) -> None:
        for procedure in [key for key, one in self.system.table_rules.targeting.items() if one.optional]:
            given = {**self._needed(procedure), **self._aimed(procedure, self.foe)}
            asked = self.public(self.keeper, "ask", procedure=procedure, characters=[self.mine], given=given)
            if "card" in asked:
                ask = asked["card"]["words"]["ask"]
                self.public(self.ann, "do", procedure=procedure, character=self.mine, ask=ask)
                self._go_on()

    def _asked_unsaid(self) -> Iterator[str]:
        """A test whose difficulty nobody is told, another at each table; it comes to the same. Of a newcomer: the
        story has been the death of others."""
        test, newcomer = TESTS[self.system.key], self._came(seat=self.ann.seat, draw={})
        given = {**test.given, test.difficulty: test.values[self.secretive]}
        said = {"procedure": test.procedure, "characters": [newcomer], "given": given, "hidden": [test.difficulty]}
        ask = self.public(self.keeper, "ask", **said)["card"]["words"]["ask"]
        yield "asked without being told how hard"
        said = {"procedure": test.procedure, "character": newcomer, "ask": ask, "dice": [test.face]}
        assert "card" in self.public(self.ann, "do", **said)
        yield "answered all the same"

    # ---- what others must not know ----

    def _all_secrets(self) -> Iterator[None]:
        """One secret after another, over and over."""
        yield
        yield
        self.hidden = self._hide(sheet=self._sheet(THUGS), count=3)
        yield
        self.hidden += self._hide(draw={}, seat=self.bob.seat)
        yield
        for at in count():
            self._secret(at)
            yield

    def _hide(self, **said: Any) -> list[str]:
        words = self.secretly("add", hidden=True, **said)["card"]["words"]
        return list(words.get("all") or [words["character"]])

    def _secret(self, at: int) -> None:
        one = self.hidden[at % len(self.hidden)]
        match at % 9:
            case 0:
                self.secretly("note", title="n", text="le nom")
            case 1:
                self.secretly("plan", time=10 + at, text="il revient")
            case 2:
                self.secretly("say", text="à moi seul", audience="keeper")
            case 3:
                self.secretly("remark", character=self.mine, secret="condamnée", marks=self._hold_by(one))
            case 4:
                acts = self.system.presentation.acts
                procedure = acts[at % len(acts)]
                given = self._needed(procedure)
                self.secretly("do", procedure=procedure, character=one, given=given, audience="keeper")
                public = self.ann.get().json()["waits"]
                for wait in self.keeper.get().json()["waits"]:
                    if wait not in public:
                        self.secretly("decide", wait=wait)
            case 5:
                self.secretly("say", who=self.bob, text="en secret", audience="keeper")
            case 6:
                seen = [self.bob.seat] if at % 2 == 0 else []
                self.secretly("show", character=one, hidden=True, alias=f"Ombre {at}", seen_by=seen)
            case 7:
                self.secretly("remark", character=self.foe, secret="endormi", marks={"rêve": True})
            case 8:
                self.secretly("note", title="n", text="repris")
                self.secretly("undo")

    def _hold_by(self, id: str) -> dict[str, Any]:
        """Every mark that can speak of people speaks of somebody hidden as well."""
        lying, types = (
            self.keeper.get().json()["characters"][self.mine]["marks"],
            field_types(self.system.table_rules.marks),
        )
        held = {name: [*(lying.get(name) or []), id] for name, one in types.items() if People in (one, *get_args(one))}
        return held | {name: id for name, one in types.items() if one == Person and not lying.get(name)}

    # ---- what others get ----

    def _take(self, whose: str, what: str, sent: bytes) -> None:
        self._taken.append(Got(whose, what, self.same[whose](sent)))

    def look(self) -> None:
        """The table as it stands for everybody, and the fight."""
        for whose in ("player", "spectator"):
            for path in ("", "/log"):
                self._take(whose, path, self.others[whose].get(path).content)
        self._take("player", "/combat", self._page(self.ann, "GET", "/combat"))

    def look_closely(self, *whose_all: str) -> None:
        """Every page, file and way of the API there is, about whatever there is to ask about; and every empty form."""
        for whose in whose_all or self.others:
            caller = self.others[whose]
            known = self._known(caller)
            for method, path, _ in PAGES:
                if path.startswith(PAGE) and not path.endswith(ALONE):
                    for address in _filled_in(path.removeprefix(PAGE), known):
                        self._begin()
                        data = {"procedure": self._acts()[0], "character": self.mine} if method == "POST" else None
                        self._take(whose, f"{method} {path}", self._page(caller, method, address, data=data))
            for way in WAYS:
                if way.method == "GET" and way.path.startswith(TABLE) and not way.path.endswith("/live"):
                    for address in _filled_in(way.path.removeprefix(TABLE), known):
                        self._take(whose, f"GET {way.path}", caller.get(address).content)
            before = f"before={known['card'][0]}"
            for at, query in enumerate(("kind=rolls", "kind=talk", "kind=house", "kind=recap", f"q={FORM}", before)):
                self._take(whose, f"journal {at}", self._page(caller, "GET", f"/journal?{query}"))

    def _known(self, caller: Caller) -> dict[str, list[str]]:
        """What an address may be about, as far as somebody knows of it; and what there is not."""
        view, cards = caller.get().json(), [one["id"] for one in caller.log()]
        sections = [key for key, *_ in self.system.presentation.sheet]
        return {
            "character": [self.mine, self.foe],
            "card": [*cards[:5], cards[-1]],
            "event": cards[:2],
            "section": [*sections[:2], "marks", "note", "history"],
            "wait": [*view["waits"], "w0"],
            "ask": [*view["asks"], "a0"],
            "pack": ["x"],
        }

    def try_everything(self) -> None:
        """Odds and forms of every act, at nobody and at somebody; and what is refused."""
        ann = self.ann
        for procedure in self._acts():
            needed = self._needed(procedure)
            for given in (needed, {**needed, **self._aimed(procedure, self.foe)}):
                asked = {"procedure": procedure, "character": self.mine, "given": given}
                self._take("player", f"odds {asked}", ann.post("/odds", asked).content)
            form = {"procedure": procedure, "character": self.mine}
            self._take("player", f"odds of the form {form}", self._page(ann, "POST", "/odds", data=form))
        for procedure in self._acts()[:6]:
            self._take("player", procedure, self._page(ann, "GET", f"/main?c={self.mine}&a={procedure}"))
        absent = self._refusals(NOBODY)
        self._take("player", "refusals", absent)
        for id in self.hidden[:1]:
            assert self._refusals(id) == absent, "hidden and absent are the same"

    def _refusals(self, id: str) -> bytes:
        """What Ann is told who tries everything on somebody."""
        answers = (self.ann.act(**said, action="probe").content for said in probes(id, self.mine, self.system))
        return b"\n".join(answers).replace(id.encode(), NOBODY.encode())

    def _page(self, caller: Caller, method: str, path: str, **how: Any) -> bytes:
        cookies = {"Cookie": f"{cookie_name(self.table)}={caller.link}; lang=fr"}
        answer = self.browser.request(method, f"/t/{self.table}{path}", headers=cookies, **how)
        assert answer.status_code < 500, (path, answer.text)
        return b"%d " % answer.status_code + answer.content

    def hear(self) -> None:
        """All that the live streams have told."""
        for (whose, page), line in self.lines.items():
            last = self.others[whose].get().json()["version"]
            line.seen(last)
            self._take(whose, f"live {page}", _events(line.raw))

    def resume(self) -> float:
        """The same again from the first moment on, as after a break; the seconds it takes."""
        begun = time.perf_counter()
        for whose in ("player", "spectator"):
            caller = self.others[whose]
            with caller.listen(self.lines[whose, ""].heard[0].id) as line:
                line.seen(caller.get().json()["version"])
                self._take(whose, "resumed", _events(line.raw))
        return time.perf_counter() - begun

    def taken(self) -> list[Got]:
        """What came since the last look."""
        taken, self._taken = self._taken, []
        return taken


def _events(raw: bytes) -> bytes:
    """What a line has told, without what only keeps it open."""
    return b"".join(one for one in raw.split(b"\n\n") if b"event: " in one)


def _filled_in(path: str, known: dict[str, list[str]]) -> Iterator[str]:
    """An address for everything that it may be about."""
    names = re.findall(r"{(\w+)}", path)
    for values in product(*(known[name] for name in names)):
        yield path.format(**dict(zip(names, values, strict=True)))


def probes(id: str, mine: str, system: System) -> Iterator[dict[str, Any]]:
    """What a player may try on somebody who is not there."""
    yield {"type": "edit", "character": id, "fields": {"name": "x"}}
    yield {"type": "remark", "character": id, "note": "x"}
    yield {"type": "settle", "due": id}
    yield {"type": "say", "text": "x", "audience": [id]}
    yield {"type": "declare", "character": id}
    yield {"type": "decide", "wait": id}
    for procedure, against in system.table_rules.targeting.items():
        given = {against.target: {"character": id}}
        yield {"type": "do", "procedure": procedure, "character": mine, "given": given}


def plain(kind: inspect.Type) -> inspect.Type:
    """A type without the notes beside it."""
    return plain(kind.type) if isinstance(kind, inspect.Metadata) else kind


def first_word(kind: inspect.Type) -> Any:
    """A value that an input may have: the first of its words, a small number."""
    examples = (kind.extra_json_schema or {}).get("examples") if isinstance(kind, inspect.Metadata) else None
    match plain(kind):
        case _ if examples:
            return examples[0]
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.IntType():
            return 1
    return None


_secret_steps = count()
