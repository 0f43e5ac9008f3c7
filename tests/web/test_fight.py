"""A fight on the page: three people in three browsers, and at every step what the library computes."""

import re
from collections.abc import Iterator
from fractions import Fraction

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from gardien.core.calling import do, odds_of
from gardien.core.terms import percent
from gardien.systems.yacdha.table.forecast import round_forecast
from gardien.table.handlers.fights import round_of
from tiny.beside import TINY
from web.browsing import Visitor
from web.client import Evening, Running


class Fight:
    """The game master on a laptop, two players on phones, all on the page of the fight."""

    def __init__(self, evening: Evening, browser: Browser) -> None:
        self.evening = evening
        url, self.path = evening.running.url, f"/t/{evening.table}/combat"
        self.keeper = Visitor(browser, url, evening.keeper.link or "")
        self.ann = Visitor(browser, url, evening.ann.link or "", width=390, height=844)
        self.bob = Visitor(browser, url, evening.bob.link or "", width=390, height=844)
        self.all = (self.keeper, self.ann, self.bob)
        for one in self.all:
            assert one.open(self.path).status == 200

    @property
    def table(self):
        return self.evening.running.house.tables.table(self.evening.table)

    def given(self) -> dict:
        """The round as the library would be asked to play it."""
        return round_of(self.table.state).given

    def sheet(self, id: str) -> dict:
        return self.table.state.play["characters"][id]["sheet"]


@pytest.fixture
def fight(evening: Evening, browser: Browser) -> Iterator[Fight]:
    evening.keeper.done("edit", character=evening.leo, fields={"trauma": 5})
    result = Fight(evening, browser)
    yield result
    for one in result.all:
        one.calm()
        one.close()


def card_of(page: Page, id: str) -> Locator:
    return page.locator(f'.decl [data-fighter="{id}"]')


def declare(page: Page, act: str, target: str = "", *ticked: str) -> None:
    """Fill in the form that is open and send it."""
    form = page.locator("#form")
    if act:
        form.get_by_role("radio", name=act, exact=True).check()
    if target:
        form.locator(".aims").get_by_role("radio", name=target, exact=True).check()
    for name in ticked:
        form.get_by_role("checkbox", name=name).check()
    form.get_by_role("button", name="Déclarer", exact=True).click()


def open_form(page: Page, id: str, name: str) -> None:
    card_of(page, id).get_by_role("link").first.click()
    expect(page.locator("#form h2")).to_have_text(name)


def type_dice(page: Page, faces: tuple[int, ...]) -> None:
    page.locator("#fround").get_by_text("Dés réels").click()
    for at, face in enumerate(faces):
        expect(page.locator("#pad .pad__slot")).to_have_count(at + 1)
        page.locator(f'#pad [data-face="{face}"]').click()
    expect(page.locator("#pad .pad__slot--now")).to_have_count(0)


def shown(chance: Fraction) -> str:
    return percent(chance, "fr")


