"""Chromium for the tests of the pages: one browser, and people in it who notice whatever goes wrong on their page.

with chromium() as browser:
    ann = Visitor(browser, running.url, link=…, width=390)
    ann.open(f"/t/{table}")
    ann.page.get_by_role("button", name="Lancer").click()
    ann.calm()                                     # nothing was said on the console, no policy was broken
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python import sync_playwright as axe_folder
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Response, expect, sync_playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the lightest first
PATIENCE_MS = 30_000  # the first page of a server loads every game, beside whatever else the machine does
TRIES = 4
TWICE_MS = 300  # as in gardien.js: the same wish in the same place, sooner, is the other half of a double click
WATCH = """
window.broken = [];
document.addEventListener('securitypolicyviolation', (event) =>
  window.broken.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample} ${event.sourceFile}`));
window.later = 0;
for (const kind of ['pointerdown', 'click']) addEventListener(kind, (event) =>
  Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + window.later }), true);
window.acts = 0;
window.underway = 0;
{
  const fetched = window.fetch;
  window.fetch = async (address, how) => {
    if (new URL(address, location.href).pathname.endsWith('/act')) window.acts += 1;
    window.underway += 1;
    try { return await fetched(address, how); } finally { window.underway -= 1; }
  };
}
"""
PLAIN = "Object.defineProperty(navigator, 'serviceWorker', { value: undefined });"  # as phones over plain http have it
APART = "(ms) => { window.later += ms; }"
SETTLED = """() => {
  const inSight = (one) => {
    const at = one.getBoundingClientRect();
    return one.checkVisibility() && at.bottom > 0 && at.top < innerHeight;
  };
  return !window.underway && ![...document.querySelectorAll('[data-lazy], #odds.htmx-request')].some(inSight);
}"""
# A page has a dozen colours on a thousand elements, and axe reads each of them anew for each element.
EACH_COLOUR_ONCE = """
(() => {
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const read = new Map();
  prototype.parseString = function (text) {
    if (!read.has(text)) {
      parseString.call(this, text);
      read.set(text, [this.r, this.g, this.b, this.alpha]);
    }
    [this.r, this.g, this.b, this.alpha] = read.get(text);
    return this;
  };
})();
"""
AXE = (Path(axe_folder.__file__).parent / "axe.min.js").read_text() + EACH_COLOUR_ONCE
CHANGED_BY: dict[str, tuple[str, ...]] = {
    "light": (),
    "dark": ("color-contrast",),
}  # all that axe knows, or what a theme changes
UNCOLOURED = ("wcag2a", "wcag21a", "wcag21aa", "best-practice")  # of its families those that do not look at colours
COLOURED = ("color-contrast",)
THEME = "(theme) => { document.documentElement.dataset.theme = theme; }"
COLOURS = """((root) => {
  const seen = new Map();
  const behind = (one) => {
    for (let at = one, way = ''; at; at = at.parentElement) {
      const style = getComputedStyle(at), ground = style.backgroundColor;
      way += style.opacity + style.backgroundImage;
      if (!/, 0\\)$|transparent/.test(ground)) return way + ground;
    }
    return '';
  };
  return [...root.querySelectorAll('*')].filter((one) => {
    if (![...one.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim())) return false;
    if (!one.checkVisibility() || !one.getBoundingClientRect().width) return false;
    const style = getComputedStyle(one);
    const pair = [style.color, style.fontSize, style.fontWeight, one.matches(':disabled'), behind(one)].join();
    seen.set(pair, (seen.get(pair) ?? 0) + 1);
    return seen.get(pair) < 3;
  });
})(document.querySelector('PLACE'))"""
ON_SCREEN = """[...document.querySelectorAll('body *')].filter((one) => {
  const at = one.getBoundingClientRect();
  const text = [...one.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim());
  return text && at.width && at.bottom > 0 && at.top < innerHeight && one.checkVisibility();
})"""
OF_THE_ADDRESS = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")


def at_sample(place: str) -> str:
    """Two places for each pair of colours somewhere on a page."""
    return COLOURS.replace("PLACE", place)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


def tick(box: Locator) -> None:
    """Choose a box by hand: once more where the page moved under the finger, or a bar lay over it."""
    for _ in range(TRIES - 1):
        try:
            box.check(force=True)
        except Error:
            box.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
            continue
        return
    box.check(force=True)


def apart(page: Page) -> None:
    """Presses from now on come too late for the other half of a double click: their clock is put forward as a whole."""
    page.evaluate(APART, TWICE_MS)


def acts(page: Page) -> int:
    """How many actions the page has sent since it was drawn: one is sent while its click is handled, or never."""
    count: int = page.evaluate("() => window.acts")
    return count


def settled(page: Page) -> None:
    """Wait for what comes after the page: odds, and what may follow the cards in sight."""
    page.wait_for_function(SETTLED, polling=20)


class Visitor:
    """Somebody with a device of their own, where everything that goes wrong is written down."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        link: str = "",
        *,
        language: str = "fr",
        theme: str = "light",
        width: int = 1440,
        height: int = 900,
        keeps_pages: bool = False,
    ) -> None:
        self.url, self.link = url, link
        phone = width < 1000
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, reduced_motion="reduce"
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(WATCH if keeps_pages else WATCH + PLAIN)
        self.choose(language, theme)
        self.trouble: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda fault: self.trouble.append(f"script: {fault}"))
        self.page.on("dialog", lambda dialog: (self.trouble.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        if link:  # as if it had been opened, without drawing the page it leads to
            self.context.request.get(f"{url}/l/{link}", max_redirects=0)

    def arrive(self) -> "Visitor":
        """Open one's link, as it came in a message."""
        self.page.goto(f"{self.url}/l/{self.link}")
        return self

    def choose(self, language: str, theme: str) -> None:
        """The language and the theme this device keeps."""
        for name, value in (("lang", language), ("theme", theme)):
            self.context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def wear(self, theme: str) -> None:
        """The page as it stands, in another theme."""
        self.page.evaluate(THEME, theme)

    def _heard(self, said: ConsoleMessage) -> None:
        of_page = OF_THE_ADDRESS.match(said.text) and said.location.get("url") == self.page.url
        if said.type in ("error", "warning") and not of_page:
            self.trouble.append(f"{said.type}: {said.text} ({said.location.get('url')})")

    def open(self, path: str) -> Response:
        """Go to an address of the house."""
        answer = self.page.goto(self.url + path) or self.page.reload()  # another place of the same page is no answer
        assert answer is not None
        return answer

    def faults(self) -> list[str]:
        """What went wrong since the last time."""
        broken: list[str] = self.page.evaluate("() => window.broken.splice(0)")
        result = [*self.trouble, *broken]
        self.trouble.clear()
        return result

    def calm(self) -> None:
        """Nothing went wrong since the last time."""
        faults = self.faults()
        assert not faults, "\n".join(faults)

    def axe(self, *rules: str, among: str = "document") -> list[str]:
        """What the accessibility checker has to say of the page as it stands, by all of its rules or by these."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE)  # by the debugger, which no policy of the page stops
        result: dict[str, Any] = self.page.evaluate(
            f"(rules) => axe.run({among}, {{resultTypes: ['violations'], ...(rules.length && {{runOnly: rules}})}})",
            list(rules),
        )
        return [
            f"{one['id']}: {node['target']} {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
            for one in result["violations"]
            for node in one["nodes"]
        ]

    def close(self) -> None:
        self.context.close()

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
