"""An encounter being weighed: who stands where, what is exact first, how far the rest is; and putting it in play."""

import asyncio
from collections.abc import AsyncIterator
from fractions import Fraction
from math import ceil, sqrt
from time import monotonic
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from gardien.core.errors import Refusal
from gardien.core.ready import ENCOUNTER
from gardien.core.simulation import Foe, Somebody
from gardien.core.table_rules import kind_of
from gardien.core.terms import percent
from gardien.sim.fights import QUICK_RUNS, FightOdds
from gardien.table import commands as c
from gardien.table.secrets import new_id
from gardien.web.encounters import (
    MOST,
    STRONGEST,
    WEAKEST,
    Against,
    blocks_of,
    check_able,
    encounters_of,
    fight_file,
    foes_of,
    names_of_beings,
    one_by_one,
    scaled_being,
    strong,
    whole_sheet,
)
from gardien.web.pages.frame import HEADERS, parts
from gardien.web.pages.prepare.scaling import scaled_shown
from gardien.web.pages.prepare.workshop import asked, chance_of, danger, keeper_of, page, people_of, sides_of
from gardien.web.pages.refusals import refusal_text
from gardien.web.pages.table.board import Board
from gardien.web.worker import FIGHT_SECONDS, Question, Worker

MOST_DUELS = 8  # shown before the whole
DUELS_SECONDS = 3  # for all of them
DOSE_TRIES, DOSE_SECONDS = 7, 2  # strengths that are weighed, and for how long each
DOSE_STEP = 5  # percent
DOSE_PATIENCE, DOSE_NEAR = 8, 0.02  # seconds after which the nearest so far is told, and what is near enough


class Far(Struct, frozen=True):
    """How far a weighing is."""

    share: float  # of the time it may take
    done: str
    total: str
    left: int  # seconds


class DuelShown(Struct, frozen=True):
    """One against one, weighed completely."""

    name: str
    foe: str
    wins: Fraction
    loses: Fraction
    dead: Fraction
    method: str


async def show_odds(request: Request, house: Any) -> Response:
    """The danger of the encounter in the form, when all of it is weighed."""
    board = await keeper_of(request, house)
    weighing = Weighing(board, house, await request.form())
    return parts(*[part async for part in weighing.parts() if part])


async def pour_odds(request: Request, house: Any) -> Response:
    """The same as it comes: what is exact first, then how far the rest is, then the rest; a line of JSON for each."""
    board = await keeper_of(request, house)
    weighing = Weighing(board, house, await request.form())

    async def lines() -> AsyncIterator[bytes]:
        async for part in weighing.parts(progress=True):
            yield msgspec.json.encode(str(part)) + b"\n"

    return StreamingResponse(lines(), 200, HEADERS, "application/jsonl")


