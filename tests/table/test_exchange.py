"""Exchange: what is carried elsewhere is the same there, byte for byte; what is not as it was written is refused."""

import hashlib
import io
import json
import random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gardien
from gardien.core.errors import Refusal
from gardien.core.terms import LANGUAGES, sentence
from gardien.table import commands as c
from gardien.table import exchange
from gardien.table.exchange import bring, check, export_character, export_house, export_table
from gardien.table.secrets import TABLE, new_id
from gardien.table.shapes import LATEST_AT
from gardien.table.store import open_store
from gardien.table.store.base import BODY_BYTES, Damaged, Record
from gardien.table.tables import Tables
from gardien.table.viewers import OWNER
from table.store.test_damage import spoil

SECRET = "le majordome est une goule"
OPENED = {"title": "Table", "system": "yacdha"}


def play(store, seed: int, moves: int = 40) -> str:
    """A table at which things happened; its id."""
    chance = random.Random(seed)
    house = Tables(store, generator=chance, clock=lambda: 1_772_570_700_000)
    campaign, _ = house.open(c.Open(system="yacdha", title=f"Table {seed}"))
    table = house.table(campaign)
    seats, people = ["keeper"], []

    def move():
        who = chance.choice(people) if people else "nobody"
        return chance.choice(
            [
                c.Add(draw={}, hidden=chance.random() < 0.3),
                c.Seat(name="Abby", characters=tuple(people[:1])),
                c.Do(procedure="gauge_check", character=who, given={"gauge": "madness"}),
                c.Do(procedure="gauge_check", character=who, given={"gauge": "trauma"}, audience="keeper"),
                c.Override(path=f"characters/{who}/sheet/trauma", value=chance.randint(1, 5), reason="« raison »\n"),
                c.Say(text="Où est Daisy ?"),
                c.Note(title="secret", text=SECRET),
                c.Remark(character=who, secret=SECRET),
                c.Advance(minutes=chance.randint(1, 3000)),
                c.Undo(),
                c.Undo(to=str(chance.randint(1, 20))),
                c.Redo(),
            ]
        )

    for number in range(moves):
        command = move()
        try:
            acted = table.act(chance.choice(seats), c.Envelope(action=f"a{number}", command=command))
        except Refusal:
            continue
        words = (acted.card or {}).get("words", {})
        if command.__class__ is c.Add:
            people.append(words["character"])
        elif command.__class__ is c.Seat:
            seats.append(words["seat"])
    return campaign


def whole(lines) -> bytes:
    return b"".join(lines)


def table_file(store, campaign: str) -> bytes:
    return whole(export_table(store, campaign, OWNER))


def brought(store, content: bytes, **how) -> list[exchange.Brought]:
    file = io.BytesIO(content)
    return bring(store, file, "file", check(file, "file"), **how)


def refused(store, content: bytes, **how) -> Refusal:
    """Why a file is not taken; it is said in both languages, and nothing is written."""
    before = store.campaigns()
    with pytest.raises(Refusal) as caught:
        brought(store, content, **how)
    assert store.campaigns() == before
    for language in LANGUAGES:
        said = sentence(caught.value, language)
        assert said.startswith("file")
        assert "{" not in said
        assert caught.value.id not in said
    return caught.value


def sealed(header: dict, lines: list[bytes]) -> bytes:
    """A file that somebody wrote by hand, with a checksum that fits."""
    usual = {"gardien": "table", "format": 1, "campaign": "t1", "version": len(lines), **OPENED}
    first = json.dumps({**usual, **header}).encode()
    records = b"".join(line + b"\n" for line in lines)
    seal = hashlib.sha256(records + first + b"\n").hexdigest()
    end = json.dumps({"gardien": "end", "records": len(lines), "sha256": seal}).encode()
    return first + b"\n" + records + end + b"\n"


