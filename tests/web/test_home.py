"""Home, joining, inviting, settings and rules, as people meet them."""

import gzip
import hashlib
import re
from html import unescape
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import expect

from gardien.cli.main import main
from gardien.core.system import find
from gardien.table.store import open_store
from gardien.web.pages.frame import LETTERS, STATIC
from gardien.web.pages.house.rules import highlight
from tiny.beside import TINY
from web.browsing import Visitor, tick
from web.client import Running, wait_for
from web.story import in_sight

FIRST_LOAD_BYTES = 200_000


class Device:
    """A browser without a script: cookies, forms, redirects."""

    def __init__(self, running: Running, link: str = "") -> None:
        self.client = httpx2.Client(base_url=running.url, follow_redirects=True, timeout=10, verify=False)
        if link:
            self.client.get(f"/l/{link}")

    def get(self, path: str, **how) -> httpx2.Response:
        return self.client.get(path, headers={"Accept": "text/html"}, **how)

    def send(self, path: str, **fields) -> httpx2.Response:
        return self.client.post(path, data=fields)

    def form(self, path: str, marker: str) -> dict[str, str]:
        """The hidden fields of the form in which something stands."""
        text = next(one for one in re.findall(r"<form.*?</form>", self.get(path).text, re.S) if marker in one)
        return dict(re.findall(r'<input type="hidden" name="(.*?)" value="(.*?)">', text))


def press(visitor: Visitor, name: str) -> None:
    visitor.page.get_by_role("button", name=name).first.click()


@pytest.fixture
def owner(running) -> Device:
    return Device(running, running.link)


@pytest.fixture
def keeper(evening) -> Device:
    return Device(evening.running, evening.keeper.link)


# ---- home ----


def test_whoever_started_it_tries_a_game_and_others_learn_how_to_join(running, browser):
    stranger = Visitor(browser, running.url, width=320, height=640)
    stranger.open("/")
    in_sight(stranger.page.locator("#code"))
    expect(stranger.page.get_by_text("Vous n’avez encore de place à aucune table.")).to_be_visible()
    assert stranger.page.get_by_role("button", name="Essayer tout de suite").count() == 0

    owner = Visitor(browser, running.url, running.link).arrive()
    expect(owner.page.get_by_text("Aucune table pour l’instant.")).to_be_visible()
    press(owner, "Essayer tout de suite")
    owner.page.wait_for_url("**/t/*")
    assert owner.page.locator("#cast .pc").count() >= 6
    expect(owner.page.locator("#cast .pc--hid")).to_have_count(1)
    owner.page.get_by_role("link", name="Au combat").wait_for()
    owner.open("/")
    owner.page.get_by_role("link", name=re.compile("Le hangar de la Joliette.*combat")).click()
    owner.page.wait_for_url("**/t/*")


def test_only_whoever_started_it_opens_tables(running, owner):
    stranger = Device(running)
    for path in ("/tables", "/essai/yacdha", "/tables/t1/mj"):
        assert stranger.send(path, system="yacdha").status_code == 403
    assert running.store.campaigns() == {}
    answer = owner.send("/tables", system="yacdha", title="Sel <b>gemme</b>")
    assert urlsplit(str(answer.url)).path.startswith("/t/")
    assert "Sel &lt;b&gt;gemme" in owner.get("/").text
    refused = owner.send("/tables", system="yacdha", title="x" * 101)
    assert refused.status_code == 422
    assert "x" * 101 in refused.text
    assert len(running.store.campaigns()) == 1
    assert owner.send("/essai/chess").status_code == 404


def test_the_house_finds_every_table_and_a_device_forgets_a_seat_that_is_gone(evening):
    house = Device(evening.running, evening.running.link)
    assert "Entrer en MJ" in house.get("/").text
    assert "Personnages" in house.send(f"/tables/{evening.table}/mj").text
    ann = Device(evening.running, evening.ann.link)
    assert "Soirée" in ann.get("/").text
    evening.keeper.done("unseat", seat=evening.ann.seat)
    assert "Soirée" not in ann.get("/").text
    assert f"seat_{evening.table}" not in ann.client.cookies


