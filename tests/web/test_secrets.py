"""Secrets over the wire: every secret is filled with a marker of its own, and no byte sent to others holds one."""

import json
from collections.abc import Callable, Iterator
from itertools import count, product
from typing import Any

import httpx2
import pytest

from gardien.table.commands import COMMANDS, name_of
from gardien.web.app import WAYS
from gardien.web.pages.entry import cookie_name
from gardien.web.pages.site import PAGES
from web.client import Caller, Evening, Listening, envelope, refusal

DAY = 24 * 60


class Secretive:
    """An evening full of secrets; `of` says for whom each marker is not: everybody, unless somebody is let in."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.markers: dict[str, str] = {}  # marker -> what it is
        self.known: dict[str, set[str]] = {}  # seat -> markers that are theirs to know
        self._numbers = count(100)
        self.lines: dict[str, Listening] = {seat: one.listen() for seat, one in self.callers.items()}
        self.first = {seat: line.until("hello").heard[0].id for seat, line in self.lines.items()}

    @property
    def callers(self) -> dict[str, Caller]:
        return {one.seat: one for one in self.evening.others.values()}

    def secret(self, what: str, *known_by: Caller) -> str:
        marker = f"zq{next(self._numbers)}qz"
        self.keep(marker, what, *known_by)
        return marker

    def keep(self, marker: str, what: str, *known_by: Caller) -> str:
        """Something that is secret as it is: an id, a link."""
        self.markers[marker] = what
        for one in known_by:
            self.known.setdefault(one.seat, set()).add(marker)
        return marker

    def play(self) -> None:
        evening, keeper, ann, bob = self.evening, self.evening.keeper, self.evening.ann, self.evening.bob
        leo, mia, thug, ghoul = evening.leo, evening.mia, evening.thug, evening.ghoul
        self.hide(ghoul)
        self.disguise(thug)
        keeper.done("remark", character=leo, secret=self.secret("the game master's remark on a player's character"))
        bob.done("remark", character=mia, note=self.secret("a player's own note", bob))
        note = keeper.made("note", "note", title=self.secret("title of a note"), text=self.secret("text of a note"))
        self.keep(note, "id of a note")
        hour = {"time": 30, "place": self.secret("place of a plan")}
        plan = keeper.made("plan", "plan", text=self.secret("text of a plan"), **hour)
        self.keep(plan, "id of a plan")
        keeper.done("say", text=self.secret("said to nobody"), audience="keeper")
        keeper.done("say", text=self.secret("said to one", bob), audience=[bob.seat])
        bob.done("say", text=self.secret("said to the game master", bob), audience="keeper")
        self.roll(keeper, leo, self.secret("inputs of a secret roll"), audience="keeper")
        self.roll(keeper, self.cultist, self.secret("inputs of somebody hidden"), audience="keeper")
        self.roll(bob, mia, self.secret("inputs of a player's secret roll", bob), audience="keeper")
        keeper.done("settings", announce=True)
        self.roll(keeper, leo, self.secret("inputs of an announced roll"), audience="keeper")
        keeper.done("settings", announce=False)
        preset = {"gauge": "trauma", "event": self.secret("what is preset in a request", bob)}
        keeper.done("ask", procedure="gauge_check", characters=[mia], given=preset, text="Alors ?")
        self.roll(keeper, thug, self.secret("inputs of somebody half known"))
        self.roll(keeper, thug, self.secret("inputs of a roll revealed since"), audience="keeper")
        keeper.done("reveal", event=keeper.get().json()["version"])
        self.fight()
        reason = self.secret("why a hidden value was changed")
        keeper.done("override", path=f"characters/{ghoul}/sheet/boxes", value=5, reason=reason)
        reason = self.secret("why an unseen value was changed")
        keeper.done("override", path=f"characters/{thug}/sheet/trauma", value=2, reason=reason)
        self.knocked()
        keeper.done("advance", minutes=8 * DAY)
        self.take_back()
        self.house()
        keeper.done("say", text="Bonne nuit")
        ann.done("say", text="Bonne nuit")

    def hide(self, ghoul: str) -> None:
        keeper = self.evening.keeper
        self.keep(ghoul, "id of somebody hidden")
        for field in ("name", "special"):
            path = f"characters/{ghoul}/sheet/{field}"
            keeper.done("override", path=path, value=self.secret(f"{field} of somebody hidden"), reason="r")
        keeper.done("show", character=ghoul, alias=self.secret("alias of somebody hidden"))
        marks = {self.secret("name of a mark"): self.secret("a mark of somebody hidden")}
        secret = self.secret("remark on somebody hidden")
        keeper.done("remark", character=ghoul, note=self.secret("note on somebody hidden"), secret=secret, marks=marks)
        sheet = {"system": "yacdha", "kind": "npc", "name": self.secret("name of a cultist")}
        self.cultist = keeper.made("character", "add", sheet=sheet, hidden=True)
        self.keep(self.cultist, "id of a cultist")
        other = keeper.made("character", "add", sheet=sheet, hidden=True)
        self.keep(other, "id of another hidden")
        keeper.done("remove", character=other)

    def disguise(self, thug: str) -> None:
        """Known by another name; the rest of the sheet is not shown."""
        keeper = self.evening.keeper
        keeper.done("show", character=thug, alias="L’homme au chapeau")
        for field in ("name", "description"):
            path = f"characters/{thug}/sheet/{field}"
            keeper.done("override", path=path, value=self.secret(f"{field} that is not shown"), reason="r")
        weapons = [{"name": self.secret("weapon that is not shown"), "trauma_max": 2, "mode": "contact"}]
        keeper.done("edit", character=thug, fields={"weapons": weapons})
        keeper.done("remark", character=thug, marks={self.secret("mark not shown"): self.secret("its value")})
        keeper.done("remark", character=thug, note=self.secret("note on somebody half known"))

    def roll(self, caller: Caller, id: str, event: str, **said: Any) -> None:
        given = {"gauge": "trauma", "event": event}
        caller.done("do", procedure="gauge_check", character=id, given={**given, "value": 3}, dice=[1], **said)

    def fight(self) -> None:
        evening, keeper, bob = self.evening, self.evening.keeper, self.evening.bob
        everybody = (evening.ghoul, evening.leo, evening.mia, evening.thug)
        sides = {evening.ghoul: self.secret("side of somebody hidden"), evening.thug: "eux"}
        keeper.done("fight", fighters=[{"character": id, "side": sides.get(id, "nous")} for id in everybody])
        for id, target in ((evening.thug, evening.leo), (evening.ghoul, evening.mia)):
            tags = [self.secret("what somebody unseen declares")]
            keeper.done("declare", character=id, given={"action": "attack", "target": target, "tags": tags})
        evening.ann.done("declare", character=evening.leo, given={"action": "dodge"})
        keeper.done("round")
        keeper.done("turn")
        keeper.done("turn")
        tags = [self.secret("what a player declares", bob)]
        bob.done("declare", character=evening.mia, given={"action": "attack", "target": evening.leo, "tags": tags})
        for id in (evening.thug, evening.ghoul):
            keeper.done("declare", character=id, given={"action": "dodge", "tags": [self.secret("declared next")]})

    def knocked(self) -> None:
        keeper = self.evening.keeper
        keeper.done("door")
        code = self.keep(keeper.get().json()["door"]["code"], "the short code")
        link = self.stranger.post("//join", {"code": code, "name": self.secret("who knocks")}).json()["link"]
        self.keep(link, "link of who knocks")

    def take_back(self) -> None:
        """Back and forth over what is secret and what is not."""
        keeper = self.evening.keeper
        keeper.done("note", title="n", text=self.secret("a note taken back"))
        keeper.done("undo")
        keeper.done("redo")
        before = keeper.get().json()["version"]
        keeper.done("say", text="en public")
        keeper.done("scene", title="Ailleurs", text="plus tard")
        self.roll(keeper, self.evening.leo, self.secret("a secret roll taken back"), audience="keeper")
        keeper.done("undo", to=before)
        keeper.done("redo")
        keeper.done("undo", to=before)
        spare = self.evening.seated("player", "Réserve")
        self.keep(spare.link, "a link that is revoked")
        keeper.send("DELETE", f"/seats/{spare.seat}/links")
        keeper.done("unseat", seat=spare.seat)

    def house(self) -> None:
        """What holds the house together."""
        evening = self.evening
        state = evening.running.house.tables.table(evening.table).state
        self.keep(state.house["key"], "key of the table")
        self.keep(evening.running.link, "link of the house")
        for one in (evening.keeper, *self.callers.values()):
            self.keep(one.link, "a link")
        for link in evening.running.store.links(evening.table):
            self.keep(link.hash.hex(), "hash of a link")
        other = evening.running.owner.post("/tables", {"system": "yacdha", "title": self.secret("another table")})
        self.keep(other.json()["table"], "id of another table")
        self.keep(other.json()["link"], "link of another table")
        for card in evening.keeper.log():
            if card.get("nonce"):
                self.keep(card["nonce"], "what keeps a seal closed")

    @property
    def stranger(self) -> Caller:
        return self.evening.running.caller().at(self.evening.table)

    def found(self, seat: str, sent: bytes, asked: str = "") -> list[str]:
        """The secrets in some bytes; what the caller said first is theirs to hear again."""
        text = sent.decode()
        own = self.known.get(seat, set())
        return [what for marker, what in self.markers.items() if marker in text and marker not in own | {asked}]


@pytest.fixture(scope="module")
def secretive(shared) -> Iterator[Secretive]:
    secretive = Secretive(shared)
    secretive.play()
    yield secretive
    for line in secretive.lines.values():
        line.close()


def every_get(caller: Caller, table: str, event: str) -> Iterator[tuple[str, bytes]]:
    """Every way that only looks, in both languages."""
    for way in WAYS:
        if way.method == "GET" and way.answers == "application/json":
            path = "/" + way.path.format(system="yacdha", table=table, event=event, pack="x")
            for language in ("fr", "en"):
                answer = caller.send("GET", path, params={"lang": language})
                yield path, answer.content + str(answer.headers).encode()


def every_probe(secretive: Secretive) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command about every hidden thing: the words of refusals are bytes as well."""
    evening = secretive.evening
    hidden = [marker for marker, what in secretive.markers.items() if what.startswith("id of ")]
    for id in [*hidden, evening.thug, evening.mia, evening.leo]:
        who = {"character": id}
        target = {"action": "attack", "target": id}
        for said in (
            {"type": "do", "procedure": "gauge_check", **who, "given": {"gauge": "trauma"}, "dice": [1]},
            {"type": "do", "procedure": "gauge_check", "character": evening.leo, "given": who},
            {"type": "do", "procedure": "compete", "character": evening.leo, "given": {"sides": [who, who]}},
            {
                "type": "do",
                "procedure": "chase",
                "character": evening.leo,
                "given": {"pursued": who, "pursuers": [who]},
            },
            {"type": "do", "procedure": "combat_round", "character": evening.leo, "given": {"combatants": [who]}},
            {"type": "do", "procedure": "cooperate", "character": evening.leo, "given": {"members": [who, {"x": 1}]}},
            {"type": "edit", **who, "fields": {"trauma": 99, "name": 3, "weapons": "x"}},
            {"type": "remark", **who, "note": "x"},
            {"type": "declare", "character": evening.leo, "given": target},
            {"type": "declare", **who, "given": target},
            {"type": "settle", "due": id},
            {"type": "say", "text": "x", "audience": [id]},
        ):
            yield id, said
    for command in COMMANDS:
        yield "", {"type": name_of(command)}


