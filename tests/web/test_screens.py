"""Every screen of a player's phone at 320 px, game by game: nothing sticks out, the accessibility checker is silent.

In both themes and both languages. `GARDIEN_SCREENS=folder` keeps a picture of each, at 320 and 390 px, to lay beside
the mock-ups; docs/screens.md says where they differ, and why.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.browsing import ON_SCREEN, UNCOLOURED, Visitor, apart, settled, tick
from web.story import in_sight
from web.test_flow import GAMES, NOTE, Table, house, table, to_my_turn  # noqa: F401
from web.test_pages import WIDER

VIEWS = ("#fiche", "#lancer", "#table", "#journal", "/combat")
SIZES = ((390, 844), (320, 640))
THEME = "(theme) => { document.documentElement.dataset.theme = theme; }"
KEPT = os.environ.get("GARDIEN_SCREENS", "")


class Screens:
    """One phone, screen after screen, and what is wrong with them."""

    def __init__(self, table: Table, phone: Visitor) -> None:  # noqa: F811
        self.table, self.phone, self.page = table, phone, phone.page
        self.faults: list[str] = []

    def open(self, path: str) -> None:
        self.phone.open(f"/t/{self.table.id}{path}")
        settled(self.page)

    def view(self, name: str) -> None:
        """A whole view: by all rules, with the colours of what stands on the screen, light and dark."""
        found = [*self.phone.axe(*UNCOLOURED), *self.phone.axe("color-contrast", among=ON_SCREEN)]
        self.page.evaluate(THEME, "dark")
        found += self.phone.axe("color-contrast", among=ON_SCREEN)
        self.page.evaluate(THEME, "light")
        self.keep(name, found)

    def part(self, name: str, part: str) -> None:
        """What has changed on a view that was looked at."""
        self.keep(name, self.phone.axe(among=f"document.querySelector('{part}')"))

    def keep(self, name: str, found: list[str]) -> None:
        self.faults += [f"{name}: {one}" for one in (*self.page.evaluate(WIDER), *found)]
        for width, height in SIZES if KEPT else ():
            self.page.set_viewport_size({"width": width, "height": height})
            settled(self.page)
            self.page.screenshot(path=Path(KEPT) / f"{self.table.system.key}-{name}-{width}.png")


@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_every_screen_of_a_phone(table: Table) -> None:  # noqa: F811
    game, (hero, _), ann = GAMES[table.system.key], table.heroes, table.players[0]
    phone = Visitor(table.browser, table.running.url, ann.link or "", width=320, height=640)
    table.phones.append(phone)
    screens = Screens(table, phone)
    page = screens.page
    fighting = table.system.table_rules.fighting
    assert fighting is not None
    if not fighting.simultaneous:
        to_my_turn(table)
    for view in VIEWS:  # that it is my turn stands on each of them
        screens.open(view)
        in_sight(page.locator("#form .btn--main" if view == "/combat" else "#flow .btn--main"))
        screens.view(f"turn-{view.strip('#/')}")
    table.end_fight()
    page.wait_for_url("**#lancer")  # by itself
    screens.open("#fiche")
    page.locator(".lock summary").tap()
    screens.part("padlock", "#mine")
    table.keeper.done("ask", procedure=game.asked, characters=[hero], given=game.given, text=NOTE)
    in_sight(page.locator("#answer .btn--main"))
    screens.part("asked", ".dock")
    tick(page.locator("#answer [data-real]"))
    in_sight(page.locator("#pad-flow .pad__keys"))
    screens.part("dice", ".dock")
    ann.done("do", procedure=game.asked, character=hero, given=game.given, dice=list(game.failed) or None)
    in_sight(page.locator("#result .res"))
    settled(page)
    screens.part("result", ".dock")
    screens.open("/creer")
    screens.part("creation", "main")
    first = page.locator("#make").get_attribute("data-at") or ""
    page.locator(".make__foot [name=go][value=next]").tap()
    expect(page.locator("#make")).not_to_have_attribute("data-at", first)
    expect(page.locator(".is-busy")).to_have_count(0)
    screens.part("creation-2", "main")
    screens.phone.choose("en", "light")
    for view in VIEWS:  # and a request over each of them, in the other language
        screens.open(view)
        in_sight(page.locator("#answer .btn--main"))
        found = (*page.evaluate(WIDER), *phone.axe(*UNCOLOURED))
        screens.faults += [f"{view}, en: {one}" for one in found]
    apart(page)
    assert not screens.faults, "\n".join(screens.faults)
