"""The screen on the wall: readable from three metres, it follows the table and tells nothing that is hidden."""

import pytest
from playwright.sync_api import expect

from web.browsing import Visitor
from web.client import MIA, Evening

SMALLEST = 34 / 1080  # of the height: what is smaller is not read from three metres
LETTERS = """() => [...document.querySelectorAll('#wall *')]
  .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize) / innerHeight)"""
OUTSIDE = """() => [...document.querySelectorAll('#wall p, #wall h1, #wall li')]
  .filter((one) => {
    const at = one.getBoundingClientRect();
    const order = one.closest('.wall__order')?.getBoundingClientRect();
    return at.right > innerWidth + 1 || at.bottom > Math.min(innerHeight, order?.bottom ?? innerHeight) + 1;
  })
  .map((one) => one.textContent)"""


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_the_wall_follows_the_evening_by_itself(evening: Evening, browser, width, height):
    wall = Visitor(browser, evening.running.url, evening.screen.link, theme="", width=width, height=height)
    wall.open(f"/t/{evening.table}")
    page = wall.page
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    evening.keeper.done("scene", title="Le dépôt de sel", text="Le vent pousse le sel sous les portes. " * 8)
    expect(page.get_by_role("heading", level=1)).to_have_text("Le dépôt de sel")
    evening.check(evening.ann, evening.leo)
    word = page.locator(".wall__word")
    expect(word).to_be_in_viewport(ratio=1)
    expect(page.locator(".wall__who")).to_contain_text("Léo")
    evening.keeper.done("fight", fighters=[{"character": one, "side": side} for one, side in _sides(evening)])
    expect(page.locator(".wl")).to_have_count(3)  # whoever is hidden is not there
    expect(page.locator(".wall__order")).to_contain_text("Round 1")
    guests = [evening.keeper.made("character", "add", sheet={**MIA, "name": f"Invitée {one}"}) for one in "abcdefgh"]
    evening.keeper.done("fight", fighters=[{"character": one, "side": "a"} for one in guests])  # more than it holds
    expect(page.locator(".wall__order")).to_contain_text("de plus")
    assert page.locator(".wl").count() > 5
    evening.keeper.done("advance", minutes=60)
    expect(page.locator(".wall__when b")).to_have_text("1\u00a0h\u00a000")
    assert min(page.evaluate(LETTERS)) >= SMALLEST - 0.001
    assert page.evaluate(OUTSIDE) == []
    assert wall.axe() == []
    assert "oule" not in page.content()  # the ghoul that nobody knows of
    wall.calm()


def test_a_paper_takes_the_whole_wall_until_it_is_taken_away(evening: Evening, browser):
    wall = Visitor(browser, evening.running.url, evening.screen.link, width=1920, height=1080)
    wall.open(f"/t/{evening.table}")
    keeper = Visitor(browser, evening.running.url, evening.keeper.link)
    keeper.open(f"/t/{evening.table}")
    keeper.page.get_by_text("Outils du gardien").click()
    keeper.page.locator("#paper-title").fill("Lettre trouvée")
    keeper.page.locator("#paper-text").fill("Monsieur,\nLa cargaison est sous le sel.")
    keeper.page.get_by_role("button", name="Montrer à la table").click()
    expect(wall.page.locator(".paper__sheet p")).to_have_count(2)
    expect(wall.page.locator(".paper")).to_be_in_viewport(ratio=0.99)
    expect(wall.page.locator(".wall__last")).to_have_count(0)
    assert wall.axe() == []
    keeper.page.get_by_role("button", name="Retirer").click()
    expect(wall.page.locator(".paper")).to_have_count(0)
    expect(wall.page.locator(".wall__last")).to_be_visible()
    for one in (wall, keeper):
        one.calm()


def test_a_screen_joins_by_the_short_code(evening: Evening, browser):
    evening.keeper.done("door", open=True)
    code = evening.keeper.get("").json()["door"]["code"]
    screen = Visitor(browser, evening.running.url, width=1920, height=1080)
    screen.open(f"/rejoindre?code={code}")
    screen.page.get_by_label("nom").fill("Télé du salon")
    screen.page.get_by_role("button", name="Frapper").click()
    keeper = Visitor(browser, evening.running.url, evening.keeper.link)
    keeper.open(f"/t/{evening.table}")
    keeper.page.get_by_role("button", name="Comme écran").click()
    expect(screen.page.locator("#wall")).to_be_visible()
    for one in (screen, keeper):
        one.calm()


def _sides(evening: Evening) -> list[tuple[str, str]]:
    return [(evening.leo, "a"), (evening.mia, "a"), (evening.thug, "b"), (evening.ghoul, "b")]