def test_two_rounds_with_surprise_a_hold_flight_and_luck_against_death(fight: Fight) -> None:
    evening, keeper, ann, bob = fight.evening, fight.keeper.page, fight.ann.page, fight.bob.page
    leo, mia, thug, ghoul = evening.leo, evening.mia, evening.thug, evening.ghoul
    name_of_thug = fight.sheet(thug)["name"]
    name_of_ghoul = fight.sheet(ghoul)["name"]

    # Nobody fights yet; the cast is ticked, whoever is hidden is not, and players are told to wait.
    expect(ann.get_by_text("Pas de combat en cours.")).to_be_visible()
    ticks = keeper.locator(".gather input[type=checkbox]")
    assert [box.is_checked() for box in ticks.all()] == [True, True, True, False]
    ticks.nth(3).check()
    keeper.get_by_role("button", name="Engager le combat").click()
    expect(card_of(keeper, ghoul)).to_contain_text("Hors de vue")
    expect(card_of(ann, leo)).to_contain_text("Hésite")
    assert name_of_ghoul not in ann.content()

    # Mia is surprised: the game master rules so, and she has nothing to declare.
    open_form(keeper, mia, "Mia")
    keeper.locator("#form").get_by_role("button", name="Sous l’effet de la surprise").click()
    expect(card_of(bob, mia)).to_contain_text("Ne peut agir")
    expect(card_of(bob, mia)).to_contain_text("surpris · ce round")
    bob.locator(".no summary", has_text="Attaquer").click()
    expect(bob.locator(".no[open]")).to_contain_text("n’agit pas au premier round")

    # Léo goes for a hold. His phone knows the odds of each answer of the target, not the target itself.
    form = ann.locator("#form")
    form.get_by_role("radio", name="Immobiliser").check()
    form.locator(".aims").get_by_role("radio", name=name_of_thug).check()
    form.get_by_role("checkbox", name=re.compile("Boxe")).check()
    mine = {"id": "Léo", "action": "immobilise", "target": "Voyou", "level": 2, "trauma": 5}
    for words, answer in (("occupée ailleurs", {"action": "other"}), ("qui esquive", {"action": "dodge"})):
        other = {"id": "Voyou", "kind": "npc", **answer}
        odds = odds_of("yacdha", "combat_round", {"combatants": [mine, other]}, by=("after.Voyou",))
        held = sum(
            one.chance
            for one in odds
            if one.outcome["after.Voyou"]["held_by"] or one.outcome["after.Voyou"]["status"] != "active"
        )
        row = ann.locator("#fodds .tgt", has_text=words)
        expect(row.locator(".num")).to_have_text(shown(Fraction(held)))
    form.get_by_role("button", name="Déclarer", exact=True).click()
    expect(card_of(ann, leo)).to_contain_text("Immobiliser")
    expect(card_of(keeper, leo)).to_contain_text("Immobiliser")
    expect(card_of(bob, leo)).to_contain_text("Déclaré")
    assert "Immobiliser" not in card_of(bob, leo).inner_text()

    # The round waits for the thug; then the game master reads the odds of it, act by act and fighter by fighter.
    expect(keeper.locator("#fgo [data-key=r]")).to_have_attribute("aria-disabled", "true")
    open_form(keeper, thug, name_of_thug)
    declare(keeper, "Attaquer", "Mia")
    expect(keeper.locator("#fgo [data-key=r]")).not_to_have_attribute("aria-disabled", "true")
    forecast = round_forecast(fight.given())
    for act in forecast.acts:
        row = keeper.locator(f'#fchances [data-act-of="{act.actor}"]')
        expect(row.locator("td.n")).to_have_text(shown(act.success))
    odds = odds_of("yacdha", "combat_round", fight.given(), by=("after.Mia.trauma",))
    least, most = (f(one.outcome["after.Mia.trauma"] for one in odds) for f in (min, max))
    expect(keeper.locator('#fchances [data-fate-of="Mia"]')).to_contain_text(f"trauma 1 → {least} à {most}")

    # Dice from the wood, one by one; the page then shows what the rule makes of them.
    given, faces = fight.given(), (3, 2)
    type_dice(keeper, faces)
    keeper.locator("#fgo [data-key=r]").click()
    expect(keeper.locator("#fhead")).to_contain_text("Round 2")
    after = do("yacdha", "combat_round", given, dice=faces).outcome["after"]
    assert after["Léo"]["holding"] == name_of_thug
    expect(card_of(bob, mia)).to_contain_text(f"{after['Mia']['trauma']} / 6")
    expect(card_of(bob, leo)).to_contain_text(f"tient le {name_of_thug.lower()}")
    expect(card_of(keeper, thug)).to_contain_text("tenu par Léo")
    expect(bob.locator("#flog .card")).to_contain_text(f"e {name_of_thug.lower()} attaque Mia")

    # Whoever is held cannot flee, and is told why.
    open_form(keeper, thug, name_of_thug)
    keeper.locator(".no summary", has_text="Fuir").click()
    expect(keeper.locator(".no[open]")).to_contain_text("Léo tient")

    # The ghoul steps out of the dark and turns on Léo, who holds on and trusts his luck; Mia runs.
    card_of(keeper, ghoul).get_by_role("button", name="Montrer à la table").click()
    expect(ann.locator("#fdecl")).to_contain_text(name_of_ghoul)
    declare(ann, "", "", "Chance contre la mort")
    expect(card_of(ann, leo)).to_contain_text("chance contre la mort")
    declare(bob, "Fuir")
    expect(card_of(bob, mia)).to_contain_text("Fuir")
    open_form(keeper, ghoul, name_of_ghoul)
    declare(keeper, "Attaquer", "Léo")
    expect(keeper.locator("#fmissing")).to_contain_text("Tout est déclaré")
    given, faces = fight.given(), (5,)
    fates = {fate.who: dict(fate.fields["status"]) for fate in round_forecast(given).fates}
    expect(keeper.locator('#fchances [data-fate-of="Léo"]')).to_contain_text(
        "coma, à coup sûr" if fates["Léo"]["coma"] == 1 else f"coma {shown(fates['Léo']['coma'])}"
    )
    type_dice(keeper, faces)
    keeper.keyboard.press("r")
    outcome = do("yacdha", "combat_round", given, dice=faces).outcome
    assert outcome["after"]["Léo"]["status"] == "coma"
    assert outcome["after"]["Mia"]["status"] == "fled"
    for page in (keeper, ann, bob):
        expect(page.locator("#flog .card").first).to_contain_text("Léo : coma")
        expect(page.locator(".fallen summary")).to_have_text("Hors de combat : 2")
    assert fight.sheet(leo)["luck"] == outcome["after"]["Léo"]["luck"] == 0

    # Taken back: the round is struck through, everybody stands where they stood and has declared what they declared.
    keeper.get_by_role("button", name="Revenir avant ce round").first.click()
    expect(keeper.locator("#flog .card--undone")).to_have_count(1)
    expect(keeper.locator("#fhead")).to_contain_text("Round 2")
    expect(card_of(ann, leo)).to_contain_text("chance contre la mort")
    expect(card_of(keeper, mia)).to_contain_text("Fuir")
    assert fight.sheet(leo) == {**fight.sheet(leo), "status": "active", "luck": 1, "trauma": 5}
    for one in fight.all:
        assert one.axe() == []

    # It ends behind a question, and everybody is told.
    keeper.locator(".sure summary").click()
    keeper.get_by_role("button", name="Finir le combat").click()
    ann.wait_for_url("**#lancer")
    end = keeper.locator("#fend")
    expect(end).to_contain_text("Tous les personnages tiennent debout.")
    expect(end.locator(".story")).to_contain_text("Round 1")
    expect(end.get_by_role("link", name="Retour à la table")).to_be_visible()
    end.get_by_role("button", name="Reprendre le combat").click()
    expect(card_of(keeper, mia)).to_contain_text("Fuir")


