"""The form of a row of a pack, made from the type of its rows as that of a sheet is: of a game's tables, and of what
lies ready (house rules, random tables, people, encounters, scenarios); and what is wrong with a row, in its words."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import NODEFAULT, defstruct, inspect

from gardien.core.errors import Refusal
from gardien.core.player_packs import tables_of
from gardien.core.ready import (
    ENCOUNTER,
    PRESET,
    RANDOM,
    READY,
    Preset,
    in_language,
    ready_rows,
)
from gardien.core.rows import Noted
from gardien.core.system import System
from gardien.core.terms import LANGUAGES, Language
from gardien.core.wording import typeset
from gardien.sheets.blocks import bare
from gardien.table.tree import Tree
from gardien.web.answers import sentence
from gardien.web.encounters import names_of_everybody
from gardien.web.pages.forms.forms import Choice
from gardien.web.pages.frame import say
from gardien.web.pages.sheet.sheet_forms import MANY, PREFIX, Writer, Written

Items = list[tuple[str, str]]
EMPTY = 6  # rows that a new random table begins with
PLACE = re.compile(r"(\w+)(?: “([^”]*)”|\[(\d+)\])(.*)", re.DOTALL)  # of a fault, as `pack check` writes it
PART = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?")
OWN_WORDS = ("low", "high", "notes", "secret", "dice")  # what these fields are called in a ready row


def writer_of(system: System, table: str, language: Language) -> "RowWriter":
    """Whatever makes the form of a row of a table."""
    if table in READY:
        return ReadyWriter(system, table, language)
    return RowWriter(system, tables_of(system)[table], language)


class RowWriter(Writer):
    """Makes the form of a row and reads it back; what no form can show is as in the row it was begun from."""

    def __init__(self, system: System, row: type[Any], language: Language) -> None:
        super().__init__(system, row, language)
        kind = inspect.type_info(row)
        assert isinstance(kind, inspect.StructType)
        self.fields = {field.encode_name: field for field in kind.fields}

    def names(self, source: Mapping[str, Any]) -> list[str]:
        """The fields that a form shows; what the other language says is left to it, or falls back."""
        other = next(one for one in LANGUAGES if one != self.language)
        shown = [name for name in self.fields if name not in (other, "printed") and not name.endswith(f"_{other}")]
        return [name for name in shown if not self._is_closed(name, source.get(name))]

    @property
    def is_counted(self) -> bool:
        """Whether the rules know every key there can be, so that a row can only take the place of another."""
        return isinstance(bare(self.fields["key"].type), inspect.LiteralType)

    def form(self, names: Iterable[str], content: Mapping[str, Any], refusals: Mapping[str, str]) -> list[Written]:
        made = super().form(names, content, refusals)
        short = {f"{PREFIX}{name}" for name in (*(() if self.is_counted else ("key",)), "fr", "fr_f", "en")}
        return [msgspec.structs.replace(one, kind="text", high=100) if one.name in short else one for one in made]

    def _label(self, name: str, owner: str = "") -> str:
        if name in (*LANGUAGES, "fr_f", "key"):
            return say(f"row_{name}", self.language)
        stem = name.removesuffix(f"_{self.language}")
        return self.system.terms.label(stem, self.language, owner).replace("_", " ")

    def label_of(self, name: str, within: str = "") -> str:
        """What the form calls a field of the row, or a part of one."""
        owners = {"options": self.system.options.__name__, "rows": "Entry"}
        return self._label(name, owners.get(within, self.type.__name__))

    def _is_closed(self, name: str, value: Any) -> bool:
        return self._field(name, {name: value}).kind == "text" and isinstance(value, dict | list)

    def written(self, items: Items, source: Tree) -> Tree:
        """What a form holds, beside what it did not ask for."""
        written = {**source, **self.read(items, self.names(source), source)}
        for name in [one for one in written if one.rpartition("_")[2] == self.language]:
            twin = name.removesuffix(self.language) + next(one for one in LANGUAGES if one != self.language)
            if written[name] != source.get(name):
                written.pop(twin, None)  # which said something else
        return written

    def row(self, written: Tree) -> Tree:
        """The same as a row, without what goes without saying."""
        return {name: value for name, value in written.items() if not self._goes_without(name, value)}

    def _goes_without(self, name: str, value: Any) -> bool:
        field = self.fields.get(name)
        if field is None or field.required:
            return value is None
        usual = None if field.default is NODEFAULT else msgspec.to_builtins(field.default)
        return value in (None, "", []) or value == usual


class ReadyWriter(RowWriter):
    """The same for what lies ready: whoever and whatever it names is chosen among what there is."""

    def __init__(self, system: System, table: str, language: Language) -> None:
        kind = READY[table]
        if kind is Preset:  # house rules by their own types
            kind = defstruct("Preset", [("options", system.options)], bases=(Noted,), frozen=True, kw_only=True)
        super().__init__(system, kind, language)
        self.usual = msgspec.to_builtins(system.options())

    def names(self, source: Mapping[str, Any]) -> list[str]:
        return [name for name in super().names(source) if name != "sheet"]  # which is somebody's, as they are

    def blank(self, options: Tree) -> tuple[Tree, Tree]:
        """What one begins with who begins with nothing, and what stands in the form of it."""
        usual = {name: value for name, value in options.items() if value != self.usual.get(name)}
        empty: Tree = {"key": "", "fr": "", "en": ""}
        match self.type.__name__:
            case "Preset":
                return {**empty, "options": usual}, {**empty, "options": {**self.usual, **usual}}
            case "RandomTable":
                return {**empty, "rows": []}, {**empty, "rows": [{} for _ in range(EMPTY)]}
        return empty, empty

    def shown(self, source: Tree) -> Tree:
        """A row as its form shows it: with the house rules it does not name."""
        return {**source, "options": {**self.usual, **source["options"]}} if "options" in source else source

    def row(self, written: Tree) -> Tree:
        return {name: _said(value) for name, value in super().row(written).items()}

    def written(self, items: Items, source: Tree) -> Tree:
        written = super().written(items, self.shown(source))
        if "options" in source:
            named = written["options"].items()
            changed = {name for name, value in named if not _alike(value, self.usual[name])}
            written["options"] = {name: value for name, value in named if name in changed | source["options"].keys()}
        return written

    def _label(self, name: str, owner: str = "") -> str:
        if name in OWN_WORDS or (name in LANGUAGES and owner == "Entry"):
            return say(f"row_{owner.lower()}_{name}" if name in LANGUAGES else f"row_{name}", self.language)
        if owner == self.system.options.__name__:
            terms = self.system.terms
            return terms.say(terms.entry("option", name), self.language, default=name)
        stem, _, language = name.rpartition("_")
        if stem and language in LANGUAGES and language != self.language:
            return f"{self._label(stem, owner)} ({language})"
        return super()._label(name, owner)

    def _among(self, key: str) -> list[tuple[str, str]] | None:
        """What a field may name, by its name."""
        if key == "being":
            return list(names_of_everybody(self.system, self.language).items())
        table = {"then": RANDOM, "tables": RANDOM, "encounters": ENCOUNTER, "preset": PRESET}.get(key)
        if table is None:
            return None
        rows = ready_rows(self.system.key, table)
        return [(one, in_language(row, "", self.language)) for one, row in rows.items()]

    def _of(self, name: str, key: str, kind: inspect.Type, value: Any, within: str = "", owner: str = "") -> Written:
        words = self._among(key)
        if words is None:
            return super()._of(name, key, kind, value, within, owner)
        label = self._label(key, owner)
        if isinstance(bare(kind), inspect.VarTupleType):
            choices = tuple(Choice(one, word, one in (value or ())) for one, word in words)
            return Written(name=f"{name}{MANY}", label=label, kind="checks", choices=choices)
        own = [(str(value), str(value))] if value and value not in dict(words) else []
        return self._choice(name, label, [("", "–"), *words, *own], value, listed=True)


def _alike(one: Any, other: Any) -> bool:
    """Whether two house rules are the same, in whatever order their words stand."""
    return sorted(one) == sorted(other) if isinstance(one, list) and isinstance(other, list | tuple) else one == other


def _said(value: Any) -> Any:
    """A value without what nobody wrote."""
    if isinstance(value, list):
        return [_said(one) for one in value]
    if isinstance(value, dict):
        return {name: _said(one) for name, one in value.items() if one not in (None, "")}
    return value


def begun_from(system: System, table: str) -> dict[str, Any]:
    """The rows one may begin with, by key."""
    if table in READY:
        return ready_rows(system.key, table)
    return system.shelf.rows_by_key(system.shelf.file_of[table], table)


def table_title(system: System, table: str, language: Language) -> str:
    """What the rows of a table are called."""
    terms = system.terms
    return terms.say(terms.entry("table", table), language, default=table)


def fault_told(fault: Refusal, system: System, language: Language, *, alone: bool = False) -> str:
    """A fault of a row in the sentence of `pack check`, placed by what the form calls things instead of by keys; on the
    page of the row alone by its field."""
    if placed := PLACE.fullmatch(fault.field):
        table, key, number, path = placed.groups()
        row = typeset(f"« {key} »" if language == "fr" else f"“{key}”", language) if number is None else int(number) + 1
        head = [] if alone else [f"{table_title(system, table, language)} {row}"]
        place = ", ".join([*head, *_fields_told(system, table, path, language)])
        fault.where = "" if alone else fault.where.replace(fault.field, place)
        fault.field = place or say("row_key", language)
    fault.terms = system.terms
    return sentence(fault, language)


def _fields_told(system: System, table: str, path: str, language: Language) -> list[str]:
    """The fields of a path, by their labels; of one of several, its number."""
    kind = READY.get(table) or tables_of(system).get(table)
    if not isinstance(inspect.type_info(kind), inspect.StructType):
        return [path.strip(".")] if path else []
    writer, told, within = writer_of(system, table, language), [], ""
    for name, number in PART.findall(path):
        label = writer.label_of(name, within)
        told.append(f"{label} {int(number) + 1}" if number else label)
        within = name
    return told