def record(version: int, body: object, action: str = "") -> bytes:
    text = json.dumps(body, separators=(",", ":")).encode()
    return b'{"version":%d,"action":"%b","at":5,"body":%b}' % (version, (action or f"a{version}").encode(), text)


def event(command: str = "say", **more: object) -> dict:
    return {"command": command, "seat": "keeper", "at": 1, "digest": "", **more}


def opening(**parts: object) -> dict:
    """The first event of a table; `parts` are put in the place of its own: play_title="…"."""
    usual = {
        "play_system": "yacdha",
        "play_title": "Table",
        "play_options": {},
        "play_clock": 0,
        "play_scene": {"title": "", "text": "", "marks": {}},
        "play_characters": {},
        "house_key": "k" * 32,
        "house_seats": {"keeper": {"role": "keeper", "name": "", "characters": []}},
    }
    effects = [[name.split("_", 1), value] for name, value in {**usual, **parts}.items()]
    return event("open", effects=effects)


EVENT, OPENING = event(), opening()


@pytest.fixture
def elsewhere(tmp_path, opened):
    """Another, empty house."""
    return opened(str(tmp_path / "elsewhere.db"))


# ---- there and back ----


@pytest.mark.parametrize("seed", range(4))
def test_a_table_is_the_same_elsewhere_and_back(store, elsewhere, seed):
    campaign = play(store, seed)
    content = table_file(store, campaign)
    (there,) = brought(elsewhere, content)
    assert (there.campaign, there.title, there.system) == (campaign, f"Table {seed}", "yacdha")
    assert elsewhere.read(campaign) == store.read(campaign)
    assert table_file(elsewhere, campaign) == content
    assert Tables(elsewhere).table(campaign).state.hash() == Tables(store).table(campaign).state.hash()


def test_from_sqlite_into_either_store(elsewhere, store):
    """The other way round: what was played in a file goes into this store."""
    campaign = play(elsewhere, 9)
    content = table_file(elsewhere, campaign)
    brought(store, content)
    assert table_file(store, campaign) == content


def test_a_table_goes_on_where_it_was_brought(store, elsewhere):
    campaign = play(store, 1)
    (there,) = brought(elsewhere, table_file(store, campaign))
    house = Tables(elsewhere)
    entered = house.enter(there.link)
    assert (entered.campaign, entered.seat) == (campaign, "keeper")
    acted = house.table(campaign).act("keeper", c.Envelope(action="new", command=c.Say(text="Bonsoir.")))
    assert int(acted.version) == there.events + 1


def test_links_stay_where_they_are(store, elsewhere):
    campaign = play(store, 2)
    old = Tables(store).new_link(campaign, "keeper")
    content = table_file(store, campaign)
    (there,) = brought(elsewhere, content)
    assert old.encode() not in content
    assert len(elsewhere.links(campaign)) == 1
    assert there.link != old


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_letters_and_spacing_come_back_as_they_were(opened, elsewhere, tmp_path, data):
    """The store keeps the bytes it is given, so an export does too; actions of several records stay one."""
    store = opened(str(tmp_path / "here.db"))
    campaign = new_id(TABLE)
    store.append(campaign, 0, "keeper:open", [json.dumps(OPENING).encode()], 5)
    names = st.text(min_size=1, max_size=20).filter(str.isprintable).filter(lambda one: one != "keeper:open")
    for action in data.draw(st.lists(names, unique=True, min_size=1, max_size=4)):
        at = data.draw(st.integers(0, LATEST_AT))
        said = data.draw(
            st.lists(st.tuples(st.text(max_size=20), st.sampled_from([None, 1, 2])), min_size=1, max_size=3)
        )
        bodies = [json.dumps({**EVENT, "asked": {"text": text}}, indent=spaces).encode() for text, spaces in said]
        store.append(campaign, None, action, bodies, at)
    content = table_file(store, campaign)
    brought(elsewhere, content)
    assert elsewhere.read(campaign) == store.read(campaign)
    assert table_file(elsewhere, campaign) == content
    assert elsewhere.find_action(campaign, action) == store.find_action(campaign, action)


