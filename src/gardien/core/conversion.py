"""Converting: what a game says of sheets written for another one, so that they can be brought over without knowing it.

A game lists its converters in its card. Words of its own stand in `converters.toml` in its folder: [source.…] a game
that sheets come from, [loss.…] why something has no place on the new sheet, [example.…] a text as people write it.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from gardien.core.chance import Program, Step, call, step
from gardien.core.creation import LANGUAGE, Creation
from gardien.core.errors import Refusal, nearest
from gardien.core.inputs import parse, type_of
from gardien.core.interpreters.run import DieShown, Played
from gardien.core.pack import load_toml
from gardien.core.sheet import Sheet
from gardien.core.system import System, find, keys
from gardien.core.terms import Language
from gardien.core.typed_values import with_lists
from gardien.core.values import like

KIND = "kind"  # which of a converter's sheets is wanted
OPTIONS = "options"
MOST_LETTERS = 20_000  # of a text
MOST_OF_A_SHEET = 100_000  # letters of a whole sheet's file
MOST_REMARKS = 10_000  # letters of what is kept among the notes


class Lost(Struct, frozen=True, omit_defaults=True):
    """Something that has no place on the new sheet: what was written, and why, in a word of [loss.…]."""

    what: str
    why: str
    came: Any = ""
    rule: str = ""


class Measured(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a value was found between two games of the house: a way ([way.…] of `notions.toml`), and what it rests on."""

    way: str
    notion: str
    field: str = ""  # of the old sheet
    came: Any = None  # the score in the old game
    there: str = ""  # its exact chance on a usual task there, or its share of an ordinary person's
    here: str = ""  # the chance of the new one
    task_there: str = ""
    task_here: str = ""


class Converted(Struct, frozen=True, kw_only=True):
    """What a rule of conversion answers; its reasons say where each value comes from.

    A reason is labelled with a field of the sheet, or with an entry of it (`skills.climb`); others are not told.
    """

    sheet: Sheet
    came: Mapping[str, tuple[str, ...]] = {}  # label of a reason -> the inputs behind it, by their paths
    lost: tuple[Lost, ...] = ()
    measured: Mapping[str, Measured] = {}  # label of a reason -> how it was found by equal chances


class Reckoned:
    """What a rule of conversion has found so far: the inputs behind each value, what has no place, remarks on it."""

    def __init__(self) -> None:
        self.came: dict[str, tuple[str, ...]] = {}
        self.lost: list[Lost] = []
        self.remarks: list[str] = []

    def value(self, label: str, value: Any, rule: str, *came: str, parts: tuple[tuple[str, int], ...] = ()) -> Step:
        """A reason, and the inputs behind it."""
        self.came[label] = came
        return step(label, value, rule, parts)

    def label(self, field: str, name: str) -> str:
        """The label of an entry; a second one of the same name has a number."""
        taken = sum(label == f"{field}.{name}" or label.startswith(f"{field}.{name} (") for label in self.came)
        return f"{field}.{name} ({taken + 1})" if taken else f"{field}.{name}"

    def lose(self, what: str, why: str, came: Any, rule: str, remark: str = "") -> None:
        """Something has no place."""
        self.lost.append(Lost(what, why, came, rule))
        if remark:
            self.remarks.append(remark)

    def note_recomputed(self, older: Any, new: Any, field: str, rule: str) -> None:
        """What is worked out anew is told where it was something else before: [loss.recomputed]."""
        if older is not None and older != new:
            self.lose(field, "recomputed", older, rule)

    def notes(self, written: str) -> str:
        """What was written, and what has no place elsewhere."""
        return "\n".join(part for part in (written.strip(), *self.remarks) if part)[:MOST_REMARKS]


class Taken(Struct, frozen=True):
    """A text taken apart: inputs by name, and whatever could not be read, piece by piece."""

    given: dict[str, Any]
    unread: tuple[str, ...] = ()


