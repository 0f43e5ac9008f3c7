"""The rows in force: what packs add to the printed tables of games, or put in their place, for whatever runs now.

Rules read tables without being handed them, so the rows in force belong to the surroundings of a call: whoever runs a
command, a table or a computation sets them. They are a value: equal ones are one object, cheap as a part of any key.
"""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import lru_cache, update_wrapper
from itertools import count
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import msgspec

P = ParamSpec("P")
T = TypeVar("T")

Tables = Mapping[tuple[str, str], tuple[Any, ...]]  # game and table -> rows, as plain as a file has them


_serials = count(1)


class Added:
    """Rows of packs by game and table; a row whose key is printed already takes the place of that one."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.games = frozenset(game for game, _ in tables)
        self.serial = next(_serials)  # tells it from all others this process has seen
        self.kept: dict[Any, Any] = {}  # what was made of them, which is gone when they are


_known: WeakValueDictionary[bytes, Added] = WeakValueDictionary()


def added(tables: Tables) -> Added | None:
    """These rows as the one value that stands for them; nothing where there are none."""
    content = {key: tuple(rows) for key, rows in tables.items() if rows}
    if not content:
        return None
    said = msgspec.json.encode([[*key, rows] for key, rows in sorted(content.items())])
    return _known.get(said) or _known.setdefault(said, Added(content))


_IN_FORCE: ContextVar[Added | None] = ContextVar("in_force", default=None)
in_force = _IN_FORCE.get


def serial() -> int:
    """A number for the rows in force, for keys that cannot hold them."""
    content = in_force()
    return 0 if content is None else content.serial


def put_in_force(rows: Added | None) -> None:
    """From now on, for the rest of this task or process."""
    _IN_FORCE.set(rows)


class using:
    """While something runs."""

    __slots__ = ("_before", "_rows")

    def __init__(self, rows: Added | None) -> None:
        self._rows = rows

    def __enter__(self) -> None:
        self._before = _IN_FORCE.set(self._rows)

    def __exit__(self, *_: object) -> None:
        _IN_FORCE.reset(self._before)


def under(rows: Added | None, make: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What a function answers with these rows in force."""
    if in_force() is rows:
        return make(*given, **named)
    with using(rows):
        return make(*given, **named)


_PRINTED: dict[Any, Any] = {}  # what was made of printed tables alone


def made_of(game: str, key: Any, make: Callable[[], T]) -> T:
    """What is worked out once of a game's tables as they are now; it goes with the rows that changed them."""
    content = in_force()
    kept = _PRINTED if content is None or game not in content.games else content.kept
    if key not in kept:
        kept[key] = make()
    made: T = kept[key]
    return made


def kept_by_rows(most: int | None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A cache for what is worked out from tables: what was found under some rows is never told under others."""

    def keep(rule: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most)
        def find(rows: Added | None, *given: P.args, **named: P.kwargs) -> T:
            return rule(*given, **named)

        def ask(*given: P.args, **named: P.kwargs) -> T:
            return find(in_force(), *given, **named)  # type: ignore[arg-type]

        ask.cache_clear = find.cache_clear  # type: ignore[attr-defined]
        return update_wrapper(ask, rule)  # type: ignore[return-value]

    return keep
