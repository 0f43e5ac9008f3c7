"""How many presses the acts of an evening take on the game master's laptop, each on something that is in sight.

One page a game, used for every row of the table below. What a phone takes is counted in `test_flow`, `test_thumb`.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from gardien.core.system import find
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from web.browsing import Visitor, apart, settled
from web.client import Running, wait_for
from web.story import in_sight

GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")
TURNS = GAMES[1:]
FAILED: dict[str, tuple[str, dict[str, Any], list[int], str]] = {  # a throw that fails, and what may be paid for it
    "yacdha": (
        "action",
        {"category": "physical", "opposition": {"value": 3}, "stakes": [{"gauge": "trauma"}]},
        [1],
        "luck",
    ),
    "operators": ("test", {"characteristic": "INT", "difficulty": "extreme"}, [60], "shift"),
    "d20d100": ("skill_test", {"skill": "toc", "difficulty": 20}, [2], "reroll"),
    "cthulhud20": ("save", {"save": "fort", "dc": 18}, [2], "plus10"),
}
HARM = {"yacdha": "+1", "operators": "+1"}  # where harm is counted upwards
XP = {"d20d100": "award_xp", "cthulhud20": "award_experience"}
ILL = [{"kind": "disease", "key": "flu"}]


class Desk:
    """The demo table of a game on the smallest laptop there is, and the finger on it."""

    def __init__(self, house: Running, browser: Browser, system: str) -> None:
        self.system = system
        self.id, link = set_demo(house.house.tables, find(system), "fr")
        self.keeper = house.caller(link).at(self.id)
        self.visitor = Visitor(browser, house.url, link, width=1366, height=768)
        self.page: Page = self.visitor.page
        self.presses = 0

    def open(self, path: str = "") -> None:
        self.visitor.open(f"/t/{self.id}{path}")
        settled(self.page)

    def press(self, place: Locator | str) -> None:
        """One press by the mouse, which scrolls nothing."""
        one = self.page.locator(place).first if isinstance(place, str) else place.first
        in_sight(one)
        apart(self.page)
        box = one.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.presses += 1

    @property
    def table(self) -> dict[str, Any]:
        return self.keeper.get().json()  # type: ignore[no-any-return]

    @property
    def people(self) -> dict[str, Any]:
        return self.table["characters"]  # type: ignore[no-any-return]

    def heroes(self) -> list[str]:
        kind = next(iter(self.people.values()))["sheet"]["kind"]
        return [id for id, one in self.people.items() if one["sheet"]["kind"] == kind]

    def newest(self) -> str:
        return self.page.locator("#log article").first.get_attribute("id") or ""

    def new_card(self, before: str) -> None:
        """What came of it stands on top of the log, in sight."""
        card = self.page.locator("#log article").first
        expect(card).not_to_have_attribute("id", before)
        in_sight(card.locator(".card__head"))
        settled(self.page)


# ---- at the table ----


def try_something(desk: Desk) -> None:
    before = desk.newest()
    desk.press("#form .launch__go .btn--main")
    desk.new_card(before)


def try_something_else(desk: Desk) -> None:
    """Another skill, or another difficulty: chosen in a list it takes two presses."""
    fields, before = desk.page.locator("#form .fields"), desk.newest()
    lists = fields.locator("select:visible:has(option:nth-child(2))")
    if lists.count():
        in_sight(lists.first)
        lists.first.select_option(index=1)
        desk.presses += 2
    else:
        desk.press(fields.locator(".seg label:has(input:not(:checked))"))
    settled(desk.page)
    desk.press("#form .launch__go .btn--main")
    desk.new_card(before)


def ask_one(desk: Desk) -> None:
    desk.press(".launch__go [value=ask]")
    expect(desk.page.locator("#asks .ask__lines li")).to_have_count(1)
    close_requests(desk)


def ask_all(desk: Desk) -> None:
    desk.press(".askwho .all")
    desk.press(".launch__go [value=ask]")
    lines = desk.page.locator("#asks .ask__lines li")
    expect(lines).to_have_count(len(desk.heroes()))
    for at in range(lines.count()):
        in_sight(lines.nth(at))
        expect(lines.nth(at)).to_contain_text(re.compile(r"de réussir|en attente"))  # each with their chance
    settled(desk.page)


def roll_for_the_absent(desk: Desk) -> None:
    line = desk.page.locator("#asks .ask__lines li").first
    desk.press(line.get_by_role("button"))
    expect(line.locator(".ask__r")).to_have_count(1)
    close_requests(desk)


def close_requests(desk: Desk) -> None:
    for ask in desk.table["asks"]:
        desk.keeper.done("close_ask", ask=ask)
    expect(desk.page.locator("#asks .ask:not(.ask--done)")).to_have_count(0)
    settled(desk.page)


def damage_by_hand(desk: Desk) -> None:
    hero = desk.heroes()[0]
    before = desk.people[hero]["sheet"]
    desk.press(f"#d-{hero}")
    desk.page.keyboard.type(HARM.get(desk.system, "−1"))
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(f"#d-{hero}")).to_have_value("")
    wait_for(lambda: desk.people[hero]["sheet"] != before)
    settled(desk.page)


def show_somebody(desk: Desk) -> None:
    hidden = next(id for id, one in desk.people.items() if one.get("hidden"))
    desk.press(f"#eye-{hidden}")
    wait_for(lambda: not desk.people[hidden].get("hidden"))
    settled(desk.page)


def take_back(desk: Desk) -> None:
    undo, newest = desk.page.locator("#undoing .btn--undo"), desk.page.locator("#log article").first
    expect(undo).to_contain_text(newest.locator(".card__head b").inner_text())  # it says whose act it takes
    desk.press(undo)
    expect(newest.locator("s")).to_be_visible()
    settled(desk.page)


def an_hour(desk: Desk) -> None:
    clock = desk.table["clock"]
    desk.press(desk.page.get_by_role("button", name="+1\u00a0h"))
    wait_for(lambda: desk.table["clock"] == clock + 60)
    settled(desk.page)


def a_night(desk: Desk) -> None:
    clock = desk.table["clock"]
    desk.press("[popovertarget=pop-time]")
    desk.page.keyboard.type("8 h")
    desk.press("#advance .btn--main")
    wait_for(lambda: desk.table["clock"] == clock + 8 * 60)
    settled(desk.page)


def all_that_is_due(desk: Desk) -> None:
    for id in desk.heroes():
        desk.keeper.done("override", path=f"characters/{id}/sheet/lasting", value=ILL, reason="essai")
    desk.keeper.done("advance", minutes=24 * 60)
    assert len(desk.table["due"]) > 1
    desk.open()
    desk.press(desk.page.get_by_role("button", name="Tout faire"))
    wait_for(lambda: not desk.table["due"])


def luck_on_the_card(desk: Desk) -> None:
    procedure, given, dice, offer = FAILED[desk.system]
    desk.keeper.done("do", procedure=procedure, character=desk.heroes()[0], given=given, dice=dice)
    desk.open()
    chosen = desk.page.locator("#log article").first.locator(f'.act[value^="{offer}"]')
    desk.press(chosen)
    expect(chosen).to_have_count(0)


def experience_for_all(desk: Desk) -> None:
    desk.open(f"?a={XP[desk.system]}")
    before = desk.people
    desk.press(desk.page.locator(".launch [value=each], .launch__go .btn--main"))  # where it is not for all anyhow
    wait_for(lambda: all(desk.people[id]["sheet"] != before[id]["sheet"] for id in desk.heroes()))


def bring_a_foe(desk: Desk) -> None:
    desk.open()
    count = len(desk.people)
    desk.press("#cast [data-key=a]")
    desk.press(desk.page.locator(".being__go .btn"))
    desk.page.wait_for_url("**/ajouter?n=*")  # who came stands there; whoever goes on sooner is called back
    assert len(desk.people) == count + 1


# ---- in a fight ----


def begin_a_fight(desk: Desk) -> None:
    """Where people stand is asked before it begins, in the games that have places."""
    desk.open()
    desk.press(desk.page.get_by_role("link", name="Engager un combat"))
    settled(desk.page)
    rules = find(desk.system).table_rules.fighting
    assert rules is not None
    if rules.distance:
        in_sight(desk.page.locator("[name^='place.']").first)
    desk.press(desk.page.get_by_role("button", name="Engager le combat"))
    if rules.start:
        desk.press(".order__start .btn--main")
        expect(desk.page.locator(".order__start")).to_have_count(0)
    expect(desk.page.locator(".turn--now, .decl li").first).to_be_visible()
    settled(desk.page)


def attack(desk: Desk) -> None:
    """Whom, and the button; what comes of it, or whoever reacts, stands beside the order."""
    desk.open("/combat")
    if (start := desk.page.locator(".order__start .btn--main")).count():
        start.click()
        expect(start).to_have_count(0)
        settled(desk.page)
    desk.press(".tl label")
    settled(desk.page)
    for place in (".fight__hand h2", "#fturn [aria-current]", "#odds > :first-child", ".turn--now", "#fzones"):
        in_sight(desk.page.locator(place).first)
    expect(desk.page.locator(".col__foot")).to_contain_text("pas encore agi")
    desk.press("#form .launch__go .btn--main")
    in_sight(desk.page.locator("#flog .card .card__word, #waits .wait__head").first)
    for wait in desk.table["waits"]:
        desk.keeper.done("decide", wait=wait)
    settled(desk.page)


def next_turn(desk: Desk) -> None:
    before = desk.page.locator(".turn--now").get_attribute("data-fighter") or ""
    desk.press("[data-key=n]")
    expect(desk.page.locator(".turn--now")).not_to_have_attribute("data-fighter", before)
    settled(desk.page)


def turn_before(desk: Desk) -> None:
    before = desk.page.locator(".turn--now").get_attribute("data-fighter") or ""
    desk.press("[data-key='shift+n']")
    expect(desk.page.locator(".turn--now")).not_to_have_attribute("data-fighter", before)
    settled(desk.page)


def horror_for_all(desk: Desk) -> None:
    desk.open("/combat")
    desk.press("#fanyone [data-key=s]")
    expect(desk.page.locator(".launch__go [value=ask]")).to_be_visible()
    settled(desk.page)
    desk.press(".launch__go [value=ask]")
    in_sight(desk.page.locator("#asks .ask__what").first)
    close_requests(desk)


def reveal(desk: Desk) -> None:
    desk.open("/combat")
    desk.page.keyboard.press("h")  # nobody does anything
    ready = desk.page.locator("#freveal [data-key=r]:not([aria-disabled])")
    expect(ready).to_be_visible()
    desk.press(ready)
    in_sight(desk.page.locator("#flog .card .card__head").first)
    settled(desk.page)


def declare_as_before(desk: Desk) -> None:
    """Every foe does what it did in the round before, with one press."""
    out = desk.page.locator("#fdecl li.is-out")
    before = out.count()
    desk.press("[data-key=b]")
    expect(out).not_to_have_count(before)


class Row(NamedTuple):
    """An act of an evening, and the presses it may take."""

    act: str
    most: int
    do: Callable[[Desk], None]
    games: tuple[str, ...] = GAMES


ROWS = (
    Row("an attack", 2, attack, TURNS),
    Row("the next turn", 1, next_turn, TURNS),
    Row("the turn before", 1, turn_before, TURNS),
    Row("horror for all, in a fight", 2, horror_for_all),
    Row("reveal", 1, reveal, ("yacdha",)),
    Row("declarations as before", 1, declare_as_before, ("yacdha",)),
    Row("", 0, lambda desk: (desk.keeper.done("end_fight"), desk.open())[1]),
    Row("a test", 1, try_something),
    Row("a test, otherwise", 3, try_something_else),
    Row("undo", 1, take_back),
    Row("ask one", 1, ask_one),
    Row("ask all", 2, ask_all),
    Row("roll for the absent", 1, roll_for_the_absent),
    Row("damage by hand", 1, damage_by_hand),
    Row("show somebody", 1, show_somebody),
    Row("an hour", 1, an_hour),
    Row("a night", 2, a_night),
    Row("luck or destiny", 1, luck_on_the_card, tuple(FAILED)),
    Row("experience for all", 1, experience_for_all, tuple(XP)),
    Row("all that is due", 1, all_that_is_due, ("organique",)),
    Row("a known foe", 2, bring_a_foe),
    Row("begin a fight", 3, begin_a_fight),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    store = open_store(tmp_path_factory.mktemp("clicks") / "store.db")
    with Running(store) as running:
        yield running
    store.close()


@pytest.mark.parametrize("system", GAMES)
def test_no_act_of_an_evening_takes_more_presses_than_promised(house: Running, browser: Browser, system: str) -> None:
    desk = Desk(house, browser, system)
    taken: dict[str, int] = {}
    for row in ROWS:
        if system in row.games:
            desk.presses = 0
            row.do(desk)
            taken[row.act] = desk.presses
    print(system, taken)
    assert [row.act for row in ROWS if taken.get(row.act, 0) > row.most] == []
    desk.visitor.calm()
    desk.visitor.close()
