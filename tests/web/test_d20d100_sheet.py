"""Sheets of skills and weapons that fill themselves in: read, rolled from, written on, made step by step, printed."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from gardien.core.system import find
from gardien.table.demo import set_demo
from web.browsing import CHANGED_BY, Visitor, settled, tick
from web.client import Running

KEYS = re.compile(r"\b[a-z]+_[a-z_]+\b")  # a word no reader should ever see


class Night:
    """The demo night at the printing house; Augustin is played by Hélène."""

    def __init__(self, running: Running, browser: Browser) -> None:
        self.running, self.browser = running, browser
        self.table, self.link = set_demo(running.house.tables, find("d20d100"), "fr")
        self.keeper = running.caller(self.link).at(self.table)
        self.keeper.seat = "keeper"
        self.ids = {kept["sheet"]["name"]: id for id, kept in self.people.items()}
        self.augustin = self.ids["Augustin Ferrand"]
        done = self.keeper.done("seat", role="player", name="Hélène", characters=[self.augustin])
        self.player_link = str(done["link"])
        self.visitors: list[Visitor] = []

    @property
    def people(self) -> dict:
        return self.running.house.tables.table(self.table).state.play["characters"]

    def sheet(self) -> dict:
        return self.people[self.augustin]["sheet"]

    def visit(self, path: str, *, player: bool = False, **how: object) -> Visitor:
        link = self.player_link if player else self.link
        result = Visitor(self.browser, self.running.url, link, **how)  # type: ignore[arg-type]
        self.visitors.append(result)
        assert result.open(f"/t/{self.table}{path}").status == 200
        return result


@pytest.fixture
def night(running: Running, browser: Browser) -> Iterator[Night]:
    result = Night(running, browser)
    yield result
    for one in result.visitors:
        one.calm()
        one.close()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


# ---- read and rolled from ----


def test_every_number_of_the_sheet_opens_where_it_comes_from(night: Night):
    """D100-CORE-06, D100-CREA-17, D100-WPN-12: tiles, skills column by column, weapons in the game's notation."""
    page = night.visit(f"/fiche/{night.augustin}").page
    strength = page.locator(".tile", has=page.get_by_title("Force"))
    expect(strength).to_contain_text("+1")
    strength.locator("summary").click()
    expect(strength.locator(".why__pop")).to_contain_text("D100-MISS-02")
    skill = page.locator("#sec-skills tr", has=page.get_by_role("link", name="Observer"))
    assert [cell.strip() for cell in skill.locator("td").all_inner_texts()][1:5] == ["PER−1", "+2", "+8", ""]
    skill.locator("summary").click()
    for part in ("Perception", "Constante", "D100-CREA-11", "D100-CREA-17"):
        expect(skill.locator(".why__pop")).to_contain_text(part)
    gun = page.locator("#sec-fight tr", has_text="Colt .38")
    expect(gun).to_contain_text("+10/+5 ; +7//+2 ; +4///−1")
    gun.locator("summary").click()
    expect(gun.locator(".why__pop")).to_contain_text("Spécialité")
    assert not KEYS.search(page.locator("main").inner_text())
    skill.get_by_role("link", name="Observer").click()
    expect(page.locator("#form select")).to_have_value("observer")
    expect(page.locator("#odds")).to_contain_text("80 %")