def test_the_game_master_sees_every_marker_so_that_the_search_means_something(secretive):
    keeper = secretive.evening.keeper
    pages = [keeper.get().text, *(str(card) for card in keeper.log())]
    pages += [keeper.get("", params={"at": card["id"]}).text for card in keeper.log()]
    text = "".join(pages)
    unseen = {what for marker, what in secretive.markers.items() if marker not in text}
    assert {what for what in unseen if not what.startswith(("a link", "link", "hash", "key", "id of another"))} <= {
        "another table"
    }


@pytest.mark.parametrize("role", ["player", "other player", "spectator", "screen"])
class TestWhatIsSent:
    """To each of the others, all bytes."""

    def test_by_looking(self, secretive, role):
        caller = secretive.evening.others[role]
        event = caller.log()[0]["id"]
        for path, sent in every_get(caller, secretive.evening.table, event):
            assert secretive.found(caller.seat, sent) == [], path

    def test_at_every_moment_of_the_past(self, secretive, role):
        caller = secretive.evening.others[role]
        cards = caller.log()
        assert len(cards) > 20
        for card in cards:
            for path in ("", "/log", f"/seals/{card['id']}"):
                answer = caller.get(path, params={"at": card["id"], "before": card["id"]})
                assert secretive.found(caller.seat, answer.content) == [], (path, card)

    def test_by_listening_from_the_beginning(self, secretive, role):
        caller = secretive.evening.others[role]
        line = secretive.lines[caller.seat].seen(caller.log()[0]["id"])
        assert len(line.news) > 15
        assert secretive.found(caller.seat, line.raw) == []

    def test_by_listening_again_from_every_moment(self, secretive, role):
        caller = secretive.evening.others[role]
        steady = secretive.lines[caller.seat]
        last = caller.log()[0]["id"]
        steady.seen(last)
        for heard in steady.heard[:-1]:
            with caller.listen(heard.id, language="en") as line:
                line.seen(last)
                assert secretive.found(caller.seat, line.raw) == []
        with caller.listen(secretive.first[caller.seat]) as line:
            line.seen(last)
            assert line.heard == steady.heard[1:]

    def test_by_asking_for_odds(self, secretive, role):
        caller = secretive.evening.others[role]
        for id, said in every_probe(secretive):
            if said["type"] == "do" and "procedure" in said:
                asked = {name: said[name] for name in ("procedure", "character", "given")}
                answer = caller.post("/odds", asked)
                assert answer.status_code < 500
                assert secretive.found(caller.seat, answer.content, id) == [], said

    def test_by_being_refused(self, secretive, role):
        caller = secretive.evening.others[role]
        for id, said in every_probe(secretive):
            for further in ({"preview": True}, {"seen": secretive.first[caller.seat], "preview": True}):
                answer = caller.post("/actions", {**envelope("x"), "command": said, **further})
                assert answer.status_code < 500
                assert secretive.found(caller.seat, answer.content, id) == [], said

    def test_by_the_pages(self, secretive, role):
        evening = secretive.evening
        caller, table = evening.others[role], evening.table
        cookie = {"Cookie": f"{cookie_name(table)}={caller.link}"}
        browser = evening.running.caller()
        cards = [card["id"] for card in caller.log()]
        for method, path, page in PAGES:
            if method != "GET" or page.__name__ in ("live", "enter"):
                continue
            people = (evening.leo, evening.mia, evening.thug, evening.ghoul) if "{character}" in path else ("",)
            for card, person in product(cards if "{card}" in path else cards[:1], people):
                known = {"table": table, "card": card, "character": person, "section": "gauges", "system": "yacdha"}
                known |= {"wait": "w0", "ask": "a0", "pack": "p0"}
                address = evening.running.url + path.format_map({**known, "rule": "YAC-GEN-01"})
                for query in ({}, {"c": evening.leo}, {"c": evening.thug}, {"before": card}):
                    answer = browser.send("GET", address, headers=cookie, params=query)
                    assert answer.status_code < 500, (address, query)
                    assert secretive.found(caller.seat, answer.content, person) == [], (address, query)


