"""What goes wrong: the server dies, the line drops, a finger taps twice, somebody types nonsense, a phone sleeps."""

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from web.browsing import Visitor, acts, apart, tick
from web.client import Evening, Running, refusal, wait_for
from web.story import in_sight

ROLL = "#form .launch__go .btn--main"
ADVANCE = "form:has(#when) .btn:not([data-set])"
DROPPED = "net::ERR_"  # what a browser itself says of a line that is down
ASLEEP = """(away) => {
  Object.defineProperty(document, 'hidden', {get: () => away, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event(away ? 'freeze' : 'resume'));
}"""


def cards(page: Page) -> int:
    return page.locator("#log article").count()


def answered(page: Page, count: int) -> None:
    """As many actions were sent as that, and the page has heard of the last."""
    assert acts(page) == count
    expect(page.locator(".is-busy")).to_have_count(0)


def quiet(one: Visitor) -> list[str]:
    """What went wrong, but for a line that was down on purpose."""
    return [fault for fault in one.faults() if DROPPED not in fault]


class Served:
    """A server as a process of its own, on a port that stays the same when it comes back."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.data = data
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        line = ["-m", "gardien.cli.main", "serve", "--port", str(self.port), "--json", "--data", str(self.data)]
        self.process = subprocess.Popen([sys.executable, *line], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.link = json.loads(self.process.stdout.readline())["token"]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    result = Served(tmp_path)
    yield result
    result.kill()


def test_the_page_goes_on_by_itself_after_the_server_was_killed(served: Served, browser: Browser) -> None:
    """What was typed is still there; what was sent meanwhile is done once; what others do is seen again."""
    with Visitor(browser, served.url, served.link) as keeper:
        page = keeper.arrive().page
        page.locator("form[action^='/essai/'] button").first.click()
        page.wait_for_url("**/t/*")
        page.locator("[data-key=s]").click()
        page.locator("#scene-title").fill("La jetée")
        page.locator("#scene-text").fill("La mer respire.")
        page.keyboard.press("Escape")
        page.locator("#note").fill("écouter la porte")
        before = cards(page)
        served.kill()
        expect(page.locator("#offline")).to_be_visible()
        page.locator(ROLL).click()
        page.locator(ROLL).click()  # nothing happens, so one taps again
        expect(page.locator("#refusal")).to_contain_text("pas encore parti")
        served.start()
        expect(page.locator("#offline")).to_be_hidden(timeout=15_000)
        expect(page.locator("#log article").filter(has_text="écouter la porte")).to_have_count(1)
        expect(page.locator("#refusal")).to_be_hidden()
        assert cards(page) == before + 1
        assert page.locator("#scene-title").input_value() == "La jetée"
        assert page.locator("#scene-text").input_value() == "La mer respire."
        assert page.locator("#note").input_value() == "écouter la porte"
        page.locator("[data-key=s]").click()
        page.locator("form:has(#scene-text) .btn", has_text="Ouvrir la scène").click()
        in_sight(page.locator("#scene summary", has_text="La jetée La mer respire."))
        expect(page.locator("#pop-scene")).to_be_hidden()
        page.reload()
        expect(page.locator("#log article").filter(has_text="écouter la porte")).to_have_count(1)
        assert quiet(keeper) == []


@pytest.fixture
def at_table(evening: Evening, browser: Browser) -> Iterator[Visitor]:
    with Visitor(browser, evening.running.url, evening.keeper.link) as keeper:
        keeper.arrive()
        wait_for(lambda: evening.running.house.streams)
        yield keeper


def test_a_second_click_does_nothing_twice(evening: Evening, at_table: Visitor) -> None:
    page, before = at_table.page, len(evening.keeper.log())
    page.locator(ROLL).dblclick()
    answered(page, 1)
    assert len(evening.keeper.log()) == before + 1
    page.locator("[data-key=z]").dblclick()  # takes back the roll, and not what was before it
    answered(page, 2)
    assert len(evening.keeper.log()) == before + 2
    page.locator("#note").focus()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")  # held down
    page.keyboard.up("Enter")
    answered(page, 3)
    assert len(evening.keeper.log()) == before + 3
    at_table.calm()


def test_a_click_while_the_answer_is_awaited_does_nothing(evening: Evening, at_table: Visitor) -> None:
    page, before = at_table.page, len(evening.keeper.log())
    held: list[Route] = []
    page.route("**/act", lambda route: held.append(route))
    page.locator(ROLL).click()
    apart(page)  # this is no double click: the answer alone is what is missing
    page.locator(ROLL).click()
    assert acts(page) == 1
    held[0].continue_()
    answered(page, 1)
    assert len(evening.keeper.log()) == before + 1


@pytest.mark.parametrize("lose", [Route.abort, lambda route: route.fulfill(status=503)], ids=["cut", "busy"])
def test_an_answer_that_is_lost_is_asked_for_again_and_the_action_is_done_once(
    evening: Evening, at_table: Visitor, lose: Callable[[Route], None]
) -> None:
    """The server has done it, the phone never hears of it: the same action again is the same action."""
    page, before = at_table.page, len(evening.keeper.log())
    lost = []

    def lose_the_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        lose(route)

    page.route("**/act", lose_the_first)
    page.locator(ROLL).click()
    expect(page.locator("#offline")).to_be_hidden()
    wait_for(lambda: "is-busy" not in (page.locator(ROLL).get_attribute("class") or ""))
    assert lost == [200]
    assert len(evening.keeper.log()) == before + 1
    assert [fault for fault in quiet(at_table) if "503" not in fault] == []


# ---- nonsense ----


def test_nonsense_is_answered_beside_its_field_and_kept(evening: Evening, browser: Browser) -> None:
    """A sentence in the language of the page, nothing done, the next try not burdened by it."""
    leo, table = evening.leo, evening.table
    before = len(evening.keeper.log())
    sheet_of = f"/t/{table}/fiche/{leo}"
    nonsense = (  # page, what is opened, field, what is typed, button, part of the sentence
        (f"/t/{table}?c={leo}", "Autres circonstances", "given.attempt", "beaucoup", ROLL, "Tentative nº"),
        (f"/t/{table}?c={leo}", "[data-key=t]", "when", "demain", ADVANCE, "ne dit pas un moment"),
        (f"/t/{table}?c={leo}", "[data-key=t]", "when", "-5", ADVANCE, "déjà passé"),
        (sheet_of, "Ajouter un état", "minutes", "bientôt", "form:has(#mark-name) .btn", "écrire un nombre"),
        (f"{sheet_of}?open=1&edit=memory", "", "sheet.coma_since", "lundi", "#sec-memory .btn--main", "lundi"),
        (f"{sheet_of}?open=1&edit=occupations", "", "sheet.occupations.2.name", "Boxe",
         "#sec-occupations .btn--main", "Boxe"),
        ("/rejoindre", "", "code", "NONSENSE", "form[action='/rejoindre'] .btn--main", "code"),
    )  # fmt: skip
    with Visitor(browser, evening.running.url, evening.keeper.link or "") as keeper:
        page = keeper.page
        for path, fold, name, typed, button, said in nonsense:
            keeper.open(path)
            if fold:
                page.locator(fold if fold[0] == "[" else f"summary:has-text('{fold}')").click()
            if name == "minutes":
                page.locator("#mark-name").fill("boiteux")
            if name == "code":
                page.locator("#name").fill("Zoé")
            page.locator(f"[name='{name}']").fill(typed)
            apart(page)
            page.locator(button).click()
            field = page.locator(".field--bad", has=page.locator(f"[name='{name}']")).first
            expect(field.locator(".refusal").first).to_contain_text(said)
            expect(page.locator(f"[name='{name}']")).to_have_value(typed)
            assert len(evening.keeper.log()) == before, path
        keeper.open(f"/t/{table}?c={leo}")
        page.locator("[data-key=t]").click()
        for minutes, faults in (("demain", 1), ("5", 0)):
            page.locator("#when").fill(minutes)
            apart(page)
            page.locator(ADVANCE).click()
            expect(page.locator(".field--bad")).to_have_count(faults)
        wait_for(lambda: evening.keeper.log()[0]["command"] == "advance")


def test_dice_that_cannot_lie_on_the_table_are_refused_beside_them(evening: Evening, browser: Browser) -> None:
    with Visitor(browser, evening.running.url, evening.ann.link or "", width=390) as ann:
        ann.open(f"/t/{evening.table}?c={evening.leo}#lancer")
        before = len(evening.keeper.log())
        ann.page.locator("label:has([data-real])").click()
        ann.page.locator("#pad button").first.wait_for()
        ann.page.locator("#dice").evaluate("(one) => { one.value = '99'; }")
        ann.page.locator(ROLL).click()
        expect(ann.page.locator("#form .refusal").filter(has_text="99").first).to_be_visible()
        assert ann.page.locator("#dice").input_value() == "99"
        assert len(evening.keeper.log()) == before


# ---- opening and joining ----


def test_a_table_is_opened_once_however_often_it_is_asked_for(running: Running, browser: Browser) -> None:
    opening = {"system": "yacdha", "title": "Nuit", "action": "a-table-of-mine"}
    first, second = (running.owner.post("/tables", opening) for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json()["table"] == second.json()["table"]
    for one in (first, second):  # each answer lets in
        assert running.caller(one.json()["link"]).get("/seat").status_code == 200
    refusal(running.owner.post("/tables", {**opening, "title": "Jour"}), 409, "table/action_reused", "action")
    with Visitor(browser, running.url, running.link) as owner:
        before = len(running.house.tables.campaigns())
        for button in ("form[action='/tables'] .btn--main", "form[action^='/essai/'] button"):
            owner.open("/?systeme=yacdha")
            owner.page.locator(button).first.dblclick()
            expect(owner.page).to_have_url(
                re.compile("/t/")
            )  # looked at again and again: the second press ends the first load
        owner.page.go_back()
        fields = {"system": "yacdha", "title": "Encore", "action": "the-same-form"}
        for _ in range(2):
            owner.context.request.post(f"{running.url}/tables", form=fields)
        assert len(running.house.tables.campaigns()) == before + 3  # one a button, one a form sent by hand


def test_a_knock_sent_again_is_one_knock(evening: Evening, browser: Browser) -> None:
    evening.keeper.done("door")
    code = evening.keeper.get().json()["door"]["code"]
    anyone = evening.running.caller()
    knock = {"code": code, "name": "Zoé", "action": "nobody-can-guess-this-one"}
    links = [anyone.post("/join", one).json()["link"] for one in (knock, knock, {**knock, "name": "Yve"})]
    assert links[0] == links[1] != links[2]
    assert sorted(evening.keeper.get().json()["door"]["knocks"].values()) == ["Yve", "Zoé"]
    refusal(anyone.post("/join", {**knock, "action": "a1"}), 422, "field/type", "action")
    with Visitor(browser, evening.running.url) as guest:
        guest.open(f"/rejoindre?code={code}")
        guest.page.locator("#name").fill("Wil")
        guest.page.locator("form .btn--main").dblclick()
        expect(guest.page).to_have_url(re.compile("/attente"))
        assert sorted(evening.keeper.get().json()["door"]["knocks"].values()) == ["Wil", "Yve", "Zoé"]


# ---- elsewhere on the page ----


def test_a_refusal_is_seen_wherever_one_is_on_the_page(evening: Evening, browser: Browser) -> None:
    """On a phone one looks at one view: what is refused there is said there."""
    evening.check(evening.ann, evening.leo, 6)
    with Visitor(browser, evening.running.url, evening.ann.link, width=390) as ann:
        ann.open(f"/t/{evening.table}#journal")
        ann.page.evaluate(
            """() => { const one = document.createElement('button'); one.id = 'try'; one.textContent = 'x';
            one.dataset.do = JSON.stringify({type: 'undo'}); document.querySelector('#log').prepend(one); }"""
        )
        ann.page.locator("#try").click()
        expect(ann.page.locator("#told")).to_be_visible()
        assert ann.page.locator("#told-what").inner_text()
        ann.page.locator("[data-shut]").click()
        expect(ann.page.locator("#told")).to_be_hidden()


def test_a_phone_that_slept_wakes_where_it_was_and_catches_up(evening: Evening, browser: Browser) -> None:
    """Its line looks open and is dead; when it wakes, the page asks from the last event it saw."""
    for _ in range(12):
        evening.check(evening.keeper, evening.mia, 1)
    with Visitor(browser, evening.running.url, evening.ann.link or "", width=390, height=600) as ann:
        page = ann.page
        ann.open(f"/t/{evening.table}?c={evening.leo}#lancer")
        page.locator("#note").fill("frapper")
        page.locator(".barfour a[href='#journal']").click()
        page.evaluate("() => scrollTo(0, 400)")
        place = page.evaluate("() => scrollY")
        before = cards(page)
        page.evaluate(ASLEEP, True)
        for stream in list(evening.running.house.streams):  # the server has given it up, the phone does not know
            evening.running.house.streams.discard(stream)
            stream.table.listeners.clear()
        with evening.keeper.listen() as heard:
            for _ in range(3):
                evening.check(evening.keeper, evening.mia, 1)
            heard.until(lambda one: len(one.news) == 3)  # whoever is still listened to has been told
        assert cards(page) == before
        page.evaluate(ASLEEP, False)
        expect(page.locator("#log article")).to_have_count(before + 3)
        assert page.url.endswith("#journal")
        assert place > 0
        assert page.evaluate("() => scrollY") >= place  # what is read stays in sight: the newest come in above it
        page.locator(".barfour a[href='#lancer']").click()
        expect(page.locator("#note")).to_have_value("frapper")
        ann.calm()


def test_a_page_that_a_sleeping_phone_gave_up_comes_back_as_it_was(evening: Evening, browser: Browser) -> None:
    with Visitor(browser, evening.running.url, evening.ann.link or "", width=390) as ann:
        page = ann.page
        ann.open(f"/t/{evening.table}?c={evening.leo}#lancer")
        act = page.locator("#hand .tabs a:not([aria-current])").first
        name = act.inner_text()
        act.click()
        expect(page.locator("#hand .tabs [aria-current]")).to_have_text(name)
        page.locator("#note").fill("frapper")
        page.add_init_script("Object.defineProperty(document, 'wasDiscarded', {get: () => true})")
        page.reload()
        assert page.url.endswith("#lancer")
        expect(page.locator("#hand .tabs [aria-current]")).to_have_text(name)
        expect(page.locator("#note")).to_have_value("frapper")
        ann.calm()


def test_a_page_that_must_be_read_anew_keeps_what_was_typed(
    evening: Evening, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Away for so long that the log is read afresh."""
    monkeypatch.setattr("gardien.web.pages.table.tables.MOST_DRAWN", 2)
    with Visitor(browser, evening.running.url, evening.keeper.link) as keeper:
        keeper.arrive().page.locator("#note").fill("écouter la porte")
        tick(keeper.page.locator("#form [name='given.category'][value=mental]"))
        keeper.context.set_offline(True)
        keeper.page.evaluate("() => dispatchEvent(new Event('online'))")  # the line is tried, and is down
        for _ in range(4):
            evening.check(evening.keeper, evening.mia, 1)
        keeper.context.set_offline(False)
        with keeper.page.expect_navigation(timeout=15_000):
            pass
        assert keeper.page.locator("#note").input_value() == "écouter la porte"
        assert keeper.page.locator("#form [name='given.category'][value=mental]").is_checked()
        assert cards(keeper.page) >= 4
