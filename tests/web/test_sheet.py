"""The sheet of a character in a browser: what it shows, to whom, how one writes on it, how one takes it along."""

import html
import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction

import httpx2
import pypdf
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from gardien.core.calling import odds_of
from gardien.core.sheet import read_sheet
from gardien.core.system import find
from gardien.core.terms import percent
from tiny.beside import tiny_beside_installed
from web.client import Caller, Evening, Running


class Reader:
    """Somebody who reads pages: a seat's cookie, and forms sent without a script."""

    def __init__(self, caller: Caller) -> None:
        self.table = caller.table
        self.client = httpx2.Client(
            base_url=caller.running.url, follow_redirects=True, headers={"Accept-Language": "fr"}, verify=False
        )
        assert self.client.get(f"/l/{caller.link}").status_code in (200, 404)

    def get(self, path: str) -> httpx2.Response:
        return self.client.get(f"/t/{self.table}/fiche/{path}")

    def text(self, path: str) -> str:
        """A page as its words alone, plain spaces between."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text[:500]
        return words(answer.text)

    def send(self, path: str, **fields: str) -> httpx2.Response:
        named = {name.replace("__", "."): value for name, value in fields.items()}
        return self.client.post(f"/t/{self.table}/fiche/{path}", data=named)


def words(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def opened(browser: Browser, caller: Caller, path: str, width: int = 1280, theme: str = "light") -> Page:
    """A page in a browser of one's own, whose script must not complain."""
    context = browser.new_context(viewport={"width": width, "height": 800}, locale="fr-FR")
    page = context.new_page()
    page.on("pageerror", lambda fault: pytest.fail(str(fault)))
    context.request.get(f"{caller.running.url}/l/{caller.link}", max_redirects=0)
    context.add_cookies([{"name": "theme", "value": theme, "url": caller.running.url}])
    page.goto(f"{caller.running.url}/t/{caller.table}/fiche/{path}")
    return page


def move(page: Page, gauge: str, amount: str) -> None:
    """A gauge of an open sheet, by any number."""
    form = page.locator("form[data-adjust]", has=page.locator(f"[value={gauge}]"))
    form.locator("[name=amount]").fill(amount)
    form.get_by_role("button", name="Appliquer").click()


# ---- what it shows ----


def test_a_gauge_says_what_its_next_check_risks_as_the_library_computes_it(shared: Evening):
    odds = odds_of("yacdha", "gauge_check", {"gauge": "madness", "value": 3}, by=("raised",))
    chance = sum((one.chance for one in odds if one.outcome["raised"]), Fraction(0))
    reader = Reader(shared.ann)
    reader.get(f"{shared.leo}/risks")  # what a page fetches when it could not wait for them
    assert words(f"prochain jet : {percent(chance, 'fr')} de passer à 4") in reader.text(shared.leo)


def test_a_level_and_a_floor_open_where_they_come_from(evening: Evening):
    evening.keeper.done("override", path=f"characters/{evening.leo}/sheet/sequelae", value=2, reason="La chute")
    page = Reader(evening.ann).get(evening.leo).text
    trauma = words(re.search(r'<details class="why[^>]*id="why-trauma">.*?</details>', page, re.S)[0])
    assert re.search(
        r"Valeur de départ 1 .*Séquelles 2 .*Plancher de trauma YAC-LUC-08 3 .*Trauma .*YAC-GAU-02 3", trauma
    )
    level = words(re.search(r'<details class="why[^>]*id="why-occupations-Boxe">.*?</details>', page, re.S)[0])
    assert re.search(r"Niveau YAC-OCC-01 2 .*Points 6 .*Points restants YAC-CRE-04 0", level)
    luck = words(re.search(r'<details class="why[^>]*id="why-sequelae">.*?</details>', page, re.S)[0])
    assert "Dernier changement" in luck
    assert "0 → 2" in luck


def test_the_history_tells_what_changed_and_what_was_taken_back(evening: Evening):
    evening.check(evening.keeper, evening.leo, 6)
    evening.keeper.done("undo")
    evening.check(evening.keeper, evening.leo, 5)
    page = Reader(evening.ann).get(evening.leo).text
    history = page[page.index('id="sheet-history"') :]
    rows = re.findall(r"<li( class=\"hist--struck\")?><time>.*?</div></li>", history, re.S)
    assert [bool(struck) for struck in rows] == [False, True, False]
    assert "Trauma 3 → devient 4" in words(history)


