"""A body drawn on a sheet, fatigue beside life, and the table of the group: what a game declares is on every page."""

import html
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pypdf
import pytest
from playwright.sync_api import Browser, expect

from gardien.core.system import find
from gardien.systems.cthulhud20.sheet.samples import sample_creature, sample_person
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from web.browsing import Visitor
from web.client import Running

BLEEDS = {
    "zone": "left_leg",
    "gb": 10,
    "severity": "grave",
    "pf_loss": 3,
    "pv_loss": 2,
    "bleeding": True,
    "stabilised": False,
    "treated": False,
    "surgery_done": False,
    "next_tick_in_rounds": 10,
}


class Alley:
    """Paul, shot in the leg, and a zombie that only the game master sees whole; Paul is Hélène's."""

    def __init__(self, running: Running) -> None:
        self.running = running
        opened = running.owner.post("/tables", {"system": "cthulhud20", "title": "L’Impasse"}).json()
        self.table, self.link = str(opened["table"]), str(opened["link"])
        self.keeper = running.caller(self.link).at(self.table)
        sheets: tuple[Any, ...] = (sample_person("paul", "fr"), sample_creature("zombie", "fr"))
        paul, zombie = (msgspec.to_builtins(one) for one in sheets)
        self.paul = self.keeper.made("character", "add", sheet={**paul, "pf": 1, "pv": 8, "wounds": [BLEEDS]})
        self.zombie = self.keeper.made("character", "add", sheet=zombie)
        self.player_link = str(self.keeper.done("seat", role="player", name="Hélène", characters=[self.paul])["link"])

    def page(self, path: str, link: str = "", **how: Any) -> httpx2.Response:
        """A page as somebody with a link gets it."""
        with httpx2.Client(base_url=self.running.url, follow_redirects=True, timeout=20, verify=False) as client:
            client.get(f"/l/{link or self.link}")
            return client.get(f"/t/{self.table}{path}", **how)

    def sheet(self, id: str) -> dict[str, Any]:
        play = self.running.house.tables.table(self.table).state.play
        return dict(play["characters"][id]["sheet"])


@pytest.fixture(scope="module")
def alley(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alley]:
    store = open_store(Path(tmp_path_factory.mktemp("alley")) / "store.db")
    with Running(store) as running:
        yield Alley(running)
    store.close()


def test_the_malus_of_fatigue_is_on_every_page(alley: Alley) -> None:
    """On the sheet, on the player's own page, among those at the table, and in a fight."""
    for path, link in (("", ""), (f"/fiche/{alley.paul}", ""), ("", alley.player_link)):
        text = alley.page(path, link).text
        assert "malus −4" in text, path
        assert "saigne" in text, path
    done = alley.keeper.done("fight", fighters=[{"character": one} for one in (alley.paul, alley.zombie)])
    fight = alley.page("/combat").text
    alley.keeper.done("undo", to=None, seen=done["version"])
    assert "malus −4" in fight
    assert fight.count('class="turn__life"') == 4  # PF and PV of both


def test_a_part_of_the_body_leads_to_a_wound_there(alley: Alley) -> None:
    """For the game master, whose wounds are; a stranger's body is not even drawn."""
    own = alley.page(f"/fiche/{alley.paul}").text
    there = f"/t/{alley.table}?c={alley.paul}&amp;a=apply_wound&amp;given.zone=left_leg#lancer"
    assert f'<a href="{there}" aria-label="Jambe gauche\xa0: CA par zone 8, grave, GB\xa010' in own
    assert "apply_wound" not in alley.page(f"/fiche/{alley.paul}", alley.player_link).text
    assert 'class="body' not in alley.page(f"/fiche/{alley.zombie}", alley.player_link).text
    form = alley.page("", params={"c": alley.paul, "a": "apply_wound", "given.zone": "left_leg"}).text
    assert '<option value="left_leg" selected>' in form


def test_the_table_of_the_group_is_the_game_masters_alone(alley: Alley) -> None:
    assert alley.page("/groupe", alley.player_link).status_code == 403
    assert alley.page("/groupe.pdf", alley.player_link).status_code == 403
    assert "/groupe" not in alley.page("", alley.player_link).text
    assert f'href="/t/{alley.table}/groupe"' in alley.page("").text


@pytest.mark.parametrize("system", ["yacdha", "operators", "d20d100"])
def test_a_game_that_declares_no_such_table_has_one_of_its_gauges(running: Running, system: str) -> None:
    id, link = set_demo(running.house.tables, find(system), "fr")
    with httpx2.Client(base_url=running.url, follow_redirects=True, verify=False) as client:
        client.get(f"/l/{link}")
        page = client.get(f"/t/{id}/groupe").text
        people = running.caller(link).at(id).get().json()["characters"].values()
        assert "État du groupe" in page
        assert all(html.escape(one["sheet"]["name"]) in page for one in people)
        assert client.get(f"/t/{id}/groupe.pdf").content[:5] == b"%PDF-"
        assert client.get(f"/fiches/{system}/groupe.pdf").content[:5] == b"%PDF-"


def test_the_table_of_the_group_prints(alley: Alley) -> None:
    """CD20-TRACK-01: everybody at the table, then empty lines; and a blank one for whoever wants it."""
    answer = alley.page("/groupe.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    page = pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    for word in ("Tableau de gestion", "L’Impasse", "Paul", "Malus −4", "soins DD", "Zombie"):
        assert word in page, word
    blank = httpx2.get(f"{alley.running.url}/fiches/cthulhud20/groupe.pdf", headers={"Accept-Language": "en"})
    assert pypdf.PdfReader(io.BytesIO(blank.content)).pages[0].extract_text().count("Penalty:") == 8


def test_the_table_of_the_group_lives(alley: Alley, browser: Browser) -> None:
    """Points are moved there by one touch, and what somebody else writes appears by itself; on a phone, in the dark."""
    with Visitor(browser, alley.running.url, alley.link, width=390, theme="dark") as keeper:
        keeper.open(f"/t/{alley.table}/groupe")
        row = keeper.page.locator(f'[data-row="{alley.paul}"]')
        expect(row).to_contain_text("Malus −4")
        row.get_by_role("button", name="Paul, Points de fatigue, plus").click()
        expect(row).to_contain_text("Malus −4")
        expect(row.locator(".roster__now").first).to_have_text("2 / 10")
        assert alley.sheet(alley.paul)["pf"] == 2
        alley.keeper.done("edit", character=alley.paul, fields={"pf": 6})
        expect(row).to_contain_text("Malus −2")
        assert keeper.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert keeper.axe() == []
        keeper.open(f"/t/{alley.table}/fiche/{alley.paul}")
        expect(keeper.page.locator("svg.body .z")).to_have_count(7)
        assert keeper.axe() == []
        keeper.calm()
