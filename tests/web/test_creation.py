"""Creation on a phone, step by step and drawn; the bestiary brought to a table; a game that declares nothing."""

import re
from html import unescape

import pytest
from playwright.sync_api import Browser, Page, expect

import gardien
from gardien.core.terms import percent
from web.browsing import Visitor, tick
from web.client import Evening, Running
from web.test_pages import WIDER

PHONE = 390
ACTIVE = {"kind": "active"}
NEXT = ".make__foot [name=go][value=next]"
LEVELS = "[name='v.occupations.{0}.1']"
NAMES = "[name='v.occupations.{0}.0']"


@pytest.fixture
def evening(running: Running) -> Evening:
    evening = Evening.small(running)
    evening.ann = evening.seated("player", "Ann")
    return evening


def sheets(evening: Evening) -> list[dict]:
    return [one["sheet"] for one in evening.keeper.get().json()["characters"].values()]


def at(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def test_what_is_typed_while_a_line_is_being_added_stays(evening: Evening, browser: Browser) -> None:
    """The answer to a button comes when it comes; whoever types on meanwhile loses nothing."""
    with Visitor(browser, evening.running.url, evening.ann.link or "", width=PHONE) as ann:
        page, held = ann.page, []
        ann.open(f"/t/{evening.table}/creer?e=occupations")
        at(page, "Les occupations")
        lines = page.locator("[data-field=occupations] .line")
        before = lines.count()
        page.route("**/creer*", lambda route: held.append(route))
        with page.expect_request("**/creer*"):
            page.locator("[value='more:occupations']").click()
        page.fill(NAMES.format(0), "Botanique")
        held[0].continue_()
        page.unroute("**/creer*")
        expect(lines).to_have_count(before + 1)
        expect(page.locator(NAMES.format(0))).to_have_value("Botanique")
        ann.calm()


def test_a_player_makes_a_character_on_a_phone_and_mends_a_mistake(evening: Evening, browser: Browser) -> None:
    with Visitor(browser, evening.running.url, evening.ann.link or "", width=PHONE) as ann:
        page = ann.arrive().page
        page.get_by_role("link", name="Créer").click()
        at(page, "L’âge")
        tick(page.get_by_role("radio", name="Adulte"))
        page.click(NEXT)
        at(page, "Le personnage")
        page.get_by_label("Nom").fill("Zoé <b>Le Goff</b>")
        page.click(NEXT)
        at(page, "Les occupations")
        page.fill(NAMES.format(0), "Botanique")
        page.fill(LEVELS.format(0), "5")
        page.fill(NAMES.format(1), "Boxe")
        page.fill(LEVELS.format(1), "2")
        wrong = page.locator("#bad-occupations")
        expect(wrong).to_contain_text("7 points placés, 6 permis")
        expect(wrong.get_by_role("link")).to_have_text("YAC-CRE-04")
        page.reload()
        expect(page.locator(NAMES.format(1))).to_have_value("Boxe")
        expect(wrong).to_contain_text("1 de trop")
        page.locator(LEVELS.format(1)).locator("..").get_by_role("button", name="moins").click()
        expect(wrong).to_be_empty()
        expect(page.locator("#left-occupations")).to_contain_text("0 points à placer sur 6")
        weighed = gardien.odds("yacdha", "action", category="mental", opposition=ACTIVE, level=1, by=["success"])
        chance = next(chance for outcome, chance in weighed if outcome["success"])
        expect(page.locator("#note-occupations-1")).to_contain_text(percent(chance, "fr"))
        page.click("[value='step:sheet']")
        at(page, "La fiche")
        page.click("[value=add]")
        expect(page.locator("#make-aside")).to_contain_text("Occupation principale")
        assert sheets(evening) == []
        page.go_back()  # from what was refused
        page.go_back()
        at(page, "Les occupations")
        page.get_by_label("Occupation principale").fill("Botanique")
        page.click("[value='step:sheet']")
        assert ann.axe() == []
        page.click("[value=add]")
        page.wait_for_url(re.compile(r"\?c=c\w+#fiche$"))
        ann.calm()
        (sheet,) = sheets(evening)
        assert (sheet["name"], sheet["player"]) == ("Zoé <b>Le Goff</b>", "Ann")
        assert sheet["occupations"] == {"Botanique": 5, "Boxe": 1}
        assert sheet["faults"] == [], "what was left empty is not drawn behind one's back"
        assert evening.ann.get().json()["you"]["characters"]


def test_dice_fill_what_is_empty_and_nothing_else(evening: Evening, browser: Browser) -> None:
    with Visitor(browser, evening.running.url, evening.ann.link or "", width=PHONE) as ann:
        page = ann.page
        ann.open(f"/t/{evening.table}/creer?e=concept")
        page.get_by_label("Description").fill("Une voix basse.")
        page.click("[value=draw]")
        name = page.get_by_label("Nom")
        expect(name).not_to_be_empty()
        expect(page.get_by_label("Description")).to_have_value("Une voix basse.")
        page.click("[value=all] >> visible=true")
        at(page, "La fiche")
        expect(page.locator(".facts")).to_contain_text("Une voix basse.")
        expect(page.locator("#make-aside")).to_contain_text("Rien.")
        page.click("[value=add]")
        page.wait_for_url(re.compile(r"#fiche$"))
        (sheet,) = sheets(evening)
        assert sheet["description"] == "Une voix basse."
        assert sheet["bonds"]
        assert sum(sheet["occupations"].values()) == 6
        ann.calm()


def test_the_steps_work_without_a_script_and_a_draft_is_added_once(evening: Evening) -> None:
    client = evening.running.caller()._client
    client.cookies.set(f"seat_{evening.table}", evening.ann.link or "")
    url = f"{evening.running.url}/t/{evening.table}/creer"
    text = client.post(url, data={"step": "age", "wrote": "age", "v.age_class": "child", "go": "all"}).text
    draft = re.search(r'name="draft" value="([^"]*)"', text)
    assert draft
    data = {"draft": draft[1].replace("&#34;", '"').replace("&#39;", "'"), "step": "sheet", "go": "add"}
    assert [client.post(url, data=data).status_code for _ in range(2)] == [303, 303]
    (sheet,) = sheets(evening)
    assert (sheet["age_class"], sum(sheet["occupations"].values())) == ("child", 2)
    for bad in (
        "",
        "[]",
        "{",
        '{"action": 1}',
        '{"action": "x", "raw": {"occupations": {"a": 1}, "name": 5}}',
        "[" * 999,
    ):
        assert client.post(url, data={"draft": bad, "go": "step:occupations"}).status_code == 200


def test_the_house_rules_hold_and_the_base_game_has_no_levels(evening: Evening) -> None:
    client = evening.running.caller()._client
    client.cookies.set(f"seat_{evening.table}", evening.ann.link or "")
    url = f"{evening.running.url}/t/{evening.table}/creer"
    evening.keeper.done("settings", options={"max_level": 4})
    said = {"step": "occupations", "wrote": "occupations", "v.occupations.0.0": "Boxe", "v.occupations.0.1": "5"}
    assert "YAC-CRE-06" in client.post(url, data=said).text
    evening.keeper.done("settings", options={"skill_mode": "advantage"})
    text = client.get(f"{url}?e=occupations").text
    assert "v.principal_occupation" in text
    assert "v.occupations" not in text


def test_the_game_master_makes_somebody_for_a_player_and_somebody_for_himself(evening: Evening) -> None:
    client = evening.running.caller()._client
    client.cookies.set(f"seat_{evening.table}", evening.keeper.link or "")
    url = f"{evening.running.url}/t/{evening.table}/creer"
    for further in ({"seat": evening.ann.seat}, {"kind": "npc", "hidden": "true"}):
        text = client.post(url, data={"step": "age", "go": "all"}).text
        draft = re.search(r'name="draft" value="([^"]*)"', text)
        assert draft
        data = {"draft": draft[1].replace("&#34;", '"').replace("&#39;", "'"), "step": "sheet", "go": "add", **further}
        assert client.post(url, data=data).status_code == 303
    first, second = evening.keeper.get().json()["characters"].values()
    assert (first["sheet"]["kind"], second["sheet"]["kind"]) == ("investigator", "npc")
    assert second["hidden"] is True
    assert len(evening.ann.get().json()["characters"]) == 1


def test_three_cultists_come_hidden(evening: Evening, browser: Browser) -> None:
    with Visitor(browser, evening.running.url, evening.keeper.link or "") as keeper:
        page = keeper.arrive().page
        page.get_by_role("link", name="Faire venir").click()
        page.get_by_role("searchbox").fill("couteau rituels")
        cards = page.locator("article:visible")
        expect(cards).to_have_count(2)
        cultist = cards.filter(has=page.get_by_role("heading", name="Cultiste", exact=True))
        more = cultist.get_by_role("button", name="plus")
        more.click()
        more.click()
        cultist.get_by_text("Caché").click()
        cultist.get_by_role("button", name="Faire venir").click()
        expect(page.get_by_role("status")).to_contain_text("Cultiste 1, Cultiste 2 et Cultiste 3")
        assert keeper.axe() == []
        keeper.calm()
    assert [one["name"] for one in sheets(evening)] == ["Cultiste 1", "Cultiste 2", "Cultiste 3"]
    assert evening.ann.get().json()["characters"] == {}


def test_a_sheet_comes_from_a_file_and_what_is_refused_is_kept(evening: Evening) -> None:
    client = evening.running.caller()._client
    client.cookies.set(f"seat_{evening.table}", evening.keeper.link or "")
    url = f"{evening.running.url}/t/{evening.table}/ajouter"
    for sheet in ("", "{", "[1]", '{"system": "chess"}', '{"system": "yacdha", "trauma": 9}'):
        answer = client.post(url, data={"way": "file", "sheet": sheet})
        assert answer.status_code in (409, 422), (sheet, answer.text)
        assert sheet.replace('"', "&#34;") in answer.text
    counted = client.post(url, data={"way": "being", "being": "npc/street_thug", "count": "abc", "lang": "fr"})
    assert "écrire un nombre, de 1 à 20" in unescape(counted.text)
    assert (
        unescape(counted.text).count("écrire un nombre, de 1 à 20") == 1
    )  # beside its row, not above the page as well
    assert "count" not in re.sub(r"<[^>]+>|<script.*?</script>", "", counted.text)
    unknown = client.post(url, data={"way": "being", "being": "npc/nobody", "lang": "fr"})
    assert unknown.text.count('class="refusal') == 1  # where no row says it, the page does
    foreign = client.post(url, data={"way": "file", "sheet": '{"system": "operators", "name": "Vesta"}'})
    assert foreign.status_code == 200
    assert "<title>Convertir" in foreign.text  # a sheet of another game of the house
    upload = {"file": ("zoe.json", b'{"system": "yacdha", "name": "Zo\xc3\xa9"}', "application/json")}
    assert client.post(url, data={"way": "file"}, files=upload).status_code == 303
    assert client.post(url, data={"way": "draw", "name": "Ugo"}).status_code == 303
    blank = client.post(url, data={"way": "blank", "name": "Bête", "kind": "creature", "alias": "Une forme"})
    assert "/fiche/c" in blank.headers["location"]
    assert [one["name"] for one in sheets(evening)] == ["Zoé", "Ugo", "Bête"]
    client.cookies.set(f"seat_{evening.table}", evening.ann.link or "")
    assert client.get(url).status_code == client.post(url, data={"way": "draw"}).status_code == 403


def test_the_bestiary_is_read_without_a_table(running: Running) -> None:
    client = running.caller()._client
    whole = client.get(f"{running.url}/bestiaire/yacdha?lang=en").text
    assert "Deep One" in whole
    assert '<form class="being__go"' not in whole
    result = client.get(f"{running.url}/bestiaire/yacdha?q=feu&lang=fr").text
    assert "Cadavre réanimé" in result
    assert "Voyou" not in result
    assert client.get(f"{running.url}/bestiaire/nowhere").status_code == 404


@pytest.mark.usefixtures("tiny")
def test_a_game_that_declares_nothing_has_a_creation_too(running: Running, browser: Browser) -> None:
    opened = running.owner.post("/tables", {"system": "pennies"}).json()
    keeper = running.caller(opened["link"]).at(opened["table"])
    link = keeper.done("seat", role="player", name="Ann")["link"]
    with Visitor(browser, running.url, link, width=PHONE) as ann:
        page = ann.page
        ann.open(f"/t/{opened['table']}/creer")
        page.get_by_label("Nom").fill("Zoé")
        page.click(NEXT)
        at(page, "La fiche")
        expect(page.locator("#make-aside")).to_contain_text("Les dés décideront à l’arrivée\u00a0: annonce, bourse.")
        page.click("[value=add]")
        page.wait_for_url(re.compile(r"#fiche$"))
        ann.calm()
    (sheet,) = [one["sheet"] for one in keeper.get().json()["characters"].values()]
    assert sheet["name"] == "Zoé"
    assert 5 <= sheet["purse"] <= 15
    assert "Ce jeu ne fournit personne" in _text(running, f"/t/{opened['table']}/ajouter", opened)


def _text(running: Running, path: str, opened: dict) -> str:
    client = running.caller()._client
    client.cookies.set(f"seat_{opened['table']}", opened["link"])
    client.cookies.set("lang", "fr")
    return client.get(running.url + path).text


def test_whom_a_player_brings_in_waits_for_the_game_master_where_the_table_says_so(
    evening: Evening, browser: Browser
) -> None:
    """Out of sight of the others and idle until then; the game master accepts with one press."""
    evening.keeper.done("settings", approve=True)
    bob = evening.seated("player", "Bob")
    who = evening.ann.made("character", "add", draw={"name": "Zoé Le Goff"}, seat=evening.ann.seat)
    assert "Zoé" not in bob.get().text + str(bob.log())
    check = {"procedure": "gauge_check", "character": who, "given": {"gauge": "madness"}}
    assert evening.ann.act("do", **check).status_code == 409
    assert evening.ann.act("show", character=who, hidden=False).status_code == 403
    with Visitor(browser, evening.running.url, evening.ann.link or "", width=PHONE) as ann:
        ann.open(f"/t/{evening.table}#fiche")
        expect(ann.page.locator("#mine")).to_contain_text("Zoé Le Goff attend l’accord du gardien")
        with Visitor(browser, evening.running.url, evening.keeper.link or "") as keeper:
            keeper.open(f"/t/{evening.table}")
            expect(keeper.page.locator("#door")).to_contain_text("Ann propose Zoé Le Goff")
            keeper.page.locator("#door").get_by_role("button", name="Accepter").click()
            expect(keeper.page.locator("#door")).not_to_contain_text("Zoé")
        expect(ann.page.locator("#mine")).not_to_contain_text("attend")
    assert "Zoé" in bob.get().text
    assert evening.ann.act("do", **check).status_code == 201


def test_several_drafts_are_kept_and_taken_up_again(evening: Evening, browser: Browser) -> None:
    with Visitor(browser, evening.running.url, evening.ann.link or "", width=PHONE) as ann:
        page = ann.page
        for name in ("Zoé", "Max"):
            ann.open(f"/t/{evening.table}/creer?neuf&e=concept")
            page.get_by_label("Nom").fill(name)
            expect(page.locator("#kept")).to_have_text("brouillon gardé sur cet appareil")
        expect(page.locator("#drafts")).to_contain_text("Zoé")
        page.locator("#drafts").get_by_role("button", name="Zoé", exact=True).click()
        expect(page.get_by_label("Nom")).to_have_value("Zoé")
        expect(page.locator("#drafts")).to_contain_text("Max")
        ann.open(f"/t/{evening.table}/creer?e=concept")  # the one last written in
        expect(page.get_by_label("Nom")).to_have_value("Zoé")
        ann.calm()


def test_dice_are_typed_one_by_one_and_a_list_says_what_things_cost_before_they_are_taken(
    running: Running, browser: Browser
) -> None:
    """D100-CREA-02: three dice make a roll; a trait is found by a word of its effect, in its family."""
    table = running.owner.post("/tables", {"system": "d20d100"}).json()
    keeper = running.caller(table["link"]).at(table["table"])
    with Visitor(browser, running.url, str(keeper.done("seat", name="Ann")["link"]), width=320, height=640) as ann:
        page = ann.page
        ann.open(f"/t/{table['table']}/creer?e=characteristics")
        for face in (5, 3, 6, 1, 2, 4):
            page.locator(f"[data-face-of='{face}']").tap()
        expect(page.locator("[name='v.rolls.0']")).to_have_value("14")
        expect(page.locator("[name='v.rolls.1']")).to_have_value("7")
        ann.open(f"/t/{table['table']}/creer?e=traits")
        page.locator("#picker-traits summary").tap()
        page.locator("#find-traits").fill("borgne")
        choice = page.locator("#picker-traits li:visible")
        expect(choice).to_have_count(1)
        expect(choice).to_contain_text("attaques à distance −1")
        choice.get_by_role("button").tap()
        expect(page.locator("[name='v.traits.0.key']")).to_have_value("borgne")
        expect(page.locator("#picker-traits")).to_have_attribute("open", "")
        expect(choice).to_contain_text("pris")
        assert ann.axe() == []
        ann.calm()


def test_seven_rolls_are_placed_as_one_likes(running: Running, browser: Browser) -> None:
    """OPS-CREA-02: thrown by hand or drawn, two of them change places; nothing sticks out at 320 px."""
    table = running.owner.post("/tables", {"system": "operators"}).json()
    keeper = running.caller(table["link"]).at(table["table"])
    with Visitor(browser, running.url, str(keeper.done("seat", name="Ann")["link"]), width=320, height=640) as ann:
        page = ann.page
        ann.open(f"/t/{table['table']}/creer?e=characteristics")
        expect(page.locator("#make-swap")).to_be_hidden()  # nothing to swap yet
        for face in (1, 2, 6, 5):
            page.locator(f"[data-face-of='{face}']").tap()
        expect(page.locator("[name='v.CON']")).to_have_value("17")
        page.locator("[name=go][value=draw]").first.tap()
        expect(page.locator("[name='v.APP']")).not_to_have_value("")
        before = {one: page.locator(f"[name='v.{one}']").input_value() for one in ("FOR", "CON", "DEX", "APP")}
        assert (before["FOR"], before["CON"]) == ("9", "17")
        page.locator("[name='swap.that']").select_option("APP")
        page.locator("[value=swap]").tap()
        expect(page.locator("[name='v.APP']")).to_have_value("9")
        expect(page.locator("[name='v.FOR']")).to_have_value(before["APP"])
        expect(page.locator("[name='v.DEX']")).to_have_value(before["DEX"])
        assert page.evaluate(WIDER) == []
        assert ann.axe() == []
        ann.calm()


def test_a_skill_that_is_swapped_for_another_bears_its_name_at_once(running: Running, browser: Browser) -> None:
    """D100-CREA-15: the points of a trade go to the skills it has by now, not to those the page began with."""
    table = running.owner.post("/tables", {"system": "d20d100"}).json()
    keeper = running.caller(table["link"]).at(table["table"])
    with Visitor(browser, running.url, str(keeper.done("seat", name="Ann")["link"]), width=PHONE) as ann:
        page = ann.page
        ann.open(f"/t/{table['table']}/creer?e=identity")
        page.get_by_label("Profession").fill("Antiquaire")
        page.click(NEXT)
        expect(page.get_by_label("Profession")).to_have_count(0)  # the next step is there, and this one kept
        ann.open(f"/t/{table['table']}/creer?e=profession_skills")
        lines = page.locator("#field-profession_spending .line")
        expect(lines.first).to_be_visible()
        before = lines.locator("b").all_inner_texts()
        page.locator("#make-more summary").first.click()
        first = page.locator("[data-field=profession_skills] input").first
        first.fill("Revolver")
        expect(lines.filter(has_text="Revolver")).to_have_count(1)
        after = lines.locator("b").all_inner_texts()
        assert (len(after), len({*before} - {*after})) == (len(before), 1)
        ann.calm()