def test_the_history_goes_back_to_the_beginning_a_stretch_at_a_time(evening: Evening, browser: Browser):
    for value in (1, 2) * 45:
        evening.keeper.done("edit", character=evening.leo, fields={"luck": value - 1})
    page = opened(browser, evening.ann, evening.leo)
    rows = page.locator("#histoire .hist > li")
    expect(rows).to_have_count(40)
    for count in (80, 91):
        page.get_by_role("button", name="Plus ancien").click()
        expect(rows).to_have_count(count)
    expect(rows.last).to_contain_text("entre en jeu")
    expect(page.get_by_role("button", name="Plus ancien")).to_have_count(0)
    stranger = Reader(evening.bob).get(f"{evening.leo}/history?before=x")
    assert stranger.status_code == 404
    page.context.close()


@pytest.mark.parametrize(
    ("view", "name", "act", "chosen"), [("Listes", "Boxe", "Agir", "Boxe 2"), ("État", "Folie", "Jauges", "folie")]
)
def test_what_stands_on_a_sheet_is_rolled_from_there(shared: Evening, browser: Browser, view, name, act, chosen):
    page = opened(browser, shared.ann, shared.leo, 390)
    page.get_by_text(view, exact=True).click()
    page.locator("main").get_by_role("link", name=f"{name} (lancer)").click()
    hand = page.locator("#hand")
    expect(hand.get_by_role("link", name=act, exact=True)).to_have_attribute("aria-current", "page")
    expect(hand.get_by_label(chosen, exact=False).first).to_be_checked()
    expect(hand.locator("#odds")).to_contain_text("%")
    if name == "Boxe":
        expect(hand.get_by_label("Physique")).to_be_checked()
    assert "(lancer)" not in Reader(shared.bob).get(shared.leo).text
    page.context.close()


# ---- to whom ----


def test_nobody_reads_what_is_not_theirs(evening: Evening):
    evening.keeper.done("remark", character=evening.leo, secret="Il est déjà mort.", note="Une dette de jeu.")
    evening.keeper.done("show", character=evening.thug, alias="L’inconnu")
    assert "déjà mort" in Reader(evening.keeper).text(evening.leo)
    assert "dette de jeu" in Reader(evening.ann).text(evening.leo)
    for other in (evening.bob, evening.watcher, evening.screen):
        shown = Reader(other).text(evening.leo)
        assert "déjà mort" not in shown
        assert "dette de jeu" not in shown
        assert Reader(other).get(evening.ghoul).status_code == 404
        stranger = Reader(other).text(evening.thug)
        assert "L’inconnu" in stranger
        _, _, sheet = Reader(other).get(evening.thug).text.partition("sheetp")  # above it stands one's own state
        assert sheet
        assert "Trauma" not in sheet
        assert Reader(other).get(f"{evening.thug}.pdf").status_code == 403
        assert Reader(other).get(f"{evening.thug}.json").status_code == 403
    assert "déjà mort" not in Reader(evening.ann).text(evening.leo)


def test_only_the_owner_and_the_game_master_write(evening: Evening):
    sent = {"section": "bonds", "sheet__bonds": "Sa sœur"}
    assert Reader(evening.bob).send(evening.leo, **sent).status_code == 403
    assert Reader(evening.ann).send(evening.leo, **sent).status_code == 200
    assert evening.ann.get("").json()["characters"][evening.leo]["sheet"]["bonds"] == ["Sa sœur"]
    evening.keeper.done("settings", players_edit=False)
    assert Reader(evening.ann).send(evening.leo, section="bonds", sheet__bonds="Son frère").status_code == 403
    shut = Reader(evening.ann).text(evening.leo)
    assert "Déverrouiller" not in shut


def test_where_a_part_is_left_to_players_only_that_part_opens(evening: Evening):
    evening.keeper.done("settings", players_edit=False, players_write=["bonds"])
    ann = Reader(evening.ann)
    page = ann.get(f"{evening.leo}?open=1").text
    assert re.findall(r"edit=(\w+)#", page) == ["bonds"]
    assert "data-adjust" not in page
    assert ann.send(evening.leo, section="bonds", sheet__bonds="Sa sœur").status_code == 200
    assert ann.send(f"{evening.leo}/jauge", gauge="trauma", amount="5").status_code == 403
    assert ann.send(evening.leo, section="person", sheet__description="grand").status_code == 403
    evening.keeper.done("settings", players_write=["gauges"])
    page = ann.get(f"{evening.leo}?open=1").text
    assert "data-adjust" in page
    assert ann.send(f"{evening.leo}/jauge", gauge="trauma", amount="+1").status_code == 200


# ---- writing ----

ROWS = {"sheet.occupations.0.name": "Médecin", "sheet.occupations.0.value": "5"} | {
    "sheet.occupations.1.name": "Boxe",
    "sheet.occupations.1.value": "2",
    "sheet.occupations.1.beside": "physical",
}


