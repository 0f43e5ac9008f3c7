"""Asking for the inputs of a procedure, one by one: what is wanted, what is allowed, what stands there already."""

import re
import sys
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import inspect

from gardien.cli.layout import label, paint
from gardien.cli.shared import refusal_text, say, value_of
from gardien.cli.spoken import value_in_keys
from gardien.core.errors import Refusal
from gardien.core.inputs import describe_type, faults
from gardien.core.pack import words_now
from gardien.core.procedure import Procedure, asking_order
from gardien.core.reference import search_text
from gardien.core.system import System
from gardien.core.terms import MINUS, Language
from gardien.core.typed_values import object_in, with_lists

Given = dict[str, Any]


class Back(Exception):
    """The person wants to go back."""


class Leave(Exception):
    """The person wants to leave, or nobody is there any more."""


STYLED = re.compile("\x1b\\[[0-9;]*m")
FEW = 9  # choices that are listed in the question itself


def with_editing() -> None:
    """Arrows, the lines typed before and their search, where the terminal has them."""
    if sys.stdin is not None and sys.stdin.isatty():
        try:
            import readline
        except ImportError:  # Windows edits lines by itself
            return
        readline.parse_and_bind("tab: self-insert")


def ask(question: str) -> str:
    """One line from whoever sits there."""
    prompt = f"{question} > " if question else "> "
    if "readline" in sys.modules:  # which counts the columns of a prompt, and must not count its colours
        prompt = STYLED.sub(lambda style: f"\x01{style[0]}\x02", prompt)
    try:
        answer = input(prompt).strip()
    except (EOFError, RuntimeError):  # nothing more comes, or there is no input at all
        print()
        raise Leave from None
    if answer.lower() == "q":
        raise Leave
    return answer


