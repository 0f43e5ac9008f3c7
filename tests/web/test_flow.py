"""The player's flow, game by game, on two phones: what is asked, what it takes, its chance, one button, the result.

Taps are counted, and what is looked for must lie in the viewport, with nothing over it. Every demo table has somebody
hidden: their name is in nothing that a player gets.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, expect

from gardien.core.system import find
from gardien.core.table_rules import kind_of
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from gardien.web.pages.frame import Frame
from gardien.web.pages.table.board import Board
from web.browsing import Visitor, apart, settled, tick
from web.client import Caller, Listening, Running, wait_for
from web.story import in_sight
from web.test_pages import WIDER

YOURS = re.compile("^À vous · ")
ALIAS = "Une forme dans la brume"
NOTE = "Quelque chose a bougé derrière la vitre."
WHOLE = """(card) => {
  const box = card.getBoundingClientRect(), bar = document.querySelector('body > .barfour').getBoundingClientRect();
  const part = card.parentElement;
  return box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= bar.top + 1 && !part.scrollTop;
}"""
PHONES = ((320, 640, "journal"), (390, 844, "table"))


class Game(NamedTuple):
    """What is asked at a game's table, what an offer follows, and the act that is done again."""

    asked: str
    given: dict[str, Any]
    what: str  # the heading of the request
    told: str  # of what else is settled
    luck: str = ""  # a button that changes a failed throw
    failed: tuple[int, ...] = ()


GAMES = {
    "yacdha": Game("action", {"category": "physical", "opposition": {"value": 3}}, "Physique", "Opposition 3"),
    "operators": Game(
        "test", {"characteristic": "INT", "difficulty": "extreme"}, "Intelligence", "Extrême", "shift", (60,)
    ),
    "d20d100": Game("skill_test", {"skill": "toc", "difficulty": 20}, "Trouver Objet Caché", "20", "reroll", (2,)),
    "cthulhud20": Game("save", {"save": "fort", "dc": 18}, "Vigueur", "18", "plus10", (2,)),
    "organique": Game("test", {"characteristic": "VOL", "difficulty": 20}, "Volonté", "20"),
}


class Table:
    """A demo table with two players on phones."""

    def __init__(self, running: Running, browser: Browser, system: str) -> None:
        self.running, self.browser, self.system = running, browser, find(system)
        self.id, link = set_demo(running.house.tables, self.system, "fr")
        self.keeper = running.caller(link).at(self.id)
        people = self.keeper.get().json()["characters"]
        kind = kind_of(self.system.table_rules.sheets[0])
        self.heroes = [id for id, one in people.items() if one["sheet"]["kind"] == kind][:2]
        self.hidden = [one["sheet"]["name"] for one in people.values() if one.get("hidden")]
        self.foe = next(id for id, one in people.items() if one["sheet"]["kind"] != kind and not one.get("hidden"))
        self.hidden.append(people[self.foe]["sheet"]["name"])  # known by another name, and seen
        self.keeper.done("show", character=self.foe, alias=ALIAS)
        self.players = [self._seat(name, id) for name, id in zip(("Ann", "Bob"), self.heroes, strict=True)]
        self.lines: list[Listening] = [
            one.listen(page=f"/t/{self.id}/live{page}") for one in self.players for page in ("", "?page=fight")
        ]
        self.got: list[str] = []
        self.phones: list[Visitor] = []

    def _seat(self, name: str, character: str) -> Caller:
        acted = self.keeper.done("seat", role="player", name=name)
        caller = self.running.caller(acted["link"]).at(self.id)
        self.keeper.done("assign", characters=[character], seat=acted["card"]["words"]["seat"])
        return caller

    def phone(self, player: int, width: int, height: int, path: str) -> Visitor:
        """A phone with a page open, everything that comes to it kept."""
        visitor = Visitor(self.browser, self.running.url, self.players[player].link or "", width=width, height=height)
        visitor.page.on("response", self._keep)
        visitor.open(f"/t/{self.id}{path}")
        settled(visitor.page)
        self.phones.append(visitor)
        return visitor

    def _keep(self, response: Any) -> None:
        kind = response.headers.get("content-type", "")
        if response.ok and ("html" in kind or "json" in kind):
            self.got.append(response.text())

    def end_fight(self) -> None:
        if self.keeper.get().json()["fight"]:
            self.keeper.done("end_fight")

    def go_on(self) -> None:
        """Whatever waits for a decision goes on without."""
        for wait in self.keeper.get().json()["waits"]:
            self.keeper.done("decide", wait=wait)

    def is_out(self, id: str) -> bool:
        """Whether somebody is in no state to fight any more."""
        table = self.running.house.tables.table(self.id)
        return bool(Board(table, table.viewer("keeper"), Frame("fr")).why_out(id))

    def close(self) -> None:
        """Nothing went wrong on any phone, and nobody hidden was named to it."""
        for one in self.phones:
            one.calm()
            one.close()
        for line in self.lines:
            line.close()
            self.got.append(line.raw.decode())
        named = [name for name in self.hidden for text in self.got if name in text]
        assert self.hidden, "somebody is hidden at every demo table"
        assert named == []


