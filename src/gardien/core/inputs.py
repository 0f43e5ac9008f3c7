"""Reading what was given: a plain object becomes a typed value, or every fault in it becomes a refusal.

msgspec does the reading and stops at the first fault without saying what would be right. When it refuses, the value is
walked again beside its type, so that each refusal names the field, what came and what is allowed.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ContextDecorator
from functools import cache
from itertools import islice
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Struct, inspect

from gardien.core.dice import Dice
from gardien.core.errors import Refusal, nearest
from gardien.core.whole_types import whole_among_threads

T = TypeVar("T")

MOST_SHOWN = 24  # names listed in a refusal
MOST_FAULTS = 30  # of one message that are named: whoever has made more begins with these


class BadField(ValueError):
    """A fault found by a value about itself (in `__post_init__`), with the field that is wrong."""

    def __init__(self, field: str, id: str, rule: str = "", **words: Any) -> None:
        super().__init__(f"{field}: {id}")
        self.refusal = Refusal(id, field=field, rule=rule, **words)


class values_suit(ContextDecorator):
    """A value that a rule cannot read, though somebody was allowed to write it, is refused and not a fault of ours."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, _: object) -> None:
        if isinstance(fault, msgspec.ValidationError) and isinstance(fault.__cause__, BadField):
            fault = fault.__cause__
        if isinstance(fault, BadField):
            raise fault.refusal from None
        if isinstance(fault, msgspec.ValidationError):
            raise Refusal("table/unsuited", kind="refused") from None


def parse(kind: type[T], value: Any, where: str = "", *, lax: bool = False) -> T:
    """`value` as a `kind`; `lax` reads numbers and booleans from their text, as a command line gives them."""
    whole_among_threads()
    try:
        return msgspec.convert(value, kind, strict=not lax)
    except msgspec.ValidationError:
        refusals = list(faults(kind, value, lax=lax))
        if not refusals:
            allowed = describe_type(inspect.type_info(kind))
            raise Refusal("field/type", where=where, field="", came=str(value)[:80], allowed=allowed) from None
    except RecursionError:
        raise Refusal("file/deep", where=where, most=20) from None
    first, *others = [one.within(where=where) for one in refusals]
    first.also = tuple(others)
    raise first from None


def faults(kind: Any, value: Any, *, lax: bool = False) -> Iterator[Refusal]:
    """Every fault of a value beside its type; of very many, the first."""
    yield from islice(_faults(type_of(kind), value, "", lax), MOST_FAULTS)


def type_faults(kind: inspect.Type, value: Any, path: str) -> Iterator[Refusal]:
    """Every fault of a value at a place beside the type that is wanted there."""
    yield from _faults(kind, value, path, False)


@cache
def type_of(kind: Any) -> inspect.Type:
    """What a type is made of."""
    return inspect.type_info(kind)


@cache
def types_in(struct: type[Struct]) -> dict[str, inspect.Type]:
    """What the fields of a struct are made of, by the names they are written under."""
    kind = type_of(struct)
    assert isinstance(kind, inspect.StructType)
    return {field.encode_name: field.type for field in kind.fields}


def _faults(kind: inspect.Type, value: Any, path: str, lax: bool) -> Iterator[Refusal]:
    match kind:
        case inspect.Metadata():  # a unit or another note beside the type
            yield from _faults(kind.type, value, path, lax)
        case inspect.StructType():
            yield from _struct_faults(kind, value, path, lax)
        case inspect.UnionType():
            yield from _union_faults(kind, value, path, lax)
        case inspect.VarTupleType() | inspect.ListType():
            if not isinstance(value, list | tuple):
                yield _wrong(kind, value, path)
                return
            if kind.min_length is not None and len(value) < kind.min_length:
                yield Refusal("field/length_at_least", field=path, low=kind.min_length)
            if kind.max_length is not None and len(value) > kind.max_length:
                yield Refusal("field/length_at_most", field=path, high=kind.max_length, came=len(value))
                return
            for index, item in enumerate(value):
                yield from _faults(kind.item_type, item, f"{path}[{index}]", lax)
        case inspect.DictType():
            if not isinstance(value, dict):
                yield _wrong(kind, value, path)
                return
            if kind.max_length is not None and len(value) > kind.max_length:
                yield Refusal("field/length_at_most", field=path, high=kind.max_length, came=len(value))
                return
            for key, item in value.items():
                yield from _faults(kind.key_type, key, path, lax)
                yield from _faults(kind.value_type, item, f"{path}.{key}".removeprefix("."), lax)
        case _:
            yield from _plain_faults(kind, value, path, lax)


