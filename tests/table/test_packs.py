"""Packs at a table: switched on by an event that keeps their rows, taken back by undo, carried with the table."""

import io
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

import gardien
from gardien.core.errors import Refusal
from gardien.core.in_force import in_force
from gardien.core.ready import READY
from gardien.table import commands as c
from gardien.table import packs
from gardien.table.exchange import bring, check, export_table
from gardien.table.packs import digest_of, rows_at
from gardien.table.store import open_store
from gardien.table.tables import Tables

EXAMPLES = Path(__file__).parents[2] / "examples" / "packs"
# game -> a pack, a being of it, and what it is called
STORIES = {
    "yacdha": ("marais", "creature/marsh_light", "Lueur du marais"),
    "operators": ("port", "creature/hold_rats", "Rats de cale"),
    "d20d100": ("theatre", "creature/masque_vide", "Masque vide"),
    "cthulhud20": ("jardin", "creature/climbing_rose", "Rose grimpante"),
    "organique": ("serre", "creature/greenhouse_python", "Python de serre"),
}


def content_of(game, name):
    return tomllib.loads((EXAMPLES / f"{game}-{name}.toml").read_text("utf-8"))


class Evening:
    """A table, and its game master who acts."""

    def __init__(self, store, game):
        self.tables = Tables(store)
        campaign, _ = self.tables.open(c.Open(system=game, title="Nuit"))
        self.table = self.tables.table(campaign)
        self.count = 0

    def do(self, command):
        self.count += 1
        return self.table.act("keeper", c.Envelope(action=f"a{self.count}", command=command))

    @property
    def view(self):
        return self.table.look(self.table.viewer("keeper"))

    def log(self):
        return self.table.log(self.table.viewer("keeper"), "fr")

    def names(self):
        return [one["sheet"]["name"] for one in self.view["characters"].values()]


@pytest.mark.parametrize("game", STORIES)
def test_a_pack_is_used_at_the_table_undone_and_carried_to_where_it_is_unknown(game, quick, tmp_path):
    name, being, called = STORIES[game]
    evening = Evening(quick, game)
    with pytest.raises(Refusal):
        evening.do(c.Add(being=being))
    content = content_of(game, name)
    evening.do(c.UsePack(content=content))
    (shown,) = evening.view["packs"]
    assert shown["name"] == content["pack"]["name"]
    assert shown["rows"]["creature"] == len(content["creature"])
    opened(evening, content)
    evening.do(c.Add(being=being))
    assert evening.names() == [called]
    assert in_force() is None, "and holds at no other table"
    file = io.BytesIO(b"".join(one if isinstance(one, bytes) else one.encode() for one in carried(evening, quick)))
    elsewhere = open_store(str(tmp_path / "elsewhere"))
    (brought,) = bring(elsewhere, file, "nuit.jsonl", check(file, "nuit.jsonl"))
    there = Tables(elsewhere).table(brought.campaign)
    view = there.look(there.viewer("keeper"))
    assert view["packs"] == evening.view["packs"]
    assert [one["sheet"]["name"] for one in view["characters"].values()] == [called]
    there.act("keeper", c.Envelope(action="z", command=c.Add(being=being)))
    elsewhere.close()
    evening.do(c.Undo())
    evening.do(c.Undo())
    assert evening.view["packs"] == []
    with pytest.raises(Refusal):
        evening.do(c.Add(being=being))
    evening.do(c.Redo())
    evening.do(c.Add(being=being))


def opened(evening, content):
    """What the pack brings ready does what it says, and everything is taken back."""
    before = evening.table.state.play
    keys = {table: f"{table}/{content[table][0]['key']}" for table in READY}
    evening.do(c.Unpack(what=keys["preset"]))
    assert evening.view["options"].items() >= content["preset"][0]["options"].items()
    evening.do(c.Unpack(what=keys["random"], dice=(1, 2)))
    says = [one["fr"] for one in evening.log()[0]["words"]["says"]]
    assert says == [content["random"][0]["rows"][0]["fr"], content["random"][1]["rows"][1]["fr"]]
    for dice in ((7,), (1,)):
        with pytest.raises(Refusal):
            evening.do(c.Unpack(what=keys["random"], dice=dice))
    evening.do(c.Unpack(what=keys["random"], audience="keeper"))
    evening.do(c.Unpack(what=keys["encounter"]))
    evening.do(c.Unpack(what=keys["scenario"]))
    people = evening.view["characters"].values()
    assert len(people) == 3
    assert all(one["hidden"] for one in people)
    notes = evening.view["notes"].values()
    assert [one["title"] for one in notes] == [content["scenario"][0]["fr"], content["scenario"][0]["notes"][0]["fr"]]
    player = evening.table.viewer(evening.do(c.Seat(name="Ann")).card["words"]["seat"])
    told = [one["words"].get("what") for one in evening.table.log(player, "fr") if one["command"] == "unpack"]
    assert told == [keys["random"], keys["preset"]], "what is secret or hidden is nobody else's"
    evening.do(c.Add(being=keys["character"]))
    assert evening.names()[-1] == content["character"][0]["sheet"]["name"]
    for what in ("random/none", "creature/ghoul", "none"):
        with pytest.raises(Refusal):
            evening.do(c.Unpack(what=what))
    for _ in range(6):
        evening.do(c.Undo())
    assert evening.table.state.play == before


def carried(evening, store):
    return list(export_table(store, evening.table.campaign, evening.table.viewer("keeper")))