def test_what_hesitates_is_frozen_and_equal_foes_are_one_row(fight: Fight) -> None:
    evening, keeper = fight.evening, fight.keeper.page
    gang = [evening.keeper.made("character", "add", being="npc/cultist") for _ in range(8)]
    name = fight.sheet(gang[0])["name"]
    sides = [{"character": id, "side": "foes"} for id in (*gang, evening.leo, evening.mia)]
    evening.keeper.done("fight", fighters=sides)
    expect(card_of(keeper, gang[0])).to_contain_text(f"{name} × 8")
    open_form(keeper, gang[0], name)
    keeper.locator("#form").get_by_role("radio", name="Attaquer").check()
    keeper.locator("#form .aims").get_by_role("radio", name="Mia").check()
    keeper.get_by_role("button", name="Déclarer pour les 8").click()
    expect(card_of(keeper, gang[0])).to_contain_text(re.compile("Attaquer.*Mia"))
    expect(keeper.locator("#fmissing")).to_contain_text("Il manque Léo et Mia")
    keeper.keyboard.press("h")
    expect(card_of(keeper, evening.mia)).to_contain_text("Esquiver")
    expect(keeper.locator("#fchances tbody tr")).to_have_count(1)
    expect(keeper.locator("#fchances tbody tr")).to_contain_text(f"{name} × 8")
    keeper.keyboard.press("r")
    expect(keeper.locator("#fhead")).to_contain_text("Round 2")
    for width in (320, 390):
        keeper.set_viewport_size({"width": width, "height": 700})
        assert keeper.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_the_odds_on_a_phone_know_no_more_than_its_player(evening: Evening) -> None:
    """Neither what the target has declared nor what is on its sheet moves them; the outlook is the game master's."""
    people = [{"character": id, "side": ""} for id in (evening.mia, evening.thug)]
    evening.keeper.done("fight", fighters=people)
    home = f"/t/{evening.table}/combat"
    with httpx2.Client(base_url=evening.running.url, timeout=10, verify=False) as bob:
        bob.get(f"/l/{evening.bob.link}", follow_redirects=True)
        draft = {"character": evening.mia, "given.action": "attack", "given.target": evening.thug}
        first = bob.post(f"{home}/choix", data=draft)
        assert first.status_code == 200
        assert "%" in first.text
        evening.keeper.done("edit", character=evening.thug, fields={"trauma": 4, "occupations": {"Boxe": 3}})
        evening.keeper.done("declare", character=evening.thug, given={"action": "dodge", "claims": ["Boxe"]})
        assert bob.post(f"{home}/choix", data=draft).text == first.text
        assert bob.get(f"{home}/chances").status_code == 403
        assert bob.post(f"{home}/des", data={"dice": ""}).status_code == 403
        assert bob.post(f"{home}/engager", data={"fighter": evening.leo}).status_code == 403
        sent = {"character": evening.thug, "given.action": "flee"}
        assert bob.post(f"{home}/declarer", data=sent).status_code == 403


