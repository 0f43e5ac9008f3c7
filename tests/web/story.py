"""A table as three people use it, from its opening to its end: the game master on a laptop, two players on phones.

Whatever is done on a page is looked up afterwards: the library must come to the same outcome with the same inputs and
dice, and the game master's page must tell it.
"""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import json
from playwright.sync_api import Browser, Locator, Page, expect
from pypdf import PdfReader

from gardien.core.calling import do, odds_of
from web.browsing import Visitor, apart
from web.client import Running, wait_for

DAY = 24 * 60
DICE_SHOWN = 12
TICKS = ("radio", "checkbox")
IN_SIGHT = """(one) => {
  const box = one.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height - 1, box.height / 2));
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && one.contains(hit);
}"""
PHONE = {"width": 390, "height": 844}


def tick(inside: Locator, box: str, on: bool = True) -> None:
    """By its label, as a finger does it: the box itself may be drawn by other means."""
    result = inside.locator(box)
    if result.is_checked() != on:
        inside.locator("label", has=inside.page.locator(box)).click()
    expect(result).to_be_checked(checked=on)


def clauses(told: str) -> list[re.Pattern[str]]:
    """The parts of a sentence, each of which a card tells once: below its head, or, of a verdict or a margin, in it."""
    parts = re.split(r"[,.;] ", told.rstrip("."))
    margins = (re.match(r"marge .*?(\d+)$", part) for part in parts)
    return [
        re.compile(rf"marge \D*{margin[1]}" if margin else re.escape(part), re.IGNORECASE)
        for part, margin in zip(parts, margins, strict=True)
    ]


def in_sight(one: Locator) -> None:
    """Whole on the screen, and nothing lies over it."""
    expect(one).to_be_visible()
    wait_for(lambda: one.evaluate(IN_SIGHT))


def comes_in_sight(phone: Page) -> None:
    """What came of a throw, or what it waits for, stands where it was thrown: nobody scrolls for it."""
    in_sight(phone.locator("#result .res:visible, #waits .wait__head:visible").first)


def unfold(page: Page) -> None:
    """What is asked is opened by its band where it came while a result was still being read."""
    expect(page.locator("#answer")).to_be_attached()
    band = page.locator("#flow > details:not([open]) > summary")
    if band.count():
        apart(page)
        band.click()
    expect(page.locator("#flow > details[open]")).to_have_count(1)
    expect(page.locator("#result > details[open]")).to_have_count(0)