def test_what_the_rules_refuse_is_said_beside_its_field_and_what_was_typed_is_kept(evening: Evening):
    reader = Reader(evening.ann)
    before = evening.ann.get("").json()["characters"][evening.leo]["sheet"]
    answer = reader.send(evening.leo, section="occupations", **ROWS)
    assert answer.status_code == 422
    bad = re.search(r'<div class="field field--bad">.*?role="alert">(.*?)</p>', answer.text, re.S)
    assert "YAC-CRE-04" in bad[1]
    assert re.search(r'name="sheet.occupations.0.value">.*?<option value="5" selected>', answer.text, re.S)
    assert evening.ann.get("").json()["characters"][evening.leo]["sheet"] == before
    assert 'name="reason"' not in answer.text


def test_the_game_master_goes_beyond_the_rules_with_a_reason_that_the_log_shows(evening: Evening):
    reader = Reader(evening.keeper)
    assert reader.send(evening.leo, section="occupations", **ROWS).status_code == 422
    assert reader.send(evening.leo, section="occupations", reason="Un don du ciel", **ROWS).status_code == 200
    assert evening.ann.get("").json()["characters"][evening.leo]["sheet"]["occupations"] == {"Médecin": 5, "Boxe": 2}
    assert "« Un don du ciel »" in Reader(evening.ann).text(evening.leo)


def test_every_section_read_back_unchanged_changes_nothing(evening: Evening):
    """A form sent as it came: no value is lost on the way to the page and back."""
    reader = Reader(evening.keeper)
    for person in (evening.leo, evening.thug, evening.ghoul):
        before = evening.keeper.get("").json()["characters"][person]["sheet"]
        for key in dict.fromkeys(re.findall(r'id="sec-(\w+)"', reader.get(f"{person}?open=1").text)):
            form = reader.get(f"{person}/{key}?open=1&edit=1").text
            answer = reader.send(person, **dict(fields_in(form)))
            assert answer.status_code == 200, (person, key, words(answer.text)[:400])
        assert evening.keeper.get("").json()["characters"][person]["sheet"] == before


def fields_in(form: str) -> Iterator[tuple[str, str]]:
    """What a browser would send of a form."""
    for tag in re.finditer(r"<(input|select|textarea)\b[^>]*>", form):
        name = re.search(r' name="([^"]*)"', tag[0])
        if name is None:
            continue
        value = re.search(r' value="([^"]*)"', tag[0])
        if tag[1] == "select":
            inside = form[tag.end() : form.index("</select>", tag.end())]
            options = re.findall(r'<option value="([^"]*)"( selected)?', inside)
            yield name[1], next((one for one, chosen in options if chosen), options[0][0])
        elif tag[1] == "textarea":
            yield name[1], html.unescape(form[tag.end() : form.index("</textarea>", tag.end())])
        elif not re.search(r'type="(radio|checkbox)"', tag[0]) or " checked" in tag[0]:
            yield name[1], html.unescape(value[1] if value else "")


def test_conditions_last_as_long_as_the_clock_says(evening: Evening):
    reader = Reader(evening.ann)
    assert "essoufflé reste 20 min" in words(reader.send(f"{evening.leo}/mark", name="essoufflé", minutes="20").text)
    evening.keeper.done("advance", minutes=15)
    assert "essoufflé reste 5 min" in reader.text(evening.leo)
    table = f"/t/{evening.table}"
    assert "essoufflé · 5 min" in words(reader.client.get(table).text)
    keeper = Reader(evening.keeper).client
    assert "Léo · essoufflé prend fin" in words(keeper.post(f"{table}/temps", data={"number.minutes": "5"}).text)
    evening.keeper.done("advance", minutes=5)
    assert "Aucun état en cours" in reader.text(evening.leo)
    evening.keeper.done("undo")
    assert "essoufflé reste 5 min" in reader.text(evening.leo)
    assert "Aucun état en cours" in words(reader.send(f"{evening.leo}/mark", name="essoufflé", end="1").text)


NASTY = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'{{7*7}}"


def test_nothing_typed_becomes_part_of_the_page(evening: Evening):
    reader = Reader(evening.keeper)
    sheet = {"description": NASTY, "player": NASTY, "faults": [NASTY], "occupations": {NASTY: 2}, "gifts": {NASTY: 1}}
    evening.keeper.done("edit", character=evening.leo, fields={**sheet, "natures": {NASTY: "mental"}})
    evening.keeper.done("remark", character=evening.leo, note=NASTY, secret=NASTY, marks={NASTY: True})
    for path in ("", "?open=1", "/occupations?open=1&edit=1", "/person?open=1&edit=1"):
        page = reader.get(f"{evening.leo}{path}").text
        assert "<script>alert" not in page
        assert "<img" not in page
        assert NASTY in html.unescape(page)