@pytest.mark.parametrize("version", [2, 3, "last"])
def test_a_damaged_record_is_marked_and_stops_nothing(where, store, elsewhere, version):
    campaign = play(store, 3)
    version = store.head(campaign) if version == "last" else version
    spoil(where, f"UPDATE record SET body = 'x' WHERE version = {version}")
    content = table_file(store, campaign)
    assert b'{"version":%d,"damaged":true}\n' % version in content
    (there,) = brought(elsewhere, content)
    assert there.damaged == 1
    assert elsewhere.read(campaign)[version - 1] == Damaged(version, settled=True)
    assert table_file(elsewhere, campaign) == content
    state = Tables(elsewhere).table(campaign).state
    assert (state.damaged, state.read_only) == ((version,), False)


def test_a_table_that_lost_its_opening_is_still_kept_whole(where, store, elsewhere):
    campaign = play(store, 3)
    spoil(where, "UPDATE record SET body = 'x' WHERE version = 1")
    content = table_file(store, campaign)
    (there,) = brought(elsewhere, content)
    assert (there.title, there.damaged) == ("", 1)
    assert table_file(elsewhere, campaign) == content


def test_everything_is_the_same_elsewhere(store, elsewhere):
    campaigns = sorted(play(store, seed, 10) for seed in range(3))
    content = whole(export_house(store))
    there = brought(elsewhere, content)
    assert [one.campaign for one in there] == campaigns
    assert whole(export_house(elsewhere)) == content
    assert len({one.link for one in there}) == 3


def test_a_house_without_tables(store, elsewhere):
    content = whole(export_house(store))
    assert check(io.BytesIO(content), "file") == []


@pytest.mark.slow
def test_fifty_thousand_events(store, elsewhere):
    campaign = play(store, 5, 10)
    records = store.read(campaign)
    last = records[-1]
    more = [Record(last.version + n, f"keeper:more{n}", last.at, last.body) for n in range(1, 50_001)]
    store.adopt({"t0123456789": [*records, *more]})
    seen = []
    file = io.BytesIO(whole(export_table(store, "t0123456789", OWNER, lambda done, total: seen.append((done, total)))))
    assert seen[-1] == (50_000 + last.version, 50_000 + last.version)
    (there,) = bring(elsewhere, file, "file", check(file, "file"))
    assert there.events == 50_000 + last.version
    assert elsewhere.read("t0123456789", 40_000) == store.read("t0123456789", 40_000)


# ---- what is here already ----


def test_the_same_file_again_is_refused_unless_a_copy_is_wanted(store):
    campaign = play(store, 1)
    content = table_file(store, campaign)
    assert refused(store, content).id == "exchange/here"
    (copy,) = brought(store, content, copy=True)
    assert copy.campaign != campaign
    assert store.read(copy.campaign) == store.read(campaign)
    assert table_file(store, copy.campaign).split(b"\n")[1:-2] == content.split(b"\n")[1:-2]


def test_the_door_of_a_copy_is_shut_for_its_code_leads_to_the_original(store):
    campaign = play(store, 1)
    Tables(store).table(campaign).act("keeper", c.Envelope(action="door", command=c.Door(open=True)))
    (copy,) = brought(store, table_file(store, campaign), copy=True)
    house = Tables(store)
    table, twin = house.table(campaign), house.table(copy.campaign)
    keeper = table.viewer("keeper")
    code = table.look(keeper)["door"]["code"]
    assert code
    assert twin.look(keeper)["door"]["code"] is None
    assert house.knocking(code, "Abby")[0] is table
    twin.act("keeper", c.Envelope(action="shut", command=c.Door(open=False)))
    assert house.knocking(code, "Abby")[0] is table  # nor does the copy shut the door of another
    twin.act("keeper", c.Envelope(action="again", command=c.Door(open=True)))
    assert house.knocking(twin.look(keeper)["door"]["code"], "Abby")[0] is twin


