"""The game master's desk at 1366 by 768: whatever a usual act needs is in sight, and undo says what it takes."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from gardien.core.system import find, keys
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from web.browsing import Visitor, apart, settled
from web.client import Caller, Running

GAMES = tuple(keys())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    store = open_store(Path(tmp_path_factory.mktemp("desk")) / "store.db")
    with Running(store) as running:
        yield running
    store.close()


class Desk:
    """A demo table on a laptop."""

    def __init__(self, house: Running, browser: Browser, system: str) -> None:
        self.system = system
        self.table, link = set_demo(house.house.tables, find(system), "fr")
        self.keeper: Caller = house.caller(link).at(self.table)
        self.visitor = Visitor(browser, house.url, link, width=1366, height=768)
        self.page: Page = self.visitor.page

    def open(self, path: str = "") -> Page:
        self.visitor.open(f"/t/{self.table}{path}")
        settled(self.page)
        return self.page

    def press(self, key: str) -> None:
        apart(self.page)
        self.page.keyboard.press(key)


@pytest.fixture
def desk(house: Running, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Desk]:
    made = Desk(house, browser, request.param)
    yield made
    made.visitor.calm()
    made.visitor.close()


CUT_OFF = """async ([place, addresses]) => {
  const cut = [];
  for (const address of addresses) {
    const answer = await fetch(address, { headers: { "X-Gardien": "1" } });
    const part = document.createElement("template");
    part.innerHTML = await answer.text();
    document.getElementById(place).replaceWith(part.content.firstElementChild);
    const hand = document.getElementById(place), scrolls = hand.querySelector(".col__scroll")?.getBoundingClientRect();
    const go = hand.querySelector(".launch__go .btn--main")?.getBoundingClientRect();
    if (!scrolls || !go || go.bottom > innerHeight + 1 || go.right > innerWidth + 1) cut.push(`${address}: button`);
    if (!scrolls) continue;
    const aimed = hand.querySelector("[data-aimed]");
    if (aimed) aimed.checked = true;
    for (const field of hand.querySelectorAll("[data-field]")) {
      const box = field.getBoundingClientRect();
      const whole = box.bottom <= scrolls.bottom + 1 && box.right <= innerWidth + 1;
      if (field.checkVisibility() && !whole) cut.push(`${address}: ${field.dataset.field}`);
    }
  }
  return cut;
}"""


def in_sight(one: Locator) -> None:
    """All of it lies in the window, and nothing it scrolls in cuts it off."""
    expect(one).to_be_in_viewport(ratio=0.98)


@pytest.mark.parametrize("desk", GAMES, indirect=True)
def test_every_act_is_in_sight_and_a_usual_one_takes_one_press(desk: Desk) -> None:
    """Who, what, every usual field, the chance, whom to ask, the button: at once; the page itself never scrolls."""
    page = desk.open()
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight")
    hand = page.locator("#hand")
    for place in ("h2", "#say", ".acts [aria-current]", "#note", "#odds .odds__big", "#odds svg", ".askwho .all"):
        in_sight(hand.locator(place).first)
    fields = hand.locator(".fields [data-field]:visible")
    assert fields.count() > 0
    for at in range(fields.count()):
        in_sight(fields.nth(at))
    button = hand.locator(".launch__go .btn--main")
    in_sight(button)
    in_sight(hand.locator(".launch__go [value=ask]"))
    assert "Lancer" not in button.inner_text()  # it names the act
    heights = hand.locator(".acts a").evaluate_all("(all) => new Set(all.map((one) => one.offsetTop)).size")
    assert heights == 1
    page.locator("#reading").evaluate("(log) => log.scrollTo(0, 400)")
    newest = page.locator("#log article").first.get_attribute("id")
    page.locator("body").press("Enter")  # wherever the focus is
    card = page.locator("#log article").first
    expect(card).not_to_have_attribute("id", newest or "")
    in_sight(card.locator(".card__head"))
    undo = page.locator("#undoing .btn--undo")
    expect(undo).to_contain_text(hand.locator("h2").inner_text())
    in_sight(undo)
    people = desk.keeper.get().json()["characters"].items()
    mine = next(id for id, one in people if not one.get("hidden") and not one.get("foe"))
    system = find(desk.system)
    acts = [act for act in system.presentation.acts if len(system.presentation.forms[act].main) > 1]
    cut = page.evaluate(CUT_OFF, ["hand", [f"/t/{desk.table}/main?c={mine}&a={act}" for act in acts]])
    assert cut == [], cut  # of any act: what is seldom asked is folded, not pushed down
    page = desk.open("/combat")
    fight, fighting = f"/t/{desk.table}/combat", system.table_rules.fighting
    assert fighting is not None
    now = page.locator(".turn--now").get_attribute("data-fighter") if not fighting.simultaneous else ""
    barred = (page.locator("#fturn").get_attribute("data-no") or "").split() if now else ()
    turn = [f"{fight}/agir?c={now}&a={act}" for act in fighting.turns if now and act not in barred]
    declared = [f"{fight}/declarer?c={id}" for id in desk.keeper.get().json()["fight"]["order"] if not now]
    cut = page.evaluate(CUT_OFF, ["fform", turn + declared + [f"{fight}/hors?c={mine}&a={act}" for act in acts[:8]]])
    assert cut == [], cut


@pytest.mark.parametrize("desk", ["d20d100"], indirect=True)
def test_acts_are_found_by_words_and_any_number_may_be_typed(desk: Desk) -> None:
    """The list closes on the choice; Difficulty 12 and −3 are typed; dice that no rule asks for fall at once."""
    page = desk.open()
    desk.press("/")
    page.keyboard.type("soins")
    first = page.locator("#found [role=option]").first
    expect(first).to_contain_text("oins")
    expect(first).to_have_attribute("aria-selected", "true")
    expect(page.locator("#found .hits--rule li").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#form [name=procedure]")).to_have_value("first_aid")
    expect(page.locator("#found")).to_be_hidden()
    page.keyboard.press("Escape")
    desk.press("/")
    page.keyboard.type("compétence")
    page.keyboard.press("Enter")  # what was typed counts, though nothing was found for it yet
    expect(page.locator("#form [name=procedure]")).to_have_value("skill_test")
    settled(page)
    easy = page.locator("#odds .odds__big").inner_text()
    page.locator("[name='typed.difficulty']").fill("12")
    expect(page.locator("#odds .odds__big")).not_to_have_text(easy)
    page.locator(".fold--more summary").click()
    page.locator("[name='typed.mods']").fill("−3")
    expect(page.locator("[data-set-fields]")).not_to_be_empty()
    page.locator("[name='typed.difficulty']").press("Enter")
    expect(page.locator("#log article").first).to_contain_text("Difficulté 12")
    given = desk.keeper.log()[0]["roll"]["given"]
    assert (given["difficulty"], given["mods"]) == (12, [-3])
    page.keyboard.press("Escape")
    desk.press("/")
    page.keyboard.type("3d6+2")
    expect(page.locator("#hit-dice")).to_contain_text("12,5 en moyenne")
    page.keyboard.press("Enter")
    expect(page.locator("#log article").first).to_contain_text("lance 3D6+2")


@pytest.mark.parametrize("desk", ["organique"], indirect=True)
def test_undo_says_what_it_takes_and_a_moment_can_be_looked_at(desk: Desk) -> None:
    """Named before it goes and before it comes back; one card alone; what goes is shown; the past is only looked at."""
    page = desk.open()
    who = page.locator("#hand h2").inner_text()
    desk.press("Enter")
    undo, redo = page.locator("#undoing .btn--undo"), page.locator("#undoing .btn--redo")
    expect(undo).to_contain_text(f"Annuler\u00a0: {who} fait un test")
    rolled = page.locator("#log article").first.get_attribute("id")
    page.keyboard.press("z")
    expect(redo).to_contain_text(f"Rétablir\u00a0: {who} fait un test")
    expect(undo).to_contain_text("le combat commence")
    struck = page.locator(f"#{rolled}")
    expect(struck).to_have_class(re.compile("card--flat"))
    assert (struck.bounding_box() or {"height": 999})["height"] < 60
    desk.press("Shift+Z")
    expect(undo).to_contain_text(f"{who} fait un test")
    desk.keeper.done("say", text="On y va.")
    card = page.locator(f"#{rolled}")
    apart(page)
    card.get_by_role("button", name="Revenir ici").click()
    expect(card.locator(".back__list")).to_contain_text("dit")
    card.get_by_role("link", name="Regarder ce moment").click()
    expect(page.get_by_role("status").first).to_contain_text("telle qu’elle était")
    expect(page.locator("#log article").first).to_have_attribute("id", rolled or "")
    assert desk.keeper.log()[0]["command"] == "say"
    desk.open()
    page.locator(f"#{rolled}").get_by_role("button", name="Annuler ce jet").click()
    expect(page.locator(f"#{rolled}")).to_have_class(re.compile("card--undone"))
    expect(page.locator("#log article").first).to_contain_text("On y va.")
    assert page.locator("#log .card--undone").count() == 1


@pytest.mark.parametrize("desk", ["cthulhud20"], indirect=True)
def test_what_others_do_says_so_and_the_log_is_looked_through(desk: Desk) -> None:
    page = desk.open()
    page.locator("#reading").evaluate("(log) => log.scrollTo(0, 300)")
    desk.keeper.done("say", text="La porte s’ouvre.")
    pill = page.locator("#newer")
    expect(pill).to_contain_text("1 nouveau")
    in_sight(pill)
    pill.click()
    in_sight(page.locator("#log article").first)
    expect(pill).to_be_hidden()
    page.locator("#log-q").fill("s’ouvre la porte")
    expect(page.locator("#log article")).to_have_count(1)
    page.locator("#log-q").fill("")
    page.locator("[name=log-kind][value=house]").check(force=True)
    expect(page.locator("#log")).to_contain_text("ouvre la table")
    page.locator("[name=log-kind][value=recap]").check(force=True)
    expect(page.locator(".recap h3").first).to_have_text(page.locator(".scene b").inner_text())
    desk.press("?")
    expect(page.locator("#pop-keys")).to_be_visible()
    assert desk.visitor.axe() == []
    page.keyboard.press("Escape")


@pytest.mark.parametrize("desk", ["cthulhud20"], indirect=True)
def test_all_face_what_appears_with_one_press_and_one_undo_takes_it_back(desk: Desk) -> None:
    """Any act for all, on the table; what is seen, in the cast and in the fight."""
    undo = desk.page.get_by_role("button", name=re.compile("Annuler.*et 3 de plus"))
    for path, place in (("", "#form [value=each]"), ("/combat", "#fanyone [data-do*=each]")):
        page = desk.open(path)
        held = thrown(desk)
        in_sight(page.locator(place).first)
        if not path:
            in_sight(page.locator("#cast [data-do*=each]").first)
        apart(page)
        page.locator(place).first.click()
        in_sight(undo)
        assert thrown(desk) == held + 4
        desk.press("z")
        expect(undo).to_have_count(0)
        assert thrown(desk) == held


def thrown(desk: Desk) -> int:
    """How many throws hold."""
    return len([card for card in desk.keeper.log() if card.get("roll") and not card.get("struck")])
