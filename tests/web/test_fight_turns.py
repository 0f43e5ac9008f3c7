"""A fight in turns on the page: the demo raid of Dark Operators, its game master on a laptop, two players on phones."""

import re
from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from gardien.core.system import find
from gardien.table.demo import set_demo
from web.browsing import Visitor, acts, apart
from web.client import Running

GHOUL = "Ce qui creuse sous la chapelle"


class Raid:
    """The Aubrac site: ARES is played by Hélène, ARGOS by Marc; everybody looks at the fight."""

    def __init__(self, running: Running, browser: Browser) -> None:
        self.running, self.browser = running, browser
        self.table, self.link = set_demo(running.house.tables, find("operators"), "fr")
        self.keeper = running.caller(self.link).at(self.table)
        self.keeper.seat = "keeper"
        people = self.state["characters"]
        self.ids = {kept["sheet"]["name"]: id for id, kept in people.items()}
        self.links = {who: self._seat(who, name) for who, name in (("Hélène", "ARES"), ("Marc", "ARGOS"))}
        self.visitors: list[Visitor] = []

    def _seat(self, who: str, character: str) -> str:
        done = self.keeper.done("seat", role="player", name=who, characters=[self.ids[character]])
        return str(done["link"])

    @property
    def state(self) -> dict:
        return self.running.house.tables.table(self.table).state.play

    def marks(self, name: str) -> dict:
        return self.state["characters"][self.ids[name]].get("marks", {})

    def open(self, who: str = "", **how: object) -> Page:
        """The fight, on the device of a player or the game master."""
        narrow = {"width": 390, "height": 844} if who else {}
        visitor = Visitor(self.browser, self.running.url, self.links[who] if who else self.link, **{**narrow, **how})
        self.visitors.append(visitor)
        assert visitor.open(f"/t/{self.table}/combat").status == 200
        return visitor.page

    def turn_of(self, name: str, round: int = 1) -> None:
        """On until it is somebody's turn."""
        for _ in range(40):
            fight = self.state["fight"]
            if fight["round"] == round and fight["order"][fight["turn"]] == self.ids[name]:
                return
            self.keeper.done("turn")
        raise AssertionError(f"never the turn of {name}")


@pytest.fixture
def raid(running: Running, browser: Browser) -> Iterator[Raid]:
    result = Raid(running, browser)
    yield result
    for one in result.visitors:
        one.calm()
        one.close()


def names(page: Page) -> list[str]:
    return [text.split("\n")[0].strip() for text in page.locator(".order .turn__name").all_inner_texts()]


def now(page: Page) -> Locator:
    return page.locator(".turn--now .turn__name")


def token(page: Page, raid: Raid, name: str) -> Locator:
    return page.locator(f'[data-token="{raid.ids[name]}"]')


def zone(page: Page, at: int) -> Locator:
    return page.locator(f'[data-band="{at}"]')


def test_turns_go_by_the_rule_forward_and_back_and_surprise_costs_the_first_attack(raid: Raid) -> None:
    """OPS-CBT-02, OPS-CBT-03, OPS-CBT-04: by DEX against a peer, the surprised last, without attacks, for one turn."""
    page = raid.open()
    expect(page.locator("#fhead")).to_contain_text("Tour 1")
    shown = [raid.state["characters"][id]["sheet"]["name"] for id in raid.state["fight"]["order"]]
    assert [name.removesuffix(" Hélène").removesuffix(" Marc") for name in names(page)] == shown
    assert shown[-2:] == ["Le vigile", GHOUL]
    expect(now(page)).to_contain_text(shown[0])
    page.keyboard.press("n")
    expect(now(page)).to_contain_text(shown[1])
    page.keyboard.press("Shift+N")
    expect(now(page)).to_contain_text(shown[0])

    # Ruled before anybody has acted: whoever was first comes last, and the next one begins.
    surprise = page.locator(f"#more-{raid.ids[shown[0]]}")
    surprise.locator("summary").click()
    surprise.get_by_role("button", name="Sous l’effet de la surprise").click()
    expect(now(page)).to_contain_text(shown[1])
    expect(page.locator(".fight__hand h2").first).to_have_text(shown[1])
    surprise.get_by_role("button", name="Sous l’effet de la surprise").click()
    expect(now(page)).to_contain_text(shown[0])

    raid.turn_of("Le vigile")
    expect(now(page)).to_have_text("Le vigile")
    expect(page.locator(".turn--now")).to_contain_text("sous l’effet de la surprise · ce tour")
    expect(page.locator(".no-many")).to_contain_text(re.compile("n’attaque pas.*OPS-CBT-04"))
    expect(page.locator("#do-take_cover")).to_be_visible()

    raid.turn_of("Le vigile", 2)
    expect(page.locator("#fhead")).to_contain_text("Tour 2")
    expect(page.locator("#do-attack_firearm")).to_be_visible()
    expect(page.locator(".turn--now .turn__sub")).not_to_contain_text("surprise")


