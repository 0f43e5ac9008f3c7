"""The tests are dealt to the workers of the suite so that none is lost and no core waits."""

import pytest

from dealing import dealt

WAITING = [[f"page {file}.{one}" for one in range(3)] for file in range(5)]
COMPUTING = [[f"fight {file}.{one}" for one in range(2)] for file in range(4)]
SMALL = [f"small {one}" for one in range(61)]


@pytest.mark.parametrize("workers", range(1, 6))
def test_every_test_is_dealt_once(workers):
    tests = [one for file in (*WAITING, *COMPUTING) for one in file] + SMALL
    assert sorted(dealt(WAITING, COMPUTING, SMALL, workers)) == sorted(tests)


@pytest.mark.parametrize("workers", range(2, 5))
def test_the_last_worker_computes_while_the_others_begin_with_what_waits(workers):
    tests = dealt(WAITING, COMPUTING, SMALL, workers)
    begins = [sum((len(tests) + one) // workers for one in range(at)) for at in range(workers)]
    assert [tests[at].split()[0] for at in begins] == ["page"] * (workers - 1) + ["fight"]


def test_there_may_be_more_that_waits_than_a_slice_holds():
    tests = dealt(WAITING * 9, COMPUTING, SMALL[:2], 4)
    assert len(tests) == 9 * 15 + 8 + 2