def test_a_roll_is_one_touch_away_on_a_phone_with_its_odds_and_real_dice(night: Night):
    """D100-TEST-01, D100-TEST-05: a skill of the sheet, the Difficulty with its meaning, dice of one's own."""
    visitor = night.visit("#fiche", player=True, width=390)
    page = visitor.page
    target = page.locator(".thumb__family").get_by_role("link", name=re.compile("Écouter"))
    expect(target.locator(".sk__chance")).to_have_text("70\u202f%")
    box = target.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    before = page.locator("#log article").count()
    target.tap()
    expect(page.locator("#log article")).to_have_count(before + 1)
    expect(page.locator("#log article").first).to_contain_text("Écouter")
    assert page.url.endswith("#fiche")
    page.locator(".thumb__family").get_by_role("link", name=re.compile("Écouter")).click(button="right")
    hand = page.locator("#lancer")
    settled(page)  # the form that was asked for is there
    hand.get_by_role("radio", name=re.compile("^20")).evaluate("one => one.click()")  # wherever it has scrolled to
    expect(hand).to_contain_text("très difficile")
    expect(page.locator("#odds")).to_contain_text("45 %")
    tick(hand.locator("[data-real]"))
    hand.locator(".pad [data-face='13']").click()
    hand.get_by_role("button", name=re.compile("Valider")).click()
    page.goto(page.url.split("#")[0] + "#journal")
    card = page.locator("article.card").first
    expect(card).to_contain_text("Réussi")
    expect(card).to_contain_text("13 (d20) + 8 = 21")


# ---- written on ----


def test_a_score_that_changes_changes_all_that_rests_on_it(night: Night):
    """D100-CORE-06, D100-XP-05: a maimed hand; what follows is not asked for, weapons fill themselves in."""
    page = night.visit(f"/fiche/{night.augustin}?open=1&edit=characteristics").page
    form = page.locator("#sec-characteristics form")
    assert not KEYS.search(form.inner_text())
    form.get_by_role("textbox", name="Dextérité").fill("9")
    form.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".tile", has=page.get_by_title("Dextérité"))).to_contain_text("−1")
    sheet = night.sheet()
    assert (sheet["scores"]["DEX"], sheet["reflexes"], sheet["defence"]) == (9, -1, 14)
    assert (sheet["skills"]["revolver"]["total"], sheet["weapons"][0]["notation"]) == (4, "+7 ; +4// ; +1///")
    page.goto(f"{night.running.url}/t/{night.table}/fiche/{night.augustin}?open=1&edit=fight")
    form = page.locator("#sec-fight form")
    form.locator("summary", has_text="Ajouter une ligne").click()
    form.locator("details.rows__one").last.get_by_label("Arme", exact=True).select_option(label="Canne-épée")
    form.get_by_role("button", name="Enregistrer").click()
    line = page.locator("#sec-fight tr", has_text="Canne-épée")
    expect(line).to_contain_text("1d6")
    assert night.sheet()["weapons"][-1]["notation"]


# ---- everywhere ----


SHEET = "/fiche/{augustin}"
EVERYWHERE = (SHEET, f"{SHEET}?open=1&edit=skills", "/fiche/{ghoul}", "?a=opposed_test", "/creer?e=characteristics")


@pytest.mark.parametrize(("theme", "language", "paths"), [("light", "en", EVERYWHERE), ("dark", "fr", (SHEET,))])
def test_sheets_forms_and_creation_are_sound_on_the_narrowest_phone(
    night: Night, theme: str, language: str, paths: tuple[str, ...]
):
    how = {"width": 320, "theme": theme, "language": language}
    for path in paths:
        path = path.format(augustin=night.augustin, ghoul=night.ids["Ce qui gratte dans la cave"])
        visitor = night.visit(path, **how)
        assert visitor.axe(*CHANGED_BY[theme]) == [], path
        assert fits(visitor.page), path
        assert not KEYS.search(visitor.page.locator("main").first.inner_text()), path


# ---- making somebody ----


