"""A whole evening of YACDHA: the game master on a laptop, two players on phones, from an empty house to the print-out.

Dice are typed wherever the story needs them to fall in a certain way; at every step the page shows what the library
computes with the same inputs and the same dice.
"""

import re

from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from gardien.core.calling import do, odds_of, prepare
from gardien.core.interpreters.typed import next_die
from gardien.core.terms import percent
from gardien.table import commands as c
from gardien.table.handlers.fights import round_of
from web.browsing import Visitor, apart, tick
from web.client import Running, wait_for
from web.story import clauses, comes_in_sight, in_sight, unfold

MONTH = 30 * 24 * 60


class Story:
    """The people of the evening and what they do over and over."""

    def __init__(self, running: Running, browser: Browser) -> None:
        self.running = running
        self.browser = browser
        self.keeper = Visitor(browser, running.url, running.link).arrive()
        self.page = self.keeper.page
        self.people: list[Visitor] = [self.keeper]
        self.table = ""

    @property
    def state(self):
        return self.running.house.tables.table(self.table).state

    def sheet(self, name: str) -> dict:
        return next(one["sheet"] for one in self.characters().values() if one["sheet"]["name"] == name)

    def characters(self) -> dict:
        return self.state.play["characters"]

    def id(self, name: str) -> str:
        return next(id for id, one in self.characters().items() if one["sheet"]["name"] == name)

    def last(self) -> dict:
        """The newest card as the game master reads it."""
        table = self.running.house.tables.table(self.table)
        return table.log(table.viewer("keeper"), "fr", limit=1)[0]

    # ---- on a page ----

    def hand(self, page: Page, name: str, act: str, **choices: object) -> None:
        """Open the hand of a character at an act, and fill in what matters."""
        page.goto(f"{self.running.url}/t/{self.table}?c={self.id(name)}&a={act}#lancer")
        for field, value in choices.items():
            path = field.replace("__", ".")
            fold = page.locator("#form details:not([open])", has=page.locator(f'[name$=".{path}"]'))
            if fold.count():
                fold.first.locator("summary").first.click()
            box = page.locator(f'[name="given.{path}"][type=checkbox]')
            if value is True:
                box.check()
            elif value is False:
                box.uncheck()
            elif page.locator(f'[name="json.{path}"]').count():
                page.locator(f'[data-field="json.{path}"]').get_by_text(str(value), exact=True).click()
            elif page.locator(f'[name="given.{path}"][type=radio]').count():
                tick(page.locator(f'[name="given.{path}"][value="{value}"]'))
            else:
                page.locator(f'[name="given.{path}"]').fill(str(value))

    def throw(self, page: Page, *faces: int, form: str = "#form", pad: str = "#pad") -> dict:
        """Type the dice and throw; the card, once it is on the game master's page."""
        before = self.state.version
        if faces:
            tick(page.locator(f"{form} [data-real]"))
            for at, face in enumerate(faces):
                expect(page.locator(f"{pad} .pad__slot")).to_have_count(at + 1)
                page.locator(f'{pad} [data-face="{face}"]').click()
            expect(page.locator(f"{pad} .pad__slot--now")).to_have_count(0)
        page.locator(f"{form} .btn--main").click()
        card = self.arrived(before)
        if page != self.page:
            comes_in_sight(page)
        return card

    def arrived(self, before: int) -> dict:
        """What came of it: the library says the same, the game master's page shows it."""
        self.running_past(before)
        card = self.last()
        roll = card.get("roll")
        if roll and roll["dice"] and not self.state.play.get("waits"):
            said = do("yacdha", roll["procedure"], roll["given"], dice=[die["value"] for die in roll["dice"]])
            assert said.outcome.keys() == roll["outcome"].keys()
            shown = self.text(card["id"])
            assert all(clause.search(shown) for told in roll["told"] for clause in clauses(told))
        return card

    def running_past(self, version: int) -> None:
        wait_for(lambda: self.state.version > version)

    def text(self, card: str) -> str:
        if f"/t/{self.table}" not in self.page.url or self.page.url.rstrip("/").count("/") > 4:
            self.page.goto(f"{self.running.url}/t/{self.table}")
        result = self.page.locator(f"#card-{card}")
        expect(result).to_be_visible()
        return result.inner_text()

    def override(self, name: str, field: str, value: int, reason: str) -> None:
        """The game master's word, with its reason."""
        path = f"characters/{self.id(name)}/sheet/{field}"
        self.act(type="override", **{"text.path": path, "json.value": str(value), "text.reason": reason})

    def act(self, **command: object) -> dict:
        """A button of the game master's page that needs no form."""
        before = self.state.version
        self.page.evaluate(
            """(fields) => { const one = document.createElement('button'); one.dataset.do = JSON.stringify(fields);
            document.getElementById('main').append(one); one.click(); one.remove(); }""",
            command,
        )
        self.running_past(before)
        return self.last()


