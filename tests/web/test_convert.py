"""Sheets of other games in the workshop: pasted, mended, put on the table, saved; by the API; of a made-up game."""

import json
import re
from html import unescape
from typing import Any

import httpx2
import msgspec
import pytest
from playwright.sync_api import Browser, expect

import gardien
from gardien.core.terms import THIN
from web.browsing import Visitor
from web.client import Running

GHOUL = """Goule
FOR 16 CON 13 TAI 13 INT 13 POU 13 DEX 13
Armes : 2 griffes 30 %, 1D6+BD
Compétences : Écouter 70 %, Esquive 26 %
Perte de SAN : 0/1D6
Court à quatre pattes."""


class Shop:
    """A keeper in the workshop of one game, without a script."""

    def __init__(self, running: Running, system: str = "d20d100", language: str = "fr") -> None:
        opened = running.owner.post("/tables", {"system": system}).json()
        self.running, self.link, self.table = running, opened["link"], opened["table"]
        self.keeper = running.caller(self.link).at(self.table)
        self.path = f"/t/{self.table}/atelier/conversion"
        self.client = httpx2.Client(base_url=running.url, follow_redirects=False, timeout=40, verify=False)
        self.client.cookies.set("lang", language)
        self.client.get(f"/l/{self.link}")
        self.client.headers["origin"] = running.url

    def people(self) -> list[dict[str, Any]]:
        return [one["sheet"] for one in self.keeper.get().json()["characters"].values()]

    def post(self, path: str = "", **form: Any) -> httpx2.Response:
        return self.client.post(self.path + path, data=form)

    def said(self, **form: Any) -> str:
        return unescape(self.post(**form).text)


def held(page: str, name: str) -> str:
    """What a hidden field of the form holds."""
    result = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert result is not None
    return result[1]


def test_by_plain_forms_a_profile_is_read_mended_and_put_on_the_table(running: Running) -> None:
    """Without a script everything works too, and sent twice it comes once."""
    shop = Shop(running)
    empty = shop.client.get(shop.path).text
    assert "Coller un profil, ou remplir quelques valeurs" in empty
    text = shop.post(
        go="read", text=GHOUL, step="d100/investigator", wrote="", draft=unescape(held(empty, "draft"))
    ).text
    page = unescape(text)
    assert held(text, "step") == "d100/monster"
    assert f"Esquive 26{THIN}%\u00a0: ne se convertit pas, la Défense en tient lieu." in page
    assert "<li>Court à quatre pattes</li>" in page
    assert page.count('href="/regles/d20d100/D100-CONV-01"') == 2
    form = {"step": "d100/monster", "wrote": "d100/monster", "draft": unescape(held(text, "draft")), "text": GHOUL}
    fields = dict(re.findall(r'name="(v\.[^"]*)"[^>]*? value="([^"]*)"', text))
    mended = {**form, **{name: unescape(value) for name, value in fields.items()}, "v.name": "Grande goule"}
    mended["v.notes"] = "Court à quatre pattes"
    answers = [shop.post(**mended, go="add", hidden="true") for _ in range(2)]
    assert [one.status_code for one in answers] == [303, 303]
    (sheet,) = shop.people()
    assert (sheet["name"], sheet["kind"], sheet["pv_max"], sheet["defence"]) == ("Grande goule", "monster", 13, 16)
    assert sheet["notes"] == "Court à quatre pattes"
    (kept,) = shop.keeper.get().json()["characters"].values()
    assert kept["hidden"]


def test_the_sheet_is_saved_as_a_file_that_a_table_takes_in(running: Running) -> None:
    shop = Shop(running)
    page = shop.post(go="read", text=GHOUL, step="d100/monster").text
    saved = shop.post("/fiche", draft=unescape(held(page, "draft")), step="d100/monster")
    assert saved.headers["content-disposition"] == "attachment; filename*=UTF-8''Goule.json"
    sheet = json.loads(saved.content)
    assert shop.keeper.made("character", "add", sheet=sheet)
    assert shop.post("/fiche", draft="nonsense", step="d100/monster").status_code == 422


