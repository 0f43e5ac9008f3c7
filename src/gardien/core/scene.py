"""Scenes: where and under which house rules something happens. Every hook of the table has it from whom it is about."""

from collections.abc import Callable, Mapping
from functools import update_wrapper
from typing import Any, TypeVar

from msgspec import Struct

from gardien.core.in_force import in_force

S = TypeVar("S", bound=Mapping[str, Any])
T = TypeVar("T")


class Scene(Struct, frozen=True):
    """What holds for everybody at a moment: house rules, the clock, a fight and a chase if there is one."""

    options: Mapping[str, Any] = {}
    clock: int = 0  # minutes; of somebody whose time has come less far, theirs
    fight: Mapping[str, Any] = {}  # round, order, sides, turn; empty where nobody fights
    chase: Mapping[str, Any] = {}  # kind, gap, who is on each side; empty where nobody runs
    activity: str = ""  # what somebody does while time passes
    cast: Mapping[
        str, tuple[str, bool]
    ] = {}  # everybody, by id: the kind of their sheet, and whether they are in sight


NOWHERE = Scene()


TALLY = "tally"  # among fields to be written: counts of the table's own, by name; nothing at all forgets one
Counts = Mapping[str, int]
NOTHING: Counts = {}


class Being(dict[str, Any]):
    """Somebody as the rules of the table read them: the sheet, the marks that lie on it, and the scene they are in.

    `tally` are counts that only the table keeps, and nobody sees move: minutes of a week of care, rounds of a fire.
    Nobody changes one: `made` is what was made of it (`read_once`), and goes with it.
    """

    __slots__ = ("id", "made", "marks", "scene", "sheet", "tally")

    def __init__(
        self,
        sheet: Mapping[str, Any],
        marks: Mapping[str, Any],
        scene: Scene = NOWHERE,
        id: str = "",
        tally: Counts = NOTHING,
    ) -> None:
        super().__init__({**sheet, **marks})
        self.sheet, self.marks, self.scene, self.id, self.tally = sheet, marks, scene, id, tally
        self.made: dict[Any, Any] = {}

    def __setitem__(self, name: str, value: Any) -> None:
        raise TypeError("a being cannot be changed")

    __delitem__ = __ior__ = pop = popitem = clear = update = setdefault = None  # type: ignore[assignment]

    def having(self, more: Mapping[str, Any]) -> "Being":
        """The same somebody with other values; nothing at all takes one away."""
        if not more:
            return self
        tally = known({**self.tally, **more.get(TALLY, NOTHING)})
        marks = known({name: value for name, value in {**self.marks, **more}.items() if name != TALLY})
        sheet = {name: value for name, value in self.sheet.items() if name not in more}
        return Being(sheet, marks, self.scene, self.id, tally)


def read_once(read: Callable[[S], T]) -> Callable[[S], T]:
    """What rules read of somebody, made once of each being under the same rows, however many ask."""

    def ask(somebody: S) -> T:
        if not isinstance(somebody, Being):
            return read(somebody)
        key = read, in_force()
        if key not in somebody.made:
            somebody.made[key] = read(somebody)
        return somebody.made[key]  # type: ignore[no-any-return]

    return update_wrapper(ask, read)  # type: ignore[return-value]


def tally_of(somebody: Mapping[str, Any]) -> Counts:
    """What only the table counts of somebody; of whoever is no more than a sheet, nothing."""
    return somebody.tally if isinstance(somebody, Being) else NOTHING


def in_fight(somebody: Mapping[str, Any]) -> bool:
    """Whether somebody takes part in the fight of the scene."""
    return isinstance(somebody, Being) and somebody.id in (somebody.scene.fight.get("order") or ())


def known(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values without those that are taken away."""
    return {name: value for name, value in values.items() if value is not None}


def over(fields: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Fields to be written with further ones; counts are put together."""
    tally = {**fields.get(TALLY, NOTHING), **more.get(TALLY, NOTHING)}
    return {**fields, **more, **({TALLY: tally} if tally else {})}