def test_a_shot_knows_zone_and_cover_from_where_people_stand(raid: Raid) -> None:
    """OPS-CBT-08, OPS-CBT-10: from Zone 2 at somebody in cover, acted out on the phone of whoever's turn it is."""
    raid.turn_of("ARGOS")
    marc, helene = raid.open("Marc"), raid.open("Hélène")
    expect(helene.locator("#fform")).to_have_text("C’est à ARGOS d’agir.")
    expect(zone(marc, 2)).to_contain_text("L’homme de la cour")
    target = token(marc, raid, "L’homme de la cour")
    expect(target).to_have_class(re.compile("token--foe.*token--cover"))
    marc.locator("#hand").get_by_role("radio", name="L’homme de la cour").check()
    expect(target).to_have_class(re.compile("token--aim"))
    expect(marc.locator("#placed-zone")).to_contain_text("2")
    expect(marc.locator("#placed-cover")).to_contain_text(re.compile("couvert", re.I))
    marc.locator("#hand").get_by_role("button", name="Tirer").click()
    expect(marc.locator("#flog .card").first).to_contain_text("’homme de la cour")
    roll = next(card for card in raid.keeper.log() if card["command"] == "do")["roll"]
    assert (roll["given"]["zone"], roll["given"]["cover"]) == (2, "in_cover")
    expect(helene.locator("#flog .card").first).to_contain_text("ARGOS")


def test_the_game_master_moves_people_and_a_form_being_filled_in_stays(raid: Raid) -> None:
    """OPS-CBT-16, OPS-CBT-17: a step on one line, told with the turns it takes, and the same for everybody."""
    raid.turn_of("ARES")
    keeper, helene = raid.open(), raid.open("Hélène")
    expect(zone(helene, 1)).to_contain_text("L’homme de la cour")
    expect(helene.locator("#no-attack_melee")).to_have_count(0)  # the watchman is near
    helene.locator("#note").fill("par la fenêtre")
    helene.locator("#hand").get_by_role("radio", name="L’homme de la cour").check()

    token(keeper, raid, "L’homme de la cour").locator("summary").click()
    near = token(keeper, raid, "L’homme de la cour").get_by_role("button", name="L’homme de la cour vient, zone 0")
    expect(near).to_contain_text("1 tour")
    near.click()
    expect(zone(helene, 0)).to_contain_text("L’homme de la cour")
    assert raid.marks("L’homme de la cour")["stands"] == raid.marks("ARES").get("stands", 0)
    expect(helene.locator("#placed-zone")).to_contain_text("0")
    expect(helene.locator("#note")).to_have_value("par la fenêtre")

    token(keeper, raid, "ARGOS").locator("summary").click()
    token(keeper, raid, "ARGOS").get_by_role("button", name="ARES approche, zone 1").click()
    expect(zone(helene, 1)).to_contain_text("ARGOS")
    expect(zone(helene, 2)).to_contain_text("Le docteur Vidal")

    # What the game master rules: cover and open ground exclude each other.
    keeper.locator(f"#more-{raid.ids['ARES']} summary").click()
    rules = keeper.locator(f"#more-{raid.ids['ARES']}")
    rules.get_by_role("button", name="À couvert").click()
    expect(token(helene, raid, "ARES")).to_have_class(re.compile("token--cover"))
    rules.get_by_role("button", name="À découvert").click()
    expect(token(helene, raid, "ARES")).to_contain_text("à découvert")
    assert {name for name, value in raid.marks("ARES").items() if value is True} == {"exposed"}
    expect(helene.locator("#note")).to_have_value("par la fenêtre")


def test_what_is_hidden_is_nowhere_until_it_comes_out_in_the_third_turn(raid: Raid) -> None:
    """Neither its name, its id nor where it is reaches a player; once shown it can be aimed at at once."""
    raid.turn_of("ARES", 3)
    keeper, helene = raid.open(), raid.open("Hélène")
    ghoul = raid.ids[GHOUL]
    with httpx2.Client(base_url=raid.running.url, timeout=10, verify=False) as phone:
        phone.get(f"/l/{raid.links['Hélène']}", follow_redirects=True)
        for path in ("combat", "combat/agir"):
            text = phone.get(f"/t/{raid.table}/{path}").text
            assert "ARES" in text
            assert ghoul not in text
            assert GHOUL not in text
    expect(token(keeper, raid, GHOUL)).to_contain_text("hors de vue")
    helene.locator("#note").fill("dans le noir")
    raid.keeper.done("remark", character=ghoul, marks={"stands": 60})
    keeper.locator(f'.order [data-fighter="{ghoul}"]').get_by_role("button", name="Montrer à la table").click()
    expect(token(helene, raid, GHOUL)).to_be_visible()
    expect(zone(helene, 1)).to_contain_text(GHOUL)
    expect(helene.locator("#hand").get_by_role("radio", name=GHOUL)).to_be_attached()
    expect(helene.locator("#note")).to_have_value("dans le noir")
    for visitor in raid.visitors:
        assert visitor.axe() == []


