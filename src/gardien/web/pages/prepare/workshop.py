"""The workshop: the exact danger of an encounter, and what the planned horrors of a scenario do to each mind."""

from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.conversion_report import source_names
from gardien.core.errors import Refusal
from gardien.core.ready import CHARACTER, beings_of, keys_of_beings
from gardien.core.simulation import Fights, Somebody
from gardien.core.terms import number, percent
from gardien.sim.fights import BudgetOdds, FightOdds, MindOdds
from gardien.sim.telling import LEAST_SHOWN, fight_words
from gardien.table.secrets import new_id
from gardien.web.encounters import encounters_of, numbered
from gardien.web.pages.frame import parts
from gardien.web.pages.refusals import of_worker, refusal_text
from gardien.web.pages.table.board import Board, board_of
from gardien.web.worker import Heard, Question, Worker

FIGURES = 20  # drawn for each character: one in twenty is five percent
COLUMN, GAP, HEIGHT = 46, 4, 120  # of the courses of minds, in pixels
LINES = 60  # of a plan
SEVERAL = 2  # from here on points are several, in French
BARS = 8  # rounds shown one by one


class Being(Struct, frozen=True):
    """Somebody of the pack who may stand on the other side."""

    key: str  # table/row
    name: str
    about: str


class Field(Struct, frozen=True):
    """One question about an encounter; without values it is a switch."""

    key: str
    label: str
    values: tuple[tuple[str, str], ...]
    default: str


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
    marks: tuple[tuple[str, Fraction], ...]  # what else may hold, when it is likeliest
    about: str  # the picture in a sentence


async def keeper_of(request: Request, house: Any) -> Board:
    board = await board_of(request, house)
    if not board.keeper:
        raise Refusal("table/not_allowed", kind="forbidden", came="atelier")
    if board.system.fights is None:
        raise Refusal("fight/none", came=board.system.key, allowed=[])
    return board


async def show(request: Request, house: Any) -> Response:
    """The page: who stands where, and the figures beside it."""
    return page(await keeper_of(request, house))


def page(
    board: Board, trouble: str = "", form: Any = None, status: int = 200, strength: str = "", found: str = ""
) -> Response:
    """With what was chosen before, where it was refused, or another strength was found."""
    plans = sorted(board.view["plans"].values(), key=lambda plan: plan["time"])
    horrors = [plan["text"] for plan in plans if not plan.get("done")][:12]
    opening, many = board.system.fights.opening
    listed = beings(board)
    counts = {one.key: str(form.get(f"count.{one.key}", "0")) for one in listed} if form else {opening: str(many)}
    return board.frame.page(
        "workshop.html",
        status,
        **board.context(
            beings=sorted(listed, key=lambda one: counts.get(one.key, "0") == "0"),
            counts=counts,
            trouble=trouble,
            strength=strength or (str(form.get("strength", "100")) if form else "100"),
            wanted=str(form.get("wanted", "")) if form else "",
            found=found,
            us=form.getlist("us") if form else None,
            pasted=str(form.get("paste", "")) if form else "",
            ticked=form.getlist("them") if form else [],
            cast=[one for one in board.people.values() if one not in board.players and not board.is_gone(one.id)],
            action=new_id("b"),
            sources=source_names(board.system, board.frame.language),
            horrors="\n".join(horrors) or own(board, "shop", "example"),
            planned=own(board, "shop", "horrors"),
            left_out=own(board, "shop", "left_out") if "left_out" in board.system.fights.words.get("shop", {}) else "",
            fields=fields(board),
        ),
    )


def own(board: Board, *path: str) -> str:
    """A word of the game's own for what is weighed."""
    words = board.system.fights.words
    for name in path:
        words = words.get(name, {})
    return str(words.get(board.frame.language, path[-1]))


def fields(board: Board) -> list[Field]:
    """What the game asks about an encounter."""
    return [
        Field(
            one.key,
            own(board, "tactic", one.key),
            tuple((value, own(board, "tactic", one.key, "value", value)) for value in one.values),
            one.default,
        )
        for one in board.system.fights.choices
    ]


def beings(board: Board) -> list[Being]:
    """Everybody of the pack whom a fight can weigh, in a line each; whom the page begins with first."""
    beings_shown: list[Being] = []
    opening = board.system.fights.opening[0]
    first = opening.partition("/")[0]
    for table, make in sorted(beings_of(board.system).items(), key=lambda one: one[0] not in (CHARACTER, first)):
        for row in () if table in board.system.fights.unweighed else keys_of_beings(board.system, table):
            sheet = msgspec.to_builtins(make(row, board.frame.language))
            about = board.subtitle(sheet)
            beings_shown.append(Being(f"{table}/{row}", str(sheet.get("name", row)), about))
    met = [Being(one.what, one.name, one.about) for one in encounters_of(board.system, board.frame.language)]
    return [*met, *sorted(beings_shown, key=lambda one: one.key != opening)]


# ---- the encounter ----


