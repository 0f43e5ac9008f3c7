"""Dice typed in: the rule says which die it wants next, the pad shows it and takes only faces it can have."""

from collections.abc import Callable
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.calling import prepare
from gardien.core.errors import Refusal
from gardien.core.interpreters.run import DieAsked
from gardien.core.interpreters.typed import face_read, next_die
from gardien.web.pages.forms.form_values import asked_given, given_of, place_in
from gardien.web.pages.forms.targeting import OddsInputs, odds_inputs
from gardien.web.pages.frame import parts
from gardien.web.pages.log.cards import die_word
from gardien.web.pages.refusals import refusal_text
from gardien.web.pages.table.board import Board, board_of

MOST_KEYS = 20  # a die with more faces is typed in digits


class Slot(Struct, frozen=True):
    """One die on the pad: what it is for, and what it shows."""

    caption: str
    value: int | None = None


def faces_in(text: str) -> list[int]:
    """Faces as they are typed, with anything between."""
    return [face_read(one) for one in text.replace(",", " ").split() if one.isdecimal() and len(one) < 7]


def slot(board: Board, die: DieAsked, value: int | None = None, *, whose: bool = True) -> Slot:
    name = die_word(board.system, die.label, die.purpose, board.frame.language)
    return Slot(f"{name} · {die.who}" if die.who and whose else name, value)


async def pad(request: Request, house: Any) -> Response:
    """The pad for the form as it stands."""
    board = await board_of(request, house)
    form = await request.form()
    items = [(name, str(value)) for name, value in form.multi_items()]
    procedure = str(form.get("procedure", ""))
    character = str(form.get("character", "")) or None

    def given() -> OddsInputs:
        asked = asked_given(board, items, given_of(items, board.system.procedure(procedure), board.system))
        return odds_inputs(board, procedure, asked, character)

    return parts(pad_part(board, procedure, given, faces_in(str(form.get("dice", ""))), place_in(items)))


def pad_part(
    board: Board, procedure: str, given: Callable[[], OddsInputs], faces: list[int], place: str = ""
) -> Markup:
    """The dice typed so far, each under its name, and the one that is wanted next.

    Where the rest depends on sheets that the viewer does not see, only their own dice are asked for.
    """
    slots: list[Slot] = []
    following, wish, trouble = None, None, ""
    try:
        asked = given()
        if asked.missing:
            return _pad(board, place, hint=board.frame.t("aim_before_dice"))
        prepared = prepare(board.system.key, procedure, asked.given)
        while True:
            try:
                own = asked.own if asked.veiled else None
                answered, following = next_die(prepared.request(), faces, own, waits=asked.waits(board, prepared))
                if not answered and following is None:  # it stops before any die: whoever acts puts theirs down
                    answered, following = next_die(prepared.request(), faces, asked.actor)
                break
            except Refusal as refusal:  # a face the die cannot show is taken away again, and said
                if not faces:  # no die is to blame
                    raise
                trouble = trouble or refusal_text(refusal, board)
                faces = faces[:-1]
        several = len({die.who for die in (*answered, *([following] if following else []))}) > 1
        slots = [slot(board, die, faces[at], whose=several) for at, die in enumerate(answered)]
        wish = slot(board, following, whose=several) if following else None
        if left := faces[len(slots) :]:  # fewer dice are due than before: they lie there until they are taken away
            trouble = trouble or refusal_text(Refusal("dice/left_over", left=left, used=len(slots)), board)
            slots += [Slot(board.frame.t("die_left_over"), face) for face in left]
    except Refusal as refusal:
        trouble = refusal_text(refusal, board)
    return _pad(board, place, tuple(slots), wish, following.sides if following else 0, trouble)


def _pad(
    board: Board,
    place: str,
    slots: tuple[Slot, ...] = (),
    wish: Slot | None = None,
    sides: int = 0,
    trouble: str = "",
    hint: str = "",
) -> Markup:
    return board.part(
        "pad",
        place=place,
        slots=slots,
        next=wish,
        keys=range(1, sides + 1) if sides <= MOST_KEYS else range(1, 10),
        digits=sides > MOST_KEYS,
        sides=sides,
        six=sides == 6,
        faces=" ".join(str(one.value) for one in slots if one.value is not None),
        trouble=trouble,
        hint=hint,
    )