class Conversion(Struct, frozen=True, kw_only=True):
    """One kind of sheet that can be brought over: the rule (inputs, house rules) and how a page asks for its inputs."""

    kind: str  # of the sheet that it becomes
    rule: Callable[[Any, Any], Program[Converted]]
    form: Creation = Creation(needed=())

    @property
    def given(self) -> type[Struct]:
        return self.rule.__annotations__["given"]  # type: ignore[no-any-return]

    def takes(self) -> tuple[str, ...]:
        return self.given.__struct_encode_fields__


class Converter(Struct, frozen=True, kw_only=True):
    """A game that sheets come from, and what can be made of them."""

    source: str
    kinds: tuple[Conversion, ...]
    tidy: Callable[[dict[str, Any]], dict[str, Any]] | None = None  # inputs as people name them -> as the rules do
    read: Callable[[str], Taken] | None = None  # a text as people write it
    percents: tuple[str, ...] = ()  # inputs whose numbers are percentages
    signed: tuple[str, ...] = ()  # fields of the new sheet whose numbers bear a sign
    home: str = ""  # the key of the game, where it is one of the house
    dialect: str = ""  # the older game whose way is taken, where the sheet is written as its own
    finish: "Callable[[Carried, dict[str, Any], Language], Carried] | None" = None  # what that game cannot say of it

    def kind(self, key: str) -> Conversion:
        """One kind; an unknown one is refused."""
        known = [one.kind for one in self.kinds]
        if key not in known:
            raise Refusal("field/one_of", field=KIND, came=key[:60], allowed=known, hint=nearest(key[:60], known))
        return self.kinds[known.index(key)]

    def fitting(self, given: Mapping[str, Any]) -> Conversion:
        """The kind that is asked for, else the first that takes every input, else the one that takes most of them."""
        asked = given.get(KIND)
        if asked is not None:
            return self.kind(str(asked))
        names = set(given) - {OPTIONS}
        return max(self.kinds, key=lambda one: len(names & set(one.takes())))


class Valued(Struct, frozen=True, omit_defaults=True):
    """One value of the new sheet: what it came from, what it is the sum of, the rule behind it."""

    field: str
    value: Any
    rule: str
    came: dict[str, Any] = {}
    parts: tuple[tuple[str, int], ...] = ()
    limits: tuple[int, int] | None = None
    less: tuple[str, ...] = ()
    measured: Measured | None = None


class Carried(Struct, frozen=True, kw_only=True):
    """A sheet brought over, as the surface shows it."""

    source: str = field(name="from")
    system: str = field(name="to")
    kind: str
    given: dict[str, Any]
    dice: tuple[DieShown, ...] = ()
    sheet: Sheet
    values: tuple[Valued, ...] = ()
    lost: tuple[Lost, ...] = ()
    unread: tuple[str, ...] = ()


def converter(source: str, system: str) -> Converter:
    """How a game takes in the sheets of another."""
    home = find(system)
    names = sources(home)
    if not names:
        able = [key for key in keys() if sources(find(key))]
        raise Refusal("convert/none", came=system, allowed=able)
    if source not in names:
        raise Refusal("convert/source", came=source[:60], system=system, allowed=names, hint=nearest(source, names))
    declared = [one for one in home.converters if one.source == source]
    if declared:
        return declared[0]
    from gardien.core.equal_chances import converter_between

    return converter_between(find(source), home)


def sources(system: System) -> list[str]:
    """All games whose sheets a game takes in: those it says itself, then the others of the house."""
    from gardien.core.equal_chances import kin

    return [*(one.source for one in system.converters), *kin(system)]


def words(system: System) -> dict[str, Any]:
    """What a game says about what it brings over."""
    path = os.path.join(system.folder, "converters.toml")
    return load_toml(path) if os.path.exists(path) else {}


def parse_text(converter: Converter, text: str) -> Taken:
    """A text as people write it, taken apart."""
    if converter.read is None:
        raise Refusal("convert/no_text", came=converter.source)
    most = MOST_OF_A_SHEET if converter.home else MOST_LETTERS
    if len(text) > most:
        raise Refusal("field/length_at_most", field="text", high=most, came=len(text))
    return converter.read(text)