def test_another_table_of_the_same_id_is_put_beside_once(store):
    campaign = play(store, 1)
    content = table_file(store, campaign)
    Tables(store).table(campaign).act("keeper", c.Envelope(action="more", command=c.Say(text="…")))
    (beside,) = brought(store, content)
    assert beside.campaign != campaign
    assert store.head(campaign) == beside.events + 1
    assert refused(store, content).id == "exchange/here"


def test_of_a_house_only_what_is_missing_is_written(store, elsewhere):
    first, second = play(store, 1, 10), play(store, 2, 10)
    brought(elsewhere, table_file(store, first))
    content = whole(export_house(store))
    assert [one.campaign for one in brought(elsewhere, content)] == [second]
    assert refused(elsewhere, content).id == "exchange/here"
    assert len(brought(elsewhere, content, copy=True)) == 2


# ---- files that are not as they were written ----


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, bytes]:
    """A table and a house, short enough to be spoilt at every byte."""
    store = open_store(tmp_path_factory.mktemp("files") / "store.db")
    campaign = play(store, 1, 3)
    play(store, 2, 2)
    result = {"table": table_file(store, campaign), "house": whole(export_house(store))}
    store.close()
    return result


@pytest.mark.parametrize("kind", ["table", "house"])
def test_a_file_cut_anywhere_is_refused(elsewhere, files, kind):
    content = files[kind]
    cuts = {len(content) - 1, *range(1, len(content), 97), *(at + 1 for at in range(len(content)) if content[at] == 10)}
    for cut in cuts - {len(content)}:
        assert refused(elsewhere, content[:cut]).id in ("exchange/truncated", "exchange/not_ours"), cut
    assert refused(elsewhere, b"").id == "exchange/not_ours"


@pytest.mark.parametrize("kind", ["table", "house"])
def test_a_file_with_one_byte_changed_anywhere_is_refused(elsewhere, files, kind):
    content = files[kind]
    chance = random.Random(kind)
    for at in range(0, len(content), 7):
        spoilt = bytearray(content)
        spoilt[at] ^= 1 << chance.randrange(7)
        assert refused(elsewhere, bytes(spoilt)).id.startswith("exchange/"), at


def test_lines_that_changed_places_came_twice_or_were_added_are_refused(elsewhere, files):
    lines = files["table"].splitlines(keepends=True)
    for spoilt in (
        [lines[0], lines[2], lines[1], *lines[3:]],
        [lines[0], lines[1], *lines[1:]],
        [lines[0], *lines[2:]],
        [*lines, b"\n"],
        [*lines, *lines],
        [lines[0].replace(b'"format":1', b'"format": 1'), *lines[1:]],
        [line.replace(b"\n", b"\r\n") for line in lines],
    ):
        assert refused(elsewhere, b"".join(spoilt)).id in ("exchange/line", "exchange/checksum")


def test_a_changed_value_is_named_by_its_checksum_and_a_broken_line_by_its_number(elsewhere, files):
    assert refused(elsewhere, files["table"].replace(b"Table 1", b"Table 2")).id == "exchange/checksum"
    lines = files["table"].splitlines(keepends=True)
    broken = refused(elsewhere, b"".join([*lines[:2], b"{\n", *lines[3:]]))
    assert (broken.id, broken.words["number"]) == ("exchange/line", 3)


def test_a_newer_file_is_refused(elsewhere, files):
    for content in files.values():
        newer = refused(elsewhere, content.replace(b'"format":1', b'"format":2', 1))
        assert (newer.id, newer.words["came"], newer.words["high"]) == ("exchange/newer", 2, 1)


@pytest.mark.parametrize("content", [b"\n", b"{}\n", b"[1]", b"\xff\xfe", b"[" * 100_000, b'{"gardien":"cat"}\n'])
def test_something_else_is_refused(elsewhere, content):
    assert refused(elsewhere, content).id == "exchange/not_ours"