# ---- carrying tables ----


def test_the_bare_address_of_a_table_opens_it_for_the_house_and_tells_others_what_to_do(evening) -> None:
    """A second laptop with the house's own link comes in as the game master, at the page it asked for."""
    house, stranger = Device(evening.running, evening.running.link), Device(evening.running)
    for path in (f"/t/{evening.table}", f"/t/{evening.table}/combat"):
        second = Device(evening.running, evening.running.link)
        answer = second.get(path)
        assert (answer.status_code, urlsplit(str(answer.url)).path) == (200, path)
        assert second.get(path).history == []  # it has a seat from then on
    refused = stranger.get(f"/t/{evening.table}")
    assert refused.status_code == 401
    assert "Cet appareil n’a pas de place à cette table" in refused.text
    assert house.get("/t/t000").status_code == 404


def test_a_table_is_taken_along_and_brought_in_elsewhere_whole(evening, keeper, browser, tmp_path):
    """From the settings of a table to the home page of another house."""
    file = keeper.get(f"/t/{evening.table}/table.jsonl")
    assert "attachment" in file.headers["content-disposition"]
    assert Device(evening.running, evening.ann.link).get(f"/t/{evening.table}/table.jsonl").status_code == 403
    (tmp_path / "soirée.jsonl").write_bytes(file.content)
    elsewhere = open_store(tmp_path / "elsewhere.db")
    with Running(elsewhere) as running, Visitor(browser, running.url, running.link, width=390) as owner:
        owner.arrive()

        def hand_in() -> None:
            owner.page.get_by_label("Fichier d’une table").set_input_files(tmp_path / "soirée.jsonl")
            press(owner, "Importer")

        owner.page.get_by_text("Importer", exact=True).first.click()
        hand_in()
        owner.page.wait_for_url(f"**/t/{evening.table}")
        expect(owner.page.locator("#cast").get_by_text("Léo").first).to_be_visible()
        assert elsewhere.campaigns() == evening.running.store.campaigns()
        owner.open("/")
        owner.page.get_by_text("Importer", exact=True).first.click()
        hand_in()
        expect(owner.page.get_by_role("alert")).to_contain_text("est déjà ici")
        assert list(elsewhere.campaigns()) == [evening.table]
        assert owner.axe() == []
        hand_in()  # as a copy now
        owner.page.wait_for_url("**/t/*")
        assert len(elsewhere.campaigns()) == 2
        owner.calm()
    elsewhere.close()


