"""Writing on a sheet: the fields of a section as a form, by their types; and what was written, as values again."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import NODEFAULT, UNSET, Struct, inspect

from gardien.core.errors import Refusal
from gardien.core.inputs import words_of
from gardien.core.presentation import Levels
from gardien.core.sheet import Sheet
from gardien.core.system import System
from gardien.core.table_rules import kind_of
from gardien.core.terms import Language
from gardien.core.typed_values import put_at
from gardien.sheets.blocks import LONG, bare, fields_of
from gardien.sheets.words import key_name, naming
from gardien.table.tree import Tree
from gardien.web.pages.forms.form_values import as_typed, keys_of, offered_keys, read_texts
from gardien.web.pages.forms.forms import FEW, Choice

ROOM = 2  # empty rows at the end of a list, to write more
NARROW = 3  # cells that stand beside each other in a row; longer rows are opened one at a time
PREFIX = "sheet."  # of the names of the fields
MANY = "[]"  # behind the name of a field that is sent once for each value


class Written(Struct, frozen=True, kw_only=True):
    """One field to write in: a plain one, a group, or rows of plain ones."""

    name: str
    label: str
    kind: str  # switch, seg, select, number, text, area, lines, checks, group, rows, fixed
    value: Any = ""
    choices: tuple[Choice, ...] = ()
    low: int | None = None
    high: int | None = None
    unit: str = ""
    parts: bool = False  # of a number: it may have decimals
    inside: "tuple[Written, ...]" = ()
    folded: bool = False  # a group that nobody has begun
    rows: "tuple[tuple[Written, ...], ...]" = ()
    room: int = 0  # of the rows: so many at the end are empty, to write more
    refusal: str = ""

    @property
    def shown(self) -> str:
        """What stands in it, in a word."""
        chosen = next((one.label for one in self.choices if one.chosen and one.value), "")
        return chosen if self.choices else "" if self.value in (None, False, True) else str(self.value)


class Writer:
    """Makes the form of a section and reads it back."""

    def __init__(self, system: System, sheet: type[Sheet], language: Language) -> None:
        self.system = system
        self.type = sheet
        self.language: Language = language
        self.fields = fields_of(sheet)
        levels = system.presentation.levels
        self.beside = {one.beside: name for name, one in levels.items() if one.beside in self.fields}
        self.computed = system.presentation.computed.get(kind_of(sheet), ())
        self.titling = {path for name, field in self.fields.items() for path in self._titling(name, bare(field.type))}

    def _titling(self, name: str, of: inspect.Type) -> list[str]:
        """The parts of a row with a name that are keys of the pack."""
        row = bare(of.item_type) if isinstance(of, inspect.VarTupleType) else None
        if not isinstance(row, inspect.StructType) or "name" not in {one.encode_name for one in row.fields}:
            return []
        paths = [(f"{name}.{one.encode_name}", one) for one in row.fields]
        return [path for path, one in paths if keys_of(one.type) and naming(self.system, path)]

    # ---- the form ----

    def form(self, names: Iterable[str], content: Mapping[str, Any], refusals: Mapping[str, str]) -> list[Written]:
        fields = []
        for name in names:
            if name in self.beside or name not in self.fields or name in self.computed:
                continue
            made = self._field(name, content)
            fields.append(msgspec.structs.replace(made, refusal=refusals.get(name, "")))
        return fields

    def _label(self, name: str, owner: str = "") -> str:
        return self.system.terms.label(name, self.language, owner)

    def _parts(self, kind: inspect.StructType, within: str) -> list[inspect.Field]:
        """The parts of a value that somebody writes; the others follow from the rest of the sheet, or are maps, which
        only rules write."""
        asked = [one for one in kind.fields if f"{within}.{one.encode_name}" not in self.computed]
        return [one for one in asked if not isinstance(bare(one.type), inspect.DictType)]

    def _field(self, name: str, content: Mapping[str, Any]) -> Written:
        kind = self.fields[name].type
        of = bare(kind)
        if isinstance(of, inspect.DictType):
            return self._entries(name, of, content)
        return self._of(f"{PREFIX}{name}", name, kind, content.get(name))

    def _of(self, name: str, key: str, kind: inspect.Type, value: Any, within: str = "", owner: str = "") -> Written:
        """One field; `within` is the field it is a part of, `owner` what such a value is called in the terms."""
        label, unit = self._label(key, owner or self.type.__name__), _unit(kind)
        path = f"{within}.{key}"
        optional = isinstance(kind, inspect.UnionType) and any(isinstance(one, inspect.NoneType) for one in kind.types)
        of = bare(kind)
        keys = offered_keys(self.system, path, kind)
        match of:
            case inspect.BoolType():
                return Written(name=name, label=label, kind="switch", value=value is True or value == "true")
            case inspect.LiteralType():
                declared = [one for one in words_of(self.type, key) if one in of.values]
                whole = declared if len(declared) == len(of.values) else of.values  # another field may be called so
                words = [(str(one), self.system.terms.word(key, str(one), self.language)) for one in whole]
                return self._choice(name, label, [("", "–"), *words] if optional else words, value)
            case inspect.IntType() if of.ge is not None and of.le is not None and of.le - of.ge < FEW:
                words = [(str(one), str(one)) for one in range(of.ge, of.le + 1)]
                return self._choice(name, label, [("", "–"), *words] if optional else words, value)
            case inspect.IntType() | inspect.FloatType():
                low, high = (None if at is None else int(at) for at in (of.ge, of.le))
                shown = "" if value is None else as_typed(value, self.language)
                parts = isinstance(of, inspect.FloatType)
                return Written(
                    name=name, label=label, kind="number", value=shown, low=low, high=high, unit=unit, parts=parts
                )
            case inspect.StrType() if keys:
                blank = [] if "" in keys or not (optional or value in (None, "")) else [("", "–")]
                return self._choice(
                    name,
                    label,
                    [*blank, *self._with_names(path, keys, [value])],
                    value,
                    listed=bool(naming(self.system, path)),
                )
            case inspect.StrType():
                area = "area" if (of.max_length or 0) > LONG else "text"
                return Written(name=name, label=label, kind=area, value=value or "", high=of.max_length)
            case inspect.StructType():
                inside = self._inside(name, of, value, optional, key)
                return Written(name=name, label=label, kind="group", inside=inside, folded=optional and not value)
            case inspect.VarTupleType() | inspect.ListType() if isinstance(bare(of.item_type), inspect.StructType):
                return self._table(name, key, label, bare(of.item_type), value)
            case inspect.VarTupleType() | inspect.ListType() if keys or isinstance(
                bare(of.item_type), inspect.LiteralType
            ):
                return self._checks(name, key, label, keys, bare(of.item_type), value or ())
            case inspect.VarTupleType() | inspect.ListType():
                lines = value if isinstance(value, str) else "\n".join(str(one) for one in value or ())
                return Written(name=name, label=label, kind="lines", value=lines)
        return Written(name=name, label=label, kind="text", value="" if value is None else str(value))

    def _choice(
        self, name: str, label: str, words: list[tuple[str, str]], value: Any, *, listed: bool = False
    ) -> Written:
        now = "" if value is None else str(value)
        choices = tuple(Choice(one, word, one == now) for one, word in words)
        few = len(choices) <= FEW and not listed
        return Written(name=name, label=label, kind="seg" if few else "select", choices=choices)

    def _with_names(self, key: str, keys: Iterable[str], now: Iterable[Any]) -> list[tuple[str, str]]:
        """Keys of the pack by their names, and what somebody has that the pack has not."""
        names = [(one, key_name(self.system, key, one, self.language) if one else "–") for one in keys]
        known = {one for one, _ in names}
        own = [str(one) for one in now if one and one not in known]
        return [*names, *((one, key_name(self.system, key, one, self.language)) for one in own)]

    def _inside(
        self, name: str, of: inspect.StructType, value: Any, optional: bool, within: str
    ) -> "tuple[Written, ...]":
        """The fields of a group; one that may be left out begins empty."""
        fields, owner = [], of.cls.__name__
        for one in self._parts(of, within):
            default = None if optional else one.default
            at = (value or {}).get(one.encode_name, None if default in (NODEFAULT, UNSET) else default)
            kind = _optional(one.type) if optional and isinstance(bare(one.type), inspect.LiteralType) else one.type
            fields.append(
                self._of(f"{name}.{one.encode_name}", one.encode_name, kind, msgspec.to_builtins(at), within, owner)
            )
        return tuple(fields)

    def _checks(
        self, name: str, key: str, label: str, keys: tuple[str, ...], item: inspect.Type, value: Iterable[str]
    ) -> Written:
        now = [str(one) for one in value]
        if isinstance(item, inspect.LiteralType):
            words = [(str(one), self.system.terms.word(key, str(one), self.language)) for one in item.values]
        else:
            among = self.system.presentation.creation.among.get(key)  # as whoever makes somebody is offered them
            words = self._with_names(key, [one for one in (among({}, {}) if among else keys) if one], now)
        choices = tuple(Choice(one, word, one in now) for one, word in words)
        return Written(name=f"{name}{MANY}", label=label, kind="checks", choices=choices)

    def _table(self, name: str, key: str, label: str, kind: inspect.Type, value: Any) -> Written:
        assert isinstance(kind, inspect.StructType)
        parts, owner = self._parts(kind, key), kind.cls.__name__
        room = ROOM if len(parts) <= NARROW else 1
        rows = tuple(
            tuple(
                _narrow(
                    self._of(
                        f"{name}.{at}.{one.encode_name}", one.encode_name, _new(one, row), _at(row, one), key, owner
                    )
                )
                for one in parts
            )
            for at, row in enumerate([*(value or ()), *({} for _ in range(room))])
        )
        return Written(name=name, label=label, kind="rows", rows=rows, room=room)

    def _entries(self, name: str, kind: inspect.DictType, content: Mapping[str, Any]) -> Written:
        """Names with a value each, and what is written beside them."""
        face = self.system.presentation.levels.get(name, Levels())
        beside = bare(self.fields[face.beside].type) if face.beside in self.fields else None
        notes = content.get(face.beside) or {}
        rows = []
        held = content.get(name) or {}
        known = bare(kind.key_type)
        whole = isinstance(known, inspect.LiteralType) and set(known.values) == set(held)
        for at, (key, value) in enumerate([*held.items(), *(() if whole else [("", None)] * ROOM)]):
            path = f"{PREFIX}{name}.{at}"
            of = bare(kind.value_type)
            if whole:
                row = [Written(name=f"{path}.name", label=self._label(key), kind="fixed", value=key)]
            else:
                row = [self._key(f"{path}.name", name, kind.key_type, key)]
            if isinstance(of, inspect.StructType):
                row += self._inside(f"{path}.value", of, value, False, name)
            else:
                number = self._of(f"{path}.value", "level" if _whole(of) else name, kind.value_type, value)
                row.append(msgspec.structs.replace(number, label=self._label(key)) if whole else number)
            if isinstance(beside, inspect.DictType):
                optional = _optional(beside.value_type)
                row.append(self._of(f"{path}.beside", face.beside, optional, notes.get(key)))
            rows.append(tuple(_narrow(one) for one in row))
        return Written(
            name=f"{PREFIX}{name}", label=self._label(name), kind="rows", rows=tuple(rows), room=0 if whole else ROOM
        )

    def _key(self, path: str, name: str, kind: inspect.Type, key: str) -> Written:
        """The name of an entry: a word of one's own, or one of those the type knows."""
        of = bare(kind)
        if isinstance(of, inspect.LiteralType):
            words = [(one, self._entry(name, one)) for one in map(str, of.values)]
            return self._choice(path, self._label("name"), [("", "–"), *words], key, listed=True)
        keys = keys_of(kind) if name in self.system.presentation.named else ()
        if keys:
            return self._choice(
                path, self._label("name"), [("", "–"), *self._with_names(name, keys, [key])], key, listed=True
            )
        return Written(name=path, label=self._label("name"), kind="text", value=key, high=100)

    def _entry(self, name: str, key: str) -> str:
        """What an entry is called that the type knows: a field of its own, or a word."""
        terms = self.system.terms
        return self._label(key) if terms.field(key) else terms.word(name, key, self.language)

    # ---- and back ----

    def read(self, items: Iterable[tuple[str, str]], names: Iterable[str], before: Mapping[str, Any]) -> Tree:
        """The values that a form holds; parts it did not ask for are as they were before."""
        raw: Tree = {}
        many: dict[str, list[str]] = {}
        for name, text in items:
            path = name.removeprefix(PREFIX)
            if path != name and path.endswith(MANY):
                many.setdefault(path.removesuffix(MANY), []).append(text)
            elif path != name:
                put_at(raw, path, text)
        for path, texts in many.items():
            held = before.get(path)
            order = list(held) if isinstance(held, list | tuple) else []
            filled_in = [text for text in texts if text]  # in the order they stood in
            put_at(raw, path, sorted(filled_in, key=lambda one: order.index(one) if one in order else len(order)))
        values: Tree = {}
        for name in names:
            if name in raw and name in self.fields and name not in self.beside:
                self._read_value(name, raw[name], values, before.get(name))
        return values

    def _read_value(self, name: str, raw: Any, values: Tree, before: Any) -> None:
        of = bare(self.fields[name].type)
        if not isinstance(of, inspect.DictType):
            values[name] = _value(self.fields[name].type, self._keep_unasked(name, raw, before))
            return
        face = self.system.presentation.levels.get(name, Levels())
        rows = [row for row in raw if isinstance(row, dict)] if isinstance(raw, list) else []
        named = [(str(row.get("name", "")).strip(), row) for row in rows]
        named = [(key, row) for key, row in named if key]
        keys = [key for key, _ in named]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise Refusal("field/twice", field=name, came=twice[:60])
        was = before if isinstance(before, Mapping) else {}
        values[name] = {
            key: _value(of.value_type, self._keep_unasked(name, row.get("value", ""), was.get(key)))
            for key, row in named
        }
        if face.beside in self.fields:
            values[face.beside] = {key: row["beside"].strip() for key, row in named if row.get("beside", "").strip()}

    def _keep_unasked(self, name: str, raw: Any, before: Any) -> Any:
        """What was sent, with the parts that were not asked for; a row that is chosen from the pack bears its name."""
        if isinstance(raw, list):
            rows = before if isinstance(before, list | tuple) else ()
            of = bare(self.fields[name].type)
            item = bare(of.item_type) if isinstance(of, inspect.VarTupleType | inspect.ListType) else None
            written = [one for at, one in enumerate(raw) if at < len(rows) or not _is_untouched(item, one)]
            return [
                self._keep_unasked(name, one, rows[at] if at < len(rows) else None) for at, one in enumerate(written)
            ]
        if not isinstance(raw, dict):
            return raw
        was = before if isinstance(before, Mapping) else {}
        unasked = {path.partition(".")[2] for path in self.computed if path.startswith(f"{name}.")}
        kept = {**{part: was[part] for part in unasked if part in was}, **_with_maps(raw, was)}
        key = next((part for part in raw if raw[part] and part != "name" and f"{name}.{part}" in self.titling), "")
        renamed = key and was.get(key) != raw[key] and raw.get("name") == was.get("name", "")
        if key and (not raw.get("name") or renamed):
            kept["name"] = key_name(self.system, f"{name}.{key}", raw[key], self.language)
        return kept


