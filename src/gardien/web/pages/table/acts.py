"""The acts of the hand: the few that lie ready, and all others by a search in the game's words and the player's own."""

import asyncio
import re
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.dice import Dice
from gardien.core.errors import Refusal
from gardien.core.reference import search_rules, search_text
from gardien.core.terms import Language, number
from gardien.web.pages.forms.chances import OddsAsker
from gardien.web.pages.forms.form_values import given_of
from gardien.web.pages.forms.forms import Field
from gardien.web.pages.forms.targeting import odds_inputs
from gardien.web.pages.frame import parts
from gardien.web.pages.sheet.row_chances import known_odds, untouched
from gardien.web.pages.table.board import Board, board_of
from gardien.web.pages.table.habits import acts_of

ROOM = 340  # pixels for the acts that lie ready, on one line
LETTER, AROUND = 7.2, 22  # of it: a letter, and what lies around a name
FEW_ROWS = 5  # of fields that are in sight at once
IN_FIGHT = 8  # of them, where whom to aim at is a list with its odds
LISTED = 7  # people of a list that are in sight at once; it scrolls by itself
LINE = 38  # letters of choices that fit side by side
SHORT = 18  # letters of choices that take half the width
WEIGHED = 8  # acts found whose chances are told
RULES = 4  # found beside the acts
PATIENCE_SECONDS = 1.5


class Hit(Struct, frozen=True):
    """An act that was found: what it means, how likely it is as its form stands, or why it cannot be done."""

    key: str
    name: str
    sense: str
    to: str
    chance: Fraction | None = None
    barred: str = ""
    topic: str = ""


class FreeDice(Struct, frozen=True):
    """Dice that were typed into the search: what they come to at least, at most and on average."""

    notation: str
    low: int
    high: int
    mean: str


class RuleHit(Struct, frozen=True):
    """A rule that was found."""

    id: str
    title: str
    text: str


def acts_ready(board: Board, act: str) -> list[tuple[str, str]]:
    """What the selected character did last, then most often, then what the game puts first, as far as a line goes."""
    names = dict(board.acts())
    done = [key for key in acts_of(board, board.selected) if key in names]
    often = [key for key, _ in Counter(done).most_common()]
    ready: list[str] = []
    room = float(ROOM)
    for key in dict.fromkeys((*done[:1], *often, *names)):
        room -= len(names[key]) * LETTER + AROUND
        if room < 0:
            break
        ready.append(key)
    if act in names and act not in ready:
        ready = [act, *ready]
        while len(ready) > 1 and sum(len(names[key]) * LETTER + AROUND for key in ready) > ROOM:
            ready.pop()
    return [(key, names[key]) for key in ready]


# ---- looking for an act ----


def acts_found(board: Board, wanted: str) -> list[Hit]:
    """The acts in whose names, senses, topics or sayings all words occur; what cannot be done comes last."""
    words = search_text(wanted).split()
    said: dict[str, str] = {}
    for rule in board.system.reference.values():
        if rule.does:
            said[rule.does] = f"{said.get(rule.does, '')} {' '.join((*rule.said_fr, *rule.said_en))}"
    spoken = board.system.spoken(wanted) if " " in wanted.strip() else ""
    ranked: list[tuple[tuple[bool, int], Hit]] = []
    for at, hit in enumerate(_all_acts(board)):
        name = search_text(hit.name)
        text = search_text(
            f"{hit.name} {board.procedure_name(hit.key)} {hit.sense} {hit.topic} {said.get(hit.key, '')}"
        )
        if hit.key != spoken and not all(word in text for word in words):
            continue
        near = 0 if hit.key == spoken else _distance(name, words)
        ranked.append(((bool(hit.barred), near * 1000 + at), hit))
    return [hit for _, hit in sorted(ranked, key=lambda one: one[0])]


def _distance(name: str, words: list[str]) -> int:
    """How far a name is from what was typed: a word of it begins so, it holds it, or only what is said of it does."""
    if not words or any(one.startswith(words[0]) for one in name.split()):
        return 0
    return 1 if words[0] in name else 2


def _all_acts(board: Board) -> list[Hit]:
    """Every act the game lists, for the selected character."""
    terms, language = board.system.terms, board.frame.language
    topics = {
        key: terms.say(terms.entry("act_topic", topic), language, default=topic)
        for topic, keys in board.system.presentation.act_topics
        for key in keys
    }
    possible = dict(board.acts())
    hits = []
    for key in board.system.presentation.acts or possible:
        entry = terms.entry("procedure", key) or {}
        name = terms.say(terms.entry("act", key) or entry or None, language, default=key)
        barred = board.why_not(key, board.selected) if key in possible else board.frame.t("act_not_theirs")
        to = urlencode({"c": board.selected, "a": key})
        hits.append(
            Hit(key, name, str(entry.get(f"help_{language}", "")), to, barred=barred, topic=topics.get(key, ""))
        )
    return hits


