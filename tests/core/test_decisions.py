"""A rule that stops where people may still decide, and goes on with the same dice once they have."""

from fractions import Fraction

import pytest

from gardien.core.chance import Program, call, decide, roll
from gardien.core.dice import D6
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import odds_of
from gardien.core.interpreters.remaining_odds import remaining_odds
from gardien.core.interpreters.run import Waiting, always, run
from gardien.core.interpreters.typed import Laid, stopped_early, throw_again, typed, typed_so_far


class Nobody:
    """No die may fall."""

    def randrange(self, low: int, high: int) -> int:
        raise AssertionError("thrown anew")


class Fixed:
    """Every die falls alike."""

    def __init__(self, face: int) -> None:
        self.face = face

    def randrange(self, low: int, high: int) -> int:
        return self.face


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
    assert throw_again(call(shoot, True), played.dice, Nobody()).outcome == 0


def test_whoever_does_not_wait_goes_on_with_what_was_decided():
    assert typed(call(shoot, False), [5, 2]).outcome == 7
    assert typed(call(shoot, True), [5]).outcome == 0


def test_nobody_waits_where_nothing_can_be_decided():
    faces = iter([5, 2])
    assert run(call(shoot, False, False), lambda die: next(faces), waits=always).outcome == 7


def test_odds_take_the_decision_as_given():
    assert odds_of(call(shoot, True)).chance(lambda total: total == 0) == 1
    assert odds_of(call(shoot, False)).chance(lambda total: total == 12) == Fraction(1, 36)


def volley(pleas: tuple[bool, ...]) -> Program[int]:
    """Two shots, a plea after each; what was said of one is not asked again."""
    total = 0
    for at in range(2):
        aim = yield from roll(D6, "d6", purpose="aim")
        spared = yield from decide("pleas", at < len(pleas) and pleas[at], at >= len(pleas), [("aim", aim)])
        total += 0 if spared else aim
    return total


def test_decisions_are_counted_so_that_each_is_asked_once():
    """Whether it was taken or passed over, and whether or not the rule itself closes it then."""
    faces = iter([5, 3])
    first = run(call(volley, ()), lambda die: next(faces), waits=always)
    assert first.outcome == Waiting("pleas", {"aim": 5}, 1)
    for said, total in ((), 8), ((True,), 3), ((False,), 8):
        second = throw_again(call(volley, said), first.dice, Fixed(3), waits=always, settled=1)
        assert second.outcome == Waiting("pleas", {"aim": 3}, 2)
        assert throw_again(call(volley, said), second.dice, Nobody(), waits=always, settled=2).outcome == total


def duel(parries: bool) -> Program[int]:
    """A blow is announced, and a parry or none; then both throw."""
    parried = yield from decide("parries", parries, not parries)
    blow = yield from roll(D6, "d6", "Ann", "blow")
    return blow - ((yield from roll(D6, "d6", "Bob", "parry")) if parried else 0)


def test_a_face_put_down_before_the_rule_comes_to_it_serves_its_owner():
    """Whoever answers types their own dice, or lets them be thrown; of what was put down nothing is lost."""
    assert stopped_early(typed(call(duel, False), [5], waits=always))
    laid = Laid((5,), frozenset({"Ann"}))
    assert typed(call(duel, True), [2], (), laid).outcome == 3
    assert throw_again(call(duel, True), (), Fixed(4), laid).outcome == 1
    assert typed_so_far(call(duel, True), [6], {"Bob"}, Nobody(), (), laid).outcome == -1
    with pytest.raises(Refusal, match="left over"):
        typed(call(duel, True), [5, 2, 1])
    with pytest.raises(Refusal, match="left over"):
        typed(call(shoot, False), [5, 2], waits=always)  # by then dice have fallen


def hurry(mercy: bool) -> Program[int]:
    """The same, where the plea comes too late once the second die lies there."""
    first = yield from roll(D6, "d6", "Ann", "aim")
    spared = yield from decide("mercy", mercy, True, [("hit", first > 3)], lapses=True)
    return 0 if spared else first + (yield from roll(D6, "d6", "Ann", "harm"))


def test_a_decision_that_lapses_is_passed_over_by_whoever_types_the_next_die():
    assert isinstance(typed(call(hurry, False), [5], waits=always).outcome, Waiting)
    assert typed(call(hurry, False), [5, 2], waits=always).outcome == 7
    assert isinstance(typed_so_far(call(hurry, False), [5], {"Ann"}, Nobody(), waits=always).outcome, Waiting)
    assert typed_so_far(call(hurry, False), [5, 2], {"Ann"}, Nobody(), waits=always).outcome == 7
    assert typed(call(hurry, False), [5, 2]).outcome == 7
    with pytest.raises(Refusal, match="left over"):
        typed(call(hurry, False), [5, 2, 1], waits=always)


def test_a_run_stops_only_for_whom_there_is_something_to_decide():
    faces = iter([5, 2])
    asked: list[Waiting] = []
    played = run(call(shoot, False), lambda die: next(faces), waits=lambda waiting: bool(asked.append(waiting)))
    assert played.outcome == 7
    assert asked == [Waiting("mercy", {"hit": True})]


def test_what_follows_is_weighed_face_by_face():
    aimed = run(call(shoot, False), lambda die: 5, waits=always).dice
    odds = remaining_odds(call(shoot, False), aimed)
    assert sum(chance for _, chance in odds) == 1
    assert dict(odds) == {total: Fraction(1, 6) for total in range(6, 12)}
    assert remaining_odds(call(shoot, True), aimed) == [(0, Fraction(1))]
    assert remaining_odds(call(shoot, False), aimed, most=5) == [], "too many to be worth the wait"


def test_what_follows_agrees_with_the_odds_where_nothing_has_fallen():
    result: dict[int, Fraction] = {}
    for total, chance in remaining_odds(call(volley, (False, False)), ()):
        result[total] = result.get(total, Fraction(0)) + chance
    assert result == dict(odds_of(call(volley, (False, False))))
