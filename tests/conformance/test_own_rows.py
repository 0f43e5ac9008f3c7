"""A row that a pack adds is as good as a printed one: whatever takes a key of its table takes it, weighs it, says it.

The row is a twin of a printed one under another key and another name, so that whatever it does must be the same.
"""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import inspect

from conformance.games import examples_of
from conformance.installed import SYSTEMS, fields_within, system_key
from gardien.cli.description import sample
from gardien.core.calling import odds_of_prepared, prepare
from gardien.core.errors import Refusal
from gardien.core.in_force import added, using
from gardien.core.inputs import type_of
from gardien.core.interpreters.play import play
from gardien.core.procedure import Procedure
from gardien.core.system import System
from gardien.core.telling import tell
from gardien.core.terms import LANGUAGES
from gardien.web.pages.forms.form_values import keys_of

KEY, NAMES = "zz_twin", {"fr": "Zébulon", "fr_f": "Zébulon", "en": "Zebulon"}
TRIED = 3  # printed rows that a twin is made of, the last ones first: some the rules know by name
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=system_key)


def open_tables(system: System) -> dict[str, list[dict[str, Any]]]:
    """Tables that packs may add rows to, with their printed rows."""
    shelf, tables = system.shelf, {}
    for name, file in shelf.file_of.items() if system.packs else ():
        rows = [row for row in shelf.printed(file, name) if isinstance(row, dict) and {"key", "fr"} <= row.keys()]
        kind = inspect.type_info(system.packs[name])
        counted = any(
            isinstance(one.type, inspect.LiteralType) for one in getattr(kind, "fields", ()) if one.name == "key"
        )
        if rows and name not in shelf.fixed and not counted:
            tables[name] = rows
    return tables


def asked_of(system: System) -> Iterator[tuple[str, inspect.Type]]:
    """Whatever somebody fills in: inputs, sheets, what is decided before one is drawn."""
    for procedure in system.procedures():
        yield procedure.key, type_of(procedure.given)
    for sheet in system.table_rules.sheets:
        yield sheet.__name__, type_of(sheet)
    if drawn := getattr(system.creation, "__annotations__", {}).get("given"):
        yield "creation", inspect.type_info(drawn)


@every_system
def test_no_input_lists_the_rows_of_an_open_table_word_by_word(system):
    tables = {name: {row["key"] for row in rows} for name, rows in open_tables(system).items()}
    shut = {
        f"{where}: {owner}.{field} takes only the printed rows of {name}"
        for where, kind in asked_of(system)
        for owner, field, one in fields_within(kind)
        if isinstance(one, inspect.LiteralType)
        for name, keys in tables.items()
        if len(keys) > 1 and keys <= set(one.values)
    }
    assert sorted(shut) == []


def places(procedure: Procedure, keys: set[str]) -> Iterator[tuple[str, bool]]:
    """The inputs that take a key of a table, and whether they take several."""
    kind = type_of(procedure.given)
    assert isinstance(kind, inspect.StructType)
    for field in kind.fields:
        if keys <= set(keys_of(field.type)):
            one = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
            yield field.encode_name, isinstance(one, inspect.VarTupleType)


class Came(NamedTuple):
    """What came of an input: the dice that fell, what is told, what was likely."""

    dice: Any
    told: dict[str, str]
    chances: list[Fraction]


def came_of(system: System, procedure: Procedure, given: dict[str, Any], weighed: bool) -> Came | None:
    """Nothing where the rule refuses it."""
    try:
        prepared = prepare(system.key, procedure.key, given)
        played = play(prepared.request(), Random(7))
    except Refusal:
        return None
    told = {language: " ".join(tell(prepared, played, language)) for language in LANGUAGES}
    chances = []
    if weighed:
        with suppress(Refusal):  # too much to be told in time
            by = procedure.headline or procedure.outcome_fields()[:1]
            chances = [one.chance for one in odds_of_prepared(prepared, by)]
    return Came(played.dice, told, chances)


@every_system
def test_a_row_of_a_pack_is_taken_weighed_and_told_like_the_printed_one_it_copies(system):
    faults = []
    for table, rows in open_tables(system).items():
        keys, weighed = {row["key"] for row in rows}, False
        asked, seen = False, False
        for procedure in system.procedures():
            for field, several in places(procedure, keys):
                asked = True
                found = twins(system, procedure, table, rows, field, several, not weighed)
                if found is None:
                    continue
                printed, ours = found
                seen = True
                weighed = weighed or bool(printed.chances)  # once for each table: odds take longest
                if fault := unlike(printed, ours):
                    faults.append(f"{procedure.key}.{field} ({table}): {fault}")
        faults += [f"{table}: no printed row was taken"] if asked and not seen else []
    assert faults == []


def twins(
    system: System, procedure: Procedure, table: str, rows: list[Any], field: str, several: bool, weighed: bool
) -> tuple[Came, Came | None] | None:
    """What came of a printed row in one input, and of its twin; nothing where no printed one is taken."""
    for row in rows[: -TRIED - 1 : -1]:
        own = {**row, **{name: text for name, text in NAMES.items() if name in row}, "key": KEY}
        for usual in (*examples_of(system, procedure), sample(type_of(procedure.given))):
            given = [{**usual, field: [key] if several else key} for key in (row["key"], KEY)]
            with using(added({(system.key, table): (own,)})):
                if (printed := came_of(system, procedure, given[0], weighed)) is not None:
                    named = {
                        one: printed.told[one].casefold().replace(row[one].casefold(), NAMES[one].casefold())
                        for one in LANGUAGES
                    }
                    return printed._replace(told=named), came_of(system, procedure, given[1], weighed)
    return None


def as_twin(printed: Came, row: dict[str, Any]) -> Came:
    """The same, told under the name of its twin."""
    said = {
        one: text.casefold().replace(row[one].casefold(), NAMES[one].casefold()) for one, text in printed.told.items()
    }
    return printed._replace(told=said)


def unlike(printed: Came, ours: Came | None) -> str:
    """What sets a twin apart, apart from its name."""
    if ours is None:
        return "refused"
    if ours.dice != printed.dice:
        return "plays otherwise"
    if ours.chances != printed.chances:
        return "weighs otherwise"
    for language, said in ours.told.items():
        name = NAMES[language].casefold()
        if KEY in said or (name in printed.told[language] and name not in said.casefold()):
            return f"is told as “{said}”"
    return ""