def test_one_dodges_or_not_before_the_blow_and_the_held_only_struggle(raid: Raid) -> None:
    """OPS-CBT-12, OPS-CBT-15: the guard is its owner's; a reason stands under every act that is struck."""
    raid.turn_of("ARES")
    helene = raid.open("Hélène")
    expect(helene.locator("#fready")).to_contain_text("Vous esquivez")
    helene.locator("#fready").get_by_role("button", name="changer").click()
    expect(helene.locator("#fready")).to_contain_text("n’esquivez pas")
    assert raid.state["characters"][raid.ids["ARES"]]["sheet"]["guard"]["defends"] is False
    expect(helene.locator("#do-break_free")).to_have_count(0)
    raid.keeper.done("edit", character=raid.ids["ARES"], fields={"held": True})
    expect(helene.locator("#do-break_free")).to_be_visible()
    expect(helene.locator(".no-many")).to_contain_text("se libérer")


def test_the_end_of_a_fight_offers_the_end_of_the_scene(raid: Raid) -> None:
    """OPS-TIME-01: one button for everybody who was there and is known to be; then its result."""
    raid.keeper.done("edit", character=raid.ids["ATHENA"], fields={"out_of_fight": True})
    keeper = raid.open()
    expect(keeper.locator("#fleft")).to_contain_text("1")
    keeper.locator(".sure summary").click()
    keeper.get_by_role("button", name="Finir le combat").click()
    after = keeper.locator(".fight__after")
    expect(after).to_contain_text("ATHENA")
    expect(after).not_to_contain_text(GHOUL)
    after.get_by_role("button", name="Finir la scène").click()
    expect(after.locator(".card")).to_be_visible()
    assert raid.state["characters"][raid.ids["ATHENA"]]["sheet"]["out_of_fight"] is False
    assert "stands" not in raid.marks("ARGOS")


def test_equal_foes_are_one_row_and_nothing_sticks_out_of_a_phone(raid: Raid) -> None:
    gang = [raid.keeper.made("character", "add", being="npc/guard") for _ in range(5)]
    raid.keeper.done("fight", fighters=[{"character": id, "side": "foes"} for id in gang])
    page = raid.open()
    expect(page.locator(f'.order [data-fighter="{gang[0]}"]')).to_contain_text("× 5")
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    dark = raid.open("Marc", theme="dark", language="en")
    expect(dark.locator("#fhead")).to_contain_text("Turn 1")
    for visitor in raid.visitors:
        assert visitor.axe() == []


def test_an_order_does_not_tell_that_somebody_is_hidden(running: Running) -> None:
    """OPS-CBT-02, OPS-CBT-03: something unnatural changes the order once it is seen, and not before."""
    opened = running.owner.post("/tables", {"system": "operators"}).json()
    keeper = running.caller(opened["link"]).at(opened["table"])
    ares, guard = (keeper.made("character", "add", being=being) for being in ("ready/ares", "npc/guard"))
    ghoul = keeper.made("character", "add", being="creature/ghoul", hidden=True)
    keeper.done("edit", character=guard, fields={"DEX": 20})
    keeper.done("edit", character=ghoul, fields={"DEX": 1})
    keeper.done("fight", fighters=[{"character": id} for id in (ghoul, guard, ares)])
    assert keeper.get().json()["fight"]["order"] == [ares, guard, ghoul]
    keeper.done("show", character=ghoul, hidden=False)
    for _ in range(3):
        keeper.done("turn")
    fight = keeper.get().json()["fight"]
    assert (fight["round"], fight["order"]) == (2, [guard, ares, ghoul])


def test_once_a_turn_is_spent_enter_throws_nothing_and_what_is_pressed_is_said(raid: Raid) -> None:
    """OPS-CBT-05: an act beyond the turn is the game master's word, in the log too, never a slip of the key."""
    raid.turn_of("ARGOS")
    page = raid.open()
    page.locator("#form .tl input").first.check(force=True)
    page.locator("#form .launch__go .btn--main").click()
    expect(page.locator("#fturn[data-spent]")).to_be_attached()
    sent = acts(page)
    for key in ("Escape", "Enter", "Enter"):
        page.keyboard.press(key)
    page.locator("#form .tl input").first.focus()
    page.keyboard.press("Enter")
    assert acts(page) == sent
    beyond = page.locator("#form .launch__go .btn--main")
    expect(beyond).to_contain_text("au-delà du tour")
    apart(page)
    beyond.click()
    expect(page.locator("#flog .card").first).to_contain_text("au-delà de son tour, sur décision de Contrôle")
    words = next(card for card in raid.keeper.log() if card["command"] == "do")["words"]
    assert words["beyond"]
