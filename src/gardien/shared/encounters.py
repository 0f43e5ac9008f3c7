"""Fights and scenarios as files give them: two sides with figures of the pack, hours with their horrors.

A game says what a fighter, a horror and a witness are.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from gardien.core.inputs import BadField, check_key, check_unique
from gardien.core.simulation import TENS, Band, Fights, Foe, Somebody, check_sides, entry_of, names, paragraphs
from gardien.core.values import Value

Name: TypeAlias = Annotated[str, Meta(max_length=100)]
Carried = TypeVar("Carried")
Fighter = TypeVar("Fighter", bound=Value)
Horror = TypeVar("Horror")
Witness = TypeVar("Witness")
Content: TypeAlias = Mapping[str, Any]
OfSheet: TypeAlias = Callable[[Content], dict[str, Any]]  # a sheet as the fields of a fighter
HOUR = "hour"  # one that goes by, among the events of a scenario
MOST_HORRORS = 60
USUAL_LOSS = ("0", "1d3")  # what the sight of something costs where nobody says more


# ---- fights ----


class Squad(Value, Generic[Fighter], frozen=True, kw_only=True):
    """One of the two sides."""

    name: Name
    fighter: Annotated[tuple[Fighter, ...], Meta(min_length=1, max_length=20)]


class TwoSides(Value, Generic[Fighter], frozen=True, kw_only=True):
    """A fight to be weighed."""

    side: Annotated[tuple[Squad[Fighter], ...], Meta(min_length=2, max_length=2)]
    title: Name = ""

    def __post_init__(self) -> None:
        check_sides(self.side)


def check_keys(fighter: Any, tables: Mapping[str, Callable[[str], Any]]) -> None:
    """At most one key of the pack, and one that it has."""
    keys = {name: key for name in tables if (key := getattr(fighter, name))}
    if len(keys) > 1:
        raise BadField(list(keys)[-1], "field/not_allowed", came=list(keys.values())[-1], allowed=" | ".join(keys))
    for name, key in keys.items():
        check_key(name, key, tables[name])


def as_carried(
    weapons: Iterable[str | Carried], kind: Callable[..., Carried], find: Callable[[str], Any]
) -> tuple[Carried, ...]:
    """Weapons that are only named among those that are described."""
    for one in weapons:
        if isinstance(one, str):
            check_key("weapons", one, find)
    return tuple(kind(weapon=one) if isinstance(one, str) else one for one in weapons)


@cache
def _unsaid(kind: type[Fighter]) -> Fighter:
    return kind(name="")


def with_figures(fighter: Fighter, base: Mapping[str, Any]) -> Fighter:
    """Somebody with the figures of the pack; what is said beside its key wins, weapons over those of the sheet."""
    plain = _unsaid(type(fighter))
    values = {name: getattr(fighter, name) for name in fighter.__struct_fields__}
    said = {name: value for name, value in values.items() if value != getattr(plain, name)}
    bare = {"lines": ()} if "weapons" in said and "lines" in base else {}
    return replace(msgspec.convert({**base, **bare}, type(fighter)), **said)


Party: TypeAlias = tuple[str, Sequence[Somebody]]  # a side of the table’s, by its name
Foes: TypeAlias = tuple[str, Sequence[Foe]]


def facing(ours: Party, theirs: Foes, of_sheet: OfSheet, mine: Content, others: Content) -> list[dict[str, Any]]:
    """Sheets of the table against sheets and rows of the pack, with what was chosen for everybody of a side."""
    people = [{**of_sheet(one.sheet), "name": one.name, **mine} for one in ours[1]]
    foes = [{**entry_of(one, of_sheet), **others} for one in theirs[1]]
    return [{"name": ours[0], "fighter": people}, {"name": theirs[0], "fighter": foes}]


def figures_of(kind: type[Struct], sheet: Content, *besides: str) -> dict[str, Any]:
    """What of a sheet belongs to a fighter under the same name, weapons and attacks of its body as they stand there."""
    own = set(kind.__struct_encode_fields__) - {"count", "weapons", *besides}
    fields = {name: sheet[name] for name in own if sheet.get(name) is not None}
    arms = {"lines": sheet.get("weapons", ()), "attacks": sheet.get("attacks", ())}
    return {**fields, "name": str(sheet.get("name", "")), **{key: [dict(one) for one in arms[key]] for key in arms}}


# ---- scenarios ----


class Hour(Value, Generic[Horror], frozen=True, kw_only=True):
    """An hour and its horrors: within it losses are added up."""

    name: Name = ""
    horror: Annotated[tuple[Horror, ...], Meta(max_length=MOST_HORRORS)] = ()


class Scenario(Value, Generic[Horror, Witness], frozen=True, kw_only=True):
    """The planned hours of a scenario, and who goes through them."""

    hour: Annotated[tuple[Hour[Horror], ...], Meta(max_length=MOST_HORRORS)]
    character: Annotated[tuple[Witness, ...], Meta(min_length=1, max_length=20)]
    title: Name = ""

    def __post_init__(self) -> None:
        check_unique("character", [one.name for one in self.character], named="people")  # type: ignore[attr-defined]

    def horrors_in_order(self) -> tuple[Horror | None, ...]:
        """Every horror in its order; nothing stands for an hour that goes by, which the last one need not do."""
        return tuple(one for hour in self.hour for one in (*hour.horror, None))[:-1]

    def events(self) -> tuple[str, ...]:
        return tuple("" if one else HOUR for one in self.horrors_in_order())


class FacingMind(Value, frozen=True, kw_only=True):
    """A mind on its way through a scenario."""

    san: int
    hour_start: int
    lost: int = 0
    temporary: bool = False
    indefinite: bool = False
    permanent: bool = False

    @property
    def marks(self) -> frozenset[str]:
        """Which madness holds; one for good takes the place of all others."""
        if self.permanent:
            return frozenset(("permanent",))
        return frozenset(name for name in ("temporary", "indefinite") if getattr(self, name))


class Sane(Protocol):
    """A mind as all games with SAN know it."""

    @property
    def san(self) -> int: ...

    @property
    def marks(self) -> frozenset[str]: ...


class SanityFights(Fights):
    """Fights to the end, and SAN over a scenario: told by tens down to nothing, with the madness that holds."""

    bands = (*TENS, Band("none", 6, lost=True))
    marks = ("temporary", "indefinite", "permanent")

    def gauge(self, mind: Sane) -> int:
        return mind.san

    def marks_of(self, mind: Sane) -> frozenset[str]:
        return mind.marks


# ---- a plan in words ----


def loss_pattern(signs: str) -> re.Pattern[str]:
    """Two losses as people write them, « 1d4/1d10 »: with what signs dice may have a number behind them."""
    dice = rf"(?:\d*d\d+(?:[{signs}]\d+)?|\d+)"
    return re.compile(rf"(?<![\w/])({dice})\s*/\s*({dice})(?![\w/])", re.IGNORECASE)


def hours_of(
    lines: Sequence[str], loss: re.Pattern[str], tables: Mapping[str, Iterable[Any]]
) -> list[dict[str, Any]]:  # fmt: skip
    """One horror a line, a blank line where an hour goes by."""
    return [{"horror": [_horror_of(line, loss, tables) for line in hour]} for hour in paragraphs(lines)]


def _horror_of(line: str, loss: re.Pattern[str], tables: Mapping[str, Iterable[Any]]) -> dict[str, Any]:
    """What a line costs: by its two losses, else by the first row of the tables that it names, by input."""
    if found := loss.search(line):
        success, failure = (("1" + text if text.startswith("d") else text) for text in map(str.lower, found.groups()))
        return {"source": line, "success": success, "failure": failure}
    for field, rows in tables.items():
        for row in rows:
            if any(names(line, name.partition(",")[0]) for name in (row.fr, row.en)):
                return {"source": line, field: row.key}
    return {"source": line}
