"""The base of every value: frozen, typed, hashable, refusing unknown fields. And a map that can be part of one."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from msgspec import UNSET, Struct

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S", bound=Struct)


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of inputs, options, outcomes and pack rows."""


@cache
def _in_common(kind: type[Struct], other: type[Struct]) -> tuple[str, ...]:
    own = other.__struct_fields__
    return tuple(n for n in kind.__struct_fields__ if n in own or isinstance(getattr(other, n, None), property))


@cache
def _reader(kind: type[Struct], other: type[Struct]) -> Callable[[Struct], dict[str, Any]]:
    """What reads the fields in common, written out one by one: rules do it for every face of a die."""
    fields = ", ".join(f"{name!r}: one.{name}" for name in _in_common(kind, other))
    read: Callable[[Struct], dict[str, Any]] = eval(f"lambda one: {{{fields}}}")
    return read


@cache
def _maker(kind: type[S], other: type[Struct], said: tuple[str, ...]) -> Callable[[Struct, Mapping[str, Any]], S]:
    """What makes one kind of value out of another, written out in the same way."""
    if unknown := set(said) - set(kind.__struct_fields__):
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    taken = (name for name in _in_common(kind, other) if name not in said)
    fields = ", ".join((*(f"{name}=one.{name}" for name in taken), *(f"{name}=said[{name!r}]" for name in said)))
    make: Callable[[Struct, Mapping[str, Any]], S] = eval(f"lambda one, said: kind({fields})", {"kind": kind})
    return make


def fields_like(kind: type[Struct], source: Struct) -> dict[str, Any]:
    """What of a value belongs to one of another kind too, under the same names."""
    return _reader(kind, type(source))(source)


def like(kind: type[S], source: Struct, /, **others: Any) -> S:
    """A value of one kind with all that one of another has in common with it, but for what is said."""
    made: S = _maker(kind, type(source), tuple(others))(source, others)
    return made


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


def changed(*values: tuple[str, Any, Any], who: str = "") -> tuple[Change, ...]:
    """Of some values (which, from, to) those that are others now; what is not told has not changed."""
    return tuple(Change(name, old, new, who) for name, old, new in values if new is not UNSET and new != old)


def changes_between(before: Any, after: Any, names: Iterable[str], who: str = "") -> tuple[Change, ...]:
    """The same of fields that two values have in common."""
    return changed(*((name, getattr(before, name), getattr(after, name)) for name in names), who=who)
