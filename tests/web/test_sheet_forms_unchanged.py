"""A form of a sheet that nobody touched changes nothing, whatever stands on the sheet and whatever it does not ask."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gardien.core.system import System, find, keys
from gardien.sheets.blocks import sections_of, sheet_type
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from gardien.table.tables import Tables
from gardien.web.pages.sheet.sheet_forms import Writer, Written, changed_fields


def sent(field: Written) -> Iterator[tuple[str, str]]:
    """What a browser sends of a field as it was shown."""
    for inside in (*field.inside, *(one for row in field.rows for one in row)):
        yield from sent(inside)
    match field.kind:
        case "switch":
            yield field.name, str(bool(field.value)).lower()
        case "seg" | "select":
            chosen = [one.value for one in field.choices if one.chosen]
            if chosen or field.kind == "select":  # a list shows its first word, radios may all be empty
                yield field.name, chosen[0] if chosen else field.choices[0].value
        case "checks":
            yield from ((field.name, one.value) for one in field.choices if one.chosen)
            yield field.name, ""
        case "group" | "rows":
            return
        case _:
            yield field.name, str(field.value)


@pytest.mark.parametrize("system", [find(key) for key in keys()], ids=keys())
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_form_that_nobody_touched_changes_nothing(system: System, language: str, tmp_path: Path):
    store = open_store(tmp_path / "store.db")
    tables = Tables(store)
    table, _ = set_demo(tables, system, language)  # type: ignore[arg-type]
    for kept in tables.table(table).state.play["characters"].values():
        sheet = kept["sheet"]
        writer = Writer(system, sheet_type(system, sheet), language)  # type: ignore[arg-type]
        for key, names in sections_of(system, writer.type):
            items = [item for field in writer.form(names, sheet, {}) for item in sent(field)]
            assert changed_fields(sheet, writer.read(items, names, sheet)) == {}, (sheet["name"], key)
    store.close()


def test_the_first_word_of_a_list_is_a_choice_like_any_other():
    """A new row begins with nothing chosen, so whoever chooses the first words has written something."""
    system = find("cthulhud20")
    sheet: dict[str, Any] = {"name": "Paul", "wounds": []}
    writer = Writer(system, sheet_type(system, sheet), "fr")
    (field,) = writer.form(["wounds"], sheet, {})
    zone, severity = (next(one for one in field.rows[0] if one.name.endswith(part)) for part in (".zone", ".severity"))
    assert [one.choices[0].value for one in (zone, severity)] == ["", ""]
    chosen = [(one.name, one.choices[1].value) for one in (zone, severity)]
    (wound,) = writer.read(chosen, ["wounds"], sheet)["wounds"]
    assert wound == {"zone": zone.choices[1].value, "severity": severity.choices[1].value}
