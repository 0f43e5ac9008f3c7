"""The odds of an act in a fight: with and without what its target may do about it, and against each possible target."""

from fractions import Fraction
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.calling import prepare
from gardien.core.errors import Refusal
from gardien.core.table_rules import REFERENCE, Defence
from gardien.core.telling import lower_first
from gardien.sheets.words import YES_NO
from gardien.table.tree import Tree
from gardien.web.pages.entry import seat_of
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.forms.chances import Chances, OddsAsker, Slice
from gardien.web.pages.forms.form_values import given_of
from gardien.web.pages.forms.targeting import (
    OddsInputs,
    aim_hint,
    befalls_woman,
    changed_fields,
    default_texts,
    odds_inputs,
    placed_parts,
)
from gardien.web.pages.frame import frame_of, parts
from gardien.web.pages.refusals import refusal_text

MOST_DEFENCES = 6  # that are weighed against each other
MOST_TARGETS = 8  # that are weighed beside the one that is chosen


class Defended(Struct, frozen=True):
    """The same act against the best that its target can do about it."""

    name: str
    good: Fraction | None
    slices: tuple[Slice, ...]


class _Asked(Struct, frozen=True):
    """A form of the fight, as it stands."""

    board: FightBoard
    items: list[tuple[str, str]]
    procedure: str
    character: str
    given: Tree

    @property
    def target(self) -> str:
        """The input that says whom; nothing where the act has none."""
        against = self.board.system.table_rules.targeting.get(self.procedure)
        return against.target if against else ""

    @property
    def whom(self) -> str:
        """Whom it is aimed at."""
        aimed = self.given.get(self.target)
        return str(aimed.get(REFERENCE, "")) if isinstance(aimed, dict) else ""


async def _asked(request: Request, house: Any) -> _Asked:
    table, viewer = await seat_of(request, house, request.path_params["table"])
    board = FightBoard(table, viewer, frame_of(request))
    form = await request.form(max_fields=2000)
    items = [(name, str(value)) for name, value in form.multi_items()]
    fields = dict(items)
    procedure = fields.get("procedure", "")
    given = given_of(items, board.system.procedure(procedure), board.system)
    return _Asked(board, items, procedure, fields.get("character", ""), given)


async def odds(request: Request, house: Any) -> Response:
    """The chances of what stands in the form, without and with the best defence."""
    asked = await _asked(request, house)
    board, procedure, character = asked.board, asked.procedure, asked.character or None
    stand: list[Markup] = []
    chances, defended, trouble, hint = None, None, "", ""
    try:
        useful = [text for name, text in asked.items if name == "useful"]
        stand = placed_parts(board, procedure, asked.given, character)
        stand += changed_fields(board, procedure, asked.given, character, useful)
        inputs = odds_inputs(board, procedure, asked.given, character)
        if inputs.missing:
            hint = board.frame.t(aim_hint(inputs.missing)) if board.system.procedure(procedure).dice else ""
        else:
            prepare(board.system.key, procedure, inputs.given)  # what is refused here is told in the page's words
            if board.system.procedure(procedure).dice:
                worker = house.worker_of(board.table, board.viewer, "odds")
                feminine, language = befalls_woman(board, procedure, inputs, character), board.frame.language
                asker = OddsAsker(worker, board.system, procedure, language, veiled=inputs.veiled, feminine=feminine)
                chances, defended = await weighed(board, procedure, asked.whom, inputs, asker)
    except Refusal as refusal:
        trouble = refusal_text(refusal, board)
    bare = bool(board.system.table_rules.defences and asked.whom and not defended and board.keeper)
    shown = {"chances": chances, "defended": defended, "trouble": trouble, "hint": hint, "bare": bare}
    return parts(board.part("fight_vs", **shown), *stand)


async def weighed(
    board: FightBoard, procedure: str, whom: str, inputs: OddsInputs, asker: OddsAsker
) -> tuple[Chances, Defended | None]:
    """The chances of an act against whoever does nothing about it, and against the best that they can do."""
    defences = [] if inputs.veiled else _defences(board, procedure, whom, inputs)
    plain = {**inputs.given, **(defences[0].without if defences else {})}
    chances = await asker.chances(plain)
    best, least = None, chances.good
    for one in defences if chances.good is not None else ():
        good = await asker.good_chance({**inputs.given, **one.inputs})
        if good is not None and least is not None and good < least:
            best, least = one, good
    if best is None:
        return chances, None
    drawn = await asker.chances({**inputs.given, **best.inputs})
    return chances, Defended(_word(board, best.key), drawn.good, drawn.slices)


def _defences(board: FightBoard, procedure: str, whom: str, inputs: OddsInputs) -> list[Defence]:
    """What the target may do about it, by the game's own word."""
    defences = board.system.table_rules.defences
    if defences is None or whom not in board.people:
        return []
    return list(defences(procedure, inputs.given, board.content(whom)))[:MOST_DEFENCES]


def _word(board: FightBoard, key: str) -> str:
    terms = board.system.terms
    return lower_first(
        terms.say(terms.entry("defence", key) or terms.entry("offer", key), board.frame.language, default=key)
    )


# ---- against each of those one could aim at ----


class Aim(Struct, frozen=True):
    """Somebody to aim at: how hard it is, how likely, and what it may do at worst; or why not."""

    id: str
    note: str
    chance: Fraction | None = None
    worst: tuple[Slice, ...] = ()
    why: str = ""


async def targets(request: Request, house: Any) -> Response:
    """What the form would come to against each of those it could be aimed at."""
    asked = await _asked(request, house)
    board = asked.board
    if not asked.target or not board.keeper:
        return parts()
    field = next((one for one in board.asker(asked.procedure, asked.character).main() if one.kind == "person"), None)
    ids = [one.value for one in field.choices if one.value] if field else []
    return parts(*[board.part("fight_aim", aim=await _aim(asked, house, id)) for id in ids[:MOST_TARGETS]])


async def _aim(asked: _Asked, house: Any, id: str) -> Aim:
    board, given = asked.board, {**asked.given, asked.target: {REFERENCE: id}}
    words = default_texts(board, asked.procedure, given, asked.character)
    note = ", ".join(lower_first(word) for word in words.values() if _says_something(board, word))
    try:
        inputs = odds_inputs(board, asked.procedure, given, asked.character)
        prepare(board.system.key, asked.procedure, inputs.given)
        worker = house.worker_of(board.table, board.viewer, "targets")
        asker = OddsAsker(worker, board.system, asked.procedure, board.frame.language)
        chances = await asker.chances(inputs.given)
    except Refusal as refusal:
        distance = board.fighting.distance if board.fighting else None
        far = distance is not None and refusal.field in distance.inputs
        return Aim(id, note, why=board.frame.t("aim_far") if far else refusal_text(refusal, board))
    thrown = board.system.procedure(asked.procedure).dice  # what no die decides has no chance
    return Aim(id, note, chances.good if thrown else None, chances.then[:1], chances.refused)


def _says_something(board: FightBoard, word: str) -> bool:
    """Whether a word by itself says how hard it is: no number, no bare yes or no."""
    return bool(word) and not word[:1].isdecimal() and word not in YES_NO[board.frame.language]
