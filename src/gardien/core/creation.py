"""Creation: how a new character is asked for, step by step, where the inputs of drawing alone do not say it."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, inspect

Content = Mapping[str, Any]

LANGUAGE = "language"  # an input of drawing that is the reader's own


class CreationStep(Struct, frozen=True, kw_only=True):
    """One page of creation: the inputs it asks for and the rules it follows. Terms title it under `creation`."""

    key: str
    fields: tuple[str, ...]
    rules: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()  # of the inputs: those that few people change
    shows: tuple[str, ...] = ()  # sections and fields of the sheet that follow from what was chosen so far
    # A field whose keys are listed, and the keys with what each comes to: choices, house rules.
    lists: tuple[str, Callable[[Content, Content], list[tuple[str, str]]]] | None = None


class Purse(Struct, frozen=True, kw_only=True):
    """Points to spend on an input: how many, how many are left, and the rule that gives them."""

    field: str
    left: int
    of: int
    rule: str = ""
    always: bool = False  # in sight at every step
    kept: bool = False  # what is left over may stay so: money


class Meaning(Struct, frozen=True, kw_only=True):
    """What a value brings: a word of the game (field, value), a sentence of the terms under `creation`, a text."""

    word: tuple[str, str] | None = None
    key: str = ""
    words: Content = {}  # what the sentence speaks of; a Fraction is told as a chance
    text: tuple[str, str] = ("", "")  # of the pack, French and English


class Throw(Struct, frozen=True):
    """The dice behind a number that people may throw themselves: how many, their sides, what is kept and added."""

    count: int
    sides: int
    keep: int = 0  # of the highest; all where nothing is said
    plus: int = 0


Purses = Callable[[Content, Content], list[Purse]]  # choices, house rules
Keys = Callable[[Content, Content], list[str]]  # choices, house rules
Means = Callable[[str, Any, Content], Meaning | None]  # input, value, house rules
About = Callable[[str, str, str, Content, Content], Meaning | None]  # input, name and value of a line, choices, rules


class Creation(Struct, frozen=True, kw_only=True):
    """The steps of creation and what helps on the way. Everything has a default."""

    steps: tuple[CreationStep, ...] = ()
    needed: tuple[str, ...] = ("name",)  # nobody comes to the table without
    known: Mapping[str, Callable[[str], list[Any]]] = {}  # input -> what the pack offers for it, by language
    fixed: tuple[str, ...] = ()  # inputs of names with a number whose names are those of `known` or `among`, no others
    among: Mapping[str, Keys] = {}  # input, or “input.part” -> the keys that the choices so far leave to it
    suggests: Mapping[str, Keys] = {}  # input of a list -> what holds until somebody writes there
    # “input.part” of rows -> the words that suit the first part of a row, by language; None where that asks for none.
    suited: Mapping[str, Callable[[str, str], list[str] | None]] = {}
    # Input of a number, or of numbers -> the dice of each, typed one by one; those of one step are placed as one likes.
    thrown: Mapping[str, Throw] = {}
    taken: Mapping[str, Callable[[Content], Any]] = {}  # input -> what a drawn sheet says of it, under another name
    rests: Mapping[str, tuple[str, ...]] = {}  # input -> fields of the sheet that nobody can tell while it is open
    # Input with rows -> the parts of a row that are asked for; input of names with a number -> what the number is.
    columns: Mapping[str, tuple[str, ...]] = {}
    why: Mapping[str, tuple[str, str]] = {}  # input -> sentence of the terms that says why it has limits, and the rule
    purses: Purses | None = None
    means: Means | None = None
    about: About | None = None
    only: Mapping[str, Callable[[Content], bool]] = {}  # input -> whether the choices so far call for it
    leaves_out: Callable[[Content], tuple[str, ...]] | None = None  # house rules -> inputs that are not played


def steps_of(creation: Creation, given: type[Struct]) -> tuple[CreationStep, ...]:
    """The steps; a game that names none asks for everything at once."""
    if creation.steps:
        return creation.steps
    kind = inspect.type_info(given)
    assert isinstance(kind, inspect.StructType)
    return (CreationStep(key="all", fields=tuple(f.encode_name for f in kind.fields if f.encode_name != LANGUAGE)),)