def test_dice_being_typed_outlive_a_change_of_mind_and_luck_can_be_promised_to_ones_own_die(fight: Fight) -> None:
    evening, keeper, ann = fight.evening, fight.keeper.page, fight.ann.page
    leo, thug = evening.leo, evening.thug
    evening.keeper.done("edit", character=leo, fields={"trauma": 2})
    evening.keeper.done("fight", fighters=[{"character": leo}, {"character": thug}])
    evening.keeper.done("declare", character=thug, given={"action": "other"})
    ann.locator("#form").get_by_text("Mon dA devient 6").click()
    declare(ann, "Attaquer", fight.sheet(thug)["name"], "Avantage forcé")
    expect(card_of(keeper, leo)).to_contain_text("si mon dT l’emporte")

    # The first die lies on the pad when Léo changes his mind; it stays there, and the pad asks for what is due now.
    keeper.locator("#fround").get_by_text("Dés réels").click()
    keeper.locator('#pad [data-face="2"]').click()
    expect(keeper.locator("#pad .pad__slot").first).to_contain_text("2")
    evening.ann.done("declare", character=leo, given={"action": "dodge"})
    expect(card_of(keeper, leo)).to_contain_text("Esquiver")
    expect(keeper.locator("#pad")).to_contain_text("2")
    promised = {"action": "attack", "target": thug, "forced": True, "luck_convert": {"die": 1, "value": 6}}
    evening.ann.done("declare", character=leo, given=promised)
    expect(keeper.locator("#pad .pad__slot--now")).to_be_visible()
    keeper.locator('#pad [data-face="5"]').click()
    expect(keeper.locator("#pad .pad__slot--now")).to_have_count(0)
    expected = do("yacdha", "combat_round", fight.given(), dice=[2, 5])
    keeper.get_by_role("button", name="Révéler et résoudre").click()
    expect(keeper.locator("#flog .card").first).to_contain_text("la chance change 2 en 6")
    assert expected.outcome["after"]["Léo"]["luck"] == fight.sheet(leo)["luck"] == 0


@pytest.mark.usefixtures("tiny")
def test_a_game_of_turns_has_its_order_and_its_next_and_back_keys(
    running: Running, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARDIEN_SYSTEMS", str(TINY))
    opened = running.owner.post("/tables", {"system": "pennies"}).json()
    caller = running.caller(opened["link"]).at(opened["table"])
    caller.seat = "keeper"
    for name, purse in (("Zoé", 3), ("Ada", 12), ("Max", 7)):
        caller.done("add", sheet={"system": "pennies", "name": name, "purse": purse})
    with Visitor(browser, running.url, opened["link"]) as keeper:
        page = keeper.page
        keeper.open(f"/t/{opened['table']}/combat")
        page.get_by_role("button", name="Engager le combat").click()
        expect(page.locator(".order .turn__name")).to_have_text(["Ada", "Max", "Zoé"])
        expect(page.locator(".turn--now")).to_contain_text("Ada")
        page.locator("#hand .launch__go .btn--main").click()
        expect(page.locator("#flog .card")).to_contain_text("Ada")
        page.keyboard.press("n")
        expect(page.locator(".turn--now")).to_contain_text("Max")
        expect(page.locator(".fight__hand h2")).to_have_text("Max")
        page.keyboard.press("n")
        expect(page.locator(".turn--now")).to_contain_text("Zoé")
        page.keyboard.press("n")
        expect(page.locator("#fhead")).to_contain_text("Round 2")
        page.keyboard.press("Shift+N")
        expect(page.locator("#fhead")).to_contain_text("Round 1")
        expect(page.locator(".turn--now")).to_contain_text("Zoé")
        assert keeper.axe() == []
        keeper.calm()
