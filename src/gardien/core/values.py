"""The base of every value: frozen, typed, hashable, refusing unknown fields. And a map that can be part of one."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from msgspec import Struct

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S", bound=Struct)


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of inputs, options, outcomes and pack rows."""


@cache
def _in_common(kind: type[Struct], other: type[Struct]) -> tuple[str, ...]:
    own = other.__struct_fields__
    return tuple(n for n in kind.__struct_fields__ if n in own or isinstance(getattr(other, n, None), property))


def fields_like(kind: type[Struct], source: Struct) -> dict[str, Any]:
    """What of a value belongs to one of another kind too, under the same names."""
    return {name: getattr(source, name) for name in _in_common(kind, type(source))}


def like(kind: type[S], source: Struct, /, **others: Any) -> S:
    """A value of one kind with all that one of another has in common with it, but for what is said."""
    return kind(**{**fields_like(kind, source), **others})


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
