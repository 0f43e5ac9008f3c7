"""The workshop: every game's own questions, the danger of an encounter, what a plan takes from each mind."""

import re
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from gardien.core.system import find
from tiny.beside import TINY, tiny_beside_installed
from web.client import LEO, Evening, Running

ADA = {"system": "d20d100", "kind": "investigator", "name": "Ada", "san": 30, "scores": {"CON": 12, "TAI": 11}}
EVE = {
    "system": "cthulhud20",
    "kind": "investigator",
    "name": "Ève",
    **dict.fromkeys(("pv", "pf", "pv_max", "pf_max"), 3),
}
GAMES: dict[str, dict[str, Any]] = {
    "yacdha": {"sheets": [LEO], "foe": "npc/cultist", "plan": "Le corps\nLe puits"},
    "operators": {"beings": ["ready/ares"], "foe": "npc/thug", "plan": "Le charnier, sévère macabre\n\nCritique"},
    "d20d100": {
        "sheets": [ADA],
        "foe": "adversary/sectateur",
        "plan": "Le corps, 0/1d3\n\nLa goule\nCe qui tourne, 1d10/1d100",
    },
    "cthulhud20": {"sheets": [EVE], "foe": "creature/rat_thing", "plan": "La goule\n\nLe puits, 1d6/1d20"},
    "organique": {"beings": ["sample/rusty"], "foe": "creature/street_thug"},
    "coin": {"sheets": [{"system": "coin", "name": "Ada", "purse": 6}], "foe": "rival/miser"},
}
PLANNED = [system for system, game in GAMES.items() if "plan" in game]


@pytest.fixture(scope="module")
def running(shared: Evening) -> Iterator[Running]:
    """Every test has a table of its own, so one server does for all; its processes find the tiny games too."""
    with pytest.MonkeyPatch.context() as patch, tiny_beside_installed():
        patch.setenv("GARDIEN_SYSTEMS", str(TINY))
        yield shared.running


class Shop:
    """A keeper in the workshop of one game."""

    def __init__(self, running: Running, system: str, language: str = "fr") -> None:
        opened = running.owner.post("/tables", {"system": system}).json()
        self.table, game = opened["table"], GAMES[system]
        keeper = running.caller(opened["link"]).at(self.table)
        keeper.seat = "keeper"
        seat = keeper.done("seat", role="player", name="Ann")["card"]["words"]["seat"]
        self.keeper = keeper
        self.us = [keeper.made("character", "add", sheet=sheet, seat=seat) for sheet in game.get("sheets", ())]
        self.us += [keeper.made("character", "add", being=being, seat=seat) for being in game.get("beings", ())]
        self.foe, self.plan = game["foe"], game.get("plan", "")
        self.client = httpx2.Client(base_url=running.url, follow_redirects=True, timeout=40, verify=False)
        self.client.cookies.set("lang", language)
        self.client.get(f"/l/{opened['link']}")

    def page(self) -> str:
        answer = self.client.get(f"/t/{self.table}/atelier")
        assert answer.status_code == 200
        return answer.text

    def post(self, path: str, **form: Any) -> str:
        answer = self.client.post(
            f"/t/{self.table}/atelier/{path}", data=form, headers={"origin": str(self.client.base_url).rstrip("/")}
        )
        assert answer.status_code == 200, answer.text
        return answer.text


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("system", GAMES)
def test_the_page_asks_what_the_game_asks(running: Running, system: str, language: str) -> None:
    shop, fights = Shop(running, system, language), find(system).fights
    page = shop.page()
    for one in fights.choices:
        assert f'name="{one.key}"' in page
        assert fights.words["tactic"][one.key][language].replace("’", "’") in page
        for value in one.values:
            assert f'<option value="{value}"' in page
    assert ("/atelier/budget" in page) == (system in PLANNED)
    if system in PLANNED:
        assert fights.words["shop"]["horrors"][language] in page
    left_out = fights.words["shop"].get("left_out")
    assert not left_out or left_out[language] in page


@pytest.mark.parametrize("system", GAMES)
def test_an_encounter_is_weighed_and_drawn(running: Running, system: str) -> None:
    shop = Shop(running, system)
    chosen = {one.key: one.default for one in find(system).fights.choices}
    part = shop.post("peser", us=shop.us, **{f"count.{shop.foe}": "1"}, **chosen)
    assert 'class="refusal"' not in part
    assert len(re.findall(r"#man", part)) == 23  # twenty and the legend
    assert find(system).fights.words["shop"]["rounds"]["fr"] in part


@pytest.mark.parametrize("system", GAMES)
def test_a_larger_encounter_is_simulated_and_says_so(running: Running, system: str) -> None:
    shop = Shop(running, system)
    part = shop.post("peser", us=shop.us, **{f"count.{shop.foe}": "7"})
    assert 'class="refusal"' not in part
    assert "simulé" in part


@pytest.mark.parametrize("system", GAMES)
def test_nobody_fights_nobody(running: Running, system: str) -> None:
    shop = Shop(running, system)
    assert "Il faut quelqu’un de chaque côté." in shop.post("peser", us=shop.us)


@pytest.mark.parametrize(("status", "why"), [("unconscious", "sans connaissance"), ("coma", "dans le coma")])
def test_whoever_is_in_no_state_to_fight_is_not_weighed(running: Running, status: str, why: str) -> None:
    """YAC-COM-21, YAC-LUC-09: nor offered."""
    shop = Shop(running, "yacdha")
    (us,) = shop.us
    assert f'name="us" value="{us}" checked' in shop.page()
    shop.keeper.done("edit", character=us, fields={"status": status})
    assert f'name="us" value="{us}" checked' not in shop.page()
    part = shop.post("peser", us=shop.us, **{f"count.{shop.foe}": "1"})
    assert 'class="refusal"' in part
    assert why in part


@pytest.mark.parametrize("system", PLANNED)
def test_a_plan_is_weighed_and_drawn(running: Running, system: str) -> None:
    shop, fights = Shop(running, system), find(system).fights
    part = shop.post("budget", us=shop.us, horrors=shop.plan)
    assert 'class="refusal"' not in part
    assert fights.words["shop"]["to_lost"]["fr"] in part
    for mark in fights.marks:
        assert fights.words["shop"]["mark"][mark]["fr"] in part
    columns = len(re.findall(r'<text class="mid" x="\d+" y="136">', part))
    assert columns == {"yacdha": 3, "operators": 5, "d20d100": 5, "cthulhud20": 4}[system]


def test_a_game_without_words_of_its_own_has_a_workshop_all_the_same(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kit says which are missing (tests/house/test_newcomers.py); the page shows their keys."""
    monkeypatch.setitem(vars(find("coin").fights), "words", {})
    shop = Shop(running, "coin")
    assert "rival/miser" in shop.page()
    part = shop.post("peser", us=shop.us, **{f"count.{shop.foe}": "1"})
    assert 'class="refusal"' not in part
    assert "<span>rounds</span>" in part
