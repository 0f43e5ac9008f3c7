"""A page whose server goes away: it says so, keeps what was typed, and goes on by itself when the server is back."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from gardien.table.store import open_store
from web.browsing import Visitor
from web.client import Evening, Running


def test_a_page_goes_on_after_the_server_has_started_again(tmp_path: Path, browser: Browser) -> None:
    store = open_store(tmp_path / "store.db")
    running = Running(store)
    evening = Evening(running)
    path = f"{running.url}/t/{evening.table}?c={evening.leo}&a=action#lancer"
    ann = Visitor(browser, running.url, evening.ann.link or "", width=390, height=844)
    bob = Visitor(browser, running.url, evening.bob.link or "", width=390, height=844)
    ann.page.goto(path)
    bob.page.goto(f"{running.url}/t/{evening.table}#journal")
    expect(ann.page.locator("#odds .odds__big")).to_be_visible()
    ann.page.locator("#note").fill("la façade")

    running.stop()
    store.close()
    expect(ann.page.locator("#offline")).to_be_visible()
    ann.page.locator("#form .btn--main").click()  # sent into the void, to be sent again

    store = open_store(tmp_path / "store.db")
    with Running(store, port=running.address[1]) as again:
        expect(ann.page.locator("#offline")).to_be_hidden(timeout=15_000)
        expect(bob.page.locator("#log .card").filter(has_text="la façade")).to_have_count(1, timeout=15_000)
        table = again.house.tables.table(evening.table)
        log = table.log(table.viewer("keeper"), "fr")
        assert [card["words"].get("note") for card in log if card["command"] == "do"][:1] == ["la façade"]
        expect(ann.page.locator("#note")).to_have_value("la façade")  # nothing that was typed is gone
    for one in (ann, bob):
        one.close()
    store.close()