class Story:
    """The people of one table, their pages, and what they do over and over."""

    def __init__(self, running: Running, browser: Browser, system: str) -> None:
        self.running, self.browser, self.system = running, browser, system
        self.people: dict[str, Visitor] = {"MJ": Visitor(browser, running.url, running.link).arrive()}
        self.id = ""
        self.before = ""  # the last card before the fight

    @property
    def keeper(self) -> Page:
        return self.people["MJ"].page

    def phone(self, who: str) -> Page:
        return self.people[who].page

    def asked(self, page: Page) -> Locator:
        """What somebody is asked in the middle of a rule, once it is in sight."""
        expect(page.locator("#waits h2").first).to_be_in_viewport()
        return page.locator(".wait__form")

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
        try:
            wait_for(lambda: self.version > before)
        except AssertionError:
            told = self.keeper.locator(".refusal:visible").all_inner_texts()
            raise AssertionError(f"nothing happened {told}") from None
        return self.last()

    # ---- before and between ----

    def begin(self, title: str, *players: str) -> None:
        """The game master opens the table and prepares a place for everybody."""
        page = self.keeper
        page.get_by_label("Titre").fill(title)
        page.get_by_label("Jeu", exact=True).select_option(self.system)
        page.get_by_role("button", name="Ouvrir une table").click()
        page.wait_for_url(re.compile(r"/t/t\w+"))
        self.id = page.url.rpartition("/t/")[2].partition("?")[0].partition("/")[0].partition("#")[0]
        for name in players:
            self.people[name] = Visitor(self.browser, self.running.url, self.link(name), **PHONE).arrive()

    def link(self, name: str, role: str = "player") -> str:
        """The link of a place that is prepared."""
        page = self.keeper
        page.goto(f"{self.address}/inviter")
        page.get_by_label("Nom", exact=False).first.fill(name)
        page.locator("#seat-role").select_option(role)
        page.get_by_role("button", name="Préparer la place").click()
        return page.locator("input.copy").input_value().rpartition("/")[2]

    def bring(self, being: str, name: str, count: int = 1, *, hidden: bool = False) -> None:
        """Looked for in the bestiary, and brought to the table."""
        page = self.keeper
        page.goto(f"{self.address}/ajouter?q={name}")
        form = page.locator("form.being__go", has=page.locator(f'[name=being][value="{being}"]'))
        form.locator("[name=count]").fill(str(count))
        tick(form, "[name=hidden]", hidden)
        form.get_by_role("button", name="Faire venir").click()
        expect(page.get_by_role("status")).to_contain_text(name, ignore_case=True)  # « le voyou »

    def pass_time(self, days: int) -> None:
        """Said in words, and read back on the page before it is done."""
        page = self.keeper
        page.locator("[data-key=t]").click()
        page.locator("#when").fill(f"{days} jours")
        in_sight(page.locator("#ahead"))
        self.click(page.locator("#advance").get_by_role("button", name="Avancer", exact=True))

    def back_to(self, card: str) -> None:
        """One press takes back everything since a card, however far down it lies."""
        page = self.keeper
        page.goto(self.address)
        older, result = page.get_by_role("button", name="Plus ancien"), page.locator(f"#card-{card}")
        cards = page.locator("#log article")
        expect(cards.first).to_be_attached()
        while not result.count():  # as far back as it takes
            shown = cards.count()
            older.first.click()
            expect(cards).not_to_have_count(shown)
        self.go_back(result, "Revenir ici")

    def bring_back(self, card: str) -> None:
        """One press brings back all that was taken back, up to a card."""
        self.go_back(self.keeper.locator(f"#card-{card}"), "Rétablir")

    def go_back(self, result: Locator, word: str) -> None:
        """What goes and what comes back is read before it does."""
        result.get_by_role("button", name=word, exact=True).click()
        expect(result.locator(".back__list li").first).to_be_visible()
        self.click(result.get_by_role("button", name="Revenir à ce moment"))

    def chance(self, procedure: str, given: dict[str, Any], field: str, value: object) -> Fraction:
        """What the library says of one outcome."""
        weighed = odds_of(self.system, procedure, given, by=(field,))
        return sum((one.chance for one in weighed if one.outcome[field] == value), Fraction())

    def printed(self, who: str, name: str, folder: Path) -> str:
        """The words of somebody's sheet on paper, as a player takes it home."""
        printed = self.people[who].context.request.get(f"{self.address}/fiche/{self.who(name)}.pdf")
        assert printed.headers["content-type"] == "application/pdf"
        (folder / "sheet.pdf").write_bytes(printed.body())
        return "".join(page.extract_text() for page in PdfReader(folder / "sheet.pdf").pages)

    # ---- acts ----

    def hand(self, page: Page, name: str, act: str) -> Locator:
        """The form of an act in somebody's hand, on the page of the table."""
        page.goto(f"{self.address}?c={self.who(name)}&a={act}#lancer")
        return page.locator("#form")

    def fold(self, page: Page) -> None:
        """The last result has been read, and no longer lies over what is below it."""
        band = page.locator("#result details[open] > summary")
        if band.count():
            apart(page)
            band.click()
            expect(page.locator("#result details[open]")).to_have_count(0)

    def choose(self, page: Page, **choices: Any) -> None:
        """Fill in fields of the form, whatever they look like; folded ones are opened first."""
        self.fold(page)
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

    def throw(self, page: Page, *faces: int, form: str = "#form") -> dict[str, Any]:
        """Type the dice that lie on the wood and throw; what came of it."""
        before = self.version
        if form == "#form":
            self.fold(page)
        if faces:
            self.type(page, *faces, form=form)
        self.press(page.locator(f"{form} .btn--main"))
        card = self.wait(before)
        if page != self.keeper:
            comes_in_sight(page)
        return self.rolled(card)

    def answer(self, phone: Page, *faces: int) -> dict[str, Any]:
        """What is asked stands on the phone, whatever view is open; so does what came of it."""
        unfold(phone)
        in_sight(phone.locator("#answer .btn--main"))
        return self.throw(phone, *faces, form="#answer")

    def type(self, page: Page, *faces: int, form: str = "#form") -> None:
        """Key by key, as the pad asks for one die after the other."""
        tick(page.locator(form), "[data-real]")
        pad = page.locator(f"{form} .pad")
        slots = pad.locator(".pad__slot:not(.pad__slot--now)")
        for at, face in enumerate(faces, 1):
            expect(pad.locator(".pad__slot--now")).to_be_visible()
            if not pad.locator("[data-digit]").count():
                pad.locator(f'[data-face="{face}"]').click()
                expect(slots).to_have_count(at)
                continue
            for digit in str(face):
                pad.locator(f'[data-face="{digit}"]').click()
            if at < len(faces):  # what stands on the screen is taken, the last of it with the throw itself
                self.press(page.locator(f"{form} .btn--main"))
                expect(slots).to_have_count(at)

    def rolled(self, card: dict[str, Any]) -> dict[str, Any]:
        """The roll of a card: as the library plays it, and as the game master's page tells it."""
        roll: dict[str, Any] = card["roll"]
        faces = [die["value"] for die in roll["dice"]]
        said = do(self.system, roll["procedure"], roll["given"], dice=faces)
        assert roll["outcome"] == json.decode(json.encode(said.outcome))
        shown = self.card(self.keeper, card["id"])
        for told in roll["told"]:
            for clause in clauses(told):
                expect(shown).to_contain_text(clause)
        for face in faces[:DICE_SHOWN]:
            expect(shown.get_by_role("img", name=re.compile(f"faces\\s:\\s{face}\\b")).first).to_be_attached()
        return roll

    def card(self, page: Page, id: str) -> Locator:
        result = page.locator(f"#card-{id}")
        wait_for(
            result.count
        )  # asked more often than a browser does by itself: every act of a story waits for its card
        return result

    # ---- the fight ----

    def order(self) -> list[str]:
        return [self.play["characters"][id]["sheet"]["name"] for id in self.play["fight"]["order"]]

    def click(self, button: Locator) -> dict[str, Any]:
        """A button that does something at once; its card."""
        before = self.version
        self.press(button)
        return self.wait(before)

    def press(self, button: Locator) -> None:
        """A button, once what was pressed before has been answered, and too late for half of a double click."""
        expect(button.page.locator(".is-busy")).to_have_count(0)
        apart(button.page)
        button.click()

    def click_act(self, page: Page, act: str) -> None:
        """What somebody does with their turn."""
        self.fold(page)
        page.evaluate("() => document.getElementById('form')?.setAttribute('data-before', '')")
        with page.expect_response(re.compile(rf"/agir\?.*&a={act}$")):
            if not page.locator(f"#do-{act}").is_visible():
                page.locator("#frest > summary").click()
            page.locator(f"#do-{act}").click()
        # the form of the act, and not one of the same act that was there before
        expect(page.locator(f'#form:not([data-before]) [name=procedure][value="{act}"]')).to_be_attached()

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