def _struct_faults(kind: inspect.StructType, value: Any, path: str, lax: bool) -> Iterator[Refusal]:
    if not isinstance(value, dict):
        yield _wrong(kind, value, path)
        return
    known = {field.encode_name: field for field in kind.fields}
    clean = True
    for name, item in value.items():
        place = f"{path}.{name}".removeprefix(".")
        if name == kind.tag_field:
            if item != kind.tag:
                clean = False
                yield Refusal("field/one_of", field=place, came=_short_value(item), allowed=[str(kind.tag)])
            continue
        if name not in known:
            clean = False
            yield Refusal("field/unknown", field=place, allowed=_some(known), hint=nearest(str(name), list(known)))
            continue
        for fault in _faults(known[name].type, item, place, lax):
            clean = False
            yield fault
    for name, field in known.items():
        if field.required and name not in value:
            clean = False
            yield Refusal("field/missing", field=f"{path}.{name}".removeprefix("."), allowed=describe_type(field.type))
    if clean:
        try:
            msgspec.convert(value, kind.cls, strict=not lax)
        except msgspec.ValidationError as fault:
            cause = fault.__cause__
            if isinstance(cause, BadField):
                own = cause.refusal
                yield Refusal(own.id, field=own.field, rule=own.rule, **own.words).within(field=path)


def _union_faults(kind: inspect.UnionType, value: Any, path: str, lax: bool) -> Iterator[Refusal]:
    tagged = {one.tag: one for one in kind.types if isinstance(one, inspect.StructType) and one.tag_field}
    if tagged and isinstance(value, dict):
        yield from _tagged_faults(tagged, value, path, lax)
        return
    refusals = []
    for one in kind.types:
        these = list(islice(_faults(one, value, path, lax), MOST_FAULTS))
        if not these:
            return
        refusals.append((one, these))
    # The fault that lies deepest is the one to speak of: the others only say that the kind is wrong.
    structured = [these for one, these in refusals if _same_shape(one, value)]
    ranged = [these for _, these in refusals if these[0].id in ("field/range", "field/at_least", "field/at_most")]
    for these in structured or ranged:
        yield from these
        return
    yield _wrong(kind, value, path)


def _same_shape(kind: inspect.Type, value: Any) -> bool:
    """Whether a value is built like a kind, whatever is wrong inside."""
    if isinstance(kind, inspect.Metadata):
        return _same_shape(kind.type, value)
    if isinstance(value, dict):
        return isinstance(kind, inspect.StructType | inspect.DictType)
    return isinstance(value, list | tuple) and isinstance(kind, inspect.VarTupleType | inspect.ListType)


def _tagged_faults(
    kinds: dict[Any, inspect.StructType], value: dict[str, Any], path: str, lax: bool
) -> Iterator[Refusal]:
    """Values that say of themselves what they are: only what is wrong with that one is worth a word."""
    name = next(iter(kinds.values())).tag_field
    tags = [str(tag) for tag in kinds]
    place = f"{path}.{name}".removeprefix(".")
    tag = value.get(str(name))
    if name not in value:
        yield Refusal("field/missing", field=place, allowed=" | ".join(_some(tags)))
    elif not isinstance(tag, str) or tag not in kinds:
        yield Refusal("field/one_of", field=place, came=_short_value(tag), allowed=tags, hint=nearest(str(tag), tags))
    else:
        yield from _struct_faults(kinds[tag], value, path, lax)


def _plain_faults(kind: inspect.Type, value: Any, path: str, lax: bool) -> Iterator[Refusal]:
    if isinstance(kind, inspect.LiteralType):
        if value not in kind.values or isinstance(value, bool | float):
            choices = [str(one) for one in kind.values]
            came = _short_value(value)
            yield Refusal("field/one_of", field=path, came=came, allowed=choices, hint=nearest(str(came), choices))
        return
    if type(kind) not in PLAIN:
        return
    plain = PLAIN[type(kind)]
    if not _fits(value, plain, lax):
        yield _wrong(kind, value, path)
    elif isinstance(kind, inspect.IntType | inspect.FloatType):
        yield from _range_faults(kind, msgspec.convert(value, plain, strict=not lax), path)
    elif isinstance(kind, inspect.StrType):
        if kind.max_length is not None and len(value) > kind.max_length:
            yield Refusal("field/length_at_most", field=path, high=kind.max_length, came=len(value))
        elif kind.min_length is not None and len(value) < kind.min_length:
            yield Refusal("field/length_at_least", field=path, low=kind.min_length)
        elif kind.pattern is not None and not _fits(value, Annotated[str, msgspec.Meta(pattern=kind.pattern)], lax):
            yield Refusal("field/pattern", field=path, came=value[:40])


