"""A rule that waits, on the pages: whoever is asked is asked, everybody sees it, and the card is whole afterwards."""

from itertools import count

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from table.robbery import HEADS, Robbery
from web.browsing import Visitor
from web.client import Caller, Running

pytestmark = pytest.mark.usefixtures("tiny")
_numbers = count(1)


@pytest.fixture
def fair(tiny: None, running: Running) -> Robbery:
    return Robbery(running.store)


def caller(running: Running, fair: Robbery, seat: str) -> Caller:
    return running.caller(fair.links.get(seat, fair.link)).at(fair.campaign)


class Device:
    """Somebody's pages, without a script."""

    def __init__(self, running: Running, fair: Robbery, seat: str, language: str = "fr") -> None:
        self.home = f"/t/{fair.campaign}"
        self.client = httpx2.Client(
            base_url=running.url, follow_redirects=True, cookies={"lang": language}, verify=False
        )
        self.client.get(f"/l/{fair.links.get(seat, fair.link)}")

    def page(self, path: str = "") -> str:
        answer = self.client.get(self.home + path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def send(self, **fields: str) -> httpx2.Response:
        fields = {name.replace("_", ".", 1): one for name, one in fields.items()}
        said = {**fields, "action": f"x{next(_numbers)}"}
        return self.client.post(f"{self.home}/act", data=said)


def test_each_is_shown_what_is_theirs(running: Running, fair: Robbery) -> None:
    fair.rob(HEADS)
    seen = {seat: Device(running, fair, seat).page() for seat in (*fair.seats, fair.cy)}
    assert "À vous de décider" in seen[fair.bob]
    assert "Donner une pièce" in seen[fair.bob]
    assert "coûte 1 pièce" in seen[fair.bob]
    assert "Continuer sans" in seen[fair.bob]
    for seat in (fair.ann, fair.cy, fair.screen, fair.watcher):
        assert "On attend Bob" in seen[seat]
        assert "Donner une pièce" not in seen[seat]
        assert "Continuer sans" not in seen[seat]
        assert "Pris" in seen[seat]
    assert "Bo · Donner une pièce" in seen[fair.keeper]
    english = Device(running, fair, fair.bob, "en").page()
    assert "Yours to decide" in english
    assert "costs 1 penny" in english


def test_what_follows_is_weighed_for_whoever_sees_it_all(running: Running, fair: Robbery) -> None:
    fair.rob(HEADS)
    path = f"/decision/{fair.wait}"
    for seat in (fair.keeper, fair.bob):
        weighed = Device(running, fair, seat).page(path)
        assert weighed.count("<b>50\u202f%</b>") == 2, "one coin is still to fall"
        assert "pièces volées\u00a0: 0" in weighed, "and none after a bribe"
    assert Device(running, fair, fair.screen).page(path) == ""


def test_a_decision_is_answered_without_a_script_and_the_log_has_one_card(running: Running, fair: Robbery) -> None:
    fair.rob(HEADS)
    bob = Device(running, fair, fair.bob)
    answer = bob.send(type="decide", text_wait=fair.wait, text_offer="", dice="2")
    assert answer.status_code == 200
    page = bob.page()
    assert "À vous de décider" not in page
    assert page.count('class="card__word"') == 1
    assert "Pièces prises\u00a0: 1." in page
    said = bob.send(type="decide", text_wait=fair.wait, text_offer="bribe")
    assert said.status_code == 409
    assert "Cette décision n’est plus ouverte." in said.text


def test_typed_dice_stop_where_the_rule_does(running: Running, fair: Robbery) -> None:
    ann = Device(running, fair, fair.ann)
    form = {"procedure": "rob", "character": fair.ada, "given.call": "heads", "person.target": fair.bo}
    pad = ann.client.post(f"{ann.home}/des", data={**form, "dice": "1"}).text
    assert "pad__slot--now" not in pad
    assert "larcin" in pad


def test_what_others_must_not_know_is_on_no_page(running: Running, fair: Robbery) -> None:
    fair.rob(HEADS, seat=fair.keeper, audience="keeper")
    assert "Continuer sans" in Device(running, fair, fair.keeper).page()
    for seat in fair.others:
        assert 'class="card card--wait' not in Device(running, fair, seat).page()


def test_a_decision_and_a_vote_as_a_story(running: Running, fair: Robbery, browser: Browser) -> None:
    fair.fight(fair.ada, fair.bo)
    home = f"/t/{fair.campaign}"
    bob = Visitor(browser, running.url, fair.links[fair.bob], width=390, height=844)
    keeper = Visitor(browser, running.url, fair.link)
    screen = Visitor(browser, running.url, fair.links[fair.screen], theme="dark")
    bob.open(f"{home}#lancer")
    bob.page.evaluate("() => { document.querySelector('main').style.paddingBottom = '2000px'; scrollTo(0, 1500); }")
    keeper.open(f"{home}/combat")
    screen.open(home)
    given = {"call": "heads", "target": {"character": fair.bo}}
    caller(running, fair, fair.ann).done("do", procedure="rob", character=fair.ada, given=given, dice=[HEADS])

    # the one who is asked, whatever view is open; everybody else in suspense
    expect(bob.page.get_by_role("heading", name="À vous de décider")).to_be_in_viewport()
    expect(bob.page.locator("#said")).to_contain_text("À vous de décider. Ada, dépouille Bo, Pris")
    expect(bob.page.locator(".act--pass")).to_contain_text("50\u202f%")
    expect(screen.page.locator(".wait--screen")).to_contain_text("On attend Bob")
    expect(screen.page.locator("#wall button")).to_have_count(0)
    assert bob.axe() == screen.axe() == []

    # the fight does not go on over it
    expect(keeper.page.locator("#waits")).to_contain_text("On attend Bob")
    keeper.page.keyboard.press("n")
    expect(keeper.page.locator("#told-what")).to_contain_text("Une décision est ouverte pour Bo")
    assert keeper.axe() == []
    keeper.faults()  # that it was refused

    # what all must agree to
    bob.page.get_by_role("button", name="Tenter la chance commune").click()
    expect(bob.page.locator(".wait__vote")).to_contain_text("Cy")
    expect(screen.page.locator(".wait--screen")).to_contain_text("On attend Ann et Cy")
    caller(running, fair, fair.ann).done("vote", wait=wait_of(running, fair))
    keeper.page.get_by_role("button", name="Compter son accord (Cy)").click()
    expect(keeper.page.locator("#waits .wait")).to_have_count(0)
    card = keeper.page.locator("#flog .card").first
    expect(card).to_contain_text("Ada")
    expect(card).to_contain_text("chance commune")
    expect(screen.page.locator(".wait--screen")).to_have_count(0)
    expect(screen.page.locator(".wall__who")).to_contain_text("Ada")
    expect(bob.page.locator("#waits .wait")).to_have_count(0)

    # and taken back
    keeper.page.keyboard.press("z")
    expect(keeper.page.locator("#waits")).to_contain_text("On attend Cy")
    expect(bob.page.locator(".wait__vote")).to_contain_text("n’a pas répondu")
    expect(screen.page.locator(".wait--screen")).to_contain_text("On attend Cy")
    for visitor in (bob, keeper, screen):
        visitor.calm()
        visitor.close()


def wait_of(running: Running, fair: Robbery) -> str:
    (id,) = caller(running, fair, fair.ann).get("").json()["waits"]
    return str(id)
