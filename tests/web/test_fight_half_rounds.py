"""A fight in half-rounds on the page: the demo of d20d100, its game master on a laptop, a player on a phone."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from gardien.core.system import find
from gardien.core.terms import Language
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from gardien.table.tables import Acted, Table, Tables
from gardien.table.viewers import viewer_of
from gardien.web.pages.fight.fight_routes import form_part
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.forms.form_values import given_of
from gardien.web.pages.forms.forms import Field
from gardien.web.pages.forms.targeting import odds_inputs
from gardien.web.pages.frame import Frame
from web.browsing import Visitor, tick
from web.client import Running
from web.story import in_sight

D20 = find("d20d100")


class Press:
    """The demo table: Augustin, Solange, Isidore and Berthe against three men and something in the cellar."""

    def __init__(self, tables: Tables) -> None:
        self.actions = count(1)
        self.campaign, self.link = set_demo(tables, D20, "fr")
        self.table: Table = tables.table(self.campaign)
        people = self.table.state.play["characters"]
        self.augustin, self.solange, self.isidore, self.berthe, self.door, self.feeder, self.prote, self.thing = people
        seated = self.act(c.Seat(name="Hélène", characters=(self.augustin,)))
        assert seated.card is not None
        self.helene, self.phone = seated.card["words"]["seat"], seated.link
        for name, value in (("destiny", 1), ("pv", people[self.augustin]["sheet"]["pv_max"])):
            self.write(self.augustin, name, value)

    def act(self, command: c.AnyCommand, seat: str = "keeper") -> Acted:
        return self.table.act(seat, c.Envelope(action=f"h{next(self.actions)}", command=command))

    def write(self, who: str, field: str, value: Any) -> None:
        self.act(c.Override(path=f"characters/{who}/sheet/{field}", value=value, reason="essai"))

    def do(self, who: str, procedure: str, dice: tuple[int, ...] | None = None, **given: Any) -> None:
        self.act(c.Do(procedure=procedure, character=who, given=given, dice=dice))

    def board(self, seat: str = "keeper", language: Language = "fr") -> FightBoard:
        return FightBoard(self.table, viewer_of(self.table.state, seat), Frame(language))

    def words(self, seat: str = "keeper") -> tuple[list[str], list[str]]:
        """What whoever acts can do, and what they cannot."""
        acts = self.board(seat).turns.acts(self.board(seat).now)
        return [one.key for one in acts if not one.why], [one.key for one in acts if one.why]

    def turn_to(self, who: str, round: int = 1) -> None:
        for _ in range(40):
            fight = self.table.state.play["fight"]
            if (fight["round"], fight["order"][fight["turn"]]) == (round, who):
                return
            self.act(c.Turn())
        raise AssertionError(who)


@pytest.fixture
def press(tmp_path: Path) -> Iterator[Press]:
    store = open_store(tmp_path)
    yield Press(Tables(store))
    store.close()


def at(id: str) -> dict[str, str]:
    return {"character": id}


def field(fields: list[Field], name: str) -> Field:
    return next(one for one in fields if one.name == name)


def test_what_is_left_of_a_turn_is_said_and_bars_what_takes_longer(press: Press) -> None:
    """D100-CBT-09."""
    assert press.board().now == press.augustin
    assert press.board().turns.budget(press.augustin).startswith("Un round entier")
    assert {"attack", "multiple_fire", "take_action", "full_defence"} <= set(press.words()[0])
    press.do(press.augustin, "attack", (3,), target=at(press.feeder))
    assert press.board(language="en").turns.budget(press.augustin) == "Half a round: one simple action"
    still, barred = press.words()
    assert {"attack", "take_action"} <= set(still)
    assert {"multiple_fire", "full_defence", "charge", "delay"} <= set(barred)
    press.do(press.augustin, "take_action", (), action="walk")
    assert press.words()[0] == []
    shared = press.board().turns.barred(press.board().turns.acts(press.augustin))
    assert len(shared[-1]) > 3  # told once, not act by act


def test_acts_ask_for_somebody_and_nothing_that_a_sheet_says(press: Press) -> None:
    """Whoever acts is not among them, but where one may help oneself; walking needs nobody."""
    board = press.board(press.helene)
    everybody = {press.solange, press.isidore, press.berthe, press.door, press.feeder, press.prote}
    for act, name in (("attack", "target"), ("start_grapple", "opponent"), ("disarm", "holder"), ("prepare", "enemy")):
        aim = field(board.asker(act, press.augustin).main(), f"person.{name}")
        assert {one.value for one in aim.choices} == everybody, act
    helped = field(board.asker("first_aid", press.augustin).main(), "person.patient")
    assert press.augustin in {one.value for one in helped.choices}
    walk = field(board.asker("take_action", press.augustin).main(), "person.toward")
    assert (walk.choices[0].value, walk.choices[0].label, walk.choices[0].chosen) == ("", "Sur place", True)
    kind = field(board.asker("charge", press.augustin).main(), "given.kind")
    assert [one.chosen for one in kind.choices] == [True, False, False]  # not the kind of a sheet
    asked = {one.name for one in board.asker("start_grapple", press.augustin).main()}
    assert asked == {"person.opponent"}


def test_an_area_is_filled_with_people_and_how_far_they_are(press: Press) -> None:
    """D100-MISS-12: one person’s act, with a distance for each."""
    board = press.board()
    area = field(board.asker("explosion", press.augustin).main(), "people.targets")
    assert not any(one.chosen for one in area.choices)
    assert [inner.name for inner in area.choices[0].inside] == [f"of.targets.{area.choices[0].value}.distance"]
    items = [("people.targets", press.feeder), (f"of.targets.{press.feeder}.distance", "2,5")]
    given = given_of(items, D20.procedure("explosion"), D20)
    assert given == {"targets": [{"character": press.feeder, "distance": 2.5}]}
    assert board.alone("explosion")


def test_the_odds_of_an_attack_on_a_stranger_are_not_told(press: Press) -> None:
    """The inputs that are weighed hold nothing of a sheet that the player does not see."""
    given = given_of([("person.target", press.feeder)], D20.procedure("attack"), D20)
    result = odds_inputs(press.board(press.helene), "attack", given, press.augustin)
    assert result.veiled
    sheet = press.table.state.play["characters"][press.feeder]["sheet"]
    assert result.given["target"].get("pv") is None
    assert (result.given["defence"], result.given["distance"]) == (15, 12)
    assert result.given["target"]["name"] == "Le margeur"
    assert not odds_inputs(press.board(), "attack", given, press.augustin).veiled
    grab = given_of([("person.opponent", press.feeder)], D20.procedure("start_grapple"), D20)
    press.act(c.Remark(character=press.feeder, marks={"stands": 0}))
    result = odds_inputs(press.board(press.helene), "start_grapple", grab, press.augustin)
    assert (result.given["opponent"], result.given["opponent_lutte"]) == ("Le margeur", 0)
    assert sheet["lutte"] != 0


def test_initiative_is_asked_for_until_everybody_in_sight_has_thrown(press: Press) -> None:
    """D100-CBT-02: whoever is hidden throws when they are seen."""
    assert press.board().turns.unranked() == ()
    press.act(c.Remark(character=press.berthe, marks={"initiative_total": None}))
    press.act(c.Remark(character=press.thing, marks={"initiative_total": None}))
    assert press.board().turns.unranked() == (press.berthe,)
    assert press.board(press.helene).turns.unranked() == ()
    press.act(c.Show(character=press.thing, hidden=False))
    assert set(press.board().turns.unranked()) == {press.berthe, press.thing}


def test_what_was_held_ready_is_done_in_anothers_turn(press: Press) -> None:
    """D100-MODE-06, D100-SPEC-01: a chance to strike is the game master’s to grant."""
    press.do(press.augustin, "prepare", (), enemy=at(press.door))
    press.act(c.Remark(character=press.door, marks={"stands": 0}))
    assert press.board().turns.reactions(press.augustin) == []
    press.act(c.Turn())
    own = [one.name for one in press.board(press.helene).turns.reactions(press.augustin)]
    assert own == ["Agir maintenant"]
    assert [one.key for one in press.board().turns.reactions(press.augustin)] == ["prepare", "opportunity_attack"]
    page = form_part(press.board(press.helene), act="prepare", who=press.augustin)
    assert f'value="{press.door}" checked' in page  # whoever acts sets it off
    assert "Revenir à l’homme de la porte" in page
    assert press.board(press.helene).turns.reactions(press.berthe) == []


def test_what_a_round_leaves_is_asked_of_those_who_play_it(press: Press) -> None:
    """D100-HEALTH-06: and no longer once it has become idle."""
    press.write(press.augustin, "pv", -3)
    press.write(press.isidore, "on_fire", True)
    press.turn_to(press.door, 2)
    assert {one["procedure"] for _, one in press.board().turns.due()} == {"agony_round", "burn_round"}
    assert [one["procedure"] for _, one in press.board(press.helene).turns.due()] == ["agony_round"]
    press.write(press.augustin, "stable", True)
    assert press.board(press.helene).turns.due() == []


def test_states_are_told_with_whom_and_until_when(press: Press) -> None:
    press.act(c.Remark(character=press.feeder, marks={"stands": 0}))
    press.do(press.augustin, "start_grapple", (20, 2), opponent=at(press.feeder), mods=[10])
    chips = {id: [one.text for one in press.board().conditions(id)] for id in (press.augustin, press.feeder)}
    assert "aux prises avec le margeur" in chips[press.augustin]
    assert "aux prises avec Augustin Ferrand" in chips[press.feeder]
    press.turn_to(press.door)
    press.do(press.door, "full_defence")
    assert "se défend · jusqu’à son tour" in [one.text for one in press.board().conditions(press.door)]


def test_a_card_says_at_whom_and_hides_what_came_of_nothing(press: Press) -> None:
    press.do(press.augustin, "attack", (3,), target=at(press.feeder))
    card = press.board(press.helene).rounds()[0]
    assert (card.what, card.word) == ("attaque le margeur", "Manqué")
    assert [one.words for one in card.facts] == [("11",)]  # her own sum, against a sheet that she does not see
    press.turn_to(press.door)
    press.do(press.door, "attack", (20, 9), target=at(press.augustin), mods=[10])
    card = press.board(press.helene).rounds()[0]
    assert "En état de choc" in [word for fact in card.facts for word in fact.words]


# ---- on the page ----


def test_a_turn_from_a_missed_shot_to_the_last_breath(running: Running, browser: Browser) -> None:
    """A player shoots on the phone, pays destiny, walks; a round later there is a die to throw for life."""
    press = Press(running.house.tables)
    with (
        Visitor(browser, running.url, press.link) as keeper,
        Visitor(browser, running.url, press.phone, width=390, height=844) as helene,
    ):
        for one in (keeper, helene):
            assert one.open(f"/t/{press.campaign}/combat").status == 200
        page, screen = helene.page, keeper.page
        expect(page.locator(".budget")).to_contain_text("Un round entier")
        page.locator("#hand").get_by_text("Le margeur", exact=True).click()
        expect(page.locator("#odds")).to_contain_text("une fiche que vous ne voyez pas")
        tick(page.locator("[data-real]"))
        expect(page.locator(".pad__keys")).to_be_visible()
        page.locator(".pad__keys").get_by_role("button", name="3", exact=True).click()
        page.get_by_role("button", name="Valider · 3").click()
        expect(page.locator("#flog .card").first).to_contain_text("Manqué")
        expect(page.locator(".budget")).to_contain_text("Un demi-round")
        expect(page.locator("#no-attack, .no-many").last).to_contain_text("Vider son chargeur")
        destiny = page.locator("#result").get_by_role("button", name="Relancer le d20")
        in_sight(destiny)
        expect(destiny).to_contain_text("1 point de destin")
        destiny.click()
        expect(destiny).to_have_count(0)
        sheet = press.table.state.play["characters"][press.augustin]["sheet"]
        assert (sheet["destiny"], sheet["weapons"][0]["loaded"]) == (0, sheet["weapons"][0]["capacity"] - 1)

        page.locator("#do-take_action").click()
        expect(page.locator("#hand select")).to_have_value("walk")
        expect(page.locator("[data-real]")).to_have_count(0)
        page.locator("#hand").get_by_text("L’homme de la porte", exact=True).click()
        page.locator("#form .launch .btn--main").click()
        expect(page.locator(".budget")).to_have_text("Le round est employé")
        expect(page.get_by_role("navigation", name="Actions")).to_contain_text("Le round est employé")
        assert press.table.state.play["characters"][press.augustin]["marks"]["stands"] == 6

        press.write(press.augustin, "pv", -9)
        press.turn_to(press.thing)
        expect(screen.locator(".turn--now")).to_contain_text("Ce qui gratte dans la cave")
        screen.get_by_role("button", name="Suite").click()
        expect(screen.locator("#fhead")).to_contain_text("Round 2")
        waits = page.locator("#fwaits .ask")
        expect(waits).to_contain_text("Augustin Ferrand · Agonie")
        expect(screen.locator("#fwaits .ask")).to_have_count(1)
        waits.get_by_role("button", name="Lancer").click()
        expect(waits).to_have_count(0)
        expect(screen.locator("#flog .card").first).to_contain_text("lutte contre la mort")
        for one in (keeper, helene):
            assert one.axe() == []
            one.calm()
