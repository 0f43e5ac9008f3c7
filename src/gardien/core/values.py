"""The base of every value: frozen, typed, hashable, refusing unknown fields. And a map that can be part of one."""

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec import Struct

K = TypeVar("K")
V = TypeVar("V")


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of inputs, options, outcomes and pack rows."""


class FrozenMap(dict[K, V]):
    """A map that is not changed after it was made, so that it may be part of an outcome."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))  # equal maps are equal in any order

    def __setitem__(self, key: K, value: V) -> None:
        raise TypeError("a frozen map cannot be changed")

    __delitem__ = __ior__ = pop = popitem = clear = update = setdefault = None  # type: ignore[assignment]


def frozen_map(content: Mapping[K, V] | Any = ()) -> "FrozenMap[K, V]":
    """A frozen map with this content."""
    return FrozenMap(content)


class Change(Struct, frozen=True):
    """One value that a procedure changes: whose, which, from, to."""

    field: str
    before: Any
    after: Any
    who: str = ""
