"""The fight page of a game master on a laptop: what is in sight, what keys do, what Gardien proposes, how it ends."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from gardien.core.simulation import Proposal
from gardien.core.system import find
from gardien.table.demo import set_demo
from web.browsing import Visitor, settled
from web.client import Running, refusal


def in_sight(*places: Locator) -> None:
    """Whole in the window, without anything of the page having moved."""
    for place in places:
        box = place.bounding_box()
        assert box is not None, place
        height = place.page.evaluate("() => innerHeight")
        assert box["y"] >= 0, (str(place), box)
        assert box["y"] + box["height"] <= height + 1, (str(place), box)
    assert places[0].page.evaluate("() => { scrollTo(0, 99); return scrollY; }") == 0


def now_of(running: Running, table: str) -> str:
    fight = running.house.tables.table(table).state.play["fight"]
    return str(fight["order"][fight["turn"]])


def is_npc(running: Running, table: str) -> bool:
    play = running.house.tables.table(table).state.play
    return now_of(running, table) in [id for id, side in play["fight"]["sides"].items() if side == "foes"]


def next_turn(page: Page, running: Running, table: str) -> None:
    before = now_of(running, table)
    page.keyboard.press("n")
    expect(page.locator(".turn--now")).not_to_have_attribute("data-fighter", before)
    settled(page)


def test_a_whole_fight_by_keys_alone(running: Running, browser: Browser) -> None:
    """Turns, a proposal accepted, a check of everybody, the end and the way back: no finger touches the screen."""
    table, link = set_demo(running.house.tables, find("operators"), "fr")
    with Visitor(browser, running.url, link, width=1366, height=768) as keeper:
        page, keys = keeper.page, keeper.page.keyboard
        running.caller(link).at(table).done("add", being="npc/guard")  # who could still be brought in takes no key
        keeper.open(f"/t/{table}")
        settled(page)
        keys.press("s")
        expect(page.locator("#scene-title")).to_be_focused()
        keys.press("Escape")
        keys.press("c")
        page.wait_for_url(f"**/t/{table}/combat")
        settled(page)
        keys.press("v")
        expect(page.locator(".tl input").first).to_be_focused()
        keys.press("Escape")
        while not is_npc(running, table):
            next_turn(page, running, table)
        expect(page.locator("#fplay")).to_have_attribute("aria-pressed", "false")
        settled(page)
        keys.press("g")
        proposal = page.locator("#fprop .prop__say")
        expect(proposal).to_be_visible()
        in_sight(proposal, page.locator("#faccept .btn--main"))
        settled(page)
        assert running.house.tables.table(table).state.play["fight"]["round"] == 1
        logged = page.locator("#flog .card").count()
        keys.press("Enter")
        expect(page.locator("#flog .card")).to_have_count(logged + 1)
        in_sight(page.locator("#flog .card .card__word").first)
        settled(page)

        keys.press("s")  # the horror appears
        expect(page.locator(".fight__hand h2")).to_have_text("SAN pour tous")
        settled(page)
        spent = running.house.tables.table(table).state.play["characters"][now_of(running, table)].get("marks")
        keys.press("d")
        expect(page.locator("#asks .ask")).to_be_visible()
        assert running.house.tables.table(table).state.play["characters"][now_of(running, table)].get("marks") == spent
        keys.press("Escape")
        settled(page)

        keys.press("e")
        expect(page.locator("#fsure button")).to_be_focused()
        keys.press("Enter")
        end = page.locator("#fend")
        expect(end.locator(".fin__say")).not_to_be_empty()
        in_sight(end.locator(".fin__say"), end.locator("#fback"))
        assert keeper.axe() == []
        keys.press("Enter")
        page.wait_for_url(f"**/t/{table}")
        keeper.calm()


def test_what_is_proposed_can_be_changed_or_refused_and_nothing_falls_by_itself(
    running: Running, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = find("operators")
    table, link = set_demo(running.house.tables, system, "fr")
    people = running.house.tables.table(table).state.play["characters"]
    ids = {one["sheet"]["name"]: id for id, one in people.items()}
    asked = [Proposal("attack_firearm", {"defender": {"character": ids[name]}}, "") for name in ("ARES", "ATHENA")]
    monkeypatch.setattr(type(system.fights), "propose", lambda self, who, others: asked)
    keeper_api = running.caller(link).at(table)
    keeper_api.seat = "keeper"
    refusal(keeper_api.get("/proposals", params={"character": ids["ARES"]}), 403, "fight/played")
    told = keeper_api.get("/proposals", params={"character": ids["L’homme de la cour"]}).json()["proposals"]
    assert [one["given"]["defender"]["character"] for one in told] == [ids["ARES"], ids["ATHENA"]]
    while now_of(running, table) != ids["L’homme de la cour"]:
        keeper_api.done("turn")
    with Visitor(browser, running.url, link, width=1366, height=768) as keeper:
        page = keeper.page
        keeper.open(f"/t/{table}/combat")
        version = running.house.tables.table(table).state.version
        page.keyboard.press("g")
        expect(page.locator("#fprop")).to_contain_text("tire sur ARES")
        expect(page.locator("#fprop")).to_contain_text("Plutôt\u00a0: Tirer → ATHENA")
        expect(page.locator(f'.tl [value="{ids["ARES"]}"]')).to_be_checked()
        page.keyboard.press("x")
        expect(page.locator("#fprop")).to_contain_text("tire sur ATHENA")
        page.keyboard.press("c")
        expect(page.locator("#faccept")).to_have_count(0)
        expect(page.locator("#form .launch__go .btn--main")).to_contain_text("Tirer → ATHENA")
        page.locator("#fplay").click()
        expect(page.locator("#fprop")).to_have_count(0)
        for key, said in (("g", "tire sur ARES"), ("x", "tire sur ATHENA"), ("x", "")):
            page.keyboard.press(key)
            expect(page.locator("#fprop")).to_contain_text(said)
        expect(page.locator("#fprop")).to_contain_text("rien d’autre à proposer")
        assert running.house.tables.table(table).state.version == version
        keeper.calm()


def test_people_are_placed_and_sides_set_when_a_fight_begins_and_dragged_after(
    running: Running, browser: Browser
) -> None:
    """OPS-CBT-08: the sniper does not stand where everybody else does."""
    opened = running.owner.post("/tables", {"system": "operators"}).json()
    caller = running.caller(opened["link"]).at(opened["table"])
    caller.seat = "keeper"
    ares, guard = (caller.made("character", "add", being=being) for being in ("ready/ares", "npc/guard"))
    with Visitor(browser, running.url, opened["link"], width=1366, height=768) as keeper:
        page = keeper.page
        keeper.open(f"/t/{opened['table']}/combat")
        page.locator(f'[name="place.{guard}"]').select_option("2")
        page.get_by_role("button", name="Engager le combat").click()
        token = page.locator(f'[data-token="{guard}"]')
        expect(page.locator('[data-band="2"]').locator(token)).to_be_visible()
        who = page.locator(f'[data-token="{guard}"], [data-token="{ares}"]').filter(has_not=page.locator(".token--me"))
        moved = page.locator("[data-token][draggable]").first
        moved.drag_to(page.locator('[data-band="0"]'))
        expect(page.locator('[data-band="0"] [data-token]')).to_have_count(2)
        assert who.count() == 2
        expect(page.locator(f'[data-fighter="{guard}"]')).to_have_class("turn foe")
        page.locator(f"#more-{guard} summary").click()
        page.locator(f"#more-{guard}").get_by_role("button", name="Change de camp").click()
        expect(page.locator(f'[data-fighter="{guard}"]')).to_have_class("turn")
        undo = page.locator("#undoing .btn--undo")
        expect(undo).to_contain_text("vigile change de camp")
        late = [caller.made("character", "add", being=f"ready/{one}") for one in ("athena", "argos")]
        caller.done("fight", fighters=[{"character": id, "side": "allies"} for id in late])
        expect(undo).to_contain_text("Annuler\u00a0: ATHENA et ARGOS entrent dans le combat")
        keeper.calm()


def test_what_is_proposed_says_its_chance_against_the_best_defence_too(running: Running, browser: Browser) -> None:
    """ORG-REA-01: a blow that nobody answers is not the blow that will be thrown."""
    table, link = set_demo(running.house.tables, find("organique"), "fr")
    people = running.house.tables.table(table).state.play["characters"]
    blade = next(id for id, one in people.items() if one["sheet"]["name"] == "La Lame")
    keeper_api = running.caller(link).at(table)
    keeper_api.seat = "keeper"
    while now_of(running, table) != blade:
        keeper_api.done("turn")
    with Visitor(browser, running.url, link, width=1366, height=768) as keeper:
        keeper.open(f"/t/{table}/combat")
        keeper.page.keyboard.press("g")
        expect(keeper.page.locator("#fprop")).to_contain_text(
            re.compile(r"95\s%.de réussir, [\d,]+\s%.avec (esquive|parade)")
        )
        expect(keeper.page.locator(".tl", has_text="hors de portée").first).to_contain_text("impossible")
        keeper.calm()
