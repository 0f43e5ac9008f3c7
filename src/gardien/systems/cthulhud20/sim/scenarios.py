"""SAN over a planned scenario: its horrors in their order, hour by hour, and what each leaves of a mind (P-SAN)."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.chance import Call, Program, apply, call, fold, roll
from gardien.core.dice import D100, Dice
from gardien.core.inputs import check_key
from gardien.core.values import Value
from gardien.shared import encounters
from gardien.shared.encounters import USUAL_LOSS, FacingMind, Scenario, loss_pattern
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.mind.madness import Holds, Mind, lose_san
from gardien.systems.cthulhud20.rules.mind.sanity import BOTTOM
from gardien.systems.cthulhud20.rules.tests.dice_text import check_plain
from gardien.systems.cthulhud20.vocabulary import DiceText, Name, San, Score

CreatureOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("creatures", "creature")])]
CauseOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("minds", "san_cause")])]


class PlannedHorror(Value, frozen=True, kw_only=True):
    """Something that will be seen: what it costs, or the creature or cause of the lists that it is."""

    success: DiceText = USUAL_LOSS[0]
    failure: DiceText = USUAL_LOSS[1]
    creature: CreatureOrNone = ""
    cause: CauseOrNone = ""
    source: Name = ""

    def __post_init__(self) -> None:
        for name in ("success", "failure"):
            check_plain(name, getattr(self, name), "CD20-P-SAN-02")
        if self.creature:
            check_key("creature", self.creature, pack.creature)
        if self.cause:
            check_key("cause", self.cause, pack.san_cause)

    def loss(self, held: bool) -> Dice:
        """What it costs whoever holds, and everybody else (CD20-P-SAN-02)."""
        row: Any = self
        if self.creature:
            row = pack.creature(self.creature).san
        elif self.cause:
            row = pack.san_cause(self.cause).loss
        return Dice.parse(row.success if held else row.failure)


class Witness(Value, frozen=True, kw_only=True):
    """An investigator who will see it all."""

    name: Name
    san: San = 50
    wis: Score = 10
    san_at_hour_start: San | None = None
    san_lost_this_hour: Annotated[int, Meta(ge=0, le=1000)] = 0


class ScenarioGiven(Scenario[PlannedHorror, Witness], frozen=True, kw_only=True):
    """The planned hours of a scenario, and who goes through them (CD20-P-SAN-04)."""


class Coming(Value, frozen=True):
    """The next event, for one of them."""

    horror: PlannedHorror | None
    wis: int


def go_on(mind: FacingMind, coming: Coming) -> Program[FacingMind]:
    """The next horror, or the end of an hour; a mind without SAN sinks to the bottom, with nobody to talk to it."""
    horror = coming.horror
    if mind.permanent:
        return mind
    if horror is None:  # a new count begins, and what a horror did for the moment is over
        return replace(mind, hour_start=mind.san, lost=0, temporary=False)
    held = yield from roll(D100.map(Holds(mind.san)), "d100", purpose="san")
    before = Mind(san=mind.san, wis=coming.wis, hour_start=mind.hour_start, lost=mind.lost, spared=mind.indefinite)
    price = yield from apply(lose_san, before, horror.loss(held), True)
    gone = price.zero
    return FacingMind(
        san=BOTTOM if gone else mind.san - price.loss,
        hour_start=mind.hour_start,
        lost=0 if gone else mind.lost + price.loss,
        temporary=not gone and (mind.temporary or price.temporary),
        indefinite=not gone and (mind.indefinite or price.indefinite),
        permanent=gone,
    )


def go_through(who: Witness, items: tuple[Coming, ...]) -> Program[FacingMind]:
    """Where the horrors of some hours leave a mind."""
    start = who.san + who.san_lost_this_hour if who.san_at_hour_start is None else who.san_at_hour_start
    mind = FacingMind(san=who.san, hour_start=start, lost=who.san_lost_this_hour, permanent=who.san <= 0)
    return (yield from fold(go_on, mind, items))


def scenario_calls(given: ScenarioGiven, options: Options, events: int) -> list[tuple[str, Call[FacingMind]]]:
    """For each investigator, the rule that gives the mind after so many events."""
    calls = []
    for who in given.character:
        items = tuple(Coming(one, who.wis) for one in given.horrors_in_order()[:events])
        calls.append((who.name, call(go_through, who, items)))
    return calls


LOSS = loss_pattern("+")


def hours_of(lines: Sequence[str]) -> list[dict[str, Any]]:
    """A line says what it costs, or names a creature or a cause (CD20-P-SAN-02)."""
    tables = {"creature": pack.table("creatures", "creature"), "cause": pack.table("minds", "san_cause")}
    return encounters.hours_of(lines, LOSS, tables)
