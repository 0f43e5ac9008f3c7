"""The workshop: every game's own questions, the danger of an encounter, what a plan takes from each mind."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import httpx2
import msgspec
import pytest
from playwright.sync_api import Browser, expect

import gardien
from gardien.core import ready
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.scaling import scaled
from gardien.core.simulation import Some, Somebody
from gardien.core.system import find
from gardien.web.encounters import Against, fight_file, names_of_beings, scaled_being
from gardien.web.pages.prepare import weighing
from tiny.beside import TINY, tiny_beside_installed
from web.browsing import Visitor
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
        patch.setattr(weighing, "QUICK_RUNS", 400)  # how sure they are is not what is tried here
        yield shared.running


class Shop:
    """A keeper in the workshop of one game."""

    def __init__(self, running: Running, system: str, language: str = "fr") -> None:
        opened = running.owner.post("/tables", {"system": system}).json()
        self.table, self.link, game = opened["table"], opened["link"], GAMES[system]
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


SCALED = {  # a foe, and what half as much again makes of it: the first value that its game counts
    "yacdha": ("creature/ghoul", "boxes", 6, 9),
    "operators": ("npc/gang_gunner", "FOR", 12, 18),
    "d20d100": ("creature/profond", "pv_max", 14, 21),
    "cthulhud20": ("creature/cultist", "pv_max", 9, 14),
    "organique": ("creature/street_thug", "FOR", 11, 16),
}


@pytest.mark.parametrize("system", SCALED)
def test_a_foe_is_made_stronger_value_by_value_and_put_in_play_so(running: Running, system: str) -> None:
    """What its game says counts in a fight, told before and after with the reason; nothing else on the sheet."""
    shop = Shop(running, system)
    foe, field, before, after = SCALED[system]
    chosen = {one.key: one.default for one in find(system).fights.choices}
    said = {"us": shop.us, f"count.{foe}": "1", "strength": "150", **chosen}
    if system == "operators":  # the same part in all of them
        assert f"{before} → <b>{after}</b>" in shop.post("peser", **said)
    shop.post("jouer", **said, action="plus-fort")
    people = shop.keeper.get().json()["characters"].values()
    (brought,) = [one["sheet"] for one in people if one["sheet"].get(field) == after]
    printed = json.loads(msgspec.json.encode(ready.being(find(system), foe, "fr")))
    counted = {scale.field.partition(".")[0] for scale in find(system).fights.scales}
    counted |= {"effective", *(name for scale in find(system).fights.scales for name in scale.also)}  # what follows
    assert {name for name in printed if brought.get(name) != printed[name]} <= counted


@pytest.mark.parametrize("strength", [25, 50, 80, 120, 200, 400])
@pytest.mark.parametrize("system", SCALED)
def test_whoever_is_in_the_pack_can_be_any_strength_or_is_said_not_to_be(system: str, strength: int) -> None:
    """The sheet holds by its own rules; stronger is never weaker in anything."""
    game = find(system)
    for one in names_of_beings(game, "fr"):
        printed = json.loads(msgspec.json.encode(ready.being(game, one, "fr")))
        _, values = scaled(printed, game.fights.scales, Fraction(strength, 100))
        assert all((value.after > value.before) == (strength > 100) for value in values)
        if values:
            scaled_being(game, Against(being=one, strength=strength), "fr")
        else:
            with pytest.raises(Refusal, match="can be scaled"):
                scaled_being(game, Against(being=one, strength=strength), "fr")


def test_the_strength_is_found_at_which_the_fight_has_the_wanted_chance(running: Running) -> None:
    """One against one, weighed completely: the nearest of a few tries, and the form keeps it."""
    shop = Shop(running, "operators")
    said = {"us": shop.us, f"count.{shop.foe}": "1", "wanted": "50"}
    page = shop.post("doser", **said)
    found = re.search(r"À (\d+)\s%", page)
    assert found is not None
    assert f'name="strength" type="number" min="25" max="400" step="5" value="{found[1]}"' in page
    assert int(found[1]) > 100  # a thug alone is no match


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


BLOCKS = {
    "operators": "VIGILE FOR 14 CON 12 DEX 11",
    "d20d100": "Goule\nFOR 16 CON 13 TAI 13 DEX 13 PV 13",
    "cthulhud20": "GOULE For 13 Dex 12 Con 14",
    "organique": "VIGILE FOR 12 AGI 11 VIT 9",
    "yacdha": "VIGILE trauma 2",
}


@pytest.mark.parametrize("system", BLOCKS)
def test_people_of_the_table_and_pasted_blocks_are_weighed_by_the_page_and_the_api(
    running: Running, system: str
) -> None:
    """As they are now; and whoever is called alike gets a number."""
    shop = Shop(running, system)
    foe = shop.keeper.made("character", "add", being=shop.foe)
    assert f'name="them" value="{foe}"' in shop.page()
    part = shop.post("peser", us=shop.us, paste=BLOCKS[system])
    assert 'class="refusal"' not in part
    assert "#man" in part
    weighed = shop.keeper.post("/workshop", {"characters": shop.us, "against": [{"character": foe}]}).json()["fight"]
    assert [one["side"] for one in weighed["fighters"]] == ["us", "them"]
    refused = shop.keeper.post("/workshop", {"characters": shop.us, "against": [{"being": "creature/nobody"}]}).json()
    assert refused["error"]["id"] == "field/one_of"


@pytest.mark.parametrize("system", BLOCKS)
def test_everybody_of_the_pack_is_weighed_by_a_sheet_as_by_a_row_and_names_are_their_own(system: str) -> None:
    game, fights = find(system), find(system).fights
    us, weighed = Somebody("Moi", msgspec.to_builtins(gardien.create(system, seed=3))), 0
    for being, name in list(names_of_beings(game, "fr").items())[::4]:
        table, _, row = being.partition("/")
        sheet = msgspec.to_builtins(game.table_rules.beings[table](row, "fr"))
        foes = [Somebody(name, sheet, 2), Somebody(name, sheet), Some(name, table, row, 1)]
        file = fight_file(game, ("us", "them"), [us], foes, {}, {})
        given = {field: value for field, value in file.items() if field not in ("system", "options")}
        with suppress(Refusal):  # whoever does not fight
            fight = fights.fight(parse(fights.fight_given, given, "fight"), game.options())
            names = [one.id for one in fight.fighters]
            assert len(set(names)) == len(names) == 5
            weighed += 1
    assert weighed > 3


def test_what_is_exact_comes_first_then_how_far_the_rest_is(running: Running) -> None:
    shop = Shop(running, "organique")
    lines = [
        json.loads(line) for line in shop.post("peser/live", us=shop.us, **{f"count.{shop.foe}": "6"}).splitlines()
    ]
    found = [re.match(r'<div id="(\w+)', one.lstrip())[1] for one in lines]
    assert (*found[:3], found[-1]) == ("scaled", "danger", "duels", "danger")
    assert all("<progress value=" in one and " sur 400 · " in one for one in lines[3:-1])
    assert "simulé" in lines[-1]


def test_more_than_can_be_weighed_is_refused_by_name(running: Running) -> None:
    shop = Shop(running, "yacdha")
    assert "10000" in (part := shop.post("peser", us=shop.us, **{f"count.{shop.foe}": "10000"}))
    assert "20" in part


def test_an_encounter_is_found_put_in_play_and_taken_back(running: Running, browser: Browser) -> None:
    shop = Shop(running, "organique")
    keeper = Visitor(browser, running.url, shop.link, width=1366, height=768)
    page = keeper.page
    before = [one["sheet"]["name"] for one in shop.keeper.get().json()["characters"].values()]
    keeper.open(f"/t/{shop.table}/atelier")
    expect(page.locator("#foes-n")).to_contain_text("possibles")
    page.get_by_role("textbox", name="Voyou").fill("0")
    page.get_by_placeholder("Chercher un adversaire").fill("crocodile")
    expect(page.locator("#foes-n")).to_have_text("1 trouvé")
    row = page.locator("#foes li").locator("visible=true")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Plus").click()
    page.get_by_placeholder("Chercher un adversaire").fill("rat")
    page.locator("#foes li").locator("visible=true").first.get_by_role("button", name="Plus").click()
    expect(page.get_by_role("button", name="Mettre en jeu")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Simuler").first).to_be_in_viewport()
    assert keeper.axe() == []
    page.get_by_role("button", name="Mettre en jeu").click()
    page.wait_for_url(f"**/t/{shop.table}/combat")
    came = {one["sheet"]["name"] for one in shop.keeper.get().json()["characters"].values()} - set(before)
    assert "Crocodile des égouts" in came
    assert len(came) == 2
    shop.keeper.done("undo")  # two kinds, one press
    assert [one["sheet"]["name"] for one in shop.keeper.get().json()["characters"].values()] == before
    keeper.calm()


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


def test_a_search_that_is_cut_short_tells_the_nearest_so_far(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is an answer already, a weighing that takes too long is no refusal; on a page none speaks of `by`."""
    asked, times = weighing.asked, [0]

    async def once(*given: Any) -> Any:
        times[0] += 1
        if times[0] > allowed:
            raise Refusal("http/too_long", kind="refused", most=30)
        return await asked(*given)

    monkeypatch.setattr(weighing, "asked", once)
    shop = Shop(running, "operators")
    said = {"us": shop.us, f"count.{shop.foe}": "1", "wanted": "1"}
    allowed = 1
    assert re.search(r"À 100\s%", shop.post("doser", **said))
    allowed, times[0] = 0, 0
    with pytest.raises(AssertionError, match="Ce calcul prendrait trop de temps"):
        shop.post("doser", **said)
