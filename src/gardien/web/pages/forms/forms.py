"""Forms: what a procedure asks, as fields that people fill in; and what they filled in, as inputs again."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import NODEFAULT, UNSET, Struct, inspect
from msgspec.structs import fields, replace

from gardien.core.inputs import type_of, words_of
from gardien.core.presentation import FormSpec, Offered
from gardien.core.procedure import Procedure
from gardien.core.reference import search_text
from gardien.core.system import System
from gardien.core.table_rules import REFERENCE, Targeting
from gardien.core.telling import lower_first
from gardien.core.terms import Language, number
from gardien.web.pages.forms.form_values import as_typed, keys_of, offered_keys, typed_kind, typed_text
from gardien.web.pages.forms.person_inputs import bare, holds_person, is_person
from gardien.web.pages.frame import say

FEW = 7  # choices that lie side by side
FEW_NAMES = 4  # the same, where names are long
PLACED: dict[Language, str] = {language: say("as_placed", language) for language in ("fr", "en")}
Kind = Literal["switch", "seg", "select", "number", "text", "person", "people", "presets", "checks", "group", "none"]


class Choice(Struct, frozen=True):
    """One thing to choose."""

    value: str
    label: str
    chosen: bool = False
    note: str = ""
    switches: tuple[tuple[str, str], ...] = ()  # of a person: name and label of what applies to them alone
    foe: bool = False
    inside: "tuple[Field, ...]" = ()  # of a person: further inputs of theirs
    group: str = ""  # the heading it stands under
    asks: bool = False  # for what stands beside it in its row
    title: str = ""  # its whole name, where the label is a code


class Field(Struct, frozen=True):
    """One field of a form."""

    name: str
    label: str
    kind: Kind
    value: Any = None
    choices: tuple[Choice, ...] = ()
    low: int | None = None
    high: int | None = None
    unit: str = ""
    needed: bool = False
    inside: "tuple[Field, ...]" = ()
    placed: str = ""  # the input, where the table fills it in unless somebody says so
    theirs: str = ""  # the input, where what can be chosen hangs on whom it is aimed at
    typed: str = ""  # what else than its choices may be typed, where that makes sense: a number, or dice
    useful: str = ""  # the input, where the sheet, or what else is filled in, says whether it is asked for at all


class Asker:
    """Makes the fields of one procedure, for one character among others."""

    aim: Targeting | None = None  # whom it is aimed at

    def __init__(
        self,
        system: System,
        procedure: Procedure,
        language: Language,
        sheet: Mapping[str, Any],
        people: Mapping[str, str],
        preset: Mapping[str, Any] | None = None,
        chosen: tuple[str, ...] = (),
        foes: Collection[str] = (),
        unfit: Collection[str] = (),
        kept: Collection[str] = (),
        apart: Mapping[str, str] = {},
    ) -> None:
        self.system = system
        self.procedure = procedure
        self.given: type[Struct] = procedure.given
        self.language = language
        self.sheet = sheet
        self.people = people  # id -> name, of those who can take part
        self.preset = preset or {}
        self.chosen = chosen  # who takes part unless said otherwise
        self.foes = foes
        self.unfit = unfit  # at whom it cannot be aimed
        self.kept = kept  # inputs that whoever looks does not fill in
        self.apart = apart  # those whom one aims at last, with the heading they stand under
        self.aim = system.table_rules.targeting.get(procedure.key)
        acts = self.aim or procedure.key in system.table_rules.actors
        self.actor = chosen[0] if len(chosen) == 1 and acts else ""
        self.spec = system.presentation.forms.get(procedure.key) or self._plain_face()

    def _plain_face(self) -> FormSpec:
        """The form of a rule that declares none: what the sheet knows already, and may be left out, is folded away."""
        needed = {field.name for field in fields(self.given) if field.required}
        seat = self.system.table_rules.actors.get(self.procedure.key)  # whoever acts is not asked for
        names = tuple(name for name in self.procedure.given_fields() if name != seat)
        known = tuple(name for name in names if name in self.sheet and name not in needed)
        return FormSpec(tuple(name for name in names if name not in known), known)

    def main(self) -> list[Field]:
        return self._fields(self.spec.main)

    def more(self) -> list[Field]:
        return self._fields(self.spec.more)

    def inputs(self) -> inspect.Type:
        """What the fields are the fields of."""
        return type_of(self.given)

    def _fields(self, names: tuple[str, ...]) -> list[Field]:
        kind = self.inputs()
        assert isinstance(kind, inspect.StructType)
        known = {field.encode_name: field for field in kind.fields}
        extra = self.system.table_rules.ui_inputs.get(self.procedure.key, {})
        fields = []
        for name in (one for one in names if one not in self.kept):
            field = None
            if not self.spec.asks(name, self.sheet, self.preset):
                field = Field(name, "", "none")
            elif name in self.spec.offered:
                field = self._offer_field(name)
            elif name in extra or name in self.spec.choices:
                field = self._extra(name)
            elif name in known:
                field = self._field(known[name], name)
            if field:
                fields.append(replace(field, useful=name) if self.spec.hangs(name) else field)
        return fields

    def _label(self, name: str) -> str:
        return self.system.terms.label(name, self.language, self.procedure.key)

    def _word(self, field: str, value: str) -> str:
        return self.system.terms.word(field, value, self.language)

    def _extra(self, name: str) -> Field | None:
        if self.aim and self.aim.target == name:
            return self._person(f"given.{name}", name, self.preset.get(name))
        offer = self.spec.choices.get(name)
        words = offer(self.sheet) if offer else []
        if not words:
            return None
        picked = self.preset.get(name, ())
        further = self.system.table_rules.ui_inputs.get(self.procedure.key, {}).get(name, {})
        if further.get("type", "string") == "string":
            labels = [self._word(name, word or "unsaid") for word in words]
            chosen = [word == picked or (not picked and not at) for at, word in enumerate(words)]
            rounds = [self.system.presentation.rounds_left(self.sheet, word) for word in words]
            single = tuple(map(Choice, words, labels, chosen, rounds))
            return Field(f"given.{name}", self._label(name), "seg" if len(words) <= FEW else "select", choices=single)
        levels = {**self.sheet.get("occupations", {}), **self.sheet.get("gifts", {})}
        choices = tuple(Choice(word, word, word in picked, str(levels.get(word, ""))) for word in words)
        return Field(f"list.{name}", self._label(name), "checks", choices=choices)

    def _offer_field(self, name: str) -> Field | None:
        """Values by their names, as the sheet has them."""
        picked, groups = self.preset.get(name), self.system.presentation.groups.get(name)
        choices: list[Choice] = []
        for one, label in self._in_order(name, self.spec.offered[name](self.sheet)):
            head = self._label(one.head) if one.head else groups(one.value, self.language) if groups else ""
            chosen = not any(other.chosen for other in choices) and (picked is None or one.value == picked)
            note = number(int(one.note), self.language) if one.note.isdecimal() else one.note
            choices.append(Choice(one.value, f"{label} {note}".strip(), chosen, group=head if one.value else ""))
        kind: Kind = "seg" if len(choices) <= FEW_NAMES and not any(one.group for one in choices) else "select"
        return Field(f"given.{name}", self._label(name), kind, choices=tuple(choices)) if choices else None

    def _in_order(self, name: str, offered: list[Offered]) -> list[tuple[Offered, str]]:
        """Values with their names; those that are looked up by name take their places in the alphabet."""
        choices = [(one, self._label(one.field) if one.field else self._name_of(name, one.value)) for one in offered]
        looked_up = iter(sorted((pair for pair in choices if pair[0].by_name), key=lambda pair: search_text(pair[1])))
        return [next(looked_up) if one.by_name else (one, label) for one, label in choices]

    def _name_of(self, name: str, value: str) -> str:
        """A value by its name."""
        if not value:
            return self._word(name, "unsaid")
        named = self.system.presentation.named.get(name)
        return named(value, self.language) if named else self._word(name, value)

    def _field(self, field: inspect.Field, name: str) -> Field | None:
        """One input, as the kind of field that suits it."""
        known = {**self.sheet, **self.preset}
        default = field.default if field.default is not NODEFAULT else None
        default = self.spec.usual.get(name, default)
        value = msgspec.to_builtins(known[name]) if name in known else msgspec.to_builtins(default)
        named = name in self.system.presentation.named
        words = getattr(bare(field.type), "values", ()) or (() if named else keys_of(field.type))
        if words and not isinstance(value, list) and value not in words:  # a sheet may mean something else by it
            value = msgspec.to_builtins(default)
        if name in self.spec.theirs:
            return self.theirs(name, [], None)
        if name in self.spec.presets:
            return self._presets(name, value)
        if self._names_somebody(field):
            return self._person(f"given.{name}", name, value)
        field_shown = self._of(field.type, f"given.{name}", name, value, field.required)
        return self._with_default(field_shown, name) if field_shown and name in self.spec.filled else field_shown

    def _names_somebody(self, field: inspect.Field) -> bool:
        """Whether an input is the name of whom it is aimed at."""
        named = self.aim is not None and self.aim.target == field.encode_name
        return named and isinstance(bare(field.type), inspect.StrType)

    def _with_default(self, field: Field, name: str) -> Field:
        """An input that the table fills in: left alone it is as people stand, and posts nothing."""
        said = self.preset.get(name)
        if field.kind == "number":
            return replace(field, value="" if said is None else as_typed(said, self.language), placed=name)
        choices = tuple(
            replace(one, chosen=said is not None and one.value == _form_text(said)) for one in field.choices
        )
        if field.kind == "switch":
            words = (("true", self._word(name, "yes")), ("false", self._word(name, "no")))
            choices = tuple(
                Choice(value, word, said is not None and _form_text(said) == value) for value, word in words
            )
        unsaid = Choice("", PLACED[self.language], said is None)
        return replace(
            field, kind="select" if field.kind == "select" else "seg", choices=(unsaid, *choices), placed=name
        )

    def theirs(self, name: str, offered: list[tuple[Any, str]], value: Any) -> Field:
        """What somebody’s sheet offers, and what was chosen of it; or nothing said."""
        values = [(None, self._word(name, "unsaid")), *offered]
        choices = tuple(Choice(_json(one), word, one == value) for one, word in values)
        return Field(f"json.{name}", self._label(name), "select", choices=choices, theirs=name)

    def _presets(self, name: str, value: Any) -> Field:
        presets = self.spec.presets[name]
        usual = self.spec.usual.get(name) if name not in self.preset and name in self.spec.usual else value
        now = next((at for at, (_, one) in enumerate(presets) if _json(one) == _json(usual)), 0)
        choices = tuple(
            Choice(_json(one), self._preset_word(name, word), at == now, self._preset_note(name, word))
            for at, (word, one) in enumerate(presets)
        )
        said = self.preset.get(name)
        typed = typed_kind(presets)
        other = "" if any(_json(one) == _json(said) for _, one in presets) else typed_text(said, presets)
        if other and typed:
            choices = tuple(replace(one, chosen=False) for one in choices)
        return Field(f"json.{name}", self._label(name), "presets", value=other, choices=choices, typed=typed)

    def _preset_note(self, name: str, word: str) -> str:
        """What a number means, where the game has a word for it."""
        named = self.system.presentation.named.get(name) if word.isdecimal() else None
        return lower_first(named(word, self.language)) if named else ""

    def _preset_word(self, name: str, word: str) -> str:
        return word if word.isdecimal() else self.system.terms.word(name, word, self.language)

    def _of(self, kind: inspect.Type, name: str, key: str, value: Any, needed: bool) -> Field | None:
        unit, keys = "", offered_keys(self.system, key, kind)
        if isinstance(kind, inspect.Metadata):
            unit = str((kind.extra_json_schema or {}).get("x-unit", ""))
            kind = kind.type
        label = self._label(key)
        if keys:
            return self._of_pack(name, key, keys, value, needed, several=isinstance(kind, inspect.VarTupleType))
        if is_person(self.system, kind):
            return self._person_with(kind, name, key, value)
        if inner := holds_person(self.system, kind):
            return self._person(f"{name}.{inner}", key, (value or {}).get(inner), label)
        match kind:
            case inspect.BoolType():
                return Field(name, label, "switch", value=bool(value))
            case inspect.LiteralType():
                legal = [str(one) for one in kind.values]
                words = [one for one in self._words(key) or legal if one in legal]
                return self._choice(name, key, words, words[0] if needed and value is None else value)
            case inspect.IntType() if kind.ge is not None and kind.le is not None and kind.le - kind.ge < FEW:
                choices = tuple(
                    Choice(str(one), number(one, self.language), one == value) for one in range(kind.ge, kind.le + 1)
                )
                return Field(name, label, "seg", choices=choices, unit=unit)
            case inspect.IntType() | inspect.FloatType():
                low = int(kind.ge) if kind.ge is not None else None
                high = int(kind.le) if kind.le is not None else None
                shown = value if value is not None else max(0, low or 0)
                text = as_typed(shown, self.language)
                unit = "" if unit and label.lower().startswith(unit) else unit
                return Field(name, label, "number", value=text, low=low, high=high, unit=unit, needed=needed)
            case inspect.StrType():
                return Field(name, label, "text", value=value or "", high=kind.max_length, needed=needed)
            case inspect.UnionType():
                return self._union(kind, name, key, value)
            case inspect.VarTupleType() if isinstance(kind.item_type, inspect.StructType):
                return self._people(kind.item_type, name, key)
            case inspect.VarTupleType() if isinstance(kind.item_type, inspect.LiteralType):
                words = list(self._words(key)) or [str(one) for one in kind.item_type.values]
                ticked = tuple(Choice(one, self._word(key, one), one in (value or ())) for one in words)
                return Field(name.replace("given.", "list.", 1), label, "checks", choices=ticked)
            case inspect.StructType():
                inside = [
                    self._of(one.type, f"{name}.{one.encode_name}", one.encode_name, _of_default(one), one.required)
                    for one in kind.fields
                    if one.encode_name in self.spec.each.get(key, (one.encode_name,))
                ]
                return Field(name, label, "group", inside=tuple(one for one in inside if one is not None))
        return None

    def _words(self, key: str) -> tuple[str, ...]:
        """The words of an input that are asked for."""
        return self.spec.words.get(key) or words_of(self.given, key)

    def _choice(self, name: str, key: str, values: list[str], value: Any) -> Field:
        choices = tuple(Choice(one, self._word(key, one), one == str(value)) for one in values)
        return Field(name, self._label(key), "seg" if len(choices) <= FEW else "select", choices=choices)

    def _union(self, kind: inspect.UnionType, name: str, key: str, value: Any) -> Field | None:
        types = [one.type if isinstance(one, inspect.Metadata) else one for one in kind.types]
        if any(isinstance(one, inspect.NoneType) for one in types) and any(
            isinstance(one, inspect.BoolType) for one in types
        ):
            words = (
                ("", self._word(key, "unsaid")),
                ("true", self._word(key, "yes")),
                ("false", self._word(key, "no")),
            )
            now = "" if value is None else str(bool(value)).lower()
            return Field(name, self._label(key), "seg", choices=tuple(Choice(a, b, a == now) for a, b in words))
        plain = [one for one in types if not isinstance(one, inspect.NoneType)]
        field = self._of(plain[0], name, key, value, False)
        if field and field.kind == "number" and value is None:  # may be left open too
            return replace(field, value="")
        if field and field.kind in ("seg", "select") and value is None and field.choices[0].value:  # may be left open
            return replace(field, choices=(Choice("", self._word(key, "unsaid"), True), *field.choices))
        return field

    def _of_pack(self, name: str, key: str, keys: Sequence[str], value: Any, needed: bool, several: bool) -> Field:
        """Keys of the pack, by their names, under their headings."""
        named, heading = key in self.system.presentation.named, self.system.presentation.groups.get(key)
        picked = (value or ()) if several else (value or (keys[0] if needed else ""),)
        heads = {one: heading(one, self.language) if heading else "" for one in keys}
        places = {head: at for at, head in enumerate(dict.fromkeys(heads.values()))}
        choices = tuple(
            Choice(one, self._name_of(key, one), one in picked, group=heads[one])
            for one in sorted(keys, key=lambda one: places[heads[one]])
        )
        if several:
            return Field(name.replace("given.", "list.", 1), self._label(key), "checks", choices=choices)
        if not needed and not value:
            choices = (Choice("", self._word(key, "unsaid"), True), *choices)
        few = len(choices) <= (FEW_NAMES if named else FEW)
        return Field(name, self._label(key), "seg" if few else "select", choices=choices)

    def _person(self, name: str, key: str, value: Any, label: str = "") -> Field | None:
        """One person, to be chosen among those in sight."""
        picked = value.get(REFERENCE) if isinstance(value, dict) else None
        if not picked and self.aim and self.aim.usual and self.aim.target == key:
            picked = self.aim.usual(self.sheet)
        path = name.removeprefix("given.")
        choices = tuple(replace(one, chosen=one.value == picked) for one in self._aimed_at(key))
        if self.aim and self.aim.optional and self.aim.target == key:
            choices = (Choice("", self._word(key, "unsaid"), not picked), *choices)
        return Field(f"person.{path}", label or self._label(key), "person", choices=choices)

    def _person_with(self, kind: inspect.Type, name: str, key: str, value: Any) -> Field | None:
        """One person, with what goes for them alone below."""
        asked = self.spec.each.get(key, ())
        person = self._person(name, key, value, self._label(REFERENCE) if asked else "")
        if person is None or not asked or not isinstance(kind, inspect.StructType):
            return person
        own = [
            self._of(one.type, f"{name}.{one.encode_name}", one.encode_name, _of_default(one), one.required)
            for one in kind.fields
            if one.encode_name in asked
        ]
        return Field(name, self._label(key), "group", inside=(person, *(one for one in own if one is not None)))

    def _aimed_at(self, key: str) -> list[Choice]:
        """Nobody attacks themselves; whoever helps may."""
        nobody = "" if self.aim and self.aim.target == key and self.aim.oneself else self.actor
        unfit = self.unfit if self.aim and self.aim.target == key else ()
        people = [(id, name) for id, name in self.people.items() if id != nobody and id not in unfit]
        helps = bool(self.aim and self.aim.helps and self.aim.target == key)
        if self.actor and (nobody or helps):  # the other side first, or one's own where it is for their good
            people.sort(key=lambda one: ((one[0] in self.foes) == (self.actor in self.foes)) is not helps)
        met = [Choice(id, name, foe=id in self.foes, group=self.apart.get(id, "")) for id, name in people]
        return sorted(met, key=lambda one: one.value in self.apart)

    def _people(self, kind: inspect.StructType, name: str, key: str) -> Field | None:
        """A list of people is chosen from those at the table; a list of groups is two of them."""
        names = {field.encode_name: field for field in kind.fields}
        group = next(
            (one for one, field in names.items() if isinstance(bare(field.type), inspect.VarTupleType) and one != key),
            None,
        )
        if "name" in names and "members" in names and group:
            sides = tuple(
                Field(
                    f"people.{key}.{place}.members",
                    f"{self._label(key)} {place + 1}",
                    "people",
                    choices=self._persons(key, place),
                )
                for place in range(2)
            )
            return Field(name, self._label(key), "group", inside=sides)
        path = name.removeprefix("given.")
        if holds_person(self.system, kind):
            return Field(f"people.{path}", self._label(key), "people", choices=self._victims(kind, path, key))
        if "name" not in names and "id" not in names:
            return None
        if self.aim and self.aim.target == key:  # several whom somebody aims at
            return Field(f"people.{path}", self._label(key), "people", choices=self._victims(kind, path, key))
        group, _, inside = path.partition(".")
        side = self.spec.main.index(group) if inside and group in self.spec.main else 0
        return Field(f"people.{path}", self._label(key), "people", choices=self._persons(key, side))

    def _persons(self, key: str, side: int) -> tuple[Choice, ...]:
        """Nobody is on two sides: against whoever takes part stands somebody else, a foe first."""
        switches = tuple((one, self._label(one)) for one in self.spec.each.get(key, ()))
        others = sorted((id for id in self.people if id not in self.chosen), key=lambda id: id not in self.foes)
        chosen = others[side - 1 : side] if side else self.chosen
        return tuple(Choice(id, name, id in chosen, "", switches, id in self.foes) for id, name in self.people.items())

    def _victims(self, kind: inspect.StructType, path: str, key: str) -> tuple[Choice, ...]:
        """People, each with a few inputs that go for them alone."""
        asked, filled = [one for one in kind.fields if one.encode_name in self.spec.each.get(key, ())], self.spec.filled
        asked = [one for one in asked if f"{key}.{one.encode_name}" not in self.kept]

        def field(id: str, one: inspect.Field) -> Field | None:
            name = one.encode_name
            found = self._of(one.type, f"of.{path}.{id}.{name}", name, _of_default(one), one.required)
            return replace(self._with_default(found, name), placed="") if found and f"{key}.{name}" in filled else found

        def inside(id: str) -> tuple[Field, ...]:
            return tuple(found for one in asked if (found := field(id, one)) is not None)

        return tuple(replace(one, inside=inside(one.value)) for one in self._aimed_at(key))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _form_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _of_default(field: inspect.Field) -> Any:
    if field.default not in (NODEFAULT, UNSET):
        return msgspec.to_builtins(field.default)
    return None
