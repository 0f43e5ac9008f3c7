"""What a system's own pack holds, table by table and row by row: `gardien pack show`."""

from typing import Any

from gardien.cli.command_line import Line
from gardien.cli.layout import columns, in_words, label, paint, wrap_text
from gardien.cli.shared import print_json, say
from gardien.core.errors import Refusal, nearest
from gardien.core.in_force import in_force
from gardien.core.ready import READY
from gardien.core.system import System, find
from gardien.core.terms import HARD, Language, number

Row = dict[str, Any]
SPANS = ("at_least", "at_most", "low", "high", "fr", "en")
HIDDEN = ("weight", "key", "fr", "fr_f", "en", "article", "printed")


def show(line: Line, key: str, wanted: str = "") -> int:
    """The tables of a pack; or the rows of one; or what bears a key, in whichever tables it does."""
    system = find(key)
    tables = tables_of(system)
    if not wanted:
        return _answer(
            line, {name: [row["key"] for row in rows] for name, rows in tables.items()}, _tables(tables, line)
        )
    if wanted in tables:
        rows = tables[wanted]
        return _answer(line, rows, columns([(paint(row[line.language], "bold"), row["key"]) for row in rows]))
    table, _, own = wanted.rpartition("/")  # a row of one table: save/stun
    found = {
        name: row for name, rows in tables.items() for row in rows if row["key"] == own and (not table or name == table)
    }
    if len(found) == 1:
        ((name, row),) = found.items()
        return _answer(line, row, card_lines(name, row, system, line.language))
    if found:
        cards = [[f"{name}/{own}", *card_lines(name, row, system, line.language), ""] for name, row in found.items()]
        return _answer(line, found, [text for card in cards for text in card][:-1])
    names = [*tables, *(row["key"] for rows in tables.values() for row in rows)]
    raise Refusal("field/one_of", field="pack show", came=wanted, allowed=list(tables), hint=nearest(wanted, names))


def tables_of(system: System) -> dict[str, list[Row]]:
    """Every table whose rows have a key and a name, and what packs in force bring ready."""
    content = in_force()
    own = {name: list(content.tables.get((system.key, name), ())) for name in READY} if content else {}
    tables = {**system.shelf.contents(), **own}
    return {name: rows for name, rows in tables.items() if rows and _has_name(rows[0])}


def _has_name(row: Any) -> bool:
    return isinstance(row, dict) and {"key", "fr", "en"} <= row.keys()


def _answer(line: Line, content: Any, lines: list[str]) -> int:
    if line.json:
        print_json(content)
    else:
        print("\n".join(lines))
    return 0


def _tables(tables: dict[str, list[Row]], line: Line) -> list[str]:
    rows = [
        (name, str(len(rows_of_table)), ", ".join(row[line.language] for row in rows_of_table[:3]) + "…")
        for name, rows_of_table in tables.items()
    ]
    return [*columns(rows, right=(1,)), "", say("shelf", line.language)]


def card_lines(table: str, row: Row, system: System, language: Language) -> list[str]:
    """A row of a table as a card: its name, then everything it says, called as the form of such a row calls it."""
    lines = [paint(row[language], "bold")]
    kind = READY.get(table) or system.shelf.tables[table]
    colon = f"{HARD}:" if language == "fr" else ":"
    for name, value in row.items():
        if name in HIDDEN or value in ("", [], None) or name.endswith("_en" if language == "fr" else "_fr"):
            continue
        plain = name.removesuffix(f"_{language}")
        title = label(system.terms, plain, language, kind.__name__)
        if isinstance(value, list) and isinstance(value[0], dict):
            lines.append(f"  {title}")
            lines += [line for part in value for line in wrap_text(_part(part, system, language), "    ")]
        else:
            lines += wrap_text(f"{title}{colon} {_value_text(value, plain, system, language)}", "  ")
    return lines


def _part(part: Row, system: System, language: Language) -> str:
    """One of several parts of a row: a range of margins, its words, its figures."""
    thrown = "low" in part  # a row of a random table
    low, high = (part["low"], part.get("high", part["low"])) if thrown else (part.get("at_least"), part.get("at_most"))
    ends = [] if low is None else [low] if low == high else [low, high]
    span = "…".join(number(end, language, signed=end != 0 and not thrown) for end in ends)
    other = "_en" if language == "fr" else "_fr"
    said = {name.removesuffix(f"_{language}"): value for name, value in part.items() if not name.endswith(other)}
    figures = [
        f"{label(system.terms, name, language).lower()} {in_words(system.terms, name, value, language)}"
        for name, value in said.items()
        if name not in SPANS
    ]
    return " · ".join(filter(None, [span, str(part.get(language, "")), *figures]))


def _value_text(value: Any, name: str, system: System, language: Language) -> str:
    if isinstance(value, list):
        return ", ".join(in_words(system.terms, name, one, language) for one in value)
    return in_words(system.terms, name, value, language)
