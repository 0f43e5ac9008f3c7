"""The pictures of README and guides, taken from the real pages: `make pictures` keeps them in docs/pictures."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from gardien.core.system import find, keys
from gardien.table.demo import set_demo
from web.browsing import Visitor, settled
from web.client import Evening, Running

ROOT = Path(__file__).parent.parent.parent
KEPT = ROOT / "docs" / "pictures"
PICTURES = {  # name -> who looks, how wide, which page
    "table": ("keeper", 1440, "/t/{table}?c={leo}"),
    "phone": ("ann", 390, "/t/{table}#fiche"),
    "sheet": ("ann", 1440, "/t/{table}/fiche/{leo}"),
    "workshop": ("keeper", 1440, "/t/{table}/atelier"),
}
MOST_BYTES = 400_000
FIGHTS_MS = 60_000
KEEPING = bool(os.environ.get("GARDIEN_PICTURES"))


def furnish(evening: Evening) -> None:
    """Something to look at."""
    keeper, ann, leo, mia = evening.keeper, evening.ann, evening.leo, evening.mia
    keeper.done("scene", title="La lanterne éteinte", text="La mer respire sous la galerie, trop lentement.")
    climb = {"category": "physical", "opposition": {"value": 4}, "forced": True}
    ann.done("do", procedure="action", character=leo, given=climb, dice=[2, 5, 2], note="force la porte de la lanterne")
    keeper.done("do", procedure="investigate", character=mia, dice=[3], note="examine le noyé")
    keeper.done("ask", procedure="gauge_check", characters=[leo, mia], given={"gauge": "madness"}, text="La forme")


@pytest.mark.slow
def test_the_pictures_of_the_readme_are_those_of_the_pages(running: Running, browser: Browser, tmp_path: Path) -> None:
    evening = Evening(running)
    furnish(evening)
    folder = KEPT if KEEPING else tmp_path
    readme = (ROOT / "README.md").read_text("utf-8")
    for name, (who, width, path) in PICTURES.items():
        link = getattr(evening, who).link or ""
        with Visitor(browser, running.url, link, width=width, height=900 if width > 500 else 844) as visitor:
            visitor.page.goto(running.url + path.format(table=evening.table, leo=evening.leo))
            if name == "workshop":
                for worked_out in ("#danger .people", "#courses .curve"):  # fights are fought, which takes a while
                    visitor.page.locator(worked_out).first.wait_for(timeout=FIGHTS_MS)
            settled(visitor.page)
            taken = folder / f"{name}.png"
            visitor.page.screenshot(path=taken)
            visitor.calm()
        assert 10_000 < taken.stat().st_size < MOST_BYTES
        assert f"docs/pictures/{name}.png" in readme
        assert (KEPT / f"{name}.png").exists(), "make pictures takes them"


@pytest.mark.slow
def test_the_pictures_of_a_guide_are_those_of_its_table_to_try(
    running: Running, browser: Browser, tmp_path: Path
) -> None:
    """Of one game here, of all when they are kept; every guide shows those of its own."""
    folder = KEPT / "games" if KEEPING else tmp_path
    folder.mkdir(exist_ok=True)
    for key in keys() if KEEPING else keys()[:1]:
        table, link = set_demo(running.house.tables, find(key), "fr", "")
        with Visitor(browser, running.url, link) as visitor:
            visitor.open(f"/t/{table}")
            settled(visitor.page)
            visitor.page.screenshot(path=folder / f"{key}-table.png")
            sheet = visitor.page.locator("a[href*='/fiche/']").first.get_attribute("href")
            visitor.open(str(sheet))
            settled(visitor.page)
            visitor.page.screenshot(path=folder / f"{key}-sheet.png")
            visitor.calm()
    for key in keys():
        for name in (f"{key}-table.png", f"{key}-sheet.png"):
            assert 10_000 < (KEPT / "games" / name).stat().st_size < MOST_BYTES
            assert all(
                f"games/{name}" in (ROOT / "docs" / "games" / f"{key}.{one}.md").read_text() for one in ("fr", "en")
            )