def test_strangers_learn_nothing(secretive):
    stranger = secretive.stranger
    for path, sent in every_get(stranger, secretive.evening.table, "x"):
        assert secretive.found("", sent) == [], path
    for id, said in every_probe(secretive):
        answer = stranger.post("/actions", {**envelope("x"), "command": said})
        refusal(answer, 401, "table/no_link")
        assert secretive.found("", answer.content, id) == []
    code = next(marker for marker, what in secretive.markers.items() if what == "the short code")
    knocked = stranger.post("//join", {"code": code, "name": "Yan"})
    assert knocked.status_code == 202
    assert secretive.found("", knocked.content) == []
    assert secretive.found("", stranger.send("GET", "//openapi.json").content) == []
    waiting = secretive.evening.running.caller(knocked.json()["link"]).at(secretive.evening.table)
    assert secretive.found("", waiting.get().content) == []


def test_whoever_comes_later_learns_nothing_of_before(secretive):
    late = secretive.evening.seated("player", "Tard")
    for card in late.log():
        answer = late.get("", params={"at": card["id"]})
        assert secretive.found(late.seat, answer.content + str(card).encode()) == []


# ---- traces ----


def silently(evening: Evening) -> dict[str, Callable[[], Any]]:
    """Things nobody but the game master may notice."""
    keeper, ghoul, leo = evening.keeper, evening.ghoul, evening.leo
    cultist = keeper.made("character", "add", being="npc/street_thug", hidden=True)
    given = {"gauge": "trauma", "value": 3}
    return {
        "a note": lambda: keeper.done("note", title="n", text="x"),
        "a plan": lambda: keeper.done("plan", time=9, text="x"),
        "a word to oneself": lambda: keeper.done("say", text="x", audience="keeper"),
        "a secret roll": lambda: evening.check(keeper, leo, audience="keeper"),
        "a hidden roll": lambda: keeper.done(
            "do", procedure="gauge_check", character=cultist, given=given, dice=[6], audience="keeper"
        ),
        "a remark": lambda: keeper.done("remark", character=leo, secret="x"),
        "somebody hidden comes": lambda: keeper.done("add", being="creature/ghoul", hidden=True),
        "a hidden value": lambda: keeper.done("override", path=f"characters/{ghoul}/sheet/boxes", value=4, reason="r"),
        "a hidden alias": lambda: keeper.done("show", character=ghoul, alias="x"),
        "the door opens": lambda: keeper.done("door"),
        "an undo of it": lambda: keeper.done("undo"),
        "a redo of it": lambda: keeper.done("redo"),
        "links are made": lambda: keeper.post("/links", {"seat": evening.bob.seat}),
        "a fight of the hidden": lambda: keeper.done("fight", fighters=[{"character": ghoul}]),
        "their turn": lambda: keeper.done("turn"),
        "they declare": lambda: keeper.done("declare", character=ghoul, given={}),
        "a refusal": lambda: keeper.act("remove", character="c0"),
    }


