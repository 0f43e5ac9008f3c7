"""Every screen of a player's phone at 320 px, game by game: nothing sticks out, the accessibility checker is silent.

In both languages; the checker, whom words tell nothing, in French. The four views of the table are one page: what does
not hang on colour is asked once of all of them together; of colours, in both themes, two places for each pair.
`GARDIEN_SCREENS=folder` keeps a picture of each screen at 320 and 390 px, to lay beside the mock-ups, and asks all of
every screen in both themes and both languages; docs/screens.md says where they differ, and why.
"""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gardien.core.terms import LANGUAGES
from web.browsing import COLOURED, UNCOLOURED, Visitor, apart, at_sample, settled, tick
from web.story import in_sight
from web.test_flow import GAMES, NOTE, Table, Thumb, house, table, to_my_turn  # noqa: F401
from web.test_pages import WIDER

VIEWS = ("fiche", "lancer", "table", "journal")
SIZES = ((390, 844), (320, 640))
ALL_VIEWS = """(on) => {
  window.every ??= new CSSStyleSheet();
  window.every.replaceSync(on ? '.phones > .view { display: grid !important; }' : '');
  document.adoptedStyleSheets = [window.every];
}"""
STRIKES = {"combat_action": {"action": "strike", "range_step": 0}}
FELLED = {
    "yacdha": ("status", "unconscious"),
    "operators": ("wound_level", "dead"),
    "d20d100": ("pv", -10),
    "cthulhud20": ("pv", -9),
    "organique": ("dead", True),
}
KEPT = os.environ.get("GARDIEN_SCREENS", "")


class Screens:
    """One phone, screen after screen, and what is wrong with them."""

    def __init__(self, table: Table, phone: Visitor) -> None:  # noqa: F811
        self.table, self.phone, self.page = table, phone, phone.page
        self.faults: list[str] = []
        self.language = "fr"

    def speak(self, language: str) -> None:
        self.language = language
        self.phone.choose(language, "light")

    def open(self, path: str) -> None:
        self.phone.open(f"/t/{self.table.id}{path}")
        settled(self.page)

    def look(self, name: str, place: str = "body") -> None:
        """What stands there now: nothing too wide, nothing that a reader or an eye would miss, light and dark."""
        found, whole = [*self.page.evaluate(WIDER)], "document" if place == "body" else f"'{place}'"
        if self.language == "fr" and not KEPT:
            found += self.phone.axe(*UNCOLOURED, among=whole)
        for theme in ("dark", "light") if KEPT or self.language == "fr" else ():
            self.phone.wear(theme)
            said = self.phone.axe(among=whole) if KEPT else self.phone.axe(*COLOURED, among=at_sample(place))
            found += [f"{theme}: {one}" for one in said]
        self.faults += [f"{name}, {self.language}: {one}" for one in found]

    def views(self, name: str, button: str) -> None:
        """The four views: what is wanted, and one's state, stand on each; then all of them are looked at together."""
        who = self.table.keeper.get().json()["characters"][self.table.heroes[0]]["sheet"]["name"]
        for view in VIEWS:
            self.page.locator(f".barfour [href='#{view}']").tap()
            in_sight(self.page.locator(button))
            in_sight(self.page.locator("#me .me__who", has_text=who))
            self.keep(f"{name}-{view}")
        self.page.evaluate(ALL_VIEWS, True)
        self.look(name)
        self.page.evaluate(ALL_VIEWS, False)

    def keep(self, name: str) -> None:
        for width, height in SIZES if KEPT and self.language == "fr" else ():
            self.page.set_viewport_size({"width": width, "height": height})
            settled(self.page)
            self.page.screenshot(path=Path(KEPT) / f"{self.table.system.key}-{name}-{width}.png")

    def part(self, name: str, place: str) -> None:
        """What has changed on a view that was looked at."""
        self.look(name, place)
        self.keep(name)


@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_every_screen_of_a_phone(table: Table) -> None:  # noqa: F811
    ann = table.players[0]
    phone = Visitor(table.browser, table.running.url, ann.link or "", width=320, height=640)
    table.phones.append(phone)
    screens = Screens(table, phone)
    fighting = table.system.table_rules.fighting
    assert fighting is not None
    if not fighting.simultaneous:
        to_my_turn(table)
    for language in LANGUAGES:  # that it is my turn stands on each of them
        screens.speak(language)
        screens.open("#fiche")
        screens.views("turn", "#flow .btn--main")
        screens.open("/combat")
        in_sight(phone.page.locator("#form .btn--main"))
        in_sight(phone.page.locator("#me .me__who"))
        if not fighting.simultaneous:
            in_sight(phone.page.locator("#form .pick--one .switch").last)  # the last of those whom it can be aimed at
        screens.part("turn-combat", "body")
    for language in LANGUAGES if KEPT else ("fr",):
        screens.speak(language)
        walk_attacked(screens)
    table.end_fight()
    phone.page.wait_for_url("**#lancer")  # by itself
    walk_quiet_screens(screens)
    screens.speak("fr")
    screens.open("#fiche")
    walk_quiet_screens(screens)
    assert not screens.faults, "\n".join(screens.faults)


