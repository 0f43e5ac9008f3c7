"""What the next roll on a gauge risks: exact, worked out by the worker, kept as long as nothing it rests on changes."""

import asyncio
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.core.in_force import serial
from gardien.core.presentation import Gauge
from gardien.core.system import System
from gardien.table.binding import bind_open
from gardien.web.pages.forms.chances import OddsAsker
from gardien.web.pages.table.board import Board
from gardien.web.worker import Question, Worker

MOST_KEPT = 5000
PATIENCE = 0.5  # seconds a page waits for odds; later ones are fetched when they are ready


class RiskShown(Struct, frozen=True):
    """The chance that a gauge moves, where to, and after how many such rolls the end is as likely as not."""

    chance: Fraction
    to: int
    even: int | None = None


_known: dict[bytes, RiskShown | None] = {}
_weighing: set["asyncio.Task[None]"] = set()


def known_risk(board: Board, character: str, field: str) -> RiskShown | None:
    """What was worked out before."""
    for gauge in _risky(board.system):
        if gauge.field == field and (given := _risk_inputs(board, character, gauge)) is not None:
            return _known.get(_key(board.system, gauge, given))
    return None


def missing_risks(board: Board, character: str) -> bool:
    """Whether something is left to be worked out."""
    risks = ((gauge, _risk_inputs(board, character, gauge)) for gauge in _risky(board.system))
    return any(given is not None and _key(board.system, gauge, given) not in _known for gauge, given in risks)


async def work_out_risks(worker: Worker, board: Board, character: str) -> None:
    """Work out what is not known yet; a roll that the rules refuse risks nothing."""
    for gauge in _risky(board.system):
        given = _risk_inputs(board, character, gauge)
        if given is None or (key := _key(board.system, gauge, given)) in _known:
            continue
        try:
            shown = await _risk_shown(worker, board, gauge, given)
        except Refusal as refusal:
            if refusal.id in ("http/busy", "http/superseded"):
                return  # another time
            shown = None
        if len(_known) >= MOST_KEPT:
            _known.clear()
        _known[key] = shown


async def work_out_risks_soon(house: Any, board: Board, character: str, patience: float) -> None:
    """Wait a little for the odds on the gauges; they go on being worked out after that."""
    worker = house.worker_of(board.table, board.viewer, f"risks of {character}")
    task = asyncio.ensure_future(work_out_risks(worker, board, character))
    _weighing.add(task)
    task.add_done_callback(_weighing.discard)
    await asyncio.wait({task}, timeout=patience)


def _risky(system: System) -> Iterable[Gauge]:
    return (gauge for gauge in system.presentation.gauges if gauge.risk is not None)


def _risk_inputs(board: Board, character: str, gauge: Gauge) -> dict[str, Any] | None:
    """The inputs of the roll; nothing for whoever may not know the whole sheet."""
    assert gauge.risk is not None
    kept = board.table.state.play.get("characters", {}).get(character)
    if kept is None or gauge.field not in kept["sheet"]:
        return None
    try:
        return bind_open(board.table.state, board.viewer, gauge.risk.procedure, gauge.risk.given, character).given
    except Refusal:
        return None


def _key(system: System, gauge: Gauge, given: dict[str, Any]) -> bytes:
    return msgspec.json.encode([system.key, serial(), gauge.field, given], order="sorted")


async def _risk_shown(worker: Worker, board: Board, gauge: Gauge, given: dict[str, Any]) -> RiskShown | None:
    risk = gauge.risk
    assert risk is not None
    weigher = OddsAsker(worker, board.system, risk.procedure, board.frame.language)
    moved = [
        (outcome.get(risk.to), chance)
        for outcome, chance in await weigher.odds_by(given, (risk.moved, risk.to))
        if outcome.get(risk.moved) is True
    ]
    if not moved:
        return None
    to = max(value for value, _ in moved if isinstance(value, int))
    even = await _even(worker, board.system, gauge, given) if risk.even else None
    return RiskShown(sum((chance for _, chance in moved), Fraction(0)), to, even)


async def _even(worker: Worker, system: System, gauge: Gauge, given: dict[str, Any]) -> int | None:
    assert gauge.risk is not None
    assert gauge.risk.even is not None
    value = given.get(gauge.risk.to)
    if not isinstance(value, int):
        return None
    procedure, inputs, field = gauge.risk.even(value)
    status, body = await worker.ask(Question("do", system.key, procedure, inputs, dice=()))
    outcome = msgspec.json.decode(body).get("outcome", {}).get(field) if status == 200 else None
    return outcome if isinstance(outcome, int) else None
