"""`gardien completion`: what lets a shell complete a line with Tab; the words come from the program itself."""

import os
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import inspect

from gardien.cli.command_line import COMMANDS, NO_COMMAND, Line
from gardien.cli.pack import VERBS
from gardien.cli.system import VERBS as SYSTEM_VERBS
from gardien.core.errors import Refusal, nearest
from gardien.core.inputs import words_of
from gardien.core.pack import words_now
from gardien.core.system import System, find, keys
from gardien.core.terms import LANGUAGES
from gardien.core.typed_values import object_in

SHELLS = ("bash", "zsh", "fish")
WORDS = "words"  # asked for by the scripts: what may stand where the line ends
OF_A_GAME = ("play", "do", "odds", "create", "systems", "procedures", "rules")  # their first word is a game
OF_A_PROCEDURE = ("do", "odds", "procedures")
WITH_INPUTS = ("do", "odds", "create")


def run(line: Line) -> int:
    """Print the script of a shell, or the words that may come next."""
    shell, *typed = line.words
    if shell == WORDS:
        print("\n".join(possible(typed)))
        return 0
    if shell not in SHELLS or typed:
        came = typed[0] if shell in SHELLS else shell
        raise Refusal("field/one_of", field=line.command, came=came, allowed=list(SHELLS), hint=nearest(came, SHELLS))
    with open(os.path.join(os.path.dirname(__file__), "shells", f"gardien.{shell}"), encoding="utf-8") as file:
        print(file.read(), end="")
    return 0


def possible(typed: list[str]) -> list[str]:
    """What the last word of a line may become; nothing where it is a file or free."""
    *before, current = typed or [""]
    try:
        return [word for word in _candidates(before, current) if word.startswith(current)]
    except Refusal:
        return []


def _candidates(before: list[str], current: str) -> Iterable[str]:
    name = next((word for word in before if word in COMMANDS), "")
    options = COMMANDS.get(name, NO_COMMAND).options
    last = before[-1].removeprefix("--") if before and before[-1].startswith("--") else ""
    if last and options.get(last):
        return {"lang": LANGUAGES, "blank": keys(), "system": keys()}.get(last, ())
    if current.startswith("-"):
        return [f"--{one}" for one in options]
    if not name:
        return list(COMMANDS)
    after = before[before.index(name) + 1 :]
    words = [
        word
        for one, word in zip(["", *after], after, strict=False)
        if not word.startswith("-") and not options.get(one.removeprefix("--"))
    ]
    if name == "help":
        return _candidates(words, current) if words else list(COMMANDS)
    if name == "completion":
        return SHELLS
    if name == "system":
        return SYSTEM_VERBS if not words else ()
    if name == "pack":
        return [VERBS, keys()][len(words)] if not words or words == ["show"] else ()
    return _of_a_game(name, words, current) if name in OF_A_GAME else ()


def _of_a_game(name: str, words: list[str], current: str) -> Iterable[str]:
    if not words:
        return keys()
    system = find(words[0])
    if name == "rules":
        return dict.fromkeys(rule.topic for rule in system.reference.values())
    if name in OF_A_PROCEDURE and len(words) == 1:
        return list(system.modules)
    if name not in WITH_INPUTS:
        return ()
    kind: Any = system.creation.__annotations__["given"] if name == "create" else system.procedure(words[1]).given
    return _inputs(system, kind, current)


def _inputs(system: System, kind: Any, current: str) -> Iterator[str]:
    """`name=` for an input, `name.` for an object, `name=value` once the name stands."""
    name, equals, _ = current.partition("=")
    *path, last = name.split(".")
    if path[:1] == ["options"]:
        kind, path = system.options, path[1:]
        before = "options."
    else:
        before = ""
        if not path and not equals:
            yield "options."
    within = _inside(inspect.type_info(kind), path)
    if within is None:
        return
    before += "".join(f"{part}." for part in path)
    for field in within.fields:
        if not equals:
            yield f"{before}{field.encode_name}{'.' if object_in(field.type) else '='}"
        elif field.encode_name == last:
            yield from (f"{name}={value}" for value in _values(within, field))


def _inside(kind: inspect.Type, path: list[str]) -> inspect.StructType | None:
    within = object_in(kind)
    for part in path:
        field = next((one for one in within.fields if one.encode_name == part), None) if within else None
        within = within if part.isdecimal() else object_in(field.type) if field else None
    return within


def _values(within: inspect.StructType, field: inspect.Field) -> Iterable[str]:
    """The words an input may hold."""
    kinds = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
    for kind in kinds:
        if isinstance(kind, inspect.VarTupleType | inspect.ListType):
            kind = kind.item_type
        if isinstance(kind, inspect.Metadata) and (known := (kind.extra_json_schema or {}).get("examples")):
            return [str(one) for one in words_now(known)]
        if isinstance(kind, inspect.LiteralType):
            return words_of(within.cls, field.name) or [str(one) for one in kind.values]
        if isinstance(kind, inspect.BoolType):
            return ("true", "false")
    return ()