def test_a_damaged_or_foreign_file_is_refused_and_nothing_is_written(evening, keeper, owner):
    whole = keeper.get(f"/t/{evening.table}/table.jsonl").content
    before = evening.running.store.campaigns()
    other = whole.replace(b'"system":"yacdha"', b'"system":"chess"', 1)
    files = {
        "s’arrête trop tôt": whole[: len(whole) // 2],
        "somme de contrôle": whole.replace("Léo".encode(), "Zoé".encode()),
        "pas un fichier de Gardien": b"%PDF-1.7 \x00\xff",
        "est une fiche, pas une table": b'{"kind": "investigator", "name": "Zo\xc3\xa9"}',
        "version plus récente": whole.replace(b'"format":1', b'"format":9', 1),
        "Aucun fichier n’est choisi": b"",
    }
    for told, content in {**files, "somme": other}.items():
        answer = owner.client.post("/importer", files={"file": ("<b>x.jsonl" if content else "", content)})
        assert answer.status_code == 422, told
        assert told in unescape(answer.text)
        assert "<b>x" not in answer.text
    assert evening.running.store.campaigns() == before
    assert Device(evening.running).client.post("/importer", files={"file": ("x", whole)}).status_code == 403


def test_language_and_theme_are_kept_and_lead_back(shared):
    device = Device(shared.running)
    page = device.send("/choix", lang="en", back="/regles/yacdha?q=luck")
    assert str(page.url).endswith("/regles/yacdha?q=luck")
    assert 'lang="en"' in page.text
    assert 'data-theme="dark"' in device.send("/choix", theme="dark", back="/").text
    assert "data-theme" not in device.send("/choix", theme="auto", back="/").text
    for elsewhere in ("https://example.org/", "//example.org", "/\\example.org", "javascript:1", ""):
        assert urlsplit(str(device.send("/choix", lang="fr", back=elsewhere).url)).path == "/"


def test_a_lost_address_is_a_page_with_a_way_out(shared):
    page = Device(shared.running).get("/nulle-part")
    assert page.status_code == 404
    assert 'href="/"' in page.text


# ---- joining ----


def test_a_code_read_aloud_brings_somebody_in(evening, browser):
    keeper = Visitor(browser, evening.running.url, evening.keeper.link)
    keeper.open(f"/t/{evening.table}/inviter")
    press(keeper, "Ouvrir la porte")
    code = keeper.page.locator(".doorcode").inner_text()

    phone = Visitor(browser, evening.running.url, width=390)
    phone.open("/")
    phone.page.get_by_label("Code lu sur l’écran du MJ").fill(code.lower())
    press(phone, "Rejoindre")
    press(phone, "Frapper à la porte")
    expect(phone.page.get_by_text("Il manque un nom")).to_be_visible()
    phone.page.get_by_label("Votre nom").fill("Hélène <3")
    press(phone, "Frapper à la porte")
    expect(phone.page.get_by_text("Le MJ sait que vous êtes là.")).to_be_visible()
    assert phone.axe() == []

    expect(keeper.page.get_by_text("Hélène <3 demande une place")).to_be_visible()
    press(keeper, "Laisser entrer")
    phone.page.wait_for_url(f"**/t/{evening.table}")
    expect(keeper.page.locator("#seats").get_by_text("Hélène <3").first).to_be_visible()
    keeper.page.get_by_label("Qui joue Léo").select_option(label="Hélène <3")
    press(keeper, "Confier (Léo)")
    expect(phone.page.locator("#mine").get_by_text("Léo")).to_be_visible()
    keeper.calm()
    phone.calm()


def test_somebody_turned_away_is_told(evening):
    evening.keeper.done("door", open=True)
    code = evening.keeper.get().json()["door"]["code"]
    phone = Device(evening.running)
    wrong = phone.send("/rejoindre", code="ZZZZZZ", name="Zoé")
    assert wrong.status_code == 403
    assert 'value="ZZZZZZ"' in wrong.text
    assert 'value="Zoé"' in wrong.text
    phone.send("/rejoindre", code=f" {code[:3]}-{code[3:]} ", name="Zoé")
    assert phone.get("/rejoindre/attente?encore").status_code == 204
    (knock,) = evening.keeper.get().json()["door"]["knocks"]
    evening.keeper.done("admit", knock=knock, role=None)
    assert phone.get("/rejoindre/attente?encore").status_code == 200
    assert "La porte est restée close." in phone.get("/rejoindre/attente").text
    assert str(phone.get("/rejoindre/attente").url).endswith("/rejoindre")


# ---- inviting ----


def test_a_link_is_shown_once_and_a_second_click_makes_no_second_seat(evening, keeper):
    path = f"/t/{evening.table}/inviter"
    fields = keeper.form(path, "Préparer la place")
    page = keeper.send(path, **fields, name="Bruno", role="player", characters=evening.mia)
    (link,) = re.findall(r'readonly value="(.*?)"', page.text)
    keeper.send(path, **fields, name="Bruno", role="player", characters=evening.mia)
    assert link not in keeper.get(path).text
    seats = [one for one in evening.keeper.get().json()["seats"].values() if one["name"] == "Bruno"]
    assert [one["characters"] for one in seats] == [[evening.mia]]
    bruno = Device(evening.running, link.rsplit("/", 1)[1])
    assert "Mia" in bruno.get(f"/t/{evening.table}").text
    assert bruno.get(path).status_code == 403


def test_links_are_given_and_revoked_and_the_game_master_stays_in(evening, keeper):
    path = f"/t/{evening.table}/inviter"
    page = keeper.send(path, type="link", seat=evening.ann.seat)
    (link,) = re.findall(r'readonly value=".*/l/(.*?)"', page.text)
    ann = Device(evening.running, link)
    assert ann.get(f"/t/{evening.table}").status_code == 200
    keeper.send(path, type="unlink", seat=evening.ann.seat)
    assert ann.get(f"/t/{evening.table}").status_code == 401
    keeper.send(path, type="unlink", seat="keeper")
    assert evening.keeper.get().status_code == 401
    assert keeper.get(path).status_code == 200
    keeper.send(path, type="unseat", seat=evening.bob.seat)
    assert "Bob" not in keeper.get(path).text
    assert keeper.send(path, type="override", seat="x").status_code == 422


# ---- settings ----


def test_settings_keep_what_differs_from_the_book_and_what_was_typed(evening, keeper):
    path = f"/t/{evening.table}/reglages"
    told = {"given.luck_cap": "3", "given.armour": "true", "list.modules": ["luck", "mythos"], "announce": "true"}
    told["players_write"] = ["gauges"]
    page = keeper.send(path, title="La nuit", **told)
    assert "C’est enregistré." in page.text
    view = evening.keeper.get().json()
    assert view["title"] == "La nuit"
    usual = {"approve": False, "began": ""}
    assert view["settings"] == {"announce": True, "players_edit": False, "players_write": ["gauges"], **usual}
    assert re.search(r'name="players_write" value="gauges" checked>Jauges<', page.text)
    assert view["options"] == {"luck_cap": 3, "armour": True, "modules": ["luck", "mythos"]}
    wrong = keeper.send(path, title="Autre", **{**told, "given.mass_action_from": "beaucoup", "given.luck_cap": "9"})
    assert wrong.status_code == 422
    assert 'value="Autre"' in wrong.text
    assert 'value="beaucoup"' in wrong.text
    assert "Action de masse à partir de" in wrong.text
    assert wrong.text.count('class="refusal"') == 2
    untitled = keeper.send(path, title=" ", **told)
    assert untitled.status_code == 422
    assert 'data-sift="rules"' in untitled.text
    assert evening.keeper.get().json()["title"] == "La nuit"
    assert Device(evening.running, evening.ann.link).get(path).status_code == 403


# ---- rules ----


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_rule_can_be_read_and_what_it_sends_to_is_there(shared, language):
    device = Device(shared.running)
    page = unescape(device.get(f"/regles/yacdha?lang={language}").text)
    for id, rule in find("yacdha").reference.items():
        assert f'id="{id}"' in page
        assert rule.text(language) in page
    one = device.get(f"/regles/yacdha/yac-for-02?lang={language}").text
    for id in find("yacdha").reference["YAC-FOR-02"].see:
        assert f"/regles/yacdha/{id}" in one
    assert device.get("/regles/yacdha/YAC-FOR-99").status_code == 404


@pytest.mark.parametrize("language", ["fr", "en"])
def test_an_example_on_a_rule_page_is_what_the_rules_say_now(shared, capsys, language):
    page = unescape(Device(shared.running).get(f"/regles/yacdha/YAC-FOR-02?lang={language}").text)
    asked = ["category=physical", "opposition.value=3", "forced=true", "trauma=2"]
    assert main(["do", "yacdha", "action", *asked, "--dice", "2,5,4", "--lang", language]) == 0
    reasons = [line.rsplit("  ", 1)[-1] for line in capsys.readouterr().out.splitlines() if "[YAC-" in line]
    assert len(reasons) > 3
    assert all(line in page for line in reasons)


def test_a_search_ignores_accents_and_one_without_an_answer_names_the_nearest(shared):
    device = Device(shared.running)
    result = [
        re.findall(r'id="(YAC-\w+-\d\d)"', device.get(f"/regles/yacdha?q={q}").text) for q in ("dé forcé", "DE FORCE")
    ]
    assert result[0] == result[1]
    assert result[0][0] == "YAC-FOR-02"
    page = device.get("/regles/yacdha?q=<script>immobilise</script>").text
    assert "Aucune règle pour" in page
    assert "<script>immobilise" not in page
    assert "YAC-COM-11" in device.get("/regles/yacdha?q=immobilizer").text
    assert str(device.get("/regles/yacdha?q=yac-act-05").url).endswith("/YAC-ACT-05")


@pytest.mark.parametrize(
    ("text", "search", "shown"),
    [
        ("Le dé forcé, gardé", "dé", "Le <mark>dé</mark> forcé, gardé"),
        ("Le dé forcé", "FORCE", "Le dé <mark>forcé</mark>"),
        ("cœur & âme", "ame", "cœur &amp; <mark>âme</mark>"),
        ("İstanbul, été", "ete", "İstanbul, <mark>été</mark>"),
        ("a < b", "<", "a <mark>&lt;</mark> b"),
        ("", "x", ""),
    ],
)
def test_what_was_looked_for_is_marked_and_nothing_else_changes(text, search, shown):
    assert str(highlight(text, search)) == shown


# ---- for every page ----


def test_a_made_up_game_has_these_pages_too(tiny, running, owner):
    table = urlsplit(str(owner.send("/essai/pennies").url)).path
    for path in ("/", table, f"{table}/inviter", f"{table}/reglages", "/regles/pennies", "/regles/pennies/PEN-TOS-01"):
        assert owner.get(path).status_code == 200, path
    owner.send(f"{table}/reglages", title="Sous", **{"given.payout": "2"})
    assert running.house.tables.table(table.removeprefix("/t/")).state.play["options"] == {"payout": 2}


def test_the_game_that_newcomers_copy_is_on_every_page_and_whoever_acts_plays_with_their_own_sheet(
    tiny, running, owner, monkeypatch
):
    monkeypatch.setenv("GARDIEN_SYSTEMS", str(TINY))
    assert "/essai/coin" in owner.get("/").text
    table = urlsplit(str(owner.send("/essai/coin").url)).path
    pages = ("atelier", "inviter", "reglages")
    for path in (
        table,
        *(f"{table}/{one}" for one in pages),
        "/regles/coin",
        "/regles/coin/COI-TOS-02",
        "/bestiaire/coin",
    ):
        assert owner.get(path).status_code == 200, path
    opened = running.owner.post("/tables", {"system": "coin"}).json()
    keeper = running.caller(opened["link"]).at(opened["table"])
    ada = keeper.made("character", "add", sheet={"system": "coin", "name": "Ada", "purse": 3})
    miser = keeper.made("character", "add", being="rival/miser")
    card = keeper.done("do", procedure="duel", character=ada, given={"rival": {"character": miser}}, dice=[1])["card"]
    assert card["roll"]["given"]["challenger"] == {"name": "Ada", "purse": 3}
    purses = {id: one["sheet"]["purse"] for id, one in keeper.get().json()["characters"].items()}
    assert purses == {ada: 4, miser: 4}


def test_a_made_up_game_is_played_at_its_table_and_read_in_its_log(tiny, running, browser, monkeypatch):
    """Odds before the roll, a card with its word and its reasons, a purse that changes, a log that goes back."""
    monkeypatch.setenv("GARDIEN_SYSTEMS", str(TINY))  # for the process that works out odds
    opened = running.owner.post("/tables", {"system": "pennies"}).json()
    caller = running.caller(opened["link"]).at(opened["table"])
    ada = caller.made("character", "add", sheet={"system": "pennies", "name": "Ada", "purse": 10})
    for number in range(70):
        caller.done("say", text=f"phrase {number}")
    with Visitor(browser, running.url, caller.done("seat", name="Zoé", characters=[ada])["link"], width=390) as zoe:
        zoe.arrive()
        zoe.page.get_by_role("link", name="Lancer").click()
        hand = zoe.page.locator("#hand")
        expect(hand.locator("#odds")).to_contain_text(re.compile(r"gagné 50\s%.*gagné\s: non 50\s%", re.S))
        hand.get_by_text("face", exact=True).click()
        hand.get_by_label("Enjeu").fill("4")
        tick(hand.locator("[data-real]"))
        hand.locator(".pad [data-face='1']").click()
        hand.locator("[data-typed]").click()
        zoe.page.get_by_role("link", name="Journal", exact=True).click()
        card = zoe.page.locator("#log .card").first
        expect(card.locator(".card__word")).to_have_text("Gagné")
        expect(card).to_contain_text("La pièce montre face. Bourse 14.")
        expect(card.locator(".changes")).to_contain_text("Bourse 10")
        card.get_by_role("button", name="Pourquoi").click()
        expect(card.locator(".why__steps")).to_contain_text("10 (bourse) + 4 (enjeu) = 14")
        expect(card.locator(".why .ref").first).to_have_attribute("href", "/regles/pennies/PEN-TOS-01")
        assert zoe.axe() == []
        for _ in range(2):
            shown = zoe.page.locator("#log .card").count()
            press(zoe, "Plus ancien")
            expect(zoe.page.locator("#log .card").nth(shown)).to_be_visible()
        expect(zoe.page.locator("#log .card")).to_have_count(72)
        expect(zoe.page.get_by_role("button", name="Plus ancien")).to_have_count(0)
        zoe.calm()


def test_the_first_load_of_a_table_is_small(evening, browser):
    for number in range(40):
        evening.keeper.done("say", text=f"Une phrase du journal, la numéro {number}.")
    device = Visitor(browser, evening.running.url)
    wire = device.context.new_cdp_session(device.page)
    sizes: list[int] = []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    device.open(f"/l/{evening.keeper.link}")
    wait_for(lambda: device.page.evaluate("document.fonts.status") == "loaded")
    assert len(sizes) > 5
    assert sum(sizes) < FIRST_LOAD_BYTES
    assert device.page.evaluate(
        "document.fonts.check('600 16px Spectral') && document.fonts.check('16px \"Source Sans 3\"')"
    )


def test_the_letters_of_the_pages_are_those_of_paper_and_browsers_may_keep_them(shared):
    """Behind each address stands the digest of its content: a new letter has a new address."""
    device = Device(shared.running, shared.keeper.link)
    addresses = re.findall(r'url\("letters/([^"?]+)\?(\w+)"\)', (STATIC / "fonts.css").read_text())
    assert sorted(name for name, _ in addresses) == sorted(path.name for path in LETTERS.glob("*.ttf"))
    for name, digest in addresses:
        answer = device.client.get(f"/static/letters/{name}?{digest}")
        assert hashlib.sha256(answer.content).hexdigest().startswith(digest)
        assert answer.headers["content-encoding"] == "gzip"
    first = re.findall(r'<link rel="preload" href="/static/letters/([^"]+)" as="font"', device.get("/").text)
    assert len(first) == 3  # fetched before anything is drawn, so that nothing moves when they come
    assert set(first) <= {f"{name}?{digest}" for name, digest in addresses}


def test_answers_are_compressed_but_never_the_live_stream(shared):
    device = Device(shared.running, shared.keeper.link)
    with device.client.stream("GET", "/regles/yacdha") as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert len(gzip.decompress(b"".join(answer.iter_raw()))) > 50_000
    with device.client.stream("GET", f"/t/{shared.table}/live") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in answer.headers


def test_phones_on_plain_http_can_act(evening, keeper):
    """There a browser says only `Origin`, and that only if the page lets it; and it has no randomUUID."""
    page = keeper.get(f"/t/{evening.table}/inviter")
    assert page.headers["referrer-policy"] == "same-origin"
    here = evening.running.url
    for origin, status in ((here, 200), ("null", 403), ("http://example.org", 403)):
        answer = keeper.client.post("/choix", data={"lang": "fr"}, headers={"Origin": origin})
        assert answer.status_code == status
    assert "randomUUID(" not in (STATIC / "gardien.js").read_text("utf-8")