class Weighing:
    """One encounter being weighed for somebody who waits."""

    def __init__(self, board: Board, house: Any, form: Any) -> None:
        self.board, self.form = board, form
        self.worker: Worker = house.workshop_of(board.table, board.viewer, "fight")
        self.began = self.since = monotonic()
        self.at = (0, 0)

    async def parts(self, progress: bool = False) -> AsyncIterator[str]:
        """Parts of the page, one after the other."""
        board = self.board
        try:
            foes = chosen_foes(board, self.form)
            ours, theirs = ours_of(board, self.form), against(board, foes)
            file = file_of(board, self.form, ours, theirs)
            yield board.part("scaled", scaled=scaled_shown(board, foes))
            if progress:
                yield board.part("weighing", far=None)
            if len(ours) > 1 or len(theirs) > 1 or theirs[0].count > 1:
                yield board.part("duels", duels=await self._duels(ours, theirs))
            else:
                yield board.part("duels", duels=[])
            question = Question("fight", board.system.key, "", file, language=board.frame.language)
            if len(ours) + sum(one.count for one in theirs) > board.system.fights.exact_people:
                question = msgspec.structs.replace(question, runs=QUICK_RUNS)
            far: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
            asking = asyncio.ensure_future(
                asked(self.worker, question, FightOdds, lambda done, total: far.put_nowait((done, total)))
            )
            self.began = self.since = monotonic()
            try:
                while progress and not asking.done():
                    waiting = asyncio.ensure_future(far.get())
                    await asyncio.wait((asking, waiting), return_when=asyncio.FIRST_COMPLETED)
                    if waiting.done():
                        yield board.part("weighing", far=self._far(*waiting.result()))
                    waiting.cancel()
                result = await asking
            finally:
                asking.cancel()
        except Refusal as refusal:
            yield board.part("danger", result=None, trouble=refusal_text(refusal, board))
            return
        yield board.part("danger", trouble="", **danger(board, result))

    def _far(self, done: int, total: int) -> Far:
        """How far the work is, and how long it may still take: as fast as so far, and never past the limit."""
        if done < self.at[0] or total < self.at[1]:  # another kind of work has begun
            self.since = monotonic()
        self.at = (done, total)
        spent = monotonic() - self.since
        limit = max(0.0, FIGHT_SECONDS - (monotonic() - self.began))
        left = min(limit, spent * (total - done) / done) if done else limit
        n, past = self.board.frame.n, monotonic() - self.began
        return Far(past / (past + left) if past + left else 0.0, n(done), n(total), ceil(left))

    async def _duels(self, ours: list[Somebody], theirs: list[Foe]) -> list[DuelShown]:
        """One against one, as far as that is weighed completely in a moment."""
        board, until, shown = self.board, monotonic() + DUELS_SECONDS, list[DuelShown]()
        us, them = sides_of(board)
        for foe in theirs:
            for one in ours:
                if monotonic() > until or len(shown) == MOST_DUELS:
                    return shown
                alone = msgspec.structs.replace(foe, count=1)
                file = file_of(board, self.form, [one], [alone])
                question = Question("fight", board.system.key, "", file, language=board.frame.language, seconds=1)
                result = await asked(self.worker, question, FightOdds)
                if result.method != "simulated":
                    dead = next(chance_of(board.system.fights, fate.statuses, "dead") for fate in result.fighters)
                    wins, loses = (Fraction(result.sides[side]).limit_denominator(10**6) for side in (us, them))
                    fate = Fraction(dead).limit_denominator(10**6)
                    method = board.frame.t(f"shop_{result.method}")
                    shown.append(DuelShown(one.name, foe.name, wins, loses, fate, method))
        return shown


def file_of(board: Board, form: Any, ours: list[Somebody], theirs: list[Foe]) -> dict[str, Any]:
    chosen = {one.key: str(form.get(one.key, "")) for one in board.system.fights.choices}
    return fight_file(board.system, sides_of(board), ours, theirs, chosen, board.view.get("options") or {})


def encounter(board: Board, form: Any) -> dict[str, Any]:
    """The form as a fight's file."""
    return file_of(board, form, ours_of(board, form), against(board, chosen_foes(board, form)))


def ours_of(board: Board, form: Any) -> list[Somebody]:
    """Whoever of the table is ticked; who is out of everything takes part in no fight."""
    for id in form.getlist("us"):
        if id in board.people:
            check_able(board.system, board.view, id, board.why_out(id))
    return people_of(board, form)


def against(board: Board, foes: list[Against]) -> list[Foe]:
    """Whoever stands on the other side."""
    return foes_of(board.system, board.view, foes, board.frame.language)


def chosen_foes(board: Board, form: Any) -> list[Against]:
    """Some of the pack by how many, people of the table by a tick, stat blocks as they were pasted."""
    names, them = names_of_beings(board.system, board.frame.language), list[Against]()
    strength = strength_of(form)
    for id in form.getlist("them"):
        if id in board.people and id not in form.getlist("us"):
            check_able(board.system, board.view, id, board.why_out(id))
            them.append(Against(character=id))
    met = {one.what: one.name for one in encounters_of(board.system, board.frame.language)}
    for being, name in {**names, **met}.items():
        count = _count(form, f"count.{being}", name)
        if count:
            them.append(Against(being=being, count=count, strength=strength))
    text = str(form.get("paste", "")).strip()[:20_000]
    pasted = [Against(text=text, count=_count(form, "paste_count", "×") or 1, strength=strength)] if text else []
    return [*them, *pasted]


def strength_of(form: Any) -> int:
    """How strong those of the pack and those that were pasted are, in percent of what is printed."""
    text = str(form.get("strength", "")).strip() or "100"
    if not text.isdecimal() or not WEAKEST <= int(text[:9]) <= STRONGEST:
        raise Refusal("field/range", kind="refused", field="strength", came=text[:20], low=WEAKEST, high=STRONGEST)
    return int(text)


def _count(form: Any, field: str, name: str) -> int:
    """How many of a kind; more than can be weighed is refused by name."""
    text = str(form.get(field, "")).strip() or "0"
    if not text.isdecimal() or len(text) > 9 or int(text) > MOST:
        raise Refusal("field/range", kind="refused", field=name, came=text[:20], low=0, high=MOST)
    return int(text)


