"""Whoever acts goes first: long work in a thread pauses while somebody does, and never for ever."""

import time
from threading import Event, Thread

import pytest

from gardien.table.precedence import PATIENCE_SECONDS, Acting


class Work:
    """Long work in a thread of its own, part by part."""

    def __init__(self, acting: Acting) -> None:
        self.parts, self.ended = 0, Event()
        self._thread = Thread(target=self._work, args=(acting,), daemon=True)
        self._thread.start()

    def _work(self, acting: Acting) -> None:
        acting.works_beside()
        while not self.ended.is_set():
            acting.give_way()
            self.parts += 1
            time.sleep(0.0001)

    def parts_in(self, seconds: float) -> int:
        before = self.parts
        time.sleep(seconds)
        return self.parts - before

    def end(self) -> None:
        self.ended.set()
        self._thread.join()


@pytest.fixture
def acting():
    return Acting()


@pytest.fixture
def work(acting):
    work = Work(acting)
    yield work
    work.end()


def test_long_work_pauses_while_somebody_acts_and_goes_on_afterwards(acting, work):
    most = 0.2 / PATIENCE_SECONDS + 1
    with acting.first():
        work.parts_in(0.01)  # the part under way
        assert work.parts_in(0.2) <= most
    assert work.parts_in(0.2) > 2 * most


def test_of_several_who_act_the_last_ends_the_pause(acting, work):
    with acting.first():
        with acting.first():
            pass
        work.parts_in(0.01)
        assert work.parts_in(0.2) <= 0.2 / PATIENCE_SECONDS + 1


def test_however_long_somebody_acts_the_work_goes_on(acting, work):
    with acting.first():
        assert work.parts_in(10 * PATIENCE_SECONDS) >= 2


def test_the_event_loop_waits_for_nobody(acting):
    with acting.first():
        began = time.perf_counter()
        for _ in range(100):
            acting.give_way()
        assert time.perf_counter() - began < PATIENCE_SECONDS


def test_an_act_that_fails_is_over_too(acting, work):
    with pytest.raises(ValueError), acting.first():
        raise ValueError
    assert work.parts_in(0.2) > 0.2 / PATIENCE_SECONDS + 1
