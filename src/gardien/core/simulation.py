"""Weighing: what a game says of whole fights and scenarios, so that they can be weighed, told and drawn without it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

from msgspec import Struct

from gardien.core.chance import Call
from gardien.core.inputs import BadField, check_unique
from gardien.core.pack import load_toml
from gardien.core.scaling import Scale
from gardien.core.scene import Being

Fate = Literal["standing", "away", "down", "dead"]
Content = Mapping[str, Any]
MOST_PEOPLE = 40


class Ending(Struct, frozen=True):
    """A state in which a fight can leave somebody, and what it comes to."""

    key: str  # of the game's own words: [status.…]
    fate: Fate


class FighterEnd(Struct, frozen=True):
    """One fighter at the end of a fight."""

    status: str  # one of the endings
    free: bool  # still fights: a side without anybody free has lost
    measures: tuple[float, ...] = ()  # in the order of `Fights.measures`


class Band(Struct, frozen=True):
    """Values of the gauge that a scenario wears down, told and drawn as one."""

    key: str
    shade: int  # 1 is well, 6 is the end
    lost: bool = False


TENS = (*(Band(f"from_{least}", 5 - least // 20) for least in range(90, 0, -10)), Band("from_1", 5))  # of a hundred


def ten_of(value: int) -> str:
    """The band of a value from 1 upwards."""
    return f"from_{max(1, min(90, value // 10 * 10))}"


class Choice(Struct, frozen=True):
    """One thing the workshop asks about an encounter: a switch, or one of several words."""

    key: str  # of the game's own words: [tactic.…], and [tactic.….value.…] where a word does not speak for itself
    values: tuple[str, ...] = ()  # none: a switch
    default: str = ""

    def read(self, given: str) -> str:
        """What was chosen; anything else counts as not chosen."""
        return given if given in (self.values or ("true",)) else self.default


class Somebody(Struct, frozen=True):
    """Somebody by name and sheet, as they stand; or some alike."""

    name: str
    sheet: Content
    count: int = 1


class Some(Struct, frozen=True):
    """Some of the pack, alike."""

    name: str
    table: str
    row: str
    count: int


Foe: TypeAlias = Some | Somebody


def entry_of(one: Foe, of_sheet: Callable[[Content], dict[str, Any]]) -> dict[str, Any]:
    """Some of a side as a fight's file has them: by a row of the pack, or by the figures of a sheet."""
    own = {one.table: one.row} if isinstance(one, Some) else of_sheet(one.sheet)
    return {**own, "name": one.name, "count": one.count}


class Placed(Struct, frozen=True):
    """A fighter by name and side."""

    id: str
    side: str


def paragraphs(lines: Sequence[str]) -> list[list[str]]:
    """The lines of a plan, apart where blank ones stand between them."""
    groups: list[list[str]] = [[]]
    for line in lines:
        if line:
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    return [one for one in groups if one]


def words_of(line: str) -> list[str]:
    """The words of a line without signs and capitals."""
    return "".join(one if one.isalnum() else " " for one in line.casefold()).split()


def names(line: str, name: str) -> bool:
    """Whether a line has a name in it, word by word."""
    return f" {' '.join(words_of(name))} " in f" {' '.join(words_of(line))} "


class Side(Protocol):
    """One of two sides, as a file gives it."""

    @property
    def name(self) -> str: ...

    @property
    def fighter(self) -> Sequence[Any]:
        """Each with `name` and `count`."""
        ...


def check_sides(sides: Sequence[Side]) -> None:
    """Everybody has a name of their own, and there are not too many."""
    check_unique("side", [one.name for one in sides], named="sides")
    fighters = [fighter for one in sides for fighter in one.fighter]
    check_unique("side", [fighter.name for fighter in fighters], named="people")
    count = sum(fighter.count for fighter in fighters)
    if count > MOST_PEOPLE:
        raise BadField("side", "field/length_at_most", high=MOST_PEOPLE, came=count)


