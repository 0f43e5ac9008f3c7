"""Every page of the site, whoever looks: its status and language, its policy, its widths, its targets, its keys, axe.

The addresses come from the site's own list, so a page that is added is looked at without a word here.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from gardien.table.store import open_store
from gardien.web.pages import frame
from web.browsing import COLOURED, Visitor, at_sample, settled
from web.client import Running
from web.furnished import AT_A_TABLE, FILES, GETS, SEATED, WIDTHS, Furnished, kind, shown

TEMPLATES = sorted(Path(frame.HERE, "templates").rglob("*.html"))
ALL_WIDTHS = (320, 390, 768, 1440)
PHONE = 390
TARGET = 44
WHOLE = tuple(path for path in GETS if not FILES.search(path))
AXE_AT = {"light": 1440, "dark": 390}
ALL_OF_AXE = bool(os.environ.get("GARDIEN_SCREENS"))  # in both looks (`make pictures`); else of dark only colours
LOOKS = (("fr", "light"), ("en", "dark"))  # both languages and both themes, each once


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Furnished]:
    store = open_store(tmp_path_factory.mktemp("house") / "store.db")
    with Running(store) as running:
        yield Furnished(running)
    store.close()


@pytest.fixture(scope="module")
def people(house: Furnished, browser: Browser) -> Iterator[dict[str, Visitor]]:
    """One device for each role, kept for all tests."""
    result = {
        role: Visitor(browser, house.url, house.links.get(role) or "", width=width) for role, width in WIDTHS.items()
    }
    result |= {
        f"new {role}": Visitor(browser, house.url, link or "", width=WIDTHS[role])
        for role, link in house.empty_links.items()
    }
    yield result
    for one in result.values():
        one.close()


def lookers(path: str) -> tuple[str, ...]:
    """Who looks at an address: those with a seat, or whoever comes by."""
    return (*SEATED, "new keeper", "new player", "visitor") if path.startswith(AT_A_TABLE) else ("owner", "visitor")


def address(house: Furnished, path: str, role: str) -> str:
    return house.address(path, table=house.empty.table) if role.startswith("new ") else house.address(path)


# ---- without a browser ----


@pytest.mark.parametrize("path", GETS)
def test_every_address_answers_everybody_in_both_languages(house: Furnished, path: str) -> None:
    """Never a fault; a page says its language and its name; a refusal is a page too."""
    for role in ("keeper", "player", "screen", "visitor", "owner"):
        for language in ("fr", "en"):
            answer = house.asker(role, language).get(house.address(path))
            assert answer.status_code in (200, 204, 401, 403, 404), shown(answer)
            if kind(answer) == "page":
                assert f'<html lang="{language}"' in answer.text, shown(answer)
                title = re.search(r"<title>(.*?)</title>", answer.text)
                assert title, shown(answer)
                assert len(title[1].removesuffix(" · Gardien")) > 2, title[0]
                assert "Content-Security-Policy" in answer.headers
            if role == "visitor" and path.startswith(AT_A_TABLE):
                assert answer.status_code == 401, shown(answer)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_needs_a_weaker_policy(template: Path) -> None:
    """No inline style, no inline script, no handler in an attribute."""
    text = template.read_text()
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"<style|<script(?![^>]*\ssrc=)|javascript:", text)
    assert not re.search(r"""\son[a-z]+\s*=\s*["']""", text)


def test_the_policy_lets_no_inline_script_or_style_through() -> None:
    assert "default-src 'none'" in frame.POLICY
    assert "unsafe" not in frame.POLICY


# ---- in a browser ----

WIDER = """() => {
  const root = document.scrollingElement, wide = root.clientWidth;
  if (root.scrollWidth <= wide) return [];
  const holds = (up) => up !== root && up !== document.body && getComputedStyle(up).overflowX !== 'visible';
  const held = (one) => { for (let up = one.parentElement; up; up = up.parentElement) if (holds(up)) return true; };
  return [`${root.scrollWidth} > ${wide}`, ...[...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > wide + 1 && !held(one))
    .slice(0, 5).map((one) => one.outerHTML.slice(0, 150))];
}"""

# A target is what the finger meets: the label around a box, the row around a link. Links within a sentence are exempt.
SMALL = """(least) => {
  const found = [];
  for (const one of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
    if (one.type === 'hidden' || one.closest('.vh, .skip, [hidden]') || one.classList.contains('vh')) continue;
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const over = getComputedStyle(one, '::after');  // a link that is laid over its row
    const row = over.position === 'absolute' && over.inset === '0px' && over.content === '""' ? one.offsetParent : null;
    const target = row ?? (['checkbox', 'radio'].includes(one.type) ? one.closest('label') ?? one : one);
    const box = target.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const within = getComputedStyle(one).display === 'inline' && one.tagName === 'A'
      && [...one.parentElement.childNodes].some((other) => other.nodeType === 3 && other.textContent.trim());
    if (within) continue;
    if (box.height < least - 0.5 || box.width < least - 0.5)
      found.push(`${Math.round(box.width)}×${Math.round(box.height)} ${one.outerHTML.slice(0, 140)}`);
  }
  return [...new Set(found)];
}"""


