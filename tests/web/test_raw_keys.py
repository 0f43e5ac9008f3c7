"""No form that a player can open shows a key where a word belongs: acts, sections of the sheet, steps of creation."""

import html
import re

import httpx2
import pytest

from gardien.core.system import find
from gardien.table.demo import set_demo
from web.client import Running

GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")
UNREAD = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
TEXT = re.compile(r">([^<>]+)<")
OPTION = re.compile(r'<option value="([^"]*)"[^>]*>([^<]*)<')
KEY = re.compile(r"\b[a-z]+_[a-z_]+\b")


def raw_keys(page: str) -> list[str]:
    """Texts with a key in them, and choices that are called by theirs."""
    read = UNREAD.sub("", page)
    options = (
        value for value, text in OPTION.findall(read) if value == text.strip() and re.fullmatch("[a-z]{3,}", value)
    )
    return [*(text for text in map(html.unescape, TEXT.findall(read)) if KEY.search(text)), *options]


@pytest.mark.parametrize("key", GAMES)
def test_no_form_of_a_player_shows_a_key(running: Running, key: str) -> None:
    table, link = set_demo(running.house.tables, find(key), "fr")
    keeper = running.caller(link).at(table)
    who = next(iter(keeper.get().json()["characters"]))
    phone = str(keeper.done("seat", name="Ann", characters=[who])["link"])
    reader = httpx2.Client(
        base_url=running.url, follow_redirects=True, cookies={"lang": "fr"}, verify=False, timeout=60
    )
    reader.get(f"/l/{phone}")
    board, sheet, creation = (
        html.unescape(reader.get(f"/t/{table}{path}").text) for path in (f"?c={who}", f"/fiche/{who}?open=1", "/creer")
    )
    places = [f"/main?c={who}&a={act}" for act in sorted(set(re.findall(r"[?&]a=(\w+)", board)))]
    places += [f"/fiche/{who}?open=1&edit={one}" for one in sorted(set(re.findall(r"edit=([a-z_]+)", sheet)))]
    places += [f"/creer?e={step}" for step in re.findall(r'value="step:(\w+)"', creation)]
    assert len(places) > len(GAMES)
    found = {place: keys for place in places if (keys := raw_keys(reader.get(f"/t/{table}{place}").text))}
    assert found == {}
