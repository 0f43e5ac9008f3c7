"""The form of an act in a fight: whom it is aimed at first, and how much of it lies behind the fold."""

import json

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from gardien.core.system import find, keys
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.store.base import Store
from gardien.table.tables import Table, Tables
from gardien.web.pages.entry import cookie_name
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.forms.forms import Choice, Field
from gardien.web.pages.frame import Frame
from table.conftest import quick as quick  # a fixture
from web.browsing import Visitor, settled
from web.client import Running

AIMED = {
    "yacdha": "first_aid",
    "operators": "attack_firearm",
    "d20d100": "attack",
    "cthulhud20": "attack",
    "organique": "combat_action",
}


def fighting(store: Store, game: str) -> tuple[Table, str]:
    """The demo table in a fight, in which one of those in sight takes no part."""
    tables = Tables(store)
    table = tables.table(set_demo(tables, find(game), "fr")[0])
    people = table.state.play["characters"]
    in_sight = [id for id, one in people.items() if not one.get("hidden")]
    commands: list[c.AnyCommand] = [c.EndFight()] if table.state.play.get("fight") else []
    commands.append(c.Fight(fighters=tuple(c.Fighter(character=id) for id in (*in_sight[:1], *in_sight[2:]))))
    for at, command in enumerate(commands):
        table.act("keeper", c.Envelope(action=f"f{at}", command=command), "fr")
    return table, in_sight[1]


@pytest.mark.parametrize("game", keys())
def test_whoever_is_not_in_the_fight_comes_last_and_is_said_to_be_apart(quick: Store, game: str) -> None:
    table, bystander = fighting(quick, game)
    board = FightBoard(table, table.viewer("keeper"), Frame("fr"))
    hand = board.desk.hand(AIMED[game], board.order[0], listed=True)
    choices: tuple[Choice, ...] = next(
        field.choices for field in fields(hand.form.main()) if field.kind in ("person", "people")
    )
    apart = [one.value for one in choices if one.group == "Hors du combat"]
    assert bystander in apart
    assert [one.value for one in choices][-len(apart) :] == apart
    assert not set(apart) & set(board.order)


def test_what_one_press_declares_is_taken_back_with_one(running: Running) -> None:
    """Whoever hesitates does nothing, all at once; one undo, and all hesitate again."""
    table, link = set_demo(running.house.tables, find("yacdha"), "fr")
    keeper = running.caller(link).at(table)
    cookie = {"Cookie": f"{cookie_name(table)}={link}"}
    httpx2.post(f"{running.url}/t/{table}/combat/declarer", headers=cookie, data={"idle": "1"})
    assert len(keeper.get().json()["fight"]["declared"]) > 2
    keeper.done("undo")
    assert keeper.get().json()["fight"]["declared"] == {}


def test_a_group_that_acts_as_proposed_is_taken_back_with_one(running: Running) -> None:
    """Each in their turn, and the turns between them: one press, and one undo."""
    table, link = set_demo(running.house.tables, find("operators"), "fr")
    keeper, state = running.caller(link).at(table), running.house.tables.table(table)
    brought = keeper.done("add", being="npc/bystander", count=2, foe=True)["card"]["words"]["all"]
    keeper.done("fight", fighters=[{"character": id, "side": "foes"} for id in brought])
    while (now := state.state.play["fight"]["order"][state.state.play["fight"]["turn"]]) not in brought:
        keeper.done("turn")
    proposal = keeper.get("/proposals", params={"character": now}).json()["proposals"][0]
    sent = {"character": now, "procedure": proposal["procedure"], "given": json.dumps(proposal["given"]), "group": "1"}
    before = state.state.play
    cookie = {"Cookie": f"{cookie_name(table)}={link}"}
    httpx2.post(f"{running.url}/t/{table}/combat/accepter", headers=cookie, data=sent, timeout=60)
    assert state.state.play["fight"]["turn"] != before["fight"]["turn"]
    keeper.done("undo")
    assert state.state.play == before


def fields(form: list[Field]) -> list[Field]:
    return [one for field in form for one in (field, *field.inside)]


def test_the_fold_counts_what_can_be_filled_in_for_the_act_that_is_chosen(running: Running, browser: Browser) -> None:
    """A stun has no use for shots, a weight or a part to maim; a shot has for some of them."""
    table, link = set_demo(running.house.tables, find("organique"), "fr")
    with Visitor(browser, running.url, link, width=1366, height=768) as keeper:
        page = keeper.page
        keeper.open(f"/t/{table}/combat")
        settled(page)
        fold = page.locator("#fmore")
        asked = fold.locator(".stack > [data-field], .stack > div:not([hidden]) > [data-field]")
        for action in ("stun", "strike", "throw_object"):
            page.locator("#form select[name='given.action']").select_option(action)
            settled(page)
            expect(fold.locator("[data-count]")).to_have_text(f"({asked.count()})")
        settled(page)
        expect(page.locator("#useful-kg [data-field]")).to_be_attached()
        keeper.calm()
