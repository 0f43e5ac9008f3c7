"""What a procedure takes, for whoever is about to type it: each input with its name, what it allows, what it is unless
given, and an example; the house rules that touch it."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

from gardien.cli.layout import columns, in_words, on_screen, paint, screen, wrap_text
from gardien.cli.shared import say
from gardien.core.inputs import words_of
from gardien.core.pack import load_toml, words_now
from gardien.core.procedure import Procedure, asking_order
from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language, colon, number

FEW = 8  # keys of the pack that are listed; the shelf has the rest
ROOM = 30  # columns for what is allowed, beside the names
DEEPEST = 3  # objects in objects


class Input:
    """One input: its dotted name, its name in words, its type, what it is unless given."""

    def __init__(self, name: str, label: str, field: inspect.Field, words: tuple[str, ...]) -> None:
        self.name = name
        self.label = label
        self.key = field.encode_name
        self.kind = field.type
        self.words = words  # those it may hold, in the order in which the game names them
        self.required = field.required
        self.default = NODEFAULT if field.required else _default(field)


def procedure_lines(system: System, procedure: Procedure, language: Language) -> list[str]:
    """All one needs to type a procedure."""
    entry = system.terms.entry("procedure", procedure.key) or {}
    lines = [
        f"{paint(str(entry.get(language, procedure.key)), 'bold')}  {paint(f'{system.title}, {procedure.key}', 'dim')}",
        *wrap_text(str(entry.get(f"help_{language}", "")), "  "),
        *inputs_lines(system, procedure.given, language, procedure.key),
    ]
    touching = {key for rule in procedure.rules if rule in system.reference for key in system.reference[rule].option}
    if rules := house_rules_lines(system, language, touching):
        lines += ["", paint(say("options", language), "bold"), *rules]
    lines += ["", paint(say("outcome", language), "bold")]
    lines += wrap_text(", ".join(_outcome_words(system, procedure, language)), "  ")
    return [*lines, "", paint(say("example", language), "bold"), *_typed_line(example_words(system, procedure))]


def inputs_lines(system: System, kind: type[Any], language: Language, where: str, title: str = "inputs") -> list[str]:
    """The inputs as a table; those inside an object stand below, once for all the inputs that hold such an object."""
    top = inspect.type_info(kind)
    assert isinstance(top, inspect.StructType)
    groups: dict[str, tuple[list[str], inspect.StructType, str]] = {}
    _gather(system, top, "", where, groups, 0)
    lines: list[str] = []
    for names, of, place in groups.values():
        heads = [f"{name}.…" for name in names if name]
        inputs = list(_inputs(system, of, "", place, language))
        head = "\n".join(on_screen([", ".join(heads) or say(title, language)]))
        rows = [_row(system, one, language, nested=bool(heads)) for one in inputs]
        lines += ["", paint(head, "bold"), *(_table(rows) or [f"  {say('no_inputs', language)}"])]
    return lines


def house_rules_lines(system: System, language: Language, only: set[str] | None = None) -> list[str]:
    """The house rules as a table, typed `options.KEY=…`; with `only`, some of them."""
    top = inspect.type_info(system.options)
    assert isinstance(top, inspect.StructType)
    rows = []
    for one in _inputs(system, top, "options.", "option", language):
        if only is None or one.key in only:
            about = (system.terms.entry("option", one.key) or {}).get(f"help_{language}", "")
            name, label, allowed = _row(system, one, language)
            rows.append([name, label, f"{allowed} {about}".strip()])
    return _table(rows)


def example_words(system: System, procedure: Procedure) -> list[str]:
    """A line that runs: the game's own example of it, else what must be given and nothing more."""
    path = os.path.join(system.folder, "examples.toml")
    known = load_toml(path).get("example", ()) if os.path.exists(path) else ()
    own = [one for one in known if one["procedure"] == procedure.key]
    shortest = min(own, key=lambda one: len(str(one.get("given", {}))), default=None)
    kind = inspect.type_info(procedure.given)
    given = shortest.get("given", {}) if shortest else sample(kind)
    words = [
        "gardien",
        "do",
        system.key,
        procedure.key,
        *(quoted(f"{name}={text}") for name, text in _typed("", given)),
    ]
    if shortest and shortest.get("dice"):
        words.append("--dice " + ",".join(map(str, shortest["dice"])))
    return words


