"""Trees of plain values that are never changed in place: setting a value copies the way to it and shares the rest."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import update_wrapper
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")

Tree = dict[str, Any]
Path = tuple[str, ...]

MOST_KEPT = 100  # trees of which something is kept: a few moments of every table at which somebody acts just now


class Effect(Struct, frozen=True, array_like=True, omit_defaults=True, gc=False):
    """One value put at a path of the table's state; None takes what is there away."""

    path: Path
    value: Any = None


def kept_by_tree(make: Callable[[Tree], T]) -> Callable[[Tree], T]:
    """What is made of a tree, kept while it is one of those asked about lately: the same object says the same."""
    kept: dict[int, tuple[Tree, T]] = {}

    def ask(tree: Tree) -> T:
        known = kept.get(id(tree))
        if known is None or known[0] is not tree:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            known = kept[id(tree)] = tree, make(tree)
        return known[1]

    return update_wrapper(ask, make)  # type: ignore[return-value]


def plain(value: Any) -> Any:
    """The value as another process will read it: lists, never tuples, so that equal states compare equal."""
    return msgspec.json.decode(msgspec.json.encode(value))


def at(tree: Any, path: Sequence[str]) -> Any:
    """What stands at a path, or None."""
    for name in path:
        if not isinstance(tree, dict | Mapping) or name not in tree:
            return None
        tree = tree[name]
    return tree


def put_at(tree: Tree, path: Sequence[str], value: Any) -> Tree:
    """The tree with another value at a path; None takes it away."""
    return put_all(tree, [(path, value)])


def put_all(
    tree: Tree,
    values: Sequence[tuple[Sequence[str], Any]],
    stays: Callable[[Sequence[str]], bool] = lambda path: False,
) -> Tree:
    """The same with several, one after another; what their ways have in common is copied once.

    `stays` says of which paths that nothing stands there is a value like any other.
    """
    if not values:
        return tree
    after = {**tree}
    copied = {id(after)} if len(values) > 1 else None  # they belong to the new tree alone; one way meets none of them
    for path, value in values:
        place = after
        for name in path[:-1]:
            below: Any = place.get(name)
            if copied is None or id(below) not in copied:
                below = place[name] = {**below} if isinstance(below, dict) else {}
                if copied is not None:
                    copied.add(id(below))
            place = below
        if value is None and not stays(path):
            place.pop(path[-1], None)
        else:
            place[path[-1]] = value
    return after


def merged(effects: Iterable["Effect"]) -> tuple["Effect", ...]:
    """Of several values for one place the last: what came between was never there for anybody."""
    effects = tuple(effects)
    last = {effect.path: at for at, effect in enumerate(effects)}
    return tuple(effect for at, effect in enumerate(effects) if last[effect.path] == at)


def differing(before: Tree, after: Tree, depth: int) -> Iterator[Path]:
    """The paths, so many names deep, at which two trees that share what they can are not the same."""
    if before is after:
        return
    for name in {**before, **after}:
        old, new = before.get(name), after.get(name)
        if old is new:
            continue
        if depth > 1 and (isinstance(old, dict) or old is None) and (isinstance(new, dict) or new is None):
            for path in differing(old or {}, new or {}, depth - 1):
                yield (name, *path)
        elif old != new:
            yield (name,)