def _value(kind: inspect.Type, raw: Any) -> Any:
    """What a form sent, as a value of a kind; what cannot be read stays, to be refused by name."""
    optional = isinstance(kind, inspect.UnionType) and any(isinstance(one, inspect.NoneType) for one in kind.types)
    of = bare(kind)
    match of:
        case inspect.VarTupleType() | inspect.ListType() if isinstance(bare(of.item_type), inspect.StructType):
            item = bare(of.item_type)
            assert isinstance(item, inspect.StructType)
            rows = [row for row in raw if isinstance(row, dict)] if isinstance(raw, list) else []
            own = [item.fields[0].encode_name, *(one.encode_name for one in item.fields if keys_of(one.type)), "name"]
            return [_value(item, row) for row in rows if any(str(row.get(name, "")).strip() for name in own)]
        case inspect.VarTupleType() | inspect.ListType():
            lines = raw if isinstance(raw, list) else [line.strip() for line in str(raw).splitlines()]
            return [read_texts(of.item_type, line) for line in lines if line != ""]
        case inspect.StructType() if isinstance(raw, dict):
            if optional and str(raw.get(of.fields[0].encode_name, "")) in ("", "[]"):
                return None
            parts = {field.encode_name: field for field in of.fields if not _left_out(field, raw)}
            return {name: _value(parts[name].type, one) for name, one in raw.items() if name in parts}
    if optional and raw == "":
        return None
    text = raw.replace("\r\n", "\n").strip() if isinstance(raw, str) else raw
    return read_texts(of, text)


