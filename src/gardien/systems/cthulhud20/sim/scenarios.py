"""SAN over a planned scenario: its horrors in their order, hour by hour, and what each leaves of a mind (P-SAN)."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.chance import Call, Program, apply, call, fold, roll
from gardien.core.dice import D100, Dice
from gardien.core.inputs import check_key, check_unique
from gardien.core.simulation import names, paragraphs
from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.mind.madness import Holds, Mind, lose_san
from gardien.systems.cthulhud20.rules.mind.sanity import BOTTOM
from gardien.systems.cthulhud20.rules.tests.dice_text import check_plain
from gardien.systems.cthulhud20.vocabulary import DiceText, Name, San, Score

HOUR = "hour"  # one that goes by, among the events of a scenario
MOST_HORRORS = 60
USUAL = ("0", "1d3")  # what the sight of something costs where nobody says more

CreatureOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("creatures", "creature")])]
CauseOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("minds", "san_cause")])]


class PlannedHorror(Value, frozen=True, kw_only=True):
    """Something that will be seen: what it costs, or the creature or cause of the lists that it is."""

    success: DiceText = USUAL[0]
    failure: DiceText = USUAL[1]
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


class Hour(Value, frozen=True, kw_only=True):
    """An hour and its horrors: within it losses are added up (CD20-P-SAN-04)."""

    name: Name = ""
    horror: Annotated[tuple[PlannedHorror, ...], Meta(max_length=MOST_HORRORS)] = ()


class Witness(Value, frozen=True, kw_only=True):
    """An investigator who will see it all."""

    name: Name
    san: San = 50
    wis: Score = 10
    san_at_hour_start: San | None = None
    san_lost_this_hour: Annotated[int, Meta(ge=0, le=1000)] = 0


class ScenarioGiven(Value, frozen=True, kw_only=True):
    """The planned hours of a scenario, and who goes through them."""

    hour: Annotated[tuple[Hour, ...], Meta(max_length=MOST_HORRORS)]
    character: Annotated[tuple[Witness, ...], Meta(min_length=1, max_length=20)]
    title: Name = ""

    def __post_init__(self) -> None:
        check_unique("character", [one.name for one in self.character])

    def horrors_in_order(self) -> tuple[PlannedHorror | None, ...]:
        """Every horror in its order; nothing stands for an hour that goes by, which the last one need not do."""
        return tuple(one for hour in self.hour for one in (*hour.horror, None))[:-1]

    def events(self) -> tuple[str, ...]:
        return tuple("" if one else HOUR for one in self.horrors_in_order())


class Facing(Value, frozen=True, kw_only=True):
    """A mind on its way through a scenario."""

    san: int
    hour_start: int
    lost: int = 0
    temporary: bool = False
    indefinite: bool = False
    permanent: bool = False

    @property
    def marks(self) -> frozenset[str]:
        """Which madness holds; one for good takes the place of all others (CD20-P-SAN-04)."""
        if self.permanent:
            return frozenset(("permanent",))
        return frozenset(name for name in ("temporary", "indefinite") if getattr(self, name))


class Coming(Value, frozen=True):
    """The next event, for one of them."""

    horror: PlannedHorror | None
    wis: int


def go_on(mind: Facing, coming: Coming) -> Program[Facing]:
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
    return Facing(
        san=BOTTOM if gone else mind.san - price.loss,
        hour_start=mind.hour_start,
        lost=0 if gone else mind.lost + price.loss,
        temporary=not gone and (mind.temporary or price.temporary),
        indefinite=not gone and (mind.indefinite or price.indefinite),
        permanent=gone,
    )


def go_through(who: Witness, items: tuple[Coming, ...]) -> Program[Facing]:
    """Where the horrors of some hours leave a mind."""
    start = who.san + who.san_lost_this_hour if who.san_at_hour_start is None else who.san_at_hour_start
    mind = Facing(san=who.san, hour_start=start, lost=who.san_lost_this_hour, permanent=who.san <= 0)
    return (yield from fold(go_on, mind, items))


def scenario_calls(given: ScenarioGiven, events: int) -> list[tuple[str, Call[Facing]]]:
    """For each investigator, the rule that gives the mind after so many events."""
    calls = []
    for who in given.character:
        items = tuple(Coming(one, who.wis) for one in given.horrors_in_order()[:events])
        calls.append((who.name, call(go_through, who, items)))
    return calls


# ---- a plan in words ----

DICE = r"(?:\d*d\d+(?:\+\d+)?|\d+)"
LOSS = re.compile(rf"(?<![\w/])({DICE})\s*/\s*({DICE})(?![\w/])", re.IGNORECASE)


def hours_of(lines: Sequence[str]) -> list[dict[str, Any]]:
    """One horror a line, a blank line where an hour goes by; a line says what it costs, or names what it is."""
    return [{"horror": [horror_of(line) for line in hour]} for hour in paragraphs(lines)]


def horror_of(line: str) -> dict[str, Any]:
    """What a line costs: by its two losses, else by the creature or the cause that it names (CD20-P-SAN-02)."""
    loss = LOSS.search(line)
    if loss:
        success, failure = (("1" + text if text.startswith("d") else text) for text in map(str.lower, loss.groups()))
        return {"source": line, "success": success, "failure": failure}
    for field, table in (("creature", ("creatures", "creature")), ("cause", ("minds", "san_cause"))):
        for row in pack.table(*table):
            if any(names(line, name.partition(",")[0]) for name in (row.fr, row.en)):
                return {"source": line, field: row.key}
    return {"source": line}
