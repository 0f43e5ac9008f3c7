"""A character in the making: what was written so far, what of it the rules refuse, what dice can fill in.

A draft keeps everything as it was typed, right or wrong. It travels in the form itself, so that the server forgets
nothing and remembers nothing.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, inspect

from gardien.core.chance import call
from gardien.core.creation import LANGUAGE, Creation, CreationStep, Purse, steps_of
from gardien.core.errors import Refusal
from gardien.core.inputs import faults, parse, type_of
from gardien.core.interpreters.play import play
from gardien.core.pack import load_toml
from gardien.core.system import System
from gardien.core.terms import TOO_MUCH, Language, over_text
from gardien.sheets.words import key_name, naming
from gardien.table.tree import Tree
from gardien.web.answers import sentence
from gardien.web.pages.creation.creation_shapes import bare, columns_of, parts_of, row_name, shape_of
from gardien.web.pages.forms.form_values import read_texts
from gardien.web.pages.frame import WORDS, say
from gardien.web.pages.refusals import BETWEEN, LISTED, UNSAID, in_plain_words, is_long

PLAYER = "player"  # an input that holds who plays the character
REVIEW = "sheet"  # the last step: the sheet as it will be
MOST_ROWS = 100
DRAWS = 6  # of what is left to dice, before choices are called wrong
LIMITS = ("field/range", "field/at_least", "field/at_most", "field/one_of")  # refusals that a reason follows

D = TypeVar("D", bound="Draft")


class Draft(Struct, kw_only=True):
    """What was typed, field by field; which fields dice have filled; the action under which it will be added, once."""

    action: str
    raw: dict[str, Any] = {}
    drawn: list[str] = []


class Fault(Struct, frozen=True):
    """What is wrong with a field, and the rule that says so."""

    message: str
    rule: str = ""


class Checked(Struct, frozen=True, kw_only=True):
    """What a draft comes to."""

    given: Tree  # the choices as the rule of creation takes them
    faults: dict[str, list[Fault]]
    missing: tuple[str, ...]
    purses: tuple[Purse, ...]
    sheet: Tree | None  # as it would be now
    open: frozenset[str]  # what dice will decide when the character comes to the table

    @property
    def ready(self) -> bool:
        return not self.faults and not self.missing and self.sheet is not None


class Maker:
    """One draft under the rules and the house rules of a table."""

    def __init__(
        self,
        system: System,
        options: Mapping[str, Any],
        language: Language,
        draft: Draft,
        rule: Any = None,
        form: Creation | None = None,
    ) -> None:
        self.system = system
        self.options = options
        self.language = language
        self.draft = draft
        self.rule = rule or system.creation  # from choices to a sheet
        self.creation = form or system.presentation.creation
        self.given_type: type[Struct] = self.rule.__annotations__["given"]
        kind = type_of(self.given_type)
        assert isinstance(kind, inspect.StructType)
        self.kinds = {name: field for one in kind.fields for name, field in parts_of(one)}
        self.beside = {name: one.beside for name, one in system.presentation.levels.items() if one.beside in self.kinds}
        self.steps = self._steps()

    def _steps(self) -> tuple[CreationStep, ...]:
        """The steps with the inputs that this table plays with."""
        out = self.creation.leaves_out(self.options) if self.creation.leaves_out else ()
        steps_played = []
        for step in steps_of(self.creation, self.given_type):
            asked = [one for one in step.fields if one not in out]
            fields = tuple(name for one in asked for name in self.kinds if name == one or name.startswith(f"{one}."))
            if fields or step.shows or step.lists:
                steps_played.append(msgspec.structs.replace(step, fields=fields))
        return tuple(steps_played)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        return tuple(field for step in self.steps for field in step.fields)

    @property
    def keys(self) -> list[str]:
        return [*(step.key for step in self.steps), REVIEW]

    def called_for(self, field: str) -> bool:
        """Whether the choices so far ask for a field at all; what was written in it before is not lost."""
        only = self.creation.only.get(field.partition(".")[0])
        return only is None or only({one: raw for one, raw in self.draft.raw.items() if isinstance(raw, str)})

    def label(self, field: str) -> str:
        """What a field is called, which may be a part of another."""
        group, _, part = field.rpartition(".")
        return self.system.terms.label(part, self.language, group)

    def step(self, key: str) -> CreationStep | None:
        return next((step for step in self.steps if step.key == key), None)

    def type_of(self, field: str) -> inspect.Type:
        return self.kinds[field].type

    def columns(self, field: str) -> tuple[inspect.Field, ...]:
        """The parts of a row that are asked for."""
        known = {one.encode_name: one for one in columns_of(self.type_of(field))}
        return tuple(known[name] for name in self.creation.columns.get(field, known))

    # ---- what was typed ----

    def write(self, field: str, raw: Any) -> None:
        """What a form says of a field; dice no longer stand behind what was changed by hand.

        A list that is still what the other choices suggest is not decided: it goes on following them.
        """
        if field not in self.fields:
            return
        clean = self._trim(field, raw)
        if self.blank(field) and clean == self.suggested(field):
            return
        if clean != self._trim(field, self.draft.raw.get(field)):
            self.draft.drawn = [one for one in self.draft.drawn if one != field]
        self.draft.raw[field] = clean

    def _trim(self, field: str, raw: Any) -> Any:
        """The same without the empty lines."""
        match shape_of(self.type_of(field)):
            case "plain":
                return raw if isinstance(raw, str) else ""
            case "words":
                return [one for one in _to_list(raw) if isinstance(one, str) and one.strip()]
            case "numbers":
                told = [one.strip() if isinstance(one, str) else "" for one in _to_list(raw)]
                return told if any(told) else []
            case "named":
                rows = [[str(cell) for cell in row] for row in _to_list(raw) if isinstance(row, list) and len(row) == 3]
                spent = [row for row in rows if row[0].strip()]
                return [row for row in spent if row[1].strip() not in ("", "0")] if self.is_fixed(field) else spent
            case "table":
                first = self.columns(field)[0].encode_name
                lines = [{str(k): str(v) for k, v in row.items()} for row in _to_list(raw) if isinstance(row, dict)]
                return [line for line in lines if line.get(first, "").strip()]

    def is_fixed(self, field: str) -> bool:
        return field in self.creation.fixed

    @property
    def choices(self) -> Tree:
        """What was chosen so far, as the rule of creation takes it."""
        return self._choices_of()[0]

    def suggested(self, field: str) -> list[str]:
        """What holds in a list until somebody writes there."""
        offered = self.creation.suggests.get(field)
        return offered(self.choices, self.options) if offered else []

    def names(self, field: str) -> list[str]:
        """The names an input of names with a number has, or may have."""
        among = self.creation.among.get(field)
        return among(self.choices, self.options) if among else self.known(field)

    def raw(self, field: str) -> Any:
        return self._trim(field, self.draft.raw.get(field))

    def blank(self, field: str) -> bool:
        return not self.raw(field)

    # ---- what it means ----

    def _choices_of(self) -> tuple[Tree, list[Refusal]]:
        """The choices behind the draft; what cannot be told apart is refused."""
        given: Tree = {}
        refusals: list[Refusal] = []
        for field in filter(self.called_for, self.fields):
            raw, kind = self.raw(field), bare(self.type_of(field))
            match kind:
                case inspect.DictType():
                    beside = self.beside.get(field, "")
                    names = [row[0].strip() for row in raw]
                    refusals += [Refusal("field/twice", field=field, came=one) for one in _twice(names)]
                    given[field] = {row[0].strip(): read_texts(kind.value_type, row[1]) for row in raw}
                    if beside in self.kinds:
                        given[beside] = {row[0].strip(): row[2] for row in raw if row[2].strip()}
                case inspect.VarTupleType() if shape_of(kind) == "table":
                    item = bare(kind.item_type)
                    rows = [self._row(field, {k: v for k, v in row.items() if v != ""}) for row in raw]
                    given[field] = [read_texts(item, row) for row in rows]
                case inspect.VarTupleType() if shape_of(kind) == "numbers":
                    if raw:
                        given[field] = [read_texts(kind.item_type, one) for one in raw if one]
                case inspect.VarTupleType() if not raw and field in self.creation.suggests:
                    pass  # follows from the other choices
                case inspect.VarTupleType():
                    given[field] = [one.strip() for one in raw]
                case _ if raw.strip():
                    given[field] = read_texts(kind, raw.strip())
                case inspect.StrType() if field not in self.creation.needed:
                    given[field] = ""
        if LANGUAGE in self.kinds:
            given[LANGUAGE] = self.language
        return self._group(given), refusals

    def _group(self, given: Tree) -> Tree:
        """The same with the parts of a field in it; one that is called for is there, whatever its parts lack."""
        grouped: Tree = {name.partition(".")[0]: {} for name in self.fields if "." in name and self.called_for(name)}
        for name, value in given.items():
            group, _, part = name.rpartition(".")
            (grouped[group] if group else grouped)[part] = value
        return grouped

    def _row(self, field: str, row: Tree) -> Tree:
        """A row that is chosen from the pack bears its name in the reader's language."""
        columns = {one.encode_name for one in columns_of(self.type_of(field))}
        asked = [one.encode_name for one in self.columns(field)]
        if "name" not in columns or "name" in asked or row.get("name"):
            return row
        key = next((name for name in asked if naming(self.system, f"{field}.{name}")), "")
        return (
            {**row, "name": key_name(self.system, f"{field}.{key}", row[key], self.language)} if row.get(key) else row
        )

    def checked(self) -> Checked:
        """The draft under the rules: whatever they refuse, what is still missing, what is left to spend."""
        given, refusals = self._choices_of()
        refusals += list(faults(self.given_type, given))
        sheet, opened = None, frozenset[str]()
        if not refusals:
            try:
                sheet, opened = self._drawn(given)
            except Refusal as refusal:
                refusals.append(refusal)
        missing = tuple(one for one in self.creation.needed if one in self.fields and self.blank(one))
        purses = self.purses(given)
        return Checked(
            given=given,
            faults=self._faults_by_field(refusals, purses),
            missing=missing,
            purses=purses,
            sheet=sheet,
            open=opened,
        )

    def purses(self, given: Tree | None = None) -> tuple[Purse, ...]:
        """What there is to spend, and what is left of it."""
        purses_shown = self.creation.purses(given or {}, self.options) if self.creation.purses else []
        return tuple(one for one in purses_shown if one.field in self.fields)

    def _drawn(self, given: Tree) -> tuple[Tree, frozenset[str]]:
        """What dice can make of these choices, which are at fault only where several draws in a row refuse them.

        One draft throws its dice once, however often it is looked at.
        """
        *first, last = (Random(f"{self.draft.action}{' ' * draw}") for draw in range(DRAWS))
        for source in first:
            with suppress(Refusal):
                return self.played(given, source)
        return self.played(given, last)

    def played(self, given: Tree, source: Random) -> tuple[Tree, frozenset[str]]:
        """The character that the rule of creation makes of these choices, and what dice had to decide."""
        options = parse(self.system.options, dict(self.options), "options")
        played = play(call(self.rule, parse(self.given_type, given), options), source)
        return msgspec.to_builtins(played.outcome), frozenset(die.purpose for die in played.dice)

    def _faults_by_field(self, refusals: Iterable[Refusal], purses: Iterable[Purse]) -> dict[str, list[Fault]]:
        by_field: dict[str, list[Fault]] = {}
        over = {one.field: one for one in purses if one.left < 0}
        for field, purse in over.items():
            by_field[field] = [Fault(self._over(purse), purse.rule)]
        owners = {beside: field for field, beside in self.beside.items()}
        for refusal in refusals:
            top = self._top(refusal.field)
            top = owners.get(top, top)
            if top in over and refusal.id == "field/at_most":
                continue  # said already, in points
            by_field.setdefault(top, []).append(self._fault(top, refusal))
        return by_field

    def _top(self, path: str) -> str:
        """The field that a refusal speaks of."""
        first, _, rest = path.partition(".")
        part = f"{first}.{rest.partition('.')[0].partition('[')[0]}"
        return part if part in self.kinds else first.partition("[")[0]

    def _fault(self, field: str, refusal: Refusal) -> Fault:
        """A refusal; limits that a rule sets come with their reason."""
        key, rule = self.creation.why.get(field, ("", ""))
        if refusal.field == field and refusal.id in TOO_MUCH and self.system.terms.entry("creation", f"over_{field}"):
            came, of = int(refusal.words["came"]), int(refusal.words["high"])
            return Fault(self._over(Purse(field=field, left=of - came, of=of)), refusal.rule or rule)
        said = self.said(refusal)
        entry = self.system.terms.entry("creation", key) if key and refusal.id in LIMITS else None
        return Fault(f"{said} {entry[self.language]}", refusal.rule or rule) if entry else Fault(said, refusal.rule)

    def _over(self, purse: Purse) -> str:
        terms = self.system.terms
        entry = terms.entry("creation", f"over_{purse.field}") or terms.entry("creation", "points_over")
        return over_text(
            entry or load_toml(WORDS)["phrase"]["make_over"], purse.of - purse.left, purse.of, self.language
        )

    def said(self, refusal: Refusal) -> str:
        """A refusal that calls the field by its name."""
        last = refusal.field.rpartition(".")[2].partition("[")[0]
        group = refusal.field.partition(".")[0]
        words = {name: self._name_of(last, one) for name, one in refusal.words.items()}
        words["long"] = is_long(refusal.words.get("allowed"))
        if refusal.id == "field/missing" and "came" in words:  # of a line that is there, a part
            part = self.system.terms.label(str(words["allowed"]), self.language, row_name(self.type_of(group)))
            return say("make_row_missing", self.language, row=words["came"], part=part)
        label = self.system.terms.label(last, self.language, group)
        named_refusal = Refusal(refusal.id, field=self._name_of(group, label) if label == last else label, **words)
        named_refusal.terms = self.system.terms
        return in_plain_words(named_refusal, self.language) or sentence(named_refusal, self.language)

    def _name_of(self, field: str, word: Any) -> Any:
        """A key of the pack by its name, wherever a refusal speaks of it; of a long list only the first."""
        if isinstance(word, list | tuple):
            named = [self._name_of(field, one) for one in word[:LISTED]]
            return [*named, UNSAID] if len(word) > LISTED else named
        if not isinstance(word, str):
            return word
        if BETWEEN in word:  # what may be left out goes without saying
            either = (self._name_of(field, one) for one in word.split(BETWEEN) if one != "null")
            return say("either", self.language).join(either)
        paths = (field, *(path for path in self.system.presentation.named if path.startswith(f"{field}.")))
        names = (key_name(self.system, path, word, self.language) for path in paths)
        asked = self.system.terms.label(word, self.language, "creation") if word in self.kinds else word
        return next((name for name in names if name != word), asked)

    # ---- values of a sheet, as choices ----

    def drawable(self, field: str) -> bool:
        """Whether the rule of creation draws what is left out here."""
        return self.kinds[field].default is None

    def written(self, field: str, sheet: Tree) -> Any:
        """A value of a sheet as somebody would have typed it."""
        value = sheet[field]
        match shape_of(self.type_of(field)):
            case "named":
                beside = sheet.get(self.beside.get(field, ""), {})
                return [[name, self._typed_text(one), str(beside.get(name, ""))] for name, one in value.items()]
            case "words":
                return list(value)
            case "numbers":
                return [str(one) for one in value]
            case "table":
                asked = {one.encode_name for one in self.columns(field)}
                return [
                    {name: str(one) for name, one in row.items() if one is not None and name in asked} for row in value
                ]
        return "" if value is None else self._typed_text(value)

    def _typed_text(self, value: Any) -> str:
        """A number as somebody types it: no more decimals than it has, a comma in French."""
        text = f"{value:.15g}" if isinstance(value, float) else str(value)
        return text.replace(".", ",") if isinstance(value, float) and self.language == "fr" else text

    def take(self, field: str, place: str) -> None:
        """One more line, from what the pack offers."""
        rows = self.known(field)
        if field in self.fields and place.isdecimal() and len(place) < 6 and int(place) < len(rows):
            line = {name: str(value) for name, value in rows[int(place)].items()}
            self.write(field, [*_to_list(self.raw(field)), line])

    def pick(self, field: str, key: str) -> None:
        """One line more, from a list; a text becomes what was picked."""
        if field not in self.fields or not key:
            return
        rows = _to_list(self.raw(field))
        match shape_of(self.type_of(field)):
            case "named":
                self.write(field, [*rows, [key, "1", ""]])
            case "table":
                self.write(field, [*rows, {self.columns(field)[0].encode_name: key}])
            case "words":
                self.write(field, [*(rows or self.suggested(field)), key])
            case "plain":
                self.write(field, key)

    def known(self, field: str) -> list[Any]:
        offered = self.creation.known.get(field)
        return offered(self.language) if offered else []


def _to_list(raw: Any) -> list[Any]:
    return raw[:MOST_ROWS] if isinstance(raw, list) else []


def _twice(names: list[str]) -> list[str]:
    return sorted({one for one in names if names.count(one) > 1})


def read_draft(text: str, action: str, kind: type[D] = Draft) -> D:  # type: ignore[assignment]
    """The draft a form carries; one that cannot be read begins anew."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return kind(action=action)
