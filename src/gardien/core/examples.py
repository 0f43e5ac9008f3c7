"""Examples: procedures with what was asked and the dice that fell, played anew whenever somebody looks.

`examples.toml` of a system: one `[[example]]` each, with `procedure`, `given`, `dice` and, for a lone actor, `who`.
"""

import os
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from gardien.core.calling import Answer, Prepared, answer, play_or_read, prepare
from gardien.core.interpreters.run import Played
from gardien.core.system import System


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """What was asked, and the dice that fell."""

    procedure: str
    given: dict[str, Any] = {}
    dice: tuple[int, ...] = ()
    who: str = ""


class Shown(Struct, frozen=True):
    """An example that was played."""

    example: Example
    prepared: Prepared
    played: Played
    answer: Answer


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    example: tuple[Example, ...] = ()


@cache
def played_examples(system: System) -> tuple[Shown, ...]:
    """Every example of a game, played by its rules."""
    from gardien.core.pack import load_toml

    path = os.path.join(system.folder, "examples.toml")
    if not os.path.exists(path):
        return ()
    examples = []
    for one in msgspec.convert(load_toml(path), _File).example:
        prepared = prepare(system.key, one.procedure, one.given)
        played = play_or_read(prepared, one.dice, None)
        examples.append(Shown(one, prepared, played, answer(prepared, played)))
    return tuple(examples)


def examples_of(system: System, rule: str, most: int = 2) -> list[Shown]:
    """Those in which a rule had its say; else one of a procedure that answers for it."""
    shown = played_examples(system)
    touched = [one for one in shown if rule in one.answer.rules]
    touched.sort(key=lambda one: len(one.answer.rules))  # the fewer other rules, the clearer
    return touched[:most] or [one for one in shown if rule in one.prepared.procedure.rules][:1]