def test_an_evening(running: Running, browser: Browser, tmp_path) -> None:
    story = Story(running, browser)
    page = story.page

    # The game master opens a table and sets two places.
    page.get_by_label("Titre").fill("La nuit du solstice")
    page.get_by_label("Jeu", exact=True).select_option("yacdha")
    page.get_by_role("button", name="Ouvrir une table").click()
    page.wait_for_url(re.compile(r"/t/t\w+"))
    story.table = re.search(r"/t/(t\w+)", page.url)[1]
    players = []
    for name in ("Inès", "Marc"):
        page.goto(f"{running.url}/t/{story.table}/inviter")
        page.get_by_label("Nom", exact=False).first.fill(name)
        page.get_by_role("button", name="Préparer la place").click()
        link = page.locator("input.copy").input_value()
        players.append(Visitor(browser, running.url, link.rpartition("/")[2], width=390, height=844).arrive())
    ines, marc = (one.page for one in players)
    story.people += players

    # Each makes a character on a phone: drawn whole, the name one's own.
    for phone, name in ((ines, "Daisy"), (marc, "Liam")):
        phone.goto(f"{running.url}/t/{story.table}/creer")
        phone.get_by_role("button", name="Tout tirer pour moi").last.click()
        expect(phone.locator('button[value="add"]')).to_be_visible()
        phone.locator(".steplist button").nth(1).click()
        expect(phone.locator('[data-field="name"] input')).to_be_visible()
        phone.locator('[data-field="name"] input').fill(name)
        phone.locator(".steplist button").last.click()
        expect(phone.locator('button[value="add"]')).to_be_visible()
        phone.locator('button[value="add"]').click()
        phone.wait_for_url(re.compile(rf"/t/{story.table}(?!/creer)"))
    assert {one["sheet"]["name"] for one in story.characters().values()} == {"Daisy", "Liam"}
    for name in ("Daisy", "Liam"):
        story.act(
            type="override",
            **{"text.path": f"characters/{story.id(name)}/sheet/trauma", "json.value": "2", "text.reason": "début"},
        )

    # They search together; then Liam alone, straining, and Daisy forces a die that costs her.
    story.hand(page, "Daisy", "cooperate", investigation=True)
    tick(page.locator('[name="given.category"][value="mental"]'))
    tick(page.locator('[name="people.members"]').nth(1))
    card = story.throw(page, 2, 5)
    assert card["roll"]["outcome"]["result"] == 5
    story.hand(ines, "Daisy", "action", category="physical", opposition="3", forced=True)
    inputs = {"category": "physical", "forced": True, "opposition": {"value": 3}, "trauma": 2}
    chances = {one.outcome["success"]: one.chance for one in odds_of("yacdha", "action", inputs, by=("success",))}
    expect(ines.locator("#odds .odds__big")).to_contain_text(percent(chances[True], "fr"))
    story.throw(ines, 2, 5)
    (wait,) = story.state.play["waits"]
    expect(ines.locator("body")).to_contain_text("Dépenser 1 chance")
    keeps_luck = c.Envelope(action="keeps-luck", command=c.Decide(wait=wait, dice=(6,)))
    running.house.tables.table(story.table).act("keeper", keeps_luck)
    card = story.last()
    assert card["changes"] == [{"character": story.id("Daisy"), "field": "trauma", "before": 2, "after": 3}]

    # Liam forces one too, and spends his luck: one tap where it is asked, and what came of it stands there.
    story.hand(marc, "Liam", "action", category="physical", opposition="3", forced=True)
    story.throw(marc, 2, 5)
    spend = marc.locator("#waits").get_by_role("button", name=re.compile("Dépenser 1 chance"))
    in_sight(spend)
    before = story.state.version
    apart(marc)
    spend.tap()
    card = story.arrived(before)
    assert (card["roll"]["outcome"]["success"], story.sheet("Liam")["luck"]) == (True, 0)
    in_sight(marc.locator("#result .res"))

    # Liam fails, and throws again as the card offers.
    story.hand(marc, "Liam", "action", category="mental", opposition="4", forced=False)
    card = story.throw(marc, 2)
    assert card["roll"]["outcome"]["success"] is False
    marc.goto(f"{running.url}/t/{story.table}#journal")
    before = story.state.version
    marc.locator("#log").get_by_role("button", name=re.compile("Relancer")).first.click()
    again = story.arrived(before)
    assert again["roll"]["given"]["attempt"] == 2

    # A roll behind the screen leaves no trace on the phones.
    seen = ines.content().count("<article")
    story.hand(page, "Daisy", "action", category="mental", opposition="3")
    tick(page.locator("#form [name=secret]"))
    story.throw(page, 1)
    ines.goto(f"{running.url}/t/{story.table}#journal")
    assert "vous seul" in page.content()
    assert "vous seul" not in ines.content()
    assert ines.content().count("<article") >= seen

    # A horror for all: the request lands on both phones and they answer.
    story.hand(page, "Daisy", "gauge_check", gauge="madness")
    before = story.state.version
    page.locator("#form .askwho").get_by_label("Liam").check(force=True)
    page.locator('#form button[value="ask"]').click()
    story.running_past(before)
    for phone, name, face in ((ines, "Daisy", 1), (marc, "Liam", 6)):
        phone.goto(f"{running.url}/t/{story.table}#lancer")
        unfold(phone)
        card = story.throw(phone, face, form="#answer", pad="#pad-flow")
        assert card["roll"]["people"] == {"": story.id(name)}
    assert story.state.play["asks"] == {}

    # Cultists: a fight of two rounds.
    for _ in range(2):
        story.act(type="add", **{"text.being": "npc/cultist"})
    page.goto(f"{running.url}/t/{story.table}/combat")
    page.get_by_role("button", name="Engager le combat").click()
    expect(page.locator("#fround")).to_be_visible()
    start = story.state.version
    story.act(
        type="override",
        **{
            "text.path": f"characters/{story.id('Daisy')}/sheet/trauma",
            "json.value": "5",
            "text.reason": "pour l’histoire",
        },
    )
    cultists = [id for id, one in story.characters().items() if one["sheet"]["kind"] == "npc"]
    declared = {
        story.id("Daisy"): {"action": "attack", "target": cultists[0], "use_luck_to_survive": True},
        story.id("Liam"): {"action": "flee"},
        cultists[0]: {"action": "attack", "target": story.id("Daisy")},
        cultists[1]: {"action": "attack", "target": story.id("Daisy")},
    }
    table = running.house.tables.table(story.table)
    # Liam declares on his phone, whichever view is open: that it is his turn, what he does, one button.
    marc.goto(f"{running.url}/t/{story.table}#journal")
    expect(marc).to_have_title(re.compile("^À vous · "))
    in_sight(marc.locator("#flow .flow__you"))
    marc.locator("#flow .btn--main").tap()
    marc.wait_for_url("**/combat")
    marc.locator("label", has=marc.locator("#act-flee")).tap()
    send = marc.locator("#form .btn--main")
    in_sight(send)
    before = story.state.version
    send.tap()
    story.running_past(before)
    expect(marc.locator("#fform .decl__act")).to_have_text(re.compile("fui|Fuir"))
    assert story.state.play["fight"]["declared"][story.id("Liam")]["action"] == declared.pop(story.id("Liam"))["action"]
    for id, given in declared.items():
        owner = next((seat for seat, one in story.state.house["seats"].items() if id in one["characters"]), "keeper")
        _declare(table, owner, id, given)
    expected = do("yacdha", "combat_round", round_of(story.state).given, dice=_wanted(round_of(story.state).given, 6))
    page.reload()
    before = story.state.version
    tick(page.locator("[data-real]"))
    for at, die in enumerate(expected.dice, 1):
        expect(page.locator("#pad .pad__slot")).to_have_count(at)
        page.locator(f'#pad [data-face="{die.value}"]').click()
    expect(page.locator("#pad .pad__slot--now")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Révéler")).click()
    story.running_past(before)
    card = story.last()
    assert card["roll"]["outcome"]["after"].keys() == expected.outcome["after"].keys()
    daisy = story.sheet("Daisy")
    assert daisy["status"] == expected.outcome["after"]["Daisy"]["status"] == "coma"
    assert daisy["luck"] == 0

    # Taken back, all of it; then played again without harm, and the fight ends.
    page.goto(f"{running.url}/t/{story.table}")
    story.act(type="undo", **{"text.to": str(start)})
    assert story.sheet("Daisy")["status"] == "active"
    story.act(type="end_fight")
    assert "fight" not in story.state.play

    # The scenario ends; a month of study, a night, months of recovery.
    story.hand(page, "Daisy", "end_scenario")
    madness = story.sheet("Liam")["madness"]
    story.throw(page)
    assert story.sheet("Liam")["madness"] <= madness
    story.hand(page, "Liam", "study_mythos")
    story.throw(page)
    assert story.sheet("Liam")["mythos"] == 1
    story.hand(page, "Liam", "dream")
    assert story.throw(page, 1)["roll"]["procedure"] == "dream"
    page.goto(f"{running.url}/t/{story.table}")
    story.act(type="advance", **{"number.minutes": str(2 * MONTH)})
    due = story.state.play["due"]
    assert due, "somebody has something to recover from"
    page.reload()
    for fold in page.locator("#time details.due__many > summary").all():  # the same for several is one line
        fold.click()
    rows = page.locator("#time").get_by_role("button", name="Faire", exact=True)
    expect(rows).to_have_count(len(due))
    in_sight(page.get_by_role("button", name="Tout faire"))
    for left in reversed(range(len(due))):
        before = story.state.version
        rows.first.scroll_into_view_if_needed()
        in_sight(rows.first)
        rows.first.click()
        story.running_past(before)
        expect(rows).to_have_count(left)
        apart(page)
    assert not story.state.play.get("due")

    # The character leaves as a file and on paper.
    answer = story.keeper.context.request.get(f"{running.url}/t/{story.table}/fiche/{story.id('Daisy')}.json")
    assert answer.json()["name"] == "Daisy"
    printed = story.keeper.context.request.get(f"{running.url}/t/{story.table}/fiche/{story.id('Daisy')}.pdf")
    (tmp_path / "daisy.pdf").write_bytes(printed.body())
    assert "Daisy" in "".join(one.extract_text() for one in PdfReader(tmp_path / "daisy.pdf").pages)

    for one in story.people:
        one.calm()
        one.close()


def _declare(table, owner: str, id: str, given: dict) -> None:
    """As the form of the fight's page sends it; the page of fights has tests of its own for every field."""
    table.act(owner, c.Envelope(action=f"declare-{id}", command=c.Declare(character=id, given=given)))


def _wanted(given: dict, face: int) -> list[int]:
    """High dice for whoever strikes Daisy, low ones for the rest, as many as the round asks for."""
    prepared = prepare("yacdha", "combat_round", given)
    faces: list[int] = []
    while True:
        _, following = next_die(prepared.request(), faces)
        if following is None:
            return faces
        faces.append(face if following.who not in ("Daisy", "Liam", "") else 1)