def test_dice_fall_once_for_a_draft(running: Running) -> None:
    """PER by dice: looked at again, it is the same; D100-MISS-14."""
    shop = Shop(running)
    raw = {"name": "Ada", "per_method": "roll"}
    drafts = [json.dumps({"action": f"m{number}", "raw": raw}) for number in range(12)]
    asked = [json.loads(shop.post("/fiche", draft=draft, step="d100/investigator").content) for draft in drafts * 2]
    result = [sheet["scores"]["PER"] for sheet in asked]
    assert result[:12] == result[12:]
    assert len(set(result)) > 1


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"go": "read", "text": "  "}, "Aucun texte à lire"),
        ({"go": "read", "text": "x" * 20_001}, "20"),
        ({"go": "add", "draft": '{"action": "m1", "raw": {"FOR": "13"}}'}, "Il manque encore quelque chose"),
        ({"go": "check", "draft": '{"action": "m1", "raw": {"FOR": "fort"}}'}, "Force\u00a0: écrire un nombre"),
        ({"go": "check", "draft": '{"action": "m1", "raw": {"san_loss": "9"}}'}, "Perte de SAN\u00a0: «\u00a09\u00a0»"),
        (
            {"go": "step:d20/monster", "draft": '{"action": "m1", "raw": {"size": "-1"}}'},
            "Taille, un nombre de 21 à 35.",
        ),
        ({"go": "step:nowhere/nobody"}, "Les fiches en pourcentages"),
        ({"go": "more:skills"}, "Ajouter une ligne"),
        ({"go": "nonsense", "step": "/", "draft": "[]"}, "Convertir une fiche"),
    ],
)
def test_bad_input_gets_a_sentence_beside_its_field(running: Running, form: dict[str, str], sentence: str) -> None:
    shop = Shop(running)
    assert sentence in shop.said(**{"step": "d100/monster", **form})
    assert shop.people() == []


def test_only_the_keeper_converts(running: Running) -> None:
    shop = Shop(running)
    link = shop.keeper.done("seat", role="player", name="Ann")["link"]
    player = httpx2.Client(base_url=running.url, timeout=40, verify=False, headers={"origin": running.url})
    player.get(f"/l/{link}")
    for answer in (
        player.get(shop.path),
        player.post(shop.path, data={"go": "add"}),
        player.post(shop.path + "/fiche"),
    ):
        assert answer.status_code == 403
    assert "Convertir une fiche" in shop.client.get(f"/t/{shop.table}/ajouter").text


def test_somebody_of_another_table_comes_over_by_equal_chances_and_undo_takes_them_back(
    running: Running, browser: Browser
) -> None:
    """One line each, found by a search; of another game converted on the page, each value with both chances."""
    there, here, same = Shop(running, "operators"), Shop(running, "organique"), Shop(running, "organique")
    there.keeper.done("add", being="ready/ares")
    same.keeper.done("add", being="sample/rusty", hidden=True)
    keeper = Visitor(browser, running.url, there.link, width=1366, height=768)
    for one in (same, here):
        keeper.context.request.get(f"{running.url}/l/{one.link}", max_redirects=0)
    page = keeper.page
    keeper.open(f"/t/{here.table}/ajouter/tables")
    expect(page.get_by_role("heading", level=3)).to_have_count(2)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    page.set_viewport_size({"width": 1366, "height": 768})
    page.get_by_placeholder("Chercher un nom, un jeu").fill("ares")
    expect(page.get_by_role("heading", level=3).locator("visible=true")).to_have_text(["ARES"])
    page.get_by_role("link", name="Convertir\u00a0: ARES").click()
    row = page.locator("#conv-out").get_by_role("row", name=re.compile("^FOR "))
    expect(row).to_contain_text("là-bas (un test de difficulté normale)")
    expect(row).to_contain_text("ici (un test de difficulté 20), le plus proche")
    expect(page.locator("#conv-out")).to_contain_text("propre à l’ancien jeu")
    assert keeper.axe() == []
    page.get_by_role("button", name="Mettre sur la table").click()
    page.wait_for_url(re.compile(rf"/t/{here.table}\?c="))
    (sheet,) = here.people()
    assert (sheet["system"], sheet["kind"], sheet["name"]) == ("organique", "runner", "ARES")
    here.keeper.done("undo")
    assert here.people() == []
    keeper.open(f"/t/{here.table}/ajouter/tables")
    page.get_by_role("button", name="Faire venir\u00a0: Rusty").click()
    expect(page.get_by_role("status").filter(has_text="À la table")).to_be_visible()
    assert [one["name"] for one in here.people()] == ["Rusty"]
    keeper.calm()


def test_the_file_of_another_game_opens_the_conversion(running: Running) -> None:
    shop = Shop(running, "yacdha")
    sheet = gardien.create("cthulhud20", seed=3)
    form = {"way": "file", "sheet": msgspec.json.encode(sheet).decode()}
    page = unescape(shop.client.post(f"/t/{shop.table}/ajouter", data=form).text)
    assert "À chances égales" in page
    assert sheet.name in page
    assert "une action contre un dé d’opposition" in page
    again = shop.said(go="read", step="operators/operator", text="{")
    assert "Convertir une fiche" in again
    assert "ce jeu-là" in shop.said(go="read", step="operators/operator", text='{"system": "coin"}')