def test_an_old_log_means_the_same_when_the_pack_has_changed_or_is_gone(quick):
    evening = Evening(quick, "operators")
    content = content_of("operators", "port")
    evening.do(c.UsePack(content=content))
    act = c.Do(procedure="attack_melee", given={"weapon": "docker_hook"}, dice=(90,))
    evening.do(act)
    told = evening.log()[0]["roll"]["told"]
    assert "crochet de docker" in told[0]
    content["weapon"][0] |= {"fr": "Croc", "damage": "2D6"}
    evening.do(c.UsePack(content=content))
    assert len(evening.view["packs"]) == 1, "in place of the one of the same name"
    evening.do(act)
    logged = [one["roll"]["told"] for one in evening.log() if "roll" in one]
    assert "croc," in logged[0][0]
    assert logged[1] == told
    evening.do(c.UsePack(off=evening.view["packs"][0]["id"]))
    assert [one["roll"]["told"] for one in evening.log() if "roll" in one] == logged
    afresh = Tables(quick).table(evening.table.campaign)
    assert [one["roll"]["told"] for one in afresh.log(afresh.viewer("keeper"), "fr") if "roll" in one] == logged
    with pytest.raises(Refusal):
        evening.do(act)


def test_whatever_is_wrong_with_a_pack_is_refused_and_the_table_stays_as_it_was(quick):
    evening = Evening(quick, "yacdha")
    before = evening.table.state
    sound = content_of("yacdha", "marais")
    spear = sound["weapon"][0]
    for content, id in (
        ({**sound, "wepon": []}, "pack/table"),
        ({**sound, "pack": {**sound["pack"], "system": "operators"}}, "pack/system"),
        ({"weapon": [spear]}, "field/missing"),
        (content_of("operators", "port"), "pack/system"),
        ({"pack": {"name": "A"}, "weapon": [{**spear, "fr": "<i>x</i>"}]}, "pack/markup"),
        (long_pack(spear, 1000, "en"), "pack/heavy"),
    ):
        with pytest.raises(Refusal) as refused:
            evening.do(c.UsePack(content=content))
        assert refused.value.id == id
    with pytest.raises(Refusal):
        evening.do(c.UsePack(off="nothing"))
    assert evening.table.state is before


def long_pack(row, count, *more):
    """A pack of about a megabyte for each language of a thousand rows."""
    rows = [{**row, "key": f"k{n}", "fr": "x" * 950, **dict.fromkeys(more, "y" * 1000)} for n in range(count)]
    return {"pack": {"name": f"A{count}"}, "weapon": rows}


def test_a_long_pack_is_kept_once_and_a_table_keeps_only_so_much(quick, monkeypatch):
    evening = Evening(quick, "yacdha")
    spear = content_of("yacdha", "marais")["weapon"][0]
    content = long_pack({**spear, "en": "y"}, 900)
    for _ in range(2):
        evening.do(c.UsePack(content=content))
        evening.do(c.UsePack(off=evening.view["packs"][0]["id"]))
    sizes = [len(one.body) for one in quick.read(evening.table.campaign)]
    assert [size > 900_000 for size in sizes] == [False, True, False, False, False]
    monkeypatch.setattr(packs, "MOST_KEPT_BYTES", 1_500_000)
    with pytest.raises(Refusal) as refused:
        evening.do(c.UsePack(content=long_pack({**spear, "en": "y"}, 800)))
    assert refused.value.id == "pack/full"
    with pytest.raises(Refusal) as refused:
        evening.do(c.Throw(notation="3d6", note="x" * c.MESSAGE_BYTES))
    assert refused.value.id == "store/large", "nothing else is that long"


def test_rows_that_somebody_has_are_not_taken_away(quick):
    evening = Evening(quick, "cthulhud20")
    content = content_of("cthulhud20", "phare")
    evening.do(c.UsePack(content=content))
    evening.do(c.Add(being="creature/drowned_keeper"))
    refusals = []
    for command in (
        c.UsePack(off=evening.view["packs"][0]["id"]),
        c.UsePack(content={name: rows for name, rows in content.items() if name == "pack"}),
    ):
        with pytest.raises(Refusal) as refused:
            evening.do(command)
        refusals.append(refused.value.said("en"))
    assert set(refusals) == {
        "Gardien noyé: “gaffe” comes from this pack and is still in use. Take it away first, or keep the pack."
    }
    evening.do(c.Remove(character=next(iter(evening.view["characters"]))))
    evening.do(c.UsePack(off=evening.view["packs"][0]["id"]))
    assert evening.view["packs"] == []


def test_two_tables_with_different_rows_under_the_same_key_never_mix(quick):
    evenings = []
    for damage in ("1D3", "1D3+6"):
        content = content_of("operators", "port")
        content["weapon"][0]["damage"] = damage
        evening = Evening(quick, "operators")
        evening.do(c.UsePack(content=content))
        evenings.append(evening)
    for _ in range(2):
        told = []
        for evening in evenings:
            evening.do(c.Do(procedure="attack_melee", given={"weapon": "docker_hook"}, dice=(1, 90, 3)))
            told.append(evening.log()[0]["roll"]["outcome"])
        assert told[0] != told[1]


def test_what_comes_from_elsewhere_and_is_no_pack_is_left_alone(quick):
    """A digest that stands for something else, or for nonsense, gives no rows."""
    evening = Evening(quick, "yacdha")
    evening.do(c.UsePack(content=content_of("yacdha", "marais")))
    state = evening.table.state
    (digest,) = state.play["packs"]
    forged = {**state.house["rows"][digest], "weapon": [{"key": "eel_spear"}]}
    house = {**state.house, "rows": {"0" * 24: forged, digest_of(forged): forged}}
    for one in ("0" * 24, digest_of(forged), "unknown"):
        assert rows_at(replace(state, play={**state.play, "packs": [one]}, house=house)) is None
    assert gardien.pack("yacdha")