class Inquiry:
    """The inputs of one procedure while they are being filled in. Nothing typed is lost: asking again proposes it."""

    def __init__(
        self, system: System, procedure: Procedure, language: Language, sheet: Callable[[Given], Given] | None = None
    ) -> None:
        self.system = system
        self.procedure = procedure
        self.language = language
        self.sheet = sheet  # what it knows of the inputs, once some are given
        self.read: set[str] = set()  # inputs that came from it
        self.given: Given = {}
        self.kind = inspect.type_info(procedure.given)
        self.hurried = False

    def fill(self) -> None:
        """Ask for every input; `b` goes back one question, and before the first one out."""
        fields = self._fields(self.kind)
        self.hurried = False
        print(paint(say("how", self.language, "play"), "dim"))
        at = 0
        while at < len(fields):
            self._read_sheet()
            try:
                self._ask_field(fields[at], self.given, "")
                at += 1
            except Back:
                self.hurried = False
                if at == 0:
                    raise
                at -= 1

    def _read_sheet(self) -> None:
        """Propose what the sheet says, in the light of what was typed; that goes before it."""
        if self.sheet:
            typed = {name: value for name, value in self.given.items() if name not in self.read}
            known = self.sheet(typed)
            self.read = set(known) - set(typed)
            self.given = {**known, **typed}

    def decide(self, name: str) -> None:
        """Ask for the one input that a rule waits for; enter leaves it as it is."""
        print(paint(say("decide", self.language, "play"), "dim"))
        self.hurried = False
        for field in self._fields(self.kind):
            if field.encode_name == name:
                self._ask_field(field, self.given, "")

    def mend(self, refusal: Refusal) -> None:
        """Say what is wrong and ask for that input again."""
        for one in (refusal, *refusal.also):
            print(paint(refusal_text(one, self.language), "red"))
        self.hurried = False
        wrong = refusal.field.partition(".")[0].partition("[")[0]
        for field in self._fields(self.kind):
            if field.encode_name == wrong:
                self._ask_field(field, self.given, "")
                return
        raise Back

    @staticmethod
    def _fields(kind: inspect.Type) -> list[inspect.Field]:
        """The fields of an object, in the order in which a person fills them in."""
        if not isinstance(kind, inspect.StructType):
            return []
        fields = {field.encode_name: field for field in kind.fields}
        return [fields[name] for name in asking_order(kind.cls)]

    def _ask_field(self, field: inspect.Field, holder: dict[str, Any], path: str) -> None:
        """Ask until the value of one field will do."""
        name = f"{path}.{field.encode_name}" if path else field.encode_name
        present = field.encode_name in holder
        if self.hurried and (present or not field.required):
            return
        needed = field.required and not present
        nested = object_in(field.type)
        while True:
            answer = ask(self._question(field, holder, name))
            if answer == "b":
                raise Back
            if answer.startswith("?"):
                print(f"  {name}: {describe_type(field.type)}")
                self._list(field, answer[1:])
            elif answer == "." and not needed:
                self.hurried = True
                return
            elif nested and (answer == "+" or (not answer and needed)):
                self._open(field, nested, holder, name)
                return
            elif not answer and not needed:
                return
            elif not answer:
                print(say("required", self.language, "play", allowed=describe_type(field.type)))
            elif self._take(field, answer, holder, name):
                return

    def _question(self, field: inspect.Field, holder: dict[str, Any], name: str) -> str:
        shown = label(self.system.terms, field.encode_name, self.language, self.procedure.key)
        if "." in name:
            shown = f"{name.rpartition('.')[0]}, {shown.lower()}"
        nested = object_in(field.type)
        choices = [] if nested else self._choices(field)
        hint = say("how_object", self.language, "play") if nested else self._wanted(field)
        if choices:
            few = [f"{number} {word}" for number, (_, word) in enumerate(choices, 1)]
            hint = ", ".join(few) if len(few) <= FEW else say("many", self.language, "play", most=len(few))
        value = holder.get(field.encode_name, _default(field))
        kept = "" if value in (msgspec.NODEFAULT, "") else f" [{dict(choices).get(str(value)) or _typed_text(value)}]"
        return " ".join(filter(None, (shown, hint and paint(f"({hint})", "dim")))) + kept

    def _wanted(self, field: inspect.Field) -> str:
        """What may be typed; of a text, nothing."""
        wanted = re.sub(r"-(?=\d)", MINUS, describe_type(field.type))
        if wanted == "“…”":
            return ""
        return wanted.replace("“…”", "«\u00a0…\u00a0»") if self.language == "fr" else wanted

    def _choices(self, field: inspect.Field) -> list[tuple[str, str]]:
        """The words that a field may hold, or that are known to it, each as the game says it; none of a number's."""
        kinds = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
        words: list[str] = []
        for kind in kinds:
            if isinstance(kind, inspect.Metadata):
                words += words_now((kind.extra_json_schema or {}).get("examples", ()))
            elif isinstance(kind, inspect.LiteralType):
                words += map(str, kind.values)
            elif not isinstance(kind, inspect.NoneType | inspect.StrType):
                return []
        return [(word, self.system.terms.word(field.encode_name, word, self.language)) for word in dict.fromkeys(words)]

    def _list(self, field: inspect.Field, wanted: str) -> None:
        """The choices by their numbers: all, or those in which some words occur."""
        parts = search_text(wanted).split()
        for number, (word, name) in enumerate(self._choices(field), 1):
            if all(part in search_text(f"{word} {name}") for part in parts):
                print(f"{number:5d}  {name}  {paint(word, 'dim')}")

    def _take(self, field: inspect.Field, answer: str, holder: dict[str, Any], name: str) -> bool:
        """Keep a value, or say why not; one of several words may be chosen by its number."""
        choices = self._choices(field)
        if answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(choices):
            answer = choices[int(answer) - 1][0]
        try:
            said = value_in_keys(self.system.terms, field.encode_name, field.type, value_of(answer, name))
            value = with_lists(field.type, said)
            wrong = self._faults(name, field.encode_name, value, holder)
        except Refusal as refusal:
            wrong = [refusal]
        for one in wrong:
            print(paint(refusal_text(one, self.language), "red"))
        if not wrong:
            holder[field.encode_name] = value
            self.read.discard(name)
        return not wrong

    def _faults(self, name: str, key: str, value: Any, holder: dict[str, Any]) -> list[Refusal]:
        """The faults of this one value, seen in its place among the inputs."""
        before = holder.get(key, msgspec.UNSET)
        holder[key] = value
        try:
            place = _place(name)
            refusals = faults(self.procedure.given, self.given, lax=True)
            here = [one for one in refusals if one.field == place or one.field.startswith((f"{place}.", f"{place}["))]
        finally:
            if before is msgspec.UNSET:
                del holder[key]
            else:
                holder[key] = before
        # What an object still lacks is asked for next.
        return [one for one in here if one.id != "field/missing"]

    def _open(self, field: inspect.Field, nested: inspect.StructType, holder: dict[str, Any], name: str) -> None:
        """Ask for the parts of an object, or for the items of a list of them."""
        if not _is_list(field.type):
            self._ask_parts(nested, _value_to_edit(holder, field, {}), name)
            return
        items = _value_to_edit(holder, field, [])
        more = f"({say('another', self.language, 'play')})"
        at = 0
        answer = "+"
        while at < len(items) or answer == "+":
            if at == len(items):
                items.append({})
            self._ask_parts(nested, items[at], f"{name}.{at}")
            at += 1
            answer = ask(f"{name} {paint(more, 'dim')}") if at == len(items) else ""

    def _ask_parts(self, nested: inspect.StructType, part: dict[str, Any], name: str) -> None:
        for inner in self._fields(nested):
            self._ask_field(inner, part, name)
        self.hurried = False


def _value_to_edit(holder: dict[str, Any], field: inspect.Field, empty: Any) -> Any:
    """What is already there, to be asked through again; a value of another shape is dropped."""
    present = holder.get(field.encode_name)
    if not isinstance(present, type(empty)):
        present = holder[field.encode_name] = empty
    return present


def _is_list(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.UnionType):
        return any(_is_list(one) for one in kind.types)
    return isinstance(kind, inspect.VarTupleType | inspect.ListType)


def _place(name: str) -> str:
    """A dotted path as refusals write it: `members.0.name` is `members[0].name`."""
    parts = name.split(".")
    return parts[0] + "".join(f"[{part}]" if part.isdecimal() else f".{part}" for part in parts[1:])


def _default(field: inspect.Field) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return msgspec.to_builtins(field.default) if field.default is not msgspec.NODEFAULT else msgspec.NODEFAULT


def _typed_text(value: Any) -> str:
    """A value as it would be typed."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
