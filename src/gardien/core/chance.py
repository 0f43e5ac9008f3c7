"""Chance programs: what a rule may ask for. A rule is a generator of requests; whoever reads it answers.

    face = yield from roll(D6, "dA")                    a throw
    cost = yield from apply(check_gauge, value)         another rule
    hurt = yield from fold(strike, 0, blows)            a step repeated over items, equal states merged
    last = yield from repeat(throw_again, sides)        a step repeated until it is Done
    both = yield from together(call(f, a), call(f, b))  independent rules, side by side
    odds = yield from weigh(call(throw, 2))             the exact odds of a rule, as a value
    who  = yield from watch("after", names)             whose details does the reader want to know?
    wish = yield from decide("destiny", given.destiny)  what people decide here, now that so much is known
    yield from step("margin", 2, "YAC-ACT-05")          a reason, for the explanation

A rule never rolls. Its arguments are hashable, so that its odds can be worked out once for each set of them.
"""

from collections.abc import Callable, Generator, Hashable, Iterable
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar, overload

from msgspec import Struct

from gardien.core.dice import Question

if TYPE_CHECKING:
    from gardien.core.interpreters.odds import Odds

T = TypeVar("T")
S = TypeVar("S")
I = TypeVar("I")
P = ParamSpec("P")


class Request(Struct, Generic[T], frozen=True):
    """Something a program asks its reader; `yield from` it to get the answer."""

    def __iter__(self) -> "Generator[Request[Any], Any, T]":
        answer: T = yield self
        return answer


Program: TypeAlias = Generator[Request[Any], Any, T]
Rule: TypeAlias = Callable[..., Program[T]] | Callable[..., Request[T]]
StepValue: TypeAlias = int | str | bool | float


class Roll(Request[T], frozen=True):
    """A throw. `label` is the kind of die as the game names it, `who` throws it (one name, or one for each die),
    `purpose` says what for (likewise)."""

    question: Question[T]
    label: str
    who: str | tuple[str, ...] = ""
    purpose: str | tuple[str, ...] = ""


class Call(Request[T], frozen=True):
    """Another rule with its arguments: can be asked for, weighed, kept as a key."""

    rule: Rule[T]
    args: tuple[Hashable, ...] = ()

    def start(self) -> Program[T] | Request[T]:
        return self.rule(*self.args)


class Fold(Request[S], frozen=True):
    """`step(state, item)` for each item in turn; equal states are merged after each."""

    step: Rule[S]
    state: Any
    items: tuple[Hashable, ...]


class Done(Struct, Generic[T], frozen=True):
    """The last answer of a repeated step."""

    value: T


class Midway(Struct, Generic[T], frozen=True):
    """A state inside a round: the next step goes on with it, and no round is counted."""

    value: T


class Repeat(Request[T], frozen=True):
    """`step(state)` again and again until it answers `Done`; odds solve the loop exactly."""

    step: Rule[Any]
    state: Any


class Together(Request[S], frozen=True):
    """Independent rules asked side by side; the answer is `join(frame, answers)`, by default the tuple of answers."""

    calls: tuple[Call[Any], ...]
    join: Callable[[Any, tuple[Any, ...]], S] | None = None
    frame: Any = None

    def combine(self, answers: tuple[Any, ...]) -> S:
        return self.join(self.frame, answers) if self.join else answers  # type: ignore[return-value]


class ExactOdds(Request[Any], frozen=True):
    """The exact odds of a rule as a value to compute with."""

    call: Call[Any]


class Watch(Request[frozenset[str]], frozen=True):
    """Which of these keys of an outcome field the reader wants in detail. Play wants all; odds only what is asked."""

    field: str
    keys: tuple[str, ...]


class Decide(Request[T], frozen=True):
    """A point where people may still decide: `field` is the input that holds the decision, `decided` what was said
    beforehand. Whoever can wait stops here if it is `open`, with what may be `told` by now; others go on as decided.

    What `lapses` is over once the next die has fallen: whoever types that die too has gone on.
    """

    field: str
    decided: T
    open: bool
    told: tuple[tuple[str, Any], ...] = ()
    lapses: bool = False


class Less(NamedTuple):
    """A part of a sum that is taken off, even where it comes to nothing: 4 − 0."""

    label: str
    value: int  # below zero, or zero


def less(label: str, value: int) -> Less:
    """A part that is taken off."""
    return Less(label, -value)


def nonzero(*parts: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    """Those parts of a sum that count."""
    return tuple(part for part in parts if part[1])


class Step(Request[None], frozen=True):
    """One reason: a label, its value, the rule behind it; `parts` when the value is their sum, kept within `limits`."""

    label: str
    value: StepValue
    rule: str
    parts: tuple[tuple[str, int], ...] = ()
    limits: tuple[int, int] | None = None
    who: str = ""

    @property
    def less(self) -> tuple[str, ...]:
        """The parts that are taken off and come to nothing: their sign cannot be told from the number."""
        return tuple(part.label for part in self.parts if isinstance(part, Less) and not part.value)


roll = Roll  # ask for a throw
step = Step  # give a reason


@overload
def call(rule: Callable[P, Program[T]], *args: P.args, **kwargs: P.kwargs) -> Call[T]: ...
@overload
def call(rule: Callable[P, Request[T]], *args: P.args, **kwargs: P.kwargs) -> Call[T]: ...
def call(rule: Any, *args: Any, **kwargs: Any) -> Call[Any]:
    """A rule with its arguments. Ask for it (`yield from`), and odds branch on its few outcomes, not its many dice."""
    if kwargs:
        raise TypeError("a call takes positional arguments only, so that equal calls are equal")
    return Call(rule, args)


apply = call


def tail(request: Request[T]) -> T:
    """`return tail(request)`: the answer to a last request is the outcome; odds need not replay the program for it."""
    return request  # type: ignore[return-value]


def fold(step: Callable[[S, I], Program[S]], state: S, items: Iterable[I]) -> Fold[S]:
    """Ask for a step repeated over items."""
    return Fold(step, state, tuple(items))  # type: ignore[arg-type]


def repeat(step: Callable[[S], Program[S | Done[T]]], state: S) -> Repeat[T]:
    """Ask for a step repeated until it is done."""
    return Repeat(step, state)


def together(
    *calls: Call[Any], join: Callable[[Any, tuple[Any, ...]], S] | None = None, frame: Any = None
) -> Together[S]:
    """Ask for independent rules side by side."""
    return Together(calls, join, frame)


def exact_odds(asked: Call[T]) -> "Request[Odds[T]]":
    """Ask for the exact odds of a rule."""
    return ExactOdds(asked)


def watch(field: str, keys: Iterable[str] = ("",)) -> Watch:
    """Ask which keys of a detailed outcome field the reader wants."""
    return Watch(field, tuple(keys))


def watched(*fields: str, keys: Iterable[str] = ("",)) -> Program[frozenset[str]]:
    """Which of these outcome fields the reader looks at: play tells all of them, odds tell apart what is asked for."""
    wanted = set()
    for field in fields:
        if (yield from watch(field, keys)):
            wanted.add(field)
    return frozenset(wanted)


def decide(
    field: str, decided: T, open: bool = True, told: Iterable[tuple[str, Any]] = (), *, lapses: bool = False
) -> Decide[T]:
    """Ask what people decide; a table that waits for them tells the outcome fields known so far."""
    return Decide(field, decided, open, tuple(told), lapses)


def is_program(started: object) -> bool:
    """Whether a started rule still has questions, or is already its answer."""
    return type(started) is GeneratorType
