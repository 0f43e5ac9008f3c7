"""At home on a phone: an icon on the home screen, the last known page with its hour while the line is gone."""

import json
import re

import httpx2
from playwright.sync_api import Browser, expect

from web.browsing import Visitor, apart, tick
from web.client import Evening, Running

HOUR = re.compile(r"Ce qui suit date de \d\d:\d\d")


def test_the_site_can_be_put_on_a_home_screen(running: Running) -> None:
    """A manifest with icons that are there, of the sizes it says, and a policy that lets it in."""
    with httpx2.Client(base_url=running.url, verify=False) as anybody:
        page = anybody.get("/rejoindre")
        assert "manifest-src 'self'" in page.headers["content-security-policy"]
        link = re.search(r'rel="manifest" href="([^"]+)"', page.text)
        assert link
        manifest = json.loads(anybody.get(link[1]).text)
        assert manifest["display"] == "standalone"
        for icon in manifest["icons"]:
            answer = anybody.get(icon["src"])
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith(icon["type"])
            if icon["type"] == "image/png":
                width = int.from_bytes(answer.content[16:20])
                assert icon["sizes"] == f"{width}x{width}"
        worker = anybody.get("/sw.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"


def test_without_its_line_the_open_page_keeps_what_it_showed_and_says_of_what_hour(
    running: Running, browser: Browser
) -> None:
    """Over plain http no worker helps: sheet, log and what was being typed stay in the page itself."""
    evening = Evening(running)
    evening.check(evening.keeper, evening.leo, 6)
    with Visitor(browser, running.url, evening.ann.link or "", width=390) as ann:
        page = ann.page
        ann.open(f"/t/{evening.table}?c={evening.leo}#lancer")
        page.locator("#note").fill("frapper")
        ann.context.set_offline(True)
        page.evaluate("() => dispatchEvent(new Event('online'))")  # the line is tried, and is down
        expect(page.locator("#offline")).to_contain_text(HOUR)
        page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")  # it wakes
        page.locator(".barfour a[href='#fiche']").click()
        expect(page.locator("#mine")).to_contain_text("Boxe")
        page.locator(".barfour a[href='#journal']").click()
        expect(page.locator("#log article").first).to_be_visible()
        page.locator(".barfour a[href='#lancer']").click()
        tick(page.locator("#form [type=checkbox][name='given.forced']"))
        before = len(evening.keeper.log())
        page.locator("#form .btn--main").click()
        page.get_by_role("button", name="Retirer").click()  # what has not left yet can be taken back
        expect(page.locator("#form .refusal", has_text="Retiré")).to_be_visible()
        ann.context.set_offline(False)
        evening.check(evening.keeper, evening.leo, 1)
        expect(page.locator("#offline")).to_be_hidden()
        expect(page.locator("#note")).to_have_value("frapper")
        assert len(evening.keeper.log()) == before + 1  # the keeper's own, nothing of hers
        expect(page.locator("#form [type=checkbox][name='given.forced']")).to_be_checked()  # it was not thrown
        page.locator("#result [data-close]").click()  # of what was thrown for her
        apart(page)
        page.locator("#form .btn--main").click()
        expect(page.locator("#result .res, #waits .wait").first).to_be_visible()
        expect(page.locator("#form [type=checkbox][name='given.forced']")).not_to_be_checked()  # a risk is taken once
        page.reload()
        expect(page.locator("#form [type=checkbox][name='given.forced']")).not_to_be_checked()


def test_in_a_secure_context_a_page_is_read_again_without_the_server(running: Running, browser: Browser) -> None:
    """This machine's own address is secure: its worker keeps the page, with its hour; a link empties the shelf."""
    evening = Evening(running)
    with Visitor(browser, running.url, evening.ann.link or "", width=390, keeps_pages=True) as ann:
        page = ann.page
        ann.open(f"/t/{evening.table}#fiche")
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        ann.open(f"/t/{evening.table}#fiche")
        page.wait_for_function("async () => (await (await caches.open('gardien-pages')).keys()).length > 0")
        ann.context.set_offline(True)
        page.reload()
        expect(page.locator("#mine")).to_contain_text("Boxe")
        expect(page.locator("#offline")).to_contain_text(HOUR)
        ann.context.set_offline(False)
        page.evaluate("async () => (await caches.open('gardien-pages')).put('/left', new Response('by somebody else'))")
        ann.arrive()
        assert page.evaluate("async () => Boolean(await (await caches.open('gardien-pages')).match('/left'))") is False
