"""Secrets: every secret holds a marker of its own, and no byte that others can get holds one."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.events import Rolled
from gardien.table.news import News
from gardien.table.secrets import seal
from gardien.table.store.base import Store
from table.evening import LEO, Evening, as_bytes, card, refusals

LANGUAGES = ("fr", "en")


class Secretive(Evening):
    """An evening full of secrets. `markers` says for each who, beside the game master, may know it."""

    def __init__(self, store: Store) -> None:
        self.markers: dict[str, tuple[str, ...]] = {}
        self.news: dict[str, list[Any]] = {}
        super().__init__(store)
        self.tokens: dict[str, list[str]] = {seat: [] for seat in self.others}
        self.table.listen(self.hear)
        self.secrets()

    def mark(self, what: str, *seats: str) -> str:
        marker = f"{what}{len(self.markers):03}Marker"
        self.markers[marker] = seats
        return marker

    def hear(self, news: News) -> None:
        for seat in self.others:
            for language in LANGUAGES:
                self.news.setdefault(seat, []).append(news.message_for(self.viewer(seat), language))  # type: ignore[arg-type]

    def secrets(self) -> None:
        mark = self.mark
        beast = {"kind": "creature", "system": "yacdha", "name": mark("name"), "id": mark("id")}
        beast |= {"special": mark("special"), "immune": [mark("immune")], "bane": [mark("bane")]}
        self.beast = self.add(sheet=beast, hidden=True)
        self.markers[self.beast] = ()
        person = {
            "kind": "npc",
            "system": "yacdha",
            "name": mark("name"),
            "id": mark("id"),
            "description": mark("description"),
            "occupations": {(work := mark("work")): 3},
            "natures": {work: "mental"},
            "actions": [{"name": mark("act"), "occupation": work}],
            "weapons": [{"name": mark("weapon"), "trauma_max": 2}],
            "traits": [mark("trait")],
        }
        self.stranger = self.add(sheet=person, hidden=True)
        self.keep(c.Show(character=self.stranger, alias="L’inconnu"))
        self.keep(c.Show(character=self.stranger, hidden=False))
        own = {**LEO, "name": mark("name", self.ann), "description": mark("description", self.ann)}
        self.double = self.add(sheet=own, hidden=True, seat=self.ann)
        self.markers[self.double] = (self.ann,)
        self.act(self.ann, c.Remark(character=self.leo, note=mark("note", self.ann)))
        for id in (self.leo, self.stranger, self.beast):
            self.keep(c.Remark(character=id, secret=mark("secret")))
        self.keep(c.Remark(character=self.stranger, note=mark("note"), marks={mark("mark"): mark("mark")}))
        self.keep(c.Remark(character=self.beast, marks={mark("mark"): mark("mark")}))
        self.paper = self.note(title=mark("title"), text=mark("text"))
        self.later = self.plan(time=10, text=mark("plan"), place=mark("place"))
        self.markers |= {self.paper: (), self.later: ()}
        self.keep(c.Say(text=mark("say"), audience="keeper"))
        self.keep(c.Say(text=mark("say", self.bob), audience=(self.bob,)))
        self.act(self.ann, c.Say(text=mark("say", self.ann), audience="keeper"))
        self.keep(c.Override(path=f"characters/{self.beast}/sheet/damage", value=1, reason=mark("reason")))
        self.keep(c.Override(path=f"characters/{self.stranger}/sheet/trauma", value=2, reason=mark("reason")))
        self.keep(c.Edit(character=self.beast, fields={"special": mark("special")}))
        self.secret_rolls = [self.secret_roll(self.leo, "keeper"), self.secret_roll(self.stranger, "keeper")]
        self.secret_roll(self.mia, (self.bob,), self.bob)
        rival = {"name": "A", "members": [{"character": self.beast}]}
        sides = [rival, {"name": "B", "members": [{"character": self.leo}]}]
        given = {"category": "physical", "sides": sides}
        self.keep(c.Do(procedure="compete", given=given, audience="keeper"))
        self.fight(self.leo, self.mia, self.stranger)
        beasts = c.Fighter(character=self.beast, side=mark("side"))
        self.keep(c.Fight(fighters=(beasts,)))
        for seat, id, tag in (
            (self.keeper, self.stranger, mark("tag")),
            (self.keeper, self.beast, mark("tag")),
            (self.bob, self.mia, mark("tag", self.bob)),
        ):
            self.act(seat, c.Declare(character=id, given={"action": "attack", "target": self.leo, "tags": [tag]}))
        event = mark("event", self.ann)
        self.request = self.ask(self.leo, given={"gauge": "trauma", "event": event}, text="Le toit")
        self.keep(c.Door())
        self.tables.knock(self.state.house["code"], mark("knock"))
        self.markers |= {self.state.house["code"]: (), self.state.house["key"]: ()}
        self.markers |= dict.fromkeys((self.link, *self.links.values()), ())

    def secret_roll(self, id: str, audience: Any, *seats: str) -> str:
        given = {"gauge": "madness", "event": self.mark("event", *seats)}
        command = c.Do(procedure="gauge_check", character=id, given=given, dice=(5,), audience=audience)
        acted = self.keep(command)
        self.markers[card(acted)["nonce"]] = ()
        return acted.version

    # ---- everything that somebody can get ----

    def moments(self, seat: str) -> list[str]:
        result = [str(shown["id"]) for shown in self.log(seat)]
        return [*result, *(told["version"] for told in self.news.get(seat, ()) if told)]

    def gettable(self, seat: str) -> Iterator[Any]:
        viewer = self.viewer(seat)
        yield self.look(seat)
        for moment in dict.fromkeys(self.moments(seat)):
            yield self.look(seat, moment)
        for language in LANGUAGES:
            yield self.log(seat, language)  # type: ignore[arg-type]
            for version in range(1, self.state.version):
                yield self.table.news_since(viewer, version, language)  # type: ignore[arg-type]
        yield self.news.get(seat)

    def leaks(self, seat: str, content: Any, said: Any = None) -> list[str]:
        """The markers in some content, but for what the seat said itself."""
        result, own = as_bytes(content).decode(), as_bytes(said).decode()
        return [
            marker
            for marker, seats in self.markers.items()
            if seat not in seats and marker in result and marker not in own
        ]

    def assert_nothing_leaks(self) -> None:
        for seat in self.others:
            for content in self.gettable(seat):
                assert self.leaks(seat, content) == []


@pytest.fixture
def evening(quick: Store) -> Secretive:
    return Secretive(quick)


def test_the_game_master_sees_every_marker(evening: Secretive) -> None:
    """Otherwise the tests below would prove nothing."""
    seen = as_bytes([evening.look(evening.keeper), evening.log(evening.keeper)]).decode()
    unseen = {evening.state.house["key"], evening.link, *evening.links.values()}
    assert [marker for marker in evening.markers if marker not in seen and marker not in unseen] == []
    assert as_bytes(evening.look(evening.ann)).decode().count("Marker") >= 3, "a player sees what is theirs"


def test_no_marker_reaches_anybody_else(evening: Secretive) -> None:
    evening.assert_nothing_leaks()


def test_no_marker_reaches_anybody_while_play_goes_on(evening: Secretive) -> None:
    evening.keep(c.Turn())
    evening.keep(c.Turn())
    evening.keep(c.Round())
    evening.keep(c.Advance(minutes=60 * 24 * 40))
    for due in list(evening.play.get("due", {})):
        evening.keep(c.Settle(due=due))
    evening.keep(c.Leave(character=evening.beast))
    evening.keep(c.EndFight())
    evening.act(evening.ann, c.Do(procedure="gauge_check", character=evening.leo, ask=evening.request))
    evening.markers = {marker: seats for marker, seats in evening.markers.items() if not marker.startswith("event")}
    evening.keep(c.Settings(announce=True))
    evening.secret_roll(evening.leo, "keeper")
    evening.check(evening.mia, evening.bob, face=6, audience="keeper")
    evening.keep(c.Release(event=evening.secret_rolls[0]))
    evening.keep(c.Undo(to="20"))
    evening.keep(c.Redo())
    evening.keep(c.Remove(character=evening.beast))
    evening.keep(c.Undo())
    evening.keep(c.Assign(characters=(evening.leo,), seat=evening.bob))
    evening.markers = {marker: seats for marker, seats in evening.markers.items() if not marker.startswith("note")}
    evening.assert_nothing_leaks()


def test_a_name_behind_an_alias_stays_there_in_what_is_revealed_later(evening: Secretive) -> None:
    """The roll was made under the true name; when it is revealed, others know the being by another."""
    sides = [{"name": name, "members": [{"character": id}]} for name, id in (("A", evening.beast), ("B", evening.leo))]
    given = {"category": "physical", "sides": sides}
    acted = evening.keep(c.Do(procedure="compete", given=given, audience="keeper"))
    assert evening.refused(evening.keeper, c.Reveal(event=acted.version)).id == "table/hidden_acts"
    evening.keep(c.Show(character=evening.beast, alias="La chose"))
    evening.keep(c.Show(character=evening.beast, hidden=False))
    del evening.markers[evening.beast]
    evening.markers = {marker: seats for marker, seats in evening.markers.items() if not marker.startswith("side")}
    evening.keep(c.Reveal(event=acted.version))
    assert "La chose" in evening.log(evening.watcher)[-1]["roll"]["people"]
    evening.assert_nothing_leaks()


# ---- answers and refusals ----


def probes(evening: Secretive, id: str, seat: str) -> Iterator[c.Command]:
    """Commands a player might try on somebody."""
    mine = evening.leo if seat == evening.ann else evening.mia
    yield c.Say(text="x", audience=(id,))
    yield c.Edit(character=id, fields={"trauma": 9})
    yield c.Edit(character=id, fields={"special": 3})
    yield c.Remark(character=id, note="x")
    yield c.Settle(due=id)
    yield c.Do(procedure="gauge_check", character=id, given={"gauge": "trauma"})
    yield c.Do(procedure="gauge_check", character=mine, given={"gauge": "trauma"}, ask=id)
    yield c.Do(procedure="gauge_check", character=mine, given={"gauge": "trauma"}, audience=(id,))
    yield c.Declare(character=id)
    for target in (id, "x"):
        yield c.Declare(character=mine, given={"action": "attack", "target": target})
        yield c.Declare(character=mine, given={"action": "attack", "target": target, "held_by": [target]})
    for member in ({"character": id}, {"character": id, "claims": 3}, {"character": id, "forced": 3}):
        sides = [{"name": "A", "members": [{"character": mine}]}, {"name": "B", "members": [member]}]
        given = {"category": "physical", "sides": sides}
        for dice in (None, (), (1, 1), (6, 1), (9, 9)):
            yield c.Do(procedure="compete", character=mine, given=given, dice=dice)
    fighters = [{"character": mine}, {"character": id, "weapon_name": "x"}]
    yield c.Do(procedure="combat_round", character=mine, given={"combatants": fighters})
    for kind in ("active", "fixed", "npc"):
        given = {"category": "physical", "opposition": {"character": id, "kind": kind}}
        yield c.Do(procedure="action", character=mine, given=given)
    casters = [{"character": mine}, {"character": id}]
    yield c.Do(procedure="cast_magic", character=mine, given={"casters": casters, "opposition": 3})


def tried(evening: Secretive, seat: str, command: c.Command, **further: Any) -> Any:
    try:
        return msgspec.to_builtins(evening.act(seat, command, **further))
    except Refusal as refusal:
        return list(refusals(refusal))


def test_answers_and_refusals_hold_no_marker(evening: Secretive) -> None:
    moment = evening.log(evening.watcher)[0]["id"]
    for seat in evening.others:
        for id in (evening.beast, evening.stranger, evening.double, evening.paper, evening.later, "nobody"):
            for command in probes(evening, id, seat):
                for further in ({}, {"preview": True}, {"seen": moment}):
                    answer = tried(evening, seat, command, **further)
                    assert evening.leaks(seat, answer, command) == [], command
    evening.assert_nothing_leaks()


def test_what_is_hidden_is_refused_like_what_is_not_there(evening: Secretive) -> None:
    for hidden in (evening.beast, evening.paper, evening.later, evening.double):
        for command in probes(evening, hidden, evening.bob):
            before = evening.state
            answer = tried(evening, evening.bob, command)
            text = as_bytes(command).replace(hidden.encode(), b"c0000000000")
            other = msgspec.json.decode(text, type=c.AnyCommand)
            if evening.state is not before:  # it was done without the hidden one: so it is with nobody
                continue
            nobody = as_bytes(tried(evening, evening.bob, other)).replace(b"c0000000000", hidden.encode())
            assert as_bytes(answer) == nobody, command


def test_a_player_learns_no_number_of_others_by_naming_them_in_the_inputs(evening: Secretive) -> None:
    """Inputs without a name of their own are filled from a sheet too: the card then shows what one would witness."""
    creature = evening.add(sheet={"kind": "creature", "system": "yacdha", "name": "Chose", "level": 4})
    given = {"category": "physical", "opposition": {"character": creature, "kind": "active"}}
    command = c.Do(procedure="action", character=evening.leo, given=given, dice=(6, 1))
    assert "given" not in card(evening.act(evening.ann, command))["roll"]


def test_previews_try_no_dice_against_what_is_hidden(evening: Secretive) -> None:
    given = {"category": "physical", "opposition": {"character": evening.stranger, "kind": "active"}}
    command = c.Do(procedure="action", character=evening.leo, given=given, dice=(6, 1))
    assert evening.refused(evening.ann, command, preview=True).id == "table/preview_dice"
    assert evening.act(evening.ann, command)


def test_a_preview_counts_no_secrets(evening: Secretive) -> None:
    answers = []
    for _ in range(2):
        answers.append(as_bytes(tried(evening, evening.ann, c.Say(text="x"), preview=True)))
        evening.keep(c.Note(text="secret"))
    strip = [re.sub(rb'"at":\d+', b"", answer) for answer in answers]
    assert strip[0] == strip[1]


def test_news_that_are_shared_are_not_shared_with_who_must_not_know(evening: Secretive) -> None:
    """Whoever owns somebody hidden sees one name more among the seats; the others are told without it."""
    evening.keep(c.Show(character=evening.mia, hidden=True))
    evening.keep(c.Show(character=evening.thug, hidden=True))
    evening.keep(c.Show(character=evening.thug, hidden=False))
    for seat in evening.others:
        assert evening.leaks(seat, evening.news[seat]) == []


# ---- no trace ----


def secret_things(evening: Evening) -> None:
    """Many events that nobody else is to notice."""
    note = evening.note(text="secret")
    evening.keep(c.Note(id=note, text="autre"))
    evening.plan(time=10**6, text="secret")
    evening.check(evening.leo, face=6, audience="keeper")
    evening.check(evening.thug, face=1, audience="keeper")
    evening.keep(c.Say(text="secret", audience="keeper"))
    other = evening.add(being="creature/ghoul", hidden=True)
    evening.keep(c.Show(character=other, shown="all", alias="X"))
    evening.keep(c.Edit(character=other, fields={"damage": 1}))
    evening.keep(c.Override(path=f"characters/{other}/sheet/damage", value=2, reason="secret"))
    evening.keep(c.Remark(character=evening.leo, secret="secret"))
    evening.fight(other)
    order = evening.play["fight"]["order"]
    if order[evening.play["fight"]["turn"]] == evening.thug:  # the hidden one is next
        evening.keep(c.Turn())
        evening.keep(c.Turn(by=-1))
    evening.keep(c.Leave(character=other))
    evening.keep(c.Remove(character=other))
    evening.keep(c.Undo())
    evening.keep(c.Redo())
    evening.keep(c.Unlink(seat="keeper"))
    evening.keep(c.Door())
    evening.keep(c.Door(open=False))


def story(store: Store, secretly: bool) -> dict[str, bytes]:
    """The same evening with and without secrets in between, as each of the others gets it."""
    evening = Evening(store, clock=lambda: 1_000_000)
    got: dict[str, list[Any]] = {seat: [] for seat in evening.others}

    def hear(news: News) -> None:
        for seat in evening.others:
            if (told := news.message_for(evening.viewer(seat), "fr")) is not None:
                got[seat].append(told)

    evening.table.listen(hear)
    steps: list[tuple[str, c.Command]] = [
        (evening.keeper, c.Scene(title="Le quai")),
        (evening.ann, c.Say(text="hé")),
        (evening.ann, c.Do(procedure="gauge_check", character=evening.leo, given={"gauge": "madness"}, dice=(2,))),
        (evening.keeper, c.Fight(fighters=tuple(c.Fighter(character=id) for id in (evening.leo, evening.thug)))),
        (evening.ann, c.Declare(character=evening.leo, given={"action": "attack", "target": evening.thug})),
        (evening.keeper, c.Round(dice=(6, 1))),
        (evening.keeper, c.Turn()),
        (evening.keeper, c.EndFight()),
        (evening.keeper, c.Undo()),
        (evening.keeper, c.Redo()),
        (evening.keeper, c.Advance(minutes=30)),
        (evening.bob, c.Edit(character=evening.mia, fields={"description": "pâle"})),
    ]
    for seat, command in steps:
        before = {other: evening.look(other)["version"] for other in evening.others}
        if secretly and not isinstance(command, c.Undo | c.Redo):  # those would take the secrets back first
            secret_things(evening)
            assert {other: evening.look(other)["version"] for other in evening.others} == before
        acted = evening.act(seat, command)
        if seat in got:
            got[seat].append(msgspec.to_builtins(acted))
        for other in evening.others:
            got[other].append(evening.look(other))
    for other in evening.others:
        got[other] += [evening.log(other), evening.log(other, "en")]
        got[other] += [evening.look(other, shown["id"]) for shown in evening.log(other)]
        got[other].append(evening.table.news_since(evening.viewer(other), 9, "fr"))
    names = ("ann", "bob", "watcher", "screen")
    return {name: canonical(got[getattr(evening, name)]) for name in names}


def canonical(content: Any) -> bytes:
    """Ids and moments are random: what counts is where the same one stands again."""
    seen: dict[bytes, bytes] = {}

    def numbered(found: re.Match[bytes]) -> bytes:
        return seen.setdefault(found[0], b"<%d>" % len(seen))

    # In the order in which things were made, for maps are written in the order of their random ids.
    return re.sub(rb"\b(?:[a-z][0-9a-f]{10}|[0-9a-f]{16})\b", numbered, msgspec.json.encode(content))


def test_secrets_leave_no_trace(quick: Store) -> None:
    """Byte for byte the same, whether secret things happened in between or not."""
    with_secrets, without = story(quick, True), story(quick, False)
    for name, got in without.items():
        assert len(got) > 10_000
        assert with_secrets[name] == got, name


# ---- seals ----


def test_by_default_nobody_is_told_and_with_the_option_only_the_seal(evening: Secretive) -> None:
    before = {seat: (evening.look(seat), evening.log(seat)) for seat in evening.others}
    evening.secret_roll(evening.leo, "keeper")
    assert {seat: (evening.look(seat), evening.log(seat)) for seat in evening.others} == before
    evening.keep(c.Settings(announce=True))
    evening.secret_roll(evening.leo, "keeper")
    kept = evening.log(evening.keeper)[-1]
    for seat in evening.others:
        shown = evening.log(seat)[-1]
        assert set(shown) == {"id", "at", "command", "seal"}
        assert (shown["command"], shown["seal"]) == ("sealed", kept["seal"])
        assert evening.look(seat)["characters"] == before[seat][0]["characters"]


def test_a_secret_is_told_to_one_player_and_to_nobody_else(evening: Secretive) -> None:
    """What it changes waits until all may know."""
    secret = evening.check(evening.mia, face=6, audience="keeper")
    before = evening.sheet(evening.mia)["trauma"]
    evening.keep(c.Reveal(event=secret.version, seats=(evening.ann,)))
    told = [one for one in evening.log(evening.ann) if one["command"] == "reveal"]
    assert [one["roll"]["procedure"] for one in told] == ["gauge_check"]
    assert not [one for one in evening.log(evening.bob) if one["command"] == "reveal"]
    assert evening.sheet(evening.mia)["trauma"] == before
    assert evening.refused(evening.keeper, c.Reveal(event=secret.version, seats=("s0",))).id == "table/nothing"


def test_somebody_hidden_is_shown_to_one_player_and_taken_back_with_one_undo(evening: Secretive) -> None:
    """Who sees them may be told what they threw in secret; the others learn of nothing, and the next press ends it."""
    shade, ann, bob = evening.add(being="npc/cultist", hidden=True), evening.ann, evening.bob
    before, secret = evening.look(bob), evening.check(shade, face=6, audience="keeper")
    tell = c.Reveal(event=secret.version, seats=(ann,))
    assert evening.refused(evening.keeper, tell).id == "table/hidden_acts"
    evening.keep(c.Show(character=shade, seen_by=(ann,)))
    assert evening.look(ann)["characters"][shade]["hidden"] is True
    assert evening.log(ann)[-1]["words"] == {"character": shade}
    evening.keep(tell)
    assert evening.log(ann)[-1]["command"] == "reveal"
    assert evening.look(bob) == before
    assert evening.refused(ann, c.Do(procedure="gauge_check", character=shade)).id == "table/not_yours"
    for _ in range(2):
        evening.keep(c.Undo())
    assert shade not in evening.look(ann)["characters"]
    assert evening.look(bob) == before
    evening.keep(c.Show(character=shade, seen_by=(ann, bob)))
    evening.keep(c.Show(character=shade, hidden=True))
    assert all(shade not in evening.look(one)["characters"] for one in (ann, bob))
    evening.keep(c.Show(character=shade, hidden=False))
    assert "hidden" not in evening.look(bob)["characters"][shade]
    assert evening.refused(evening.keeper, c.Show(character=shade, seen_by=("s0",))).id == "table/nothing"


def test_who_runs_after_whom_is_plain_to_see_and_no_more(evening: Secretive) -> None:
    sides = {
        "pursuers": {"members": [{"character": evening.thug}]},
        "pursued": {"members": [{"character": evening.leo}]},
    }
    evening.keep(c.Do(procedure="chase", given=sides))
    roll = evening.log(evening.bob)[-1]["roll"]
    assert roll["apparent"] == {"pursuers": {"name": "", "members": [{"name": evening.sheet(evening.thug)["name"]}]}}
    assert "given" not in roll


def test_what_is_revealed_proves_its_seal(evening: Secretive) -> None:
    evening.keep(c.Settings(announce=True))
    version = evening.secret_roll(evening.leo, "keeper")
    sealed = evening.log(evening.watcher)[-1]["seal"]
    evening.keep(c.Reveal(event=version))
    shown = evening.log(evening.watcher)[-1]
    assert shown["seal"] == sealed
    told = msgspec.json.decode(msgspec.json.encode(shown["roll"]))
    roll = msgspec.convert({name: value for name, value in told.items() if name != "told"}, Rolled)
    assert seal(shown["nonce"], roll) == sealed
    other = msgspec.structs.replace(roll, outcome={**roll.outcome, "value": 1})
    assert seal(shown["nonce"], other) != sealed


def test_a_secret_answer_to_a_request_is_seen_to_be_given_and_no_more(evening: Secretive) -> None:
    answer = c.Do(procedure="gauge_check", character=evening.leo, ask=evening.request, audience="keeper")
    evening.act(evening.ann, answer)
    for seat in (evening.bob, evening.watcher, evening.screen):
        assert evening.look(seat)["asks"] == {}
        assert evening.log(seat)[-1]["command"] == "sealed"
        assert evening.news[seat][-1]["set"] == {f"asks/{evening.request}": None}
    assert evening.log(evening.ann)[-1]["command"] == "do"


def test_a_fight_of_the_hidden_is_not_there(quick: Store) -> None:
    evening = Evening(quick)
    evening.fight(evening.ghoul)
    for seat in evening.others:
        assert evening.look(seat)["fight"] is None
    evening.fight(evening.leo)
    seen = evening.look(evening.bob)["fight"]
    assert (seen["order"], seen["now"]) == ([evening.leo], evening.leo)


def test_what_the_hidden_are_called_now_does_not_show_in_old_cards(quick: Store) -> None:
    """Somebody who lay open on the table is hidden, and only then given another name."""
    evening = Evening(quick)
    evening.check(evening.mia, face=6)
    evening.keep(c.Show(character=evening.mia, hidden=True))
    before = evening.log(evening.ann)
    evening.keep(c.Show(character=evening.mia, alias="Secret"))
    assert evening.log(evening.ann) == before
