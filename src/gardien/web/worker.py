"""A process of its own for long exact computations, so that no table waits for another's: JSON lines in and out."""

import asyncio
import os
import signal
import sys
from typing import Any

import msgspec

from gardien.core.errors import Refusal

SECONDS = 30  # the longest computation
FIGHT_SECONDS = 10  # after which a fight is told as it stands: simulated so and so often
WAITING = 32  # computations that may wait
LINE_BYTES = 64 * 1024 * 1024


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to compute: `odds` or `do` of a procedure, or a whole `fight`."""

    kind: str
    system: str
    procedure: str
    given: dict[str, Any]
    by: tuple[str, ...] = ()
    language: str = "fr"
    dice: tuple[int, ...] | None = None
    runs: int = 0  # of a fight: how often to simulate it, 0 to let the house choose


def answer(question: Question) -> dict[str, Any]:
    """What a question comes to: a status and a body, as they will be sent."""
    from gardien import generator
    from gardien.core import calling
    from gardien.core.fighting import forecast_of
    from gardien.core.system import find
    from gardien.core.terms import exact
    from gardien.web.answers import STATUS, STATUS_BY_ID, described

    try:
        if question.kind == "odds":
            found = calling.weigh(question.system, question.procedure, question.given, by=question.by)
            outcomes = [
                {"outcome": one.outcome, "probability": float(one.chance), "exact": exact(one.chance)} for one in found
            ]
            return {"status": 200, "body": {"outcomes": outcomes}}
        if question.kind == "forecast":
            forecast = forecast_of(find(question.system), question.given)
            return {"status": 200, "body": msgspec.to_builtins(forecast, enc_hook=str)}
        if question.kind == "fight":
            from gardien.sim.fights import weigh_fight

            runs = question.runs or None
            weighed = weigh_fight(question.given, runs, None, lambda done, total: None, FIGHT_SECONDS)
            return {"status": 200, "body": weighed}
        source = generator() if question.dice is None else None
        done = calling.do(question.system, question.procedure, question.given, dice=question.dice, generator=source)
        return {"status": 200, "body": done}
    except Refusal as refusal:
        status = STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
        return {"status": status, "body": {"error": described(refusal, question.language)}}  # type: ignore[arg-type]


def main() -> None:
    """Answer questions until there are no more."""
    os.nice(10)  # whoever plays comes first
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    for line in sys.stdin.buffer:
        try:
            found = answer(msgspec.json.decode(line, type=Question))
        except Exception as fault:  # the server says so; this process goes on
            print(repr(fault), file=sys.stderr, flush=True)
            found = {"status": 500, "body": None}
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()


class Worker:
    """The process seen from the server: one question at a time, ended when it takes too long."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def ask(self, question: Question) -> tuple[int, bytes]:
        """Status and body of the answer."""
        if self._waiting >= WAITING:
            raise Refusal("http/busy", kind="refused")
        self._waiting += 1
        try:
            async with self._lock:
                return await self._asked(question)
        finally:
            self._waiting -= 1

    async def _asked(self, question: Question) -> tuple[int, bytes]:
        process = await self._running()
        assert process.stdin
        assert process.stdout
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        try:
            line = await asyncio.wait_for(process.stdout.readline(), SECONDS)
        except BaseException as fault:
            await self.close()
            if isinstance(fault, TimeoutError):
                raise Refusal("http/too_long", kind="refused", most=SECONDS) from None
            raise
        if not line:
            await self.close()
            raise Refusal("http/busy", kind="refused")
        found = msgspec.json.decode(line, type=_Found)
        if found.status == 500:
            raise RuntimeError("the computation broke; its own log says how")
        return found.status, bytes(found.body)

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "gardien.web.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_BYTES,
            )
        return self._process

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


class _Found(msgspec.Struct):
    status: int
    body: msgspec.Raw


if __name__ == "__main__":
    main()
