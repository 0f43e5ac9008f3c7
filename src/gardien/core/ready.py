"""What packs bring beside rows of a game's tables: house rules chosen together, random tables, ready characters,
encounters, scenarios. The same for every game: each names only what a game has already."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from gardien.core.dice import Dice, Term
from gardien.core.errors import Refusal, nearest
from gardien.core.in_force import in_force
from gardien.core.inputs import faults
from gardien.core.rows import DiceText, Key, Keys, Noted, Words
from gardien.core.table_rules import kind_of
from gardien.core.terms import Language
from gardien.core.values import Value

if TYPE_CHECKING:
    from gardien.core.system import System

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=5000)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
MOST_FOES = 40  # of one encounter, counted one by one

PRESET, RANDOM, CHARACTER, ENCOUNTER, SCENARIO = "preset", "random", "character", "encounter", "scenario"


class Preset(Noted, frozen=True, kw_only=True):
    """House rules that go together; those it does not name stay as they are."""

    options: Annotated[dict[str, Any], Meta(min_length=1, max_length=200)]


class Entry(Value, frozen=True, kw_only=True):
    """One row of a random table: what it says, and the table that is thrown on as well."""

    fr: Words
    en: Words
    low: Annotated[int, Meta(ge=-10_000, le=10_000)] | None = None
    high: Annotated[int, Meta(ge=-10_000, le=10_000)] | None = None  # the same as `low` where it is left out
    then: Key | None = None


class RandomTable(Noted, frozen=True, kw_only=True):
    """A table to throw on; without dice, every row is as likely as any other."""

    dice: DiceText | None = None
    rows: Annotated[tuple[Entry, ...], Meta(min_length=1, max_length=200)]

    def notation(self) -> Dice:
        return Dice.parse(self.dice) if self.dice else Dice((Term(1, len(self.rows)),))

    def row(self, total: int) -> Entry:
        """The row that a total falls on."""
        if not self.dice:
            return self.rows[total - 1]
        return next(one for one in self.rows if total in _span(one))


class ReadyCharacter(Noted, frozen=True, kw_only=True):
    """Somebody ready to play: a sheet, as `gardien create` writes it."""

    sheet: dict[str, Any]


class Newcomers(Value, frozen=True, kw_only=True):
    """Some of one kind: `creature/ghoul`, or a ready character of a pack."""

    being: Key
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    name_fr: Name | None = None
    name_en: Name | None = None
    secret_fr: Text | None = None
    secret_en: Text | None = None


class Encounter(Noted, frozen=True, kw_only=True):
    """Whom one meets; they come into play hidden."""

    foes: Annotated[tuple[Newcomers, ...], Meta(min_length=1, max_length=MOST_FOES)]


class Paper(Value, frozen=True, kw_only=True):
    """A note of the game master's."""

    fr: Name
    en: Name
    text_fr: Text
    text_en: Text


class Scenario(Noted, frozen=True, kw_only=True):
    """What a game master needs for an evening: its text as a note, more notes, people, and what it makes use of."""

    text_fr: Text
    text_en: Text
    notes: Annotated[tuple[Paper, ...], Meta(max_length=40)] = ()
    people: Annotated[tuple[Newcomers, ...], Meta(max_length=MOST_FOES)] = ()
    encounters: Keys = ()
    tables: Keys = ()  # random ones
    preset: Key | None = None


READY: Mapping[str, type[Any]] = {
    PRESET: Preset,
    RANDOM: RandomTable,
    CHARACTER: ReadyCharacter,
    ENCOUNTER: Encounter,
    SCENARIO: Scenario,
}
OPENED = (PRESET, RANDOM, ENCOUNTER, SCENARIO)  # by a command of their own; a character comes in as any being does
References = Iterator[tuple[str, str, str]]  # field, table of READY, key


# ---- those in force ----