async def play(request: Request, house: Any) -> Response:
    """Whoever is not at the table yet comes to it, and the fight can begin."""
    board = await keeper_of(request, house)
    form = await request.form()
    try:
        them = chosen_foes(board, form)
        if not them:
            raise Refusal("fight/one_side", kind="refused")
        commands = [one for foe in them for one in _brought(board, foe, form.get("hidden") == "true")]
        action = str(form.get("action", ""))[:80] or new_id("b")
        for place, command in enumerate(commands):
            envelope = c.Envelope(action=f"{action}-{place}", command=command, together=action)
            await board.table.act_soon(board.viewer.seat, envelope, board.frame.language)
    except Refusal as refusal:
        return page(board, trouble=refusal_text(refusal, board), form=form, status=422)
    return RedirectResponse(f"/t/{board.table.campaign}/combat", 303)


def _brought(board: Board, foe: Against, hidden: bool) -> list[c.Add | c.Unpack]:
    """The commands that bring somebody to the table; an encounter comes as its pack has it, hidden."""
    if foe.being and foe.strength != 100:
        rows = one_by_one(board.system, [foe])
        scaled = [(scaled_being(board.system, one, board.frame.language)[0], one.count) for one in rows]
        own = kind_of(board.system.table_rules.sheets[0])
        return [c.Add(sheet=one, count=many, hidden=hidden, foe=one["kind"] == own) for one, many in scaled]
    if foe.being.startswith(f"{ENCOUNTER}/"):
        return [c.Unpack(what=foe.being, language=board.frame.language)] * foe.count
    if foe.being:
        return [c.Add(being=foe.being, count=foe.count, hidden=hidden, foe=True, language=board.frame.language)]
    blocks = blocks_of(board.system, foe.text) if foe.text else []
    read = [block.sheet if foe.strength == 100 else whole_sheet(board.system, block.sheet) for block in blocks]
    sheets = [strong(board.system, sheet, foe.strength)[0] for sheet in read]
    return [c.Add(sheet=sheet, count=foe.count, hidden=hidden) for sheet in sheets]


# ---- until the fight has the wanted chance ----


async def dose(request: Request, house: Any) -> Response:
    """The strength of the foes at which the chance of winning is nearest to the one that is wanted."""
    board = await keeper_of(request, house)
    form = await request.form()
    try:
        wanted = _wanted(str(form.get("wanted", "")))
        strength, chance = await _nearest(board, house, form, wanted)
    except Refusal as refusal:
        return page(board, trouble=refusal_text(refusal, board), form=form, status=422)
    language = board.frame.language
    found = board.frame.t(
        "scale_found", strength=strength, chance=percent(Fraction(chance).limit_denominator(10**6), language)
    )
    return page(board, form=form, strength=str(strength), found=found)


def _wanted(text: str) -> float:
    if not text.isdecimal() or not 1 <= int(text) <= 99:
        raise Refusal("field/range", kind="refused", field="wanted", came=text[:20], low=1, high=99)
    return int(text) / 100


async def _nearest(board: Board, house: Any, form: Any, wanted: float) -> tuple[int, float]:
    """By halves: the stronger they are, the less often they are beaten."""
    ours, foes = ours_of(board, form), chosen_foes(board, form)
    worker, us = house.workshop_of(board.table, board.viewer, "fight"), sides_of(board)[0]
    low, high, tried, until = WEAKEST, STRONGEST, dict[int, float](), monotonic() + DOSE_PATIENCE
    for _ in range(DOSE_TRIES):
        strength = min(high, max(low, DOSE_STEP * round(sqrt(low * high) / DOSE_STEP)))
        if strength in tried:
            break
        theirs = against(board, [msgspec.structs.replace(one, strength=strength) for one in foes if not one.character])
        theirs += against(board, [one for one in foes if one.character])
        file = file_of(board, form, ours, theirs)
        question = Question("fight", board.system.key, "", file, language=board.frame.language, seconds=DOSE_SECONDS)
        try:
            result = await asked(worker, question, FightOdds)
        except Refusal:
            if not tried:
                raise
            break
        tried[strength] = result.sides[us]
        if monotonic() > until or abs(tried[strength] - wanted) < DOSE_NEAR:
            break
        low, high = (strength, high) if tried[strength] > wanted else (low, strength)
    best = min(tried, key=lambda one: abs(tried[one] - wanted))
    return best, tried[best]