PLAIN: dict[type[inspect.Type], Any] = {
    inspect.IntType: int,
    inspect.FloatType: float,
    inspect.BoolType: bool,
    inspect.StrType: str,
    inspect.NoneType: None,
}


def _fits(value: Any, kind: Any, lax: bool) -> bool:
    """Whether a plain value is of a plain kind, limits aside: whoever reads must also be the judge."""
    try:
        msgspec.convert(value, kind, strict=not lax)
    except msgspec.ValidationError:
        return False
    return True


def _range_faults(kind: inspect.IntType | inspect.FloatType, number: float, path: str) -> Iterator[Refusal]:
    low, high = kind.ge, kind.le
    shown = number if abs(number) < 10**12 else "…"
    if low is not None and high is not None and not low <= number <= high:
        yield Refusal("field/range", field=path, came=shown, low=low, high=high)
    elif low is not None and number < low:
        yield Refusal("field/at_least", field=path, came=shown, low=low)
    elif high is not None and number > high:
        yield Refusal("field/at_most", field=path, came=shown, high=high)


def _wrong(kind: inspect.Type, value: Any, path: str) -> Refusal:
    return Refusal("field/type", field=path, came=_short_value(value), allowed=describe_type(kind))


def _short_value(value: Any) -> Any:
    """What came, if it is short enough to be shown."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | float):
        return value
    return value if isinstance(value, int) and abs(value) < 10**12 else "…"


def describe_type(kind: inspect.Type) -> str:
    """What a type allows, shortly: `1–6`, `physical | mental`, `[…]`."""
    match kind:
        case inspect.Metadata():
            return describe_type(kind.type)
        case inspect.LiteralType():
            return " | ".join(str(one) for one in kind.values)
        case inspect.IntType() | inspect.FloatType():
            if kind.ge is not None and kind.le is not None:
                return f"{kind.ge}–{kind.le}"
            return f"≥ {kind.ge}" if kind.ge is not None else f"≤ {kind.le}" if kind.le is not None else "0, 1, 2…"
        case inspect.BoolType():
            return "true | false"
        case inspect.StrType():
            return "“…”"
        case inspect.NoneType():
            return "null"
        case inspect.VarTupleType() | inspect.ListType():
            return f"[{describe_type(kind.item_type)}, …]"
        case inspect.TupleType():
            return f"[{', '.join(map(describe_type, kind.item_types))}]"
        case inspect.DictType():
            return f"{{“…”: {describe_type(kind.value_type)}}}"
        case inspect.StructType() if kind.tag_field:
            return str(kind.tag)
        case inspect.StructType():
            return "{" + ", ".join(field.encode_name for field in kind.fields) + "}"
        case inspect.UnionType():
            return " | ".join(dict.fromkeys(describe_type(one) for one in kind.types))
    return "…"


def _some(names: Any) -> list[str]:
    shown = [str(name) for name in names]
    return shown if len(shown) <= MOST_SHOWN else [*shown[:MOST_SHOWN], "…"]


def check_unique(field: str, names: Iterator[str] | list[str], **words: Any) -> None:
    """Names that must differ; called by values about their own parts."""
    known: set[str] = set()
    for name in names:
        if name in known:
            raise BadField(field, "field/twice", came=name, **words)
        known.add(name)


def check_key(field: str, key: str, find: Callable[[str], T]) -> T:
    """A row of the pack; an unknown key is refused with the field it stands in."""
    try:
        return find(key)
    except Refusal as fault:
        raise BadField(field, fault.id, **fault.words) from None


def check_among(field: str, word: str, known: Sequence[str]) -> None:
    """A word that is a row of the pack or one of a few the rule itself knows; any other is refused with the nearest."""
    if word not in known:
        hint = nearest(word[:60], list(known))
        raise BadField(field, "field/one_of", came=word[:60], allowed=list(known), hint=hint)


def check_dice(field: str, text: str) -> Dice:
    """Dice as they are written; what cannot be read is refused with the field it stands in."""
    return check_key(field, text, Dice.parse)


@cache
def words_of(kind: type[Any], field: str) -> tuple[str, ...]:
    """The words a field may hold, in the order in which they were declared: msgspec sorts them."""
    from typing import get_args, get_origin, get_type_hints

    hint = get_type_hints(get_origin(kind) or kind).get(field)
    for one in (hint, *get_args(hint)):
        words = get_args(one)
        if words and all(isinstance(word, str) for word in words):
            return words
    return ()
