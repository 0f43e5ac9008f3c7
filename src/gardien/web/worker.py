"""Processes of their own for long exact computations, so that no table waits for another's: JSON lines in and out.

Those who sit at a table, those who weigh whole fights and those who come without a link each have their own, with
limits of seconds and memory. Whoever asks again takes the place of their older question, if it still waits.
"""

import asyncio
import itertools
import os
import signal
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.in_force import added, in_force, using
from gardien.core.ready import READY

FIGHT_SECONDS = 10  # after which a fight is told as it stands: simulated so and so often
LINE_BYTES = 32 * 1024 * 1024  # of a question or an answer
MOST_EACH = 8  # questions of one seat that wait, each about something else
UNDERWAY = 102  # what the process says while it works: how much is done, of how much
TOLD_SECONDS = 0.2  # between two such lines
FULL = 507  # what the process says when its memory is used up; it is ended then
GRACE_SECONDS = 5  # after which a process ends by itself, should nobody be left to end it
MEBIBYTE = 1024 * 1024

REQUESTS = itertools.count(1)  # so that a later one is known
Heard = Callable[[int, int], None]  # how much is done, of how much
Whose = tuple[str, str, str]  # the campaign, the seat, and what of theirs is asked about


class Limits(msgspec.Struct, frozen=True):
    """What one kind of asker may use."""

    seconds: int  # of one computation
    megabytes: int  # of one process
    waiting: int  # questions
    processes: int = 1


SEATED = Limits(seconds=30, megabytes=1024, waiting=32, processes=2)  # of which one seat has one at a time
WORKSHOP = Limits(seconds=30, megabytes=1024, waiting=16)  # whole fights: longer than anybody who types should wait
STRANGERS = Limits(seconds=10, megabytes=512, waiting=8)


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to compute: `odds` or `do` of a procedure, a `fight`, or `weigh` it in words, `draw`, `convert`."""

    kind: str
    system: str
    procedure: str
    given: dict[str, Any]
    by: tuple[str, ...] = ()
    language: str = "fr"
    dice: tuple[int, ...] | None = None
    runs: int = 0  # of a fight: how often to simulate it, 0 to let the house choose
    seconds: int = FIGHT_SECONDS  # of a fight: after which it is told as it stands
    source: str = ""  # of a conversion: the game it comes from
    text: str = ""
    to_page: bool = False  # a refusal comes with what it speaks of, for a page to say it in the words of its forms
    rows: tuple[tuple[str, str, tuple[Any, ...]], ...] = ()  # of packs in force: game, table, rows


def answer(question: Question, progress: Heard = lambda done, total: None) -> dict[str, Any]:
    """What a question comes to: a status and a body, as they will be sent."""
    from gardien.web.answers import STATUS, STATUS_BY_ID, refusal_json

    try:
        with using(added({(game, table): rows for game, table, rows in question.rows})):
            return {"status": 200, "body": _body_of(question, progress)}
    except Refusal as refusal:
        status = STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
        error = refusal_json(refusal, question.language)  # type: ignore[arg-type]
        if question.to_page:
            error["words"] = msgspec.to_builtins(refusal.words, enc_hook=str)
        return {"status": status, "body": {"error": error}}


def _body_of(question: Question, progress: Heard) -> Any:
    import gardien
    from gardien.core import calling
    from gardien.core.fighting import forecast_of
    from gardien.core.system import find
    from gardien.core.terms import exact

    match question.kind:
        case "odds":
            odds = calling.odds_of(question.system, question.procedure, question.given, by=question.by)
            return {
                "outcomes": [
                    {"outcome": one.outcome, "probability": float(one.chance), "exact": exact(one.chance)}
                    for one in odds
                ]
            }
        case "forecast":
            return msgspec.to_builtins(forecast_of(find(question.system), question.given), enc_hook=str)
        case "fight":
            from gardien.sim.fights import fight_odds

            return fight_odds(question.given, question.runs or None, None, progress, question.seconds)
        case "weigh":
            from gardien.sim.fights import FightOdds, fight_odds

            weighed = fight_odds(question.given, question.runs or None, None, progress, question.seconds)
            told = weighed.told(question.language)  # type: ignore[arg-type]
            return {"told": told, "fight" if isinstance(weighed, FightOdds) else "scenario": weighed}
        case "draw":
            return gardien.create(question.system, question.given)
        case "convert":
            return gardien.convert(
                question.source,
                question.system,
                question.given,
                text=question.text,
                dice=question.dice,
                language=question.language,  # type: ignore[arg-type]
            )
    source = gardien.generator() if question.dice is None else None
    done = calling.do(question.system, question.procedure, question.given, dice=question.dice, generator=source)
    return {**msgspec.to_builtins(done), "told": done.told(question.language)}  # type: ignore[arg-type]


def main(seconds: int, megabytes: int) -> None:
    """Answer questions until there are no more."""
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays comes first
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    _bound_memory(megabytes)
    for line in sys.stdin.buffer:
        _end_after(seconds + GRACE_SECONDS)
        status, body = _line_of(line)
        sys.stdout.buffer.write(b"%d %b\n" % (status, body))
        sys.stdout.buffer.flush()
        _end_after(0)


class Ticking:
    """Tells the server how far the work is, now and then."""

    def __init__(self) -> None:
        self.told = monotonic()

    def __call__(self, done: int, total: int) -> None:
        if monotonic() - self.told >= TOLD_SECONDS:
            self.told = monotonic()
            sys.stdout.buffer.write(b"%d %b\n" % (UNDERWAY, msgspec.json.encode((done, total))))
            sys.stdout.buffer.flush()


def _line_of(line: bytes) -> tuple[int, bytes]:
    try:
        answered = answer(msgspec.json.decode(line, type=Question), Ticking())
        body = msgspec.json.encode(answered["body"])
        return (answered["status"], body) if len(body) < LINE_BYTES - 10 else (FULL, b"")
    except MemoryError:
        return FULL, b""
    except Exception as fault:  # the server says so; this process goes on
        print(repr(fault), file=sys.stderr, flush=True)
        return 500, b""


def _bound_memory(megabytes: int) -> None:
    """Where the system counts what a process writes to, no more than that."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * MEBIBYTE, megabytes * MEBIBYTE))
    except (ImportError, AttributeError, ValueError, OSError):
        return  # a system without such limits, or with a lower one


