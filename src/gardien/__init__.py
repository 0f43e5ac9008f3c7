"""Gardien: the game master's right hand for French role-playing games of the Cthulhu family.

    >>> import gardien
    >>> gardien.do("yacdha", "gauge_check", gauge="madness", value=2, dice=[5]).outcome["value"]
    3
    >>> gardien.odds("yacdha", "gauge_check", gauge="madness", value=2, by=["raised"])
    [({'raised': False}, Fraction(1, 3)), ({'raised': True}, Fraction(2, 3))]
    >>> gardien.yacdha.gauge_check(gauge="madness", value=2, dice=[5]).outcome["raised"]
    True

Everything is imported when it is first used: `import gardien` itself costs nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from os import PathLike
    from typing import Any

    from gardien.chances import Chances
    from gardien.core.calling import Answer
    from gardien.core.conversion import Carried
    from gardien.core.errors import Refusal
    from gardien.core.interpreters.play import Generator
    from gardien.core.ready import Fallen
    from gardien.core.sheet import Sheet
    from gardien.core.system import System
    from gardien.core.terms import Language
    from gardien.games import cthulhud20, d20d100, operators, organique, yacdha
    from gardien.sim.fights import BudgetOdds, FightOdds

    __version__: str

# The whole public surface; docs/library.md tells of each, and nothing else is promised.
__all__ = [
    "Refusal",
    "__version__",
    "convert",
    "create",
    "cthulhud20",
    "d20d100",
    "do",
    "fight",
    "generator",
    "installed",
    "odds",
    "operators",
    "organique",
    "pack",
    "sheet",
    "throw_on",
    "using",
    "yacdha",
]


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
    lax: bool = False,
    **inputs: "Any",
) -> "Answer":
    """Do a procedure and get its outcome, its dice, its reasons and what it changes; `told` and `explained` say it.

    Inputs are given as an object, by name, or both (names win). `dice` are the faces thrown at the table, in order;
    without them dice are rolled, the same ones for the same `seed`. `lax` reads numbers and booleans from their text.
    What cannot be done raises `Refusal`.
    """
    from gardien.core import calling

    source = generator(seed) if dice is None else None
    return calling.do(system, procedure, {**(given or {}), **inputs}, dice=dice, generator=source, lax=lax)


def odds(
    system: str,
    procedure: str,
    given: "Mapping[str, Any] | None" = None,
    *,
    by: "str | Iterable[str]" = (),
    lax: bool = False,
    **inputs: "Any",
) -> "Chances":
    """The exact odds of a procedure: every outcome with its chance, which sum to exactly 1.

    `by` merges the outcomes on one or some of their fields (`success`, `after.Liam.trauma`).
    """
    from gardien.chances import Chances
    from gardien.core.calling import odds_of

    fields = (by,) if isinstance(by, str) else tuple(by)
    found = odds_of(system, procedure, {**(given or {}), **inputs}, by=fields, lax=lax)
    return Chances(system, procedure, [(one.outcome, one.chance) for one in found])


def create(
    system: str,
    given: "Mapping[str, Any] | None" = None,
    *,
    seed: int | None = None,
    lax: bool = False,
    **choices: "Any",
) -> "Sheet":
    """Draw a character: what is not chosen, in an object, by name or both, is drawn. `options` are the house rules.

    `lax` reads numbers and booleans from their text, as a command line gives them.
    """
    from gardien.core.chance import call
    from gardien.core.errors import Refusal
    from gardien.core.inputs import parse
    from gardien.core.interpreters.play import play
    from gardien.core.system import find

    found = find(system)
    wanted = {**(given or {}), **choices}
    where = f"{system}/create"
    options = parse(found.options, wanted.pop("options", {}), f"{where}/options", lax=lax)
    try:
        chosen = parse(found.creation.__annotations__["given"], wanted, where, lax=lax)
        drawn: Sheet = play(call(found.creation, chosen, options), generator(seed)).outcome
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


def sheet(content: "Mapping[str, Any] | str | PathLike[str]", *, where: str = "sheet") -> "Sheet":
    """A sheet from its file, or from what such a file holds, as a typed value; one of a newer version is refused.

    `where` is what refusals call it.
    """
    from collections.abc import Mapping as Object
    from pathlib import Path

    from gardien.core.errors import Refusal
    from gardien.core.pack import read_json, read_text
    from gardien.core.sheet import current_version, read_sheet
    from gardien.core.system import find

    if not isinstance(content, Object):
        path = Path(content)
        return sheet(read_json(read_text(path), path.name), where=path.name)
    if not isinstance(content.get("system"), str):
        raise Refusal("field/missing", where=where, field="system", allowed=", ".join(installed()))
    system = find(content["system"])
    named = content.get("kind")
    kind = (system.table_rules.sheet_type(named) if isinstance(named, str) and named else None) or system.sheet
    return read_sheet(dict(content), kind, where, current_version(kind))


def pack(system: str) -> "dict[str, tuple[Any, ...]]":
    """The tables of a game, weapons, creatures, spells and hazards among them: typed rows by table, and with them those
    of packs that are being used, and what these bring ready (`encounter`, `random`…)."""
    from gardien.core.ready import READY, ready_rows
    from gardien.core.system import find

    shelf = find(system).shelf
    tables = {name: shelf.table(file, name) for name, file in shelf.file_of.items() if name in shelf.tables}
    return {**tables, **{name: tuple(rows.values()) for name in READY if (rows := ready_rows(system, name))}}


def throw_on(
    system: str, table: str, *, dice: "Sequence[int] | None" = None, seed: int | None = None
) -> "tuple[Fallen, ...]":
    """Throw on a random table of the packs that are being used: what fell, and on the tables it leads to."""
    from gardien.core import ready

    return ready.throw_on(system, table, ready.faces_of(dice, generator(seed)))


def using(*files: "str | PathLike[str]", system: str = "") -> "AbstractContextManager[None]":
    """While this lasts, the rows of packs of your own stand among the games' own: `with gardien.using("mine.toml"):`

    What is wrong with a pack raises `Refusal`, with all its faults in `also`.
    """
    from pathlib import Path

    from gardien.core.in_force import using as in_force
    from gardien.core.player_packs import Pack, read_pack, rows_of

    packs: list[Pack] = []
    for file in files:
        packs.append(read_pack(Path(file), system, packs))
    return in_force(rows_of(packs))


def fight(
    content: "Mapping[str, Any] | str | PathLike[str]", *, runs: int | None = None, seed: int | None = None
) -> "FightOdds | BudgetOdds":
    """A whole fight weighed, or what a scenario does to minds: a file (TOML or JSON) or what such a file holds. Whoever
    is in it may be a sheet: what such a file holds, and in a file of a fight also where that is.

    Exact where it can be, else simulated, and it says which (`method`); `told` says it in words.
    """
    from collections.abc import Mapping as Object
    from pathlib import Path

    from gardien.core.pack import read_json, read_text, read_toml
    from gardien.sim.fights import fight_odds, with_sheet_files

    if isinstance(content, Object):
        return fight_odds(dict(content), runs, seed, lambda done, of: None)
    path = Path(content)
    read = read_json(read_text(path), path.name) if path.suffix == ".json" else read_toml(path)
    return fight(with_sheet_files(read, path.parent), runs=runs, seed=seed)


def generator(seed: int | None = None) -> "Generator":
    """A source of dice: the operating system's, or with a seed one that repeats itself."""
    import random

    return random.SystemRandom() if seed is None else random.Random(seed)


def __getattr__(name: str) -> "Any":
    """`Refusal`, `__version__` and the games by key, found when first asked for."""
    if name == "Refusal":
        from gardien.core.errors import Refusal

        return Refusal
    if name == "__version__":
        from importlib.metadata import version

        return version("gardien")
    if name.isidentifier() and not name.startswith("_"):
        from gardien.core.system import keys

        if name in keys():
            from gardien.games import Game

            return Game(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
