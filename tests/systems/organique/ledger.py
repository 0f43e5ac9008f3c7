"""Tables as the ledger writes them: one row to a line, cells between bars; and what its cells say."""

import re
from typing import get_args

import pytest

from gardien.systems.organique.vocabulary import Feat

NO = "–"
TAGS = {"e": "easy", "ve": "very_easy", "h": "hard", "vh": "very_hard"}


def lines(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.strip("\n").splitlines()]


def by_row(text: str) -> list:
    """The rows of a table as cases of a test, each known by its key."""
    return [pytest.param(*row, id=snake(row[0])) for row in lines(text)]


def keys(text: str) -> list[str]:
    return [snake(row[0]) for row in lines(text)]


ODD = {
    ".22 pistol": "pistol_22",
    "9 mm pistol": "pistol_9mm",
    ".45 pistol": "pistol_45",
    "38-tonne lorry": "lorry_38_tonne",
}


def snake(name: str) -> str:
    """The key of an English name: small letters, what is in brackets left out."""
    plain = re.sub(r"\(.*?\)", "", name).strip()
    return ODD.get(plain) or re.sub(r"[^a-z0-9]+", "_", plain.lower().replace("’", "").replace("'", "")).strip("_")


def number(text: str) -> int:
    """A whole number with its printed sign; thousands may stand apart."""
    return int(text.replace("−", "-").replace("+", "").replace(" ", ""))


def points(text: str) -> dict[str, float]:
    """Damage: “5 bs 1 c (pa 8)”."""
    result = {kind: float(n) for n, kind in re.findall(r"([\d.]+) (bs|c)\b", text)}
    return {
        "bs": 0,
        "c": 0,
        **result,
        "pa": float(piercing[1]) if (piercing := re.search(r"pa ([\d.]+)", text)) else None,
    }


def tags(text: str) -> dict[str, str]:
    """Tags of a weapon: “strike h, maim e”."""
    return {feat: TAGS[tag] for feat, tag in re.findall(r"(\w+) (ve|vh|e|h)\b", text)}


def bases(text: str) -> dict[str, int]:
    """Bonuses of a skill: “strike (kick) +0, blind −4”; words that are no action or reaction are left out."""
    result = re.findall(r"(\w+)(?: \(\w+\))? ([+−]\d+)\b", text)
    return {feat: number(bonus) for feat, bonus in result if feat in get_args(Feat)}


def span(text: str) -> tuple[int, int]:
    """The two ends of 1-2; one number is both."""
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def centimetres(text: str) -> int:
    amount, unit = text.split()
    return round(float(amount) * (100 if unit == "m" else 1))


def layer(text: str) -> tuple[int, float, float]:
    """Coverage and protections: 14 / 4 / 6; none is nothing at all."""
    if text == NO:
        return 0, 0, 0
    ia, bs, c = text.split(" / ")
    return int(ia), float(bs), float(c)
