"""The workshop: the exact danger of an encounter, and what the planned horrors of a scenario do to each mind."""

from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.errors import Refusal
from gardien.core.pack import packaged
from gardien.core.terms import number
from gardien.sim.fights import BudgetWeighed, FightWeighed
from gardien.web.pages.board import Board
from gardien.web.worker import Question, Worker

FIGURES = 20  # drawn for each character: one in twenty is five percent
EXACT_PEOPLE = 5  # a larger fight is simulated: somebody waits for the answer
RUNS = 10_000
COLUMN, GAP, HEIGHT = 46, 4, 120  # of the courses of madness, in pixels
BARS = 8  # rounds shown one by one


class Being(Struct, frozen=True):
    """Somebody of the pack who may stand on the other side."""

    key: str  # table/row
    name: str
    about: str


class FateShown(Struct, frozen=True):
    """What twenty fights hold for one character."""

    name: str
    dead: Fraction
    figures: tuple[str, ...]  # "", hurt, dead


class Bar(Struct, frozen=True):
    """One bar: its label, its share, its geometry."""

    label: str
    share: float
    x: int = 0
    y: float = 0.0
    height: float = 0.0
    look: str = ""


class Course(Struct, frozen=True):
    """One mind through a scenario, as stacked columns."""

    name: str
    lost: Fraction
    mean: Fraction
    bars: tuple[Bar, ...]
    labels: tuple[tuple[int, str], ...]
    width: int


async def _keeper(request: Request, house: Any) -> Board:
    from gardien.web.pages.tables import board_of

    board = await board_of(request, house)
    if not board.keeper:
        raise Refusal("table/not_allowed", kind="forbidden", came="atelier")
    if board.system.fights is None:
        raise Refusal("fight/none", came=board.system.key, allowed=[])
    return board


async def show(request: Request, house: Any) -> Response:
    """The page: who stands where, and the figures beside it."""
    board = await _keeper(request, house)
    plans = sorted(board.view["plans"].values(), key=lambda plan: plan["time"])
    horrors = [plan["text"] for plan in plans if not plan.get("done")][:12]
    return board.frame.page("workshop.html", **board.context(beings=beings(board), horrors=horrors))


def beings(board: Board) -> list[Being]:
    """Everybody of the pack that the table can bring in, with their figures in a line."""
    found = []
    for table, make in board.system.hosting.beings.items():
        for row in _rows(board, table):
            sheet = msgspec.to_builtins(make(row, board.frame.language))
            about = board.subtitle(sheet)
            found.append(Being(f"{table}/{row}", str(sheet.get("name", row)), about))
    return found


def _rows(board: Board, table: str) -> list[str]:
    """The keys of a pack's table, wherever its file is."""
    from pathlib import Path

    for path in sorted(Path(board.system.folder, "pack").glob("*.toml")):
        rows = packaged(path).get(table)
        if isinstance(rows, list):
            return [str(row["key"]) for row in rows]
    return []


# ---- the encounter ----


async def weigh(request: Request, house: Any) -> Response:
    """The danger of the encounter in the form."""
    from gardien.web.pages.tables import parts, told

    board = await _keeper(request, house)
    form = await request.form()
    try:
        content, people = _encounter(board, form)
        question = Question("fight", board.system.key, "", content, language=board.frame.language)
        if people > EXACT_PEOPLE:
            question = msgspec.structs.replace(question, runs=RUNS)
        result = await _asked(house.workshop, question, FightWeighed)
    except Refusal as refusal:
        return parts(board.part("danger", result=None, trouble=told(refusal, board)))
    return parts(board.part("danger", trouble="", **_danger(board, result)))


async def _asked(worker: Worker, question: Question, kind: type[Any]) -> Any:
    status, body = await worker.ask(question)
    if status != 200:
        error = msgspec.json.decode(body)["error"]
        raise Refusal("odds/refused", kind="refused", field=error["field"], message=error["message"])
    return msgspec.json.decode(body, type=kind)


def _encounter(board: Board, form: Any) -> tuple[dict[str, Any], int]:
    """The form as a fight's file: those of the table on one side, those of the pack on the other."""
    fights = board.system.fights
    flee = str(form.get("flee", "0"))
    tactics = {"flee_at_trauma": int(flee)} if flee.isdecimal() and len(flee) < 3 else {}
    ours = [
        {
            "name": board.people[id].name,
            **fights.fighter(board.view["characters"][id]["sheet"]),
            "tactics": tactics,
            "surprised": form.get("ambush") == "true",
        }
        for id in form.getlist("us")
        if id in board.people
    ]
    theirs: list[dict[str, Any]] = []
    for being in beings(board):
        text = str(form.get(f"count.{being.key}", "0"))
        count = min(20, int(text)) if text.isdecimal() and len(text) < 4 else 0
        if count:
            table, _, key = being.key.partition("/")
            theirs.append({"name": being.name, "count": count, table: key, "kind": table})
    if not ours or not theirs:
        raise Refusal("fight/one_side", kind="refused")
    people = len(ours) + sum(int(one["count"]) for one in theirs)
    names = (board.frame.t("shop_us"), board.frame.t("shop_them"))
    sides = [{"name": names[0], "fighter": ours}, {"name": names[1], "fighter": theirs}]
    options = board.view.get("options") or {}
    return {"system": board.system.key, "options": options, "side": sides}, people


