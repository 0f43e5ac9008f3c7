"""Sheets with a clock and columns of percentages: read at a glance, rolled from, written on, made step by step."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from gardien.core.system import find
from gardien.table.demo import set_demo
from web.browsing import CHANGED_BY, Visitor
from web.client import Running

HURT = {
    "wound_level": "light",
    "wounds": [{"damage": 9, "level": "light", "location": "right_leg"}, {"damage": 3, "level": "superficial"}],
    "si": 3,
    "drain": {"FOR": {"temporary": 2}},
}
KEYS = re.compile(r"\b[a-z]+_[a-z_]+\b")  # a word no reader should ever see


class Mission:
    """The demo raid; ARES is hurt, and played by Hélène."""

    def __init__(self, running: Running, browser: Browser) -> None:
        self.running, self.browser = running, browser
        self.table, self.link = set_demo(running.house.tables, find("operators"), "fr")
        self.keeper = running.caller(self.link).at(self.table)
        self.keeper.seat = "keeper"
        self.ids = {kept["sheet"]["name"]: id for id, kept in self.people.items()}
        self.ares = self.ids["ARES"]
        self.keeper.done("edit", character=self.ares, fields=HURT)
        delay = {"delay": 3, "unit": "hours", "since": 0}  # as if drawn: a new wound begins without one
        self.keeper.done("edit", character=self.ares, fields={"clock": delay})
        done = self.keeper.done("seat", role="player", name="Hélène", characters=[self.ares])
        self.player_link = str(done["link"])
        self.visitors: list[Visitor] = []

    @property
    def people(self) -> dict:
        return self.running.house.tables.table(self.table).state.play["characters"]

    def sheet(self) -> dict:
        return self.people[self.ares]["sheet"]

    def visit(self, path: str, *, player: bool = False, **how: object) -> Visitor:
        link = self.player_link if player else self.link
        result = Visitor(self.browser, self.running.url, link, **how)  # type: ignore[arg-type]
        self.visitors.append(result)
        assert result.open(f"/t/{self.table}{path}").status == 200
        return result


@pytest.fixture
def mission(running: Running, browser: Browser) -> Iterator[Mission]:
    result = Mission(running, browser)
    yield result
    for one in result.visitors:
        one.calm()
        one.close()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


# ---- at a glance ----


def test_the_death_clock_is_a_picture_with_its_word_wherever_somebody_is_shown(mission: Mission):
    """OPS-HLTH-01: the worst wound is the hand, older ones are dotted; marks are 0, SB/2, SB, 2×SB."""
    page = mission.visit(f"/fiche/{mission.ares}").page
    clock = page.get_by_role("img", name="Horloge de la mort : blessure légère")
    expect(clock).to_be_visible()
    assert clock.locator("text").all_text_contents() == ["0", "8", "16", "32"]
    assert (clock.locator(".hand").count(), clock.locator(".old").count()) == (1, 1)
    expect(page.locator(".dialbox__word")).to_contain_text("Blessure légère")
    expect(page.locator(".quad .on")).to_have_text(re.compile("blessure légère"))
    expect(page.locator("#sec-body")).to_contain_text("Blessure légère, jambe droite, 9 points")
    expect(page.locator("#sec-body")).to_contain_text("encore 3 heures sur 3 heures")
    table = mission.visit("").page
    small = table.locator(f"#p-{mission.ares}").get_by_role("img", name="Horloge de la mort : blessure légère")
    expect(small).to_be_visible()
    expect(table.locator(f"#p-{mission.ares}")).to_contain_text("blessure légère")
    assert table.locator("[style]").count() == 0


def test_a_player_sees_how_badly_others_are_hurt_and_no_number_of_theirs(mission: Mission):
    watchman = mission.ids["Le vigile"]
    mission.keeper.done(
        "edit", character=watchman, fields={"wound_level": "grave", "wounds": [{"damage": 17, "level": "grave"}]}
    )
    page = mission.visit(f"/fiche/{watchman}", player=True, width=390).page
    clock = page.get_by_role("img", name="Horloge de la mort : blessure grave")
    expect(clock).to_be_visible()
    assert clock.locator("text").count() == 0
    assert page.locator(".quad, .scores").count() == 0
    assert "17" not in page.locator("#sec-body").inner_text()


# ---- three columns ----


def test_a_percentage_is_rolled_by_a_touch_and_says_what_weighs_on_it(mission: Mission):
    """OPS-CREA-06, OPS-CREAT-09, OPS-ARM-04: ×5, ×3, ×1 of the score as it is now."""
    visitor = mission.visit("#fiche", player=True, width=390)
    row = visitor.page.locator("#mine .score", has=visitor.page.get_by_title("Force"))
    expect(row).to_contain_text("16 affaiblissement −2")
    assert row.get_by_role("link").all_inner_texts() == ["70", "42", "14"]
    target = row.get_by_role("link").first.bounding_box()
    assert target is not None
    assert min(target["width"], target["height"]) >= 44
    row.get_by_role("link", name=re.compile("Difficile")).tap()
    expect(visitor.page.locator("#log article").first).to_contain_text("difficile de FOR")
    row.get_by_role("link", name=re.compile("Difficile")).click(button="right")
    hand = visitor.page.locator("#lancer")
    expect(hand.get_by_role("radio", name="Force")).to_be_checked()
    expect(hand.get_by_role("radio", name="Difficile")).to_be_checked()
    sheet = mission.visit(f"/fiche/{mission.ares}").page
    sheet.locator("#why-DEX summary").click()
    expect(sheet.locator("#why-DEX .why__pop")).to_contain_text("OPS-ARM-04")


def test_a_weapon_of_the_sheet_leads_to_its_shot(mission: Mission):
    """OPS-DMG-01, OPS-OPT-05: damage, zones, rounds and magazines in one line."""
    page = mission.visit(f"/fiche/{mission.ares}").page
    row = page.locator("#sec-gear tr", has_text="HK416")
    for part in ("1D6+12", "0–2", "30/30", "2 chargeurs", "rafale"):
        expect(row).to_contain_text(part)
    row.get_by_role("link").click()
    expect(page.get_by_role("radio", name="HK416, 5,56")).to_be_checked()


# ---- what is decided beforehand ----


def test_a_player_decides_about_attacks_even_where_sheets_are_closed(mission: Mission):
    """OPS-CBT-12: chosen before the blow is seen."""
    mission.keeper.done("settings", players_edit=False)
    page = mission.visit("#fiche", player=True, width=390).page
    order = page.locator("#mine details.order")
    order.locator("summary").click()
    order.get_by_text("Esquive ou pare", exact=True).click()
    order.locator("[name='sheet.guard.max_shift']").fill("12")
    order.get_by_role("button", name="Enregistrer").click()
    expect(page.locator("#mine")).to_contain_text("ne se défend pas, jusqu’à 12 points de Chance par jet")
    guard = mission.sheet()["guard"]
    assert (guard["defends"], guard["max_shift"]) == (False, 12)
    refused = mission.running.caller(mission.player_link).at(mission.table)
    refused.seat = "player"
    answer = refused.act("edit", character=mission.ares, fields={"luck": 90, "guard": {"defends": True}})
    assert answer.status_code == 403


# ---- written by name ----


def test_what_is_worn_and_carried_is_chosen_by_its_name(mission: Mission):
    visitor = mission.visit(f"/fiche/{mission.ares}?open=1&edit=gear")
    page = visitor.page
    form = page.locator("#sec-gear form")
    assert not KEYS.search(form.inner_text())
    form.get_by_label("Casque forces spéciales").uncheck()
    form.get_by_label("Gilet balistique").check()
    form.get_by_role("button", name="Enregistrer").click()
    expect(page.locator("#sec-gear table").last).to_contain_text("Gilet balistique")
    assert set(mission.sheet()["worn"]) == {"ballistic_vest", "plate_carrier"}
    assert [one["key"] for one in mission.sheet()["weapons"]] == ["hk416", "glock17", "combat_knife", "unarmed"]


def test_drain_and_the_delay_of_a_wound_are_written_as_groups(mission: Mission):
    page = mission.visit(f"/fiche/{mission.ares}?open=1&edit=body").page
    form = page.locator("#sec-body form")
    form.locator("[name='sheet.drain.0.value.permanent']").fill("1")
    form.locator("[name='sheet.clock.delay']").fill("")
    form.get_by_role("button", name="Enregistrer").click()
    expect(page.locator("#sec-body-body")).to_contain_text("−1 pour toujours")
    assert mission.sheet()["drain"]["FOR"] == {"temporary": 2, "permanent": 1}
    assert not mission.sheet().get("clock")
    assert [one["damage"] for one in mission.sheet()["wounds"]] == [9, 3]


# ---- everywhere ----


SHEET = "/fiche/{ares}"
EVERYWHERE = (SHEET, f"{SHEET}?open=1&edit=gear", "/ajouter", "/creer")


@pytest.mark.parametrize(("theme", "language", "paths"), [("light", "en", EVERYWHERE), ("dark", "fr", (SHEET,))])
def test_sheets_bestiary_and_creation_are_sound_on_the_narrowest_phone(
    mission: Mission, theme: str, language: str, paths: tuple[str, ...]
):
    how = {"width": 320, "theme": theme, "language": language}
    for path in paths:
        visitor = mission.visit(path.format(ares=mission.ares), **how)
        assert visitor.axe(*CHANGED_BY[theme]) == [], path
        assert fits(visitor.page), path
        assert not KEYS.search(visitor.page.locator("main").inner_text()), path


# ---- making somebody ----


def test_an_operator_is_made_in_the_steps_of_the_book(mission: Mission):
    """OPS-CREA-01, on six screens: what follows from scores stands below them; limits say why, points what they buy."""
    page = mission.visit("/creer", player=True, width=390).page
    assert page.locator(".steplist li").count() == 7
    page.get_by_label("Nom de code").fill("Corvus")
    page.locator("[name='v.age']").fill("44")
    page.locator("[name='v.specialty']").select_option("cyber")
    page.locator("#make-foot").get_by_role("button", name="Caractéristiques").click()
    for code, total in zip(("FOR", "CON", "DEX", "INT", "EDU", "POU", "APP"), (9, 12, 13, 16, 17, 11, 7), strict=True):
        page.locator(f"[name='v.{code}']").fill(str(total))
    page.locator("[name='v.APP']").press("Tab")
    expect(page.locator("#bad-APP")).to_contain_text("2D6+6 donne de 8 à 18")
    expect(page.locator("#note-INT")).to_have_text("80 · 48 · 16 %")
    page.locator("[name='v.APP']").fill("8")
    page.locator("[name='v.bonus.3.1']").fill("4")
    page.locator("[name='v.bonus.3.1']").press("Tab")
    expect(page.locator("#bad-bonus")).to_contain_text("Un point de bonus de trop : 4 placés, 3 à placer")
    page.locator("[name='v.bonus.3.1']").fill("2")
    page.locator("[name='v.bonus.3.1']").press("Tab")
    expect(page.locator("#left-bonus")).to_contain_text("1 point de bonus à placer sur 3")
    expect(page.locator("#make-shown")).to_contain_text("Seuil de blessure 11")
    expect(page.locator("#make-shown tr", has_text="INT")).to_contain_text("80")
    page.locator("#make-nav [value='step:possessions']").click()
    page.locator("[name='v.weapons.0.key']").select_option(label="Glock 17, 9×19")
    page.locator("[name='v.worn.0']").select_option(label="Gilet balistique")
    page.locator("#make-nav [value='step:sheet']").click()
    card = page.locator("article.facts")
    for part in ("Corvus", "Cyber", "Glock 17, 9×19", "Gilet balistique"):
        expect(card).to_contain_text(part)
    assert not KEYS.search(card.inner_text())
    assert fits(page)
    page.get_by_role("button", name="Amener à la table").click()
    page.wait_for_url(re.compile(r"\?c=c\w+#fiche$"))
    made = next(kept["sheet"] for kept in mission.people.values() if kept["sheet"]["name"] == "Corvus")
    assert (made["INT"], made["bonus"], made["worn"]) == (16, {"INT": 2}, ["ballistic_vest"])
    assert made["weapons"][0]["key"] == "glock17"


def test_an_operator_drawn_whole_reads_like_somebody(mission: Mission):
    page = mission.visit("/creer", language="en").page
    page.get_by_role("button", name="Draw everything for me").first.click()
    card = page.locator("article.facts")
    expect(card).to_contain_text("Wound threshold")
    assert not KEYS.search(card.inner_text())
    for key in ("psychology", "possessions", "past"):
        page.locator(f"#make-nav [value='step:{key}']").click()
        expect(page.locator("#make-title")).to_be_visible()
        assert not KEYS.search(page.locator("#make").inner_text())