class Thumb:
    """Taps on one phone, counted."""

    def __init__(self, visitor: Visitor) -> None:
        self.page, self.taps = visitor.page, 0

    def tap(self, what: str) -> None:
        one = self.page.locator(what)
        in_sight(one)
        apart(self.page)
        one.tap()
        self.taps += 1

    def reads(self, card: str = "#result > details") -> None:
        """What came of it stands whole above the bar, at its beginning: nobody scrolls, not even within it."""
        expect(self.page.locator(card)).to_be_visible()
        settled(self.page)
        wait_for(lambda: self.page.locator(card).evaluate(WHOLE))

    def sees(self, what: str) -> Locator:
        one = self.page.locator(what).first
        in_sight(one)
        return one


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    store = open_store(tmp_path_factory.mktemp("flow") / "store.db")
    with Running(store) as running:
        yield running
    store.close()


@pytest.fixture
def table(house: Running, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Table]:
    result = Table(house, browser, request.param)
    yield result
    result.close()


@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_a_request_is_answered_by_one_tap_and_the_result_stands_there(table: Table) -> None:
    game = GAMES[table.system.key]
    table.end_fight()
    phones = [table.phone(at, width, height, f"#{view}") for at, (width, height, view) in enumerate(PHONES)]
    table.keeper.done("ask", procedure=game.asked, characters=table.heroes, given=game.given, text=NOTE)
    for phone in phones:
        thumb = Thumb(phone)
        thumb.sees("#answer .btn--main")
        expect(thumb.page).to_have_title(YOURS)
        asked = thumb.sees("#flow .flow__what")
        expect(asked).to_contain_text(game.what)
        expect(thumb.page.locator("#flow .flow__takes")).to_contain_text(game.told)
        expect(thumb.page.locator("#flow .flow__why")).to_contain_text(NOTE)
        assert (
            thumb.page.locator("#answer .seg, #answer select").locator("visible=true").count() == 0
        )  # what is settled
        thumb.sees("#odds-flow .odds__big")
        assert thumb.page.evaluate(WIDER) == []
        thumb.tap("#answer .btn--main")
        thumb.sees("#result .res")
        thumb.reads()
        assert thumb.taps == 1
        expect(thumb.page.locator("#answer")).to_have_count(0)  # the form has let go of it
    assert table.keeper.get().json()["asks"] == {}
    later = next(card for card in table.keeper.log() if card["command"] == "ask")
    with Visitor(table.browser, table.running.url, table.keeper.link or "") as desk:
        desk.open(f"/t/{table.id}")
        expect(desk.page.locator(f"#card-{later['id']} .changes li")).to_have_count(2)  # who answered, and how


@pytest.mark.parametrize("table", ["yacdha"], indirect=True)
def test_a_request_waits_until_a_result_has_been_read_and_opens_by_itself(table: Table) -> None:
    """The phone vibrates for it once its owner has allowed that, and not before."""
    game, (hero, _) = GAMES["yacdha"], table.heroes
    table.end_fight()
    phone = table.phone(0, 390, 844, "#lancer")
    phone.page.evaluate("() => { window.buzzes = 0; navigator.vibrate = () => Boolean(window.buzzes += 1); }")
    for number in range(2):
        table.keeper.done("ask", procedure=game.asked, characters=[hero], given=game.given, text=f"{NOTE} {number}")
        if number == 0:
            in_sight(phone.page.locator("#answer .btn--main"))
            assert phone.page.evaluate("() => window.buzzes") == 0
            phone.page.locator("[data-buzz]").evaluate("(one) => one.click()")
            tick(phone.page.locator("#answer [data-real]"))
            phone.page.locator('#pad-flow [data-face="6"]').tap()  # after a failure something may still be done
            expect(phone.page.locator("#pad-flow .pad__slot--now")).to_have_count(0)
            Thumb(phone).tap("#answer .btn--main")
            in_sight(phone.page.locator("#result .res"))
    expect(phone.page.locator("#flow .flow__why")).to_contain_text(f"{NOTE} 1")
    assert not phone.page.locator("#answer").is_visible()  # the result is still being read
    assert phone.page.evaluate("() => window.buzzes") == 1
    expect(phone.page.locator("#answer .btn--main")).to_be_visible(timeout=8_000)
    in_sight(phone.page.locator("#answer .btn--main"))