# ---- taking it along ----


def test_the_file_is_read_again_as_a_sheet(shared: Evening):
    answer = Reader(shared.ann).get(f"{shared.leo}.json")
    assert "attachment" in answer.headers["content-disposition"]
    sheet = read_sheet(json.loads(answer.content), find("yacdha").sheet, "leo.json", 1)
    assert (sheet.name, sheet.trauma, dict(sheet.occupations)) == ("Léo", 3, {"Médecin": 4, "Boxe": 2})
    assert answer.text.endswith("}\n")
    assert '\n  "name": "Léo"' in answer.text


def test_the_sheet_comes_as_a_pdf_filled_in_or_blank(shared: Evening):
    reader = Reader(shared.ann)
    answer = reader.get(f"{shared.leo}.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    text = pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert {"Léo", "Médecin", "Boxe", "Canne"} <= set(text.split())
    blank = reader.client.get("/fiches/yacdha.pdf?lang=en")
    assert "Occupations and acts" in pypdf.PdfReader(io.BytesIO(blank.content)).pages[0].extract_text()
    assert reader.client.get("/fiches/nothing.pdf").status_code == 404


# ---- live, by hand and by ear ----


def test_the_sheet_follows_the_game_while_somebody_writes_in_it(evening: Evening, browser: Browser):
    page = opened(browser, evening.ann, f"{evening.leo}?open=1")
    page.locator("#sec-bonds .sec__head a").click()
    page.locator("#sec-bonds textarea").first.fill("Sa sœur, à Quimper")
    evening.check(evening.keeper, evening.leo, 6)
    expect(page.locator("#why-trauma summary")).to_contain_text("4 / 6")
    expect(page.locator("#sheet-history li").first).to_contain_text("Trauma 3")
    expect(page.locator("#sec-bonds textarea").first).to_have_value("Sa sœur, à Quimper")
    page.locator("#sec-bonds .btn--main").click()
    expect(page.locator("#sec-bonds-body")).to_contain_text("Sa sœur, à Quimper")
    move(page, "trauma", "-1")
    expect(page.locator("#why-trauma summary")).to_contain_text("3 / 6")
    expect(page.locator("#sec-gauges-body")).to_contain_text("de passer à 4")
    page.context.close()


def test_a_step_below_the_floor_is_refused_beside_it(evening: Evening, browser: Browser):
    evening.keeper.done("override", path=f"characters/{evening.leo}/sheet/sequelae", value=2, reason="La chute")
    page = opened(browser, evening.ann, f"{evening.leo}?open=1", width=390)
    move(page, "trauma", "1")
    refusal = page.locator("form[data-adjust]", has=page.locator("[value=trauma]")).locator(".refusal")
    expect(refusal).to_contain_text("YAC-GAU-07")
    expect(page.locator("#why-trauma summary")).to_contain_text("3 / 6")
    page.locator("#why-trauma summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#why-trauma .why__pop")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (1440, "light")])
def test_everybody_can_read_it(shared: Evening, browser: Browser, width: int, theme: str):
    page = opened(browser, shared.keeper, f"{shared.leo}?open=1", width, theme)
    page.locator("#why-madness summary").click()
    if width < 400:
        page.get_by_text("Listes", exact=True).click()
    page.locator("#sec-occupations .sec__head a").click()
    expect(page.locator("#sec-occupations form")).to_be_visible()
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


def test_a_game_that_declares_nothing_has_a_sheet_to_read_write_and_print(running: Running):
    with tiny_beside_installed():
        table = running.owner.post("/tables", {"system": "pennies"}).json()
        keeper = running.caller(table["link"]).at(table["table"])
        ada = keeper.made("character", "add", draw={"name": "Ada"})
        reader = Reader(keeper)
        assert "Bourse" in reader.text(ada)
        assert reader.send(ada, section="values", sheet__name="Ada L.", sheet__call="tails").status_code == 200
        assert reader.send(ada, section="gauges", sheet__purse="345").status_code == 200
        assert "Ada L." in reader.text(ada)
        assert "345 / 1 000" in reader.text(ada)
        assert "Dernier changement" in reader.text(ada)
        assert reader.send(ada, section="gauges", sheet__purse="beaucoup").status_code == 422
        assert reader.get(f"{ada}.pdf").content.startswith(b"%PDF")