async def asked(worker: Worker, question: Question, kind: type[Any], heard: Heard | None = None) -> Any:
    status, body = await worker.ask(replace(question, to_page=True), heard)
    if status != 200:
        raise of_worker(body)
    return msgspec.json.decode(body, type=kind)


def sides_of(board: Board) -> tuple[str, str]:
    return board.frame.t("shop_us"), board.frame.t("shop_them")


def people_of(board: Board, form: Any) -> list[Somebody]:
    """Whoever of the table is ticked; of two with one name the second has a number."""
    ids = [id for id in form.getlist("us") if id in board.people]
    return numbered([Somebody(board.people[id].name, board.view["characters"][id]["sheet"]) for id in ids])


def chance_of(fights: Fights, statuses: dict[str, float], fate: str) -> float:
    return sum(chance for status, chance in statuses.items() if fights.fate(status) == fate)


def danger(board: Board, result: FightOdds) -> dict[str, Any]:
    """A weighed fight as pictures."""
    us = board.frame.t("shop_us")
    fights: Fights = board.system.fights
    fates = []
    for fate in result.fighters:
        if fate.side != us:
            continue
        dead, down = (
            sum(chance for name, chance in fate.statuses.items() if fights.fate(name) == end)
            for end in ("dead", "down")
        )
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
        "wins": [*(Bar(side, share * 100) for side, share in result.sides.items()), *_otherwise(board, result)],
        "length": own(board, "shop", "rounds"),
    }


def _otherwise(board: Board, result: FightOdds) -> list[Bar]:
    """How else a fight may end, or not end at all: said only where it can happen."""
    words, language = fight_words(board.system.key)["phrase"], board.frame.language
    shares = {name: getattr(result, name) for name in ("nobody", "undecided", "unfinished")}
    return [
        Bar(words[name][language].format(limit=number(result.limit, language)), share * 100)
        for name, share in shares.items()
        if share >= LEAST_SHOWN
    ]


def _rounds(result: FightOdds) -> list[Bar]:
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


def _method(board: Board, result: FightOdds) -> str:
    """Exact, solved or simulated, and how sure."""
    if result.method != "simulated":
        return board.frame.t(f"shop_{result.method}")
    margin = 98 / sqrt(result.runs)
    phrase = "shop_simulated_many" if margin >= SEVERAL else "shop_simulated"
    return board.frame.t(phrase, runs=board.frame.n(result.runs), margin=board.frame.n(round(margin, 1)))


# ---- the budget ----


async def budget(request: Request, house: Any) -> Response:
    """What the planned horrors do to each mind, exactly."""
    board = await keeper_of(request, house)
    if board.system.fights.budget_given is None:
        raise Refusal("fight/none", came=board.system.key, allowed=[])
    form = await request.form()
    lines = [line.strip()[:100] for line in str(form.get("horrors", "")).splitlines()][:LINES]
    content = {"system": board.system.key, "options": board.view.get("options") or {}}
    file = board.system.fights.scenario(people_of(board, form), lines)
    question = Question("fight", board.system.key, "", {**content, **file}, language=board.frame.language)
    try:
        result = await asked(house.workshop_of(board.table, board.viewer, "budget"), question, BudgetOdds)
    except Refusal as refusal:
        return parts(board.part("courses", courses=[], trouble=refusal_text(refusal, board), result=None))
    courses = [_course(board, one, result.events) for one in result.characters]
    lost = own(board, "shop", "to_lost")
    return parts(board.part("courses", courses=courses, trouble="", result=result, lost=lost))


def _course(board: Board, mind: MindOdds, events: list[str]) -> Course:
    """Stacked columns, one for each event, each shade a band of the gauge."""
    fights: Fights = board.system.fights
    bars, labels, checks = [], [], 0
    for at, after in enumerate(mind.course):
        x, y = 2 + at * (COLUMN + GAP), float(HEIGHT)
        for band in fights.bands:
            share = float(Fraction(after[band.key]))
            if share <= 0:
                continue
            height = HEIGHT * share
            y -= height
            label = own(board, "band", band.key) if height > 16 else ""
            bars.append(Bar(label, share * 100, x, y, height, f"k{band.shade}"))
        event = events[at - 1] if at else ""
        checks += bool(at) and not event
        label = own(board, "shop", "event", event) if event else str(checks) if at else board.frame.t("shop_start")
        labels.append((x + COLUMN // 2, label))
    lost = Fraction(mind.lost[-1])
    return Course(
        name=mind.name,
        lost=lost,
        mean=Fraction(mind.mean),
        bars=tuple(bars),
        labels=tuple(labels),
        width=2 + len(mind.course) * (COLUMN + GAP),
        marks=tuple(
            (own(board, "shop", "mark", mark), max(map(Fraction, shares))) for mark, shares in mind.marks.items()
        ),
        about=own(board, "shop", "course").format(name=mind.name, chance=percent(lost, board.frame.language)),
    )
