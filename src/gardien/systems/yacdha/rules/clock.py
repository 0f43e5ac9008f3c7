"""The scenario clock and what falls due on it (TIM)."""

from typing import Annotated

from msgspec import Meta

from gardien.core.chance import Program, step
from gardien.core.inputs import check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.vocabulary import Name, Text

MINUTES = {"x-unit": "min"}
Clock = Annotated[int, Meta(ge=0, le=100_000_000, extra_json_schema=MINUTES)]
Span = Annotated[int, Meta(ge=0, le=10_000_000, extra_json_schema=MINUTES)]


class Event(Value, frozen=True, kw_only=True):
    """Something that happens at its hour, with or without the investigators (YAC-TIM-03)."""

    id: Name
    time: Clock
    place: Name = ""
    text: Text = ""
    done: bool = False


class ClockGiven(Value, frozen=True, kw_only=True):
    """How late it is, and how much time passes."""

    clock: Clock = 0
    minutes: Span
    events: Annotated[tuple[Event, ...], Meta(max_length=1000)] = ()
    horizon: Span = 30

    def __post_init__(self) -> None:
        check_unique("events", [event.id for event in self.events])


class ClockAdvance(Value, frozen=True, kw_only=True):
    """The hour after, what has fallen due and what is near."""

    clock: int
    due: tuple[str, ...]
    upcoming: tuple[str, ...]

    def changes(self, given: ClockGiven, options: Options) -> tuple[Change, ...]:
        return (Change("clock", given.clock, self.clock),) if self.clock != given.clock else ()


@procedure("clock_advance", rules="YAC-TIM-01 YAC-TIM-02 YAC-TIM-03 YAC-RER-03", headline=("due",))
def advance_clock(given: ClockGiven, options: Options) -> Program[ClockAdvance]:
    """Every act, repeated or not, moves the clock on; events fall due by themselves, the near ones are announced."""
    clock = given.clock + given.minutes
    # A repeat costs its minutes again: each attempt is one more advance (YAC-TIM-02, YAC-RER-03).
    yield from step("clock", clock, "YAC-TIM-01", (("clock", given.clock), ("minutes", given.minutes)))
    waiting = sorted((event for event in given.events if not event.done), key=lambda event: event.time)
    due = tuple(event.id for event in waiting if event.time <= clock)
    upcoming = tuple(event.id for event in waiting if clock < event.time <= clock + given.horizon)
    for event in waiting:
        if event.time <= clock:
            yield from step("event", event.id, "YAC-TIM-03")
    return ClockAdvance(clock=clock, due=due, upcoming=upcoming)