def witnesses(people: Sequence[Somebody], kind: type[Struct]) -> list[dict[str, Any]]:
    """People of the table as a budget's file has them: by name, and by what of a witness stands on their sheets."""
    known = [name for name in kind.__struct_fields__ if name != "name"]
    return [
        {"name": one.name, **{name: one.sheet[name] for name in known if one.sheet.get(name) is not None}}
        for one in people
    ]


class Chain(Protocol):
    """A fight as a chain of states: `start`, then `step` from state to state until it is `Done`.

    A step may also answer `Midway(state)`: the same round goes on.
    """

    @property
    def sides(self) -> Sequence[str]: ...

    @property
    def fighters(self) -> Sequence[Any]:
        """Each with `id` and `side`."""
        ...

    @property
    def side_of(self) -> Sequence[int]: ...

    @property
    def alike(self) -> Sequence[int]:
        """Fighters with the same number are of one making."""
        ...

    @property
    def symmetric(self) -> bool:
        """Whether those alike changed places on the way."""
        ...

    @property
    def start(self) -> Any: ...

    def step(self, state: Any) -> Any: ...

    def stands(self, state: Any) -> tuple[FighterEnd, ...]:
        """Everybody at the end."""
        ...


class DuelStart(Struct, frozen=True):
    """A fight of two whose first turn is due: who acts when, and both sides, each in two parts."""

    frame: Any
    rests: tuple[int, int]
    halves: tuple[int, int]


class Deed(Struct, frozen=True):
    """What somebody does with a turn: what is left of their rest, and the attacks on the other, one after the other."""

    rest: int
    idle: bool = False
    stages: tuple[int, ...] = ()
    how: Any = None  # for the game


class Duel(Protocol):
    """A fight of two in pieces of one side each, all of them numbered by the game from 0 on.

    Of everybody there is a half, which the other's attacks and the ends of rounds change, and a rest, which only their
    own turns change. What somebody does may not hang on the other's half, and on their own only as far as their manner
    tells. The dice of an attack know the other's half only by its look; what they bring is a blow, borne by any half.
    """

    def split(self, state: Any) -> DuelStart | None:
        """A state of the chain in two halves, once the first turn is due."""
        ...

    def turns(self, frame: Any) -> Sequence[int]:
        """Which sides have turns in a round, in their order."""
        ...

    def following(self, frame: Any, acted: bool) -> Any:
        """The next round; None where nothing more happens."""
        ...

    def manner(self, side: int, half: int) -> int:
        """All of a half that what somebody does hangs on."""
        ...

    def choose(self, frame: Any, side: int, rest: int, manner: int, other: int) -> tuple[int, Deed]:
        """How somebody changes their own half before the dice, and what they do; `other` is the rest of the other."""
        ...

    def after_change(self, side: int, change: int, half: int) -> int:
        """A half so changed."""
        ...

    def look(self, side: int, half: int) -> int:
        """All of a half that the dice of an attack know."""
        ...

    def attack_odds(self, stage: int, side: int, look: int) -> Sequence[tuple[str, int, float]]:
        """What an attack brings, with chances: a word and a blow; any word but "" keeps attacks from following."""
        ...

    def blow_odds(self, side: int, half: int, blow: int) -> Sequence[tuple[int, float]]:
        """What a blow leaves of a half."""
        ...

    def after_act(self, side: int, deed: Deed, made: int, tag: str) -> int:
        """The rest of whoever acted, after so many attacks and the word of the last one."""
        ...

    def round_end_odds(self, side: int, half: int) -> Sequence[tuple[int, float]]:
        """The end of a round."""
        ...

    def fights(self, side: int, half: int) -> bool:
        """Whether somebody still does; if not, it is over."""
        ...

    def stands(self, side: int, half: int) -> Sequence[tuple[FighterEnd, float]]:
        """Somebody at the end."""
        ...


