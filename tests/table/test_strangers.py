"""Files from strangers: whatever somebody wrote into one, it opens nothing, breaks nothing, and says what it is."""

import io
import json

import pytest

from gardien.core.errors import Refusal
from gardien.core.terms import LANGUAGES, sentence
from gardien.table import commands as c
from gardien.table.exchange import bring, check, export_table
from gardien.table.secrets import TABLE, is_id, link_hash
from gardien.table.tables import Tables
from gardien.table.viewers import OWNER
from table.evening import LEO, Evening
from table.random_play import Player
from table.test_exchange import brought, event, opening, record, refused, sealed

SEATS = {"keeper": {"role": "keeper", "name": ""}, "house": {"role": "player", "name": "Mallory"}}
PERSON = {"sheet": LEO, "marks": {}, "shown": "all"}

RUN = {"kind": "groups", "fleeing": ["c1"], "pursuing": ["c2"], "gap": 2, "lost": 4, "turn": 1, "track": [2]}
RUN |= {"obstacle": "", "hampers": "both"}
ASK = {"procedure": "action", "characters": ["c1"], "given": {}, "answered": [], "text": ""}
DUE = {"character": "c1", "procedure": "gauge_check", "given": {}, "since": 0}


def put(path: str, value: object) -> dict:
    return event("override", effects=[[path.split("/"), value]])


# ---- the house ----


@pytest.mark.parametrize("name", ["house", "door", "t1", "../../etc", "t0123456789/x", "T0123456789", "é"])
def test_an_id_that_is_not_ours_is_made_anew(quick, name):
    content = sealed({"campaign": name, "title": name}, [record(1, opening(house_seats=SEATS, play_title=name))])
    (there,) = brought(quick, content)
    assert is_id(TABLE, there.campaign)
    assert quick.head(name) == 0
    assert refused(quick, content).id == "exchange/here", "the same file is found again"


def test_no_link_of_a_table_opens_the_house(store):
    """Not even where a campaign of that name was brought in long ago."""
    store.append("house", 0, "a", [json.dumps(opening(house_seats=SEATS)).encode()], 1)
    house = Tables(store)
    for seat in ("keeper", "house"):
        assert not house.enter(house.new_link("house", seat)).is_house
    link = house.house_link()
    assert house.enter(link).is_house
    house.revoke("house", "house")
    assert house.enter(link).is_house, "whoever leaves that seat does not shut the house"
    house.house_link(fresh=True)
    with pytest.raises(Refusal):
        house.enter(link)


def test_a_short_code_is_no_link_and_a_link_no_code(quick):
    evening = Evening(quick)
    evening.keep(c.Door())
    code = evening.state.house["code"]
    for token in (code, f"code/{code}"):
        with pytest.raises(Refusal):
            evening.tables.enter(token)
    quick.put_link(link_hash("code/ABCDEF"), evening.campaign, "keeper")
    assert evening.tables.code_link("ABCDEF") is None


def test_closing_a_door_leaves_that_of_another_table_open(quick):
    """A file may say that its code is one which another table has."""
    evening = Evening(quick)
    evening.keep(c.Door())
    code = evening.state.house["code"]
    (there,) = brought(quick, sealed({}, [record(1, opening(house_code=code))]))
    Tables(quick).table(there.campaign).act("keeper", c.Envelope(action="x", command=c.Door(open=False)))
    assert evening.tables.code_link(code).campaign == evening.campaign


# ---- events and states ----


def _nested(levels: int) -> object:
    value: object = 1
    for _ in range(levels):
        value = [value]
    return value


