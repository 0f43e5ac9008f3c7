"""Names that are written from right to left: each is set apart, so that it cannot turn the text around it."""

import re

from gardien.table.unseen_signs import TURNING

TURNS = re.compile(f"[{TURNING}]")  # kept by tables of old
LETTERS = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
LEFTWARDS = re.compile(f"{LETTERS}(?:[^\\w<&]*{LETTERS})*")
BETWEEN_TAGS = re.compile(r"<(script|style|textarea|title|option|bdi)\b[^>]*>.*?</\1>|(?<=>)[^<]+", re.DOTALL)


def set_apart(page: str) -> str:
    """A page, or a part of one, in which text that runs leftwards stands by itself."""
    page = TURNS.sub("", page)
    if not LEFTWARDS.search(page):
        return page
    return BETWEEN_TAGS.sub(
        lambda found: found[0] if found[1] else LEFTWARDS.sub(lambda one: f"<bdi>{one[0]}</bdi>", found[0]), page
    )
