"""The scenario clock (TIM)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.systems.yacdha.pack import duration


def advance(**inputs):
    return do("yacdha", "clock_advance", inputs, dice=[])


def test_time_passes_with_every_act():
    """YAC-TIM-01: 90 minutes after 30 it is 120."""
    answer = advance(clock=30, minutes=90)
    assert answer.outcome == {"clock": 120, "due": (), "upcoming": ()}
    (reason,) = answer.steps
    assert (reason.label, reason.value, reason.rule, reason.parts) == (
        "clock",
        120,
        "YAC-TIM-01",
        (("clock", 30), ("minutes", 90)),
    )
    assert [(c.field, c.before, c.after) for c in answer.changes] == [("clock", 30, 120)]


def test_the_clock_starts_at_nought_and_may_stand_still():
    """YAC-TIM-01."""
    answer = advance(minutes=0)
    assert answer.outcome == {"clock": 0, "due": (), "upcoming": ()}
    assert answer.changes == ()


def test_a_repeat_costs_its_time_again():
    """YAC-TIM-02: searching a room twice takes 40 minutes, and the shop that closes at 30 is closed."""
    minutes = int(duration("search_room").minutes)
    closes = [{"id": "closes", "time": 30}]
    first = advance(minutes=minutes, events=closes).outcome
    again = advance(clock=first["clock"], minutes=minutes, events=closes).outcome
    assert first == {"clock": 20, "due": (), "upcoming": ("closes",)}
    assert again == {"clock": 40, "due": ("closes",), "upcoming": ()}


def test_events_fall_due_by_time_then_by_the_order_of_the_list():
    """YAC-TIM-03: due up to the minute itself; done ones are over; overdue ones still wait."""
    events = [
        {"id": "later", "time": 61},
        {"id": "now", "time": 60},
        {"id": "over", "time": 10, "done": True},
        {"id": "twin", "time": 30, "place": "harbour", "text": "A boat leaves."},
        {"id": "other twin", "time": 30},
        {"id": "overdue", "time": 5},
    ]
    answer = advance(clock=20, minutes=40, events=events, horizon=0)
    assert answer.outcome == {"clock": 60, "due": ("overdue", "twin", "other twin", "now"), "upcoming": ()}
    assert [(s.label, s.value, s.rule) for s in answer.steps[1:]] == [
        ("event", "overdue", "YAC-TIM-03"),
        ("event", "twin", "YAC-TIM-03"),
        ("event", "other twin", "YAC-TIM-03"),
        ("event", "now", "YAC-TIM-03"),
    ]


def test_the_keeper_is_warned_half_an_hour_ahead():
    """YAC-TIM-01, YAC-TIM-03: the edge of the horizon counts, the next minute does not, nor what is done."""
    events = [
        {"id": "beyond", "time": 91},
        {"id": "edge", "time": 90},
        {"id": "done", "time": 80, "done": True},
        {"id": "next", "time": 61},
    ]
    assert advance(minutes=60, events=events).outcome == {"clock": 60, "due": (), "upcoming": ("next", "edge")}
    assert advance(minutes=60, events=events, horizon=31).outcome["upcoming"] == ("next", "edge", "beyond")


@given(clock=st.integers(0, 1000), first=st.integers(0, 1000), second=st.integers(0, 1000), time=st.integers(0, 4000))
def test_two_acts_take_as_long_as_both_together(clock, first, second, time):
    """YAC-TIM-01, YAC-TIM-02: the order in which time is counted does not matter."""
    events = [{"id": "event", "time": time}]
    middle = advance(clock=clock, minutes=first, events=events).outcome["clock"]
    assert (
        advance(clock=middle, minutes=second, events=events).outcome
        == advance(clock=clock, minutes=first + second, events=events).outcome
    )


@pytest.mark.parametrize(
    ("inputs", "id", "field"),
    [
        ({}, "field/missing", "minutes"),
        ({"minutes": -1}, "field/range", "minutes"),
        ({"minutes": 10_000_001}, "field/range", "minutes"),
        ({"minutes": 0, "clock": -1}, "field/range", "clock"),
        ({"minutes": 0, "clock": 100_000_001}, "field/range", "clock"),
        ({"minutes": 0, "horizon": -1}, "field/range", "horizon"),
        ({"minutes": 0, "events": [{"id": "a", "time": 1}, {"id": "a", "time": 2}]}, "field/twice", "events"),
        ({"minutes": 0, "events": [{"id": "a"}]}, "field/missing", "events[0].time"),
    ],
)
def test_bad_input_names_its_field(inputs, id, field):
    """YAC-TIM-01: the ranges of the inputs."""
    with pytest.raises(Refusal) as refused:
        advance(**inputs)
    assert (refused.value.id, refused.value.field) == (id, field)