def _danger(board: Board, result: FightWeighed) -> dict[str, Any]:
    """A weighed fight as pictures."""
    us = board.frame.t("shop_us")
    fates = []
    for fate in result.fighters:
        if fate.side != us:
            continue
        dead = fate.statuses.get("dead", 0.0)
        down = sum(fate.statuses.get(name, 0.0) for name in ("unconscious", "coma"))
        shown = round(dead * FIGURES)
        hurt = min(FIGURES - shown, round(down * FIGURES))
        figures = ("",) * (FIGURES - shown - hurt) + ("hurt",) * hurt + ("dead",) * shown
        fates.append(FateShown(fate.name, Fraction(dead).limit_denominator(10**9), figures))
    alive = result.survivors[us]
    count = max(alive, default=0)
    losses = [
        Bar(board.frame.t("shop_dead", count=number(count - left, board.frame.language)), alive.get(left, 0.0) * 100)
        for left in range(count, -1, -1)
    ]
    return {
        "result": result,
        "fates": fates,
        "losses": losses,
        "rounds": _rounds(result),
        "method": _method(board, result),
        "wins": [Bar(side, share * 100) for side, share in result.sides.items()],
    }


def _rounds(result: FightWeighed) -> list[Bar]:
    shares = list(result.rounds[1 : BARS + 1])
    rest = max(0.0, 1 - result.rounds[0] - sum(shares)) if result.rounds else 0.0
    labels = [str(place) for place in range(1, len(shares) + 1)]
    if rest > 0.0005:
        shares.append(rest)
        labels.append(f"{len(labels) + 1} +")
    top = max(shares, default=1.0) or 1.0
    return [
        Bar(label, share * 100, 4 + 38 * at, 130 - 110 * share / top, 110 * share / top)
        for at, (label, share) in enumerate(zip(labels, shares, strict=True))
    ]


def _method(board: Board, result: FightWeighed) -> str:
    """Exact, solved or simulated, and how sure."""
    if result.method != "simulated":
        return board.frame.t(f"shop_{result.method}")
    margin = 98 / sqrt(result.runs)
    return board.frame.t("shop_simulated", runs=board.frame.n(result.runs), margin=board.frame.n(round(margin, 1)))


# ---- the budget ----


async def budget(request: Request, house: Any) -> Response:
    """What the planned horrors do to each mind, exactly."""
    from gardien.web.pages.tables import parts, told

    board = await _keeper(request, house)
    form = await request.form()
    horrors = [line.strip()[:100] for line in str(form.get("horrors", "")).splitlines() if line.strip()][:30]
    witnesses = [
        {"name": board.people[id].name, **board.system.fights.witness(board.view["characters"][id]["sheet"])}
        for id in form.getlist("us")
        if id in board.people
    ]
    content = {"system": board.system.key, "options": board.view.get("options") or {}, "checks": horrors}
    question = Question(
        "fight", board.system.key, "", {**content, "character": witnesses}, language=board.frame.language
    )
    try:
        result = await _asked(house.worker, question, BudgetWeighed)
    except Refusal as refusal:
        return parts(board.part("courses", courses=[], trouble=told(refusal, board), result=None))
    courses = [_course(board, one) for one in result.characters]
    return parts(board.part("courses", courses=courses, trouble="", result=result))


def _course(board: Board, mind: Any) -> Course:
    """Stacked columns, one for each horror, each shade a value of the gauge."""
    bars, labels = [], []
    for at, after in enumerate(mind.course):
        x, y = 2 + at * (COLUMN + GAP), float(HEIGHT)
        for value, chance in after.items():
            share = float(Fraction(chance))
            if share <= 0:
                continue
            height = HEIGHT * share
            y -= height
            bars.append(Bar(value if height > 16 else "", share * 100, x, y, height, f"k{value}"))
        labels.append((x + COLUMN // 2, board.frame.t("shop_start") if at == 0 else str(at)))
    mean = sum((int(value) * Fraction(chance) for value, chance in mind.distribution.items()), Fraction(0))
    width = 2 + len(mind.course) * (COLUMN + GAP)
    return Course(mind.name, Fraction(mind.lost[-1]), mean, tuple(bars), tuple(labels), width)
