"""The game master's desk: damage typed in the cast, somebody shown in one press, time in words, what is due at once.

One organique table with a crowd, one device; clicks are those of the desk's promise, and what is pressed is in sight.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from gardien.core.system import find
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from web.browsing import Visitor, apart, settled
from web.client import Caller, Running, wait_for
from web.story import in_sight

LONG = "Marc-Aurélien de La Tour-Saint-Quentin"
OPEN = """(one) => {
  for (let up = one; up; up = up.parentElement) {
    if (up.matches('details')) up.open = true;
    if (up.popover) up.showPopover();
  }
}"""


class Desk:
    """The demo table as its game master sees it on a laptop."""

    def __init__(self, running: Running, browser: Browser) -> None:
        self.id, link = set_demo(running.house.tables, find("organique"), "fr")
        self.keeper: Caller = running.caller(link).at(self.id)
        self.visitor = Visitor(browser, running.url, link, width=1366, height=768)
        self.visitor.open(f"/t/{self.id}")
        settled(self.visitor.page)
        self.page: Page = self.visitor.page

    def people(self) -> dict[str, str]:
        return {one["sheet"]["name"]: id for id, one in self.keeper.get().json()["characters"].items()}

    def sheet(self, name: str) -> dict[str, object]:
        return self.keeper.get().json()["characters"][self.people()[name]]["sheet"]  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Desk]:
    store = open_store(tmp_path_factory.mktemp("desk") / "store.db")
    with Running(store) as running:
        made = Desk(running, browser)
        yield made
        made.visitor.calm()
        made.visitor.close()
    store.close()


def test_damage_is_typed_beside_a_name_and_seen_before_it_is_done(desk: Desk) -> None:
    """One field: its gauge is the one that harm goes to, another by an arrow, a state by a word."""
    row = desk.page.locator(f"#p-{desk.people()['La Lame']}")
    field = row.locator(".pc__dmg")
    in_sight(field)
    before = desk.sheet("La Lame")
    field.fill("−2")
    expect(row.locator(".pc__st")).to_have_text("CPS 4 → 2")
    assert desk.sheet("La Lame") == before
    field.press("ArrowUp")  # the last of them
    expect(row.locator(".pc__st")).to_contain_text("END")
    field.press("ArrowDown")
    field.press("Enter")
    expect(row.locator(".mini").first).to_contain_text("2")
    expect(field).not_to_be_focused()  # letters are keys again
    assert desk.sheet("La Lame")["cps"] == 2
    expect(field).to_have_value("")
    settled(desk.page)
    row.locator("[data-pick]").click()
    settled(desk.page)
    desk.page.keyboard.type("+9")  # wherever the cursor is
    field.press("Enter")
    expect(row.locator(".mini").first).to_contain_text("4")  # no further than the gauge
    settled(desk.page)
    field.fill("sonné")
    field.press("Enter")
    expect(row.locator(".chip")).to_have_text("sonné")
    settled(desk.page)
    field.fill("sonné")
    field.press("Enter")
    expect(row.locator(".chip")).to_have_count(0)
    desk.page.locator("#cast [data-pick]").first.click()
    settled(desk.page)


def test_somebody_is_shown_and_hidden_in_one_press(desk: Desk) -> None:
    name = "Le chien de la voie"
    eye = desk.page.locator(f"#eye-{desk.people()[name]}")
    in_sight(eye)
    eye.click()
    expect(desk.page.locator(f"#p-{desk.people()[name]}")).not_to_have_class("pc foe pc--hid")
    assert not desk.keeper.get().json()["characters"][desk.people()[name]].get("hidden")
    apart(desk.page)
    desk.page.locator(f"#eye-{desk.people()[name]}").click()
    expect(desk.page.locator(f"#p-{desk.people()[name]}")).to_have_class("pc foe pc--hid")


def test_the_eye_asks_to_whom_somebody_hidden_is_shown(desk: Desk) -> None:
    """⇧ or a long press on the eye: nobody, all, or these; one press takes it back. A secret card has its own eye."""
    seats = {one: desk.keeper.done("seat", role="player", name=one)["card"]["words"]["seat"] for one in ("Ann", "Bob")}
    dog, page = desk.people()["Le chien de la voie"], desk.page
    eye, row = page.locator(f"#eye-{dog}"), page.locator(f"#p-{dog}")
    apart(page)
    eye.focus()
    page.keyboard.press("Shift+Enter")
    whom = page.locator("#to-whom")
    in_sight(whom)
    beside(page.locator("#pop-whom"), eye)
    these = whom.get_by_role("button", name="À ceux-là seulement")
    expect(these).to_be_disabled()
    whom.get_by_label("Ann").check()
    these.click()
    expect(row.locator(".pc__st")).to_have_text("vu par Ann")
    expect(whom).to_be_hidden()
    assert desk.keeper.get().json()["characters"][dog]["seen_by"] == [seats["Ann"]]
    expect(page.locator("#undoing")).to_contain_text("montre le chien de la voie à Ann")
    settled(page)
    page.keyboard.press("z")
    expect(row.locator(".pc__st")).to_have_text("hors de vue")
    eye.click(button="right")
    whom.get_by_role("button", name="Tous").click()
    expect(row).not_to_have_class("pc foe pc--hid")
    expect(whom).to_be_hidden()
    at = eye.bounding_box() or {}
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.mouse.down()
    apart(page)
    apart(page)  # half a second later
    page.mouse.up()
    whom.get_by_role("button", name="Personne").click()
    expect(row.locator(".pc__st")).to_have_text("hors de vue")
    desk.keeper.done("show", character=dog, seen_by=[seats["Ann"]])
    desk.keeper.done("do", procedure="test", character=dog, audience="keeper", given={"characteristic": "FOR"})
    tag = page.locator("#log .secret-tag").first
    expect(tag).to_have_text("vous seul")
    apart(page)
    tag.click()
    whom.get_by_label("Ann").check()
    beside(page.locator("#pop-whom"), tag)
    these.click()
    expect(page.locator("#log .secret-tag").first).to_have_text("vu par Ann")
    desk.keeper.done("show", character=dog, hidden=True)


def beside(window: Locator, eye: Locator) -> None:
    """Next to what was pressed, and in its row as far as there is room."""
    one, other = window.bounding_box(), eye.bounding_box()
    assert one is not None
    assert other is not None
    apart_by = max(one["x"] - other["x"] - other["width"], other["x"] - one["x"] - one["width"])
    assert 0 <= apart_by < 20, (one, other)
    assert one["y"] <= other["y"] + 1 <= one["y"] + one["height"], (one, other)


def test_a_crowd_fits_equal_ones_are_one_row_and_a_long_name_of_a_player_erases_nobody(desk: Desk) -> None:
    desk.keeper.done("add", being="creature/rat", count=3)
    desk.keeper.done("seat", role="player", name=LONG, characters=[desk.people()["Ramona Cruz"]])
    heap = desk.page.locator(".pc-heap")
    expect(heap.locator("summary")).to_contain_text("× 3")
    rows = desk.page.locator("#cast .pc:visible")
    assert rows.count() >= 9
    assert all(rows.nth(at).bounding_box()["height"] <= 60 for at in range(1, rows.count()))  # type: ignore[index]
    in_sight(heap)
    name = desk.page.locator(f"#p-{desk.people()['Ramona Cruz']} .pc__name")
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), "the name of the character is whole"
    desk.page.locator("#cast-find").fill("rat")
    expect(desk.page.locator(f"#p-{desk.people()['La Lame']}")).to_be_hidden()
    expect(heap.locator("li.pc").first).to_be_visible()
    desk.page.locator("#cast-find").fill("")


def test_time_is_said_in_words_and_what_it_would_do_is_never_stale(desk: Desk) -> None:
    """An act changes what time will bring: the preview that stands there follows."""
    desk.keeper.done("end_fight")
    when = desk.page.locator("#when")
    when.evaluate(OPEN)
    when.fill("un quart")
    expect(desk.page.locator("#ahead")).to_contain_text("ne dit pas un moment")
    when.press("Enter")
    expect(desk.page.locator("#advance .refusal--beside")).to_contain_text("ne dit pas un moment")
    expect(desk.page.locator("#ahead .refusal")).to_be_hidden()  # once, beside the field
    desk.visitor.faults()  # what is refused is told to the console as well
    when.fill("15 minutes")
    ahead = desk.page.locator("#ahead")
    expect(ahead).to_contain_text("14 novembre 2080, 2\u00a0h\u00a015")
    ramona = desk.people()["Ramona Cruz"]
    expect(ahead).to_contain_text("2,5")
    desk.keeper.done("edit", character=ramona, fields={"sng": 1.5})
    expect(ahead).not_to_contain_text("2,5")
    expect(ahead).to_contain_text("1,5")
    when.fill("13 novembre 2080")
    expect(ahead).to_contain_text("Z")


def test_all_that_is_due_is_done_by_one_press(desk: Desk) -> None:
    """Four people, four dice: one button, which stands above the list."""
    ill = [{"kind": "disease", "key": "flu"}]
    for id in list(desk.people().values())[:4]:
        desk.keeper.done("override", path=f"characters/{id}/sheet/lasting", value=ill, reason="essai")
    desk.keeper.done("advance", minutes=24 * 60)
    desk.visitor.open(f"/t/{desk.id}")
    due = desk.keeper.get().json()["due"]
    assert len(due) > 1
    button = desk.page.get_by_role("button", name="Tout faire")
    in_sight(button)
    apart(desk.page)
    button.click()
    expect(button).to_have_count(0)

    def left() -> list[dict[str, object]]:  # the button is gone with the last but one
        return [one for one in desk.keeper.get().json()["due"].values() if one in due.values()]

    wait_for(lambda: not left())  # what one of them has brought is another matter


def test_a_death_by_the_clock_is_a_card_and_the_hand_of_the_dead_says_so(desk: Desk) -> None:
    """What was written in the hand stays when it is drawn anew."""
    desk.page.locator(f"#p-{desk.people()['Petit Jo']} [data-pick]").click()
    expect(desk.page.locator("#hand h2")).to_have_text("Petit Jo")
    settled(desk.page)
    desk.page.locator("#note").fill("il saute")
    desk.keeper.done("edit", character=desk.people()["Petit Jo"], fields={"dead": True})
    card = desk.page.locator("#log article").first
    expect(card.locator(".card__word")).to_have_text("Petit Jo meurt")
    assert "card--minor" not in (card.get_attribute("class") or "")
    expect(desk.page.locator("#hand")).to_contain_text("Petit Jo ne vit plus")
    expect(desk.page.locator("#note")).to_have_value("il saute")