MALFORMED = {
    "no event": "no event",
    "an unknown command": event("hack"),
    "a later format": event(format=99),
    "nested too deeply": event(asked={"text": _nested(80)}),
    "a number nobody can keep": event(asked={"text": 10**40}),
    "a moment that never comes": event(at=2**62),
    "an audience in one word": event(audience="keeper"),
    "an undo of everything": event("undo", to=0),
    "an undo of the future": event("undo", to=2),
    "a word about the future": event("reveal", of=7),
    "a path to nowhere": event(effects=[[[], 1]]),
    "a path to a root": event(effects=[[["play"], {}]]),
    "another root": event(effects=[[["elsewhere", "x"], 1]]),
    "an unknown part": put("play/secrets", {}),
    "an id with a stroke": put("play/notes/<b>", {"text": "x"}),
    "a held path to a root": event(held=[[["play"], 1]]),
    "held seats": event(held=[[["house", "seats", "s1"], {"role": "keeper", "name": ""}]]),
    "a second opening": opening(),
    "no system": put("play/system", None),
    "another system": put("play/system", "nothing"),
    "a title that is a list": put("play/title", ["x"]),
    "options that are no house rules": put("play/options", {"luck_cap": "many"}),
    "a clock that is a word": put("play/clock", "noon"),
    "a clock before time": put("play/clock", -1),
    "a scene that is a word": put("play/scene", "quai"),
    "people that are a list": put("play/characters", [1]),
    "a person without a sheet": put("play/characters/c1", {"marks": {}}),
    "a sheet that is a word": put("play/characters/c1", {**PERSON, "sheet": "x"}),
    "a sheet of no kind": put("play/characters/c1", {**PERSON, "sheet": {"kind": "dragon"}}),
    "a sheet of another type": put("play/characters/c1", {**PERSON, "sheet": {**LEO, "trauma": "many"}}),
    "a value for nobody": put("play/characters/c9/sheet/trauma", 3),
    "marks that are a list": put("play/characters/c1", {**PERSON, "marks": [1]}),
    "a fight of nobody": put("play/fight", {"round": 1, "order": [], "sides": {}, "declared": {}, "turn": 0}),
    "a fight of strangers": put("play/fight", {"round": 1, "order": ["c9"], "sides": {}, "declared": {}, "turn": 0}),
    "a fight that is a word": put("play/fight", "yes"),
    "a round that is a word": put("play/fight/round", "one"),
    "a chase of endless steps": put("play/chase", {**RUN, "lost": 2**60}),
    "a chase beyond its end": put("play/chase", {**RUN, "gap": 2**60}),
    "a chase of a crowd": put("play/chase", {**RUN, "fleeing": ["c1"] * 20_000}),
    "a chase in no way of the game": put("play/chase", {**RUN, "kind": "regatta"}),
    "a chase that says nothing of what lies in the way": put("play/chase", {**RUN, "obstacle": None}),
    "a chase that ended otherwise": put("play/chase", {**RUN, "ended": "nobly"}),
    "a request for what there is not": put("play/asks/a1", {**ASK, "procedure": "regatta"}),
    "a request to a crowd": put("play/asks/a1", {**ASK, "characters": ["c1"] * 20_000}),
    "what is due by no rule": put("play/due/d1", {**DUE, "procedure": "regatta"}),
    "what is due about one word": put("play/due/d1", {**DUE, "about": ["venin"]}),
    "a request that is a list": put("play/asks/a1", []),
    "a plan without an hour": put("play/plans/p1", {"text": "x"}),
    "what is due to nobody": put("play/due/d1", {"procedure": "gauge_check"}),
    "a decision of strangers": put("play/waits/w1", {"event": 1}),
    "released words": put("play/released", ["x"]),
    "no seats": put("house/seats", None),
    "seats that are a list": put("house/seats", ["keeper"]),
    "a seat with a made-up role": put("house/seats/s1", {"role": "god", "name": ""}),
    "a seat of numbers": put("house/seats/s1", {"role": "player", "name": 7}),
    "no key": put("house/key", None),
    "a key that is too long": put("house/key", "k" * 33),
    "a knock without a hash": put("house/knocks/k1", {"name": "Eve", "hash": "zz"}),
    "a door of a list": put("house/code", ["A"]),
}


def test_what_a_table_could_have_written_is_taken(quick):
    """So that none of what follows is refused for another reason than its own."""
    parts = {"play/characters/c1": PERSON, "play/chase": RUN, "play/asks/a1": ASK, "play/due/d1": DUE}
    lines = [record(1, opening()), *(record(at, put(*one)) for at, one in enumerate(parts.items(), 2))]
    (there,) = brought(quick, sealed({}, lines))
    assert there.events == 5


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_what_no_table_could_have_written_is_refused_whole_with_its_line(quick, body):
    fault = refused(quick, sealed({}, [record(1, opening()), record(2, body), record(3, event())]))
    assert (fault.id, fault.words["number"]) == ("exchange/shape", 3)
    assert len(fault.also) == 1
    for language in LANGUAGES:
        assert fault.also[0].id not in sentence(fault.also[0], language), "the reason is told in words"


def test_whoever_fights_does_so_once(quick):
    fight = {"round": 1, "order": ["c1"] * 4000, "sides": {}, "turn": 0}
    lines = [record(1, opening()), record(2, put("play/characters/c1", PERSON)), record(3, put("play/fight", fight))]
    assert refused(quick, sealed({}, lines)).words["number"] == 4


def test_what_is_nested_beyond_reading_is_refused(quick):
    deep = json.dumps(event(asked={"text": "?"})).replace('"?"', "[" * 20_000 + "]" * 20_000)
    line = b'{"version":2,"action":"a2","at":5,"body":%b}' % deep.encode()
    assert refused(quick, sealed({}, [record(1, opening()), line])).id.startswith("exchange/")


def test_too_many_of_anything_are_refused(quick):
    notes = {f"n{number}": {"text": "x"} for number in range(3000)}
    half = {f"m{number}": {"text": "x"} for number in range(2500)}
    more = event("note", effects=[[["play", "notes", id], one] for id, one in half.items()])
    lines = [record(1, opening()), record(2, put("play/notes", notes)), record(3, more)]
    assert refused(quick, sealed({}, lines)).words["number"] == 4


def test_a_table_begins_with_its_opening(quick):
    assert refused(quick, sealed({}, [record(1, event())])).words["number"] == 2


def test_behind_a_gap_only_what_has_its_shape_is_believed(quick):
    """A line that says it is damaged is no way around all this."""
    lines = [record(1, opening()), b'{"version":2,"damaged":true}']
    paths = {name: one for name, one in MALFORMED.items() if isinstance(one, dict) and one["command"] == "override"}
    bodies = [one for name, one in paths.items() if name not in ("an unknown part", "an id with a stroke")]
    lines += [record(3 + place, one) for place, one in enumerate(bodies)]
    (there,) = brought(quick, sealed({}, lines))
    table = Tables(quick).table(there.campaign)
    view = table.look(table.viewer("keeper"))
    assert (view["title"], view["fight"], view["clock"], view["characters"]) == ("Table", None, 0, {})
    assert list(view["seats"]) == ["keeper"]


@pytest.mark.parametrize("seed", range(3))
def test_all_that_is_played_here_has_its_shape(quick, seed):
    evening = Evening(quick, seed)
    evening.fight(evening.leo, evening.thug)
    Player(evening, seed).steps(60)
    content = b"".join(export_table(quick, evening.campaign, OWNER))
    file = io.BytesIO(content)
    (there,) = bring(quick, file, "file", check(file, "file"), copy=True)
    assert Tables(quick).table(there.campaign).state.hash() == evening.state.hash()