@pytest.mark.parametrize("table", [key for key in GAMES if key != "yacdha"], indirect=True)
def test_an_attack_at_the_last_target_takes_two_taps_from_any_view(table: Table) -> None:
    """À vous stands on the view and in the title; the act and the target are those of the turn before."""
    fighting = table.system.table_rules.fighting
    assert fighting is not None
    act = next(key for key in fighting.turns if key in table.system.table_rules.targeting)
    against = table.system.table_rules.targeting[act]
    given = {against.target: {"character": table.foe}, **({"action": "strike"} if act == "combat_action" else {})}
    to_my_turn(table)
    before = table.keeper.get().json()["version"]
    for _ in range(20):  # a blow that its target outlives
        table.players[0].done("do", procedure=act, character=table.heroes[0], given=given)
        table.go_on()
        if not table.is_out(table.foe):
            break
        table.keeper.done("undo", to=before)
    table.keeper.done("turn")
    to_my_turn(table)
    for width, height, view in PHONES:
        phone = table.phone(0, width, height, f"#{view}")
        thumb = Thumb(phone)
        expect(phone.page).to_have_title(YOURS)
        thumb.sees("#flow .flow__you")
        before = table.keeper.get().json()["version"]
        thumb.tap("#flow .btn--main")
        phone.page.wait_for_url("**/combat")
        settled(phone.page)
        expect(phone.page.locator("#form .pick--one :checked")).to_have_value(table.foe)
        called = table.system.terms.entry("act", act) or table.system.terms.entry("procedure", act)
        expect(thumb.sees("#form .launch .btn--main")).to_contain_text(table.system.terms.say(called, "fr"))
        thumb.tap("#form .launch .btn--main")
        thumb.sees("#result .res, #waits .wait__head")
        if not phone.page.locator("#waits .wait__head").count():  # else it is somebody's to decide first
            thumb.reads()
        assert thumb.taps == 2
        wait_for(lambda: table.keeper.get().json()["version"] != before)  # noqa: B023
        table.keeper.done("undo")


@pytest.mark.parametrize("table", ["yacdha"], indirect=True)
def test_a_declaration_as_the_round_before_takes_two_taps_and_the_round_is_told_there(table: Table) -> None:
    """YAC-COM-03: act and target stand there as they were; what came of it comes to the same place by itself."""
    hero, again = table.heroes[0], {"action": "attack", "target": table.foe}
    _play_round(table, {hero: again})
    for width, height, view in PHONES:
        phone = table.phone(0, width, height, f"#{view}")
        thumb, before = Thumb(phone), table.keeper.get().json()["version"]
        expect(phone.page).to_have_title(YOURS)
        thumb.tap("#flow .btn--main")
        phone.page.wait_for_url("**/combat")
        settled(phone.page)
        expect(phone.page.locator("#act-attack")).to_be_checked()
        thumb.sees("#fodds .num")
        thumb.tap("#form .launch .btn--main")
        expect(thumb.sees("#fform .decl__act")).to_contain_text(ALIAS)
        assert thumb.taps == 2
        _play_round(table, {})
        thumb.sees("#result .res")
        thumb.reads()
        table.keeper.done("undo", to=before)


def _play_round(table: Table, declared: dict[str, dict[str, Any]]) -> None:
    """Whoever has declared nothing does something else; then all of it happens, and nobody is the worse for it."""
    fight = table.keeper.get().json()["fight"]
    for id in fight["order"]:
        if id in declared or id not in fight["declared"]:
            table.keeper.done("declare", character=id, given=declared.get(id, {"action": "other"}))
    table.keeper.done("round")


