"""Values at random: of a type, or of any other; and messages broken somewhere."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import inspect

NOBODY = "c0000000000"
NAMES = ("Ada", "Bo", "Léo", "Canne", "fists", "xyzzy", "brawl", "club", "pistol")
HUGE = (2**31, 2**53, 2**63, 2**64, 10**30, -(2**63), -1, 1e308, -0.5, 0.1, 999_999)
WORDS = ("", "x", "mot", "é" * 200, "\0", "\x1b[31m", "\u202e", "a/b", "a.b", "../..", "%s", "null", "<b>", "1e9", "²")
DEEPEST = 490
IDS = ("character", "characters", "seat", "seats", "event", "to", "due", "ask", "wait", "knock")


def deep(levels: int, key: str = "") -> Any:
    """Something nested."""
    value: Any = 1
    for _ in range(levels):
        value = {key: value} if key else [value]
    return value


class Drawn:
    """Draws from one generator."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def pick(self, choices: Any) -> Any:
        return self.random.choice(tuple(choices))

    def odd(self) -> Any:
        """A value that is hardly ever right."""
        kind = self.random.random()
        if kind < 0.3:
            return self.pick(WORDS)
        if kind < 0.5:
            return self.pick(HUGE)
        if kind < 0.6:
            return {"character": self.pick((NOBODY, 7, None, [], {}, "", "Léo", True, {"character": NOBODY}))}
        if kind < 0.63:
            return deep(self.pick((3, 18, 19, 20, 21, 60, DEEPEST)), self.pick(("", "character", "x")))
        return self.pick((None, True, False, [], {}, [[]], {"": ""}, 0, 1, -1, ["x"], [None], {"x": 1}, [1, "x"]))

    def value(
        self,
        kind: inspect.Type,
        *,
        silent: float,
        person: Callable[[inspect.StructType], Any] | None = None,
        ids: Callable[[str], Any] | None = None,
        name: str = "",
        depth: int = 0,
    ) -> Any:
        """Something of a type; of what may be left out, the share that is `silent` is."""
        if ids and name in IDS and self.random.random() < 0.9:
            return [ids(name)] if name.endswith("s") else ids(name)
        if isinstance(kind, inspect.Metadata):
            known = (kind.extra_json_schema or {}).get("examples")
            if known and self.random.random() < 0.9:
                return self.pick(known)
            return self.value(kind.type, silent=silent, person=person, ids=ids, name=name, depth=depth)
        again = {"silent": silent, "person": person, "ids": ids, "depth": depth + 1}
        match kind:
            case inspect.StructType():
                return self._object(kind, again)
            case inspect.UnionType():
                return self.value(self.pick(kind.types), name=name, **again)  # type: ignore[arg-type]
            case inspect.LiteralType():
                return self.pick(kind.values)
            case inspect.BoolType():
                return self.random.random() < 0.5
            case inspect.IntType():
                return self._number(kind)
            case inspect.FloatType():
                return float(self._number(kind))
            case inspect.StrType():
                return self.pick(NAMES) if self.random.random() < 0.9 else self.pick(WORDS)
            case inspect.VarTupleType() | inspect.ListType():
                low = kind.min_length or 0
                count = self.random.randint(low, max(low, 2))
                return [self.value(kind.item_type, name=name, **again) for _ in range(count)]  # type: ignore[arg-type]
            case inspect.DictType():
                count = self.random.randint(0, 2)
                values = [self.value(kind.value_type, **again) for _ in range(count)]  # type: ignore[arg-type]
                return {str(self.value(kind.key_type, **again)): one for one in values}  # type: ignore[arg-type]
            case inspect.NoneType():
                return None
        return self.odd()

    def _object(self, kind: inspect.StructType, again: dict[str, Any]) -> Any:
        if again["depth"] > 1 and again["person"] and (result := again["person"](kind)) is not None:
            return result
        told = {
            field.encode_name: self.value(field.type, name=field.encode_name, **again)
            for field in kind.fields
            if (field.required and self.random.random() < 0.97) or self.random.random() > again["silent"]
        }
        return {kind.tag_field: kind.tag, **told} if kind.tag_field and again["depth"] > 1 else told

    def _number(self, kind: Any) -> int:
        low = int(kind.ge) if kind.ge is not None else -5 if kind.le is None else int(kind.le) - 20
        high = int(kind.le) if kind.le is not None else low + 30
        spread = self.random.random()
        if spread < 0.5:
            return self.random.randint(low, min(high, low + 8))
        return self.pick((low, high, self.random.randint(low, high)))  # type: ignore[no-any-return]


CHANGED = 100  # levels down at most: what lies deeper is odd enough, and this would be our own recursion


def broken(content: Any, drawn: Drawn) -> Any:
    """The same with something else at one place."""
    places = list(_places(content, ())) or [()]
    path = drawn.pick(places)
    how = drawn.random.random()
    return _with(content, path, drawn, how)


def _places(value: Any, path: tuple[Any, ...]) -> Any:
    if path:
        yield path
    if len(path) == CHANGED:
        return
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, one in items:
        yield from _places(one, (*path, name))


def _with(value: Any, path: tuple[Any, ...], drawn: Drawn, how: float) -> Any:
    if not path:
        return drawn.odd()
    head, *rest = path
    if isinstance(value, dict):
        if not rest and how < 0.1:
            return {name: one for name, one in value.items() if name != head}
        if not rest and how < 0.2:
            return {**value, str(drawn.odd())[:50]: drawn.odd()}
        return {**value, head: _with(value[head], tuple(rest), drawn, how)}
    return [_with(one, tuple(rest), drawn, how) if at == head else one for at, one in enumerate(value)]