@pytest.mark.parametrize("path", WHOLE)
def test_a_page_is_calm_and_fits_every_screen(house: Furnished, people: dict[str, Visitor], path: str) -> None:
    """No word on the console, no broken policy, no sideways scrolling, targets for thumbs, nothing for axe."""
    faults: list[str] = []
    looked_at: set[str] = set()
    for role in lookers(path):
        here = address(house, path, role)
        answer = house.asker(role.removeprefix("new "), empty=role.startswith("new ")).get(here)
        told = re.sub(r"\?lang=\w+", "", answer.text)
        if kind(answer) != "page" or answer.history or told in looked_at:
            continue  # a part of a page, another address, or what somebody else has seen already
        looked_at.add(told)
        looks = LOOKS if role in ("keeper", "player", "owner") else LOOKS[1:]
        faults += [f"{role}, {fault}" for fault in look(people[role], here, looks)]
    assert not faults, "\n".join(faults)


def look(one: Visitor, here: str, looks: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """What is wrong with a page, language by language and theme by theme."""
    for language, theme in looks:
        one.choose(language, theme)
        one.open(here)
        one.page.wait_for_load_state("load")
        for wide in ALL_WIDTHS:
            one.page.set_viewport_size({"width": wide, "height": 900})
            if wide == AXE_AT[theme] and (ALL_OF_AXE or (language, theme) == looks[0]):
                yield from (f"{theme}, axe: {fault}" for fault in one.axe())
            if wide == AXE_AT["dark"] and theme == "light" and not ALL_OF_AXE:
                one.wear("dark")
                yield from (f"dark, axe: {fault}" for fault in one.axe(*COLOURED, among=at_sample("body")))
            yield from (f"{language}, {wide} px, too wide: {fault}" for fault in one.page.evaluate(WIDER))
            if wide == PHONE:
                yield from (f"{language}, too small: {fault}" for fault in one.page.evaluate(SMALL, TARGET))
        yield from (f"{language}: {fault}" for fault in one.faults())


# Where the keys lead: what holds the focus, and whether one sees that it does (itself, or the label around it).
FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const still = one === window.focusedLast;  // a date has stops for its day, month, year: the browser marks them
  window.focusedLast = one;
  if (one.dataset.reached) return still ? { what: '', seen: true } : null;
  one.dataset.reached = '1';
  const ringed = (each) => { const look = getComputedStyle(each);
    return look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) >= 2; };
  const box = one.getBoundingClientRect();
  const seen = box.width > 0 && box.height > 0 && [one, one.closest('label')].some((each) => each && ringed(each));
  return { what: one.outerHTML.slice(0, 140), seen };
}"""
UNREACHED = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
  .filter((one) => one.type !== 'hidden' && !one.disabled && one.tabIndex >= 0 && !one.dataset.reached
    && one.checkVisibility({ visibilityProperty: true }) && !one.closest('.skip')
    && !(one.type === 'radio' && document.querySelector(`input[name="${CSS.escape(one.name)}"][data-reached]`)))
  .map((one) => one.outerHTML.slice(0, 140))"""
MOST_KEYS = 400


@pytest.mark.parametrize("path", [path for path in WHOLE if path != "/regles/{system}"])  # all links, hundreds of them
def test_every_control_is_reached_by_keyboard_and_shows_it(
    house: Furnished, people: dict[str, Visitor], path: str
) -> None:
    role = "keeper" if path.startswith(AT_A_TABLE) else "owner"
    answer = house.asker(role).get(house.address(path))
    if kind(answer) != "page" or answer.history:
        return
    one = people[role]
    one.page.set_viewport_size({"width": 1440, "height": 900})
    one.choose("fr", "light")
    one.open(house.address(path))
    one.page.wait_for_load_state("load")
    settled(one.page)
    unseen, ends = [], 0
    for _ in range(MOST_KEYS):
        one.page.keyboard.press("Tab")
        result = one.page.evaluate(FOCUSED)
        ends += result is None
        if ends == 2:  # a field that had the focus from the start is somewhere in the middle
            break
        if result and not result["seen"]:
            unseen.append(result["what"])
    assert not unseen, "\n".join(unseen)
    unreached = one.page.evaluate(UNREACHED)
    assert not unreached, "\n".join(unreached)


def test_what_happens_is_announced_to_a_screen_reader(house: Furnished, people: dict[str, Visitor]) -> None:
    """A new card is said once, politely, by those who may know of it."""
    heard = {"player": "#said", "screen": ".wall__last"}
    for role, place in heard.items():
        people[role].choose("fr", "light")
        people[role].open(f"/t/{house.table}")
        assert people[role].page.locator(place).get_attribute("aria-live") == "polite"
    house.evening.check(house.evening.keeper, house.evening.mia, 6)
    for role, place in heard.items():
        expect(people[role].page.locator(place)).to_contain_text("Mia")
        people[role].calm()
    house.evening.check(house.evening.keeper, house.evening.leo, 1)
    result = people["player"].page.locator("#result details")  # one's own is a card, whatever view of the phone is open
    expect(result).to_contain_text("Léo")
    expect(result).to_be_in_viewport(ratio=1)
