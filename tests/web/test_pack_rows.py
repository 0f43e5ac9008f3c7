"""A row of one's own made in the page: begun from another, weighed while it is written, used, undone, carried."""

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from gardien.core.in_force import using
from gardien.core.player_packs import read_pack, rows_of
from gardien.core.ready import READY
from gardien.core.system import find
from gardien.table.store import open_store
from gardien.web.pages.prepare.row_forms import begun_from, writer_of
from web.browsing import Visitor, tick
from web.client import Running, wait_for
from web.test_home import Device

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "packs").glob("*.toml"))

# game -> a creature and a weapon: what each is begun from and what is changed; how the weapon is carried, the act
# that is done with it, and the input that holds whom it is aimed at
MADE = {
    "yacdha": (
        ("creature", "reanimated_corpse", {"boxes": "9"}), ("weapon", "knife", {"trauma_max": "5"}),
        {"weapons": [{"name": "Chose weapon", "trauma_max": 5}]}, "", {}, "",
    ),
    "operators": (
        ("creature", "bear", {"FOR": "25"}), ("weapon", "club", {"damage": "1D8+1"}),
        {}, "attack_melee", {"weapon": "chose_weapon"}, "defender",
    ),
    "d20d100": (
        ("creature", "shoggoth", {"pv": "70"}), ("weapon", "petit_couteau", {"damage": "1d4"}),
        {"weapons": [{"weapon": "chose_weapon", "name": "Chose weapon"}]}, "attack", {"weapon_name": "Chose weapon"},
        "target",
    ),
    "cthulhud20": (
        ("creature", "thug", {"ca": "13"}), ("weapon", "brass_knuckles", {"lethality": "3"}),
        {}, "attack", {"weapon": "chose_weapon"}, "target",
    ),
    "organique": (
        ("creature", "guard_dog", {"SNG": "4"}), ("weapon", "machete", {"bs": "4"}),
        {}, "combat_action", {"action": "strike", "weapon": "chose_weapon"}, "target",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def two_houses(tmp_path_factory, browser):
    """A game master's own machine and another, each with a device that is let into the house."""
    made = []
    for name in ("here", "there"):
        store = open_store(tmp_path_factory.mktemp(name) / "store.db")
        running = Running(store)
        made.append((running, Visitor(browser, running.url, running.link)))
    yield made
    for running, visitor in made:
        visitor.close()
        running.stop()
        running.store.close()


class Form(HTMLParser):
    """What the form of a row would send if nobody touched it."""

    def __init__(self, text):
        super().__init__()
        self.items, self._at, self._select, self._area = [], False, None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        got = dict(attributes)
        if tag == "form":
            self._at = got.get("id") == "row"
        if not self._at or ("name" not in got and tag not in ("option",)):
            return
        if tag == "input" and (got.get("type") not in ("checkbox", "radio") or "checked" in got):
            self.items.append((got["name"], got.get("value", "")))
        elif tag == "select":
            self._select = [got["name"], None]
        elif tag == "option" and self._select:
            if "selected" in got or self._select[1] is None:
                self._select[1] = got.get("value", "")
        elif tag == "textarea":
            self._area = [got["name"], ""]

    def handle_data(self, data):
        if self._area:
            self._area[1] += data

    def handle_endtag(self, tag):
        if tag == "select" and self._select:
            self.items.append((self._select[0], self._select[1] or ""))
            self._select = None
        elif tag == "textarea" and self._area:
            self.items.append(tuple(self._area))
            self._area = None


def strike(page, hero, beast):
    """The hero's blow at the beast with the new weapon, declared and resolved in the page of the fight."""
    page.locator(f"#fdecl [data-fighter='{hero}'] a", has_text="Déclarer").first.click()
    form = page.locator("#form")
    form.get_by_role("radio", name="Attaquer", exact=True).check()
    choose(form, "Chose weapon", "chose_weapon")
    form.locator(f".aims input[value='{beast}']").check()
    form.get_by_role("button", name="Déclarer", exact=True).click()
    page.locator(f"[data-fighter='{beast}'] form:has([name='idle']) button").click()
    page.locator("#fgo [data-key=r]:not([aria-disabled=true])").click()


def choose(form, *values):
    """A field of a form that offers one of these values, chosen."""
    for value in values:
        for one in form.locator(f"[value*='{value}']").all():
            if one.evaluate("one => one.tagName") == "OPTION":
                one.locator("xpath=ancestor::select[1]").select_option(one.get_attribute("value"))
                return
            if one.get_attribute("type") in ("radio", "checkbox"):
                tick(one)
                return
    raise AssertionError(f"{values} not in {form.inner_text()}")


@pytest.mark.parametrize("game", MADE)
def test_a_creature_and_a_weapon_are_made_fought_with_weighed_printed_undone_and_carried(game, two_houses, tmp_path):
    (running, visitor), (elsewhere, stranger) = two_houses
    *rows, carried, procedure, given, at = MADE[game]
    opened = running.owner.post("/tables", {"system": game, "title": game}).json()
    caller, page = running.caller(opened["link"]).at(opened["table"]), visitor.page
    visitor.open(f"/l/{opened['link']}")
    table = f"/t/{opened['table']}"
    hero = caller.made("character", "add", draw={})
    for kind, like, fields in rows:  # made, its effect in sight while it is written
        visitor.open(f"{table}/paquets/ligne?table={kind}&comme={like}")
        for name, value in fields.items():
            field = page.locator(f"#row [name='sheet.{name}']")
            if field.first.get_attribute("type") == "radio":
                tick(page.locator(f"#row [name='sheet.{name}'][value='{value}']"))
            else:
                field.fill(value)
        page.locator("#row [name='sheet.fr']").fill(f"Chose {kind}")
        effect = page.locator("#row-effect")
        expect(effect).to_contain_text("Un seul, contre" if kind == "creature" else "%", timeout=20_000)
        page.get_by_role("button", name="Garder et utiliser").click()
        page.wait_for_url("**/paquets?fait")
    (pack,) = caller.get().json()["packs"]
    assert pack["rows"] == {"creature": 1, "weapon": 1}
    content = caller.get(f"/packs/{pack['id']}").json()
    for kind, _, fields in rows:
        (row,) = content[kind]
        assert row["key"] == f"chose_{kind}"
        assert {name: str(row[name]).removesuffix(".0") for name in fields} == fields, row
    visitor.open(f"{table}/ajouter?q=chose")
    page.locator("#f-creature-chose_creature > button").click()
    page.wait_for_url("**/ajouter?n=*")
    beast = page.url.partition("?n=")[2].partition("&")[0]
    assert "Chose creature" in visitor.context.request.get(f"{running.url}{table}/atelier").text()
    printed = visitor.context.request.get(f"{running.url}{table}/fiche/{beast}.pdf")
    assert printed.body().startswith(b"%PDF")
    if carried:
        caller.done("edit", character=hero, fields=carried)
    if procedure:
        caller.done("fight", fighters=[{"character": hero}, {"character": beast}])
        caller.done("do", procedure=procedure, character=hero, given={**given, at: {"character": beast}})
        visitor.open(f"{table}/combat")
    else:
        visitor.open(f"{table}/combat")
        page.get_by_role("button", name="Engager le combat").click()
        strike(page, hero, beast)
        wait_for(lambda: any("Round 1" in line for one in caller.log() for line in one.get("roll", {}).get("told", ())))
    expect(page.locator("main")).to_contain_text("Chose creature")
    visitor.open(table)
    taken = visitor.context.request.get(f"{running.url}{table}/table.jsonl").body()
    before = caller.get().json()["characters"].keys()
    page.locator("#undoing .btn--undo").click()
    wait_for(lambda: caller.log()[0]["command"] == "undo")
    while caller.get().json()["packs"]:
        caller.done("undo")
    assert beast not in caller.get().json()["characters"].keys() & before
    visitor.calm()
    file = tmp_path / "table.jsonl"
    file.write_bytes(taken)
    stranger.open("/")  # another machine, where nobody has heard of the pack
    stranger.page.locator("#importer > summary").click()
    stranger.page.locator("#import-file").set_input_files(file)
    stranger.page.locator("#importer button").click()
    stranger.page.wait_for_url("**/t/t*")
    stranger.open(f"{table}/ajouter?q=chose")
    expect(stranger.page.locator("#f-creature-chose_creature")).to_be_attached()
    there = elsewhere.house.tables.table(opened["table"])
    assert there.look(there.viewer("keeper"))["packs"] == [pack]
    stranger.calm()


@pytest.mark.parametrize("game", MADE)
def test_every_kind_of_row_of_every_game_has_a_form_that_gives_the_row_back(game, running: Running):
    """Kept under another key, a row is the row it was begun from."""
    opened = running.owner.post("/tables", {"system": game, "title": "Nuit"}).json()
    device, system = Device(running, opened["link"]), find(game)
    caller = running.caller(opened["link"]).at(opened["table"])
    pack = next(one for one in map(read_pack, EXAMPLES) if one.system == game and one.tables.keys() >= READY.keys())
    assert caller.post("/packs", {"action": "mine", "content": pack.content}).status_code == 201
    address = f"/t/{opened['table']}/paquets/ligne"
    tables = re.findall(r'href="\?table=(\w+)"', device.get(address).text)
    assert len(tables) > 10 + len(READY)
    with using(rows_of([pack])):
        for table in tables:
            key, row = list(begun_from(system, table).items())[-1]
            page = device.get(address, params={"table": table, "comme": key})
            assert page.status_code == 200, table
            source = msgspec.json.decode(msgspec.json.encode(row))
            source.pop("printed", None)
            writer = writer_of(system, table, "fr")
            written = writer.row(writer.written(Form(page.text).items, source))
            begun = key if writer.is_counted else f"{key[:57]}_2"
            assert written == {**writer.row(source), "key": begun}, (table, key)


def test_whatever_lies_ready_is_written_in_the_page_used_at_once_and_refused_as_the_command_does(running: Running):
    opened = running.owner.post("/tables", {"system": "yacdha", "title": "Nuit"}).json()
    device, caller = Device(running, opened["link"]), running.caller(opened["link"]).at(opened["table"])
    hero = caller.made("character", "add", draw={})
    address = f"/t/{opened['table']}/paquets/ligne"

    def send(table, fields, where="", like=""):
        page = device.get(address, params={"table": table, "comme": like})
        items: dict[str, list[str]] = {}
        for name, value in Form(page.text).items:
            items.setdefault(name, []).append(value)
        return device.client.post(address + where, data={**items, **fields, "way": "keep"})

    signs = {"sheet.fr": "Signes", "sheet.dice": "1D6", "sheet.rows.0.fr": "Une lanterne", "sheet.rows.0.low": "1"}
    faulty = send("random", signs)
    assert "2 ne tombe sur aucune ligne" in unescape(faulty.text), "in the words of the command"
    signs |= {"sheet.rows.0.high": "2", "sheet.rows.1.fr": "Rien", "sheet.rows.1.low": "3", "sheet.rows.1.high": "6"}
    assert "Une lanterne\u00a0: 33,3" in send("random", signs, "/effet").text, "weighed while one types"
    name = caller.get().json()["characters"][hero]["sheet"]["name"]
    met = {"sheet.fr": "Au gué", "sheet.foes.0.being": "creature/ghoul", "sheet.foes.0.count": "2"}
    for table, fields, like in (
        ("random", signs, ""),
        ("preset", {"sheet.fr": "Nos règles", "sheet.options.skill_mode": "levels"}, ""),
        ("character", {"sheet.fr": "Prête"}, hero),
        ("encounter", met, ""),
        ("scenario", {"sheet.fr": "La cloche", "sheet.text_fr": "Elle sonne.", "sheet.tables[]": "signes"}, ""),
    ):
        kept = send(table, fields, "", like)
        assert kept.status_code == 200, table
        assert str(kept.url).endswith("?fait"), (table, re.findall(r'class="refusal".*?</p>', kept.text))
    (pack,) = caller.get().json()["packs"]
    content = caller.get(f"/packs/{pack['id']}").json()
    assert content["preset"][0]["options"] == {"skill_mode": "levels"}
    assert content["character"][0]["sheet"]["name"] == name
    assert content["scenario"][0]["tables"] == ["signes"]
    for what in ("random/signes", "preset/nos_regles", "encounter/au_gue", "scenario/la_cloche"):
        caller.done("unpack", what=what)
    caller.done("add", being="character/prete")
    assert len(caller.get().json()["characters"]) == 4