class Proposal(Struct, frozen=True):
    """What somebody's tactics have them do now: an act of the table, as it would be asked for."""

    procedure: str
    given: Content  # as `do` takes it: people by id
    reason: str  # of the game's own words: [reason.…], three words that say why


class Fights:
    """What the weighing of fights and scenarios needs of a game. Its words stand in `fights.toml` beside its module.

    [shop.left_out], if there is one, is said beside every fight: by which tactics, and what does not count.
    """

    endings: ClassVar[tuple[Ending, ...]] = ()
    measures: ClassVar[tuple[str, ...]] = ()  # means that are told of each fighter
    bands: ClassVar[tuple[Band, ...]] = ()
    marks: ClassVar[tuple[str, ...]] = ()  # what else may be true of a mind: [mark.…]
    choices: ClassVar[tuple[Choice, ...]] = ()
    opening: ClassVar[tuple[str, int]] = ("", 0)  # of the pack (table/row), and how many: with whom the workshop opens
    unweighed: ClassVar[tuple[str, ...]] = ()  # tables of the pack whose beings no fight can weigh
    scales: ClassVar[tuple[Scale, ...]] = ()  # which values make a foe stronger or weaker
    most_rounds: ClassVar[int] = 1_000  # a fight that goes on longer has no end that anybody would sit through
    exact_people: ClassVar[int] = 5  # a larger fight is simulated where somebody waits for the answer
    most_points: ClassVar[int | None] = None  # states worth fractions, where hardly any lead back to one another
    most_explored: ClassVar[int] = MOST_PEOPLE  # a larger fight has too many states to look at all of them
    fight_given: ClassVar[type[Any]]
    # a scenario's file, with its `events()`: of a check "", else a key of the game's own words ([event.…])
    budget_given: ClassVar[type[Any] | None] = None  # none: a game in which no scenario wears anything down
    folder: ClassVar[Path]
    fight: Callable[[Any, Any], Chain]  # its inputs, the house rules
    # inputs, house rules, how many of the planned events -> for each character, the rule that gives the mind by then
    budget: Callable[[Any, Any, int], list[tuple[str, Call[Any]]]]
    # somebody at their turn, everybody else by id -> what they do by their tactics: the best first, then gentler ones
    propose: Callable[[Being, Mapping[str, Being]], Sequence[Proposal]] = staticmethod(lambda who, others: ())

    @cached_property
    def words(self) -> dict[str, Any]:
        """The game's own words for what is weighed; where one is missing its key is shown."""
        path = self.folder / "fights.toml"
        return load_toml(path) if path.exists() else {}

    def fate(self, status: str) -> Fate:
        """What a state at the end comes to."""
        return next(one.fate for one in self.endings if one.key == status)

    def explorable(self, fight: Any, patient: bool = False) -> bool:
        """Whether all states of a fight may be looked at, by somebody with time or without; if not, it is simulated."""
        return len(fight.fighters) <= self.most_explored

    def duel(self, fight: Any) -> Duel | None:
        """A fight too large to look at all its states, in pieces of one side each, where it can be told so."""
        return None

    def gauge(self, mind: Any) -> int:
        """The value of the gauge in a mind."""
        raise NotImplementedError

    def band(self, mind: Any) -> str:
        """The band of that value."""
        raise NotImplementedError

    def marks_of(self, mind: Any) -> frozenset[str]:
        """Which marks hold."""
        return frozenset()

    def encounter(
        self, ours: tuple[str, Sequence[Somebody]], theirs: tuple[str, Sequence[Foe]], chosen: Mapping[str, str]
    ) -> dict[str, Any]:
        """A fight's file: those of the table against whoever stands there, each side by its name."""
        raise NotImplementedError

    def scenario(self, people: Sequence[Somebody], lines: Sequence[str]) -> dict[str, Any]:
        """A budget's file: people of the table, and the plan as the workshop's lines."""
        raise NotImplementedError
