"""Doing a procedure, and weighing one: the one path that library, command line and pages share."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct, inspect

from gardien.core.errors import Refusal, nearest
from gardien.core.inputs import parse, type_of
from gardien.core.interpreters.run import DieShown, Played, Waiting
from gardien.core.procedure import Procedure
from gardien.core.system import System, find
from gardien.core.terms import Language
from gardien.core.values import Change, like

if TYPE_CHECKING:
    from fractions import Fraction

    from gardien.core.interpreters.odds import Odds

PLAIN = frozenset((bool, int, float, str))  # shown as they are


class StepShown(Struct, frozen=True, omit_defaults=True):
    """One reason of the explanation."""

    label: str
    value: Any
    rule: str
    parts: tuple[tuple[str, int], ...] = ()
    limits: tuple[int, int] | None = None
    who: str = ""
    less: tuple[str, ...] = ()  # parts that are taken off and come to nothing


class Answer(Struct, frozen=True, omit_defaults=True):
    """What a procedure answered, as the surface shows it."""

    system: str
    procedure: str
    given: dict[str, Any]
    dice: tuple[DieShown, ...]
    outcome: dict[str, Any]
    steps: tuple[StepShown, ...]
    changes: tuple[Change, ...]
    rules: tuple[str, ...]
    waits: str = ""  # the input that somebody must decide on first; the outcome is what is known so far
    place: int = 0  # how many decisions it has come to by then

    def told(self, language: Language = "fr", who: str = "") -> list[str]:
        """The result in the game's own sentences; `who` is the name of whoever acts."""
        from gardien.core.telling import tell

        prepared = prepare(self.system, self.procedure, self.given)
        return tell(prepared, play_or_read(prepared, [die.value for die in self.dice], None), language, who)

    def explained(self, language: Language = "fr") -> list[str]:
        """Every reason on a line: what, how it came about, by which rule."""
        from gardien.core.telling import explain

        return explain(find(self.system), self.procedure, self.steps, language)


class Prepared(Struct, frozen=True):
    """A procedure with its inputs read and checked."""

    system: System
    procedure: Procedure
    given: Struct
    options: Struct

    def request(self) -> Any:
        return self.procedure.request(self.given, self.options)


def prepare(system: str, procedure: str, given: dict[str, Any], *, lax: bool = False) -> Prepared:
    """Find a procedure and read its inputs; `options` are the house rules of the call."""
    found_system = find(system)
    declared = found_system.procedure(procedure)
    where = f"{system}/{declared.key}"
    if not isinstance(given, dict):
        raise Refusal("field/type", where=where, field="given", came="…", allowed="{…}")
    inputs = {name: value for name, value in given.items() if name != "options"}
    options = parse(found_system.options, given.get("options", {}), f"{where}/options", lax=lax)
    return Prepared(found_system, declared, parse(declared.given, inputs, where, lax=lax), options)


def refusal_at(refusal: Refusal, prepared: Prepared) -> Refusal:
    """A refusal that says where it arose and speaks the game's own words."""
    refusal.terms = prepared.system.terms
    return refusal.within(where=f"{prepared.system.key}/{prepared.procedure.key}")


@cache
def _usual(options: type[Struct]) -> Struct:
    return options()


def changed_options(options: Struct) -> dict[str, Any]:
    """The house rules that are not as they usually are."""
    usual = _usual(type(options))
    if options == usual:
        return {}
    return {name: value for name, value in msgspec.to_builtins(options).items() if value != getattr(usual, name)}


def answer(prepared: Prepared, played: Played) -> Answer:
    """What was played, as the surface shows it."""
    outcome, waits, place = played.outcome, "", 0
    if isinstance(played.outcome, Waiting):
        outcome, waits, place = played.outcome.told, played.outcome.field, played.outcome.place
    describe = getattr(outcome, "changes", None)
    given = msgspec.to_builtins(prepared.given)
    options = changed_options(prepared.options)
    return Answer(
        system=prepared.system.key,
        procedure=prepared.procedure.key,
        given={**given, "options": options} if options else given,
        dice=played.dice,
        outcome=msgspec.to_builtins(outcome),
        steps=tuple(like(StepShown, step) for step in played.steps),
        changes=tuple(describe(prepared.given, prepared.options)) if describe else (),
        rules=tuple(dict.fromkeys(s.rule for s in played.steps)),
        waits=waits,
        place=place,
    )


