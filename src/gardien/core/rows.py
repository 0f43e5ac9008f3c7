"""Rows of packs: what those of all games begin with: a key, words in both languages, a remark."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from gardien.core.inputs import BadField
from gardien.core.values import Value

Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Keys: TypeAlias = Annotated[tuple[Key, ...], Meta(max_length=40)]
Words: TypeAlias = Annotated[str, Meta(min_length=1, max_length=1000)]
PersonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=50)]
DiceText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]
Article: TypeAlias = Literal["le", "la", "l’"]  # of somebody without a name of their own, in a French sentence


class Named(Value, frozen=True, kw_only=True):
    """A row in both languages."""

    fr: Words
    en: Words


class Row(Named, frozen=True, kw_only=True):
    """A row with a key of its own."""

    key: Key


class Noted(Row, frozen=True, kw_only=True):
    """A row with a remark for whoever plays it."""

    note_fr: Words | None = None
    note_en: Words | None = None


def check_span(first: int | None, last: int | None, name: str) -> None:
    """A span that ends before it begins is a fault of the field it ends in."""
    if first is not None and last is not None and last < first:
        raise BadField(name, "field/at_least", came=last, low=first)


def key_of_name(rows: Sequence[Any], written: str) -> str:
    """The key of a row that is called so in either language; what no row is called stays as it is."""
    said = written.strip().casefold()
    for row in rows:
        if said in (row.key, row.fr.casefold(), row.en.casefold(), (getattr(row, "fr_f", None) or row.fr).casefold()):
            return str(row.key)
    return written