def walk_attacked(screens: Screens) -> None:
    """Somebody strikes: what is mine to decide, my half of it, and how it looks to whoever falls."""
    table, page = screens.table, screens.page  # noqa: F811
    hero, rules = table.heroes[0], table.system.table_rules
    before = table.keeper.get().json()["version"]
    if (fighting := rules.fighting) and not fighting.simultaneous:
        act = next(key for key in fighting.turns if key in rules.targeting)
        given = {rules.targeting[act].target: {"character": hero}, **STRIKES.get(act, {})}
        screens.open("#fiche")
        table.keeper.done("do", procedure=act, character=table.foe, given=given)
        in_sight(page.locator("#waits .wait__head, #result .res").first)
        settled(page)
        screens.part("attacked", ".dock")
        if page.locator("#waits .wait__head").count():
            in_sight(
                page.locator("#waits .act__cost", has_text=re.compile("point|contre|against")).first
            )  # what a choice takes, beside its name
            if table.system.key == "organique":  # and how likely one's own throw is, whoever strikes
                in_sight(page.locator("#waits .act__gain", has_text=re.compile("de réussir|to succeed")).first)
            table.go_on()
            in_sight(page.locator("#result .res"))
            settled(page)
            screens.part("half", ".dock")
    table.keeper.done(
        "override",
        path=f"characters/{hero}/sheet/{FELLED[table.system.key][0]}",
        value=FELLED[table.system.key][1],
        reason="la scène",
    )
    screens.open("/combat")
    in_sight(page.locator(".befell h2"))
    screens.part("fallen", "body")
    table.keeper.done("undo", to=before)


def walk_alone(screens: Screens) -> None:
    """The form of a free roll, and the page whose line is gone."""
    page = screens.page
    page.locator("#result [data-close]").tap()
    page.locator(".barfour [href='#lancer']").tap()
    in_sight(page.locator("#form .btn--main"))
    screens.part("free", "#lancer")
    screens.phone.calm()
    screens.phone.context.set_offline(True)
    page.evaluate("() => dispatchEvent(new Event('online'))")  # the line is tried, and is down
    in_sight(page.locator("#offline"))
    screens.part("offline", "body")
    screens.phone.context.set_offline(False)
    screens.phone.faults()  # the browser tells of the line


def walk_quiet_screens(screens: Screens) -> None:
    """Asked, dice, result, the padlock; the sheet; creation, step by step."""
    table, page = screens.table, screens.page  # noqa: F811
    game, hero, ann = GAMES[table.system.key], table.heroes[0], table.players[0]
    page.locator(".barfour [href='#fiche']").tap()
    if page.locator("#result > details[open]").count():  # what was thrown before has been read
        page.locator("#result > details > summary").tap()
    page.locator(".lock summary").tap()
    screens.part("padlock", "#mine")
    table.keeper.done("ask", procedure=game.asked, characters=[hero], given=game.given, text=NOTE)
    in_sight(page.locator("#answer .btn--main"))
    screens.part("asked", ".dock")
    tick(page.locator("#answer [data-real]"))
    in_sight(page.locator("#pad-flow .pad__keys"))
    screens.part("dice", ".dock")
    ask = next(iter(table.keeper.get().json()["asks"]))
    ann.done("do", procedure=game.asked, character=hero, given={}, ask=ask, dice=list(game.failed) or None)
    in_sight(page.locator("#result .res"))
    settled(page)
    screens.part("result", ".dock")
    if KEPT or screens.language == "fr":
        walk_alone(screens)
    screens.open(f"/fiche/{hero}?open=1")
    screens.part("sheet", "body")
    if KEPT or screens.language == "fr":  # what is asked stands over the open sheet too
        table.keeper.done("ask", procedure=game.asked, characters=[hero], given=game.given, text=NOTE)
        in_sight(page.locator("#answer .btn--main"))
        expect(page).to_have_title(re.compile("^(À vous|Your turn) · "))
        screens.part("sheet-asked", "body")
        table.keeper.done("undo")
        expect(page.locator("#answer")).to_have_count(0)
    screens.open("/creer")
    page.locator("[name=go][value=all]:visible").first.tap()  # what follows from choices is there to be looked at
    expect(page.locator("[name=go][value=add]")).to_be_attached()
    steps = page.locator(".steplist li")
    for at in range(steps.count()) if KEPT or screens.language == "fr" else (steps.count() - 1,):
        apart(page)
        settled(page)
        steps.nth(at).locator("[name=go]").tap()
        expect(steps.nth(at)).to_have_attribute("aria-current", "step")
        expect(page.locator(".is-busy")).to_have_count(0)
        screens.part(f"creation-{at + 1}", "main")
