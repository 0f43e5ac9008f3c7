"""Magic points that come back with time (MISS-10)."""

from typing import Annotated

from msgspec import Meta

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.mind.magic import Points

DAY = 24  # hours in which all PM come back


def pm_of_hours(pou: int, hours: int) -> int:
    """All of them in a day, part of them in part of it (D100-MISS-10)."""
    return pou * hours // DAY


def hours_to_pm(pou: int, points: int) -> int:
    """After how many hours so many of them have come back."""
    return -(-DAY * points // pou)


class RecoverGiven(Value, frozen=True, kw_only=True):
    """Somebody who has spent PM, and the hours since."""

    pm: Points
    pou_score: Points
    hours: Annotated[int, Meta(ge=0, le=1000)]


class Recovered(Value, frozen=True, kw_only=True):
    """The PM that came back."""

    regained: int
    pm: int
    unconscious: bool

    def changes(self, given: RecoverGiven, options: Options) -> tuple[Change, ...]:
        return (Change("pm", given.pm, self.pm),) if self.regained else ()


@procedure("recover_pm", rules="D100-MISS-10 D100-CREAT-01", headline=("pm",))
def recover_pm(given: RecoverGiven, options: Options) -> Program[Recovered]:
    """All PM in a day, part of them in part of it; at 0 nobody is awake."""
    regained = max(0, min(given.pou_score - given.pm, pm_of_hours(given.pou_score, given.hours)))
    yield from step("regained", regained, "D100-MISS-10")
    pm = given.pm + regained
    yield from step("pm", pm, "D100-MISS-10", (("pm", given.pm), ("regained", regained)))
    if not pm:
        yield from step("unconscious", True, "D100-MISS-10")
    return Recovered(regained=regained, pm=pm, unconscious=not pm)