def test_what_happens_in_secret_moves_nothing_that_others_see(evening):
    """Not a version, not a card, not a byte; and the stream stays silent."""

    def all_of(caller: Caller) -> list[bytes]:
        result = [caller.get(path).content for path in ("", "/log", "//seat")]
        with caller.listen() as line:
            result.append(line.raw)
        return result

    lines = {role: caller.listen().until("hello") for role, caller in evening.others.items()}
    before = {role: all_of(caller) for role, caller in evening.others.items()}
    versions = {role: caller.get().json()["version"] for role, caller in evening.others.items()}
    for what, happens in silently(evening).items():
        happens()
        for role, caller in evening.others.items():
            assert all_of(caller) == before[role], (what, role)
            with caller.listen(versions[role]) as line:
                assert [heard.kind for heard in line.heard] == ["hello"], (what, role)
    last = evening.keeper.done("scene", title="Fin")
    assert last["card"]["command"] == "scene"
    for line in lines.values():
        line.until("news")
        assert [heard.kind for heard in line.heard] == ["hello", "news"]
        line.close()


def test_nobody_can_count_what_happened_in_between(evening):
    """Versions of others are words without an order, and the same word for the same moment."""
    words = []
    for number in range(12):
        evening.keeper.done("note", title="n", text="x")
        words.append(evening.ann.done("say", text=f"{number}")["version"])
    assert all(len(word) == 16 for word in words)
    assert words != sorted(words)
    assert [card["id"] for card in evening.bob.log()[:12]] == words[::-1]
    for word in words:
        near = f"{int(word, 16) + 1:016x}"
        refusal(evening.ann.get("", params={"at": near}), 404, "table/no_moment")


def test_a_word_of_the_game_master_is_no_word_of_a_player(evening):
    version = evening.keeper.get().json()["version"]
    refusal(evening.ann.get("", params={"at": version}), 404, "table/no_moment")


def test_what_is_due_to_somebody_hidden_is_nobody_elses_to_do(evening):
    """A press that does all that is due does what the one who presses knows of; nobody hears that there is more."""
    evening.keeper.done("show", character=evening.ghoul, hidden=True)
    due = {"character": evening.ghoul, "procedure": "gauge_check", "given": {"gauge": "trauma"}, "since": 0}
    body = {"command": "override", "seat": "keeper", "at": 1, "digest": "", "audience": []}
    body["effects"] = [[["play", "due", "d1"], due]]
    evening.running.store.append(evening.table, None, "due", [json.dumps(body).encode()], 1)
    evening.running.house.tables.table(evening.table).refresh()
    assert evening.keeper.get().json()["due"]
    cookies = {"Cookie": f"{cookie_name(evening.table)}={evening.ann.link}"}
    page = evening.running.url + f"/t/{evening.table}/echeances"
    answer = httpx2.post(page, headers=cookies, data={"way": "settle"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{evening.table}")
