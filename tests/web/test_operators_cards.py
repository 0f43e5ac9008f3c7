"""Corners of a mission on the page: what cards say of changes, who is listed in a fight, a trade of one's own."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.forms.person_inputs import is_alone
from gardien.web.pages.prepare.workshop import beings, fields
from web.browsing import Visitor, tick
from web.client import Running
from web.test_forms_people import Mission
from web.test_forms_people import mission as mission  # a fixture

OPERATORS = find("operators")


def newest(mission: Mission, seat: str = "keeper", language: Any = "fr") -> Any:
    return mission.board(seat, language=language).log()["cards"][0]


def told(card: Any) -> list[tuple[str, str, str]]:
    return [(one.name, one.before, one.after) for one in card.changes]


# ---- what cards say ----


def test_the_first_use_of_a_vest_counts_down_from_what_it_had(mission: Mission) -> None:
    """OPS-ARM-03: three uses, of which one is gone; what was not touched is not told."""
    mission.act(c.Edit(character=mission.guard, fields={"worn": ["ballistic_vest"]}))
    mission.act(
        c.Do(
            procedure="apply_damage",
            character=mission.guard,
            given={"damage": 10, "damage_kind": "firearm", "location": "torso"},
        )
    )
    uses = [one for one in told(newest(mission)) if "gilet" in one[0].lower()]
    assert [one[1:] for one in uses] == [("3", "2")]


def test_what_was_nothing_is_told_by_what_it_is_and_what_is_gone_says_so(mission: Mission) -> None:
    mission.act(c.Edit(character=mission.ares, fields={"cell": "Delta"}))
    assert told(newest(mission)) == [(OPERATORS.terms.label("cell", "fr"), "", "Delta")]
    mission.act(c.Edit(character=mission.ares, fields={"cell": ""}))
    assert told(newest(mission)) == [(OPERATORS.terms.label("cell", "fr"), "Delta", "rien")]
    assert told(newest(mission, language="en"))[0][2] == "nothing"


def test_a_throw_that_luck_made_good_was_brought_down(mission: Mission) -> None:
    """OPS-LUCK-02: and one that it did not is above its target."""
    for plan, said in (({"max_shift": 40}, "ramené à"), ({}, "au-dessus de")):
        given = {"characteristic": "INT", "luck_plan": plan}
        mission.act(c.Do(procedure="test", character=mission.ares, given=given, dice=(90,)))
        assert said in newest(mission).figure


@pytest.mark.parametrize(("gender", "word"), [("f", "morte"), ("m", "mort")])
def test_a_state_agrees_with_whom_it_is_told_of(mission: Mission, gender: str, word: str) -> None:
    """OPS-HLTH-05."""
    mission.act(c.Edit(character=mission.ares, fields={"gender": gender}))
    mission.act(c.Do(procedure="apply_damage", character=mission.ares, given={"damage": 90, "ignore_armour": True}))
    assert (OPERATORS.terms.label("wound_level", "fr"), "indemne", word) in told(newest(mission))


def test_whoever_writes_on_a_sheet_is_named_not_the_character(mission: Mission) -> None:
    mission.act(c.Edit(character=mission.ares, fields={"cell": "Delta"}))
    card = newest(mission)
    assert (card.who, card.what) == ("Contrôle", "met à jour la fiche d’ARES")
    mission.act(c.Edit(character=mission.ares, fields={"cell": "Echo"}), mission.ann)
    assert (newest(mission).who, newest(mission).what) == ("Ann", "met à jour la fiche d’ARES")


def test_whoever_is_taken_away_does_not_leave_by_themselves(mission: Mission) -> None:
    mission.act(c.EndFight())
    mission.act(c.Remove(character=mission.vidal))
    card = newest(mission)
    assert (card.who, card.what.partition(" · ")[0]) == ("Contrôle", "retire le docteur Vidal du jeu")


# ---- who can do what with whom ----


def test_a_blast_a_chase_and_the_end_of_a_scene_are_nobodys_own(mission: Mission) -> None:
    """OPS-HAZ-03, M-01, OPS-SAN-04: acts of several, which the page offers among the others."""
    acts = dict(mission.board().acts())
    for key in ("explosion", "chase_turn", "end_scene"):
        assert key in acts
        assert not is_alone(OPERATORS, OPERATORS.procedure(key))
    form = mission.board().asker("end_scene", mission.ares)
    (people,) = form.main()
    players = {one.id for one in mission.board().players}
    assert {one.value for one in people.choices if one.chosen} == players
    chase = {one.name: one for one in mission.board().asker("chase_turn", mission.ares).main()}
    assert [one.name for one in chase["given.fugitive"].inside] == [
        "person.fugitive",
        "given.fugitive.vehicle",
        "given.fugitive.advantage",
    ]


def test_the_guard_of_each_is_left_as_it_stands_unless_somebody_says_so(mission: Mission) -> None:
    """OPS-CREAT-11: three choices for each in reach, the first of which sends nothing."""
    victims = next(
        one for one in mission.board().asker("creature_attack", mission.ghoul).main() if one.kind == "people"
    )
    (guard,) = victims.choices[0].inside
    assert [one.value for one in guard.choices] == ["", "true", "false"]
    assert guard.choices[0].chosen


def test_the_dead_are_not_asked_to_join_a_fight(mission: Mission) -> None:
    mission.act(c.EndFight())
    board = mission.board()
    listed = {one.id for one, _, _ in FightBoard(board.table, board.viewer, board.frame).candidates()}
    assert mission.guard in listed
    mission.act(c.Override(path=f"characters/{mission.guard}/sheet/wound_level", value="dead", reason="essai"))
    board = mission.board()
    listed = {one.id for one, _, _ in FightBoard(board.table, board.viewer, board.frame).candidates()}
    assert mission.guard not in listed


@pytest.mark.parametrize("language", ["fr", "en"])
def test_nobody_in_the_workshop_is_called_by_a_key(mission: Mission, language: Any) -> None:
    board = mission.board(language=language)
    words = [(one.name, one.about) for one in beings(board)]
    words += [(one.label, label) for one in fields(board) for _, label in one.values or (("", one.label),)]
    assert len(words) > 50
    assert [text for pair in words for text in pair if "_" in text or re.search(r"\b(peer|npc|none)\b", text)] == []


# ---- in the browser ----


def test_whoever_dies_leaves_the_list_of_targets_at_once(running: Running, browser: Browser) -> None:
    """The game master’s form stays open with what is filled in, without the dead."""
    table, link = set_demo(running.house.tables, OPERATORS, "fr")
    with Visitor(browser, running.url, link) as keeper:
        page = keeper.page
        keeper.open(f"/t/{table}/combat")
        play = running.house.tables.table(table).state.play
        ids = {one["sheet"]["name"]: id for id, one in play["characters"].items()}
        target = page.locator(f"#hand [name='person.defender'][value='{ids['Le vigile']}']")
        expect(target).to_have_count(1)
        page.locator("#fmore > summary").click()
        page.locator("#note").fill("à travers la vitre")
        caller = running.caller(link).at(table)
        caller.seat = "keeper"
        caller.done("override", path=f"characters/{ids['Le vigile']}/sheet/wound_level", value="dead", reason="essai")
        expect(target).to_have_count(0)
        expect(page.locator(f"#hand [name='person.defender'][value='{ids['Le docteur Vidal']}']")).to_have_count(1)
        expect(page.locator("#note")).to_have_value("à travers la vitre")
        keeper.calm()


def choose_trade(page: Page) -> None:
    page.locator("[name='v.specialty']").select_option("sympathiser")
    tick(page.locator("[name='v.custom_specialty.bonus_among.3']"))
    tick(page.locator("[name='v.custom_specialty.bonus_among.4']"))


def test_a_sympathiser_has_a_trade_written_on_the_page(running: Running, browser: Browser) -> None:
    """OPS-SPEC-04, M-10: asked for only then, checked as one writes, and kept on the sheet."""
    table, link = set_demo(running.house.tables, OPERATORS, "fr")
    with Visitor(browser, running.url, link, width=390) as keeper:
        page = keeper.page
        keeper.open(f"/t/{table}/creer")
        trade = page.locator("#only-custom_specialty")
        expect(trade).to_be_empty()
        page.locator("[name='v.codename']").fill("ORION")
        page.locator("[name='v.specialty']").select_option("sympathiser")
        expect(trade).to_contain_text("Points de bonus pour")
        page.locator("[name='v.specialty']").select_option("driver")
        expect(trade).to_be_empty()
        choose_trade(page)
        page.locator("[name='v.custom_specialty.advantages.0.characteristic']").select_option("EDU")
        page.locator("[name='v.custom_specialty.advantages.0.domain']").fill("archives")
        assert keeper.axe() == []
        page.locator("[value=all]:visible").first.click()
        expect(page.locator(".facts--sheet")).to_contain_text("Spécialité sur mesure")
        page.click("[value=add]")
        page.wait_for_url(re.compile(r"\?c=c\w+"))
        keeper.calm()
    sheets = [one["sheet"] for one in running.house.tables.table(table).state.play["characters"].values()]
    made = next(one for one in sheets if one.get("codename") == "ORION")
    assert made["specialty"] == "sympathiser"
    assert made["custom_specialty"]["bonus_among"] == ["INT", "EDU"]
    assert made["custom_specialty"]["advantages"] == [{"characteristic": "EDU", "domain": "archives"}]