def ready_rows(system: str, table: str) -> dict[str, Any]:
    """What packs in force bring to a game, by key."""
    content = in_force()
    if content is None:
        return {}
    kept: dict[str, dict[str, Any]] = content.kept.setdefault((system, READY[table]), {})
    if not kept:
        kept |= {row["key"]: msgspec.convert(row, READY[table]) for row in content.tables.get((system, table), ())}
    return kept


def ready_row(system: str, table: str, key: str) -> Any:
    """One of them; an unknown key is refused with the nearest one."""
    rows = ready_rows(system, table)
    if key not in rows:
        known = list(rows)
        raise Refusal("field/one_of", field=table, came=key[:60], allowed=known, hint=nearest(key[:60], known))
    return rows[key]


def beings_of(system: "System") -> dict[str, Callable[[str, Any], Any]]:
    """Everybody who can be brought in by name: those of the game's tables, and ready characters of packs."""

    def ready(key: str, language: Language) -> Any:
        sheet = ready_row(system.key, CHARACTER, key).sheet
        return msgspec.convert(sheet, _sheet_type(system, sheet))

    beings: dict[str, Callable[[str, Any], Any]] = dict(system.table_rules.beings)
    return {**beings, CHARACTER: ready} if ready_rows(system.key, CHARACTER) else beings


def keys_of_beings(system: "System", table: str) -> list[str]:
    """Everybody of one of those tables."""
    shelf = system.shelf
    if table == CHARACTER:
        return list(ready_rows(system.key, table))
    return shelf.keys(shelf.file_of[table], table) if table in shelf.file_of else []


def being(system: "System", named: str, language: Language) -> Any:
    """The sheet of somebody called `table/key`."""
    table, _, key = named.partition("/")
    beings = beings_of(system)
    if table not in beings:
        known = list(beings)
        raise Refusal("field/one_of", field="being", came=table[:60], allowed=known, hint=nearest(table[:60], known))
    return beings[table](key, language)


def in_language(row: Any, field: str, language: Language) -> str:
    """What a row says in a language: a field of two, or its name."""
    return str(getattr(row, f"{field}_{language}" if field else language) or "")


class Fallen(Value, frozen=True):
    """One throw on one table."""

    table: str
    notation: str
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    total: int
    fr: str
    en: str


def throw_on(system: str, key: str, face: Callable[[int], int]) -> tuple[Fallen, ...]:
    """Throw on a random table, and on those its rows lead to; `face` is asked for each die, by its sides."""
    fallen: list[Fallen] = []
    leads: str | None = key
    while leads is not None:
        table: RandomTable = ready_row(system, RANDOM, leads)
        dice = table.notation()
        faces = tuple(face(sides) for sides in dice.sides())
        total = dice.read(faces)
        row = table.row(total)
        fallen.append(Fallen(leads, str(dice), dice.sides(), faces, total, row.fr, row.en))
        leads = row.then
    return tuple(fallen)


def faces_of(dice: Sequence[int] | None, generator: Any) -> Callable[[int], int]:
    """Dice thrown on the wood, in order; else those of a generator."""
    if dice is None:
        return lambda sides: int(generator.randrange(1, sides + 1))
    left = list(dice)

    def typed(sides: int) -> int:
        if not left:
            raise Refusal("random/more_dice", field="dice", sides=sides)
        face = left.pop(0)
        if not 1 <= face <= sides:
            raise Refusal("field/range", field="dice", came=face, low=1, high=sides)
        return face

    return typed


# ---- what is wrong with them, while they are in force ----


def ready_faults(system: "System", table: str, key: str) -> Iterator[Refusal]:
    """What only shows when one is used: what it names and there is not."""
    row = ready_row(system.key, table, key)
    for field, among, named in _references(row):
        known = list(ready_rows(system.key, among))
        if named not in known:
            hint = nearest(named[:60], known)
            yield Refusal("field/one_of", field=field, came=named[:60], allowed=known, hint=hint)
    match row:
        case Preset():
            yield from (one.within(field="options") for one in faults(system.options, row.options))
        case RandomTable():
            yield from _table_faults(system, row)
        case ReadyCharacter():
            yield from _sheet_faults(system, row.sheet)
        case Encounter():
            yield from _newcomer_faults(system, row.foes, "foes")
        case Scenario():
            yield from _newcomer_faults(system, row.people, "people")