def free_dice(wanted: str, language: Language) -> FreeDice | None:
    """Dice as they were typed; none where something else was."""
    if not re.search(r"[dD]\d", wanted):
        return None
    try:
        dice = Dice.parse(wanted)
    except Refusal:
        return None
    low, high = dice.lowest(), dice.highest()
    return FreeDice(str(dice), low, high, number((low + high) / 2, language)) if dice.terms else None


def rules_found(board: Board, wanted: str) -> list[RuleHit]:
    """Rules in which all words occur, those whose title has them first."""
    if len(wanted.strip()) < 2:
        return []
    language = board.frame.language
    found = search_rules(board.system.reference.values(), wanted, language)
    return [RuleHit(rule.id, rule.title(language), rule.text(language)) for rule in found[:RULES]]


async def find(request: Request, house: Any) -> Response:
    """What the search of the hand finds."""
    board = await board_of(request, house)
    wanted = request.query_params.get("q", "")[:100]
    hits = acts_found(board, wanted)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            await _weigh(board, house, hits)
    dice, rules = free_dice(wanted, board.frame.language), rules_found(board, wanted)
    return parts(board.part("found", dice=dice, hits=hits, rules=rules, wanted=wanted.strip()))


async def _weigh(board: Board, house: Any, hits: list[Hit]) -> None:
    """The chances of the first few, as their forms stand; told as far as they are known in time."""
    worker = house.worker_of(board.table, board.viewer, "found")
    for at, hit in enumerate(hits[:WEIGHED]):
        face = board.system.presentation.forms.get(hit.key)
        if hit.barred or not board.system.procedure(hit.key).dice or (face and not (face.has_odds and face.good)):
            continue
        with suppress(Refusal):
            asker = board.asker(hit.key, board.selected)
            items = [*untouched([*asker.main(), *asker.more()])]
            asked = odds_inputs(
                board, hit.key, given_of(items, board.system.procedure(hit.key), board.system), board.selected
            )
            if asked.missing or asked.veiled:
                continue
            weigher = OddsAsker(worker, board.system, hit.key, board.frame.language)
            hits[at] = replace(hit, chance=await known_odds(weigher, hit.key, asked.given))


# ---- the fields in sight ----


def compact(field: Field) -> Field:
    """Codes instead of their names, where all choices have one and the names are too long for a line."""
    codes = all(re.fullmatch(r"[A-ZÉ]{2,4}", one.value) for one in field.choices)
    if field.kind != "seg" or not codes or sum(len(one.label) for one in field.choices) <= LINE:
        return field
    choices = tuple(replace(one, label=one.value, title=one.label) for one in field.choices)
    return replace(field, choices=choices)


def split_fields(
    main: list[Field], more: list[Field], taken: int = 0, *, listed: bool = False
) -> tuple[list[tuple[Field, bool]], list[Field]]:
    """The fields in sight, at most so many rows, each with whether it takes the whole width; and those folded away.

    Two that need half the width stand side by side, one by itself takes it all. People may be `listed` line by line.
    """
    shown: list[tuple[Field, bool]] = []
    rows: float = taken
    waiting = False  # a field has half a row to itself
    for at, field in enumerate(compact(one) for one in main):
        lines = listed and field.kind == "person"
        half = is_half(field) and field.kind != "none" and not lines
        if field.kind != "none" and not (half and waiting):
            rows += (1 + min(len(field.choices), LISTED)) / 2 if lines else _height(field)
        if rows > (IN_FIGHT if listed else FEW_ROWS) and shown:
            return shown, [*main[at:], *more]
        if waiting and not half and field.kind != "none":
            shown[-1] = (shown[-1][0], True)
        shown.append((field, not half))
        waiting = half and not waiting if field.kind != "none" else waiting
    if waiting:
        shown = [(field, whole or at == len(shown) - 1) for at, (field, whole) in enumerate(shown)]
    return shown, more


def _height(field: Field) -> float:
    """Rows that a field takes."""
    if field.kind in ("checks", "people"):
        return 1 + len(field.choices) / 4
    return max(1, len(field.inside))


def is_half(field: Field) -> bool:
    """Whether half the width is enough."""
    if field.kind in ("seg", "presets"):
        return sum(len(one.label) + 1 for one in field.choices) <= SHORT and not field.typed
    return field.kind in ("select", "number", "person", "switch")