@pytest.mark.parametrize("table", ["yacdha"], indirect=True)
def test_luck_that_a_rule_waits_for_is_one_tap_where_it_is_asked(table: Table) -> None:
    """YAC-FOR-02: a forced die above the gauge; at both widths, and what came of it stands there."""
    hero = table.heroes[0]
    table.end_fight()
    for width, height, view in PHONES:
        phone = table.phone(0, width, height, f"#{view}")
        before = table.keeper.get().json()["version"]
        given = {**GAMES["yacdha"].given, "forced": True}
        table.players[0].done("do", procedure="action", character=hero, given=given, dice=[2, 5])
        thumb = Thumb(phone)
        expect(thumb.sees("#waits .card__sum")).to_contain_text("5 contre 3. Le dT l’emporte")
        expect(thumb.sees("#waits .act--pass .act__then")).to_contain_text("Trauma 1 → 2 83,3\u202f%")
        expect(phone.page.locator("#waits .act:not(.act--pass) .act__then")).to_have_text("réussite")  # it is spared
        thumb.tap('#waits button:has-text("Dépenser 1 chance")')
        thumb.sees("#result .res")
        thumb.reads()
        assert thumb.taps == 1
        table.keeper.done("undo", to=before)
        phone.close()
        table.phones.remove(phone)


@pytest.mark.parametrize("table", ["operators"], indirect=True)
def test_nothing_is_thrown_at_nobody_and_the_chosen_act_stands_in_its_line(table: Table) -> None:
    """Whom is asked for in words; what befalls somebody without a name is nobody's at the table."""
    to_my_turn(table)
    phone = table.phone(0, 320, 640, "/combat")
    page, before = phone.page, table.keeper.get().json()["version"]
    in_sight(page.locator("#form .pick--one .switch").last)  # all of them above the button
    Thumb(phone).tap("#form .launch .btn--main")
    in_sight(page.locator("#form .refusal", has_text="Choisir une cible."))
    assert len(phone.faults()) == 1  # the browser tells of the refusal too
    assert table.keeper.get().json()["version"] == before
    page.locator(".acts__strip > a").last.evaluate("(one) => one.click()")
    chosen = page.locator(".acts__strip > [aria-current]")
    expect(chosen).to_have_text(page.locator(".acts__strip > a").last.inner_text())
    expect(chosen).to_be_in_viewport(ratio=1)
    card = table.players[0].done("do", procedure="attack_firearm", character=table.heroes[0], given={})["card"]
    assert "changes" not in card


def to_my_turn(table: Table) -> None:
    """The game master goes on until it is the turn of the first hero."""
    for _ in range(20):
        fight = table.keeper.get().json()["fight"]
        if fight["order"][fight["turn"]] == table.heroes[0]:
            return
        table.go_on()
        for due in table.keeper.get().json()["due"]:
            table.keeper.act("dismiss", due=due)
        table.keeper.done("turn")
    raise AssertionError("never their turn")


@pytest.mark.parametrize("table", [key for key, one in GAMES.items() if one.luck], indirect=True)
def test_luck_is_spent_by_one_tap_on_the_result_which_changes_in_place(table: Table) -> None:
    """It is still offered when somebody else has thrown since."""
    game = GAMES[table.system.key]
    table.end_fight()
    hero, other = table.heroes
    for width, height, view in PHONES:
        phone = table.phone(0, width, height, f"#{view}")
        table.players[0].done("do", procedure=game.asked, character=hero, given=game.given, dice=list(game.failed))
        table.players[1].done("do", procedure=game.asked, character=other, given=game.given)
        thumb = Thumb(phone)
        offered = thumb.sees(f'#result [value="{game.luck}"]')
        if table.system.key == "cthulhud20":  # 2 + 3 + 10 against 18: it would not help, and says so
            expect(offered.locator(".act__gain--vain")).to_have_text("Raté")
        cards = phone.page.locator("#log .card").count()
        thumb.tap(f'#result [value="{game.luck}"]')
        expect(phone.page.locator(f'#result [value="{game.luck}"]')).to_have_count(0)
        thumb.sees("#result .res")
        thumb.reads()
        assert thumb.taps == 1
        if table.system.key != "cthulhud20":  # where the point is an act of its own
            expect(phone.page.locator("#log .card")).to_have_count(cards)
        table.keeper.done("undo")
        phone.close()
        table.phones.remove(phone)