def test_by_the_api(running: Running) -> None:
    anybody = running.caller()
    way = "/systems/d20d100/conversions/d20"
    given = {"TAI": 26, "size": -1, "natural": 5, "dex": 1}
    done = anybody.post(way, {"given": given}).json()
    assert (done["from"], done["to"], done["sheet"]["defence"]) == ("d20", "d20d100", 15)
    assert anybody.post("/systems/d20d100/conversions/d100", {"text": GHOUL}).json()["unread"]
    sheet = msgspec.to_builtins(gardien.create("organique", seed=3))
    brought = anybody.post("/systems/yacdha/conversions/organique", {"given": sheet}).json()
    assert brought["sheet"]["system"] == "yacdha"
    assert {one["measured"]["way"] for one in brought["values"]} == {"equal", "arm_kind"}
    for path, body, status, id in (
        (way, {"given": {}}, 422, "field/missing"),
        ("/systems/d20d100/conversions/d6", {}, 404, "convert/source"),
        ("/systems/yacdha/conversions/d100", {}, 404, "convert/source"),
        (way, {"given": given, "dice": [1]}, 422, "dice/left_over"),
        (way, {"text": "x" * 30_000}, 422, "field/length_at_most"),
    ):
        answer = anybody.post(path, body)
        assert (answer.status_code, answer.json()["error"]["id"]) == (status, id)


@pytest.mark.usefixtures("tiny")
def test_a_made_up_game_needs_no_line_of_the_pages(running: Running) -> None:
    shop = Shop(running, "pennies")
    draft = json.dumps({"action": "m1", "raw": {"name": "Ada", "farthings": "42", "call": "heads"}})
    page = shop.said(go="check", draft=draft, step="farthings/player")
    assert "Liards 2\u00a0: pas de quoi faire un sou." in page
    assert 'name="text"' not in page  # it reads no text
    assert shop.post(go="add", draft=draft, step="farthings/player").status_code == 303
    assert [(one["name"], one["purse"]) for one in shop.people()] == [("Ada", 10)]


@pytest.mark.parametrize(("width", "language"), [(1440, "fr"), (390, "en")])
def test_in_a_browser_the_sheet_is_made_as_one_writes(
    running: Running, browser: Browser, width: int, language: str
) -> None:
    """A d100 adversary pasted, a score out of bounds, mended, another attack, put on the table; the device keeps it."""
    shop = Shop(running)
    french = language == "fr"
    with Visitor(browser, running.url, shop.link, width=width, language=language) as keeper:
        page = keeper.page
        keeper.open(f"/t/{shop.table}/ajouter")
        page.get_by_role("link", name="Convertir…" if french else "Convert…").click()
        out = page.locator("#conv-out")
        expect(out).to_contain_text("Coller un profil, ou" if french else "Paste a profile, or")
        page.locator("#text").fill(GHOUL)
        page.get_by_role("button", name="Lire" if french else "Read", exact=True).click()
        expect(out.get_by_role("heading", name="Goule")).to_be_visible()
        expect(page.locator("#conv-unread")).to_contain_text("Court à quatre pattes")
        expect(out).to_contain_text("la Défense en tient lieu" if french else "Defence takes its place")
        assert keeper.axe() == []
        page.locator("[name='v.DEX']").fill("99")
        wrong = page.locator("#bad-DEX")
        expect(wrong).to_contain_text("0 à 90" if french else "0 to 90")
        expect(out).to_contain_text("ne convient pas encore" if french else "does not fit yet")
        assert keeper.axe() == []
        page.locator("[name='v.DEX']").fill("15")
        expect(wrong).to_be_empty()
        expect(out.get_by_role("row", name=re.compile("Défense 17" if french else "Defence 17")).first).to_be_visible()
        page.locator("[name='v.attacks.1.name']").fill("Morsure")
        page.locator("[name='v.attacks.1.percent']").fill("55")
        expect(out.get_by_role("row", name=re.compile(r"Morsure \+5"))).to_be_visible()
        page.reload()
        expect(out.get_by_role("row", name=re.compile(r"Morsure \+5"))).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Enregistrer la fiche" if french else "Save the sheet").click()
        assert saved.value.suggested_filename == "Goule.json"
        page.get_by_role("button", name="Mettre sur la table" if french else "Put on the table").click()
        page.wait_for_url(re.compile(rf"/t/{shop.table}\?c="))
        keeper.calm()
    (sheet,) = shop.people()
    assert [(one["name"], one["attack"]) for one in sheet["attacks"]] == [("griffes", 0), ("Morsure", 5)]
    assert sheet["defence"] == 17
