"""Trees of plain values that are never changed in place: setting a value copies the way to it and shares the rest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

Tree = dict[str, Any]
Path = tuple[str, ...]


class Effect(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One value put at a path of the table's state; None takes what is there away."""

    path: Path
    value: Any = None


def plain(value: Any) -> Any:
    """The value as another process will read it: lists, never tuples, so that equal states compare equal."""
    return msgspec.json.decode(msgspec.json.encode(value))


def at(tree: Any, path: Sequence[str]) -> Any:
    """What stands at a path, or None."""
    for name in path:
        if not isinstance(tree, Mapping) or name not in tree:
            return None
        tree = tree[name]
    return tree


def put_at(tree: Tree, path: Sequence[str], value: Any) -> Tree:
    """The tree with another value at a path; None takes it away."""
    name, *rest = path
    if rest:
        below = tree.get(name)
        return {**tree, name: put_at(below if isinstance(below, dict) else {}, rest, value)}
    if value is None:
        return {key: one for key, one in tree.items() if key != name}
    return {**tree, name: value}


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
