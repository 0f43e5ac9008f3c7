"""A rule that stops where people may still decide, and goes on with the same dice once they have."""

from fractions import Fraction

from gardien.core.chance import Program, call, decide, roll
from gardien.core.dice import D6
from gardien.core.readings.drive import Waiting, always, run
from gardien.core.readings.odds import odds_of
from gardien.core.readings.typed import rethrown, typed


class Nobody:
    """No die may fall."""

    def randrange(self, low: int, high: int) -> int:
        raise AssertionError("thrown anew")


def shoot(mercy: bool, may_wait: bool = True) -> Program[int]:
    """A throw, a plea, a second throw unless it was heard."""
    first = yield from roll(D6, "d6", purpose="aim")
    spared = yield from decide("mercy", mercy, may_wait, [("hit", first > 3)])
    return 0 if spared else first + (yield from roll(D6, "d6", purpose="harm"))


def test_a_table_that_waits_tells_what_is_known_and_keeps_the_dice():
    faces = iter([5])
    played = run(call(shoot, False), lambda die: next(faces), waits=always)
    assert played.outcome == Waiting("mercy", {"hit": True})
    assert [one.value for one in played.dice] == [5]
    assert rethrown(call(shoot, True), played.dice, Nobody()).outcome == 0


def test_whoever_does_not_wait_goes_on_with_what_was_decided():
    assert typed(call(shoot, False), [5, 2]).outcome == 7
    assert typed(call(shoot, True), [5]).outcome == 0


def test_nobody_waits_where_nothing_can_be_decided():
    faces = iter([5, 2])
    assert run(call(shoot, False, False), lambda die: next(faces), waits=always).outcome == 7


def test_odds_take_the_decision_as_given():
    assert odds_of(call(shoot, True)).chance(lambda total: total == 0) == 1
    assert odds_of(call(shoot, False)).chance(lambda total: total == 12) == Fraction(1, 36)