@pytest.mark.parametrize(
    "lines",
    [
        [record(2, OPENING)],
        [record(1, OPENING), record(2, EVENT, "b"), record(3, EVENT, "a1")],
        [record(1, "x" * BODY_BYTES)],
        [b'{"version":1,"action":"","at":5,"body":1}'],
        [b'{"version":1,"action":"a","at":99999999999999999999,"body":1}'],
        [b'{"version":1,"damaged":true,"at":1}'],
        [b'{"version":1}'],
    ],
    ids=range(7),
)
def test_lines_that_no_export_writes_are_refused_even_with_a_sound_checksum(elsewhere, lines):
    assert refused(elsewhere, sealed({}, lines)).id == "exchange/line"


@pytest.mark.parametrize(
    "header", [{"campaign": ""}, {"campaign": "a\nb"}, {"campaign": "x" * 201}, {"version": 0}, {"title": "Autre"}]
)
def test_a_table_that_cannot_be_named_or_is_empty_is_refused(elsewhere, header):
    assert refused(elsewhere, sealed(header, [record(1, OPENING)])).id == "exchange/line"


def test_a_file_that_changes_after_it_was_checked_writes_nothing(store, files):
    file = io.BytesIO(files["table"])
    passages = check(file, "file")
    file.seek(0)
    file.write(files["table"].replace(b"Table 1", b"Table 2"))
    with pytest.raises(Refusal) as caught:
        bring(store, file, "file", passages)
    assert caught.value.id == "exchange/checksum"
    assert store.campaigns() == {}


# ---- characters, and who may take what ----


def test_a_character_is_the_sheet_that_create_writes(store):
    house = Tables(store)
    campaign, _ = house.open(c.Open(system="yacdha"))
    table = house.table(campaign)
    acted = table.act("keeper", c.Envelope(action="1", command=c.Add(sheet=json.loads(sheet_text()))))
    exported = export_character(table.state, OWNER, acted.card["words"]["character"])
    assert exported.decode() == sheet_text()


def sheet_text() -> str:
    """As `gardien create -o` writes it."""
    sheet = gardien.create("yacdha", {"name": "Daisy"}, seed=3)
    return msgspec.json.format(msgspec.json.encode(sheet), indent=2).decode() + "\n"


def test_a_player_takes_their_own_characters_and_nothing_else(store):
    house = Tables(store)
    campaign, _ = house.open(c.Open(system="yacdha"))
    table = house.table(campaign)

    def act(number, command):
        return table.act("keeper", c.Envelope(action=str(number), command=command)).card["words"]

    mine = act(1, c.Add(draw={}, name="Daisy"))["character"]
    hers = act(2, c.Add(draw={}, name="Liam"))["character"]
    hidden = act(3, c.Add(draw={}, name="Le rôdeur", hidden=True))["character"]
    act(4, c.Remark(character=mine, secret=SECRET))
    player = table.viewer(act(5, c.Seat(name="Abby", characters=(mine,)))["seat"])
    spectator = table.viewer(act(6, c.Seat(role="spectator"))["seat"])

    exported = export_character(table.state, player, mine)
    assert json.loads(exported)["name"] == "Daisy"
    assert SECRET.encode() not in exported
    ids = {
        (viewer.role, id): caught(export_character, table.state, viewer, id)
        for viewer in (player, spectator)
        for id in (hers, hidden, "nobody")
    }
    assert {id: ids["player", id] for id in (hers, hidden, "nobody")} == {
        hers: "table/not_yours",
        hidden: "table/no_character",
        "nobody": "table/no_character",
    }
    assert ids["spectator", hers] == "table/not_yours"
    for viewer in (player, spectator):
        assert caught(export_table, store, campaign, viewer) == "table/not_allowed"


def caught(act, *arguments) -> str:
    with pytest.raises(Refusal) as result:
        act(*arguments)
    return result.value.id
