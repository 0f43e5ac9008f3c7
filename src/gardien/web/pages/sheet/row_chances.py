"""The chance of each row of a sheet, thrown as its form stands: exact, and kept while nothing it rests on changes."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from gardien.core.errors import Refusal
from gardien.core.in_force import serial
from gardien.core.terms import Language, percent
from gardien.table.tree import Tree
from gardien.web.pages.forms.chances import OddsAsker
from gardien.web.pages.forms.form_values import given_of
from gardien.web.pages.forms.forms import Field
from gardien.web.pages.forms.targeting import odds_inputs
from gardien.web.pages.sheet.sheet_links import chosen_before

if TYPE_CHECKING:
    from gardien.web.pages.sheet.sheet_view import SheetView

MOST_KEPT = 5000
MOST_ROWS = 120
BUSY = ("http/busy", "http/superseded")  # another time

_odds: dict[bytes, Fraction | None] = {}
_sheets: dict[bytes, dict[str, Fraction]] = {}


def known_chances(view: "SheetView") -> dict[str, str] | None:
    """What was worked out before; None where the sheet has changed since."""
    chances = _sheets.get(_key(view))
    return None if chances is None else _told(chances, view.language)


async def row_chances(house: Any, view: "SheetView") -> dict[str, str]:
    """What each row of one's own sheet gives, in words."""
    board, key = view.board, _key(view)
    chances: dict[str, Fraction] = {}
    worker = house.worker_of(board.table, board.viewer, f"rows of {view.id}")
    for name, act, given in await asyncio.to_thread(_inputs, view):
        try:
            chance = await known_odds(OddsAsker(worker, board.system, act, view.language), act, given)
        except Refusal as refusal:  # what cannot be thrown has no chance
            if refusal.id in BUSY:
                return _told(chances, view.language)
            continue
        if chance is not None:
            chances[name] = chance
    _keep(_sheets, key, chances)
    return _told(chances, view.language)


async def known_odds(weigher: OddsAsker, act: str, given: Tree) -> Fraction | None:
    """The chance that it goes well, worked out once for the same inputs."""
    odds_key = msgspec.json.encode([weigher.system.key, serial(), act, given], order="sorted")
    if odds_key not in _odds:
        _keep(_odds, odds_key, await weigher.good_chance(given))
    return _odds[odds_key]


def _told(chances: dict[str, Fraction], language: Language) -> dict[str, str]:
    """Nothing where all give the same, which tells nothing."""
    several = len(set(chances.values())) > 1
    return {name: percent(one, language) for name, one in chances.items()} if several else {}


def _keep(kept: dict[bytes, Any], key: bytes, value: Any) -> None:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value


def _key(view: "SheetView") -> bytes:
    """All that a throw aimed at nobody rests on."""
    table = view.board.view
    return msgspec.json.encode(
        [view.system.key, serial(), table["options"], view.content, view.kept.get("marks")], order="sorted"
    )


def _inputs(view: "SheetView") -> list[tuple[str, str, Tree]]:
    """Each row with its act and the inputs of its form, as it stands."""
    rows = [row for family in view.thumb.families for row in family.rows if row.to and not row.aimed][:MOST_ROWS]
    found = []
    for row in rows:
        with suppress(Refusal):
            items = parse_qsl(urlsplit(row.to).query)
            act = dict(items)["a"]
            asker = view.board.asker(act, view.id, chosen_before(view.system, act, items))
            fields = untouched([*asker.main(), *asker.more()])
            given = given_of([*fields], view.system.procedure(act), view.system)
            asked = odds_inputs(view.board, act, given, view.id)
            if not asked.missing and not asked.veiled:
                found.append((row.key, act, asked.given))
    return found


def untouched(fields: Iterable[Field]) -> Iterable[tuple[str, str]]:
    """What a form would send if nobody touched it."""
    for field in fields:
        match field.kind:
            case "switch":
                yield field.name, "true" if field.value else "false"
            case "seg" | "presets" | "person" | "checks" | "select":
                chosen = [one for one in field.choices if one.chosen]
                for one in chosen or (field.choices[:1] if field.kind == "select" else ()):
                    yield field.name, one.value
            case "number" | "text":
                yield field.name, "" if field.value is None else str(field.value)
            case "people":
                for one in field.choices:
                    if one.chosen:
                        yield field.name, one.value
                        yield from untouched(one.inside)
            case "group":
                yield from untouched(field.inside)