def test_an_investigator_is_made_with_dice_of_ones_own(night: Night):
    """CREA: seven rolls and their conditions, free places, EDU by studies, bases, traits, points and their limits."""
    page = night.visit("/creer", player=True, width=390).page
    assert page.locator(".steplist li").count() == 10
    page.get_by_label("Nom de famille").fill("Rivoire")
    page.locator("[name='v.profession']").fill("Policier")
    expect(page.locator("#note-profession")).to_contain_text("FOR pour les points")
    page.locator("#make-foot").get_by_role("button", name="Caractéristiques").click()
    for place, rolled in enumerate((13, 9, 12, 10, 11, 13, 8)):
        page.locator(f"[name='v.rolls.{place}']").fill(str(rolled))
    expect(page.locator("#bad-rolls")).to_contain_text("sinon les sept se relancent")
    page.locator("[name='v.rolls.0']").fill("16")
    expect(page.locator("#bad-rolls")).to_be_empty()
    expect(page.locator("#left-scores")).to_contain_text("7 jets à placer sur 7")
    for place, score in enumerate((16, 12, 13, 11, 10, 9, 12, 14, 10)):  # EDU should be the 8 and three points more
        page.locator(f"[name='v.scores.{place}.1']").fill(str(score))
    expect(page.locator("#bad-scores")).to_contain_text("écrire 11")
    page.locator("[name='v.scores.6.1']").fill("11")
    expect(page.locator("#bad-scores")).to_be_empty()
    expect(page.locator("#note-scores-6")).to_contain_text("collège")
    page.locator("#make-nav [value='step:base_skills']").click()
    expect(page.locator("#make-shown li", has_text="Grimper")).to_contain_text("+5")
    page.locator("#make-nav [value='step:traits']").click()
    page.locator("[name='v.traits.0.key']").select_option(label="Combat mobile")
    expect(page.locator("#note-traits-0")).to_contain_text("DEX 14 au moins")
    expect(page.locator("#make-aside")).to_contain_text("14 au moins")
    page.locator("[name='v.traits.0.key']").select_option(label="Athlétique")
    page.locator("#make-nav [value='step:profession_skills']").click()
    climb = page.locator(".line", has=page.get_by_text("Revolver"))
    climb.locator("input[inputmode]").fill("11")
    expect(page.locator("#bad-profession_spending")).to_contain_text("10")
    climb.locator("input[inputmode]").fill("9")
    expect(climb).to_contain_text("base −1, total +8")
    expect(page.locator("#left-profession_spending")).to_contain_text("55 points de profession à placer sur 64")
    assert fits(page)
    page.locator("#make-nav [value='step:equipment']").click()
    page.locator("[name='v.arms.0']").select_option(label="Colt .38")
    expect(page.locator("#note-arms-0")).to_contain_text("6 coups")
    page.locator("#make-nav [value='step:sheet']").click()
    card = page.locator("article.facts")
    for part in ("Rivoire", "Policier", "Colt .38", "+9/+4"):
        expect(card).to_contain_text(part)
    assert not KEYS.search(card.inner_text())
    page.get_by_role("button", name="Amener à la table").click()
    page.wait_for_url(re.compile(r"\?c=c\w+#fiche$"))
    made = next(kept["sheet"] for kept in night.people.values() if kept["sheet"]["name"] == "Rivoire")
    assert (made["scores"]["FOR"], made["scores"]["EDU"], made["skills"]["revolver"]["total"]) == (16, 11, 8)
    assert [kept["rolls"] for kept in made["creation_log"]["sets"]] == [[16, 12, 13, 11, 10, 9, 8]]


def test_an_investigator_drawn_whole_stands_in_every_step_and_prints(night: Night):
    visitor = night.visit("/creer", language="en")
    page = visitor.page
    page.get_by_role("button", name="Draw everything for me").first.click()
    card = page.locator("article.facts")
    expect(card).to_contain_text("Skills")
    assert not KEYS.search(card.inner_text())
    for step, left in (("characteristics", "scores"), ("profession_skills", "profession_spending")):
        page.locator(f"#make-nav [value='step:{step}']").click()
        expect(page.locator(f"#left-{left}")).to_contain_text("0 ")
        assert not KEYS.search(page.locator("#make").inner_text())
    for path in (f"/t/{night.table}/fiche/{night.augustin}.pdf", "/fiches/d20d100.pdf"):
        answer = page.request.get(night.running.url + path)
        assert (answer.status, answer.body()[:5]) == (200, b"%PDF-")