def _new(part: inspect.Field, row: Tree) -> inspect.Type:
    """In an empty row nothing is chosen beforehand that somebody has to choose."""
    open_choice = not row and part.default is NODEFAULT and isinstance(bare(part.type), inspect.LiteralType)
    return _optional(part.type) if open_choice else part.type


def _is_untouched(item: inspect.Type | None, row: Any) -> bool:
    """Whether a new row is as it was shown: empty, but for what is chosen beforehand."""
    if not isinstance(item, inspect.StructType) or not isinstance(row, dict):
        return False
    for one in item.fields:
        sent = row.get(one.encode_name, "")
        open_choice = isinstance(_new(one, {}), inspect.UnionType)
        first = words[0] if (words := _few(one)) and not open_choice else ""  # what a list without a choice shows
        if sent not in ("", [], str(first), str(_usual(one)), str(_usual(one)).lower()):
            return False
    return True


def _left_out(field: inspect.Field, raw: Mapping[str, Any]) -> bool:
    """Whether a number was left empty that does without."""
    number = isinstance(bare(field.type), inspect.IntType | inspect.FloatType)
    return number and raw.get(field.encode_name) == "" and not field.required and field.default is not None


def changed_fields(content: Mapping[str, Any], written: Mapping[str, Any]) -> Tree:
    """What was really changed: the rest may have been changed by somebody else meanwhile."""
    return {name: value for name, value in written.items() if value != content.get(name)}


