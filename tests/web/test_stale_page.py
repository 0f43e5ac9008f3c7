"""A page that is older than the table: a throw is still a throw; what rests on what it shows is told what changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, expect

from web.browsing import Visitor, apart
from web.client import Caller, Evening, Running, wait_for

ROLL = "#form .launch__go .btn--main"


@contextmanager
def deaf(browser: Browser, who: Caller, path: str = "", width: int = 1440) -> Iterator[Visitor]:
    """Somebody whose page stays as it was drawn, until it hears again."""
    with Visitor(browser, who.running.url, who.link or "", width=width) as one:
        one.page.route("**/live?**", lambda route: route.abort())
        one.open(f"/t/{who.table}{path}")
        yield one


def hear(one: Visitor) -> None:
    one.page.unroute("**/live?**")


def test_what_does_not_rest_on_the_page_is_never_too_late(evening: Evening, browser: Browser) -> None:
    """A busy table: others act on everybody meanwhile, and a throw is still a throw, a word a word."""
    with deaf(browser, evening.ann, f"?c={evening.leo}#lancer", width=390) as ann:
        ann.page.locator("#note").fill("forcer la porte")
        for face in (6, 1):
            evening.check(evening.keeper, evening.leo, face)
        ann.page.locator(ROLL).click()
        wait_for(lambda: evening.keeper.log()[0]["words"].get("note") == "forcer la porte")
        expect(ann.page.locator("#refusal")).to_be_hidden()


def test_an_undo_that_crosses_another_action_takes_nothing_else_back(evening: Evening, browser: Browser) -> None:
    """Whoever presses undo means what they see; what has come in since stays, and is named. Then it may be meant."""
    with deaf(browser, evening.keeper) as keeper:
        evening.check(evening.ann, evening.leo, 6)
        before = len(evening.keeper.log())
        keeper.page.locator("[data-key=z]").click()
        expect(keeper.page.locator("#told-what")).to_contain_text("entre-temps (Léo ")
        assert len(evening.keeper.log()) == before
        hear(keeper)
        expect(keeper.page.locator("#log article").first).to_contain_text("Léo")
        apart(keeper.page)
        keeper.page.locator("[data-key=z]").click()
        wait_for(lambda: len(evening.keeper.log()) == before + 1)
        expect(keeper.page.locator("#told")).to_be_hidden()
        assert evening.keeper.log()[0]["command"] == "undo"


def test_an_undo_right_after_ones_own_throw_is_not_too_late(evening: Evening, browser: Browser) -> None:
    """The answer comes before the line tells of it."""
    with deaf(browser, evening.keeper) as keeper:
        keeper.page.locator(ROLL).click()
        wait_for(lambda: evening.keeper.log()[0]["command"] == "do")
        keeper.page.locator("[data-key=z]").click()
        wait_for(lambda: evening.keeper.log()[0]["command"] == "undo")


def test_two_devices_press_next_and_the_turn_passes_once(tiny: None, running: Running, browser: Browser) -> None:
    opened = running.owner.post("/tables", {"system": "pennies"}).json()
    keeper = running.caller(opened["link"]).at(opened["table"])
    for name, purse in (("Zoé", 3), ("Ada", 12), ("Max", 7)):
        keeper.done("add", sheet={"system": "pennies", "name": name, "purse": purse})
    keeper.done("fight", fighters=[{"character": id} for id in keeper.get().json()["characters"]])
    with Visitor(browser, running.url, keeper.link or "") as one, deaf(browser, keeper, "/combat") as two:
        one.open(f"/t/{keeper.table}/combat")
        one.page.locator("[data-key=n]").click()
        expect(one.page.locator(".turn--now")).to_contain_text("Max")
        two.page.locator("[data-key=n]").click()
        expect(two.page.locator("#told-what")).to_contain_text("entre-temps")
        assert keeper.get().json()["fight"]["turn"] == 1
        hear(two)
        expect(two.page.locator(".turn--now")).to_contain_text("Max")
        apart(two.page)
        two.page.locator("[data-key=n]").click()
        expect(two.page.locator(".turn--now")).to_contain_text("Zoé")
        expect(two.page.locator("#told")).to_be_hidden()


def test_a_field_that_somebody_else_has_written_is_not_overwritten_unseen(evening: Evening, browser: Browser) -> None:
    leo = evening.leo
    with Visitor(browser, evening.running.url, evening.keeper.link or "") as keeper:
        page = keeper.page
        keeper.open(f"/t/{evening.table}/fiche/{leo}?open=1&edit=person")
        evening.keeper.done("edit", character=leo, fields={"description": "pâle", "principal_occupation": "Boxe"})
        page.locator("[name='sheet.description']").fill("très maigre")
        page.locator("#sec-person .btn--main").click()
        wrong = page.locator(".field--bad:has([name='sheet.description']) .refusal")
        expect(wrong).to_contain_text("Changé entre-temps\u00a0: pâle")
        expect(page.locator(".field--bad")).to_have_count(1)
        expect(page.locator("[name='sheet.description']")).to_have_value("très maigre")
        expect(page.locator("[name='sheet.principal_occupation']")).to_have_value("Boxe")
        assert sheet(evening)["description"] == "pâle"
        apart(page)
        page.locator("#sec-person .btn--main").click()  # seen, and still meant
        wait_for(lambda: sheet(evening)["description"] == "très maigre")
        assert sheet(evening)["principal_occupation"] == "Boxe"


def test_two_people_write_in_two_fields(evening: Evening, browser: Browser) -> None:
    """What was not touched in the form is not sent back as it was."""
    with Visitor(browser, evening.running.url, evening.keeper.link or "") as keeper:
        keeper.open(f"/t/{evening.table}/fiche/{evening.leo}?open=1&edit=person")
        evening.keeper.done("edit", character=evening.leo, fields={"description": "pâle"})
        keeper.page.locator("[name='sheet.principal_occupation']").fill("Médecin")
        keeper.page.locator("#sec-person .btn--main").click()
        wait_for(lambda: sheet(evening).get("principal_occupation") == "Médecin")
        assert sheet(evening)["description"] == "pâle"
        keeper.calm()


def test_a_note_that_somebody_else_has_written_is_not_overwritten_unseen(evening: Evening, browser: Browser) -> None:
    with Visitor(browser, evening.running.url, evening.ann.link or "", width=390) as ann:
        ann.open(f"/t/{evening.table}/fiche/{evening.leo}")
        ann.page.locator(".sheetviews label").last.click()
        ann.page.locator("summary", has_text="Écrire").last.click()
        ann.page.locator("#note").fill("dort mal")
        evening.keeper.done("remark", character=evening.leo, note="boite")
        ann.page.locator("form:has(#note) .btn").click()
        expect(ann.page.locator("form:has(#note) .refusal")).to_contain_text("entre-temps")
        expect(ann.page.locator("#note")).to_have_value("dort mal")
        apart(ann.page)
        ann.page.locator("form:has(#note) .btn").click()
        wait_for(lambda: evening.keeper.get().json()["characters"][evening.leo]["note"] == "dort mal")
        expect(ann.page.locator("form:has(#note) .refusal")).to_be_hidden()


def sheet(evening: Evening) -> dict[str, Any]:
    result: dict[str, Any] = evening.keeper.get().json()["characters"][evening.leo]["sheet"]
    return result