def _end_after(seconds: int) -> None:
    """Die in so many seconds, or no longer: the server ends a long computation sooner, unless it is gone itself."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


class _Process:
    """One process seen from the server: one question at a time, ended when it takes too long."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, question: Question, heard: Heard | None = None) -> tuple[int, bytes]:
        process = await self._running()
        assert process.stdin
        assert process.stdout
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        try:
            async with asyncio.timeout(self.limits.seconds):
                while (line := await process.stdout.readline()).startswith(b"%d " % UNDERWAY):
                    if heard:
                        heard(*msgspec.json.decode(line[4:]))
        except BaseException as fault:
            await self.close()
            if isinstance(fault, TimeoutError):
                raise Refusal("http/too_long", kind="refused", most=self.limits.seconds) from None
            raise
        if not line:
            await self.close()
            raise Refusal("http/busy", kind="refused")
        status, body = int(line[:3]), line[4:-1]
        if status == FULL:
            await self.close()
            raise Refusal("http/too_heavy", kind="refused", most=self.limits.megabytes)
        if status == 500:
            raise RuntimeError("the computation broke; its own log says how")
        return status, body

    async def _running(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "gardien.web.worker",
                str(self.limits.seconds),
                str(self.limits.megabytes),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_BYTES,
            )
        return self.process

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


class _Waiting:
    """A question that waits for its turn."""

    def __init__(self, whose: Whose | None, request: int) -> None:
        self.whose = whose
        self.request = request
        self.seat = whose[:2] if whose else None
        self.turn: asyncio.Future[_Process] = asyncio.get_running_loop().create_future()


class Workers:
    """The processes of one kind of asker, and the queue before them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.processes = [_Process(limits) for _ in range(limits.processes)]
        self.waiting: list[_Waiting] = []
        self._free = list(self.processes)
        self._seats: set[tuple[str, ...]] = set()  # for whom something is being computed

    async def ask(
        self, question: Question, whose: Whose | None = None, request: int = 0, heard: Heard | None = None
    ) -> tuple[int, bytes]:
        """Status and body of the answer. Each seat has one process at a time, and waits behind its own questions."""
        asked = _Waiting(whose, request)
        process = await self._turn_of(asked)
        try:
            return await process.ask(question, heard)
        finally:
            self._give_back(process, asked)

    async def _turn_of(self, asked: _Waiting) -> _Process:
        self._make_way(asked)
        self.waiting.append(asked)
        self._deal()
        if len(self.waiting) > self.limits.waiting and asked in self.waiting:
            self.waiting.remove(asked)
            raise Refusal("http/busy", kind="refused")
        try:
            return await asked.turn
        except asyncio.CancelledError:
            if asked in self.waiting:
                self.waiting.remove(asked)
            elif asked.turn.done() and not asked.turn.cancelled() and asked.turn.exception() is None:
                self._give_back(asked.turn.result(), asked)  # its turn had come just then
            raise

    def _make_way(self, asked: _Waiting) -> None:
        """What an earlier request of the seat still asks about the same is of no interest any more."""
        own = [one for one in self.waiting if asked.seat is not None and one.seat == asked.seat]
        same = [one for one in own if one.whose == asked.whose]
        if any(one.request > asked.request for one in same):  # the next question of an earlier request
            raise Refusal("http/superseded", kind="refused")
        older = [one for one in same if one.request < asked.request] or own[: 1 + len(own) - MOST_EACH]
        for one in older:
            self.waiting.remove(one)
            if not one.turn.done():
                one.turn.set_exception(Refusal("http/superseded", kind="refused"))

    def _deal(self) -> None:
        """Processes that are free, to those who waited longest and have none."""
        for one in list(self.waiting):
            if not self._free:
                return
            if one.turn.done() or (one.seat is not None and one.seat in self._seats):
                continue  # who has gone away meanwhile, or has one already
            self.waiting.remove(one)
            if one.seat is not None:
                self._seats.add(one.seat)
            one.turn.set_result(self._free.pop())

    def _give_back(self, process: _Process, asked: _Waiting) -> None:
        self._free.append(process)
        if asked.seat is not None:
            self._seats.discard(asked.seat)
        self._deal()

    async def close(self) -> None:
        """End the processes, whatever they are doing."""
        for one in self.processes:
            await one.close()


class Worker:
    """The workers as one request meets them, which may ask several questions."""

    def __init__(self, workers: Workers, whose: Whose | None = None) -> None:
        self.workers = workers
        self.whose = whose
        self.request = next(REQUESTS)

    async def ask(self, question: Question, heard: Heard | None = None) -> tuple[int, bytes]:
        """Status and body of the answer, under the rows in force here; `heard` is told how far the work is."""
        content = in_force()
        if content is not None:
            rows = tuple((*key, rows) for key, rows in content.tables.items() if key[1] not in READY)
            question = msgspec.structs.replace(question, rows=rows)
        return await self.workers.ask(question, self.whose, self.request, heard)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
