"""Verdicts: which part of an outcome says whether it went well, for cards and odds alike."""

from msgspec import Struct, inspect

from gardien.core.inputs import type_of, words_of
from gardien.core.presentation import CardSpec, FormSpec, Presentation


def good_field(face: CardSpec | FormSpec | None, outcome: type[Struct], headline: tuple[str, ...]) -> str:
    """The outcome field that says if it went well: the declared one; without a face, a headline that is yes or no.

    A card may read a count: none is bad.
    """
    kind = type_of(outcome)
    assert isinstance(kind, inspect.StructType)
    kinds = (inspect.BoolType, inspect.IntType) if isinstance(face, CardSpec) else (inspect.BoolType,)
    known = {field.encode_name for field in kind.fields if _is_one_of(field.type, kinds)}
    good = face.good if face else "success"
    if good.removeprefix("!") in known:
        return good
    return headline[0] if not face and headline and headline[0] in known else ""


def _is_one_of(kind: inspect.Type, kinds: tuple[type[inspect.Type], ...]) -> bool:
    types = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return any(isinstance(one, kinds) for one in types)


def good_words(face: Presentation, outcome: type[Struct], field: str) -> tuple[str, ...]:
    """The good words of an outcome field, where the game lists its words best first."""
    listed = words_of(outcome, field)
    return tuple(word for word in face.ladders.get(field, ()) if word in listed)