def convert(
    source: str,
    system: str,
    given: Mapping[str, Any],
    *,
    text: str = "",
    dice: Sequence[int] | None = None,
    generator: Any = None,
    language: Language = "fr",
    lax: bool = False,
) -> Carried:
    """Bring a sheet over: from its inputs, from a text, or from both (inputs win). `options` are the house rules."""
    way, home = converter(source, system), find(system)
    read_text = parse_text(way, text) if text else Taken({})
    if way.home:  # a sheet is whole, however it came
        given, read_text = {**read_text.given, **given}, Taken({})
    named = way.tidy(dict(given)) if way.tidy else dict(given)
    kind = way.fitting({**read_text.given, **named})
    of_others = [name for name in read_text.given if name not in (*kind.takes(), KIND)]  # of the kind the text is of
    unread = (*read_text.unread, *(f"{name} {read_text.given[name]}" for name in of_others if name not in named))
    inputs = {**{name: one for name, one in read_text.given.items() if name not in of_others}, **named}
    where = f"{source} → {system}"
    options = parse(home.options, inputs.pop(OPTIONS, {}), f"{where}/options", lax=lax)
    inputs.pop(KIND, None)
    if LANGUAGE in kind.takes():
        inputs.setdefault(LANGUAGE, language)
    if lax:
        inputs = with_lists(type_of(kind.given), inputs)
    value = parse(kind.given, inputs, where, lax=lax)
    try:
        played = _play(call(kind.rule, value, options), dice, generator)
    except Refusal as refusal:
        refusal.terms = home.terms
        raise refusal.within(where=where) from None
    carried = _to_sheet(way, kind, system, value, played, unread)
    return way.finish(carried, dict(given), language) if way.finish and "sheet" not in kind.takes() else carried


def _play(asked: Any, dice: Sequence[int] | None, generator: Any) -> Played:
    if dice is not None:
        from gardien.core.interpreters.typed import typed

        return typed(asked, dice)
    from gardien.core.interpreters.play import play

    return play(asked, generator)


def _to_sheet(
    converter: Converter, kind: Conversion, system: str, given: Struct, played: Played, unread: tuple[str, ...]
) -> Carried:
    answer: Converted = played.outcome
    plain = msgspec.to_builtins(given)
    own = answer.sheet.__struct_encode_fields__
    reasons = {step.label: step for step in played.steps if step.label.partition(".")[0] in own}  # the later one holds
    values = tuple(
        like(Valued, step, field=label, came=_behind(plain, answer, label), measured=answer.measured.get(label))
        for label, step in reasons.items()
    )
    return Carried(
        source=converter.source,
        system=system,
        kind=kind.kind,
        given={KIND: kind.kind, **{name: one for name, one in plain.items() if _is_given(given, name, one)}},
        dice=played.dice,
        sheet=answer.sheet,
        values=values,
        lost=answer.lost,
        unread=unread,
    )


def _is_given(given: Struct, name: str, value: Any) -> bool:
    """Whether an input says more than its default."""
    known = {one.encode_name: one.default for one in msgspec.structs.fields(given)}
    return value not in (None, "", [], {}) and value != known[name]


def _behind(given: dict[str, Any], answer: Converted, label: str) -> dict[str, Any]:
    """The inputs behind a value, those that were left out aside."""
    inputs = {path: _at(given, path) for path in answer.came.get(label, ())}
    return {path: one for path, one in inputs.items() if one is not None}


def _at(given: Any, path: str) -> Any:
    """The input at a path: `skills.Climb`, `attacks.0.percent`, `feats.0`; a name may itself hold dots."""
    if not path:
        return given
    if isinstance(given, dict) and path in given:
        return given[path]
    name, _, rest = path.partition(".")
    if isinstance(given, list | tuple):
        return _at(given[int(name)], rest)
    return _at(given[name], rest) if name in given else None