def beside_fields(refusal: Refusal) -> dict[str, Refusal]:
    """Each fault by the field of the sheet it belongs to."""
    faults: dict[str, Refusal] = {}
    for one in (refusal, *refusal.also):
        path = one.field.removeprefix("sheet.").removeprefix("fields.")
        name = path.partition(".")[0].partition("[")[0]
        faults.setdefault(name, one)
    return faults


def _unit(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.UnionType):
        return next((unit for one in kind.types if (unit := _unit(one))), "")
    return str((kind.extra_json_schema or {}).get("x-unit", "")) if isinstance(kind, inspect.Metadata) else ""


def _whole(kind: inspect.Type) -> bool:
    return isinstance(bare(kind), inspect.IntType)


def _optional(kind: inspect.Type) -> inspect.Type:
    return inspect.UnionType((bare(kind), inspect.NoneType()))


def _at(row: Mapping[str, Any], field: inspect.Field) -> Any:
    """What stands in a row; in an empty one, the word that holds unless another is chosen."""
    return row.get(field.encode_name, _usual(field))


def _few(field: inspect.Field) -> list[Any]:
    """The words or numbers to choose from, where they are few."""
    match bare(field.type):
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.IntType(ge=int(low), le=int(high)) if high - low < FEW:
            return list(range(low, high + 1))
        case inspect.BoolType():
            return [False, True]
    return []


def _usual(field: inspect.Field) -> Any:
    """What an empty row has chosen."""
    return field.default if _few(field) and field.default not in (NODEFAULT, UNSET) else None


def _narrow(field: Written) -> Written:
    """In a row there is room for a line only."""
    if field.kind == "seg":
        return msgspec.structs.replace(field, kind="select")
    return msgspec.structs.replace(field, kind="text") if field.kind == "area" else field


def _with_maps(raw: Tree, before: Mapping[str, Any]) -> Tree:
    """What was sent, with the maps that no form asks for."""
    held = {part: one for part, one in before.items() if isinstance(one, Mapping)}
    inside = {part: _with_maps(raw[part], one) for part, one in held.items() if isinstance(raw.get(part), dict)}
    return {**held, **raw, **inside}
