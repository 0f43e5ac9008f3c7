"""Who computes for whom: strangers never keep a seat waiting, one seat never another, and nothing takes all memory."""

import asyncio
import sys
import time

import pytest

from aside import awaited
from gardien.core.errors import Refusal
from gardien.web import worker
from gardien.web.worker import Limits, Question, Worker, Workers, _Process
from web.client import Evening, refusal, wait_for
from web.test_worker import CHECK, ROUND, SHORT, fighters, in_background


class Desk:
    """A process that answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.done = asyncio.Event()

    async def ask(self, question: Question, heard: object = None) -> tuple[int, bytes]:
        self.asked.append(question.procedure)
        await self.done.wait()
        return 200, question.procedure.encode()

    async def close(self) -> None:
        pass


def workers(processes: int = 2, waiting: int = 3) -> tuple[Workers, list[Desk]]:
    made = Workers(Limits(seconds=5, megabytes=512, waiting=waiting, processes=processes))
    desks = [Desk() for _ in range(processes)]
    made._free = list(desks)  # type: ignore[arg-type]
    return made, desks


def asked(made: Workers, seat: str, about: str, name: str = "") -> "asyncio.Task[tuple[int, bytes]]":
    question = Question("odds", "yacdha", name or f"{seat} {about}", {})
    whose = ("t", seat, about) if seat else None
    return asyncio.ensure_future(Worker(made, whose).ask(question))


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


# ---- the queue ----


def test_a_seat_has_one_process_at_a_time_so_that_another_is_left_for_others():
    async def scene() -> None:
        made, desks = workers()
        ann = [asked(made, "ann", "odds"), asked(made, "ann", "risks")]
        await settled()
        bob = asked(made, "bob", "odds")
        await settled()
        assert sorted(name for desk in desks for name in desk.asked) == ["ann odds", "bob odds"]
        for desk in desks:
            desk.done.set()
        assert [(await one)[1] for one in (*ann, bob)] == [b"ann odds", b"ann risks", b"bob odds"]

    awaited(scene())


def test_a_newer_question_about_the_same_takes_the_turn_of_one_that_waits():
    async def scene() -> None:
        made, (desk,) = workers(processes=1)
        first = asked(made, "ann", "odds", "first")
        await settled()
        second, other = asked(made, "ann", "odds", "second"), asked(made, "ann", "risks", "other")
        await settled()
        third = asked(made, "ann", "odds", "third")
        await settled()
        with pytest.raises(Refusal) as told:
            await second
        assert told.value.id == "http/superseded"
        desk.done.set()
        assert [(await one)[1] for one in (first, other, third)] == [b"first", b"other", b"third"]

    awaited(scene())


def test_the_next_question_of_an_earlier_request_takes_nobodys_turn():
    """A form that was changed meanwhile asks several things one after the other; its newer self is answered."""

    async def scene() -> None:
        made, (desk,) = workers(processes=1)
        earlier = Worker(made, ("t", "ann", "odds"))
        first = asyncio.ensure_future(earlier.ask(Question("odds", "yacdha", "first", {})))
        await settled()
        newer = asked(made, "ann", "odds", "newer")
        await settled()
        with pytest.raises(Refusal) as told:
            await earlier.ask(Question("odds", "yacdha", "second", {}))
        assert told.value.id == "http/superseded"
        desk.done.set()
        assert [(await one)[1] for one in (first, newer)] == [b"first", b"newer"]

    awaited(scene())


def test_a_seat_cannot_fill_the_queue(monkeypatch):
    """However many things it asks about: its oldest question makes way, nobody else's."""
    monkeypatch.setattr(worker, "MOST_EACH", 2)

    async def scene() -> None:
        made, (desk,) = workers(processes=1, waiting=3)
        running = asked(made, "ann", "0")
        await settled()
        many = [asked(made, "ann", f"{one}") for one in range(1, 9)]
        bob = asked(made, "bob", "odds")
        await settled()
        desk.done.set()
        answers = await asyncio.gather(running, *many, bob, return_exceptions=True)
        assert [isinstance(one, Refusal) for one in answers] == [False, *[True] * 6, False, False, False]

    awaited(scene())


def test_a_full_queue_refuses_whoever_comes_next():
    async def scene() -> None:
        made, (desk,) = workers(processes=1, waiting=2)
        strangers = [asked(made, "", f"{one}") for one in range(3)]
        await settled()
        with pytest.raises(Refusal) as told:
            await asked(made, "", "late")
        assert told.value.id == "http/busy"
        desk.done.set()
        assert len(await asyncio.gather(*strangers)) == 3

    awaited(scene())


def test_whoever_goes_away_leaves_no_gap():
    async def scene() -> None:
        made, (desk,) = workers(processes=1)
        first, second, third = (asked(made, seat, "odds") for seat in ("ann", "bob", "cleo"))
        await settled()
        second.cancel()
        first.cancel()
        await settled()
        desk.done.set()
        assert (await third)[1] == b"cleo odds"
        assert made.waiting == []
        assert made._seats == set()

    awaited(scene())


# ---- real processes ----


@pytest.mark.slow
def test_strangers_never_keep_a_seat_waiting(evening: Evening) -> None:
    """Four questions that no machine answers in time, from anybody; a seat is answered at once meanwhile."""
    mine = {"procedure": "gauge_check", "character": evening.leo, "given": {"gauge": "trauma"}}
    assert evening.ann.patient("/odds", mine).status_code == 200  # so that the process is there
    asked = [in_background(evening.running.caller().patient, ROUND, fighters(16)) for _ in range(4)]
    wait_for(lambda: len(evening.running.house.strangers.waiting) == 3)
    began = time.monotonic()
    assert evening.ann.post("/odds", mine).status_code == 200
    assert evening.ann.post("//systems/yacdha/procedures/gauge_check/odds", SHORT).status_code == 200
    assert time.monotonic() - began < 5
    strangers = evening.running.house.strangers
    for _ in asked:
        (one,) = strangers.processes
        if one.process is not None and one.process.returncode is None:
            one.process.kill()
        time.sleep(0.2)
    for thread, result in asked:
        thread.join()
        assert result[0].status_code in (409, 503)


class Hungry(_Process):
    """A process whose every computation takes four gigabytes, as it believes."""

    program = "from gardien.web import worker; worker._body_of = lambda *_: [0] * 2**29; worker.main(20, 256)"

    async def _running(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", self.program, stdin=pipe, stdout=pipe, limit=worker.LINE_BYTES
        )
        return self.process


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not count what a process writes to")
def test_a_computation_that_takes_too_much_memory_is_refused_and_the_next_one_works(running):
    strangers, anybody = running.house.strangers, running.caller()
    kept, hungry = strangers._free, Hungry(strangers.limits)
    strangers._free = [hungry]
    error = refusal(anybody.patient(CHECK, SHORT), 409, "http/too_heavy")
    assert "512" in error["message"]
    assert hungry.process is None  # and its memory is free again
    strangers._free = kept
    assert anybody.patient(CHECK, SHORT).status_code == 200


def test_characters_are_drawn_and_sheets_brought_over_elsewhere(running):
    """With the same answers as the library gives, refusals as well."""
    anybody = running.caller()
    drawn = anybody.patient("/systems/yacdha/characters", {"given": {"name": "Zoé"}})
    assert drawn.status_code == 200, drawn.text
    assert drawn.json()["system"] == "yacdha"
    refusal(anybody.patient("/systems/yacdha/conversions/chess", {}), 404, "convert/source")
    assert running.house.seated.processes[0].process is None  # that was a stranger