def do(
    system: str,
    procedure: str,
    given: dict[str, Any] | None = None,
    *,
    dice: Sequence[int] | None = None,
    generator: Any = None,
    lax: bool = False,
) -> Answer:
    """Do a procedure: with the dice given, or with dice from `generator`."""
    prepared = prepare(system, procedure, given or {}, lax=lax)
    return answer(prepared, play_or_read(prepared, dice, generator))


def play_or_read(prepared: Prepared, dice: Sequence[int] | None, generator: Any) -> Played:
    """A prepared procedure run once: with the dice given, or with dice from `generator`."""
    try:
        if dice is not None:
            from gardien.core.interpreters.typed import typed

            return typed(prepared.request(), dice)
        from gardien.core.interpreters.play import play

        return play(prepared.request(), generator)
    except Refusal as refusal:
        raise refusal_at(refusal, prepared) from None


class OutcomeChance(Struct, frozen=True):
    """One outcome with its exact chance."""

    outcome: dict[str, Any]
    chance: "Fraction"


def odds_of(
    system: str, procedure: str, given: dict[str, Any] | None = None, *, by: Iterable[str] = (), lax: bool = False
) -> list[OutcomeChance]:
    """The exact odds of a procedure, told apart by some outcome fields (`success`, `after.Liam.trauma`) or by all."""
    prepared = prepare(system, procedure, given or {}, lax=lax)
    try:
        return odds_of_prepared(prepared, tuple(by))
    except Refusal as refusal:
        raise refusal_at(refusal, prepared) from None


def odds_of_prepared(prepared: Prepared, by: tuple[str, ...]) -> list[OutcomeChance]:
    """The odds of a prepared procedure, most detailed where `by` asks for it."""
    from gardien.core.interpreters.odds import odds_of

    fields = prepared.procedure.outcome_fields()
    for path in by:
        name = path.partition(".")[0]
        if name not in fields:
            raise Refusal("odds/by", field="by", came=path, allowed=list(fields), hint=nearest(path, fields))
        _check_path(prepared, path)
        if name in prepared.procedure.endless:
            allowed = [field for field in fields if field not in prepared.procedure.endless]
            raise Refusal("odds/no_end", kind="refused", came=path, allowed=allowed)
    watched = frozenset(by) or frozenset(prepared.procedure.watched)
    odds: Odds[Any] = odds_of(prepared.request(), watched)
    if not by:
        return [OutcomeChance(msgspec.to_builtins(outcome), chance) for outcome, chance in odds]
    names = tuple(dict.fromkeys(path.partition(".")[0] for path in by))
    # Told apart first, so that only what is shown is made plain.
    own = dict(zip(fields, prepared.procedure.outcome.__struct_fields__, strict=True))  # their names may differ here
    looked = attrgetter(*(own[name] for name in names))
    parts = odds.by(looked if len(names) > 1 else lambda outcome: (looked(outcome),))
    known: dict[int, Any] = {}  # one value stands in many outcomes
    chances = [
        ({name: _plain(one, known) for name, one in zip(names, part, strict=True) if one not in (UNSET, None)}, chance)
        for part, chance in parts
    ]
    if names == by:
        return [OutcomeChance(shown, chance) for shown, chance in chances]
    for path in by:
        if all(_at(plain, path) is None for plain, _ in chances):
            _check_path(prepared, path, _samples(prepared))
    merged: dict[str, tuple[dict[str, Any], Fraction]] = {}
    for plain, chance in chances:
        shown = {path: value for path in by if (value := _at(plain, path)) is not None}
        key = msgspec.json.encode(shown, order="sorted").decode()
        before = merged.get(key)
        merged[key] = (shown, chance + before[1] if before else chance)
    return [OutcomeChance(shown, chance) for shown, chance in merged.values()]


