"""A table of Dark Operators as three people use it: the game master on a laptop, two players on phones.

Whatever is done on a page is looked up afterwards: the library must come to the same outcome with the same inputs and
dice, and the game master's page must tell it.
"""

import re
from typing import Any

from msgspec import json
from playwright.sync_api import Browser, Locator, Page, expect

from gardien.core.calling import do
from web.browsing import Visitor
from web.client import Running

SYSTEM = "operators"
DAY = 24 * 60
DICE_SHOWN = 12
APART_MS = 160  # two clicks in one place at once are taken for one
TICKS = ("radio", "checkbox")
PHONE = {"width": 390, "height": 844}


def tick(inside: Locator, box: str, on: bool = True) -> None:
    """By its label, as a finger does it: the box itself may be drawn by other means."""
    found = inside.locator(box)
    if found.is_checked() != on:
        inside.locator("label", has=inside.page.locator(box)).click()
    expect(found).to_be_checked(checked=on)


class Mission:
    """The people of a mission, their pages, and what they do over and over."""

    def __init__(self, running: Running, browser: Browser) -> None:
        self.running, self.browser = running, browser
        self.people: dict[str, Visitor] = {"MJ": Visitor(browser, running.url, running.link)}
        self.id = ""
        self.kill = ""  # the last card before the firefight

    @property
    def keeper(self) -> Page:
        return self.people["MJ"].page

    def phone(self, who: str) -> Page:
        return self.people[who].page

    # ---- the table ----

    @property
    def address(self) -> str:
        return f"{self.running.url}/t/{self.id}"

    @property
    def table(self) -> Any:
        return self.running.house.tables.table(self.id)

    @property
    def play(self) -> dict[str, Any]:
        return self.table.state.play  # type: ignore[no-any-return]

    @property
    def version(self) -> int:
        return self.table.state.version  # type: ignore[no-any-return]

    def who(self, name: str) -> str:
        """The id of somebody at the table."""
        return next(id for id, one in self.play["characters"].items() if one["sheet"]["name"] == name)

    def sheet(self, name: str) -> dict[str, Any]:
        return dict(self.play["characters"][self.who(name)]["sheet"])

    def last(self) -> dict[str, Any]:
        """The newest card as the game master reads it."""
        return self.table.log(self.table.viewer("keeper"), "fr", limit=1)[0]  # type: ignore[no-any-return]

    def wait(self, before: int) -> dict[str, Any]:
        """The card of what happens next."""
        for _ in range(400):
            if self.version > before:
                return self.last()
            self.keeper.wait_for_timeout(25)
        told = self.keeper.locator(".refusal:visible").all_inner_texts()
        raise AssertionError(f"nothing happened {told}")

    # ---- acts ----

    def hand(self, page: Page, name: str, act: str) -> Locator:
        """The form of an act in somebody's hand, on the page of the table."""
        page.goto(f"{self.address}?c={self.who(name)}&a={act}#lancer")
        return page.locator("#form")

    def choose(self, page: Page, **choices: Any) -> None:
        """Fill in fields of the form, whatever they look like; folded ones are opened first."""
        form = page.locator("#form")
        for name, value in choices.items():
            one = f'[name="{name.replace("__", ".")}"]:not([type=hidden])'
            if not isinstance(value, bool) and form.locator(one).first.get_attribute("type") in TICKS:
                one += f'[value="{value}"]'
            box = form.locator(one)
            folds = form.locator("details:not([open])", has=page.locator(one))
            while folds.count():
                folds.first.locator("summary").first.click()
            kind = box.evaluate("(one) => one.type")
            if kind in TICKS:
                tick(form, one, value is not False)
            elif kind == "select-one":
                box.select_option(value)
            else:
                box.fill(str(value))

    def throw(self, page: Page, *faces: int) -> dict[str, Any]:
        """Type the dice that lie on the wood and throw; what came of it."""
        before = self.version
        if faces:
            self.type(page, *faces)
        page.locator("#form .btn--main").click()
        return self.rolled(self.wait(before))

    def type(self, page: Page, *faces: int) -> None:
        """Key by key, as the pad asks for one die after the other."""
        tick(page.locator("#form"), "[data-real]")
        slots = page.locator("#pad .pad__slot:not(.pad__slot--now)")
        for at, face in enumerate(faces, 1):
            expect(page.locator("#pad .pad__slot--now")).to_be_visible()
            done = page.locator("#pad [data-digit-done]")
            if done.count():
                for digit in str(face):
                    page.locator(f'#pad [data-face="{digit}"]').click()
                done.click()
            else:
                page.locator(f'#pad [data-face="{face}"]').click()
            expect(slots).to_have_count(at)
        expect(page.locator("#pad .pad__slot--now")).to_have_count(0)

    def rolled(self, card: dict[str, Any]) -> dict[str, Any]:
        """The roll of a card: as the library plays it, and as the game master's page tells it."""
        roll: dict[str, Any] = card["roll"]
        faces = [die["value"] for die in roll["dice"]]
        said = do(SYSTEM, roll["procedure"], roll["given"], dice=faces)
        assert roll["outcome"] == json.decode(json.encode(said.outcome))
        shown = self.card(self.keeper, card["id"])
        for told in roll["told"]:
            expect(shown).to_contain_text(told)
        for face in faces[:DICE_SHOWN]:
            expect(shown.get_by_role("img", name=re.compile(f"faces\\s:\\s{face}\\b")).first).to_be_attached()
        return roll

    def card(self, page: Page, id: str) -> Locator:
        found = page.locator(f"#card-{id}")
        expect(found).to_be_attached()
        return found

    # ---- the fight ----

    def order(self) -> list[str]:
        return [self.play["characters"][id]["sheet"]["name"] for id in self.play["fight"]["order"]]

    def click(self, button: Locator) -> dict[str, Any]:
        """A button that does something at once; its card."""
        before = self.version
        self.keeper.wait_for_timeout(APART_MS)
        button.click()
        return self.wait(before)

    def click_act(self, page: Page, act: str) -> None:
        """What somebody does with their turn."""
        page.locator(f"#do-{act}").click()
        expect(page.locator(f'#form [name=procedure][value="{act}"]')).to_be_attached()

    def turn_of(self, name: str, round: int) -> None:
        """The game master goes on, one after the other, until it is somebody's turn."""
        for _ in range(40):
            fight = self.play["fight"]
            now = fight["order"][fight["turn"]]
            expect(self.keeper.locator(".turn--now")).to_have_attribute("data-fighter", now)
            if fight["round"] == round and now == self.who(name):
                return
            expect(self.keeper.locator("#fhead .is-busy")).to_have_count(0)  # one press, one turn
            before = self.version
            self.keeper.keyboard.press("n")
            self.wait(before)
        raise AssertionError(f"never the turn of {name}")

    def close(self) -> None:
        """Everybody goes home, and nothing went wrong on any page."""
        for one in self.people.values():
            one.calm()
            one.close()