@pytest.mark.parametrize("table", ["d20d100"], indirect=True)
def test_whoever_has_fallen_is_told_first_what_befell_them_and_is_offered_no_odds(table: Table) -> None:
    hero = table.heroes[0]
    name = table.keeper.get().json()["characters"][hero]["sheet"]["name"]
    to_my_turn(table)
    phone = table.phone(0, 320, 640, "/combat")
    table.keeper.done("do", procedure="apply_damage", character=hero, given={"damage": 30})
    result = phone.page.locator("#result")
    expect(result).to_contain_text(name)
    in_sight(result.locator(".res"))
    expect(result).to_have_class(re.compile("flow--bad"))
    fallen = phone.page.locator(".befell h2")
    expect(fallen).to_contain_text(name)  # by itself
    expect(phone.page.locator("#form")).to_have_count(0)
    phone.open(f"/t/{table.id}/combat")
    in_sight(fallen)
    assert phone.page.locator("#form").count() == 0  # not even where the turn had come to them
    phone.open(f"/t/{table.id}?c={hero}&a=attack#lancer")
    settled(phone.page)
    expect(phone.page.locator("#hand .refusal[role=status]")).to_be_visible()  # why, instead of a chance
    assert phone.page.locator("#odds").count() == 0
    table.keeper.done("undo")
    expect(phone.page.locator("#form .launch .btn--main")).to_have_count(1)  # back on their feet, by itself
    expect(phone.page.locator("#hand .refusal[role=status]")).to_have_count(0)


@pytest.mark.parametrize("table", ["d20d100"], indirect=True)
def test_how_a_foe_fares_is_the_choice_of_the_game_master(table: Table) -> None:
    """Words unless said otherwise; numbers or nothing for whoever the game master says (per creature)."""
    ann = table.players[0]
    foe = table.keeper.get().json()["characters"][table.foe]["sheet"]
    seen = ann.get().json()["characters"][table.foe]
    assert (seen["fares"], "pv" in seen["sheet"]) == ("unhurt", False)
    table.keeper.done("edit", character=table.foe, fields={"pv": foe["pv_max"] - 2})
    phone = table.phone(0, 390, 844, "#table")
    expect(phone.page.locator(f"#p-{table.foe}")).to_contain_text("quelques blessures")
    table.keeper.done("show", character=table.foe, fares="numbers")
    seen = ann.get().json()["characters"][table.foe]
    assert ("fares" in seen, seen["sheet"]["pv"]) == (False, foe["pv_max"] - 2)
    table.keeper.done("show", character=table.foe, fares="nothing")
    seen = ann.get().json()["characters"][table.foe]
    assert ("fares" in seen, "pv" in seen["sheet"]) == (False, False)
    expect(phone.page.locator(f"#p-{table.foe}")).not_to_contain_text("blessures")
    with Visitor(table.browser, table.running.url, table.keeper.link or "") as desk:
        desk.open(f"/t/{table.id}?c={table.foe}")
        desk.page.locator("#fares-words").click()
        expect(desk.page.locator("#fares-words")).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator(f"#p-{table.foe}")).to_contain_text("quelques blessures")


@pytest.mark.parametrize("table", ["operators"], indirect=True)
def test_the_game_master_asks_all_in_one_press_and_reads_what_came_of_it(table: Table) -> None:
    """Each result as it comes, one thrown for whoever is away, and how many made it; players read no house business."""
    table.end_fight()
    with Visitor(table.browser, table.running.url, table.keeper.link or "") as desk:
        page = desk.page
        desk.open(f"/t/{table.id}?c={table.heroes[0]}&a=test")
        settled(page)
        page.locator("#form [name=everybody]").check(force=True)
        page.locator("#form button[value=ask]").click()
        expect(page.locator("#asks .ask__lines li")).to_have_count(4)
        (ask,) = table.keeper.get().json()["asks"]
        table.players[0].done("do", procedure="test", character=table.heroes[0], ask=ask, given={}, dice=[2])
        expect(page.locator("#asks .ask__lines .good")).to_have_count(1)
        for left in (3, 2, 1):
            apart(page)
            page.locator("#asks").get_by_role("button", name="Lancer à sa place").first.click()
            if left > 1:
                expect(page.locator("#asks button", has_text="Lancer à sa place")).to_have_count(left - 1)
        expect(page.locator("#asks .ask--done")).to_contain_text(re.compile(r"\d réussites? sur 4"))
        assert table.keeper.get().json()["asks"] == {}
        desk.calm()
    phone = table.phone(0, 390, 844, "#journal")
    for house in ("prépare une place", "confie un personnage"):
        assert house not in phone.page.content()
    expect(phone.page.locator("#here")).to_contain_text("Ann")
    hero = table.heroes[0]
    phone.open(f"/t/{table.id}?c={hero}&a=apply_damage#lancer")
    phone.page.locator("#form [name='given.damage']").fill("7")
    in_sight(phone.page.get_by_role("button", name="Proposer", exact=True))
    phone.page.get_by_role("button", name="Proposer", exact=True).tap()
    in_sight(phone.page.locator("#flow .flow__band", has_text="Proposé, en attente"))
    ((ask, proposed),) = table.keeper.get().json()["asks"].items()
    assert proposed["given"]["damage"] == 7
    assert "7" in proposed["text"]
    table.keeper.done("do", procedure="apply_damage", character=hero, ask=ask)
    expect(phone.page.locator("#flow .flow__band")).to_have_count(0)
    in_sight(phone.page.locator("#result .res"))