def _check_path(prepared: Prepared, path: str, samples: list[Any] | None = None) -> None:
    """Refuse a path that no outcome has; whose names there are is known once some outcomes lie there."""
    kind = type_of(prepared.procedure.outcome)
    there = _instead(kind, path, "", samples, list(_named(msgspec.to_builtins(prepared.given))))
    if there:
        raise Refusal("odds/by", field="by", came=path, allowed=there, hint=nearest(path, there))


def _samples(prepared: Prepared) -> list[Any]:
    """Some outcomes with all their details, always the same ones."""
    from gardien.core.interpreters.play import play

    spread = _Spread()
    return [msgspec.to_builtins(play(prepared.request(), spread).outcome) for _ in range(SAMPLES)]


class _Spread:
    """Faces of all kinds, without chance: a plain congruence, which never comes to the same tie for ever."""

    seen = 1

    def randrange(self, start: int, stop: int) -> int:
        self.seen = (self.seen * 1_103_515_245 + 12_345) % 2**31
        return start + (self.seen >> 12) % (stop - start)


def _named(given: Any) -> Iterator[str]:
    """Everybody whom inputs name: outcomes may have something of theirs, though none of these has."""
    for name, value in given.items() if isinstance(given, dict) else enumerate(given):
        if name in ("name", "id") and isinstance(value, str):
            yield value
        elif isinstance(value, dict | list | tuple):
            yield from _named(value)


def _instead(kind: inspect.Type, path: str, before: str, samples: list[Any] | None, people: Sequence[str]) -> list[str]:
    """What stands where a path leads nowhere; nothing where it may lead somewhere.

    Fields are those of the type; keys, and people in a list, those that some outcome shows or that inputs name.
    """
    if not path:
        return []
    kind = (
        next((one for one in kind.types if isinstance(one, HOLDERS)), kind)
        if isinstance(kind, inspect.UnionType)
        else kind
    )
    inside: dict[str, inspect.Type]
    match kind:
        case inspect.Metadata():
            return _instead(kind.type, path, before, samples, people)
        case inspect.StructType():
            inside = {field.encode_name: field.type for field in kind.fields}
        case inspect.DictType() | inspect.VarTupleType() | inspect.ListType():
            if samples is None:
                return []
            item = kind.value_type if isinstance(kind, inspect.DictType) else kind.item_type
            inside = {key: item for sample in samples for key in _by_name(sample)} | dict.fromkeys(people, item)
        case _:
            inside = {}
    names = path.split(".")
    for cut in range(len(names), 0, -1):
        name = ".".join(names[:cut])
        if name in inside:
            found = samples and [by_name[name] for sample in samples if name in (by_name := _by_name(sample))]
            return _instead(inside[name], ".".join(names[cut:]), f"{before}{name}.", found, people)
    return [f"{before}{name}" for name in inside] or [before.removesuffix(".")]


HOLDERS = (inspect.Metadata, inspect.StructType, inspect.DictType, inspect.VarTupleType, inspect.ListType)
SAMPLES = 20


def _plain(value: Any, known: dict[int, Any]) -> Any:
    if type(value) in PLAIN:
        return value
    builtins = known.get(id(value))
    if builtins is None:
        builtins = known[id(value)] = msgspec.to_builtins(value)
    return builtins


def _at(value: Any, path: str) -> Any:
    """The part of an outcome at a dotted path; keys may themselves hold dots, so the longest name wins.

    Of people in a list, the path names one: `hits.Ann.hit_level`.
    """
    if not path:
        return value
    value = _by_name(value)
    names = path.split(".")
    for cut in range(len(names), 0, -1):
        name = ".".join(names[:cut])
        if name in value:
            return _at(value[name], ".".join(names[cut:]))
    return None


def _by_name(value: Any) -> dict[str, Any]:
    """The parts of a value that a path can name: its keys, or the people in a list."""
    if isinstance(value, list | tuple):
        return {str(one["name"]): one for one in value if isinstance(one, dict) and "name" in one}
    return value if isinstance(value, dict) else {}
