"""The packs of a table in the page and over the API: brought, used at once by everything, taken along, taken out."""

import re
import tomllib
from html import unescape
from pathlib import Path

import pytest

from gardien.core.player_packs import read_pack, to_toml
from web.client import Running, refusal
from web.test_home import Device

EXAMPLES = Path(__file__).parents[2] / "examples" / "packs"
PLACE = re.compile(r"\w+ “[^”]*”[\w.\[\]]*|\w+\[\d+\][\w.\[\]]*")  # as the command writes it
MARSH = EXAMPLES / "yacdha-marais.toml"


@pytest.fixture
def keeper(running: Running):
    """The game master of a new table, as a page and as a caller."""
    opened = running.owner.post("/tables", {"system": "yacdha", "title": "Marais"}).json()
    caller = running.caller(opened["link"]).at(opened["table"])
    return Device(running, opened["link"]), caller, f"/t/{opened['table']}/paquets"


def bring(device, path, name, content):
    return device.client.post(path, files={"file": (name, content)}, data={"action": f"bring-{name}"})


def test_a_pack_is_brought_used_taken_along_and_taken_out(keeper, tmp_path):
    device, caller, path = keeper
    assert "Aucun paquet" in device.get(path).text
    told = bring(device, path, "marais.toml", MARSH.read_bytes())
    assert told.status_code == 200
    assert "Le marais de Sainte-Aube" in told.text
    (pack,) = caller.get().json()["packs"]
    assert pack["rows"]["creature"] == 2
    add = path.replace("paquets", "ajouter")
    assert "Lueur du marais" in device.get(add, params={"q": "lueur"}).text
    caller.done("add", being="creature/marsh_light")
    assert "Lueur du marais" in device.get(path.replace("paquets", "atelier")).text
    drawn = caller.made("character", "add", draw={})
    given = {"gauge": "madness"}
    odds = caller.post("/odds", {"procedure": "gauge_check", "character": drawn, "given": given, "by": ["raised"]})
    assert odds.status_code == 200, "weighed by a process that was handed the rows"
    file = device.get(f"{path}/{pack['id']}.toml")
    copied = tmp_path / "copy.toml"
    copied.write_bytes(file.content)
    assert read_pack(copied).content == read_pack(MARSH).content
    assert caller.get(f"/packs/{pack['id']}").json() == read_pack(MARSH).content
    refusal(caller.get("/packs/none"), 422, "pack/unknown", "pack")
    pole = read_pack(MARSH).content["weapon"][1]
    rows = [{**pole, "key": f"pole_{n}", "fr": "x" * 900} for n in range(100)]
    content = {"pack": {"name": "Perches"}, "weapon": rows}
    refusal(caller.act("pack", content=content), 413, "http/large")
    assert caller.post("/packs", {"action": "poles", "content": content}).status_code == 201, (
        "has an address of its own"
    )
    assert caller.post("/packs", {"action": "poles", "content": content}).status_code == 200, "and is brought once"
    caller.done("pack", off=caller.get().json()["packs"][1]["id"])
    assert device.get("/bestiaire/yacdha", params={"q": "lueur"}).text.count("Lueur du marais") == 0, (
        "at no other place"
    )
    for what, told in (
        ("preset/marsh_nights", "applique les règles"),
        ("random/marsh_signs", "tire dans"),
        ("encounter/at_the_ford", "Le gardien prépare la rencontre"),
        ("scenario/drowned_bell", "ouvre le scénario"),
        ("character/ready_yacdha", "Maud Kerbrat"),
    ):
        assert what in device.get(path).text
        page = device.client.post(path, data={"open": what, "action": what}).text
        assert told in " ".join(re.sub("<[^>]+>", " ", page).split()), "a card in the log"
    assert "Maud Kerbrat" in device.get(add, params={"q": "maud"}).text
    assert "encounter/at_the_ford" in device.get(add, params={"q": "gué"}).text
    came = device.client.post(add, data={"way": "encounter", "what": "encounter/at_the_ford", "action": "met"})
    assert came.status_code == 200
    assert len(re.findall(r"n=([^&]+)", str(came.url))[0].split("%2C")) == 2, "both of them, hidden"
    shop = device.get(path.replace("paquets", "atelier")).text
    for what in ("encounter/at_the_ford", "character/ready_yacdha"):
        assert f'name="count.{what}"' in shop, "and may be weighed as they lie there"
        weighed = caller.post("/workshop", {"characters": [drawn], "opponents": {what: 1}})
        assert weighed.status_code == 200, weighed.text
    assert "Nuits de marais" in device.get(path.replace("paquets", "reglages")).text
    assert device.client.post(path, data={"open": "random/nothing", "action": "none"}).status_code == 422
    out = device.client.post(path, data={"off": pack["id"], "action": "off"})
    assert "Aucun paquet" in out.text
    assert "Lueur du marais" in device.get(path.replace("/paquets", "")).text, "who came stays"


