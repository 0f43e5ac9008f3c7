"""Chromium for the tests of the pages: `browser` is one for a module, a `Visitor` is somebody's device at a server.

owner = Visitor(browser, running).enter(running.link)
owner.page.get_by_role("button", name="Nouvelle table").click()
owner.is_sound("home")                     # no sideways scrolling, nothing for axe to say
"""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, sync_playwright

from web.client import Running

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
PATIENCE_MILLISECONDS = 10_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser of this machine."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(QUIET))
        yield chromium
        chromium.close()


class Visitor:
    """A device of somebody's: its cookies, one page, and whatever went wrong on it."""

    def __init__(self, browser: Browser, running: Running, width: int = 390, language: str = "fr", **how: Any) -> None:
        self.running = running
        self.context = browser.new_context(
            viewport={"width": width, "height": 844}, locale="fr-FR" if language == "fr" else "en-GB", **how
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MILLISECONDS)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", lambda said: self.faults.append(said.text) if "Content Security" in said.text else None)

    def enter(self, link: str) -> "Visitor":
        return self.go(f"/l/{link}")

    def go(self, path: str) -> "Visitor":
        self.page.goto(self.running.url + path)
        return self

    def press(self, name: str) -> "Visitor":
        self.page.get_by_role("button", name=name, exact=False).first.click()
        return self

    def is_sound(self, where: str) -> None:
        """No sideways scrolling, no fault of a script, nothing for axe to say."""
        wide, window = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, where
        found = Axe().run(self.page).response["violations"]
        assert not found, (where, [(one["id"], one["nodes"][0]["html"][:200]) for one in found])
        assert not self.faults, (where, self.faults)
