"""The sheet under a thumb: a touch throws, a long press opens the form, favourites stand first, « −7 » is one entry."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from gardien.core.system import find
from gardien.sheets.gauges import GaugeShown
from gardien.table.demo import set_demo
from gardien.web.pages.sheet.thumb import moved
from web.browsing import ON_SCREEN, UNCOLOURED, Visitor, apart, settled
from web.client import Caller, Evening, Running
from web.test_sheet import Reader

HOLD_MS = 700  # longer than sheet.js waits for a long press


class Press:
    """The table to try of a game of many skills, and somebody with a phone."""

    def __init__(self, running: Running, key: str = "d20d100") -> None:
        self.running = running
        self.table, link = set_demo(running.house.tables, find(key), "fr")
        self.keeper: Caller = running.caller(link).at(self.table)
        self.who = next(iter(self.keeper.get().json()["characters"]))
        self.phone = str(self.keeper.done("seat", name="Hélène", characters=[self.who])["link"])

    def sheet(self) -> dict:
        return self.keeper.get().json()["characters"][self.who]["sheet"]

    def visit(self, browser: Browser, width: int = 390) -> Visitor:
        visitor = Visitor(browser, self.running.url, self.phone, width=width, height=844 if width > 320 else 640)
        visitor.open(f"/t/{self.table}#fiche")
        return visitor


def row(page: Page, name: str) -> Locator:
    return page.locator(".thumb__family").get_by_role("link", name=re.compile(name))


@pytest.mark.parametrize(
    ("written", "after", "sets"),
    [("-7", 4, False), ("−7", 4, False), ("+2", 13, False), ("12", 12, True), ("=−2", -2, True), ("1,5", 1.5, True)],
)
def test_a_gauge_takes_what_people_write(written: str, after: float, sets: bool) -> None:
    assert moved(GaugeShown("pv", "PV", 11, 13, "bar"), written) == (after, sets)


def test_minus_seven_is_one_entry_and_a_shut_padlock_has_no_stepper(running: Running, browser: Browser) -> None:
    press = Press(running)
    before = press.sheet()["pv"]
    with press.visit(browser) as phone:
        page = phone.page
        expect(page.locator("#mine [data-nudge]").first).to_be_hidden()
        page.locator(".lock summary").tap()
        form = page.locator("form[data-adjust]", has=page.locator("[value=pv]"))
        form.locator("[name=amount]").fill("−7")
        expect(form.locator("output")).to_have_text(f"{before} → {before - 7}")
        entries = len(press.keeper.log())
        form.get_by_role("button", name="Appliquer").tap()
        expect(page.locator("#mine .gauge", has_text="Points de vie")).to_contain_text(f"{before - 7} / ")
        assert len(press.keeper.log()) == entries + 1
        assert press.sheet()["pv"] == before - 7
        form.locator("[name=amount]").fill("sept")
        form.get_by_role("button", name="Appliquer").tap()
        expect(form.locator(".refusal")).to_contain_text("écrire « −7 » pour retirer")
        page.get_by_role("link", name="Journal", exact=True).tap()  # leaving the view shuts it
        page.get_by_role("link", name="Fiche", exact=True).tap()
        expect(page.locator("#mine [data-nudge]").first).to_be_hidden()


def test_nobody_moves_a_gauge_of_a_sheet_that_is_not_theirs_to_write_on(running: Running) -> None:
    """Neither somebody else's, nor one's own where the table has closed the sheets."""
    evening = Evening(running)
    assert Reader(evening.bob).send(f"{evening.leo}/jauge", gauge="trauma", amount="5").status_code in (403, 404)
    evening.keeper.done("settings", players_edit=False)
    assert Reader(evening.ann).send(f"{evening.leo}/jauge", gauge="trauma", amount="5").status_code == 403


def test_favourites_and_what_was_used_last_stand_first_and_a_search_finds_the_rest(
    running: Running, browser: Browser
) -> None:
    press = Press(running)
    with press.visit(browser, 320) as phone:
        page = phone.page
        page.get_by_text("en favori").tap()
        row(page, "Serrurerie").tap()
        page.get_by_text("lance", exact=True).tap()
        apart(page)
        row(page, "Baratin").tap()
        expect(page.locator("#log article").first).to_contain_text("Baratin")
        expect(page.locator("[data-own=star] a")).to_contain_text("Serrurerie")
        expect(page.locator("[data-own=last] a")).to_contain_text("Baratin")
        page.reload()
        expect(page.locator("[data-own=star] a")).to_contain_text("Serrurerie")
        page.get_by_role("button", name="Trier par niveau").tap()
        numbers = [
            int(one.replace("−", "-")) for one in page.locator("[data-own=level] .sk__n").all_inner_texts() if one
        ]
        assert numbers == sorted(numbers, reverse=True)
        page.locator("#find-roll").fill("ecout")
        expect(page.locator(".thumb__family a:visible")).to_have_count(1)
        page.keyboard.press("Enter")  # throws the only match
        expect(page.locator("#log article").first).to_contain_text("Écouter")
        page.locator("#find-roll").fill("zzz")
        expect(page.locator(".thumb__none")).to_be_visible()
        page.locator("#find-roll").fill("")
        page.locator(".rail button").last.tap()
        expect(page.locator(".thumb__family").last).to_be_in_viewport()
        assert phone.axe(*UNCOLOURED) + phone.axe("color-contrast", among=ON_SCREEN) == []
        assert phone.faults() == []


def test_a_long_press_opens_the_form_and_throws_nothing(running: Running, browser: Browser) -> None:
    press = Press(running)
    with press.visit(browser) as phone:
        page = phone.page
        entries = len(press.keeper.log())
        row(page, "Baratin").scroll_into_view_if_needed()
        row(page, "Baratin").hover()
        page.mouse.down()
        expect(page.locator("#form select")).to_have_value("baratin")
        page.mouse.up()
        expect(page.locator("#form select")).to_be_in_viewport()
        page.wait_for_timeout(HOLD_MS)
        assert len(press.keeper.log()) == entries
        assert phone.faults() == []


UNAIMED = ".thumb__family [data-roll]:not([data-aimed]), a.tile__n[data-touch], .scores [data-touch]"
IN_SIGHT = """() => {
  const card = document.querySelector('#result > details').getBoundingClientRect();
  const bar = document.querySelector('body > .barfour').getBoundingClientRect();
  return { above: card.top >= 0, below: card.bottom <= bar.top + 1, wide: card.left >= 0 && card.right <= innerWidth };
}"""


@pytest.mark.parametrize("key", ["yacdha", "operators", "d20d100", "cthulhud20", "organique"])
def test_a_usual_roll_is_one_touch_and_its_result_is_in_sight(running: Running, browser: Browser, key: str) -> None:
    """At 320 and 390 px, without scrolling: word, dice and sentence stand above the bar."""
    press = Press(running, key)
    for width in (320, 390):
        with press.visit(browser, width) as phone:
            page, row = phone.page, phone.page.locator(UNAIMED).first
            row.tap(trial=True)  # brought into reach of the thumb
            place = page.evaluate("() => scrollY")
            row.tap()
            expect(page.locator("#result .res__word")).to_be_in_viewport(ratio=1)
            settled(page)
            assert page.evaluate(IN_SIGHT) == {"above": True, "below": True, "wide": True}
            assert page.evaluate("() => scrollY") == place
            assert page.url.endswith("#fiche")
            assert phone.faults() == []
        press.keeper.done("undo")  # so that the other width begins where this one did