@pytest.mark.parametrize("table", ["cthulhud20"], indirect=True)
def test_a_difficulty_that_the_game_master_keeps_is_nowhere_on_the_phone_that_answers(table: Table) -> None:
    """One press on the desk, one tap on the phone; the chance would tell it as well."""
    table.end_fight()
    hero = table.heroes[0]
    with Visitor(table.browser, table.running.url, table.keeper.link or "") as desk:
        desk.open(f"/t/{table.id}?c={hero}&a=save")
        settled(desk.page)
        tick(desk.page.get_by_label("Taire la difficulté"))
        desk.page.locator("#form button[value=ask]").click()
        expect(desk.page.locator("#asks .ask__lines li")).to_have_count(1)
        desk.calm()
    phone = Thumb(table.phone(0, 390, 844, "#journal"))
    expect(phone.page.locator("#flow .flow__takes")).to_contain_text("DD le gardien n’en dit rien")
    (asked,) = table.players[0].get().json()["asks"].values()
    assert asked["given"]["save"]
    assert "dc" not in asked["given"]
    phone.tap("#answer .btn--main")
    phone.sees("#result .res")
    assert phone.taps == 1
    for told in ("#odds-flow .odds__big", "#result .odds--line"):
        expect(phone.page.locator(told)).to_have_count(0)
    assert "given" in table.keeper.log()[0]["roll"]
    assert "given" not in table.players[0].log()[0]["roll"]


@pytest.mark.parametrize("table", ["d20d100"], indirect=True)
def test_dice_typed_are_taken_and_the_card_says_how_many_were_real(table: Table) -> None:
    """Against a sheet that one does not see the rest is thrown, and said; nothing is sent while a die is wanted."""
    to_my_turn(table)
    phone = table.phone(0, 320, 640, "/combat")
    page = phone.page
    in_sight(page.locator("#form .pick--one .switch").first)
    page.locator("#form .pick--one input").first.check(force=True)
    page.locator("#form [data-real]").check(force=True)
    expect(page.locator("#form .pad__slot--now")).to_be_visible()
    before = table.keeper.get().json()["version"]
    apart(page)
    page.locator("#form .launch .btn--main").tap()
    expect(page.locator("#form .refusal--beside")).to_be_visible()  # which die is wanted
    assert table.keeper.get().json()["version"] == before
    page.locator('#form .pad [data-face="20"]').tap()
    expect(page.locator("#form .launch .btn--main")).to_contain_text("Valider · 20")
    in_sight(page.locator("#form .launch .btn--main"))
    while page.locator("#form .pad__slot--now").count():  # the damage is hers to throw too
        slots = page.locator("#form .pad__slot:not(.pad__slot--now)").count()
        page.locator('#form .pad [data-face="1"]').tap()
        expect(page.locator("#form .pad__slot:not(.pad__slot--now)")).to_have_count(slots + 1)
    apart(page)
    page.locator("#form .launch .btn--main").tap()
    expect(page.locator("#result .chip")).to_have_text("dés réels")
    in_sight(page.locator("#result .res"))
    table.keeper.done("undo")
    given = {"target": {"character": table.foe}}
    card = table.players[0].done("do", procedure="attack", character=table.heroes[0], given=given, dice=[20])["card"]
    assert (card["roll"]["typed"], card["roll"]["real"]) == (True, 1)
    expect(page.locator("#result .chip")).to_have_text(re.compile(r"dés réels\s: 1 sur \d"))
    table.keeper.done("undo")
    table.players[0].done("do", procedure="attack_sequence", character=table.heroes[0], given=given, dice=[2, 20, 1])
    expect(page.locator("#result .changes li").first).to_have_text(re.compile(r"^1\s+total\s\d+$"))  # my half, once
    expect(page.locator("#result.flow--good .changes li").last).to_have_text(re.compile(r"^2\s+total\s\d+ · Touché"))
