"""Gardien: the game master's right hand for French role-playing games of the Cthulhu family.

    >>> import gardien
    >>> gardien.do("yacdha", "gauge_check", gauge="madness", value=2, dice=[5]).outcome["value"]
    3
    >>> gardien.odds("yacdha", "gauge_check", gauge="madness", value=2, by=["raised"])
    [({'raised': False}, Fraction(1, 3)), ({'raised': True}, Fraction(2, 3))]

Everything is imported when it is first used: `import gardien` itself costs nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction
    from typing import Any

    from gardien.core.calling import Answer
    from gardien.core.conversion import Carried
    from gardien.core.errors import Refusal
    from gardien.core.interpreters.play import Generator
    from gardien.core.sheet import Sheet
    from gardien.core.system import System
    from gardien.core.terms import Language

    __version__: str

__all__ = ["Refusal", "__version__", "convert", "create", "do", "generator", "installed", "odds"]


def installed() -> "dict[str, System]":
    """The installed rule systems by key, each with its procedures, options, sheet, terms and rules.

    Not `systems`: that is the package in which they live.
    """
    from gardien.core.system import find, keys

    return {key: find(key) for key in keys()}


def do(
    system: str,
    procedure: str,
    given: "Mapping[str, Any] | None" = None,
    *,
    dice: "Sequence[int] | None" = None,
    seed: int | None = None,
    **inputs: "Any",
) -> "Answer":
    """Do a procedure and get its outcome, its dice, its reasons and what it changes.

    Inputs are given as an object, by name, or both (names win). `dice` are the faces thrown at the table, in order;
    without them dice are rolled, the same ones for the same `seed`. What cannot be done raises `Refusal`.
    """
    from gardien.core import calling

    source = generator(seed) if dice is None else None
    return calling.do(system, procedure, {**(given or {}), **inputs}, dice=dice, generator=source)


def odds(
    system: str,
    procedure: str,
    given: "Mapping[str, Any] | None" = None,
    *,
    by: "Iterable[str]" = (),
    **inputs: "Any",
) -> "list[tuple[dict[str, Any], Fraction]]":
    """The exact odds of a procedure: every outcome with its chance, which sum to exactly 1.

    `by` merges the outcomes on some of their fields (`success`, `after.Liam.trauma`).
    """
    from gardien.core.calling import odds_of

    return [(one.outcome, one.chance) for one in odds_of(system, procedure, {**(given or {}), **inputs}, by=by)]


def create(
    system: str, given: "Mapping[str, Any] | None" = None, *, seed: int | None = None, lax: bool = False
) -> "Sheet":
    """Draw a character: what `given` leaves open is drawn. `options` in it are the house rules.

    `lax` reads numbers and booleans from their text, as a command line gives them.
    """
    from gardien.core.chance import call
    from gardien.core.errors import Refusal
    from gardien.core.inputs import parse
    from gardien.core.interpreters.play import play
    from gardien.core.system import find

    found = find(system)
    chosen = {name: value for name, value in (given or {}).items() if name != "options"}
    where = f"{system}/create"
    options = parse(found.options, (given or {}).get("options", {}), f"{where}/options", lax=lax)
    choices = parse(found.creation.__annotations__["given"], chosen, where, lax=lax)
    try:
        drawn: Sheet = play(call(found.creation, choices, options), generator(seed)).outcome
    except Refusal as refusal:
        refusal.terms = found.terms
        raise refusal.within(where=where) from None
    return drawn


def convert(
    source: str,
    system: str,
    given: "Mapping[str, Any] | None" = None,
    *,
    text: str = "",
    dice: "Sequence[int] | None" = None,
    seed: int | None = None,
    language: "Language" = "fr",
    **inputs: "Any",
) -> "Carried":
    """Bring a sheet over from another game: the new sheet, where each value comes from, and what was lost.

    Inputs are given as an object, by name, or both; `text` is a profile as people write it.
    """
    from gardien.core import conversion

    source_of_dice = generator(seed) if dice is None else None
    wanted = {**(given or {}), **inputs}
    return conversion.convert(source, system, wanted, text=text, dice=dice, generator=source_of_dice, language=language)


def generator(seed: int | None = None) -> "Generator":
    """A source of dice: the operating system's, or with a seed one that repeats itself."""
    import random

    return random.SystemRandom() if seed is None else random.Random(seed)


def __getattr__(name: str) -> "Any":
    """`Refusal` and `__version__`, found when first asked for."""
    if name == "Refusal":
        from gardien.core.errors import Refusal

        return Refusal
    if name == "__version__":
        from importlib.metadata import version

        return version("gardien")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