def _references(row: Any) -> References:
    match row:
        case RandomTable():
            yield from ((f"rows[{at}].then", RANDOM, one.then) for at, one in enumerate(row.rows) if one.then)
        case Scenario():
            yield from ((f"encounters[{at}]", ENCOUNTER, one) for at, one in enumerate(row.encounters))
            yield from ((f"tables[{at}]", RANDOM, one) for at, one in enumerate(row.tables))
            if row.preset:
                yield "preset", PRESET, row.preset


def _table_faults(system: "System", table: RandomTable) -> Iterator[Refusal]:
    """Every total falls on one row and no other, and no table leads back to itself."""
    try:
        dice = table.notation()
    except Refusal as refusal:
        yield refusal.within(field="dice")
        return
    if not table.dice:
        for at, one in enumerate(table.rows):
            if one.low is not None or one.high is not None:
                yield Refusal("random/no_dice", field=f"rows[{at}].low")
    elif dice.highest() - dice.lowest() > 1000 or not dice.terms:
        yield Refusal("random/wide", field="dice", came=table.dice, most=1000)
    else:
        yield from _span_faults(table, dice)
    if _leads_back(ready_rows(system.key, RANDOM), table):
        yield Refusal("random/itself", field="rows")


def _span_faults(table: RandomTable, dice: Dice) -> Iterator[Refusal]:
    low, high = dice.lowest(), dice.highest()
    taken: set[int] = set()
    for at, one in enumerate(table.rows):
        span = _span(one)
        if not span or span[0] < low or span[-1] > high:
            yield Refusal("random/span", field=f"rows[{at}].low", low=low, high=high, dice=str(dice))
        elif not taken.isdisjoint(span):
            yield Refusal("random/twice", field=f"rows[{at}].low", came=min(taken.intersection(span)))
        taken |= set(span) if len(span) <= high - low + 1 else set()
    if gaps := [one for one in range(low, high + 1) if one not in taken]:
        yield Refusal("random/gap", field="rows", came=gaps[0])


def _span(row: Entry) -> range:
    return range(row.low, (row.low if row.high is None else row.high) + 1) if row.low is not None else range(0)


def _leads_back(tables: Mapping[str, RandomTable], start: RandomTable) -> bool:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for named in {one.then for one in waiting.pop().rows if one.then}:
            if named == start.key:
                return True
            if named not in seen and named in tables:
                seen.add(named)
                waiting.append(tables[named])
    return False


def _sheet_type(system: "System", sheet: Mapping[str, Any]) -> Any:
    kinds = system.table_rules.sheets
    return system.table_rules.sheet_type(str(sheet["kind"])) if "kind" in sheet else kinds[0]


def _sheet_faults(system: "System", sheet: dict[str, Any]) -> Iterator[Refusal]:
    if sheet.get("system", system.key) != system.key:
        yield Refusal("field/one_of", field="sheet.system", came=str(sheet["system"])[:60], allowed=[system.key])
        return
    kind = _sheet_type(system, sheet)
    if kind is None:
        known = [kind_of(one) for one in system.table_rules.sheets]
        yield Refusal("field/one_of", field="sheet.kind", came=str(sheet.get("kind"))[:60], allowed=known)
        return
    yield from (one.within(field="sheet") for one in faults(kind, sheet))


def _newcomer_faults(system: "System", newcomers: Iterable[Newcomers], field: str) -> Iterator[Refusal]:
    listed = tuple(newcomers)
    for at, one in enumerate(listed):
        try:
            being(system, one.being, "fr")
        except Refusal as refusal:
            inner = Refusal(refusal.id, field="being", rule=refusal.rule, **refusal.words)
            yield inner.within(field=f"{field}[{at}]")
    if sum(one.count for one in listed) > MOST_FOES:
        yield Refusal("field/length_at_most", field=field, high=MOST_FOES, came=sum(one.count for one in listed))