def _typed_line(words: list[str]) -> list[str]:
    """A command as it is typed; where the terminal is too narrow, on several lines that a shell joins again."""
    most = (screen() or sys.maxsize) - len("  …  \\")
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".lstrip()
    return [
        f"  {'  ' if at else ''}{line}{' ' + chr(92) if line is not lines[-1] else ''}" for at, line in enumerate(lines)
    ]


def sample(kind: inspect.Type) -> Any:
    """A value that a type allows, no larger than it must be."""
    match kind:
        case inspect.Metadata():
            known = (kind.extra_json_schema or {}).get("examples")
            return known[0] if known else sample(kind.type)
        case inspect.StructType():
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            return {**tag, **{one.encode_name: sample(one.type) for one in kind.fields if one.required}}
        case inspect.VarTupleType() | inspect.ListType():
            return [sample(kind.item_type) for _ in range(max(1, kind.min_length or 0))]
        case inspect.UnionType():
            return sample(kind.types[0])
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.IntType() | inspect.FloatType():
            return kind.ge if kind.ge is not None and kind.ge > 1 else min(1, kind.le if kind.le is not None else 1)
        case inspect.BoolType():
            return True
        case inspect.DictType():
            return {}
        case inspect.NoneType():
            return None
    return "…"


def _typed(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Values as they are typed: `opposition.value=3`, lists of plain values with commas, the rest as JSON."""
    if isinstance(value, dict) and value and all("." not in key for key in value):
        for key, one in value.items():
            yield from _typed(f"{name}.{key}".removeprefix("."), one)
    elif isinstance(value, list) and value and all(isinstance(one, int | str) for one in value):
        plain = all(str(one) and "," not in str(one) for one in value)
        yield name, ",".join(map(str, value)) if plain else msgspec.json.encode(value).decode()
    elif isinstance(value, str):
        yield name, value
    elif name:
        yield name, msgspec.json.encode(value).decode()


def quoted(word: str) -> str:
    """A word as a shell takes it."""
    plain = all(letter.isalnum() or letter in "_.=,:+-/…" for letter in word)
    return word if plain else "'" + word.replace("'", "'\\''") + "'"


def _default(field: inspect.Field) -> Any:
    return field.default_factory() if field.default_factory is not NODEFAULT else field.default


def _inputs(system: System, kind: inspect.StructType, before: str, where: str, language: Language) -> Iterator[Input]:
    """The inputs of an object, in the order in which a person fills them in."""
    fields = {field.encode_name: field for field in kind.fields}
    for name in asking_order(kind.cls):
        entry = system.terms.entry("option", name) if where == "option" else system.terms.field(name, where)
        label = system.terms.say(entry, language, default=name)
        yield Input(before + name, label, fields[name], words_of(kind.cls, fields[name].name))


def _gather(
    system: System,
    kind: inspect.StructType,
    name: str,
    where: str,
    groups: dict[str, tuple[list[str], inspect.StructType, str]],
    depth: int,
) -> None:
    """Objects by their type, with the inputs that hold one."""
    key = kind.cls.__qualname__
    known = key in groups
    groups.setdefault(key, ([], kind, where))[0].append(name)
    if known or depth >= DEEPEST:
        return
    for field in kind.fields:
        for inner, path in _objects(field.type, f"{name}.{field.encode_name}".removeprefix(".")):
            _gather(system, inner, path, inner.cls.__name__, groups, depth + 1)


def _objects(kind: inspect.Type, path: str) -> Iterator[tuple[inspect.StructType, str]]:
    match kind:
        case inspect.Metadata():
            yield from _objects(kind.type, path)
        case inspect.StructType():
            yield kind, path
        case inspect.UnionType():
            for one in kind.types:
                yield from _objects(one, path)
        case inspect.VarTupleType() | inspect.ListType():
            yield from _objects(kind.item_type, f"{path}.0")
        case inspect.DictType():
            yield from _objects(kind.value_type, f"{path}.…")


def _table(rows: list[list[str]]) -> list[str]:
    """Names, labels and what is allowed in columns; on a narrow screen what is allowed stands below."""
    most = screen()
    taken = sum(max((len(row[at]) for row in rows), default=0) + 2 for at in (0, 1))
    if most is None or most - taken >= ROOM:
        return columns(rows)
    below = " " * 6
    return [
        line
        for name, label, rest in rows
        for line in (
            *(
                [f"{name}  {label}".rstrip()]
                if len(name) + len(label) + 2 <= most
                else [name, *wrap_text(label, below, most)]
            ),
            *wrap_text(rest, below, most),
        )
    ]


def _row(system: System, one: Input, language: Language, *, nested: bool = False) -> list[str]:
    allowed = in_sentence(system, one, one.kind, language)
    if one.required:
        allowed = f"{allowed} ({say('required', language)})"
    elif one.default not in (None, msgspec.UNSET, NODEFAULT, "", (), [], {}) and not isinstance(
        one.default, msgspec.Struct
    ):
        kept = in_words(system.terms, one.key, msgspec.to_builtins(one.default), language)
        allowed = f"{allowed} [{kept}]"
    label = "" if one.label == one.key else one.label
    return [f"  {'.' if nested else ''}{one.name}", label, allowed if allowed.endswith("…") else f"{allowed}."]


def in_sentence(system: System, one: Input, kind: inspect.Type, language: Language) -> str:
    """What a type allows, in words."""
    match kind:
        case inspect.Metadata():
            extra = kind.extra_json_schema or {}
            known = [key for key in words_now(extra.get("examples", ())) if isinstance(key, str) and key]
            if known:
                more = "…" if len(known) > FEW else ""
                return ", ".join(_key(system, one.key, key, language) for key in known[:FEW]) + more
            return f"{in_sentence(system, one, kind.type, language)} {extra.get('x-unit', '')}".strip()
        case inspect.LiteralType():
            words = sorted(map(str, kind.values), key=lambda word: one.words.index(word) if word in one.words else 0)
            return ", ".join(_key(system, one.key, word, language) for word in words)
        case inspect.IntType() | inspect.FloatType():
            return _range(kind, language)
        case inspect.BoolType():
            return f"{say('yes', language)}, {say('no', language)}"
        case inspect.VarTupleType() | inspect.ListType():
            inside = in_sentence(system, one, kind.item_type, language)
            return f"{say('several', language)}{colon(language)} {inside}"
        case inspect.DictType():
            inside = in_sentence(system, one, kind.value_type, language)
            return f"{say('by_name', language)}{colon(language)} {inside}"
        case inspect.StructType():
            return say("object", language)
        case inspect.UnionType():
            kinds = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
            return " / ".join(dict.fromkeys(in_sentence(system, one, each, language) for each in kinds))
    return say("text", language)


def _key(system: System, field: str, key: str, language: Language) -> str:
    word = lower_first(system.terms.word(field, key, language))
    return key if word == key else f"{key} ({word})"


def _range(kind: inspect.IntType | inspect.FloatType, language: Language) -> str:
    low, high = (None if one is None else number(one, language) for one in (kind.ge, kind.le))
    if low is not None and high is not None:
        return say("from_to", language, low=low, high=high)
    if low is not None:
        return say("from", language, low=low)
    return say("up_to", language, high=high) if high is not None else say("number", language)


def _outcome_words(system: System, procedure: Procedure, language: Language) -> Iterator[str]:
    for name in procedure.outcome_fields():
        label = lower_first(system.terms.label(name, language, procedure.key))
        yield name if label == name else f"{name} ({label})"
