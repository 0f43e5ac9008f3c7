"""Dice typed in: the rule says which die it wants next, the pad shows it and takes only faces it can have."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.calling import prepare
from gardien.core.errors import Refusal
from gardien.core.readings.drive import DieAsked
from gardien.core.readings.typed import wanted
from gardien.table.binding import bind
from gardien.web.pages.board import Board
from gardien.web.pages.forms import given_of

MOST_KEYS = 20  # a die with more faces is typed in digits


class Slot(Struct, frozen=True):
    """One die on the pad: what it is for, and what it shows."""

    caption: str
    value: int | None = None


def faces_in(text: str) -> list[int]:
    """Faces as they are typed, with anything between."""
    return [int(one) for one in text.replace(",", " ").split() if one.isdecimal() and len(one) < 7]


def slot(board: Board, die: DieAsked, value: int | None = None) -> Slot:
    terms = board.system.terms
    name = terms.say(terms.entry("die", die.label), board.frame.language, default=die.label)
    return Slot(f"{name} · {die.who}" if die.who else name, value)


async def pad(request: Request, house: Any) -> Response:
    """The pad for the form as it stands."""
    from gardien.web.pages.tables import board_of, parts, told

    board = await board_of(request, house)
    form = await request.form()
    items = [(name, str(value)) for name, value in form.multi_items()]
    procedure = str(form.get("procedure", ""))
    character = str(form.get("character", "")) or None
    faces = faces_in(str(form.get("dice", "")))
    slots: list[Slot] = []
    following, trouble = None, ""
    try:
        given = given_of(items, board.system.procedure(procedure))
        board.check_open(given, character)
        bound = bind(board.table.state, procedure, given, character if board.alone(procedure) else None)
        prepared = prepare(board.system.key, procedure, bound.given)
        while True:
            try:
                answered, following = wanted(prepared.request(), faces)
                break
            except Refusal as refusal:  # a face the die cannot show is taken away again, and said
                trouble = trouble or told(refusal, board)
                faces = faces[:-1]
        slots = [slot(board, die, faces[at]) for at, die in enumerate(answered)]
    except Refusal as refusal:
        trouble = told(refusal, board)
    kept = [one.value for one in slots if one.value is not None]
    sides = following.sides if following else 0
    return parts(
        board.part(
            "pad",
            slots=slots,
            next=slot(board, following) if following else None,
            keys=range(1, sides + 1) if sides <= MOST_KEYS else range(10),
            digits=sides > MOST_KEYS,
            six=sides == 6,
            faces=" ".join(str(face) for face in kept),
            trouble=trouble,
        )
    )
