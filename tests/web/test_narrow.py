"""Every screen of every game on the narrowest phone: nothing is wider than it, so nobody scrolls sideways."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from gardien.core.system import find
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from web.browsing import Visitor
from web.client import Running
from web.test_pages import WIDER

NARROW = {"width": 320, "height": 640}
GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")
VIEWS = ("#fiche", "#lancer", "#table", "#journal")
OF_THE_GAME = ("/regles/{system}", "/regles/{system}/{rule}")
OF_THE_HOUSE = ("/", "/rejoindre", "/regles", "/nowhere")  # the same whatever is played: looked at once
STEPS = "() => [...document.querySelectorAll('.steplist [name=go]')].map((one) => one.value.replace('step:', ''))"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    store = open_store(tmp_path_factory.mktemp("narrow") / "store.db")
    with Running(store) as running:
        yield running
    store.close()


def too_wide(visitor: Visitor, *places: str) -> list[str]:
    """What sticks out of the screen, place by place; folds are opened, since what is in them counts too."""
    faults: list[str] = []
    for place in places:
        visitor.open(place)
        visitor.page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
        faults += [f"{place}: {fault}" for fault in visitor.page.evaluate(WIDER)]
    return faults


@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_wider_than_the_narrowest_phone(running: Running, browser: Browser, key: str) -> None:
    """The table in all its views, the fight, sheets, creation step by step, empty and drawn; rules, home, the door."""
    system = find(key)
    table, link = set_demo(running.house.tables, system, "fr")
    keeper = running.caller(link).at(table)
    who = next(iter(keeper.get().json()["characters"]))
    phone = str(keeper.done("seat", name="Marc-Aurélien de La Tour-Saint-Quentin", characters=[who])["link"])
    rule = next(iter(system.reference))
    here = f"/t/{table}"
    with Visitor(browser, running.url, phone, **NARROW) as player:
        faults = too_wide(player, *(f"{here}{view}" for view in VIEWS), f"{here}/combat", f"{here}/fiche/{who}?open=1")
        for view in player.page.locator("[name=sheetview]").all():
            view.evaluate("(one) => one.click()")  # all folds are open, so one's last result lies over it
            faults += [f"sheet, {view.get_attribute('value')}: {one}" for one in player.page.evaluate(WIDER)]
        faults += too_wide(player, f"{here}/creer")
        steps: list[str] = player.page.evaluate(STEPS)
        faults += too_wide(player, *(f"{here}/creer?e={step}" for step in steps))
        player.page.locator("[name=go][value=all]:visible").first.click()
        player.page.locator("[name=go][value=add]").wait_for()
        faults += too_wide(player, *(f"{here}/creer?e={step}" for step in steps))
        faults += too_wide(player, *(one.format(system=key, rule=rule) for one in OF_THE_GAME))
        faults += too_wide(player, *(OF_THE_HOUSE if key == GAMES[0] else ()))
    with Visitor(browser, running.url, link, **NARROW) as master:
        faults += too_wide(master, here, f"{here}/combat", f"{here}/fiche/{who}?open=1", f"{here}/ajouter")
    assert not faults, "\n".join(faults)