def test_the_page_tells_the_faults_of_a_file_in_the_same_sentences_as_the_command(keeper, capsys, tmp_path):
    from gardien.cli.main import main

    device, caller, path = keeper
    rows = '[[weapon]]\nkey = "x"\nfr = "<b>"\n[[wepon]]\n[[creature]]\nkey = "Y"\n'
    named = 'key = "a"\nfr = "A"\n'
    uses = f'[[random]]\n{named}rows = [{{ fr = "A", then = "b" }}]\n[[preset]]\n{named}options = {{ luck = 1 }}\n'
    uses += f'[[encounter]]\n{named}foes = [{{ being = "creature/ghoull" }}]\n'
    for number, content, least in ((1, rows, 6), (2, uses, 3)):
        bad = tmp_path / f"bad{number}.toml"
        bad.write_text(content, "utf-8")
        assert main(["pack", "check", str(bad), "--system", "yacdha"]) == 2
        said = [one.partition("toml\u00a0: ")[2] for one in capsys.readouterr().err.splitlines()]
        answer = bring(device, path, bad.name, bad.read_bytes())
        assert answer.status_code == 422
        assert len(said) >= least
        text = unescape(answer.text)
        shown = re.findall(r'class="refusal".*?<span>(.*?)</span>', text)
        for one in said:
            alike = re.compile(".+".join(re.escape(part) for part in PLACE.split(one)))
            assert [line for line in shown if alike.search(line)], one
        assert not any(PLACE.search(line) for line in shown), "where it stands is told by labels"
        told = caller.post("/packs", {"action": bad.name, "content": {"pack": {"name": "A"}, **tomllib.loads(content)}})
        assert any(one in told.json()["error"]["message"] for one in said), "and so does the API"
    for name, content, part in (
        ("huge.toml", b"#" * 2_000_001, "trop long"),
        ("deep.toml", b"weapon = " + b"[" * 1000 + b"]" * 1000, "imbriqué"),
        ("bytes.toml", b"\xff\xfe", "ne se lit pas"),
        ("other.toml", (EXAMPLES / "operators-port.toml").read_bytes(), "operators"),
    ):
        answer = bring(device, path, name, content)
        assert answer.status_code in (413, 422), name
        assert part in answer.text, name
    assert caller.get().json()["packs"] == []


def test_packs_that_lie_in_the_house_are_offered(keeper, running, tmp_path):
    device, caller, path = keeper
    (tmp_path / "packs" / "yacdha").mkdir(parents=True)
    (tmp_path / "packs" / "yacdha" / "marais.toml").write_bytes(MARSH.read_bytes())
    running.house.packs = str(tmp_path / "packs")
    assert "Le marais de Sainte-Aube" in device.get(path).text
    device.client.post(path, data={"lying": "../../etc/passwd", "action": "no"})
    assert caller.get().json()["packs"] == []
    device.client.post(path, data={"lying": "marais.toml", "action": "yes"})
    assert caller.get().json()["packs"][0]["name"] == "Le marais de Sainte-Aube"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_a_pack_written_down_again_is_the_same_pack(path, tmp_path):
    copied = tmp_path / path.name
    copied.write_text(to_toml(read_pack(path)), "utf-8")
    assert read_pack(copied).content == read_pack(path).content
